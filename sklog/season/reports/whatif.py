"""An evening, or a season, under another tariff: everybody's total, and what would cost something else.

Of an evening that is told hand by hand, of a season evening by evening.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.language import N_, _
from sklog.ledger import evenings
from sklog.notation.entries import lines_of
from sklog.reports.format import in_words
from sklog.reports.model import Column, Fact, Kind, Report, known, people_columns, section, section_of
from sklog.reports.sentences import event_words
from sklog.scoring.amounts import amount, currency, typed_amount
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.outcome import Outcome, RamschOutcome
from sklog.scoring.payout import STOCK
from sklog.scoring.session import compare
from sklog.scoring.state import TariffChange, is_event
from sklog.scoring.tariff import KONTRA
from sklog.season.reports import season_report
from sklog.season.reports.standings import standings
from sklog.season.selection import evenings_wanted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.deals import Night
    from sklog.scoring.outcome import Step
    from sklog.scoring.payout import Score
    from sklog.scoring.session import Comparison, Session
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff
    from sklog.season.outstanding import Season

BASE, NOTHING = "base", "–"
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


# -- an evening --------------------------------------------------------------------------------------


def evening_under(session: Session, tariff: Tariff, first: int = 1) -> Report:
    """Return an evening beside the same one under another tariff from hand `first` on."""
    comparison = compare(session, tariff, first=first)
    return whatif_report(comparison, lines_of(session, [one.line for one in comparison.entries], typed_amount))


def whatif_report(comparison: Comparison, texts: Sequence[str | None]) -> Report:
    """Return what another tariff would have made of an evening; `texts` are the shorthand of its entries.

    Only hands that cost something else are listed, and those that it does not play, or would ask about, with why.
    """
    session, tariff = comparison.session, comparison.tariff
    facts = known(
        Fact("tariff", _("Tariff"), session.tariff.title or session.tariff.name),
        Fact("other", _("Instead"), tariff.title or tariff.name),
        Fact("first", _("From hand"), comparison.first if comparison.first > 1 else None, Kind.COUNT),
    )
    title = _("{session} under {tariff}", session=session.name, tariff=tariff.name)
    hands = _hands(comparison, texts)
    notes = tuple(_evening_notes(comparison, hands))
    return Report("whatif", title, session.tariff.unit, facts, (_totals(comparison), hands), notes, main=hands.key)


def _sides(comparison: Comparison, kind: str) -> tuple[Column, Column]:
    """Return a column of amounts for each tariff of an evening."""
    session, tariff = comparison.session, comparison.tariff
    several = any(isinstance(one.line.entry, TariffChange) for one in comparison.entries)
    ours = _("as played") if several or session.tariff.name == tariff.name else session.tariff.name
    return both(ours, session.tariff.unit, tariff, kind)


def both(ours: str, unit: str, tariff: Tariff, kind: str) -> tuple[Column, Column]:
    """Return a column of amounts as played and one under the other tariff; in two units each says its own."""
    if unit == tariff.unit:
        return Column("played", ours, kind), Column("other", tariff.name, kind)
    return (
        Column("played", f"{ours} ({currency(unit)})", kind, unit=unit),
        Column("other", f"{tariff.name} ({currency(tariff.unit)})", kind, unit=tariff.unit),
    )


# -- hand by hand -------------------------------------------------------------------------------------


def _hands(comparison: Comparison, texts: Sequence[str | None]) -> Section:
    """Return the hands that cost something else or are left out, and why."""
    columns = (
        Column("hand", _("Hand"), Kind.COUNT),
        Column("what", _("What"), Kind.PROSE),
        *_sides(comparison, Kind.PRICE),
        Column("why", _("Why"), Kind.PROSE),
    )
    rows: list[Row] = []
    for one, text in zip(comparison.entries, texts, strict=True):
        what = event_words(one.line.entry) if is_event(one.line.entry) else text
        ours, theirs = one.line.score, one.other and one.other.score
        if one.why:
            value = ours.value or None if ours else None
            rows.append((one.line.number, what, value, None, _("left out: {why}", why="; ".join(one.why))))
        elif one.differs and one.other and ours and theirs:
            reasons = "; ".join(_reasons(one.line, one.other, ours, theirs))
            rows.append((one.line.number, what, ours.value or None, theirs.value or None, reasons))
    return section("hands", _("What would be different"), columns, rows)


def _reasons(line: Line, other: Line, ours: Score, theirs: Score) -> Iterator[str]:
    """Yield what differs, as it was and as it would have been: "3 Laufende 30 / –"."""
    results = _result(ours), _result(theirs)
    if results[0] != results[1]:
        yield " / ".join(results)
    steps = differing_steps(line, other)
    for pair in steps:
        yield _step_words(*pair, line.tariff, other.tariff)
    stocks = ours.postings.get(STOCK, 0), theirs.postings.get(STOCK, 0)
    if stocks[0] != stocks[1]:
        units = line.tariff.unit, other.tariff.unit
        both = zip(stocks, units, strict=True)
        moved = " / ".join(amount(value, unit, signed=True) if value else NOTHING for value, unit in both)
        yield f"{line.tariff.words.get('stock', STOCK)} {moved}"
    if not steps and results[0] == results[1] and stocks[0] == stocks[1]:
        yield _("the same value, paid differently")


def _result(made: Score) -> str:
    """Return who won, as far as a tariff decides it."""
    outcome = made.outcome
    if isinstance(outcome, Outcome):
        return _("draw") if outcome.draw else _("lost") if outcome.won is False else _("won")
    if isinstance(outcome, RamschOutcome):
        return outcome.winner or ", ".join(outcome.losers)
    return ""


def _step_words(ours: Step | None, theirs: Step | None, tariff: Tariff, other: Tariff) -> str:
    """Return one step under both tariffs; its name once where both call it the same."""
    names = [in_words(step.label, rules.words) for step, rules in ((ours, tariff), (theirs, other)) if step]
    first, second = _effect(ours, tariff.unit), _effect(theirs, other.unit)
    return f"{names[0]} {first} / {second}" if len(set(names)) == 1 else f"{names[0]} {first} / {names[-1]} {second}"


def _effect(step: Step | None, unit: str) -> str:
    """Return what a step adds, or multiplies by."""
    if step is None:
        return NOTHING
    return f"× {step.times}" if step.times is not None else amount(step.plus or 0, unit)


# -- which steps differ ------------------------------------------------------------------------------


def differing_steps(line: Line, other: Line) -> list[tuple[Step | None, Step | None]]:
    """Return the steps of two scored lines that do not make the same, in pairs; None where one has no such step."""
    ours, theirs = _by_kind(line), _by_kind(other)
    pairs = ((ours.get(kind), theirs.get(kind)) for kind in {**ours, **theirs})
    return [(one, two) for one, two in pairs if not one or not two or (one.plus, one.times) != (two.plus, two.times)]


def _by_kind(line: Line) -> dict[str, Step]:
    """Return the steps by what they are: the price first, then without their number and whatever Kontra is called."""
    if line.score is None:
        return {}
    outcome = line.score.outcome
    doublings = line.tariff.doublings_of(outcome.game, line.tariff.counted(outcome)) if outcome else {}
    found: dict[str, Step] = {}
    for place, made in enumerate(line.score.steps):
        letters = "".join(letter for letter in made.label if letter.isalpha())
        found[BASE if not place else KONTRA if made == doublings.get(KONTRA) else letters] = made
    return found


# -- the totals --------------------------------------------------------------------------------------


def _totals(comparison: Comparison) -> Section:
    """Return everybody's balance under both, and, in one unit, the difference."""
    ours, theirs = comparison.state.balances, comparison.other.balances
    names = [name for name in (*comparison.state.everybody, STOCK) if name != STOCK or ours[name] or theirs[name]]
    return compared(_("Balances"), names, _sides(comparison, Kind.MONEY), ours, theirs)


def compared(
    title: str, names: Sequence[str], sides: tuple[Column, Column], ours: Mapping[str, int], theirs: Mapping[str, int]
) -> Section:
    """Return what everybody has under both, and, in one unit, the difference."""
    played, other = sides
    fields: list[Field[str]] = [
        (Column("name", _("Name"), Kind.NAME), lambda name: name),
        (played, ours.__getitem__),
        (other, theirs.__getitem__),
    ]
    if played.unit == other.unit:
        fields.append((Column("difference", _("Difference"), Kind.MONEY), lambda name: theirs[name] - ours[name]))
    return section_of("totals", title, names, fields)


def _evening_notes(comparison: Comparison, hands: Section) -> Iterator[str]:
    session, tariff = comparison.session, comparison.tariff
    if not hands.rows:
        yield _("Every hand costs the same.")
    if any(one.why for one in comparison.entries):
        yield _("Anything left out counts under {tariff} as never dealt.", tariff=tariff.name)
    if not comparison.same_unit:
        yield other_unit(session.tariff.name, session.tariff.unit, tariff)


def other_unit(ours: str, unit: str, tariff: Tariff) -> str:
    """Return the sentence that what is played in cents and what in points have no difference."""
    return _(
        "{ours} counts {unit}, {theirs} counts {other}: there is no difference to work out.",
        ours=ours,
        unit=currency(unit),
        theirs=tariff.name,
        other=currency(tariff.unit),
    )


# -- a season ----------------------------------------------------------------------------------------


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
