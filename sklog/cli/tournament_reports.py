"""tournament show … print: what a tournament comes to, as it stands, on the screen, in a file, on paper."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sklog.cli import common
from sklog.cli.tournament_common import complete_numbers, one_number, require_there
from sklog.desk import tournament_typed as read
from sklog.desk.ledger import Ledger
from sklog.reports.model import Report

commands = typer.Typer()

Round = Annotated[
    int | None,
    typer.Option("--round", metavar="N", help="After this round (else as it stands).", parser=common.whole_number),
]
OfRound = Annotated[
    int | None,
    typer.Option("--round", metavar="N", help="Of this round (else the newest).", parser=common.whole_number),
]


def _report(ledger: Ledger, name: str, which: str | None, **asked: Any) -> Report:
    require_there(ledger)
    return ledger.tournaments.report(name, which, **asked)


@common.report(commands, "show", "browser")
def show(ledger: Ledger, tournament: common.WhichTournament = None) -> Report:
    """Show how it stands: the rules, the rounds, and which lists are missing."""
    return _report(ledger, "show", tournament)


@common.report(commands, "entrants", "browser")
def entrants(ledger: Ledger, tournament: common.WhichTournament = None) -> Report:
    """List everybody by start numbers: place, club, team, what is paid, who is here."""
    return _report(ledger, "entrants", tournament)


@common.report(commands, "seats", "browser")
def seats(ledger: Ledger, round_: OfRound = None, tournament: common.WhichTournament = None) -> Report:
    """List who sits at which table of a round."""
    return _report(ledger, "seats", tournament, round=round_)


@common.report(commands, "ranking", "browser")
def ranking(ledger: Ledger, round_: Round = None, tournament: common.WhichTournament = None) -> Report:
    """Print the ranking, as it stands or after a round."""
    return _report(ledger, "ranking", tournament, round=round_)


@common.report(commands, "teams", "browser")
def teams(ledger: Ledger, round_: Round = None, tournament: common.WhichTournament = None) -> Report:
    """Print the ranking of the teams: the sum of the best of each."""
    return _report(ledger, "teams", tournament, round=round_)


@common.report(commands, "clubs", "browser")
def clubs(ledger: Ledger, round_: Round = None, tournament: common.WhichTournament = None) -> Report:
    """Print the ranking of the clubs: the sum of the best of each."""
    return _report(ledger, "clubs", tournament, round=round_)


@common.report(commands, "awards", "browser")
def awards(ledger: Ledger, tournament: common.WhichTournament = None) -> Report:
    """Print who gets which prize; those who share a place share its prizes."""
    return _report(ledger, "awards", tournament)


@common.report(commands, "cash", "browser")
def cash(ledger: Ledger, tournament: common.WhichTournament = None) -> Report:
    """Print the cash sheet: entry fees, paid and open, and prizes."""
    return _report(ledger, "cash", tournament)


@common.report(commands, "explain", "browser")
def explain(
    ledger: Ledger,
    what: Annotated[
        str,
        typer.Argument(
            help="A start number, or a table such as 2/17.", metavar="NR|ROUND/TABLE", autocompletion=complete_numbers
        ),
    ],
    tournament: common.WhichTournament = None,
) -> Report:
    """Say why: of a start number its place, of a table (2/17) its lists, also those that were struck out."""
    if "/" not in what:
        return _report(ledger, "person", tournament, number=one_number(what))
    require_there(ledger)
    round_, table = read.place(what, ledger.tournaments.held(tournament).tournament)
    return _report(ledger, "table", tournament, round=round_, table=table)


@common.report(commands, "series", "browser")
def series(
    ledger: Ledger,
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Each tournament, by number, name or date (else all).", metavar="[TOURNAMENT…]"),
    ] = None,
    best: Annotated[
        int | None,
        typer.Option("--best", metavar="N", help="So many of everybody count (else all).", parser=common.whole_number),
    ] = None,
) -> Report:
    """Print several tournaments as one ranking, such as those of a year."""
    require_there(ledger)
    every = names or [str(held.evening.id) for held in ledger.tournaments.all()]
    return _report(ledger, "series", None, names=every, best=best)
