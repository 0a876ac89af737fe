"""Requests: whatever is sent to the server, by whomever, is answered or refused; only who may writes, and only that.

Each request is one that a phone sends, and then with something wrong: its path, method, headers, cookie, form, or the
way in which it is sent. None is answered with 500, none leaves a traceback; a ledger gets one command for each request
that was told so and could write, and no other; and the server's memory does not grow.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlencode

from sklog import Evening, Ledger
from sklog.phones.devices import KEEPER, LOOKS, WRITES
from tests.served import (
    BROKEN,
    HOST,
    JSON,
    NOTHING,
    Answer,
    Phone,
    Served,
    body_of,
    chunks,
    head_of,
    joined,
    request,
    sklog_serve,
)
from tests.trials.torture import mutating, scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.scratch import LEDGER

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
WORKERS = 4  # each has an evening of its own, so that it knows what is there
BATCH = 1_000  # requests, after which the ledger is counted
ROUND = 4_000  # requests, after which new evenings are begun
LATE = 20.0  # seconds without an answer
SHORT_WAIT = 0.05  # seconds that an answer is waited for which need not come
MOST_GROWTH = 40.0  # MiB of memory from the first tenth to the end
MOST_PROBLEMS = 40
FORM = "application/x-www-form-urlencoded"
REFUSED_BY_SERVER = (503, 507)
"""What may be answered beyond 499: the ledger, or the server, has no time or no room."""

LOOKED = (
    *("/", "/t/{n}", "/t/{n}?by=seat", "/t/{n}/board", "/t/{n}/board?by=rank", "/t/{n}/events"),
    *("/t/{n}/events?by=seat", "/t/{n}/price?line=s+ac", "/t/{n}/price?game=wenz&declarer=Anna"),
    *("/t/{n}/price?game=sauspiel&declarer=Anna&partner=Bene", "/t/{n}/play?game=wenz"),
    *("/t/{n}/play?game=sauspiel", "/t/{n}/hand/1", "/t/{n}/hand/2", "/t/{n}/person?name=Anna", "/t/{n}/settle"),
    *("/t/{n}/sheet", "/t/{n}/curve", "/t/{n}/tv", "/tv", "/tables", "/devices", "/static/app.js"),
    *("/static/report.css", "/static/report.js", "/favicon.ico"),
)
FORMS: tuple[tuple[str, dict[str, str | list[str]]], ...] = (
    ("/t/{n}/hands", {"line": "s ac"}),
    ("/t/{n}/hands", {"line": "w a // fuzz"}),
    ("/t/{n}/hands", {"game": "sauspiel", "declarer": "Anna", "partner": "Christl", "won": "yes"}),
    ("/t/{n}/hands", {"game": "wenz", "declarer": "Bene", "won": "no", "laufende": "3", "again": "1"}),
    (
        "/t/{n}/hands",
        {"game": "solo", "suit": "herz", "declarer": "Dani", "won": "yes", "kontra": "1", "schneider": "yes"},
    ),
    ("/t/{n}/hands", {"game": "ramsch", "losers": ["Anna"], "jungfrauen": ["Bene"]}),
    ("/t/{n}/undo", {}),
    ("/t/{n}/hand/1/fix", {"line": "w b"}),
    ("/t/{n}/hand/1/fix", {"line": "w b", "sure": "1"}),
    ("/t/{n}/hand/2/void", {"sure": "1"}),
    ("/t/{n}/hand/1/insert", {"line": "w d", "sure": "1"}),
    ("/t/{n}/paid", {"payer": "Anna", "payee": "Bene", "amount": "100"}),
    ("/join", {"code": "123456", "name": "Resi", "next": "/"}),
    ("/devices/0", {"action": "name", "name": "x"}),
)
WRITING = ("hands", "undo", "fix", "void", "insert", "paid")
NASTY = (
    *mutating.NASTY,
    *("%00", "%2e%2e", "%c0%ae", "%ud800", "%", "%zz", "+", "&", "=", ";", "key", "\r\nX: y", "x" * 3000, "1" * 30),
    *("laufende", "won", "losers", "kontra", "klopfer", "suit", "herz", "augen", "120", "61", "Anna", "Bene"),
    *("1", "0", "-1"),
)
HEADERS = (
    *("Host", "Origin", "Referer", "Cookie", "Accept", "Accept-Language", "Accept-Encoding", "Content-Type", "Range"),
    *("Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Expect", "Sec-Fetch-Site", "Sec-Fetch-Mode"),
    *("If-None-Match", "X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-HTTP-Method-Override", "Last-Event-ID"),
)
VALUES = (
    *("", " ", "multipart/form-data; boundary=x", f"{FORM}; charset=utf-16", "gzip, chunked", "x" * 5000),
    *("\x80\xff", "a\tb", JSON, f"{HOST}.evil.example", "http://evil.example", "evil.example", "localhost", "[::1]"),
    *("*", "*/*", "text/html", "null", "cross-site", "same-site", "none", "navigate", "close", "keep-alive"),
    *("127.1", "chunked", "identity", "h2c"),
    *("websocket", "100-continue", "bytes=0-10", "0", "-1", "1e3", "99999999", "xx;q=nan", "de;q=1.0.0"),
    *("de-AT,de;q=0.9",),
)
METHODS = (
    *("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "PROPFIND", "X"),
    *("G@T", ""),
)


@dataclass
class Sent:
    """One request on its way: what it says, and whether its sender could write with it as far as that is known."""

    method: str
    target: str
    headers: dict[str, str]
    form: dict[str, str | list[str]] | None
    body: bytes = b""
    how: str = "whole"
    spoilt: bool = False

    def bytes(self) -> bytes:
        """Return it as it is sent."""
        return request(self.method, self.target, self.headers, self.body)


class Who(NamedTuple):
    """Who sends requests: a role, "" for nobody who has joined, and the phone whose token it has."""

    role: str
    phone: Phone


class Plan(NamedTuple):
    """How many requests are sent, and by which dice."""

    seed: int
    count: int


@dataclass
class Tally:
    """What was answered, and what was wrong."""

    runs: int = 0
    written: int = 0
    maybe: int = 0
    answers: dict[int, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def problem(self, what: str) -> None:
        """Keep one more of what is wrong."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(what)


def run(seed: int, *, count: int) -> Outcome:
    """Send so many requests to one server, in evenings of a usual length."""
    tally = Tally()
    with scratch.folder() as home:
        path = home / LEDGER
        _tables(path)
        keepers = joined(path, "", WORKERS, KEEPER)
        with Served(sklog_serve(path, "--all"), home, scratch.environment(home, {})) as served:
            before, after = asyncio.run(_all(served, keepers, Plan(seed, count), tally))
            if served.process is None or served.process.poll() is not None:
                tally.problem("the server has ended")
            served.end()
            if served.complaints.strip():
                tally.problem(f"stderr: {served.complaints[-2000:]}")
            for found in re.findall(r"[^\n]*mistake\s+of\s+sklog:[^.]*", served.said):
                tally.problem(found)
        if differs := scratch.differs(path):
            tally.problem(differs)
    if after - before > MOST_GROWTH:
        tally.problem(f"memory has grown from {before:.0f} to {after:.0f} MiB")
    answers = ", ".join(f"{status or 'none'}: {times}" for status, times in sorted(tally.answers.items()))
    figures = {"answers": answers, "written": tally.written, "memory": f"{before:.0f} MiB, at the end {after:.0f}"}
    return Outcome("requests", tally.runs, tuple(tally.problems), figures)


def _tables(path: Path) -> list[Evening]:
    """Begin an evening for each worker, with some hands; those that went on before are closed."""
    ledger = Ledger(path)
    if ledger.is_there:
        for evening in ledger.evenings():
            if not evening.closed:
                ledger.close_evening(evening, stock="split")
    found = []
    for number in range(WORKERS):
        evening = ledger.start_evening(f"Tisch {number + 1}", PEOPLE, "wiki")
        for line in ("s ac", "w b", "x"):
            ledger.record(line, evening)
        found.append(evening)
    return found


def _workers(path: Path, port: int, keepers: list[str], evenings: list[Evening]) -> list[list[Who]]:
    """Return who sends requests at each of these tables."""
    return [
        [
            Who("", Phone(port, str(evening.id))),
            *(
                Who(role, Phone(port, str(evening.id), joined(path, evening.uid, 1, role)[0]))
                for role in (WRITES, LOOKS)
            ),
            Who(KEEPER, Phone(port, str(evening.id), keeper)),
        ]
        for evening, keeper in zip(evenings, keepers, strict=True)
    ]


async def _all(served: Served, keepers: list[str], plan: Plan, tally: Tally) -> tuple[float, float]:
    """Send all requests, some thousand in an evening; return the memory in MiB after a tenth and at the end."""
    path = served.folder / LEDGER
    before = 0.0
    for first in range(0, plan.count, ROUND):
        evenings = _tables(path)
        workers = _workers(path, served.port, keepers, evenings)
        for who in (who for some in workers for who in some):
            await _known(who)
        for batch in range(first, min(first + ROUND, plan.count), BATCH):
            await _batch(path, workers, range(batch, min(batch + BATCH, plan.count)), plan.seed, tally)
        for who in (who for some in workers for who in some):
            await who.phone.leave()
        if not before and tally.runs * 10 >= plan.count:
            before = served.memory()
    return before, served.memory()


async def _known(who: Who) -> None:
    """Open the page of a table, which the server may have to notice first."""
    for _try in range(100):
        if (await who.phone.open()).status in (200, 303, 401):
            return
        await asyncio.sleep(0.1)
    raise RuntimeError(f"table {who.phone.table} is not shown")


async def _batch(path: Path, workers: list[list[Who]], numbers: range, seed: int, tally: Tally) -> None:
    """Let every worker send its share; then the ledger has to have what they were told."""
    there, written, maybe = _commands(path), tally.written, tally.maybe
    await asyncio.gather(*(_worker(seed, some, numbers[place::WORKERS], tally) for place, some in enumerate(workers)))
    await asyncio.sleep(0.2)  # until what was cut is over
    more = _commands(path) - there
    if not tally.written - written <= more <= tally.written - written + tally.maybe - maybe:
        tally.problem(
            f"seed {seed}, requests {numbers.start} to {numbers.stop}: {more} commands are stored, "
            f"{tally.written - written} were told, {tally.maybe - maybe} may be"
        )


def _commands(path: Path) -> int:
    with closing(sqlite3.connect(path)) as ledger:
        return int(ledger.execute("SELECT count(*) FROM action").fetchone()[0])


# -- what is sent -------------------------------------------------------------------------------------


async def _worker(seed: int, some: list[Who], numbers: range, tally: Tally) -> None:
    """Send requests one after the other, or some in one go."""
    current = await _current(some)
    for number in numbers:
        rng = random.Random(f"requests {seed} {number}")
        who = rng.choices(some, (2, 6, 2, 1))[0]
        sent = made(rng, who, current)
        tally.runs += 1
        try:
            answers = await _sent(sent, who, rng)
        except TimeoutError:
            tally.problem(f"seed {seed}, request {number}: no answer in {LATE:.0f} s: {sent.bytes()[:300]!r}")
            continue
        for answer in answers:
            tally.answers[answer.status] = tally.answers.get(answer.status, 0) + 1
            for wrong in _wrong(sent, who, answer, current):
                tally.problem(f"seed {seed}, request {number}, {who.role or 'nobody'}: {wrong}: {sent.bytes()[:600]!r}")
        tally.written += sum(answer.result == "recorded" for answer in answers)
        unsure = is_write(sent) and (sent.how != "whole" or any(answer.status == 303 for answer in answers))
        tally.maybe += unsure
        if unsure or any(wrote(sent, answer) for answer in answers):
            current = await _current(some)


async def _current(some: list[Who]) -> str:
    """Return what a phone sees now that may write there."""
    keeper = some[-1].phone
    board = await keeper.ask("GET", f"/t/{keeper.table}/board")
    return str(board.said.get("seen", ""))


def is_write(sent: Sent) -> bool:
    """Whether its address is one that writes to a ledger."""
    return sent.method == "POST" and sent.target.rpartition("/")[2] in WRITING


def wrote(sent: Sent, answer: Answer) -> bool:
    """Whether an answer says that something is recorded: in JSON, or by sending a page without script to its table."""
    went_back = answer.status == 303 and is_write(sent) and answer.headers.get("location", "").startswith("/t/")
    return answer.result == "recorded" or went_back


def _wrong(sent: Sent, who: Who, answer: Answer, current: str) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    if answer.status >= 500 and answer.status not in REFUSED_BY_SERVER:
        yield f"answered {answer.status}"
    if b"Traceback" in answer.body:
        yield "a traceback is shown"
    no_request = answer.status == 400 and answer.headers.get("connection") == "close"  # so the server itself says
    if answer.status and not no_request and "content-security-policy" not in answer.headers:
        yield f"{answer.status} without a policy"
    if wrote(sent, answer) and (reason := why_not(sent, who, answer, current)):
        yield f"recorded, though {reason}"
    if not who.role and answer.status == 200 and any(name.encode() in answer.body for name in PEOPLE):
        yield "shows names to who has not joined"


def why_not(sent: Sent, who: Who, answer: Answer, current: str) -> str:
    """Return why a request cannot have written what its answer says; "" where it can."""
    if who.role in ("", LOOKS):
        return f"{who.role or 'nobody'} may not write"
    if not is_write(sent):
        return "its address does not write"
    host = f"{HOST}:{who.phone.port}"
    if sent.headers.get("Host") != host or sent.headers.get("Origin", f"http://{host}") != f"http://{host}":
        return "it comes from elsewhere"
    if sent.headers.get("Cookie") != who.phone.cookie:
        return "its cookie was changed"
    said = parse_qs(sent.body.decode("latin-1"), keep_blank_values=True)
    if said.get("key", [""])[0] != who.phone.key:
        return "its form has another key"
    seen = said.get("seen", [""])[0].rpartition(".")[
        2
    ]  # the newest fact decides; the number is for who has not seen it
    if answer.result == "recorded" and seen != current.rpartition(".")[2] and sent.how == "whole":
        return "it has not seen what is there"
    return ""


def made(rng: Random, who: Who, current: str) -> Sent:
    """Return a request of a phone, most often with something wrong."""
    phone = who.phone
    host = f"{HOST}:{phone.port}"
    headers = phone.headers(Host=host)
    if rng.random() < 0.45:
        sent = Sent("GET", rng.choice(LOOKED).format(n=phone.table), headers | {"Accept": "text/html"}, None)
    else:
        address, form = rng.choices(FORMS, [3] * (len(FORMS) - 2) + [1, 1])[0]
        headers |= {"Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin", "Content-Type": FORM}
        seen = (
            current if rng.random() < 0.8 else rng.choice(("1.0", "0.", "9999999.ff", f"{current}0", current[:-1], ""))
        )
        sent = Sent("POST", address.format(n=phone.table), headers, {"key": phone.key, "seen": seen, **form})
    for _change in range(rng.choice((0, 1, 1, 1, 2, 3))):
        rng.choice((_other_path, _other_headers, _other_form, _other_form, _other_method))(rng, sent)
    if sent.form is not None:
        sent.body = urlencode(sent.form, doseq=True, errors="surrogatepass").encode()
        if rng.random() < 0.15:
            sent.body = _other_body(rng, sent.body)
    sent.how = rng.choices(("whole", "cut", "unheard", "together"), (80, 5, 5, 10))[0]
    return sent


def _other_path(rng: Random, sent: Sent) -> None:
    parts = sent.target.split("/")
    place = rng.randrange(len(parts))
    nasty = rng.choice(NASTY)
    parts[place] = rng.choice((
        quote(nasty, safe="", errors="surrogatepass"), nasty.replace(" ", "").replace("\r", "").replace("\n", ""),
        *("..", ".", "", "%2e%2e", "%2f", "\\", "1", "2", "99999", "-1", "1e3", "٣", "static", "t", "hand", "events"),
    ))  # fmt: skip
    sent.target = "/".join(parts) or "/"
    if rng.random() < 0.1:
        sent.target = rng.choice(("//", "http://evil.example", "*", "?", "#", "/t/1/../../etc/passwd")) + sent.target


def _other_headers(rng: Random, sent: Sent) -> None:
    name = rng.choice((*HEADERS, *sent.headers))
    if rng.random() < 0.3:
        sent.headers.pop(name, None)
    elif name == "Cookie" and name in sent.headers:
        kept = sent.headers[name]
        sent.headers[name] = rng.choice(
            (kept[:-1], kept + "x", f"{kept}; a=b"[1:], "=;" * 200, kept.upper(), "x" * 9000)
        )
    else:
        value = rng.choice((*VALUES, rng.choice(NASTY)))
        sent.headers[name] = value.replace("\r", "").replace("\n", "")
    if rng.random() < 0.03:
        sent.headers |= {f"X-{number}": "y" * 50 for number in range(rng.choice((10, 300, 2000)))}


def _other_method(rng: Random, sent: Sent) -> None:
    sent.method = rng.choice(METHODS)


def _other_form(rng: Random, sent: Sent) -> None:
    if sent.form is None:
        more = urlencode({rng.choice(("by", "game", "line", "next", "x")): rng.choice(NASTY)}, errors="surrogatepass")
        sent.target += ("&" if "?" in sent.target else "?") + more
        return
    key = rng.choice(
        (*sent.form, *("line", "game", "suit", "declarer", "won", "laufende", "losers", "amount", "again", "sure"))
    )
    what = rng.random()
    if what < 0.2:
        sent.form.pop(key, None)
    elif what < 0.4:
        sent.form[key] = [rng.choice(NASTY) for _time in range(rng.choice((2, 5, 300)))]
    else:
        sent.form[key] = rng.choice(NASTY) if rng.random() < 0.8 else str(sent.form.get(key, "")) + rng.choice(NASTY)


def _other_body(rng: Random, body: bytes) -> bytes:
    what = rng.random()
    if what < 0.1:
        return body + b"&x=" + b"y" * rng.choice((60_000, 70_000, 300_000))
    if what < 0.2:
        return b"&".join([body, *(b"x%d=y" % number for number in range(3000))])
    return mutating.mutated(rng, body, [body])


# -- how it is sent -----------------------------------------------------------------------------------


async def _sent(sent: Sent, who: Who, rng: Random) -> list[Answer]:
    """Send a request in its way; return what was answered. Raises TimeoutError where nothing comes that has to."""
    data = sent.bytes()
    try:
        reader, writer = await asyncio.open_connection(HOST, who.phone.port, limit=1 << 22)
    except OSError as error:
        raise TimeoutError from error
    try:
        if sent.how == "cut":
            data = data[: rng.randrange(len(data) + 1)]
        times = rng.randint(2, 4) if sent.how == "together" else 1
        writer.write(data * times)
        with suppress(OSError):
            await writer.drain()
        if sent.how in ("cut", "unheard"):
            await asyncio.sleep(rng.choice((0, 0, 0.001, 0.005)))
            return []
        return [answer async for answer in _answers(sent, reader, times)]
    finally:
        writer.close()


async def _answers(sent: Sent, reader: asyncio.StreamReader, times: int) -> AsyncIterator[Answer]:
    """Yield the answers to a request that was sent so many times, until the connection is closed."""
    certain = "Content-Length" not in sent.headers and "Transfer-Encoding" not in sent.headers
    certain = certain and sent.headers.keys().isdisjoint(("Expect", "Upgrade"))
    for time in range(times):
        wait = LATE if certain and not time else SHORT_WAIT
        try:
            async with asyncio.timeout(wait):
                answer = await _one(sent, reader)
        except TimeoutError:
            if wait == LATE:
                raise
            return
        yield answer
        if not answer.status or answer.headers.get("connection") == "close" or sent.method == "HEAD":
            return


async def _one(sent: Sent, reader: asyncio.StreamReader) -> Answer:
    """Read one answer; of a stream its beginning alone, after which nothing else can come."""
    try:
        status, headers = await head_of(reader)
        if status == 100:  # who asks for it is told to go on
            status, headers = await head_of(reader)
        if sent.method == "HEAD" or status in (204, 304):
            return Answer(status, headers, b"")
        if not headers.get("content-type", "").startswith("text/event-stream"):
            return Answer(status, headers, await body_of(reader, headers))
        async for part in chunks(reader):
            return Answer(status, {**headers, "connection": "close"}, part)
    except BROKEN:
        pass
    return NOTHING
