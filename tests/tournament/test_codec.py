"""Records and JSON: every annotation that the codec knows, what it leaves out, and what it refuses."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import pytest

from sklog.errors import NewerProgram
from sklog.scoring.canonical import Unreadable
from sklog.tournament.codec import BESIDE, WHOLE, Form, InList, form_of


class Penalty(NamedTuple):
    """A record like most: some fields are usually as they are."""

    number: int
    reason: str
    round: int = 0
    appealed: bool = False


class Row(NamedTuple):
    """A record that is a list in JSON."""

    points: int | None
    good: int | None = None
    solos: int | None = None


IN_LIST = InList("a row has points, and more")
SHORT_LIST = IN_LIST._replace(short=True)


class Held(NamedTuple):
    """A record of one field."""

    seats: tuple[int, ...]


def _greeted(value: Any) -> str:
    return f"{value} of two"


class Everything(NamedTuple):
    """A record with each annotation there is."""

    day: int
    penalty: Annotated[Penalty, BESIDE]
    held: Held
    tables: Mapping[int, tuple[int, ...]]
    whole: Annotated[Penalty, WHOLE]
    row: Annotated[Row, IN_LIST]
    rows: tuple[Annotated[Row, SHORT_LIST], ...]
    who: Annotated[str, Form(_greeted, str.upper)] = "nobody"
    last: Penalty | None = None


MADE = Everything(
    day=3,
    penalty=Penalty(7, "late", appealed=True),
    held=Held((1, 2)),
    tables={1: (1, 2, 3), 2: ()},
    whole=Penalty(8, ""),
    row=Row(1, None, 2),
    rows=(Row(1), Row(None), Row(1, None, 2), Row(0, 0)),
)
PLAIN = {
    "day": 3,
    "number": 7,
    "reason": "late",
    "appealed": True,
    "held": [1, 2],
    "tables": {"1": [1, 2, 3], "2": []},
    "whole": {"number": 8, "reason": "", "round": 0, "appealed": False},
    "row": [1, None, 2],
    "rows": [[1], [None], [1, None, 2], [0, 0]],
}


def as_text(value: Any) -> Any:
    """Return JSON as a session file has it: every value is a text."""
    if isinstance(value, dict):
        return {key: as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_text(item) for item in value]
    return {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))


def test_a_record_is_the_same_behind_its_json() -> None:
    """What is as usual is left out; the keys come in the order of the fields."""
    plain = form_of(Everything).write(MADE)
    assert json.dumps(plain) == json.dumps(PLAIN)
    assert form_of(Everything).read(plain) == MADE


def test_every_value_may_be_a_text() -> None:
    """As in session files, with their words for nothing."""
    assert form_of(Row | None).read(" Null ") is None
    assert form_of(Held).read(as_text([1, 2])) == MADE.held
    assert form_of(tuple[Annotated[Row, SHORT_LIST], ...]).read([["1"], ["~"], ["1", "", "2"], ["0", "0"]]) == MADE.rows
    assert form_of(Penalty).read(as_text(form_of(Penalty).write(MADE.penalty))) == MADE.penalty


def test_a_form_of_ones_own_reads_its_value() -> None:
    """And it alone says how its value is written."""
    made = form_of(Everything).read({**PLAIN, "who": "Anna", "last": {"number": 1, "reason": "x"}})
    assert (made.who, made.last) == ("Anna of two", Penalty(1, "x"))
    plain = form_of(Everything).write(made)
    assert (plain["who"], plain["last"]) == ("ANNA OF TWO", {"number": 1, "reason": "x"})
    assert form_of(Everything).write(made._replace(last=None)) == {**PLAIN, "who": "ANNA OF TWO"}


NO_LIST, NO_MAPPING = "tournament: expected a list", "tournament: expected a mapping"


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        pytest.param(Penalty, [], NO_MAPPING, id="a list for a mapping"),
        pytest.param(Held, {}, NO_LIST, id="a mapping for a list"),
        pytest.param(Held, "12", NO_LIST, id="a text for a list"),
        pytest.param(Penalty, {"round": 1}, "tournament: number, reason is missing", id="missing keys"),
        pytest.param(Everything, {"last": None},
                     "tournament: day, number, reason, held, tables, whole, row, rows is missing",
                     id="missing keys, also of a record beside"),
        pytest.param(Annotated[Row, IN_LIST], [], IN_LIST.wrong, id="too few values"),
        pytest.param(Annotated[Row, SHORT_LIST], [1, 2, 3, 4], IN_LIST.wrong, id="too many values"),
        pytest.param(Mapping[int, str], {"1": "a", "01": "b"}, "tournament: table 1 is named twice", id="twice"),
    ],
)  # fmt: skip
def test_another_shape_is_refused(kind: Any, data: Any, said: str) -> None:
    """The sentence says what is wrong, and which keys are meant."""
    with pytest.raises(Unreadable) as caught:
        form_of(kind).read(data)
    assert str(caught.value) == said


def test_a_key_that_nobody_knows_is_of_a_newer_program() -> None:
    """Also where another one is missing."""
    with pytest.raises(NewerProgram, match="what"):
        form_of(Penalty).read({"round": 1, "what": 1})


def test_a_value_of_another_kind_is_refused() -> None:
    """In the words of what reads such values."""
    with pytest.raises(Unreadable, match="a whole number"):
        form_of(Penalty).read({"number": "seven", "reason": ""})
    with pytest.raises(Unreadable, match="yes or no"):
        form_of(Penalty).read({"number": 7, "reason": "", "appealed": "often"})
