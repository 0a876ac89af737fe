"""Lists from a spreadsheet: ten years of hands as csv and as a workbook, beside the same evenings as JSON Lines."""

from __future__ import annotations

import csv
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

from tests.lists_samples import workbook
from tests.trials.benchmarks.measuring import Command, environment, in_turn, must, sklog
from tests.trials.benchmarks.rows import Figure, Spec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.trials.benchmarks.rows import Measured, Run

SEED = 4
MOST_ROWS = 10_000
AN_EVENING = 25
SECONDS = 5  # of the processor, for all of them
PEOPLE = ("Anna", "Bene", "Christl", "Dani")
SAME = "as JSON Lines"


def specs(run: Run) -> list[Spec]:
    """Return the rows of this part."""
    many = f"{_rows(run):,} rows"
    return [
        Spec("list-csv", f"sklog import list.csv, {many}", SECONDS, SAME, unit="s"),
        Spec("list-xlsx", f"sklog import list.xlsx, {many}", SECONDS, SAME, unit="s"),
        Spec("list-hands", f"sklog import list.xlsx --tariff, {many}", SECONDS, SAME, unit="s"),
    ]


def measure(run: Run) -> Iterator[Measured]:
    """Yield what each row is; every import fills a ledger of its own, which goes before the next."""
    folder, ledger = run.ledgers.folder, run.ledgers.folder / "list.db"
    rows = list(_list(_rows(run)))
    with (folder / "list.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    workbook({"Liste": rows}, folder / "list.xlsx")

    def importing(*words: str) -> Command:
        return Command([*sklog(), "import", *words], environment(folder, ledger))

    must(importing("list.csv"), folder)
    must(Command([*sklog(), "export", "-o", "list.jsonl"], environment(folder, ledger)), folder)
    commands = {
        "same": importing("list.jsonl"),
        "list-csv": importing("list.csv"),
        "list-xlsx": importing("list.xlsx"),
        "list-hands": importing("list.xlsx", "--tariff", "sauspiel"),
    }
    taken = in_turn(commands, folder, run.long_runs, before=lambda _name: _away(ledger))
    same = taken.pop("same")
    for name, one in taken.items():
        own, other = one.processor, same.processor
        yield name, Figure(own, own, other, runs=one.runs, mib=one.mib, problem=one.problem)


def _rows(run: Run) -> int:
    return min(MOST_ROWS, run.large)


def _away(ledger: Path) -> None:
    for old in ledger.parent.glob(f"{ledger.name}*"):
        old.unlink()


def _list(count: int) -> Iterator[list[object]]:
    """Yield the rows of a list: mostly a Sauspiel, else a solo, now and then dearer than the tariff has it."""
    rng = Random(SEED)  # noqa: S311  (hands, not secrets)
    yield ["Datum", "Spiel", "Spieler", "Partner", "Gewonnen", *(f"{name} (€)" for name in PEOPLE)]
    for number in range(count):
        day = date(2015, 1, 2) + timedelta(7 * (number // AN_EVENING))
        declarer, partner = rng.sample(PEOPLE, 2)
        won, solo, price = rng.random() < 0.6, rng.random() < 0.3, rng.choice((20, 20, 30))
        side = {declarer: 3} if solo else {declarer: 1, partner: 1}
        sign = 1 if won else -1
        game = ["Herz-Solo" if solo else "Sauspiel", declarer, "" if solo else partner, "ja" if won else "nein"]
        price = price + 30 if solo else price
        yield [day, *game, *(sign * price * side.get(name, -1) / 100 for name in PEOPLE)]
