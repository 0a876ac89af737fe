"""What happened: a hand is a fact and says nothing about money.

Absent facts are None, () or False. People are names. A hand that contradicts itself cannot be built,
nor one with a value of another kind: its constructor raises `InvalidHand` with every contradiction. Whether a
table and its tariff can have played it is for `sklog.scoring.judge` to say.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sklog.errors import InvalidHand
from sklog.language import _, _and
from sklog.scoring.games import (
    AUGEN,
    BETTEL,
    BY_NAME,
    ONE_AGAINST_ALL,
    PARTNER,
    RAMSCH,
    SOLO,
    SUITS,
    THROWN_IN,
    TRICKS,
    Game,
)
from sklog.scoring.names import all_named, figures, name_key, named, number_or_names, one_of, text, whole, yes
from sklog.values import Facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

DECLARERS, OPPONENTS = SIDES = ("declarers", "opponents")
HALF = AUGEN // 2  # Augen of a tie
MOST_CARDS = max(TRICKS.values())
HERREN = BY_NAME[SOLO].herren
MOST_TRUMPS = max(BY_NAME[RAMSCH].trumps)

ANNOUNCED = ("schneider", "schwarz")
POSTING = "posting"

Name = str
Names = tuple[str, ...]
Suit = str
Side = str
Announced = str
ThrownIn = str
ByHand = str
KINDS: dict[str, Callable[[Any], Any]] = {
    "int": whole,
    "bool": yes,
    "str": text,
    "Name": named,
    "Names": all_named,
    "int | Names": number_or_names,
    "Mapping[str, int]": figures,
    "Suit": partial(one_of, SUITS),
    "Side": partial(one_of, SIDES),
    "Announced": partial(one_of, ANNOUNCED),
    "ThrownIn": partial(one_of, (THROWN_IN.name,)),
    "ByHand": partial(one_of, (POSTING,)),
}
"""What returns a value of a kind, or raises Unreadable: by the annotation that says so in a class of facts."""
KINDS |= {f"{kind} | None": read for kind, read in KINDS.items()}


def count(said: int | Names) -> int:
    """Return how many Klopfer or Kontras were said, whether as a number or by name."""
    return said if isinstance(said, int) else len(said)


class _DealtHand(Facts, kinds=KINDS):
    """What can be said of any deal. `klopfer` are names in the order they knocked, or how many did.

    `bock` is the number of doublings, `round`, `dealer` and `active` what the table said of this deal; None
    and () leave them to the evening.
    """

    klopfer: int | Names = 0
    bock: int | None = None
    round: str | None = None
    dealer: Name | None = None
    active: Names = ()
    note: str = ""
    _error = InvalidHand

    def __post_init__(self) -> None:
        """Refuse what cannot be true at any table."""
        # each part is examined only where it says something: most hands say little
        deal = self._deal_contradictions() if self.klopfer or self.bock is not None or self.active else ()
        if wrong := [*deal, *self._contradictions()]:
            raise InvalidHandOf(self, *wrong)

    def _contradictions(self) -> Iterable[str]:
        """Return everything that cannot be true of this kind of hand at any table."""
        return ()

    def _deal_contradictions(self) -> Iterator[str]:
        if isinstance(self.klopfer, int) and self.klopfer < 0:
            yield _("{count} Klopfer: the number must be 0 or more", count=self.klopfer)
        if self.bock is not None and self.bock < 0:
            yield _("{count} Bock: the number of doublings must be 0 or more", count=self.bock)
        if person := _twice(self.active):
            yield _("{name} is dealt in only once", name=person)


class Played(_DealtHand):
    """A game with declarers and opponents.

    Either `declarer` (and `partner`), or `winners` if only these were noted. `augen` and `tricks` are the declarers';
    `schneider` and `schwarz` describe the losing side. `laufende` is the whole run from the top. `kontra` is the names
    in order, or a number. `bid` is the Augen needed to win. `sie` False means that eight Laufende in one hand were not
    played as a Sie; with fewer it means nothing.
    """

    game: str
    suit: Suit | None = None
    declarer: Name | None = None
    partner: Name | None = None
    winners: Names = ()
    won: bool | None = None
    augen: int | None = None
    tricks: int | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    tout: bool = False
    sie: bool | None = None
    announced: Announced | None = None
    laufende: int = 0
    laufende_of: Side | None = None
    kontra: int | Names = 0
    bid: int | None = None
    forced: bool = False

    def __post_init__(self) -> None:
        """Leave out what says nothing: no Sie where there can be none, whose Laufende they are where it is as usual."""
        if self.sie is False and self.laufende < HERREN:
            del vars(self)["sie"]
        if self.laufende_of == DECLARERS and not self.winners:
            del vars(self)["laufende_of"]
        _DealtHand.__post_init__(self)

    def _contradictions(self) -> list[str]:
        wrong: list[str] = []
        declarer, partner = self.declarer, self.partner
        if self.augen is not None or self.tricks is not None or self.laufende or self.kontra or self.bid is not None:
            wrong += _range_contradictions(self)
        if self.winners or not declarer or (partner and name_key(declarer) == name_key(partner)):
            wrong += _people_contradictions(self)
        if self.schwarz and self.schneider is False:
            wrong.append(_("Schwarz always includes Schneider: leave schneider out or say yes"))
        game = BY_NAME.get(self.game)
        if game is not None:  # a table's own game: its tariff knows the shape
            usual = (game.shape == SOLO and not partner) or (game.shape == PARTNER and partner and not self.winners)
            if not usual or self.tout or self.sie:
                wrong += shape_contradictions(self, game)
        return wrong


class Ramsch(_DealtHand):
    """A game of all against all: either the Augen of each player, or just the losers, or a Durchmarsch.

    `tricks`, `trumps` and `highest` (the rank of the highest trump in a player's tricks, 1 = Eichel-Ober) are needed by
    some tariffs. `jungfrauen` is None if unknown, () if there were none. `kontra` is the names in order, or a number.
    """

    game: str = "ramsch"
    augen: Mapping[str, int] | None = None
    tricks: Mapping[str, int] | None = None
    trumps: Mapping[str, int] | None = None
    highest: Mapping[str, int] | None = None
    losers: Names = ()
    jungfrauen: Names | None = None
    durchmarsch: Name | None = None
    kontra: int | Names = 0

    def _contradictions(self) -> Iterator[str]:
        if person := _twice(self.losers):
            yield _("{name} is named twice among the losers", name=person)
        if person := _twice(self.jungfrauen or ()):
            yield _("{name} is named twice among the Jungfrauen", name=person)
        if self.augen is None and not self.losers and not self.durchmarsch:
            yield _("a Ramsch needs its loser, or the Augen of everybody dealt in")
        if isinstance(self.kontra, int) and self.kontra < 0:
            yield _negative_chain(self.kontra)
        if self.durchmarsch and self.losers:
            name, people = self.durchmarsch, _and(self.losers)
            yield _("either {name} made a Durchmarsch or {people} lost, not both", name=name, people=people)
        for person in self.jungfrauen or ():
            if person in self.losers:
                yield _("{name} cannot lose a Ramsch without a trick", name=person)
            if person == self.durchmarsch:
                yield _("{name} cannot make a Durchmarsch without a trick", name=person)
        if self.augen is not None or self.tricks or self.trumps or self.highest:
            yield from _ramsch_figures(self)


class Passed(_DealtHand):
    """A hand thrown in: nobody played."""

    game: ThrownIn = THROWN_IN.name


class Posting(Facts, kinds=KINDS):
    """Money moved without a hand: a penalty, a correction, a round of beer.

    Adds up to zero; cents or points. It can also record that an evening without noted hands ended at 0 for everybody.
    """

    game: ByHand = POSTING
    amounts: Mapping[str, int]
    note: str = ""
    _error = InvalidHand

    def __post_init__(self) -> None:
        total = sum(self.amounts.values())
        if total:
            raise InvalidHandOf(self, not_zero(f"{total:+d}"))
        if len(self.amounts) < 2:
            raise InvalidHandOf(self, moves_nothing())


def moves_nothing() -> str:
    """Return the sentence about a posting that moves nothing."""
    return _("a posting moves nothing; give at least two amounts, such as Anna:-0,50 Bene:+0,50")


def not_zero(total: str) -> str:
    """Return the sentence about a posting whose amounts make this together."""
    return _("the amounts of a posting add up to {total}; they must add up to 0", total=total)


Dealt = Played | Ramsch | Passed
Hand = Dealt | Posting


class InvalidHandOf(InvalidHand):
    """The same, with the hand that could not be built, so that a table can add what else is wrong."""

    def __init__(self, hand: _DealtHand | Posting, *problems: str) -> None:
        super().__init__(*problems)
        self.hand = hand

    def at(self, where: str, line: int = 0, column: int = 0) -> InvalidHand:  # type: ignore[override]
        """Return the error with its place named; it speaks to people then, no longer to a table."""
        return InvalidHand(*self.problems).at(where, line, column)


def _twice(people: Names) -> str | None:
    """Return the first person who is named twice, without regard to case."""
    if len(people) < 2:
        return None
    seen: set[str] = set()
    for person in people:
        if (key := name_key(person)) in seen:
            return person
        seen.add(key)
    return None


def _range_contradictions(hand: Played) -> Iterator[str]:
    augen, tricks = hand.augen, hand.tricks
    if augen is not None and not 0 <= augen <= AUGEN:
        yield _("{augen} Augen: there are 0 to 120 in the deck", augen=augen)
    if tricks is not None and not 0 <= tricks <= MOST_CARDS:
        yield _("{tricks} tricks: nobody holds so many cards", tricks=tricks)
    if hand.laufende < 0:
        yield _("{laufende} Laufende: the number must be 0 or more", laufende=hand.laufende)
    if isinstance(hand.kontra, int) and hand.kontra < 0:
        yield _negative_chain(hand.kontra)
    if hand.bid is not None and not 1 <= hand.bid <= AUGEN:
        yield _("a bid of {bid}: a bid is the number of Augen needed to win, 1 to 120", bid=hand.bid)


def _negative_chain(depth: int) -> str:
    return _("a Kontra chain of {depth}: the number must be 0 or more", depth=depth)


def _people_contradictions(hand: Played) -> Iterator[str]:
    declarer, partner = hand.declarer, hand.partner
    if hand.winners:
        if declarer or partner or hand.won is not None:
            yield _("give either the winners, or the declarer and who won, not both")
        if person := _twice(hand.winners):
            yield _("{name} is named twice among the winners", name=person)
    elif not declarer:
        yield _("who played? Name the declarer (or the winners)")
    if declarer and partner and name_key(declarer) == name_key(partner):
        yield _("a player cannot be their own partner: say who played with {name}", name=declarer)


def shape_contradictions(hand: Played, game: Game) -> Iterator[str]:
    """Yield what contradicts the shape of the game; `judge` calls it for a table's own games."""
    shape = game.shape
    if shape == PARTNER:
        if hand.winners or not hand.partner:
            yield from _partner_contradictions(hand, game)
    elif hand.partner:
        yield _("{game} is played alone: leave {name} out", game=game.title, name=hand.partner)
    if shape == BETTEL:
        yield from _bettel_contradictions(hand, game)
    if hand.tout or hand.sie:
        yield from _announcement_contradictions(hand, game)
    if shape != PARTNER and shape not in ONE_AGAINST_ALL:
        yield _("{game} has no declarer", game=game.title)


def _partner_contradictions(hand: Played, game: Game) -> Iterator[str]:
    if not hand.winners:
        if hand.partner or game.fixed_pairs:
            return
        if hand.declarer:
            yield _("{game} needs a partner: say who played with {name}", game=game.title, name=hand.declarer)
        else:
            yield _("{game} needs a partner: say who played with the declarer", game=game.title)
        return
    if len(hand.winners) != 2:
        yield _("{game} has two winners; {count} are named", game=game.title, count=len(hand.winners))
    unsaid = {"augen": None, "tricks": None, "laufende_of": None, "forced": False, "bid": None}
    for name, nothing in unsaid.items():  # facts of the declarers
        if getattr(hand, name) is not nothing:
            yield _(
                "with only winners, nobody knows whose {key} that is: give declarer, partner and won instead", key=name
            )
    if not isinstance(hand.kontra, int):
        yield _("with only winners, kontra is a number: say how many times it was doubled, not by whom")


def _bettel_contradictions(hand: Played, game: Game) -> Iterator[str]:
    said = {"game": game.title, "tricks": hand.tricks}
    if hand.schneider or hand.schwarz:
        yield _("{game} has no Schneider and no Schwarz: it is won without a trick", **said)
    if hand.laufende:
        yield _("{game} has no Laufende", **said)
    if hand.won and hand.tricks:
        yield _("{game} is won without a trick, but {tricks} tricks were taken: it is lost", **said)
    if hand.won is False and hand.tricks == 0:
        yield _("{game} without a trick is won", **said)


def _announcement_contradictions(hand: Played, game: Game) -> Iterator[str]:
    what = "Sie" if hand.sie else "Tout"
    if game.shape != SOLO:
        yield _("{what} belongs to a solo game; {game} has none", what=what, game=game.title)
        return
    if hand.sie and not game.sie:
        yield _("a Sie needs all Ober and Unter as trumps: it is a Solo, never a {game}", game=game.title)
    if hand.sie and hand.won is False:
        yield _("a Sie cannot be lost")
    if hand.sie and (hand.laufende not in (0, HERREN) or hand.laufende_of == OPPONENTS):
        yield _("a Sie always has its eight Laufende: leave them out")
    if not hand.sie and not hand.won:
        return
    if hand.augen is not None and hand.augen != AUGEN:
        yield _("winning a {what} takes all 120 Augen, not {augen}", what=what, augen=hand.augen)
    if hand.schneider is False or hand.schwarz is False:
        yield _("winning a {what} leaves the opponents Schwarz", what=what)


def _ramsch_figures(hand: Ramsch) -> Iterator[str]:
    augen, tricks = hand.augen or {}, hand.tricks or {}
    for person, points in augen.items():
        if not 0 <= points <= AUGEN:
            yield _("{name}: {augen} Augen: there are 0 to 120 in the deck", name=person, augen=points)
        if points > 0 and tricks.get(person) == 0:
            yield _("{name} has {augen} Augen, but no trick", name=person, augen=points)
        if points > 0 and person in (hand.jungfrauen or ()):
            yield _("{name} has {augen} Augen and is not Jungfrau", name=person, augen=points)
    if hand.augen is not None and sum(augen.values()) != AUGEN:
        yield _("the Augen add up to {total}; in total there are 120", total=sum(augen.values()))
    yield from _ramsch_tricks(hand)
    ranks = list((hand.highest or {}).values())
    for person, rank in (hand.highest or {}).items():
        if not 1 <= rank <= MOST_TRUMPS:
            yield wrong_rank(person, MOST_TRUMPS, rank)
    if len(set(ranks)) != len(ranks):
        yield _("two people cannot have the same highest trump")


def _ramsch_tricks(hand: Ramsch) -> Iterator[str]:
    """Yield what cannot be about tricks and the trumps in them."""
    tricks, virgins = hand.tricks or {}, hand.jungfrauen or ()
    for person, number in (hand.trumps or {}).items():
        if number > 0 and (tricks.get(person) == 0 or person in virgins):
            yield _("{name} has {trumps} trumps, but no trick", name=person, trumps=number)
    for person, number in tricks.items():
        if number < 0:
            yield _("{name}: {tricks} tricks: the number must be 0 or more", name=person, tricks=number)
    for person, number in (hand.trumps or {}).items():
        if number < 0:
            yield _("{name}: {trumps} trumps: the number must be 0 or more", name=person, trumps=number)
    for person, made in tricks.items():
        if hand.jungfrauen is None or bool(made) != (person in virgins):
            continue
        if made:
            yield _("{name} took {tricks} tricks and is not a Jungfrau", name=person, tricks=made)
        else:
            yield _("{name} took {tricks} tricks and is a Jungfrau", name=person, tricks=made)


def wrong_rank(person: str, trumps: int, rank: int) -> str:
    """Return the sentence that there is no trump of this rank."""
    return _(
        "{name}: the rank of the highest trump is 1 (Eichel-Ober) to {trumps}, not {rank}",
        name=person,
        trumps=trumps,
        rank=rank,
    )
