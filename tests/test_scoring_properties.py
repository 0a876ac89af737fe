"""What holds for every hand, every tariff and every evening, not only for the rows of a table."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hand_strategies import IN_PRINT, PEOPLE, TARIFFS, hands, played, postings, ramsch, tables
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from tariff_strategies import PLAYABLE, Enough, blocks, rounds, tariffs

from sklog.errors import HandError
from sklog.scoring.evening import play, start, step, table_for
from sklog.scoring.games import BETTEL, BY_NAME, PARTNER, RAMSCH, SOLO
from sklog.scoring.hand import OPPONENTS, Dealt, Names, Passed, Played, Ramsch, count
from sklog.scoring.judge import Table
from sklog.scoring.outcome import POWER, Outcome, RamschOutcome
from sklog.scoring.payout import LARGEST, STOCK, Score, fold, score
from sklog.scoring.settings import Setting, rules_of, settings_of
from sklog.scoring.state import (
    BockOrder,
    Entry,
    Join,
    Leave,
    Line,
    Payment,
    RoundOrder,
    State,
    StockMove,
    Voided,
    entry_from_json,
    entry_to_json,
)
from sklog.scoring.tariff import (
    ALL,
    ALWAYS,
    CALLER,
    OWN,
    PAYMENT,
    ROUNDS,
    ByResult,
    Klopfen,
    Kontra,
    Laufende,
    Rounds,
    Tariff,
)

quick = settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
shipped = st.sampled_from(list(TARIFFS)).map(lambda name: TARIFFS[name])
alone = (SOLO, BETTEL)
in_print = st.sampled_from(list(IN_PRINT)).map(lambda name: IN_PRINT[name])
random_tariffs = tariffs().filter(lambda tariff: any(game.shape in alone for game in tariff.games))
any_tariff = st.one_of(shipped, in_print, random_tariffs)
"""Also tariffs that nobody plays, as long as there is a game for any number of people."""


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[Tariff] = shipped) -> tuple[Dealt, Table, Tariff, Score]:
    """Return a hand at a table under a tariff, with its score; the Stock holds something, Bock may be in force."""
    tariff = draw(rules)
    table = draw(tables(tariff))
    hand = draw(hands(tariff, table))
    table = table._replace(
        stock=draw(st.integers(0, 300)), bock=draw(st.integers(0, 2)) if hand.bock is None else hand.bock
    )
    return hand, table, tariff, possible(hand, table, tariff)


def possible(hand: Dealt, table: Table, tariff: Tariff) -> Score:
    """Return the score; the example is left out where this table refuses the hand."""
    try:
        return score(hand, table, tariff)
    except HandError:
        assume(False)
        raise


def outcome(hand: Dealt, table: Table, tariff: Tariff) -> tuple[str, tuple[int, ...]]:
    """Return the sentences of a refusal, or the amounts."""
    try:
        made = score(hand, table, tariff)
    except HandError as error:
        return str(error), ()
    return "", (made.value, *made.postings.values())


def for_the_caller(tariff: Tariff) -> Tariff:
    """Return the tariff with Laufende of the opponents for the caller alone, and a game that has a partner."""
    laufende = (tariff.laufende or Laufende(10))._replace(ohne=CALLER, from_=1, by_game={})
    games = (*tariff.games, BY_NAME["sauspiel"])
    return tariff._replace(laufende=laufende, games=games, prices={PARTNER: 10, **tariff.prices}, people=(4,))


def for_oneself(tariff: Tariff) -> Tariff:
    """Return the tariff with a ceiling, and a Ramsch in which people double for themselves."""
    return tariff._replace(
        ramsch=tariff.ramsch._replace(kontra=OWN),
        games=(BY_NAME["ramsch"], *tariff.games),
        prices={RAMSCH: 20, SOLO: 50, **tariff.prices},
        ceiling=tariff.ceiling or 100,
        ceiling_of=PAYMENT,
        people=(4,),
    )


def renamed(hand: Any, new: dict[str, str]) -> Any:
    """Return the hand with other people in it, in the same seats."""
    changed: dict[str, Any] = {}
    for field in type(hand).__dataclass_fields__:
        value = getattr(hand, field)
        if field in ("declarer", "partner", "dealer", "durchmarsch"):
            changed[field] = new.get(value, value)
        elif isinstance(value, tuple):
            changed[field] = tuple(new[name] for name in value)
        elif isinstance(value, dict):
            changed[field] = {new[name]: figure for name, figure in value.items()}
    return replace(hand, **changed)


# -- one hand -----------------------------------------------------------------------------------------


@pytest.mark.long
@quick
@given(deals(any_tariff))
def test_every_hand_sums_to_zero(deal: tuple[Dealt, Table, Tariff, Score]) -> None:
    """Over everybody seated and the Stock, every hand sums to zero, in whole numbers; who sits out gets nothing."""
    _, table, _, made = deal
    assert sum(made.postings.values()) == 0
    assert list(made.postings) == [*table.seats, STOCK]
    assert all(type(amount) is int for amount in made.postings.values())
    assert all(made.postings[person] == 0 for person in table.seats if person not in table.active)


@pytest.mark.long
@quick
@given(deals(any_tariff))
def test_steps_fold_to_the_value(deal: tuple[Dealt, Table, Tariff, Score]) -> None:
    """The explanation is the calculation: added, multiplied and capped in its order it gives the value."""
    *_, tariff, made = deal
    value = 0
    for step_ in made.steps:
        assert (step_.plus is None) != (step_.times is None)
        value = value * step_.times if step_.times is not None else value + (step_.plus or 0)
    assert value == made.value == fold(made.steps)
    assert tariff.ceiling is None or made.value <= tariff.ceiling


@pytest.mark.long
@quick
@given(deals(any_tariff))
def test_the_stock_never_owes(deal: tuple[Dealt, Table, Tariff, Score]) -> None:
    """No hand takes more out of the Stock than it holds."""
    _, table, _, made = deal
    assert table.stock + made.postings[STOCK] >= 0


@pytest.mark.long
@quick
@given(deals(any_tariff), st.permutations(PEOPLE))
def test_permuting_people_permutes_payouts(deal: tuple[Dealt, Table, Tariff, Score], order: list[str]) -> None:
    """A hand knows nobody by name: with other people in the seats it costs them what it cost these."""
    hand, table, tariff, made = deal
    new = dict(zip(table.seats, order, strict=False))

    def moved(people: Names) -> Names:
        return tuple(new[person] for person in people)

    other = table._replace(seats=moved(table.seats), dealer=new[table.dealer], active=moved(table.active))
    again = score(renamed(hand, new), other, tariff)
    assert (again.value, again.steps) == (made.value, made.steps)
    assert again.postings == {new.get(account, account): amount for account, amount in made.postings.items()}


def treats_both_alike(tariff: Tariff) -> bool:
    """Whether no rule asks which side the winners are, or who held the Laufende."""
    laufende = tariff.laufende
    asked = laufende is not None and (laufende.paid, laufende.ohne, laufende.ohne_price) != (ALWAYS, ALL, None)
    return not asked and all(isinstance(price, int) for price in tariff.prices.values())


@st.composite
def plain_games(
    draw: st.DrawFn, rules: st.SearchStrategy[Tariff], shapes: tuple[str, ...], sides: tuple[str | None, ...]
) -> tuple[Played, Table, Tariff]:
    """Return a game of which only the result is known, with Laufende of one of these sides."""
    tariff = draw(rules)
    table = draw(tables(tariff))
    game = draw(st.sampled_from([game for game in tariff.games if game.shape in shapes]))
    assume(game.shape != PARTNER or len(table.active) == 4)
    declarer, other, *_ = draw(st.permutations(table.active))
    facts: dict[str, Any] = {"klopfer": draw(st.integers(0, len(table.active))) if tariff.klopfen else 0}
    if game.shape == PARTNER and not game.fixed_pairs:
        facts["partner"] = other
    if game.shape != BETTEL:
        facts |= draw(st.sampled_from([{}, {"schneider": True}, {"schwarz": True}]))
        facts["laufende"] = draw(st.integers(0, tariff.longest_run(game, len(table.active))))
        facts["laufende_of"] = draw(st.sampled_from(sides))
    if tariff.kontra and (not tariff.kontra.games or game.name in tariff.kontra.games):
        facts["kontra"] = draw(st.integers(0, len(tariff.kontra.names)))
    won = draw(st.booleans())
    return Played(game=game.name, declarer=declarer, won=won, **facts), table, tariff._replace(stock=None)


@quick
@given(plain_games(any_tariff.filter(treats_both_alike), (SOLO, BETTEL, PARTNER), (None, OPPONENTS)))
def test_swapping_won_and_lost_negates(case: tuple[Played, Table, Tariff]) -> None:
    """Where a tariff treats both sides alike, a lost hand costs what the same hand brings when it is won."""
    hand, table, tariff = case
    made, other = possible(hand, table, tariff), score(replace(hand, won=not hand.won), table, tariff)
    assert made.value == other.value
    assert other.postings == {account: -amount for account, amount in made.postings.items()}


@pytest.mark.long
@quick
@given(plain_games(in_print.map(for_the_caller) | random_tariffs.map(for_the_caller), (PARTNER,), (OPPONENTS,)))
def test_what_the_caller_is_paid_alone(case: tuple[Played, Table, Tariff]) -> None:
    """The opponents pay, or get, the value; the partner what it is without Laufende; the caller the rest."""
    hand, table, tariff = case
    made, sign = possible(hand, table, tariff), 1 if hand.won else -1
    without = score(replace(hand, laufende=0, laufende_of=None), table, tariff).value
    assert isinstance(made.outcome, Outcome)
    caller, partner = made.outcome.declarers
    opponents = [made.postings[person] for person in table.active if person not in (caller, partner)]
    assert opponents == [-sign * made.value] * 2
    assert (made.postings[partner], made.postings[caller]) == (sign * without, sign * (2 * made.value - without))


@st.composite
def ramsches(draw: st.DrawFn) -> tuple[Dealt, Table, Tariff, Score]:
    """Return a Ramsch in which people may double for themselves, below a ceiling."""
    tariff = draw((in_print | random_tariffs).map(for_oneself))
    table = draw(tables(tariff))
    hand = draw(ramsch(tariff, table))
    return hand, table, tariff, possible(hand, table, tariff)


@pytest.mark.long
@quick
@given(ramsches())
def test_the_ceiling_bounds_what_one_pays_another(deal: tuple[Dealt, Table, Tariff, Score]) -> None:
    """Who settles with one other person alone gets or pays no more than the ceiling, whatever doubles for himself."""
    _, table, tariff, made = deal
    assert isinstance(made.outcome, RamschOutcome)
    with_one = (
        made.outcome.losers
        if made.outcome.winner
        else [person for person in table.active if person not in made.outcome.losers]
    )
    assert all(abs(made.postings[person]) <= (tariff.ceiling or 0) for person in with_one)


@quick
@given(st.integers(0, 120).filter(lambda augen: augen != 60), st.sampled_from(["p-seminar", "lamers", "saukopf"]))
def test_mirrored_augen_negate(augen: int, name: str) -> None:
    """Where both sides are Schneider alike, the declarers' Augen and those of their opponents mirror each other."""
    tariff = TARIFFS[name]
    table = table_for(start(PEOPLE[:4]), None, tariff)
    made, other = (
        score(Played(game="sauspiel", declarer="Anna", partner="Dani", augen=figure), table, tariff)
        for figure in (augen, 120 - augen)
    )
    assert made.value == other.value
    assert other.postings == {account: -amount for account, amount in made.postings.items()}


def with_kontra(hand: Played, more: int) -> Played:
    """Return the hand with a chain that is longer by so many."""
    return replace(hand, kontra=count(hand.kontra) + more)


def with_klopfer(hand: Played, more: int) -> Played:
    """Return the hand with so many more who knocked."""
    return replace(hand, klopfer=count(hand.klopfer) + more)


@quick
@given(st.data(), shipped, st.sampled_from([with_kontra, with_klopfer]))
def test_one_more_doubles(data: st.DataObject, tariff: Tariff, more: Callable[[Played, int], Played]) -> None:
    """One more Kontra, or one more Klopfer, doubles what everybody gets and pays."""
    kontra, klopfen = Kontra(names=("Kontra", "Re"), unlimited=True), Klopfen(max=None, growth=POWER)
    tariff = tariff._replace(kontra=kontra, klopfen=klopfen, stock=None)
    table = data.draw(tables(tariff))
    hand = data.draw(played(tariff, table))
    assume(more is with_kontra or count(hand.klopfer) < len(table.active))
    made, doubled = possible(more(hand, 0), table, tariff), possible(more(hand, 1), table, tariff)
    assert (doubled.value > 0) == (made.value > 0)
    assert doubled.postings == {account: 2 * amount for account, amount in made.postings.items()}


@quick
@given(deals())
def test_one_more_bock_doubles(deal: tuple[Dealt, Table, Tariff, Score]) -> None:
    """One more Bock in force doubles the game; the Stock is settled beside it."""
    hand, table, tariff, _ = deal
    tariff = tariff._replace(stock=None)
    made, doubled = (possible(hand, table._replace(bock=table.bock + more), tariff) for more in (0, 1))
    assume(not isinstance(hand, Ramsch) or len(getattr(made.outcome, "losers", ())) == 1)  # odd cents are not doubled
    assert doubled.postings == {account: 2 * amount for account, amount in made.postings.items()}


@quick
@given(deals(), st.integers(0, 10**9), st.integers(40, 70))
def test_values_fit_or_are_refused(deal: tuple[Dealt, Table, Tariff, Score], price: int, bock: int) -> None:
    """However dear and however often doubled: an amount fits into 64 bits, or the hand is refused."""
    hand, table, tariff, _ = deal
    dear = tariff._replace(prices={**tariff.prices, "solo": price, "partner": price, "ramsch": price})
    said, amounts = outcome(hand, table._replace(bock=bock), dear)
    assert "fit" in said or not said
    assert all(abs(amount) <= LARGEST for amount in amounts)


@pytest.mark.long
@quick
@given(deals(any_tariff))
def test_scoring_has_no_memory(deal: tuple[Dealt, Table, Tariff, Score]) -> None:
    """The same hand at the same table costs the same, however often it is asked."""
    hand, table, tariff, made = deal
    assert score(hand, table, tariff) == made


# -- the tariffs of these tests -----------------------------------------------------------------------


def _worded(setting: Setting) -> bool:
    return bool in setting.types or "choices" in setting.metadata


def _kinds(setting: Setting) -> set[Any]:
    """Return the words, and the kinds of values, that a key may have."""
    kinds = {getattr(kind, "__origin__", kind) for kind in setting.types}
    if "choices" in setting.metadata and setting.collection is not dict:
        kinds = kinds - {str} | set(setting.metadata["choices"])
    if bool in kinds:
        kinds = kinds - {bool} | {True, False}
    return kinds | ({type(None)} if setting.optional else set())


RULES = {Tariff: tariffs(), **{rule: blocks(rule, PLAYABLE) for rule in rules_of()}, Rounds: rounds(PLAYABLE)}


@pytest.mark.long
@pytest.mark.parametrize("rule", [rule for rule in RULES if rule is not ByResult], ids=lambda rule: rule.__name__)
def test_random_tariffs_use_every_key(rule: Any) -> None:
    """Each key of each rule is said in every way in which it can be: each of its words, each kind of value."""
    unseen = {setting.key: _kinds(setting) for setting in settings_of(rule)}

    @given(RULES[rule])
    @settings(quick, derandomize=True, database=None, phases=[Phase.generate])
    def collect(made: Any) -> None:
        if not any(unseen.values()):
            raise Enough
        for setting in settings_of(rule):
            value = getattr(made, setting.attribute)
            unseen[setting.key].discard(value if _worded(setting) and isinstance(value, (str, bool)) else type(value))

    with suppress(Enough):
        collect()
    assert {key: kinds for key, kinds in unseen.items() if kinds} == {}


# -- evenings -----------------------------------------------------------------------------------------

EXTRAS = {
    name: tariff._replace(
        bock=tariff.bock._replace(after=("lost_solo", "thrown_in", "schwarz"), length=length, inside=inside)
    )
    for name, length, inside in (
        ("wiki", "round", "stacked"),
        ("grundzuege", "hand", "extended"),
        ("haus", "round", "ignored"),
        ("lamers", "round", "restarted"),
    )
    for tariff in (TARIFFS[name],)
}
evening_tariffs = st.one_of(
    st.sampled_from([*EXTRAS.values(), TARIFFS["p-seminar"], TARIFFS["saukopf"]]), in_print, random_tariffs
)
few = settings(quick, max_examples=60)

Evening = tuple[State, list[Any], "Tariff"]


@st.composite
def evenings(draw: st.DrawFn, most: int = 8) -> Evening:
    """Return the beginning of an evening and what happened in it, all of it possible."""
    tariff = draw(evening_tariffs)
    people = draw(st.integers(max(tariff.people), 6))
    state = first = start(PEOPLE[:people], stock=draw(st.sampled_from([0, 7, 40])))
    entries: list[Entry] = []
    for _ in range(draw(st.integers(1, most))):
        entry = draw(one_entry(state, tariff))
        try:
            state = step(state, entry, tariff).state
        except HandError:
            continue
        entries.append(entry)
    assume(entries)
    return first, entries, tariff


def one_entry(state: State, tariff: Tariff) -> st.SearchStrategy[Any]:
    """Return something that may happen next: mostly a hand."""
    table = table_for(state, None, tariff)
    away = [person for person in PEOPLE if person not in state.seats]
    # when too many have left, nothing can be dealt any more
    hand = hands(tariff, table) if len(table.active) in tariff.people else st.nothing()
    return st.one_of(
        hand,
        hand,
        hand,
        hand.map(Voided),
        postings(table),
        st.integers(0, 4).map(BockOrder),
        st.sampled_from([None, *(tariff.special or ROUNDS)]).map(RoundOrder),
        st.integers(-50, state.stock).map(lambda amount: StockMove({state.seats[0]: amount})),
        st.just(Payment(state.seats[0], state.seats[1], 10)),
        st.sampled_from(state.seats[2:] or ("Robert",)).map(Leave),
        st.builds(Join, st.sampled_from(away or PEOPLE), st.none() | st.sampled_from(state.seats)),
    )


@pytest.mark.long
@few
@given(evenings())
def test_accounts_of_an_evening_sum_to_what_lay_in_the_stock(evening: Evening) -> None:
    """No money appears or disappears: over everybody and the Stock the evening ends with what it began with."""
    first, entries, tariff = evening
    for line in play(entries, first, tariff):
        assert sum(line.state.balances.values()) == first.stock
        assert line.state.stock >= 0
        assert line.state.dealer in line.state.seats
        assert set(line.state.seats) <= set(line.state.balances)
        assert all(left > 0 for left in line.state.bock)
        assert (line.state.round is None) == (line.state.round_left == 0)


@pytest.mark.long
@few
@given(evenings())
def test_rescoring_an_evening_is_folding_it_step_by_step(evening: Evening) -> None:
    """The evening as a whole and entry by entry give the same lines, and each balance is the sum of its hands."""
    first, entries, tariff = evening
    state, balances = first, dict(first.balances)
    for whole in play(entries, first, tariff):
        line = step(state, whole.entry, tariff)
        assert line == whole
        for account, amount in (line.score.postings if line.score else {}).items():
            balances[account] += amount
        state = line.state
        balances = {**dict.fromkeys(state.balances, 0), **balances}
        assert balances == state.balances


@pytest.mark.long
@few
@given(evenings())
def test_voiding_the_last_hand_restores_the_state_before_it(evening: Evening) -> None:
    """After the last hand is voided the evening is where it was before that hand."""
    first, entries, tariff = evening
    *before, hand = entries
    assume(isinstance(hand, (Played, Ramsch, Passed)))
    states = [line.state for line in play([*before, Voided(hand)], first, tariff)]
    assert states[-1]._replace(hands=0, void=0) == (states[-2] if before else first)._replace(hands=0, void=0)


@few
@given(evenings(), st.data())
def test_a_voided_hand_is_as_never_dealt(evening: Evening, data: st.DataObject) -> None:
    """An evening with a voided hand anywhere in it is the evening without that hand, numbers apart."""
    first, entries, tariff = evening
    place = data.draw(st.integers(0, len(entries)))
    with_it = [*entries[:place], Voided(Passed(bock=3)), *entries[place:]]
    lines = list(play(with_it, first, tariff))
    del lines[place]
    assert list(map(_unnumbered, lines)) == list(map(_unnumbered, play(entries, first, tariff)))


def _unnumbered(line: Line) -> Line:
    """Return a line without any hand's number, and without how many are void."""
    state = line.state
    since = tuple(cause._replace(hand=0) for cause in state.bock_since)
    begun = state.round_since and state.round_since._replace(hand=0)
    return line._replace(number=None, state=state._replace(hands=0, void=0, bock_since=since, round_since=begun))


@pytest.mark.long
@few
@given(evenings())
def test_an_evening_written_and_read_again_is_scored_the_same(evening: Evening) -> None:
    """Every entry survives being written as plain values, so that a stored evening re-scores as it was played."""
    first, entries, tariff = evening
    again = [entry_from_json(entry_to_json(entry), PEOPLE, tariff.games) for entry in entries]
    assert [line.state for line in play(again, first, tariff)] == [line.state for line in play(entries, first, tariff)]


@pytest.mark.long
@few
@given(evenings())
def test_an_earlier_hand_knows_nothing_of_later_ones(evening: Evening) -> None:
    """The first hands of an evening cost the same, however it goes on."""
    first, entries, tariff = evening
    half = len(entries) // 2
    assert list(play(entries, first, tariff))[:half] == list(play(entries[:half], first, tariff))


@pytest.mark.parametrize("tariff", TARIFFS.values(), ids=list(TARIFFS))
def test_everybody_deals_once_in_a_round(tariff: Tariff) -> None:
    """In as many deals as there are people everybody deals once, and with more than four sits out alike."""
    for people in range(max(tariff.people), 8):
        lines = list(play([Passed()] * people, start(PEOPLE[:people]), tariff))
        assert sorted(line.table.dealer for line in lines) == sorted(PEOPLE[:people])
        played_ = [person for line in lines for person in line.table.active]
        assert {played_.count(person) for person in PEOPLE[:people]} == {len(lines[0].table.active)}
