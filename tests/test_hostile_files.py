"""Paths, rights, devices, the network and other programs: nothing is written, read or run that was not meant."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import transcripts
from tests.conftest import Sklog

pytestmark = pytest.mark.long

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")


# -- files and folders ------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, str]:
    """Return who may do what with each file below a folder."""
    return {
        str(path.relative_to(folder)): stat.filemode(path.lstat().st_mode)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other rights")
def test_what_is_new_only_its_owner_can_read(folder: Path, ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the umask: ledgers, reports, exports, tariffs, pages; and the folders that are made for them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setenv("SKLOG_TARIFFS", str(folder / "own/tariffs"))
    monkeypatch.setattr("webbrowser.open", lambda _address: True)
    before = os.umask(0)
    try:
        ok("--db", "new/deep/x.db", *START)
        ok(*START)
        ok("add", "s", "ac")
        ok("export", "-o", "out.csv")
        ok("report", "session", "-o", "out.html")
        ok("calc", "-o", "calc.json", "s", "ac")
        ok("tariff", "new", "haus")
        ok("tariff", "new", "x", "-o", "x.yaml")
        ok("report", "session", "--open")
        ok("backup")
        ok("backup", "copy.db")
        ok("close")
    finally:
        os.umask(before)
    assert set(modes(folder).values()) == {"-rw-------"}
    assert len(modes(folder)) >= 10
    made = [path for path in folder.rglob("*") if path.is_dir()]
    assert {
        stat.filemode(path.stat().st_mode)
        for path in made
        if path.name in ("deep", "tariffs", "sklog", "sklog-backups")
    } == {"drwx------"}


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other rights")
def test_a_journal_of_the_database_only_its_owner_can_read(folder: Path, ok: Sklog) -> None:
    """What SQLite keeps beside the ledger while it writes has the ledger's rights."""
    ok(*START)
    code = (
        "import os, sqlite3; os.umask(0); c = sqlite3.connect('sklog.db'); c.execute('BEGIN IMMEDIATE');"
        "c.execute('CREATE TABLE x (y)'); print(oct(os.stat('sklog.db-journal').st_mode & 0o777))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, check=True).stdout == b"0o600\n"
    )


REFUSED_TARGETS = {
    "the ledger": "sklog.db",
    "the ledger by another way": "./x/../sklog.db",
    "a link to it": "link.html",
    "its journal": "sklog.db-journal",
    "its journal in capitals": "sklog.db-JOURNAL",
    "its log": "sklog.db-wal",
    "another database": "other.sqlite",
    "a folder": "x",
    "the root": "/",
    "below a file": "plain.txt/x.html",
    "a circle of links": "circle.html",
    "a name that is too long": "x" * 300,
    "a folder that is missing": "missing/x.html",
}


@pytest.mark.parametrize("target", REFUSED_TARGETS.values(), ids=list(REFUSED_TARGETS))
def test_what_o_does_not_write(folder: Path, ok: Sklog, run: Sklog, target: str) -> None:
    """No database, nothing beside one, no folder: one sentence, and every file is as it was."""
    ok(*START)
    Path("x").mkdir()
    Path("plain.txt").touch()
    Path("link.html").symlink_to("sklog.db")
    Path("circle.html").symlink_to("circle.html")
    Path("other.sqlite").write_bytes(Path("sklog.db").read_bytes())
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for words in (("report", "session", "-o", target), ("export", "--format", "yaml", "-o", target)):
        ran = run(*words)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.count("\n") == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("target", ["sklog.db", "link.yaml", "x", "there.yaml"])
def test_what_a_new_tariff_does_not_write(ok: Sklog, run: Sklog, target: str) -> None:
    """Nothing that is there, not even a link into nothing."""
    ok(*START)
    Path("x").mkdir()
    Path("there.yaml").write_text("mine")
    Path("link.yaml").symlink_to("nowhere.yaml")
    assert run("tariff", "new", "haus", "-o", target).code == 1
    assert Path("there.yaml").read_text() == "mine"
    assert not Path("nowhere.yaml").exists()


@pytest.mark.parametrize(
    "name", ["../x", "/etc/x", "a/b", "..", ".", "a\0b", "x.yaml", "a\\b", "", "-", "~", "wiki", "x" * 41]
)
def test_the_name_of_a_tariff_is_no_path(folder: Path, run: Sklog, name: str) -> None:
    """It becomes a file's name: letters, digits and hyphens."""
    assert run("tariff", "new", "--", name).code == 1
    assert list(folder.iterdir()) == []


DEVICES = """
import %
replay %
show --db %
check --db %
start X --players A,B,C,D --db %
tariff check ./%
start X --players A,B,C,D --tariff ./%
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("device", ["pipe", "/dev/zero", "/dev/full", "."])
@pytest.mark.parametrize("words", transcripts.commands(DEVICES), ids=" ".join)
def test_a_device_is_no_file(process: Sklog, device: str, words: list[str]) -> None:
    """What never ends, or never begins, is refused at once."""
    os.mkfifo("pipe")
    ran = process(
        *(word.replace("./%", device if "/" in device else f"./{device}").replace("%", device) for word in words)
    )
    assert ran.code == 1
    assert ran.err.count("\n") == 1


ENDLESS = (
    *(("calc", "--jsonl", "-"), ("add", "--json", "-"), ("calc", "--json"), ("play",), ("play", "--keep-going")),
    ("calc", "--jsonl", "/dev/zero"),
)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
@pytest.mark.parametrize("words", ENDLESS, ids=" ".join)
def test_a_line_without_end_is_refused(process: Sklog, folder: Path, words: tuple[str, ...]) -> None:
    """A stream of zeros fills no memory: the line is longer than any hand."""
    process(*START)
    with Path("/dev/zero").open("rb") as zeros:
        ran = subprocess.run(
            [sys.executable, "-m", "sklog", *words],
            cwd=folder,
            stdin=zeros,
            capture_output=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 1
    assert b"that cannot be a hand" in ran.stderr


ENCODED = {
    "UTF-16": ("session: x\n".encode("utf-16"), "UTF-16|zero bytes|not UTF-8"),
    "UTF-16 without a mark": ("session: x\n".encode("utf-16-le"), "zero bytes"),
    "Latin-1": (b"session: J\xf6rg\n", "not UTF-8"),
    "zero bytes": (b"session: \0\n", "zero bytes"),
    "nothing": (b"", "is empty"),
}


@pytest.mark.parametrize(("data", "sentence"), ENCODED.values(), ids=list(ENCODED))
def test_a_file_in_another_encoding(run: Sklog, data: bytes, sentence: str) -> None:
    """It is named as what it is."""
    Path("x.yaml").write_bytes(data)
    ran = run("import", "x.yaml")
    assert ran.code == 1
    assert re.search(sentence, ran.err)


@pytest.mark.parametrize(
    "change",
    [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n"), lambda text: text.replace("\n", "\r")],
)
def test_marks_and_line_ends_of_other_systems(ok: Sklog, change: Any) -> None:
    """A byte order mark and any line end are read."""
    text = (transcripts.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml").read_text(encoding="utf-8")
    Path("x.yaml").write_bytes(change(text).encode())
    assert "imported, 5 hands" in ok("import", "x.yaml").out


# -- the network, and other programs ----------------------------------------------------------------

WATCHED = """
import sys

from sklog import cli
from tests import transcripts
from tests.trials.torture import samples

OTHERS = {"os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "os.startfile", "webbrowser.open"}
NETWORK = {"socket", "subprocess", "urllib", "http", "ftplib", "smtplib", "imaplib", "poplib", "telnetlib"}
seen = []


def watch(event, args):
    if event in OTHERS or event.partition(".")[0] in NETWORK:
        seen.append(f"{event} {args}")


sys.addaudithook(watch)
for words in eval(sys.argv[1]) or (*samples.COMMANDS, *samples.COMMANDS, *((name, "--help") for name in cli.MODULES)):
    transcripts.run(words, stdin="s ac\\nshow\\nsettle\\nreport session\\n" if words == ("play",) else "")
print("\\n".join(seen))
"""


def watched(folder: Path, commands: tuple[tuple[str, ...], ...] = ()) -> list[str]:
    """Return what these commands (or all) did to the network and to other programs, in a process that is watched."""
    code = [sys.executable, "-c", WATCHED, repr(commands)]
    paths = {"PYTHONPATH": str(transcripts.ROOT)}
    ran = subprocess.run(code, cwd=folder, capture_output=True, text=True, check=True, env={**os.environ, **paths})
    return ran.stdout.split("\n")[:-1] if ran.stdout.strip() else []


def test_no_command_speaks_to_a_network_or_starts_a_program(folder: Path) -> None:
    """No socket is made, no name is looked up, no shell and no other program is run, whatever the command."""
    from sklog.cli import MODULES  # noqa: PLC0415
    from tests.trials.torture.samples import COMMANDS  # noqa: PLC0415  it draws no sample

    assert set(MODULES) <= {words[0] for words in COMMANDS}, "say how it is called in tests/trials/torture/samples.py"
    assert watched(folder) == []


@pytest.mark.skipif(os.name == "nt", reason="a script in another language")
def test_open_opens_only_the_page_that_was_written(folder: Path, ok: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser is the only program that is ever started, without a shell, and that page is all that it is told."""
    ok("start", "$(touch evil)", "--players", "`touch evil`,Bene;touch evil,Christl,Dani")
    browser = folder / "browser"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(browser))
    page = (folder / "a page; touch evil.html").as_uri()
    seen = watched(folder, (("report", "session", "-o", "a page; touch evil.html", "--open"),))
    assert [event for event in seen if event.startswith("webbrowser.open ")] == [f"webbrowser.open ({page!r},)"]
    started = [event for event in seen if not event.startswith(("webbrowser.open ", "os.posix_spawn", "os.fork"))]
    assert len(started) == 1
    assert started[0].startswith(f"subprocess.Popen ({str(browser)!r}, [{str(browser)!r}, {page!r}]")
    assert not (folder / "evil").exists()
