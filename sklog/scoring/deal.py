"""What cannot be about a deal of any kind, at this table and under its tariff: its people, its round, its Klopfer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _or
from sklog.scoring.hand import count
from sklog.scoring.tariff import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sklog.scoring.hand import Dealt
    from sklog.scoring.judge import Table
    from sklog.scoring.tariff import Tariff


def not_played(what: str, tariff: Tariff) -> str:
    """Return the sentence that a game is not in this tariff, and what is."""
    games = ", ".join(game.title for game in tariff.games)
    return _("{tariff} does not play {game}; it plays {games}", tariff=tariff.name, game=what, games=games)


def unknown_round(kind: str, tariff: Tariff) -> str | None:
    """Return the sentence that this tariff does not play a special round; None where it does."""
    kinds = tariff.rounds.kinds if tariff.rounds else ()
    if kind in kinds:
        return None
    round_ = kind.capitalize() if kind in ROUNDS else repr(kind)
    if not kinds:
        return _("{tariff} knows no round {round}; it plays no special rounds", tariff=tariff.name, round=round_)
    rounds = ", ".join(kinds)
    return _("{tariff} knows no round {round}; it plays {rounds}", tariff=tariff.name, round=round_, rounds=rounds)


def deal_problems(table: Table, tariff: Tariff) -> list[str]:
    """Return what cannot be about the deal itself: who deals, who is dealt in, and the special round."""
    seats, active = table.seats, table.active
    wrong = [] if table.dealer in seats else [_stranger(table.dealer, table)]
    for person in active:
        if person not in seats:
            wrong += people_problems(active, table)
            break
    if len(active) not in tariff.people:
        wanted, people = _or(map(str, tariff.people)), len(active)
        wrong.append(
            _("{tariff} deals to {wanted} people, not to {people}", tariff=tariff.name, wanted=wanted, people=people)
        )
    if table.round and (unknown := unknown_round(table.round, tariff)):
        wrong.append(unknown)
    return wrong


def people_problems(people: Iterable[str], table: Table) -> list[str]:
    """Return who is not at the table, or sits out in this deal."""
    wrong = []
    for person in dict.fromkeys(people):
        if person not in table.seats:
            wrong.append(_stranger(person, table))
        elif person not in table.active:
            wrong.append(_("{name} sits out; dealt in: {people}", name=person, people=", ".join(table.active)))
    return wrong


def _stranger(name: str, table: Table) -> str:
    return _("{name} is not at this table; there are {people}", name=name, people=", ".join(table.seats))


def klopfer_problems(hand: Dealt, table: Table, tariff: Tariff) -> list[str]:
    """Return what cannot be about the Klopfer of any kind of hand."""
    klopfer, rule = hand.klopfer, tariff.klopfen
    if not klopfer:
        return []
    if rule is None:
        return [_("{tariff} knows no Klopfen", tariff=tariff.name)]
    wrong = [] if isinstance(klopfer, int) else people_problems(klopfer, table)
    knocked, most = count(klopfer), len(table.active)
    if rule.max is not None:
        most = min(most, rule.max)
    if knocked > most:
        wrong.append(_("{count} Klopfer, but at most {most} can knock", count=knocked, most=most))
    return wrong
