"""The reports of a tournament, and its printouts, by their names: what each is asked for, and what it is made of.

    Held ──Head, Tournament, names──▶ builder ──▶ Report; of a printout the text of a page that is printed

What is not asked for is as usual: the newest round. Points are whole numbers; money is cents, as its columns say.
Somebody is known by the start number, and called by the name it has now.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from inspect import signature
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NotFound, Refused
from sklog.language import N_, _, _and, _n, _t
from sklog.reports.model import Column, Fact, Kind, Report, Struck, known, section, section_of
from sklog.rooms import PRICES, load
from sklog.scoring.amounts import money, signed_number
from sklog.scoring.arguments import reading
from sklog.scoring.games import ONE_AGAINST_ALL
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament import words
from sklog.tournament.draw import drawn_from, is_as_drawn, lacking, meetings
from sklog.tournament.facts import Drawn, Entered, fact_words, no_table
from sklog.tournament.model import ALL, GOOD_POINTS, HERZ_SOLOS, LAST, LOT, METHOD_BY_PLACE, SOLOS, WINNERS, Row
from sklog.tournament.prizes import Award, all_words, awards, cash, fees, not_given
from sklog.tournament.ranking import DECIDING, ON_LISTS, at_table, clubs, counted_points, ranking, series, teams

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Entrant, Penalty, Prize, Round, Rules, TableList, Tournament
    from sklog.tournament.prizes import Cash
    from sklog.tournament.ranking import GroupStanding, Ranking, Series, SeriesStanding, Standing
    from sklog.tournament.tournaments import Held


# -- what reports share -----------------------------------------------------------------------------


def tournament_report(
    key: str,
    title: str,
    head: words.Head,
    sections: Iterable[Section],
    notes: Iterable[str] = (),
    *,
    facts: Iterable[Fact] = (),
) -> Report:
    """Return a report of a tournament: which one it is about stands above its own facts."""
    about = known(
        Fact("tournament", _("Tournament"), head.name),
        Fact("date", _("Date"), head.date or None, Kind.DATE),
        Fact("place", _("Place"), head.place or None),
    )
    return Report(key, title, POINTS, (*about, *facts), tuple(sections), tuple(notes))


def points_column(rules: Rules, key: str, title: str) -> Column:
    """Return a column of points; good points alone have no sign."""
    return Column(key, title, Kind.PRICE if rules.counts == GOOD else Kind.MONEY)


def cents_column(key: str, title: str) -> Column:
    """Return a column of money."""
    return Column(key, f"{title} (€)", Kind.PRICE, unit=CENTS)


def who_columns() -> tuple[Column, Column]:
    """Return the columns of a start number, and of the name."""
    return Column("number", _("Number"), Kind.COUNT), Column("name", _("Name"), Kind.NAME)


def entrant_fields() -> list[Field[Entrant]]:
    """Return the columns of who somebody is and where from."""
    number, name = who_columns()
    return [
        (number, lambda one: one.number),
        (name, lambda one: one.name),
        (Column("home", _("From"), optional=True), lambda one: one.place or None),
        (Column("club", _("Club"), optional=True), lambda one: one.club or None),
        (Column("team", _("Team"), optional=True), lambda one: one.team or None),
    ]


def fields_of(entrant: Callable[[Any], Entrant], fields: Iterable[Field[Entrant]]) -> list[Field[Any]]:
    """Return columns of an entrant for things that have one, such as a place in the ranking."""
    return [(column, lambda one, get=get: get(entrant(one))) for column, get in fields]  # type: ignore[misc]


# -- how it stands ----------------------------------------------------------------------------------


def overview(head: words.Head, tournament: Tournament, unlike: Collection[tuple[int, int]] = ()) -> Report:
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
        Fact("rules", _("Rules"), ", ".join(words.rules_words(tournament.rules)), Kind.PROSE, foot=True),
        Fact("seed", _("Seed"), tournament.rules.seed, foot=True),
    )
    sections = (_round_rows(stands), differences(tournament, differ), _not_simply_here(tournament), _fees(tournament))
    title = _("{name}: overview", name=head.name)
    return tournament_report("tournament", title, head, sections, _to_do(tournament, stands), facts=facts)


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
        none, once, differs = (tuple([one for one in missing if entered[one] == lists]) for lists in range(3))
        since = tuple(sorted(table for round_, table in unlike if round_ == round))
        drawn = tournament.rounds[round - 1]
        return cls(round, drawn, missing, none, once, differs, since, *meetings(tournament, round))


def _lists_facts(stands: list[_Stand]) -> Iterator[Fact]:
    """Yield how many lists of the newest round are in, and which tables are missing: it is what everybody asks."""
    if stands:
        newest = stands[-1]
        tables = len(newest.drawn.tables)
        yield Fact("tables", _("Tables"), tables, Kind.COUNT)
        yield Fact("lists", _("Lists in"), tables - len(newest.missing), Kind.COUNT)
        yield Fact("missing", _("Missing"), len(newest.missing), Kind.COUNT)


def _round_rows(stands: list[_Stand]) -> Section:
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
    return Column(key, title, Kind.PROSE, optional=True), lambda one: words.runs(tables(one)) or None


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
    rules = tournament.rules
    rows = (
        (*where, number, tournament.entrants[number].name, words.row_words(one, rules), words.row_words(other, rules))
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


def _not_simply_here(tournament: Tournament) -> Section:
    """Return who is not simply here from the beginning on."""
    late = _late(tournament)
    newest = tournament.rounds[-1] if tournament.rounds else None
    seated = words.seats_of(newest) if newest else {}
    drawn, seatless = len(tournament.rounds), tournament.seatless
    rows = []
    for number in sorted(tournament.entrants):
        one = tournament.entrants[number]
        told = _state(one)
        if number in late:
            told.append(_("late"))
        if number in seatless:
            told.append(_("no seat in round {round}", round=drawn))
        if not one.here and number in seated and seated[number][0] in tournament.missing(drawn):
            told.append(_("still has a seat at table {table}", table=seated[number][0]))
        if told:
            rows.append((number, one.name, ", ".join(told)))
    columns = (*who_columns(), Column("state", _("Status"), Kind.PROSE))
    return section("people", _("Withdrawn, late, taken over"), columns, rows)


def _state(one: Entrant) -> list[str]:
    """Return whether somebody is away, stands in, or took over a number."""
    told = [] if one.here else [_("withdrew")]
    if one.fills:
        told.append(_("stands in where somebody is missing"))
    if one.before:
        told.append(_("took over from {people}", people=", ".join(one.before)))
    return told


def _fees(tournament: Tournament) -> Section:
    """Return who still owes a fee."""
    rows = [(number, tournament.entrants[number].name, cents) for number, cents in cash(tournament).open]
    return section("fees", _("Fees that are open"), (*who_columns(), cents_column("open", _("Open"))), rows)


def _to_do(tournament: Tournament, stands: list[_Stand]) -> Iterator[str]:
    """Yield what is missing, and what comes next."""
    for one in stands:
        yield from words.missing_notes([(one.round, table) for table in one.missing])
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
        fills = sum(one.here and one.fills for one in tournament.entrants.values())
        who = lacking(len(tournament.playing), fills, tournament.rules)
        yield f"{who}." if who else _("Round {round} can be drawn.", round=drawn + 1)
    elif not any(one.unlike for one in stands):
        yield _("The ranking is final.")


# -- entrants ---------------------------------------------------------------------------------------


def entrants(head: words.Head, tournament: Tournament) -> Report:
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


def seats(head: words.Head, tournament: Tournament, names: Mapping[int, str], round: int) -> Report:  # noqa: A002
    """Return who sits where in a round, by table, and everybody by name; `names` is how they are called at the tables.

    The round has been drawn.
    """
    drawn = tournament.rounds[round - 1]
    placed = words.seats_of(drawn)
    where: list[Field[int]] = [
        (Column("table", _("Table"), Kind.COUNT), lambda number: placed[number][0]),
        (Column("seat", _("Seat"), Kind.COUNT), lambda number: placed[number][1]),
    ]
    who = fields_of(lambda number: tournament.entrants[number]._replace(name=names[number]), entrant_fields())
    numbered, named, *_from = who
    alphabet = sorted(placed, key=lambda number: (words.by_name(names[number], tournament.rules), number))
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
        yield _("A table of {people}: {games}.", people=people, games=words.games_words(tournament.rules, people))
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


def awards_report(head: words.Head, tournament: Tournament) -> Report:
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
        (Column("prize", _("Prize"), Kind.PROSE), words.prize_words),
    ]
    found = ranking(tournament)
    is_open = bool(found.missing) or found.upto < tournament.rules.rounds
    nobody = _("Not given yet") if is_open else _("Given to nobody")
    sections = (
        section_of("awards", _("Prizes"), given, fields),
        section_of("not_given", nobody, not_given(tournament), left),
    )
    facts = (Fact("money", _("Money"), money(sum(one.cents for one in given), CENTS)),)
    title, notes = _("{name}: prizes", name=head.name), _awards_notes(tournament, given, found, is_open=is_open)
    return tournament_report("awards", title, head, sections, notes, facts=facts)


def _shared(award: Award) -> str:
    told = [_n("{n} person has the place", "{n} people share the place", award.shared)] if award.shared > 1 else []
    return ", ".join((*told, *([_("by lot")] if award.by_lot else [])))


def _awards_notes(tournament: Tournament, given: tuple[Award, ...], found: Ranking, *, is_open: bool) -> Iterator[str]:
    """Yield whether the prizes are final, and how shared ones were divided."""
    if not tournament.prizes:
        yield _t('There is nothing to win yet¦: sklog tournament prizes "1: 500 €" "2: Schinken"')
        return
    yield from all_words(tournament)
    yield from words.missing_notes(found.missing)
    if is_open:
        yield _("This is how it looks now; it may still change.")
    if any(prize.whose in (ALL, LAST) for prize in tournament.prizes):
        yield from words.unsaid_notes(found)
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


def cash_report(head: words.Head, tournament: Tournament) -> Report:
    """Return the entry fees and the prizes of money, in cents: what is due, paid, open, and left."""
    found, due = cash(tournament), fees(tournament)
    every = [one for who, one in sorted(tournament.entrants.items()) if due.get(who) or one.paid]
    fields: list[Field[Entrant]] = [
        *entrant_fields()[:2],
        (cents_column("due", _("Due")), lambda one: due.get(one.number, 0)),
        (cents_column("paid", _("Paid")), lambda one: one.paid),
        *((column._replace(optional=False), get) for column, get in account_fields(found, lambda one: one.number)),
    ]
    sections = (cash_section(found), section_of("accounts", _("Fees"), every, fields))
    notes = [*words.tables_note(tournament), *([] if tournament.rules.fee else [_("No fee is taken.")])]
    return tournament_report("cash", _("{name}: cash", name=head.name), head, sections, notes)


# -- everybody --------------------------------------------------------------------------------------


def ranking_report(head: words.Head, tournament: Tournament, round: int | None = None) -> Report:  # noqa: A002
    """Return everybody's place after a `round`, or after all that were drawn; points are whole numbers."""
    found = ranking(tournament, round)
    # of the round that is played the note below says which lists are missing: everybody's would be
    overdue = {number for at, table in found.missing if at < found.upto for number in tournament.seats(at, table)}
    shown = [one if one.entrant.number in overdue else one._replace(missing=0) for one in found.standings]
    sections = (
        section_of("ranking", _("Ranking"), shown, _fields(tournament.rules, found)),
        section_of("out", _("Withdrew before they played"), found.out, entrant_fields()[:2]),
    )
    title = words.title_upto(head, _("ranking"), found, tournament.rules)
    return tournament_report("ranking", title, head, sections, _ranking_notes(tournament, found))


def _fields(rules: Rules, found: Ranking) -> list[Field[Standing]]:
    """Return the columns of the ranking: the place, who and with what first, then each round, ties, and where from."""
    number, name, *about = fields_of(lambda one: one.entrant, entrant_fields())
    on_lists = {column.key: column._replace(optional=False, empty="–") for column in _row_columns()}
    ties = [tie for tie in rules.ties if tie in ON_LISTS and (tie, rules.counts) != (GOOD_POINTS, GOOD)]

    def points(key: str, title: str) -> Column:
        return points_column(rules, key, title)._replace(empty="–")

    return [
        (Column("place", _("Rank"), Kind.COUNT, "–"), lambda one: one.place),
        number,
        name,
        (points("total", _("Total")), lambda one: one.points if one.place else None),
        *((points(f"round_{at}", _("R. {round}", round=at)), partial(_round_points, at - 1))
          for at in range(1, found.upto + 1)),
        (Column("penalties", _("Penalties"), Kind.MONEY, optional=True), lambda one: one.penalties or None),
        *((on_lists[ON_LISTS[tie]], DECIDING[tie]) for tie in ties),
        (Column("decided", _("Tie decided by"), optional=True), lambda one: words.tie_words(one.decided) or None),
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
    return ", ".join(sentence() for is_so, sentence in said if is_so)


def _ranking_notes(tournament: Tournament, found: Ranking) -> Iterator[str]:
    """Yield what the places rest on, and what is still open."""
    rules = tournament.rules
    yield from words.missing_notes(found.missing)
    if found.upto < rules.rounds:
        left = rules.rounds - found.upto
        yield _n("{n} round is still to come.", "{n} rounds are still to come.", left)
    if rules.counts == GOOD:
        yield _("Good points count: what was won, without subtracting what was lost.")
    yield words.ties_note(rules)
    if LOT in rules.ties and any(one.decided == LOT for one in found.standings):
        yield _("The lots are drawn with the seed {seed}.", seed=rules.seed)
    yield from words.unsaid_notes(found)
    if any(one.rounds and not one.complete for one in found.standings):
        yield _("Anyone who missed a round gets no prize for a place.")


# -- teams and clubs --------------------------------------------------------------------------------


def teams_report(head: words.Head, tournament: Tournament, round: int | None = None) -> Report:  # noqa: A002
    """Return the places of the teams: the sum of their best."""
    return _groups(head, tournament, ("teams", _("Team"), _("teams")), round)


def clubs_report(head: words.Head, tournament: Tournament, round: int | None = None) -> Report:  # noqa: A002
    """Return the places of the clubs, counted as teams are."""
    return _groups(head, tournament, ("clubs", _("Club"), _("clubs")), round)


def _groups(head: words.Head, tournament: Tournament, called: tuple[str, str, str], upto: int | None) -> Report:
    (key, what, said), everybody = called, ranking(tournament, upto)
    found = (teams if key == "teams" else clubs)(tournament, upto)
    people = partial(_people, tournament, {one.entrant.number: one.points for one in everybody.placed})
    total = points_column(tournament.rules, "total", _("Total"))._replace(empty="–")
    fields: list[Field[GroupStanding]] = [
        (Column("place", _("Rank"), Kind.COUNT, "–"), lambda one: one.place),
        (Column("name", what), lambda one: one.name),
        (total, lambda one: one.points if one.best else None),
        (Column("best", _("Whose points count"), Kind.PROSE), lambda one: people(one.best)),
        (Column("others", _("The others"), Kind.PROSE, optional=True), lambda one: people(one.others) or None),
    ]
    size = tournament.rules.team_size
    notes = [*words.missing_notes(everybody.missing)]
    notes.append(_("The best {n} players' points count.", n=size) if size > 1 else _("The best player's points count."))
    if any(one.place is None for one in found):
        notes.append(_("A team or club needs a list from that many people to get a place."))
    if not found:
        notes.append(_("Nobody has entered with a team.") if key == "teams" else _("Nobody has entered with a club."))
    table = section_of(key, "", found, fields)
    title = words.title_upto(head, said, everybody, tournament.rules)
    return tournament_report(key, title, head, (table,), notes)


def _people(tournament: Tournament, points: Mapping[int, int], who: Sequence[int]) -> str:
    said = {one: words.signed(tournament.rules, points[one]) if one in points else _("no list yet") for one in who}
    return ", ".join(f"{tournament.called(one)} {has}" for one, has in said.items())


# -- each table's best --------------------------------------------------------------------------------


def bests_report(head: words.Head, tournament: Tournament, round: int) -> Report:  # noqa: A002  as it is called
    """Return who has the most points of each table in a round; several, where they have the same. No penalty counts."""
    tables = range(1, len(tournament.rounds[round - 1].tables) + 1)
    found = [(table, *best) for table in tables for best in at_table(tournament, round, table)[:1]]
    fields: list[Field[tuple[int, tuple[int, ...], int]]] = [
        (Column("table", _("Table"), Kind.COUNT), lambda one: one[0]),
        (Column("best", _("The best"), Kind.PROSE), lambda one: _and(map(tournament.called, one[1]))),
        (points_column(tournament.rules, "points", _("Points")), lambda one: one[2]),
    ]
    title = _("{name}: the best of each table, round {round}", name=head.name, round=round)
    notes = words.missing_notes([(round, table) for table in tournament.missing(round)])
    return tournament_report("bests", title, head, (section_of("bests", "", found, fields),), notes)


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


def person_report(head: words.Head, tournament: Tournament, number: int) -> Report:
    """Return why somebody is where he is: rounds, penalties, ties, and what is recorded of him.

    Raises NotFound where nobody has the number.
    """
    entrant, found = tournament.one(number), ranking(tournament)
    mine = found.of(number)
    ranked, total = mine is not None and mine.place is not None, points_column(tournament.rules, "", "")
    facts = known(
        *(Fact(column.key, column.title, get(entrant), column.kind) for column, get in entrant_fields()),
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
    return tournament_report("entrant", title, head, sections, _person_notes(tournament, mine), facts=facts)


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
        table, seat = words.seats_of(drawn).get(number) or (None, None)
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
        points_column(rules, "points", _("Counts")),
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
    told = [_("from the hands") if counted.evening else _("typed")]
    told += [_("corrected")] if counted.corrects else []
    return ", ".join(told)


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
    for tie in tournament.rules.ties:
        column = Column(tie.replace("-", "_"), words.tie_words(tie), kinds.get(tie, Kind.MONEY), "–")
        fields += [(column, DECIDING[tie])] if tie != LOT else []
    fields.append(
        (Column("decided", _("Tie decided by"), optional=True), lambda one: words.tie_words(one.decided) or None)
    )
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
    parts = [words.signed(tournament.rules, result.points) for result in mine.rounds if result]
    total = words.signed(tournament.rules, mine.points)
    if mine.penalties:
        yield _("{rounds} from the rounds and {penalties} from penalties make {total}.", rounds=" ".join(parts) or "0",
                penalties=signed_number(mine.penalties), total=total)  # fmt: skip
    elif parts:
        yield _("{rounds} from the rounds make {total}.", rounds=" ".join(parts), total=total)
    if mine.decided:
        yield _("Ahead of the next place by {what}.", what=words.tie_words(mine.decided))
    if LOT in tournament.rules.ties and mine.decided == LOT:
        yield _("The lots are drawn with the seed {seed}.", seed=tournament.rules.seed)


# -- a table ----------------------------------------------------------------------------------------


def table_report(
    head: words.Head,
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
        Fact("games", _("To play"), words.games_words(tournament.rules, len(people))),
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
    counts = points_column(rules, "points", _("Counts"))._replace(empty="–")
    columns = (Column("seat", _("Seat"), Kind.COUNT), *who_columns(), counts, *_row_columns())
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
        told = words.once_words(one.who) if hidden else words.rows_words(tournament, people, one.rows)
        state = _("replaced") if replaced else _("counts") if counted else _("entered")
        how = _("from the hands") if one.evening else _("typed")
        how = ", ".join((how, *([_("a correction")] if one.corrects else [])))
        what = Struck(told, _("was")) if replaced else told
        rows.append((at + 1, what, one.who or None, how, state))
    columns = (
        Column("list", _("No."), Kind.COUNT),
        Column("what", _("List"), Kind.PROSE),
        Column("who", _("Entered by")),
        Column("how", _("How")),
        Column("state", _("State")),
    )
    return section("lists", _("Lists"), columns, rows)


# -- by their names ---------------------------------------------------------------------------------


SERIES = "series"
WITH_SCALE = ("sheets", "statutes")
REPORTS: Mapping[str, Callable[..., Report]] = {
    "show": overview,
    "entrants": entrants,
    "seats": seats,
    "ranking": ranking_report,
    "teams": teams_report,
    "clubs": clubs_report,
    "bests": bests_report,
    "awards": awards_report,
    "cash": cash_report,
    "person": person_report,
    "table": table_report,
}
"""What makes each report of one tournament: it is given by name what it takes."""
ASKED = ("round", "number", "table")
"""What a report may be asked for; a round is the newest where nothing is said, but of those that tell how it stands."""
UNSAID: Mapping[str, str] = {"number": N_("say whose start number you mean"), "table": N_("say which table you mean")}
"""What is said where one that has to be said is not."""


def head_of(held: Held) -> words.Head:
    """Return what stands above the reports of a tournament. Its lists count points, whatever a game costs."""
    evening = held.evening
    return words.Head(evening.name, evening.date, evening.place, held.tariff.title or held.tariff.name)


def report(held: Held, name: str, unlike: Callable[[], Sequence[tuple[int, int]]], **asked: Any) -> Report:
    """Return the report of this name of a tournament; `unlike` finds the tables whose hands were corrected since.

    `asked` is round, table or number, where a report is about one. Raises NotFound where there is no such report or
    round, table, number, Refused where it is not said which one is meant.
    """
    if name not in REPORTS:
        raise NotFound(
            _("there is no report {name!r}; choose from {known}", name=name, known=", ".join((*REPORTS, SERIES)))
        )
    takes = signature(REPORTS[name]).parameters
    if unknown := [word for word in asked if word not in ASKED or word not in takes]:
        raise Refused(_("{words} cannot be used with {name}", name=name, words=", ".join(unknown)))
    for word in takes.keys() & UNSAID.keys():
        if asked.get(word) is None:
            raise Refused(_(UNSAID[word]))
    round_ = asked.get("round")
    known: Mapping[str, Callable[[], Any]] = {
        "head": lambda: head_of(held),
        "tournament": lambda: held.tournament,
        "names": lambda: held.names,
        "unlike": unlike,
        "round": lambda: None if round_ is takes["round"].default else held.tournament.meant_round(round_),
    }
    return reading(REPORTS[name])(**{word: known[word]() if word in known else asked[word] for word in takes})


@reading
def series_of(every: Sequence[Held], best: int | None = None, **unknown: Any) -> Report:
    """Return several tournaments as one ranking: everybody's `best` count, all where nothing is said.

    Raises Refused where it is fewer than one, without any tournament, and for anything else that is asked for.
    """
    if not every:
        raise Refused(_("say which tournaments belong to the series"))
    if told := [word for word, value in unknown.items() if value is not None]:
        raise Refused(_("{words} cannot be used with {name}", name=SERIES, words=", ".join(told)))
    twice = Counter(held.evening.uid for held in every)
    if said := [held.evening.name for held in every if twice[held.evening.uid] > 1]:
        raise Refused(_("{name} is named twice", name=said[0]))
    best = len(every) if best is None else best
    if best < 1:
        raise Refused(_("at least one tournament of a series counts"))
    found = series([(held.evening.name, held.ranking()) for held in every], best)
    return series_report(found, good=all(held.rules.counts == GOOD for held in every))


@reading
def printed(held: Held, what: str, round: int | None = None, **asked: Any) -> str:  # noqa: A002  as it is called
    """Return a printout of a tournament as a whole html page; what it can be asked for says `printouts.Job`.

    Score sheets and statutes have the tournament's scale on them. Raises NotFound.
    """
    said = {word: value for word, value in asked.items() if value is not None}
    if what in WITH_SCALE:
        said["scale"] = load(PRICES)(held.tariff)
        for game in held.tariff.games:
            if game.shape in ONE_AGAINST_ALL:
                titles = (game.title, *(f"{suit.capitalize()}-{game.title}" for suit in game.suits))
                said["alone"] = {**said.get("alone", {}), **dict.fromkeys(titles, max(held.tariff.people) - 1)}
    printouts = load("sklog.tournament.printouts")  # what draws pages need not be here
    return str(printouts.printout(what, printouts.Job(head_of(held), held.tournament, held.names, **said), round))
