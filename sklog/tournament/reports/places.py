"""Who is where in a tournament, and why: rankings, teams and clubs, a series; a player, and every list of a table."""

from __future__ import annotations

from functools import partial
from itertools import count, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NotFound
from sklog.language import _, _and, _n
from sklog.reports.model import Column, Fact, Kind, Report, Struck, known, section, section_of
from sklog.scoring.amounts import signed_number
from sklog.scoring.tariff import GOOD, POINTS
from sklog.tournament.facts import Entered, Paid, Penalized, Presence, Substitute, fact_words, no_table
from sklog.tournament.model import GOOD_POINTS, HERZ_SOLOS, LOT, SOLOS
from sklog.tournament.ranking import DECIDING, ON_LISTS, at_table, clubs, counted_points, ranking, teams
from sklog.tournament.reports import shared
from sklog.tournament.reports.day import differences
from sklog.tournament.words import games_words, once_words, rows_words, tie_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Penalty, Row, Rules, TableList, Tournament
    from sklog.tournament.ranking import GroupStanding, Ranking, RoundResult, Standing
    from sklog.tournament.series import Series, SeriesStanding


# -- everybody --------------------------------------------------------------------------------------


def ranking_report(head: shared.Head, tournament: Tournament, upto: int | None = None) -> Report:
    """Return everybody's place after round `upto`, or after all that were drawn; points are whole numbers."""
    found = ranking(tournament, upto)
    # of the round that is played the note below says which lists are missing: everybody's would be
    overdue = {number for at, table in found.missing if at < found.upto for number in tournament.seats(at, table)}
    shown = [one if one.entrant.number in overdue else one._replace(missing=0) for one in found.standings]
    sections = (
        section_of("ranking", _("Ranking"), shown, _fields(tournament.rules, found)),
        section_of("out", _("Withdrew before they played"), found.out, shared.entrant_fields()[:2]),
    )
    title = shared.title_upto(head, _("ranking"), found, tournament.rules)
    return shared.tournament_report("ranking", title, head, sections, _ranking_notes(tournament, found))


def _fields(rules: Rules, found: Ranking) -> list[Field[Standing]]:
    """Return the columns of the ranking: the place, who and with what first, then each round, ties, and where from."""
    number, name, *about = shared.fields_of(lambda one: one.entrant, shared.entrant_fields())
    titles = {SOLOS: _("Solos"), HERZ_SOLOS: _("Herz-Solos"), GOOD_POINTS: _("Good points")}
    ties = [tie for tie in rules.ties if tie in ON_LISTS and (tie, rules.counts) != (GOOD_POINTS, GOOD)]

    def points(key: str, title: str) -> Column:
        return shared.points_column(rules, key, title)._replace(empty="–")

    return [
        (Column("place", _("Rank"), Kind.COUNT, "–"), lambda one: one.place),
        number,
        name,
        (points("total", _("Total")), lambda one: one.points if one.place else None),
        *((points(f"round_{at}", _("R. {round}", round=at)), partial(_round_points, at - 1))
          for at in range(1, found.upto + 1)),
        (Column("penalties", _("Penalties"), Kind.MONEY, optional=True), lambda one: one.penalties or None),
        *((Column(ON_LISTS[tie], titles[tie], Kind.PRICE if tie == GOOD_POINTS else Kind.COUNT, "–"), DECIDING[tie])
          for tie in ties),
        (Column("decided", _("Tie decided by"), optional=True), lambda one: tie_words(one.decided) or None),
        *((column._replace(kind=Kind.PROSE), get) for column, get in about),
        (Column("remark", _("Remark"), Kind.PROSE, optional=True), lambda one: remark(one) or None),
    ]  # fmt: skip


def _round_points(at: int, one: Standing) -> int | None:
    result = one.rounds[at]
    return None if result is None else result.points


def remark(one: Standing) -> str:
    """Return what is to be known of somebody in the ranking: a list that is missing, a round, who he stands for."""
    byes = [str(result.round) for result in one.rounds if result and result.bye]
    said: Sequence[tuple[object, Callable[[], str]]] = (
        (not one.place, lambda: _("no list yet")),
        (one.entrant.before, lambda: _("took over from {people}", people=_and(one.entrant.before))),
        (not one.entrant.here, lambda: _("withdrew")),
        (byes, lambda: _n("a bye in round {rounds}", "byes in rounds {rounds}", len(byes), rounds=_and(byes))),
        (one.missing, lambda: _n("{n} list is missing", "{n} lists are missing", one.missing)),
        (one.rounds and not one.complete and one.entrant.here, lambda: _("missed a round")),
    )
    return ", ".join(words() for is_so, words in said if is_so)


def _ranking_notes(tournament: Tournament, found: Ranking) -> Iterator[str]:
    """Yield what the places rest on, and what is still open."""
    rules = tournament.rules
    yield from shared.missing_notes(found.missing)
    if found.upto < rules.rounds:
        left = rules.rounds - found.upto
        yield _n("{n} round is still to come.", "{n} rounds are still to come.", left)
    if rules.counts == GOOD:
        yield _("Good points count: what was won, without subtracting what was lost.")
    yield shared.ties_note(rules)
    if LOT in rules.ties and any(one.decided == LOT for one in found.standings):
        yield _("The lots are drawn with the seed {seed}.", seed=rules.seed)
    yield from shared.unsaid_notes(found)
    if any(one.rounds and not one.complete for one in found.standings):
        yield _("Anyone who missed a round gets no prize for a place.")


# -- teams and clubs --------------------------------------------------------------------------------


def teams_report(head: shared.Head, tournament: Tournament, upto: int | None = None) -> Report:
    """Return the places of the teams: the sum of their best."""
    return _groups(head, tournament, "teams", teams(tournament, upto), ranking(tournament, upto))


def clubs_report(head: shared.Head, tournament: Tournament, upto: int | None = None) -> Report:
    """Return the places of the clubs, counted as teams are."""
    return _groups(head, tournament, "clubs", clubs(tournament, upto), ranking(tournament, upto))


def _groups(
    head: shared.Head, tournament: Tournament, key: str, found: Sequence[GroupStanding], everybody: Ranking
) -> Report:
    what, said = {"teams": (_("Team"), _("teams")), "clubs": (_("Club"), _("clubs"))}[key]
    people = partial(_people, tournament, {one.entrant.number: one.points for one in everybody.placed})
    total = shared.points_column(tournament.rules, "total", _("Total"))._replace(empty="–")
    fields: list[Field[GroupStanding]] = [
        (Column("place", _("Rank"), Kind.COUNT, "–"), lambda one: one.place),
        (Column("name", what), lambda one: one.name),
        (total, lambda one: one.points if one.best else None),
        (Column("best", _("Whose points count"), Kind.PROSE), lambda one: people(one.best)),
        (Column("others", _("The others"), Kind.PROSE, optional=True), lambda one: people(one.others) or None),
    ]
    size = tournament.rules.team_size
    notes = [*shared.missing_notes(everybody.missing)]
    notes.append(_("The best {n} players' points count.", n=size) if size > 1 else _("The best player's points count."))
    if any(one.place is None for one in found):
        notes.append(_("A team or club needs a list from that many people to get a place."))
    if not found:
        notes.append(_("Nobody entered belongs to one."))
    table = section_of(key, "", found, fields)
    title = shared.title_upto(head, said, everybody, tournament.rules)
    return shared.tournament_report(key, title, head, (table,), notes)


def _people(tournament: Tournament, points: Mapping[int, int], who: Sequence[int]) -> str:
    said = {one: shared.signed(tournament.rules, points[one]) if one in points else _("no list yet") for one in who}
    return ", ".join(f"{tournament.called(one)} {words}" for one, words in said.items())


# -- each table's best --------------------------------------------------------------------------------


def bests_report(head: shared.Head, tournament: Tournament, round: int) -> Report:  # noqa: A002  as it is called
    """Return who has the most points of each table in a round; several, where they have the same. No penalty counts."""
    tables = range(1, len(tournament.rounds[round - 1].tables) + 1)
    found = [(table, *best) for table in tables for best in at_table(tournament, round, table)[:1]]
    fields: list[Field[tuple[int, tuple[int, ...], int]]] = [
        (Column("table", _("Table"), Kind.COUNT), lambda one: one[0]),
        (Column("best", _("The best"), Kind.PROSE), lambda one: _and(map(tournament.called, one[1]))),
        (shared.points_column(tournament.rules, "points", _("Points")), lambda one: one[2]),
    ]
    title = _("{name}: the best of each table, round {round}", name=head.name, round=round)
    notes = shared.missing_notes([(round, table) for table in tournament.missing(round)])
    return shared.tournament_report("bests", title, head, (section_of("bests", "", found, fields),), notes)


# -- a series ---------------------------------------------------------------------------------------


def series_report(found: Series, *, good: bool = False) -> Report:
    """Return several tournaments as one ranking, of which everybody's best count; good points alone have no sign."""
    points = Kind.PRICE if good else Kind.MONEY
    fields: list[Field[SeriesStanding]] = [
        (Column("place", _("Rank"), Kind.COUNT), lambda one: one.place),
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("home", _("From"), optional=True), lambda one: one.home or None),
        (Column("total", _("Total"), points), lambda one: one.total),
    ]
    for at, title in enumerate(found.titles):
        fields.append((Column(f"tournament_{at + 1}", title, points, "–"), partial(_series_points, at)))
    fields += [
        (Column("dropped", _("Does not count"), Kind.PROSE, optional=True), partial(_dropped, found.titles)),
        (Column("played", _("Played"), Kind.COUNT), lambda one: one.played),
        (Column("mean_place", _("Mean place"), Kind.RATIO), lambda one: one.mean_place),
        (Column("won", _("Won"), Kind.COUNT), lambda one: one.won),
        (Column("top", _("Best"), points), lambda one: one.top),
    ]
    notes = [
        _("Everybody's best tournament counts.")
        if found.best == 1
        else _("Everybody's best {n} tournaments count.", n=found.best),
        _("Players with the same total are placed by tournaments won, then by their best tournament."),
    ]
    if found.unclear:
        notes.append(_("Two people have the same name and place: {people}.", people=_and(found.unclear)))
    if found.turned:
        pairs = (_("{one} and {other}", one=one, other=other) for one, other in found.turned)
        notes.append(_("Counted as one person: {people}.", people=", ".join(pairs)))
    table = section_of("series", "", found.standings, fields)
    title = _("Series: {titles}", titles=_and(found.titles))
    return Report("series", title, POINTS, sections=(table,), notes=tuple(notes))


def _series_points(at: int, one: SeriesStanding) -> int | None:
    return one.points[at]


def _dropped(titles: Sequence[str], one: SeriesStanding) -> str | None:
    left_out = [
        f"{title} {signed_number(points)}"
        for title, points, counts in zip(titles, one.points, one.counts, strict=True)
        if points is not None and not counts
    ]
    return Struck(", ".join(left_out)) if left_out else None


_OF_ONE = (Entered, Paid, Penalized, Presence, Substitute)


# -- somebody ---------------------------------------------------------------------------------------


def person_report(head: shared.Head, tournament: Tournament, number: int) -> Report:
    """Return why somebody is where he is: rounds, penalties, ties, and what is recorded of him.

    Raises NotFound where nobody has the number.
    """
    entrant, found = tournament.one(number), ranking(tournament)
    mine = found.of(number)
    ranked, total = mine is not None and mine.place is not None, shared.points_column(tournament.rules, "", "")
    facts = known(
        Fact("number", _("Number"), number, Kind.COUNT),
        Fact("name", _("Name"), entrant.name, Kind.NAME),
        Fact("home", _("From"), entrant.place or None),
        Fact("club", _("Club"), entrant.club or None),
        Fact("team", _("Team"), entrant.team or None),
        Fact("rank", _("Rank"), mine.place if mine else None, Kind.COUNT),
        Fact("of", _("Of"), len(found.placed) if ranked else None, Kind.COUNT),
        Fact("total", _("Total"), mine.points if mine and ranked else None, total.kind),
        Fact("remark", _("Remark"), (remark(mine) or None) if mine else None, Kind.PROSE),
    )
    sections = (
        _rounds(tournament, number, mine),
        _penalties(tournament, number),
        _ties(tournament, found, mine),
        _recorded(tournament, number),
    )
    title = _("{name}: why number {number} has this place", name=head.name, number=number)
    return shared.tournament_report("entrant", title, head, sections, _person_notes(tournament, mine), facts=facts)


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
        table, seat = shared.seats_of(drawn).get(number) or (None, None)
        yield _Played(at, table, seat, mine.rounds[at - 1] if mine else None)


def _row_fields(row: Callable[[Any], Row | None]) -> list[Field[Any]]:
    """Return the columns of what the `row` of a list says besides what counts."""
    titles = {"good": _("Good points"), "solos": _("Solos"), "herz_solos": _("Herz-Solos")}

    def said(field: str, one: Any) -> Any:
        return getattr(row(one), field, None)

    kinds = {"good": Kind.PRICE}
    return [
        (Column(field, title, kinds.get(field, Kind.COUNT), optional=True), partial(said, field))
        for field, title in titles.items()
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
        (
            shared.points_column(tournament.rules, "points", _("Counts")),
            lambda one: one.result.points if one.result else None,
        ),
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
        *shared.fields_of(lambda one: one.entrant, shared.entrant_fields()[:2]),
        (shared.points_column(tournament.rules, "total", _("Total")), lambda one: one.points),
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
    parts = [shared.signed(tournament.rules, result.points) for result in mine.rounds if result]
    total = shared.signed(tournament.rules, mine.points)
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
    head: shared.Head,
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
    return shared.tournament_report("table", title, head, sections, facts=facts)


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
    number, name = shared.who_columns()
    fields: list[Field[tuple[int, int, Row | None]]] = [
        (Column("seat", _("Seat"), Kind.COUNT), lambda one: one[0]),
        (number, lambda one: one[1]),
        (name, lambda one: names[one[1]]),
        (shared.points_column(rules, "points", _("Counts"))._replace(empty="–"),
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
        hidden = counted is None and in_force == 1 and not replaced
        words = once_words(one.who) if hidden else rows_words(tournament, people, one.rows)
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
