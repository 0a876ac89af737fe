"""How strong everybody is, as far as hands can tell: a rating with its uncertainty, reckoned by openskill.

Who met whom in a hand, and who won, `match` says; what follows from all of them, `ratings_of`.
"""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import Refused
from sklog.language import N_, _, _t
from sklog.reports.model import Column, Kind, section_of
from sklog.scoring.names import name_key
from sklog.scoring.outcome import Outcome
from sklog.season.reports import beyond, season_report, verdict
from sklog.season.statistics import QUANTILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from openskill.models import BradleyTerryFullRating

    from sklog.reports.model import Field, Report
    from sklog.scoring.deals import Deal
    from sklog.season.selection import SeasonAsked

BEGIN, POINTS = 1000, 30
"""Everybody begins with so many points; so many are one of openskill's: who leads by 100 wins 64 of 100 hands."""
LUCK = 25 / 6
"""openskill's beta: how far one hand is from what people can do. It is large beside what they differ by."""
PEOPLE, GAMES = LUCK / 2, LUCK * 2
"""The deviation of what somebody can do, and of what it is worth to declare a game, before any hand is known."""
CERTAIN = 3
"""So many deviations below the rating: nearly certainly somebody is at least as good as that."""
FEWEST = 50
"""With fewer hands nobody is rated, as nobody has a character: ± would be more than what people differ by."""
EXTRA = "'.[rating]'"
"""What is installed for it."""

DEFINED: Mapping[str, str] = {
    "rating": N_(
        "How strong players are, based on who won against whom in each hand. Amounts do not count, and declaring "
        "often is no advantage. Everybody starts at 1000; a side that is 100 ahead wins about 64 of 100 hands. ±: "
        "how far chance alone moves the rating (95% interval). At least: the player is almost certainly at least "
        "this strong; the ranking uses this. Players with fewer than {fewest} hands are not rated."
    ),
}
"""What the numbers of each table count."""


class Rated(NamedTuple):
    """Somebody's rating after the last of these hands, in points: `margin` is half of its 95% interval."""

    name: str
    hands: int
    rating: float
    margin: float
    certain: float


def of_rating(asked: SeasonAsked) -> Report:
    """Return everybody's rating after all of the season's hands; who is most certainly good stands first.

    With too few hands nobody has a rating, or a rank.
    """
    season = asked.season
    found = [one for one in ratings_of(asked.deals()) if season.shows(one.name)]
    found.sort(key=lambda one: (one.hands < FEWEST, -round(one.certain) * (one.hands >= FEWEST), name_key(one.name)))
    ranked = [round(one.certain) for one in found]

    def of_experienced(column: Column, get: Callable[[Rated], int]) -> Field[Rated]:
        return column._replace(empty="–"), lambda one: get(one) if one.hands >= FEWEST else None

    fields: list[Field[Rated]] = [
        of_experienced(Column("rank", _("Rank"), Kind.COUNT), lambda one: ranked.index(round(one.certain)) + 1),
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        of_experienced(Column("rating", _("Rating"), Kind.COUNT), lambda one: round(one.rating)),
        of_experienced(Column("margin", "±", Kind.COUNT), lambda one: round(one.margin)),
        of_experienced(Column("certain", _("At least"), Kind.COUNT), lambda one: round(one.certain)),
        (verdict(), lambda one: beyond(one.rating - BEGIN, one.margin if one.hands >= FEWEST else None)),
    ]
    table, limits = section_of("rating", "", found, fields), {"rating": {"fewest": FEWEST}}
    return season_report("rating", _("Rating"), season, (table,), defined=DEFINED, limits=limits)


def installed() -> bool:
    """Whether the extra is there that reckons ratings."""
    return find_spec("openskill") is not None


def ratings_of(deals: Iterable[Deal]) -> list[Rated]:
    """Return the rating of everybody who was dealt in, after these hands in their order.

    What somebody can do is taken to stay as it is over these hands: the last one counts as much as the first. Raises
    Refused where the extra is missing.
    """
    if not installed():
        raise Refused(
            _t("a rating needs one more package¦: install sklog from its folder again, as {extra}", extra=EXTRA)
        )
    from openskill.models import BradleyTerryFull  # noqa: PLC0415  an extra

    model = BradleyTerryFull(mu=0.0, sigma=PEOPLE, beta=LUCK, tau=0.0, gamma=_undamped)
    known: dict[tuple[str, str], BradleyTerryFullRating] = {}
    hands: Counter[str] = Counter()
    for deal in deals:
        teams, ranks = match(deal)
        if not teams:
            continue
        hands.update(deal.table.active)
        for kind, name in (one for team in teams for one in team if one not in known):
            known[kind, name] = model.rating(sigma=PEOPLE if kind == PERSON else GAMES)
        after = model.rate([_Side(known[one] for one in team) for team in teams], ranks=ranks)
        for team, new in zip(teams, after, strict=True):
            known.update(zip(team, new, strict=True))
    people = [(name, one) for (kind, name), one in known.items() if kind == PERSON]
    return [
        Rated(
            name,
            hands[name],
            one.ordinal(z=0, alpha=POINTS, target=BEGIN),
            QUANTILE * one.sigma * POINTS,
            one.ordinal(z=CERTAIN, alpha=POINTS, target=BEGIN),
        )
        for name, one in people
    ]


class _Side(list[Any]):
    """Ratings that are changed where they are: openskill copies them first, which takes four fifths of its time."""

    def __deepcopy__(self, memo: object) -> _Side:
        return self


def _undamped(*_facts: object) -> float:
    """Return how much of what a hand tells makes a rating more certain: all of it, since nobody changes meanwhile."""
    return 1.0


PERSON, GAME = "person", "game"


def match(deal: Deal) -> tuple[Sequence[Sequence[tuple[str, str]]], list[float]]:
    """Return who met in a hand, and their ranks, 1 for who won; nobody where nobody won.

    In a game two sides meet. It stands beside those who declared it, as if it were one of them: who declares has the
    cards for it, and that is not what he can do. In a Ramsch everybody plays for himself, and nothing was decided
    between those who lost, or between those who did not.
    """
    winners, losers = ([(PERSON, name) for name in side] for side in deal.sides)
    if not winners or not losers:
        return (), []
    outcome = deal.score.outcome
    if not isinstance(outcome, Outcome):
        return [[one] for one in (*winners, *losers)], [*[1.0] * len(winners), *[2.0] * len(losers)]
    if outcome.declarers:
        (winners if outcome.won else losers).append((GAME, outcome.game.name))
    return [winners, losers], [1.0, 2.0]
