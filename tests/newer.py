"""A sklog as a later version may be: the same program with one more field, run as a process of its own."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests import transcripts
from tests.transcripts import Ran

RULE_FIELD = '    more: Annotated[int, setting("one more setting", least=0)] = 0\n'


class Field(NamedTuple):
    """One more field: the class that gets it, the line that says so, and what else in the package must know of it."""

    owner: str
    line: str
    known: tuple[tuple[str, str, str], ...] = ()  # (file, text that stands there once, what stands there instead)


FIELDS = {
    "rule": Field("Schwarz", RULE_FIELD),
    "tariff": Field("Settings", RULE_FIELD),
    "state": Field("State", "    more: int = 0\n"),
    "hand": Field(
        "Played",
        "    more: int | None = None\n",
        (("scoring/canonical.py", '"bid", "forced", "round"', '"bid", "forced", "more", "round"'),),
    ),
}
"""A field more in each kind of value that a ledger keeps."""


def program(folder: Path, names: Iterable[str]) -> Path:
    """Write a sklog with these fields below `folder` and return where Python finds it."""
    shutil.copytree(transcripts.ROOT / "sklog", folder / "sklog")  # what is compiled already is not compiled again
    shutil.copytree(transcripts.ROOT / "tariffs", folder / "tariffs")
    for field in (FIELDS[name] for name in names):
        for name, old, new in field.known:
            file = folder / "sklog" / name
            before = file.read_text("utf-8")
            assert before.count(old) == 1, f"{old!r} stands in {name} {before.count(old)} times"
            file.write_text(before.replace(old, new), "utf-8")
        changed = [file for file in (folder / "sklog" / "scoring").glob("*.py") if _add(file, field)]
        assert len(changed) == 1, f"{field.owner} is defined in {changed}"
    return folder


def _add(file: Path, field: Field) -> bool:
    """Write the field behind the last one of its class, where the file defines that."""
    text = file.read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == field.owner:
            last = max(one.end_lineno or 0 for one in node.body if isinstance(one, ast.AnnAssign))
            lines = text.splitlines(keepends=True)
            file.write_text("".join([*lines[:last], field.line, *lines[last:]]), "utf-8")
            return True
    return False


def run(words: list[str], *, program: Path = transcripts.ROOT, folder: Path | None = None) -> Ran:
    """Run the sklog that Python finds there, in a folder or the working one, and in the environment of the tests."""
    done = subprocess.run(
        [sys.executable, "-m", "sklog", *words],
        env={**os.environ, "PYTHONPATH": str(program)},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    return Ran(done.returncode, done.stdout, done.stderr)
