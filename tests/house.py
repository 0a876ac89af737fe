"""The measure of the house: which lines of a module hold code, and which budget each room has.

`python -m tests.house` writes the lines that the whole, the core and each room have into `tool.house` of
`pyproject.toml` where they are fewer than their budget. Where they are more, say why: `python -m tests.house --for "a
report: who won each evening"` raises them, and notes the reason beside the budget of the whole.
"""

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "sklog"
BUDGETS = ROOT / "pyproject.toml"
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
    tokenize.ENCODING,
}


def code_lines(path: Path) -> int:
    """Return how many lines of a module hold code: no blank line, comment or docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    alone = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    with path.open("rb") as source:
        tokens = [token for token in tokenize.tokenize(source.readline) if token.type not in NO_CODE]
    return len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)} - alone)


@cache
def rooms() -> Mapping[str, str]:
    """Return the folder of each room."""
    declared = tomllib.loads(BUDGETS.read_text("utf-8"))["tool"]["house"]["rooms"]
    return {room: has["folder"] for room, has in declared.items()}


def known() -> Mapping[str, list[str]]:
    """Return what other rooms each room may import."""
    declared = tomllib.loads(BUDGETS.read_text("utf-8"))["tool"]["house"]["rooms"]
    return {room: has["knows"] for room, has in declared.items()}


def budgets(text: str = "") -> Mapping[str, int]:
    """Return the budget of the whole, the core and each room, in lines of code, from the settings or another text."""
    house = tomllib.loads(text or BUDGETS.read_text("utf-8"))["tool"]["house"]
    return {
        name: has["budget"]
        for name, has in [("whole", house["whole"]), ("core", house["core"]), *house["rooms"].items()]
    }


def room_of(path: Path) -> str:
    """Return the room that a module stands in, or "core"."""
    place = path.relative_to(ROOT).as_posix()
    return next((room for room, folder in rooms().items() if place.startswith(f"{folder}/")), "core")


def measured() -> Mapping[str, int]:
    """Return how many lines of code the whole, the core and each room have."""
    lines = dict.fromkeys(budgets(), 0)
    for path in PACKAGE.rglob("*.py"):
        here = code_lines(path)
        lines["whole"] += here
        lines[room_of(path)] += here
    return lines


def copy_project(place: Path, *without: str) -> None:
    """Copy every file that git knows of, but those in the folders `without`."""
    git = shutil.which("git") or "git"
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if not name.startswith(tuple(f"{folder}/" for folder in without)):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)


def written(text: str, lines: Mapping[str, int], reason: str) -> str:
    """Return the settings with these lines as budgets, and the reason why there are more than before."""
    for name, count in lines.items():
        heading = rf"\[tool\.house\.{name}\][^\[]*?" if name in ("whole", "core") else rf"{name} = {{[^}}]*?"
        text = re.sub(rf"(?m)^({heading}budget = )[\d_]+", rf"\g<1>{count:_}", text, count=1)
    return re.sub(r"(?m)^(\[tool\.house\.whole\]\n(?:#.*\n)*)", rf"\g<1># {reason}\n", text) if reason else text


def main() -> None:
    """Write the budgets; end with 1 where lines are more than before and nobody says for what."""
    asked = argparse.ArgumentParser(prog="python -m tests.house", description=__doc__)
    asked.add_argument("--for", dest="reason", default="", help="the new capability that the lines are for")
    reason = asked.parse_args().reason
    allowed, found = budgets(), measured()
    more = {
        name: f"{name}: {found[name]:,} lines of code, {allowed[name]:,} allowed"
        for name in found
        if found[name] > allowed[name]
    }
    if more and not reason:
        sys.exit("\n".join([*more.values(), 'name the new capability: python -m tests.house --for "…"']))
    BUDGETS.write_text(written(BUDGETS.read_text("utf-8"), found, reason if more else ""), "utf-8")


if __name__ == "__main__":
    main()
