"""The catalogue: every game of the five documents, as data.

A table's own game is one more `Game`, made from a line of its tariff.
"""

from sklog.values import NamedTuple

EICHEL, GRAS, HERZ, SCHELLEN = SUITS = ("eichel", "gras", "herz", "schellen")

SUIT_NAMES = {
    **{suit: suit for suit in SUITS},
    "blatt": GRAS,
    "laub": GRAS,
    "grün": GRAS,
    "gruen": GRAS,
    "schell": SCHELLEN,
    "schelle": SCHELLEN,
    "schelln": SCHELLEN,
}
"""Every spelling of a suit, in small letters, and the suit it means."""

PARTNER, SOLO, BETTEL, RAMSCH, PASSED = SHAPES = ("partner", "solo", "bettel", "ramsch", "passed")
ONE_AGAINST_ALL = frozenset({SOLO, BETTEL})

LONG, SHORT = DECKS = ("long", "short")

RANKS = "AZKOU987"  # as they take each other where they are no trumps
AUGEN_OF = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2}
"""Sau, Zehner, König, Ober, Unter: what a card of this rank counts; the others count nothing."""


def ranks(deck: str) -> str:
    """Return the ranks of the long or the short deck."""
    return RANKS if deck == LONG else RANKS[:-2]


def trump_ranks(heads: str, deck: str) -> str:
    """Return the ranks of the trumps from the highest on: the four of each of `heads`, then those of a suit."""
    return "".join(rank * len(SUITS) for rank in heads) + "".join(rank for rank in ranks(deck) if rank not in heads)


def _with_suit(heads: str) -> tuple[int, ...]:
    """Return how many trumps there are with the long and with the short deck."""
    return tuple(len(trump_ranks(heads, deck)) for deck in DECKS)


class Game(NamedTuple):
    """One kind of game, without its price.

    `trumps` is the longest possible run of Laufende with the long and with the short deck; () if they are not paid.
    `herren` is how many of the trumps are Ober or Unter (the four of a Habicht are its Könige). `suits` are the suits
    that can be named with the game. `aliases` are in small letters.
    """

    name: str
    title: str
    shape: str
    trumps: tuple[int, ...] = ()
    herren: int = 0
    suits: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    fixed_pairs: bool = False
    sie: bool = False
    price: int | None = None


_OBER_UNTER_SUIT = _with_suit("OU")
_FOUR = (len(SUITS), len(SUITS))
_FOUR_AND_SUIT = _with_suit("U")
_CALLED = (EICHEL, GRAS, SCHELLEN)

CATALOGUE: tuple[Game, ...] = (
    Game("sauspiel", "Sauspiel", PARTNER, _OBER_UNTER_SUIT, 8, _CALLED, ("rufspiel", "partnerspiel", "normalspiel")),
    Game("hochzeit", "Hochzeit", PARTNER, _OBER_UNTER_SUIT, 8, (), ("heirat",)),
    Game("kreuz", "über Kreuz", PARTNER, _OBER_UNTER_SUIT, 8, aliases=("kreuzspiel", "über-kreuz"), fixed_pairs=True),
    Game("solo", "Solo", SOLO, _OBER_UNTER_SUIT, 8, SUITS, ("farbsolo",), sie=True),
    Game("wenz", "Wenz", SOLO, _FOUR, 4, (), ("bauernwenz",)),
    Game("geier", "Geier", SOLO, _FOUR, 4),
    Game("habicht", "Habicht", SOLO, _FOUR, 4, (), ("könig", "kaiser", "koenig")),
    Game("perlmutt-habicht", "Perlmutt-Habicht", SOLO, _FOUR, 4, (), ("perlmutt-könig", "perlmutt-koenig")),
    Game("hawaii-habicht", "Hawaii-Habicht", SOLO, _FOUR, 4, SUITS, ("hawaii-könig", "hawaii-koenig")),
    Game("farbwenz", "Farbwenz", SOLO, _FOUR_AND_SUIT, 4, SUITS),
    Game("farbgeier", "Farbgeier", SOLO, _FOUR_AND_SUIT, 4, SUITS),
    Game("farbhabicht", "Farbhabicht", SOLO, _FOUR_AND_SUIT, 4, SUITS, ("farbkönig", "farbkaiser", "farbkoenig")),
    Game("bär", "Bär", SOLO, (8, 8), 8, (), ("baer",)),
    Game("bettel", "Bettel", BETTEL, aliases=("bettl", "null", "ramsch-tout", "ramsch-solo")),
    Game("mörtel", "Mörtel", BETTEL, aliases=("moertel",)),
    Game("ramsch", "Ramsch", RAMSCH, _OBER_UNTER_SUIT, 8),
    Game("zusammengeworfen", "zusammengeworfen", PASSED, aliases=("passed", "weiter", "eingeworfen")),
)

BY_NAME: dict[str, Game] = {game.name: game for game in CATALOGUE}
THROWN_IN = BY_NAME["zusammengeworfen"]

HEADS = {
    **dict.fromkeys(("sauspiel", "hochzeit", "kreuz", "solo", "ramsch", "mörtel"), "OU"),
    **dict.fromkeys(("wenz", "farbwenz"), "U"),
    **dict.fromkeys(("geier", "farbgeier"), "O"),
    **dict.fromkeys(("habicht", "farbhabicht"), "K"),
    "bär": "AZ",
    "bettel": "",
}
"""The ranks which are trumps in all four suits, the highest first, of the games whose cards are known."""


def named(text: str, games: tuple[Game, ...] = CATALOGUE) -> Game | None:
    """Return the game with this name or alias among `games`, without regard to case; None if there is none."""
    wanted = text.casefold()
    for game in games:
        if wanted == game.name or wanted in game.aliases:
            return game
    return None


DEALT = ((LONG, 4), (LONG, 3), (LONG, 2), (SHORT, 4), (SHORT, 3), (SHORT, 2))
TRICKS: dict[tuple[str | None, int], int] = {
    (deck, people): len(SUITS) * len(ranks(deck)) // people for deck, people in DEALT
}
"""How many cards each person holds, which is how many tricks there are, by the deck and how many are dealt in.

The short variants are those of document 001. Nothing else is dealt.
"""
ASIDE: dict[tuple[str | None, int], int] = {
    (deck, people): len(SUITS) * len(ranks(deck)) % people for deck, people in DEALT
}
"""How many cards are laid aside. They count for whoever plays, even where he makes no trick (document 001)."""
AUGEN = len(SUITS) * sum(AUGEN_OF.values())
