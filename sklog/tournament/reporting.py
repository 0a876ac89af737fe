"""Reports and printouts of a tournament, by their names: what each is asked for, and what it is made of.

    Held ──Head, Tournament, names──▶ builder ──▶ Report; of a printout the text of a page that is printed

What is not asked for is as usual: the newest round.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sklog.errors import NotFound, Refused
from sklog.language import _
from sklog.reports.prices import prices_report
from sklog.tournament.printouts import printout
from sklog.tournament.reports import explained, money, overview, standing
from sklog.tournament.reports.head import Head
from sklog.tournament.series import series

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sklog.reports.model import Report
    from sklog.tournament.held import Held
    from sklog.tournament.model import Tournament

SERIES, SHEETS = "series", "sheets"


def head_of(held: Held) -> Head:
    """Return what stands above the reports of a tournament. Its lists count points, whatever a game costs."""
    evening = held.evening
    return Head(evening.name, evening.date, evening.place, held.tariff.title or held.tariff.name)


def report(held: Held, name: str, unlike: Callable[[], Sequence[tuple[int, int]]], **asked: Any) -> Report:
    """Return the report of this name of a tournament; `unlike` finds the tables whose hands were corrected since.

    `asked` is round, table or number, where a report is about one. Raises NotFound where there is no such report or
    round, table, number, Refused where it is not said which one is meant.
    """
    if name not in REPORTS:
        raise NotFound(
            _("there is no report {name!r}; there are {known}", name=name, known=", ".join((*REPORTS, SERIES)))
        )
    build, wanted = REPORTS[name]
    if unknown := [word for word in asked if word not in wanted]:
        raise Refused(_("{name} is not asked for by {words}", name=name, words=", ".join(unknown)))
    return build(held, unlike, **{key: value for key, value in asked.items() if value is not None})


def series_of(every: Sequence[Held], best: int | None = None) -> Report:
    """Return several tournaments as one ranking: everybody's `best` count, all where nothing is said.

    Raises Refused where it is fewer than one, and without any tournament.
    """
    if not every:
        raise Refused(_("say which tournaments are the series"))
    twice = Counter(held.evening.uid for held in every)
    if said := [held.evening.name for held in every if twice[held.evening.uid] > 1]:
        raise Refused(_("{name} is named twice", name=said[0]))
    best = len(every) if best is None else best
    if best < 1:
        raise Refused(_("at least one tournament of a series counts"))
    return standing.series_report(series([(held.evening.name, held.ranking()) for held in every], best))


def meant_round(held: Held, round: int | None) -> int:  # noqa: A002  as it is called
    """Return the round that is meant, the newest unless said; raise NotFound where it was not drawn."""
    meant = held.round if round is None else round
    if not meant:
        raise NotFound(_("no round was drawn yet"))
    if not 1 <= meant <= held.round:
        raise NotFound(_("round {round} was not drawn", round=meant))
    return meant


def printed(held: Held, what: str, **asked: Any) -> str:
    """Return a printout of a tournament as a whole html page; what it can be asked for says `printouts.printout`.

    Score sheets have the tournament's scale on them. Raises NotFound.
    """
    scale = prices_report(held.tariff) if what == SHEETS else None
    return printout(what, head_of(held), held.tournament, held.names, scale=scale, **asked)


# -- one report each --------------------------------------------------------------------------------


def _show(held: Held, unlike: Callable[[], Sequence[tuple[int, int]]]) -> Report:
    return overview.overview(head_of(held), held.tournament, unlike())


def _whole(make: Callable[[Head, Tournament], Report]) -> Callable[..., Report]:
    """Return what makes a report of everything at once."""

    def build(held: Held, _unlike: object) -> Report:
        return make(head_of(held), held.tournament)

    return build


def _upto(make: Callable[[Head, Tournament, int | None], Report]) -> Callable[..., Report]:
    """Return what makes a report as it stood after a round, else as it stands."""

    def build(held: Held, _unlike: object, round: int | None = None) -> Report:  # noqa: A002  as it is called
        return make(head_of(held), held.tournament, None if round is None else meant_round(held, round))

    return build


def _seats(held: Held, _unlike: object, round: int | None = None) -> Report:  # noqa: A002  as it is called
    return overview.seats(head_of(held), held.tournament, held.names, meant_round(held, round))


def _bests(held: Held, _unlike: object, round: int | None = None) -> Report:  # noqa: A002  the same
    return standing.bests_report(head_of(held), held.tournament, meant_round(held, round))


def _person(held: Held, _unlike: object, number: int | None = None) -> Report:
    if number is None:
        raise Refused(_("say whose start number it is about"))
    return explained.person_report(head_of(held), held.tournament, number)


def _table(held: Held, _unlike: object, round: int | None = None, table: int | None = None) -> Report:  # noqa: A002
    if table is None:
        raise Refused(_("say which table it is about"))
    return explained.table_report(head_of(held), held.tournament, held.names, meant_round(held, round), table)


REPORTS: Mapping[str, tuple[Callable[..., Report], tuple[str, ...]]] = {
    "show": (_show, ()),
    "entrants": (_whole(overview.entrants), ()),
    "seats": (_seats, ("round",)),
    "ranking": (_upto(standing.ranking_report), ("round",)),
    "teams": (_upto(standing.teams_report), ("round",)),
    "clubs": (_upto(standing.clubs_report), ("round",)),
    "bests": (_bests, ("round",)),
    "awards": (_whole(money.awards_report), ()),
    "cash": (_whole(money.cash_report), ()),
    "person": (_person, ("number",)),
    "table": (_table, ("round", "table")),
}
"""Each report of one tournament, and what it can be asked for by."""
