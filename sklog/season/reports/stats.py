"""What everybody did in a season, game by game, role by role, and how much of it was luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_, _, _n
from sklog.reports.format import written
from sklog.reports.model import BARS, Chart, Column, Kind, Series, section_of
from sklog.reports.sentences import undeclared
from sklog.scoring.games import PASSED, RAMSCH, Game
from sklog.scoring.names import name_key
from sklog.season import statistics
from sklog.season.reports import ENDED, beyond, ratio, season_report, tally_fields, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Report, Section
    from sklog.season.outstanding import Season
    from sklog.season.selection import SeasonAsked
    from sklog.season.statistics import Luck, Person, Statistics, Tally

DEFINED: Mapping[str, str] = {
    "people": N_(
        "A hand counts for everybody who got cards; hands thrown in do not count. It is won by the side that won "
        "it; a Ramsch is lost by those who paid, and won by the others. A draw, and a Ramsch in which all tie, is "
        "neither. Success: the share of hands won, of those won or lost."
    ),
    "declarer": N_(
        "Declarer: the player who declared, alone or with a partner. Share: of the player's hands with a known "
        "declarer. Value: the average price of these hands."
    ),
    "partner": N_("Partner: the player on the declarer's side, whether called, found, or in a Hochzeit."),
    "opponent": N_("Opponent: a player against the declarer, and against the partner if there was one."),
    "games": N_(
        "Won and lost: by the declarers. A hand with only the winners noted is neither. Share: of all deals, "
        "including those thrown in. A Ramsch and a hand thrown in have no declarers."
    ),
    "declared": N_("Hands in which the player was the declarer, by game. The total is the player's own."),
    "partner_of": N_(
        "Hands in which the first player was the partner and the second the declarer. The total is the first player's."
    ),
    "kontra": N_(
        "Given: hands in which the player said Kontra against the declarers, if noted by name; won if the declarers "
        "lost. Re: hands in which the player answered on the declarers' side. Got: hands with a Kontra against the "
        "player's side."
    ),
    "klopfer": N_("Hands in which the player knocked, if noted by name, on either side."),
    "doubled": N_(
        "Won and lost: by the declarers, whoever doubled. A hand with several kinds of doubling is in each of their "
        "rows. Klopfer and Bock count if the tariff doubles that game for them."
    ),
    "schneider": N_(
        "Made: by everybody on the winning side. Suffered: by everybody on the losing side. Schwarz: the losing "
        "side took no trick, or Schwarz was noted. Every Schwarz is a Schneider too."
    ),
    "laufende": N_(
        "Hands with Laufende on the player's own side, whoever held them and whether the tariff pays them or not. "
        "Others': hands with Laufende on the other side."
    ),
    "ramsch": N_(
        "Lost: hands in which the player was one of those who paid. A Durchmarsch is not counted as lost; it is "
        "counted for the player who made it."
    ),
    "by_role": N_(
        "Caller: declarer with a partner. Soloist: declarer alone against everybody else. The table: the average of "
        "everybody in this role, shown or not. ±: how far chance alone moves a player's average (95% interval); a "
        "difference within it may be chance. Fewer than {fewest} hands are too few to tell."
    ),
    "seats": N_(
        "How much a hand brought the dealer, or the player in that seat after the dealer; players who sit out have "
        "no seat. ±: how far chance alone moves the average (95% interval). Fewer than {fewest} hands are too few to "
        "tell."
    ),
    "luck": N_(
        "Suppose a coin decided for each hand whether its amount is won or lost. Swing: how far from 0 such a "
        "season typically ends. In swings: the total divided by the swing. Chance: how many of 100 such seasons end "
        "at least as far from 0 as the total. Below {hardly} it was hardly luck. The cards are not taken into "
        "account. Fewer than {fewest} hands are too few to tell."
    ),
}
"""What the numbers of each table count."""


def of_stats(asked: SeasonAsked) -> Report:
    """Return what everybody did; all hands are read once, unless they are counted."""
    season = asked.season
    counted = asked.counted or statistics.statistics(asked.dealt(), season)
    shown = (person for person in counted.people.values() if season.shows(person.name))
    people = sorted(shown, key=lambda one: (-one.all.amount, name_key(one.name)))
    games = sorted(counted.games.values(), key=lambda found: -found[1].hands)
    return season_report(
        "stats",
        _("Statistics"),
        season,
        (
            _tally_section("people", _("Everybody's hands"), people, lambda one: one.all),
            *(_role(role, people) for role in (statistics.DECLARER, statistics.PARTNER, statistics.OPPONENT)),
            _by_role(people, counted),
            _seats(counted),
            _games_section(games, counted.deals),
            _declared(people, games),
            _partner_of(people, season),
            _kontra(people),
            _tally_section("klopfer", _("Hands in which one knocked"), people, lambda one: one.knocked),
            _doubled(counted),
            _schneider(people),
            _laufende(people),
            _ramsch_section(people),
            _luck(people),
        ),
        _notes(people, season, counted),
        defined=DEFINED,
        limits={
            **{key: {"fewest": statistics.FEWEST_FOR_AN_INTERVAL} for key in ("by_role", "seats")},
            "luck": {"fewest": statistics.FEWEST_HANDS, "hardly": written(statistics.HARDLY, Kind.RATE, "")},
        },
        charts=lambda: (_games_chart(games), _roles_chart(people)),
    )


# -- sections -----------------------------------------------------------------------------------------


def _name_field() -> Field[Person]:
    return Column("name", _("Name"), Kind.NAME), lambda one: one.name


def _tally_section(key: str, title: str, people: Sequence[Person], tally: Callable[[Person], Tally]) -> Section:
    """Return what everybody won in the hands of this tally, without those who have none."""
    counted = [one for one in people if tally(one).hands]
    return section_of(key, title, counted, [_name_field(), *tally_fields(tally, "hands", *ENDED, "total", "per_hand")])


def _role(role: str, people: Sequence[Person]) -> Section:
    """Return what everybody did in one role. Its share is of the hands of which somebody noted who played."""
    hands, *others = tally_fields(lambda one: one.roles[role], "hands", *ENDED, "mean_value", "total")
    column = Column("share", _("Share"), Kind.RATE)
    share: Field[Person] = (
        column,
        lambda one: ratio(one.roles[role].hands, one.all.hands - one.roles[statistics.OTHER].hands),
    )
    return section_of(role, _roles()[role], people, [_name_field(), hands, share, *others])


def _by_role(people: Sequence[Person], counted: Statistics) -> Section:
    """Return what a hand brought everybody in each role, beside what it brought the whole table, shown or not."""
    titles = {
        statistics.CALLER: _("Caller"),
        statistics.PARTNER: _("Partner"),
        statistics.OPPONENT: _("Opponent"),
        statistics.SOLOIST: _("Soloist"),
    }
    found: list[tuple[str, str, Tally, float]] = []
    for part, title in titles.items():
        every = [one.roles[part] for one in counted.people.values()]
        usual = ratio(sum(tally.amount for tally in every), sum(tally.hands for tally in every)) or 0
        found += [(title, one.name, one.roles[part], usual) for one in people if one.roles[part].hands]
    fields: list[Field[tuple[str, str, Tally, float]]] = [
        (Column("role", _("Role")), lambda row: row[0]),
        (Column("name", _("Name"), Kind.NAME), lambda row: row[1]),
        *tally_fields(lambda row: row[2], "hands", "per_hand"),
        (Column("table", _("The table"), Kind.MEAN, coloured=False), lambda row: row[3]),
        (Column("difference", _("Difference"), Kind.MEAN), lambda row: row[2].amount / row[2].hands - row[3]),
        (_margin(), lambda row: statistics.margin(row[2])),
        (verdict(), lambda row: beyond(row[2].amount / row[2].hands - row[3], statistics.margin(row[2]))),
    ]
    return section_of("by_role", _("Each role against the average of the table"), found, fields)


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
        (verdict(), lambda row: beyond(row[1].amount / row[1].hands, statistics.margin(row[1]))),
    ]
    found = [(seat, tally) for seat, tally in counted.seats.items() if tally.hands]
    return section_of("seats", _("Dealer and seats, all people together"), found, fields)


def _games_section(games: Sequence[tuple[Game, Tally]], deals: int) -> Section:
    """Return how often each game was played; a Ramsch has no declarers, and a deal thrown in costs nothing."""
    count, *ended, value = tally_fields(lambda row: row[1], "hands", *ENDED, "mean_value")
    fields: list[Field[tuple[Game, Tally]]] = [
        (Column("game", _("Game")), lambda row: _title_of_game(row[0])),
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


def _title_of_game(game: Game) -> str:
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
    return _by_person("partner_of", _("Partners, and their success"), whom, found, "hands", *ENDED, "total")


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
        _name_field(),
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
        _name_field(),
        (Column("schneider_made", _("Schneider made"), Kind.COUNT), lambda one: one.schneider.won),
        (Column("schneider_suffered", _("suffered"), Kind.COUNT), lambda one: one.schneider.lost),
        (Column("schwarz_made", _("Schwarz made"), Kind.COUNT), lambda one: one.schwarz.won),
        (Column("schwarz_suffered", _("suffered"), Kind.COUNT), lambda one: one.schwarz.lost),
    ]
    return section_of("schneider", _("Schneider and Schwarz"), [one for one in people if one.schneider.hands], fields)


def _laufende(people: Sequence[Person]) -> Section:
    fields: list[Field[Person]] = [
        _name_field(),
        *tally_fields(lambda one: one.laufende, "hands", *ENDED),
        (Column("mean", _("Mean"), Kind.RATIO), lambda one: ratio(one.run, one.laufende.hands)),
        (Column("most", _("Most"), Kind.COUNT), lambda one: one.longest),
        (Column("against", _("Others'"), Kind.COUNT), lambda one: one.against.hands),
    ]
    counted = [one for one in people if one.laufende.hands or one.against.hands]
    return section_of("laufende", _("Laufende on the player's own side"), counted, fields)


def _ramsch_section(people: Sequence[Person]) -> Section:
    role = statistics.RAMSCH
    hands, total = tally_fields(lambda one: one.roles[role], "hands", "total")
    fields: list[Field[Person]] = [
        _name_field(),
        hands,
        (Column("lost", _("Lost"), Kind.COUNT), lambda one: one.ramsch_lost.hands),
        (Column("lost_share", _("Share"), Kind.RATE), lambda one: ratio(one.ramsch_lost.hands, one.roles[role].hands)),
        (Column("jungfrau", "Jungfrau", Kind.COUNT), lambda one: one.jungfrau.hands),
        (Column("durchmarsch", "Durchmarsch", Kind.COUNT), lambda one: one.durchmarsch.hands),
        total,
    ]
    return section_of("ramsch", "Ramsch", [one for one in people if one.roles[role].hands], fields)


def _luck(people: Sequence[Person]) -> Section:
    def of_luck(figure: Callable[[Luck], float | None]) -> Callable[[tuple[Person, Luck]], float | None]:
        return lambda row: None if row[1].chance is None else figure(row[1])

    fields: list[Field[tuple[Person, Luck]]] = [
        (Column("name", _("Name"), Kind.NAME), lambda row: row[0].name),
        (Column("total", _("Total"), Kind.MONEY), lambda row: row[0].all.amount),
        (Column("swing", _("Swing"), Kind.PRICE, "–"), of_luck(lambda found: round(found.swing))),
        (Column("luck", _("In swings"), Kind.RATIO, "–"), of_luck(lambda found: found.ratio)),
        (Column("chance", _("Chance"), Kind.RATE, "–"), lambda row: row[1].chance),
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
    return _("perhaps") if abs(found.ratio) > 1 else _("quite possibly")


# -- notes --------------------------------------------------------------------------------------------


def _notes(people: Sequence[Person], season: Season, counted: Statistics) -> Iterator[str]:
    """Yield why these totals are not the standings', where that is so, and what nobody noted."""
    if any(one.all.amount != sum(night.totals.get(one.name, 0) for night in season.nights) for one in people):
        yield _("Totals are of hands alone; money moved without a hand is only in the standings.")
    yield from undeclared(counted.no_declarer)
    if counted.no_klopfer:
        yield _n("In {n} hand nobody noted who knocked: it counts as nobody's Klopfer.",
                 "In {n} hands nobody noted who knocked: they count as nobody's Klopfer.",
                 counted.no_klopfer)  # fmt: skip
    if counted.no_kontra:
        yield _n("In {n} hand nobody noted who said Kontra: it counts as got, but not as given.",
                 "In {n} hands nobody noted who said Kontra: they count as got, but not as given.",
                 counted.no_kontra)  # fmt: skip


# -- charts -------------------------------------------------------------------------------------------


def _games_chart(games: Sequence[tuple[Game, Tally]]) -> Chart:
    tallies = [tally for _game, tally in games]
    series = (
        Series(_("Won"), tuple(tally.won or None for tally in tallies)),
        Series(_("Lost"), tuple(tally.lost or None for tally in tallies)),
        Series(_("Neither"), tuple(tally.hands - tally.won - tally.lost or None for tally in tallies)),
    )
    titles = tuple(_title_of_game(game) for game, _tally in games)
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
    return Chart("roles", _("Winnings by role"), BARS, _("Name"), tuple(one.name for one in people), used)
