"""What is installed is called sklog-schafkopf: `sklog` on the index is a program of somebody else."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import Sklog

from sklog import rooms
from sklog.cli.ways import WAYS

ROOT = Path(__file__).parent.parent
PAGES = (*sorted((ROOT / "docs").glob("*.md")), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", ".ci/run")))
OTHER = re.compile(r"(?:pip3?|pipx|uv tool|uv pip) install [^`\n|]*?(?<![./\w-])sklog(?![-\w./])|(?<![-/\w])sklog\[")
"""Installing that other program, or an extra that it does not have."""


def test_the_distribution_has_its_own_name() -> None:
    """Messages and the project say the same one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == rooms.DISTRIBUTION == "sklog-schafkopf"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_installs_another_program(page: Path) -> None:
    """Whoever types what a page says gets this one."""
    assert OTHER.findall(page.read_text("utf-8")) == []


def test_no_sentence_installs_another_program() -> None:
    """Nor does a message, in any language."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "sklog").rglob("*.py"))]
    assert [found for text in (*sources, *WAYS.values()) for found in OTHER.findall(text)] == []


@pytest.mark.parametrize("said", ["pip install sklog", "pip install 'sklog[x]'", "pipx install sklog", "in sklog[x]"])
def test_the_other_name_is_found(said: str) -> None:
    """However it is written."""
    assert OTHER.search(said)


def test_the_other_program_beside_this_one_is_named(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files may be here instead of ours."""
    monkeypatch.setattr(rooms, "another", lambda: "1.2.3")
    said = run("--version")
    assert said.err.startswith("another program is installed here as sklog 1.2.3:")
    assert "install sklog-schafkopf alone" in said.err.replace("\n", " ")


@pytest.mark.long
@pytest.mark.parametrize("replaced", ["__init__.py", "direct/__init__.py"])
def test_a_program_whose_files_were_replaced_says_so(tmp_path: Path, replaced: str) -> None:
    """In one sentence, with what to do."""
    shutil.copytree(ROOT / "sklog", tmp_path / "sklog", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "sklog" / replaced).write_text("log = print\n", "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "sklog", "--help"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert ran.stderr.startswith("another program called sklog was installed over this one;")
