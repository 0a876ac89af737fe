"""One printed hand: what its cards show, and the price that its sentences make, step by step.

    PrintedHand ──check_hand──▶ who held and took what ──▶ CheckedHand, with the hand as sklog records it
    "kostet 10 Punkte. Mit Schneider 20 Punkte. 1 mal aufgedoppelt 40 Punkte." ──▶ base +10, schneider +10, klopfer ×2

The cards are believed. Prose says only what they cannot show: the game that was announced, by whom, and how often it
was doubled. Cards that cannot have been dealt or played so are problems with their line.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.netschafkopf import cards
from sklog.netschafkopf.protocol import ADDED, BASE, KINDS, KLOPFER, KONTRA, WON, in_hand
from sklog.scoring.games import HEADS, LONG, ranks
from sklog.scoring.hand import OPPONENTS, Passed, Played, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import SCHIEBER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sklog.errors import Problem
    from sklog.netschafkopf.cards import Cards
    from sklog.netschafkopf.protocol import PrintedGame, PrintedHand
    from sklog.scoring.hand import Dealt

    T = TypeVar("T")

EXCHANGED = 2  # cards that a Schieber hands on
BETTEL = ("bettel", "mörtel")  # without trumps and with them: the tricks show which it was
RAMSCH, HOCHZEIT, SAUSPIEL = "ramsch", "hochzeit", "sauspiel"


class PriceStep(NamedTuple):
    """One step of a price: `plus` (points) or `times`, of how many, and the printed sum with it.

    `times` is 0 where the printed sum is no multiple of the one before. Steps are told apart by their kind, which is
    the same for those that sklog makes of a hand.
    """

    kind: str
    plus: int | None
    times: int | None
    many: int = 0
    total: int = 0
    line: int = 0


class CheckedHand(NamedTuple):
    """One hand whose cards can have been played so: `hand` is what sklog records, `took` what each person took.

    `declarers` are () in a Ramsch and where it was thrown in; `run` are the Laufende, `ours` says that the declarers
    hold them. `steps` make the printed price. `movement` is what the balances printed before and after it moved, in
    points; {} where those before it are not known.
    """

    printed: PrintedHand
    hand: Dealt
    deck: str
    steps: tuple[PriceStep, ...]
    movement: Mapping[str, int]
    took: cards.TricksTaken = cards.TricksTaken()
    declarers: tuple[str, ...] = ()
    run: int = 0
    ours: bool = True

    @property
    def opponents(self) -> tuple[str, ...]:
        """Those who played against the declarers."""
        return tuple(name for name in self.printed.deal if name not in self.declarers)

    def augen(self, people: Iterable[str]) -> int:
        """Return the Augen of some people together."""
        return sum(self.took.augen[name] for name in people)

    def tricks(self, people: Iterable[str]) -> int:
        """Return the tricks of some people together."""
        return sum(self.took.tricks[name] for name in people)

    @property
    def virgins(self) -> list[str]:
        """Those who made no trick."""
        return [name for name, made in self.took.tricks.items() if not made]

    @property
    def by_tricks(self) -> bool:
        """Whether it is a game that tricks alone decide, not Augen."""
        hand = self.hand
        return isinstance(hand, Played) and (hand.tout or hand.sie or hand.game in BETTEL)

    @property
    def won_by_tricks(self) -> bool | None:
        """Whether the declarers won by their tricks; None where Augen decide it."""
        made, last = self.tricks(self.declarers), len(self.printed.tricks)
        if self.hand.game in BETTEL:
            return not made
        return made == last if self.by_tricks or made in (0, last) else None

    @property
    def durchmarsch(self) -> bool:
        """Whether somebody is said to have won a Ramsch."""
        result = self.printed.first_of_kind("result")
        return isinstance(self.hand, Ramsch) and result is not None and result.words["verb"] == WON

    @property
    def said_to_lose(self) -> tuple[str, ...]:
        """Who lost a Ramsch as the sentence with the result says; () where it is missing."""
        result = self.printed.first_of_kind("result")
        return tuple(result.words["who"].split("\n")) if result else ()

    @property
    def stock_before(self) -> int:
        """What was in the Stock before the hand, where the balances before it are known."""
        return self.printed.balances[STOCK] - self.movement[STOCK]

    @property
    def base(self) -> int:
        """The price that the first step prints; where it is missing, the column's."""
        return next((step.total for step in self.steps if step.kind == BASE), self.printed.price)

    @property
    def price_printed(self) -> int | None:
        """The price that the sentences make; None where there are none."""
        return self.steps[-1].total if self.steps else None

    @property
    def price_paid(self) -> int | None:
        """The price by which the balances moved of those with no part in the Stock; None where they show none."""
        if not self.movement:
            return None
        if self.declarers:
            amounts = {abs(self.movement[name]) for name in self.opponents}
            return amounts.pop() if len(amounts) == 1 else None
        least, *others = sorted(abs(amount) for name, amount in self.movement.items() if name != STOCK)
        return least if others == [least, least, 3 * least] else None

    @property
    def sure(self) -> bool:
        """Whether the sentences agree with the column "Preis" or with the balances: a slip is in one place."""
        return self.price_printed is not None and self.price_printed in (self.printed.price, self.price_paid)


def usual(values: Iterable[T | None], default: T) -> T:
    """Return the most frequent value; the default where there is none, or where no other is more frequent."""
    counted = Counter(value for value in values if value is not None)
    times = max(counted.values(), default=0)
    best = [value for value, count in counted.items() if count == times]
    return default if default in best or not best else best[0]


def check_hand(printed: PrintedHand, before: Mapping[str, int] | None) -> tuple[CheckedHand | None, list[Problem]]:
    """Return what the cards of a hand say, or None and the problems, which do not name the file.

    `before` are the balances printed before it, in points: {} where it is the first hand, None where nobody knows.
    """
    checker = _Checker(printed, before)
    found = checker.checked_hand()
    return (None if checker.problems else found), checker.problems


def _price_steps(printed: PrintedHand) -> tuple[PriceStep, ...]:
    """Return the steps that a hand prints: behind each stands the sum so far."""
    found: list[PriceStep] = []
    before = 0
    for sentence in printed.of_kinds(*KINDS):
        total, many = sentence.as_number("total"), int(sentence.words.get("count") or 0)
        plus = times = None
        if sentence.kind in ADDED:
            plus = total - before
        else:
            times = total // before if before and not total % before else 0
        found.append(PriceStep(sentence.kind, plus, times, many, total, sentence.line))
        before = total
    return tuple(found)


class _Checker:
    """Checks the cards of one hand and reads them."""

    def __init__(self, printed: PrintedHand, before: Mapping[str, int] | None) -> None:
        self.printed = printed
        self.before = before
        self.problems: list[Problem] = []
        self.seats = tuple(printed.deal)
        self.deck = cards.DECKS.get(len(printed.deal[self.seats[0]]), LONG)
        self.each = len(ranks(self.deck))

    def checked_hand(self) -> CheckedHand | None:
        """Return the hand as far as the cards make sense."""
        self._check_deal()
        said, tricks = self.printed.said, self.printed.tricks
        if self.printed.first_of_kind("passed") or said is None:
            return self._passed_hand()
        if not self.problems and len(tricks) != self.each:
            self._note(self._line_of_last_trick, _("{count} tricks instead of {all}", count=len(tricks), all=self.each))
        if self.problems:
            return None
        held = self._cards_held(said)
        said, order = self._ordered(said, held)
        if self.problems:
            return None
        took = cards.taken_by_each(self.seats, tricks, order)
        return self._ramsch_hand(took) if said.game == RAMSCH else self._hand_of_declarer(said, order, held, took)

    @property
    def _line_of_last_trick(self) -> int:
        """The line of the last trick, or of the last hand of cards."""
        return self.printed.tricks[-1].line if self.printed.tricks else self.printed.lines[self.seats[-1]]

    def _note(self, line: int, message: str) -> None:
        self.problems.append(in_hand(self.printed.number, line, message))

    # -- the deal

    def _check_deal(self) -> None:
        """Check who deals, how many cards each has, and that no card is there twice."""
        if self.seats[-1] != self.printed.dealer:
            said = _("{name} deals, but {last} is dealt in last", name=self.printed.dealer, last=self.seats[-1])
            self._note(self.printed.first, said)
        for name, held in self.printed.deal.items():
            if len(held) != self.each:
                said = _("{name} holds {count} cards instead of {all}", name=name, count=len(held), all=self.each)
                self._note(self.printed.lines[name], said)
        holders: dict[str, str] = {}
        for name, held in self.printed.deal.items():
            empty = held.count(cards.NO_CARD)
            if empty and (self.printed.round != SCHIEBER or empty != EXCHANGED or name != self.seats[-1]):
                self._note(self.printed.lines[name], _("{name} holds an empty place", name=name))
            for card in held:
                if card != cards.NO_CARD and card in holders:
                    said = _("{card} is dealt twice: to {one} and {other}", card=card, one=holders[card], other=name)
                    self._note(self.printed.lines[name], said)
                holders[card] = name
        if strange := holders.keys() - cards.deck_of(self.deck) - {cards.NO_CARD}:
            self._note(self.printed.first, _("{cards} are not in this deck", cards=", ".join(sorted(strange))))

    def _cards_held(self, said: PrintedGame) -> dict[str, set[str]]:
        """Return the cards that each person played from: those dealt, after an exchange."""
        held = {name: set(dealt) for name, dealt in self.printed.deal.items()}
        played = {name: {trick.cards[name] for trick in self.printed.tricks} for name in self.seats}
        if self.printed.round == SCHIEBER and any(cards.NO_CARD in dealt for dealt in held.values()):
            self._push(held, played)
        elif said.game == HOCHZEIT:
            self._marry(held, played)
        return held

    def _push(self, held: dict[str, set[str]], played: Mapping[str, set[str]]) -> None:
        """Let two cards go round: the first takes the two that were not dealt, each hands two on."""
        handed = cards.deck_of(self.deck).difference(*held.values())
        for name in self.seats:
            has = (held[name] | handed) - {cards.NO_CARD}
            handed = frozenset(has - played[name])
            held[name] = has - handed
            if len(handed) != (0 if name == self.seats[-1] else EXCHANGED):
                said = _("{name} cannot have held these cards after the exchange", name=name)
                self._note(self.printed.lines[name], said)
                return

    def _marry(self, held: dict[str, set[str]], played: Mapping[str, set[str]]) -> None:
        """Let the declarer of a Hochzeit exchange one card with the partner."""
        others = [name for name in self.seats if played[name] != held[name]]
        one_each = all(len(played[name] - held[name]) == 1 for name in others)
        if len(others) == 2 and self.printed.declarer in others and one_each:
            held.update({name: played[name] for name in others})

    def _ordered(self, said: PrintedGame, held: Mapping[str, set[str]]) -> tuple[PrintedGame, Cards]:
        """Return the game and its trumps, and report tricks that cannot have been."""
        if said.game not in HEADS:
            self._note(self.printed.first, _("the cards of a {game} are not known here", game=said.game))
            return said, ()
        wrong: list[Problem] = []
        for game in BETTEL if said.game in BETTEL else (said.game,):
            order = cards.trumps(game, said.suit, self.deck)
            impossible = list(cards.wrong_tricks(self.printed.tricks, held, order))
            if not impossible:
                return said._replace(game=game), order
            wrong = wrong or impossible
        for one in wrong:
            self._note(one.line, one.message)
        return said, ()

    # -- what happened

    def _checked(self, hand: Dealt, took: cards.TricksTaken) -> CheckedHand:
        balances, before = self.printed.balances, self.before
        movement = {} if before is None else {name: amount - before.get(name, 0) for name, amount in balances.items()}
        return CheckedHand(self.printed, hand, self.deck, _price_steps(self.printed), movement, took)

    def _passed_hand(self) -> CheckedHand:
        if self.printed.tricks:
            self._note(self._line_of_last_trick, _("it cannot be both thrown in and played"))
        if self.printed.said is None and not self.printed.first_of_kind("passed"):
            self._note(self._line_of_last_trick, _("nobody plays, and it was not thrown in"))
        return self._checked(Passed(round=self.printed.round), cards.TricksTaken())

    def _doublings(self, kind: str) -> int:
        return sum(sentence.as_number("count") for sentence in self.printed.of_kinds(kind))

    def _ramsch_hand(self, took: cards.TricksTaken) -> CheckedHand:
        for sentence in self.printed.of_kinds(KONTRA):
            self._note(sentence.line, _("there is no Kontra in a Ramsch"))
        hand = Ramsch(**took._asdict(), klopfer=self._doublings(KLOPFER), round=self.printed.round)
        return self._checked(hand, took)

    def _declarers(self, said: PrintedGame, held: Mapping[str, set[str]]) -> tuple[str, ...]:
        """Return the declarer, and who holds the called Ass or married."""
        declarer = self.printed.declarer or ""
        if said.game == SAUSPIEL and said.suit:
            ace = cards.SUITS[said.suit] + "A"
            partner = next(name for name in self.seats if ace in held[name])
            if partner == declarer:
                self._note(self.printed.first, _("{name} calls the {card} but holds it", name=declarer, card=ace))
            return declarer, partner
        if said.game == HOCHZEIT:
            moved = [name for name in self.seats if set(self.printed.deal[name]) != held[name] and name != declarer]
            result = self.printed.first_of_kind("result")
            partner = moved[0] if moved else (result and result.words["partner"]) or ""
            if partner in ("", declarer):
                self._note(self._line_of_last_trick, _("with whom does {name} play?", name=declarer))
            return declarer, partner
        return (declarer,)

    def _hand_of_declarer(
        self, said: PrintedGame, order: Cards, held: Mapping[str, set[str]], took: cards.TricksTaken
    ) -> CheckedHand | None:
        """Return a game of a declarer; None where it cannot be, which is said then."""
        declarers = self._declarers(said, held)
        if self.problems:
            return None
        run, ours = cards.run_from_top(order, {card for name in declarers for card in held[name]})
        try:
            hand = Played(
                **said._asdict(),
                declarer=declarers[0],
                partner=declarers[1] if len(declarers) > 1 else None,
                augen=sum(took.augen[name] for name in declarers),
                tricks=sum(took.tricks[name] for name in declarers),
                laufende=0 if said.game in BETTEL else run,
                laufende_of=None if said.game in BETTEL or ours else OPPONENTS,
                klopfer=self._doublings(KLOPFER),
                kontra=self._doublings(KONTRA),
                round=self.printed.round,
            )
        except InvalidHand as wrong:
            for problem in wrong.problems:
                self._note(self.printed.first, problem.message)
            return None
        return self._checked(hand, took)._replace(declarers=declarers, run=run, ours=ours)
