"""A whole day of 214 people: entered into a ledger as it is played, and every number counted a second time."""

from __future__ import annotations

import contextlib
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from sklog.ledger.open import open_ledger
from sklog.tournament.draw import draw
from sklog.tournament.prizes import not_given
from sklog.tournament.ranking import ranking
from sklog.vault import check
from tests import transcripts
from tests.secretary import PRIZES, SEED, Secretary, lots, rows, told
from tests.whole_day import GAMES, ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.long

PEOPLE, BY_HAND = 214, 6  # `python -m tests.trials.torture day` has 430


@pytest.fixture(scope="module")
def went(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secretary]:
    """Return the day, entered once for all that is asked of it."""
    folder = tmp_path_factory.mktemp("day")
    with pytest.MonkeyPatch.context() as patch:
        for name in transcripts.UNSEEN:
            patch.delenv(name, raising=False)
        for name, value in transcripts.environment(folder).items():
            patch.setenv(name, value)
        dice = Random(21)  # noqa: S311  dice that fall the same way again
        yield Secretary(folder / "ledger.db", dice, PEOPLE, BY_HAND)


def test_everybody_sits_somewhere(went: Secretary) -> None:
    """Tables of four and five, everybody once; nobody meets somebody twice, and no team mate."""
    first, second = went.end.tournament.rounds
    assert Counter(map(len, first.tables)) == {4: 51, 5: 2}
    assert Counter(map(len, second.tables)) == {4: 52, 5: 1}
    met: Counter[tuple[int, int]] = Counter()
    for drawn, here in ((first, PEOPLE), (second, PEOPLE - 1)):
        seated = [number for table in drawn.tables for number in table]
        assert len(seated) == len(set(seated)) == here
        assert drawn.byes == ()
        met.update((one, other) for table in drawn.tables for one in table for other in table if one < other)
    assert max(met.values()) == 1
    people = went.day.people
    assert not [pair for pair in met if people[pair[0]].team and people[pair[0]].team == people[pair[1]].team]
    assert went.gone not in {number for table in second.tables for number in table}


def test_anybody_can_draw_it_again(went: Secretary) -> None:
    """The same people and the same seed give the same tables."""
    before = went.after_round_1.tournament
    rounds = went.end.tournament.rounds
    assert draw(tuple(before.entrants.values()), rounds[:1], before.rules) == rounds[1]
    assert rounds[0].seed == rounds[1].seed == SEED


def test_every_list_is_what_was_played(went: Secretary) -> None:
    """Sums, good points, solos and Herz-Solos of each seat, of those that were typed and of those entered by hand."""
    tournament = went.end.tournament
    assert [tournament.missing(at) for at in (1, 2)] == [(), ()]
    for at, sheets in enumerate(went.day.sheets, 1):
        for table, sheet in enumerate(sheets, 1):
            counted = tournament.counted(at, table)
            assert counted is not None
            assert counted.rows == tuple(rows(sheet, tournament.seats(at, table)))
    assert sum(bool(every[-1].evening) for every in tournament.lists.values()) == ROUNDS * BY_HAND


def test_what_was_wrong_is_struck_out(went: Secretary) -> None:
    """In each round a list with two lines in each other's place, and one of a game that was lost in truth."""
    corrected = [every for every in went.end.tournament.lists.values() if len(every) > 1]
    assert len(corrected) == ROUNDS * 2
    assert all(len(every) == 2 and every[0].rows != every[1].rows for every in corrected)
    assert went.refused == ["the sum is not 0: 1 point too many"] * ROUNDS
    assert went.tournaments.unlike() == []


@pytest.mark.parametrize("what", ["people", "order", "teams", "clubs", "tables", "prizes", "cash"])
def test_every_number_is_counted_a_second_time(went: Secretary, what: str) -> None:
    """Everybody's place, points and solos, every team's, club's and table's, every prize, and the money."""
    assert told(went.end.tournament)[what] == went.day.counted(PRIZES, lots)[what]


def test_the_ranking_after_the_first_round(went: Secretary) -> None:
    """Everybody's place and points of that round; what was decided about the whole day counts at once."""
    found = {one.entrant.number: (one.place, one.points) for one in ranking(went.after_round_1.tournament).standings}
    places = went.day.places(1)
    assert found == {number: (places[number], went.day.value(number, 1)[0]) for number in places}
    later = {one.entrant.number: (one.place, one.points) for one in ranking(went.end.tournament, 1).standings}
    assert later == found


def test_two_share_the_second_place(went: Secretary) -> None:
    """The first two of round 1 have the same in everything that decides, and divide two prizes; the third is first."""
    first, second, third = went.first_three
    people = told(went.end.tournament)["people"]
    assert [people[number].place for number in (third, first, second)] == [1, 2, 2]  # type: ignore[index]
    assert [one.place for one in ranking(went.end.tournament).standings[:4]] == [1, 2, 2, 4]
    prizes = told(went.end.tournament)["prizes"]
    assert sorted(prizes["all", one, "cents"] for one in (first, second)) == [25_000, 25_001]  # type: ignore[index]
    assert not_given(went.end.tournament) == ()


def test_who_left_has_his_points_and_no_prize(went: Secretary) -> None:
    """He is ranked with his one round."""
    standing = ranking(went.end.tournament).of(went.gone)
    assert standing is not None
    assert (standing.complete, standing.missing, standing.rounds[1]) == (False, 0, None)


def test_the_substitute_has_the_number_and_its_points(went: Secretary) -> None:
    """He is named where the other was, and it is said who that was."""
    standing = ranking(went.end.tournament).of(went.replaced)
    assert standing is not None
    assert (standing.entrant.name, standing.entrant.before) == ("Ersatz 1", (f"Gast {went.replaced}",))


def test_the_ranking_that_is_printed(went: Secretary) -> None:
    """The report has the places, numbers and points as they were counted, each round by itself."""
    [section] = [one for one in went.tournaments.report("ranking").sections if one.key == "ranking"]
    at = {column.key: place for place, column in enumerate(section.columns)}
    shown = {row[at["number"]]: row for row in section.rows}
    places = went.day.places()
    assert shown.keys() == places.keys()
    for number, row in shown.items():
        lines = [line.points for line in went.day.lines(number)]
        assert (row[at["place"]], row[at["total"]]) == (places[number], went.day.value(number)[0])
        assert [row[at[f"round_{one}"]] for one in (1, 2)] == [*lines, *[None] * (ROUNDS - len(lines))]


def test_everything_agrees(went: Secretary) -> None:
    """`check` proves every evening of the day, and folds every hand again."""
    with contextlib.closing(open_ledger(went.ledger.path, create=False)) as opened:
        assert list(check.disagreements(opened)) == []
    evenings = went.ledger.evenings()
    assert len(evenings) == 1 + ROUNDS * BY_HAND
    fives = 3  # both of the first round, and that of the second
    assert sum(one.state.hands for one in evenings) == went.hands == (ROUNDS * BY_HAND + fives / 4) * GAMES
