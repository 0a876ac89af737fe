"""Reports and printouts of a tournament, by their names: what each is asked for, and what it is made of.

    Held ──Head, Tournament, names──▶ builder ──▶ Report; of a printout the text of a page that is printed

What is not asked for is as usual: the newest round.
"""

from __future__ import annotations

from collections import Counter
from inspect import signature
from typing import TYPE_CHECKING, Any

from sklog.errors import NotFound, Refused
from sklog.language import N_, _
from sklog.rooms import PRICES, load
from sklog.scoring.arguments import reading
from sklog.scoring.games import ONE_AGAINST_ALL
from sklog.scoring.tariff import GOOD
from sklog.tournament.ranking import series
from sklog.tournament.reports import day, places
from sklog.tournament.reports.shared import Head

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sklog.reports.model import Report
    from sklog.tournament.tournaments import Held

SERIES = "series"
WITH_SCALE = ("sheets", "statutes")
REPORTS: Mapping[str, Callable[..., Report]] = {
    "show": day.overview,
    "entrants": day.entrants,
    "seats": day.seats,
    "ranking": places.ranking_report,
    "teams": places.teams_report,
    "clubs": places.clubs_report,
    "bests": places.bests_report,
    "awards": day.awards_report,
    "cash": day.cash_report,
    "person": places.person_report,
    "table": places.table_report,
}
"""What makes each report of one tournament: it is given by name what it takes."""
ASKED = ("round", "number", "table")
"""What a report may be asked for; a round is the newest where nothing is said, but of those that tell how it stands."""
UNSAID: Mapping[str, str] = {"number": N_("say whose start number you mean"), "table": N_("say which table you mean")}
"""What is said where one that has to be said is not."""


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
            _("there is no report {name!r}; choose from {known}", name=name, known=", ".join((*REPORTS, SERIES)))
        )
    takes = signature(REPORTS[name]).parameters
    if unknown := [word for word in asked if word not in ASKED or word not in takes]:
        raise Refused(_("{words} cannot be used with {name}", name=name, words=", ".join(unknown)))
    for word in takes.keys() & UNSAID.keys():
        if asked.get(word) is None:
            raise Refused(_(UNSAID[word]))
    round_ = asked.get("round")
    known: Mapping[str, Callable[[], Any]] = {
        "head": lambda: head_of(held),
        "tournament": lambda: held.tournament,
        "names": lambda: held.names,
        "unlike": unlike,
        "round": lambda: None if round_ is takes["round"].default else meant_round(held, round_),
    }
    return reading(REPORTS[name])(**{word: known[word]() if word in known else asked[word] for word in takes})


@reading
def series_of(every: Sequence[Held], best: int | None = None, **unknown: Any) -> Report:
    """Return several tournaments as one ranking: everybody's `best` count, all where nothing is said.

    Raises Refused where it is fewer than one, without any tournament, and for anything else that is asked for.
    """
    if not every:
        raise Refused(_("say which tournaments belong to the series"))
    if words := [word for word, value in unknown.items() if value is not None]:
        raise Refused(_("{words} cannot be used with {name}", name=SERIES, words=", ".join(words)))
    twice = Counter(held.evening.uid for held in every)
    if said := [held.evening.name for held in every if twice[held.evening.uid] > 1]:
        raise Refused(_("{name} is named twice", name=said[0]))
    best = len(every) if best is None else best
    if best < 1:
        raise Refused(_("at least one tournament of a series counts"))
    found = series([(held.evening.name, held.ranking()) for held in every], best)
    return places.series_report(found, good=all(held.rules.counts == GOOD for held in every))


@reading
def meant_round(held: Held, round: int | None) -> int:  # noqa: A002  as it is called
    """Return the round that is meant, the newest unless said; raise NotFound where it was not drawn."""
    meant = held.round if round is None else round
    if not meant:
        raise NotFound(_("no round has been drawn yet"))
    if not 1 <= meant <= held.round:
        raise NotFound(_("round {round} was not drawn", round=meant))
    return meant


@reading
def printed(held: Held, what: str, round: int | None = None, **asked: Any) -> str:  # noqa: A002  as it is called
    """Return a printout of a tournament as a whole html page; what it can be asked for says `printouts.Job`.

    Score sheets and statutes have the tournament's scale on them. Raises NotFound.
    """
    said = {word: value for word, value in asked.items() if value is not None}
    if what in WITH_SCALE:
        said["scale"] = load(PRICES)(held.tariff)
        for game in held.tariff.games:
            if game.shape in ONE_AGAINST_ALL:
                titles = (game.title, *(f"{suit.capitalize()}-{game.title}" for suit in game.suits))
                said["alone"] = {**said.get("alone", {}), **dict.fromkeys(titles, max(held.tariff.people) - 1)}
    printouts = load("sklog.tournament.printouts")  # what draws pages need not be here
    return str(printouts.printout(what, printouts.Job(head_of(held), held.tournament, held.names, **said), round))
