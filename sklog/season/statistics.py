"""What is counted of a season: hands for everybody dealt in, games, seats, what was doubled; and luck."""

from __future__ import annotations

from collections import defaultdict
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.scoring.deals import Deal, Night, deals
from sklog.scoring.games import ONE_AGAINST_ALL, THROWN_IN
from sklog.scoring.hand import Played
from sklog.scoring.outcome import ROLES, Outcome, role_of
from sklog.scoring.state import Line
from sklog.scoring.tariff import holds_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Dealt, Names
    from sklog.scoring.outcome import RamschOutcome
    from sklog.season.outstanding import Season

    Alike = Any
    Model = Any
    """A hand that is as its model, and that, as the room `likeness` has them where it is here."""
    Called = tuple[str, str]  # how somebody is called in a hand, and the declarer whose partner he was ("": as here)


# -- luck, against coin tosses -------------------------------------------------------------------------

FEWEST_HANDS = 20
"""With fewer hands the share of coin-toss seasons is only a guess."""
HARDLY = 0.05
"""A total that fewer coin-toss seasons reach is hardly luck."""


class Luck(NamedTuple):
    """How far a total is from 0, against coin tosses.

    `swing` (cents or points) is how far from 0 a season typically ends in which a coin decides whether each hand's
    amount is won or lost. `ratio` is total / swing, None without any amount. `chance` is the share of such seasons
    that end at least so far from 0, None with too few hands.
    """

    swing: float
    ratio: float | None
    chance: float | None


def luck(total: int, squares: int, hands: int) -> Luck:
    """Return what chance makes of `hands` amounts that add up to `total`, and whose squares to `squares`.

    Many tosses add up to a normal distribution around 0; the swing is its standard deviation.
    """
    swing = sqrt(squares)
    if not swing:
        return Luck(swing, None, None)
    ratio = total / swing
    return Luck(swing, ratio, erfc(abs(ratio) / sqrt(2)) if hands >= FEWEST_HANDS else None)


# -- people and games ----------------------------------------------------------------------------------


DECLARER, PARTNER, OPPONENT, RAMSCH, OTHER = ROLES

CALLER, SOLOIST = "caller", "soloist"
"""A declarer with a partner, and one who plays alone."""

DEALER, FIRST, SECOND, THIRD, FOURTH = SEATS = ("dealer", "first", "second", "third", "fourth")
"""Where somebody sat: he dealt, or played first, second or third; fourth where the dealer was not dealt in."""

KLOPFER, KONTRA, BOCK = DOUBLED = ("klopfer", "kontra", "bock")
"""What doubles a hand."""


class Tally:
    """Hands of one kind. `amount` is what they brought, `value` the sum of their prices, in cents or points.

    `squares` is the sum of the squared amounts. What ended in a draw is neither won nor lost.
    """

    __slots__ = ("amount", "hands", "lost", "squares", "value", "won")

    def __init__(self) -> None:
        self.hands = self.won = self.lost = self.amount = self.value = self.squares = 0

    def count(self, result: int, amount: int, value: int, times: int = 1) -> None:
        """Count one more hand, or so many that are alike; `result` is above 0 where it was won, below 0 where lost."""
        self.hands += times
        self.amount += amount * times
        self.squares += amount * amount * times
        self.value += value * times
        if result > 0:
            self.won += times
        elif result < 0:
            self.lost += times


FEWEST_FOR_AN_INTERVAL = 30
"""With fewer hands a mean may be anything, and no normal distribution says how far off it is."""
QUANTILE = 1.959963984540054
"""So many standard deviations to both sides hold 95% of a normal distribution."""


def margin(hands: Tally) -> float | None:
    """Return how far the mean amount of these hands may be off by chance: the half of its 95% interval.

    That is the normal one of a mean, with the deviation of the hands themselves, in cents or points; None with too few.
    """
    count = hands.hands
    if count < FEWEST_FOR_AN_INTERVAL:
        return None
    return QUANTILE * sqrt((count * hands.squares - hands.amount * hands.amount) / (count - 1)) / count


class Person:
    """What is counted of one person, over all hands that were dealt to him and played.

    `roles` has what he was in them, and CALLER and SOLOIST beside DECLARER. `declared` has the games that he declared,
    `partner_of` the declarers whose partner he was. `kontra` are hands in which he said Kontra, `re` those in which he
    said an answer to it, `doubled` those in which his side was given one; `unnamed` are those in which an opponent said
    it, and nobody noted whether it was he. `schneider` and `schwarz` are won where they were made and lost where they
    were suffered. `laufende` are hands with Laufende on his side, `against` those with Laufende on the other; `run`
    adds up the own ones. `ramsch_lost` are hands of Ramsch for which he paid.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.all = Tally()
        self.roles = {role: Tally() for role in (*ROLES, CALLER, SOLOIST)}
        self.declared: defaultdict[str, Tally] = defaultdict(Tally)
        self.partner_of: defaultdict[str, Tally] = defaultdict(Tally)
        self.kontra, self.re, self.doubled, self.unnamed, self.knocked = (Tally() for _number in range(5))
        self.schneider, self.schwarz, self.laufende, self.against = (Tally() for _number in range(4))
        self.ramsch_lost, self.jungfrau, self.durchmarsch = (Tally() for _number in range(3))
        self.run = self.longest = 0

    def count_deal(self, deal: Deal, result: int, called: Called = ("", ""), times: int = 1) -> None:
        """Count one more hand, or so many that are alike; `result` as in a tally.

        `called` is what this person, and the declarer whose partner he was, are called otherwise in the hand.
        """
        name, declarer = called[0] or self.name, called[1]
        amount, outcome = deal.amount(name), deal.score.outcome
        for tally in self._tallies(deal, name, declarer, result):
            tally.count(result, amount, deal.score.value, times)
        if isinstance(outcome, Outcome) and _has_laufende(name, outcome):
            self.run += outcome.laufende * times
            self.longest = max(self.longest, outcome.laufende)

    def _tallies(self, deal: Deal, name: str, declarer: str, result: int) -> Iterator[Tally]:
        """Yield all that this hand is one of."""
        outcome = deal.score.outcome
        yield self.all
        if isinstance(outcome, Outcome):
            yield from self._of_game(deal.hand, name, declarer, outcome)
        elif outcome is not None:
            yield self.roles[RAMSCH]
            if result < 0 and outcome.winner is None:
                yield self.ramsch_lost
            if outcome.winner is None and name in outcome.jungfrauen:
                yield self.jungfrau
            if name == outcome.winner:
                yield self.durchmarsch
        if _is_named(name, deal.hand.klopfer):
            yield self.knocked

    def _of_game(self, hand: Dealt, name: str, declarer: str, outcome: Outcome) -> Iterator[Tally]:
        role = role_of(name, outcome)
        yield self.roles[role]
        if role == DECLARER:
            yield self.declared[outcome.game.name]
            yield self.roles[SOLOIST if outcome.game.shape in ONE_AGAINST_ALL else CALLER]
        if role == PARTNER:
            yield self.partner_of[declarer or outcome.declarers[0]]
        if outcome.schneider:
            yield self.schneider
        if outcome.schwarz:
            yield self.schwarz
        if outcome.laufende and role != OTHER:  # else nobody noted whose they were
            yield self.laufende if _has_laufende(name, outcome) else self.against
        if outcome.kontra and isinstance(hand, Played):
            declared = name in outcome.declarers
            if declared:
                yield self.doubled
            elif isinstance(hand.kontra, int) and hand.kontra and outcome.declarers:
                yield self.unnamed
            if _is_named(name, hand.kontra):
                yield self.re if declared else self.kontra


def _has_laufende(name: str, outcome: Outcome) -> bool:
    """Whether it was noted that there were Laufende on the side of somebody."""
    noted = bool(outcome.laufende and outcome.declarers)
    return noted and (name in outcome.winners) == outcome.held_by_winners


def deal_of(model: Model) -> Deal:
    """Return a model as a deal, of no evening."""
    return Deal(_NOWHEN, 0, model.hand, model.table, model.score, model.tariff)


_NOWHEN = Night(0, "", "", "", "", {}, {})


def deals_or_alike(night: Night, dealt: Iterable[Line | Alike]) -> Iterator[Deal | Alike]:
    """Yield what was dealt in an evening, what is as its model as it is."""
    for one in dealt:
        if isinstance(one, Line):
            yield from deals(night, (one,))
        else:
            yield one


class Statistics:
    """What is counted of a season: people and games by their names, and hands of which not all is known.

    `deals` counts the hands and the deals that were thrown in, which are nobody's hand and stand among the games alone.
    A game's tally is its declarers': a Ramsch and a thrown-in deal are neither won nor lost. `doubled` has the hands
    that were doubled, by what and how often, whoever said it: (KLOPFER, 2). `seats` has what everybody got who sat
    there, all people together. `no_declarer` counts hands that note only who won, `no_klopfer` and `no_kontra` others
    that say only how often it was doubled.
    """

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.games: dict[str, tuple[Game, Tally]] = {}
        self.doubled: defaultdict[tuple[str, int], Tally] = defaultdict(Tally)
        self.seats = {seat: Tally() for seat in SEATS}
        self.deals = self.no_declarer = self.no_klopfer = self.no_kontra = 0
        self._noted: dict[Model, _DealsNoted] = {}

    def add(self, deal: Deal) -> None:
        """Count one more deal; one that was thrown in was nobody's hand."""
        self._count_hand(deal)
        if deal.score.outcome is None:
            return
        winners, losers = deal.sides
        for seat, name in zip(SEATS[1:], deal.table.active, strict=False):
            if name not in self.people:
                self.people[name] = Person(name)
            result = (name in winners) - (name in losers)
            self.people[name].count_deal(deal, result)
            self.seats[DEALER if name == deal.table.dealer else seat].count(result, deal.amount(name), deal.score.value)

    def note(self, alike: Alike) -> None:
        """Count one more deal that is as its model; `settle` counts what all of these are."""
        model, active, dealer, places, _fact = alike
        if (noted := self._noted.get(model)) is None:
            noted = self._noted[model] = _DealsNoted(model)
            game = noted.deal.score.outcome.game  # type: ignore[union-attr]  # a model is of a game
            self.games.setdefault(game.name, (game, Tally()))  # in the order in which they were first played
        noted.times += 1
        known, people, seats = self.people, noted.people, noted.seats
        for seat, (name, place) in enumerate(zip(active, places, strict=True), 1):
            if name not in known:
                known[name] = Person(name)
            people[place][(name, active[places.index(0)]) if place == 1 else name] += 1
            seats[0 if name == dealer else seat][place] += 1

    def settle(self) -> None:
        """Count what was noted: each model as often as there were hands like it."""
        for noted in self._noted.values():
            deal = noted.deal
            self._count_hand(deal, noted.times)
            results = [(mark, deal.result(mark), deal.amount(mark)) for mark in deal.table.active]
            for (mark, result, _amount), people in zip(results, noted.people, strict=True):
                for who, times in people.items():
                    name, declarer = (who, "") if isinstance(who, str) else who
                    self.people[name].count_deal(deal, result, (mark, declarer), times)
            for seat, places in zip(SEATS, noted.seats, strict=True):
                for (_mark, result, amount), times in zip(results, places, strict=True):
                    self.seats[seat].count(result, amount, deal.score.value, times)
        self._noted.clear()

    def _count_hand(self, deal: Deal, times: int = 1) -> None:
        """Count what so many deals are to the whole table."""
        score, outcome, result = deal.score, deal.score.outcome, 0
        self.deals += times
        game = THROWN_IN if outcome is None else outcome.game
        if isinstance(outcome, Outcome) and outcome.won is not None:
            result = 1 if outcome.won else -1
        self.games.setdefault(game.name, (game, Tally()))[1].count(result, 0, score.value, times)
        if outcome and (outcome.klopfer or outcome.kontra or outcome.bock):
            said = {KLOPFER: (deal.tariff.klopfen, outcome.klopfer), BOCK: (deal.tariff.bock, outcome.bock)}
            counting = {what: often for what, (rule, often) in said.items() if rule and holds_in(rule, outcome.game)}
            for what, often in {KONTRA: outcome.kontra, **counting}.items():
                if often:
                    self.doubled[what, often].count(result, 0, score.value, times)
        if outcome is not None:
            self._count_nameless(deal.hand, outcome, times)

    def _count_nameless(self, hand: Dealt, outcome: Outcome | RamschOutcome, times: int) -> None:
        self.no_klopfer += times * (isinstance(hand.klopfer, int) and hand.klopfer > 0)
        if not isinstance(hand, Played) or not isinstance(outcome, Outcome):
            return
        if not outcome.declarers:
            self.no_declarer += times
        elif isinstance(hand.kontra, int) and hand.kontra:
            self.no_kontra += times


class _DealsNoted:
    """How often a deal was as a model: altogether, by its marks with whom as that, and by seats with which mark there.

    With the second of those whom the hand names stands the first, whose partner he may have been.
    """

    def __init__(self, model: Model) -> None:
        self.deal = deal_of(model)
        self.times = 0
        self.people = [defaultdict[str | tuple[str, str], int](int) for _mark in self.deal.table.active]
        self.seats = [[0] * len(self.people) for _seat in SEATS]


def _is_named(name: str, said: int | Names) -> bool:
    return not isinstance(said, int) and name in said


def statistics(deals: Iterable[Deal | Alike], season: Season) -> Statistics:
    """Count the hands in which one of the people who are shown was dealt in."""
    counted = Statistics()
    for deal in deals:
        if isinstance(deal, Deal):
            if any(map(season.shows, deal.table.active)):
                counted.add(deal)
        elif not season.people or any(map(season.shows, deal.active)):
            counted.note(deal)
    counted.settle()
    return counted
