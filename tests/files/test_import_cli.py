"""`sklog import` at the command line: several formats together, long imports at a terminal, and Ctrl-C."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from netschafkopf_writer import Rules, Table, write
from terminal import Terminal

from sklog import netschafkopf
from sklog.files import commands_import, formats
from sklog.files.formats import read_path
from tests import transcripts

if TYPE_CHECKING:
    from tests.conftest import Sklog

OWN = Path(__file__).parents[1] / "protocols/stammtisch.txt"
SAMPLE = transcripts.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml"
CTRL_C = "\x03"
EVENINGS = 60


@pytest.fixture(scope="module")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with many evenings of a hundred hands."""
    text = write(Random(3), 100, Rules(), Table()).text  # noqa: S311  (hands, not secrets)
    session = netschafkopf.read_protocol(text, "x.txt").session
    path = tmp_path_factory.mktemp("long") / "long.jsonl"
    many = (session._replace(id=f"{number:032x}") for number in range(1, EVENINGS + 1))
    path.write_text("".join(formats.write_jsonl(many)), encoding="utf-8")
    return path


@pytest.fixture
def protocol(folder: Path) -> str:
    """Return a protocol in the current folder, as the program writes one: Windows-1252 and CR LF."""
    text = OWN.read_text(encoding="utf-8").replace("\n", "\r\n")
    (folder / "abend.txt").write_bytes(text.encode("cp1252"))
    return "abend.txt"


@pytest.mark.long
def test_files_of_all_formats_are_imported_together(ok: Sklog, protocol: str) -> None:
    """A protocol, a session file, JSON Lines and csv in one import; the same again changes nothing."""
    shutil.copy(SAMPLE, "abend.yaml")
    ok("import", "abend.yaml")
    for form in ("jsonl", "csv"):
        ok("export", "--format", form, "-o", f"abend.{form}")
    files = (protocol, "abend.yaml", "abend.jsonl", "abend.csv")
    first = ok("--db", "other.db", "import", *files).out
    assert first.count("imported") == 2
    again = ok("--db", "other.db", "import", *files).out
    assert again.count("already here, unchanged") == 4
    ok("--db", "other.db", "check")


@pytest.mark.long
@pytest.mark.parametrize("form", ["yaml", "jsonl", "csv"])
def test_a_protocol_is_exported_and_imported_and_exported_the_same(ok: Sklog, protocol: str, form: str) -> None:
    """Letter by letter, in every lossless format."""
    ok("import", protocol, "--as", "Gast=Anna")
    exported = ok("export", "--format", form).out
    Path(f"abend.{form}").write_text(exported, encoding="utf-8")
    ok("--db", "other.db", "import", f"abend.{form}")
    assert ok("--db", "other.db", "export", "--format", form).out == exported


def test_one_bad_file_keeps_all_others_out(run: Sklog, protocol: str) -> None:
    """All files or none: what is wrong in one is said, and nothing is stored."""
    Path("bad.txt").write_bytes(Path(protocol).read_bytes()[:2000])
    said = run("import", protocol, "bad.txt")
    assert said.code == 1
    assert "it breaks off here" in said.err
    assert run("show").code == 1


def test_a_dry_run_stores_nothing(ok: Sklog, folder: Path, protocol: str) -> None:
    """It says what would be imported."""
    assert "would be imported, 7 hands (besides 1 thrown in)" in ok("import", protocol, "--dry-run").out
    assert [path.name for path in folder.iterdir()] == [protocol]


def test_a_name_may_be_that_of_another_file_of_the_same_import(ok: Sklog, protocol: str) -> None:
    """With several protocols a name has to be in one of them."""
    Path("other.txt").write_text(write(Random(4), 3, Rules(), Table()).text, encoding="utf-8")  # noqa: S311
    ok("import", protocol, "other.txt", "--as", "Gast=Eva,Anna=Kathi")


def test_german_speaks_of_a_protocol_too(run: Sklog, protocol: str) -> None:
    """Sentences about a protocol are in the language that is spoken."""
    text = Path(protocol).read_bytes().replace(b"+730", b"+740")
    Path(protocol).write_bytes(text)
    said = run("import", protocol, env={"SKLOG_LANG": "de"})
    assert said.code == 3
    assert "ein Schreibfehler" in said.err


def test_a_large_file_is_refused(process: Sklog) -> None:
    """However it begins: nothing of it but the beginning is read."""
    with Path("large.txt").open("wb") as file:
        file.write(OWN.read_bytes())
        file.truncate(2_000_000_000)
    said = process("import", "large.txt")
    assert (said.code, said.err) == (1, "large.txt: larger than 5 MB: this is not the right file\n")


# -- longer than what is read before a ledger is opened -----------------------------------------------


@pytest.fixture
def streamed(ok: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file with four evenings of five hands, of which only the first is read before the ledger is opened."""
    monkeypatch.setattr(commands_import, "ENTRIES_AHEAD", 1)
    (session,) = read_path(SAMPLE)
    many = (session._replace(id=f"{number:032x}", expect=None) for number in range(1, 5))
    path = folder / "many.jsonl"
    path.write_text("".join(formats.write_jsonl(many)), encoding="utf-8")
    ok("start", "Hier", "--players", "Anna,Bene,Christl,Dani")
    return path


@pytest.mark.long
def test_evenings_are_stored_as_they_are_read(ok: Sklog, streamed: Path) -> None:
    """All of them, and the same again changes nothing."""
    assert ok("import", str(streamed)).out.count("imported, 5 hands") == 4
    assert ok("import", str(streamed)).out.count("already here") == 4
    ok("check")


def test_what_is_wrong_late_in_a_file_keeps_all_of_it_out(ok: Sklog, run: Sklog, streamed: Path) -> None:
    """Everything that is wrong is said at once, although evenings before it were stored already."""
    before = ok("export", "--format", "jsonl").out
    told = streamed.read_text(encoding="utf-8").splitlines(keepends=True)
    told[1] = told[1].replace('"players"', '"plyers"', 1)
    told[3] = told[3][:200] + "\n"
    streamed.write_text("".join(told), encoding="utf-8")
    said = run("import", str(streamed))
    assert (said.code, said.out) == (1, "")
    assert "many.jsonl:2: " in said.err
    assert "many.jsonl:4: " in said.err
    assert ok("export", "--format", "jsonl").out == before


def test_what_is_wrong_late_is_left_out_where_it_shall_go_on(ok: Sklog, run: Sklog, streamed: Path) -> None:
    """The other evenings are stored, and the exit code says that something was left out."""
    told = streamed.read_text(encoding="utf-8").splitlines(keepends=True)
    told[2] = told[2][:200] + "\n"
    streamed.write_text("".join(told), encoding="utf-8")
    said = run("import", "--keep-going", str(streamed))
    assert (said.code, said.out.count("imported, 5 hands")) == (3, 3)
    ok("check")


@pytest.mark.long
def test_an_evening_that_differs_late_keeps_all_of_the_file_out(ok: Sklog, run: Sklog, streamed: Path) -> None:
    """The ledger's version stays, and those before it in the file do not come."""
    *before, last = streamed.read_text(encoding="utf-8").splitlines(keepends=True)
    Path("one.jsonl").write_text(last, encoding="utf-8")
    ok("import", "one.jsonl")
    there = ok("export", "--format", "jsonl").out
    other = json.dumps({**json.loads(last), "place": "Nebenzimmer"})
    streamed.write_text("".join([*before, other]), encoding="utf-8")
    said = run("import", str(streamed))
    assert (said.code, said.out) == (1, "")
    assert "differs from this file" in said.err
    assert ok("export", "--format", "jsonl").out == there


def test_what_the_ledger_refuses_is_said_with_what_is_wrong_later(ok: Sklog, run: Sklog, streamed: Path) -> None:
    """All at once, and nothing is stored."""
    first, second, *_others = streamed.read_text(encoding="utf-8").splitlines(keepends=True)
    ok("import", str(streamed))
    other = json.dumps({**json.loads(second), "place": "Nebenzimmer"})
    streamed.write_text(f"{first}{other}\nnonsense\n", encoding="utf-8")
    said = run("import", "--keep-going", str(streamed))
    assert (said.code, said.out) == (1, "")
    assert "differs from this file" in said.err
    assert "many.jsonl:3: not readable as JSON" in said.err


@pytest.mark.parametrize("words", [("nix.jsonl",), ("--as", "A=B")], ids=["no-such-file", "no-protocol"])
def test_what_is_known_before_reading_is_said_before(run: Sklog, streamed: Path, words: tuple[str, ...]) -> None:
    """However long the files are: no ledger is made."""
    said = run("--db", "other.db", "import", str(streamed), *words)
    assert (said.code, said.out) == (1, "")
    assert not Path("other.db").exists()


# -- at a terminal ------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_long_import_shows_how_far_it_is(folder: Path, long_file: Path) -> None:  # noqa: ARG001  it is run there
    """A bar that says how much of the file is read, and stored."""
    with Terminal("import", str(long_file), rows=80) as terminal:
        assert terminal.ended() == 0
        assert "Importing  [####" in terminal.raw
        assert f"Evening {EVENINGS}, Netschafkopf: imported, 100 hands." in terminal.text


@pytest.mark.long
def test_a_short_import_shows_no_bar(folder: Path, protocol: str) -> None:  # noqa: ARG001  it is run there
    """What is over at once needs none."""
    with Terminal("import", protocol) as terminal:
        assert terminal.ended() == 0
        assert "Importing" not in terminal.raw


def test_a_pipe_shows_no_bar(process: Sklog, long_file: Path) -> None:
    """The bar is for people: a script reads sentences only."""
    said = process("import", str(long_file))
    assert (said.code, said.err) == (0, "")
    assert "[#" not in said.out


@pytest.mark.long
@pytest.mark.parametrize("much", ["Importing", "##"])
def test_ctrl_c_leaves_the_ledger_as_it_was(ok: Sklog, protocol: str, long_file: Path, much: str) -> None:
    """One sentence, exit code 130, and not one of the evenings is stored."""
    ok("import", protocol)
    before = ok("export").out
    with Terminal("import", str(long_file)) as terminal:
        terminal.until(much)
        terminal.process.send(CTRL_C)  # while it works: `type` waits until it does not
        assert terminal.ended() == 130
        assert "Interrupted: nothing was imported." in terminal.text
        assert "Traceback" not in terminal.raw
    assert ok("export").out == before
    ok("check")
