"""Copies of the ledger: made while others write, proved before they count, and no good one given up for a bad one.

    ledger ──SQLite's online backup──▶ .NAME.part ──opened anew and proved──▶ synced ──▶ NAME ──▶ the oldest pruned

They lie in a folder beside the ledger: `sklog-backups/2026-11-20T18-05-09Z-closed.db` says when (UTC) and why. What
is recorded is only ever added, so an older copy holds nothing that a newer one has not, and of two the one that holds
more is the newer one; the clock is only shown. One that does hold something else (what a restore left behind, another
ledger's) is never pruned.

An IBAN or a pay link is no recorded fact, and may be deleted: of two copies with the same facts the one with more of
the ledger's own is the newer one, and no copy is kept for one that the ledger has not any more.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Disagreement, LedgerError
from sklog.language import N_, _, _n, _t
from sklog.ledger import database, evenings, facts, files, schema
from sklog.ledger.database import BESIDE
from sklog.scoring.games import THROWN_IN
from sklog.scoring.hand import POSTING
from sklog.scoring.state import Count
from sklog.vault import check, upgrade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Proof = Callable[[sqlite3.Connection], Iterable[str]]
    """What is wrong with a copy, a sentence each."""

REASONS = {
    "by-hand": N_("by hand"),
    "closed": N_("evening closed"),
    "before-upgrade": N_("before an upgrade"),
    "before-restore": N_("before a restore"),
    "before-repair": N_("before a repair"),
    "before-merge": N_("before a merge"),
}
"""Why a copy was made: as its name says it, and in a list of copies."""
BY_HAND, CLOSED, BEFORE_UPGRADE, BEFORE_RESTORE, BEFORE_REPAIR, BEFORE_MERGE = REASONS
DAMAGED = "damaged"
"""What stands in place of a reason where the bytes of an unreadable ledger are kept: that is no copy to go back to."""
RESTORED = "restored"
"""The same where the copy that a restore goes back to lies meanwhile: it is never more than a part."""

WHERE, HOW_MANY, OFF = "SKLOG_BACKUPS", "SKLOG_KEEP_BACKUPS", "off"
KEPT = 20
PATIENCE = 30.0
"""How many seconds a copy by hand waits for writers: nobody sits at the table while it is made."""

UNFINISHED = N_("{path} was left in the middle of a write: ask its owner for a copy that backup has made")
"""What is said of a file beside which a crash has left something: who only reads it does not take that back."""
_MEANINGS = {**files.MEANINGS, "readonly": UNFINISHED}
_STAMP = "%Y-%m-%dT%H-%M-%SZ"
_WORDS = "|".join((*REASONS, DAMAGED, RESTORED))
_NAME = re.compile(
    rf"([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}-[0-9]{{2}}-[0-9]{{2}}Z)-({_WORDS})(?:-([0-9]{{1,6}}))?\.db"
)
_LEFT_OVER = timedelta(days=1)  # a part so old belongs to a process that was killed


class Copy(NamedTuple):
    """A copy in the folder, as its name says: when it was made and why; `number` tells those of one second apart."""

    path: Path
    at: datetime
    reason: str
    number: int


class Holding(NamedTuple):
    """What a ledger or a copy holds: evenings, their hands, and the evening that began last ("" for none)."""

    evenings: int
    counted: Count
    newest: str
    date: str

    @property
    def counts_in_words(self) -> dict[str, str]:
        """How many evenings there are, and their hands, as words of a sentence."""
        return {"evenings": _n("{n} evening", "{n} evenings", self.evenings), "hands": self.counted.words}


class CopyMade(NamedTuple):
    """A copy that was made and proved, what it holds, and how many older ones were deleted for it."""

    path: Path
    holding: Holding
    pruned: int


# -- making one ---------------------------------------------------------------------------------------


def by_hand(path: Path, now: datetime, keep: int | None = None) -> CopyMade:
    """Copy the ledger at `path` into the folder, prove everything in the copy, and prune all but the newest `keep`.

    Raises Disagreement where the copy does not prove, and LedgerError where none can be made; nothing is pruned then.
    """
    keep = keep or _how_many()
    with closing(database.connect(path, wait=PATIENCE)) as ledger:
        made = _into_folder(ledger, path, BY_HAND, now, disagreements)
    pruned = _delete(_surplus(made, keep), made.parent, now)
    return CopyMade(made, holding(made), pruned)


def to_file(path: Path, file: Path) -> CopyMade:
    """Copy the ledger at `path` to `file`, proved like `by_hand`, and raise as that does.

    What lies there is only replaced if it is an earlier copy of this ledger, and only once the new one is proved.
    """
    with closing(database.connect(path, wait=PATIENCE)) as ledger, database.translated(file):
        _require_free(ledger, path, file)
        with files.part_of(file) as part:
            fill_proved(part, ledger, path, disagreements)
            files.put_in_place(part, file)
    return CopyMade(file, holding(file), 0)


def automatic(path: Path, reason: str, now: datetime, *, always: bool = False) -> Path | None:
    """Copy the ledger at `path` for one of `REASONS`; return where to, or None where this is switched off.

    `always` makes the copy all the same. Raises as `as_it_is` does.
    """
    if _switched_off() and not always:
        return None
    with closing(database.connect(path, as_it_is=True)) as ledger:
        return quick_copy(ledger, path, reason, now)


def bring_up_to_date(ledger: sqlite3.Connection, version: int, path: Path | None) -> None:
    """Bring a ledger of an older version to the newest, after a copy was made of the one at `path`, where there is one.

    Raises LedgerError where it cannot be copied, or what was recorded cannot be read.
    """
    try:
        if path:
            automatic(path, BEFORE_UPGRADE, datetime.now(UTC))
    except LedgerError as error:
        raise LedgerError(
            _(
                "{path} is of an older sklog, and without a copy it is not brought up to date: {reason}; "
                "SKLOG_BACKUPS names another folder, or says off",
                path=path,
                reason=error.problems[0],
            )
        ) from error
    upgrade.bring_up_to_date(ledger, version)


def after_close(path: Path, now: datetime, evening: int) -> bool:
    """Copy the ledger behind an evening that was closed, if that is not switched off; raise as `as_it_is` does.

    Older ones go only where everything in it proves, which is looked at if there is one to go. Return False where
    they had to stay.
    """
    if _switched_off():
        return True
    keep = _how_many()
    with closing(database.connect(path)) as ledger:
        made = quick_copy(ledger, path, CLOSED, now, evening)
    surplus = _surplus(made, keep)
    with reading(made) as copy:
        sound = not (surplus and disagreements(copy))
    _delete(surplus if sound else [], made.parent, now)
    return sound


def quick_copy(ledger: sqlite3.Connection, path: Path, reason: str, now: datetime, evening: int | None = None) -> Path:
    """Copy an open ledger into the folder of the one at `path`; return where to.

    It stays quick: of the copy SQLite's own integrity is proved, and the one evening that is named. A ledger that is
    damaged already is copied as it is. Raises LedgerError where no copy can be made.
    """
    return _into_folder(ledger, path, reason, now, partial(new_damage, ledger, evening=evening))


def new_damage(ledger: sqlite3.Connection, copy: sqlite3.Connection, evening: int | None = None) -> Iterator[str]:
    """Yield what is wrong with a copy and not with what it is of; where nothing is, what is wrong with an evening."""
    if wrong := damage(copy):
        known = damage(ledger)
        yield from (sentence for sentence in wrong if sentence not in known)
    elif evening is not None:
        for what in check.of_evening(copy, evening):
            yield _("evening {number}: {what}", number=evening, what=what)


def _into_folder(ledger: sqlite3.Connection, path: Path, reason: str, now: datetime, proof: Proof) -> Path:
    with reserved(path, reason, now) as (part, target), database.translated(target):
        fill_proved(part, ledger, path, proof)
        files.put_in_place(part, target)
    return target


@contextmanager
def reserved(path: Path, reason: str, now: datetime) -> Iterator[tuple[Path, Path]]:
    """Make a part in the folder, and a name that nobody else takes as long as the part is there: in this context."""
    place = folder(path)
    with database.translated(place):
        if not place.is_dir():
            place.mkdir(mode=0o700, exist_ok=True)
            files.sync_names(place.parent)
    stamp = now.astimezone(UTC).strftime(_STAMP)
    taken = [copy.number for copy in _copies_in(place) if copy.path.name.startswith(stamp)]
    with ExitStack() as afterwards:
        for number in count(1 + max(taken, default=0)):
            target = place / (f"{stamp}-{reason}-{number}.db" if number > 1 else f"{stamp}-{reason}.db")
            part = target.with_name(f".{target.name}.part")
            with database.translated(target), suppress(FileExistsError):
                handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
                afterwards.callback(files.remove, part)
                with suppress(OSError):  # nothing was written: the name is taken whatever closing says
                    os.close(handle)
                if not target.exists():
                    break
        yield part, target


def fill_proved(part: Path, ledger: sqlite3.Connection, path: Path, proof: Proof) -> None:
    """Make `part` a copy of the ledger at `path`; raise Disagreement with what is wrong with it."""
    fill_part(part, ledger, path)
    with reading(part) as copy:
        wrong = list(proof(copy))
    Disagreement.if_any(wrong)


def fill_part(part: Path, ledger: sqlite3.Connection, path: Path) -> None:
    """Make `part` a copy of the ledger at `path`; it is not on disk yet."""
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = OFF")  # a part that breaks off is thrown away
        copy.execute("PRAGMA synchronous = OFF")  # it is synced as a whole
        fill(copy, ledger, path)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, also of a ledger in WAL mode


def fill(target: sqlite3.Connection, source: sqlite3.Connection, path: Path) -> None:
    """Make `target` the same as `source`, the database at `path`; raise LedgerError where somebody keeps it locked."""

    def bounded(status: int, _left: int, _all: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):  # it was waited for; SQLite would go on for ever
            raise LedgerError(files.error_in_words("locked", path))

    source.backup(target, progress=bounded)


def _require_free(ledger: sqlite3.Connection, path: Path, file: Path) -> None:
    """Refuse a place where no copy may be put: raise LedgerError, or OSError where it cannot be seen."""
    if not file.parent.is_dir():
        raise LedgerError(_("there is no folder {path}", path=file.parent))
    there = os.path.lexists(file)
    if there and (file.is_symlink() or not file.is_file()):
        raise LedgerError(_("{path} is not a regular file: name another one", path=file))
    beside = [file.with_name(file.name + ending) for ending in BESIDE]
    if file.name.casefold().endswith(BESIDE) or any(map(os.path.lexists, beside)):
        raise LedgerError(_("{path} is a name that SQLite itself uses beside a database: choose another", path=file))
    if not there:
        return
    if file.samefile(path):
        raise LedgerError(_("{path} is the ledger itself: name another file", path=file))
    if _earlier_state(file, ledger) is None:
        raise LedgerError(_("{path} is not an earlier copy of this ledger, and is kept: name another file", path=file))


# -- what there is ------------------------------------------------------------------------------------


def folder(path: Path) -> Path:
    """Return where the copies of a ledger are kept: as $SKLOG_BACKUPS says, else beside it. Raises LedgerError."""
    said = os.environ.get(WHERE, "").strip()
    if said and not _switched_off():
        place = Path(said)
        if not place.is_absolute():
            raise LedgerError(
                _("{setting} is {said!r}: set off, or the whole path of a folder", setting=WHERE, said=said)
            )
        return place
    with database.translated(path):
        try:
            real = path.resolve() if path.is_symlink() else path
        except RuntimeError:  # a link to itself
            real = Path()
        unusable = not real.name or real.is_dir()
    if unusable:
        raise LedgerError(_t("{path} is not a ledger¦: name a file with --db", path=path))
    return real.with_name(f"{real.stem}-backups")


def _switched_off() -> bool:
    return os.environ.get(WHERE, "").strip().casefold() == OFF


def _how_many() -> int:
    said = os.environ.get(HOW_MANY, "").strip() or str(KEPT)
    if not (said.isascii() and said.isdigit() and len(said) < 10 and int(said)):
        raise LedgerError(
            _("{setting} is {said!r}: set how many copies are kept, from 1 on", setting=HOW_MANY, said=said)
        )
    return int(said)


def copies_of(path: Path) -> list[Copy]:
    """Return the copies in the folder of the ledger at `path`, the newest first as their names say, by the clock."""
    return _copies_in(folder(path))


def in_order(path: Path) -> list[Copy]:
    """Return the copies in the folder of the ledger at `path`, the newest first by what they hold.

    Of two states of one ledger the one that holds more is the newer one, whatever the clock said. Of all others, what
    a restore left behind among them, only the clock says anything; so it is of IBANs that were deleted.
    """
    found = copies_of(path)
    states = _states(found, path) or _states(found, _furthest(found))  # of a ledger that is gone or damaged
    newer = iter(states)
    return [next(newer) if copy in states else copy for copy in found]


def _copies_in(place: Path) -> list[Copy]:
    with database.translated(place):
        there = list(place.iterdir()) if place.is_dir() else []
        named = [_copy_called(path) for path in there if not path.is_symlink() and path.is_file()]
    return by_clock(copy for copy in named if copy and copy.reason in REASONS)


def by_clock(found: Iterable[Copy]) -> list[Copy]:
    """Return copies in the order of the moments in their names, the newest first."""
    return sorted(found, key=lambda copy: (copy.at, copy.number, copy.reason), reverse=True)


def _copy_called(path: Path, name: str = "") -> Copy | None:
    """Return what the name of a copy, or of what is kept beside them, says; None where none is called so."""
    parts = _NAME.fullmatch(name or path.name)
    if parts is None:
        return None
    try:
        at = datetime.strptime(parts[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Copy(path, at, parts[2], int(parts[3] or 1))


def holding(file: Path) -> Holding:
    """Return what a ledger of any version holds; raise LedgerError where it cannot be read."""
    with sound(file) as copy:
        return what_it_holds(copy)


_GAMES = """
    SELECT count(*), count(*) FILTER (WHERE game = ?), count(*) FILTER (WHERE game = ?)
    FROM (SELECT json_extract(fact, '$.game') AS game FROM score JOIN entry ON entry.id = {said_by}
          WHERE number IS NOT NULL)
"""
"""What a ledger of any version can be asked, where what is kept of an evening may not tell its hands apart."""


_BEGUN_FOR_GOOD = 11
"""Up to this version no evening was put right."""


def what_it_holds(ledger: sqlite3.Connection) -> Holding:
    """Return what an open ledger of any version says that it holds; LedgerError where a value is none of its kind."""
    evenings, numbers = ledger.execute("SELECT count(*), coalesce(sum(hands), 0) FROM state").fetchone()
    said_by = "coalesce(said_by, entry_id)" if database.version_of(ledger) > 1 else "entry_id"  # the first had no fixes
    games = ledger.execute(_GAMES.format(said_by=said_by), (THROWN_IN.name, POSTING))
    judged, thrown_in, posted = games.fetchone()
    shown = "overview WHERE kind <> 'void' ORDER BY imported, session_id"
    shown = shown if database.version_of(ledger) > _BEGUN_FOR_GOOD else "session ORDER BY imported, id"
    newest = ledger.execute(f"SELECT name, date FROM {shown} DESC LIMIT 1").fetchone()  # noqa: S608  our own words
    name, date = newest or ("", "")
    if tuple(map(type, (numbers, name, date))) != (int, str, str):
        raise LedgerError(_("the contents of a copy cannot be read"))
    return Holding(evenings, Count(judged - thrown_in - posted, thrown_in, numbers - judged, posted), name, date)


@contextmanager
def reading(file: Path, meanings: Mapping[str, str] = _MEANINGS) -> Iterator[sqlite3.Connection]:
    """Open a copy to read from it as it is; `meanings` are those of what SQLite says where they are not the usual."""
    say = partial(files.error_in_words, meanings=meanings)
    with database.translated(file, say), closing(database.connect_raw(file, "ro")) as copy:
        yield copy


@contextmanager
def sound(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy that is made as sklog makes a ledger; what stands in it is not proved. Raises LedgerError."""
    with reading(file) as copy:
        database.require_ours(file, database.built(copy))
        database.bound_reading(copy, file)
        yield copy


# -- proving ------------------------------------------------------------------------------------------


def damage(ledger: sqlite3.Connection) -> list[str]:
    """Return a sentence for everything that is wrong with the file itself: how it is made, or what SQLite finds."""
    try:
        return list(check.built_otherwise(ledger)) or list(check.damage(ledger))
    except sqlite3.DatabaseError as error:
        if evenings.is_no_damage(error):
            raise
        return [_("the file itself is damaged, or its disk is failing: {reason}", reason=error)]


def disagreements(copy: sqlite3.Connection) -> list[str]:
    """Return a sentence for everything in a copy that does not agree with its facts.

    One of an older version is brought up to date in memory for that, and stays as it is.
    """
    if wrong := damage(copy):
        return wrong
    if database.version_of(copy) >= database.SCHEMA_VERSION:
        return list(check.disagreements(copy))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as upgraded:
        fill(upgraded, copy, Path(copy.execute("PRAGMA database_list").fetchone()[2]))
        upgraded.execute("PRAGMA foreign_keys = ON")
        schema.migrate(upgraded)
        return list(check.disagreements(upgraded))


# -- pruning ------------------------------------------------------------------------------------------

_LAST = (
    (1, "session", "id, uid"),
    (1, "action", "id, session_id, at, command, typed"),
    (1, "entry", "id, session_id, action_id, kind, fact"),
    (4, "arrival", facts.ORIGIN),
    (6, schema.SIGNED, "id, session_id, said, signed"),
)
"""Since which version there is what, as every version has it: a ledger that has the newest has all before it."""


class _State(NamedTuple):
    """How much an earlier state of a ledger holds; of two the greater one is the newer one.

    An IBAN, or a pay link, that the ledger has was given once and has stayed since. Those that were deleted tell no
    order, but a state with just the ledger's own is the newest of all that hold the same facts.
    """

    facts: int
    ibans: int
    just_these: bool


def _earlier_state(file: Path, ledger: sqlite3.Connection) -> _State | None:
    """Return how much a copy holds, if it is an earlier state of the ledger, or the same; None where it is not.

    No fact is ever deleted, so the last row's number counts them.
    """
    counted = 0
    try:
        with sound(file) as copy:
            version = database.version_of(copy)
            for table, columns in ((table, columns) for since, table, columns in _LAST if version >= since):
                last = copy.execute(f"SELECT {columns} FROM {table} ORDER BY id DESC LIMIT 1").fetchone()  # noqa: S608
                same = f"SELECT {columns} FROM {table} WHERE id = ?"  # noqa: S608  our own words, both
                if last is None:
                    continue
                if last != ledger.execute(same, last[:1]).fetchone():
                    return None
                counted += last[0]
            there, here = check.personal_rows(copy), check.personal_rows(ledger)
    except LedgerError:
        return None
    return _State(counted, len(there & here), there == here)


def _states(copies: Sequence[Copy], path: Path | None) -> list[Copy]:
    """Return which of these copies are earlier states of the ledger at `path`, the newest first: those that hold most.

    Those that hold the same stay in their order. There is none of a ledger that cannot be read.
    """
    with suppress(LedgerError), sound(path or Path()) as ledger:
        found = [(state, copy) for copy in copies if (state := _earlier_state(copy.path, ledger))]
        return [copy for *_, copy in sorted(found, key=itemgetter(0), reverse=True)]
    return []


def _furthest(copies: Sequence[Copy]) -> Path | None:
    """Return the copy that holds all facts that the newest one by the clock does, and most; None where there is none.

    Which IBANs the ledger had last only the clock says.
    """
    furthest = None
    for path in (copy.path for copy in copies):
        with suppress(LedgerError), sound(path) as copy:
            behind, all_of_it = furthest and _earlier_state(furthest, copy), _earlier_state(path, copy)
            if furthest is None or (behind and all_of_it and behind.facts < all_of_it.facts):
                furthest = path
    return furthest


def _surplus(made: Path, keep: int) -> list[Path]:
    """Return the oldest copies, of which the newest `keep` stay.

    Besides the one just `made` the newest one made by hand stays, of which everything was proved.
    """
    # of two that hold the same the one just made is the newer one, whatever the clock says
    ours = _states(sorted(_copies_in(made.parent), key=lambda copy: copy.path != made), made)
    stay = {made, *[copy.path for copy in ours if copy.reason == BY_HAND][:1]}
    return [copy.path for copy in ours[keep:] if copy.path not in stay]


def _delete(surplus: list[Path], place: Path, now: datetime) -> int:
    """Delete these copies, and what a killed process left in their folder; return how many of the copies are gone."""
    gone = 0
    with suppress(OSError):  # it is tried again with the next copy
        parts = [_copy_called(path, path.name[1:].removesuffix(".part")) for path in place.glob(".*.part")]
        for part in (part.path for part in parts if part and part.at < now - _LEFT_OVER):
            files.remove(part)
    for path in surplus:
        with suppress(OSError):
            path.unlink()
            gone += 1
    return gone


MOST_BYTES = 500_000_000  # a table needs about a megabyte a year


def require_size(path: Path) -> None:
    """Refuse a file from elsewhere that is larger than any ledger: raise LedgerError."""
    if path.stat().st_size > MOST_BYTES:
        megabytes = MOST_BYTES // 1_000_000
        raise LedgerError(_t("{path} is larger than {megabytes} MB: this is no ledger", path=path, megabytes=megabytes))
