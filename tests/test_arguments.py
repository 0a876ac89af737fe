"""Whatever a program passes is taken, or an error says in a sentence what is wrong; nothing fails somewhere inside."""

import inspect
import itertools
import linecache
import re
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any

import pytest

import sklog
from sklog.scoring import arguments
from sklog.scoring.names import Unreadable
from sklog.values import NamedTuple

PACKAGE = Path(sklog.__file__).parent
FOUR = ("Anna", "Bene", "Christl", "Dani")
TARIFF = sklog.find_tariff("lamers")
TABLE = sklog.start(FOUR)
WENZ = sklog.Played(game="wenz", declarer="Anna", won=True)
RULES = sklog.TournamentRules(rounds=2, games=2, seed="Herbst", ties=("lot",))
WRONG = [None, "x", 5, 2.5, True, object(), [1], {"a": 1}, 10**30]
try:
    from numpy import array, int64
except ModuleNotFoundError:
    pass
else:
    WRONG += [int64(2), array([])]

KINDS: list[Any] = [sklog.Ledger, sklog.Session, sklog.Tournaments]
CALLED = {
    **{name: made for name in sklog.__all__ if inspect.isfunction(made := getattr(sklog, name))},
    **{
        f"{kind.__name__}.{name}": made
        for kind in KINDS
        for name, made in vars(kind).items()
        if inspect.isfunction(made) and not name.startswith("_")
    },
}
RIGHT: dict[str, Any] = {
    "amount": "2,40", "balances": {"Anna": 5, "Bene": -5}, "code": sklog.Code("Join", "https://example.org/"),
    "data": {"game": "zusammengeworfen"}, "entries": WENZ, "entry": WENZ, "file": "copy.db", "files": "evening.yaml",
    "form": "jsonl", "hand": WENZ, "into": "Bene", "language": "en", "line": "w b", "name": "Anna",
    "name_or_path": "wiki", "new": "Annamirl", "now": str, "number": 1, "old": "Anna", "path": "evening.yaml",
    "payee": "Bene", "payer": "Anna", "players": FOUR, "round": 1, "said": "w b",
    "session": sklog.Session("Kranzl", "2026-11-20", TARIFF, FOUR), "state": TABLE, "table": 1,
    "tables": [[1, 2, 3, 4]], "tariff": TARIFF, "to": 1, "text": "extends: wiki\nname: haus", "unit": "ct",
    "value": 5, "what": "date", "word": "2,40",
}  # fmt: skip
"""A value of each argument that has to be said; where another one is wanted for a function, below."""
OWN: dict[str, dict[str, Any]] = {
    "Ledger.import_": {"files": "evening.yaml"},
    "Ledger.part_person": {"which": [1]},
    "Ledger.put_right": {"said": "2026-11-18"},
    "Ledger.start_evening": {"name": "Kranzl"},
    "Tournaments.begin": {"name": "Zweites", "tariff": "bsv", "rules": RULES},
    "Tournaments.enter": {"people": [sklog.Person("Eva")]},
    "Tournaments.printout": {"what": "start-list"},
    "Tournaments.record": {"said": {"penalty": {"number": 2, "points": -2, "reason": "late"}}},
    "Tournaments.report": {"name": "show"},
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the functions are asked of: ledgers that keep nothing, and what they return."""
    folder = tmp_path_factory.mktemp("arguments")
    ledger = sklog.Ledger(folder / "ledger.db")
    ledger.start_evening("Stammtisch", FOUR, TARIFF, date="2026-11-19")
    ledger.record("w b")
    rennen = sklog.Ledger(folder / "rennen.db").tournaments
    rennen.begin("Herbstrennen", "bsv", RULES, date="2026-11-19")
    rennen.enter(list(map(sklog.Person, ("Anna", "Bene", "Christl", "Dani"))))
    rennen.draw()
    dry = sklog.Ledger(folder / "ledger.db", dry_run=True)
    joined = dry.record(sklog.Join("Eva"))
    return {
        "Ledger": dry,
        "Session": sklog.Session("Kranzl", "2026-11-20", TARIFF, FOUR).with_entries(WENZ),
        "Tournaments": sklog.Ledger(folder / "rennen.db", dry_run=True).tournaments,
        "change": dry.fix(1, "n"),
        "report": ledger.report("curve"),
        "evening": ledger.evening(),
        "line": joined.line,
        "before": joined.before.scene,
        "seen": ledger.settlement(),
    }


def _called(name: str, told: dict[str, Any]) -> tuple[Callable[..., Any], dict[str, Any], list[str]]:
    """Return the function, what it is called with, and all of its arguments."""
    kind, _dot, method = name.rpartition(".")
    function = getattr(told[kind], method) if kind else CALLED[name]
    parameters = [one for one in inspect.signature(function).parameters.values() if one.kind != one.VAR_KEYWORD]
    own = OWN.get(name, {}) | ({"line": told["line"]} if name == "happened" else {})
    need = [one.name for one in parameters if one.default is one.empty]
    right = {name: own[name] if name in own else told.get(name, RIGHT.get(name)) for name in need if name != "line"}
    if "line" in need:
        right["line"] = own.get("line", RIGHT["line"])
    return function, right | own, [one.name for one in parameters]


def _call(function: Callable[..., Any], said: dict[str, Any]) -> None:
    """Call it, an argument that stands by its place there, and take what it yields."""
    places, named = [], {}
    for one in inspect.signature(function).parameters.values():
        if one.name in said:
            if one.kind in {one.VAR_POSITIONAL, one.POSITIONAL_ONLY}:
                places.append(said[one.name])
            else:
                named[one.name] = said[one.name]
    found = function(*places, **named)
    if inspect.isgenerator(found):
        list(itertools.islice(found, 9))


def names_of(error: sklog.SklogError) -> set[str]:
    """Return by which names of docs/api.md an error may be named."""
    return {kind.__name__ for kind in type(error).__mro__} & {*sklog.__all__} - {"SklogError"}


def _is_said(error: BaseException) -> bool:
    """Whether sklog itself raised it: a line of its own says `raise`."""
    place = extract_tb(error.__traceback__)[-1]
    said = linecache.getline(place.filename, place.lineno or 0).strip()
    return Path(place.filename).is_relative_to(PACKAGE) and said.startswith("raise")


@pytest.mark.parametrize("name", CALLED)
def test_a_wrong_argument_is_a_sentence(
    name: str, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A SklogError that its docstring names, or a TypeError or ValueError that was meant: of each argument in turn."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    function, right, arguments = _called(name, told)
    unsaid = []
    for argument, wrong in itertools.product(arguments, WRONG):
        try:
            _call(function, {**right, argument: wrong})
        except sklog.SklogError as error:
            if not names_of(error) & set(re.findall(r"\w+", str(CALLED[name].__doc__))):
                unsaid.append((argument, repr(wrong), repr(error)))
        except Exception as error:  # noqa: BLE001  whatever it is
            if not isinstance(error, (TypeError, ValueError)) or not _is_said(error):
                unsaid.append((argument, repr(wrong), repr(error)))
    sklog.speak(None)
    assert unsaid == []


MADE: dict[str, dict[str, Any]] = {
    "Session": {"name": "Kranzl", "date": "2026-11-20", "tariff": TARIFF, "players": FOUR},
    "Code": {"title": "Join", "payload": "https://example.org/"},
    "Wish": {},
    "Person": {"name": "Eva"},
    "ListRow": {"points": 5},
    "TournamentRules": {},
    "Ledger": {},
}


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_made_of_right_values(name: str) -> None:
    """Each field says what it has to be; all that is wrong is said at once."""
    kind = getattr(sklog, name)
    fields = [one for one in inspect.signature(kind).parameters if one != "args"]
    for field in fields:
        with pytest.raises(TypeError, match=f"^{field}: expected"):
            kind(**{**MADE[name], field: object()})


def test_all_wrong_arguments_are_named_at_once() -> None:
    """Each in a sentence of its own, and as any of the errors that a program may expect."""
    for kind in (TypeError, ValueError):
        with pytest.raises(kind) as refused:
            sklog.render("x", 5, width="wide")  # type: ignore[arg-type]
        assert str(refused.value).splitlines() == [
            'report: expected a Report, not "x"',
            "form: expected a text, not 5",
            'width: expected a whole number, not "wide"',
        ]


# -- what an annotation takes -----------------------------------------------------------------------------


class Two:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 2


LAMERS = type("Lamers", (sklog.Tariff,), {})(*TARIFF)
TAKEN: list[tuple[str, Any, Any]] = [
    ("str", "Anna", "Anna"),
    ("int", Two(), 2),
    ("bool", False, False),
    ("Path", PACKAGE, PACKAGE),
    ("os.PathLike[str]", PACKAGE, PACKAGE),
    ("Callable[[str], int]", len, len),
    ("Any", WRONG, WRONG),
    ("object", None, None),
    ("Tariff", TARIFF, TARIFF),
    ("Tariff", LAMERS, LAMERS),
    ("Hand", WENZ, WENZ),
    ("Entry", sklog.Join("Eva"), sklog.Join("Eva")),
    ("int | None", None, None),
    ("int|str", "Anna", "Anna"),
    ("Literal['ct', 'points']", "ct", "ct"),
    ("Sequence[int]", [Two(), 3], (2, 3)),
    ("collections.abc.Sequence[int]", range(2), (0, 1)),
    ("Sequence[str] | str", ["Anna"], ("Anna",)),
    ("Iterable[Sequence[int]]", {"Anna": [Two()]}.values(), ((2,),)),
    ("tuple[int, ...]", [Two()], (2,)),
    ("tuple[int, ...]", (Two(),), (2,)),
    ("Mapping[str, Sequence[int]]", {"Anna": [Two()]}, {"Anna": (2,)}),
    ("dict[str, int]", {"Anna": Two()}, {"Anna": 2}),
    ("Sequence[int | str] | None", ["Anna", Two()], ("Anna", 2)),
]


@pytest.mark.parametrize(("annotation", "value", "read"), TAKEN, ids=[row[0] for row in TAKEN])
def test_what_is_right_is_taken(annotation: str, value: object, read: object) -> None:
    """As it is, a number as Python's and a list as a tuple: also within others."""
    assert arguments._reader(annotation)(value) == read  # noqa: SLF001  nobody else needs to know it


@pytest.mark.parametrize(
    ("annotation", "value", "sentence"),
    [
        ("str", 5, "expected a text, not 5"),
        ("int", True, "expected a whole number, not yes"),
        ("bool", 0, "expected yes or no, not 0"),
        ("Path", "x", 'expected a path, not "x"'),
        ("Callable", 5, "expected a function, not 5"),
        ("Tariff", 5, "expected a Tariff, not 5"),
        ("Tariff | Evening", 5, "expected a Tariff or an Evening, not 5"),
        ("Tariff | Session", 5, "expected a Tariff or a Session, not 5"),
        ("Hand", 5, "expected a hand, not 5"),
        ("Entry", 5, "expected a hand or an event, not 5"),
        ("int | None", "x", 'expected a whole number, not "x"'),
        ("str | int", 2.5, "expected a text or a whole number, not 2.5"),
        ("Sequence[int]", 5, "expected a list, not 5"),
        ("Sequence[int]", "12", 'expected a list, not "12"'),
        ("Sequence[int]", b"12", "expected a list, not bytes"),
        ("Iterable[int]", {1: 2}, "expected a list, not a mapping"),
        ("Sequence[int]", [1, "x"], 'expected a whole number, not "x"'),
        ("Sequence[int] | None", [1, "x"], 'expected a whole number, not "x"'),
        ("Sequence[int] | int", [1, "x"], "expected a list or a whole number, not a list"),
        ("tuple[int, ...]", range(2), "expected a list, not range"),
        ("Mapping[str, int]", [], "expected a mapping, not a list"),
        ("Mapping[str, int]", {"Anna": "x"}, 'expected a whole number, not "x"'),
        ("Mapping[str, int]", {5: 1}, "expected a text, not 5"),
    ],
)
def test_what_is_wrong_is_told(annotation: str, value: object, sentence: str) -> None:
    """With everything that would be right; what stands within a list or a mapping, in the words for that."""
    with pytest.raises(Unreadable) as refused:
        arguments._reader(annotation)(value)  # noqa: SLF001
    assert str(refused.value) == sentence


# -- what is passed ---------------------------------------------------------------------------------------


def _every_kind(first: int, second: "int" = 1, *rest: int, third: int = 3, **more: int) -> Any:
    return first, second, rest, third, more


def _places_alone(first: int, other: "Nonsense", *, third: int = 3) -> Any:  # type: ignore[name-defined]  # noqa: F821
    return first, other, third


@pytest.mark.parametrize(
    ("function", "but", "values", "named", "found"),
    [
        (_every_kind, (), (Two(), Two(), Two(), Two()), {"third": Two(), "x": Two()}, (2, 2, (2, 2), 2, {"x": 2})),
        (_every_kind, ("second",), (1, "x"), {}, (1, "x", (), 3, {})),
        (_every_kind, (), (), {"first": Two()}, (2, 1, (), 3, {})),
        (_places_alone, (), (Two(), "x"), {"third": Two()}, (2, "x", 2)),
    ],
)
def test_every_argument_is_read(
    function: Any, but: tuple[str, ...], values: tuple[Any, ...], named: dict[str, Any], found: object
) -> None:
    """By its place or by its name; but for what the function reads itself, and a kind that is not known."""
    assert arguments.reading(function, but)(*values, **named) == found


def test_every_wrong_argument_is_named() -> None:
    """By what the function calls it, or the caller."""
    with pytest.raises(arguments.WrongType) as refused:
        arguments.reading(_every_kind)("a", "b", "c", third="d", x="e")
    said = {"first": "a", "second": "b", "rest": "c", "third": "d", "x": "e"}
    assert str(refused.value).splitlines() == [
        f'{name}: expected a whole number, not "{value}"' for name, value in said.items()
    ]


def test_every_public_method_is_read() -> None:
    """And what one is made of; once, however often that is asked for."""

    class Kind:
        def __init__(self, first: int) -> None:
            self.first = first

        def public(self, number: int) -> int:
            return number

        def own(self, amount: int) -> int:
            return amount

        def _private(self, number: int) -> int:
            return number

        other = 5

    arguments.read_all(Kind, ("amount",))
    read = Kind.public
    arguments.read_all(Kind)
    made, two = Kind(Two()), Two()  # type: ignore[arg-type]
    assert (made.first, made.public(two), made.other) == (2, 2, 5)  # type: ignore[arg-type]
    assert (made.own("x"), made._private(two)) == ("x", two)  # type: ignore[arg-type]  # noqa: SLF001
    assert Kind.public is read


def test_what_is_made_as_another_class_says_is_read() -> None:
    """Where the class has no constructor of its own."""

    class Kind:
        def __init__(self, first: int) -> None:
            self.first = first

    class Heir(Kind):
        pass

    arguments.read_all(Heir)
    assert Heir(Two()).first == 2  # type: ignore[arg-type]


def test_a_record_is_made_of_what_is_read() -> None:
    """A field of a kind that is not known may be anything."""

    class Record(NamedTuple):
        number: int
        anything: "Nonsense"  # type: ignore[name-defined]  # noqa: F821

    arguments.read_all(Record)
    assert Record(Two(), "x") == (2, "x")  # type: ignore[arg-type]
    with pytest.raises(arguments.WrongType, match=r'^number: expected a whole number, not "x"$'):
        Record("x", "x")  # type: ignore[arg-type]


def test_what_a_program_gets_by_a_public_name() -> None:
    """A function that reads what is passed, but for what it reads itself; of classes those that are made."""

    def begun(players: int, dealer: int = 0) -> Any:
        return players, dealer

    class Opened:
        def pay(self, amount: int, payer: int = 0) -> Any:
            return amount, payer

    two: Any = Two()
    start = arguments.at_the_door("start", begun)
    assert (start.__module__, start.__name__, start.__qualname__) == ("sklog", "start", "start")
    assert start("x", two) == ("x", 2)
    assert arguments.at_the_door("step", begun)(two, two) == (2, 2)
    assert arguments.at_the_door("Held", Opened)().pay("x", two) == ("x", two)
    assert arguments.at_the_door("Ledger", Opened)().pay("x", two) == ("x", 2)

    class Code:
        def pay(self, amount: int) -> Any:
            return amount

    assert arguments.at_the_door("Code", Code)().pay(two) == 2


def test_a_kind_that_is_not_known_is_left_to_the_function() -> None:
    """As is an argument that a function does not have: Python says that."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        sklog.write_amount(5, "ct", nonsense=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional argument"):
        sklog.write_amount(5, "ct", 1)  # type: ignore[misc]


def test_a_whole_number_of_another_library_is_taken() -> None:
    """It is Python's behind the door."""
    assert sklog.write_amount(Two(), "ct") == "0.02"  # type: ignore[arg-type]


def test_a_public_function_is_called_as_it_is_named() -> None:
    """So that it is pickled and explained by its public name."""
    assert (sklog.settle.__module__, sklog.settle.__qualname__) == ("sklog", "settle")
