"""Merging: evenings of another ledger come here as they were recorded there; two versions are never mixed.

    its file ──one snapshot──▶ copy in memory ─▶ built as sklog builds it? ─▶ newest version ─▶ everything agrees?
    each evening there ──digests──▶ new | the same | further on here | further on there | differs
                                     └─ taken ─▶ its facts, digests and all ─▶ names as here ─▶ folded ─▶ proved

The other file is read and never written, proved before anything of it is believed, and nothing in it is run: nobody
who writes to it waits for us, and an older one stays the version that it is. An evening is the same in every ledger
(`session.uid`), and so are the digests of its facts: where two chains are the same up to the end of one of them, the
other one only goes on.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing, contextmanager, suppress
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime
from functools import partial
from heapq import heappop, heappush
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Disagreement, HandError, IllegalHand, LedgerError, NotFound, Refused, first_of
from sklog.language import N_, _, _t
from sklog.ledger import database, evenings, facts, files, history, record
from sklog.ledger import people as ledger_people
from sklog.ledger.correct import rebuild
from sklog.ledger.facts import RENAME, Recording
from sklog.ledger.schema import migrate
from sklog.likeness import models
from sklog.scoring.names import name_key, name_problems, require_visible
from sklog.vault import backup, check, signing
from sklog.vault.repair import add_origin, copy_facts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sklog.ledger.chain import Link
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.ledger.open import LedgerFile
    from sklog.ledger.people import Namesake
    from sklog.scoring.state import Count
    from sklog.vault.repair import Rows


@contextmanager
def open_proved(path: Path, ours: Path | None = None) -> Iterator[sqlite3.Connection]:
    """Open a proved copy of a ledger's file in memory, as it is now; `ours` is the ledger that it must not be.

    Raises Refused or LedgerError where it is none that can be read, Disagreement where it is not sound.
    """
    if ours is not None and ours.exists() and path.samefile(ours):
        raise Refused(_("{path} is this very ledger: name another one", path=path))
    backup.require_size(path)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        # trusted_schema = OFF is out of reach: for SQLite 3.40 json_valid in our own tables is unsafe then
        with backup.reading(path, _MEANINGS) as source:
            backup.fill(copy, source, path)
        with database.translated(path, partial(files.error_in_words, meanings=_MEANINGS)):
            _require_a_ledger(copy, path)
            database.bound_reading(copy, path)
            found = _wrong_in_copy(copy)
        if found:
            raise Disagreement(*found).at(str(path))
        yield copy


def _require_a_ledger(copy: sqlite3.Connection, path: Path) -> None:
    found = database.built(copy)
    if not found.fingerprint:
        raise LedgerError(_("{path} is empty and no ledger", path=path))
    if found.application != database.APPLICATION_ID or found.version < 1:
        raise LedgerError(_("{path} is a database, but not a ledger of sklog", path=path))
    database.require_ours(path, found, as_it_is=True)


_MEANINGS = {
    "not a database": N_("{path} is not even a database"),
    "readonly": backup.UNFINISHED,
    "unable to open": N_("{path} or its folder cannot be opened for reading"),
    "malformed": N_("{path} is damaged, or its disk is failing"),
    "no such": N_("{path} lacks a part that every ledger has"),
    "interrupted": N_("{path} cannot be read to its end"),
    "disk I/O": N_("{path} cannot be read or written (disk error)"),
    "": N_("{path} cannot be read: {reason}"),
}
"""What is said of a file that is no ledger of one's own: nobody mends it here."""


# -- the proof ----------------------------------------------------------------------------------------


def _wrong_in_copy(copy: sqlite3.Connection) -> list[str]:
    """Bring the copy to the newest version and return what disagrees, cut; of a foreign build no more than that."""
    # it would run while the copy is read or brought up to date
    if otherwise := list(check.built_otherwise(copy, elsewhere=True)):
        return otherwise
    migrate(copy)
    copy.execute("PRAGMA query_only = ON")
    return list(first_of(list(check.disagreements(copy)) or _impossible(copy)))


def _impossible(copy: sqlite3.Connection) -> Iterator[str]:
    """Yield what agrees with itself and yet was never recorded by sklog."""
    for name in dict.fromkeys(check.recorded_names(copy)):
        yield from name_problems([name])
    for number, day, at in copy.execute("SELECT id, date, started_at FROM session"):
        if (day and not _is_day(day)) or not _is_moment(at):
            yield _("evening {number}: {what} is not a day or a time", number=number, what=f"{day!r}, {at!r}")
    for table, sentence in _MOMENTS.items():
        for row, at in copy.execute(f"SELECT id, at FROM {table}"):  # noqa: S608  our own words
            if not _is_moment(at):
                yield _(sentence, row=row, what=repr(at))
    most = {"most": signing.MOST}
    for sentence, asked in _MISSHAPEN.items():
        yield from (_(sentence, row=row, number=row, **most) for (row,) in copy.execute(asked, most))


_MOMENTS = {"action": N_("command {row}: bad time {what}"), "signature": N_("signature {row}: bad time {what}")}
_MISSHAPEN = {
    N_("evening {number} has more than {most} signatures"): """
        SELECT session_id FROM signature GROUP BY session_id HAVING count(*) > :most
    """,
    N_("command {row} does not belong to any earlier command"): """
        SELECT id FROM action
        WHERE command_of >= id OR command_of IN (SELECT id FROM action WHERE command_of IS NOT NULL)
    """,
    N_("entry {row} has contents that no entry of its kind has"): """
        SELECT id FROM entry JOIN entry_kind USING (kind)
        WHERE has_fact <> (fact IS NOT NULL) OR has_target <> (target IS NOT NULL) OR has_place < ("before" IS NOT NULL)
    """,
}
"""What cannot be, and how it is asked for: a file may have got it before it had the triggers that refuse it."""


def _is_day(said: str) -> bool:
    with suppress(ValueError):
        return date.fromisoformat(said).isoformat() == said
    return False


def _is_moment(said: str) -> bool:
    """Whether a text is a moment that has a year in every zone: none is as much as a day away from UTC."""
    with suppress(ValueError):
        moment = datetime.fromisoformat(said)
        return moment.tzinfo is not None and MINYEAR < moment.year < MAXYEAR
    return False


# -- what becomes of the evenings there ---------------------------------------------------------------

NEW, SAME, DIFFERS, WAITS, REFUSED = (N_("new"), N_("the same"), N_("differs"), N_("waits"), N_("refused"))
FURTHER_HERE, FURTHER_THERE = (N_("more here"), N_("more there"))
"""What an evening of the other ledger is here."""


class EveningVersion(NamedTuple):
    """One of two versions of an evening: its commands and hands, and the first command that the other one has not.

    `number` is that command's, from 1 on; 0 says that the evening itself began otherwise. `at` is UTC in ISO form.
    """

    commands: int
    counted: Count
    number: int = 0
    at: str = ""
    who: str = ""
    words: str = ""


class Candidate(NamedTuple):
    """An evening of the other ledger, and what became of it: `here` is as it stands in this one now.

    `versions` are this ledger's and the other's where one of them has what the other has not; `why` is the sentence
    that says why it was not taken where it could have been. `rows` says which of its facts are which here.
    """

    there: Evening
    fate: str
    here: Evening | None = None
    taken: bool = False
    versions: tuple[EveningVersion, ...] = ()
    why: str = ""
    rows: Mapping[tuple[str, int], int] = {}

    @property
    def left_out(self) -> bool:
        """Whether something of it is not here now."""
        return not self.taken and self.fate in (FURTHER_THERE, DIFFERS, WAITS, REFUSED)


class Rename(NamedTuple):
    """Somebody of an evening here, by its number, who has another name from now on."""

    evening: int
    old: str
    new: str


class Merged(NamedTuple):
    """What became of every evening, and of the people in those that were taken.

    `both` were in this ledger before, `new` were not; `once` are those of the new whose name somebody here had once.
    `called` are who is called otherwise here, as (there, here); `renamed` are who has another name from now on in an
    evening that was here. `ibans` is how many the other ledger has, with pay links: they are not taken along.
    `signatures` is how many came that were not here. `alike` are pairs of a new evening, as it is there, and one that
    was here: of the same day, with the same people, so that somebody may have typed one evening twice. `namesakes` are
    those of `both` who played with others here, `turned` those who may be somebody with the same name in the other
    order.
    """

    met: tuple[Candidate, ...]
    both: tuple[str, ...]
    new: tuple[str, ...]
    once: tuple[str, ...]
    called: tuple[tuple[str, str], ...]
    renamed: tuple[Rename, ...]
    ibans: int
    signatures: int
    alike: tuple[tuple[Evening, Evening], ...]
    namesakes: tuple[Namesake, ...]
    turned: tuple[tuple[str, Namesake], ...]

    @property
    def takes(self) -> bool:
        """Whether something is taken over: evenings, or signatures of those that are here."""
        return bool(self.signatures) or any(one.taken for one in self.met)


def merge(
    ledger: sqlite3.Connection,
    other: sqlite3.Connection,
    command: Command,
    *,
    people: Mapping[str, str],
    forward: bool = False,
) -> Merged:
    """Take every evening of a proved copy of another ledger (`open_proved`) that can be taken.

    What was typed is its file. `people` says who is called how here whom the other ledger calls
    otherwise; with `forward` evenings that are here already go on as they did there. Raises NotFound, Refused or
    IllegalHand where people cannot be called so, Disagreement where this ledger does not agree with itself.
    """
    names = _NamesHere(ledger, other, people)
    before = evenings.all_evenings(ledger)
    compared = what_is_there(ledger, other)
    rows = {row: here for one in compared for row, here in one.rows.items()}
    met = _choose_evenings(ledger, other, compared, rows, forward=forward)
    taken = [one for one in met if one.taken]
    called_before = {one.here.id: history.of_evening(ledger, one.here).called for one in taken if one.here}
    numbers, came, called = (
        _take_evenings(ledger, other, taken, rows, names=names, command=command) if taken else ({}, (), ())
    )
    met = [one._replace(here=evenings.by_number(ledger, numbers[one.there.id])) if one.taken else one for one in met]
    new = [one for one in met if one.taken and one.fate == NEW]
    arrivals = ledger_people.Arrivals()
    for evening in sorted((one.here for one in new if one.here), key=lambda one: one.id):
        arrivals.look_at(ledger, evening)
    return Merged(
        tuple(met),
        both=tuple(name for name in came if name_key(name) in names.active),
        new=tuple(name for name in came if name_key(name) not in names.active),
        once=tuple(name for name in came if name_key(name) in names.left_behind),
        called=called,
        renamed=tuple(one for number, called in called_before.items() for one in _renames_of(ledger, number, called)),
        ibans=len(check.personal_rows(other)),
        signatures=signing.copy(ledger, other, {one.there.id: one.here.id for one in met if one.here}),
        alike=tuple(_same_night(new, before)),
        namesakes=tuple(one for one, _theirs in arrivals.found),
        turned=tuple(arrivals.turned),
    )


def taken_over(file: LedgerFile, other: Path) -> list[Evening]:
    """Take over from another ledger whatever can be, as `merge --forward` does; return the evenings that were taken."""
    with open_proved(other, file.path) as theirs, file.writing(create=True) as ledger:
        if evenings.newest(ledger):
            backup.automatic(file.path, backup.BEFORE_MERGE, datetime.now(UTC))
        seen = merge(ledger, theirs, file.command("merge", [other.name]), people={}, forward=True)
    return [one.here for one in seen.met if one.taken and one.here]


def _renames_of(ledger: sqlite3.Connection, number: int, before: Mapping[tuple[int, str], str]) -> Iterator[Rename]:
    """Yield who of an evening has another name since it went on; `before` is its `History.called` of then."""
    now = history.of_evening(ledger, evenings.by_number(ledger, number)).called
    changed = (Rename(number, name, now[came]) for came, name in before.items() if came in now)
    yield from dict.fromkeys(one for one in changed if name_key(one.old) != name_key(one.new))


def _same_night(new: Iterable[Candidate], before: Iterable[Evening]) -> Iterator[tuple[Evening, Evening]]:
    """Yield each new evening, as it is there, beside every one of before of that day and of the same people."""
    known: dict[object, list[Evening]] = {}
    for one in before:
        known.setdefault(_day_and_people(one), []).append(one)
    for came in new:
        if (played := _day_and_people(came.here)) is not None:
            yield from ((came.there, one) for one in known.get(played, ()))


def _day_and_people(one: Evening | None) -> object:
    """Return the day of an evening with hands, and its people as they are called here; None where it has none."""
    if one is None or not (one.date and one.hands):
        return None
    return one.date, frozenset(map(name_key, one.state.everybody))


# -- what an evening of the other ledger is here ------------------------------------------------------


def what_is_there(ledger: sqlite3.Connection, other: sqlite3.Connection) -> list[Candidate]:
    """Return what every evening of the other ledger is here; nothing is taken."""
    return [_candidate_here(ledger, other, one) for one in evenings.with_void(other)]


def _candidate_here(ledger: sqlite3.Connection, other: sqlite3.Connection, there: Evening) -> Candidate:
    """Return what an evening is here, by the digests that both have."""
    here = evenings.with_identity(ledger, there.uid)
    if here is None:
        return Candidate(there, NEW)
    ours, theirs = evenings.proved(ledger, here.id), evenings.proved(other, there.id)
    pairs = list(takewhile(lambda pair: pair[0].digest == pair[1].digest, zip(ours, theirs, strict=False)))
    same = Candidate(there, SAME, here, rows={(link.table, link.row): known.row for known, link in pairs})
    done_here = _says_more_than_names(ledger, here, ours[len(pairs) :])
    done_there = _says_more_than_names(other, there, theirs[len(pairs) :])
    if not done_there:
        return same._replace(fate=FURTHER_HERE) if done_here else same
    further = len(pairs) == len(ours)
    both = history.of_evening(ledger, here), history.of_evening(other, there)
    alike = models.same(both[0].session, both[1].session) and (here.kind, there.kind).count(evenings.VOID) != 1
    if not further and alike:
        return same  # from one file, say: what was played is the same, by other commands
    versions = (_version(ledger, here, ours[len(pairs) :]), _version(other, there, theirs[len(pairs) :]))
    return same._replace(fate=FURTHER_THERE if further else DIFFERS, versions=versions)


def _says_more_than_names(ledger: sqlite3.Connection, evening: Evening, links: Sequence[Link]) -> bool:
    """Whether there is more than what a merge has said about names, which is every ledger's own business.

    What a command is says all that it recorded: its word may be anybody's.
    """
    only_names = {row for (row,) in ledger.execute(_ONLY_NAMES, (evening.id, facts.MERGE, RENAME))}
    if links and links[0].table != "action":
        return True
    return any(link.table == "action" and link.row not in only_names for link in links)


_ONLY_NAMES = """
    SELECT action.id FROM action JOIN entry ON entry.session_id = action.session_id AND action_id = action.id
    WHERE action.session_id = ? AND command = ? AND undoes IS NULL
    GROUP BY action.id HAVING min(kind = ?)
"""


def is_told_otherwise(ledger: sqlite3.Connection, other: sqlite3.Connection, one: Candidate) -> bool:
    """Whether an evening that is the same says other money of a name: two people have changed their names there."""
    if one.here is None or one.fate != SAME:
        return False
    here, there = _owed(ledger, one.here), _owed(other, one.there)
    return any(here[key] != there[key] for key in here.keys() & there.keys())


def _owed(ledger: sqlite3.Connection, evening: Evening) -> Mapping[str, int]:
    """Return what everybody has won or lost, and not settled yet, by the key of the name."""
    found = Counter({name_key(name): amount for name, amount in evening.state.balances.items()})
    for paid in evenings.payments(ledger, evening.id).values():
        found[name_key(paid.payer)] += paid.amount
        found[name_key(paid.payee)] -= paid.amount
    return found


def _version(ledger: sqlite3.Connection, evening: Evening, behind: Sequence[Link]) -> EveningVersion:
    """Return a version of an evening; `behind` are the facts that the other one has not, the first of them first."""
    asked = "SELECT id FROM action WHERE session_id = ? ORDER BY id"
    commands = [row for (row,) in ledger.execute(asked, (evening.id,))]
    version = EveningVersion(len(commands), evening.state.counted)
    if not behind or behind[0].table == "session":
        return version
    action = behind[0].said[0] if behind[0].said else behind[0].row
    at, who, *words = ledger.execute("SELECT at, who, command, typed FROM action WHERE id = ?", (action,)).fetchone()
    return version._replace(number=commands.index(action) + 1, at=at, who=who, words=" ".join(filter(None, words)))


def _choose_evenings(
    ledger: sqlite3.Connection, other: sqlite3.Connection, met: Sequence[Candidate], rows: Rows, *, forward: bool
) -> list[Candidate]:
    """Choose the evenings that are taken: a Stock is in one place, and a command on several evenings comes whole."""
    chosen = {
        one.there.id: one._replace(taken=one.fate == NEW or (forward and one.fate == FURTHER_THERE)) for one in met
    }
    bound = _Bound(other, rows, chosen)
    due = [(0, number) for number in chosen]
    while due:  # what is not taken may be what others wait for: those alone are looked at again, turn by turn
        turn, number = heappop(due)
        one = chosen[number]
        if not one.taken:
            continue
        if why := _wrong_stock(ledger, other, one, bound.taken):
            left = one._replace(taken=False, fate=REFUSED, why=why)
        elif why := bound.why_it_waits(one, chosen):
            left = one._replace(taken=False, fate=WAITS, why=why)
        else:
            continue
        chosen[number] = left
        for after in bound.without(left):
            heappush(due, (turn + (after < number), after))
    return list(chosen.values())


class _Bound:
    """Which evenings there are bound to others, by a command or a Stock, and of which one is not taken.

    `taken` has the identities of those that are taken so far.
    """

    def __init__(self, other: sqlite3.Connection, rows: Rows, chosen: Mapping[int, Candidate]) -> None:
        self.taken = {one.there.uid for one in chosen.values()}
        self._evenings = _evenings_of_commands(other, rows)
        self._commands: dict[int, list[int]] = {}
        for first, both in self._evenings.items():
            for number in both:
                self._commands.setdefault(number, []).append(first)
        self._later: dict[str, list[int]] = {}  # who took over an evening's Stock
        for number, one in chosen.items():
            self._later.setdefault(one.there.stock_from, []).append(number)
        self._left: dict[int, int] = {}  # of a command, the first evening that is not taken
        for one in chosen.values():
            if not one.taken:
                self.without(one)

    def without(self, one: Candidate) -> list[int]:
        """Note that an evening is not taken; return those that may have to wait for it, and have not been told so."""
        number = one.there.id
        self.taken.discard(one.there.uid)
        found = [*self._later.get(one.there.uid, ())]
        for first in self._commands.get(number, ()):
            if first not in self._left:
                found += self._evenings[first]
            self._left[first] = min(number, self._left.get(first, number))
        return found

    def why_it_waits(self, one: Candidate, chosen: Mapping[int, Candidate]) -> str:
        """Return the sentence that a command changed this evening and one that is not taken; "" where none did."""
        for first in self._commands.get(one.there.id, ()):
            if first in self._left:
                left = chosen[self._left[first]].there
                return _(
                    "evening {number} there ({name}) has to wait: a command changed it together with evening {other} "
                    "there ({other_name})",
                    other=left.id,
                    other_name=left.name,
                    **one.there.said,
                )
        return ""


def _evenings_of_commands(other: sqlite3.Connection, rows: Rows) -> Mapping[int, set[int]]:
    """Return the evenings of every command there of which something is not here, by its first action."""
    found: dict[int, set[int]] = {}
    for action, evening, first in other.execute("SELECT id, session_id, coalesce(command_of, id) FROM action"):
        if ("action", action) not in rows:
            found.setdefault(first, set()).add(evening)
    return found


def _wrong_stock(ledger: sqlite3.Connection, other: sqlite3.Connection, one: Candidate, taken: Collection[str]) -> str:
    """Return the sentence that money would be in two places, or come from nowhere; "" where it is where it was.

    An evening that is `taken` as well, said by its identity, leaves what it left there. One row alone names another as
    that from which it took the Stock, also where it is struck out.
    """
    there = one.there
    (named,) = other.execute("SELECT stock_from FROM session WHERE id = ?", (there.id,)).fetchone()
    row = ledger.execute("SELECT name FROM session WHERE stock_from = ? AND uid <> ?", (named, there.uid)).fetchone()
    if row:
        return _("{name!r} begins with a Stock that {other!r} has taken over already", name=there.name, other=row[0])
    if there.kind == evenings.VOID:
        return ""
    found = record.otherwise_later(ledger, there)
    if not one.here:
        found = found or record.taken_over(ledger, there.name, there.stock_from)
        if there.stock_from not in taken:
            found = found or record.not_left(ledger, there.name, there.stock_in, there.stock_from)
    return found or ""


# -- taking it ----------------------------------------------------------------------------------------


def _take_evenings(
    ledger: sqlite3.Connection,
    other: sqlite3.Connection,
    taken: Sequence[Candidate],
    rows: Rows,
    *,
    names: _NamesHere,
    command: Command,
) -> tuple[Mapping[int, int], Sequence[str], tuple[tuple[str, str], ...]]:
    """Take these evenings; `rows` says which of their facts are which here.

    Return which evening is which here, who came with them, and who is called otherwise here, as (there, here).
    """
    # who sat in an evening before stays who that is
    sat = {one.here.id: set(map(name_key, _people_of_evening(ledger, one.here.id))) for one in taken if one.here}
    (newest,) = ledger.execute("SELECT coalesce(max(id), 0) FROM action").fetchone()
    numbers, _rows = copy_facts(ledger, other, {one.there.id: one.here and one.here.id for one in taken}, rows)
    ledger_people.respell(ledger)
    called = names.as_here(ledger, {number: sat.get(number, set()) for number in numbers.values()}, command)
    for number in numbers.values():
        _rebuild(ledger, number)
        keep_origin(ledger, number, newest, command)
    record.keep_kinds(ledger, all_told=True)
    if wrong := list(check.disagreements(ledger)):
        raise Disagreement(
            _t("this ledger does not agree with itself: nothing was taken over¦; sklog check says what is wrong"),
            *wrong,
        )
    came = [(number, name) for number in numbers.values() for name in _people_of_evening(ledger, number)]
    people = dict.fromkeys(name for number, name in came if name_key(name) not in sat.get(number, ()))
    return numbers, tuple(people), called


def _rebuild(ledger: sqlite3.Connection, number: int) -> None:
    try:
        rebuild(ledger, number)
    except HandError as error:
        raise Refused(
            error.problems[0].message,
            _t(
                "so two people of evening {number} ({name}) would be one¦: use other names with --as",
                number=number,
                name=evenings.beginning(ledger, number).name,
            ),
        ) from None


def _people_of_evening(ledger: sqlite3.Connection, number: int) -> list[str]:
    """Return who sat or paid in an evening, as they are called now."""
    return history.people(history.unchecked(ledger, number).session)


class _NamesHere:
    """Who is who: what somebody of the other ledger is called here.

    `spelled` is how everybody is written by the key, here first; `active` has the keys of those who play or pay here,
    `left_behind` those of names that nobody here has any more.
    """

    def __init__(self, ledger: sqlite3.Connection, other: sqlite3.Connection, people: Mapping[str, str]) -> None:
        here, there = dict(ledger.execute(_PERSONS)), dict(other.execute(_PERSONS))
        self.spelled = {**there, **here}
        self.active = {name_key(one.name) for one in evenings.people(ledger)}
        self.left_behind = here.keys() - self.active
        self._known = {name_key(one.name): one.name for one in evenings.people(other)}
        self._people = self.active | self._known.keys()
        for name in people:
            if name_key(name) not in self._known:
                everybody = ", ".join(self._known.values())
                raise NotFound(_('there is no "{name}" in that ledger, only {people}', name=name, people=everybody))
        IllegalHand.if_any(problem for name in people.values() for problem in name_problems([name]))
        require_visible(name for name in people.values() if name_key(name) not in self.spelled)
        self.called = {name_key(name): self.spelled.get(name_key(now), now) for name, now in _in_order(people)}
        self.spelled |= {name_key(now): now for now in self.called.values()}

    def as_here(
        self, ledger: sqlite3.Connection, sat_here: Mapping[int, set[str]], command: Command
    ) -> tuple[tuple[str, str], ...]:
        """Rename everybody in these evenings to the name they have in this ledger; return (old, new) of each.

        `sat_here` says who of each evening was in it before, by the key: they are who they are. Each evening has a
        command of its own: it may go on to a third ledger that has the others from elsewhere.
        """
        found = dict[tuple[str, str], None]()
        for number, sat in sat_here.items():
            renames = list(self._renames(ledger, number, sat))
            if not renames:
                continue
            recording = Recording(ledger, number, command)
            for old, new in renames:
                merge = name_key(new) in self._people and name_key(new) != name_key(old)
                recording.add(RENAME, fact={"rename": [old, new], "merge": merge})
            record.make_accounts(ledger, (new for _old, new in renames))
            ledger_people.respell(ledger)
            found |= dict.fromkeys(renames)
        return tuple(found)

    def _renames(self, ledger: sqlite3.Connection, number: int, sat: set[str]) -> Iterator[tuple[str, str]]:
        here = {name_key(name): name for name in _people_of_evening(ledger, number)}
        for key, now in self.called.items():
            if key in here and key not in sat:
                yield here.pop(key), now
        # a rename there says how somebody is written here, too, also where nobody of the evening is called so now
        for (new,) in ledger.execute(_RENAMED, (number, RENAME)):
            key = name_key(new)
            if key not in here:
                (here[key],) = ledger.execute(_PERSON, (key,)).fetchone()
        for key, name in here.items():
            if self.spelled.get(key, name) != name:
                yield name, self.spelled[key]


_PERSONS = "SELECT key, name FROM person"
_PERSON = "SELECT name FROM person WHERE key = ?"
_RENAMED = "SELECT json_extract(fact, '$.rename[1]') FROM entry WHERE session_id = ? AND kind = ? ORDER BY id"


def _in_order(people: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield who is called how here, so that nobody gets a name that somebody else still has; Refused in a circle."""
    left = dict(people)
    while left:
        free = [
            name for name in left if all(name_key(left[name]) != name_key(other) for other in left if other != name)
        ]
        if not free:
            raise Refused(_("{people} cannot swap their names: give one of them a new name", people=", ".join(left)))
        yield free[0], left.pop(free[0])


def keep_origin(ledger: sqlite3.Connection, evening: int, since: int, command: Command) -> None:
    """Keep that everything recorded of an evening behind the action `since` came from the file that was typed.

    An evening without a command leaves nothing to tell.
    """
    came = "SELECT min(id), max(id) FROM action WHERE session_id = ? AND id > ?"
    first, upto = ledger.execute(came, (evening, since)).fetchone()
    if first is not None:
        add_origin(ledger, evening, facts.Origin(command.at, command.who, command.typed, first, upto))
