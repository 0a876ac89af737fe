"""From one printed hand to what happened, by its cards alone: Augen, tricks, Laufende, Jungfrauen, the partner.

    Printed ──checked──▶ who held what ──cards──▶ Facts, with the hand as sklog records it

Prose says only what cards cannot show: the game that was announced, by whom, and how often it was doubled.
Cards that cannot have been dealt or played so are problems with their line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import InvalidHand, Problem
from sklog.importers.netschafkopf import cards
from sklog.importers.netschafkopf.protocol import SIE, TOUT, Announced
from sklog.language import _
from sklog.scoring.games import LONG
from sklog.scoring.hand import OPPONENTS, Passed, Played, Ramsch
from sklog.scoring.tariff import SCHIEBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklog.importers.netschafkopf.cards import Cards, Taken
    from sklog.importers.netschafkopf.protocol import Printed
    from sklog.scoring.hand import Dealt

EXCHANGED = 2  # cards that a Schieber hands on
BETTEL = ("bettel", "mörtel")  # without trumps and with them: the tricks show which it was
RAMSCH, HOCHZEIT, SAUSPIEL = "ramsch", "hochzeit", "sauspiel"


class Facts(NamedTuple):
    """One hand by its cards: `hand` as sklog records it, `took` what each person took, `run` the Laufende.

    `declarers` are () in a Ramsch and where it was thrown in; `ours` says that they hold the run.
    """

    printed: Printed
    hand: Dealt
    deck: str
    took: Mapping[str, Taken] = {}
    declarers: tuple[str, ...] = ()
    run: int = 0
    ours: bool = True

    @property
    def opponents(self) -> tuple[str, ...]:
        """Those who played against the declarers."""
        return tuple(name for name in self.printed.deal if name not in self.declarers)

    def augen(self, people: tuple[str, ...]) -> int:
        """Return the Augen of some people together."""
        return sum(self.took[name].augen for name in people)

    def tricks(self, people: tuple[str, ...]) -> int:
        """Return the tricks of some people together."""
        return sum(self.took[name].tricks for name in people)


def facts(printed: Printed, where: str) -> tuple[Facts | None, list[Problem]]:
    """Return what the cards of a hand say; None and the problems where they cannot be true."""
    checker = _Checker(printed, where)
    found = checker.facts()
    return (None if checker.problems else found), checker.problems


class _Checker:
    """Checks the cards of one hand and reads them."""

    def __init__(self, printed: Printed, where: str) -> None:
        self.printed = printed
        self.where = where
        self.problems: list[Problem] = []
        self.seats = tuple(printed.deal)
        self.deck = cards.deck_of(len(printed.deal[self.seats[0]])) or LONG
        self.line = printed.lines

    def facts(self) -> Facts | None:
        """Return the facts as far as the cards make sense."""
        self._check_deal()
        said, hand = self.printed.said, self.printed
        if hand.one("passed") or said is None:
            return self._passed()
        if self.problems:
            return None
        if len(hand.tricks) != len(cards.ranks(self.deck)):
            self._say(
                self._last,
                _("{count} tricks instead of {all}", count=len(hand.tricks), all=len(cards.ranks(self.deck))),
            )
            return None
        held = self._held(said)
        said, order = self._ordered(said, held)
        if self.problems:
            return None
        took = cards.taken(self.seats, hand.tricks, order)
        if said.game == RAMSCH:
            return self._ramsch(took)
        declarers = self._declarers(said, held)
        ours = {card for name in declarers for card in held[name]}
        run, with_us = cards.run(order, ours)
        return self._played(said, Facts(hand, Passed(), self.deck, took, declarers, run, with_us))

    @property
    def _last(self) -> int:
        """The line of the last trick, or of the last hand of cards."""
        return self.printed.tricks[-1].line if self.printed.tricks else self.line[self.seats[-1]]

    def _say(self, line: int, message: str) -> None:
        text = _("hand {number}", number=self.printed.number)
        self.problems.append(Problem(f"{text}: {message}", self.where, line))

    # -- the deal

    def _check_deal(self) -> None:
        deal, each = self.printed.deal, len(cards.ranks(self.deck))
        if self.seats[-1] != self.printed.dealer:
            said = _("{name} deals, but {last} is dealt in last", name=self.printed.dealer, last=self.seats[-1])
            self._say(self.printed.first, said)
        for name, held in deal.items():
            if len(held) != each:
                self._say(
                    self.line[name],
                    _("{name} holds {count} cards instead of {all}", name=name, count=len(held), all=each),
                )
        holders: dict[str, str] = {}
        for name, held in deal.items():
            empty = held.count(cards.NO_CARD)
            if empty and (self.printed.round != SCHIEBER or empty != EXCHANGED or name != self.seats[-1]):
                self._say(self.line[name], _("{name} holds an empty place", name=name))
            for card in held:
                if card != cards.NO_CARD and card in holders:
                    self._say(
                        self.line[name],
                        _("{card} is dealt twice: to {one} and {other}", card=card, one=holders[card], other=name),
                    )
                holders[card] = name
        if strange := set(holders) - cards.whole(self.deck) - {cards.NO_CARD}:
            self._say(self.printed.first, _("{cards} is not in this deck", cards=", ".join(sorted(strange))))

    def _held(self, said: Announced) -> dict[str, set[str]]:
        """Return the cards that each person played from: those dealt, after an exchange."""
        held = {name: set(given) for name, given in self.printed.deal.items()}
        if self.printed.round == SCHIEBER and any(cards.NO_CARD in given for given in held.values()):
            self._push(held)
        elif said.game == HOCHZEIT:
            self._marry(held)
        return held

    def _push(self, held: dict[str, set[str]]) -> None:
        """Let two cards go round: the first takes the two that were not dealt, each hands two on."""
        played = {name: set(own) for name, own in cards.played_by(self.seats, self.printed.tricks).items()}
        handed = set(cards.whole(self.deck)) - set().union(*held.values())
        for name in self.seats:
            has = (held[name] | handed) - {cards.NO_CARD}
            handed = has - played[name]
            held[name] = has - handed
            wanted = 0 if name == self.seats[-1] else EXCHANGED
            if len(handed) != wanted:
                said = _("{name} cannot have held these cards after the exchange", name=name)
                self._say(self.line[name], said)
                return

    def _marry(self, held: dict[str, set[str]]) -> None:
        """Let the declarer of a Hochzeit exchange one card with the partner."""
        played = {name: set(own) for name, own in cards.played_by(self.seats, self.printed.tricks).items()}
        others = [name for name in self.seats if played[name] != held[name]]
        one_each = all(len(played[name] - held[name]) == 1 for name in others)
        if len(others) == 2 and self.printed.declarer in others and one_each:
            held.update({name: played[name] for name in others})

    def _ordered(self, said: Announced, held: Mapping[str, set[str]]) -> tuple[Announced, Cards]:
        """Return the game and its trumps, and report tricks that cannot have been."""
        games = BETTEL if said.game in BETTEL else (said.game,)
        if said.game not in cards.TRUMPED:
            self._say(self.printed.first, _("the cards of a {game} are not known here", game=said.game))
            return said, ()
        found = []
        for game in games:
            order = cards.trumps(game, said.suit, self.deck)
            wrong = list(cards.wrong_tricks(self.seats, self.printed.tricks, held, order))
            if not wrong:
                return said._replace(game=game), order
            found.append((order, wrong))
        order, wrong = found[0]
        for line, message in wrong:
            self._say(line, message)
        return said, order

    # -- what happened

    def _passed(self) -> Facts:
        if self.printed.tricks:
            self._say(self._last, _("it was thrown in and played: one of the two"))
        if self.printed.said is None and not self.printed.one("passed"):
            self._say(self._last, _("nobody plays, and it was not thrown in"))
        return Facts(self.printed, Passed(round=self.printed.round), self.deck)

    def _doublings(self, kind: str) -> int:
        return sum(sentence.number("count") for _line, sentence in self.printed.all(kind))

    def _ramsch(self, took: Mapping[str, Taken]) -> Facts | None:
        for line, _sentence in self.printed.all("kontra"):
            self._say(line, _("a Ramsch knows no Kontra"))
        hand = Ramsch(
            augen={name: one.augen for name, one in took.items()},
            tricks={name: one.tricks for name, one in took.items()},
            trumps={name: one.trumps for name, one in took.items()},
            highest={name: one.highest for name, one in took.items() if one.highest},
            klopfer=self._doublings("klopfer"),
            round=self.printed.round,
        )
        return Facts(self.printed, hand, self.deck, took)

    def _declarers(self, said: Announced, held: Mapping[str, set[str]]) -> tuple[str, ...]:
        """Return the declarer, and who holds the called Ass or married."""
        declarer = self.printed.declarer or ""
        if said.game == SAUSPIEL and said.suit:
            ace = cards.SUITS[said.suit] + "A"
            partner = next(name for name in self.seats if ace in held[name])
            if partner == declarer:
                self._say(self.printed.first, _("{name} calls the {card} and holds it", name=declarer, card=ace))
            return declarer, partner
        if said.game == HOCHZEIT:
            moved = [name for name in self.seats if set(self.printed.deal[name]) != held[name] and name != declarer]
            result = self.printed.one("result")
            partner = moved[0] if moved else (result and result.words["partner"]) or ""
            if partner in ("", declarer):
                self._say(self._last, _("with whom does {name} play?", name=declarer))
            return declarer, partner
        return (declarer,)

    def _played(self, said: Announced, found: Facts) -> Facts | None:
        if self.problems:
            return None
        declarer, *partner = found.declarers
        try:
            hand = Played(
                game=said.game,
                suit=said.suit,
                declarer=declarer,
                partner=partner[0] if partner else None,
                augen=found.augen(found.declarers),
                tricks=found.tricks(found.declarers),
                tout=said.extra == TOUT,
                sie=said.extra == SIE,
                laufende=0 if said.game in BETTEL else found.run,
                laufende_of=None if said.game in BETTEL or found.ours else OPPONENTS,
                klopfer=self._doublings("klopfer"),
                kontra=self._doublings("kontra"),
                round=self.printed.round,
            )
        except InvalidHand as wrong:
            for problem in wrong.problems:
                self._say(self.printed.first, problem.message)
            return None
        return found._replace(hand=hand)
