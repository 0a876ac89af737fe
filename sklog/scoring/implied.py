"""What the facts of a hand imply, and what they leave open: one inference for whatever is recorded from now on.

    hand that was judged ──QUESTIONS──▶ one: with what follows  │  several: a question, and each way to answer it

Whoever plays alone and holds as many of the highest trumps as cards makes every trick. Where these are the eight Ober
and Unter, that is a Sie (domain: four people with the long deck). A side with no Augen, but for what lies aside, may
have made a trick or none. A suit that was not noted may have a price of its own.
What was recorded is not asked here: it folds as it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import IllegalHand
from sklog.language import N_, _
from sklog.scoring.games import AUGEN, BETTEL
from sklog.scoring.hand import HERREN, OPPONENTS
from sklog.scoring.judge import another_price_if_lost
from sklog.scoring.possible import deal_of
from sklog.scoring.tariff import ByResult, holds_in
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    from sklog.scoring.hand import Played
    from sklog.scoring.judge import Table
    from sklog.scoring.outcome import Outcome
    from sklog.scoring.tariff import Tariff

SIE = N_("eight Laufende in one hand: a Sie?")
SCHWARZ = N_("{augen} Augen: Schwarz or not?")
SUIT = N_("which suit was it?")


class Reading(NamedTuple):
    """A hand that can be meant, and the words that say it, behind the others of the line."""

    words: str
    hand: Played


class Readings(NamedTuple):
    """All hands that can be meant, and the question which of them it is; "" where it is one at the most."""

    question: str = ""
    hands: tuple[Reading, ...] = ()


NOTHING = Readings()


def _all_tricks(hand: Played, table: Table, tariff: Tariff, outcome: Outcome) -> Readings:
    """Return what nothing but the highest trumps in one hand means: all tricks, or a Sie."""
    deal, game, rule = deal_of(tariff, len(table.active)), outcome.game, tariff.sie
    cards = deal.tricks + deal.aside  # of who plays alone, before any are laid aside
    alone = len(outcome.declarers) == 1 and hand.laufende_of != OPPONENTS and not hand.sie
    if not alone or outcome.laufende < cards:
        return NOTHING
    plain = replace(hand, schwarz=True) if hand.tricks is None else hand
    # a Sie is the eight Ober and Unter, where this tariff plays one with them
    if hand.sie is not None or not (game.sie and cards == HERREN and rule and holds_in(rule, game)):
        return Readings(hands=(Reading("", plain),))
    rest = replace(hand, won=None, augen=None, tricks=None, schneider=None, schwarz=None)  # every Sie is that
    sie = replace(rest, sie=True, tout=False, laufende=0, laufende_of=None)
    return Readings(_(SIE), (Reading("sie", sie), Reading("sie:no", replace(plain, sie=False))))


def _schwarz(hand: Played, table: Table, tariff: Tariff, outcome: Outcome) -> Readings:
    """Return what it means that the losers have no Augen, or only those laid aside: they may have made a trick."""
    decided = hand.tricks is not None or hand.schwarz is not None or outcome.schwarz
    decided = decided or hand.schneider is False  # Schwarz is Schneider
    if hand.augen is None or decided or outcome.game.shape == BETTEL:
        return NOTHING
    theirs, most = (hand.augen, tariff.aside(len(table.active))) if outcome.won is False else (AUGEN - hand.augen, 0)
    if theirs > most:
        return NOTHING
    ways = (Reading("schwarz", replace(hand, schwarz=True)), Reading("schwarz:no", replace(hand, schwarz=False)))
    return Readings(_(SCHWARZ, augen=hand.augen), ways)


def _suit(hand: Played, _table: Table, tariff: Tariff, outcome: Outcome) -> Readings:
    """Return what a suit that was not noted can be, where one costs more than another."""
    game = outcome.game
    if hand.suit is not None or hand.game not in tariff.suited:
        return NOTHING
    if not outcome.declarers and any(isinstance(tariff.base(game, suit), ByResult) for suit in game.suits):
        raise IllegalHand(another_price_if_lost(game, tariff))
    return Readings(_(SUIT), tuple(Reading(f"suit:{suit}", replace(hand, suit=suit)) for suit in game.suits))


QUESTIONS = (_all_tricks, _schwarz, _suit)
"""What is asked of a hand that was judged, one after the other; each returns the hands that can be meant."""
