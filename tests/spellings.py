"""Hands at a table in many spellings, from a seeded generator: what the tests of the shorthand type.

    table(random)            people at a table, some of whom are dealt in
    hand(random, table)      any deal at this table
    plainly(...)             a line in whole words or seats, which nothing else can mean
    freely(...)              a line in letters, which may be refused where it can mean two hands
    sentence(...)            a line as people say it, likewise
    nonsense(random, seats)  words of the grammar and names;  mutated(random, line)  some keys wrong

Lines are put together here from the words of docs/shorthand.md, not by the code that prints hands.
"""

import re
from random import Random
from typing import Any, NamedTuple

from sklog.errors import InvalidHand
from sklog.scoring.games import BETTEL, PARTNER, PASSED, RAMSCH, SOLO
from sklog.scoring.hand import OPPONENTS, Dealt, Passed, Played, Ramsch
from tests.hand_strategies import TARIFFS

TARIFF = TARIFFS["haus"]
PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Sepp", "Kathi", "Robert", "Nora", "Eva")

UNUSUAL = (
    *("Solo", "Re", "93", "2", "n", "ac", "x", "none", "Schneider", "Jörg", "Öse", "Strauß", "🦊", "🦊🐻", "Nora Anna"),
    *("Nora", "Anna", "Andi", "Sepp-Bene", "Sepp", 'Zi"ta', "B//c", "won:no", "a,b", "+", "-", "J o", "e\u0301mile"),
)
"""Names that are words of the grammar, share their initials, or have signs, spaces, umlauts and emoji."""

SUITS = {"eichel": "e", "gras": "g", "herz": "h", "schellen": "s", None: "f"}


class Game(NamedTuple):
    """A game as it is said: by letters, by names; a suit stands before the letters and beside the name."""

    name: str
    shape: str
    letters: str
    names: tuple[str, ...]
    suits: tuple[str | None, ...] = (None,)


GAMES = (
    Game("sauspiel", PARTNER, "s", ("sauspiel", "rufspiel", "Sauspiel")),
    Game("hochzeit", PARTNER, "h", ("hochzeit", "heirat")),
    Game("solo", SOLO, "s", ("solo", "Solo"), tuple(SUITS)),
    Game("farbwenz", SOLO, "w", ("wenz", "Wenz"), tuple(SUITS)),
    Game("farbgeier", SOLO, "g", ("geier",), tuple(SUITS)),
    Game("farbhabicht", SOLO, "h", ("habicht",), tuple(SUITS)),
    Game("wenz", SOLO, "w", ("wenz", "bauernwenz")),
    Game("geier", SOLO, "g", ("geier", "GEIER")),
    Game("bettel", BETTEL, "b", ("bettel", "null")),
    Game("nullouvert", BETTEL, "", ("nullouvert", "ouvert")),
    Game("ramsch", RAMSCH, "r", ("ramsch", "Ramsch")),
    Game("zusammengeworfen", PASSED, "x", ("zusammengeworfen", "weiter")),
)
_WEIGHTS = (6, 2, 4, 2, 2, 2, 4, 2, 2, 1, 5, 1)


def table(random: Random, people: tuple[str, ...] = PEOPLE) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return four to seven of these people in the order of their seats, and the four of them who are dealt in."""
    seats = tuple(random.sample(people, random.randint(4, 7)))
    return seats, tuple(random.sample(seats, 4))


def hand(random: Random, active: tuple[str, ...]) -> tuple[Game, Dealt]:
    """Return a game and a deal of it."""
    (game,) = random.choices(GAMES, _WEIGHTS)
    order = random.sample(active, 4)
    while True:
        try:
            return game, _deal(random, game, order)
        except InvalidHand:
            continue  # facts that contradict each other: other ones


def _deal(random: Random, game: Game, order: list[str]) -> Dealt:
    deal: dict[str, Any] = {"klopfer": random.choice((0, 0, 1, 2, 4)), "bock": random.choice((None, None, None, 1, 2))}
    if game.shape == PASSED:
        return Passed(**deal)
    if game.shape == RAMSCH:
        if random.random() < 0.2:
            return Ramsch(durchmarsch=order[0], **deal)
        return Ramsch(losers=(order[0],), jungfrauen=tuple(order[1 : random.randint(1, 3)]) or None, **deal)
    won = random.random() < 0.6
    deal |= {"game": game.name, "suit": random.choice(game.suits), "declarer": order[0], "won": won}
    deal["kontra"] = random.choice((0, 0, 0, 1, 2, 3))
    if game.shape == PARTNER:
        deal |= {"partner": order[1], "forced": random.random() < 0.1}
    if game.shape == BETTEL:
        return Played(**deal)
    if random.random() < 0.2:
        deal |= {"augen": random.randint(61, 120) if won else random.randint(0, 60), "won": None}
    if random.random() < 0.3:
        deal["laufende"] = random.randint(1, 4)
        deal["laufende_of"] = random.choice((None, None, OPPONENTS))
    deal[random.choice(("schneider", "schwarz"))] = random.choice((None, None, True))
    if game.shape == SOLO and deal["won"] is not None:
        deal["tout"] = random.random() < 0.1
    return Played(**deal)


# -- lines --------------------------------------------------------------------------------------------


_SIGN_WORDS = {"": (), "-": ("verloren",), "+": ("won",)}


def plainly(random: Random, game: Game, said: Dealt, seats: tuple[str, ...]) -> str:
    """Return a line of whole words: games and people by name or seat, flags in words."""
    who = [random.choice((name, name.upper(), str(seats.index(name) + 1))) for name in _people(said)]
    flags = [*_long_flags(said), *_words(said), *_SIGN_WORDS[_sign(said)]]
    if isinstance(said, Ramsch) and said.jungfrauen:
        flags.append(f"jungfrau:{','.join(said.jungfrauen)}")
    random.shuffle(flags)
    return " ".join((_game_by_name(random, game, said), *who, *flags))


def sentence(random: Random, game: Game, said: Dealt) -> str:
    """Return a line as people say it: the people somewhere, the game by its name, and figures as words of their own."""
    who = [random.choice((name, name.lower(), name[: random.randint(1, len(name))])) for name in _people(said)]
    flags = [*_long_flags(said), *_words(said), *_SIGN_WORDS[_sign(said)]]
    random.shuffle(flags)
    flags = [re.sub(r"^(laufende|klopfer)([0-9]+)$", random.choice((r"\2 \1", r"\1 \2")), flag) for flag in flags]
    if isinstance(said, Ramsch) and said.jungfrauen:
        flags.append(f"jungfrau {random.choice((' und ', ' ', ', ')).join(said.jungfrauen)}")
    called, people = _game_by_name(random, game, said), random.choice((" und ", " ", ", ", " mit ")).join(who)
    orders = ((called, people, *flags), (people, called, *flags), (called, *flags, people))
    return random.choice((" ", " ", ", ", " und ")).join(filter(None, random.choice(orders)))


def freely(random: Random, game: Game, said: Dealt, seats: tuple[str, ...]) -> str:
    """Return a line in letters: people by initials, seats or starts, which may stick to the game."""
    people = _people(said)
    initials = "".join(random.choice((name[0].lower(), str(seats.index(name) + 1))) for name in people)
    starts = " ".join(name[: random.randint(1, len(name))].lower() for name in people)
    letters = SUITS[_suit(said)] + game.letters if len(game.suits) > 1 else game.letters
    apart = f"{letters or game.names[0]} {random.choice((initials, starts, ' '.join(initials)))}"
    # a Geier keeps its space, for gs is a Gras-Solo
    together = f"{letters}{initials}" if letters not in ("", "g", "x") else apart
    begun = f"{random.choice((apart, together))}{_sign(said)}"
    flags = random.choice((_short_flags(said), "".join(_short_flags(said)).split(), _long_flags(said)))
    if isinstance(said, Ramsch) and said.jungfrauen:
        flags = [f"j{''.join(name[0] for name in said.jungfrauen).lower()}", *flags]
    return " ".join((begun.strip(), *flags, *_words(said)))


def _people(said: Dealt) -> list[str]:
    if isinstance(said, Ramsch):
        return [said.durchmarsch] if said.durchmarsch else list(said.losers)
    return [person for person in (said.declarer, said.partner) if person] if isinstance(said, Played) else []


def _suit(said: Dealt) -> str | None:
    return said.suit if isinstance(said, Played) else None


def _sign(said: Dealt) -> str:
    if isinstance(said, Ramsch):
        return "+" if said.durchmarsch else ""
    return "-" if isinstance(said, Played) and said.won is False else ""


def _game_by_name(random: Random, game: Game, said: Dealt) -> str:
    name, suit = random.choice(game.names), _suit(said)
    if suit:
        return random.choice((f"{suit}-{name}", f"{suit} {name}", f"{suit}{name}", f"{name} {suit}"))
    return game.name if len(game.suits) > 1 else name


def _short_flags(said: Dealt) -> list[str]:
    """Return the flags as letters, the Augen first."""
    flags = [f"p{said.klopfer}"] if said.klopfer else []
    if isinstance(said, Played):
        run = "o" if said.laufende_of == OPPONENTS else "l"
        facts = {
            str(said.augen): said.augen is not None,
            "n": said.schneider,
            "z": said.schwarz,
            f"{run}{said.laufende}": said.laufende or said.laufende_of,
            "t": said.tout,
            ("", "k", "kr", "k3")[int(str(said.kontra))]: said.kontra,
        }
        flags = [*(flag for flag, true in facts.items() if true), *flags]
    return flags


def _words(said: Dealt) -> list[str]:
    """Return the flags that have no letter."""
    forced = ["muss"] if isinstance(said, Played) and said.forced else []
    return [*forced, *([f"bock{said.bock}"] if said.bock else [])]


def _long_flags(said: Dealt) -> list[str]:
    """Return the flags as words."""
    flags = [f"klopfer{said.klopfer}"] if said.klopfer else []
    if isinstance(said, Played):
        run = [f"laufende:{said.laufende}", "laufende_of:opponents"]
        facts = {
            f"augen:{said.augen}": said.augen is not None,
            "schneider": said.schneider,
            "SCHWARZ": said.schwarz,
            " ".join(run if said.laufende_of == OPPONENTS else run[:1]): said.laufende or said.laufende_of,
            "du": said.tout,
            ("", "kontra", "kontra re", "Kontra Re Supra")[int(str(said.kontra))]: said.kontra,
        }
        flags += [flag for flag, true in facts.items() if true]
    return flags


# -- lines that are none ------------------------------------------------------------------------------

_GAMES_SAID = ("s", "w", "g", "h", "r", "b", "x", "hs", "ew", "gs", "sac", "wb-", "herz", "solo", "eichel wenz", "post")
_PEOPLE_SAID = ("ac", "13", "1", "a", "b", "c", "d", "n-", "s+", "48 30 22 20", "a:-5 b:5", "winners:a,c", "losers:a")
_FLAGS_SAID = (
    *("-", "+", "n", "z", "l3", "o2", "p", "p2", "k", "kr", "k3", "t", "93nl3", "jb", "jbc", "sie", "muss", "bock2"),
    *("bid75", "kontra", "re", "schneider", "verloren", "tricks:7", "won:no", "won:none", "klopfer:2", "kontra:ab"),
    *("active:a,b,c,d", "dealer:1", "round:none", "note:x", "jungfrauen:none", "augen:74", "game:wenz", "suit:herz"),
    *("und", "mit", "mit 3", "ohne 2", "3 laufende", "2 klopfer", "bock 2", "jungfrau", "durchmarsch", "wenz", "blau"),
    *("a,c", "verliert", "acn", "ac61", "bl3"),
    *("declarer:2", "partner:none", "//", '"', ":", ",", "=", "\\", "\t", "\u2028", "é", "ß", "🦊", "٣"),
)
_KEYS = (*"abcdekrnswghzlopt", *'  0123456789+-:,/"\\\x1b=äßJ🦊', "\ud800")


def nonsense(random: Random, seats: tuple[str, ...]) -> str:
    """Return words of the grammar and names in nearly any order, with or without spaces; or any keys at all."""
    if random.random() < 0.2:
        return "".join(random.choices(_KEYS, k=random.randint(0, 12)))
    words = [
        random.choice(_GAMES_SAID),
        random.choice((*_PEOPLE_SAID, *seats)),
        *random.choices((*_FLAGS_SAID, *seats), k=random.randint(0, 4)),
    ]
    if random.random() < 0.2:
        random.shuffle(words)
    return random.choice((" ", " ", "")).join(words)


def mutated(random: Random, line: str) -> str:
    """Return a line with one or some keys too many, too few, wrong or exchanged."""
    keys = list(line)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randint(0, len(keys))
        keys[place : place + random.randint(0, 2)] = random.choice(
            ([], [random.choice(_KEYS)], [random.choice(_KEYS)], keys[place : place + 2][::-1])
        )
    return "".join(keys)
