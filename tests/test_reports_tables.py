"""The settlement and the board."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from report_samples import FIVE_TEXTS, FOUR, LAMERS, WIKI, eventful_evening, lamers_evening

from sklog.notation.words import seats
from sklog.reports import format as shown
from sklog.reports.board import Recent, board, show_report
from sklog.reports.model import Column, Kind, listing
from sklog.reports.render import render
from sklog.reports.sentences import because
from sklog.reports.settlement import Source, hand_sources, settlement_report, why_report
from sklog.scoring.evening import play, start
from sklog.scoring.hand import Passed
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import Plan, fewest
from sklog.scoring.state import ORDERED, BockOrder, Cause, Entry, RoundOrder
from sklog.scoring.tariff import TRIGGERS, Bock, Doublings

# -- settlement ---------------------------------------------------------------------------------------


def test_settlement_as_text() -> None:
    """Who pays whom in euros, the balances this settles, and what the plan promises."""
    balances = {"Anna": 360, "Bene": 0, "Christl": -560, "Dani": 200, "Stock": 0}
    text = render(settlement_report(fewest(balances), balances, "ct", "Settlement"), "text")
    assert re.search(r"Christl +Anna +3\.60\n", text)
    assert "Stock" not in text
    assert "2.00\n\nNo other way needs fewer payments.\n\nBalances" in text


@pytest.mark.parametrize(
    ("plan", "note"),
    [
        pytest.param(Plan((), exact=True), "Nobody owes anybody anything.", id="settled"),
        pytest.param(
            Plan(fewest({"a": 1, "b": -1}).transfers, exact=False), "Fewer payments might be possible.", id="open"
        ),
    ],
)
def test_settlement_says_what_it_promises(plan: Plan, note: str) -> None:
    """A plan that is not proved minimal says so."""
    assert settlement_report(plan, {}, "ct", "x").notes == (note,)


def test_why_lists_the_largest_loss_first_and_adds_up() -> None:
    """Each debtor's hands, dearest first, then the others, and together the debt."""
    _, lines = lamers_evening()
    report = why_report(hand_sources(lines, FIVE_TEXTS), "ct", "Why", most=2)
    assert report.sections[0].rows == (
        ("Christl", "3", "fs c- tpk", -480),
        ("Christl", "5", "fs a tl5", -180),
        ("Christl", "", "all the others", 100),
        ("Christl", "", "together", -560),
    )


def test_why_names_events_that_moved_money() -> None:
    """What somebody paid into the Stock is a reason too; void hands are none."""
    _, lines, texts = eventful_evening()
    rows = why_report(hand_sources(lines, texts), "ct", "Why", most=99).sections[0].rows
    assert ("Anna", "", "paid into the Stock", -40) in rows
    assert not any("3" in row[1:2] for row in rows)
    for name in {row[0] for row in rows}:
        *parts, (_, _, label, owed) = [row for row in rows if row[0] == name]
        assert label == "together"
        assert sum(row[3] for row in parts) == owed  # type: ignore[misc]


def test_why_leaves_the_stock_out() -> None:
    """A Stock that was emptied owes nobody anything."""
    hands = [Source("1", "x", {"Anna": 40, STOCK: -40}), Source("2", "y", {"Anna": -60, "Bene": 60})]
    assert {row[0] for row in why_report(hands, "ct", "Why").sections[0].rows} == {"Anna"}


def test_settlement_takes_the_reasons_along() -> None:
    """`settle --why` is one report."""
    _, lines = lamers_evening()
    balances = lines[-1].state.balances
    why = why_report(hand_sources(lines, FIVE_TEXTS), "ct", "Why")
    report = settlement_report(fewest(balances), balances, "ct", "Settlement", why=why)
    assert [table.key for table in report.sections] == ["transfers", "balances", "why"]


# -- the board ----------------------------------------------------------------------------------------

STEERING = re.compile(r"\x1b\[[\d;]+m")
BOARD = """\
Stammtisch · hand 3

                    €  last hand  hands
  1 a  Anna     −0.20      −0.20      1
  2 b  Bene     −0.10                 0
★ 3 c  Christl  +0.30      +0.40      1  deals, sits out
★ 4 d  Dani     +0.30      +0.40      1
  5 e  Eva      −0.30      −0.20      1
       Stock     0.00      −0.40

   1  x
   2  s cd n
"""


def test_board() -> None:
    """Balances, the last change, the Stock, who deals and who sits out, the last hands."""
    _, lines, _ = eventful_evening()
    assert board("Stammtisch", lines[1].state, WIKI, lines[1], (Recent(1, "x", 0), Recent(2, "s cd n", 0))) == BOARD


def test_board_says_what_is_in_force() -> None:
    """Bock and a special round stand there with what is left of them and why, and who has left."""
    _, lines, _ = eventful_evening()
    text = board("Stammtisch", lines[8].state, WIKI, lines[8])
    assert "\nBock, 3 hands left, ordered after hand 3\n" in text
    assert "\nRound: Hadsch, 3 deals left, ordered after hand 3\n" in text
    assert re.search(r"Anna +−0\.20 +1 +has left", text)


@pytest.mark.parametrize(
    ("since", "why"),
    [
        pytest.param(Cause("thrown_in", 12), "after hand 12 was thrown in", id="thrown-in"),
        pytest.param(Cause("lost_solo", 3), "after hand 3, a lost solo", id="lost-solo"),
        pytest.param(Cause("herz_solo", 3), "after hand 3, a Herz-Solo", id="herz-solo"),
        pytest.param(Cause("lost_kontra", 3), "after hand 3, a Kontra that was lost", id="lost-kontra"),
        pytest.param(Cause("schwarz", 3), "after hand 3, a Schwarz", id="schwarz"),
        pytest.param(Cause("tie_60", 3), "after hand 3, a 60:60", id="tie"),
        pytest.param(Cause(ORDERED, 3), "ordered after hand 3", id="ordered"),
        pytest.param(Cause(ORDERED, 0), "ordered before hand 1", id="ordered-at-once"),
    ],
)
def test_board_says_why_bock_is_in_force(since: Cause, why: str) -> None:
    """Every trigger of a tariff, and the table's own word, is a reason with its hand."""
    state = start(FOUR)._replace(bock=(3,), bock_since=(since,))
    assert f"\nBock, 3 hands left, {why}\n" in board("x", state, LAMERS)


def test_board_has_a_reason_for_every_trigger() -> None:
    """No trigger that a tariff can have is without words."""
    assert all(because(Cause(trigger, 7)) for trigger in TRIGGERS)


def test_board_of_two_bock_counters() -> None:
    """Two counters in force make the next hand count four times; each has its own reason."""
    state = start(FOUR)._replace(bock=(1, 4), bock_since=(Cause("thrown_in", 2), Cause("lost_solo", 5)))
    assert (
        "\nBock: the next hand counts × 4\n"
        "Bock, 1 hand left, after hand 2 was thrown in\n"
        "Bock, 4 hands left, after hand 5, a lost solo\n"
    ) in board("x", state, LAMERS)


@pytest.mark.parametrize(
    ("changed", "times"),
    [
        pytest.param({"bock": Bock(times=3)}, 9, id="trebled"),
        pytest.param({"bock": Bock(growth=(2, 5))}, 5, id="listed"),
        pytest.param({"doublings": Doublings(("bock", "klopfen"), "linear")}, 3, id="counted-together"),
        pytest.param({"bock": Bock(games=("solo", "wenz"))}, "4, if it is a Solo or Wenz", id="in-some-games"),
    ],
)
def test_board_says_what_two_bock_make_here(changed: dict[str, Any], times: int | str) -> None:
    """Two counters in force multiply as the tariff says."""
    state = start(FOUR)._replace(bock=(1, 4), bock_since=(Cause("thrown_in", 2), Cause("lost_herz_solo", 5)))
    text = board("x", state, LAMERS._replace(**changed))
    assert f"\nBock: the next hand counts × {times}\n" in text
    assert "\nBock, 4 hands left, after hand 5, a lost Herz-Solo\n" in text


def test_board_lists_few_bock_counters() -> None:
    """A table that stacks Bock without end still sees the balances: the board does not grow."""
    state = start(FOUR)._replace(bock=(1,) * 9, bock_since=(Cause("thrown_in", 2),) * 9)
    assert board("x", state, LAMERS).endswith("thrown in\nand 6 more Bock\n")


def test_board_shows_a_person_who_was_forgotten() -> None:
    """How many hands each was dealt in stands beside the name: 0 where somebody never was."""
    state = start((*FOUR, "Eva"))._replace(dealt={**dict.fromkeys(FOUR, 12), "Eva": 0})
    text = board("x", state, WIKI)
    assert re.search(r"Anna +0\.00 +12 ", text)
    assert re.search(r"Eva +0\.00 +0\n", text)


def test_board_hides_a_stock_that_the_tariff_does_not_know() -> None:
    """No Stock in the tariff and nothing in it: no line for it."""
    assert "Stock" not in board("x", start(FOUR), LAMERS)
    assert "Stock" in board("x", start(FOUR, stock=40), LAMERS)


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_board_fits_a_small_terminal(columns: int, colour: bool) -> None:
    """Seven people with long wide names, everything in force and eight hands: no longer, no wider."""
    people = tuple(letter * 20 for letter in "日本語一二三四")
    hands: list[Entry] = [Passed(dealer=people[0]), BockOrder(4), RoundOrder("schieber"), Passed()]
    *_, line = play(hands, start(people), WIKI)
    recent = [Recent(n, "words " * 30, 20) for n in range(8)]
    text = board("Titel " * 30, line.state, WIKI, line, recent, colour=colour, columns=columns)
    text = STEERING.sub("", text)
    assert max(map(shown.width, text.splitlines())) <= columns
    assert "deals, sits out" in text
    assert len(text.splitlines()) <= 24
    assert text.splitlines()[0].endswith("Titel… · hand 3")


def test_board_colours_only_when_asked() -> None:
    """Without colour no escape; with it names and balances are bold, gains green, losses red, the words the same."""
    _, lines = lamers_evening()
    plain = board("x", lines[0].state, LAMERS, lines[0])
    coloured = board("x", lines[0].state, LAMERS, lines[0], colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1mAnna" in coloured
    assert re.search(r"\x1b\[1;32m *\+0\.60", coloured)
    assert re.search(r"\x1b\[31m *−0\.60", coloured)
    assert STEERING.sub("", coloured) == plain


@pytest.mark.parametrize("colour", [False, True])
def test_board_fills_a_wide_window(colour: bool) -> None:
    """From 100 columns on the last hands stand beside the balances, and the column where they begin is the same."""
    _, lines, _ = eventful_evening()
    recent = [Recent(number, f"hand-{number}", 20) for number in range(1, 13)]
    text = STEERING.sub("", board("x", lines[8].state, WIKI, lines[8], recent, colour=colour, columns=100))
    places = {row.index(f"  hand-{number}") for number, row in enumerate(text.splitlines()[2:], 1)}
    assert len(places) == 1
    assert "Bock, 3 hands left, ordered after hand 3   " in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("rows", "numbers"),
    [
        pytest.param(None, range(1, 31), id="no-window"),
        pytest.param(30, range(14, 31), id="high"),
        pytest.param(14, range(30, 31), id="low"),
        pytest.param(12, range(0), id="no-room"),
    ],
)
def test_board_shows_as_many_hands_as_there_is_room_for(rows: int | None, numbers: range) -> None:
    """The newest stand there, and some rows stay free below them."""
    recent = [Recent(number, f"hand-{number}", 20) for number in range(1, 31)]
    text = board("x", start(FOUR), LAMERS, recent=recent, rows=rows)
    assert [int(number) for number in re.findall(r"hand-(\d+)", text)] == [*numbers]


def test_board_of_a_low_window_is_the_balances() -> None:
    """What is free around them goes first, then what does not fit of a sentence; everybody keeps a row."""
    state = start(FOUR)._replace(bock=(3,), bock_since=(Cause("lost_herz_solo", 5),))
    text = board("x", state, LAMERS, recent=[Recent(1, "x", 0)], columns=40, rows=7)
    assert text.splitlines()[1:] == [
        "                   €  hands",
        "  1 a  Anna     0.00      0  deals",
        "  2 b  Bene     0.00      0",
        "  3 c  Christl  0.00      0",
        "  4 d  Dani     0.00      0",
        "Bock, 3 hands left, after hand 5, a…",
    ]


@pytest.mark.parametrize(
    ("people", "keys"),
    [
        pytest.param(FOUR, ["1 a", "2 b", "3 c", "4 d"], id="initials"),
        pytest.param(("Sepp", "Sabine", "Toni", "Vroni"), ["1 se", "2 sa", "3 t ", "4 v "], id="clashing"),
        pytest.param(("Christl", "Christian", "Max"), ["1  ", "2  ", "3 m"], id="long-starts"),
        pytest.param(("Anna", "Ann", "2", "Eva"), ["1 anna", "  ann ", "3     ", "4 e   "], id="no-key"),
    ],
)
def test_board_says_how_everybody_is_typed(people: tuple[str, ...], keys: list[str]) -> None:
    """Beside a name stand the seat and the shortest start, and each of them means this person and nobody else."""
    rows = board("x", start(people), LAMERS).splitlines()[3:]
    assert [row[2 : 2 + len(key)] for row, key in zip(rows, keys, strict=True)] == keys
    for person, key in zip(people, keys, strict=True):
        assert all(seats(people).find(word) == [person] for word in key.split())


def test_board_marks_who_leads() -> None:
    """A star stands before everybody who has the most, if that is above 0; never before the Stock."""
    balances = {"Anna": 40, "Bene": -80, "Christl": 40, "Dani": 0, "Stock": 100}
    rows = board("x", start(FOUR)._replace(balances=balances), WIKI).splitlines()[3:]
    assert [row[0] for row in rows] == ["★", " ", "★", " ", " "]
    assert "★" not in board("x", start(FOUR), WIKI)


@pytest.mark.parametrize("columns", range(40, 130, 3))
@pytest.mark.parametrize(
    "people", [FOUR, ("Maximiliane", "Bartholomäus Hinterhuber", "日本語の人", "Eva", "Ida", "Jo", "Kay")]
)
def test_board_breaks_no_word(people: tuple[str, ...], columns: int) -> None:
    """At any width every word is whole, or is a name that is cut; amounts are always whole."""
    balances = {**dict.fromkeys(people, 0), people[0]: -123450, people[-1]: 123450, "Stock": 0}
    state = start(people)._replace(balances=balances, bock=(3,), bock_since=(Cause("lost_herz_solo", 5),))
    recent = [Recent(1, "hs a 93l4k", 200, "was hs b 88")]
    text = board("Abend im Gasthof", state, WIKI, recent=recent, columns=columns)
    words = {
        "Abend",
        "im",
        "Gasthof",
        "hand",
        "1",
        "€",
        "hands",
        "deals",
        "sits",
        "out",
        "deals,",
        "left,",
        "after",
        "5,",
    }
    words |= {
        "Bock,",
        "3",
        "lost",
        "Herz-Solo",
        "a",
        "hs",
        "93l4k",
        "2.00",
        "was",
        "b",
        "88",
        "Stock",
        "·",
        "★",
        "0.00",
        "0",
    }
    words |= {"−1234.50", "+1234.50", *"1234567"}
    left_over = {word.removesuffix("…") for word in text.split()} - words
    names = {part for name in people for part in name.split()}
    keys = {seats(people).shortest_start(person) for person in people}
    assert all(word in keys or any(name.startswith(word) for name in names) for word in left_over), left_over
    assert {"−1234.50", "+1234.50"} <= set(text.split())


def test_board_is_clean_of_control_characters() -> None:
    """A title or a hand's note cannot steer the terminal."""
    text = board("x\x1b[2J", start(FOUR), LAMERS, recent=[Recent(1, "\x1b]0;evil\x07", 0)])
    assert not re.search("[\x00-\x09\x0b-\x1f]", text)


@pytest.mark.long
def test_board_imports_nothing_heavy() -> None:
    """What `add` and `show` print waits for no table, csv, html or json library."""
    code = (
        "import sys, sklog.reports.board, sklog.reports.explain\n"
        "heavy = {'tabulate', 'csv', 'html', 'difflib', 'json', 'textwrap', 'wcwidth', 'yaml'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_show_report_has_what_the_board_has() -> None:
    """`show` in the other formats: the same facts, typed."""
    _, lines, _ = eventful_evening()
    report = show_report("Stammtisch", lines[8].state, WIKI, [Recent(5, "x", 40)], 6)
    data = json.loads(render(report, "json"))
    assert list(data["facts"].items()) == [
        ("hand", 6),
        ("dealer", "Eva"),
        ("doublings", 1),
        ("bock", 3),
        ("round", "hadsch"),
        ("round_left", 3),
    ]
    assert data["tables"]["balances"][1] == {"name": "Bene", "balance": 460, "hands": 1, "part": None}
    assert data["tables"]["recent"] == [{"hand": 5, "what": "x", "value": 40, "was": ""}]


def test_listing_is_one_table() -> None:
    """The lists of tariffs, evenings and players are one call."""
    report = listing("tariffs", "Tariffs", [Column("name", "Name", Kind.TEXT)], [["lamers"], ["wiki"]])
    assert render(report, "text") == "Tariffs\n\nName\n------\nlamers\nwiki\n"
