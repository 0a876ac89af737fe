"""The benchmarks of sklog: every figure stands beside something measured in the same run.

    python -m tests.trials.benchmarks [--short] [--runs 9] [--long-runs 9] [--only NAME,…] [--json FILE] [--page]

It prints a row for everything that has a target and a table of how figures grow, and writes both as JSON. What fails
says so in its row, and the others go on. The exit code is 1 where a target is missed or a row failed; with `--short`,
which asks only whether it works, that is no matter. With `--page` it writes the figures into docs/benchmarks.md, all
from this run on this machine, which the page names.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sqlite3
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabulate import tabulate

import sklog
from tests.trials.benchmarks import (
    bulk,
    commands,
    drawing,
    inside,
    lists,
    phones,
    recorded,
    reporting,
    rescoring,
    settling,
    tournament,
)
from tests.trials.benchmarks.rows import FAILED, HEADERS, MISSED, Figure, Run, as_json, cells, growth_cells, page_cells
from tests.trials.benchmarks.seasons import HANDS, Ledgers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

PARTS: dict[str, ModuleType] = {
    "bulk": bulk,
    "lists": lists,
    "commands": commands,
    "phones": phones,
    "reports": reporting,
    "recorded": recorded,
    "settlement": settling,
    "draw": drawing,
    "tournament": tournament,
    "platform": rescoring,
    "inside": inside,
}
"""Each part in the order in which it runs: the ledgers are made first, what goes on in this process comes last."""

PAGE = Path(__file__).parents[3] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of the figures -->\n"
"""What stands around the figures on the page; the rest of it is written by people."""
SHORT_HANDS = 600
STEPS = 3  # each ledger but the largest has a tenth of the hands of the next


def main(arguments: Sequence[str]) -> int:
    """Run the parts that are wanted, print the tables and write them; return the exit code."""
    said = _read(arguments)
    with tempfile.TemporaryDirectory(prefix="sklog-benchmarks-") as folder:
        run = Run(Ledgers(Path(folder)), sizes(said.hands), said.runs, said.long_runs, said.rivals_large)
        result: dict[str, Any] = {"made": _made(said), "rows": [], "growth": {}}
        for name in said.only:
            print(f"{name} …", end=" ", flush=True, file=sys.stderr)
            begun = time.monotonic()
            result["rows"] += rows_of(PARTS[name], run)
            result["growth"] = run.growth
            said.json.write_text(json.dumps(_plain(result), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            print(f"{time.monotonic() - begun:.0f} s", flush=True, file=sys.stderr)
    print(_tables(result["rows"], run))
    if said.page:
        PAGE.write_text(on_page(PAGE.read_text("utf-8"), result, run), "utf-8")
    return int(not said.short and falls_short(result["rows"]))


def falls_short(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether a target was missed, or a row could not be measured."""
    return any(row["verdict"] in (MISSED, FAILED) for row in rows)


def sizes(hands: int) -> list[int]:
    """Return the hands of every ledger, the smallest first; each has an evening at least."""
    return sorted({max(HANDS, hands // 10**step) for step in range(STEPS + 1)})


def rows_of(part: ModuleType, run: Run) -> list[dict[str, Any]]:
    """Return every row of a part as it is written, those that could not be measured with the reason."""
    figures: dict[str, Figure] = {}
    problem = ""
    try:
        figures.update(part.measure(run))
    except Exception as error:  # noqa: BLE001  whatever it is, the other parts are measured
        problem = f"{type(error).__name__}: {error}"
    return [as_json(spec, figures.get(spec.name, Figure(problem=problem))) for spec in part.specs(run)]


def _tables(rows: Sequence[dict[str, Any]], run: Run) -> str:
    """Return both tables as they are printed."""
    found = tabulate([cells(row) for row in rows], headers=HEADERS, disable_numparse=True)
    return f"{found}\n\n{_grown(run)}" if run.growth else found


def _grown(run: Run, form: str = "simple") -> str:
    """Return the table of how figures grow."""
    sizes = sorted({size for points in run.growth.values() for size in points})
    headers = ["as it grows (beside)", *(f"{size:,} hands" for size in sizes)]
    return tabulate(list(growth_cells(run.growth, sizes)), headers, tablefmt=form, disable_numparse=True)


def on_page(text: str, result: dict[str, Any], run: Run) -> str:
    """Return the text of the page with the figures of this run in place of those that it has."""
    before, _old, after = re.split(f"{BEGIN}|{END}", text)
    made, rows = result["made"], result["rows"]
    what = "{at:.10}, {system} on {processor}, {processors} processors, Python {python}, SQLite {sqlite}".format(**made)
    how = f"{made['hands']:,} hands; medians of {made['runs']} runs, of {made['long_runs']} for the bulk work"
    short = [row for row in rows if row["verdict"] in (MISSED, FAILED)]
    found = tabulate(
        [page_cells(row) for row in rows],
        ["what", "compared with", "target", "measured", "by the clock"],
        tablefmt="github",
        disable_numparse=True,
    )
    load = f"The load of the machine was {made['load']:.1f}; {len(short)} of {len(rows)} rows miss their target."
    return "\n".join(
        [f"{before}{BEGIN}", f"{what}: {how}. {load}", "", found, "", _grown(run, "github"), "", f"{END}{after}"]
    )


def _plain(result: dict[str, Any]) -> dict[str, Any]:
    """Return what is written: a point of growth says what it is."""
    growth = {
        what: {str(size): point._asdict() for size, point in points.items()}
        for what, points in result["growth"].items()
    }
    return {**result, "growth": growth}


def _made(said: argparse.Namespace) -> dict[str, Any]:
    """Return with what and how it was measured."""
    return {
        "sklog": sklog.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.system(),
        "machine": platform.machine(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0],
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "hands": said.hands,
        "runs": said.runs,
        "long_runs": said.long_runs,
        "parts": said.only,
    }


def _processor() -> str:
    """Return what the processor is called, where the system says it."""
    with suppress(OSError):
        if found := re.search(r"(?m)^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text("utf-8")):
            return found[1]
    return platform.machine()


def _read(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what was said; wrong usage ends the program with 2."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials.benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="a few hundred hands: does it work, not how long")
    parser.add_argument("--runs", type=_number, metavar="N", help="of short commands (9)")
    parser.add_argument("--long-runs", type=_number, metavar="N", help="of import and check (9)")
    parser.add_argument("--hands", type=_number, metavar="N", help="in the largest ledger (1000000)")
    parser.add_argument("--only", metavar="NAMES", type=_names, default=list(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rivals-large", action="store_true", help="hledger and ledger over the largest one, too")
    parser.add_argument("--json", type=Path, metavar="FILE", default=Path("benchmarks.json"))
    parser.add_argument("--page", action="store_true", help=f"write the figures into {PAGE.name}")
    said = parser.parse_args(arguments)
    said.runs = said.runs or (2 if said.short else 9)
    said.long_runs = said.long_runs or (1 if said.short else 9)
    said.hands = said.hands or (SHORT_HANDS if said.short else 1_000_000)
    if not said.json.resolve().parent.is_dir():
        parser.error(f"there is no folder for {said.json}")
    return said


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is wanted")
    return number


def _names(text: str) -> list[str]:
    wanted = text.split(",")
    if wrong := [name for name in wanted if name not in PARTS]:
        raise argparse.ArgumentTypeError(f"no part is called {', '.join(wrong)}; there are {', '.join(PARTS)}")
    return [name for name in PARTS if name in wanted]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
