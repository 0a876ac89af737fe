"""Who gets which prize, and the money of the day.

    places ──those who share one──▶ prizes of these places ──money: divided, things: by lot──▶ Award

All amounts are whole cents.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sklog.errors import Refused
from sklog.language import _, _n
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key
from sklog.scoring.tariff import CENTS
from sklog.tournament import model
from sklog.tournament.lots import Lots
from sklog.tournament.ranking import at_table, clubs, ranking, teams
from sklog.tournament.words import tables_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.tournament.model import Entrant, Prize, Tournament
    from sklog.tournament.ranking import GroupStanding, Standing

_One = TypeVar("_One", int, str)


class Award(NamedTuple):
    """What somebody gets: `cents` of money, and the things in `what`. A team or a club has no `number`, which is 0.

    `prizes` are those of the places that `shared` people share: their money is divided in whole cents, the cents left
    over go one each to the first start numbers (of teams: as they stand). Things that they share are drawn: `by_lot`.
    Round and table are those of a prize for a table's best, else 0.
    """

    whose: str
    place: int
    number: int
    name: str
    cents: int
    what: tuple[str, ...]
    prizes: tuple[Prize, ...]
    shared: int = 1
    by_lot: bool = False
    round: int = 0
    table: int = 0


class Cash(NamedTuple):
    """The money of the day, in cents: entry fees of all who are in the ranking, and prizes, given or not.

    `open` has who still owes how much, `over` who paid more than he owes: he gets it back, or it is a gift.
    """

    due: int
    paid: int
    open: tuple[tuple[int, int], ...]
    over: tuple[tuple[int, int], ...]
    prizes: int

    @property
    def left(self) -> int:
        """What is left of all fees that are due when all prizes of money are given; below 0 it lacks."""
        return self.due - self.prizes

    @property
    def in_hand(self) -> int:
        """What is left of what was paid when all prizes of money are given."""
        return self.paid - self.prizes


class _Winner(NamedTuple):
    """Who can get a prize, and his place in the lots."""

    number: int
    name: str
    lot: int


class _Pool(NamedTuple):
    """People by places, each group those who share one, and the prizes for these places."""

    groups: Sequence[Sequence[_Winner]]
    prizes: Sequence[Prize]
    round: int = 0
    table: int = 0


def awards(tournament: Tournament) -> tuple[Award, ...]:
    """Return who gets what as the tournament stands, each kind of prize by its places.

    Who missed a round gets no prize for a place, and the next one moves up; a team or a club needs enough people. The
    place of a prize for the last counts from the end: 1 is the last. One for a table's best is given at every table of
    each round, by that list alone. Lots are drawn from the tournament's seed.
    """
    return tuple([award for pool in _pools(tournament) for award in _given(pool)[0]])


def not_given(tournament: Tournament) -> tuple[Prize, ...]:
    """Return the prizes that nobody gets: for places that nobody has, and of tables whose list is not in."""
    return tuple([prize for pool in _pools(tournament) for prize in _given(pool)[1]])


def cash(tournament: Tournament) -> Cash:
    """Return the fees and the prizes of money. Who is here or played, and does not fill in, owes a fee."""
    owes = fees(tournament)
    owed = [(number, owes.get(number, 0) - one.paid) for number, one in sorted(tournament.entrants.items())]
    return Cash(
        due=sum(owes.values()),
        paid=sum(one.paid for one in tournament.entrants.values()),
        open=tuple([(number, cents) for number, cents in owed if cents > 0]),
        over=tuple([(number, -cents) for number, cents in owed if cents < 0]),
        prizes=prize_money(tournament),
    )


def fees(tournament: Tournament) -> dict[int, int]:
    """Return what each owes, in cents, by start number: a team's fee is with its first number."""
    ranked = sorted(one.entrant.number for one in ranking(tournament).standings)
    found = dict.fromkeys(ranked, tournament.rules.fee)
    first: dict[str, int] = {}
    for number in ranked:
        if team := name_key(tournament.entrants[number].team):
            first.setdefault(team, number)
    for number in first.values():
        found[number] += tournament.rules.team_fee
    return found


def due(tournament: Tournament, number: int, cents: int | None) -> int:
    """Return what somebody pays, in cents: as said, else what is still open. Raises Refused where that cannot be."""
    one, fee = tournament.entrants[number], fees(tournament).get(number, tournament.rules.fee)
    said = {"person": tournament.called(number), "paid": money(one.paid, CENTS)}
    if cents is not None:
        if one.paid + cents < 0:
            back = money(-cents, CENTS)
            raise Refused(_("{person} has paid {paid}: {back} cannot be given back", back=back, **said))
        return cents
    if not fee:
        raise Refused(_("the tournament has no entry fee: give an amount"))
    if one.paid >= fee:
        raise Refused(_("{person} has already paid: give an amount if there is more", **said))
    return fee - one.paid


def set_out(tournament: Tournament) -> list[Prize]:
    """Return what there is to win, a share of the fees as the money that it is by now."""
    due = sum(fees(tournament).values()) if any(one.percent for one in tournament.prizes) else 0
    return [one._replace(cents=due * one.percent // 100) if one.percent else one for one in tournament.prizes]


def prize_money(tournament: Tournament) -> int:
    """Return what all prizes of money come to, in cents, given or not: those of tables or people as often as there are.

    Before the first round is drawn nobody knows how often: then they count once.
    """
    times = {model.TABLE_BEST: tournament.tables or 1}
    if any(one.whose == model.ABOVE for one in tournament.prizes):
        times[model.ABOVE] = len(_above(tournament)) if tournament.tables else 1
    return sum((one.cents or 0) * times.get(one.whose, 1) for one in set_out(tournament))


def all_words(tournament: Tournament) -> list[str]:
    """Return how many prizes there are, what their money comes to, and what of it is for each table's best."""
    total, prizes = money(prize_money(tournament), CENTS), len(tournament.prizes)
    words = _n("{n} prize, {money} in money.", "{n} prizes, {money} in money.", prizes, money=total)
    return [words, *tables_note(tournament)] if prizes else []


# -- who may win what -------------------------------------------------------------------------------


def _pools(tournament: Tournament) -> list[_Pool]:
    """Return everybody who can win something, by places, with the prizes for these."""
    wanted: dict[str, list[Prize]] = {}
    for prize in set_out(tournament):
        wanted.setdefault(prize.whose, []).append(prize)
    found = [_Pool(_PEOPLE[whose](tournament), wanted[whose]) for whose in _PEOPLE if whose in wanted]
    if model.ABOVE in wanted:
        found += [_Pool([[one]], wanted[model.ABOVE]) for one in _above(tournament)] or [_Pool((), wanted[model.ABOVE])]
    if model.TABLE_BEST in wanted:
        people, tables = _people(tournament), []
        for at, drawn in enumerate(tournament.rounds, 1):
            for table in range(1, len(drawn.tables) + 1):
                best = at_table(tournament, at, table)
                groups = [[people[number] for number in numbers] for numbers, _points in best]
                tables.append(_Pool(groups, wanted[model.TABLE_BEST], at, table))
        found += tables or [_Pool((), wanted[model.TABLE_BEST])]
    return found


def _everybody(
    tournament: Tournament,
    worse: Callable[[Standing], int] = lambda one: one.place or 0,
    of: Callable[[Entrant], bool] = lambda _one: True,
) -> list[list[_Winner]]:
    """Return who missed no round and has a list in, by places; or by something else, the least first; or some alone."""
    people = _people(tournament)
    complete = [one for one in ranking(tournament).placed if one.complete and of(one.entrant)]
    ordered = sorted(complete, key=lambda one: (worse(one), one.entrant.number))
    return [[people[one.entrant.number] for one in group] for _worse, group in groupby(ordered, key=worse)]


def _above(tournament: Tournament) -> list[_Winner]:
    """Return everybody who has more than 0 points."""
    people = _people(tournament)
    return [people[one.entrant.number] for one in ranking(tournament).placed if one.complete and one.points > 0]


def _by_places(tournament: Tournament, groups: Iterable[GroupStanding]) -> list[list[_Winner]]:
    """Return the teams or clubs that have a place; their lots are drawn among all of them, by name."""
    complete = [one for one in groups if one.complete]
    lots = _lots(tournament.rules.seed, sorted(one.name for one in complete))
    shared = groupby(complete, key=attrgetter("place"))
    return [[_Winner(0, one.name, lots[one.name]) for one in group] for _place, group in shared]


_PEOPLE: Mapping[str, Callable[[Tournament], list[list[_Winner]]]] = {
    model.ALL: _everybody,
    model.TEAMS: lambda tournament: _by_places(tournament, teams(tournament)),
    model.CLUBS: lambda tournament: _by_places(tournament, clubs(tournament)),
    model.LAST: lambda tournament: _everybody(tournament)[::-1],
    model.ZERO: lambda tournament: _everybody(tournament, lambda one: abs(one.points)),
    model.BEST_SINGLE: lambda tournament: _everybody(
        tournament, lambda one: -max(each.points for each in one.rounds if each)
    ),
    model.WOMEN: lambda tournament: _everybody(tournament, of=lambda one: model.WOMEN in one.classes),
    model.YOUTH: lambda tournament: _everybody(tournament, of=lambda one: model.YOUTH in one.classes),
}


def _people(tournament: model.Tournament) -> Mapping[int, _Winner]:
    """Return everybody by start number, with his place in the lots."""
    lots = _lots(tournament.rules.seed, sorted(tournament.entrants))
    return {number: _Winner(number, tournament.entrants[number].name, lot) for number, lot in lots.items()}


def _lots(seed: str, everybody: Sequence[_One]) -> Mapping[_One, int]:
    """Return when each of all these comes if they are drawn once: it does not depend on who shares a place."""
    return {one: place for place, one in enumerate(Lots(seed, "prizes").shuffled(everybody))}


# -- who gets it ------------------------------------------------------------------------------------


def _given(pool: _Pool) -> tuple[list[Award], list[Prize]]:
    """Return what is given to whom, and what to nobody."""
    found: list[Award] = []
    left = list(pool.prizes)
    place = 1
    for group in pool.groups:
        # those who share a place take the prizes of as many places as they are
        shared = [prize for prize in left if place <= prize.place < place + len(group)]
        left = [prize for prize in left if prize not in shared]
        found += _divided(pool, place, group, sorted(shared, key=lambda prize: prize.place))
        place += len(group)
    return found, left


def _divided(pool: _Pool, place: int, group: Sequence[_Winner], prizes: Sequence[Prize]) -> list[Award]:
    """Return what each of those who share a place gets of the prizes; who gets nothing is left out."""
    sums = [prize for prize in prizes if prize.cents is not None]
    things = [prize for prize in prizes if prize.cents is None]
    each, odd = divmod(sum(prize.cents or 0 for prize in sums), len(group))
    turns = sorted(group, key=lambda winner: winner.lot)
    # where everybody gets the same, nothing is drawn
    drawn = len(group) > 1 and (len({one.what for one in things}) > 1 or len(things) % len(group) > 0)
    found = []
    for at, winner in enumerate(group):
        mine = things[turns.index(winner) :: len(group)]
        cents = each + (at < odd)
        if cents or mine:
            had = (*(sums if cents else ()), *mine)
            who = (pool.prizes[0].whose, place, winner.number, winner.name)
            what, by_lot = tuple([prize.what for prize in mine]), drawn and bool(mine)
            found.append(Award(*who, cents, what, had, len(group), by_lot, pool.round, pool.table))
    return found
