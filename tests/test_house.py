"""The shape of the code: one order of modules, rooms that one can survey, and imports where a reader looks for them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import sklog
from sklog import rooms
from tests import house

pytestmark = pytest.mark.long

PACKAGE = Path(sklog.__file__).parent
SETTINGS = house.BUDGETS.read_text("utf-8")
ROOMS = tomllib.loads(SETTINGS)["tool"]["house"]["rooms"]
MOST_INNER_IMPORTS = 97
LONGEST_FUNCTION = 50  # lines


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


FILES = {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def trees() -> Mapping[str, ast.Module]:
    """Return each module, parsed when the first test asks: who only collects the tests does not wait for it."""
    return {name: ast.parse(path.read_text("utf-8")) for name, path in FILES.items()}


def _imports(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield each import, those for type checkers alone as well, and whether it stands inside a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child, inside
        else:
            yield from _imports(child, inside=inside or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)))


def _modules(statement: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Yield the modules of the package that an import names."""
    if isinstance(statement, ast.Import):
        names = [alias.name for alias in statement.names]
    else:
        assert statement.level == 0, "imports are absolute"
        within = [f"{statement.module}.{alias.name}" for alias in statement.names]
        names = [name if name in FILES else str(statement.module) for name in within]
    yield from (name for name in names if name in FILES)


def _by_name(tree: ast.AST) -> Iterator[str]:
    """Yield the modules of the package that are imported by a name written out: `import_module("sklog.play")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
            said = [one.value for one in node.args if isinstance(one, ast.Constant)]
            yield from (name for name in said if name in FILES)


@cache
def graph() -> Mapping[str, set[str]]:
    """Return which modules each one imports, in whatever way."""
    return {
        name: {other for statement, _ in _imports(tree) for other in _modules(statement)}.union(_by_name(tree)) - {name}
        for name, tree in trees().items()
    }


def test_modules_stand_in_one_order() -> None:
    """No module imports itself by way of others, imports inside functions and for types alone included."""
    assert len(list(TopologicalSorter(graph()).static_order())) == len(FILES)  # CycleError names a circle


def test_imports_stand_at_the_top() -> None:
    """Few stand inside a function, and each of those says why."""
    inner = [
        f"{name}:{statement.lineno}"
        for name, tree in trees().items()
        for statement, inside in _imports(tree)
        if inside
        and not re.search(r"noqa: PLC0415  \S", FILES[name].read_text("utf-8").splitlines()[statement.lineno - 1])
    ]
    assert inner == []
    assert sum(inside for tree in trees().values() for _, inside in _imports(tree)) < MOST_INNER_IMPORTS


def test_libraries_are_used_by_their_public_names() -> None:
    """What begins with an underscore is theirs to change."""
    private = [
        f"{name}:{statement.lineno}"
        for name, tree in trees().items()
        for statement in ast.walk(tree)
        if isinstance(statement, (ast.Import, ast.ImportFrom))
        for imported in statement.names
        for parts in [[*(getattr(statement, "module", None) or "").split("."), *imported.name.split(".")]]
        if parts[0] not in {"sklog", *sys.stdlib_module_names} and any(part.startswith("_") for part in parts)
    ]
    assert private == []


def _room(name: str) -> str:
    return house.room_of(FILES[name])


def test_lines_of_code_keep_within_their_budget() -> None:
    """They only become fewer, but for a new capability that is named beside the number."""
    allowed = house.budgets()
    assert {room: lines for room, lines in house.measured().items() if lines > allowed[room]} == {}


def test_budgets_fall_by_themselves() -> None:
    """Only why they rise is said by somebody."""
    lines = {"whole": 1_010, "core": 500, "play": 1}
    fewer = house.written(SETTINGS, lines, "")
    assert {name: house.budgets(fewer)[name] for name in lines} == lines
    assert set(fewer.splitlines()) - set(SETTINGS.splitlines()) == {
        *("budget = 1_010", "budget = 500"),
        'play = { folder = "sklog/play", budget = 1, knows = ["live"] }',
    }
    more = house.written(SETTINGS, {"whole": 1_000_000}, "a report: who won")
    assert "# a report: who won\nbudget = 1_000_000\n" in more


def test_the_rooms_that_may_be_missing_are_those_of_the_house() -> None:
    """What is not here is said to be a room only where it is one."""
    assert set(rooms.ROOMS) == ROOMS.keys()


def test_the_core_knows_no_room() -> None:
    """What a room adds is a row of `sklog.rooms`."""
    found = sorted(
        f"{name} imports {other}"
        for name in FILES
        if _room(name) == "core"
        for other in graph()[name]
        if _room(other) != "core"
    )
    assert found == []


def test_rooms_know_those_they_say() -> None:
    """A room may be deleted without a thought for any other but those that name it here."""
    known = {room: {"core", room, *ROOMS[room]["knows"]} for room in ROOMS}
    ways = [(name, other) for name in FILES if _room(name) in ROOMS for other in graph()[name]]
    assert [(name, other) for name, other in ways if _room(other) not in known[_room(name)]] == []


def test_no_function_is_too_long() -> None:
    """What is longer is two things."""
    nodes = (node for name in FILES for node in ast.walk(trees()[name]))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION] == []


def test_no_two_rooms_have_one_name() -> None:
    """Only what has one role on several floors or in several rooms, such as their commands, shares its name."""
    shared = Counter(name.rpartition(".")[2] for name in FILES if FILES[name].name != "__init__.py")
    assert {name for name, count in shared.items() if count > 1} == ONE_ROLE


ONE_ROLE = {
    *("commands", "correct", "evening", "facts", "hand", "incoming", "model", "reporting", "session"),
    *("settlement", "typed", "words"),
}
"""What the desk, the ledger, a report, the scoring or a room calls the same, because it is the same."""


def test_type_checkers_know_the_public_names() -> None:
    """What the stub imports is what `sklog` imports when a name is asked for."""
    stub = ast.parse(PACKAGE.joinpath("__init__.pyi").read_text("utf-8"))
    known = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert known == sklog._PUBLIC  # noqa: SLF001  nobody else needs to know it
    assert sorted(known) == sorted(sklog.__all__)
