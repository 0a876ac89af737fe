"""Tables in a terminal: what is too wide is broken by design; seven people fit into 80 columns in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sklog.language import speak
from sklog.reports.format import width
from sklog.reports.model import Column, Kind, listing
from sklog.reports.render import WIDTH, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Sklog

SEVEN = ("Anna", "Bene", "Christl", "Dani", "Eva", "Fritz", "Gertraud")
HAUS = "{name: haus, extends: wiki, stock: {pay_in: 10, at_close: split}, bock: {after: [thrown_in], length: hand}}\n"
HANDS = """\
s bene christl nl4
x
hs dani l5 kr
w eva- l2
s fritz gertraud- k p2
x
s anna bene l3
gs christl t
w dani
x
s eva anna n
es fritz- k p
"""


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak(None)


@pytest.fixture
def seven(ok: Sklog) -> Sklog:
    """Return sklog where seven people have played two evenings, with a Stock, Bock, payments and amounts above 10 €."""
    people = ("--players", ",".join(SEVEN), "--place", "Gasthof zur Post")
    with open("haus.yaml", "w", encoding="utf-8") as file:  # noqa: PTH123  the current folder is the test's
        file.write(HAUS)
    for date in ("2026-11-12", "2026-11-19"):
        ok("start", "Stammtisch in der Post", *people, "--tariff", "haus.yaml", "--date", date)
        for place, hand in enumerate(HANDS.splitlines()):
            ok("add", "--again", *hand.split()) if place else ok("add", *hand.split())
        ok("post", "Anna:12,40", "Gertraud:-12,40", "--note", "counted wrongly for half of the evening")
        ok("pay", "Gertraud", "Anna", "10,40")
    return ok


REPORTS = (
    *(
        "show",
        "explain 1",
        "settle --why",
        "settle --all --why",
        "whatif --tariff sauspiel",
        "whatif --tariff sauspiel --all",
    ),
    *("report session", "report standings --good-points", "report stats", "report partners", "report records"),
    *(
        "report characters",
        "report rating",
        "report season",
        "report prices --tariff sauspiel",
        "session list",
        "session log",
        "player list",
    ),
    *("tariff list", "tariff diff wiki sauspiel", "tariff diff bsv grundzuege", "tariff diff lamers saukopf"),
)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
def test_seven_people_fit_into_eighty_columns(seven: Sklog, language: str) -> None:
    """Every report keeps to the width of a terminal, and so in a pipe, which has the same."""
    printed = {words: seven(*words.split(), env={"SKLOG_LANG": language}).out for words in REPORTS}
    # the folder of a table's own tariffs is one word, which nobody can break
    wide = {
        words: [line for line in text.splitlines() if width(line) > WIDTH and " " in line]
        for words, text in printed.items()
    }
    assert not any(wide.values()), wide


NUMBER, WHAT = Column("number", "No.", Kind.COUNT), Column("what", "What", Kind.PROSE)
NOTE, LONG = Column("note", "Note", Kind.PROSE), Column("long", "A long heading", Kind.COUNT)


def shown(columns: list[Column], *rows: tuple[object, ...], wide: int) -> list[str]:
    """Return the lines of a table."""
    return render(listing("x", "", columns, rows), "text", width=wide).splitlines()  # type: ignore[arg-type]


def test_a_heading_is_broken_where_its_table_is_too_wide() -> None:
    """It is as wide as what stands below it, or as its longest word, and stands just above."""
    assert shown([NUMBER, LONG], (1, 2), wide=17) == ["      A long", "No.  heading", "---  -------", "  1        2"]


def test_a_heading_stays_whole_where_there_is_room() -> None:
    """Nothing is broken without need."""
    assert shown([NUMBER, LONG], (1, 2), wide=19) == [
        "No.  A long heading",
        "---  --------------",
        "  1               2",
    ]


SENTENCE = "Anna and Bene won, Schneider, with three Laufende"


def test_prose_that_has_no_room_beside_stands_below() -> None:
    """Each row has a line more, from the second column on; what it is called stands in the heading."""
    assert shown([NUMBER, WHAT, LONG], (1, SENTENCE, 200), wide=32) == [
        "No.  A long heading",
        "     What",
        "---  --------------",
        "  1             200",
        "     Anna and Bene won,",
        "     Schneider, with three",
        "     Laufende",
    ]


def test_what_stands_below_is_joined() -> None:
    """Several sentences are one line, and a row without any has none."""
    rows = ((1, SENTENCE[:13], 2, SENTENCE[:17]), (2, None, 2, None))
    wide = [NUMBER, WHAT, LONG, NOTE]
    assert shown(wide, *rows, wide=36) == [
        "No.  A long heading",
        "     What · Note",
        "---  --------------",
        "  1               2",
        "     Anna and Bene · Anna and Bene",
        "     won",
        "  2               2",
    ]


def test_a_row_of_prose_alone_has_no_empty_line_above() -> None:
    """An event has no amounts: its sentence stands alone."""
    rows = ((1, SENTENCE, 2), (None, SENTENCE, None))
    assert shown([NUMBER, WHAT, LONG], *rows, wide=32)[7:] == [
        "     Anna and Bene won,",
        "     Schneider, with three",
        "     Laufende",
    ]


def test_prose_takes_the_room_that_other_prose_leaves() -> None:
    """What is short is not broken because there is something long beside it."""
    rows = ((1, SENTENCE[:22], SENTENCE),)
    assert shown([NUMBER, WHAT, NOTE], *rows, wide=60)[2:] == [
        "  1  Anna and Bene won, Sch  Anna and Bene won, Schneider,",
        "                             with three Laufende",
    ]


def test_no_word_is_broken_for_room_beside() -> None:
    """A word that is longer than its column's share stands below with its whole cell."""
    names = ",".join(SEVEN)
    assert shown([NUMBER, WHAT, LONG], (1, f"start {names}", 2), wide=50)[3:] == [
        "  1               2",
        "     start",
        f"     {names}",
    ]
