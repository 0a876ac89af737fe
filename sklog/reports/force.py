"""What makes the next hand another one, and why: Bock and special rounds, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _n
from sklog.reports.format import round_title
from sklog.scoring.state import ORDERED

if TYPE_CHECKING:
    from sklog.scoring.state import Cause, State

MOST_COUNTERS = 3  # so many counters of Bock have a line of their own


def in_force(state: State) -> list[str]:
    """Return a line for each thing that makes the next hand another one: every counter of Bock, a special round."""
    counters = list(zip(state.bock, state.bock_since, strict=True))
    words = [bock_words(*counter) for counter in counters[:MOST_COUNTERS]]
    if len(counters) > 1:
        words[0:0] = [_("Bock: the next hand counts × {times}", times=2 ** len(counters))]
    if more := len(counters[MOST_COUNTERS:]):
        words.append(_n("and {n} more Bock", "and {n} more Bock", more))
    if state.round:
        words.append(round_words(state))
    return words


def bock_words(left: int, since: Cause) -> str:
    """Return in words how long a counter of Bock lasts and why it is in force."""
    return _n("Bock, {n} hand left, {why}", "Bock, {n} hands left, {why}", left, why=because(since))


def round_words(state: State) -> str:
    """Return in words which special round it is, how long it lasts, and why."""
    title = round_title(state.round or "")
    why = because(state.round_since) if state.round_since else ""
    return _n(
        "Round: {title}, {n} deal left, {why}", "Round: {title}, {n} deals left, {why}", state.round_left,
        title=title, why=why,
    )  # fmt: skip


def because(since: Cause) -> str:
    """Return in words what brought something into force, and with which hand."""
    if since.what == ORDERED:
        if not since.hand:
            return _("ordered before hand 1")
        return _("ordered after hand {hand}", hand=since.hand)
    said = {
        "thrown_in": _("after hand {hand} was thrown in"),
        "lost_solo": _("after hand {hand}, a lost solo"),
        "herz_solo": _("after hand {hand}, a Herz-Solo"),
        "lost_kontra": _("after hand {hand}, a Kontra that was lost"),
        "schwarz": _("after hand {hand}, a Schwarz"),
        "tie_60": _("after hand {hand}, a 60:60"),
    }
    return said[since.what].format(hand=since.hand)
