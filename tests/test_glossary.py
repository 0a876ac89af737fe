"""The glossary and the tour of the code are true: every name and every path in them is there."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import sklog
from tests import transcripts

PACKAGE = Path(sklog.__file__).parent
DOCS = transcripts.ROOT / "docs"
MODULES = [module.name for module in walk_packages(sklog.__path__, "sklog.") if module.name != "sklog.__main__"]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ")
][1:]
CODE = re.compile(r"(?<!`)`([^`\n]+)`")
NAME = re.compile(r"\w+(\.\w+)*")
IN_CODE = [name for _word, _meaning, code in ROWS for name in CODE.findall(code) if NAME.fullmatch(name)]
TOUR = (DOCS / "architecture.md").read_text(encoding="utf-8")
IN_TOUR = [name for name in CODE.findall(TOUR) if NAME.fullmatch(name) and re.search("[A-Z_.]", name)]
PATHS = [path for path in CODE.findall(TOUR) if re.fullmatch(r"[\w/]+/(\w+\.[a-z]+)?", path)]


def _names() -> Iterator[str]:
    """Yield the full name of every module, of what stands in it, and of the fields and methods of its classes."""
    for module in MODULES:
        yield module
        for name, held in vars(import_module(module)).items():
            yield f"{module}.{name}"
            if isinstance(held, type):
                yield from (
                    f"{module}.{name}.{field}" for field in (*vars(held), *getattr(held, "__annotations__", ()))
                )


@pytest.mark.long
def test_every_name_stands_in_the_code() -> None:
    """What the glossary and the tour name can be imported, or is a table of the ledger, or a file at the top."""
    tables = re.findall(r"CREATE TABLE (\w+) \(", (PACKAGE / "ledger" / "schema.py").read_text(encoding="utf-8"))
    known = "".join(f".{name}\n" for name in (*_names(), *tables))
    unknown = [name for name in (*IN_CODE, *IN_TOUR) if f".{name}\n" not in known]
    assert [name for name in unknown if not (transcripts.ROOT / name).is_file()] == []


def test_every_word_has_one_row() -> None:
    """One noun, one meaning."""
    assert len(ROWS) > 20
    assert [word for word, times in Counter(row[0] for row in ROWS).items() if times > 1] == []


def test_every_path_in_the_tour_is_there() -> None:
    """What the tour of the code names is a file or a folder of the package."""
    assert [path for path in PATHS if not ((PACKAGE.parent / path).exists() or (PACKAGE / path).exists())] == []


def test_the_tour_names_every_room() -> None:
    """Every file and folder right inside of the package stands in the drawing of the floors, and nothing else."""
    drawn = TOUR.partition("## The floors")[2].partition("```text\n")[2].partition("```")[0]
    assert {line.split()[0] for line in drawn.splitlines()} == {name.split(".")[1] for name in MODULES}


EXTRAS = ("girocode", "sheets", "rating", "sign", "platform")


def test_the_tour_says_what_every_library_is_for() -> None:
    """Every declared dependency has a row, and there is no other."""
    project = tomllib.loads((transcripts.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *(one for extra in EXTRAS for one in extras[extra])]
    table = TOUR.partition("| library | used for |\n|---|---|\n")[2].partition("\n\n")[0]
    named = [line.strip("| ").partition(" | ")[0].casefold() for line in table.splitlines()]
    assert named == [re.split(r"[\[>]", one)[0] for one in declared]
