"""Evenings of another program come in: a csv with a row for each hand, of which all are taken in, or none.

python examples/migration.py hands.csv ledger.db

date,players,game,declarer,partner,won,schneider,laufende
2026-01-09,Anna Bene Christl Dani,sauspiel,Anna,Christl,yes,no,2
"""

from __future__ import annotations

import csv
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import sklog

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

YES = {"yes": True, "no": False}


def hand(row: Mapping[str, str]) -> sklog.Played:
    """Return the hand of a row; raise InvalidHand for what contradicts itself."""
    return sklog.Played(
        game=row["game"],
        declarer=row["declarer"],
        partner=row["partner"] or None,
        won=YES[row["won"]],
        schneider=YES[row["schneider"]],
        laufende=int(row["laufende"] or 0),
    )


def sessions(file: Path, tariff: sklog.Tariff) -> Iterator[sklog.Session]:
    """Yield the evenings of a file; raise InvalidHand with the line that is wrong."""
    with file.open(encoding="utf-8-sig", newline="") as stream:
        rows = [(number, row) for number, row in enumerate(csv.DictReader(stream), 2)]
    for (date, players), group in groupby(rows, lambda one: (one[1]["date"], one[1]["players"])):
        hands = []
        for number, row in group:
            try:
                hands.append(hand(row))
            except sklog.HandError as error:
                raise error.at(file.name, number) from None
        yield sklog.Session(f"Evening of {date}", date, tariff, tuple(players.split()), tuple(hands), closed=True)


def migrate(file: Path, ledger: sklog.Ledger, tariff: str) -> int:
    """Take every evening in, also again; return how many there are."""
    found = [*sessions(file, sklog.find_tariff(tariff))]
    for session in found:
        session.lines()  # whatever cannot be is said before anything is stored
    return len([ledger.add(session) for session in found])


if __name__ == "__main__":
    try:
        print(migrate(Path(sys.argv[1]), sklog.Ledger(sys.argv[2]), "sauspiel"), "evenings")
    except sklog.SklogError as error:
        sys.exit(str(error))
