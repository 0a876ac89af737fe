"""A tariff's prices: as a list for the wall, and read aloud. What each game costs, and every rule in words.

Every price is that of a real hand, scored as any other: nothing here knows how a price is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import _, _and, _n, _or
from sklog.reports.format import in_words
from sklog.reports.model import Column, Fact, Kind, Report, known, section, section_of
from sklog.rulebook import source
from sklog.rulebook.rules import RuleRow, rule_rows
from sklog.scoring.amounts import money
from sklog.scoring.games import PASSED, RAMSCH, SHAPES
from sklog.scoring.hand import Ramsch
from sklog.scoring.outcome import ANNOUNCEMENTS
from sklog.scoring.tariff import ALL, BIDS_FROM, BOTH, OWN
from sklog.tariffs.stakes import first_run, price, scored, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.games import Game
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff

EXTRAS = ("schneider", "schwarz", "tout", "sie")


def prices_report(tariff: Tariff) -> Report:
    """Return the price list: each game's price with each extra, the Ramsch, and everything else in words.

    Amounts are cents or points. An empty cell is what this tariff does not play.
    """
    facts = known(
        Fact("tariff", _("Tariff"), tariff.name),
        Fact("source", _("Source"), source(tariff) or None, Kind.PROSE),
        Fact("people", _("Dealt in"), _or(map(str, tariff.people))),
    )
    sections = tuple(one for one in (_games(tariff), _ramsch(tariff), _rules(tariff)) if one.rows)
    notes = [_("What each loser pays each winner. A player alone settles with every opponent.")]
    if any(column.key == "lost" for part in sections for column in part.columns):
        notes.append(_("The other columns show the price of a won game; a lost one starts from its own price."))
    return Report("prices", tariff.title or tariff.name, tariff.unit, facts, sections, tuple(notes))


# -- prices --------------------------------------------------------------------------------------------


def _played(tariff: Tariff) -> list[tuple[Game, str | None]]:
    """Return each game with a declarer, and each suit of it that has a price of its own."""
    return [
        (game, suit)
        for game in sorted(tariff.games, key=lambda game: SHAPES.index(game.shape))
        if game.shape not in (RAMSCH, PASSED)
        for suit in (None, *(suit for suit in game.suits if _has_own_price(tariff, f"{suit}-{game.name}")))
    ]


def _has_own_price(tariff: Tariff, key: str) -> bool:
    """Whether a game in a suit has a price of its own, or its Tout or Sie has one."""
    return any(name in tariff.prices for name in (key, *(f"{key}-{said}" for said in ANNOUNCEMENTS)))


def _title(game: Game, suit: str | None) -> str:
    return f"{suit.capitalize()}-{game.title}" if suit else game.title


def _lost(tariff: Tariff, game: Game, suit: str | None) -> int | None:
    """Return what a lost game costs; None where that is as much as a won one."""
    lost = price(tariff, game, suit, won=False)
    return lost if lost != price(tariff, game, suit) else None


def _games(tariff: Tariff) -> Section:
    """Return the price of each game, and of each suit of it that has a price of its own, with each extra."""
    bid = BIDS_FROM + tariff.bids.step_ if tariff.bids and tariff.bids.price else None
    columns = (
        Column("game", _("Game")),
        Column("plain", _("Price"), Kind.PRICE, "–"),
        Column("lost", _("Lost"), Kind.PRICE, optional=True),
        *(
            Column(extra, in_words(extra.capitalize(), tariff.words), Kind.PRICE, "–", optional=True)
            for extra in EXTRAS
        ),
        Column("bid", f"Steigern {bid}", Kind.PRICE, "–", optional=True),
        Column("laufende_from", in_words(_("Laufende from"), tariff.words), Kind.COUNT, "–", optional=True),
    )
    rows = (
        (
            _title(game, suit),
            price(tariff, game, suit),
            _lost(tariff, game, suit),
            *(price(tariff, game, suit, **{extra: True}) if getattr(tariff, extra) else None for extra in EXTRAS),
            price(tariff, game, suit, bid=bid) if bid else None,
            run.length if (run := first_run(tariff, game, suit)) else None,
        )
        for game, suit in _played(tariff)
    )
    return section("games", _("Prices"), columns, rows)


def _ramsch(tariff: Tariff) -> Section:
    """Return what each Ramsch costs, and what Jungfrauen, a Kontra and a Durchmarsch make of it."""
    games = [game for game in tariff.games if game.shape == RAMSCH]
    columns = (Column("game", ""), Column("what", "", Kind.PROSE), Column("price", "", Kind.PRICE))
    rows = [(game.title, *row) for game in games for row in _ramsch_rows(tariff, game)]
    if len(games) > 1:
        return section("ramsch", "Ramsch", columns, rows)
    return section("ramsch", "Ramsch", columns[1:], [row[1:] for row in rows])


def _ramsch_rows(tariff: Tariff, game: Game) -> Iterator[Row]:
    others = table(tariff).seats[1:]
    plain = _lost_ramsch(tariff, game)
    two = tariff.ramsch.losers == BOTH
    yield (
        _("lost by two: each to one of the others") if two else _("lost: to each of the others"),
        plain and plain.value,
    )
    for virgins in range(1, len(others)):
        made = _lost_ramsch(tariff, game, virgins)
        if made and plain and made.postings != plain.postings:
            got = made.postings[others[-1]]
            rest = {made.postings[name] for name in others if made.postings[name] > 0} - {got}
            if rest:
                yield _n("to a Jungfrau ({n} Jungfrau)", "to a Jungfrau ({n} Jungfrauen)", virgins), got
            else:
                yield _n("with {n} Jungfrau, to each", "with {n} Jungfrauen, to each", virgins), got
            for amount in rest - {plain.value}:
                yield _n("to anybody else ({n} Jungfrau)", "to anybody else ({n} Jungfrauen)", virgins), amount
    if tariff.ramsch.kontra == ALL and (made := _lost_ramsch(tariff, game, kontra=1)):
        yield _("with Kontra, to each"), made.value
    if tariff.ramsch.kontra == OWN and (made := _lost_ramsch(tariff, game, kontra=(others[-1],))):
        yield _("to one who said Kontra, or by a loser who did"), made.postings[others[-1]]
    yield from _durchmarsch_rows(tariff, game, others)


def _lost_ramsch(tariff: Tariff, game: Game, virgins: int = 0, **facts: object) -> Score | None:
    """Return a Ramsch that the first person lost; the last ones made no trick. Of two losers the Augen decide."""
    people = table(tariff).seats
    tariff = tariff._replace(ramsch=tariff.ramsch._replace(durchmarsch=None))  # which so many Augen could be
    said: dict[str, Any] = {"game": game.name, "jungfrauen": people[len(people) - virgins :]}
    if tariff.ramsch.losers == BOTH:
        augen = (50, 40, 20, 10) if not virgins else (50, 40, 30, 0) if virgins == 1 else (70, 50, 0, 0)
        said["augen"] = dict(zip(people, augen, strict=False))
    else:
        said["losers"] = people[:1]
    return scored(tariff, Ramsch, {**said, **facts})


def _durchmarsch_rows(tariff: Tariff, game: Game, others: tuple[str, ...]) -> Iterator[Row]:
    march = tariff.ramsch.durchmarsch
    said = {"game": game.name, "durchmarsch": "A"}
    plain = scored(tariff, Ramsch, {**said, "jungfrauen": () if march and march.augen else None})
    if march and plain:
        yield _("Durchmarsch: from each of the others"), plain.value
        for virgins in range(1, len(others) + 1) if march.jungfrau and march.augen else ():
            made = scored(tariff, Ramsch, {**said, "jungfrauen": others[len(others) - virgins :]})
            if made and made.value != plain.value:
                yield _n("Durchmarsch with {n} Jungfrau", "Durchmarsch with {n} Jungfrauen", virgins), made.value


# -- the rules -----------------------------------------------------------------------------------------


def _rules(tariff: Tariff) -> Section:
    fields: list[Field[RuleRow]] = [
        (Column("rule", _("Rule")), lambda row: in_words(row.rule, tariff.words)),
        (Column("amount", _("Amount"), Kind.PRICE), lambda row: row.amount),
        (Column("times", _("Times"), Kind.FACTOR), lambda row: row.times),
        (Column("how", _("How"), Kind.PROSE), lambda row: in_words(row.how, tariff.words)),
    ]
    return section_of("rules", _("Rules"), rule_rows(tariff), fields)


# -- read aloud ----------------------------------------------------------------------------------------


def aloud(tariff: Tariff) -> Iterator[str]:
    """Yield what a tariff says, sentence by sentence: the prices of its games, then every rule, as on the list."""
    yield _("{people} people are dealt in.", people=_or(map(str, tariff.people)))
    alike: dict[tuple[int | None, int | None], list[str]] = {}
    for game, suit in _played(tariff):
        worth = price(tariff, game, suit), _lost(tariff, game, suit)
        if worth[0] is None:
            continue  # of fewer people nobody plays a partner game
        alike.setdefault(worth, []).append(_title(game, suit))
    for (won, lost), games in alike.items():
        said = {"games": _and(games), "amount": money(won or 0, tariff.unit)}
        if lost is not None:
            said["lost"] = money(lost, tariff.unit)
            yield _n("{games} costs {amount}, lost {lost}.", "{games} cost {amount}, lost {lost}.", len(games), **said)
        else:
            yield _n("{games} costs {amount}.", "{games} cost {amount}.", len(games), **said)
    ramsch: dict[object, list[str]] = {}
    for *title, what, amount in _ramsch(tariff).rows:
        if isinstance(amount, int):
            ramsch.setdefault(title[0] if title else "Ramsch", []).append(f"{what} {money(amount, tariff.unit)}")
    for name, sums in ramsch.items():
        yield f"{name}, {'; '.join(sums)}."
    for row in rule_rows(tariff):
        yield in_words(_sentence(row, tariff), tariff.words)


def _sentence(row: RuleRow, tariff: Tariff) -> str:
    """Return a row of the price list as people read it aloud."""
    how = row.how
    if row.times is not None:
        how = "; ".join(filter(None, (_("times {number}", number=row.times), how)))
    if row.amount is not None:
        amount = money(row.amount, tariff.unit)
        how = ", ".join(filter(None, (_("adds {amount}", amount=amount) if row.adds else amount, how)))
    return f"{row.rule}: {how}."
