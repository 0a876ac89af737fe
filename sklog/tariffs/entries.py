"""The JSON form of every entry of an evening, a change of the tariff included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.scoring import session
from sklog.scoring.canonical import EVERY_KEY
from sklog.scoring.session import EVENTS, TARIFF
from sklog.scoring.state import TariffChange
from sklog.tariffs import from_mapping, to_mapping

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.state import Entry


KEYS = EVERY_KEY.union(EVENTS, ("after", "void"))
"""Every key that the JSON form of an entry may have."""


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return the JSON form of an entry; `entry_from_json` reads it back."""
    if isinstance(entry, TariffChange):
        return {TARIFF: to_mapping(entry.tariff)}
    return session.entry_to_json(entry)


def entry_from_json(data: Mapping[str, Any], people: Sequence[str] = (), games: Sequence[Game] = ()) -> Entry:
    """Return the entry of a mapping; raise HandError or TariffError with all problems.

    `people` and `games` are those of the table, as `sklog.scoring.session.entry_from_json` explains.
    """
    if isinstance(data.get(TARIFF), dict) and len(data) == 1:
        return TariffChange(from_mapping(data[TARIFF]))
    return session.entry_from_json(data, people, games)
