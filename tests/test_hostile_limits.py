"""Bombs and limits: too much of anything is refused in few words; what is no number and no day is none."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sklog import files as session_files
from sklog import notation, tariffs, yaml_text
from sklog.desk import hands
from sklog.errors import HandError, SklogError
from sklog.files import formats
from sklog.files.reader import MOST_TARIFFS
from sklog.rooms import load
from sklog.scoring import canonical, names, state, tariff
from sklog.scoring.canonical import from_json
from sklog.scoring.evening import require_room, start, step
from sklog.scoring.settings import to_mapping
from tests import transcripts

if TYPE_CHECKING:
    from tests.conftest import Sklog

pytestmark = pytest.mark.long

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")


HEAD = "session: x\ntariff: sauspiel\nplayers: [Anna, Bene, Christl, Dani]\nhands:\n"
RULES = "name: x\ngames: [solo]\nprices: {solo: 1}\n"
MANY = 300_000
BOMBS = {
    "aliases": "a: &a [x]\nb: [*a, *a]\n",
    "merged keys": "a: &a {x: 1}\nb: {<<: *a}\n",
    "an object": "a: !!python/object/apply:os.system [x]\n",
    "brackets": "[" * 4_000_000,
    "braces": "{a: " * 1_000_000,
    "a huge name": "name: " + "x" * 4_900_000,
    "a huge key": "? " + "x" * 4_900_000 + "\n: 1",
    "many keys": "".join(f"k{number}: 1\n" for number in range(MANY)),
    "a key again and again": "a: 1\n" * MANY,
    "many tags": "a: [" + "!x y," * MANY + "]",
    "many prices": RULES.replace("solo: 1", ",".join(f"k{number}: 1" for number in range(MANY))),
    "many games": RULES.replace("[solo]", "[" + ",".join(f"k{number}" for number in range(MANY)) + "]"),
    "many own games": RULES.replace("[solo]", "[" + "{name: k, shape: solo, price: 1}," * 30_000 + "]"),
    "a long chain": RULES + "kontra: [" + ",".join(f"k{number}" for number in range(MANY)) + "]\n",
    "a long title": RULES + "title: " + "x" * 1_000_000,
    "more than it may weigh": "# " + "x" * 5_000_000,
}
LONG = {
    "hands": HEAD + "  - s ac\n" * 30_000,
    "wrong hands": HEAD + "  - zz ac\n" * 10_000,
    "wrong keys": HEAD + "  - {game: solo, declarrer: Anna}\n" * 10_000,
    "events": HEAD + "  - {bock: 1}\n" * MANY,
    "tariffs": HEAD + "  - {tariff: wiki}\n" * 10_000,
    "people who come and go": HEAD + "".join(f"  - {{join: P{n}}}\n  - {{leave: P{n}}}\n" for n in range(9_000)),
    "players": HEAD.replace("Dani", ",".join(f"P{number}" for number in range(10_000))),
    "a name": HEAD.replace("Dani", "D" * 4_000_000),
    "a date": "date: " + "1" * 4_000_000 + "\n" + HEAD,
    "a place": "place: " + "x" * 4_000_000 + "\n" + HEAD,
    "a tariff's name": HEAD.replace("sauspiel", "x" * 4_000_000),
    "a line": HEAD + "  - s ac // " + "x" * 4_000_000,
    "a note": HEAD + "  - {game: wenz, declarer: Anna, won: yes, note: " + "x" * 4_000_000 + "}\n",
    "a game": HEAD + "  - {game: " + "x" * 4_000_000 + "}\n",
    "seats": HEAD + "  - {seats: [" + "Anna," * MANY + "]}\n",
    "winners": HEAD + "  - {game: solo, winners: [" + ",".join(f"P{number}" for number in range(60_000)) + "]}\n",
    "Klopfer": HEAD + "  - {game: solo, declarer: Anna, klopfer: [" + ",".join(f"P{n}" for n in range(60_000)) + "]}\n",
    "figures": HEAD + "  - {game: ramsch, augen: {" + ",".join(f"P{number}: 1" for number in range(40_000)) + "}}\n",
    "amounts": HEAD + "  - {game: posting, amounts: {" + ",".join(f"P{number}: 1" for number in range(40_000)) + "}}\n",
    "expectations": HEAD + "  - s ac\nexpect: {" + ",".join(f"P{number}: 1" for number in range(60_000)) + "}\n",
}  # fmt: skip


@pytest.mark.parametrize("text", BOMBS.values(), ids=list(BOMBS))
def test_a_tariff_that_is_a_bomb(text: str) -> None:
    """It is refused in few words, each of them short."""
    with pytest.raises(SklogError) as refused:
        tariffs.read(text, "x.yaml")
    assert len(refused.value.problems) <= yaml_text.MOST_PROBLEMS + 1
    assert max(len(problem.message) for problem in refused.value.problems) < 1000


@pytest.mark.parametrize("text", LONG.values(), ids=list(LONG))
def test_a_session_file_that_is_too_long(text: str) -> None:
    """Too much of anything is refused in few words, each of them short."""
    with pytest.raises(SklogError) as refused:
        session_files.read_yaml(text, "x.yaml")
    assert len(refused.value.problems) <= yaml_text.MOST_PROBLEMS + 10
    assert max(len(problem.message) for problem in refused.value.problems) < 1000


def jsonl(text: str) -> list[Any]:
    """Read JSON Lines."""
    return list(formats.read_jsonl(io.StringIO(text), "x.jsonl"))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[" * 2_000_000,
            '{"a":' * 100_000,
            '{"session":' + "9" * 4_000_000 + "}",
            '{"session": NaN}',
            '{"stock": 1e999}',
        ),
        "{" + ",".join(f'"k{number}":1' for number in range(100_000)) + "}",
        '{"session":"x","hands":[' + ",".join(["1"] * MANY) + "]}",
        '{"session": "x", "session": "y"}',
        "x\n" * MANY,
    ],
    ids=["brackets", "braces", "a number", "NaN", "infinite", "keys", "values", "twins", "lines"],
)
def test_json_lines_that_are_a_bomb(text: str) -> None:
    """The same for JSON Lines."""
    with pytest.raises(SklogError) as refused:
        jsonl(text)
    assert len(refused.value.problems) <= yaml_text.MOST_PROBLEMS


@pytest.mark.parametrize("key", ["title", "source", "name", "words", "kontra"])
def test_half_a_character_in_a_tariff_is_refused(key: str) -> None:
    """JSON can say what no file in UTF-8 and no database holds."""
    said = {"words": {"stock": "T\ud800"}, "kontra": ["K\ud800"]}.get(key, "x\ud800")
    with pytest.raises(SklogError, match="half a character"):
        tariffs.read_mapping({**to_mapping(tariffs.find("wiki")), key: said}, "x")


NUMBERS = (
    "٧٤",
    "१२",
    "²",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "1e3",
    "0x10",
    "1_000",
    "1.5",
    "9" * 30,
    "9" * 5000,
    "½",
    "Ⅳ",
)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_no_number(ok: Sklog, run: Sklog, number: str) -> None:
    """Only the digits 0 to 9 are numbers, and only as many as an amount has."""
    ok(*START)
    for words in (("pay", "Anna", "Bene"), ("fix",), ("bock",), ("undo",), ("settle", "--round")):
        hand = ("s", "ac") if words == ("fix",) else ()
        assert run(*words, number, *hand).code in (1, 2)
    assert run("add", "s", "ac", number).code == 1
    said = f'{{"game": "wenz", "declarer": "Anna", "won": true, "laufende": {number}}}'
    assert run("add", "--json", said).code == 1
    assert "hand 1\n" in ok("show").out


def test_minus_zero_is_zero(ok: Sklog, run: Sklog) -> None:
    """As a whole number -0 is 0, and 0 moves nothing; as a decimal it is no whole number."""
    ok(*START)
    assert run("pay", "Anna", "Bene", "-0ct").code in (1, 2)
    assert from_json({"game": "wenz", "declarer": "Anna", "won": True, "laufende": "-0"}).laufende == 0  # type: ignore[union-attr]
    with pytest.raises(HandError, match="whole number"):
        from_json({"game": "wenz", "declarer": "Anna", "won": True, "laufende": -0.0})


DAYS = (
    "2026-02-30",
    "2026-13-01",
    "0000-01-01",
    "10000-01-01",
    "+2026-01-01",
    "26-1-1",
    "٢٠٢٦-١١-١٩",
    "2026-11-19T00",
    "",
)


@pytest.mark.parametrize("day", DAYS)
def test_a_day_that_does_not_exist(run: Sklog, day: str) -> None:
    """It is refused on the command line and in a file."""
    ran = run("start", "X", "--players", "A,B,C,D", "--date", day)
    assert ran.code == 1
    with pytest.raises(SklogError, match="is not in the calendar"):
        session_files.read_yaml(f'date: "{day or "x"}"\n{HEAD}', "x.yaml")


@pytest.mark.parametrize(
    "hand",
    [
        *(
            {"kontra": 62},
            {"kontra": 63},
            {"kontra": 10**18},
            {"bock": 61},
            {"bock": 10**15},
            {"klopfer": 10**6},
            {"kontra": 40, "bock": 40},
        ),
        {"kontra": 2**63 - 1},
    ],
    ids=str,
)
def test_a_value_that_no_longer_fits(hand: dict[str, Any]) -> None:
    """However deep a chain is and however dear the tariff: refused, and nothing is near to what 64 bits hold."""
    doubling = "kontra: {names: [K], unlimited: yes}\nklopfen: {max: none}\n"
    dear = tariffs.read(f"name: x\ngames: [wenz]\nprices: {{wenz: 1000000000}}\n{doubling}", "x")
    table = start(("Anna", "Bene", "Christl", "Dani"))
    with pytest.raises(HandError):
        step(table, from_json({"game": "wenz", "declarer": "Anna", "won": True, **hand}, table.seats), dear)


def test_a_price_that_no_table_has() -> None:
    """A tariff's amounts end at ten million euros."""
    with pytest.raises(SklogError, match=r"prices\.wenz"):
        tariffs.read("name: x\ngames: [wenz]\nprices: {wenz: 1000000000000000000}", "x")


def test_ten_thousand_people_have_played(ok: Sklog) -> None:
    """A ledger may know as many people as it likes; an evening has seven at its table."""
    evenings = [
        {
            "session": f"E{one}",
            "id": f"{one:032x}",
            "tariff": "sauspiel",
            "players": [f"P{one}-{seat}" for seat in range(7)],
        }
        for one in range(1_430)
    ]
    Path("x.jsonl").write_text("".join(json.dumps(one) + "\n" for one in evenings))
    ok("import", "x.jsonl")
    assert ok("player", "list", "--format", "csv").out.count("\n") == 10_011


def test_an_evening_ends_at_ten_thousand_hands() -> None:
    """So that what the ledger holds can be exported and read again."""
    full = start(("Anna", "Bene", "Christl", "Dani"))._replace(hands=state.MOST_HANDS)
    rules = tariffs.find("sauspiel")
    with pytest.raises(HandError, match="begin another"):
        require_room(full, step(full, from_json({"game": "wenz", "declarer": "Anna", "won": True}), rules).state)
    assert step(
        full._replace(hands=state.MOST_HANDS - 1), from_json({"game": "wenz", "declarer": "Anna", "won": True}), rules
    ).number


def test_a_hundred_people_at_most_sit_down() -> None:
    """One after the other, in one evening."""
    table, rules = start(("Anna", "Bene")), tariffs.find("sauspiel")
    for number in range(state.MOST_PEOPLE - 2):
        before, table = table, step(table, state.Join(f"P{number}"), rules).state
        require_room(before, table)
        table = step(table, state.Leave(f"P{number}"), rules).state
    with pytest.raises(HandError, match="begin another evening"):
        require_room(table, step(table, state.Join("Eva"), rules).state)


def test_the_documents_state_the_limits() -> None:
    """The figures in the table of `docs/trust.md` are those of the code."""
    page = (transcripts.ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    limits = page.partition("### Limits\n")[2].partition("\n### ")[0]
    stated = {
        f"{yaml_text.MOST_BYTES // 1_000_000} MB",
        f"{yaml_text.MOST_VALUES:,} values",
        f"{yaml_text.DEEPEST} deep",
        f"{notation.LONGEST:,} characters",
        f"{MOST_TARIFFS} tariffs",
        f"{tariff.MOST_DOUBLINGS} doublings",
        f"{state.MOST_HANDS:,} hands",
        f"{state.MOST_PEOPLE} people",
        f"{state.MOST_SEATS} at",
        f"{names.LONGEST_NAME} characters",
        f"{names.LONGEST_TEXT} characters",
        f"{canonical.LONGEST_NOTE:,} characters",
        f"{hands.LONGEST_LINE // 1_000_000} MB",
        f"{load('sklog.bank.accounts').LONGEST_HOLDER} characters",
        "64 bit",
    }
    assert {figure for figure in stated if figure not in limits} == set()
