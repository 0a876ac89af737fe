"""The page in a real Chromium without a window: on a phone, at a desk, in the dark, on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import CHROMIUM, Browser
from test_charts import SAMPLES, bars, totals
from test_reports import EVIL, evil_report

from sklog.reports.render import render
from tests import transcripts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")

LONGEST = "langer-abend"
WIDTHS = pytest.mark.parametrize("width", [360, 1280])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return one browser for all tests of this file."""
    with Browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a page of every kind."""
    folder = tmp_path_factory.mktemp("pages")
    sample, ledger = str(SAMPLES / f"{LONGEST}.yaml"), ("--db", str(folder / "ledger.db"))
    commands = (
        ("import", sample, *ledger),
        ("replay", sample, "-o", "session.html"),
        ("explain", "5", "-o", "explain.html", *ledger),
        ("settle", "--why", "-o", "settle.html", *ledger),
        ("whatif", "--tariff", "lamers", "-o", "whatif.html", *ledger),
        ("report", "prices", "--tariff", "saukopf", "-o", "prices.html"),
        ("tariff", "list", "-o", "tariffs.html"),
        ("session", "log", "-o", "log.html", *ledger),
    )
    for command in commands:
        words = [str(folder / word) if word.endswith(".html") else word for word in command]
        assert transcripts.run(words, env={"SKLOG_LANG": "en"}).code == 0, words
    evil = evil_report()
    drawn = evil._replace(charts=lambda: (totals(9, EVIL), bars(120, -240)._replace(places=EVIL[2:4])))
    (folder / "evil.html").write_text(render(drawn, "html"), encoding="utf-8")
    return folder


PAGES = pytest.mark.parametrize("name", ["session", "explain", "settle", "whatif", "prices", "tariffs", "log", "evil"])


@PAGES
@WIDTHS
def test_browser_has_nothing_to_complain_of(browser: Browser, pages: Path, name: str, width: int) -> None:
    """No message in the console, nothing loaded but the page itself, and nothing wider than the window."""
    path = pages / f"{name}.html"
    page = browser.open(path, width=width)
    assert page.complaints == []
    assert page.requests == [path.as_uri()]
    assert page.value("innerWidth") == width
    assert page.value("document.scrollingElement.scrollWidth") <= width


def test_wide_table_moves_in_its_own_box(browser: Browser, pages: Path) -> None:
    """On a phone a wide table is moved inside its box, and the number of the hand stays in sight."""
    page = browser.open(pages / "session.html", width=360)
    page.value("window.box = [...document.querySelectorAll('.table')].find(box => box.scrollWidth > box.clientWidth)")
    assert page.value("box.scrollWidth > box.clientWidth")
    left = "box.querySelector('tbody th').getBoundingClientRect().left"
    before = page.value(left)
    page.value("box.scrollLeft = 200")
    assert page.value("box.scrollLeft") == 200
    assert page.value(left) == before


def test_table_is_moved_by_keys(browser: Browser, pages: Path) -> None:
    """Who has no mouse reaches the box of a table by Tab."""
    page = browser.open(pages / "session.html", width=360)
    for kind in ("keyDown", "keyUp"):
        page.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
    assert page.value("document.activeElement.getAttribute('role')") == "region"


def test_every_point_has_its_value_where_a_mouse_rests(browser: Browser, pages: Path) -> None:
    """Below each point of each line lies what it says: Dani's last one, for one."""
    page = browser.open(pages / "session.html", width=1280)
    assert page.value("document.querySelectorAll('.dots > title').length") > 7 * 40
    page.value(
        "window.dot = [...document.querySelectorAll('.dots')].find(dot => /^Dani . Hand 66/.test(dot.textContent))"
    )
    assert page.value("dot.textContent") == "Dani · Hand 66: +12.60 €"
    page.value("window.spot = dot.querySelector('circle').getBoundingClientRect()")
    found = "document.elementFromPoint(spot.x + spot.width / 2, spot.y + spot.height / 2).parentNode"
    assert page.value(f"{found} === dot")


def test_shaded_stretch_says_why(browser: Browser, pages: Path) -> None:
    """Where hands counted double the ground says it, above and below the lines."""
    page = browser.open(pages / "session.html", width=1280)
    page.value("window.spot = document.querySelector('.band path').getBoundingClientRect()")
    found = "document.elementFromPoint(spot.x + spot.width / 2, spot.bottom - 5).parentNode.textContent"
    assert page.value(found) == "Bock × 2, after hand 1, a lost solo"


def test_screen_reader_finds_the_picture_and_its_tables(browser: Browser, pages: Path) -> None:
    """What is read aloud: a picture with a name and a description, tables with names, one main heading."""
    page = browser.open(pages / "session.html")
    nodes = [node for node in page.ask("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes}
    assert ("table", "Balances (€)") in named
    assert ("rowheader", "Anna") in named
    assert ("columnheader", "Balance") in named
    (picture,) = (node for node in nodes if node["role"]["value"] in ("image", "img") and node["name"]["value"])
    assert picture["name"]["value"] == "The evening's curve (€)"
    assert picture["description"]["value"].startswith("Anna −2.10 €")


@pytest.mark.parametrize(("scheme", "darker"), [("light", False), ("dark", True)])
def test_page_follows_the_scheme(browser: Browser, pages: Path, scheme: str, darker: bool) -> None:
    """In the dark the ground is dark and the words are light; lines change their colour as well."""
    page = browser.open(pages / "session.html", scheme=scheme)
    lights = [
        sum(map(int, re.findall(r"\d+", page.value(f"getComputedStyle(document.body).{what}"))))
        for what in ("backgroundColor", "color")
    ]
    assert (lights[0] < lights[1]) is darker
    line = page.value("getComputedStyle(document.querySelector('.series path')).stroke")
    assert line == ("rgb(49, 140, 253)" if darker else "rgb(11, 74, 195)")


def test_lines_are_dashed_each_in_its_own_way(browser: Browser, pages: Path) -> None:
    """Without colours the lines can still be told apart."""
    page = browser.open(pages / "session.html")
    dashes = page.value(
        "[...document.querySelectorAll('.series path')].map(line => getComputedStyle(line).strokeDasharray)"
    )
    assert len(set(dashes)) == len(dashes) == 7


def test_long_evening_is_printed_on_two_sheets(browser: Browser, pages: Path) -> None:
    """66 hands of seven people, curve and settlement are one sheet of A4, front and back."""
    pdf = browser.open(pages / "session.html").pdf()
    sizes = re.findall(rb"/MediaBox *\[ *0 +0 +([\d.]+) +([\d.]+) *\]", pdf)
    assert 1 <= len(sizes) <= 2
    assert {(round(float(width)), round(float(height))) for width, height in sizes} == {(595, 842)}


def test_paper_is_white_even_in_the_dark(browser: Browser, pages: Path) -> None:
    """Who prints from a dark screen prints black on white, nothing cut off."""
    page = browser.open(pages / "session.html", width=718, scheme="dark")  # A4 less its margins
    page.ask("Emulation.setEmulatedMedia", media="print")
    assert page.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.value("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.value("[...document.querySelectorAll('table')].every(table => table.scrollWidth <= innerWidth)")


def test_script_in_a_name_does_not_run(browser: Browser, pages: Path, tmp_path: Path) -> None:
    """Even a page into which somebody has written a script runs none."""
    path = tmp_path / "changed.html"
    page = (pages / "session.html").read_text(encoding="utf-8")
    path.write_text(page.replace("</main>", "<script>document.title = 'run'</script></main>"), encoding="utf-8")
    page = browser.open(path)
    assert page.value("document.title") == "Langer Abend in der Post, 19 Nov 2026"
    assert any("Content Security Policy" in complaint for complaint in page.complaints)
