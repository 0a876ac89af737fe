"""Mending the ledger: what is stored and does not follow from the facts is replaced by what does.

Facts are never touched. Where facts were changed, nothing is built from them: what is stored still tells what they
were. Each step, and each evening, is mended whole or stays as it is.

Where a loss was accepted, the ledger is written anew from the facts that prove, as if nothing else had been recorded:

    facts that prove ──▶ a ledger in memory ──the loss is recorded──▶ folded, proved ──▶ in place of what was there

So no number is missing and none is given twice, nothing is kept of what is gone, and no copy from before the loss is
taken for an earlier state of the ledger.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import Refused
from sklog.language import N_, _, _n, _t
from sklog.ledger import chain, correct, database, evenings, facts, history, people, personal, record, signatures
from sklog.ledger.database import SCHEMA_VERSION, STEPS_TABLE, insert
from sklog.ledger.evenings import DAMAGED
from sklog.scoring.names import name_key
from sklog.vault import check, signing
from sklog.vault.upgrade import administered, keep_head, of_version, savepoint

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.ledger.facts import Command

    Fact = tuple[str, int]
    """A table of facts, and a row of it."""
    Rows = Mapping[Fact, int | None]
    Step = Callable[[sqlite3.Connection], Iterator[str]]
    """Mends something, and says what."""


class Repaired(NamedTuple):
    """What was mended, and what was not and why, a sentence each."""

    mended: Sequence[str]
    left: Sequence[str]


def repair(ledger: sqlite3.Connection, accepted: Mapping[int, Command] | None = None) -> Repaired:
    """Build anew what differs; `check.disagreements` says afterwards what is left.

    Of an evening whose newest facts may be gone nothing is built, unless somebody has `accepted` that: the command of
    the evening's number is recorded in it, and the ledger is written anew without what is lost.
    Raises Refused where SQLite itself finds the file damaged: nothing can be built upon that.
    """
    mended, left = _built_as_it_should(ledger)
    if left or database.version_of(ledger) < SCHEMA_VERSION:  # an older one is brought up to date first
        return Repaired(mended, left)
    accepted = accepted or {}
    mended += _rebuild_indexes(ledger)
    named = "SELECT id, coalesce(overview.name, session.name) FROM session LEFT JOIN overview ON session_id = id"
    begun = dict(ledger.execute(f"{named} ORDER BY id").fetchall())
    gone = _evenings_gone(ledger, begun)
    left += [
        _("there is no evening {number}", number=one) for one in sorted(accepted.keys() - begun.keys() - gone.keys())
    ]
    steps: list[tuple[int, Step]] = [
        *((0, step) for step in (_correct_accounts, _correct_spellings, partial(_remove_orphans, gone=gone))),
        *((number, partial(_is_gone, number=number, said=said)) for number, said in gone.items()),
        *((number, partial(_evening, number=number, name=name)) for number, name in begun.items()),
        (0, _correct_kinds),
    ]
    lost: list[str] = []
    for number, step in steps:
        done, failed = _try_step(ledger, step)
        mended += [one for one in done if one not in mended]
        (lost if number in accepted else left).extend(failed)
        if failed and step is _correct_accounts:  # whose the postings are is not known
            break
    if not accepted or not any(check.disagreements(ledger)):
        return Repaired(mended, left)
    left += [
        _t("something is lost of evening {number} ({name}) as well¦: --accept-loss {number}", number=number, name=name)
        for number, name in begun.items()
        if not left and number not in accepted and any(check.origin(ledger, number))
    ]
    if left:
        return Repaired(mended, [*left, *lost])
    done, failed = _try_step(ledger, partial(_without_what_is_lost, accepted=accepted, names={**gone, **begun}))
    return Repaired([*mended, *done], failed)


def _try_step(ledger: sqlite3.Connection, step: Step) -> tuple[list[str], list[str]]:
    """Take a step, whole or not at all; return what it has mended, and why it could not."""
    done: list[str] = []
    with savepoint(ledger) as failed:
        done = list(step(ledger))
    return ([] if failed else done), [_("not everything could be repaired: {reason}", reason=error) for error in failed]


def _built_as_it_should(ledger: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """Build what is made otherwise; return what was, and what cannot be: before that nothing of it is run."""
    mended, failed = _try_step(ledger, _rebuild_parts)
    if failed:
        return [], failed
    left = list(check.built_otherwise(ledger))
    return mended, [*left, _t("go back to a copy¦, with sklog restore")] if left else []


def _rebuild_parts(ledger: sqlite3.Connection) -> Iterator[str]:
    """Build triggers, indexes and views as they should be, and tables of what follows from facts that are gone.

    What is not sklog's goes. A table that is otherwise is only named by `check`, and where one of facts is otherwise
    nothing goes: they may be elsewhere in the file.
    """
    found = database.built(ledger)
    if found.made_as:
        if found.made_as != found.version:
            ledger.execute(f"PRAGMA user_version = {found.made_as}")
            yield _("recorded that the file is of version {version}", version=found.made_as)
        return
    if check.facts_elsewhere(ledger):
        return
    unlike = check.other_parts(ledger, found.version)
    made = [part for part in unlike if part.sql is not None]  # else SQLite makes it itself
    foreign = sorted((part for part in made if part.foreign), key=lambda part: part.kind == "table")
    gone = set(check.DERIVED).difference(administered(ledger).table_names())
    ours = [part for part in made if not part.foreign and (part.kind != "table" or part.name in gone)]
    for part in (*foreign, *ours):
        if part.foreign or part.kind != "table":
            quoted = part.name.replace('"', '""')
            ledger.execute(f'DROP {part.kind} IF EXISTS "{quoted}"')
        if part.foreign:
            yield _("removed {part}, which is not sklog's", part=part.in_sentence)
    for part in ours:
        ledger.execute(str(part.sql))
        yield _("restored {part}", part=part.in_sentence)


def _rebuild_indexes(ledger: sqlite3.Connection) -> Iterator[str]:
    if not any(check.damage(ledger)):
        return
    ledger.execute("REINDEX")
    if any(check.damage(ledger)):
        raise Refused(_t("the file itself is damaged: go back to a copy¦, with sklog restore"))
    yield _("rebuilt the indexes")


def _correct_accounts(ledger: sqlite3.Connection) -> Iterator[str]:
    """Write an account's name and key as the facts have them, where one of the two still tells whose it is."""
    first = check.original_names(ledger)
    names = set(first.values())
    wrong, claimed = [], set[str]()
    for row, name, key in ledger.execute("SELECT id, name, key FROM account WHERE kind = 'player'").fetchall():
        right = name if name in names else first.get(key, first.get(name_key(name), name))
        if right in claimed:
            raise Refused(
                _t("two accounts seem to belong to {name}; go back to a copy¦, with sklog restore", name=right)
            )
        claimed.add(right)
        if (name, key) != (right, name_key(right)):
            wrong.append((right, name_key(right), row))
    if wrong:
        with check.without_trigger(ledger, "account_is_never_updated"):
            # two may have each other's name: neither may be there twice in between
            ledger.executemany(
                "UPDATE account SET name = '?' || id, key = '?' || id WHERE id = ?", [one[2:] for one in wrong]
            )
            ledger.executemany("UPDATE account SET name = ?, key = ? WHERE id = ?", wrong)
    for name, _key, _row in wrong:
        yield _("wrote the account of {name} the way it was recorded", name=name)
    missing = first.keys() - {key for (key,) in ledger.execute("SELECT key FROM account")}
    record.make_accounts(ledger, (name for key, name in first.items() if key in missing))
    for key in sorted(missing):
        yield _("set up the account of {name} again", name=first[key])


def _correct_spellings(ledger: sqlite3.Connection) -> Iterator[str]:
    if wrong := check.misspelled(ledger):
        people.respell(ledger)
        yield _("wrote names the way they were recorded: {names}", names=", ".join(wrong))


def _remove_orphans(ledger: sqlite3.Connection, gone: Mapping[int, str]) -> Iterator[str]:
    """Remove what is kept of no entry, and of evenings that never were: only what is kept tells of one that is gone."""
    of_none = "entry_id NOT IN (SELECT id FROM entry)"
    if gone or ledger.execute(_ENTRIES_LOST).fetchone() != (0,):
        of_none = "entry_id NOT IN (SELECT id FROM entry UNION SELECT entry_id FROM score)"
    known = f"SELECT id FROM session UNION SELECT value FROM json_each('{[*gone]}')"  # noqa: S608  our own words
    ledger.execute(f"UPDATE score SET seal = NULL WHERE {of_none}")  # noqa: S608  the same
    of_no_evening = f"session_id NOT IN ({known})"
    removed = sum(
        ledger.execute(f"DELETE FROM {table} WHERE {which}").rowcount  # noqa: S608  the same
        for which, tables in ((of_none, ("posting", "score")), (of_no_evening, ("payment", "overview")))
        for table in tables
    )
    if removed:
        yield _("removed data that belonged to nothing")


_ENTRIES_LOST = "SELECT rows > (SELECT count(*) FROM entry) FROM recorded WHERE fact = 'entry'"
MOST_GONE = 100
"""Of how many evenings only numbers that are missing say that they are gone: somebody may have written others."""


def _evenings_gone(ledger: sqlite3.Connection, begun: Mapping[int, str]) -> dict[int, str]:
    """Return the evenings that are gone, each with its name and day as far as they are kept."""
    asked = f"SELECT {evenings.OVERVIEW} FROM overview"  # noqa: S608  our own words
    rows = [evenings.Overview(*row) for row in ledger.execute(asked)]
    kept = {one.session_id: f"{one.name}, {one.date}" for one in rows if one.intact}
    of_state = (number for (number,) in ledger.execute("SELECT session_id FROM state"))
    counted = (rows for (rows,) in ledger.execute("SELECT rows FROM recorded WHERE fact = 'session'"))
    newest = min(max((*begun, *counted), default=0), len(begun) + MOST_GONE)
    gone = {*kept, *of_state, *range(1, newest + 1)} - begun.keys()
    return {number: kept.get(number, "?") for number in sorted(gone)}


def _is_gone(_ledger: sqlite3.Connection, said: str, number: int) -> Iterator[str]:
    """Raise Refused: an evening that is gone can only be given up."""
    raise Refused(
        _t(
            "evening {number} ({said}) is gone; go back to a copy¦, with sklog restore, or, if nobody has it any "
            "more: sklog check --repair --accept-loss {number}",
            number=number,
            said=said,
        )
    )


def _without_what_is_lost(
    ledger: sqlite3.Connection, accepted: Mapping[int, Command], names: Mapping[int, str]
) -> Iterator[str]:
    """Write the ledger anew without what is lost, and say what became of each evening."""
    signed = "SELECT max(rows, (SELECT count(*) FROM signature)) FROM recorded WHERE fact = 'signature'"
    (signed_before,), kept_before = ledger.execute(signed).fetchone() or (0,), len(check.personal_rows(ledger))
    numbers = _write_anew(ledger, accepted)
    (signed_now,), kept_now = ledger.execute(signed).fetchone(), len(check.personal_rows(ledger))
    if lost := signed_before - signed_now:
        yield _n("gave up {n} signature", "gave up {n} signatures", lost)
    if lost := kept_before - kept_now:
        yield _n("gave up {n} IBAN or pay link: add it again", "gave up {n} IBANs or pay links: add them again", lost)
    for number in accepted:
        said = {"number": number, "name": names.get(number, "?")}
        if number in numbers:
            left = evenings.by_number(ledger, numbers[number]).state.counted.words
            yield _("gave up what is lost of evening {number} ({name}); what is left: {hands}", hands=left, **said)
        else:
            yield _("gave up evening {number} ({name}): removed all data of it", **said)
    for number, now in numbers.items():
        if number != now:
            yield _("evening {number} ({name}) is now number {now}", number=number, name=names[number], now=now)


def _evening(ledger: sqlite3.Connection, number: int, name: str) -> Iterator[str]:
    """Store anew everything that follows from the facts of an evening; raise Refused where that cannot be."""
    if not any(check.of_evening(ledger, number)):
        return
    said = {"number": number, "name": name}
    if not check.up_to_broken(ledger, number)[-1].fits:
        raise Refused(
            _t(
                "evening {number} ({name}) was left as it is: its facts are not the ones recorded; go back to a copy¦"
                " with sklog restore, or, if nobody has one, give up everything after the first changed fact:"
                " sklog check --repair --accept-loss {number}",
                **said,
            )
        )
    try:
        seal, names_its_end = check.seal_of(ledger, number)
        if facts.origins_whole(ledger):  # else nothing says where it began
            with check.without_trigger(ledger, "session_is_never_updated"):
                elsewhere = check.came_from_elsewhere(ledger, number)
                ledger.execute("UPDATE session SET imported = ? WHERE id = ?", (elsewhere, number))
        _clear(ledger, number)
        correct.rebuild(ledger, number)
        # the seal fits what comes out of all that was recorded, whatever else was changed of what it is upon
        if not names_its_end and not check.is_sealed_by(ledger, number, seal):
            raise Refused(
                _t(
                    "nothing proves that its newest hands and payments are all there; go back to a copy¦, with "
                    "sklog restore, or, if nobody has more of it: sklog check --repair --accept-loss {number}",
                    **said,
                )
            )
    except DAMAGED as error:
        raise Refused(_("evening {number} ({name}) was left as it is: {reason}", reason=error, **said)) from error
    yield _(AGAIN, **said)


AGAIN = N_("scored evening {number} ({name}) again, from its first hand on")


def _correct_kinds(ledger: sqlite3.Connection) -> Iterator[str]:
    """Have every evening be of the kind that it is: others that were mended may say so."""
    yield from (_(AGAIN, number=one.session_id, name=one.name) for one in record.keep_kinds(ledger))


def _clear(ledger: sqlite3.Connection, number: int) -> None:
    """Remove payments that were stored for an evening, wherever they were put, and have it stand somehow."""
    ledger.execute(f"DELETE FROM payment WHERE session_id = ?1 OR {evenings.OF_EVENING}", (number,))  # noqa: S608  ours
    if ledger.execute("SELECT 1 FROM state WHERE session_id = ?", (number,)).fetchone() is None:
        insert(ledger, "state (session_id, state)", [(number, "{}")])


# -- without what is lost ------------------------------------------------------------------------------


def _write_anew(ledger: sqlite3.Connection, accepted: Mapping[int, Command]) -> dict[int, int]:
    """Keep what proves alone; return the numbers of the evenings, by those that they had.

    Each command that accepted the loss is recorded in its evening, where that is gone in the newest one, if there is
    one. Raises Refused where what is left does not agree with itself.
    """
    with closing(of_version(SCHEMA_VERSION)) as anew:
        numbers = _fill(anew, ledger, accepted)
        remaining = set(check.carried_stocks(anew))  # the earlier evening can still be made to leave it
        Refused.if_any(what for what in check.disagreements(anew) if what not in remaining)
        _put_in_place(anew, ledger)
    return numbers


def _fill(anew: sqlite3.Connection, ledger: sqlite3.Connection, accepted: Mapping[int, Command]) -> dict[int, int]:
    """Fill a new ledger with what proves in another one, and with the commands that accepted the loss."""
    proved = _commands_that_prove(ledger)
    kept = {fact for commands in proved.values() for command in commands for fact in command}
    every = {(table, row) for table in ("action", "entry") for (row,) in ledger.execute(f"SELECT id FROM {table}")}  # noqa: S608  our own words
    numbers, rows = copy_facts(anew, ledger, dict.fromkeys(proved), dict.fromkeys(every - kept))
    recorded = _record(anew, numbers, accepted)
    people.respell(anew)
    actions = {row: here for (table, row), here in rows.items() if table == "action" and here is not None}
    _copy_origins(anew, ledger, numbers, actions)
    were_imported = {number for (number,) in ledger.execute("SELECT id FROM session WHERE imported")}
    with check.without_trigger(anew, "session_is_never_updated"):
        for number, here in numbers.items():
            elsewhere = check.came_from_elsewhere(anew, here)
            if number in accepted and number in were_imported and not elsewhere:  # what tells of it is lost
                said, upto = accepted[number], recorded[here]
                (first,) = anew.execute("SELECT min(id) FROM action WHERE session_id = ?", (here,)).fetchone()
                add_origin(anew, here, facts.Origin(said.at, said.who, said.typed, first, upto))
                elsewhere = True
            anew.execute("UPDATE session SET imported = ? WHERE id = ?", (elsewhere, here))
    for here in numbers.values():
        correct.rebuild(anew, here)
    for command in (command for number, command in accepted.items() if number not in numbers):
        if newest := evenings.newest(anew):
            facts.Recording(anew, newest.id, command)
            correct.rebuild(anew, newest.id)
    record.keep_kinds(anew, all_told=True)
    signing.copy(anew, ledger, {number: here for number, here in numbers.items() if signatures.intact(ledger, number)})
    _copy_personal(anew, ledger, actions)
    return numbers


def _copy_personal(ledger: sqlite3.Connection, other: sqlite3.Connection, actions: Mapping[int, int]) -> None:
    """Keep the IBANs and pay links of another ledger that are as they were given, of people who are here.

    `actions` are those there and their rows here, in the same order: whoever is renamed later keeps his.
    """
    there = sorted(actions)
    here = {key for (key,) in ledger.execute("SELECT key FROM account")}
    for table in check.PERSONAL:
        for _number, _account, *said, behind, at, who, key in personal.intact(other, table):
            if key in here:
                before = bisect_right(there, behind)
                after = actions[there[before - 1]] if before else 0
                personal.insert_sealed(ledger, table, key, (*said, after, at, who))


def copy_facts(
    ledger: sqlite3.Connection, other: sqlite3.Connection, evenings_there: Mapping[int, int | None], known: Rows
) -> tuple[dict[int, int], Rows]:
    """Add what was recorded of evenings in another ledger, by their rows there, and an account for everybody in it.

    Of one that is here already, by its row, what it went on with is added. Return the rows of all here, and which fact
    is which here; `known` says that of those that are not added, as for `copy_commands`.
    """
    numbers = {there: here or copy_session(ledger, other, there) for there, here in evenings_there.items()}
    rows = copy_commands(ledger, other, numbers, known)
    for number in numbers.values():
        keep_head(ledger, number)
    record.make_accounts(ledger, check.recorded_names(ledger))
    return numbers, rows


def _record(anew: sqlite3.Connection, numbers: Mapping[int, int], accepted: Mapping[int, Command]) -> dict[int, int]:
    """Record the commands that accepted the loss; return the row of each by its evening.

    Who is written otherwise elsewhere, since a rename is lost, is written so from now on: nobody has two spellings.
    """
    called = {
        number: history.people(history.unchecked(anew, here).session)
        for number, here in sorted(numbers.items(), key=lambda both: both[0] not in accepted)
    }
    written = {name_key(name): name for names in called.values() for name in names}
    recorded = {}
    for number, here in numbers.items():
        if number in accepted:
            recorded[here] = facts.Recording(anew, here, accepted[number]).id
            for name in called[number]:
                if (now := written[name_key(name)]) != name:
                    keep_head(anew, here)
                    command = accepted[number]._replace(name="player rename", typed=f"{name} {now}")
                    rename = facts.Recording(anew, here, command)
                    rename.add(facts.RENAME, fact={"rename": [name, now], "merge": False})
    return recorded


def _copy_origins(
    anew: sqlite3.Connection, ledger: sqlite3.Connection, numbers: Mapping[int, int], actions: Mapping[int, int]
) -> None:
    """Keep how evenings came, as far as that is as it was kept; rows are by their numbers, in the same order."""
    there = sorted(actions)
    of_it = "SELECT min(id), max(id) FROM action WHERE session_id = ? AND id BETWEEN ? AND ?"
    rows = f"SELECT seal, {facts.ORIGIN} FROM arrival ORDER BY id"  # noqa: S608  our own words
    for seal, *kept in ledger.execute(rows):
        _number, evening, at, who, source, first, upto = kept
        came = there[bisect_left(there, first) : bisect_right(there, upto)]
        if not came or evening not in numbers or seal != chain.sealed(*kept):
            continue
        here = numbers[evening]
        first, upto = anew.execute(of_it, (here, actions[came[0]], actions[came[-1]])).fetchone()
        if first is not None:
            add_origin(anew, here, facts.Origin(at, who, source, first, upto))


def _commands_that_prove(ledger: sqlite3.Connection) -> dict[int, list[list[Fact]]]:
    """Return the commands of each evening that prove, each with its entries; of an evening that began otherwise none.

    They end before the first that was changed, or belongs to a command on several evenings of which the first is lost.
    """
    found = {}
    for (number,) in ledger.execute("SELECT id FROM session ORDER BY id").fetchall():
        links = chain.links(ledger, number)
        if next(links).fits:
            found[number] = list(_commands(links))
    firsts = dict(ledger.execute("SELECT id, command_of FROM action WHERE command_of IS NOT NULL"))
    while True:
        there = {command[0][1] for commands in found.values() for command in commands} | {None}
        lost = {
            number: place
            for number, commands in found.items()
            for place, command in reversed([*enumerate(commands)])
            if firsts.get(command[0][1]) not in there
        }
        if not lost:
            return found
        for number, place in lost.items():
            del found[number][place:]


def _commands(links: Iterator[chain.Link]) -> Iterator[list[Fact]]:
    """Yield each command with its entries, as long as all of them fit."""
    command: list[Fact] = []
    for link in links:
        if not link.fits and link.said:  # it is an entry of the command before it, which has lost a part
            return
        if not link.fits:
            break
        if link.table == "action" and command:
            yield command
            command = []
        command.append((link.table, link.row))
    if command:
        yield command


_NAMED = (("action", "undoes"), ("action", "command_of"), ("entry", "target"), ("entry", "before"))
"""What names rows of the same table: without an index SQLite would look through all of it for each row that goes."""


def _put_in_place(anew: sqlite3.Connection, ledger: sqlite3.Connection) -> None:
    """Put what stands in a new ledger in place of all that is recorded, or kept, in the other one."""
    triggers = administered(ledger).triggers_dict
    # in the order in which they were made none names a row of one behind it
    tables = [table for table in administered(anew).table_names() if table != STEPS_TABLE]
    for trigger in triggers:
        ledger.execute(f"DROP TRIGGER {trigger}")
    for table, column in _NAMED:
        ledger.execute(f'CREATE INDEX named_by_{column} ON {table} ("{column}")')
    ledger.execute("PRAGMA defer_foreign_keys = ON")
    for table in reversed(tables):
        ledger.execute(f"DELETE FROM {table}")  # noqa: S608  our own words
    for table in tables:
        insert(ledger, table, anew.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall())  # noqa: S608  the same
    for _table, column in _NAMED:
        ledger.execute(f"DROP INDEX named_by_{column}")
    for sql in triggers.values():
        ledger.execute(sql)


def copy_session(ledger: sqlite3.Connection, other: sqlite3.Connection, row: int) -> int:
    """Add an evening of another ledger as it begins there, with the digest that it has; return its row here."""
    asked = f"SELECT {chain.SESSION_FACTS}, digest FROM session WHERE id = ?"  # noqa: S608  our own words
    return facts.insert_evening(ledger, (*other.execute(asked, (row,)).fetchone(), True))


def copy_commands(
    ledger: sqlite3.Connection, other: sqlite3.Connection, numbers: Mapping[int, int], known: Rows
) -> Rows:
    """Add what was recorded of evenings in another ledger and is not here yet, in its order, with the digests it has.

    `numbers` are those evenings and their rows here; `known` says which action and which entry there is which here,
    None which are left out. Return the same of all.
    """
    rows: dict[tuple[str, Any], Any] = {**known, ("action", None): None, ("entry", None): None}  # who names nothing
    actions = "SELECT id, session_id, digest, at, command, typed, who, undoes, command_of FROM action ORDER BY id"
    for action, evening, digest, *said, undoes, first in other.execute(actions):
        if evening in numbers and ("action", action) not in rows:
            named = (rows["action", undoes], rows["action", first])
            rows["action", action] = insert(ledger, facts.ACTION, [(numbers[evening], *said, *named, digest)])
    entries = 'SELECT id, session_id, digest, action_id, kind, fact, target, "before" FROM entry ORDER BY id'
    for entry, evening, digest, action, *said, target, before in other.execute(entries):
        if evening in numbers and ("entry", entry) not in rows:
            named = (rows["entry", target], rows["entry", before])
            added = (numbers[evening], rows["action", action], *said, *named, digest)
            rows["entry", entry] = insert(ledger, facts.ENTRY, [added])
    return rows


def add_origin(ledger: sqlite3.Connection, evening: int, origin: facts.Origin) -> None:
    """Keep one row of how an evening came."""
    (number,) = ledger.execute("SELECT coalesce(max(id), 0) + 1 FROM arrival").fetchone()
    row = (number, evening, *origin)
    insert(ledger, f"arrival ({facts.ORIGIN}, seal)", [(*row, chain.sealed(*row))])
