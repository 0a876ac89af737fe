"""One evening read from a tree of text: what each key may be, and the entries behind `hands`.

    read_tree  a tree, from YAML, JSON Lines or csv -> the evening, or everything that is wrong with it
    Tariffs    the tariffs of one file, each read once
    Problems   what is wrong with one file, whatever its format is

Shorthand leans on who sits and is dealt in at that moment, so reading folds the evening as it goes; a
hand that cannot be is reported and left out, and the reading goes on behind it.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from sklog import notation, rooms, tariffs
from sklog.errors import HandError, IllegalHand, InvalidHand, NewerProgram, SessionFileError, SklogError, UnclearPrice
from sklog.language import N_, _
from sklog.likeness import models
from sklog.scoring import evening
from sklog.scoring import state as events
from sklog.scoring.amounts import money
from sklog.scoring.canonical import NO, YES, nearest_key, require_short, shown, unknown_key
from sklog.scoring.names import LONGEST_TEXT, require_visible, spelled
from sklog.scoring.session import Session
from sklog.scoring.settings import meant_before, require_sound
from sklog.yaml_text import MOST_PROBLEMS, PlainNode, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from sklog.errors import Problem
    from sklog.likeness.models import Alike
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Entry, State
    from sklog.scoring.tariff import Tariff
    from sklog.yaml_text import Mark, Node

Many = TypeVar("Many", list[Any], dict[str, Any])

LINE, VOID = "line", "void"
MOST_BY_HAND = 20  # keys of a tariff: with more of them an export said it whole
KEYS: Mapping[str, str] = {
    "session": N_("the name of the evening, such as Stammtisch Gasthof Post"),
    **dict.fromkeys(("id", "date", "place"), ""),
    "tariff": N_("the name of a tariff, prices such as 10-20-50, the path of a file, or a whole mapping"),
    "players": N_("the names clockwise, such as [Anna, Bene, Christl, Dani]"),
    **dict.fromkeys(("dealer", "stock", "stock_from", "closed"), ""),
    "hands": N_("a list, with a hand or an event in each line"),
    "expect": N_("the balances at the end, such as {Anna: 240, Bene: -240}"),
}
"""What stands behind each key of a session file, for people; "" where it is plain text or one number."""
HEADER = tuple(key for key in KEYS if key not in ("hands", "expect"))
NEEDED = ("session", "tariff", "players")
MOST_TARIFFS = 50  # that an evening is played by, one after the other
MOST_KEPT = 50  # tariffs of one file in memory
AHEAD = 200  # hands that are read before the first of them is folded
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


def _what_belongs(key: str) -> str:
    """Return the sentence about what belongs behind a key."""
    return f"{key}: {_(KEYS[key])}"


def read_tree(tree: Node, known: Tariffs, problems: Iterable[Problem] = ()) -> Session:
    """Return the evening of a tree; raise SessionFileError with these problems and all that is wrong with it."""
    found = Problems(problems)
    session = _EveningReader(tree, known, found).session()
    if session is None:
        raise found.error()
    return session


class Problems(list["Problem"]):
    """What is wrong with one file, collected so that all of it is said at once."""

    @property
    def enough(self) -> bool:
        """Whether there are so many problems that reading on is of no use."""
        return len(self) >= MOST_PROBLEMS

    def say(self, mark: Mark, message: str) -> None:
        """Note what is wrong at a place."""
        self.append(mark.problem(message))

    def add_error(self, mark: Mark, wrong: SklogError) -> None:
        """Take over what an error says; what names no line of the file is wrong at this place."""
        for problem in wrong.problems:
            placed = problem.line or problem.where not in ("", mark.where)
            self.append(problem if placed else mark.problem(problem.message))

    def error(self) -> SessionFileError:
        """Return the error that says each problem once, in the order of the file."""
        in_order = sorted(dict.fromkeys(self), key=lambda problem: (problem.where, problem.line, problem.column))
        return SessionFileError(*in_order)


class Tariffs:
    """The tariffs that the evenings of one file are played by, each read once."""

    def __init__(self, near: Path | None) -> None:
        self.near = near
        self.models: models.Known = {}
        self._known: dict[str, Tariff] = {}

    def tariff_of(self, node: Node, problems: Problems, *, recorded: bool = False) -> Tariff | None:
        """Return the tariff that a name, a path or a mapping means; None where there was a problem, which is added.

        One that an evening `recorded` may say what no file may today.
        """
        if node.value == "" or isinstance(node.value, list):
            problems.say(node.mark, _what_belongs("tariff"))
            return None
        key = json.dumps([recorded, plain(node)])
        if key not in self._known:
            if len(self._known) == MOST_KEPT:
                self._known.clear()
            try:
                self._known[key] = self._read_tariff(node, recorded=recorded)
            except SklogError as wrong:
                problems.add_error(node.mark, wrong)
        return self._known.get(key)

    def _read_tariff(self, node: Node, *, recorded: bool) -> Tariff:
        if isinstance(node.value, str):
            return tariffs.find(node.value, self.near)
        file = self.near
        if file and file.is_dir():
            file /= node.mark.where.rpartition("/")[2]
        # paths behind `extends` are relative to where it stands
        return tariffs.read_mapping(node, str(file or node.mark.where), recorded=recorded)


class EntryNode(PlainNode):
    """An entry that somebody has read already, any but a change of the tariff; its data says for people what it was."""

    __slots__ = ("entry",)

    def __init__(self, entry: Entry, mark: Mark) -> None:
        super().__init__(events.entry_to_json(entry), mark)
        self.entry = entry


class FoldedSession(Session):
    """An evening that was folded while it was read, so that nobody folds it again; a changed copy folds anew.

    `unclear` are the hands whose price is asked wherever a hand is typed; a file folds as it stands.
    """

    folded: tuple[list[events.Line | Alike], tuple[State, Tariff]] | None = None
    unclear: Sequence[Problem] = ()

    def lines(self) -> list[events.Line]:
        """Return the evening's lines."""
        if self.folded and all(isinstance(one, events.Line) for one in self.folded[0]):
            return self.folded[0]  # type: ignore[return-value]  # just asked
        return super().lines()


# -- the keys -----------------------------------------------------------------------------------------


class _EveningReader:
    """Reads one evening from a tree of text and collects what is wrong with it."""

    def __init__(self, tree: Node, known: Tariffs, problems: Problems) -> None:
        self.tree = tree
        self.tariffs = known
        self.problems = problems
        self.values: dict[str, Node] = tree.value if isinstance(tree.value, dict) else {}
        self.lines: list[events.Line | Alike] = []
        self.unclear: list[Problem] = []
        self.changes = 0
        self.ahead: dict[int, Entry] = {}
        # an evening with an identity was recorded somewhere, perhaps when more could be: it stays as it is
        self.exported = False

    def session(self) -> Session | None:
        """Return the evening; None where there was a problem."""
        if not isinstance(self.tree.value, dict):
            if not self.problems:
                self.problems.say(self.tree.mark, _("not a session file: it has the keys {keys}", keys=", ".join(KEYS)))
            return None
        self._check_keys()
        tariff = self._tariff_played(self.values["tariff"]) if "tariff" in self.values else None
        players = self._players()
        said: dict[str, Any] = {
            "name": self._text_of("session"),
            "date": self._date(),
            "place": self._text_of("place"),
            "dealer": self._dealer(players),
            "stock": self._stock(self.values["stock"]) if "stock" in self.values else 0,
            "stock_from": self._text_of("stock_from"),
            "closed": self._flag("closed"),
            "id": self._text_of("id"),
        }
        hands, promised = self._several("hands", list), self._several("expect", dict)
        began = self._state_at_start(players, said["dealer"], said["stock"], of_room=bool(hands) and _of_room(hands[0]))
        if tariff is None or began is None:
            return None
        self.tariff, self.state, self.exported = tariff, began, bool(said["id"])
        self._entries(hands)
        expect = self._expect(promised) if "expect" in self.values else None
        if self.problems:
            return None
        entries = tuple(line.entry for line in self.lines)
        session = FoldedSession(tariff=tariff, players=tuple(players), entries=entries, expect=expect, **said)
        session.folded, session.unclear = (self.lines, (self.state, self.tariff)), self.unclear
        return session

    def _tariff_played(self, node: Node) -> Tariff | None:
        """Return the tariff; one that an older sklog exported with an evening means what it meant there."""
        said = node.value if "id" in self.values and isinstance(node.value, dict) else {}
        recorded = len(said) > MOST_BY_HAND and "extends" not in said
        tariff = self.tariffs.tariff_of(node, self.problems, recorded=recorded)
        return meant_before(tariff) if tariff and recorded and "doublings" not in said else tariff

    # -- one key each

    def _check_keys(self) -> None:
        misspelt = set()
        for key, mark in self.tree.key_marks.items():
            if self.problems.enough:
                return
            if key not in KEYS:
                self.problems.say(mark, unknown_key(key, KEYS))
                misspelt.add(nearest_key(key, KEYS))
        for key in NEEDED:
            if key not in self.values and key not in misspelt:
                self.problems.say(self.tree.mark, _('"{key}" is missing: {what}', key=key, what=_(KEYS[key])))

    def _players(self) -> list[str]:
        names = []
        for item in self._several("players", list):
            if isinstance(item.value, str):
                names.append(item.value)
            else:
                self.problems.say(item.mark, _("a player is a name, not a list or a mapping"))
        return names

    def _several(self, key: str, kind: type[Many]) -> Many:
        """Return the list or mapping behind a key; an empty one where it is absent, or something else."""
        node = self.values.get(key)
        if node is not None and isinstance(node.value, kind):
            return node.value
        if node is not None:
            self.problems.say(node.mark, _what_belongs(key))
        return kind()

    def _text_of(self, key: str) -> str:
        """Return a text; "" where it is absent. The evening's own name is never empty."""
        node = self.values.get(key)
        if node is None:
            return ""
        if not isinstance(node.value, str):
            self.problems.say(node.mark, _("{key}: expected text", key=key))
            return ""
        if key == "session" and not node.value.strip():
            self.problems.say(node.mark, _what_belongs(key))
        if any("\ud800" <= letter <= "\udfff" for letter in node.value):
            self.problems.say(node.mark, f"{key}: " + _("half a character (a lone surrogate) cannot be stored"))
        if "\0" in node.value:  # a database would end the text there
            self.problems.say(node.mark, f"{key}: " + _("a zero byte cannot be stored"))
        if len(node.value) > LONGEST_TEXT:
            said = {"what": key, "letters": len(node.value), "most": LONGEST_TEXT}
            self.problems.say(node.mark, _("{what} has {letters} letters; at most {most} are possible", **said))
        return node.value

    def _date(self) -> str:
        said = self._text_of("date")
        with suppress(ValueError):
            if not said or (_DATE.fullmatch(said) and date.fromisoformat(said)):
                return said
        message = _("date: {said!r} is not in the calendar; write it as 2026-11-19", said=shown(said))
        self.problems.say(self.values["date"].mark, message)
        return said

    def _dealer(self, players: list[str]) -> str | None:
        said = self._text_of("dealer")
        name = spelled(said, players)
        if not said:
            return None
        if name in players:
            return name
        message = _("dealer: {name} is not at the table, only {people}", name=said, people=", ".join(players))
        self.problems.say(self.values["dealer"].mark, message)
        return None

    def _whole_cents(self, node: Node, what: str) -> int:
        if isinstance(node.value, str) and _WHOLE.fullmatch(node.value):
            return int(node.value)
        self.problems.say(node.mark, _("{what}: expected whole cents (or points), such as 240", what=what))
        return 0

    def _stock(self, node: Node) -> int:
        """Return what is in the Stock at the start; a recorded evening keeps what it says."""
        stock = self._whole_cents(node, "stock")
        if stock < 0 and "id" not in self.values:
            text = _("stock: an evening begins with 0 or more in the Stock, such as {amount}", amount=-stock)
            self.problems.say(node.mark, text)
        return stock

    def _flag(self, key: str) -> bool:
        said = self._text_of(key).casefold()
        if said and said not in (*YES, *NO):
            self.problems.say(self.values[key].mark, _("{key}: expected yes or no", key=key))
        return said in YES

    def _expect(self, promised: Mapping[str, Node]) -> dict[str, int]:
        """Return the balances that the file expects, under the names as they are spelt at the table."""
        marks, known = self.values["expect"].key_marks, tuple(self.state.balances)
        balances: dict[str, int] = {}
        for said, amount in promised.items():
            name = spelled(said, known)
            if name in balances:
                self.problems.say(marks[said], _("expect: {name} is in it twice, keep one", name=name))
            elif name not in known and not self.problems:  # else the broken hand may be their coming
                people = ", ".join(known)
                message = _("expect: {name} was never at this table; there are {people}", name=said, people=people)
                self.problems.say(marks[said], message)
            balances[name] = self._whole_cents(amount, f"expect: {said}")
        return balances

    def _state_at_start(self, players: list[str], dealer: str | None, stock: int, *, of_room: bool) -> State | None:
        node = self.values.get("players")
        if node is None or not isinstance(node.value, list):
            return None
        if of_room and not players:
            return evening.begin((), stock=stock)
        try:
            state = evening.start(players, dealer, stock)
            require_visible(players)
        except IllegalHand as wrong:
            self.problems.add_error(node.mark, wrong)
            return None
        return state

    # -- the entries, each with what the table knows at that moment

    def _entries(self, items: Sequence[Node]) -> None:
        """Read all entries; one that cannot be is a problem and leaves the balances as they were."""
        if self.exported and self._are_alike(items):
            return
        for number, item in enumerate(items, 1):
            # of so few entries no more are hands, or tariffs, than there may be
            long = number > events.MOST_HANDS or self.changes > MOST_TARIFFS
            if long and (too_many := self._too_many(number, self.state.hands + (not _says_event(item)))):
                self.problems.say(item.mark, too_many)
                return
            if not self.ahead:
                self._read_ahead(items, number - 1)
            self._fold(item)
            if self.problems and self.problems.enough:
                return

    def _are_alike(self, items: Sequence[Node]) -> bool:
        """Read all entries where none but those that are like no other need be folded; whether that was possible."""
        facts: list[Any] = [item.value for item in items if type(item) is PlainNode]
        with suppress(SklogError):  # which is said of each entry in its turn
            require_sound(self.tariff)
            found = models.alone(self.tariff, self.state, facts, self.tariffs.models, self._unlike)
            if found is not None and len(facts) == len(items):
                end = models.end(self.state, found)
                evening.require_room(self.state, end)
                self.lines, self.state = [*found], end
                return True
        return False

    def _unlike(self, fact: Mapping[str, Any], state: State) -> Entry:
        require_short(fact, self.tariff.games)
        entry = events.entry_from_json(fact, tuple(state.balances), self.tariff.games)
        require_visible(evening.newcomers(entry))
        return entry

    def _read_ahead(self, items: Sequence[Node], place: int) -> None:
        """Read the hands from this place on before they are folded, up to what is none, or cannot be read.

        Who may be named, and which games there are, changes with no hand. The processor is a sixth faster while it does
        the same again and again.
        """
        people, games, ahead = tuple(self.state.balances), self.tariff.games, self.ahead
        with suppress(HandError):  # which is said in its turn
            for item in items[place : place + AHEAD]:
                data: Any = item.value
                if type(item) is not PlainNode or "game" not in data or LINE in data:
                    return
                require_short(data, games)
                ahead[id(item)] = events.entry_from_json(data, people, games)

    def _too_many(self, number: int, hands: int) -> str:
        """Return why an evening with so many entries and hands is longer than any; "" where it is not."""
        if hands > events.MOST_HANDS:
            return _("more than {most} hands: divide the evening", most=events.MOST_HANDS)
        if number > events.MOST_ENTRIES:
            return _("more than {most} entries: divide the evening", most=events.MOST_ENTRIES)
        if self.changes > MOST_TARIFFS:
            return _("more than {most} tariffs in one evening", most=MOST_TARIFFS)
        return ""

    def _fold(self, item: Node) -> None:
        try:
            entry = self.ahead.pop(id(item), None) or self._entry(item)
            if entry is None:
                return
            line = (evening.step if self.exported else evening.admit_as_said)(self.state, entry, self.tariff)
            evening.require_room(self.state, line.state)
            if line.number is None and (came := evening.newcomers(entry)):  # nobody comes with a hand
                require_visible(came)
        except HandError as wrong:
            self._report_entry(item, wrong)
        except NewerProgram as newer:
            self._report_entry(item, InvalidHand(*newer.problems))
        else:
            if not self.exported and evening.may_imply(line.entry, line.tariff):
                self._note_price(item, line)
            self.state, self.tariff = line.state, line.tariff
            self.lines.append(line)

    def _note_price(self, item: Node, line: events.Line) -> None:
        """Note a hand that would cost something else if its line said more."""
        try:
            meant = evening.implied(line, self.state, self.tariff, evening.admit_as_said)
            if meant is line:
                return
            hand = notation.write_hand(meant.entry, self.state, self.tariff)  # type: ignore[arg-type]  # it is one
            said = _("it contains more than a line can show: {line}", line=hand)
        except UnclearPrice as asked:
            said = str(asked)
        price = money(line.score.value if line.score else 0, self.tariff.unit)
        words = {"place": evening.place_of(line.entry, self.state), "said": said, "price": price}
        self.unclear.append(item.mark.problem(_("{place}: {said}; as the list stands it costs {price}", **words)))

    def _report_entry(self, item: Node, wrong: HandError) -> None:
        """Report an entry, and go on as well as can be: with the next dealer, or with who sat down."""
        said, event, state = plain(item), _says_event(item), self.state
        self.ahead.clear()  # somebody who sits down all the same may be named from here on
        void = isinstance(said, dict) and str(said.get(VOID)).casefold() in (*YES, events.KEEP_SEATS)
        what = _("hand {number}", number=state.hands + 1)
        if event:
            what = _("after hand {number}", number=state.hands) if state.hands else _("before hand 1")
        for problem in evening.refusal(wrong, state, self.tariff).problems:
            self.problems.say(item.mark, f"{what}: {problem.message}")
        if not event and state.seats:
            dealer = state.dealer if void else events.clockwise_from(state.seats, state.dealer)[0]
            self.state = state._replace(dealer=dealer, hands=state.hands + 1)
        if (event or void) and isinstance(said, dict) and (join := said.get("join")) and isinstance(join, str):
            with suppress(HandError):
                self.state = evening.step(self.state, events.Join(join), self.tariff).state

    def _entry(self, item: Node) -> Entry | None:
        """Return the entry; None where its tariff has problems, which are said already. Raises HandError."""
        if isinstance(item.value, str):
            return self._shorthand(item.value)
        if isinstance(item.value, list):
            raise IllegalHand(_("a list: write a hand as a line (s ac) or as a mapping (game: …)"))
        if "tariff" in item.value and len(item.value) == 1:
            self.changes += 1
            tariff = self._tariff_played(item.value["tariff"])
            return tariff and events.TariffChange(tariff)
        data = plain(item)
        if isinstance(item, EntryNode):
            require_short(data, self.tariff.games)
            return item.entry
        if LINE not in data:
            if "game" not in data:
                _refuse_split_line(data)
            require_short(data, self.tariff.games)
            return events.entry_from_json(data, tuple(self.state.balances), self.tariff.games)
        if extra := [key for key in data if key not in (LINE, VOID)]:
            raise IllegalHand(_("{keys}: only void can go beside a line", keys=", ".join(map(repr, extra))))
        if not isinstance(data[LINE], str):
            raise IllegalHand(_("line: expected a hand in shorthand, such as s ac"))
        return events.voided(self._shorthand(data[LINE]), data.get(VOID, "no"))

    def _shorthand(self, line: str) -> Hand:
        table = evening.table_for(self.state, None, self.tariff)
        return notation.read(line, table.seats, table.active, self.tariff, table.round)


def _of_room(item: Node) -> bool:
    return isinstance(item.value, dict) and any(key in item.value for key in rooms.EVENINGS)


def _says_event(item: Node) -> bool:
    return isinstance(item.value, dict) and "game" not in item.value and any(key in item.value for key in events.EVENTS)


def _refuse_split_line(data: Mapping[str, Any]) -> None:
    """Refuse what YAML made two of: a line of shorthand with a colon and a blank in it."""
    first = next(iter(data), "")
    if " " in first and not any(key in data for key in events.EVENTS):
        said = _('{line!r}: put quotes around a line that contains ": ", or YAML takes it apart', line=first)
        raise IllegalHand(said)
