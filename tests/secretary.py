"""Who has the ledger on the day of a tournament: whatever happens at the tables comes to the secretary.

Sums are typed, some tables are entered game by game; a list is wrong and corrected, a game is found to have been lost,
somebody leaves, somebody takes over a number. What happened is a `tests.whole_day.Day`, what the ledger makes of it is
`told`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from sklog.desk.ledger import Ledger
from sklog.errors import IllegalHand
from sklog.scoring.hand import Played
from sklog.tournament.facts import Penalized, Presence, PrizesSet, Substitute
from sklog.tournament.lots import Lots
from sklog.tournament.model import Penalty, Prize, Row, Rules, Tournament
from sklog.tournament.prizes import awards, cash
from sklog.tournament.ranking import at_table, clubs, ranking, teams
from sklog.tournament.tournaments import Held, Person
from tests.whole_day import (
    FEE,
    GAMES,
    ROUNDS,
    TEAM_OF,
    Counted,
    Day,
    Game,
    Line,
    Sheet,
    a_sheet,
    a_sheet_with,
    cost,
    first_three,
)

SEED = "Eichel sticht"
PRIZES = (
    ("all", 1, "", 50_000),
    ("all", 2, "", 30_000),
    ("all", 3, "", 20_001),
    ("all", 4, "Schinken", None),
    ("all", 5, "", 5_000),
    ("teams", 1, "", 40_000),
    ("teams", 2, "Fass Bier", None),
    ("clubs", 1, "", 10_000),
    ("last", 1, "Brotzeit", None),
    ("table", 1, "", 205),
)


def lots(everybody: Sequence[Any]) -> list[Any]:
    """Return in which order these come for prizes that somebody shares."""
    return Lots(SEED, "prizes").shuffled(everybody)


def rows(sheet: Sheet, seats: Sequence[int]) -> list[Row]:
    """Return what a list says, in the order of the seats."""
    return [Row(*sheet.lines[number]) for number in seats]


def _hand(game: Game, called: Sequence[str], seats: Sequence[int]) -> Played:
    """Return a game as it is said to sklog."""
    names = dict(zip(seats, called, strict=True))
    partner = names[game.partner] if game.partner else None
    return Played(game=game.name, declarer=names[game.player], partner=partner, suit=game.suit, **game.end)


class Secretary:
    """A day of so many people as it goes, and how the tournament stands `after_round_1` and at the `end`.

    At `tables` of each round all games are entered. `refused` are the sentences that said what was wrong.
    """

    def __init__(self, path: Path, dice: Random, people: int, tables: int) -> None:
        self.ledger = Ledger(path, who="Eva")
        self.tournaments = self.ledger.tournaments
        self.day, self.tables, self.hands = Day(dice, people), tables, 0
        self.refused: list[str] = []
        self._open()
        self._round(1, {})
        self.first_three = first_three(self.day)
        middle = sorted(self.day.people, key=lambda number: self.day.value(number, 1))[people // 3 :]
        self.gone, self.replaced, *fined = [one for one in middle if one not in self.first_three][:5]
        self.tournaments.record(Presence(self.gone, here=False, reason="müde"), "tournament withdraw")
        self.tournaments.record(Substitute(self.replaced, "Ersatz 1"), "tournament substitute")
        self._fine(fined[0], -10, "saß am falschen Tisch", 1)
        self._fine(fined[1], -5, "Liste zu spät", 1)
        self._fine(fined[1], -20, "hat falsch bedient")
        self.after_round_1 = self.tournaments.held()
        self._round(2, self.first_three)
        self._fine(fined[2], 3, "hat die Liste nachgerechnet", 2)
        self.end: Held = self.tournaments.held()

    def _open(self) -> None:
        rules = Rules(rounds=ROUNDS, games=GAMES, apart=("team",), fee=FEE, team_size=TEAM_OF, seed=SEED)
        self.tournaments.begin("Herbstrennen", "donau-ries", rules, date="2026-11-21")
        every = self.day.people.values()
        self.tournaments.enter([Person(one.name, one.place, one.club, one.team, paid=one.paid) for one in every])
        self.tournaments.record(PrizesSet(tuple(Prize(*prize) for prize in PRIZES)), "tournament prizes")

    def _fine(self, number: int, points: int, reason: str, at: int = 0) -> None:
        self.day.penalties.append((number, points, at))
        self.tournaments.record(Penalized(Penalty(number, points, reason, at)), "tournament penalty")

    def _round(self, at: int, written: Mapping[int, Line]) -> None:
        """Draw a round, play it, and take its lists in; `written` says what some people have on theirs."""
        drawn = self.tournaments.draw().tournament.rounds[at - 1].tables
        sheets, of_written = {}, []
        for table, seats in enumerate(drawn, 1):
            known = {number: written[number] for number in seats if number in written}
            sheets[table] = a_sheet_with(seats, known) if known else a_sheet(self.day.dice, seats)
            of_written += [table] * bool(known)
        self.day.sheets.append(list(sheets.values()))
        # tables of five first, for there are few
        played = sorted(sheets.keys() - set(of_written), key=lambda table: (-len(drawn[table - 1]), table))
        by_hand, typed = played[: self.tables], played[self.tables :]
        for place, table in enumerate(by_hand):
            enter = self._mended if place == 1 else self._played
            enter((at, table), drawn[table - 1], sheets[table])
        for place, table in enumerate([*typed, *of_written]):
            if place == 0:
                self._wrong((at, table), rows(sheets[table], drawn[table - 1]))
            else:
                self.tournaments.hand_in(at, table, rows(sheets[table], drawn[table - 1]))

    def _record(self, games: Sequence[Game], where: tuple[int, int], seats: Sequence[int]) -> int:
        begun = self.tournaments.table(*where)
        for game in games:
            self.ledger.record(_hand(game, begun.players, seats), begun.id, noted="add", again=True)
        self.hands += len(games)
        return begun.id

    def _played(self, where: tuple[int, int], seats: Sequence[int], sheet: Sheet) -> None:
        """Enter all games of a table, and hand in what they come to."""
        self._record(sheet.games, where, seats)
        self.tournaments.hand_in(*where)

    def _mended(self, where: tuple[int, int], seats: Sequence[int], sheet: Sheet) -> None:
        """Enter a table whose fifth game was lost in truth, or won, which is found when its list is in."""
        right = sheet.games[4]
        wrong = right._replace(end={"won": not cost(right)[0]})
        evening = self._record([*sheet.games[:4], wrong, *sheet.games[5:]], where, seats)
        self.tournaments.hand_in(*where)
        self.ledger.reopen_evening(evening)
        self.ledger.fix(5, _hand(right, self.ledger.evening(evening).players, seats), evening)
        self.ledger.close_evening(evening)
        self.tournaments.hand_in(*where, corrects=True)

    def _wrong(self, where: tuple[int, int], right: Sequence[Row]) -> None:
        """Type a list that does not come out even, then one in which two lines changed places, then the right one."""
        first, second, *others = right
        try:
            self.tournaments.hand_in(*where, [Row((first.points or 0) + 1), second, *others])
        except IllegalHand as refused:
            self.refused.append(str(refused))
        self.tournaments.hand_in(*where, [second, first, *others])
        self.tournaments.hand_in(*where, right, corrects=True)


def told(tournament: Tournament) -> dict[str, object]:
    """Return every number as sklog has it, as `Day.counted` counts it."""
    found, money = ranking(tournament), cash(tournament)
    people = {
        one.entrant.number: Counted(
            one.place,
            one.points,
            tuple(result.points for result in one.rounds if result),
            one.good or 0,
            one.solos or 0,
            one.herz_solos or 0,
            one.penalties,
        )
        for one in found.standings
    }
    prizes: Counter[tuple[str, object, object]] = Counter()
    for award in awards(tournament):
        who = award.number or award.name
        prizes[award.whose, who, "cents"] += award.cents
        prizes.update((award.whose, who, thing) for thing in award.what)
    return {
        "people": people,
        "order": [one.entrant.number for one in found.standings],
        "teams": {one.name: (one.place, one.points) for one in teams(tournament)},
        "clubs": {one.name: (one.place, one.points) for one in clubs(tournament)},
        "tables": {
            (at, table): (set(numbers), points)
            for at, drawn in enumerate(tournament.rounds, 1)
            for table in range(1, len(drawn.tables) + 1)
            for numbers, points in at_table(tournament, at, table)[:1]
        },
        "prizes": +prizes,
        "cash": {
            "due": money.due,
            "paid": money.paid,
            "open": dict(money.open),
            "over": dict(money.over),
            "prizes": money.prizes,
        },
    }
