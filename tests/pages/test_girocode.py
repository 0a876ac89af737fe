"""GiroCodes: what they say, that they can be read from every picture, and that nobody sees one who did not ask."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import segno.helpers
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog.bank.payments import LONGEST_NAME, LONGEST_TEXT, MOST_CENTS, cleaned, girocode, payload
from sklog.errors import Refused
from sklog.pages.picture import code_blocks, code_figure, code_screen, code_window, qr_code
from sklog.reports.model import Code
from sklog.scoring.settlement import Transfer
from tests.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import Sklog

ANNAS, BENES = "DE89370400440532013000", "AT611904300234573201"
SEPA_LETTERS = re.compile(r"[A-Za-z0-9/?:().,'+ -]*")
MOST_BYTES, HIGHEST_VERSION = 331, 13

reads_codes = pytest.mark.skipif(shutil.which("zbarimg") is None, reason="zbarimg is not installed (zbar-tools)")
anything = st.text(max_size=200)


# -- what it says -------------------------------------------------------------------------------------


def test_the_lines_of_the_guideline() -> None:
    """Tag, version, character set, kind, no BIC, name, IBAN, amount, no purpose, no reference, text."""
    said = girocode(Transfer("Bene", "Anna", 530), ANNAS, "Anna Huber", "Stammtisch 19 Nov 2026, Bene")
    assert said.payload.split("\n") == [
        *("BCD", "002", "1", "SCT", "", "Anna Huber", ANNAS, "EUR5.30", "", "", "Stammtisch 19 Nov 2026, Bene")
    ]
    assert said.title == "Bene pays Anna 5.30 €"
    assert said.words == ("Anna Huber", "DE89 3704 0044 0532 0130 00", "Stammtisch 19 Nov 2026, Bene")


@pytest.mark.parametrize(
    ("cents", "said"), [(1, "EUR0.01"), (100, "EUR1.00"), (531, "EUR5.31"), (MOST_CENTS, "EUR999999999.99")]
)
def test_the_amount_is_in_euros(cents: int, said: str) -> None:
    """Two decimals behind a point, from one cent up to the most that a transfer can move."""
    assert payload("Anna", ANNAS, cents, "x").split("\n")[7] == said


def test_more_than_a_transfer_can_move_is_refused() -> None:
    """The guideline ends at 999,999,999.99 euros."""
    with pytest.raises(Refused, match=r"a GiroCode holds at most 999999999\.99 €"):
        girocode(Transfer("Bene", "Anna", MOST_CENTS + 1), ANNAS, "Anna", "x")


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Jürgen Weiß", "Juergen Weiss"),
        ("José Łukasz", "Jose Lukasz"),
        ("Schafkopf – im „Bräu“", "Schafkopf - im Braeu"),
        ("a\nb\tc", "a b c"),
        ("Gasthof & Post; 100 %", "Gasthof Post 100"),
        ("//x///y/", "x/y"),
        ("u\N{COMBINING DIAERESIS}", "ue"),
        ("王さん 🂡", ""),
    ],
)
def test_only_letters_that_every_bank_knows(said: str, plain: str) -> None:
    """Umlauts are written out, accents fall away, and what is left over becomes a space."""
    assert cleaned(said, LONGEST_TEXT) == plain


@given(anything, anything, st.integers(1, MOST_CENTS))
def test_every_code_keeps_to_the_guideline(name: str, purpose: str, cents: int) -> None:
    """Whatever people are called: letters, lengths, bytes, correction level and size are as they have to be."""
    said = girocode(Transfer("x", "y", cents), ANNAS, name, purpose)
    lines = said.payload.split("\n")
    assert len(lines) == 11
    assert len(lines[5]) <= LONGEST_NAME
    assert len(lines[10]) <= LONGEST_TEXT
    assert SEPA_LETTERS.fullmatch(lines[5] + lines[10])
    assert len(said.payload.encode()) <= MOST_BYTES
    made = qr_code(said.payload)
    assert (made.error, made.is_micro) == ("M", False)
    assert isinstance(made.version, int)
    assert made.version <= HIGHEST_VERSION


def test_the_library_makes_the_same_code() -> None:
    """The QR library's own maker of such codes, which knows the guideline too, draws the very same squares."""
    theirs = segno.helpers.make_epc_qr("Anna Huber", ANNAS, "5.31", text="Stammtisch, Bene", encoding="utf-8")
    assert qr_code(payload("Anna Huber", ANNAS, 531, "Stammtisch, Bene")).matrix == theirs.matrix


# -- the pictures -------------------------------------------------------------------------------------

SAID = Code("Bene pays Anna 5.30 €", payload("Anna Huber", ANNAS, 530, "Stammtisch 19 Nov 2026, Bene"), ("Anna <b>",))


def scanned(light: Sequence[Sequence[bool]], folder: Path) -> str:
    """Return what a scanner reads in a picture of squares, each of them four points wide."""
    rows = [bytes(255 * square for square in row for _ in range(4)) * 4 for row in light]
    picture = folder / "code.pgm"
    picture.write_bytes(b"P5 %d %d 255\n" % (4 * len(light[0]), 4 * len(light)) + b"".join(rows))
    ran = subprocess.run(["zbarimg", "-q", "--raw", str(picture)], capture_output=True, check=False)  # noqa: S607  where it is installed
    return ran.stdout.decode().removesuffix("\n")


def squares(blocks: Sequence[str]) -> list[list[bool]]:
    """Return which squares are light in lines of half blocks."""
    upper = [[block in "█▀" for block in row] for row in blocks]
    lower = [[block in "█▄" for block in row] for row in blocks]
    return [row for pair in zip(upper, lower, strict=True) for row in pair]


def blocks_of(printed: str) -> list[str]:
    """Return the lines of half blocks in a text."""
    return re.findall("^[█▀▄ ]{21,}$", printed, re.MULTILINE)


@pytest.mark.long
@reads_codes
def test_the_blocks_in_a_pipe_can_be_scanned(tmp_path: Path) -> None:
    """Without colours the light squares are the blocks, as on a dark ground."""
    assert scanned(squares(blocks_of(code_blocks(SAID, 80))), tmp_path) == SAID.payload


@pytest.mark.long
@reads_codes
def test_the_blocks_in_colour_can_be_scanned(tmp_path: Path) -> None:
    """In colours the blocks are white on black whatever the terminal's own colours are."""
    rows = re.findall("\x1b\\[38;5;231;48;5;16m([█▀▄ ]+)\x1b\\[0m", code_blocks(SAID, 80, colour=True))
    assert scanned(squares(rows), tmp_path) == SAID.payload


@pytest.mark.long
@reads_codes
def test_the_picture_in_a_page_can_be_scanned(tmp_path: Path) -> None:
    """The vector graphics are the same squares on white, with a margin of four."""
    svg = code_figure(SAID)
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    assert f'fill="#fff" d="M0 0h{size}v{size}h-{size}z"' in svg
    light = [[True] * size for _ in range(size)]
    x, y = 0, 0
    for verb, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.findall(r'stroke="#000" d="([^"]+)"', svg)[0]):
        if verb == "h":
            light[y][x : x + int(numbers)] = [False] * int(numbers)
            x += int(numbers)
        else:
            right, down = (int(float(number)) for number in numbers.split())
            x, y = (right, down) if verb == "M" else (x + right, y + down)
    assert scanned(light, tmp_path) == SAID.payload


def test_a_picture_in_a_page_is_named() -> None:
    """A screen reader says who pays whom how much; beside it stands what somebody types who cannot scan it."""
    figure = code_figure(SAID)
    assert figure.startswith('<figure><svg role="img" aria-label="Bene pays Anna 5.30 €" ')
    assert "<strong>Bene pays Anna 5.30 €</strong><span>Anna &lt;b&gt;</span></figcaption>" in figure


def test_a_terminal_that_is_too_narrow() -> None:
    """A code is never broken: a sentence says how many columns it needs."""
    assert code_blocks(SAID, 40).splitlines()[-1] == "The code needs 49 columns: widen the window."


@pytest.mark.long
def test_only_codes_need_the_extra() -> None:
    """Sheets, settlements and every format work where the QR library is not installed."""
    modules = "sklog.reports.sheet, sklog.reports.settlement, sklog.reports.render"
    code = f"import sys; sys.modules['segno'] = sys.modules['stdnum'] = None; import {modules}"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- on a terminal, one at a time ---------------------------------------------------------------------

SIZES = pytest.mark.parametrize(("rows", "columns"), [(24, 80), (40, 120)], ids=["80x24", "120x40"])


def on_a_dark_ground(rows: Sequence[str]) -> list[list[bool]]:
    """Return the squares of the code in rows of a screen, with dark ones around them, as in a dark window."""
    first = next(row for row in rows if re.match("[█▀]{21}", row))
    wide = len(re.findall("^[█▀]+", first)[0])
    light = squares([row[:wide].ljust(wide) for row in rows if re.match("[█▀▄]", row)])
    dark = [[False] * (wide + 20)] * 10
    return [*dark, *([False] * 10 + row + [False] * 10 for row in light), *dark]


@pytest.mark.long
@reads_codes
@pytest.mark.parametrize("room", [0, 1, 2, 3], ids=lambda room: f"{room + 1}-squares")
@pytest.mark.parametrize("holder", ["Anna", "Anna Huber", "Anna-Maria Huber-Unterholzner", "x" * LONGEST_NAME])
def test_the_border_is_as_wide_as_there_is_room_for(holder: str, room: int, tmp_path: Path) -> None:
    """From one square, which readers take, up to the four of the standard; none is read on a dark ground."""
    said = Code("Bene pays Anna", payload(holder, ANNAS, 530, "Stammtisch 19 Nov 2026, Bene"))
    needed = -(-(len(qr_code(said.payload).matrix) + 2 + 2 * room) // 2)
    drawn = code_screen(said, (200, needed), "q: leave")
    assert len(drawn.splitlines()) == needed
    assert scanned(on_a_dark_ground(drawn.splitlines()), tmp_path) == said.payload


@pytest.mark.long
@settings(deadline=None)  # the first one imports segno
@given(st.integers(1, 130), st.integers(1, 60))
def test_a_code_on_a_screen_is_whole_or_not_there(columns: int, rows: int) -> None:
    """Nothing of it is beyond the window, in either direction, and where it is said to fit it does."""
    drawn = code_screen(SAID, (columns, rows), "1 of 1 · Enter: next · q: leave").split("\n")
    assert len(drawn) <= rows
    assert max(map(len, drawn)) <= columns
    wider, higher = code_window(SAID, (columns, rows), "q: leave")
    assert code_screen(SAID, (wider, higher), "q: leave")


# -- on request ---------------------------------------------------------------------------------------


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an evening in which Christl and Dani owe Anna and Bene; of Anna an IBAN is known."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", "2026-11-19")
    ok("add", "s", "ab", "nl3")
    ok("player", "set", "Anna", "--iban", ANNAS, "--holder", "Anna Grüber")
    return ok


def payloads(printed: str) -> list[list[str]]:
    """Return the lines of the codes in a report as json."""
    return [code["payload"].split("\n") for code in json.loads(printed)["codes"]]


def test_settle_draws_a_code_for_each_payment(table: Sklog) -> None:
    """Name, IBAN, amount and what it is for; and whose IBAN is missing, with how it is said."""
    printed = table("settle", "--girocode", "--format", "json").out
    [[*_head, name, iban, amount, _purpose, _reference, text]] = payloads(printed)
    assert (name, iban, amount, text) == ("Anna Grueber", ANNAS, "EUR0.60", "Stammtisch 19 Nov 2026, Christl")
    assert json.loads(printed)["notes"][-1] == "There is no IBAN for Bene: sklog player set --iban … Bene"


def test_without_the_option_settling_is_as_it_was(table: Sklog) -> None:
    """Who pays whom in person is the default; the code stands behind all of that."""
    plain, drawn = table("settle").out, table("settle", "--girocode").out
    assert drawn.startswith(plain.rstrip("\n") + "\n\nThere is no IBAN for Bene")
    assert "█" not in plain


@pytest.mark.long
@reads_codes
@pytest.mark.parametrize("words", [("settle",), ("report", "session")], ids=" ".join)
def test_what_is_printed_can_be_scanned(table: Sklog, words: tuple[str, ...], tmp_path: Path) -> None:
    """Straight from the output of the command."""
    read = scanned(squares(blocks_of(table(*words, "--girocode").out)), tmp_path)
    assert read.split("\n")[5:8] == ["Anna Grueber", ANNAS, "EUR0.60"]


@pytest.mark.long
@pytest.mark.parametrize("words", [("settle",), ("report", "session")], ids=" ".join)
def test_the_page_has_a_picture_for_each_code(table: Sklog, words: tuple[str, ...]) -> None:
    """In html it is inline vector graphics; nothing is fetched."""
    table("player", "set", "Bene", "--iban", BENES)
    page = table(*words, "--girocode", "--format", "html").out
    codes = page.partition('<div class="codes">')[2]
    assert codes.count("<figure>") == codes.count("<svg role=") == 2
    assert "AT61 1904 3002 3457 3201" in codes
    assert "://" not in codes


def test_the_sheet_as_json_has_the_codes_beside_the_answer(table: Sklog) -> None:
    """`report session` answers as always, and with what the codes say where that was asked for."""
    plain = json.loads(table("report", "session", "--format", "json").out)
    asked = json.loads(table("report", "session", "--format", "json", "--girocode").out)
    assert len(asked.pop("codes")) == 1
    assert asked == plain


@pytest.mark.parametrize("form", ["markdown", "csv"])
def test_formats_without_a_place_for_it(table: Sklog, run: Sklog, form: str) -> None:
    """Markdown and csv have none: that is said instead of leaving it out."""
    refused = run("settle", "--girocode", "--format", form)
    assert table("settle", "--format", form).code == 0
    assert refused == (1, "", f"{form} cannot hold a GiroCode; choose from text, html, json\n")


def test_points_need_a_worth(ok: Sklog, run: Sklog) -> None:
    """A transfer is in euros: points are refused, unless --point says what one is worth."""
    ok("start", "Punkte", "--players", "Anna,Bene,Christl,Dani", "--tariff", "saukopf", "--date", "2026-11-19")
    ok("add", "w", "a")
    ok("player", "set", "Anna", "--iban", ANNAS)
    assert "set the value of a point" in run("settle", "--girocode").err
    amounts = [lines[7] for lines in payloads(ok("settle", "--girocode", "--point", "5ct", "--format", "json").out)]
    assert amounts == ["EUR0.10"] * 3


def test_the_stock_has_no_account(ok: Sklog) -> None:
    """What is paid into the Stock, or out of it, lies on the table: no code, and no IBAN is missing."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
    ok("add", "x")
    printed = json.loads(ok("settle", "--stock", "carry", "--girocode", "--format", "json").out)
    assert not printed["tables"]["transfers"]
    assert len(printed["tables"]["into_stock"]) == 4
    assert "codes" not in printed
    assert not any("IBAN" in note for note in printed["notes"])


def test_all_evenings_are_settled_with_one_text(table: Sklog) -> None:
    """Across evenings no single one can stand in the transfer."""
    table("start", "Revanche", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    assert {lines[-1] for lines in payloads(table("settle", "--all", "--girocode", "--format", "json").out)} == {
        "Schafkopf, Christl"
    }


def test_a_name_that_no_bank_can_write(ok: Sklog) -> None:
    """Whose name has no letter that is left needs the name of the account."""
    ok("start", "Stammtisch", "--players", "王,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", "2026-11-19")
    ok("add", "w", "1")
    ok("player", "set", "王", "--iban", ANNAS)
    said = "Banks cannot write the name 王: give the account holder, sklog player set --iban … --holder … 王"
    assert said in " ".join(ok("settle", "--girocode").out.split())
    ok("player", "set", "王", "--iban", ANNAS, "--holder", "Wang")
    assert {lines[5] for lines in payloads(ok("settle", "--girocode", "--format", "json").out)} == {"Wang"}


# -- the terminal of whoever asked --------------------------------------------------------------------


@pytest.fixture
def two_codes(table: Sklog) -> Sklog:
    """Return sklog with two payments, and an IBAN for each payee."""
    table("player", "set", "Bene", "--iban", BENES)
    return table


def scan(terminal: Terminal, folder: Path) -> list[str]:
    """Return what a scanner reads on the screen, line by line; skip the test where there is none."""
    if shutil.which("zbarimg") is None:
        pytest.skip("zbarimg is not installed (zbar-tools): the code on the screen was not read")
    terminal.rest()
    return scanned(on_a_dark_ground(terminal.rows), folder).split("\n")


@pytest.mark.long
@SIZES
@pytest.mark.parametrize("words", [("settle",), ("report", "session")], ids=" ".join)
def test_codes_are_leafed_through(
    two_codes: Sklog, words: tuple[str, ...], rows: int, columns: int, tmp_path: Path
) -> None:
    """One at a time, with who pays whom how much and where to; Enter shows the next, and then the report."""
    plain = two_codes(*words).out
    with Terminal(*words, "--girocode", rows=rows, columns=columns) as terminal:
        terminal.until("1 of 2 · Enter: next · q: leave")
        assert "Christl pays Anna 0.60 €" in terminal.text
        assert "DE89 3704 0044 0532 0130 00" in terminal.text
        assert scan(terminal, tmp_path)[5:8] == ["Anna Grueber", ANNAS, "EUR0.60"]
        terminal.type("\r")
        terminal.until("2 of 2")
        assert "Dani pays Bene 0.60 €" in terminal.text
        assert scan(terminal, tmp_path)[5:8] == ["Bene", BENES, "EUR0.60"]
        terminal.type("\r")
        assert terminal.ended() == 0
        assert "AT61" not in terminal.text
        assert plain.splitlines()[-1] in terminal.text


@pytest.mark.long
def test_codes_in_german(two_codes: Sklog) -> None:
    """The keys are said in the language that is spoken."""
    assert two_codes("show").code == 0
    with Terminal("settle", "--girocode", env={"SKLOG_LANG": "de"}) as terminal:
        terminal.until("1 von 2 · Enter weiter · q Ende")
        assert "Christl zahlt Anna 0,60 €" in terminal.text
        terminal.type("q")
        assert terminal.ended() == 0


@pytest.mark.long
def test_q_leaves_and_other_keys_do_nothing(two_codes: Sklog) -> None:
    """Somebody may be scanning: a wrong key leaves the code where it is."""
    assert two_codes("show").code == 0
    with Terminal("settle", "--girocode", "--record") as terminal:
        terminal.until("1 of 2")
        terminal.type("x")
        terminal.rest()
        assert "1 of 2" in terminal.text
        terminal.type("q")
        terminal.until("Record 2 payments as made?")
        assert "DE89" not in terminal.text
        terminal.type("n\r")
        assert terminal.ended() == 0


@pytest.mark.long
def test_ctrl_c_ends_the_command(two_codes: Sklog) -> None:
    """The screen is as it was, and nothing is asked or recorded any more."""
    with Terminal("settle", "--girocode", "--record", "--yes") as terminal:
        terminal.until("1 of 2")
        terminal.type("\x03")
        assert terminal.ended() == 130
        assert terminal.raw.count("\x1b[?1049h") == terminal.raw.count("\x1b[?1049l") == 1
        assert "DE89" not in terminal.text
    assert "Paid" not in two_codes("settle").out


@pytest.mark.long
@pytest.mark.parametrize(("script", "said"), [("exit 0", "In the browser: "), ("exit 1", "No browser could be")])
def test_where_a_code_does_not_fit_the_page_opens(
    two_codes: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    """What would be right is said, the page is there until Enter, and then it is gone: it shows IBANs."""
    assert two_codes("show").code == 0
    cache, browser = folder / "cache", folder / "browser.sh"
    browser.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    browser.chmod(0o700)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    with Terminal("settle", "--girocode", rows=20, columns=60, env={"BROWSER": str(browser)}) as terminal:
        terminal.until("press Enter to delete it.")
        whole = " ".join(terminal.text.split())
        assert (
            "A code does not fit into 60 columns and 20 rows; it needs 60 and 22. So the codes are on a page." in whole
        )
        assert said in whole
        (page,) = (cache / "sklog").iterdir()
        assert page.read_text(encoding="utf-8").count("<svg role=") == 2
        assert page.stat().st_mode & 0o077 == 0
        terminal.type("\r")
        assert terminal.ended() == 0
        assert not page.exists()
        assert "No other way needs fewer payments." in terminal.text


@pytest.mark.long
@SIZES
def test_codes_in_the_prompt(two_codes: Sklog, rows: int, columns: int, tmp_path: Path) -> None:
    """At the prompt as outside; behind the last one stands the settlement, and the prompt."""
    assert two_codes("show").code == 0
    with Terminal("play", rows=rows, columns=columns) as terminal:
        terminal.asked("hand 2>")
        terminal.type("settle --girocode\r")
        terminal.until("1 of 2")
        assert scan(terminal, tmp_path)[6] == ANNAS
        terminal.type("\r")
        terminal.until("2 of 2")
        assert scan(terminal, tmp_path)[6] == BENES
        terminal.type("\r")
        terminal.asked("hand 2>")
        assert "Settlement of Stammtisch" in terminal.text
        assert "AT61" not in terminal.text


@pytest.mark.long
def test_a_terminal_that_only_prints_lines(two_codes: Sklog) -> None:
    """Codes stand one below the other, as in a pipe, and no key is asked for."""
    piped = two_codes("settle", "--girocode").out
    with Terminal("settle", "--girocode", env={"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 0
        assert terminal.raw.replace("\r\n", "\n").rstrip() == piped.rstrip()
