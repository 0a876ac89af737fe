"""The table without a laptop in a real Chromium whose network was cut: an evening, its files, and a phone that dies."""

import base64
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="what serves phones is not installed")

from sklog import Ledger
from sklog.web import folder
from tests.browser import AXE, CHROMIUM, Browser, axe
from tests.web_table import FRAME, PEOPLE, PYODIDE, Site, Table

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"),
    pytest.mark.skipif(
        not Path(PYODIDE, "pyodide.mjs").is_file(),
        reason=f"PYODIDE names no folder of Pyodide: npm install --prefix DIR pyodide@{folder.PYODIDE}",
    ),
]

KILLS = int(os.environ.get("SKLOG_KILLS", "3"))
HANDS = (
    ("s ab", ("who:Anna", "partner:Bene", "result:won")),
    ("s cd-", ("who:Christl", "partner:Dani", "result:lost")),
    ("w b", ("game:wenz", "who:Bene", "result:won")),
    ("es d-", ("suit:eichel", "who:Dani", "result:lost")),
    ("s bc n", ("who:Bene", "partner:Christl", "flag:schneider", "result:won")),
)
"""Hands as they are typed and as they are tapped."""


SENDING = f"""(async () => {{
  const inner = {FRAME}, {{ key, seen }} = inner.document.body.dataset;
  let before = seen;
  for (window.told = inner.document.getElementById("number").textContent - 1; ; ) {{
    const line = `s ab // ${{window.told + 1}}`;
    const got = await inner.fetch("/at/t/1/hands", {{ method: "POST", headers: {{ Accept: "application/json" }},
      body: new URLSearchParams({{ line, key, seen: before, again: 1 }}) }});
    const answer = await got.json();
    if (got.status !== 200) throw new Error(JSON.stringify(answer));
    before = answer.seen;
    window.told += 1;
  }}
}})(); 0"""
"""Sends one hand after the other, each with its number as a note; `told` is how many were answered."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that `sklog web` writes."""
    place = tmp_path_factory.mktemp("web") / "site"
    sizes = folder.write_folder(place, Path(PYODIDE))
    assert round(sum(sizes.values()) / 1e6) == 16  # as docs/web.md says
    return place


@pytest.fixture(scope="module")
def table(made: Path) -> Iterator[Table]:
    """Return a table of four, begun without a network."""
    with Site(made) as site, Browser() as browser:
        found = Table.opened(browser, site.address)
        site.vanish()
        found.begin()
        yield found


def test_an_evening_without_a_network_is_the_one_that_the_command_line_knows(table: Table, tmp_path: Path) -> None:
    """Forty hands and corrections by taps, closed, and brought to a laptop: the same amounts, facts and digest."""
    rng = random.Random(51)  # noqa: S311  (hands, not secrets)
    played = [rng.choice(HANDS) for _ in range(40)]
    for number, (_line, taps) in enumerate(played, 1):
        table.play(taps)
        if number % 10 == 0:  # taken back, and tapped once more
            table.tap("undo")
            table.until(f"document.getElementById('number').textContent === '{number}'")
            table.play(taps)
        if number == 25:
            table.again()
    key, seen = table.value("[document.body.dataset.key, document.body.dataset.seen]")
    closed = table.ask("/t/1/do/close", key=key, seen=seen)
    assert closed["status"] == 200, closed
    tmp_path.joinpath("evening.json").write_bytes(table.ask("/t/1/file")["content"])
    tmp_path.joinpath("phone.db").write_bytes(table.ask("/ledger")["content"])
    phone, laptop, typed = (Ledger(tmp_path / name) for name in ("phone.db", "laptop.db", "typed.db"))
    typed.start_evening("Stammtisch", PEOPLE, "sauspiel", date=phone.evening("1").date)
    for line, _taps in played:
        typed.record(line, again=True)
    for words in (["import", "evening.json", "--db", "laptop.db"], ["merge", "phone.db", "--db", "typed.db", "--yes"],
                  ["check", "--db", "phone.db"]):  # fmt: skip
        subprocess.run([sys.executable, "-m", "sklog", *words], cwd=tmp_path, check=True, capture_output=True)
    ours, imported, merged = phone.evening("1"), laptop.evening("1"), typed.evening("2")
    amounts = dict(ours.state.balances)
    assert amounts == dict(imported.state.balances) == dict(typed.evening("1").state.balances)
    assert ours.hands == imported.hands == typed.evening("1").hands == 40
    assert (ours.uid, ours.closed) == (imported.uid, imported.closed) == (merged.uid, merged.closed)
    assert phone.session("1") == laptop.session("1")
    assert ours.digest == merged.digest


def test_nothing_is_asked_of_anybody_else(table: Table) -> None:
    """Every address is of the page's own host; and nothing was complained about."""
    table.page.browser.events.clear()
    table.again()
    assert {one for one in table.page.requests if not one.startswith((table.address, "data:"))} == set()
    assert table.page.complaints == []


def test_a_second_window_is_told_that_the_table_is_open(table: Table) -> None:
    """Two would write over each other."""
    other = table.page.browser.open(table.address, width=360)
    other.wait("document.getElementById('state').textContent.includes('another window')")
    other.ask("Page.close")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark")])
def test_where_the_data_is_stands_on_the_page(made: Path, language: str, scheme: str) -> None:
    """With how to keep a copy; readable for everybody, on a narrow phone."""
    with Site(made) as site, Browser() as browser:
        page = Table.opened(browser, site.address, language=language, scheme=scheme).page
        page.value("document.getElementById('about').click()")
        said = page.value("document.getElementById('told').innerText")
        expected = {
            "en": ("Everything stays on this phone", "Save a copy"),
            "de": ("Alles bleibt auf diesem Handy", "Kopie sichern"),
        }
        assert all(words in said for words in expected[language])
        assert page.value("document.scrollingElement.scrollWidth") <= 360
        if Path(AXE).is_file():
            page.value(Path(AXE).read_text(encoding="utf-8") + ";0")
            assert axe(page) == []


def test_another_phone_goes_on_with_the_copy(made: Path, tmp_path: Path) -> None:
    """It is brought in as a file, and the evening stays the one it is."""
    with Site(made) as site:
        with Browser() as first:
            table = Table.opened(first, site.address)
            table.begin()
            table.play(HANDS[0][1])
            copy = table.ask("/ledger")["content"]
        with Browser() as other:
            table = Table.opened(other, site.address)
            table.wait_for("form[action$='/begin']")
            key = table.value("document.querySelector('[name=key]').value")
            table.ask("/bring", key=key, seen="0.0", packed=base64.b64encode(copy).decode(), called="phone.db")
            table.again()
            assert table.number == 2
            table.play(HANDS[1][1])
            tmp_path.joinpath("other.db").write_bytes(table.ask("/ledger")["content"])
    tmp_path.joinpath("first.db").write_bytes(copy)
    ours, theirs = (Ledger(tmp_path / name).evening() for name in ("first.db", "other.db"))
    assert (ours.uid, ours.hands, theirs.uid, theirs.hands) == (theirs.uid, 1, ours.uid, 2)


def test_a_phone_that_dies_has_every_hand_that_it_was_told_of(made: Path, tmp_path: Path) -> None:
    """The browser is killed at random moments while hands are sent as fast as they are answered."""
    rng = random.Random(7)  # noqa: S311  (moments, not secrets)
    with Site(made) as site:
        with Browser(tmp_path) as browser:
            Table.opened(browser, site.address).begin()
        site.vanish()
        told = 0
        for _ in range(KILLS):
            browser = Browser(tmp_path)
            table = Table.opened(browser, site.address)
            table.wait_for("#pad button", 60)
            assert table.number - 1 >= told  # more may have been kept whose answers nobody heard
            table.page.value(SENDING)
            until = time.monotonic() + rng.uniform(0.05, 2)
            while time.monotonic() < until:
                told = table.page.value("window.told")
            browser.kill()
        with Browser(tmp_path) as browser:
            table = Table.opened(browser, site.address)
            table.wait_for("#pad button", 60)
            assert table.number - 1 >= told
            tmp_path.joinpath("phone.db").write_bytes(table.ask("/ledger")["content"])
    notes = [one.note for one in Ledger(tmp_path / "phone.db").session("1").entries]
    assert notes == [str(number) for number in range(1, len(notes) + 1)]
