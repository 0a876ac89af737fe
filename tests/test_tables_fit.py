"""Tables in a terminal: what is too wide is broken by design; seven people fit into 80 columns in both languages."""

import sys

import pytest
import wcwidth
from conftest import Sklog

from sklog.reports.format import cut, filled, width
from sklog.reports.model import Column, Kind, listing
from sklog.reports.render import WIDTH, render
from tests.terminal import Terminal

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


# -- names of every script, in a narrow window ---------------------------------------------------------

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
NAMES = ("Maximilian Obermüller", "🂡 Toni", "李雷", "👪🏽 Huber", "Emil Neumann-Obermaier")


@pytest.mark.parametrize(
    "name",
    [*NAMES, f"{FAMILY} Huber", "🏳️\u200d🌈", "👍🏽", "🇩🇪", "e\u0301", "한", "☀️", "1️⃣", "❤️\u200d🔥", "①", "Ａ"],
    ids=ascii,
)
def test_a_text_is_as_wide_as_terminals_show_it(name: str) -> None:
    """As wcwidth says, also what is joined to one sign, and what has the colour of a skin."""
    assert width(name) == wcwidth.wcswidth(name)


def test_letters_with_accents_and_the_signs_of_a_board_are_as_wide_as_terminals_show_them() -> None:
    """Every letter before the joined accents, and what a board prints, is counted without looking each one up."""
    letters = [letter for letter in map(chr, range(0xA0, 0x300)) if letter != "\xad"]  # of which wcwidth knows no width
    assert [one for one in (*letters, *"−…€★") if width(f"J{one}") != wcwidth.wcswidth(f"J{one}")] == []
    assert width("so\xadft") == 4


def test_plain_names_and_signs_need_no_table_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has an umlaut in the name does not wait for a table of all letters either."""
    monkeypatch.setitem(sys.modules, "unicodedata", None)  # whoever imports it now fails
    assert width("★ Jürgen −0,60 €") == 16


def test_what_is_joined_is_not_cut_apart() -> None:
    """A family stays one, and a line is broken where it is too wide, not where it has too many letters."""
    assert cut(f"{FAMILY} Huber", 4) == f"{FAMILY} …"
    assert cut(f"{FAMILY} Huber", 3) == f"{FAMILY}…"
    assert filled("李雷 李雷 李雷", 9) == "李雷 李雷\n李雷"
    assert filled(f"{FAMILY} {FAMILY} {FAMILY}", 8) == f"{FAMILY} {FAMILY} {FAMILY}"
    assert filled("  Anna  Bene", 7) == "  Anna\nBene"


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "words", ["show", "settle", "settle --why", "report session", "report standings", "report partners", "player list"]
)
def test_no_name_breaks_in_a_narrow_window(ok: Sklog, words: str, language: str) -> None:
    """At 60 columns each name stands on one row of every table that has it."""
    ok("start", "Stammtisch", "--players", ",".join(NAMES), "--tariff", "wiki", "--date", "2026-11-19")
    for hand in ("s 24 n l3", "s 35-", "w 4 k", "hs 5 t", "x"):
        ok("add", *hand.split())
    with Terminal(*words.split(), rows=200, columns=60, env={"SKLOG_LANG": language, "NO_COLOR": "1"}) as terminal:
        assert terminal.ended() == 0
        shown = terminal.raw.replace("\r\n", "\n")
    for first, more in (name.split(" ") for name in NAMES if " " in name):
        assert shown.count(first) == shown.count(f"{first} {more[:4]}") > 0, shown
    tables = [row for row in shown.split("\n") if "(" not in row]  # a row of highlights may be wider
    assert all(width(row) <= 60 for row in tables if any(name in row for name in NAMES))
