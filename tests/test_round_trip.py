"""Out of one ledger and into another: what is exported, imported and exported again is the same file."""

import io
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given

from sklog import files as session_files
from sklog.files import formats, identity
from sklog.files.already_here import import_session
from sklog.ledger import history
from sklog.ledger.open import in_memory
from sklog.scoring.session import Session
from tests import transcripts
from tests.conftest import Sklog
from tests.recorded import SAID
from tests.session_strategies import many, sessions

pytestmark = pytest.mark.long

SAMPLES = sorted((transcripts.ROOT / "sample_sessions").glob("*.yaml"))
LOSSLESS = ("yaml", "jsonl", "csv")
PLAYERS = "Anna,Bene,Christl,Dani"

every_format = pytest.mark.parametrize("form", LOSSLESS)
every_sample = pytest.mark.parametrize("file", SAMPLES, ids=[file.stem for file in SAMPLES])


def assert_the_same_again(ok: Sklog, folder: Path, form: str, *which: str) -> None:
    """Export, import into a ledger that is not there yet, export: letter by letter the same, and proved."""
    first, second = folder / f"first.{form}", folder / f"second.{form}"
    ok("export", *which, "-o", str(first))
    ok("import", str(first), "--db", "other.db")
    ok("export", "-o", str(second), "--format", form, "--db", "other.db")
    assert second.read_bytes() == first.read_bytes()
    assert ok("export", *which, "--format", form).out == first.read_text(encoding="utf-8")
    ok("check", "--db", "other.db")
    assert "already here, unchanged" in ok("import", str(first)).out


@every_format
@every_sample
def test_a_sample_evening(ok: Sklog, folder: Path, file: Path, form: str) -> None:
    """Every evening of the samples, in every format that holds everything."""
    ok("import", str(file))
    assert_the_same_again(ok, folder, form)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_all_sample_evenings_in_one_file(ok: Sklog, folder: Path, form: str) -> None:
    """Many evenings in one file come out in the same order."""
    ok("import", *map(str, SAMPLES))
    assert_the_same_again(ok, folder, form)


CORRECTED: dict[str, list[str]] = {
    "fixed": ["add s ac", "add w b", "fix 1 s ac- 50 p", "fix 1 hs d l3"],
    "void": ["add s ac", "add w b", "void 1", "add s bd", "void 2 --keep-seats"],
    "inserted": ["add s ac", "add w b", "insert 2 r d ja", "insert 1 x"],
    "moved": ["add s ac", "add w b", "add x", "move 3 1", "move 1 2 --keep-seats"],
    "renamed": ["add s ac", "player rename Christl Christa", "player rename anna ANNA", "add w c"],
    "merged": ["add s ac", "pay Sepp Bene 30ct", "player merge Sepp Anna", "pay Dani Bene 10ct"],
    "another tariff": ["add s ac", "add w b", "session tariff lamers"],
    "another tariff from hand 2": ["add s ac", "add w b", "add s bd", "session tariff --from 2 lamers"],
    "people": ["add s ac", "join Eva --after Bene", "add w e", "leave Dani", "seats Eva,Anna,Bene,Christl", "add s ea"],
    "payments": ["add hs a", "pay Bene Anna 60ct", "pay Christl Anna 0,60"],
    "settled": ["add hs a", "settle --record --yes"],
    "the table's own": [
        "bock 2",
        "add s ac",
        "round hadsch",
        "add s cd",
        "stock 40ct Dani",
        "post anna:-50ct bene:50ct",
    ],
    "closed": ["add x", "add s ac", "close --stock split"],
    "undone and done again": ["add s ac", "add w b", "undo 2", "redo", "close --stock carry", "reopen"],
    "texts": ["add s ac // =1+1; \"q\" 'x'", "post --note @sum anna:-50ct bene:50ct"],
}


@every_format
@pytest.mark.parametrize("commands", CORRECTED.values(), ids=CORRECTED)
def test_a_corrected_evening(ok: Sklog, run: Sklog, folder: Path, commands: list[str], form: str) -> None:
    """Whatever was corrected or happened: the file holds what counts in the end."""
    if "pay Sepp Bene 30ct" in commands:
        ok("start", "Davor", "--players", "Sepp,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-18")
    ok("start", "Stammtisch", "--players", PLAYERS, "--tariff", "wiki", "--date", "2026-11-19", "--place", "Bräu")
    for command in commands:
        assert run(*command.split()).code == 0, command
    assert_the_same_again(ok, folder, form, "Stammtisch")


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_carried_stock(ok: Sklog, folder: Path, form: str) -> None:
    """An evening that began with an earlier one's Stock, together with it: the money is there once."""
    for name, day in (("Erster", "2026-11-18"), ("Zweiter", "2026-11-19")):
        ok("start", name, "--players", PLAYERS, "--tariff", "wiki", "--date", day)
        ok("add", "x")
        ok("close", "--stock", "carry")
    assert_the_same_again(ok, folder, form)


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_ledger_with_everything(ok: Sklog, folder: Path, form: str) -> None:
    """The evenings of an older ledger: corrected, moved, renamed, played by two tariffs, with a carried Stock."""
    shutil.copy(transcripts.ROOT / "tests" / "ledgers" / "schema-2.sqlite", transcripts.LEDGER)
    assert_the_same_again(ok, folder, form)


def through_a_ledger(session: Session) -> Session:
    """Return an evening as a ledger has it that took it in."""
    with closing(in_memory()) as ledger:
        return history.of_evening(ledger, import_session(ledger, session, SAID, uid=identity(session)).evening).session


@many
@given(sessions())
def test_any_evening(session: Session) -> None:
    """Evenings of people and texts as bad as they can be go through a ledger, a file and another ledger."""
    kept = through_a_ledger(session)
    written = {
        "yaml": session_files.write_yaml(kept),
        "jsonl": "".join(formats.write_jsonl([kept])),
        "csv": "".join(formats.write_csv([kept])),
    }
    [from_yaml] = session_files.read_yaml(written["yaml"], "a.yaml")
    [from_jsonl] = formats.read_jsonl(io.StringIO(written["jsonl"]), "a.jsonl")
    [from_csv] = formats.read_csv(io.StringIO(written["csv"], newline=""), "a.csv")
    assert session_files.write_yaml(through_a_ledger(from_yaml)) == written["yaml"]
    assert "".join(formats.write_jsonl([through_a_ledger(from_jsonl)])) == written["jsonl"]
    assert "".join(formats.write_csv([through_a_ledger(from_csv)])) == written["csv"]
