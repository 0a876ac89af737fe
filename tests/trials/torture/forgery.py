"""Forgery: fields, rows and their order are changed with the `sqlite3` tool; `check` finds every change.

The triggers that would refuse it are taken away first and put back afterwards, so that only the data differs. Indexes,
views, triggers, tables and the header are changed, too: `check` finds it, or nothing that is printed is another.
"""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from sklog.errors import SklogError
from sklog.ledger import database
from sklog.ledger.open import open_ledger
from sklog.vault.check import disagreements
from tests.trials.torture import scratch, season
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

TOOL = "sqlite3"
TRIES = 40
NOBODY = "nobody notices"
LONGEST = 60
PARTS_AMONG = 5
"""For so many changes of rows, one more of what the ledger is made of, or of its header."""
PRINTED = (("show", "--session", "1"), ("report", "session", "--session", "2"), ("report", "standings"))
NEW_PARTS = (
    "CREATE TABLE mine (a)",
    "CREATE TABLE mine (of INTEGER REFERENCES score)",
    "CREATE VIEW mine AS SELECT * FROM entry",
    "CREATE INDEX mine ON score (value)",
    "CREATE UNIQUE INDEX mine ON score (value, entry_id)",
    "CREATE TRIGGER mine AFTER INSERT ON entry BEGIN DELETE FROM bank; END",
    "ALTER TABLE bank ADD COLUMN mine TEXT",
    "ALTER TABLE arrival RENAME COLUMN source TO mine",
)
UNHARMED = ("PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON", "BEGIN")

USED_ACCOUNTS = """
    SELECT account_id FROM posting UNION SELECT payer_id FROM payment UNION SELECT payee_id FROM payment
    UNION SELECT account_id FROM spelling UNION SELECT account_id FROM bank
"""
"""The others are names that somebody had before: they may be numbered as they like."""
PERSONAL = ("bank",)
"""What somebody may delete without a trace, in any order: only what stands in a row is looked at."""

Value = str | int | bytes | None


class Forged(NamedTuple):
    """A change: what it is in words, and the statements that make it."""

    what: str
    statements: tuple[str, ...]


class Table(NamedTuple):
    """A table of the ledger: its columns, those that name a row, its rows, and those that nothing refers to."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    rows: tuple[dict[str, Value], ...]
    spare: tuple[dict[str, Value], ...] = ()

    def where(self, row: dict[str, Value]) -> str:
        """Return the condition that this row alone meets."""
        return " AND ".join(f'"{column}" = {literal(row[column])}' for column in self.key)


def run(seed: int, *, count: int) -> Outcome:
    """Change a ledger so many times, each time another copy of it: every column in turn, and whole rows."""
    dice = random.Random(f"forgery {seed}")
    problems: list[str] = []
    seen: Counter[str] = Counter()
    with scratch.folder() as home:
        season.made(home)
        tables, triggers = read(home / LEDGER)
        unchanged = _changed(home, triggers, lambda: Forged("nothing", ()), same=True)
        if unchanged is None or not undetected(home / "forged.db"):
            raise AssertionError("a ledger whose triggers were put back is not as it was")
        for kind, table, forge in islice(cycle(_ways(tables)), count * 2):
            if seen.total() == count:
                break
            change = _changed(home, triggers, lambda: forge(table, dice))  # noqa: B023  it is called at once
            if change is None:
                continue  # the table has no other row, say
            seen[kind] += 1
            wrong = undetected(home / "forged.db")
            if wrong:
                problems.append(f"{change.what}: {wrong}")
            before = _printed(home)
        for number in range(count // PARTS_AMONG):
            what = (_other_part, _other_header)[number % 2](home, dice)
            seen["parts" if number % 2 == 0 else "headers"] += 1
            wrong = undetected(home / "forged.db")
            if wrong == NOBODY and _printed(home, "forged.db") == before:
                wrong, seen["harmless"] = "", seen["harmless"] + 1
            if wrong:
                problems.append(f"{what}: {wrong}")
    runs = seen.total() - seen["harmless"]
    how = "with the sqlite3 tool" if shutil.which(TOOL) else "with Python's sqlite3: there is no sqlite3 tool"
    return Outcome("forgery", runs, tuple(problems), {"undetected": len(problems), **seen, "made": how})


def read(path: Path) -> tuple[list[Table], list[tuple[str, str]]]:
    """Return the tables that say something, and the name and text of every trigger."""
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        names = ledger.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlite_%'")
        tables = [_table(ledger, name) for (name,) in names.fetchall()]
        triggers = ledger.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    return [table for table in tables if table.rows], triggers


def _table(ledger: sqlite3.Connection, name: str) -> Table:
    described = ledger.execute(f"PRAGMA table_info({name})").fetchall()
    columns = tuple(column for __, column, *__ in described)
    key = tuple(column for __, column, *__, place in described if place)
    everything = ledger.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608  the ledger's own name
    rows = tuple(dict(zip(columns, row, strict=True)) for row in everything)
    if name != "account":
        return Table(name, columns, key, rows)
    used = {one for (one,) in ledger.execute(USED_ACCOUNTS)}
    return Table(name, columns, key, rows, tuple(row for row in rows if row["id"] not in used))


def undetected(path: Path) -> str:
    """Return what is wrong with how a forged ledger is looked at; "" if somebody is told."""
    try:
        with contextlib.closing(open_ledger(path)) as ledger, database.snapshot(ledger, path):
            return "" if any(disagreements(ledger)) else NOBODY
    except SklogError:
        return ""
    except Exception as error:  # noqa: BLE001  what nobody has caught is what is looked for
        return f"{type(error).__name__}: {error}"


def _changed(
    home: Path, triggers: list[tuple[str, str]], forge: Callable[[], Forged | None], *, same: bool = False
) -> Forged | None:
    """Make a copy that differs; changes that the database cannot hold, or that change nothing, are tried again."""
    before = _everything(home / LEDGER)
    copy = home / "forged.db"
    for _try in range(TRIES):
        change = forge()
        if change is None:
            continue
        shutil.copy(home / LEDGER, copy)
        away = [f"DROP TRIGGER {name}" for name, __ in triggers]
        if _said(copy, [*UNHARMED, *away, *change.statements, *(text for __, text in triggers), "COMMIT"]):
            with contextlib.suppress(sqlite3.DatabaseError):
                if (_everything(copy) == before) != same:
                    continue
            return change
    return None


def _said(path: Path, statements: list[str]) -> bool:
    """Whether the database takes these statements."""
    script = "".join(f"{statement};\n" for statement in statements)
    if shutil.which(TOOL):
        return subprocess.run([TOOL, "-bail", path], input=script.encode(), capture_output=True).returncode == 0  # noqa: PLW1510
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        try:
            ledger.executescript(script)
        except sqlite3.Error:
            return False
    return True


def _everything(path: Path) -> list[str]:
    """Return what the file holds; a trigger that was put back stands elsewhere, and is the same."""
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        return sorted(ledger.iterdump())


# -- what a ledger is made of -------------------------------------------------------------------------


def _other_part(home: Path, dice: random.Random) -> str:
    """Add a part, remove one, or make one otherwise; return the statement."""
    copy = home / "forged.db"
    shutil.copy(home / LEDGER, copy)
    with contextlib.closing(sqlite3.connect(copy)) as ledger:
        named = "SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL AND type <> 'table'"
        kind, name, sql = dice.choice(ledger.execute(named).fetchall())
    inner = sql[1 + sql.index(" ", 20) :]
    place = dice.randrange(len(inner))
    other = sql.replace(
        inner, f"{inner[:place]}/* */{inner[place:]}" if dice.random() < 0.5 else _respelled(inner, dice)
    )
    away = f"DROP {kind} {name}"
    ways = [[away], [dice.choice(NEW_PARTS)]]
    if other != sql:
        ways.append([away, other])
    for way in (dice.choice(ways), [away]):  # what the database does not take is taken away
        shutil.copy(home / LEDGER, copy)
        if _said(copy, way):
            return "; ".join(way)
    raise AssertionError(away)


def _other_header(home: Path, dice: random.Random) -> str:
    """Change a byte of the first hundred: version, owner, encoding, size of pages, how many there are."""
    whole = bytearray((home / LEDGER).read_bytes())
    place = dice.randrange(16, 100)
    old, whole[place] = whole[place], dice.choice([value for value in (0, 1, 2, 255, 64) if value != whole[place]])
    (home / "forged.db").write_bytes(whole)
    return f"byte {place} of the header: {old} -> {whole[place]}"


def _printed(home: Path, name: str = LEDGER) -> list[str]:
    return [scratch.tried([*words, "--db", str(home / name)], home).out for words in PRINTED]


# -- what is changed ----------------------------------------------------------------------------------


def _ways(tables: list[Table]) -> Iterator[tuple[str, Table, Callable[[Table, random.Random], Forged | None]]]:
    """Yield every kind of change: each column of each table, and what can be done to its rows."""
    for table in tables:
        for column in table.columns:
            if table.name not in PERSONAL or column not in table.key:
                yield "fields", table, lambda on, dice, column=column: _field(on, column, dice)
        if table.name in PERSONAL:
            continue
        yield "rows swapped", table, _swapped
        yield "rows removed", table, _removed
        yield "rows copied", table, _copied


def _field(table: Table, column: str, dice: random.Random) -> Forged | None:
    row = dice.choice(table.rows)
    old = row[column]
    new = other(old, [one[column] for one in table.rows], dice)
    if new == old and type(new) is type(old):
        return None
    return Forged(
        f"{table.name}.{column} of {_shown(table, row)}: {_short(old)} -> {_short(new)}",
        (f'UPDATE {table.name} SET "{column}" = {literal(new)} WHERE {table.where(row)}',),  # noqa: S608
    )


def _swapped(table: Table, dice: random.Random) -> Forged | None:
    """Exchange two rows, their keys apart; or the keys, where the rest may not stand there twice."""
    if len(table.rows) < 2:
        return None
    first, second = dice.sample(table.rows, 2)
    if first in table.spare and second in table.spare:
        return None
    rest = [column for column in table.columns if column not in table.key] or list(table.columns)
    aside = f"DELETE FROM {table.name} WHERE {table.where(first)} OR {table.where(second)}"  # noqa: S608
    rows = [
        {**one, **{column: another[column] for column in rest}} for one, another in ((first, second), (second, first))
    ]
    what = f"{table.name}: {_shown(table, first)} and {_shown(table, second)} exchanged"
    return Forged(what, (aside, *(_insert(table, row) for row in rows)))


def _removed(table: Table, dice: random.Random) -> Forged:
    row = dice.choice(table.rows)
    statement = f"DELETE FROM {table.name} WHERE {table.where(row)}"  # noqa: S608  our own words
    return Forged(f"{table.name}: {_shown(table, row)} removed", (statement,))


def _copied(table: Table, dice: random.Random) -> Forged:
    """Add a row once more: at the end, with one of its keys and what may stand there only once made up."""
    row = dict(dice.choice(table.rows))
    for column in {
        *table.key,
        *(one for one in table.columns if one in ("uid", "name", "stock_from") and dice.random() < 0.9),
    }:
        if dice.random() < 0.7 or len(table.key) == 1:
            row[column] = _fresh(row[column], [one[column] for one in table.rows])
    return Forged(f"{table.name}: {_shown(table, row)} added, a copy", (_insert(table, row),))


def _fresh(old: Value, there: list[Value]) -> Value:
    if isinstance(old, int):
        return max(one for one in there if isinstance(one, int)) + 1
    return f"{old}2" if isinstance(old, str) else old


def _insert(table: Table, row: dict[str, Value]) -> str:
    columns = ", ".join(f'"{column}"' for column in table.columns)
    return f"INSERT INTO {table.name} ({columns}) VALUES ({', '.join(literal(row[one]) for one in table.columns)})"  # noqa: S608


def other(old: Value, there: list[Value], dice: random.Random) -> Value:
    """Return another value that may stand there: a neighbour's, nothing, or the same with a small change."""
    ways: list[Callable[[], Value]] = [lambda: dice.choice(there)]
    if isinstance(old, int):
        ways += [lambda: old + dice.choice((-1, 1)), lambda: -old, lambda: old + dice.randint(2, 1000), lambda: 0]
    elif isinstance(old, str):
        ways += [lambda: _respelled(old, dice), lambda: _respelled(old, dice), lambda: ""]
        if old[:1] in ("{", "["):
            ways += [lambda: _in_json(old, dice), lambda: json.dumps(json.loads(old))]
    elif isinstance(old, bytes):
        ways += [lambda: _flipped(old, dice), lambda: old[:-1], lambda: b""]
    else:
        ways += [lambda: dice.randint(0, 3), lambda: "Anna", lambda: "{}"]
    return None if dice.random() < 0.1 else dice.choice(ways)()


def _respelled(old: str, dice: random.Random) -> str:
    """Change, add or remove one letter."""
    place = dice.randrange(len(old) + 1)
    letter = dice.choice("aAe1207 -.é\u200b")
    return old[:place] + dice.choice(("", letter)) + old[place + dice.choice((0, 1)) :]


def _in_json(old: str, dice: random.Random) -> str:
    """Change one value somewhere in it, and keep how it is written."""
    data = json.loads(old)
    places = list(_leaves(data))
    if not places:
        return "[1]"
    holder, key = dice.choice(places)
    value = holder[key]
    if isinstance(value, bool) or not isinstance(value, int):
        holder[key] = not value if isinstance(value, bool) else dice.choice(("Anna", "Bene", "wenz", None, 5))
    else:
        holder[key] = value + dice.choice((-10, -1, 1, 10))
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _leaves(data: object) -> Iterator[tuple[dict[str, object] | list[object], object]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _leaves(value)
        else:
            yield data, key


def _flipped(old: bytes, dice: random.Random) -> bytes:
    if not old:
        return b"x"
    place = dice.randrange(len(old))
    return old[:place] + bytes([old[place] ^ 1 << dice.randrange(8)]) + old[place + 1 :]


# -- how it is written --------------------------------------------------------------------------------


def literal(value: Value) -> str:
    """Return a value as SQL writes it."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"


def _shown(table: Table, row: dict[str, Value]) -> str:
    return " ".join(f"{column} {_short(row[column])}" for column in table.key)


def _short(value: Value) -> str:
    text = literal(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
