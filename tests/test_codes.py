"""What programs go by where something is wrong; and that they are answered in sentences, not in command lines."""

import ast
import pickle
import re
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path

import pytest

import sklog
from sklog.cli.ways import WAYS, way_to_go_on
from sklog.codes import CODES
from sklog.errors import Problem, SklogError
from sklog.language import N_, _, _t, say_with, speak
from tests.catalogue import catalogues, read

PACKAGE = Path(sklog.__file__).parent
BELOW = ("codes.py", "desk", "errors.py", "language.py", "ledger", "notation", "reports", "scoring", "tariffs")
"""What stands below the command line, and is what programs use."""
COMMAND = re.compile(r"\bsklog (?!ever|makes|does|knows|can|recorded|writes)[a-z{]|(?<![-<!\w])--[a-z]")
SAYS = {"_", "_n", "_t", "_c", "N_"}
ROOMS = (
    *("bank", "files", "lists", "live", "netschafkopf", "pages", "platform"),
    *("rulebook", "season", "sheets", "speech", "tournament", "vault"),
)
"""What of rooms a program asks through a Ledger, the notes of reports among it; but not their commands."""
ONLY_TYPED = {
    "Round {round}: {n} table, with its own PIN on its card: sklog tournament print tables",
    "Round {round}: {n} tables, each with its own PIN on its card: sklog tournament print tables",
    "To take that back: sklog restore --keep-going {name}",
    "To take that back: sklog restore {name}",
}
"""What is said by a command alone."""
ASKED = "sklog player merge {both}"  # a question that only the command line asks


def _texts(*places: str, says: Container[str] = SAYS) -> Iterator[str]:
    """Yield every text for people in these files and folders."""
    for place in places:
        path = PACKAGE / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield from (text for name, text in _said_in(file) if name in says)


@cache
def _said_in(file: Path) -> list[tuple[str, str]]:
    """Return every text for people in a file, and by what it is said."""
    tree = ast.parse("" if file.name.startswith("command") else file.read_text("utf-8"))
    calls = (call for call in ast.walk(tree) if isinstance(call, ast.Call))
    return [
        (call.func.id, one.value)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in SAYS
        for one in call.args
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


@cache
def _said() -> frozenset[str]:
    """Return every text below the command line."""
    return frozenset(_texts(*BELOW))


@pytest.mark.long
def test_nothing_below_the_command_line_speaks_of_it() -> None:
    """Neither a command nor an option: a bot cannot type either."""
    assert {text for text in _said() if COMMAND.search(text)} == {ASKED}


@pytest.mark.long
def test_rooms_divide_what_is_typed_from_what_is_wrong() -> None:
    """Where a program asks a room, it hears what stands before the mark."""
    wrong = {text.partition("¦")[0] for text in _texts(*ROOMS)}
    assert {text for text in wrong if COMMAND.search(text)} == ONLY_TYPED


@pytest.mark.long
def test_what_is_divided_is_said_by_what_divides_it() -> None:
    """Nobody ever reads the mark; and it is in each language."""
    divided = {text for text in _texts(*BELOW, *ROOMS, "rooms.py") if "¦" in text}
    assert {text for text in _texts(".", says={"_", "_n", "_c"}) if "¦" in text} == set()
    for path in catalogues():
        said = {message.id: message.string for message in read(path) if message.id in divided}
        assert {text for text, words in said.items() if words and words.count("¦") != 1} == set()


@pytest.mark.long
def test_each_code_is_of_a_sentence_that_is_said() -> None:
    """Whoever changes a sentence changes it beside its code as well."""
    assert CODES.keys() - _said().union(_texts(*ROOMS)) == set()


@pytest.mark.long
def test_each_way_is_of_a_sentence_that_is_said() -> None:
    """Whoever changes a sentence changes it here as well."""
    assert WAYS.keys() - _said().union(_texts(*ROOMS, "play")) == set()


def test_where_people_type_a_sentence_says_what() -> None:
    """And nowhere else: it is said so in one context alone."""
    closed = N_("the evening {name!r} is closed")
    said = {"name": "Stammtisch", "number": 3}
    say_with(way_to_go_on)
    try:
        typed = _t(closed, **said)
    finally:
        say_with(None)
    assert typed == "the evening 'Stammtisch' is closed; to continue it: sklog reopen --session 3"
    assert _t(closed, **said) == "the evening 'Stammtisch' is closed"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_code_is_the_same_in_every_language(language: str) -> None:
    """And what the sentence is about."""
    speak(language)
    try:
        error = sklog.Repeated(_("there is no evening {number}", number=7), _("nothing else"))
    finally:
        speak(None)
    told = [(problem.code, problem.data) for problem in error.problems]
    assert told == [("no-such-evening", {"number": 7}), ("repeated", {})]


def test_a_sentence_keeps_the_code_of_who_said_it_first() -> None:
    """Also said again by another error, with a place, and in another process."""
    first = sklog.IllegalHand("that cannot be")
    again = sklog.Refused(*pickle.loads(pickle.dumps(first)).problems).at("hand 7")  # noqa: S301  our own
    assert [(str(one), one.code) for one in again.problems] == [("hand 7: that cannot be", "illegal-hand")]
    assert again.problems == (Problem("that cannot be", "hand 7"),)


def test_each_kind_of_error_has_a_code_of_its_own() -> None:
    """Programs tell them apart without their classes."""
    kinds = {kind for name in sklog.__all__ if isinstance(kind := getattr(sklog, name), type)}
    errors = {kind for kind in kinds if issubclass(kind, SklogError)}
    assert len({error.code for error in errors}) == len(errors) >= 20


def test_what_is_wrong_with_a_ledger_is_told_apart(tmp_path: Path) -> None:
    """It is not there, it is none, it was damaged, it has another evening."""
    path = tmp_path / "ledger.db"
    ledger = sklog.Ledger(path)
    with pytest.raises(sklog.NoLedger):
        ledger.evening()
    ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel")
    with pytest.raises(sklog.NotFound) as none:
        ledger.evening("Kirchweih")
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    with pytest.raises(sklog.Damaged) as damaged:
        ledger.evening()
    path.write_bytes(b"no ledger" * 1000)
    with pytest.raises(sklog.LedgerError) as foreign:
        ledger.evening()
    assert not isinstance(foreign.value, sklog.Damaged)
    assert [one.value.problems[0].code for one in (none, damaged, foreign)] == ["no-such-evening", "damaged", "ledger"]
    assert str(tmp_path) not in f"{none.value}{damaged.value}{foreign.value}"
