"""A day of a tournament at the desk, played by mouse and keyboard alone in a real Chromium, beside its commands.

    python -m tests.trials.benchmarks.desk [--people 150] [--pace 1] [--json FILE] [--pictures FOLDER]

    script ──real clicks and keys──▶ Chromium ──▶ serve ──▶ ledger ──export──▶ counted anew by code of its own

Two laptops are at the desk. Every click and key is counted, and takes the time that the keystroke-level model gives a
practised person (Card, Moran, Newell: key 0.28 s, pointing 1.1 s, click 0.2 s, hand to the other device 0.4 s, a
thought before each step 1.35 s); with `--pace 1` it is waited for so long. The same day by commands is counted by the
letters of its shortest commands and the same thoughts. What the export says is counted again from its JSON, and has to
be what the script had on paper.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklog import Ledger, render
from sklog.phones.devices import KEEPER
from sklog.phones.gate import cookie_name
from tests.browser import Browser, Page
from tests.room import Room

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

KEY, POINT, CLICK, HOME, THOUGHT = 0.28, 1.1, 0.2, 0.4, 1.35  # seconds
FIRST = "Anna Bene Christl Dani Eva Franzi Georg Hans Irmi Josef Kathi Lenz Moni Nandl Otto Paul Quirin Resi Sepp Toni"
LAST = "Huber Maier Gruber Bauer Wagner Pichler Moser Mayer Hofer Leitner Öttl Zenz"
TOWNS = ("Augsburg", "Aichach", "Friedberg", "Mering")
FEE = 1000
MOST_KEYS = 16  # of a list
CODES = {"Enter": 13, "Tab": 9, " ": 32, "-": 189}


@dataclass
class Effort:
    """What somebody did: clicks, keys, and the seconds that they take."""

    clicks: int = 0
    keys: int = 0
    thoughts: int = 0
    changes: int = 0
    at: str = ""

    def to(self, device: str) -> None:
        """Lay the hand on the mouse or the keys."""
        self.changes += self.at not in ("", device)
        self.at = device

    @property
    def seconds(self) -> float:
        """How long that takes a practised person."""
        return (
            self.keys * KEY + self.clicks * (POINT + CLICK) + self.changes * HOME + self.thoughts * THOUGHT
        )  # fmt: skip


@dataclass
class Laptop:
    """A page with a mouse and a keyboard: nothing else reaches it."""

    page: Page
    pace: float = 0.0
    effort: Effort = field(default_factory=Effort)

    def think(self, steps: int = 1) -> None:
        """Think before what comes next."""
        self.effort.thoughts += steps
        time.sleep(steps * THOUGHT * self.pace)

    def click(self, where: str, *, leads: bool = True) -> None:
        """Move the mouse onto the first visible thing of this kind, and click; it `leads` to another page or not."""
        self.effort.to("mouse")
        self.effort.clicks += 1
        self.think()
        time.sleep((POINT + CLICK) * self.pace)
        x, y = self.page.value(
            f"(() => {{ const it = [...document.querySelectorAll({where!r})].find(one => one.offsetParent);"
            "it.scrollIntoView({ block: 'center' }); const at = it.getBoundingClientRect();"
            "return [at.x + at.width / 2, at.y + at.height / 2]; })()"
        )
        self._leads(leads)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            said = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
            self.page.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **said)
        self._there(leads)

    def keys(self, text: str, *, leads: bool = False) -> None:
        """Type letters; a line end is Enter, a tab goes to the next field. The last one may lead to another page."""
        self.effort.to("keys")
        self.effort.keys += len(text)
        for place, letter in enumerate(text, 1):
            last = leads and place == len(text)
            time.sleep(KEY * self.pace)
            self._leads(last)
            key = {"\n": "Enter", "\t": "Tab"}.get(letter, letter)
            typed = {"text": "\r"} if key == "Enter" else {} if key == "Tab" else {"text": letter}
            code = CODES.get(key, 0)
            self.page.ask("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **typed)
            self.page.ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
            self._there(last)

    def choose(self, where: str, place: int, value: str) -> None:
        """Open the list of the field at this place, and click on what is wanted: it is drawn beside the page."""
        self.effort.to("mouse")
        self.effort.clicks += 2
        self.think()
        time.sleep(2 * (POINT + CLICK) * self.pace)
        self.page.value(f"(() => {{ document.querySelectorAll({where!r})[{place}].value = {value!r}; }})()")

    def fill(self, where: str, text: str) -> None:
        """Click into a field, and type over what is in it."""
        self.click(where, leads=False)
        self.page.value("document.activeElement.select()")
        self.keys(text)

    def print(self, what: str) -> None:
        """Press a button for printing: its page opens; Enter sends it to the printer, and two keys close it."""
        self.click(f"[href$='/print/{what}']", leads=False)
        self.effort.keys += 3
        end = time.monotonic() + 20
        while not (opened := [one for one in self._targets() if one["url"].endswith(f"/print/{what}")]):
            assert time.monotonic() < end, f"nothing to print: {what}"
        session = self.page.browser.ask("Target.attachToTarget", targetId=opened[0]["targetId"], flatten=True)[
            "sessionId"
        ]
        shown = Page(self.page.browser, session)
        shown.wait("document.readyState === 'complete' && document.body.classList.length")
        for one in opened:
            self.page.browser.ask("Target.closeTarget", targetId=one["targetId"])
        self.page.ask("Page.bringToFront")

    def _targets(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.browser.ask("Target.getTargets")["targetInfos"]
        return found

    def _leads(self, leads: bool) -> None:
        if leads:
            self.page.forget()

    def _there(self, leads: bool) -> None:
        if leads:
            self.page.browser.until("Page.loadEventFired", self.page.session)
            refused = self.page.value(
                "[...document.querySelectorAll('.notice.bad:not([hidden])')].map(e => e.textContent)"
            )
            self.refused = list(refused)

    refused: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What the page says."""
        return str(self.page.value("document.body.innerText"))


@dataclass
class Paper:
    """What happened in the hall: the truth against which the ledger is counted."""

    points: Counter[int] = field(default_factory=Counter)
    paid: Counter[int] = field(default_factory=Counter)
    rounds: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)


class Day:
    """A day of so many people: what is done at the desk, one thing after the other, and what it took."""

    def __init__(self, room: Room, browser: Browser, people: int, *, pace: float = 0.0, seed: int = 5) -> None:
        self.room, self.browser, self.people, self.pace = room, browser, people, pace
        self.chance = random.Random(seed)  # noqa: S311  the same day each time
        self.paper, self.took = Paper(), dict[str, Effort]()
        self.keys_of_lists: list[int] = []
        self.commands: list[str] = []
        self.desk = [self._laptop()]

    def _laptop(self, language: str = "de") -> Laptop:
        person = self.browser.person()
        _device, token = self.room.served.door.devices.let_in("Laptop", KEEPER, "")
        cookie = {"name": cookie_name(self.room.port), "value": token, "url": self.room.address, "httpOnly": True}
        self.browser.ask("Storage.setCookies", browserContextId=person, cookies=[cookie])
        return Laptop(self.browser.open(self.room.address, person=person, language=language), self.pace)

    def played(self) -> Iterator[str]:
        """Play the day, and yield what was done each time."""
        for name in ("begin", "enter", "late", "pay", "leave", "prizes", "prints", "draw", "lists",
                     "between", "draw", "lists", "correct", "end"):  # fmt: skip
            before = [one.effort for one in self.desk]
            for laptop in self.desk:
                laptop.effort = self.took.setdefault(name, Effort())
                laptop.effort.at = ""
            getattr(self, f"_{name}")()
            for laptop, effort in zip(self.desk, before, strict=False):
                laptop.effort = effort
            yield name

    @property
    def tournament(self) -> Any:
        """How it stands in the ledger."""
        return self.room.ledger.tournaments.held().tournament

    def _go(self, page: str, laptop: Laptop | None = None) -> Laptop:
        """Go to a page of the desk by its tab."""
        one = laptop or self.desk[0]
        one.click(f".ways a[href$='/{page}']")
        return one

    # -- before the first draw --------------------------------------------------------------------------

    def _begin(self) -> None:
        one = self.desk[0]
        one.click("a[href='/tournament/new']")
        one.fill("#new-name", "Herbstrennen")
        one.fill("#new-place", "Gasthof Post")
        one.fill("#new-fee", "10")
        for place, tie in enumerate(("best-round", "", "")):
            one.choose("[name=ties]", place, tie)
        one.click("form button")
        self.commands.append(
            "tournament new Herbstrennen --tariff bsv --place 'Gasthof Post' --fee 10€ --ties best-round"
        )

    def _enter(self) -> None:
        """Take in the list of those who have announced themselves, a file."""
        many = self.people - self.people // 15
        firsts, lasts = FIRST.split(), LAST.split()
        rows = [(f"{firsts[at % 20]} {lasts[at // 20 % 12]}", TOWNS[at % 4], at % 5 > 0) for at in range(many)]
        rows[-1] = (rows[0][0], "Dachau", True)  # two of one name
        file = self.room.path.parent / "anmeldungen.csv"
        text = "".join(f"{name};{town};{'ja' if paid else ''}\n" for name, town, paid in rows)
        file.write_text(f"Name;Ort;bezahlt\n{text}", "utf-8")
        one = self._go("door")
        one.click("details:nth-of-type(2) > summary", leads=False)
        one.click("#chosen", leads=False)
        root = one.page.ask("DOM.getDocument")["root"]["nodeId"]
        field_ = one.page.ask("DOM.querySelector", nodeId=root, selector="#chosen")["nodeId"]
        one.page.ask("DOM.setFileInputFiles", files=[str(file)], nodeId=field_)
        one.effort.clicks += 2  # the file, and "open", in the system's own window
        one.page.wait("document.querySelector('[name=packed]').value")
        one.click("details:nth-of-type(2) form button")
        for number, (name, _town, paid) in enumerate(rows, 1):
            self.paper.names[number] = name
            self.paper.paid[number] = FEE * paid
        self.commands.append("tournament enter --from anmeldungen.csv")

    def _late(self) -> None:
        """Enter those at the door by keyboard: name, town, paid."""
        one = self.desk[0]
        one.click("#enter-name", leads=False)
        for number in range(len(self.paper.names) + 1, self.people + 1):
            name, town = f"Gast {number}", TOWNS[number % 4]
            one.think()
            one.keys(f"{name}\t{town}\t\t\t \n", leads=True)
            self.paper.names[number], self.paper.paid[number] = name, FEE
            self.commands.append(f"tournament enter '{name}' --place {town} --paid")
        self.desk.append(self._laptop())

    def _pay(self) -> None:
        """Note who pays at the door: find the number, press the button; both laptops in turn."""
        for laptop in self.desk[1:]:
            laptop.page.go(f"{self.room.address}/tournament/desk/door")
        for turn, number in enumerate([one for one in self.paper.names if not self.paper.paid[one]]):
            one = self.desk[turn % 2]
            one.click("#find", leads=False)
            one.page.value("document.activeElement.select()")
            one.keys(str(number))
            one.click(f"button[formaction$='/of/{number}/pay']")
            self.paper.paid[number] = FEE
            self.commands.append(f"tournament paid {number}")

    def _leave(self) -> None:
        """Two did not come, and get their fee back."""
        one = self._go("door")
        for number in (4, 9):
            one.click("#find", leads=False)
            one.keys(str(number))
            one.click(f"button[formaction$='/of/{number}/withdraw']")
            one.click(f"a[href$='/of/{number}']")
            one.click("details:nth-of-type(1) > summary", leads=False)
            one.fill("#pay-amount", "-10")
            one.click("details:nth-of-type(1) form button")
            self.paper.away.add(number)
            self.paper.paid[number] = 0
            self.commands += [f"tournament withdraw {number}", f"tournament paid {number} -10€"]

    def _prizes(self) -> None:
        one = self._go("results")
        one.fill("#prizes-prizes", "1: 30 %\n2: 20 %\n3: 100 €\n4-10: Schinken\nlast: Brotzeit")
        one.click("form button")
        self.commands.append('tournament prizes "1: 30 %" "2: 20 %" "3: 100 €" "4-10: Schinken" "last: Brotzeit"')

    def _prints(self) -> None:
        one = self._go("draw")
        for what in ("start-list", "statutes"):
            one.print(what)
            self.commands.append(f"tournament print {what} --open")

    # -- a round ------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        one = self._go("draw")
        one.click("form[action$='/draw/draw'] button")
        at = len(self.tournament.rounds)
        assert at, one.text
        for what in ("slips", "tables", "sheets"):
            one.print(what)
        self.commands += [
            "tournament draw",
            *(f"tournament print {what} --open" for what in ("slips", "tables", "sheets")),
        ]
        for laptop in self.desk:
            self._go("lists", laptop)

    def _sums(self, seats: int) -> list[int]:
        """Return what stands on a list: as real ones, mostly of one digit or two."""
        sums = [round(self.chance.gauss(0, 22)) for _ in range(seats - 1)]
        return [*sums, -sum(sums)]

    def _lists(self) -> None:
        """Enter every list, in the order in which they come: each laptop what lies before it."""
        at = len(self.tournament.rounds)
        tables = list(enumerate(self.tournament.rounds[-1].tables, 1))
        piles = tables[::2], tables[1::2]
        for pile in piles:  # mostly in order, as they are sorted on a pile
            for place in range(0, len(pile) - 2, 5):
                pile[place], pile[place + 1] = pile[place + 1], pile[place]
        for turn in range(len(tables)):
            one, (table, seats) = self.desk[turn % 2], piles[turn % 2][turn // 2]
            sums = self._sums(len(seats))
            before = one.effort.keys
            wrong = turn == 7
            self._list(one, table, sums if not wrong else [sums[0] + 1, *sums[1:]])
            if wrong:  # the sum below says so, and nothing is sent: the number is put right
                assert one.page.value("document.getElementById('sum').textContent") == "+1"
                one.page.value("document.querySelector('[name=points1]').select()")
                one.click("[name=points1]", leads=False)
                one.page.value("document.activeElement.select()")
                one.keys(f"{sums[0]}" + "\n" * (len(seats) - 1))
                one.keys("\n", leads=True)
            self.keys_of_lists += [one.effort.keys - before] * (len(seats) == 4 and not wrong)
            assert not one.refused, one.refused
            self.paper.rounds[at, table] = tuple(sums)
            for number, points in zip(seats, sums, strict=True):
                self.paper.points[number] += points
            self.commands.append(f"tournament list {table} {' '.join(map(str, sums))}")

    def _list(self, one: Laptop, table: int, sums: Sequence[int]) -> None:
        """Type the table unless it is the one that is offered, then the sums, with Enter behind each."""
        is_even = not sum(sums)
        one.think(1 + len(sums) // 2)
        offered = str(one.page.value("document.getElementById('which').value"))
        if offered == str(table):
            one.keys("\n")
        else:
            one.keys(f"{table}\n", leads=True)
        *rest, last = (f"{-points}-" if points < 0 else f"{points}\n" for points in sums)
        one.keys("".join(rest))
        one.keys(last, leads=is_even)

    def _between(self) -> None:
        """Somebody takes over a number, one goes home, one is punished, two late people come."""
        one = self._go("door")
        one.fill("#find", "12\n")
        one.page.wait("location.pathname.endsWith('/of/12') && document.readyState === 'complete'")
        one.click("details:nth-of-type(3) > summary", leads=False)
        one.fill("#substitute-name", "Emil Neuer")
        one.click("details:nth-of-type(3) form button")
        self.paper.names[12] = "Emil Neuer"
        one.click("#find", leads=False)
        one.keys("17")
        one.click("a[href$='/of/17']")
        one.click("details:nth-of-type(5) > summary", leads=False)
        one.fill("#penalty-points", "5")
        one.fill("#penalty-reason", "falscher Platz")
        one.click("details:nth-of-type(5) form button")
        self.paper.points[17] -= 5
        one.click("#find", leads=False)
        one.keys("20")
        one.click("button[formaction$='/of/20/withdraw']")
        self.paper.away.add(20)
        self.commands += ["tournament substitute 12 Emil Neuer", "tournament penalty 17 -5 falscher Platz",
                          "tournament withdraw 20"]  # fmt: skip

    def _correct(self) -> None:
        """One list of the first round was read wrongly."""
        one = self._go("lists")
        old = self.paper.rounds[1, 3]
        new = (old[0] + 2, old[1] - 2, *old[2:])
        one.keys("1/3\n", leads=True)
        one.keys("".join(f"{points}\n" for points in new[:-1]))
        one.keys(f"{new[-1]}\n", leads=True)
        assert not one.refused, one.refused
        for number, was, now in zip(self.tournament.rounds[0].tables[2], old, new, strict=True):
            self.paper.points[number] += now - was
        self.paper.rounds[1, 3] = new
        self.commands.append(f"tournament list 1/3 {' '.join(map(str, new))} --correct")

    def _end(self) -> None:
        one = self._go("results")
        for what in ("awards", "cash"):
            one.click(f"a[href$='/report/{what}']")
            one.page.go(f"{self.room.address}/tournament/desk/results")
            one.effort.clicks += 1  # back
        for what in ("ranking", "certificates"):
            one.print(what)
        self.commands += ["tournament prizes", "tournament entrants cash", "tournament print ranking --open",
                          "tournament print certificates --open"]  # fmt: skip


# -- counted anew ---------------------------------------------------------------------------------------------


class Counted:
    """What the export says, counted from its JSON alone."""

    def __init__(self, facts: Sequence[Mapping[str, Any]]) -> None:
        self.names, self.paid, self.points = dict[int, str](), Counter[int](), Counter[int]()
        self.away, self.times = set[int](), Counter[tuple[int, int]]()
        self.seats, self.lists = dict[tuple[int, int], list[int]](), dict[tuple[int, int], tuple[int, ...]]()
        for one in facts:
            ((kind, fact),) = one["tournament"].items()
            getattr(self, f"_{kind}")(fact)
        for where, sums in self.lists.items():
            for number, won in zip(self.seats[where], sums, strict=True):
                self.points[number] += won

    def _rules(self, _fact: Mapping[str, Any]) -> None:
        """Who counts by hand knows them."""

    _prizes = _rules

    def _entrant(self, fact: Mapping[str, Any]) -> None:
        self.names[fact["number"]] = fact["name"]

    _substitute = _entrant

    def _paid(self, fact: Mapping[str, Any]) -> None:
        self.paid[fact["number"]] += fact["cents"]

    def _presence(self, fact: Mapping[str, Any]) -> None:
        (self.away.discard if fact["here"] else self.away.add)(fact["number"])

    def _draw(self, fact: Mapping[str, Any]) -> None:
        self.seats |= {(fact["round"], at): table for at, table in enumerate(fact["tables"], 1)}

    def _list(self, fact: Mapping[str, Any]) -> None:
        where = fact["round"], fact["table"]
        self.lists[where] = tuple(row[0] for row in fact["rows"])
        self.times[where] += not fact.get("corrects")

    def _penalty(self, fact: Mapping[str, Any]) -> None:
        self.points[fact["number"]] += fact["points"]


def differences(ledger: Ledger, paper: Paper) -> list[str]:
    """Return what the export has otherwise than the paper, and the ranking otherwise than the export."""
    counted = Counted(json.loads(ledger.export("1", form="jsonl"))["hands"])
    found = [f"{where}: {often} lists" for where, often in counted.times.items() if often != 1]
    found += [f"no list of {where}" for where in counted.seats.keys() - counted.lists.keys()]
    for what, mine, theirs in (
        ("names", counted.names, paper.names), ("paid", +counted.paid, +paper.paid), ("away", counted.away, paper.away),
        ("lists", counted.lists, paper.rounds),
        ("points", *({one: of.points[one] for one in paper.names} for of in (counted, paper))),
    ):  # fmt: skip
        found += [] if mine == theirs else [f"{what}: {mine} instead of {theirs}"]
    shown = json.loads(render(ledger.tournaments.report("ranking"), "json"))["tables"]["ranking"]
    placed = [row for row in shown if row["total"] is not None]
    found += [f"{row}" for row in placed if row["total"] != counted.points[row["number"]]]
    ordered = [row["total"] for row in placed]
    return found + ([] if ordered == sorted(ordered, reverse=True) else ["the ranking is not in order"])


def played(people: int, folder: Path, pictures: Path | None = None, *, pace: float = 0.0) -> dict[str, Any]:
    """Play a day of so many people; return what it took, and what is otherwise than on paper."""
    with Room(folder / "ledger.db", begin=False, everything=True) as room, Browser() as browser:
        day, began = Day(room, browser, people, pace=pace), time.perf_counter()
        for _name in day.played():
            pass
        seconds = time.perf_counter() - began
        if pictures:
            _pictures(day, pictures)
        wrong = differences(room.ledger, day.paper)
    typed = Effort(keys=sum(len(f"sklog {one}\n") for one in day.commands), thoughts=_thoughts(day.commands))
    all_ = Effort()
    for one in day.took.values():
        for what in ("clicks", "keys", "thoughts", "changes"):
            setattr(all_, what, getattr(all_, what) + getattr(one, what))
    return {
        "people": people, "differences": wrong, "machine": seconds, "clicks": all_.clicks, "keys": all_.keys,
        "minutes": all_.seconds / 60, "commands": len(day.commands), "letters": typed.keys,
        "minutes by commands": typed.seconds / 60, "keys of a list": sum(day.keys_of_lists) / len(day.keys_of_lists),
        "most keys of a list": max(day.keys_of_lists), "each": {
            name: (one.clicks, one.keys, round(one.seconds / 60, 1)) for name, one in day.took.items()},
    }  # fmt: skip


def _thoughts(commands: Sequence[str]) -> int:
    """Return how often somebody thinks who types commands: before each, and before each word that is its own."""
    return sum(1 + len(one.split()[2:]) // 2 for one in commands)


def _pictures(day: Day, folder: Path) -> None:
    """Keep what the desk and the wall look like at the end of the day."""
    folder.mkdir(exist_ok=True)
    person = day.browser.person()
    _device, token = day.room.served.door.devices.let_in("Wand", KEEPER, "")
    cookie = {"name": cookie_name(day.room.port), "value": token, "url": day.room.address, "httpOnly": True}
    day.browser.ask("Storage.setCookies", browserContextId=person, cookies=[cookie])
    for page, size in (("tv", (1920, 1080)), ("desk/door", (1280, 800)), ("desk/lists", (1280, 800)),
                       ("desk/draw", (1280, 800)), ("desk/results", (1280, 800))):  # fmt: skip
        width, height = size
        address = f"{day.room.address}/tournament/{page}"
        shown = day.browser.open(address, person=person, language="de", width=width, height=height)
        (folder / f"{page.replace('/', '-')}.png").write_bytes(shown.picture(whole=False))


def main() -> int:
    """Play a day, and print what it took; 1 where anything is otherwise, or a list takes too many keys."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=150)
    parser.add_argument("--pace", type=float, default=0.0, help="1: as fast as a person, 0: without waiting")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = played(asked.people, Path(folder), asked.pictures, pace=asked.pace)
    _print(found)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1), "utf-8")
    return 1 if found["differences"] or found["keys of a list"] > MOST_KEYS else 0


def _print(found: Mapping[str, Any]) -> None:
    for name, value in found.items():
        if name == "each":
            for what, (clicks, keys, minutes) in value.items():
                print(f"  {what:<10} {clicks:>5} clicks {keys:>6} keys {minutes:>6} min")
        else:
            print(f"{name:<22} {value if not isinstance(value, float) else round(value, 1)}")


if __name__ == "__main__":
    raise SystemExit(main())
