"""The printed price of a hand as steps, and what its balances moved.

    "kostet 10 Punkte. Mit Schneider 20 Punkte. 1 mal aufgedoppelt 40 Punkte."
        ──▶ base +10, schneider +10, klopfer ×2

The program prints the sum so far behind each step. Steps are told apart by their kind, which is the same for
those that sklog makes of a hand.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sklog.importers.netschafkopf.facts import Facts
    from sklog.importers.netschafkopf.protocol import Printed
    from sklog.scoring.tariff import Step

BASE, SCHNEIDER, SCHWARZ, LAUFENDE = ADDED = ("base", "schneider", "schwarz", "laufende")
KLOPFER, KONTRA, JUNGFRAUEN, ANNOUNCED = MULTIPLIED = ("klopfer", "kontra", "jungfrauen", "announced")
KINDS = (*ADDED, *MULTIPLIED)


class Part(NamedTuple):
    """One step: `plus` (points) or `times`, of how many, and the sum with it.

    `times` is 0 where the printed sum is no multiple of the one before.
    """

    kind: str
    plus: int | None
    times: int | None
    many: int = 0
    total: int = 0
    line: int = 0


def printed_parts(printed: Printed) -> tuple[Part, ...]:
    """Return the steps that a hand prints."""
    found: list[Part] = []
    before = 0
    for line, sentence in printed.all(*KINDS):
        total, many = sentence.number("total"), int(sentence.words.get("count") or 0)
        if sentence.kind in ADDED:
            found.append(Part(sentence.kind, total - before, None, many, total, line))
        else:
            times = total // before if before and not total % before else 0
            found.append(Part(sentence.kind, None, times, many, total, line))
        before = total
    return tuple(found)


def own_parts(steps: tuple[Step, ...]) -> tuple[Part, ...]:
    """Return the steps that sklog makes of a hand."""
    return tuple(
        Part(_kind(place, step.label), step.plus, step.times, _count(step.label)) for place, step in enumerate(steps)
    )


def _kind(place: int, label: str) -> str:
    """Return what a step is: the price comes first, and whatever has no name of its own is the Kontra."""
    for kind, word in ((SCHNEIDER, "Schneider"), (SCHWARZ, "Schwarz"), (LAUFENDE, "Laufende"), (KLOPFER, "Klopfer")):
        if place and label.endswith(word):
            return kind
    if not place:
        return BASE
    return JUNGFRAUEN if "Jungfrau" in label else ANNOUNCED if label in ("Tout", "Sie") else KONTRA


def _count(label: str) -> int:
    first = label.partition(" ")[0]
    return int(first) if first.isdecimal() else 0


def moved(printed: Printed, before: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return what the printed balances moved in this hand; None where those before it are not known."""
    if before is None:
        return None
    return {name: amount - before.get(name, 0) for name, amount in printed.balances.items()}


class Moved(NamedTuple):
    """One hand with its steps, and what the balances printed before and after it moved."""

    facts: Facts
    parts: tuple[Part, ...]
    movement: Mapping[str, int] | None

    @property
    def number(self) -> int:
        """The hand's printed number."""
        return self.facts.printed.number

    @property
    def said(self) -> int | None:
        """The price that the sentences make; None where there are none."""
        return self.parts[-1].total if self.parts else None

    @property
    def paid(self) -> int | None:
        """The price that the balances moved by, for those whom the Stock does not concern; None where they say none."""
        if self.movement is None:
            return None
        if self.facts.declarers:
            amounts = {abs(self.movement[name]) for name in self.facts.opponents}
            return amounts.pop() if len(amounts) == 1 else None
        least, *others = sorted(abs(amount) for name, amount in self.movement.items() if name != STOCK)
        return least if others == [least, least, 3 * least] else None

    @property
    def sure(self) -> bool:
        """Whether the sentences agree with the column "Preis" or with the balances: a slip is in one place."""
        return self.said is not None and self.said in (self.facts.printed.price, self.paid)

    @property
    def whole(self) -> bool:
        """Whether all three say the same price."""
        return self.said is not None and self.said == self.facts.printed.price == self.paid


def moves(hands: list[Facts], rows: Mapping[int, Mapping[str, int]]) -> list[Moved]:
    """Return every hand with its steps and movement; `rows` are the printed balances by the hand's number."""
    nothing = dict.fromkeys(hands[0].printed.balances, 0) if hands else {}
    return [
        Moved(
            hand,
            printed_parts(hand.printed),
            moved(hand.printed, rows.get(hand.printed.number - 1, nothing if hand.printed.number == 1 else None)),
        )
        for hand in hands
    ]


def base(moved: Moved) -> int:
    """Return the price that the first step of a hand prints; where it is missing, the column's."""
    return next((part.total for part in moved.parts if part.kind == BASE), moved.facts.printed.price)


def usual(said: Iterable[int | None], default: int) -> int:
    """Return what is said most often; the default where nothing is, or where it is among those."""
    counted = Counter(value for value in said if value is not None)
    times = max(counted.values(), default=0)
    best = [value for value, count in counted.items() if count == times]
    return default if default in best or not best else best[0]
