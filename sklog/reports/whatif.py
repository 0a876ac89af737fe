"""The same evening under another tariff: everybody's balance, and which hands would cost something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.format import in_words
from sklog.reports.model import Column, Fact, Kind, Report, known, section, section_of
from sklog.reports.sentences import event_words
from sklog.scoring.amounts import amount, currency
from sklog.scoring.outcome import Outcome, RamschOutcome
from sklog.scoring.payout import STOCK
from sklog.scoring.session import differing_steps
from sklog.scoring.state import TariffChange, is_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.outcome import Step
    from sklog.scoring.payout import Score
    from sklog.scoring.session import Comparison
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff

NOTHING = "–"


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
    notes = tuple(_notes(comparison, hands))
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


def _notes(comparison: Comparison, hands: Section) -> Iterator[str]:
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
