"""What the hands of an evening show of a Ramsch, of throw-ins, of a Schieber that nobody took, and of the Stock."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from sklog.importers.netschafkopf.compare import (
    ANNOUNCED,
    BASE,
    JUNGFRAUEN,
    KLOPFER,
    LAUFENDE,
    SCHNEIDER,
    SCHWARZ,
    Moved,
    Part,
    base,
    usual,
)
from sklog.importers.netschafkopf.hands import BETTEL as BETTELS
from sklog.importers.netschafkopf.protocol import TIES, WON
from sklog.scoring import tariff as rules
from sklog.scoring.games import BETTEL, BY_NAME, HERZ, PARTNER, RAMSCH, SOLO, THROWN_IN
from sklog.scoring.hand import AUGEN, Passed, Played, Ramsch
from sklog.scoring.names import LONGEST_TEXT
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.importers.netschafkopf.compare import Moved
    from sklog.importers.netschafkopf.protocol import Head
    from sklog.scoring.games import Game


def durchmarsch(moved: Moved) -> bool:
    """Whether somebody is said to have won a Ramsch."""
    result = moved.facts.printed.one("result")
    return isinstance(moved.facts.hand, Ramsch) and result is not None and result.words["verb"] == WON


def ramsch(hands: Sequence[Moved], price: int | None) -> rules.RamschRules:
    """Return what Jungfrauen, a Durchmarsch and equal Augen do."""
    virgins = [
        hand for hand in hands if any(not one.tricks for one in hand.facts.took.values()) and not durchmarsch(hand)
    ]
    silent = sum(not any(part.kind == JUNGFRAUEN for part in hand.parts) for hand in virgins)
    made = [hand for hand in hands if durchmarsch(hand)]
    march = None
    if made:
        winners = [max(hand.facts.took.values()) for hand in made]
        all_tricks = all(won.tricks == len(hand.facts.printed.tricks) for won, hand in zip(winners, made, strict=True))
        paid = usual(map(base, made), price or 0)
        pays: str | int = RAMSCH if paid == price else paid
        march = rules.Durchmarsch(None if all_tricks else min(won.augen for won in winners), pays)
    return rules.RamschRules("none" if 2 * silent > len(virgins) else "all", march, _tie(hands))


def _tie(hands: Sequence[Moved]) -> tuple[str, ...]:
    """Return who loses of those with the most Augen: as a sentence says, else as it happened."""
    said = [TIES[sentence.words["rule"]] for hand in hands for _line, sentence in hand.facts.printed.all("tie")]
    if said:
        return (Counter(said).most_common(1)[0][0],)
    tied = [hand for hand in hands if len(_most_augen(hand)) > 1]
    for criterion in ("highest", "tricks", "trumps"):
        if tied and all(_loses(hand, criterion) == _loser(hand) for hand in tied):
            return (criterion,)
    return ("highest",)


def _most_augen(moved: Moved) -> list[str]:
    """Return those who have the most Augen."""
    took = moved.facts.took
    most = max(one.augen for one in took.values())
    return [name for name, one in took.items() if one.augen == most]


def _loses(moved: Moved, criterion: str) -> str | None:
    took, tied = moved.facts.took, _most_augen(moved)
    figures = {name: getattr(took[name], criterion) for name in tied}
    if any(figure is None for figure in figures.values()):
        return None
    worst = (min if criterion == "highest" else max)(figures.values())
    losers = [name for name, figure in figures.items() if figure == worst]
    return losers[0] if len(losers) == 1 else None


def _loser(moved: Moved) -> str | None:
    result = moved.facts.printed.one("result")
    return result.words["who"] if result else None


def _passed(moved: Moved) -> bool:
    return isinstance(moved.facts.hand, Passed)


def rounds(hands: Sequence[Moved]) -> rules.Rounds | None:
    """Return the special rounds, and the sum of a Schieber that nobody took; None where none was played."""
    kinds = tuple(dict.fromkeys(hand.facts.hand.round for hand in hands if hand.facts.hand.round))
    if not kinds:
        return None
    sums = [sentence.number("total") for hand in hands for _line, sentence in hand.facts.printed.all("schieber")]
    return rules.Rounds(kinds=kinds, schieber_sum=usual(sums, 0) if sums else None)


def same_dealer(hands: Sequence[Moved]) -> bool:
    """Whether the same person deals again after a throw-in."""
    after = [(one, two) for one, two in pairwise(hands) if _passed(one) and two.number == one.number + 1]
    again = sum(one.facts.printed.dealer == two.facts.printed.dealer for one, two in after)
    return 2 * again > len(after)


class _Asked(NamedTuple):
    """A game with a declarer while something was in the Stock: what it held, and what it and everybody moved."""

    hand: Moved
    there: int
    change: int
    moved: Mapping[str, int]

    @property
    def won(self) -> bool:
        """Whether the declarers won, as those who have no part in the Stock show."""
        return self.moved[self.hand.facts.opponents[0]] < 0


def stock(hands: Sequence[Moved]) -> rules.Stock | None:
    """Return the Stock: what a throw-in pays in, which games take it, and what a lost one does."""
    known = [(hand, hand.movement) for hand in hands if hand.movement is not None]
    thrown_in = [moved[STOCK] // 4 for hand, moved in known if _passed(hand) and hand.facts.hand.round is None]
    if 2 * sum(each > 0 for each in thrown_in) <= len(thrown_in):
        return None
    asked = [
        _Asked(hand, hand.facts.printed.balances[STOCK] - moved[STOCK], moved[STOCK], moved)
        for hand, moved in known
        if hand.facts.declarers
    ]
    asked = [one for one in asked if one.there > 0]
    games = tuple(game for game in BY_NAME if _plays_for_it([one for one in asked if one.hand.facts.hand.game == game]))
    asked = [one for one in asked if one.hand.facts.hand.game in games]
    pairs = [one for one in asked if one.change and len(one.hand.facts.declarers) == 2]
    return rules.Stock(
        pay_in=usual(thrown_in, 0),
        games=games or ("sauspiel",),
        lost=_lost([one for one in asked if not one.won]),
        to="caller" if 2 * sum(map(_is_uneven, pairs)) > len(pairs) else "declarers",
    )


def _plays_for_it(asked: Sequence[_Asked]) -> bool:
    """Whether most of these games took the Stock when they were won; where none was, paid into it when lost."""
    moved = [one.change < 0 for one in asked if one.won] or [one.change > 0 for one in asked]
    return 2 * sum(moved) > len(moved)


def _is_uneven(asked: _Asked) -> bool:
    """Whether the declarer alone had to do with the Stock."""
    declarer, partner = asked.hand.facts.declarers
    return abs(asked.moved[declarer] - asked.moved[partner]) > 1


def _lost(asked: Sequence[_Asked]) -> str | int:
    """Return what a lost game does: it doubles the Stock, pays a fixed sum, or leaves it."""
    doubled = sum(one.change == one.there for one in asked)
    if asked and 2 * doubled >= len(asked):
        return rules.DOUBLES
    return usual((one.change for one in asked), 0) or rules.STAYS


# -- The one tariff of an evening, from the prices printed behind all its hands ------------------------


#     steps of each hand ──▶ what each says of a setting ──▶ the value that most hands say
#
# Every setting is the one that contradicts the fewest hands; where several do equally well, or no hand says anything,
# it is the default of this program's tables: 61 Augen win, Schneider below 31 and 30, Laufende from 3, each Jungfrau
# doubles for all, a Tout doubles without Schneider and Schwarz. A price that no hand shows is never guessed: a kind of
# game that was not played is not in the tariff. What a hand says against the rest shows when it is scored.


NAME = "netschafkopf"
ALONE = ("solo", "wenz", "geier", "farbwenz", "farbgeier")
WORDS = ("Kontra", "Re", "Supra", "Resupra")
WINS, DECLARERS_OUT, OPPONENTS_OUT, LAUFENDE_FROM, TOUT_TIMES = 61, 31, 30, 3, 2


class _Game(NamedTuple):
    """A game that was played against somebody, with what pricing asks of it."""

    moved: Moved
    hand: Played
    parts: dict[str, Part]
    won: bool

    @property
    def losers_augen(self) -> int:
        augen = self.hand.augen or 0
        return AUGEN - augen if self.won else augen

    def plus(self, kind: str) -> int | None:
        """Return what a step adds; None where it is not printed, or the sum falls."""
        part = self.parts.get(kind)
        return part.plus if part and part.plus and part.plus > 0 else None

    @property
    def schwarz(self) -> bool:
        people = self.moved.facts.opponents if self.won else self.moved.facts.declarers
        return not self.moved.facts.tricks(people)


def found(hands: Sequence[Moved], head: Head) -> rules.Tariff:
    """Return the tariff that explains the printed prices of as many hands as can be."""
    sure = [hand for hand in hands if hand.sure]
    wins = _wins(hands)
    games = [_game(moved, hand, wins) for moved in sure if isinstance(hand := moved.facts.hand, Played)]
    ramsche = [hand for hand in sure if isinstance(hand.facts.hand, Ramsch)]
    prices = _prices(hands)
    priced = [one for one in games if BY_NAME[one.hand.game].shape != BETTEL]
    other = _other_price(priced, prices)
    (schneider, touts_fall), (laufende, touts_run) = _schneider(priced, other), _laufende(priced, other)
    return rules.Tariff(
        name=NAME,
        title=head.rules[:LONGEST_TEXT],
        source=f"the prices printed in a protocol of Netschafkopf {head.version}".strip()[:LONGEST_TEXT],
        unit=_unit(hands),
        games=_played(hands, prices),
        deck=dict.fromkeys((2, 3, 4), hands[0].facts.deck) if hands[0].facts.deck != "long" else rules.LONG_FOR_ALL,
        prices=prices,
        wins=rules.Wins(wins),
        schneider=schneider,
        schwarz=_schwarz(priced, other),
        laufende=laufende,
        tout=_tout(games, schneider=touts_fall, laufende=touts_run),
        sie=rules.Sie(times=usual((part.times for part in _announced(games, tout=False)), 4)),
        kontra=_kontra(games),
        klopfen=_klopfen(sure),
        stock=stock(hands),
        ramsch=ramsch(ramsche, prices.get(RAMSCH)),
        rounds=rounds(hands),
        thrown_in=rules.ThrownIn(same_dealer=same_dealer(hands)),
    )


def _game(moved: Moved, hand: Played, wins: int) -> _Game:
    """Return a game with who won it: the declarers from so many Augen, with all tricks, or without any."""
    total = len(moved.facts.printed.tricks)
    if hand.game in BETTELS:
        won = not hand.tricks
    elif hand.tout or hand.sie:
        won = hand.tricks == total
    else:
        won = (hand.augen or 0) >= wins if hand.tricks not in (0, total) else bool(hand.tricks)
    return _Game(moved, hand, {part.kind: part for part in moved.parts}, won)


def _best(values: Iterable[int], wrong: Callable[[int], int], default: int) -> int:
    """Return the value with the fewest contradictions; of several the one nearest to the default."""
    return min(values, key=lambda value: (wrong(value), abs(value - default)))


# -- prices -------------------------------------------------------------------------------------------


def _prices(hands: Sequence[Moved]) -> dict[str, int]:
    """Return the price of each kind of game, and of a game or a suit which all its hands give another price.

    Hands that contradict themselves are asked only where no other one was played.
    """
    prices: dict[str, int] = {}
    played = [(hand, BY_NAME[hand.facts.hand.game]) for hand in hands if not isinstance(hand.facts.hand, Passed)]
    for shape in (PARTNER, SOLO, RAMSCH, BETTEL):
        here = [(hand, game) for hand, game in played if game.shape == shape and not durchmarsch(hand)]
        if not here:
            continue
        kind = [(hand, game) for hand, game in here if hand.sure] or here
        prices[shape] = usual((base(hand) for hand, _game in kind), 0)
        for name in dict.fromkeys(game.name for _hand, game in kind):
            prices |= _own_price(name, [hand for hand, game in kind if game.name == name], prices[shape])
        herz = [hand for hand, game in kind if game.name == SOLO and _suit(hand) == HERZ]
        others = [hand for hand, game in kind if game.name == SOLO and _suit(hand) != HERZ]
        if others:
            prices |= _own_price(rules.HERZ_SOLO, herz, prices.get(SOLO, prices[shape]))
    return prices


def _suit(moved: Moved) -> str | None:
    hand = moved.facts.hand
    return hand.suit if isinstance(hand, Played) else None


def _own_price(name: str, hands: Sequence[Moved], other: int) -> dict[str, int]:
    """Return the price of a game that differs from the usual one in all its hands, each of them whole."""
    said = {base(hand) for hand in hands}
    if len(said) != 1 or other in said or not all(hand.whole for hand in hands):
        return {}
    return {name: said.pop()}


def _other_price(games: Sequence[_Game], prices: dict[str, int]) -> int:
    """Return what stands for an extra that no hand paid: the price of another, else the lowest of a game."""
    extras = [one.plus(kind) for one in games for kind in (SCHNEIDER, SCHWARZ)]
    return usual([*extras, *map(_each, games)], 0) or min(prices.values(), default=1)


def _each(one: _Game) -> int | None:
    """Return what a hand pays for each of its Laufende."""
    part = one.parts.get(LAUFENDE)
    plus = one.plus(LAUFENDE)
    return plus // part.many if part and plus and part.many and not plus % part.many else None


def _unit(hands: Sequence[Moved]) -> str:
    units = (sentence.words["unit"] for hand in hands for _line, sentence in hand.facts.printed.all(BASE))
    return rules.CENTS if any(unit.startswith("C") for unit in units) else rules.POINTS


def _played(hands: Sequence[Moved], prices: dict[str, int]) -> tuple[Game, ...]:
    """Return the games of this table: those of the kinds that were played, in the catalogue's order."""
    names = {hand.facts.hand.game for hand in hands}
    if PARTNER in prices:
        names.add("sauspiel")
    if SOLO in prices:
        names.update(ALONE)
    return (*(game for game in BY_NAME.values() if game.name in names - {THROWN_IN.name}), THROWN_IN)


# -- who wins, Schneider, Schwarz ---------------------------------------------------------------------


def _wins(hands: Sequence[Moved]) -> int:
    """Return from how many Augen the declarers win, as the sentences say who won."""
    said = []
    for moved in hands:
        hand, result, total = moved.facts.hand, moved.facts.printed.one("result"), len(moved.facts.printed.tricks)
        if not isinstance(hand, Played) or result is None or hand.tout or hand.sie or hand.game in BETTELS:
            continue
        if hand.tricks not in (0, total):
            said.append((hand.augen or 0, result.words["verb"] == WON))
    return _best(range(1, AUGEN + 1), lambda limit: sum((augen >= limit) != won for augen, won in said), WINS)


def _paying(games: Sequence[_Game]) -> list[_Game]:
    """Return the games in which Schneider and Schwarz show: no Tout, no Sie."""
    return [one for one in games if not one.hand.tout and not one.hand.sie]


def _schneider(games: Sequence[_Game], other: int) -> tuple[rules.Schneider | None, bool]:
    """Return the rule for Schneider that contradicts the fewest hands, and whether a Tout pays it too."""
    paid = [one for one in games if SCHNEIDER in one.parts]
    if not paid and any(one.losers_augen < OPPONENTS_OUT for one in _paying(games)):
        return None, False
    price = usual((one.plus(SCHNEIDER) for one in paid), other)
    best, fewest = (rules.Schneider(price), False), len(games) + 1
    for touts in (False, True):
        counted = [one for one in games if not one.hand.sie] if touts else _paying(games)
        declarers, wrong = _limit([one for one in counted if not one.won], DECLARERS_OUT, most=61)
        opponents, missed = _limit([one for one in counted if one.won], OPPONENTS_OUT, most=60)
        wrong += missed + (0 if touts else sum(one.hand.tout for one in paid))
        if wrong < fewest:
            best, fewest = (rules.Schneider(price, declarers, opponents), touts), wrong
    return best


def _limit(games: Sequence[_Game], default: int, *, most: int) -> tuple[int, int]:
    """Return from how many Augen the losers are out of Schneider, and how many of these games contradict it."""

    def missed(out: int) -> int:
        return sum((one.schwarz or one.losers_augen < out) != (SCHNEIDER in one.parts) for one in games)

    out = _best(range(1, most + 1), missed, default)
    return out, missed(out)


def _schwarz(games: Sequence[_Game], other: int) -> rules.Schwarz | None:
    paid = [one for one in games if SCHWARZ in one.parts]
    if not paid and any(one.schwarz for one in _paying(games)):
        return None
    return rules.Schwarz(usual((one.plus(SCHWARZ) for one in paid), other))


# -- Laufende -----------------------------------------------------------------------------------------


def _laufende(games: Sequence[_Game], other: int) -> tuple[rules.Laufende | None, bool]:
    """Return the rule for Laufende that contradicts the fewest hands, and whether a Tout pays them too."""
    shown = [one for one in games if LAUFENDE in one.parts]
    if not shown and any(one.hand.laufende > LAUFENDE_FROM for one in games):
        return None, True
    price = usual(map(_each, games), other)
    cut = [_shown(one) for one in shown if _shown(one) < one.hand.laufende]
    best, fewest = (rules.Laufende(price), True), len(games) + 1
    choices = product((None, *sorted(set(cut))), (False, *([True] if cut else [])), _PAID, (True, False))
    for most, herren, (paid, ohne), touts in choices:
        counted = [one for one in games if touts or not one.hand.tout]
        rule = rules.Laufende(price, LAUFENDE_FROM, {}, most, herren, paid, ohne)
        rule, wrong = _with_minimum(rule, counted)
        wrong += 0 if touts else sum(one.hand.tout for one in shown)
        if wrong < fewest:
            best, fewest = (rule, touts), wrong
    return best


_GENERAL = ("sauspiel", "hochzeit", SOLO)  # whose minimum is that of every game without one of its own
_PAID = ((rules.ALWAYS, "all"), (rules.ALWAYS, "caller"), (rules.WINNERS, "all"), (rules.LOSERS, "all"))


def _with_minimum(rule: rules.Laufende, games: Sequence[_Game]) -> tuple[rules.Laufende, int]:
    """Return the rule with the minimum of each game, and how many hands contradict it."""
    minima: dict[str, int] = {}
    wrong, general = 0, LAUFENDE_FROM
    for names in (_GENERAL, *((name,) for name in BY_NAME if name not in _GENERAL)):
        here = [one for one in games if one.hand.game in names]

        def missed(least: int, here: Sequence[_Game] = here) -> int:
            return sum(_pays(rule._replace(from_=least), one) != _shown(one) for one in here)

        least = _best(range(1, 15), missed, general)
        wrong += missed(least)
        if names is _GENERAL:
            general = least
        elif least != general:
            minima[names[0]] = least
    return rule._replace(from_=general, by_game=minima), wrong


def _shown(one: _Game) -> int:
    """Return how many Laufende a hand pays."""
    return one.parts[LAUFENDE].many if LAUFENDE in one.parts else 0


def _pays(rule: rules.Laufende, one: _Game) -> int:
    """Return how many Laufende a rule pays for the run that the cards show."""
    held_by_winners = one.moved.facts.ours == one.won
    return rule.counted(_Run(BY_NAME[one.hand.game], one.hand.laufende, held_by_winners, one.won))


class _Run(NamedTuple):
    """What a rule for Laufende asks of a hand."""

    game: Game
    laufende: int
    held_by_winners: bool
    callers_won: bool


# -- what doubles -------------------------------------------------------------------------------------


def _announced(games: Sequence[_Game], *, tout: bool) -> Iterator[Part]:
    return (one.parts[ANNOUNCED] for one in games if ANNOUNCED in one.parts and one.hand.tout == tout)


def _tout(games: Sequence[_Game], *, schneider: bool, laufende: bool) -> rules.Tout:
    """Return what a Tout does; whether it pays for Schneider, Schwarz and Laufende was found with these."""
    return rules.Tout(
        times=usual((part.times for part in _announced(games, tout=True)), TOUT_TIMES),
        schneider_schwarz=schneider,
        laufende=laufende,
    )


def _kontra(games: Sequence[_Game]) -> rules.Kontra:
    deepest = max((int(one.hand.kontra) for one in games if isinstance(one.hand.kontra, int)), default=0)
    return rules.Kontra(WORDS[: max(2, deepest)], unlimited=deepest > len(WORDS))


def _klopfen(sure: Sequence[Moved]) -> rules.Klopfen:
    said = [part for hand in sure for part in hand.parts if part.kind == KLOPFER and part.many > 1]
    linear = sum(part.times == part.many + 1 for part in said) > sum(part.times == 2**part.many for part in said)
    return rules.Klopfen(growth="linear" if linear else rules.POWER)
