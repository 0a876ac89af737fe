"""A ledger to ask questions of: two units, five at a table, corrections, hands of which not everything was noted."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sklog import tariffs
from sklog.files.already_here import import_session
from sklog.files.described import rows_of_hands
from sklog.ledger import correct, database, evenings, people, record, schema
from sklog.ledger.evenings import Evening
from sklog.ledger.facts import Command
from sklog.notation import read_hand
from sklog.scoring.session import Session
from sklog.scoring.state import Join

BAVARIA = "CET-1CEST,M3.5.0,M10.5.0/3"
"""The time zone in which hours are asked for, as every system knows it."""
SUMMER, WINTER = "2026-10-23T17:30:00.000+00:00", "2026-11-13T18:45:00.000+00:00"
FOUR = ("Anna", "Bene", "Christl", "Dani")

FIRST = """
    s ac 74
    w b-l2
    hs a 93l4k
    x
    w b 61
    s da- k
    r c
    s winners:Bene,Dani
    w a kr
    gs d-
    s bc 60
    w c
"""
FIFTH = """
    w e 75
    s ac
    hs d- k
    s eb p
    w d-
    s cb 91n
    r c
    es e
    x
    w b
"""
POINTS = """
    s ac
    w b
    w b-
    s dc
    hs a
"""


def fill(ledger: sqlite3.Connection) -> None:
    """Record four evenings: in summer, in winter with five people, for points, and one from a file."""
    first = _begun(ledger, "Stammtisch", "2026-10-23", "p-seminar", SUMMER)
    first = _typed(ledger, first, FIRST, SUMMER, minutes=11)
    change = Command("fix", "", _later(SUMMER, 150))
    first = correct.fix(ledger, first, 1, _read(first, "s ac- 55"), change).evening
    first = correct.fix(ledger, first, 2, _read(first, "w b l2"), change).evening
    first = correct.fix(ledger, first, 2, _read(first, "w b-l3"), change).evening
    correct.void(ledger, first, 12, change._replace(name="void"))
    fifth = _begun(ledger, "Stammtisch", "2026-11-13", "wiki", WINTER)
    record.add(ledger, fifth, [Join("Eva", None)], Command("join", "", WINTER))
    fifth = _typed(ledger, evenings.by_number(ledger, fifth.id), FIFTH, WINTER, minutes=17)
    fifth = _typed(ledger, fifth, "posting Anna:-50ct Eva:+50ct", _later(WINTER, 200), minutes=1)
    record.close(ledger, fifth, (), Command("close", "", _later(WINTER, 210)))
    _typed(ledger, _begun(ledger, "Punkte", "2026-11-20", "saukopf", WINTER), POINTS, WINTER, minutes=5)
    begun = Session("Von früher", "2025-12-01", tariffs.find("sauspiel"), FOUR)
    read = [read_hand(line, begun.begin(), begun.tariff) for line in ("s ac", "w b", "hs d- k")]
    import_session(ledger, begun._replace(entries=tuple(read)), Command("import", "", _later(WINTER, 300)), uid="early")
    people.rename(ledger, "Christl", "Christa", Command("player rename", "", _later(WINTER, 400)))


def _begun(ledger: sqlite3.Connection, name: str, date: str, tariff: str, at: str) -> Evening:
    session = Session(name, date, tariffs.find(tariff), FOUR)
    return record.start(ledger, session, Command("start", "", at), uid=f"{name} {date}")


def _typed(ledger: sqlite3.Connection, evening: Evening, lines: str, at: str, minutes: int) -> Evening:
    """Record a hand every so many minutes."""
    for place, line in enumerate(lines.strip().splitlines()):
        command = Command("add", line.strip(), _later(at, place * minutes))
        record.add(ledger, evening, [_read(evening, line.strip())], command)
        evening = evenings.by_number(ledger, evening.id)
    return evening


def _read(evening: Evening, line: str) -> Any:
    return read_hand(line, evening.state, evening.tariff)


def _later(at: str, minutes: int) -> str:
    return (datetime.fromisoformat(at) + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")


def made(path: Path) -> None:
    """Make the ledger in a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as ledger:
        schema.migrate(ledger)
        database.set_up(ledger)
        ledger.execute("BEGIN")
        fill(ledger)
        ledger.execute("COMMIT")


@contextmanager
def in_bavaria() -> Iterator[None]:
    """Have it be as late as in Bavaria."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = BAVARIA
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()


def rows(ledger: sqlite3.Connection, view: str) -> list[dict[str, Any]]:
    """Return what a view holds, in its order."""
    found = ledger.execute(f"SELECT * FROM {view} ORDER BY session_id, number")  # noqa: S608  the test's own words
    names = [name for name, *_ in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def require_same(ledger: sqlite3.Connection) -> None:
    """Require that both views hold what comes out of the facts."""
    again = [hand for evening in evenings.all_evenings(ledger) for hand in rows_of_hands(ledger, evening)]
    players = [
        {"session_id": hand["session_id"], "number": hand["number"], "unit": hand["unit"], **one}
        for hand in again
        for one in hand["players"]
    ]
    assert rows(ledger, "hand") == [{key: said for key, said in hand.items() if key != "players"} for hand in again]
    # the view has people in the order of their accounts, a hand in that of their seats
    assert sorted(map(_text, rows(ledger, "hand_player"))) == sorted(map(_text, players))


def _text(row: dict[str, Any]) -> str:
    return json.dumps(row, sort_keys=True)
