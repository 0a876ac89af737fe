"""The html page: how it is built, that its colours can be read by everybody, and where it goes."""

import re
import stat
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from conftest import Sklog
from report_samples import FOUR, eventful_evening, lamers_evening
from terminal import Terminal

from sklog.pages.page import STYLE, policy
from sklog.reports.model import Column, Kind, Report, Section
from sklog.reports.render import render
from sklog.reports.sheet import session_report
from sklog.scoring.amounts import amount
from sklog.scoring.hand import Passed
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import fewest
from tests.outline import Outline

ROOT = Path(__file__).parents[2]
CSS = STYLE.read_text(encoding="utf-8")


def sheet() -> str:
    """Return the page of an evening where everything happens."""
    session, lines, _texts = eventful_evening()
    return render(session_report(session, lines, fewest(lines[-1].state.balances), {1: [Passed()]}), "html")


# -- how it is built ----------------------------------------------------------------------------------


def test_result_stands_before_how_it_came_to_it() -> None:
    """Title, result and settlement, curve, highlights, then hand by hand; one heading above all others."""
    assert Outline(sheet()).headings == [
        ("h1", "Stammtisch"),
        ("h2", "Balances (€)"),
        ("h2", "Settlement"),
        ("h2", "Into the Stock (€)"),
        ("h2", "The evening's curve (€)"),
        ("h2", "Highlights"),
        ("h2", "Hand by hand (€)"),
        ("h2", "Who declared what"),
    ]


def test_what_was_paid_is_neither_won_nor_lost() -> None:
    """A payment has no colour of winning."""
    column = Column("paid", "Paid", Kind.MONEY, coloured=False)
    table = Section("t", "T", (Column("name", "Name", Kind.NAME), column), (("Anna", 500), ("Bene", -500)))
    assert not re.search(
        'class="[^"]*(gain|loss)', render(Report("x", "T", sections=(table,)), "html").partition("<body>")[2]
    )


def test_tables_keep_their_order_where_none_is_the_result() -> None:
    """A page shows the tables of a report as they come."""
    tables = tuple(Section(key, key, (Column("x", "X"),), (("x",),)) for key in ("one", "two", "three"))
    assert [text for _, text in Outline(render(Report("x", "T", sections=tables), "html")).headings] == [
        "T", "one", "two", "three",
    ]  # fmt: skip


def test_every_table_has_a_name_and_can_be_reached_by_keys() -> None:
    """A table is named by its heading; the box in which it moves can be focused, and has that name too."""
    outline = Outline(sheet())
    ids = {attributes["id"] for _, attributes in outline.tags if "id" in attributes}
    boxes = [one for one in outline.attributes("div") if one.get("class", "").startswith("table")]
    assert len(boxes) == len(outline.attributes("table")) == 5
    assert all(one["role"] == "region" and one["tabindex"] == "0" for one in boxes)
    assert all(one["aria-labelledby"] in ids for one in (*boxes, *outline.attributes("table")))


def test_no_id_stands_twice() -> None:
    """What is named by an id is named without doubt."""
    ids = [attributes["id"] for _, attributes in Outline(sheet()).tags if "id" in attributes]
    assert len(ids) == len(set(ids)) > 5


def test_headings_of_columns_and_rows_say_so() -> None:
    """Each heading says what it is a heading of; a row is named by its first cell where that is no other row's."""
    outline = Outline(sheet())
    assert {one.get("scope") for one in outline.attributes("th")} == {"col", "row"}
    page = sheet()
    assert '<tr><th scope="row">Anna</th>' in page
    assert '<tr><th scope="row" class="number">1</th>' in page


@pytest.mark.parametrize(
    ("title", "firsts"),
    [pytest.param("Who", ("Anna", "Anna"), id="twice"), pytest.param("", ("+", "="), id="no-heading")],
)
def test_cell_that_names_no_row_is_no_heading(title: str, firsts: tuple[str, str]) -> None:
    """Where the first column does not say which row it is, its cells are cells."""
    table = Section("x", "X", (Column("a", title), Column("b", "B")), tuple((first, "b") for first in firsts))
    assert 'scope="row"' not in render(Report("x", "x", sections=(table,)), "html")


def test_page_forbids_itself_everything() -> None:
    """Whatever a name contains, the browser loads nothing, and runs nothing but the script of the page."""
    page = sheet()
    (policy_of_it,) = (one["content"] for one in Outline(page).attributes("meta") if "http-equiv" in one)
    (script,) = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    assert policy_of_it == policy(script)
    assert policy_of_it.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; ")
    assert re.fullmatch(r"script-src 'sha256-[\w+/=]{44}'", policy_of_it.rpartition("; ")[2])
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert not re.search(r"://|@import|url\(|javascript:| on\w+=|<script[^>]", page)


def test_page_without_a_curve_has_no_script() -> None:
    """Where there is nothing for it to do, none may run."""
    named = Section("t", "T", (Column("x", "X"),), (('<g class="place">',),))
    page = render(Report("x", "x", sections=(named,)), "html")
    assert "<script" not in page
    assert f'content="{policy()}"' in page
    assert "script-src" not in policy()


# -- the list of hands --------------------------------------------------------------------------------


def hands_of(page: str) -> list[str]:
    """Return the rows of the list of hands."""
    return re.findall("<tr>.*?</tr>", page[page.index('class="listed"') :].partition("</table>")[0])[1:]


def test_nothing_stands_twice() -> None:
    """What each hand moved and the balances after it are one list, with every entry of the evening in its place."""
    session, lines, _texts = eventful_evening()
    rows = hands_of(render(session_report(session, lines), "html"))
    assert len(rows) == len(lines)
    assert [bool(re.search('scope="row"', row)) for row in rows] == [line.number is not None for line in lines]


def test_a_hand_says_what_it_moved_and_the_balance_after_it() -> None:
    """Below what somebody won or lost stands in small what that makes."""
    session, lines = lamers_evening()
    rows = hands_of(render(session_report(session, lines), "html"))
    for row, line in zip(rows, lines, strict=True):
        cells = re.findall(r'data-label="(\w+)">([^<]*)<small>([^<]*)</small>', row)
        assert line.score is not None
        expected = [
            tuple(amount(each, "ct", signed=True).replace("-", "−") for each in (moved, line.state.balances[name]))
            for name, moved in line.score.postings.items()
            if name != STOCK
        ]
        assert [(moved, after) for _name, moved, after in cells] == expected


def test_who_sits_out_has_a_balance_alone() -> None:
    """A hand in which somebody had no part says nothing of them but what they have."""
    session, lines, _texts = eventful_evening()
    row = hands_of(render(session_report(session, lines), "html"))[1]
    (name,) = (one for one in lines[1].table.seats if one not in lines[1].table.active)
    assert re.search(rf'<td class="number changed idle" data-label="{name}"><small>[^<]+</small></td>', row)


def test_a_hand_opens_to_how_its_value_came_about() -> None:
    """The steps of its price are behind its words; a factor and an amount stay on one line."""
    session, lines = lamers_evening()
    row = hands_of(render(session_report(session, lines), "html"))[3]
    assert "<summary>Sauspiel: Christl and Dani won, Schneider, 5 Laufende, 2 Klopfer</summary>" in row
    price = "(Sauspiel 0.10 + Schneider 0.10 + 5 Laufende 0.50) ×~4 (2 Klopfer) = 2.80~€"
    assert f"<p>{price}</p>".replace("~", "\N{NO-BREAK SPACE}") in row


def test_what_was_corrected_stands_before_what_counts() -> None:
    """An entry that was replaced is struck out in the list."""
    rows = hands_of(sheet())
    assert re.search(r'<td colspan="\d+" class="prose">\(was\) <del>thrown in</del></td></tr>', rows[1])


def test_the_digest_stands_at_the_foot() -> None:
    """What nobody looks for first is the last thing on the page, below the notes."""
    session, lines, _texts = eventful_evening()
    page = render(session_report(session, lines, fewest(lines[-1].state.balances), digest="ABCD"), "html")
    assert page.index("ABCD") > page.index("<footer>") > page.index('class="notes"')
    assert page.count("ABCD") == 1


def test_what_a_plan_promises_stands_at_its_payments() -> None:
    """That there is no way with fewer payments is said right below these, and once."""
    session, lines = lamers_evening()
    page = render(session_report(session, lines, fewest(lines[-1].state.balances)), "html")
    said = "No other way needs fewer payments."
    assert re.search(rf'</ul>\n<p class="note">{said}</p>\n</section>', page)
    assert page.count(said) == 1


@pytest.mark.long
def test_style_names_no_class_that_is_not_there() -> None:
    """What the style sheet speaks of is written by the page, the pictures or the drawing library."""
    columns = (Column("n", "N", Kind.NAME), Column("p", "P", Kind.PROSE), Column("m", "M", Kind.MONEY))
    tables = (Section("t", "T", columns, (("A", "long " * 20, 5), ("B", "", -5))),)
    session, _ = lamers_evening()
    many = session._replace(entries=session.entries * 10)
    pages = sheet() + render(Report("x", "x", sections=tables), "html") + render(
        session_report(many, many.lines()), "html"
    )  # fmt: skip
    sources = pages + "".join((STYLE.parent / name).read_text(encoding="utf-8") for name in ("picture.py", "page.py"))
    body = re.sub(r"<style>.*?</style>", "", sources, flags=re.DOTALL)
    rules = re.sub(r"/\*.*?\*/", "", CSS, flags=re.DOTALL)
    named = {name for selector in re.findall(r"([^{}]+)\{", rules) for name in re.findall(r"\.([a-z]+\d?)\b", selector)}
    looks = {f"{kind}{place}" for kind in "sd" for place in range(8)}
    assert {name for name in named - looks if not re.search(rf"\b{name}\b", body)} == set()


def test_numbers_of_paper_stand_in_two_columns() -> None:
    """A table of nothing but numbers is printed in two columns; one with words is not."""
    numbers = Section("n", "N", (Column("hand", "Hand", Kind.COUNT), Column("a", "A", Kind.MONEY)), ((1, 2),))
    words = Section("w", "W", (Column("name", "Name", Kind.TEXT), Column("a", "A", Kind.MONEY)), (("x", 2),))
    boxes = Outline(render(Report("x", "x", sections=(numbers, words)), "html")).attributes("div")
    assert [one["class"] for one in boxes if "table" in one.get("class", "")] == ["table narrow", "table"]


# -- colours ------------------------------------------------------------------------------------------


def colours(which: int) -> dict[str, str]:
    """Return the variables of one of the three sets: 0 in the light, 1 in the dark, 2 on paper."""
    sets = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", block)) for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    ]
    return {**sets[0], **sets[which]}


def linear(colour: str) -> list[float]:
    """Return how much red, green and blue light a colour is, each from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    lights = sorted(sum(part * share for part, share in zip(linear(colour), (0.2126, 0.7152, 0.0722), strict=True))
                    for colour in (one, other))  # fmt: skip
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_contrast_is_the_known_one() -> None:
    """Black on white is 21, the grey #767676 on white just enough."""
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


SETS = pytest.mark.parametrize("which", [0, 1, 2], ids=["light", "dark", "paper"])


@SETS
@pytest.mark.parametrize("ink", ["ink", "soft", "gain", "loss"])
def test_words_can_be_read(which: int, ink: str) -> None:
    """Text has a contrast of at least 4.5 to the page, and to what is shaded."""
    found = colours(which)
    assert contrast(found[ink], found["paper"]) >= 4.5
    assert contrast(found[ink], found["band"]) >= 4.5


@SETS
def test_lines_can_be_seen(which: int) -> None:
    """The lines of a chart have a contrast of at least 3 to the page and to a shaded stretch."""
    found = colours(which)
    lines = [found[f"c{place}"] for place in range(8)]
    assert min(contrast(line, found[ground]) for line in lines for ground in ("paper", "band")) >= 3


# Machado, Oliveira and Fernandes, 2009: what is seen without the cones for red, for green, for blue
EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """Return how a colour is seen, as CIE L*a*b*, in which equal distances look alike."""
    light = linear(colour)
    red, green, blue = (min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in EYES[eyes])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_lines_differ_to_every_eye(which: int, eyes: str) -> None:
    """Any two lines are clearly different colours, also without the cones for red, green or blue."""
    found = [seen(colours(which)[f"c{place}"], eyes) for place in range(8)]
    assert min(sum((a - b) ** 2 for a, b in zip(*two, strict=True)) ** 0.5 for two in combinations(found, 2)) >= 14


# -- where it goes ------------------------------------------------------------------------------------


@pytest.fixture
def played(ok: Sklog) -> Sklog:
    """Return sklog with an evening of two hands."""
    ok("start", "Abend", "--players", ",".join(FOUR), "--tariff", "sauspiel", "--date", "2026-11-19")
    ok("add", "s", "ac")
    ok("add", "w", "b-l2")
    return ok


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("abend.html", "<!doctype html>"),
        ("ABEND.HTM", "<!doctype html>"),
        ("abend.md", "# Abend"),
        ("abend.csv", "hand,what,"),
        ("abend.json", "{"),
        ("abend.txt", "Abend\n"),
        ("abend", "Abend\n"),
    ],
)
def test_ending_of_a_file_says_its_format(played: Sklog, folder: Path, name: str, start: str) -> None:
    """`-o abend.html` is a page; a name without an ending, or with another one, is text."""
    played("report", "session", "-o", name)
    assert (folder / name).read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize("words", [("--format", "csv", "-o", "a.html"), ("-o", "a.html", "--format", "csv")])
def test_format_that_is_said_counts(played: Sklog, folder: Path, words: tuple[str, ...]) -> None:
    """Whoever says the format gets it, whatever the file is called, in either order."""
    played("report", "session", *words)
    assert (folder / "a.html").read_text(encoding="utf-8").startswith("hand,")


@pytest.mark.parametrize("words", [("explain", "1"), ("settle",), ("session", "list"), ("tariff", "list"), ("show",)])
def test_ending_counts_for_every_report(played: Sklog, folder: Path, words: tuple[str, ...]) -> None:
    """Every command that takes a format takes it from the file's name."""
    played(*words, "-o", "x.html")
    assert (folder / "x.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_file_for_programs_is_english_by_its_ending(played: Sklog, folder: Path) -> None:
    """What programs read is the same in every language, also where the file's name says so."""
    played("report", "session", "-o", "a.csv")
    played("report", "session", "-o", "b.csv", env={"SKLOG_LANG": "de"})
    assert (folder / "a.csv").read_text() == (folder / "b.csv").read_text()


def test_plot_draws_below_the_tables(played: Sklog) -> None:
    """--plot adds the curve, in 80 columns and without colours where no terminal is."""
    plain, drawn = played("report", "session").out, played("report", "session", "--plot").out
    assert drawn.startswith(plain)
    assert drawn[len(plain) :].startswith("\nThe evening's curve (€)\n")
    assert "\x1b" not in drawn
    assert max(map(len, drawn.splitlines())) <= 80


def test_plot_of_an_evening_without_hands(ok: Sklog) -> None:
    """Where there is nothing to draw it is said."""
    ok("start", "Abend", "--players", ",".join(FOUR), "--tariff", "sauspiel")
    assert ok("report", "session", "--plot").out.endswith("\n\nThere is nothing to draw yet.\n")


@pytest.mark.long
def test_page_has_its_curve_with_and_without_plot(played: Sklog) -> None:
    """A page always draws: --plot changes nothing."""
    drawn = played("report", "session", "--format", "html")
    assert "<figure>" in drawn.out
    assert played("report", "session", "--format", "html", "--plot") == drawn


@pytest.mark.parametrize("form", ["markdown", "csv", "json"])
def test_plot_is_refused_where_nothing_can_be_drawn(played: Sklog, run: Sklog, form: str) -> None:
    """A format that cannot draw says so, as wrong usage."""
    assert played("show").code == 0
    refused = run("report", "session", "--plot", "--format", form)
    assert (refused.code, refused.out) == (2, "")
    assert f"--plot: {form} cannot draw" in refused.err


@pytest.mark.long
@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("columns", [60, 100])
def test_plot_on_a_terminal_is_as_wide_and_as_colourful_as_it_is(columns: int) -> None:
    """On a terminal names and lines have colours, and no row is broken."""
    with Terminal("report", "session", "--plot", rows=60, columns=columns) as terminal:
        assert terminal.ended() == 0
        rows = terminal.rows
        assert "\x1b[94m" in terminal.raw
    top = next(place for place, row in enumerate(rows) if row.startswith("The evening's curve"))
    assert all(re.match(r"^ *[−+]?\d+\.\d\d ┼|^ +[│└ ]", row) for row in rows[top + 1 : top + 19])
    assert max(map(len, rows[top:])) > columns - 4


@pytest.mark.long
@pytest.mark.usefixtures("played")
def test_plot_without_colours_on_a_terminal() -> None:
    """NO_COLOR is obeyed."""
    with Terminal("report", "session", "--plot", rows=60, env={"NO_COLOR": "1"}) as terminal:
        assert terminal.ended() == 0
        assert "D Dani" in terminal.text
        assert "\x1b[94m" not in terminal.raw


@pytest.mark.long
@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("words", "drawing"),
    [
        pytest.param(("add", "s", "bd"), set(), id="add"),
        pytest.param(("report", "session"), set(), id="text"),
        pytest.param(("report", "session", "--plot"), {"plotille"}, id="plot"),
        pytest.param(("report", "session", "--format", "html"), {"pygal"}, id="html"),
        pytest.param(("report", "prices", "--format", "html"), set(), id="html-without-a-chart"),
        pytest.param(("report", "stats"), set(), id="statistics"),
        pytest.param(("report", "rating"), {"openskill"}, id="rating"),
    ],
)
def test_only_who_draws_waits_for_it(words: tuple[str, ...], drawing: set[str]) -> None:
    """What draws is imported where something is drawn, and nothing but that; what rates where somebody is rated."""
    command = [sys.executable, "-X", "importtime", "-m", "sklog", *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert imported & {"plotille", "pygal", "webbrowser", "openskill"} == drawing


# -- the browser --------------------------------------------------------------------------------------


@pytest.fixture
def browser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file into which a browser of ours writes what it is asked to open."""
    script, opened = folder / "browser", folder / "opened"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{opened}"\n')
    script.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(script))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return opened


@pytest.mark.usefixtures("played")
def test_open_shows_the_file_just_written(process: Sklog, folder: Path, browser: Path) -> None:
    """--open writes the named file as a page and opens it."""
    said = process("report", "session", "-o", "mein abend.html", "--open")
    assert said.out == f"In the browser: {folder / 'mein abend.html'}\n"
    assert browser.read_text() == f"{(folder / 'mein abend.html').as_uri()}\n"
    assert (folder / "mein abend.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("words", [(), ("-o", "-")])
def test_open_without_a_file_keeps_the_page_for_its_owner(
    process: Sklog, folder: Path, browser: Path, words: tuple[str, ...]
) -> None:
    """Without a file the page stays in the user's cache, where nobody else reads it."""
    assert process("report", "session", "--open", *words).code == 0
    kept = folder / "cache" / "sklog" / "session.html"
    assert browser.read_text() == f"{kept.as_uri()}\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700


def test_open_shows_prices(process: Sklog, browser: Path) -> None:
    """A price list is a page as well."""
    process("report", "prices", "--tariff", "sauspiel", "--open")
    assert browser.read_text().endswith("/prices.html\n")


@pytest.mark.long
@pytest.mark.parametrize("words", [("--format", "csv"), ("-o", "x.csv"), ("-o", "x.txt")])
def test_open_of_no_page_is_refused(
    played: Sklog, run: Sklog, folder: Path, browser: Path, words: tuple[str, ...]
) -> None:
    """What is no page is not shown as one, and nothing is written."""
    assert played("show").code == 0
    refused = run("report", "session", "--open", *words)
    assert refused.code == 2
    assert "--open: it shows a page" in refused.err
    assert not browser.exists()
    assert not list(folder.glob("x.*"))


@pytest.mark.usefixtures("played")
def test_no_browser_is_said(process: Sklog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no browser starts it is said where the page is, which was written all the same."""
    monkeypatch.setenv("BROWSER", "/bin/false")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    refused = process("report", "session", "-o", "a.html", "--open")
    assert (refused.code, refused.out) == (1, "")
    assert f"no browser could be started; the page is {folder / 'a.html'}" in refused.err
    assert (folder / "a.html").exists()
