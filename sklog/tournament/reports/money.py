"""The prizes and the cash of a tournament: who gets what, who owes a fee. Money is cents, and its columns say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import _, _n, _t
from sklog.reports.model import Column, Fact, Kind, Report, section, section_of
from sklog.scoring.amounts import money
from sklog.scoring.tariff import CENTS
from sklog.tournament.model import ALL, LAST, WINNERS
from sklog.tournament.prizes import all_words, awards, cash, not_given
from sklog.tournament.ranking import ranking
from sklog.tournament.reports.head import (
    cents_column,
    missing_notes,
    tournament_report,
    unsaid_notes,
    who_columns,
)
from sklog.tournament.words import prize_words, tables_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Entrant, Prize, Tournament
    from sklog.tournament.prizes import Cash
    from sklog.tournament.reports.head import Head
from sklog.tournament.prizes import Award


def awards_report(head: Head, tournament: Tournament) -> Report:
    """Return who gets which prize as it stands; money is cents."""
    given = awards(tournament)
    number, name = who_columns()
    fields: list[Field[Award]] = [
        (Column("whose", _("For")), lambda one: _(WINNERS[one.whose])),
        (Column("round", _("Round"), Kind.COUNT, optional=True), lambda one: one.round or None),
        (Column("table", _("Table"), Kind.COUNT, optional=True), lambda one: one.table or None),
        (Column("place", _("Rank"), Kind.COUNT), lambda one: one.place),
        (number._replace(optional=True), lambda one: one.number or None),
        (name, lambda one: one.name),
        (cents_column("cents", _("Money"))._replace(optional=True), lambda one: one.cents or None),
        (Column("what", _("Prize"), Kind.PROSE, optional=True), lambda one: ", ".join(one.what) or None),
        (Column("how", _("Shared"), Kind.PROSE, optional=True), lambda one: _shared(one) or None),
    ]
    left: list[Field[Prize]] = [
        (Column("whose", _("For")), lambda one: _(WINNERS[one.whose])),
        (Column("place", _("Rank"), Kind.COUNT), lambda one: one.place),
        (Column("prize", _("Prize"), Kind.PROSE), prize_words),
    ]
    sections = (
        section_of("awards", _("Prizes"), given, fields),
        section_of("not_given", _("Given to nobody"), not_given(tournament), left),
    )
    facts = (Fact("money", _("Money"), money(sum(one.cents for one in given), CENTS)),)
    title = _("{name}: prizes", name=head.name)
    return tournament_report("awards", title, head, sections, _awards_notes(tournament, given), facts=facts)


def _shared(award: Award) -> str:
    words = [_n("{n} person has the place", "{n} people share the place", award.shared)] if award.shared > 1 else []
    return ", ".join((*words, *([_("by lot")] if award.by_lot else [])))


def _awards_notes(tournament: Tournament, given: tuple[Award, ...]) -> Iterator[str]:
    """Yield whether the prizes are final, and how shared ones were divided."""
    found = ranking(tournament)
    if not tournament.prizes:
        yield _t('There is nothing to win yet¦: sklog tournament prizes "1: 500 €" "2: Schinken"')
        return
    yield from all_words(tournament)
    yield from missing_notes(found.missing)
    if found.missing or found.upto < tournament.rules.rounds:
        yield _("This is how it looks now; it may still change.")
    if any(prize.whose in (ALL, LAST) for prize in tournament.prizes):
        yield from unsaid_notes(found)
    if any(one.shared > 1 and one.cents for one in given):
        yield _("Players who share a place share the money of all their places.")
    if any(one.by_lot for one in given):
        yield _("Things that are shared are drawn with the seed {seed}.", seed=tournament.rules.seed)


# -- the cash ---------------------------------------------------------------------------------------


def cash_section(found: Cash) -> Section:
    """Return the sums of the day, in cents: fees and prizes."""
    sums = (
        (_("Fees of all who are in the ranking"), found.due),
        (_("Paid"), found.paid),
        (_("Still open"), sum(cents for _number, cents in found.open)),
        (_("Paid too much"), sum(cents for _number, cents in found.over)),
        (_("Money prizes"), found.prizes),
        (_("Left over from the payments"), found.in_hand),
        (_("Left when everybody has paid"), found.left),
    )
    return section("cash", _("Cash"), (Column("what", _("What"), Kind.PROSE), cents_column("cents", _("Sum"))), sums)


def account_fields(found: Cash, number: Callable[[Any], int]) -> list[Field[Any]]:
    """Return the columns of what somebody still owes, and what he has paid too much."""
    owed, over = dict(found.open), dict(found.over)
    return [
        (cents_column("open", _("Open"))._replace(optional=True), lambda one: owed.get(number(one))),
        (cents_column("over", _("Too much"))._replace(optional=True), lambda one: over.get(number(one))),
    ]


def cash_report(head: Head, tournament: Tournament) -> Report:
    """Return the entry fees and the prizes of money, in cents: what is due, paid, open, and left."""
    found = cash(tournament)
    due = {who: one.paid for who, one in sorted(tournament.entrants.items())}
    for who, cents in (*found.open, *((who, -cents) for who, cents in found.over)):
        due[who] += cents
    every = [tournament.entrants[who] for who, cents in due.items() if cents or tournament.entrants[who].paid]
    number, name = who_columns()
    fields: list[Field[Entrant]] = [
        (number, lambda one: one.number),
        (name, lambda one: one.name),
        (cents_column("due", _("Due")), lambda one: due[one.number]),
        (cents_column("paid", _("Paid")), lambda one: one.paid),
        *((column._replace(optional=False), get) for column, get in account_fields(found, lambda one: one.number)),
    ]
    sections = (cash_section(found), section_of("accounts", _("Fees"), every, fields))
    notes = [*tables_note(tournament), *([] if tournament.rules.fee else [_("No fee is taken.")])]
    return tournament_report("cash", _("{name}: cash", name=head.name), head, sections, notes)
