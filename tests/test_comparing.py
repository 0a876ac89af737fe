"""The same evening under another tariff: what differs, why, and what cannot have been played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_samples import FIVE_HANDS, FOUR, LAMERS, WIKI, eventful_evening, lamers_evening

from sklog import tariffs
from sklog.errors import HandError
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.session import Session, compare
from sklog.scoring.state import BockOrder, Entry, Leave, RoundOrder, StockMove, TariffChange, Voided
from sklog.scoring.tariff import Tariff
from sklog.values import replace

SAUSPIEL, SAUKOPF = tariffs.find("sauspiel"), tariffs.find("saukopf")
WON = Played(game="sauspiel", declarer="Anna", partner="Dani", won=True)
LOST_AT_60 = Played(game="sauspiel", declarer="Anna", partner="Dani", augen=60)
RAMSCH = Ramsch(losers=("Dani",), jungfrauen=("Bene",))


def evening(tariff: Tariff, *entries: Entry) -> Session:
    """Return an evening of four people."""
    return Session("Stammtisch", "2026-11-19", tariff, FOUR, entries)


# -- the fold -----------------------------------------------------------------------------------------


@given(st.sampled_from(tariffs.shipped()), st.integers(1, 8))
@settings(max_examples=40)
def test_an_evening_under_its_own_tariff_is_the_same(name: str, first: int) -> None:
    """From whatever hand on the same tariff counts, nothing differs."""
    tariff = tariffs.find(name)
    comparison = compare(evening(tariff, WON, Passed(), WON), tariff, first=first)
    assert comparison.state == comparison.other
    assert not any(one.differs or one.why for one in comparison.entries)


def test_an_evening_can_be_asked_itself() -> None:
    """From a hand on, or from the first one."""
    played = evening(LAMERS, WON, WON)
    assert played.under(SAUSPIEL) == compare(played, SAUSPIEL, first=1)
    assert played.under(SAUSPIEL, first=2) == compare(played, SAUSPIEL, first=2) != played.under(SAUSPIEL)


def test_the_five_hands_of_lamers_online() -> None:
    """The balances are those of an evening that was played so from the beginning."""
    session, _ = lamers_evening()
    comparison = compare(session, SAUSPIEL)
    assert comparison.other == session._replace(tariff=SAUSPIEL).lines()[-1].state
    assert sum(one.differs for one in comparison.entries) == 5


def test_from_a_hand_on_is_a_change_of_the_tariff_before_it() -> None:
    """What a change in the middle would do is what the fold does with that change."""
    comparison = compare(evening(LAMERS, WON, WON, WON), SAUSPIEL, first=3)
    changed = evening(LAMERS, WON, WON, TariffChange(SAUSPIEL), WON)
    assert comparison.other == changed.lines()[-1].state
    assert [one.differs for one in comparison.entries] == [False, False, True]


def test_a_change_of_the_tariff_is_replaced() -> None:
    """What the table changed to in the evening does not matter: every hand is under the other tariff."""
    comparison = compare(evening(LAMERS, WON, TariffChange(WIKI), WON), SAUSPIEL)
    assert comparison.other.balances["Anna"] == 40
    assert [one.line for one in comparison.entries] == comparison.session.lines()
    assert [one.other and one.other.tariff for one in comparison.entries] == [SAUSPIEL, None, SAUSPIEL]


@pytest.mark.parametrize(
    ("entries", "first", "others"),
    [
        pytest.param([TariffChange(WIKI), WON], 1, [None, SAUSPIEL], id="before the first hand"),
        pytest.param(
            [WON, WON, TariffChange(WIKI), WON],
            2,
            [LAMERS, SAUSPIEL, None, SAUSPIEL],
            id="after the hand it begins with",
        ),
    ],
)
def test_every_change_from_there_on_is_replaced(entries: list[Entry], first: int, others: list[Tariff | None]) -> None:
    """No other change of the tariff counts any more, wherever it stands."""
    found = compare(evening(LAMERS, *entries), SAUSPIEL, first=first).entries
    assert [one.other and one.other.tariff for one in found] == others


def test_a_posting_in_the_same_unit_counts() -> None:
    """Money moved by hand is moved under the other tariff too."""
    comparison = compare(evening(LAMERS, Posting(amounts={"Anna": -50, "Bene": 50})), SAUSPIEL)
    assert comparison.entries[0].why == ()
    assert comparison.other.balances["Anna"] == -50


def test_a_hand_that_is_not_played_keeps_who_dealt_it() -> None:
    """The deal moves on from whoever dealt, where the hand says that."""
    ramsch = Ramsch(losers=("Dani",), jungfrauen=(), dealer="Bene")
    comparison = compare(evening(SAUSPIEL, ramsch), LAMERS)
    assert comparison.other.dealer == comparison.state.dealer == "Christl"


def test_a_hand_that_is_not_played_counts_as_never_dealt_and_the_deal_moves_on() -> None:
    """A Ramsch under lamers costs nothing; the next dealer is the one that it had."""
    comparison = compare(evening(SAUSPIEL, RAMSCH, WON), LAMERS)
    assert comparison.other.dealer == comparison.state.dealer == "Christl"
    assert comparison.other.balances["Anna"] == 10
    assert "lamers does not have Ramsch" in comparison.entries[0].why[0]
    assert comparison.entries[0].other is None


SHORT = tariffs.read_mapping({"name": "kurz", "extends": "wiki", "deck": "short"}, "kurz.yaml")
FOUR_HERREN = Played(game="solo", suit="herz", declarer="Anna", won=True, laufende=8, sie=True)


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        pytest.param(replace(WON, laufende=8, laufende_of="opponents"), "", id="eight between two"),
        pytest.param(
            replace(FOUR_HERREN, sie=None), "8 Laufende: nobody holds more than 6 cards", id="eight in a hand"
        ),
        pytest.param(replace(WON, augen=90, tricks=7), "7 tricks: there are 6", id="tricks"),
        pytest.param(replace(WON, won=None, augen=12, tricks=3), "so many tricks cannot contain 12 Augen", id="Augen"),
    ],
)
def test_a_hand_that_another_deck_cannot_be_is_not_played_there(hand: Played, why: str) -> None:
    """With six cards in a hand nobody holds eight Laufende: it is left out for what a new one would be refused for."""
    [one] = compare(evening(WIKI, hand), SHORT).entries
    assert (one.other is None) is bool(why)
    assert why in "; ".join(one.why)


def test_events_that_cannot_be_are_left_out() -> None:
    """A round, and money out of a Stock that never filled, are not there; both say why."""
    session = evening(WIKI, RoundOrder("hadsch"), Passed(), StockMove({"Anna": 40}), WON)
    comparison = compare(session, LAMERS)
    assert [bool(one.why) for one in comparison.entries] == [True, False, True, False]
    assert comparison.other.stock == 0


@pytest.mark.parametrize(
    "entry", [Posting(amounts={"Anna": -50, "Bene": 50}), StockMove({"Anna": -50})], ids=["a posting", "into the Stock"]
)
def test_amounts_in_another_unit_are_left_out(entry: Entry) -> None:
    """A penalty of 50 cents is no penalty of 50 points, and 50 cents in the Stock are none there."""
    comparison = compare(evening(LAMERS._replace(stock=WIKI.stock), entry, WON), SAUKOPF)
    assert comparison.entries[0].why == ("its amounts are in another unit",)
    assert comparison.entries[0].other is None
    assert comparison.other.balances["Anna"] == 1
    assert not comparison.same_unit


def test_a_stock_in_another_unit_is_worth_nothing() -> None:
    """What an earlier evening left lies in the Stock only where it is counted the same."""
    session = evening(WIKI, WON)._replace(stock=40)
    assert compare(session, SAUSPIEL).other.balances["Stock"] == 40
    assert compare(session, SAUKOPF).other.balances["Stock"] == 0


def test_an_evening_begins_as_it_was() -> None:
    """Without hands both have the people, the dealer and the Stock of the evening."""
    session = evening(WIKI)._replace(stock=40, dealer="Christl")
    comparison = compare(session, SAUSPIEL)
    assert comparison.state == comparison.other == session.begin()
    assert (comparison.session, comparison.tariff, comparison.first, comparison.same_unit) == (
        session,
        SAUSPIEL,
        1,
        True,
    )


def test_a_change_of_the_tariff_before_the_first_hand_counts() -> None:
    """Up to the hand from which on the other tariff counts, the evening's own changes do."""
    comparison = compare(evening(LAMERS, TariffChange(WIKI), WON, WON), SAUSPIEL, first=2)
    assert [one.other and one.other.tariff for one in comparison.entries] == [WIKI, WIKI, SAUSPIEL]


def test_a_voided_hand_that_cannot_be_there_is_left_out() -> None:
    """A voided hand keeps its number and says nothing; who is unknown there is not voided again."""
    void = Voided(RAMSCH)
    (one,) = compare(evening(SAUSPIEL, void), LAMERS).entries
    assert (one.why, one.other and one.other.number) == ((), 1)


def test_an_event_moves_nothing_where_it_cannot_be() -> None:
    """An event that is left out leaves the hands after it as they are."""
    comparison = compare(evening(WIKI, RoundOrder("hadsch"), BockOrder(1), WON), LAMERS)
    assert [one.other is None for one in comparison.entries] == [True, False, False]
    assert comparison.entries[0].why[0].startswith("lamers has no round Hadsch")
    assert comparison.other.balances["Anna"] == 20


def test_only_a_hand_that_both_play_differs() -> None:
    """What one of them does not play, and an event, is no difference of amounts."""
    comparison = compare(evening(SAUSPIEL, RAMSCH, WON, Leave("Bene")), LAMERS)
    assert [one.differs for one in comparison.entries] == [False, True, False]


def test_another_unit_cannot_begin_in_the_middle() -> None:
    """Cents and points are not mixed in one evening."""
    with pytest.raises(HandError, match="cannot be mixed"):
        compare(evening(LAMERS, WON, WON), SAUKOPF, first=2)


def test_hands_stay_as_many_as_they_were() -> None:
    """Every entry is compared, whatever becomes of it."""
    session, lines, _ = eventful_evening()
    assert [one.line for one in compare(session, LAMERS).entries] == lines
    assert len(compare(evening(LAMERS, *FIVE_HANDS), SAUKOPF).entries) == 5
