"""A whole Schafkopfrennen as it is written on paper: who comes, every game of every table, and what each list says.

Everything is counted here from the games alone, by points list A as it is printed, without a line of sklog's: it takes
the draw of a round as the seats, and says what becomes of everybody. `tests/tournament/test_tournament_day.py` enters
the same day into a ledger, and compares.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

GAMES, ROUNDS, TEAM_OF = 32, 2, 4
FEE = 1_000
SUITS = ("eichel", "gras", "herz", "schellen")

LIST_A = {"sauspiel": (1, 2, 3), "solo": (5, 6, 7)}
"""From each: alone, with Schneider, with Schwarz."""
TOUT, SIE = 10, 20
"""From each, whatever else is true of it."""


APrize = tuple[str, int, str, int | None]
"""Whose, for which place, what, and how many cents; None for a thing."""
Lots = Callable[[list[Any]], "Sequence[Any]"]


class Game(NamedTuple):
    """One game: who plays it, and what is known of its end, as it would be said to sklog."""

    name: str
    player: int
    partner: int | None
    suit: str | None
    end: Mapping[str, Any]


class Line(NamedTuple):
    """What a list says of somebody."""

    points: int
    good: int
    solos: int
    herz: int


def a_game(dice: Random, dealt_in: Sequence[int]) -> Game:
    """Play any game of these four."""
    player = dice.choice(dealt_in)
    name = dice.choices(["sauspiel", "solo", "wenz"], [12, 3, 2])[0]
    partner = dice.choice([one for one in dealt_in if one != player]) if name == "sauspiel" else None
    suit = dice.choice(SUITS) if name == "solo" else None
    kind = dice.random()
    end: dict[str, Any]
    if kind < 0.45:
        end = {"augen": dice.randrange(5, 116)}
    elif kind < 0.9 or partner:
        end = {"won": dice.random() < 0.6}
        end |= dice.choice([{}, {}, {"schneider": True}, {"schwarz": True}])
    elif kind < 0.98 or name == "wenz":  # no Wenz is a Sie
        end = {"won": dice.random() < 0.5, "tout": True}
    else:
        end = {"won": True, "sie": True}
    return Game(name, player, partner, suit, end)


def cost(game: Game) -> tuple[bool, int]:
    """Say whether it was won, and what each of the losers pays."""
    end = game.end
    won = end["augen"] >= 61 if "augen" in end else end["won"]
    if end.get("sie"):
        return won, SIE
    if end.get("tout"):
        return won, TOUT
    level = 2 if end.get("schwarz") else 1 if end.get("schneider") else 0
    if "augen" in end:
        # the party that plays is out of Schneider with 31, the others with 30
        level = int(end["augen"] > 90) if won else int(end["augen"] < 31)
    return won, LIST_A["sauspiel" if game.partner else "solo"][level]


def paid(game: Game, dealt_in: Sequence[int]) -> dict[int, int]:
    """Say what everybody gets or pays."""
    won, each = cost(game)
    party = [game.player] + ([game.partner] if game.partner else [])
    sign = 1 if won else -1
    others = [one for one in dealt_in if one not in party]
    mine = sign * each * len(others) // len(party)
    return dict.fromkeys(party, mine) | dict.fromkeys(others, -sign * each)


class Sheet(NamedTuple):
    """The list of a table: its games, if they are kept, and a line for each seat."""

    games: list[Game]
    lines: dict[int, Line]


def a_sheet(dice: Random, seats: Sequence[int]) -> Sheet:
    """Play a round at a table: of more than four the dealer sits out, and there are more games."""
    games = []
    points, good, solos, herz = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for number in range(GAMES * len(seats) // 4):
        dealer = seats[number % len(seats)]
        dealt_in = [one for one in seats if len(seats) == 4 or one != dealer]
        game = a_game(dice, dealt_in)
        games.append(game)
        for one, amount in paid(game, dealt_in).items():
            points[one] += amount
            good[one] += max(amount, 0)
        if cost(game)[0] and not game.partner:
            solos[game.player] += 1
            herz[game.player] += game.suit == "herz"
    return Sheet(games, {one: Line(points[one], good[one], solos[one], herz[one]) for one in seats})


def a_sheet_with(seats: Sequence[int], written: Mapping[int, Line]) -> Sheet:
    """Write a list on which some have this, and the others share what is left."""
    others = [one for one in seats if one not in written]
    each, odd = divmod(-sum(line.points for line in written.values()), len(others))
    lines = {one: Line(each + (at < odd), max(each + 1, 0) + at, 0, 0) for at, one in enumerate(others)}
    return Sheet([], {**written, **lines})


class Counted(NamedTuple):
    """What somebody has in the end."""

    place: int
    points: int
    rounds: tuple[int, ...]
    good: int
    solos: int
    herz: int
    fined: int


class Entry(NamedTuple):
    """Who is on the list of entrants."""

    name: str
    place: str
    club: str
    team: str
    paid: int


def everybody(people: int) -> dict[int, Entry]:
    """Give the list of entrants: teams of four, a few clubs, two of one name, three who have not paid all."""
    found = {}
    for number in range(1, people + 1):
        team = f"Team {(number - 1) // TEAM_OF + 1}" if number <= people // TEAM_OF * TEAM_OF - 2 * TEAM_OF else ""
        club = f"Verein {number % 13}" if number % 3 else ""
        fee = {5: 0, 9: 500, 11: 1_500}.get(number, FEE)
        found[number] = Entry(f"Gast {number}", f"Ort {number % 29}", club, team, fee)
    found[17] = found[17]._replace(name="Gast 18")
    return found


class Day:
    """The day: what was written down, and what follows."""

    def __init__(self, dice: Random, people: int) -> None:
        self.dice = dice
        self.people = everybody(people)
        self.sheets: list[list[Sheet]] = []
        self.penalties: list[tuple[int, int, int]] = []  # number, points, round

    # -- everybody

    def lines(self, number: int, upto: int = ROUNDS) -> list[Line]:
        """Give what the lists say of somebody."""
        return [sheet.lines[number] for at in self.sheets[:upto] for sheet in at if number in sheet.lines]

    def fined(self, number: int, upto: int = ROUNDS) -> int:
        """Give the points of somebody's penalties."""
        return sum(points for who, points, at in self.penalties if who == number and at <= upto)

    def value(self, number: int, upto: int = ROUNDS) -> tuple[int, int, int, int]:
        """Give what somebody is ranked by: points, then solos, Herz-Solos, and the best round."""
        lines = self.lines(number, upto)
        return (
            sum(line.points for line in lines) + self.fined(number, upto),
            sum(line.solos for line in lines),
            sum(line.herz for line in lines),
            max(line.points for line in lines),
        )

    def places(self, upto: int = ROUNDS) -> dict[int, int]:
        """Give everybody's place: one more than there are people who have more."""
        values = {number: self.value(number, upto) for number in self.people}
        return {one: 1 + sum(other > value for other in values.values()) for one, value in values.items()}

    def played_all(self) -> list[int]:
        """Give who missed no round."""
        return [number for number in self.people if len(self.lines(number)) == ROUNDS]

    # -- teams, clubs

    def groups(self, field: str) -> dict[str, tuple[int, int]]:
        """Give the place and the points of each team or club: its four best."""
        members: dict[str, list[int]] = {}
        for number, entry in self.people.items():
            if name := getattr(entry, field):
                members.setdefault(name, []).append(self.value(number)[0])
        best = {name: sorted(points)[::-1][:TEAM_OF] for name, points in members.items()}
        values = {name: (sum(points), points) for name, points in best.items()}
        return {name: (1 + sum(other > value for other in values.values()), value[0]) for name, value in values.items()}

    def best_of_tables(self) -> dict[tuple[int, int], tuple[set[int], int]]:
        """Give who has the most points of each list, and how many."""
        found = {}
        for at, sheets in enumerate(self.sheets, 1):
            for table, sheet in enumerate(sheets, 1):
                most = max(line.points for line in sheet.lines.values())
                found[at, table] = ({number for number, line in sheet.lines.items() if line.points == most}, most)
        return found

    # -- prizes and money

    def won(self, prizes: Iterable[APrize], lots: Lots) -> Counter[tuple[str, object, object]]:
        """Count the cents and the things: (whose, number or name, "cents" or what it is).

        `lots` gives an order by lot of all who could have shared a place.
        """
        ranks: list[tuple[str, dict[Any, Any]]] = [
            ("all", {number: self.value(number) for number in self.played_all()}),
            ("last", {number: tuple(-one for one in self.value(number)) for number in self.played_all()}),
            ("teams", {name: -place for name, (place, _points) in self.groups("team").items()}),
            ("clubs", {name: -place for name, (place, _points) in self.groups("club").items()}),
            *(
                ("table", {number: line.points for number, line in sheet.lines.items()})
                for at in self.sheets
                for sheet in at
            ),
        ]
        found: Counter[tuple[str, object, object]] = Counter()
        for whose, rank in ranks:
            mine = [prize for prize in prizes if prize[0] == whose]
            for place, same in by_places(rank):
                theirs = [prize for prize in mine if place <= prize[1] < place + len(same)]
                cents = sum(prize[3] or 0 for prize in theirs)
                for at, who in enumerate(sorted(same)):
                    if share := cents // len(same) + (at < cents % len(same)):
                        found[whose, who, "cents"] += share
                every = sorted(rank if isinstance(same[0], str) else self.people)
                turns = [who for who in lots(every) if who in same]
                for at, thing in enumerate(prize[2] for prize in theirs if prize[3] is None):
                    found[whose, turns[at % len(turns)], thing] += 1
        return found

    def cash(self, prizes: Iterable[APrize]) -> dict[str, object]:
        """Give the fees that are due, paid, open, and too much, and what the prizes come to."""
        owed = {number: FEE - entry.paid for number, entry in self.people.items()}
        tables = sum(map(len, self.sheets))
        return {
            "due": FEE * len(owed),
            "paid": FEE * len(owed) - sum(owed.values()),
            "open": {number: cents for number, cents in owed.items() if cents > 0},
            "over": {number: -cents for number, cents in owed.items() if cents < 0},
            "prizes": sum((cents or 0) * (tables if whose == "table" else 1) for whose, _, _, cents in prizes),
        }

    # -- everything

    def counted(self, prizes: Sequence[APrize], lots: Lots) -> dict[str, object]:
        """Give every number of the day; those of each person are named as `Counted` has them."""
        places = self.places()
        people = {}
        for number in self.people:
            lines, (points, solos, herz, _best) = self.lines(number), self.value(number)
            each = tuple(line.points for line in lines)
            good = sum(line.good for line in lines)
            people[number] = Counted(places[number], points, each, good, solos, herz, self.fined(number))
        return {
            "people": people,
            "order": sorted(places, key=lambda number: (places[number], number)),
            "teams": self.groups("team"),
            "clubs": self.groups("club"),
            "tables": self.best_of_tables(),
            "prizes": self.won(prizes, lots),
            "cash": self.cash(prizes),
        }


def by_places(rank: Mapping[Any, Any]) -> list[tuple[int, list[Any]]]:
    """Give each place, and who shares it; the most comes first."""
    found = []
    for value in sorted(set(rank.values()), reverse=True):
        place = 1 + sum(other > value for other in rank.values())
        found.append((place, [who for who in rank if rank[who] == value]))
    return found


def first_three(day: Day) -> dict[int, Line]:
    """Say what the first three of round 1 have on their second list: the first two will have the same, in all."""
    first, second, third = sorted(day.people, key=lambda number: day.value(number, 1), reverse=True)[:3]
    one, other, best = (day.lines(number)[0] for number in (first, second, third))
    most = one.points + other.points
    solos = max(one.solos, other.solos) + 1
    herz = max(one.herz, other.herz)
    return {
        first: Line(other.points, other.points + 9, solos - one.solos, herz - one.herz),
        second: Line(one.points, one.points + 4, solos - other.solos, herz - other.herz),
        third: Line(most - best.points + 7, most, 3, 0),
    }
