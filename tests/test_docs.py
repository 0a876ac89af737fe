"""The pages say of the program what the program says itself, leave nothing out, and lead where they say."""

import re
import shlex
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

import sklog
from sklog import cli
from sklog.desk.reporting import EVENING_REPORTS
from sklog.rooms import SEASON_REPORTS
from sklog.rulebook.file_schema import schema as file_schema
from tests import documents, pictures, transcripts
from tests.conftest import Sklog

TEXTS = {path: path.read_text(encoding="utf-8") for path in documents.ALL}
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`")
LINK = re.compile(r"(!?)\[[^\]\n]*\]\(([^)\s]+)\)")
BETWEEN = {"&&", "||", "|", ";"}
pages = pytest.mark.parametrize("page", TEXTS, ids=documents.named)


# -- what is made -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.usefixtures("folder")
@pages
def test_what_the_program_says_is_new(page: Path) -> None:
    """Tables of letters, games, settings and commands are today's: else `python -m tests.documents` writes them."""
    if page.name == "queries.md" and sys.platform == "win32":
        pytest.skip("Windows keeps its time zone to itself")
    assert documents.made(TEXTS[page], transcripts.spoken_on(page)) == TEXTS[page]


@pytest.mark.long
@pytest.mark.parametrize("name", pictures.pictures())
def test_pictures_are_new(folder: Path, name: str) -> None:
    """A picture shows what the program shows today: else `python -m tests.pictures` draws it again."""
    assert folder
    if name.endswith("board.svg"):
        pytest.importorskip("termios")
    assert pictures.pictures()[name]() == (pictures.FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("page", [documents.DOCS / "api.md", *documents.READMES], ids=documents.named)
def test_examples_in_python_are_what_they_print(folder: Path, page: Path) -> None:
    """What stands behind `>>>`, run again, prints exactly what the page shows: else `python -m tests.transcripts`."""
    assert transcripts.examples_replayed(TEXTS[page], folder) == TEXTS[page]


SHOWN = TEXTS[documents.DOCS / "api.md"].partition("## All names")[0]


def test_every_public_name_is_shown() -> None:
    """An example uses it, or the text names it as code, besides the list of all names."""
    errors = {name for name in sklog.__all__ if name.endswith(("Error", "Program", "Disagreement", "Found"))}
    shown = {*re.findall(r"\bsklog\.(\w+)", SHOWN), *INLINE.findall(SHOWN)}
    assert set(sklog.__all__) - shown - errors == set()


def test_everything_that_a_ledger_can_do_is_shown() -> None:
    """An example does it."""
    can = {name for name in vars(sklog.Ledger) if not name.startswith("_")}
    assert can - set(re.findall(r"\b(?:ledger|history)\.(\w+)\b", SHOWN)) == set()


def test_every_part_has_its_place() -> None:
    """Whatever can be made stands on one English page."""
    english = [text for page, text in TEXTS.items() if transcripts.spoken_on(page) == "en"]
    placed = [name for text in english for _, name in documents.PLACE.findall(text)]
    assert sorted(placed) == sorted(documents.PARTS)


# -- what must be there -------------------------------------------------------------------------------


def _settings(schema: dict[str, Any], blocks: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield the path of every key that the JSON Schema of tariffs knows."""
    for key, said in schema["properties"].items():
        inner = [kind["$ref"].rpartition("/")[2] for kind in (said, *said.get("anyOf", ())) if "$ref" in kind]
        yield f"{path}{key}"
        for name in inner:
            yield from _settings(blocks[name], blocks, f"{path}{key}.")
    if not path:
        yield from (f"games.{key}" for key in blocks["Game"]["properties"])


def test_every_setting_is_explained() -> None:
    """Each key of a tariff that the JSON Schema knows stands on the page about tariffs."""
    schema, page = file_schema(), (documents.DOCS / "tariffs.md").read_text(encoding="utf-8")
    paths = list(_settings(schema, schema["$defs"]))
    assert len(paths) > 60
    said = {*INLINE.findall(page), *re.findall(r"^(extends):", page, re.MULTILINE)}
    assert [path for path in paths if path not in said] == []


def test_every_command_is_explained() -> None:
    """The tables of commands name every command and no other, and each has its chapter with all of its options."""
    page = (documents.DOCS / "commands.md").read_text(encoding="utf-8")
    tables = page.partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", tables, re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == set(cli.MODULES)
    every = [(name, *inside) for name in cli.MODULES for inside in [(), *((one,) for one in documents.inner(name))]]
    chapters = re.findall(r"^###+ (.*)$", page, re.MULTILINE)
    assert sorted(chapters) == sorted(" ".join(words) for words in every)


def test_every_extra_is_explained() -> None:
    """Whatever is published as an extra is for people, who find it in a table; tools and tests are in groups."""
    project = tomllib.loads((transcripts.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = TEXTS[documents.DOCS / "installation.md"].partition("| extra | what for |\n")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(project["optional-dependencies"])


def test_every_report_is_shown() -> None:
    """The page about reports has a line for each that `sklog report` knows."""
    page = (documents.DOCS / "reports.md").read_text(encoding="utf-8")
    assert [name for name in documents.inner("report") if f"sklog report {name}" not in page] == []


def test_every_report_of_a_ledger_is_named() -> None:
    """What is said about `Ledger.report` says for which it can be asked."""
    said = str(sklog.Ledger.report.__doc__)
    assert [name for name in (*EVENING_REPORTS, *SEASON_REPORTS) if name not in said] == []


def test_every_variable_is_explained() -> None:
    """What can be said in the environment stands on the page of commands."""
    code = "".join(path.read_text(encoding="utf-8") for path in (transcripts.ROOT / "sklog").rglob("*.py"))
    page = (documents.DOCS / "commands.md").read_text(encoding="utf-8")
    assert {name for name in re.findall(r"\bSKLOG_[A-Z_]+", code) if f"| `{name}` |" not in page} == set()


@pytest.mark.parametrize(("language", "plan"), {"en": "mkdocs.yml", "de": "mkdocs.de.yml"}.items())
def test_every_page_is_on_the_list(language: str, plan: str) -> None:
    """The site leads to each page of its language, and to no other."""
    nav = yaml.load((transcripts.ROOT / plan).read_text(encoding="utf-8"), yaml.BaseLoader)["nav"]  # noqa: S506
    pages = [page.name for page in documents.PAGES if transcripts.spoken_on(page) == language]
    assert sorted(_files(nav)) == sorted(pages)


def test_each_german_page_has_its_english_one() -> None:
    """The site leads from one to the other."""
    plan = yaml.load((transcripts.ROOT / "mkdocs.yml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506
    german = {page.stem for page in documents.PAGES if transcripts.spoken_on(page) == "de"}
    assert german == set(plan["extra"]["alternate"][0]["pages"])
    assert german <= {page.stem for page in documents.PAGES if transcripts.spoken_on(page) == "en"}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", ["installation.md", "de/installation.md"])
def test_the_ledger_is_where_the_page_says(page: str) -> None:
    """What decides that knows the folder of each system; that of Windows it asks Windows for, which calls it so."""
    text = TEXTS[documents.DOCS / page]
    for system in (Unix, MacOS):
        folder = system("sklog", appauthor=False).user_data_path.relative_to(Path.home()).as_posix()
        assert f"`~/{folder}/{transcripts.LEDGER}`" in text
    assert f"`%LOCALAPPDATA%\\sklog\\{transcripts.LEDGER}`" in text


def _files(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    else:
        for one in nav.values() if isinstance(nav, dict) else nav:
            yield from _files(one)


# -- what can be typed --------------------------------------------------------------------------------


def _commands(line: str) -> Iterator[list[str]]:
    """Yield the words of each command on a shell's line, without what it reads and writes."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    for token in [*lexer, ";"]:
        if token in BETWEEN:
            yield words[: next((place for place, word in enumerate(words) if word in "<>"), None)]
            words = []
        else:
            words.append(token)


def _typed(text: str) -> Iterator[str]:
    """Yield every line that a page tells somebody to type: in blocks for a shell, and within sentences."""
    for kind, block in FENCED.findall(text):
        if kind == "sh":
            yield from block.splitlines()
        elif kind == "console":
            yield from (line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ "))
    for said in INLINE.findall(FENCED.sub("", text)):
        first, _, rest = said.partition(" ")
        if first in cli.MODULES and " --" in f" {rest}":
            yield f"sklog {said}"
        elif first in ("sklog", "python"):
            yield said


PROGRAMS = {"sklog", "python", "python3", "npm", "sqlite3", "datasette", "ssh-keygen"}
TYPED = {page: sorted(set(_typed(TEXTS[page]))) for page in (*documents.READMES, *documents.PAGES)}


@pytest.mark.parametrize("page", TYPED, ids=documents.named)
def test_what_is_to_be_typed_is_known(run: Sklog, page: Path) -> None:
    """Every command of sklog on a page, and each of its options, is one; every module that is to be run is there."""
    for line in TYPED[page]:
        for words in _commands(line):
            if words and words[0].rpartition("/")[2] == "sklog":
                assert run(*_asking(words[1:])).code == 0, line
            elif "-m" in words[1:2]:
                assert words[2] in ("pytest", "venv") or find_spec(words[2]), line


def test_each_line_for_a_shell_is_one_command() -> None:
    """A block whose lines were joined, or broken within a comment, cannot be copied."""
    two = re.compile(r"(?<!&&)(?<!\|)(?<!;) sklog [a-z]")
    lines = {line for lines in TYPED.values() for line in lines}
    first = {line.split()[0] for line in lines if line.split()}
    assert [line for line in lines if two.search(line)] == []
    assert {one for one in first if "=" not in one} <= PROGRAMS


def _asking(words: Sequence[str]) -> list[str]:
    """Return the command as one that asks for its help: wrong options are refused all the same, and nothing is done."""
    end = next((place + 1 for place, word in enumerate(words) if word in cli.MODULES), 0)
    if end and words[end : end + 1] and words[end] in documents.inner(words[end - 1]):
        end += 1
    return [*words[:end], "--help", *words[end:]]


def test_the_recipes_name_what_is_there() -> None:
    """Files, tests and programs that CONTRIBUTING.md names are there, the language that is to be made perhaps not."""
    said = set(INLINE.findall(TEXTS[documents.CONTRIBUTING]))
    paths = {name for name in said if re.fullmatch(r"(sklog|tests|docs)/[\w./-]+", name)}
    files = {name for name in said if re.fullmatch(r"test_\w+\.py", name)}
    missing = {name for name in paths if not (transcripts.ROOT / name).exists()}
    missing |= {name for name in files if not [*(transcripts.ROOT / "tests").rglob(name)]}
    assert missing <= {"sklog/locale/it/LC_MESSAGES/sklog.po"}
    tests = "".join(path.read_text(encoding="utf-8") for path in (transcripts.ROOT / "tests").rglob("test_*.py"))
    assert [name for name in said if re.fullmatch(r"test_\w+", name) and f"def {name}(" not in tests] == []
    assert [name for name in re.findall(r"python -m (tests\.\w+)", " ".join(said)) if not find_spec(name)] == []


# -- where it leads -----------------------------------------------------------------------------------


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[-\s]+", "-", heading) for heading in plain}


def test_links_lead_somewhere() -> None:
    """Each link is to a file that is there, and to a heading that it has; no picture comes from elsewhere."""
    texts = {page: INLINE.sub("", FENCED.sub("", text)) for page, text in TEXTS.items()}
    wrong = []
    for page, sign, link in ((page, *said) for page, text in texts.items() for said in LINK.findall(text)):
        if not sign and (link.startswith("https://") or f"]({link})" == documents.DOWNLOAD):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        within = page.parent in target.parents or documents.DOCS not in page.parents
        if not target.is_file() or not within or (anchor and anchor not in _anchors(target.read_text("utf-8"))):
            wrong.append(f"{page}: {link}")
    assert wrong == []
