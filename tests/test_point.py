"""What a point is worth, also where that is a fraction of a cent: settled exactly, rounded once, the rest named."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog.scoring.amounts import NoUnit, Worth, read_worth
from sklog.scoring.canonical import Unreadable
from sklog.scoring.settlement import Transfer, fewest, in_cents, plan
from tests.conftest import Sklog

FOUR = ("--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
NAMES = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi", "Robert")

# -- how it is read ------------------------------------------------------------------------------------

READ = {
    "0,025": Worth(25, 10),
    "0.025": Worth(25, 10),
    "0,025 €": Worth(25, 10),
    "0,0001": Worth(1, 100),
    "2,5ct": Worth(25, 10),
    "2.5 cent": Worth(25, 10),
    "0,25c": Worth(25, 100),
    "0,05": Worth(5),
    "5ct": Worth(5),
    "1€": Worth(100),
    "1,000": Worth(1000, 10),
    "-2,5CT": Worth(-25, 10),
    "0,25": Worth(25),
    "1,000000000000000": Worth(10**15, 10**13),
}


@pytest.mark.parametrize(("text", "worth"), READ.items(), ids=list(READ))
def test_what_a_point_is_worth(text: str, worth: Worth) -> None:
    """With three decimals and more it is euros, with a unit what that says."""
    assert read_worth(text) == worth


@pytest.mark.parametrize("text", ["2", "20"])
def test_a_number_without_a_unit_is_asked_back(text: str) -> None:
    """It may be euros or cents."""
    with pytest.raises(NoUnit):
        read_worth(text)


@pytest.mark.parametrize("text", ["0,5", "zwei", "", "1/4", "0,02,5", "0,5€", "0,00000000000000001"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    """One decimal of euros may be two things; others are none."""
    with pytest.raises(Unreadable):
        read_worth(text)


SAID = {
    (Worth(25, 10), 1): "2.5 ct",
    (Worth(25, 10), 2): "0.05 €",
    (Worth(25, 10), -3): "−7.5 ct",
    (Worth(1, 100), 1): "0.01 ct",
    (Worth(125, 100), 10): "12.5 ct",
    (Worth(5), 3): "0.15 €",
}


@pytest.mark.parametrize(("what", "words"), SAID.items(), ids=list(SAID.values()))
def test_it_is_said_exactly(what: tuple[Worth, int], words: str) -> None:
    """Whole cents as an amount, parts of one with all their decimals."""
    worth, points = what
    assert worth.words(points) == words


# -- how it is rounded ---------------------------------------------------------------------------------

worths = st.builds(Worth, st.integers(1, 4000), st.sampled_from([1, 10, 100, 1000]))


@st.composite
def planned(draw: st.DrawFn) -> tuple[Transfer, ...]:
    """Return what is still to be paid of an evening in points, perhaps after some payments."""
    people = NAMES[: draw(st.integers(2, len(NAMES)))]
    balances = {name: draw(st.integers(-99, 99)) for name in people[1:]}
    balances[people[0]] = -sum(balances.values())
    pairs = st.tuples(st.sampled_from(people), st.sampled_from(people)).filter(lambda pair: pair[0] != pair[1])
    paid = draw(
        st.lists(st.builds(lambda pair, amount: Transfer(*pair, amount), pairs, st.integers(1, 60)), max_size=3)
    )
    return plan(balances, paid).transfers


def sums(transfers: tuple[Transfer, ...], factor: Fraction = Fraction(1)) -> dict[str, Fraction]:
    """Return what everybody gets by transfers."""
    found = dict.fromkeys(NAMES, Fraction(0))
    for one in transfers:
        found[one.payee] += one.amount * factor
        found[one.payer] -= one.amount * factor
    return found


@given(planned(), worths)
def test_nobody_is_off_by_a_cent(transfers: tuple[Transfer, ...], worth: Worth) -> None:
    """Each payment, and each sum of them, is less than a cent from what is exact; what is left is what is named."""
    settled, rest = in_cents(transfers, worth)
    factor = Fraction(worth.value, worth.per)
    exact, cents = sums(transfers, factor), sums(settled.transfers)
    assert sum(cents.values()) == 0
    for name in NAMES:
        assert abs(cents[name] - exact[name]) < 1
        assert cents[name] - exact[name] == Fraction(rest.get(name, 0), worth.per)
    there = {(one.payer, one.payee): one.amount for one in settled.transfers}
    for one in transfers:
        assert abs(there.pop((one.payer, one.payee), 0) - one.amount * factor) < 1
    assert not there


ROUNDED: dict[str, tuple[str, Worth, list[int], bool]] = {
    "where two ways are as near, what all is off by": ("Bene Anna 2, Christl Anna 9", Worth(26, 10), [5, 24], True),
    "next to what was rounded already": ("Anna Dani 9, Anna Eva 1, Bene Eva 8", Worth(13, 10), [12, 1, 11], True),
    "next to any of them": (
        "Anna Christl 4, Anna Dani 9, Eva Bene 2, Eva Christl 2", Worth(11, 10), [4, 10, 2, 2], True,
    ),
    "next to the first": ("Bene Christl 1, Dani Anna 7, Dani Christl 1", Worth(23, 10), [2, 16, 2], True),
    "and called shortest only where it is": (
        "Anna Sepp 5, Christl Bene 7, Christl Sepp 2", Worth(25, 100), [1, 1, 1], False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("points", "worth", "cents", "exact"), ROUNDED.values(), ids=ROUNDED)
def test_each_payment_is_rounded(points: str, worth: Worth, cents: list[int], exact: bool) -> None:
    """Up or down, so that nobody is off by much."""
    transfers = [Transfer(*one.split()[:2], int(one.split()[2])) for one in points.split(", ")]
    settled, _rest = in_cents(transfers, worth)
    assert (settled.exact, [one.amount for one in settled.transfers]) == (exact, cents)


def test_less_than_half_a_cent_is_let_go() -> None:
    """Nobody pays 0."""
    settled, rest = in_cents([Transfer("Anna", "Bene", 1), Transfer("Christl", "Dani", 2)], Worth(4, 10))
    assert settled.transfers == (Transfer("Christl", "Dani", 1),)
    assert rest == {"Anna": 4, "Bene": -4, "Christl": -2, "Dani": 2}


@given(planned(), st.integers(1, 300))
def test_whole_cents_leave_nothing(transfers: tuple[Transfer, ...], value: int) -> None:
    """A point that is worth whole cents is settled as it always was."""
    settled, rest = in_cents(transfers, Worth(value))
    assert settled.transfers == tuple(Transfer(one.payer, one.payee, one.amount * value) for one in transfers)
    assert rest == {}


@given(planned(), worths)
def test_what_is_called_shortest_is(transfers: tuple[Transfer, ...], worth: Worth) -> None:
    """What is settled in cents is called exact only where no other way needs fewer payments of these."""
    settled, _rest = in_cents(transfers, worth)
    needed = fewest({name: int(amount) for name, amount in sums(settled.transfers).items()})
    assert settled.exact == (len(settled.transfers) == len(needed.transfers))


# -- as people see it ----------------------------------------------------------------------------------


@pytest.fixture
def points(ok: Sklog) -> Sklog:
    """Return sklog with an evening of points: Anna has 5, Bene 1, Christl -3 and Dani -3."""
    ok("start", "Punkte", *FOUR, "--tariff", "saukopf")
    ok("post", "anna:5", "bene:1", "christl:-3", "dani:-3")
    return ok


def report(ok: Sklog, *words: str) -> dict[str, Any]:
    """Return what `settle` says as JSON."""
    found = json.loads(ok("settle", *words, "--format", "json").out)
    return dict(found[0] if isinstance(found, list) else found)


@pytest.mark.parametrize("said", ["0,025", "2,5ct", "0.025 €"])
def test_half_a_cent_is_rounded_once_and_named(points: Sklog, said: str) -> None:
    """The payments are whole cents, the points stand beside them, and notes say what is left."""
    found = report(points, "--point", said)
    paid = [(row["payer"], row["payee"], row["amount"]) for row in found["tables"]["transfers"]]
    assert sum(amount for _payer, _payee, amount in paid) == 15
    assert [(row["name"], row["balance_points"]) for row in found["tables"]["balances"]] == [
        ("Anna", 5),
        ("Bene", 1),
        ("Christl", -3),
        ("Dani", -3),
    ]
    assert sum(row["settled"] for row in found["tables"]["balances"]) == 0
    assert "A point is worth 2.5 ct." in found["notes"]
    assert any(note.startswith("Rounded to the cent: ") and "0.5 ct too" in note for note in found["notes"])


def test_each_sentence_says_whom_it_is_good_for() -> None:
    """Who pays less than he should pays too little; who gets more gets too much."""
    settled, rest = in_cents([Transfer("Dani", "Anna", 3)], Worth(25, 10))
    assert ([one.amount for one in settled.transfers], rest) in (
        ([7], {"Anna": -5, "Dani": 5}),
        ([8], {"Anna": 5, "Dani": -5}),
    )


def test_why_stays_in_points(points: Sklog) -> None:
    """Hands are points, and parts of a cent stand nowhere."""
    found = report(points, "--point", "0,025", "--why")["tables"]["why"]
    assert [(row["name"], row["amount_points"]) for row in found if row["what"] == "together"] == [
        ("Christl", -3),
        ("Dani", -3),
    ]


def test_points_of_all_evenings_are_rounded_together(points: Sklog) -> None:
    """Two evenings of half a cent are a whole one."""
    points("start", "Noch einer", *FOUR, "--tariff", "saukopf")
    points("post", "anna:1", "christl:-1")
    found = report(points, "--all", "--point", "0,025")["tables"]["balances"][0]
    assert (found["name"], found["balance_points"], found["settled"]) == ("Anna", 6, 15)


def test_what_is_recorded_is_the_points(points: Sklog, run: Sklog) -> None:
    """The payments that were shown are recorded as the points that they settle: nothing stays open."""
    shown = [(row["payer"], row["payee"]) for row in report(points, "--point", "0,025")["tables"]["transfers"]]
    run("settle", "--point", "0,025", "--record", "--yes")
    recorded = [tuple(pair) for pair in re.findall(r"pay: \[(\w+), (\w+), ", points("export").out)]
    assert recorded == shown
    assert report(points)["tables"]["transfers"] == []


def test_a_chat_is_told_the_exact_balances(points: Sklog) -> None:
    """What everybody has won is exact, what is paid whole cents."""
    said = points("settle", "--share", "--point", "0,025").out
    assert "1) Anna +12.5 ct" in said
    assert "A point is worth 2.5 ct." in said


def test_a_code_carries_whole_cents(points: Sklog) -> None:
    """A banking app gets what is paid."""
    points("player", "set", "Anna", "--iban", "DE02 1203 0000 0000 2020 51")
    code = points("settle", "--girocode", "--point", "0,025", "--format", "json").out
    assert "EUR0.0" in code


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("2", "2: euros or cents?"),
        ("0,5", "may be 0,50 or 0,05"),
        ("0", "amounts above 0"),
        ("-1ct", "amounts above 0"),
    ],
)
def test_what_is_not_clear_is_refused(points: Sklog, run: Sklog, said: str, words: str) -> None:
    """As everywhere: a whole number is asked back, and a point is worth something."""
    assert points
    refused = run("settle", f"--point={said}")
    assert (refused.code, refused.out) == (1, "")
    assert words in refused.err
