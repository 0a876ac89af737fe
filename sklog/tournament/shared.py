"""What the reports of a tournament share: what stands above them, its columns, and who is who.

Points are whole numbers in the report's unit; fees and prizes are cents, and their columns say so.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import combining, normalize

from sklog.language import _, _n
from sklog.reports.model import Column, Fact, Kind, Report, known
from sklog.scoring.amounts import signed_number
from sklog.scoring.names import name_key
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament.ranking import DECIDING
from sklog.tournament.words import runs, still_missing, tie_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.reports.model import Field, Section
    from sklog.tournament.model import Entrant, Round, Rules
    from sklog.tournament.ranking import Ranking, Standing


_BEHIND_SURNAME = frozenset(("jun.", "jr.", "jr", "sen.", "sr.", "sr", "ii", "ii.", "iii", "iii.", "d.j.", "d.ä."))


class Head(NamedTuple):
    """What a tournament is called, its day (ISO), where it is, and the title of its scale."""

    name: str
    date: str = ""
    place: str = ""
    tariff: str = ""


def tournament_report(
    key: str,
    title: str,
    head: Head,
    sections: Iterable[Section],
    notes: Iterable[str] = (),
    *,
    facts: Iterable[Fact] = (),
) -> Report:
    """Return a report of a tournament: which one it is about stands above its own facts."""
    about = known(
        Fact("tournament", _("Tournament"), head.name),
        Fact("date", _("Date"), head.date or None, Kind.DATE),
        Fact("place", _("Place"), head.place or None),
    )
    return Report(key, title, POINTS, (*about, *facts), tuple(sections), tuple(notes))


def points_column(rules: Rules, key: str, title: str) -> Column:
    """Return a column of points; good points alone have no sign."""
    return Column(key, title, Kind.PRICE if rules.counts == GOOD else Kind.MONEY)


def cents_column(key: str, title: str) -> Column:
    """Return a column of money."""
    return Column(key, f"{title} (€)", Kind.PRICE, unit=CENTS)


def who_columns() -> tuple[Column, Column]:
    """Return the columns of a start number, and of the name."""
    return Column("number", _("Number"), Kind.COUNT), Column("name", _("Name"), Kind.NAME)


def entrant_fields() -> list[Field[Entrant]]:
    """Return the columns of who somebody is and where from."""
    number, name = who_columns()
    return [
        (number, lambda one: one.number),
        (name, lambda one: one.name),
        (Column("home", _("From"), optional=True), lambda one: one.place or None),
        (Column("club", _("Club"), optional=True), lambda one: one.club or None),
        (Column("team", _("Team"), optional=True), lambda one: one.team or None),
    ]


def fields_of(entrant: Callable[[Any], Entrant], fields: Iterable[Field[Entrant]]) -> list[Field[Any]]:
    """Return columns of an entrant for things that have one, such as a place in the ranking."""
    return [(column, lambda one, get=get: get(entrant(one))) for column, get in fields]  # type: ignore[misc]


def seats_of(drawn: Round) -> dict[int, tuple[int, int]]:
    """Return the table and the seat of everybody who has one in a round, by start number."""
    tables = enumerate(drawn.tables, 1)
    return {number: (table, seat) for table, seated in tables for seat, number in enumerate(seated, 1)}


def home(entrant: Entrant) -> str | None:
    """Return where somebody comes from: the place, and the club."""
    return ", ".join(filter(None, (entrant.place, entrant.club))) or None


def namesakes(found: Ranking) -> dict[int, str]:
    """Return where those come from whose name somebody else of the ranking has as well, by start number."""
    every = [one.entrant for one in found.standings]
    called = Counter(name_key(one.name) for one in every)
    return {one.number: one.place or one.club for one in every if called[name_key(one.name)] > 1}


def beneath(one: Standing, about: str | None) -> Iterator[str]:
    """Yield what stands beneath a name in a ranking: what is `about` him, what decided, no list yet, a penalty."""
    if about:
        yield about
    if one.decided:
        has = DECIDING[one.decided](one) if one.decided in DECIDING else None
        yield f"{tie_words(one.decided)} {'' if has is None else signed_number(has) if has < 0 else has}".strip()
    if not one.place:
        yield _("no list yet")
    if one.penalties:
        yield _("Penalty {points}", points=signed_number(one.penalties))


def signed(rules: Rules, points: int) -> str:
    """Return points in words, with their sign; good points have none, and 0 has none."""
    return signed_number(points) if points and rules.counts != GOOD else f"{points}"


def by_name(name: str, rules: Rules) -> str:
    """Return where a name stands in an alphabet: an accent, or the dots of an umlaut, count nothing."""
    words = surname_first(name) if rules.by_surname else name
    return "".join(letter for letter in normalize("NFD", name_key(words)) if not combining(letter))


def surname_first(name: str) -> str:
    """Return a name as a list is sorted by it: "Huber Josef" for "Josef Huber", of "Josef Huber jun. (3)" as well."""
    words = name.split()
    last = len(words) - 1
    while last > 0 and (words[last].startswith("(") or words[last].casefold() in _BEHIND_SURNAME):
        last -= 1
    return " ".join((*words[last:], *words[:last]))


def missing_notes(missing: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield a sentence for each round of which lists are missing."""
    for round_, lists in groupby(missing, itemgetter(0)):
        yield still_missing(round_, [table for _round, table in lists]) + "."


def unsaid_notes(found: Ranking) -> Iterator[str]:
    """Yield what would have to decide and is not said, with the lists that do not say it."""
    for tie, lists in found.unsaid.items():
        rounds = [(round_, [table for _round, table in of]) for round_, of in groupby(lists, itemgetter(0))]
        said = [
            _n("round {round}, table {tables}", "round {round}, tables {tables}", len(tables), round=round_,
               tables=runs(tables))
            for round_, tables in rounds
        ]  # fmt: skip
        yield _("Some lists do not give {what}: anything not given counts as 0 ({lists}).", what=tie_words(tie),
                lists="; ".join(said))  # fmt: skip


def ties_note(rules: Rules) -> str:
    """Return the sentence what decides between people who have the same points."""
    if not rules.ties:
        return _("Players with the same points share a place.")
    return _(
        "Ties are decided by: {ties}. Players who are equal in all of these share a place.",
        ties=", ".join(map(tie_words, rules.ties)),
    )


def title_upto(head: Head, what: str, found: Ranking, rules: Rules) -> str:
    """Return the title of a report of how it stands: so far where lists are missing, else after which round."""
    return f"{head.name}: {' '.join(filter(None, [what, _upto_words(found, rules)]))}"


def _upto_words(found: Ranking, rules: Rules) -> str:
    """Return after which round a ranking is, "" before the first."""
    if found.missing:
        return _("so far, in round {round} of {rounds}", round=found.upto, rounds=rules.rounds)
    if found.upto >= rules.rounds:
        return _("after the last round")
    return _("after round {round} of {rounds}", round=found.upto, rounds=rules.rounds) if found.upto else ""
