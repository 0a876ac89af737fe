"""The printed price of a hand as steps, and what its balances moved.

    "kostet 10 Punkte. Mit Schneider 20 Punkte. 1 mal aufgedoppelt 40 Punkte."
        ──▶ base +10, schneider +10, klopfer ×2

The program prints the sum so far behind each step. Steps are told apart by their kind, which is the same for
those that sklog makes of a hand.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import HandError, Problem, UnclearHand
from sklog.importers.netschafkopf.hands import BETTEL
from sklog.importers.netschafkopf.protocol import WON, announced
from sklog.language import _, _and, _n
from sklog.scoring.evening import step
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Voided
from sklog.scoring.tariff import SCHIEBER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sklog.importers.netschafkopf.hands import Facts
    from sklog.importers.netschafkopf.protocol import Printed
    from sklog.scoring.hand import Dealt
    from sklog.scoring.state import Entry, Line, State
    from sklog.scoring.tariff import Step, Tariff

BASE, SCHNEIDER, SCHWARZ, LAUFENDE = ADDED = ("base", "schneider", "schwarz", "laufende")
KLOPFER, KONTRA, JUNGFRAUEN, ANNOUNCED = MULTIPLIED = ("klopfer", "kontra", "jungfrauen", "announced")
KINDS = (*ADDED, *MULTIPLIED)


class Part(NamedTuple):
    """One step: `plus` (points) or `times`, of how many, and the sum with it.

    `times` is 0 where the printed sum is no multiple of the one before.
    """

    kind: str
    plus: int | None
    times: int | None
    many: int = 0
    total: int = 0
    line: int = 0


def printed_parts(printed: Printed) -> tuple[Part, ...]:
    """Return the steps that a hand prints."""
    found: list[Part] = []
    before = 0
    for line, sentence in printed.all(*KINDS):
        total, many = sentence.number("total"), int(sentence.words.get("count") or 0)
        if sentence.kind in ADDED:
            found.append(Part(sentence.kind, total - before, None, many, total, line))
        else:
            times = total // before if before and not total % before else 0
            found.append(Part(sentence.kind, None, times, many, total, line))
        before = total
    return tuple(found)


def own_parts(steps: tuple[Step, ...]) -> tuple[Part, ...]:
    """Return the steps that sklog makes of a hand."""
    return tuple(
        Part(_kind(place, step.label), step.plus, step.times, _count(step.label)) for place, step in enumerate(steps)
    )


def _kind(place: int, label: str) -> str:
    """Return what a step is: the price comes first, and whatever has no name of its own is the Kontra."""
    for kind, word in ((SCHNEIDER, "Schneider"), (SCHWARZ, "Schwarz"), (LAUFENDE, "Laufende"), (KLOPFER, "Klopfer")):
        if place and label.endswith(word):
            return kind
    if not place:
        return BASE
    return JUNGFRAUEN if "Jungfrau" in label else ANNOUNCED if label in ("Tout", "Sie") else KONTRA


def _count(label: str) -> int:
    first = label.partition(" ")[0]
    return int(first) if first.isdecimal() else 0


def moved(printed: Printed, before: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return what the printed balances moved in this hand; None where those before it are not known."""
    if before is None:
        return None
    return {name: amount - before.get(name, 0) for name, amount in printed.balances.items()}


class Moved(NamedTuple):
    """One hand with its steps, and what the balances printed before and after it moved."""

    facts: Facts
    parts: tuple[Part, ...]
    movement: Mapping[str, int] | None

    @property
    def number(self) -> int:
        """The hand's printed number."""
        return self.facts.printed.number

    @property
    def said(self) -> int | None:
        """The price that the sentences make; None where there are none."""
        return self.parts[-1].total if self.parts else None

    @property
    def paid(self) -> int | None:
        """The price that the balances moved by, for those whom the Stock does not concern; None where they say none."""
        if self.movement is None:
            return None
        if self.facts.declarers:
            amounts = {abs(self.movement[name]) for name in self.facts.opponents}
            return amounts.pop() if len(amounts) == 1 else None
        least, *others = sorted(abs(amount) for name, amount in self.movement.items() if name != STOCK)
        return least if others == [least, least, 3 * least] else None

    @property
    def sure(self) -> bool:
        """Whether the sentences agree with the column "Preis" or with the balances: a slip is in one place."""
        return self.said is not None and self.said in (self.facts.printed.price, self.paid)

    @property
    def whole(self) -> bool:
        """Whether all three say the same price."""
        return self.said is not None and self.said == self.facts.printed.price == self.paid


def moves(hands: list[Facts], rows: Mapping[int, Mapping[str, int]]) -> list[Moved]:
    """Return every hand with its steps and movement; `rows` are the printed balances by the hand's number."""
    nothing = dict.fromkeys(hands[0].printed.balances, 0) if hands else {}
    return [
        Moved(
            hand,
            printed_parts(hand.printed),
            moved(hand.printed, rows.get(hand.printed.number - 1, nothing if hand.printed.number == 1 else None)),
        )
        for hand in hands
    ]


def base(moved: Moved) -> int:
    """Return the price that the first step of a hand prints; where it is missing, the column's."""
    return next((part.total for part in moved.parts if part.kind == BASE), moved.facts.printed.price)


def usual(said: Iterable[int | None], default: int) -> int:
    """Return what is said most often; the default where nothing is, or where it is among those."""
    counted = Counter(value for value in said if value is not None)
    times = max(counted.values(), default=0)
    best = [value for value, count in counted.items() if count == times]
    return default if default in best or not best else best[0]


# -- The printed price of one hand against the one that the cards make, step by step, with the likely reason


#     printed parts, own parts ──▶ "Schneider makes +15 here and +10 in hands 3, 6 and 13"
#
# A step that the tariff explains everywhere else is a slip of the pen; where other hands say the opposite under the
# same circumstances, they are named: two hands that contradict one another about a setting are both in the sentence.


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


# -- What is printed against what the cards make: every price and every balance of every hand ----------


#     Facts ──sklog's own fold, one tariff──▶ value, steps, balances
#     printed sentences, steps, "Preis", balances ──compared──▶ a sentence for each hand that differs, and why
#
# A slip of the pen and a real difference look different: balances that are off after one hand only are a copying
# error, those that stay off are another result. The likely reason names the hands that say otherwise.


def fold(
    hands: Mapping[int, Moved], last: int, state: State, tariff: Tariff, where: str
) -> tuple[list[Folded], list[Problem]]:
    """Return hands 1 to `last` as entries of an evening, and those that this tariff cannot score.

    A hand that is not among `hands`, or cannot be scored, is void: the others keep their numbers.
    """
    folded: list[Folded] = []
    problems: list[Problem] = []
    for number in range(1, last + 1):
        moved = hands.get(number)
        if moved is not None:
            try:
                line = _step(state, _entry(moved.facts, state), tariff, moved.facts)
            except HandError as wrong:
                text = _("hand {number}", number=number)
                problems += [
                    Problem(f"{text}: {one.message}", where, moved.facts.printed.first) for one in wrong.problems
                ]
                moved = None
        if moved is None:
            line = step(state, Voided(Passed(note=_LEFT_OUT), keeps_seats=True), tariff)
        folded.append(Folded(number, line.entry, line, moved))
        state = line.state
    return folded, problems


_LEFT_OUT = "left out by the import"


def _entry(facts: Facts, state: State) -> Dealt:
    """Return the hand as it is recorded: it says its dealer only where another was due."""
    dealer = facts.printed.dealer
    return facts.hand if dealer == state.dealer else replace(facts.hand, dealer=dealer)


def _step(state: State, hand: Dealt, tariff: Tariff, facts: Facts) -> Line:
    """Return the hand scored; where the tariff asks who lost a Ramsch, it is who the sentence names."""
    try:
        return step(state, hand, tariff)
    except UnclearHand:
        result = facts.printed.one("result")
        if not isinstance(hand, Ramsch) or result is None:
            raise
        return step(state, replace(hand, losers=tuple(result.words["who"].split("\n"))), tariff)


# -- differences --------------------------------------------------------------------------------------


def differences(folded: Sequence[Folded], where: str) -> list[Problem]:
    """Return everything that is printed otherwise than the cards make it, in the order of the file."""
    found: list[Problem] = []
    hands = [(one, one.moved.facts) for one in folded if one.moved]
    offs = [_off(facts.printed.balances, one.line) for one, facts in hands]
    before: dict[str, int] = {}
    prices = priced(folded)
    for (one, facts), off, after in zip(hands, offs, [*offs[1:], None], strict=False):
        said = [*_wrong_sentences(facts, one.line), *wrong_price(prices[one.number], prices.values())]
        if off != before:
            said.append((facts.printed.row, _wrong_balances(facts, before, off, after)))
        if after != before:
            before = off  # else this row alone is wrong
        text = _("hand {number}", number=one.number)
        found += [Problem(f"{text}: {message}", where, line) for line, message in said]
    return found


def _off(printed: Mapping[str, int], line: Line) -> dict[str, int]:
    """Return by how much the printed balances differ from our own, where they do."""
    own = line.state.balances
    return {name: amount - own[name] for name, amount in printed.items() if amount != own[name]}


def _wrong_balances(
    facts: Facts, before: Mapping[str, int], off: Mapping[str, int], after: Mapping[str, int] | None
) -> str:
    changed = {name: off.get(name, 0) - before.get(name, 0) for name in (*before, *off)}
    by = _and(f"{name} {amount:+d}" for name, amount in changed.items() if amount)
    if after == before:
        return _("the balances after this hand are off for {by}, those after the next are not: a copying error", by=by)
    if sum(facts.printed.balances.values()):
        return _("the balances do not add up to 0, they are off for {by}: a copying error", by=by)
    return _("from here on the balances are off for {by}", by=by)


_OF_ALL = frozenset({"result", "base", "klopfer", "stock"})
_SENTENCES = {
    Passed: frozenset({"passed", "schieber", "stock"}),
    Ramsch: _OF_ALL | {"augen", "tie", "jungfrau", "jungfrauen"},
    Played: _OF_ALL | {"against", "schneider", "schwarz", "laufende", "kontra", "announced"},
}
"""Which sentences are printed behind which kind of hand."""


def _wrong_sentences(facts: Facts, line: Line) -> Iterator[tuple[int, str]]:
    """Yield what the sentences say of the result otherwise than the cards."""
    yield from _not_once(facts)
    known = _SENTENCES[type(facts.hand)]
    for at, sentence in facts.printed.prose:
        if sentence.kind not in known:
            yield at, _("this sentence belongs to another kind of hand")
        elif sentence.kind == "against":
            yield from _figure(at, _("the opponents"), sentence.number("augen"), facts.augen(facts.opponents))
        elif sentence.kind == "laufende" and facts.run and (sentence.words["side"] == "Mit") != facts.ours:
            yield at, _("the Laufende are those of the other side by the cards")
        elif sentence.kind == "result":
            yield from _wrong_result(at, sentence.words, facts, line)
        elif sentence.kind == "stock":
            people = len(facts.declarers) or len(facts.printed.deal)
            yield from _wrong_stock(at, sentence.words["text"], line, people)
    if isinstance(facts.hand, Ramsch):
        yield from _wrong_ramsch(facts)


def _not_once(facts: Facts) -> Iterator[tuple[int, str]]:
    """Yield which sentences are missing, or stand twice."""
    printed = facts.printed
    if "result" in _SENTENCES[type(facts.hand)] and printed.one("result") is None:
        yield printed.row, _("the sentence with the result is missing")
    if _says_augen(facts) and printed.one("against") is None:
        yield printed.row, _("the sentence with the opponents' Augen is missing")
    for kind in ("result", "against"):
        for at, _sentence in [*printed.all(kind)][1:]:
            yield at, _("this sentence stands twice")


def _says_augen(facts: Facts) -> bool:
    """Whether the program says how many Augen the opponents have: not where tricks decide."""
    hand = facts.hand
    return isinstance(hand, Played) and not (hand.tout or hand.sie) and hand.game not in BETTEL


def _wrong_ramsch(facts: Facts) -> Iterator[tuple[int, str]]:
    """Yield what the sentences say otherwise of who took what in a Ramsch."""
    virgins = [name for name, one in facts.took.items() if not one.tricks]
    most = sorted(one.augen for one in facts.took.values())
    for at, sentence in facts.printed.prose:
        who = sentence.words.get("who", "")
        if sentence.kind == "augen":
            yield from _figure(at, who, sentence.number("augen"), facts.took[who].augen)
        elif sentence.kind == "jungfrau" and who not in virgins:
            yield at, _("{name} is said to be Jungfrau, and made a trick", name=who)
        elif sentence.kind == "jungfrauen" and sentence.number("count") != len(virgins):
            yield at, _n("{n} Jungfrau by the cards", "{n} Jungfrauen by the cards", len(virgins))
        elif sentence.kind == "tie" and most[-1] != most[-2]:
            yield at, _("by the cards nobody else has as many Augen")
    said = {sentence.words["who"] for _at, sentence in facts.printed.all("jungfrau")}
    if said and (missing := [name for name in virgins if name not in said]):
        yield facts.printed.row, _("{names} made no trick, and is not said to be Jungfrau", names=_and(missing))


def _figure(at: int, who: str, said: int, own: int) -> Iterator[tuple[int, str]]:
    if said != own:
        yield at, _("{said} Augen of {who} are printed; by the cards there are {own}", who=who, said=said, own=own)


def _wrong_result(at: int, words: Mapping[str, str], facts: Facts, line: Line) -> Iterator[tuple[int, str]]:
    """Yield what the sentence about the result says otherwise."""
    said, meant, who, won = announced(words["game"]), facts.printed.said, words["who"].split("\n"), words["verb"] == WON
    if said is None or meant is None or said._replace(suit=said.suit or meant.suit) != meant:
        yield at, _("the result names another game than was announced: {game}", game=words["game"])
    if not facts.declarers:
        losers = getattr(line.score and line.score.outcome, "losers", ())
        if not won and set(who) != set(losers):
            yield at, _("{name} is said to have lost; by the cards it is {own}", name=_and(who), own=_and(losers))
        return
    declarer, *partner = facts.declarers
    if partner and words["partner"] not in (None, *partner):
        text = _("{name} is said to be the partner; by the cards it is {own}", name=words["partner"], own=partner[0])
        yield at, text
    augen, winners = facts.augen(facts.declarers), getattr(line.score and line.score.outcome, "winners", ())
    if who != [declarer]:
        yield at, _("the result is that of {name}, but {own} plays", name=_and(who), own=declarer)
    elif won and declarer not in winners:
        yield at, _("it is said to be won, and lost with {augen} Augen", augen=augen)
    elif not won and declarer in winners:
        yield at, _("it is said to be lost, and won with {augen} Augen", augen=augen)


def _wrong_stock(at: int, text: str, line: Line, people: int) -> Iterator[tuple[int, str]]:
    """Yield the figures of a sentence about the Stock that it neither held nor moved."""
    change = abs(line.score.postings[STOCK]) if line.score else 0
    there = line.state.balances[STOCK]
    known = {line.table.stock, there, change, change // people, line.table.stock // people}
    strange = [number for number in re.findall(r"\d+", text) if int(number) not in known]
    if strange:
        yield (
            at,
            _(
                "the sentence says {numbers}; the Stock had {before} and has {after}",
                numbers=_and(strange),
                before=line.table.stock,
                after=there,
            ),
        )
