"""What a real browser makes of it: the first page in bytes and round trips, and when a hand is drawn on 8 phones."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from typing import TYPE_CHECKING, Any

from tests.browser import CHROMIUM, Browser, Page
from tests.served import HOST, Phone, Served, hands_of, sklog_serve
from tests.trials.benchmarks.measuring import environment
from tests.trials.benchmarks.rows import NOT_INSTALLED, Figure, Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.trials.benchmarks.rows import Measured

DELAY = 500  # milliseconds that a request takes longer where round trips are counted
NO_LIMIT = -1  # of the bytes a second
HANDS = 10  # that are drawn in each run
PHONES = 8
SPECS = (
    Spec("phones-page", "the first page, with all that it loads", 60, "its html alone", unit="kB"),
    Spec("phones-trips", "round trips until it is shown, beyond the connection", 1, "", unit=""),
    Spec("phones-shown", "the first page, until it is shown", None, "its first byte", unit="ms"),
    Spec("phones-drawn", f"a tap, until {PHONES} pages have drawn it: the median", None, "its board came", unit="ms"),
    Spec("phones-drawn-p95", f"a tap, until {PHONES} pages have drawn it: 95 %", None, "its board came", unit="ms"),
)
PAINTED = """
new Promise(done => {
  const ready = () => {
    const [navigation] = performance.getEntriesByType("navigation");
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    painted ? done([navigation.responseStart, painted.startTime]) : setTimeout(ready, 20);
  };
  ready();
})
"""
WATCHED = """
window.drawn = [];
new MutationObserver(() => {
  const text = document.body.textContent;
  for (const mark of window.marks || []) if (text.includes(mark)) {
    window.drawn.push([mark, performance.timeOrigin + performance.now()]);
    window.marks = window.marks.filter(other => other !== mark);
  }
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
"""Notes when each of the texts that are waited for stands in the page."""


def measure(folder: Path, ledger: Path, tokens: list[str], runs: int) -> Iterator[Measured]:
    """Yield what each row is; "not installed" where there is no Chromium."""
    if not CHROMIUM:
        yield from ((spec.name, Figure(problem=NOT_INSTALLED)) for spec in SPECS)
        return
    with Served(sklog_serve(ledger, "--all"), folder, environment(folder, ledger)) as served, Browser() as browser:
        address = f"http://{HOST}:{served.port}/t/1"
        cookies = [Phone(served.port, "1", token).cookie for token in tokens]
        yield "phones-page", _bytes(browser, address, cookies[0])
        first, shown = _painted(browser, address, cookies[0], runs, 0)
        _later, much_later = _painted(browser, address, cookies[0], runs, DELAY)
        trips = (statistics.median(much_later) - statistics.median(shown)) / DELAY
        yield "phones-trips", Figure(float(round(trips)), trips, scale="", runs=runs)
        own, other = statistics.median(shown), statistics.median(first)
        yield "phones-shown", Figure(own, own / 1000, other / 1000, runs=runs, samples=shown, other_samples=first)
        drawn, came = asyncio.run(
            _drawn(browser, address, cookies[1:], Phone(served.port, "1", tokens[0]), runs * HANDS)
        )
    for suffix, share in (("", 50), ("-p95", 95)):
        own, other = (sorted(some)[len(some) * share // 100] for some in (drawn, came))
        yield f"phones-drawn{suffix}", Figure(own * 1000, own, other, runs=runs, samples=drawn, other_samples=came)


def visit(browser: Browser, address: str, cookie: str, *, delay: int = 0) -> Page:
    """Open a page of a server on a phone of its own that has joined, with an empty cache; wait until it is loaded."""
    page = browser.open("about:blank", width=360, height=640, person=browser.person())
    page.ask("Network.setCacheDisabled", cacheDisabled=True)
    page.ask("Network.emulateNetworkConditions", offline=False, latency=delay,
             downloadThroughput=NO_LIMIT, uploadThroughput=NO_LIMIT)  # fmt: skip
    name, _sign, value = cookie.partition("=")
    page.ask("Network.setCookie", name=name, value=value, url=address, httpOnly=True, sameSite="Strict")
    page.go(address)
    return page


def _evaluated(page: Page, expression: str) -> Any:
    """Return what a promise of the page comes to."""
    said = page.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
    if "exceptionDetails" in said:
        raise RuntimeError(str(said["exceptionDetails"]))
    return said["result"].get("value")


def _bytes(browser: Browser, address: str, cookie: str) -> Figure:
    """Return how many bytes the page is, with styles and script but without its stream."""
    browser.events.clear()
    page = visit(browser, address, cookie)
    sent = {event["params"]["requestId"]: event["params"] for event in _events(browser, "Network.requestWillBeSent")}
    sizes = {
        str(sent[event["params"]["requestId"]]["request"]["url"]): event["params"]["encodedDataLength"]
        for event in _events(browser, "Network.loadingFinished")
        if event["params"]["requestId"] in sent
    }
    page.ask("Page.close")
    whole = sum(sizes.values()) / 1000
    return Figure(whole, whole, sizes.get(address, 0) / 1000, scale="kB", runs=1)


def _events(browser: Browser, method: str) -> list[dict[str, Any]]:
    return [event for event in browser.events if event.get("method") == method]


def _painted(browser: Browser, address: str, cookie: str, runs: int, delay: int) -> tuple[list[float], list[float]]:
    """Return when the first byte was there and when something was shown, in milliseconds."""
    found = []
    for _run in range(runs):
        page = visit(browser, address, cookie, delay=delay)
        found.append(_evaluated(page, PAINTED))
        page.ask("Page.close")
    return [first for first, _shown in found], [shown for _first, shown in found]


async def _drawn(
    browser: Browser, address: str, cookies: list[str], phone: Phone, hands: int
) -> tuple[list[float], list[float]]:
    """Return for each hand the seconds until it was drawn in the last page, and until its board had come by stream."""
    pages = [await asyncio.to_thread(visit, browser, address, cookie) for cookie in cookies]
    for page in pages:
        page.value(WATCHED)
    await phone.open()
    phone.listen()
    await phone.listened()
    drawn, came = [], []
    for hand in range(hands):
        mark = f"{61 + hand % 30}-{hand}"  # a note that no other hand has
        for page in pages:
            page.value(f"window.marks = {json.dumps([mark])}")
        wall, begun = time.time(), time.perf_counter()
        answer = await phone.say("hands", line=f"w {'abcd'[hand % 4]} // {mark}")
        if answer.result != "recorded":
            raise RuntimeError(f"{answer.status} {answer.body[:200]!r}")
        at = await phone.reached(hands_of(answer.said), 10)
        came.append((at or begun) - begun)
        drawn.append(max(_moments(pages, mark)) / 1000 - wall)
    await phone.leave()
    return drawn, came


def _moments(pages: Iterable[Page], mark: str) -> Iterator[float]:
    """Yield when each page had the mark in its text, in milliseconds since 1970."""
    for page in pages:
        end = time.monotonic() + 10
        while not (found := dict(page.value("window.drawn")).get(mark)):
            if time.monotonic() > end:
                raise RuntimeError(f"{mark} is not drawn: {page.value('document.body.textContent')[:500]}")
            time.sleep(0.005)
        yield found
