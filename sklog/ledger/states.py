"""How an evening stands, as the ledger keeps it: a state as JSON, written and read again, and nothing else believed."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING

from sklog import rooms
from sklog.errors import HandError, NewerProgram, NotInstalled
from sklog.language import _
from sklog.ledger.chain import writer
from sklog.scoring.payout import LARGEST, STOCK
from sklog.scoring.state import MOST_HANDS, ORDERED, Cause, State, Unknown
from sklog.scoring.tariff import TRIGGERS, is_round

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.scoring.state import Memory

as_json = writer(",", ":")
"""Return a value as the ledger writes it; a state is written as the mapping of its fields."""


def state_from_text(text: str) -> State:
    """Return the state of an evening; raise NewerProgram for a field that only a newer sklog knows.

    Raises one of UNREADABLE for a value that no state can have.
    """
    facts = json.loads(text)
    if unknown := facts.keys() - set(State._fields).union(rooms.EVENINGS) | facts.keys() & {"memory"}:
        raise NewerProgram.because_of(_("the stored data of an evening"), unknown)
    for key in rooms.EVENINGS:
        if facts.pop(key, None):
            facts["memory"] = _memory(key, text)
    facts["seats"], facts["bock"] = tuple(facts["seats"]), tuple(facts["bock"])
    # a state that an older sklog kept knows no causes; it is folded anew when its ledger is brought up to date
    facts["bock_since"] = tuple(Cause(*since) for since in facts.get("bock_since", ()))
    facts["round_since"] = Cause(*facts["round_since"]) if facts.get("round_since") else None
    state = State(**facts)
    if not _can_be(state):
        raise ValueError(text)
    return state


@lru_cache(maxsize=4)
def _memory(key: str, text: str) -> Memory | None:
    """Return what a room remembers of a state; one command reads the same one several times."""
    said = json.loads(text)[key]
    try:
        found: Memory | None = rooms.load(rooms.EVENINGS[key].memory)(said)
    except NotInstalled:
        return Unknown(key, said)
    except HandError as error:
        raise ValueError(text) from error
    return found


def written(state: State) -> str:
    """Return the text of a state that an evening keeps; what a room remembers is in it as that room says it."""
    facts = state._asdict()
    memory: Memory | None = facts.pop("memory")
    if memory:
        facts[memory.key] = memory.to_json()
    return as_json(facts)


def _can_be(state: State) -> bool:
    """Whether every value of a state that was read is of its kind: whoever wrote it can have sealed it, too."""
    causes = (*state.bock_since, *filter(None, [state.round_since]))
    names = state.balances.keys() - {STOCK}
    numbers = (state.hands, state.thrown_in, state.void, state.posted)
    counts = (*state.bock, state.round_left, *numbers, *state.dealt.values(), *(one.hand for one in causes))
    return (
        STOCK in state.balances
        and names.issuperset((*state.seats, *state.dealt, *state.apart, *([state.dealer] if state.seats else [])))
        and are_amounts(state.balances)
        and are_amounts(state.apart)
        and all(type(count) is int and 0 <= count <= MOST_COUNTED for count in counts)
        and all(one.what in CAUSES for one in causes)
        and len(state.bock_since) == len(state.bock) <= MOST_HANDS
        and (state.round is None or is_round(state.round))
    )


def are_amounts(read: Mapping[str, int]) -> bool:
    """Whether what was read says of each name a whole number that a ledger can hold."""
    return all(type(amount) is int and -LARGEST <= amount <= LARGEST for amount in read.values())


MOST_COUNTED = 1_000_000
"""Hands of an evening, and Bock: more than any evening can have, whatever its limits are."""
CAUSES = frozenset((ORDERED, *TRIGGERS))
