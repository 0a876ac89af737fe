"""What happened: a hand is a fact and says nothing about money.

Absent facts are None, () or False. People are names. A hand that contradicts itself cannot be built:
its constructor raises `InvalidHand` with every contradiction. Whether a table and its tariff can have
played it is for `sklog.scoring.judge` to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sklog.errors import InvalidHand
from sklog.scoring.games import BETTEL, BY_NAME, ONE_AGAINST_ALL, PARTNER, SOLO, Game
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DECLARERS, OPPONENTS = SIDES = ("declarers", "opponents")
AUGEN = 120
MOST_CARDS = 12  # two people with the short deck
HERREN = 8

Names = tuple[str, ...]


def count(said: int | Names) -> int:
    """Return how many Klopfer or Kontras were said, whether as a number or by name."""
    return said if isinstance(said, int) else len(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What can be said of any deal. `klopfer` are names in the order they knocked, or how many did.

    `bock` is the number of doublings, `round`, `dealer` and `active` what the table said of this deal; None
    and () leave them to the evening.
    """

    klopfer: int | Names = 0
    bock: int | None = None
    round: str | None = None
    dealer: str | None = None
    active: Names = ()
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be true at any table."""
        found = tuple(self._contradictions())
        if found:
            raise InvalidHandOf(cast("Dealt", self), *found)

    def _contradictions(self) -> Iterator[str]:
        return _common_contradictions(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Deal):
    """One game with declarers and opponents.

    Either `declarer` (and `partner`), or `winners` where a table noted only who won. `augen` and
    `tricks` are the declarers'; `schneider` and `schwarz` describe the losing side. `laufende` is the raw
    run from the top. `kontra` are names in the order said, or a number. `bid` is the Augen that win.
    """

    game: str
    suit: str | None = None
    declarer: str | None = None
    partner: str | None = None
    winners: Names = ()
    won: bool | None = None
    augen: int | None = None
    tricks: int | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    tout: bool = False
    sie: bool = False
    announced: str | None = None
    laufende: int = 0
    laufende_of: str | None = None
    kontra: int | Names = 0
    bid: int | None = None
    forced: bool = False

    def _contradictions(self) -> Iterator[str]:
        return _contradictions(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramsch(Deal):
    """All against all: either the Augen of each person dealt in, or plainly the loser(s), or a Durchmarsch.

    `tricks`, `trumps` and `highest` (rank of the highest trump in one's tricks, 1 = Eichel-Ober) where
    the tariff needs them. `jungfrauen` is None where nobody said, () where there were none.
    """

    game: str = "ramsch"
    augen: Mapping[str, int] | None = None
    tricks: Mapping[str, int] | None = None
    trumps: Mapping[str, int] | None = None
    highest: Mapping[str, int] | None = None
    losers: Names = ()
    jungfrauen: Names | None = None
    durchmarsch: str | None = None

    def _contradictions(self) -> Iterator[str]:
        return _ramsch_contradictions(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Deal):
    """A deal that was thrown in: nobody played."""

    game: str = "zusammengeworfen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """An amount moved by hand: a penalty, a correction, a round of beer. Zero-sum; cents or points."""

    game: str = "posting"
    amounts: Mapping[str, int]
    note: str = ""

    def __post_init__(self) -> None:
        total = sum(self.amounts.values())
        if total:
            raise InvalidHandOf(self, f"the amounts of a posting add up to {total:+d}; they must add up to 0")
        if not any(self.amounts.values()):
            raise InvalidHandOf(self, "a posting moves nothing; say at least two amounts, such as Anna:-50 Bene:+50")


Dealt = Played | Ramsch | Passed
Hand = Dealt | Posting


class InvalidHandOf(InvalidHand):
    """The same, with the hand that could not be built, so that a table can add what else is wrong."""

    def __init__(self, hand: Hand, *problems: str) -> None:
        super().__init__(*problems)
        self.hand = hand

    def at(self, where: str, line: int = 0, column: int = 0) -> InvalidHand:  # type: ignore[override]
        """Return the error with its place named; it speaks to people then, no longer to a table."""
        return InvalidHand(*self.problems).at(where, line, column)


def _twice(people: Names) -> str | None:
    """Return the first person who is named twice, without regard to case."""
    seen: set[str] = set()
    for person in people:
        if (key := name_key(person)) in seen:
            return person
        seen.add(key)
    return None


def _common_contradictions(hand: Deal) -> Iterator[str]:
    """Yield what cannot be true of any deal."""
    if isinstance(hand.klopfer, int):
        if hand.klopfer < 0:
            yield f"{hand.klopfer} Klopfer: there are none or more"
    elif person := _twice(hand.klopfer):
        yield f"{person} can knock only once"
    if hand.bock is not None and hand.bock < 0:
        yield f"{hand.bock} Bock: it counts doublings, 0 or more"
    if person := _twice(hand.active):
        yield f"{person} is dealt in only once"


def _contradictions(hand: Played) -> Iterator[str]:
    """Yield everything that cannot be true of this hand at any table."""
    yield from _common_contradictions(hand)
    yield from _range_contradictions(hand)
    yield from _people_contradictions(hand)
    if hand.schwarz and hand.schneider is False:
        yield "Schwarz is always Schneider too: leave schneider out or say yes"
    game = BY_NAME.get(hand.game)
    if game is None:
        return  # a table's own game: its tariff knows the shape
    yield from shape_contradictions(hand, game)


def _range_contradictions(hand: Played) -> Iterator[str]:
    if hand.augen is not None and not 0 <= hand.augen <= AUGEN:
        yield f"{hand.augen} Augen: there are 0 to 120 in the deck"
    if hand.tricks is not None and not 0 <= hand.tricks <= MOST_CARDS:
        yield f"{hand.tricks} tricks: nobody holds so many cards"
    if hand.laufende < 0:
        yield f"{hand.laufende} Laufende: there are none or more"
    if isinstance(hand.kontra, int) and hand.kontra < 0:
        yield f"a Kontra chain of {hand.kontra}: it counts 0 or more"
    if hand.bid is not None and not 1 <= hand.bid <= AUGEN:
        yield f"a bid of {hand.bid}: it names the Augen that win, 1 to 120"
    if hand.tricks == 0 and hand.augen:
        yield f"{hand.augen} Augen without a trick: say how many tricks the declarers made"


def _people_contradictions(hand: Played) -> Iterator[str]:
    if hand.winners:
        if hand.declarer or hand.partner or hand.won is not None:
            yield "say either the winners, or the declarer and who won, not both"
        if person := _twice(hand.winners):
            yield f"{person} is named twice among the winners"
    elif not hand.declarer:
        yield "who played? Say the declarer (or the winners)"
    if hand.declarer and hand.partner and name_key(hand.declarer) == name_key(hand.partner):
        yield f"{hand.declarer} cannot play with himself: say who the partner was"


def shape_contradictions(hand: Played, game: Game) -> Iterator[str]:
    """Yield what contradicts the shape of the game; `judge` calls it for a table's own games."""
    if game.shape == PARTNER:
        yield from _partner_contradictions(hand, game)
    elif hand.partner:
        yield f"{game.title} is played alone: leave {hand.partner} out"
    if game.shape == BETTEL:
        yield from _bettel_contradictions(hand, game)
    if hand.tout or hand.sie:
        yield from _announcement_contradictions(hand, game)
    if game.shape not in ONE_AGAINST_ALL and game.shape != PARTNER:
        yield f"{game.title} has no declarer"


def _partner_contradictions(hand: Played, game: Game) -> Iterator[str]:
    if not hand.winners:
        if not hand.partner and not game.fixed_pairs:
            yield f"{game.title} needs a partner: say who played with {hand.declarer or 'the declarer'}"
        return
    if len(hand.winners) != 2:
        yield f"{game.title} has two winners; {len(hand.winners)} are named"
    declarers_facts = {
        "augen": hand.augen is not None,
        "tricks": hand.tricks is not None,
        "laufende_of": hand.laufende_of is not None,
        "forced": hand.forced,
        "bid": hand.bid is not None,
    }
    for name, given in declarers_facts.items():
        if given:
            yield f"with winners alone nobody knows whose {name} that is: say declarer, partner and won instead"
    if not isinstance(hand.kontra, int):
        yield "with winners alone kontra is a number: say how many doubled, not who"


def _bettel_contradictions(hand: Played, game: Game) -> Iterator[str]:
    if hand.schneider or hand.schwarz:
        yield f"{game.title} knows no Schneider and no Schwarz: it is won without a trick"
    if hand.laufende:
        yield f"{game.title} knows no Laufende"
    if hand.won and hand.tricks:
        yield f"{game.title} is won without a trick, but {hand.tricks} tricks were made: it is lost"
    if hand.won and hand.augen and not hand.tricks:
        yield f"{game.title} is won without a trick, but {hand.augen} Augen were made: it is lost"
    if hand.won is False and hand.tricks == 0:
        yield f"{game.title} without a trick is won"


def _announcement_contradictions(hand: Played, game: Game) -> Iterator[str]:
    what = "Sie" if hand.sie else "Tout"
    if game.shape != SOLO:
        yield f"{what} belongs to a solo game; {game.title} has none"
        return
    if hand.sie:
        yield from _sie_contradictions(hand, game)
    all_tricks = hand.sie or (hand.tout and hand.won)
    if not all_tricks:
        return
    if hand.augen is not None and hand.augen != AUGEN:
        yield f"a {what} that is won makes all 120 Augen, not {hand.augen}"
    if hand.schneider is False or hand.schwarz is False:
        yield f"a {what} that is won leaves the opponents Schwarz"


def _sie_contradictions(hand: Played, game: Game) -> Iterator[str]:
    if not game.sie:
        yield f"a Sie needs all Ober and Unter as trumps: it is a Solo, never a {game.title}"
    if hand.won is False:
        yield "a Sie cannot be lost"
    if hand.laufende not in (0, HERREN) or hand.laufende_of == OPPONENTS:
        yield "a Sie has its eight Laufende: leave them out"


def _ramsch_contradictions(hand: Ramsch) -> Iterator[str]:
    yield from _common_contradictions(hand)
    for people, what in ((hand.losers, "losers"), (hand.jungfrauen or (), "Jungfrauen")):
        if person := _twice(people):
            yield f"{person} is named twice among the {what}"
    if hand.augen is None and not hand.losers and not hand.durchmarsch:
        yield "a Ramsch needs its loser, or the Augen of everybody dealt in"
    if hand.durchmarsch and hand.losers:
        yield f"either {hand.durchmarsch} made a Durchmarsch, or {' and '.join(hand.losers)} lost: not both"
    for person in hand.jungfrauen or ():
        if person in hand.losers:
            yield f"{person} cannot lose a Ramsch without a trick"
        if person == hand.durchmarsch:
            yield f"{person} cannot make a Durchmarsch without a trick"
    yield from _ramsch_figures(hand)


def _ramsch_figures(hand: Ramsch) -> Iterator[str]:
    augen, tricks = hand.augen or {}, hand.tricks or {}
    for person, points in augen.items():
        if not 0 <= points <= AUGEN:
            yield f"{person}: {points} Augen: there are 0 to 120 in the deck"
        if points > 0 and tricks.get(person) == 0:
            yield f"{person} has {points} Augen, but no trick"
        if points > 0 and person in (hand.jungfrauen or ()):
            yield f"{person} has {points} Augen and is no Jungfrau"
    if hand.augen is not None and sum(augen.values()) != AUGEN:
        yield f"the Augen add up to {sum(augen.values())}; together they make 120"
    yield from _ramsch_tricks(hand)
    yield from _highest_trumps(hand)


def _ramsch_tricks(hand: Ramsch) -> Iterator[str]:
    """Yield what cannot be about tricks and the trumps in them."""
    tricks, virgins = hand.tricks or {}, hand.jungfrauen or ()
    for person, number in (hand.trumps or {}).items():
        if number > 0 and (tricks.get(person) == 0 or person in virgins):
            yield f"{person} has {number} trumps, but no trick"
    for figures, what in ((hand.tricks, "tricks"), (hand.trumps, "trumps")):
        for person, number in (figures or {}).items():
            if number < 0:
                yield f"{person}: {number} {what}: there are none or more"
    for person, made in tricks.items():
        if bool(made) == (person in virgins) and hand.jungfrauen is not None:
            yield f"{person} made {made} tricks and is {'no' if made else 'a'} Jungfrau"


def _highest_trumps(hand: Ramsch) -> Iterator[str]:
    for person, rank in (hand.highest or {}).items():
        if not 1 <= rank <= 14:
            yield f"{person}: the rank of the highest trump is 1 (Eichel-Ober) to 14, not {rank}"
    ranks = list((hand.highest or {}).values())
    if len(set(ranks)) != len(ranks):
        yield "two people cannot have the same highest trump"
