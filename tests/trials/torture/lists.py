"""Lists: SIGKILL while the lists of a tournament come in, hands and sums in turn, at random moments.

A list that was acknowledged is there, none is there in part, a table is closed with its list or not at all, `check`
finds nothing wrong; and what was not acknowledged can simply be handed in again.
"""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sklog.desk.ledger import Ledger
from sklog.scoring.hand import Played
from sklog.tournament.model import Row, Rules
from sklog.tournament.tournaments import Person
from tests.trials.torture import scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

TABLES = 12
BY_HAND = 3  # each so many tables one has its hands entered
GAMES = 2
TABLE = 4
BEFORE = 0.3  # of the kills: before the first list was acknowledged
LATER = 1.5  # times as long as a list takes


def prepare(place: Path) -> None:
    """Make a ledger with a tournament whose first round is drawn and played."""
    ledger = Ledger(place / LEDGER)
    tournaments = ledger.tournaments
    tournaments.begin("Herbstrennen", "bsv", Rules(rounds=2, games=GAMES, seed="Eichel"))
    tournaments.enter([Person(f"Gast {number}") for number in range(1, TABLE * TABLES + 1)])
    tournaments.draw()
    for table in filter(by_hand, range(1, TABLES + 1)):
        begun = tournaments.table(1, table)
        for player in begun.players[:GAMES]:
            ledger.record(Played(game="wenz", declarer=player, won=True), begun.id)


def by_hand(table: int) -> bool:
    """Whether the hands of a table were entered."""
    return table % BY_HAND == 1


def sums(table: int) -> tuple[Row, ...]:
    """Return what is on the list of a table."""
    if by_hand(table):
        return (Row(100, 150, 1, 0), Row(100, 150, 1, 0), Row(-100, 0, 0, 0), Row(-100, 0, 0, 0))
    return (Row(table), Row(-1), Row(2 - table), Row(-1))


def hand_in(place: Path) -> None:
    """Hand in every list that is missing, in the order of the tables; print each that is in."""
    tournaments = Ledger(place / LEDGER).tournaments
    for table in tournaments.held().tournament.missing(1):
        tournaments.hand_in(1, table, None if by_hand(table) else sums(table))
        print(table, flush=True)


class Seen(NamedTuple):
    """What a ledger has: how many lists, and what is wrong with it."""

    lists: int
    broken: str = ""


def look(place: Path) -> Seen:
    """Read the ledger that a process has left."""
    ledger = Ledger(place / LEDGER)
    tournament = ledger.tournaments.held().tournament
    there = sorted(table for _round, table in tournament.lists)
    if there != list(range(1, len(there) + 1)):
        return Seen(len(there), f"the lists of tables {there} are in")
    for table in there:
        if [one.rows for one in tournament.lists[1, table]] != [sums(table)]:
            return Seen(len(there), f"the list of table {table} is {tournament.lists[1, table]}")
    for table in filter(by_hand, range(1, TABLES + 1)):
        played = ledger.tournaments.evening_of(1, table)
        if played is None or played.closed != (table in there):
            return Seen(len(there), f"table {table} is closed without its list, or open with it")
    return Seen(len(there), scratch.differs(place / LEDGER))


@dataclass
class _Tally:
    """What was seen so far."""

    during: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    problems: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("lost", "corrupted"), 0))

    def judge(self, place: Path, acknowledged: int, when: str) -> None:
        """Look at the ledger that the dead process has left, and hand in the rest."""
        self.during += (place / f"{LEDGER}-journal").exists()
        self.acknowledged += acknowledged
        seen = _looked(place)
        self.unanswered += seen.lists > acknowledged
        if seen.lists < acknowledged:
            self._found("lost", f"killed {when}: {acknowledged} lists were acknowledged, {seen.lists} are there")
        if seen.broken or seen.lists > acknowledged + 1:
            self._found("corrupted", f"killed {when}: {seen.broken or f'{seen.lists} lists are there'}")
            return
        with contextlib.redirect_stdout(None):
            hand_in(place)
        if (after := _looked(place)) != Seen(TABLES):
            self._found("corrupted", f"killed {when}: handed in again there is {after}")

    def _found(self, kind: str, sentence: str) -> None:
        self.count[kind] += 1
        self.problems.append(f"{kind}: {sentence}")


def _looked(place: Path) -> Seen:
    try:
        return look(place)
    except Exception as error:  # noqa: BLE001  whatever it is, it is found
        return Seen(-1, f"it cannot be read: {type(error).__name__}: {error}")


def run(seed: int, *, kills: int) -> Outcome:
    """Kill so many processes that hand in lists."""
    dice, tally = random.Random(f"lists {seed}"), _Tally()
    with scratch.folder() as home:
        template, place = home / "template", home / "place"
        template.mkdir()
        prepare(template)
        first, each = _undisturbed(scratch.copied(template, place))
        for _kill in range(kills):
            scratch.copied(template, place)
            wanted = 0 if dice.random() < BEFORE else dice.randrange(1, TABLES)
            delay = dice.uniform(0, each * LATER if wanted else first + each)
            tally.judge(place, _killed(place, wanted, delay), f"{delay:.4f} s after list {wanted}")
    figures = {
        **tally.count,
        "in the middle of a transaction": tally.during,
        "lists acknowledged": tally.acknowledged,
        "stored and not yet answered": tally.unanswered,
    }
    return Outcome("lists", kills, tuple(tally.problems), figures)


def _begun(place: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.trials.torture.lists"]
    return subprocess.Popen(command, cwd=place, env=scratch.environment(place, {}), stdout=subprocess.PIPE, text=True)


def _undisturbed(place: Path) -> tuple[float, float]:
    """Return after how many seconds the first list is in, and how many each of the others takes."""
    since = time.perf_counter()
    with _begun(place) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = time.perf_counter() - since
        told = process.stdout.readlines()
        each = (time.perf_counter() - since - first) / len(told)
    if look(place) != Seen(TABLES):
        raise AssertionError(f"undisturbed, there is {look(place)}")
    return first, each


def _killed(place: Path, wanted: int, delay: float) -> int:
    """Kill a process so long after so many lists; return how many it has acknowledged."""
    with _begun(place) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _list in range(wanted)]
        end = time.perf_counter() + delay
        while time.perf_counter() < end:
            pass
        process.kill()
        told += process.stdout.readlines()
    return sum(line.endswith("\n") for line in told)


if __name__ == "__main__":
    from pathlib import Path

    hand_in(Path.cwd())
