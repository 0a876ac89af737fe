"""The folder that `sklog web` writes: this program with what it needs, and the Python that browsers run.

    write_folder   FOLDER, where Pyodide is -> files by their names, and how many bytes each has

Pyodide is taken from the package of the npm registry; each of its files is known by its sum.
"""

from __future__ import annotations

import gzip
import json
import tarfile
from contextvars import copy_context
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sklog import tariffs
from sklog.errors import NotInstalled, Refused
from sklog.language import N_, _, speak

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PYODIDE = "314.0.7"
SUMS: Mapping[str, str] = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""The files of Pyodide that are needed, with their SHA-256."""
NEEDED = (
    *("anyio", "click", "click-default-group", "idna", "importlib-metadata", "jinja2", "lazy-importer", "markupsafe"),
    *("platformdirs", "pluggy", "pygal", "python-dateutil", "pyyaml", "segno", "sqlite-fts4", "sqlite-utils"),
    *("starlette", "tabulate", "typing-extensions", "wcwidth", "zipp"),
)
"""Distributions that the program of the phones imports, in its Python form: what else belongs to them is left out."""
OWN = frozenset({"cli", "completion", "direct", "platform", "play"})
"""Folders of sklog that no page asks for: they know terminals, or many machines."""
STATIC = Path(__file__).with_name("static")
WORDS: Mapping[str, str] = {
    "starting": N_("The cards are being dealt …"),
    "first": N_("The first time this takes up to a minute. Afterwards it starts in seconds, also without a network."),
    "elsewhere": N_("The table is open in another window of this browser already."),
    "unable": N_("This browser cannot keep the table: it takes a newer one, https, and no private window."),
    "failed": N_("That could not be kept on this phone. Load the page again: all that was confirmed is there."),
    "about": N_("Where is my data?"),
    "data": N_(
        "Everything stays on this phone, in the storage that the browser has for this address; nothing is sent"
        " anywhere. If you clear the browser's data, or remove this page, it is gone."
    ),
    "copy": N_("Keep a copy: it can be opened on a laptop, and brought to another phone."),
    "download": N_("Save a copy"),
    "close": N_("Close"),
    "free": N_("sklog, Python (Pyodide, MPL 2.0) and what they are made of"),
}
"""What the page around the table says, by the key that its script knows."""


def write_folder(folder: Path, pyodide: Path) -> dict[str, int]:
    """Write the folder; raise Refused where Pyodide cannot be had or is another one, NotInstalled for a package."""
    with TemporaryDirectory() as scratch:
        source = _pyodide(pyodide, Path(scratch))
        made = {f"pyodide/{name}": _known_file(source / name) for name in SUMS}
        made["app.bin"] = _app()
        made |= {file.name: file.read_bytes() for file in STATIC.iterdir()}
    said = {language: copy_context().run(_texts_in, language) for language in ("de", "en")}
    made["index.html"] = made["index.html"].replace(b"{words}", json.dumps(said, ensure_ascii=False).encode())
    version = sha256(b"".join(sha256(content).digest() for _name, content in sorted(made.items()))).hexdigest()[:16]
    made |= {name: made[name].replace(b"{version}", version.encode()) for name in ("sw.js", "worker.js")}
    listed = json.dumps(["./", *sorted(made.keys() - {"sw.js"})])
    made["sw.js"] = made["sw.js"].replace(b'["{files}"]', listed.encode())
    for name, content in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return {name: len(content) for name, content in made.items()}


def _texts_in(language: str) -> dict[str, str]:
    speak(language)
    return {key: _(text) for key, text in WORDS.items()}


# -- Pyodide ------------------------------------------------------------------------------------------


def _pyodide(said: Path, scratch: Path) -> Path:
    """Return the folder with Pyodide's files: the one that was said, or that of the package that was said."""
    if said.is_dir():
        return said
    if not said.exists():
        told = {"file": said, "version": PYODIDE}
        raise Refused(_("there is no {file}: npm pack pyodide@{version} gets it from the npm registry", **told))
    try:
        with tarfile.open(said) as package:
            package.extractall(scratch, filter="data")
    except (OSError, tarfile.TarError):
        raise Refused(_("{file} is no package of Pyodide: pyodide-{version}.tgz", file=said, version=PYODIDE)) from None
    return scratch / "package"


def _known_file(file: Path) -> bytes:
    """Return a file of Pyodide; Refused where it is not the one that we know."""
    content = file.read_bytes() if file.is_file() else b""
    if sha256(content).hexdigest() != SUMS[file.name]:
        raise Refused(_("{file} is not that of Pyodide {version}", file=file, version=PYODIDE))
    return content


# -- this program -------------------------------------------------------------------------------------


def _app() -> bytes:
    """Return all files of Python as one: how long the list of names and lengths is, the list, and what is in them."""
    files = dict(sorted((*_own_files(), *_package_files())))
    listed = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return gzip.compress(b"".join((len(listed).to_bytes(4, "little"), listed, *files.values())), mtime=0)


def _own_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of sklog, and the tariffs that come with it."""
    package = Path(tariffs.__file__).parent.parent
    for file in package.rglob("*"):
        inside = file.relative_to(package)
        if file.is_file() and file.suffix not in (".po", ".pyc", ".pyi") and inside.parts[0] not in OWN:
            yield f"sklog/{inside.as_posix()}", file.read_bytes()
    for name in tariffs.shipped():
        yield f"sklog/_tariffs/{name}.yaml", (tariffs.shipped_folder() / f"{name}.yaml").read_bytes()


def _package_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of other distributions that are Python, and what pygal draws with."""
    for name in NEEDED:
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            said = N_("the page takes {name} along: install sklog from its folder again, as '.[web]'")
            raise NotInstalled(_(said, name=name)) from None
        for file in files:
            if file.suffix in (".py", ".css") and ".." not in file.parts and "tests" not in file.parts:
                yield file.as_posix(), Path(str(file.locate())).read_bytes()
