"""Who is where: places, ties, teams, clubs, who was how good at a table; and several tournaments of a year.

    rounds + lists + byes ──▶ a result per round ──+ penalties──▶ points ──ties──▶ places ──the best──▶ teams, clubs

Points are whole numbers. People with the same points and the same in everything that decides share a place: 1, 2, 2, 4.
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.names import name_key, turned_key
from sklog.scoring.tariff import GOOD
from sklog.tournament.lots import Lots
from sklog.tournament.model import BEST_ROUND, GOOD_POINTS, HERZ_SOLOS, LAST_ROUND, LOT, SOLOS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.tournament.model import Entrant, Row, Rules, Tournament


class RoundResult(NamedTuple):
    """What a round brought somebody: `points` are those that count, of `row`, which is his line of the list.

    Table and seat count from 1. A bye has no table and no row: both are 0, and its points are those of the rules.
    """

    round: int
    table: int
    seat: int
    points: int
    row: Row | None = None
    bye: bool = False


class Standing(NamedTuple):
    """A player's place and results. Players who share a place have the same number there.

    `rounds` has None for a round without a seat or a list; `missing` counts the player's lists that are not in.
    `points` are those of all rounds and the `penalties`. `good`, `solos` and `herz_solos` are sums of what the lists
    have, None if none has it. `decided` is what put the player before the next one with the same points, "" if the
    points did. A player who is not `complete` missed a round, and keeps the place but gets no prize. `place` is None
    for a player with neither a list nor a bye yet. Each `finalist` comes before all others.
    """

    place: int | None
    entrant: Entrant
    rounds: tuple[RoundResult | None, ...]
    points: int
    good: int | None
    solos: int | None
    herz_solos: int | None
    penalties: int
    missing: int
    complete: bool
    decided: str = ""
    finalist: bool = False


class Ranking(NamedTuple):
    """Everybody's standing after round `upto`, best first; players who share a place are sorted by start number.

    Those without a list come last, and have no place. `out` are those who withdrew before they played. `missing` are
    the lists that are not in: (round, table). `unsaid` maps each rule for ties that is needed to the lists that do not
    state its figure. A figure that is not stated counts as 0.
    """

    standings: tuple[Standing, ...]
    upto: int
    out: tuple[Entrant, ...] = ()
    missing: tuple[tuple[int, int], ...] = ()
    unsaid: Mapping[str, tuple[tuple[int, int], ...]] = {}

    @property
    def placed(self) -> tuple[Standing, ...]:
        """Return those who have a place."""
        return tuple([one for one in self.standings if one.place is not None])

    def of(self, number: int) -> Standing | None:
        """Return the standing of a start number, None for who is not ranked."""
        return next((one for one in self.standings if one.entrant.number == number), None)


class GroupStanding(NamedTuple):
    """Where a team or a club is: the sum of its best. `best` are their start numbers, `others` count nothing.

    One of which fewer people than count have a list is not `complete`, has no place and stands behind the others.
    """

    place: int | None
    name: str
    points: int
    best: tuple[int, ...]
    others: tuple[int, ...] = ()
    complete: bool = True


# -- everybody --------------------------------------------------------------------------------------


def ranking(tournament: Tournament, upto: int | None = None) -> Ranking:
    """Return everybody's place after round `upto`, or after all rounds drawn so far.

    In it is who is here, and who withdrew with a list or a bye behind him; standing substitutes never are.
    """
    rules, drawn = tournament.rules, len(tournament.rounds)
    last = drawn if upto is None else max(0, min(upto, drawn))
    results = _results(tournament, last)
    seated = [drawn.seated for drawn in tournament.rounds[:last]]
    people = [one for _number, one in sorted(tournament.entrants.items()) if not one.fills]
    ranked = [one for one in people if one.here or any(results[one.number])]
    every = [_standing(tournament, one, results[one.number], seated) for one in ranked]
    standings = [one for one in every if any(one.rounds)]
    waiting = [one for one in every if not any(one.rounds)]
    lots = _lots(tournament)
    keys = {one.entrant.number: _key(rules, one, lots) for one in standings}
    standings.sort(key=lambda one: keys[one.entrant.number], reverse=True)  # the start numbers stay in order
    ordered = [keys[one.entrant.number] for one in standings]
    given = zip(standings, places(ordered), _decided(rules, ordered), strict=True)
    return Ranking(
        standings=(*[one._replace(place=place, decided=decided) for one, place, decided in given], *waiting),
        upto=last,
        out=tuple([one for one in people if not (one.here or any(results[one.number]))]),
        missing=tuple([(number, table) for number in range(1, last + 1) for table in tournament.missing(number)]),
        unsaid=_unsaid(rules, standings, keys),
    )


def places(keys: Sequence[object]) -> list[int]:
    """Return the place of each of these, the best first: who has the same as the one before shares his place."""
    found: list[int] = []
    for index, key in enumerate(keys):
        found.append(found[-1] if index and key == keys[index - 1] else index + 1)
    return found


def counted_points(rules: Rules, row: Row) -> int:
    """Return what counts of a row: no list comes in that does not say it."""
    return (row.good if rules.counts == GOOD else row.points) or 0


def _results(tournament: Tournament, last: int) -> dict[int, list[RoundResult | None]]:
    """Return everybody's result in each round."""
    rules = tournament.rules
    results: dict[int, list[RoundResult | None]] = {number: [None] * last for number in tournament.entrants}
    for at, drawn in enumerate(tournament.rounds[:last]):
        for number in drawn.byes:
            results[number][at] = RoundResult(at + 1, 0, 0, rules.bye, bye=True)
        for table, numbers in enumerate(drawn.tables, 1):
            entered = tournament.counted(at + 1, table)
            for seat, (number, row) in enumerate(zip(numbers, entered.rows if entered else (), strict=False), 1):
                results[number][at] = RoundResult(at + 1, table, seat, counted_points(rules, row), row)
    return results


def _standing(
    tournament: Tournament, entrant: Entrant, results: Sequence[RoundResult | None], seated: Sequence[set[int]]
) -> Standing:
    """Return what somebody has, without a place yet; `seated` are those who were in each round."""
    sat = [entrant.number in one for one in seated]
    penalties = sum(
        one.points
        for one in tournament.penalties
        if one.number == entrant.number and one.round <= len(results)  # round 0, the whole day, always
    )
    rules, finals = tournament.rules, tournament.rules.is_final(len(results))
    every = sorted((one.points for one in results if one), reverse=True)
    points = sum(every[: rules.best or None])
    rows = [one.row for one in results if one and one.row]
    # who left while there are rounds to come will miss them
    stays = entrant.here or len(tournament.rounds) >= rules.rounds
    wanted = min(rules.best or len(sat), len(sat)) - (finals and not sat[-1] and not rules.best)
    return Standing(
        place=None,
        entrant=entrant,
        rounds=tuple(results),
        points=points + penalties,
        good=_said(rows, "good"),
        solos=_said(rows, "solos"),
        herz_solos=_said(rows, "herz_solos"),
        penalties=penalties,
        missing=sum(sits and one is None for sits, one in zip(sat, results, strict=True)),
        complete=0 < wanted <= sum(sat) and stays,
        finalist=finals and sat[-1],
    )


# -- ties -------------------------------------------------------------------------------------------

ON_LISTS: Mapping[str, str] = {SOLOS: "solos", HERZ_SOLOS: "herz_solos", GOOD_POINTS: "good"}
"""What lists say of a tie: its field in a row, and of the sum of all rows in a standing."""
DECIDING: Mapping[str, Callable[[Standing], int | None]] = {
    **{tie: attrgetter(field) for tie, field in ON_LISTS.items()},
    BEST_ROUND: lambda one: max((result.points for result in one.rounds if result), default=None),
    LAST_ROUND: lambda one: one.rounds[-1].points if one.rounds and one.rounds[-1] else None,
}
"""What somebody has of that which decides a tie, None where nothing says it. A lot is drawn, and none of them."""
_Key = tuple[tuple[bool, int], ...]


def _said(rows: Iterable[Row], field: str) -> int | None:
    """Return the sum of what the lists say, None where none says it."""
    said = [value for row in rows if (value := getattr(row, field)) is not None]
    return sum(said) if said else None


def _lots(tournament: Tournament) -> Mapping[int, int]:
    """Return at which place each start number comes when all are drawn once; nothing where no lot decides."""
    if LOT not in tournament.rules.ties:
        return {}
    order = Lots(tournament.rules.seed, "ties").shuffled(sorted(tournament.entrants))
    return {number: place for place, number in enumerate(order)}


def _key(rules: Rules, one: Standing, lots: Mapping[int, int]) -> _Key:
    """Return by what somebody is ranked, the larger the better: points, then what decides. No round is the worst."""
    said = [-lots[one.entrant.number] if tie == LOT else DECIDING[tie](one) for tie in rules.ties]
    known = [tie in ON_LISTS for tie in rules.ties]  # what a list does not say counts as 0
    ties = [(sure or value is not None, value or 0) for sure, value in zip(known, said, strict=True)]
    return (one.finalist, one.points), *ties


def _decided(rules: Rules, keys: Sequence[_Key]) -> list[str]:
    """Return for each what puts him before the next place, "" where the points do, or nobody is behind."""
    found: list[str] = []
    behind: _Key | None = None
    for index in range(len(keys) - 1, -1, -1):
        if index + 1 < len(keys) and keys[index + 1] != keys[index]:
            behind = keys[index + 1]
        pairs = enumerate(zip(keys[index], behind or keys[index], strict=True))
        first = next((at for at, (mine, his) in pairs if mine != his), 0)
        found.append(rules.ties[first - 1] if first else "")
    return found[::-1]


def _unsaid(
    rules: Rules, standings: Sequence[Standing], keys: Mapping[int, _Key]
) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the ties that come to decide between people of whom some list does not say it, with these lists."""
    found = {}
    for at, tie in enumerate(rules.ties, 1):
        if tie not in ON_LISTS:
            continue
        before = [keys[one.entrant.number][:at] for one in standings]
        tied = Counter(before)
        lists = {
            (result.round, result.table)
            for one, key in zip(standings, before, strict=True)
            for result in one.rounds
            if tied[key] > 1 and result and result.row and _leaves_open(result.row, tie)
        }
        if lists:
            found[tie] = tuple(sorted(lists))
    return found


def _leaves_open(row: Row, tie: str) -> bool:
    """Whether a list does not say this; of no solo none was in Herz."""
    return getattr(row, ON_LISTS[tie]) is None and not (tie == HERZ_SOLOS and row.solos == 0)


# -- teams, clubs, tables ---------------------------------------------------------------------------


def teams(tournament: Tournament, upto: int | None = None) -> tuple[GroupStanding, ...]:
    """Return the teams, the best first: the sum of the `team_size` best, then the best one, the next best, and so on.

    Neither case nor how an accent is stored counts in a team's name; its first start number spells it.
    """
    return _groups(tournament, upto, lambda entrant: entrant.team)


def clubs(tournament: Tournament, upto: int | None = None) -> tuple[GroupStanding, ...]:
    """Return the clubs, in the same way as the teams."""
    return _groups(tournament, upto, lambda entrant: entrant.club)


def _groups(tournament: Tournament, upto: int | None, name: Callable[[Entrant], str]) -> tuple[GroupStanding, ...]:
    people: dict[str, list[Standing]] = {}
    for one in ranking(tournament, upto).standings:
        if name(one.entrant):
            people.setdefault(name_key(name(one.entrant)), []).append(one)
    size, found = tournament.rules.team_size, []
    # the first start number comes first where everything else is the same
    for group in sorted(people.values(), key=lambda group: min(one.entrant.number for one in group)):
        group.sort(key=lambda one: (one.place is not None, one.points), reverse=True)  # a final puts others first
        numbers = [one.entrant.number for one in group]
        best = [one.points for one in group[:size] if one.place is not None]
        standing = GroupStanding(
            place=None,
            name=name(tournament.entrants[min(numbers)]),
            points=sum(best),
            best=tuple(numbers[: len(best)]),
            others=tuple(numbers[len(best) :]),
            complete=len(best) == size,
        )
        found.append(((standing.complete, standing.points, *best), standing))
    found.sort(key=itemgetter(0), reverse=True)
    given = places([key for key, _standing in found])
    return tuple(
        [one._replace(place=place if one.complete else None) for (_key, one), place in zip(found, given, strict=True)]
    )


def at_table(tournament: Tournament, round: int, table: int) -> tuple[tuple[tuple[int, ...], int], ...]:  # noqa: A002  what everybody calls it
    """Return who was how good at a table in a round, the best first: start numbers with the same points, and those.

    () where the list is not in. Who fills in is left out; a penalty is no part of a list.
    """
    entered = tournament.counted(round, table)
    if entered is None:
        return ()
    by_points: dict[int, list[int]] = {}
    for number, row in zip(tournament.seats(round, table), entered.rows, strict=True):
        if not tournament.entrants[number].fills:
            by_points.setdefault(counted_points(tournament.rules, row), []).append(number)
    return tuple([(tuple(sorted(by_points[points])), points) for points in sorted(by_points, reverse=True)])


# -- a series ---------------------------------------------------------------------------------------


class SeriesStanding(NamedTuple):
    """Where somebody is in a series. `points` has each tournament, None where he did not play it.

    `counts` says which of them make the `total`. `won` are tournaments in which he was first, alone or not; `top` is
    the best single one. Who has the same in all of this shares a place. `played` are those he took part in, and
    `mean_place` is that of all of these.
    """

    place: int
    name: str
    home: str
    points: tuple[int | None, ...]
    counts: tuple[bool, ...]
    total: int
    won: int
    top: int
    played: int = 0
    mean_place: float = 0


class Series(NamedTuple):
    """A series: the titles of its tournaments, how many of them count, and everybody who played one of them.

    `unclear` are names of which it cannot be said who is who: two people of one tournament have it, and the place does
    not tell them apart, there or in another tournament. `turned` are those who are written in two orders, such as
    "Huber Josef" and "Josef Huber", and counted as one.
    """

    titles: tuple[str, ...]
    best: int
    standings: tuple[SeriesStanding, ...]
    unclear: tuple[str, ...] = ()
    turned: tuple[tuple[str, str], ...] = ()


_rank = attrgetter("total", "won", "top")


def series(tournaments: Sequence[tuple[str, Ranking]], best: int) -> Series:
    """Return the ranking of several tournaments: the sum of the points of everybody's `best` best ones.

    More tournaments won decide between the same totals, then the best single one. People are one by their name, neither
    case nor how an accent is stored counts, nor which of its words is first; where two of one tournament have a name,
    by name and place. ValueError if none counts.
    """
    if best < 1:
        raise ValueError("at least one tournament of a series counts")
    played = [ranking.placed for _, ranking in tournaments]
    counted = [Counter(turned_key(one.entrant.name) for one in standings) for standings in played]
    double = {name for times_of in counted for name, times in times_of.items() if times > 1}
    people: dict[tuple[str, ...], dict[int, Standing]] = {}
    unclear: dict[str, str] = {}
    for at, standings in enumerate(played):
        for one in sorted(standings, key=lambda one: one.entrant.number):
            name, home = name_key(one.entrant.name), name_key(one.entrant.place)
            is_double = turned_key(name) in double
            key: tuple[str, ...] = (turned_key(name), home) if is_double else (turned_key(name),)
            if is_double and (not home or at in people.get(key, ())):
                unclear.setdefault(name, one.entrant.name)
            while at in people.get(key, ()):  # two with one name from one place
                key = (*key, "")
            people.setdefault(key, {})[at] = one
    ranked = [_in_series(theirs, len(tournaments), best) for theirs in people.values()]
    ranked.sort(key=lambda one: (name_key(one.name), name_key(one.home)))
    ranked.sort(key=_rank, reverse=True)  # who shares a place stands by name
    given = places([_rank(one) for one in ranked])
    return Series(
        tuple([title for title, _ in tournaments]),
        best,
        tuple([one._replace(place=place) for one, place in zip(ranked, given, strict=True)]),
        tuple(unclear.values()),
        tuple([names for theirs in people.values() if (names := _in_two_orders(theirs))]),
    )


def _in_two_orders(theirs: dict[int, Standing]) -> tuple[str, str] | None:
    """Return how somebody is written first and last, if the words stand otherwise."""
    last = theirs[max(theirs)].entrant.name
    others = (one.entrant.name for one in theirs.values() if name_key(one.entrant.name) != name_key(last))
    other = next(others, None)
    return (other, last) if other else None


def _in_series(theirs: dict[int, Standing], tournaments: int, best: int) -> SeriesStanding:
    """Return what somebody has, without a place yet. Of tournaments with the same points the earlier one counts."""
    counting = sorted(theirs, key=lambda at: (-theirs[at].points, at))[:best]
    first, last = (theirs[at].entrant.name for at in (min(theirs), max(theirs)))
    return SeriesStanding(
        place=0,
        name=first if name_key(first) == name_key(last) else last,
        home=next((one.entrant.place for one in theirs.values() if one.entrant.place), ""),
        points=tuple([theirs[at].points if at in theirs else None for at in range(tournaments)]),
        counts=tuple([at in counting for at in range(tournaments)]),
        total=sum(theirs[at].points for at in counting),
        won=sum(one.place == 1 for one in theirs.values()),
        top=max(one.points for one in theirs.values()),
        played=len(theirs),
        mean_place=sum(one.place or 0 for one in theirs.values()) / len(theirs),
    )
