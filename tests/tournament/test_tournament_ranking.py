"""Places, ties, teams, prizes, the cash and a series: one row a rule, and everything counted a second time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog.scoring.tariff import GOOD
from sklog.tournament.lots import Lots
from sklog.tournament.model import (
    BEST_ROUND,
    GOOD_POINTS,
    HERZ_SOLOS,
    LAST_ROUND,
    LOT,
    SOLOS,
    Entrant,
    Penalty,
    Prize,
    Round,
    Row,
    Rules,
    TableList,
    Tournament,
)
from sklog.tournament.prizes import awards, cash, fees, not_given
from sklog.tournament.ranking import at_table, clubs, places, ranking, series, teams
from sklog.tournament.typed import prizes_of_lines
from tests import second_opinion_tournament as second
from tests.tournament_samples import BACKWARDS, NAMES, entrants, played, rows, tournaments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sklog.tournament.ranking import Ranking

many = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
EVEN = (7, 1, -3, -5)  # of a table of four


def by_name(found: Ranking) -> dict[str, int]:
    """Give everybody's place."""
    return {one.entrant.name: one.place for one in found.standings}


def in_order(found: Ranking) -> list[tuple[int, str]]:
    """Give the places and names as they stand."""
    return [(one.place, one.entrant.name) for one in found.standings]


def with_rules(tournament: Tournament, **rules: object) -> Tournament:
    """Give the same tournament held in another way."""
    return tournament._replace(rules=tournament.rules._replace(**rules))


# -- places and ties --------------------------------------------------------------------------------

# what each of four has in one round or two, how the tournament is held, and the places of Anna, Bene, Christl, Dani
PLACES: dict[str, tuple[Tournament, tuple[int, ...]]] = {
    "the more points the better": (played([-5, 7, 1, -3]), (4, 1, 2, 3)),
    "all rounds are added": (played([-5, 7, 1, -3], [9, -9, 0, 0]), (1, 3, 2, 4)),
    "the same in everything is the same place, and the next one is left out": (played([1, 0, 0, -1]), (1, 2, 2, 4)),
    "all have the same": (played([0, 0, 0, 0]), (1, 1, 1, 1)),
    "good points alone, where they count": (
        played([(7, 9), (1, 12), (-3, 0), (-5, 4)], rules=Rules(1, counts=GOOD)),
        (2, 1, 4, 3),
    ),
    "the sum, where it counts, whatever the good points are": (
        played([(7, 9), (1, 12), (-3, 0), (-5, 4)], rules=Rules(1)),
        (1, 2, 3, 4),
    ),
    "good points of lists that leave out the sum": (
        played([(None, 9), (None, 12), (None, 0), (None, 4)], rules=Rules(1, counts=GOOD)),
        (2, 1, 4, 3),
    ),
    "more solos": (played([(0, None, 1), (0, None, 2), (0, None, 0), (0, None, 3)]), (3, 2, 4, 1)),
    "solos of all rounds": (
        played([(0, None, 3), (0, None, 0), (1, None, 0), (-1, None, 0)], [(0, None, 0), (0, None, 4), 1, -1]),
        (3, 2, 1, 4),
    ),
    "solos that a list does not say count as none": (played([(0, None, 0), (0, None, 1), 0, 0]), (2, 1, 2, 2)),
    "more Herz-Solos among as many solos": (
        played([(0, None, 2, 0), (0, None, 2, 1), (0, None, 2, 2), (0, None, 1, 1)]),
        (3, 2, 1, 4),
    ),
    "the best round": (played([5, 2, 1, -8], [-5, -2, -1, 8]), (2, 3, 4, 1)),
    "the last round": (
        played([5, 2, 1, -8], [-5, -2, -1, 8], rules=Rules(ties=(LAST_ROUND,))),
        (4, 3, 2, 1),
    ),
    "the good points": (
        played([(0, 4), (0, 6), (0, 5), (0, 7)], rules=Rules(1, ties=(GOOD_POINTS,))),
        (4, 2, 3, 1),
    ),
    "a lot": (played([0, 0, 0, 0], rules=Rules(1, ties=(LOT,), seed=BACKWARDS)), (4, 3, 2, 1)),
    "ties in the order that the tournament chose": (
        played([(0, 9, 1), (0, 8, 2), (0, 8, 3), (0, 9, 2)], rules=Rules(1, ties=(GOOD_POINTS, SOLOS))),
        (2, 4, 3, 1),
    ),
    "no tie at all": (
        played([(0, 9, 1), (0, 8, 2), (0, 8, 3), (0, 9, 2)], rules=Rules(1, ties=())),
        (1, 1, 1, 1),
    ),
    "a tie decides nothing between different points": (
        played([(1, None, 0), (0, None, 9), (0, None, 8), (-1, None, 9)]),
        (1, 2, 3, 4),
    ),
}


@pytest.mark.parametrize(("tournament", "expected"), PLACES.values(), ids=PLACES)
def test_places(tournament: Tournament, expected: tuple[int, ...]) -> None:
    """Everybody's place follows from the points, then from what the tournament lets decide."""
    assert by_name(ranking(tournament)) == dict(zip(NAMES, expected, strict=False))


def test_those_who_share_a_place_stand_by_their_start_numbers() -> None:
    """The order on paper is the same in every run."""
    assert in_order(ranking(played([0, 2, 0, -2]))) == [(1, "Bene"), (2, "Anna"), (2, "Christl"), (4, "Dani")]


def test_the_place_of_those_who_share_is_that_of_the_first_of_them() -> None:
    """Two are second, then somebody is fourth."""
    assert places(["a", "b", "b", "c", "c", "c", "d"]) == [1, 2, 2, 4, 4, 4, 7]


DECIDED: dict[str, tuple[Tournament, tuple[str, ...]]] = {
    "points decide": (played(EVEN), ("", "", "", "")),
    "solos before the next place": (played([(0, None, 2), (0, None, 1), 1, -1]), (SOLOS, "", "", "")),
    "everybody who shares a place is before the next one by it": (
        played([(0, None, 2), (0, None, 2), (0, None, 1), 0]),
        (SOLOS, SOLOS, SOLOS, ""),
    ),
    "what decides is the first that is different": (
        played([(0, None, 2, 1), (0, None, 2, 0), (0, None, 1, 0), (0, None, 1, 0)]),
        (HERZ_SOLOS, SOLOS, "", ""),
    ),
    "the best round": (played([5, 2, -3, -4], [-5, -2, 3, 4]), (BEST_ROUND, "", BEST_ROUND, BEST_ROUND)),
    "a lot": (played([0, 0, 1, -1], rules=Rules(1, ties=(LOT,), seed=BACKWARDS)), ("", LOT, "", "")),
}


@pytest.mark.parametrize(("tournament", "expected"), DECIDED.values(), ids=DECIDED)
def test_what_decided(tournament: Tournament, expected: tuple[str, ...]) -> None:
    """Everybody can read what put him before the next place, where the points are the same."""
    found = {one.entrant.name: one.decided for one in ranking(tournament).standings}
    assert found == dict(zip(NAMES, expected, strict=False))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param([0, (0, None, 1), 1, -1], (SOLOS,), id="one of two who are tied has no solos"),
        pytest.param([(0, None, 1), (0, None, 1), 1, -1], (HERZ_SOLOS,), id="tied after the solos"),
        pytest.param([(0, None, 1), (0, None, 2), 1, -1], (), id="the solos decided before"),
        pytest.param([(0, None, 0), (0, None, 0), 1, -1], (), id="of no solo none was in Herz"),
        pytest.param(EVEN, (), id="nobody is tied"),
    ],
)
def test_ties_that_a_list_does_not_say(said: Sequence[int], expected: tuple[str, ...]) -> None:
    """A tie that would have to decide is named where a list of those who are tied does not say it."""
    assert tuple(ranking(played(said)).unsaid) == expected


def test_a_lot_does_not_depend_on_who_is_tied() -> None:
    """All start numbers are drawn once: whoever comes first is ahead, also when others have the same as well."""
    two = played([0, 0, 1, -1], rules=Rules(1, ties=(LOT,), seed=BACKWARDS))
    four = played([0, 0, 0, 0], rules=Rules(1, ties=(LOT,), seed=BACKWARDS))
    orders = [[name for _, name in in_order(ranking(one)) if name in {"Anna", "Bene"}] for one in (two, four)]
    assert orders[0] == orders[1] == ["Bene", "Anna"]


def test_another_seed_is_another_lot() -> None:
    """The seed alone says who is drawn, and each comes first with some seed."""
    day = played([0, 0, 0, 0], rules=Rules(1, ties=(LOT,)))
    firsts = [in_order(ranking(with_rules(day, seed=f"Eichel {at}")))[0] for at in range(40)]
    assert set(firsts) == {(1, name) for name in NAMES[:4]}
    assert in_order(ranking(with_rules(day, seed=BACKWARDS))) == [(at, NAMES[4 - at]) for at in (1, 2, 3, 4)]


# -- what counts, and who -----------------------------------------------------------------------------


def test_a_standing_says_where_its_points_are_from() -> None:
    """Each round has its table and seat, its points and its row, and what the lists say is added up."""
    found = ranking(played([(7, 9, 1, 0), *EVEN[1:]], [(-3, 2, 2, 1), 1, 1, 1])).of(1)
    assert found is not None
    assert [(one.round, one.table, one.seat, one.points) for one in found.rounds if one] == [
        (1, 1, 1, 7),
        (2, 1, 1, -3),
    ]
    assert (found.points, found.good, found.solos, found.herz_solos) == (4, 11, 3, 1)
    assert found.rounds[1] is not None
    assert found.rounds[1].row == Row(-3, 2, 2, 1)


def test_what_no_list_says_is_not_known() -> None:
    """Solos of lists with sums alone are None; where one of two says them, they are what it says."""
    found = ranking(played([(7, None, 2), *EVEN[1:]], EVEN))
    assert [(one.solos, one.herz_solos, one.good) for one in found.standings[:2]] == [
        (2, None, None),
        (None, None, None),
    ]


def test_after_a_round() -> None:
    """The ranking after a round knows nothing of the rounds behind it."""
    both = played(EVEN, [-9, 3, 3, 3])
    assert in_order(ranking(both, 1)) == in_order(ranking(played(EVEN)))
    assert ranking(both, 1).upto == 1
    assert ranking(both, 7) == ranking(both, 2) == ranking(both)
    assert {one.points for one in ranking(both, 0).standings} == {0}


def test_a_bye_has_the_points_of_the_rules() -> None:
    """Who has no table gets what the tournament gives for it, and it counts as a round."""
    found = ranking(played([*EVEN, None], rules=Rules(1, bye=5))).of(5)
    assert found is not None
    assert (found.place, found.points, found.complete, found.missing) == (2, 5, True, 0)
    assert found.rounds[0] is not None
    assert (found.rounds[0].bye, found.rounds[0].table, found.rounds[0].row) == (True, 0, None)


def test_lists_that_are_not_in() -> None:
    """They are counted for each, and named; who waits for his keeps his chance of a prize."""
    found = ranking(played([*EVEN, 1, None, 0, -1], [0] * 8))
    assert found.missing == ((1, 2),)
    assert {one.entrant.number: one.missing for one in found.standings} == dict.fromkeys((1, 2, 3, 4), 0) | (
        dict.fromkeys((5, 6, 7, 8), 1)
    )
    assert all(one.complete for one in found.standings)


def test_two_lists_that_differ_do_not_count_where_both_must_agree() -> None:
    """With double entry a list counts once it was entered twice in the same way."""
    one, other = TableList(tuple(map(Row, EVEN))), TableList(tuple(map(Row, (1, 7, -3, -5))))
    once = with_rules(played(EVEN), double_entry=True)
    assert [ranking(once._replace(lists={(1, 1): lists})).missing for lists in [(one,), (one, other), (one, one)]] == [
        ((1, 1),),
        ((1, 1),),
        (),
    ]


def test_penalties_are_part_of_the_points() -> None:
    """Those of the whole day count at once, those of a round with it; a round's own points stay what the list says."""
    fined = played(EVEN, EVEN)._replace(
        penalties=(Penalty(1, -10, "wrong seat"), Penalty(1, 2, "generous", 1), Penalty(1, -5, "missing list", 2))
    )
    first, both = ranking(fined, 1).of(1), ranking(fined).of(1)
    assert first is not None
    assert both is not None
    assert (first.points, first.penalties) == (7 - 8, -8)
    assert (both.points, both.penalties) == (14 - 13, -13)
    assert [one.points for one in both.rounds if one] == [7, 7]


WHO: dict[str, tuple[Tournament, tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "who is here before anything was drawn": (Tournament(entrants=entrants(2)), ("Anna", "Bene"), (), ()),
    "who withdrew before he played is out": (
        played([*EVEN, None], here={5: False})._replace(rounds=(Round(((1, 2, 3, 4),)),)),
        NAMES[:4],
        NAMES[:4],
        ("Eva",),
    ),
    "who is here and did not play is ranked, and not complete": (
        played([*EVEN, None])._replace(rounds=(Round(((1, 2, 3, 4),)),)),
        NAMES,
        NAMES[:4],
        (),
    ),
    "who left after a round is ranked, and not complete": (
        with_rules(played(EVEN, here={2: False}), rounds=2),
        NAMES[:4],
        ("Anna", "Christl", "Dani"),
        (),
    ),
    "who left after the last round is complete": (played(EVEN, here={2: False}), NAMES[:4], NAMES[:4], ()),
    "who was not seated in a round is ranked, and not complete": (
        played([*EVEN, None], [*EVEN, None])._replace(
            rounds=(Round(((1, 2, 3, 4),), (5,)), Round(((1, 2, 3, 4),))),
        ),
        NAMES,
        NAMES[:4],
        (),
    ),
    "who fills in is never ranked, and the others of his table are": (
        played(EVEN, fills={4: True}),
        NAMES[:3],
        NAMES[:3],
        (),
    ),
}


@pytest.mark.parametrize(("tournament", "ranked", "complete", "out"), WHO.values(), ids=WHO)
def test_who_is_ranked(
    tournament: Tournament, ranked: tuple[str, ...], complete: tuple[str, ...], out: tuple[str, ...]
) -> None:
    """Ranked is who is here or has a list or a bye; complete is who missed no round."""
    found = ranking(tournament)
    assert sorted(by_name(found)) == sorted(ranked)
    assert sorted(one.entrant.name for one in found.standings if one.complete) == sorted(complete)
    assert tuple(one.name for one in found.out) == out


def test_a_substitute_has_the_points_of_his_number() -> None:
    """Who takes over a number is ranked with all that it has."""
    day = played(EVEN, EVEN, name={1: "Franz"}, before={1: ("Anna",)})
    assert in_order(ranking(day))[0] == (1, "Franz")
    assert ranking(day).standings[0].points == 14


# -- teams, clubs, tables -----------------------------------------------------------------------------

EIGHT = played([7, 1, -3, -5, 4, 2, -1, -5], rules=Rules(1, team_size=2, ties=()))


def groups_of(tournament: Tournament) -> list[tuple[int | None, str, int]]:
    """Give the places, names and points of teams."""
    return [(one.place, one.name, one.points) for one in teams(tournament)]


def seated_in(teams_of: dict[int, str], tournament: Tournament = EIGHT) -> Tournament:
    """Put people into teams."""
    people = {number: one._replace(team=teams_of.get(number, "")) for number, one in tournament.entrants.items()}
    return tournament._replace(entrants=people)


@pytest.mark.parametrize(
    ("teams_of", "expected"),
    [
        pytest.param({1: "A", 2: "A", 5: "B", 6: "B"}, [(1, "A", 8), (2, "B", 6)], id="the points are added"),
        pytest.param({3: "A", 4: "A", 1: "A"}, [(1, "A", 4)], id="the best so many count"),
        pytest.param({5: "Gras", 6: "GRAS", 1: "gras"}, [(1, "gras", 11)], id="its first start number spells it"),
        pytest.param(
            {1: "A", 5: "B", 6: "B"}, [(1, "B", 6), (None, "A", 7)], id="one with too few people has no place"
        ),
        pytest.param(
            {1: "A", 3: "A", 5: "B", 6: "B", 7: "B"},
            [(1, "B", 6), (2, "A", 4)],
            id="more people than count change nothing",
        ),
        pytest.param(
            {2: "A", 3: "A", 5: "B", 8: "B", 6: "C", 7: "C"},
            [(1, "C", 1), (2, "B", -1), (3, "A", -2)],
            id="less than nothing",
        ),
        pytest.param({}, [], id="nobody has one"),
    ],
)
def test_teams(teams_of: dict[int, str], expected: list[tuple[int | None, str, int]]) -> None:
    """A team has the points of its best, and a place if it has as many as count."""
    assert groups_of(seated_in(teams_of)) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param([5, 1, 3, 3], [(1, "A", 6), (2, "B", 6)], id="the best one decides"),
        pytest.param([3, 3, 4, 2], [(1, "B", 6), (2, "A", 6)], id="also where it is in the second team"),
        pytest.param([3, 3, 3, 3], [(1, "A", 6), (1, "B", 6)], id="else they share the place"),
    ],
)
def test_teams_with_the_same_points(points: list[int], expected: list[tuple[int | None, str, int]]) -> None:
    """The best single one decides, then the next best."""
    day = played(points, rules=Rules(1, team_size=2), team={1: "A", 2: "A", 3: "B", 4: "B"})
    assert groups_of(day) == expected


def test_the_members_of_a_team() -> None:
    """Those who count stand apart from those who do not, the best first."""
    found = teams(seated_in({4: "A", 3: "A", 1: "A", 2: "A"}))[0]
    assert (found.best, found.others, found.complete) == ((1, 2), (3, 4), True)


def test_clubs() -> None:
    """A club has a place by the same rule."""
    day = played(EVEN, rules=Rules(1, team_size=2), club={1: "SC Süd", 4: "sc süd", 2: "SC Nord"})
    assert [(one.place, one.name, one.points, one.complete) for one in clubs(day)] == [
        (1, "SC Süd", 2, True),
        (None, "SC Nord", 1, False),
    ]


def test_the_best_of_each_table() -> None:
    """Who has the most points of a list, several where they have the same; who fills in is left out."""
    day = played([7, 1, -3, -5, 2, 2, 0, -4], [1, 5, -3, -3, None, 0, 0, 0], fills={2: True})
    found = {(at, table): at_table(day, at, table)[:1] for at in (1, 2) for table in (1, 2)}
    assert found == {(1, 1): (((1,), 7),), (1, 2): (((5, 6), 2),), (2, 1): (((1,), 1),), (2, 2): ()}


# -- prizes -------------------------------------------------------------------------------------------


def euros(*amounts: int, whose: str = "all") -> tuple[Prize, ...]:
    """Give prizes of money for the first, the second and so on."""
    return tuple(Prize(whose, place, f"{place}. Preis", 100 * amount) for place, amount in enumerate(amounts, 1))


HAM, CUP = Prize("all", 1, "Schinken"), Prize("all", 2, "Pokal")

Got = tuple[str, int, tuple[str, ...]]


def awarded(held: Tournament, prizes: tuple[Prize, ...], *got: Got) -> tuple[Tournament, tuple[Prize, ...], list[Got]]:
    """Return a row: who has what, the prizes, and who gets which cents and things."""
    return held, prizes, [*got]


PRIZES = {
    "each place has its own": awarded(played(EVEN), euros(50, 30), ("Anna", 5000, ()), ("Bene", 3000, ())),
    "the prizes of a shared place are put together and divided": awarded(
        played([7, 0, 0, -7]), euros(50, 30, 20), ("Anna", 5000, ()), ("Bene", 2500, ()), ("Christl", 2500, ())
    ),
    "also where a part of them has no prize": awarded(
        played([7, 0, 0, -7]), euros(50, 30), ("Anna", 5000, ()), ("Bene", 1500, ()), ("Christl", 1500, ())
    ),
    "cents left over go to the first start numbers": awarded(
        played([0, 0, 0, -7]),
        (Prize("all", 1, "", 500), Prize("all", 2, "", 300)),
        ("Anna", 267, ()),
        ("Bene", 267, ()),
        ("Christl", 266, ()),
    ),
    "who would get no cent is left out": awarded(played([0, 0, 0, 0]), (Prize("all", 3, "", 1),), ("Anna", 1, ())),
    "a thing for a place": awarded(played(EVEN), (HAM,), ("Anna", 0, ("Schinken",))),
    "money and a thing for the same place": awarded(played(EVEN), (HAM, *euros(50)), ("Anna", 5000, ("Schinken",))),
    "things of a shared place are drawn": awarded(
        played([0, 0, -1, -2]), (HAM, CUP), ("Anna", 0, ("Pokal",)), ("Bene", 0, ("Schinken",))
    ),
    "who is drawn first gets that of the best place, however the prizes are listed": awarded(
        played([0, 0, -1, -2]), (CUP, HAM), ("Anna", 0, ("Pokal",)), ("Bene", 0, ("Schinken",))
    ),
    "where there are more people than things, some get none": awarded(
        played([0, 0, 0, -2]), (HAM,), ("Christl", 0, ("Schinken",))
    ),
    "money for one place and a thing for the other are shared as each of them is": awarded(
        played([0, 0, -1, -2]), (HAM, Prize("all", 2, "", 3000)), ("Anna", 1500, ()), ("Bene", 1500, ("Schinken",))
    ),
    "the last": awarded(played(EVEN), euros(10, whose="last"), ("Dani", 1000, ())),
    "the last are several": awarded(
        played([7, 0, -2, -2]), euros(10, whose="last"), ("Christl", 500, ()), ("Dani", 500, ())
    ),
    "the second from the end": awarded(played(EVEN), (Prize("last", 2, "", 100),), ("Christl", 100, ())),
    "each table's best, in each round": awarded(
        played([7, 1, -3, -5, 2, 2, 0, -4], [0, 9, 0, -9, 1, -1, 0, 0]),
        euros(3, whose="table"),
        ("Anna", 300, ()),
        ("Eva", 150, ()),
        ("Gast 6", 150, ()),
        ("Bene", 300, ()),
        ("Eva", 300, ()),
    ),
    "who missed a round gets none, and the next one moves up": awarded(
        with_rules(played(EVEN, here={1: False}), rounds=2), euros(50, 30), ("Bene", 5000, ()), ("Christl", 3000, ())
    ),
    "who missed a round can be his table's best": awarded(
        with_rules(played(EVEN, here={1: False}), rounds=2), euros(3, whose="table"), ("Anna", 300, ())
    ),
    "a team": awarded(
        seated_in({1: "A", 2: "A", 5: "B", 6: "B", 7: "C"}),
        euros(40, 20, 10, whose="teams"),
        ("A", 4000, ()),
        ("B", 2000, ()),
    ),
    "teams that share a place": awarded(
        played([3, 3, 3, 3], rules=Rules(1, team_size=2, seed=BACKWARDS), team={1: "B", 2: "B", 3: "A", 4: "A"}),
        (Prize("teams", 1, "", 101), Prize("teams", 2, "Fass")),
        ("B", 51, ("Fass",)),
        ("A", 50, ()),
    ),
    "a club": awarded(
        played(EVEN, rules=Rules(1, team_size=1), club={2: "SC Süd"}), euros(5, whose="clubs"), ("SC Süd", 500, ())
    ),
    "nobody, before anything was drawn": awarded(Tournament(entrants=entrants(4)), euros(50)),
}


@pytest.mark.parametrize(("tournament", "prizes", "expected"), PRIZES.values(), ids=PRIZES)
def test_prizes(tournament: Tournament, prizes: tuple[Prize, ...], expected: list[Got]) -> None:
    """Who gets which prize."""
    assert [(one.name, one.cents, one.what) for one in awards(tournament._replace(prizes=prizes))] == expected


def test_an_award_says_that_it_is_shared_and_drawn() -> None:
    """Two who share a place read how many they are, whether a lot gave it, and of which prizes it is."""
    day = played([0, 0, -1, -2])._replace(prizes=(HAM, CUP, *euros(50)))
    first, second_one = awards(day)
    assert (first.place, first.shared, first.by_lot, first.number) == (1, 2, True, 1)
    assert first.prizes == (*euros(50), CUP)
    assert second_one.prizes == (*euros(50), HAM)


def test_an_award_has_only_the_prizes_of_which_something_is_in_it() -> None:
    """Who got no cent of the money, or no thing, has no part in that prize; money is never drawn."""
    cent, money = Prize("all", 2, "", 1), Prize("all", 2, "", 3000)
    assert [
        (one.cents, one.prizes, one.by_lot) for one in awards(played([0, 0, -1, -2])._replace(prizes=(HAM, cent)))
    ] == [
        (1, (cent,), False),
        (0, (HAM,), True),
    ]
    day = played([0, 0, -1, -2])._replace(prizes=(HAM, money))
    assert [(one.prizes, one.by_lot) for one in awards(day)] == [((money,), False), ((money, HAM), True)]


@pytest.mark.parametrize(
    ("prizes", "drawn"),
    [
        pytest.param((HAM, CUP), [True, True], id="different things"),
        pytest.param((HAM, HAM._replace(place=2)), [False, False], id="the same for everybody"),
        pytest.param((HAM,), [True], id="one thing for two"),
        pytest.param(euros(50), [False, False], id="money"),
    ],
)
def test_what_is_drawn(prizes: tuple[Prize, ...], drawn: list[bool]) -> None:
    """A lot is needed where those who share a place do not all get the same."""
    assert [one.by_lot for one in awards(played([0, 0, -1, -2])._replace(prizes=prizes))] == drawn


def test_a_prize_of_a_table_says_which() -> None:
    """The best of a table reads of which round and table it is."""
    day = played([*EVEN, 2, 1, 0, -3])._replace(prizes=euros(3, whose="table"))
    assert [(one.round, one.table, one.number) for one in awards(day)] == [(1, 1, 1), (1, 2, 5)]


def test_prizes_that_nobody_gets() -> None:
    """Prizes for more places than have a list, for teams where there are none, of tables whose list is not in."""
    prizes = (*euros(5, 4, 3, 2, 1), *euros(9, whose="teams"), *euros(3, whose="table"))
    day = played([*EVEN, 2, 1, None, -3], here={8: False})._replace(prizes=prizes)
    assert not_given(day) == (prizes[4], *euros(9, whose="teams"), *euros(3, whose="table"))
    assert not_given(played(EVEN)._replace(prizes=prizes)) == (prizes[4], prizes[5])
    assert not_given(Tournament(prizes=prizes)) == prizes


# -- cash -----------------------------------------------------------------------------------------------


def test_the_cash() -> None:
    """What is due, paid and open, and what is left when the prizes are given; who fills in pays nothing."""
    day = with_rules(
        played([*EVEN, 2, 1, 0, -3], paid={1: 1000, 2: 400, 3: 1500, 8: 300}, fills={7: True}), fee=1000, rounds=2
    )._replace(prizes=(*euros(20, 10), HAM, *euros(5, whose="teams")))
    found = cash(day)
    assert (found.due, found.paid, found.prizes, found.left, found.in_hand) == (7000, 3200, 3500, 3500, -300)
    assert found.open == ((2, 600), (4, 1000), (5, 1000), (6, 1000), (8, 700))
    assert found.over == ((3, 500),)


def test_money_for_the_best_of_a_table_is_given_at_every_table() -> None:
    """5 € for each table's best are as many times 5 € as tables were drawn; before that they count once."""
    prizes = (Prize("all", 1, "", 15000), Prize("table", 1, "", 500))
    tables = tuple(tuple(range(first, first + 4)) for first in range(1, 101, 4))
    before = Tournament(Rules(rounds=1), entrants(100), prizes=prizes)
    assert [cash(day).prizes for day in (before, before._replace(rounds=(Round(tables),)))] == [15500, 27500]


def test_whoever_has_no_list_yet_has_no_place() -> None:
    """Nobody is ranked with 0 points before his list is in, nor gets a prize, nor counts for his team."""
    rules = Rules(rounds=1, team_size=2, seed=BACKWARDS)
    day = played([-1, -2, -3, 6, 2, 1, 0, -3], rules=rules, team={1: "A", 2: "A", 3: "B", 5: "B"})
    day = day._replace(
        lists={(1, 1): day.lists[1, 1]},
        penalties=(Penalty(6, -5, "late"),),
        prizes=(*euros(9, 8, 7, 6, 5), Prize("last", 1, "Brotzeit")),
    )
    assert [(one.entrant.number, one.place) for one in ranking(day).standings] == [
        (4, 1), (1, 2), (2, 3), (3, 4), (5, None), (6, None), (7, None), (8, None),
    ]  # fmt: skip
    assert {one.number for one in awards(day)} == {1, 2, 3, 4}
    assert [(one.name, one.place, one.points, one.others) for one in teams(day)] == [
        ("A", 1, -3, ()),
        ("B", None, -3, (5,)),
    ]


def test_who_did_not_come_gets_his_fee_back() -> None:
    """Who withdrew before he played owes nothing; who left after a round owes the fee."""
    day = with_rules(played([*EVEN, None], here={4: False, 5: False}, paid={5: 1000}), fee=1000)
    day = day._replace(rounds=(Round(((1, 2, 3, 4),)),))
    assert cash(day).due == 4000
    assert cash(day).over == ((5, 1000),)


# -- a series -------------------------------------------------------------------------------------------


def evening(*people: tuple[str, int] | tuple[str, int, str]) -> Ranking:
    """Give the ranking of one round at one table of those (name, points, and perhaps the place)."""
    seats = tuple(range(1, len(people) + 1))
    return ranking(
        Tournament(
            Rules(rounds=1),
            {at: Entrant(at, one[0], one[2] if len(one) > 2 else "") for at, one in zip(seats, people, strict=True)},
            (Round((seats,)),),
            {(1, 1): (TableList(tuple(Row(one[1]) for one in people)),)},
        )
    )


def of_series(best: int, *evenings: Ranking) -> list[tuple[int, str, int]]:
    """Give the places, names and totals of a series."""
    found = series([(f"{at}. Rennen", one) for at, one in enumerate(evenings, 1)], best)
    return [(one.place, one.name, one.total) for one in found.standings]


SERIES: dict[str, tuple[int, list[Ranking], list[tuple[int, str, int]]]] = {
    "the best so many count": (
        2,
        [evening(("Anna", 9), ("Bene", 8)), evening(("Anna", -5), ("Bene", 1)), evening(("Anna", 2), ("Bene", 1))],
        [(1, "Anna", 11), (2, "Bene", 9)],
    ),
    "all count where fewer were played": (
        3,
        [evening(("Anna", 9), ("Bene", 8)), evening(("Anna", -5))],
        [(1, "Bene", 8), (2, "Anna", 4)],
    ),
    "one who is not there at all is not in it": (1, [evening(("Anna", 9))], [(1, "Anna", 9)]),
    "neither case nor accents make another one": (
        2,
        [evening(("Anna", 1), ("René", 2)), evening(("ANNA", 1), ("rene\u0301", 2))],
        [(1, "René", 4), (2, "Anna", 2)],
    ),
    "more tournaments won": (
        2,
        [evening(("Anna", 1), ("Bene", 2)), evening(("Christl", 9), ("Anna", 3), ("Bene", 2))],
        [(1, "Christl", 9), (2, "Bene", 4), (3, "Anna", 4)],
    ),
    "the best single one": (
        2,
        [evening(("Dani", 9), ("Anna", 2), ("Bene", 1)), evening(("Dani", 9), ("Anna", 2), ("Bene", 3))],
        [(1, "Dani", 18), (2, "Bene", 4), (3, "Anna", 4)],
    ),
    "else they share the place, by name": (
        1,
        [evening(("Bene", 3), ("Anna", 3), ("Christl", 1))],
        [(1, "Anna", 3), (1, "Bene", 3), (3, "Christl", 1)],
    ),
}


@pytest.mark.parametrize(("best", "evenings", "expected"), SERIES.values(), ids=SERIES)
def test_series(best: int, evenings: list[Ranking], expected: list[tuple[int, str, int]]) -> None:
    """A year's ranking is the sum of everybody's best."""
    assert of_series(best, *evenings) == expected


def test_a_series_says_what_counts() -> None:
    """Each tournament's points stand there, None where somebody did not play it, and which of them count."""
    found = series(
        [("Mai", evening(("Anna", 1), ("Bene", 1))), ("Juni", evening(("Anna", 1))), ("Juli", evening(("Anna", 4)))], 2
    )
    anna, bene = found.standings
    assert (found.titles, found.best, found.unclear) == (("Mai", "Juni", "Juli"), 2, ())
    assert (anna.points, anna.counts, anna.won, anna.top) == ((1, 1, 4), (True, False, True), 3, 4)
    assert (bene.points, bene.counts) == ((1, None, None), (True, False, False))


def test_who_only_came_has_no_points_of_a_tournament() -> None:
    """Somebody who was there without a list has not played it."""
    day = ranking(played(EVEN)._replace(entrants=entrants(5)))
    assert "Eva" in by_name(day)
    assert [one.name for one in series([("Mai", day)], 1).standings] == list(NAMES[:4])


def test_the_place_of_somebody_is_the_first_that_was_said() -> None:
    """Where one tournament knows it and another does not, it is known."""
    found = series([("Mai", evening(("Anna", 1))), ("Juni", evening(("Anna", 1, "Oberdorf")))], 2)
    assert [(one.name, one.home, one.total) for one in found.standings] == [("Anna", "Oberdorf", 2)]


def test_two_with_one_name_are_told_apart_by_their_place() -> None:
    """A name that two of one tournament have is looked for by name and place in all of them."""
    first = evening(("Anna", 3, "Oberdorf"), ("Anna", 1, "Unterdorf"), ("Bene", 0, "Oberdorf"))
    found = series([("Mai", first), ("Juni", evening(("anna", 5, "UNTERDORF"), ("Bene", 9)))], 2)
    assert [(one.name, one.home, one.total) for one in found.standings] == [
        ("Bene", "Oberdorf", 9),
        ("Anna", "Unterdorf", 6),
        ("Anna", "Oberdorf", 3),
    ]
    assert found.unclear == ()


@pytest.mark.parametrize(
    "second_one",
    [
        pytest.param(("Anna", 5, ""), id="a place that is not said"),
        pytest.param(("Anna", 5, "Oberdorf"), id="the place of both"),
    ],
)
def test_two_who_cannot_be_told_apart_are_named(second_one: tuple[str, int, str]) -> None:
    """Nobody gets the points of another in silence: the series says of which names it is not clear who is who."""
    same = second_one[2] == "Oberdorf"
    first = evening(("Anna", 3, "Oberdorf"), ("Anna", 1, "Oberdorf" if same else "Unterdorf"))
    assert series([("Mai", first), ("Juni", evening(second_one))], 2).unclear == ("Anna",)


def test_of_a_series_something_counts() -> None:
    """The best none of many is no ranking."""
    with pytest.raises(ValueError, match="at least one"):
        series([], 0)


# -- modes and prizes of their own ----------------------------------------------------------------------


def places_of(tournament: Tournament) -> list[tuple[int, int, bool]]:
    """Give the start numbers in their order, with points, and whether they may win a prize."""
    return [(one.entrant.number, one.points, one.complete) for one in ranking(tournament).standings]


def test_the_best_rounds_count() -> None:
    """Two of three, and who missed one has no less right to a prize than others."""
    rules = Rules(rounds=3, best=2, ties=(), seed=BACKWARDS)
    tournament = played([10, -2, -3, -5], [-4, 1, 1, 2], [-9, 5, 1, 3], rules=rules)
    assert places_of(tournament) == [(1, 6, True), (2, 6, True), (4, 5, True), (3, 2, True)]
    missed = tournament._replace(rounds=(*tournament.rounds[:2], Round(((2, 3, 4),))), lists={})
    assert {one.entrant.number for one in ranking(missed).standings if one.complete} == {1, 2, 3, 4}


def test_a_final_comes_before_all_others() -> None:
    """With fewer points as well; who is not in it has missed nothing."""
    rules = Rules(rounds=2, final=4, ties=(), seed=BACKWARDS)
    first = played([9, 3, -2, -10, 8, 1, -4, -5], rules=rules)
    final = Round(((1, 5, 2, 6),))
    lists = {**first.lists, (2, 1): (TableList((Row(-30), Row(10), Row(10), Row(10))),)}
    tournament = first._replace(rounds=(*first.rounds, final), lists=lists)
    assert places_of(tournament)[:5] == [(5, 18, True), (2, 13, True), (6, 11, True), (1, -21, True), (3, -2, True)]


WINNERS_OF = {
    "zero: Most": {3: "Most"},
    "2: Most": {5: "Most"},
    "round: Most": {1: "Most"},
    "women 1: Most": {5: "Most"},
    "youth 1: Most": {3: "Most"},
    "above: Most": {1: "Most", 5: "Most"},
}


@pytest.mark.parametrize("said", WINNERS_OF)
def test_a_prize_of_its_own(said: str) -> None:
    """Nearest to zero, the best round, women, youth, everybody above zero."""
    tournament = played([9, -3, -1, -5, 8, -2, -3, -3], rules=Rules(rounds=1, ties=(), seed=BACKWARDS),
                        classes={3: ("youth", "women"), 5: ("women",)})  # fmt: skip
    found = awards(tournament._replace(prizes=tuple(prizes_of_lines([said]))))
    assert {one.number: one.what[0] for one in found} == WINNERS_OF[said]


def test_shares_of_the_fees_and_the_fee_of_a_team() -> None:
    """A team's fee is with its first number; a share is one of all that is due, whoever has paid."""
    rules = Rules(rounds=1, fee=1000, team_fee=2000, seed=BACKWARDS)
    tournament = played([9, -3, -1, -5], rules=rules, team={2: "Gras", 3: "GRAS"})
    assert fees(tournament) == {1: 1000, 2: 3000, 3: 1000, 4: 1000}
    found = awards(tournament._replace(prizes=tuple(prizes_of_lines(["1: 30 %", "2: 5%"]))))
    assert [(one.number, one.cents, one.what) for one in found] == [(1, 1800, ()), (3, 300, ())]


# -- whatever the tournament is --------------------------------------------------------------------------


def drawn(tournament: Tournament, purpose: str) -> list[int]:
    """Give the order in which the start numbers are drawn, as anybody can draw them again."""
    return Lots(tournament.rules.seed, purpose).shuffled(sorted(tournament.entrants))


@pytest.mark.long
@given(tournaments(), st.integers(0, 3))
@many
def test_a_second_count_comes_to_the_same_ranking(tournament: Tournament, upto: int) -> None:
    """Counted by comparing everybody with everybody: the same points, places, reasons and doubts."""
    upto, order = min(upto, len(tournament.rounds)), drawn(tournament, "ties")
    found = ranking(tournament, upto)
    assert {one.entrant.number: one.place for one in found.standings} == second.places(tournament, upto, order)
    assert {one.entrant.number: one.decided for one in found.standings} == second.decided(tournament, upto, order)
    assert set(found.unsaid) == second.unknown(tournament, upto, order)
    assert {
        one.number: (one.points, one.missing, one.complete, one.results) for one in second.ranked(tournament, upto)
    } == {
        one.entrant.number: (one.points, one.missing, one.complete, [r.points if r else None for r in one.rounds])
        for one in found.standings
    }


@pytest.mark.long
@given(tournaments())
@many
def test_a_second_count_comes_to_the_same_teams(tournament: Tournament) -> None:
    """Counted by trying every choice of members."""
    for found, field in ((teams(tournament), "team"), (clubs(tournament), "club")):
        assert {one.name.casefold(): (one.place, one.points) for one in found} == second.groups(
            tournament, len(tournament.rounds), field
        )


@given(tournaments())
@many
def test_a_second_count_comes_to_the_same_prizes(tournament: Tournament) -> None:
    """Counted by handing out cent by cent."""
    found: Counter[tuple[int, object]] = Counter()
    for one in awards(tournament):
        if one.number:
            found[one.number, "cents"] += one.cents
            found += Counter((one.number, thing) for thing in one.what)
    assert +found == second.given(tournament, drawn(tournament, "ties"), drawn(tournament, "prizes"))


@pytest.mark.long
@given(st.lists(tournaments(), max_size=4), st.integers(1, 3))
@settings(parent=many, max_examples=60)
def test_a_second_count_comes_to_the_same_series(year: list[Tournament], best: int) -> None:
    """Counted by trying every choice of tournaments; nobody's points are lost or counted twice."""
    found = series([("", ranking(one)) for one in year], best)
    assert [one.total for one in found.standings] == [second.best_of(one.points, best) for one in found.standings]
    for at, tournament in enumerate(year):
        mine = Counter(one.points[at] for one in found.standings if one.points[at] is not None)
        assert mine == Counter(
            one.points for one in second.ranked(tournament, len(tournament.rounds)) if one.got_something
        )
    for one in found.standings:
        better = [two for two in found.standings if (two.total, two.won, two.top) > (one.total, one.won, one.top)]
        assert one.place == 1 + len(better)


@given(tournaments())
@many
def test_teams_that_share_a_place_share_the_money_of_all_its_places(tournament: Tournament) -> None:
    """The money of a place is that of as many prizes as teams share it, whoever they are."""
    for whose, groups in (("teams", teams(tournament)), ("clubs", clubs(tournament))):
        teams_at = Counter(one.place for one in groups if one.place is not None)
        for place, sharing in teams_at.items():
            pooled = sum(
                second.in_cents(tournament, one) or 0
                for one in tournament.prizes
                if one.whose == whose and one.place in range(place, place + sharing)
            )
            assert pooled == sum(one.cents for one in awards(tournament) if (one.whose, one.place) == (whose, place))


@pytest.mark.long
@given(tournaments())
@many
def test_all_the_money_is_given_or_left(tournament: Tournament) -> None:
    """To the cent, every prize of money is given once or to nobody: those of tables once for each table.

    Those of the other kinds are recounted by the second opinion.
    """
    recounted = [one for one in tournament.prizes if one.whose in ("all", "teams", "clubs", "last", "table")]
    tournament = tournament._replace(prizes=tuple(recounted))
    tables = sum(len(one.tables) for one in tournament.rounds) or 1
    there = sum(
        (second.in_cents(tournament, one) or 0) * (tables if one.whose == "table" else 1) for one in tournament.prizes
    )
    left = sum(one.cents or 0 for one in not_given(tournament))
    assert sum(one.cents for one in awards(tournament)) + left == there == cash(tournament).prizes


@pytest.mark.long
@given(tournaments())
@many
def test_those_who_share_a_place_get_the_same_money(tournament: Tournament) -> None:
    """To a cent, and no later start number gets more than an earlier one."""
    shared: dict[tuple[object, ...], list[int]] = {}
    for one in awards(tournament):
        shared.setdefault((one.whose, one.place, one.round, one.table), []).append(one.cents)
    assert all(cents == sorted(cents, reverse=True) and cents[0] - cents[-1] <= 1 for cents in shared.values())


@given(tournaments())
@many
def test_open_and_paid_are_what_is_due(tournament: Tournament) -> None:
    """Paid, with what is open and without what is too much, is what is due."""
    found = cash(tournament)
    assert found.paid + sum(cents for _, cents in found.open) - sum(cents for _, cents in found.over) == found.due


@given(tournaments(), st.data())
@many
def test_a_penalty_moves_exactly_its_points(tournament: Tournament, data: st.DataObject) -> None:
    """It changes what one person has, by its points, and nobody else's."""
    number = data.draw(st.sampled_from(sorted(tournament.entrants)))
    points = data.draw(st.integers(-100, 100))
    before = points_of(tournament)
    after = points_of(tournament._replace(penalties=(*tournament.penalties, Penalty(number, points, "wrong call"))))
    assert after == {one: had + points * (one == number) for one, had in before.items()}


def points_of(tournament: Tournament) -> dict[int, int]:
    """Give everybody's points."""
    return {one.entrant.number: one.points for one in ranking(tournament).standings}


@pytest.mark.long
@given(tournaments(), st.data())
@many
def test_a_list_changes_only_its_people(tournament: Tournament, data: st.DataObject) -> None:
    """A list that comes in changes the points of those at its table alone."""
    tables = [(at, table) for at, one in enumerate(tournament.rounds, 1) for table in range(1, len(one.tables) + 1)]
    if not tables:
        return
    at, table = data.draw(st.sampled_from(tables))
    seats = tournament.seats(at, table)
    lines = data.draw(st.lists(rows, min_size=len(seats), max_size=len(seats)).map(tuple))
    entered = {**tournament.lists, (at, table): (*tournament.lists.get((at, table), ()), TableList(lines))}
    before, after = points_of(tournament), points_of(tournament._replace(lists=entered))
    changed = {one for one in before.keys() | after.keys() if before.get(one) != after.get(one)}
    assert changed <= set(seats)


@pytest.mark.long
@given(tournaments(), st.randoms(use_true_random=False))
@many
def test_in_which_order_things_came_makes_no_difference(tournament: Tournament, dice: object) -> None:
    """Entrants, lists of different tables and penalties in any order are the same tournament."""
    shuffle: Callable[[list[object]], None] = dice.shuffle  # type: ignore[attr-defined]
    people, lists, penalties = (
        list(tournament.entrants.items()),
        list(tournament.lists.items()),
        [*tournament.penalties],
    )
    for some in (people, lists, penalties):
        shuffle(some)  # type: ignore[arg-type]
    other = tournament._replace(entrants=dict(people), lists=dict(lists), penalties=tuple(penalties))
    for found in (ranking, teams, clubs, awards, not_given, cash):
        assert found(other) == found(tournament)


@pytest.mark.long
@given(tournaments())
@many
def test_places_follow_from_what_decides(tournament: Tournament) -> None:
    """Nobody stands before somebody with more points, but for a final; whoever shares no place stands where it says.

    Behind all of them stands who has no list yet, without a place.
    """
    found = ranking(tournament)
    standings = found.placed
    assert found.standings[len(standings) :] == tuple(one for one in found.standings if not any(one.rounds))
    if not tournament.rules.final:
        assert [one.points for one in standings] == sorted((one.points for one in standings), reverse=True)
    for at, one in enumerate(standings, 1):
        same = sum(other.place == one.place for other in standings)
        assert one.place is not None
        assert one.place <= at < one.place + same
