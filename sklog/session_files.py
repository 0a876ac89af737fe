"""Session files: an evening as YAML that people write and read.

    read     text -> evenings, with every problem of the file at its line and column
    write    an evening -> tidy text that reads back the same, its tariff copied whole

A hand is a line of shorthand where there is one, else a mapping. Shorthand leans on who sits and is dealt
in at that moment, so reading folds the evening as it goes; a hand that cannot be is reported and left out,
and the reading goes on behind it. `sklog.session_lines` has the same for JSON Lines and csv.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sklog import notation, tariffs
from sklog.errors import HandError, IllegalHand, Problem, SessionFileError, SklogError
from sklog.scoring.evening import Join, Voided, is_event, refusal, start, step, table_for
from sklog.scoring.payout import STOCK
from sklog.scoring.session import EVENTS, Session, entry_from_json, entry_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sklog.scoring.evening import Entry, State
    from sklog.scoring.tariff import Tariff
    from sklog.yaml_text import Mark, Node

KEYS = ("session", "id", "date", "place", "tariff", "players", "dealer", "stock", "closed", "hands", "expect")
NEEDED = ("session", "tariff", "players")
LINE, VOID = "line", "void"
MOST_HANDS = 10_000
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,19}", re.ASCII)
_YES, _NO = ("yes", "true", "on", "ja"), ("no", "false", "off", "nein")


# -- read ---------------------------------------------------------------------------------------------


def read(text: str, where: str, near: Path | None = None) -> list[Session]:
    """Return the evening of a session file, as a list of one; amounts are cents or points.

    `where` names the file to people, `near` is the file or folder that a tariff's path is relative to.
    Raises SessionFileError with everything that is wrong, each at its line and column (contract.md).
    """
    from sklog import yaml_text

    tree, problems = yaml_text.parse(text, where)
    reader = Reader(tree, near, problems)
    session = reader.session()
    if session is None:
        raise SessionFileError(*in_order(reader.problems))
    return [session]


def read_tree(tree: Node, near: Path | None = None) -> Session:
    """Return the evening of a tree that was read already; raise SessionFileError with all problems."""
    reader = Reader(tree, near, [])
    session = reader.session()
    if session is None:
        raise SessionFileError(*in_order(reader.problems))
    return session


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return each problem once, in the order of the file."""
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.where, problem.line, problem.column))


class Reader:
    """Reads one evening from a tree of text and collects what is wrong with it."""

    def __init__(self, tree: Node, near: Path | None, problems: list[Problem]) -> None:
        self.tree = tree
        self.near = near
        self.problems = problems
        self.entries: dict[str, Node] = tree.value if isinstance(tree.value, dict) else {}

    def session(self) -> Session | None:
        """Return the evening; None where there was a problem."""
        if not isinstance(self.tree.value, dict):
            if not self.problems:
                self._say(self.tree.mark, f"not a session file: it has the keys {', '.join(KEYS)}")
            return None
        self._check_keys()
        tariff = self._tariff()
        players = self._names("players")
        facts: dict[str, Any] = {
            "name": self._line("session"),
            "date": self._date(),
            "place": self._line("place"),
            "dealer": self._dealer(players),
            "stock": self._amount("stock"),
            "closed": self._flag("closed"),
            "id": self._line("id"),
        }
        begin = self._begin(players, facts["dealer"], facts["stock"])
        if tariff is None or begin is None:
            return None
        folded = Folding(tariff, begin, self.problems)
        folded.read(self._items("hands"))
        expect = self._expect(folded.state)
        if self.problems:
            return None
        return Session(tariff=tariff, players=tuple(players), entries=tuple(folded.entries), expect=expect, **facts)

    # -- one key each

    def _check_keys(self) -> None:
        for key, mark in self.tree.key_marks.items():
            if key not in KEYS:
                self._say(mark, unknown_key(key, KEYS))
        for key in NEEDED:
            if key not in self.entries:
                self._say(self.tree.mark, f'"{key}" is missing: {_WHAT_IT_IS[key]}')

    def _tariff(self) -> Tariff | None:
        node = self.entries.get("tariff")
        if node is None:
            return None
        try:
            if isinstance(node.value, str) and node.value:
                return tariffs.find(node.value, self.near)
            if isinstance(node.value, dict):
                return tariffs.read_mapping(node, node.mark.where)
        except SklogError as wrong:
            self.problems.extend(wrong.at(*node.mark).problems)
            return None
        self._say(node.mark, f"tariff: {_WHAT_IT_IS['tariff']}")
        return None

    def _names(self, key: str) -> list[str]:
        return [item.value for item in self._items(key) if isinstance(item.value, str)]

    def _items(self, key: str) -> list[Node]:
        node = self.entries.get(key)
        if node is None:
            return []
        if not isinstance(node.value, list):
            self._say(node.mark, f"{key}: {_WHAT_IT_IS[key]}")
            return []
        if key == "players":
            for item in node.value:
                if not isinstance(item.value, str):
                    self._say(item.mark, "a player is a name, not a list or a mapping")
        return node.value

    def _line(self, key: str) -> str:
        """Return a text; "" where it is absent. The evening's own name is never empty."""
        node = self.entries.get(key)
        if node is None:
            return ""
        if not isinstance(node.value, str):
            self._say(node.mark, f"{key}: expected text")
            return ""
        if key == "session" and not node.value.strip():
            self._say(node.mark, f"session: {_WHAT_IT_IS['session']}")
        return node.value

    def _date(self) -> str:
        from datetime import date

        said = self._line("date")
        if not said:
            return ""
        try:
            if not _DATE.fullmatch(said):
                raise ValueError
            date.fromisoformat(said)
        except ValueError:
            self._say(self.entries["date"].mark, f"date: {said!r} is no day of the calendar; write it as 2026-11-19")
        return said

    def _dealer(self, players: list[str]) -> str | None:
        said = self._line("dealer")
        if not said:
            return None
        for name in players:
            if name.casefold() == said.casefold():
                return name
        self._say(self.entries["dealer"].mark, f"dealer: {said} is not at the table; there are {', '.join(players)}")
        return None

    def _amount(self, key: str) -> int:
        node = self.entries.get(key)
        return 0 if node is None else self._whole(node, key)

    def _whole(self, node: Node, what: str) -> int:
        if isinstance(node.value, str) and _WHOLE.fullmatch(node.value):
            return int(node.value)
        self._say(node.mark, f"{what}: expected whole cents (or points), such as 240")
        return 0

    def _flag(self, key: str) -> bool:
        said = self._line(key).casefold()
        if said and said not in (*_YES, *_NO):
            self._say(self.entries[key].mark, f"{key}: expected yes or no")
        return said in _YES

    def _expect(self, state: State) -> dict[str, int] | None:
        node = self.entries.get("expect")
        if node is None:
            return None
        if not isinstance(node.value, dict):
            self._say(node.mark, f"expect: {_WHAT_IT_IS['expect']}")
            return None
        known = {name.casefold(): name for name in state.balances}
        promised = {}
        for said, amount in node.value.items():
            name = known.get(said.casefold(), said)
            if name not in state.balances:
                # where a hand is broken, so may be the one in which they sat down
                if not self.problems:
                    everybody = ", ".join(state.balances)
                    self._say(node.key_marks[said], f"expect: {said} was never at this table; there are {everybody}")
            elif name in promised:
                self._say(node.key_marks[said], f"expect: {name} stands twice, keep one")
            promised[name] = self._whole(amount, f"expect: {said}")
        return promised

    def _begin(self, players: list[str], dealer: str | None, stock: int) -> State | None:
        node = self.entries.get("players")
        if node is None or not isinstance(node.value, list):
            return None
        try:
            return start(players, dealer, stock)
        except IllegalHand as wrong:
            self.problems.extend(wrong.at(*node.mark).problems)
            return None

    def _say(self, mark: Mark, message: str) -> None:
        self.problems.append(mark.problem(message))


_WHAT_IT_IS: Mapping[str, str] = {
    "session": "the name of the evening, such as Stammtisch Gasthof Post",
    "tariff": "the name of a tariff, the path of a file, or a whole mapping",
    "players": "the names clockwise, such as [Anna, Bene, Christl, Dani]",
    "hands": "a list, with a hand or an event in each line",
    "expect": "the balances at the end, such as {Anna: 240, Bene: -240}",
}


def unknown_key(key: str, known: Iterable[str]) -> str:
    """Return the sentence that a key is not known, and which one may be meant."""
    import difflib

    known = tuple(known)
    near = difflib.get_close_matches(key.casefold(), known, n=1, cutoff=0.6)
    return f'unknown key "{key}", did you mean "{near[0]}"?' if near else f'unknown key "{key}"; there are {", ".join(known)}'


class Folding:
    """Reads the entries of an evening one by one, each with what the table knows at that moment."""

    def __init__(self, tariff: Tariff, state: State, problems: list[Problem]) -> None:
        self.tariff = tariff
        self.state = state
        self.problems = problems
        self.entries: list[Entry] = []
        self.hands = 0

    def read(self, items: Iterable[Node]) -> None:
        """Read all entries; one that cannot be is a problem and leaves the balances as they were."""
        for item in items:
            self.hands += not _says_event(item)
            if self.hands > MOST_HANDS:
                self.problems.append(item.mark.problem(f"more than {MOST_HANDS} hands: divide the evening"))
                return
            self._fold(item)

    def _fold(self, item: Node) -> None:
        try:
            entry = self._entry(item)
            self.state = step(self.state, entry, self.tariff).state
        except HandError as wrong:
            self._refuse(item, wrong)
        else:
            self.entries.append(entry)

    def _refuse(self, item: Node, wrong: HandError) -> None:
        """Report an entry, and go on as well as can be: with the next dealer, or with who sat down."""
        event = _says_event(item)
        what = f"after hand {self.hands}" if event and self.hands else "before hand 1" if event else f"hand {self.hands}"
        for problem in refusal(wrong, self.state, self.tariff).problems:
            self.problems.append(item.mark.problem(f"{what}: {problem.message}"))
        state = self.state
        if not event and not _says_void(item):
            clockwise = (*state.seats, state.seats[0])
            self.state = state._replace(dealer=clockwise[clockwise.index(state.dealer) + 1])
        elif isinstance(item.value, dict) and (join := item.value.get("join")) and isinstance(join.value, str):
            try:
                self.state = step(state, Join(join.value), self.tariff).state
            except HandError:
                return

    def _entry(self, item: Node) -> Entry:
        from sklog import yaml_text

        if isinstance(item.value, str):
            return self._shorthand(item.value)
        if isinstance(item.value, list):
            raise IllegalHand("a list: write a hand as a line (s ac) or as a mapping (game: …)")
        data = yaml_text.plain(item)
        if LINE not in data:
            _refuse_split_line(data)
            return entry_from_json(data, tuple(self.state.balances))
        if extra := [key for key in data if key not in (LINE, VOID)]:
            raise IllegalHand(f"{', '.join(map(repr, extra))}: beside a line only void is known")
        if not isinstance(data[LINE], str):
            raise IllegalHand("line: expected a hand in shorthand, such as s ac")
        hand = self._shorthand(data[LINE])
        said = str(data.get(VOID, "no")).casefold()
        if said not in (*_YES, *_NO):
            raise IllegalHand(f"void: {said!r} is neither yes nor no")
        return Voided(hand) if said in _YES and not isinstance(hand, Voided) else hand

    def _shorthand(self, line: str) -> Any:
        table = table_for(self.state, None, self.tariff)
        return notation.read(line, table.seats, table.active, self.tariff, table.round)


def _says_event(item: Node) -> bool:
    return isinstance(item.value, dict) and "game" not in item.value and any(key in item.value for key in EVENTS)


def _says_void(item: Node) -> bool:
    if not isinstance(item.value, dict) or (void := item.value.get(VOID)) is None:
        return False
    return str(void.value).casefold() in _YES


def _refuse_split_line(data: Mapping[str, Any]) -> None:
    """Refuse what YAML made two of: a line of shorthand with a colon and a blank in it."""
    first = next(iter(data), "")
    if " " in first and "game" not in data and not any(key in data for key in EVENTS):
        raise IllegalHand(f'{first!r}: put a line that has ": " in it between quotes, or YAML takes it apart')


# -- write --------------------------------------------------------------------------------------------


def write(session: Session) -> str:
    """Return the evening as a session file: its own copy of the tariff, a line for each entry.

    What `read` makes of it is the same evening, without `expect`; writing that gives the same text.
    """
    from sklog import yaml_text

    head, tail = [], []
    for key, value in facts(session).items():
        (tail if key in ("dealer", "stock", "closed") else head).append(yaml_text.dump({key: value}))
    lines = [f"  - {yaml_text.flow(entry)}\n" for entry in _shortest(session)]
    return "".join((*head, *tail, "hands:\n" if lines else "hands: []\n", *lines))


def facts(session: Session) -> dict[str, Any]:
    """Return everything of an evening but its entries, as plain data; what is absent is left out."""
    said = {
        "session": session.name,
        "id": session.id,
        "date": session.date,
        "place": session.place,
        "tariff": tariffs.to_mapping(session.tariff),
        "players": list(session.players),
        "dealer": session.dealer,
        "stock": session.stock,
        "closed": session.closed,
    }
    return {key: value for key, value in said.items() if value or key in NEEDED}


def _shortest(session: Session) -> Iterator[Any]:
    """Yield each entry as a line of shorthand where that reads back the same, else as a mapping."""
    for entry, line in shorthand(session):
        if line is None:
            yield entry_to_json(entry)
        else:
            yield {LINE: line, VOID: True} if isinstance(entry, Voided) else line


def shorthand(session: Session) -> Iterator[tuple[Entry, str | None]]:
    """Yield each entry with its line of shorthand, which reads back the same; None where there is none."""
    state: State | None = session.begin()
    for entry in session.entries:
        yield entry, None if state is None else _line_of(entry, state, session.tariff)
        if state is not None:
            try:
                state = step(state, entry, session.tariff).state
            except HandError:  # an evening that cannot be folded is kept as it is
                state = None


def _line_of(entry: Entry, state: State, tariff: Tariff) -> str | None:
    if is_event(entry):
        return None
    hand: Any = entry.hand if isinstance(entry, Voided) else entry
    table = table_for(state, None, tariff)
    try:
        line = notation.write(hand, table.seats, tariff, table.active)
        back = notation.read(line, table.seats, table.active, tariff, table.round)
    except HandError:
        return None
    return line if back == hand else None


# -- what an evening promises, and which one it is ----------------------------------------------------


def missed(session: Session, state: State) -> list[str]:
    """Return a sentence for each balance that differs from what the file expects; [] where all agree."""
    said = []
    for name, wanted in (session.expect or {}).items():
        found = state.balances.get(name)
        who = "the Stock" if name == STOCK else name
        if found is None:
            said.append(f"{who} was expected to have {wanted:+d}, and was never at this table")
        elif found != wanted:
            said.append(f"{who} was expected to have {wanted:+d} and has {found:+d}")
    return said


def identity(session: Session) -> str:
    """Return the evening's id, else one made of its name, date, place and players: 32 hex digits."""
    import hashlib
    import json

    if session.id:
        return session.id
    known = json.dumps([session.name, session.date, session.place, list(session.players)])
    return hashlib.sha256(known.encode()).hexdigest()[:32]
