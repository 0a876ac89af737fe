"""README.md and the pages in docs/ are true: what they show is typed again, and their examples are read."""

import re
import shutil
from pathlib import Path

import pytest

from sklog import files as session_files
from sklog import tariffs
from sklog.cli import command_of
from sklog.notation import read_hand
from sklog.scoring import evening
from sklog.scoring.canonical import to_json
from sklog.scoring.session import final_state
from tests import documents, transcripts

MOST_BYTES = 10_000
MOST_LINES = 12
GERMAN = [page for page in documents.ALL if transcripts.spoken_on(page) == "de"]
readmes = pytest.mark.parametrize("page", documents.READMES, ids=documents.named)


def _column(page: Path, head: str) -> list[str]:
    """Return what a page tells somebody to write: the code in the columns of its tables that have this heading."""
    found: list[str] = []
    place = no_table = -1
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if not line.startswith("|"):
            place = no_table
        elif place == no_table:
            place = cells.index(head) if head in cells else 0  # where nothing stands
        else:
            found += re.findall(r"`([^`]+)`", cells[place])
    return found


TRANSCRIPTS = [
    pytest.param(block, transcripts.spoken_on(path), id=f"{documents.named(path).removesuffix('.md')}-{number}")
    for path in documents.ALL
    for number, block in enumerate(transcripts.stories(path.read_text(encoding="utf-8")), 1)
]


@pytest.mark.long
@pytest.mark.parametrize(("block", "language"), TRANSCRIPTS)
def test_transcript_is_what_sklog_answers(folder: Path, block: str, language: str) -> None:
    """What stands behind a dollar, typed again, prints exactly what the page shows."""
    assert transcripts.replayed(block, folder, language) == block


def test_answers_are_shown_only_where_they_are_replayed() -> None:
    """A console block without the remark above it has commands alone."""
    rest = "".join(transcripts.BLOCK.sub("", page.read_text(encoding="utf-8")) for page in documents.ALL)
    shown = re.findall(r"^```console\n(.*?)^```$", rest, re.DOTALL | re.MULTILINE)
    assert [line for block in shown for line in block.splitlines() if not line.startswith("$ ")] == []


def test_an_example_is_short() -> None:
    """It shows what the sentence above it says, and no more."""
    blocks = [block for page in documents.ALL for block in transcripts.BLOCK.findall(page.read_text(encoding="utf-8"))]
    shown = [[line for line in block.splitlines() if not line.startswith(("# ", "% "))] for block in blocks]
    assert [lines[0] for lines in shown if len(lines) > MOST_LINES] == []


def _commands(page: Path) -> set[str]:
    """Return the commands that a page says in its text with something behind them, and without `sklog` before them."""
    text = documents.PLACE.sub("", page.read_text(encoding="utf-8"))
    return {said for said in re.findall(r"(?<!`)`([^`\n]+)`", text) if " " in said and command_of(said.split()[0])}


AT_THE_PROMPT = [
    pytest.param(line, id=f"{documents.named(page)}: {line}")
    for page in GERMAN
    for line in sorted({*_column(page, "tippen"), *_commands(page)})
]
TABLES = {
    "four people": "add s ac; add w b-; add hs a; add r d; add s cd-",
    "Eva sits there, too": "add s ac; add w b l2n; add hs a; add r d; add s cd; join Eva; round hadsch; add w c; undo",
    "it is closed": "add s ac; close",
    "it is struck out": "add s ac; session void 1",
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the ledgers of some evenings at which much can be typed."""
    ledgers = []
    for lines in TABLES.values():
        ledgers.append(tmp_path_factory.mktemp("table") / "sklog.db")
        env = {**transcripts.environment(ledgers[-1].parent), "SKLOG_DB": str(ledgers[-1])}
        begin = ["start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki"]
        for words in (begin, *transcripts.commands(lines.replace("; ", "\n"))):
            assert transcripts.run(words, env=env).code == 0
    return ledgers


@pytest.mark.long
@pytest.mark.parametrize("line", AT_THE_PROMPT)
def test_what_the_manual_types_at_the_prompt_is_done(
    folder: Path, tables: list[Path], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Each line that a table of the manual says to type is taken, at one evening or another."""
    monkeypatch.setenv("SKLOG_LANG", "de")
    refused = []
    for table in tables:
        shutil.copy(table, folder / transcripts.LEDGER)
        printed = transcripts.at_the_prompt(line)
        if transcripts.BELL not in printed:
            return
        refused.append(printed)
    assert refused == []


PAGE = documents.DOCS / "de" / "shorthand.md"
SAID = list(zip(_column(PAGE, "gesagt"), _column(PAGE, "dasselbe kurz"), strict=True))


@pytest.mark.parametrize(("said", "short"), SAID)
def test_a_sentence_is_the_hand_that_the_page_says(said: str, short: str) -> None:
    """What is said as people say it is the same, and costs the same, as in shorthand; it may say besides who won."""
    tariff, state = tariffs.find("wiki"), evening.start(["Anna", "Bene", "Christl", "Dani"])
    one, other = (read_hand(line, state, tariff) for line in (said, short))
    assert to_json(one) | {"won": None} == to_json(other) | {"won": None}
    assert evening.step(state, one, tariff).score == evening.step(state, other, tariff).score


@readmes
def test_the_readme_is_short(page: Path) -> None:
    """A newcomer reads it to the end; everything else stands in docs/."""
    assert len(page.read_bytes()) <= MOST_BYTES


@readmes
def test_the_readme_begins_with_what_most_people_want(page: Path) -> None:
    """A picture, the download, the first hand; then Python, with two commands that their remarks find."""
    text = page.read_text(encoding="utf-8")
    signs = ("![", documents.DOWNLOAD, "<!-- questions -->", "<!-- demo -->\n```sh\n", "<!-- test -->\n```sh\n")
    places = [text.index(sign) for sign in signs]
    assert places == sorted(places)


def test_the_commands_of_both_readmes_are_the_same() -> None:
    """The German one has German words for the commands, and those that CI runs otherwise."""
    english, german = (
        re.findall(r"^<!-- (\w+) -->\n```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        for page in documents.READMES
    )
    said = [(name, [command_of(word) or word for word in command.split()]) for name, command in german]
    assert said == [(name, command.split()) for name, command in english]


ASKED = [
    pytest.param(block.splitlines(), transcripts.spoken_on(page), id=documents.named(page))
    for page in documents.ALL
    for block in re.findall(r"<!-- questions -->\n```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.mark.long
@pytest.mark.parametrize(("questions", "language"), ASKED)
def test_the_questions_are_those_that_are_asked(folder: Path, questions: list[str], language: str) -> None:
    """The first questions stand on the pages as sklog asks them."""
    pytest.importorskip("termios")
    from tests.terminal import Terminal  # noqa: PLC0415  not every system has such a terminal

    assert folder
    with Terminal(columns=160, env={"SKLOG_LANG": language}) as terminal:
        for question, answer in zip(questions, ("Stammtisch", "Anna, Bene, Christl, Dani", ""), strict=True):
            terminal.until(question)
            terminal.type(f"{answer}\r")


@pytest.mark.parametrize("page", ["tariffs.md", "de/tariffs.md"])
def test_example_tariff_can_be_read(page: str) -> None:
    """The house tariff reads without a problem and says what the text says."""
    tariff = tariffs.read(_example(page, "tariff"), page)
    assert (tariff.klopfen, tariff.price(tariff.games[-2])) == (None, 60)


@pytest.mark.parametrize("line", _column(documents.DOCS / "de" / "tariffs.md", "in der Datei"))
def test_each_line_for_a_tariff_of_its_own_can_be_read(line: str) -> None:
    """What a table may write into its file is read, and is not what the file says anyway."""
    begin = "name: haus\nextends: sauspiel\n"
    assert tariffs.read(begin + line, "haus.yaml") != tariffs.read(begin, "haus.yaml")


def test_example_evening_ends_as_it_says() -> None:
    """The session file can be read, and its hands make the balances it expects."""
    (session,) = session_files.read_yaml(_example("files.md", "session"), "files.md")
    assert session.expect
    assert session_files.missed(session, final_state(session, session.lines())) == []


def _example(page: str, name: str) -> str:
    text = (documents.DOCS / page).read_text(encoding="utf-8")
    return text.partition(f"<!-- {name} -->\n```yaml\n")[2].partition("```")[0]
