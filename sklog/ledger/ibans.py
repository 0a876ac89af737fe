"""IBANs: where the money of each person goes who gave one.

It is personal, so it is no recorded fact: no log and no export has it, and it is really deleted. It belongs to the
person and not to the name: a later rename or merge of people holds for it, as for the facts, and so does taking
that back.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import _, behind_options
from sklog.ledger import chain, evenings, history, people
from sklog.ledger.database import insert
from sklog.ledger.facts import CAME_ALONG, RENAME, require_origins
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.ledger.facts import Command

LONGEST_HOLDER = 70
KEPT = "id, account_id, iban, holder, behind, at, who"
"""What of a row its seal is of; behind it stands the key of the name that the account has."""
# within the European Economic Area an IBAN is enough; elsewhere a transfer needs a BIC as well
EEA = frozenset(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split()  # noqa: SIM905  read as a list
)


class Bank(NamedTuple):
    """An IBAN without spaces, whose account it is where that is said ("" is the person), and who said so when."""

    iban: str
    holder: str
    at: str
    who: str


def known(ledger: sqlite3.Connection) -> dict[str, Bank]:
    """Return every IBAN by its person's name today; where two people turned out to be one, the one given last.

    Raises LedgerError where one is not as it was said: nobody shall pay to it.
    """
    rows = _rows(ledger)
    if wrong := list(_damaged(ledger, rows)):
        raise LedgerError(*wrong)
    return {name: bank for _row, name, bank in rows}


def keep(ledger: sqlite3.Connection, name: str, iban: str, holder: str, command: Command) -> str:
    """Keep somebody's IBAN instead of what was there; return the name as the ledger spells it. Raises NotFound."""
    name = people.known(ledger, name)
    _delete(ledger, name)
    (behind,) = ledger.execute("SELECT coalesce(max(id), 0) FROM action").fetchone()
    _keep(ledger, name_key(name), behind, Bank(iban, holder, command.at, command.who))
    return name


def copy(ledger: sqlite3.Connection, other: sqlite3.Connection, actions: Mapping[int, int]) -> None:
    """Keep the IBANs of another ledger that are as they were given, of people who are here.

    `actions` are those there and their rows here, in the same order: whoever is renamed later keeps his.
    """
    there = sorted(actions)
    here = {key for (key,) in ledger.execute("SELECT key FROM account")}
    for _number, _account, iban, holder, behind, at, who, key in _intact(other):
        if key in here:
            before = bisect_right(there, behind)
            _keep(ledger, key, actions[there[before - 1]] if before else 0, Bank(iban, holder, at, who))


def _keep(ledger: sqlite3.Connection, key: str, behind: int, bank: Bank) -> None:
    (account,) = ledger.execute("SELECT id FROM account WHERE key = ?", (key,)).fetchone()
    (number,) = ledger.execute("SELECT coalesce(max(id), 0) + 1 FROM bank").fetchone()
    row = (number, account, bank.iban, bank.holder, behind, bank.at, bank.who)
    insert(ledger, f"bank ({KEPT}, seal)", [(*row, chain.sealed(*row, key))])


def forget(ledger: sqlite3.Connection, name: str) -> str:
    """Delete somebody's IBAN; return the name as the ledger spells it. Raises NotFound where none is known.

    It is overwritten in the file. What the disk keeps of a deleted journal, and copies of the file, are out of reach.
    """
    found = next((one for _row, one, _bank in _rows(ledger) if name_key(one) == name_key(name)), None)
    if found is None:
        raise NotFound(_("no IBAN of {name} is known", name=people.known(ledger, name)))
    _delete(ledger, found)
    return found


def _delete(ledger: sqlite3.Connection, name: str) -> None:
    ledger.execute("PRAGMA secure_delete = ON")
    rows = [(row,) for row, whose, _bank in _rows(ledger) if name_key(whose) == name_key(name)]
    ledger.executemany("DELETE FROM bank WHERE id = ?", rows)


def damaged(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for every stored IBAN that is not as it was given; it does not show the number."""
    yield from _damaged(ledger, _rows(ledger))


def _damaged(ledger: sqlite3.Connection, rows: Sequence[tuple[int, str, Bank]]) -> Iterator[str]:
    intact = {kept[0] for kept in _intact(ledger)}
    for row, name, bank in rows:
        if row not in intact or not _checks(bank.iban):
            yield _(
                "the IBAN of {name} is damaged: say it again, sklog player set --iban … {word}",
                name=name,
                word=behind_options(name),
            )


def _intact(ledger: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Yield each row that is as it was kept, in their order, with the key of its account behind it."""
    key = "(SELECT key FROM account WHERE account.id = account_id)"
    sealed = ledger.execute(f"SELECT seal, {KEPT}, {key} FROM bank ORDER BY id")  # noqa: S608  our own words
    yield from (tuple(kept) for seal, *kept in sealed if chain.sealed(*kept) == seal)


def _checks(iban: str) -> bool:
    """Whether the check digits fit: the number modulo 97, its first four characters last, A as 10 and so on."""
    if not (iban.isascii() and iban.isalnum() and iban == iban.upper()):
        return False
    return int("".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])) % 97 == 1


# -- whose it is now ----------------------------------------------------------------------------------


class _Move(NamedTuple):
    """A rename (or, with `back`, a rename that was taken back): `first` is the action that said it at first."""

    action: int
    first: int
    back: bool
    old: str
    new: str
    merge: bool


def _rows(ledger: sqlite3.Connection) -> list[tuple[int, str, Bank]]:
    """Return every row with what its person is called now, the one that was said last at the end."""
    kept = """
        SELECT bank.id, coalesce(account.key, '?'), behind, iban, holder, at, who
        FROM bank LEFT JOIN account ON account.id = account_id ORDER BY bank.id
    """
    rows = ledger.execute(kept).fetchall()
    moves = _moves(ledger) if rows else []
    spelled = {name_key(one.name): one.name for one in evenings.people(ledger)} if rows else {}
    whose = ((row, _now(row[1], [move for move in moves if move.action > row[2]])) for row in rows)
    # nobody plays any more under a name that has no spelling
    return [(row[0], spelled.get(key, key), Bank(*row[3:])) for row, key in whose]


def _moves(ledger: sqlite3.Connection) -> list[_Move]:
    """Return what happened to names, in its order: taking a rename back is one more, and bringing it back, too.

    What people of another ledger are called, there or since they came here, is said of nobody here; that a rename
    said here was taken back there is.
    """
    rows = f"""
        SELECT action.id, undoes, fact FROM action
        LEFT JOIN entry ON entry.session_id = action.session_id AND action_id = action.id AND kind = ?
        WHERE (fact IS NOT NULL AND NOT {CAME_ALONG}) OR (fact IS NULL AND undoes IS NOT NULL)
        ORDER BY action.id
    """  # noqa: S608  our own words
    for (number,) in ledger.execute("SELECT DISTINCT session_id FROM entry WHERE kind = ?", (RENAME,)).fetchall():
        evenings.proved(ledger, number)
    require_origins(ledger)
    found: dict[int, _Move] = {}
    for action, undoes, fact in ledger.execute(rows, (RENAME,)):
        if fact is not None:
            said = history.name_change(json.loads(fact))
            old, new = name_key(said.old), name_key(said.new)
            found[action] = _Move(action, action, back=False, old=old, new=new, merge=said.merge)
        elif undoes in found:
            found[action] = found[undoes]._replace(action=action, back=not found[undoes].back)
    return list(found.values())


def _now(key: str, moves: list[_Move]) -> str:
    """Return the key of the name that somebody has after these moves who had `key` before them."""
    followed = set()
    for move in moves:
        if not move.back and key == move.old:
            key = move.new
            followed.add(move.first)
        elif move.back and key == move.new and (move.first in followed or not move.merge):
            # who is parted again from somebody takes along only what was said of him
            key = move.old
            followed.discard(move.first)
    return key


# -- what an IBAN is ----------------------------------------------------------------------------------


def valid(said: str) -> str:
    """Return an IBAN without spaces; raise Refused with what is wrong, which never repeats the number.

    Needs the extra `girocode`.
    """
    from stdnum import exceptions, iban, numdb  # noqa: PLC0415  an extra

    number = re.sub(r"[\s.-]", "", said).upper()
    country = number[:2]
    if not (number.isascii() and number.isalnum()):
        raise Refused(_("an IBAN has only letters and digits, such as DE89 3704 0044 0532 0130 00"))
    if country not in EEA:
        raise Refused(
            _(
                "an IBAN begins with a country of the European Economic Area, such as DE or AT, not with {start!r}:"
                " a GiroCode goes nowhere else",
                start=country,
            )
        )
    form = numdb.get("iban").info(country)[0][1]["bban"]
    length = 4 + sum(int(part) for part in re.findall(r"(\d+)!", form))
    if len(number) != length:
        raise Refused(
            _(
                "an IBAN of {country} has {right} characters, and this one {found}",
                country=country,
                right=length,
                found=len(number),
            )
        )
    try:
        return str(iban.validate(number))
    except exceptions.InvalidFormat:
        raise Refused(_("an IBAN of {country} has digits where this one has letters", country=country)) from None
    except exceptions.ValidationError:
        raise Refused(
            _("the check digits of this IBAN do not fit: a digit is wrong, or two are swapped; look it up once more")
        ) from None
