"""Random tariffs by the hundred, seeded: every block, every key, and every word that a key may be.

They follow the rules' own metadata, so that a new key is drawn as soon as it is declared, and begin with a shipped
tariff, so that most hands can be played under them. `sklog.tariffs` has read every one.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from sklog import tariffs
from sklog.scoring.games import (
    BETTEL,
    CATALOGUE,
    DECKS,
    PARTNER,
    RAMSCH,
    SOLO,
    SUIT_NAMES,
    SUITS,
    THROWN_IN,
    Game,
    named,
)
from sklog.scoring.outcome import ANNOUNCEMENTS, POWER
from sklog.scoring.settings import Setting, settings_of, to_mapping
from sklog.scoring.tariff import BOTH, DOUBLINGS, PRICE_CLASSES, ROUNDS, ByResult, Rounds, SpecialRound, Tariff
from sklog.tariffs.describe import COUNTS, MOST, OWN_SHAPES, VOCABULARY, bounds

PLAYABLE = tuple(game for game in CATALOGUE if game is not THROWN_IN)
OWN_ROUNDS = ("mungo", "dachs-2")
WORDS = ("Kontra", "Re", "Sub", "Hirsch", "Stoß", "Supra", "no", "1:2", "a b", "#", "é, è")
TEXTS = ("", "Unser Tisch", "=1+1", "nach Omas Heft, S. 3", "Ä ß „so“", "a: b # c")
SYLLABLES = ("ha", "wu", "zipf", "moos", "gra", "blö", "rax", "ent")
PEOPLE_DEALT_IN = ((4,), (4,), (4,), (4,), (3, 4), (4, 3), (2, 3, 4), (4, 2), (3,), (2,))
FORGETFUL = 0.3  # of the tariffs: an evening remembers nothing under them
RESERVED = {*PRICE_CLASSES, "none", "posting"}


def random_tariffs(seed: int, many: int) -> list[Tariff]:
    """Return so many tariffs, each with a name of its own; the same for the same seed."""
    rng = Random(seed)  # noqa: S311  the same again with the same seed
    return [random_tariff(rng, f"tarif-{number}") for number in range(many)]


def random_tariff(rng: Random, name: str) -> Tariff:
    """Return a tariff in which some parts of a shipped one, or nearly all, are drawn anew."""
    base = shipped()[int(rng.random() * len(shipped()))]
    anew = rng.choice((0.3, 0.6, 0.95))
    played = _games(rng, base)
    people = rng.choice(PEOPLE_DEALT_IN) if rng.random() < anew else base.people
    values: dict[str, Any] = {
        "name": name,
        "games": played,
        "people": people,
        "deck": {number: rng.choice(DECKS) for number in (2, 3, 4)} if rng.random() < anew else base.deck,
        "prices": _prices(rng, played, base),
        "rounds": _rounds(rng, played) if rng.random() < anew else base.rounds,
    }
    for setting in settings_of(Tariff):
        if setting.attribute not in values:
            drawn = rng.random() < anew
            values[setting.attribute] = _value(rng, setting, played) if drawn else getattr(base, setting.attribute)
    if rng.random() < FORGETFUL:
        values |= {"stock": None, "rounds": None, "bock": values["bock"]._replace(after=())}
    return tariffs.read_mapping(to_mapping(agreeing(Tariff(**values))), name)


@cache
def shipped() -> tuple[Tariff, ...]:
    """Return the tariffs that sklog comes with."""
    return tuple(tariffs.find(name) for name in tariffs.shipped())


def with_memory(tariff: Tariff) -> bool:
    """Whether an evening remembers something under it: a Stock, Bock, or special rounds."""
    return bool(tariff.stock or tariff.bock.after or tariff.rounds)


# -- what depends on other parts -----------------------------------------------------------------------


def _games(rng: Random, base: Tariff) -> tuple[Game, ...]:
    """Return the games of a tariff, more of the catalogue, and some of the table's own; throw-ins last."""
    more = [game for game in PLAYABLE if rng.random() < 0.35]
    own = [_own_game(rng) for _ in range(rng.choice((0, 0, 1, 2, 3)))]
    played = {game.name: game for game in (*base.games, *more) if game is not THROWN_IN}
    taken = {name for game in PLAYABLE for name in (game.name, *game.aliases)} | set(played)
    for game in own:
        if not taken & {game.name, *game.aliases}:
            played[game.name] = game
            taken |= {game.name, *game.aliases}
    return (*played.values(), THROWN_IN)


def _own_game(rng: Random) -> Game:
    name, *aliases = dict.fromkeys("".join(rng.choices(SYLLABLES, k=2)) for _ in range(rng.randint(1, 3)))
    long_deck, short_deck = rng.randint(1, 14), rng.randint(1, 12)
    shape, sie = rng.choice((*OWN_SHAPES, PARTNER, SOLO)), rng.random() < 0.4
    if sie:  # of all Ober and Unter
        long_deck, short_deck = rng.randint(8, 14), rng.randint(8, 12)
    suits = tuple(suit for suit in SUITS if rng.random() < 0.6)
    return Game(
        name=name,
        title=rng.choice(("", name.capitalize())),
        shape=shape,
        trumps=rng.choice(((), (long_deck, long_deck), (long_deck, short_deck), (14, 12))),
        herren=8 if sie else rng.choice((0, 4, 8)),
        suits=rng.choice(((), suits, SUITS)),
        aliases=tuple(alias for alias in aliases if _is_free(alias)),
        fixed_pairs=shape == PARTNER and rng.random() < 0.5,
        sie=sie,
        price=rng.choice((None, 0, rng.randint(1, 90))),
    )


def _is_free(name: str) -> bool:
    return named(name) is None and name not in RESERVED and name.partition("-")[0] not in SUIT_NAMES


def _price_keys(played: Sequence[Game]) -> list[str]:
    known = list(dict.fromkeys(game for game in (*PLAYABLE, *played) if game is not THROWN_IN))
    return [*(game.name for game in known), *(f"{suit}-{game.name}" for game in known for suit in game.suits)]


def _prices(rng: Random, played: Sequence[Game], base: Tariff) -> dict[str, Any]:
    """Return prices that leave no game without one; nobody declares a Ramsch, which has one price."""
    shapes = {game.shape for game in played if game is not THROWN_IN and game.price is None} - {BETTEL}
    needed = {*shapes, SOLO}
    extra = rng.sample([*PRICE_CLASSES, *_price_keys(played)], rng.choice((0, 1, 2, 4)))
    nobody_declares = {RAMSCH, *(game.name for game in (*PLAYABLE, *played) if game.shape == RAMSCH)}
    found: dict[str, Any] = {key: price for key, price in base.prices.items() if rng.random() < 0.7}
    keys = [key for key in (*sorted(needed), *extra) if key not in found or rng.random() < 0.5]
    rng.shuffle(keys)
    largest = MOST if rng.random() < 0.05 else 100
    for key in keys:
        price = rng.randint(0, largest)
        twofold = rng.random() < 0.25 and key not in nobody_declares
        found[key] = ByResult(price, rng.randint(0, largest)) if twofold else price
    return found | {key: rng.randint(0, largest) for key in said_keys(played) if rng.random() < 0.02}


def said_keys(played: Sequence[Game]) -> list[str]:
    """Return what the price of a Tout or a Sie may be called."""
    solos = [game for game in dict.fromkeys((*PLAYABLE, *played)) if game.shape == SOLO]
    names = [name for game in solos for name in (game.name, *(f"{suit}-{game.name}" for suit in game.suits))]
    return [*ANNOUNCEMENTS, *(f"{name}-{said}" for name in names for said in ANNOUNCEMENTS)]


def _rounds(rng: Random, played: Sequence[Game]) -> Rounds | None:
    if rng.random() < 0.4:
        return None
    shipped = rng.sample(ROUNDS, rng.randint(1, len(ROUNDS)))
    after = None if rng.random() < 0.6 else rng.choice(shipped)
    own = [_block(rng, SpecialRound, played)._replace(name=name) for name in OWN_ROUNDS if rng.random() < 0.4]
    kinds = tuple(rng.sample([*shipped, *own], len(shipped) + len(own)))
    return Rounds(kinds, after, None if rng.random() < 0.4 else rng.randint(0, 100), rng.randint(1, 61))


def agreeing(tariff: Tariff) -> Tariff:
    """Return the tariff with what contradicts another of its rules left out."""
    changed: dict[str, Any] = {}
    for name in sorted(set(tariff.doublings.together) & set(DOUBLINGS)):
        if (rule := getattr(tariff, name)) is not None:
            changed[name] = rule._replace(growth=POWER, times=None)
    if tariff.ramsch.losers == BOTH and 4 not in tariff.people:
        changed["ramsch"] = tariff.ramsch._replace(losers=1)
    if tariff.rounds and tariff.rounds.after_lost_solo not in (None, *tariff.rounds.names):
        changed["rounds"] = tariff.rounds._replace(after_lost_solo=None)
    return tariff._replace(**changed)


# -- any key, by its metadata --------------------------------------------------------------------------


def _block(rng: Random, rule: Any, played: Sequence[Game]) -> Any:
    """Return a block; of two keys that cannot stand beside each other one is left out."""
    keys = {key.key: key for key in settings_of(rule)}
    values = {key.attribute: _value(rng, key, played) for key in keys.values()}
    for key in keys.values():
        if "instead" not in key.metadata:
            continue
        pair = (key, keys[key.metadata["instead"]])
        said, left_out = pair if rng.random() < 0.3 else pair[::-1]
        values[left_out.attribute] = None if left_out.required else left_out.default
        if said.required or left_out.required:  # one of them has to be there
            values[said.attribute] = _value(rng, said._replace(optional=False), played)
    return rule(**values)


def _value(rng: Random, setting: Setting, played: Sequence[Game]) -> Any:
    """Return a value of one key, of any block."""
    if setting.optional and rng.random() < (0.25 if setting.block else 0.4):
        return None
    ways = _ways(setting)
    return ways[int(rng.random() * len(ways))](rng, setting, played)


def _ways(setting: Setting) -> list[Callable[[Random, Setting, Sequence[Game]], Any]]:
    """Return how a value may be drawn: one way for each kind of value that the key may have."""
    ways: list[Callable[[Random, Setting, Sequence[Game]], Any]] = []
    if setting.block:
        ways.append(lambda rng, setting, played: _block(rng, setting.block, played))
    elif "choices" in setting.metadata:
        ways.append(lambda rng, setting, _played: rng.choice(setting.metadata["choices"]))
    elif setting.key == "at_close":
        ways.append(lambda rng, _setting, _played: rng.choice(("split", "carry", "Anna")))
    elif setting.types[0] is str:
        ways.append(lambda rng, _setting, _played: rng.choice(TEXTS))
    if int in setting.types:
        ways.append(_number)
    if bool in setting.types:
        ways.append(lambda rng, _setting, _played: rng.random() < 0.5)
    if setting.collection is tuple:
        ways.append(_list)
    if setting.collection is dict:
        ways.append(_mapping)
    return ways


def _number(rng: Random, setting: Setting, _played: Sequence[Game] = ()) -> int:
    least, most = bounds(setting)
    if setting.metadata.get("amount"):
        return rng.randint(least, MOST if rng.random() < 0.01 else 60)
    return rng.randint(least, min(most, least + rng.choice((3, 30, 120))))


def _list(rng: Random, setting: Setting, played: Sequence[Game]) -> tuple[Any, ...]:
    """Return a list: only factors may stand twice; a rule holds in all games mostly."""
    kind = setting.metadata["items"]
    if kind == "factor":
        return tuple(rng.randint(1, 12) for _ in range(rng.randint(1, 4)))
    among = _names_of(kind, played)
    if setting.key == "games" and not setting.required and setting.default == ():
        most = 0 if rng.random() < 0.75 else 8
        return tuple(rng.sample(among, min(most, len(among))))
    least = 1 if setting.required or kind in ("game", "word") else 0
    return tuple(rng.sample(among, rng.randint(least, min(6, len(among)))))


def _mapping(rng: Random, setting: Setting, played: Sequence[Game]) -> dict[Any, Any]:
    among = _names_of(setting.metadata["keys"], played)
    chosen = rng.sample(among, min(len(among), rng.choice((0, 1, 2, 4, 9))))
    of_numbers = int in setting.entry.types
    return {key: _number(rng, setting.entry) if of_numbers else rng.choice(WORDS) for key in chosen}


def _names_of(kind: str, played: Sequence[Game]) -> list[Any]:
    """Return what may stand in a list, or as a mapping's keys."""
    if kind == "game":
        return sorted({game.name for game in (*CATALOGUE, *played)})
    if kind == "price":
        return [*PRICE_CLASSES, *_price_keys(played)]
    if kind in VOCABULARY:
        return [*VOCABULARY[kind]]
    if kind in COUNTS:
        least, most = COUNTS[kind]
        return [*range(least, most + 1)]
    return [*WORDS]
