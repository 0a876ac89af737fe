"""Which prices would have made a season as fair as possible: the tariff whose balances lie closest together.

python examples/optimiser.py ledger.db
"""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING

import sklog

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def candidates(tariff: sklog.Tariff) -> Iterator[sklog.Tariff]:
    """Yield the tariff with other prices of a Sauspiel and a solo, in the same unit."""
    for partner, solo in product((10, 20, 30), (20, 50, 80)):
        yield tariff._replace(name=f"{partner}-{solo}", prices={**tariff.prices, "partner": partner, "solo": solo})


def spread(evenings: Iterable[sklog.Session], tariff: sklog.Tariff) -> int:
    """Return by how much the first of a season would be ahead of the last, in cents or points."""
    totals: dict[str, int] = {}
    for evening in evenings:
        for name, amount in evening.under(tariff).other.balances.items():
            totals[name] = totals.get(name, 0) + amount
    totals.pop("Stock", None)
    return max(totals.values()) - min(totals.values())


def fairest(ledger: sklog.Ledger) -> list[tuple[int, str]]:
    """Return all candidates, each with its spread, the fairest first."""
    evenings = [ledger.session(one) for one in ledger.evenings()]
    return sorted((spread(evenings, tariff), tariff.name) for tariff in candidates(evenings[0].tariff))


if __name__ == "__main__":
    for found, name in fairest(sklog.Ledger(sys.argv[1])):
        print(f"{name:>7}  {found / 100:8.2f} €")
