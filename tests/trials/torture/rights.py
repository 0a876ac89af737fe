"""Rights: whatever a phone sends, to whichever address, in whichever state of an evening, nothing forbidden is written.

Evenings that are open, closed, imported, and of a tournament's tables are served at once; phones of every role send
whatever any address takes, and a laptop closes, reopens and takes back meanwhile. After each request the new commands
are read from the file and sorted here, by code that knows nothing of the server's, and looked up in the table of
rights.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sklog import Ledger, ListRow, Person, SklogError, TournamentRules
from sklog.files.already_here import import_session
from sklog.phones import devices as devices_of
from sklog.phones.deeds import DEEDS
from sklog.phones.devices import KEEPER, LOOKS, WRITES
from sklog.phones.gate import ServedAddress, key_of
from sklog.phones.halls import AT_TABLE
from sklog.phones.program import Options, Served, build
from sklog.phones.rights import RIGHTS
from sklog.tournament.hall import table_codes
from sklog.tournament.model import identity_of_table
from tests.knocking import Phone
from tests.trials.torture import scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
PLACE = ServedAddress(("127.0.0.1",), 8765)
ROUND = 500  # requests, after which new evenings are begun
MOST_PROBLEMS = 20
KNOWN = {right.kind for right in RIGHTS}
LINES = ("w b", "s ac", "x", "posting Anna:-50€ Bene:+50€", "posting Anna:-1ct Bene:+1ct", "bock 2", "join Emil", "w 1")
SAYS: tuple[dict[str, str], ...] = (
    *({"line": line, "again": "1", "sure": "1"} for line in LINES),
    {"line": "w d"},
    {"game": "wenz", "declarer": "Anna", "won": "yes", "again": "1"},
    {"game": "posting", "amounts": '{"Anna": -5000, "Bene": 5000}', "line": ""},
    {"payer": "Anna", "payee": "Bene", "amount": "50"},
    {"payer": "Bene", "payee": "Anna", "amount": "50"},
    {"points1": "6", "points2": "-2", "points3": "-2", "points4": "-2", "as": "first"},
    {"points1": "6", "points2": "-2", "points3": "-2", "points4": "-2", "as": "second"},
    {"points1": "-6", "points2": "2", "points3": "2", "points4": "2", "as": "correction"},
    {"as": "first", "short": "1"},
    {"action": "name", "name": "Resi"},
    {},
)
DEED_SAYS: tuple[dict[str, str], ...] = (
    {"name": "Emil", "after": "Anna", "hands": "2", "round": "off", "seats": "Anna", "said": "Bei Vroni"},
    {"name": "Dani", "amount": "0,40", "way": "in", "names": "Anna", "stock": "split", "sure": "1"},
    {"who": "Anna", "amounts": "-1", "players": ", ".join(PEOPLE), "tariff": "wiki", "said": "gestern"},
    {"sure": "1"},
)


class Guest(NamedTuple):
    """A phone, what it is called in the table of rights, and where it may write: evenings, or "" for everywhere."""

    phone: Phone
    role: str
    evenings: frozenset[str]
    served: Served


class Fact(NamedTuple):
    """One entry as it stands in the file."""

    kind: str
    fact: dict[str, Any]
    target: int | None


def run(seed: int, *, count: int) -> Outcome:
    """Send so many requests; tell which of them wrote what they must not."""
    dice, problems, wrote, statuses = random.Random(seed), [], Counter[str](), Counter[int]()
    sent = 0
    while sent < count:
        with scratch.folder() as home:
            scene = Scene(home / LEDGER, dice)
            for _time in range(min(ROUND, count - sent)):
                sent += 1
                problems += scene.one(wrote, statuses)
                if len(problems) >= MOST_PROBLEMS:
                    break
            if differs := scratch.differs(home / LEDGER):
                problems.append(differs)
        if len(problems) >= MOST_PROBLEMS:
            break
    figures = {
        "written": ", ".join(f"{kind or 'else'}: {times}" for kind, times in sorted(wrote.items())),
        "answers": ", ".join(f"{status}: {times}" for status, times in sorted(statuses.items())),
    }
    return Outcome("rights", sent, tuple(f"seed {seed}: {one}" for one in problems), figures)


class Scene:
    """A ledger with evenings in every state, servers of each, and phones of every role at them."""

    def __init__(self, path: Path, dice: Random) -> None:
        self.path, self.dice = path, dice
        self.ledger = Ledger(path, who="Desk")
        self.guests: list[Guest] = []
        for number, state in enumerate(("open", "closed", "imported", "came closed"), 1):
            self._evening(number, state)
        self._tournament()

    # -- the table ------------------------------------------------------------------------------------

    def _evening(self, number: int, state: str) -> None:
        evening = self.ledger.start_evening(f"Tisch {number}", PEOPLE, "sauspiel", date="2026-11-19")
        for line in ("w b", "s ac", "x"):
            self.ledger.record(line, evening, again=True)
        self.ledger.pay("Anna", "Bene", 10, evening)
        if state.startswith(("imported", "came")):
            session = self.ledger.session(evening)
            if "closed" in state:
                session = session._replace(closed=True)
            with self.ledger.writing() as opened:
                command = self.ledger.command("import", ["evening.yaml"])
                evening = import_session(opened, session, command, uid=f"{number:032}").evening
        served = build(self.path, Options(which=str(evening.id)), PLACE)
        here = frozenset({evening.uid})
        self._join(served, evening.uid, WRITES, here)
        self._join(served, evening.uid, WRITES, here)
        self._join(served, evening.uid, LOOKS, here)
        self.guests.append(Guest(keeper(served), KEEPER, frozenset(), served))
        if state == "closed":
            self.ledger.close_evening(evening, copy=False)
            again = build(self.path, Options(which=str(evening.id)), PLACE)
            self._join(again, evening.uid, LOOKS, here, keeper_says=False)  # who comes then looks

    def _join(
        self, served: Served, place: str, role: str, evenings: frozenset[str], *, keeper_says: bool = True
    ) -> None:
        code = served.door.code(place)
        assert code is not None
        phone = joined(served, code.pin)
        if role == LOOKS and keeper_says:
            served.door.devices.set_role(served.door.devices.everybody()[-1].id, LOOKS)
        self.guests.append(Guest(phone, role, evenings, served))

    def _tournament(self) -> None:
        held = self.ledger.tournaments
        held.begin("Herbstrennen", "bsv", TournamentRules(games=2, seed="x"), date="2026-11-19")
        held.enter([Person(f"Gast {one}") for one in range(1, 13)])
        now = held.draw()
        uid = now.evening.uid
        for table in (1, 2):
            held.table(1, table)
        held.hand_in(1, 2, [ListRow(points) for points in (6, -2, -2, -2)])
        served = build(self.path, Options(which=str(now.evening.id)), PLACE)
        cards = table_codes(devices_of.Devices.beside(self.path), now)
        for table in (1, 2, 3):
            phone = joined(served, cards[table].pin)
            # its own evening may begin while requests are sent
            here = frozenset({uid, identity_of_table(uid, 1, table, now.tournament.seats(1, table))})
            self.guests.append(Guest(phone, AT_TABLE, here, served))
        self._join(served, uid, LOOKS, frozenset({uid}))
        desk = joined(served, served.door.code(uid).pin)  # type: ignore[union-attr]
        served.door.devices.set_role(served.door.devices.everybody()[-1].id, WRITES)
        self.guests.append(Guest(desk, WRITES, frozenset({uid}), served))
        self.guests.append(Guest(keeper(served), KEEPER, frozenset(), served))

    # -- one request ----------------------------------------------------------------------------------

    def one(self, wrote: Counter[str], statuses: Counter[int]) -> list[str]:
        """Have the laptop do something now and then, and one phone send something; return what was forbidden in it."""
        dice = self.dice
        if dice.random() < 0.15:
            self._laptop()
        weights = [1 if one.role == LOOKS else 4 for one in self.guests]
        guest, before, closed = dice.choices(self.guests, weights)[0], self._newest(), self._closed()
        own = [table.number for table in guest.served.tables.all()]
        number = dice.choice(own if dice.random() < 0.95 else range(1, 12))
        path, method = dice.choice(addresses(guest.served)), "POST"
        path = re.sub(r"\{table:int\}", str(number if path.startswith("/t/") else dice.choice((1, 2, 3))), path)
        path = re.sub(r"\{number:int\}", str(dice.choice((1, 1, 2, 3, 4))), path)
        path = (
            path.replace("{deed:str}", dice.choice(list(DEEDS)))
            .replace("{round:int}", dice.choice("112"))
            .replace("{id:str}", "0")
            .replace("{name:str}", "app.js")
        )
        fields = {
            **dice.choice(DEED_SAYS if "/do/" in path else SAYS),
            **({"seats": seats} if (seats := self._seats(path)) else {}),
        }
        if dice.random() < 0.03:
            method = dice.choice(("GET", "HEAD", "PUT", "post"))
        answer = self._sent(guest, method, path, fields, number)
        statuses[answer] += 1
        return list(self._judged(guest, before, closed, f"{method} {path} {fields}", wrote))

    def _sent(self, guest: Guest, method: str, path: str, fields: dict[str, str], number: int) -> int:
        token = guest.phone.cookie.partition("=")[2]
        seen = f"1.{'0' * 64}" if self.dice.random() < 0.05 else self._seen(number)
        said = {"key": key_of(token), "seen": seen, **fields}
        if method == "POST":
            return guest.phone.post(path, said, accept=self.dice.choice(("application/json", "text/html"))).status
        return guest.phone.ask(method, path).status

    def _laptop(self) -> None:
        """Close, reopen, take back, record: what a laptop does while phones write."""
        dice, which = self.dice, self.dice.randrange(1, 10)
        with suppress(SklogError):
            dice.choice(
                (
                    lambda: self.ledger.close_evening(which, copy=False, stock="split"),
                    lambda: self.ledger.close_evening(which, copy=False),
                    lambda: self.ledger.reopen_evening(which),
                    lambda: self.ledger.undo(1, which),
                    lambda: self.ledger.redo(1, which),
                    lambda: self.ledger.record("w b", which, again=True),
                    lambda: self.ledger.record("posting Anna:-100ct Bene:+100ct", which, again=True),
                    lambda: self.ledger.pay("Anna", "Bene", 10, which, again=True),
                )
            )()

    def _seen(self, number: int) -> str:
        with suppress(SklogError):
            evening = self.ledger.evening(number)
            return f"{evening.hands + 1}.{evening.digest.hex()}"
        return "1.00"

    def _seats(self, path: str) -> str:
        found = re.search(r"/table/([0-9]+)/([0-9]+)", path)
        if not found:
            return ""
        with suppress(SklogError):  # a laptop may have taken the tournament back
            seats = self.ledger.tournaments.held().tournament.seats(int(found[1]), int(found[2]))
            return ",".join(map(str, seats))
        return ""

    # -- what was written -----------------------------------------------------------------------------

    def _newest(self) -> int:
        with closing(sqlite3.connect(self.path)) as file:
            return int(file.execute("SELECT max(id) FROM action").fetchone()[0])

    def _closed(self) -> dict[str, bool]:
        with closing(sqlite3.connect(self.path)) as file:
            asked = "SELECT uid, closed FROM session JOIN state ON session_id = session.id"
            return {uid: bool(closed) for uid, closed in file.execute(asked)}

    def _judged(self, guest: Guest, before: int, closed: dict[str, bool], what: str, wrote: Counter[str]) -> Any:
        """Yield what was written that the table of rights forbids."""
        with closing(sqlite3.connect(self.path)) as file:
            asked = "SELECT action.id, uid FROM action JOIN session ON session.id = session_id WHERE action.id > ?"
            written = [(uid, kinds(file, action)) for action, uid in file.execute(asked, (before,)).fetchall()]
        lists = [(uid, found) for uid, found in written if found & {"list", "list again"}]
        for uid, found in lists or written:
            for kind in found - KNOWN or found:  # an import that is taken back is one, whatever was in it
                wrote[kind] += 1
                right = next((one for one in RIGHTS if one.kind == kind), RIGHTS[-1])
                may = guest.role in (right.closed if closed.get(uid) else right.open)
                own = guest.role == KEEPER or uid in guest.evenings or kind == "begun"
                if not (may and own):
                    state = "closed" if closed.get(uid) else "open"
                    yield f"{guest.role} in {state} evening {uid[:8]} wrote {kind!r}: {what}"
        if guest.role == LOOKS and written:
            yield f"who looks wrote: {what}"


def joined(served: Served, pin: str) -> Phone:
    """Return a phone that has typed a PIN."""
    phone = Phone(served.app, address="127.0.0.1")  # no pause for newcomers
    assert phone.post("/join", {"code": pin, "name": "Resi", "next": ""}).status == 303
    return phone


def keeper(served: Served) -> Phone:
    """Return the laptop."""
    return joined(served, served.door.keeper)


def addresses(served: Served) -> list[str]:
    """Return every address that takes a form, several times those at which evenings are written."""
    app = served.gate.app
    posts = [one.path for one in app.routes if "POST" in (one.methods or ())]  # type: ignore[attr-defined]
    others = [one.path for one in app.routes if "POST" not in (one.methods or ())]  # type: ignore[attr-defined]
    writing = [path for path in posts if path not in ("/join", "/devices/{id:str}")]
    deeds = [path for path in writing if "/do/" in path]
    return writing * 4 + deeds * 16 + ["/devices/{id:str}"] + others[:1]


def kinds(file: sqlite3.Connection, action: int) -> set[str]:
    """Return of which kinds a command is, or what it took back, from its entries alone."""
    found: set[str] = set()
    own, number = True, action
    while number is not None:
        asked = "SELECT kind, fact, target FROM entry WHERE action_id = ?"
        for kind, text, target in file.execute(asked, (number,)).fetchall():
            found.add(kind_of(file, Fact(kind, json.loads(text) if text else {}, target)))
        (evening, undoes) = file.execute("SELECT session_id, undoes FROM action WHERE id = ?", (number,)).fetchone()
        first = file.execute("SELECT min(id) FROM action WHERE session_id = ?", (evening,)).fetchone()[0]
        if first == number:
            found.add("begun" if own else "arrived")
        own, number = False, undoes
    return found


def kind_of(file: sqlite3.Connection, one: Fact) -> str:
    """Return of which kind an entry is."""
    if one.kind == "event":
        said = one.fact.get("tournament", one.fact)
        kind = next(iter(said))
        return "list again" if kind == "list" and said[kind].get("corrects") else str(kind)
    if one.kind not in ("hand", "fix", "move", "pin", "void", "void_keeping_seats"):
        return one.kind
    asked = "SELECT fact FROM entry WHERE (id = ?1 OR target = ?1) AND fact IS NOT NULL"
    versions = [one.fact, *(json.loads(text) for (text,) in file.execute(asked, (one.target,)))]
    return "posting" if any(said.get("game") == "posting" for said in versions) else "hand"
