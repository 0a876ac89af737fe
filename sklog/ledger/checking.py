"""Proving the ledger: no fact was changed since it was recorded, and what is stored is what the facts say."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import SklogError
from sklog.language import _
from sklog.ledger import arriving, banking, chain, evenings, history, naming, structure
from sklog.ledger.facts import as_json
from sklog.ledger.kinds import EVENT, RENAME
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import final_state, final_tariff
from sklog.scoring.state import Payment
from sklog.tariffs import from_mapping, to_mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.ledger.chain import Link
    from sklog.ledger.history import History, Recorded
    from sklog.scoring.state import Line, State


DAMAGED = (SklogError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, sqlite3.Error)
"""What reading or folding an evening may end in when its facts were changed by hand."""


def disagreements(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for everything stored that does not agree with the recorded facts."""
    try:
        yield from structure.disagreements(ledger)
        for number, name in ledger.execute("SELECT id, name FROM session ORDER BY id").fetchall():
            for what in of_evening(ledger, number):
                yield _("evening {number} ({name}): {what}", number=number, name=name, what=what)
        yield from _carried_stocks(ledger)
        yield from _people(ledger)
    except sqlite3.DatabaseError as error:
        yield _("the file itself is damaged: {reason}", reason=error)


def of_evening(ledger: sqlite3.Connection, number: int) -> Iterator[str]:
    """Yield a sentence for every fact of an evening that was changed, and for all that does not follow from them."""
    try:
        wrong = chain.broken(ledger, number)
        if wrong:
            yield _broken(ledger, number, wrong)
        yield from _arrived(ledger, number)
        told = history.unproven(ledger, evenings.as_begun(ledger, number))
    except DAMAGED as error:
        yield _("it cannot be read: {reason}", reason=error)
        return
    try:
        lines = told.session.lines()
    except DAMAGED as error:
        yield _("it does not fold: {reason}", reason=error)
        return
    yield from _scores(ledger, number, told.recorded, lines)
    yield from _kept(ledger, number, told, lines)


# -- facts --------------------------------------------------------------------------------------------


def _broken(ledger: sqlite3.Connection, number: int, wrong: Link) -> str:
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
        "the chain of facts is broken at {where}: that was changed, or what was before it was removed or moved",
        where=where,
    )


def _hand_of(ledger: sqlite3.Connection, number: int, row: int) -> int | None:
    """Return the number of the hand that an entry is, or corrects; None where it is none, or nobody can tell."""
    try:
        told = history.unproven(ledger, evenings.as_begun(ledger, number))
        (hand,) = ledger.execute("SELECT coalesce(target, id) FROM entry WHERE id = ?", (row,)).fetchone()
    except DAMAGED:
        return None
    return next((place for place, one in enumerate(told.hands(), 1) if one.id == hand), None)


def _arrived(ledger: sqlite3.Connection, number: int) -> Iterator[str]:
    """Yield where an evening is kept as from elsewhere and is not, or the other way round."""
    (imported,) = ledger.execute("SELECT imported FROM session WHERE id = ?", (number,)).fetchone()
    if not arriving.intact(ledger, number):
        yield _("from which ledger it came was changed")
    if imported != came_from_elsewhere(ledger, number):
        yield _("it is kept as from elsewhere, and is not") if imported else _("it is kept as begun here, and is not")


def came_from_elsewhere(ledger: sqlite3.Connection, number: int) -> bool:
    """Return whether an evening came from a file or another ledger, by what was recorded of it."""
    # only a beginning records nothing and takes nothing back
    begun = f"""
        SELECT undoes IS NULL AND NOT EXISTS (SELECT 1 FROM entry WHERE action_id = action.id)
               AND NOT {arriving.CAME_ALONG}
        FROM action WHERE session_id = ? ORDER BY id LIMIT 1
    """  # noqa: S608  our own words
    return bool(ledger.execute(begun, (number,)).fetchone() != (1,))


# -- what follows from them ---------------------------------------------------------------------------


class _Kept(NamedTuple):
    """What is stored of how an evening stands."""

    state: str
    hands: int
    position: int
    closed: int
    tariff: str | None
    digest: bytes


def _kept(ledger: sqlite3.Connection, number: int, told: History, lines: list[Line]) -> Iterator[str]:
    """Yield where what is kept of an evening is not what comes out."""
    kept = f"SELECT {chain.KEPT}, seal FROM state WHERE session_id = ?"  # noqa: S608  our own words
    row = ledger.execute(kept, (number,)).fetchone()
    if row is None:
        yield _("it has no state")
        return
    stored = _Kept(*row[:-1])
    last = final_state(told.session, lines)
    closed = history.is_closed(ledger, number)
    wrong = [
        *_state(stored.state, last),
        *_counted(stored, last, lines),
        *_tariffs(ledger, number, stored.tariff, told, lines),
    ]
    if stored.closed != closed:
        wrong.append(
            _("is kept as closed and was not closed") if stored.closed else _("was closed and is kept as open")
        )
    (head,) = ledger.execute(chain.HEAD, (number,)).fetchone()
    if stored.digest != head:
        wrong.append(_("its digest is not that of its newest fact: something behind it was removed or added"))
    if sum(last.balances.values()) != told.session.stock:
        wrong.append(_("the balances with the {stock} sum to {sum}", stock=STOCK, sum=sum(last.balances.values())))
    if not wrong and row[-1] != chain.sealed(*stored):
        wrong.append(_("what is kept of it does not fit its seal"))
    yield from wrong


def _state(stored: str, last: State) -> Iterator[str]:
    """Yield the parts of the stored state that are not what comes out."""
    if stored == evenings.state_to_json(last):
        return
    try:
        kept = evenings.state_from_json(stored)
    except (ValueError, TypeError, KeyError, AttributeError):
        yield _("what is kept of it cannot be read")
        return
    different = [(part, *both) for part, *both in zip(last._fields, kept, last, strict=True) if both[0] != both[1]]
    for part, here, folded in different:
        yield _("{part} is kept as {kept} and comes out as {folded}", part=part, kept=here, folded=folded)
    if not different:
        yield _("what is kept of it is not written as sklog writes it")


def _counted(stored: _Kept, last: State, lines: list[Line]) -> Iterator[str]:
    if (stored.hands, stored.position) != (last.hands, len(lines)):
        yield _("{counted} hands are counted, {recorded} are recorded", counted=stored.hands, recorded=last.hands)


def _tariffs(
    ledger: sqlite3.Connection, number: int, stored: str | None, told: History, lines: list[Line]
) -> Iterator[str]:
    """Yield where the tariff in force, or what is kept beside the first one, is not what was recorded."""
    unit, name, text = ledger.execute(
        "SELECT unit, tariff_name, tariff FROM session WHERE id = ?", (number,)
    ).fetchone()
    in_force = as_json(to_mapping(final_tariff(told.session, lines)))
    if stored != (in_force if in_force != text else None):
        yield _("the tariff in force is not the one that was recorded")
    first = from_mapping(json.loads(text))
    if (unit, name) != (first.unit, first.name):
        kept, found = f"{unit} {name}", f"{first.unit} {first.name}"
        yield _("is kept under {kept}, and its tariff is {found}", kept=kept, found=found)


def _scores(ledger: sqlite3.Connection, evening: int, entries: Sequence[Recorded], lines: list[Line]) -> Iterator[str]:
    stored = {
        row: kept
        for row, *kept in ledger.execute(
            "SELECT entry_id, position, number, value, sealed, said_by FROM score WHERE session_id = ?", (evening,)
        )
    }
    postings = evenings.postings(ledger, evening)
    payments = evenings.payments(ledger, evening)
    for position, (one, line) in enumerate(zip(entries, lines, strict=True), 1):
        row, entry = one.id, one.entry
        what = _("hand {number}", number=line.number) if line.number else _("entry {number}", number=position)
        if isinstance(entry, Payment) and payments.pop(row, None) != entry:
            yield _("{what}: the stored payment differs from the recorded one", what=what)
        if line.score is None:
            continue
        expected = [position, line.number, line.score.value, 1, one.said_by]
        if stored.pop(row, None) != expected:
            yield _("{what}: the stored value is not {value}", what=what, value=line.score.value)
        want = evenings.kept(line.score.postings)
        if postings.pop(row, {}) != want:
            yield _("{what}: the stored postings are not {wanted}", what=what, wanted=want)
    if stored or any(postings.values()) or payments:
        yield _("there are scores, postings or payments of entries that are not in force")


def _carried_stocks(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield every Stock that began as another sum than the earlier evening left."""
    for number, name, stock, left, closed in ledger.execute(
        "SELECT later.id, later.name, later.stock_in, json_extract(state.state, '$.balances.Stock'), state.closed"
        " FROM session later JOIN session earlier ON earlier.uid = later.stock_from"
        " JOIN state ON state.session_id = earlier.id"
    ):
        if not closed or stock != left:
            yield _(
                "evening {number} ({name}) began with {stock} in the Stock; the earlier evening left {left}",
                number=number,
                name=name,
                stock=stock,
                left=left,
            )


# -- people -------------------------------------------------------------------------------------------


def _people(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield where an account, how a name is written, or an IBAN is not what was recorded."""
    try:
        names = set(named(ledger))
        written = [*spelled(ledger)]
        yield from banking.damaged(ledger)
    except DAMAGED as error:
        yield _("who is who cannot be read: {reason}", reason=error)
        return
    accounts = {number: tuple(kept) for number, *kept in ledger.execute("SELECT id, name, key, kind FROM account")}
    if accounts.pop(0, None) != (STOCK, name_key(STOCK), "stock"):
        yield _("the account of the {stock} is not as sklog makes it", stock=STOCK)
    for name, key, _kind in accounts.values():
        if key != name_key(name):
            yield _("the account of {name} is kept under {key}", name=name, key=key)
        elif name not in names:
            yield _("there is an account of {name}, and nobody of that name was ever recorded", name=name)
    for key, kept, right in written:
        if kept != right:
            yield _("{name} is kept as {kept}", name=right or key, kept=kept)


def spelled(ledger: sqlite3.Connection) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield everybody who is, or should be, written in another way than at first: the key, what is, what should be."""
    right = naming.spellings(ledger)
    kept = dict(ledger.execute("SELECT key, spelling.name FROM spelling JOIN account ON account.id = account_id"))
    for key in sorted(kept.keys() | right.keys()):
        yield key, kept.get(key), right.get(key)


def named(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield every name that a fact brings in, in their order; some more than once."""
    for (players,) in ledger.execute("SELECT players FROM session ORDER BY id"):
        yield from json.loads(players)
    for (text,) in ledger.execute("SELECT fact FROM entry WHERE kind IN (?, ?) ORDER BY id", (EVENT, RENAME)):
        fact = json.loads(text)
        yield from (fact["join"],) if "join" in fact else ()
        yield from (*fact.get("pay", ())[:2], *fact.get("rename", ()))
