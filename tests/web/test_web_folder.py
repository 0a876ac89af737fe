"""The folder that `sklog web` writes, as far as it needs no Pyodide."""

import gzip
import json
from importlib.metadata import distribution
from pathlib import Path

import pytest
from conftest import Sklog

pytest.importorskip("starlette", reason="what serves phones is not installed")

from sklog import NotInstalled, Refused
from sklog.web import folder

pytestmark = pytest.mark.long


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose files count as Pyodide's."""
    found = tmp_path / "pyodide"
    found.mkdir()
    for name in folder.SUMS:
        found.joinpath(name).write_bytes(b"of " + name.encode())
    sums = {name: folder.sha256(b"of " + name.encode()).hexdigest() for name in folder.SUMS}
    monkeypatch.setattr(folder, "SUMS", sums)
    return found


def unpacked(packed: bytes) -> dict[str, bytes]:
    """Return the files in app.bin."""
    whole = gzip.decompress(packed)
    at = 4 + int.from_bytes(whole[:4], "little")
    files = {}
    for name, length in json.loads(whole[4:at]):
        files[name], at = whole[at : at + length], at + length
    assert at == len(whole)
    return files


def test_a_folder_has_all_that_its_service_worker_keeps(tmp_path: Path, pyodide: Path) -> None:
    """A file that is missing would keep the page from being installed."""
    sizes = folder.write_folder(tmp_path / "made", pyodide)
    worker = tmp_path.joinpath("made", "sw.js").read_text("utf-8")
    listed = json.loads(worker.partition("files = ")[2].partition(";")[0])
    assert {"./", *sizes} - {"sw.js"} == set(listed)
    assert all(tmp_path.joinpath("made", name).stat().st_size == size for name, size in sizes.items())


def test_a_package_that_is_missing_is_named_with_the_extra(pyodide: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has installed sklog alone learns what else it takes."""
    monkeypatch.setattr(folder, "NEEDED", ("no-such-package",))
    with pytest.raises(NotInstalled, match=r"no-such-package along.*\[web\]"):
        folder.write_folder(pyodide.parent / "made", pyodide)


def test_two_folders_of_one_program_are_the_same(tmp_path: Path, pyodide: Path) -> None:
    """So nothing is loaded again where nothing has changed."""
    for name in ("one", "two"):
        folder.write_folder(tmp_path / name, pyodide)
    files = [
        sorted(one.relative_to(tmp_path / name) for one in (tmp_path / name).rglob("*") if one.is_file())
        for name in ("one", "two")
    ]
    assert files[0] == files[1]
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files[0])


def test_a_change_of_the_program_is_another_version(
    tmp_path: Path, pyodide: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a phone would keep the old one, or an old picture of the memory."""
    folder.write_folder(tmp_path / "one", pyodide)
    monkeypatch.setattr(folder, "_app", lambda: b"another")
    folder.write_folder(tmp_path / "two", pyodide)
    for name in ("sw.js", "worker.js"):
        assert (tmp_path / "one" / name).read_bytes() != (tmp_path / "two" / name).read_bytes()


def test_the_program_is_taken_along_with_its_tariffs_and_languages(tmp_path: Path, pyodide: Path) -> None:
    """And without what only terminals need."""
    folder.write_folder(tmp_path / "made", pyodide)
    files = unpacked(tmp_path.joinpath("made", "app.bin").read_bytes())
    wanted = {
        "sklog/__init__.py",
        "sklog/_tariffs/sauspiel.yaml",
        "sklog/phones/templates/page.html",
        "jinja2/__init__.py",
    }
    assert wanted <= files.keys()
    assert any(name.endswith(".texts") for name in files)
    assert not [name for name in files if name.startswith(("sklog/cli/", "sklog/play/", "uvicorn/", "typer/"))]
    assert not [name for name in files if name.endswith((".so", ".pyc", ".po"))]


def test_every_distribution_that_is_taken_along_is_named_in_the_licences() -> None:
    """Whoever gives the folder out gives them out."""
    said = folder.STATIC.joinpath("licences.txt").read_text("utf-8").casefold().replace("_", "-")
    names = [distribution(name).metadata["Name"].casefold().replace("_", "-") for name in folder.NEEDED]
    assert [name for name in names if name not in said and name.removeprefix("python-") not in said] == []


def test_another_pyodide_is_refused(tmp_path: Path, pyodide: Path) -> None:
    """Whoever changes a file could change what a table owes."""
    pyodide.joinpath("pyodide.mjs").write_bytes(b"other")
    with pytest.raises(Refused, match=r"pyodide\.mjs is not that of Pyodide"):
        folder.write_folder(tmp_path / "made", pyodide)
    assert not tmp_path.joinpath("made").exists()


def test_a_file_that_is_no_package_is_refused(tmp_path: Path) -> None:
    """With what would be one."""
    tmp_path.joinpath("x.tgz").write_bytes(b"no")
    with pytest.raises(Refused, match=r"pyodide-314\.0\.7\.tgz"):
        folder.write_folder(tmp_path / "made", tmp_path / "x.tgz")


def test_where_pyodide_comes_from_is_said_where_it_is_missing(run: Sklog, tmp_path: Path) -> None:
    """Nothing is loaded from anywhere, and nothing is written."""
    ran = run("web", "-o", str(tmp_path / "made"))
    assert (ran.code, "npm pack pyodide@314.0.7" in ran.err) == (1, True)
    assert not tmp_path.joinpath("made").exists()


def test_the_command_says_what_it_wrote(run: Sklog, tmp_path: Path, pyodide: Path) -> None:
    """And how to try it on this machine."""
    ran = run("web", "-o", str(tmp_path / "made"), "--pyodide", str(pyodide))
    assert ran.code == 0
    assert "--bind 127.0.0.1" in ran.out
    assert tmp_path.joinpath("made", "index.html").is_file()


def test_a_file_in_the_place_of_the_folder_is_refused(run: Sklog, tmp_path: Path) -> None:
    """It stays what it is."""
    tmp_path.joinpath("made").write_text("mine")
    ran = run("web", "-o", str(tmp_path / "made"))
    assert (ran.code, "is no folder" in ran.err) == (1, True)
    assert tmp_path.joinpath("made").read_text() == "mine"


def test_the_page_speaks_german_and_english(tmp_path: Path, pyodide: Path) -> None:
    """Its script chooses."""
    folder.write_folder(tmp_path / "made", pyodide)
    page = tmp_path.joinpath("made", "index.html").read_text("utf-8")
    said = json.loads(page.partition('id="words">')[2].partition("</script>")[0])
    assert said["de"].keys() == said["en"].keys() == folder.WORDS.keys()
