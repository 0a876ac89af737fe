"""What people type of a tournament: tables, start numbers, lists, prizes and rules.

    "2/17", "17"               ─▶ round_and_table   without a round of the newest one
    "17,18"                    ─▶ start_numbers
    "23 -5 -20 2", "17:23 …"   ─▶ rows_of_list      what a list says of each seat
    a line for each game       ─▶ rows_of_games     what such a list comes to
    "1-3: 50 €", "last: Most"  ─▶ prizes_of_lines   what there is to win

Whatever is wrong is refused with all of it at once; where a text can mean two things, both are said.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from sklog.desk import typed
from sklog.errors import IllegalHand, Problem, Refused, SklogError, TurnedName
from sklog.language import N_, _, _n, _t, option_word
from sklog.scoring import amounts
from sklog.scoring.canonical import shown
from sklog.scoring.names import name_key, one_name, parted, turned_key
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament import model
from sklog.tournament.facts import Entered, Substitute, entered_already, uneven
from sklog.yaml_text import MOST_PROBLEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.tournament.model import Tournament
    from sklog.tournament.tournaments import Person

A = TypeVar("A")
T = TypeVar("T")
Named = TypeVar("Named", Entered, Substitute)
_BETWEEN = re.compile(r"[,;\s]+")
_BEHIND = re.compile(r"(?:(?P<who>[^:]+):|(?P<name>[^\W\d_]+)(?=[-+−0-9]))(?P<said>.*)")
"""A number behind who it is of: 17:23, a23, Anna:-5."""
_SAT_OUT = ("-", "–", "·", "x")
"""What a list has for somebody who sits a game out."""
_MOST_WORDS = 3  # of a name that is typed without quotes
_MOST_PLACES = 200  # of one line of prizes: "1-200"
_WHOSE = {word: whose for whose, words in model.WINNERS_TYPED.items() for word in words}
PRIZE_WORDS = {whose: words[0] for whose, words in model.WINNERS_TYPED.items()}
"""The word by which each kind of prize is written."""
_MONEY_AND_MORE = re.compile(
    r"€|[0-9][0-9.,]*(?:\s*[-–—]+\s*(?:€|eur|euros?)?$|\s*(?:€|eur|euros?|ct|cents?)\s*(?:[-–—0-9,;+&.]|(?:und|and|plus)\b))",
    re.IGNORECASE,
)
"""What begins as a sum of money and is more than that, or is written otherwise: "100,-", "€50", "10 € und Schinken"."""
_ANOTHER_PRIZE = re.compile(r"[\s,;][0-9]{1,4}\.?\s*:\s")


# -- who, and where -----------------------------------------------------------------------------------


def round_and_table(said: str, tournament: Tournament) -> tuple[int, int]:
    """Return the round and the table of "2/17", or of "17" in the newest round; raise Refused."""
    found = re.fullmatch(r"(?:([0-9]{1,4})/)?([0-9]{1,4})", said.strip())
    if found is None:
        words = N_("{said!r} is not a table: write 2/17 for table 17 of round 2, or 17 for that of the newest round")
        raise Refused(_(words, said=shown(said)))
    if not tournament.rounds:
        raise Refused(_t("no round has been drawn yet¦: sklog tournament draw"))
    return int(found[1]) if found[1] else len(tournament.rounds), int(found[2])


def start_numbers(said: str) -> list[int]:
    """Return the start numbers of "17" or "17,18"; raise Refused for what is none, or is said twice."""
    found: list[int] = []
    wrong: list[str] = []
    for word in filter(None, _BETWEEN.split(said)):
        if not (re.fullmatch("[0-9]{1,6}", word) and int(word)):
            wrong.append(_("{said!r} is not a start number: write one such as 17, several as 17,18", said=shown(word)))
        elif int(word) in found:
            wrong.append(_("number {number} is given twice", number=int(word)))
        else:
            found.append(int(word))
    if wrong or not found:
        raise Refused(*(wrong or [_("type a start number, such as 17")]))
    return found


def one_person(words: Sequence[str]) -> str:
    """Return the name that was typed in these words; raise Refused where they can be several people."""
    name = one_name(" ".join(words))
    if len(words) > _MOST_WORDS or (len(words) > 1 and all(" " in word.strip() for word in words)):
        sentence = N_(
            '"{name}" can be one name or several people: put quotes around one name, or enter several one by one'
        )
        raise Refused(_(sentence, name=shown(name)))
    if "," in name or ";" in name or len(parted(name)) > 1:
        first, comma, rest = re.sub("[,;]", ",", name).partition(",")
        turned = one_name(f"{rest} {first}")
        said = {"name": shown(name), "turned": shown(turned)}
        if comma and "," not in rest and len(parted(rest)) == 1:
            raise Refused(_('"{name}" can be one person or two: write "{turned}", or enter them one at a time', **said))
        raise Refused(_('"{name}" are several people: enter them one at a time', **said))
    return name


def new_of(tournament: Tournament, listed: Mapping[int, Person], where: str) -> tuple[list[Person], list[Problem]]:
    """Return who of a list has not entered yet, and who cannot enter, each with his line: whose number is taken.

    A list may say who has paid where nothing is to be paid.
    """
    wrong: list[Problem] = []
    found: list[Person] = []
    known = tournament.entrants
    names = {name: number for (name, _place, _club), number in tournament.numbers.items()}
    earlier = (fact.said for fact in tournament.facts if isinstance(fact.said, Entered))  # a list may know older names
    once = {(name_key(one.name), name_key(one.place), name_key(one.club)): one.number for one in earlier}
    before = {**once, **tournament.numbers}
    # who has no number is tried with one that nobody has: at most as many people as half of them
    free = model.MOST_NUMBER
    for line, said in listed.items():
        one = said._replace(paid=0) if said.paid is True and not tournament.rules.fee else said
        here = before.get((name_key(one.name), name_key(one.place), name_key(one.club)))
        if here and one.number in (None, here):
            continue
        if one.number is not None and one.number in known:
            taken = {"number": one.number, "who": known[one.number].name}
            wrong.append(Problem(_("number {number} is taken by {who}", **taken), where, line))
            continue
        if not (one.place or one.club) and (here := names.get(name_key(one.name))):
            wrong.append(Problem(entered_already(one.name, here), where, line))
            continue
        while one.number is None and free in tournament.entrants:
            free -= 1
        new = Entered(free if one.number is None else one.number, one_name(one.name), one.place, one.club, one.team)
        try:
            tournament = new.apply(tournament)
        except IllegalHand as error:
            wrong += [problem._replace(where=where, line=line) for problem in error.problems]
        else:
            found.append(one)
    return found, wrong


def not_turned(tournament: Tournament, said: Named) -> Named:
    """Return such a fact; raise TurnedName where another number has the same name in the other order."""
    number, name = said[:2]
    for one in tournament.entrants.values():
        if one.number != number and name_key(one.name) != name_key(name) and turned_key(one.name) == turned_key(name):
            about = {"name": name, "known": one.name, "number": one.number}
            words = N_(
                '"{name}" may be {known}, who has number {number}: if it is somebody else, write more of the name'
            )
            raise TurnedName(_(words, **about), meant={name: one.name})
    return said


def tables_of_text(text: str, where: str) -> list[list[int]]:
    """Return the tables of a text that has the start numbers of one in each line; raise Refused."""
    found, not_read = _each(lambda line: start_numbers(line[1]), _lines(text))
    wrong = [Problem(one.message, where, line) for (line, _said), error in not_read for one in error.problems]
    if not (found or wrong):
        wrong = [Problem(_("there are no tables in it: write the start numbers of one on each line"), where)]
    Refused.if_any(wrong[:MOST_PROBLEMS])
    return found


def _each(read: Callable[[A], T], every: Iterable[A]) -> tuple[list[T], list[tuple[A, SklogError]]]:
    """Return what each says, and of those that cannot be read why."""
    found: list[T] = []
    wrong: list[tuple[A, SklogError]] = []
    for one in every:
        try:
            found.append(read(one))
        except SklogError as error:
            wrong.append((one, error))
    return found, wrong


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, without empty ones and remarks."""
    for line, said in enumerate(text.splitlines(), 1):
        if said.strip() and not said.lstrip().startswith("#"):
            yield line, said


# -- lists --------------------------------------------------------------------------------------------


def rows_of_list(points: Sequence[str], names: Mapping[int, str], **more: str | None) -> list[model.Row]:
    """Return what a list says of the people of a table: their `names` by start number, in the order of the seats.

    `points` are numbers in that order, or each behind its start number: 17:23. `more` has such numbers in one text for
    other fields of a row: good="60,12,0,8". Raises Refused with all that is wrong.
    """
    said = {"points": points, **{what: _parted(text) for what, text in more.items() if text is not None}}
    given = [what for what, words in said.items() if words or what != "points"]
    found, wrong = _each(lambda what: (what, _column(said[what], names)), given)
    Refused.if_any(
        problem.message if what == "points" else f"{what.replace('_', '-')}: {problem.message}"
        for what, error in wrong
        for problem in error.problems
    )
    columns: dict[str, Sequence[int | None]] = {"points": [None] * len(names), **dict(found)}
    return [model.Row(**{what: column[seat] for what, column in columns.items()}) for seat in range(len(names))]


def _parted(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text) if word]


def _column(words: Sequence[str], names: Mapping[int, str]) -> list[int]:
    """Return a number for each seat; raise Refused."""
    behind = [one for word in words if (one := _BEHIND.fullmatch(word.strip()))]
    if behind and len(behind) < len(words):
        raise Refused(_("write every number after its start number (17:23) or initial (a23), or none of them"))
    order = ", ".join(f"{number} {name}" for number, name in names.items())
    if not behind:
        found, wrong = _read(words)
        Refused.if_any(wrong)
        if len(found) == len(names):
            return found
        raise Refused(
            _n(
                "{n} number for {seats} people: give one for each, in seat order: {order}",
                "{n} numbers for {seats} people: give one for each, in seat order: {order}",
                len(found),
                seats=len(names),
                order=order,
            )
        )
    return _by_number(behind, names, order)


def _by_number(words: Iterable[re.Match[str]], names: Mapping[int, str], order: str) -> list[int]:
    found: dict[int, int] = {}
    wrong: list[str] = []
    for word in words:
        who = (word["who"] or word["name"]).strip()
        read, not_read = _read([word["said"]])
        wrong += not_read
        meant = _meant(who, names)
        if len(meant) != 1:
            about = {"who": shown(who), "order": order}
            several = N_("{who} can be several people: write more of the name ({order})")
            wrong.append(_(several if meant else N_("{who} does not sit at this table, only {order}"), **about))
        elif meant[0] in found:
            wrong.append(_("number {number} is given twice", number=meant[0]))
        elif read:
            found[meant[0]] = read[0]
    if not wrong and (missing := [str(number) for number in names if number not in found]):
        wrong.append(_("these numbers are missing: {numbers}", numbers=", ".join(missing)))
    Refused.if_any(wrong)
    return [found[number] for number in names]


def _meant(who: str, names: Mapping[int, str]) -> list[int]:
    """Return who is meant by a start number, by how a name begins, or by the initials of its words."""
    if who.isdecimal():
        return [number for number in names if number == int(who)]
    keys = {number: name_key(name) for number, name in names.items()}
    begun = [(number, key, "".join(word[0] for word in key.split())) for number, key in keys.items()]
    said = name_key(who)
    return [number for number, *of in begun if any(one.startswith(said) for one in of)]


def _read(words: Iterable[str]) -> tuple[list[int], list[str]]:
    """Return the points that words say, and what is wrong with the others."""
    found, wrong = _each(lambda word: typed.amount(word, POINTS), words)
    return found, [problem.message for _word, error in wrong for problem in error.problems]


def rows_of_games(text: str, where: str, seats: int, rules: model.Rules, *, short: bool) -> list[model.Row]:
    """Return the rows of a list that has a line for each game, a number for each seat.

    Who sits a game out has 0, or a stroke. Where good points count, a list without any minus has them. Raises Refused
    with each line that does not come out even, and by how much; and unless it is `short` for too few or too many games.
    """
    read: dict[int, tuple[list[int], list[str]]] = {}
    for line, said in _lines(text):
        found, not_read = _read("0" if word in _SAT_OUT else word for word in _parted(said))
        if not not_read and len(found) != seats:
            not_read = [_n("{n} number for {seats} people", "{n} numbers for {seats} people", len(found), seats=seats)]
        read[line] = found, not_read
    games = [found for found, _wrong in read.values()]
    alone = rules.counts == GOOD and all(one >= 0 for game in games for one in game)
    wrong: list[Problem] = []
    for line, (found, not_read) in read.items():
        uneven_by = 0 if alone or not_read else sum(found)
        wrong += [Problem(problem, where, line) for problem in (*not_read, *([uneven(uneven_by)] if uneven_by else []))]
    if not games:
        wrong = [Problem(_("there are no games in it: write a line for each, with a number for each seat"), where)]
    Refused.if_any(wrong[:MOST_PROBLEMS])
    columns = list(zip(*games, strict=True))
    if len(games) != (wanted := rules.games_of(seats)) and not short:
        words = N_("{played} of {wanted} games are in the list¦: if that is all, use --short")
        raise Refused(_t(words, played=len(games), wanted=wanted))
    return [model.Row(None if alone else sum(column), sum(one for one in column if one > 0)) for column in columns]


# -- prizes, penalties --------------------------------------------------------------------------------


def prizes_of_lines(lines: Sequence[str]) -> list[model.Prize]:
    """Return the prizes of lines such as "1: 500 €", "2-4: Schinken", "team 1: 200 €", "last: Brotzeit".

    Raises Refused with each line that is none, and UnclearAmount for euros or cents.
    """
    found, wrong = _each(lambda line: [*_prizes(line)], lines)
    Refused.if_any(one.message for _line, error in wrong if isinstance(error, Refused) for one in error.problems)
    if wrong:
        raise amounts.unclear([line for line, _error in wrong])
    return [*chain(*found)]


def prize_line(prize: model.Prize) -> str:
    """Return a prize as it is typed in the language that is spoken, which `prizes_of_lines` reads."""
    word = option_word(PRIZE_WORDS[prize.whose])
    what = prize.what if prize.cents is None else amounts.money(prize.cents, CENTS)
    return f"{word} {prize.place}: {what}".strip()


def prize_lines(text: str) -> list[str]:
    """Return the prizes of a text, each as it was typed."""
    return [said.strip() for _line, said in _lines(text)]


def _prizes(line: str) -> Iterator[model.Prize]:
    found = re.fullmatch(
        r"\s*(?P<whose>[^\W\d_]*)\s*(?:(?P<first>[0-9]{1,4})(?:\s*[-–]\s*(?P<last>[0-9]{1,4}))?)?\.?\s*:\s*(?P<what>.+)",
        line,
    )
    whose = _WHOSE.get(found["whose"].casefold()) if found else None
    about = {"said": shown(line), "most": _MOST_PLACES}
    if found is None or whose is None or (whose == model.ALL and not found["first"]):
        words = N_(
            '"{said}" is not a prize: write 1: 500 €, 2-4: Schinken, 1: 30 %, team 1: 200 €, club 1:, women 1:, '
            "youth 1:, last:, table:, zero:, round: or above:"
        )
        raise Refused(_(words, **about))
    first = int(found["first"] or 1)
    last = int(found["last"] or first)
    if not 1 <= first <= last < first + _MOST_PLACES:
        raise Refused(_('"{said}": places go from better to worse, at most {most}', **about))
    what = found["what"].strip()
    if _MONEY_AND_MORE.match(what) or _ANOTHER_PRIZE.search(what):
        words = N_('"{said}": write each prize separately, as either money (50 €) or a thing')
        raise Refused(_(words, **about))
    money = amounts.parts(what) is not None
    cents = typed.amount(what, CENTS) if money else None
    return iter([model.Prize(whose, number, "" if money else what, cents) for number in range(first, last + 1)])


def penalty_points(said: str) -> int:
    """Return the points that somebody gets or loses; without a sign that is not clear, and refused."""
    points = typed.amount(said, POINTS)
    if points and said.lstrip()[:1].isdigit():
        words = N_("{points}: write -{points} to take points away, +{points} to give points")
        raise Refused(_(words, points=points))
    return points
