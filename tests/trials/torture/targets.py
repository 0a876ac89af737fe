"""What reads each kind of input, and what must hold of everything that it accepts.

A target takes bytes and says whether they were accepted. What sklog refuses in words is refused; any other exception,
and `Impossible`, is a finding. What was accepted is written, read back and folded: the same again, and zero in sum.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import tempfile
import time
from contextlib import closing, contextmanager, suppress
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sklog import files as session_files
from sklog import lists, netschafkopf, notation, tariffs
from sklog.desk import hands
from sklog.errors import HandError, SklogError
from sklog.files import formats, incoming
from sklog.files.already_here import import_session
from sklog.files.formats import text_of
from sklog.files.incoming import PROTOCOL, kind_of
from sklog.files.reader import Tariffs
from sklog.ledger import database
from sklog.ledger.facts import Command
from sklog.ledger.open import in_memory, open_ledger
from sklog.lists import cells
from sklog.scoring.canonical import from_json, to_json
from sklog.scoring.evening import start, step
from sklog.scoring.hand import Played
from sklog.scoring.session import Session, final_state
from sklog.scoring.settings import from_mapping, to_mapping
from sklog.vault import check
from tests import transcripts
from tests.trials.torture import samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Hand
    from sklog.scoring.judge import Table
    from sklog.scoring.tariff import Tariff

    Target = Callable[[bytes], bool]

EXIT_CODES = (0, 1, 2, 3)
SAID = Command("import", "", "2026-11-19T20:00:00.000+00:00")
STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What no answer may contain: it would steer a terminal, or turn its writing around."""


class Impossible(Exception):
    """Something was accepted that cannot be."""


def require(holds: bool, what: str) -> None:
    """Raise Impossible unless it holds."""
    if not holds:
        raise Impossible(what)


# -- hands --------------------------------------------------------------------------------------------


_proofs: list[float] = []


@contextmanager
def proving() -> Iterator[None]:
    """Hold the clock that says how long an input takes: what is proved of it besides is no time of sklog's."""
    left, _interval = signal.setitimer(signal.ITIMER_PROF, 0)
    began = time.process_time()
    try:
        yield
    finally:
        _proofs.append(time.process_time() - began)
        signal.setitimer(signal.ITIMER_PROF, left)


def proved() -> float:
    """Return how many seconds of the processor went into proofs since this was asked last."""
    taken = sum(_proofs)
    _proofs.clear()
    return taken


def shorthand(data: bytes) -> bool:
    """Read a line, at the table that the first byte chooses."""
    tariff, table = _table(data)
    line = data[1:].decode(errors="surrogateescape")  # as the system hands over words that are no UTF-8
    try:
        hand = notation.read(line, table.seats, table.active, tariff, table.round)
    except HandError:
        return False
    return _holds(hand, table, tariff)


def json_hand(data: bytes) -> bool:
    """Read a canonical hand, at the table that the first byte chooses."""
    tariff, table = _table(data)
    try:
        said = hands.parsed(data[1:])
        if not isinstance(said, dict):
            return False
        hand = from_json(said, table.seats, tariff.games)
    except HandError:
        return False
    return _holds(hand, table, tariff)


def _table(data: bytes) -> tuple[Tariff, Table]:
    return samples.TABLES[(data[0] if data else 0) % len(samples.TABLES)]


def _holds(hand: Hand, table: Table, tariff: Tariff) -> bool:
    """Whether these people can have played the hand; raise Impossible where it is another when it is read again."""
    state = start(table.seats, table.dealer, 40)
    try:
        line = step(state, hand, tariff)
    except HandError:
        return False
    again = from_json(json.loads(json.dumps(to_json(hand))), table.seats, tariff.games)
    require(again == hand, f"as JSON it is another hand: {again}")
    text = notation.write(hand, table.seats, tariff, table.active)
    if len(text) <= notation.LONGEST:
        back = notation.read(text, table.seats, table.active, tariff, table.round)
        require(back == hand, f"{text!r} is another hand: {back}")
    require(line.score is not None and not sum(line.score.postings.values()), "its postings are not zero in sum")
    require(sum(line.state.balances.values()) == 40, "the balances after it are not zero in sum")
    return True


# -- files --------------------------------------------------------------------------------------------


@contextmanager
def _file(data: bytes, ending: str) -> Iterator[Path]:
    folder = Path(tempfile.gettempdir()) / f"sklog-fuzz-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    path = folder / f"input{ending}"
    path.write_bytes(data)
    try:
        yield path
    finally:
        path.unlink()


def tariff(data: bytes) -> bool:
    """Read a tariff file; score a few hands by it."""
    with _file(data, ".yaml") as path:
        try:
            found = tariffs.find(str(path))
        except SklogError:
            return False
    require(from_mapping(json.loads(json.dumps(to_mapping(found)))) == found, "as JSON it is another")
    require(tariffs.read(tariffs.to_yaml(found), "again.yaml") == found, "as YAML it is another")
    people = ("Anna", "Bene", "Christl", "Dani")[: max(found.people)]
    for game in found.games:
        partner = people[2] if game.shape == "partner" and len(people) == 4 else None
        try:
            hand = Played(game=game.name, declarer="Anna", partner=partner, won=True, schneider=True, kontra=2, bock=3)
            made = step(start(people, stock=7), hand, found)
        except HandError:
            continue
        require(made.score is not None and not sum(made.score.postings.values()), "a hand is not zero in sum")
    return True


def session(data: bytes) -> bool:
    """Read a session file."""
    return _read(data, ".yaml")


def evening(data: bytes) -> bool:
    """Read an evening in csv or JSON Lines, as it begins."""
    return _read(data, ".jsonl" if data.lstrip()[:1] == b"{" else ".csv")


def _read(data: bytes, ending: str) -> bool:
    found: list[Session] = []
    with _file(data, ending) as path:
        try:
            found.extend(formats.read_path(path))
        except SklogError:
            return False
    kept = [_whole(one) for one in found]
    return any(kept)


def protocol(data: bytes) -> bool:
    """Read a protocol of Netschafkopf."""
    if kind_of(data[: formats.HEAD], ".txt") != PROTOCOL:
        return False
    try:
        found = netschafkopf.read_protocol(text_of(data), "x.txt", people={"PcLinks": "Anna"})
    except SklogError:
        return False
    return _whole(found.session) and not found.problems


def listed(data: bytes) -> bool:
    """Read a list: a workbook, or a csv; what is said of it besides is chosen by how long it is."""
    ending = ".csv" if data[:1] != b"P" else ".ods" if b"content.xml" in data else ".xlsx"
    asked = _ASKED[max(len(data) % 8 - 4, 0)]
    with _file(data, ending) as path:
        try:
            found = lists.read_lists(lists.grids.read_tables(path), asked, "x", "x.csv")
        except SklogError:
            return False
    kept = [_whole(one) for one in found.sessions]
    return all(kept) and not found.problems


def columns(data: bytes) -> bool:
    """Read evenings as columns: rows as JSON, or a Parquet file, beside the tariffs that are shipped."""
    from pyarrow import ArrowException, Table  # noqa: PLC0415  an extra
    from pyarrow import parquet as files  # noqa: PLC0415  the same

    from sklog.platform import columns as platform  # noqa: PLC0415  the same
    from sklog.platform import parquet  # noqa: PLC0415  the same

    shipped = {platform.digest_of(one): one for one in map(tariffs.find, tariffs.shipped())}
    if data[:1] == b"[":
        try:
            rows = Table.from_pylist(json.loads(data), schema=platform.EVENINGS)
        except (ArrowException, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            return False  # what is no table is not sklog's to refuse
        read = list(platform.read_along(rows, shipped))
    else:
        with _file(data, ".parquet") as path:
            beside = path.with_name("tariffs.parquet")
            if not beside.exists():
                files.write_table(platform.tariffs_table(shipped), beside)
            try:
                read = [evening for evening, _behind in parquet.read_evenings(path)]
            except SklogError:
                return False
    known, kept = Tariffs(None), False
    for one in read:
        if isinstance(one, Session):
            table, named = platform.table_of([one])
            require(list(platform.sessions_of(table, named)) == [one], "as columns it is another evening")
            with suppress(SklogError):
                kept = _whole(formats.proved_session(one, "", known)) or kept
    return kept


_ON = date(2026, 11, 19)
_ASKED = (
    lists.Asked(_ON),
    lists.Asked(_ON, tariff=tariffs.find("sauspiel")),
    lists.Asked(
        _ON,
        {"Anna": "Kathi"},
        amounts=cells.CENTS,
        decimal=cells.COMMA,
        dates=incoming.DAY_FIRST,
        rows=incoming.RUNNING,
    ),
    lists.Asked(_ON, {"Dani": "Stock"}, amounts=cells.EUROS, rows=incoming.EACH),
)


def _whole(evening: Session) -> bool:
    """Whether the ledger takes an evening; raise Impossible where it is not the same when it is read again."""
    bare = evening._replace(expect=None)
    with proving():
        text = session_files.write_yaml(bare)
        require(session_files.read_yaml(text, "again.yaml") == [bare], "as a session file it is another evening")
        with _file("".join(formats.write_csv([bare])).encode(), ".csv") as path:
            require(list(formats.read_path(path)) == [bare], "as csv it is another evening")
    state = final_state(evening, evening.lines())
    require(sum(state.balances.values()) == evening.stock, "the balances are not zero in sum")
    return _stored(bare)


_ledgers: list[database.sqlite3.Connection] = []


def _stored(evening: Session) -> bool:
    """Whether a ledger takes it; raise Impossible where `check` finds something then. Nothing stays in the ledger."""
    if not _ledgers:
        _ledgers.append(in_memory())
    ledger = _ledgers[0]
    ledger.execute("BEGIN")
    try:
        import_session(ledger, evening, SAID, uid=session_files.identity(evening))
        with proving():
            wrong = list(check.disagreements(ledger))
    except SklogError:
        return False
    finally:
        ledger.execute("ROLLBACK")
    require(not wrong, f"stored, and {wrong}")
    return True


READERS: Mapping[str, Target] = {
    "shorthand": shorthand,
    "json hand": json_hand,
    "tariff": tariff,
    "session": session,
    "csv, jsonl": evening,
    "protocol": protocol,
    "list": listed,
    **({"columns": columns} if find_spec("pyarrow") else {}),
}
"""Everything that needs no command line."""


# -- the command line ---------------------------------------------------------------------------------

MANY = 200  # commands in one ledger
MOST_LINES = 12  # typed at the prompt, one after the other
HARMLESS = re.compile(r"[\w.]+(?:/[\w.]+)?|/[\w.]+")


class Desk:
    """A folder with a ledger and files, in which command lines are said; it is made anew from time to time."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sklog-desk-"))
        self.said = 0
        os.environ.update(transcripts.environment(self.folder / "in" / "here"))
        for name in ("SKLOG_LANG", "SKLOG_TARIFFS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
            os.environ.pop(name, None)
        self._lay()

    def _lay(self) -> None:
        here = self.folder / "in" / "here"
        os.chdir("/")
        shutil.rmtree(self.folder)
        here.mkdir(parents=True)
        os.chdir(here)
        shutil.copy(samples.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml", "evening.yaml")
        shutil.copy(samples.ROOT / "tariffs/wiki.yaml", "own.yaml")
        Path("list.csv").write_bytes(samples.lists(1)[0])
        for words in (samples.COMMANDS[0], *(words for words in samples.COMMANDS if words[0] == "add")):
            transcripts.run(words)
        Path("evening.csv").write_text(transcripts.run(["export", "--format", "csv"]).out)

    def command(self, data: bytes) -> bool:
        """Say one command line."""
        words = [_inside(word.decode(errors="surrogateescape")) for word in data.split(b"\0")]
        return self._say(words, b"")

    def play(self, data: bytes) -> bool:
        """Type lines at the prompt."""
        return self._say(["play", "--keep-going"], _inside_lines(b"\n".join(data.split(b"\n")[:MOST_LINES])))

    def _say(self, words: Sequence[str], typed: bytes) -> bool:
        self.said += 1
        if self.said % MANY == 0:
            self.prove()
        ran = transcripts.run(words, stdin=typed)
        require(ran.code in EXIT_CODES, f"exit code {ran.code}")
        for printed in (ran.out, ran.err):
            require(not STEERING.search(printed.replace("\r\n", "\n")), f"it prints {STEERING.findall(printed)}")
            require("Traceback" not in printed, "it prints a traceback")
        return ran.code == 0

    def prove(self) -> None:
        """Raise Impossible where the ledger does not follow from its facts; begin another."""
        try:
            path = Path("sklog.db")
            if path.is_file():
                with closing(open_ledger(path)) as ledger:
                    wrong = list(check.disagreements(ledger))
                require(not wrong, f"after up to {MANY} commands: {wrong}")
        finally:
            self._lay()

    def away(self) -> None:
        """Take the folder away."""
        os.chdir("/")
        shutil.rmtree(self.folder)


def _inside(word: str) -> str:
    """Return a word that names no file outside of the folder."""
    if "/" not in word and "~" not in word:
        return word
    return word if HARMLESS.fullmatch(word) else word.replace("/", "").replace("~", "")


def _inside_lines(data: bytes) -> bytes:
    kept = data.replace(b"~", b"")
    return re.sub(rb"/+(?!/)", lambda found: b" // " if len(found[0]) == 2 else b"", kept)
