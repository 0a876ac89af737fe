"""A whole evening as one value: who, when, under which tariff, and every entry in order.

The ledger, session files, reports and exports all speak of an evening through this type. Entries have
one JSON form, which is the interface's: a canonical hand, or an event such as `{"join": "Eva"}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.scoring.canonical import EVERY_KEY, NAMING, Unreadable, flag, from_json, shown, to_json
from sklog.scoring.evening import play, start
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.names import name_key
from sklog.scoring.state import EVENTS, Entry, Join, Line, Payment, State, Voided

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

HANDS = (Played, Ramsch, Passed, Posting)
KEEP_SEATS = "keep-seats"
ENTRY_KEYS = EVERY_KEY.union(EVENTS, ("after", "void"))
"""Every key that the JSON form of an entry may have."""


class Session(NamedTuple):
    """An evening. `date` is ISO (2026-11-19), `stock` what an earlier evening left (cents or points).

    `tariff` is the one it began with; an entry may change it.
    `stock_from` is that evening's identity, so that its Stock is taken over only once. `expect` are
    balances a session file promises; `id` is its identity across ledgers ("" where none).
    """

    name: str
    date: str
    tariff: Tariff
    players: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    place: str = ""
    dealer: str | None = None
    stock: int = 0
    closed: bool = False
    expect: Mapping[str, int] | None = None
    id: str = ""
    stock_from: str = ""

    def begin(self) -> State:
        """Return the state before the first entry; raise IllegalHand if these people cannot sit so."""
        return start(self.players, self.dealer, self.stock)

    def lines(self) -> list[Line]:
        """Fold the evening: a Line for each entry; HandError names the hand that cannot be."""
        return list(play(self.entries, self.begin(), self.tariff))

    def everybody(self) -> tuple[str, ...]:
        """Return everybody who ever sat here: the first players, then who joined, in that order."""
        names: dict[str, str] = {}
        for name in (*self.players, *(entry.name for entry in self.entries if isinstance(entry, Join))):
            names.setdefault(name_key(name), name)
        return tuple(names.values())

    def payments(self) -> tuple[Payment, ...]:
        """Return the payments that were recorded."""
        return tuple(entry for entry in self.entries if isinstance(entry, Payment))


def final_state(session: Session, lines: Sequence[Line]) -> State:
    """Return the state after the last line."""
    return lines[-1].state if lines else session.begin()


def final_tariff(session: Session, lines: Sequence[Line]) -> Tariff:
    """Return the tariff in force after the last line."""
    return lines[-1].tariff if lines else session.tariff


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return the JSON form of an entry; `entry_from_json` reads it back."""
    if isinstance(entry, HANDS):
        return to_json(entry)
    if isinstance(entry, Voided):
        return {**to_json(entry.hand), "void": void_to_json(entry)}
    return entry.to_json()


def entry_from_json(data: Mapping[str, Any], people: Sequence[str] = (), games: Sequence[Game] = ()) -> Entry:
    """Return the entry of a mapping, whose values may all be text; raise HandError with all problems.

    Only a tariff has to be as `entry_to_json` wrote it: its values were checked when it was read.
    `people` are the names known so far: spellings are matched to them without regard to case. `games` are
    those of the tariff, so that a table's own game is known by its aliases and its shape.
    """
    if "game" in data:
        if "void" not in data:
            return from_json(data, people, games)
        facts = {key: value for key, value in data.items() if key != "void"}
        return voided(from_json(facts, people, games), data["void"])
    kinds = [key for key in EVENTS if key in data]
    if len(kinds) != 1:
        what = ", ".join(map(repr, kinds or data)) or "{}"
        raise InvalidHand(
            _("{what}: an entry is a hand (game: …) or one of {events}", what=shown(what), events=", ".join(EVENTS))
        )
    kind = kinds[0]
    if extra := [key for key in data if key != kind and (kind, key) != ("join", "after")]:
        raise InvalidHand(_("{what}: not known beside {kind!r}", what=shown(", ".join(map(repr, extra))), kind=kind))
    return EVENTS[kind].from_json(data, people)


def renamed(data: Mapping[str, Any], now: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON form of an entry with other names: `now` says what somebody is called.

    Amounts of two people who turn out to be one are added.
    """
    return {key: _renamed(value, now) if key in _NAMING else value for key, value in data.items()}


_NAMING = NAMING | {"join", "after", "leave", "seats", "stock", "pay"}


def _renamed(value: Any, now: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return now(value)
    if isinstance(value, list):
        return [now(name) if isinstance(name, str) else name for name in value]  # the amount of a payment is no text
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, amount in value.items():
        found[now(name)] = found.get(now(name), 0) + amount
    return found


def voided(hand: Hand, said: object) -> Hand | Voided:
    """Return the hand as void as `said`: yes, no, or keep-seats. Raises InvalidHand for anything else."""
    if said == KEEP_SEATS:
        return Voided(hand, keeps_seats=True)
    try:
        return Voided(hand) if flag(said) else hand
    except Unreadable as error:
        raise InvalidHand(_("void: {what}; or {word}", what=error, word=KEEP_SEATS)) from None


def void_to_json(entry: Voided) -> bool | str:
    """Return what stands behind `void`."""
    return KEEP_SEATS if entry.keeps_seats else True
