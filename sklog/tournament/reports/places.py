"""Who is where in a tournament, and why: rankings, teams and clubs, a series; a player, and every list of a table."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING

from sklog.errors import NotFound
from sklog.language import _, _and, _n
from sklog.reports.model import Column, Fact, Kind, Report, Struck, known, section, section_of
from sklog.scoring.amounts import signed_number
from sklog.scoring.tariff import GOOD, POINTS
from sklog.tournament.facts import fact_words, no_table
from sklog.tournament.model import GOOD_POINTS, HERZ_SOLOS, LOT, SOLOS, Row
from sklog.tournament.ranking import DECIDING, ON_LISTS, at_table, clubs, counted_points, ranking, teams
from sklog.tournament.reports import shared
from sklog.tournament.reports.day import differences
from sklog.tournament.words import games_words, once_words, rows_words, tie_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Penalty, Rules, TableList, Tournament
    from sklog.tournament.ranking import GroupStanding, Ranking, Series, SeriesStanding, Standing


# -- everybody --------------------------------------------------------------------------------------


def ranking_report(head: shared.Head, tournament: Tournament, round: int | None = None) -> Report:  # noqa: A002
    """Return everybody's place after a `round`, or after all that were drawn; points are whole numbers."""
    found = ranking(tournament, round)
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
    on_lists = {column.key: column._replace(optional=False, empty="–") for column in _row_columns()}
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
        *((on_lists[ON_LISTS[tie]], DECIDING[tie]) for tie in ties),
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


def teams_report(head: shared.Head, tournament: Tournament, round: int | None = None) -> Report:  # noqa: A002
    """Return the places of the teams: the sum of their best."""
    return _groups(head, tournament, ("teams", _("Team"), _("teams")), teams(tournament, round), round)


def clubs_report(head: shared.Head, tournament: Tournament, round: int | None = None) -> Report:  # noqa: A002
    """Return the places of the clubs, counted as teams are."""
    return _groups(head, tournament, ("clubs", _("Club"), _("clubs")), clubs(tournament, round), round)


def _groups(
    head: shared.Head,
    tournament: Tournament,
    called: tuple[str, str, str],
    found: Sequence[GroupStanding],
    upto: int | None,
) -> Report:
    (key, what, said), everybody = called, ranking(tournament, upto)
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
    columns = (
        Column("place", _("Rank"), Kind.COUNT),
        Column("name", _("Name"), Kind.NAME),
        Column("home", _("From"), optional=True),
        Column("total", _("Total"), points),
        *(Column(f"tournament_{at}", title, points, "–") for at, title in enumerate(found.titles, 1)),
        Column("dropped", _("Does not count"), Kind.PROSE, optional=True),
        Column("played", _("Played"), Kind.COUNT),
        Column("mean_place", _("Mean place"), Kind.RATIO),
        Column("won", _("Won"), Kind.COUNT),
        Column("top", _("Best"), points),
    )
    also = attrgetter("played", "mean_place", "won", "top")
    rows = (
        (one.place, one.name, one.home or None, one.total, *one.points, _dropped(found.titles, one), *also(one))
        for one in found.standings
    )
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
    table = section("series", "", columns, rows)
    title = _("Series: {titles}", titles=_and(found.titles))
    return Report("series", title, POINTS, sections=(table,), notes=tuple(notes))


def _dropped(titles: Sequence[str], one: SeriesStanding) -> str | None:
    left_out = [
        f"{title} {signed_number(points)}"
        for title, points, counts in zip(titles, one.points, one.counts, strict=True)
        if points is not None and not counts
    ]
    return Struck(", ".join(left_out)) if left_out else None


# -- somebody ---------------------------------------------------------------------------------------


def person_report(head: shared.Head, tournament: Tournament, number: int) -> Report:
    """Return why somebody is where he is: rounds, penalties, ties, and what is recorded of him.

    Raises NotFound where nobody has the number.
    """
    entrant, found = tournament.one(number), ranking(tournament)
    mine = found.of(number)
    ranked, total = mine is not None and mine.place is not None, shared.points_column(tournament.rules, "", "")
    facts = known(
        *(Fact(column.key, column.title, get(entrant), column.kind) for column, get in shared.entrant_fields()),
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


def _row_columns() -> tuple[Column, ...]:
    """Return the columns of what a list says of somebody besides the sum."""
    return (
        Column("good", _("Good points"), Kind.PRICE, optional=True),
        Column("solos", _("Solos"), Kind.COUNT, optional=True),
        Column("herz_solos", _("Herz-Solos"), Kind.COUNT, optional=True),
    )


def _rounds(tournament: Tournament, number: int, mine: Standing | None) -> Section:
    """Return each round with its table, and what the list says."""
    rules, rows = tournament.rules, []
    for at, drawn in enumerate(tournament.rounds, 1):
        table, seat = shared.seats_of(drawn).get(number) or (None, None)
        result = mine.rounds[at - 1] if mine else None
        row = result.row if result and result.row else Row(None)
        total = row.points if rules.counts == GOOD else None  # else it is what counts
        people = tournament.seats(at, table) if table else ()
        others = ", ".join(tournament.called(one) for one in people if one != number)
        state = _list_state(tournament, at, table, is_bye=result is not None and result.bye)
        rows.append((at, table, seat, result.points if result else None, total, *row[1:], state, others or None))
    columns = (
        Column("round", _("Round"), Kind.COUNT),
        Column("table", _("Table"), Kind.COUNT, "–"),
        Column("seat", _("Seat"), Kind.COUNT, "–"),
        shared.points_column(rules, "points", _("Counts")),
        Column("sum", _("Sum"), Kind.MONEY, optional=True),
        *_row_columns(),
        Column("list", _("List"), Kind.PROSE),
        Column("others", _("With"), Kind.PROSE, optional=True),
    )
    return section("rounds", _("Rounds"), columns, rows)


def _list_state(tournament: Tournament, round: int, table: int | None, *, is_bye: bool) -> str:  # noqa: A002
    if is_bye:
        return _("no table: the points of a bye")
    if table is None:
        return _("not seated")
    every, counted = tournament.lists.get((round, table), ()), tournament.counted(round, table)
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
    for tie in tournament.rules.ties:
        column = Column(tie.replace("-", "_"), tie_words(tie), kinds.get(tie, Kind.MONEY), "–")
        fields += [(column, DECIDING[tie])] if tie != LOT else []
    fields.append((Column("decided", _("Tie decided by"), optional=True), lambda one: tie_words(one.decided) or None))
    return section_of("ties", _("Same points"), same if len(same) > 1 else (), fields)


def _recorded(tournament: Tournament, number: int) -> Section:
    """Return what is recorded of him alone, in its order."""
    of = ((fact, getattr(fact.said, "penalty", fact.said)) for fact in tournament.facts)
    rows = [(at, fact_words(fact)) for at, (fact, one) in enumerate(of, 1) if getattr(one, "number", 0) == number]
    columns = (Column("fact", _("No."), Kind.COUNT), Column("what", _("What"), Kind.PROSE))
    return section("recorded", _("Recorded about this player"), columns, rows)


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
    counts = shared.points_column(rules, "points", _("Counts"))._replace(empty="–")
    columns = (Column("seat", _("Seat"), Kind.COUNT), *shared.who_columns(), counts, *_row_columns())
    seated = enumerate(zip(people, counted.rows if counted else repeat(Row(None)), strict=False), 1)
    rows = (
        (seat, number, names[number], counted_points(rules, row) if counted else None, *row[1:])
        for seat, (number, row) in seated
    )
    return section("seats", _("Seats"), columns, rows)


def _lists(
    tournament: Tournament, people: Sequence[int], every: Sequence[TableList], in_force: int, counted: TableList | None
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
