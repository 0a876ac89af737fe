"""A tournament in words: its rules, what decides ties, which lists are missing, what there is to win; who is who."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining, normalize

from sklog.language import N_, _, _n
from sklog.scoring.amounts import money, signed_number
from sklog.scoring.names import name_key
from sklog.scoring.tariff import CENTS, GOOD, SUM
from sklog.tournament import model
from sklog.tournament.ranking import DECIDING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.tournament.model import Entrant, Prize, Round, Rules, Tournament
    from sklog.tournament.ranking import Ranking, Standing

_BEHIND_SURNAME = frozenset(("jun.", "jr.", "jr", "sen.", "sr.", "sr", "ii", "ii.", "iii", "iii.", "d.j.", "d.ä."))
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


def with_what_for(prize: str, whose: str, place: int) -> str:
    """Return a prize with what it is for, if a place among all does not say it: "Blumen (Women, Place 1)"."""
    if whose in (model.ALL, model.TEAMS, model.CLUBS, model.LAST):
        return prize
    only = place == 1 and whose in model.ONE_PLACE
    return f"{prize} ({_(model.WINNERS[whose])}{'' if only else ', ' + _('Place {place}', place=place)})"


class Head(NamedTuple):
    """What a tournament is called, its day (ISO), where it is, and the title of its scale."""

    name: str
    date: str = ""
    place: str = ""
    tariff: str = ""


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
