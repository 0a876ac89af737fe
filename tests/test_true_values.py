"""Values are right, or they are not made; and whatever was made costs the same wherever it is priced."""

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sklog

FOUR = ("Anna", "Bene", "Christl", "Dani")
TARIFF = sklog.find_tariff("sauspiel")
WENZ = {"game": "wenz", "declarer": "Anna"}


class Index:
    """A whole number of another library, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> Any:
        return []  # as an empty array: neither yes nor no

    __hash__ = None  # type: ignore[assignment]


class Two(IntEnum):
    """Two."""

    TWO = 2


def wenz(fact: str) -> Callable[[Any], object]:
    """Return what makes a Wenz with a value of this fact."""
    return lambda value: sklog.Played(**{**WENZ, fact: value})


# -- refused ------------------------------------------------------------------------------------------


REFUSED: dict[str, tuple[Callable[[Any], object], Any, str]] = {
    "won is yes or no": (wenz("won"), "nein", 'won: expected yes or no, not "nein"'),
    "won is no number": (wenz("won"), 1, "won: expected yes or no, not 1"),
    "tout is no number": (wenz("tout"), 0, "tout: expected yes or no, not 0"),
    "Laufende are whole": (wenz("laufende"), 2.5, "expected a whole number, not 2.5"),
    "Laufende are no yes": (wenz("laufende"), True, "expected a whole number, not yes"),
    "Augen are no text": (wenz("augen"), "93", 'expected a whole number, not "93"'),
    "Augen fit into 64 bit": (wenz("augen"), 2**63, "augen: this number is too large"),
    "a name is a text": (wenz("declarer"), 7, "declarer: expected a text, not 7"),
    "a name is something": (wenz("declarer"), " ", "expected a name, not nothing"),
    "winners are a list": (wenz("winners"), "Anna", 'expected a list of names, not "Anna"'),
    "a suit is one of four": (wenz("suit"), "Herz", '"Herz" is not known here'),
    "a side is one of two": (wenz("laufende_of"), "us", '"us" is not known here'),
    "Klopfer are whole": (lambda value: sklog.Passed(klopfer=value), 1.0, "expected a whole number, not 1.0"),
    "nobody plays another game": (lambda value: sklog.Passed(game=value), "wenz", '"wenz" is not known here'),
    "Augen of a Ramsch are whole": (
        lambda value: sklog.Ramsch(augen=value), {"Anna": 60.5, "Bene": 59.5}, "Anna: expected a whole number"
    ),
    "a posting is whole": (lambda value: sklog.Posting(amounts={"Anna": value, "Bene": 0}), 1.5, "not 1.5"),
    "a posting is of people": (lambda value: sklog.Posting(amounts=value), [1, -1], "expected a number for each name"),
    "Bock is whole": (sklog.BockOrder, 1.5, "hands: expected a whole number, not 1.5"),
    "a payment is whole": (lambda value: sklog.Payment("Anna", "Bene", value), 1.5, "amount: expected a whole number"),
    "a payer is a text": (lambda value: sklog.Payment(value, "Bene", 5), None, "payer: expected a text, not nothing"),
    "the Stock is moved by whole cents": (sklog.StockMove, {"Anna": -1.5}, "Anna: expected a whole number"),
    "seats are a list": (sklog.Seating, "ABCD", "seats: expected a list of names"),
    "a tariff is one": (sklog.TariffChange, "wiki", 'tariff: expected a Tariff, not "wiki"'),
    "void is a hand": (sklog.Voided, sklog.Join("Eva"), "hand: expected a Played / Ramsch / Passed / Posting"),
    "people are texts": (sklog.start, [1, 2, 3, 4], "expected a text, not 1"),
    "people are a list": (sklog.start, "ABCD", "expected a list of names"),
    "a Stock is whole": (lambda value: sklog.start(FOUR, stock=value), 0.5, "expected a whole number, not 0.5"),
}  # fmt: skip


@pytest.mark.parametrize("rule", REFUSED)
def test_a_wrong_value_is_not_made(rule: str) -> None:
    """The error says of which fact, what is wanted, and what was said."""
    make, value, sentence = REFUSED[rule]
    with pytest.raises(sklog.HandError) as refused:
        make(value)
    assert sentence in str(refused.value)


def test_all_wrong_values_are_named_at_once() -> None:
    """Each with its fact."""
    with pytest.raises(sklog.InvalidHand) as refused:
        sklog.Played(game="wenz", declarer="Anna", won="nein", laufende=2.5)  # type: ignore[arg-type]
    assert [problem.message.partition(":")[0] for problem in refused.value.problems] == ["won", "laufende"]


@pytest.mark.parametrize("wrong", [1.5, True, "150"])
def test_who_pays_whom_is_counted_in_whole_cents(wrong: Any) -> None:
    """Neither balances nor payments are planned otherwise."""
    with pytest.raises(ValueError, match="a whole number"):
        sklog.settle({"Anna": wrong, "Bene": -150})
    with pytest.raises(ValueError, match="a whole number"):
        sklog.Transfer("Anna", "Bene", wrong)


DEAR: dict[str, tuple[Callable[[sklog.Tariff], sklog.Tariff], str]] = {
    "half a cent": (
        lambda tariff: tariff._replace(prices={**tariff.prices, "wenz": 12.5}),
        "prices: 12.5 is not a value",
    ),
    "below nothing": (
        lambda tariff: tariff._replace(prices={**tariff.prices, "wenz": -5}),
        "prices: -5 is not a value",
    ),
    "a word": (lambda tariff: tariff._replace(ceiling="dear"), "ceiling: 'dear' is not a value"),  # type: ignore[arg-type]
    "in a rule": (
        lambda tariff: tariff._replace(schneider=tariff.schneider._replace(price=0.5)),  # type: ignore[arg-type,union-attr]
        "schneider.price: 0.5 is not a value",
    ),
}  # type: ignore[dict-item,unused-ignore]


@pytest.mark.parametrize("rule", DEAR)
def test_no_hand_is_priced_by_an_impossible_tariff(rule: str) -> None:
    """Also where a program changed it itself."""
    change, sentence = DEAR[rule]
    with pytest.raises(sklog.TariffError, match=sentence):
        sklog.step(sklog.start(FOUR), sklog.Played(**WENZ, won=True), change(TARIFF))


# -- taken --------------------------------------------------------------------------------------------


def test_whole_numbers_of_other_libraries_are_whole_numbers() -> None:
    """They become plain ones, so that nothing behind them has to know them."""
    plain = sklog.Played(**WENZ, won=True, laufende=2, klopfer=2, augen=80)
    same = sklog.Played(**WENZ, won=True, laufende=Index(2), klopfer=Two.TWO, augen=Index(80))  # type: ignore[arg-type]
    assert same == plain
    assert {type(value) for value in (same.laufende, same.klopfer, same.augen)} == {int}
    assert sklog.settle({"Anna": Index(5), "Bene": -5}).transfers == (sklog.Transfer("Bene", "Anna", 5),)  # type: ignore[dict-item]
    assert sklog.Payment("Anna", "Bene", Index(5)) == sklog.Payment("Anna", "Bene", 5)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_whole_numbers() -> None:
    """As those of a table that pandas read."""
    numpy = pytest.importorskip("numpy")
    hand = sklog.Played(**WENZ, won=True, laufende=numpy.int64(2), klopfer=numpy.int64(2))
    assert sklog.entry_to_json(hand) == {"game": "wenz", "declarer": "Anna", "won": True, "laufende": 2, "klopfer": 2}


def test_a_yes_of_numpy_is_called_so() -> None:
    """Only Python's own are yes and no; the error does not say that it expected no bool."""
    numpy = pytest.importorskip("numpy")
    with pytest.raises(sklog.InvalidHand, match=r"won: expected yes or no, not numpy\.bool"):
        sklog.Played(**WENZ, won=numpy.True_)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 130), st.floats(-2, 9), st.sampled_from((*FOUR, "nein", "", "herz", "2")),
    st.lists(st.sampled_from(FOUR), max_size=3), st.integers(0, 4).map(Index),
)  # fmt: skip
FACTS = st.fixed_dictionaries(
    {"game": st.sampled_from(("wenz", "solo", "sauspiel", "Wenz", "nonsense")), "declarer": st.just("Anna")},
    optional=dict.fromkeys(
        ("suit", "partner", "winners", "won", "augen", "tricks", "schneider", "tout", "laufende", "laufende_of",
         "klopfer", "kontra", "bock", "note"), VALUES,
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> sklog.Ledger:
    """Return a ledger with an evening of which nothing is kept."""
    path: Path = tmp_path_factory.mktemp("values") / "ledger.db"
    sklog.Ledger(path).start_evening("Stammtisch", FOUR, TARIFF, date="2026-11-19")
    return sklog.Ledger(path, dry_run=True)


@given(facts=FACTS)
@settings(deadline=None)
def test_what_was_made_costs_the_same_everywhere(ledger: sklog.Ledger, facts: dict[str, Any]) -> None:
    """A hand that can be built is a fold of whole numbers, and recorded it is the same: the score, and in JSON."""
    try:
        hand = sklog.Played(**facts)
    except sklog.InvalidHand:
        return
    try:
        line = sklog.step(sklog.start(FOUR), hand, TARIFF)
    except sklog.HandError:
        with pytest.raises(sklog.HandError):
            ledger.record(hand)
        return
    assert line.score is not None
    assert {type(amount) for amount in (line.score.value, *line.score.postings.values())} == {int}
    assert sklog.entry_from_json(sklog.entry_to_json(hand)) == hand
    try:
        recorded = ledger.record(hand)
    except sklog.HandError:  # no cards can be so: what is new is looked at more closely
        return
    assert recorded.line.score == line.score


def test_evenings_are_exported_in_no_unknown_format(ledger: sklog.Ledger) -> None:
    """And not as something else instead."""
    with pytest.raises(sklog.NotFound, match="there is no format 'nonsense'; choose from yaml, jsonl"):
        ledger.export(form="nonsense")  # type: ignore[arg-type]
