"""What stands on the screen of `play` is as somebody last read it, in each size and language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import screens

if TYPE_CHECKING:
    from pathlib import Path

    from tests.terminal import Terminal


@pytest.mark.parametrize("one", list(screens.goldens()), ids=lambda one: one.path.stem)
def test_screen(folder: Path, one: screens.Golden) -> None:  # noqa: ARG001  what is written there is gone with it
    """A screen is, letter by letter, what was read and found good; `python -m tests.screens` writes it anew."""
    wanted = one.path.read_text(encoding="utf-8")

    def same(terminal: Terminal) -> None:
        terminal.until(lambda: f"{terminal.text.rstrip()}\n" == wanted)

    assert one.seen(same) == wanted


def test_no_screen_is_left_over() -> None:
    """Every file belongs to a screen."""
    assert {*screens.FOLDER.iterdir()} == {one.path for one in screens.goldens()}
