"""What a tournament is: its rules, its entrants, who sat where, and the lists that came in.

Everybody is known by the start number, an int from 1 on; a name is how that number is printed. Points are whole
numbers, entry fees and prizes of money are cents.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import Annotated, Any, Self

from sklog.errors import NotFound
from sklog.language import N_, _, _n, option_word
from sklog.scoring.arguments import read_all, reading
from sklog.scoring.canonical import shown
from sklog.scoring.names import name_key
from sklog.scoring.tariff import COUNTS, SUM
from sklog.tournament.codec import InList
from sklog.values import NamedTuple

REMAINDERS: Mapping[str, str] = {
    "fives": N_("tables of five if four does not divide the players"),
    "byes": N_("byes if four does not divide the players"),
    "filled": N_("standing substitutes if four does not divide the players"),
}
"""What becomes of a number that four does not divide: tables of five, one to three people without a table, or standing
substitutes at the last tables."""
FIVES, BYES, FILLED = REMAINDERS
SEATINGS: Mapping[str, str] = {
    "lots": N_("seats drawn at random"),
    "cards": N_("seats by start cards"),
    "places": N_("seats by lot, then by place at the previous table"),
}
"""Seats by lot, or by start cards: the number says where somebody sits in every round; or, from the second round on, by
the place at the table before: the first one stays, the second moves on by a table, the third by two."""
LOTS, CARDS, BY_PLACE = SEATINGS
METHOD_BY_PLACE = 2
"""The method of a round that follows from the places at the tables before; that of lots and cards is `lots.METHOD`."""
TEAM, CLUB = GROUPS = ("team", "club")
"""Who may be kept from one table."""
TIES: Mapping[str, str] = {
    "solos": N_("solos won"),
    "herz-solos": N_("Herz-Solos won"),
    "best-round": N_("the best round"),
    "last-round": N_("the last round"),
    "good-points": N_("good points"),
    "lot": N_("the lot"),
}
"""What decides between people with the same points, in an order that each tournament chooses: solo games won, of those
Herz-Solos, the best single round, the last round, the good points, a lot drawn from the seed."""
SOLOS, HERZ_SOLOS, BEST_ROUND, LAST_ROUND, GOOD_POINTS, LOT = TIES

CHOICES: Mapping[str, Iterable[str]] = {
    "counts": COUNTS,
    "remainder": REMAINDERS,
    "seating": SEATINGS,
    "apart": GROUPS,
    "ties": TIES,
}
"""Rules that are one word of these, or some of them in an order."""
FEES = ("fee", "team_fee")
"""Rules that are money, in cents."""

TABLE = 4  # people, where four divides them
MOST_ENTRANTS, MOST_NUMBER, MOST_ROUNDS, MOST_GAMES = 2_000, 9_999, 20, 200
MOST_TEAM, LONGEST_SEED, MOST_POINTS = 50, 100, 10**12


class Rules(NamedTuple):
    """The rules of a tournament.

    `games` are those of a table of four in each round; `fee` is in cents. `counts` is the sum of a list, or only good
    points: what was won, without subtracting losses. A larger table plays more games, so that everybody plays the same
    number; with `same_games` it does not. Members of the same `apart` group are not seated together. With
    `double_entry` two people enter each list. A team's points are those of its `team_size` best. `bye` is the points
    for a round without a table. With `by_surname` names are "Vorname Nachname" and sorted by the last word; older
    tournaments are sorted by the whole name. Only a player's `best` rounds count, or all if that is 0. Unless `final`
    is 0, only that many players, those in front, play the last round. A team pays `team_fee` cents as well.
    """

    rounds: int = 2
    games: int = 32
    counts: str = SUM
    ties: tuple[str, ...] = (SOLOS, HERZ_SOLOS, BEST_ROUND)
    remainder: str = FIVES
    seating: str = LOTS
    apart: tuple[str, ...] = ()
    same_games: bool = False
    double_entry: bool = False
    fee: int = 0
    team_size: int = 4
    bye: int = 0
    seed: str = ""
    by_surname: bool = False
    best: int = 0
    final: int = 0
    team_fee: int = 0

    def games_of(self, people: int) -> int:
        """Return how many games a table of so many people plays in a round: one of five 40 where four play 32."""
        return self.games if self.same_games or people <= TABLE else -(-self.games * people // TABLE)

    def is_final(self, round: int) -> bool:  # noqa: A002  what everybody calls it
        """Whether a round is one of the first ones alone."""
        return bool(self.final) and round == self.rounds

    def problems(self) -> Iterator[str]:
        """Yield what is wrong about the self."""
        for what, value, least, most in (
            ("rounds", self.rounds, 1, MOST_ROUNDS),
            ("games", self.games, 1, MOST_GAMES),
            ("team_size", self.team_size, 1, MOST_TEAM),
            ("fee", self.fee, 0, MOST_POINTS),
            ("team_fee", self.team_fee, 0, MOST_POINTS),
            ("best", self.best, 0, self.rounds),
            ("final", self.final, 0, MOST_ENTRANTS),
            ("bye", self.bye, -MOST_POINTS, MOST_POINTS),
        ):
            if not least <= value <= most:
                about = {"what": rule_word(what), "least": least, "most": most, "value": value}
                yield _("{what}: {least} to {most}, not {value}", **about)
        for what, choices in CHOICES.items():
            value = getattr(self, what)
            said = value if isinstance(value, tuple) else (value,)
            for word in said:
                if word not in choices:
                    about = {
                        "what": rule_word(what),
                        "word": shown(word),
                        "choices": ", ".join(map(option_word, choices)),
                    }
                    yield _("{what}: use {choices}, not {word!r}", **about)
            if len(set(said)) < len(said):
                yield _("{what}: one is named twice", what=rule_word(what))
        if not self.seed.isprintable() or not 1 <= len(self.seed) <= LONGEST_SEED:
            yield _("seed: 1 to {most} letters that can be printed", most=LONGEST_SEED)


read_all(Rules)


def rule_word(rule: str) -> str:
    """Return what a rule is called as an option, in the language that is spoken."""
    return option_word(rule.replace("_", "-"))


class Entrant(NamedTuple):
    """Somebody with a start number. `paid` is in cents; `here` is False if they withdrew or did not come.

    `fills` marks a standing substitute of the house, who sits where somebody is missing and is never ranked. If
    substitutes took over the number and its points, `before` has the names of the earlier holders, oldest first.
    `classes` are those of `CLASSES` that the entrant belongs to.
    """

    number: int
    name: str
    place: str = ""
    club: str = ""
    team: str = ""
    paid: int = 0
    here: bool = True
    fills: bool = False
    before: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


class Round(NamedTuple):
    """Who sits where: start numbers clockwise, the first of each table deals first. Table 1 is `tables[0]`.

    `byes` have no table in this round. `seed` and `method` tell how it was drawn; `seed` is "" if start cards decided,
    and `method` is 0 too if the round was written by hand. Who meets again follows from the rounds: `draw.meetings`.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    seed: str = ""
    method: int = 0

    @property
    def seated(self) -> set[int]:
        """Return who is in the round: at a table, or without one."""
        return {*self.byes, *chain.from_iterable(self.tables)}


class Row(NamedTuple):
    """The row of one start number in a list: the sum and other figures, None for those the list does not have.

    A list can leave the sum out only if good points count. `good` is what was won, without subtracting losses, `solos`
    are the solos won, `herz_solos` those among them in Herz.
    """

    points: int | None
    good: int | None = None
    solos: int | None = None
    herz_solos: int | None = None

    def agrees(self, other: Self) -> bool:
        """Whether two entries of one row say the same, as far as both say it: hands say more than sums do."""
        return all(one is None or another is None or one == another for one, another in zip(self, other, strict=True))

    def filled(self, other: Self) -> Self:
        """Return the row with what only the other entry says."""
        return self._replace(**{key: getattr(other, key) for key, value in self._asdict().items() if value is None})


read_all(Row)


_ROW = InList(N_("tournament: a row has points, good points, solos and Herz-Solos"), short=True)


class TableList(NamedTuple):
    """A list as it came in: a row for each seat, in the order of the seats.

    `evening` is the identity of the evening with its hands, "" if only sums were entered; `digest` is that of the
    evening's newest fact at the time, in hexadecimal. `who` entered the list, on which `device`: the identity of a
    phone, "" for the desk. A list that `corrects` replaces all earlier ones.
    """

    rows: tuple[Annotated[Row, _ROW], ...]
    who: str = ""
    evening: str = ""
    digest: str = ""
    corrects: bool = False
    device: str = ""

    @property
    def says(self) -> list[str]:
        """The fields that it says of anybody."""
        return [field for place, field in enumerate(Row._fields) if any(row[place] is not None for row in self.rows)]

    def is_apart(self, other: Self) -> bool:
        """Whether two people entered them, on two devices; who shares the desk is told apart by the name alone.

        Hands are one entry, however often they are handed in.
        """
        same = (self.device and self.device == other.device) or (self.evening and other.evening)
        return not same and name_key(self.who) != name_key(other.who)


class Penalty(NamedTuple):
    """Points that somebody gets by decision of the judges (below 0: loses), and why. Round 0 is the whole day."""

    number: int
    points: int
    reason: str
    round: int = 0


class Prize(NamedTuple):
    """A prize: for a place among all, teams or clubs, for the last, for the best of each table, and so on (`WINNERS`).

    `cents` is an amount of money; it is None for a thing, which `what` names. A thing such as "30 %" is a share of the
    fees.
    """

    whose: str
    place: int
    what: str
    cents: int | None = None

    @property
    def percent(self) -> int:
        """How many hundredths of the fees it is, 0 where it is something else."""
        share = self.what.removesuffix("%").rstrip() if self.cents is None and self.what.endswith("%") else ""
        return int(share) if share.isdecimal() and len(share) < len("1000") else 0


_WINNERS: Mapping[str, tuple[str, str]] = {
    "all": (N_("Everybody"), ""),
    "teams": (N_("Teams"), "team teams mannschaft mannschaften"),
    "clubs": (N_("Clubs"), "club clubs verein vereine"),
    "last": (N_("From the bottom"), "last letzter letzte letzten"),
    "table": (N_("Best of a table"), "table tables tisch tische"),
    "zero": (N_("Nearest to zero"), "zero null"),
    "round": (N_("Best round"), "round runde"),
    "women": (N_("Women"), "women frauen damen"),
    "youth": (N_("Youth"), "youth jugend"),
    "above": (N_("Everybody above zero"), "above plus"),
}
"""Whose places there are prizes for, and the words for that before a prize that somebody types, of which the first is
the one that is written. Those of a table are given at each, those above zero to everybody there."""
WINNERS = {whose: said for whose, (said, _typed) in _WINNERS.items()}
WINNERS_TYPED = {whose: typed.split(" ") for whose, (_said, typed) in _WINNERS.items()}
ALL, TEAMS, CLUBS, LAST, TABLE_BEST, ZERO, BEST_SINGLE, WOMEN, YOUTH, ABOVE = WINNERS
CLASSES = (WOMEN, YOUTH)
"""Of whom there may be prizes of their own: an entrant is of none, one or both."""
ONE_PLACE = (LAST, TABLE_BEST, ZERO, BEST_SINGLE, ABOVE)
"""Whose prize is that of place 1 where no place is said."""

KEY = "tournament"
Who = tuple[str, str, str]
"""By what two people are told apart: name, place and club, without regard to case."""


class Tournament(NamedTuple):
    """The state of a tournament. `lists` has all lists that came in, by (round, table), the newest last.

    `facts` are the facts it was made from (`facts.Fact`), in order; `numbers` has the start number for each (name,
    place, club).
    """

    rules: Rules = Rules()
    entrants: Mapping[int, Entrant] = {}
    rounds: tuple[Round, ...] = ()
    lists: Mapping[tuple[int, int], tuple[TableList, ...]] = {}
    penalties: tuple[Penalty, ...] = ()
    prizes: tuple[Prize, ...] = ()
    facts: tuple[Any, ...] = ()
    numbers: Mapping[Who, int] = {}

    @property
    def key(self) -> str:
        """Return the key of its facts among the events of an evening."""
        return KEY

    @property
    def who_takes_part(self) -> str:
        """Return for people how many entered."""
        return _n("{n} entrant", "{n} entrants", len(self.entrants))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the self as the facts that it was made of; `facts.tournament_from_json` reads them."""
        return [fact.to_json() for fact in self.facts]

    @property
    def tables(self) -> int:
        """Return how many tables were drawn in all rounds so far."""
        return sum(len(drawn.tables) for drawn in self.rounds)

    def called(self, number: int) -> str:
        """Return a start number with the name that it has now: "17 Anna"."""
        return f"{number} {self.entrants[number].name}"

    def one(self, number: int) -> Entrant:
        """Return who has a start number; raise NotFound."""
        if number not in self.entrants:
            raise NotFound(_("nobody has number {number}", number=number))
        return self.entrants[number]

    @reading
    def meant_round(self, round: int | None) -> int:  # noqa: A002  what everybody calls it
        """Return the round that is meant, the newest unless said; raise NotFound where it was not drawn."""
        meant = len(self.rounds) if round is None else round
        if not meant and round is None:
            raise NotFound(_("no round has been drawn yet"))
        if not 1 <= meant <= len(self.rounds):
            raise NotFound(_("round {round} was not drawn", round=meant))
        return meant

    def seats(self, round: int, table: int) -> tuple[int, ...]:  # noqa: A002  the same
        """Return the start numbers at a table, () where there is none."""
        if not (1 <= round <= len(self.rounds) and 1 <= table <= len(self.rounds[round - 1].tables)):
            return ()
        return self.rounds[round - 1].tables[table - 1]

    def counted(self, round: int, table: int) -> TableList | None:  # noqa: A002  the same
        """Return the list that counts for a table, None where none is in, or it was not entered twice the same way."""
        valid = self.in_force(round, table)
        if not valid:
            return None
        first, last = valid[0], valid[-1]
        if not self.rules.double_entry or first.corrects:
            return last
        both = tuple(zip(last.rows, first.rows, strict=True))
        if len(valid) == 1 or not all(one.agrees(other) for one, other in both):
            return None
        return last._replace(rows=tuple(one.filled(other) for one, other in both))

    def differing(self, round: int, table: int) -> tuple[tuple[int, Row, Row], ...]:  # noqa: A002  the same
        """Return the seats of which two entries of a list say different things: the start number, and both rows."""
        valid = self.in_force(round, table)
        seats = zip(self.seats(round, table), valid[0].rows, valid[-1].rows, strict=True)
        return tuple(seat for seat in seats if not seat[1].agrees(seat[2]))

    def in_force(self, round: int, table: int) -> tuple[TableList, ...]:  # noqa: A002  the same
        """Return the lists of a table that were not replaced: one, with double entry up to two."""
        every = self.lists.get((round, table), ())
        since = max((place for place, one in enumerate(every) if one.corrects), default=0)
        return every[since:]

    def waits(self, round: int, table: int) -> bool:  # noqa: A002  the same
        """Whether of two entries of a table's list the first is in, and the second is wanted."""
        return len(self.in_force(round, table)) == 1 and self.counted(round, table) is None

    def missing(self, round: int) -> tuple[int, ...]:  # noqa: A002  the same
        """Return the tables of a round whose list is not in, or not agreed on."""
        tables = range(1, len(self.rounds[round - 1].tables) + 1)
        return tuple(table for table in tables if self.counted(round, table) is None)

    def waiting_at(self, number: int) -> int:
        """Return at which table of the newest round somebody sits whose list is not in, 0 for none."""
        last = len(self.rounds)
        missing = self.missing(last) if last else ()
        return next((table for table in missing if number in self.seats(last, table)), 0)

    @property
    def playing(self) -> list[int]:
        """Return who is here, without those who fill in."""
        return [number for number, one in self.entrants.items() if one.here and not one.fills]

    @property
    def seatless(self) -> list[int]:
        """Return who is here, and has neither a table in the newest round nor a bye: a final has none of these."""
        if not self.rounds or self.rules.is_final(len(self.rounds)):
            return []
        return sorted({*self.playing} - self.rounds[-1].seated)

    def places(self, uid: str) -> Mapping[str, tuple[int, int]]:
        """Return the round and the table of each table's evening, begun or not, by its identity.

        `uid` is the tournament's own.
        """
        drawn = ((at, *table) for at, one in enumerate(self.rounds, 1) for table in enumerate(one.tables, 1))
        return {identity_of_table(uid, at, table, seats): (at, table) for at, table, seats in drawn}

    def evenings(self, uid: str) -> set[str]:
        """Return the identities of its tables' evenings, begun or not, and of those whose hands came in."""
        return {one.evening for every in self.lists.values() for one in every if one.evening}.union(self.places(uid))


def identity_of_table(tournament: str, round: int, table: int, seats: Iterable[int]) -> str:  # noqa: A002  the same
    """Return the identity of a table's evening, by that of its tournament: another one where others sit there."""
    return sha256(f"{tournament}|{round}|{table}|{','.join(map(str, seats))}".encode()).hexdigest()[:32]
