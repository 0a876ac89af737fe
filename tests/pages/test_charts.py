"""Charts: the evening's curve, and how any chart is drawn on a page and in a terminal."""

import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from report_samples import FOUR, KINDS, Tags, eventful_evening, lamers_evening
from test_reports import EVIL

from sklog.direct.screen import choose
from sklog.files.formats import read_path
from sklog.language import speak
from sklog.pages import picture
from sklog.pages.chart import every, letters, plot, spread, value_axis
from sklog.reports.curve import curve, evening_curve, summed
from sklog.reports.format import width as columns_of
from sklog.reports.model import BARS, CURVE, Band, Chart, Kind, Report, Series
from sklog.reports.render import render
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state
from sklog.scoring.state import Line

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
SEVEN = (*FOUR, "Eva", "Sepp", "Kathi")


def totals(hands: int, names: Sequence[str] = SEVEN, times: int = 1) -> Chart:
    """Return a curve of so many hands, in which everybody wins and loses in turn."""
    changes = (
        {name: (hand * (place + 3) % 7 - 3) * 10 * times for place, name in enumerate(names)} for hand in range(hands)
    )
    after = zip(map(str, range(1, hands + 1)), summed(changes), strict=True)
    (chart,) = curve("c", "Curve", "Hand", [("0", dict.fromkeys(names, 0)), *after], names)
    return chart


def bars(*amounts: float | None, kind: str = Kind.MONEY) -> Chart:
    """Return bars of one colour."""
    places = tuple(f"Game {place}" for place in range(len(amounts)))
    return Chart("b", "Bars", BARS, "Game", places, (Series("all", amounts),), kind=kind)


def drawn(chart: Chart, unit: str = "ct") -> ET.Element:
    """Return the vector picture of a chart."""
    found = re.search("<svg.*?</svg>", picture.figure(chart, unit, "name"), re.DOTALL)
    assert found
    return ET.fromstring(found[0])  # noqa: S314  sklog has just written it


def told(root: ET.Element) -> list[str]:
    """Return what places and bars say of themselves."""
    return [title.text or "" for group in root.iter("g") if group.get("class") in ("place", "bar")
            for title in group.iter("title")]  # fmt: skip


def sample(name: str) -> tuple[Session, list[Line]]:
    """Return a sample evening."""
    (session,) = read_path(SAMPLES / f"{name}.yaml")
    return session, session.lines()


# -- the evening's curve ------------------------------------------------------------------------------


def test_curve_begins_before_the_first_hand() -> None:
    """The axis counts hands, from 0 on, and everybody who was there begins at 0."""
    (chart,) = evening_curve(*lamers_evening())
    assert (chart.shape, chart.axis, chart.places) == (CURVE, "Hand", ("0", "1", "2", "3", "4", "5"))
    assert [one.values[0] for one in chart.series] == [0, 0, 0, 0]
    assert chart.series[0] == Series("Anna", (0, 60, -60, 100, -180, 360))


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_curve_ends_with_the_balances(path: Path) -> None:
    """Every line ends where the totals of the evening are, whatever happened behind the last hand."""
    session, lines = sample(path.stem)
    (chart,) = evening_curve(session, lines)
    balances = dict(final_state(session, lines).balances)
    del balances[STOCK]
    assert {one.name: one.values[-1] for one in chart.series} == balances


def test_line_begins_where_somebody_sits_down() -> None:
    """Who joined later has no value before; who left keeps what was owed."""
    session, lines = sample("langer-abend")
    (chart,) = evening_curve(session, lines)
    values = {one.name: one.values for one in chart.series}
    assert values["Eva"][:14] == (*(None,) * 12, 0, -40)
    assert set(values["Dani"][36:]) == {1260}


def test_money_between_two_hands_belongs_to_the_hand_before() -> None:
    """What is paid into the Stock after a hand is part of what everybody has when the next one begins."""
    session, lines, _ = eventful_evening()
    (chart,) = evening_curve(session, lines)
    (anna,) = (one.values for one in chart.series if one.name == "Anna")
    posted = next(place for place, line in enumerate(lines) if line.number == 6)
    assert anna[6] == lines[posted].state.balances["Anna"] - 40


def test_bock_is_shaded_with_its_reason() -> None:
    """A stretch of hands that count double is a band, for each reason its own."""
    session, lines = sample("langer-abend")
    (chart,) = evening_curve(session, lines)
    assert chart.bands[:2] == (
        Band(2, 3, "Bock × 2, after hand 1, a lost solo"),
        Band(4, 9, "Bock × 2, after hand 3, a lost solo"),
    )
    shaded = {hand for band in chart.bands for hand in range(band.first, band.last + 1)}
    assert shaded == {line.number for line in lines if line.number is not None and line.table.bock}


def test_evening_without_a_hand_has_no_curve() -> None:
    """There is nothing to draw before the first hand."""
    session, _ = lamers_evening()
    empty = session._replace(entries=())
    assert evening_curve(empty, empty.lines()) == ()


@given(st.lists(st.dictionaries(st.sampled_from(FOUR), st.integers(-1000, 1000)), max_size=20))
def test_summed_adds_up(changes: list[dict[str, int]]) -> None:
    """The totals after each change are the sums so far, of those who have had a part."""
    found = list(summed(changes))
    assert len(found) == len(changes)
    for place, total in enumerate(found):
        so_far = changes[: place + 1]
        assert total == {name: sum(one.get(name, 0) for one in so_far) for one in so_far for name in one}


# -- axes ---------------------------------------------------------------------------------------------


@given(
    st.lists(st.one_of(st.none(), st.integers(-(2**62), 2**62)), max_size=20), st.sampled_from([Kind.MONEY, Kind.COUNT])
)
@example([10**17 + 1], Kind.MONEY)  # no float is so exact
def test_marks_are_round_and_hold_every_value(values: list[int | None], kind: str) -> None:
    """The axis is marked at whole, even steps, at 0, and on both sides of every value; never too often."""
    shown = list(value_axis(bars(*values, kind=kind), 6, "ct").marks)
    assert 0 in shown
    assert len(shown) <= 8
    assert all(isinstance(mark, int) for mark in shown)
    assert len({after - before for before, after in pairwise(shown)}) <= 1
    assert all(shown[0] <= value <= shown[-1] for value in values if value is not None)


def test_marks_of_shares() -> None:
    """Shares of 1 are marked at tenths."""
    assert list(value_axis(bars(0.12, 0.5, kind=Kind.RATE), 6, "ct").marks) == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]


@pytest.mark.parametrize(("places", "step"), [(1, 1), (12, 1), (13, 2), (50, 5), (66, 10), (500, 50), (2000, 200)])
def test_places_are_thinned_to_round_numbers(places: int, step: int) -> None:
    """However many hands there are, about a dozen are named on the axis."""
    assert every(places, 12) == step


@given(st.lists(st.floats(0, 100), max_size=12).map(sorted))
def test_names_beside_lines_are_moved_apart(wanted: list[float]) -> None:
    """Names keep their order and their distance, and stay where they were where there was room."""
    found = spread(wanted, 5, 100)
    assert len(found) == len(wanted)
    assert all(0 <= place <= 100 for place in found)
    assert all(after - before > 4.999 for before, after in pairwise(found))
    if all(after - before > 5 for before, after in pairwise(wanted)):
        assert found == pytest.approx(wanted)


# -- on a page ----------------------------------------------------------------------------------------


def test_every_place_says_everybodys_value() -> None:
    """Where a mouse rests stands which hand it was, what happened in it, and what everybody had then."""
    (chart,) = evening_curve(*lamers_evening())
    said = told(drawn(chart))
    assert len(said) == 6
    assert said[0] == "Hand 0\nAnna: 0.00 €\nBene: 0.00 €\nChristl: 0.00 €\nDani: 0.00 €"
    assert said[2] == (
        "Hand 2 · Wenz: Bene won, Schneider, 3 Laufende, 1 Klopfer\n"
        "Anna: −0.60 €\nBene: +3.00 €\nChristl: −1.80 €\nDani: −0.60 €"
    )


def test_places_speak_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """In German the axis is Spiel and cents stand behind a comma."""
    monkeypatch.setenv("SKLOG_LANG", "de")
    choose()
    try:
        (chart,) = evening_curve(*lamers_evening())
        said = told(drawn(chart))[4]
        assert said.startswith("Spiel 4 · Sauspiel: Christl und Dani gewinnen, ")
        assert "\nAnna: −1,80 €\n" in said
    finally:
        speak(None)


def test_a_place_that_is_shaded_says_why() -> None:
    """Between what was played and what everybody had stands why it counted more."""
    (chart,) = evening_curve(*sample("langer-abend"))
    said = [one.split("\n") for one in told(drawn(chart))]
    assert said[2][:2] == [
        "Hand 2 · Schellen-Farbwenz: Dani won with 64 Augen, Kontra, Re",
        "Bock × 2, after hand 1, a lost solo",
    ]
    assert [len(one) - len(chart.series) - 1 for one in said[10:13]] == [0, 0, 0]


def test_who_is_not_there_yet_has_no_value() -> None:
    """Before somebody sits down there is a dash; a void hand says that it is none."""
    (chart,) = evening_curve(*sample("langer-abend"))
    said = told(drawn(chart))
    assert "\nEva: –\n" in said[11]
    assert said[22].startswith("Hand 22 · (void) Sauspiel: ")


def test_places_lie_side_by_side_below_their_points() -> None:
    """Each stripe has its point in its middle, and the next one begins where it ends."""
    root = drawn(evening_curve(*lamers_evening())[0])
    stripes = [(float(rect.attrib["x"]), float(rect.attrib["width"]))
               for group in root.iter("g") if group.get("class") == "place" for rect in group.iter("rect")]  # fmt: skip
    points = sorted({round(float(dot.attrib["cx"]), 1) for dot in root.iter("circle")})
    assert [left + width / 2 for left, width in stripes] == pytest.approx(points, abs=0.11)
    assert [left + width for left, width in stripes[:-1]] == pytest.approx([left for left, _ in stripes[1:]], abs=0.11)


@pytest.mark.long
def test_bands_lie_below_the_lines_and_say_why() -> None:
    """Bock is shaded behind the lines; where a mouse rests on it, it says its reason."""
    (chart,) = evening_curve(*sample("langer-abend"))
    classes = [group.get("class", "") for group in drawn(chart).iter("g")]
    kinds = [kind.partition(" ")[0] for kind in classes if kind.startswith(("band", "series"))]
    assert kinds.index("series") >= len(chart.bands)
    titles = [
        title.text for group in drawn(chart).iter("g") if group.get("class") == "band" for title in group.iter("title")
    ]
    assert set(titles) == {band.title for band in chart.bands}


def test_lines_differ_without_colour() -> None:
    """The first 64 lines have a colour and dashes that no other line has together, the first eight each their own."""
    looks = [picture.line_classes(place) for place in range(64)]
    assert len(set(looks)) == 64
    assert len({look.split()[1] for look in looks[:8]}) == 8


def test_a_name_keeps_its_colour() -> None:
    """A person's colour is the place among everybody of the ledger, whoever else is drawn and in what order."""
    chart = totals(3, SEVEN[4:1:-1])
    assert picture.colours(chart, SEVEN) == [4, 3, 2]


def test_who_is_nobody_of_the_ledger_has_a_colour_of_no_person() -> None:
    """The Stock, which plays along in a curve, takes none of the people's colours."""
    assert picture.colours(totals(3, [SEVEN[1], STOCK]), SEVEN) == [1, len(SEVEN)]


def test_name_of_a_line_stands_at_its_end() -> None:
    """Everybody's name stands beside the last point, none on another."""
    root = drawn(totals(20))
    names = [text for text in root.iter("text") if text.get("class") == "label"]
    assert sorted(text.text or "" for text in names) == sorted(SEVEN)
    heights = sorted(float(text.attrib["y"]) for text in names)
    assert min(after - before for before, after in pairwise(heights)) >= picture.LINE - 0.11


def test_legend_says_where_each_line_ends() -> None:
    """Below the picture stand all names with their last value, and what is shaded."""
    (chart,) = evening_curve(*sample("langer-abend"))
    legend = picture.figure(chart, "ct", "name").partition('<ul class="legend">')[2]
    assert "Dani <b>+12.60 €</b>" in legend
    assert legend.count("<li>") == len(chart.series) + 1
    assert "Bock × 2</li>" in legend


def test_picture_is_described_to_who_does_not_see_it() -> None:
    """A screen reader hears the heading, where every line ends and what is shaded."""
    root = drawn(evening_curve(*sample("langer-abend"))[0])
    assert (root.get("role"), root.get("aria-labelledby"), root.get("aria-describedby")) == ("img", "name", "name-said")
    (described,) = (desc for desc in root.iter("desc") if desc.get("id") == "name-said")
    assert (described.text or "").startswith("Anna −2.10 €; Bene −2.90 €; ")
    assert "Bock × 2, ordered after hand 62" in (described.text or "")


def test_bars_say_their_value() -> None:
    """Each bar has its name before it and its value beside it, on the side to which it points."""
    root = drawn(bars(120, -240, 0, None))
    assert told(root) == ["Game 2: 0.00 €", "Game 1: −2.40 €", "Game 0: +1.20 €"]
    shown = {text.text: text.get("class") for text in root.iter("text") if "value" in text.get("class", "")}
    assert shown == {"+1.20": "value", "−2.40": "value less", "0.00": "value"}


def test_bars_of_two_colours_have_a_legend() -> None:
    """Where bars stand side by side their colours are named."""
    chart = bars(1, 2)._replace(series=(Series("won", (1, 2)), Series("lost", (3, None))))
    figure = picture.figure(chart, "ct", "name")
    assert re.findall("</svg>(won|lost)</li>", figure) == ["won", "lost"]


@pytest.mark.parametrize(
    "chart",
    [
        pytest.param(totals(9, EVIL), id="lines"),
        pytest.param(bars(1)._replace(places=(EVIL[2],)), id="places"),
        pytest.param(totals(3)._replace(bands=(Band(1, 2, EVIL[2]),), title=EVIL[2], axis=EVIL[2]), id="words"),
    ],
)
def test_names_in_a_picture_are_text(chart: Chart) -> None:
    """A name is never a tag, an entity or a character that turns the writing around."""
    page = render(Report("x", "x", charts=lambda: (chart,)), "html")
    tags = Tags(page)
    assert tags.open == []
    assert tags.seen.count("b") == (len(chart.series) if chart.shape == CURVE else 0)  # the legend's values
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", page)


@pytest.mark.parametrize("chart", [totals(30), bars(1, -2)], ids=["curve", "bars"])
def test_picture_asks_for_nothing_and_runs_nothing(chart: Chart) -> None:
    """No address, no script, no style of its own, no id beside the one that describes it, and no day in it."""
    figure = picture.figure(chart, "ct", "name")
    assert not re.search("://|<script|<style|href|style=|<!--|xmlns|uuid", figure)
    assert re.findall(' id="([^"]*)"', figure) == ["name-said"]
    assert not re.search(r"\d{4}-\d\d-\d\d", figure)
    assert "ygal" not in figure


def test_same_chart_is_the_same_picture() -> None:
    """Nothing by chance is in a picture: files can be compared."""
    assert picture.figure(totals(30), "ct", "x") == picture.figure(totals(30), "ct", "x")


@pytest.mark.long
def test_what_is_imported_after_a_picture_is_found_or_missed_as_before() -> None:
    """The drawing library has a finder of modules: with it nothing else is found, and nobody sees a warning."""
    code = (
        "import pygal, json\n"
        "try:\n    import there_is_no_such_module\n"
        "except ModuleNotFoundError as missing:\n    print(missing.name)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("there_is_no_such_module\n", "")


@pytest.mark.long
@pytest.mark.parametrize(
    "chart",
    [
        pytest.param(totals(1), id="one-hand"),
        pytest.param(totals(2000), id="2000-hands"),
        pytest.param(totals(30, times=10**14), id="huge"),
        pytest.param(totals(5, times=0), id="all-zero"),
        pytest.param(totals(9, tuple(f"P{place}" for place in range(30))), id="30-people"),
        pytest.param(bars(0), id="zero-bar"),
        pytest.param(bars(*range(-5, 40)), id="many-bars"),
        pytest.param(bars(10**17, -(10**17)), id="huge-bars"),
    ],
)
def test_any_chart_can_be_drawn(chart: Chart) -> None:
    """Little, much, nothing but zeros: there is a picture with a line or a bar for everybody, within its frame."""
    root = drawn(chart)
    height = float(root.attrib["viewBox"].split()[3])
    texts = [float(text.attrib["y"]) for text in root.iter("text")]
    assert texts
    assert all(0 <= y <= height for y in texts)
    assert told(root)
    text = plot(chart, "ct", 80)
    assert max(map(columns_of, text.split("\n"))) <= 80
    if chart.shape == CURVE:
        assert all(re.search(rf" {one.name}$", text, re.MULTILINE) for one in chart.series)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("text", "prose", "name", "date", "time")])
def test_any_kind_of_value_can_be_drawn(kind: str) -> None:
    """Amounts, counts, shares and factors are all written as people read them."""
    chart = bars(1, 2, kind=kind)
    assert told(drawn(chart))
    assert plot(chart, "points", 60)


@pytest.mark.long
def test_page_of_500_hands_is_light() -> None:
    """A long history is below a megabyte, since places that nobody could tell apart are left out."""
    page = render(Report("x", "x", charts=lambda: (totals(500),)), "html")
    assert len(page.encode()) < 200_000
    assert len(told(drawn(totals(2000)))) <= picture.MOST_TOLD + 2


@pytest.mark.long
def test_last_place_always_speaks() -> None:
    """However many places are left out, the last is there."""
    assert told(drawn(totals(1999)))[-1].startswith("Hand 1999\nAnna: ")


def test_chart_without_a_value_is_left_out() -> None:
    """A report may bring a chart with nothing in it; nothing is drawn."""
    report = Report("x", "x", charts=lambda: (bars(None),))
    assert report.drawn == ()
    assert "<figure" not in render(report, "html")


# -- in a terminal ------------------------------------------------------------------------------------


def test_terminal_has_a_line_for_everybody() -> None:
    """Each line has a letter, and at its end the letter and the name; amounts stand at the left, Bock below."""
    (chart,) = evening_curve(*sample("langer-abend"))
    text = plot(chart, "ct", 80)
    assert text.startswith("The evening's curve (€)\n+15.00 ┼")
    for letter, name in zip("ABCDESK", SEVEN, strict=True):
        assert re.search(rf"{letter} {name}$", text, re.MULTILINE), name
        assert text.count(letter) > 3
    assert re.search(r"═ +Bock × 2$|═ Bock × 2$", text, re.MULTILINE)
    assert re.search(r"^ +0 +10 +20 +30 .* Hand$", text, re.MULTILINE)


@pytest.mark.parametrize("width", [60, 80, 132])
@pytest.mark.parametrize(
    "chart", [totals(66), totals(9, EVIL), bars(1, -250, 30), totals(1)], ids=["curve", "evil", "bars", "one"]
)
def test_terminal_is_never_too_narrow(chart: Chart, width: int) -> None:
    """No line is wider than the terminal or ends with a space, and no letter steers it."""
    text = plot(chart, "ct", width)
    lines = text.split("\n")
    assert max(map(columns_of, lines)) <= width
    assert lines == [line.rstrip() for line in lines]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2800]", text)


def test_terminal_uses_its_width() -> None:
    """A wider terminal shows more."""
    assert max(map(columns_of, plot(totals(66), "ct", 132).split("\n"))) == 132


def test_letters_are_all_different() -> None:
    """People with the same initial have different letters."""
    names = ("Anna", "Albert", "Anton", "日本", "Alba", "N")
    found = [letter for letter, _ in letters([Series(name, ()) for name in names])]
    assert found == ["A", "L", "N", "B", "C", "D"]


def test_bars_in_a_terminal() -> None:
    """A bar begins at the zero line and its value stands at the right."""
    assert plot(bars(100, -50, None, 0), "ct", 40) == (
        "Bars (€)\n"
        "Game 0         │⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶ +1.00 €\n"
        "Game 1 ⠶⠶⠶⠶⠶⠶⠶⠶│                 −0.50 €\n"
        "Game 2         │\n"
        "Game 3         │                  0.00 €"
    )


def test_bars_side_by_side_in_a_terminal() -> None:
    """Each bar is named by its place, once, and by what its colour means."""
    chart = bars(1, 2, kind=Kind.COUNT)._replace(series=(Series("won", (1, 2)), Series("lost", (3, None))))
    assert plot(chart, "ct", 30) == (
        "Bars\n"
        "Game 0 won  │⠶⠶⠶⠶⠆           1\n"
        "       lost │⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶ 3\n"
        "Game 1 won  │⠶⠶⠶⠶⠶⠶⠶⠶⠶⠶      2\n"
        "       lost │"
    )
