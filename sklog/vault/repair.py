"""Mending the ledger: what is stored and does not follow from the facts is replaced by what does.

Facts are never touched. Where facts were changed, nothing is built from them: what is stored still tells what they
were. Each step, and each evening, is mended whole or stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Refused
from sklog.language import N_, _, _n
from sklog.ledger import chain, correct, database, evenings, ibans, people, record
from sklog.ledger.database import SCHEMA_VERSION, insert
from sklog.ledger.evenings import DAMAGED, savepoint
from sklog.ledger.facts import origins_whole
from sklog.ledger.schema import administered
from sklog.scoring.names import name_key
from sklog.vault import check, loss

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.ledger.facts import Command


class Repaired(NamedTuple):
    """What was mended, and what was not and why, a sentence each."""

    mended: Sequence[str]
    left: Sequence[str]


def repair(ledger: sqlite3.Connection, accepted: Mapping[int, Command] | None = None) -> Repaired:
    """Build anew what differs; `check.disagreements` says afterwards what is left.

    Of an evening whose newest facts may be gone nothing is built, unless somebody has `accepted` that: the command of
    the evening's number is recorded in it, and the ledger is written anew without what is lost (`loss`).
    Raises Refused where SQLite itself finds the file damaged: nothing can be built upon that.
    """
    mended, left = _built_as_it_should(ledger)
    if left or database.version_of(ledger) < SCHEMA_VERSION:  # an older one is brought up to date first
        return Repaired(mended, left)
    accepted = accepted or {}
    mended += _indexes(ledger)
    begun = dict(ledger.execute("SELECT id, name FROM session ORDER BY id").fetchall())
    gone = _gone(ledger, begun)
    left += [
        _("there is no evening {number}", number=one) for one in sorted(accepted.keys() - begun.keys() - gone.keys())
    ]
    steps: list[tuple[int, Callable[[sqlite3.Connection], Iterator[str]]]] = [
        *((0, step) for step in (_accounts, _spellings, partial(_nowhere, gone=gone))),
        *((number, partial(_is_gone, number=number, said=said)) for number, said in gone.items()),
        *((number, partial(_evening, number=number, name=name)) for number, name in begun.items()),
        (0, _kinds),
    ]
    lost: list[str] = []
    for number, step in steps:
        done: list[str] = []
        with savepoint(ledger) as failed:
            done = list(step(ledger))
        mended += [one for one in done if not failed and one not in mended]
        (lost if number in accepted else left).extend(map(_not_everything, failed))
        if failed and step is _accounts:  # whose the postings are is not known
            break
    if not accepted or not any(check.disagreements(ledger)):
        return Repaired(mended, left)
    left += [
        _("something is lost of evening {number} ({name}) as well: --accept-loss {number}", number=number, name=name)
        for number, name in begun.items()
        if not left and number not in accepted and any(check.origin(ledger, number))
    ]
    if left:
        return Repaired(mended, [*left, *lost])
    with savepoint(ledger) as failed:
        done = list(_without_what_is_lost(ledger, accepted, {**gone, **begun}))
    return Repaired([*mended, *done] if not failed else mended, [*map(_not_everything, failed)])


def _not_everything(error: Exception) -> str:
    return _("not everything could be mended: {reason}", reason=error)


def _built_as_it_should(ledger: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """Build what is made otherwise; return what was, and what cannot be: before that nothing of it is run."""
    mended: list[str] = []
    with savepoint(ledger) as failed:
        mended = list(_parts(ledger))
    if failed:
        return [], [*map(_not_everything, failed)]
    left = list(check.built_otherwise(ledger))
    return mended, [*left, _("go back to a copy, with sklog restore")] if left else []


def _parts(ledger: sqlite3.Connection) -> Iterator[str]:
    """Build triggers, indexes and views as they should be, and tables of what follows from facts that are gone.

    What is not sklog's goes. A table that is otherwise is only named by `check`, and where one of facts is otherwise
    nothing goes: they may be elsewhere in the file.
    """
    found = database.built(ledger)
    if found.made_as:
        if found.made_as != found.version:
            ledger.execute(f"PRAGMA user_version = {found.made_as}")
            yield _("wrote down that the file is of version {version}", version=found.made_as)
        return
    if check.facts_elsewhere(ledger):
        return
    unlike = check.other_parts(ledger, found.version)
    there = administered(ledger).table_names()
    for part in sorted(unlike, key=lambda part: (not part.foreign, part.kind == "table")):
        gone = part.name in check.DERIVED and part.name not in there
        if part.sql is None or not (part.foreign or gone or part.kind in check.REBUILT):
            continue
        if part.foreign or not gone:
            quoted = part.name.replace('"', '""')
            ledger.execute(f'DROP {part.kind} IF EXISTS "{quoted}"')
        if part.foreign:
            yield _("removed {part}, which is not sklog's", part=part.said)
    for part in unlike:
        gone = part.name in check.DERIVED and part.name not in there
        if part.sql is not None and not part.foreign and (gone or part.kind in check.REBUILT):
            ledger.execute(part.sql)
            yield _("made {part} as it should be", part=part.said)


def _indexes(ledger: sqlite3.Connection) -> Iterator[str]:
    if not any(check.damage(ledger)):
        return
    ledger.execute("REINDEX")
    if any(check.damage(ledger)):
        raise Refused(_("the file itself is damaged: go back to a copy, with sklog restore"))
    yield _("built the indexes anew")


def _accounts(ledger: sqlite3.Connection) -> Iterator[str]:
    """Write an account's name and key as the facts have them, where one of the two still tells whose it is."""
    first = check.original_names(ledger)
    names = set(first.values())
    wrong, claimed = [], set[str]()
    for row, name, key in ledger.execute("SELECT id, name, key FROM account WHERE kind = 'player'").fetchall():
        right = name if name in names else first.get(key, first.get(name_key(name), name))
        if right in claimed:
            raise Refused(
                _("two accounts seem to be that of {name}; go back to a copy, with sklog restore", name=right)
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
        yield _("wrote the account of {name} as it was recorded", name=name)
    missing = first.keys() - {key for (key,) in ledger.execute("SELECT key FROM account")}
    record.make_accounts(ledger, (name for key, name in first.items() if key in missing))
    for key in sorted(missing):
        yield _("made the account of {name} anew", name=first[key])


def _spellings(ledger: sqlite3.Connection) -> Iterator[str]:
    if wrong := check.misspelled(ledger):
        people.respell(ledger)
        yield _("wrote names as they were recorded: {names}", names=", ".join(wrong))


def _nowhere(ledger: sqlite3.Connection, gone: Mapping[int, str]) -> Iterator[str]:
    """Remove what is kept of no entry, and of evenings that never were: only what is kept tells of one that is gone."""
    of_none = "DELETE FROM posting WHERE entry_id NOT IN (SELECT id FROM entry UNION SELECT entry_id FROM score)"
    removed = ledger.execute(of_none).rowcount
    known = f"SELECT id FROM session UNION SELECT value FROM json_each('{[*gone]}')"  # noqa: S608  our own words
    ledger.execute(f"UPDATE score SET seal = NULL WHERE session_id NOT IN ({known})")  # noqa: S608  our own words
    for table in ("score", "payment", "overview"):
        removed += ledger.execute(f"DELETE FROM {table} WHERE session_id NOT IN ({known})").rowcount  # noqa: S608
    if removed:
        yield _("removed what was kept of nothing that is there")


MOST_GONE = 100
"""Of how many evenings only numbers that are missing say that they are gone: somebody may have written others."""


def _gone(ledger: sqlite3.Connection, begun: Mapping[int, str]) -> dict[int, str]:
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
        _(
            "evening {number} ({said}) is gone; go back to a copy, with sklog restore, or, where nobody has it any"
            " more: sklog check --repair --accept-loss {number}",
            number=number,
            said=said,
        )
    )


def _without_what_is_lost(
    ledger: sqlite3.Connection, accepted: Mapping[int, Command], names: Mapping[int, str]
) -> Iterator[str]:
    """Write the ledger anew without what is lost, and say what became of each evening."""
    signed = "SELECT max(rows, (SELECT count(*) FROM signature)) FROM recorded WHERE fact = 'signature'"
    (signed_before,), kept_before = ledger.execute(signed).fetchone() or (0,), len(ibans.all_rows(ledger))
    numbers = loss.write_anew(ledger, accepted)
    (signed_now,), kept_now = ledger.execute(signed).fetchone(), len(ibans.all_rows(ledger))
    if lost := signed_before - signed_now:
        yield _n("gave up {n} signature", "gave up {n} signatures", lost)
    if lost := kept_before - kept_now:
        yield _n("gave up {n} IBAN or pay link: say it again", "gave up {n} IBANs or pay links: say them again", lost)
    for number in accepted:
        said = {"number": number, "name": names.get(number, "?")}
        if number in numbers:
            left = evenings.by_number(ledger, numbers[number]).state.counted.words
            yield _("gave up what is lost of evening {number} ({name}); what is left: {hands}", hands=left, **said)
        else:
            yield _("gave up evening {number} ({name}): removed what was kept of it", **said)
    for number, now in numbers.items():
        if number != now:
            yield _("evening {number} ({name}) is number {now} from now on", number=number, name=names[number], now=now)


def _evening(ledger: sqlite3.Connection, number: int, name: str) -> Iterator[str]:
    """Store anew everything that follows from the facts of an evening; raise Refused where that cannot be."""
    if not any(check.of_evening(ledger, number)):
        return
    said = {"number": number, "name": name}
    if chain.broken(ledger, number):
        raise Refused(
            _(
                "evening {number} ({name}) was left as it is: its facts are not what was recorded; go back to a copy,"
                " with sklog restore, or, where nobody has one, give up what stands behind the first that was changed:"
                " sklog check --repair --accept-loss {number}",
                **said,
            )
        )
    try:
        seal, names_its_end = check.seal_of(ledger, number)
        if origins_whole(ledger):  # else nothing says where it began
            with check.without_trigger(ledger, "session_is_never_updated"):
                elsewhere = check.came_from_elsewhere(ledger, number)
                ledger.execute("UPDATE session SET imported = ? WHERE id = ?", (elsewhere, number))
        _clear(ledger, number)
        correct.rebuild(ledger, number)
        # the seal fits what comes out of all that was recorded, whatever else was changed of what it is upon
        if not names_its_end and not check.is_sealed_by(ledger, number, seal):
            raise Refused(
                _(
                    "nothing proves that its newest hands and payments are all there; go back to a copy, with"
                    " sklog restore, or, where nobody has more of it: sklog check --repair --accept-loss {number}",
                    **said,
                )
            )
    except DAMAGED as error:
        raise Refused(_("evening {number} ({name}) was left as it is: {reason}", reason=error, **said)) from error
    yield _(AGAIN, **said)


AGAIN = N_("scored evening {number} ({name}) again, from its first hand on")


def _kinds(ledger: sqlite3.Connection) -> Iterator[str]:
    """Have every evening be of the kind that it is: others that were mended may say so."""
    yield from (_(AGAIN, number=one.session_id, name=one.name) for one in record.keep_kinds(ledger))


def _clear(ledger: sqlite3.Connection, number: int) -> None:
    """Remove everything that was stored for an evening, wherever it was put."""
    of_it = "session_id = ?1 OR entry_id IN (SELECT id FROM entry WHERE session_id = ?1)"
    scored = f"SELECT entry_id FROM score WHERE {of_it}"  # noqa: S608  our own words
    ledger.execute(f"UPDATE score SET seal = NULL WHERE {of_it}", (number,))  # noqa: S608  the same
    of_them = f"{scored} UNION SELECT id FROM entry WHERE session_id = ?1"  # noqa: S608  the same
    ledger.execute(f"DELETE FROM posting WHERE entry_id IN ({of_them})", (number,))  # noqa: S608  the same
    ledger.execute(f"DELETE FROM score WHERE {of_it}", (number,))  # noqa: S608  the same
    ledger.execute(f"DELETE FROM payment WHERE {of_it}", (number,))  # noqa: S608  the same
    if ledger.execute("SELECT 1 FROM state WHERE session_id = ?", (number,)).fetchone() is None:
        insert(ledger, "state (session_id, state)", [(number, "{}")])
