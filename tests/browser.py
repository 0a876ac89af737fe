"""A real Chromium without a window, spoken to over a pipe: no driver, no port, nothing to download.

with Browser() as browser:
    page = browser.open(path, width=360)
    page.value("document.title")
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

SECONDS = 60.0
PHONE = 600  # a window that is narrower is touched
AXE = os.environ.get("AXE_CORE", "")
"""Where axe.min.js is: https://github.com/dequelabs/axe-core, which .ci/run takes from npm's registry."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = (
    *("--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--disable-extensions"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
    *("--no-sandbox",) * (os.name == "posix" and os.geteuid() == 0),
)

# Chromium reads its orders from file 3 and answers on 4: there the two pipes have to be, and neither before the other
PIPES = (
    "import fcntl, os, sys; pipes = [fcntl.fcntl(int(pipe), fcntl.F_DUPFD, 10) for pipe in sys.argv[1:3]]; "
    "os.dup2(pipes[0], 3); os.dup2(pipes[1], 4); os.execv(sys.argv[3], sys.argv[3:])"
)


class Browser:
    """Chromium with a profile of its own, which goes when it does, or with one that stays in a folder."""

    def __init__(self, profile: Path | None = None) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = str(profile or self._profile.name)
        heard, self._out = os.pipe()
        self._in, answered = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", PIPES, str(heard), str(answered),
             str(CHROMIUM), *ARGUMENTS, f"--user-data-dir={folder}", "about:blank"],
            pass_fds=(heard, answered), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "HOME": folder, "XDG_CACHE_HOME": folder},
        )  # fmt: skip
        os.close(heard)
        os.close(answered)
        self._numbers = itertools.count(1)
        self._rest = b""
        self.events: list[dict[str, Any]] = []
        self._people: list[str] = []
        self._windows: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self.ask("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._leave()

    def kill(self) -> None:
        """End it as a phone whose battery is empty."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._leave()

    def _leave(self) -> None:
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        self._profile.cleanup()

    def ask(self, method: str, session: str | None = None, **said: Any) -> dict[str, Any]:
        """Give one order of the DevTools protocol and return its answer; what happens meanwhile is in `events`."""
        number = next(self._numbers)
        order = {"id": number, "method": method, "params": said, **({"sessionId": session} if session else {})}
        os.write(self._out, json.dumps(order).encode() + b"\0")
        while (answer := self._next()).get("id") != number:
            self.events.append(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return dict(answer["result"])

    def until(self, method: str, session: str = "") -> None:
        """Wait until this event has happened, on a certain page or on any."""
        while not any(
            event.get("method") == method and event.get("sessionId") == (session or event.get("sessionId"))
            for event in self.events
        ):
            self.events.append(self._next())

    def person(self) -> str:
        """Return a new person, whose cookies and memory nobody else here shares: for `open`."""
        self._people.append(str(self.ask("Target.createBrowserContext")["browserContextId"]))
        return self._people[-1]

    def send_home(self) -> None:
        """Close every page of every person, and forget what happened."""
        while self._people:
            self.ask("Target.disposeBrowserContext", browserContextId=self._people.pop())
        for target in {one["targetId"] for one in self.ask("Target.getTargets")["targetInfos"]}.intersection(
            self._windows
        ):
            self.ask("Target.closeTarget", targetId=target)
        self._windows.clear()
        self.events.clear()

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + SECONDS
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(end - time.monotonic(), 0))
            read = os.read(self._in, 1 << 16) if ready else b""
            if not read:
                raise OSError("Chromium does not answer")
            self._rest += read
        one, self._rest = self._rest.split(b"\0", 1)
        return dict(json.loads(one))

    def open(
        self,
        path: Path | str,
        *,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        forced: str = "none",
        person: str = "",
        script: bool = True,
        language: str = "en",
    ) -> Page:
        """Open a file or an address in a window of this size, in the light or in the dark, `forced` ("active") colours.

        A `person` has cookies and a memory of their own, and what happened on earlier pages stays in `events`.
        """
        if not person:
            self.events.clear()
        whose = {"browserContextId": person} if person else {}
        target = self.ask("Target.createTarget", url="about:blank", **whose)["targetId"]
        if not person:
            self._windows.append(target)
        page = Page(self, self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Network", "Log", "Runtime"):
            page.ask(f"{domain}.enable")
        page.resize(width, height)
        page.show(scheme, forced)
        page.ask("Emulation.setScriptExecutionDisabled", value=not script)
        page.ask("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        page.go(path if isinstance(path, str) else path.resolve().as_uri())
        return page


class Page:
    """One page that is open."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self.session = browser, session

    def ask(self, method: str, **said: Any) -> dict[str, Any]:
        """Give an order about this page."""
        return self.browser.ask(method, self.session, **said)

    def go(self, address: str) -> None:
        """Go to another address, and wait until it is there."""
        self.forget()
        self.ask("Page.navigate", url=address)
        self.browser.until("Page.loadEventFired", self.session)

    def resize(self, width: int, height: int = 800) -> None:
        """Show it in a window of this size; a narrow one is touched."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < PHONE}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=width < PHONE)

    def show(self, scheme: str, forced: str = "none") -> None:
        """Show it in the light or in the dark."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                         {"name": "forced-colors", "value": forced}])  # fmt: skip

    def forget(self, *methods: str) -> None:
        """Forget that these events happened on this page, or that it was loaded."""
        methods = methods or ("Page.loadEventFired",)
        self.browser.events[:] = [
            event
            for event in self.browser.events
            if event.get("sessionId") != self.session or event.get("method") not in methods
        ]

    def value(self, expression: str) -> Any:
        """Return what an expression of JavaScript is here; asked from outside, the page itself may run none."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def wait(self, expression: str, seconds: float = 20) -> None:
        """Wait until an expression of JavaScript is true here."""
        end = time.monotonic() + seconds
        while not self.value(f"!!({expression})"):
            assert time.monotonic() < end, f"still not so: {expression}"
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Press and release a key: "Tab", "ArrowLeft"."""
        code = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}[key]
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def rest(self, x: float, y: float) -> None:
        """Move the mouse there."""
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def touch(self, *points: tuple[float, float]) -> None:
        """Lay a finger on the first point, move it over the others, and lift it."""
        for kind, point in (("touchStart", points[0]), *(("touchMove", one) for one in points[1:])):
            self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": point[0], "y": point[1]}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    @property
    def _events(self) -> list[dict[str, Any]]:
        return [event for event in self.browser.events if event.get("sessionId") == self.session]

    @property
    def complaints(self) -> list[str]:
        """What the browser wrote into its console."""
        said = [event["params"]["entry"]["text"] for event in self._events if event.get("method") == "Log.entryAdded"]
        called = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown")
        return said + [json.dumps(event) for event in self._events if event.get("method") in called]

    @property
    def requests(self) -> list[str]:
        """Every address that was asked for."""
        sent = [event for event in self._events if event.get("method") == "Network.requestWillBeSent"]
        return [str(event["params"]["request"]["url"]) for event in sent]

    @property
    def unanswered(self) -> list[str]:
        """Every address that was asked for and has not been answered whole: streams as well."""
        ended = ("Network.loadingFinished", "Network.loadingFailed")
        done = {event["params"]["requestId"] for event in self._events if event.get("method") in ended}
        sent = [event["params"] for event in self._events if event.get("method") == "Network.requestWillBeSent"]
        return [str(one["request"]["url"]) for one in sent if one["requestId"] not in done]

    def pdf(self) -> bytes:
        """Return the page as it is printed, on the paper that it asks for."""
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])

    def picture(self, *, whole: bool = True) -> bytes:
        """Return the whole page as it looks, or what of it is in the window, as PNG."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(shot["data"])


def axe_in_both(page: Page) -> list[Any]:
    """Return what axe finds on a page in the light, and in the dark."""
    found = []
    for scheme in ("light", "dark"):
        page.show(scheme)
        found += axe(page)
    return found


def axe(page: Page) -> list[Any]:
    """Return what axe finds on a page: each rule with the places that break it."""
    broken = "violations.map(rule => [rule.id, rule.nodes.map(node => node.html)])"
    run = f"axe.run().then(({{ violations }}) => {broken})"
    found = page.ask("Runtime.evaluate", expression=run, awaitPromise=True, returnByValue=True)
    return list(found["result"]["value"])
