"""The seven characters that document 000 (appendix II) finds among players, each as conditions on stated figures.

The book describes people; the conditions are ours: every one compares a figure of somebody with a fixed limit, or
with the average of the group. Nobody is forced into a character, and somebody may be several.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring.names import name_key
from sklog.season.statistics import DECLARER, OPPONENT, RAMSCH, luck, ratio

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sklog.season.standings import Night, Season
    from sklog.season.statistics import Person

FEWEST_HANDS = 50
"""With fewer hands nobody has a character, and nobody counts for the average."""
FEWEST_PEOPLE = 3
"""With fewer people of so many hands there is no group to compare anybody with."""


class Figures(NamedTuple):
    """What the conditions ask about one person, or the average of a group; None where there is nothing to count.

    Shares are of 1, `balance` is a multiple of the swing (see `luck`), the last three are counts. What each of them
    counts stands word by word below the report: `sklog.reports.characters`.
    """

    declared: float | None
    won: float | None
    alone: float | None
    kontra: float | None
    ramsch: float | None
    balance: float | None
    evenings: float | None
    top: float | None
    laufende: float | None
    with_them: float | None
    returned: float | None
    games: float
    groups: float
    hands: float


class Condition(NamedTuple):
    """A figure is `least` or more, and `most` or less; both as multiples of the average where it is `relative`."""

    figure: str
    least: float | None = None
    most: float | None = None
    relative: bool = True

    def of(self, figures: Figures) -> float | None:
        """Return the figure that it asks about."""
        found: float | None = getattr(figures, self.figure)
        return found

    def can_be_asked(self, average: Figures) -> bool:
        """Whether it means anything here: of nothing, everybody has more than the average."""
        usual = self.of(average)
        return bool(usual) if self.relative else usual is not None

    def holds(self, own: Figures, average: Figures) -> bool:
        """Whether it is true of somebody."""
        figure, usual = self.of(own), self.of(average) if self.relative else 1.0
        if figure is None or usual is None:
            return False
        return (self.least is None or figure >= self.least * usual) and (
            self.most is None or figure <= self.most * usual
        )


class Character(NamedTuple):
    """One of the seven: what the book calls him, and what has to be true of him."""

    name: str
    conditions: tuple[Condition, ...]

    def asked(self, average: Figures) -> tuple[Condition, ...]:
        """Return the conditions that can be asked here: where nobody plays Ramsch, nobody loses most of them."""
        return tuple(one for one in self.conditions if one.can_be_asked(average))

    def fits(self, own: Figures, average: Figures) -> bool:
        """Whether somebody is one of these; a single condition is not enough to be called names."""
        asked = self.asked(average)
        return len(asked) > 1 and all(one.holds(own, average) for one in asked)


def _fixed(figure: str, least: float | None = None, most: float | None = None) -> Condition:
    return Condition(figure, least, most, relative=False)


FAIR, BOLD, WALL, WINNER, UNLUCKY, EXPERT, OBSESSED = CHARACTERS = (
    Character("Der Faire", (Condition("declared", least=0.9), _fixed("balance", -0.5, 0.5))),
    Character(
        "Der Risikofreudige",
        (Condition("declared", least=1.15), Condition("alone", least=1.0), Condition("won", most=1.0)),
    ),
    Character(
        "Der Maurer",
        (Condition("declared", most=0.85), Condition("kontra", least=1.15), Condition("ramsch", least=1.0)),
    ),
    Character("Der Immergewinner", (_fixed("balance", 1.0), _fixed("evenings", 0.6), _fixed("top", 0.9))),
    Character(
        "Der Pechvogel",
        (_fixed("balance", most=-1.0), Condition("laufende", least=1.0), Condition("with_them", most=1.0)),
    ),
    Character("Der Profi", (_fixed("groups", 2), Condition("games", least=1.0), Condition("won", least=1.1))),
    Character("Der Besessene", (Condition("hands", least=1.2), Condition("returned", least=1.0))),
)


class Portrait(NamedTuple):
    """One person: his figures, and which characters fit; no figures with too few hands."""

    name: str
    hands: int
    figures: Figures | None
    characters: tuple[Character, ...] = ()


class Gallery(NamedTuple):
    """Everybody's portraits, and the average that they are compared with: None where there is no group."""

    average: Figures | None
    portraits: tuple[Portrait, ...]


def gallery(people: Mapping[str, Person], season: Season) -> Gallery:
    """Return the portraits of those who are shown, by name. `people` are all who played in these evenings."""
    returned = _returned(season.nights)
    known = {name: _figures(one, season.nights, returned.get(name)) for name, one in people.items()
             if one.all.hands >= FEWEST_HANDS}  # fmt: skip
    average = _average(list(known.values())) if len(known) >= FEWEST_PEOPLE else None
    shown = sorted(filter(season.shows, people), key=name_key)
    return Gallery(average, tuple(_portrait(people[name], known.get(name), average) for name in shown))


def _portrait(person: Person, figures: Figures | None, average: Figures | None) -> Portrait:
    fitting: Iterable[Character] = ()
    if figures and average:
        fitting = (one for one in CHARACTERS if one.fits(figures, average))
    return Portrait(person.name, person.all.hands, figures, tuple(fitting))


def _average(known: Sequence[Figures]) -> Figures:
    """Return the mean of everybody's figures, each person counted once."""
    columns = ([figure for figure in column if figure is not None] for column in zip(*known, strict=True))
    return Figures(*(sum(column) / len(column) if column else None for column in columns))  # type: ignore[arg-type]


def _figures(person: Person, nights: Iterable[Night], returned: float | None) -> Figures:
    own = [night for night in nights if person.name in night.totals]
    totals = [night.totals[person.name] for night in own]
    curve = list(accumulate(totals))
    declared, against, ramsch = (person.roles[role] for role in (DECLARER, OPPONENT, RAMSCH))
    return Figures(
        declared=ratio(declared.hands, person.all.hands - person.unsaid),
        won=ratio(declared.won, declared.decided),
        alone=ratio(person.alone, declared.hands),
        kontra=ratio(person.kontra.hands, against.hands),
        ramsch=ratio(person.ramsch_lost, ramsch.hands),
        balance=luck(person.all.amount, person.squares, person.all.hands).ratio,
        evenings=ratio(sum(total > 0 for total in totals), len(totals)),
        top=ratio(curve[-1], max(curve)) if curve and curve[-1] > 0 else None,
        laufende=ratio(person.laufende.hands, person.laufende.hands + person.against.hands),
        with_them=ratio(person.laufende.won, person.laufende.decided),
        returned=returned,
        games=len(person.declared),
        groups=len({name_key(night.name) for night in own}),
        hands=person.all.hands,
    )


def _returned(nights: Iterable[Night]) -> dict[str, float]:
    """Return the share of lost evenings after which somebody came to the next one that had the same name."""
    groups: defaultdict[str, list[Night]] = defaultdict(list)
    for night in nights:
        groups[name_key(night.name)].append(night)
    came: defaultdict[str, list[bool]] = defaultdict(list)
    for one, following in (two for group in groups.values() for two in pairwise(group)):
        for name, total in one.totals.items():
            if total < 0:
                came[name].append(name in following.totals)
    return {name: sum(after) / len(after) for name, after in came.items()}
