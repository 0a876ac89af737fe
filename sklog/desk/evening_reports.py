"""Reports of an evening: its sheet, its log; `desk/reporting.py` names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.desk import hands
from sklog.desk.typed import person
from sklog.errors import Refused
from sklog.language import _, _t, as_typed
from sklog.ledger import evenings, facts, history, signatures, undo
from sklog.ledger.chain import short
from sklog.ledger.open import somebody
from sklog.reports.format import moment
from sklog.reports.model import Column, Field, Kind, Known, Report, section_of
from sklog.reports.render import SESSION_SCHEMA, rows_json
from sklog.reports.sheet import DECLARED, curve_report, evening_data, person_report, session_report, with_declared
from sklog.scoring.settlement import still_open

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence


# -- reports of one evening ------------------------------------------------------------------------------


def sheet(ledger: sqlite3.Connection, evening: evenings.Evening, *, codes: bool = False) -> Report:
    """Return the sheet of an evening with what was corrected; with `codes` those for banking apps as well."""
    whole = history.of_evening(ledger, evening)
    session, lines = whole.session, whole.session.lines()
    planned = still_open(session, lines)
    replaced = {place: one.was for place, one in enumerate(whole.recorded) if one.was}
    report = session_report(session, lines, planned, replaced, short(evening.digest))
    if bank := (rooms.load if codes else rooms.if_here)(rooms.BANK):
        report = bank.beside(ledger, report, planned.transfers, session, codes=codes)
    kept = signatures.of_evening(ledger, evening.id)
    signed = [
        {
            "fingerprint": signatures.fingerprint(one.public_key),
            "calls_itself": one.comment,
            "at": one.at,
            "digest": short(one.digest) if one.digest else None,
        }
        for one in kept
    ]
    people, notes = evenings.in_order_of_arrival(ledger), (*report.notes, *_signed(evening, kept))
    # the answer of `replay` has its shape from the interface; this one says which version it has, and more
    declared = {one.key: rows_json(one) for one in report.sections if one.key == DECLARED}
    head = {"schema": SESSION_SCHEMA, "report": report.key}
    data = {**head, **(report.data or {}), **evening_data(session, lines), **declared, "signatures": signed}
    return report._replace(notes=notes, people=people, data=data)


def log(ledger: sqlite3.Connection, evening: evenings.Evening, since: int | None = None) -> Report:
    """Return who gave which command when, and what was taken back; with `since` only what came after that action.

    People read the whole log from its newest command on; for programs the oldest stands first. From where any of it
    came stands below it, and where the clock went back.
    """
    actions, people = undo.log(ledger, evening, since or 0), evenings.in_order_of_arrival(ledger)
    places = {action.id: place for place, action in enumerate(actions, 1)}
    origins = facts.origins(ledger, evening.id) if since is None else []
    fields: list[Field[undo.Action]] = [
        (Column("number", _("No."), Kind.COUNT), lambda action: places[action.id]),
        (Column("at", _("When"), Kind.TIME), lambda action: action.at),
        (Column("who", _("Who")), lambda action: Known(action.who, somebody(action.who, people)) or None),
        (Column("what", _("What"), Kind.PROSE), lambda action: as_typed(action.words)),
        (Column("about", _("About No."), Kind.COUNT), lambda action: places.get(action.undoes or 0)),
        (Column("state", _("State")), lambda action: None if action.in_force else _("taken back")),
    ]
    table = section_of("log", "", actions, fields)._replace(newest_first=since is None)
    signed = _signed(evening, signatures.of_evening(ledger, evening.id)) if since is None else ()
    notes = (*(_arrival(origin, places) for origin in origins), *_clock(actions, places), *signed)
    return Report("log", _("Log of {name}", name=evening.name), sections=(table,), notes=notes)


def _signed(evening: evenings.Evening, kept: Iterable[signatures.Signature]) -> Iterator[str]:
    """Yield who has signed an evening, as it is kept: that it was so, only a proof says."""
    for one in kept:
        said = {"key": signatures.shown(one.public_key), "when": moment(one.at), "digest": short(one.digest)}
        if not one.digest:
            yield _t("Signed with the key {key}, on {when}, but the signed text has no digest of an evening.", **said)
        elif one.digest == evening.digest:
            yield _t("Signed, as it is now, with the key {key}, on {when}.", **said)
        else:
            yield _("Signed with the key {key}, on {when}, when its digest was {digest}: more has come since.", **said)


def _arrival(origin: facts.Origin, places: Mapping[int, int]) -> str:
    """Return from where these commands came, when, and by whom."""
    numbers = "–".join(str(places.get(row, 0)) for row in sorted({origin.first, origin.upto}))
    said = {"source": origin.source, "when": moment(origin.at), "numbers": numbers}
    if not origin.who:
        return _("No. {numbers} came from {source}, on {when}.", **said)
    return _("No. {numbers} came from {source}, on {when}, brought by {who}.", who=origin.who, **said)


def _clock(actions: Sequence[undo.Action], places: Mapping[int, int]) -> Iterator[str]:
    """Yield the sentence that a clock went back between these commands, where one did."""
    if numbers := ", ".join(str(places[action.id]) for action in undo.went_back(actions)):
        yield _("The clock went back before No. {numbers}: the order here is what counts.", numbers=numbers)


def shown(ledger: sqlite3.Connection, evening: evenings.Evening) -> Report:
    """Return the board with the last hands."""
    return hands.shown(evening, hands.last_hands(ledger, evening))


def declared(ledger: sqlite3.Connection, evening: evenings.Evening) -> Report:
    """Return the board with who has declared what, instead of the last hands."""
    session = history.of_evening(ledger, evening).session
    return with_declared(hands.shown(evening, ()), session, session.lines())


def curve(ledger: sqlite3.Connection, evening: evenings.Evening) -> Report:
    """Return the curve of an evening, everybody in the colour of the sheet."""
    session = history.of_evening(ledger, evening).session
    return curve_report(session, session.lines())._replace(people=evenings.in_order_of_arrival(ledger))


def of_person(ledger: sqlite3.Connection, evening: evenings.Evening, name: str | None = None) -> Report:
    """Return the curve and the hands of somebody who sat there; raise NotFound, and Refused where nobody is named."""
    if name is None:
        raise Refused(_("whose hands? The people here are {people}", people=", ".join(evening.state.everybody)))
    session = history.of_evening(ledger, evening).session
    report = person_report(session, session.lines(), person(name, session.everybody()))
    return report._replace(people=evenings.in_order_of_arrival(ledger))
