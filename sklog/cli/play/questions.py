"""What can be said of a hand besides who won: a key for each, as the shorthand has it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.cli import printing
from sklog.cli.play.preview import HAND, read
from sklog.desk.typed import single_line
from sklog.errors import HandError, SklogError
from sklog.language import _
from sklog.notation import write
from sklog.notation.words import GAME_LETTERS, JUNGFRAUEN, SUIT_LETTERS, SUITED_LETTERS, WON
from sklog.reports.format import filled, width
from sklog.reports.format import left as padded
from sklog.scoring.evening import step, table_for
from sklog.scoring.games import BETTEL, PARTNER, PASSED, RAMSCH, SOLO, THROWN_IN
from sklog.scoring.hand import DECLARERS, OPPONENTS, Passed, Played, Ramsch
from sklog.scoring.names import name_key
from sklog.tariffs import available, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from typer._click import Command

    from sklog.cli.play.program import Answer
    from sklog.ledger.evenings import Evening
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

NUMBER, COUNT, YES, PEOPLE = "number", "count", "yes", "people"


class Extra(NamedTuple):
    """One thing that can be said of a hand besides who won: what its key does to which field.

    `kind`: NUMBER is typed, COUNT goes up to `most` and back to none, YES is switched, PEOPLE are added or removed.
    """

    label: str
    field: str
    kind: str = YES
    most: int = 1
    who: str = ""


def extras(game: Game, tariff: Tariff) -> dict[str, Extra]:
    """Return what can be said of this game under this tariff, by its key."""
    if game.shape == PASSED:
        return {}
    knocks = {"p": Extra("Klopfer", "klopfer", COUNT, max(tariff.people))} if tariff.klopfen else {}
    if game.shape == RAMSCH:
        return {**_ramsch_extras(tariff), **knocks}
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


def _ramsch_extras(tariff: Tariff) -> dict[str, Extra]:
    found: dict[str, Extra] = {}
    if tariff.ramsch.durchmarsch:
        found[WON] = Extra(_("it was a Durchmarsch"), "durchmarsch")
    if tariff.ramsch.jungfrau != "none":
        found[JUNGFRAUEN] = Extra("Jungfrau", "jungfrauen", PEOPLE)
    return found


# -- The questions that open an evening: its name, who sits there, and by which tariff they play -------


DEFAULT_NAME, DEFAULT_TARIFF = "Stammtisch", "sauspiel"


class Question(NamedTuple):
    """What is asked, and what an empty answer means: "" where there has to be one."""

    text: str
    default: str


def questions(last: Evening | None) -> tuple[Question, Question, Question]:
    """Return what is asked: name, players, tariff; the last evening is what the next one is most like."""
    return (
        Question(_("What is the evening called?"), last.name if last else DEFAULT_NAME),
        Question(_("Who plays, clockwise, the first dealer first?"), ", ".join(last.state.seats) if last else ""),
        Question(
            _("Which tariff? ({names})", names=", ".join(available())), last.tariff.name if last else DEFAULT_TARIFF
        ),
    )


class Asked(NamedTuple):
    """How the questions are asked: `ask` a line, `say` sentences, and `run` the words of a command."""

    ask: Callable[[str], str]
    say: Callable[..., None]
    run: Callable[[list[str]], Answer]


def begin(last: Evening | None, asked: Asked) -> None:
    """Ask everything and begin the evening; what is wrong is said, and its question asked again.

    The last evening's tariff is that evening's own copy, which `start` takes where none is named.
    """
    name, players, tariff = questions(last)
    called = _answer(name, asked, lambda said: single_line(said, name.text))
    people = _answer(players, asked)
    chosen = _answer(tariff, asked, lambda said: said == tariff.default or find(said, Path.cwd()))
    wanted = [] if chosen == tariff.default else ["--tariff", chosen]
    while True:
        seats = people if "," in people else ",".join(people.split())
        problems = asked.run(["start", "--players", seats, *wanted, "--", called]).problems
        if not problems:
            return
        asked.say(*problems)
        people = _answer(players, asked)


def _answer(question: Question, asked: Asked, check: Callable[[str], object] = str) -> str:
    """Ask until there is an answer that `check` does not refuse."""
    default = f" [{question.default}]" if question.default else ""
    while True:
        answer = asked.ask(filled(f"{question.text}{default}", printing.columns()) + " ").strip() or question.default
        try:
            check(answer)
        except SklogError as error:
            asked.say(*map(printing.plain, error.problems))
            continue
        if answer:
            return answer


# -- Question by question to a hand, a key for each answer; at the end stands the line that says the same


#     press(key) ──▶ facts of the canonical hand ──▶ the next question, or the line
#                    any other key               ──▶ what was typed so far, as the beginning of a line
#
# A key is what the shorthand has for it, so that whoever types a line into the questions says the same hand, or
# leaves them. Only what this evening's tariff plays is asked. Nothing here knows a terminal.


ENTER, ESCAPE, BACK = "enter", "escape", "back"
GAME, SUITED, SUIT, WHO = "game", "suited", "suit", "who"
PARTNER_OF, RESULT, EXTRAS = "partner", "result", "extras"
KEYBOARD = "abcdefghijklmnopqrstuvwxyz123456789"
LONGEST_NUMBER = 3


class Suited(NamedTuple):
    """A game whose trump suit was said before it."""

    game: str
    suit: str | None


class _Answered(NamedTuple):
    """A question that was answered: the facts, and how many keys were typed, before it."""

    question: str
    facts: dict[str, Any]
    typed: int


class Guide:
    """The questions about one hand of this evening; `over` when nothing is left to ask.

    Then `line` is the hand, or `left` what was typed by somebody who did not mean these questions.
    """

    def __init__(self, evening: Evening, top: Command) -> None:
        self.evening = evening
        self.over = False
        self.line = self.left = ""
        self._typed = ""
        self._open: Extra | None = None  # whose number is being typed, or whose people are
        self._digits = ""
        self._top = top
        self._facts: dict[str, Any] = {}
        self._asked: tuple[_Answered, ...] = ()
        self._active = table_for(evening.state, None, evening.tariff).active

    # -- what is asked --------------------------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether the digits of a number are being typed, or people."""
        return self._open is not None

    @property
    def question(self) -> str:
        """Return which question is asked: one of the seven above."""
        asked = {done.question for done in self._asked}
        return next((one for one in self._questions() if one not in asked), EXTRAS)

    @property
    def game(self) -> Game | None:
        """The game, once it was said."""
        name = self._facts.get("game")
        return THROWN_IN if name == THROWN_IN.name else self.evening.tariff.game(name) if name else None

    def _questions(self) -> tuple[str, ...]:
        game = self.game
        if game is None:
            return (GAME, SUITED)
        if game.shape == PASSED:
            return (GAME, EXTRAS)
        if game.shape == RAMSCH:
            return (GAME, WHO, EXTRAS)
        suit = (SUITED,) if _is_suited(game) else (SUIT,) if game.suits and game.shape == SOLO else ()
        partner = (PARTNER_OF,) if game.shape == PARTNER and not game.fixed_pairs else ()
        return (GAME, *suit, WHO, *partner, RESULT, EXTRAS)

    def choices(self) -> dict[str, tuple[str, object]]:
        """Return what each key means now: its label, and what it says."""
        if self._open or self.question in (WHO, PARTNER_OF):
            suited = self._suited() if self.question == WHO else {}
            return {**self._people_by_key(suited), **suited}
        if self.question == GAME:
            return self._games()
        if self.question == SUITED:
            return self._suited()
        if self.question == SUIT:
            return {key: (suit.capitalize() if suit else _("not noted"), suit) for key, suit in SUIT_LETTERS.items()}
        if self.question == RESULT:
            return {"+": (_("won"), True), "-": (_("lost"), False)}
        return {key: (self._stated(extra), extra) for key, extra in self._extras().items()}

    def _games(self) -> dict[str, tuple[str, object]]:
        """Return the letters of games and of suits; a letter may be both, as in the shorthand: h, and hs."""
        played = [game for game in self.evening.tariff.games if self._can_be_played(game)]
        letters = {name: letter for letter, name in GAME_LETTERS.items()}
        suits = SUIT_LETTERS if any(map(_is_suited, played)) else {}
        found: dict[str, tuple[str, object]] = {}
        for game in (*played, THROWN_IN):
            if not _is_suited(game):
                key = letters.get(game.name) or _free_key(game.name, {*GAME_LETTERS, *SUIT_LETTERS, *found})
                found[key] = (game.title, game.name)
        for key, suit in suits.items():
            label, game_name = found.get(key, ("", None))
            found[key] = (", ".join(filter(None, (label, f"{(suit or 'farb').capitalize()}-…"))), game_name)
        return found

    def _suited(self) -> dict[str, tuple[str, object]]:
        """Return the games that the letter of a suit may go on to, where it was typed alone."""
        first = self._typed.casefold()
        if first not in SUIT_LETTERS:
            return {}
        suit = SUIT_LETTERS[first]
        return {
            key: (f"{(suit or 'farb').capitalize()}-{name.removeprefix('farb').capitalize()}", Suited(name, suit))
            for key, name in SUITED_LETTERS.items()
            if (game := self.evening.tariff.game(name)) and _is_suited(game)
        }

    def _can_be_played(self, game: Game) -> bool:
        return game.shape != PASSED and (game.shape != PARTNER or len(self._active) == 4)

    def _people_by_key(self, taken: Iterable[str]) -> dict[str, tuple[str, object]]:
        """Return who can be named next by the initial that nobody else at the table has, else by the seat."""
        seats = self.evening.state.seats
        initials = [name_key(name)[:1] for name in seats]
        found: dict[str, tuple[str, object]] = {}
        for seat, (name, initial) in enumerate(zip(seats, initials, strict=True), 1):
            if name in self._active and name not in (self._facts.get("declarer"), *self._not_named()):
                alone = initials.count(initial) == 1 and initial in KEYBOARD and initial not in taken
                marked = self._open is not None and name in (self._facts.get(self._open.field) or ())
                found[initial if alone else str(seat)] = (f"{name} ✓" if marked else name, name)
        return found

    def _not_named(self) -> tuple[str, ...]:
        """Return who lost a Ramsch: none of them is a Jungfrau."""
        return self._facts.get("losers", ()) if self._open else ()

    def _extras(self) -> dict[str, Extra]:
        return extras(self.game, self.evening.tariff) if self.game else {}

    def _stated(self, extra: Extra) -> str:
        """Return the label of an extra with what was said of it so far."""
        value = self._facts.get(extra.field)
        if not value or (extra.field == "laufende" and self._held_by() != extra.who):
            return extra.label
        if extra.kind == PEOPLE:
            return f"{extra.label}: {', '.join(value)}"
        return f"{extra.label} ✓" if value is True else f"{extra.label}: {value}"

    def _held_by(self) -> str:
        return str(self._facts.get("laufende_of", DECLARERS))

    # -- keys -----------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take one key: a choice, a digit of a number, or ENTER, BACK and ESCAPE; any other leaves the questions."""
        if self._open and self._goes_on(key, self._open):
            return
        chosen = self.choices().get(key.casefold())
        if key == ESCAPE:
            self.over = True
        elif key == BACK:
            self._back()
        elif key == ENTER and self.question == EXTRAS:
            self.line = self.shorthand()
            self.over = bool(self.line)
        elif chosen is not None:
            self._choose(chosen[1])
            self._typed += key
        else:
            self.over = True
            self.left = self._typed + (key if key != ENTER and key >= " " else "")

    def _back(self) -> None:
        if self._asked:
            *before, (_question, self._facts, typed) = self._asked
            self._asked, self._typed = tuple(before), self._typed[:typed]

    def _choose(self, value: object) -> None:
        question = self.question
        if isinstance(value, Extra):
            self._facts = self._with(value)
            return
        said: dict[str, Any]
        if isinstance(value, Suited):
            question, said = SUITED, value._asdict()
        else:
            ramsch = self.game is not None and self.game.shape == RAMSCH
            field = {WHO: "losers" if ramsch else "declarer", RESULT: "won"}.get(question, question)
            said = {field: (value,) if field == "losers" else value}
        self._asked = (*self._asked, _Answered(question, self._facts, len(self._typed)))
        self._facts = {**self._facts, **said}

    def _with(self, extra: Extra) -> dict[str, Any]:
        """Return the facts after the key of an extra."""
        facts = dict(self._facts)
        if extra.kind in (NUMBER, PEOPLE):
            self._open, self._digits = extra, ""
        elif extra.kind == COUNT:
            facts[extra.field] = (facts.get(extra.field, 0) + 1) % (extra.most + 1)
        elif facts.pop(extra.field, None) is None:
            facts[extra.field] = True
        return facts

    def _goes_on(self, key: str, extra: Extra) -> bool:
        """Take one key of a number or of people; False for one that belongs to what comes behind them."""
        if key == ESCAPE:
            self._open = None
        elif extra.kind == PEOPLE:
            chosen = self.choices().get(key.casefold())
            if chosen is None:
                self._open = None
                return key in (ENTER, BACK)
            there = self._facts.get(extra.field) or ()
            left = tuple(who for who in there if who != chosen[1])
            people = left if chosen[1] in there else (*there, chosen[1])
            self._facts = {**self._facts, extra.field: people or None}
            self._typed += key
        elif key.isascii() and key.isdigit() and len(self._digits + key) <= LONGEST_NUMBER:
            self._digits += key
            self._typed += key
        elif key == BACK:
            self._typed = self._typed.removesuffix(self._digits[-1:])
            self._digits = self._digits[:-1]
        else:
            self._keep(extra)
            return key == ENTER
        return True

    def _keep(self, extra: Extra) -> None:
        """Keep the number that was typed; without digits there is none."""
        self._open = None
        self._facts = {**self._facts, extra.field: int(self._digits) if self._digits else None}
        if self._digits and extra.field == "laufende":
            self._facts["laufende_of"] = extra.who

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

    def rows(self, columns: int, back: str = "", leave: str = "Esc") -> list[str]:
        """Return what the terminal shows: the question, its keys, the line so far and what it would do.

        `back` and `leave` are what is pressed, or typed, for these two.
        """
        number = self._open is not None and self._open.kind == NUMBER
        cells = [] if number else [f"{key} {label}" for key, (label, _value) in self.choices().items()]
        return [self._asks(), *_grid(cells, columns), "", *self._so_far(), self._ways_on(back or _("Backspace"), leave)]

    def _asks(self) -> str:
        if self._open and self._open.kind == PEOPLE:
            return f"{self._open.label}?"
        if self._open:
            return _("How many? {digits}", digits=self._digits + "_")
        ramsch = self.game is not None and self.game.shape == RAMSCH
        return {
            GAME: _("Which game?"),
            SUITED: _("Which game?"),
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

    def _ways_on(self, back: str, leave: str) -> str:
        if self._open and self._open.kind == NUMBER:
            return _("Enter: so many · {leave}: none of it", leave=leave)
        if self._open:
            return _("Enter: go on · {leave}: none of it", leave=leave)
        if self.question == EXTRAS:
            return _("Enter: record · {back}: one back · {leave}: leave", back=back, leave=leave)
        return _("{back}: one back · {leave}: leave", back=back, leave=leave)


def _is_suited(game: Game) -> bool:
    """Whether its suit stands before it: hs is a Herz-Solo."""
    return game.name in SUITED_LETTERS.values() and bool(game.suits) and game.shape == SOLO


def _free_key(name: str, taken: set[str]) -> str:
    """Return the first letter of a name that is no key yet, else any."""
    return next(key for key in name_key(name) + KEYBOARD if key in KEYBOARD and key not in taken)


def _grid(cells: list[str], columns: int) -> list[str]:
    """Return the cells beside each other, as many as there is room for."""
    if not cells:
        return []
    wide = max(map(width, cells)) + 3
    number = max((columns - 2) // wide, 1)
    rows = [cells[start : start + number] for start in range(0, len(cells), number)]
    return ["  " + "".join(padded(cell, wide) for cell in row).rstrip() for row in rows]
