"""Pages of a tournament that are printed: start list, cards, seat slips, score sheets, the ranking, certificates.

    printout(what, Job(head, tournament, names)) ──▶ one html document, its style in it, no script ──▶ the browser

Every page is A4, black on white, and big: what hangs on a wall or stands on a table is read from some metres. Names and
all other words are escaped. Points are whole numbers, prizes of money cents.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from sklog.errors import NotFound
from sklog.language import N_, _, _n, _t
from sklog.pages.page import document, text
from sklog.pages.picture import code_svg
from sklog.reports.format import day, shown_rows
from sklog.reports.model import WORDS, Code, Kind
from sklog.scoring.amounts import MINUS, money
from sklog.scoring.arguments import read_all
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament.draw import cards
from sklog.tournament.model import CARDS, CLUBS, GOOD_POINTS, HERZ_SOLOS, SOLOS, TABLE, TABLE_BEST, TEAMS
from sklog.tournament.prizes import all_words, awards
from sklog.tournament.ranking import clubs, ranking, teams
from sklog.tournament.reports import shared
from sklog.tournament.words import games_words, prize_phrases, rules_words
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Cell, Report, Section
    from sklog.tournament.model import Entrant, Round, Tournament
    from sklog.tournament.ranking import Standing

STYLE = Path(__file__).with_name("printouts.css")
PORTRAIT, LANDSCAPE = "portrait", "landscape"
LONG, LONGER = 20, 32  # letters of a name that needs a smaller type, and of one in a narrow column
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

    head: shared.Head
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


def printout(what: str, job: Job, round: int | None = None) -> str:  # noqa: A002  as everybody calls it
    """Return a printout, one of `PRINTOUTS`, as a whole html document that needs nothing else.

    Seats are those of `round`, the newest unless said; the start list has seats where a round is said, and the ranking
    is the one after it. Raises NotFound for another word, and where the round was not drawn.
    """
    if what not in PRINTOUTS:
        raise NotFound(_("there is no printout {what!r}; choose from {known}", what=what, known=", ".join(PRINTOUTS)))
    printed = PRINTOUTS[what]
    drawn = len(job.tournament.rounds)
    meant = round if round is not None else drawn if printed.seated else 0
    if printed.seated and not drawn:
        raise NotFound(_("no round has been drawn yet"))
    if not 0 <= meant <= drawn or (round is not None and round < 1):
        raise NotFound(_("round {round} was not drawn", round=meant))
    size = f"@page {{ size: A4 {printed.paper}; margin: {printed.margin}; }}"
    style = f"{STYLE.read_text(encoding='utf-8')}{size}\n"
    title = f"{text(job.head.name)}, {text(_(printed.title))}"
    return document(title, style, f'<body class="{what} {printed.paper}">', printed.make(job._replace(round=meant)))


def _said(tag: str, words: str, looks: str = "") -> str:
    """Return an element with these words, escaped."""
    kind = f' class="{looks}"' if looks else ""
    return f"<{tag}{kind}>{text(words)}</{tag}>"


def _long(name: str, letters: int = LONG) -> str:
    """Return the class of a name that needs a smaller type."""
    return " long" if len(name) > letters else ""


# -- the start list -----------------------------------------------------------------------------------


def _start_list(job: Job) -> Iterator[str]:
    """Yield everybody by name, with the number, and with the seats of a round where one is said."""
    rules = job.tournament.rules
    people = sorted(job.tournament.entrants.values(), key=lambda one: (shared.by_name(one.name, rules), one.number))
    playing = [one for one in people if not one.fills]
    title = _("Seats of round {round}", round=job.round) if job.round else _("Start list")
    yield f"<h1>{text(job.head.name)}: {text(title)}</h1>"
    about = filter(None, (job.about, _n("{n} person", "{n} people", len(playing))))
    yield f'<p class="about">{text(" · ".join(about))}</p>'
    seats = shared.seats_of(job.drawn) if job.round else {}
    yield f'<div class="names{" seated" if job.round else ""}">'
    for letter, group in groupby(people, key=lambda one: _letter(shared.by_name(one.name, rules))):
        yield f"<h2>{text(letter)}</h2><ul>"
        yield from (_listed(job, one, seats.get(one.number)) for one in group)
        yield "</ul>"
    yield "</div>"


def _letter(name: str) -> str:
    first = name[:1].upper()
    return first if first.isalpha() else "#"


def _listed(job: Job, one: Entrant, seat: tuple[int, int] | None) -> str:
    """Return somebody's line; who withdrew is struck out."""
    more = _("stands in") if one.fills else one.place or one.club
    small = f" <small>{text(more)}</small>" if more else ""
    where = ""
    if job.round:
        table, at = seat or (0, 0)
        said = f"<b>{table}</b>/{at}" if seat else "–"
        where = f'<span class="seat">{said}</span>'
    name = text(one.name) if one.here else f"<del>{text(one.name)}</del>"
    return f'<li><b>{one.number}</b><span class="name">{name}{small}</span>{where}</li>'


# -- table cards --------------------------------------------------------------------------------------


def _cards(job: Job) -> Iterator[str]:
    """Yield a card for each table of the round."""
    titled = _("Table")
    for table, seated in enumerate(job.drawn.tables, 1):
        long = any(_long(job.called(number)) for number in seated)
        many = " many" if len(seated) > TABLE + 1 or (long and len(seated) > TABLE) else ""
        yield f'<section class="page card{many}">'
        yield f"<header><span>{text(job.head.name)}</span>"
        yield f"{_said('b', _('Round {round}', round=job.round))}</header>"
        wide = ' class="wide"' if table > 99 else ""
        yield f'<div class="table">{_said("small", titled)}<strong{wide}>{table}</strong></div>'
        yield "<ol>"
        for seat, number in enumerate(seated, 1):
            name, one = job.called(number), job.tournament.entrants[number]
            words = _("Seat {seat}", seat=seat)
            where = (one.place or one.club) if len(seated) <= TABLE + 1 else ""
            small = f"<small>{text(where)}</small>" if where else ""
            yield (
                f'<li>{_said("span", words, "seat")}<span class="big">{number}</span>'
                f'<span class="name{_long(name)}">{text(name)}{small}</span></li>'
            )
        yield "</ol>"
        foot = _("{games}; seat 1 deals first", games=games_words(job.tournament.rules, len(seated)))
        yield f"<footer>{_said('div', foot)}{_pin(job, table)}</footer>"
        yield "</section>"


def _pin(job: Job, table: int) -> str:
    """Return what a phone needs to enter the list: the PIN, the address, and both as a QR code."""
    pin, link = job.pins.get(table), job.links.get(table)
    typed = [*([f"PIN <b>{text(pin)}</b>"] if pin else []), *([text(job.address)] if job.address else [])]
    shown = f"<div>{'<br>'.join(typed)}</div>" if typed else ""
    return shown + (code_svg(Code(_("Table {table}", table=table), link)) if link else "")


# -- seat slips and start cards -------------------------------------------------------------------------


def _slips(job: Job) -> Iterator[str]:
    """Yield a slip for everybody who is in the round, by start number."""
    seats = shared.seats_of(job.drawn)
    yield from _on_pages([_seat_slip(job, number, seats.get(number)) for number in sorted((*seats, *job.drawn.byes))])


def _start_cards(job: Job) -> Iterator[str]:
    """Yield a card for every start number: where it sits in each round, as long as nobody is missing."""
    rules = job.tournament.rules
    if rules.seating != CARDS:
        raise NotFound(
            _t("if seats are drawn, no card can show a seat beforehand¦: sklog tournament rules --seating cards")
        )
    people = job.first or sum(one.here and not one.fills for one in job.tournament.entrants.values())
    rounds = [shared.seats_of(drawn) for drawn in cards(people, rules.rounds, rules.remainder)]
    yield from _on_pages(
        [_start_card(job, number, [seats.get(number) for seats in rounds]) for number in range(1, people + 1)]
    )


def _on_pages(slips: Sequence[str]) -> Iterator[str]:
    """Yield slips, ten to a page."""
    for first in range(0, len(slips), SLIPS):
        yield '<section class="sheet">'
        yield from slips[first : first + SLIPS]
        yield "</section>"


def _slip(job: Job, number: int, parts: Iterable[str], *, kind: str = "", beside: str = "", name: str = "") -> str:
    """Return a slip of a start number: what is `beside` the tournament's name, and its own `name`, are html."""
    head = f'<div class="of"><span>{text(job.head.name)}</span>{beside}</div>'
    who = f'<div class="who"><b>{number}</b>{name}</div>'
    return f'<div class="slip{kind}">{head}{who}{"".join(parts)}</div>'


def _seat_slip(job: Job, number: int, seat: tuple[int, int] | None) -> str:
    """Return a slip with a seat, or that there is none."""
    called, round_ = job.called(number), _said("b", _("Round {round}", round=job.round))
    name = _said("span", called, f"name{_long(called, LONGER)}")
    if seat is None:
        without = _said("div", _("no table in this round"), "where")
        return _slip(job, number, [without], kind=" bye", beside=round_, name=name)
    table, at = seat
    words = [_("Seat {seat}", seat=at), *([_("you deal first")] if at == 1 else [])]
    where = f'<div class="where">{text(_("Table"))}<strong>{table}</strong></div>'
    return _slip(job, number, [where, _said("div", " · ".join(words), "seat")], beside=round_, name=name)


def _start_card(job: Job, number: int, seats: Sequence[tuple[int, int] | None]) -> str:
    rows = [
        f"<li>{_said('span', _('Round {round}', round=at))} {_where(seat)}</li>" for at, seat in enumerate(seats, 1)
    ]
    many = " many" if len(seats) > FEW_ROUNDS else ""
    return _slip(job, number, [f'<ol class="rounds{many}">', *rows, "</ol>"])


def _where(seat: tuple[int, int] | None) -> str:
    if seat is None:
        return text(_("no table"))
    return text(_("Table {table}, seat {seat}", table=seat[0], seat=seat[1]))


# -- score sheets -------------------------------------------------------------------------------------


def _sheets(job: Job) -> Iterator[str]:
    """Yield an empty score sheet for each table of the round, with the scale, which is behind them where it is long."""
    scale = list(_scale(job, MOST_RULES))
    deep = _deep(job)
    largest = max(map(len, job.drawn.tables))
    where = text(" · ".join((_("Round {round}", round=job.round), _("Table"))))
    behind = bool(scale) and _line(job, largest, deep) < _LEAST_BESIDE_SCALE
    for table, seated in enumerate(job.drawn.tables, 1):
        line = max(_LEAST_LINE, min(_MOST_LINE, _line(job, len(seated), 0 if behind else deep)))
        yield f'<section class="page score" style="--line: {line:.2f}mm">'
        yield f"<header><div><h1>{text(job.head.name)}</h1>"
        yield f'<p class="about">{text(_about(job, len(seated)))}</p></div>'
        yield f'<div class="where">{where} <strong>{table}</strong></div></header>'
        yield from _score_table(job, seated)
        yield from () if behind else scale
        yield "</section>"
    if behind:
        yield f'<section class="page score alone"><h1>{text(job.head.tariff)}</h1>'
        yield from _scale(job, None)
        yield "</section>"


def _about(job: Job, people: int) -> str:
    """Return what stands below the tournament's name on a sheet."""
    games = games_words(job.tournament.rules, people)
    return " · ".join(filter(None, (job.about, games, job.head.tariff)))


def _line(job: Job, people: int, deep: float) -> float:
    """Return how high the line of a game can be where a scale `deep` stands below them, in millimetres."""
    head = _head_room(job.head.name, _about(job, people))
    used = head + sum(_LINES) + _FOOT_LINE * (len(_extra_lines(job)) + 2 * job.parted) + deep + _SPARE
    return (_PAPER - used) / job.tournament.rules.games_of(people)


def _score_table(job: Job, seated: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a sheet: one a game, the sums, and what stands below them."""
    played, parts = job.tournament.rules.games_of(len(seated)), 2 if job.parted else 1
    wide = f' colspan="{parts}"' if job.parted else ""
    yield f'<table class="games{" many" if len(seated) > TABLE + 1 else ""}">'
    yield '<colgroup><col style="width: 9mm"><col style="width: 25mm"></colgroup>'
    names = "".join(
        f'<th scope="col"{wide}><b>{number}</b><span class="name{_long(name)}">{text(name)}</span></th>'
        for number in seated
        for name in [job.called(number)]
    )
    yield "<thead><tr>" + _said("th", _("No.")) + _said("th", _("Game")) + f"{names}</tr>"
    yield '<tr class="parts"><th colspan="2"></th>' + "<th>+</th><th>−</th>" * len(seated) + "</tr>" if wide else ""
    yield "</thead><tbody>"
    for game in range(1, played + 1):
        dealer = (game - 1) % len(seated)
        block = ' class="block"' if dealer == len(seated) - 1 and game < played else ""
        cells = "".join(
            _score_cell(at, dealer, len(seated), marked=not part) for at in range(len(seated)) for part in range(parts)
        )
        yield f'<tr{block}><th scope="row">{game}</th><td></td>{cells}</tr>'
    yield "</tbody><tfoot>"
    empty = f"<td{wide}></td>" * len(seated)
    total, halves = text(_("Good points")), text(_("Plus and minus"))
    even = _("Only good points are written: what somebody won. Nothing is subtracted.")
    if job.tournament.rules.counts != GOOD:
        total = text(_("Sum")) + " " + _said("span", _("together 0"), "check")
        even = _("The list must add up: the sum of all points is 0.")
    if job.parted:
        yield f'<tr><th colspan="2">{halves}</th>{"<td></td>" * 2 * len(seated)}</tr>'
    yield f'<tr class="sum"><th colspan="2">{total}</th>{empty}</tr>'
    yield from (f'<tr><th colspan="2">{text(line)}</th>{empty}</tr>' for line in _extra_lines(job))
    signature = text(_("Signature"))
    yield f'<tr class="signed"><th colspan="2">{signature}</th>{empty}</tr>'
    yield "</tfoot></table>"
    marks = _("D deals") if len(seated) <= TABLE else _("D deals; players in grey sit out")
    yield _said("p", f"{marks}. {even}", "rules")


def _score_cell(at: int, dealer: int, people: int, *, marked: bool) -> str:
    """Return the cell of a seat in a game: who deals has a mark, and who sits out is grey.

    Dealt in are the four from the dealer's left on: at a table of five the dealer sits out, of six or seven also those
    on his right.
    """
    mark = text(_("D")) if at == dealer and marked else ""
    out = people > TABLE and (at - dealer - 1) % people >= TABLE
    looks = " ".join(filter(None, ("deals" if mark else "", "out" if out else "")))
    return f'<td class="{looks}">{mark}</td>' if looks else "<td></td>"


def _extra_lines(job: Job) -> list[str]:
    """Return what a sheet is asked for besides what counts, because it decides a tie."""
    rules = job.tournament.rules
    asked = {GOOD_POINTS: _("Good points"), SOLOS: _("Solos won"), HERZ_SOLOS: _("Herz-Solos")}
    return [words for tie, words in asked.items() if tie in rules.ties and (tie, rules.counts) != (GOOD_POINTS, GOOD)]


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
    shown = shown_rows(rules, POINTS, lambda _value, words: words)
    return "; ".join(f"{rule}: {', '.join(filter(None, values))}" for rule, *values in shown)


def _scale(job: Job, most: int | None) -> Iterator[str]:
    """Yield a price list as a small table of the games, and its rules below it, unless they are more than `most`.

    It says what is written: for who plays a game, with his partner or alone, and for each of the others. It is in what
    the lists count: where these are points, a cent of the tariff is one.
    """
    games = _section(job.scale, "games")
    if games is None:
        return
    priced = [column.kind == Kind.PRICE for column in games.columns]
    looks = ["" if column.kind in WORDS else ' class="number"' for column in games.columns]
    wide = [f"{look} colspan=2" if pair else look for look, pair in zip(looks, priced, strict=True)]
    titles = (column.title for column in games.columns)
    yield '<div class="scale"><table><thead><tr>'
    yield "".join(f"<th{look}>{text(title)}</th>" for look, title in zip(wide, titles, strict=True))
    yield "</tr></thead><tbody>"
    for row, shown in zip(games.rows, shown_rows(games, POINTS, lambda _value, words: words), strict=True):
        cells = [
            _written(job, row, column.key, value)
            if pair and isinstance(value, int)
            else f"<td{look}>{text(words)}</td>"
            for value, words, column, pair, look in zip(row, shown, games.columns, priced, wide, strict=True)
        ]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table>"
    words = N_("The first number is for the declarer, the second for each of the others; if lost, signs are reversed.")
    if job.tournament.rules.counts == GOOD:
        words = N_("The first number is for the declarer who wins, the second for each opponent who wins.")
    yield _said("p", _(words))
    if said := _rules_words(job, most):
        yield f"<p>{text(said)}</p>"
    yield "</div>"


def _written(job: Job, row: Sequence[Cell], key: str, price: int) -> str:
    """Return what is written of a price in two cells: for who plays, and for each of the others."""
    mine, other = price * job.alone.get(str(row[0]), 1), -price
    if key == LOST:
        mine, other = -mine, price
    if job.tournament.rules.counts == GOOD:
        mine, other = max(mine, 0), price
    return f'<td class="number">{_number(mine)}</td><td>{_number(other)}</td>'


def _number(value: object) -> str:
    return str(value).replace("-", MINUS)


# -- the statutes -------------------------------------------------------------------------------------


def _statutes(job: Job) -> Iterator[str]:
    """Yield by what the tournament is held: its rules, the scale as it is written, and what there is to win."""
    tournament = job.tournament
    yield _said("h1", job.head.name) + _said("p", job.about, "about")
    said = [*rules_words(tournament.rules), _("seed of the lots {seed}", seed=tournament.rules.seed)]
    parts = ((_("Rules"), said), (_("Prizes"), [*prize_phrases(tournament.prizes), *all_words(tournament)]))
    for title, lines in parts:
        if lines:
            yield _said("h2", title) + "<ul>" + "".join(_said("li", line) for line in lines) + "</ul>"
    yield _said("h2", job.head.tariff)
    yield from _scale(job, None)


# -- the ranking for the wall -------------------------------------------------------------------------


def _wall(job: Job) -> Iterator[str]:
    """Yield everybody's place, in the type of a poster."""
    rules = job.tournament.rules
    found = ranking(job.tournament, job.round)
    yield f"<h1>{text(shared.title_upto(job.head, _('Ranking'), found, rules))}</h1>"
    if job.about:
        yield f'<p class="about">{text(job.about)}</p>'
    for note in shared.missing_notes(found.missing):
        yield f'<p class="note"><b>{text(note)}</b></p>'
    small = len(found.standings) > MOST_IN_A_COLUMN
    rounds = range(found.upto) if 1 < found.upto <= ROUNDS_SHOWN // (1 + small) else range(0)
    titles = [(_("Rank"), True), (_("No."), True), (_("Name"), False)]
    titles += [(_("R. {round}", round=at + 1), True) for at in rounds] + [(_("Points"), True)]
    heads = "".join(f'<th scope="col"{" class=number" if number else ""}>{text(said)}</th>' for said, number in titles)
    first = [one for one in found.standings if _is_first(one, BIGGEST)]
    alike = shared.namesakes(found)
    rows = [
        _wall_row(job, one, rounds, big=not small and len(first) <= MOST_BIG and one in first, alike=alike)
        for one in found.standings
    ]
    each = IN_A_COLUMN if small else len(rows)
    for at in range(0, len(rows), 2 * each):
        yield f'<div class="halves{" small" if small else ""}">'
        for half in filter(None, (rows[at : at + each], rows[at + each : at + 2 * each])):
            yield f'<table class="wall"><thead><tr>{heads}</tr></thead><tbody>{"".join(half)}</tbody></table>'
        yield "</div>"
    if any(one.decided for one in found.standings):
        yield f'<p class="note">{text(shared.ties_note(rules))}</p>'


def _is_first(one: Standing, most: int) -> bool:
    """Whether somebody has one of the first so many places."""
    return one.place is not None and one.place <= most


def _wall_row(job: Job, one: Standing, rounds: range, *, big: bool, alike: Mapping[int, str]) -> str:
    rules, name, place = job.tournament.rules, one.entrant.name, f"{one.place}." if one.place else "–"
    about = shared.home(one.entrant) if big else alike.get(one.entrant.number)
    below = [*shared.beneath(one, about)]  # everybody adds up his rounds
    small = f"<small>{text('; '.join(below))}</small>" if below else ""
    cells = [
        f'<td class="number place">{place}</td><td class="number">{one.entrant.number}</td>',
        f'<td><span class="name{_long(name)}">{text(name)}</span>{small}</td>',
    ]
    for at in rounds:
        result = one.rounds[at]
        shown = shared.signed(rules, result.points) if result else "–"
        cells.append(f'<td class="number round">{text(shown)}</td>')
    total = shared.signed(rules, one.points) if one.place else "–"
    cells.append(f'<td class="number total">{text(total)}</td>')
    return f"<tr{' class=first' if _is_first(one, BIGGEST) else ''}>{''.join(cells)}</tr>"


# -- certificates -------------------------------------------------------------------------------------


def _certificates(job: Job) -> Iterator[str]:
    """Yield a certificate for each of the first, or for everybody who gets a prize."""
    of = text(job.head.name)
    for name, home, place, points, prize in _honours(job):
        yield '<section class="page certificate">'
        yield _said("p", _("Certificate"), "title") + f'<p class="of">{of}</p>' + _said("p", job.about, "day")
        yield f'<p class="who{_long(name)}">{text(name)}</p><p class="from">{text(home)}</p>'
        yield _said("p", _("Place {place}", place=place), "place")
        signed = shared.signed(job.tournament.rules, points)
        yield _said("p", _n("with {points} point", "with {points} points", points, points=signed), "points")
        if prize:
            yield _said("p", _("Prize: {prize}", prize=prize), "prize")
        lines = _said("span", _("Place, date")) + _said("span", _("For the organizers"))
        yield f'<p class="signed">{lines}</p></section>'


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
        prize = ", ".join((*money_of, *award.what))
        if standing := found.of(award.number):
            yield _of_standing(standing, prize)
            continue
        called, standings = groups[award.whose]
        group = next(one for one in standings if one.name == award.name)
        people = ", ".join(_first_name_first(tournament.entrants[one].name) for one in (*group.best, *group.others))
        yield called.format(name=award.name), people, award.place, group.points, prize


def _of_standing(one: Standing, prize: str = "") -> _Honour:
    return _first_name_first(one.entrant.name), shared.home(one.entrant) or "", one.place, one.points, prize


def _first_name_first(name: str) -> str:
    """Return "Anna Huber" for "Huber, Anna", and any other name as it is."""
    return " ".join(reversed([part.strip() for part in name.split(",")]))


class _Printout(NamedTuple):
    """A printout: what makes it, its title, whether a round has to be drawn, and its paper with the margins."""

    make: Callable[[Job], Iterable[str]]
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
