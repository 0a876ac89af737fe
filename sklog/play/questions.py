"""Question by question to a hand, a key for each answer; at the end stands the line that says the same.

    press(key) ──▶ fields of the canonical hand ──▶ the next question, or the line
                   any other key               ──▶ what was typed so far, as the beginning of a line

A key is what the shorthand has for it, so that whoever types a line into the questions says the same hand, or
leaves them. Enter takes the usual answer and never leaves them: who played is always said. Only what this evening's
tariff plays is asked. Nothing here knows a terminal.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sklog.desk.table import COUNT, NUMBER, PEOPLE, WRONG, Flag, Preview
from sklog.errors import HandError, UnclearPrice
from sklog.language import _
from sklog.live.boards import asks_partner, flags, games_here, suits
from sklog.live.preview import preview_hand
from sklog.notation import write
from sklog.notation.words import GAME_LETTERS, SUIT_LETTERS, SUITED_LETTERS, Letter
from sklog.scoring.evening import admit, table_for
from sklog.scoring.games import PASSED, RAMSCH, THROWN_IN, Game
from sklog.scoring.hand import DECLARERS, Hand, Passed, Played, Ramsch
from sklog.scoring.names import name_key
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sklog.ledger.evenings import Evening

ENTER, ESCAPE, BACK = "enter", "escape", "back"
GAME, SUITED, SUIT, WHO = "game", "suited", "suit", "who"
PARTNER_OF, RESULT, FLAGS = "partner", "result", "flags"
KEYBOARD = "abcdefghijklmnopqrstuvwxyz123456789"
LONGEST_NUMBER = 3
_SPOKEN = re.compile(r"[^\W\d_]{4}\S* ")


class Choice(NamedTuple):
    """What a key means: its label, the fields that it says of the hand, and the flag that is asked for behind it."""

    label: str
    fields: Mapping[str, Any]
    flag: Flag | None = None


class Begun(NamedTuple):
    """What is meant by a line that was begun in the questions: the line that is done, or the `choices` to ask about.

    `left` is the finished hand that it was typed behind, if there is one.
    """

    line: str
    choices: tuple[str, ...] = ()
    left: str = ""


class _Answered(NamedTuple):
    """A question that was answered: the fields, and the keys that were typed, before it."""

    question: str
    fields: dict[str, Any]
    typed: str


class HandQuestions:
    """The questions about one hand of this evening; `over` when nothing is left to ask.

    Then `line` is the hand, or `begun` what was typed by somebody who did not mean these questions: the `answers` since
    Enter, and a key that is none. `left` is the hand that was finished then, but not taken.
    `said` are all keys, of which the answers before an Enter are none of `answers`.
    `flag` is the one whose number is being typed, or whose people are.
    """

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.over = False
        self.line = self.begun = self.answers = self.left = self.said = ""
        self.flag: Flag | None = None
        self._digits = ""
        self._typed = ""
        self._left: dict[int, str] = {}  # the hand that was finished when so many keys were typed
        self._fields: dict[str, Any] = {}
        self._answered: tuple[_Answered, ...] = ()
        self._active = table_for(evening.state, None, evening.tariff).active

    # -- what is asked --------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """Return which question is asked: one of the seven above."""
        answered = {done.question for done in self._answered}
        return next((one for one in self._questions() if one not in answered), FLAGS)

    @property
    def game(self) -> Game | None:
        """The game, once it was said."""
        name = self._fields.get("game")
        return THROWN_IN if name == THROWN_IN.name else self.evening.tariff.game(name) if name else None

    @property
    def _is_ramsch(self) -> bool:
        return self.game is not None and self.game.shape == RAMSCH

    def _questions(self) -> tuple[str, ...]:
        game = self.game
        if game is None:
            return (GAME, SUITED)
        if game.shape == PASSED:
            return (GAME, FLAGS)
        if game.shape == RAMSCH:
            return (GAME, WHO, FLAGS)
        suit = (SUITED,) if _is_suited(game) else (SUIT,) if suits(game) else ()
        partner = (PARTNER_OF,) if asks_partner(game) else ()
        return (GAME, *suit, WHO, *partner, RESULT, FLAGS)

    def text(self) -> str:
        """Return the question in words."""
        if self.flag:
            people = self.flag.kind == PEOPLE
            return f"{self.flag.label}?" if people else _("How many? {digits}", digits=self._digits + "_")
        return {
            GAME: _("Which game?"),
            SUITED: _("Which game?"),
            SUIT: _("Which suit?"),
            WHO: _("Who lost the Ramsch?") if self._is_ramsch else _("Who played?"),
            PARTNER_OF: _("Who was the partner?"),
            RESULT: _("Won or lost?"),
            FLAGS: _("What else?"),
        }[self.question]

    def choices(self) -> dict[str, Choice]:
        """Return what each key means now; nothing while a number is typed."""
        question, game = self.question, self.game
        if self.flag:
            return self._people(self._marked, flag=self.flag) if self.flag.kind == PEOPLE else {}
        if question == FLAGS:
            asked = flags(game, self.evening.tariff, len(self._active)) if game else {}
            return {key: self._flagged(flag) for key, flag in asked.items()}
        if question == RESULT:
            return {Letter.WON: Choice(_("won"), {"won": True}), Letter.LOST: Choice(_("lost"), {"won": False})}
        if question == SUIT:
            keys = {suit: key for key, suit in SUIT_LETTERS.items()}
            said = suits(game) if game else ()
            labels = {suit: suit.capitalize() if suit else _("not noted") for suit in said}
            return {keys[suit]: Choice(label, {"suit": suit}) for suit, label in labels.items()}
        if question == PARTNER_OF:
            return self._people(lambda name: {"partner": name})
        return self._game_keys() if question == GAME else self._suit_keys() if question == SUITED else self._declarers()

    @property
    def offered(self) -> str:
        """The key of the answer that Enter takes; "" where none is usual: no person is."""
        usual = not self.flag and self.question not in (WHO, PARTNER_OF, FLAGS)
        return next(iter(self.choices()), "") if usual else ""

    def _game_keys(self) -> dict[str, Choice]:
        """Return the letters of games and of suits; a letter may be both, as in the shorthand: h, and hs."""
        played = games_here(self.evening.tariff, self._active)
        letters = {name: letter for letter, name in GAME_LETTERS.items()}
        found: dict[str, Choice] = {}
        for game in played:
            if not _is_suited(game):
                key = letters.get(game.name) or _free_key(game.name, {*GAME_LETTERS, *SUIT_LETTERS, *found})
                found[key] = Choice(game.title, {"game": game.name})
        for key, suit in SUIT_LETTERS.items() if any(map(_is_suited, played)) else ():
            alone = found.get(key, Choice("", {}))
            found[key] = alone._replace(label=", ".join(filter(None, (alone.label, f"{_title(suit)}-…"))))
        return found

    def _suit_keys(self) -> dict[str, Choice]:
        """Return the games that the letter of a suit may go on to, where it was typed alone."""
        first = self._typed.casefold()
        if first not in SUIT_LETTERS:
            return {}
        suit = SUIT_LETTERS[first]
        return {
            key: Choice(f"{_title(suit)}-{name.removeprefix('farb').capitalize()}", {"game": name, "suit": suit})
            for key, name in SUITED_LETTERS.items()
            if (game := self.evening.tariff.game(name)) and _is_suited(game)
        }

    def _declarers(self) -> dict[str, Choice]:
        """Return who may have played, or lost the Ramsch; the letter may still be a suit, whose game comes now."""
        suited = self._suit_keys()
        people = self._people(lambda name: {"losers": (name,)} if self._is_ramsch else {"declarer": name}, taken=suited)
        return {**people, **suited}

    def _people(
        self, fields: Callable[[str], Mapping[str, Any]], *, taken: Iterable[str] = (), flag: Flag | None = None
    ) -> dict[str, Choice]:
        """Return who can be named next by the initial that nobody else at the table has, else by the seat."""
        seats = self.evening.state.seats
        initials = [name_key(name)[:1] for name in seats]
        named = {self._fields.get("declarer"), *(self._fields.get("losers", ()) if flag else ())}  # no Jungfrau lost
        marked = (self._fields.get(flag.field) or ()) if flag else ()
        found: dict[str, Choice] = {}
        for seat, (name, initial) in enumerate(zip(seats, initials, strict=True), 1):
            if name in self._active and name not in named:
                alone = initials.count(initial) == 1 and initial in KEYBOARD and initial not in taken
                label = f"{name} ✓" if name in marked else name
                found[initial if alone else str(seat)] = Choice(label, fields(name), flag)
        return found

    def _marked(self, name: str) -> dict[str, Any]:
        """Return the people of the flag with this one added, or without, where the name stands there already."""
        field = self.flag.field if self.flag else ""
        marked = self._fields.get(field) or ()
        others = tuple(who for who in marked if who != name)
        return {field: (others if name in marked else (*marked, name)) or None}

    def _flagged(self, flag: Flag) -> Choice:
        """Return the choice of a flag: its label with what was said of it so far, and what its key makes of that."""
        value = self._fields.get(flag.field)
        if flag.kind in (NUMBER, PEOPLE):
            of_others = flag.field == "laufende" and self._fields.get("laufende_of", DECLARERS) != flag.who
            said = "" if of_others or not value else str(value) if flag.kind == NUMBER else ", ".join(value)
            return Choice(f"{flag.label}: {said}" if said else flag.label, {}, flag)
        if flag.kind == COUNT:
            count = value or 0
            label = f"{flag.label}: {count}" if count else flag.label
            return Choice(label, {flag.field: (count + 1) % (flag.most + 1)})
        return Choice(f"{flag.label} ✓" if value else flag.label, {flag.field: None if value else True})

    # -- keys -----------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take one key: a choice, a digit of a number, or ENTER, BACK and ESCAPE; any other leaves the questions.

        Where ENTER has nothing to take the question stays. What is typed behind it begins anew.
        """
        self._press((key == ENTER and self.offered) or key)
        if key == ENTER:
            self.answers, self.said, self._typed = self._typed, self.said + self._typed, ""
            self._left.clear()

    def _press(self, key: str) -> None:
        if self.flag and self._goes_on(key, self.flag):
            return
        self._left[len(self._typed)] = self.finished
        chosen = self.choices().get(key.casefold())
        if key == ESCAPE:
            self.over = True
        elif key == BACK:
            if self._answered:
                *before, (_question, self._fields, self._typed) = self._answered
                self._answered = tuple(before)
        elif key == ENTER and self.question == FLAGS:
            self.line = self.shorthand()
            self.over = bool(self.line)
        elif chosen is not None:
            self._take_choice(chosen)
            self._typed += key
        elif key in (Letter.WON, Letter.LOST) and self.question == FLAGS and "won" in self._fields:
            self._fields = {**self._fields, "won": key == Letter.WON}
            self._typed += key
        elif key != ENTER:
            self.over = True
            if len(key) > 1 and key >= " ":  # a paste is a line of its own
                self._typed, self._left = "", {0: self.finished}
            self.answers, self.said = self._typed, self.said + self._typed
            self.left = self._left[len(self._typed)]
            self.begun = self._typed + (key if key >= " " else "")

    def _take_choice(self, chosen: Choice) -> None:
        question = SUITED if self.question == WHO and "suit" in chosen.fields else self.question
        if question != FLAGS:
            self._answered = (*self._answered, _Answered(question, self._fields, self._typed))
        self._fields = {**self._fields, **chosen.fields}
        self.flag, self._digits = chosen.flag, ""

    def _goes_on(self, key: str, flag: Flag) -> bool:
        """Take a key of a number, or the end of one or of people; False for a key that means what it always does."""
        if key == ESCAPE:
            self.flag = None
        elif flag.kind == PEOPLE:
            if key.casefold() in self.choices():
                return False
            self.flag = None
            return key in (ENTER, BACK)
        elif key.isascii() and key.isdigit() and len(self._digits + key) <= LONGEST_NUMBER:
            self._digits += key
            self._typed += key
        elif key == BACK:
            self._typed = self._typed.removesuffix(self._digits[-1:])
            self._digits = self._digits[:-1]
        else:
            self.flag = None
            self._fields = {**self._fields, flag.field: int(self._digits) if self._digits else None}
            if self._digits and flag.field == "laufende":
                self._fields["laufende_of"] = flag.who
            return key == ENTER
        return True

    # -- what was said --------------------------------------------------------------------------------

    def shorthand(self, **usual: Any) -> str:
        """Return the line that says what was answered, else what is usual; "" while it is no hand to be recorded."""
        with suppress(HandError):
            return self._line_so_far(**usual)
        return ""

    @property
    def finished(self) -> str:
        """The hand, where Enter alone is missing; else ""."""
        usual = {"won": True} if self.question == RESULT else {}
        return self.shorthand(**usual) if usual or self.question == FLAGS else ""

    def meant(self, typed: str, says: Callable[[str], object]) -> Begun:
        """Return what is meant by a line that was `begun` here, or typed there instead; `says` returns None for none.

        All of it may be a line, or answers with a line of its own behind them. It is asked where two things may be
        meant, or a key may have slipped: hs ac may be a Herz-Solo with one person too many. What begins with the key
        that was no answer, or with the same letter as the answer before it, is certain, and so is what is spoken.
        """
        if not self.begun or not typed.startswith(self.begun):
            return Begun(typed, left=self.left)
        last = len(self.answers)
        found = lines_in(typed, last, says) or lines_in(typed, last + 1, says) or {0: typed}  # the key had slipped
        [first, *others] = found
        line = found[first]
        is_spoken = bool(_SPOKEN.match(line)) or isinstance(says(line), str)
        is_certain = is_spoken or first in (0, last) or typed[first] == typed[first - 1]
        choices = tuple(found.values()) if others or not is_certain else ()
        return Begun(typed if choices else line, choices, self._left.get(first, ""))

    def preview(self) -> Preview | None:
        """Return what the hand would cost, or why it cannot be recorded; None before the last question."""
        if self.question != FLAGS:
            return None
        try:
            return preview_hand(self._line_so_far(), self.evening)
        except HandError as error:
            return Preview(WRONG, error.problems[0].message)

    def _line_so_far(self, **usual: Any) -> str:
        hand = self._hand({**self._fields, **usual})
        with suppress(UnclearPrice):  # which is asked once the line is there
            # it refuses what cannot be, also a result against the Augen
            admit(self.evening.state, hand, self.evening.tariff)
        if "augen" in self._fields:
            hand = self._hand({key: value for key, value in self._fields.items() if key != "won"})
        return write(hand, self.evening.state.seats, self.evening.tariff, self._active)

    def _hand(self, fields: Mapping[str, Any]) -> Hand:
        game = self.game
        said = {key: value for key, value in fields.items() if value is not None}
        if game is None or game.shape == PASSED:
            return Passed()
        if game.shape == RAMSCH:
            winner = said.pop("durchmarsch", None) and said.pop("losers")[0]
            return Ramsch(**said, durchmarsch=winner)
        if said.get("laufende_of") == DECLARERS or not said.get("laufende"):
            said.pop("laufende_of", None)
        return Played(**said)


def lines_in(typed: str, last: int, says: Callable[[str], object]) -> dict[int, str]:
    """Return the lines, one of each meaning, that begin in what was typed: at its first key or behind, up to the last.

    `says` returns what a line says, None for nothing. A single key is no line of its own: it may have slipped.
    """
    found: dict[int, str] = {}
    meanings: list[object] = []
    for at in range(last + 1):
        line = typed[at:]
        is_line = at == 0 or (line[:1].strip() and len(line) > 1)
        if is_line and (meaning := says(line)) is not None and meaning not in meanings:
            found[at] = line
            meanings.append(meaning)
    return found


def _is_suited(game: Game) -> bool:
    """Whether its suit stands before it: hs is a Herz-Solo."""
    return game.name in SUITED_LETTERS.values() and bool(suits(game))


def _title(suit: str | None) -> str:
    """Return how the name of a suited game begins."""
    return (suit or "farb").capitalize()


def _free_key(name: str, taken: set[str]) -> str:
    """Return the first letter of a name that is no key yet, else any."""
    return next(key for key in name_key(name) + KEYBOARD if key in KEYBOARD and key not in taken)
