"""Two opinions on many hands: `sklog.scoring` against the plain scorer in `second_opinion.py`."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from second_opinion import Impossible, Map, part, score
from second_opinion_evening import Evening, evening
from second_opinion_hands import PEOPLE, a_hand, a_table, an_event, changed, players_for

from sklog import tariffs
from sklog.errors import HandError
from sklog.scoring import evening as real_evening
from sklog.scoring.canonical import from_json
from sklog.scoring.judge import Table
from sklog.scoring.payout import score as real_score

if TYPE_CHECKING:
    from sklog.scoring.tariff import Tariff

SHIPPED = ("bsv", "grundzuege", "lamers", "p-seminar", "saukopf", "sauspiel", "wiki")
EXAMPLES = Path("/work/shared/examples/seed_examples.jsonl")
HANDS_OF_A_TARIFF = 1200
CHANGED_TARIFFS, HANDS_OF_A_CHANGED_TARIFF, BATCHES = 16, 80, 12
EVENINGS, ENTRIES = 8, 30

Answer = tuple[int, dict[str, int]]


@cache
def shipped(name: str) -> tuple[Tariff, Map]:
    """Return a shipped tariff and its mapping."""
    tariff = tariffs.find(name)
    return tariff, tariffs.to_mapping(tariff)


def read_changed(rng: Random) -> tuple[Tariff, Map]:
    """Return a randomly changed tariff, as sklog has read it, and its mapping."""
    tariff = tariffs.read_mapping(changed(rng, shipped(rng.choice(SHIPPED))[1]), "changed.yaml")
    return tariff, tariffs.to_mapping(tariff)


def first_opinion(tariff: Tariff, table: Map, hand: Map) -> Answer | str:
    """Return what `sklog.scoring` says: value and postings, or the refusal."""
    known = Table(
        tuple(table["seats"]), table["dealer"], tuple(table["active"]), table["stock"], table["bock"], table["round"]
    )
    try:
        made = real_score(from_json(hand, table["seats"], tariff.games), known, tariff)
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


def agree(first: Answer | str, second: Answer | str) -> bool:
    """Whether both refuse, or both say the same."""
    return isinstance(first, str) == isinstance(second, str) and (isinstance(first, str) or first == second)


def compare(rng: Random, tariff: Tariff, mapping: Map, count: int) -> tuple[list[str], int]:
    """Return the disagreements over so many random hands, and how many hands were possible."""
    differences, possible = [], 0
    for _ in range(count):
        table = a_table(rng, mapping)
        hand = a_hand(rng, mapping, table)
        first, second = first_opinion(tariff, table, hand), second_opinion(mapping, table, hand)
        possible += not isinstance(first, str)
        if not agree(first, second):
            differences.append(json.dumps({"table": table, "hand": hand, "sklog": first, "second": second}))
    return differences, possible


def examples() -> list[Map]:
    """Return the worked figures of the five documents, if they are here."""
    if not EXAMPLES.exists():
        print(f"skipped: {EXAMPLES} is not here")
        return []
    return [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.skipif(not EXAMPLES.exists(), reason=f"{EXAMPLES} is not here")
@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example['tariff']}: {example['what']}")
def test_second_opinion_agrees_with_the_documents(example: Map) -> None:
    """The plain scorer reaches every figure that the five documents print."""
    seats, hand = example["players"], example["hand"]
    dealer = hand.get("dealer", seats[-1] if len(seats) < 5 else seats[0])
    active = [name for name in seats if len(seats) < 5 or name != dealer]
    table = {"seats": seats, "dealer": dealer, "active": active, "stock": example.get("stock", 0), "bock": 0, "round": None}
    answer = second_opinion(shipped(example["tariff"])[1], table, hand)
    assert answer == (example["value"], {**example["postings"], "Stock": example.get("stock_change", 0)})


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tariffs_get_two_equal_opinions(name: str) -> None:
    """Both scorers give the same value and postings, or both refuse, under each shipped tariff."""
    differences, possible = compare(Random(f"hands of {name}"), *shipped(name), HANDS_OF_A_TARIFF)
    assert possible > HANDS_OF_A_TARIFF // 2
    assert not differences, f"{len(differences)} disagreements, the first:\n" + "\n".join(differences[:3])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_changed_tariffs_get_two_equal_opinions(batch: int) -> None:
    """Both scorers give the same value and postings, or both refuse, under random settings."""
    rng = Random(batch)
    differences: list[str] = []
    possible = 0
    for _ in range(CHANGED_TARIFFS):
        tariff, mapping = read_changed(rng)
        different, priced = compare(rng, tariff, mapping, HANDS_OF_A_CHANGED_TARIFF)
        differences += [f"{line}\n{json.dumps(mapping)}" for line in different]
        possible += priced
    assert possible > CHANGED_TARIFFS * HANDS_OF_A_CHANGED_TARIFF // 2
    assert not differences, f"{len(differences)} disagreements, the first:\n" + "\n".join(differences[:3])


def an_evening(rng: Random, mapping: Map) -> tuple[list[str], list[Map]]:
    """Return who is there at the start, and entries which the plain fold accepts."""
    players = players_for(rng, mapping)
    table = Evening(mapping, players, players[0], 0)
    entries: list[Map] = []
    while len(entries) < ENTRIES:
        entry = an_entry(rng, mapping, table)
        trial = deepcopy(table)
        try:
            trial.entry(entry)
        except Impossible:
            continue
        table = trial
        entries.append(entry)
    return players, entries


def an_entry(rng: Random, mapping: Map, table: Evening) -> Map:
    """Return the next entry of an evening: mostly a hand, sometimes void or an event."""
    if rng.random() < 0.2:
        return an_event(rng, mapping, table.seats, table.stock)
    own: Map = {"dealer": rng.choice(table.seats)} if rng.random() < 0.1 else {}
    around = table.circumstances(own)
    if rng.random() < 0.1:
        own["active"] = rng.sample(table.seats, len(around["active"]))
        around = table.circumstances(own)
    hand = {**a_hand(rng, mapping, around, spoilt=0.02), **own}
    if rng.random() < 0.15:
        hand = {"game": "zusammengeworfen", **own}
    rounds = part(mapping, "rounds")
    if rounds and rng.random() < 0.05:
        hand["round"] = rng.choice(rounds["kinds"])
    return {**hand, "void": True} if rng.random() < 0.05 else hand


def real_entry(entry: Map, people: list[str], tariff: Tariff) -> Any:
    """Return the entry as `sklog.scoring.evening` wants it."""
    if "join" in entry:
        return real_evening.Join(entry["join"], entry.get("after"))
    if "leave" in entry:
        return real_evening.Leave(entry["leave"])
    if "stock" in entry:
        return real_evening.StockMove(entry["stock"])
    if "game" not in entry:
        return real_evening.BockOrder(entry["bock"]) if "bock" in entry else real_evening.RoundOrder(entry["round"])
    hand = from_json({key: value for key, value in entry.items() if key != "void"}, people, tariff.games)
    return real_evening.Voided(hand) if entry.get("void") else hand


def compare_evening(rng: Random, tariff: Tariff, mapping: Map) -> str:
    """Return the first entry of a random evening about which the two folds disagree; "" if they agree."""
    players, entries = an_evening(rng, mapping)
    seconds = evening(mapping, players, entries)
    state = real_evening.start(players)
    balances: dict[str, int] = {}
    for place, (entry, second) in enumerate(zip(entries, seconds, strict=True)):
        try:
            line = real_evening.step(state, real_entry(entry, list(PEOPLE), tariff), tariff)
        except HandError as error:
            return report(players, entries[: place + 1], mapping, str(error), second)
        for name, amount in (second[1] if second else {}).items():
            balances[name] = balances.get(name, 0) + amount
        state = line.state
        made = (line.score.value, dict(line.score.postings)) if line.score else None
        kept = {name: amount for name, amount in state.balances.items() if amount}
        if (made or second) != second or kept != {name: amount for name, amount in balances.items() if amount}:
            return report(players, entries[: place + 1], mapping, made or kept, second or balances)
    return ""


def report(players: list[str], entries: list[Map], mapping: Map, first: Any, second: Any) -> str:
    """Return what is needed to see a disagreement again."""
    told = "\n".join(map(json.dumps, entries))
    return f"{players}\n{told}\nsklog: {first}\nsecond: {second}\n{json.dumps(mapping)}"


@pytest.mark.parametrize("name", SHIPPED)
def test_evenings_under_shipped_tariffs_agree(name: str) -> None:
    """Stock, Bock, rounds, dealer and sitting out agree over random evenings under a shipped tariff."""
    rng = Random(f"evenings of {name}")
    for _ in range(EVENINGS):
        assert not compare_evening(rng, *shipped(name))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_evenings_under_changed_tariffs_agree(batch: int) -> None:
    """Stock, Bock, rounds, dealer and sitting out agree over random evenings under random settings."""
    rng = Random(f"evenings {batch}")
    for _ in range(EVENINGS):
        assert not compare_evening(rng, *read_changed(rng))
