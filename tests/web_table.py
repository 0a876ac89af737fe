"""A table without a laptop in a real Chromium: the folder, from a host that can vanish, and the page in its frame."""

import base64
import json
import os
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Self

from tests.browser import Browser, Page

PYODIDE = os.environ.get("PYODIDE", "")
"""The folder of Pyodide, where there is one."""
PEOPLE = ["Anna", "Bene", "Christl", "Dani"]
FRAME = "document.getElementById('table').contentWindow"
STATE = """(() => {
  const parts = ["number", "said", "pad", "preview", "toast", "dialog", "waiting", "offline"];
  const shown = one => one?.getClientRects().length && one.innerText;  // what is hidden has a text, too
  const texts = parts.map(id => [id, shown(document.getElementById(id))]);
  const pressed = [...document.querySelectorAll("[aria-pressed=true]")].map(one => one.dataset.tap);
  const off = [...document.querySelectorAll("[data-tap]:disabled")].map(one => one.dataset.tap);
  return Object.fromEntries([...texts, ["pressed", pressed], ["disabled", off]].filter(([, said]) => said?.length));
})()"""
"""What of the table would tell why nothing happened."""


class Site:
    """The folder, given out by a host that can vanish."""

    def __init__(self, place: Path) -> None:
        handler = partial(_Silent, directory=str(place))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.vanish()

    def vanish(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_words: object) -> None:
        """Say nothing."""


class Table:
    """The page of a table, opened at an address."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    @classmethod
    def opened(cls, browser: Browser, address: str, *, language: str = "en", **how: Any) -> Self:
        """Open it in a new tab of a phone that speaks this language, and wait until Python answers."""
        page = browser.open("about:blank", width=360, height=640, **how)
        page.ask("Emulation.setUserAgentOverride", userAgent="a phone", acceptLanguage=language)
        page.go(address)
        made = cls(page, address)
        made.wait_for("body", 120)
        return made

    def again(self) -> None:
        """Load it anew, and wait until a table stands there."""
        self.page.go(self.address)
        self.wait_for("#board", 60)

    def wait_for(self, selector: str, seconds: float = 30) -> None:
        """Wait until the page in the frame has such a part."""
        found = f"{FRAME}?.document?.querySelector({json.dumps(selector)})"
        self.page.wait(f"document.getElementById('table')?.hidden === false && {found}", seconds)

    def value(self, expression: str) -> Any:
        """Return what an expression is in the frame's page."""
        return self.page.value(f"(document => {expression})({FRAME}.document)")

    def until(self, expression: str) -> None:
        """Wait until an expression is true in the frame's page; where it stays false, say how the table stands."""
        try:
            self.page.wait(f"(document => {expression})({FRAME}.document)")
        except AssertionError as error:
            error.add_note(f"the table: {json.dumps(self.value(STATE), ensure_ascii=False)}")
            error.add_note(f"not answered: {self.page.unanswered}")
            error.add_note(f"complaints: {self.page.complaints[-5:]}")
            raise

    def ask(self, path: str, **fields: str) -> dict[str, Any]:
        """Return the status and the bytes of an answer to the page in the frame; with `fields` a form is sent."""
        sent = f", {{ method: 'POST', body: new URLSearchParams({json.dumps(fields)}) }}" if fields else ""
        said = self.page.ask(
            "Runtime.evaluate",
            awaitPromise=True,
            returnByValue=True,
            expression=f"""{FRAME}.fetch('/at{path}'{sent}).then(async got => {{
              const bytes = new Uint8Array(await got.arrayBuffer());
              const content = btoa(Array.from(bytes, one => String.fromCharCode(one)).join(""));
              return {{ status: got.status, content }};
            }})""",
        )
        assert "exceptionDetails" not in said, said
        found: dict[str, Any] = said["result"]["value"]
        return {**found, "content": base64.b64decode(found["content"])}

    def tap(self, *taps: str) -> None:
        """Tap one button after the other, each once it can be tapped."""
        for one in taps:
            found = f"document.querySelector('[data-tap=\"{one}\"]')"
            self.until(f"{found} && !{found}.disabled && {found}.offsetParent")
            self.value(f"{found}.click()")

    @property
    def number(self) -> int:
        """The number of the next hand."""
        return int(self.value("document.getElementById('number').textContent"))

    def play(self, taps: tuple[str, ...]) -> None:
        """Tap a hand, and wait until the board has it."""
        before = self.number
        done = f"document.getElementById('number').textContent === '{before + 1}'"
        self.tap(*taps)
        self.until(f"{done} || document.querySelector('dialog[open]')")
        if self.number == before:  # the same hand as a moment ago: it is meant
            self.tap("also")
            self.until(done)

    def begin(self, tariff: str = "sauspiel") -> None:
        """Begin an evening of our four."""
        self.wait_for("form[action$='/begin']")
        self.value(f"""(() => {{
          const form = document.querySelector("form[action$='/begin']");
          form.elements.players.value = {json.dumps(", ".join(PEOPLE))};
          form.querySelector('[name=tariff][value={tariff}]').checked = true;
          form.submit();
        }})()""")
        self.wait_for("#pad button")
