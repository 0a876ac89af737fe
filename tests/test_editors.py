"""What an editor offers, and what type checkers know: every name of the interface, its fields, and all their types."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sklog
from sklog.desk.reporting import EVENING_REPORTS
from sklog.rooms import SEASON_REPORTS

PACKAGE = Path(sklog.__file__).parent
STUB = ast.parse((PACKAGE / "__init__.pyi").read_text("utf-8"))
OFFERED = {
    "names": ("sklog.", {"Ledger", "Played", "find_tariff", "NotFound"}),
    "ledger": ("sklog.Ledger('x').", {"record", "evening", "settlement", "add", "export"}),
    "recorded": ("sklog.Ledger('x').record('w a').line.", {"number", "score", "state"}),
    "state": ("sklog.start(['A', 'B']).", {"balances", "dealer", "stock"}),
    "hand": ("sklog.Played(game='wenz').", {"declarer", "won", "laufende"}),
    "problem": ("sklog.SklogError('x').problems[0].", {"message", "code", "data"}),
}
WITHIN = {  # what a fact of a tariff, or of JSON, is made of: none of it is for programs
    *("ByResult", "Kontra", "SpecialRound", "Form", "stored", "NO_ROUND", "SHORT_LIST"),
    *("Command", "Said", "RoundResult", "Record"),
    *("Which", "Names"),  # aliases of plain types
}


def test_the_stub_says_what_is_imported() -> None:
    """Each name is imported as itself, which every type checker and editor takes for public."""
    said = {
        alias.asname: (one.module, alias.name)
        for one in STUB.body
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
    }
    assert said == sklog._PUBLIC  # noqa: SLF001  the table of what is imported


@pytest.mark.long
@pytest.mark.parametrize("asked", OFFERED)
def test_jedi_offers_it(asked: str) -> None:
    """Jupyter, Spyder and vim ask Jedi."""
    jedi = pytest.importorskip("jedi", reason="Jedi is not installed: pip install jedi")
    line, wanted = OFFERED[asked]
    script = jedi.Script(f"import sklog\n{line}", project=jedi.Project(PACKAGE.parent))
    assert wanted - {found.name for found in script.complete()} == set()


@pytest.mark.long
def test_jedi_knows_what_a_hand_is_made_of() -> None:
    """Its facts, by their names."""
    jedi = pytest.importorskip("jedi", reason="Jedi is not installed: pip install jedi")
    (made,) = jedi.Script("import sklog\nsklog.Played(", project=jedi.Project(PACKAGE.parent)).get_signatures()
    assert {"game", "declarer", "won", "laufende"} <= {one.name for one in made.params}


CAREFUL = """
import sklog
line = sklog.Ledger("x").record("w a").line
if line.score:
    value: int = line.score.value
wrong: str = line.number
sklog.Ledger("x").report("sesion")
sklog.Played(game="wenz", wun=True)
"""


@pytest.mark.long
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_find_the_same_slips(checker: str, tmp_path: Path) -> None:
    """A wrong type, a report that is not there, and a fact that there is none of."""
    program = Path(sys.executable).with_name(checker)
    found = shutil.which(program) or shutil.which(checker)
    if found is None:
        pytest.skip(f"{checker} is not installed: pip install {checker}")
    (tmp_path / "careful.py").write_text(CAREFUL, "utf-8")
    strict = ["--strict"] if checker == "mypy" else []
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "MYPYPATH": str(PACKAGE.parent)}
    ran = subprocess.run(
        [found, *strict, "careful.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    lines = {line.split(":")[1] for line in ran.stdout.splitlines() if "careful.py:" in line and "error" in line}
    assert lines == {"6", "7", "8"}, ran.stdout


def test_each_report_has_its_word_for_type_checkers() -> None:
    """Those of an evening, and of a season."""
    tree = ast.parse((PACKAGE / "desk" / "ledger.py").read_text("utf-8"))
    (said,) = [
        one for one in ast.walk(tree) if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "ReportName"
    ]
    words = {one.value for one in ast.walk(said.value) if isinstance(one, ast.Constant)}
    assert words == {*EVENING_REPORTS, *SEASON_REPORTS}


def _annotations(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a class says of its fields and methods, or a function of what it takes and returns."""
    if isinstance(node, ast.ClassDef):
        for one in node.body:
            if isinstance(one, ast.AnnAssign):
                yield one.annotation
            elif isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
                yield from _annotations(one)
    elif isinstance(node, ast.FunctionDef):
        of = node.args
        every = (*of.posonlyargs, *of.args, *of.kwonlyargs, of.vararg, of.kwarg)
        yield from (one.annotation for one in every if one is not None and one.annotation)
        yield from [node.returns] if node.returns else []


def _unnamed() -> Iterator[str]:
    """Yield what the interface speaks of and does not have."""
    public = set(sklog._PUBLIC.values())  # noqa: SLF001  the same
    for module, name in public:
        tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text("utf-8"))
        ours = {
            alias.asname or alias.name: (one.module, alias.name)
            for one in ast.walk(tree)
            if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("sklog")
            for alias in one.names
        }
        ours |= {one.name: (module, one.name) for one in tree.body if isinstance(one, ast.ClassDef)}
        for node in (one for one in tree.body if getattr(one, "name", None) == name):
            said = [one for each in _annotations(node) for one in ast.walk(each)]
            words = {one.id for one in said if isinstance(one, ast.Name)}
            for one in said:  # model.Tournament
                if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in ours:
                    words = words - {one.value.id} | {one.attr}
                    ours[one.attr] = (".".join(filter(None, ours[one.value.id])), one.attr)
            yield from (word for word in words if word in ours and ours[word] not in public)


@pytest.mark.long
def test_each_type_of_a_signature_is_public() -> None:
    """Whoever annotates what a method returned finds its name."""
    assert set(_unnamed()) <= WITHIN


@pytest.mark.parametrize("name", ["Recorded", "Closed", "Change"])
def test_what_is_printed_is_short(name: str, tmp_path: Path) -> None:
    """At a prompt one sees which evening and which hand it is, on a line or two."""
    ledger = sklog.Ledger(tmp_path / "ledger.db", dry_run=True)
    live = sklog.Ledger(tmp_path / "ledger.db")
    live.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel", date="2026-11-19")
    live.record("w a")
    made: dict[str, Callable[[], object]] = {
        "Recorded": lambda: ledger.record("x"),
        "Closed": ledger.close_evening,
        "Change": lambda: ledger.fix(1, "w b"),
    }
    assert len(repr(made[name]())) < 400
