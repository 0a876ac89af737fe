"""YAML as text with positions: the only place that knows YAML's syntax.

    text_of  file -> text, of at most `MOST_BYTES`
    parse    text -> tree of `Node`s, each with its place, and everything that is wrong; why: `yaml_causes`
    dump     plain data -> tidy YAML;  flow, in one line

Every scalar stays the text that was written (`null`, `no`, `93` and `10:20` too): what it means is for the
reader of a tariff or a session to say. Problems are values with file, line and column; a file is read as
far as it can be, so that one look shows all of them. Anchors, tags and deep nesting are refused.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sklog import rooms, yaml_faults
from sklog.errors import NotFound, Problem, SklogError, reason
from sklog.language import N_, _
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    Event = Any  # PyYAML's, and its errors

Plain = Any
"""Text, whole numbers, booleans and None, and lists and mappings of them: what JSON can say."""

MOST_BYTES = 5_000_000
MOST_VALUES = 150_000  # texts, lists and mappings in one file: what 10,000 hands need, and is read in a second
MOST_PROBLEMS = 50  # then reading ends: the rest is likely to be the same mistake
DEEPEST = 50
UNKNOWN = N_("not readable as YAML from here on: look for a missing quote, bracket, colon or blank, here or just above")
WIDTH = 100  # a list or mapping that fits is written in one line

# the parser compares each of them with all before it: 25,000 take longer than anybody waits
_TAG = re.compile("(?:\\A\ufeff?|(?<=[\n\r\x85\u2028\u2029]))%TAG")
_WHOLE = re.compile("-?[0-9]{1,6}")
_DECIMALS = re.compile(r"[0-9]{1,3}(?: ?(?:€|ct|c|cents?|euro))?", re.IGNORECASE)
_NOT_TEXT_ELSEWHERE = frozenset(("y", "yes", "n", "no", "true", "false", "on", "off", "null"))


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
        self, value: str | list[Node] | dict[str, Node], mark: Mark, key_marks: dict[str, Mark] | None = None
    ) -> None:
        self.value = value
        self.mark = mark
        self.key_marks = {} if key_marks is None else key_marks


class PlainNode(Node):
    """A list or mapping of plain data, whose parts have no places of their own: whoever reads it reads them as is."""

    __slots__ = ()


def plain(node: Node) -> Plain:
    """Return the tree as text, lists and dicts."""
    value = node.value
    if isinstance(node, PlainNode):
        return value
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
        raise SklogError(mark.problem(_too_deep()))
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


# -- reading ------------------------------------------------------------------------------------------


def text_of(path: Path, error: type[SklogError]) -> str:
    """Return the text of a file; NotFound where there is none, `error` where it cannot be read."""
    try:
        if path.exists() and not path.is_file():  # a device or a pipe may never end
            raise error(Problem(_("this is not a regular file"), str(path)))
        with path.open("rb") as file:
            read = file.read(MOST_BYTES + 1)
        if len(read) > MOST_BYTES:
            raise error(Problem(too_large(), str(path)))
        return read.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise NotFound(Problem(_("there is no such file"), str(path))) from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise error(Problem(_("this is not UTF-8: save the file with that encoding"), str(path), line, 1)) from None
    except OSError as wrong:
        raise error(Problem(_("cannot be read: {reason}", reason=reason(wrong)), str(path))) from None


def too_large() -> str:
    """Return the sentence that a file is larger than any that sklog reads."""
    return _("larger than {megabytes} MB: this is not the right file", megabytes=MOST_BYTES // 1_000_000)


def _too_deep() -> str:
    return _("nested more than {depth} deep", depth=DEEPEST)


def too_many() -> str:
    """Return the sentence that a file holds more values than any that sklog reads."""
    return _("more than {most:,} values: this is not the right file", most=MOST_VALUES)


def parse(text: str, where: str, *, decimals: bool = False) -> tuple[Node, list[Problem]]:
    """Return the tree of a text and everything that is wrong with it as YAML.

    `decimals` says that amounts may have them: what is said of one that a comma has torn depends on it.
    Where a fault hides what follows it (a syntax error, an anchor, nesting too deep) the tree is the text "".
    """
    nothing = Node("", Mark(where, 1, 1))
    if len(text) > MOST_BYTES:
        return nothing, [Problem(too_large(), where)]
    if "%TAG" in text and (found := _TAG.search(text)):
        mark = Mark(where, text.count("\n", 0, found.start()) + 1, 1)
        return nothing, [mark.problem(_("a directive ({name}) is not used here: remove the line", name="%TAG"))]
    import yaml  # noqa: PLC0415  26 ms, only where a text is read

    builder = _Builder(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)), where, decimals=decimals)
    try:
        root = builder.tree()
    except yaml.MarkedYAMLError as wrong:
        return nothing, [*builder.problems, _syntax_problem(wrong, text, where)]
    except (yaml.YAMLError, UnicodeError):
        return nothing, [*builder.problems, _control_character(text, where)]
    except SklogError as wrong:
        return nothing, [*builder.problems, *wrong.problems]
    if len(builder.problems) >= MOST_PROBLEMS:
        return nothing, builder.problems
    if root and isinstance(root.value, str) and (said := yaml_faults.stuck(yaml_faults.line_of(text, root.mark.line))):
        return nothing, [*builder.problems, root.mark.problem(said)]
    return root or nothing, builder.problems


def _syntax_problem(wrong: Event, text: str, where: str) -> Problem:
    """Return what the parser stumbled over, in words that do not need to know YAML."""
    begun, at = wrong.context_mark, wrong.problem_mark or wrong.context_mark
    said = " ".join(part for part in (wrong.context, wrong.problem) if part)
    if "nesting depth" in said:  # from 6.0.4 on PyYAML looks ahead, and gives up before the first event of such a text
        return Problem(_too_deep(), where, at.line + 1, at.column + 1)
    explained = rooms.if_here(rooms.YAML_CAUSES)
    fault = explained and explained(text, said, (begun.line, begun.column) if begun else None, (at.line, at.column))
    line, column, message = fault or (at.line, at.column, _(UNKNOWN))
    return Problem(message, where, line + 1, column + 1)


def _control_character(text: str, where: str) -> Problem:
    """Return the problem of the first character that YAML does not allow."""
    for number, line in enumerate(text.split("\n"), 1):
        for column, letter in enumerate(line, 1):
            if not letter.isprintable() and letter not in "\t\r\ufeff":
                message = _("the character {character} cannot be in a text file", character=f"U+{ord(letter):04X}")
                return Problem(message, where, number, column)
    return Problem(_("not readable as YAML: it contains something other than text"), where)


class _Builder:
    """Makes a tree of nodes from the parser's events, and collects what is wrong.

    SklogError stops it: what is nested so deep, or grows with every alias, was not written by hand.
    """

    def __init__(self, events: Iterable[Event], where: str, *, decimals: bool) -> None:
        self.events = self._until_enough(events)
        self.decimals = decimals
        self.where = where
        self.problems: list[Problem] = []
        self.values = 0

    def _until_enough(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            if len(self.problems) >= MOST_PROBLEMS:
                raise SklogError(self.problems.pop())  # the rest is likely to be the same mistake
            yield event

    def tree(self) -> Node | None:
        """Return the first document, None where there is none; what follows a second one's mark is left out."""
        root = None
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                if root is not None:
                    self._add_problem(self._mark(event), _("a second document: a file holds one, so remove the `---`"))
                    break
                root = self._begin_value(next(self.events), 0)
                self._fill(root, 1)
        return root

    def _mark(self, event: Event) -> Mark:
        return Mark(self.where, event.start_mark.line + 1, event.start_mark.column + 1)

    def _add_problem(self, mark: Mark, message: str) -> None:
        self.problems.append(mark.problem(message))

    def _begin_value(self, event: Event, depth: int) -> Node:
        """Return the value (or key) that begins with this event; a list or mapping is still empty."""
        mark, kind = self._mark(event), type(event).__name__
        self.values += 1
        if self.values > MOST_VALUES:
            raise SklogError(mark.problem(too_many()))
        if event.anchor is not None:
            said = _(
                "anchors (&) and aliases (*) are not used here: write the value out, or put quotes around a text "
                "that begins with one"
            )
            raise SklogError(mark.problem(said))
        if event.tag is not None:
            self._add_problem(mark, _("a tag ({tag}) is not used here: remove it", tag=event.tag))
        if kind == "ScalarEvent":
            return Node(event.value, mark)
        if depth >= DEEPEST:
            raise SklogError(mark.problem(_too_deep()))
        return Node({} if kind == "MappingStartEvent" else [], mark)

    def _fill(self, node: Node, depth: int) -> None:
        """Read what is in a list or mapping; `depth` says in how many its parts are."""
        if isinstance(node.value, str):
            return
        for event in takewhile(lambda event: not type(event).__name__.endswith("EndEvent"), self.events):
            if isinstance(node.value, list):
                part = self._begin_value(event, depth)
                node.value.append(part)
                self._fill(part, depth + 1)
            else:
                self._entry(node, node.value, event, depth)

    def _entry(self, parent: Node, entries: dict[str, Node], begins: Event, depth: int) -> None:
        """Read a key and what stands behind it; of a key that is none, or stands there already, it is not kept."""
        key = self._begin_value(begins, depth)
        if not isinstance(key.value, str):
            self._add_problem(key.mark, _("a key must be a word, not a list or a mapping"))
            self._fill(key, depth + 1)
        value = self._begin_value(follows := next(self.events), depth)
        plain = isinstance(key.value, str) and not begins.style
        alone = plain and not value.value and isinstance(value.value, str) and not follows.style
        if isinstance(key.value, str) and not (alone and self._is_torn_amount(entries, key)):
            said, value = self._split_glued_key(key, value) if alone else (key.value, value)
            if first := parent.key_marks.get(said):
                self._add_problem(
                    key.mark, _('"{key}" is here twice, first in line {line}: keep one', key=said, line=first.line)
                )
            elif plain and not said.isidentifier() and (wrong := _no_key(said)):
                self._add_problem(key.mark, wrong)
            else:
                entries[said], parent.key_marks[said] = value, key.mark
        self._fill(value, depth + 1)

    def _split_glued_key(self, key: Node, value: Node) -> tuple[str, Node]:
        """Return a key that has no value, and what it has in truth where only the blank behind the colon is missing."""
        text = str(key.value)
        if not (parted := yaml_faults.split_glued(text)):
            return text, value
        self._add_problem(key.mark, yaml_faults.blank_missing(parted))
        said, __, rest = parted.partition(": ")
        return said, Node(rest, key.mark._replace(column=key.mark.column + len(said) + 1))

    def _is_torn_amount(self, entries: dict[str, Node], key: Node) -> bool:
        """Record an amount of which a comma made two things: `{solo: 0,20}` is a 0, and a key 20 without a value."""
        last = next(reversed(entries.values()), None)
        if last is None or not isinstance(last.value, str) or not isinstance(key.value, str):
            return False
        behind = last.mark._replace(column=last.mark.column + len(last.value) + 1)
        if behind != key.mark or not _WHOLE.fullmatch(last.value) or not _DECIMALS.fullmatch(key.value):
            return False
        digits = re.sub("[^0-9]", "", key.value)
        cents = int(last.value + digits) if len(digits) == 2 else _("whole cents")
        said = N_("a comma inside brackets splits {amount} in two: write {cents}")
        if self.decimals and len(digits) == 2:
            said = N_('a comma inside brackets splits {amount} in two: write {cents} or "{amount}"')
        self._add_problem(last.mark, _(said, amount=f"{last.value},{key.value}", cents=cents))
        return True


def _no_key(key: str) -> str | None:
    """Return why a word without quotes is no key; None where it is one."""
    if key == "<<":
        return _("a merge key (<<) is not used here: write its contents out")
    return yaml_faults.other_blank(key)


# -- writing ------------------------------------------------------------------------------------------


def dump(data: Plain) -> str:
    """Return plain data (a mapping) as tidy YAML: one line for what fits into one."""
    return "".join(line + "\n" for line in _block(data, 0)) if data else "{}\n"


def flow(data: Plain) -> str:
    """Return plain data as YAML in one line."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_key(key)}: {flow(value)}" for key, value in data.items()) + "}"
    if isinstance(data, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in data) + "]"
    return scalar(data)


def _block(data: Plain, indent: int) -> Iterator[str]:
    """Yield the lines of a mapping or list."""
    blank = " " * indent
    if isinstance(data, dict):
        for key, value in data.items():
            start = f"{blank}{_key(key)}:"
            if _fits(value, len(start)):
                yield f"{start} {flow(value)}"
            else:
                yield start
                yield from _block(value, indent + 2)
    else:
        for item in data:
            if _fits(item, len(blank) + 1):
                yield f"{blank}- {flow(item)}"
            else:
                first, *others = _block(item, indent + 2)
                yield f"{blank}- {first.lstrip()}"
                yield from others


def _fits(value: Plain, used: int) -> bool:
    """Return whether a value goes into the line it begins in; single values always do."""
    return not value or not isinstance(value, (dict, list, tuple)) or used + 1 + len(flow(value)) <= WIDTH


def _key(key: Plain) -> str:
    text = _scalar_text(key)
    return text if text.isascii() and text.isdecimal() else scalar(text)


def scalar(data: Plain) -> str:
    """Return one value as YAML: plain where any reader of YAML takes it for the same, else quoted."""
    if not isinstance(data, str):
        return _scalar_text(data)
    return data if _plain_is_safe(data) else f'"{"".join(map(_escaped, data))}"'


def _plain_is_safe(text: str) -> bool:
    if not text or text.casefold() in _NOT_TEXT_ELSEWHERE or text != text.strip() or not text.isprintable():
        return False
    if not text[0].isalpha() and not text[0].isdigit():
        return False
    if any(letter in ",[]{}#&*!|>'\"%@`\\?" for letter in text) or ": " in text or text.endswith(":"):
        return False
    # nor what another reader of YAML could take for a number or a time
    return not text[0].isdigit() or not all(letter.isdigit() or letter in "._:eExXoOabcdefABCDEF+" for letter in text)


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    return f"\\U{ord(letter):08x}"
