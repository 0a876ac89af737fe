"""Reports over long seasons, beside the bare argparse program and beside hledger and ledger where they are."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.trials.benchmarks import floors
from tests.trials.benchmarks.measuring import Command, environment, in_turn, must
from tests.trials.benchmarks.rows import NOT_INSTALLED, Figure, Spec, ratio
from tests.trials.benchmarks.seasons import evenings_of, hands_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.trials.benchmarks.rows import Measured, Run

FLOOR = "argparse floor"
RIVALS = {"hledger": 100, "ledger": 20}
WORKBOOKS = ("xlsx", "ods")
JOURNALED = 10_000  # hands
AS_SMALL = 100_000  # hands, up to which standings take hardly longer than over none
MOST_RUNS = 3  # of a rival, which takes its time
COUNTING = str(Path(__file__).with_name("counting.py"))
COUNTED = 12_000  # hands


def specs(run: Run) -> list[Spec]:
    """Return the rows of this part."""
    many, season = f"{run.large:,} hands", f"{run.season:,} hands"
    found = [
        Spec("standings", f"report standings, {season}", 3, FLOOR),
        Spec("standings-large", f"report standings, {many}", 3 if run.large <= AS_SMALL else 10, FLOOR),
        Spec("session-large", f"report session, the last of {many}", 4, FLOOR),
        Spec("stats", f"report stats, {_counted(run):,} hands", 0.5, "every hand folded"),
        Spec("export-journal", f"export as journal, {_journaled(run):,} hands", 2, "as jsonl"),
        *(Spec(f"season-{form}", f"report season as {form}, {season}", 1.5, "as html") for form in WORKBOOKS),
        *(Spec(f"export-{form}", f"export as {form}, {season}", 5, "as csv") for form in WORKBOOKS),
    ]
    for size, suffix, told in ((run.season, "", season), (run.large, "-large", many)):
        if size == run.season or run.rivals_large:
            found += [
                Spec(f"{rival}{suffix}", f"report standings, {told}, so much faster", least, f"{rival} bal", "×", True)
                for rival, least in RIVALS.items()
            ]
    return found


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is: reports of all sizes in turn, then the rivals."""
    ledgers = run.ledgers
    ledgers.with_an_evening(run.sizes)
    floor = Command(floors.argparse(ledgers.folder), environment(ledgers.folder))
    commands = {"floor": floor}
    for size in run.sizes:
        commands[f"standings {size}"] = ledgers.command(size, "report", "standings")
        commands[f"session {size}"] = ledgers.command(size, "report", "session", "--session", str(evenings_of(size)))
    taken = in_turn(commands, ledgers.folder, run.runs)
    yield "standings", ratio(taken[f"standings {run.season}"], taken["floor"], memory=True)
    yield "standings-large", ratio(taken[f"standings {run.large}"], taken["floor"], memory=True)
    yield "session-large", ratio(taken[f"session {run.large}"], taken["floor"], memory=True)
    for name in ("standings", "session"):
        for size in run.sizes:
            run.grows_beside(f"report {name} ({FLOOR})", size, taken[f"{name} {size}"], taken["floor"])
    yield "stats", _statistics(run)
    yield "export-journal", _journal(run)
    yield from _workbooks(run, ("report", "season"), "html", "season")
    yield from _workbooks(run, ("export",), "csv", "export")
    yield from _rivals(run, run.season, min(run.runs, MOST_RUNS), warm=1)
    if run.rivals_large:
        yield from _rivals(run, run.large, 1, warm=0, suffix="-large")


def _counted(run: Run) -> int:
    return hands_in(min(COUNTED, run.large))


def _statistics(run: Run) -> Figure:
    """Return how long the statistics take beside the same report for which every hand is folded."""
    ledgers, hands = run.ledgers, _counted(run)
    ledgers.ledger(hands)
    report = ledgers.command(hands, "report", "stats")
    folding = Command([sys.executable, "-P", COUNTING, "report", "stats"], report.env)
    taken = in_turn({"alike": report, "folded": folding}, ledgers.folder, run.runs)
    return ratio(taken["alike"], taken["folded"], memory=True)


def _journaled(run: Run) -> int:
    return hands_in(min(JOURNALED, run.large))


def _journal(run: Run) -> Figure:
    """Return how much longer a season takes as a journal, every hand in its shorthand, than as JSON Lines."""
    hands = _journaled(run)
    run.ledgers.ledger(hands)
    forms = {form: run.ledgers.command(hands, "export", "-o", f"season.{form}") for form in ("journal", "jsonl")}
    taken = in_turn(forms, run.ledgers.folder, min(run.runs, MOST_RUNS))
    return ratio(taken["journal"], taken["jsonl"], memory=True)


def _workbooks(run: Run, words: tuple[str, ...], beside: str, named: str) -> Iterator[Measured]:
    """Yield how much longer a season takes as a workbook than as the file `beside`."""
    forms = {form: run.ledgers.command(run.season, *words, "-o", f"season.{form}") for form in (beside, *WORKBOOKS)}
    taken = in_turn(forms, run.ledgers.folder, min(run.runs, MOST_RUNS))
    for form in WORKBOOKS:
        yield f"{named}-{form}", ratio(taken[form], taken[beside], memory=True)


def _rivals(run: Run, size: int, runs: int, *, warm: int, suffix: str = "") -> Iterator[Measured]:
    """Yield how much faster the standings are than the balances of other programs, over the same evenings."""
    ledgers = run.ledgers
    here = {rival: path for rival in RIVALS if (path := shutil.which(rival))}
    for rival in RIVALS.keys() - here.keys():
        yield f"{rival}{suffix}", Figure(problem=NOT_INSTALLED)
    if not here:
        return
    journal = ledgers.folder / f"season-{size}.journal"
    must(ledgers.command(size, "export", "--format", "journal", "-o", str(journal)), ledgers.folder)
    commands = {"standings": ledgers.command(size, "report", "standings")}
    usual = environment(ledgers.folder)
    commands |= {rival: Command([path, "-f", str(journal), "bal"], usual) for rival, path in here.items()}
    taken = in_turn(commands, ledgers.folder, runs, warm=warm)
    for rival in here:
        yield f"{rival}{suffix}", ratio(taken["standings"], taken[rival], faster=True)
    journal.unlink()
