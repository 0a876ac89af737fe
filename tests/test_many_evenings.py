"""The random tariffs and evenings that the folds are compared over leave nothing out."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from sklog.errors import HandError
from sklog.scoring.evening import step
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.session import Session
from sklog.scoring.settings import Setting, settings_of
from sklog.scoring.state import Entry, Event, OfRoom, Voided, is_event
from sklog.scoring.tariff import Tariff
from sklog.tariffs.describe import VOCABULARY
from tests.many_evenings import random_evenings
from tests.many_tariffs import random_tariffs, with_memory

pytestmark = pytest.mark.long

TARIFFS = 200


@pytest.fixture(scope="module")
def drawn() -> list[Tariff]:
    """Return the tariffs that are looked at."""
    return random_tariffs(19, TARIFFS)


@pytest.fixture(scope="module")
def evenings(drawn: list[Tariff]) -> list[Session]:
    """Return the evenings that are looked at."""
    return list(random_evenings(Random(19), drawn, 40_000))  # noqa: S311  the same every time


def test_every_setting_is_drawn(drawn: list[Tariff]) -> None:
    """Each key of each block has every word and both truths, is off and on, and its numbers differ."""
    assert list(_missing(Tariff, drawn)) == []


def _missing(rule: Any, values: Sequence[Any], path: str = "") -> Iterator[str]:
    """Yield what no tariff says of the keys of a block, and of the blocks in it."""
    for setting in settings_of(rule):
        said = [getattr(value, setting.attribute) for value in values]
        where = f"{path}{setting.key}"
        if setting.optional and None not in said:
            yield f"{where}: never off"
        yield from (f"{where}: {what}" for what in _unsaid(setting, [one for one in said if one is not None]))
        if setting.block:
            yield from _missing(setting.block, [one for one in said if hasattr(one, "_fields")], f"{where}.")


def _unsaid(setting: Setting, said: list[Any]) -> Iterator[str]:
    words = {repr(one) for value in said for one in (value.values() if isinstance(value, dict) else (value,))}
    yield from (word for word in setting.metadata.get("choices", ()) if repr(word) not in words)
    if bool in setting.types and {True, False} - {one for one in said if isinstance(one, bool)}:
        yield "not both yes and no"
    if int in setting.types and len({one for one in said if isinstance(one, int)}) < 2:
        yield "no two numbers"
    if setting.collection:
        lists = [one for one in said if isinstance(one, (tuple, dict))]
        items = {item for one in lists for item in one}
        known = VOCABULARY.get(setting.metadata.get("items") or setting.metadata.get("keys"), ())
        yield from (f"no {word}" for word in known if word not in items)
        if len({repr(one) for one in lists}) < 2:
            yield "no two lists"


def test_tariffs_are_different(drawn: list[Tariff]) -> None:
    """No two tariffs say the same under another name; some remember, some do not, some have games of their own."""
    assert len({tuple.__repr__(tariff._replace(name="")) for tariff in drawn}) == TARIFFS
    assert 10 < sum(map(with_memory, drawn)) < TARIFFS - 10
    assert {tariff.people for tariff in drawn} > {(4,), (3, 4), (2, 3, 4), (2,)}
    assert {game.shape for tariff in drawn for game in tariff.games} == {
        "partner",
        "solo",
        "bettel",
        "ramsch",
        "passed",
    }


def test_every_kind_of_entry_and_every_fact_is_drawn(evenings: list[Session]) -> None:
    """Each event, each kind of hand, and each fact that a hand may say, is in some evening."""
    entries = [entry for evening in evenings for entry in evening.entries]
    at_a_table = {*Event.__args__} - {OfRoom}  # at which nobody sits
    assert {type(entry) for entry in entries} == {*at_a_table, Played, Ramsch, Passed, Posting, Voided}
    for kind in (Played, Ramsch, Passed, Posting):
        hands = [entry for entry in entries if isinstance(entry, kind)]
        for fact in fields(kind):
            assert len({repr(getattr(hand, fact.name)) for hand in hands}) > (fact.name != "game"), fact.name
    for names in ("klopfer", "kontra"):
        assert {type(getattr(entry, names)) for entry in entries if isinstance(entry, Played)} == {int, tuple}


def test_most_hands_can_be_and_some_cannot(evenings: list[Session]) -> None:
    """The fold takes most of them, so that amounts are compared, and refuses some, so that sentences are."""
    taken, refused = 0, 0
    for evening in evenings:
        for accepted in _accepted(evening):
            taken, refused = taken + accepted, refused + (not accepted)
    assert 0.02 < refused / (taken + refused) < 0.15


def _accepted(evening: Session) -> Iterator[bool]:
    """Yield for each entry whether the fold takes it."""
    try:
        state, tariff = evening.begin(), evening.tariff
    except HandError:
        return
    for entry in evening.entries:
        try:
            if isinstance(entry, (Played, Ramsch, Passed, Posting)):
                entry.__post_init__()  # it may contradict itself, as a file may
            line = step(state, entry, tariff)
        except HandError:
            yield False
            if not is_event(entry):
                state = step(state, _void(entry), tariff).state
        else:
            yield True
            state, tariff = line.state, line.tariff


def _void(entry: Entry) -> Voided:
    assert isinstance(entry, (Played, Ramsch, Passed, Posting))
    return Voided(entry, keeps_seats=True)


def test_same_seed_draws_the_same() -> None:
    """A disagreement can be found again by its seed."""
    one, other = (list(random_evenings(Random(7), random_tariffs(7, 3), 300)) for _ in range(2))  # noqa: S311
    assert one == other
