"""Who pays whom: from a judged hand to postings that sum to zero over the players and the Stock.

    hand + table + tariff ──judge──▶ outcome ──rules──▶ steps ──fold──▶ value ──shape──▶ postings

A Ramsch, which nobody declares, is judged here too: the Augen decide who lost, then the tariff's criteria, else the
table is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import IllegalHand, UnclearHand
from sklog.language import N_, _, _and
from sklog.scoring.games import AUGEN, BETTEL, BY_NAME, HERZ, RAMSCH, SOLO, Game
from sklog.scoring.hand import Passed, Played, Posting, Ramsch, count, wrong_rank
from sklog.scoring.judge import (
    PEOPLE_OF_A_PARTNER_GAME,
    deal_problems,
    judge,
    klopfer_problems,
    not_played,
    people_problems,
)
from sklog.scoring.tariff import DOUBLES, HERZ_SOLO, SCHIEBER, SHARED, Outcome, RamschOutcome, Step, fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.scoring.hand import Hand, Names
    from sklog.scoring.judge import Table
    from sklog.scoring.tariff import Stock, Tariff


STOCK = "Stock"
LARGEST = 2**63 - 1  # what a ledger can hold
MOST_PRICES = 1_000  # that are kept of one tariff: an evening has some dozens of them
WON = Outcome._fields.index("won")  # from here on, what a game is worth beside its name and suit


class Score(NamedTuple):
    """What a hand costs: `value` per payment, `postings` per account (cents or points), and why."""

    value: int
    postings: Mapping[str, int]
    steps: tuple[Step, ...] = ()
    outcome: Outcome | RamschOutcome | None = None


def score(hand: Hand, table: Table, tariff: Tariff) -> Score:
    """Return value, postings over everybody seated and the Stock, and steps; raise HandError if impossible."""
    postings = dict.fromkeys((*table.seats, STOCK), 0)
    if isinstance(hand, Played):
        made = _score_played(hand, table, tariff, postings)
    elif isinstance(hand, Ramsch):
        made = _score_ramsch(hand, table, tariff, postings)
    elif isinstance(hand, Posting):
        made = Score(0, {**postings, **hand.amounts})
    else:
        made = _score_passed(hand, table, tariff, postings)
    if (largest := max(map(abs, made.postings.values()))) > LARGEST:
        raise IllegalHand(_("an amount of {amount} no longer fits in a ledger", amount=largest))
    return made


def price_steps(outcome: Outcome, tariff: Tariff) -> tuple[Step, ...]:
    """Return the steps of a judged game: first everything added, then everything multiplied."""
    doublings = tariff.doublings(outcome.klopfer, outcome.kontra, outcome.bock)
    if outcome.draw:
        return (Step("60:60, unentschieden", 0),)
    game, suit = outcome.game, outcome.suit
    steps = [Step(f"{suit.capitalize()}-{game.title}" if suit else game.title, tariff.price(game, suit))]
    if game.shape != BETTEL:
        said = tariff.sie if outcome.sie else tariff.tout if outcome.tout else None
        rules = (
            tariff.announced,
            tariff.schneider if said is None or said.schneider_schwarz else None,
            tariff.schwarz if said is None or said.schneider_schwarz else None,
            tariff.laufende if said is None or said.laufende else None,
            said,
        )
        steps += [step for rule in rules if rule and (step := rule.step(outcome))]
    return (*steps, *doublings.values())


def _worth(steps: tuple[Step, ...], tariff: Tariff) -> tuple[int, tuple[Step, ...]]:
    """Return what the steps make, at most the tariff's ceiling, and the steps with the ceiling as their last."""
    value, most = fold(steps), tariff.ceiling
    if most is None or value <= most:
        return value, steps
    return most, (*steps, Step("Obergrenze", most - value))


def _score_played(hand: Played, table: Table, tariff: Tariff, postings: dict[str, int]) -> Score:
    outcome = judge(hand, table, tariff)
    # what a game is worth does not depend on the people
    priced, facts = tariff.priced, (outcome.game.name, outcome.suit, outcome[WON:])
    worth = priced.get(facts)
    if worth is None:
        worth = _worth(price_steps(outcome, tariff), tariff)
        if len(priced) >= MOST_PRICES:
            priced.clear()
        priced[facts] = worth
    value, steps = worth
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


def _score_passed(hand: Passed, table: Table, tariff: Tariff, postings: dict[str, int]) -> Score:
    wrong = [*deal_problems(table, tariff), *klopfer_problems(hand, table, tariff)]
    if wrong:
        raise IllegalHand(*wrong)
    doublings = tariff.doublings(count(hand.klopfer), 0, table.bock)
    unclaimed = tariff.rounds.schieber_sum if tariff.rounds and table.round == SCHIEBER else None
    if unclaimed is not None and len(table.active) == PEOPLE_OF_A_PARTNER_GAME:
        between = table.active[1:-1]
        for person in table.active:
            postings[person] = unclaimed if person in between else -unclaimed
        return Score(0, postings, (Step("Schieber, den keiner nahm", 0),))
    if tariff.stock:
        each = min(_multiplied(tariff.stock.pay_in, tariff.stock, doublings), tariff.stock.max_per_person or LARGEST)
        for person in table.active:
            postings[person] -= each
            postings[STOCK] += each
    return Score(0, postings)


# -- the Stock --------------------------------------------------------------------------------------


def _multiplied(amount: int, stock: Stock, doublings: Mapping[str, Step]) -> int:
    """Return what is paid in, with the doublings that this table lets count for it."""
    return fold((doublings[name] for name in stock.multiplied if name in doublings), amount)


def _move_stock(postings: dict[str, int], outcome: Outcome, table: Table, stock: Stock, tariff: Tariff) -> None:
    """Let the declarers' side empty the Stock, or pay into it, as the tariff says."""
    at_stake = table.stock if outcome.won or stock.lost == DOUBLES else stock.lost
    if not isinstance(at_stake, int) or not at_stake:
        return  # it stays, or holds nothing
    people = outcome.declarers[:1] if stock.to == "caller" else outcome.declarers
    most = stock.max_per_person or LARGEST
    if outcome.won:
        part = min(at_stake // len(people), most)  # an odd cent stays in the Stock
        parts = dict.fromkeys(people, part)
    else:
        doublings = tariff.doublings(outcome.klopfer, outcome.kontra, outcome.bock)
        part, odd = divmod(_multiplied(at_stake, stock, doublings), len(people))  # an odd cent falls on the caller
        parts = {person: -min(part + (odd if place == 0 else 0), most) for place, person in enumerate(people)}
    for person, amount in parts.items():
        postings[person] += amount
        postings[STOCK] -= amount


# -- Ramsch -----------------------------------------------------------------------------------------


def _score_ramsch(hand: Ramsch, table: Table, tariff: Tariff, postings: dict[str, int]) -> Score:
    outcome = judge_ramsch(hand, table, tariff)
    value, steps = _worth(ramsch_steps(outcome, tariff), tariff)
    losers = [person for person in table.active if person in outcome.losers]
    if len(losers) == len(table.active):
        return Score(0, postings, (Step("alle gleich, niemand zahlt", 0),), outcome)
    for person in table.active:
        if person not in losers:
            own = tariff.ramsch.jungfrau == "own" and person in outcome.jungfrauen
            postings[person] = value * (len(losers) if outcome.winner else 2 if own else 1)
    for person, part in split_evenly(sum(postings.values()), losers).items():
        postings[person] = -part
    return Score(value, postings, steps, outcome)


def split_evenly(amount: int, people: Sequence[str]) -> dict[str, int]:
    """Split an amount, which may be negative, evenly; the odd cents go one each to the first people.

    The shares sum to the amount exactly. ValueError if there is nobody, or somebody twice.
    """
    if not people or len(set(people)) != len(people):
        raise ValueError("an amount is split among at least one person, and nobody twice")
    share, odd = divmod(abs(amount), len(people))
    sign = -1 if amount < 0 else 1
    return {name: sign * (share + (place < odd)) for place, name in enumerate(people)}


def judge_ramsch(hand: Ramsch, table: Table, tariff: Tariff) -> RamschOutcome:
    """Return who lost (or won) this Ramsch; raise IllegalHand with everything wrong, or UnclearHand."""
    wrong = [*ramsch_illegalities(hand, table, tariff)]
    game = tariff.game(hand.game)
    if wrong or game is None:
        raise IllegalHand(*wrong)
    winner = _durchmarsch(hand, table, tariff)
    if winner is None:
        losers, jungfrauen = ramsch_losers(hand, tariff.ramsch.tie), _jungfrauen(hand, table, tariff)
    else:
        losers, jungfrauen = tuple(person for person in table.active if person != winner), ()
    return RamschOutcome(game, losers, winner, jungfrauen, count(hand.klopfer), table.bock)


def ramsch_steps(outcome: RamschOutcome, tariff: Tariff) -> tuple[Step, ...]:
    """Return what makes the value: the price, the Jungfrauen, then what doubles any hand."""
    title, price = outcome.game.title, tariff.price(outcome.game)
    rules, steps = tariff.ramsch, [Step(title, price)]
    virgins = len(outcome.jungfrauen)
    if outcome.winner is not None and rules.durchmarsch:
        steps = _durchmarsch_steps(rules.durchmarsch.pays, price, tariff)
    elif virgins and rules.jungfrau == "solo_price" and virgins == 1:
        steps = [Step(f"{title}, 1 Jungfrau", tariff.prices[SOLO])]
    elif virgins and rules.jungfrau in ("all", "solo_price"):
        label = "Jungfrau" if virgins == 1 else f"{virgins} Jungfrauen"
        steps.append(Step(label, times=2**virgins if rules.jungfrau == "all" else 4))
    return (*steps, *tariff.doublings(outcome.klopfer, outcome.kontra, outcome.bock).values())


def _durchmarsch_steps(pays: str | int, price: int, tariff: Tariff) -> list[Step]:
    if pays == HERZ_SOLO:
        extras = {"Schneider": tariff.schneider, "Schwarz": tariff.schwarz}
        herz_solo = Step("Durchmarsch, Herz-Solo", tariff.price(BY_NAME[SOLO], HERZ))
        return [herz_solo, *(Step(label, rule.price) for label, rule in extras.items() if rule)]
    return [Step("Durchmarsch", price if pays == RAMSCH else int(pays))]


# -- what is not allowed in a Ramsch -----------------------------------------------------------------


def ramsch_illegalities(hand: Ramsch, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield everything that this table and its tariff do not play, or that cannot be with their cards."""
    yield from deal_problems(table, tariff)
    game = tariff.game(hand.game)
    if game is None:
        yield not_played(hand.game, tariff)
    yield from klopfer_problems(hand, table, tariff)
    figures = (hand.augen, hand.tricks, hand.trumps, hand.highest)
    named = [*hand.losers, *(hand.jungfrauen or ()), hand.durchmarsch]
    for each in figures:
        named += each or ()
    yield from people_problems(filter(None, named), table)
    if hand.augen is not None and (missing := [person for person in table.active if person not in hand.augen]):
        yield _("the Augen of {people} are missing: say 0 for nothing", people=_and(missing))
    if hand.durchmarsch and tariff.ramsch.durchmarsch is None:
        yield _("{tariff} knows no Durchmarsch: name the loser", tariff=tariff.name)
    if any(figures):
        yield from _figures_problems(hand, game, table, tariff)
        yield from _loser_problems(hand)


def _figures_problems(hand: Ramsch, game: Game | None, table: Table, tariff: Tariff) -> Iterator[str]:
    people = len(table.active)
    total = tariff.tricks(people)
    if not total:
        return  # nobody deals so: that is said already
    if hand.tricks is not None:
        made = sum(hand.tricks.values())
        # trumps may lie in cards laid aside, tricks may not
        if made > total or (made < total and all(person in hand.tricks for person in table.active)):
            yield _("the tricks add up to {made}; there are {total}", made=made, total=total)
    if game is not None:
        trumps = tariff.longest_run(game, people)
        if hand.trumps is not None and (made := sum(hand.trumps.values())) > trumps:
            yield _("the trumps add up to {made}; there are {total}", made=made, total=trumps)
        for person, rank in (hand.highest or {}).items():
            if trumps < rank:
                yield wrong_rank(person, trumps, rank)
    augen = hand.augen or {}
    for person, made in (hand.tricks or {}).items():
        if made == total and augen.get(person, AUGEN) != AUGEN:
            yield _(
                "all {total} tricks make 120 Augen; {name} has {augen}", total=total, name=person, augen=augen[person]
            )


def _loser_problems(hand: Ramsch) -> Iterator[str]:
    if not hand.augen:
        return
    most = max(hand.augen.values())
    for person in hand.losers:
        if hand.augen.get(person, most) < most:
            yield _(
                "{name} has {augen} Augen and cannot have lost: the most are {most}",
                name=person,
                augen=hand.augen[person],
                most=most,
            )


def _durchmarsch(hand: Ramsch, table: Table, tariff: Tariff) -> str | None:
    """Return who made a Durchmarsch under this tariff; ask where 120 Augen leave it open."""
    rule = tariff.ramsch.durchmarsch
    if rule is None:
        return None
    augen, tricks = hand.augen or {}, hand.tricks or {}
    total = tariff.tricks(len(table.active))
    if hand.durchmarsch:
        if wrong := [*_against_durchmarsch(hand, hand.durchmarsch, rule.augen, total)]:
            raise IllegalHand(*wrong)
        return hand.durchmarsch
    if not (augen or tricks or hand.jungfrauen):
        return None
    idle = hand.jungfrauen or ()
    busy = [person for person in table.active if tricks.get(person) != 0 and person not in idle]
    for person in table.active:
        took_all = tricks.get(person) == total or busy in ([person], [])
        if rule.augen is not None:
            made = augen[person] >= rule.augen if person in augen else took_all
        elif took_all or augen.get(person) != AUGEN or person in tricks or hand.jungfrauen is not None or hand.losers:
            made = took_all
        else:
            raise UnclearHand(
                _("{name} has all 120 Augen: say durchmarsch:{name}, or the tricks or the Jungfrauen", name=person)
            )
        if made and hand.losers:
            raise IllegalHand(_("{name} made a Durchmarsch and has won: say durchmarsch:{name}", name=person))
        if made:
            return person
    return None


def _against_durchmarsch(hand: Ramsch, person: str, from_augen: int | None, total: int) -> Iterator[str]:
    augen, tricks = (hand.augen or {}).get(person), (hand.tricks or {}).get(person)
    needed = AUGEN if from_augen is None else from_augen
    if augen is not None and augen < needed:
        yield _("{name} has {augen} Augen; a Durchmarsch needs {needed} here", name=person, augen=augen, needed=needed)
    if tricks is not None and from_augen is None and tricks < total:
        yield _(
            "{name} made {tricks} tricks; a Durchmarsch needs all {total} here",
            name=person,
            tricks=tricks,
            total=total,
        )


def _jungfrauen(hand: Ramsch, table: Table, tariff: Tariff) -> Names:
    """Return who made no trick; ask where 0 Augen leave it open and it changes the price."""
    if hand.jungfrauen is not None:
        return hand.jungfrauen
    tricks = hand.tricks or {}
    virgins = [person for person in table.active if tricks.get(person) == 0]
    open_ = [person for person in table.active if (hand.augen or {}).get(person) == 0 and person not in tricks]
    if open_ and tariff.ramsch.jungfrau != "none":
        raise UnclearHand(
            _("{people} with 0 Augen: Jungfrau or not? Say the tricks, or jungfrauen:…", people=_and(open_))
        )
    return tuple(virgins)


_TIES = {
    "tricks": N_("{people} tie with {augen}: say their tricks (tricks:…), or name the loser"),
    "trumps": N_("{people} tie with {augen}: say the trumps in their tricks (trumps:…), or name the loser"),
    "highest": N_("{people} tie with {augen}: say their highest trumps (highest:…), or name the loser"),
}
"""What is asked where a criterion cannot decide, because its figures are missing."""


def ramsch_losers(hand: Ramsch, criteria: Names) -> Names:
    """Return who lost: the most Augen, then the criteria of a tariff in their order; raise UnclearHand."""
    if hand.losers or hand.augen is None:
        return hand.losers
    most = max(hand.augen.values())
    tied = [person for person, augen in hand.augen.items() if augen == most]
    figures = {"tricks": hand.tricks, "trumps": hand.trumps, "highest": hand.highest}
    at_first = tied
    for criterion in criteria:
        if len(tied) == 1:
            break
        if criterion == SHARED:
            return tuple(tied)
        figure = figures[criterion] or {}
        if any(person not in figure for person in tied):
            raise UnclearHand(_(_TIES[criterion], people=_and(at_first), augen=most))
        # the rank of a trump counts from the highest: the smallest number loses
        decisive = min if criterion == "highest" else max
        worst = decisive(figure[person] for person in tied)
        tied = [person for person in tied if figure[person] == worst]
    if len(tied) > 1:
        raise UnclearHand(_("{people} tie with {augen}: name the loser", people=_and(at_first), augen=most))
    return tuple(tied)
