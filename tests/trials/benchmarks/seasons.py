"""Seasons of any length: the evenings, the files that hold them, and a ledger of each size, made once in a run."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from tests.trials.benchmarks.measuring import Command, environment, must, sklog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

HANDS = 60  # of an evening
SEED = 5
FIRST_DAY = date(2022, 1, 7)
PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Sepp", "Kathi")
USUAL, OTHER = ("add", "s", "ac", "nl3"), ("add", "w", "b-")
"""What is added, and another hand before it: who types the same hand twice is asked."""
FIRST_HANDS = 10  # in the open evening that is added to


def evenings(number: int) -> Iterator[dict[str, Any]]:
    """Yield so many closed evenings of a season, one a week: the first ones are the same in every season."""
    rng = Random(SEED)  # noqa: S311  (hands, not secrets)
    for place in range(number):
        yield {**evening(rng, place, FIRST_DAY + timedelta(days=7 * place)), "closed": True}


def evening(rng: Random, number: int, day: date) -> dict[str, Any]:
    """Return an evening of the season as a session file holds it, four or five people at the table."""
    people = rng.sample(PEOPLE, 5 if number % 3 == 0 else 4)
    hands = [_hand(rng, [name for place, name in enumerate(people) if len(people) == 4 or place != hand % 5])
             for hand in range(HANDS)]  # fmt: skip
    return {
        "session": "Stammtisch" if number % 4 else "Kranzl",
        "id": f"{number:032x}",
        "date": day.isoformat(),
        "tariff": "sauspiel",
        "players": people,
        "hands": hands,
    }


def _hand(rng: Random, active: list[str]) -> dict[str, Any]:
    """Return a hand as many tables note them: mostly a Sauspiel, with its Augen and some extras."""
    declarer, partner, other, _last = rng.sample(active, 4)
    knocked = {"klopfer": [declarer]} if rng.random() < 0.1 else {}
    kind = rng.random()
    if kind > 0.9:
        return {
            "game": "ramsch",
            "losers": [declarer],
            "jungfrauen": [partner] if rng.random() < 0.3 else [],
            **knocked,
        }
    played = {"game": "sauspiel", "partner": partner} if kind < 0.6 else {"game": "solo" if kind < 0.75 else "wenz"}
    extras: dict[str, Any] = {"laufende": rng.randint(2, 4)} if rng.random() < 0.2 else {}
    said = {"kontra": [other]} if rng.random() < 0.15 else {}
    low = 20 if not extras else 61  # who holds the highest trumps has won
    return {**played, "declarer": declarer, "augen": rng.randint(low, 110), **extras, **said, **knocked}


class Ledgers:
    """The files of one run, in a folder that goes when it is over: nothing is made twice.

    A ledger is known by its number of hands, rounded up to whole evenings; 0 is one with no evening of a season.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._with_an_evening: set[int] = set()

    def season(self, hands: int) -> Path:
        """Return the JSON Lines of so many hands; an evening is in memory at a time."""
        path = self.folder / f"season-{hands}.jsonl"
        if not path.exists():
            with path.open("w", encoding="utf-8") as file:
                file.writelines(f"{json.dumps(one)}\n" for one in evenings(evenings_of(hands)))
        return path

    def path(self, hands: int) -> Path:
        """Return where the ledger with so many hands is, or will be."""
        return self.folder / f"ledger-{hands}.db"

    def command(self, hands: int, *words: str) -> Command:
        """Return the command of sklog that works on the ledger with so many hands."""
        return Command([*sklog(), *words], environment(self.folder, self.path(hands)))

    def importing(self, hands: int) -> Command:
        """Return the command that fills the ledger with so many hands."""
        return self.command(hands, "import", str(self.season(hands)))

    def ledger(self, hands: int) -> Path:
        """Return the ledger with so many hands."""
        path = self.path(hands)
        if hands and not path.exists():
            must(self.importing(hands), self.folder)
        return path

    def with_an_evening(self, sizes: Sequence[int]) -> None:
        """Begin a usual evening in each of these ledgers, where none is open yet, with its first hands.

        Where that fails the commands that need it fail as well, and say why: the other ledgers are measured.
        """
        for hands in (size for size in sizes if size not in self._with_an_evening):
            self._with_an_evening.add(hands)
            with suppress(RuntimeError):
                self._begin_an_evening(hands)

    def _begin_an_evening(self, hands: int) -> None:
        self.ledger(hands)
        must(self.command(hands, "start", "Abend", "--players", "Anna,Bene,Christl,Dani"), self.folder)
        for turn in range(FIRST_HANDS):
            must(self.command(hands, *(OTHER if turn % 2 else USUAL)), self.folder)


def evenings_of(hands: int) -> int:
    """Return how many evenings have so many hands, the last of them whole."""
    return -(-hands // HANDS)


def hands_in(hands: int) -> int:
    """Return how many hands the season really has that is asked for with so many."""
    return evenings_of(hands) * HANDS
