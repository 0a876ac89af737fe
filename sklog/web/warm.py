"""What a picture of the memory has seen: every module that a table needs, and each page once.

It is done once, before the picture is made: a table is played in a ledger that is thrown away.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from sklog import Ledger
from sklog.web.inside import Inside

PAGES = (
    "/",
    "/t/1",
    "/t/1/board",
    "/t/1/settle",
    "/t/1/sheet",
    "/t/1/curve",
    "/t/1/hand/1",
    "/t/1/more",
    "/tables",
    "/begin",
    "/bring",
    "/season",
)
PEOPLE = ("Anna", "Bene", "Christl", "Dani")


class _Nowhere:
    """Where nothing is kept."""

    @staticmethod
    def read(_slot: int) -> bytes:
        return b""

    @staticmethod
    def write(_slot: int, _content: bytes) -> None:
        return


async def warm() -> None:
    """Play a hand, and ask for each page."""
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "warm.db"
        ledger = Ledger(path)
        ledger.start_evening("…", PEOPLE, "sauspiel", date="2000-01-01")
        ledger.record("s ab")
        for language in ("en", "de"):
            inside = Inside(str(path), _Nowhere(), "", language)
            for page in PAGES:
                await inside.answer("GET", page, {"accept": "text/html"}, b"", lambda *_said: None)
            inside.close_ledger()
