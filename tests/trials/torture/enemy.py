"""Ledgers by an enemy: with digests and seals that fit, and whatever stands in them meant to do harm.

    python -m tests.trials.torture.enemy --seed N NUMBER FILE     makes the ledger of that number anew

Every command is given each of them, as its ledger or as the file that it reads: it ends with a sentence, soon, and
without a letter that steers a terminal.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import unicodedata
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklog.ledger import chain, evenings, facts, personal
from sklog.ledger.evenings import DAMAGED
from sklog.vault import upgrade
from tests.recorded import sealed_again
from tests.trials.torture import samples, scratch, season
from tests.trials.torture.forks import Forks
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.trials.torture.forks import Cost

SECONDS = 1.0  # of the processor
MEGABYTES = 500
CODES = (0, 1, 2, 3)
COPY = "sklog-backups/2026-11-20T18-05-09Z-by-hand.db"
READING_OTHERS = ("merge", "restore", "backup")
"""Commands that read a file beside the ledger: the ledger itself is a sound one then."""
PLAYED = "s ac\nshow\nsettle\nreport session\n"

TEXTS = (
    "\x1b]0;owned\x07\x1b[2J",
    "\u202eanna\u202c",
    "An\u200bna",
    "a\x00b",
    "\r\x1b[31m",
    "\x9b31m",
    "x" * 200_000,
    "Anna",
    "",
    "2026-02-31",
    "=1+1",
    "-1",
    "null",
    "[]",
    "{}",
    "[" * 3000 + "]" * 3000,
    '{"a":' * 900 + "1" + "}" * 900,
    "1" * 5000,
    '{"balances":{"Anna":1e999}}',
    "NaN",
)
NUMBERS = (-1, 0, 1, 2, 7, 99, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 1.5, float("inf"), -0.0)
LEAVES: tuple[Any, ...] = (*TEXTS[:12], *NUMBERS[:-3], 1.5, 10**30, None, True, [], {}, [1, "Anna"], {"Anna": 1})
SCHEMA = (
    "CREATE VIEW mine AS WITH RECURSIVE m(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m) SELECT n FROM m",
    'CREATE VIEW "\x1b[31mmine\u202e" AS SELECT 1',
    "CREATE TABLE mine (of INTEGER REFERENCES score ON DELETE CASCADE)",
    "CREATE TABLE mine (a, b AS (hex(zeroblob(100000))))",
    "CREATE INDEX mine ON score (hex(zeroblob(1000000)))",
    "CREATE INDEX mine ON entry (abs(-9223372036854775807 - id))",
    "CREATE UNIQUE INDEX mine ON state (closed) WHERE closed > 5",
    "CREATE TRIGGER mine BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, '\x1b[31mmine'); END",
    "CREATE TRIGGER mine AFTER UPDATE ON state BEGIN DELETE FROM posting; END",
    "CREATE VIRTUAL TABLE mine USING fts5(a)",
    "ALTER TABLE overview ADD COLUMN more TEXT",
    "ALTER TABLE session RENAME TO mine; CREATE VIEW session AS SELECT * FROM mine",
    (
        "DROP TABLE overview; CREATE VIEW overview AS WITH RECURSIVE m(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m)"
        " SELECT n AS session_id, 0 AS closed, 0 AS imported FROM m"
    ),
    (
        "DROP VIEW person; CREATE VIEW person AS WITH RECURSIVE m(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m)"
        " SELECT n AS id, n AS name, n AS key, 'player' AS kind FROM m"
    ),
    "DROP INDEX entry_of_action",
    "DROP TRIGGER entry_is_never_updated",
    "UPDATE sqlite_master SET sql = replace(sql, 'WHERE closed = 0', '') WHERE name LIKE 'o%'; DROP VIEW balance",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE state(' || hex(zeroblob(400000)) || ')' WHERE name = 'state'",
    "UPDATE sqlite_master SET sql = CAST(x'ff00fe' AS TEXT) WHERE name = 'state'",
    "UPDATE sqlite_master SET sql = NULL WHERE name = 'session'",
    "UPDATE sqlite_master SET type = 'view' WHERE name = 'score'",
    (
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'entry')"
        " WHERE name = 'state'"
    ),
    "UPDATE sqlite_master SET rootpage = 99999999 WHERE name = 'overview'",
    "UPDATE sqlite_master SET rootpage = 1 WHERE name = 'posting'",
    (
        "WITH RECURSIVE m(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m LIMIT 30000) INSERT INTO sqlite_master"
        " SELECT 'view', 'v' || n, 'v' || n, 0, 'CREATE VIEW v' || n || ' AS SELECT 1' FROM m"
    ),
    "ANALYZE; UPDATE sqlite_stat1 SET stat = '\x1b[31m 0 0 0'",
    "DROP TABLE _sqlite_migrations; CREATE VIEW _sqlite_migrations AS SELECT 1 AS id, 'sklog' AS migration_set",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 3",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 2147483647",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = WAL",
    "PRAGMA auto_vacuum = INCREMENTAL; VACUUM",
    "PRAGMA page_size = 65536; VACUUM",
    "PRAGMA page_size = 512; VACUUM",
    "PRAGMA schema_version = 0",
    "PRAGMA default_cache_size = 2000000000",
)
HEADER = ((16, 2), (18, 2), (20, 1), (21, 3), (24, 4), (28, 4), (32, 4), (36, 4), (40, 4), (44, 4), (48, 4), (52, 4))
HEADER += ((56, 4), (60, 4), (64, 4), (68, 4), (92, 4), (96, 4), (100, 8))
"""Where the fields of a database's header stand, and of its first page's."""


def run(seed: int, *, count: int, commands: int | None = None) -> Outcome:
    """Give so many ledgers to every command, or to so many of them each."""
    dice = random.Random(f"enemy commands {seed}")
    problems: dict[str, str] = {}
    seen: Counter[str] = Counter()
    runs, longest = 0, 0.0
    with scratch.folder() as home:
        season.made(home)
        sound = (home / LEDGER).read_bytes()
        place = home / "place"
        (place / COPY).parent.mkdir(parents=True)
        (place / "typed").write_text(PLAYED, encoding="utf-8")
        shutil.copy(samples.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml", place / "evening.yaml")
        with Forks(home) as forks:
            for number in range(count):
                kind, what, made = ledger(sound, seed, number)
                seen[kind] += 1
                tried = samples.COMMANDS if commands is None else dice.sample(samples.COMMANDS, commands)
                for words in tried:
                    wrong, cost = _given(forks, place, words, made, sound)
                    runs += 1
                    longest = max(longest, cost.seconds)
                    if wrong:
                        problems.setdefault(
                            f"{words[0]}: {wrong}", f"ledger {number} ({what}): sklog {' '.join(words)}: {wrong}"
                        )
    figures = {"ledgers": count, "longest": f"{longest:.2f} s", **seen}
    return Outcome("enemy", runs, tuple(problems.values()), figures)


def _given(forks: Forks, place: Path, words: Sequence[str], made: bytes, sound: bytes) -> tuple[str, Cost]:
    """Return what is wrong with how a command meets this ledger; what took long is tried again."""
    for left in place.glob("*-journal"):
        left.unlink()
    for left in (*place.glob("*-wal"), *place.glob("*-shm"), *(place / COPY).parent.glob("*")):
        left.unlink()
    (place / LEDGER).write_bytes(sound if words[0] in READING_OTHERS and "other.db" not in words[:2] else made)
    if words[0] == "backup" and "--list" not in words:
        (place / LEDGER).write_bytes(made)
    for other in ("other.db", "copy.db", COPY):
        (place / other).write_bytes(made)
    ran = forks.run(words, place / "typed", place, seconds=20)
    wrong = unfit(ran.code, ran.out, ran.err)
    if forks.cost.seconds > SECONDS and not wrong:
        wrong = f"more than {SECONDS:.0f} s"
    if forks.cost.megabytes > MEGABYTES and not wrong:
        wrong = f"more than {MEGABYTES} MB"
    return wrong, forks.cost


def unfit(code: int, out: str, err: str) -> str:
    """Return what nobody should get to see in an answer; "" where there is nothing."""
    if "Traceback" in err:
        lines = err.strip().splitlines()
        place = next((line.strip() for line in reversed(lines) if line.strip().startswith("File ")), "")
        return f"{lines[-1][:100]} at {place.rpartition('sklog/')[2]}"
    if code not in CODES:
        return f"ended with {code}"
    steering = {letter for letter in out + err if steers(letter)}
    return f"prints {sorted(map(ascii, steering))}" if steering else ""


def steers(letter: str) -> bool:
    """Whether a letter steers a terminal, hides, or turns the writing around."""
    return letter not in "\n\r\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs")


# -- the ledgers ---------------------------------------------------------------------------------------


def ledger(sound: bytes, seed: int, number: int) -> tuple[str, str, bytes]:
    """Return of which kind an enemy's ledger is, what is in it in words, and its bytes."""
    dice = random.Random(f"enemy {seed} {number}")
    kind, make = KINDS[number % len(KINDS)]
    with scratch.folder() as home:
        path = home / LEDGER
        path.write_bytes(sound)
        what = make(path, dice)
        return kind, what, path.read_bytes()


def _schema(path: Path, dice: random.Random) -> str:
    script = dice.choice(SCHEMA)
    with closing(sqlite3.connect(path, isolation_level=None)) as opened, suppress(sqlite3.Error):
        opened.execute("PRAGMA writable_schema = ON")
        opened.executescript(script)
    return script[:100]


def _header(path: Path, dice: random.Random) -> str:
    whole = bytearray(path.read_bytes())
    done = []
    for _ in range(dice.randint(1, 3)):
        place, size = dice.choice(HEADER)
        value = dice.choice((0, 1, 2, 3, 255, 256**size - 1, 256**size // 2, dice.randrange(256**size)))
        whole[place : place + size] = value.to_bytes(size, "big")
        done.append(f"{place}={value}")
    path.write_bytes(dice.choice((whole, whole, whole[: dice.randrange(len(whole))])))
    return f"header {' '.join(done)}"


def _pages(path: Path, dice: random.Random) -> str:
    """Let pages name one another, or be another page."""
    whole = bytearray(path.read_bytes())
    pages = len(whole) // 4096
    done = []
    for _ in range(dice.randint(1, 4)):
        page, place = dice.randrange(pages), dice.randrange(0, 200)
        value = dice.randrange(1, pages + 1)
        whole[page * 4096 + place : page * 4096 + place + 4] = value.to_bytes(4, "big")
        done.append(f"{page + 1}+{place}={value}")
    path.write_bytes(whole)
    return f"pages {' '.join(done)}"


def _values(path: Path, dice: random.Random) -> str:
    def value(_old: Any) -> Any:
        if dice.random() < 0.1:
            return b"\xff\xfe\x00"
        return dice.choice((*TEXTS, *NUMBERS, None))

    return _rewritten(path, dice, value)


def _json(path: Path, dice: random.Random) -> str:
    def value(old: Any) -> Any:
        with suppress(TypeError, ValueError):
            data = json.loads(old)
            if isinstance(data, (dict, list)):
                return json.dumps(_changed(data, dice), ensure_ascii=False)
        return dice.choice(LEAVES[:4])

    return _rewritten(path, dice, value, json_only=True)


def _changed(data: Any, dice: random.Random) -> Any:
    """Return the same with something else at one place, or one more, or one fewer."""
    if isinstance(data, dict) and data:
        key = dice.choice(list(data))
        if dice.random() < 0.7:
            return {**data, key: _changed(data[key], dice)}
        less = {name: one for name, one in data.items() if name != key}
        return dice.choice((less, {**less, dice.choice(TEXTS[:12]): data[key]}, {**data, "more": 1}))
    if isinstance(data, list) and data:
        place = dice.randrange(len(data))
        return [*data[:place], _changed(data[place], dice), *data[place + dice.choice((0, 1, 1)) :]]
    return dice.choice(LEAVES)


def _rewritten(path: Path, dice: random.Random, value: Callable[[Any], Any], *, json_only: bool = False) -> str:
    """Change some values past every guard of the database; then everything is linked and sealed again."""
    parts = unguarded(path)
    done = []
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.text_factory = lambda raw: raw.decode(errors="surrogateescape")
        opened.execute("PRAGMA ignore_check_constraints = ON")
        for _ in range(dice.randint(1, 2)):
            table, column = dice.choice(_columns(opened, json_only=json_only))
            rows = opened.execute(f'SELECT rowid, "{column}" FROM {table}').fetchall()  # noqa: S608  the ledger's own
            if not rows:
                continue
            row, old = dice.choice(rows)
            new = value(old)
            set_to = "CAST(? AS TEXT)" if isinstance(new, bytes) else "?"
            with suppress(sqlite3.Error, UnicodeEncodeError, OverflowError):
                opened.execute(f'UPDATE {table} SET "{column}" = {set_to} WHERE rowid = ?', (new, row))  # noqa: S608  the same
                done.append(f"{table}.{column} of {row} = {ascii(new)[:60]}")
        fitting(opened)
    guarded(path, parts)
    return "; ".join(done)


def _columns(opened: sqlite3.Connection, *, json_only: bool) -> list[tuple[str, str]]:
    found = []
    tables = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite_%'"
    for name, sql in opened.execute(tables).fetchall():
        if "WITHOUT ROWID" in sql:
            continue
        for __, column, *__ in opened.execute(f"PRAGMA table_info({name})").fetchall():
            if column in ("digest", "seal"):
                continue
            if not json_only or column in ("fact", "state", "tariff", "players", "totals"):
                found.append((name, column))
    return found


def unguarded(path: Path) -> list[tuple[str, ...]]:
    """Take away triggers, and that columns have types; return what was there."""
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        parts = opened.execute("SELECT * FROM sqlite_master").fetchall()
        opened.execute("PRAGMA writable_schema = ON")
        opened.execute("DELETE FROM sqlite_master WHERE type = 'trigger'")
        opened.execute("UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE type = 'table'")
    return parts


def guarded(path: Path, parts: list[tuple[str, ...]]) -> None:
    """Put back what `unguarded` has taken away."""
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.execute("PRAGMA writable_schema = ON")
        opened.execute("DELETE FROM sqlite_master")
        opened.executemany("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", parts)


def fitting(opened: sqlite3.Connection) -> None:
    """Make every digest and every seal fit what stands there now, as far as it can be made."""
    for seal in (upgrade.link_all, _seal_evenings, _seal_rows):
        with suppress(*DAMAGED, OverflowError):
            seal(opened)


def _seal_evenings(opened: sqlite3.Connection) -> None:
    for (number,) in opened.execute("SELECT id FROM session").fetchall():
        with suppress(*DAMAGED, OverflowError):
            upgrade.keep_head(opened, number)
            sealed_again(opened, number)


SEALED = {
    "overview": ", ".join(evenings.Overview._fields[:-1]),
    "spelling": "account_id, name",
    "bank": f"{personal.BANK.columns}, (SELECT key FROM account WHERE account.id = account_id)",  # noqa: S608  ours
    "arrival": facts.ORIGIN,
    "signature": "id, session_id, at, who, said, public_key, signed",
    "score": evenings.SCORE,
}
"""What of a row its seal is of, by the table."""


def _seal_rows(opened: sqlite3.Connection) -> None:
    for table, columns in SEALED.items():
        for row, *kept in opened.execute(f"SELECT rowid, {columns} FROM {table}").fetchall():  # noqa: S608  the ledger's own
            with suppress(*DAMAGED, OverflowError):
                opened.execute(f"UPDATE {table} SET seal = ? WHERE rowid = ?", (chain.sealed(*kept), row))  # noqa: S608  the same


KINDS: tuple[tuple[str, Callable[[Path, random.Random], str]], ...] = (
    ("values", _values),
    ("json", _json),
    ("schema", _schema),
    ("json", _json),
    ("values", _values),
    ("header", _header),
    ("pages", _pages),
)


def main() -> None:
    """Make one of them again."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("number", type=int)
    said.add_argument("file", type=Path)
    words = said.parse_args()
    with scratch.folder() as home:
        season.made(home)
        _kind, what, made = ledger((home / LEDGER).read_bytes(), words.seed, words.number)
    words.file.write_bytes(made)
    print(ascii(what))


if __name__ == "__main__":
    main()
