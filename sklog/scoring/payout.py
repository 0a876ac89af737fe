"""Who pays whom: from a judged hand to postings that sum to zero over the players and the Stock.

hand + table + tariff ──judge──▶ outcome ──rules──▶ steps ──fold──▶ value ──shape──▶ postings
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import IllegalHand
from sklog.language import _
from sklog.scoring.deal import deal_problems, klopfer_problems
from sklog.scoring.games import BETTEL
from sklog.scoring.hand import Passed, Played, Posting, Ramsch, count
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME, Outcome, judge
from sklog.scoring.lookup import lookup
from sklog.scoring.ramsch import RamschOutcome, judge_ramsch, ramsch_steps
from sklog.scoring.tariff import DOUBLES, SCHIEBER, Step, Tariff, fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.scoring.hand import Hand
    from sklog.scoring.judge import Table
    from sklog.scoring.tariff import Doubled, Stock

STOCK = "Stock"
LARGEST = 2**63 - 1  # what a ledger can hold
MOST_DOUBLINGS = 62
WON = Outcome._fields.index("won")  # from here on, what a game is worth beside its name and suit


class Score(NamedTuple):
    """What a hand costs: `value` per payment, `postings` per account (cents or points), and why."""

    value: int
    postings: Mapping[str, int]
    steps: tuple[Step, ...] = ()
    outcome: Outcome | RamschOutcome | None = None


def score(hand: Hand, table: Table, tariff: Tariff) -> Score:
    """Return value, postings over everybody seated and the Stock, and steps; raise HandError if impossible."""
    if isinstance(hand, Played):
        made = _score_played(hand, table, tariff)
    elif isinstance(hand, Ramsch):
        made = _score_ramsch(hand, table, tariff)
    elif isinstance(hand, Posting):
        made = _score_posting(hand, table)
    else:
        made = _score_passed(hand, table, tariff)
    if (largest := max(map(abs, made.postings.values()))) > LARGEST:
        raise IllegalHand(_("an amount of {amount} no longer fits in a ledger", amount=largest))
    return made


def price_steps(outcome: Outcome, tariff: Tariff) -> tuple[Step, ...]:
    """Return the steps of a judged game: first everything added, then everything multiplied."""
    if outcome.draw:
        return (Step("60:60, unentschieden", 0),)
    base = Step(_label(outcome), tariff.price(outcome.game, outcome.suit))
    steps = [base]
    if outcome.game.shape != BETTEL:
        exempting = tariff.sie if outcome.sie else tariff.tout if outcome.tout else None
        added = (
            tariff.announced,
            tariff.schneider if exempting is None or exempting.schneider_schwarz else None,
            tariff.schwarz if exempting is None or exempting.schneider_schwarz else None,
            tariff.laufende if exempting is None or exempting.laufende else None,
            tariff.tout,
            tariff.sie,
        )
        steps += [step for rule in added if rule and (step := rule.step(outcome))]
    doubling = (tariff.klopfen, tariff.kontra, tariff.bock)
    steps += [step for rule in doubling if rule and (step := rule.step(outcome))]
    return tuple(steps)


def _label(outcome: Outcome) -> str:
    suit = outcome.suit.capitalize() if outcome.suit else ""
    return f"{suit}-{outcome.game.title}" if suit else outcome.game.title


def _refuse_endless_doubling(doubled: Doubled) -> None:
    """Refuse before the powers of two are worked out."""
    doublings = doubled.klopfer + doubled.kontra + doubled.bock
    if doublings > MOST_DOUBLINGS:
        raise IllegalHand(_("doubled {times} times: no amount fits in a ledger any more", times=doublings))


def _nobody_pays(table: Table) -> dict[str, int]:
    postings = dict.fromkeys(table.seats, 0)
    postings[STOCK] = 0
    return postings


def _capped(steps: tuple[Step, ...], tariff: Tariff) -> tuple[Step, ...]:
    """Return the steps with the tariff's ceiling as the last one, where it is reached."""
    value = fold(steps)
    if tariff.ceiling is None or value <= tariff.ceiling:
        return steps
    return (*steps, Step("Obergrenze", tariff.ceiling - value))


def _score_played(hand: Played, table: Table, tariff: Tariff) -> Score:
    outcome = judge(hand, table, tariff)
    value, steps = _price(outcome, tariff)
    postings = _nobody_pays(table)
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
    if tariff.stock and outcome.game.name in tariff.stock.games and outcome.declarers:
        _move_stock(postings, outcome, table, tariff.stock, tariff)
    return Score(value, postings, steps, outcome)


def _price(outcome: Outcome, tariff: Tariff) -> tuple[int, tuple[Step, ...]]:
    """Return what a judged game is worth, and the steps of it; it does not depend on the people."""
    known = lookup(tariff)
    facts = (outcome.game.name, outcome.suit, outcome[WON:])
    price = known.prices.get(facts)
    if price is not None:
        return price
    _refuse_endless_doubling(outcome)
    steps = _capped(price_steps(outcome, tariff), tariff)
    return known.keep(facts, fold(steps), steps)


def _score_ramsch(hand: Ramsch, table: Table, tariff: Tariff) -> Score:
    outcome = judge_ramsch(hand, table, tariff)
    _refuse_endless_doubling(outcome)
    steps = _capped(ramsch_steps(outcome, tariff), tariff)
    value = fold(steps)
    postings = _nobody_pays(table)
    if outcome.winner is not None:
        for person in outcome.losers:
            postings[person] -= value
            postings[outcome.winner] += value
        return Score(value, postings, steps, outcome)
    others = [person for person in table.active if person not in outcome.losers]
    if not others:
        return Score(0, postings, (Step("alle gleich, niemand zahlt", 0),), outcome)
    for person in others:
        own = tariff.ramsch.jungfrau == "own" and person in outcome.jungfrauen
        postings[person] = 2 * value if own else value
    _share(postings, sum(postings.values()), [person for person in table.active if person in outcome.losers])
    return Score(value, postings, steps, outcome)


def _share(postings: dict[str, int], amount: int, payers: list[str]) -> None:
    """Take `amount` from the payers in equal parts, odd cents from the first ones (left of the dealer)."""
    part, odd = divmod(amount, len(payers))
    for place, person in enumerate(payers):
        postings[person] -= part + (1 if place < odd else 0)


def _score_passed(hand: Passed, table: Table, tariff: Tariff) -> Score:
    wrong = [*deal_problems(table, tariff), *klopfer_problems(hand, table, tariff)]
    if wrong:
        raise IllegalHand(*wrong)
    doubled = Doublings(count(hand.klopfer), bock=table.bock)
    _refuse_endless_doubling(doubled)
    postings = _nobody_pays(table)
    unclaimed = tariff.rounds.schieber_sum if tariff.rounds and table.round == SCHIEBER else None
    if unclaimed is not None and len(table.active) == PEOPLE_OF_A_PARTNER_GAME:
        between = table.active[1:-1]
        for person in table.active:
            postings[person] = unclaimed if person in between else -unclaimed
        return Score(0, postings, (Step("Schieber, den keiner nahm", 0),))
    if tariff.stock:
        each = min(tariff.stock.pay_in * _multiplier(tariff.stock, tariff, doubled), _most(tariff.stock))
        for person in table.active:
            postings[person] -= each
            postings[STOCK] += each
    return Score(0, postings)


def _most(stock: Stock) -> int:
    """Return what one person pays into the Stock, or takes out of it, at most in one hand."""
    return LARGEST if stock.max_per_person is None else stock.max_per_person


def _multiplier(stock: Stock, tariff: Tariff, doubled: Doubled) -> int:
    """Return by what the doublings that this table lets count multiply what is paid in."""
    rules = {"klopfen": tariff.klopfen, "kontra": tariff.kontra, "bock": tariff.bock}
    steps = (rule.step(doubled) for name in stock.multiplied if (rule := rules[name]))
    return fold((step for step in steps if step), 1)


class Doublings(NamedTuple):
    """What the doubling rules read, where there is no outcome."""

    klopfer: int = 0
    kontra: int = 0
    bock: int = 0


def _move_stock(postings: dict[str, int], outcome: Outcome, table: Table, stock: Stock, tariff: Tariff) -> None:
    """Let the declarers' side empty the Stock, or pay into it, as the tariff says."""
    at_stake = table.stock if outcome.won or stock.lost == DOUBLES else stock.lost
    if not isinstance(at_stake, int) or not at_stake:
        return  # it stays, or holds nothing
    people = outcome.declarers[:1] if stock.to == "caller" else outcome.declarers
    most = _most(stock)
    if outcome.won:
        part = min(at_stake // len(people), most)  # an odd cent stays in the Stock
        parts = dict.fromkeys(people, part)
    else:
        due = at_stake * _multiplier(stock, tariff, outcome)
        part, odd = divmod(due, len(people))  # an odd cent falls on the caller
        parts = {person: -min(part + (odd if place == 0 else 0), most) for place, person in enumerate(people)}
    for person, amount in parts.items():
        postings[person] += amount
        postings[STOCK] -= amount


def _score_posting(hand: Posting, table: Table) -> Score:
    return Score(0, {**_nobody_pays(table), **hand.amounts})
