"""A tournament in words: its rules, what decides ties, which lists are missing, what there is to win."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sklog.language import N_, _, _n
from sklog.scoring.amounts import money, signed_number
from sklog.scoring.tariff import CENTS, GOOD, SUM
from sklog.tournament import model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.tournament.model import Prize, Rules, Tournament

_RUN = 3  # numbers in a row that are said as one
COUNTED = {SUM: N_("the sum of a list counts"), GOOD: N_("the good points of a list count")}
_APART = {
    (model.TEAM,): N_("no two from one team at a table"),
    (model.CLUB,): N_("no two from one club at a table"),
    (model.TEAM, model.CLUB): N_("no two from one team or club at a table"),
}


def so(*rows: tuple[object, str], **about: object) -> list[str]:
    """Return those of these sentences of which it is so, in the language that is spoken."""
    return [_(words, **about) for is_so, words in rows if is_so]


def still_missing(round: int, tables: Sequence[int]) -> str:  # noqa: A002  as it is called
    """Return the sentence which lists of a round are missing."""
    return _n(
        "{n} list of round {round} is missing: table {tables}",
        "{n} lists of round {round} are missing: tables {tables}",
        len(tables),
        round=round,
        tables=runs(tables),
    )


COLUMNS = {"points": N_("points"), "good": N_("good points"), "solos": N_("solos"), "herz_solos": N_("Herz-Solos")}
"""What a list says of each, by its field."""


def row_words(row: model.Row, rules: Rules) -> str:
    """Return what a list says of one seat, what counts first: "+23 (2 Solos)", of good points "60 (+23)"."""
    more = [signed_number(row.points)] if row.points is not None else []
    if rules.counts == GOOD:
        first = f"{row.good or 0}"
    else:
        first, *more = more or ["0"]
        if model.GOOD_POINTS in rules.ties and row.good is not None:
            more.append(_n("{n} good point", "{n} good points", row.good))
    if row.solos:
        more.append(_n("{n} Solo", "{n} Solos", row.solos))
    if row.herz_solos:
        more.append(_n("{n} of it in Herz", "{n} of them in Herz", row.herz_solos))
    return f"{first} ({'; '.join(more)})" if more else first


def rows_words(tournament: Tournament, seats: Iterable[int], rows: Iterable[model.Row]) -> str:
    """Return a list in words: "17 Anna +23, 4 Bene -5"."""
    pairs = zip(seats, rows, strict=False)
    return ", ".join(f"{tournament.called(number)} {row_words(row, tournament.rules)}" for number, row in pairs)


def differences(one: model.Row, other: model.Row) -> Iterator[str]:
    """Yield what two entries of a row say differently: "points +23 and +25"."""
    for field, *values in zip(model.Row._fields, one, other, strict=True):
        first, second = (_("not given") if value is None else f"{value}" for value in values)
        if first != second:
            yield _("{what} {first} and {second}", what=_(COLUMNS[field]), first=first, second=second)


def once_words(who: str) -> str:
    """Return the sentence that one of two entries of a list is in, which says nothing of what it says."""
    return _("Entered once, by {who}. Somebody else has to enter this list again, on another device.", who=who or "?")


def runs(numbers: Sequence[int]) -> str:
    """Return numbers in their order as people read them, three and more that follow each other as one: "2, 5–9"."""
    ordered = sorted(numbers)
    words: list[str] = []
    for _lead, group in groupby(enumerate(ordered), lambda one: one[1] - one[0]):
        run = [number for _at, number in group]
        words += [f"{run[0]}–{run[-1]}"] if len(run) >= _RUN else map(str, run)
    return ", ".join(words)


def tie_words(tie: str) -> str:
    """Return what decided between people with the same points, "" where nothing did."""
    return _(model.TIES[tie]) if tie else ""


def rules_words(rules: Rules) -> list[str]:
    """Return how a tournament is held, a phrase for each rule that says something."""
    final, alike = rules.final, rules.same_games and rules.remainder == model.FIVES
    said: Sequence[tuple[object, Callable[[], str]]] = (
        (True, lambda: _n("{n} round", "{n} rounds", rules.rounds)),
        (True, lambda: _n("{n} game in each", "{n} games in each", rules.games)),
        (True, lambda: _(COUNTED[rules.counts])),
        (rules.ties, lambda: _("ties: {ties}", ties=", ".join(map(tie_words, rules.ties)))),
        (True, lambda: _(model.REMAINDERS[rules.remainder])),
        (True, lambda: _(model.SEATINGS[rules.seating])),
        (rules.apart, lambda: _(_APART[tuple(sorted(rules.apart, reverse=True))])),
        (alike, lambda: _("larger tables play as many games as the others")),
        (rules.double_entry, lambda: _("each list is entered twice")),
        (rules.best, lambda: _n("the best round counts", "the best {n} rounds count", rules.best)),
        (final, lambda: _n("the last round is a final of {n}", "the last round is a final of the first {n}", final)),
        (rules.fee, lambda: _("fee {fee}", fee=money(rules.fee, CENTS))),
        (rules.team_fee, lambda: _("fee of a team {fee}", fee=money(rules.team_fee, CENTS))),
        (rules.bye, lambda: _n("{n} point for a bye", "{n} points for a bye", rules.bye)),
    )
    return [words() for holds, words in said if holds]


def games_words(rules: Rules, people: int) -> str:
    """Return how many games a table of so many people plays, and how many sit out each: all who are more than four."""
    games = _n("{n} game", "{n} games", rules.games_of(people))
    if people <= model.TABLE:
        return games
    return _n("{games}, with one sitting out", "{games}, with {n} sitting out", people - model.TABLE, games=games)


def prize_words(prize: Prize) -> str:
    """Return what a prize is: the thing, or the money."""
    if prize.cents is None:
        return prize.what
    amount = money(prize.cents, CENTS)
    return f"{amount} ({prize.what})" if prize.what and prize.what != amount else amount


def tables_note(tournament: Tournament) -> list[str]:
    """Return the sentence what every table's best gets, and how many tables there are; none where there is no money."""
    each = sum(one.cents or 0 for one in tournament.prizes if one.whose == model.TABLE_BEST)
    if not each:
        return []
    words = {"money": money(each, CENTS)}
    if not tournament.tables:
        return [_("Of the prize money, {money} goes to the best of one table: each table drawn gets as much.", **words)]
    return [
        _n("Of the prize money, {money} goes to the best of {n} table.",
           "Of the prize money, {money} each goes to the best of {n} tables.", tournament.tables, **words)
    ]  # fmt: skip


def prize_phrases(prizes: Iterable[Prize]) -> Iterator[str]:
    """Yield what there is to win, a phrase for each prize."""
    for prize in prizes:
        place = {"place": prize.place, "what": prize_words(prize)}
        if prize.whose == model.ALL:
            yield _("place {place}: {what}", **place)
        elif prize.place == 1 and prize.whose in model.ONE_PLACE:
            yield f"{_(model.WINNERS[prize.whose])}: {prize_words(prize)}"
        else:
            yield _("{whose}, place {place}: {what}", whose=_(model.WINNERS[prize.whose]), **place)
