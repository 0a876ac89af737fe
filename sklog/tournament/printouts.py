"""Pages of a tournament that are printed: start list, cards, seat slips, score sheets, the ranking, certificates.

    Job(head, tournament, names) ──make──▶ what a page is told ──template──▶ one html document, without any script

Every page is A4, black on white, and big: what hangs on a wall or stands on a table is read from some metres. Names and
all other words are escaped. Points are whole numbers, prizes of money cents.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sklog.errors import NotFound
from sklog.language import N_, _, _n, _t
from sklog.pages.page import document, text
from sklog.pages.picture import code_svg
from sklog.reports.format import day, shown_rows
from sklog.reports.model import WORDS, Code, Kind
from sklog.scoring.amounts import MINUS, money
from sklog.scoring.arguments import read_all
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament import words
from sklog.tournament.draw import cards
from sklog.tournament.model import CARDS, CLUBS, GOOD_POINTS, HERZ_SOLOS, SOLOS, TABLE, TABLE_BEST, TEAMS
from sklog.tournament.prizes import awards, statutes
from sklog.tournament.ranking import clubs, ranking, teams
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.reports.model import Cell, Report, Section
    from sklog.tournament.model import Round, Tournament
    from sklog.tournament.ranking import Standing

STYLE = Path(__file__).with_name("printouts.css")
PORTRAIT, LANDSCAPE = "portrait", "landscape"
LONG = 20  # letters of a name that needs a smaller type
SLIPS = 10  # on a page
FEW_ROUNDS = 4  # on a start card, in big type
FIRST = 3  # who gets a certificate where no prizes are set out
BIGGEST, MOST_BIG = 3, 6  # places of the ranking that stand out, unless too many share them
MOST_IN_A_COLUMN, IN_A_COLUMN = 60, 75  # people of the ranking: more stand in two columns of so many on a page
ROUNDS_SHOWN = 4  # of the ranking on the wall: more of them have no room beside the names
LOST = "lost"  # the column of a price list with what a lost game costs
MOST_RULES = 12  # of a scale on a score sheet: of more the games alone are printed

# millimetres of a score sheet
_PAPER, _HEAD, _NAME_LINE, _FOOT_LINE, _SCALE_LINE, _SPARE = 281.0, 15.5, 7.0, 6.4, 4.0, 8.0
_LINES = (15.0, 8.0, 11.0)  # the names, the sum, the signatures
_LEAST_LINE, _LEAST_BESIDE_SCALE, _MOST_LINE = 3.7, 3.9, 7.0
_NAME_LETTERS, _ABOUT_LETTERS, _RULES_LETTERS = 40, 75, 105  # on a line


class Job(NamedTuple):
    """What is printed of which tournament; `names` is how everybody is called at the tables.

    `round` is one that was drawn, 0 where the printout is of none. `scale` is the price list, for score sheets; `alone`
    has how many play against one in a game that is played alone, by its title there. Table
    cards have a table's `pins`, its `links` as QR codes, and the `address` that phones open. Certificates are for all
    prizes but those of the tables, or for the `first` so many places. Start cards are for the `first` so many numbers,
    else for as many as are here. Score sheets that are `parted` have a column of plus and one of minus for everybody.
    """

    head: words.Head
    tournament: Tournament
    names: Mapping[int, str]
    round: int = 0
    scale: Report | None = None
    alone: Mapping[str, int] = {}
    pins: Mapping[int, str] = {}
    links: Mapping[int, str] = {}
    address: str = ""
    first: int | None = None
    parted: bool = False

    @property
    def about(self) -> str:
        """The day and the place."""
        return " · ".join(filter(None, (day(self.head.date) if self.head.date else "", self.head.place)))

    def called(self, number: int) -> str:
        """Return the name of a start number as it is called at the tables."""
        return self.names.get(number) or self.tournament.entrants[number].name

    @property
    def drawn(self) -> Round:
        """The round that it is of."""
        return self.tournament.rounds[self.round - 1]


read_all(Job)  # what a program asks for is in it


ENVIRONMENT = Environment(
    loader=PackageLoader("sklog.tournament"),
    autoescape=True,
    finalize=lambda said: said if isinstance(said, Markup) else Markup(text(str(said))),  # noqa: S704  which escapes it
    undefined=StrictUndefined,  # what a page was not told is a mistake, no gap
    trim_blocks=True,
    lstrip_blocks=True,
)


def printout(what: str, job: Job, round: int | None = None) -> str:  # noqa: A002  as everybody calls it
    """Return a printout, one of `PRINTOUTS`, as a whole html document that needs nothing else.

    Seats are those of `round`, the newest unless said; the start list has seats where a round is said, and the ranking
    is the one after it. Raises NotFound for another word, and where the round was not drawn.
    """
    if what not in PRINTOUTS:
        raise NotFound(_("there is no printout {what!r}; choose from {known}", what=what, known=", ".join(PRINTOUTS)))
    printed = PRINTOUTS[what]
    meant = job.tournament.meant_round(round) if printed.seated or round is not None else 0
    size = f"@page {{ size: A4 {printed.paper}; margin: {printed.margin}; }}"
    style = f"{STYLE.read_text(encoding='utf-8')}{size}\n"
    title = f"{text(job.head.name)}, {text(_(printed.title))}"
    told = printed.make(job := job._replace(round=meant))
    page = ENVIRONMENT.get_template(f"printed/{what}.html").render(_=_, _n=_n, job=job, long=_long, **told)
    return document(title, style, f'<body class="{what} {printed.paper}">', [page.removesuffix("\n")] if page else [])


def _long(name: str, letters: int = LONG) -> str:
    """Return the class of a name that needs a smaller type."""
    return " long" if len(name) > letters else ""


# -- seats --------------------------------------------------------------------------------------------


def _start_list(job: Job) -> dict[str, Any]:
    """Return everybody by name, and the seats of a round where one is said."""
    rules = job.tournament.rules
    people = sorted(job.tournament.entrants.values(), key=lambda one: (words.by_name(one.name, rules), one.number))
    return {
        "playing": sum(not one.fills for one in people),
        "letters": groupby(people, key=lambda one: _letter(words.by_name(one.name, rules))),
        "seats": words.seats_of(job.drawn) if job.round else {},
    }


def _letter(name: str) -> str:
    first = name[:1].upper()
    return first if first.isalpha() else "#"


def _cards(job: Job) -> dict[str, Any]:
    """Return the tables of the round, each with whether its card needs smaller type."""
    sizes = [(seated, any(_long(job.called(number)) for number in seated)) for seated in job.drawn.tables]
    tables = [(seated, len(seated) > TABLE + 1 or (long and len(seated) > TABLE)) for seated, long in sizes]
    return {"tables": tables, "most": TABLE + 1, "games_words": words.games_words, "code": code_svg, "Code": Code}


def _slips(job: Job) -> dict[str, Any]:
    """Return everybody who is in the round, by start number, each with the table and the seat, None without one."""
    seats = words.seats_of(job.drawn)
    return {"pages": _on_pages([(number, seats.get(number)) for number in sorted((*seats, *job.drawn.byes))])}


def _start_cards(job: Job) -> dict[str, Any]:
    """Return every start number with where it sits in each round, as long as nobody is missing."""
    rules = job.tournament.rules
    if rules.seating != CARDS:
        raise NotFound(
            _t("if seats are drawn, no card can show a seat beforehand¦: sklog tournament rules --seating cards")
        )
    people = job.first or len(job.tournament.playing)
    rounds = [words.seats_of(drawn) for drawn in cards(people, rules.rounds, rules.remainder)]
    slips = [(number, [seats.get(number) for seats in rounds]) for number in range(1, people + 1)]
    return {"pages": _on_pages(slips), "few": FEW_ROUNDS}


def _on_pages(slips: Sequence[Any]) -> list[Sequence[Any]]:
    """Return slips, ten to a page."""
    return [slips[first : first + SLIPS] for first in range(0, len(slips), SLIPS)]


# -- score sheets and statutes --------------------------------------------------------------------------


def _sheets(job: Job) -> dict[str, Any]:
    """Return how an empty score sheet of each table looks, and the scale, which is behind them where it is long."""
    scale, deep = _scale(job, MOST_RULES), _deep(job)
    behind = bool(scale) and _line(job, max(map(len, job.drawn.tables)), deep) < _LEAST_BESIDE_SCALE
    lines = [_line(job, len(seated), 0 if behind else deep) for seated in job.drawn.tables]
    return {
        "tables": [
            (seated, f"{max(_LEAST_LINE, min(_MOST_LINE, line)):.2f}", _about(job, len(seated)))
            for seated, line in zip(job.drawn.tables, lines, strict=True)
        ],
        "scale": None if behind else scale,
        "alone": _scale(job, None) if behind else None,
        "extra_lines": _extra_lines(job),
        "most": TABLE,
    }


def _about(job: Job, people: int) -> str:
    """Return what stands below the tournament's name on a sheet."""
    games = words.games_words(job.tournament.rules, people)
    return " · ".join(filter(None, (job.about, games, job.head.tariff)))


def _line(job: Job, people: int, deep: float) -> float:
    """Return how high the line of a game can be where a scale `deep` stands below them, in millimetres."""
    head = _head_room(job.head.name, _about(job, people))
    used = head + sum(_LINES) + _FOOT_LINE * (len(_extra_lines(job)) + 2 * job.parted) + deep + _SPARE
    return (_PAPER - used) / job.tournament.rules.games_of(people)


def _extra_lines(job: Job) -> list[str]:
    """Return what a sheet is asked for besides what counts, because it decides a tie."""
    rules = job.tournament.rules
    asked = {GOOD_POINTS: _("Good points"), SOLOS: _("Solos won"), HERZ_SOLOS: _("Herz-Solos")}
    return [label for tie, label in asked.items() if tie in rules.ties and (tie, rules.counts) != (GOOD_POINTS, GOOD)]


def _section(report: Report | None, key: str) -> Section | None:
    return next((one for one in report.sections if one.key == key), None) if report else None


def _head_room(name: str, about: str) -> float:
    """Return how high the head of a sheet is: a long name takes several lines."""
    return _HEAD + _NAME_LINE * (len(name) // _NAME_LETTERS) + _SCALE_LINE * (len(about) // _ABOUT_LETTERS)


def _deep(job: Job) -> float:
    """Return how high a price list is on a sheet."""
    games = _section(job.scale, "games")
    lines = -(-len(_rules_words(job, MOST_RULES)) // _RULES_LETTERS)
    return _SCALE_LINE * (len(games.rows) + 2 + lines + 1) if games else 0


def _rules_words(job: Job, most: int | None) -> str:
    """Return the rules of a scale on one line, "" where they are more than `most`."""
    rules = _section(job.scale, "rules")
    if rules is None or (most is not None and len(rules.rows) > most):
        return ""
    shown = shown_rows(rules, POINTS, lambda _value, plain: plain)
    return "; ".join(f"{rule}: {', '.join(filter(None, values))}" for rule, *values in shown)


def _scale(job: Job, most: int | None) -> dict[str, Any] | None:
    """Return a price list as a small table of the games, with its rules below it, unless they are more than `most`.

    It says what is written: for who plays a game, with his partner or alone, and for each of the others. It is in what
    the lists count: where these are points, a cent of the tariff is one.
    """
    games = _section(job.scale, "games")
    if games is None:
        return None
    rows = zip(games.rows, shown_rows(games, POINTS, lambda _value, plain: plain), strict=True)
    return {
        "columns": [(one.title, one.kind not in WORDS, one.kind == Kind.PRICE) for one in games.columns],
        "rows": [
            [
                _written(job, row, column.key, value) if column.kind == Kind.PRICE and isinstance(value, int) else plain
                for value, plain, column in zip(row, shown, games.columns, strict=True)
            ]
            for row, shown in rows
        ],
        "rules": _rules_words(job, most),
    }


def _written(job: Job, row: Sequence[Cell], key: str, price: int) -> list[str]:
    """Return what is written of a price in two cells: for who plays, and for each of the others."""
    mine, other = price * job.alone.get(str(row[0]), 1), -price
    if key == LOST:
        mine, other = -mine, price
    if job.tournament.rules.counts == GOOD:
        mine, other = max(mine, 0), price
    return [str(one).replace("-", MINUS) for one in (mine, other)]


def _statutes(job: Job) -> dict[str, Any]:
    """Return by what the tournament is held: its rules, the scale as it is written, and what there is to win."""
    return {"parts": statutes(job.tournament), "scale": _scale(job, None)}


# -- the ranking for the wall, and certificates ---------------------------------------------------------


def _wall(job: Job) -> dict[str, Any]:
    """Return everybody's place, in the type of a poster."""
    rules = job.tournament.rules
    found = ranking(job.tournament, job.round)
    small = len(found.standings) > MOST_IN_A_COLUMN
    first = [one for one in found.standings if _is_first(one, BIGGEST)]
    big = first if not small and len(first) <= MOST_BIG else []
    alike = words.namesakes(found)
    rows = [
        # everybody adds up his rounds
        (
            one,
            one in first,
            [*words.beneath(one, words.home(one.entrant) if one in big else alike.get(one.entrant.number))],
        )
        for one in found.standings
    ]
    each = IN_A_COLUMN if small else len(rows)
    return {
        "title": words.title_upto(job.head, _("Ranking"), found, rules),
        "notes": words.missing_notes(found.missing),
        "rounds": range(found.upto if 1 < found.upto <= ROUNDS_SHOWN // (1 + small) else 0),
        "small": small,
        "halves": [[rows[at : at + each], rows[at + each : at + 2 * each]] for at in range(0, len(rows), 2 * each)],
        "points": lambda points: words.signed(rules, points),
        "ties": words.ties_note(rules) if any(one.decided for one in found.standings) else "",
    }


def _is_first(one: Standing, most: int) -> bool:
    """Whether somebody has one of the first so many places."""
    return one.place is not None and one.place <= most


def _certificates(job: Job) -> dict[str, Any]:
    """Return a certificate for each of the first, or for everybody who gets a prize."""
    return {"honours": _honours(job), "points": lambda points: words.signed(job.tournament.rules, points)}


_Honour = tuple[str, str, int | None, int, str]
"""What one certificate says: the name, where from, the place, the points, the prize."""


def _honours(job: Job) -> Iterator[_Honour]:
    """Yield who is honoured: with `first` so many places, else for each prize, and without prizes the first three."""
    tournament = job.tournament
    found = ranking(tournament, job.round)
    given = [one for one in awards(tournament) if one.whose != TABLE_BEST]
    if job.first is not None or not given:
        most = FIRST if job.first is None else job.first
        yield from (_of_standing(one) for one in found.standings if one.complete and _is_first(one, most))
        return
    groups = {TEAMS: (_("Team {name}"), teams(tournament)), CLUBS: (_("Club {name}"), clubs(tournament))}
    for award in given:
        money_of = [money(award.cents, CENTS)] if award.cents else []
        prize = words.with_what_for(", ".join((*money_of, *award.what)), award.whose, award.place)
        if standing := found.of(award.number):
            yield _of_standing(standing, prize)
            continue
        called, standings = groups[award.whose]
        group = next(one for one in standings if one.name == award.name)
        people = ", ".join(_first_name_first(tournament.entrants[one].name) for one in (*group.best, *group.others))
        yield called.format(name=award.name), people, award.place, group.points, prize


def _of_standing(one: Standing, prize: str = "") -> _Honour:
    return _first_name_first(one.entrant.name), words.home(one.entrant) or "", one.place, one.points, prize


def _first_name_first(name: str) -> str:
    """Return "Anna Huber" for "Huber, Anna", and any other name as it is."""
    return " ".join(reversed([part.strip() for part in name.split(",")]))


class _Printout(NamedTuple):
    """A printout: what its template is told, its title, whether a round has to be drawn, its paper and the margins."""

    make: Callable[[Job], Mapping[str, Any]]
    title: str
    seated: bool
    paper: str = PORTRAIT
    margin: str = "12mm"


PRINTOUTS: Mapping[str, _Printout] = {
    "start-list": _Printout(_start_list, N_("Start list"), seated=False, margin="12mm 12mm 14mm"),
    "tables": _Printout(_cards, N_("Table cards"), seated=True, paper=LANDSCAPE, margin="10mm 12mm"),
    "slips": _Printout(_slips, N_("Seat slips"), seated=True, margin="13mm 10mm"),
    "start-cards": _Printout(_start_cards, N_("Start cards"), seated=False, margin="13mm 10mm"),
    "sheets": _Printout(_sheets, N_("Score sheets"), seated=True, margin="8mm 10mm"),
    "statutes": _Printout(_statutes, N_("Statutes"), seated=False),
    "ranking": _Printout(_wall, N_("Ranking"), seated=True),
    "certificates": _Printout(_certificates, N_("Certificates"), seated=True),
}
