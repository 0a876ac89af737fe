"""docs/platform.md: its tables are the schemas, and what it asks DuckDB, Polars and pandas has the answers it shows."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sklog.files.described import QUERIES
from tests import asked, transcripts
from tests.conftest import Sklog

pytestmark = pytest.mark.long

PAGE = (transcripts.ROOT / "docs" / "platform.md").read_text(encoding="utf-8")
MISSING = "pyarrow is not installed: pip install '.[platform]'"
columns: Any = pytest.importorskip("sklog.platform.columns", reason=MISSING)
parquet: Any = pytest.importorskip("sklog.platform.parquet", reason=MISSING)

SCHEMAS = {"EVENINGS": columns.EVENINGS, "HAND": columns.HAND, "TARIFFS": columns.TARIFFS, "HANDS": parquet.HANDS}


def block(name: str) -> str:
    """Return the block of the page behind the remark of this name."""
    return PAGE.partition(f"<!-- {name} -->")[2].partition("\n")[2].partition("\n")[2].partition("```")[0]


def table(name: str) -> list[list[str]]:
    """Return the rows of the first table behind the remark of this name, without its heading."""
    lines = PAGE.partition(f"<!-- {name} -->")[2].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_page_has_every_column(name: str) -> None:
    """Each with its type, in the order of the files."""
    said = [(column.strip("`"), kind.strip("`")) for column, kind, _meaning in table(f"schema: {name}")]
    found = [(field.name, re.sub(r"(item|element): ", "", str(field.type))) for field in SCHEMAS[name]]
    found = [(column, "list<…>" if "game: string" in kind else kind) for column, kind in found]
    assert said == found


def test_the_page_says_the_version() -> None:
    """The one that is written."""
    assert f"say `sklog: {columns.VERSION}`" in PAGE


@pytest.fixture
def history(folder: Path, ok: Sklog) -> Path:
    """Return a folder with a ledger, and in `history` its export."""
    asked.made(folder / transcripts.LEDGER)
    ok("export", "--format", "parquet", "-o", "history")
    return folder


def answer(name: str) -> list[tuple[Any, ...]]:
    """Return what the views of the ledger answer to a question of the page on queries."""
    with closing(sqlite3.connect(transcripts.LEDGER)) as ledger:
        return ledger.execute(QUERIES[name].sql).fetchall()


def shown(name: str) -> list[tuple[Any, ...]]:
    """Return the answer that stands on the page."""
    return [tuple(int(cell) if re.fullmatch(r"-?\d+", cell) else cell for cell in row) for row in table(name)]


@pytest.mark.usefixtures("history")
def test_duckdb_answers_from_the_hands() -> None:
    """What the views answer of all that moved an amount, and what the page shows."""
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: pip install '.[questions]'")
    with duckdb.connect() as database:
        found = database.execute(block("duckdb")).fetchall()
    everything = """
        SELECT player, unit, sum(amount) AS amount FROM hand_player
        GROUP BY player, unit ORDER BY unit, amount DESC, player
    """
    with closing(sqlite3.connect(transcripts.LEDGER)) as ledger:
        assert found == ledger.execute(everything).fetchall() == shown("duckdb")


@pytest.mark.usefixtures("history")
def test_duckdb_answers_from_the_evenings() -> None:
    """Everybody's balance at the end of every evening."""
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: pip install '.[questions]'")
    with duckdb.connect() as database:
        found = database.execute(block("nested")).fetchall()
    balances = """
        SELECT uid, player, balance FROM balance JOIN session ON session.id = session_id
        WHERE player <> 'Stock' ORDER BY uid, player
    """
    with closing(sqlite3.connect(transcripts.LEDGER)) as ledger:
        assert found == ledger.execute(balances).fetchall()


def _printed(capsys: pytest.CaptureFixture[str], name: str) -> list[tuple[Any, ...]]:
    """Run a block of the page; return the rows of cells that it prints, whatever stands around them."""
    exec(block(name), {})  # noqa: S102  our own page
    lines = [re.findall(r"[\w-]+", line) for line in capsys.readouterr().out.splitlines()]
    rows = [cells for cells in lines if cells and cells[-1].isdigit() and cells[0] != "shape"]
    return [tuple(int(cell) if cell.lstrip("-").isdigit() else cell for cell in row) for row in rows]


@pytest.mark.usefixtures("history")
def test_polars_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """What the views answer, and what the page shows."""
    pytest.importorskip("polars", reason="Polars is not installed: pip install polars")
    assert _printed(capsys, "polars") == answer("wenz") == shown("polars")


@pytest.mark.usefixtures("history")
def test_pandas_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """What the views answer, and what the page shows."""
    pytest.importorskip("pandas", reason="pandas is not installed: pip install '.[questions]'")
    assert _printed(capsys, "pandas") == answer("pairs") == shown("pandas")


@pytest.mark.usefixtures("history")
def test_rescore_prints_what_the_page_shows(ok: Sklog) -> None:
    """Counts and digest, under another tariff."""
    printed = PAGE.partition("<!-- rescored -->")[2].partition("```text\n")[2].partition("```")[0]
    assert ok("rescore", "history", "-o", "again", "--tariff", "wiki").out == printed
