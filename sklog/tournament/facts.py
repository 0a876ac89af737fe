"""What is recorded of a tournament: each fact, what it refuses, and what it changes.

    {"tournament": {"list": {"round": 2, "table": 17, "rows": [[23], [-5], [-20], [2]]}}}
                       │
                    FACTS ──from_json──▶ Fact ──apply──▶ the next Tournament

A new fact is a class here and a row of `FACTS`. `from_json` raises Unreadable or InvalidHand for what cannot be read,
`apply` IllegalHand with everything that cannot be. Values may all be text, as they are in session files. In a sentence
somebody is named by the start number, as a fact names him: who that was when it was recorded, the reports say.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Self

from sklog.errors import IllegalHand, InvalidHand, NewerProgram, Refused
from sklog.language import N_, _, _and, _n, _t
from sklog.scoring.amounts import money
from sklog.scoring.canonical import MOST_SEATS, shown
from sklog.scoring.names import LONGEST_TEXT, name_key, name_problems, unseen
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament import codec, model
from sklog.tournament.words import prize_phrases, rules_words, so

MOST_PRIZES = 500
MOST_PENALTIES = 10_000
ALL_FEES = 100  # percent
MOST_LISTS = 20  # of one table, struck out ones included


_WHOLE = codec.form_of(Annotated[model.Rules, codec.WHOLE])
_LATER = ("best", "final", "team_fee")  # rules that older programs do not know: they are said where they are not 0


def _rules_json(rules: model.Rules) -> dict[str, Any]:
    return {key: value for key, value in _WHOLE.write(rules).items() if value or key not in _LATER}


class RulesSet(NamedTuple):
    """The tournament begins by these rules, or goes on by them: what the draw rests on stays as it was drawn."""

    rules: Annotated[model.Rules, codec.Form(_WHOLE.read, _rules_json)]

    def sentence(self) -> str:
        """Return it in a sentence."""
        return _("rules: {rules}; seed {seed}", rules=", ".join(rules_words(self.rules)), seed=self.rules.seed)

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Hold it by these rules."""
        new, old = self.rules, tournament.rules
        drawn = len(tournament.rounds)
        changed = [rule for rule in FIXED if drawn and getattr(new, rule) != getattr(old, rule)]
        words = N_("{rule} cannot be changed any more: a round was drawn by it; first take back the draw")
        wrong = [*new.problems(), *(_(words, rule=model.rule_word(rule)) for rule in changed)]
        if new.rounds < drawn:
            wrong.append(_n("{n} round has already been drawn", "{n} rounds have already been drawn", drawn))
        IllegalHand.if_any(wrong)
        return tournament._replace(rules=new)


FIXED = ("games", "counts", "seating", "seed", "same_games", "final")
"""Rules that hold for the whole day from the first draw on."""


class Entered(NamedTuple):
    """Somebody enters, or what is known of him is put right: his payments and presence stay."""

    number: int
    name: str
    place: str = ""
    club: str = ""
    team: str = ""
    fills: bool = False
    classes: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Return it in a sentence."""
        more = [word for word in (self.place, self.club, *(_(model.WINNERS[one]) for one in self.classes)) if word]
        more += [_("team {team}", team=self.team)] if self.team else []
        words = N_("number {number} enters: {name}")
        if self.fills:
            words = N_("number {number} stands in for anybody missing: {name}")
        return _(words, number=self.number, name=", ".join((self.name, *more)))

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Add the entrant, or change the one with this number."""
        known = tournament.entrants.get(self.number)
        wrong = [*_name_problems(self.name), *_text_problems(self.place, self.club, self.team)]
        if not 1 <= self.number <= model.MOST_NUMBER:
            wrong.append(_("a start number is 1 to {most}, not {number}", most=model.MOST_NUMBER, number=self.number))
        unknown = {*self.classes} - {*model.CLASSES}
        full = known is None and len(tournament.entrants) >= model.MOST_ENTRANTS
        sat = any(self.number in table for one in tournament.rounds for table in one.tables)
        about = {"whose": shown(min(unknown, default="")), "winners": ", ".join(model.CLASSES)}
        wrong += so(
            (unknown, N_("{whose!r} is not one of {winners}")),
            (full, N_("at most {most} people can enter")),
            (known and known.fills != self.fills and sat,
             N_("number {number} already has a seat: name substitutes earlier")),
            most=model.MOST_ENTRANTS, number=self.number, **about,
        )  # fmt: skip
        entrant = (known or model.Entrant(self.number, self.name))._replace(**self._asdict())
        IllegalHand.if_any([*wrong, *_same_person(tournament, entrant)])
        return _with(tournament, entrant)


def _same_person(tournament: model.Tournament, entrant: model.Entrant) -> Iterator[str]:
    number = tournament.numbers.get(_who(entrant), entrant.number)
    if number != entrant.number:
        yield entered_already(entrant.name, number)


def entered_already(name: str, number: int) -> str:
    """Return the sentence that somebody of this name has a number already."""
    words = N_("{name} has already entered as number {number}: if it is somebody else, give another place or club")
    return _(words, name=name, number=number)


def _who(entrant: model.Entrant) -> model.Who:
    return name_key(entrant.name), name_key(entrant.place), name_key(entrant.club)


class Presence(NamedTuple):
    """Somebody withdraws or did not come, or is here after all; from the next draw on."""

    number: int
    here: bool
    reason: str = ""

    def sentence(self) -> str:
        """Return it in a sentence."""
        words = N_("number {number} is here") if self.here else N_("number {number} withdraws")
        return _(words, number=self.number) + (f" ({self.reason})" if self.reason else "")

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Note who is here; who is so already has been said twice."""
        entrant = _entrant(tournament, self.number)
        words = N_("{name} is here already") if self.here else N_("{name} has withdrawn already")
        said = so((entrant.here == self.here, words), name=entrant.name)
        IllegalHand.if_any([*_text_problems(self.reason), *said])
        return _with(tournament, entrant._replace(here=self.here))


class Paid(NamedTuple):
    """Somebody pays an entry fee; below 0 it is given back. `cents` is added to what was paid before."""

    number: int
    cents: int

    def sentence(self) -> str:
        """Return it in a sentence."""
        words = N_("number {number} gets {amount} back") if self.cents < 0 else N_("number {number} pays {amount}")
        return _(words, number=self.number, amount=money(abs(self.cents), CENTS))

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Add the payment."""
        entrant = _entrant(tournament, self.number)
        total = entrant.paid + self.cents
        if not self.cents or not 0 <= total <= model.MOST_POINTS:
            said = {"name": entrant.name, "paid": entrant.paid, "cents": self.cents}
            raise IllegalHand(_("{name} has paid {paid} cents: {cents} more are not possible", **said))
        return _with(tournament, entrant._replace(paid=total))


class Substitute(NamedTuple):
    """Somebody takes over a start number, with its points, from the next hand on."""

    number: int
    name: str

    def sentence(self) -> str:
        """Return it in a sentence."""
        return _("{name} takes over number {number} with its points", name=self.name, number=self.number)

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Give the number to the new one, who is here."""
        entrant = _entrant(tournament, self.number)
        new = entrant._replace(name=self.name, before=(*entrant.before, entrant.name), here=True)
        wrong = list(_name_problems(self.name))
        if name_key(self.name) == name_key(entrant.name):
            wrong.append(_("number {number} is {name}'s own number", name=entrant.name, number=self.number))
        # the place is that of who had the number: it tells nobody apart
        here = (one for one in tournament.entrants.values() if one.here and one.number != self.number)
        if other := next((one for one in here if name_key(one.name) == name_key(self.name)), None):
            words = N_("{name} is here with number {number}: if it is somebody else, write more of the name")
            wrong.append(_(words, name=other.name, number=other.number))
        wrong = wrong or [*_same_person(tournament, new)]
        IllegalHand.if_any(wrong)
        return _with(tournament, new)


class Drawn(NamedTuple):
    """A round is drawn, or the newest one once more while none of its lists is in."""

    round: int
    drawn: Annotated[model.Round, codec.BESIDE, codec.WHOLE]

    def sentence(self) -> str:
        """Return it in a sentence."""
        tables = _n("{n} table", "{n} tables", len(self.drawn.tables))
        words = N_("round {round} is seated by hand: {tables}")
        if self.drawn.seed:
            words = N_("round {round} is drawn with the seed {seed}: {tables}")
        elif self.drawn.method == model.METHOD_BY_PLACE:
            words = N_("round {round} is drawn by the places at the previous tables: {tables}")
        elif self.drawn.method:
            words = N_("round {round} is drawn by start cards: {tables}")
        said = [_(words, round=self.round, tables=tables, seed=self.drawn.seed)]
        if self.drawn.byes:
            said.append(_("without a table: {numbers}", numbers=_and(map(str, self.drawn.byes))))
        return ", ".join(said)

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Seat everybody who is here, once."""
        drawn = len(tournament.rounds)
        again = 0 < self.round == drawn and not any(round_ == self.round for round_, _table in tournament.lists)
        if self.round != drawn + 1 and not again:
            words = N_("round {round} cannot be drawn: the next one is {next}")
            if 0 < self.round == drawn:
                words = N_("lists of round {round} are in: it cannot be drawn again")
            raise IllegalHand(_(words, round=self.round, next=drawn + 1))
        if self.round > (most := tournament.rules.rounds):
            raise IllegalHand(_n("the tournament has {n} round", "the tournament has {n} rounds", most))
        named = self.drawn.seated
        wrong = list(_seat_problems(tournament, self.drawn, named))
        playing = () if tournament.rules.is_final(self.round) else tournament.playing
        if missing := [str(number) for number in playing if number not in named]:
            wrong.append(_("these numbers have no seat: {numbers}", numbers=", ".join(missing)))
        if not self.drawn.tables:
            wrong.append(_("nobody is seated at a table"))
        IllegalHand.if_any(wrong)
        return tournament._replace(rounds=(*tournament.rounds[: self.round - 1], self.drawn))


def _seat_problems(tournament: model.Tournament, drawn: model.Round, new: Container[int]) -> Iterator[str]:
    """Yield what is wrong with who sits where: nobody sits twice, and who is `new` there has to be here."""
    named = Counter((*drawn.byes, *(number for table in drawn.tables for number in table)))
    for number, seats in named.items():
        nobody, twice = N_("nobody has number {number}"), N_("number {number} has two seats")
        yield from so((number not in tournament.entrants, nobody), (seats > 1, twice), number=number)
    for place, table in enumerate(drawn.tables, 1):
        if not 2 <= len(table) <= MOST_SEATS:
            yield _("table {table}: 2 to {most} people, not {here}", table=place, most=MOST_SEATS, here=len(table))
    known = (tournament.entrants[number] for number in named if number in tournament.entrants)
    if away := [str(one.number) for one in known if not one.here and one.number in new]:
        yield _("these numbers are not here: {numbers}", numbers=", ".join(away))


class Reseated(NamedTuple):
    """People sit otherwise at some tables of the newest round: who is named nowhere then has no table in it."""

    round: int
    tables: Mapping[int, tuple[int, ...]]

    def wanted(self, tournament: model.Tournament, *, correct: bool) -> Self:
        """Return it; refuse tables whose list is in, unless it is said that others sat there, to `correct` that."""
        words = N_(
            "the list of table {table} is in¦; if others sat there, use --correct as well: its points go with the seats"
        )
        lists = () if correct else [table for table in self.tables if tournament.in_force(self.round, table)]
        Refused.if_any(_t(words, table=table) for table in lists)
        return self

    def sentence(self) -> str:
        """Return it in a sentence."""
        tables = (
            _("table {table}: {numbers}", table=table, numbers=", ".join(map(str, seats)))
            for table, seats in sorted(self.tables.items())
        )
        return _("new seats in round {round}, {tables}", round=self.round, tables="; ".join(tables))

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Change the seats; where a list is in its points go with them, unless hands say who played."""
        if not 1 <= self.round <= len(tournament.rounds):
            raise IllegalHand(_("round {round} was not drawn", round=self.round))
        drawn = tournament.rounds[self.round - 1]
        tables = list(drawn.tables)
        wrong = []
        for table, seats in sorted(self.tables.items()):
            lists = tournament.in_force(self.round, table)
            if any(one.evening or len(one.rows) != len(seats) for one in lists):
                wrong.append(_("the list of table {table} is in: its seats stay", table=table))
            elif 1 <= table <= len(tables):
                tables[table - 1] = seats
            elif table == len(tables) + 1:
                tables.append(seats)
            else:
                wrong.append(no_table(tournament, self.round, table))
        IllegalHand.if_any(wrong)
        seated = {number for table in tables for number in table}
        stood_up = [tournament.entrants[number] for table in drawn.tables for number in table if number not in seated]
        byes = [number for number in drawn.byes if number not in seated]
        byes += [one.number for one in stood_up if one.here and not one.fills]
        changed = drawn._replace(tables=tuple(tables), byes=tuple(byes))
        # who has left since he sat there is no hindrance elsewhere
        new = {number for seats in self.tables.values() for number in seats}
        IllegalHand.if_any(_seat_problems(tournament, changed, new))
        before, after = tournament.rounds[: self.round - 1], tournament.rounds[self.round :]
        return tournament._replace(rounds=(*before, changed, *after))


class ListIn(NamedTuple):
    """A table's list comes in; the newest of those that are corrections, or agree, counts."""

    round: int
    table: int
    list: Annotated[model.TableList, codec.BESIDE]

    def sentence(self) -> str:
        """Return it in a sentence."""
        words = N_("the list of table {table} in round {round} is in")  # nobody sees one of two entries
        if self.list.corrects:
            words = N_("the list of table {table} in round {round} is corrected")
        return _(words, table=self.table, round=self.round)

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Take the list, if it comes out even and has everybody who sat there."""
        where = (self.round, self.table)
        seats = tournament.seats(*where)
        if not seats:
            raise IllegalHand(no_table(tournament, *where))
        before, every = tournament.in_force(*where), tournament.lists.get(where, ())
        wrong = so(
            (before and not (self.list.corrects or tournament.waits(*where)),
             N_("the list of table {table} in round {round} is already in: mark this one as a correction")),
            (self.list.corrects and not before,
             N_("table {table} in round {round} has no list that could be corrected")),
            (len(every) >= MOST_LISTS, N_("{most} lists of this table have already been entered")),
            table=self.table, round=self.round, most=MOST_LISTS,
        )  # fmt: skip
        texts = _text_problems(self.list.who, self.list.evening, self.list.digest, self.list.device)
        IllegalHand.if_any([*_row_problems(self.list.rows, len(seats), tournament.rules), *wrong, *texts])
        return tournament._replace(lists={**tournament.lists, where: (*every, self.list)})


def _row_problems(rows: Sequence[model.Row], seats: int, rules: model.Rules) -> Iterator[str]:
    if len(rows) != seats:
        yield _n("the list has {n} row for {seats} people", "the list has {n} rows for {seats} people", len(rows),
                 seats=seats)  # fmt: skip
        return
    values = [value for row in rows for value in row if value is not None]
    if any(not -model.MOST_POINTS <= value <= model.MOST_POINTS for value in values):
        yield _("a number of the list is too large")
        return
    if rules.counts == GOOD and any(row.good is None for row in rows):
        yield _("good points count here, but the list does not give them for everybody")
    points = [row.points for row in rows if row.points is not None]
    if points or rules.counts != GOOD:
        if len(points) < len(rows):
            yield _("the list does not give everybody's points")
        elif total := sum(points):
            yield uneven(total)
    for seat, row in enumerate(rows, 1):
        own, solos, herz = row.points or 0, row.solos or 0, row.herz_solos or 0
        yield from so(
            (not 0 <= herz <= (solos if row.solos is not None else herz),
             N_("seat {seat}: {solos} solos cannot include {herz} Herz-Solos")),
            (row.good is not None and row.good < max(own, 0),
             N_("seat {seat}: {good} good points are not possible with a sum of {points}")),
            seat=seat, herz=herz, solos=solos, good=row.good, points=own,
        )  # fmt: skip


def uneven(total: int) -> str:
    """Return the sentence that a list, or a line of one, does not come out even, and by how much."""
    if total > 0:
        return _n("the sum is not 0: {n} point too many", "the sum is not 0: {n} points too many",
                  total)  # fmt: skip
    return _n("the sum is not 0: {n} point is missing", "the sum is not 0: {n} points are missing", -total)


class Penalized(NamedTuple):
    """The judges take points from somebody, or give some, with the reason; round 0 is the whole day."""

    penalty: Annotated[model.Penalty, codec.WHOLE]

    def sentence(self) -> str:
        """Return it in a sentence."""
        number, points, reason, round_ = self.penalty
        words = {"number": number, "points": money(points, POINTS, signed=True), "reason": reason, "round": round_}
        if round_:
            return _("number {number}: {points} in round {round}, {reason}", **words)
        return _("number {number}: {points}, {reason}", **words)

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Note it; the ranking counts it."""
        number, points, reason, round_ = self.penalty
        _entrant(tournament, number)
        wrong = so(
            (not reason.strip(), N_("give the reason as well")),
            (not 0 < abs(points) <= model.MOST_POINTS, N_("a penalty cannot be {points} points")),
            (not 0 <= round_ <= len(tournament.rounds), N_("round {round} was not drawn")),
            (len(tournament.penalties) >= MOST_PENALTIES, N_("at most {most} penalties are possible")),
            points=points, round=round_, most=MOST_PENALTIES,
        )  # fmt: skip
        IllegalHand.if_any([*_text_problems(reason), *wrong])
        return tournament._replace(penalties=(*tournament.penalties, self.penalty))


_PRIZE = codec.InList(N_("tournament: a prize has a category, a place, a text, and cents"))


class PrizesSet(NamedTuple):
    """What there is to win: the whole list, instead of the one before."""

    prizes: tuple[Annotated[model.Prize, _PRIZE], ...]

    def sentence(self) -> str:
        """Return it in a sentence."""
        if not self.prizes:
            return _("no prizes")
        return _("prizes: {prizes}", prizes="; ".join(prize_phrases(self.prizes)))

    def apply(self, tournament: model.Tournament) -> model.Tournament:
        """Set them out."""
        shares = sum(prize.percent for prize in self.prizes)
        wrong = so(
            (len(self.prizes) > MOST_PRIZES, N_("at most {most} prizes are possible")),
            (shares > ALL_FEES, N_("the prizes are {shares} % of the fees")),
            most=MOST_PRIZES, shares=shares,
        )  # fmt: skip
        IllegalHand.if_any([*wrong, *(said for prize in self.prizes for said in _prize_problems(*prize))])
        return tournament._replace(prizes=self.prizes)


Said = RulesSet | Entered | Presence | Paid | Substitute | Drawn | Reseated | ListIn | Penalized | PrizesSet
FACTS: Mapping[str, Any] = {
    "rules": RulesSet,
    "entrant": Entered,
    "presence": Presence,
    "paid": Paid,
    "substitute": Substitute,
    "draw": Drawn,
    "seats": Reseated,
    "list": ListIn,
    "penalty": Penalized,
    "prizes": PrizesSet,
}
"""Every fact by the key that its JSON form has."""
KEYS = {fact: key for key, fact in FACTS.items()}


class Fact(NamedTuple):
    """One fact of a tournament, as an evening has it among its events."""

    said: Said

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: its kind, and what it says."""
        key = KEYS[type(self.said)]
        return {key: codec.form_of(FACTS[key]).write(self.said)}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read a fact as `to_json` wrote it; raise Unreadable, InvalidHand, NewerProgram for an unknown one."""
        codec.mapping(data)
        if len(data) == 1 and not FACTS.keys() >= data.keys():
            raise NewerProgram.because_of(_("a tournament"), data)
        if len(data) != 1:
            raise InvalidHand(_("tournament: choose one of {facts}", facts=", ".join(FACTS)))
        ((key, value),) = data.items()
        return cls(codec.form_of(FACTS[key]).read(value))

    def apply(self, memory: model.Tournament | None) -> model.Tournament:
        """Return the tournament behind this fact; the first one says the rules. Raises IllegalHand."""
        if memory is None and not isinstance(self.said, RulesSet):
            raise IllegalHand(_("a tournament begins with its rules"))
        tournament = memory or model.Tournament()
        after = self.said.apply(tournament)
        return after._replace(facts=(*tournament.facts, self))


fact_from_json = Fact.from_json
"""What reads a fact, as a row of `rooms.EVENINGS` names it."""


def fact_words(fact: Fact) -> str:
    """Return in a sentence what is recorded of a tournament."""
    sentence: str = fact.said.sentence()
    return sentence


def tournament_from_json(data: Any) -> model.Tournament | None:
    """Return the tournament of such facts, None of none; raise Unreadable, InvalidHand, IllegalHand."""
    tournament = None
    for said in codec.listed(data):
        tournament = Fact.from_json(said).apply(tournament)
    return tournament


# -- what is refused -----------------------------------------------------------------------------------


def _entrant(tournament: model.Tournament, number: int) -> model.Entrant:
    known = tournament.entrants.get(number)
    if known is None:
        raise IllegalHand(_("nobody has number {number}", number=number))
    return known


def _with(tournament: model.Tournament, entrant: model.Entrant) -> model.Tournament:
    numbers, known = tournament.numbers, tournament.entrants.get(entrant.number)
    was, who = known and _who(known), _who(entrant)
    if was != who:
        numbers = {key: number for key, number in numbers.items() if key != was} if was else dict(numbers)
        numbers[who] = entrant.number
    return tournament._replace(entrants={**tournament.entrants, entrant.number: entrant}, numbers=numbers)


def no_table(tournament: model.Tournament, round: int, table: int) -> str:  # noqa: A002  what everybody calls it
    """Return the sentence that a round has no such table, or was not drawn."""
    if not 1 <= round <= len(tournament.rounds):
        return _("round {round} was not drawn", round=round)
    last = len(tournament.rounds[round - 1].tables)
    return _("round {round} has tables 1 to {last}, not {table}", round=round, last=last, table=table)


def _prize_problems(whose: str, place: int, what: str, cents: int | None) -> list[str]:
    wrong = so(
        (whose not in model.WINNERS, N_("{whose!r} is not one of {winners}")),
        (not 1 <= place <= model.MOST_ENTRANTS, N_("place {place} can have no prize: {what}")),
        (cents is not None and not 0 < cents <= model.MOST_POINTS, N_("a prize cannot be {cents} cents")),
        (cents is None and not what.strip(), N_("the prize for place {place}: say what it is")),
        whose=shown(whose), winners=", ".join(model.WINNERS), place=place, what=shown(what), cents=cents,
    )  # fmt: skip
    return [*wrong, *_text_problems(what)]


def _name_problems(name: str) -> Iterator[str]:
    yield from dict.fromkeys((*name_problems([name]), *unseen([name])))


def _text_problems(*texts: str) -> Iterator[str]:
    for said in texts:
        if len(said) > LONGEST_TEXT or (said and not said.isprintable()):
            yield _("{said!r}: at most {most} letters that can be printed", said=shown(said), most=LONGEST_TEXT)
