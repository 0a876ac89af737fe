"""An evening is a fold: `(state, entry, tariff) -> Line`, whose state is the next one's.

The state remembers what the next hand needs: who sits where and deals, the Stock, the Bock counters, the special
round, and everybody's balance. Correcting a hand means folding again.

    entries ──step──▶ Line(number, entry, table, score, state, tariff) ──▶ …
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeGuard

from sklog import rooms
from sklog.errors import HandError, IllegalHand, UnclearHand, UnclearPrice
from sklog.language import _
from sklog.scoring.amounts import money
from sklog.scoring.canonical import MOST_SEATS, NO_ROUND
from sklog.scoring.games import AUGEN, HERZ, ONE_AGAINST_ALL, SOLO, TRICKS
from sklog.scoring.hand import InvalidHandOf, Passed, Played, Posting, Ramsch, moves_nothing, not_zero
from sklog.scoring.judge import Table, illegalities, played_again
from sklog.scoring.names import Unreadable, all_named, name_problems, text, whole
from sklog.scoring.outcome import Outcome
from sklog.scoring.payout import STOCK, score
from sklog.scoring.ramsch import ramsch_illegalities
from sklog.scoring.settings import require_sound
from sklog.scoring.state import (
    MOST_HANDS,
    MOST_PEOPLE,
    Cause,
    Join,
    Line,
    OfRoom,
    Payment,
    State,
    Voided,
    added,
    clockwise_from,
    is_event,
    moved_apart,
    require_full_stock,
    require_known,
)
from sklog.scoring.tariff import IGNORED, RESTARTED, ROUND, STACKED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.scoring.hand import Dealt, Hand, Names
    from sklog.scoring.implied import Readings
    from sklog.scoring.outcome import RamschOutcome
    from sklog.scoring.payout import Score
    from sklog.scoring.state import Entry
    from sklog.scoring.tariff import Tariff

    Asked = Callable[[Played, Table, Tariff, Outcome], Readings]
    Fold = Callable[[State, Entry, Tariff], Line]


def start(players: Sequence[str], dealer: str | None = None, stock: int = 0) -> State:
    """Return the state before the first hand; `stock` is what an earlier evening left, in cents or points.

    Raises IllegalHand with everything that is wrong with the players.

    >>> sklog.start(["Anna", "Bene", "Christl", "Dani"]).dealer
    'Anna'
    """
    try:
        players, stock = all_named(players, text), whole(stock)
    except Unreadable as error:
        raise IllegalHand(str(error)) from None
    wrong = list(name_problems(players[:MOST_PEOPLE]))
    if not 2 <= len(players) <= MOST_SEATS:
        wrong.append(_("2 to {most} people sit at a table, not {here}", most=MOST_SEATS, here=len(players)))
    if dealer is not None and dealer not in players:
        wrong.append(_("{who} cannot deal; at the table: {people}", who=dealer, people=", ".join(players)))
    if wrong:
        raise IllegalHand(*wrong)
    nobody = dict.fromkeys(players, 0)
    return State(players, dealer or players[0], {**nobody, STOCK: stock}, dealt=nobody)


def begin(players: Sequence[str], dealer: str | None = None, stock: int = 0) -> State:
    """Return the state before the first entry, as `start` does; where nobody sits it is a room's own."""
    return start(players, dealer, stock) if players else State((), "", {STOCK: stock})


def play(entries: Iterable[Entry], state: State, tariff: Tariff) -> Iterator[Line]:
    """Yield a Line for each entry, in order; a HandError names the hand ("hand 7")."""
    for entry in entries:
        try:
            line = step(state, entry, tariff)
        except HandError as error:
            raise error.at(place_of(entry, state)) from None
        yield line
        state, tariff = line.state, line.tariff


def require_room(before: State, after: State) -> None:
    """Refuse what is new where it is more than an evening takes; what was recorded stays, however much it is."""
    if before.hands < after.hands > MOST_HANDS:
        raise IllegalHand(_("an evening has at most {most:,} hands: begin another", most=MOST_HANDS))
    if len(before.balances) < len(after.balances) > MOST_PEOPLE + 1:  # the Stock is nobody
        raise IllegalHand(_("{most} people have sat here already: begin another evening", most=MOST_PEOPLE))


def newcomers(entry: Entry) -> tuple[str, ...]:
    """Return who may appear for the first time with this entry."""
    if isinstance(entry, Join):
        return (entry.name,)
    return (entry.payer, entry.payee) if isinstance(entry, Payment) else ()


def place_of(entry: Entry, state: State) -> str:
    """Return where in the evening an entry stands that comes next, for people: "hand 7", "after hand 6"."""
    if not is_event(entry):
        return _("hand {number}", number=state.hands + 1)
    return _("after hand {number}", number=state.hands) if state.hands else _("before hand 1")


def require_possible(line: Line) -> None:
    """Refuse a hand that no cards can be, or no special round, or that moves nothing; what was recorded stays."""
    hand, made = line.entry, line.score
    if made and isinstance(hand, (Played, Ramsch)):
        wrong = _impossibilities(hand, line.table, line.tariff, made.outcome)
        if wrong:
            raise IllegalHand(*wrong)
    elif isinstance(hand, Posting) and not any(hand.amounts.values()):
        raise InvalidHandOf(hand, moves_nothing())


def _impossibilities(
    hand: Played | Ramsch, table: Table, tariff: Tariff, outcome: Outcome | RamschOutcome | None = None
) -> list[str]:
    """Return what cannot be of a hand: of its figures, where it was judged, and in the special round in force."""
    if isinstance(hand, Ramsch):
        says_figures = bool(hand.augen or hand.tricks or hand.trumps or hand.highest or hand.jungfrauen)
    else:
        run = isinstance(outcome, Outcome) and outcome.laufende > 0
        says_figures = hand.augen is not None or hand.tricks is not None or run
    judged = outcome if says_figures else None
    if not (judged or table.round):
        return []
    from sklog.scoring.possible import problems, round_problems  # noqa: PLC0415  1 % of `add`, and seldom needed

    of_round = round_problems(hand, table, tariff) if table.round else ()
    return [*problems(hand, table, judged, tariff), *of_round]


def admit(state: State, entry: Entry, tariff: Tariff) -> Line:
    """Fold in an entry that is new, as `step` does; what the hand implies stands in the entry of the line.

    Raises HandError also for what no cards, round or evening can be, and UnclearPrice where what is not said changes
    what the hand costs.
    """
    return implied(admit_as_said(state, entry, tariff), state, tariff, admit_as_said)


def admit_as_said(state: State, entry: Entry, tariff: Tariff) -> Line:
    """Do the same without asking what a hand implies: a session file says what it says."""
    try:
        line = step(state, entry, tariff)
    except HandError as error:
        raise with_round(error, state, entry, tariff) from None
    require_possible(line)
    require_room(state, line.state)
    return line


FEWEST_CARDS = min(TRICKS.values())  # in one hand: fewer Laufende imply nothing


def may_imply(entry: Entry, tariff: Tariff) -> TypeGuard[Played]:
    """Whether anything could follow from what a hand says, or be left open by it; it is not so of most."""
    if not isinstance(entry, Played):
        return False
    if entry.laufende >= FEWEST_CARDS or (entry.suit is None and entry.game in tariff.suited):
        return True
    return entry.augen is not None and (entry.augen == AUGEN or entry.augen <= tariff.most_aside)


def implied(line: Line, state: State, tariff: Tariff, fold: Fold) -> Line:
    """Return the line of a hand with what it implies, the same line where that costs the same; raise UnclearPrice.

    `fold` says which hands can be meant: `step` for what was recorded, `admit_as_said` for what is new.
    """
    if not may_imply(line.entry, tariff):
        return line
    from sklog.scoring.implied import QUESTIONS  # noqa: PLC0415  what few hands need

    questions: Sequence[Asked] = QUESTIONS
    while questions:
        asked, *questions = questions
        question, found = _meant(line, asked, state, tariff, fold)
        costs = {_costs(one, questions, state, tariff, fold) for _words, one in found}
        if len(costs) > 1:
            raise UnclearPrice(question, found)
        if found and costs != {_costs(line, questions, state, tariff, fold)}:
            line = found[0][1]
    return line


def _meant(line: Line, asked: Asked, state: State, tariff: Tariff, fold: Fold) -> tuple[str, list[tuple[str, Line]]]:
    """Return a question about a hand, and each hand that can be meant, behind the words that say so."""
    hand: Any = line.entry
    made: Any = line.score  # since it is a game that was judged
    found: list[tuple[str, Line]] = []
    question, ways = asked(hand, line.table, tariff, made.outcome)
    for words, one in ways:
        with suppress(HandError):  # it cannot be that one
            found.append((words, fold(state, one, tariff)))
    return question, found


def _costs(line: Line, questions: Sequence[Asked], state: State, tariff: Tariff, fold: Fold) -> frozenset[object]:
    """Return everything that a hand can cost, however these questions are answered."""
    if not questions:
        return frozenset({_cost(line)})
    asked, *others = questions
    ways = [one for _words, one in _meant(line, asked, state, tariff, fold)[1]] or [line]
    return frozenset().union(*(_costs(one, others, state, tariff, fold) for one in ways))


def _cost(line: Line) -> tuple[object, ...]:
    """Return what a hand costs, and what it brings to the hands behind it."""
    made = line.score
    brings = made and triggers(made) & line.tariff.triggers
    return brings, made and (made.value, *made.postings.values())


def with_round(error: HandError, state: State, entry: Entry, tariff: Tariff) -> HandError:
    """Return the error of an entry that is new with what contradicts the special round in force as well."""
    if not isinstance(entry, (Played, Ramsch)):
        return error
    wrong = _impossibilities(entry, table_for(state, entry, tariff), tariff)
    if not wrong:
        return error
    return IllegalHand(*(() if isinstance(error, UnclearHand) else error.problems), *wrong)


def step(state: State, entry: Entry, tariff: Tariff) -> Line:
    """Add an entry to the state and return its Line; raise HandError if it is impossible.

    Its score and its balances are in the unit of the tariff, cents or points. See docs/tariffs.md for what counts.

    >>> sklog.step(table, hand, lamers).score.value
    50
    """
    require_sound(tariff)
    number, hand = state.hands + 1, entry.hand if isinstance(entry, Voided) else entry
    if not state.seats and not isinstance(entry, (OfRoom, Payment)):
        raise IllegalHand(_(rooms.EVENINGS[state.memory.key if state.memory else rooms.FIRST].nobody_plays))
    if not isinstance(hand, (Played, Ramsch, Passed, Posting)):
        if not is_event(hand):
            raise TypeError(f"{entry!r} is neither a hand nor an event")
        return hand.apply(Line(None, entry, table_for(state, None, tariff), None, state, tariff))
    table = table_for(state, hand, tariff)
    if isinstance(entry, Voided):
        after = state._replace(hands=number, void=state.void + 1)
        if entry.keeps_seats and not isinstance(hand, Posting) and table.dealer in state.seats:
            after = after._replace(dealer=_next_dealer(state.seats, table, hand, tariff))
        return Line(number, entry, table, None, after, tariff)
    if isinstance(hand, Posting):
        require_known(hand.amounts, state, stock=True)
        made = score(hand, table, tariff)
        require_full_stock(state, made.postings[STOCK], tariff.unit)
        balances = added(state.balances, made.postings)
        apart = moved_apart(state.apart, made.postings)
        after = state._replace(balances=balances, hands=number, posted=state.posted + 1, apart=apart)
    else:
        made = score(hand, table, tariff)
        after = _after(state, hand, table, made, tariff)
    return Line(number, entry, table, made, after, tariff)


def _next_dealer(seats: Names, table: Table, hand: Dealt, tariff: Tariff) -> str:
    """Return who deals after this hand: the next one clockwise, unless the deal is repeated."""
    again = tariff.thrown_in.same_dealer if isinstance(hand, Passed) else played_again(hand, tariff)
    return table.dealer if again else clockwise_from(seats, table.dealer)[0]


def table_for(state: State, hand: Hand | None, tariff: Tariff) -> Table:
    """Return the circumstances of the next deal: what the table said of it, else what the evening knows."""
    if hand is None or isinstance(hand, Posting):
        said: Names = ()
        dealer, bock, kind = state.dealer, len(state.bock), state.round
    else:
        said, dealer = hand.active, hand.dealer or state.dealer
        bock = len(state.bock) if hand.bock is None else hand.bock
        kind = state.round if hand.round is None else None if hand.round == NO_ROUND else hand.round
    seats = state.seats
    clockwise = clockwise_from(seats, dealer)
    if said:
        strangers = tuple(person for person in said if person not in clockwise)
        active = tuple(person for person in clockwise if person in said) + strangers
    elif len(seats) in tariff.people:
        active = clockwise
    else:
        # as many as this tariff can deal in, the others sit out
        active = clockwise[: max((people for people in tariff.people if people < len(seats)), default=None)]
    return Table(seats, dealer, active, state.balances[STOCK], bock, kind)


def refusal(error: HandError, state: State, tariff: Tariff) -> HandError:
    """Return the error of a hand that could not be built, with what this table would refuse as well."""
    hand = error.hand if isinstance(error, InvalidHandOf) else None
    if isinstance(hand, Posting) and (total := sum(hand.amounts.values())):  # a posting does not know what it counts
        return InvalidHandOf(hand, not_zero(money(total, tariff.unit, signed=True)))
    if not isinstance(hand, (Played, Ramsch)):
        return error
    table = table_for(state, hand, tariff)
    judged = illegalities(hand, table, tariff) if isinstance(hand, Played) else ramsch_illegalities(hand, table, tariff)
    told = [problem.message for problem in error.problems]
    return InvalidHandOf(hand, *dict.fromkeys((*told, *judged, *_impossibilities(hand, table, tariff))))


def _after(state: State, hand: Dealt, table: Table, made: Score, tariff: Tariff) -> State:
    """Return the state after a deal: balances, Bock, round and dealer moved on."""
    seats, passed = state.seats, isinstance(hand, Passed)
    # under most tariffs nothing follows from what happened
    happened = triggers(made, passed=passed) if tariff.bock.after or tariff.begun else NOTHING
    if happened or state.bock or state.round:
        state = remembered(state, happened, tariff, passed=passed, again=played_again(hand, tariff))
    dealt, thrown_in, apart = state.dealt, state.thrown_in, state.apart
    if passed:
        thrown_in += 1
        apart = moved_apart(apart, made.postings)
    else:
        dealt = dict(dealt)
        for person in table.active:
            dealt[person] = dealt.get(person, 0) + 1
    balances = added(state.balances, made.postings)
    dealer = _next_dealer(seats, table, hand, tariff)
    others = thrown_in, state.void, state.posted, None, apart
    bock, kind, left, since = state.bock, state.round, state.round_left, state.round_since
    return State(seats, dealer, balances, bock, kind, left, state.hands + 1, dealt, state.bock_since, since, *others)


def remembered(state: State, happened: frozenset[str], tariff: Tariff, *, passed: bool, again: bool) -> State:
    """Return the state with the Bock and the special round that are in force after a deal in which that happened.

    A deal that is played `again` uses up neither.
    """
    bock, bock_since = state.bock, state.bock_since
    if bock or happened:
        uses = not again and (not passed or tariff.thrown_in.uses_bock)
        bock, bock_since = _bock_after(state, happened, tariff, uses=uses)
    left = state.round_left if again else max(state.round_left - 1, 0)
    kind, since = (state.round, state.round_since) if left else (None, None)
    for special in tariff.begun if kind is None else ():
        if begun := next((trigger for trigger in special.after if trigger in happened), None):
            kind, left, since = special.name, special.deals(len(state.seats)), Cause(begun, state.hands + 1)
            break
    return state._replace(bock=bock, bock_since=bock_since, round=kind, round_left=left, round_since=since)


def _bock_after(
    state: State, happened: frozenset[str], tariff: Tariff, *, uses: bool
) -> tuple[tuple[int, ...], tuple[Cause, ...]]:
    """Return the counters of Bock after a deal, which `uses` up a hand of each, and why each is in force."""
    running = list(zip(state.bock, state.bock_since, strict=True))
    if uses:
        running = [(left - 1, since) for left, since in running if left > 1]
    for trigger in tariff.bock.after:
        if trigger in happened:
            begun = (len(state.seats) if tariff.bock.length == ROUND else 1, Cause(trigger, state.hands + 1))
            running = _triggered(running, begun, tariff.bock.inside)
    return tuple(counter for counter, cause in running), tuple(cause for counter, cause in running)


NOTHING: frozenset[str] = frozenset()


def triggers(made: Score, *, passed: bool = False) -> frozenset[str]:
    """Return which of the tariff's triggers a scored hand is."""
    if passed:
        return frozenset({"thrown_in"})
    outcome = made.outcome
    if not isinstance(outcome, Outcome):
        return NOTHING
    lost, herz_solo = outcome.won is False, outcome.suit == HERZ and outcome.game.name == SOLO
    happened = {
        "lost_solo": lost and outcome.game.shape in ONE_AGAINST_ALL,
        "herz_solo": herz_solo,
        "lost_herz_solo": lost and herz_solo,
        "lost_kontra": outcome.won and outcome.kontra > 0,
        "schwarz": outcome.schwarz,
        "tie_60": outcome.tie,
    }
    return frozenset([trigger for trigger, is_so in happened.items() if is_so])


def _triggered(running: list[tuple[int, Cause]], begun: tuple[int, Cause], inside: str) -> list[tuple[int, Cause]]:
    """Return the counters, and why each is in force, after a new Bock began."""
    if not running or inside == RESTARTED:
        return [begun]
    if inside == IGNORED:
        return running
    if inside == STACKED:
        return [*running, begun]
    length, since = begun
    return [*running[:-1], (running[-1][0] + length, since)]
