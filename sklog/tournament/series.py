"""Several tournaments of a year as one ranking: the best so many of each count.

(title, ranking) of each tournament ──the same people──▶ points of each ──best n──▶ total ──▶ places
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.names import name_key, turned_key
from sklog.tournament.ranking import places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.tournament.ranking import Ranking, Standing


class SeriesStanding(NamedTuple):
    """Where somebody is in a series. `points` has each tournament, None where he did not play it.

    `counts` says which of them make the `total`. `won` are tournaments in which he was first, alone or not; `top` is
    the best single one. Who has the same in all of this shares a place. `played` are those he took part in, and
    `mean_place` is that of all of these.
    """

    place: int
    name: str
    home: str
    points: tuple[int | None, ...]
    counts: tuple[bool, ...]
    total: int
    won: int
    top: int
    played: int = 0
    mean_place: float = 0


class Series(NamedTuple):
    """A series: the titles of its tournaments, how many of them count, and everybody who played one of them.

    `unclear` are names of which it cannot be said who is who: two people of one tournament have it, and the place does
    not tell them apart, there or in another tournament. `turned` are those who are written in two orders, such as
    "Huber Josef" and "Josef Huber", and counted as one.
    """

    titles: tuple[str, ...]
    best: int
    standings: tuple[SeriesStanding, ...]
    unclear: tuple[str, ...] = ()
    turned: tuple[tuple[str, str], ...] = ()


_Key = tuple[str, ...]
_rank = attrgetter("total", "won", "top")


def series(tournaments: Sequence[tuple[str, Ranking]], best: int) -> Series:
    """Return the ranking of several tournaments: the sum of the points of everybody's `best` best ones.

    More tournaments won decide between the same totals, then the best single one. People are one by their name, neither
    case nor how an accent is stored counts, nor which of its words is first; where two of one tournament have a name,
    by name and place. ValueError if none counts.
    """
    if best < 1:
        raise ValueError("at least one tournament of a series counts")
    played = [ranking.placed for _, ranking in tournaments]
    counted = [Counter(turned_key(one.entrant.name) for one in standings) for standings in played]
    double = {name for times_of in counted for name, times in times_of.items() if times > 1}
    people: dict[_Key, dict[int, Standing]] = {}
    unclear: dict[str, str] = {}
    for at, standings in enumerate(played):
        for one in sorted(standings, key=lambda one: one.entrant.number):
            name, home = name_key(one.entrant.name), name_key(one.entrant.place)
            is_double = turned_key(name) in double
            key: _Key = (turned_key(name), home) if is_double else (turned_key(name),)
            if is_double and (not home or at in people.get(key, ())):
                unclear.setdefault(name, one.entrant.name)
            while at in people.get(key, ()):  # two with one name from one place
                key = (*key, "")
            people.setdefault(key, {})[at] = one
    ranked = [_standing(theirs, len(tournaments), best) for theirs in people.values()]
    ranked.sort(key=lambda one: (name_key(one.name), name_key(one.home)))
    ranked.sort(key=_rank, reverse=True)  # who shares a place stands by name
    given = places([_rank(one) for one in ranked])
    return Series(
        tuple([title for title, _ in tournaments]),
        best,
        tuple([one._replace(place=place) for one, place in zip(ranked, given, strict=True)]),
        tuple(unclear.values()),
        tuple([names for theirs in people.values() if (names := _in_two_orders(theirs))]),
    )


def _in_two_orders(theirs: dict[int, Standing]) -> tuple[str, str] | None:
    """Return how somebody is written first and last, if the words stand otherwise."""
    last = theirs[max(theirs)].entrant.name
    others = (one.entrant.name for one in theirs.values() if name_key(one.entrant.name) != name_key(last))
    other = next(others, None)
    return (other, last) if other else None


def _standing(theirs: dict[int, Standing], tournaments: int, best: int) -> SeriesStanding:
    """Return what somebody has, without a place yet. Of tournaments with the same points the earlier one counts."""
    counting = sorted(theirs, key=lambda at: (-theirs[at].points, at))[:best]
    first, last = (theirs[at].entrant.name for at in (min(theirs), max(theirs)))
    return SeriesStanding(
        place=0,
        name=first if name_key(first) == name_key(last) else last,
        home=next((one.entrant.place for one in theirs.values() if one.entrant.place), ""),
        points=tuple([theirs[at].points if at in theirs else None for at in range(tournaments)]),
        counts=tuple([at in counting for at in range(tournaments)]),
        total=sum(theirs[at].points for at in counting),
        won=sum(one.place == 1 for one in theirs.values()),
        top=max(one.points for one in theirs.values()),
        played=len(theirs),
        mean_place=sum(one.place or 0 for one in theirs.values()) / len(theirs),
    )
