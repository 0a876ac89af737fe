"""A day of a tournament for the tests of its reports and printouts, recorded fact by fact."""

from collections.abc import Iterable, Mapping

from sklog.tournament.facts import (
    Drawn,
    Entered,
    Fact,
    ListIn,
    Paid,
    Penalized,
    Presence,
    PrizesSet,
    RulesSet,
    Said,
    Substitute,
)
from sklog.tournament.model import Penalty, Prize, Round, Row, Rules, TableList, Tournament
from sklog.tournament.words import Head

HEAD = Head("Herbstrennen", "2026-11-21", "Gasthof Post", "Rennen SELF-Bar")
RULES = Rules(rounds=2, games=32, ties=("solos",), fee=1000, seed="abc")
PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Eva", "Franzi", "Öttl", "Zenz", "Quirin")


def made(*said: Said) -> Tournament:
    """Give the tournament that these facts make."""
    tournament = None
    for one in said:
        tournament = Fact(one).apply(tournament)
    assert tournament is not None
    return tournament


def entered(names: Iterable[str] = PEOPLE) -> list[Said]:
    """Give the facts that these people enter, each from Mühldorf, the odd numbers in one club, pairs in a team."""
    return [
        Entered(number, name, "Mühldorf", "SV Au" if number % 2 else "TSV Öd", f"Paar {(number + 1) // 2}")
        for number, name in enumerate(names, 1)
    ]


def points(*of_each: int, who: str = "Bene", solos: int | None = None, corrects: bool = False) -> TableList:
    """Give a list of these points, with so many solos of the first."""
    rows = [Row(value, None, None if solos is None else solos * (at == 0)) for at, value in enumerate(of_each)]
    return TableList(tuple(rows), who, corrects=corrects)


def day(rules: Rules = RULES) -> Tournament:
    """Give a day with nearly everything: nine people at tables of five and four, a list of round 2 missing.

    The first list was corrected, 3 withdrew, somebody took over 4, 5 has a penalty, 10 came late.
    """
    return made(
        RulesSet(rules),
        *entered(),
        *(Paid(number, 1000) for number in (1, 2, 3, 5)),
        Drawn(1, Round(((1, 2, 3, 4, 5), (6, 7, 8, 9)), seed="abc", method=1)),
        ListIn(1, 1, points(11, -4, -3, -2, -2)),
        ListIn(1, 1, points(10, -4, -3, -2, -1, who="Anna", corrects=True)),
        ListIn(1, 2, points(10, -5, -3, -2, solos=2)),
        Presence(3, here=False, reason="krank"),
        Substitute(4, "Hans"),
        Penalized(Penalty(5, -20, "falscher Platz", 1)),
        Entered(10, "Ignaz"),
        Drawn(2, Round(((1, 6, 2, 7, 10), (5, 8, 4, 9)), seed="abc", method=1)),
        ListIn(2, 1, points(4, 4, -4, -4, 0, solos=0)),
        PrizesSet((Prize("all", 1, "", 50000), Prize("all", 2, "Schinken"), Prize("teams", 9, "Fass Bier"))),
    )


def names(tournament: Tournament) -> Mapping[int, str]:
    """Give how everybody is called at the tables."""
    return {number: one.name for number, one in tournament.entrants.items()}
