"""The printed price of one hand against the one that the cards make, step by step, with the likely reason.

    printed parts, own parts ──▶ "Schneider makes +15 here and +10 in hands 3, 6 and 13"

A step that the tariff explains everywhere else is a slip of the pen; where other hands say the opposite under the
same circumstances, they are named: two hands that contradict one another about a setting are both in the sentence.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sklog.importers.netschafkopf.chain import BASE, KINDS, LAUFENDE, SCHNEIDER, SCHWARZ, Moved, Part, own_parts, usual
from sklog.language import _, _and, _n
from sklog.scoring.hand import Passed, Played
from sklog.scoring.tariff import SCHIEBER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from sklog.scoring.state import Entry, Line

MOST_HANDS_NAMED = 3
WORDS = {
    SCHNEIDER: "Schneider",
    SCHWARZ: "Schwarz",
    LAUFENDE: "Laufende",
    "klopfer": "Klopfen",
    "kontra": "Kontra",
    "jungfrauen": "Jungfrau",
    "announced": "Tout",
}


class Folded(NamedTuple):
    """One hand of the file in the evening: what it became, and its line; `moved` is None where it was left out."""

    number: int
    entry: Entry
    line: Line
    moved: Moved | None


class Priced(NamedTuple):
    """A hand with the steps that are printed and those that the cards make, by kind."""

    number: int
    moved: Moved
    line: Line
    theirs: dict[str, Part]
    ours: dict[str, Part]

    def says(self, kind: str) -> bool:
        """Whether both make the same of a kind of step."""
        theirs, ours = self.theirs.get(kind), self.ours.get(kind)
        if theirs is None or ours is None:
            return theirs is ours
        alike = theirs.many == ours.many or kind != LAUFENDE
        return alike and (theirs.plus, theirs.times) == (ours.plus, ours.times)

    @property
    def ahead(self) -> tuple[str, ...]:
        """Who won."""
        outcome = self.line.score and self.line.score.outcome
        return getattr(outcome, "winners", ())

    @property
    def behind(self) -> tuple[str, ...]:
        """Who lost."""
        return tuple(name for name in self.moved.facts.printed.deal if name not in self.ahead)

    def like(self, kind: str) -> tuple[object, int]:
        """Return what hands must have in common to be compared in a kind of step, and how much speaks for it."""
        facts, hand = self.moved.facts, self.moved.facts.hand
        if kind == LAUFENDE:
            return hand.game, facts.run
        if kind == SCHNEIDER:
            return self.ahead == facts.declarers, -facts.augen(self.behind)
        if kind == SCHWARZ:
            return "", -facts.tricks(self.behind)
        return hand.game if kind == BASE else "", 0


def priced(folded: Sequence[Folded]) -> dict[int, Priced]:
    """Return every hand that is there, by its number."""
    found = {}
    for one in folded:
        if one.moved is not None and one.line.score is not None:
            theirs = {part.kind: part for part in one.moved.parts}
            ours = {part.kind: part for part in own_parts(one.line.score.steps)}
            found[one.number] = Priced(one.number, one.moved, one.line, theirs, ours)
    return found


def wrong_price(here: Priced, others: Collection[Priced]) -> Iterator[tuple[int, str]]:
    """Yield (line, sentence) for everything in the printed price of a hand that the cards make otherwise.

    `others` are all hands of the evening.
    """
    printed = here.moved.facts.printed
    if isinstance(here.moved.facts.hand, Passed):
        yield from _wrong_throw_in(here, others)
        return
    value, said = here.line.score.value if here.line.score else 0, here.moved.said
    if said is None:
        yield printed.row, _("the sentence with the price is missing")
    reasons = [
        (at, reason)
        for kind in KINDS
        if said is not None and (at := _line(here, kind)) and (reason := _reason(here, kind, others))
    ]
    if reasons:
        why = "; ".join(reason for _at, reason in reasons)
        if said == value:
            yield reasons[0][0], _("the price is right, its steps are not: {why}", why=why)
        else:
            text = _("the price printed is {said}, by the cards {value}: {why}", said=said, value=value, why=why)
            yield reasons[0][0], text
    if said is not None and said != printed.price:
        text = _(
            "the sentences make {said}, the column Preis says {price}; by the cards it is {value}",
            said=said,
            price=printed.price,
            value=value,
        )
        yield printed.row, text
    elif not reasons and printed.price != value:
        yield (
            printed.row,
            _("the column Preis says {price}; by the cards it is {value}", price=printed.price, value=value),
        )


def _wrong_throw_in(here: Priced, others: Collection[Priced]) -> Iterator[tuple[int, str]]:
    """Yield what is printed otherwise of a deal that nobody played.

    The column "Preis" may say what each pays into the Stock, what all pay, or nothing; but it says the same each time.
    """
    printed, tariff = here.moved.facts.printed, here.line.tariff
    agreed = tariff.rounds.schieber_sum if tariff.rounds and printed.round == SCHIEBER else None
    for at, sentence in printed.all("schieber"):
        if sentence.number("total") != agreed:
            yield at, _("the sentence says {said}, elsewhere it is {own}", said=sentence.number("total"), own=agreed)
    each = tariff.stock.pay_in if tariff.stock else 0
    possible = (each, each * len(printed.deal), 0)
    thrown_in = [one.moved.facts.printed for one in others if isinstance(one.moved.facts.hand, Passed)]
    elsewhere = (other.price for other in thrown_in if other.round == printed.round and other.price in possible)
    value = usual(elsewhere, each) if agreed is None else agreed
    if printed.price != value:
        text = _("the column Preis says {price}; elsewhere it is {value}", price=printed.price, value=value)
        yield printed.row, text


def _line(here: Priced, kind: str) -> int:
    """Return the line of a step, or of the first one where it is not printed."""
    part = here.theirs.get(kind)
    return part.line if part else here.moved.parts[0].line


def _reason(here: Priced, kind: str, others: Collection[Priced]) -> str:
    """Return the likely reason why a step is another one; "" where it is not."""
    if here.says(kind):
        return ""
    theirs, ours = here.theirs.get(kind), here.ours.get(kind)
    what = WORDS.get(kind) or _("the game")
    group, rank = here.like(kind)
    if theirs and ours and not (kind == LAUFENDE and theirs.many != ours.many):
        found = _witnesses(kind, others, lambda other: kind in other.ours and other.like(kind)[0] == group)
        values = {"what": what, "theirs": _amount(theirs), "ours": _amount(ours)}
        if found:
            return _("{what} makes {theirs} here and {ours} in {hands}", **values, hands=found)
        return _("{what} makes {theirs} here, not {ours}", **values)
    fact = _fact(here, kind)
    if theirs:
        found = _witnesses(
            kind,
            others,
            lambda other: kind not in other.ours and other.like(kind)[0] == group and other.like(kind)[1] >= rank,
        )
        if found:
            return _(
                "{what} {amount} is printed, but {fact}, and {hands} pay nothing for it",
                what=what,
                amount=_amount(theirs),
                fact=fact,
                hands=found,
            )
        return _("{what} {amount} is printed, but {fact}", what=what, amount=_amount(theirs), fact=fact)
    found = _witnesses(
        kind, others, lambda other: kind in other.ours and other.like(kind)[0] == group and other.like(kind)[1] <= rank
    )
    if found:
        return _("{what} is not printed, but {fact}, and {hands} pay for it", what=what, fact=fact, hands=found)
    return _("{what} is not printed, but {fact}", what=what, fact=fact)


def _witnesses(kind: str, others: Collection[Priced], alike: Callable[[Priced], bool]) -> str:
    """Return the first hands in which both agree on a kind of step, under the same circumstances; "" where none."""
    of_a_game = kind in (SCHNEIDER, SCHWARZ, LAUFENDE)
    agreeing = (
        other.number
        for other in others
        if other.says(kind)
        and other.moved.sure
        and (not of_a_game or isinstance(other.line.entry, Played))
        and alike(other)
    )
    numbers = list(islice(agreeing, MOST_HANDS_NAMED))
    return _n("hand {named}", "hands {named}", len(numbers), named=_and(map(str, numbers))) if numbers else ""


def _amount(part: Part) -> str:
    if part.kind == LAUFENDE:
        return f"{part.plus or 0:+d} ({part.many})"
    return f"{part.plus:+d}" if part.plus is not None else f"×{part.times or '?'}"


def _fact(here: Priced, kind: str) -> str:
    """Return what the cards say about a kind of step."""
    facts = here.moved.facts
    if kind == SCHNEIDER:
        return _("the losers have {augen} Augen", augen=facts.augen(here.behind))
    if kind == SCHWARZ:
        return _n("the losers made {n} trick", "the losers made {n} tricks", facts.tricks(here.behind))
    if kind == LAUFENDE:
        return _("the cards have {count} Laufende", count=facts.run)
    if kind == "jungfrauen":
        return _("{count} made no trick", count=sum(not one.tricks for one in facts.took.values()))
    return _("the cards say otherwise")
