"""Who meets whom in a round: nobody twice where that is possible, else as seldom as possible.

    entrants who are here ─▶ how many sit at a table, who has none ─┐
    rounds before, teams, clubs ─▶ what each pair weighs ───────────┴─▶ tries: by lot, then swaps, then every way
                                                                           │ the best, with the rounds that follow
    Round ◀── tables and seats by lot ◀────────────────────────────────────┘

What is wanted comes in this order, and nothing is given up for what comes later: as few of one team at one table as can
be, then as few of one club (both only where the rules keep them apart), then as few pairs that have met before, then as
few times that these have met. Who asks for team mates apart has said so; that nobody meets twice is what everybody
expects as far as it goes. With numbers from 16 on it hardly ever comes to choosing.

Method 1: the lots of `sklog.tournament.lots` with METHOD 1, and the steps of this module and of `meeting`. The
same seed gives the same round on every machine: everything is counted in whole numbers, and nothing depends on a clock
or on the order of a set.

With start cards there are no lots: see `cards`.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from sklog.errors import Refused
from sklog.language import _, _n
from sklog.tournament import meeting
from sklog.tournament.facts import Drawn
from sklog.tournament.lots import METHOD, Lots
from sklog.tournament.model import BY_PLACE, BYES, CARDS, FILLED, FIVES, GROUPS, METHOD_BY_PLACE, TABLE, Round
from sklog.tournament.ranking import at_table, ranking

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.tournament.model import Entrant, Rules, Tournament

SEARCHED: Final = 64
"""People up to which the rounds that follow are looked at, and tables are searched in every way."""

MOST_STEPS: Final = 600_000
"""Swaps and seats that are tried for a round at most, with the rounds that follow it."""

MOST_STEPS_OF_MANY: Final = 250_000
"""The same with more people: each takes longer, and is hardly ever needed."""

TRIES: Final = 1_000
"""Orders by lot that are tried for a round at most."""

AHEAD: Final = 3
"""Rounds after it that are looked at, with the first order of each."""

EVERY_WAY: Final = 13
"""People up to which every way is compared; above, only tables that cost as little as any can are searched."""

EXACT_STEPS: Final = 20_000
"""Seats that one such search tries at most."""

NONE_YET: Final = 1 << 62
"""More than any round costs."""


class _Known(NamedTuple):
    """What a round depends on, with people by their place in the order of start numbers.

    `groups` says of each kind that is kept apart what a pair of it weighs, and the group of everybody, "" for none.
    `earlier` are the tables of the rounds before, `byes` how often somebody had none.
    """

    people: int
    fills: tuple[int, ...]
    groups: tuple[tuple[int, tuple[str, ...]], ...]
    earlier: tuple[tuple[tuple[int, ...], ...], ...]
    byes: tuple[int, ...]


class _Chosen(NamedTuple):
    """What a round and those after it cost, the round, and whether no round can cost less than each of them does."""

    cost: int = 0
    later: int = 0
    tables: tuple[tuple[int, ...], ...] = ()
    byes: tuple[int, ...] = ()
    proved: bool = True


def draw(entrants: Sequence[Entrant], before: Sequence[Round], rules: Rules) -> Round:
    """Return the next round, among the entrants who are here; `before` are all that were played, the first one first.

    Standing substitutes get a seat only where the rules fill tables with them, and only as many as are needed. Larger
    tables come last. Refused if there are not enough people for a table, or too few substitutes.
    """
    present = sorted([one for one in entrants if one.here], key=attrgetter("number"))
    here = [one for one in present if not one.fills]
    wanted = rules.remainder == FILLED and len(here) % TABLE > 0
    fills = [one for one in present if one.fills] if wanted else []
    Refused.if_any([lacking(len(here), len(fills), rules)])
    number = len(before) + 1
    if rules.seating == CARDS:
        seated = [*here, *fills[: -len(here) % TABLE]]
        numbers = _by_number([one.number for one in seated])
        drawn = cards(len(numbers), number, rules.remainder)[-1]
        tables = [tuple([numbers[card - 1] for card in table]) for table in drawn.tables]
        byes, seed = [numbers[card - 1] for card in drawn.byes], ""
    else:
        everybody = present if fills else here
        steps = meeting.Steps(MOST_STEPS if len(everybody) <= SEARCHED else MOST_STEPS_OF_MANY)
        chosen = _chosen(_known(everybody, before, rules), rules, number, steps)
        numbers = [one.number for one in everybody]
        tables = _seats(chosen.tables, numbers, Lots(rules.seed, f"round {number} seats"))
        byes, seed = [numbers[one] for one in chosen.byes], rules.seed
    return Round(tuple(tables), tuple(sorted(byes)), seed, METHOD)


def following(tournament: Tournament, before: Sequence[Round]) -> Round:
    """Return the round after these, of all who are here: by lot, by start cards, or by the places at the tables.

    Of a final are those who are first after the rounds before it. Raises Refused as `draw`.
    """
    until, rules = tournament._replace(rounds=tuple(before)), tournament.rules
    entrants = {number: one for number, one in tournament.entrants.items() if one.here}
    if rules.is_final(len(before) + 1):
        ranked = [one.entrant.number for one in ranking(until).placed if one.entrant.number in entrants]
        entrants = {at: one for at, one in entrants.items() if one.fills or at in ranked[: rules.final]}
    if rules.seating == BY_PLACE and before:
        return _by_place(until, entrants)
    return draw(tuple(entrants.values()), before, rules)


def _by_place(until: Tournament, entrants: Mapping[int, Entrant]) -> Round:
    """Return the round in which the first of each table stays, the second moves on by a table, the third by two.

    With the same points the lower number is first. Where somebody comes, goes or has no table, tables are filled anew
    in this order.
    """
    rules, number = until.rules, len(until.rounds)
    moved: list[list[int]] = [[] for _table in until.rounds[-1].tables]
    for table in range(len(moved)):
        order = [one for same, _points in at_table(until, number, table + 1) for one in same]
        for place, one in enumerate(order):
            moved[(table + place) % len(moved)] += [one] if one in entrants else []
    seated = [one for table in moved for one in table]
    people = [*seated, *sorted(one.number for one in entrants.values() if not one.fills and one.number not in seated)]
    fills = sorted(one.number for one in entrants.values() if one.fills)
    Refused.if_any([lacking(len(people), len(fills), rules)])
    byes: list[int] = []
    if rules.remainder == FILLED:
        people += fills[: -len(people) % TABLE]
    elif rules.remainder == BYES:
        had = Counter(one for was in until.rounds for one in was.byes)
        last_first = people[::-1]
        byes = sorted(last_first, key=had.__getitem__)[: len(people) % TABLE]
        people = [one for one in people if one not in byes]
    sizes, rest = sizes_of(len(people)), iter(people)
    if sorted(map(len, moved)) != list(sizes) or people != seated:
        moved = [[next(rest) for _seat in range(size)] for size in sizes]
    return Round(tuple(map(tuple, moved)), tuple(sorted(byes)), method=METHOD_BY_PLACE)


def drawn_from(tournament: Tournament, round: int) -> tuple[Tournament, Round] | None:  # noqa: A002  the same
    """Return the tournament as it was when a round was drawn last, and the round as drawn; None where it never was."""
    found, before = None, None
    for fact in tournament.facts:
        if before is not None and isinstance(fact.said, Drawn) and fact.said.round == round:
            found = before, fact.said.drawn
        before = fact.apply(before)
    return found


def is_as_drawn(before: Tournament, drawn: Round, round: int) -> bool | None:  # noqa: A002  the same
    """Return whether a round, as `drawn_from` has it, is what its seed gives, or its cards, drawn once more.

    None where it was drawn by hand, or in a way that is not known.
    """
    if drawn.method not in (METHOD, METHOD_BY_PLACE):
        return None
    try:
        return following(before, before.rounds[: round - 1]) == drawn
    except Refused:
        return False


def meetings(tournament: Tournament, round: int) -> tuple[int, int]:  # noqa: A002  what everybody calls it
    """Return how many pairs at the tables of a round have met before, and how many are of one group kept apart."""
    *before, now = ([pair for table in one.tables for pair in _pairs(table)] for one in tournament.rounds[:round])
    met = set(chain.from_iterable(before))
    groups = {number: _groups(one, tournament.rules) for number, one in tournament.entrants.items()}
    both = [zip(groups[one], groups[other], strict=True) for one, other in now]
    return sum(pair in met for pair in now), sum(any(mine == his != "" for mine, his in pair) for pair in both)


def sizes_of(people: int) -> tuple[int, ...]:
    """Return how many sit at each table if everybody does: four, at the last ones five, or more where it must be.

    As few and as small larger tables as there can be: 5 are one table, as are 6 and 7, and 11 are five and six. ()
    where there are fewer than four.
    """
    tables = people // TABLE
    if not tables:
        return ()
    least, more = divmod(people, tables)
    return (least,) * (tables - more) + (least + 1,) * more


def lacking(here: int, fills: int, rules: Rules) -> str:
    """Return who has to come before so many people can be seated, "" where they can."""
    needed = -here % TABLE if rules.remainder == FILLED else 0
    if needed > fills:
        return _n(
            "{n} more standing substitute is needed for tables of four: there are {people} people",
            "{n} more standing substitutes are needed for tables of four: there are {people} people",
            needed - fills,
            people=here,
        )
    return _few(here) if here + needed < TABLE else ""


def _few(people: int) -> str:
    return _n("{n} person is here: a table needs four", "{n} people are here: a table needs four", people)


def _groups(one: Entrant, rules: Rules) -> tuple[str, ...]:
    """Return team and club of somebody as they are compared; "" where there is none, or it does not matter."""
    return tuple(getattr(one, group).casefold() if group in rules.apart else "" for group in GROUPS)


def _pairs(table: Iterable[int]) -> Iterator[tuple[int, int]]:
    return combinations(sorted(table), 2)


def _known(everybody: Sequence[Entrant], before: Sequence[Round], rules: Rules) -> _Known:
    place = {one.number: at for at, one in enumerate(everybody)}
    teams, clubs = zip(*(_groups(one, rules) for one in everybody), strict=True)
    groups = [(weight, of) for weight, of in ((meeting.SAME_TEAM, teams), (meeting.SAME_CLUB, clubs)) if any(of)]
    earlier = [tuple([tuple([place[one] for one in table if one in place]) for table in was.tables]) for was in before]
    stood = Counter(one for was in before for one in was.byes)
    fills = [at for at, one in enumerate(everybody) if one.fills]
    byes = [stood[one.number] for one in everybody]
    return _Known(len(everybody), tuple(fills), tuple(groups), tuple(earlier), tuple(byes))


# -- the round --------------------------------------------------------------------------------------


def _chosen(known: _Known, rules: Rules, number: int, steps: meeting.Steps, depth: int = 0) -> _Chosen:
    """Return the best round of several tries: what it costs decides, then what those after it will cost.

    The first is taken for which neither can be less. The rounds after it are drawn from the same lots as they will be
    then: if the same people are here, they are at least as good as they were thought to be.
    """
    standing, hall = _hall(known, rules)
    # before anybody has met all tables are alike, if it does not matter who sits at them
    alike = not (known.earlier or known.groups or (known.fills and hall.bench))
    ahead = number < rules.rounds and depth < AHEAD and known.people <= SEARCHED and not alike
    best = _Chosen(NONE_YET, proved=False)
    seen: set[tuple[tuple[int, ...], ...]] = set()
    for turn in range(1 if depth else TRIES):
        order = Lots(rules.seed, f"round {number} try {turn + 1}").shuffled(hall.people)
        found, cheapest = _tried(order, hall, steps)
        tables = tuple(sorted([tuple(sorted(table)) for table in found.tables]))
        if found.cost <= best.cost and tables not in seen:
            seen.add(tables)
            byes = (*standing, *found.bench) if rules.remainder == BYES else ()
            later = _chosen(_after(known, found, byes), rules, number + 1, steps, depth + 1) if ahead else _Chosen()
            proved = found.cost <= hall.least and later.proved
            tried = _Chosen(found.cost, later.cost + later.later, tables, byes, proved)
            best = min(best, tried, key=itemgetter(0, 1))
        if best.proved or (cheapest and not ahead) or steps.left <= 0:
            break
    return best


def _tried(order: Sequence[int], hall: meeting.Hall, steps: meeting.Steps) -> tuple[meeting.Seated, bool]:
    """Return the tables that an order by lot leads to, and whether it is known that none cost less."""
    steps.left -= len(order)
    found = meeting.Swaps(order, hall, steps).ended()
    if found.cost <= hall.least or len(order) > SEARCHED:
        return found, found.cost <= hall.least
    few = meeting.Steps(min(steps.left, EXACT_STEPS))
    steps.left -= few.left
    every_way = len(order) <= EVERY_WAY
    better = None
    if every_way or not hall.least:
        better = meeting.Search(order, hall, found.cost if every_way else 1, few, strangers=not every_way).found
    steps.left += few.left
    best = better or found
    return best, best.cost <= hall.least or (every_way and few.left > 0)


def _after(known: _Known, found: meeting.Seated, byes: Sequence[int]) -> _Known:
    """Return what the next round depends on."""
    more = [times + (one in byes) for one, times in enumerate(known.byes)]
    return known._replace(earlier=(*known.earlier, found.tables), byes=tuple(more))


def _hall(known: _Known, rules: Rules) -> tuple[tuple[int, ...], meeting.Hall]:
    """Return who has no table in any case, and the round of the others."""
    people, may_stand, standing, bench = list(range(known.people)), [False] * known.people, [], 0
    if rules.remainder == BYES and known.people % TABLE:
        bench = known.people % TABLE
        fair = sorted(known.byes)[bench - 1]
        standing = [one for one in people if known.byes[one] < fair]
        may_stand = [times == fair for times in known.byes]
        people = [one for one in people if known.byes[one] >= fair]
        bench -= len(standing)
    elif rules.remainder == FILLED:
        bench = len(known.fills) - -(known.people - len(known.fills)) % TABLE
        for one in known.fills:
            may_stand[one] = True
    sizes = sizes_of(len(people) - bench)
    hall = meeting.Hall(
        tuple(people), _weights(known), sizes, bench, may_stand, _least(known, people, len(sizes), bench)
    )
    return tuple(standing), hall


def _weights(known: _Known) -> list[list[int]]:
    """Return what each pair weighs, for whom and with whom."""
    weights = [[0] * known.people for _one in range(known.people)]
    times = Counter(pair for tables in known.earlier for table in tables for pair in _pairs(table))
    met = ((meeting.AGAIN + meeting.ONCE * often, pair) for pair, often in times.items())
    groups = ((weight, _members(range(known.people), groups)) for weight, groups in known.groups)
    alike = ((weight, pair) for weight, every in groups for members in every for pair in _pairs(members))
    for weight, (one, other) in chain(met, alike):
        weights[one][other] += weight
        weights[other][one] += weight
    return weights


def _members(people: Iterable[int], groups: Sequence[str]) -> list[list[int]]:
    """Return the people of each group."""
    members: dict[str, list[int]] = {}
    for one in people:
        if groups[one]:
            members.setdefault(groups[one], []).append(one)
    return list(members.values())


def _least(known: _Known, people: Sequence[int], tables: int, bench: int) -> int:
    """Return a sum that no tables go below, whoever has none: more people than tables cannot all be apart.

    What those of a table before cost counts for each round before, if until then nobody had met twice; else for one.
    """
    least = 0
    for weight, groups in known.groups:
        least += weight * _least_pairs([len(one) for one in _members(people, groups)], tables, bench)
    here = set(people)
    rounds = [_least_pairs([len(here.intersection(one)) for one in before], tables, bench) for before in known.earlier]
    pairs = [pair for before in known.earlier for table in before for pair in _pairs(table)]
    again = sum(rounds) if len(set(pairs)) == len(pairs) else max(rounds)
    return least + (meeting.AGAIN + meeting.ONCE) * again


def _least_pairs(groups: Iterable[int], tables: int, bench: int) -> int:
    """Return how many pairs of the same group share a table at least, with these numbers of people in the groups."""
    left = list(groups)
    for _one in range(bench if left else 0):
        # without a table is who spares the most
        largest = max(range(len(left)), key=left.__getitem__)
        left[largest] = max(left[largest] - 1, 0)
    least = 0
    for people in left:
        each, more = divmod(people, tables)
        least += tables * (each * (each - 1) // 2) + more * each
    return least


def _seats(tables: Iterable[Sequence[int]], numbers: Sequence[int], lots: Lots) -> list[tuple[int, ...]]:
    """Return start numbers at tables and seats by lot, whatever the search has done; larger tables come last."""
    inside = [sorted([numbers[one] for one in table]) for table in tables]
    inside.sort(key=lambda table: (len(table), table))
    order = [table for _size, alike in groupby(inside, key=len) for table in lots.shuffled(alike)]
    return [tuple(lots.shuffled(table)) for table in order]


# -- start cards ------------------------------------------------------------------------------------


def cards(people: int, rounds: int, remainder: str = FIVES) -> tuple[Round, ...]:
    """Return who sits where in each round by start cards, numbered from 1 on: they can be printed beforehand.

    With k tables, card c begins at table 1 + (c - 1) mod k: the first k cards are a column, the next k another, and so
    on. In each later round all of a column move on by the same number of tables, the first column by none; behind table
    k comes table 1. So those of a column never meet, and two people of different columns meet again only if one column
    has stood as far behind the other before. How far each moves is the first choice, counting up, with which the fewest
    meet again. Where k is a power of two, tables are counted from 0 and moved by exclusive or, with which 16 people
    meet for four rounds and not for two.

    The people who are more than four for each table are the last cards. At tables of five they are a fifth column. With
    byes they have none in the first round, and in each later one the places of others who had the fewest. Seats are
    in the order of the columns, and in each round the next column deals first. Refused with fewer than four people.
    """
    if people < TABLE:
        raise Refused(_few(people))
    tables, more = divmod(people, TABLE)
    seated = people - more if remainder == BYES else people
    drawn: list[Round] = []
    for turn, offsets in enumerate(_moves(seated, tables, rounds)):
        at: list[list[int]] = [[] for _table in range(tables)]
        for card in range(seated):
            column, base = divmod(card, tables)
            at[_moved(base, offsets[column], tables)].append(card + 1)
        dealt = [(*table[turn % len(table) :], *table[: turn % len(table)]) for table in at]
        drawn.append(Round(tuple(dealt), method=METHOD) if seated == people else _with_byes(dealt, people, drawn))
    return tuple(drawn)


def _moved(base: int, by: int, tables: int) -> int:
    return base ^ by if tables & (tables - 1) == 0 else (base + by) % tables


def _moves(people: int, tables: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Yield how far each column is from where it began, in each round."""
    columns = -(-people // tables)
    full = [tables] * (people // tables) + [people % tables] * (columns > people // tables)
    # for each two columns and each distance, how often they have stood so
    stood = {pair: [0] * tables for pair in combinations(range(columns), 2)}
    for turn in range(rounds):
        moves = _fewest(full, stood, tables) if turn else (0,) * columns
        for (one, other), times in stood.items():
            times[_apart(moves[one], moves[other], tables)] += 1
        yield moves


def _apart(one: int, other: int, tables: int) -> int:
    return one ^ other if tables & (tables - 1) == 0 else (other - one) % tables


def _fewest(full: Sequence[int], stood: Mapping[tuple[int, int], Sequence[int]], tables: int) -> tuple[int, ...]:
    """Return the first moves for which the fewest meet again, of the fewest those who met least often."""
    best: tuple[int, ...] = (0,) * len(full)
    below, steps = 1 << 60, meeting.Steps(EXACT_STEPS)

    def tried(moves: tuple[int, ...], cost: int) -> None:
        nonlocal best, below
        column = len(moves)
        if column == len(full):
            best, below = moves, cost
            return
        for by in range(tables):
            steps.left -= 1
            if (steps.left <= 0 and below < 1 << 60) or not below:
                return
            more = cost
            for one, before in enumerate(moves):
                times = stood[one, column][_apart(before, by, tables)]
                more += full[column] * (meeting.AGAIN + times) if times else 0
            if more < below:
                tried((*moves, by), more)

    tried((0,), 0)
    return best


def _with_byes(dealt: Sequence[tuple[int, ...]], people: int, before: Sequence[Round]) -> Round:
    """Return the round in which the last cards sit in the places of others, who have had the fewest byes."""
    seated = sum(map(len, dealt))
    had = [0, *([len([1 for one in before if card in one.byes]) for card in range(1, people + 1)])]
    tables, byes = list(dealt), []
    met = [pair for one in before for table in one.tables for pair in _pairs(table)]
    for late in range(seated + 1, people + 1):
        if not before:
            byes.append(late)
            continue
        choice = [card for card in [*range(1, seated + 1), late] if card not in byes]
        fewest = min([had[card] for card in choice])
        costs = []
        for card in [card for card in choice if had[card] == fewest]:
            mates = [one for table in tables if card in table for one in table if one != card]
            costs.append((len([pair for pair in met if late in pair and any(one in pair for one in mates)]), card))
        card = min(costs)[1]
        byes.append(card)
        tables = [tuple([late if one == card else one for one in table]) for table in tables]
    return Round(tuple(tables), tuple(sorted(byes)), method=METHOD)


def _by_number(numbers: Sequence[int]) -> list[int]:
    """Return who has which card: their own number, and numbers that nobody has go to those beyond the last card."""
    own = [number for number in numbers if number <= len(numbers)]
    others = iter([number for number in numbers if number > len(numbers)])
    return [card if card in own else next(others) for card in range(1, len(numbers) + 1)]


def not_as_drawn(tournament: Tournament) -> Iterator[str]:
    """Yield each round that was not drawn from its seed, though it says so: a file may say anything."""
    for number in range(1, len(tournament.rounds) + 1):
        found = drawn_from(tournament, number)
        if found and is_as_drawn(*found, number) is False:
            yield _("the draw of round {round} gives other seats than those recorded", round=number)
