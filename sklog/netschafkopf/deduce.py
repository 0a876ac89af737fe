"""The one tariff of an evening, from the prices printed behind all its hands.

    steps of each hand ──▶ what each says of a setting ──▶ the value that most hands say

Every setting is the one that contradicts the fewest hands; where several do equally well, or no hand says anything,
it is the default of this program's tables: 61 Augen win, Schneider below 31 and 30, Laufende from 3, each Jungfrau
doubles for all, a Tout doubles without Schneider and Schwarz. A price that no hand shows is never guessed: a kind of
game that was not played is not in the tariff. What a hand says against the rest shows when it is scored.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise, product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, cast

from sklog.errors import UnclearHand
from sklog.netschafkopf import protocol
from sklog.netschafkopf.printed_hand import usual
from sklog.scoring import tariff as rules
from sklog.scoring.games import AUGEN, BETTEL, BY_NAME, HERZ, LONG, PARTNER, RAMSCH, SOLO, THROWN_IN
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.names import LONGEST_TEXT
from sklog.scoring.outcome import POWER
from sklog.scoring.payout import STOCK
from sklog.scoring.ramsch import ramsch_losers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.netschafkopf.printed_hand import CheckedHand, PriceStep
    from sklog.netschafkopf.protocol import ProtocolHead
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Names

NAME = "netschafkopf"
ALONE = ("solo", "wenz", "geier", "farbwenz", "farbgeier")
WORDS = ("Kontra", "Re", "Supra", "Resupra")
WINS, DECLARERS_OUT, OPPONENTS_OUT, LAUFENDE_FROM, TOUT_TIMES, SIE_TIMES = 61, 31, 30, 3, 2, 4


class _Game(NamedTuple):
    """A game that was played against somebody, as pricing sees it.

    `steps` are those printed, by their kind.
    """

    hand: Played
    game: Game
    steps: Mapping[str, PriceStep]
    callers_won: bool
    held_by_winners: bool
    losers_augen: int
    schwarz: bool

    def plus(self, kind: str) -> int | None:
        """Return what a step adds; None where it is not printed, or the sum falls."""
        step = self.steps.get(kind)
        return step.plus if step and step.plus and step.plus > 0 else None

    @property
    def laufende_paid(self) -> int:
        """How many Laufende are paid."""
        return self.steps[protocol.LAUFENDE].many if protocol.LAUFENDE in self.steps else 0

    @property
    def each(self) -> int | None:
        """What is paid for each of the Laufende; None where there are none, or they do not cost the same."""
        plus = self.plus(protocol.LAUFENDE)
        return plus // self.laufende_paid if plus and self.laufende_paid and not plus % self.laufende_paid else None


def deduced_tariff(hands: Sequence[CheckedHand], head: ProtocolHead) -> rules.Tariff:
    """Return the tariff that explains the printed prices of as many hands as can be; amounts as they are printed."""
    sure = [one for one in hands if one.sure]
    wins = _wins(hands)
    games = [_game_won(one, hand, wins) for one in sure if isinstance(hand := one.hand, Played)]
    prices = _prices(hands)
    priced = [one for one in games if one.game.shape != BETTEL]
    other = _other_price(priced, prices)
    (schneider, touts_fall), (laufende, touts_run) = _schneider(priced, other), _laufende(priced, other)
    deepest = max((one.hand.kontra for one in games if isinstance(one.hand.kontra, int)), default=0)
    return rules.Tariff(
        name=NAME,
        title=head.rules[:LONGEST_TEXT],
        source=f"the prices printed in a protocol of Netschafkopf {head.version}".strip()[:LONGEST_TEXT],
        unit=_unit(hands),
        games=_games_played(hands, prices),
        deck=rules.LONG_FOR_ALL if hands[0].deck == LONG else dict.fromkeys((2, 3, 4), hands[0].deck),
        prices={**prices},
        wins=rules.Wins(wins),
        schneider=schneider,
        schwarz=_schwarz(priced, other),
        laufende=laufende,
        tout=rules.Tout(_announced(games, TOUT_TIMES, tout=True), schneider_schwarz=touts_fall, laufende=touts_run),
        sie=rules.Sie(times=_announced(games, SIE_TIMES, tout=False)),
        kontra=rules.Kontra(WORDS[: max(2, deepest)], unlimited=deepest > len(WORDS)),
        klopfen=_klopfen(sure),
        stock=_stock_rules(hands),
        ramsch=_ramsch_rules([one for one in sure if isinstance(one.hand, Ramsch)], prices.get(RAMSCH)),
        rounds=_special_rounds(hands),
        thrown_in=rules.ThrownIn(same_dealer=_same_dealer(hands)),
    )


def _game_won(checked: CheckedHand, hand: Played, wins: int) -> _Game:
    """Return a game with who won it: where tricks do not decide it, the declarers from so many Augen."""
    by_tricks = checked.won_by_tricks
    won = (hand.augen or 0) >= wins if by_tricks is None else by_tricks
    losers = checked.opponents if won else checked.declarers
    augen, schwarz = checked.augen(losers), not checked.tricks(losers)
    steps = {step.kind: step for step in checked.steps}
    return _Game(hand, BY_NAME[hand.game], steps, won, checked.ours == won, augen, schwarz)


def _best(values: Iterable[int], wrong: Callable[[int], int], default: int) -> tuple[int, int]:
    """Return the value with the fewest contradictions, of several the one nearest to the default, and how many."""
    found, _distance, value = min((wrong(value), abs(value - default), value) for value in values)
    return value, found


# -- prices -------------------------------------------------------------------------------------------


def _prices(hands: Sequence[CheckedHand]) -> dict[str, int]:
    """Return the price of each kind of game, and of a game or a suit which all its hands give another price.

    Hands that contradict themselves are asked only where no other one was played.
    """
    prices: dict[str, int] = {}
    played = [(one, BY_NAME[one.hand.game]) for one in hands if not isinstance(one.hand, Passed)]
    for shape in (PARTNER, SOLO, RAMSCH, BETTEL):
        here = [(one, game) for one, game in played if game.shape == shape and not one.durchmarsch]
        if not here:
            continue
        asked = [(one, game) for one, game in here if one.sure] or here
        prices[shape] = usual((one.base for one, _game in asked), 0)
        for name in dict.fromkeys(game.name for _one, game in asked):
            prices |= _own_price(name, [one for one, game in asked if game.name == name], prices[shape])
        solos = [(one, getattr(one.hand, "suit", None) == HERZ) for one, game in asked if game.name == SOLO]
        if not all(in_herz for _one, in_herz in solos):
            herz = [one for one, in_herz in solos if in_herz]
            prices |= _own_price(rules.HERZ_SOLO, herz, prices.get(SOLO, prices[shape]))
    return prices


def _own_price(name: str, hands: Sequence[CheckedHand], other: int) -> dict[str, int]:
    """Return the price of a game that differs from the usual one in all its hands, each of them whole."""
    said = {one.base for one in hands}
    whole = all(one.price_printed == one.price_paid == one.printed.price for one in hands)
    if len(said) != 1 or other in said or not whole:
        return {}
    return {name: said.pop()}


def _other_price(games: Sequence[_Game], prices: dict[str, int]) -> int:
    """Return what stands for an extra that no hand paid: the price of another, else the lowest of a game."""
    extras = [one.plus(kind) for one in games for kind in (protocol.SCHNEIDER, protocol.SCHWARZ)]
    return usual([*extras, *(one.each for one in games)], 0) or min(prices.values(), default=1)


def _unit(hands: Sequence[CheckedHand]) -> str:
    units = (sentence.words["unit"] for one in hands for sentence in one.printed.of_kinds(protocol.BASE))
    return rules.CENTS if any(unit.startswith("C") for unit in units) else rules.POINTS


def _games_played(hands: Sequence[CheckedHand], prices: dict[str, int]) -> tuple[Game, ...]:
    """Return the games of this table: those of the kinds that were played, in the catalogue's order."""
    names = {one.hand.game for one in hands}
    if PARTNER in prices:
        names.add("sauspiel")
    if SOLO in prices:
        names.update(ALONE)
    return (*(game for game in BY_NAME.values() if game.name in names - {THROWN_IN.name}), THROWN_IN)


# -- who wins, Schneider, Schwarz ---------------------------------------------------------------------


def _wins(hands: Sequence[CheckedHand]) -> int:
    """Return from how many Augen the declarers win, as the sentences say who won."""
    said = []
    for one in hands:
        result = one.printed.first_of_kind("result")
        if isinstance(one.hand, Played) and one.won_by_tricks is None and result:
            said.append((one.hand.augen or 0, result.words["verb"] == protocol.WON))
    return _best(range(1, AUGEN + 1), lambda limit: sum((augen >= limit) != won for augen, won in said), WINS)[0]


def _paying(games: Sequence[_Game]) -> list[_Game]:
    """Return the games in which Schneider and Schwarz show: no Tout, no Sie."""
    return [one for one in games if not one.hand.tout and not one.hand.sie]


def _schneider(games: Sequence[_Game], other: int) -> tuple[rules.Schneider | None, bool]:
    """Return the rule for Schneider that contradicts the fewest hands, and whether a Tout pays it too."""
    paid = [one for one in games if protocol.SCHNEIDER in one.steps]
    if not paid and any(one.losers_augen < OPPONENTS_OUT for one in _paying(games)):
        return None, False
    price = usual((one.plus(protocol.SCHNEIDER) for one in paid), other)
    found = []
    for touts in (False, True):
        counted = [one for one in games if not one.hand.sie] if touts else _paying(games)
        declarers, wrong = _limit([one for one in counted if not one.callers_won], DECLARERS_OUT, most=61)
        opponents, missed = _limit([one for one in counted if one.callers_won], OPPONENTS_OUT, most=60)
        wrong += missed + (0 if touts else sum(one.hand.tout for one in paid))
        found.append((wrong, rules.Schneider(price, declarers, opponents), touts))
    return min(found, key=itemgetter(0))[1:]


def _limit(games: Sequence[_Game], default: int, *, most: int) -> tuple[int, int]:
    """Return from how many Augen the losers are out of Schneider, and how many of these games contradict it."""

    def missed(out: int) -> int:
        return sum((one.schwarz or one.losers_augen < out) != (protocol.SCHNEIDER in one.steps) for one in games)

    return _best(range(1, most + 1), missed, default)


def _schwarz(games: Sequence[_Game], other: int) -> rules.Schwarz | None:
    if not any(protocol.SCHWARZ in one.steps for one in games) and any(one.schwarz for one in _paying(games)):
        return None
    return rules.Schwarz(usual((one.plus(protocol.SCHWARZ) for one in games), other))


# -- Laufende -----------------------------------------------------------------------------------------


_GENERAL = ("sauspiel", "hochzeit", SOLO)  # whose minimum is that of every game without one of its own
_PAID = (
    (rules.ALWAYS, rules.ALL),
    (rules.ALWAYS, rules.CALLER_WON),
    (rules.WINNERS, rules.ALL),
    (rules.LOSERS, rules.ALL),
)


def _laufende(games: Sequence[_Game], other: int) -> tuple[rules.Laufende | None, bool]:
    """Return the rule for Laufende that contradicts the fewest hands, and whether a Tout pays them too."""
    shown = [one for one in games if protocol.LAUFENDE in one.steps]
    if not shown and any(one.hand.laufende > LAUFENDE_FROM for one in games):
        return None, True
    price = usual((one.each for one in games), other)
    cut = sorted({one.laufende_paid for one in shown if one.laufende_paid < one.hand.laufende})
    only_herren = (False, True) if cut else (False,)
    found = []
    for most, herren, (paid, ohne), touts in product((None, *cut), only_herren, _PAID, (True, False)):
        counted = [one for one in games if touts or not one.hand.tout]
        rule = rules.Laufende(price, LAUFENDE_FROM, {}, most, herren, paid, ohne)
        rule, wrong = _with_minimum(rule, counted)
        found.append((wrong + (0 if touts else sum(one.hand.tout for one in shown)), rule, touts))
    return min(found, key=itemgetter(0))[1:]


def _with_minimum(rule: rules.Laufende, games: Sequence[_Game]) -> tuple[rules.Laufende, int]:
    """Return the rule with the minimum of each game, and how many hands contradict it."""

    def minimum(names: Sequence[str], default: int) -> tuple[int, int]:
        here = [one for one in games if one.hand.game in names]
        return _best(range(1, 15), lambda least: _contradicting(rule._replace(from_=least), here), default)

    general, wrong = minimum(_GENERAL, LAUFENDE_FROM)
    own = {name: minimum([name], general) for name in BY_NAME if name not in _GENERAL}
    by_game = {name: least for name, (least, _wrong) in own.items() if least != general}
    return rule._replace(from_=general, by_game=by_game), wrong + sum(missed for _least, missed in own.values())


def _contradicting(rule: rules.Laufende, games: Sequence[_Game]) -> int:
    """Return how many of these games print another number of Laufende than the rule pays."""
    ways = ((one, {"by_winners": one.held_by_winners, "callers_won": one.callers_won}) for one in games)
    return sum(rule.counted(one.game, one.hand.laufende, **held) != one.laufende_paid for one, held in ways)


# -- what doubles -------------------------------------------------------------------------------------


def _announced(games: Sequence[_Game], default: int, *, tout: bool) -> int:
    """Return by what a Tout, or else a Sie, multiplies."""
    steps = (one.steps.get(protocol.ANNOUNCED) for one in games if one.hand.tout == tout)
    return usual((step.times for step in steps if step), default)


def _klopfen(sure: Sequence[CheckedHand]) -> rules.Klopfen:
    said = [step for one in sure for step in one.steps if step.kind == protocol.KLOPFER and step.many > 1]
    linear = sum(step.times == step.many + 1 for step in said) > sum(step.times == 2**step.many for step in said)
    return rules.Klopfen(growth="linear" if linear else POWER)


# -- Ramsch, special rounds, throwing in --------------------------------------------------------------


def _ramsch_rules(hands: Sequence[CheckedHand], price: int | None) -> rules.RamschRules:
    """Return what Jungfrauen, a Durchmarsch and equal Augen do."""
    virgins = [one for one in hands if one.virgins and not one.durchmarsch]
    silent = [not any(step.kind == protocol.JUNGFRAUEN for step in one.steps) for one in virgins]
    made = [one for one in hands if one.durchmarsch]
    march = None
    if made:
        all_tricks = all(len(one.printed.tricks) in one.took.tricks.values() for one in made)
        paid = usual((one.base for one in made), price or 0)
        pays: str | int = RAMSCH if paid == price else paid
        march = rules.Durchmarsch(None if all_tricks else min(max(one.took.augen.values()) for one in made), pays)
    return rules.RamschRules("none" if usual(silent, default=False) else "all", march, (_tie(hands),))


def _tie(hands: Sequence[CheckedHand]) -> str:
    """Return who loses of those with the most Augen: as a sentence says, else as it happened."""
    rules_said = (sentence.words["rule"] for one in hands for sentence in one.printed.of_kinds("tie"))
    if said := usual(map(protocol.TIES.get, rules_said), ""):
        return said
    tied = [one for one in hands if not _losers(one)]
    ways = ("highest", "tricks", "trumps")
    return next((way for way in ways if all(_losers(one, way) == one.said_to_lose for one in tied)), "highest")


def _losers(one: CheckedHand, *criteria: str) -> Names:
    """Return who loses a Ramsch by these criteria of equal Augen; () where they do not say."""
    hand = cast("Ramsch", one.hand)
    with suppress(UnclearHand):
        return ramsch_losers(hand, tuple(hand.augen or ()), criteria)
    return ()


def _special_rounds(hands: Sequence[CheckedHand]) -> rules.Rounds | None:
    """Return the special rounds, and the sum of a Schieber that nobody took; None where none was played."""
    kinds = tuple(dict.fromkeys(one.hand.round for one in hands if one.hand.round))
    if not kinds:
        return None
    sums = [sentence.as_number("total") for one in hands for sentence in one.printed.of_kinds("schieber")]
    return rules.Rounds(kinds=kinds, schieber_sum=usual(sums, 0) if sums else None)


def _same_dealer(hands: Sequence[CheckedHand]) -> bool:
    """Whether the same person deals again after a throw-in."""
    after = [(one, two) for one, two in pairwise(hands) if two.printed.number == one.printed.number + 1]
    same = (one.printed.dealer == two.printed.dealer for one, two in after if isinstance(one.hand, Passed))
    return usual(same, default=False)


# -- the Stock ----------------------------------------------------------------------------------------


def _stock_rules(hands: Sequence[CheckedHand]) -> rules.Stock | None:
    """Return the Stock: what a throw-in pays in, which games take it, and what a lost one does."""
    known = [one for one in hands if one.movement]
    thrown_in = [one.movement[STOCK] // 4 for one in known if isinstance(one.hand, Passed) and one.hand.round is None]
    if not usual((each > 0 for each in thrown_in), default=False):
        return None
    asked = [one for one in known if one.declarers and one.stock_before > 0]
    games = tuple(game for game in BY_NAME if _plays_for_it([one for one in asked if one.hand.game == game]))
    asked = [one for one in asked if one.hand.game in games]
    pairs = [one for one in asked if one.movement[STOCK] and len(one.declarers) == 2]
    # whether the declarer alone had to do with it
    uneven = (abs(one.movement[one.declarers[0]] - one.movement[one.declarers[1]]) > 1 for one in pairs)
    lost = [one for one in asked if not _won(one)]
    doubled = bool(lost) and usual((one.movement[STOCK] == one.stock_before for one in lost), default=True)
    return rules.Stock(
        pay_in=usual(thrown_in, 0),
        games=games or ("sauspiel",),
        lost=rules.DOUBLES if doubled else usual((one.movement[STOCK] for one in lost), 0) or rules.STAYS,
        to="caller" if usual(uneven, default=False) else "declarers",
    )


def _won(one: CheckedHand) -> bool:
    """Whether the declarers won, as those who have no part in the Stock show."""
    return one.movement[one.opponents[0]] < 0


def _plays_for_it(asked: Sequence[CheckedHand]) -> bool:
    """Whether most of these games took the Stock when they were won; where none was, paid into it when lost."""
    took = [one.movement[STOCK] < 0 for one in asked if _won(one)]
    return usual(took or [one.movement[STOCK] > 0 for one in asked], default=False)
