"""What is printed against what the cards make: every price, sentence and balance of every hand.

    CheckedHand ──score_all, one tariff──▶ ScoredHand: the printed steps, and sklog's own
    misprints    a sentence for each hand that differs, with the likely reason

    "Schneider makes +15 here and +10 in hands 3, 6 and 13"

A slip of the pen and a real difference look different: balances that are off after one hand only are a copying error,
those that stay off are another result. A step that the tariff explains everywhere else is a slip; where other hands
say the opposite under the same circumstances, they are named: two hands that contradict one another about a setting
are both in the sentence.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, cast

from sklog.errors import HandError, Problem, UnclearHand
from sklog.language import _, _and, _n
from sklog.netschafkopf import protocol
from sklog.netschafkopf.printed_hand import PriceStep, usual
from sklog.scoring.evening import admit, step
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Voided
from sklog.scoring.tariff import SCHIEBER
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sklog.netschafkopf.printed_hand import CheckedHand
    from sklog.scoring.outcome import Step
    from sklog.scoring.payout import Score
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

    Differences = Iterator[tuple[int, str]]  # a line of the file, and what is printed otherwise there

MOST_HANDS_NAMED = 3
_SAME = {"Jungfrau": protocol.JUNGFRAUEN, "Sie": protocol.ANNOUNCED}  # one step that sklog labels in two ways
_LEFT_OUT = "left out by the import"


# -- what the cards make ------------------------------------------------------------------------------


class ScoredHand(NamedTuple):
    """One hand of the evening with its score, the printed steps of its price, and sklog's own, by kind."""

    checked: CheckedHand
    line: Line
    score: Score
    theirs: Mapping[str, PriceStep]
    ours: Mapping[str, PriceStep]

    def agrees(self, kind: str) -> bool:
        """Whether the printed steps of a kind come to the same as sklog's own."""
        theirs, ours = self.theirs.get(kind), self.ours.get(kind)
        if theirs is None or ours is None:
            return theirs is ours
        alike = theirs.many == ours.many or kind != protocol.LAUFENDE
        return alike and (theirs.plus, theirs.times) == (ours.plus, ours.times)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won."""
        return getattr(self.score.outcome, "winners", ())

    def evidence(self, kind: str) -> tuple[str, object, int]:
        """Return what the cards say about a kind of step: as a sentence, the group, and how much speaks for it.

        Hands are compared with those of the same group.
        """
        checked = self.checked
        losers = [name for name in checked.printed.deal if name not in self.winners]
        if kind == protocol.LAUFENDE:
            return _("the cards have {count} Laufende", count=checked.run), checked.hand.game, checked.run
        if kind == protocol.SCHNEIDER:
            augen = checked.augen(losers)
            return _("the losers have {augen} Augen", augen=augen), self.winners == checked.declarers, -augen
        if kind == protocol.SCHWARZ:
            tricks = checked.tricks(losers)
            return _n("the losers made {n} trick", "the losers made {n} tricks", tricks), "", -tricks
        if kind == protocol.JUNGFRAUEN:
            return _("{count} took no trick", count=len(checked.virgins)), "", 0
        return _("the cards show something else"), checked.hand.game if kind == protocol.BASE else "", 0


def score_all(
    hands: Mapping[int, CheckedHand], last: int, state: State, tariff: Tariff, problems: list[Problem]
) -> tuple[list[Line], dict[int, ScoredHand]]:
    """Return hands 1 to `last` as lines of an evening by this tariff, and those of them that could be scored.

    A hand that is not among `hands`, or cannot be scored, is void: the others keep their numbers. Why it cannot is
    added to the problems, which do not name the file.
    """
    lines: list[Line] = []
    scored: dict[int, ScoredHand] = {}
    for number in range(1, last + 1):
        line = None
        if checked := hands.get(number):
            try:
                scored[number] = _score_hand(checked, state, tariff)
                line = scored[number].line
            except HandError as wrong:
                problems += [protocol.in_hand(number, checked.printed.first, one.message) for one in wrong.problems]
        lines.append(line or step(state, Voided(Passed(note=_LEFT_OUT), keeps_seats=True), tariff))
        state = lines[-1].state
    return lines, scored


def _score_hand(checked: CheckedHand, state: State, tariff: Tariff) -> ScoredHand:
    """Return the hand scored: it says its dealer only where another was due.

    Where the tariff asks who lost a Ramsch, it is who the sentence names.
    """
    dealer = checked.printed.dealer
    hand = checked.hand if dealer == state.dealer else replace(checked.hand, dealer=dealer)
    try:
        line = admit(state, hand, tariff)
    except UnclearHand:
        if not isinstance(hand, Ramsch) or not checked.said_to_lose:
            raise
        line = admit(state, replace(hand, losers=checked.said_to_lose), tariff)
    score = cast("Score", line.score)  # which only an event has not
    return ScoredHand(checked, line, score, {one.kind: one for one in checked.steps}, _own_steps(score.steps))


def _own_steps(steps: Sequence[Step]) -> dict[str, PriceStep]:
    """Return the steps that sklog makes of a hand, by kind: the price comes first, the others show in their labels.

    Whatever has another name is a Kontra, each of which has one of its own.
    """
    found = {}
    for place, (label, plus, times) in enumerate(steps):
        many, _blank, word = label.rpartition(" ")
        kind = _SAME.get(word, word) if place else protocol.BASE
        kind = kind if kind in protocol.KINDS else protocol.KONTRA
        found[kind] = PriceStep(kind, plus, times, int(many) if many.isdecimal() else 0)
    return found


# -- every difference ---------------------------------------------------------------------------------


def misprints(scored: Collection[ScoredHand]) -> list[Problem]:
    """Return everything that is printed otherwise than the cards make it, in the order of the file, which is not named.

    `scored` are all hands of the evening in their order.
    """
    found: list[Problem] = []
    offs = [_off(one.checked.printed.balances, one.line) for one in scored]
    before: dict[str, int] = {}
    for one, off, after in zip(scored, offs, [*offs[1:], None], strict=True):
        said = [*_wrong_sentences(one), *_wrong_price(one, scored)]
        if off != before:
            said.append((one.checked.printed.row_line, _wrong_balances(one.checked, before, off, after)))
        if after != before:
            before = off  # else this row alone is wrong
        found += [protocol.in_hand(one.checked.printed.number, line, message) for line, message in said]
    return found


def _off(printed: Mapping[str, int], line: Line) -> dict[str, int]:
    """Return by how much the printed balances differ from our own, where they do."""
    own = line.state.balances
    return {name: amount - own[name] for name, amount in printed.items() if amount != own[name]}


def _wrong_balances(
    checked: CheckedHand, before: Mapping[str, int], off: Mapping[str, int], after: Mapping[str, int] | None
) -> str:
    changed = {name: off.get(name, 0) - before.get(name, 0) for name in (*before, *off)}
    by = _and(f"{name} {amount:+d}" for name, amount in changed.items() if amount)
    if after == before:
        return _("the balances after this hand are off by {by}, those after the next are not: a copying error", by=by)
    if sum(checked.printed.balances.values()):
        return _("the balances do not add up to 0, they are off by {by}: a copying error", by=by)
    return _("from here on the balances are off by {by}", by=by)


# -- the price ----------------------------------------------------------------------------------------


def _wrong_price(here: ScoredHand, others: Collection[ScoredHand]) -> Differences:
    """Yield everything in the printed price of a hand that the cards make otherwise; `others` are all hands."""
    if isinstance(here.checked.hand, Passed):
        yield from _wrong_throw_in(here, others)
        return
    printed, value, said = here.checked.printed, here.score.value, here.checked.price_printed
    figures = {"said": said, "price": printed.price, "value": value}
    if said is None:
        yield printed.row_line, _("the sentence with the price is missing")
        reasons = []
    else:
        first = here.checked.steps[0]  # whose line stands for a step that is not printed
        found = ((here.theirs.get(kind, first).line, _reason(here, kind, others)) for kind in protocol.KINDS)
        reasons = [(at, reason) for at, reason in found if reason]
    if reasons:
        why = "; ".join(reason for _at, reason in reasons)
        text = _("the printed price is {said}; by the cards it is {value}: {why}", why=why, **figures)
        if said == value:
            text = _("the price is right, but its steps are not: {why}", why=why)
        yield reasons[0][0], text
    if said is not None and said != printed.price:
        text = _("the sentences give {said}, the column Preis has {price}; by the cards it is {value}", **figures)
        yield printed.row_line, text
    elif not reasons and printed.price != value:
        yield printed.row_line, _("the column Preis says {price}; by the cards it is {value}", **figures)


def _wrong_throw_in(here: ScoredHand, others: Collection[ScoredHand]) -> Differences:
    """Yield what is printed otherwise of a deal that nobody played.

    The column "Preis" may say what each pays into the Stock, what all pay, or nothing; but it says the same each time.
    """
    printed, tariff = here.checked.printed, here.line.tariff
    agreed = tariff.rounds.schieber_sum if tariff.rounds and printed.round == SCHIEBER else None
    for sentence in printed.of_kinds("schieber"):
        if (said := sentence.as_number("total")) != agreed:
            yield sentence.line, _("the sentence has {said}, elsewhere it is {own}", said=said, own=agreed)
    each = tariff.stock.pay_in if tariff.stock else 0
    possible = (each, each * len(printed.deal), 0)
    thrown_in = [one.checked.printed for one in others if isinstance(one.checked.hand, Passed)]
    elsewhere = (other.price for other in thrown_in if other.round == printed.round and other.price in possible)
    value = usual(elsewhere, each) if agreed is None else agreed
    if printed.price != value:
        text = _("the column Preis says {price}; elsewhere it is {value}", price=printed.price, value=value)
        yield printed.row_line, text


def _reason(here: ScoredHand, kind: str, others: Collection[ScoredHand]) -> str:
    """Return the likely reason why a step is another one; "" where it is not."""
    if here.agrees(kind):
        return ""
    theirs, ours = here.theirs.get(kind), here.ours.get(kind)
    words = {protocol.BASE: _("the game"), protocol.KLOPFER: "Klopfen", protocol.JUNGFRAUEN: "Jungfrau"}
    what = words.get(kind, kind)
    fact, group, rank = here.evidence(kind)
    witnesses = ((one, *one.evidence(kind)) for one in others if _is_witness(one, kind))
    alike = [(one, its) for one, _fact, its_group, its in witnesses if its_group == group]
    if theirs and ours and not (kind == protocol.LAUFENDE and theirs.many != ours.many):
        values = {"what": what, "theirs": _amount_of_step(theirs), "ours": _amount_of_step(ours)}
        if found := _first_hands(one for one, _rank in alike if kind in one.ours):
            return _("{what} makes {theirs} here but {ours} in {hands}", **values, hands=found)
        return _("{what} makes {theirs} here, not {ours}", **values)
    said = {"what": what, "fact": fact}
    if theirs:
        said["amount"] = _amount_of_step(theirs)
        if found := _first_hands(one for one, its in alike if kind not in one.ours and its >= rank):
            return _("{what} {amount} is printed, but {fact}, and {hands} pay nothing for it", **said, hands=found)
        return _("{what} {amount} is printed, but {fact}", **said)
    if found := _first_hands(one for one, its in alike if kind in one.ours and its <= rank):
        return _("{what} is not printed, but {fact}, and {hands} pay for it", **said, hands=found)
    return _("{what} is not printed, but {fact}", **said)


def _is_witness(other: ScoredHand, kind: str) -> bool:
    """Whether a hand shows what a kind of step makes: both make the same of it, and nothing is doubtful."""
    of_a_game = kind in (protocol.SCHNEIDER, protocol.SCHWARZ, protocol.LAUFENDE)
    return other.agrees(kind) and other.checked.sure and (not of_a_game or isinstance(other.line.entry, Played))


def _first_hands(hands: Iterable[ScoredHand]) -> str:
    """Return the numbers of the first hands; "" where there is none."""
    numbers = [one.checked.printed.number for one in islice(hands, MOST_HANDS_NAMED)]
    return _n("hand {named}", "hands {named}", len(numbers), named=_and(map(str, numbers))) if numbers else ""


def _amount_of_step(part: PriceStep) -> str:
    if part.kind == protocol.LAUFENDE:
        return f"{part.plus or 0:+d} ({part.many})"
    return f"{part.plus:+d}" if part.plus is not None else f"×{part.times or '?'}"


# -- the sentences ------------------------------------------------------------------------------------


_OF_ALL = frozenset({"result", protocol.BASE, protocol.KLOPFER, "stock"})
_SENTENCES = {
    Passed: frozenset({"passed", "schieber", "stock"}),
    Ramsch: _OF_ALL | {"augen", "tie", "jungfrau", protocol.JUNGFRAUEN},
    Played: _OF_ALL.union(protocol.KINDS, {"against"}) - {protocol.JUNGFRAUEN},
}
"""Which sentences are printed behind which kind of hand."""


def _wrong_sentences(one: ScoredHand) -> Differences:
    """Yield what the sentences say of the result otherwise than the cards."""
    checked = one.checked
    yield from _not_once(checked)
    known = _SENTENCES[type(checked.hand)]
    for sentence in checked.printed.prose:
        at = sentence.line
        if sentence.kind not in known:
            yield at, _("this sentence belongs to another kind of hand")
        elif sentence.kind == "against":
            yield from _figure(at, _("the opponents"), sentence.as_number("augen"), checked.augen(checked.opponents))
        elif sentence.kind == protocol.LAUFENDE and checked.run and (sentence.words["side"] == "Mit") != checked.ours:
            yield at, _("the Laufende are those of the other side by the cards")
        elif sentence.kind == "result":
            yield from _wrong_result(at, sentence.words, one)
        elif sentence.kind == "stock":
            yield from _wrong_stock(at, sentence.words["text"], one)
    if isinstance(checked.hand, Ramsch):
        yield from _wrong_ramsch(checked)


def _not_once(checked: CheckedHand) -> Differences:
    """Yield which sentences are missing, or stand twice."""
    printed, hand = checked.printed, checked.hand
    if "result" in _SENTENCES[type(hand)] and printed.first_of_kind("result") is None:
        yield printed.row_line, _("the sentence with the result is missing")
    if isinstance(hand, Played) and not checked.by_tricks and printed.first_of_kind("against") is None:
        yield printed.row_line, _("the sentence with the opponents' Augen is missing")
    for kind in ("result", "against"):
        for sentence in [*printed.of_kinds(kind)][1:]:
            yield sentence.line, _("this sentence is here twice")


def _wrong_ramsch(checked: CheckedHand) -> Differences:
    """Yield what the sentences say otherwise of who took what in a Ramsch."""
    virgins, augen = checked.virgins, checked.took.augen
    most = sorted(augen.values())
    for kind, words, at in checked.printed.prose:
        who = words.get("who", "")
        if kind == "augen":
            yield from _figure(at, who, int(words["augen"]), augen[who])
        elif kind == "jungfrau" and who not in virgins:
            yield at, _("{name} is noted as Jungfrau, but took a trick", name=who)
        elif kind == protocol.JUNGFRAUEN and int(words["count"]) != len(virgins):
            yield at, _n("{n} Jungfrau by the cards", "{n} Jungfrauen by the cards", len(virgins))
        elif kind == "tie" and most[-1] != most[-2]:
            yield at, _("by the cards, nobody else has as many Augen")
    said = {sentence.words["who"] for sentence in checked.printed.of_kinds("jungfrau")}
    if said and (missing := [name for name in virgins if name not in said]):
        text = _("{names} took no trick, but is not noted as Jungfrau", names=_and(missing))
        yield checked.printed.row_line, text


def _figure(at: int, who: str, said: int, own: int) -> Differences:
    if said != own:
        yield at, _("the printed Augen of {who} are {said}; by the cards there are {own}", who=who, said=said, own=own)


def _wrong_result(at: int, words: Mapping[str, str], one: ScoredHand) -> Differences:
    """Yield what the sentence about the result says otherwise."""
    checked, who, won = one.checked, words["who"].split("\n"), words["verb"] == protocol.WON
    said, meant = protocol.announced(words["game"]), checked.printed.said
    if said is None or meant is None or said._replace(suit=said.suit or meant.suit) != meant:
        yield at, _("the result names a different game from the one announced: {game}", game=words["game"])
    if not checked.declarers:
        losers = getattr(one.score.outcome, "losers", ())
        if not won and set(who) != set(losers):
            yield at, _("{name} is noted as the loser; by the cards it is {own}", name=_and(who), own=_and(losers))
        return
    declarer, *partner = checked.declarers
    if partner and words["partner"] not in (None, *partner):
        text = _("{name} is noted as the partner; by the cards it is {own}", name=words["partner"], own=partner[0])
        yield at, text
    augen = checked.augen(checked.declarers)
    if who != [declarer]:
        yield at, _("the result is given for {name}, but {own} plays", name=_and(who), own=declarer)
    elif won and declarer not in one.winners:
        yield at, _("it is noted as won, but was lost with {augen} Augen", augen=augen)
    elif not won and declarer in one.winners:
        yield at, _("it is noted as lost, but was won with {augen} Augen", augen=augen)


def _wrong_stock(at: int, text: str, one: ScoredHand) -> Differences:
    """Yield the figures of a sentence about the Stock that it neither held nor moved."""
    people = len(one.checked.declarers) or len(one.checked.printed.deal)
    change, before, after = abs(one.score.postings[STOCK]), one.line.table.stock, one.line.state.balances[STOCK]
    known = {before, after, change, change // people, before // people}
    if strange := [number for number in re.findall(r"\d+", text) if int(number) not in known]:
        said = {"numbers": _and(strange), "before": before, "after": after}
        yield at, _("the sentence has {numbers}; the Stock had {before} and has {after}", **said)
