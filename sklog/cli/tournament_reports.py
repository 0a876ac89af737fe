"""tournament show, ranking: what a tournament comes to, as it stands."""

from __future__ import annotations

from typing import Annotated

import typer

from sklog.cli import common
from sklog.desk import tournament_typed as read
from sklog.desk.ledger import Ledger
from sklog.language import _
from sklog.reports.model import Column, Kind, Report, listing
from sklog.scoring.tournament.ranking import ranking

commands = typer.Typer()

Round = Annotated[
    int | None,
    typer.Option("--round", metavar="N", help="After this round (else as it stands).", parser=common.whole_number),
]


@common.report(commands, "ranking", "browser")
def ranking_(ledger: Ledger, round_: Round = None, tournament: common.WhichTournament = None) -> Report:
    """Print the ranking, as it stands or after a round."""
    held = ledger.tournaments.held(tournament)
    found = ranking(held.tournament, read.known_rounds(held.tournament, round_))
    columns = (
        Column("place", _("Place"), Kind.COUNT),
        Column("number", _("No."), Kind.COUNT),
        Column("name", _("Name"), Kind.NAME),
        Column("points", _("Points"), Kind.COUNT),
    )
    rows = [(one.place, one.entrant.number, one.entrant.name, one.points) for one in found.standings]
    return listing("ranking", held.evening.name, columns, rows)
