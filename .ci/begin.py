"""Begins the program of one file. `.ci/program.py` packs this, and a script before it that makes CODES and FILES.

CODES   modules that a hand needs: whether each is a package, and its code; found here without looking for files
FILES   modules whose files are not unpacked at the start: the module that has each file's bytes, and its place
"""

# nothing is imported here that is in CODES
import _thread
import marshal
import os
import sys
from _frozen_importlib import ModuleSpec

from __main__ import CODES, FILES

PLACE: str = sys._MEIPASS  # type: ignore[attr-defined]  # noqa: SLF001  what PyInstaller calls where it has unpacked


class Packed:
    """Finds and loads what is in this file."""

    def __init__(self) -> None:
        self.alone = _thread.RLock()

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return a module of CODES; for another one unpack its files, and leave it to those who look for files."""
        for part, named in FILES.get(name, ()):
            with self.alone:
                self._unpack(part, os.path.join(PLACE, named))
        if name not in CODES:
            return None
        package, _code = CODES[name]
        folder = os.path.join(PLACE, *name.split("."))
        spec = ModuleSpec(name, self, is_package=package)
        spec.origin = os.path.join(folder, "__init__.py") if package else f"{folder}.py"
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [folder, os.path.join(PLACE, "base_library.zip", *name.split("."))]
        return spec

    @staticmethod
    def _unpack(part: str, file: str) -> None:
        if not os.path.exists(file):
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as unpacked:
                unpacked.write(__import__(part).BYTES)
            del sys.modules[part]
            sys.path_importer_cache.clear()  # whoever looked before does not know the folder

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave making the module to Python."""

    def exec_module(self, module: object) -> None:
        """Run the module's code."""
        exec(marshal.loads(CODES[module.__name__][1]), vars(module))  # noqa: S102, S302  it is in this very file


sys.meta_path.insert(0, Packed())

# what unpacks the program has the system look for libraries among its own: a browser that is opened needs the system's
before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
os.environ.pop("LD_LIBRARY_PATH", None)
if before:
    os.environ["LD_LIBRARY_PATH"] = before

from sklog.__main__ import main  # noqa: E402  only now can it be found

main()
