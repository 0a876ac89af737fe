"""Lists, for `import`: what was said of them, and their evenings."""

from __future__ import annotations

import re
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from sklog import lists
from sklog.cli import asking, common, printing, terminal, usage
from sklog.desk import typed
from sklog.errors import Refused
from sklog.files import formats
from sklog.files.incoming import WORDS, ReadSession, size_of
from sklog.language import _, _or, _t, in_shell, option_word
from sklog.lists import understood
from sklog.reports.format import clean
from sklog.scoring.names import LONGEST_TEXT, one_name, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sklog.files.incoming import Incoming


YEAR = re.compile("(?:19|20)[0-9]{2}")


def asked(said: Mapping[str, Any]) -> lists.Asked | None:
    """Return what was said of lists, by the options of `import`; None where that is nothing.

    Raises Refused for what is no day; a name that is none is wrong usage.
    """
    name, day = one_name(said["name"] or ""), said["date"]
    if len(name) > LONGEST_TEXT or not (visible(name) or not name):
        words = _("{said!r} is not a name for an evening", said=clean(name[:LONGEST_TEXT]))
        raise typer.BadParameter(words, param_hint="--name")
    nothing = _asked_today()
    options: dict[str, Any] = {option: said[option] for option in WORDS}
    asked = nothing._replace(**options, name=name, day=_day(day), sheets=tuple(said["sheet"] or ()))
    return asked if asked != nothing else None


def _day(said: str | None) -> str:
    """Return a day, or a year alone; "" where none was said."""
    return "" if said is None else said if YEAR.fullmatch(said) else typed.day(said)


def _asked_today() -> lists.Asked:
    return lists.Asked(date.today())  # noqa: DTZ011  the table's day


def read(path: Path, incoming: Incoming) -> Iterator[ReadSession]:
    """Yield the evenings of a list, or those that `export` wrote into a workbook."""
    size = size_of(path)
    tables = lists.grids.read_tables(path)
    named = [one for one in tables if one.title == lists.OWN_SHEET and one.rows]
    own = next((one for one in named if formats.is_own(cell.text for cell in one.rows[0].cells)), None)
    if own:
        evenings = formats.read_csv(lists.grids.as_csv(own), own.where, path)
        yield from incoming.evenings(path, ((session, size) for session in evenings))
        return
    incoming.asked = incoming.asked or _asked_today()
    found = _understood(tables, path, incoming)
    incoming.names |= dict.fromkeys(found.names)
    incoming.told += map(understood.summary, found.sheets)
    incoming.shown += (partial(understood.list_report, sheet) for sheet in found.sheets)
    incoming.problems += found.problems
    incoming.noted += (
        _t("{path}: the hidden sheet {title} is not read¦; to read it, name it with --sheet", path=path, title=title)
        for title in found.passed
    )
    incoming.noted += (_("{where} has no evenings of its own and is not read.", where=where) for where in found.summed)
    words = [f"--{one.option} {in_shell('|'.join(map(option_word, one.answers)))}" for one in found.asked]
    if found.wrong and any(sheet.rows.rows or (found.asked and sheet.rows.some_read) for sheet in found.sheets):
        words.append("--keep-going")
    if words:
        incoming.open[str(path)] = words
    for session in found.sessions:
        yield ReadSession(path, session, size, listed=not incoming.asked.name)


def _understood(tables: Sequence[lists.Grid], path: Path, incoming: Incoming) -> lists.Listed:
    """Return what the tables of a file say; at a terminal all that is open is asked there, and may be left out."""

    def read() -> lists.Listed:
        asked: lists.Asked = incoming.asked._replace(people=incoming.people, tariff=incoming.tariff)
        return lists.read_lists(tables, asked, path.stem, str(path))

    found, said = read(), incoming.asked
    if not printing.can_ask():
        return found
    while found.asked:
        _show(found)
        for one in found.asked:
            answer(one, incoming)
        found = read()
    # a day is said of one file, anything else of those that come behind it as well
    incoming.asked = incoming.asked._replace(day=said.day)
    _show(found)
    if found.wrong and found.sessions and not incoming.keep_going:
        printing.tell(*found.wrong)
        incoming.keep_going = bool(terminal.yes_to(_("Leave these rows out, and take the others?")))
    return found


def _show(found: lists.Listed) -> None:
    for sheet in found.sheets:
        printing.put(understood.list_report(sheet), "text", None)
        typer.echo()


def answer(one: lists.Open, incoming: Incoming) -> None:
    """Ask at the terminal what a list leaves open, and keep the answer for the files that come behind it."""
    asked: lists.Asked = incoming.asked

    def check(said: str) -> None:
        words = WORDS.get(one.option, {})
        meant = usage.word_meant(said, words).casefold()
        value, possible = words.get(meant), [words.get(answer) for answer in one.answers]
        if value not in possible or (one.option == "as" and ("…" in said or not re.fullmatch(".+=.+", said))):
            raise Refused(_("answer with one of {answers}", answers=_or(map(option_word, one.answers))))
        if words:
            said_so: dict[str, Any] = {one.option: value}
            incoming.asked = asked._replace(**said_so)
            incoming.answers[one.option] = meant
        elif one.option == "as":
            incoming.people = {**incoming.people, **common.who_is_who([said])}
        else:
            incoming.asked = asked._replace(day=_day(said))

    try:
        asking.answered(f"{one.problem} [{'/'.join(map(option_word, one.answers))}]", "", check)
    except EOFError:
        raise typer.Abort from None
