"""YAML as text with positions: the only place that knows YAML's syntax.

Every scalar stays the text that was written (`null`, `no`, `93` and `10:20` too): what it means is for the
reader of a tariff or a session to say. Problems are values with file, line and column; a file is read as
far as it can be, so that one look shows all of them. Anchors, tags and deep nesting are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import NotFound, Problem, SklogError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Plain = Any
"""Text, whole numbers, booleans and None, and lists and mappings of them: what JSON can say."""

MOST_BYTES = 5_000_000
DEEPEST = 50
WIDTH = 100  # a list or mapping that fits is written in one line

_NOT_TEXT_ELSEWHERE = frozenset("y yes n no true false on off null ~".split())


class Mark(NamedTuple):
    """A place: the file, and line and column from 1 (0 where nobody knows)."""

    where: str = ""
    line: int = 0
    column: int = 0

    def problem(self, message: str) -> Problem:
        """Return the problem at this place."""
        return Problem(message, self.where, self.line, self.column)


class Node:
    """One value of the tree: text, a list of nodes, or a mapping from text to nodes, and where it stands.

    `key_marks` says where each key of a mapping stands.
    """

    __slots__ = ("key_marks", "mark", "value")

    def __init__(
        self, value: str | list[Node] | dict[str, Node], mark: Mark, key_marks: Mapping[str, Mark] | None = None
    ) -> None:
        self.value = value
        self.mark = mark
        self.key_marks = dict(key_marks or {})

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.mark.line

    @property
    def column(self) -> int:
        """The column, from 1."""
        return self.mark.column

    def __repr__(self) -> str:
        return f"Node({plain(self)!r}, {self.mark.line}:{self.mark.column})"


def plain(node: Node) -> Plain:
    """Return the tree as text, lists and dicts."""
    value = node.value
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def node_of(data: Plain, where: str = "", depth: int = 0) -> Node:
    """Return plain data as a tree of text: booleans are `yes` and `no`, None is `none`. Lines are unknown."""
    mark = Mark(where)
    if isinstance(data, Node):
        return data
    if depth > DEEPEST:
        raise SklogError(mark.problem(f"nested more than {DEEPEST} deep"))
    if isinstance(data, dict):
        entries = {_scalar_text(key): node_of(value, where, depth + 1) for key, value in data.items()}
        return Node(entries, mark, dict.fromkeys(entries, mark))
    if isinstance(data, (list, tuple)):
        return Node([node_of(item, where, depth + 1) for item in data], mark)
    return Node(_scalar_text(data), mark)


def _scalar_text(data: Plain) -> str:
    if isinstance(data, bool):
        return "yes" if data else "no"
    return "none" if data is None else str(data)


def text_of(path: Path, error: type[SklogError]) -> str:
    """Return the text of a file; NotFound where there is none, `error` where it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise error(Problem(f"larger than {MOST_BYTES // 1_000_000} MB: this is not the right file", str(path)))
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NotFound(Problem("there is no such file", str(path))) from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise error(Problem("this is not UTF-8: save the file with that encoding", str(path), line, 1)) from None
    except OSError as wrong:
        raise error(Problem(f"cannot be read: {wrong.strerror}", str(path))) from None


def parse(text: str, where: str) -> tuple[Node, list[Problem]]:
    """Return the tree of the first document and everything that is wrong with the text as YAML.

    After a fault that hides the rest (a syntax error, a depth over 50) the tree holds what stood before it.
    """
    if len(text) > MOST_BYTES:
        return Node("", Mark(where)), [Problem(f"larger than {MOST_BYTES // 1_000_000} MB", where)]
    import yaml

    builder = _Builder(where)
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        builder.build(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as wrong:
        builder.syntax_error(wrong)
    except (yaml.YAMLError, UnicodeError):
        builder.problems.append(_control_character(text, where))
    return builder.root or Node("", Mark(where, 1, 1)), builder.problems


def _control_character(text: str, where: str) -> Problem:
    """Return the problem of the first character that YAML does not allow."""
    for number, line in enumerate(text.split("\n"), 1):
        for column, letter in enumerate(line, 1):
            if not letter.isprintable() and letter not in "\t\r\ufeff":
                return Problem(f"the character U+{ord(letter):04X} cannot stand in a text file", where, number, column)
    return Problem("not readable as YAML", where)


class _TooDeep(Exception):
    """Stops reading; its problem is recorded already."""


class _Open:
    """A list or mapping whose end has not been seen, with the key that waits for its value."""

    __slots__ = ("ignored", "key", "node")

    def __init__(self, node: Node, *, ignored: bool = False) -> None:
        self.node = node
        self.key: tuple[str, Mark] | None = None
        self.ignored = ignored  # a key that is no text: read over it


class _Builder:
    """Makes a tree of nodes from the parser's events, without recursion."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self.stack: list[_Open] = []
        self.documents = 0

    def build(self, events: Iterable[Any]) -> None:
        """Read the events of one document; what follows a second document's mark is left out."""
        try:
            for event in events:
                kind = type(event).__name__
                if kind == "DocumentStartEvent":
                    self.documents += 1
                    if self.documents > 1:
                        self._say(event, "a second document: a file holds one, so take the `---` out")
                        return
                elif kind in ("MappingStartEvent", "SequenceStartEvent", "ScalarEvent", "AliasEvent"):
                    self._value(event, kind)
                elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                    self._close()
        except _TooDeep:
            pass

    def syntax_error(self, wrong: Any) -> None:
        """Record what the parser stumbled over."""
        mark = wrong.problem_mark or wrong.context_mark
        place = Mark(self.where, mark.line + 1, mark.column + 1) if mark else Mark(self.where)
        if "\\t" in (wrong.problem or "") or "'\t'" in (wrong.problem or "") or self._tab_at(mark):
            self.problems.append(place.problem("a tab: YAML is indented with blanks only"))
            return
        said = ", ".join(part for part in (wrong.context, wrong.problem) if part)
        self.problems.append(place.problem(f"not readable as YAML: {said}"))

    @staticmethod
    def _tab_at(mark: Any) -> bool:
        buffer, pointer = getattr(mark, "buffer", None), getattr(mark, "pointer", 0)
        return bool(buffer) and str(buffer[pointer : pointer + 1]) == "\t"

    def _mark(self, event: Any) -> Mark:
        return Mark(self.where, event.start_mark.line + 1, event.start_mark.column + 1)

    def _say(self, event: Any, message: str) -> None:
        self.problems.append(self._mark(event).problem(message))

    def _value(self, event: Any, kind: str) -> None:
        """Take one value (or key) and put it where it belongs."""
        mark = self._mark(event)
        if kind == "AliasEvent" or event.anchor is not None:
            self._say(event, "anchors (&) and aliases (*) are not used here: write it out")
        elif event.tag is not None:
            self._say(event, f"a tag ({event.tag}) is not used here: take it out")
        if kind in ("ScalarEvent", "AliasEvent"):
            self._put(Node(event.value if kind == "ScalarEvent" else "", mark))
            return
        if len(self.stack) >= DEEPEST:
            self._say(event, f"nested more than {DEEPEST} deep")
            raise _TooDeep
        node = Node({} if kind == "MappingStartEvent" else [], mark)
        self.stack.append(_Open(node, ignored=not self._put(node)))

    def _put(self, node: Node) -> bool:
        """Attach a node to what is open; False where it was a key that is no text."""
        if not self.stack:
            self.root = node
            return True
        top = self.stack[-1]
        if isinstance(top.node.value, list):
            top.node.value.append(node)
        elif isinstance(top.node.value, dict):
            if top.key is None:
                return self._key(top, node)
            self._entry(top, top.key, node)
            top.key = None
        return True

    def _key(self, top: _Open, node: Node) -> bool:
        if isinstance(node.value, str):
            top.key = (node.value, node.mark)
            return True
        self.problems.append(node.mark.problem("a key must be a word, not a list or a mapping"))
        top.key = ("", node.mark)
        return False

    def _entry(self, top: _Open, key: tuple[str, Mark], node: Node) -> None:
        name, mark = key
        parent = top.node
        if not isinstance(parent.value, dict):
            return
        if first := parent.key_marks.get(name):
            if not top.ignored:
                self.problems.append(mark.problem(f'"{name}" stands twice, first in line {first.line}: keep one'))
            return
        parent.value[name] = node
        parent.key_marks[name] = mark

    def _close(self) -> None:
        self.stack.pop()


# -- writing ------------------------------------------------------------------------------------------


def dump(data: Plain) -> str:
    """Return plain data (a mapping) as tidy YAML: one line for what fits into one."""
    return "".join(line + "\n" for line in _block(data, 0))


def flow(data: Plain) -> str:
    """Return plain data as YAML in one line."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_key(key)}: {flow(value)}" for key, value in data.items()) + "}"
    if isinstance(data, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in data) + "]"
    return scalar(data)


def _block(data: Plain, indent: int) -> Iterable[str]:
    blank = " " * indent
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _entry_lines(f"{blank}{_key(key)}:", value, indent)
    elif isinstance(data, (list, tuple)):
        for item in data:
            yield from _entry_lines(f"{blank}-", item, indent)
    else:
        yield blank + scalar(data)


def _entry_lines(start: str, value: Plain, indent: int) -> Iterable[str]:
    line = f"{start} {flow(value)}"
    if len(line) <= WIDTH or not value or not isinstance(value, (dict, list, tuple)):
        yield line
        return
    yield start
    yield from _block(value, indent + 2)


def _key(key: Plain) -> str:
    text = _scalar_text(key)
    return text if text.isascii() and text.isdecimal() else scalar(text)


def scalar(data: Plain) -> str:
    """Return one value as YAML: plain where any reader of YAML takes it for the same, else quoted."""
    if not isinstance(data, str):
        return _scalar_text(data)
    return data if _plain_is_safe(data) else _quoted(data)


def _plain_is_safe(text: str) -> bool:
    if not text or text.casefold() in _NOT_TEXT_ELSEWHERE or text != text.strip() or not text.isprintable():
        return False
    if not text[0].isalpha() and not text[0].isdigit():
        return False
    if any(letter in ",[]{}#&*!|>'\"%@`\\" for letter in text) or ": " in text or text.endswith(":"):
        return False
    return not _looks_like_a_number(text)


def _looks_like_a_number(text: str) -> bool:
    """Return whether another reader of YAML could take the text for a number or a time."""
    return text[0].isdigit() and all(letter.isdigit() or letter in "._:eExXoOabcdefABCDEF+" for letter in text)


def _quoted(text: str) -> str:
    return '"' + "".join(_escaped(letter) for letter in text) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
