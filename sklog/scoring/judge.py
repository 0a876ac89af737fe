"""From what was said to what it means here: who won, and with what.

`judge` is the only way to an `Outcome`. It names everything that these people, under this tariff,
cannot have played, all at once; what is merely not decided is a question back to the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import IllegalHand, InvalidHand, UnclearHand
from sklog.language import _
from sklog.scoring.deal import deal_problems, klopfer_problems, not_played, people_problems
from sklog.scoring.games import BETTEL, BY_NAME, PARTNER, SOLO, Game
from sklog.scoring.hand import AUGEN, HALF, HERREN, OPPONENTS, Played, count, shape_contradictions
from sklog.scoring.lookup import lookup
from sklog.scoring.tariff import ALLGAEUER, HADSCH, LOSERS, WINNERS, Tariff
from sklog.scoring.verdict import UNDECIDED, undecided, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sklog.scoring.hand import Names
    from sklog.scoring.tariff import Kontra
    from sklog.scoring.verdict import Verdict

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
    wrong, game, hand, depth, (won, draw, schneider, schwarz) = _examined(hand, table, tariff)
    if wrong or game is None:
        raise IllegalHand(*wrong)
    if won is None and not draw and not hand.winners:
        raise UnclearHand(undecided(hand, game))
    declarers = declarers_of(hand, game, table)
    ahead = hand.winners or declarers
    behind = tuple([person for person in table.active if person not in ahead])
    lost = won is False
    return Outcome(  # in the order of its fields: with their names it takes twice the time
        game,
        hand.suit,
        behind if lost else ahead,
        ahead if lost else behind,
        declarers,
        won,
        draw,
        schneider,
        schwarz,
        hand.tout,
        hand.sie,
        hand.announced,
        max(hand.laufende, HERREN) if hand.sie else hand.laufende,
        (hand.laufende_of == OPPONENTS) == lost,
        count(hand.klopfer),
        depth,
        table.bock,
        hand.augen == HALF,
    )


# -- what is not allowed here -------------------------------------------------------------------------


def illegalities(hand: Played, table: Table, tariff: Tariff) -> list[str]:
    """Return everything that this table and its tariff do not play, and what contradicts the figures under it."""
    return _examined(hand, table, tariff)[0]


def _examined(hand: Played, table: Table, tariff: Tariff) -> tuple[list[str], Game | None, Played, int, Verdict]:
    """Return what is wrong, and what was found out: the game, the hand with its declarer, Kontra's depth, who won.

    Each part is looked at only where the hand says something of it: most hands say little.
    """
    known, active, declarer, partner = lookup(tariff), table.active, hand.declarer, hand.partner
    wrong = deal_problems(table, tariff)
    if hand.winners or declarer not in active or (partner and partner not in active):
        wrong += people_problems(filter(None, (declarer, partner, *hand.winners)), table)
    if hand.klopfer:
        wrong += klopfer_problems(hand, table, tariff)
    game = known.games.get(hand.game)
    if game is None:
        there = BY_NAME.get(hand.game)
        return [*wrong, not_played(there.title if there else hand.game, tariff)], None, hand, 0, UNDECIDED
    total, depth = known.tricks.get(len(active), 0), 0
    wrong += _game_problems(hand, game, table, total)
    if hand.tout or hand.sie or hand.forced or hand.bid is not None or hand.announced is not None:
        wrong += _announcement_problems(hand, game, tariff)
    if hand.kontra or table.round == HADSCH:
        depth = kontra_depth(hand, table, game)
        wrong += _kontra_problems(hand, game, table, tariff, depth)
    if hand.laufende:
        wrong += _laufende_problems(hand, game, table, tariff)
    possible = _possible_figures(hand, total)
    against: list[str] = []
    if hand.winners:
        wrong += _winners_problems(hand, game, table, tariff, depth)
        if possible:
            hand, depth, against = _with_declarer(hand, game, table, depth)
    if against or not possible:  # nothing can be said of the result, and why is said already
        return wrong + against, game, hand, depth, UNDECIDED
    found, against = verdict(hand, game, table, tariff, depth)
    return wrong + against, game, hand, depth, found


def _possible_figures(hand: Played, total: int) -> bool:
    tricks, augen = hand.tricks, hand.augen
    return total != 0 and (tricks is None or 0 <= tricks <= total) and (augen is None or 0 <= augen <= AUGEN)


def _game_problems(hand: Played, game: Game, table: Table, total: int) -> list[str]:
    """Return what does not go with the game or with its cards."""
    wrong = [] if game.name in BY_NAME else shape_contradictions(hand, game)
    if hand.suit is not None and hand.suit not in game.suits:
        wrong.append(_no_suit(hand.suit, game))
    people = len(table.active)
    if game.shape == PARTNER and people != PEOPLE_OF_A_PARTNER_GAME:
        wrong.append(_("{game} needs four people, not {people}", game=game.title, people=people))
    if game.fixed_pairs and hand.partner:
        wrong += _pair_problems(hand.declarer, hand.partner, game, table)
    if total and (hand.tricks is not None or hand.sie):
        wrong += _tricks_problems(hand, total, people)
    return wrong


def _pair_problems(declarer: str | None, partner: str, game: Game, table: Table) -> Iterator[str]:
    across = opposite(declarer, table)
    if across and partner != across:
        yield _(
            "in {game} {name} plays with {partner}, who sits opposite", game=game.title, name=declarer, partner=across
        )


def _tricks_problems(hand: Played, total: int, people: int) -> Iterator[str]:
    if hand.tricks is not None and hand.tricks > total:
        yield _(
            "{tricks} tricks: there are {total} with these cards and {people} people",
            tricks=hand.tricks,
            total=total,
            people=people,
        )
    if hand.tricks == total and hand.augen not in (None, AUGEN):
        yield _("all {total} tricks make 120 Augen, not {augen}", total=total, augen=hand.augen)
    if hand.sie and total < HERREN:
        yield _("a Sie needs eight cards in one hand; here everybody holds {total}", total=total)


def _no_suit(suit: str, game: Game) -> str:
    if not game.suits:
        return _("{suit} is no suit of a {game}: it has none", suit=suit, game=game.title)
    suits = ", ".join(game.suits)
    return _("{suit} is no suit of a {game}; it may be {suits}", suit=suit, game=game.title, suits=suits)


def _announcement_problems(hand: Played, game: Game, tariff: Tariff) -> Iterator[str]:
    if hand.tout and not hand.sie and tariff.tout is None:
        yield _("{tariff} knows no Tout", tariff=tariff.name)
    if hand.sie and tariff.sie is None:
        yield _("{tariff} knows no Sie", tariff=tariff.name)
    if hand.forced and tariff.forced is None:
        yield _("{tariff} knows no forced play (Muss)", tariff=tariff.name)
    if hand.bid is not None and not tariff.bids:
        yield _("{tariff} knows no Steigern: leave the bid of {bid} out", tariff=tariff.name, bid=hand.bid)
    if hand.announced is None:
        return
    what = hand.announced.capitalize()
    if tariff.announced is None or tariff.announced.price(hand.announced) is None:
        yield _("{tariff} knows no announced {what}", tariff=tariff.name, what=what)
    elif game.shape == BETTEL:
        yield _("in {game} there is no {what} to announce", game=game.title, what=what)
    elif hand.winners:
        yield _("with winners alone nobody knows who announced: say declarer and won instead")


def _kontra_problems(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> Iterator[str]:
    kontra = tariff.kontra
    unsaid = table.round == HADSCH  # its first Kontra is there before anybody speaks
    if kontra is None:
        if unsaid:
            yield _("{tariff} knows no Kontra; a Hadsch begins with one: round:none for this hand", tariff=tariff.name)
        else:
            yield _("{tariff} knows no Kontra; leave it out", tariff=tariff.name)
        return
    if kontra.games and game.name not in kontra.games and depth > unsaid:
        yield _("{tariff} knows no {kontra} in {game}", tariff=tariff.name, kontra=kontra.names[0], game=game.title)
    if depth > len(kontra.names) and not kontra.unlimited:
        chain = ", ".join(kontra.names)
        yield _("a chain of {depth}; {tariff} knows no more than {chain}", depth=depth, tariff=tariff.name, chain=chain)
    if not isinstance(hand.kontra, int):
        yield from _doubler_problems(hand.kontra, depth, declarers_of(hand, game, table), table, kontra)


def _doubler_problems(said: Names, depth: int, declarers: Names, table: Table, kontra: Kontra) -> Iterator[str]:
    """Yield who cannot have said a word of the chain."""
    yield from people_problems(said, table)
    if not declarers:
        return
    first = depth - len(said)  # 1 where a Hadsch has said the first Kontra itself
    for level, person in enumerate(said, first + 1):
        if person not in table.active or (person in declarers) != bool(level % 2):
            continue
        word = kontra.level(level)
        if level % 2:
            yield _("{word} is for the opponents; {name} cannot have said it", word=word, name=person)
        else:
            yield _("{word} is for the declarers' side; {name} cannot have said it", word=word, name=person)


def _laufende_problems(hand: Played, game: Game, table: Table, tariff: Tariff) -> Iterator[str]:
    longest = game.longest_run(tariff.deck.get(len(table.active), "long"))
    if hand.laufende > longest and game.shape != BETTEL:
        yield _(
            "{laufende} Laufende: {game} has {trumps} trumps", laufende=hand.laufende, game=game.title, trumps=longest
        )
    if table.round == ALLGAEUER and game.name == SOLO and hand.laufende in (3, 4) and hand.laufende_of != OPPONENTS:
        yield _("in an Allgäuer the Herz-Ober makes at least five Laufende; without it there are two")


def _winners_problems(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> Iterator[str]:
    """Yield what a hand with winners alone leaves open that this tariff needs."""
    if game.shape != PARTNER:
        if len(table.active) == 2:
            yield _("with two people dealt in the winners do not say who played: say the declarer")
        elif len(hand.winners) not in (1, len(table.active) - 1):
            yield _(
                "{game} is won by one, or by all the others: {count} winners cannot be",
                game=game.title,
                count=len(hand.winners),
            )
        return
    across = opposite(hand.winners[0], table)
    if game.fixed_pairs and len(hand.winners) == 2 and across and hand.winners[1] != across:
        yield _(
            "in {game} {name} wins with {partner}, who sits opposite",
            game=game.title,
            name=hand.winners[0],
            partner=across,
        )
    stock = tariff.stock
    if stock and game.name in stock.games and (table.stock or isinstance(stock.lost, int)):
        yield _("this game plays for the Stock: say the declarer, the partner and who won")
    laufende = tariff.laufende
    if hand.laufende and laufende and (laufende.paid in (WINNERS, LOSERS) or laufende.ohne == "caller"):
        yield _("{tariff} asks who held the Laufende: say the declarer, the partner and who won", tariff=tariff.name)
    if depth and "lost_kontra" in tariff.bock.after:
        yield _("a lost Kontra brings Bock in {tariff}: say the declarer, the partner and who won", tariff=tariff.name)


# -- who played ---------------------------------------------------------------------------------------


def opposite(person: str | None, table: Table) -> str | None:
    """Return who sits opposite among the four dealt in; None where that is nobody."""
    active = table.active
    if person not in active or len(active) != PEOPLE_OF_A_PARTNER_GAME:
        return None
    return active[active.index(person) - 2]


def kontra_depth(hand: Played, table: Table, game: Game) -> int:
    """Return how often was doubled; a Hadsch begins with a Kontra that nobody needs to say."""
    depth = count(hand.kontra)
    if table.round != HADSCH:
        return depth
    if isinstance(hand.kontra, int):
        return max(depth, 1)
    return depth + 1 if not hand.kontra or hand.kontra[0] in declarers_of(hand, game, table) else depth


def declarers_of(hand: Played, game: Game, table: Table) -> Names:
    """Return the declarers' side, the caller first; () where nothing tells who that was."""
    if hand.winners:
        soloist = _soloist(hand, game, table)
        return (soloist,) if soloist else ()
    partner = opposite(hand.declarer, table) if game.fixed_pairs else hand.partner
    return (hand.declarer, partner) if hand.declarer and partner else tuple(filter(None, (hand.declarer, partner)))


def _soloist(hand: Played, game: Game, table: Table) -> str | None:
    """Return who played alone, where the winners tell it: one, or everyone else dealt in."""
    if game.shape == PARTNER or len(table.active) == 2:
        return None
    if len(hand.winners) == 1:
        return hand.winners[0]
    others = [person for person in table.active if person not in hand.winners]
    return others[0] if len(others) == 1 else None


def _with_declarer(hand: Played, game: Game, table: Table, depth: int) -> tuple[Played, int, list[str]]:
    """Return the hand with its declarer, where the winners tell who that was; its Kontra then, and what is wrong."""
    soloist = _soloist(hand, game, table)
    if soloist is None:
        return hand, depth, []
    try:
        hand = replace(hand, winners=(), declarer=soloist, won=soloist in hand.winners)
    except InvalidHand as error:
        return hand, depth, [problem.message for problem in error.problems]
    return hand, kontra_depth(hand, table, game), []
