"""Reports of a season: what everybody did, game by game, how much of it was luck, who earns with whom, who is what."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _, _and, _c, _n
from sklog.reports.model import (
    BARS,
    DIGITS_OF_A_RATE,
    Chart,
    Column,
    Kind,
    Series,
    people_columns,
    section,
    section_of,
)
from sklog.reports.sentences import undeclared
from sklog.scoring.amounts import decimal_mark
from sklog.scoring.games import PASSED, RAMSCH, Game
from sklog.scoring.names import name_key
from sklog.season import statistics
from sklog.season.reports.standings import ENDED, season_report, tally_fields
from sklog.season.selection import season as season_of
from sklog.season.statistics import Duel, Luck, Pair, Partners, Person, Statistics, Tally, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.reports.model import Field, Report, Row, Section
    from sklog.scoring.alike import Alike
    from sklog.scoring.deals import Deal, Season
    from sklog.season.reporting import Asked

BEST = 10
"""So many pairs are drawn."""
CARDS = ("declared", "won", "alone", "kontra", "ramsch", "laufende", "with_them")
"""The figures that hands tell; the others tell about the season."""


# -- partners ------------------------------------------------------------------------------------------


def partners_report(season: Season, deals: Iterable[Deal]) -> Report:
    """Return what everybody won with everybody else on the same side, and from everybody else on the other.

    `deals` are all of the season's hands.
    """
    found = statistics.company(deals, season)
    together, duels = statistics.pairs(found.partners), found.duels()
    sections = (
        _matrix("matrix", _("What each line won with each column"), found.partners, lambda tally: tally.amount),
        _pairs(together),
        _matrix("flows", _("What each line won from each column"), found.against, _flow),
        _duels(duels),
    )
    notes = filter(None, (_partners_note(together, season),))
    return season_report("partners", _("Partners"), season, sections, notes, charts=lambda: _pairs_chart(together))


def _matrix(key: str, title: str, found: Partners, amount: Callable[[Tally], int]) -> Section:
    names = statistics.by_total(found)
    name = Column("name", _("Name"), Kind.NAME)
    rows = ((one, *(amount(found[one][other]) if other in found[one] else None for other in names)) for one in names)
    return section(key, title, (name, *people_columns(names, Kind.MONEY, (name,))), rows)


def _flow(tally: Tally) -> int:
    return statistics.whole(tally.amount)


def _duels(duels: Sequence[Duel]) -> Section:
    fields: list[Field[Duel]] = [
        (Column("first", _("Name"), Kind.NAME), lambda one: one.first),
        (Column("second", _("Against"), Kind.NAME), lambda one: one.second),
        (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        (Column("won", _("Won"), Kind.COUNT), lambda one: one.won),
        (Column("lost", _("Lost"), Kind.COUNT), lambda one: one.lost),
        (Column("won_share", _("Success"), Kind.RATE), lambda one: ratio(one.won, one.won + one.lost)),
        (Column("flow", _("Got from"), Kind.MONEY), lambda one: one.amount),
        (Column("per_hand", _("Per hand"), Kind.MEAN), lambda one: ratio(one.amount, one.hands)),
    ]
    return section_of("duels", _("Head to head"), duels, fields)


def _pairs(together: Sequence[Pair]) -> Section:
    fields: list[Field[Pair]] = [
        (Column("first", _("Name"), Kind.NAME), lambda one: one.first),
        (Column("second", _("Partner"), Kind.NAME), lambda one: one.second),
        *tally_fields(lambda one: one.tally, "hands", *ENDED),
        (Column("total", _("Both"), Kind.MONEY), lambda one: one.amount),
        (Column("each_per_hand", _("Each, per hand"), Kind.MEAN), lambda one: ratio(one.amount, 2 * one.tally.hands)),
    ]
    return section_of("pairs", _("Pairs"), together, fields)


def _partners_note(together: Sequence[Pair], season: Season) -> str:
    if len(season.people) == 1:
        return _("One person alone has no partner: name two or more with --players, or nobody.")
    if not together:
        return _("None of these people were ever on the same side of a partner game.")
    return ""


def _pairs_chart(together: Sequence[Pair]) -> tuple[Chart, ...]:
    if not together:
        return ()
    best = together[:BEST]
    names = tuple(f"{one.first} + {one.second}" for one in best)
    series = Series(_("Both"), tuple(one.amount for one in best))
    return (Chart("pairs", _("The best pairs"), BARS, _("Pair"), names, (series,)),)


# -- statistics ---------------------------------------------------------------------------------------


def stats_report(season: Season, deals: Iterable[Deal | Alike], counted: Statistics | None = None) -> Report:
    """Return the statistics of a season; `deals` are all of its hands, which are read once, unless they are counted."""
    counted = counted or statistics.statistics(deals, season)
    shown = (person for person in counted.people.values() if season.shows(person.name))
    people = sorted(shown, key=lambda one: (-one.all.amount, name_key(one.name)))
    games = sorted(counted.games.values(), key=lambda found: -found[1].hands)
    return season_report(
        "stats",
        _("Statistics"),
        season,
        (
            _all("people", _("Everybody's hands"), people, lambda one: one.all),
            *(_role(role, people) for role in (statistics.DECLARER, statistics.PARTNER, statistics.OPPONENT)),
            _by_role(people, counted),
            _seats(counted),
            _games(games, counted.deals),
            _declared(people, games),
            _partner_of(people, season),
            _kontra(people),
            _all("klopfer", _("Hands in which one knocked"), people, lambda one: one.knocked),
            _doubled(counted),
            _schneider(people),
            _laufende(people),
            _ramsch(people),
            _luck(people),
        ),
        _notes(people, season, counted),
        charts=lambda: (_games_chart(games), _roles_chart(people)),
    )


# -- sections -----------------------------------------------------------------------------------------


def _name() -> Field[Person]:
    return Column("name", _("Name"), Kind.NAME), lambda one: one.name


def _all(key: str, title: str, people: Sequence[Person], tally: Callable[[Person], Tally]) -> Section:
    """Return what everybody won in the hands of this tally, without those who have none."""
    counted = [one for one in people if tally(one).hands]
    return section_of(key, title, counted, [_name(), *tally_fields(tally, "hands", *ENDED, "total", "per_hand")])


def _role(role: str, people: Sequence[Person]) -> Section:
    """Return what everybody did in one role. Its share is of the hands of which somebody noted who played."""
    hands, *others = tally_fields(lambda one: one.roles[role], "hands", *ENDED, "mean_value", "total")
    column = Column("share", _("Share"), Kind.RATE)
    share: Field[Person] = column, lambda one: ratio(one.roles[role].hands, one.all.hands - one.unsaid)
    return section_of(role, _roles()[role], people, [_name(), hands, share, *others])


def _by_role(people: Sequence[Person], counted: Statistics) -> Section:
    """Return what a hand brought everybody in each role, beside what it brought the whole table, shown or not."""
    titles = {
        statistics.CALLER: _("Caller"),
        statistics.PARTNER: _("Partner"),
        statistics.OPPONENT: _("Opponent"),
        statistics.SOLOIST: _("Soloist"),
    }
    rows: list[Row] = []
    for part in statistics.PARTS:
        every = [one.part(part) for one in counted.people.values()]
        usual = ratio(sum(tally.amount for tally in every), sum(tally.hands for tally in every)) or 0
        for one in people:
            tally = one.part(part)
            if tally.hands:
                own = tally.amount / tally.hands
                margin = statistics.margin(tally)
                rows.append((titles[part], one.name, tally.hands, own, usual, own - usual, margin))
    columns = (
        Column("role", _("Role")),
        Column("name", _("Name"), Kind.NAME),
        Column("hands", _("Hands"), Kind.COUNT),
        Column("per_hand", _("Per hand"), Kind.MEAN),
        Column("table", _("The table"), Kind.MEAN, coloured=False),
        Column("difference", _("Difference"), Kind.MEAN),
        _margin(),
    )
    return section("by_role", _("Each role against the table's mean"), columns, rows)


def _margin() -> Column:
    return Column("margin", "±", Kind.PRICE, "–")


def _seats(counted: Statistics) -> Section:
    titles = {
        statistics.DEALER: _("Dealer"),
        statistics.FIRST: _("plays first"),
        statistics.SECOND: _("plays second"),
        statistics.THIRD: _("plays third"),
        statistics.FOURTH: _("plays last, the dealer sits out"),
    }
    fields: list[Field[tuple[str, Tally]]] = [
        (Column("seat", _("Seat"), Kind.PROSE), lambda row: titles[row[0]]),
        *tally_fields(lambda row: row[1], "hands", *ENDED, "per_hand"),
        (_margin(), lambda row: statistics.margin(row[1])),
    ]
    found = [(seat, tally) for seat, tally in counted.seats.items() if tally.hands]
    return section_of("seats", _("Dealer and seats, all people together"), found, fields)


def _games(games: Sequence[tuple[Game, Tally]], deals: int) -> Section:
    """Return how often each game was played; a Ramsch has no declarers, and a deal thrown in costs nothing."""
    count, *ended, value = tally_fields(lambda row: row[1], "hands", *ENDED, "mean_value")
    fields: list[Field[tuple[Game, Tally]]] = [
        (Column("game", _("Game")), lambda row: _title(row[0])),
        count,
        (Column("share", _("Share"), Kind.RATE), lambda row: ratio(row[1].hands, deals)),
        *(_but_for((RAMSCH, PASSED), field) for field in ended),
        _but_for((PASSED,), value),
    ]
    return section_of("games", _("Games, and how their declarers fared"), games, fields)


def _but_for(shapes: Sequence[str], field: Field[tuple[Game, Tally]]) -> Field[tuple[Game, Tally]]:
    """Return the field of a game, empty for games of these shapes."""
    column, get = field
    return column, lambda row: None if row[0].shape in shapes else get(row)


def _title(game: Game) -> str:
    return _("thrown in") if game.shape == PASSED else game.title


def _declared(people: Sequence[Person], games: Sequence[tuple[Game, Tally]]) -> Section:
    found = [(one.name, game.title, one.declared[game.name]) for one in people for game, _all in games
             if game.name in one.declared]  # fmt: skip
    what = Column("game", _("Game"))
    return _by_person("declared", _("Who declared what"), what, found, "hands", *ENDED, "mean_value", "total")


def _partner_of(people: Sequence[Person], season: Season) -> Section:
    found = [
        (one.name, declarer, tally)
        for one in people
        for declarer, tally in sorted(one.partner_of.items(), key=lambda found: (-found[1].hands, name_key(found[0])))
        if season.shows(declarer)
    ]
    whom = Column("declarer", _("Partner of"), Kind.NAME)
    return _by_person("partner_of", _("Whose partner, and with what success"), whom, found, "hands", *ENDED, "total")


def _by_person(key: str, title: str, what: Column, found: Iterable[tuple[str, str, Tally]], *counted: str) -> Section:
    """Return a row for each person and game, or partner, with what was `counted` of them together."""
    fields: list[Field[tuple[str, str, Tally]]] = [
        (Column("name", _("Name"), Kind.NAME), lambda row: row[0]),
        (what, lambda row: row[1]),
        *tally_fields(lambda row: row[2], *counted),
    ]
    return section_of(key, title, found, fields)


def _kontra(people: Sequence[Person]) -> Section:
    fields: list[Field[Person]] = [
        _name(),
        (Column("given", _("Given"), Kind.COUNT), lambda one: one.kontra.hands),
        (Column("given_won", _("Won"), Kind.COUNT), lambda one: one.kontra.won),
        *tally_fields(lambda one: one.kontra, "won_share", "total"),
        (Column("re", "Re", Kind.COUNT), lambda one: one.re.hands),
        (Column("re_won", _("Re won"), Kind.COUNT), lambda one: one.re.won),
        (Column("got", _("Got"), Kind.COUNT), lambda one: one.doubled.hands),
        (Column("got_won", _("Got, won"), Kind.COUNT), lambda one: one.doubled.won),
    ]
    counted = [one for one in people if one.kontra.hands or one.re.hands or one.doubled.hands]
    return section_of("kontra", _("Kontra, given and got"), counted, fields)


def _doubled(counted: Statistics) -> Section:
    """Return how hands ended that were doubled, whoever said it."""
    titles = {statistics.KLOPFER: "Klopfer", statistics.KONTRA: "Kontra", statistics.BOCK: "Bock"}
    fields: list[Field[tuple[tuple[str, int], Tally]]] = [
        (Column("what", _("Doubled by")), lambda row: titles[row[0][0]]),
        (Column("times", _("Times"), Kind.COUNT), lambda row: row[0][1]),
        *tally_fields(lambda row: row[1], "hands", *ENDED, "mean_value"),
    ]
    found = sorted(counted.doubled.items(), key=lambda one: (statistics.DOUBLED.index(one[0][0]), one[0][1]))
    return section_of("doubled", _("Doubled hands, and how their declarers fared"), found, fields)


def _schneider(people: Sequence[Person]) -> Section:
    fields: list[Field[Person]] = [
        _name(),
        (Column("schneider_made", _("Schneider made"), Kind.COUNT), lambda one: one.schneider.won),
        (Column("schneider_suffered", _("suffered"), Kind.COUNT), lambda one: one.schneider.lost),
        (Column("schwarz_made", _("Schwarz made"), Kind.COUNT), lambda one: one.schwarz.won),
        (Column("schwarz_suffered", _("suffered"), Kind.COUNT), lambda one: one.schwarz.lost),
    ]
    counted = [one for one in people if one.schneider.hands]
    return section_of("schneider", _("Schneider (Schwarz is one too) and Schwarz"), counted, fields)


def _laufende(people: Sequence[Person]) -> Section:
    fields: list[Field[Person]] = [
        _name(),
        *tally_fields(lambda one: one.laufende, "hands", *ENDED),
        (Column("mean", _("Mean"), Kind.RATIO), lambda one: ratio(one.run, one.laufende.hands)),
        (Column("most", _("Most"), Kind.COUNT), lambda one: one.longest),
        (Column("against", _("Others'"), Kind.COUNT), lambda one: one.against.hands),
    ]
    counted = [one for one in people if one.laufende.hands or one.against.hands]
    return section_of("laufende", _("Laufende on one's own side"), counted, fields)


def _ramsch(people: Sequence[Person]) -> Section:
    role = statistics.RAMSCH
    hands, total = tally_fields(lambda one: one.roles[role], "hands", "total")
    fields: list[Field[Person]] = [
        _name(),
        hands,
        (Column("lost", _("Lost"), Kind.COUNT), lambda one: one.ramsch_lost),
        (Column("lost_share", _("Share"), Kind.RATE), lambda one: ratio(one.ramsch_lost, one.roles[role].hands)),
        (Column("jungfrau", "Jungfrau", Kind.COUNT), lambda one: one.jungfrau),
        (Column("durchmarsch", "Durchmarsch", Kind.COUNT), lambda one: one.durchmarsch),
        total,
    ]
    return section_of("ramsch", "Ramsch", [one for one in people if one.roles[role].hands], fields)


def _luck(people: Sequence[Person]) -> Section:
    fields: list[Field[tuple[Person, Luck]]] = [
        (Column("name", _("Name"), Kind.NAME), lambda row: row[0].name),
        (Column("total", _("Total"), Kind.MONEY), lambda row: row[0].all.amount),
        (Column("swing", _("Swing"), Kind.PRICE), lambda row: round(row[1].swing)),
        (Column("luck", _("Of hands : swing"), Kind.RATIO), lambda row: row[1].ratio),
        (Column("chance", _("Chance"), Kind.RATE), lambda row: row[1].chance),
        (Column("verdict", _("Was it luck?")), lambda row: _verdict(row[1])),
    ]
    lucks = [(one, statistics.luck(one.all.amount, one.all.squares, one.all.hands)) for one in people]
    return section_of("luck", _("Luck"), lucks, fields)


def _verdict(found: Luck) -> str:
    if found.ratio is None:
        return ""
    if found.chance is None:
        return _("too few hands")
    if found.chance < statistics.HARDLY:
        return _("hardly")
    return _("perhaps") if abs(found.ratio) > 1 else _("as chance has it")


# -- notes --------------------------------------------------------------------------------------------


def _notes(people: Sequence[Person], season: Season, counted: Statistics) -> Iterator[str]:
    """Yield why these totals are not the standings', where that is so, and what nobody noted."""
    if any(one.all.amount != sum(night.totals.get(one.name, 0) for night in season.nights) for one in people):
        yield _("Totals are of hands alone; what was moved without a hand is only in the standings.")
    yield from undeclared(counted.no_declarer)
    if counted.no_klopfer:
        yield _n("{n} hand says only how many knocked: it counts as nobody's Klopfer.",
                 "{n} hands say only how many knocked: they count as nobody's Klopfer.",
                 counted.no_klopfer)  # fmt: skip
    if counted.no_kontra:
        yield _n("{n} hand says only how deep the Kontra went: it counts as got, but as given by nobody.",
                 "{n} hands say only how deep the Kontra went: they count as got, but as given by nobody.",
                 counted.no_kontra)  # fmt: skip


# -- charts -------------------------------------------------------------------------------------------


def _games_chart(games: Sequence[tuple[Game, Tally]]) -> Chart:
    tallies = [tally for _game, tally in games]
    series = (
        Series(_("Won"), tuple(tally.won or None for tally in tallies)),
        Series(_("Lost"), tuple(tally.lost or None for tally in tallies)),
        Series(_("Neither"), tuple(tally.hands - tally.won - tally.lost or None for tally in tallies)),
    )
    titles = tuple(_title(game) for game, _tally in games)
    return Chart("games", _("How often each game was played"), BARS, _("Game"), titles, series, kind=Kind.COUNT)


def _roles() -> dict[str, str]:
    return {
        statistics.DECLARER: _("As declarer"),
        statistics.PARTNER: _("As partner"),
        statistics.OPPONENT: _("As opponent"),
        statistics.RAMSCH: "Ramsch",
        statistics.OTHER: _("Other hands"),
    }


def _roles_chart(people: Sequence[Person]) -> Chart:
    series = (Series(title, tuple(one.roles[role].amount for one in people)) for role, title in _roles().items())
    used = tuple(one for one in series if any(one.values))
    return Chart("roles", _("What everybody won as what"), BARS, _("Name"), tuple(one.name for one in people), used)


# -- the player characters of document 000: who is one, by which figures, and the rule of each --------------


class Meaning(NamedTuple):
    """What a figure is called, what it says, and how it is read: most are shares."""

    title: str
    meaning: str
    kind: str = Kind.RATE


def characters_report(season: Season, deals: Iterable[Deal | Alike], counted: Statistics | None = None) -> Report:
    """Return who has which character; `deals` are all hands of these evenings, whoever is shown, `counted` or not."""
    counted = counted or statistics.statistics(deals, season._replace(people=()))
    found = statistics.gallery(counted.people, season)
    seasonal = [figure for figure in statistics.Figures._fields if figure not in CARDS]
    sections = (
        _people(found),
        _figures("hands", _("Figures of the hands"), CARDS, found),
        _figures("season", _("Figures of the season"), seasonal, found),
        _rules(),
        _legend(),
    )
    return season_report("characters", _("Characters"), season, sections, _characters_notes(found))


def _people(found: statistics.Gallery) -> Section:
    columns = (
        Column("name", _("Name"), Kind.NAME),
        Column("character", _("Character"), empty="–"),
        Column("why", _("Why"), Kind.PROSE),
    )
    rows: list[Row] = []
    for one in found.portraits:
        if one.figures is None:
            fewest = statistics.FEWEST_FOR_A_CHARACTER
            rows.append((one.name, None, _("too few hands: {hands} of {fewest}", hands=one.hands, fewest=fewest)))
        elif not one.characters or not found.average:
            rows.append((one.name, None, _("nothing that stands out") if found.average else None))
        else:
            rows += [(one.name, character.name, _why(character, one.figures, found.average))
                     for character in one.characters]  # fmt: skip
    return section("characters", _("Who is what"), columns, rows)


def _why(character: statistics.Character, figures: statistics.Figures, average: statistics.Figures) -> str:
    """Return the figures that make somebody this character, beside the average that they were compared with."""
    said = []
    for one in character.asked(average):
        what, figure = _meanings()[one.figure].title, _written(one.figure, one.of(figures))
        if one.relative:
            figure, usual = apart(one.figure, one.of(figures), one.of(average))
            said.append(_("{what} {figure} (average {average})", what=what, figure=figure, average=usual))
        else:
            said.append(f"{what} {figure}")
    return ", ".join(said)


def _figures(key: str, title: str, figures: Sequence[str], found: statistics.Gallery) -> Section:
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
    fields: list[Field[statistics.Character]] = [
        (Column("character", _("Character")), lambda one: one.name),
        (Column("who", _("Who that is"), Kind.PROSE), lambda one: who[one]),
        (Column("rule", _("Rule"), Kind.PROSE), lambda one: _and(map(_rule, one.conditions))),
    ]
    return section_of("rules", _("The seven characters"), statistics.CHARACTERS, fields)


def _rule(one: statistics.Condition) -> str:
    """Return a condition in words."""
    what, least, most = _meanings()[one.figure].title, _limit(one, one.least), _limit(one, one.most)
    if one.least is not None and one.most is not None:
        return _("{what} between {least} and {most}", what=what, least=least, most=most)
    if one.least is not None:
        return _("{what} at least {least}", what=what, least=least)
    return _("{what} at most {most}", what=what, most=most)


def _limit(one: statistics.Condition, limit: float | None) -> str:
    if not one.relative:
        return _written(one.figure, limit)
    return _("the average") if limit == 1 else _("{times} × the average", times=_number(limit))


def _legend() -> Section:
    columns = (Column("figure", _("Figure")), Column("meaning", _("What it says"), Kind.PROSE))
    meanings = _meanings()
    rows = ((meanings[figure].title, meanings[figure].meaning) for figure in statistics.Figures._fields)
    return section("legend", _("What the figures say"), columns, rows)


def apart(figure: str, own: float | None, usual: float | None) -> tuple[str, str]:
    """Return both with as many digits as it takes to see which is more: 44.1% and 43.8%."""
    more = 0
    while more < DIGITS_OF_A_RATE and own != usual and _written(figure, own, more) == _written(figure, usual, more):
        more += 1
    return _written(figure, own, more), _written(figure, usual, more)


def _written(figure: str, value: float | None, more: int = 0) -> str:
    """Return a figure in words, with so many digits more than it usually has."""
    if value is None:
        return "–"
    if _meanings()[figure].kind == Kind.RATE:
        return f"{value:.{more}%}".replace(".", decimal_mark())
    return _number(value, more)


def _number(value: float | None, more: int = 0) -> str:
    return f"{value or 0:.{2 + more}f}".rstrip("0").rstrip(".").replace(".", decimal_mark())


def _meanings() -> dict[str, Meaning]:
    return {
        "declared": Meaning(_("Declares"), _("declared, of the hands dealt of which somebody noted who played")),
        "won": Meaning(_("Wins"), _("won, of the hands declared")),
        "alone": Meaning(_("Alone"), _("played without a partner, of the hands declared")),
        "kontra": Meaning("Kontra", _("said Kontra as an opponent; hands where nobody noted who said it are left out")),
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


def _described() -> dict[statistics.Character, str]:
    return {
        statistics.FAIR: _("plays for the game's sake, never shirks, and ends about where he began"),
        statistics.BOLD: _("attacks with anything, often alone, and seldom gets away with it"),
        statistics.WALL: _("sits behind his good cards, lets others play and doubles them; a Ramsch finds him"),
        statistics.WINNER: _("wins whatever he holds, and no bad evening lasts"),
        statistics.UNLUCKY: _("holds the cards, and loses all the same"),
        statistics.EXPERT: _("at home in several rounds, knows every game and wins what he declares"),
        statistics.OBSESSED: _("never misses a hand, and least of all after a bad evening"),
    }


def _characters_notes(found: statistics.Gallery) -> tuple[str, ...]:
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


def of_stats(asked: Asked) -> Report:
    """Return what everybody did."""
    return stats_report(asked.season, asked.dealt(), asked.counted)


def of_partners(asked: Asked) -> Report:
    """Return who earns with whom, and from whom."""
    return partners_report(asked.season, asked.deals())


def of_characters(asked: Asked) -> Report:
    """Return who plays like whom: somebody is compared with the whole group, on all of its evenings."""
    everybody = asked.selection._replace(players=(), unit=asked.season.unit)
    season = season_of(asked.ledger, everybody)._replace(people=asked.season.people)
    return characters_report(season, asked.dealt(season), asked.counted)
