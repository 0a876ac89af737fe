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
from sklog.importers.netschafkopf.pricing import Folded, wrong_price
from sklog.importers.netschafkopf.prose import WON, announced
from sklog.language import _, _and, _n
from sklog.scoring.evening import step
from sklog.scoring.hand import Passed, Ramsch
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
    before: dict[str, int] = {}
    for place, one in enumerate(folded):
        if one.moved is None:
            continue
        printed = one.moved.facts.printed
        text = _("hand {number}", number=one.number)
        off = _off(one)
        said = [*_wrong_sentences(one.moved.facts, one.line), *wrong_price(one, folded)]
        if off != before:
            after = next((_off(later) for later in folded[place + 1 :] if later.moved is not None), None)
            said.append((printed.row, _wrong_balances(one, before, off, after)))
            if after == before:
                off = before
        before = off
        found += [Problem(f"{text}: {message}", where, line) for line, message in said]
    return found


def _off(one: Folded) -> dict[str, int]:
    """Return by how much the printed balances differ from our own, where they do."""
    assert one.moved is not None  # noqa: S101  whoever calls has asked
    own, printed = one.line.state.balances, one.moved.facts.printed.balances
    return {name: amount - own[name] for name, amount in printed.items() if amount != own[name]}


def _wrong_balances(
    one: Folded, before: Mapping[str, int], off: Mapping[str, int], after: Mapping[str, int] | None
) -> str:
    changed = {name: off.get(name, 0) - before.get(name, 0) for name in (*before, *off)}
    by = _and(f"{name} {amount:+d}" for name, amount in changed.items() if amount)
    assert one.moved is not None  # noqa: S101  whoever calls has asked
    uneven = sum(one.moved.facts.printed.balances.values())
    if after == before:
        return _("the balances after this hand are off for {by}, those after the next are not: a copying error", by=by)
    if uneven:
        return _("the balances do not add up to 0, they are off for {by}: a copying error", by=by)
    return _("from here on the balances are off for {by}", by=by)


def _wrong_sentences(facts: Facts, line: Line) -> Iterator[tuple[int, str]]:
    """Yield what the sentences say of the result otherwise than the cards."""
    printed = facts.printed
    virgins = [name for name, one in facts.took.items() if not one.tricks] if isinstance(facts.hand, Ramsch) else []
    for at, sentence in printed.prose:
        words = sentence.words
        if sentence.kind == "against" and facts.declarers:
            yield from _figure(at, _("the opponents"), sentence.number("augen"), facts.augen(facts.opponents))
        elif sentence.kind == "augen" and words["who"] in facts.took:
            yield from _figure(at, words["who"], sentence.number("augen"), facts.took[words["who"]].augen)
        elif sentence.kind == "jungfrau" and facts.took and facts.took[words["who"]].tricks:
            yield at, _("{name} is said to be Jungfrau, and made a trick", name=words["who"])
        elif sentence.kind == "laufende" and facts.run and (words["side"] == "Mit") != facts.ours:
            yield at, _("the Laufende are those of the other side by the cards")
        elif sentence.kind == "jungfrauen" and sentence.number("count") != len(virgins):
            yield at, _n("{n} Jungfrau by the cards", "{n} Jungfrauen by the cards", len(virgins))
        elif sentence.kind == "result":
            yield from _wrong_result(at, words, facts, line)
        elif sentence.kind == "stock":
            yield from _wrong_stock(at, words["text"], line, len(facts.declarers) or len(printed.deal))
    said = {sentence.words["who"] for _at, sentence in printed.all("jungfrau")}
    if said and (missing := [name for name in virgins if name not in said]):
        yield printed.row, _("{names} made no trick, and is not said to be Jungfrau", names=_and(missing))


def _figure(at: int, who: str, said: int, own: int) -> Iterator[tuple[int, str]]:
    if said != own:
        yield at, _("{said} Augen of {who} are printed; by the cards there are {own}", who=who, said=said, own=own)


def _wrong_result(at: int, words: Mapping[str, str], facts: Facts, line: Line) -> Iterator[tuple[int, str]]:
    """Yield what the sentence about the result says otherwise."""
    said, who = announced(words["game"]), tuple(words["who"].split("\n"))
    printed, outcome = facts.printed, line.score and line.score.outcome
    if printed.said is None or outcome is None:
        yield at, _("a result is printed of a hand that nobody played")
        return
    named_alike = said is not None and (said.game, said.extra) == (printed.said.game, printed.said.extra)
    if said is None or not named_alike or (said.suit or printed.said.suit) != printed.said.suit:
        yield at, _("the result names another game than was announced: {game}", game=words["game"])
    partner = words["partner"]
    if partner and facts.declarers and partner not in facts.declarers[1:]:
        yield (
            at,
            _(
                "{name} is said to be the partner; by the cards it is {own}",
                name=partner,
                own=_and(facts.declarers[1:]) if facts.declarers[1:] else "–",
            ),
        )
    won = words["verb"] == WON
    if facts.declarers and who != facts.declarers[:1]:
        yield at, _("the result is that of {name}, but {own} plays", name=_and(who), own=facts.declarers[0])
    elif facts.declarers and outcome.winners and won != (facts.declarers[0] in outcome.winners):  # type: ignore[union-attr]
        augen = facts.augen(facts.declarers)
        if won:
            yield at, _("it is said to be won, and lost with {augen} Augen", augen=augen)
        else:
            yield at, _("it is said to be lost, and won with {augen} Augen", augen=augen)
    elif not facts.declarers and not won and set(who) != set(outcome.losers):
        yield at, _("{name} is said to have lost; by the cards it is {own}", name=_and(who), own=_and(outcome.losers))


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
