"""A second opinion on the statistics of a season: counted once more, in plain Python over exported JSON.

It reads what `sklog export` and `report session --format json` print, and imports nothing of sklog: who won, and
with what, comes from the second opinion on hands, every amount from the answers.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from fractions import Fraction
from functools import cache
from math import exp, sqrt
from statistics import NormalDist, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

from second_opinion import as_said
from second_opinion_evening import Evening
from second_opinion_games import bettel, depth, sides, soloist_of_winners, verdict
from second_opinion_pairs import by_augen, in_order
from second_opinion_ramsch import durchmarsch, has_trick, ramsch_losers
from second_opinion_scene import Impossible, Map, Scene, part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ALONE = ("solo", "bettel")
ROLES = ("declarer", "partner", "opponent", "ramsch", "other")


class Told(NamedTuple):
    """One evening as JSON tells it: the entries, and the answer to each hand."""

    number: int
    name: str
    date: str
    unit: str
    tariff: Map
    players: list[str]
    entries: list[Map]
    answers: list[Map]
    balances: dict[str, int]

    def __hash__(self) -> int:
        """Return what tells this evening from others; nobody changes it."""
        return id(self)


class Played(NamedTuple):
    """One deal: who was dealt in, what it moved, and what became of it."""

    evening: Told
    active: list[str]
    hand: Map
    value: int
    amounts: dict[str, int]
    title: str
    shape: str
    winners: list[str]
    losers: list[str]
    declarers: list[str]
    schneider: bool = False
    schwarz: bool = False
    kontra: int = 0
    run: int = 0
    holders: tuple[str, ...] = ()
    virgins: tuple[str, ...] = ()
    marcher: str | None = None
    bock: int = 0
    klopfer: int = 0
    dealer: str = ""
    number: int = 0
    alone: str | None = None
    own: Map | None = None
    ranked: tuple[str, ...] = ()

    def result(self, name: str) -> int:
        """Return 1 for who won, -1 for who lost, else 0."""
        return (name in self.winners) - (name in self.losers)

    def role(self, name: str) -> str:
        """Return what somebody was."""
        if self.shape == "ramsch":
            return "ramsch"
        if not self.declarers:
            return "other"
        if name in self.declarers:
            return "partner" if self.declarers.index(name) else "declarer"
        return "opponent"


# -- what happened ------------------------------------------------------------------------------------


@cache
def dealt(told: Told) -> list[Played]:
    """Return every deal of an evening that counts; every table is counted from the same."""
    table, answers = Evening(told.tariff, told.players, told.players[0], 0, asks=False), iter(told.answers)
    found = []
    number = 0
    for entry in told.entries:
        answer = next(answers) if "game" in entry else None
        number += answer is not None
        if answer and entry["game"] != "posting" and not entry.get("void"):
            around = table.circumstances(entry)
            without = {**told.tariff, "stock": "none"}  # what the Stock moves is nobody's, and not in the answer
            own = as_said(without, around, entry)["postings"]
            found.append(played(told, around, entry, answer)._replace(dealer=around["dealer"], number=number, own=own))
        table.entry(entry)
    return found


def played(told: Told, table: Map, hand: Map, answer: Map) -> Played:
    """Return what became of one deal."""
    scene = Scene(told.tariff, table, hand)
    one = Played(told, scene.active, hand, answer["value"], answer["postings"], title(hand["game"]), scene.shape,
                 [], [], [])  # fmt: skip
    if scene.shape == "passed":
        return one
    # a tie over Kreuz costs nothing, and its steps do not say that it was doubled
    one = one._replace(bock=scene.bock if part(told.tariff, "bock") else 0, klopfer=scene.klopfer)
    return (a_ramsch if scene.shape == "ramsch" else a_game)(one, scene)


def title(name: str) -> str:
    """Return how people write a game."""
    odd = {"zusammengeworfen": "thrown in", "kreuz": "über Kreuz"}
    return odd.get(name) or "-".join(word.capitalize() for word in name.split("-"))


def a_ramsch(one: Played, scene: Scene) -> Played:
    """Return who lost a Ramsch, or made a Durchmarsch."""
    rules = part(scene.tariff, "ramsch") or {"durchmarsch": "none", "tie": []}
    marcher = durchmarsch(scene, part(rules, "durchmarsch"))
    if marcher:
        others = [name for name in one.active if name != marcher]
        return one._replace(winners=[marcher], losers=others, marcher=marcher)
    virgins = tuple(name for name in one.active if has_trick(scene, name) is False)
    if rules.get("losers", 1) == 2:
        winners, losers = ([name for name in one.active if one.amounts[name] * sign > 0] for sign in (1, -1))
        return one._replace(winners=winners, losers=losers, virgins=virgins, ranked=ranked(scene, list(rules["tie"])))
    losers = ramsch_losers(scene, list(rules["tie"]))
    if len(losers) == len(one.active):
        return one._replace(virgins=virgins)
    winners = [name for name in one.active if name not in losers]
    return one._replace(winners=winners, losers=losers, virgins=virgins)


def ranked(scene: Scene, tie: list[str]) -> tuple[str, ...]:
    """Return who has most, second and so on in a Ramsch that two lose; nobody where two of them tie."""
    groups = by_augen(scene, [name for name in scene.active if name in (scene.hand.get("losers") or ())])
    order = [name for group in groups for name in refined(scene, group, tie)]
    return tuple(order) if len(order) == len(scene.active) else ()


def refined(scene: Scene, group: list[str], tie: list[str]) -> list[str]:
    """Return those who tie in the order that the criteria make of them; nobody where they leave it open."""
    if len(group) == 1:
        return group
    known = tie and (tie[0] == "seat" or set(group) <= set(scene.hand.get(tie[0]) or {}))
    parts = in_order(scene, tie[0], group) if known else []
    return [name for one in parts for name in refined(scene, one, tie[1:])]


def a_game(one: Played, scene: Scene) -> Played:
    """Return who won a game with declarers, and with what."""
    if scene.hand.get("winners"):
        if scene.shape == "partner":
            winners = list(scene.hand["winners"])
            schwarz = bool(scene.hand.get("schwarz"))
            return one._replace(
                winners=winners,
                losers=[name for name in one.active if name not in winners],
                schneider=schwarz or bool(scene.hand.get("schneider")),
                schwarz=schwarz,
            )
        scene.hand = soloist_of_winners(scene)
    declarers = sides(scene)
    others = [name for name in one.active if name not in declarers]
    scene.kontra = depth(scene, declarers)
    won, schneider, schwarz = (bettel if scene.shape == "bettel" else verdict)(scene)
    run = 8 if scene.hand.get("sie") else scene.hand.get("laufende") or 0
    return one._replace(
        winners=[] if won is None else declarers if won else others,
        losers=[] if won is None else others if won else declarers,
        declarers=declarers,
        schneider=schneider,
        schwarz=schwarz,
        kontra=scene.kontra,
        run=run,
        holders=tuple(others if scene.hand.get("laufende_of") == "opponents" else declarers),
        alone=declarers[0] if scene.shape in ALONE else None,
    )


# -- counting -----------------------------------------------------------------------------------------


def mean(amount: int, count: int) -> float | None:
    """Return a mean to the hundredth."""
    return round(amount / count, 2) if count else None


def share(part_: int, whole: int) -> float | None:
    """Return a share to the ten-thousandth."""
    return round(part_ / whole, 4) if whole else None


class Hands:
    """Some deals as one person had them."""

    def __init__(self, name: str, deals: Iterable[Played]) -> None:
        self.name, self.deals = name, list(deals)

    def where(self, wanted: Callable[[Played], object]) -> Hands:
        """Return those that are wanted."""
        return Hands(self.name, filter(wanted, self.deals))

    def role(self, role: str) -> Hands:
        """Return those in which this person was this."""
        return self.where(lambda one: one.role(self.name) == role)

    @property
    def count(self) -> int:
        """How many."""
        return len(self.deals)

    @property
    def won(self) -> int:
        """How many were won."""
        return sum(one.result(self.name) > 0 for one in self.deals)

    @property
    def lost(self) -> int:
        """How many were lost."""
        return sum(one.result(self.name) < 0 for one in self.deals)

    @property
    def total(self) -> int:
        """What they moved."""
        return sum(one.amounts.get(self.name, 0) for one in self.deals)

    @property
    def value(self) -> float | None:
        """Their mean price."""
        return mean(sum(one.value for one in self.deals), self.count)

    def ended(self) -> Map:
        """Return how they ended."""
        return {"won": self.won, "lost": self.lost, "won_share": share(self.won, self.won + self.lost)}


def statistics(evenings: Iterable[Told], shown: list[str]) -> dict[str, list[Map]]:
    """Return the tables of `report stats`; the order of rows means nothing. Nobody named means everybody."""
    deals = [one for told in evenings for one in dealt(told)]
    if shown:
        deals = [one for one in deals if set(shown) & set(one.active)]
    played_out = [one for one in deals if one.shape != "passed"]
    people = sorted({name for one in played_out for name in one.active if not shown or name in shown})
    hands = {name: Hands(name, (one for one in played_out if name in one.active)) for name in people}
    return {
        "people": [{"name": name, "hands": one.count, **one.ended(), "total": one.total,
                    "per_hand": mean(one.total, one.count)} for name, one in hands.items()],
        **{role: [as_role(one, role) for one in hands.values()] for role in ROLES[:3]},
        "by_role": by_role(deals, list(hands.values())),
        "seats": seats(played_out),
        "games": games(deals),
        "doubled": doubled(deals),
        "declared": [
            {"name": name, "game": game, "hands": some.count, **some.ended(), "mean_value": some.value,
             "total": some.total}
            for name, one in hands.items()
            for game in sorted({deal.title for deal in one.role("declarer").deals})
            for some in [one.role("declarer").where(lambda deal, game=game: deal.title == game)]
        ],
        "partner_of": [
            {"name": name, "declarer": other, "hands": some.count, **some.ended(), "total": some.total}
            for name, one in hands.items()
            for other in people
            for some in [one.role("partner").where(lambda deal, other=other: deal.declarers[0] == other)]
            if some.count
        ],
        "kontra": [row for one in hands.values() for row in kontra(one)],
        "klopfer": [
            {"name": name, "hands": some.count, **some.ended(), "total": some.total,
             "per_hand": mean(some.total, some.count)}
            for name, one in hands.items()
            for some in [one.where(lambda deal, name=name: name in names(deal.hand.get("klopfer")))]
            if some.count
        ],
        "schneider": [row for one in hands.values() for row in schneider(one)],
        "laufende": [row for one in hands.values() for row in laufende(one)],
        "ramsch": [row for one in hands.values() for row in ramsch(one)],
        "luck": [luck(one) for one in hands.values()],
    }  # fmt: skip


def names(said: object) -> list[str]:
    """Return who is named, nobody where there is only a number."""
    return said if isinstance(said, list) else []


def as_role(one: Hands, role: str) -> Map:
    """Return what somebody did as declarer, partner or opponent."""
    some = one.role(role)
    unsaid = one.where(lambda deal: not deal.declarers and deal.shape != "ramsch")
    return {"name": one.name, "hands": some.count, "share": share(some.count, one.count - unsaid.count),
            **some.ended(), "mean_value": some.value, "total": some.total}  # fmt: skip


# -- roles and seats ----------------------------------------------------------------------------------


def half_interval(amounts: list[int]) -> float | None:
    """Return half of the 95% interval of a mean, by the library; None of fewer than 30."""
    if len(amounts) < 30:
        return None
    return round(NormalDist().inv_cdf(0.975) * stdev(amounts) / sqrt(len(amounts)), 2)


def finer(one: Played, name: str) -> str:
    """Return what somebody was, where who plays alone is told from who has a partner."""
    role = one.role(name)
    return role if role != "declarer" else "Soloist" if one.alone else "Caller"


def by_role(deals: list[Played], people: list[Hands]) -> list[Map]:
    """Return what everybody got in each role, beside everybody else who was dealt in, shown or not."""
    rows = []
    for role, title_ in (("Caller",) * 2, ("partner", "Partner"), ("opponent", "Opponent"), ("Soloist",) * 2):
        every = [one.amounts[name] for one in deals for name in one.active if finer(one, name) == role]
        for person in people:
            own = [one.amounts[person.name] for one in person.deals if finer(one, person.name) == role]
            if own:
                usual = sum(every) / len(every)
                rows.append({
                    "role": title_,
                    "name": person.name,
                    "hands": len(own),
                    "per_hand": mean(sum(own), len(own)),
                    "table": round(usual, 2),
                    "difference": round(sum(own) / len(own) - usual, 2),
                    "margin": half_interval(own),
                })  # fmt: skip
    return rows


SEATS = ("plays first", "plays second", "plays third", "plays last, the dealer sits out")


def seats(deals: list[Played]) -> list[Map]:
    """Return what everybody got who dealt, or sat so many places from the dealer."""
    sat: dict[str, list[tuple[Played, str]]] = {}
    for one in deals:
        for name in one.active:
            place = "Dealer" if name == one.dealer else SEATS[one.active.index(name)]
            sat.setdefault(place, []).append((one, name))
    rows = []
    for place, some in sat.items():
        amounts = [one.amounts[name] for one, name in some]
        results = Counter(one.result(name) for one, name in some)
        rows.append({"seat": place, "hands": len(some), "won": results[1], "lost": results[-1],
                     "won_share": share(results[1], results[1] + results[-1]),
                     "per_hand": mean(sum(amounts), len(some)), "margin": half_interval(amounts)})  # fmt: skip
    return rows


def games(deals: list[Played]) -> list[Map]:
    """Return how each game went for its declarers."""
    rows = []
    for game in sorted({one.title for one in deals}):
        some = [one for one in deals if one.title == game]
        won = sum(bool(one.declarers) and one.declarers[0] in one.winners for one in some)
        lost = sum(bool(one.declarers) and one.declarers[0] in one.losers for one in some)
        nobody = some[0].shape in ("ramsch", "passed")
        rows.append({
            "game": game,
            "hands": len(some),
            "share": share(len(some), len(deals)),
            "won": None if nobody else won,
            "lost": None if nobody else lost,
            "won_share": None if nobody else share(won, won + lost),
            "mean_value": None if some[0].shape == "passed" else mean(sum(one.value for one in some), len(some)),
        })  # fmt: skip
    return rows


def doubled(deals: list[Played]) -> list[Map]:
    """Return how hands ended for their declarers that were doubled, by what and how often."""
    found: dict[tuple[str, int], list[Played]] = {}
    for one in deals:
        own = one.shape == "ramsch" and (part(one.evening.tariff, "ramsch") or {}).get("kontra") == "own"
        kontra = 0 if own else one.kontra or number(one.hand.get("kontra"))  # who doubles for himself doubles no hand
        said = {"Klopfer": one.klopfer, "Kontra": kontra, "Bock": one.bock}
        for what, times in said.items():
            if times and one.shape != "passed":
                found.setdefault((what, times), []).append(one)
    rows = []
    for (what, times), some in found.items():
        won = sum(bool(one.declarers) and one.declarers[0] in one.winners for one in some)
        lost = sum(bool(one.declarers) and one.declarers[0] in one.losers for one in some)
        rows.append({"what": what, "times": times, "hands": len(some), "won": won, "lost": lost,
                     "won_share": share(won, won + lost),
                     "mean_value": mean(sum(one.value for one in some), len(some))})  # fmt: skip
    return rows


def number(said: object) -> int:
    """Return how often something was said, whether by name or not."""
    return len(said) if isinstance(said, list) else int(str(said or 0))


def kontra(one: Hands) -> list[Map]:
    """Return the Kontra that somebody gave, answered and got; nothing where there was none."""
    said = one.where(lambda deal: deal.declarers and one.name in names(deal.hand.get("kontra")))
    given, answered = (said.where(lambda deal, own=own: (one.name in deal.declarers) is own) for own in (False, True))
    got = one.where(lambda deal: deal.kontra and one.name in deal.declarers)
    if not (given.count or answered.count or got.count):
        return []
    return [{"name": one.name, "given": given.count, "given_won": given.won,
             "won_share": share(given.won, given.won + given.lost), "total": given.total, "re": answered.count,
             "re_won": answered.won, "got": got.count, "got_won": got.won}]  # fmt: skip


def schneider(one: Hands) -> list[Map]:
    """Return Schneider and Schwarz of somebody; nothing where there was none."""
    fell, black = one.where(lambda deal: deal.schneider), one.where(lambda deal: deal.schwarz)
    if not fell.count:
        return []
    return [{"name": one.name, "schneider_made": fell.won, "schneider_suffered": fell.lost, "schwarz_made": black.won,
             "schwarz_suffered": black.lost}]  # fmt: skip


def laufende(one: Hands) -> list[Map]:
    """Return the Laufende on somebody's side; nothing where nobody ever held any."""
    some = one.where(lambda deal: deal.run)
    own = some.where(lambda deal: one.name in deal.holders)
    if not some.count:
        return []
    runs = [deal.run for deal in own.deals]
    return [{"name": one.name, "hands": own.count, **own.ended(), "mean": mean(sum(runs), len(runs)),
             "most": max(runs, default=0), "against": some.count - own.count}]  # fmt: skip


def ramsch(one: Hands) -> list[Map]:
    """Return the Ramsch hands of somebody; nothing where there was none."""
    some = one.role("ramsch")
    lost = some.where(lambda deal: deal.marcher is None).lost
    if not some.count:
        return []
    return [{"name": one.name, "hands": some.count, "lost": lost, "lost_share": share(lost, some.count),
             "jungfrau": some.where(lambda deal: one.name in deal.virgins).count,
             "durchmarsch": some.where(lambda deal: one.name == deal.marcher).count, "total": some.total}]  # fmt: skip


def luck(one: Hands) -> Map:
    """Return the total against coin tosses."""
    swing = sqrt(sum(deal.amounts.get(one.name, 0) ** 2 for deal in one.deals))
    ratio = one.total / swing if swing else None
    chance = None if ratio is None or one.count < 20 else 2 * NormalDist().cdf(-abs(ratio))
    return {"name": one.name, "total": one.total, "swing": round(swing),
            "luck": None if ratio is None else round(ratio, 2),
            "chance": None if chance is None else round(chance, 4)}  # fmt: skip


def partners(evenings: Iterable[Told], shown: list[str]) -> tuple[dict[str, dict[str, int]], list[Map]]:
    """Return the matrix (by line and column) and the pairs of `report partners`."""
    matrix: dict[str, dict[str, int]] = {}
    listed: dict[tuple[str, str], Counter[str]] = {}
    for one in (deal for told in evenings for deal in dealt(told) if deal.shape == "partner"):
        first = one.declarers or one.winners
        for side in (first, [name for name in one.active if name not in first]):
            if shown and not set(side) <= set(shown):
                continue
            for name, other in (side, side[::-1]):
                row = matrix.setdefault(name, {})
                row[other] = row.get(other, 0) + one.amounts[name]
            left, right = sorted(side, key=lambda name: (name.casefold(), name))
            result = one.result(left)
            listed.setdefault((left, right), Counter()).update(
                hands=1, won=result > 0, lost=result < 0, total=sum(one.amounts[name] for name in side)
            )
    pairs: list[Map] = [
        {"first": left, "second": right, "hands": found["hands"], "won": found["won"], "lost": found["lost"],
         "won_share": share(found["won"], found["won"] + found["lost"]), "total": found["total"],
         "each_per_hand": mean(found["total"], 2 * found["hands"])}
        for (left, right), found in listed.items()
    ]  # fmt: skip
    return matrix, pairs


def flowed(one: Played) -> dict[tuple[str, str], Fraction]:
    """Return what each who lost paid each who won, where the hand itself moved it."""
    own = one.own or {}
    if one.ranked:
        first, second, third, last = one.ranked
        return {(first, last): Fraction(own[last]), (second, third): Fraction(own[third])}
    paid = {(loser, winner) for loser in one.active for winner in one.active if own[loser] < 0 < own[winner]}
    losers, winners = ({pair[place] for pair in paid} for place in (0, 1))
    if min(len(losers), len(winners)) < 2:
        return {(loser, winner): Fraction(min(-own[loser], own[winner])) for loser, winner in paid}
    # each half of its own amount, and of what is left the two sides meet in the middle
    return {(loser, winner): Fraction(own[winner], 2) + Fraction(-own[loser], 2)
            - Fraction(sum(own[name] for name in winners), 4) for loser, winner in paid}  # fmt: skip


def duels(evenings: Iterable[Told], shown: list[str]) -> tuple[dict[str, dict[str, int]], list[Map]]:
    """Return the matrix (by line and column) and the pairs of opponents of `report partners`."""
    found: dict[tuple[str, str], Counter[str]] = {}
    money: dict[tuple[str, str], Fraction] = {}
    for one in (deal for told in evenings for deal in dealt(told)):
        first = one.declarers or one.winners
        other = [name for name in one.active if name not in first] if first else []
        moved = flowed(one)
        for pair in ((left, right) for left in first for right in other if not shown or {left, right} <= set(shown)):
            for here, there in (pair, pair[::-1]):
                found.setdefault((here, there), Counter()).update(
                    hands=1, won=one.result(here) > 0, lost=one.result(here) < 0
                )
                flow = moved.get((there, here), Fraction(0)) - moved.get((here, there), Fraction(0))
                money[here, there] = money.get((here, there), Fraction(0)) + flow
    matrix: dict[str, dict[str, int]] = {}
    rows: list[Map] = []
    for (here, there), counted in found.items():
        flow = money[here, there]
        matrix.setdefault(here, {})[there] = round(flow)
        if flow > 0 or (not flow and (here.casefold(), here) < (there.casefold(), there)):
            rows.append({"first": here, "second": there, "hands": counted["hands"], "won": counted["won"],
                         "lost": counted["lost"], "won_share": share(counted["won"], counted["won"] + counted["lost"]),
                         "flow": round(flow), "per_hand": mean(round(flow), counted["hands"])})  # fmt: skip
    return matrix, rows


def droughts(evenings: Iterable[Told], shown: list[str]) -> list[Map]:
    """Return everybody's longest run of hands without a solo, and the one up to the last hand."""
    days = sorted(evenings, key=lambda one: (one.date, one.number))
    ordered = [one for told in days for one in dealt(told) if one.shape != "passed"]
    rows = []
    for name in sorted({name for one in ordered for name in one.active if not shown or name in shown}):
        runs: list[list[Played]] = [[]]
        for one in (one for one in ordered if name in one.active):
            runs = [*runs, []] if one.alone == name else [*runs[:-1], [*runs[-1], one]]
        longest = max(runs, key=len)
        ends = [longest[0], longest[-1]] if longest else [None, None]
        row: Map = {"name": name, "hands": len(longest), "now": len(runs[-1])}
        for key, one in zip(("first", "last", "since"), (*ends, runs[-1][0] if runs[-1] else None), strict=True):
            row |= {f"{key}_date": one and (one.evening.date or one.evening.name), f"{key}_hand": one and one.number}
        rows.append(row)
    return rows


# -- the rating ------------------------------------------------------------------------------------------

LUCK = 25 / 6
FEWEST = 50  # hands: with fewer nobody is rated


def met(one: Played) -> tuple[list[list[str]], list[int]]:
    """Return who met in a deal, and who was better (1) and worse (0); a game is written "*wenz"."""
    if not one.winners or not one.losers:
        return [], []
    if one.shape == "ramsch":
        return [[name] for name in one.active], [int(name in one.winners) for name in one.active]
    beside = [f"*{one.title}"] if one.declarers else []
    won = bool(one.declarers) and one.declarers[0] in one.winners
    first, second = (beside, []) if won else ([], beside)
    return [[*one.winners, *first], [*one.losers, *second]], [1, 0]


def rating(evenings: Iterable[Told], shown: list[str]) -> list[Map]:
    """Return everybody's rating: the update of Weng and Lin for Bradley-Terry, every pair of sides (their algorithm 1).

    Nothing changes with time, and nothing damps how fast a rating gets certain. With too few hands nobody has one.
    """
    known: dict[str, tuple[float, float]] = {}
    hands: Counter[str] = Counter()
    for one in (deal for told in sorted(evenings, key=lambda one: (one.date, one.number)) for deal in dealt(told)):
        teams, better = met(one)
        hands.update(one.active if teams else [])
        for name in (name for team in teams for name in team):
            known.setdefault(name, (0.0, (2 * LUCK if name[0] == "*" else LUCK / 2) ** 2))
        sums = [[sum(known[name][part_] for name in team) for part_ in (0, 1)] for team in teams]
        moved = {}
        for place, team in enumerate(teams):
            omega = delta = 0.0
            for other in range(len(teams)):
                if other != place:
                    spread = sums[place][1] + sums[other][1] + 2 * LUCK**2
                    likely = 1 / (1 + exp((sums[other][0] - sums[place][0]) / sqrt(spread)))
                    omega += ((1 + better[place] - better[other]) / 2 - likely) / sqrt(spread)
                    delta += likely * (1 - likely) / spread
            for name in team:
                mu, variance = known[name]
                moved[name] = mu + variance * omega, variance * max(1 - variance * delta, 0.0001)
        known |= moved
    rows = [
        {"name": name, "hands": hands[name], "rating": round(1000 + 30 * mu),
         "margin": round(NormalDist().inv_cdf(0.975) * 30 * sqrt(variance)),
         "certain": round(1000 + 30 * (mu - 3 * sqrt(variance)))}
        for name, (mu, variance) in known.items()
        if name[0] != "*" and (not shown or name in shown)
    ]  # fmt: skip
    rated = [row for row in rows if row["hands"] >= FEWEST]
    too_few = [row | dict.fromkeys(("rank", "rating", "margin", "certain")) for row in rows if row not in rated]
    return [{"rank": 1 + sum(other["certain"] > row["certain"] for other in rated), **row} for row in rated] + too_few


# -- standings ----------------------------------------------------------------------------------------


def standings(evenings: Iterable[Told], shown: list[str], *, good_points: bool = False) -> dict[str, list[Map]]:
    """Return the tables of `report standings`; the order of rows means nothing."""
    came: dict[str, list[tuple[Told, int, int]]] = {}
    for told in sorted(evenings, key=lambda one: (one.date, one.number)):
        hands = Counter(name for one in dealt(told) if one.shape != "passed" for name in one.active)
        for name, amount in told.balances.items():
            if name != "Stock" and happened(told) and (not shown or name in shown):
                came.setdefault(name, []).append((told, amount, hands[name]))
    totals = {name: sum(amount for _told, amount, _hands in nights) for name, nights in came.items()}
    won: Counter[str] = Counter()
    for told in evenings:
        for answer, hand in zip(told.answers, (entry for entry in told.entries if "game" in entry), strict=True):
            if hand["game"] != "posting" and not hand.get("void"):
                won.update({name: amount for name, amount in answer["postings"].items() if amount > 0})
    brought = Counter[str]()
    for one in (deal for told in evenings for deal in dealt(told) if deal.shape != "passed"):
        brought.update(one.amounts)
    ranked = {name: won[name] for name in totals} if good_points else totals
    rows: dict[str, list[Map]] = {"standings": [], "evenings": [], "streaks": []}
    for name, nights in came.items():
        dealt_in, total = sum(hands for _told, _amount, hands in nights), totals[name]
        rows["standings"].append({
            "rank": 1 + sum(other > ranked[name] for other in ranked.values()),
            "name": name,
            "evenings": len(nights),
            "hands": dealt_in,
            **({"good_points": won[name]} if good_points else {}),
            "total": total,
            "per_evening": mean(total, len(nights)),
            "per_hand": mean(brought[name], dealt_in),
        })  # fmt: skip
        rows["evenings"].append(extremes(name, nights))
        rows["streaks"].append(streaks(name, [amount for _told, amount, _hands in nights]))
    return rows


def happened(told: Told) -> bool:
    """Whether anything was dealt, posted or paid into the Stock: then everybody who sat there took part."""
    return any("stock" in entry or ("game" in entry and not entry.get("void")) for entry in told.entries)


def extremes(name: str, nights: list[tuple[Told, int, int]]) -> Map:
    """Return the first of the best evenings that were won, and of the worst that were lost."""
    row: Map = {"name": name, "best": None, "best_date": None, "worst": None, "worst_date": None}
    for key, sign in (("best", 1), ("worst", -1)):
        amount = max((sign * one for _told, one, _hands in nights), default=0)
        if amount > 0:
            told = next(told for told, one, _hands in nights if sign * one == amount)
            row |= {key: sign * amount, f"{key}_date": told.date or told.name}
    return row


def streaks(name: str, amounts: list[int]) -> Map:
    """Return the runs of evenings won and lost, and the last five."""
    signs = "".join("+" if amount > 0 else "-" if amount < 0 else "0" for amount in amounts)
    longest: dict[str, int] = {}
    for sign in "+-":
        runs = "".join(one if one == sign else " " for one in signs).split()
        longest[sign] = max(map(len, runs), default=0)
    now = len(signs) - len(signs.rstrip(signs[-1]))
    return {"name": name, "streak": {"+": now, "-": -now, "0": 0}[signs[-1]], "longest_won": longest["+"],
            "longest_lost": longest["-"], "form": " ".join(signs[-5:]), "form_total": sum(amounts[-5:])}  # fmt: skip


# -- another tariff -----------------------------------------------------------------------------------


def under(told: Told, tariff: Map) -> tuple[dict[str, int], Map]:
    """Return everybody's balance of an evening under another tariff, the Stock's too, and what differs of its hands."""
    asks = tariff["name"] != told.tariff["name"]  # what its own tariff asks was answered when it was recorded
    table, answers = Evening(tariff, told.players, told.players[0], 0, asks=asks), iter(told.answers)
    balances: Counter[str] = Counter()
    row: Map = {"deals": 0, "differing": 0, "refused": 0}
    for entry in told.entries:
        answer = next(answers) if "game" in entry else None
        is_deal = answer is not None and entry["game"] != "posting" and not entry.get("void")
        row["deals"] += is_deal
        trial = copy(table)
        trial.seats, trial.counters = list(table.seats), list(table.counters)
        try:
            made = trial.entry(entry)
        except Impossible:
            row["refused"] += is_deal
            if is_deal:
                table.pass_the_deal_on(entry)
            continue
        table = trial
        balances.update(made[1] if made else {})
        if answer and is_deal and made:
            row["differing"] += (made[0], moved(made[1])) != (answer["value"], moved(answer["postings"]))
    return dict(balances), row


def moved(amounts: dict[str, int]) -> dict[str, int]:
    """Return amounts without those who got and paid nothing."""
    return {name: amount for name, amount in amounts.items() if amount}


def whatif(evenings: Iterable[Told], tariff: Map, shown: list[str]) -> tuple[list[Map], list[list[Map]]]:
    """Return everybody's total under another tariff of the same unit, and the differences evening by evening."""
    ours, theirs = Counter[str](), Counter[str]()
    came = [row["name"] for row in standings(evenings, shown)["standings"]]
    nights: list[Map] = []
    differences: list[Map] = []
    for told in sorted(evenings, key=lambda one: (one.date, one.number)):
        other, row = under(told, tariff)
        ours.update(told.balances)
        theirs.update(other)
        there = {one["name"] for one in standings([told], shown)["standings"]}
        nights.append({"date": told.date or None, "evening": told.name, **row})
        less = {name: other.get(name, 0) - told.balances[name] if name in there else None for name in came}
        differences.append({"date": told.date or told.name, **less})
    names = [*came, *(["Stock"] if (ours["Stock"] or theirs["Stock"]) and not shown else [])]
    totals: list[Map] = [{"name": name, "played": ours[name], "other": theirs[name],
                          "difference": theirs[name] - ours[name]} for name in names]  # fmt: skip
    return totals, [nights, differences]


def rows_by(rows: Iterable[Map], *keys: str) -> dict[tuple[Any, ...], Map]:
    """Return rows by the cells that tell them apart."""
    return {tuple(row[key] for key in keys): row for row in rows}
