"""What the hands of an evening show of a Ramsch, of throw-ins, of a Schieber that nobody took, and of the Stock."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sklog.importers.netschafkopf.chain import JUNGFRAUEN, base, usual
from sklog.importers.netschafkopf.prose import TIES, WON
from sklog.scoring import tariff as rules
from sklog.scoring.games import BY_NAME, RAMSCH
from sklog.scoring.hand import Passed, Ramsch
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.importers.netschafkopf.chain import Moved


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
