"""The chain of facts: each carries a digest of itself and of the fact before it in its evening.

    session ─▶ action ─▶ its entries ─▶ action ─▶ its entries ─▶ … ─▶ the evening's digest

So no fact can be changed, removed, added or moved without breaking the chain behind it, and who noted the last digest
knows everything before it. A fact names another one by its digest, never by its row: an evening has the same digests in
every ledger.
"""

import sqlite3
from _json import encode_basestring, make_encoder, make_scanner  # what `json` asks, without the 1 ms in which it loads
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

from sklog.values import NamedTuple

try:
    from _blake2 import blake2b  # what hashlib offers, without the 2 ms in which that loads OpenSSL
except ImportError:
    from hashlib import blake2b

LINKED = ("session", "action", "entry")
"""The tables of facts whose rows carry digests."""
DIGEST_SIZE = 16  # bytes: nobody finds another fact with the same 128 bits


class Begun(NamedTuple):
    """The columns of an evening's row that its first digest covers; the others are this ledger's own business."""

    uid: str
    name: str
    date: str
    place: str
    unit: str
    tariff_name: str
    tariff: str
    players: str
    dealer: str | None
    stock_in: int
    stock_from: str | None
    started_at: str


class Kept(NamedTuple):
    """What the seal of an evening covers: its state, and in `payments` who paid whom how much.

    `begun` says how it begins otherwise than its row says, as JSON of those columns; `void` in it is true where the
    evening is struck out.
    """

    state: str
    hands: int
    position: int
    closed: int
    tariff: str | None
    digest: bytes
    payments: str
    begun: str | None

    @property
    def right_seal(self) -> bytes:
        """The seal that fits: of an evening that was never put right it is what it was before that could be."""
        return sealed(*self if self.begun is not None else self[:-1])


SESSION_FACTS = ", ".join(f"session.{column}" for column in Begun._fields)
KEPT = """
    state, hands, position, closed, state.tariff, state.digest,
    (SELECT json_group_array(json_array(entry_id, payer, payee, amount)) FROM (
        SELECT entry_id, payer.name AS payer, payee.name AS payee, amount
        FROM payment JOIN person payer ON payer.id = payer_id JOIN person payee ON payee.id = payee_id
        WHERE payment.session_id = state.session_id ORDER BY entry_id LIMIT -1)),  -- the limit keeps the order
    state.begun
"""
"""How the two are asked for, in the order of their fields."""
SHORT = 80  # bits of the short form
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none is mistaken for another


def head(evening: str) -> str:
    """Return how SQLite is asked for the digest of the newest fact of an evening, which is named in SQL."""
    return f"""
        SELECT coalesce(
            (SELECT coalesce(
                (SELECT entry.digest FROM entry
                 WHERE entry.session_id = {evening} AND action_id = newest.id ORDER BY id DESC LIMIT 1),
                newest.digest)
             FROM action newest WHERE newest.session_id = {evening} ORDER BY id DESC LIMIT 1),
            (SELECT begun.digest FROM session begun WHERE begun.id = {evening}))
    """  # noqa: S608  our own words


HEAD = head("?1")


def link(before: bytes, *fact: str | int | bytes | None) -> bytes:
    """Return the digest of a fact that stands behind the one with the digest `before`.

    That of an evening's row stands behind nothing: `link(b"", "session", *begun)`.
    """
    return blake2b(before + _told(fact).encode(), digest_size=DIGEST_SIZE).digest()


def link_alone(before: bytes, kind: str, fact: str) -> bytes:
    """Return the same of an entry that names no other, in two thirds of the time: most are such."""
    told = f'["entry", {encode_basestring(kind)}, {encode_basestring(fact)}, null, null]'
    return blake2b(before + told.encode(), digest_size=DIGEST_SIZE).digest()


def writer(comma: str, colon: str) -> Callable[[Any], str]:
    """Return what writes a value as JSON of these separators, bytes in hexadecimal digits.

    `JSONEncoder.encode` makes a coder for each value, which takes three times as long.
    """
    # keys are neither sorted nor skipped, and NaN is written
    parts = make_encoder(None, bytes.hex, encode_basestring, None, colon, comma, *(False, False, True))
    return lambda value: "".join(parts(value, 0))


_told = writer(", ", ": ")
as_json = writer(",", ":")
"""Return a value as the ledger writes it; a state is written as the mapping of its fields."""
_AS_USUAL = {"strict": True, "object_hook": None, "object_pairs_hook": None, "parse_float": float, "parse_int": int}
_value_at = make_scanner(SimpleNamespace(**_AS_USUAL, parse_constant=float))  # type: ignore[arg-type]


def loads(text: str) -> Any:
    """Return the value of a JSON text that stands alone, as the ledger writes it; `json.loads` takes twice the time."""
    try:
        value, end = _value_at(text, 0)
    except (StopIteration, TypeError, ValueError):
        end = -1
    if 0 < end == len(text):
        return value
    import json  # noqa: PLC0415  which says what is wrong, and reads what the ledger did not write

    return json.loads(text)


sealed = partial(link, b"")
"""Return the seal of a row that is no fact: it shows at once that a disk has changed it."""
SHORT_SEAL = 8  # bytes: of a row that stands there often


def sealed_shortly(*kept: int | None) -> bytes:
    """Return the seal of a row of numbers alone."""
    return blake2b(repr(kept).encode(), digest_size=SHORT_SEAL).digest()


def short(digest: bytes) -> str:
    """Return a digest as people note it: 80 bits in four groups of letters that are not mistaken for others."""
    number = int.from_bytes(digest) >> (8 * DIGEST_SIZE - SHORT)
    letters = "".join(LETTERS[number >> shift & 31] for shift in range(SHORT - 5, -1, -5))
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


ACTION_FACTS = """
    at, command, typed, who,
    (SELECT digest FROM action other WHERE other.id = action.undoes),
    (SELECT digest FROM action other WHERE other.id = action.command_of)
    FROM action
"""
ENTRY_FACTS = """
    kind, fact,
    (SELECT digest FROM entry other WHERE other.id = entry.target),
    (SELECT digest FROM entry other WHERE other.id = entry."before")
    FROM entry
"""
_ACTIONS = f"SELECT id, undoes, digest, {ACTION_FACTS} WHERE session_id = ? AND id > ? ORDER BY id"
_ENTRIES = f'SELECT id, action_id, target, "before", digest, {ENTRY_FACTS} WHERE session_id = ? AND id > ? ORDER BY id'
_HAND = "hand"  # the kind of entry that others correct, or stand before
_SESSION = f"SELECT {SESSION_FACTS}, digest FROM session WHERE id = ?"  # noqa: S608  our own words


Said = tuple[int, str, str | None, int | None, int | None]
"""What an entry says: the action that recorded it, its kind and its fact as JSON, the entry that it corrects, and the
one that it stands before.
"""


class Link(NamedTuple):
    """One fact in its evening's chain: its table and row, the digest that it has, and whether that is its own.

    `said` is what an entry says.
    """

    table: str
    row: int
    digest: bytes
    fits: bool
    said: Said | None = None


def links(ledger: sqlite3.Connection, evening: int, known: Sequence[Link] = ()) -> Iterator[Link]:
    """Yield the facts of an evening in their order; behind the first that does not fit the others mean nothing.

    Those that are `known` to fit, some actions from its beginning on, are left out.

    One that names another fits where that stands before it in the evening: digests alone could be made fit for a later
    one elsewhere.
    """

    def stands(row: int | None, here: set[int | None], *kind: object) -> bool:
        return row in here or any(one.row == row and (one.table, one.said and one.said[1]) == kind for one in known)

    def last(table: str) -> int:
        return next((one.row for one in reversed(known) if one.table == table), 0)

    if known:
        head = known[-1].digest
    else:
        found = ledger.execute(_SESSION, (evening,)).fetchone()
        if found is None:
            yield Link("session", evening, b"", fits=False)
            return
        *facts, head = found
        yield Link("session", evening, head, head == link(b"", "session", *facts))
    actions: set[int | None] = {None}  # who names nothing
    hands: set[int | None] = {None}
    entries = ledger.execute(_ENTRIES, (evening, last("entry")))
    waiting = next(entries, None)
    for action, undoes, digest, *said in ledger.execute(_ACTIONS, (evening, last("action"))):
        fits = digest == link(head, "action", *said) and stands(undoes, actions, "action", None)
        yield Link("action", action, digest, fits)
        actions.add(action)
        head = digest
        while waiting is not None and waiting[1] == action:
            entry, _action, target, before, told, kind, fact, corrected, behind = waiting
            if target is before is None and fact is not None:
                fits = told == link_alone(head, kind, fact)
            else:
                named = all(stands(row, hands, "entry", _HAND) for row in (target, before))
                fits = named and told == link(head, "entry", kind, fact, corrected, behind)
            yield Link("entry", entry, told, fits, (action, kind, fact, target, before))
            if kind == _HAND:
                hands.add(entry)
            head = told
            waiting = next(entries, None)
    if waiting is not None:  # of no action of this evening, or behind a newer one's
        entry, _action, _target, _before, told, *_facts = waiting
        yield Link("entry", entry, told, fits=False)
