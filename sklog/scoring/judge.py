"""From what was said to what it means here: who won, and with what (domain.md §§1, 3, 5 and 6).

`judge` is the only way to an `Outcome`. It names everything that these people, under this tariff,
cannot have played, all at once; what is merely not decided is a question back to the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sklog.errors import HandError, IllegalHand, UnclearHand
from sklog.scoring.games import BETTEL, BY_NAME, PARTNER, SOLO, Game, tricks_in
from sklog.scoring.hand import AUGEN, HERREN, OPPONENTS, InvalidHandOf, Played, count, shape_contradictions
from sklog.scoring.tariff import ALLGAEUER, BLAUER_HABICHT, HADSCH, LOSERS, WINNERS, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.hand import Dealt, Names

SCHNEIDER_LIMIT = 30
LAST_DOUBLER_NEEDS = 61
PEOPLE_OF_A_PARTNER_GAME = 4


@dataclass(frozen=True, slots=True)
class Table:
    """The circumstances of one deal, after everything the table said of it.

    `seats` is everybody present, clockwise; `active` those dealt in, from the dealer's left on. `stock`
    is what the Stock holds (cents or points), `bock` the doublings in force, `round` the special round.
    """

    seats: Names
    dealer: str
    active: Names
    stock: int = 0
    bock: int = 0
    round: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A judged game: every fact settled, ready to be priced.

    `declarers` is () where a table noted only the winners. `won` is the declarers' result, None for a
    draw or where nobody knows who declared. `schneider` and `schwarz` describe the losing side.
    """

    game: Game
    suit: str | None
    winners: Names
    losers: Names
    declarers: Names
    won: bool | None
    draw: bool
    schneider: bool
    schwarz: bool
    tout: bool
    sie: bool
    announced: str | None
    laufende: int
    held_by_winners: bool
    klopfer: int
    kontra: int
    bock: int
    tie: bool

    @property
    def callers_won(self) -> bool:
        """Whether the declarers' side won; True where only the winners are known."""
        return self.won is not False


def judge(hand: Played, table: Table, tariff: Tariff) -> Outcome:
    """Return what the hand means at this table; raise HandError with everything that is wrong.

    `IllegalHand` where something cannot be, `UnclearHand` where a fact is missing.
    """
    wrong = list(illegalities(hand, table, tariff))
    game = tariff.game(hand.game)
    if wrong or game is None:
        raise IllegalHand(*wrong)
    hand = _with_declarer(hand, game, table)
    total = tricks_in(tariff.deck.get(len(table.active), ""), len(table.active))
    depth = kontra_depth(hand, table)
    won, draw, wrong = _result(hand, game, table, tariff, depth, total)
    if wrong:
        raise IllegalHand(*wrong)
    if won is None and not draw and not hand.winners:
        raise UnclearHand(_undecided(hand, game))
    schneider, schwarz, wrong = _schneider_schwarz(hand, game, tariff, won=won is not False, total=total)
    if wrong:
        raise IllegalHand(*wrong)
    declarers = _declarers(hand, game, table)
    ahead = hand.winners or declarers
    behind = tuple(person for person in table.active if person not in ahead)
    return Outcome(
        game=game,
        suit=hand.suit,
        winners=behind if won is False else ahead,
        losers=ahead if won is False else behind,
        declarers=declarers,
        won=won,
        draw=draw,
        schneider=schneider and not draw,
        schwarz=schwarz and not draw,
        tout=hand.tout,
        sie=hand.sie,
        announced=hand.announced,
        laufende=max(hand.laufende, HERREN) if hand.sie else hand.laufende,
        held_by_winners=(hand.laufende_of == OPPONENTS) == (won is False),
        klopfer=count(hand.klopfer),
        kontra=depth,
        bock=table.bock,
        tie=hand.augen == AUGEN // 2,
    )


def everything_wrong(error: HandError, table: Table, tariff: Tariff) -> HandError:
    """Return the error with what this table would refuse as well, so that a user mends all in one go."""
    if not isinstance(error, InvalidHandOf) or not isinstance(error.hand, Played):
        return error
    more = (problem for problem in illegalities(error.hand, table, tariff) if problem not in str(error))
    return InvalidHandOf(error.hand, *(problem.message for problem in error.problems), *more)


# -- what is not allowed here -------------------------------------------------------------------------


def illegalities(hand: Played, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield everything this table and its tariff do not play, before the result is looked at."""
    yield from seating_problems(table, tariff)
    named = (hand.declarer, hand.partner, *hand.winners)
    yield from people_problems((person for person in named if person), table)
    yield from klopfer_problems(hand, table, tariff)
    game = tariff.game(hand.game)
    if game is None:
        known = BY_NAME.get(hand.game)
        yield not_played(known.title if known else hand.game, tariff)
        return
    if game.name not in BY_NAME:
        yield from shape_contradictions(hand, game)
    yield from _game_problems(hand, game, table, tariff)
    yield from _announcement_problems(hand, game, tariff)
    yield from _kontra_problems(hand, game, table, tariff)
    yield from _laufende_problems(hand, game, table, tariff)
    yield from _winners_problems(hand, game, table, tariff)


def not_played(what: str, tariff: Tariff) -> str:
    """Return the sentence that a game is not in this tariff, and what is."""
    return f"{tariff.name} does not play {what}; it plays {', '.join(game.title for game in tariff.games)}"


def seating_problems(table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield what cannot be about who deals and who is dealt in."""
    yield from people_problems((table.dealer,), table, everybody=True)
    yield from people_problems(table.active, table, everybody=True)
    if len(table.active) not in tariff.people:
        wanted = " or ".join(map(str, tariff.people))
        yield f"{len(table.active)} people are dealt in; {tariff.name} deals to {wanted}"


def people_problems(people: Iterable[str], table: Table, *, everybody: bool = False) -> Iterator[str]:
    """Yield who is not at the table, or (unless `everybody`) sits out in this deal."""
    for person in dict.fromkeys(people):
        if person not in table.seats:
            yield f"{person} is not at this table; there are {', '.join(table.seats)}"
        elif person not in table.active and not everybody:
            yield f"{person} sits out; {', '.join(table.active)} are dealt in"


def klopfer_problems(hand: Dealt, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield what cannot be about the Klopfer of any kind of hand."""
    if not hand.klopfer:
        return
    if tariff.klopfen is None:
        yield f"{tariff.name} knows no Klopfen"
        return
    if not isinstance(hand.klopfer, int):
        yield from people_problems(hand.klopfer, table)
    most = len(table.active)
    if tariff.klopfen.max is not None:
        most = min(most, tariff.klopfen.max)
    if count(hand.klopfer) > most:
        yield f"{count(hand.klopfer)} Klopfer, but at most {most} can knock"


def _game_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    if hand.suit is not None and hand.suit not in game.suits:
        allowed = f"; it may be {', '.join(game.suits)}" if game.suits else ": it has none"
        yield f"{hand.suit} is no suit of a {game.title}{allowed}"
    people = len(table.active)
    if game.shape == PARTNER and people != PEOPLE_OF_A_PARTNER_GAME:
        yield f"{game.title} needs four people; {people} are dealt in"
    if game.fixed_pairs and hand.partner and hand.partner != opposite(hand.declarer, table):
        yield f"in {game.title} {hand.declarer} plays with {opposite(hand.declarer, table)}, who sits opposite"
    total = tricks_in(tariff.deck.get(people, ""), people)
    if hand.tricks is not None and hand.tricks > total:
        yield f"{hand.tricks} tricks: there are {total} with these cards and {people} people"
    if hand.tricks == total and hand.augen not in (None, AUGEN):
        yield f"all {total} tricks make 120 Augen, not {hand.augen}"
    if hand.sie and total < HERREN:
        yield f"a Sie needs eight cards in one hand; here everybody holds {total}"


def _announcement_problems(hand: Played, game: Game, tariff: Tariff) -> Iterator[str]:
    for said, rule, what in (
        (hand.tout and not hand.sie, tariff.tout, "Tout"),
        (hand.sie, tariff.sie, "Sie"),
        (hand.forced, tariff.forced, "forced play (Muss)"),
    ):
        if said and rule is None:
            yield f"{tariff.name} knows no {what}"
    if hand.bid is not None and not tariff.bids:
        yield f"{tariff.name} knows no Steigern: leave the bid of {hand.bid} out"
    if hand.announced is None:
        return
    if tariff.announced is None or tariff.announced.price(hand.announced) is None:
        yield f"{tariff.name} knows no announced {hand.announced.capitalize()}"
    elif game.shape == BETTEL:
        yield f"in {game.title} there is no {hand.announced.capitalize()} to announce"
    elif hand.winners:
        yield "with winners alone nobody knows who announced: say declarer and won instead"


def _kontra_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    depth = kontra_depth(hand, table)
    if not depth:
        return
    kontra = tariff.kontra
    if kontra is None:
        yield f"{tariff.name} knows no Kontra"
        return
    if kontra.games and game.name not in kontra.games:
        yield f"{tariff.name} knows no {kontra.names[0]} in {game.title}"
    if depth > len(kontra.names) and not kontra.unlimited:
        yield f"a chain of {depth}; {tariff.name} ends with {kontra.names[-1]}, the {len(kontra.names)}."
    if isinstance(hand.kontra, int) or hand.winners:
        return
    yield from people_problems(hand.kontra, table)
    declarers = _declarers(hand, game, table)
    first = depth - len(hand.kontra)  # 1 where a Hadsch has said the first Kontra itself
    for level, person in enumerate(hand.kontra, first + 1):
        if person in table.active and (person in declarers) == bool(level % 2):
            side = "opponents" if level % 2 else "declarers' side"
            yield f"{kontra.level(level)} is for the {side}; {person} cannot have said it"


def _laufende_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    longest = game.longest_run(tariff.deck.get(len(table.active), "long"))
    if hand.laufende > longest and game.shape != BETTEL:
        yield f"{hand.laufende} Laufende: {game.title} has {longest} trumps"
    if table.round == ALLGAEUER and game.shape == SOLO and hand.laufende in (3, 4) and hand.laufende_of != OPPONENTS:
        yield "in an Allgäuer the Herz-Ober makes at least five Laufende; without it there are two"


def _winners_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield what a hand with winners alone leaves open that this tariff needs."""
    if not hand.winners:
        return
    if game.shape != PARTNER:
        if len(table.active) == 2:
            yield "with two people dealt in the winners do not say who played: say the declarer"
        elif len(hand.winners) not in (1, len(table.active) - 1):
            yield f"{game.title} is won by one, or by all the others: {len(hand.winners)} winners cannot be"
        return
    if game.fixed_pairs and len(hand.winners) == 2 and hand.winners[1] != opposite(hand.winners[0], table):
        yield f"in {game.title} {hand.winners[0]} wins with {opposite(hand.winners[0], table)}, who sits opposite"
    stock = tariff.stock
    if stock and game.name in stock.games and (table.stock or isinstance(stock.lost, int)):
        yield "this game plays for the Stock: say the declarer, the partner and who won"
    laufende = tariff.laufende
    if hand.laufende and laufende and (laufende.paid in (WINNERS, LOSERS) or laufende.ohne == "caller"):
        yield f"{tariff.name} asks who held the Laufende: say the declarer, the partner and who won"
    if count(hand.kontra) and "lost_kontra" in tariff.bock.after:
        yield f"a lost Kontra brings Bock in {tariff.name}: say the declarer, the partner and who won"


# -- who won, and with what ---------------------------------------------------------------------------


def opposite(person: str | None, table: Table) -> str | None:
    """Return who sits opposite among the four dealt in; None where that is nobody."""
    active = table.active
    if person not in active or len(active) != PEOPLE_OF_A_PARTNER_GAME:
        return None
    return active[(active.index(person) + 2) % len(active)]


def kontra_depth(hand: Played, table: Table) -> int:
    """Return how often was doubled; a Hadsch begins with a Kontra that nobody needs to say."""
    depth = count(hand.kontra)
    if table.round != HADSCH:
        return depth
    if isinstance(hand.kontra, int):
        return max(depth, 1)
    side = (hand.declarer, hand.partner)
    return depth + 1 if not hand.kontra or hand.kontra[0] in side else depth


def _with_declarer(hand: Played, game: Game, table: Table) -> Played:
    """Return the hand with its declarer, where the winners of a solo tell who that was."""
    if not hand.winners or game.shape == PARTNER:
        return hand
    won = len(hand.winners) == 1
    declarer = hand.winners[0] if won else next(person for person in table.active if person not in hand.winners)
    return replace(hand, winners=(), declarer=declarer, won=won)


def _declarers(hand: Played, game: Game, table: Table) -> Names:
    partner = opposite(hand.declarer, table) if game.fixed_pairs else hand.partner
    return tuple(person for person in (hand.declarer, partner) if person)


def _limit(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> int:
    """Return from how many Augen the declarers win this hand."""
    if hand.bid is not None:
        return hand.bid
    if table.round == BLAUER_HABICHT and game.name == "farbhabicht" and hand.declarer == table.active[-1]:
        return tariff.rounds.pflichthabicht if tariff.rounds else tariff.wins.declarers
    if depth and tariff.kontra and tariff.kontra.last_needs_61:
        doubled_last = "opponents" if depth % 2 else "declarers"
        return LAST_DOUBLER_NEEDS if doubled_last == "declarers" else AUGEN + 1 - LAST_DOUBLER_NEEDS
    if hand.forced and tariff.forced:
        return tariff.forced.wins_from
    return tariff.wins.declarers


def _result(
    hand: Played, game: Game, table: Table, tariff: Tariff, depth: int, total: int
) -> tuple[bool | None, bool, list[str]]:
    """Return (won, draw, contradictions): the declarers' result as the figures and the table say it."""
    if hand.sie:
        return True, False, []
    decided, why = _by_figures(hand, game, table, tariff, depth, total)
    if game.fixed_pairs and hand.augen == AUGEN // 2 and hand.bid is None:
        return None, True, [] if hand.won is None else [f"60:60 in {game.title} is a draw: leave out who won"]
    if decided is None:
        return hand.won, False, []
    if hand.won is not None and hand.won != decided:
        return None, False, [f"{why}: it is {'won' if decided else 'lost'}, not {'won' if hand.won else 'lost'}"]
    return decided, False, []


def _by_figures(
    hand: Played, game: Game, table: Table, tariff: Tariff, depth: int, total: int
) -> tuple[bool | None, str]:
    """Return what Augen and tricks decide, and the words for it; None where they decide nothing."""
    tricks, augen = hand.tricks, hand.augen
    made = f"{tricks} of {total} tricks"
    if game.shape == BETTEL:
        return (None, "") if tricks is None else (tricks == 0, f"{game.title} with {made}")
    if hand.tout or hand.announced == "schwarz":
        what = "Tout" if hand.tout else "announced Schwarz"
        return (None, "") if tricks is None else (tricks == total, f"{what} with {made}")
    if tricks is not None and tricks in (0, total):
        return tricks == total, made
    if augen is None:
        return None, ""
    if hand.announced == "schneider":
        limit = tariff.schneider.opponents if tariff.schneider else SCHNEIDER_LIMIT
        return AUGEN - augen < limit, f"announced Schneider with {augen} Augen"
    limit = _limit(hand, game, table, tariff, depth)
    return augen >= limit, f"the declarers win from {limit} Augen and made {augen}"


def _undecided(hand: Played, game: Game) -> str:
    if game.shape == BETTEL or hand.tout or hand.announced == "schwarz":
        what = game.title if game.shape == BETTEL else "a Tout" if hand.tout else "an announced Schwarz"
        return f"who won? {what} is decided by tricks: say won or lost, or the declarers' tricks"
    return "who won? Say won or lost, or the declarers' Augen"


def _schneider_schwarz(
    hand: Played, game: Game, tariff: Tariff, *, won: bool, total: int
) -> tuple[bool, bool, list[str]]:
    """Return (Schneider, Schwarz, contradictions) of the losing side."""
    if game.shape == BETTEL:
        return False, False, []
    wrong = []
    tricks = None if hand.tricks is None else total - hand.tricks if won else hand.tricks
    augen = None if hand.augen is None else AUGEN - hand.augen if won else hand.augen
    schwarz = hand.schwarz or False
    if hand.sie or (won and (hand.tout or hand.announced == "schwarz")):
        schwarz = True
    if tricks is not None:
        schwarz = tricks == 0
        if hand.schwarz is not None and hand.schwarz != schwarz:
            wrong.append(f"the losers made {tricks} tricks: that is {'' if schwarz else 'not '}Schwarz")
    if schwarz and augen:
        wrong.append(f"Schwarz means no trick, but the losers have {augen} Augen")
    limit = _schneider_limit(hand, tariff, won=won)
    claimed = hand.schneider or (won and hand.announced == "schneider") or False
    schneider = schwarz or (claimed if augen is None else augen < limit)
    if hand.schneider is not None and hand.schneider != schneider:
        if augen is None:
            wrong.append("that is always Schneider too: leave schneider out or say yes")
        else:
            wrong.append(f"the losers have {augen} Augen and are out of Schneider from {limit}: mend one of the two")
    return schneider, schwarz, wrong


def _schneider_limit(hand: Played, tariff: Tariff, *, won: bool) -> int:
    """Return from how many Augen the losing side is out of Schneider."""
    if not won and hand.forced and tariff.forced and tariff.forced.schneider_from is not None:
        return tariff.forced.schneider_from
    if tariff.schneider is None:
        return SCHNEIDER_LIMIT
    return tariff.schneider.opponents if won else tariff.schneider.declarers
