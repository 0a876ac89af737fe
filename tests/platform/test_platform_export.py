"""`export --format parquet` and `import` of it: whole or not at all, exact, and refused in sentences."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sklog import tariffs
from sklog.scoring.hand import Passed, Played
from sklog.scoring.session import Session
from sklog.scoring.state import Join, Payment, TariffChange
from tests import asked, transcripts
from tests.conftest import Sklog

pytestmark = pytest.mark.long

MISSING = "pyarrow is not installed: pip install '.[platform]'"
FOUR = ("Anna", "Bene", "Christl", "Dani")
SAMPLES = [*map(str, sorted((transcripts.ROOT / "sample_sessions").glob("*.yaml")))]
SAUSPIEL = tariffs.find("sauspiel")
WENZ = Played(game="wenz", declarer="Bene", won=True)


def test_without_its_packages_it_says_so(run: Sklog, ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Export and import name the extra; nothing is written, nothing stored."""
    ok("import", SAMPLES[0])
    Path("evenings.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = "Parquet needs some more packages: install sklog from its folder again, as '.[platform]'\n"
    exported = run("export", "--format", "parquet", "-o", "out")
    assert (exported.code, exported.err, Path("out").exists()) == (1, said, False)
    imported = run("--db", "other.db", "import", "evenings.parquet")
    assert (imported.code, imported.err, Path("other.db").exists()) == (1, said, False)


@pytest.fixture
def pyarrow() -> Any:
    """Return the library; skip, with the reason, where it is missing."""
    return pytest.importorskip("pyarrow", reason=MISSING)


@pytest.fixture
def parquet(pyarrow: Any) -> Any:
    """Return what writes and reads a folder of evenings."""
    assert pyarrow
    from sklog.platform import parquet  # noqa: PLC0415  an extra

    return parquet


@pytest.fixture
def rows(pyarrow: Any) -> Callable[[str], list[dict[str, Any]]]:
    """Return what reads a Parquet file as plain rows."""
    assert pyarrow
    from pyarrow import parquet  # noqa: PLC0415  an extra

    return lambda path: parquet.read_table(path).to_pylist()  # type: ignore[no-any-return]


@pytest.fixture
def full(ok: Sklog, folder: Path) -> Path:
    """Return the ledger sklog.db: every sample evening, and those of `asked`, with corrections."""
    asked.made(folder / transcripts.LEDGER)
    ok("import", *SAMPLES)
    return folder


def _contents(place: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(place).iterdir()}


# -- there and back -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("pyarrow", "full")
def test_a_ledger_goes_out_and_comes_back(ok: Sklog) -> None:
    """Nothing is lost, and what is exported again is the same to the byte."""
    ran = ok("export", "--format", "parquet", "-o", "out")
    assert (ran.out, ran.err) == ("", "Written: out\n")
    assert ok("--db", "other.db", "import", "out").out.count("imported") == len(SAMPLES) + 4
    ok("--db", "other.db", "check")
    ok("--db", "other.db", "export", "--format", "parquet", "-o", "again")
    assert _contents("out") == _contents("again")
    assert set(_contents("out")) == {"evenings.parquet", "hands.parquet", "tariffs.parquet"}
    assert ok("export", "--format", "jsonl").out == ok("--db", "other.db", "export", "--format", "jsonl").out


@pytest.mark.usefixtures("pyarrow", "full")
def test_twice_changes_nothing(ok: Sklog) -> None:
    """An evening that is there is there, also when it comes in another format."""
    ok("export", "--format", "parquet", "-o", "out")
    assert ok("import", "out").out.count("already here, unchanged") == len(SAMPLES) + 4
    assert ok("import", "out/evenings.parquet", "out").out.count("already here") == 2 * (len(SAMPLES) + 4)


@pytest.mark.usefixtures("pyarrow", "full")
def test_some_evenings_are_named(ok: Sklog, rows: Callable[[str], list[dict[str, Any]]]) -> None:
    """As for every format; a folder may be called as a file is."""
    ok("export", "2", "1", "2", "-o", "two.parquet")
    assert [row["date"] for row in rows("two.parquet/evenings.parquet")] == ["2026-11-13", "2026-10-23"]
    Path("empty").mkdir()
    ok("export", "3", "--format", "parquet", "-o", "empty")
    assert len(rows("empty/evenings.parquet")) == 1


@pytest.mark.usefixtures("full")
def test_row_groups_are_written_one_after_the_other(
    ok: Sklog, monkeypatch: pytest.MonkeyPatch, parquet: Any, rows: Callable[[str], list[dict[str, Any]]]
) -> None:
    """However small they are, the evenings are the same, in the same order."""
    ok("export", "--format", "parquet", "-o", "large")
    monkeypatch.setattr(parquet, "GROUP", 10)
    monkeypatch.setattr(parquet, "AT_ONCE", 2)
    ok("export", "--format", "parquet", "-o", "small")
    assert parquet.parquet.ParquetFile("small/evenings.parquet").num_row_groups > 2
    for name in ("evenings", "hands", "tariffs"):
        assert rows(f"small/{name}.parquet") == rows(f"large/{name}.parquet")
    assert ok("import", "small").out.count("already here") == len(SAMPLES) + 4


@pytest.mark.usefixtures("pyarrow", "full")
def test_evenings_may_stand_in_many_files(ok: Sklog) -> None:
    """A folder is read in the order of their names, with the tariffs of all."""
    Path("many").mkdir()
    for number in ("1", "2", "5"):
        ok("export", number, "--format", "parquet", "-o", f"one{number}")
        for name in ("evenings", "tariffs"):
            shutil.copy(f"one{number}/{name}.parquet", f"many/{name}-{number}.parquet")
    told = ok("--db", "other.db", "import", "many").out
    assert told.count("imported") == 3


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("rows", [1, 3])
def test_row_groups_may_be_small(ok: Sklog, parquet: Any, rows: int) -> None:
    """Whoever wrote the file divided it otherwise: evenings are read beyond the end of a row group."""
    ok("export", "--format", "parquet", "-o", "out")
    file = parquet.parquet
    file.write_table(file.read_table("out/evenings.parquet"), "out/evenings.parquet", row_group_size=rows)
    assert ok("import", "out").out.count("already here, unchanged") == len(SAMPLES) + 4


@pytest.mark.usefixtures("full")
def test_what_was_paid_is_what_the_ledger_says(ok: Sklog, rows: Callable[[str], list[dict[str, Any]]]) -> None:
    """Beside every entry, for everybody; all of it, with the Stock's part, is the end of the evening."""
    ok("export", "--format", "parquet", "-o", "out")
    with closing(sqlite3.connect(transcripts.LEDGER)) as ledger:
        balances = {
            (uid, name): amount
            for uid, name, amount in ledger.execute(
                "SELECT uid, player, balance FROM balance JOIN session ON session.id = session_id"
                " WHERE player <> 'Stock'"
            )
        }
    found = dict[tuple[str, str], int]()
    for row in rows("out/evenings.parquet"):
        for hand in row["hands"]:
            for name, amount in zip(row["people"], hand["paid"] or (), strict=False):
                found[row["id"], name] = found.get((row["id"], name), 0) + amount
    assert {key: amount for key, amount in found.items() if key in balances or amount} == balances


VIEWED = ("number", "game", "suit", "declarer", "partner", "augen", "bock", "dealer", "value", "unit")


@pytest.mark.usefixtures("full")
def test_every_hand_is_as_the_ledger_judged_it(ok: Sklog, rows: Callable[[str], list[dict[str, Any]]]) -> None:
    """The flat table says what the views say: who was what, who won, what everybody got."""
    ok("export", "--format", "parquet", "-o", "out")
    judged = [json.loads(line) for line in ok("export", "--format", "hands").out.splitlines()]
    found = rows("out/hands.parquet")
    assert len(found) == len(judged)
    for row, hand in zip(found, judged, strict=True):
        assert {key: row[key] for key in VIEWED} == {key: hand[key] for key in VIEWED}
        assert (str(row["date"]) if row["date"] else None, row["won"]) == (hand["date"], _yes(hand["won"]))
        players = hand["players"]
        got = {one["person"]: one["amount"] for one in row["paid"]}
        assert got == {one["player"]: one["amount"] for one in players}
        assert row["stock"] == -sum(got.values())
        dealt_in = [one["player"] for one in players if one["dealt_in"]]
        assert sorted(row["dealt_in"] or ()) == sorted(dealt_in)
        if hand["game"] != "posting":
            assert sorted(row["winners"]) == sorted(one["player"] for one in players if one["won"] == 1)
            assert sorted(row["losers"]) == sorted(one["player"] for one in players if one["won"] == 0)
            assert (row["kontra"], row["klopfer"]) == (hand["kontra"], hand["klopfer"])


def _yes(said: int | None) -> bool | None:
    return None if said is None else bool(said)


WRITERS = {
    "polars": lambda library: library.read_parquet("out/evenings.parquet").write_parquet("theirs/evenings.parquet"),
    "pandas": lambda library: library.read_parquet("out/evenings.parquet").to_parquet("theirs/evenings.parquet"),
    "duckdb": lambda library: library.sql(
        "COPY (SELECT * FROM 'out/evenings.parquet') TO 'theirs/evenings.parquet' (FORMAT parquet)"
    ),
}


@pytest.mark.usefixtures("pyarrow", "full")
@pytest.mark.parametrize("name", WRITERS)
def test_others_may_write_it(ok: Sklog, name: str) -> None:
    """What Polars, pandas and DuckDB make of a file is still the same evenings."""
    library = pytest.importorskip(name, reason=f"{name} is not installed")
    ok("export", "--format", "parquet", "-o", "out")
    Path("theirs").mkdir()
    shutil.copy("out/tariffs.parquet", "theirs")
    WRITERS[name](library)
    assert ok("import", "theirs").out.count("already here, unchanged") == len(SAMPLES) + 4


# -- what is not written ------------------------------------------------------------------------------


@pytest.mark.usefixtures("pyarrow", "full")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Error: --format: parquet is a folder: name it with -o\n"),
        (("-o", "-"), "Error: --format: parquet is a folder: name it with -o\n"),
        (("-o", "sklog.db"), "sklog.db already exists and is not an empty folder: nothing was written; name another\n"),
        (("-o", "."), ". already exists and is not an empty folder: nothing was written; name another\n"),
        (("-o", "no/where"), "no/where cannot be written: No such file or directory\n"),
        (("-o", "out", "99"), "there is no evening '99'; sklog session list shows them\n"),
    ],
)
def test_a_folder_that_cannot_be_is_refused(run: Sklog, words: tuple[str, ...], said: str) -> None:
    """In a sentence; no folder is there, and no part of one."""
    before = sorted(path.name for path in Path().iterdir())
    ran = run("export", "--format", "parquet", *words)
    assert ran.code
    assert said.strip() in ran.err
    assert sorted(path.name for path in Path().iterdir()) == before


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("how", ["", "Error writing bytes to file. Detail: [errno 28] "])
def test_a_full_disk_leaves_nothing(run: Sklog, monkeypatch: pytest.MonkeyPatch, parquet: Any, how: str) -> None:
    """Whole or not at all: what was begun is gone; pyarrow says it in its own way."""
    before = sorted(path.name for path in Path().iterdir())

    def full(*_args: object) -> None:
        raise OSError(28, f"{how}No space left on device")

    monkeypatch.setattr(parquet.layout, "tariffs_table", full)
    ran = run("export", "--format", "parquet", "-o", "out")
    assert (ran.code, ran.err) == (1, "out cannot be written: No space left on device\n")
    assert sorted(path.name for path in Path().iterdir()) == before


# -- what is not read ---------------------------------------------------------------------------------


def made(parquet: Any, *sessions: Session, change: Callable[[list[dict[str, Any]]], object] | None = None) -> None:
    """Write evenings into the folder `in`, perhaps with their rows changed."""
    from sklog.platform import columns  # noqa: PLC0415  an extra

    Path("in").mkdir()
    table, named = columns.table_of(sessions)
    rows = table.to_pylist()
    if change:
        change(rows)
    library, writer = columns.pa, parquet.parquet
    writer.write_table(library.Table.from_pylist(rows, schema=columns.EVENINGS), "in/evenings.parquet")
    writer.write_table(columns.tariffs_table(named), "in/tariffs.parquet")


def evening(*entries: Any, **said: Any) -> Session:
    """Return an evening that need not be possible."""
    header: dict[str, Any] = {"name": "Abend", "date": "2026-11-19", "tariff": SAUSPIEL, "players": FOUR}
    return Session(entries=entries, **(header | said))


IMPOSSIBLE = {
    "evening 1 (Abend): 'An\\u200bna' is not a name: it has characters": evening(players=("An\u200bna", *FOUR[1:])),
    "evening 1 (Abend): after hand 1: 'N\ufffdra' is not a name: it has": evening(WENZ, Join("N\u2800ra")),
    "evening 1 (Abend): before hand 1: 'W\ufffdrt' is not a name": evening(Payment("W\u2800rt", "Anna", 10)),
    "evening 1 (Abend): two people are called anna": evening(players=("Anna", "anna", "Bene")),
    "evening 1 (Abend): 2 to 7 people sit at a table, not 1": evening(players=("Anna",)),
    "evening 1 (Abend): Stock is not a player's name": evening(players=("Stock", *FOUR[1:])),
    "evening 1 (Abend): date: '19.11.2026' is not in the calendar": evening(date="19.11.2026"),
    "evening 1 (Abend): place has 201 letters": evening(place="x" * 201),
    "evening 1 (): session: the name of the evening": evening(name=""),
    "evening 1 (Abend): id: a zero byte cannot be stored": evening(id="\0"),
    "evening 1 (Abend): hand 1: sauspiel does not have über Kreuz": evening(
        Played(game="kreuz", declarer="Anna", won=True)
    ),
    "evening 1 (Abend): hand 1: note: 2001 letters; at most 2000": evening(Passed(note="x" * 2001)),
    "evening 1 (Abend): hand 1: Sepp is not at this table": evening(Played(game="wenz", declarer="Sepp", won=True)),
    "evening 1 (Abend): more than 10000 hands: divide the evening": evening(*[WENZ] * 10_001),
    "evening 1 (Abend): more than 50 tariffs in one evening": evening(*[TariffChange(SAUSPIEL)] * 60),
}


@pytest.mark.parametrize("said", IMPOSSIBLE)
def test_what_no_file_may_say_is_refused(run: Sklog, parquet: Any, said: str) -> None:
    """All that other files are asked: names, texts, lengths, and hands that these people cannot have played."""
    made(parquet, IMPOSSIBLE[said])
    ran = run("import", "in")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"in/evenings.parquet: {said}")
    assert not Path(transcripts.LEDGER).exists()


def test_what_cannot_be_is_named_and_the_rest_kept(run: Sklog, parquet: Any) -> None:
    """With --keep-going the other evenings are stored; all that is wrong is said."""
    wrong = evening(WENZ, name="Zwei")

    def change(rows: list[dict[str, Any]]) -> None:
        rows[1]["hands"][0]["declarer"] = 99
        rows[2]["tariff"] = "0f"

    made(parquet, evening(WENZ), wrong, wrong._replace(name="Drei"), evening(name="Vier"), change=change)
    said = [
        "in/evenings.parquet: evening 2 (Zwei): hand 1: 99 is not a place among 4 people",
        "in/evenings.parquet: evening 3 (Drei): no tariff here has the digest 0f",
    ]
    ran = run("import", "in")
    assert (ran.code, ran.err.splitlines()) == (1, said)
    assert not Path(transcripts.LEDGER).exists()
    ran = run("import", "in", "--keep-going")
    assert (ran.code, ran.err.splitlines(), ran.out.count("imported")) == (3, said, 2)


def test_promised_balances_are_compared(run: Sklog, parquet: Any) -> None:
    """As in every other file."""
    made(parquet, evening(WENZ, expect={"Anna": 1}))
    ran = run("import", "in")
    assert ran.code == 3
    assert "Anna was expected to have +1 but has −50" in ran.err


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-9])


def _noise(file: Path) -> None:
    contents = bytearray(file.read_bytes())
    contents[-200:-40] = b"\xff" * 160
    file.write_bytes(contents)


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut": (_cut, "in/evenings.parquet: this is not a readable Parquet"),
    "another footer": (_noise, "in/evenings.parquet: this is not a readable Parquet"),
    "nothing": (lambda file: file.write_bytes(b""), "in/evenings.parquet is empty"),
    "its name alone": (lambda file: file.write_bytes(b"PAR1"), "in/evenings.parquet: this is not a readable Parquet"),
    "something else": (
        lambda file: file.write_text("session: x\n"),
        "in/evenings.parquet: this is not a readable Parquet",
    ),
    "no tariffs": (
        lambda file: file.with_name("tariffs.parquet").unlink(),
        "in/evenings.parquet: the file tariffs.parquet with the tariffs of its evenings is not beside it",
    ),
    "broken tariffs": (
        lambda file: _cut(file.with_name("tariffs.parquet")),
        "in/tariffs.parquet: this is not a readable Parquet",
    ),
    "only tariffs": (
        lambda file: shutil.copy(file.with_name("tariffs.parquet"), file),
        "in/evenings.parquet: the columns id, date, place, people, players, dealer,",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_file_is_refused(run: Sklog, parquet: Any, how: str) -> None:
    """Cut, changed, empty, or something else: a sentence, and no ledger."""
    made(parquet, evening(WENZ))
    breaks, said = BROKEN[how]
    breaks(Path("in/evenings.parquet"))
    ran = run("import", "in")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(said)
    assert not Path(transcripts.LEDGER).exists()


@pytest.mark.usefixtures("pyarrow", "full")
def test_hands_are_no_evenings(ok: Sklog, run: Sklog) -> None:
    """They are for questions, and import says what to import instead."""
    ok("export", "--format", "parquet", "-o", "out")
    ran = run("--db", "other.db", "import", "out/hands.parquet")
    said = "these are hands for your own questions, and do not hold everything: import evenings.parquet"
    assert (ran.code, ran.err) == (1, f"out/hands.parquet: {said}\n")


def test_a_newer_format_is_refused(run: Sklog, parquet: Any) -> None:
    """Before anything of it is read."""
    made(parquet, evening(WENZ))
    table = parquet.parquet.read_table("in/evenings.parquet").drop_columns(["hands"])
    parquet.parquet.write_table(table.replace_schema_metadata({"sklog": "2"}), "in/evenings.parquet")
    ran = run("import", "in")
    assert (ran.code, ran.err) == (
        1,
        "in/evenings.parquet: its format is 2, which only a newer sklog can read: update sklog\n",
    )


def test_a_row_group_that_is_too_large_is_refused(run: Sklog, parquet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its own figures say is believed before it is read."""
    made(parquet, evening(WENZ), evening(WENZ, name="Zwei"))
    monkeypatch.setattr(parquet, "MOST_ROWS", 1)
    ran = run("import", "in")
    assert ran.code == 1
    assert ran.err.startswith("in/evenings.parquet: a row group of more than 1 rows, or of 1 GB")


@pytest.mark.parametrize("column", ["hands", "people"])
def test_a_few_bytes_that_stand_for_millions_of_hands_are_refused(run: Sklog, parquet: Any, column: str) -> None:
    """They are counted before they are read, and none of the rest is."""
    made(parquet, evening(WENZ))
    table = parquet.parquet.read_table("in/evenings.parquet")
    many, field = parquet.MOST_AT_ONCE + 1, parquet.layout.EVENINGS.field(column)
    nothing = parquet.pa.nulls(many, field.type.value_type)
    lists = parquet.pa.ListArray.from_arrays(parquet.pa.array([0, many], parquet.pa.int32()), nothing, type=field.type)
    parquet.parquet.write_table(table.set_column(table.column_names.index(column), field, lists), "in/evenings.parquet")
    assert Path("in/evenings.parquet").stat().st_size < 20_000
    ran = run("import", "in")
    said = "in/evenings.parquet: more than 160,000 entries: this is not the right file\n"
    assert (ran.code, ran.err, Path(transcripts.LEDGER).exists()) == (1, said, False)


def test_a_text_that_is_repeated_too_often_is_refused(
    run: Sklog, parquet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in the file once, and would take its length every time."""
    made(parquet, *[evening(Passed(note="x" * 1_000), name=f"Abend {number}") for number in range(20)])
    monkeypatch.setattr(parquet, "MOST_LETTERS", 6_000)
    assert run("import", "in").err.startswith(
        "in/evenings.parquet: more than 6,000 letters: this is not the right file"
    )
    monkeypatch.setattr(parquet, "MOST_LETTERS", 10_000)
    assert run("import", "in").code == 0


@pytest.mark.usefixtures("pyarrow")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
@pytest.mark.parametrize("name", ["evenings", "tariffs"])
def test_a_pipe_is_not_waited_for(run: Sklog, parquet: Any, name: str) -> None:
    """Nobody may ever write into it."""
    made(parquet, evening(WENZ))
    Path(f"in/{name}.parquet").unlink()
    os.mkfifo(f"in/{name}.parquet")
    ran = run("import", "in")
    assert ran.code == 1
    assert "is not a regular file" in ran.err


@pytest.mark.usefixtures("pyarrow")
def test_a_folder_without_evenings_is_none(run: Sklog) -> None:
    """And `import` says so, as it does of any folder."""
    Path("in").mkdir()
    ran = run("import", "in")
    assert (ran.code, ran.err) == (1, "in is a folder, not a file\n")


KILLED = """
import os, signal, sys
from sklog.__main__ import main
from sklog.platform import parquet
parquet.layout.tariffs_table = lambda _named: os.kill(os.getpid(), signal.SIGKILL)
sys.argv = ["sklog", "export", "--format", "parquet", "-o", "out"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed so on Windows")
@pytest.mark.usefixtures("parquet")
def test_the_next_export_removes_what_a_killed_one_left(ok: Sklog) -> None:
    """It has two files by then, of whatever size."""
    ok("import", SAMPLES[0])
    environment = {**os.environ, "PYTHONPATH": str(transcripts.ROOT), "SKLOG_DB": "sklog.db"}
    ended = subprocess.run([sys.executable, "-c", KILLED], env=environment, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    (left,) = Path().glob(".out.*")
    assert len(list(left.iterdir())) == 2
    ok("export", "--format", "parquet", "-o", "out")
    assert list(Path().glob(".out.*")) == []
    assert len(list(Path("out").iterdir())) == 3
