"""An evening as a picture to send: what is on it, that it needs nothing else, and what is said where there is none."""

import re
import struct
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from conftest import Sklog
from season_samples import FOUR, evening, sauspiel, wenz

from sklog import tariffs
from sklog.errors import Refused
from sklog.pages import card, picture
from sklog.reports.format import width as columns_of
from sklog.reports.model import Report
from sklog.reports.sheet import session_report
from sklog.scoring.hand import Passed
from sklog.scoring.session import Session
from sklog.scoring.settlement import still_open
from sklog.scoring.state import Payment

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")
NAMES = "{http://www.w3.org/2000/svg}"


def sheet(session: Session) -> Report:
    """Return the sheet of an evening."""
    lines = session.lines()
    return session_report(session, lines, still_open(session, lines))


def told(report: Report) -> list[str]:
    """Return every line of words on the picture, from above."""
    return [one.text or "" for one in ET.fromstring(card.card(report)).iter(f"{NAMES}text")]  # noqa: S314  our own


def highlights(session: Session) -> list[tuple[object, ...]]:
    """Return the rows of the highlights."""
    (found,) = [one for one in sheet(session).sections if one.key == "highlights"]
    return list(found.rows)


# -- highlights ---------------------------------------------------------------------------------------


def test_the_hand_of_the_evening_is_the_dearest() -> None:
    """Of hands that cost the same it is the earliest."""
    first, *_runs = highlights(evening(sauspiel(), wenz("Bene"), wenz("Christl")))
    assert first[:2] == ("The hand of the evening", "2")


def test_runs_are_told_from_two_hands_on() -> None:
    """Bene won hands 1 and 2; one hand alone is no run."""
    told = highlights(evening(wenz("Bene"), wenz("Bene")))
    assert ("Winning streak", "1–2", "Bene: 2 hands, +3.00 €") in told
    assert [row[0] for row in highlights(evening(wenz("Bene")))] == ["The hand of the evening"]


def test_one_point_is_one() -> None:
    """In points the hand of the evening knows no comma and no euro."""
    [(_, _, who)] = highlights(Session("x", "2026-11-19", tariffs.find("saukopf"), FOUR, (sauspiel(),)))
    assert str(who).endswith("won, 1 point each")


def test_an_evening_of_nothing_has_no_highlight() -> None:
    """A deal thrown in costs nothing, and nobody wins it."""
    assert highlights(evening(Passed())) == []


# -- what is on the picture ---------------------------------------------------------------------------


def test_who_won_most_stands_first() -> None:
    """The names are in the order of the result, each followed by its amount."""
    words = told(sheet(evening(wenz("Bene"), sauspiel("Anna", "Christl"))))
    places = [words.index(name) for name in ("Bene", "Anna", "Christl", "Dani")]
    assert places == sorted(places)
    assert [words[place + 1] for place in places] == ["+1.30 €", "−0.30 €", "−0.30 €", "−0.70 €"]


def test_payments_are_sentences() -> None:
    """Who pays whom is said as people say it."""
    words = told(sheet(evening(wenz("Bene"))))
    assert {f"{name} pays Bene 0.50 €" for name in FOUR if name != "Bene"} <= set(words)


def test_the_hand_of_the_evening_is_told() -> None:
    """Its number stands in the heading, what happened below it."""
    words = told(sheet(evening(sauspiel(), wenz("Bene"))))
    assert "The hand of the evening · No. 2" in words
    assert any(line.startswith("Wenz: Bene won") for line in words)


@pytest.mark.parametrize(
    "session",
    [
        pytest.param(evening(), id="no-hands"),
        pytest.param(evening(wenz()), id="one-hand"),
        pytest.param(evening(wenz(), tariff="saukopf"), id="points"),
        pytest.param(evening(Passed()), id="thrown-in"),
        pytest.param(evening(wenz(), name="<Stammtisch> & 'die \"Langen\"' " * 6), id="long-name"),
    ],
)
def test_nothing_stands_outside_the_picture(session: Session) -> None:
    """All shapes and words lie inside it; words by the room that their letters take at most times."""
    root = ET.fromstring(card.card(sheet(session)))  # noqa: S314  our own
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for one in root.iter():
        for key in ("x", "x1", "x2"):
            assert 0 <= float(one.get(key, 0)) <= width, one.attrib
        for key in ("y", "y1", "y2"):
            assert 0 <= float(one.get(key, 0)) <= height, one.attrib
        if one.tag == f"{NAMES}text" and one.get("text-anchor") is None:
            room = columns_of(one.text or "") * float(one.attrib["font-size"]) * card.LETTER
            assert float(one.attrib["x"]) + room <= width, one.text


@pytest.mark.parametrize("tariff", ["wiki", "saukopf"])
def test_no_bar_lies_under_an_amount(tariff: str) -> None:
    """However long amounts are, the longest bar ends before them."""
    root = ET.fromstring(card.card(sheet(evening(*[wenz("Dani")] * 40, tariff=tariff))))  # noqa: S314  our own
    amounts = [one for one in root.iter(f"{NAMES}text") if one.get("text-anchor") == "end" and one.get("font-weight")]
    begin = min(float(one.attrib["x"]) - len(one.text or "") * float(one.attrib["font-size"]) * 0.6 for one in amounts)
    bars = [one for one in root.iter(f"{NAMES}rect") if one.get("rx")]
    assert max(float(one.attrib["x"]) + float(one.attrib["width"]) for one in bars) <= begin


def test_the_picture_needs_nothing_else() -> None:
    """Nothing is loaded and nothing runs: its name space is the only address in it."""
    drawn = card.card(sheet(evening(wenz(), name="<script>alert(1)</script>")))
    assert re.findall(r"https?://[^\"]+", drawn) == [NAMES.strip("{}")]
    assert "<script" not in drawn
    assert "href" not in drawn


def test_colours_are_those_of_the_page() -> None:
    """A line has the colour that the page gives to its classes: the style sheet is the only place that says it."""
    found = card.palette()
    assert len(set(found.lines)) == len(found.dashes) == picture.COLOURS
    style = card.STYLE.read_text(encoding="utf-8")
    assert all(f"--c{place}: {colour};" in style for place, colour in enumerate(found.lines))


def test_a_name_has_its_colour_of_every_page() -> None:
    """Who came third into the ledger has the third colour on the picture too."""
    report = sheet(evening(wenz()))._replace(people=("Eva", "Fritz", "Anna", *FOUR[1:]))
    drawn = ET.fromstring(card.card(report))  # noqa: S314  our own
    at_the_end = [one for one in drawn.iter(f"{NAMES}text") if one.text == "Anna" and one.get("font-weight")]
    assert [one.attrib["fill"] for one in at_the_end] == [card.palette().lines[2]]


def test_the_picture_says_why_who_pays_differs_from_the_result() -> None:
    """Result, what was paid and got, and what the Stock gives add up to what everybody pays."""
    split = tariffs.read("name: split\nextends: wiki\nstock: {at_close: split}\n", "split.yaml")
    played = (Passed(), Passed(), Payment("Anna", "Bene", 50), sauspiel("Christl", "Dani", won=False))
    session = evening(*played)._replace(tariff=split)
    words = told(sheet(session))
    below = words[words.index("Who pays whom") + 1 : words.index("The evening's curve")]
    assert below == [
        "Anna has already paid 0.50 €",
        "Bene has already got 0.50 €",
        "From the Stock: Anna +0.20 €, Bene +0.20 €,",
        "Christl +0.20 €, Dani +0.20 €",
        "Bene pays Anna 0.40 €",
        "Christl pays Anna 0.10 €",
        "Dani pays Anna 0.10 €",
    ]


# -- on the command line -------------------------------------------------------------------------------


def test_a_file_called_svg_is_the_picture(ok: Sklog, folder: Path) -> None:
    """The ending of the file says what is written."""
    ok(*START)
    ok("add", "s", "ac")
    ok("report", "session", "-o", "abend.svg")
    assert (folder / "abend.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.long
def test_a_png_is_as_large_as_the_drawing(ok: Sklog, folder: Path) -> None:
    """Width and height stand in its head."""
    pytest.importorskip("resvg_py", reason="the extra `pictures` is not installed")
    ok(*START)
    ok("add", "s", "ac")
    for name in ("abend.png", "abend.svg"):
        ok("report", "session", "-o", name)
    head = (folder / "abend.png").read_bytes()[:24]
    root = ET.fromstring((folder / "abend.svg").read_text(encoding="utf-8"))  # noqa: S314  our own
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (int(root.attrib["width"]), int(root.attrib["height"]))


def test_a_png_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is missing, one sentence says so, and that svg needs none."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Refused, match="a png needs one more package, from the extra pictures; svg needs none"):
        card.png(sheet(evening(wenz())))


def test_only_an_evening_is_a_picture(ok: Sklog, run: Sklog, folder: Path) -> None:
    """Another report is refused, and no file is left."""
    ok(*START)
    ok("add", "s", "ac")
    assert (
        run("report", "standings", "-o", "x.svg").err == "only an evening can be drawn as a picture: sklog report "
        "session\n"
    )
    assert not (folder / "x.svg").exists()


def test_a_pdf_is_the_printed_page(run: Sklog) -> None:
    """What has to be done instead is said with the name of the file."""
    said = " ".join(run("report", "session", "-o", "abend.pdf").err.split())
    assert "a pdf, print the page: write it with -o abend.html" in said
