"""What a table plays for, said by its prices: `10-20-50` is the extra, the Sauspiel and the solo, in this order.

Two are the basic price, of a Sauspiel and of an extra, and that of a solo: `10/50` is `10-10-50`.

read        10/20/50, 0,10/0,50 -> Stakes       mistaken  what only looks like it -> a sentence
settings    a tariff at other prices            of        a tariff -> the prices that are shown beside its name
price       a game with some facts -> its price in a tariff, as that of a real hand
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sklog.errors import HandError
from sklog.language import N_, _
from sklog.scoring import amounts
from sklog.scoring.canonical import Unreadable, shown
from sklog.scoring.games import PARTNER, SOLO
from sklog.scoring.hand import OPPONENTS, Played
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME, Table
from sklog.scoring.payout import score
from sklog.scoring.settings import settings_of
from sklog.scoring.tariff import CENTS, POINTS, Laufende, Schneider, Schwarz, Tariff
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Ramsch
    from sklog.scoring.payout import Score

    Plain = Any

MOST_DIGITS = 6
EXAMPLE, EXAMPLE_OF_TWO = "10-20-50", "10/50"
GAMES = ("sauspiel", "solo")
SEATS = ("A", "B", "C", "D", "E", "F", "G")
EXTRAS = (Schneider, Schwarz, Laufende)
"""What costs the extra."""
SOURCE = N_("{base}, at {extra} for an extra, {sauspiel} for a Sauspiel and {solo} for a solo")
"""Where a tariff at other prices comes from."""

_UNIT = "€|euros?|eur|cents?|ct|c"
_ONE = rf"([0-9][0-9.,]*)(?:\s*({_UNIT}))?"
_BETWEEN = r"\s*[-–/]\s*|\s+"
_ALIKE = re.compile(rf"{_ONE}(?:(?:{_BETWEEN}){_ONE})+", re.IGNORECASE)
_PLAIN = re.compile("[0-9]+([-/])[0-9]+\\1[0-9]+")
_EUROS = re.compile(r"[0-9]+[.,][0-9]{2}")
LONGEST = 80  # letters that anybody needs for some prices


class Stakes(NamedTuple):
    """Three prices in whole cents (or points), from the least to the most."""

    extra: int
    sauspiel: int
    solo: int

    @property
    def name(self) -> str:
        """How they are shown and stored."""
        return "-".join(map(str, self))


def ordered(prices: Iterable[int]) -> Stakes | None:
    """Return two or three prices as stakes, whatever their order; None where a game would cost nothing.

    Of two the lesser one is the basic price: what a Sauspiel costs, and an extra as well.
    """
    said = sorted(prices)
    extra, sauspiel, solo = said[0], said[-2], said[-1]
    return Stakes(extra, sauspiel, solo) if sauspiel else None


def read(word: str) -> Stakes | None:
    """Return the stakes that a word says: two or three prices with `-`, `/` or blanks between; None for any other word.

    Whole numbers are cents, unless a unit behind the last one is for all of them. Only the extra may be 0: there are
    tables that pay none.
    """
    prices = _parted(word)
    if not 1 < len(prices) <= len(Stakes._fields) or _in_two_units(prices):
        return None
    if len({sign.strip() for sign in re.split(_ONE, word.strip(), flags=re.IGNORECASE)[3:-1:3]}) > 1:
        return None
    cents = [_cents(number, unit or prices[-1][1]) for number, unit in prices]
    found = [price for price in cents if price is not None and price < 10**MOST_DIGITS]
    return ordered(found) if len(found) == len(prices) else None


def is_plain(word: str) -> bool:
    """Whether a word says three prices as they are noted; others may be what somebody calls a file of their own."""
    return read(word) is not None and bool(_PLAIN.fullmatch(word))


def mistaken(word: str) -> str:
    """Return what is wrong with a word that looks like stakes and is none; "" for one that does not look so."""
    prices = _parted(word)
    if not prices:
        return ""
    cents, meant = [_near(number) for number, _unit in prices], None
    if any(price is not None and len(str(price)) > MOST_DIGITS for price in cents):
        sentence = N_('"{said}": a price has at most {most} digits')
    elif len(cents) > len(Stakes._fields) or None in cents:
        sentence = N_(
            '"{said}" is not a tariff; three prices in cents are one (extra, Sauspiel, solo), such as {example}, or '
            "two (basic price, solo), such as {two}"
        )
    elif _in_two_units(prices):
        sentence = N_('"{said}": euros or cents? Give all prices in the same unit, such as {two}')
    elif meant := ordered(price or 0 for price in cents):
        sentence = N_('"{said}" is not a tariff, did you mean {near}?')
    else:
        sentence = N_('"{said}": a Sauspiel and a solo must cost something; only the extra may be 0')
    example = {"example": EXAMPLE, "two": EXAMPLE_OF_TWO, "most": MOST_DIGITS}
    return _(sentence, said=shown(word), near=meant and meant.name, **example)


def _parted(word: str) -> list[tuple[str, str]]:
    """Return the numbers of a word that looks like stakes, and the unit behind each; [] for any other word."""
    word = word.strip()
    if len(word) > LONGEST or not _ALIKE.fullmatch(word):
        return []
    return [(number, unit) for number, unit in re.findall(_ONE, word, re.IGNORECASE)]


def _in_two_units(prices: Sequence[tuple[str, str]]) -> bool:
    """Whether some prices are euros and others may be cents."""
    euros = [number for number, unit in prices if not number.isdecimal() or unit[:1] in ("€", "e", "E")]
    bare = [number for number, unit in prices if number.isdecimal() and not unit and int(number)]
    return bool(euros and bare) and not prices[-1][1]


def _cents(number: str, unit: str) -> int | None:
    """Return the price that a number says without a doubt; None for any other."""
    if number.isdecimal() and number.startswith("0") and number != "0":
        return None
    try:
        return amounts.read(number + unit, CENTS, CENTS)
    except Unreadable:
        return None


def _near(number: str) -> int | None:
    """Return the price that somebody has probably meant: 010 is 10, and 0,10 as well."""
    if _EUROS.fullmatch(number):
        number = re.sub("[.,]", "", number)
    return int(number) if number.isdecimal() else None


# -- a tariff at other prices ---------------------------------------------------------------------------


def text(stakes: Stakes, base: Tariff) -> dict[str, Plain]:
    """Return the tariff that stakes mean, as plain data that extends its `base`: what a file would say."""
    extra, sauspiel, solo = stakes
    return {
        "name": stakes.name,
        "title": f"{stakes.name} ({base.title[:1].lower()}{base.title[1:]})",
        "source": SOURCE.format(base=base.name, extra=extra, sauspiel=sauspiel, solo=solo),
        "extends": base.name,
        **settings(stakes, base),
    }


def settings(stakes: Stakes, base: Tariff) -> dict[str, Plain]:
    """Return what a tariff says that extends `base` and plays for these stakes.

    A game that costs as much as a Sauspiel there does so here, too, and one that costs as much as a solo. What has a
    price of its own keeps it; what multiplies has none.
    """
    kinds = {PARTNER: stakes.sauspiel, SOLO: stakes.solo}
    plain = {key: price for key, price in base.prices.items() if isinstance(price, int) and key not in base.said_prices}
    same = {plain[kind]: price for kind, price in reversed(kinds.items()) if kind in plain}
    prices = {key: same[price] for key, price in plain.items() if price in same}
    extras = {}
    for setting in settings_of(Tariff):
        rule = getattr(base, setting.attribute)
        if setting.block in EXTRAS and rule and rule.price is not None and not getattr(rule, "schedule", None):
            extras[setting.key] = {"price": stakes.extra}
    asked = {name: price for name, price in zip(GAMES, kinds.values(), strict=True) if name in base.prices}
    return {"prices": {**prices, **kinds, **asked}, **extras}


# -- the prices of any tariff ---------------------------------------------------------------------------


def beside(tariff: Tariff) -> str:
    """Return a tariff's name with its prices behind it: "bsv 10-10-50"; one that is called by them says them once."""
    prices = of(tariff)
    return tariff.name if tariff.name.endswith(prices) else f"{tariff.name} {prices}"


def of(tariff: Tariff) -> str:
    """Return what a tariff costs, as stakes: "10-20-50", in points "1-1-2 points"; "" where it has no such prices.

    They are those of real hands, so that nothing here knows how a price is made. Where no one number is the extra, only
    Sauspiel and solo are said; where nothing costs an extra, it is 0.
    """
    games = [game for name in GAMES if (game := tariff.game(name))]
    plain = [price(tariff, game) for game in games]
    if len(games) < len(GAMES) or None in plain or plain != [price(tariff, game, won=False) for game in games]:
        return ""
    extras = {extra for game in games for extra in _extras(tariff, game)} or {0}
    said = "-".join(map(str, plain if len(extras) > 1 else [*extras, *plain]))
    return _("{prices} points", prices=said) if tariff.unit == POINTS else said


def _extras(tariff: Tariff, game: Game) -> Iterator[int]:
    """Yield what Schneider adds to a game, and what each of the Laufende does, as far as that can be said in cents."""
    plain, schneider = price(tariff, game), price(tariff, game, schneider=True) if tariff.schneider else None
    if plain is not None and schneider is not None:
        yield schneider - plain
    if run := first_run(tariff, game):
        each, odd = divmod(run.adds, run.length)
        if not odd:  # else there is a sum for so many
            yield each


# -- what a hand would cost -----------------------------------------------------------------------------


class Run(NamedTuple):
    """So many Laufende, and what they add to a price."""

    length: int
    adds: int


def table(tariff: Tariff) -> Table:
    """Return a table of as many people as a tariff usually deals to: four of A, B, C, …, where it does so."""
    people = PEOPLE_OF_A_PARTNER_GAME if PEOPLE_OF_A_PARTNER_GAME in tariff.people else max(tariff.people)
    seats = SEATS[:people]
    return Table(seats, seats[-1], seats)


def scored(tariff: Tariff, hand: type[Played | Ramsch], facts: Mapping[str, Any]) -> Score | None:
    """Return what a hand with these facts costs; None where a tariff does not play it."""
    try:
        return score(hand(**facts), table(tariff), tariff)
    except HandError:
        return None


def price(tariff: Tariff, game: Game, suit: str | None = None, **facts: object) -> int | None:
    """Return what a game with these facts costs, won unless they say otherwise; None where it is not played."""
    partner = "B" if game.shape == PARTNER and not game.fixed_pairs else None
    declared = {"game": game.name, "suit": suit, "declarer": "A", "partner": partner, "won": True}
    made = scored(tariff, Played, {**declared, **facts})
    return made and made.value


def first_run(tariff: Tariff, game: Game, suit: str | None = None) -> Run | None:
    """Return the shortest run of Laufende that makes a game dearer, whoever held it; None where none does."""
    plain = price(tariff, game, suit)
    for length in range(1, tariff.longest_run(game, len(table(tariff).seats)) + 1):
        for holders in (None, OPPONENTS):
            dearer = price(tariff, game, suit, laufende=length, laufende_of=holders)
            if plain is not None and dearer is not None and dearer > plain:
                return Run(length, dearer - plain)
    return None
