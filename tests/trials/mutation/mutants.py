"""The modules of the scoring core as mutmut changes them: every function with all its mutants beside it.

sklog/scoring/payout.py ──mutmut──▶ one module that is each of its mutants in turn, imported in place of the file
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from mutmut.mutation.file_mutation import MutatedFile, mutate_file_contents

PACKAGE = "sklog.scoring"
FOLDER = Path(*PACKAGE.split(".")).resolve()  # before a test goes to a folder of its own: some load late
# mutmut leaves out what has a decorator; as a function that the property calls it is mutated like any other
PROPERTY = re.compile(r"^    @(cached_)?property\n    def (\w+)\(self\)", re.MULTILINE)
FUNCTION = r"    \2 = \1property(lambda self: self.get_\2())\n\n    def get_\2(self)"
# of a function without its cache too: what it returned to one test is nothing that another may rely on
CACHE = re.compile(r"^@(lru_)?cache\b.*\n", re.MULTILINE)


class Mutant(NamedTuple):
    """One change of one function: the name that mutmut calls it by, and the lines it takes away and adds."""

    name: str
    change: tuple[str, ...]

    @property
    def text(self) -> str:
        """What README.md has of it, if it explains it."""
        return "\n".join((self.place, *self.change))

    @property
    def key(self) -> str:
        """The name and the change: after another change of the module the name may be another mutant's."""
        return "\n".join((self.name, *self.change))

    @property
    def function(self) -> str:
        """The function as mutmut's trampolines name it."""
        return self.name.partition("__mutmut_")[0]

    @property
    def module(self) -> str:
        """The module, without its package."""
        return self.name.removeprefix(f"{PACKAGE}.").partition(".")[0]

    @property
    def place(self) -> str:
        """The function for people: `payout.score`, `tariff.Laufende.step`."""
        mangled = self.function.removeprefix(f"{PACKAGE}.{self.module}.")
        return f"{self.module}.{mangled.removeprefix('x_').removeprefix('xǁ').replace('ǁ', '.')}"


class _Loader(SourceFileLoader):
    """Loads a module with its mutants, and never from or into a cache."""

    def get_code(self, fullname: str) -> CodeType:
        return compile(_mutated(Path(self.get_filename(fullname))).code, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds these modules before anybody else does."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = frozenset(f"{PACKAGE}.{name}" for name in names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname not in self.names:
            return None
        file = str(_file(fullname.rpartition(".")[2]))
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, file))


def modules() -> list[str]:
    """Return the names of all modules of the scoring core."""
    return sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")


def install(names: Sequence[str]) -> list[Mutant]:
    """Let every import of these modules be one of the mutated, and return the mutants."""
    assert not any(name.startswith("sklog") for name in sys.modules), "imported before it was mutated"
    sys.meta_path.insert(0, _Finder(names))
    return [mutant for name in names for mutant in _mutants(name)]


def _file(name: str) -> Path:
    return FOLDER / f"{name}.py"


def _mutated(file: Path) -> MutatedFile:
    return mutate_file_contents(str(file), CACHE.sub("", PROPERTY.sub(FUNCTION, file.read_text())))


def _mutants(module: str) -> Iterator[Mutant]:
    mutated = _mutated(_file(module))
    lines = mutated.code.splitlines()

    def body(function: str) -> list[str]:
        span = mutated.line_span_by_function_name[function]
        return [re.sub(r"\bx[_ǁ]\w*__mutmut_\w+", "…", line).strip() for line in lines[span.start - 1 : span.end]]

    for name in mutated.mutant_names:
        original = body(f"{name.partition('__mutmut_')[0]}__mutmut_orig")
        yield Mutant(f"{PACKAGE}.{module}.{name}", tuple(_difference(original, body(name))))


def _difference(before: list[str], after: list[str]) -> Iterator[str]:
    return (line for line in difflib.ndiff(before, after) if line[0] in "-+")
