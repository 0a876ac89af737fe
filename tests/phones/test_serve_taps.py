"""How many taps a hand takes: every hand of the real protocols, reckoned, and tapped in a real browser."""

import json
from pathlib import Path

import pytest

from sklog import Ledger
from tests.browser import CHROMIUM, Browser, Page
from tests.served import HOST, Phone, Served, joined, sklog_serve
from tests.trials.benchmarks import taps
from tests.trials.torture import scratch

pytestmark = pytest.mark.long

MOST_TAPS = 3.9  # for a hand, on average
TAP = """
(async taps => {
  const pause = () => new Promise(done => setTimeout(done, 5));
  const shown = one => one && !one.disabled && one.offsetParent;
  const find = async what => {
    for (let time = 0; time < 2000; time++) {
      const one = document.querySelector(`[data-tap="${CSS.escape(what)}"]`);
      if (shown(one)) return one;
      await pause();
    }
    throw new Error(what + " is not there: " + document.querySelector("#pad").textContent);
  };
  const before = document.querySelector("#number").textContent;
  for (const tap of taps) (await find(tap)).click();
  for (let time = 0; time < 2000; time++) {
    const there = document.querySelector("#number").textContent !== before;
    if (there && document.querySelector('#toast [data-tap="undo"]')) return "";
    const also = document.querySelector('#dialog[open] [data-tap="also"]');
    if (also) also.click();
    await pause();
  }
  const said = ["toast", "dialog", "offline", "waiting", "pad"].map(id => document.getElementById(id).innerText);
  throw new Error("nothing was recorded: " + taps + ": " + said.join(" | "));
})
"""
"""Taps one button after the other as soon as it is there; asked whether it is the same hand, it says no."""

real = pytest.mark.skipif(not taps.PROTOCOLS.is_dir(), reason=f"the real protocols are not there: {taps.PROTOCOLS}")


@real
def test_the_taps_of_the_real_evenings(home: Path) -> None:
    """A hand takes at most 3.9 taps on average, a plain Sauspiel, a Wenz and a Ramsch three.

    What costs nothing need not be tapped: neither the called suit, nor that of a Solo or a Farbwenz.
    """
    found = taps.counted(home, suits=False)
    for games in (("sauspiel",), ("wenz", "geier"), ("ramsch",)):
        assert min(taken for game, taken in found if game in games) == 3
    assert sum(taken for _game, taken in found) / len(found) <= MOST_TAPS


@real
@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium")
def test_the_taps_make_the_same_hands(home: Path) -> None:
    """Tapped on the real page each hand brings everybody what was printed, with no tap more than was reckoned."""
    with Browser() as browser:
        for number, (_name, session) in enumerate(taps.evenings()):
            path = home / f"{number}.db"
            ledger = taps.begun(path, session)
            pad, hands = ledger.playable(), list(taps.hands(session))
            with Served(sklog_serve(path), home, scratch.environment(home, {})) as served:
                page = opened(browser, served, path, ledger)
                for hand in hands:
                    tapped(page, taps.taps(hand.facts, pad))
                assert [one for one in page.complaints if "409" not in one] == []  # is it the same hand?
            recorded = [line.score.postings for line in ledger.session().lines()]
            assert recorded == [hand.line.score.postings for hand in hands]


def opened(browser: Browser, served: Served, path: Path, ledger: Ledger) -> Page:
    """Open the page of the evening on a phone that has joined."""
    [token] = joined(path, ledger.evening().uid, 1)
    name, _sign, value = Phone(served.port, "1", token).cookie.partition("=")
    address = f"http://{HOST}:{served.port}/t/1"
    page = browser.open("about:blank", width=360, height=640, person=browser.person())
    page.ask("Network.setCookie", name=name, value=value, url=address, httpOnly=True, sameSite="Strict")
    page.go(address)
    return page


def tapped(page: Page, what: list[str]) -> None:
    """Tap these buttons, and wait until the hand is on the board."""
    said = page.ask(
        "Runtime.evaluate", expression=f"({TAP})({json.dumps(what)})", awaitPromise=True, returnByValue=True
    )
    assert "exceptionDetails" not in said, said["exceptionDetails"]["exception"]["description"]
