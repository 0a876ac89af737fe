"""Proving the ledger: the file is whole, no fact was changed since it was recorded, and all that is stored follows.

Three things are proved. The file: SQLite finds it whole, it is built as this version builds one, and no row of facts
is missing. The facts: the chain of every evening fits. What follows from them: what is stored of an evening is what
comes out when its facts are folded again.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing, contextmanager, suppress
from functools import cache, lru_cache
from heapq import merge
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import rooms
from sklog.errors import UNREADABLE, LedgerError, first_of
from sklog.language import N_, _, _t
from sklog.ledger import chain, database, evenings, facts, history, people, personal, record, signatures
from sklog.ledger.chain import Kept, as_json
from sklog.ledger.database import SCHEMA_VERSION
from sklog.ledger.evenings import DAMAGED, Posted
from sklog.ledger.facts import EVENT, RENAME, TARIFF
from sklog.ledger.schema import COUNTED, SIGNED
from sklog.likeness import models
from sklog.scoring.hand import Passed
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import PAID, Line, Payment, Unknown
from sklog.tariffs import read_mapping
from sklog.vault.upgrade import administered, of_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from sklog.ledger.chain import Link
    from sklog.ledger.history import Recorded
    from sklog.scoring.session import Session
    from sklog.scoring.state import State
    from sklog.scoring.tariff import Tariff

_COUNTED = (*COUNTED, SIGNED)
NUMBERED = {"account": 0, **dict.fromkeys(_COUNTED, 1)}
"""The tables from which nothing is ever deleted, and their first number: a gap is a row that is gone."""
DERIVED = ("score", "posting", "payment", "state", "overview", "spelling")
"""The tables that hold only what follows from facts."""
PERSONAL = (personal.BANK, personal.PAY_LINK)
"""The tables that are really deleted from."""
NOT_SO = N_("the figures for lists and seasons are not what its facts give")
UNREAD = re.compile(r"unable to get the page\. error code=(\d+)")
"""How an integrity check says that it has not read a page, and why."""


# -- the file -----------------------------------------------------------------------------------------


class SchemaPart(NamedTuple):
    """A part of the schema: table, index, trigger or view, its name, and how it is made (None: by SQLite itself).

    What is `foreign` should not be there.
    """

    kind: str
    name: str
    table: str
    sql: str | None
    foreign: bool = False

    @property
    def in_sentence(self) -> str:
        """What it is called, in a sentence."""
        return database.part_in_words(self.kind, self.name)


def file_disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with the file itself."""
    yield from damage(ledger)
    for table, row, parent, *__ in ledger.execute("PRAGMA foreign_key_check"):
        where = f"{table} {row}" if row else table
        yield _("{row} belongs to a row of {parent} that is not there", row=where, parent=parent)
    for part in other_parts(ledger, SCHEMA_VERSION):
        yield _("the {part} of the file is not as sklog makes it", part=part.in_sentence)
    yield from _gaps(ledger)
    if _fixed_rows(ledger) != _fresh(SCHEMA_VERSION)[1]:
        yield _("the kinds of entries, or the steps of the schema, are not those of sklog")


def damage(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything that SQLite itself finds wrong, in a ledger of any version.

    Raises sqlite3.OperationalError where the disk could not read a page: that is no damage yet.
    """
    found = [said for (said,) in ledger.execute("PRAGMA integrity_check") if said != "ok"]
    if any(int(code) & 0xFF == sqlite3.SQLITE_IOERR for said in found for code in UNREAD.findall(said)):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error
    for said in found:
        yield _("the file itself is damaged: {reason}", reason=said)


def other_parts(ledger: sqlite3.Connection, version: int, *, elsewhere: bool = False) -> list[SchemaPart]:
    """Return the parts that a ledger of this version should have, or should not, or has otherwise.

    What somebody may have added is none, unless the file is from `elsewhere`. Nothing of them is run. Raises Unsound
    where there are more than can be read.
    """
    ours, _words_there = _fresh(version)
    here = [part for part in schema_parts(ledger) if elsewhere or not database.is_added(*part[:4])]
    names = {(part.kind, part.name) for part in ours}
    return [
        *(part for part in ours if part not in here),
        *(part._replace(foreign=True) for part in here if (part.kind, part.name) not in names),
    ]


def built_otherwise(ledger: sqlite3.Connection, *, elsewhere: bool = False) -> Iterator[str]:
    """Yield a sentence for everything of which a ledger, of any version, is made otherwise than sklog makes it.

    In a file from `elsewhere` that is also what somebody may add to his own ledger.
    """
    found = database.built(ledger)
    if found.is_sound and not (elsewhere and any(database.added_by_others(ledger))):
        return
    if found.made_as and not found.is_sound:
        made = {"said": found.version, "made": found.made_as}
        yield _("the file claims to be version {said}, but is made like version {made}", **made)
        return
    try:
        unlike = other_parts(ledger, found.version, elsewhere=elsewhere)
    except database.Unsound as error:
        yield str(error)
        return
    said = (_("the {part} of the file is not as sklog makes it", part=part.in_sentence) for part in unlike)
    yield from first_of(said)


def facts_elsewhere(ledger: sqlite3.Connection) -> bool:
    """Whether a table of facts is made otherwise: then nothing may go, for they may be elsewhere in the file."""
    found = database.built(ledger)
    if found.is_sound or found.made_as:
        return False
    unlike = other_parts(ledger, found.version)
    return any(part.kind == "table" and not part.foreign and part.name not in DERIVED for part in unlike)


def naming_first_part(error: database.OtherwiseBuilt, path: Path) -> LedgerError:
    """Return the error that a ledger is made otherwise, with the first part that is."""
    with suppress(LedgerError), closing(database.connect(path, as_it_is=True)) as ledger, database.translated(path):
        for what in built_otherwise(ledger):
            said = _t("{path}: {what}¦; sklog check tells you more, and how to repair it", path=path, what=what)
            return database.OtherwiseBuilt(said)
    return error


@contextmanager
def without_trigger(ledger: sqlite3.Connection, trigger: str) -> Iterator[None]:
    """Remove a trigger inside the block, so that rows can be mended, and put it back afterwards."""
    sql = administered(ledger).triggers_dict[trigger]
    ledger.execute(f"DROP TRIGGER {trigger}")
    yield
    ledger.execute(sql)


@cache
def _fresh(version: int) -> tuple[list[SchemaPart], list[tuple[str, ...]]]:
    """Return what a new ledger is made of, and what stands in it."""
    with closing(of_version(version)) as ledger:
        return schema_parts(ledger), _fixed_rows(ledger)


def _fixed_rows(ledger: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Return what stands in a ledger before anything is recorded: the kinds of entries, and its schema's steps."""
    kinds = ledger.execute("SELECT * FROM entry_kind ORDER BY kind").fetchall()
    return kinds + ledger.execute("SELECT id, migration_set, name FROM _sqlite_migrations ORDER BY id").fetchall()


def schema_parts(ledger: sqlite3.Connection) -> list[SchemaPart]:
    """Return what a ledger is made of, what may be there in more than one way left out; raise Unsound for too much."""
    rows = database.parts(ledger)
    if rows is None:
        raise database.Unsound(
            _t("the file has more parts than sklog ever makes: go back to a copy¦, with sklog restore")
        )
    return [SchemaPart(*map(_only_text, row)) for row in rows if not database.is_beside(*row)]


def _only_text(value: object) -> Any:
    """Return what stands in a place for text: whoever wrote it there may have meant another kind of value."""
    return value if value is None or isinstance(value, str) else repr(value)


def _gaps(ledger: sqlite3.Connection) -> Iterator[str]:
    recorded = dict(ledger.execute("SELECT fact, rows FROM recorded"))
    for table, first in NUMBERED.items():
        numbers = [number for (number,) in ledger.execute(f"SELECT id FROM {table} ORDER BY id")]  # noqa: S608  ours
        missing = next((number for number, found in enumerate(numbers, first) if number != found), None)
        if missing is not None:
            yield _("the rows of {table} are not complete: {number} is missing", table=table, number=missing)
        elif table in _COUNTED and recorded.get(table) != len(numbers):
            counted, here = recorded.get(table, 0), len(numbers)
            yield _(
                "{counted} rows of {table} were recorded, and {here} are there", counted=counted, table=table, here=here
            )
    for other in sorted(recorded.keys() - set(_COUNTED)):
        yield _("the rows of {table} are counts, not facts", table=other)


# -- the evenings -------------------------------------------------------------------------------------


def disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything stored that does not agree with the recorded facts."""
    known: _Known = {}, record.accounts(ledger, "SELECT id FROM person WHERE key = :key AND name = :name")
    try:
        yield from file_disagreements(ledger)
        named = "SELECT id, coalesce(overview.name, session.name) FROM session LEFT JOIN overview ON session_id = id"
        for number, name in ledger.execute(f"{named} ORDER BY id").fetchall():
            for what in of_evening(ledger, number, known):
                yield _("evening {number} ({name}): {what}", number=number, name=name, what=what)
        for one, _kind in record.other_kinds(ledger):
            if one.intact:  # else that was said above
                yield _("evening {number} ({name}): {what}", number=one.session_id, name=one.name, what=_(NOT_SO))
        yield from carried_stocks(ledger)
        yield from _wrong_people(ledger)
    except sqlite3.DatabaseError as error:
        if evenings.is_no_damage(error):  # a disk that fails, Ctrl-C, or what has no end
            raise
        yield _("the ledger cannot be read to its end: {reason}", reason=error)


def disagrees(ledger: sqlite3.Connection) -> bool:
    """Whether anything stored does not agree with the recorded facts, cannot even be read, or is no tariff."""
    try:
        evenings.with_void(ledger)
        return any(disagreements(ledger))
    except DAMAGED as error:
        if evenings.is_no_damage(error):
            raise
        return True


def of_evening(ledger: sqlite3.Connection, number: int, known: _Known | None = None) -> Iterator[str]:
    """Yield a sentence for every fact of an evening that was changed, and for all that does not follow from them.

    With the models that are `known` hands that are alike are scored once, in many evenings; every hand is folded where
    anything does not agree.
    """
    try:
        facts = up_to_broken(ledger, number)
        wrong = not facts[-1].fits
        if wrong:
            yield _link_in_words(ledger, number, facts[-1])
        yield from origin(ledger, number)
        if known is not None and not wrong and _agrees(ledger, number, facts, known):
            return
        evenings.beginning(ledger, number).begin()
        past = history.unchecked(ledger, number, None if wrong else facts)
        tariffs = [*_tariffs_recorded(ledger, number)]
    except DAMAGED as error:
        yield _("it cannot be read: {reason}", reason=error)
        return
    yield from _impossible(tariffs)
    try:
        lines = past.session.lines()
    except DAMAGED as error:
        yield _("it cannot be scored again: {reason}", reason=error)
        return
    yield from _wrong_scores(ledger, number, past.recorded, lines)
    last = final_state(past.session, lines)
    end = _End(
        past.session, last, len(lines), final_tariff(past.session, lines), as_json(past.begun) if past.begun else None
    )
    yield from _wrong_kept(ledger, number, end)
    if last.memory and not isinstance(last.memory, Unknown):  # without its room nobody can tell
        yield from rooms.load(rooms.EVENINGS[last.memory.key].proved)(last.memory)


_Known = tuple[models.Known, "Callable[[str], int]"]
"""What is known of many evenings: the models of hands that are alike, and who has which account."""


def _agrees(ledger: sqlite3.Connection, number: int, facts: Sequence[Link], known: _Known) -> bool:
    """Whether everything agrees in an evening of which nothing was corrected; what is in doubt does not."""
    try:
        found = history.unread(ledger, number, facts)
        if found is None or not found[0].players:  # what a room remembers it proves itself
            return False
        session, entries = found
        begun = session.begin()
        dealt = models.dealt(session, [fact for _row, fact in entries], known[0])
        last = models.end(begun, dealt)
        rows = ((place, row, row) for place, (row, _fact) in enumerate(entries, 1))
        scores, postings, payments = record.derived(known[1], number, rows, dealt, begun)
        end = _End(session, last, len(dealt), session.tariff, None)
        wrong = (*_impossible([*_tariffs_recorded(ledger, number)]), *_wrong_kept(ledger, number, end))
        return not (wrong or last.memory) and _stored_scores(ledger, number) == (scores, sorted(postings), payments)
    except DAMAGED:
        return False


# -- facts --------------------------------------------------------------------------------------------


def _link_in_words(ledger: sqlite3.Connection, number: int, wrong: Link) -> str:
    """Return what a link is that does not fit, in the words of the table."""
    where = {
        "session": _("how it began"),
        "action": _("command {row}", row=wrong.row),
        "entry": _("entry {row}", row=wrong.row),
    }[wrong.table]
    hand = _hand_of(ledger, number, wrong.row) if wrong.table == "entry" else None
    if hand:
        where = _("hand {number} (entry {row})", number=hand, row=wrong.row)
    return _(
        "the chain of facts is broken at {where}: that fact was changed, or something before it was removed or moved",
        where=where,
    )


def seal_of(ledger: sqlite3.Connection, number: int) -> tuple[bytes | None, bool]:
    """Return the seal upon what is kept of an evening, and whether it fits, and the evening ends where that says.

    A chain without its end still fits: nothing but what is kept, and sealed, says which fact is the newest.
    """
    asked = f"SELECT seal, {chain.KEPT} FROM state WHERE session_id = ?"  # noqa: S608  our own words
    seal, *kept = ledger.execute(asked, (number,)).fetchone() or (None,)
    if seal is None or seal != Kept(*kept).right_seal:
        return seal, False
    return seal, ledger.execute(chain.HEAD, (number,)).fetchone() == (Kept(*kept).digest,)


def is_sealed_by(ledger: sqlite3.Connection, number: int, seal: bytes | None) -> bool:
    """Whether this seal fits what is kept of an evening that was folded anew, or what an older sklog kept of it."""
    asked = f"SELECT {chain.KEPT} FROM state WHERE session_id = ?"  # noqa: S608  our own words
    kept = Kept(*ledger.execute(asked, (number,)).fetchone())
    return any(seal == kept._replace(state=state).right_seal for state in _kept_states(ledger, number, kept.state))


def _kept_states(ledger: sqlite3.Connection, number: int, state: str) -> Iterator[str]:
    """Yield the state of an evening as it is kept now, and as older versions of the schema kept it."""
    yield state
    # before the tenth nobody told apart what no hand brought
    yield as_json({key: value for key, value in json.loads(state).items() if key != "apart"})
    # before the eighth a deal that was thrown in was a hand of those dealt in
    session = history.of_evening(ledger, evenings.by_number(ledger, number)).session
    lines = session.lines()
    last = final_state(session, lines)
    dealt = Counter(last.dealt)
    dealt.update(name for line in lines if isinstance(line.entry, Passed) for name in line.table.active)
    since = ("thrown_in", "void", "posted", "memory", "apart")
    yield as_json({**{key: value for key, value in last._asdict().items() if key not in since}, "dealt": dealt})


def _hand_of(ledger: sqlite3.Connection, number: int, row: int) -> int | None:
    """Return the number of the hand that an entry is, or corrects; None where it is none, or nobody can tell."""
    try:
        past = history.unchecked(ledger, number)
        (hand,) = ledger.execute("SELECT coalesce(target, id) FROM entry WHERE id = ?", (row,)).fetchone()
    except DAMAGED:
        return None
    return next((place for place, one in enumerate(past.hands(), 1) if one.id == hand), None)


def origin(ledger: sqlite3.Connection, number: int) -> Iterator[str]:
    """Yield what was changed of where an evening came from, and of who signed it: no fact tells that."""
    (imported,) = ledger.execute("SELECT imported FROM session WHERE id = ?", (number,)).fetchone()
    if not facts.origins_intact(ledger, number):
        yield _("somebody changed which ledger it came from")
    if not signatures.intact(ledger, number):
        yield _("the stored data of its signatures was changed")
    if imported != came_from_elsewhere(ledger, number):
        yield _("it counts as from elsewhere, but is not") if imported else _("it counts as begun here, but is not")


def came_from_elsewhere(ledger: sqlite3.Connection, number: int) -> bool:
    """Return whether an evening came from a file or another ledger, by what was recorded of it."""
    # only a beginning records nothing and takes nothing back
    begun = f"""
        SELECT undoes IS NULL
               AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.session_id = action.session_id AND action_id = action.id)
               AND NOT {facts.CAME_ALONG}
        FROM action WHERE session_id = ? ORDER BY id LIMIT 1
    """  # noqa: S608  our own words
    return bool(ledger.execute(begun, (number,)).fetchone() != (1,))


def _tariffs_recorded(ledger: sqlite3.Connection, number: int) -> Iterator[str]:
    """Yield every tariff of an evening as JSON, also one that is not in force: it can be brought back."""
    yield from (text for (text,) in ledger.execute("SELECT tariff FROM session WHERE id = ?", (number,)))
    changes = "SELECT kind, fact FROM entry WHERE session_id = ? AND kind IN (?, ?)"
    for kind, fact in ledger.execute(changes, (number, EVENT, TARIFF)):
        said = json.loads(fact)
        if kind == TARIFF:
            yield fact
        elif "tariff" in said:
            yield as_json(said["tariff"])


def _impossible(tariffs: Sequence[str]) -> Iterator[str]:
    """Yield why no file may say what one of these tariffs does."""
    for text in dict.fromkeys(tariffs):
        try:
            _require_a_tariff(text)
        except DAMAGED as error:
            yield _("no tariff can be like this: {reason}", reason=error)


@lru_cache(maxsize=16)
def _require_a_tariff(text: str) -> None:
    """Raise something that is DAMAGED for what no file may say; most evenings of a season keep the same tariff."""
    tariff = evenings.tariff_from_json(text)
    read_mapping(to_mapping(tariff), tariff.name, recorded=True)


# -- what follows from them ---------------------------------------------------------------------------


class _End(NamedTuple):
    """What comes out of an evening: its state behind so many entries, the tariff in force then, and what was put right.

    `begun` is that of its beginning, as it is kept (`chain.Kept`).
    """

    session: Session
    last: State
    entries: int
    tariff: Tariff
    begun: str | None


def _wrong_kept(ledger: sqlite3.Connection, number: int, end: _End) -> Iterator[str]:
    """Yield where what is kept of an evening is not what comes out."""
    session, last, *_others = end
    kept = f"SELECT {chain.KEPT}, seal FROM state WHERE session_id = ?"  # noqa: S608  our own words
    row = ledger.execute(kept, (number,)).fetchone()
    if row is None:
        yield _("it has no state")
        return
    stored = Kept(*row[:-1])
    wrong = [*_wrong_standing(ledger, number, stored, end)]
    (head,) = ledger.execute(chain.HEAD, (number,)).fetchone()
    if stored.digest != head:
        wrong.append(_("its digest is not that of its newest fact: something after it was removed or added"))
    if sum(last.balances.values()) != session.stock:
        wrong.append(_("the balances with the {stock} sum to {sum}", stock=STOCK, sum=sum(last.balances.values())))
    if not wrong and row[-1] != stored.right_seal:
        wrong.append(_("its stored data does not match its seal"))
    if not wrong and not overview_fits(ledger, number, last, closed=session.closed):
        wrong.append(_(NOT_SO))
    yield from wrong


def _wrong_standing(ledger: sqlite3.Connection, number: int, stored: Kept, end: _End) -> Iterator[str]:
    """Yield where an evening is kept to stand otherwise than its facts leave it."""
    session, last, entries, tariff, begun = end
    yield from _wrong_state(stored.state, last)
    if stored.hands != last.hands:
        counted, recorded = stored.hands, last.hands
        yield _("{counted} hands are counted, {recorded} are recorded", counted=counted, recorded=recorded)
    elif stored.position != entries:
        counted, recorded = stored.position, entries
        yield _("{counted} entries are counted, {recorded} are recorded", counted=counted, recorded=recorded)
    yield from _wrong_tariffs(ledger, number, stored.tariff, tariff)
    if stored.closed != session.closed:
        yield _("is stored as closed, but was not closed") if stored.closed else _("was closed, but is stored as open")
    if stored.begun != begun:
        yield _("the corrected start is stored as {kept}, but should be {found}",
                kept=stored.begun, found=begun)  # fmt: skip


def _wrong_state(stored: str, last: State) -> Iterator[str]:
    """Yield the parts of the stored state that are not what comes out, or stand in another order.

    The stored text is read first: a field that a later version adds is in no text from before. That it is still the
    text that was written says its seal.
    """
    try:
        kept = evenings.state_from_text(stored)
    except UNREADABLE:
        yield _("its stored data cannot be read")
        return
    for part, here, folded in zip(last._fields, kept, last, strict=True):
        if part != "memory" and as_json(here) != as_json(folded):
            yield _("{part} is stored as {kept}, but should be {folded}", part=part, kept=here, folded=folded)
    if kept.memory != last.memory:
        yield from (_(rooms.EVENINGS[one.key].differs) for one in (kept.memory or last.memory,) if one)


def _wrong_tariffs(ledger: sqlite3.Connection, number: int, stored: str | None, recorded: Tariff) -> Iterator[str]:
    """Yield where the tariff in force, or what is kept beside the first one, is not what was recorded."""
    begun = "SELECT unit, tariff_name, tariff FROM session WHERE id = ?"
    unit, name, text = ledger.execute(begun, (number,)).fetchone()
    first = evenings.tariff_from_json(text)
    try:
        in_force = first if stored is None else evenings.tariff_from_json(stored)
    except UNREADABLE:  # what stands there is JSON, and no tariff
        in_force = None
    if in_force != recorded:
        yield _("the tariff in force is not the one that was recorded")
    if (unit, name) != (first.unit, first.name):
        kept, found = f"{unit} {name}", f"{first.unit} {first.name}"
        yield _("is stored as {kept}, but its tariff is {found}", kept=kept, found=found)


_AT_THE_TABLE = f"""
    SELECT name, id FROM person WHERE id IN (SELECT account_id FROM posting WHERE {evenings.OF_EVENING})
"""  # noqa: S608  our own words
"""Whoever deals has a posting, also where he sits out: nobody else of a large ledger is looked at."""


def _stored_scores(ledger: sqlite3.Connection, evening: int) -> tuple[Sequence[object], ...]:
    """Return what is stored of an evening's entries, in the order of the rows."""
    asked = (
        f"{evenings.SCORE}, seal FROM score WHERE {evenings.OF_EVENING} ORDER BY entry_id",
        f"{evenings.POSTING} FROM posting WHERE {evenings.OF_EVENING} ORDER BY entry_id, account_id",
        f"{record.PAYMENT} FROM payment WHERE session_id = ? ORDER BY entry_id",
    )
    return tuple(ledger.execute(f"SELECT {one}", (evening,)).fetchall() for one in asked)


def stored_postings(ledger: sqlite3.Connection, evening: int) -> dict[int, dict[str, Posted]]:
    """Return the stored postings of every scored entry."""
    scored = ledger.execute(f"SELECT entry_id FROM score WHERE {evenings.OF_EVENING}", (evening,))  # noqa: S608  ours
    # a score may have lost all its postings, and postings their score
    stored = defaultdict[int, dict[str, Posted]](dict, {row: {} for (row,) in scored})
    # names are asked once: joined to each posting they take a quarter of the time
    rows = f"SELECT {evenings.POSTING} FROM posting WHERE {evenings.OF_EVENING}"  # noqa: S608  our own words
    found = ledger.execute(rows, (evening,)).fetchall()
    named = "SELECT id, name FROM person WHERE id IN (SELECT value FROM json_each(?))"
    names = dict(ledger.execute(named, (as_json(sorted({account for _row, account, *_kept in found})),)))
    for row, account, amount, role, won in found:
        if account in names:
            stored[row][names[account]] = Posted(amount, role, won)
    return stored


def _wrong_scores(
    ledger: sqlite3.Connection, evening: int, entries: Sequence[Recorded], lines: Sequence[Line]
) -> Iterator[str]:
    """Yield where what is stored of an evening's entries is not what comes out."""
    asked = f"SELECT seal, {evenings.SCORE} FROM score WHERE {evenings.OF_EVENING}"  # noqa: S608  our own words
    stored = {kept[0]: (*kept, seal) for seal, *kept in ledger.execute(asked, (evening,))}
    postings = stored_postings(ledger, evening)
    payments = evenings.payments(ledger, evening)
    dealers = dict(ledger.execute(_AT_THE_TABLE, (evening,)))
    for position, (one, line) in enumerate(zip(entries, lines, strict=True), 1):
        row, said_by, entry, hand = one.id, one.said_by, one.entry, line.number
        value, (dealer, *doubled), posted = line.score and line.score.value, evenings.dealt(line), evenings.posted(line)
        paid = not isinstance(entry, Payment) or payments.pop(row, None) == entry
        cost = (row, position, hand, value, said_by)
        expected = (*cost, dealers.get(dealer), *doubled)
        found, kept = (stored.pop(row, ()), postings.pop(row, {})) if value is not None else ((), posted)
        is_sealed = value is None or found == (*expected, chain.sealed_shortly(*expected))
        if paid and is_sealed and kept == posted:
            continue
        what = _("hand {number}", number=hand) if hand else _("entry {number}", number=position)
        if not paid:
            yield _("{what}: the stored payment differs from the recorded one", what=what)
        if found[: len(cost)] == cost and found[len(cost) : -1] != expected[len(cost) :]:
            yield _("{what}: the dealer, Bock or Kontra is not what comes out", what=what)
        elif not is_sealed:
            yield _("{what}: the stored value is not {value}", what=what, value=value)
        wanted = {name: one.amount for name, one in posted.items()}
        if {name: one.amount for name, one in kept.items()} != wanted:
            yield _("{what}: the stored postings are not {wanted}", what=what, wanted=wanted)
        elif kept != posted:
            yield _("{what}: the roles, or who won, are not what comes out", what=what)
    if stored or any(postings.values()) or payments:
        yield _("there are scores, postings or payments of entries that are not in force")


def carried_stocks(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield every Stock that began as another sum than the earlier evening left, or while that was not closed."""
    carried = f"""
        WITH RECURSIVE taken (id, uid) AS (
            SELECT id, stock_from FROM session JOIN state ON session_id = id
            WHERE stock_from IS NOT NULL AND NOT {evenings.IS_VOID}
            UNION SELECT taken.id, stock_from FROM taken JOIN session USING (uid) JOIN state ON session_id = session.id
            WHERE {evenings.IS_VOID}
        )
        SELECT state.closed, later.id AS number, later.name, later.stock_in AS stock,
               json_extract(state.state, '$.balances.Stock') AS "left", earlier.id AS earlier, earlier.name AS its_name
        FROM taken JOIN session later ON later.id = taken.id JOIN session earlier ON earlier.uid = taken.uid
        JOIN state ON state.session_id = earlier.id WHERE NOT {evenings.IS_VOID}
    """  # noqa: S608  our own words
    found = ledger.execute(carried)
    for closed, *values in found:
        said = dict(zip([name for name, *_none in found.description[1:]], values, strict=True))
        if said["stock"] != said["left"]:
            yield _(
                "evening {number} ({name}) began with {stock} in the Stock, but the earlier evening left {left}", **said
            )
        elif not closed:
            yield _t(
                "evening {number} ({name}) took over the Stock of evening {earlier} ({its_name}), which is still "
                "open: close that one first¦, with sklog close --session {earlier}",
                **said,
            )


# -- people -------------------------------------------------------------------------------------------


def personal_rows(ledger: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Return all that is kept of IBANs and pay links, row by row as it stands there, in a ledger of any version."""
    version = database.version_of(ledger)
    return {row for name, columns, since in PERSONAL if version >= since
            for row in ledger.execute(f"SELECT '{name}', {columns} FROM {name}")}  # noqa: S608  our own words  # fmt: skip


def _wrong_people(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield where an account, how a name is written, or an IBAN is not what was recorded."""
    try:
        first = original_names(ledger)
        written = misspelled(ledger)
        damaged = rooms.if_here(rooms.ACCOUNTS)
        yield from damaged(ledger) if damaged else ()
    except DAMAGED as error:
        yield _("it cannot be read who is who: {reason}", reason=error)
        return
    accounts = {number: tuple(kept) for number, *kept in ledger.execute("SELECT id, name, key, kind FROM account")}
    if accounts.pop(0, None) != (STOCK, name_key(STOCK), "stock"):
        yield _("the account of {name} is not as sklog makes it", name=STOCK)
    for name, key, kind in accounts.values():
        if kind != "player":
            yield _("the account of {name} is not as sklog makes it", name=name)
        if key != name_key(name):
            yield _("the account of {name} is stored under {key}", name=name, key=key)
        elif name != first.get(key):
            yield _("there is an account of {name}, but nobody was first recorded under that name", name=name)
    for key in first.keys() - {key for _name, key, _kind in accounts.values()}:
        yield _("there is no account of {name}", name=first[key])
    for name in written:
        yield _("the spelling of {name} is not the one recorded", name=name)


def misspelled(ledger: sqlite3.Connection) -> list[str]:
    """Return everybody whose kept spelling is not the one that the facts give (`people.spellings`), or is missing."""
    right = people.spellings(ledger)
    rows = "SELECT key, spelling.name, account_id, seal FROM spelling JOIN account ON account.id = account_id"
    kept = {key: (name, seal == chain.sealed(row, name)) for key, name, row, seal in ledger.execute(rows)}
    wrong = [key for key in kept.keys() | right.keys() if kept.get(key) != (right.get(key), True)]
    return sorted(right.get(key, key) for key in wrong)


def original_names(ledger: sqlite3.Connection) -> dict[str, str]:
    """Return the name under which everybody was first recorded, by the key: what the accounts are called."""
    found: dict[str, str] = {}
    for name in recorded_names(ledger):
        found.setdefault(name_key(name), name)
    return found


def recorded_names(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield the name of everybody whom a fact brings in, in the order of recording; some more than once."""
    begun: list[tuple[float, list[str]]] = []
    rows = "SELECT players, (SELECT min(id) FROM action WHERE session_id = session.id) FROM session ORDER BY id DESC"
    before = inf  # an evening begins before its first command, and before every later evening
    for players, first in ledger.execute(rows):
        before = min(before, first or inf)
        begun.append((before, json.loads(players)))
    entries = ledger.execute("SELECT action_id, fact FROM entry WHERE kind IN (?, ?) ORDER BY id", (EVENT, RENAME))
    came = ((action, _brought_in(json.loads(fact))) for action, fact in entries)
    for _order, names in merge(reversed(begun), came, key=itemgetter(0)):
        yield from (name for name in names if name != STOCK)  # people may pay it


def _brought_in(fact: dict[str, Any]) -> list[str]:
    settled = (name for key in PAID for name in fact.get(key, ())[:2])
    return [*((fact["join"],) if "join" in fact else ()), *settled, *fact.get("rename", ())]


def up_to_broken(ledger: sqlite3.Connection, evening: int) -> list[Link]:
    """Return the facts of an evening up to the first that is not what was recorded; all where every one of them is."""
    found = []
    for one in chain.links(ledger, evening):
        found.append(one)
        if not one.fits:
            break
    return found


def overview_fits(ledger: sqlite3.Connection, evening: int, state: State, *, closed: bool) -> bool:
    """Whether what is kept of an evening is what its state says, but for its kind (`other_kinds`), and as sealed."""
    asked = f"SELECT {evenings.OVERVIEW} FROM overview WHERE session_id = ?"  # noqa: S608  our own words
    row = ledger.execute(asked, (evening,)).fetchone()
    if row is None or not evenings.Overview(*row).intact:
        return False
    kept, right = evenings.Overview(*row), record.overview(ledger, evening, state, closed=closed)
    try:
        same = all(json.loads(ours) == json.loads(other) for ours, other in zip(kept[-4:-2], right[-4:-2], strict=True))
    except UNREADABLE:
        return False
    return same and kept[:7] == right[:7]
