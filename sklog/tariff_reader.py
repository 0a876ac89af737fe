"""One reader for every block of a tariff: it follows the dataclasses' own types and metadata.

The tree comes from `yaml_text` with everything a tariff inherits merged in; each value knows its file, line
and column. All problems are collected, and each says what was expected.
"""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

from sklog.scoring.games import (
    BETTEL,
    BY_NAME,
    CATALOGUE,
    DECKS,
    LONG,
    PARTNER,
    PASSED,
    RAMSCH,
    SHAPES,
    SHORT,
    SOLO,
    SUIT_NAMES,
    SUITS,
    THROWN_IN,
    Game,
    named,
    tricks_in,
)
from sklog.scoring.tariff import (
    DOUBLINGS,
    HERZ_SOLO,
    LONG_FOR_ALL,
    PRICE_CLASSES,
    ROUNDS,
    TIE_CRITERIA,
    TRIGGERS,
    Kontra,
    Tariff,
)
from sklog.tariffs import NONE, Part, parts
from sklog.yaml_text import Mark, Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sklog.errors import Problem

BAD: Any = object()
"""What a value is that could not be read; its problem is recorded."""

YES, NO = ("yes", "true", "on", "ja"), ("no", "false", "off", "nein")
MOST = 1_000_000_000  # cents or points; the largest values still fit 64 bits after every doubling
WORDS = ("laufende", "klopfer", "stock", "schneider", "schwarz", "tout", "sie", "bock")
VOCABULARY: Mapping[str, tuple[str, ...]] = {
    "trigger": TRIGGERS,
    "doubling": DOUBLINGS,
    "criterion": TIE_CRITERIA,
    "round": ROUNDS,
    "concept": WORDS,
}
COUNTS = {"people": (2, 4), "count": (1, 14)}
OWN_SHAPES = tuple(shape for shape in SHAPES if shape != PASSED)


def _part(key: str, kind: str, default: Any, doc: str, **limits: Any) -> Part:
    return Part(key, key, kind, default, {"doc": doc, **limits})


OWN_GAME = (
    _part("name", "str", MISSING, "one word in small letters"),
    _part("title", "str", "", "the name for people"),
    _part("shape", "str", MISSING, "who plays against whom, and what decides", choices=OWN_SHAPES),
    _part("price", "int | None", None, "its base price; else prices has it", least=0, off=True),
    _part("trumps", "trumps", (), "how many there are: one number, or [long deck, short deck]", least=1, most=32),
    _part("herren", "int", None, "the Ober and Unter among them; 8 of more than 11 trumps, else 4", least=0, most=32),
    _part("suits", "suits", (), "the suits that may be said with it: yes for all, or a list"),
    _part("aliases", "tuple[str, ...]", (), "other names for it", items="alias"),
    _part("sie", "bool", False, "whether all Ober and Unter are trumps, so that there can be a Sie"),
    _part("fixed_pairs", "bool", False, "whether partners sit opposite, as in über Kreuz"),
)
"""The keys of a table's own game."""


# -- names --------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """Return a word without regard to case, Umlaut and kind of blank."""
    text = text.strip().casefold()
    for letter, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), (" ", "-"), ("_", "-")):
        text = text.replace(letter, plain)
    return text


def suggestion(word: str, words: Iterable[str]) -> str:
    """Return `, did you mean "…"?`, or what there is where nothing is near."""
    import difflib

    by_fold = {folded(known): known for known in words}
    near = difflib.get_close_matches(folded(word), by_fold, n=1, cutoff=0.6)
    return f', did you mean "{by_fold[near[0]]}"?' if near else f"; there is {', '.join(by_fold.values())}"


def price_key(text: str, games: tuple[Game, ...]) -> str | None:
    """Return the canonical key of `prices`: a kind of game, a game, or suit-game; None where it is none."""
    word = text.strip().casefold()
    if word in PRICE_CLASSES:
        return word
    if game := named(word, games):
        return game.name if game.shape != PASSED else None
    said, _, rest = word.partition("-")
    suit, game = SUIT_NAMES.get(said), named(rest, games)
    return f"{suit}-{game.name}" if suit and game and suit in game.suits else None


def tidied(tree: Node) -> Node:
    """Return the tree with aliases of games as their names, and one deck written out, so that it can be merged."""
    if not isinstance(tree.value, dict):
        return tree
    entries = dict(tree.value)
    if prices := entries.get("prices"):
        entries["prices"] = _renamed(prices)
    laufende = entries.get("laufende")
    if laufende and isinstance(laufende.value, dict) and (by_game := laufende.value.get("by_game")):
        entries["laufende"] = Node({**laufende.value, "by_game": _renamed(by_game)}, laufende.mark, laufende.key_marks)
    deck = entries.get("deck")
    if deck and isinstance(deck.value, str) and folded(deck.value) in DECKS:
        people = tuple(map(str, LONG_FOR_ALL))
        entries["deck"] = Node(dict.fromkeys(people, deck), deck.mark, dict.fromkeys(people, deck.mark))
    return Node(entries, tree.mark, tree.key_marks)


def _renamed(node: Node) -> Node:
    if not isinstance(node.value, dict):
        return node
    entries: dict[str, Node] = {}
    marks: dict[str, Mark] = {}
    for key, value in node.value.items():
        name = price_key(key, CATALOGUE) or key
        name = key if name in entries else name  # said twice: the reader reports it
        entries[name], marks[name] = value, node.key_marks[key]
    return Node(entries, node.mark, marks)


# -- values -------------------------------------------------------------------------------------------


class Reader:
    """Reads one tree and adds to `problems`; `whole` is False where an inherited file is missing."""

    def __init__(self, problems: list[Problem], *, whole: bool) -> None:
        self.problems = problems
        self.whole = whole
        self.games: tuple[Game, ...] = CATALOGUE  # with the table's own: what may be named

    def bad(self, mark: Mark, message: str) -> Any:
        """Record a problem and return what stands for the value."""
        self.problems.append(mark.problem(message))
        return BAD

    def tariff(self, tree: Node) -> Tariff | None:
        """Return the tariff, or None where something is wrong."""
        if not isinstance(tree.value, dict):
            self.bad(tree.mark, "a tariff is a mapping: name: …, games: […], prices: {…}, and what else it sets")
            return None
        played = self._games(tree.value.get("games"))
        values = self.entries(tree, parts(Tariff), "", tree.mark, skip=("games",))
        if played is not None:
            values["games"] = played
        values["deck"] = {**LONG_FOR_ALL, **values.get("deck", {})}
        if self.whole and "games" not in tree.value:
            self.bad(tree.mark, 'missing key "games": the games that are played')
        self.problems.extend(_contradictions(tree, values))
        return None if self.problems else Tariff(**values)

    def entries(
        self, node: Node, keys: tuple[Part, ...], path: str, mark: Mark, skip: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Return the fields that a mapping says, by attribute; what cannot be read is left out."""
        known = {part.key: part for part in keys}
        values: dict[str, Any] = {}
        entries = node.value if isinstance(node.value, dict) else {}
        for key, value in entries.items():
            part = known.get(key)
            if part is None:
                place = f" in {path}" if path else ""
                self.bad(node.key_marks[key], f'unknown key "{key}"{place}{suggestion(key, known)}')
            elif key not in skip:
                said = self.value(value, part, f"{path}.{key}" if path else key, node.key_marks[key])
                if said is not BAD:
                    values[part.attribute] = said
        for part in keys:
            if part.required and part.key not in entries and part.key not in skip and self.whole:
                place = f" in {path}" if path else ""
                self.bad(mark, f'missing key "{part.key}"{place}: {part.metadata["doc"]}')
        return values

    def value(self, node: Node, part: Part, path: str, mark: Mark) -> Any:
        """Return one value of the kind its field declares."""
        choices = part.metadata.get("choices", ())
        if isinstance(node.value, str) and folded(node.value) == NONE and NONE not in choices:
            return self._none(node, part, path)
        kind = part.kind.partition(" | ")[0]
        if rule := part.block:
            return self._block(node, part, rule, path, mark)
        if kind.startswith("tuple["):
            return self._items(node, part, path)
        if kind.startswith("dict["):
            return self._mapping(node, part, path)
        if kind == "trumps":
            return self._trumps(node, part, path)
        if kind == "suits":
            return self._suits(node, part, path)
        return self._scalar(node, part, path)

    def _none(self, node: Node, part: Part, path: str) -> Any:
        """Return what `none` switches a key to."""
        if part.optional:
            return None
        if part.default in ((), {}) or part.metadata.get("off"):
            return part.default
        if part.kind == "str" and not part.metadata.get("choices"):
            return node.value
        return self.bad(node.mark, f"{path}: cannot be switched off; expected {expected(part)}")

    def _block(self, node: Node, part: Part, rule: type, path: str, mark: Mark) -> Any:
        if rule is Kontra and isinstance(node.value, list):
            node = Node({"names": node}, node.mark, {"names": node.mark})
        if not isinstance(node.value, dict):
            return self.bad(node.mark, f"{path}: expected {expected(part)}, not {shown(node)}")
        before = len(self.problems)
        values = self.entries(node, parts(rule), path, mark)
        if rule is Kontra and values.get("names") == ():
            self.bad(node.mark, f"{path}.names: expected one word or more; kontra: none switches it off")
        return BAD if len(self.problems) > before or not self.whole else rule(**values)

    def _scalar(self, node: Node, part: Part, path: str) -> Any:
        text = node.value
        if not isinstance(text, str):
            return self.bad(node.mark, f"{path}: expected {expected(part)}, not {shown(node)}")
        for choice in part.metadata.get("choices", ()):
            if folded(text) == folded(choice):
                return choice
        kinds = part.kind.split(" | ")
        if "int" in kinds and (number := whole_number(text)) is not None:
            return self._bounded(node, number, part, path)
        if kinds[0] == "bool" and text.casefold() in (*YES, *NO):
            return text.casefold() in YES
        if "str" in kinds and "choices" not in part.metadata:
            return self._text(node, text.strip(), part, path)
        return self.bad(node.mark, self._unexpected(text, part, path))

    def _unexpected(self, text: str, part: Part, path: str) -> str:
        if "." in text.strip(".") or "," in text.strip(","):
            hint = "; amounts are whole cents or points" if "int" in part.kind else ""
            return f'{path}: expected {expected(part)}, not "{text}"{hint}'
        choices = part.metadata.get("choices", ())
        guess = suggestion(text, choices) if choices else ""
        guess = guess if guess.startswith(", did") else ""
        return f'{path}: expected {expected(part)}, not "{text}"{guess}'

    def _text(self, node: Node, text: str, part: Part, path: str) -> Any:
        if part.key == "name" and (not text or not text.isprintable() or "/" in text or "\\" in text):
            return self.bad(node.mark, f"{path}: expected a short name without slashes; the long one is the title")
        return text

    def _bounded(self, node: Node, number: int, part: Part, path: str) -> Any:
        least, most = part.metadata.get("least", 0), part.metadata.get("most", MOST)
        if least <= number <= most:
            return number
        return self.bad(node.mark, f"{path}: expected {number_between(least, most)}, not {number}")

    def _items(self, node: Node, part: Part, path: str) -> Any:
        if not isinstance(node.value, list):
            return self.bad(node.mark, f"{path}: expected {expected(part)}, not {shown(node)}")
        items: list[Any] = []
        for item in node.value:
            said = self._item(item, part, path)
            if said is BAD:
                continue
            if said in items:
                self.bad(item.mark, f'{path}: "{said}" stands twice, keep one')
            items.append(said)
        if part.required and not items and not node.value:
            return self.bad(node.mark, f"{path}: expected one or more, {part.metadata['doc']}")
        return tuple(items)

    def _item(self, node: Node, part: Part, path: str) -> Any:
        return self.name(node, str(part.metadata.get("items")), path) if isinstance(node.value, str) else self.bad(
            node.mark, f"{path}: expected {expected(part)}, not {shown(node)} in it"
        )

    def name(self, node: Node, what: str, path: str, mark: Mark | None = None, text: str | None = None) -> Any:
        """Return the canonical form of an item or a key: `what` is its kind in the metadata."""
        text = str(node.value) if text is None else text
        mark = mark or node.mark
        if what == "game":
            game = named(text.strip(), self.games)
            return game.name if game else self.bad(mark, f'{path}: unknown game "{text}"{self._games_near(text)}')
        if what == "price":
            key = price_key(text, self.games)
            return key or self.bad(mark, self._unknown_price(text, path))
        if what in COUNTS:
            number, (least, most) = whole_number(text), COUNTS[what]
            if number is not None and least <= number <= most:
                return number
            return self.bad(mark, f'{path}: expected {number_between(least, most)}, not "{text}"')
        if what in VOCABULARY:
            for word in VOCABULARY[what]:
                if folded(word) == folded(text):
                    return word
            return self.bad(mark, f'{path}: unknown {what} "{text}"{suggestion(text, VOCABULARY[what])}')
        word = text.strip().casefold() if what == "alias" else text.strip()
        return word or self.bad(mark, f"{path}: an empty word")

    def _games_near(self, text: str) -> str:
        return suggestion(text, (word for game in self.games for word in (game.name, *game.aliases)))

    def _unknown_price(self, text: str, path: str) -> str:
        names = [game.name for game in self.games if game.shape != PASSED]
        guess = suggestion(text, (*PRICE_CLASSES, *names, *(f"{suit}-solo" for suit in SUITS)))
        guess = guess if guess.startswith(", did") else f"; there is {', '.join(PRICE_CLASSES)}, a game, or suit-game"
        return f'{path}: unknown price "{text}"{guess}'

    def _mapping(self, node: Node, part: Part, path: str) -> Any:
        if not isinstance(node.value, dict):
            return self.bad(node.mark, f"{path}: expected {expected(part)}, not {shown(node)}")
        what = key_kind(part)
        entry = Part(part.key, "", part.kind.rpartition(", ")[2].rstrip("]"), MISSING, part.metadata)
        if part.key == "deck":
            entry = entry._replace(metadata={**part.metadata, "choices": DECKS})
        values: dict[Any, Any] = {}
        for key, value in node.value.items():
            mark = node.key_marks[key]
            name = self.name(value, what, path, mark, key)
            if name in values:
                self.bad(mark, f'{path}: "{key}" is {name} and stands twice, keep one')
            elif name is not BAD and not (isinstance(value.value, str) and folded(value.value) == NONE):
                values[name] = self._scalar(value, entry, f"{path}.{key}")
        return {name: value for name, value in values.items() if value is not BAD}

    # -- a table's own games ------------------------------------------------------------------------------

    def _games(self, node: Node | None) -> tuple[Game, ...] | None:
        """Return the games that are played, throw-ins last; None where something is wrong."""
        if node is None:
            return None
        if not isinstance(node.value, list) or not node.value:
            self.bad(node.mark, f"games: expected a list such as [sauspiel, solo], not {shown(node)}")
            return None
        before = len(self.problems)
        own = {id(item): self._own_game(item) for item in node.value if isinstance(item.value, dict)}
        self.games = (*CATALOGUE, *(game for game in own.values() if game is not BAD))
        played: dict[str, Game] = {}
        for item in node.value:
            if isinstance(item.value, dict):
                game = own[id(item)]
            else:
                name = self.name(item, "game", "games") if isinstance(item.value, str) else BAD
                if isinstance(item.value, list):
                    self.bad(item.mark, f"games: expected a name or a mapping, not {shown(item)}")
                game = name if name is BAD else named(name, self.games)
            if game is BAD:
                continue
            if game.name in played and game is not THROWN_IN:
                self.bad(item.mark, f"games: {game.name} stands twice, keep one")
            played[game.name] = game
        played.pop(THROWN_IN.name, None)
        if not played and len(self.problems) == before:
            self.bad(node.mark, "games: expected one or more games besides throw-ins")
        return None if len(self.problems) > before else (*played.values(), THROWN_IN)

    def _own_game(self, node: Node) -> Any:
        before = len(self.problems)
        values = self.entries(node, OWN_GAME, "games", node.mark)
        if "name" in values:
            written = values["name"]
            values["name"] = written.casefold()
            values.setdefault("title", written if written != values["name"] else written.capitalize())
            for word in (values["name"], *values.get("aliases", ())):
                self._free(word, node)
        trumps = values.get("trumps", ())
        if values.get("herren") is None:
            values["herren"] = min(max(trumps, default=0), 8 if max(trumps, default=0) > 11 else 4)  # noqa: PLR2004
        return BAD if len(self.problems) > before or not {"name", "shape"} <= set(values) else Game(**values)

    def _free(self, word: str, node: Node) -> None:
        """Record where the name of an own game means something already."""
        marks = node.key_marks
        if len(word.split()) != 1:
            self.bad(marks["name"], f'games: "{word}" must be one word; blanks belong into the title')
        elif known := named(word):
            self.bad(marks["name"], f'games: "{word}" is {known.title} already; its price belongs into prices')
        elif word in PRICE_CLASSES or word.partition("-")[0] in SUIT_NAMES:
            self.bad(marks["name"], f'games: "{word}" means something else in prices; choose another name')

    def _trumps(self, node: Node, part: Part, path: str) -> Any:
        number = part._replace(kind="int")
        if isinstance(node.value, str):
            said = self._scalar(node, number, path)
            return said if said is BAD else (said, said)
        if isinstance(node.value, list) and len(node.value) in (0, len(DECKS)):
            both = tuple(self._scalar(item, number, path) for item in node.value)
            return BAD if BAD in both else both
        return self.bad(node.mark, f"{path}: expected a number or [long, short], not {shown(node)}")

    def _suits(self, node: Node, _part: Part, path: str) -> Any:
        if isinstance(node.value, str) and node.value.casefold() in YES:
            return SUITS
        if isinstance(node.value, str) and node.value.casefold() in NO:
            return ()
        if not isinstance(node.value, list):
            return self.bad(node.mark, f"{path}: expected yes, no or a list of suits, not {shown(node)}")
        suits = [SUIT_NAMES.get(str(item.value).casefold()) for item in node.value]
        for suit, item in zip(suits, node.value, strict=True):
            if suit is None:
                self.bad(item.mark, f"{path}: unknown suit {shown(item)}{suggestion(str(item.value), SUIT_NAMES)}")
        return BAD if None in suits else tuple(dict.fromkeys(suits))


# -- words for people ---------------------------------------------------------------------------------


def whole_number(text: str) -> int | None:
    """Return the number that a text is; None where it is none."""
    text = text.strip()
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST)) + 8:
        return int(text)
    return None


def key_kind(part: Part) -> str:
    """Return what the keys of a mapping are."""
    return {"deck": "people", "words": "concept"}.get(part.key) or str(part.metadata["keys"])


def number_between(least: int, most: int) -> str:
    """Return the words for a range."""
    return f"a whole number from {least}" + (f" to {most}" if most != MOST else "")


def shown(node: Node) -> str:
    """Return what stands there, for people."""
    if isinstance(node.value, str):
        return f'"{node.value}"' if node.value else "nothing"
    return "a list" if isinstance(node.value, list) else "a mapping"


def expected(part: Part) -> str:
    """Return the words for what a key may be."""
    said: list[str] = list(part.metadata.get("choices", ()))
    kinds = part.kind.split(" | ")
    if rule := part.block:
        needed = ", ".join(f"{key.key}: …" for key in parts(rule) if key.required) or f"{parts(rule)[0].key}: …"
        said.append("a list of words" if rule is Kontra else f"its settings {{{needed}}}")
    if "int" in kinds:
        said.append(number_between(part.metadata.get("least", 0), part.metadata.get("most", MOST)))
    if kinds[0] == "bool":
        said.append("yes or no")
    if kinds[0].startswith("tuple["):
        said.append("a list [" + ", ".join(map(str, VOCABULARY.get(str(part.metadata.get("items")), ()))) + "]")
        said[-1] = said[-1].replace("[]", "[…]")
    if kinds[0].startswith("dict["):
        said.append("a mapping {…: …}")
    if "str" in kinds and "choices" not in part.metadata:
        said.append("a text")
    if part.optional or (part.block and part.metadata.get("off")):
        said.append(NONE)
    return " or ".join(filter(None, (", ".join(said[:-1]), said[-1])))


# -- what only the whole shows ------------------------------------------------------------------------


def _contradictions(tree: Node, values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what does not go together; a part that could not be read is not judged."""
    entries = tree.value if isinstance(tree.value, dict) else {}
    if "prices" in values and "games" in values:
        yield from _unpriced(entries, values)
    for people in values.get("people", ()):
        deck = values["deck"][people]
        if not tricks_in(deck, people):
            mark = entries["deck"].mark if "deck" in entries else entries["people"].mark
            yield mark.problem(f"deck: {people} people play with the {SHORT if deck == LONG else LONG} deck only")
    rounds = values.get("rounds")
    if rounds and rounds.after_lost_solo and rounds.after_lost_solo not in rounds.kinds:
        said = f"rounds.after_lost_solo: {rounds.after_lost_solo} is not among its kinds, {', '.join(rounds.kinds)}"
        yield entries["rounds"].mark.problem(said)


def _unpriced(entries: Mapping[str, Node], values: Mapping[str, Any]) -> Iterator[Problem]:
    prices = values["prices"]
    items = entries["games"].value
    marks = dict(zip((game.name for game in values["games"]), _marks(items), strict=False))
    ramsch_is_played = False
    for game in values["games"]:
        ramsch_is_played = ramsch_is_played or game.shape == RAMSCH
        classes = {PARTNER: (PARTNER,), SOLO: (SOLO,), RAMSCH: (RAMSCH,), BETTEL: (BETTEL, SOLO), PASSED: ()}[game.shape]
        if not classes or game.price is not None or game.name in prices or any(name in prices for name in classes):
            continue
        add = " or ".join(f"{name}:" for name in dict.fromkeys((*classes, game.name)))
        yield marks[game.name].problem(f"{game.name} is played but has no price: add {add} to prices")
    rules = values.get("ramsch")
    if not ramsch_is_played or rules is None or SOLO in prices:
        return
    if rules.durchmarsch and rules.durchmarsch.pays == HERZ_SOLO and HERZ_SOLO not in prices:
        yield entries["ramsch"].mark.problem("ramsch: a Durchmarsch pays a Herz-Solo: add solo: or herz-solo: to prices")
    if rules.jungfrau == "solo_price":
        yield entries["ramsch"].mark.problem("ramsch: a Jungfrau makes it the price of a solo: add solo: to prices")


def _marks(items: Any) -> Iterator[Mark]:
    """Yield where each played game stands, without the throw-ins."""
    for item in items:
        if not (isinstance(item.value, str) and named(item.value.strip()) is BY_NAME[THROWN_IN.name]):
            yield item.mark
