"""Curves of totals: of an evening's balances, and of anything else that adds up.

A report gets a picture by its `charts`; every format that can draw draws it, and json has its figures:

    Report(…, charts=lambda: curve("season", _("Season"), _("Evening"), zip(days, summed(results)), names))

Bars are a `Chart` of shape `BARS`, built directly: its places are the labels, each Series one colour.
"""

from __future__ import annotations

from itertools import accumulate, groupby, islice
from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.force import because
from sklog.reports.kinds import TEXT
from sklog.reports.model import CURVE, Band, Chart, Series

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.session import Session
    from sklog.scoring.state import Cause, Line


def curve(
    key: str,
    title: str,
    axis: str,
    places: Iterable[tuple[str, Mapping[str, int]]],
    names: Sequence[str],
    *,
    bands: Iterable[Band] = (),
    labels: str = TEXT,
) -> tuple[Chart, ...]:
    """Return the chart of totals over the course of something; none where there are no two places to join.

    Each of `places` is its label, of the kind `labels`, and the total of everybody then; a line begins where its name
    does.
    """
    known = [(label, dict(then)) for label, then in places]
    if len(known) < 2:
        return ()
    lines = tuple(Series(name, tuple(then.get(name) for _label, then in known)) for name in names)
    shown = tuple(label for label, _then in known)
    return (Chart(key, title, CURVE, axis, shown, lines, tuple(bands), labels=labels),)


def summed(changes: Iterable[Mapping[str, int]]) -> Iterator[dict[str, int]]:
    """Yield the totals after each of these changes; who has had a part in none yet has no total."""
    nothing: dict[str, int] = {}
    return islice(accumulate(changes, _added, initial=nothing), 1, None)


def _added(totals: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    return {**totals, **{name: totals.get(name, 0) + moved for name, moved in change.items()}}


def evening_curve(session: Session, lines: Sequence[Line]) -> tuple[Chart, ...]:
    """Return everybody's balance over the hands of an evening, Bock shaded.

    The Stock has no line: it is nobody's, and would run along zero between those who are near it.

    The first place is what everybody had before the first hand. What moves between two hands, such as a payment into
    the Stock, belongs to the hand before it: the line ends with the balances of the evening.
    """
    then: dict[int, Mapping[str, int]] = {0: session.begin().balances}
    for line in lines:
        then[line.state.hands] = line.state.balances
    places = ((str(hand), balances) for hand, balances in then.items())
    return curve("curve", _("The evening's curve"), _("Hand"), places, session.everybody(), bands=_bock(session, lines))


def _bock(session: Session, lines: Sequence[Line]) -> Iterator[Band]:
    """Yield a band for each stretch of hands that counted more, and for the same reason."""
    before = [session.begin(), *(line.state for line in lines)]
    hands = [
        (line.number, line.table.bock, state.bock_since)
        for line, state in zip(lines, before, strict=False)
        if line.number is not None
    ]
    for (doublings, since), stretch in groupby(hands, key=lambda hand: hand[1:]):
        numbers = [number for number, *_reason in stretch]
        if doublings:
            yield Band(numbers[0], numbers[-1], _bock_title(doublings, since))


def _bock_title(doublings: int, since: Sequence[Cause]) -> str:
    reasons = dict.fromkeys(map(because, since))
    return ", ".join((f"Bock × {2**doublings}", *reasons))
