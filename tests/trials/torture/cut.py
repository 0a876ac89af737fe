"""Cut: the newest commands of an evening are removed, with whatever else would hide that; nothing makes it true.

Everything that SQL can do without sklog's own seals is done besides, in any combination: counters, the digest, what is
counted, rows of an older copy. `check` finds it, `--repair` does not build upon it, and no command shows what is left.
Where somebody accepts the loss, what is left proves.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from sklog.errors import SklogError
from sklog.ledger import correct, evenings
from sklog.ledger.facts import Command
from sklog.ledger.open import open_ledger
from sklog.vault import check as checking
from sklog.vault import repair
from sklog.vault.check import disagreements
from tests.recorded import forged
from tests.trials.torture import scratch, season
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

MOST_CUT = 3
OLDER = "older.db"
HIDING = {
    "counters": (
        "UPDATE recorded SET rows = (SELECT count(*) FROM action) WHERE fact = 'action';"
        "UPDATE recorded SET rows = (SELECT count(*) FROM entry) WHERE fact = 'entry'"
    ),
    "digest": (
        "UPDATE state SET digest = (SELECT digest FROM entry WHERE session_id = {evening} ORDER BY id DESC LIMIT 1)"
        " WHERE session_id = {evening}"
    ),
    "hands": (
        "UPDATE state SET hands = (SELECT count(*) FROM entry WHERE session_id = {evening} AND kind = 'hand')"
        " WHERE session_id = {evening}"
    ),
    "position": (
        "UPDATE state SET position = (SELECT count(*) FROM entry WHERE session_id = {evening}"
        " AND kind IN ('hand', 'event')) WHERE session_id = {evening}"
    ),
    "a letter": "UPDATE state SET state = replace(state, 'n', 'm') WHERE session_id = {evening}",
    "no seal": "UPDATE state SET seal = x'00' WHERE session_id = {evening}",
    "no state": "DELETE FROM state WHERE session_id = {evening}",
    "scores": (
        "DELETE FROM posting WHERE entry_id NOT IN (SELECT id FROM entry);"
        "DELETE FROM score WHERE entry_id NOT IN (SELECT id FROM entry);"
        "UPDATE score SET said_by = entry_id WHERE said_by NOT IN (SELECT id FROM entry)"
    ),
    "payments": "DELETE FROM payment WHERE entry_id NOT IN (SELECT id FROM entry)",
    "arrivals": "UPDATE arrival SET upto = (SELECT max(id) FROM action WHERE session_id = {evening})",
    "an older state": "INSERT OR REPLACE INTO state SELECT * FROM older.state WHERE session_id = {evening}",
    "an older overview": "INSERT OR REPLACE INTO overview SELECT * FROM older.overview WHERE session_id = {evening}",
}
"""What is changed besides, in this order: none of it needs to know how a seal is made."""


def run(seed: int, *, count: int) -> Outcome:
    """Cut a ledger off so many times, each time another copy of it."""
    dice = random.Random(f"cut {seed}")
    problems = []
    with scratch.folder() as home:
        season.made(home)
        whole = _digests(home / LEDGER)
        for _number in range(count):
            path = home / "cut.db"
            shutil.copy(home / LEDGER, path)
            evening = dice.choice([number for number, (actions, _digest) in whole.items() if actions > 1])
            many = min(dice.randint(1, MOST_CUT), whole[evening][0] - 1)
            hidden = [name for name in HIDING if dice.random() < 0.5]
            # the whole of an older copy agrees with itself: only who noted a digest knows
            _older(home, evening, dice.choice([other for other in range(1, MOST_CUT + 2) if other != many]))
            _cut(path, home / OLDER, evening, many, hidden)
            if wrong := _believed(path, evening, whole[evening][1]) or _remains(path, whole):
                problems.append(f"evening {evening} without its last {many}, with {', '.join(hidden)}: {wrong}")
    return Outcome("cut", count, tuple(problems), {"undetected": len(problems)})


def _digests(path: Path) -> dict[int, tuple[int, bytes]]:
    """Return of each evening how many commands it has, and its digest."""
    with contextlib.closing(sqlite3.connect(path)) as ledger:
        many = "(SELECT count(*) FROM action WHERE action.session_id = state.session_id)"
        asked = f"SELECT session_id, {many}, digest FROM state"  # noqa: S608  our own words
        return {number: (many, digest) for number, many, digest in ledger.execute(asked)}


def _older(home: Path, evening: int, many: int) -> None:
    """Make the copy that was there before the newest commands of an evening were given."""
    shutil.copy(home / LEDGER, home / OLDER)
    with contextlib.closing(sqlite3.connect(home / OLDER, isolation_level=None)) as ledger:
        forged(ledger, f"PRAGMA ignore_check_constraints = ON; {_without(ledger, evening, many)}")
        with contextlib.suppress(SklogError):  # a later evening has its Stock
            correct.rebuild(ledger, evening)


def _without(ledger: sqlite3.Connection, evening: int, many: int) -> str:
    """Return the statements that remove the newest commands of an evening."""
    asked = "SELECT id FROM action WHERE session_id = ? ORDER BY id DESC LIMIT ?"
    actions = ", ".join(str(number) for (number,) in ledger.execute(asked, (evening, many)))
    return f"DELETE FROM entry WHERE action_id IN ({actions}); DELETE FROM action WHERE id IN ({actions})"  # noqa: S608  ours


def _cut(path: Path, older: Path, evening: int, many: int, hidden: list[str]) -> None:
    """Remove the newest commands of an evening, and hide that as is said."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as ledger:
        ledger.execute("PRAGMA ignore_check_constraints = ON")
        ledger.execute("ATTACH ? AS older", (str(older),))
        cut = _without(ledger, evening, many)
        forged(ledger, ";".join((cut, *(HIDING[name].format(evening=evening) for name in hidden))))


def _believed(path: Path, evening: int, digest: bytes) -> str:
    """Return what is wrong with how a ledger is looked at that was cut off; "" where nobody believes it."""
    with contextlib.closing(open_ledger(path)) as ledger:
        if not any(disagreements(ledger)):
            return "nobody notices"
        with contextlib.suppress(SklogError):
            return f"{evenings.by_number(ledger, evening).name} is shown"
        with contextlib.suppress(SklogError):  # SQLite itself finds the file damaged
            repair.repair(ledger)
        if not any(disagreements(ledger)):
            return "a repair makes it true"
        with contextlib.suppress(SklogError):
            return "" if evenings.by_number(ledger, evening).digest == digest else "it is shown after a repair"
    return ""


def _remains(path: Path, numbers: Iterable[int]) -> str:
    """Return what is wrong with a ledger in which all that is lost was given up; "" where it proves."""
    given = Command("check", "--repair --accept-loss", "2026-11-19T20:00:00.000+00:00")
    with contextlib.closing(open_ledger(path)) as ledger:
        try:
            left = repair.repair(ledger, dict.fromkeys(numbers, given)).left
        except SklogError:  # SQLite itself finds the file damaged
            return ""
        if left:
            return f"it cannot be given up: {left[0]}"
        taken = set(checking.carried_stocks(ledger))
        return next((f"after it was given up: {what}" for what in disagreements(ledger) if what not in taken), "")
