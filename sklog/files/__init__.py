"""Session files: an evening as YAML that people write and read.

    read_yaml   text -> evenings, with every problem of the file at its line and column
    write_yaml  an evening -> tidy text that reads back the same, its tariff copied whole
    missed      what a file expects and does not get

A hand is a line of shorthand where there is one, else a mapping. `sklog.files.reader` knows the keys and
folds; `sklog.files.formats` has the same for JSON Lines and csv.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sklog import yaml_text
from sklog.files.reader import HEADER, LINE, NEEDED, VOID, Tariffs, read_tree
from sklog.language import _
from sklog.likeness.lines import shorthand
from sklog.scoring.amounts import signed_number
from sklog.scoring.payout import STOCK
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import TariffChange, Voided, entry_to_json

if TYPE_CHECKING:
    from pathlib import Path

    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry, State


# -- read ---------------------------------------------------------------------------------------------


def read_yaml(text: str, where: str, near: Path | None = None) -> list[Session]:
    """Return the evening of a session file, as a list of one; amounts are cents or points.

    `where` names the file to people, `near` is the file or folder that a tariff's path is relative to.
    Raises SessionFileError with everything that is wrong, each at its line and column.
    """
    tree, problems = yaml_text.parse(text, where)
    return [read_tree(tree, Tariffs(near), problems)]


# -- write --------------------------------------------------------------------------------------------


def write_yaml(session: Session) -> str:
    """Return the evening as a session file: its own copy of the tariff, a line for each entry.

    Reading it gives the same evening, without `expect`, and writing that gives the same text. See docs/files.md.

    >>> sklog.write_session(evening).splitlines()[0]
    'session: Stammtisch'
    """
    entries = map(_shortest, session.entries, shorthand(session))
    lines = "".join(f"  - {yaml_text.flow(entry)}\n" for entry in entries)
    return yaml_text.dump(header(session)) + ("hands:\n" + lines if lines else "hands: []\n")


def header(session: Session) -> dict[str, Any]:
    """Return everything of an evening but its entries, as plain data; what is absent is left out."""
    known = {
        **session._asdict(),
        "session": session.name,
        "tariff": to_mapping(session.tariff),  # whole: what is missing in one says that an older sklog wrote it
        "players": list(session.players),
    }
    return {key: known[key] for key in HEADER if known[key] or key in NEEDED}


def plain_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain data for a file: a tariff whole, as at its top, where a ledger may hold less."""
    return {"tariff": to_mapping(entry.tariff)} if isinstance(entry, TariffChange) else entry_to_json(entry)


def _shortest(entry: Entry, line: str | None) -> Any:
    """Return an entry as its line of shorthand where it has one, else as a mapping."""
    if line is None:
        return plain_entry(entry)
    return {LINE: line, VOID: entry_to_json(entry)[VOID]} if isinstance(entry, Voided) else line


# -- what an evening promises, and which one it is ----------------------------------------------------


def missed(session: Session, state: State) -> list[str]:
    """Return a sentence for each balance that differs from what the file expects; [] where all agree."""
    said = []
    for name, wanted in (session.expect or {}).items():
        found = state.balances.get(name)
        if found == wanted:
            continue
        amounts = {"wanted": signed_number(wanted), "found": signed_number(found or 0)}
        if found is None:
            said.append(_("{name} was expected to have {wanted}, but was never at this table", name=name, **amounts))
        elif name == STOCK:
            said.append(_("the Stock was expected to have {wanted} but has {found}", **amounts))
        else:
            said.append(_("{name} was expected to have {wanted} but has {found}", name=name, **amounts))
    return said


def identity(session: Session) -> str:
    """Return the evening's id, else one made of its name, date, place and players: 32 hex digits."""
    if session.id:
        return session.id
    import hashlib  # noqa: PLC0415  2 ms in which it loads OpenSSL, only for an evening without an id

    known = json.dumps([session.name, session.date, session.place, list(session.players)])
    return hashlib.sha256(known.encode()).hexdigest()[:32]
