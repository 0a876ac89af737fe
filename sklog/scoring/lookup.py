"""What every hand asks of its tariff, looked up once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.scoring.games import tricks_in

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sklog.scoring.games import Game
    from sklog.scoring.tariff import Step, Tariff

MOST_TARIFFS = 16  # as many as the ledger keeps in memory
MOST_PRICES = 1_000  # of one tariff: an evening has some dozens of them


class Lookup:
    """One tariff's games by name, tricks by the number of people, and the prices that were worked out already."""

    __slots__ = ("games", "prices", "tariff", "tricks")

    def __init__(self, tariff: Tariff) -> None:
        self.tariff = tariff
        self.games: dict[str, Game] = {game.name: game for game in reversed(tariff.games)}
        self.tricks = {people: tricks_in(deck, people) for people, deck in tariff.deck.items()}
        self.prices: dict[Hashable, tuple[int, tuple[Step, ...]]] = {}

    def keep(self, facts: Hashable, value: int, steps: tuple[Step, ...]) -> tuple[int, tuple[Step, ...]]:
        """Return the price, and keep it for the next hand with these facts."""
        if len(self.prices) >= MOST_PRICES:
            self.prices.clear()
        self.prices[facts] = price = (value, steps)
        return price


# by identity, as hashing a tariff takes longer than a hand; each is held here, so that its number stays its own
_kept: dict[int, Lookup] = {}


def lookup(tariff: Tariff) -> Lookup:
    """Return what is looked up in this tariff."""
    found = _kept.get(id(tariff))
    if found is None:
        if len(_kept) >= MOST_TARIFFS:
            del _kept[next(iter(_kept))]  # the oldest
        found = _kept[id(tariff)] = Lookup(tariff)
    return found
