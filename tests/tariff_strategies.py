"""Hypothesis strategies for tariffs: valid, varied, and following the rules' own metadata.

A new setting is generated as soon as it is declared; only what depends on other settings (games, prices, decks,
rounds) has a strategy of its own. Of two keys that cannot stand beside each other one is said.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sklog.scoring.games import (
    BETTEL,
    CATALOGUE,
    LONG,
    PARTNER,
    RAMSCH,
    SHORT,
    SOLO,
    SUIT_NAMES,
    SUITS,
    THROWN_IN,
    Game,
    named,
)
from sklog.scoring.hand import HERREN
from sklog.scoring.settings import Setting, settings_of
from sklog.scoring.tariff import PRICE_CLASSES, ROUNDS, ByResult, Laufende, Rounds, SpecialRound, Tariff
from sklog.tariffs import read
from sklog.tariffs.describe import COUNTS, OWN_SHAPES, VOCABULARY, bounds, is_short_name
from tests.many_tariffs import PLAYABLE, agreeing, said_keys


class Enough(Exception):
    """Nothing is left to be seen: no more examples are wanted."""


letters = st.characters(exclude_categories=["Cs"])
texts = st.text(letters, max_size=12).map(str.strip)
"""Any text that keeps its meaning without blanks around it."""

words = texts.filter(lambda text: text and text.casefold() != "none")
short_names = st.one_of(st.sampled_from(["haus", "93", "no", "null", "10:20", "Äpfel"]), texts).filter(is_short_name)
people_names = st.sampled_from(["Anna", "Bene", "Christl", "Dani", "No", "93"])


@st.composite
def own_games(draw: DrawFn) -> Game:
    """Return a table's own game; none of its names is taken."""
    free = st.from_regex(r"[a-zäöü]{2,8}(-[a-z]{1,4})?", fullmatch=True).filter(_is_free)
    names = draw(st.lists(free, min_size=1, max_size=3, unique=True))
    shape, sie = draw(st.tuples(st.sampled_from(OWN_SHAPES), st.booleans()))
    least = HERREN if sie else 1
    long_deck, short_deck = draw(st.tuples(st.integers(least, 32), st.integers(least, 32)))
    return Game(
        name=names[0],
        title=draw(texts) or names[0],
        shape=shape,
        trumps=draw(st.sampled_from([(), (long_deck, long_deck), (long_deck, short_deck)])),
        herren=draw(st.integers(least if sie else 0, 32)),
        suits=tuple(draw(st.lists(st.sampled_from(SUITS), unique=True))),
        aliases=tuple(names[1:]),
        fixed_pairs=shape == PARTNER and draw(st.booleans()),
        sie=sie,
        price=draw(st.none() | st.integers(0, 500)),
    )


def _is_free(name: str) -> bool:
    reserved = {*PRICE_CLASSES, "none", "posting"}
    return named(name) is None and name not in reserved and name.partition("-")[0] not in SUIT_NAMES


def _names(game: Game) -> set[str]:
    return {game.name, *game.aliases}


@st.composite
def games(draw: DrawFn) -> tuple[Game, ...]:
    """Return what a table plays: some of the catalogue, up to two games of its own, throw-ins last."""
    known = draw(st.lists(st.sampled_from(PLAYABLE), min_size=1, max_size=8, unique=True))
    own = draw(st.lists(own_games(), max_size=2))
    if len(own) > 1 and _names(own[0]) & _names(own[1]):
        own = own[:1]
    return (*draw(st.permutations([*known, *own])), THROWN_IN)


def _price_keys(played: tuple[Game, ...]) -> list[str]:
    """Return the games, and those in a suit, that a price may be of."""
    known = [game for game in (*PLAYABLE, *played) if game is not THROWN_IN]
    return [*(game.name for game in known), *(f"{suit}-{game.name}" for game in known for suit in game.suits)]


@st.composite
def prices(draw: DrawFn, played: tuple[Game, ...]) -> dict[str, int | ByResult]:
    """Return prices that leave no game of `played`, and no rule of a Ramsch, without one; nobody declares a Ramsch."""
    amount = st.integers(0, 1000)
    by_result = st.builds(ByResult, won=amount, lost=amount)
    needed = {game.shape for game in played if game is not THROWN_IN and game.price is None} - {BETTEL}
    more = {*needed, SOLO} if {BETTEL, RAMSCH} & {game.shape for game in played} else needed
    extra = draw(st.lists(st.sampled_from([*PRICE_CLASSES, *_price_keys(played)]), max_size=4))
    nobody_declares = {RAMSCH, *(game.name for game in (*PLAYABLE, *played) if game.shape == RAMSCH)}
    keys = draw(st.permutations(sorted({*more, *extra})))
    said = draw(st.dictionaries(st.sampled_from(said_keys(played)), amount, max_size=2))
    return {key: draw(amount if key in nobody_declares else amount | amount | by_result) for key in keys} | said


@st.composite
def tables(draw: DrawFn) -> tuple[tuple[int, ...], dict[int, str]]:
    """Return how many may be dealt in, and the deck for each number."""
    people = draw(st.sampled_from([(4,), (3,), (3, 4), (4, 3), (2,), (2, 3, 4), (4, 2)]))
    return people, {number: draw(st.sampled_from([LONG, SHORT])) for number in (2, 3, 4)}


@st.composite
def rounds(draw: DrawFn, played: tuple[Game, ...]) -> Rounds:
    """Return special rounds, some of the table's own; a lost solo begins only one that is played."""
    shipped = draw(st.lists(st.sampled_from(ROUNDS), min_size=1, unique=True))
    names = draw(st.lists(st.sampled_from(["mungo", "dachs-2", "äffchen", "null"]), unique=True, max_size=3))
    own = [draw(blocks(SpecialRound, played))._replace(name=name) for name in names]
    return Rounds(
        kinds=tuple(draw(st.permutations([*shipped, *own]))),
        after_lost_solo=draw(st.none() | st.sampled_from(shipped)),
        schieber_sum=draw(st.none() | st.integers(0, 100)),
        pflichthabicht=draw(st.integers(1, 61)),
    )


@st.composite
def tariffs(draw: DrawFn) -> Tariff:
    """Return any valid tariff: every setting at every kind of value, alone and together."""
    played = draw(games())
    people, deck = draw(tables())
    values: dict[str, Any] = {
        "name": draw(short_names),
        "games": played,
        "people": people,
        "deck": deck,
        "prices": draw(prices(played)),
        "rounds": draw(st.none() | rounds(played)),
    }
    for setting in settings_of(Tariff):
        if setting.attribute not in values:
            values[setting.attribute] = draw(_setting(setting, played))
    return agreeing(Tariff(**values))


@st.composite
def blocks(draw: DrawFn, rule: Any, played: tuple[Game, ...]) -> Any:
    """Return a block; of two keys that cannot stand beside each other one is left out."""
    keys = {key.key: key for key in settings_of(rule)}
    values = {key.attribute: draw(_setting(key, played)) for key in keys.values()}
    for key in keys.values():
        if "instead" not in key.metadata:
            continue
        said, left_out = draw(st.permutations((key, keys[key.metadata["instead"]])))
        values[left_out.attribute] = None if left_out.required else left_out.default
        if said.required or left_out.required:  # one of them has to be there
            values[said.attribute] = draw(_setting(said._replace(optional=False), played))
    return rule(**values)


def _setting(setting: Setting, played: tuple[Game, ...]) -> SearchStrategy[Any]:
    """Return the strategy of one key, of any block."""
    types, items = setting.types, setting.metadata
    choices: list[SearchStrategy[Any]] = [st.none()] if setting.optional else []
    if setting.block:
        choices.append(blocks(setting.block, played))
    elif "choices" in items:
        choices.append(st.sampled_from(items["choices"]))
    elif setting.key == "at_close":
        choices.append(st.sampled_from(["split", "carry"]) | people_names)
    elif types[0] is str:
        choices.append(texts)
    if int in types:
        choices.append(_number(setting))
    if bool in types:
        choices.append(st.booleans())
    if setting.collection is tuple:
        choices.append(_list(setting, played))
    if setting.collection is dict:
        value = _number(setting) if int in setting.entry.types else words
        choices.append(st.dictionaries(_names_of(setting.metadata["keys"], played), value, max_size=4))
    return st.one_of(choices)


def _list(setting: Setting, played: tuple[Game, ...]) -> SearchStrategy[tuple[Any, ...]]:
    """Return the strategy of a list: only factors may stand twice, and there is one of them at least."""
    kind = setting.metadata["items"]
    if kind == "factor":
        return st.lists(st.integers(1, 12), min_size=1, max_size=4).map(tuple)
    least = 1 if setting.required else 0
    return st.lists(_names_of(kind, played), min_size=least, max_size=6, unique_by=_folded).map(tuple)


def _number(setting: Setting) -> SearchStrategy[int]:
    least, most = bounds(setting)
    return st.integers(least, min(most, least + 500))


def _folded(item: object) -> str:
    return str(item).casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


def _names_of(kind: str, played: tuple[Game, ...]) -> SearchStrategy[Any]:
    """Return what may stand in a list, or as a mapping's keys."""
    if kind == "game":
        return st.sampled_from(sorted({game.name for game in (*CATALOGUE, *played)}))
    if kind == "price":
        return st.sampled_from([*PRICE_CLASSES, *_price_keys(played)])
    if kind in VOCABULARY:
        return st.sampled_from(VOCABULARY[kind])
    if kind in COUNTS:
        return st.integers(*COUNTS[kind])
    return st.sampled_from(["Kontra", "Re", "Sub", "Hirsch", "Stoß", "Supra", "no", "1:2", "a b", "#", "é, è"])


def everything() -> Tariff:
    """Return a tariff that has every rule."""
    tariff = read(
        "name: x\nextends: wiki\nannounced: {schneider: 10}\nlaufende: {schedule: none}\nwords: none\n"
        "cap: {evening: 2000}\n",
        "x.yaml",
    )
    return tariff._replace(prices={}, laufende=Laufende(10))
