"""The same season under another tariff: everybody's total, and what would be different evening by evening."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.language import N_, _
from sklog.ledger import evenings
from sklog.reports.model import Column, Fact, Kind, Report, people_columns, section, section_of
from sklog.reports.whatif import both, compared, other_unit
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.session import compare
from sklog.season.reports import season_report
from sklog.season.reports.standings import standings
from sklog.season.selection import evenings_wanted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.deals import Night, Season
    from sklog.scoring.session import Comparison
    from sklog.scoring.tariff import Tariff

MOST_REASONS = 10
"""So many reasons why something is not played are told, those that are most often true."""

DEFINED: Mapping[str, str] = {
    "totals": N_(
        "The balances of these evenings, as they were and as they would have been, including money moved without a "
        "hand. A hand that is left out counts as never dealt."
    ),
    "evenings": N_(
        "Dealt: hands played or thrown in. Different price: hands that would cost a different amount. Left out: "
        "hands that are impossible under the other tariff, or lack a fact it needs."
    ),
    "differences": N_(
        "How much more or less everybody would have won in each evening; in another unit, how much they would have won."
    ),
    "refused": N_(
        "Hands and events that are impossible under the other tariff, or lack a fact it needs; if there are many "
        "reasons, the most frequent ones."
    ),
}
"""What the numbers of each table count."""


class NightUnderBoth(NamedTuple):
    """An evening of a season under both tariffs: everybody's balances, the Stock's change, how many deals differ."""

    night: Night
    played: Mapping[str, int]
    other: Mapping[str, int]
    deals: int
    differing: int
    refused: int


def season_whatif_report(season: Season, tariff: Tariff, evenings: Iterable[tuple[Night, Comparison]]) -> Report:
    """Return what another tariff would have made of a season: everybody's total first, then evening by evening.

    `evenings` are its evenings in their order, of which one is in memory at a time. Amounts are in the unit of the
    season, and in that of the tariff.
    """
    nights: list[NightUnderBoth] = []
    reasons: Counter[str] = Counter()
    stock = False
    for night, comparison in evenings:
        nights.append(_under_both(night, comparison))
        reasons.update("; ".join(one.why) for one in comparison.entries if one.why)
        stock = stock or any((comparison.session.stock, comparison.state.stock, comparison.other.stock))
    names = [one.name for one in standings(season)]
    sections = (
        _season_totals(season, tariff, nights, names),
        _nights(nights),
        _differences(season, tariff, nights, names),
        _refusals_section(reasons),
    )
    title = _("The season under {tariff}", tariff=tariff.name)
    notes = _season_notes(season, tariff, nights, stock=stock)
    report = season_report("whatif", title, season, sections, notes, defined=DEFINED)
    other = Fact("other", _("Instead"), tariff.title or tariff.name)
    return report._replace(facts=(*report.facts, other))


def _under_both(night: Night, comparison: Comparison) -> NightUnderBoth:
    """Return what an evening came to under both; the Stock counts what went in and did not come out."""
    session = comparison.session
    dealt = [one for one in comparison.entries if isinstance(one.line.entry, (Played, Ramsch, Passed))]
    begun = {STOCK: session.stock}, {STOCK: session.stock if comparison.same_unit else 0}
    played, other = (
        {name: amount - before.get(name, 0) for name, amount in state.balances.items()}
        for state, before in zip((comparison.state, comparison.other), begun, strict=True)
    )
    refused = sum(bool(one.why) for one in dealt)
    return NightUnderBoth(night, played, other, len(dealt), sum(one.differs for one in dealt if not one.why), refused)


def _season_totals(season: Season, tariff: Tariff, nights: Sequence[NightUnderBoth], names: Sequence[str]) -> Section:
    """Return everybody's total under both, in the order of the standings, and, in one unit, the difference."""
    ours, theirs = Counter[str](), Counter[str]()
    for one in nights:
        ours.update(one.played)
        theirs.update(one.other)
    shown = [*names, *([STOCK] if (ours[STOCK] or theirs[STOCK]) and not season.people else [])]
    return compared(_("Totals"), shown, both(_("as played"), season.unit, tariff, Kind.MONEY), ours, theirs)


def _nights(nights: Sequence[NightUnderBoth]) -> Section:
    """Return how many hands of each evening would cost something else, or would be left out."""
    fields: list[Field[NightUnderBoth]] = [
        (Column("date", _("Date"), Kind.DATE), lambda one: one.night.date or None),
        (Column("evening", _("Evening"), Kind.PROSE), lambda one: one.night.name),
        (Column("deals", _("Dealt"), Kind.COUNT), lambda one: one.deals),
        (Column("differing", _("Different price"), Kind.COUNT), lambda one: one.differing),
        (Column("refused", _("Left out"), Kind.COUNT), lambda one: one.refused),
    ]
    return section_of("evenings", _("Evening by evening"), nights, fields)


def _differences(season: Season, tariff: Tariff, nights: Sequence[NightUnderBoth], names: Sequence[str]) -> Section:
    """Return how much more or less each evening would have brought everybody; in another unit what it would have."""
    same = season.unit == tariff.unit
    title = _("Evening by evening: the difference") if same else _("Evening by evening: {tariff}", tariff=tariff.name)
    when = Column("date", _("When"), Kind.DATE)
    people = [
        column._replace(unit="" if same else tariff.unit) for column in people_columns(names, Kind.MONEY, (when,))
    ]
    rows: list[Row] = []
    for one in nights:
        played = one.played if same else {}
        amounts = [one.other.get(name, 0) - played.get(name, 0) if name in one.night.totals else None for name in names]
        rows.append((one.night.date or one.night.name, *amounts))
    return section("differences", title, (when, *people), rows)


def _refusals_section(reasons: Counter[str]) -> Section:
    columns = (Column("times", _("How often"), Kind.COUNT), Column("why", _("Why"), Kind.PROSE))
    rows = ((times, why) for why, times in reasons.most_common(MOST_REASONS))
    return section("refused", _("What would be left out"), columns, rows)


def _season_notes(season: Season, tariff: Tariff, nights: Sequence[NightUnderBoth], *, stock: bool) -> Iterator[str]:
    if not any(one.differing or one.refused for one in nights):
        yield _("Every hand costs the same.")
    if stock:
        yield _(
            "Each evening is counted by itself: it begins with the Stock it really began with, and whatever is in "
            "the Stock at the end belongs to nobody."
        )
    if season.unit != tariff.unit:
        yield other_unit(_("The season"), season.unit, tariff)


def season_under(ledger: sqlite3.Connection, tariff: Tariff, **asked_for: Any) -> Report:
    """Return the season that is asked for beside the same one under another tariff; raise as `evenings_wanted` does."""
    meant = evenings_wanted(ledger, **asked_for)
    report = season_whatif_report(meant.season, tariff, meant.each_folded(partial(compare, tariff=tariff)))
    return report._replace(people=evenings.in_order_of_arrival(ledger))
