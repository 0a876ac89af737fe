"""What happens at a table, in words: events, what is in force, what a hand costs, and what became of it.

Sauspiel: Anna and Christl won, 93 Augen, Schneider, 3 Laufende
(Sauspiel 0.20 + Schneider 0.10) × 2 (Kontra) = 0.60 €
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import rooms
from sklog.errors import NotInstalled
from sklog.language import _, _and, _n, _or, behind_options
from sklog.reports.format import clean, day, in_words, pays
from sklog.reports.model import Struck
from sklog.scoring import state as events
from sklog.scoring.amounts import amount, currency, money
from sklog.scoring.hand import OPPONENTS, Passed, Played, Posting, Ramsch, count
from sklog.scoring.judge import played_again
from sklog.scoring.names import parted
from sklog.scoring.outcome import Outcome, RamschOutcome, grown
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import ALWAYS, BOCK, KLOPFEN, WINNERS, counts_in, holds_in, round_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Hand
    from sklog.scoring.payout import Score
    from sklog.scoring.state import Cause, Entry, Line, State
    from sklog.scoring.tariff import Tariff


def known_words(name: str, evenings: int, since: str, last: str, people: Sequence[str]) -> str:
    """Return the sentence that a name is known: from how many evenings, since which day (ISO), last with whom."""
    whom = ", ".join(people[:_MOST_NAMED]) + (" …" if len(people) > _MOST_NAMED else "")
    said = {"name": clean(name), "last": day(last) if last else _("no date"), "people": clean(whom)}
    if not people:
        return _n(
            "{name} is known here: {n} evening, {last}.",
            "{name} is known here: {n} evenings, the last on {last}.",
            evenings,
            **said,
        )
    if not since or evenings == 1:
        return _n(
            "{name} is known here: {n} evening, {last} with {people}.",
            "{name} is known here: {n} evenings, the last on {last} with {people}.",
            evenings,
            **said,
        )
    return _(
        "{name} is known here: {n} evenings since {since}, the last on {last} with {people}.",
        n=evenings,
        since=day(since),
        **said,
    )


def as_one(names: Iterable[str]) -> Iterator[str]:
    """Yield of which names one may stand for two people: "Anna und Bene"."""
    for name in names:
        if len(parted(name)) > 1:
            yield _("{name} is counted as one person; to name two, put a comma between them.", name=clean(name))


def turned_words(name: str, known: tuple[str, int, str, str, Sequence[str]], way: str = "") -> str:
    """Return the question whether somebody is who is known by the same name in the other order, and the way to say so.

    Without evenings that is somebody at the same table.
    """
    said = {"name": clean(name), "other": clean(known[0])}
    if not known[1]:
        return _("{other} and {name} sit at one table: is that one person?", **said)
    command = way or _("sklog player merge {both}", both=behind_options(name, known[0]))
    return f"{known_words(*known)} " + _("Is {name} the same person? {command}", command=command, **said)


_MOST_NAMED = 4  # with whom somebody played


def event_words(entry: Entry) -> str:
    """Return in words what happened at the table between two hands; amounts stand in their own columns."""
    if isinstance(entry, (events.Join, events.Leave, events.Seating)):
        return _people(entry)
    if isinstance(entry, events.TariffChange):
        return _("from here on the tariff is {tariff}", tariff=entry.tariff.name)
    if isinstance(entry, events.BockOrder):
        return _n("Bock for {n} hand", "Bock for {n} hands", entry.hands) if entry.hands else _("Bock ends")
    if isinstance(entry, events.RoundOrder):
        return _("round: {title}", title=round_title(entry.kind)) if entry.kind else _("the round ends")
    if isinstance(entry, events.StockMove):
        return _("paid into the Stock") if sum(entry.amounts.values()) < 0 else _("taken out of the Stock")
    if isinstance(entry, events.Rounding):
        return _("rounded away: {payer} to {payee}", payer=entry.payer, payee=entry.payee)
    if isinstance(entry, events.Payment):
        return _("{payer} pays {payee}", payer=entry.payer, payee=entry.payee)
    if isinstance(entry, events.OfRoom):
        return _words_of_room(entry)
    raise TypeError(f"{entry!r} is no event")


def _words_of_room(entry: events.OfRoom) -> str:
    """Return what a room says of its fact; where that is not here, the fact as it was recorded."""
    try:
        return str(rooms.load(rooms.EVENINGS[entry.key].words)(entry.fact))
    except NotInstalled:
        return f"{entry.key}: {entry.fact.to_json()}"


def _people(entry: events.Join | events.Leave | events.Seating) -> str:
    if isinstance(entry, events.Leave):
        return _("{name} gets up", name=entry.name)
    if isinstance(entry, events.Seating):
        return _("new seats, clockwise: {people}", people=", ".join(entry.seats))
    if entry.after:
        return _("{name} sits down after {other}", name=entry.name, other=entry.after)
    return _("{name} sits down", name=entry.name)


# -- Bock and special rounds ---------------------------------------------------------------------------

MOST_COUNTERS = 3  # so many counters of Bock have a line of their own


def in_force(state: State, tariff: Tariff) -> list[str]:
    """Return a line for each thing that makes the next hand another one: every counter of Bock, a special round."""
    counters = counter_words(state) if state.bock else []
    words = counters[:MOST_COUNTERS]
    if len(counters) > 1:
        rule = tariff.doublings if BOCK in tariff.doublings.together else tariff.bock
        times = grown(len(counters), rule.growth, rule.times)
        said = _("Bock: the next hand counts × {times}", times=times)
        titles = [game.title for game in tariff.games if game.name in tariff.bock.games]
        if titles:
            said = _("Bock: the next hand counts × {times}, if it is a {games}", times=times, games=_or(titles))
        words.insert(0, said)
    if more := len(counters[MOST_COUNTERS:]):
        words.append(_n("and {n} more Bock", "and {n} more Bock", more))
    if state.round:
        words.append(round_words(state))
    return words


def counter_words(state: State) -> list[str]:
    """Return for each counter of Bock in words how long it lasts and why it is in force."""
    return [
        _n("Bock, {n} hand left, {why}", "Bock, {n} hands left, {why}", left, why=because(since))
        for left, since in zip(state.bock, state.bock_since, strict=True)
    ]


def round_words(state: State) -> str:
    """Return in words which special round it is, how long it lasts, and why."""
    title = round_title(state.round or "")
    why = because(state.round_since) if state.round_since else ""
    return _n(
        "Round: {title}, {n} deal left, {why}", "Round: {title}, {n} deals left, {why}", state.round_left,
        title=title, why=why,
    )  # fmt: skip


def because(since: Cause) -> str:
    """Return in words what brought something into force, and with which hand."""
    if since.what == events.ORDERED:
        if not since.hand:
            return _("ordered before hand 1")
        return _("ordered after hand {hand}", hand=since.hand)
    said = {
        "thrown_in": _("after hand {hand} was thrown in"),
        "lost_solo": _("after hand {hand}, a lost solo"),
        "herz_solo": _("after hand {hand}, a Herz-Solo"),
        "lost_herz_solo": _("after hand {hand}, a lost Herz-Solo"),
        "lost_kontra": _("after hand {hand}, a Kontra that was lost"),
        "schwarz": _("after hand {hand}, a Schwarz"),
        "tie_60": _("after hand {hand}, a 60:60"),
    }
    return said[since.what].format(hand=since.hand)


# -- what a hand costs ---------------------------------------------------------------------------------


def cost(made: Score, tariff: Tariff) -> str:
    """Return on one line the steps, and what moved into or out of the Stock; "" without any.

    `(Sauspiel 0.20 + Schneider 0.10) × 2 (Kontra) = 0.60 €; 0.40 € into the Stock`
    """
    text, added = "", 0
    for step in made.steps:
        label = in_words(step.label, tariff.words)
        if step.times is not None:
            text = f"({text})" if added > 1 else text
            text, added = f"{text} × {step.times} ({label})", 1
        else:
            part = f"{label} {amount(abs(step.plus), tariff.unit)}" if step.plus else label
            text = f"{text} {'-' if (step.plus or 0) < 0 else '+'} {part}" if text else part
            added += 1
    if len(made.steps) > 1:
        text = f"{text} = {money(made.value, tariff.unit)}"
    elif made.value:
        text = f"{text} {currency(tariff.unit, made.value)}"
    said = [text] if text else []
    for moved in (-sum(part.values()) for part in stock_parts(made)):
        if moved:
            stock = _("{amount} into the {stock}") if moved > 0 else _("{amount} out of the {stock}")
            said.append(stock.format(amount=money(abs(moved), tariff.unit), stock=tariff.words.get("stock", STOCK)))
    return "; ".join(said)


def stock_parts(made: Score) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return what each took out of the Stock or paid in (negative), and what each paid in again once it was won.

    The score has both as one sum. Who lost against those that took it has only paid in again: as much as everybody.
    """
    outcome = made.outcome
    again = made.stock.get(outcome.losers[0], 0) if isinstance(outcome, Outcome) and outcome.won else 0
    if not isinstance(outcome, Outcome) or not again:
        return made.stock, {}
    people = [name for name in made.postings if name in (*outcome.winners, *outcome.losers)]
    return {name: made.stock.get(name, 0) - again for name in people}, dict.fromkeys(people, again)


# -- what was noted and costs nothing --------------------------------------------------------------------


def uncounted(hand: Entry, made: Score, tariff: Tariff) -> Iterator[str]:
    """Yield what was noted of a hand and costs nothing under its tariff, and why: `2 Laufende (count from 3)`."""
    outcome = made.outcome
    if isinstance(hand, Played) and isinstance(outcome, Outcome) and not outcome.draw:
        if hand.laufende and (why := _laufende_uncounted(hand, outcome, tariff)):
            yield why
        noted = [what for what, said in (("Schneider", hand.schneider), ("Schwarz", hand.schwarz)) if said]
        paid = {label for step in made.steps for label in step.label.split(", ")} if noted else ()
        yield from (_("{what} (not paid here)", what=what) for what in noted if what not in paid)
    rules = tariff.ramsch
    if isinstance(hand, Ramsch) and hand.jungfrauen and rules.jungfrau == "none" and not rules.jungfrau_adds:
        yield _("{what} (not paid here)", what="Jungfrau")
    said = tariff.counted(outcome) if outcome and (outcome.klopfer or outcome.bock) else {}
    for name in (KLOPFEN, BOCK):
        if outcome and name in said and not holds_in(getattr(tariff, name), outcome.game):
            yield _("{what} (not in this game)", what=name.capitalize())


def _laufende_uncounted(hand: Played, outcome: Outcome, tariff: Tariff) -> str:
    """Return which of the Laufende that were noted are not paid, and why; "" where all are."""
    rule, game, noted = tariff.laufende, outcome.game, hand.laufende
    said = getattr(tariff, outcome.said) if outcome.said else None
    what = f"{noted} Laufende"
    if rule is None or not holds_in(rule, game) or not counts_in(said, "laufende"):
        return _("{what} (not paid here)", what=what)
    callers_won = outcome.won is not False
    paid = rule.counted(game, noted, by_winners=outcome.held_by_winners, callers_won=callers_won)
    if paid == noted:
        return ""
    if paid:
        return _("{count} more Laufende (at most {most} count)", count=noted - paid, most=paid)
    least = rule.by_game.get(game.name, rule.from_)
    if min(noted, rule.max or noted, game.herren if rule.only_herren else noted) < least:
        return _("{what} (count from {least})", what=what, least=least)
    if rule.paid == WINNERS:
        return _("{what} (count where the winners held them)", what=what)
    if rule.paid != ALWAYS:
        return _("{what} (count where the losers held them)", what=what)
    return _("{what} (count where the caller's side won)", what=what)


# -- what became of a hand -----------------------------------------------------------------------------


def result_words(hand: Hand, tariff: Tariff, made: Score | None = None, *, bock: bool = True) -> str:
    """Return what became of a hand: who won or lost what, and everything that made it dearer.

    With its score that is what the tariff paid; without one, as for a void hand, what was said of it. Without `bock`
    the Bock is left out, where a column of its own tells it.
    """
    if isinstance(hand, Posting):
        each = (f"{name} {amount(moved, tariff.unit, signed=True)}" for name, moved in hand.amounts.items())
        moved = f"{', '.join(each)} {currency(tariff.unit)}"
        return f"{hand.note}: {moved}" if hand.note else moved
    if isinstance(hand, Played):
        said = _played(hand, tariff, made)
    elif isinstance(hand, Ramsch):
        said = _ramsch(hand, tariff, made)
    else:
        said = _("thrown in")
    extras = [in_words(label, tariff.words) for label in (_paid(made, tariff, bock=bock) if made else _facts(hand))]
    words = ", ".join([said, *extras])
    return f"{words} ({hand.note})" if hand.note else words


def hand_words(line: Line) -> str:
    """Return what became of a hand of an evening, without its Bock; struck out where it is void.

    TypeError for an event, which is no hand.
    """
    if isinstance(line.entry, events.Voided):
        return Struck(result_words(line.entry.hand, line.tariff), _("void"))
    if isinstance(line.entry, (Played, Ramsch, Passed, Posting)):
        return result_words(line.entry, line.tariff, line.score, bock=False)
    raise TypeError(f"{line.entry!r} is no hand")


def _paid(made: Score, tariff: Tariff, *, bock: bool) -> Iterator[str]:
    """Yield what was added and multiplied behind the game itself; the words of a Ramsch tell its Jungfrauen."""
    outcome = made.outcome
    for step in made.steps[1:]:
        doubling = tariff.doubling(step, outcome) if outcome else ""
        if (bock or doubling != BOCK) and (doubling or not isinstance(outcome, RamschOutcome)):
            yield step.label


def _facts(hand: Hand) -> Iterator[str]:
    if isinstance(hand, Posting):
        return
    if isinstance(hand, Played):
        said = {"Schwarz": hand.schwarz, "Schneider": hand.schneider and not hand.schwarz, "Tout": hand.tout,
                "Sie": hand.sie}  # fmt: skip
        yield from (word for word, holds in said.items() if holds)
        if hand.laufende:
            of_whom = "{n} Laufende" if hand.laufende_of != OPPONENTS else _("{n} Laufende of the opponents")
            yield of_whom.format(n=hand.laufende)
    if count(hand.klopfer):
        yield f"{count(hand.klopfer)} Klopfer"
    if isinstance(hand, Played) and count(hand.kontra):
        yield f"{count(hand.kontra)} × Kontra"


def _played(hand: Played, tariff: Tariff, made: Score | None) -> str:
    game = tariff.game(hand.game)
    title = game.title if game else hand.game
    if hand.suit:
        title = f"{hand.suit.capitalize()}-{title}"
    outcome = made.outcome if made and isinstance(made.outcome, Outcome) else None
    if outcome and outcome.draw:
        title = in_words(title, tariff.words)
        if played_again(hand, tariff):
            return _("{game}: 60:60, the same dealer deals again", game=title)
        return _("{game}: 60:60, nobody pays", game=title)
    won = hand.won if outcome is None else outcome.won
    people = (
        (outcome.declarers if outcome else ()) or hand.winners or tuple(filter(None, (hand.declarer, hand.partner)))
    )
    said = _became(in_words(title, tariff.words), people, won=True if hand.winners else won)
    return said if hand.augen is None else _("{result} with {augen} Augen", result=said, augen=hand.augen)


def _became(game: str, people: Sequence[str], *, won: bool | None) -> str:
    """Return who won a game or lost it; where nobody knows that, who played it."""
    names, many = {"game": game, "people": _and(people)}, len(people)
    if won is None:
        return _n("{game}: {people} played", "{game}: {people} played", many, **names)
    if won:
        return _n("{game}: {people} won", "{game}: {people} won", many, **names)
    return _n("{game}: {people} lost", "{game}: {people} lost", many, **names)


def _ramsch(hand: Ramsch, tariff: Tariff, made: Score | None) -> str:
    outcome = made.outcome if made and isinstance(made.outcome, RamschOutcome) else None
    game = in_words("Ramsch", tariff.words)
    marched = outcome.winner if outcome else hand.durchmarsch
    if marched:
        return _("{game}: Durchmarsch of {name}", game=game, name=marched)
    losers = outcome.losers if outcome else hand.losers
    if not losers:
        return game
    said = _became(game, losers, won=False)
    augen = {hand.augen[name] for name in losers if name in hand.augen} if hand.augen else set()
    if len(augen) == 1:
        said = _("{result} with {augen} Augen", result=said, augen=augen.pop())
    virgins = outcome.jungfrauen if outcome else hand.jungfrauen or ()
    if not virgins:
        return said
    named = _and(virgins)
    return _n("{result}, {people} Jungfrau", "{result}, {people} Jungfrauen", len(virgins), result=said, people=named)


def undeclared(hands: int) -> Iterator[str]:
    """Yield the sentence that nobody noted who declared so many hands; nothing where there are none."""
    if hands:
        yield _n(
            "{n} hand notes only who won: nobody is counted as its declarer, partner or opponent.",
            "{n} hands note only who won: nobody is counted as their declarer, partner or opponent.",
            hands,
        )


def paying(payer: str, payee: str, amount: str) -> str:
    """Return a sentence: `payer` pays `payee` this amount, pays it into the Stock, or takes it out.

    >>> sklog.write_payment("Anna", "Bene", sklog.write_amount(240, "ct", currency=True))
    'Anna pays Bene 2.40 €'
    """
    said = {"payer": payer, "payee": payee, "amount": amount}
    if payee == STOCK:
        return _("{payer} pays {amount} into the Stock", **said)
    if payer == STOCK:
        return _("{payee} takes {amount} out of the Stock", **said)
    return pays(**said)
