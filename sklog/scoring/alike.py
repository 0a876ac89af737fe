"""A hand that is as its model: under rules that remember nothing a game costs the same, whoever plays it.

Which hands are alike, `sklog.likeness` finds out; what is made of them, whoever is told of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.scoring.canonical import to_json
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.scoring.hand import Names, Played, Ramsch
    from sklog.scoring.judge import Table
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff


class Model:
    """A hand that stands for all that are alike, with marks for people, and what it costs them.

    `said` is its canonical JSON, in which each of them has values of its `own`, by these keys.
    """

    __slots__ = ("amounts", "hand", "largest", "own", "said", "score", "table", "tariff")

    def __init__(self, hand: Played | Ramsch, table: Table, made: Score, tariff: Tariff, own: Sequence[str]) -> None:
        self.hand = hand
        self.table = table
        self.score = made
        self.tariff = tariff
        self.amounts = tuple([made.postings[mark] for mark in table.active])
        self.largest = max(map(abs, self.amounts))
        self.said = to_json(hand)
        self.own = own


class Alike(NamedTuple):
    """A deal that is as its model: who is dealt in, who deals, and the place of each of the first among the marks.

    Those whom the hand does not name are all the next one. `fact` is the JSON of the hand, as it was found.
    """

    model: Model
    active: Names
    dealer: str
    places: tuple[int, ...]
    fact: Mapping[str, Any]

    @property
    def said(self) -> dict[str, Any]:
        """The canonical JSON of the hand."""
        return {**self.model.said, **{key: self.fact[key] for key in self.model.own}}

    @property
    def entry(self) -> Played | Ramsch:
        """The hand itself, which cannot be wrong where its model is right."""
        made: Played | Ramsch = object.__new__(type(self.model.hand))
        said, fact = vars(made), self.fact
        said.update(vars(self.model.hand))
        for key in self.model.own:
            value = fact[key]
            said[key] = tuple(value) if type(value) is list else value
        return made
