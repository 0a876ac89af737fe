"""The end of an evening: what becomes of the Stock, and who still owes whom."""

import pytest
from playing import PEOPLE, tariff

from sklog.scoring.evening import start
from sklog.scoring.hand import Passed, Played, Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session
from sklog.scoring.settlement import Transfer, debts, open_plan, rule_at_close, still_open, stock_at_close
from sklog.scoring.state import Entry, Leave, Payment, StockMove, TariffChange

FOUR = PEOPLE[:4]
WENZ = Played(game="wenz", declarer="Anna", won=True)  # 20 from each
TABLE = {"Anna": 63, "Bene": -21, "Christl": -21, "Dani": -21}


def transfers(*entries: Entry, settings: str = "", stock: int = 0, closed: bool = False) -> tuple[Transfer, ...]:
    """Return what is still to be paid after an evening of these entries."""
    session = Session("Stammtisch", "2026-11-19", tariff(settings), FOUR, entries, stock=stock, closed=closed)
    return still_open(session, session.lines()).transfers


# -- the Stock ----------------------------------------------------------------------------------------


def test_the_last_cent_is_divided_too() -> None:
    """A single cent goes to whoever sits on the dealer's left."""
    assert stock_at_close(start(FOUR, "Dani", stock=1), "split") == StockMove({"Anna": 1})


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        pytest.param("stock: {at_close: split}", "split", id="split"),
        pytest.param("stock: {at_close: carry}", "carry", id="carried"),
        pytest.param("stock: {at_close: Bene}", "Bene", id="somebody who is here"),
        pytest.param("stock: {at_close: Robert}", None, id="somebody who never was"),
        pytest.param("stock: {at_close: none}", None, id="nothing said"),
        pytest.param("stock: none", None, id="no Stock"),
    ],
)
def test_what_the_tariff_does_with_the_stock(settings: str, rule: str | None) -> None:
    """The tariff's rule counts where it can be followed at this table."""
    assert rule_at_close(start(FOUR), tariff(settings)) == rule


def test_debts_of_an_evening_that_began_with_an_empty_stock() -> None:
    """Where nothing lay in the Stock the balances are the debts."""
    assert debts({"Anna": -10, STOCK: 10}) == {"Anna": -10, STOCK: 10}


# -- what is still open -------------------------------------------------------------------------------

OWED = (Transfer("Bene", "Anna", 20), Transfer("Christl", "Anna", 20), Transfer("Dani", "Anna", 20))


def test_an_evening_is_settled_from_its_balances() -> None:
    """Each who lost pays the one who won."""
    assert transfers(WENZ) == OWED


def test_nothing_is_open_before_the_first_hand() -> None:
    """An evening without hands owes nothing."""
    assert transfers() == ()


def test_what_was_paid_is_no_longer_open() -> None:
    """A payment settles its transfer, and the others stay."""
    assert transfers(WENZ, Payment("Christl", "Anna", 20)) == (OWED[0], OWED[2])


def test_the_stock_is_divided_as_the_tariff_says() -> None:
    """What lies in the Stock is split before anybody pays: a throw-in alone leaves nothing open."""
    assert transfers(Passed(), settings="stock: {at_close: split}") == ()


def test_a_stock_that_nobody_divides_is_owed() -> None:
    """Where the tariff says nothing each owes the Stock what he paid in."""
    assert transfers(Passed(), settings="stock: {at_close: none}") == tuple(Transfer(who, STOCK, 10) for who in FOUR)


def test_an_evening_that_is_closed_keeps_its_stock() -> None:
    """After the end nothing is divided any more."""
    assert transfers(Passed(), settings="stock: {at_close: split}", closed=True) == tuple(
        Transfer(who, STOCK, 10) for who in FOUR
    )


def test_the_rule_of_the_last_tariff_counts() -> None:
    """The Stock goes where the tariff says that was in force at the end."""
    to_bene = TariffChange(tariff("stock: {at_close: Bene}"))
    assert transfers(Passed(), to_bene) == tuple(Transfer(who, "Bene", 10) for who in ("Anna", "Christl", "Dani"))


def test_what_lay_in_the_stock_is_nobody_s_debt() -> None:
    """What an earlier evening left is divided as well, and nobody has to pay it."""
    entries = (Posting(amounts={"Anna": -20, "Bene": 20}),)
    assert transfers(*entries, settings="stock: {at_close: carry}", stock=40) == (Transfer("Anna", "Bene", 20),)


def test_who_left_still_owes() -> None:
    """Whoever went home early pays like the others."""
    assert transfers(WENZ, Leave("Dani")) == OWED


# -- coins --------------------------------------------------------------------------------------------


def test_to_the_cent_by_default() -> None:
    """Without a coin everything is paid to the cent."""
    assert open_plan(TABLE, []).transfers == tuple(Transfer(who, "Anna", 21) for who in FOUR[1:])


def test_payments_to_the_cent() -> None:
    """Without a coin a payment takes its transfer off the plan."""
    assert open_plan(TABLE, [Transfer("Bene", "Anna", 21)]).transfers == tuple(
        Transfer(who, "Anna", 21) for who in FOUR[2:]
    )


@pytest.mark.parametrize(
    ("paid", "left"),
    [
        pytest.param([], [20, 20, 20], id="nothing paid"),
        pytest.param([20], [20, 20], id="a planned sum paid"),
        pytest.param([10], [10, 20, 20], id="a part of it paid"),
        pytest.param([21], [20, 20], id="another sum paid"),
        pytest.param([10, 11], [20, 20], id="two sums, one of them odd"),
    ],
)
def test_with_a_coin(paid: list[int], left: list[int]) -> None:
    """With a coin every transfer is a multiple of it, whatever was paid before."""
    found = open_plan(TABLE, [Transfer("Bene", "Anna", amount) for amount in paid], 10).transfers
    assert [transfer.amount for transfer in found] == left


def test_a_plan_with_a_coin_stays_as_it_was_planned() -> None:
    """After a payment in coins the others pay as before, even where another plan needs fewer transfers."""
    balances = {"Anna": 50, "Bene": 40, "Christl": -60, "Dani": -30}
    assert open_plan(balances, [Transfer("Christl", "Anna", 20)], 10).transfers == (
        Transfer("Christl", "Anna", 30),
        Transfer("Christl", "Bene", 10),
        Transfer("Dani", "Bene", 30),
    )


def test_a_coin_of_two() -> None:
    """Any sum above one cent is a coin."""
    assert [transfer.amount for transfer in open_plan(TABLE, [], 2).transfers] == [20, 22, 22]


def test_a_stranger_who_paid_an_odd_sum_gets_it_back() -> None:
    """Who paid without a balance, or was paid, counts as well where everything is rounded anew."""
    found = open_plan({"Anna": 20, "Bene": -20}, [Transfer("Christl", "Dani", 15)], 10).transfers
    assert found == (Transfer("Bene", "Anna", 20), Transfer("Dani", "Christl", 20))
