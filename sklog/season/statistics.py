"""What is counted of a season: hands for everybody dealt in, luck, partners, and the seven characters."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate, combinations, pairwise, permutations, product
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sklog.scoring import games
from sklog.scoring.alike import Alike
from sklog.scoring.deals import Deal, Night, deals
from sklog.scoring.games import ONE_AGAINST_ALL, THROWN_IN
from sklog.scoring.hand import Played
from sklog.scoring.names import name_key
from sklog.scoring.outcome import ROLES, Outcome, role_of
from sklog.scoring.payout import parted
from sklog.scoring.tariff import holds_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.alike import Model
    from sklog.scoring.deals import Season
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Dealt, Names
    from sklog.scoring.outcome import RamschOutcome
    from sklog.scoring.payout import Score
    from sklog.scoring.state import Line

    Counted = tuple[int, int, int, int]  # what a tally adds
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
PARTS = (CALLER, PARTNER, OPPONENT, SOLOIST)
"""What somebody was in a hand with declarers, where who plays alone is told from who has a partner."""

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

    def add(self, result: int, amount: int, value: int, times: int = 1) -> None:
        """Count one more hand, or so many that are alike; `result` is above 0 where it was won, below 0 where lost."""
        self.hands += times
        self.amount += amount * times
        self.squares += amount * amount * times
        self.value += value * times
        if result > 0:
            self.won += times
        elif result < 0:
            self.lost += times

    @property
    def decided(self) -> int:
        """How many were won or lost."""
        return self.won + self.lost


def ratio(part: int, whole: int) -> float | None:
    """Return `part` divided by `whole`; None where `whole` is 0."""
    return part / whole if whole else None


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

    `declared` has the games that he declared, `calling` those of them with a partner and `alone` those without one,
    `partner_of` the declarers whose partner he was; `unsaid` are hands of which nobody noted who played. `kontra`
    are hands in which he said Kontra, `re` those in which he said an answer to it, `doubled` those in which his
    side was given one; `unnamed` are those in which an opponent said it, and nobody noted whether it was he.
    `schneider` and `schwarz` are won where they were made and lost where they were suffered. `laufende` are hands
    with Laufende on his side, `against` those with Laufende on the other; `run` adds up the own ones.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.all = Tally()
        self.roles = {role: Tally() for role in ROLES}
        self.declared: defaultdict[str, Tally] = defaultdict(Tally)
        self.partner_of: defaultdict[str, Tally] = defaultdict(Tally)
        self.kontra, self.re, self.doubled, self.knocked = Tally(), Tally(), Tally(), Tally()
        self.schneider, self.schwarz, self.laufende, self.against = Tally(), Tally(), Tally(), Tally()
        self.calling, self.alone = Tally(), Tally()
        self.unsaid = self.unnamed = self.run = self.longest = 0
        self.ramsch_lost = self.jungfrau = self.durchmarsch = 0

    def add(self, deal: Deal, result: int, called: Called = ("", ""), times: int = 1) -> None:
        """Count one more hand, or so many that are alike; `result` as in a tally.

        `called` is what this person, and the declarer whose partner he was, are called otherwise in the hand.
        """
        name, declarer = called[0] or self.name, called[1]
        amount, outcome = deal.amount(name), deal.score.outcome
        counted = result, amount, deal.score.value, times
        self.all.add(*counted)
        if isinstance(outcome, Outcome):
            self._count_played(name, outcome, counted, declarer)
            self._count_kontra(name, deal.hand, outcome, counted)
        elif outcome is not None:
            self.roles[RAMSCH].add(*counted)
            self.ramsch_lost += result < 0 and outcome.winner is None
            self.jungfrau += outcome.winner is None and name in outcome.jungfrauen
            self.durchmarsch += name == outcome.winner
        if _is_named(name, deal.hand.klopfer):
            self.knocked.add(*counted)

    def part(self, part: str) -> Tally:
        """Return the hands in which this person was one of `PARTS`."""
        return {CALLER: self.calling, SOLOIST: self.alone}.get(part) or self.roles[part]

    def _count_played(self, name: str, outcome: Outcome, counted: Counted, declarer: str) -> None:
        times = counted[-1]
        if outcome.schneider:
            self.schneider.add(*counted)
        if outcome.schwarz:
            self.schwarz.add(*counted)
        role = role_of(name, outcome)
        self.roles[role].add(*counted)
        if role == OTHER:
            self.unsaid += times
        elif role == DECLARER:
            self.declared[outcome.game.name].add(*counted)
            (self.alone if outcome.game.shape in ONE_AGAINST_ALL else self.calling).add(*counted)
        elif role == PARTNER:
            self.partner_of[declarer or outcome.declarers[0]].add(*counted)
        if outcome.laufende and role != OTHER:  # else nobody noted whose they were
            if (name in outcome.winners) == outcome.held_by_winners:
                self.laufende.add(*counted)
                self.run += outcome.laufende * times
                self.longest = max(self.longest, outcome.laufende)
            else:
                self.against.add(*counted)

    def _count_kontra(self, name: str, hand: Dealt, outcome: Outcome, counted: Counted) -> None:
        if not outcome.kontra or not isinstance(hand, Played):
            return
        declared = name in outcome.declarers
        if declared:
            self.doubled.add(*counted)
        elif isinstance(hand.kontra, int) and hand.kontra and outcome.declarers:
            self.unnamed += counted[-1]
        if _is_named(name, hand.kontra):
            (self.re if declared else self.kontra).add(*counted)


def deal_of(model: Model) -> Deal:
    """Return a model as a deal, of no evening."""
    return Deal(_NOWHEN, 0, model.hand, model.table, model.score, model.tariff)


_NOWHEN = Night(0, "", "", "", "", {}, {})


def deals_or_alike(night: Night, dealt: Iterable[Line | Alike]) -> Iterator[Deal | Alike]:
    """Yield what was dealt in an evening, what is as its model as it is."""
    for one in dealt:
        if isinstance(one, Alike):
            yield one
        else:
            yield from deals(night, (one,))


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
        self._noted: dict[Model, _Noted] = {}

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
            self.people[name].add(deal, result)
            self.seats[DEALER if name == deal.table.dealer else seat].add(result, deal.amount(name), deal.score.value)

    def note(self, alike: Alike) -> None:
        """Count one more deal that is as its model; `settle` counts what all of these are."""
        model, active, dealer, named = alike
        if (noted := self._noted.get(model)) is None:
            noted = self._noted[model] = _Noted(model)
            game = noted.deal.score.outcome.game  # type: ignore[union-attr]  # a model is of a game
            self.games.setdefault(game.name, (game, Tally()))  # in the order in which they were first played
        noted.times += 1
        known, people, seats, others = self.people, noted.people, noted.seats, len(named)
        for seat, name in enumerate(active, 1):
            if name not in known:
                known[name] = Person(name)
            place = named.get(name, others)
            people[place][(name, next(iter(named))) if place == 1 else name] += 1
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
                    self.people[name].add(deal, result, (mark, declarer), times)
            for seat, places in zip(SEATS, noted.seats, strict=True):
                for (_mark, result, amount), times in zip(results, places, strict=True):
                    self.seats[seat].add(result, amount, deal.score.value, times)
        self._noted.clear()

    def _count_hand(self, deal: Deal, times: int = 1) -> None:
        """Count what so many deals are to the whole table."""
        score, outcome, result = deal.score, deal.score.outcome, 0
        self.deals += times
        game = THROWN_IN if outcome is None else outcome.game
        if isinstance(outcome, Outcome) and outcome.won is not None:
            result = 1 if outcome.won else -1
        self.games.setdefault(game.name, (game, Tally()))[1].add(result, 0, score.value, times)
        if outcome and (outcome.klopfer or outcome.kontra or outcome.bock):
            said = {KLOPFER: (deal.tariff.klopfen, outcome.klopfer), BOCK: (deal.tariff.bock, outcome.bock)}
            counting = {what: often for what, (rule, often) in said.items() if rule and holds_in(rule, outcome.game)}
            for what, often in {KONTRA: outcome.kontra, **counting}.items():
                if often:
                    self.doubled[what, often].add(result, 0, score.value, times)
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


class _Noted:
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


# -- who earns with whom, and against whom ---------------------------------------------------------------


Partners = defaultdict[str, defaultdict[str, Tally]]
"""By name and partner: the hands with this partner, and what this person won with them."""


class Pair(NamedTuple):
    """Two people, the hands that they were on one side, and what both won with them together, in cents or points."""

    first: str
    second: str
    tally: Tally
    amount: int


class Duel(NamedTuple):
    """Two people, the hands that they were on opposite sides, and what went from the second to the first in them.

    `won` and `lost` are the first's. `amount` is in cents or points, halves rounded once they were added up.
    """

    first: str
    second: str
    hands: int
    won: int
    lost: int
    amount: int


class Company:
    """Who was on one side with whom, and who against whom, of the people who are shown.

    `partners` are of partner games, the declarers' side and the other: alone against three nobody chose a partner.
    `against` has the hands of two on opposite sides; its amounts are quarters of a cent or point.
    """

    def __init__(self) -> None:
        self.partners: Partners = defaultdict(lambda: defaultdict(Tally))
        self.against: Partners = defaultdict(lambda: defaultdict(Tally))

    def add(self, deal: Deal, season: Season) -> None:
        """Count one more hand."""
        outcome, value = deal.score.outcome, deal.score.value
        if isinstance(outcome, Outcome):
            winners, losers, result = outcome.winners, outcome.losers, 0 if outcome.draw else 1
        else:
            (winners, losers), result = deal.sides, 1
        if season.people:
            winners, losers = tuple(filter(season.shows, winners)), tuple(filter(season.shows, losers))
        if isinstance(outcome, Outcome) and outcome.game.shape == games.PARTNER:
            for side, ended in ((winners, result), (losers, -result)):
                for name, partner in permutations(side, 2):
                    self.partners[name][partner].add(ended, deal.amount(name), value)
        if winners and losers:
            paid = quarters(deal.score)
            for winner, loser in product(winners, losers):
                amount = paid.get((loser, winner), 0) - paid.get((winner, loser), 0)
                self.against[winner][loser].add(result, amount, value)
                self.against[loser][winner].add(-result, -amount, value)

    def duels(self) -> list[Duel]:
        """Return every two who were ever opponents: first who has got more from the other; the most first."""
        found = []
        for one, other in combinations(sorted(self.against, key=name_key), 2):
            if other in self.against[one]:
                first, second = (one, other) if self.against[one][other].amount >= 0 else (other, one)
                tally = self.against[first][second]
                found.append(Duel(first, second, tally.hands, tally.won, tally.lost, whole(tally.amount)))
        return sorted(found, key=lambda duel: (-duel.amount, -duel.hands))


def whole(amount: int) -> int:
    """Return quarters of a cent or point as whole ones; a half becomes the even one, so that nobody gains by it."""
    down, rest = divmod(amount, 4)
    return down + (rest > 2 or (rest == 2 and down % 2))


def quarters(made: Score) -> dict[tuple[str, str], int]:
    """Return what everybody who lost paid everybody who won, by (payer, payee), in quarters of a cent or point.

    One against all, and who alone loses a Ramsch, settles with each. Two who lose to two each pay both: what a tariff
    makes pay more pays both more, and what it makes get more gets more of both, so that no seat decides who paid whom.
    """
    found = {}
    for part in parted(made):
        paid = [(name, -amount) for name, amount in part.items() if amount < 0]
        got = [(name, amount) for name, amount in part.items() if amount > 0]
        several, total = len(paid) > 1 < len(got), sum(amount for _name, amount in got)
        for payer, owed in paid:
            for payee, due in got:
                found[payer, payee] = 2 * owed + 2 * due - total if several else 4 * min(owed, due)
    return found


def company(deals: Iterable[Deal], season: Season) -> Company:
    """Count who won with whom, and against whom."""
    found = Company()
    for deal in deals:
        found.add(deal, season)
    return found


def by_total(found: Partners) -> list[str]:
    """Return everybody, who earned most with all of the others first."""
    totals = {name: sum(tally.amount for tally in mates.values()) for name, mates in found.items()}
    return sorted(totals, key=lambda name: (-totals[name], name_key(name)))


def pairs(found: Mapping[str, Mapping[str, Tally]]) -> list[Pair]:
    """Return every pair that played together, the one that won most first."""
    made = [
        Pair(first, second, found[first][second], found[first][second].amount + found[second][first].amount)
        for first, second in combinations(sorted(found, key=name_key), 2)
        if second in found[first]
    ]
    return sorted(made, key=lambda pair: -pair.amount)


# -- the seven characters (document 000, appendix II) --------------------------------------------------

# The book describes people; the conditions are ours: every one compares a figure of somebody with a fixed limit, or
# with the average of the group. Nobody is forced into a character, and somebody may be several.

FEWEST_FOR_A_CHARACTER = 50
"""With fewer hands nobody has a character, and nobody counts for the average."""
FEWEST_PEOPLE = 3
"""With fewer people of so many hands there is no group to compare anybody with."""


class Figures(NamedTuple):
    """What the conditions ask about one person, or the average of a group; None where there is nothing to count.

    Shares are of 1, `balance` is a multiple of the swing (see `luck`), the last three are counts. What each of them
    counts stands word by word below the report: `sklog.season.reports.statistics`.
    """

    declared: float | None
    won: float | None
    alone: float | None
    kontra: float | None
    ramsch: float | None
    balance: float | None
    evenings: float | None
    top: float | None
    laufende: float | None
    with_them: float | None
    returned: float | None
    games: float
    groups: float
    hands: float


class Condition(NamedTuple):
    """A figure is `least` or more, and `most` or less; both as multiples of the average where it is `relative`."""

    figure: str
    least: float | None = None
    most: float | None = None
    relative: bool = True

    def of(self, figures: Figures) -> float | None:
        """Return the figure that it asks about."""
        found: float | None = getattr(figures, self.figure)
        return found

    def can_be_asked(self, average: Figures) -> bool:
        """Whether it means anything in this group: a relative one does not where the average is 0."""
        usual = self.of(average)
        return bool(usual) if self.relative else usual is not None

    def holds(self, own: Figures, average: Figures) -> bool:
        """Whether it is true of somebody."""
        figure, usual = self.of(own), self.of(average) if self.relative else 1.0
        if figure is None or usual is None:
            return False
        return (self.least is None or figure >= self.least * usual) and (
            self.most is None or figure <= self.most * usual
        )


class Character(NamedTuple):
    """One of the seven: what the book calls him, and what has to be true of him."""

    name: str
    conditions: tuple[Condition, ...]

    def asked(self, average: Figures) -> tuple[Condition, ...]:
        """Return the conditions that can be asked here: where nobody plays Ramsch, nobody loses most of them."""
        return tuple(one for one in self.conditions if one.can_be_asked(average))

    def fits(self, own: Figures, average: Figures) -> bool:
        """Whether somebody is one of these; a single condition is not enough to be called names."""
        asked = self.asked(average)
        return len(asked) > 1 and all(one.holds(own, average) for one in asked)


def _fixed(figure: str, least: float | None = None, most: float | None = None) -> Condition:
    return Condition(figure, least, most, relative=False)


FAIR, BOLD, WALL, WINNER, UNLUCKY, EXPERT, OBSESSED = CHARACTERS = (
    Character("Der Faire", (Condition("declared", least=0.9), _fixed("balance", -0.5, 0.5))),
    Character(
        "Der Risikofreudige",
        (Condition("declared", least=1.15), Condition("alone", least=1.0), Condition("won", most=1.0)),
    ),
    Character(
        "Der Maurer",
        (Condition("declared", most=0.85), Condition("kontra", least=1.15), Condition("ramsch", least=1.0)),
    ),
    Character("Der Immergewinner", (_fixed("balance", 1.0), _fixed("evenings", 0.6), _fixed("top", 0.9))),
    Character(
        "Der Pechvogel",
        (_fixed("balance", most=-1.0), Condition("laufende", least=1.0), Condition("with_them", most=1.0)),
    ),
    Character("Der Profi", (_fixed("groups", 2), Condition("games", least=1.0), Condition("won", least=1.1))),
    Character("Der Besessene", (Condition("hands", least=1.2), Condition("returned", least=1.0))),
)


class Portrait(NamedTuple):
    """One person: his figures, and which characters fit; no figures with too few hands."""

    name: str
    hands: int
    figures: Figures | None
    characters: tuple[Character, ...] = ()


class Gallery(NamedTuple):
    """Everybody's portraits, and the average that they are compared with: None where there is no group."""

    average: Figures | None
    portraits: tuple[Portrait, ...]


def gallery(people: Mapping[str, Person], season: Season) -> Gallery:
    """Return the portraits of those who are shown, by name. `people` are all who played in these evenings."""
    returned = _returned(season.nights)
    known = {name: _figures(one, season.nights, returned.get(name)) for name, one in people.items()
             if one.all.hands >= FEWEST_FOR_A_CHARACTER}  # fmt: skip
    average = _average(list(known.values())) if len(known) >= FEWEST_PEOPLE else None
    portraits = []
    for name in sorted(filter(season.shows, people), key=name_key):
        figures = known.get(name)
        fitting = [one for one in CHARACTERS if figures and average and one.fits(figures, average)]
        portraits.append(Portrait(name, people[name].all.hands, figures, tuple(fitting)))
    return Gallery(average, tuple(portraits))


def _average(known: Sequence[Figures]) -> Figures:
    """Return the mean of everybody's figures, each person counted once."""
    columns = ([figure for figure in column if figure is not None] for column in zip(*known, strict=True))
    return Figures(*(sum(column) / len(column) if column else None for column in columns))  # type: ignore[arg-type]


def _figures(person: Person, nights: Iterable[Night], returned: float | None) -> Figures:
    own = [night for night in nights if person.name in night.totals]
    totals = [night.totals[person.name] for night in own]
    curve = list(accumulate(totals))
    declared, against, ramsch = (person.roles[role] for role in (DECLARER, OPPONENT, RAMSCH))
    return Figures(
        declared=ratio(declared.hands, person.all.hands - person.unsaid),
        won=ratio(declared.won, declared.decided),
        alone=ratio(person.alone.hands, declared.hands),
        kontra=ratio(person.kontra.hands, against.hands - person.unnamed),
        ramsch=ratio(person.ramsch_lost, ramsch.hands),
        balance=luck(person.all.amount, person.all.squares, person.all.hands).ratio,
        evenings=ratio(sum(total > 0 for total in totals), len(totals)),
        top=ratio(curve[-1], max(curve)) if curve and curve[-1] > 0 else None,
        laufende=ratio(person.laufende.hands, person.laufende.hands + person.against.hands),
        with_them=ratio(person.laufende.won, person.laufende.decided),
        returned=returned,
        games=len(person.declared),
        groups=len({name_key(night.name) for night in own}),
        hands=person.all.hands,
    )


def _returned(nights: Iterable[Night]) -> dict[str, float]:
    """Return the share of lost evenings after which somebody came to the next one that had the same name."""
    groups: defaultdict[str, list[Night]] = defaultdict(list)
    for night in nights:
        groups[name_key(night.name)].append(night)
    came: defaultdict[str, list[bool]] = defaultdict(list)
    for one, following in (two for group in groups.values() for two in pairwise(group)):
        for name, total in one.totals.items():
            if total < 0:
                came[name].append(name in following.totals)
    return {name: sum(after) / len(after) for name, after in came.items()}
