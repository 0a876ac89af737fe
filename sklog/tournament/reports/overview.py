"""How a tournament stands: which lists are missing, who is here, what is open; the entrants, and who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _, _n
from sklog.reports.model import Column, Fact, Kind, Report, known, section, section_of
from sklog.scoring.amounts import money
from sklog.scoring.tariff import CENTS
from sklog.tournament.draw import drawn_from, is_as_drawn, meetings
from sklog.tournament.facts import Drawn, Entered
from sklog.tournament.model import METHOD_BY_PLACE, WINNERS
from sklog.tournament.prizes import cash
from sklog.tournament.reports.head import (
    by_name,
    cents_column,
    entrant_fields,
    fields_of,
    missing_notes,
    seats_of,
    tournament_report,
    who_columns,
)
from sklog.tournament.reports.money import account_fields, cash_section
from sklog.tournament.words import games_words, row_words, rules_words, runs

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from sklog.reports.model import Cell, Field, Section
    from sklog.tournament.model import Entrant, Round, Tournament
    from sklog.tournament.reports.head import Head


# -- how it stands ----------------------------------------------------------------------------------


def overview(head: Head, tournament: Tournament, unlike: Collection[tuple[int, int]] = ()) -> Report:
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
    return tournament_report("tournament", title, head, sections, _to_do(tournament, stands), facts=facts)


class _Stand(NamedTuple):
    """What of a round is in: the tables without any list, those that wait for the second of two entries, and so on."""

    round: int
    drawn: Round
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
            tuple([table for table in missing if entered[table] == 0]),
            tuple([table for table in missing if entered[table] == 1]),
            tuple([table for table in missing if entered[table] > 1]),
            tuple(sorted(table for round_, table in unlike if round_ == round)),
            *meetings(tournament, round),
        )

    @property
    def missing(self) -> int:
        """How many lists do not count yet."""
        return len(self.none) + len(self.once) + len(self.differs)


def _lists_facts(stands: list[_Stand]) -> Iterator[Fact]:
    """Yield how many lists of the newest round are in, and which tables are missing: it is what everybody asks."""
    if stands:
        newest = stands[-1]
        tables = len(newest.drawn.tables)
        yield Fact("tables", _("Tables"), tables, Kind.COUNT)
        yield Fact("lists", _("Lists in"), tables - newest.missing, Kind.COUNT)
        yield Fact("missing", _("Missing"), newest.missing, Kind.COUNT)


def _rounds(stands: list[_Stand]) -> Section:
    fields: list[Field[_Stand]] = [
        (Column("round", _("Round"), Kind.COUNT), lambda one: one.round),
        (Column("tables", _("Tables"), Kind.COUNT), lambda one: len(one.drawn.tables)),
        (Column("people", _("People"), Kind.COUNT), lambda one: sum(map(len, one.drawn.tables))),
        (Column("byes", _("Without a table"), Kind.COUNT, optional=True), lambda one: len(one.drawn.byes)),
        (Column("lists", _("Lists in"), Kind.COUNT), lambda one: len(one.drawn.tables) - one.missing),
        (Column("missing", _("Missing"), Kind.COUNT), lambda one: one.missing),
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
        *who_columns(),
        Column("first", _("First entry")),
        Column("second", _("Second entry")),
    )
    rows = (row[beside:] for where in tables for row in _differing(tournament, *where))
    return section("differences", _("Entries that differ"), columns[beside:], rows)


def _differing(tournament: Tournament, round: int, table: int) -> Iterator[tuple[Cell, ...]]:  # noqa: A002
    """Yield a row for each seat of which two entries of a list say different things."""
    first, *_between, second = tournament.in_force(round, table)
    for number, one, other in zip(tournament.seats(round, table), first.rows, second.rows, strict=True):
        if not one.agrees(other):
            rows = (row_words(row, tournament.rules) for row in (one, other))
            yield (round, table, number, tournament.entrants[number].name, *rows)


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
    seated = seats_of(newest) if newest else {}
    named = {*seated, *(newest.byes if newest else ())}
    drawn = len(tournament.rounds)
    rows = []
    for number in sorted(tournament.entrants):
        one = tournament.entrants[number]
        words = _state(one)
        if number in late:
            words.append(_("late"))
        if newest and one.here and not (one.fills or number in named or tournament.rules.is_final(drawn)):
            words.append(_("no seat in round {round}", round=drawn))
        if not one.here and number in seated and seated[number][0] in tournament.missing(drawn):
            words.append(_("still has a seat at table {table}", table=seated[number][0]))
        if words:
            rows.append((number, one.name, ", ".join(words)))
    columns = (*who_columns(), Column("state", _("Status"), Kind.PROSE))
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
    return section("fees", _("Fees that are open"), (*who_columns(), cents_column("open", _("Open"))), rows)


def _to_do(tournament: Tournament, stands: list[_Stand]) -> Iterator[str]:
    """Yield what is missing, and what comes next."""
    for one in stands:
        yield from missing_notes([(one.round, table) for table in (*one.none, *one.once, *one.differs)])
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
    drawn, missing = len(stands), sum(one.missing for one in stands)
    if stands and not missing:
        yield _n("All lists of {n} round are in.", "All lists of {n} rounds are in.", drawn)
    if missing:
        return
    if drawn < tournament.rules.rounds:
        yield _("Round {round} can be drawn.", round=drawn + 1)
    elif not any(one.unlike for one in stands):
        yield _("The ranking is final.")


# -- entrants ---------------------------------------------------------------------------------------


def entrants(head: Head, tournament: Tournament) -> Report:
    """Return everybody who entered, by start number, with what was paid (cents)."""
    every = [tournament.entrants[number] for number in sorted(tournament.entrants)]
    late, found = _late(tournament), cash(tournament)
    fields: list[Field[Entrant]] = [
        *entrant_fields(),
        (Column("classes", _("Counts for"), optional=True),
         lambda one: ", ".join(_(WINNERS[each]) for each in one.classes) or None),
        (cents_column("paid", _("Paid"))._replace(optional=not tournament.rules.fee), lambda one: one.paid),
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
    return tournament_report("entrants", _("{name}: entrants", name=head.name), head, sections, facts=facts)


# -- seats ------------------------------------------------------------------------------------------


def seats(head: Head, tournament: Tournament, names: Mapping[int, str], round: int) -> Report:  # noqa: A002
    """Return who sits where in a round, by table, and everybody by name; `names` is how they are called at the tables.

    The round has been drawn.
    """
    drawn = tournament.rounds[round - 1]
    placed = seats_of(drawn)
    where: list[Field[int]] = [
        (Column("table", _("Table"), Kind.COUNT), lambda number: placed[number][0]),
        (Column("seat", _("Seat"), Kind.COUNT), lambda number: placed[number][1]),
    ]
    who = fields_of(lambda number: tournament.entrants[number]._replace(name=names[number]), entrant_fields())
    numbered, named, *_from = who
    alphabet = sorted(placed, key=lambda number: (by_name(names[number], tournament.rules), number))
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
    return tournament_report("seats", title, head, sections, _drawn_notes(tournament, round), facts=facts)


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
