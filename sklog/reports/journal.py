"""Who said what when: the log of an evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sklog.language import _
from sklog.reports.format import moment
from sklog.reports.kinds import COUNT, PROSE, TEXT, TIME
from sklog.reports.model import Column, listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sklog.reports.model import Report

    class Action(Protocol):
        """One command as the ledger keeps it; `at` is UTC in ISO form."""

        @property
        def id(self) -> int:
            """Its row."""

        @property
        def at(self) -> str:
            """When."""

        @property
        def who(self) -> str:
            """Who sat at the keys."""

        @property
        def words(self) -> str:
            """What was typed."""

        @property
        def undoes(self) -> int | None:
            """The row of the command that it took back."""

        @property
        def in_force(self) -> bool:
            """Whether it was not taken back."""

    class Arrival(Protocol):
        """How an evening, or more of it, came from another ledger; `at` is UTC in ISO form."""

        @property
        def at(self) -> str:
            """When."""

        @property
        def who(self) -> str:
            """Who brought it."""

        @property
        def source(self) -> str:
            """From which file."""

        @property
        def first(self) -> int:
            """The row of the oldest command that came along."""

        @property
        def upto(self) -> int:
            """The row of the newest command that came along."""


def log_report(title: str, actions: Iterable[Action], arrivals: Iterable[Arrival] = ()) -> Report:
    """Return every command that was given about an evening, with what became of it, and where it came from."""
    known = list(actions)
    places = {action.id: place for place, action in enumerate(known, 1)}
    columns = (
        Column("number", _("No."), COUNT),
        Column("at", _("When"), TIME),
        Column("who", _("Who"), TEXT),
        Column("what", _("What"), PROSE),
        Column("about", _("About No."), COUNT),
        Column("state", _("State"), TEXT),
    )
    rows = [
        (
            place,
            action.at,
            action.who or None,
            action.words,
            places.get(action.undoes) if action.undoes is not None else None,
            None if action.in_force else _("taken back"),
        )
        for place, action in enumerate(known, 1)
    ]
    notes = [_came(arrival, places) for arrival in arrivals]
    return listing("log", _("Log of {name}", name=title), columns, rows, notes=notes)


def _came(arrival: Arrival, places: Mapping[int, int]) -> str:
    numbers = "–".join(str(places.get(row, 0)) for row in sorted({arrival.first, arrival.upto}))
    told = {"source": arrival.source, "when": moment(arrival.at), "numbers": numbers}
    if not arrival.who:
        return _("No. {numbers} came from {source}, on {when}.", **told)
    return _("No. {numbers} came from {source}, on {when}, brought by {who}.", who=arrival.who, **told)
