"""A tournament counted a second time, slowly, without a line of sklog's ranking, prizes or series.

Places are counted by comparing everybody with everybody, teams by trying every choice of members, money by handing out
cent by cent. Only plain values of the tournament are read. Lots are handed in as the order in which they come.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Tournament = Row = Any  # as it is handed in


def list_that_counts(tournament: Tournament, at: int, table: int) -> Sequence[Row] | None:
    """Read the lists of a table from the newest to the oldest, up to one that corrects."""
    agreed: list[Sequence[Row]] = []
    corrected = False
    for entered in reversed(tournament.lists.get((at, table), ())):
        agreed.append(entered.rows)
        if entered.corrects:
            corrected = True
            break
    if not agreed:
        return None
    if not tournament.rules.double_entry or corrected:
        return agreed[0]
    if len(agreed) < 2:
        return None
    both = []
    for last, first in zip(agreed[0], agreed[-1], strict=True):
        said = last._asdict()
        for field, his in first._asdict().items():
            if said[field] is None:
                said[field] = his
            elif his is not None and said[field] != his:
                return None
        both.append(last._replace(**said))
    return both


class Person:
    """Somebody's day, read anew from the lists."""

    def __init__(self, tournament: Tournament, number: int, upto: int) -> None:
        self.number, self.seats, self.missing = number, 0, 0
        self.results: list[int | None] = []
        self.rows: list[Row] = []
        for at in range(upto):
            self.results.append(None)
            if number in tournament.rounds[at].byes:
                self.seats += 1
                self.results[at] = tournament.rules.bye
            for table, seats in enumerate(tournament.rounds[at].tables):
                if number not in seats:
                    continue
                self.seats += 1
                rows = list_that_counts(tournament, at + 1, table + 1)
                if rows is None:
                    self.missing += 1
                else:
                    self.rows.append(rows[seats.index(number)])
                    self.results[at] = counting(tournament, self.rows[-1])
        had = [one for one in self.results if one is not None]
        self.points = best_of(had, tournament.rules.best or len(had)) if had else 0
        for penalty in tournament.penalties:
            if penalty.number == number and penalty.round in range(upto + 1):
                self.points += penalty.points
        is_over = bool(tournament.rules.final) and upto == tournament.rules.rounds
        self.finalist = is_over and number in (
            *tournament.rounds[upto - 1].byes, *(one for table in tournament.rounds[upto - 1].tables for one in table)
        )  # fmt: skip
        wanted = upto if not tournament.rules.best else min(upto, tournament.rules.best)
        if is_over and not self.finalist and not tournament.rules.best:
            wanted -= 1
        self.complete = wanted > 0 and self.seats >= wanted
        if not tournament.entrants[number].here and len(tournament.rounds) < tournament.rules.rounds:
            self.complete = False
        self.got_something = any(one is not None for one in self.results)


def counting(tournament: Tournament, row: Row) -> int:
    """Say what counts of a row."""
    said = row.good if tournament.rules.counts == "good" else row.points
    return 0 if said is None else said


def ranked(tournament: Tournament, upto: int) -> list[Person]:
    """Give everybody who is ranked, by start number."""
    everybody = [Person(tournament, number, upto) for number in sorted(tournament.entrants)]
    return [
        one
        for one in everybody
        if not tournament.entrants[one.number].fills and (tournament.entrants[one.number].here or one.got_something)
    ]


def placed(tournament: Tournament, upto: int) -> list[Person]:
    """Give everybody who has a place: a list of his is in, or he had a bye."""
    return [one for one in ranked(tournament, upto) if one.got_something]


def compared(one: Person, other: Person, tie: str, lots: Sequence[int]) -> int:
    """Say above 0 where the one is ahead by this tie, below 0 where the other is, 0 where it does not decide."""
    if tie == "lot":
        return lots.index(other.number) - lots.index(one.number)
    if tie in {"best-round", "last-round"}:
        pick: Callable[[Person], list[int]] = {
            "best-round": lambda who: [result for result in who.results if result is not None],
            "last-round": lambda who: [result for result in who.results[-1:] if result is not None],
        }[tie]
        mine, his = pick(one), pick(other)
        if not mine or not his:
            return bool(mine) - bool(his)
        return max(mine) - max(his)
    field = {"solos": "solos", "herz-solos": "herz_solos", "good-points": "good"}[tie]
    return sum(getattr(row, field) or 0 for row in one.rows) - sum(getattr(row, field) or 0 for row in other.rows)


def ahead(tournament: Tournament, one: Person, other: Person, lots: Sequence[int]) -> str | None:
    """Say by what the one is ahead of the other: "points" or a tie; None where he is not."""
    if one.finalist != other.finalist:
        return "points" if one.finalist else None
    if one.points != other.points:
        return "points" if one.points > other.points else None
    for tie in tournament.rules.ties:
        difference = compared(one, other, tie, lots)
        if difference:
            return tie if difference > 0 else None
    return None


def places(tournament: Tournament, upto: int, lots: Sequence[int]) -> dict[int, int | None]:
    """Give everybody with a list one place more than there are people ahead of him, all others none."""
    people = placed(tournament, upto)
    found: dict[int, int | None] = {one.number: None for one in ranked(tournament, upto)}
    for one in people:
        found[one.number] = 1 + sum(ahead(tournament, other, one, lots) is not None for other in people)
    return found


def decided(tournament: Tournament, upto: int, lots: Sequence[int]) -> dict[int, str]:
    """Give by what each is ahead of the best of those behind him, "" where by points or nobody is behind."""
    people = placed(tournament, upto)
    found = {one.number: "" for one in ranked(tournament, upto)}
    for one in people:
        behind = [other for other in people if ahead(tournament, one, other, lots)]
        best = [two for two in behind if not any(ahead(tournament, other, two, lots) for other in behind)]
        how = ahead(tournament, one, best[0], lots) if best else None
        found[one.number] = how if how and how != "points" else ""
    return found


def unknown(tournament: Tournament, upto: int, lots: Sequence[int]) -> set[str]:
    """Give the ties that would have to decide between two, though a list of one of them does not say it."""
    fields = {"solos": "solos", "herz-solos": "herz_solos", "good-points": "good"}
    found = set()
    for one, other in combinations(placed(tournament, upto), 2):
        if one.points != other.points or one.finalist != other.finalist:
            continue
        for tie in tournament.rules.ties:
            said = [
                0 if tie == "herz-solos" and row.solos == 0 else getattr(row, fields[tie])
                for row in (*one.rows, *other.rows)
                if tie in fields
            ]
            if None in said:
                found.add(tie)
            if compared(one, other, tie, lots):
                break
    return found


# -- teams ------------------------------------------------------------------------------------------


def groups(tournament: Tournament, upto: int, field: str) -> dict[str, tuple[int | None, int]]:
    """Give each team's or club's place and points, by its name in small letters."""
    size = tournament.rules.team_size
    members: dict[str, list[int]] = {}
    for one in ranked(tournament, upto):
        if name := getattr(tournament.entrants[one.number], field):
            members.setdefault(name.casefold(), []).extend([one.points] if one.got_something else [])
    best: dict[str, tuple[int, ...]] = {}
    for name, points in members.items():
        choices = combinations(points, min(size, len(points)))
        best[name] = max(
            (tuple(sorted(choice, reverse=True)) for choice in choices), key=lambda some: (sum(some), some)
        )
    full = [name for name in members if len(members[name]) >= size]
    found: dict[str, tuple[int | None, int]] = {}
    for name in members:
        better = [one for one in full if (sum(best[one]), best[one]) > (sum(best[name]), best[name])]
        found[name] = (1 + len(better) if name in full else None, sum(best[name]))
    return found


# -- prizes -----------------------------------------------------------------------------------------


def given(tournament: Tournament, lots: Sequence[int], prize_lots: Sequence[int]) -> Counter[tuple[int, object]]:
    """Count the cents, and the things by name, that each start number gets, prizes of teams and clubs aside."""
    upto = len(tournament.rounds)
    worth = [prize._replace(cents=in_cents(tournament, prize)) for prize in tournament.prizes]
    tournament = tournament._replace(prizes=tuple(worth))
    place_of = places(tournament, upto, lots)
    full = {one.number: place_of[one.number] or 0 for one in placed(tournament, upto) if one.complete}
    found = _handed_out(tournament, "all", full, prize_lots)
    found += _handed_out(tournament, "last", {number: -place for number, place in full.items()}, prize_lots)
    days = {one.number: one for one in placed(tournament, upto) if one.complete}
    points = {number: one.points for number, one in days.items()}
    found += _handed_out(tournament, "zero", {number: max(one, -one) for number, one in points.items()}, prize_lots)
    single = {number: -max(had for had in one.results if had is not None) for number, one in days.items()}
    found += _handed_out(tournament, "round", single, prize_lots)
    for kind in ("women", "youth"):
        some = {number: place for number, place in full.items() if kind in tournament.entrants[number].classes}
        found += _handed_out(tournament, kind, some, prize_lots)
    for number, one in points.items():
        if one > 0:
            found += _handed_out(tournament, "above", {number: 1}, prize_lots)
    for at, drawn in enumerate(tournament.rounds, 1):
        for table, seats in enumerate(drawn.tables, 1):
            rows = list_that_counts(tournament, at, table)
            if rows is not None:
                points = {
                    number: -counting(tournament, one)
                    for number, one in zip(seats, rows, strict=True)
                    if not tournament.entrants[number].fills
                }
                found += _handed_out(tournament, "table", points, prize_lots)
    return found


def fees(tournament: Tournament) -> int:
    """Add up what everybody owes, and every team, in cents."""
    people = [tournament.entrants[one.number] for one in ranked(tournament, len(tournament.rounds))]
    teams = {one.team.casefold() for one in people if one.team}
    return sum(tournament.rules.fee for _one in people) + sum(tournament.rules.team_fee for _team in teams)


def in_cents(tournament: Tournament, prize: Any) -> int | None:
    """Say what a prize is in money, None for a thing."""
    if prize.cents is None and prize.what.endswith("%"):
        return fees(tournament) * int(prize.what[:-1]) // 100
    cents: int | None = prize.cents
    return cents


def _handed_out(
    tournament: Tournament, whose: str, rank: dict[int, int], prize_lots: Sequence[int]
) -> Counter[tuple[int, object]]:
    """Hand out cent by cent, and thing by thing, to those of one rank (the least is the best) in turn."""
    found: Counter[tuple[int, object]] = Counter()
    for value in set(rank.values()):
        same = sorted(number for number in rank if rank[number] == value)
        better = sum(other < value for other in rank.values())
        theirs = [
            prize
            for place in range(better + 1, better + len(same) + 1)
            for prize in tournament.prizes
            if prize.whose == whose and prize.place == place
        ]
        for cent in range(sum(prize.cents or 0 for prize in theirs)):
            found[same[cent % len(same)], "cents"] += 1
        turns = [number for number in prize_lots if number in same]
        for turn, prize in enumerate([prize for prize in theirs if prize.cents is None]):
            found[turns[turn % len(turns)], prize.what] += 1
    return found


# -- a series ---------------------------------------------------------------------------------------


def best_of(points: Sequence[int | None], best: int) -> int:
    """Try every choice of so many tournaments that somebody played."""
    had = [one for one in points if one is not None]
    return max(sum(choice) for choice in combinations(had, min(best, len(had))))
