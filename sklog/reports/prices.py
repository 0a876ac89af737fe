"""A tariff's price list, as a table for the wall.

Every price is that of a real hand, scored as any other: nothing here knows how a price is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import HandError
from sklog.language import _, _n, _or
from sklog.reports.format import in_words
from sklog.reports.kinds import COUNT, FACTOR, PROSE, TEXT, WORTH
from sklog.reports.model import Column, Fact, Report, Table, without_empty
from sklog.reports.rules import rule_rows
from sklog.scoring.games import PARTNER, PASSED, RAMSCH, SHAPES, Game
from sklog.scoring.hand import OPPONENTS, Played, Ramsch
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME
from sklog.scoring.judge import Table as Seats
from sklog.scoring.payout import Score, score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from sklog.reports.model import Row
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

PEOPLE = ("A", "B", "C", "D", "E", "F", "G")
EXTRAS: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "schneider": {"schneider": True},
    "schwarz": {"schwarz": True},
    "tout": {"tout": True},
    "sie": {"sie": True},
}


def prices_report(tariff: Tariff) -> Report:
    """Return the price list: each game's price with each extra, the Ramsch, and everything else in words.

    An empty cell is what this tariff does not play.
    """
    facts = (
        Fact("tariff", _("Tariff"), tariff.name),
        Fact("source", _("Source"), tariff.source or None, PROSE),
        Fact("people", _("Dealt in"), _or(map(str, tariff.people))),
    )
    tables = [_games(tariff), _ramsch(tariff), _rules(tariff)]
    return Report(
        key="prices",
        title=tariff.title or tariff.name,
        unit=tariff.unit,
        facts=tuple(fact for fact in facts if fact.value),
        tables=tuple(table for table in tables if table.rows),
        notes=(_("What each loser pays each winner. Who plays alone settles with every opponent."),),
    )


def _seats(tariff: Tariff) -> Seats:
    """Return a table of as many people as this tariff usually deals to."""
    people = PEOPLE_OF_A_PARTNER_GAME if PEOPLE_OF_A_PARTNER_GAME in tariff.people else max(tariff.people)
    seats = PEOPLE[:people]
    return Seats(seats, seats[-1], seats)


def _score(tariff: Tariff, kind: type[Played | Ramsch], facts: Mapping[str, Any]) -> Score | None:
    """Return what a hand with these facts costs; None where it is not played."""
    try:
        hand: Hand = kind(**facts)
        return score(hand, _seats(tariff), tariff)
    except HandError:
        return None


def _rows_of(tariff: Tariff) -> Iterator[tuple[Game, str | None]]:
    """Yield each game, and each suit of it that has a price of its own."""
    for game in sorted(tariff.games, key=lambda game: SHAPES.index(game.shape)):
        yield game, None
        for suit in game.suits:
            if f"{suit}-{game.name}" in tariff.prices:
                yield game, suit


def _declared(game: Game, suit: str | None, **facts: object) -> dict[str, Any]:
    partner = "B" if game.shape == PARTNER and not game.fixed_pairs else None
    return {"game": game.name, "suit": suit, "declarer": "A", "partner": partner, "won": True, **facts}


def _games(tariff: Tariff) -> Table:
    offered = {"schneider": tariff.schneider, "schwarz": tariff.schwarz, "tout": tariff.tout, "sie": tariff.sie}
    rows: list[Row] = []
    for game, suit in _rows_of(tariff):
        if game.shape in (RAMSCH, PASSED):
            continue
        values = [
            made.value if offered.get(extra, True) and (made := _score(tariff, Played, _declared(game, suit, **facts)))
            else None for extra, facts in EXTRAS.items()
        ]  # fmt: skip
        title = f"{suit.capitalize()}-{game.title}" if suit else game.title
        rows.append((title, *values, _first_run(tariff, game, suit)))
    columns = (
        Column("game", _("Game"), TEXT),
        *(
            Column(extra, _("Price") if extra == "plain" else in_words(extra.capitalize(), tariff.words), WORTH, "–")
            for extra in EXTRAS
        ),
        Column("laufende_from", in_words(_("Laufende from"), tariff.words), COUNT, "–"),
    )
    return without_empty(Table("games", _("Prices"), columns, tuple(rows)), keep=2)


def _first_run(tariff: Tariff, game: Game, suit: str | None) -> int | None:
    """Return the shortest run of Laufende that makes this game dearer, whoever held it."""
    plain = _score(tariff, Played, _declared(game, suit))
    people = len(_seats(tariff).seats)
    for run in range(1, game.longest_run(tariff.deck.get(people, "long")) + 1):
        for holders in (None, OPPONENTS):
            made = _score(tariff, Played, _declared(game, suit, laufende=run, laufende_of=holders))
            if made and plain and made.value > plain.value:
                return run
    return None


def _ramsch(tariff: Tariff) -> Table:
    """Return what a Ramsch costs, and what Jungfrauen and a Durchmarsch make of it."""
    rows: list[Row] = []
    if tariff.game(RAMSCH):
        people = _seats(tariff).seats
        others = people[1:]
        plain = _score(tariff, Ramsch, {"losers": ("A",), "jungfrauen": ()})
        rows.append((_("lost: to each of the others"), plain.value if plain else None))
        for virgins in range(1, len(others)):
            made = _score(tariff, Ramsch, {"losers": ("A",), "jungfrauen": others[:virgins]})
            if made and plain and made.postings != plain.postings:
                own = made.postings["B"] != made.postings[others[-1]]
                if own:
                    what = _n("to a Jungfrau ({n} Jungfrau)", "to a Jungfrau ({n} Jungfrauen)", virgins)
                else:
                    what = _n("with {n} Jungfrau, to each", "with {n} Jungfrauen, to each", virgins)
                rows.append((what, made.postings["B"]))
        made = _score(tariff, Ramsch, {"durchmarsch": "A"})
        if made:
            rows.append((_("Durchmarsch: from each of the others"), made.value))
    return Table("ramsch", "Ramsch", (Column("what", "", PROSE), Column("price", "", WORTH)), tuple(rows))


def _rules(tariff: Tariff) -> Table:
    columns = (
        Column("rule", _("Rule"), TEXT),
        Column("amount", _("Amount"), WORTH),
        Column("times", _("Times"), FACTOR),
        Column("how", _("How"), PROSE),
    )
    rows = ((in_words(rule, tariff.words), amount, times, in_words(how, tariff.words))
            for rule, amount, times, how in rule_rows(tariff))  # fmt: skip
    return Table("rules", _("Rules"), columns, tuple(rows))
