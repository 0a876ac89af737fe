"""A tournament as an evening of a ledger, and who enters one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sklog.scoring.arguments import read_all
from sklog.scoring.names import LONGEST_NAME, name_key
from sklog.tournament.ranking import ranking
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.ledger.evenings import Evening
    from sklog.scoring.tariff import Tariff
    from sklog.tournament.model import Entrant, Rules, Tournament
    from sklog.tournament.ranking import Ranking


class Held(NamedTuple):
    """A tournament: its evening in the ledger, and everything known about it."""

    evening: Evening
    tournament: Tournament

    @property
    def rules(self) -> Rules:
        """By which rules it is held."""
        return self.tournament.rules

    @property
    def tariff(self) -> Tariff:
        """The scale that its tables play by."""
        return self.evening.tariff

    @property
    def round(self) -> int:
        """The round that was drawn last, 0 before the first."""
        return len(self.tournament.rounds)

    def called(self, number: int) -> str:
        """Return a start number with the name that it has now: "17 Anna"."""
        return self.tournament.called(number)

    def one(self, number: int) -> Entrant:
        """Return who has a start number; raise NotFound."""
        return self.tournament.one(number)

    @property
    def here(self) -> int:
        """How many are here, without those who fill in."""
        return sum(one.here and not one.fills for one in self.tournament.entrants.values())

    @property
    def names(self) -> Mapping[int, str]:
        """How everybody is called at the tables, by start number: two of one name have their numbers behind it."""
        names = {one.number: one.name for one in self.tournament.entrants.values()}
        marked: set[int] = set()
        while True:  # again where somebody's real name is "Anna (1)"
            keys = Counter(map(name_key, names.values()))
            alike = {number for number, name in names.items() if keys[name_key(name)] > 1} - marked
            if not alike:
                return names
            for number in alike:
                mark = f" ({number})"
                names[number] = f"{names[number][: LONGEST_NAME - len(mark)]}{mark}"
            marked |= alike

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """The round and the table of each table's evening, by its identity, whether it has begun or not."""
        return self.tournament.places(self.evening.uid)

    def ranking(self, upto: int | None = None) -> Ranking:
        """Return everybody's place after round `upto`, or after all that were drawn so far."""
        return ranking(self.tournament, upto)


class Person(NamedTuple):
    """An entrant; without a `number` they get the next one.

    `paid` is in cents, True for the whole fee.
    """

    name: str
    place: str = ""
    club: str = ""
    team: str = ""
    number: int | None = None
    paid: int | bool = 0
    fills: bool = False
    classes: tuple[str, ...] = ()


read_all(Person)
