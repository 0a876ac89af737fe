"""From what was said to what it means here: who won, and with what.

`judge` is the only way to an `Outcome`. It names everything that these people, under this tariff,
cannot have played, all at once; what is merely not decided is a question back to the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import IllegalHand, InvalidHand, UnclearHand
from sklog.scoring.games import BETTEL, BY_NAME, PARTNER, SOLO, Game, tricks_in
from sklog.scoring.hand import AUGEN, HERREN, OPPONENTS, Played, count, shape_contradictions
from sklog.scoring.tariff import ALLGAEUER, HADSCH, LOSERS, ROUNDS, WINNERS, Tariff
from sklog.scoring.verdict import undecided, verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.hand import Dealt, Names

PEOPLE_OF_A_PARTNER_GAME = 4


class Table(NamedTuple):
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


class Outcome(NamedTuple):
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
    depth = kontra_depth(hand, table, game)
    found, _ = verdict(hand, game, table, tariff, depth)
    won, draw, schneider, schwarz = found
    if won is None and not draw and not hand.winners:
        raise UnclearHand(undecided(hand, game))
    declarers = declarers_of(hand, game, table)
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


# -- what is not allowed here -------------------------------------------------------------------------


def illegalities(hand: Played, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield everything that this table and its tariff do not play, and what contradicts the figures under it."""
    yield from deal_problems(table, tariff)
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
    yield from _figures_problems(hand, game, table, tariff)


def not_played(what: str, tariff: Tariff) -> str:
    """Return the sentence that a game is not in this tariff, and what is."""
    return f"{tariff.name} does not play {what}; it plays {', '.join(game.title for game in tariff.games)}"


def unknown_round(kind: str, tariff: Tariff) -> str | None:
    """Return the sentence that this tariff does not play a special round; None where it does."""
    kinds = tariff.rounds.kinds if tariff.rounds else ()
    if kind in kinds:
        return None
    plays = f"it plays {', '.join(kinds)}" if kinds else "it plays no special rounds"
    return f"{tariff.name} knows no round {kind.capitalize() if kind in ROUNDS else repr(kind)}; {plays}"


def deal_problems(table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield what cannot be about the deal itself: who deals, who is dealt in, and the special round."""
    yield from people_problems((table.dealer,), table, everybody=True)
    yield from people_problems(table.active, table, everybody=True)
    if len(table.active) not in tariff.people:
        wanted = " or ".join(map(str, tariff.people))
        yield f"{tariff.name} deals to {wanted} people, not to {len(table.active)}"
    if table.round and (unknown := unknown_round(table.round, tariff)):
        yield unknown


def people_problems(people: Iterable[str], table: Table, *, everybody: bool = False) -> Iterator[str]:
    """Yield who is not at the table, or (unless `everybody`) sits out in this deal."""
    for person in dict.fromkeys(people):
        if person not in table.seats:
            yield f"{person} is not at this table; there are {', '.join(table.seats)}"
        elif person not in table.active and not everybody:
            yield f"{person} sits out; dealt in: {', '.join(table.active)}"


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
        yield f"{game.title} needs four people, not {people}"
    if game.fixed_pairs and hand.partner and hand.partner != opposite(hand.declarer, table):
        yield f"in {game.title} {hand.declarer} plays with {opposite(hand.declarer, table)}, who sits opposite"
    total = tricks_in(tariff.deck.get(people, ""), people)
    if not total:
        return  # nobody deals so: that is said already
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
    depth = kontra_depth(hand, table, game)
    if not depth:
        return
    kontra = tariff.kontra
    unsaid = table.round == HADSCH  # its first Kontra is there before anybody speaks
    if kontra is None:
        why = "a Hadsch begins with one: round:none for this hand" if unsaid else "leave it out"
        yield f"{tariff.name} knows no Kontra; {why}"
        return
    if kontra.games and game.name not in kontra.games and depth > unsaid:
        yield f"{tariff.name} knows no {kontra.names[0]} in {game.title}"
    if depth > len(kontra.names) and not kontra.unlimited:
        yield f"a chain of {depth}; {tariff.name} knows no more than {', '.join(kontra.names)}"
    if isinstance(hand.kontra, int):
        return
    yield from people_problems(hand.kontra, table)
    declarers = declarers_of(hand, game, table)
    if not declarers:
        return
    first = depth - len(hand.kontra)  # 1 where a Hadsch has said the first Kontra itself
    for level, person in enumerate(hand.kontra, first + 1):
        if person in table.active and (person in declarers) == bool(level % 2):
            side = "opponents" if level % 2 else "declarers' side"
            yield f"{kontra.level(level)} is for the {side}; {person} cannot have said it"


def _laufende_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    longest = game.longest_run(tariff.deck.get(len(table.active), "long"))
    if hand.laufende > longest and game.shape != BETTEL:
        yield f"{hand.laufende} Laufende: {game.title} has {longest} trumps"
    if table.round == ALLGAEUER and game.name == SOLO and hand.laufende in (3, 4) and hand.laufende_of != OPPONENTS:
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
    if kontra_depth(hand, table, game) and "lost_kontra" in tariff.bock.after:
        yield f"a lost Kontra brings Bock in {tariff.name}: say the declarer, the partner and who won"


def _figures_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield where the result, Schneider or Schwarz contradict the figures."""
    total = tricks_in(tariff.deck.get(len(table.active), ""), len(table.active))
    if not total or not 0 <= (hand.tricks or 0) <= total or not 0 <= (hand.augen or 0) <= AUGEN:
        return  # the figures themselves are wrong, and that is said already
    try:
        hand = _with_declarer(hand, game, table)
    except InvalidHand as error:
        yield from (problem.message for problem in error.problems)
        return
    yield from verdict(hand, game, table, tariff, kontra_depth(hand, table, game))[1]


# -- who played ---------------------------------------------------------------------------------------


def opposite(person: str | None, table: Table) -> str | None:
    """Return who sits opposite among the four dealt in; None where that is nobody."""
    active = table.active
    if person not in active or len(active) != PEOPLE_OF_A_PARTNER_GAME:
        return None
    return active[(active.index(person) + 2) % len(active)]


def kontra_depth(hand: Played, table: Table, game: Game | None = None) -> int:
    """Return how often was doubled; a Hadsch begins with a Kontra that nobody needs to say."""
    depth = count(hand.kontra)
    if table.round != HADSCH:
        return depth
    if isinstance(hand.kontra, int):
        return max(depth, 1)
    game = game or BY_NAME.get(hand.game)
    side = declarers_of(hand, game, table) if game else (hand.declarer, hand.partner)
    return depth + 1 if not hand.kontra or hand.kontra[0] in side else depth


def declarers_of(hand: Played, game: Game, table: Table) -> Names:
    """Return the declarers' side, the caller first; () where nothing tells who that was."""
    if hand.winners:
        soloist = _soloist(hand, game, table)
        return (soloist,) if soloist else ()
    partner = opposite(hand.declarer, table) if game.fixed_pairs else hand.partner
    return tuple(person for person in (hand.declarer, partner) if person)


def _soloist(hand: Played, game: Game, table: Table) -> str | None:
    """Return who played alone, where the winners tell it: one, or everyone else dealt in."""
    if game.shape == PARTNER or len(table.active) == 2:
        return None
    if len(hand.winners) == 1:
        return hand.winners[0]
    others = [person for person in table.active if person not in hand.winners]
    return others[0] if len(others) == 1 else None


def _with_declarer(hand: Played, game: Game, table: Table) -> Played:
    """Return the hand with its declarer, where the winners of a solo tell who that was."""
    soloist = _soloist(hand, game, table) if hand.winners else None
    if soloist is None:
        return hand
    return replace(hand, winners=(), declarer=soloist, won=soloist in hand.winners)
