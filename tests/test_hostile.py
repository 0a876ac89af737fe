"""Bad actors and bad data: whatever is in a name, a note or a tariff, a terminal and a page stay as they are."""

import csv
import io
import re
from pathlib import Path

import pytest

from sklog import tariffs, yaml_text
from sklog.errors import HandError
from sklog.files import formats
from sklog.pages.page import SCRIPT
from sklog.reports.format import clean
from sklog.scoring.evening import start
from sklog.scoring.names import require_visible, visible
from sklog.scoring.settings import to_mapping
from tests import transcripts
from tests.conftest import Sklog
from tests.outline import Outline
from tests.trials.torture.targets import STEERING

pytestmark = pytest.mark.long

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
ESCAPES = "\x1b[2J\x1b]0;x\x07\x9b31m\u202eabc\u2066\u200b\r\b"
"""Clears the screen, names the window, colours, turns letters around, hides, goes back."""
FORMATS = ("text", "markdown", "csv", "json", "html")


def steers(printed: str) -> str:
    """Return what would steer a terminal in something that was printed, and what stands around it."""
    found = STEERING.search(printed.replace("\r\n", "\n"))
    return ascii(printed[max(found.start() - 40, 0) : found.end() + 20]) if found else ""


# -- names ------------------------------------------------------------------------------------------

INVISIBLE = {
    "an escape": "An\x1b[31mna",
    "a bidirectional override": "An\u202ena",
    "an isolate": "An\u2066na",
    "a zero-width space": "An\u200bna",
    "a zero-width joiner": "An\u200dna",
    "a joiner behind an emoji": "🦊\u200d",
    "a joiner before a letter": "🦊\u200dAnna",
    "two joiners": "👨\u200d\u200d👧",
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
    with pytest.raises(HandError, match="is not a name"):
        require_visible(("Bene", name))


@pytest.mark.parametrize(
    "name",
    [
        "Jörg",
        "e\u0301mile",
        "🦊",
        "❤\ufe0f",
        "👨\u200d👩\u200d👧 Huber",
        "🏳\ufe0f\u200d🌈",
        "Đorđe",
        "李",
        "O'Neill",
        "Müller-Lüdenscheidt",
    ],
)
def test_a_name_that_can_be_seen_is_taken(name: str) -> None:
    """Accents, other scripts and emoji are names."""
    assert visible(name)
    assert start(("Bene", name)).seats == ("Bene", name)


HIDDEN = "Eva\u3164"
FILE = f"session: X\ntariff: sauspiel\nplayers: [Anna, Bene, Christl, {'{}'}]\nhands:\n  - {'{}'}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("start", "Y", "--players", f"Anna,Bene,Christl,{HIDDEN}"),
        ("join", HIDDEN),
        ("player", "rename", "Anna", HIDDEN),
        ("import", "players.yaml"),
        ("import", "join.yaml"),
        ("import", "pay.yaml"),
    ],
    ids=["start", "join", "rename", "players-in-a-file", "join-in-a-file", "payment-in-a-file"],
)
def test_a_hidden_letter_at_every_door(ok: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Nobody comes into a ledger with one, and nothing is stored."""
    ok("start", "X", "--players", "Anna,Bene,Christl,Dani")
    Path("players.yaml").write_text(FILE.format(HIDDEN, "s ac"))
    Path("join.yaml").write_text(FILE.format("Dani", f"{{join: {HIDDEN}}}"))
    Path("pay.yaml").write_text(FILE.format("Dani", f"{{pay: [Anna, {HIDDEN}, 5]}}"))
    ran = run(*words)
    assert ran.code != 0
    assert "is not a name" in ran.err
    assert "Eva" not in ok("player", "list").out


def test_no_ledger_is_made_for_a_hidden_letter(run: Sklog) -> None:
    """Who cannot sit down leaves no file behind."""
    assert run("start", "Y", "--players", f"Anna,Bene,Christl,{HIDDEN}").code == 1
    assert list(Path().glob("*.db")) == []


def test_the_same_name_in_two_spellings_is_one(ok: Sklog, run: Sklog) -> None:
    """An accent may be stored with its letter or behind it; nobody sits there twice."""
    ok("start", "X", "--players", "E\u0301mile,Bene,Christl,Dani")
    ran = run("join", "Émile")
    assert (ran.code, ran.err) == (1, "Émile sits at the table already\n")


# -- what a terminal is shown -----------------------------------------------------------------------

TARIFF = {
    **to_mapping(tariffs.find("wiki")),
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
report rating
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
stock +10ct anna
pay Anna Bene 20ct
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
    for words in transcripts.commands(SHOWN):
        for form in FORMATS:
            ran = run(*words, "--format", form, env={"SKLOG_LANG": language})
            assert (ran.code, steers(ran.out), steers(ran.err)) == (0, "", ""), (words, form)


@pytest.mark.usefixtures("hostile")
def test_no_answer_steers_a_terminal(run: Sklog) -> None:
    """Nor does what a command says, or an export in a format that has escapes."""
    for words in transcripts.commands(SAID):
        ran = run(*words)
        assert ran.out + ran.err, words
        assert steers(ran.out + ran.err) == "", words
        assert "Traceback" not in ran.err


@pytest.mark.usefixtures("hostile")
def test_what_is_exported_is_what_was_imported(ok: Sklog, process: Sklog) -> None:
    """Escapes included: cleaning is for people's eyes, a file keeps every letter."""
    ok("export", "-o", "x.csv")
    with Path("x.csv").open(encoding="utf-8", newline="") as written:
        (back,) = formats.read_csv(written, "x.csv")
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


@pytest.mark.parametrize("words", transcripts.commands(QUOTED), ids=" ".join)
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


@pytest.mark.parametrize(
    "letter", ["\u3164", "\u2800", "\u115f", "\u034f", "\ufe01", "\ufe0f", "\u200c", "\u200d"], ids=ascii
)
def test_what_hides_behind_a_letter_is_shown(letter: str) -> None:
    """What no name may have stands as � in every text: two that look the same are not."""
    assert clean(f"Anna{letter}") == "Anna�"
    assert clean(f"{letter}Jörg") == "�Jörg"
    assert not visible(f"Anna{letter}")


@pytest.mark.parametrize(
    "text", ["👩🏽\u200d🍳", "❤\ufe0f\u200d🔥", "1\ufe0f\u20e3", "ℹ\ufe0f", "ein ☕\ufe0f, Jörg"], ids=ascii
)
def test_an_emoji_of_several_letters_stays(text: str) -> None:
    """The joiner and the style are part of it."""
    assert clean(text) == text


# -- what others read -------------------------------------------------------------------------------

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
        page = ok(*words, "--format", "html").out.replace(f"<script>{SCRIPT.read_text(encoding='utf-8')}</script>", "")
        assert not re.search(r"<(?:script|img|b )", page), words
        attributes = {name for _tag, found in Outline(page).tags for name in found}
        assert not [name for name in attributes if name.startswith("on")], words
        assert "<!--" not in page
        assert "default-src 'none'" in page


def test_markdown_shows_markup_as_text(ok: Sklog) -> None:
    """No link, picture, html, heading or further column comes out of a name or a note."""
    name = "[a](javascript:x)|![i](u)`"
    ok("start", "# <b>x</b> | y", "--players", f"{name},Bene,Christl,Dani", "--place", "![x](y)")
    ok("add", "s", "12", "//", "<script> | [a](b)")
    written = ok("report", "session", "--format", "markdown").out
    assert "<" not in re.sub(r"&lt;|<br>", "", written)  # what a hand moved stands above the balance
    assert not re.search(r"(?<!\\)\]\(|(?<!\\)!\[(?!\\)", written.replace("\\[", "\\").replace("\\]", "\\"))
    widths = {line.count("|") - line.count("\\|") for line in written.splitlines() if line.startswith("|")}
    assert all(width > 1 for width in widths)


FORMULAS = ("=1+1", "+49", "-5+x", "@sum", "\t=1", "'=x", " =1")


@pytest.mark.parametrize("formula", FORMULAS)
def test_csv_defuses_formulas_and_loses_nothing(formula: str) -> None:
    """A spreadsheet computes nothing; read again it is the same text."""
    assert not formats.defused(formula).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert formats.armed(formats.defused(formula)) == formula


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
