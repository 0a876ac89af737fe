"""Bad actors and bad data: whatever is in a name, a note, a tariff, a file or a command line, sklog stays itself."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sklog import notation, session_files, tariffs, yaml_text
from sklog.cli import hands
from sklog.errors import HandError, SklogError
from sklog.importers import netschafkopf
from sklog.ledger import banking
from sklog.reports.format import clean
from sklog.scoring import canonical, payout, state
from sklog.scoring.canonical import from_json
from sklog.scoring.evening import start, step
from sklog.scoring.names import visible
from sklog.session_files import lines
from sklog.session_files.reader import MOST_TARIFFS
from tests import netschafkopf_writer, transcripts
from tests.torture.targets import STEERING

if TYPE_CHECKING:
    from tests.conftest import Sklog

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
ESCAPES = "\x1b[2J\x1b]0;x\x07\x9b31m\u202eabc\u2066\u200b\r\b"
"""Clears the screen, names the window, colours, turns letters around, hides, goes back."""
FORMATS = ("text", "markdown", "csv", "json", "html")


def steers(printed: str) -> str:
    """Return what would steer a terminal in something that was printed, and what stands around it."""
    found = STEERING.search(printed.replace("\r\n", "\n"))
    return ascii(printed[max(found.start() - 40, 0) : found.end() + 20]) if found else ""


# -- names --------------------------------------------------------------------------------------------

INVISIBLE = {
    "an escape": "An\x1b[31mna",
    "a bidirectional override": "An\u202ena",
    "an isolate": "An\u2066na",
    "a zero-width space": "An\u200bna",
    "a zero-width joiner": "An\u200dna",
    "a word joiner": "An\u2060na",
    "a soft hyphen": "An\u00adna",
    "a byte order mark": "\ufeffAnna",
    "a tag": "Anna\U000e0041",
    "half a character": "Ann\ud800",
    "a private letter": "Ann\ue000",
    "a grapheme joiner": "An\u034fna",
    "a filler": "Anna\u3164",
    "nothing but a filler": "\u3164",
    "a half-width filler": "An\uffa0na",
    "a blank Braille cell": "Anna\u2800",
    "a variation of a letter": "Anna\ufe0f",
    "a variation": "Anna\ufe01",
    "a rare variation": "Anna\U000e0101",
    "a line separator": "An\u2028na",
    "a zero byte": "An\0na",
}


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=list(INVISIBLE))
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    """Two people would look the same, or a terminal would be steered: wherever a name comes from."""
    with pytest.raises(HandError, match="is no name"):
        start(("Bene", name))


@pytest.mark.parametrize(
    "name", ["Jörg", "e\u0301mile", "🦊", "❤\ufe0f", "Đorđe", "李", "O'Neill", "Müller-Lüdenscheidt"]
)
def test_a_name_that_can_be_seen_is_taken(name: str) -> None:
    """Accents, other scripts and emoji are names."""
    assert visible(name)
    assert start(("Bene", name)).seats == ("Bene", name)


def test_the_same_name_in_two_spellings_is_one(ok: Sklog, run: Sklog) -> None:
    """An accent may be stored with its letter or behind it; nobody sits there twice."""
    ok("start", "X", "--players", "E\u0301mile,Bene,Christl,Dani")
    ran = run("join", "Émile")
    assert (ran.code, ran.err) == (1, "Émile sits at the table already\n")


# -- what a terminal is shown -------------------------------------------------------------------------

TARIFF = {
    **tariffs.to_mapping(tariffs.find("wiki")),
    "name": "haus",
    "title": f"T{ESCAPES}",
    "source": f"S{ESCAPES}",
    "words": {"stock": f"Topf{ESCAPES}", "laufende": f"Herren{ESCAPES}"},
    "kontra": {"names": ["Kontra", f"Re{ESCAPES}"]},
    "games": [
        "sauspiel",
        "solo",
        "wenz",
        "ramsch",
        {"name": "still", "title": f"Still{ESCAPES}", "shape": "solo", "price": 5},
    ],
}
EVENING = {
    "session": f"Abend{ESCAPES}",
    "id": f"0f{ESCAPES}",
    "date": "2026-11-19",
    "place": f"Ort{ESCAPES}",
    "tariff": TARIFF,
    "players": ["Anna", "Bene", "Christl", "Dani"],
    "hands": [
        {"game": "still", "declarer": "Anna", "won": True, "kontra": 2, "note": f"N{ESCAPES}"},
        {"game": "zusammengeworfen", "note": f"=x{ESCAPES}"},
        {"game": "sauspiel", "declarer": "Anna", "partner": "Bene", "won": True, "laufende": 3},
        {"game": "posting", "amounts": {"Anna": -50, "Bene": 50}, "note": f"P{ESCAPES}"},
        {"game": "wenz", "declarer": "Anna", "won": True, "note": f"V{ESCAPES}", "void": True},
        {"stock": {"Anna": -40}},
        {"pay": ["Bene", "Anna", 20]},
    ],
}
"""An evening as somebody sends it: escapes in every text that is free."""

SHOWN = """
show
explain 1
explain 2
explain 4
explain 5
settle
settle --why
report session
report standings
report stats
report partners
report records
report characters
report prices --tariff haus.yaml
session list
session log
whatif --tariff haus.yaml
player list
tariff diff haus.yaml wiki
replay abend.yaml
tariff show haus.yaml
"""
SAID = """
add still b kr
add s ac l3
undo
redo
fix 1 s ac
void 2
insert 1 w b
move 2 1
join Eva
leave Eva
bock 2
stock +10 anna
pay Anna Bene 20
player rename Anna Änna
session tariff wiki
check
calc --tariff haus.yaml s ac kr l3
tariff check haus.yaml
tariff list
close
reopen
export
export --format jsonl
export --format journal
settle --record --yes
"""


def commands(text: str) -> list[list[str]]:
    """Return the words of each line."""
    return [line.split() for line in text.split("\n") if line]


@pytest.fixture
def hostile(folder: Path, ok: Sklog) -> Path:
    """Return a folder with a ledger in which an evening full of escapes stands, and with its files."""
    Path("abend.yaml").write_text(yaml_text.dump(EVENING), encoding="utf-8")
    Path("haus.yaml").write_text(yaml_text.dump(TARIFF), encoding="utf-8")
    printed = ok("import", "abend.yaml").out
    assert "Evening 1" in printed
    assert steers(printed) == ""
    return folder


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_report_steers_a_terminal(run: Sklog, language: str) -> None:
    """In no format, and in no language: what cannot be seen is shown as � or escaped."""
    for words in commands(SHOWN):
        for form in FORMATS:
            ran = run(*words, "--format", form, env={"SKLOG_LANG": language})
            assert (ran.code, steers(ran.out), steers(ran.err)) == (0, "", ""), (words, form)


@pytest.mark.usefixtures("hostile")
def test_no_answer_steers_a_terminal(run: Sklog) -> None:
    """Nor does what a command says, or an export in a format that has escapes."""
    for words in commands(SAID):
        ran = run(*words)
        assert ran.out + ran.err, words
        assert steers(ran.out + ran.err) == "", words
        assert "Traceback" not in ran.err


@pytest.mark.usefixtures("hostile")
def test_what_is_exported_is_what_was_imported(ok: Sklog, process: Sklog) -> None:
    """Escapes included: cleaning is for people's eyes, a file keeps every letter."""
    ok("export", "-o", "x.csv")
    with Path("x.csv").open(encoding="utf-8", newline="") as written:
        (back,) = lines.read_csv(written, "x.csv")
    assert (back.place, back.name, back.id) == (EVENING["place"], EVENING["session"], EVENING["id"])
    assert process("export", "--format", "csv").out == Path("x.csv").read_bytes().decode()
    assert ok("export", "--format", "jsonl").out.count("\\u202e") > 5


WORDS = (*(f"x{ESCAPES}", "\x1b[31m", "\udcff\udc9b", "--\x1b[31m", "-\x1b", "a\nb", "../\x1b.yaml", "\u202e.db"),)


QUOTED = """
%
show %
show --session %
show --format %
show --db %
add %
add s %
add --json %
add --%
fix % s ac
start % --players A,B,C,D
start X --players %,B,C,D
start X --players A,B,C,D --tariff %
start X --players A,B,C,D --date %
import %
replay %
export %
tariff show %
tariff check %
tariff new %
tariff %
calc %
calc --jsonl %
calc --stock % s ac
pay % Bene %
bock %
player set Anna --iban %
player rename % %
report stats --since %
report stats --players %
report session -o no/%.html
round %
seats %
post %:1
stock % anna
import --as % x.txt
undo %
whatif --tariff %
"""


@pytest.mark.parametrize("words", commands(QUOTED), ids=" ".join)
def test_what_is_quoted_does_not_steer_a_terminal(ok: Sklog, run: Sklog, words: list[str]) -> None:
    """A refusal that repeats what was typed repeats nothing that steers, whatever was typed."""
    ok(*START)
    for hostile in WORDS:
        for language in ("en", "de"):
            ran = run(*(word.replace("%", hostile) for word in words), env={"SKLOG_LANG": language})
            assert ran.code in (0, 1, 2), ascii(hostile)
            assert steers(ran.out + ran.err) == "", ascii(hostile)


def test_a_typed_line_does_not_steer_a_terminal(ok: Sklog, run: Sklog) -> None:
    """Nor what comes in by a pipe, wherever it is quoted."""
    ok(*START)
    typed = "\n".join(
        (*WORDS[:3], "show --db a\0b", "show -o a\0b", "help \x1b", "tariff show \x1b[2J", "post \x1b:1")
    ).encode(errors="replace")
    ran = run("play", "--keep-going", stdin=typed)
    assert ran.code == 1
    assert steers(ran.out + ran.err) == ""
    assert "Traceback" not in ran.err


def test_who_sits_at_the_keys_may_be_called_anything(ok: Sklog) -> None:
    """The system's word for the user is kept as text and shown without what steers."""
    ok(*START, env={"SKLOG_USER": f"x{ESCAPES}"})
    ok("add", "s", "ac", env={"SKLOG_USER": "\udcff\udcfe" + "y" * 5000})
    log = ok("session", "log").out
    assert steers(log) == ""
    assert "??" + "y" * 38 in log


@pytest.mark.parametrize(
    "env",
    [
        {"SKLOG_LANG": "\x1b[31m"},
        {"SKLOG_LANG": "../../etc"},
        {"SKLOG_LANG": "x" * 10_000},
        {"LC_ALL": "\udcff"},
        {"SKLOG_DB": ""},
    ],
    ids=str,
)
def test_an_odd_environment_is_no_error(ok: Sklog, env: dict[str, str]) -> None:
    """A language that nobody knows is English; an empty ledger's name is none."""
    assert "wiki" in ok("tariff", "list", env=env).out


def test_letters_that_hide_are_shown_as_such() -> None:
    """What formats a text is replaced, but joiners, which emoji and some scripts need."""
    assert clean("a\u200bb\u2060c\U000e0041d\u00ade\ufefff") == "a�b�c�d�e�f"
    assert clean("👩\u200d🍳") == "👩\u200d🍳"


# -- what others read ---------------------------------------------------------------------------------

HTML = "<script>alert(1)</script><img src=x onerror=y>\"'&lt;</svg><!--"


def test_a_page_shows_html_as_text(ok: Sklog) -> None:
    """In titles, cells, attributes, charts and notes: no tag of it is one, and nothing is loaded."""
    name = '<b onx="1">&'
    Path("t.yaml").write_text(
        yaml_text.dump({**TARIFF, "title": HTML, "words": {"stock": HTML}, "kontra": {"names": [HTML[:40]]}})
    )
    ok("start", HTML, "--players", f"{name},Bene,Christl,Dani", "--tariff", "t.yaml", "--place", HTML)
    ok("add", "s", "12", "k", "//", HTML)
    ok("add", "x")
    for words in (("report", "session"), ("report", "standings"), ("report", "stats"), ("settle",), ("session", "log")):
        page = ok(*words, "--format", "html").out
        assert not re.search(r"<(?:script|img|b )", page), words
        assert not re.search(r"<[^>]*\son\w+\s*=", page), words
        assert "<!--" not in page
        assert "default-src 'none'" in page


def test_markdown_shows_markup_as_text(ok: Sklog) -> None:
    """No link, picture, html, heading or further column comes out of a name or a note."""
    name = "[a](javascript:x)|![i](u)`"
    ok("start", "# <b>x</b> | y", "--players", f"{name},Bene,Christl,Dani", "--place", "![x](y)")
    ok("add", "s", "12", "//", "<script> | [a](b)")
    written = ok("report", "session", "--format", "markdown").out
    assert "<" not in re.sub(r"&lt;", "", written)
    assert not re.search(r"(?<!\\)\]\(|(?<!\\)!\[(?!\\)", written.replace("\\[", "\\").replace("\\]", "\\"))
    widths = {line.count("|") - line.count("\\|") for line in written.splitlines() if line.startswith("|")}
    assert all(width > 1 for width in widths)


FORMULAS = ("=1+1", "+49", "-5+x", "@sum", "\t=1", "'=x", " =1")


@pytest.mark.parametrize("formula", FORMULAS)
def test_csv_defuses_formulas_and_loses_nothing(formula: str) -> None:
    """A spreadsheet computes nothing; read again it is the same text."""
    assert not lines.defused(formula).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert lines.armed(lines.defused(formula)) == formula


def test_amounts_in_csv_stay_numbers(ok: Sklog) -> None:
    """What sklog computed itself is no formula: -60 is a number; a name that begins so is defused."""
    ok("start", "=x", "--players", "=A,@Bene,Christl,Dani")
    ok("add", "s", "13")
    rows = list(csv.DictReader(io.StringIO(ok("show", "--format", "csv").out)))
    assert [row["name"] for row in rows[:2]] == ["'=A", "'@Bene"]
    assert {int(row["balance"]) for row in rows[:4]} == {20, -20} or all(
        re.fullmatch(r"-?\d+", row["balance"]) for row in rows
    )


def test_a_journal_has_no_line_that_a_name_wrote(ok: Sklog) -> None:
    """Line breaks, semicolons, comments and amounts in names and notes stay in their place."""
    people = ["Anna", "Bene  ; x:1", "C;d", "include /etc/passwd"]
    note = "n\n    players:Anna  1000 EUR ; |"
    hands_ = [{"game": "wenz", "declarer": people[1], "won": True, "note": note}]
    said = {
        **EVENING,
        "session": "a\n2026-01-01 x\n  evil  1 EUR",
        "tariff": "wiki",
        "players": people,
        "hands": hands_,
    }
    Path("x.yaml").write_text(yaml_text.dump(said), encoding="utf-8")
    ok("import", "x.yaml")
    journal = ok("export", "--format", "journal").out
    heads = [line for line in journal.splitlines() if line and not line.startswith((" ", ";"))]
    assert all(re.match(r"account |commodity |2026-11-19 ", line) for line in heads), heads
    amounts = [line for line in journal.splitlines() if "EUR" in line and line.startswith(" ") and "format" not in line]
    assert all(re.match(r"    (players|table):", line) for line in amounts if not line.lstrip().startswith(";")), (
        amounts
    )


SQL = "'; DROP TABLE entry; --"


def test_sql_in_every_text(ok: Sklog, run: Sklog) -> None:
    """It is stored and found as the text it is."""
    ok("start", SQL, "--players", "a' OR 1=1,Bene\",C;D,%_", "--place", SQL)
    ok("add", "s", "13", "//", SQL)
    ok("show", "--session", SQL)
    assert run("show", "--session", "x' OR 1=1 --").code == 1
    ok("player", "rename", "%_", "x'); DELETE FROM action; --")
    assert SQL in ok("session", "list").out
    assert "everything agrees" in ok("check").out


# -- files and folders --------------------------------------------------------------------------------


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
@pytest.mark.parametrize("words", commands(DEVICES), ids=" ".join)
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
    assert b"that is no hand" in ran.stderr


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


# -- bombs and limits ---------------------------------------------------------------------------------

HEAD = "session: x\ntariff: sauspiel\nplayers: [Anna, Bene, Christl, Dani]\nhands:\n"
RULES = "name: x\ngames: [solo]\nprices: {solo: 1}\n"
MANY = 300_000
BOMBS = {
    "aliases": "a: &a [x]\nb: [*a, *a]\n",
    "merged keys": "a: &a {x: 1}\nb: {<<: *a}\n",
    "an object": "a: !!python/object/apply:os.system [x]\n",
    "brackets": "[" * 4_000_000,
    "braces": "{a: " * 1_000_000,
    "a huge name": "name: " + "x" * 4_900_000,
    "a huge key": "? " + "x" * 4_900_000 + "\n: 1",
    "many keys": "".join(f"k{number}: 1\n" for number in range(MANY)),
    "a key again and again": "a: 1\n" * MANY,
    "many tags": "a: [" + "!x y," * MANY + "]",
    "many prices": RULES.replace("solo: 1", ",".join(f"k{number}: 1" for number in range(MANY))),
    "many games": RULES.replace("[solo]", "[" + ",".join(f"k{number}" for number in range(MANY)) + "]"),
    "many own games": RULES.replace("[solo]", "[" + "{name: k, shape: solo, price: 1}," * 30_000 + "]"),
    "a long chain": RULES + "kontra: [" + ",".join(f"k{number}" for number in range(MANY)) + "]\n",
    "a long title": RULES + "title: " + "x" * 1_000_000,
    "more than it may weigh": "# " + "x" * 5_000_000,
}
LONG = {
    "hands": HEAD + "  - s ac\n" * 30_000,
    "wrong hands": HEAD + "  - zz ac\n" * 10_000,
    "wrong keys": HEAD + "  - {game: solo, declarrer: Anna}\n" * 10_000,
    "events": HEAD + "  - {bock: 1}\n" * MANY,
    "tariffs": HEAD + "  - {tariff: wiki}\n" * 10_000,
    "people who come and go": HEAD + "".join(f"  - {{join: P{n}}}\n  - {{leave: P{n}}}\n" for n in range(9_000)),
    "players": HEAD.replace("Dani", ",".join(f"P{number}" for number in range(10_000))),
    "a name": HEAD.replace("Dani", "D" * 4_000_000),
    "a date": "date: " + "1" * 4_000_000 + "\n" + HEAD,
    "a place": "place: " + "x" * 4_000_000 + "\n" + HEAD,
    "a tariff's name": HEAD.replace("sauspiel", "x" * 4_000_000),
    "a line": HEAD + "  - s ac // " + "x" * 4_000_000,
    "a note": HEAD + "  - {game: wenz, declarer: Anna, won: yes, note: " + "x" * 4_000_000 + "}\n",
    "a game": HEAD + "  - {game: " + "x" * 4_000_000 + "}\n",
    "seats": HEAD + "  - {seats: [" + "Anna," * MANY + "]}\n",
    "winners": HEAD + "  - {game: solo, winners: [" + ",".join(f"P{number}" for number in range(60_000)) + "]}\n",
    "Klopfer": HEAD + "  - {game: solo, declarer: Anna, klopfer: [" + ",".join(f"P{n}" for n in range(60_000)) + "]}\n",
    "figures": HEAD + "  - {game: ramsch, augen: {" + ",".join(f"P{number}: 1" for number in range(40_000)) + "}}\n",
    "amounts": HEAD + "  - {game: posting, amounts: {" + ",".join(f"P{number}: 1" for number in range(40_000)) + "}}\n",
    "expectations": HEAD + "  - s ac\nexpect: {" + ",".join(f"P{number}: 1" for number in range(60_000)) + "}\n",
}  # fmt: skip


@pytest.mark.parametrize("text", BOMBS.values(), ids=list(BOMBS))
def test_a_tariff_that_is_a_bomb(text: str) -> None:
    """It is refused in few words, each of them short."""
    with pytest.raises(SklogError) as refused:
        tariffs.read(text, "x.yaml")
    assert len(refused.value.problems) <= yaml_text.MOST_PROBLEMS + 1
    assert max(len(problem.message) for problem in refused.value.problems) < 1000


@pytest.mark.parametrize("text", LONG.values(), ids=list(LONG))
def test_a_session_file_that_is_too_long(text: str) -> None:
    """Too much of anything is refused in few words, each of them short."""
    with pytest.raises(SklogError) as refused:
        session_files.read(text, "x.yaml")
    assert len(refused.value.problems) <= yaml_text.MOST_PROBLEMS + 10
    assert max(len(problem.message) for problem in refused.value.problems) < 1000


def jsonl(text: str) -> list[Any]:
    """Read JSON Lines."""
    return list(lines.read_jsonl(io.StringIO(text), "x.jsonl"))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[" * 2_000_000,
            '{"a":' * 100_000,
            '{"session":' + "9" * 4_000_000 + "}",
            '{"session": NaN}',
            '{"stock": 1e999}',
        ),
        "{" + ",".join(f'"k{number}":1' for number in range(100_000)) + "}",
        '{"session":"x","hands":[' + ",".join(["1"] * MANY) + "]}",
        '{"session": "x", "session": "y"}',
        "x\n" * MANY,
    ],
    ids=["brackets", "braces", "a number", "NaN", "infinite", "keys", "values", "twins", "lines"],
)
def test_json_lines_that_are_a_bomb(text: str) -> None:
    """The same for JSON Lines."""
    with pytest.raises(SklogError) as refused:
        jsonl(text)
    assert len(refused.value.problems) <= yaml_text.MOST_PROBLEMS


@pytest.mark.parametrize("key", ["title", "source", "name", "words", "kontra"])
def test_half_a_character_in_a_tariff_is_refused(key: str) -> None:
    """JSON can say what no file in UTF-8 and no database holds."""
    said = {"words": {"stock": "T\ud800"}, "kontra": ["K\ud800"]}.get(key, "x\ud800")
    with pytest.raises(SklogError, match="half a character"):
        tariffs.read_mapping({**tariffs.to_mapping(tariffs.find("wiki")), key: said}, "x")


NUMBERS = (
    "٧٤",
    "१२",
    "²",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "1e3",
    "0x10",
    "1_000",
    "1.5",
    "9" * 30,
    "9" * 5000,
    "½",
    "Ⅳ",
)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_no_number(ok: Sklog, run: Sklog, number: str) -> None:
    """Only the digits 0 to 9 are numbers, and only as many as an amount has."""
    ok(*START)
    for words in (("pay", "Anna", "Bene"), ("fix",), ("bock",), ("undo",), ("settle", "--round")):
        hand = ("s", "ac") if words == ("fix",) else ()
        assert run(*words, number, *hand).code in (1, 2)
    assert run("add", "s", "ac", number).code == 1
    said = f'{{"game": "wenz", "declarer": "Anna", "won": true, "laufende": {number}}}'
    assert run("add", "--json", said).code == 1
    assert "hand 1\n" in ok("show").out


def test_minus_zero_is_zero(ok: Sklog, run: Sklog) -> None:
    """As a whole number -0 is 0, and 0 moves nothing; as a decimal it is no whole number."""
    ok(*START)
    assert run("pay", "Anna", "Bene", "-0").code in (1, 2)
    assert from_json({"game": "wenz", "declarer": "Anna", "won": True, "laufende": "-0"}).laufende == 0  # type: ignore[union-attr]
    with pytest.raises(HandError, match="whole number"):
        from_json({"game": "wenz", "declarer": "Anna", "won": True, "laufende": -0.0})


DAYS = (
    "2026-02-30",
    "2026-13-01",
    "0000-01-01",
    "10000-01-01",
    "+2026-01-01",
    "26-1-1",
    "2026-1-1",
    "٢٠٢٦-١١-١٩",
    "2026-11-19T00",
    "",
)


@pytest.mark.parametrize("day", DAYS)
def test_a_day_that_does_not_exist(run: Sklog, day: str) -> None:
    """It is refused on the command line and in a file."""
    ran = run("start", "X", "--players", "A,B,C,D", "--date", day)
    assert ran.code == 1
    with pytest.raises(SklogError, match="no day of the calendar"):
        session_files.read(f'date: "{day or "x"}"\n{HEAD}', "x.yaml")


@pytest.mark.parametrize(
    "hand",
    [
        *(
            {"kontra": 62},
            {"kontra": 63},
            {"kontra": 10**18},
            {"bock": 61},
            {"bock": 10**15},
            {"klopfer": 10**6},
            {"kontra": 40, "bock": 40},
        ),
        {"kontra": 2**63 - 1},
    ],
    ids=str,
)
def test_a_value_that_no_longer_fits(hand: dict[str, Any]) -> None:
    """However deep a chain is and however dear the tariff: refused, and nothing is near to what 64 bits hold."""
    doubling = "kontra: {names: [K], unlimited: yes}\nklopfen: {max: none}\n"
    dear = tariffs.read(f"name: x\ngames: [wenz]\nprices: {{wenz: 1000000000}}\n{doubling}", "x")
    table = start(("Anna", "Bene", "Christl", "Dani"))
    with pytest.raises(HandError):
        step(table, from_json({"game": "wenz", "declarer": "Anna", "won": True, **hand}, table.seats), dear)


def test_a_price_that_no_table_has() -> None:
    """A tariff's amounts end at ten million euros."""
    with pytest.raises(SklogError, match=r"prices\.wenz"):
        tariffs.read("name: x\ngames: [wenz]\nprices: {wenz: 1000000000000000000}", "x")


def test_ten_thousand_people_have_played(ok: Sklog) -> None:
    """A ledger may know as many people as it likes; an evening has seven at its table."""
    evenings = [
        {
            "session": f"E{one}",
            "id": f"{one:032x}",
            "tariff": "sauspiel",
            "players": [f"P{one}-{seat}" for seat in range(7)],
        }
        for one in range(1_430)
    ]
    Path("x.jsonl").write_text("".join(json.dumps(one) + "\n" for one in evenings))
    ok("import", "x.jsonl")
    assert ok("player", "list", "--format", "csv").out.count("\n") == 10_011


def test_an_evening_ends_at_ten_thousand_hands() -> None:
    """So that what the ledger holds can be exported and read again."""
    full = start(("Anna", "Bene", "Christl", "Dani"))._replace(hands=state.MOST_HANDS)
    rules = tariffs.find("sauspiel")
    with pytest.raises(HandError, match="begin another"):
        step(full, from_json({"game": "wenz", "declarer": "Anna", "won": True}), rules)
    assert step(
        full._replace(hands=state.MOST_HANDS - 1), from_json({"game": "wenz", "declarer": "Anna", "won": True}), rules
    ).number


def test_a_hundred_people_at_most_sit_down() -> None:
    """One after the other, in one evening."""
    table, rules = start(("Anna", "Bene")), tariffs.find("sauspiel")
    for number in range(state.MOST_PEOPLE - 2):
        table = step(table, state.Join(f"P{number}"), rules).state
        table = step(table, state.Leave(f"P{number}"), rules).state
    with pytest.raises(HandError, match="begin another evening"):
        step(table, state.Join("Eva"), rules)


def test_the_readme_states_the_limits() -> None:
    """The figures in its table are those of the code."""
    readme = (transcripts.ROOT / "README.md").read_text(encoding="utf-8")
    security = readme.partition("## Security\n")[2].partition("\n## ")[0]
    stated = {
        f"{yaml_text.MOST_BYTES // 1_000_000} MB",
        f"{yaml_text.MOST_VALUES:,} values",
        f"{yaml_text.DEEPEST} deep",
        f"{notation.LONGEST:,} letters",
        f"{MOST_TARIFFS} tariffs",
        f"doublings at {payout.MOST_DOUBLINGS}",
        f"{state.MOST_HANDS:,} hands",
        f"{state.MOST_PEOPLE} people",
        f"{state.MOST_SEATS} at",
        f"{state.LONGEST_NAME} letters",
        f"{state.LONGEST_TEXT} letters",
        f"{canonical.LONGEST_NOTE:,} letters",
        f"{hands.LONGEST_LINE // 1_000_000} MB",
        f"{banking.LONGEST_HOLDER} letters",
        "64 bit",
    }
    assert {figure for figure in stated if figure not in security} == set()


# -- the network, and other programs ------------------------------------------------------------------

WATCHED = """
import sys

from sklog import cli
from tests import transcripts
from tests.torture import samples

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
    from tests.torture.samples import COMMANDS  # noqa: PLC0415  it draws no sample

    assert set(MODULES) <= {words[0] for words in COMMANDS}, "say how it is called in tests/torture/samples.py"
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


# -- what the fuzz run found --------------------------------------------------------------------------


@pytest.mark.parametrize("said", ['dealer:""', 'active:"",b,c,d', 'kontra:" "'])
def test_an_empty_name_in_quotes_is_nobody(ok: Sklog, run: Sklog, said: str) -> None:
    """It was taken for somebody who is called nothing."""
    ok(*START)
    ran = run("add", "w", "a", said)
    assert ran.code == 1
    assert "nobody here is called" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("replay",),
        ("import",),
        ("tariff", "new", "x", "-o"),
        ("show", "--db"),
        ("calc", "--jsonl"),
        ("tariff", "check"),
    ],
)
def test_a_name_that_is_too_long_for_a_file(run: Sklog, words: tuple[str, ...]) -> None:
    """No file can be called so: one sentence, and not that an answer cannot be printed."""
    ran = run(*words, "x" * 5000 + ".yaml")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert "printed" not in ran.err


def protocol_of(rules: netschafkopf_writer.Rules, games: tuple[str, ...], hands: int, title: str = "Regeln") -> str:
    """Return the text of an evening that nobody played."""
    table = netschafkopf_writer.Table(games=games, title=title)
    return netschafkopf_writer.write(Random(3), hands, rules, table).text  # noqa: S311  nothing secret


def test_an_evening_of_throw_ins_is_read_back_after_its_import() -> None:
    """A protocol in which nobody played a game has a tariff of none, which a session file can say."""
    lines_ = protocol_of(netschafkopf_writer.Rules(stock=10), ("Rufspiel",), 30).split("Geber: ")
    thrown_in = next(one for one in lines_ if "zusammengeworfen" in one)
    dealt = netschafkopf.read(lines_[0] + "Geber: " + thrown_in, "x.txt").session
    assert [game.name for game in dealt.tariff.games] == ["zusammengeworfen"]
    assert session_files.read(session_files.write(dealt), "y.yaml") == [dealt]


def test_a_long_title_of_a_protocol_is_cut() -> None:
    """The rules of a table are called in two hundred letters."""
    found = netschafkopf.read(protocol_of(netschafkopf_writer.Rules(), ("Rufspiel",), 2, "R" * 5000), "x.txt").session
    assert session_files.read(session_files.write(found), "y.yaml") == [found]


def test_a_price_that_no_tariff_has_is_refused() -> None:
    """A forged price is none that somebody plays by: what is imported can be exported."""
    text = protocol_of(netschafkopf_writer.Rules(), ("Solo",), 1)
    assert re.search(r"kostet \d+ ", text)
    with pytest.raises(SklogError, match="make no tariff"):
        netschafkopf.read(re.sub(r"kostet \d+ ", "kostet 99999999999999999 ", text), "x.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="it needs the clocks of POSIX")
def test_a_short_fuzz_run(folder: Path) -> None:
    """A thousand inputs of every kind: none ends in an exception, takes long, or is accepted and impossible."""
    code = [sys.executable, "-m", "tests.torture.fuzz", "1000", "--seed", "3"]
    env = {**os.environ, "TMPDIR": str(folder)}
    ran = subprocess.run(code, cwd=transcripts.ROOT, capture_output=True, text=True, check=False, env=env)
    assert ", 0 problems, " in ran.stdout, ran.stdout + ran.stderr
