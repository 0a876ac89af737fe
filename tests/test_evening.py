"""What an evening remembers between two hands: Stock, Bock, special rounds, who deals and who sits out."""

import copy
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from playing import PEOPLE, tariff

from sklog import rooms
from sklog.errors import HandError, IllegalHand, InvalidHand, NotInstalled
from sklog.reports.sentences import event_words
from sklog.scoring import state as states
from sklog.scoring.evening import admit, begin, play, refusal, start, step, triggers
from sklog.scoring.hand import InvalidHandOf, Passed, Played, Posting, Ramsch
from sklog.scoring.names import Unreadable, name_key, one_name, text
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state, final_tariff, renamed
from sklog.scoring.settings import from_mapping, to_mapping
from sklog.scoring.settlement import debts, stock_at_close
from sklog.scoring.state import (
    EVENTS,
    BockOrder,
    Cause,
    Count,
    Entry,
    Join,
    Leave,
    Line,
    OfRoom,
    Payment,
    Rounding,
    RoundOrder,
    Seating,
    State,
    StockMove,
    TariffChange,
    Unknown,
    Voided,
    altogether,
    entry_from_json,
    entry_to_json,
    is_event,
)
from sklog.scoring.tariff import Tariff

FOUR = PEOPLE[:4]


def won(**facts: object) -> Played:
    """Return a game that Anna has won alone and that nothing follows from."""
    return Played(**{"game": "geier", "declarer": "Anna", "won": True, **facts})


def lost(**facts: object) -> Played:
    """Return a solo that Anna has lost."""
    return Played(**{"game": "solo", "declarer": "Anna", "won": False, **facts})


def called(**facts: object) -> Played:
    """Return a Sauspiel of Anna with Bene."""
    return Played(**{"game": "sauspiel", "declarer": "Anna", "partner": "Bene", **facts})


def lines(entries: Sequence[Entry], rules: Tariff | None = None, people: Sequence[str] = FOUR) -> list[Line]:
    """Return the evening, folded; the last of the people deals first, so that the first leads."""
    return list(play(entries, start(people, people[-1]), rules or tariff()))


def last(entries: Sequence[Entry], rules: Tariff | None = None, people: Sequence[str] = FOUR) -> State:
    """Return the state after an evening."""
    return lines(entries, rules, people)[-1].state


# -- Stock --------------------------------------------------------------------------------------------

STOCK_EVENINGS: dict[str, tuple[str, list[Entry], list[int]]] = {
    # the content of the Stock after each hand
    "throw-ins fill it": ("", [Passed(), Passed()], [40, 80]),
    "a won game takes it": ("", [Passed(), called(won=True)], [40, 0]),
    "a lost one leaves it": ("", [Passed(), called(won=False)], [40, 40]),
    "a lost one doubles it": (
        "stock: {lost: doubles}",
        [Passed(), called(won=False), called(won=False)],
        [40, 80, 160],
    ),
    "a lost one adds a fixed sum": ("stock: {lost: 5}", [called(won=False), called(won=False)], [5, 10]),
    "a solo passes it by": ("", [Passed(), won(), lost()], [40, 40, 40]),
    "a Ramsch passes it by": ("", [Passed(), Ramsch(losers=("Anna",))], [40, 40]),
    "an odd cent stays": ("", [StockMove({"Anna": -41}), called(won=True), called(won=True)], [41, 1, 1]),
    "with a cap it is taken bit by bit": (
        "stock: {max_per_person: 15}",
        [StockMove({"Anna": -40}), called(won=True), called(won=True)],
        [40, 10, 0],
    ),
    "the table pays in and takes out": ("", [StockMove({"Anna": -40}), StockMove({"Bene": 15, "Dani": -5})], [40, 30]),
    "a posting may go into it": ("", [Posting(amounts={"Anna": -20, STOCK: 20})], [20]),
    "a Schieber nobody took leaves it": ("rounds: {schieber_sum: 50}", [RoundOrder("schieber"), Passed()], [0, 0]),
    "none": ("stock: none", [Passed(), called(won=True)], [0, 0]),
}


@pytest.mark.parametrize(("settings", "entries", "held"), STOCK_EVENINGS.values(), ids=list(STOCK_EVENINGS))
def test_stock_is_an_account(settings: str, entries: list[Entry], held: list[int]) -> None:
    """After each entry the Stock holds so much, and all accounts sum to zero."""
    states = [line.state for line in lines(entries, tariff(settings))]
    assert [state.stock for state in states] == held
    assert {sum(state.balances.values()) for state in states} == {0}


STOCK_PARTS: dict[str, tuple[str, list[Entry], dict[str, int]]] = {
    # what the last entry moves between the people and the Stock
    "a throw-in": ("", [Passed()], dict.fromkeys(FOUR, -10)),
    "a throw-in where there is none": ("stock: none", [Passed()], {}),
    "a Schieber nobody took": ("rounds: {schieber_sum: 50}", [RoundOrder("schieber"), Passed()], {}),
    "a won game": ("", [Passed(), called(won=True)], {"Anna": 20, "Bene": 20}),
    "a lost game": ("stock: {lost: doubles}", [Passed(), called(won=False)], {"Anna": -20, "Bene": -20}),
    "a game that passes it by": ("", [Passed(), won()], {}),
    "a posting into it": ("", [Posting(amounts={"Anna": -20, STOCK: 20})], {"Anna": -20}),
    "a posting past it": ("", [Posting(amounts={"Anna": -20, "Bene": 20})], {}),
    "a posting that names it with 0": ("", [Posting(amounts={"Anna": -20, "Bene": 20, STOCK: 0})], {}),
    "the table pays in": ("", [StockMove({"Anna": -40})], {"Anna": -40}),
}


@pytest.mark.parametrize(("settings", "entries", "parts"), STOCK_PARTS.values(), ids=list(STOCK_PARTS))
def test_what_goes_into_the_stock_is_told_from_the_game(
    settings: str, entries: list[Entry], parts: dict[str, int]
) -> None:
    """Beside the postings a score says what of them went into the Stock, or came out of it, by person."""
    score = lines(entries, tariff(settings))[-1].score
    assert score is not None
    assert {name: amount for name, amount in score.stock.items() if amount} == parts


def test_stock_of_an_earlier_evening_lies_in_it() -> None:
    """An evening may begin with what an earlier one left, and a won game takes it."""
    state = start(FOUR, stock=41)
    after = step(state, called(won=True), tariff()).state
    assert (state.stock, after.stock, after.balances["Anna"], after.balances["Bene"]) == (41, 1, 30, 30)


def test_those_who_sit_out_do_not_pay_in() -> None:
    """Of six people only the four dealt in pay for a throw-in."""
    balances = last([Passed()], people=PEOPLE[:6]).balances
    assert [balances[who] for who in PEOPLE[:6]] == [-10, -10, -10, -10, 0, 0]


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(StockMove({"Anna": 41}), id="taken out"),
        pytest.param(Posting(amounts={"Anna": 41, STOCK: -41}), id="posted out"),
    ],
)
def test_no_more_than_it_holds_is_taken_out(entry: Entry) -> None:
    """More than the Stock holds is refused, with what it holds."""
    with pytest.raises(IllegalHand, match=r"the Stock holds 0\.40 €; 0\.41 € cannot be taken out of it"):
        lines([Passed(), entry])


@pytest.mark.parametrize(
    ("rule", "shares"),
    [
        pytest.param(
            "split", {"Anna": 11, "Bene": 11, "Christl": 10, "Dani": 10}, id="split, odd cents from the left on"
        ),
        pytest.param("Christl", {"Christl": 42}, id="to one person"),
    ],
)
def test_stock_at_close(rule: str, shares: dict[str, int]) -> None:
    """At the end the Stock is split, odd cents from the dealer's left on, or one person has it."""
    state = start(FOUR, "Dani", stock=42)
    move = stock_at_close(state, rule)
    assert move is not None
    assert move.amounts == shares
    assert step(state, move, tariff()).state.stock == 0


def test_stock_is_split_from_the_left_of_whoever_deals() -> None:
    """The odd cents begin on the dealer's left, wherever he sits."""
    move = stock_at_close(start(FOUR, "Bene", stock=41), "split")
    assert move is not None
    assert move.amounts["Christl"] == 11


@pytest.mark.parametrize(("stock", "rule"), [(42, "carry"), (0, "split")], ids=["carried", "empty"])
def test_nothing_moves_at_close(stock: int, rule: str) -> None:
    """A Stock that is carried, or holds nothing, stays as it is."""
    assert stock_at_close(start(FOUR, stock=stock), rule) is None


def test_a_share_below_a_cent_moves_nothing() -> None:
    """Of two cents among four people two get nothing and are not named."""
    move = stock_at_close(start(FOUR, "Dani", stock=2), "split")
    assert move == StockMove({"Anna": 1, "Bene": 1})


def test_debts_leave_out_what_lay_in_the_stock() -> None:
    """What an earlier evening left in the Stock is nobody's debt of this one."""
    state = step(start(FOUR, stock=40), Passed(), tariff()).state
    assert debts(state.balances, stock_in=40) == {"Anna": -10, "Bene": -10, "Christl": -10, "Dani": -10, STOCK: 40}


# -- Bock ---------------------------------------------------------------------------------------------

TRIGGERS: dict[str, tuple[str, Entry, bool]] = {
    # does this hand bring Bock where the tariff has this trigger?
    "a throw-in": ("thrown_in", Passed(), True),
    "a hand is no throw-in": ("thrown_in", won(), False),
    "a lost solo": ("lost_solo", lost(), True),
    "a lost Wenz": ("lost_solo", lost(game="wenz"), True),
    "a lost Bettel": ("lost_solo", lost(game="bettel"), True),
    "a won solo": ("lost_solo", won(game="solo"), False),
    "a lost Sauspiel is no lost solo": ("lost_solo", called(won=False), False),
    "a solo lost by its winners": ("lost_solo", Played(game="solo", winners=("Bene", "Christl", "Dani")), True),
    "a Herz-Solo won": ("herz_solo", won(game="solo", suit="herz"), True),
    "a Herz-Solo lost": ("herz_solo", lost(suit="herz"), True),
    "a Gras-Solo": ("herz_solo", won(game="solo", suit="gras"), False),
    "a Herz-Farbwenz is no Herz-Solo": ("herz_solo", won(game="farbwenz", suit="herz"), False),
    "Kontra, and the declarers won": ("lost_kontra", called(won=True, kontra=1), True),
    "Kontra, and the opponents won": ("lost_kontra", called(won=False, kontra=1), False),
    "no Kontra": ("lost_kontra", called(won=True), False),
    "Schwarz of the opponents": ("schwarz", called(won=True, schwarz=True), True),
    "Schwarz of the declarers": ("schwarz", called(won=False, schwarz=True), True),
    "Schneider only": ("schwarz", called(won=True, schneider=True), False),
    "60 Augen": ("tie_60", called(augen=60), True),
    "61 Augen": ("tie_60", called(augen=61), False),
    "a draw over Kreuz": ("tie_60", Played(game="kreuz", declarer="Anna", augen=60), True),
    "a Ramsch brings none": ("lost_solo", Ramsch(losers=("Anna",)), False),
    "a posting brings none": ("thrown_in", Posting(amounts={"Anna": -5, "Bene": 5}), False),
}


@pytest.mark.parametrize(("trigger", "entry", "brings"), TRIGGERS.values(), ids=list(TRIGGERS))
def test_trigger(trigger: str, entry: Entry, brings: bool) -> None:
    """The hand brings Bock for the next one where the tariff has its trigger."""
    rules = tariff(
        f"bock: {{after: [{trigger}]}}\ngames: [sauspiel, solo, wenz, geier, farbwenz, bettel, kreuz, ramsch]"
    )
    assert last([entry], rules).bock == ((1,) if brings else ())


SIXTY = Played(game="kreuz", declarer="Anna", augen=60)
AGAIN = "games: [sauspiel, solo, wenz, geier, kreuz]\nkreuz: {tie: again}"
BOCK: dict[str, tuple[str, list[Entry], list[tuple[int, ...]]]] = {
    # the counters after each entry
    "a hand": ("{after: [lost_solo]}", [lost(), won(), won()], [(1,), (), ()]),
    "a round has as many deals as people": (
        "{after: [lost_solo], length: round}",
        [lost(), won(), won()],
        [(4,), (3,), (2,)],
    ),
    "a throw-in does not use it up": ("{after: [lost_solo]}", [lost(), Passed(), won()], [(1,), (1,), ()]),
    "60:60 over Kreuz does": (
        "{after: [lost_solo]}\ngames: [solo, geier, kreuz]",
        [lost(), SIXTY, won()],
        [(1,), (), ()],
    ),
    "nor does one that is played again": (f"{{after: [lost_solo]}}\n{AGAIN}", [lost(), SIXTY, won()], [(1,), (1,), ()]),
    "which may itself bring one": (f"{{after: [lost_solo, tie_60]}}\n{AGAIN}", [lost(), SIXTY], [(1,), (2,)]),
    "nor does a posting": ("{after: [lost_solo]}", [lost(), Posting(amounts={"Anna": 1, "Bene": -1})], [(1,), (1,)]),
    "nor does a voided hand": ("{after: [lost_solo]}", [lost(), Voided(won())], [(1,), (1,)]),
    "the next one begins where the last hand of it is lost": ("{after: [lost_solo]}", [lost(), lost()], [(1,), (1,)]),
    "inside: ignored": ("{after: [lost_solo], length: round, inside: ignored}", [lost(), lost()], [(4,), (3,)]),
    "inside: extended": ("{after: [lost_solo], length: round, inside: extended}", [lost(), lost()], [(4,), (7,)]),
    "inside: stacked": (
        "{after: [lost_solo], length: round, inside: stacked}",
        [lost(), lost(), won(), won(), won(), won()],
        [(4,), (3, 4), (2, 3), (1, 2), (1,), ()],
    ),
    "inside: restarted": ("{after: [lost_solo], length: round, inside: restarted}", [lost(), lost()], [(4,), (4,)]),
    "inside: extended where nothing is said": ("{after: [lost_solo], length: round}", [lost(), lost()], [(4,), (7,)]),
    "each trigger of a hand counts": ("{after: [lost_solo, herz_solo]}", [lost(suit="herz")], [(2,)]),
    "two triggers stack": ("{after: [lost_solo, herz_solo], inside: stacked}", [lost(suit="herz")], [(1, 1)]),
    "throw-ins in a row extend it": ("{after: [thrown_in]}", [Passed(), Passed(), won()], [(1,), (2,), (1,)]),
    "ordered": ("none", [BockOrder(3), won()], [(3,), (2,)]),
    "ordered again": ("none", [BockOrder(3), BockOrder(1)], [(3,), (1,)]),
    "ordered off": ("{after: [lost_solo], length: round}", [lost(), BockOrder(0)], [(4,), ()]),
    "ordered, then extended": ("{after: [lost_solo]}", [BockOrder(3), lost()], [(3,), (3,)]),
    "said by the hand it falls all the same": (
        "{after: [lost_solo], length: round}",
        [lost(), won(bock=0)],
        [(4,), (3,)],
    ),
    "said by the hand it begins nothing": ("none", [won(bock=2), won()], [(), ()]),
}


@pytest.mark.parametrize(("setting", "entries", "counters"), BOCK.values(), ids=list(BOCK))
def test_bock_counters(setting: str, entries: list[Entry], counters: list[tuple[int, ...]]) -> None:
    """After each entry so many hands of Bock are left, for each counter in force."""
    rules = tariff(f"bock: {setting}\nstock: none")
    assert [line.state.bock for line in lines(entries, rules)] == counters


def test_a_throw_in_uses_bock_where_the_tariff_says_so() -> None:
    """A tariff may let a thrown-in deal use up a hand of Bock."""
    rules = tariff("bock: {after: [lost_solo]}\nthrown_in: {uses_bock: yes}")
    assert last([lost(), Passed()], rules).bock == ()


def test_a_bock_round_is_as_long_as_people_sit_there_when_it_begins() -> None:
    """With six at the table a round of Bock has six deals, and who joins later does not lengthen it."""
    rules = tariff("bock: {after: [lost_solo], length: round}")
    assert last([lost(), Join("Kathi")], rules, PEOPLE[:6]).bock == (6,)


@pytest.mark.parametrize(
    ("entries", "value"),
    [
        pytest.param([lost(), won()], 40, id="one counter doubles"),
        pytest.param([lost(), lost(), won()], 80, id="two stacked are fourfold"),
        pytest.param([lost(), lost(), won(bock=1)], 40, id="what the hand says replaces them"),
        pytest.param([lost(), lost(), won(bock=0)], 20, id="nought says that there is none"),
        pytest.param([won(bock=3)], 160, id="the hand may say it from nowhere"),
        pytest.param([BockOrder(4), won()], 40, id="ordered for four hands it doubles once"),
    ],
)
def test_each_counter_in_force_doubles_once(entries: list[Entry], value: int) -> None:
    """The next hand is doubled for each counter, unless it says itself how often."""
    rules = tariff("bock: {after: [lost_solo], length: round, inside: stacked}")
    score = lines(entries, rules)[-1].score
    assert score is not None
    assert score.value == value


CAUSES: dict[str, tuple[str, list[Entry], tuple[Cause, ...]]] = {
    "a trigger, and its hand": ("{after: [lost_solo]}", [won(), lost()], (Cause("lost_solo", 2),)),
    "two triggers": (
        "{after: [lost_solo, herz_solo], inside: stacked}",
        [lost(suit="herz")],
        (Cause("lost_solo", 1), Cause("herz_solo", 1)),
    ),
    "extended, what began it counts no more": (
        "{after: [lost_solo, thrown_in], length: round}",
        [lost(), won(), Passed()],
        (Cause("thrown_in", 3),),
    ),
    "ordered after a hand": ("none", [won(), BockOrder(2)], (Cause("ordered", 1),)),
    "none any more": ("{after: [lost_solo]}", [lost(), won()], ()),
    "ordered off": ("none", [BockOrder(2), BockOrder(0)], ()),
}


@pytest.mark.parametrize(("setting", "entries", "causes"), CAUSES.values(), ids=list(CAUSES))
def test_why_bock_is_in_force(setting: str, entries: list[Entry], causes: tuple[Cause, ...]) -> None:
    """Each counter has what began it, and the last hand then."""
    assert last(entries, tariff(f"bock: {setting}")).bock_since == causes


def test_the_last_of_several_counters_is_extended() -> None:
    """Where counters were stacked under an earlier tariff, the others stay."""
    stacked, extended = (
        tariff(f"bock: {{after: [lost_solo], length: round, inside: {inside}}}") for inside in ("stacked", "extended")
    )
    assert last([lost(), lost(), lost(), TariffChange(extended), lost()], stacked).bock == (1, 2, 7)


def test_a_counter_without_its_cause_is_no_state() -> None:
    """Counters and what began them go together."""
    with pytest.raises(ValueError, match="zip"):
        step(start(FOUR)._replace(bock=(1,)), won(), tariff())


def test_what_a_hand_triggers() -> None:
    """A scored hand says itself what it triggers, unless it was thrown in."""
    made = lines([lost(suit="herz")])[0].score
    assert made is not None
    assert (triggers(made), triggers(made, passed=True)) == (
        {"lost_solo", "herz_solo", "lost_herz_solo"},
        {"thrown_in"},
    )


@pytest.mark.parametrize("hands", [-1, 1000])
def test_bock_cannot_be_ordered_for(hands: int) -> None:
    """An order names 0 to 999 hands."""
    with pytest.raises(IllegalHand, match=f"Bock for {hands} hands: give 0"):
        lines([BockOrder(hands)])


# -- special rounds -----------------------------------------------------------------------------------

SHORT = (
    "rounds: {kinds: [{name: mungo, length: 2}, {name: dachs, length: hand, after: [lost_solo]},"
    " {name: igel, after: [thrown_in, lost_solo, schwarz]}]}"
)
ROUNDS: dict[str, tuple[str, list[Entry], list[tuple[str | None, int]]]] = {
    # the round in force and the deals left after each entry
    "one full round": (
        "",
        [RoundOrder("hadsch"), won(), won(), won(), won()],
        [("hadsch", 4), ("hadsch", 3), ("hadsch", 2), ("hadsch", 1), (None, 0)],
    ),
    "a throw-in uses it up": ("", [RoundOrder("schieber"), Passed()], [("schieber", 4), ("schieber", 3)]),
    "a posting does not": (
        "",
        [RoundOrder("schieber"), Posting(amounts={"Anna": 1, "Bene": -1})],
        [("schieber", 4), ("schieber", 4)],
    ),
    "a voided hand does not": ("", [RoundOrder("schieber"), Voided(won())], [("schieber", 4), ("schieber", 4)]),
    "the table ends it": ("", [RoundOrder("hadsch"), RoundOrder(None), won()], [("hadsch", 4), (None, 0), (None, 0)]),
    "after a lost solo": ("rounds: {after_lost_solo: hadsch}", [lost(), won()], [("hadsch", 4), ("hadsch", 3)]),
    "a won solo begins none": ("rounds: {after_lost_solo: hadsch}", [won()], [(None, 0)]),
    "a lost solo inside does not begin it again": (
        "rounds: {after_lost_solo: hadsch}",
        [lost(), lost()],
        [("hadsch", 4), ("hadsch", 3)],
    ),
    "but on its last deal it does": (
        "rounds: {after_lost_solo: schieber}",
        [RoundOrder("hadsch"), won(), won(), won(), lost()],
        [("hadsch", 4), ("hadsch", 3), ("hadsch", 2), ("hadsch", 1), ("schieber", 4)],
    ),
    "own: so many deals": (SHORT, [RoundOrder("mungo"), won(), won()], [("mungo", 2), ("mungo", 1), (None, 0)]),
    "own: one hand": (SHORT, [RoundOrder("dachs"), won()], [("dachs", 1), (None, 0)]),
    "own: a full round": (SHORT, [RoundOrder("igel")], [("igel", 4)]),
    "own: a throw-in uses it up": (SHORT, [RoundOrder("mungo"), Passed()], [("mungo", 2), ("mungo", 1)]),
    "own: as it says itself": (SHORT, [won(), lost()], [(None, 0), ("dachs", 1)]),
    "own: after a throw-in": (SHORT, [Passed()], [("igel", 4)]),
    "own: the first of several": (SHORT, [lost(schwarz=True, laufende=0)], [("dachs", 1)]),
    "own: none while another lasts": (SHORT, [RoundOrder("mungo"), lost()], [("mungo", 2), ("mungo", 1)]),
    "a hand of another round uses it up": (
        "",
        [RoundOrder("hadsch"), won(round="none")],
        [("hadsch", 4), ("hadsch", 3)],
    ),
}


@pytest.mark.parametrize(("settings", "entries", "left"), ROUNDS.values(), ids=list(ROUNDS))
def test_special_round(settings: str, entries: list[Entry], left: list[tuple[str | None, int]]) -> None:
    """After each entry this round is in force, for so many deals."""
    states = [line.state for line in lines(entries, tariff(settings))]
    assert [(state.round, state.round_left) for state in states] == left


ROUND_CAUSES: dict[str, tuple[str, list[Entry], Cause | None]] = {
    "ordered": ("", [won(), RoundOrder("hadsch")], Cause("ordered", 1)),
    "ordered, and one deal of it": ("", [RoundOrder("hadsch"), won()], Cause("ordered", 0)),
    "a lost solo": ("rounds: {after_lost_solo: hadsch}", [won(), lost(), won()], Cause("lost_solo", 2)),
    "a trigger of an own round": (SHORT, [won(), Passed()], Cause("thrown_in", 2)),
    "over": ("", [RoundOrder("hadsch"), won(), won(), won(), won()], None),
    "ended by the table": ("", [RoundOrder("hadsch"), RoundOrder(None)], None),
}


@pytest.mark.parametrize(("settings", "entries", "cause"), ROUND_CAUSES.values(), ids=list(ROUND_CAUSES))
def test_why_a_round_is_played(settings: str, entries: list[Entry], cause: Cause | None) -> None:
    """A round has what began it, and the last hand then."""
    assert last(entries, tariff(settings)).round_since == cause


def test_bock_runs_beside_a_round() -> None:
    """In a Hadsch with Bock both double."""
    score = lines([RoundOrder("hadsch"), BockOrder(1), won()])[-1].score
    assert score is not None
    assert score.value == 80


@pytest.mark.parametrize(
    ("settings", "kind", "sentence"),
    [
        pytest.param("rounds: {kinds: [hadsch]}", "schieber", "haus has no round Schieber; it has hadsch", id="known"),
        pytest.param("rounds: none", "hadsch", "haus has no round Hadsch; it has no special rounds", id="none played"),
        pytest.param("", "runde", "haus has no round 'runde'; it has schieber", id="unknown"),
    ],
)
def test_a_round_that_is_not_played(settings: str, kind: str, sentence: str) -> None:
    """A special round that the tariff does not play is refused, with those it plays."""
    with pytest.raises(IllegalHand) as caught:
        lines([RoundOrder(kind)], tariff(settings))
    assert sentence in str(caught.value)


def test_a_tariff_changed_in_the_middle_of_a_round_forgets_it() -> None:
    """Where the new tariff does not play the round that is in force, the evening goes on without it."""
    begun = step(start(FOUR), RoundOrder("hadsch"), tariff()).state
    changed = step(begun, TariffChange(tariff("rounds: none")), tariff())
    score = step(changed.state, won(), changed.tariff).score
    assert changed.state.round is None
    assert score is not None
    assert score.value == 20


# -- who deals, who sits out --------------------------------------------------------------------------

DEALT_IN = {
    # people, their tariff's people, the dealer: who is dealt in, from the dealer's left on
    "two": (2, "Anna", ("Bene", "Anna")),
    "three": (3, "Bene", ("Christl", "Anna", "Bene")),
    "four": (4, "Dani", ("Anna", "Bene", "Christl", "Dani")),
    "five: the dealer sits out": (5, "Anna", ("Bene", "Christl", "Dani", "Eva")),
    "six: and one on his right": (6, "Anna", ("Bene", "Christl", "Dani", "Eva")),
    "six, another dealer": (6, "Dani", ("Eva", "Sepp", "Anna", "Bene")),
    "seven: and two on his right": (7, "Christl", ("Dani", "Eva", "Sepp", "Kathi")),
}


@pytest.mark.parametrize(("people", "dealer", "active"), DEALT_IN.values(), ids=list(DEALT_IN))
def test_dealt_in(people: int, dealer: str, active: tuple[str, ...]) -> None:
    """The four to the dealer's left play; he and those on his right sit out."""
    line = step(start(PEOPLE[:people], dealer), Passed(), tariff())
    assert (line.table.dealer, line.table.active) == (dealer, active)


def test_of_three_at_a_table_for_two_one_sits_out() -> None:
    """As many play as the tariff deals to."""
    line = step(start(PEOPLE[:3], "Anna"), Passed(), tariff("people: [2]"))
    assert line.table.active == ("Bene", "Christl")


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6, 7])
def test_dealer_goes_round(people: int) -> None:
    """The deal moves clockwise with every hand, a throw-in included."""
    dealers = [line.table.dealer for line in play([Passed()] * (people + 1), start(PEOPLE[:people]), tariff())]
    assert dealers == [*PEOPLE[:people], "Anna"]


DEALERS: dict[str, tuple[str, list[Entry], str]] = {
    # who deals next, where Dani deals first
    "after a hand": ("", [won()], "Anna"),
    "after a throw-in": ("", [Passed()], "Anna"),
    "after a throw-in of a table where the same deals again": ("thrown_in: {same_dealer: yes}", [Passed()], "Dani"),
    "after a hand of that table": ("thrown_in: {same_dealer: yes}", [won()], "Anna"),
    "after 60:60 over Kreuz": ("games: [kreuz]", [SIXTY], "Anna"),
    "after 60:60 that is played again": (AGAIN, [SIXTY], "Dani"),
    "after it is played once more": (AGAIN, [SIXTY, SIXTY, replace(SIXTY, augen=61)], "Anna"),
    "after 60:60 that says who dealt": (AGAIN, [replace(SIXTY, dealer="Bene")], "Bene"),
    "after a voided 60:60 whose seats are kept": (AGAIN, [Voided(SIXTY, keeps_seats=True)], "Dani"),
    "after 60:60 in another game of that table": (AGAIN, [called(augen=60)], "Anna"),
    "after 60:60 of a bid of 60": (AGAIN, [replace(SIXTY, bid=60)], "Anna"),
    "after a posting": ("", [Posting(amounts={"Anna": 1, "Bene": -1})], "Dani"),
    "after a voided hand": ("", [Voided(won())], "Dani"),
    "after a voided hand whose seats are kept": ("", [Voided(won(), keeps_seats=True)], "Anna"),
    "after a voided throw-in whose seats are kept": (
        "thrown_in: {same_dealer: yes}",
        [Voided(Passed(), keeps_seats=True)],
        "Dani",
    ),
    "after a voided posting": ("", [Voided(Posting(amounts={"Anna": 1, "Bene": -1}), keeps_seats=True)], "Dani"),
    "after a voided hand that says who dealt": ("", [Voided(won(dealer="Bene"), keeps_seats=True)], "Christl"),
    "after a hand that says who dealt": ("", [won(dealer="Bene")], "Christl"),
    "after a throw-in that says who dealt": ("thrown_in: {same_dealer: yes}", [Passed(dealer="Bene")], "Bene"),
    "after the dealer left": ("", [Leave("Dani")], "Anna"),
    "after somebody else left": ("", [Leave("Anna")], "Dani"),
    "after a dealer in the middle left": ("", [won(), Leave("Anna")], "Bene"),
    "after the next one left": ("", [Leave("Anna"), won(declarer="Bene")], "Bene"),
    "after somebody joined behind him": ("", [Join("Eva", "Dani"), won()], "Eva"),
    "after somebody joined elsewhere": ("", [Join("Eva", "Anna"), won()], "Anna"),
}


def test_a_deal_that_is_played_again_uses_up_none_of_a_round() -> None:
    """Everybody is first once in a special round, however often a deal of it comes to 60:60."""
    rules = tariff(f"{AGAIN}\nrounds: {{kinds: [schieber]}}")
    table = last([RoundOrder("schieber"), SIXTY, SIXTY], rules)
    assert (table.round, table.round_left) == ("schieber", 4)
    assert last([RoundOrder("schieber"), SIXTY, *[won()] * 4], rules).round is None


@pytest.mark.parametrize(("settings", "entries", "dealer"), DEALERS.values(), ids=list(DEALERS))
def test_next_dealer(settings: str, entries: list[Entry], dealer: str) -> None:
    """The next one to deal is so and so."""
    assert last(entries, tariff(settings)).dealer == dealer


def test_a_voided_hand_moves_later_dealers() -> None:
    """A voided hand counts as never dealt: the next hand is dealt by whoever would have dealt it."""
    kept, voided = (lines([won(), entry, won()]) for entry in (won(), Voided(won())))
    assert (kept[2].table.dealer, voided[2].table.dealer) == ("Bene", "Anna")
    assert voided[1].score is None
    assert [line.number for line in voided] == [1, 2, 3]


def test_seats_that_a_hand_says_stay() -> None:
    """A hand that says its own dealer keeps him, whatever was voided before."""
    assert lines([Voided(won()), won(dealer="Christl")])[1].table.dealer == "Christl"


def test_the_table_says_who_plays() -> None:
    """Who is dealt in may be said otherwise; the order stays clockwise from the dealer's left."""
    line = step(start(PEOPLE[:6], "Bene"), won(active=("Anna", "Bene", "Sepp", "Christl")), tariff())
    assert line.table.active == ("Christl", "Sepp", "Anna", "Bene")
    assert line.score is not None
    assert [line.score.postings[who] for who in ("Dani", "Eva")] == [0, 0]


# -- joining and leaving ------------------------------------------------------------------------------

SEATS: dict[str, tuple[list[Entry], tuple[str, ...]]] = {
    "as the table says": ([Seating(("Dani", "Anna", "Bene", "Christl"))], ("Dani", "Anna", "Bene", "Christl")),
    "on the last seat": ([Join("Eva")], (*FOUR, "Eva")),
    "behind somebody": ([Join("Eva", "Bene")], ("Anna", "Bene", "Eva", "Christl", "Dani")),
    "who leaves is gone": ([Leave("Bene")], ("Anna", "Christl", "Dani")),
    "who comes back sits last": ([Leave("Bene"), Join("Bene")], ("Anna", "Christl", "Dani", "Bene")),
    "and has the same name": ([Leave("Bene"), Join("BENE")], ("Anna", "Christl", "Dani", "Bene")),
}


@pytest.mark.parametrize(("entries", "seats"), SEATS.values(), ids=list(SEATS))
def test_seats(entries: list[Entry], seats: tuple[str, ...]) -> None:
    """After people joined and left, these sit at the table, clockwise."""
    assert last(entries).seats == seats


def test_a_balance_stays_while_somebody_is_away() -> None:
    """Who leaves keeps the balance, and goes on with it when he is back."""
    away, back = lines([won(), Leave("Anna"), Join("Anna"), won(declarer="Anna", active=FOUR)])[1::2]
    assert (away.state.balances["Anna"], back.state.balances["Anna"]) == (60, 120)


def test_a_fifth_who_joins_is_dealt_in_in_turn() -> None:
    """With a fifth at the table one more sits out: the dealer."""
    line = lines([Join("Eva"), won(dealer="Bene")])[-1]
    assert line.table.active == ("Christl", "Dani", "Eva", "Anna")


def test_postings_may_name_those_who_left() -> None:
    """A correction may go to somebody who has left."""
    assert last([Leave("Dani"), Posting(amounts={"Dani": -5, "Anna": 5})]).balances["Dani"] == -5


# -- numbers, payments, voids -------------------------------------------------------------------------


def test_hands_are_numbered_and_events_are_not() -> None:
    """Hands, postings and voided hands count from 1; events have no number."""
    entries: list[Entry] = [won(), BockOrder(1), Voided(won()), Posting(amounts={"Anna": 1, "Bene": -1}), Join("Eva")]
    assert [line.number for line in lines(entries)] == [1, None, 2, 3, None]
    assert [is_event(entry) for entry in entries] == [False, True, False, False, True]


def test_payments_leave_the_balances_alone() -> None:
    """A payment settles debts outside the game."""
    before, after = lines([won(), Payment("Bene", "Anna", 20)])
    assert after.state == before.state
    assert after.score is None


def test_a_posting_moves_money_and_nothing_else() -> None:
    """A posting changes balances; dealer, Bock and round stay."""
    before, after = lines([BockOrder(2), Posting(amounts={"Anna": -50, "Bene": 50}, note="Falsch gegeben")])
    moved = {**before.state.balances, "Anna": -50, "Bene": 50}
    assert after.state == before.state._replace(balances=moved, hands=1, posted=1, apart={"Anna": -50, "Bene": 50})


def test_a_posting_is_noted_at_its_table() -> None:
    """A posting shows who sat there and who was to deal, like any other entry."""
    line = lines([won(), Posting(amounts={"Anna": -50, "Bene": 50})])[-1]
    assert (line.table.seats, line.table.dealer) == (FOUR, line.state.dealer)


def test_a_voided_hand_changes_nothing() -> None:
    """A voided hand leaves the state as it was, but for its number."""
    before, after = lines([won(), Voided(called(won=False, kontra=2))])
    assert after.state == before.state._replace(hands=2, void=1)


def test_the_number_of_a_hand_that_cannot_be_is_named() -> None:
    """The sentence about a hand that cannot be begins with its number."""
    with pytest.raises(HandError) as caught:
        lines([won(), BockOrder(1), won(declarer="Robert")])
    assert str(caught.value) == "hand 2: Robert is not at this table; there are Anna, Bene, Christl, Dani"


def test_the_place_of_an_event_that_cannot_be_is_named() -> None:
    """The sentence about an event says after which hand it stands."""
    with pytest.raises(HandError) as caught:
        lines([won(), Leave("Robert")])
    assert str(caught.value).startswith("after hand 1: Robert is not at this table")


def test_the_place_of_an_event_before_the_first_hand_is_named() -> None:
    """The sentence about the first event says that no hand was played yet."""
    with pytest.raises(HandError) as caught:
        lines([Leave("Robert")])
    assert str(caught.value).startswith("before hand 1: Robert is not at this table")


def test_a_voided_hand_shows_its_own_table() -> None:
    """What a voided hand said of its deal is kept with it."""
    assert lines([Voided(won(dealer="Bene"))])[0].table.dealer == "Bene"


def test_what_cannot_be_built_is_refused_at_its_own_table() -> None:
    """A hand that contradicts itself is told who sat out of it, as it says itself; the error keeps the hand."""
    facts = {"game": "geier", "declarer": "Christl", "won": True, "augen": 130, "active": ["Anna", "Bene", "Dani"]}
    with pytest.raises(InvalidHandOf) as caught:
        entry_from_json(facts, FOUR)
    told = refusal(caught.value, start(FOUR), tariff())
    assert isinstance(told, InvalidHandOf)
    assert told.hand == caught.value.hand
    assert [problem.message for problem in told.problems] == [
        "130 Augen: there are 0 to 120 in the deck",
        "Christl sits out; dealt in: Bene, Dani, Anna",
    ]


def test_how_often_everybody_was_dealt_in_is_counted() -> None:
    """Each hand counts for those dealt in, also for who joined later; events and voided hands do not."""
    state = last([won(), Join("Eva"), won(dealer="Bene"), Voided(won()), Posting(amounts={"Anna": 1, "Bene": -1})])
    assert start(FOUR).dealt == dict.fromkeys(FOUR, 0)
    assert state.dealt == {"Anna": 2, "Bene": 1, "Christl": 2, "Dani": 2, "Eva": 1}


def test_a_state_that_counted_nobody_counts_from_now_on() -> None:
    """A state kept before anybody counted begins at the next hand."""
    assert step(start(FOUR)._replace(dealt={}), won(), tariff()).state.dealt == dict.fromkeys(FOUR, 1)


def test_who_comes_back_was_dealt_in_before() -> None:
    """The hands before somebody left still count."""
    assert last([won(), Leave("Bene"), Join("Bene")]).dealt["Bene"] == 1


def test_a_balance_that_no_longer_fits_is_refused() -> None:
    """Balances stay within 64 bits."""
    most = 2**63 - 1
    with pytest.raises(IllegalHand, match="hand 2: the balance of Anna no longer fits"):
        lines([Posting(amounts={"Anna": most, "Bene": -most}), won()])


# -- people -------------------------------------------------------------------------------------------

NAMES = {
    "an empty name": (["Anna", "", "Bene"], "'' is not a name: it is empty, or begins or ends with a space"),
    "a blank before a name": (["Anna", " Bene"], "' Bene' is not a name: it is empty, or begins or ends with a space"),
    "a name that cannot be printed": (
        ["Anna", "Be\x07ne"],
        r"'Be\x07ne' is not a name: it has characters that cannot be printed",
    ),
    "a name that is too long": (
        ["Anna", f"Bartholomäus{'s' * 29}"],
        "the name Bartholomäus… has 41 letters; at most 40 are possible",
    ),
    "the same name": (["Anna", "Anna"], "two people are called Anna: names must be unique, ignoring case"),
    "the same name in another case": (
        ["Anna", "aNNA"],
        "two people are called aNNA: names must be unique, ignoring case",
    ),
    "the Stock": (["Anna", "Stock"], "Stock is not a player's name: it is the pot"),
    "the stock": (["Anna", "stock"], "Stock is not a player's name: it is the pot"),
    "one person": (["Anna"], "2 to 7 people sit at a table, not 1"),
    "eight people": (list(PEOPLE), "2 to 7 people sit at a table, not 8"),
}


@pytest.mark.parametrize(("people", "sentence"), NAMES.values(), ids=list(NAMES))
def test_people_that_cannot_sit_so(people: list[str], sentence: str) -> None:
    """An evening does not begin with such people."""
    with pytest.raises(IllegalHand) as caught:
        start(people)
    assert str(caught.value) == sentence


def test_people_that_are_no_list_of_names() -> None:
    """A program is told what was expected."""
    with pytest.raises(IllegalHand, match=r'^expected a list of names, not "Anna"$'):
        start("Anna")


def test_the_longest_name() -> None:
    """A name may have forty letters."""
    assert start(["Anna", "B" * 40]).seats[1] == "B" * 40


def test_a_dealer_sits_at_the_table() -> None:
    """Who deals first is one of those present."""
    with pytest.raises(IllegalHand) as caught:
        start(FOUR, "Robert")
    assert str(caught.value) == "Robert cannot deal; at the table: Anna, Bene, Christl, Dani"


def test_everything_wrong_about_the_people_is_named() -> None:
    """Names, number and dealer are refused at once."""
    with pytest.raises(IllegalHand) as caught:
        start(["Stock"], "Bene")
    assert [problem.message for problem in caught.value.problems] == [
        "Stock is not a player's name: it is the pot",
        "2 to 7 people sit at a table, not 1",
        "Bene cannot deal; at the table: Stock",
    ]


AT_THE_TABLE = "there are Anna, Bene, Christl, Dani"
REFUSED_EVENTS: dict[str, tuple[Entry, str]] = {
    "who sits there joins": (Join("Anna"), "Anna sits at the table already"),
    "who sits there joins in another case": (Join("anna"), "Anna sits at the table already"),
    "the Stock joins": (Join("STOCK"), "Stock is not a player's name: it is the pot"),
    "nobody joins": (Join(""), "'' is not a name: it is empty, or begins or ends with a space"),
    "behind a stranger": (Join("Eva", "Robert"), f"Robert is not at this table; {AT_THE_TABLE}"),
    "a stranger leaves": (Leave("Robert"), f"Robert is not at this table; {AT_THE_TABLE}"),
    "a stranger gets a seat": (Seating((*FOUR, "Robert")), f"Robert is not at this table; {AT_THE_TABLE}"),
    "somebody gets two seats": (Seating((*FOUR, "Anna")), "Anna is named twice"),
    "two get no seat": (Seating(("Dani", "Anna")), "give everybody's seats, clockwise; missing: Bene, Christl"),
    "a posting to a stranger": (
        Posting(amounts={"Anna": -5, "Robert": 5}),
        f"Robert was never at this table; {AT_THE_TABLE}, Stock",
    ),
    "a stranger pays into the Stock": (StockMove({"Robert": -5}), f"Robert was never at this table; {AT_THE_TABLE}"),
    "the Stock pays into the Stock": (StockMove({STOCK: -5}), f"Stock was never at this table; {AT_THE_TABLE}"),
    "a payment of nothing": (Payment("Anna", "Bene", 0), "a payment of 0.00 €: it must be more than 0"),
    "a payment below nothing": (Payment("Anna", "Bene", -5), "a payment of −0.05 €: it must be more than 0"),
    "a payment that does not fit": (Payment("Anna", "Bene", 2**63), "this number is too large to store (64 bit)"),
    "a payment to oneself": (Payment("Anna", "Anna", 5), "Anna cannot pay Anna: name two people"),
    "a payment of nobody": (Payment("", "Anna", 5), "'' is not a name: it is empty, or begins or ends with a space"),
    "Bock below nothing": (BockOrder(-1), "Bock for -1 hands: give 0 (off) to 999"),
    "Bock without end": (BockOrder(1000), "Bock for 1000 hands: give 0 (off) to 999"),
    "more than the Stock holds": (StockMove({"Anna": 41}), "the Stock holds 0.00 €; 0.41 € cannot be taken out of it"),
    "a tariff in points": (
        TariffChange(tariff("unit: points")),
        "haus counts points but this evening cents: they cannot be mixed in one evening",
    ),
}


@pytest.mark.parametrize(("entry", "sentence"), REFUSED_EVENTS.values(), ids=list(REFUSED_EVENTS))
def test_event_that_cannot_be(entry: Entry, sentence: str) -> None:
    """What cannot happen at this table is refused, with who is there."""
    with pytest.raises(IllegalHand) as caught:
        lines([entry])
    assert [problem.message for problem in caught.value.problems] == [sentence]


def test_everything_wrong_about_seats_is_named() -> None:
    """Strangers, people named twice and people forgotten are refused at once."""
    with pytest.raises(IllegalHand) as caught:
        lines([Seating(("Robert", "Anna", "Anna", "Bene"))])
    assert [problem.message for problem in caught.value.problems] == [
        f"Robert is not at this table; {AT_THE_TABLE}",
        "Anna is named twice",
        "give everybody's seats, clockwise; missing: Christl, Dani",
    ]


@pytest.mark.parametrize("amount", [1, 2**63 - 1])
def test_smallest_and_largest_payment(amount: int) -> None:
    """A payment is one cent at least, and fits into a ledger."""
    assert lines([Payment("Anna", "Bene", amount)])[0].entry == Payment("Anna", "Bene", amount)


def test_the_longest_bock() -> None:
    """The table may order Bock for 999 hands."""
    assert last([BockOrder(999)]).bock == (999,)


def test_an_event_is_noted_at_its_table() -> None:
    """The line of an event has the table as it was for the next deal."""
    assert lines([won(), BockOrder(1)])[1].table.dealer == "Anna"


def test_who_joins_begins_with_nothing() -> None:
    """Somebody new has a balance of 0 and was never dealt in."""
    state = last([Join("Eva")])
    assert (state.balances["Eva"], state.dealt["Eva"]) == (0, 0)


def test_a_round_goes_on_under_a_tariff_that_plays_it() -> None:
    """Another tariff ends a special round only where it has none of that kind."""
    rounds = [
        last([RoundOrder("hadsch"), TariffChange(tariff(settings))]).round
        for settings in ("prices: {solo: 70}", "rounds: {kinds: [schieber]}")
    ]
    assert rounds == ["hadsch", None]


def test_an_eighth_finds_no_seat() -> None:
    """Seven people sit at a table."""
    with pytest.raises(IllegalHand, match=r": 7 people sit here already: there is no seat for Robert$"):
        lines([Join("Robert")], people=PEOPLE[:7])


def test_the_last_one_does_not_leave() -> None:
    """Somebody stays at the table."""
    with pytest.raises(IllegalHand, match=r": Bene is the last one at the table: close the evening instead$"):
        lines([Leave("Anna"), Leave("Bene")], people=PEOPLE[:2])


def test_too_few_stay_to_play() -> None:
    """Who stays behind alone cannot be dealt in."""
    with pytest.raises(IllegalHand, match="haus deals to 2, 3 or 4 people, not to 1"):
        lines([Leave("Bene"), Passed()], people=PEOPLE[:2])


# -- a whole evening ----------------------------------------------------------------------------------

ENTRIES: tuple[Entry, ...] = (
    won(note="Kegelbahn"),
    Voided(lost(bock=1)),
    Voided(lost(), keeps_seats=True),
    Passed(klopfer=1),
    Ramsch(losers=("Anna",), jungfrauen=("Bene",)),
    Posting(amounts={"Anna": -5, "Bene": 5}),
    Join("Eva"),
    Join("Sepp", "Anna"),
    Leave("Eva"),
    BockOrder(4),
    RoundOrder("hadsch"),
    RoundOrder(None),
    StockMove({"Anna": -40}),
    Payment("Anna", "Bene", 240),
    Rounding("Bene", "Anna", 2),
    Seating(("Dani", "Anna", "Bene", "Christl", "Sepp")),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_entry_round_trip(entry: Entry) -> None:
    """An entry written as plain values and read again is the same entry."""
    assert entry_from_json(entry_to_json(entry), PEOPLE) == entry


def test_an_entry_is_written_in_the_words_of_the_interface() -> None:
    """Each kind of event has its key, and says no more than was said."""
    assert [entry_to_json(entry) for entry in ENTRIES if is_event(entry)] == [
        {"join": "Eva"},
        {"join": "Sepp", "after": "Anna"},
        {"leave": "Eva"},
        {"bock": 4},
        {"round": "hadsch"},
        {"round": "none"},
        {"stock": {"Anna": -40}},
        {"pay": ["Anna", "Bene", 240]},
        {"rounded": ["Bene", "Anna", 2]},
        {"seats": ["Dani", "Anna", "Bene", "Christl", "Sepp"]},
    ]


def test_what_was_written_may_be_changed() -> None:
    """The entry stays as it is."""
    move = StockMove({"Anna": -40})
    entry_to_json(move)["stock"]["Anna"] = 0
    assert move == StockMove({"Anna": -40})


def test_a_stock_that_nobody_moves_is_no_entry() -> None:
    """It says what one would be."""
    with pytest.raises(InvalidHand, match=r"^stock: say who pays in and who takes out, such as \{Anna: -40\}$"):
        entry_from_json({"stock": {}})
    with pytest.raises(InvalidHand, match="say who pays in and who takes out"):
        StockMove({})


def test_a_voided_hand_is_written_with_what_it_keeps() -> None:
    """Void is yes, or keep-seats where the deal moves on."""
    facts = {"game": "zusammengeworfen"}
    assert entry_to_json(Voided(Passed())) == {**facts, "void": True}
    assert entry_to_json(Voided(Passed(), keeps_seats=True)) == {**facts, "void": "keep-seats"}


def test_every_event_has_its_key_is_read_back_applied_and_told() -> None:
    """Nothing that may happen lacks its JSON form, its effect, or its words."""
    told = [*ENTRIES, TariffChange(tariff())]
    examples = {type(entry): entry for entry in told if is_event(entry)}
    at_a_table = {key: kind for key, kind in EVENTS.items() if kind is not OfRoom}
    assert set(examples) == set(at_a_table.values())
    for key, kind in at_a_table.items():
        event = examples[kind]
        said = entry_to_json(event)
        assert key in said
        assert entry_from_json(json.loads(json.dumps(said)), PEOPLE) == event
        assert event_words(event)
    assert [line.entry for line in lines(told)] == told


RENAMED: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "a declarer and a partner": (
        {"game": "sauspiel", "declarer": "Anna", "partner": "Bene", "won": True},
        {"game": "sauspiel", "declarer": "Annamirl", "partner": "Bene", "won": True},
    ),
    "who joins, behind whom": ({"join": "Eva", "after": "Anna"}, {"join": "Eva", "after": "Annamirl"}),
    "who leaves": ({"leave": "Anna"}, {"leave": "Annamirl"}),
    "what was rounded away": ({"rounded": ["Bene", "Anna", 2]}, {"rounded": ["Bene", "Annamirl", 2]}),
    "seats": ({"seats": ["Anna", "Bene"]}, {"seats": ["Annamirl", "Bene"]}),
    "winners": ({"game": "solo", "winners": ["Anna"]}, {"game": "solo", "winners": ["Annamirl"]}),
    "a chain by name": ({"kontra": ["Anna", "Bene"]}, {"kontra": ["Annamirl", "Bene"]}),
    "a chain as a number": ({"kontra": 2}, {"kontra": 2}),
    "a payment": ({"pay": ["Bene", "Anna", 240]}, {"pay": ["Bene", "Annamirl", 240]}),
    "the Augen of a Ramsch": ({"augen": {"Anna": 70, "Bene": 50}}, {"augen": {"Annamirl": 70, "Bene": 50}}),
    "the Augen of a game": ({"augen": 70}, {"augen": 70}),
    "the Stock": ({"stock": {"Anna": -40}}, {"stock": {"Annamirl": -40}}),
    "two who are one": ({"amounts": {"Anna": -40, "Annamirl": 15}}, {"amounts": {"Annamirl": -25}}),
    "a note that is not a name": ({"note": "Anna"}, {"note": "Anna"}),
}


@pytest.mark.parametrize(("said", "found"), RENAMED.values(), ids=list(RENAMED))
def test_people_are_renamed_wherever_they_stand(said: dict[str, object], found: dict[str, object]) -> None:
    """The JSON form of an entry with other names differs in its names and in nothing else."""
    assert renamed(said, lambda name: "Annamirl" if name.casefold() == "anna" else name) == found


AS_TEXT: dict[str, tuple[dict[str, object], Entry]] = {
    "a number": ({"bock": "4"}, BockOrder(4)),
    "off": ({"bock": "off"}, BockOrder(0)),
    "a round's end": ({"round": "none"}, RoundOrder(None)),
    "a round with a blank": ({"round": "Blauer Habicht"}, RoundOrder("blauer-habicht")),
    "a round without Umlaut": ({"round": "Allgaeuer"}, RoundOrder("allgäuer")),
    "an amount with its sign": ({"stock": {"anna": "-40"}}, StockMove({"Anna": -40})),
    "a payment": ({"pay": ["anna", "BENE", "240"]}, Payment("Anna", "Bene", 240)),
    "somebody behind another": ({"join": "Robert", "after": "anna"}, Join("Robert", "Anna")),
    "no Bock": ({"bock": False}, BockOrder(0)),
    "a round switched off": ({"round": "OFF"}, RoundOrder(None)),
    "seats": ({"seats": ["dani", "ANNA", "Bene", "Christl"]}, Seating(("Dani", "Anna", "Bene", "Christl"))),
    "seats as a tuple": ({"seats": ("Dani", "Anna")}, Seating(("Dani", "Anna"))),
    "who leaves": ({"leave": "ANNA"}, Leave("Anna")),
    "a voided hand that keeps its seats": (
        {"game": "zusammengeworfen", "void": "keep-seats"},
        Voided(Passed(), keeps_seats=True),
    ),
    "a voided hand": ({"game": "x", "declarer": "anna", "void": "ja"}, Voided(Played(game="x", declarer="Anna"))),
    "a hand that is not void": ({"game": "zusammengeworfen", "void": "no"}, Passed()),
}


@pytest.mark.parametrize(("said", "entry"), AS_TEXT.values(), ids=list(AS_TEXT))
def test_entry_from_text(said: dict[str, object], entry: Entry) -> None:
    """Every value may be text, and names are spelt as at the table."""
    assert entry_from_json(said, FOUR) == entry


AN_ENTRY = (
    "an entry is a hand (game: …) or one of join, leave, seats, tariff, bock, round, stock, pay, rounded, tournament"
)
NO_ENTRY: dict[str, tuple[dict[str, object], str]] = {
    "nothing": ({}, f"{{}}: {AN_ENTRY}"),
    "two at once": ({"join": "Eva", "leave": "Anna"}, f"'join', 'leave': {AN_ENTRY}"),
    "unknown": ({"jion": "Eva"}, f"'jion': {AN_ENTRY}"),
    "much too much": ({"bock": 4, "after": "Bene", "x": 1}, "'after', 'x': not allowed beside 'bock'"),
    "too much": ({"leave": "Anna", "after": "Bene"}, "'after': not allowed beside 'leave'"),
    "a name that is none": ({"join": 93}, "93 is not a name"),
    "an amount that is none": ({"stock": {"Anna": "2,40"}}, 'expected a whole number, not "2,40"'),
    "an amount with two signs": ({"bock": "+-4"}, 'expected a whole number, not "+-4"'),
    "a sign alone": ({"bock": "-"}, 'expected a whole number, not "-"'),
    "an amount without end": ({"bock": "9" * 30}, "this number is too large to store (64 bit)"),
    "yes as a number": ({"bock": True}, "expected a whole number, not yes"),
    "no stock": ({"stock": {}}, "stock: say who pays in and who takes out, such as {Anna: -40}"),
    "stock of nobody": ({"stock": "40"}, "stock: say who pays in and who takes out, such as {Anna: -40}"),
    "seats of one": ({"seats": "Anna"}, "seats: say who sits where, clockwise, such as [Anna, Dani, Bene, Christl]"),
    "a tariff without its text": ({"tariff": "wiki"}, "tariff: give a tariff's name, or all of its settings"),
    "an empty name": ({"leave": ""}, "'' is not a name"),
    "half a payment": ({"pay": ["Anna", "Bene"]}, "pay: say who paid whom how much, such as [Anna, Bene, 240]"),
    "no payment": ({"pay": "Anna"}, "pay: say who paid whom how much, such as [Anna, Bene, 240]"),
    "void or not": (
        {"game": "zusammengeworfen", "void": "maybe"},
        'void: expected yes or no, not "maybe"; or keep-seats',
    ),
}


@pytest.mark.parametrize(("said", "sentence"), NO_ENTRY.values(), ids=list(NO_ENTRY))
def test_what_is_no_entry(said: dict[str, object], sentence: str) -> None:
    """What is neither a hand nor an event is refused, with what would be one."""
    with pytest.raises(HandError) as caught:
        entry_from_json(said, FOUR)
    assert str(caught.value) == sentence


def test_a_game_of_the_table_s_own_is_read_as_such() -> None:
    """An entry is read with the games of its tariff: their aliases are known."""
    games = tariff("games: [{name: doppelwenz, shape: solo, price: 80, trumps: 4, aliases: [dw]}]").games
    hand = entry_from_json({"game": "dw", "declarer": "anna"}, FOUR, games)
    assert hand == Played(game="doppelwenz", declarer="Anna")


def test_a_voided_game_of_the_table_s_own_is_read_as_such() -> None:
    """A hand that is void is read with the games of its tariff too."""
    games = tariff("games: [{name: doppelwenz, shape: solo, price: 80, trumps: 4, aliases: [dw]}]").games
    entry = entry_from_json({"game": "dw", "declarer": "anna", "void": "yes"}, FOUR, games)
    assert entry == Voided(Played(game="doppelwenz", declarer="Anna"))


def test_session_is_an_evening() -> None:
    """A session folds its entries from its own players, dealer and Stock."""
    session = Session("Stammtisch", "2026-11-19", tariff(), FOUR, ENTRIES, dealer="Bene", stock=7)
    assert session.begin() == start(FOUR, "Bene", 7)
    folded = session.lines()
    assert [line.entry for line in folded] == list(ENTRIES)
    assert final_state(session, folded) == folded[-1].state
    assert sum(folded[-1].state.balances.values()) == 7


def test_session_without_hands_ends_as_it_began() -> None:
    """An evening without entries has the state and the tariff of its beginning."""
    session = Session("Stammtisch", "2026-11-19", tariff(), FOUR)
    assert final_state(session, session.lines()) == session.begin()
    assert final_tariff(session, session.lines()) == tariff()


def test_the_last_tariff_of_a_session() -> None:
    """At the end the tariff is in force that the table changed to."""
    changed = tariff("prices: {solo: 70}")
    session = Session("Stammtisch", "2026-11-19", tariff(), FOUR, (won(), TariffChange(changed), won()))
    assert final_tariff(session, session.lines()) == changed


def test_an_evening_is_told_with_other_names() -> None:
    """Wherever somebody stands, in a void hand and a payment too; what names nobody stays the same."""
    people, entries = FOUR, [won(), Voided(won(), keeps_seats=True), Join("Eva"), Passed(), Payment("Gast", "Anna", 5)]
    session = Session("Stammtisch", "2026-11-19", tariff(), people, tuple(entries), dealer="Anna")
    now = {"Anna": "Annamirl", "Eva": "Evi", "Gast": "Wirt"}
    found = session.called(lambda name: now.get(name, name))
    mirl = won(declarer="Annamirl")
    renamed_to = (mirl, Voided(mirl, keeps_seats=True), Join("Evi"), Passed(), Payment("Wirt", "Annamirl", 5))
    assert found == session._replace(players=("Annamirl", *people[1:]), dealer="Annamirl", entries=renamed_to)
    assert found.entries[3] is session.entries[3]
    assert session._replace(dealer=None).called(str.upper).dealer is None
    assert session.called(lambda name: now["Gast"] if name == "Gast" else name).entries[-1] == Payment(
        "Wirt", "Anna", 5
    )
    assert session.called(str) is session


def test_session_knows_everybody_and_what_was_paid() -> None:
    """Everybody who ever sat there, once each and in order, and the payments."""
    joined = (*ENTRIES, Leave("Sepp"), Join("sepp"))
    session = Session("Stammtisch", "2026-11-19", tariff(), FOUR, joined)
    assert session.everybody() == (*FOUR, "Eva", "Sepp")
    assert session.payments() == (Payment("Anna", "Bene", 240), Rounding("Bene", "Anna", 2))


COUNTED = {
    Count(12): "12 hands",
    Count(1): "1 hand",
    Count(0): "0 hands",
    Count(12, 2): "12 hands (besides 2 thrown in)",
    Count(1, 0, 1, 1): "1 hand (besides 1 void, 1 posting)",
    Count(0, 2, 1, 3): "2 thrown in, 1 void, 3 postings",
    Count(1, 1, 2, 0): "1 hand (besides 1 thrown in, 2 void)",
}


@pytest.mark.parametrize(("count", "words"), COUNTED.items(), ids=COUNTED.values())
def test_hands_are_counted_in_words(count: Count, words: str) -> None:
    """What was played, and what was not."""
    assert count.words == words


def test_what_stands_apart_stays_apart() -> None:
    """Throw-ins are counted, and what they and postings moved; a hand that is played adds nothing to it."""
    state = last([Passed(), Passed(), Posting(amounts={"Anna": -5, "Bene": 5}), won()])
    assert state.counted == Count(1, thrown_in=2, posted=1)
    assert state.apart == {"Anna": -25, "Bene": -15, "Christl": -20, "Dani": -20}


def test_hands_of_several_evenings_are_counted_together() -> None:
    """Each kind for itself; without an evening there are none."""
    assert altogether([Count(1, 2, 3, 4), Count(10, 20, 30, 40)]) == Count(11, 22, 33, 44)
    assert altogether([]) == Count(0)


def test_what_is_looked_at_says_what_one_looks_for() -> None:
    """A state, a line and a tariff, for whoever writes a program."""
    hand, event = lines([won(), Join("Eva")], tariff("stock: none"))
    balances = {"Anna": 60, "Bene": -20, "Christl": -20, "Dani": -20, "Stock": 0}
    assert repr(hand.state) == f"<State after 1 hands: 'Anna' deals, balances {balances}>"
    assert repr(hand) == "<Line 1: Played(game='geier', declarer='Anna', won=True), value 20>"
    assert repr(event) == "<Line None: Join(name='Eva', after=None), value None>"
    assert repr(hand.tariff) == "<Tariff haus>"


# -- where nobody sits ----------------------------------------------------------------------------------


def test_an_evening_without_players_has_the_state_of_a_room() -> None:
    """Nobody sits, nobody deals, and nothing is played there."""
    nowhere = begin((), stock=7)
    assert nowhere == State((), "", {STOCK: 7})
    assert begin(()).stock == begin(FOUR).stock == 0
    sentence = "^this is a tournament: anything played belongs to the evening of a table$"
    for entry in (won(), Join("Eva"), Voided(won())):
        with pytest.raises(IllegalHand, match=sentence):
            step(nowhere, entry, tariff())


def test_each_room_says_that_nobody_plays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one whose facts the evening remembers."""
    other = rooms.EVENINGS["tournament"]._replace(nobody_plays="nobody plays in the other room")
    monkeypatch.setattr(rooms, "EVENINGS", {**rooms.EVENINGS, "other": other})
    with pytest.raises(IllegalHand, match=r"^nobody plays in the other room$"):
        step(begin(())._replace(memory=Unknown("other", [])), won(), tariff())


def test_a_fact_of_a_room_that_is_not_here_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was recorded, one behind the other; nothing new is recorded, and nobody knows what it means."""

    def absent(_row: str) -> None:
        raise NotInstalled("not here")

    monkeypatch.setattr(rooms, "load", absent)
    fact, other = OfRoom.read("tournament", {"round": 1}), OfRoom.read("tournament", {"round": 2})
    state = begin(())
    for one in (fact, other):
        state = step(state, one, tariff()).state
    assert (fact.fact.to_json(), state.memory) == ({"round": 1}, Unknown("tournament", [{"round": 1}, {"round": 2}]))
    assert state.memory.who_takes_part == "?"
    for ask in (fact.require_room, lambda: Unknown("tournament", []).evenings("a")):
        with pytest.raises(NotInstalled):
            ask()


def test_a_room_that_is_here_remembers_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads its facts, which belong where nobody sits; nothing that is kept as unknown is asked of it."""
    asked: list[str] = []
    monkeypatch.setattr(rooms, "load", lambda row: asked.append(row) or str)
    row = rooms.EVENINGS["tournament"]
    read: Any = "5"  # as the room reads it
    assert OfRoom.read("tournament", 5) == OfRoom("tournament", read)
    fact = OfRoom("tournament", Unknown("tournament", 5))
    fact.require_room()
    with pytest.raises(TypeError, match=r"^tournament is installed, and remembers this evening itself$"):
        Unknown("tournament", []).evenings("a")
    assert asked == [row.fact, row.fact, row.memory]
    with pytest.raises(IllegalHand, match=r"^before hand 1: this is an evening of play, not a tournament"):
        lines([fact])


def test_what_was_waived_is_no_payment() -> None:
    """Though both name who owed whom how much."""
    paid, waived = Payment("Anna", "Bene", 2), Rounding("Anna", "Bene", 2)
    assert {waived: 1}[Rounding("Anna", "Bene", 2)] == 1
    assert waived != paid
    assert waived != Rounding("Anna", "Bene", 3)
    assert not waived != Rounding("Anna", "Bene", 2)  # noqa: SIM202  what `!=` says is asked
    assert hash(paid) != hash(waived) != hash(Rounding("Anna", "Bene", 3))


def test_a_value_of_its_kind_is_taken_as_it_is() -> None:
    """Others are refused with what would be one; where it may be missing, so may None."""
    hand, name = states._a(Played, Passed), states._unless_none(text)  # noqa: SLF001  the annotations of events
    assert (hand(won()), name("Anna"), name(None)) == (won(), "Anna", None)
    for read, sentence in ((hand, "expected a Played / Passed, not 5"), (name, "expected a text, not 5")):
        with pytest.raises(Unreadable) as refused:
            read(5)
        assert str(refused.value) == sentence


@pytest.mark.parametrize("entry", [5, "w b", None])
def test_what_is_no_entry_is_no_line(entry: Any) -> None:
    """A program that folds in something else is told what it was."""
    with pytest.raises(TypeError, match=f"^{entry!r} is neither a hand nor an event$"):
        step(start(FOUR), entry, tariff())


def test_a_posting_that_does_not_add_up_is_told_in_money() -> None:
    """By whoever knows what it counts; a posting itself does not."""
    with pytest.raises(InvalidHandOf) as caught:
        Posting(amounts={"Anna": 50, "Bene": -20})
    told = refusal(caught.value, start(FOUR), tariff())
    assert isinstance(told, InvalidHandOf)
    for error, total in ((caught.value, "+30"), (told, "+0.30 €")):
        assert str(error) == f"the amounts of a posting add up to {total}; they must add up to 0"
        assert vars(error.hand) == {"amounts": {"Anna": 50, "Bene": -20}}


def test_a_posting_that_moves_nothing_is_new_nowhere() -> None:
    """One was recorded once, and is folded."""
    nothing = Posting(amounts={"Anna": 0, "Bene": 0})
    assert last([nothing]).posted == 1
    with pytest.raises(InvalidHandOf, match=r"^a posting moves nothing; give at least two amounts, such as") as refused:
        admit(start(FOUR), nothing, tariff())
    assert refused.value.hand == nothing


def test_an_event_that_is_new_is_refused_as_well() -> None:
    """With its own sentence."""
    with pytest.raises(IllegalHand, match=r"^Anna sits at the table already$"):
        admit(start(FOUR), Join("Anna"), tariff())


# -- names, and what never changes --------------------------------------------------------------------

COMPOSED, IN_TWO = "Ren\u00e9", "Rene\u0301"


@pytest.mark.parametrize(
    ("said", "kept"),
    [("  Anna   Maria ", "Anna Maria"), (IN_TWO, COMPOSED), ("An\x1b  na", "An\x1b  na")],
    ids=["single-spaces", "one-letter", "what-cannot-be-printed"],
)
def test_a_name_as_it_is_kept(said: str, kept: str) -> None:
    """Single spaces, each letter in one way; what is refused anyway stays as it was said."""
    assert one_name(said) == kept


def test_a_name_has_one_key_however_it_is_stored() -> None:
    """Neither case nor how an accent is stored makes another name."""
    assert name_key(IN_TWO.upper()) == name_key(COMPOSED) == "ren\u00e9"


def test_an_evening_ends_where_folding_it_leads() -> None:
    """Entries stand behind the last one; without any it ends as it begins."""
    session = Session("A", "2026-11-19", tariff(), ("Anna", "Bene", "Christl", "Dani"), (won(),))
    longer = session.with_entries(Passed(), Leave("Dani"))
    assert longer.entries == (won(), Passed(), Leave("Dani"))
    assert longer.end() == longer.lines()[-1].state
    assert session._replace(entries=()).end() == session.begin()


def test_a_kept_tariff_never_changes() -> None:
    """Every reader of an evening is given the same one; a copy of it is equal."""
    kept = from_mapping(to_mapping(tariff()))
    with pytest.raises(TypeError) as refused:
        kept.prices["wenz"] = 1
    assert str(refused.value) == "a tariff never changes: make another one with _replace()"
    assert copy.deepcopy(kept).prices == kept.prices


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, AN_ENTRY),
        ({"tariff": {}}, "tariff: give a tariff's name, or all of its settings"),
        ({"tariff": "wiki"}, "tariff: give a tariff's name, or all of its settings"),
        ({"tariff": {"games": 5}}, "tariff: give a tariff's name, or all of its settings"),
    ],
    ids=["nothing", "no-tariff", "a-name", "games-that-are-none"],
)
def test_what_is_no_entry_is_said(data: Any, said: str) -> None:
    """Whatever a program has in its JSON ends in a sentence."""
    with pytest.raises(InvalidHand) as refused:
        entry_from_json(data)
    assert [problem.message for problem in refused.value.problems] == [said]
