"""The program of one file, which needs no Python: made with PyInstaller, and started with nothing beside it.

    python .ci/program.py make FOLDER     writes FOLDER/sklog, on Windows sklog.exe
    python .ci/program.py start FILE      plays an evening with it, in an empty HOME, with no program on the PATH

`make` packs what is installed where it runs, not editable:

    pip install '.[girocode,sheets,pictures,rating,sign,serve]' --group program

Both run on Linux, macOS and Windows, and a file is for the system that it was made on.

Nothing is kept between two starts: each unpacks what it needs, and deletes it at the end. Recording a hand needs only
a few libraries and modules. These are found by recording one, and are not compressed. `.ci/begin.py` unpacks any other
library or file when a module that needs it is imported. So `add` takes 1.3 to 1.4 times the processor of an installed
one; it was 5.9 times, with everything unpacked at each start.
"""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
WINDOWS = os.name == "nt"
NAME = "sklog"
WHOLE = ("sklog", "shellingham", "stdnum")
"""Packages of which modules are imported by a name that is made up while it runs: all of them are packed."""
WITH_FILES = ("sklog", "stdnum", "pygal")
"""Packages that read files of their own: catalogues, tariffs, a style sheet, the banks of a country."""
COMPILED = ("openskill",)
"""Packages compiled by mypyc, whose modules import one more that nothing names before they run."""
STRIPS = sys.platform == "linux" and shutil.which("strip") is not None
"""Names for a debugger are left out: every start writes the libraries. Elsewhere they have none, or are signed."""
BOOTS = {"zlib", "_struct"}
"""What PyInstaller's own beginning imports."""
NOT_BEGUN = ("pyi_rth_inspect", "pyi_rth_pkgutil", "pyi_rth_multiprocessing")
"""Left out: it prepares each start for programs that read their own source, list modules, or start themselves."""
READ_BY = (
    (".dist-info/", "importlib.metadata"),
    (".dist-info/", "importlib_metadata"),
    ("sklog/_tariffs/", "sklog.tariffs"),
    ("sklog/live/vocabulary.", "sklog.live.vocabulary"),
    ("sklog/pages/page.", "sklog.pages.page"),
    ("sklog/pages/page.", "sklog.pages.card"),
)
"""Files that are not read by the package that they are in, and the modules before whose import they are unpacked."""
FIRST_ASKED = (b"What is the evening called?", b"Which day does this evening belong to?")
"""What the program asks first at a terminal; the day only behind midnight."""
SECONDS = 60.0


def make(folder: Path) -> Path:
    """Write the program into a folder, and return its file."""
    from PyInstaller.__main__ import run  # noqa: PLC0415  only here, so that `start` needs nothing

    with tempfile.TemporaryDirectory() as work:
        spec = Path(work) / "sklog.spec"
        spec.write_text(
            f"import sys\nsys.path.insert(0, {str(HERE)!r})\nimport program\nprogram.pack({work!r})\n", "utf-8"
        )
        places = ("--distpath", str(folder.resolve()), "--workpath", f"{work}/build")
        run(["--noconfirm", "--clean", "--log-level=WARN", *places, str(spec)])
    return folder / (f"{NAME}.exe" if WINDOWS else NAME)


def pack(work: str) -> None:
    """Find all parts, divide them, and write them into one file; PyInstaller calls this."""
    from PyInstaller.building.api import EXE, PYZ  # noqa: PLC0415
    from PyInstaller.building.build_main import Analysis  # noqa: PLC0415
    from PyInstaller.utils.hooks import collect_data_files, collect_submodules  # noqa: PLC0415

    found = Analysis(
        [str(HERE / "begin.py")],
        hiddenimports=[*(one for package in WHOLE for one in collect_submodules(package)), *_compiled()],
        datas=[file for package in WITH_FILES for file in collect_data_files(package)],
    )
    used = _used(Path(work))
    codes = _codes(found, used | {"ctypes"})  # PyInstaller's beginning imports it, if it finds it
    later = _later(found, used | BOOTS)
    files = {place: file for places in later.values() for place, file in places.items()}
    parts = {place: f"sklog_part{number}" for number, place in enumerate(files)}
    found.pure[:] = [entry for entry in found.pure if entry[0] not in codes]
    for place, part in parts.items():
        found.pure.append((part, f"{work}/{part}.py", "PYMODULE"))
        Path(work, f"{part}.py").write_text(f"BYTES = {Path(files[place]).read_bytes()!r}\n", "utf-8")
    named = {module: [(parts[place], place) for place in places] for module, places in later.items()}
    Path(work, "parts.py").write_text(f"CODES = {codes!r}\nFILES = {named!r}\n", "utf-8")
    first = [entry for entry in found.binaries + found.datas if entry[0] not in files]
    size = sum(Path(file).stat().st_size for _place, file, kind in first if kind != "SYMLINK") / 1e6
    print(f"unpacked at each start: {len(first)} files, {size:.1f} MB before names are stripped; later: {len(files)}")
    EXE(
        PYZ(found.pure),
        [("parts", f"{work}/parts.py", "PYSOURCE"), *(one for one in found.scripts if one[0] not in NOT_BEGUN)],
        first,
        name=NAME,
        cdict={},  # nothing else is compressed
        strip=STRIPS,
        upx=False,
    )


def _used(work: Path) -> set[str]:
    """Return the modules that recording a hand needs, as a start of each command names them."""
    home = work / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKLOG", "PYTHON"))}
    around = kept | {"HOME": str(home), "SKLOG_DB": str(home / "evenings.db")}
    said = ""
    for words in (("start", "Probe", "--players", "Anna Bene Christl Dani"), ("add", "s", "ac", "nl3"), ("show",)):
        ran = [sys.executable, "-X", "importtime", "-P", "-m", "sklog", *words]
        told = subprocess.run(ran, env=around, capture_output=True, check=True, encoding="utf-8").stderr  # noqa: S603
        said += told if words[0] != "start" else ""
    return {line.rpartition("|")[2].strip() for line in said.splitlines() if line.startswith("import time:")}


def _codes(found: Any, used: set[str]) -> dict[str, tuple[bool, bytes]]:
    """Return these modules as `.ci/begin.py` loads them: whether each is a package, and its code."""
    from PyInstaller.building.utils import get_code_object, replace_filename_in_code_object  # noqa: PLC0415
    from PyInstaller.compat import PY3_BASE_MODULES  # noqa: PLC0415

    sources = {name: Path(file) for name, file, _kind in found.pure}
    base = (find_spec(name) for name in used if name.partition(".")[0] in PY3_BASE_MODULES)
    sources |= {spec.name: Path(spec.origin) for spec in base if spec and spec.origin and spec.origin.endswith(".py")}
    codes = {}
    for name in sorted(used & set(sources)):
        package = sources[name].name == "__init__.py"
        shown = "/".join(name.split(".")) + ("/__init__.py" if package else ".py")
        code = replace_filename_in_code_object(get_code_object(name, str(sources[name]), optimize=0), shown)
        codes[name] = (package, marshal.dumps(code))
    return codes


def _later(found: Any, used: set[str]) -> dict[str, dict[str, str]]:
    """Return the files that a start can do without, under the module that needs them: their places, and from where."""
    from PyInstaller.building.utils import process_collected_binary  # noqa: PLC0415
    from PyInstaller.depend.bindepend import binary_dependency_analysis  # noqa: PLC0415

    extensions = {_module(entry[0]): entry for entry in found.binaries if entry[2] == "EXTENSION"}
    known = {place: file for place, file, kind in found.binaries if kind != "SYMLINK"}
    first = [entry for name, entry in extensions.items() if name in used]
    first += [entry for entry in found.binaries if Path(entry[0]).name.lower().startswith(("python", "libpython"))]
    stays = {place for place, _file, _kind in binary_dependency_analysis(first)}
    later: dict[str, dict[str, str]] = {}
    for name, extension in extensions.items():
        needed = () if name in used else binary_dependency_analysis([extension])
        own = {place for place, _file, _kind in needed if place in known and place not in stays}
        later[name] = {place: process_collected_binary(known[place], place, use_strip=STRIPS) for place in sorted(own)}
    modules = {name for name, _file, _kind in found.pure}
    for place, file, _kind in found.datas:
        parts = Path(place).parent.parts
        packages = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        readers = [reader for part, reader in READ_BY if part in Path(place).as_posix()]
        for reader in readers or [package for package in packages if package in modules][:1]:
            if reader not in used:
                later.setdefault(reader, {})[place] = file
    return {name: files for name, files in later.items() if files}


def _module(place: str) -> str:
    """Return the name of the module that an extension's file is."""
    parts = Path(place).parts
    start = parts.index("lib-dynload") + 1 if "lib-dynload" in parts else 0
    return ".".join((*parts[start:-1], parts[-1].partition(".")[0]))


def _compiled() -> Iterator[str]:
    """Yield the modules beside compiled packages; there are none where a package is pure Python."""
    for package in COMPILED:
        for file in files(package) or ():
            if "__mypyc." in file.name:
                yield file.name.partition(".")[0]


# -- started --------------------------------------------------------------------------------------------


class Newcomer:
    """Somebody with the program and nothing else: an empty home, and a PATH where no program is."""

    def __init__(self, program: Path, home: Path) -> None:
        self.program = program.resolve()
        self.home = home
        (home / "empty").mkdir()
        self.around = {"HOME": str(home), "PATH": str(home / "empty"), "SKLOG_DB": str(home / "evenings.db")}
        if WINDOWS:
            kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
            folders = dict.fromkeys(("USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP"), str(home))
            self.around |= kept | folders

    def types(self, *words: str, sees: str, **around: str) -> None:
        """Call the program with these words; end everything unless it does so and says this."""
        ended = subprocess.run(  # noqa: S603  it is what was made here
            [str(self.program), *words],
            cwd=self.home,
            env=self.around | around,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        said = ended.stdout.decode("utf-8", "replace")
        if ended.returncode or sees not in said:
            sys.exit(f"$ sklog {' '.join(words)}\n{said}\n[{ended.returncode}], expected: {sees}")
        print(f"$ sklog {' '.join(words)}: ok")


def start(program: Path) -> None:
    """Play an evening with the program, with every part of it that is easily forgotten when it is packed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        somebody = Newcomer(program, home)
        somebody.types("--version", sees="sklog ")
        somebody.types("tariff", "list", sees="sauspiel")
        somebody.types("help", "tariff", "list", sees="Usage: sklog tariff list")
        somebody.types("start", "Probe", "--players", "Anna Bene Christl Dani", sees="Anna deals first")
        somebody.types("add", "s", "ac", "nl3", sees="Hand 1")
        somebody.types("add", "w", "b-", sees="Hand 2")
        somebody.types("show", sees="+1.10")
        somebody.types("show", sees="gibt", LANG="de_DE.UTF-8")
        somebody.types("explain", "1", sees="Rechnung", LANG="de_DE.UTF-8")
        somebody.types("player", "set", "Anna", "--iban", "DE02120300000000202051", sees="Anna")
        somebody.types("settle", "--girocode", "-o", "codes.html", sees="")
        somebody.types("settle", sees="Bene")
        somebody.types("report", "session", "-o", "evening.html", sees="")
        somebody.types("report", "session", "-o", "evening.png", sees="")
        somebody.types("report", "session", "--plot", sees="0.00")
        somebody.types("export", "-o", "evening.yaml", sees="")
        somebody.types("replay", "evening.yaml", sees="Probe")
        somebody.types("export", "-o", "evening.xlsx", sees="")
        somebody.types("export", "-o", "evening.ods", sees="")
        somebody.types("import", "evening.xlsx", sees="already here, unchanged")
        somebody.types("report", "rating", sees="How strong players are")
        _serves(somebody)
        _make_key(home / "key")
        somebody.types("close", "--sign", "key", sees="Signed by")
        somebody.types("check", sees="everything agrees")
        somebody.types(sees="tar", _SKLOG_COMPLETE="complete_bash", COMP_WORDS="sklog tar", COMP_CWORD="1")
        for name, part in {"codes.html": "<svg", "evening.html": "<svg", "evening.yaml": "s ac nl3"}.items():
            if part not in (home / name).read_text("utf-8"):
                sys.exit(f"{name} has no {part}")
        if not WINDOWS:
            _sits_down(somebody)


def _serves(somebody: Newcomer) -> None:
    """Have the program serve phones, until it has answered with a page and a style sheet."""
    with subprocess.Popen(  # noqa: S603  it is what was made here
        [str(somebody.program), "serve", "--port", "0"], env=somebody.around, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            address = (running.stdout.readline() if running.stdout else "").rpartition(" ")[2].partition("#")[0]
            for page, part in {"": "<form", "static/report.css": "{"}.items():
                with urlopen(f"{address}{page}", timeout=SECONDS) as answer:  # noqa: S310  it says http itself
                    if part not in answer.read().decode("utf-8"):
                        sys.exit(f"sklog serve has no {page or 'page'}")
        finally:
            running.terminate()
            running.communicate(timeout=SECONDS)  # somebody hears its last words
    if running.returncode and not WINDOWS:
        sys.exit(f"sklog serve ended with {running.returncode}")
    print("$ sklog serve: ok")


def _make_key(file: Path) -> None:
    """Write an SSH key, with what the program signs with."""
    import asyncssh  # noqa: PLC0415  only `start` signs

    asyncssh.generate_private_key("ssh-ed25519").write_private_key(file)
    file.chmod(0o600)


def _sits_down(somebody: Newcomer) -> None:
    """Call the program alone at a terminal, until it asks what the evening is called."""
    import pty  # noqa: PLC0415  not on every system

    ours, theirs = pty.openpty()
    terminal = {"TERM": "xterm-256color", "SKLOG_DB": str(somebody.home / "another.db")}
    with subprocess.Popen(  # noqa: S603  it is what was made here
        [str(somebody.program)], env=somebody.around | terminal, stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        seen = b""
        while not any(asked in seen for asked in FIRST_ASKED):
            try:
                read = os.read(ours, 10_000)
            except OSError:  # it has ended
                read = b""
            if not read:
                sys.exit(f"sklog alone at a terminal asks nothing:\n{seen.decode(errors='replace')}")
            seen += read
        running.terminate()
        os.close(ours)  # who has not heard it yet, in the middle of drawing, finds the terminal gone
    print("sklog, alone at a terminal: ok")


def main(words: list[str]) -> None:
    """Do what the command line says."""
    match words:
        case ["make", folder]:
            print(make(Path(folder)))
        case ["start", file]:
            start(Path(file))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
