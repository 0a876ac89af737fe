"""Evenings in lines: JSON Lines and csv hold what was written, broken lines are named, formats are recognised."""

import csv
import io
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog import files as session_files
from sklog import tariffs
from sklog.errors import NotFound, SessionFileError
from sklog.files import formats as session_formats
from sklog.files import formats as session_lines
from sklog.scoring.hand import Passed, Played
from sklog.scoring.session import Session
from sklog.yaml_text import MOST_BYTES, MOST_PROBLEMS
from tests.session_strategies import many, sessions, text

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "bsv-turnier.yaml"


YAML = "# ours\nsession: Stammtisch\ntariff: bsv\n"


def sample() -> Session:
    """Return a golden evening."""
    return next(session_formats.read_path(SAMPLE))._replace(expect=None)


@pytest.mark.long
@many
@given(st.lists(sessions(), max_size=3))
def test_json_lines_read_back_what_they_write(evenings: list[Session]) -> None:
    """JSON Lines read back as the same evenings, one line each."""
    lines = list(session_lines.write_jsonl(evenings))
    assert len(lines) == len(evenings)
    assert list(session_lines.read_jsonl(io.StringIO("".join(lines)), "a.jsonl")) == evenings


@pytest.mark.long
@many
@given(st.lists(sessions(), max_size=3))
def test_csv_reads_back_what_it_writes(evenings: list[Session]) -> None:
    """A csv reads back as the same evenings, with whatever stands in the names and notes."""
    written = "".join(session_lines.write_csv(evenings))
    assert list(session_lines.read_csv(io.StringIO(written, newline=""), "a.csv")) == evenings


@given(text)
def test_no_text_becomes_a_formula(said: str) -> None:
    """A cell never begins as a formula does, and its text comes back exactly."""
    assert session_lines.defused(said)[:1] not in ("=", "+", "-", "@", "\t", "\r")
    assert session_lines.armed(session_lines.defused(said)) == said


# -- JSON Lines ---------------------------------------------------------------------------------------


def jsonl(lines: Iterable[str]) -> tuple[list[Session], list[str]]:
    """Return the evenings of some lines, and what is wrong with the others."""
    found: list[Session] = []
    try:
        for session in session_lines.read_jsonl(io.StringIO("".join(lines)), "a.jsonl"):
            found.append(session)  # noqa: PERF402 - what came before the error counts
    except SessionFileError as error:
        return found, [str(problem) for problem in error.problems]
    return found, []


LINE = next(session_lines.write_jsonl([sample()]))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param(LINE[:400] + "\n", "the line breaks off: was the file cut while it was copied?", id="cut off"),
        pytest.param(LINE[:400].rpartition(",")[0] + "\n", "the line breaks off", id="cut off behind a value"),
        pytest.param('{"session": }\n', "not readable as JSON, from column 13 on", id="no JSON"),
        pytest.param("[1]\n", "an evening is an object", id="no object"),
        pytest.param('{"session": "A", "session": "B"}\n', '"session" is here twice', id="key twice"),
        pytest.param('{"stock": NaN}\n', "NaN is not a number here", id="no number"),
        pytest.param("[" * 100_000 + "\n", "nested too deeply", id="too deep"),
        pytest.param("{" * 100_000 + "\n", "not readable as JSON", id="no key"),
        pytest.param('{"stock": ' + "9" * 5_000 + "}\n", "digits", id="a number too long"),
        pytest.param(LINE.replace('"sauspiel"', '"sau"', 1), "games", id="a tariff that cannot be"),
        pytest.param(LINE.replace('"hands": [', '"hands": [{"game": "r"}, '), "hand 1: ", id="a hand that cannot be"),
    ],
)
def test_a_broken_line_is_named(line: str, said: str) -> None:
    """A line that cannot be read is named with its number; those around it are read."""
    evenings, wrong = jsonl([LINE, line, LINE])
    assert len(evenings) == 2
    assert wrong
    assert wrong[0].startswith("a.jsonl:2: ")
    assert said in wrong[0]


class Endless(io.StringIO):
    """A text that never ends, and counts the letters that were asked of it."""

    def __init__(self, begin: str, then: str) -> None:
        super().__init__(begin, newline="")
        self.then = then
        self.read_so_far = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # typeshed has bytes
        """Return the next line, at most so many letters of it."""
        line = super().readline(-1 if size is None else size)
        if not line:
            line = self.then * ((size or 0) // len(self.then))
        self.read_so_far += len(line)
        return line


ONE_CSV = "".join(session_lines.write_csv([sample()]))


@pytest.mark.parametrize(
    ("read", "begin", "where"),
    [
        pytest.param(session_lines.read_jsonl, LINE, "a:2", id="jsonl"),
        pytest.param(session_lines.read_csv, ONE_CSV, f"a:{len(sample().entries) + 2}", id="csv"),
        pytest.param(session_lines.read_csv, "", "a:1", id="the header of a csv"),
    ],
)
def test_a_line_without_an_end(read: Callable[..., Iterator[Session]], begin: str, where: str) -> None:
    """A line of more than 5 MB is refused at once: what is behind it is never read, be it as long as it may."""
    stream, found = Endless(begin, "x"), []
    with pytest.raises(SessionFileError) as caught:
        found.extend(read(stream, "a"))
    assert [str(problem).partition(": ")[0] for problem in caught.value.problems] == [where]
    assert "a line of more than 5 MB" in str(caught.value)
    assert stream.read_so_far < len(begin) + 2 * MOST_BYTES


def test_the_evenings_before_a_line_without_an_end_are_read() -> None:
    """What comes before it is there, the line is named."""
    evenings, wrong = jsonl([LINE, "x" * 5_000_001 + "\n", LINE])
    assert len(evenings) == 1
    assert [line.partition(": ")[0] for line in wrong] == ["a.jsonl:2"]


@pytest.mark.long
def test_of_many_keys_the_one_that_stands_twice_is_named() -> None:
    """However many keys a line has, it is refused at once."""
    keys = ",".join(f'"k{number}": 1' for number in range(100_000))
    _, wrong = jsonl([f'{{{keys}, "k99999": 2}}'])
    assert wrong == ['a.jsonl:1: "k99999" is here twice: keep one']


def test_a_header_that_is_one_long_word() -> None:
    """A first line that no reader of csv takes is refused in our words."""
    assert "the columns id, session" in csv_problems("x" * 200_000 + "\n")[0]


def test_null_is_absent() -> None:
    """A value that is null is as if it were not there, as the canonical hand has it."""
    data = json.loads(LINE)
    hand = {"game": "zusammengeworfen", "bock": None, "dealer": None, "round": None, "note": ""}
    [session], wrong = jsonl([json.dumps({**data, "dealer": None, "hands": [hand]})])
    assert (session.dealer, session.entries, wrong) == (None, (Passed(),), [])


def test_half_a_character_is_refused() -> None:
    """A lone surrogate, which no file can hold, is named and not stored."""
    _, wrong = jsonl([LINE.replace('"session": "', '"session": "\\ud800')])
    assert wrong == ["a.jsonl:1: session: half a character (a lone surrogate) cannot be stored"]


@pytest.mark.parametrize("key", ["session", "place"])
def test_a_zero_byte_is_refused(key: str) -> None:
    """A database would end the text there."""
    _, wrong = jsonl([json.dumps({**json.loads(LINE), key: "a\0b"})])
    assert wrong == [f"a.jsonl:1: {key}: a zero byte cannot be stored"]


def test_json_lines_are_read_one_by_one() -> None:
    """The first evening is there before the next line is read, so that memory stays small."""
    asked = []

    class Counting(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # typeshed has bytes
            asked.append(size)
            return super().readline(-1 if size is None else size)

    stream = Counting(LINE * 100)
    assert len(list(itertools.islice(session_lines.read_jsonl(stream, "a.jsonl"), 3))) == 3
    assert len(asked) == 3


# -- csv ----------------------------------------------------------------------------------------------


def csv_problems(written: str) -> list[str]:
    """Return what is wrong with a csv."""
    with pytest.raises(SessionFileError) as caught:
        list(session_lines.read_csv(io.StringIO(written, newline=""), "a.csv"))
    return [str(problem) for problem in caught.value.problems]


ROWS = list(session_lines.write_csv([sample()]))


def test_csv_has_the_lines_for_people() -> None:
    """Beside its entry each row has the number of the hand and its line, which reading does not need."""
    hands = "hands: [s ac nl3, {join: Eva}, {line: w d, void: yes}]"
    written = f"session: Stammtisch\ntariff: bsv\nplayers: [Anna, Bene, Christl, Dani]\n{hands}\n"
    rows = list(session_lines.write_csv(session_files.read_yaml(written, "abend.yaml")))
    assert [row.rstrip("\n").rpartition(",")[2] for row in rows[1:]] == ["s ac nl3", "", "(w d)"]
    changed = "".join(rows).replace("s ac nl3\n", "whatever\n")
    [session] = session_lines.read_csv(io.StringIO(changed, newline=""), "a.csv")
    assert len(session.entries) == 3


def test_csv_between_semicolons() -> None:
    """A spreadsheet may have put semicolons between the cells, and a mark before the first."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows(csv.reader(ROWS))
    assert list(session_lines.read_csv(io.StringIO("\ufeff" + out.getvalue(), newline=""), "a.csv")) == [sample()]


def test_csv_without_a_column() -> None:
    """What is missing in the header is one sentence."""
    assert csv_problems(ROWS[0].replace("tariff,players,", "")) == [
        "a.csv:1: the columns tariff and players are missing"
    ]


def test_a_csv_without_a_hand_in_the_middle() -> None:
    """The numbers that stand there for people tell that a row is missing."""
    said = csv_problems("".join(ROWS[:2] + ROWS[3:]))
    assert said == ["a.csv:3: n is 3 instead of 2: a row is missing, or they are in another order"]


def test_a_csv_without_numbers() -> None:
    """Who makes a csv needs neither the numbers nor the lines that are for people."""
    rows = list(csv.reader(io.StringIO("".join(ROWS))))
    out = io.StringIO()
    csv.writer(out).writerows(row[:10] + row[11:12] for row in rows)
    assert list(session_lines.read_csv(io.StringIO(out.getvalue(), newline=""), "a.csv")) == [sample()]


def test_junk_behind_a_csv_ends_the_reading() -> None:
    """However much follows: it is said of the first rows only."""
    assert len(csv_problems("".join(ROWS) + "a,b\n" * 1_000)) == MOST_PROBLEMS


def test_a_number_that_no_table_ever_moved() -> None:
    """Thousands of digits are refused in our words."""
    _, wrong = jsonl([LINE.replace('"hands": [', '"stock": ' + "1" * 5_000 + ', "hands": [')])
    assert wrong == ["a.jsonl:1: 11111111… has 5000 digits: no table ever moved so much"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param(ROWS[2], ROWS[2].replace('""game""', '""gam""'), "a.csv:3: hand 2: ", id="entry"),
        pytest.param(ROWS[2], ROWS[2].replace("{", "{{"), "a.csv:3: entry: not readable as JSON", id="no JSON"),
        pytest.param(ROWS[2], re.sub(r"\{.*\}", "[" * 700 + "]" * 700, ROWS[2]), "entry: nested too deeply", id="deep"),
        pytest.param(ROWS[2], "a,b\n", "a.csv:3: 2 cells, but there are 13 columns", id="cells missing"),
        pytest.param(ROWS[1], "", "a.csv:2: n is 2 instead of 1: a row is missing", id="row missing"),
        pytest.param(ROWS[0], ROWS[0].replace(",line", ",zeile"), 'a.csv:1: unknown key "zeile"', id="unknown column"),
        pytest.param(
            ROWS[0], ROWS[0].replace("line", "id"), "a.csv:1: the column id is there twice", id="column twice"
        ),
        pytest.param(ROWS[-1], ROWS[-1].rstrip("\n") + ',"', "not readable as csv", id="cut off"),
    ],
)
def test_a_broken_csv(old: str, new: str, said: str) -> None:
    """A row that cannot be read is named with its line."""
    assert said in csv_problems("".join(ROWS).replace(old, new))[0]


# -- which format -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (YAML, "abend.yaml", "yaml"),
        (YAML.encode(), "-", "yaml"),
        (LINE, "abende.JSONL", "jsonl"),
        ("\ufeff" + LINE, "", "jsonl"),
        ("".join(ROWS), "abende.csv", "csv"),
        (ROWS[0].replace(",", ";"), "abende.txt", "csv"),
        ("Bräu".encode()[:-1] + b"", "abend.yml", "yaml"),
    ],
    ids=[
        "yaml by name",
        "yaml by content",
        "jsonl by name",
        "jsonl by content",
        "csv by name",
        "semicolons",
        "cut letter",
    ],
)
def test_recognise(head: str | bytes, name: str, kind: str) -> None:
    """The name says the format, else the beginning of the file does."""
    data = head.encode() if isinstance(head, str) else head
    assert session_formats.recognise(data, name) == kind


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (b"SQLite format 3\0\x10", "a.yaml: not a text file"),
        (b"session: Br\xe4u\n", "a.yaml:1: this is not UTF-8"),
        ("session: Bräu".encode("utf-16"), "a.yaml: this is UTF-16"),
    ],
    ids=["zero bytes", "latin-1", "utf-16"],
)
def test_no_text(head: bytes, said: str) -> None:
    """What is no UTF-8 text is refused from its first bytes, whatever its name is."""
    with pytest.raises(SessionFileError, match=said):
        session_formats.recognise(head, "a.yaml")


def test_none_of_the_formats() -> None:
    """A text that is no session file is refused."""
    with pytest.raises(SessionFileError, match=r"brief\.txt: not a session file"):
        session_formats.recognise(b"Lieber Sepp,\nwie geht es dir?\n", "brief.txt")


def test_a_huge_file_is_refused_from_its_beginning(tmp_path: Path) -> None:
    """Two gigabytes that are no text are refused at once."""
    path = tmp_path / "film.csv"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)
    with pytest.raises(SessionFileError, match="not a text file"):
        list(session_formats.read_path(path))


@pytest.mark.parametrize("kind", ["yaml", "jsonl", "csv"])
def test_files_of_every_format(kind: str, tmp_path: Path) -> None:
    """A file of each format gives its evenings."""
    session = sample()
    written = {
        "yaml": [session_files.write_yaml(session)],
        "jsonl": session_lines.write_jsonl([session]),
        "csv": session_lines.write_csv([session]),
    }
    path = tmp_path / f"abend.{kind}"
    path.write_text("".join(written[kind]), encoding="utf-8", newline="")
    assert list(session_formats.read_path(path)) == [session]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing file and a folder are said to be that."""
    with pytest.raises(NotFound, match="no such file"):
        list(session_formats.read_path(tmp_path / "abend.yaml"))
    with pytest.raises(SessionFileError, match="cannot be read"):
        list(session_formats.read_path(tmp_path))


def test_a_csv_shows_letters_that_cannot_be_seen() -> None:
    """Also in the shorthand of a hand, which is for people."""
    hand = Played(game="wenz", declarer="Anna", won=True, note="a\u200bb")
    session = Session("Abend", "", tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani"), (hand,))
    assert "".join(session_formats.write_csv([session])).replace("\n", "").isprintable()
