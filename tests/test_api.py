"""The public interface, as another program uses it: nothing here is imported but `sklog` itself."""

import ast
import copy
import doctest
import inspect
import pickle
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

import sklog

ROOT = Path(__file__).parent.parent
FOUR = ["Anna", "Bene", "Christl", "Dani"]
TARIFF = sklog.find_tariff("sauspiel")
OLDER = sorted((ROOT / "tests" / "ledgers").glob("schema-*.sqlite"))
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sklog.Ledger:
    """Return a ledger in which an evening has begun."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    made = sklog.Ledger(tmp_path / "ledger.db", who="Anna")
    made.start_evening("Stammtisch", FOUR, TARIFF, date="2026-11-19")
    return made


def balances(ledger: sklog.Ledger) -> dict[str, int]:
    """Return what everybody at the table has won or lost."""
    found = dict(ledger.evening().state.balances)
    return {name: amount for name, amount in found.items() if name != "Stock"}


def log(ledger: sklog.Ledger) -> list[str]:
    """Return what the log says was typed."""
    (table,) = ledger.report("log").sections
    place = [column.key for column in table.columns].index("what")
    return [str(row[place]) for row in table.rows]


# -- examples in docstrings ---------------------------------------------------------------------------


def _called() -> dict[str, Any]:
    """Return what a program calls: the functions, and the methods of what does something."""
    functions = {name: made for name in sklog.__all__ if inspect.isfunction(made := getattr(sklog, name))}
    kinds: list[type] = [sklog.Ledger, sklog.Session, sklog.Tournaments]
    methods = {
        f"{kind.__name__}.{name}": made
        for kind in kinds
        for name, made in vars(kind).items()
        if inspect.isfunction(made) and not name.startswith("_") and made.__module__ == kind.__module__
    }
    return functions | methods


def _known(said: str) -> dict[str, Any]:
    """Return what an example takes for granted, where it speaks of it: two hands, as at first in docs/api.md."""
    lamers, table = sklog.find_tariff("lamers"), sklog.start(FOUR)
    hand = sklog.read_hand("s ac nl3", table, lamers)
    wenz = sklog.Played(game="wenz", declarer="Bene", won=False, laufende=2)
    evening = sklog.Session("Stammtisch", "2026-11-19", lamers, tuple(FOUR)).with_entries(hand, wenz)
    known = {"sklog": sklog, "Path": Path, "lamers": lamers, "table": table, "hand": hand, "evening": evening}
    if "ledger" in said:
        known["ledger"] = ledger = sklog.Ledger("ledger.db", who="Anna")
        ledger.start_evening("Stammtisch", FOUR, lamers, date="2026-11-19")
        for entry in (hand, wenz):
            ledger.record(entry)
    if "rennen" in said:
        known["rennen"] = rennen = sklog.Ledger("rennen.db").tournaments
        rennen.begin("Herbstrennen", "bsv", sklog.TournamentRules(rounds=1, games=2, seed="Herbst"))
        rennen.enter(list(map(sklog.Person, FOUR)))
    return known


@pytest.mark.parametrize("name", _called())
def test_each_docstring_has_an_example_that_is_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor shows it to whoever types the name."""
    if name == "code_svg":
        pytest.importorskip("segno", reason="the extra girocode is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    said = inspect.getdoc(_called()[name]) or ""
    shown = "\n".join(one.source for one in doctest.DocTestParser().get_examples(said))
    example = doctest.DocTestParser().get_doctest(said, _known(shown), name, None, 0)
    ran = doctest.DocTestRunner().run(example)
    assert (ran.failed, ran.attempted > 0) == (0, True)


GUIDES = {
    "docs/tariffs.md": "find_tariff read_tariff step Ledger.explain",
    "docs/shorthand.md": "read_hand write_hand",
    "docs/files.md": "entry_from_json entry_to_json read_sessions write_session"
    " Ledger.add Ledger.export Ledger.import_",
    "docs/guide.md": "settle Ledger.settlement Ledger.dues",
    "docs/reports.md": "Ledger.report",
    "docs/trust.md": "Ledger.check Ledger.backup Ledger.restore Ledger.merge Ledger.close_evening",
    "docs/tournament.md": "Tournaments.begin Tournaments.record Tournaments.report Tournaments.printout"
    " Tournaments.hand_in",
    "docs/draw.md": "Tournaments.draw",
}
"""Where the rules are that a function goes by."""
MONEY = (
    *("settle", "start", "step", "write_amount", "read_amount", "entry_to_json", "Session.lines", "Session.under"),
    *("Session.payments", "Ledger.board", "Ledger.people", "Ledger.settlement", "Ledger.dues", "Ledger.pay"),
    *("Tournaments.hand_in", "Tournaments.record"),
)
"""What takes or returns amounts."""


def _lacks(name: str) -> Iterator[str]:
    """Yield which part the docstring or the signature of a function lacks."""
    made = _called()[name]
    said = inspect.getdoc(made) or ""
    parameters = [one for one in inspect.signature(made).parameters.values() if one.name != "self"]
    if "return" not in made.__annotations__ or any(one.annotation is one.empty for one in parameters):
        yield "types"
    if not re.match(r"[A-Z][^.]*[.,;:]", said):
        yield "what it does, in its first line"
    if name in MONEY and not re.search(r"\bcents\b|\bpoints\b|\bunit\b", said):
        yield "its unit"
    for guide, names in GUIDES.items():
        if name in names.split() and guide not in said:
            yield guide
    if ">>> " not in said:
        yield "an example"


def test_each_docstring_has_its_parts() -> None:
    """Types, unit, guide and example; tests/test_arguments.py asks for the errors."""
    lacking = {name: parts for name in _called() if (parts := [*_lacks(name)])}
    assert lacking == {}
    assert all((ROOT / guide).is_file() for guide in GUIDES)
    assert {*MONEY, *" ".join(GUIDES.values()).split()} <= _called().keys()


# -- names --------------------------------------------------------------------------------------------


def test_this_file_imports_nothing_private() -> None:
    """Whatever a program needs has a public name."""
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name.startswith("sklog")} == {"sklog"}


def test_there_are_few_names() -> None:
    """A programmer can survey them, and each one is there."""
    assert 20 <= len(sklog.__all__) <= 130
    assert [name for name in sklog.__all__ if getattr(sklog, name) is None or name not in dir(sklog)] == []


def test_an_unknown_name_is_an_error() -> None:
    """As with any module."""
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = sklog.nonsense


@pytest.mark.long
def test_import_imports_nothing_else() -> None:
    """Whoever imports sklog waits for nothing that is not used."""
    code = "import sys; before = set(sys.modules); import sklog; print(*sorted(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["sklog"]


# -- a hand, an evening -------------------------------------------------------------------------------


def test_a_hand_is_read_scored_and_written() -> None:
    """Shorthand, value, postings and steps belong together."""
    table = sklog.start(FOUR)
    hand = sklog.read_hand("s ac nl3", table, TARIFF)
    line = sklog.step(table, hand, TARIFF)
    assert line.score is not None
    assert (line.score.value, line.score.postings["Bene"]) == (60, -60)
    assert sum(made.plus or 0 for made in line.score.steps) == 60
    assert sklog.write_hand(hand, table, TARIFF) == "s ac nl3"
    assert sklog.entry_from_json(sklog.entry_to_json(hand)) == hand


def test_an_evening_is_a_value() -> None:
    """Another entry makes another evening; its end is where folding it leads."""
    empty = sklog.Session("Stammtisch", "2026-11-19", TARIFF, tuple(FOUR))
    session = empty.with_entries(sklog.Played(game="wenz", declarer="Anna", won=True), sklog.Leave("Dani"))
    assert (empty.entries, empty.end().hands) == ((), 0)
    assert session.end() == session.lines()[-1].state
    assert session.end().seats == ("Anna", "Bene", "Christl")


def test_an_evening_is_kept_as_a_file(tmp_path: Path) -> None:
    """What was written is read as the same evening, from a path or its text."""
    session = sklog.Session("Stammtisch", "2026-11-19", TARIFF, tuple(FOUR), (sklog.Passed(),))
    (tmp_path / "abend.yaml").write_text(sklog.write_session(session), encoding="utf-8")
    assert list(sklog.read_sessions(tmp_path / "abend.yaml")) == [session]
    assert list(sklog.read_sessions(str(tmp_path / "abend.yaml"))) == [session]


# -- a ledger, recorded -------------------------------------------------------------------------------


def test_a_line_a_value_and_a_function_are_recorded(ledger: sklog.Ledger) -> None:
    """Each says a hand; the function sees the table that it meets."""
    first = ledger.record("w a")
    ledger.record(sklog.Played(game="wenz", declarer="Bene", won=True))
    last = ledger.record(lambda scene: sklog.Played(game="wenz", declarer=scene.state.dealer, won=True))
    assert (first.before.hands, first.line.number, last.line.number) == (0, 1, 3)
    assert balances(ledger) == {"Anna": 50, "Bene": 50, "Christl": 50, "Dani": -150}


EVENTS: dict[str, sklog.Entry] = {
    "join Eva --after Dani": sklog.Join("Eva", "Dani"),
    "join Eva": sklog.Join("Eva"),
    "leave Dani": sklog.Leave("Dani"),
    "seats Bene,Anna,Christl,Dani": sklog.Seating(("Bene", "Anna", "Christl", "Dani")),
    "session tariff --from 1 wiki": sklog.TariffChange(sklog.find_tariff("wiki")),
    "bock 2": sklog.BockOrder(2),
    "bock off": sklog.BockOrder(0),
    "round off": sklog.RoundOrder(None),
    "stock +0.40 Anna": sklog.StockMove({"Anna": -40}),
    "stock +0.40 Anna Bene": sklog.StockMove({"Anna": -40, "Bene": -40}),
    "pay Anna Bene 1.00": sklog.Payment("Anna", "Bene", 100),
    'post Anna:-0.50 Bene:+0.50 --note "beer"': sklog.Posting(amounts={"Anna": -50, "Bene": 50}, note="beer"),
    "add s ac": sklog.Played(game="sauspiel", declarer="Anna", partner="Christl", won=True),
    "add w b-": sklog.Voided(sklog.Played(game="wenz", declarer="Bene", won=False)),
}
VOID = {"add w b-"}  # nobody types a hand that is void from the beginning: such an entry comes from a file


@pytest.mark.parametrize("words", EVENTS)
def test_the_log_says_what_a_program_recorded(ledger: sklog.Ledger, words: str) -> None:
    """Every kind of entry is recorded, and noted as somebody would type it; undo names it so."""
    ledger.record(EVENTS[words])
    assert log(ledger)[-1] == words
    assert [undone.words for undone in ledger.undo()] == [words]


@pytest.mark.long
@pytest.mark.parametrize("words", sorted(EVENTS.keys() - VOID))
def test_what_the_log_says_can_be_typed(ledger: sklog.Ledger, words: str) -> None:
    """The command that was noted records the same."""
    recorded = ledger.record(EVENTS[words]).line
    ledger.undo()
    command = [sys.executable, "-m", "sklog", "--db", str(ledger.path), *shlex.split(words)]
    subprocess.run(command, capture_output=True, check=True)
    assert (ledger.session().entries[-1], ledger.evening().state) == (recorded.entry, recorded.state)


def test_a_line_twice_is_a_slip_of_a_key(ledger: sklog.Ledger) -> None:
    """A line that was recorded just before is refused, unless it was played again; a value is meant."""
    ledger.record("w a")
    with pytest.raises(sklog.Refused, match="the same hand was recorded just before"):
        ledger.record("w a")
    ledger.record("w a", again=True)
    wenz = sklog.Played(game="wenz", declarer="Anna", won=True)
    ledger.record(wenz)
    assert ledger.record(wenz).line.number == 4


def test_a_tariff_of_an_evening_stays_as_it_is(ledger: sklog.Ledger) -> None:
    """It is the same value for every reader, and nobody can make hands dearer by it."""
    prices = ledger.evening().tariff.prices
    with pytest.raises(TypeError, match="a tariff never changes"):
        prices["wenz"] = 999
    assert copy.deepcopy(ledger.evening().tariff) == pickle.loads(pickle.dumps(ledger.evening().tariff))  # noqa: S301
    assert ledger.record("w a").line.state.balances["Anna"] == 150


CARELESS: dict[str, Callable[[sklog.Ledger], object]] = {
    "amount-of-a-float": lambda ledger: ledger.pay("Bene", "Anna", 12.25),  # type: ignore[arg-type]
    "amount-of-a-bool": lambda ledger: ledger.pay("Bene", "Anna", True),
    "payment-of-nobody": lambda ledger: ledger.record(sklog.Payment("Zoe", "Anna", 500)),
    "half-a-cent": lambda ledger: ledger.record(sklog.BockOrder(2.5)),  # type: ignore[arg-type]
    "no-amounts": lambda ledger: ledger.record(sklog.StockMove({})),
    "no-such-game": lambda ledger: ledger.record(sklog.Passed(game="x")),
    "tariff-with-half-a-cent": lambda ledger: ledger.record(
        sklog.TariffChange(TARIFF._replace(prices={**TARIFF.prices, "wenz": 12.5}))  # type: ignore[dict-item]
    ),
    "tariff-with-half-a-cent-for-the-scene": lambda ledger: ledger.record(
        lambda scene: sklog.TariffChange(scene.tariff._replace(prices={**scene.tariff.prices, "wenz": 12.5}))  # type: ignore[dict-item]
    ),
    "tariff-below-nothing": lambda ledger: ledger.start_evening(
        "Zweiter", FOUR, TARIFF._replace(prices={**TARIFF.prices, "wenz": -50})
    ),
    "no-coin": lambda ledger: ledger.settlement(sklog.Wish(coin=0)),
    "no-step-back": lambda ledger: ledger.undo(0),
    "one-name": lambda ledger: ledger.start_evening("Zweiter", "ABCD"),
    "json-of-nothing": lambda _ledger: sklog.entry_from_json(None),  # type: ignore[arg-type]
    "json-of-no-tariff": lambda _ledger: sklog.entry_from_json({"tariff": {}}),
}


@pytest.mark.parametrize("careless", CARELESS)
def test_what_nobody_means_is_refused(ledger: sklog.Ledger, careless: str) -> None:
    """It stores nothing: neither what would be read as something else, nor what could never be read again."""
    before = ledger.evening()
    with pytest.raises(sklog.SklogError):
        CARELESS[careless](ledger)
    assert ledger.evening() == before
    assert len(ledger.evenings()) == 1


@pytest.mark.parametrize(
    "wrong", [None, {"game": "wenz"}, 7, lambda _scene: None], ids=["nothing", "a-mapping", "a-number", "of-a-function"]
)
def test_what_is_no_entry_is_a_type_error(ledger: sklog.Ledger, wrong: Any) -> None:
    """As with any function that is given something else than it takes."""
    with pytest.raises(TypeError, match="is neither a hand, nor an event, nor a line"):
        ledger.record(wrong)


def test_lists_are_as_good_as_tuples(ledger: sklog.Ledger) -> None:
    """In a hand they are read as what they hold."""
    ledger.record(sklog.Played(game="sauspiel", winners=["Anna", "Bene"]))  # type: ignore[arg-type]
    assert ledger.session().entries == (sklog.Played(game="sauspiel", winners=("Anna", "Bene")),)


def test_a_function_gets_a_copy(ledger: sklog.Ledger) -> None:
    """Whatever it does with the balances, those of the evening are what they were; a line may be its answer."""

    def rich(scene: Any) -> str:
        scene.state.balances["Anna"] = 5555
        return "x"

    assert ledger.record(rich).line.state.balances["Anna"] == 0


def test_an_evening_is_meant_by_itself(ledger: sklog.Ledger) -> None:
    """Also where it is called as another's number."""
    one = ledger.start_evening("1", "Anna,Bene,Christl,Dani", "wiki")
    assert (ledger.evening(one).uid, ledger.evening("1").name) == (one.uid, "Stammtisch")
    ledger.record("x", one)
    assert ledger.evening(one).hands == 1


def test_what_is_refused_stores_nothing(ledger: sklog.Ledger) -> None:
    """All problems are said at once, and the evening stays as it was."""
    before = ledger.evening()
    with pytest.raises(sklog.UnclearHand) as wrong:
        ledger.record("s a")
    assert wrong.value.problems[0].message.startswith("who was the partner?")
    with pytest.raises(ZeroDivisionError):
        ledger.record(lambda _scene: 1 / 0)  # type: ignore[arg-type,return-value]
    assert ledger.evening() == before


@pytest.mark.parametrize("made", [False, True], ids=["value", "function"])
def test_what_became_wrong_since_it_was_made_is_not_recorded(ledger: sklog.Ledger, made: bool) -> None:
    """What the ledger could not read again is refused, not stored."""
    entry = sklog.StockMove({"Anna": -1})
    cast("dict[str, float]", entry.amounts)["Anna"] = -1.5
    with pytest.raises(sklog.InvalidHand, match=r"expected a whole number, not -1\.5"):
        ledger.record((lambda _scene: entry) if made else entry)
    assert log(ledger)[1:] == []


def test_a_dry_run_stores_nothing(ledger: sklog.Ledger, tmp_path: Path) -> None:
    """Everything is done as it would be, also where there is no ledger yet."""
    tried = sklog.Ledger(ledger.path, dry_run=True)
    assert tried.record("w a").line.state.balances["Anna"] == 150
    assert tried.close_evening().evening.closed
    assert (ledger.evening().hands, ledger.evening().closed) == (0, False)
    assert sklog.Ledger(tmp_path / "none.db", dry_run=True).start_evening("Probe", FOUR).tariff.name == "sauspiel"
    assert not (tmp_path / "none.db").exists()


@pytest.mark.long
def test_threads_share_a_ledger(ledger: sklog.Ledger) -> None:
    """Nothing is lost, and every hand has a number of its own."""
    wenz = sklog.Played(game="wenz", declarer="Anna", won=True)
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda _: ledger.record(wenz).line.number, range(12)))
    assert sorted(map(int, filter(None, numbers))) == list(range(1, 13))
    assert balances(ledger)["Anna"] == 12 * 150


@pytest.mark.long
def test_the_same_by_a_command(ledger: sklog.Ledger) -> None:
    """The command line records what a program records, and each sees what the other did."""
    ledger.record("s ac nl3")
    command = [sys.executable, "-m", "sklog", "--db", str(ledger.path), "add", "w", "b-l2"]
    subprocess.run(command, capture_output=True, check=True)
    assert log(ledger)[1:] == ["add s ac nl3", "add w b-l2"]
    assert [undone.words for undone in ledger.undo(2)] == ["add w b-l2", "add s ac nl3"]


def test_who_recorded_is_noted(ledger: sklog.Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """As said to the ledger, else as the environment says."""
    monkeypatch.setenv("SKLOG_USER", "Christl")
    sklog.Ledger(ledger.path).record("x")
    (table,) = ledger.report("log").sections
    who = [column.key for column in table.columns].index("who")
    assert [row[who] for row in table.rows] == ["Anna", "Christl"]


# -- evenings -----------------------------------------------------------------------------------------


def test_an_evening_is_meant_by_any_of_its_names(ledger: sklog.Ledger) -> None:
    """By number, name, date or identity."""
    began = ledger.evening()
    ledger.start_evening("Zweiter", FOUR)
    assert ledger.evening().name == "Zweiter"
    for which in (began.id, str(began.id), "stammtisch", "2026-11-19", began.uid):
        assert ledger.evening(which).uid == began.uid
    with pytest.raises(sklog.NotFound, match="there is no evening 'nichts'"):
        ledger.session("nichts")


def test_a_new_evening_takes_over_tariff_and_stock(ledger: sklog.Ledger) -> None:
    """Without a tariff the last one's goes on, and a Stock that waits for these people comes along."""
    wiki = sklog.find_tariff("wiki")
    first = ledger.start_evening("Mit Stock", FOUR, wiki)
    ledger.record(sklog.StockMove({"Anna": -40}))
    closed = ledger.close_evening(stock="carry")
    assert (closed.evening.left, closed.move) == (40, None)
    second = ledger.start_evening("Danach", FOUR)
    assert (second.tariff, second.state.stock, second.stock_from) == (wiki, 40, first.uid)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"name": " "}, "an evening needs a name"),
        ({"players": ["Anna"]}, "2 to 7 people sit at a table"),
        ({"players": ["Anna", "anna", "Bene", "Dani"]}, "two people are called"),
        ({"date": "some day"}, "is not a date"),
        ({"date": "2026-02-30"}, "a day that does not exist"),
        ({"dealer": "Eva"}, 'there is no "Eva" here'),
        ({"players": ["Anna", "Bene", "Christl"], "tariff": sklog.find_tariff("lamers")}, "needs at least 4 players"),
    ],
    ids=["no-name", "one-person", "one-name-twice", "no-date", "no-such-day", "no-such-dealer", "too-few"],
)
def test_an_evening_that_cannot_begin(tmp_path: Path, facts: dict[str, object], said: str) -> None:
    """It is refused with a sentence, and no file is made for it."""
    made = sklog.Ledger(tmp_path / "none.db")
    with pytest.raises(sklog.SklogError, match=re.escape(said)):
        made.start_evening(**{"name": "Probe", "players": FOUR, **facts})  # type: ignore[arg-type]
    assert not made.path.exists()


def test_closed_and_open_again(ledger: sklog.Ledger) -> None:
    """A closed evening takes no hand until it is opened again."""
    assert ledger.close_evening().warning == ""
    with pytest.raises(sklog.Refused, match="is closed"):
        ledger.record("w a", "Stammtisch")
    assert ledger.reopen_evening().closed is False
    assert ledger.record("w a").line.number == 1


def test_a_copy_that_fails_is_told(ledger: sklog.Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The evening is closed all the same."""
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("SKLOG_BACKUPS", str(tmp_path / "file"))
    closed = ledger.close_evening()
    assert closed.evening.closed
    assert closed.warning.startswith("The evening is closed, but no copy was made: ")


# -- corrected ----------------------------------------------------------------------------------------


def test_a_hand_is_fixed(ledger: sklog.Ledger) -> None:
    """The change says what it costs now, and how it was noted."""
    ledger.record("w a")
    change = ledger.fix(1, "w b")
    assert [(one.number, one.before["Anna"], one.now["Anna"]) for one in change.revalued] == [(1, 150, -50)]
    ledger.fix(1, sklog.Passed(), keep_seats=True)
    assert log(ledger)[-2:] == ["fix 1 w b", "fix --keep-seats 1 x"]


@pytest.mark.parametrize("entry", [sklog.Leave("Anna"), sklog.Voided(sklog.Passed())], ids=["event", "void"])
def test_only_a_hand_takes_the_place_of_a_hand(ledger: sklog.Ledger, entry: sklog.Entry) -> None:
    """What else happened at the table has no number."""
    ledger.record("w a")
    for put in (ledger.fix, ledger.insert):
        with pytest.raises(TypeError, match="takes a hand, not"):
            put(1, entry)  # type: ignore[arg-type]
    assert log(ledger)[1:] == ["add w a"]


def test_a_hand_is_inserted_moved_and_void(ledger: sklog.Ledger) -> None:
    """Later hands are renumbered and scored again."""
    ledger.record("w a")
    assert ledger.insert(1, "w b", noted="w bene").renumbered == ((1, 2),)
    assert ledger.move(2, 1).renumbered == ((1, 2), (2, 1))
    assert ledger.void(1).evening.state.balances["Anna"] == -50
    assert log(ledger)[-3:] == ["insert 1 w bene", "move 2 1", "void 1"]


def test_undo_and_redo(ledger: sklog.Ledger) -> None:
    """Step by step, all of them or none."""
    ledger.record("w a")
    ledger.record("w b")
    assert [one.words for one in ledger.undo(2)] == ["add w b", "add w a"]
    assert [one.words for one in ledger.redo()] == ["add w a"]
    with pytest.raises(sklog.Refused, match="there are only 2 commands"):
        ledger.undo(3, "Stammtisch")
    assert balances(ledger)["Anna"] == 150


def test_a_number_that_is_not_there(ledger: sklog.Ledger) -> None:
    """It is not found, with what there is."""
    with pytest.raises(sklog.NotFound, match="there is no hand 3"):
        ledger.fix(3, "w a")


# -- asked --------------------------------------------------------------------------------------------


def test_a_preview_says_what_a_line_would_do(ledger: sklog.Ledger) -> None:
    """A hand with its amounts, what is missing, or what is wrong; nothing is recorded."""
    seen = ledger.preview("w a n")
    assert seen.line is not None
    assert (seen.kind, seen.line.state.balances["Bene"]) == ("hand", -60)
    assert (ledger.preview("s a").kind, ledger.preview("s ax ").kind) == ("missing", "wrong")
    assert ledger.completions("s be") == ["Bene"]
    assert ledger.evening().hands == 0


def test_a_hand_is_explained(ledger: sklog.Ledger) -> None:
    """A recorded one by its number, another one as the next hand."""
    ledger.record("w a n")
    assert "Schneider" in sklog.render(ledger.explain(1), "markdown")
    assert "Laufende" in sklog.render(ledger.explain("w a l3"), "markdown")


def test_a_settlement_is_recorded_as_it_was_seen(ledger: sklog.Ledger) -> None:
    """What somebody recorded since refuses it; then nobody owes anything."""
    ledger.record("w a")
    seen = ledger.settlement(sklog.Wish(record=True))
    assert [transfer.amount for transfer in seen.plans[0].transfers] == [50, 50, 50]
    ledger.record("w b")
    with pytest.raises(sklog.Refused, match="somebody has recorded something since"):
        ledger.record_settlement(seen)
    assert ledger.record_settlement(ledger.settlement(sklog.Wish(record=True))) == 2
    assert ledger.settlement().plans[0].transfers == ()


def test_a_settlement_that_was_only_looked_at_is_not_recorded(ledger: sklog.Ledger) -> None:
    """Nobody believes that it was."""
    ledger.record("w a")
    with pytest.raises(sklog.Refused, match="only for viewing"):
        ledger.record_settlement(ledger.settlement())


def test_a_pay_link_is_kept_and_deleted(ledger: sklog.Ledger) -> None:
    """As the ledger spells who it is of; what was not said stays as it is, and what is deleted was there."""
    assert ledger.keep_account("anna", link="https://PayPal.me/AnnaG") == ("Anna", None, "https://paypal.me/AnnaG")
    ledger.record("w a")
    assert "https://paypal.me/AnnaG" in sklog.render(ledger.settlement().reports[0], "csv")
    assert ledger.keep_account("Anna", link="") == ("Anna", None, "")
    with pytest.raises(sklog.NotFound, match="no pay link of Anna is known"):
        ledger.keep_account("Anna", link="")


def test_a_stock_that_is_open_says_of_which_evening(ledger: sklog.Ledger) -> None:
    """A program can ask what becomes of it."""
    ledger.record(sklog.StockMove({"Anna": -40}))
    with pytest.raises(sklog.OpenStock) as refused:
        ledger.settlement()
    assert refused.value.evening == 1


def test_an_amount_without_a_unit_has_two_meanings(ledger: sklog.Ledger) -> None:
    """A program can ask which one is meant."""
    with pytest.raises(sklog.UnclearAmount) as refused:
        ledger.pay("Anna", "Bene", "20")
    assert refused.value.meant == {"20": ("20€", "20ct")}


@pytest.mark.parametrize(("amount", "left"), [(100, 50), ("1,00", 50), ("100ct", 50), ("1.50", 0)])
def test_a_payment_leaves_the_rest(ledger: sklog.Ledger, amount: int | str, left: int) -> None:
    """An int is cents, a text is what somebody types."""
    ledger.record("w d")
    ledger.record(sklog.Posting(amounts={"Bene": -100, "Dani": 100}))
    paid = ledger.pay("bene", "dani", amount)
    owed = {transfer.payer: transfer.amount for transfer in paid.left.transfers}
    assert owed.get("Bene", 0) == left
    assert balances(ledger)["Bene"] == -150


@pytest.mark.parametrize(
    "name", ["show", "session", "log", "standings", "stats", "partners", "records", "characters", "rating"]
)
@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json", "html"])
def test_every_report_in_every_format(ledger: sklog.Ledger, name: str, form: str) -> None:
    """Each can be asked for and rendered."""
    ledger.record("w a")
    assert sklog.render(ledger.report(name), form)


def test_no_such_report(ledger: sklog.Ledger) -> None:
    """It is not found, with those there are."""
    with pytest.raises(
        sklog.NotFound,
        match="there is no report 'sheet'; choose from show, declared, session, log, curve, person, standings",
    ):
        ledger.report("sheet")


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("standings", {"which": "1"}, "standings is a report of a season, not of one evening"),
        ("session", {"since": "2026"}, "session is a report of one evening; since is only for a season"),
    ],
)
def test_an_evening_is_no_season(ledger: sklog.Ledger, name: str, asked: dict[str, str], said: str) -> None:
    """What is asked of the other is refused, not left out."""
    with pytest.raises(sklog.Refused, match=said):
        ledger.report(name, **asked)


def test_a_season_is_selected(ledger: sklog.Ledger) -> None:
    """By days, names, people and unit, as the command's options say."""
    ledger.record("w a")
    report = ledger.report("standings", since="2026-11", players="anna,bene")
    assert [row[1] for row in report.sections[0].rows] == ["Anna", "Bene"]
    with pytest.raises(sklog.SklogError):
        ledger.report("standings", group="Nirgends")


def test_good_points_are_of_the_standings(ledger: sklog.Ledger) -> None:
    """What was won alone; other reports have none."""
    ledger.record("w a")
    ledger.record("w a-")
    assert [row[:5] for row in ledger.report("standings", good_points=True).sections[0].rows] == [
        (1, "Anna", 1, 2, 150),
        (2, "Bene", 1, 2, 50),
        (2, "Christl", 1, 2, 50),
        (2, "Dani", 1, 2, 50),
    ]
    for name in ("stats", "session"):
        with pytest.raises(sklog.Refused, match=f"^good points are counted in the standings, not in {name}$"):
            ledger.report(name, good_points=True)


def test_people_have_balances(ledger: sklog.Ledger) -> None:
    """Across all evenings, in cents."""
    ledger.record("w a")
    assert {one.name: one.ct for one in ledger.people()} == {"Anna": 150, "Bene": -50, "Christl": -50, "Dani": -50}


@pytest.fixture
def _english_afterwards() -> Iterator[None]:
    yield
    sklog.speak("en")


@pytest.mark.usefixtures("_english_afterwards")
def test_a_language_is_spoken_by_its_name(ledger: sklog.Ledger) -> None:
    """Of a locale the language counts, and one without a catalogue is English."""
    for said in ("de", "de_AT.UTF-8", "DE"):
        sklog.speak(said)
        assert ledger.preview("s a").text == "wer war der Mitspieler?"
    for said in ("fr", "C.UTF-8", "../../etc", ""):
        sklog.speak(said)
        assert ledger.preview("s a").text == "who was the partner?"


def test_no_ledger(tmp_path: Path) -> None:
    """A file that is not there is not made by asking."""
    with pytest.raises(sklog.LedgerError):
        sklog.Ledger(tmp_path / "none.db").evening()
    assert not (tmp_path / "none.db").exists()


# -- a whole program ----------------------------------------------------------------------------------


PROGRAM = PAGE.rpartition("```python\n")[2].partition("```")[0]
PRINTED = [
    "  1  s ac nl3          60 ct",
    "  2  w b-l2            70 ct",
    "  3  s bd 50           20 ct",
    "Bene pays Anna 1.50 €",
    "Bene pays Christl 1.40 €",
    "Dani pays Christl 0.10 €",
]
HANDS = "Anna,Bene,Christl,Dani\ns ac nl3\nw b-l2\ns bd 50\n"


def ran(folder: Path, database: Path) -> str:
    """Run the program of docs/api.md outside of the repository, and return what it prints."""
    (folder / "evening.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "hands.txt").write_text(HANDS, encoding="utf-8")
    words = [sys.executable, "evening.py", "hands.txt", str(database)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True, encoding="utf-8").stdout


@pytest.mark.long
def test_thirty_lines_keep_an_evening(tmp_path: Path) -> None:
    """They score it, record it, and say who pays whom."""
    assert len(PROGRAM.splitlines()) <= 30
    assert ran(tmp_path, tmp_path / "ledger.db").splitlines() == PRINTED


@pytest.mark.long
@pytest.mark.parametrize("older", OLDER, ids=[path.stem for path in OLDER])
def test_they_are_right_in_an_older_ledger(tmp_path: Path, older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger of an older sklog is brought up to date, keeps what was in it, and takes the evening."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    database = shutil.copy(older, tmp_path / "ledger.db")
    printed = ran(tmp_path, tmp_path / "ledger.db")
    ledger = sklog.Ledger(database)
    *before, evening = ledger.evenings()
    assert before
    assert all(one.state == ledger.session(one.id).end() for one in ledger.evenings() if one.players)
    assert printed.splitlines() == PRINTED
    assert evening.hands == 3
