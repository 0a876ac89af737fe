"""Who pays whom: the fewest transfers that settle an evening, exactly.

Shapes: balances are ``{name: amount}`` in whole cents or points and sum to zero; a positive balance
receives, a negative one pays. Names are any text; the Stock is a name like the others.

People who settle among themselves are a group that sums to zero, and a group of *n* needs *n* - 1
transfers. So the fewest transfers are the nonzero balances less the largest number of groups they can be
parted into. That number is NP-hard to find; `_Packing` finds it for twenty people in milliseconds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final

from sklog.scoring.evening import step
from sklog.scoring.names import figures, integral, text, yes
from sklog.scoring.payout import STOCK, split_evenly
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.state import Rounding, StockMove, clockwise_from
from sklog.scoring.tariff import CARRY, SPLIT
from sklog.values import Facts, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.amounts import Worth
    from sklog.scoring.session import Session
    from sklog.scoring.state import Line, Payment, State
    from sklog.scoring.tariff import Tariff

Pair = tuple[str, str]  # who pays, who is paid

MOST_OPEN: Final = 20
"""So many open balances, opposite pairs taken out, are searched exactly."""

MOST_STEPS: Final = 2_000_000
"""When a search gives up. Counted, not timed, so that every machine gives the same answer. The worst of
some hundred thousand hard cases took a tenth of it."""


class Transfer(Facts, kw_only=False, kinds={"str": text, "int": integral, "bool": yes}):
    """`payer` gives `payee` the `amount`, in whole cents or points.

    A `rounding` is a difference that nobody gives or owes. ValueError if the amount is not above 0, or if somebody
    would pay themselves.
    """

    payer: str
    payee: str
    amount: int
    rounding: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no payment."""
        if self.amount <= 0 or self.payer == self.payee:
            raise ValueError(f"a transfer is an amount above 0 from one to another, not {self}")


class Plan(Facts, kw_only=False):
    """Transfers, sorted by payer and payee; `exact` if it is proved that no other plan needs fewer."""

    transfers: tuple[Transfer, ...]
    exact: bool


def fewest(balances: Mapping[str, int]) -> Plan:
    """Settle the balances in the fewest transfers.

    The order of the mapping does not matter: equal amounts are told apart by name. With more than
    `MOST_OPEN` open balances the plan is good, and `exact` only where a simple bound proves it.
    ValueError if the balances do not sum to zero.
    """
    _check_sum(balances)
    waiting = {name: balances[name] for name in sorted(balances, key=_by_name) if balances[name]}
    transfers = _take_pairs(waiting)
    at_least = len(transfers) + len(waiting) - _most_groups(waiting.values())
    crowded = len(waiting) > MOST_OPEN
    if crowded:
        transfers += _thin_out(waiting)
    groups, proved = _pack(list(waiting.values()))
    for group in _named(groups, waiting):
        transfers += _settle(group)
    return _sorted_plan(transfers, exact=(proved and not crowded) or len(transfers) == at_least)


def plan(balances: Mapping[str, int], payments: Iterable[Transfer] = ()) -> Plan:
    """Return what is still open after the payments, changing as little as possible.

    It begins with the fewest transfers and takes the payments in order. An expected payment (this payer, this payee, no
    more than is left) reduces or removes that transfer and changes no other. After any other payment (another pair, too
    much, somebody without a balance) the open transfers connected with its payer or payee are planned again, and all of
    them only if that saves a transfer. All amounts are whole cents, or points. The open transfers always settle exactly
    what the payments leave of the balances. `exact` is about what is open: after part payments a plan may be stable but
    not the shortest. ValueError if the balances do not add up to zero. See docs/guide.md.

    >>> [transfer] = sklog.settle({"Anna": 50, "Bene": -50}).transfers
    >>> transfer.payer, transfer.amount
    ('Bene', 50)
    """
    left = Counter(figures(balances, text, integral))
    due = _by_pair(fewest(left))
    for paid in payments:
        pair = paid.payer, paid.payee
        left[paid.payer] += paid.amount
        left[paid.payee] -= paid.amount
        if due.get(pair, 0) < paid.amount:
            due = _replanned(due, left, pair)
        elif due[pair] == paid.amount:
            del due[pair]
        else:
            due[pair] -= paid.amount
    anew = fewest(left)
    exact = anew.exact and len(anew.transfers) == len(due)
    return _sorted_plan([Transfer(*pair, amount) for pair, amount in due.items()], exact=exact)


def rounded(balances: Mapping[str, int], step: int) -> dict[str, int]:
    """Round every balance to a multiple of `step`, the smallest coin on the table, in the order given.

    The sum stays zero, nobody is moved by `step` or more, a multiple stays as it is, and the total moved is
    as small as it can be, so that nobody is moved by more than half a step unless the sum forces it; among
    equal remainders the first by name is rounded up.
    ValueError if `step` is below 1 or the balances do not sum to zero.
    """
    if step < 1:
        raise ValueError(f"the step must be at least 1, not {step}")
    _check_sum(balances)
    down = {name: amount - amount % step for name, amount in balances.items()}
    # The remainders together are a whole number of steps, and each is below one step: so fewer are rounded
    # up than there are remainders above 0, and a multiple never is.
    ups = -sum(down.values()) // step
    order = sorted(balances, key=lambda name: (-(balances[name] % step), _by_name(name)))
    for name in order[:ups]:
        down[name] += step
    return down


def _by_name(name: str) -> tuple[str, str]:
    """Give the order of names: without regard to case, then as they are written."""
    return name.casefold(), name


def _sorted_plan(transfers: Iterable[Transfer], *, exact: bool) -> Plan:
    """Put transfers in order, by payer and payee."""
    return Plan(tuple(sorted(transfers, key=lambda each: (_by_name(each.payer), _by_name(each.payee)))), exact)


def _check_sum(balances: Mapping[str, int]) -> None:
    """Raise ValueError unless the balances sum to zero."""
    if total := sum(balances.values()):
        raise ValueError(f"balances must sum to 0, these sum to {total}")


def _most_groups(amounts: Iterable[int]) -> int:
    """Bound the number of groups, pairs taken out: each has a payer, a payee and at least three people."""
    payees = [amount > 0 for amount in amounts]
    return min(sum(payees), len(payees) - sum(payees), len(payees) // 3)


def _by_pair(settled: Plan) -> dict[Pair, int]:
    """Give the amount due from each payer to each payee."""
    return {(transfer.payer, transfer.payee): transfer.amount for transfer in settled.transfers}


def _replanned(due: Mapping[Pair, int], left: Mapping[str, int], paid: Pair) -> dict[Pair, int]:
    """Plan anew around a payment nobody foresaw; `left` are the balances after it."""
    touched = set(paid)
    reached = 0
    while reached != len(touched):
        reached = len(touched)
        touched.update(name for pair in due if not touched.isdisjoint(pair) for name in pair)
    # What is kept settles the others exactly, so those touched sum to zero among themselves.
    kept = {pair: amount for pair, amount in due.items() if touched.isdisjoint(pair)}
    nearby = kept | _by_pair(fewest({name: left[name] for name in touched}))
    everywhere = _by_pair(fewest(left))
    return nearby if len(nearby) <= len(everywhere) else everywhere


def _take_pairs(waiting: dict[str, int]) -> list[Transfer]:
    """Take everyone out of `waiting` who finds the opposite amount, and let them settle in pairs.

    This costs no group. Take a best plan and some +x and -x. If they share a group, the rest of that group
    sums to zero by itself: split it off. If not, give the pair a group of its own and join the two rests,
    which sum to -x + x = 0. Either way there are no fewer groups than before.
    """
    payers: dict[int, list[str]] = {}
    for name in reversed(waiting):
        payers.setdefault(-waiting[name], []).append(name)
    transfers = []
    for payee, amount in list(waiting.items()):
        if amount > 0 and payers.get(amount):
            payer = payers[amount].pop()
            transfers.append(Transfer(payer, payee, amount))
            del waiting[payer], waiting[payee]
    return transfers


def _thin_out(waiting: dict[str, int]) -> list[Transfer]:
    """Let the largest debt pay the largest claim until few enough wait for the exact search."""
    transfers = []
    while len(waiting) > MOST_OPEN:
        payer, payee = min(waiting, key=waiting.__getitem__), max(waiting, key=waiting.__getitem__)
        amount = min(waiting[payee], -waiting[payer])
        transfers.append(Transfer(payer, payee, amount))
        waiting[payer] += amount
        waiting[payee] -= amount
        del waiting[payee if waiting[payer] else payer]
        transfers += _take_pairs(waiting)
    return transfers


def _named(groups: Iterable[Iterable[int]], waiting: dict[str, int]) -> Iterator[list[tuple[int, str]]]:
    """Put names to the amounts of each group, equal amounts in the order of `waiting`."""
    names: dict[int, list[str]] = {}
    for name in reversed(waiting):
        names.setdefault(waiting[name], []).append(name)
    for group in groups:
        yield [(amount, names[amount].pop()) for amount in group]


def _settle(group: Sequence[tuple[int, str]]) -> Iterator[Transfer]:
    """Settle a group that sums to zero, largest amounts first, in at most one transfer less than its size."""
    largest_first = sorted(group, key=lambda entry: -abs(entry[0]))
    payees = [entry for entry in reversed(largest_first) if entry[0] > 0]
    payers = [entry for entry in reversed(largest_first) if entry[0] < 0]
    # Every transfer finishes a payee or a payer, and the last one both.
    while payees:
        (claim, payee), (debt, payer) = payees.pop(), payers.pop()
        amount = min(claim, -debt)
        yield Transfer(payer, payee, amount)
        if claim > amount:
            payees.append((claim - amount, payee))
        if -debt > amount:
            payers.append((debt + amount, payer))


def _pack(amounts: Sequence[int]) -> tuple[list[list[int]], bool]:
    """Part amounts, no two of them opposite, into the most groups that sum to zero; say if that is proved."""
    bound = _most_groups(amounts)
    proved = True
    if bound > 1:
        packing = _Packing(amounts)
        # From above: the more groups, the smaller they are, and the sooner it is clear that they fail.
        for groups in range(bound, 1, -1):
            if found := packing.search(groups):
                return found, proved
            proved = proved and packing.steps <= MOST_STEPS
    return [list(amounts)], proved


class _Packing:
    """The search for groups of at least three that sum to zero.

    A multiset of amounts is ONE integer, its code: a field for how often each distinct amount is in it, and
    on top its size. Codes add and subtract as multisets do, and sort by size. Every field below the top has
    a spare bit, its guard: with all guards set in R, R - S leaves them set exactly if R contains S.
    """

    def __init__(self, amounts: Sequence[int]) -> None:
        """Lay out the fields and list the subsets that sum to zero."""
        often = Counter(sorted(amounts))
        self.guard = self.top = self.steps = 0
        self.one: dict[int, int] = {}
        for amount, times in often.items():
            self.one[amount] = 1 << self.top
            self.top += times.bit_length() + 1
            self.guard |= 1 << (self.top - 1)
        for amount in often:
            self.one[amount] += 1 << self.top
        self.everyone = sum(self.one[amount] for amount in amounts)
        self.zero_sums = self._zero_sums(often)

    def _zero_sums(self, often: Mapping[int, int]) -> list[int]:
        """List the subsets that sum to zero, smallest first, but for nobody.

        The subsets of one half meet those of the other: twice 2**10 instead of 2**20. As no two amounts are
        opposite, these are few: at worst, when the amounts are 1 to 20, some 15,000.
        """
        halves = [[(0, 0)], [(0, 0)]]
        for amount, times in often.items():
            one = self.one[amount]
            half = min(halves, key=len)
            half[:] = [(total + n * amount, code + n * one) for total, code in half for n in range(times + 1)]
        wanted: dict[int, list[int]] = {}
        for total, code in halves[0]:
            wanted.setdefault(-total, []).append(code)
        return sorted(code + other for total, code in halves[1] for other in wanted.get(total, ()))[1:]

    def search(self, groups: int) -> list[list[int]] | None:
        """Part everyone into so many groups; None if that is impossible or `MOST_STEPS` are used up."""
        self.steps = 0
        codes = self._part(self.everyone, groups, self._within(self.everyone, groups, 3, self.zero_sums))
        return [self._amounts(code) for code in codes] if codes else None

    def _part(self, rest: int, groups: int, codes: Sequence[int]) -> list[int] | None:
        """Part what is left into two groups or more, the smallest first; `codes` are those that lie within it."""
        if groups == 2:
            return [codes[0], rest - codes[0]] if codes else None
        for place, code in enumerate(codes):
            size = code >> self.top
            # The groups are tried smallest first, and the smallest is no larger than the average.
            if size * groups > rest >> self.top or self.steps > MOST_STEPS:
                return None
            others = rest - code
            found = self._part(others, groups - 1, self._within(others, groups - 1, size, codes[place:]))
            if found:
                return [code, *found]
        return None

    def _within(self, rest: int, groups: int, smallest: int, codes: Sequence[int]) -> list[int]:
        """Choose from `codes` the subsets of `rest` which can be one of its groups, but not the largest.

        The largest need not be looked for, being what remains; the next can have half of what the others,
        none below `smallest`, leave to these two.
        """
        size = ((rest >> self.top) - smallest * (groups - 2)) // 2
        end = bisect_left(codes, (size + 1) << self.top)
        self.steps += end + 1
        guard = self.guard
        room = rest | guard
        return [code for code in codes[:end] if (room - code) & guard == guard]

    def _amounts(self, code: int) -> list[int]:
        """Read a code back."""
        found = []
        for amount, one in self.one.items():
            while ((code | self.guard) - one) & self.guard == self.guard:
                found.append(amount)
                code -= one
        return found


# -- the end of an evening -----------------------------------------------------------------------------


def stock_at_close(state: State, rule: str) -> StockMove | None:
    """Return the move that empties the Stock: split evenly over those present, or all to one person.

    Odd cents go to the first ones on the dealer's left. None where it is carried, or holds nothing.
    """
    if rule == CARRY or state.stock <= 0:
        return None
    if rule != SPLIT:
        return StockMove({rule: state.stock})
    from_the_left = clockwise_from(state.seats, state.dealer)
    return StockMove({name: part for name, part in split_evenly(state.stock, from_the_left).items() if part})


def rule_at_close(state: State, tariff: Tariff) -> str | None:
    """Return what the tariff does with the Stock, where that can be done: split, carry, or somebody who was here."""
    rule = tariff.stock.at_close if tariff.stock else None
    return rule if rule in (SPLIT, CARRY) or rule in state.balances else None


def debts(balances: Mapping[str, int], stock_in: int = 0) -> dict[str, int]:
    """Return what everybody has to get (or, below 0, to pay): zero-sum, the Stock being a pot on the table.

    What an earlier evening left in the Stock (`stock_in`) lies in it already.
    """
    return {name: amount - (stock_in if name == STOCK else 0) for name, amount in balances.items()}


def by_cap(owed: Mapping[str, int], tariff: Tariff) -> dict[str, int]:
    """Return what the tariff's cap changes of what everybody has to get or pay in an evening; {} where it does not.

    Whoever lost more than the cap is spared the rest, above 0. Whoever won gets less in proportion, below 0, and never
    less than nothing. The Stock is paid whole, as it waits for another evening: where that is what people lost to, and
    nobody won as much, they pay more than the cap.
    """
    if tariff.cap is None:
        return {}
    most = tariff.cap.evening
    lost = {name: -amount - most for name, amount in owed.items() if -amount > most and name != STOCK}
    won = {name: amount for name, amount in owed.items() if amount > 0 and name != STOCK}
    spared = min(sum(lost.values()), sum(won.values()))
    if not spared:
        return {}
    borne = in_proportion(spared, won)
    return in_proportion(spared, lost) | {name: -part for name, part in borne.items() if part}


def in_proportion(amount: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Split an amount in proportion to weights above 0; nobody's share is off by a whole unit.

    The odd ones go to the largest remainders, among equal ones to the first by name. A share is at most its weight
    where the amount is at most their sum.
    """
    total = sum(weights.values())
    shares = {name: amount * weight // total for name, weight in weights.items()}
    order = sorted(weights, key=lambda name: (-(amount * weights[name] % total), _by_name(name)))
    for name in order[: amount - sum(shares.values())]:
        shares[name] += 1
    return shares


def owed(session: Session, lines: Sequence[Line]) -> dict[str, int]:
    """Return what everybody has to get (or, below 0, to pay) before payments, as the evening is settled now.

    Zero-sum: the Stock is divided as the tariff says, or is a pot on the table. `lines` are the evening's own.
    """
    before, moved = owed_and_spared(session, lines)
    return {name: amount + moved.get(name, 0) for name, amount in before.items()}


def owed_and_spared(session: Session, lines: Sequence[Line]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the same without the tariff's cap, and what that changes of it, as `by_cap` does."""
    state, tariff = final_state(session, lines), final_tariff(session, lines)
    rule = rule_at_close(state, tariff)
    if rule and not session.closed:
        move = stock_at_close(state, rule)
        state = step(state, move, tariff).state if move else state
    before = debts(state.balances, session.stock)
    return before, by_cap(before, tariff)


# -- points that are worth a fraction of a cent -------------------------------------------------------------


def in_cents(transfers: Sequence[Transfer], worth: Worth) -> tuple[Plan, dict[str, int]]:
    """Return the transfers of a plan of points in whole cents, and what each gets too much by that.

    Below 0 it is too little; it is in the parts of a cent which the `worth` of a point counts. Each is rounded so that
    nobody's sum of them is off by a whole cent, and left out where it becomes 0.
    """
    off = dict.fromkeys((name for one in transfers for name in (one.payer, one.payee)), 0)
    waiting, made, reached, altogether = [*transfers], list[Transfer](), set[str](), 0
    while waiting:
        # No circle joins people in a plan. So one of the two is off by nothing yet, and of up and down one takes back
        # what the other is off: both stay below a cent.
        one = next((one for one in waiting if not reached.isdisjoint((one.payer, one.payee))), waiting[0])
        waiting.remove(one)
        reached |= {one.payer, one.payee}
        exact = one.amount * worth.value
        less = exact % worth.per
        more = min((-less, worth.per - less), key=lambda more: (_farthest(more, one, off), abs(altogether + more)))
        altogether += more
        off[one.payee] += more
        off[one.payer] -= more
        if exact + more:
            made.append(Transfer(one.payer, one.payee, (exact + more) // worth.per))
    sums = Counter[str]()
    for transfer in made:
        sums.update({transfer.payee: transfer.amount, transfer.payer: -transfer.amount})
    best = fewest(sums)
    exactly = best.exact and len(best.transfers) == len(made)
    return _sorted_plan(made, exact=exactly), {name: rest for name, rest in off.items() if rest}


def _farthest(more: int, one: Transfer, off: Mapping[str, int]) -> int:
    """Return how far off the two of a transfer are at most where so much more is paid."""
    return max(abs(off[one.payee] + more), abs(off[one.payer] - more))


def still_open(session: Session, lines: Sequence[Line]) -> Plan:
    """Return who still has to pay whom in an evening, the Stock divided as the tariff says; `lines` are its own."""
    return plan(owed(session, lines), as_transfers(session.payments()))


def as_transfers(payments: Iterable[Payment]) -> tuple[Transfer, ...]:
    """Return payments that were recorded as transfers, and with them what was let go when sums were rounded."""
    return tuple([Transfer(*one, rounding=isinstance(one, Rounding)) for one in payments])


def open_plan(balances: Mapping[str, int], paid: Sequence[Transfer], coin: int = 1) -> Plan:
    """Return who still pays whom; a planned transfer that is paid stays settled and moves no other.

    With a `coin` above 1 every amount is a multiple of it; what that leaves open says `let_go`.
    """
    if coin == 1:
        return plan(balances, paid)
    if all(one.amount % coin == 0 for one in paid):
        return plan(rounded(balances, coin), paid)
    # somebody paid other sums: only what is open now can be rounded
    return fewest(rounded(left_open(balances, paid), coin))


def left_open(balances: Mapping[str, int], paid: Iterable[Transfer]) -> dict[str, int]:
    """Return what everybody has still to get (or, below 0, to pay) after these payments."""
    left = Counter(balances)
    for one in paid:
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    return dict(left)


def let_go(balances: Mapping[str, int], paid: Sequence[Transfer], planned: Plan) -> tuple[Transfer, ...]:
    """Return what a plan in whole coins leaves open when it is paid: from who gave or got too much to the others.

    Recorded beside the payments it settles everything exactly.
    """
    left = left_open(balances, (*paid, *planned.transfers))
    return tuple([replace(one, rounding=True) for one in fewest(left).transfers])


def plan_among(
    circles: Iterable[Iterable[str]], balances: Mapping[str, int], paid: Sequence[Transfer], coin: int = 1
) -> Plan:
    """Say what `open_plan` says; where it costs no payment more, nobody pays somebody he has nothing to do with.

    `circles` are those who sat together. Circles that share somebody are one, as are those that paid each other.
    """
    whole = open_plan(balances, paid, coin)
    groups: list[set[str]] = []
    for people in (*map(set, circles), *({one.payer, one.payee} for one in paid)):
        joined = people.union(*(group for group in groups if not group.isdisjoint(people)))
        groups = [*(group for group in groups if group.isdisjoint(people)), joined]
    parts = [{name: amount for name, amount in balances.items() if name in group} for group in groups]
    if len(parts) < 2 or coin != 1 or any(map(sum, (part.values() for part in parts))):
        return whole  # a Stock belongs to no circle
    plans = [plan(part, [one for one in paid if one.payer in part]) for part in parts]
    transfers = [one for each in plans for one in each.transfers]
    return _sorted_plan(transfers, exact=whole.exact) if len(transfers) == len(whole.transfers) else whole
