"""Where the money of each person goes who said so: IBANs and pay links.

Both are personal, so they are no recorded facts: no log and no export has them, and they are really deleted. They
belong to the person and not to the name: a later rename or merge of people holds for them, as for the facts, and so
does taking that back. A link is only shown: nothing here ever follows one.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import N_, _, _t, behind_options
from sklog.ledger import evenings, history, people
from sklog.ledger.database import version_of
from sklog.ledger.facts import CAME_ALONG, RENAME, require_origins
from sklog.ledger.personal import BANK, PAY_LINK, PersonalTable, insert_sealed, intact
from sklog.scoring.names import name_key
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from sklog.ledger.facts import Command

LONGEST_HOLDER = 70
LONGEST_LINK = 200
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


class PayLink(NamedTuple):
    """Where somebody can be paid in a browser, and who said so when."""

    link: str
    at: str
    who: str


class AccountKind(NamedTuple):
    """IBANs, or pay links: their table, what a row of it is read as, and what is said of it.

    `right` says whether it can have been kept so.
    """

    table: PersonalTable
    read: Callable[..., Any]
    right: Callable[[Any], bool]
    damaged: str
    unknown: str


def known(ledger: sqlite3.Connection) -> dict[str, Bank]:
    """Return every IBAN by its person's name today, as `by_person` does."""
    return by_person(ledger, BANKS)


def links(ledger: sqlite3.Connection) -> dict[str, str]:
    """Return every pay link by its person's name today, as `by_person` does."""
    return {name: one.link for name, one in by_person(ledger, LINKS).items()}


def by_person(ledger: sqlite3.Connection, kind: AccountKind) -> dict[str, Any]:
    """Return what is kept by its person's name today; where two people turned out to be one, what was given last.

    Raises LedgerError where one is not as it was said: nobody shall pay to it.
    """
    LedgerError.if_any(_damaged(ledger, kind))
    return {name: one for _row, name, one in _rows_by_person(ledger, kind)}


def keep(ledger: sqlite3.Connection, kind: AccountKind, name: str, said: tuple[str, ...], command: Command) -> str:
    """Keep what is `said` instead of what was there; return the name as the ledger spells it. Raises NotFound.

    Of an IBAN that is the number, and whose account it is.
    """
    name = people.person_called(ledger, name)
    _delete(ledger, kind, name)
    (behind,) = ledger.execute("SELECT coalesce(max(id), 0) FROM action").fetchone()
    insert_sealed(ledger, kind.table, name_key(name), (*said, behind, command.at, command.who))
    return name


def forget(ledger: sqlite3.Connection, kind: AccountKind, name: str) -> str:
    """Delete what is kept of somebody; return the name as the ledger spells it. Raises NotFound where nothing is.

    It is overwritten in the file. What the disk keeps of a deleted journal, and copies of the file, are out of reach.
    """
    found = next((one for _row, one, _said in _rows_by_person(ledger, kind) if name_key(one) == name_key(name)), None)
    if found is None:
        raise NotFound(_(kind.unknown, name=people.person_called(ledger, name)))
    _delete(ledger, kind, found)
    return found


def _delete(ledger: sqlite3.Connection, kind: AccountKind, name: str) -> None:
    ledger.execute("PRAGMA secure_delete = ON")
    rows = [(row,) for row, whose, _said in _rows_by_person(ledger, kind) if name_key(whose) == name_key(name)]
    ledger.executemany(f"DELETE FROM {kind.table.name} WHERE id = ?", rows)  # noqa: S608  our own words


def damaged(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for every stored IBAN or link that is not as it was given; it does not show it."""
    for kind in _KINDS:
        yield from _damaged(ledger, kind)


def _damaged(ledger: sqlite3.Connection, kind: AccountKind) -> Iterator[str]:
    unchanged = {kept[0] for kept in intact(ledger, kind.table)}
    for row, name, said in _rows_by_person(ledger, kind):
        if row not in unchanged or not kind.right(said):
            yield _t(kind.damaged, name=name, word=behind_options(name))


# -- whose it is now ----------------------------------------------------------------------------------


class _Move(NamedTuple):
    """A rename (or, with `back`, a rename that was taken back): `first` is the action that said it at first."""

    action: int
    first: int
    back: bool
    old: str
    new: str
    merge: bool


def _rows_by_person(ledger: sqlite3.Connection, kind: AccountKind) -> list[tuple[int, str, Any]]:
    """Return every row with what its person is called now, the one that was said last at the end."""
    if version_of(ledger) < kind.table.since:
        return []
    table, columns, _since = kind.table
    kept = f"""
        SELECT {table}.{columns}, coalesce(account.key, '?')
        FROM {table} LEFT JOIN account ON account.id = account_id ORDER BY {table}.id
    """  # noqa: S608  our own words
    rows = ledger.execute(kept).fetchall()
    moves = _name_changes(ledger) if rows else []
    spelled = {name_key(one.name): one.name for one in evenings.people(ledger)} if rows else {}
    found = []
    for number, _account, *said, behind, at, who, key in rows:
        now = _name_now(key, [move for move in moves if move.action > behind])
        # nobody plays any more under a name that has no spelling
        found.append((number, spelled.get(now, now), kind.read(*said, at, who)))
    return found


def _name_changes(ledger: sqlite3.Connection) -> list[_Move]:
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
            if said.part:  # what was said of the one is not said of a namesake
                continue
            old, new = name_key(said.old), name_key(said.new)
            found[action] = _Move(action, action, back=False, old=old, new=new, merge=said.merge)
        elif undoes in found:
            found[action] = found[undoes]._replace(action=action, back=not found[undoes].back)
    return list(found.values())


def _name_now(key: str, moves: list[_Move]) -> str:
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
                "an IBAN begins with a country of the European Economic Area, such as DE or AT, not with {start!r}: "
                "a GiroCode cannot go anywhere else",
                start=country,
            )
        )
    form = numdb.get("iban").info(country)[0][1]["bban"]
    length = 4 + sum(int(part) for part in re.findall(r"(\d+)!", form))
    if len(number) != length:
        long = {"country": country, "right": length, "found": len(number)}
        raise Refused(_("an IBAN of {country} has {right} characters; this one has {found}", **long))
    try:
        return str(iban.validate(number))
    except exceptions.InvalidFormat:
        raise Refused(_("an IBAN of {country} has digits where this one has letters", country=country)) from None
    except exceptions.ValidationError:
        raise Refused(
            _("the check digits of this IBAN do not match: a digit is wrong, or two are swapped; check it again")
        ) from None


def _checks(bank: Bank) -> bool:
    """Whether the check digits fit: the number modulo 97, its first four characters last, A as 10 and so on."""
    iban = bank.iban
    if not (iban.isascii() and iban.isalnum() and iban == iban.upper()):
        return False
    return int("".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])) % 97 == 1


# -- what a pay link is -------------------------------------------------------------------------------

_LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\.(?=[a-z]){_LABEL}(?::[0-9]{{1,5}})?")
_IN_A_LINK = re.compile(r"[A-Za-z0-9._~:/?#@!$&()*+,;=%-]*")


def valid_link(said: str) -> str:
    """Return a pay link, its host in small letters; raise Refused with what is wrong.

    Only ASCII: what a host in other letters really is, such as xn--…, is what everybody sees.
    """
    link = said.strip()
    if len(link) > LONGEST_LINK:
        raise Refused(
            _("a pay link has at most {most} characters, and this one {found}", most=LONGEST_LINK, found=len(link))
        )
    scheme, colon, rest = link.partition("://")
    if scheme.casefold() != "https" or not colon:
        raise Refused(_("a pay link begins with https://, such as https://paypal.me/anna"))
    host = re.split("[/?#]", rest, maxsplit=1)[0]
    if "@" in host:
        raise Refused(_("a pay link must have no user before its host: the part before the @ is not where it leads"))
    if not _IN_A_LINK.fullmatch(rest):
        raise Refused(
            _(
                "a pay link has no spaces, and only ASCII letters, digits and signs: copy it from the browser's "
                "address bar; a host with an umlaut is written https://xn--…"
            )
        )
    if not _HOST.fullmatch(host.lower()):
        raise Refused(_("a pay link needs a host after https://, such as paypal.me"))
    return f"https://{host.lower()}{rest[len(host) :]}"


def _leads(one: PayLink) -> bool:
    """Whether a link can have been kept so."""
    try:
        return valid_link(one.link) == one.link
    except Refused:
        return False


BANKS: AccountKind = AccountKind(
    *(BANK, Bank, _checks), N_("the IBAN of {name} is damaged: enter it again"), N_("no IBAN of {name} is known")
)
LINKS: AccountKind = AccountKind(
    *(PAY_LINK, PayLink, _leads),
    N_("the pay link of {name} is damaged: enter it again"),
    N_("no pay link of {name} is known"),
)
_KINDS: tuple[AccountKind, ...] = (BANKS, LINKS)
