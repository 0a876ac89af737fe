"""What stands on the screen of `play` is as somebody last read it, in each language, the usual board in each size."""

import re
from pathlib import Path

import pytest

from tests import screens, transcripts
from tests.terminal import Terminal

pytestmark = pytest.mark.long


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("one", list(screens.goldens()), ids=lambda one: one.path.stem)
def test_screen(one: screens.Golden) -> None:
    """A screen is, letter by letter, what was read and found good; `python -m tests.screens` writes it anew."""
    wanted = one.path.read_text(encoding="utf-8")

    def same(terminal: Terminal) -> None:
        terminal.until(lambda: f"{terminal.text.rstrip()}\n" == wanted)

    assert one.seen(same) == wanted


@pytest.mark.parametrize(
    ("columns", "rows", "seen"),
    [
        pytest.param(120, 30, r"hands +1  s ac nl3 +0\.60 €\n★ 1 a  Anna", id="beside"),
        pytest.param(80, 24, r"Dani .*\n\n +10  w d l2 +0\.70 €\n(.*\n){5}  16  w c p +1\.00 €", id="below"),
        pytest.param(60, 14, r"Dani .*\Z", id="no-room"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_show_fills_the_window(columns: int, rows: int, seen: str) -> None:
    """`show` at a terminal has as many of the last hands as there is room for, and breaks no line."""
    Path("evening.yaml").write_text(screens.FOUR, encoding="utf-8")
    transcripts.run(["import", "evening.yaml"])
    with Terminal("show", rows=rows, columns=columns) as terminal:
        terminal.ended()
        assert re.search(seen, terminal.text.rstrip()), terminal.text


@pytest.mark.usefixtures("folder")
def test_what_is_long_is_broken_between_words_at_a_terminal_alone() -> None:
    """The price of a hand takes two rows of a narrow window; a pipe has it on one line."""
    Path("evening.yaml").write_text(screens.FOUR, encoding="utf-8")
    transcripts.run(["import", "evening.yaml"])
    with Terminal("add", "hs", "a", "93l4k", rows=24, columns=60) as terminal:
        terminal.ended()
        assert terminal.rows[0] == "Hand 17: hs a 93l4k  ·  (Herz-Solo 0.50 + Schneider 0.10 + 4"
        assert terminal.rows[1].endswith(" €")
    printed = transcripts.run(["add", "--again", "hs", "a", "93l4k"]).out.splitlines()
    assert printed[0].startswith("Hand 18: hs a 93l4k")
    assert printed[0].endswith("€")


def test_no_screen_is_left_over() -> None:
    """Every file belongs to a screen."""
    assert {*screens.FOLDER.iterdir()} == {one.path for one in screens.goldens()}
