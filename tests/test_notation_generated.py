"""Shorthand, many times over: hands that are spelled in several ways, and lines that nobody would type.

200,000 of each where changes are judged, 4,000 otherwise; `SKLOG_LINES` says another number. The
generator is seeded: each run tries the same ones.
"""

import os
from random import Random

import pytest

from sklog.errors import HandError, UnclearHand
from sklog.notation import read, shortest, write
from tests import spellings
from tests.spellings import TARIFF

pytestmark = pytest.mark.long

SHARDS = 4
LINES = int(os.environ.get("SKLOG_LINES") or 4_000) // SHARDS


@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_hand_is_the_same_in_every_spelling(shard: int) -> None:
    """The shortest line and one in whole words are read as the hand; any other spelling is never another hand."""
    random = Random(shard)  # noqa: S311  nothing secret
    understood = 0
    for _ in range(LINES):
        seats, active = spellings.table(random)
        game, hand = spellings.hand(random, active)
        short = shortest(hand, seats, TARIFF, active)
        plain = spellings.plainly(random, game, hand, seats)
        assert read(short, seats, active, TARIFF) == hand, (short, seats)
        assert read(plain, seats, active, TARIFF) == hand, (plain, seats)
        free = spellings.freely(random, game, hand, seats)
        try:
            assert read(free, seats, active, TARIFF) == hand, (free, seats)
            understood += 1
        except UnclearHand:
            continue
    assert understood > LINES * 0.9


def is_understood(line: str, seats: tuple[str, ...], active: tuple[str, ...], round_: str | None = None) -> bool:
    """Return whether a line is a hand, which is the same when it is printed and read again; else it is refused."""
    try:
        hand = read(line, seats, active, TARIFF, round_)
    except HandError as error:
        refused = error
    else:
        for printed in (write(hand, seats, TARIFF, active), shortest(hand, seats, TARIFF, active)):
            assert read(printed, seats, active, TARIFF) == hand, (line, printed, seats)
        return True
    assert refused.problems
    assert all(problem.message.strip() for problem in refused.problems)
    return False


@pytest.mark.parametrize("shard", range(SHARDS))
def test_any_keys_are_a_hand_or_a_refusal(shard: int) -> None:
    """Whatever is typed, whoever sits there: a hand that is the same when printed and read again, or a sentence."""
    random = Random(shard)  # noqa: S311  nothing secret
    understood = 0
    for _ in range(LINES):
        seats, active = spellings.table(random, random.choice((spellings.PEOPLE, spellings.UNUSUAL)))
        game, hand = spellings.hand(random, active)
        spell = random.choice((spellings.plainly, spellings.freely))
        line = spellings.mutated(random, spell(random, game, hand, seats))
        if random.random() < 0.3:
            line = spellings.nonsense(random, seats)
        understood += is_understood(line, seats, active, random.choice((None, None, "hadsch")))
    assert understood > LINES * 0.1


@pytest.mark.parametrize("shard", range(SHARDS))
def test_people_with_unusual_names_can_play(shard: int) -> None:
    """Several awkward names at one table: every hand has a line, and the line is the hand."""
    random = Random(shard)  # noqa: S311  nothing secret
    for _ in range(LINES // 4):
        seats, active = spellings.table(random, spellings.UNUSUAL)
        _, hand = spellings.hand(random, active)
        for printed in (write(hand, seats, TARIFF, active), shortest(hand, seats, TARIFF, active)):
            assert read(printed, seats, active, TARIFF) == hand, (printed, seats)
