"""The player characters of document 000: who is one, by which figures, and the rule of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _, _and, _c
from sklog.reports.format import decimal_mark, written
from sklog.reports.model import Column, Kind, section, section_of
from sklog.reports.standings import season_report
from sklog.season import statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.reports.model import Field, Report, Row, Section
    from sklog.season.standings import Deal, Season
    from sklog.season.statistics import Character, Condition, Gallery, Portrait

CARDS = ("declared", "won", "alone", "kontra", "ramsch", "laufende", "with_them")
"""The figures that hands tell; the others tell about the season."""


class Meaning(NamedTuple):
    """What a figure is called, what it says, and how it is read: most are shares."""

    title: str
    meaning: str
    kind: str = Kind.RATE


def characters_report(season: Season, deals: Iterable[Deal]) -> Report:
    """Return who has which character; `deals` are all hands of these evenings, whoever is shown."""
    found = statistics.gallery(statistics.statistics(deals, season._replace(people=())).people, season)
    seasonal = [figure for figure in statistics.Figures._fields if figure not in CARDS]
    sections = (
        _people(found),
        _figures("hands", _("Figures of the hands"), CARDS, found),
        _figures("season", _("Figures of the season"), seasonal, found),
        _rules(),
        _legend(),
    )
    return season_report("characters", _("Characters"), season, sections, _notes(found))


# -- sections -----------------------------------------------------------------------------------------


def _people(found: Gallery) -> Section:
    columns = (
        Column("name", _("Name"), Kind.NAME),
        Column("character", _("Character"), empty="–"),
        Column("why", _("Why"), Kind.PROSE),
    )
    rows: list[Row] = []
    for one in found.portraits:
        if one.characters and one.figures and found.average:
            rows += [(one.name, character.name, _why(character, one.figures, found.average))
                     for character in one.characters]  # fmt: skip
        else:
            rows.append((one.name, None, _why_not(one, found.average)))
    return section("characters", _("Who is what"), columns, rows)


def _why(character: Character, figures: statistics.Figures, average: statistics.Figures) -> str:
    """Return the figures that make somebody this character, beside the average that they were compared with."""
    said = []
    for one in character.asked(average):
        what, figure = _meanings()[one.figure].title, _written(one.figure, one.of(figures))
        if one.relative:
            usual = _written(one.figure, one.of(average))
            said.append(_("{what} {figure} (average {average})", what=what, figure=figure, average=usual))
        else:
            said.append(f"{what} {figure}")
    return ", ".join(said)


def _why_not(one: Portrait, average: statistics.Figures | None) -> str | None:
    if one.figures is None:
        return _("too few hands: {hands} of {fewest}", hands=one.hands, fewest=statistics.FEWEST_FOR_A_CHARACTER)
    return _("nothing that stands out") if average else None


def _figures(key: str, title: str, figures: Sequence[str], found: Gallery) -> Section:
    """Return these figures of everybody with enough hands, and their average as the last row."""
    meanings = _meanings()
    columns = (
        Column("name", _("Name"), Kind.NAME, _("Average")),
        *(Column(figure, meanings[figure].title, meanings[figure].kind, "–") for figure in figures),
    )
    everybody = [(one.name, one.figures) for one in found.portraits]
    rows = ((name, *(getattr(one, figure) for figure in figures))
            for name, one in (*everybody, (None, found.average)) if one)  # fmt: skip
    return section(key, title, columns, rows)


def _rules() -> Section:
    who = _described()
    fields: list[Field[Character]] = [
        (Column("character", _("Character")), lambda one: one.name),
        (Column("who", _("Who that is"), Kind.PROSE), lambda one: who[one]),
        (Column("rule", _("Rule"), Kind.PROSE), lambda one: _and(map(_rule, one.conditions))),
    ]
    return section_of("rules", _("The seven characters"), statistics.CHARACTERS, fields)


def _rule(one: Condition) -> str:
    """Return a condition in words."""
    what, least, most = _meanings()[one.figure].title, _limit(one, one.least), _limit(one, one.most)
    if one.least is not None and one.most is not None:
        return _("{what} between {least} and {most}", what=what, least=least, most=most)
    if one.least is not None:
        return _("{what} at least {least}", what=what, least=least)
    return _("{what} at most {most}", what=what, most=most)


def _limit(one: Condition, limit: float | None) -> str:
    if not one.relative:
        return _written(one.figure, limit)
    return _("the average") if limit == 1 else _("{times} × the average", times=_number(limit))


def _legend() -> Section:
    columns = (Column("figure", _("Figure")), Column("meaning", _("What it says"), Kind.PROSE))
    meanings = _meanings()
    rows = ((meanings[figure].title, meanings[figure].meaning) for figure in statistics.Figures._fields)
    return section("legend", _("What the figures say"), columns, rows)


def _written(figure: str, value: float | None) -> str:
    if value is None:
        return "–"
    return written(value, Kind.RATE, "") if _meanings()[figure].kind == Kind.RATE else _number(value)


def _number(value: float | None) -> str:
    return f"{value or 0:.2f}".rstrip("0").rstrip(".").replace(".", decimal_mark())


# -- words --------------------------------------------------------------------------------------------


def _meanings() -> dict[str, Meaning]:
    return {
        "declared": Meaning(_("Declares"), _("declared, of the hands dealt of which somebody noted who played")),
        "won": Meaning(_("Wins"), _("won, of the hands declared")),
        "alone": Meaning(_("Alone"), _("played without a partner, of the hands declared")),
        "kontra": Meaning("Kontra", _("said Kontra, where it was noted by name, of the hands as an opponent")),
        "ramsch": Meaning("Ramsch", _("lost, of the Ramsch hands")),
        "balance": Meaning(
            _c("figure", "Balance"),
            _("the total, divided by what chance typically makes of these hands (see: sklog report stats)"),
            Kind.RATIO,
        ),
        "evenings": Meaning(_("Evenings"), _("ended above 0, of the evenings")),
        "top": Meaning(_("Peak"), _("the total, as a share of the highest that it was after any evening")),
        "laufende": Meaning("Laufende", _("on the own side, of the hands with Laufende")),
        "with_them": Meaning(_("Won with them"), _("won, of the hands with Laufende on the own side")),
        "returned": Meaning(_("Returns"), _("came to the next evening of the same name, of the evenings lost")),
        "games": Meaning(_("Games"), _("kinds of games declared"), Kind.COUNT),
        "groups": Meaning(_("Rounds"), _("different names of the evenings"), Kind.COUNT),
        "hands": Meaning(_("Hands"), _("hands dealt"), Kind.COUNT),
    }


def _described() -> dict[Character, str]:
    return {
        statistics.FAIR: _("plays for the game's sake, never shirks, and ends about where he began"),
        statistics.BOLD: _("attacks with anything, often alone, and seldom gets away with it"),
        statistics.WALL: _("sits behind his good cards, lets others play and doubles them; a Ramsch finds him"),
        statistics.WINNER: _("wins whatever he holds, and no bad evening lasts"),
        statistics.UNLUCKY: _("holds the cards, and loses all the same"),
        statistics.EXPERT: _("at home in several rounds, knows every game and wins what he declares"),
        statistics.OBSESSED: _("never misses a hand, and least of all after a bad evening"),
    }


# -- notes --------------------------------------------------------------------------------------------


def _notes(found: Gallery) -> tuple[str, ...]:
    compared = _(
        "The average is of everybody with {fewest} hands or more in these evenings, each counted once. The characters"
        " are an old book's, the limits are ours. What nobody here plays or notes is left out of a rule, which then"
        " needs two conditions at least.",
        fewest=statistics.FEWEST_FOR_A_CHARACTER,
    )
    perfect = _("The perfect player would have the best of all seven. The book knows of none, and by these rules"
                " there cannot be one: nobody ends at 0 and always wins.")  # fmt: skip
    if found.average:
        return (compared, perfect)
    return (_("Fewer than {people} people have {fewest} hands: there is no group to compare anybody with.",
              people=statistics.FEWEST_PEOPLE, fewest=statistics.FEWEST_FOR_A_CHARACTER),)  # fmt: skip
