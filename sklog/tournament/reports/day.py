"""The day of a tournament: how it stands, entrants, seats, prizes and cash. Money is cents, as its columns say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.language import _, _n, _t
from sklog.reports.model import Column, Fact, Kind, Report, known, section, section_of
from sklog.scoring.amounts import money
from sklog.scoring.tariff import CENTS
from sklog.tournament.draw import drawn_from, is_as_drawn, meetings
from sklog.tournament.facts import Drawn, Entered
from sklog.tournament.model import ALL, LAST, METHOD_BY_PLACE, WINNERS
from sklog.tournament.prizes import Award, all_words, awards, cash, fees, not_given
from sklog.tournament.ranking import ranking
from sklog.tournament.reports import shared
from sklog.tournament.words import games_words, prize_words, row_words, rules_words, runs, tables_note

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Entrant, Prize, Round, Tournament
    from sklog.tournament.prizes import Cash


# -- how it stands ----------------------------------------------------------------------------------


def overview(head: shared.Head, tournament: Tournament, unlike: Collection[tuple[int, int]] = ()) -> Report:
    """Return how a tournament stands, and what is to be done.

    `unlike` are the tables (round, table) whose hands come to something else than the list that counts says.
    """
    drawn = len(tournament.rounds)
    people = [one for one in tournament.entrants.values() if not one.fills]
    stands = [_Stand.of(tournament, at, unlike) for at in range(1, drawn + 1)]
    differ = ((one.round, table) for one in stands for table in one.differs)
    facts = (
        Fact("tariff", _("Scale"), head.tariff),
        Fact("rounds", _("Rounds"), tournament.rules.rounds, Kind.COUNT),
        Fact("drawn", _("Drawn"), drawn, Kind.COUNT),
        Fact("entrants", _("Entrants"), len(people), Kind.COUNT),
        Fact("here", _("Here"), sum(one.here for one in people), Kind.COUNT),
        *_lists_facts(stands),
        Fact("rules", _("Rules"), ", ".join(rules_words(tournament.rules)), Kind.PROSE, foot=True),
        Fact("seed", _("Seed"), tournament.rules.seed, foot=True),
    )
    sections = (_rounds(stands), differences(tournament, differ), _people(tournament), _fees(tournament))
    title = _("{name}: overview", name=head.name)
    return shared.tournament_report("tournament", title, head, sections, _to_do(tournament, stands), facts=facts)


class _Stand(NamedTuple):
    """What of a round is in: the tables without any list, those that wait for the second of two entries, and so on."""

    round: int
    drawn: Round
    missing: tuple[int, ...]
    none: tuple[int, ...]
    once: tuple[int, ...]
    differs: tuple[int, ...]
    unlike: tuple[int, ...]
    repeated: int
    together: int

    @classmethod
    def of(cls, tournament: Tournament, round: int, unlike: Collection[tuple[int, int]]) -> _Stand:  # noqa: A002
        missing = tournament.missing(round)
        entered = {table: len(tournament.in_force(round, table)) for table in missing}
        return cls(
            round,
            tournament.rounds[round - 1],
            missing,
            tuple([table for table in missing if entered[table] == 0]),
            tuple([table for table in missing if entered[table] == 1]),
            tuple([table for table in missing if entered[table] > 1]),
            tuple(sorted(table for round_, table in unlike if round_ == round)),
            *meetings(tournament, round),
        )


def _lists_facts(stands: list[_Stand]) -> Iterator[Fact]:
    """Yield how many lists of the newest round are in, and which tables are missing: it is what everybody asks."""
    if stands:
        newest = stands[-1]
        tables = len(newest.drawn.tables)
        yield Fact("tables", _("Tables"), tables, Kind.COUNT)
        yield Fact("lists", _("Lists in"), tables - len(newest.missing), Kind.COUNT)
        yield Fact("missing", _("Missing"), len(newest.missing), Kind.COUNT)


def _rounds(stands: list[_Stand]) -> Section:
    fields: list[Field[_Stand]] = [
        (Column("round", _("Round"), Kind.COUNT), lambda one: one.round),
        (Column("tables", _("Tables"), Kind.COUNT), lambda one: len(one.drawn.tables)),
        (Column("people", _("People"), Kind.COUNT), lambda one: sum(map(len, one.drawn.tables))),
        (Column("byes", _("Without a table"), Kind.COUNT, optional=True), lambda one: len(one.drawn.byes)),
        (Column("lists", _("Lists in"), Kind.COUNT), lambda one: len(one.drawn.tables) - len(one.missing)),
        (Column("missing", _("Missing"), Kind.COUNT), lambda one: len(one.missing)),
        _tables("missing_tables", _("No list of table"), lambda one: one.none),
        _tables("once", _("Entered only once: table"), lambda one: one.once),
        _tables("differs", _("Entries differ: table"), lambda one: one.differs),
        _tables("corrected", _("Hands corrected since: table"), lambda one: one.unlike),
        (Column("repeated", _("Pairs who met before"), Kind.COUNT, optional=True), lambda one: one.repeated),
        (Column("together", _("Same group at one table"), Kind.COUNT, optional=True), lambda one: one.together),
    ]
    return section_of("rounds", _("Rounds"), stands, fields)


def _tables(key: str, title: str, tables: Callable[[_Stand], tuple[int, ...]]) -> Field[_Stand]:
    """Return a column of the tables of a round of which something is so."""
    return Column(key, title, Kind.PROSE, optional=True), lambda one: runs(tables(one)) or None


def differences(tournament: Tournament, tables: Iterable[tuple[int, int]], *, beside: int = 0) -> Section:
    """Return for each seat that two people entered differently what either said.

    Of the columns the first ones, round and table, are left out that stand beside it already.
    """
    columns = (
        Column("round", _("Round"), Kind.COUNT),
        Column("table", _("Table"), Kind.COUNT),
        *shared.who_columns(),
        Column("first", _("First entry")),
        Column("second", _("Second entry")),
    )
    rules = tournament.rules
    rows = (
        (*where, number, tournament.entrants[number].name, row_words(one, rules), row_words(other, rules))
        for where in tables
        for number, one, other in tournament.differing(*where)
    )
    return section("differences", _("Entries that differ"), columns[beside:], (row[beside:] for row in rows))


def _late(tournament: Tournament) -> set[int]:
    """Return who entered when the first round was drawn already."""
    said = [fact.said for fact in tournament.facts]
    drawn = next((place for place, one in enumerate(said) if isinstance(one, Drawn)), len(said))
    before, since = ({one.number for one in part if isinstance(one, Entered)} for part in (said[:drawn], said[drawn:]))
    return since - before


def _people(tournament: Tournament) -> Section:
    """Return who is not simply here from the beginning on."""
    late = _late(tournament)
    newest = tournament.rounds[-1] if tournament.rounds else None
    seated = shared.seats_of(newest) if newest else {}
    drawn, seatless = len(tournament.rounds), tournament.seatless
    rows = []
    for number in sorted(tournament.entrants):
        one = tournament.entrants[number]
        words = _state(one)
        if number in late:
            words.append(_("late"))
        if number in seatless:
            words.append(_("no seat in round {round}", round=drawn))
        if not one.here and number in seated and seated[number][0] in tournament.missing(drawn):
            words.append(_("still has a seat at table {table}", table=seated[number][0]))
        if words:
            rows.append((number, one.name, ", ".join(words)))
    columns = (*shared.who_columns(), Column("state", _("Status"), Kind.PROSE))
    return section("people", _("Withdrawn, late, taken over"), columns, rows)


def _state(one: Entrant) -> list[str]:
    """Return whether somebody is away, stands in, or took over a number."""
    words = [] if one.here else [_("withdrew")]
    if one.fills:
        words.append(_("stands in where somebody is missing"))
    if one.before:
        words.append(_("took over from {people}", people=", ".join(one.before)))
    return words


def _fees(tournament: Tournament) -> Section:
    """Return who still owes a fee."""
    rows = [(number, tournament.entrants[number].name, cents) for number, cents in cash(tournament).open]
    return section(
        "fees", _("Fees that are open"), (*shared.who_columns(), shared.cents_column("open", _("Open"))), rows
    )


def _to_do(tournament: Tournament, stands: list[_Stand]) -> Iterator[str]:
    """Yield what is missing, and what comes next."""
    for one in stands:
        yield from shared.missing_notes([(one.round, table) for table in one.missing])
        for table in one.once:
            yield _("Table {table} in round {round} waits for its second entry.", table=table, round=one.round)
        for table in one.differs:
            yield _("The two entries of table {table} in round {round} differ: enter the list again as a correction.",
                    table=table, round=one.round)  # fmt: skip
        for table in one.unlike:
            yield _(
                "The hands of table {table} in round {round} were corrected since its list came in: hand it in again.",
                table=table,
                round=one.round,
            )
    drawn = len(stands)
    if any(one.missing for one in stands):
        return
    if stands:
        yield _n("All lists of {n} round are in.", "All lists of {n} rounds are in.", drawn)
    if drawn < tournament.rules.rounds:
        yield _("Round {round} can be drawn.", round=drawn + 1)
    elif not any(one.unlike for one in stands):
        yield _("The ranking is final.")


# -- entrants ---------------------------------------------------------------------------------------


def entrants(head: shared.Head, tournament: Tournament) -> Report:
    """Return everybody who entered, by start number, with what was paid (cents)."""
    every = [tournament.entrants[number] for number in sorted(tournament.entrants)]
    late, found = _late(tournament), cash(tournament)
    fields: list[Field[Entrant]] = [
        *shared.entrant_fields(),
        (Column("classes", _("Counts for"), optional=True),
         lambda one: ", ".join(_(WINNERS[each]) for each in one.classes) or None),
        (shared.cents_column("paid", _("Paid"))._replace(optional=not tournament.rules.fee), lambda one: one.paid),
        *(account_fields(found, lambda one: one.number) if tournament.rules.fee else ()),
        (Column("state", _("Status"), Kind.PROSE, optional=True),
         lambda one: ", ".join((*_state(one), *([_("late")] if one.number in late else []))) or None),
    ]  # fmt: skip
    playing = [one for one in every if not one.fills]
    facts = known(
        Fact("entrants", _("Entrants"), len(playing), Kind.COUNT),
        Fact("here", _("Here"), sum(one.here for one in playing), Kind.COUNT),
        Fact("substitutes", _("Standing substitutes"), len(every) - len(playing) or None, Kind.COUNT),
        Fact("paid", _("Paid"), money(sum(one.paid for one in every), CENTS) if tournament.rules.fee else None),
    )
    sections = (section_of("entrants", "", every, fields), *([cash_section(found)] if tournament.rules.fee else []))
    return shared.tournament_report("entrants", _("{name}: entrants", name=head.name), head, sections, facts=facts)


# -- seats ------------------------------------------------------------------------------------------


def seats(head: shared.Head, tournament: Tournament, names: Mapping[int, str], round: int) -> Report:  # noqa: A002
    """Return who sits where in a round, by table, and everybody by name; `names` is how they are called at the tables.

    The round has been drawn.
    """
    drawn = tournament.rounds[round - 1]
    placed = shared.seats_of(drawn)
    where: list[Field[int]] = [
        (Column("table", _("Table"), Kind.COUNT), lambda number: placed[number][0]),
        (Column("seat", _("Seat"), Kind.COUNT), lambda number: placed[number][1]),
    ]
    who = shared.fields_of(
        lambda number: tournament.entrants[number]._replace(name=names[number]), shared.entrant_fields()
    )
    numbered, named, *_from = who
    alphabet = sorted(placed, key=lambda number: (shared.by_name(names[number], tournament.rules), number))
    sections = (
        section_of("seats", _("Tables"), placed, [*where, *who]),
        section_of("people", _("By name"), alphabet, [named, numbered, *where]),
        section_of("byes", _("Without a table in this round"), drawn.byes, [numbered, named]),
    )
    facts = (
        Fact("round", _("Round"), round, Kind.COUNT),
        Fact("tables", _("Tables"), len(drawn.tables), Kind.COUNT),
        Fact("people", _("People"), len(placed), Kind.COUNT),
    )
    title = _("{name}: seats of round {round}", name=head.name, round=round)
    return shared.tournament_report("seats", title, head, sections, _drawn_notes(tournament, round), facts=facts)


def _drawn_notes(tournament: Tournament, round: int) -> Iterator[str]:  # noqa: A002
    """Yield how a round was drawn, and how many meet again as they sit there now."""
    drawn = tournament.rounds[round - 1]
    yield _("Seats are clockwise; seat 1 deals first.")
    for people in sorted({len(table) for table in drawn.tables}):
        yield _("A table of {people}: {games}.", people=people, games=games_words(tournament.rules, people))
    found = drawn_from(tournament, round)
    if found and is_as_drawn(*found, round) is False:
        yield _("The draw gives other seats than these.")
    elif drawn.seed:
        yield _("Drawn with the seed {seed}: the same seed always gives the same seats.", seed=drawn.seed)
    elif drawn.method == METHOD_BY_PLACE:
        yield _("Drawn by places at the previous tables: the first stays, the second moves on one table.")
    elif drawn.method:
        yield _("Drawn by start cards: the start number decides the seat.")
    else:
        yield _("These seats were not drawn here; they were set by hand.")
    if found and found[1] != drawn:
        yield _("Since then people have changed seats.")
    repeated, together = meetings(tournament, round)
    if repeated:
        yield _n("{n} pair has met before.", "{n} pairs have met before.", repeated)
    elif round > 1:
        yield _("Nobody meets anybody twice.")
    if together:
        yield _n("{n} pair from one group sits together.", "{n} pairs from one group sit together.", together)


def awards_report(head: shared.Head, tournament: Tournament) -> Report:
    """Return who gets which prize as it stands; money is cents."""
    given = awards(tournament)
    number, name = shared.who_columns()
    fields: list[Field[Award]] = [
        (Column("whose", _("For")), lambda one: _(WINNERS[one.whose])),
        (Column("round", _("Round"), Kind.COUNT, optional=True), lambda one: one.round or None),
        (Column("table", _("Table"), Kind.COUNT, optional=True), lambda one: one.table or None),
        (Column("place", _("Rank"), Kind.COUNT), lambda one: one.place),
        (number._replace(optional=True), lambda one: one.number or None),
        (name, lambda one: one.name),
        (shared.cents_column("cents", _("Money"))._replace(optional=True), lambda one: one.cents or None),
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
    return shared.tournament_report("awards", title, head, sections, _awards_notes(tournament, given), facts=facts)


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
    yield from shared.missing_notes(found.missing)
    if found.missing or found.upto < tournament.rules.rounds:
        yield _("This is how it looks now; it may still change.")
    if any(prize.whose in (ALL, LAST) for prize in tournament.prizes):
        yield from shared.unsaid_notes(found)
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
    return section(
        "cash", _("Cash"), (Column("what", _("What"), Kind.PROSE), shared.cents_column("cents", _("Sum"))), sums
    )


def account_fields(found: Cash, number: Callable[[Any], int]) -> list[Field[Any]]:
    """Return the columns of what somebody still owes, and what he has paid too much."""
    owed, over = dict(found.open), dict(found.over)
    return [
        (shared.cents_column("open", _("Open"))._replace(optional=True), lambda one: owed.get(number(one))),
        (shared.cents_column("over", _("Too much"))._replace(optional=True), lambda one: over.get(number(one))),
    ]


def cash_report(head: shared.Head, tournament: Tournament) -> Report:
    """Return the entry fees and the prizes of money, in cents: what is due, paid, open, and left."""
    found, due = cash(tournament), fees(tournament)
    every = [one for who, one in sorted(tournament.entrants.items()) if due.get(who) or one.paid]
    fields: list[Field[Entrant]] = [
        *shared.entrant_fields()[:2],
        (shared.cents_column("due", _("Due")), lambda one: due.get(one.number, 0)),
        (shared.cents_column("paid", _("Paid")), lambda one: one.paid),
        *((column._replace(optional=False), get) for column, get in account_fields(found, lambda one: one.number)),
    ]
    sections = (cash_section(found), section_of("accounts", _("Fees"), every, fields))
    notes = [*tables_note(tournament), *([] if tournament.rules.fee else [_("No fee is taken.")])]
    return shared.tournament_report("cash", _("{name}: cash", name=head.name), head, sections, notes)
