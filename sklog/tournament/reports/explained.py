"""Why somebody is where he is, and what was entered of a table: everything that the ranking counts, one by one."""

from __future__ import annotations

from itertools import count, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NotFound
from sklog.language import _
from sklog.reports.model import Column, Fact, Kind, Report, Struck, known, section, section_of
from sklog.scoring.amounts import signed_number
from sklog.scoring.tariff import GOOD
from sklog.tournament.facts import Entered, Paid, Penalized, Presence, Substitute, fact_words, no_table
from sklog.tournament.model import HERZ_SOLOS, LOT, SOLOS
from sklog.tournament.ranking import DECIDING, counted_points, ranking
from sklog.tournament.reports.head import (
    entrant_fields,
    fields_of,
    points_column,
    seats_of,
    signed,
    tournament_report,
    who_columns,
)
from sklog.tournament.reports.overview import differences
from sklog.tournament.reports.standing import remark
from sklog.tournament.words import games_words, once_words, row_words, tie_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Penalty, Row, TableList, Tournament
    from sklog.tournament.ranking import Ranking, RoundResult, Standing
    from sklog.tournament.reports.head import Head

_OF_ONE = (Entered, Paid, Penalized, Presence, Substitute)


# -- somebody ---------------------------------------------------------------------------------------


def person_report(head: Head, tournament: Tournament, number: int) -> Report:
    """Return why somebody is where he is: rounds, penalties, ties, and what is recorded of him.

    Raises NotFound where nobody has the number.
    """
    entrant = tournament.entrants.get(number)
    if entrant is None:
        raise NotFound(_("nobody has number {number}", number=number))
    found = ranking(tournament)
    mine = found.of(number)
    ranked = mine is not None and mine.place is not None
    facts = known(
        Fact("number", _("Number"), number, Kind.COUNT),
        Fact("name", _("Name"), entrant.name, Kind.NAME),
        Fact("home", _("From"), entrant.place or None),
        Fact("club", _("Club"), entrant.club or None),
        Fact("team", _("Team"), entrant.team or None),
        Fact("rank", _("Rank"), mine.place if mine else None, Kind.COUNT),
        Fact("of", _("Of"), len(found.placed) if ranked else None, Kind.COUNT),
        Fact(
            "total",
            _("Total"),
            mine.points if mine and mine.place else None,
            points_column(tournament.rules, "", "").kind,
        ),
        Fact("remark", _("Remark"), (remark(mine) or None) if mine else None, Kind.PROSE),
    )
    sections = (
        _rounds(tournament, number, mine),
        _penalties(tournament, number),
        _ties(tournament, found, mine),
        _recorded(tournament, number),
    )
    title = _("{name}: why number {number} has this place", name=head.name, number=number)
    return tournament_report("entrant", title, head, sections, _person_notes(tournament, mine), facts=facts)


class _Played(NamedTuple):
    """A round of somebody: where he sat, and what it brought, None where that is not known."""

    round: int
    table: int | None
    seat: int | None
    result: RoundResult | None

    @property
    def row(self) -> Row | None:
        """What the list of the table says."""
        return self.result.row if self.result else None


def _played(tournament: Tournament, number: int, mine: Standing | None) -> Iterator[_Played]:
    for at, drawn in enumerate(tournament.rounds, 1):
        table, seat = seats_of(drawn).get(number) or (None, None)
        yield _Played(at, table, seat, mine.rounds[at - 1] if mine else None)


def _row_fields(row: Callable[[Any], Row | None]) -> list[Field[Any]]:
    """Return the columns of what the `row` of a list says besides what counts."""
    return [
        (Column("good", _("Good points"), Kind.PRICE, optional=True), lambda one: getattr(row(one), "good", None)),
        (Column("solos", _("Solos"), Kind.COUNT, optional=True), lambda one: getattr(row(one), "solos", None)),
        (
            Column("herz_solos", _("Herz-Solos"), Kind.COUNT, optional=True),
            lambda one: getattr(row(one), "herz_solos", None),
        ),
    ]


def _rounds(tournament: Tournament, number: int, mine: Standing | None) -> Section:
    """Return each round with its table, and what the list says."""

    def others(one: _Played) -> str | None:
        people = tournament.seats(one.round, one.table) if one.table else ()
        return ", ".join(tournament.called(other) for other in people if other != number) or None

    fields: list[Field[_Played]] = [
        (Column("round", _("Round"), Kind.COUNT), lambda one: one.round),
        (Column("table", _("Table"), Kind.COUNT, "–"), lambda one: one.table),
        (Column("seat", _("Seat"), Kind.COUNT, "–"), lambda one: one.seat),
        (points_column(tournament.rules, "points", _("Counts")), lambda one: one.result.points if one.result else None),
        (Column("sum", _("Sum"), Kind.MONEY, optional=True), lambda one: one.row.points if one.row else None),
        *_row_fields(lambda one: one.row),
        (Column("list", _("List"), Kind.PROSE), lambda one: _list_state(tournament, one)),
        (Column("others", _("With"), Kind.PROSE, optional=True), others),
    ]
    if tournament.rules.counts != GOOD:
        fields = [field for field in fields if field[0].key != "sum"]  # it is what counts
    return section_of("rounds", _("Rounds"), _played(tournament, number, mine), fields)


def _list_state(tournament: Tournament, one: _Played) -> str:
    if one.result and one.result.bye:
        return _("no table: the points of a bye")
    if one.table is None:
        return _("not seated")
    every = tournament.lists.get((one.round, one.table), ())
    counted = tournament.counted(one.round, one.table)
    if counted is None:
        return _("entered, but it does not count yet") if every else _("not in")
    words = [_("from the hands") if counted.evening else _("typed")]
    words += [_("corrected")] if counted.corrects else []
    return ", ".join(words)


def _penalties(tournament: Tournament, number: int) -> Section:
    fields: list[Field[Penalty]] = [
        (Column("round", _("Round"), Kind.COUNT, "–"), lambda one: one.round or None),
        (Column("points", _("Points"), Kind.MONEY), lambda one: one.points),
        (Column("reason", _("Reason"), Kind.PROSE), lambda one: one.reason),
    ]
    mine = [one for one in tournament.penalties if one.number == number]
    return section_of("penalties", _("Penalties"), mine, fields)


def _ties(tournament: Tournament, found: Ranking, mine: Standing | None) -> Section:
    """Return everybody with the same points, and what each has of that which decides."""
    same = [one for one in found.placed if mine and mine.place and one.points == mine.points]
    fields: list[Field[Standing]] = [
        (Column("place", _("Rank"), Kind.COUNT), lambda one: one.place),
        *fields_of(lambda one: one.entrant, entrant_fields()[:2]),
        (points_column(tournament.rules, "total", _("Total")), lambda one: one.points),
    ]
    kinds = {SOLOS: Kind.COUNT, HERZ_SOLOS: Kind.COUNT}
    fields += [
        (Column(tie.replace("-", "_"), tie_words(tie), kinds.get(tie, Kind.MONEY), "–"), DECIDING[tie])
        for tie in tournament.rules.ties
        if tie != LOT
    ]
    fields.append((Column("decided", _("Tie decided by"), optional=True), lambda one: tie_words(one.decided) or None))
    return section_of("ties", _("Same points"), same if len(same) > 1 else (), fields)


def _recorded(tournament: Tournament, number: int) -> Section:
    """Return what is recorded of him alone, in its order."""
    rows = [
        (place, fact_words(fact))
        for place, fact in enumerate(tournament.facts, 1)
        if isinstance(fact.said, _OF_ONE) and _number_of(fact.said) == number
    ]
    columns = (Column("fact", _("No."), Kind.COUNT), Column("what", _("What"), Kind.PROSE))
    return section("recorded", _("Recorded about this player"), columns, rows)


def _number_of(said: Entered | Paid | Penalized | Presence | Substitute) -> int:
    return said.penalty.number if isinstance(said, Penalized) else said.number


def _person_notes(tournament: Tournament, mine: Standing | None) -> Iterator[str]:
    """Yield how the total comes about."""
    if mine is None:
        yield _("Not ranked: a substitute, or somebody who withdrew before playing.")
        return
    if mine.place is None:
        yield _("Not ranked: no list of this player is in yet.")
        return
    parts = [signed(tournament.rules, result.points) for result in mine.rounds if result]
    total = signed(tournament.rules, mine.points)
    if mine.penalties:
        yield _("{rounds} from the rounds and {penalties} from penalties make {total}.", rounds=" ".join(parts) or "0",
                penalties=signed_number(mine.penalties), total=total)  # fmt: skip
    elif parts:
        yield _("{rounds} from the rounds make {total}.", rounds=" ".join(parts), total=total)
    if mine.decided:
        yield _("Ahead of the next place by {what}.", what=tie_words(mine.decided))
    if LOT in tournament.rules.ties and mine.decided == LOT:
        yield _("The lots are drawn with the seed {seed}.", seed=tournament.rules.seed)


# -- a table ----------------------------------------------------------------------------------------


def table_report(
    head: Head,
    tournament: Tournament,
    names: Mapping[int, str],
    round: int,  # noqa: A002  as it is called
    table: int,
) -> Report:
    """Return who sits at a table, and every list of it: those that were replaced are struck out.

    `names` is how they are called there. Raises NotFound where there is no such table.
    """
    people = tournament.seats(round, table)
    if not people:
        raise NotFound(no_table(tournament, round, table))
    counted = tournament.counted(round, table)
    in_force = tournament.in_force(round, table)
    facts = (
        Fact("round", _("Round"), round, Kind.COUNT),
        Fact("table", _("Table"), table, Kind.COUNT),
        Fact("games", _("To play"), games_words(tournament.rules, len(people))),
        Fact("list", _("List"), _counts_words(len(in_force), counted=counted is not None)),
    )
    sections = (
        _table_seats(tournament, names, people, counted),
        _lists(tournament, people, tournament.lists.get((round, table), ()), len(in_force), counted),
        differences(tournament, [(round, table)] if len(in_force) > 1 and counted is None else (), beside=2),
    )
    title = _("{name}: table {table} of round {round}", name=head.name, table=table, round=round)
    return tournament_report("table", title, head, sections, facts=facts)


def _counts_words(entered: int, *, counted: bool) -> str:
    if counted:
        return _("it is in")
    if entered > 1:
        return _("the two entries differ")
    return _("waits for the second entry") if entered else _("it is missing")


def _table_seats(
    tournament: Tournament, names: Mapping[int, str], people: Sequence[int], counted: TableList | None
) -> Section:
    rules = tournament.rules
    number, name = who_columns()
    fields: list[Field[tuple[int, int, Row | None]]] = [
        (Column("seat", _("Seat"), Kind.COUNT), lambda one: one[0]),
        (number, lambda one: one[1]),
        (name, lambda one: names[one[1]]),
        (points_column(rules, "points", _("Counts"))._replace(empty="–"),
         lambda one: counted_points(rules, one[2]) if one[2] else None),
        *_row_fields(lambda one: one[2]),
    ]  # fmt: skip
    rows: Iterable[Row | None] = counted.rows if counted else repeat(None)
    return section_of("seats", _("Seats"), zip(count(1), people, rows), fields)


def _lists(
    tournament: Tournament,
    people: Sequence[int],
    every: Sequence[TableList],
    in_force: int,
    counted: TableList | None,
) -> Section:
    """Return each list that came in, the oldest first."""
    rows = []
    for at, one in enumerate(every):
        replaced = at < len(every) - in_force
        pairs = zip(people, one.rows, strict=True)
        words = ", ".join(f"{tournament.called(number)} {row_words(row, tournament.rules)}" for number, row in pairs)
        words = once_words(one.who) if counted is None and in_force == 1 and not replaced else words
        state = _("replaced") if replaced else _("counts") if counted else _("entered")
        how = _("from the hands") if one.evening else _("typed")
        how = ", ".join((how, *([_("a correction")] if one.corrects else [])))
        what = Struck(words, _("was")) if replaced else words
        rows.append((at + 1, what, one.who or None, how, state))
    columns = (
        Column("list", _("No."), Kind.COUNT),
        Column("what", _("List"), Kind.PROSE),
        Column("who", _("Entered by")),
        Column("how", _("How")),
        Column("state", _("State")),
    )
    return section("lists", _("Lists"), columns, rows)
