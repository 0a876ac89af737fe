"""A cap of an evening: who is spared what, who bears it, and what all that settles says of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import tariff

from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import by_cap, fewest, in_proportion, open_plan
from tests.conftest import Sklog

NAMES = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp")
amounts = st.integers(-3000, 3000)


@st.composite
def owed(draw: st.DrawFn, *, stock: bool = False) -> dict[str, int]:
    """Return what everybody has to get: zero-sum, perhaps with a Stock that lies on the table."""
    people = NAMES[: draw(st.integers(2, len(NAMES)))]
    found = {name: draw(amounts) for name in people[1:]}
    if stock:
        found[STOCK] = draw(st.integers(-500, 3000))
    return {people[0]: -sum(found.values()), **found}


def capped(balances: dict[str, int], most: int) -> dict[str, int]:
    """Return what everybody gets after a cap."""
    moved = by_cap(balances, tariff(f"cap: {{evening: {most}}}"))
    return {name: amount + moved.get(name, 0) for name, amount in balances.items()}


@given(owed(), st.integers(1, 2500))
def test_nobody_pays_more_than_the_cap(balances: dict[str, int], most: int) -> None:
    """Without a Stock: zero-sum, nobody pays more, nobody who won pays, and nobody else is touched."""
    after = capped(balances, most)
    assert sum(after.values()) == 0
    for name, amount in balances.items():
        if amount < 0:
            assert after[name] == max(amount, -most)
        else:
            assert 0 <= after[name] <= amount


@given(owed(), st.integers(1, 2500))
def test_those_who_won_bear_it_in_proportion(balances: dict[str, int], most: int) -> None:
    """Each bears what his part of all that was won is, to less than a cent."""
    after, won = capped(balances, most), sum(amount for amount in balances.values() if amount > 0)
    spared = sum(after[name] - amount for name, amount in balances.items() if amount < 0)
    for name, amount in balances.items():
        if amount > 0:
            assert abs((amount - after[name]) * won - spared * amount) < won


@given(owed(stock=True), st.integers(1, 2500))
def test_the_stock_is_paid_whole(balances: dict[str, int], most: int) -> None:
    """It waits for another evening. What those who won cannot bear is not spared, and nothing else is."""
    after = capped(balances, most)
    assert sum(after.values()) == 0
    assert after[STOCK] == balances[STOCK]
    people = {name: amount for name, amount in balances.items() if name != STOCK}
    beyond = sum(max(-amount - most, 0) for amount in people.values())
    won = sum(max(amount, 0) for amount in people.values())
    assert sum(after[name] - amount for name, amount in people.items() if amount < 0) == min(beyond, won)
    assert all(0 <= after[name] <= amount for name, amount in people.items() if amount >= 0)
    assert all(amount <= after[name] <= max(amount, -most) for name, amount in people.items() if amount < 0)


@given(owed(), st.integers(1, 2500))
def test_what_is_left_can_be_settled(balances: dict[str, int], most: int) -> None:
    """Nobody pays more than the cap in the payments either."""
    paid = dict.fromkeys(balances, 0)
    for one in fewest(capped(balances, most)).transfers:
        paid[one.payer] += one.amount
    assert max(paid.values()) <= most


def test_odd_cents_go_to_the_largest_remainders() -> None:
    """Of equal ones the first by name bears it."""
    assert in_proportion(10, {"Christl": 1, "Anna": 1, "Bene": 1}) == {"Christl": 3, "Anna": 4, "Bene": 3}
    assert in_proportion(10, {"Anna": 2, "Bene": 4}) == {"Anna": 3, "Bene": 7}
    assert capped({"Anna": 100, "Bene": 50, "Christl": -150}, 100) == {"Anna": 67, "Bene": 33, "Christl": -100}


def test_who_is_just_at_the_cap_is_not_spared() -> None:
    """And who won a single cent bears it."""
    assert by_cap({"Anna": 3, "Bene": -1, "Christl": -2}, tariff("cap: {evening: 1}")) == {"Christl": 1, "Anna": -1}
    assert by_cap({"Anna": 1, "Bene": 1, "Christl": -2}, tariff("cap: {evening: 1}")) == {"Christl": 1, "Anna": -1}


def test_without_a_cap_nothing_is_spared() -> None:
    """A tariff without one, and one that nobody reaches, leave everything as it is."""
    assert by_cap({"Anna": 900, "Bene": -900}, tariff()) == {}
    assert by_cap({"Anna": 900, "Bene": -900}, tariff("cap: {evening: 900}")) == {}


# -- as people see it ---------------------------------------------------------------------------------

FOUR = ("--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
NOTE = "Nobody loses more than 0.90 € in an evening. Spared: Dani 0.30 €. Less for those who won: Anna 0.30 €."


@pytest.fixture
def capped_evening(ok: Sklog, folder: Path) -> Sklog:
    """Return sklog with an evening in which Dani has lost 1.20 to Anna, and nobody loses more than 0.90."""
    (folder / "haus.yaml").write_text("name: haus\nextends: sauspiel\ncap: {evening: 90}\n", encoding="utf-8")
    ok("start", "Abend", *FOUR, "--tariff", "haus.yaml")
    ok("post", "anna:+1,20", "dani:-1,20")
    return ok


def settled(ok: Sklog, *words: str) -> dict[str, Any]:
    """Return what `settle` says as JSON."""
    found = json.loads(ok("settle", "--format", "json", *words).out)
    return dict(found[0] if isinstance(found, list) else found)


def rows(ok: Sklog, table: str, *words: str) -> list[dict[str, object]]:
    """Return the rows of a table of `settle`."""
    return list(settled(ok, *words)["tables"][table])


def test_settlement_stops_at_the_cap(capped_evening: Sklog) -> None:
    """It says who pays how much less, and the balances stay as they are."""
    assert rows(capped_evening, "transfers") == [{"payer": "Dani", "payee": "Anna", "amount": 90}]
    anna, *_others, dani = rows(capped_evening, "balances")
    assert anna == {"name": "Anna", "balance": 120, "from_cap": -30, "open": 90}
    assert dani == {"name": "Dani", "balance": -120, "from_cap": 30, "open": -90}
    assert NOTE in " ".join(capped_evening("settle").out.split())
    assert "+1.20" in capped_evening("show").out


def test_why_says_what_the_cap_is_good_for(capped_evening: Sklog) -> None:
    """It is a line among the reasons, which add up to what is owed."""
    assert [(row["what"], row["amount"]) for row in rows(capped_evening, "why", "--why")][-2:] == [
        ("the cap", 30),
        ("together", -90),
    ]


@pytest.mark.parametrize("report", ["session", "page"])
def test_the_sheet_says_it(capped_evening: Sklog, report: str) -> None:
    """The balances stand beside what the cap changes; the transfers settle what is open."""
    if report == "page":
        page = capped_evening("report", "session", "--format", "html").out
        assert "By the cap" in page
        assert NOTE in page.replace("\N{NO-BREAK SPACE}", " ")
        return
    sheet = json.loads(capped_evening("report", "session", "--format", "json").out)
    assert sheet["balances"] == {"Anna": 120, "Bene": 0, "Christl": 0, "Dani": -120, "Stock": 0}
    assert sheet["open"] == {"Anna": 90, "Bene": 0, "Christl": 0, "Dani": -90, "Stock": 0}
    assert sheet["transfers"] == [{"payer": "Dani", "payee": "Anna", "amount": 90}]


def test_the_text_for_a_chat_says_it(capped_evening: Sklog) -> None:
    """Everybody stands there with what he gets after the cap."""
    said = capped_evening("settle", "--share").out
    assert "1) Anna +0.90 €" in said
    assert NOTE in said


def test_what_is_recorded_leaves_nothing_open(capped_evening: Sklog, run: Sklog) -> None:
    """The cap is settled with the payments, and whoever has paid more before gets it back."""
    run("settle", "--record", "--yes")
    assert rows(capped_evening, "transfers") == []
    capped_evening("pay", "dani", "anna", "0,30")
    assert rows(capped_evening, "transfers") == [{"payer": "Anna", "payee": "Dani", "amount": 30}]


def test_who_ends_the_evening_hears_of_it(capped_evening: Sklog) -> None:
    """`close` says who pays whom, and whom the cap spares."""
    assert f"Dani pays Anna 0.90 € {NOTE} " in " ".join(capped_evening("close").out.split())


@pytest.mark.long
def test_each_evening_has_its_cap(capped_evening: Sklog, run: Sklog) -> None:
    """Settled together it is the sum of what each evening comes to; and so it is recorded."""
    capped_evening("start", "Noch einer", *FOUR, "--tariff", "haus.yaml")
    capped_evening("post", "anna:+1,00", "dani:-1,00")
    assert rows(capped_evening, "transfers", "--all") == [{"payer": "Dani", "payee": "Anna", "amount": 180}]
    notes = settled(capped_evening, "--all")["notes"]
    assert [note.partition(":")[0] for note in notes if "Spared" in note] == ["Abend", "Noch einer"]
    run("settle", "--all", "--record", "--yes")
    assert rows(capped_evening, "transfers", "--all") == []
    assert rows(capped_evening, "transfers", "--session", "1") == []


def test_a_journal_has_the_same_debts(capped_evening: Sklog) -> None:
    """What is open there is what is to be paid; the balances of the game stay."""
    journal = capped_evening("export", "--format", "journal").out
    _before, _title, behind = journal.partition("The cap of the evening\n")
    said = re.match(r".*\n +players:Dani:paid +(\S+) EUR\n +players:Anna:paid +(\S+) EUR\n", behind)
    assert said
    assert said.groups() == ("0.30", "-0.30")


def test_a_stock_that_waits_is_paid_whole(ok: Sklog, folder: Path) -> None:
    """People have paid into it, and nobody has won that: it is owed beyond the cap."""
    (folder / "haus.yaml").write_text(
        "name: haus\nextends: wiki\ncap: {evening: 15}\nstock: {at_close: carry}\n", encoding="utf-8"
    )
    ok("start", "Abend", *FOUR, "--tariff", "haus.yaml")
    ok("add", "x")
    ok("add", "--again", "x")
    assert rows(ok, "into_stock", "--stock", "carry") == [{"name": name, "amount": 20} for name in NAMES[:4]]


def test_a_coin_comes_after_the_cap() -> None:
    """What is rounded is what the cap leaves."""
    assert [one.amount for one in open_plan(capped({"Anna": 120, "Dani": -120}, 90), [], 50).transfers] in ([100], [50])
