"""Question by question to a hand, a key for each answer; at the end stands the line that says the same.

    press(key) ──▶ facts of the canonical hand ──▶ the next question, or the line

Only what this evening's tariff plays is asked. Nothing here knows a terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sklog.cli.play.reading import HAND, read
from sklog.errors import HandError
from sklog.language import _
from sklog.notation import write
from sklog.notation.words import GAME_LETTERS
from sklog.reports.format import left, width
from sklog.scoring.evening import step, table_for
from sklog.scoring.games import BETTEL, PARTNER, PASSED, RAMSCH, SOLO, THROWN_IN
from sklog.scoring.hand import DECLARERS, OPPONENTS, Passed, Played, Ramsch
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from typer._click import Command

    from sklog.ledger.evenings import Evening
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

_T = TypeVar("_T")

ENTER, ESCAPE, BACK = "enter", "escape", "back"
GAME, SUIT, WHO, PARTNER_OF, RESULT, EXTRAS = "game", "suit", "who", "partner", "result", "extras"
NUMBER, COUNT, YES, PERSON = "number", "count", "yes", "person"
KEYBOARD = "abcdefghijklmnopqrstuvwxyz123456789"
LONGEST_NUMBER = 3
SUIT_KEYS = {"e": "eichel", "g": "gras", "h": "herz", "s": "schellen", "f": None}


class Extra(NamedTuple):
    """One thing that can be said of a hand besides who won: what its key does to which field.

    `kind`: NUMBER is typed, COUNT goes up to `most` and back to none, YES is switched, PERSON is added or removed.
    """

    label: str
    field: str
    kind: str = YES
    most: int = 1
    who: str = ""


class Guide:
    """The questions about one hand of this evening; `over` when nothing is left to ask."""

    def __init__(self, evening: Evening, top: Command) -> None:
        self.evening = evening
        self.over = False
        self.line = ""
        self._number: Extra | None = None  # whose number is being typed
        self._digits = ""
        self._top = top
        self._facts: dict[str, Any] = {}
        self._asked: list[tuple[str, dict[str, Any]]] = []  # every answered question, and the facts before it
        self._active = table_for(evening.state, None, evening.tariff).active

    # -- what is asked --------------------------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether the digits of a number are being typed."""
        return self._number is not None

    @property
    def question(self) -> str:
        """Return which question is asked: one of the six above."""
        return next((one for one in self._questions() if one not in [done for done, _facts in self._asked]), EXTRAS)

    @property
    def game(self) -> Game | None:
        """The game, once it was said."""
        name = self._facts.get("game")
        return THROWN_IN if name == THROWN_IN.name else self.evening.tariff.game(name) if name else None

    def _questions(self) -> tuple[str, ...]:
        game = self.game
        if game is None:
            return (GAME,)
        if game.shape == PASSED:
            return (GAME, EXTRAS)
        if game.shape == RAMSCH:
            return (GAME, WHO, EXTRAS)
        suit = (SUIT,) if game.suits and game.shape == SOLO else ()
        partner = (PARTNER_OF,) if game.shape == PARTNER and not game.fixed_pairs else ()
        return (GAME, *suit, WHO, *partner, RESULT, EXTRAS)

    def choices(self) -> dict[str, tuple[str, object]]:
        """Return what each key means now: its label, and what it says."""
        if self.question == GAME:
            games = [game for game in self.evening.tariff.games if self._can_be_played(game)]
            letters = {name: letter for letter, name in GAME_LETTERS.items()}
            keyed = _keyed([*games, THROWN_IN], lambda game: game.name, letters)
            return {key: (game.title, game.name) for key, game in keyed.items()}
        if self.question == SUIT:
            return {key: (suit.capitalize() if suit else _("not noted"), suit) for key, suit in SUIT_KEYS.items()}
        if self.question in (WHO, PARTNER_OF):
            people = _keyed(self._people(), str)
            return {key: (name, name) for key, name in people.items()}
        if self.question == RESULT:
            return {"+": (_("won"), True), "-": (_("lost"), False)}
        return {key: (self._stated(extra), extra) for key, extra in self._extras().items()}

    def _can_be_played(self, game: Game) -> bool:
        return game.shape != PASSED and (game.shape != PARTNER or len(self._active) == 4)

    def _people(self) -> list[str]:
        """Return who can be named next, in the order of the seats."""
        seated = self.evening.state.seats
        return [name for name in seated if name in self._active and name != self._facts.get("declarer")]

    def _extras(self) -> dict[str, Extra]:
        game = self.game
        if game is None:
            return {}
        losers = self._facts.get("losers", ())
        others = {number: name for number, name in enumerate(self.evening.state.seats, 1)
                  if name in self._active and name not in losers}  # fmt: skip
        return extras(game, self.evening.tariff, others)

    def _stated(self, extra: Extra) -> str:
        """Return the label of an extra with what was said of it so far."""
        value = self._facts.get(extra.field)
        if extra.kind == PERSON:
            return f"{extra.label} ✓" if extra.who in (value or ()) else extra.label
        if not value or (extra.field == "laufende" and self._held_by() != extra.who):
            return extra.label
        return f"{extra.label} ✓" if value is True else f"{extra.label}: {value}"

    def _held_by(self) -> str:
        return str(self._facts.get("laufende_of", DECLARERS))

    # -- keys -----------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take one key: a choice, a digit of a number, or ENTER, BACK and ESCAPE; any other does nothing."""
        if self._number:
            self._digit(key, self._number)
        elif key == ESCAPE:
            self.over = True
        elif key == BACK:
            if self._asked:
                _question, self._facts = self._asked.pop()
        elif key == ENTER:
            if self.question == EXTRAS and self.shorthand():
                self.line, self.over = self.shorthand(), True
        elif (chosen := self.choices().get(key.casefold())) is not None:
            self._choose(chosen[1])

    def _choose(self, value: object) -> None:
        question = self.question
        if isinstance(value, Extra):
            self._facts = self._with(value)
            return
        self._asked.append((question, dict(self._facts)))
        ramsch = self.game is not None and self.game.shape == RAMSCH
        field = {WHO: "losers" if ramsch else "declarer", RESULT: "won"}.get(question, question)
        self._facts[field] = (value,) if field == "losers" else value

    def _with(self, extra: Extra) -> dict[str, Any]:
        """Return the facts after the key of an extra."""
        facts = dict(self._facts)
        if extra.kind == NUMBER:
            self._number, self._digits = extra, ""
        elif extra.kind == PERSON:
            there = facts.get(extra.field) or ()
            facts[extra.field] = tuple(who for who in there if who != extra.who) or None
            if extra.who not in there:
                facts[extra.field] = (*there, extra.who)
        elif extra.kind == COUNT:
            facts[extra.field] = (facts.get(extra.field, 0) + 1) % (extra.most + 1)
        elif facts.pop(extra.field, None) is None:
            facts[extra.field] = True
        return facts

    def _digit(self, key: str, extra: Extra) -> None:
        """Take one key of a number; ENTER without digits takes it back, ESCAPE leaves it as it was."""
        if key.isascii() and key.isdigit() and len(self._digits) < LONGEST_NUMBER:
            self._digits += key
        elif key == BACK:
            self._digits = self._digits[:-1]
        elif key == ESCAPE:
            self._number = None
        elif key == ENTER:
            self._number = None
            self._facts.pop(extra.field, None)
            if self._digits:
                self._facts[extra.field] = int(self._digits)
                self._facts |= {"laufende_of": extra.who} if extra.field == "laufende" else {}

    # -- what was said --------------------------------------------------------------------------------

    def shorthand(self) -> str:
        """Return the line that says what was answered; "" while it is no hand that can be recorded."""
        try:
            return self._written()
        except HandError:
            return ""

    def _written(self) -> str:
        hand = self._hand(self._facts)
        step(self.evening.state, hand, self.evening.tariff)  # refuses what cannot be, also a result against the Augen
        if "augen" in self._facts:
            hand = self._hand({key: value for key, value in self._facts.items() if key != "won"})
        return write(hand, self.evening.state.seats, self.evening.tariff, self._active)

    def _hand(self, facts: Mapping[str, Any]) -> Hand:
        game = self.game
        said = {key: value for key, value in facts.items() if value is not None}
        if game is None or game.shape == PASSED:
            return Passed()
        if game.shape == RAMSCH:
            winner = said.pop("durchmarsch", None) and said.pop("losers")[0]
            return Ramsch(**said, durchmarsch=winner)
        if said.get("laufende_of") == DECLARERS or not said.get("laufende"):
            said.pop("laufende_of", None)
        return Played(**said)

    def rows(self, columns: int) -> list[str]:
        """Return what the terminal shows: the question, its keys, the line so far and what it would do."""
        choices = self.choices()
        cells = [f"{key} {label}" for key, (label, _value) in choices.items()]
        return [self._asks(), *_grid(cells, columns), "", *self._so_far(), self._ways_on()]

    def _asks(self) -> str:
        if self.typing:
            return _("How many? {digits}", digits=self._digits + "_")
        ramsch = self.game is not None and self.game.shape == RAMSCH
        return {
            GAME: _("Which game?"),
            SUIT: _("Which suit?"),
            WHO: _("Who lost the Ramsch?") if ramsch else _("Who played?"),
            PARTNER_OF: _("Who was the partner?"),
            RESULT: _("Won or lost?"),
            EXTRAS: _("What else?"),
        }[self.question]

    def _so_far(self) -> list[str]:
        if self.question != EXTRAS:
            return []
        try:
            line = self._written()
        except HandError as error:
            return [error.problems[0].message]
        reading = read(line, self.evening, self._top)
        shown = [reading.first, reading.second] if reading.kind == HAND else [reading.first]
        return [_("Shorter next time: {line}", line=line), *shown]

    def _ways_on(self) -> str:
        if self.typing:
            return _("Enter: so many · Esc: none of it")
        if self.question == EXTRAS:
            return _("Enter: record · Backspace: one back · Esc: leave")
        return _("Backspace: one back · Esc: leave")


def extras(game: Game, tariff: Tariff, others: Mapping[int, str]) -> dict[str, Extra]:
    """Return what can be said of this game under this tariff, by its key; `others` lost no Ramsch, by their seats."""
    if game.shape == PASSED:
        return {}
    knocks = {"p": Extra("Klopfer", "klopfer", COUNT, max(tariff.people))} if tariff.klopfen else {}
    if game.shape == RAMSCH:
        return {**_ramsch_extras(tariff, others), **knocks}
    priced = _priced_extras(game, tariff) if game.shape != BETTEL else {}
    return priced | knocks | _kontra_extras(game, tariff)


def _kontra_extras(game: Game, tariff: Tariff) -> dict[str, Extra]:
    kontra = tariff.kontra
    if kontra is None or (kontra.games and game.name not in kontra.games):
        return {}
    return {"k": Extra(kontra.names[0], "kontra", COUNT, len(kontra.names))}


def _priced_extras(game: Game, tariff: Tariff) -> dict[str, Extra]:
    """Return what makes a game dearer, or decides it, where this tariff knows it."""
    runs = tariff.laufende is not None and bool(game.trumps)
    offered = (
        ("a", True, Extra("Augen", "augen", NUMBER)),
        ("n", tariff.schneider, Extra("Schneider", "schneider")),
        ("z", tariff.schwarz, Extra("Schwarz", "schwarz")),
        ("l", runs, Extra("Laufende", "laufende", NUMBER, who=DECLARERS)),
        ("o", runs, Extra(_("Laufende of the opponents"), "laufende", NUMBER, who=OPPONENTS)),
        ("t", tariff.tout and game.shape == SOLO, Extra("Tout", "tout")),
        ("i", tariff.sie and game.sie, Extra("Sie", "sie")),
        ("m", tariff.forced, Extra("Muss", "forced")),
    )
    return {key: extra for key, played, extra in offered if played}


def _ramsch_extras(tariff: Tariff, others: Mapping[int, str]) -> dict[str, Extra]:
    found: dict[str, Extra] = {}
    if tariff.ramsch.durchmarsch:
        found["d"] = Extra(_("it was a Durchmarsch"), "durchmarsch")
    if tariff.ramsch.jungfrau != "none":
        for seat, name in others.items():
            found[str(seat)] = Extra(_("Jungfrau: {who}", who=name), "jungfrauen", PERSON, who=name)
    return found


def _keyed(things: Iterable[_T], name: Callable[[_T], str], first: Mapping[str, str] | None = None) -> dict[str, _T]:
    """Return a key for each: the one of `first`, else the first letter of its name that is free, else any."""
    preferred = first or {}
    taken = set(preferred.values())
    found: dict[str, _T] = {}
    for thing in things:
        key = preferred.get(name(thing))
        found[key or next(one for one in name_key(name(thing)) + KEYBOARD if one in KEYBOARD and one not in taken)] = (
            thing
        )
        taken |= set(found)
    return found


def _grid(cells: list[str], columns: int) -> list[str]:
    """Return the cells beside each other, as many as there is room for."""
    if not cells:
        return []
    wide = max(map(width, cells)) + 3
    number = max((columns - 2) // wide, 1)
    rows = [cells[start : start + number] for start in range(0, len(cells), number)]
    return ["  " + "".join(left(cell, wide) for cell in row).rstrip() for row in rows]
