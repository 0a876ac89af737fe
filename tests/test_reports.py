"""Reports: one model and every format, and how people read a value."""

import csv
import io
import json
import re
import time
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_samples import KINDS, Tags, lamers_evening

from sklog.errors import NotFound
from sklog.reports import format as shown
from sklog.reports.model import Cell, Column, Fact, Kind, Report, Row, Section, listing
from sklog.reports.render import FORMATS, render
from sklog.reports.sheet import session_report
from sklog.scoring.names import HIDING

EVIL = (
    "=1+1",
    "a|b",
    "<b>&amp;",
    "\x1b[31mrot\x1b[0m",
    "👍🏽",
    "Jürgen ß",
    "`x`*y*_z_",
    "\u202egnal",
    "日本",
    "x\ny\tz",
    "@SUM(A1)",
)


@pytest.mark.parametrize(
    "moment", ["9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00+14:00", "yesterday"]
)
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"])
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process")
def test_a_moment_without_a_year_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch, zone: str, moment: str) -> None:
    """A ledger may hold one that no zone, or not every zone, has a year for."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    said = shown.moment(moment)
    monkeypatch.undo()
    time.tzset()
    assert said == moment or "9999" in said or "0001" in said


def evil_report() -> Report:
    """Return a report with every kind of column, and names that want to be something else."""
    columns = tuple(Column(kind, kind.capitalize(), kind) for kind in KINDS)
    values: dict[str, Cell] = {
        Kind.DATE: "2026-11-19",
        Kind.COUNT: 3,
        Kind.RATE: 0.25,
        Kind.FACTOR: 2,
        Kind.MONEY: -240,
        Kind.PRICE: 240,
    }
    rows: list[Row] = [tuple(values.get(kind, name) for kind in KINDS) for name in EVIL]
    rows.append((None,) * len(KINDS))
    return Report(
        "evil",
        "=1+1 <i>|`",
        facts=(Fact("who", "Wer", EVIL[3], Kind.NAME), Fact("sum", "Summe", 240, Kind.PRICE)),
        sections=(Section("evil", "Tab<b>le", columns, tuple(rows)),),
        notes=("- no <list> [link](x)", EVIL[7]),
    )


# -- formats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json", "csv"])
def test_no_control_character_reaches_a_terminal(form: str) -> None:
    """An escape sequence or a bidi override in a name is harmless in every format."""
    text = render(evil_report(), form)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_ends_with_one_newline(form: str) -> None:
    """A renderer's text can be written to a file as it is."""
    text = render(evil_report(), form)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_takes_a_report_without_rows(form: str) -> None:
    """An empty list is shown, not refused."""
    assert render(listing("players", "Players", [Column("name", "Name", Kind.NAME)], []), form)


def test_unknown_format_is_refused() -> None:
    """A format that is not there is named, with those that are."""
    with pytest.raises(NotFound, match=r"'pdf'; choose from text, markdown, csv, json, html"):
        render(evil_report(), "pdf")


def test_markdown_escapes_names() -> None:
    """A name in markdown is neither a column border, nor code, nor html, nor a list."""
    text = render(evil_report(), "markdown")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {len(KINDS) + 1}
    assert "<" not in text
    assert r"\`x\`\*y\*\_z\_" in text
    assert r"\- no &lt;list&gt; \[link\](x)" in text


def test_html_shows_names_as_text() -> None:
    """A name in html is text: the page has no tag that the renderer did not write."""
    page = Tags(render(evil_report(), "html"))
    assert page.open == []
    assert "b" not in page.seen
    assert "i" not in page.seen
    assert "<b>&amp;" in page.texts


def test_html_is_one_whole_page() -> None:
    """The page names its language, has headings and column headings, and asks nothing of the network."""
    page = render(evil_report(), "html")
    assert page.startswith('<!doctype html>\n<html lang="')
    assert page.count("<h1 ") == 1
    assert page.count('<th scope="col"') == len(KINDS)
    assert "@media print" in page
    assert "prefers-color-scheme: dark" in page
    assert "://" not in page
    assert "<script" not in page


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_people_see_one_minus_sign(form: str) -> None:
    """On a terminal as on a page, in a column as in a sentence; a name keeps its hyphen, as a day and a hand do."""
    columns = (Column("name", "Name", Kind.NAME), Column("balance", "Balance", Kind.MONEY), Column("runs", "Runs"))
    notes = (f"{shown.money(-50, 'ct')}, 2026-11-19, w b-l2",)
    report = listing("balances", "Balances", columns, [("Anna-Eva", -240, "+ - 0"), ("Bene", 240, "+")], notes)
    said = unescape(render(report, form)).replace("\N{NO-BREAK SPACE}", " ").replace("\\", "")
    for word in ("−2.40", "Anna-Eva", "+ − 0", "−0.50 €, 2026-11-19, w b-l2"):
        assert word in said, word


def test_csv_defuses_formulas_in_words_only() -> None:
    """A name that a spreadsheet would compute gets an apostrophe; a negative number stays a number."""
    rows = list(csv.DictReader(io.StringIO(render(evil_report(), "csv"))))
    assert rows[0]["name"] == "'=1+1"
    assert rows[EVIL.index("@SUM(A1)")]["name"] == "'@SUM(A1)"
    assert rows[EVIL.index("a|b")]["name"] == "a|b"
    assert {row["money"] for row in rows[:-1]} == {"-240"}


def test_a_ratio_below_0_has_the_minus_of_an_amount() -> None:
    """Not a hyphen beside the minus of the amounts around it."""
    assert (shown.written(-0.25, Kind.RATIO, ""), shown.written(-25, Kind.MONEY, "ct")) == ("−0.25", "−0.25")


def test_csv_numbers_are_raw() -> None:
    """Amounts in csv are whole cents, rates fractions, dates ISO; an empty cell is empty."""
    first, *_, last = csv.DictReader(io.StringIO(render(evil_report(), "csv")))
    assert [first[kind] for kind in (Kind.DATE, Kind.COUNT, Kind.RATE, Kind.FACTOR, Kind.MONEY, Kind.PRICE)] == [
        *("2026-11-19", "3", "0.25", "2", "-240", "240")
    ]
    assert set(last.values()) == {""}


def test_csv_writes_the_main_table_or_the_one_asked_for() -> None:
    """Csv is one table: the main one, or another by its key."""
    session, lines = lamers_evening()
    report = session_report(session, lines)
    assert render(report, "csv").splitlines()[:2] == [
        "hand,what,Anna,Bene,Christl,Dani,value",
        '1,"Sauspiel: Anna and Dani won, Schneider, Schwarz, 1 Klopfer",60,-60,-60,60,60',
    ]
    assert render(report, "csv", table="changes").splitlines()[-1] == "5,540,-180,-180,-180"
    with pytest.raises(NotFound, match=r"totals, .*sheet, changes, declared"):
        render(report, "csv", table="nothing")


def test_generic_json_has_its_documented_shape() -> None:
    """Json has a version, raw values under the column keys, and escapes that any reader undoes."""
    data = json.loads(render(evil_report(), "json"))
    assert list(data) == ["schema", "report", "title", "unit", "facts", "tables", "notes"]
    assert (data["schema"], data["report"], data["unit"]) == (1, "evil", "ct")
    assert data["facts"] == {"who": EVIL[3], "sum": 240}
    assert tuple(row["name"] for row in data["tables"]["evil"][:-1]) == EVIL
    assert data["tables"]["evil"][0]["money"] == -240


def test_a_table_that_is_wider_than_the_terminal_goes_on_below() -> None:
    """Each part begins with the first column; in a file it stays whole."""
    columns = [
        Column("hand", "Hand", Kind.COUNT),
        *(Column(name, name, Kind.NAME) for name in ("Anna", "Bene", "Dani")),
    ]
    report = listing("hands", "", columns, [(1, "a", "b", "d"), (2, "A", "B", "D")])
    parts = (
        "Hand  Anna  Bene\n----  ----  ----\n   1  a     b\n   2  A     B\n\nHand  Dani\n----  ----\n   1  d\n   2  D\n"
    )
    assert render(report, "text", width=16, whole=False) == parts
    assert render(report, "text", width=16).startswith("Hand  Anna  Bene  Dani\n")


def test_no_amount_is_parted_from_its_currency() -> None:
    """A sentence breaks before the amount, not within it."""
    assert shown.filled("Anna wins 2.40 €", 15) == "Anna wins\n2.40 €"


def test_text_aligns_wide_letters() -> None:
    """Columns stand under each other with wide letters and emoji as well."""
    rows = [("日本", 100), ("Anna", -100), ("👍", 0)]
    report = listing("x", "", [Column("name", "Name", Kind.NAME), Column("balance", "Balance", Kind.MONEY)], rows)
    assert len({shown.width(line) for line in render(report, "text").splitlines()}) == 1


def test_text_breaks_prose_and_nothing_else() -> None:
    """A long sentence in a cell is broken to fit 80 columns; a name never is."""
    columns = [Column("name", "Name", Kind.NAME), Column("how", "How", Kind.PROSE)]
    text = render(listing("x", "", columns, [("Anna Lena", "word " * 40)]), "text")
    assert max(map(len, text.splitlines())) <= 80
    assert "Anna Lena" in text
    assert text.count("word") == 40


# -- how people read a value --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "unit", "signed", "text"),
    [
        pytest.param(240, "ct", False, "2.40", id="cents-are-euros"),
        pytest.param(240, "ct", True, "+2.40", id="a-plus-sign"),
        pytest.param(-60, "ct", True, "−0.60", id="less-than-a-euro"),
        pytest.param(-5, "ct", False, "−0.05", id="leading-zero"),
        pytest.param(0, "ct", True, "0.00", id="nothing-has-no-sign"),
        pytest.param(12, "points", True, "+12", id="points-as-they-are"),
        pytest.param(-100_000, "ct", True, "−1000.00", id="thousands"),
    ],
)
def test_amount(value: int, unit: str, signed: bool, text: str) -> None:
    """Amounts are read in euros or points."""
    assert shown.amount(value, unit, signed=signed) == text


@given(st.integers(-(2**63), 2**63))
def test_amount_loses_no_cent(cents: int) -> None:
    """What people read is exactly the number of cents."""
    assert int(shown.amount(cents, "ct", signed=True).replace(".", "").replace("−", "-")) == cents


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param("2026-11-19", "19 Nov 2026", id="iso-day"),
        pytest.param("2003-03-03", "3 Mar 2003", id="no-leading-zero"),
        pytest.param("2026-13-19", "2026-13-19", id="no-such-month"),
        pytest.param("gestern", "gestern", id="no-day"),
        pytest.param("2026-11", "2026-11", id="only-a-month"),
    ],
)
def test_day(raw: str, text: str) -> None:
    """A day is read as people write it, anything else as it is."""
    assert shown.day(raw) == text


@given(st.text())
@settings(max_examples=200)
def test_clean_text_steers_nothing(text: str) -> None:
    """Cleaning keeps every letter that can be seen and the length, and leaves no control character."""
    cleaned = shown.clean(text)
    assert len(cleaned) == len(text)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", cleaned)
    assert all(
        before == after
        for before, after in zip(text, cleaned, strict=True)
        if before.isprintable() and before not in HIDING
    )


def test_clean_keeps_an_emoji_with_joiners() -> None:
    """A family of emoji stays together."""
    assert shown.clean("👨‍👩‍👧") == "👨‍👩‍👧"


@pytest.mark.parametrize(
    ("label", "words", "text"),
    [
        pytest.param("3 Laufende", {"laufende": "Läufer"}, "3 Läufer", id="own-word"),
        pytest.param("Stockwerk", {"stock": "Topf"}, "Stockwerk", id="whole-words-only"),
        pytest.param("Tout", {}, "Tout", id="no-words"),
    ],
)
def test_own_words(label: str, words: dict[str, str], text: str) -> None:
    """Explanations use the words a tariff gives."""
    assert shown.in_words(label, words) == text
