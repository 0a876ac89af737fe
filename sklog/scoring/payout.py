"""Who pays whom: from a judged hand to postings that sum to zero over the players and the Stock.

    hand + table + tariff ──judge──▶ outcome ──rules──▶ steps ──fold──▶ value ──shape──▶ postings

A Ramsch, which nobody declares, is judged in `sklog.scoring.ramsch`.
"""

from __future__ import annotations

from itertools import chain, permutations, product
from typing import TYPE_CHECKING

from sklog.errors import IllegalHand, UnclearHand
from sklog.language import _
from sklog.scoring.games import BETTEL, BY_NAME, HERZ, RAMSCH, SOLO, THROWN_IN, Game
from sklog.scoring.hand import Passed, Played, Posting, Ramsch, count
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME, deal_problems, judge, klopfer_problems
from sklog.scoring.outcome import Outcome, RamschOutcome, Step, fold
from sklog.scoring.ramsch import by_hand, judge_ramsch
from sklog.scoring.tariff import (
    AGAIN,
    ALL,
    BOCK,
    DOUBLES,
    HERZ_SOLO,
    KLOPFEN,
    OWN,
    OWN_EACH,
    PAYMENT,
    SCHIEBER,
    SOLO_PRICE,
    TAKES,
    counts_in,
    extra,
    holds_in,
)
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Hand
    from sklog.scoring.judge import Table
    from sklog.scoring.outcome import Tied
    from sklog.scoring.tariff import Stock, Tariff


STOCK = "Stock"
LARGEST = 2**63 - 1  # what a ledger can hold
MOST_PRICES = 1_000  # that are kept of one tariff: an evening has some dozens of them
WON = Outcome._fields.index("won")  # from here on, what a game is worth beside its name and suit


Worth = tuple[int, tuple[Step, ...]]
"""A price, and the steps that make it."""
Added = tuple[Step, bool]
"""A step that makes a price before anything doubles it, and whether it is doubled."""


class Score(NamedTuple):
    """What a hand costs: `value` per payment, `postings` by account (cents or points), and why.

    `stock` is the part of the postings that went into or came out of the Stock, by player; for a posting that names the
    Stock, it has every player's amount.
    """

    value: int
    postings: Mapping[str, int]
    steps: tuple[Step, ...] = ()
    outcome: Outcome | RamschOutcome | None = None
    stock: Mapping[str, int] = {}


def score(hand: Hand, table: Table, tariff: Tariff) -> Score:
    """Return value, postings over everybody seated and the Stock, and steps; raise HandError if impossible."""
    postings = dict.fromkeys((*table.seats, STOCK), 0)
    if isinstance(hand, Played):
        made = _score_played(hand, table, tariff, postings)
    elif isinstance(hand, Ramsch):
        made = _score_ramsch(hand, table, tariff, postings)
    elif isinstance(hand, Posting):
        moved = {name: amount for name, amount in hand.amounts.items() if name != STOCK}
        made = Score(0, {**postings, **hand.amounts}, stock=moved if hand.amounts.get(STOCK) else {})
    else:
        made = _score_passed(hand, table, tariff, postings)
    if (largest := max(map(abs, made.postings.values()))) > LARGEST:
        raise IllegalHand(_("an amount of {amount} does not fit in a ledger", amount=largest))
    return made


def parted(made: Score) -> Iterator[Mapping[str, int]]:
    """Yield what the hand itself moved, without the Stock: the amounts of all who settle with one another.

    Of two who lose a Ramsch the first settles with the last and the second with the third, where no two of them tie.
    """
    game = {name: amount - made.stock.get(name, 0) for name, amount in made.postings.items() if name != STOCK}
    order = [tied for tied, _question in made.outcome.ranking] if isinstance(made.outcome, RamschOutcome) else []
    if not order or any(len(tied) > 1 for tied in order):
        yield game
        return
    [(first,), (second,), (third,), (last,)] = order
    yield {first: game[first], last: game[last]}
    yield {second: game[second], third: game[third]}


def price_steps(outcome: Outcome, tariff: Tariff) -> tuple[Step, ...]:
    """Return the steps of a judged game: what is added, in the order of `ADDED`, then what doubles the hand.

    A Schneider or Schwarz with `times` multiplies what stands before it. What is not doubled comes last; but a special
    round multiplies all of it.
    """
    game, suit, said = outcome.game, outcome.suit, outcome.said
    counts = tariff.counted(outcome)
    multiplied = tariff.doublings_of(game, counts).values()
    if outcome.draw:
        return (Step("60:60, noch einmal" if tariff.kreuz.tie == AGAIN else "60:60, unentschieden", 0),)
    title = f"{suit.capitalize()}-{game.title}" if suit else game.title
    if said and (price := tariff.said_price(said, game, suit)) is not None:
        base = Step(f"{title}, {said.capitalize()}", price)
    else:
        base = Step(title, tariff.price(game, suit, won=outcome.won is not False))
    if game.shape == BETTEL:
        return (base, *multiplied, *tariff.of_round(outcome))
    added = [(base, True)]
    for name, rule in tariff.adding:
        step = rule.step(outcome)
        if step is not None and holds_in(rule, game) and counts_in(getattr(tariff, said) if said else None, name):
            added.append((step, getattr(rule, "doubled", True)))
    alone = [*tariff.doublings_of(game, {said: 1}).values()] if said in counts else []
    return (*_in_order(added, multiplied, alone), *tariff.of_round(outcome))


def _in_order(added: Sequence[Added], multiplied: Collection[Step], alone: Sequence[Step] = ()) -> tuple[Step, ...]:
    """Return the steps in the order in which they make a price; `multiplied` is what Klopfen and its like make of it.

    What is not doubled is added behind that, with what multiplies it all the same: the Tout or the Sie `alone`, and
    a Schneider or Schwarz with `times` that stands behind it.
    """
    if not multiplied:
        return tuple([step for step, _doubled in added])
    inside: list[Step] = []
    last: list[Step] = []
    for place, (step, doubled) in enumerate(added):
        if doubled or step.times is not None:
            inside.append(step)
        else:
            more = [*(later for later, _doubled in added[place:] if later.times is not None), *alone]
            label = ", ".join((step.label, *(one.label for one in more)))
            last.append(Step(label, fold(more, step.plus or 0)))
    return (*inside, *multiplied, *last)


def _worth(outcome: Outcome, tariff: Tariff) -> Worth:
    """Return what a game is worth, at most the tariff's ceiling, and the steps with the ceiling as their last."""
    # it depends on the game and what was said in it, not on the people: worked out once
    facts = outcome.game.name, outcome.suit, outcome[WON:]
    return tariff.priced.get(facts) or _kept(facts, price_steps(outcome, tariff), tariff)


def _ramsch_worth(outcome: RamschOutcome, tariff: Tariff) -> Worth:
    """Return the same of a Ramsch."""
    game, virgins = outcome.game, len(outcome.jungfrauen)
    facts = game.name, outcome.winner is None, virgins, outcome.klopfer, outcome.kontra, outcome.bock, outcome.round
    return tariff.priced.get(facts) or _kept(facts, ramsch_steps(outcome, tariff), tariff)


def _kept(facts: Hashable, steps: tuple[Step, ...], tariff: Tariff) -> Worth:
    """Return what the steps make, at most the tariff's ceiling, and keep it for the next hand with these facts."""
    value, most, priced = fold(steps), tariff.ceiling, tariff.priced
    if most is not None and value > most:
        value, steps = most, (*steps, Step("Obergrenze", most - value))
    if len(priced) >= MOST_PRICES:
        priced.clear()
    priced[facts] = value, steps
    return value, steps


def _score_played(hand: Played, table: Table, tariff: Tariff, postings: dict[str, int]) -> Score:
    outcome = judge(hand, table, tariff)
    value, steps = _worth(outcome, tariff)
    if outcome.draw:
        return Score(value, postings, steps, outcome)
    winners, losers = outcome.winners, outcome.losers
    # partner games pair each loser with a winner; alone against all, the one settles with each
    won = value * (len(losers) if len(winners) == 1 else 1)
    lost = value * (len(winners) if len(losers) == 1 else 1)
    for person in winners:
        postings[person] = won
    for person in losers:
        postings[person] = -lost
    laufende = tariff.laufende
    if outcome.laufende and laufende and laufende.callers_alone(outcome):
        without = _worth(outcome._replace(laufende=0), tariff)[0]
        caller, partner = outcome.declarers
        alone = value - without if outcome.won else without - value
        postings[caller] += alone
        postings[partner] -= alone
    parts: Mapping[str, int] = {}
    stock = tariff.stock
    # most hands are won while there is nothing to win
    if stock and (table.stock or not outcome.won) and outcome.game.name in stock.games and outcome.declarers:
        parts = _stock_parts(outcome, table, stock, tariff)
        _move_stock(postings, parts)
    return Score(value, postings, steps, outcome, parts)


def _score_passed(hand: Passed, table: Table, tariff: Tariff, postings: dict[str, int]) -> Score:
    wrong = [*deal_problems(table, tariff), *klopfer_problems(hand, table, tariff)]
    if wrong:
        raise IllegalHand(*wrong)
    counts = {KLOPFEN: count(hand.klopfer), BOCK: table.bock} if hand.klopfer or table.bock else {}
    tariff.doublings_of(THROWN_IN, counts)  # also where nothing is paid it must fit in a ledger
    unclaimed = tariff.rounds.schieber_sum if tariff.rounds and table.round == SCHIEBER else None
    if unclaimed is not None and len(table.active) == PEOPLE_OF_A_PARTNER_GAME:
        between = table.active[1:-1]
        for person in table.active:
            postings[person] = unclaimed if person in between else -unclaimed
        return Score(0, postings, (Step("Schieber, den keiner nahm", 0),))
    parts: Mapping[str, int] = {}
    if stock := tariff.stock:
        each = min(_multiplied(stock.pay_in, THROWN_IN, counts, tariff), stock.max_per_person or LARGEST)
        parts = dict.fromkeys(table.active, -each)
        _move_stock(postings, parts)
    return Score(0, postings, stock=parts)


# -- the Stock --------------------------------------------------------------------------------------


def _move_stock(postings: dict[str, int], parts: Mapping[str, int]) -> None:
    """Post what these people pay into the Stock (negative), or get out of it."""
    for person, amount in parts.items():
        postings[person] += amount
        postings[STOCK] -= amount


def _multiplied(amount: int, game: Game, counts: Mapping[str, int], tariff: Tariff) -> int:
    """Return what is paid in, with the doublings that this table lets count for it."""
    counting = {name: times for name, times in counts.items() if tariff.stock and name in tariff.stock.multiplied}
    return fold(tariff.doublings_of(game, counting).values(), amount)


def _stock_parts(outcome: Outcome, table: Table, stock: Stock, tariff: Tariff) -> dict[str, int]:
    """Return what each of the declarers' side takes out of the Stock or pays into it, and who fills it again."""
    if outcome.won and stock.won != TAKES:
        return {}
    people = outcome.declarers[:1] if stock.to == "caller" else outcome.declarers
    most = stock.max_per_person or LARGEST
    if outcome.won:
        # an odd cent stays in the Stock
        part = min(table.stock // len(people), most)
        refill = min(stock.pay_in, most) if stock.refill and part > 0 else 0
        moved = {person: part * (person in people) - refill for person in table.active}
        return {person: amount for person, amount in moved.items() if amount}
    fixed = stock.paid_for_lost(table.stock)
    paid = fixed or (table.stock if stock.lost == DOUBLES and stock.lost_each is None else 0)
    if not paid:
        return {}
    paid = _multiplied(paid, outcome.game, tariff.counted(outcome), tariff)
    part, odd = divmod(paid, len(people)) if stock.lost_each is None else (paid, 0)
    # an odd cent falls on the caller
    return {person: -min(part + (odd if place == 0 else 0), most) for place, person in enumerate(people)}


# -- Ramsch -----------------------------------------------------------------------------------------


def _score_ramsch(hand: Ramsch, table: Table, tariff: Tariff, postings: dict[str, int]) -> Score:
    outcome = judge_ramsch(hand, table, tariff)
    value, steps = _ramsch_worth(outcome, tariff)
    if outcome.ranking:
        amounts = _paid_by_two(outcome, value, table, tariff)
        outcome = outcome._replace(losers=tuple([one for one in amounts if amounts[one] < 0]) or table.active)
        postings |= amounts
    losers = [person for person in table.active if person in outcome.losers]
    if len(losers) == len(table.active):
        return Score(0, postings, (Step("alle gleich, niemand zahlt", 0),), outcome)
    if outcome.ranking:
        return Score(value, postings, steps, outcome)
    # those who lose together share what one of them would pay
    shared = len(losers) > 1 and not outcome.winner
    payees = [person for person in table.active if person not in losers]
    for payer in losers[:1] if shared else losers:
        for payee in payees:
            amount = _payment(value, payer, payee, outcome, tariff)
            postings[payer] -= amount
            postings[payee] += amount
    if shared:
        parts = split_evenly(-postings[losers[0]], losers)
        postings |= {person: -part for person, part in parts.items()}
    return Score(value, postings, steps, outcome)


def _payment(value: int, payer: str, payee: str, outcome: RamschOutcome, tariff: Tariff) -> int:
    """Return what one person pays to one other, at most the ceiling: a Jungfrau and who shot double it between them."""
    factor, mode = 1 << (payer in outcome.shots) + (payee in outcome.shots), tariff.ramsch.jungfrau
    if mode in (OWN, OWN_EACH) and outcome.winner is None and payee in outcome.jungfrauen:
        factor *= 2 if mode == OWN else 2 ** len(outcome.jungfrauen)
    most = tariff.ceiling if tariff.ceiling_of == PAYMENT else None
    return value * factor if most is None else min(value * factor, most)


def _paid_by_two(outcome: RamschOutcome, value: int, table: Table, tariff: Tariff) -> dict[str, int]:
    """Return what everybody gets where the first of four pays the last, and the second the third.

    Where a tie decides what somebody pays or gets, those who tie share what their places cost and bring, or the table
    is asked: UnclearHand.
    """
    orders = product(*(permutations(tied) for tied, _question in outcome.ranking))
    paid = [_paid_in_order([*chain(*order)], outcome, value, tariff) for order in orders]
    amounts = dict(paid[0])
    for tied, question in outcome.ranking:
        if all(len({one[person] for one in paid}) == 1 for person in tied):
            continue
        totals = {sum(one[person] for person in tied) for one in paid}
        if question or len(totals) > 1:
            raise UnclearHand(question or _undecided(outcome.ranking))
        amounts |= split_evenly(totals.pop(), [person for person in table.active if person in tied])
    return amounts


def _paid_in_order(order: Sequence[str], outcome: RamschOutcome, value: int, tariff: Tariff) -> dict[str, int]:
    paid = {}
    for payer, payee in ((order[0], order[3]), (order[1], order[2])):
        paid[payee] = _payment(value, payer, payee, outcome, tariff)
        paid[payer] = -paid[payee]
    return paid


def _undecided(ranking: Sequence[Tied]) -> str:
    """Return what is asked where it is not the share of those who tie alone that is open."""
    people = [person for tied, _question in ranking if len(tied) > 1 for person in tied]
    return next((question for _tied, question in ranking if question), "") or by_hand(people)


def split_evenly(amount: int, people: Sequence[str]) -> dict[str, int]:
    """Split an amount, which may be negative, evenly; the odd cents go one each to the first people.

    The shares sum to the amount exactly. ValueError if there is nobody, or somebody twice.
    """
    if not people or len(set(people)) != len(people):
        raise ValueError("an amount is split among at least one person, and nobody twice")
    share, odd = divmod(abs(amount), len(people))
    sign = -1 if amount < 0 else 1
    return {name: sign * (share + (place < odd)) for place, name in enumerate(people)}


def ramsch_steps(outcome: RamschOutcome, tariff: Tariff) -> tuple[Step, ...]:
    """Return what makes the value: the price, the Jungfrauen, then what doubles any hand."""
    title, price = outcome.game.title, tariff.price(outcome.game)
    rules, steps = tariff.ramsch, [(Step(title, price), True)]
    virgins = len(outcome.jungfrauen)
    if outcome.winner is not None and rules.durchmarsch:
        steps = _durchmarsch_steps(rules.durchmarsch.pays, price, tariff)
    elif virgins == 1 and rules.jungfrau == SOLO_PRICE:
        steps = [(Step(f"{title}, 1 Jungfrau", tariff.price(BY_NAME[SOLO])), True)]
    label = "Jungfrau" if virgins == 1 else f"{virgins} Jungfrauen"
    if virgins and rules.jungfrau_adds:
        steps.append((Step(label, rules.jungfrau_adds * virgins), True))
    if virgins and rules.jungfrau == ALL:
        steps.append((Step(label, times=2**virgins), True))
    elif virgins > 1 and rules.jungfrau == SOLO_PRICE and outcome.winner is None:
        steps.append((Step(label, times=4), True))
    doubled = tariff.doublings_of(outcome.game, tariff.counted(outcome)).values()
    return (*_in_order(steps, doubled), *tariff.of_round(outcome))


def _durchmarsch_steps(pays: str | int, price: int, tariff: Tariff) -> list[Added]:
    if pays == HERZ_SOLO:
        solo = BY_NAME[SOLO]
        steps = [(Step("Durchmarsch, Herz-Solo", tariff.price(solo, HERZ)), True)]
        for label, rule in (("Schneider", tariff.schneider), ("Schwarz", tariff.schwarz)):
            if rule and holds_in(rule, solo) and (step := extra(label, rule, solo, HERZ)):
                steps.append((step, rule.doubled))
        return steps
    return [(Step("Durchmarsch", price if pays == RAMSCH else int(pays)), True)]
