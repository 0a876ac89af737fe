"""Signatures of evenings as they are kept: when, by which key, and of what text. They are made and proved elsewhere.

A signature is no fact: it changes nothing of the evening, and undo does not mean it.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from typing import TYPE_CHECKING

from sklog.language import _
from sklog.ledger import chain, evenings
from sklog.scoring.names import LONGEST_NAME
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3

VERSION = "sklog evening v1"
SAID = re.compile(
    rf'{VERSION}\nevening: (?P<uid>".*")\nname: ".*"\ndate: ".*"\ndigest: (?P<digest>[0-9a-f]{{32}}) \(.*\)\n'
)
_ODD = re.compile(r"[^ !#-\[\]-~\u00c0-\u024f\u1e00-\u1eff]")
"""A letter of what a key calls itself that is shown by its number: it quotes, or is not Latin and no sign of ASCII."""
COLUMNS = "session_id, at, who, said, public_key, signed"


class Signature(NamedTuple):
    """A stored signature: when it was made (UTC, ISO), who was at the keyboard, and what was signed with which key."""

    at: str
    who: str
    said: str
    public_key: str
    signed: str

    @property
    def digest(self) -> bytes:
        """The digest that was signed; b"" where the text names none."""
        found = SAID.match(self.said)
        return bytes.fromhex(found["digest"]) if found else b""

    @property
    def uid(self) -> str:
        """The evening that was signed, by its identity; "" where the text names none."""
        found = SAID.match(self.said)
        try:
            return str(chain.loads(found["uid"])) if found else ""
        except ValueError:
            return ""

    @property
    def comment(self) -> str:
        """What the key calls itself, letter by letter, "" where nothing: whoever made it chose that."""
        return _comment(self.public_key)


def _comment(public_key: str) -> str:
    return " ".join(public_key.split()[2:])


def fingerprint(public_key: str) -> str:
    """Return a key's fingerprint, as `ssh-keygen -l` shows it; "SHA256:?" for what is no key."""
    try:
        key = a2b_base64(public_key.split()[1])
    except (IndexError, ValueError):
        return "SHA256:?"
    from hashlib import sha256  # noqa: PLC0415  2 ms in which it loads OpenSSL, only for what is signed

    return f"SHA256:{b2a_base64(sha256(key).digest(), newline=False).decode().rstrip('=')}"


def shown(public_key: str) -> str:
    """Return a key as people are told of it: its fingerprint, then what it calls itself, in quotes and short."""
    key, comment = fingerprint(public_key), _comment(public_key)
    if not comment:
        return key
    comment = _ODD.sub(lambda odd: f"\\u{{{ord(odd[0]):x}}}", comment)
    comment = f"{comment[:LONGEST_NAME]}…" if len(comment) > LONGEST_NAME else comment
    return _('{key} (which calls itself "{comment}")', key=key, comment=comment)


def of_evening(ledger: sqlite3.Connection, evening: int) -> list[Signature]:
    """Return the signatures of an evening, the oldest first; raise LedgerError where one is not as it was kept.

    That proves none of them: `verdicts` does.
    """
    rows = "SELECT at, who, said, public_key, signed FROM signature WHERE session_id = ? ORDER BY id"
    if not intact(ledger, evening):
        raise evenings.damaged(evening)
    return [Signature(*row) for row in ledger.execute(rows, (evening,))]


def intact(ledger: sqlite3.Connection, evening: int) -> bool:
    """Return whether all that is kept of an evening's signatures is as it was kept; that proves none of them."""
    rows = ledger.execute(f"SELECT seal, id, {COLUMNS} FROM signature WHERE session_id = ?", (evening,))  # noqa: S608  ours
    # who writes the file can go past the kinds of its columns, with a seal that fits
    return all(seal == chain.sealed(*kept) and set(map(type, kept[2:])) == {str} for seal, *kept in rows)
