"""The program of one file, which needs no Python: made with PyInstaller, and started with nothing beside it.

    python .ci/program.py make FOLDER     writes FOLDER/sklog, on Windows sklog.exe
    python .ci/program.py start FILE      plays an evening with it, in an empty HOME, with no program on the PATH

`make` packs what is installed where it runs, not editable:

    pip install '.[girocode,sheets,pictures,rating,sign,serve]' --group program

Both run on Linux, macOS and Windows, and a file is for the system that it was made on.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

if TYPE_CHECKING:
    from collections.abc import Iterator

WINDOWS = os.name == "nt"
NAME = "sklog"
BEGIN = """
import os

# what unpacks the program has the system look for libraries among its own: a browser that is opened needs the system's
before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
os.environ.pop("LD_LIBRARY_PATH", None)
if before:
    os.environ["LD_LIBRARY_PATH"] = before

from sklog.__main__ import main

main()
"""
WHOLE = ("sklog", "shellingham", "stdnum")
"""Packages of which modules are imported by a name that is made up while it runs: all of them are packed."""
WITH_FILES = ("sklog", "stdnum", "pygal")
"""Packages that read files of their own: catalogues, tariffs, a style sheet, the banks of a country."""
COMPILED = ("openskill",)
"""Packages compiled by mypyc, whose modules import one more that nothing names before they run."""
STRIPS = sys.platform == "linux" and shutil.which("strip") is not None
"""Names for a debugger are left out: every start unpacks the libraries. Elsewhere they have none, or are signed."""
SECONDS = 60.0


def make(folder: Path) -> Path:
    """Write the program into a folder, and return its file."""
    from PyInstaller.__main__ import run  # noqa: PLC0415  only here, so that `start` needs nothing

    with tempfile.TemporaryDirectory() as work:
        begin = Path(work) / "begin.py"
        begin.write_text(BEGIN, "utf-8")
        run(
            [
                *("--onefile", "--console", "--noconfirm", "--clean", "--noupx", "--log-level=WARN", "--name", NAME),
                *("--distpath", str(folder.resolve()), "--workpath", f"{work}/build", "--specpath", work),
                *(["--strip"] if STRIPS else []),
                *(f"--collect-submodules={package}" for package in WHOLE),
                *(f"--collect-data={package}" for package in WITH_FILES),
                *(f"--hidden-import={module}" for module in _compiled()),
                str(begin),
            ]
        )
    return folder / (f"{NAME}.exe" if WINDOWS else NAME)


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
        while b"What is the evening called?" not in seen:
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
