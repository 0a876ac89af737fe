"""Who gets which prize, and the money of the day.

    places ──those who share one──▶ prizes of these places ──money: divided, things: by lot──▶ Award

All amounts are whole cents.
"""

from __future__ import annotations

from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import Refused
from sklog.language import _, _n
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key
from sklog.scoring.tariff import CENTS
from sklog.tournament import model
from sklog.tournament.lots import Lots
from sklog.tournament.ranking import at_table, clubs, ranking, teams
from sklog.tournament.words import prize_phrases, rules_words, tables_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.tournament.model import Entrant, Prize, Tournament
    from sklog.tournament.ranking import GroupStanding, Standing


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


class _Pool(NamedTuple):
    """People by places, each group those who share one, and the prizes for these places; round and table of a table's.

    People are start numbers, teams and clubs are names.
    """

    groups: Sequence[Sequence[Any]]
    prizes: Sequence[Prize]
    round: int = 0
    table: int = 0


def awards(tournament: Tournament) -> tuple[Award, ...]:
    """Return who gets what as the tournament stands, each kind of prize by its places.

    Who missed a round gets no prize for a place, and the next one moves up; a team or a club needs enough people. The
    place of a prize for the last counts from the end: 1 is the last. One for a table's best is given at every table of
    each round, by that list alone. Lots are drawn from the tournament's seed.
    """
    return tuple([award for pool in _pools(tournament) for award in _given(tournament, pool)[0]])


def not_given(tournament: Tournament) -> tuple[Prize, ...]:
    """Return the prizes that nobody gets: for places that nobody has, and of tables whose list is not in."""
    return tuple([prize for pool in _pools(tournament) for prize in _given(tournament, pool)[1]])


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
    first = {name_key(tournament.entrants[number].team): number for number in reversed(ranked)}
    for team, number in first.items():
        found[number] += tournament.rules.team_fee if team else 0
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


def statutes(tournament: Tournament) -> tuple[tuple[str, list[str]], ...]:
    """Return by what a tournament is held and what there is to win, each below its heading."""
    rules = [*rules_words(tournament.rules), _("seed of the lots {seed}", seed=tournament.rules.seed)]
    return (_("Rules"), rules), (_("Prizes"), [*prize_phrases(tournament.prizes), *all_words(tournament)])


# -- who may win what -------------------------------------------------------------------------------


def _pools(tournament: Tournament) -> Iterator[_Pool]:
    """Yield everybody who can win something, by places, with the prizes for these."""
    wanted: dict[str, list[Prize]] = {}
    for prize in set_out(tournament):
        wanted.setdefault(prize.whose, []).append(prize)
    yield from (_Pool(people(tournament), wanted[whose]) for whose, people in _PEOPLE.items() if whose in wanted)
    if prizes := wanted.get(model.ABOVE):
        yield from [_Pool([[one]], prizes) for one in _above(tournament)] or [_Pool((), prizes)]
    if prizes := wanted.get(model.TABLE_BEST):
        tables = ((at, 1 + table) for at, one in enumerate(tournament.rounds, 1) for table in range(len(one.tables)))
        best = ((where, [numbers for numbers, _points in at_table(tournament, *where)]) for where in tables)
        yield from [_Pool(groups, prizes, *where) for where, groups in best] or [_Pool((), prizes)]


def _everybody(
    tournament: Tournament,
    worse: Callable[[Standing], int] = lambda one: one.place or 0,
    of: Callable[[Entrant], bool] = lambda _one: True,
) -> list[list[int]]:
    """Return who missed no round and has a list in, by places; or by something else, the least first; or some alone."""
    complete = [one for one in ranking(tournament).placed if one.complete and of(one.entrant)]
    ordered = sorted(complete, key=lambda one: (worse(one), one.entrant.number))
    return [[one.entrant.number for one in group] for _worse, group in groupby(ordered, key=worse)]


def _above(tournament: Tournament) -> list[int]:
    """Return everybody who has more than 0 points."""
    return [one.entrant.number for one in ranking(tournament).placed if one.complete and one.points > 0]


def _by_places(groups: Iterable[GroupStanding]) -> list[list[str]]:
    """Return the teams or clubs that have a place."""
    shared = groupby((one for one in groups if one.complete), key=attrgetter("place"))
    return [[one.name for one in group] for _place, group in shared]


_PEOPLE: Mapping[str, Callable[[Tournament], Sequence[Sequence[Any]]]] = {
    model.ALL: _everybody,
    model.TEAMS: lambda tournament: _by_places(teams(tournament)),
    model.CLUBS: lambda tournament: _by_places(clubs(tournament)),
    model.LAST: lambda tournament: _everybody(tournament)[::-1],
    model.ZERO: lambda tournament: _everybody(tournament, lambda one: abs(one.points)),
    model.BEST_SINGLE: lambda tournament: _everybody(
        tournament, lambda one: -max(each.points for each in one.rounds if each)
    ),
    model.WOMEN: lambda tournament: _everybody(tournament, of=lambda one: model.WOMEN in one.classes),
    model.YOUTH: lambda tournament: _everybody(tournament, of=lambda one: model.YOUTH in one.classes),
}


def _by_lot(tournament: Tournament, pool: _Pool, group: Sequence[Any]) -> Sequence[Any]:
    """Return some in the order in which they come if all are drawn once: it does not depend on who shares a place."""
    groups = pool.prizes[0].whose in (model.TEAMS, model.CLUBS)
    everybody = sorted(chain(*pool.groups) if groups else tournament.entrants)
    return sorted(group, key=Lots(tournament.rules.seed, "prizes").shuffled(everybody).index)


# -- who gets it ------------------------------------------------------------------------------------


def _given(tournament: Tournament, pool: _Pool) -> tuple[list[Award], list[Prize]]:
    """Return what is given to whom, and what to nobody."""
    found: list[Award] = []
    left = list(pool.prizes)
    place = 1
    for group in pool.groups:
        # those who share a place take the prizes of as many places as they are
        shared = [prize for prize in left if place <= prize.place < place + len(group)]
        left = [prize for prize in left if prize not in shared]
        found += _divided(tournament, pool, place, group, sorted(shared, key=attrgetter("place")))
        place += len(group)
    return found, left


def _divided(
    tournament: Tournament, pool: _Pool, place: int, group: Sequence[Any], prizes: Sequence[Prize]
) -> Iterator[Award]:
    """Yield what each of those who share a place gets of the prizes; who gets nothing is left out."""
    sums = [prize for prize in prizes if prize.cents is not None]
    things = [prize for prize in prizes if prize.cents is None]
    each, odd = divmod(sum(prize.cents or 0 for prize in sums), len(group))
    turns = _by_lot(tournament, pool, group) if things and len(group) > 1 else group
    # where everybody gets the same, nothing is drawn
    drawn = len(group) > 1 and (len({one.what for one in things}) > 1 or len(things) % len(group) > 0)
    for at, winner in enumerate(group):
        mine = things[turns.index(winner) :: len(group)]
        cents = each + (at < odd)
        if cents or mine:
            had = (*(sums if cents else ()), *mine)
            number, name = (winner, tournament.entrants[winner].name) if isinstance(winner, int) else (0, winner)
            what, by_lot = tuple([prize.what for prize in mine]), drawn and bool(mine)
            who = (pool.prizes[0].whose, place, number, name)
            yield Award(*who, cents, what, had, len(group), by_lot, pool.round, pool.table)
