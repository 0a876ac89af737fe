"""Charts: how they are built of totals.

A report gets a picture by its `charts`; every format that can draw draws it, and json has its figures:

    Report(…, charts=lambda: curve("season", _("Season"), _("Evening"), zip(days, summed(results)), names))

Bars are a `Chart` of shape `BARS`, built directly: its places are the labels, each Series one colour.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.model import CURVE, Band, Chart, Kind, Series
from sklog.reports.sentences import because, hand_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.session import Session
    from sklog.scoring.state import Line

# -- curves of totals ---------------------------------------------------------------------------------


def curve(
    key: str,
    title: str,
    axis: str,
    places: Iterable[tuple[str, Mapping[str, int]]],
    names: Sequence[str],
    *,
    bands: Iterable[Band] = (),
    labels: str = Kind.TEXT,
    said: Sequence[str] = (),
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
    return (Chart(key, title, CURVE, axis, shown, lines, tuple(bands), labels=labels, said=tuple(said)),)


def summed(changes: Iterable[Mapping[str, int]]) -> Iterator[dict[str, int]]:
    """Yield the totals after each of these changes; who has had a part in none yet has no total."""
    totals: dict[str, int] = {}
    for change in changes:
        totals = {**totals, **{name: totals.get(name, 0) + moved for name, moved in change.items()}}
        yield totals


def evening_curve(session: Session, lines: Sequence[Line]) -> tuple[Chart, ...]:
    """Return everybody's balance over the hands of an evening, Bock shaded.

    The Stock has no line: it is nobody's, and would run along zero between those who are near it.

    The first place is what everybody had before the first hand. What moves between two hands, such as a payment into
    the Stock, belongs to the hand before it: the line ends with the balances of the evening.
    """
    after = {0: session.begin().balances, **{line.state.hands: line.state.balances for line in lines}}
    places = ((str(hand), balances) for hand, balances in after.items())
    played = {line.number: hand_words(line) for line in lines if line.number is not None}
    return curve(
        "curve",
        _("The evening's curve"),
        _("Hand"),
        places,
        session.everybody(),
        bands=_bock(session, lines),
        said=[played.get(hand, "") for hand in after],
    )


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
            reasons = dict.fromkeys(map(because, since))
            yield Band(numbers[0], numbers[-1], ", ".join((f"Bock × {2**doublings}", *reasons)))
