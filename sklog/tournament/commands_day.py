"""tournament draw, seat, table, list, penalty, prizes: what happens on the day, from the draw to the last list."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import typer

from sklog.cli import common, usage
from sklog.errors import IllegalHand, Refused
from sklog.language import N_, _, _n
from sklog.reports.model import Report
from sklog.scoring.tariff import GOOD
from sklog.tournament import command_parts as parts
from sklog.tournament import typed
from sklog.tournament.draw import meetings
from sklog.tournament.facts import Penalized, PrizesSet, Reseated
from sklog.tournament.held import Held
from sklog.tournament.model import TABLE, Penalty, Row, Rules, TableList
from sklog.tournament.prizes import all_words
from sklog.tournament.reports.shared import missing_notes
from sklog.tournament.tournaments import HandedIn
from sklog.tournament.words import differences, once_words, rows_words, still_missing
from sklog.yaml_text import text_of

commands = typer.Typer()
_recording = partial(parts.recording, commands)
MOST_NAMED = 20  # tables whose lists are missing, in one sentence
MOST_TYPED = 1_000_000  # letters of what is piped


def _text(file: Path) -> str:
    """Return the text of a file, or of standard input for `-`; raise NotFound, Refused."""
    if str(file) != "-":
        return text_of(file, Refused)
    try:
        return sys.stdin.buffer.read(MOST_TYPED).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(_("that is not text in UTF-8")) from None


# -- who sits where -----------------------------------------------------------------------------------


@_recording(
    "draw",
    "",
    again=parts.flag("--again", "Draw the newest round again, while none of its lists is in."),
    file=usage.file_option(
        "--from", "Use a draw made by hand: a line of start numbers for each table (- reads stdin)."
    ),
)
def draw(which: parts.Meant, again: bool = False, file: Path | None = None) -> list[str]:
    """Draw the tables and seats of the next round from the seed; anybody can reproduce the draw."""
    if file is None:
        held = which.tournaments.draw(which.meant, again=again)
    else:
        tables = typed.tables_of_text(_text(file), str(file))
        held = which.tournaments.seat_all(tables, which.meant, again=again)
    return [
        *drawn_words(held),
        *missing_notes(held.ranking(held.round - 1).missing),
        _("To print it: sklog tournament print slips --open; on the screen: sklog tournament seats"),
    ]


def drawn_words(held: Held) -> Iterator[str]:
    """Yield how the newest round was drawn: how many tables, who meets again, who has none."""
    drawn, number = held.tournament.rounds[-1], held.round
    said = [_n("{n} table", "{n} tables", len(drawn.tables))]
    for people, count in sorted(Counter(map(len, drawn.tables)).items()):
        if people != TABLE:
            said.append(_("{count} of them with {people} people", count=count, people=people))
    repeated, together = meetings(held.tournament, number)
    if repeated:
        said.append(_n("{n} pair meets again", "{n} pairs meet again", repeated))
    elif number > 1:
        said.append(_("nobody meets again"))
    if together:
        said.append(_n("{n} pair to keep apart sits together", "{n} pairs to keep apart sit together", together))
    lots = _("; seed {seed}", seed=drawn.seed) if drawn.seed else ""
    yield _("Round {round} drawn: {what}{lots}.", round=number, what=", ".join(said), lots=lots)
    yield from _without_table(held)


def _without_table(held: Held) -> Iterator[str]:
    byes = held.tournament.rounds[-1].byes
    if byes:
        people = ", ".join(held.called(number) for number in byes)
        yield _("Without a table in round {round}: {people}", round=held.round, people=people)


@_recording(
    "seat",
    "1/1 1,6,3,4 1/2 5,2,7,8",
    said=parts.words("[ROUND/]TABLE NR,NR,NR,NR…", "Each table and its start numbers, clockwise."),
    correct=parts.flag("--correct", "Even if a list is in: other players sat there, and the points are theirs."),
)
def seat(which: parts.Meant, said: list[str], correct: bool = False) -> list[str]:
    """Change seats: all tables that change, in one command, such as 2/17 1,6,3,4 2/18 5,2,7,8."""
    held = which.record(lambda held: [Reseated(*_seating(said, held)).wanted(held.tournament, correct=correct)], said)
    round_, tables = _seating(said, held)
    seated_so, lists = [], []
    for table, seats in tables.items():
        people = ", ".join(map(held.called, seats))
        seated_so.append(_("Round {round}, table {table}: {people}", round=round_, table=table, people=people))
        entered = held.tournament.in_force(round_, table)
        if entered and not held.tournament.waits(round_, table):
            rows = rows_words(held.tournament, seats, entered[-1].rows)
            lists.append(_("The list of table {table} is now: {rows}", table=table, rows=rows))
    return [*seated_so, *lists, *(_without_table(held) if round_ == held.round else ())]


def _seating(said: Sequence[str], held: Held) -> tuple[int, dict[int, tuple[int, ...]]]:
    """Return the round, and who sits at which of its tables; raise Refused."""
    unclear = _("name each table and its start numbers, with commas between them: 2/17 1,6,3,4 2/18 5,2,7,8")
    Refused.if_any([unclear] if len(said) % 2 else [])
    places = [typed.round_and_table(word, held.tournament) for word in said[::2]]
    if len({round_ for round_, _table in places}) > 1:
        raise Refused(_("these tables are from several rounds: one command can seat only one round"))
    tables: dict[int, tuple[int, ...]] = {}
    for (round_, table), numbers in zip(places, map(typed.start_numbers, said[1::2]), strict=True):
        Refused.if_any([unclear] if len(numbers) < 2 else [])
        if table in tables:
            raise Refused(_("table {table} of round {round} is given twice", table=table, round=round_))
        tables[table] = tuple(numbers)
    return places[0][0], tables


# -- a table ------------------------------------------------------------------------------------------


@_recording("table", "1/2", hint=False, begin=parts.flag("--begin", "Start an evening in which to enter its hands."))
def table(which: parts.Meant, place: parts.RoundTable, begin: bool = False) -> list[str]:
    """Show who sits at a table, and which of its lists are in."""
    held = which.held
    round_, number = typed.round_and_table(place, held.tournament)
    seats = held.tournament.seats(round_, number)
    lists = held.tournament.lists.get((round_, number), ())
    evening = which.tournaments.evening_of(round_, number, which.meant) if seats else None
    if begin and not evening:
        evening = which.tournaments.table(round_, number, which.meant)
    games, about = held.rules.games_of(len(seats)), {"round": round_, "table": number, "place": f"{round_}/{number}"}
    said = [
        _n("Round {round}, table {table}: {n} game", "Round {round}, table {table}: {n} games", games, **about),
        *(_("Seat {seat}: {person}", seat=at, person=held.called(one)) for at, one in enumerate(seats, 1)),
    ]
    struck = len(lists) - len(held.tournament.in_force(round_, number))
    waits = held.tournament.waits(round_, number)
    said += [
        once_words(one.who) if waits and at == struck else _list_words(held, seats, one, struck=at < struck)
        for at, one in enumerate(lists)
    ]
    if evening and not evening.closed:
        said.append(_("To enter its hands: sklog play --session {number} (evening {name})", **evening.said))
    elif not (evening or lists):
        said.append(_("To enter its hands: sklog tournament table {place} --begin", **about))
    if not lists:
        said.append(_("To enter its list: sklog tournament list {place} POINT POINT …, in this order", **about))
    return said


def _list_words(held: Held, seats: Sequence[int], entered: TableList, *, struck: bool = False) -> str:
    """Return what a list says, and who entered it."""
    said = N_("List: {rows} (from its hands, by {who})") if entered.evening else N_("List: {rows} (entered by {who})")
    said = N_("Struck out: {rows} (entered by {who})") if struck else said
    return _(said, rows=rows_words(held.tournament, seats, entered.rows), who=entered.who)


# -- lists --------------------------------------------------------------------------------------------


@_recording(
    "list",
    *("1/2 23 -5 -20 2", "1/2 24 -5 -20 1 --correct"),
    cls=parts.Signed,
    points=parts.words(
        "[POINTS…]", "The points in seat order, or by start number: 17:23 (default: from the table's hands)."
    ),
    good=parts.text("--good", "N,N,N,N", "Good points, in seat order."),
    solos=parts.text("--solos", "N,N,N,N", "Solo games won, in seat order."),
    herz_solos=parts.text("--herz-solos", "N,N,N,N", "Herz-Solos among them."),
    lines=usage.file_option("--lines", "The list game by game: a line with a number for each seat (- reads stdin)."),
    correct=parts.flag("--correct", "Replace what was entered before."),
    short=parts.flag("--short", "Accept fewer or more games than the rules say."),
)
def list_(
    which: parts.Meant,
    place: parts.RoundTable,
    points: list[str] | None = None,
    good: str | None = None,
    solos: str | None = None,
    herz_solos: str | None = None,
    lines: Path | None = None,
    correct: bool = False,
    short: bool = False,
) -> list[str]:
    """Enter the list of a table, and show which are still missing."""
    before = which.held
    round_, number = typed.round_and_table(place, before.tournament)
    more = {"good": good, "solos": solos, "herz_solos": herz_solos}
    text = None if lines is None else (_text(lines), str(lines))  # read before anybody has to wait

    def rows(held: Held) -> Sequence[Row] | None:
        everybody = held.names
        names = {one: everybody[one] for one in held.tournament.seats(round_, number)}
        _require_wanted(held, (round_, number), correct=correct, newest_round="/" not in place)
        found: Sequence[Row] | None = None
        if text is not None:
            found = _added(text, points, more, held, names, short=short)
        elif points or any(more.values()):
            with _at_table(round_, number):
                found = _what_counts(typed.rows_of_list(points or (), names, **more), held.rules)
        return _kept(held, (round_, number), found) if found and correct else found

    try:
        done = which.tournaments.hand_in(round_, number, rows, before.evening, corrects=correct, short=short)
    except IllegalHand as error:
        with _at_table(round_, number):
            raise error from None
    return list(handed_in_words(done, round_, number))


def _what_counts(rows: list[Row], rules: Rules) -> list[Row]:
    """Return the rows of a list that says one number for each: where good points count it is these, without a minus."""
    if rules.counts != GOOD or any(row.good is not None or row.points is None for row in rows):
        return rows
    if any((row.points or 0) < 0 for row in rows):
        raise Refused(
            _("good points count here: what each player won, without losses; if the list has sums as well, use --good")
        )
    return [row._replace(points=None, good=row.points) for row in rows]


@contextmanager
def _at_table(round: int, table: int) -> Iterator[None]:  # noqa: A002  as it is called
    """Say at which table it is that a list is refused."""
    try:
        yield
    except (IllegalHand, Refused) as error:
        words, at = N_("round {round}, table {table}: {problem}"), {"round": round, "table": table}
        said = (one._replace(message=_(words, problem=one.message, **at)) for one in error.problems)
        raise type(error)(*said) from None


def _require_wanted(held: Held, place: tuple[int, int], *, correct: bool, newest_round: bool) -> None:
    """Refuse a list that would be one too many, with the one that counts, or a correction of none.

    Where the table alone was said it is of the `newest_round`, and a correction may be of one before.
    """
    tournament, valid = held.tournament, held.tournament.in_force(*place)
    at = {"round": place[0], "table": place[1], "place": "/".join(map(str, place))}
    if correct and not valid:
        before = [one for one in range(1, place[0]) if tournament.in_force(one, place[1])]
        if not (newest_round and before):
            raise Refused(_("no list of round {round}, table {table} is in yet: leave --correct out", **at))
        last = {"round": before[-1], "place": f"{before[-1]}/{place[1]}"}
        raise Refused(
            _("no list of round {round}, table {table} is in yet", **at),
            _("to correct that of round {round}: sklog tournament list {place} --correct POINT POINT …", **last),
            _("to enter that of round {round}: sklog tournament list {place} POINT POINT …", **at),
        )
    if valid and not (correct or tournament.waits(*place)):
        rows = rows_words(tournament, tournament.seats(*place), valid[-1].rows)
        said = [_("the list of round {round}, table {table} is already in", **at), _("it says: {rows}", rows=rows)]
        if tournament.counted(*place) is None:
            said = [_("the two entries of the list of round {round}, table {table} differ, so neither counts", **at)]
        raise Refused(*said, _("to correct it: sklog tournament list {place} --correct POINT POINT …", **at))


def _kept(held: Held, place: tuple[int, int], rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows of a correction: solos that it does not say stay as they were, and points where it says none.

    Of two entries that differ nothing stays: nobody knows yet which of them is right.
    """
    before, *others = {one.rows for one in held.tournament.in_force(*place)}
    if others:
        return rows
    pairs = [(new, new.filled(old)) for new, old in zip(rows, before, strict=True)]
    return [
        full if new.points is None and new.good is None else full._replace(points=new.points, good=new.good)
        for new, full in pairs
    ]


def _added(
    text: tuple[str, str],
    points: Sequence[str] | None,
    more: dict[str, str | None],
    held: Held,
    names: dict[int, str],
    *,
    short: bool,
) -> list[Row]:
    """Return the rows of a list that is entered game by game; raise Refused."""
    if points or more["good"]:
        raise Refused(_("--lines gives the points and the good points: leave them out, or leave --lines out"))
    rows = typed.rows_of_games(*text, len(names), held.rules, short=short)
    said = typed.rows_of_list((), names, **more)
    return [one._replace(points=row.points, good=row.good) for one, row in zip(said, rows, strict=True)]


def handed_in_words(done: HandedIn, round: int, table: int) -> Iterator[str]:  # noqa: A002  as it is called
    """Yield what became of a list, what two people entered differently, and which lists are missing."""
    held, tournament = done.held, done.held.tournament
    seats, every = tournament.seats(round, table), tournament.lists[round, table]
    newest, valid = every[-1], tournament.in_force(round, table)
    rows = once_words(newest.who) if tournament.waits(round, table) else rows_words(tournament, seats, newest.rows)
    yield _("Round {round}, table {table}: {rows}", round=round, table=table, rows=rows)
    if newest.corrects:
        yield _("The earlier entry is struck out.")
    elif len(valid) > 1 and not done.differs:
        yield _("Entered twice with the same result: it counts.")
    if done.differs:
        yield _("The two entries differ, so neither counts:")
        for number, one, other in done.differs:
            what = "; ".join(differences(one, other))
            about = {"seat": seats.index(number) + 1, "person": held.called(number), "what": what}
            yield _("  seat {seat}, {person}: {what}", **about)
        both = {"first": valid[0].who, "second": valid[-1].who, "place": f"{round}/{table}"}
        yield _("  (the first was entered by {first}, the second by {second})", **both)
        yield _("Look at the paper list, then: sklog tournament list {place} --correct POINT POINT …", **both)
    yield missing_words(held, round, done.missing)


def missing_words(held: Held, round: int, missing: Sequence[int]) -> str:  # noqa: A002  as it is called
    """Return which lists of a round are missing, or what comes next."""
    many = len(missing)
    if many > MOST_NAMED:
        return _n("{n} list of round {round} is missing.", "{n} lists of round {round} are missing.", many, round=round)
    if missing:
        return still_missing(round, missing) + "."
    if held.round < held.rules.rounds:
        return _("All lists of round {round} are in. For the next round: sklog tournament draw", round=round)
    return _("All lists of round {round} are in. For the ranking: sklog tournament ranking", round=round)


# -- penalties and prizes -----------------------------------------------------------------------------


@_recording(
    "penalty",
    "3 -10 wrong seat",
    cls=parts.Signed,
    points=parts.words("POINTS", "With a sign: -10 takes points away, +10 gives some."),
    reason=parts.words("REASON…", "The reason."),
    round_=common.number_option("--round", "For this round (default: the whole day)."),
)
def penalty(
    which: parts.Meant, number: parts.Number, points: str, reason: list[str], round_: int | None = None
) -> list[str]:
    """Give a player points, or take some away, by decision of the judges."""
    of, moved, why = parts.one_number(number), typed.penalty_points(points), " ".join(reason).strip()
    words = [of, f"{moved:+d}", why, *(["--round", round_] if round_ else [])]
    held = which.record(Penalized(Penalty(of, moved, why, round_ or 0)), words)
    said = {"person": held.called(of), "reason": why}
    if moved < 0:
        return [_n("{person} loses {n} point: {reason}", "{person} loses {n} points: {reason}", -moved, **said)]
    return [_n("{person} gets {n} point: {reason}", "{person} gets {n} points: {reason}", moved, **said)]


@_recording(
    "prizes",
    *('"1: 500 €" "2-4: Schinken"', "", "-o gewinner.html"),
    shared=(*parts.WRITING, *parts.SHOWN),
    said=parts.words(
        '["PLACE: PRIZE"…]', 'All prizes: "1: 500 €" "2-4: Schinken" "team 1: 200 €" "club 1: …" "last: …" "table: …"'
    ),
    file=usage.file_option("--from", "A file with a prize in each line (- reads stdin)."),
    none=parts.flag("--none", "There are no prizes."),
)
def prizes(
    which: parts.Meant, said: list[str] | None = None, file: Path | None = None, none: bool = False
) -> list[str] | Report:
    """Set the list of prizes; without arguments, show who gets which prize."""
    if bool(said) + (file is not None) + none > 1:
        raise typer.BadParameter(_("list the prizes, or use --from FILE or --none"))
    if not (said or file or none):
        return which.tournaments.report("awards", which.meant)
    lines = typed.prize_lines(_text(file)) if file is not None else list(said or ())
    if not (lines or none):
        raise Refused(_("there are no prizes in it: write one on each line, such as 1: 500 €"))

    def set_out(lines: list[str]) -> Held:
        words = [_n("{n} prize", "{n} prizes", len(lines))]
        return which.record(PrizesSet(tuple(typed.prizes_of_lines(lines))), words)

    tournament = common.asked_back(set_out, lines=lines).tournament
    return [f"{PrizesSet(tournament.prizes).sentence()}.", *all_words(tournament)]
