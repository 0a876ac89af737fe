"""The draw of a Schafkopfrennen: lots that anybody can draw again, fair seats, nobody twice where that is possible."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import unicodedata
from collections import Counter
from functools import cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog.errors import Refused
from sklog.tournament.draw import cards, draw, following, meetings, sizes_of
from sklog.tournament.facts import Drawn
from sklog.tournament.lots import METHOD, Lots
from sklog.tournament.model import (
    BY_PLACE,
    BYES,
    CARDS,
    CLUB,
    FILLED,
    FIVES,
    METHOD_BY_PLACE,
    REMAINDERS,
    TEAM,
    Entrant,
    Round,
    Rules,
    Tournament,
)
from tests.tournament_samples import played

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SEED = "Anna 4711"


def guests(number: int, *, team_of: int = 0, clubs: int = 0, fills: int = 0) -> list[Entrant]:
    """Give so many entrants, in teams of so many and in so many clubs, and behind them standing substitutes."""
    entrants = [
        Entrant(
            at,
            f"Gast {at}",
            team=f"Team {(at - 1) // team_of}" if team_of else "",
            club=f"Club {at % clubs}" if clubs else "",
        )
        for at in range(1, number + 1)
    ]
    return [*entrants, *(Entrant(at, f"Haus {at}", fills=True) for at in range(number + 1, number + fills + 1))]


def held(entrants: Sequence[Entrant], rules: Rules, rounds: int = 0) -> list[Round]:
    """Draw one round after the other."""
    drawn: list[Round] = []
    for _turn in range(rounds or rules.rounds):
        drawn.append(draw(entrants, drawn, rules))
    return drawn


def met_again(drawn: Sequence[Round], entrants: Sequence[Entrant], rules: Rules | None = None) -> list[tuple[int, int]]:
    """Give for each round how many pairs have met before, and how many sit together who should not."""
    tournament = Tournament(rules or Rules(), {one.number: one for one in entrants}, tuple(drawn))
    return [meetings(tournament, at) for at in range(1, len(drawn) + 1)]


def pairs(tables: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    """Give who sits with whom."""
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def seated(drawn: Round) -> list[int]:
    """Give everybody who has a seat, in order."""
    return sorted(chain.from_iterable(drawn.tables))


def digest(drawn: Iterable[Round]) -> str:
    """Give a short name for whole rounds."""
    said = ";".join(f"{one.tables}{one.byes}{one.seed}{one.method}" for one in drawn)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


# -- lots -------------------------------------------------------------------------------------------


def words_again(seed: str, purpose: str) -> Iterator[int]:
    """Give the words of the lots, written from the description alone."""
    block = 0
    while True:
        text = "\n".join(["sklog lots 1", purpose, str(block), unicodedata.normalize("NFC", seed)])
        digits = hashlib.sha256(text.encode("utf-8")).hexdigest()
        for word in range(8):
            yield int(digits[8 * word : 8 * word + 8], 16)
        block += 1


def shuffled_again(items: Sequence[int], words: Iterator[int]) -> list[int]:
    """Give the items in the order of the lots: the last place is drawn first."""
    left, behind = list(items), []
    while len(left) > 1:
        n = len(left)
        word = next(one for one in words if one < (1 << 32) // n * n)
        place = word % n
        behind.append(left[place])
        left[place] = left[-1]
        left.pop()
    return left + behind[::-1]


def round_one_again(numbers: Sequence[int], seed: str) -> list[tuple[int, ...]]:
    """Give the tables of a first round in which nobody is kept from anybody, from the description alone."""
    order = shuffled_again(numbers, words_again(seed, "round 1 try 1"))
    tables, fives = [], len(numbers) % 4
    while order:
        size = 5 if len(order) == 5 * fives else 4
        fives -= size == 5
        tables.append(sorted(order[:size]))
        order = order[size:]
    words = words_again(seed, "round 1 seats")
    drawn: list[tuple[int, ...]] = []
    for size in (4, 5):
        of_size = sorted(table for table in tables if len(table) == size)
        drawn += [tuple(of_size[at]) for at in shuffled_again(range(len(of_size)), words)]
    return [tuple(shuffled_again(table, words)) for table in drawn]


@pytest.mark.parametrize("people", [8, 16, 21, 23, 103, 430])
def test_a_first_round_can_be_drawn_again_by_other_code(people: int) -> None:
    """Tables, their numbers and who deals first follow from the seed and the description."""
    drawn = draw(guests(people), [], Rules(seed=SEED))
    assert list(drawn.tables) == round_one_again(range(1, people + 1), SEED)


@pytest.mark.parametrize("seed", ["", "1", "Fasching in der Au 2027", "🂡"])
def test_lots_follow_from_their_description(seed: str) -> None:
    """Hundreds of lots, over many blocks."""
    lots, words = Lots(seed, "ties"), words_again(seed, "ties")
    assert [lots.below(2**32) for _turn in range(300)] == [next(words) for _turn in range(300)]


def test_lots_are_those_of_the_page() -> None:
    """The first lots of a seed stand in the documents: they never change."""
    lots = Lots("Anna 4711", "round 1 try 1")
    assert [lots.below(10) for _turn in range(12)] == [5, 0, 8, 0, 2, 1, 8, 3, 7, 1, 3, 0]
    assert Lots("Anna 4711", "ties").shuffled(range(1, 13)) == [7, 9, 8, 10, 6, 5, 11, 3, 2, 1, 12, 4]


def test_a_word_that_would_favour_low_numbers_is_passed_over() -> None:
    """Below 3 · 2^30 every fourth word is one too many."""
    n = 3 << 30
    lots, words = Lots(SEED, "ties"), words_again(SEED, "ties")
    drawn = [lots.below(n) for _turn in range(200)]
    fitting = [word for word in (next(words) for _turn in range(400)) if word < n]
    assert drawn == fitting[:200]
    assert len(fitting) < 330


def test_the_purpose_makes_other_lots() -> None:
    """Rounds and ties have lots of their own."""
    purposes = ["round 1 try 1", "round 1 try 2", "round 2 try 1", "round 1 seats", "ties"]
    assert len({tuple(Lots(SEED, one).shuffled(range(20))) for one in purposes}) == len(purposes)


def test_the_same_letters_are_the_same_seed() -> None:
    """An umlaut of two characters, as some systems type it, is the one of a single character."""
    assert Lots("Mu\u0308nchen", "ties").below(2**32) == Lots("M\u00fcnchen", "ties").below(2**32)


def test_a_seed_cannot_pass_for_a_purpose() -> None:
    """A purpose is one line; so two different pairs never make the same text."""
    with pytest.raises(ValueError, match="one line"):
        Lots("x", "ties\n0")


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_lot_is_drawn_below_a_number_that_a_word_can_reach(n: int) -> None:
    """Anything else is a mistake of the caller."""
    with pytest.raises(ValueError, match="not"):
        Lots("", "").below(n)


# -- everybody, once a round ------------------------------------------------------------------------


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(people=st.integers(4, 430), rounds=st.integers(1, 4), remainder=st.sampled_from([*REMAINDERS]), seed=st.text())
def test_everybody_is_there_once_a_round(people: int, rounds: int, remainder: str, seed: str) -> None:
    """At one table, or without one in that round, where the rules say so; tables have four, else five."""
    fills = 3 if remainder == FILLED else 0
    people = people if people > 13 else people % 5 + 4
    for drawn in held(guests(people, fills=fills), Rules(rounds=rounds, remainder=remainder, seed=seed)):
        sizes = [len(table) for table in drawn.tables]
        extra = [number for number in seated(drawn) if number > people]
        assert sorted([*seated(drawn), *drawn.byes]) == [*range(1, people + 1), *extra]
        assert len(extra) == (-people % 4 if remainder == FILLED else 0)
        assert len(drawn.byes) == (people % 4 if remainder == BYES else 0)
        assert tuple(sizes) == (sizes_of(people) if remainder == FIVES else (4,) * len(sizes))
        assert (drawn.seed, drawn.method) == (seed, METHOD)


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (3, ()),
        (4, (4,)),
        (5, (5,)),
        (6, (6,)),
        (7, (7,)),
        (8, (4, 4)),
        (9, (4, 5)),
        (10, (5, 5)),
        (11, (5, 6)),
        (12, (4, 4, 4)),
        (15, (5, 5, 5)),
        (19, (4, 5, 5, 5)),
        (430, (4,) * 105 + (5, 5)),
    ],
)
def test_the_sizes_of_tables(people: int, sizes: tuple[int, ...]) -> None:
    """As few and as small larger tables as there can be, and they come last."""
    assert sizes_of(people) == sizes


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(people=st.integers(14, 60), seed=st.text(max_size=5), data=st.data())
def test_who_withdraws_or_comes_late_is_drawn_from_then_on(people: int, seed: str, data: st.DataObject) -> None:
    """Those who are here in a round sit in it, nobody else; and what the round says of itself is right."""
    entrants, drawn = guests(people, clubs=7), list[Round]()
    rules = Rules(rounds=3, remainder=data.draw(st.sampled_from([FIVES, BYES])), seed=seed, apart=(CLUB,))
    for _turn in range(3):
        drawn.append(draw(entrants, drawn, rules))
        here = [one.number for one in entrants if one.here]
        assert sorted([*seated(drawn[-1]), *drawn[-1].byes]) == here
        met = set(pairs(chain.from_iterable(one.tables for one in drawn[:-1])))
        assert met_again(drawn, entrants)[-1][0] == len([pair for pair in pairs(drawn[-1].tables) if pair in met])
        gone = data.draw(st.sets(st.sampled_from(here), max_size=5))
        entrants = [one._replace(here=one.here and one.number not in gone) for one in entrants]
        for number in range(len(entrants) + 1, len(entrants) + 1 + data.draw(st.integers(0, 5))):
            entrants.append(Entrant(number, f"Gast {number}", club="Club 1"))


@pytest.mark.long
@pytest.mark.parametrize("people", [9, 14, 23, 27])
def test_nobody_has_a_second_bye_before_everybody_had_one(people: int) -> None:
    """In every round those have none who had the fewest."""
    had: Counter[int] = Counter()
    for drawn in held(guests(people), Rules(rounds=1, remainder=BYES, seed=SEED), 8):
        had.update(drawn.byes)
        assert max(had.values()) - min(had[one] for one in range(1, people + 1)) <= 1


def test_who_comes_late_has_had_no_bye() -> None:
    """So the late one waits first where one of 17 has to."""
    first = draw(guests(16), [], Rules(remainder=BYES, seed=SEED))
    second = draw(guests(17), [first._replace(byes=tuple(range(1, 17)))], Rules(remainder=BYES, seed=SEED))
    assert second.byes == (17,)


@pytest.mark.parametrize(("people", "needed"), [(16, 0), (17, 3), (18, 2), (19, 1)])
def test_substitutes_are_seated_as_far_as_they_are_needed(people: int, needed: int) -> None:
    """All tables have four, and who is not needed has no bye either."""
    for drawn in held(guests(people, fills=3), Rules(rounds=3, remainder=FILLED, seed=SEED)):
        assert [len(table) for table in drawn.tables] == [4] * ((people + needed) // 4)
        assert len([number for number in seated(drawn) if number > people]) == needed
        assert drawn.byes == ()


@pytest.mark.parametrize("remainder", [FIVES, BYES])
def test_substitutes_are_not_seated_where_tables_are_not_filled(remainder: str) -> None:
    """They are for rules that fill tables."""
    drawn = draw(guests(18, fills=2), [], Rules(remainder=remainder, seed=SEED))
    assert sorted([*seated(drawn), *drawn.byes]) == list(range(1, 19))


@pytest.mark.parametrize(
    ("entrants", "rules", "said"),
    [
        (guests(3), Rules(), "3 people are here: a table needs four"),
        (guests(1), Rules(remainder=BYES), "1 person is here: a table needs four"),
        (guests(3), Rules(seating=CARDS), "3 people are here: a table needs four"),
        (guests(17), Rules(remainder=FILLED), "3 more standing substitutes are needed for tables of four: there are"),
        (guests(18, fills=1), Rules(remainder=FILLED), "1 more standing substitute is needed for tables of four"),
        (guests(0, fills=4), Rules(remainder=FILLED), "0 people are here"),
        ([one._replace(here=one.number > 2) for one in guests(5)], Rules(), "3 people are here"),
    ],
)  # fmt: skip
def test_what_cannot_be_seated_is_refused(entrants: Sequence[Entrant], rules: Rules, said: str) -> None:
    """With how many are missing."""
    with pytest.raises(Refused, match=said):
        draw(entrants, [], rules)


# -- nobody twice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "people", [16, 20, 21, pytest.param(22, marks=pytest.mark.long), *range(23, 61), 71, 100, 239, 430]
)
def test_in_four_rounds_nobody_meets_the_same_person_twice(people: int) -> None:
    """With 16 people and from 20 on, at tables of four and five."""
    drawn = held(guests(people), Rules(rounds=4, seed=SEED))
    met = pairs(chain.from_iterable(one.tables for one in drawn))
    assert len(set(met)) == len(met)
    assert met_again(drawn, guests(people)) == [(0, 0)] * 4


@pytest.mark.parametrize("people", [16, *range(20, 61)])
def test_in_two_rounds_nobody_meets_the_same_person_twice(people: int) -> None:
    """Also where nothing was planned beyond them."""
    for seed in ("a", "b", "c"):
        assert met_again(held(guests(people), Rules(seed=seed), 2), guests(people)) == [(0, 0)] * 2


@pytest.mark.parametrize(("people", "rounds"), [(16, 5), (20, 5), (24, 5), (100, 8), (430, 8)])
def test_more_rounds_without_a_repetition(people: int, rounds: int) -> None:
    """With 16 people everybody has met everybody then."""
    assert met_again(held(guests(people), Rules(rounds=rounds, seed=SEED)), guests(people)) == [(0, 0)] * rounds


@pytest.mark.long
@pytest.mark.parametrize(("people", "least"), [(12, 3), (13, 4), (14, 5), (15, 6), (17, 1), (18, 2), (19, 3)])
def test_where_tables_are_too_few_the_pigeonhole_decides(people: int, least: int) -> None:
    """Five people of one table cannot sit at four without two of them meeting again: that, and no more."""
    drawn = held(guests(people), Rules(rounds=3, seed=SEED))
    assert met_again(drawn, guests(people)) == [(0, 0), (least, 0), (least, 0)]


def partitions(people: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Give every way to part people into tables of these sizes, some more than once where sizes differ."""
    if not sizes:
        yield ()
        return
    first, *others = people
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for mates in combinations(others, size - 1):
            rest = [one for one in others if one not in mates]
            for tables in partitions(rest, left):
                yield ((first, *mates), *tables)


def ways(people: int, remainder: str, fills: int, before: Sequence[Round]) -> list[tuple[tuple[int, ...], ...]]:
    """Give the tables of every round that the rules allow."""
    everybody = range(1, people + 1)
    if remainder == FIVES:
        who = [list(everybody)]
    elif remainder == FILLED:
        houses = range(people + 1, people + fills + 1)
        who = [[*everybody, *some] for some in combinations(houses, -people % 4)]
    else:
        had = Counter(chain.from_iterable(one.byes for one in before))
        byes = list(combinations(everybody, people % 4))
        fewest = min(sum(had[one] for one in some) for some in byes)
        who = [[*set(everybody) - set(some)] for some in byes if sum(had[one] for one in some) == fewest]
    return [tables for some in who for tables in partitions(sorted(some), sizes_of(len(some)))]


def cost(tables: Iterable[Sequence[int]], met: Mapping[tuple[int, int], int]) -> tuple[int, int]:
    """Give how many pairs meet again, and how often they met."""
    again = [met[pair] for pair in pairs(tables) if met.get(pair)]
    return len(again), sum(again)


SMALL = [(people, FIVES, 0) for people in range(4, 12)]
SMALL += [(people, BYES, 0) for people in range(4, 10)]
SMALL += [(people, FILLED, fills) for people, fills in ((3, 1), (5, 3), (6, 3), (7, 1), (7, 2), (8, 1))]


@pytest.mark.long
@pytest.mark.parametrize(("people", "remainder", "fills"), SMALL)
def test_no_round_of_few_people_could_repeat_less(people: int, remainder: str, fills: int) -> None:
    """Of all ways to seat them, after what was played, none has fewer pairs that meet again, or that met less often."""
    for seed in "ab"[: 1 + (people < 9)]:  # of more people every draw tries hundreds of ways
        drawn = held(guests(people, fills=fills), Rules(rounds=4, remainder=remainder, seed=seed))
        for turn, one in enumerate(drawn):
            met = Counter(pairs(chain.from_iterable(was.tables for was in drawn[:turn])))
            every = ways(people, remainder, fills, drawn[:turn])
            assert cost(one.tables, met) == min(cost(tables, met) for tables in every)


def spent(drawn: Sequence[Round]) -> tuple[int, int]:
    """Give what all rounds cost together."""
    met: Counter[tuple[int, int]] = Counter()
    again = often = 0
    for one in drawn:
        more = cost(one.tables, met)
        again, often = again + more[0], often + more[1]
        met.update(pairs(one.tables))
    return again, often


def cheaper(people: int, remainder: str, fills: int, rounds: int, than: tuple[int, int]) -> list[Round] | None:
    """Give rounds that cost less together, None where there are none: every way is tried, the first round in one."""

    def tried(drawn: list[Round]) -> list[Round] | None:
        if spent(drawn) >= than or len(drawn) == rounds:
            return drawn if spent(drawn) < than else None
        for tables in ways(people, remainder, fills, drawn):
            sitting = list(chain.from_iterable(tables))
            byes = tuple(one for one in range(1, people + 1) if one not in sitting)
            if found := tried([*drawn, Round(tables, byes)]):
                return found
            if not drawn and not fills:
                break  # the others are the same with other numbers
        return None

    return tried([])


@pytest.mark.long
@pytest.mark.parametrize(
    ("people", "remainder", "fills", "rounds"),
    [
        *((people, FIVES, 0, rounds) for people in range(4, 9) for rounds in (2, 3, 4)),
        *((people, BYES, 0, rounds) for people in range(5, 8) for rounds in (2, 3, 4)),
        *((people, FILLED, fills, rounds) for people, fills in ((6, 2), (7, 1)) for rounds in (2, 3)),
        (6, FILLED, 3, 2),
        (7, FILLED, 2, 2),
    ],
)
def test_few_people_repeat_least_over_all_rounds(people: int, remainder: str, fills: int, rounds: int) -> None:
    """No round spoils a later one: no schedule at all, of all that there are, repeats less altogether."""
    rules = Rules(rounds=rounds, remainder=remainder, seed=SEED)
    drawn = held(guests(people, fills=fills), rules)
    assert cheaper(people, remainder, fills, rounds, spent(drawn)) is None


# -- team mates and clubs ---------------------------------------------------------------------------


@pytest.mark.parametrize("people", [16, 20, 21, 24, 40, 430])
def test_team_mates_sit_apart_and_nobody_meets_twice(people: int) -> None:
    """Both at once, where both are possible."""
    entrants, rules = guests(people, team_of=4), Rules(rounds=3, seed=SEED, apart=(TEAM,))
    assert met_again(held(entrants, rules), entrants, rules) == [(0, 0)] * 3


@pytest.mark.long
def test_a_club_that_is_too_large_is_spread_evenly() -> None:
    """Three clubs of 143 or 144 people at 107 tables: 36, 36 and 37 tables have two of one, and no table has three."""
    entrants, rules = guests(430, clubs=3), Rules(rounds=3, seed=SEED, apart=(TEAM, CLUB))
    assert met_again(held(entrants, rules), entrants, rules) == [(0, 36 + 36 + 37)] * 3


@pytest.mark.long
def test_keeping_apart_comes_before_meeting_again() -> None:
    """Four teams of two at two tables, in four rounds: the smaller evil is to meet again."""
    entrants, rules = guests(8, team_of=2), Rules(rounds=4, seed=SEED, apart=(TEAM,))
    again = met_again(held(entrants, rules), entrants, rules)
    assert [together for _again, together in again] == [0] * 4
    assert again[1] == (4, 0)


def test_teams_come_before_clubs() -> None:
    """Where only one of the two can be kept apart it is the team."""
    entrants = [Entrant(at, f"Gast {at}", team="AB"[at % 2], club="XY"[at % 2]) for at in range(1, 9)]
    mixed = [one._replace(club="XY"[one.number > 4], team="ABCD"[one.number % 4]) for one in entrants]
    both = draw(mixed, [], Rules(seed=SEED, apart=(TEAM, CLUB)))
    teams = {one.number: one.team for one in mixed}
    assert [len({teams[person] for person in table}) for table in both.tables] == [4, 4]
    rules = Rules(seed=SEED, apart=(CLUB,))
    assert met_again(held(entrants, rules, 1), entrants, rules) == [(0, 4)]


@pytest.mark.parametrize(("teams", "together"), [(["Au", "AU", "au", "Aü"], 1), (["", "", "", ""], 0)])
def test_a_team_is_its_name_without_regard_to_case(teams: Sequence[str], together: int) -> None:
    """Who has no team is of none; eight people, and all of one team who can be."""
    entrants = [Entrant(at, f"Gast {at}", team=(teams * 2)[at - 1] if at < 5 else "") for at in range(1, 9)]
    rules = Rules(seed=SEED, apart=(TEAM,))
    assert met_again(held(entrants, rules, 1), entrants, rules) == [(0, together)]


def test_groups_may_sit_together_where_the_rules_do_not_part_them() -> None:
    """Then the draw is the same as if there were none."""
    rules = Rules(seed=SEED)
    assert draw(guests(40, team_of=4, clubs=2), [], rules) == draw(guests(40), [], rules)


def test_a_pair_of_team_and_club_counts_once() -> None:
    """What is said of a table is how many pairs should not sit there."""
    entrants = [Entrant(at, f"Gast {at}", team="Au", club="SC Au") for at in range(1, 5)]
    assert met_again([Round(((1, 2, 3, 4),))], entrants, Rules(apart=(TEAM, CLUB))) == [(0, 6)]
    assert met_again([Round(((1, 2), (3, 5))), Round(((1, 2, 3, 4),))], [*entrants, Entrant(5, "Eva")])[1] == (1, 0)


# -- fair seats -------------------------------------------------------------------------------------

MANY = 10_000


@cache
def many_draws(people: int, before: tuple[Round, ...] = ()) -> tuple[Round, ...]:
    """Give what is drawn from each of ten thousand seeds."""
    entrants = guests(people)
    return tuple(draw(entrants, before, Rules(seed=str(seed))) for seed in range(MANY))


def chi_square_limit(freedom: int) -> float:
    """Give what fair lots exceed once in a million times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 4.7534 * part**0.5) ** 3


FIRST_OF_16 = Round(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)))
FAIR = [(9, ()), (16, ()), (16, (FIRST_OF_16,))]
fair = pytest.mark.parametrize(("people", "before"), FAIR, ids=["9", "16", "16-second-round"])


@pytest.mark.long
@fair
def test_every_seat_is_as_likely_as_any_other(people: int, before: tuple[Round, ...]) -> None:
    """For everybody: table and chair; a chi-square over 10,000 seeds."""
    sat = Counter(
        (person, seat) for one in many_draws(people, before) for seat, person in enumerate(chain(*one.tables))
    )
    fitting = MANY / people
    # each draw is a permutation: its sum is that of (n - 1)^2 degrees of freedom, a little larger than of free cells
    found = sum((sat[cell] - fitting) ** 2 / fitting for cell in product(range(1, people + 1), range(people)))
    assert found * (people - 1) / people < chi_square_limit((people - 1) ** 2)


@pytest.mark.long
@fair
def test_everybody_deals_first_as_often(people: int, before: tuple[Round, ...]) -> None:
    """At whichever table it is."""
    first = Counter(table[0] for one in many_draws(people, before) for table in one.tables)
    tables = people // 4
    fitting = MANY * tables / people
    found = sum((first[person] - fitting) ** 2 / fitting for person in range(1, people + 1))
    assert found < chi_square_limit(people - 1)


@pytest.mark.long
@fair
def test_every_pair_that_has_not_met_is_as_likely(people: int, before: tuple[Round, ...]) -> None:
    """In the first round and, among those who are strangers, in the second: no pair is off by six deviations."""
    drawn = many_draws(people, before)
    met = Counter(pair for one in drawn for pair in pairs(one.tables))
    strangers = set(combinations(range(1, people + 1), 2)) - set(pairs(chain(*(one.tables for one in before))))
    chance = len(pairs(drawn[0].tables)) / len(strangers)
    most = 6 * (MANY * chance * (1 - chance)) ** 0.5
    assert set(met) == strangers
    assert max(abs(met[pair] - MANY * chance) for pair in strangers) < most


@pytest.mark.long
def test_everybody_waits_as_often() -> None:
    """One of nine has no table."""
    byes = Counter(draw(guests(9), [], Rules(seed=str(seed), remainder=BYES)).byes for seed in range(2_700))
    assert sum((byes[one,] - 300) ** 2 / 300 for one in range(1, 10)) < chi_square_limit(8)


# -- the same seed, the same draw -------------------------------------------------------------------

GOLDEN = {
    "two rounds of 8": (guests(8), Rules(seed=SEED)),
    "four rounds of 16": (guests(16), Rules(rounds=4, seed=SEED)),
    "four rounds of 22": (guests(22), Rules(rounds=4, seed=SEED)),
    "three rounds of 19 with byes": (guests(19), Rules(rounds=3, seed=SEED, remainder=BYES)),
    "three rounds of 18 with substitutes": (guests(18, fills=3), Rules(rounds=3, seed=SEED, remainder=FILLED)),
    "teams and clubs of 430": (guests(430, team_of=4, clubs=3), Rules(rounds=3, seed=SEED, apart=(TEAM, CLUB))),
    "no seed": (guests(41), Rules()),
    "cards for 27": (guests(27), Rules(rounds=4, seating=CARDS)),
}
DIGESTS = {
    "two rounds of 8": "3bfc43334bd2e814",
    "four rounds of 16": "f57475ff6089f6f7",
    "four rounds of 22": "8035418c30dd738c",
    "three rounds of 19 with byes": "ba3ef88eebfdd75e",
    "three rounds of 18 with substitutes": "ab6154aba1c1702a",
    "teams and clubs of 430": "baaaa410494e02fc",
    "no seed": "1cd9fb4bfcd519e8",
    "cards for 27": "9e5555b572ae6160",
}


@pytest.mark.long
@pytest.mark.parametrize("name", GOLDEN)
def test_what_was_drawn_once_is_drawn_for_ever(name: str) -> None:
    """In any version: another way to draw would be another method, with a number of its own."""
    assert digest(held(*GOLDEN[name])) == DIGESTS[name]


def test_a_draw_as_it_is_printed() -> None:
    """Nine people, and the seed of the page."""
    assert draw(guests(9), [], Rules(seed=SEED)).tables == ((8, 4, 5, 9), (2, 6, 1, 7, 3))


@pytest.mark.long
@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_order_of_sets_does_not_matter(hash_seed: str) -> None:
    """Another process, with another order of everything that is hashed, draws the same."""
    code = (
        "from tests.tournament.test_tournament_draw import *; print(*(digest(held(*GOLDEN[name])) for name in GOLDEN))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": hash_seed}
    )
    assert ran.stdout.split() == list(DIGESTS.values())


@given(people=st.integers(14, 60), seed=st.text(max_size=8), order=st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_entrants_does_not_matter(people: int, seed: str, order: object) -> None:
    """Start numbers decide, not who was entered first."""
    entrants, rules = guests(people, clubs=5), Rules(seed=seed, apart=(CLUB,))
    mixed = list(entrants)
    order.shuffle(mixed)  # type: ignore[attr-defined]
    assert held(mixed, rules) == held(entrants, rules)


def test_every_round_has_lots_of_its_own() -> None:
    """Also where everybody meets everybody again."""
    assert len(set(held(guests(430), Rules(rounds=4, seed=SEED)))) == 4


# -- start cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [16, *range(20, 101), 430])
def test_with_cards_nobody_meets_twice_in_four_rounds(people: int) -> None:
    """With 16 people and from 20 on, at tables of four and five."""
    met = pairs(chain.from_iterable(one.tables for one in cards(people, 4)))
    assert len(set(met)) == len(met)


@pytest.mark.parametrize("people", range(4, 60))
@pytest.mark.parametrize("remainder", [FIVES, BYES])
def test_with_cards_everybody_is_there_once_a_round(people: int, remainder: str) -> None:
    """And byes are as even as by lot."""
    had: Counter[int] = Counter()
    for one in cards(people, 6, remainder):
        assert sorted([*seated(one), *one.byes]) == list(range(1, people + 1))
        assert len(one.byes) == (people % 4 if remainder == BYES else 0)
        assert sorted(map(len, one.tables)) == list(sizes_of(people - len(one.byes)))
        had.update(one.byes)
        assert max(had.values(), default=0) - min(had[card] for card in range(1, people + 1)) <= 1


def test_cards_of_the_first_rounds_as_they_are_printed() -> None:
    """Twenty people: the columns move by none, one, two and three tables, then by none, two, four and one."""
    first, second, third = cards(20, 3)
    assert first.tables == ((1, 6, 11, 16), (2, 7, 12, 17), (3, 8, 13, 18), (4, 9, 14, 19), (5, 10, 15, 20))
    assert second.tables[0] == (10, 14, 18, 1)
    assert third.tables[0] == (12, 20, 1, 9)


def test_cards_need_no_seed_and_no_round_before() -> None:
    """What is drawn in a round is what was printed for it, whatever was played."""
    entrants, rules = guests(26), Rules(rounds=3, seating=CARDS, seed=SEED)
    printed = cards(26, 3)
    played = [Round(((1, 2, 3, 4),))] * 2
    assert draw(entrants, played, rules).tables == printed[2].tables
    assert (draw(entrants, [], rules).seed, draw(entrants, [], rules).method) == ("", METHOD)


@pytest.mark.parametrize("late", [1, 2, 3])
def test_who_comes_late_is_the_fifth_with_cards(late: int) -> None:
    """Up to three: all the other cards stay as they were printed."""
    for before, after in zip(cards(40, 4), cards(40 + late, 4), strict=True):
        assert [sorted(one for one in table if one <= 40) for table in after.tables] == [*map(sorted, before.tables)]


def test_a_card_that_nobody_has_goes_to_the_last_number() -> None:
    """Without number 7, number 41 sits where 7 would: all the others have their places."""
    entrants = [one for one in guests(41) if one.number != 7]
    drawn = draw(entrants, [], Rules(seating=CARDS))
    assert [tuple(7 if one == 41 else one for one in table) for table in drawn.tables] == list(cards(40, 1)[0].tables)


def test_a_substitute_takes_the_card_of_who_is_missing() -> None:
    """Where the rules fill tables with substitutes."""
    entrants = [one._replace(here=one.number != 7) for one in guests(40, fills=2)]
    drawn = draw(entrants, [], Rules(seating=CARDS, remainder=FILLED))
    assert [tuple(7 if one == 41 else one for one in table) for table in drawn.tables] == list(cards(40, 1)[0].tables)


# -- by the places at the tables, and a final -------------------------------------------------------------


def after_a_round(rules: Rules, people: int = 16) -> Tournament:
    """Give a tournament after a round in which the seats of each table were its places."""
    sums = [row for _table in range(people // 4) for row in (9, 3, -2, -10)]
    return played(sums, rules=rules)


def test_the_next_table_follows_from_the_place() -> None:
    """The first stays, the second moves on by a table, the third by two, the fourth by three."""
    rules = Rules(rounds=2, seating=BY_PLACE, seed=SEED)
    before = after_a_round(rules)
    found = following(before, before.rounds)
    assert [{*table} for table in found.tables] == [{1, 14, 11, 8}, {2, 5, 15, 12}, {3, 6, 9, 16}, {4, 7, 10, 13}]
    assert found.method == METHOD_BY_PLACE


@pytest.mark.parametrize(("remainder", "away", "byes"), [(FIVES, (3, 4), 0), (BYES, (3, 4), 2), (FIVES, (), 0)])
def test_who_leaves_makes_no_short_table(remainder: str, away: Sequence[int], byes: int) -> None:
    """Tables are filled anew then, in the same order, and everybody sits once."""
    before = after_a_round(Rules(rounds=2, seating=BY_PLACE, remainder=remainder, seed=SEED))
    entrants = {number: one._replace(here=number not in away) for number, one in before.entrants.items()}
    found = following(before._replace(entrants=entrants), before.rounds)
    assert len(found.byes) == byes
    assert sum(map(len, found.tables)) + byes == 16 - len(away)
    assert min(map(len, found.tables)) >= 4
    assert not found.seated & {*away}


def test_of_a_final_are_the_first_until_then() -> None:
    """Who has left is replaced by the next one."""
    before = after_a_round(Rules(rounds=2, final=4, seed=SEED, ties=()))
    entrants = {**before.entrants, 1: before.entrants[1]._replace(here=False)}
    assert following(before._replace(entrants=entrants), before.rounds).seated == {2, 5, 9, 13}
    assert following(before._replace(rules=before.rules._replace(rounds=3)), before.rounds).seated == {*range(1, 17)}


def test_nobody_has_a_bye_in_a_final() -> None:
    """Not in one that is drawn, and those who are not in it are not missing."""
    before = after_a_round(Rules(rounds=2, final=8, seed=SEED))
    found = following(before, before.rounds)
    assert (found.byes, len(found.seated)) == ((), 8)
    assert Drawn(2, found).apply(before).rounds[-1] == found
