"""What is printed against what the cards make: every price and every balance of every hand.

    Facts ──sklog's own fold, one tariff──▶ value, steps, balances
    printed sentences, steps, "Preis", balances ──compared──▶ a sentence for each hand that differs, and why

A slip of the pen and a real difference look different: balances that are off after one hand only are a copying
error, those that stay off are another result. The likely reason names the hands that say otherwise.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sklog.errors import HandError, Problem, UnclearHand
from sklog.importers.netschafkopf.facts import BETTEL
from sklog.importers.netschafkopf.pricing import Folded, priced, wrong_price
from sklog.importers.netschafkopf.prose import WON, announced
from sklog.language import _, _and, _n
from sklog.scoring.evening import step
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Voided

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.importers.netschafkopf.chain import Moved
    from sklog.importers.netschafkopf.facts import Facts
    from sklog.scoring.hand import Dealt
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff


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
