"""Desk: a tournament, two laptops at its desk and a phone at each table, while the server is killed again and again.

Late people enter, fees are paid, two rounds are drawn, and every list is entered by the phone of its table and, now and
then, at the desk as well. Who hears nothing sends the same form once more. In the end everybody is there once, each fee
was paid once, and each table has one list, with what stood on its paper, whoever was first.
"""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from sklog import Ledger, Person, TournamentRules
from sklog.phones.devices import KEEPER, WRITES, Devices
from sklog.phones.gate import cookie_name
from tests.served import HOST, Served, sklog_serve
from tests.trials.torture import scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

FEE, LATE, ROUNDS = 1000, 6, 2
LIVES = (0.3, 2.5)  # seconds that a server lives
LONGEST = 120.0  # seconds until something is there, however often it is asked
AGAIN = 0.1
_FIELD = re.compile(r'<input type="hidden" name="(key|seen|as|seats|lists)" value="([^"]*)"')


class Page(NamedTuple):
    """What a device was shown, and the hidden fields of its last form."""

    status: int
    text: str

    @property
    def hidden(self) -> dict[str, str]:
        """What its form says without a word: of several of a name the last."""
        return dict(_FIELD.findall(self.text))


class Device:
    """A browser without a screen: a cookie, and a form that is sent until somebody answers."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token, self.cut = port, token, 0

    def ask(self, method: str, path: str, said: Mapping[str, str] | None = None) -> Page:
        """Ask until there is an answer."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            with suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection(HOST, self.port, timeout=20)
                body = urlencode(said) if said is not None else None
                line.request(method, path, body, {
                    "Cookie": f"{cookie_name(self.port)}={self.token}", "Origin": f"http://{HOST}:{self.port}",
                    "Content-Type": "application/x-www-form-urlencoded",
                })  # fmt: skip
                answer = line.getresponse()
                found = Page(answer.status, answer.read().decode())
                line.close()
                if found.status < 500:  # busy, or broken: once more
                    return found
            self.cut += 1
            time.sleep(AGAIN)
        return Page(0, f"no answer: {path}")

    def send(self, shown: str, path: str, **said: str) -> Page:
        """Look at a page, and send its form, as it was, until somebody answers."""
        return self.ask("POST", path, {**self.ask("GET", shown).hidden, **said})


def run(seed: int, *, people: int) -> Outcome:
    """Hold a tournament of so many people, of whom some come late."""
    dice = random.Random(seed)
    with scratch.folder() as home:
        tournaments = Ledger(home / LEDGER).tournaments
        tournaments.begin("Herbstrennen", "bsv", TournamentRules(rounds=ROUNDS, fee=FEE, seed=f"{seed}"))
        tournaments.enter([Person(f"Gast {number}") for number in range(1, people - LATE + 1)])
        with Served(sklog_serve(home / LEDGER), home) as served:
            day = Day(home, served, dice, people)
            over = threading.Event()
            killer = threading.Thread(target=day.kill, args=(over,))
            killer.start()
            try:
                day.hold()
            finally:
                over.set()
                killer.join()
        problems = [*day.problems, *day.wrong()]
        if differs := scratch.differs(home / LEDGER):
            problems.append(differs)
    lists = sum(1 for _one in day.papers)
    return Outcome("desk", lists, tuple(problems), {
        "kills": day.kills, "requests without an answer": sum(one.cut for one in day.devices),
        "lists by phones and the desk": f"{day.by['phone']} and {day.by['desk']}",
    })  # fmt: skip


class Day:
    """The day: who does what, and what stands on paper."""

    def __init__(self, home: Path, served: Served, dice: random.Random, people: int) -> None:
        self.home, self.served, self.dice, self.people = home, served, dice, people
        self.kills, self.problems, self.by = 0, list[str](), Counter[str]()
        self.papers: dict[tuple[int, int], tuple[int, ...]] = {}
        self.devices: list[Device] = []
        self.desk = [self._device(KEEPER, "") for _ in range(2)]

    def _device(self, role: str, where: str) -> Device:
        _device, token = Devices.beside(self.home / LEDGER).let_in(f"{role} {where}", role, where)
        self.devices.append(Device(self.served.port, token))
        return self.devices[-1]

    def kill(self, over: threading.Event) -> None:
        """Kill the server at any moment, and begin it again."""
        while not over.wait(self.dice.uniform(*LIVES)):
            self.served.kill()
            self.kills += 1
            self.served.begin()

    def hold(self) -> None:
        """Hold it: the door, then each round."""
        first, second = self.desk
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(self._late, first), pool.submit(self._fees, second)]:
                done.result()
        for at in range(1, ROUNDS + 1):
            page = first.send("/tournament/desk/draw", "/tournament/desk/draw/draw")
            drawn = Ledger(self.home / LEDGER).tournaments.held().tournament.rounds
            if len(drawn) != at:
                self.problems.append(f"round {at} is not drawn: {page.status} {page.text[-300:]}")
                return
            self._lists(at, drawn[-1].tables)

    def _late(self, laptop: Device) -> None:
        for number in range(self.people - LATE + 1, self.people + 1):
            laptop.send("/tournament/desk/door", "/tournament/desk/door/enter", name=f"Spät {number}", place="Mering")

    def _fees(self, laptop: Device) -> None:
        for number in range(1, self.people - LATE + 1):
            laptop.send("/tournament/desk/door", f"/tournament/desk/of/{number}/pay")

    def _lists(self, at: int, tables: Sequence[Sequence[int]]) -> None:
        """Enter every list of a round, a phone at each table, and every third one at the desk at the same time."""
        uid = Ledger(self.home / LEDGER).tournaments.held().evening.uid
        for table, seats in enumerate(tables, 1):
            sums = [self.dice.randint(-40, 40) for _ in seats[1:]]
            self.papers[at, table] = (*sums, -sum(sums))
        phones = [self._device(WRITES, f"{uid}/{at}/{table}") for table in range(1, len(tables) + 1)]
        work: list[Callable[[], None]] = [self._entering(phone, at, table) for table, phone in enumerate(phones, 1)]
        work += [self._entering(self.desk[table % 2], at, table, "desk") for table in range(3, len(tables) + 1, 3)]
        with ThreadPoolExecutor(len(work)) as pool:
            for done in [pool.submit(one) for one in self.dice.sample(work, len(work))]:
                done.result()

    def _entering(self, device: Device, at: int, table: int, by: str = "phone") -> Callable[[], None]:
        def entered() -> None:
            time.sleep(self.dice.uniform(0, 3))
            path = f"/tournament/table/{at}/{table}"
            said = {f"points{seat}": str(points) for seat, points in enumerate(self.papers[at, table], 1)}
            page = device.send(path, f"{path}/list", **said, **({"desk": "1"} if by == "desk" else {}))
            self.by[by] += page.status == 303
            if page.status not in (303, 403, 422):  # refused: the other one was first
                self.problems.append(f"{by}, {at}/{table}: {page.status} {page.text[-300:]}")

        return entered

    def wrong(self) -> list[str]:
        """Return what is otherwise than on paper: somebody or something that is lost, or there twice."""
        ledger = Ledger(self.home / LEDGER)
        tournament = ledger.tournaments.held().tournament
        names = Counter(one.name for one in tournament.entrants.values())
        wanted = [*(f"Gast {one}" for one in range(1, self.people - LATE + 1)),
                  *(f"Spät {one}" for one in range(self.people - LATE + 1, self.people + 1))]  # fmt: skip
        found = [f"{name}: {names[name]} times" for name in {*wanted, *names} if names[name] != 1 or name not in wanted]
        for one in tournament.entrants.values():
            due = 0 if one.name.startswith("Spät") else FEE
            found += [f"{one.name} has paid {one.paid} instead of {due}"] * (one.paid != due)
        for where, paper in self.papers.items():
            every = tournament.lists.get(where, ())
            rows = [tuple(row.points for row in one.rows) for one in every]
            found += [f"{where}: {rows} instead of {paper}"] * (rows != [paper])
        return found
