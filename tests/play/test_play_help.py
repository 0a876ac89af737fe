"""`help` at the prompt: the letters with the people and games of the table there, and first what an evening needs."""

from collections.abc import Iterator

import pytest

from sklog import tariffs
from sklog.cli import app_group
from sklog.language import as_typed, speak
from sklog.ledger.evenings import Evening
from sklog.notation import game_words, read
from sklog.play.help import SAMPLES, TABLE, overview
from sklog.play.shell import normalized
from sklog.reports.format import width
from sklog.scoring.evening import start, table_for
from tests.conftest import Sklog
from tests.hand_strategies import TARIFFS
from tests.terminal import Terminal

COLUMNS, ROWS = 60, 20
PAGE = ROWS - 5  # beside the prompt, and the row that says how it goes on
PROGRAM = app_group()
TABLES = {
    "Sepp": ("Sepp", "Sabine", "Toni", "Vroni"),
    "Anna": SAMPLES,
    "five": ("Resi", "Sepp", "Toni", "Vroni", "Xaver"),
    "three Sepps": ("Sepp Huber", "Sepp Maier", "Sepp Lang", "Vroni"),
    "wide": ("🂡 Toni", "李雷", "👪🏽 Huber", "Maximilian Obermüller"),
}
NEEDED = ("fix", "undo", "join", "settle", "close")


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak(None)


def evening(people: tuple[str, ...], tariff: str) -> Evening:
    """Return an evening with nothing played yet."""
    rules = tariffs.find(tariff)
    state = start(people)
    return Evening(1, "u", "Stammtisch", "", "", rules, people, people[0], 0, None, state, 0, closed=False, digest=b"")


def shown(people: tuple[str, ...], tariff: str) -> list[str]:
    """Return the rows of the help."""
    return overview(PROGRAM, COLUMNS, evening(people, tariff))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("tariff", tariffs.shipped())
@pytest.mark.parametrize("table", TABLES)
def test_the_first_page_has_what_an_evening_needs(table: str, tariff: str, language: str) -> None:
    """In a window of 60 by 20, in either language: two people who are there, and five commands."""
    speak(language)
    rows = shown(TABLES[table], tariff)
    first = "\n".join(rows[:PAGE])
    for command in NEEDED:
        assert f"\n  {as_typed(command)}" in first, first
    assert all(width(row) <= COLUMNS for row in rows)


@pytest.mark.parametrize("language", ["en", "de"])
def test_only_who_is_there_is_named(language: str) -> None:
    """Nobody of the sample table, where others sit."""
    speak(language)
    for table, people in TABLES.items():
        text = "\n".join(shown(people, "wiki"))
        assert table == "Anna" or not [name for name in SAMPLES if name in text or name.casefold() in text]


@pytest.mark.parametrize("table", ["Sepp", "Anna", "five"])
def test_the_letters_of_a_table_are_true(table: str) -> None:
    """What is shown for its people is read as a hand of theirs, also what sticks together."""
    people = TABLES[table]
    active = table_for(start(people), None, tariffs.find("wiki")).active
    rows = "\n".join(shown(people, "wiki"))
    meant = {"Sepp": ("1t", "w2", "w1n", "rv", "r v j2t", "sepp wenz"), "Anna": ("ac", "wb", "hsa61", "rd", "r d jbc")}
    for said in meant.get(table, ("sv", "wt", "hss61", "rx", "r x jtv", "sepp wenz")):
        assert said in rows
        assert read(f"s {said}" if said in ("1t", "ac", "sv") else said, people, active, tariffs.find("wiki"))


def test_only_games_that_are_played_are_listed() -> None:
    """No Ramsch, Geier or Bettel where the tariff refuses them."""
    rows = shown(SAMPLES, "bsv")
    assert not [row for row in rows if any(game in row for game in ("Ramsch", "Geier", "Bettel", "Hochzeit"))]
    assert "  w          Wenz" in rows


def test_without_an_evening_the_sample_table_explains_it() -> None:
    """Everything that can be written, as the documents have it."""
    rows = "\n".join(overview(PROGRAM, 80))
    assert "Anna and Christl, the declarer first" in rows
    assert "Ramsch: Dani lost" in rows


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "asks", "hand", "more"),
    [("en", "help", "hand 1>", "… Space: more"), ("de", "hilfe", "Spiel 1>", "… Leertaste: weiter")],
)
def test_its_pages_turn_in_a_small_window(ok: Sklog, language: str, asks: str, hand: str, more: str) -> None:
    """The first stands on the screen from its first row on; Space shows the next one, and another key goes back."""
    ok("start", "Stammtisch", "--players", "Sepp,Sabine,Toni,Vroni", "--tariff", "wiki")
    with Terminal("play", rows=ROWS, columns=COLUMNS, env={"SKLOG_LANG": language}) as terminal:
        terminal.asked(hand)
        terminal.type(f"{asks}\r")
        terminal.until(more)
        speak(language)
        for command in NEEDED:
            assert any(row.startswith(f"  {as_typed(command)}") for row in terminal.rows)
        assert "Toni" in terminal.text
        terminal.type(" ")
        terminal.until("Zusammengeworfen")
        terminal.type("q")
        terminal.asked(hand)
    assert normalized(asks).startswith(("help", "hilfe"))


def test_the_table_is_true() -> None:
    """Every letter that the table names for a flag is one, and every game letter is a game of the catalogue."""
    games, flags = set(game_words()), [written for written, _ in TABLE]
    assert {"s", "w", "hs", "x"} <= games
    for written in flags:
        if " " in written:
            said = written if written != "// …" else "s ac // gut"
        elif written in games:
            two = written in ("s", "h")
            said = f"{written} ac" if two else f"{written} a" if written != "x" else "x"
        elif written in ("+", "-"):
            said = f"s ac{written}"
        elif written in ("t", "sie"):
            said = f"hs a {written}"
        else:
            said = {"ac": "s ac", "sac": "sac", "sacn": "sacn"}.get(written, f"s ac {written}")
        assert read(said, SAMPLES, None, TARIFFS["haus"]), said
