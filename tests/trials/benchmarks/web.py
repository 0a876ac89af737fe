"""The table without a laptop, in Chromium: `PYODIDE=… python -m tests.trials.benchmarks.web`.

Prints how large the folder is, how long a start takes, the first and later ones, and how long from a tap to the board,
each also with the processor six times slower, as Chromium makes it for a page; later starts without a network.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from pathlib import Path
from statistics import median

from sklog.web import folder
from tests.browser import Browser
from tests.web_table import FRAME, PEOPLE, PYODIDE, Site, Table

STARTS, TAPS = 7, 15
AS_A_PHONE = 6
READS = 500  # milliseconds in which somebody sees what it costs, before the last tap
TAP = f"""(async (caller, partner) => {{
  const inner = {FRAME}, $ = one => inner.document.querySelector(one);
  const wait = () => new Promise(done => setTimeout(done, 1));
  const tap = async what => {{ while (!$(what) || $(what).disabled) await wait(); $(what).click(); }};
  await tap(`[data-tap="who:${{caller}}"]`);
  await tap(`[data-tap="partner:${{partner}}"]`);
  const number = $('#number').textContent;
  while (!$('[data-tap="result:won"]') || $('[data-tap="result:won"]').disabled) await wait();
  await new Promise(done => setTimeout(done, {READS}));
  const begun = performance.now();
  $('[data-tap="result:won"]').click();
  while ($('#number').textContent === number) await wait();
  return performance.now() - begun;
}})"""
"""Taps a Sauspiel, and returns how many milliseconds later the board had it."""


def main() -> None:
    """Print it all."""
    with tempfile.TemporaryDirectory() as scratch:
        sizes = folder.write_folder(Path(scratch), Path(PYODIDE))
        packed = sum(len(gzip.compress((Path(scratch) / name).read_bytes())) for name in sizes)
        print(f"folder: {sum(sizes.values()) / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB")
        with Site(Path(scratch)) as site, Browser() as browser:
            begun = time.perf_counter()
            table = Table.opened(browser, site.address)
            print(f"first start: {time.perf_counter() - begun:.1f} s")
            table.begin()
            site.vanish()
            for slower in (1, AS_A_PHONE):
                table.page.ask("Emulation.setCPUThrottlingRate", rate=slower)
                starts = [_start(table) for _ in range(STARTS)]
                print(f"processor / {slower}: start {median(starts):.2f} s ({min(starts):.2f} to {max(starts):.2f})")
                taps = [_tap(table, number) for number in range(TAPS)]
                print(f"processor / {slower}: tap to board {median(taps):.0f} ms ({min(taps):.0f} to {max(taps):.0f})")


def _start(table: Table) -> float:
    begun = time.perf_counter()
    table.page.ask("Page.navigate", url=table.address)
    time.sleep(0.05)
    table.wait_for("#pad button", 60)
    return time.perf_counter() - begun


def _tap(table: Table, number: int) -> float:
    caller, partner = PEOPLE[number % len(PEOPLE)], PEOPLE[(number + 1) % len(PEOPLE)]  # never the same hand twice
    tapped = f"{TAP}('{caller}', '{partner}')"
    said = table.page.ask("Runtime.evaluate", expression=tapped, awaitPromise=True, returnByValue=True)
    return float(said["result"]["value"])


if __name__ == "__main__":
    main()
