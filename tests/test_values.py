"""Records are what `typing.NamedTuple` and frozen dataclasses would make of the same classes."""

import dataclasses
import inspect
import pickle
import typing
from copy import deepcopy
from typing import Any, get_type_hints

import pytest

from sklog.scoring.hand import Passed, Played
from sklog.scoring.settlement import Transfer
from sklog.values import Facts, NamedTuple, replace


class Ours(NamedTuple):
    """A record of ours; its first field is called as what makes it calls its class."""

    kind: str
    times: int = 1
    words: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What it says."""
        return self.kind * self.times


class Theirs(typing.NamedTuple):
    """The same."""

    kind: str
    times: int = 1
    words: tuple[str, ...] = ()


def _in_all_ways(record: Any) -> list[Any]:
    one = record("a", words=("b",))
    return [
        tuple(one),
        one._asdict(),
        one._replace(kind="c", times=2),
        record._make(["x", 1, ()]),
        record._fields,
        record._field_defaults,
        record.__match_args__,
        one.times,
        repr(one).partition("(")[2],
        [(each.name, each.default, each.kind) for each in inspect.signature(record).parameters.values()],
        get_type_hints(record),
        pickle.loads(pickle.dumps(one)),  # noqa: S301  our own
        deepcopy(one),
        hash(one),
        hasattr(one, "__dict__"),
        record.__doc__ is not None,
    ]


def test_a_record_is_a_named_tuple() -> None:
    """It has the same fields, defaults and methods, and is compared, copied and kept in the same way."""
    assert _in_all_ways(Ours) == _in_all_ways(Theirs)
    assert Ours(kind="ab", times=2).said == "abab"
    assert Ours("a").__replace__(times=2) == ("a", 2, ())


@pytest.mark.parametrize(
    "said",
    [
        *((("a",), {}), (("a", 2, ()), {}), (("a",), {"words": ("b",)}), ((), {"kind": "a", "times": 3})),
        *(((), {}), (("a", 1, (), 4), {}), (("a",), {"kind": "b"}), (("a",), {"other": 1}), ((), {"times": 1})),
    ],
)
def test_the_first_records_are_made_as_the_later_ones(said: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    """Whatever is said, in order or by name, or is said wrongly: the first few are made in a way of their own."""

    class Record(NamedTuple):
        kind: str
        times: int = 1
        words: tuple[str, ...] = ()

    fields, named = said
    for _number in range(7):
        try:
            expected: Any = Theirs(*fields, **named)
        except TypeError:
            with pytest.raises(TypeError):
                Record(*fields, **named)
        else:
            assert Record(*fields, **named) == expected


@pytest.mark.parametrize("wrong", [(), ("a", 1, (), 4)])
def test_a_record_with_too_few_or_too_many_values_is_none(wrong: tuple[Any, ...]) -> None:
    """Also where it is made of a list, or a field is changed that it does not have."""
    for record in (Ours, Theirs):
        for made in (lambda: record(*wrong), lambda: record._make(wrong)):  # noqa: B023  called here
            with pytest.raises(TypeError):
                made()
        with pytest.raises(ValueError, match="other"):
            record("a")._replace(other=1)
        with pytest.raises(AttributeError):
            record("a").times = 2  # type: ignore[misc]


def test_facts_are_a_frozen_dataclass() -> None:
    """What is not said is as usual; they are compared by kind and facts; other programs change them as before."""
    hand = Played(game="wenz", declarer="Anna", won=None, klopfer=0)
    assert hand == Played(declarer="Anna", game="wenz")
    assert hand != Passed()
    assert hash(hand) == hash(Played(declarer="Anna", game="wenz"))
    assert repr(hand) == "Played(game='wenz', declarer='Anna')"
    assert (hand.won, hand.klopfer, hand.note) == (None, 0, "")
    assert (
        dataclasses.replace(hand, won=True) == replace(hand, won=True) == Played(game="wenz", declarer="Anna", won=True)
    )
    assert hand.__replace__(won=True) == replace(hand, won=True)  # type: ignore[attr-defined]
    assert tuple(one.name for one in dataclasses.fields(Played)) == tuple(Played._fields)
    assert pickle.loads(pickle.dumps(hand)) == deepcopy(hand) == hand  # noqa: S301  our own


@pytest.mark.parametrize("wrong", [{}, {"game": "wenz", "other": 1}])
def test_facts_are_those_of_their_kind(wrong: dict[str, Any]) -> None:
    """One that is needed, or that there is none of, is a mistake of the program; so is changing one."""
    with pytest.raises(TypeError, match="Played has the facts"):
        Played(**wrong)
    with pytest.raises(TypeError):
        Played("wenz")  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never changes"):
        Passed().note = "x"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never changes"):
        del Passed(note="x").note


def test_facts_may_be_said_in_their_order() -> None:
    """Where their kind says so."""
    assert Transfer("Anna", "Bene", 5) == Transfer(payer="Anna", payee="Bene", amount=5, rounding=False)
    assert [one.kind.name for one in inspect.signature(Transfer).parameters.values()] == ["POSITIONAL_OR_KEYWORD"] * 4
    with pytest.raises(TypeError):
        Transfer("Anna", "Bene", 5, False, 1)  # type: ignore[call-arg]


def test_a_kind_of_facts_adds_to_those_it_is_made_of() -> None:
    """As a dataclass does: those of all stand first."""

    class More(Facts):
        one: int
        two: int = 2

    class Most(More):
        two: int = 3
        four: int = 4

    assert tuple(Most._fields) == ("one", "two", "four")
    assert Most(one=1).two == 3
