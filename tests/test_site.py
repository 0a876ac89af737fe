"""The pages of docs/ as a site: it loads nothing from elsewhere, leads from one language to the other, and is searched.

It is opened as files, without a server. These tests need the group `docs`, and some of them Chromium.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import documents, transcripts
from tests.browser import AXE, CHROMIUM, Browser, axe

pytest.importorskip("zensical", reason="zensical makes the site: pip install -e . --group docs")
pytestmark = pytest.mark.long

PLANS = ("mkdocs.yml", "mkdocs.de.yml")
NEEDED = (*PLANS, "mkdocs.base.yml", "CHANGELOG.md", "docs", ".ci/theme")
LOADED = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"?(?:https?:)?//|url\(.?(?:https?:)?//|@import")
SEARCH = "[...document.body.children].find(one => one.shadowRoot)?.shadowRoot"
FOUND = {"index.html": r"\d+ results", "de/index.html": r"\d+ Treffer"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, made in a copy of what it is made of."""
    folder = tmp_path_factory.mktemp("site")
    for name in NEEDED:
        one = transcripts.ROOT / name
        (folder / name).parent.mkdir(exist_ok=True)
        (shutil.copytree if one.is_dir() else shutil.copy)(one, folder / name)
    for plan in PLANS:
        made = [sys.executable, "-m", "zensical", "build", "--strict", "-f", plan]
        subprocess.run(made, cwd=folder, check=True, env={**os.environ, "SITE_VERSION": "sklog 1.2.3"})
    return folder / "site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return one for all tests of this file."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium")
    with Browser() as browser:
        yield browser


def test_it_loads_nothing_from_elsewhere(site: Path) -> None:
    """Neither a page nor a style sheet."""
    files = [file for file in site.rglob("*") if file.suffix in (".html", ".css")]
    assert len(files) > len(documents.PAGES)
    assert [file.name for file in files if LOADED.search(file.read_text(encoding="utf-8"))] == []


def test_each_page_leads_to_the_other_language(site: Path) -> None:
    """To the same page where it is in that language as well, else to the first one."""
    for page in documents.PAGES:
        made = site / page.relative_to(documents.DOCS).with_suffix(".html")
        (link,) = re.findall(r'class="[^"]*other-language" href="([^"]*)"', made.read_text(encoding="utf-8"))
        other = (made.parent / link).resolve()
        assert other.is_file(), f"{page}: {link}"
        assert other.name == made.name or (other.name, made.parent) == ("index.html", site), f"{page}: {link}"


def test_each_page_says_which_version_it_is_about(site: Path) -> None:
    """At its foot, beside what is new in it."""
    for page in documents.PAGES:
        made = (site / page.relative_to(documents.DOCS).with_suffix(".html")).read_text(encoding="utf-8")
        assert re.search(r"sklog 1\.2\.3 ·\s+<a href=", made), page


@pytest.mark.parametrize("name", FOUND)
def test_it_is_searched_without_a_server(browser: Browser, site: Path, name: str) -> None:
    """In each language, and in its words."""
    page = browser.open(site / name)
    page.wait("document.readyState === 'complete'")
    page.value("document.querySelector('.md-search__button').click()")
    page.wait(f"{SEARCH}?.querySelector('input')")
    for letter in "laufende":
        page.ask("Input.dispatchKeyEvent", type="char", text=letter)
    page.wait(f"/{FOUND[name]}/.test({SEARCH}.querySelector('[role=status]').textContent)")
    assert page.value(f"{SEARCH}.querySelector('input').value") == "laufende"
    assert page.value(f"{SEARCH}.querySelectorAll('[role=option]').length") > 2


@pytest.mark.skipif(not Path(AXE).is_file(), reason="AXE_CORE names no axe.min.js: npm install --prefix DIR axe-core")
@pytest.mark.parametrize("name", ["index.html", "de/index.html", "start.html", "de/tariffs.html"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(browser: Browser, site: Path, name: str, width: int) -> None:
    """Nothing keeps anybody from using a page."""
    page = browser.open(site / name, width=width)
    page.wait("document.readyState === 'complete'")
    page.value(Path(AXE).read_text(encoding="utf-8") + ";0")
    assert axe(page) == []
