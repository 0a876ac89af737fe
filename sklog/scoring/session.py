"""A whole evening as one value: who, when, under which tariff, and every entry in order.

The ledger, session files, reports and exports all speak of an evening through this type. Entries have
one JSON form, which is the interface's: a canonical hand, or an event such as `{"join": "Eva"}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.scoring.canonical import (
    FIGURES,
    NAME,
    NAMES,
    RAMSCH_FIGURES,
    SAID,
    Unreadable,
    flag,
    from_json,
    integer,
    shown,
    to_json,
)
from sklog.scoring.evening import play, start
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.names import name_key, spelled
from sklog.scoring.state import (
    NO_ROUND,
    BockOrder,
    Entry,
    Join,
    Leave,
    Line,
    Payment,
    RoundOrder,
    Seating,
    State,
    StockMove,
    Voided,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

HANDS = (Played, Ramsch, Passed, Posting)
KEEP_SEATS = "keep-seats"
TARIFF = "tariff"
EVENTS = ("join", "leave", "seats", TARIFF, "bock", "round", "stock", "pay")


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
    """Return the JSON form of an entry; `entry_from_json` reads it back.

    Another tariff has its form where tariffs do: `sklog.tariffs.entries`, which knows all the others as well.
    """
    if isinstance(entry, HANDS):
        return to_json(entry)
    if isinstance(entry, Voided):
        return {**to_json(entry.hand), "void": void_to_json(entry)}
    if isinstance(entry, Join):
        return {"join": entry.name, **({"after": entry.after} if entry.after else {})}
    if isinstance(entry, Leave):
        return {"leave": entry.name}
    if isinstance(entry, Seating):
        return {"seats": list(entry.seats)}
    if isinstance(entry, BockOrder):
        return {"bock": entry.hands}
    if isinstance(entry, RoundOrder):
        return {"round": entry.kind or NO_ROUND}
    if isinstance(entry, StockMove):
        return {"stock": dict(entry.amounts)}
    if isinstance(entry, Payment):
        return {"pay": list(entry)}
    raise TypeError("a tariff has its JSON form in sklog.tariffs")


def entry_from_json(data: Mapping[str, Any], people: Sequence[str] = (), games: Sequence[Game] = ()) -> Entry:
    """Return the entry of a mapping, whose values may all be text; raise HandError with all problems.

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
    return _event_from_json(kind, data, people)


def renamed(data: Mapping[str, Any], now: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON form of an entry with other names: `now` says what somebody is called.

    Amounts of two people who turn out to be one are added.
    """
    return {key: _renamed(key, value, now) for key, value in data.items()}


def _renamed(key: str, value: Any, now: Callable[[str], str]) -> Any:
    if key in _ONE_NAME and isinstance(value, str):
        return now(value)
    if key in _MANY_NAMES and isinstance(value, list):
        return [now(name) if isinstance(name, str) else name for name in value]
    if key in _BY_NAME and isinstance(value, dict):
        found: dict[str, Any] = {}
        for name, amount in value.items():
            found[now(name)] = found.get(now(name), 0) + amount
        return found
    return value


_ONE_NAME = frozenset({*NAME, "join", "after", "leave"})
_MANY_NAMES = frozenset({*NAMES, *SAID, "seats", "pay"})  # the amount of a payment is no text
_BY_NAME = frozenset({*FIGURES, *RAMSCH_FIGURES, "stock"})


def _event_from_json(kind: str, data: Mapping[str, Any], people: Sequence[str]) -> Entry:
    value = data[kind]
    if kind == "join":
        after = data.get("after")
        return Join(_text(value), None if after is None else _name(after, people))
    if kind == "leave":
        return Leave(_name(value, people))
    if kind == "bock":
        return BockOrder(0 if value in ("off", False) else _whole(value))
    if kind == "round":
        said = _text(value).casefold().replace("allgaeuer", "allgäuer").replace(" ", "-")
        return RoundOrder(None if said in (NO_ROUND, "off") else said)
    return _of_several(kind, value, people)


def _of_several(kind: str, value: Any, people: Sequence[str]) -> Entry:
    """Return an event that names several people."""
    if kind == "stock":
        if not isinstance(value, dict) or not value:
            raise InvalidHand(_("stock: say who pays in and who takes out, such as {Anna: -40}"))
        return StockMove({_name(name, people): _whole(amount) for name, amount in value.items()})
    if kind == TARIFF:
        raise InvalidHand(_("tariff: say a tariff's name, or everything that it is"))
    several = isinstance(value, (list, tuple))
    if kind == "seats":
        if not several:
            raise InvalidHand(_("seats: say who sits where, clockwise, such as [Anna, Dani, Bene, Christl]"))
        return Seating(tuple(_name(name, people) for name in value))
    if not several or len(value) != len(Payment._fields):
        raise InvalidHand(_("pay: say who paid whom how much, such as [Anna, Bene, 240]"))
    return Payment(_name(value[0], people), _name(value[1], people), _whole(value[2]))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidHand(_("{value!r} is no name", value=value))
    return value


def _name(value: object, people: Sequence[str]) -> str:
    return spelled(_text(value), people)


def _whole(value: object) -> int:
    try:
        return integer(value)
    except Unreadable as error:
        raise InvalidHand(str(error)) from None


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
