"""The page in a real Chromium without a window: on a phone, at a desk, in the dark, on paper."""

import re
from pathlib import Path

import pytest
from browser import AXE, CHROMIUM, Browser, Page, axe
from test_charts import SAMPLES, bars, totals
from test_reports import EVIL, evil_report

from sklog.reports.render import render
from tests import transcripts

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"),
]

LONGEST = "langer-abend"
FOURS = ("lamers-fuenf-spiele", "p-seminar-sie", "sauspiel-online", "bsv-turnier", "saukopf-punkte", "grundzuege-stock")
"""Evenings of four people."""
WIDTHS = pytest.mark.parametrize("width", [360, 768, 1280])
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


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
        *(("replay", str(SAMPLES / f"{name}.yaml"), "-o", f"{name}.html") for name in FOURS),
        ("import", str(SAMPLES / f"{FOURS[0]}.yaml"), *ledger),
        *(("player", "set", name, "--iban", "DE02120300000000202051", *ledger) for name in ("Christl", "Dani")),
        ("report", "session", "--session", "1", "--girocode", "-o", "codes.html", *ledger),
        ("report", "season", "-o", "season.html", *ledger),
        ("report", "standings", "-o", "standings.html", *ledger),
    )
    german = {"session.html", "codes.html", *(f"{name}.html" for name in FOURS)}
    for language, command in [*(("en", one) for one in commands),
                              *(("de", one) for one in commands if german & set(one))]:  # fmt: skip
        words = [str(page_of(folder, word[:-5], language)) if word.endswith(".html") else word for word in command]
        assert transcripts.run(words, env={"SKLOG_LANG": language}).code == 0, words
    evil = evil_report()
    drawn = evil._replace(charts=lambda: (totals(9, EVIL), bars(120, -240)._replace(places=EVIL[2:4])))
    (folder / "evil.html").write_text(render(drawn, "html"), encoding="utf-8")
    return folder


KINDS = ("session", FOURS[0], "codes", "season", "standings", "explain", "settle", "whatif", "prices", "tariffs", "log")
PAGES = pytest.mark.parametrize("name", [*KINDS, "evil"])


def page_of(pages: Path, name: str, language: str) -> Path:
    """Return the page of this name, in a language."""
    return pages / (f"{name}.html" if language == "en" else f"{name}.{language}.html")


@PAGES
def test_browser_has_nothing_to_complain_of(browser: Browser, pages: Path, name: str) -> None:
    """No message in the console, nothing loaded but the page itself, and nothing wider than the window."""
    path = pages / f"{name}.html"
    page = browser.open(path, width=360)
    for width in (360, 768, 1280):
        page.resize(width)
        assert page.value("innerWidth") == width
        assert page.value("document.scrollingElement.scrollWidth") <= width
    assert page.complaints == []
    assert page.requests == [path.as_uri()]


def test_wide_table_moves_in_its_own_box(browser: Browser, pages: Path) -> None:
    """On a phone a wide table is moved inside its box, and the number of the hand stays in sight."""
    page = browser.open(pages / "session.html", width=360)
    page.value("window.box = [...document.querySelectorAll('.table')].find(box => box.scrollWidth > box.clientWidth)")
    assert page.value("box.scrollWidth > box.clientWidth")
    left = "box.querySelector('tbody th').getBoundingClientRect().left"
    before = page.value(left)
    page.value("box.scrollLeft = 100")
    assert page.value("box.scrollLeft") == 100
    assert page.value(left) == before


@pytest.mark.parametrize("name", ["session", "season", "standings", "settle", "log", "whatif"])
def test_names_stay_in_sight(browser: Browser, pages: Path, name: str) -> None:
    """However far a table is moved sideways, in each row the cell that says whose it is stands whole in its box."""
    page = browser.open(pages / f"{name}.html", width=360)
    page.value("document.querySelectorAll('details').forEach(one => { one.open = true })")
    found = page.value("""[...document.querySelectorAll('.table')].filter(box => box.scrollWidth > box.clientWidth).map(
      box => {
        box.scrollLeft = 10_000;
        const place = box.classList.contains('second') ? 2 : 1;
        const edge = box.getBoundingClientRect();
        return [...box.querySelectorAll(`tbody tr > :nth-child(${place})`)].every(cell => {
          const { left, top, width, height } = cell.getBoundingClientRect();
          const seen = [...cell.ownerDocument.elementsFromPoint(left + 2, top + height / 2)];
          return left >= edge.left - 1 && left + width <= edge.right + 1 && width > 0
            && (top < 0 || top + height > innerHeight || seen[0] === cell);
        });
      })""")
    assert all(found)


def test_rank_gives_way_to_the_name(browser: Browser, pages: Path) -> None:
    """Where a name stands behind its rank, the name stays and not the number."""
    page = browser.open(pages / "standings.html", width=360)
    page.value("window.box = document.querySelector('.second')")
    page.value("box.scrollLeft = 10_000")
    edge, number, name = page.value(
        "[box, ...box.querySelectorAll('tbody tr:first-child > :nth-child(-n + 2)')]"
        ".map(one => one.getBoundingClientRect().left)"
    )
    assert number < edge <= name


def test_table_is_moved_by_keys(browser: Browser, pages: Path) -> None:
    """Who has no mouse reaches the box of a table by Tab."""
    page = browser.open(pages / "session.html", width=360)
    page.press("Tab")
    assert page.value("document.activeElement.getAttribute('role')") == "region"


# -- the curve ----------------------------------------------------------------------------------------

SAID = "document.querySelector('figcaption').innerText.replace(/\\s+/g, ' ').trim()"
HAND_65 = (
    "Hand 65 · Sauspiel: Bene and Anna won with 67 Augen, Kontra · Bock × 2, ordered after hand 62"
    " Anna −2.10 € Bene −3.50 € Christl −0.70 € Dani +12.60 € Eva −10.80 € Sepp +3.50 € Kathi +1.00 € Bock × 2"
)


def middle_of(page: Page, hand: int) -> tuple[float, float]:
    """Return the middle of the stripe of a hand in the curve."""
    page.value("document.querySelector('.curve').scrollIntoView({ block: 'center' })")
    found = page.value(
        f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])"
        f"(document.querySelectorAll('.place')[{hand}].getBoundingClientRect())"
    )
    return found[0], found[1]


def test_curve_says_its_values_by_mouse(browser: Browser, pages: Path) -> None:
    """Where a mouse rests the hand is named, why it counted double, and what everybody had."""
    page = browser.open(pages / "session.html", width=1280)
    page.rest(*middle_of(page, 65))
    assert page.value(SAID) == HAND_65
    assert page.value("[...document.querySelectorAll('.place')].findIndex(one => one.matches('.on'))") == 65


def test_curve_says_its_values_by_touch(browser: Browser, pages: Path) -> None:
    """A finger that moves along the curve says hand after hand."""
    page = browser.open(pages / "session.html", width=360, height=740)
    page.touch(middle_of(page, 20))
    assert page.value(SAID).startswith("Hand 20 · Sauspiel: Christl and Bene lost Anna 0.00 € Bene −3.30 €")
    page.touch(middle_of(page, 20), middle_of(page, 40), middle_of(page, 65))
    assert page.value(SAID) == HAND_65


def test_curve_says_its_values_by_keys(browser: Browser, pages: Path) -> None:
    """Arrow keys go from hand to hand; a screen reader hears what changes."""
    page = browser.open(pages / "session.html", width=1280)
    page.value("document.querySelector('[type=range]').focus()")
    page.press("ArrowLeft")
    assert page.value(SAID) == HAND_65
    assert page.value("document.querySelector('figcaption').ariaLive") == "polite"
    assert page.value("document.querySelector('figcaption').ariaAtomic") == "true"
    page.press("Home")
    assert page.value(SAID).startswith("Hand 0 Anna 0.00 €")
    nodes = page.ask("Accessibility.getFullAXTree")["nodes"]
    (slider,) = (node for node in nodes if node.get("role", {}).get("value") == "slider")
    assert slider["name"]["value"] == "The evening's curve (€)"
    assert page.value("document.querySelector('[type=range]').ariaValueText") == "Hand 0"


@pytest.mark.parametrize(("name", "said"), [("standings", "3 Mar 2003"), ("season", "3 Mar 2003")])
def test_curve_of_a_season_does_the_same(browser: Browser, pages: Path, name: str, said: str) -> None:
    """The evenings of a season are gone through as the hands of an evening."""
    page = browser.open(pages / f"{name}.html")
    page.value("document.querySelector('[type=range]').focus()")
    page.press("Home")
    assert page.value(SAID).startswith(f"{said} ")
    assert "Anna +3.60 €" in page.value(SAID)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("people", [4, 20])
def test_a_season_stands_on_three_screens_of_a_phone(
    browser: Browser, tmp_path: Path, people: int, language: str
) -> None:
    """Before its one fold, however many people there are; nothing beside the tables is wider than the screen.

    On a desk the curve beside the first table has room.
    """
    ledger = ("--db", str(tmp_path / "ledger.db"))
    for evening in range(10):
        names = ", ".join(f"Person{(evening * 2 + seat) % people:02}" for seat in range(4))
        hands = "".join(f"  - {line}\n" for line in ("s 12", "w 3-", "s 34 n", "fs 1 l4", "s 12-") * 8)
        file = tmp_path / f"{evening}.yaml"
        text = f"session: Stammtisch\ndate: 2026-01-{evening + 10}\ntariff: wiki\nplayers: [{names}]\nhands:\n{hands}"
        file.write_text(text, encoding="utf-8")
        assert transcripts.run(["import", str(file), *ledger]).code == 0
    written = str(tmp_path / "season.html")
    assert transcripts.run(["report", "season", "-o", written, *ledger], env={"SKLOG_LANG": language}).code == 0
    page = browser.open(tmp_path / "season.html", width=360, height=780)
    assert page.value("document.querySelectorAll('main > details').length") == 1
    assert page.value("document.querySelectorAll('main > section').length") == 4
    assert page.value("document.documentElement.scrollHeight") <= 3 * 780
    assert page.value("document.documentElement.scrollWidth") == 360
    page = browser.open(tmp_path / "season.html", width=1280)
    chart = page.value("document.querySelector('.chart').getBoundingClientRect().width")
    assert chart > 0.35 * page.value("document.querySelector('main').clientWidth")


def test_page_without_script_says_the_same(browser: Browser, pages: Path) -> None:
    """Where no script runs the list is open, the legend has the last values, and each place its own as a tooltip."""
    page = browser.open(pages / "session.html", width=360)
    page.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.events.clear()
    page.ask("Page.reload")
    browser.until("Page.loadEventFired")
    assert page.value("document.querySelectorAll('[type=range]').length") == 0
    assert page.value("document.querySelector('.listed').open")
    assert page.value(SAID).startswith("Hand 66 · Sauspiel: Kathi and Christl lost, Schneider Anna −2.10 €")
    told = page.value("document.querySelectorAll('.place > title')[65].textContent")
    assert " ".join(told.replace("\n", " · ", 1).replace(": +", " +").replace(": −", " −").split()) in HAND_65


# -- the list of hands --------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "open_"), [(360, False), (768, True), (1280, True)])
def test_list_of_hands_is_folded_on_a_phone(browser: Browser, pages: Path, width: int, open_: bool) -> None:
    """On a phone a heading stands for it, until it is touched; where there is room the hands stand there."""
    page = browser.open(pages / "session.html", width=width)
    assert page.value("document.querySelector('.listed').open") is open_
    page.value("document.querySelector('.listed > summary').click()")
    assert page.value("document.querySelector('.listed').open") is not open_


@LANGUAGES
def test_the_result_is_in_sight_on_a_phone(browser: Browser, tmp_path: Path, language: str) -> None:
    """What the Stock gives, what was paid and what is open stand beside the balance without a move sideways."""
    evening, path = tmp_path / "evening.yaml", tmp_path / "evening.html"
    evening.write_text(
        "session: Offener Stock\ndate: 2026-05-01\nplayers: [Anna, Bene, Christl, Dani, Eva]\n"
        "tariff: {name: split, extends: wiki, stock: {at_close: split}}\n"
        "hands: [x, x, x, x, hs b l8 k, {pay: [Anna, Bene, 1050]}]\n",
        encoding="utf-8",
    )
    assert transcripts.run(["replay", str(evening), "-o", str(path)], env={"SKLOG_LANG": language}).code == 0
    page = browser.open(path, width=360)
    assert page.value("document.querySelectorAll('.result thead th').length") == 6
    assert page.value("document.querySelector('.result .table').scrollWidth") <= 360 - 2 * 16


@pytest.mark.parametrize("name", ["session", "session.de", FOURS[0], f"{FOURS[0]}.de"])
def test_hand_is_a_card_on_a_phone(browser: Browser, pages: Path, name: str) -> None:
    """A card has the width of the phone, and no cell of it lies over another; the table is one all the same."""
    page = browser.open(pages / f"{name}.html", width=360)
    page.value("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.value("document.querySelector('.cards').scrollWidth <= document.querySelector('.cards').clientWidth")
    covered = """[...document.querySelectorAll('.cards tbody tr')].flatMap(row => {
      const cells = [...row.children].filter(cell => cell.getClientRects().length && cell.textContent);
      const boxes = cells.map(cell => {
        const inside = document.createRange();
        inside.selectNodeContents(cell);
        return inside.getBoundingClientRect();
      });
      return boxes.flatMap((one, place) => boxes.slice(place + 1).filter(other =>
        one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 3 && other.top < one.bottom - 3).map(() => row.innerText));
    })"""
    assert page.value(covered) == []
    roles = [node["role"]["value"] for node in page.ask("Accessibility.getFullAXTree")["nodes"] if "name" in node]
    assert {"rowheader", "columnheader", "table"} <= set(roles)


def test_hand_is_opened(browser: Browser, pages: Path) -> None:
    """Opened, a card has the steps of the price and everybody's balance; closed, what the hand moved."""
    page = browser.open(pages / "session.html", width=360)
    page.value("document.querySelector('.listed').open = true")
    page.value("window.card = document.querySelectorAll('.cards tbody tr')[3]")
    words = "card.innerText.replaceAll('\\u00a0', ' ').split(/\\s*\\n\\s*/)"
    assert page.value(words) == [
        "4", "Sauspiel: Christl and Dani won, 4 Laufende", "1", "−1.20", "−1.20", "+1.20", "+1.20", "1.20"
    ]  # fmt: skip
    page.value("card.querySelector('summary').click()")
    assert page.value(words) == [
        "4", "Sauspiel: Christl and Dani won, 4 Laufende", "(Sauspiel 0.20 + 4 Laufende 0.40) × 2 (Bock) = 1.20 €",
        "1", "−1.20", "−3.60", "−1.20", "−3.60", "+1.20", "−5.20", "+1.20", "+12.40", "0.00", "0.00", "1.20",
    ]  # fmt: skip


def test_hand_is_a_line_on_a_desk(browser: Browser, pages: Path) -> None:
    """Where there is room every hand is a row of a table that fits the page."""
    page = browser.open(pages / "session.html", width=1280)
    assert page.value("getComputedStyle(document.querySelector('.cards tbody tr')).display") == "table-row"
    assert page.value("document.querySelector('.cards').scrollWidth <= document.querySelector('.cards').clientWidth")


# -- what is seen first -------------------------------------------------------------------------------


@LANGUAGES
@pytest.mark.parametrize("name", FOURS)
def test_first_screen_of_a_phone(browser: Browser, pages: Path, name: str, language: str) -> None:
    """Name, date, who won how much, who pays whom, the curve: in this order and whole on the first screen for four."""
    page = browser.open(page_of(pages, name, language), width=360, height=740)
    parts = ["h1", "header dl div", ".result table", ".payments", ".curve"]
    found = page.value(
        f"{parts}.map(part => (({{ top, bottom }}) => [top, bottom])"
        "(document.querySelector(part).getBoundingClientRect()))"
    )
    edges = [edge for top_and_bottom in found for edge in top_and_bottom]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= 740


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


def line_colours(page: Page) -> list[str]:
    """Return the colour of every line of the curve."""
    strokes = "[...document.querySelectorAll('.series path')].map(line => getComputedStyle(line).stroke)"
    return list(page.value(strokes))


def test_colours_and_dashes_are_printed(browser: Browser, pages: Path) -> None:
    """On paper a name has the colour that it has on a light screen, and its dashes."""
    page = browser.open(pages / "session.html", scheme="dark")
    page.ask("Emulation.setEmulatedMedia", media="print")
    printed = line_colours(page)
    assert printed == line_colours(browser.open(pages / "session.html"))
    assert len(set(printed)) == 7
    bars = "[...document.querySelectorAll('.bar svg')].map(bar => getComputedStyle(bar).printColorAdjust)"
    assert set(page.value(bars)) == {"exact"}


@pytest.mark.parametrize(("width", "media"), [(360, ""), (1280, ""), (718, "print")])
def test_bars_stay_in_their_cells(browser: Browser, pages: Path, width: int, media: str) -> None:
    """Each bar lies in its row, to one side of the middle, on a screen as on paper."""
    page = browser.open(pages / "session.html", width=width)
    page.ask("Emulation.setEmulatedMedia", media=media)
    assert page.value("""[...document.querySelectorAll('.bar svg')].every(bar => {
      const [inner, outer] = [bar, bar.parentNode].map(one => one.getBoundingClientRect());
      const middle = outer.left + outer.width / 2;
      return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left
        && inner.right <= outer.right && (bar.matches('.gain') ? inner.left >= middle - 1 : inner.right <= middle + 1);
    })""")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@WIDTHS
def test_forced_colours_leave_bars_and_lines(browser: Browser, pages: Path, scheme: str, width: int) -> None:
    """Where a reader's own colours are forced upon the page, bars, lines, axes and the mark on the slider are seen."""
    page = browser.open(pages / "session.html", width=width, scheme=scheme, forced="active")
    ground = page.value("getComputedStyle(document.body).backgroundColor")
    bars = "[...document.querySelectorAll('.bar svg')].map(bar => getComputedStyle(bar).backgroundColor)"
    axis = "getComputedStyle(document.querySelector('.curve .axis.y path.line:not(.guide)')).stroke"
    assert ground not in {*page.value(bars), *line_colours(page), page.value(axis)}
    assert len(set(line_colours(page))) == 7


@LANGUAGES
@pytest.mark.parametrize(("name", "codes"), [("session", 0), ("codes", 3)])
def test_long_evening_is_printed_on_two_sheets(
    browser: Browser, pages: Path, name: str, codes: int, language: str
) -> None:
    """66 hands of seven people, curve, settlement and three codes are one sheet of A4, front and back."""
    page = browser.open(page_of(pages, name, language))
    assert page.value("document.querySelectorAll('.codes svg').length") == codes
    sizes = re.findall(rb"/MediaBox *\[ *0 +0 +([\d.]+) +([\d.]+) *\]", page.pdf())
    assert 1 <= len(sizes) <= 2
    assert {(round(float(width)), round(float(height))) for width, height in sizes} == {(595, 842)}


def test_list_that_is_folded_is_printed(browser: Browser, pages: Path) -> None:
    """Who prints from a phone has every hand on paper as well."""
    page = browser.open(pages / "session.html", width=360)
    assert not page.value("document.querySelector('.listed').open")
    page.ask("Emulation.setEmulatedMedia", media="print")
    assert page.value("document.querySelector('.cards').getBoundingClientRect().height") > 600


@LANGUAGES
def test_page_of_a_long_evening_is_light(pages: Path, language: str) -> None:
    """66 hands of seven people with three codes have at most 150 kB."""
    assert page_of(pages, "codes", language).stat().st_size <= 150_000


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


# -- what everybody can use ---------------------------------------------------------------------------


@pytest.mark.skipif(not Path(AXE).is_file(), reason="AXE_CORE names no axe.min.js: npm install --prefix DIR axe-core")
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_axe_finds_nothing(browser: Browser, pages: Path, name: str, width: int, scheme: str) -> None:
    """No violation of the rules that a program can check, folded and open."""
    page = browser.open(pages / f"{name}.html", width=width, scheme=scheme)
    page.value(Path(AXE).read_text(encoding="utf-8") + ";0")
    for opened in ("false", "true")[width > 360 :]:
        page.value(f"document.querySelectorAll('details').forEach(one => {{ one.open = {opened} }})")
        assert axe(page) == []
