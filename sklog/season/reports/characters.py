"""Who plays like which of the seven characters of an old book, by which figures, and the rule of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import accumulate, pairwise
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _, _and, _c, _t
from sklog.reports.model import DIGITS_OF_A_RATE, About, Column, Kind, section
from sklog.scoring.amounts import MINUS, decimal_mark
from sklog.scoring.names import name_key
from sklog.scoring.outcome import DECLARER, OPPONENT, OTHER, RAMSCH
from sklog.season.reports import ratio, season_report
from sklog.season.selection import season as season_of
from sklog.season.statistics import SOLOIST, luck, statistics

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from sklog.reports.model import Report, Row, Section
    from sklog.scoring.deals import Deal, Night
    from sklog.season.outstanding import Season
    from sklog.season.selection import SeasonAsked
    from sklog.season.statistics import Alike, Person, Statistics

CARDS = ("declared", "won", "alone", "kontra", "ramsch", "laufende", "with_them")
"""The figures that hands tell; the others tell about the season."""

# -- the seven characters (document 000, appendix II) --------------------------------------------------

# The book describes people; the conditions are ours: every one compares a figure of somebody with a fixed limit, or
# with the average of the group. Nobody is forced into a character, and somebody may be several.

FEWEST_FOR_A_CHARACTER = 50
"""With fewer hands nobody has a character, and nobody counts for the average."""
FEWEST_PEOPLE = 3
"""With fewer people of so many hands there is no group to compare anybody with."""


Figures = Mapping[str, float | None]
"""What the conditions ask about one person, or the average of a group; None where there is nothing to count.

Shares are of 1, `balance` is a multiple of the swing (see `luck`), `games`, `groups` and `hands` are counts. What each
counts says `_meanings`.
"""


FIXED = frozenset({"balance", "evenings", "top", "groups"})
"""The figures whose limits stand as they are; those of all others are multiples of the average."""
CHARACTERS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "Der Faire": {"declared": (0.9, inf), "balance": (-0.5, 0.5)},
    "Der Risikofreudige": {"declared": (1.15, inf), "alone": (1.0, inf), "won": (-inf, 1.0)},
    "Der Maurer": {"declared": (-inf, 0.85), "kontra": (1.15, inf), "ramsch": (1.0, inf)},
    "Der Immergewinner": {"balance": (1.0, inf), "evenings": (0.6, inf), "top": (0.9, inf)},
    "Der Pechvogel": {"balance": (-inf, -1.0), "laufende": (1.0, inf), "with_them": (-inf, 1.0)},
    "Der Profi": {"groups": (2, inf), "games": (1.0, inf), "won": (1.1, inf)},
    "Der Besessene": {"hands": (1.2, inf), "returned": (1.0, inf)},
}
"""What the book calls each of the seven, and between which limits his figures are, both of them included."""
FAIR, BOLD, WALL, WINNER, UNLUCKY, EXPERT, OBSESSED = CHARACTERS


def asked_of(character: str, average: Figures) -> list[str]:
    """Return the figures that can be asked for here: where nobody plays Ramsch, nobody loses most of them.

    One that is compared with the average cannot where that is 0.
    """
    return [one for one in CHARACTERS[character] if (average[one] is not None if one in FIXED else average[one])]


def fits(character: str, own: Figures, average: Figures) -> bool:
    """Whether somebody is one of these; a single condition is not enough to be called names."""
    asked = asked_of(character, average)
    for figure in asked:
        usual = 1.0 if figure in FIXED else average[figure] or 0.0
        least, most = (limit * usual for limit in CHARACTERS[character][figure])
        value = own[figure]
        if value is None or not least <= value <= most:
            return False
    return len(asked) > 1


class Gallery(NamedTuple):
    """The figures of those who are shown, None with too few hands; and the average, None where there is no group."""

    figures: Mapping[str, Figures | None]
    average: Figures | None


def gallery(people: Mapping[str, Person], season: Season) -> Gallery:
    """Return the figures of those who are shown, by name. `people` are all who played in these evenings."""
    returned = _returned(season.nights)
    known = {name: _figures_of(one, season.nights, returned.get(name)) for name, one in people.items()
             if one.all.hands >= FEWEST_FOR_A_CHARACTER}  # fmt: skip
    average = _average(known.values()) if len(known) >= FEWEST_PEOPLE else None
    return Gallery({name: known.get(name) for name in sorted(filter(season.shows, people), key=name_key)}, average)


def _average(everybody: Collection[Figures]) -> Figures:
    """Return the mean of everybody's figures, each person counted once."""
    columns = {key: [own for one in everybody if (own := one[key]) is not None] for key in _meanings()}
    return {key: sum(column) / len(column) if column else None for key, column in columns.items()}


def _figures_of(person: Person, nights: Iterable[Night], returned: float | None) -> Figures:
    own = [night for night in nights if person.name in night.totals]
    totals = [night.totals[person.name] for night in own]
    curve = list(accumulate(totals))
    declared, against, ramsch, unsaid = (person.roles[role] for role in (DECLARER, OPPONENT, RAMSCH, OTHER))
    laufende = person.laufende
    return {
        "declared": ratio(declared.hands, person.all.hands - unsaid.hands),
        "won": ratio(declared.won, declared.won + declared.lost),
        "alone": ratio(person.roles[SOLOIST].hands, declared.hands),
        "kontra": ratio(person.kontra.hands, against.hands - person.unnamed.hands),
        "ramsch": ratio(person.ramsch_lost.hands, ramsch.hands),
        "balance": luck(person.all.amount, person.all.squares, person.all.hands).ratio,
        "evenings": ratio(sum(total > 0 for total in totals), len(totals)),
        "top": ratio(curve[-1], max(curve)) if curve and curve[-1] > 0 else None,
        "laufende": ratio(laufende.hands, laufende.hands + person.against.hands),
        "with_them": ratio(laufende.won, laufende.won + laufende.lost),
        "returned": returned,
        "games": len(person.declared),
        "groups": len({name_key(night.name) for night in own}),
        "hands": person.all.hands,
    }


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


# -- the report ----------------------------------------------------------------------------------------


def of_characters(asked: SeasonAsked) -> Report:
    """Return who plays like whom: somebody is compared with the whole group, on all of its evenings."""
    everybody = asked.selection._replace(players=(), unit=asked.season.unit)
    season = season_of(asked.ledger, everybody)._replace(people=asked.season.people)
    kept = asked.kept if season.nights == asked.season.nights else None
    return characters_report(season, asked._replace(season=season, kept=kept).dealt(), asked.counted)


class Figure(NamedTuple):
    """What a figure is called, what it says, and how it is read: most are shares."""

    title: str
    meaning: str
    kind: str = Kind.RATE


def characters_report(season: Season, deals: Iterable[Deal | Alike], counted: Statistics | None = None) -> Report:
    """Return who has which character; `deals` are all hands of these evenings, whoever is shown, `counted` or not."""
    counted = counted or statistics(deals, season._replace(people=()))
    found = gallery(counted.people, season)
    seasonal = [figure for figure in _meanings() if figure not in CARDS]
    notes = (About(note, "characters") for note in _notes(found))
    sections = (
        _characters_section(found, counted.people),
        _figures("hands", _("Figures of the hands"), CARDS, found),
        _figures("season", _("Figures of the season"), seasonal, found),
        _rules(),
        _legend(),
    )
    return season_report("characters", _("Characters"), season, sections, notes, defined={})


def _characters_section(found: Gallery, people: Mapping[str, Person]) -> Section:
    columns = (
        Column("name", _("Name"), Kind.NAME),
        Column("character", _("Character"), empty="–"),
        Column("why", _("Why"), Kind.PROSE),
    )
    rows: list[Row] = []
    for name, own in found.figures.items():
        if own is None:
            hands, fewest = people[name].all.hands, FEWEST_FOR_A_CHARACTER
            rows.append((name, None, _("too few hands: {hands} of {fewest}", hands=hands, fewest=fewest)))
        elif found.average is None:
            rows.append((name, None, None))
        else:
            fitting = [one for one in CHARACTERS if fits(one, own, found.average)]
            rows += [(name, one, _why(one, own, found.average)) for one in fitting]
            rows += [] if fitting else [(name, None, _("nothing that stands out"))]
    return section("characters", _("Who is what"), columns, rows)


def _why(character: str, figures: Figures, average: Figures) -> str:
    """Return the figures that make somebody this character, beside the average that they were compared with."""
    said = []
    for one in asked_of(character, average):
        what = _meanings()[one].title
        if one in FIXED:
            said.append(f"{what} {_as_figure(one, figures[one])}")
        else:
            figure, usual = told_apart(one, figures[one], average[one])
            said.append(_("{what} {figure} (average {average})", what=what, figure=figure, average=usual))
    return ", ".join(said)


def _figures(key: str, title: str, figures: Sequence[str], found: Gallery) -> Section:
    """Return these figures of everybody with enough hands, and their average as the last row."""
    meanings = _meanings()
    columns = (
        Column("name", _("Name"), Kind.NAME, _("Average")),
        *(Column(figure, meanings[figure].title, meanings[figure].kind, "–") for figure in figures),
    )
    everybody = (*found.figures.items(), (None, found.average))
    rows = ((name, *(one[figure] for figure in figures)) for name, one in everybody if one)
    return section(key, title, columns, rows)


def _rules() -> Section:
    columns = (
        Column("character", _("Character")),
        Column("who", _("Person"), Kind.PROSE),
        Column("rule", _("Rule"), Kind.PROSE),
    )
    rows = (
        (character, who, _and(_rule(figure, *limits) for figure, limits in CHARACTERS[character].items()))
        for character, who in _described().items()
    )
    return section("rules", _("The seven characters"), columns, rows)


def _rule(figure: str, least: float, most: float) -> str:
    """Return a condition in words."""
    said = {"what": _meanings()[figure].title, "least": _limit(figure, least), "most": _limit(figure, most)}
    if most == inf:
        return _("{what} at least {least}", **said)
    return _("{what} at most {most}", **said) if least == -inf else _("{what} between {least} and {most}", **said)


def _limit(figure: str, limit: float) -> str:
    if figure in FIXED:
        return _as_figure(figure, limit)
    return _("the average") if limit == 1 else _("{times} × the average", times=_digits_of(limit))


def _legend() -> Section:
    columns = (Column("figure", _("Figure")), Column("meaning", _("What it says"), Kind.PROSE))
    rows = ((one.title, one.meaning) for one in _meanings().values())
    return section("legend", _("What the figures say"), columns, rows)


def told_apart(figure: str, own: float | None, usual: float | None) -> tuple[str, str]:
    """Return both with as many digits as it takes to see which is more: 44.1% and 43.8%."""
    more = 0
    while more < DIGITS_OF_A_RATE and own != usual and _as_figure(figure, own, more) == _as_figure(figure, usual, more):
        more += 1
    return _as_figure(figure, own, more), _as_figure(figure, usual, more)


def _as_figure(figure: str, value: float | None, more: int = 0) -> str:
    """Return a figure in words, with so many digits more than it usually has."""
    if value is None:
        return "–"
    if _meanings()[figure].kind == Kind.RATE:
        return f"{value:.{more}%}".replace(".", decimal_mark())
    return _digits_of(value, more)


def _digits_of(value: float | None, more: int = 0) -> str:
    return f"{value or 0:.{2 + more}f}".rstrip("0").rstrip(".").replace(".", decimal_mark()).replace("-", MINUS)


def _meanings() -> dict[str, Figure]:
    return {
        "declared": Figure(_("Declares"), _("declared, of the dealt hands in which somebody noted who played")),
        "won": Figure(_("Wins"), _("won, of the hands declared")),
        "alone": Figure(_("Alone"), _("played without a partner, of the hands declared")),
        "kontra": Figure("Kontra", _("said Kontra as an opponent; hands where nobody noted who said it are left out")),
        "ramsch": Figure("Ramsch", _("lost, of the Ramsch hands")),
        "balance": Figure(
            _c("figure", "Balance"),
            _t("the total, divided by what chance typically makes of these hands¦ (see: sklog report stats)"),
            Kind.RATIO,
        ),
        "evenings": Figure(_("Evenings"), _("ended above 0, of the evenings")),
        "top": Figure(_("Peak"), _("the total, as a share of the highest it was after any evening")),
        "laufende": Figure("Laufende", _("on the player's own side, of the hands with Laufende")),
        "with_them": Figure(_("Won with them"), _("won, of the hands with Laufende on the own side")),
        "returned": Figure(_("Returns"), _("came to the next evening of the same name, out of the evenings lost")),
        "games": Figure(_("Games"), _("kinds of games declared"), Kind.COUNT),
        "groups": Figure(_("Rounds"), _("different names of the evenings"), Kind.COUNT),
        "hands": Figure(_("Hands"), _("hands dealt"), Kind.COUNT),
    }


def _described() -> dict[str, str]:
    return {
        FAIR: _("plays for the game's sake, never shirks, and ends about where he began"),
        BOLD: _("attacks with anything, often alone, and seldom gets away with it"),
        WALL: _("sits behind his good cards, lets others play and doubles them; a Ramsch finds him"),
        WINNER: _("wins whatever he holds, and no bad evening lasts"),
        UNLUCKY: _("holds the cards, and loses all the same"),
        EXPERT: _("at home in several rounds, knows every game and wins what he declares"),
        OBSESSED: _("never misses a hand, and least of all after a bad evening"),
    }


def _notes(found: Gallery) -> tuple[str, ...]:
    compared = _(
        "The average is over everybody with {fewest} hands or more in these evenings, each counted once. The "
        "characters are from an old book, the limits are ours. If nobody here plays or notes something, it is left "
        "out of a rule, which then needs at least two conditions.",
        fewest=FEWEST_FOR_A_CHARACTER,
    )
    perfect = _("The perfect player would have the best of all seven. The book knows of none, and by these rules"
                " there cannot be one: nobody ends at 0 and always wins.")  # fmt: skip
    if found.average:
        return (compared, perfect)
    return (_("Fewer than {people} people have {fewest} hands: there is no group for comparison.",
              people=FEWEST_PEOPLE, fewest=FEWEST_FOR_A_CHARACTER),)  # fmt: skip
