"""One reader for every block of a tariff: it follows the rules' own types and settings.

The tree comes from `yaml_text` with everything a tariff inherits merged in; each value knows its file, line and
column. All problems are collected, and each says what was expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog import yaml_faults
from sklog.language import _, _or
from sklog.scoring.canonical import round_word
from sklog.scoring.canonical import shown as cut_off
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
from sklog.scoring.hand import HERREN
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME
from sklog.scoring.names import LONGEST_NAME, LONGEST_TEXT
from sklog.scoring.outcome import ANNOUNCEMENTS, OTHER, POWER, entry_for
from sklog.scoring.settings import NONE, Setting, settings_of
from sklog.scoring.tariff import (
    BOTH,
    CARRY,
    CENTS,
    DOUBLINGS,
    HERZ_SOLO,
    LONG_FOR_ALL,
    MULTIPLIERS,
    POINTS,
    PRICE_CLASSES,
    ROUNDS,
    SOLO_PRICE,
    SPLIT,
    ByResult,
    Kontra,
    Tariff,
    is_round,
)
from sklog.tariffs import describe
from sklog.tariffs.describe import base_key, expected, instead, nearest, price_key, shown, suggested, whole_number
from sklog.tariffs.spellings import OFF, cents, factor_meant, folded, meant, no_amount, opened, says_off, truth
from sklog.yaml_text import MOST_PROBLEMS, Mark, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sklog.errors import Problem

    Value = Any
    """A value of a rule, or BAD."""


# -- checks of a whole tariff --------------------------------------------------------------------------


def contradictions(entries: Mapping[str, Node], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what does not go together; a part that could not be read is not judged."""
    if "prices" in values and "games" in values:
        yield from _unpriced(entries, values)
    for name in ("schneider", "schwarz"):
        if (rule := values.get(name)) and rule.price is None and rule.times is None:
            yield entries[name].mark.problem(_("{name}: set a price, or times", name=name))
    yield from _uncountable(entries, values)
    rounds = values.get("rounds")
    if rounds and rounds.after_lost_solo and rounds.after_lost_solo not in rounds.names:
        said = {"round": rounds.after_lost_solo, "kinds": ", ".join(rounds.names)}
        message = _("rounds.after_lost_solo: {round} is not one of its kinds, {kinds}", **said)
        yield entries["rounds"].mark.problem(message)


def _uncountable(entries: Mapping[str, Node], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is counted together and doubles by a growth of its own, and two losers of fewer than four."""
    together = values["doublings"].together if "doublings" in values else ()
    for name in together:
        rule = values.get(name)
        if rule and name in DOUBLINGS and (rule.growth != POWER or rule.times is not None):
            said = _("{name}: counted together in doublings, so it has no growth or times of its own", name=name)
            yield entries[name].mark.problem(said)
    ramsch = values.get("ramsch")
    if ramsch and ramsch.losers == BOTH and PEOPLE_OF_A_PARTNER_GAME not in values.get("people", (4,)):
        yield entries["ramsch"].mark.problem(_("ramsch.losers: two of four lose, and four are never dealt in"))


def _unpriced(entries: Mapping[str, Node], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the games, and the rules of a Ramsch, that no price is given for, or two where nobody declares."""
    prices, games = values["prices"], values["games"]
    for game, mark in zip(games, _marks(entries["games"]), strict=False):
        classes = (BETTEL, SOLO) if game.shape == BETTEL else (game.shape,)
        if game.price is None and game.name not in prices and not any(kind in prices for kind in (*classes, OTHER)):
            keys = _or(f"{name}:" for name in dict.fromkeys((*classes, game.name)))
            yield mark.problem(_("{game} is played but has no price: add {keys} to prices", game=game.name, keys=keys))
        key = entry_for(prices, game) if game.price is None else game.name
        if game.shape == RAMSCH and key and isinstance(prices.get(key), ByResult):
            said = _("prices.{key}: nobody declares a Ramsch, so it has one price", key=key)
            yield _mark_of(entries["prices"], key, games).problem(said)
    for key, price in prices.items():
        if isinstance(price, ByResult) and key.rpartition("-")[2] in ANNOUNCEMENTS and not price_key(key, games):
            said = _("prices.{key}: it costs the same won or lost: give one price", key=key)
            yield _mark_of(entries["prices"], key, games).problem(said)
    rules = values.get("ramsch")
    if rules is None or {SOLO, OTHER} & prices.keys() or not any(game.shape == RAMSCH for game in games):
        return
    mark = entries["ramsch"].mark
    if rules.durchmarsch and rules.durchmarsch.pays == HERZ_SOLO and HERZ_SOLO not in prices:
        yield mark.problem(_("ramsch: a Durchmarsch pays a Herz-Solo: add solo: or herz-solo: to prices"))
    if rules.jungfrau == SOLO_PRICE:
        yield mark.problem(_("ramsch: a Jungfrau raises the price to a solo's: add solo: to prices"))


def _mark_of(prices: Node, key: str, games: tuple[Game, ...]) -> Mark:
    """Return where the price of this canonical key stands."""
    return next(mark for word, mark in prices.key_marks.items() if base_key(word, games) == key)


def _marks(games: Node) -> Iterator[Mark]:
    """Yield where each played game stands, throw-ins left out."""
    for item in games.value:
        if isinstance(item, Node) and not (isinstance(item.value, str) and named(item.value.strip()) is THROWN_IN):
            yield item.mark


# -- one tree -----------------------------------------------------------------------------------------

MOST_ENTRIES = 200  # of one list or mapping
BAD: Any = object()
"""What stands for a value that could not be read; its problem is recorded."""


def tidied(tree: Node) -> Node:
    """Return the tree so that it can be merged: games by their names, one deck written out, `yes` as a block."""
    tree = opened(tree, settings_of(Tariff))
    if not isinstance(tree.value, dict):
        return tree
    entries = _with_names(tree.value, Tariff)
    deck = entries.get("deck")
    if deck and isinstance(deck.value, str) and folded(deck.value) in DECKS:
        people = tuple(map(str, LONG_FOR_ALL))
        entries["deck"] = Node(dict.fromkeys(people, deck), deck.mark, dict.fromkeys(people, deck.mark))
    return Node(entries, tree.mark, tree.key_marks)


def _with_names(block: Mapping[str, Node], rule: Any) -> dict[str, Node]:
    """Return a block in which the keys of its mappings are the names of games."""
    entries = dict(block)
    for setting in settings_of(rule):
        held = entries.get(setting.key)
        if held is None or not isinstance(held.value, dict):
            continue
        if setting.collection is dict and setting.metadata["keys"] == "base price":
            entries[setting.key] = _renamed(_by_game_written_out(held), base_key)
        elif setting.collection is dict and setting.metadata["keys"] in ("game", "price"):
            entries[setting.key] = _renamed(held, price_key)
        elif setting.block:
            entries[setting.key] = Node(_with_names(held.value, setting.block), held.mark, held.key_marks)
    return entries


def _by_game_written_out(node: Node) -> Node:
    """Return prices in which those of a Tout or a Sie by game stand one by one: `tout: {wenz: 30}` as `wenz-tout: 30`.

    What is said twice has a blank behind it, for the reader to report.
    """
    if not isinstance(node.value, dict):
        return node
    entries: dict[str, Node] = {}
    marks: dict[str, Mark] = {}
    for key, value in node.value.items():
        said = key.strip().casefold()
        if said not in ANNOUNCEMENTS or not isinstance(value.value, dict) or "won" in value.value:
            entries[key], marks[key] = value, node.key_marks[key]
            continue
        for game, price in value.value.items():
            name = said if folded(game) == OTHER else f"{game.strip()}-{said}"
            name = f"{said}.{game}" if price_key(name) else name  # "ramsch-tout" is a Bettel
            name += " " if name in node.value or name in entries else ""
            entries[name], marks[name] = price, value.key_marks[game]
    return Node(entries, node.mark, marks)


def _renamed(node: Node, canonical: Callable[[str], str | None]) -> Node:
    if not isinstance(node.value, dict):
        return node
    entries: dict[str, Node] = {}
    marks: dict[str, Mark] = {}
    for key, value in node.value.items():
        name = canonical(key) or key.strip().casefold()  # a table's own game is called so
        if name in node.value or name in entries:
            name = key  # said twice, perhaps: the reader reports it
        entries[name], marks[name] = value, node.key_marks[key]
    return Node(entries, node.mark, marks)


def chain_as_block(node: Node) -> Node:
    """Return `kontra: [Kontra, Re]` as the block it stands for, anything else as it is."""
    return Node({"names": node}, node.mark, {"names": node.mark}) if isinstance(node.value, list) else node


class _Enough(Exception):
    """Stops reading: the rest is likely to be the same mistake."""


class Reader:
    """Reads one tree and adds to `problems`; `whole` is False where a part of it is missing already.

    What was `recorded` may have texts of any length, and games that contradict themselves: an older sklog took both.
    """

    def __init__(self, problems: list[Problem], *, whole: bool, recorded: bool = False) -> None:
        self.problems = problems
        self.whole = whole
        self.recorded = recorded
        self.unit = CENTS
        self.games: tuple[Game, ...] = CATALOGUE  # with the table's own: what may be named

    def bad(self, mark: Mark, message: str) -> Value:
        """Record a problem and return what stands for the value; of very many the first are enough."""
        self.problems.append(mark.problem(message))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _Enough
        return BAD

    def unexpected(self, node: Node, setting: Setting, path: str, near: str | None = None) -> Value:
        """Record that something else was expected here; `near` is the word that was perhaps meant."""
        parts = (setting.block or setting.collection) and int not in setting.types
        if parts and isinstance(node.value, str) and (said := yaml_faults.stuck(node.value)):
            return self.bad(node.mark, said)
        return self.bad(node.mark, suggested(instead(path, expected(setting), shown(node)), near))

    def tariff(self, tree: Node) -> Tariff | None:
        """Return the tariff, or None where something is wrong."""
        if not isinstance(tree.value, dict):
            self.bad(tree.mark, _("a tariff is a mapping: name: …, games: […], prices: {…}, and any other settings"))
            return None
        try:
            return self._tariff(tree, tree.value)
        except _Enough:
            return None

    def _tariff(self, tree: Node, entries: dict[str, Node]) -> Tariff | None:
        if self._unfit(tree):
            return None
        unit = entries.get("unit")
        if unit and isinstance(unit.value, str) and folded(unit.value) == POINTS:
            self.unit = POINTS
        games = entries.get("games")
        played = self._games(games) if games else None
        values = self.entries(tree, settings_of(Tariff), "", tree.mark, done=("games",))
        if played is not None:
            values["games"] = played
        values["deck"] = {**LONG_FOR_ALL, **values.get("deck", {})}
        self.problems.extend(contradictions(entries, values))
        return None if self.problems else Tariff(**values)

    def _unfit(self, node: Node) -> bool:
        """Record a list or mapping that is longer than any table's, or a text that cannot be stored."""
        if isinstance(node.value, str):
            if half := not node.value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in node.value):
                self.bad(node.mark, _("half a character (a lone surrogate) cannot be stored"))
            return half
        if len(node.value) > MOST_ENTRIES:
            self.bad(node.mark, _("more than {most} entries: this is not a tariff", most=MOST_ENTRIES))
            return True
        return any(map(self._unfit, node.value.values() if isinstance(node.value, dict) else node.value))

    # -- mappings with fixed keys ---------------------------------------------------------------------

    def entries(
        self, node: Node, keys: tuple[Setting, ...], path: str, mark: Mark, done: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Return what a mapping says, by attribute; what cannot be read is left out. `done` are read elsewhere."""
        known = {setting.key: setting for setting in keys}
        values: dict[str, Any] = {}
        entries = node.value if isinstance(node.value, dict) else {}
        sayable = known if path else ("extends", *known)
        misspelt = {nearest(key, sayable) for key in entries if key not in known}
        for key, value in entries.items():
            if key not in known:
                self.bad(node.key_marks[key], describe.unknown_key(key, path, sayable))
            elif key not in done:
                said = self.value(value, known[key], f"{path}.{key}" if path else key, node.key_marks[key])
                if said is not BAD:
                    values[known[key].attribute] = said
        for setting in keys:
            others = [other for other in keys if setting.key in (other.key, other.metadata.get("instead"))]
            finer = [other for other in keys if setting.key == other.metadata.get("finer")]
            there = any(other.key in (*entries, *misspelt) for other in (*others, *finer))
            if setting.required and self.whole and not there:
                self.bad(mark, describe.missing_key(setting, path))
            said = [other.key for other in others if values.get(other.attribute) not in (None, other.default)]
            if len(said) > 1:
                self.bad(node.key_marks[said[-1]], _("{path}: give {keys}, not both", path=path, keys=_or(said)))
        return values

    def value(self, node: Node, setting: Setting, path: str, mark: Mark) -> Value:
        """Return one value of the kind its field declares; `mark` is where its key stands."""
        # where it is a text, `none` is a word like another, or one of the choices
        plain_text = setting.types == (str,) and not setting.optional
        if isinstance(node.value, str) and not plain_text and says_off(node.value, setting):
            return self._none(node, setting, path)
        if setting.block and (isinstance(node.value, dict) or setting.block is Kontra or len(setting.types) == 1):
            return self._block(node, setting, path, mark)
        if setting.types[0] in (describe.TRUMPS, describe.SAID_SUITS):
            read = self._trumps if setting.types[0] == describe.TRUMPS else self._suits
            return read(node, setting, path)
        alone = len(setting.types) == 1
        if setting.collection is tuple and (isinstance(node.value, list) or alone):
            return self._items(node, setting, path)
        if setting.collection is dict and (isinstance(node.value, dict) or alone):
            return self._mapping(node, setting, path)
        return self._scalar(node, setting, path)

    def _none(self, node: Node, setting: Setting, path: str) -> Value:
        """Return what `none` switches a key to."""
        if setting.optional:
            return None
        if setting.default in ((), {}) or setting.metadata.get("off"):
            return setting.default
        return self.bad(
            node.mark, _("{path}: cannot be switched off; expected {expected}", path=path, expected=expected(setting))
        )

    def _block(self, node: Node, setting: Setting, path: str, mark: Mark) -> Value:
        rule = setting.block
        if rule is Kontra:
            node = chain_as_block(node)
        if not isinstance(node.value, dict):
            alone = "times" in rule._fields and rule is not Kontra  # which has words as well
            factor = factor_meant(node.value) if alone and isinstance(node.value, str) else None
            return self.unexpected(node, setting, path, f"{{times: {factor}}}" if factor else None)
        before = len(self.problems)
        values = self.entries(node, settings_of(rule), path, mark)
        return BAD if len(self.problems) > before or not self.whole else rule(**values)

    # -- single values --------------------------------------------------------------------------------

    def _scalar(self, node: Node, setting: Setting, path: str) -> Value:
        text = node.value
        if not isinstance(text, str):
            return self.unexpected(node, setting, path)
        types, choices = setting.types, setting.metadata.get("choices", ())
        for choice in choices:
            if folded(text) in (OFF if choice == NONE else (folded(choice),)):
                return choice
        if int in types and (number := self._number(text, setting)) is not None:
            least, most = describe.bounds(setting)
            return number if least <= number <= most else self.unexpected(node, setting, path)
        if bool in types and (said := truth(text)) is not None:
            return said
        if str in types and not choices:
            return self._text(node, text.strip(), setting, path)
        if setting.metadata.get("amount") and (wrong := no_amount(text, path, self.unit)):
            return self.bad(node.mark, wrong)
        return self.unexpected(node, setting, path, nearest(text, choices))

    def _number(self, text: str, setting: Setting) -> int | None:
        number = whole_number(text)
        return cents(text) if number is None and setting.metadata.get("amount") and self.unit == CENTS else number

    def _text(self, node: Node, text: str, setting: Setting, path: str) -> Value:
        if setting.key == "name" and not describe.is_short_name(text):
            return self.bad(
                node.mark, _("{path}: expected a short name without slashes, not {found}", path=path, found=shown(node))
            )
        if len(text) > LONGEST_TEXT and not self.recorded:
            return self._too_long(text, LONGEST_TEXT, path, node.mark)
        if setting.key != "at_close":
            return text
        word = {SPLIT: SPLIT, CARRY: CARRY}.get(folded(text), text)
        near = meant(text, (SPLIT, CARRY, NONE))  # no and nein may be names
        if not word or (near and not self.recorded):
            return self.unexpected(node, setting, path, near)
        return word

    # -- lists, and mappings with free keys -----------------------------------------------------------

    def _items(self, node: Node, setting: Setting, path: str) -> Value:
        if not isinstance(node.value, list):
            return self.unexpected(node, setting, path)
        if not node.value and (setting.required or setting.key in ("people", "growth")):
            return self.bad(node.mark, _("{path}: expected one or more, {doc}", path=path, doc=_(setting.doc)))
        items: list[Any] = []
        before = len(self.problems)
        for item in node.value:
            if not isinstance(item.value, str) and not (setting.item and isinstance(item.value, dict)):
                wanted, found = expected(setting), shown(item)
                message = _("{path}: expected {expected}, not {found} in it", path=path, expected=wanted, found=found)
                self.bad(item.mark, message)
                continue
            if isinstance(item.value, str):
                said = self._named(item.value, setting.metadata["items"], path, item.mark)
            else:
                said = self._own_round(item, setting.entry, path)
            word = getattr(said, "name", said)
            twice = any(folded(str(getattr(one, "name", one))) == folded(str(word)) for one in items)
            if said is not BAD and twice and setting.metadata["items"] != "factor":
                self.bad(item.mark, _('{path}: "{word}" is in it twice, keep one', path=path, word=word))
            items.append(said)
        return BAD if len(self.problems) > before else tuple(items)

    def _own_round(self, node: Node, setting: Setting, path: str) -> Value:
        """Return a special round of the table's own, whose name is free and can be typed behind `round:`."""
        special = self._block(node, setting, path, node.mark)
        if special is BAD:
            return BAD
        name, mark = round_word(special.name), node.key_marks["name"]
        if not is_round(name) or len(name) > LONGEST_NAME:
            return self.bad(mark, _('{path}: "{word}" must be one word of letters and digits', path=path,
                                    word=cut_off(special.name)))  # fmt: skip
        if folded(name) in map(folded, (*ROUNDS, *MULTIPLIERS, *OFF)):
            return self.bad(mark, _('{path}: "{word}" has a meaning of its own; choose another name', path=path,
                                    word=name))  # fmt: skip
        return special._replace(name=name)

    def _mapping(self, node: Node, setting: Setting, path: str) -> Value:
        if not isinstance(node.value, dict):
            near = nearest(node.value, setting.metadata.get("choices", ())) if isinstance(node.value, str) else None
            return self.unexpected(node, setting, path, near)
        entry = setting.entry
        before = len(self.problems)
        values: dict[Any, Any] = {}
        for key, value in node.value.items():
            name = self._named(key, setting.metadata["keys"], path, node.key_marks[key])
            if name in values and name is not BAD:
                message = _('{path}: "{key}" gives {name} a second time, keep one', path=path, key=key, name=name)
                self.bad(node.key_marks[key], message)
            switched_off = isinstance(value.value, str) and says_off(value.value, entry)
            # of a price by game nothing is 0, and not what all others cost
            off = 0 if setting.types[0] is int else BAD
            values[name] = off if switched_off else self.value(value, entry, f"{path}.{key}", node.key_marks[key])
        if len(self.problems) > before:
            return BAD
        return {name: value for name, value in values.items() if value is not BAD}

    def _named(self, text: str, what: str, path: str, mark: Mark) -> Value:
        """Return an item or a key in its canonical form; `what` is the kind that the metadata names."""
        if what == "game":
            game = self._game(text, path, mark)
            return game if game is BAD else game.name
        if what == "price":
            return price_key(text, self.games) or self.bad(mark, describe.unknown_price(text, path, self.games))
        if what == "base price":
            key = base_key(text, self.games)
            return key or self.bad(mark, describe.unknown_price(text, path, self.games, ANNOUNCEMENTS))
        if what in describe.COUNTS:
            number, (least, most) = whole_number(text), describe.COUNTS[what]
            if number is not None and least <= number <= most:
                return number
            return self.bad(
                mark, instead(path, describe.number_between(least, most), _('"{text}"', text=cut_off(text)))
            )
        if what in describe.VOCABULARY:
            by_fold = {folded(word): word for word in describe.VOCABULARY[what]}
            return by_fold.get(folded(text)) or self.bad(mark, describe.unknown_word(text, what, path))
        word = text.strip().casefold() if what == "alias" else text.strip()
        if len(word) > LONGEST_NAME and not self.recorded:
            return self._too_long(word, LONGEST_NAME, path, mark)
        return word or self.bad(mark, _("{path}: a word is missing", path=path))

    def _too_long(self, text: str, most: int, path: str, mark: Mark) -> Value:
        said = _("{what} has {letters} letters; at most {most} are possible", what=path, letters=len(text), most=most)
        return self.bad(mark, said)

    def _game(self, text: str, path: str, mark: Mark) -> Value:
        if game := named(text.strip(), self.games):
            return game
        names = [game.name for game in self.games]
        near = nearest(text, (*names, *(alias for game in self.games for alias in game.aliases)))
        return self.bad(mark, suggested(_('{path}: unknown game "{word}"', path=path, word=cut_off(text)), near, names))

    # -- games ----------------------------------------------------------------------------------------

    def _games(self, node: Node) -> tuple[Game, ...] | None:
        """Return the games that are played, throw-ins last; None where something is wrong."""
        if not isinstance(node.value, list):
            said = isinstance(node.value, str) and yaml_faults.stuck(node.value)
            wanted = _("games: expected a list such as [sauspiel, solo], not {found}", found=shown(node))
            self.bad(node.mark, said or wanted)
            return None
        before = len(self.problems)
        own = {item: self._own_game(item) for item in node.value if isinstance(item.value, dict)}
        played: dict[str, Game] = {}
        for item in node.value:
            if item in own:
                game = own[item]
            elif isinstance(item.value, str):
                game = self._game(item.value, "games", item.mark)
            else:
                found = shown(item)
                game = self.bad(item.mark, _("games: expected a game's name or its mapping, not {found}", found=found))
            if game is not BAD and game is not THROWN_IN:
                if game.name in played:
                    self.bad(item.mark, _("games: {game} is in it twice, keep one", game=game.name))
                played[game.name] = game
        if not node.value:
            self.bad(node.mark, _("games: expected one or more games besides throw-ins"))
        return None if len(self.problems) > before else (*played.values(), THROWN_IN)

    def _own_game(self, node: Node) -> Value:
        before = len(self.problems)
        values = self.entries(node, describe.OWN_GAME, "games", node.mark)
        longest = max(values.get("trumps", ()), default=0)
        usual = describe.HERREN_OF_MANY if longest >= describe.MANY else describe.HERREN_OF_FEW
        values.setdefault("herren", HERREN if values.get("sie") else min(longest, usual))
        if "name" in values:
            written = values["name"]
            values["name"] = written.casefold()
            titled = written if written != values["name"] else written.capitalize()
            if not (self.recorded and "title" in values):  # an empty one was shown empty
                values["title"] = values.get("title") or titled
            self._free(values["name"], node.key_marks["name"])
            for alias in values.get("aliases", ()):
                self._free(alias, node.key_marks["aliases"])
        if len(self.problems) > before or not {"name", "shape"} <= values.keys():
            return BAD
        game = Game(**values)
        self.games = (*self.games, game)
        if not self.recorded:
            self._own_game_agrees(game, node)
        return game

    def _own_game_agrees(self, game: Game, node: Node) -> None:
        """Record pairs in a game without partners, and a Sie without eight Ober and Unter among the trumps."""
        if game.fixed_pairs and game.shape != PARTNER:
            said = _('games: fixed_pairs is for a partner game, and "{word}" is not one', word=game.name)
            self.bad(node.key_marks["fixed_pairs"], said)
        if game.sie and min(game.herren, *game.trumps, HERREN) < HERREN:
            told = {"word": game.name, "count": HERREN}
            said = _('games: for a Sie "{word}" needs {count} Ober and Unter among its trumps', **told)
            self.bad(node.key_marks["sie"], said)

    def _free(self, word: str, mark: Mark) -> None:
        """Record where the name of an own game means something already."""
        if len(word.split()) != 1:
            self.bad(mark, _('games: "{word}" must be one word; spaces belong in the title', word=word))
        elif known := named(word, self.games):
            said = {"word": word, "game": known.title}
            self.bad(mark, _('games: "{word}" is already {game}; a price of its own belongs in prices', **said))
        elif word in (*PRICE_CLASSES, describe.POSTING, NONE) or word.partition("-")[0] in SUIT_NAMES:
            self.bad(mark, _('games: "{word}" has a meaning of its own; choose another name', word=word))

    def _trumps(self, node: Node, setting: Setting, path: str) -> Value:
        number = setting._replace(types=(int,))
        if isinstance(node.value, str):
            said = self._scalar(node, number, path)
            return said if said is BAD else (said, said)
        if isinstance(node.value, list) and len(node.value) in (0, len(DECKS)):
            both = tuple(self._scalar(item, number, path) for item in node.value)
            return BAD if BAD in both else both
        return self.unexpected(node, setting, path)

    def _suits(self, node: Node, setting: Setting, path: str) -> Value:
        if isinstance(node.value, str) and (on := truth(node.value)) is not None:
            return SUITS if on else ()
        if not isinstance(node.value, list):
            return self.unexpected(node, setting, path)
        suits = [SUIT_NAMES.get(item.value.casefold()) if isinstance(item.value, str) else None for item in node.value]
        for suit, item in zip(suits, node.value, strict=True):
            if suit is None:
                said = _("{path}: {found} is not a suit", path=path, found=shown(item))
                self.bad(item.mark, suggested(said, None, SUITS))
        return BAD if None in suits else tuple(dict.fromkeys(suits))
