"""After a loss: the ledger is written anew from the facts that prove, as if nothing else had been recorded.

    facts that prove ──▶ a ledger in memory ──the loss is recorded──▶ folded, proved ──▶ in place of what was there

So no number is missing and none is given twice, nothing is kept of what is gone, and no copy from before the loss is
taken for an earlier state of the ledger.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from contextlib import closing
from typing import TYPE_CHECKING

from sklog.errors import Refused
from sklog.ledger import chain, correct, evenings, facts, history, ibans, people, record, signatures
from sklog.ledger.database import version_of
from sklog.ledger.schema import administered, of_version
from sklog.scoring.names import name_key
from sklog.vault import check, signing

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping

    from sklog.ledger.facts import Command

    Fact = tuple[str, int]
    """A table of facts, and a row of it."""


def write_anew(ledger: sqlite3.Connection, accepted: Mapping[int, Command]) -> dict[int, int]:
    """Keep what proves alone; return the numbers of the evenings, by those that they had.

    Each command that accepted the loss is recorded in its evening, where that is gone in the newest one, if there is
    one. Raises Refused where what is left does not agree with itself.
    """
    with closing(of_version(version_of(ledger))) as anew:
        numbers = _fill(anew, ledger, accepted)
        remaining = set(check.carried_stocks(anew))  # the earlier evening can still be made to leave it
        Refused.if_any(what for what in check.disagreements(anew) if what not in remaining)
        _put(anew, ledger)
    return numbers


def _fill(anew: sqlite3.Connection, ledger: sqlite3.Connection, accepted: Mapping[int, Command]) -> dict[int, int]:
    """Fill a new ledger with what proves in another one, and with the commands that accepted the loss."""
    proved = _proved(ledger)
    numbers = {number: facts.copy_session(anew, ledger, number) for number in proved}
    kept = {fact for commands in proved.values() for command in commands for fact in command}
    every = {(table, row) for table in ("action", "entry") for (row,) in ledger.execute(f"SELECT id FROM {table}")}  # noqa: S608  our own words
    rows = facts.copy_commands(anew, ledger, numbers, dict.fromkeys(every - kept))
    for here in numbers.values():
        record.keep_head(anew, here)
    record.make_accounts(anew, check.recorded_names(anew))
    recorded = _record(anew, numbers, accepted)
    people.respell(anew)
    actions = {row: here for (table, row), here in rows.items() if table == "action" and here is not None}
    _copy_origins(anew, ledger, numbers, actions)
    were_imported = {number for (number,) in ledger.execute("SELECT id FROM session WHERE imported")}
    with check.without_trigger(anew, "session_is_never_updated"):
        for number, here in numbers.items():
            elsewhere = check.came_from_elsewhere(anew, here)
            if number in accepted and number in were_imported and not elsewhere:  # what tells of it is lost
                said, upto = accepted[number], recorded[here]
                (first,) = anew.execute("SELECT min(id) FROM action WHERE session_id = ?", (here,)).fetchone()
                facts.add_origin(anew, here, facts.Origin(said.at, said.who, said.typed, first, upto))
                elsewhere = True
            anew.execute("UPDATE session SET imported = ? WHERE id = ?", (elsewhere, here))
    for here in numbers.values():
        correct.rebuild(anew, here)
    for command in (command for number, command in accepted.items() if number not in numbers):
        if newest := evenings.newest(anew):
            facts.Recording(anew, newest.id, command)
            correct.rebuild(anew, newest.id)
    record.keep_kinds(anew, all_told=True)
    signing.copy(anew, ledger, {number: here for number, here in numbers.items() if signatures.intact(ledger, number)})
    ibans.copy(anew, ledger, actions)
    return numbers


def _record(anew: sqlite3.Connection, numbers: Mapping[int, int], accepted: Mapping[int, Command]) -> dict[int, int]:
    """Record the commands that accepted the loss; return the row of each by its evening.

    Who is written otherwise elsewhere, since a rename is lost, is written so from now on: nobody has two spellings.
    """
    called = {
        number: history.people(history.unchecked(anew, here).session)
        for number, here in sorted(numbers.items(), key=lambda both: both[0] not in accepted)
    }
    written = {name_key(name): name for names in called.values() for name in names}
    recorded = {}
    for number, here in numbers.items():
        if number in accepted:
            recorded[here] = facts.Recording(anew, here, accepted[number]).id
            for name in called[number]:
                if (now := written[name_key(name)]) != name:
                    record.keep_head(anew, here)
                    command = accepted[number]._replace(name="player rename", typed=f"{name} {now}")
                    rename = facts.Recording(anew, here, command)
                    rename.add(facts.RENAME, fact={"rename": [name, now], "merge": False})
    return recorded


def _copy_origins(
    anew: sqlite3.Connection, ledger: sqlite3.Connection, numbers: Mapping[int, int], actions: Mapping[int, int]
) -> None:
    """Keep how evenings came, as far as that is as it was kept; rows are by their numbers, in the same order."""
    there = sorted(actions)
    of_it = "SELECT min(id), max(id) FROM action WHERE session_id = ? AND id BETWEEN ? AND ?"
    rows = f"SELECT seal, {facts.ORIGIN} FROM arrival ORDER BY id"  # noqa: S608  our own words
    for seal, *kept in ledger.execute(rows):
        _number, evening, at, who, source, first, upto = kept
        came = there[bisect_left(there, first) : bisect_right(there, upto)]
        if not came or evening not in numbers or seal != chain.sealed(*kept):
            continue
        here = numbers[evening]
        first, upto = anew.execute(of_it, (here, actions[came[0]], actions[came[-1]])).fetchone()
        if first is not None:
            facts.add_origin(anew, here, facts.Origin(at, who, source, first, upto))


def _proved(ledger: sqlite3.Connection) -> dict[int, list[list[Fact]]]:
    """Return the commands of each evening that prove, each with its entries; of an evening that began otherwise none.

    They end before the first that was changed, or belongs to a command on several evenings of which the first is lost.
    """
    found = {}
    for (number,) in ledger.execute("SELECT id FROM session ORDER BY id").fetchall():
        links = chain.links(ledger, number)
        if next(links).fits:
            found[number] = list(_commands(ledger, links))
    firsts = dict(ledger.execute("SELECT id, command_of FROM action WHERE command_of IS NOT NULL"))
    while True:
        there = {command[0][1] for commands in found.values() for command in commands} | {None}
        lost = {
            number: place
            for number, commands in found.items()
            for place, command in reversed([*enumerate(commands)])
            if firsts.get(command[0][1]) not in there
        }
        if not lost:
            return found
        for number, place in lost.items():
            del found[number][place:]


def _commands(ledger: sqlite3.Connection, links: Iterator[chain.Link]) -> Iterator[list[Fact]]:
    """Yield each command with its entries, as long as all of them fit."""
    command: list[Fact] = []
    for link in links:
        if not link.fits:
            whose = "SELECT action_id FROM entry WHERE id = ?"
            if link.table == "entry" and command[:1] == [("action", *ledger.execute(whose, (link.row,)).fetchone())]:
                return  # it has lost a part
            break
        if link.table == "action" and command:
            yield command
            command = []
        command.append((link.table, link.row))
    if command:
        yield command


_TABLES = (
    "account",
    "session",
    "action",
    "entry",
    "arrival",
    "signature",
    *check.DERIVED,
    "bank",
    "pay_link",
    "recorded",
)
"""What is recorded and kept, where there is room for it: none names a row of one behind it."""
_NAMED = (("action", "undoes"), ("action", "command_of"), ("entry", "target"), ("entry", "before"))
"""What names rows of the same table: without an index SQLite would look through all of it for each row that goes."""


def _put(anew: sqlite3.Connection, ledger: sqlite3.Connection) -> None:
    """Put what stands in a new ledger in place of all that is recorded, or kept, in the other one."""
    triggers, there = administered(ledger).triggers_dict, set(administered(ledger).table_names())
    tables = [table for table in _TABLES if table in there]
    for trigger in triggers:
        ledger.execute(f"DROP TRIGGER {trigger}")
    for table, column in _NAMED:
        ledger.execute(f'CREATE INDEX named_by_{column} ON {table} ("{column}")')
    ledger.execute("PRAGMA defer_foreign_keys = ON")
    for table in reversed(tables):
        ledger.execute(f"DELETE FROM {table}")  # noqa: S608  our own words
    for table in tables:
        rows = anew.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608  the same
        columns = [f'"{column}"' for column, *_ in rows.description]
        put = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
        ledger.executemany(put, rows)
    for _table, column in _NAMED:
        ledger.execute(f"DROP INDEX named_by_{column}")
    for sql in triggers.values():
        ledger.execute(sql)
