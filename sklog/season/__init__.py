"""A season: evenings one after the other, and what became of everybody in them. Pure, like the scoring.

    Night (an evening's totals)                ──▶ standings
    Night + Line (each hand as it was folded)  ──▶ Deal ──▶ statistics, partners, records, characters

All amounts are whole cents or points; a season counts one of them.
"""

from collections.abc import Mapping

from sklog.scoring.deals import Night
from sklog.values import NamedTuple


class Season(NamedTuple):
    """Evenings in the order of their days, all of one unit; `others` counts those of the other unit.

    Where `people` are named only they are shown. Where good points count, `good` has each evening's by its `id`.
    """

    unit: str
    nights: tuple[Night, ...]
    people: tuple[str, ...] = ()
    others: int = 0
    good: Mapping[int, Mapping[str, int]] | None = None

    def shows(self, name: str) -> bool:
        """Whether this person is among those who are shown."""
        return not self.people or name in self.people
