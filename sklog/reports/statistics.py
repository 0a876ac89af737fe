"""Who earns with whom: the matrix of partners, and the list of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _n
from sklog.reports.format import written
from sklog.reports.model import (
    BARS,
    COUNT,
    MEAN,
    MONEY,
    NAME,
    PRICE,
    RATE,
    RATIO,
    TEXT,
    WORTH,
    Chart,
    Column,
    Report,
    Series,
    Table,
    people_columns,
)
from sklog.reports.standings import ended, endings, season_facts, season_notes
from sklog.scoring.games import PASSED, RAMSCH
from sklog.scoring.names import name_key
from sklog.season.statistics import (
    BOCK,
    DECLARER,
    DOUBLED,
    FEWEST_HANDS,
    HARDLY,
    KLOPFER,
    KONTRA,
    OPPONENT,
    OTHER,
    PARTNER,
    ROLES,
    by_total,
    luck,
    pairs,
    partners,
    ratio,
    statistics,
)
from sklog.season.statistics import RAMSCH as IN_RAMSCH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.reports.model import Row
    from sklog.scoring.games import Game
    from sklog.season.standings import Deal, Season
    from sklog.season.statistics import Luck, Pair, Partners, Person, Statistics, Tally

BEST = 10
"""So many pairs are drawn."""


def partners_report(season: Season, deals: Iterable[Deal]) -> Report:
    """Return what everybody won with everybody else on the same side; `deals` are all of the season's hands."""
    found = partners(deals, season)
    together = pairs(found)
    return Report(
        key="partners",
        title=_("Partners"),
        unit=season.unit,
        facts=season_facts(season),
        tables=(_matrix(found), _pairs(together)),
        notes=(*season_notes(season), *_notes(together, season)),
        charts=lambda: (_chart(together),) if together else (),
    )


def _matrix(found: Partners) -> Table:
    names = by_total(found)
    name = Column("name", _("Name"), NAME)
    columns = (name, *people_columns(names, MONEY, (name,)))
    rows = tuple(
        (one, *(found[one][other].amount if other in found[one] else None for other in names)) for one in names
    )
    return Table("matrix", _("What each line won with each column"), columns, rows)


def _pairs(together: Sequence[Pair]) -> Table:
    columns = (
        Column("first", _("Name"), NAME),
        Column("second", _("Partner"), NAME),
        Column("hands", _("Hands"), COUNT),
        *endings(),
        Column("total", _("Both"), MONEY),
        Column("each_per_hand", _("Each, per hand"), MEAN),
    )
    rows = tuple(
        (one.first, one.second, one.tally.hands, *ended(one.tally), one.amount, ratio(one.amount, 2 * one.tally.hands))
        for one in together
    )
    return Table("pairs", _("Pairs"), columns, rows)


def _notes(together: Sequence[Pair], season: Season) -> tuple[str, ...]:
    if len(season.people) == 1:
        return (_("One person alone has no partner: name two or more with --players, or nobody."),)
    if not together:
        return (_("None of these people were ever on the same side of a partner game."),)
    return (
        _("Only partner games count (Sauspiel, Hochzeit and the like), the declarers' side and their opponents'."
          " The three against a solo did not choose each other."),
    )  # fmt: skip


def _chart(together: Sequence[Pair]) -> Chart:
    best = together[:BEST]
    series = Series(_("Both"), tuple(one.amount for one in best))
    names = tuple(f"{one.first} + {one.second}" for one in best)
    return Chart("pairs", _("The best pairs"), BARS, _("Pair"), names, (series,))


# -- What everybody did in a season's hands, game by game, and whether it was luck ---------------------


def stats_report(season: Season, deals: Iterable[Deal]) -> Report:
    """Return the statistics of a season; `deals` are all of its hands, which are read once."""
    counted = statistics(deals, season)
    shown = (person for person in counted.people.values() if season.shows(person.name))
    people = sorted(shown, key=lambda one: (-one.all.amount, name_key(one.name)))
    games = sorted(counted.games.values(), key=lambda found: -found[1].hands)
    return Report(
        key="stats",
        title=_("Statistics"),
        unit=season.unit,
        facts=season_facts(season),
        tables=(
            _people(people),
            _role("declarer", _("As declarer"), DECLARER, people),
            _role("partner", _("As partner"), PARTNER, people),
            _role("opponent", _("As opponent"), OPPONENT, people),
            _games(games, counted.hands),
            _declared(people, games),
            _partner_of(people, season),
            _kontra(people),
            _klopfer(people),
            _doubled(counted),
            _schneider(people),
            _laufende(people),
            _ramsch(people),
            _luck(people),
        ),
        notes=(*season_notes(season), *_elsewhere(people, season), *_not_known(counted), _assumed()),
        charts=lambda: (_games_chart(games), _roles_chart(people)),
    )


# -- tables -------------------------------------------------------------------------------------------


def _name() -> Column:
    return Column("name", _("Name"), NAME)


def _hands() -> Column:
    return Column("hands", _("Hands"), COUNT)


def _share() -> Column:
    return Column("share", _("Share"), RATE)


def _total() -> Column:
    return Column("total", _("Total"), MONEY)


def _value() -> Column:
    return Column("mean_value", _("Value"), WORTH)


def _people(people: Sequence[Person]) -> Table:
    columns = (_name(), _hands(), *endings(), _total(), Column("per_hand", _("Per hand"), MEAN))
    rows = tuple(
        (one.name, one.all.hands, *ended(one.all), one.all.amount, ratio(one.all.amount, one.all.hands))
        for one in people
    )
    return Table("people", _("Everybody's hands"), columns, rows)


def _role(key: str, title: str, role: str, people: Sequence[Person]) -> Table:
    """Return what everybody did in one role. Its share is of the hands of which somebody noted who played."""
    columns = (_name(), _hands(), _share(), *endings(), _value(), _total())
    rows = []
    for one in people:
        tally, known = one.roles[role], one.all.hands - one.unsaid
        rows.append((one.name, tally.hands, ratio(tally.hands, known), *ended(tally), ratio(tally.value, tally.hands),
                     tally.amount))  # fmt: skip
    return Table(key, title, columns, tuple(rows))


def _games(games: Sequence[tuple[Game, Tally]], hands: int) -> Table:
    columns = (Column("game", _("Game"), TEXT), _hands(), _share(), *endings(), _value())
    rows = []
    for game, tally in games:
        found: Row = (None, None, None) if game.shape in (RAMSCH, PASSED) else ended(tally)
        price = None if game.shape == PASSED else ratio(tally.value, tally.hands)
        rows.append((_title(game), tally.hands, ratio(tally.hands, hands), *found, price))
    return Table("games", _("Games, and how their declarers fared"), columns, tuple(rows))


def _title(game: Game) -> str:
    return _("thrown in") if game.shape == PASSED else game.title


def _declared(people: Sequence[Person], games: Sequence[tuple[Game, Tally]]) -> Table:
    columns = (_name(), Column("game", _("Game"), TEXT), _hands(), *endings(), _value(), _total())
    rows = tuple(
        (one.name, game.title, tally.hands, *ended(tally), ratio(tally.value, tally.hands), tally.amount)
        for one in people
        for game, _all in games
        if (tally := one.declared.get(game.name))
    )
    return Table("declared", _("Who declared what"), columns, rows)


def _partner_of(people: Sequence[Person], season: Season) -> Table:
    columns = (_name(), Column("declarer", _("Partner of"), NAME), _hands(), *endings(), _total())
    rows = tuple(
        (one.name, declarer, tally.hands, *ended(tally), tally.amount)
        for one in people
        for declarer, tally in sorted(one.partner_of.items(), key=lambda found: (-found[1].hands, name_key(found[0])))
        if season.shows(declarer)
    )
    return Table("partner_of", _("Whose partner, and with what success"), columns, rows)


def _kontra(people: Sequence[Person]) -> Table:
    columns = (
        _name(),
        Column("given", _("Given"), COUNT),
        Column("given_won", _("Won"), COUNT),
        Column("won_share", _("Success"), RATE),
        Column("total", _("Total"), MONEY),
        Column("re", "Re", COUNT),
        Column("re_won", _("Re won"), COUNT),
        Column("got", _("Got"), COUNT),
        Column("got_won", _("Got, won"), COUNT),
    )
    rows = tuple(
        (one.name, one.kontra.hands, one.kontra.won, ratio(one.kontra.won, one.kontra.decided), one.kontra.amount,
         one.re.hands, one.re.won, one.doubled.hands, one.doubled.won)
        for one in people
        if one.kontra.hands or one.re.hands or one.doubled.hands
    )  # fmt: skip
    return Table("kontra", _("Kontra, given and got"), columns, rows)


def _klopfer(people: Sequence[Person]) -> Table:
    columns = (_name(), _hands(), *endings(), _total(), Column("per_hand", _("Per hand"), MEAN))
    rows = tuple(
        (one.name, tally.hands, *ended(tally), tally.amount, ratio(tally.amount, tally.hands))
        for one in people
        if (tally := one.knocked).hands
    )
    return Table("klopfer", _("Hands in which one knocked"), columns, rows)


def _doubled(counted: Statistics) -> Table:
    """Return how hands ended that were doubled, whoever said it."""
    columns = (
        Column("what", _("Doubled by"), TEXT),
        Column("times", _("Times"), COUNT),
        _hands(),
        *endings(),
        _value(),
    )
    titles = {KLOPFER: "Klopfer", KONTRA: "Kontra", BOCK: "Bock"}
    rows = tuple(
        (titles[what], times, tally.hands, *ended(tally), ratio(tally.value, tally.hands))
        for (what, times), tally in sorted(
            counted.doubled.items(), key=lambda found: (DOUBLED.index(found[0][0]), found[0][1])
        )
    )
    return Table("doubled", _("Doubled hands, and how their declarers fared"), columns, rows)


def _schneider(people: Sequence[Person]) -> Table:
    columns = (
        _name(),
        Column("schneider_made", _("Schneider made"), COUNT),
        Column("schneider_suffered", _("suffered"), COUNT),
        Column("schwarz_made", _("Schwarz made"), COUNT),
        Column("schwarz_suffered", _("suffered"), COUNT),
    )
    rows = tuple(
        (one.name, one.schneider.won, one.schneider.lost, one.schwarz.won, one.schwarz.lost)
        for one in people
        if one.schneider.hands
    )
    return Table("schneider", _("Schneider (Schwarz is one too) and Schwarz"), columns, rows)


def _laufende(people: Sequence[Person]) -> Table:
    columns = (
        _name(),
        _hands(),
        *endings(),
        Column("mean", _("Mean"), RATIO),
        Column("most", _("Most"), COUNT),
        Column("against", _("Others'"), COUNT),
    )
    rows = tuple(
        (one.name, own.hands, *ended(own), ratio(one.run, own.hands), one.longest, one.against.hands)
        for one in people
        if (own := one.laufende).hands or one.against.hands
    )
    return Table("laufende", _("Laufende on one's own side"), columns, rows)


def _ramsch(people: Sequence[Person]) -> Table:
    columns = (
        _name(),
        _hands(),
        Column("lost", _("Lost"), COUNT),
        Column("lost_share", _("Share"), RATE),
        Column("jungfrau", "Jungfrau", COUNT),
        Column("durchmarsch", "Durchmarsch", COUNT),
        _total(),
    )
    rows = tuple(
        (one.name, tally.hands, one.ramsch_lost, ratio(one.ramsch_lost, tally.hands), one.jungfrau, one.durchmarsch,
         tally.amount)
        for one in people
        if (tally := one.roles[IN_RAMSCH]).hands
    )  # fmt: skip
    return Table("ramsch", "Ramsch", columns, rows)


def _luck(people: Sequence[Person]) -> Table:
    columns = (
        _name(),
        _total(),
        Column("swing", _("Swing"), PRICE),
        Column("luck", _("Total : swing"), RATIO),
        Column("chance", _("Chance"), RATE),
        Column("verdict", _("Was it luck?"), TEXT),
    )
    rows: list[Row] = []
    for one in people:
        found = luck(one.all.amount, one.squares, one.all.hands)
        rows.append((one.name, one.all.amount, round(found.swing), found.ratio, found.chance, _verdict(found)))
    return Table("luck", _("Luck"), columns, tuple(rows))


def _verdict(found: Luck) -> str:
    if found.ratio is None:
        return ""
    if found.chance is None:
        return _("too few hands")
    if found.chance < HARDLY:
        return _("hardly")
    return _("perhaps") if abs(found.ratio) > 1 else _("as chance has it")


# -- notes --------------------------------------------------------------------------------------------


def _elsewhere(people: Sequence[Person], season: Season) -> tuple[str, ...]:
    """Return that these totals are not the standings', where that is so."""
    evenings = {one.name: sum(night.totals.get(one.name, 0) for night in season.nights) for one in people}
    if all(one.all.amount == evenings[one.name] for one in people):
        return ()
    return (_("Totals are of hands alone; what was moved without a hand is only in the standings."),)


def _not_known(counted: Statistics) -> tuple[str, ...]:
    found = []
    if counted.no_declarer:
        found.append(_n("{n} hand notes only who won: nobody is counted as its declarer, partner or opponent.",
                        "{n} hands note only who won: nobody is counted as their declarer, partner or opponent.",
                        counted.no_declarer))  # fmt: skip
    if counted.no_klopfer:
        found.append(_n("{n} hand says only how many knocked: it counts as nobody's Klopfer.",
                        "{n} hands say only how many knocked: they count as nobody's Klopfer.",
                        counted.no_klopfer))  # fmt: skip
    if counted.no_kontra:
        found.append(_n("{n} hand says only how deep the Kontra went: it counts as got, but as given by nobody.",
                        "{n} hands say only how deep the Kontra went: they count as got, but as given by nobody.",
                        counted.no_kontra))  # fmt: skip
    return tuple(found)


def _assumed() -> str:
    """Return what luck means here."""
    return _(
        "Luck: suppose that a coin decides, for each hand alone, whether its amount is won or lost. The swing is how"
        " far from 0 such a season typically ends. A chance of 47% means that 47 of 100 such seasons end at least as"
        " far from 0 as the total did: chance alone explains it. Below {hardly} it was hardly luck. The cards are not"
        " known, and fewer than {fewest} hands say nothing.",
        hardly=written(HARDLY, RATE, ""),
        fewest=FEWEST_HANDS,
    )


# -- charts -------------------------------------------------------------------------------------------


def _games_chart(games: Sequence[tuple[Game, Tally]]) -> Chart:
    tallies = [tally for _game, tally in games]
    series = (
        Series(_("Won"), tuple(tally.won or None for tally in tallies)),
        Series(_("Lost"), tuple(tally.lost or None for tally in tallies)),
        Series(_("Neither"), tuple(tally.hands - tally.won - tally.lost or None for tally in tallies)),
    )
    titles = tuple(_title(game) for game, _tally in games)
    return Chart("games", _("How often each game was played"), BARS, _("Game"), titles, series, kind=COUNT)


def _roles_chart(people: Sequence[Person]) -> Chart:
    titles = {
        DECLARER: _("As declarer"),
        PARTNER: _("As partner"),
        OPPONENT: _("As opponent"),
        IN_RAMSCH: "Ramsch",
        OTHER: _("Other hands"),
    }
    series = (Series(titles[role], tuple(one.roles[role].amount for one in people)) for role in ROLES)
    used = tuple(one for one in series if any(one.values))
    return Chart("roles", _("What everybody won as what"), BARS, _("Name"), tuple(one.name for one in people), used)
