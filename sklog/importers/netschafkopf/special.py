"""What the hands of an evening show of a Ramsch, of throw-ins, of a Schieber that nobody took, and of the Stock."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from sklog.importers.netschafkopf.chain import JUNGFRAUEN, base, usual
from sklog.importers.netschafkopf.prose import TIES, WON
from sklog.scoring import tariff as rules
from sklog.scoring.games import RAMSCH
from sklog.scoring.hand import Passed, Ramsch
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    tied = [hand for hand in hands if len(most_augen(hand)) > 1]
    for criterion in ("highest", "tricks", "trumps"):
        if tied and all(_loses(hand, criterion) == _loser(hand) for hand in tied):
            return (criterion,)
    return ("highest",)


def most_augen(moved: Moved) -> list[str]:
    """Return those who have the most Augen."""
    took = moved.facts.took
    most = max(one.augen for one in took.values())
    return [name for name, one in took.items() if one.augen == most]


def _loses(moved: Moved, criterion: str) -> str | None:
    took, tied = moved.facts.took, most_augen(moved)
    figures = {name: getattr(took[name], criterion) for name in tied}
    if any(figure is None for figure in figures.values()):
        return None
    worst = (min if criterion == "highest" else max)(figures.values())
    losers = [name for name, figure in figures.items() if figure == worst]
    return losers[0] if len(losers) == 1 else None


def _loser(moved: Moved) -> str | None:
    result = moved.facts.printed.one("result")
    return result.words["who"] if result else None


def _passed(hands: Sequence[Moved]) -> list[Moved]:
    return [hand for hand in hands if isinstance(hand.facts.hand, Passed)]


def rounds(hands: Sequence[Moved]) -> rules.Rounds | None:
    """Return the special rounds, and the sum of a Schieber that nobody took; None where none was played."""
    kinds = tuple(dict.fromkeys(hand.facts.hand.round for hand in hands if hand.facts.hand.round))
    if not kinds:
        return None
    sums = [
        sentence.number("total") for hand in _passed(hands) for _line, sentence in hand.facts.printed.all("schieber")
    ]
    return rules.Rounds(kinds=kinds, schieber_sum=usual(sums, 0) if sums else None)


def same_dealer(hands: Sequence[Moved]) -> bool:
    """Whether the same person deals again after a throw-in."""
    after = [(one, two) for one, two in pairwise(hands) if one in _passed(hands) and two.number == one.number + 1]
    again = sum(one.facts.printed.dealer == two.facts.printed.dealer for one, two in after)
    return 2 * again > len(after)


def stock(hands: Sequence[Moved]) -> rules.Stock | None:
    """Return the Stock: what a throw-in pays in, which games take it, and what a lost one does."""
    known = [(hand, hand.movement) for hand in hands if hand.movement is not None]
    paid_in = [moved[STOCK] // 4 for hand, moved in known if hand in _passed(hands) and moved[STOCK] > 0]
    if not paid_in:
        return None
    before = [(hand, moved, hand.facts.printed.balances[STOCK] - moved[STOCK]) for hand, moved in known]
    asked = [(hand, moved[STOCK], there, moved) for hand, moved, there in before if there and hand.facts.declarers]
    games = [hand.facts.hand.game for hand, change, _there, _moved in asked if change]
    lost = [(change, there) for _hand, change, there, _moved in asked if change > 0]
    doubles = sum(change == there for change, there in lost)
    fixed = usual((change for change, _there in lost), 0)
    stays: str | int = rules.STAYS if not lost else rules.DOUBLES if 2 * doubles >= len(lost) else fixed
    alone = [
        moved[hand.facts.declarers[0]] != moved[hand.facts.declarers[1]]
        for hand, change, _there, moved in asked
        if change and len(hand.facts.declarers) == 2
    ]
    return rules.Stock(
        pay_in=usual(paid_in, 0),
        games=tuple(dict.fromkeys(games)) or ("sauspiel",),
        lost=stays,
        to="caller" if 2 * sum(alone) > len(alone) else "declarers",
    )
