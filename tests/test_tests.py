"""Every test can fail: it asserts something, itself or through a helper, and nothing that is always true."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXPECTING = {"raises", "warns", "fail", "validate", "check_schema"}  # of pytest and of jsonschema
NEVER_SHORTER = {(ast.GtE, "0"), (ast.Gt, "-1"), (ast.NotEq, "-1")}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    """What stands in a file of tests: its functions and methods by name, and where its other names come from."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions: dict[str, list[Function]] = {}
        self.imported: dict[str, tuple[str, str]] = {}  # name -> module, its name there ("" for the module itself)
        for node in ast.walk(tree):
            if isinstance(node, Function):
                self.functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = node.module == "tests"
                    of = (alias.name, "") if whole else (node.module.removeprefix("tests."), alias.name)
                    self.imported[alias.asname or alias.name] = of
            elif isinstance(node, ast.Import):
                self.imported.update({alias.asname or alias.name: (alias.name, "") for alias in node.names})

    def tests(self) -> Iterator[Function]:
        """Yield the tests."""
        for name, functions in self.functions.items():
            if name.startswith("test_"):
                yield from functions


@cache
def module(name: str) -> Module | None:
    """Return a module of this folder; None for any other."""
    path = HERE / f"{name.replace('.', '/')}.py"
    return Module(ast.parse(path.read_text())) if path.exists() else None


def asserts(function: Function, of: Module, seen: frozenset[int] = frozenset()) -> bool:
    """Whether this function, or one of the tests' own that it calls, asserts something."""
    seen |= {id(function)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Raise) and "AssertionError" in ast.dump(node)):
            return True
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in EXPECTING:
                return True
            if any(asserts(one, where, seen) for one, where in called(node.func, of) if id(one) not in seen):
                return True
    return False


def called(func: ast.expr, of: Module) -> Iterator[tuple[Function, Module]]:
    """Yield the tests' own functions that a call can mean: of this file, imported, fixtures, or methods."""
    if isinstance(func, ast.Name):
        there, name = of.imported.get(func.id, ("" if func.id in of.functions else "conftest", func.id))
        places = [module(there) if there else of]
    elif isinstance(func, ast.Attribute):
        name, owner = func.attr, ast.unparse(func.value)
        imported = [of.imported[owner]] if owner in of.imported else of.imported.values()
        places = [*(module(there) for there, _ in imported), *([] if owner in of.imported else [of])]
    else:
        return
    for place in places:
        if place:
            yield from ((function, place) for function in place.functions.get(name, ()))


def always_true(claim: ast.expr) -> bool:
    """Whether nothing can make this false."""
    if isinstance(claim, ast.Constant):
        return bool(claim.value)
    if isinstance(claim, ast.BoolOp):
        return (any if isinstance(claim.op, ast.Or) else all)(map(always_true, claim.values))
    if isinstance(claim, ast.Compare) and len(claim.ops) == 1:
        return _certain(claim.left, claim.ops[0], claim.comparators[0])
    # a tuple that is not empty, as in assert (x, "why"); and what is never empty
    return isinstance(claim, ast.GeneratorExp | ast.Lambda) or (isinstance(claim, ast.Tuple) and bool(claim.elts))


def _certain(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool:
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return True
    calls = any(isinstance(node, ast.Call) for node in ast.walk(left))
    if ast.dump(left) == ast.dump(right) and not calls:
        return True
    length = isinstance(left, ast.Call) and ast.unparse(left.func) == "len"
    return length and (type(operator), ast.unparse(right)) in NEVER_SHORTER


def files() -> Iterator[tuple[Path, ast.Module]]:
    """Yield every file of this folder, parsed."""
    for path in sorted(HERE.rglob("*.py")):
        yield path, ast.parse(path.read_text())


@pytest.mark.long
def test_every_test_asserts() -> None:
    """There is no test that only runs through."""
    found = [(path, Module(tree)) for path, tree in files() if path.name.startswith("test_")]
    idle = [f"{path.name}: {test.name}" for path, of in found for test in of.tests() if not asserts(test, of)]
    assert idle == []


@pytest.mark.long
def test_no_assertion_is_always_true() -> None:
    """There is no assertion that cannot fail."""
    claims = ((path, node) for path, tree in files() for node in ast.walk(tree) if isinstance(node, ast.Assert))
    assert [f"{path.name}:{claim.lineno}" for path, claim in claims if always_true(claim.test)] == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        pytest.param("assert x", True, id="itself"),
        pytest.param("with pytest.raises(ValueError): x()", True, id="an error that is expected"),
        pytest.param("helper()", True, id="a helper of the same file"),
        pytest.param("through()", True, id="a helper's helper"),
        pytest.param("scored(x, y)", True, id="a helper of another file"),
        pytest.param("ok('show')", True, id="a fixture"),
        pytest.param("terminal.asked('hand 1>')", True, id="a method of a helper"),
        pytest.param("run('show')", False, id="a fixture that asserts nothing"),
        pytest.param("idle()", False, id="a helper that asserts nothing"),
        pytest.param("print(x)", False, id="nothing at all"),
    ],
)
def test_what_asserts(body: str, found: bool) -> None:
    """An assertion is found in a test itself and wherever the test calls."""
    of = Module(
        ast.parse(
            "from playing import scored\n"
            "from terminal import Terminal\n"
            "def helper():\n    assert x\n"
            "def through():\n    helper()\n"
            "def idle():\n    return through\n"
            f"def test_it():\n    {body}\n"
        )
    )
    assert [asserts(test, of) for test in of.tests()] == [found]


@pytest.mark.parametrize(
    ("claim", "certain"),
    [
        ("True", True),
        ("x or True", True),
        ("x and True", False),
        ("(x, 'why')", True),
        ("(y for y in x)", True),
        ("len(x) >= 0", True),
        ("len(x) > 0", False),
        ("len(x) != -1", True),
        ("x == x", True),
        ("f(x) == f(x)", False),
        ("1 == 2 - 1", False),
        ("1 < 2", True),
        ("x == 1", False),
    ],
)
def test_what_is_always_true(claim: str, certain: bool) -> None:
    """A claim that nothing can make false is seen as one."""
    assert always_true(ast.parse(claim, mode="eval").body) == certain
