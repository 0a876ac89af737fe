"""Two opinions on many hands: `sklog.scoring` against the plain scorer in `second_opinion.py`."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random

import pytest
from second_opinion import Impossible, score
from second_opinion_evening import Evening, evening
from second_opinion_scene import Map

from sklog import tariffs
from sklog.errors import HandError
from sklog.scoring import evening as real_evening
from sklog.scoring import state as real_state
from sklog.scoring.canonical import from_json
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import Entry, Line, State, entry_from_json
from sklog.scoring.tariff import Tariff
from tests.many_evenings import PEOPLE, Ways, a_hand, a_table, an_entry
from tests.many_tariffs import random_tariff

SHIPPED = ("bsv", "grundzuege", "lamers", "p-seminar", "saukopf", "sauspiel", "wiki")
TOURNAMENTS = ("donau-ries", "grossreuth", "heilsbronn", "niederfuellbach", "self-bar")
EXAMPLES = Path(__file__).parents[2] / "shared/examples/seed_examples.jsonl"
HANDS_OF_A_TARIFF = 800
CHANGED_TARIFFS, HANDS_OF_A_CHANGED_TARIFF, BATCHES = 20, 40, 20
EVENINGS, ENTRIES = 8, 30
TARIFF_CHANGES = 0.04  # of the entries

Answer = tuple[int, dict[str, int]]


def seeded(seed: str) -> Random:
    """Return a generator that is the same in every run."""
    return Random(seed)  # noqa: S311  (hands, not secrets)


@cache
def shipped(name: str) -> tuple[Tariff, Map]:
    """Return a shipped tariff and its mapping."""
    tariff = tariffs.find(name)
    return tariff, to_mapping(tariff)


def read_changed(rng: Random) -> tuple[Tariff, Map]:
    """Return a random tariff, as sklog has read it, and its mapping."""
    tariff = random_tariff(rng, "changed")
    return tariff, to_mapping(tariff)


def first_opinion(tariff: Tariff, table: Map, hand: Map) -> Answer | str:
    """Return what `sklog.scoring` says: value and postings, or the refusal."""
    try:
        said = from_json({"active": table["active"], **hand}, table["seats"], tariff.games)
        state = real_evening.start(table["seats"], table["dealer"], table["stock"])
        bock, since = (1,) * table["bock"], (real_state.Cause(real_state.ORDERED, 0),) * table["bock"]
        left = 1 if table["round"] else 0
        state = state._replace(bock=bock, bock_since=since, round=table["round"], round_left=left)
        made = real_evening.admit(state, said, tariff).score
        assert made
    except HandError as error:
        return str(error)
    return made.value, dict(made.postings)


def second_opinion(mapping: Map, table: Map, hand: Map) -> Answer | str:
    """Return what the plain scorer says: value and postings, or the refusal."""
    try:
        made = score(mapping, table, hand)
    except Impossible as error:
        return str(error)
    return made["value"], made["postings"]


def agree(first: Answer | str | None, second: Answer | str | None) -> bool:
    """Whether both refuse, or both say the same."""
    return isinstance(first, str) == isinstance(second, str) and (isinstance(first, str) or first == second)


def compare(rng: Random, tariff: Tariff, mapping: Map, count: int) -> tuple[list[str], int]:
    """Return the disagreements over so many random hands, and how many hands were possible."""
    differences, possible = [], 0
    ways = Ways.under(tariff)
    for _ in range(count):
        at, table = a_table(rng, ways)
        hand = a_hand(rng, at)
        first, second = first_opinion(tariff, table, hand), second_opinion(mapping, table, hand)
        possible += not isinstance(first, str)
        if not agree(first, second):
            differences.append(json.dumps({"table": table, "hand": hand, "sklog": first, "second": second}))
    return differences, possible


def examples() -> list[Map]:
    """Return the worked figures of the five documents, if they are here."""
    if not EXAMPLES.exists():
        return []
    return [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.skipif(not EXAMPLES.exists(), reason=f"{EXAMPLES} is not here")
@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example['tariff']}: {example['what']}")
def test_second_opinion_agrees_with_the_documents(example: Map) -> None:
    """The plain scorer reaches every figure that the five documents print."""
    seats, hand = example["players"], example["hand"]
    dealer = hand.get("dealer", seats[-1] if len(seats) < 5 else seats[0])
    active = [name for name in seats if len(seats) < 5 or name != dealer]
    table = {
        "seats": seats,
        "dealer": dealer,
        "active": active,
        "stock": example.get("stock", 0),
        "bock": 0,
        "round": None,
    }
    answer = second_opinion(shipped(example["tariff"])[1], table, hand)
    assert answer == (example["value"], {**example["postings"], "Stock": example.get("stock_change", 0)})


@pytest.mark.long
@pytest.mark.parametrize("name", [*SHIPPED, *TOURNAMENTS])
def test_shipped_tariffs_get_two_equal_opinions(name: str) -> None:
    """Both scorers give the same value and postings, or both refuse, under each shipped tariff."""
    differences, possible = compare(seeded(f"hands of {name}"), *shipped(name), HANDS_OF_A_TARIFF)
    assert possible > HANDS_OF_A_TARIFF // 2
    assert not differences, f"{len(differences)} disagreements, the first:\n" + "\n".join(differences[:3])


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_changed_tariffs_get_two_equal_opinions(batch: int) -> None:
    """Both scorers give the same value and postings, or both refuse, under random settings."""
    rng = seeded(f"hands {batch}")
    differences: list[str] = []
    possible = 0
    for _ in range(CHANGED_TARIFFS):
        tariff, mapping = read_changed(rng)
        different, priced = compare(rng, tariff, mapping, HANDS_OF_A_CHANGED_TARIFF)
        differences += [f"{line}\n{json.dumps(mapping)}" for line in different]
        possible += priced
    assert possible > CHANGED_TARIFFS * HANDS_OF_A_CHANGED_TARIFF // 2
    assert not differences, f"{len(differences)} disagreements, the first:\n" + "\n".join(differences[:3])


def fold_second(table: Evening, entry: Map) -> tuple[Evening, Answer | str | None]:
    """Return the plain fold's table after an entry and what it says of it; the old table and the refusal."""
    trial = deepcopy(table)
    try:
        if entry.get("void"):  # it was possible when it was played
            deepcopy(table).entry({**entry, "void": False})
        return trial, trial.entry(entry)
    except Impossible as error:
        return table, str(error)


def fold_first(state: State, entry: Map, tariff: Tariff) -> tuple[Line | None, Answer | str | None]:
    """Return sklog's line of an entry and what it says of it; None and the refusal."""
    try:
        line = real_evening.admit(state, entry_from_json(entry, PEOPLE, tariff.games), tariff)
    except HandError as error:
        return None, str(error)
    if isinstance(line.entry, real_state.StockMove):
        people = [*line.state.seats, "Stock"]
        return line, (0, {name: line.state.balances[name] - state.balances[name] for name in people})
    return line, (line.score.value, dict(line.score.postings)) if line.score else None


def compare_evening(
    rng: Random, tariff: Tariff, mapping: Map, others: Sequence[Map]
) -> tuple[str, list[str], list[Map], list[Entry]]:
    """Fold a random evening twice: the first disagreement, the people, the entries, and those as sklog records them.

    Sometimes the table goes on by one of the `others`. Where there is no disagreement it is "".
    """
    ways, most = Ways.under(tariff), max(tariff.people)
    players = [*PEOPLE[: rng.randint(most, most + 2)]]
    table, state = Evening(mapping, players, players[0], 0), real_evening.start(players)
    entries: list[Map] = []
    recorded: list[Entry] = []
    while len(entries) < ENTRIES:
        change = rng.random() < TARIFF_CHANGES
        entry = {"tariff": rng.choice(others)} if change else an_entry(rng, ways, table.seats, table.dealer)
        table, second = fold_second(table, entry)
        if entry.get("void") and isinstance(second, str):
            continue
        line, first = fold_first(state, entry, ways.tariff)
        state = line.state if line else state
        ways = Ways.under(line.tariff) if line and change else ways
        if not agree(first, second) or (*state.seats, state.dealer) != (*table.seats, table.dealer):
            return report(players, [*entries, entry], mapping, first, second), players, entries, recorded
        if line:
            entries.append(entry)
            recorded.append(line.entry)
    return "", players, entries, recorded


def report(players: list[str], entries: list[Map], mapping: Map, first: object, second: object) -> str:
    """Return what is needed to see a disagreement again."""
    told = "\n".join(map(json.dumps, entries))
    return f"{players}\n{told}\nsklog: {first}\nsecond: {second}\n{json.dumps(mapping)}"


def balances(answers: Iterable[Answer | None]) -> dict[str, int]:
    """Return what the answers of an evening add up to, without those at nought."""
    total: Counter[str] = Counter()
    for answer in answers:
        total.update(answer[1] if answer else {})
    return {name: amount for name, amount in total.items() if amount}


def check_evening(rng: Random, tariff: Tariff, mapping: Map, others: Sequence[Map]) -> None:
    """Fold a random evening step by step with both, then once more as a whole."""
    different, players, entries, recorded = compare_evening(rng, tariff, mapping, others)
    assert not different, different
    *_, last = real_evening.play(recorded, real_evening.start(players), tariff)
    kept = {name: amount for name, amount in last.state.balances.items() if amount}
    assert kept == balances(evening(mapping, players, entries, asks=True))


@pytest.mark.long
@pytest.mark.parametrize("name", [*SHIPPED, *TOURNAMENTS])
def test_evenings_under_shipped_tariffs_agree(name: str) -> None:
    """Stock, Bock, rounds, dealer and sitting out agree over random evenings under a shipped tariff."""
    rng = seeded(f"evenings of {name}")
    for _ in range(EVENINGS):
        check_evening(rng, *shipped(name), others=[shipped(other)[1] for other in (*SHIPPED, *TOURNAMENTS)])


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_evenings_under_changed_tariffs_agree(batch: int) -> None:
    """Stock, Bock, rounds, dealer and sitting out agree over random evenings under random settings."""
    rng = seeded(f"evenings {batch}")
    for _ in range(EVENINGS):
        check_evening(rng, *read_changed(rng), others=[read_changed(rng)[1] for _ in range(3)])
