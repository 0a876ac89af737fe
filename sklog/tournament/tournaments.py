"""A tournament in a ledger: what is recorded of it, and what its tables play.

    Tournaments(ledger) ──held──▶ Held: the evening that it is, and its Tournament
           │
           ├─ record ─▶ facts, in the tournament's own evening, at which nobody sits
           ├─ table ──▶ the ordinary evening of one table in one round, begun when it is asked for first
           └─ hand_in ▶ what that evening came to, or the sums that were typed ─▶ the fact that the list is in

It goes one way: a table's evening knows nothing of the tournament, and the ranking follows from the tournament's facts
alone. Where a table's hands were corrected after its list came in, `unlike` says so, and the list is handed in again.
"""

from __future__ import annotations

import secrets
from collections import Counter
from typing import TYPE_CHECKING, Any

from sklog.desk import hands, typed
from sklog.errors import IllegalHand, InvalidHand, NotFound, Refused, TurnedName
from sklog.language import N_, _, _and, _n, _t
from sklog.ledger import correct, evenings, history, record
from sklog.ledger.facts import Command, Recording, recordings
from sklog.rooms import EVENINGS, load
from sklog.scoring.arguments import read_all
from sklog.scoring.canonical import Unreadable
from sklog.scoring.games import HERZ, ONE_AGAINST_ALL, SOLO
from sklog.scoring.names import LONGEST_NAME, name_key, one_name, turned_key
from sklog.scoring.outcome import Outcome
from sklog.scoring.session import Session, final_state
from sklog.scoring.state import OfRoom
from sklog.tournament import facts, model
from sklog.tournament.draw import following
from sklog.tournament.ranking import ranking
from sklog.tournament.words import COLUMNS, once_words, still_missing
from sklog.values import NamedTuple
from sklog.yaml_text import MOST_PROBLEMS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.desk.ledger import Ledger
    from sklog.ledger.evenings import Evening, Which
    from sklog.reports.model import Report
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff
    from sklog.tournament.ranking import Ranking

LONGEST_NAME_OF_IT = 150  # letters: the name of a table's evening has the round and the table behind it
SEED_BYTES = 5
REPORTING = "sklog.tournament.reporting"  # 60 ms, for which no list that comes in has to wait


class Held(NamedTuple):
    """A tournament: its evening in the ledger, and everything known about it."""

    evening: Evening
    tournament: model.Tournament

    @property
    def rules(self) -> model.Rules:
        """By which rules it is held."""
        return self.tournament.rules

    @property
    def tariff(self) -> Tariff:
        """The scale that its tables play by."""
        return self.evening.tariff

    @property
    def round(self) -> int:
        """The round that was drawn last, 0 before the first."""
        return len(self.tournament.rounds)

    def called(self, number: int) -> str:
        """Return a start number with the name that it has now: "17 Anna"."""
        return self.tournament.called(number)

    def one(self, number: int) -> model.Entrant:
        """Return who has a start number; raise NotFound."""
        return self.tournament.one(number)

    @property
    def here(self) -> int:
        """How many are here, without those who fill in."""
        return len(self.tournament.playing)

    @property
    def names(self) -> Mapping[int, str]:
        """How everybody is called at the tables, by start number: two of one name have their numbers behind it."""
        names = {one.number: one.name for one in self.tournament.entrants.values()}
        marked: set[int] = set()
        while True:  # again where somebody's real name is "Anna (1)"
            keys = Counter(map(name_key, names.values()))
            alike = {number for number, name in names.items() if keys[name_key(name)] > 1} - marked
            if not alike:
                return names
            for number in alike:
                mark = f" ({number})"
                names[number] = f"{names[number][: LONGEST_NAME - len(mark)]}{mark}"
            marked |= alike

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """The round and the table of each table's evening, by its identity, whether it has begun or not."""
        return self.tournament.places(self.evening.uid)

    def ranking(self, upto: int | None = None) -> Ranking:
        """Return everybody's place after round `upto`, or after all that were drawn so far."""
        return ranking(self.tournament, upto)


class Person(NamedTuple):
    """An entrant; without a `number` they get the next one.

    `paid` is in cents, True for the whole fee.
    """

    name: str
    place: str = ""
    club: str = ""
    team: str = ""
    number: int | None = None
    paid: int | bool = 0
    fills: bool = False
    classes: tuple[str, ...] = ()


class HandedIn(NamedTuple):
    """The result of handing in a list: the tournament as it is now, and the tables of the round still `missing`.

    For each seat that two people entered differently, `differs` has the start number and both rows.
    """

    held: Held
    differs: tuple[tuple[int, model.Row, model.Row], ...]
    missing: tuple[int, ...]


class Tournaments:
    """The tournaments of a ledger.

    By default methods apply to the newest open one, or else the newest. Recording raises IllegalHand with everything
    that is impossible, and then stores nothing.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    # -- looked at ------------------------------------------------------------------------------------

    def all(self) -> list[Held]:
        """Return every tournament, oldest first, without those whose rules were taken back.

        >>> [held.evening.name for held in rennen.all()]
        ['Herbstrennen']
        """
        with self.ledger.reading() as ledger:
            return [
                _held(one) for one in evenings.all_evenings(ledger) if isinstance(one.state.memory, model.Tournament)
            ]

    def guessed(self) -> Held | None:
        """Return the tournament that methods take by default, if several are open; else None.

        >>> rennen.guessed() is None
        True
        """
        with self.ledger.reading() as ledger:
            return find(ledger) if len([*evenings.of_kind(ledger, model.KEY, only_open=True)]) > 1 else None

    def held(self, which: Which = None) -> Held:
        """Return a tournament; raise NotFound, and Refused for an ordinary evening.

        >>> len(rennen.held().tournament.entrants)
        4
        """
        with self.ledger.reading() as ledger:
            return find(ledger, which)

    def evening_of(self, round: int, table: int, which: Which = None) -> Evening | None:  # noqa: A002  as it is called
        """Return the evening of a table, None if it was not started; raise NotFound.

        >>> _ = rennen.draw()
        >>> rennen.evening_of(1, 1) is None
        True
        """
        with self.ledger.reading() as ledger:
            held = find(ledger, which)
            return evenings.with_identity(ledger, _identity(held, round, table))

    def unlike(self, which: Which = None) -> list[tuple[int, int]]:
        """Return the tables (round, table) whose hands do not give the result of the list that counts.

        Raises NotFound.

        >>> rennen.unlike()
        []
        """
        with self.ledger.reading() as ledger:
            held = find(ledger, which)
            valid = ((where, one) for where in held.tournament.lists for one in held.tournament.in_force(*where))
            return sorted({where for where, one in valid if _is_unlike(ledger, held, where, one)})

    def report(self, name: str, which: Which = None, *, names: Sequence[Which] = (), **asked: Any) -> Report:
        """Return a report of a tournament; raise NotFound, Refused.

        There are show, entrants, awards and cash; seats, ranking, teams, clubs and bests (of the tables), each for a
        `round` if you like; person for a `number`; table for a `table` of a `round`; and series for the `names` of
        several tournaments, of which everybody's `best` results count. See docs/tournament.md.

        >>> rennen.report("entrants").title
        'Herbstrennen: entrants'
        """
        reports = load(REPORTING)
        if name == reports.SERIES:
            found: Report = reports.series_of(list(map(self.held, names)), which=which, **asked)
        else:
            asked |= {"names": names} if names else {}
            found = reports.report(self.held(which), name, lambda: self.unlike(which), **asked)
        return found

    def printout(self, what: str, which: Which = None, **asked: Any) -> str:
        """Return an html page for printing; raise NotFound.

        There are start-list, tables, slips, start-cards, sheets, ranking and certificates. `asked` can have a `round`;
        table cards have a PIN (`pins`) and a QR code (`links`) each, and the `address` for phones; certificates are for
        everybody who gets a prize, or for the `first` places; start cards are for numbers up to `first`. See
        docs/tournament.md.

        >>> rennen.printout("start-list")[:15]
        '<!doctype html>'
        """
        page: str = load(REPORTING).printed(self.held(which), what, **asked)
        return page

    # -- recorded -------------------------------------------------------------------------------------

    def begin(
        self,
        name: str,
        tariff: Tariff | str,
        rules: model.Rules | None = None,
        *,
        date: str | None = None,
        place: str = "",
    ) -> Held:
        """Start a tournament whose tables play by the tariff, in a ledger that is created if there is none.

        By default the rules are the usual ones, with the `counts` of the tariff: see docs/tournament.md. Without a
        seed, one is drawn. `date` is ISO, or as people write it; by default today. Raises NotFound, Refused,
        TariffError, IllegalHand.

        >>> sklog.Ledger("another.db").tournaments.begin("Sommerrennen", "bsv").evening.name
        'Sommerrennen'
        """
        title = typed.single_line(name, _("the name of a tournament"), most=LONGEST_NAME_OF_IT)
        if not title:
            raise Refused(_("a tournament needs a name, such as: Herbstrennen"))
        where = typed.single_line(place, _("the place"))
        scale = hands.tariff_meant(tariff)
        rules = rules or model.Rules(counts=scale.counts)
        rules = rules._replace(seed=rules.seed or secrets.token_hex(SEED_BYTES), by_surname=True)
        session = Session(name=title, date=typed.day(date), tariff=scale, players=(), place=where)
        first = OfRoom(model.KEY, facts.Fact(facts.RulesSet(rules)))
        first.fact.apply(None)  # refuses rules that cannot be before a ledger is made for them
        command = self.ledger.command("tournament new", [title, "--tariff", scale.name])
        with self.ledger.writing(create=True) as ledger:
            evening = record.start(ledger, session, command)
            record.add(ledger, evening, [first], command)
            return _held(evenings.by_number(ledger, evening.id))

    def record(
        self,
        said: facts.Said | dict[str, Any] | Callable[[Held], Sequence[facts.Said]],
        command: str = "tournament",
        words: Sequence[object] = (),
        which: Which = None,
    ) -> Held:
        """Record a fact, or all facts that a function makes from the tournament's state, as one command.

        A fact can be given as JSON, as in a file: {"paid": {"number": 17, "cents": 1000}}. `command` and `words` are
        for the log. Raises NotFound, Refused, InvalidHand for anything that is not a fact, NewerProgram. See
        docs/tournament.md.

        >>> held = rennen.record({"penalty": {"number": 2, "points": -2, "reason": "wrong seat"}})
        >>> [(one.number, one.points) for one in held.tournament.penalties]
        [(2, -2)]
        """
        with self.ledger.writing() as ledger:
            held = find(ledger, which)
            every = list(map(_fact, said(held) if callable(said) else [said]))
            _require_no_hands(ledger, held, every)
            entries = [OfRoom(model.KEY, facts.Fact(one)) for one in every]
            if entries:
                record.add(ledger, held.evening, entries, self.ledger.command(command, words))
            return _held(evenings.by_number(ledger, held.evening.id))

    def enter(self, people: Sequence[Person], which: Which = None, *, turned: bool = False) -> Held:
        """Enter people, all or none; those without a number get the next free ones.

        Raises NotFound, IllegalHand, and TurnedName if somebody is known by the same name in the other order, unless
        `turned` says that they are different people.

        >>> len(rennen.enter([sklog.Person("Eva")]).tournament.entrants)
        5
        """
        words = [people[0].name] if len(people) == 1 else [_n("{n} person", "{n} people", len(people))]

        def entries(held: Held) -> list[facts.Said]:
            if not turned:
                with self.ledger.reading() as ledger:  # nobody else writes meanwhile
                    _require_not_turned(people, held, evenings.of_kind(ledger, model.KEY))
            return _entries(held, people)

        return self.record(entries, "tournament enter", words, which)

    def draw(self, which: Which = None, *, again: bool = False) -> Held:
        """Draw the next round, or with `again` the newest one once more, as docs/draw.md describes.

        Raises NotFound, Refused, IllegalHand.

        >>> rennen.draw().round
        1
        """

        def drawn(held: Held) -> list[facts.Said]:
            tournament = held.tournament
            before = tournament.rounds[:-1] if again else tournament.rounds
            if again and not tournament.rounds:
                raise Refused(_("no round has been drawn yet"))
            if len(before) >= held.rules.rounds:
                raise Refused(_n("the tournament has {n} round", "the tournament has {n} rounds", held.rules.rounds))
            if not again and before and (missing := tournament.missing(len(before))):
                raise Refused(still_missing(len(before), missing))
            return [facts.Drawn(len(before) + 1, following(tournament, before))]

        return self.record(drawn, "tournament draw", ["--again"] if again else [], which)

    def seat_all(self, tables: Sequence[Sequence[int]], which: Which = None, *, again: bool = False) -> Held:
        """Record the next round as it was drawn at the tables; players at no table have no seat in it.

        Raises NotFound, Refused, IllegalHand.

        >>> rennen.seat_all([[1, 2, 3, 4]]).round
        1
        """

        def seated(held: Held) -> list[facts.Said]:
            at = held.round + (0 if again else 1)
            if held.round and not again and all(round_ != held.round for round_, _table in held.tournament.lists):
                raise Refused(
                    _t("no list of round {round} is in yet¦: to enter its tables again, use --again", round=held.round)
                )
            named = {one for table in tables for one in table}
            playing = () if held.rules.is_final(at) else held.tournament.playing
            byes = tuple(number for number in playing if number not in named)
            return [facts.Drawn(at, model.Round(tuple(map(tuple, tables)), byes))]

        return self.record(seated, "tournament draw", ["--from"], which)

    def table(self, round: int, table: int, which: Which = None) -> Evening:  # noqa: A002  as it is called
        """Return the evening of a table, starting it if necessary; raise NotFound, Refused.

        >>> _ = rennen.draw()
        >>> len(rennen.table(1, 1).state.seats)
        4
        """
        with self.ledger.writing() as ledger:
            held = find(ledger, which)
            seats = _seats(held, round, table)
            uid = _identity(held, round, table)
            command = self.ledger.command(EVENINGS[model.KEY].begins, [f"{round}/{table}", "--begin"])
            if known := evenings.with_identity(ledger, uid):
                if known.kind != evenings.VOID:
                    return known
                return correct.put_right(ledger, known, {"void": False}, command).evening
            names, begun = held.names, held.evening
            players = record.known_spelling(ledger, [names[number] for number in seats])
            name = f"{begun.name} {round}/{table}"
            session = Session(name, begun.date, held.tariff, tuple(players), place=begun.place)
            return record.start(ledger, session, command, uid=uid)

    def hand_in(
        self,
        round: int,  # noqa: A002  as it is called
        table: int,
        rows: Sequence[model.Row] | Callable[[Held], Sequence[model.Row] | None] | None = None,
        which: Which = None,
        *,
        corrects: bool = False,
        short: bool = False,
        who: str = "",
        device: str = "",
        seen: Sequence[int] | None = None,
    ) -> HandedIn:
        """Enter a table's list: the result of its hands, or the `rows` that were typed, in seat order.

        The evening of the hands is closed with it. With `corrects` it replaces the earlier list; `short` allows fewer
        or more hands than the rules say. `rows` can also be a function of the tournament's state, which returns rows,
        or None for the hands. `who` enters it, on this `device` ("" for the desk); `seen` are the start numbers at the
        table as that person saw them. Raises NotFound, Refused (with double entry also if one person or device enters
        it twice), and IllegalHand unless the list adds up to 0. See docs/tournament.md.

        >>> _ = rennen.draw()
        >>> rennen.hand_in(1, 1, [sklog.ListRow(points) for points in (5, -3, -1, -1)]).missing
        ()
        """
        with self.ledger.writing() as ledger:
            held = find(ledger, which)
            seats = _seats(held, round, table)
            if seen is not None and tuple(seen) != seats:
                raise Refused(_("other people sit at table {table} now: look at it again", table=table))
            rows = rows(held) if callable(rows) else rows
            # the log shows no entry before the other is in
            shown = () if rows is None or held.rules.double_entry else map(_typed, rows)
            words = [f"{round}/{table}", *(["--correct"] if corrects else []), *shown]
            command = self.ledger.command("tournament list", words)
            entered = model.TableList(tuple(rows or ()), who or command.who, corrects=corrects, device=device)
            recording = None
            if rows is None:
                full, recording = _of_hands(ledger, held, (round, table), command, short=short)
                entered = entered._replace(**full)
            _require_games(held, entered.rows, short=short or rows is None)
            _require_apart(held, said := facts.ListIn(round, table, entered), dry_run=self.ledger.dry_run)
            record.add(ledger, held.evening, [OfRoom(model.KEY, facts.Fact(said))], command, recording)
            after = _held(evenings.by_number(ledger, held.evening.id))
        return HandedIn(after, after.tournament.differing(round, table), after.tournament.missing(round))


def _fact(said: facts.Said | dict[str, Any]) -> facts.Said:
    """Return a fact, which may be said in JSON; raise InvalidHand, and TypeError for what is none."""
    if isinstance(said, facts.Said):
        return said
    if not isinstance(said, dict):
        raise TypeError(f"{said!r} is no fact of a tournament")
    try:
        return facts.Fact.from_json(said).said
    except Unreadable as error:
        raise InvalidHand(str(error)) from None


def find(ledger: sqlite3.Connection, which: Which = None) -> Held:
    """Return the tournament that is meant, without a word the newest open one, else the newest.

    Raises NotFound where there is none, and Refused for an evening that is none.
    """
    if which is None:
        newest = evenings.newest(ledger, model.KEY, closed=False) or evenings.newest(ledger, model.KEY)
        if newest is None:
            raise NotFound(_t("there is no tournament yet¦; begin one with: sklog tournament new NAME --tariff TARIFF"))
        return _held(newest)
    evening = evenings.find(ledger, which)
    if evening.players:
        raise Refused(_("{name!r} is an evening, not a tournament", name=evening.name))
    return _held(evening)


def _held(evening: Evening) -> Held:
    if not isinstance(evening.state.memory, model.Tournament):
        raise Refused(_t("the rules of {name!r} were taken back¦: sklog redo --session {number}", **evening.said))
    return Held(evening, evening.state.memory)


def served(ledger: Ledger) -> tuple[Evening, str] | None:
    """Return which evening is shown to phones without a word, and what is said of that; None where none is open.

    That is the tournament that is open, unless an evening began since.
    """
    with ledger.reading() as opened:
        tournament = evenings.newest(opened, model.KEY, closed=False)
        if tournament is None:
            return None
        newest = evenings.newest(opened, closed=False)
    if newest is None or newest.id < tournament.id:
        return tournament, ""
    # a table is of the tournament where people sit so, else, drawn anew since, of the newest one
    if newest.kind != evenings.ORDINARY:
        theirs = (one.evening for one in reversed(Tournaments(ledger).all()) if newest.uid in one.places)
        return next((one for one in theirs if not one.closed), tournament), ""
    said = {"name": newest.name, "tournament": tournament.name, "number": tournament.id}
    return newest, _t("{name} is served¦; for the tournament {tournament}: sklog serve --session {number}", **said)


def _seats(held: Held, round: int, table: int) -> tuple[int, ...]:  # noqa: A002  as it is called
    seats = held.tournament.seats(round, table)
    if not seats:
        raise NotFound(facts.no_table(held.tournament, round, table))
    return seats


def _identity(held: Held, round: int, table: int) -> str:  # noqa: A002  as it is called
    """Return the identity of a table's evening: another one where other people sit there after all."""
    return model.identity_of_table(held.evening.uid, round, table, held.tournament.seats(round, table))


def _require_no_hands(ledger: sqlite3.Connection, held: Held, said: Iterable[facts.Said]) -> None:
    """Refuse other seats at tables of which hands are entered: these were played by those who sit there now."""
    wrong = []
    for fact in said:
        seats: Mapping[int, tuple[int, ...]] = {}
        if isinstance(fact, facts.Reseated):
            where, seats = fact.round, fact.tables
        elif isinstance(fact, facts.Drawn) and fact.round == held.round:
            where, seats = fact.round, dict.fromkeys(range(1, len(held.tournament.rounds[-1].tables) + 1), ())
            seats = {**seats, **dict(enumerate(fact.drawn.tables, 1))}
        for table, after in sorted(seats.items()):
            before = held.tournament.seats(where, table)
            evening = evenings.with_identity(ledger, _identity(held, where, table)) if before else None
            if evening and evening.state.counted.played and before != after:
                wrong.append(_hands_there(evening, table))
    Refused.if_any(wrong)


def _hands_there(played: Evening, table: int) -> str:
    said = _n(
        "{n} hand of table {table} is entered, played by those who sit there now: first take it back",
        "{n} hands of table {table} are entered, played by those who sit there now: first take them back",
        played.state.counted.played,
        table=table,
    )
    return _t("{said}¦, sklog undo --session {number}", said=said, number=played.id)


def _require_not_turned(people: Sequence[Person], held: Held, every: Iterable[Evening]) -> None:
    """Raise TurnedName for people who are known by the same name in the other order, here or in another tournament.

    Another place or club tells them apart. What was recorded before names were "Vorname Nachname" is no model.
    """
    others = [(one, title) for title, tournament in _name_models(held, every) for one in tournament.entrants.values()]
    spelled = {name_key(one.name) for one, title in others if title}
    by_words: dict[str, list[tuple[model.Entrant, str]]] = {}
    for other in others:
        by_words.setdefault(turned_key(other[0].name), []).append(other)
    here, elsewhere = (
        N_(
            '"{name}" may be {known}, who has already entered as number {number}: if it is somebody else, give another '
            "place or club"
        ),
        N_(
            '"{name}" may be {known} of {title}: if so, write {known}; if it is somebody else, give another place or '
            "club"
        ),
    )
    wrong, meant = [], {}
    for one in people:
        for known, title in by_words.get(turned_key(one.name), ()):
            at = tuple(map(name_key, (one.place, one.club)))
            alike = not any(at) or at == tuple(map(name_key, (known.place, known.club)))
            if alike and name_key(one.name) != name_key(known.name) and not (title and name_key(one.name) in spelled):
                about = {"name": one.name, "known": known.name, "number": known.number, "title": title}
                wrong.append(_(elsewhere if title else here, **about))
                meant[one.name] = known.name
                break
    if wrong:
        raise TurnedName(*wrong[:MOST_PROBLEMS], meant=meant)


def _name_models(held: Held, every: Iterable[Evening]) -> Iterator[tuple[str, model.Tournament]]:
    """Yield the tournament itself, then the others whose names are "Vorname Nachname", with what they are called."""
    yield "", held.tournament
    for evening in every:
        known = evening.state.memory
        if isinstance(known, model.Tournament) and known.rules.by_surname and evening.uid != held.evening.uid:
            yield evening.name, known


def _entries(held: Held, people: Sequence[Person]) -> list[facts.Said]:
    """Return the facts that these people enter, and what they have paid."""
    taken = held.tournament.entrants.keys() | {one.number for one in people if one.number is not None}
    free = (number for number in range(max(held.tournament.entrants, default=0) + 1, model.MOST_NUMBER + 1))
    said: list[facts.Said] = []
    names = {name: number for (name, _place, _club), number in held.tournament.numbers.items()}
    for one in people:
        number = one.number
        if not (one.place or one.club) and (known := names.get(name_key(one.name))):
            raise IllegalHand(facts.entered_already(one.name, known))
        if number is None:
            number = next((number for number in free if number not in taken), model.MOST_NUMBER + 1)
        elif number in held.tournament.entrants:
            raise Refused(_("number {number} is taken by {who}", number=number, who=held.names[number]))
        if one.paid is True and not held.rules.fee:
            raise Refused(_t("the tournament has no entry fee¦: leave --paid out, or give an amount with it"))
        name, place, club, team = map(one_name, (one.name, one.place, one.club, one.team))
        said.append(facts.Entered(number, name, place, club, team, one.fills, one.classes))
        if cents := held.rules.fee if one.paid is True else one.paid:
            said.append(facts.Paid(number, cents))
    return said


def _typed(row: model.Row) -> str:
    return f"{row.points:+d}" if row.points is not None else str(row.good)


# -- what a table's hands come to ----------------------------------------------------------------------


def _require_games(held: Held, rows: Sequence[model.Row], *, short: bool) -> None:
    """Refuse more solos won than games: a digit too many would decide a tie."""
    solos, games = sum(max(row.solos or 0, row.herz_solos or 0) for row in rows), held.rules.games_of(len(rows))
    if solos > games and not short:
        words = N_("{solos} solos in {games} games are impossible¦: if more games were played, use --short")
        raise Refused(_t(words, solos=solos, games=games))


def _of_hands(
    ledger: sqlite3.Connection, held: Held, where: tuple[int, int], command: Command, *, short: bool
) -> tuple[dict[str, Any], Recording]:
    """Return what a list says of a table's hands, and close their evening, as one command on both."""
    evening, about = evenings.with_identity(ledger, _identity(held, *where)), {"round": where[0], "table": where[1]}
    if evening is None or not evening.state.counted.played:
        words = N_(
            "no hand of table {table} has been entered: enter its points¦, or begin with sklog tournament table "
            "{round}/{table} --begin"
        )
        raise NotFound(_t(words, **about))
    wanted, played = held.rules.games_of(len(evening.players)), evening.state.counted.played
    if played != wanted and not short:
        words = N_("{played} of {wanted} games of table {table} are entered¦: if that is all, use --short")
        raise Refused(_t(words, played=played, wanted=wanted, **about))
    rows = rows_of(ledger, evening)
    touched = [held.evening.id] if evening.closed else [held.evening.id, evening.id]  # of the two one may have to stay
    mine, *theirs = recordings(ledger, command, [(number, None) for number in touched])
    closed = record.close(ledger, evening, [], command, theirs[0]) if theirs else evening
    return {"rows": rows, "evening": evening.uid, "digest": closed.digest.hex()}, mine


def _require_apart(held: Held, said: facts.ListIn, *, dry_run: bool) -> None:
    """Refuse the second of two entries unless somebody else enters it, who has not seen the first.

    What one of two who type does not say would count by the word of the other alone.
    """
    where, entered = said[:2], said.list
    first = held.tournament.in_force(*where)[0] if held.tournament.waits(*where) else None
    if first is None:
        return
    if entered.is_apart(first) and not entered.corrects:
        if dry_run:
            raise Refused(_("a second entry is not only tried: the answer would tell of the first one"))
        if not (first.evening or entered.evening) and first.says != entered.says:
            columns = _and(_(COLUMNS[one]) for one in first.says)
            raise Refused(_("both entries must have the same columns; the first one has: {columns}", columns=columns))
        return
    hint = "" if entered.device else _t("At the desk, say who is typing¦: SKLOG_USER=NAME sklog tournament list …")
    if entered.evening and first.evening:
        hint = _("The hands of a table count as one entry: for the second one somebody types the sums.")
    if entered.corrects:
        undo = N_("Correct it once both entries are in¦; take the last one back with: sklog undo --session {number}")
        hint = _t(undo, number=held.evening.id)
    raise Refused(*filter(None, (once_words(first.who), hint)))


def _is_unlike(ledger: sqlite3.Connection, held: Held, where: tuple[int, int], entered: model.TableList) -> bool:
    """Whether a table's hands come to something else than a list of it says: one made of them, or sums beside them."""
    played = evenings.with_identity(ledger, entered.evening or _identity(held, *where))
    if played is None or played.digest.hex() == entered.digest:
        return False
    if not entered.evening and played.state.counted.played != held.rules.games_of(len(played.players)):
        return False  # hands of which some are missing say nothing of sums
    try:
        return not all(one.agrees(said) for one, said in zip(rows_of(ledger, played), entered.rows, strict=True))
    except Refused:  # somebody sat down there later
        return bool(entered.evening)


def rows_of(ledger: sqlite3.Connection, evening: Evening) -> tuple[model.Row, ...]:
    """Return what an evening came to for those who sat down first, in the order of their seats.

    Raises Refused where others sat there as well.
    """
    session = history.of_evening(ledger, evening).session
    if others := [name for name in session.everybody() if name not in session.players]:
        raise Refused(_("{people} sat there as well: give the points of each number instead", people=", ".join(others)))
    lines = session.lines()
    return rows(session.players, lines, final_state(session, lines).balances)


def rows(players: Iterable[str], lines: Iterable[Line], balances: Mapping[str, int]) -> tuple[model.Row, ...]:
    """Return the sum, the good points, and the solos and Herz-Solos won, of each of these people."""
    good, solos, herz = Counter[str](), Counter[str](), Counter[str]()
    for line in lines:
        if line.score is None or line.number is None:
            continue
        good.update({name: amount for name, amount in line.score.postings.items() if amount > 0})
        outcome = line.score.outcome
        if isinstance(outcome, Outcome) and outcome.won and outcome.game.shape in ONE_AGAINST_ALL:
            solos.update(outcome.declarers)
            if outcome.game.name == SOLO and outcome.suit == HERZ:
                herz.update(outcome.declarers)
    return tuple(model.Row(balances[name], good[name], solos[name], herz[name]) for name in players)


read_all(Person)
read_all(Tournaments)
