"""The recipes of CONTRIBUTING.md, followed to the letter: each in a copy of the project of its own, then its tests.

`python -m tests.recipes [NAME…]` follows those whose heading has one of the names in it (all unless said). In a chapter
these blocks are a recipe; what is between them is for people:

    <!-- in FILE, before "…" -->    the block is inserted before the only line that begins so, blanks aside,
    <!-- in FILE, after "…" -->     or behind it,
    <!-- in FILE, at the end -->    or behind the last line;
    <!-- in FILE, for "…" -->       it takes the place of this text;
    <!-- new FILE -->               it is a file that was not there.
    <!-- run -->                    Each line of the block is a command; each program is one of this environment.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.house import ROOT, copy_project

PAGE = ROOT / "CONTRIBUTING.md"
CHAPTER = re.compile(r"^## (.+)\n((?:(?!^## ).*\n)+)", re.MULTILINE)
STEP = re.compile(
    r"^( *)<!-- (in|new|run) ?(\S*?),? ?(?:(before|after|for) \"(.+)\"|at the (end))? -->\n"
    r"\1```\w*\n((?:.*\n)*?)\1```$",
    re.MULTILINE,
)


class Step(NamedTuple):
    """One block of a recipe: what is done (in, new, run) to which file, where in it, at which words, and the text."""

    does: str
    file: str
    where: str
    words: str
    text: str


class Failed(Exception):
    """A step that cannot be followed, or a command that fails; the message says which."""


def recipes(page: str) -> dict[str, list[Step]]:
    """Return the steps of each chapter that has some, by its heading."""
    chapters = {heading: [_step(found) for found in STEP.finditer(text)] for heading, text in CHAPTER.findall(page)}
    return {heading: steps for heading, steps in chapters.items() if steps}


def _step(found: re.Match[str]) -> Step:
    indent, does, file, where, words, end, block = found.groups()
    text = "".join(line.removeprefix(indent) for line in block.splitlines(keepends=True))
    return Step(does, file, where or end or "", words or "", text)


def follow(step: Step, project: Path) -> None:
    """Do what a step says in a copy of the project; raise Failed."""
    if step.does == "run":
        for line in step.text.splitlines():
            _run(line, project)
        return
    path = project / step.file
    if step.does == "new":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text, "utf-8")
        return
    path.write_text(placed(path.read_text("utf-8"), step), "utf-8")


def placed(text: str, step: Step) -> str:
    """Return a text with the block of a step in its place; raise Failed where that is not there, or there twice."""
    if step.where == "end":
        return text + step.text
    if step.where == "for":
        places = [found.start() for found in re.finditer(re.escape(step.words), text)]
        return _only(places, step, text, len(step.words), step.text.rstrip("\n"))
    places = [found.start() for found in re.finditer(rf"^[ \t]*{re.escape(step.words)}", text, re.MULTILINE)]
    if step.where == "after":
        places = [text.index("\n", place) + 1 for place in places]
    return _only(places, step, text, 0, step.text)


def _only(places: list[int], step: Step, text: str, over: int, block: str) -> str:
    if len(places) != 1:
        raise Failed(f'{step.file}: "{step.words}" is there {len(places)} times')
    return text[: places[0]] + block + text[places[0] + over :]


def _run(line: str, project: Path) -> None:
    program, *words = shlex.split(line, comments=True)
    tools = Path(sys.executable).parent  # of this environment, active or not
    ran = subprocess.run(
        [tools / program, *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise Failed(f"{line}\n{ran.stdout[-6_000:]}{ran.stderr[-2_000:]}")


def tried(heading: str, steps: list[Step]) -> str:
    """Follow a recipe in a copy; return what went wrong, "" where nothing did."""
    with tempfile.TemporaryDirectory() as work:
        copy_project(Path(work))
        try:
            for step in steps:
                follow(step, Path(work))
        except Failed as failed:
            return f"{heading}: {failed}\n"
    return ""


def main() -> None:
    """Follow the recipes; end with 1 where one cannot be followed, or its tests fail."""
    asked = argparse.ArgumentParser(prog="python -m tests.recipes", description=__doc__)
    asked.add_argument("names", nargs="*", metavar="NAME")
    names = asked.parse_args().names
    found = {
        heading: steps
        for heading, steps in recipes(PAGE.read_text("utf-8")).items()
        if not names or any(name in heading for name in names)
    }
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = list(filter(None, pool.map(tried, found, found.values())))
    sys.stdout.write("".join(wrong) + f"{len(found)} recipes, {len(wrong)} cannot be followed\n")
    sys.exit(bool(wrong) or not found)


if __name__ == "__main__":
    main()
