"""What a hand cost and why: the report with its calculation, and the answer that programs get.

`calc` prints that answer as JSON, and `replay` prints it for every hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import _, _and, _c, _n
from sklog.reports.format import in_words
from sklog.reports.model import Column, Fact, Kind, Report, Struck, accounts, known, payments, section, section_of
from sklog.reports.sentences import because, counter_words, round_words, stock_parts, uncounted
from sklog.scoring.canonical import to_json
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.judge import ties
from sklog.scoring.outcome import Outcome, RamschOutcome
from sklog.scoring.payout import STOCK, Score, parted
from sklog.scoring.ramsch import tied_by_seat
from sklog.scoring.state import Voided
from sklog.scoring.tariff import BOCK, KLOPFEN, KONTRA, OTHERS, ROUND, TAKER, TOGETHER, round_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.hand import Hand
    from sklog.scoring.outcome import Step
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff


def answer(hand: Hand, score: Score, balances: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return `{hand, value, postings, steps}` and, where there is an evening, `balances` after the hand.

    Amounts are whole cents or points. The Stock is the last of the accounts.
    """
    return {
        "hand": to_json(hand),
        "value": score.value,
        "postings": accounts(score.postings),
        "steps": [step_json(step) for step in score.steps],
        **({} if balances is None else {"balances": accounts(balances)}),
    }


def line_answer(line: Line) -> dict[str, Any]:
    """Return the answer to a hand of an evening. A voided one says so, and is worth nothing.

    ValueError for an event, which has no price.
    """
    if isinstance(line.entry, Voided):
        said = answer(line.entry.hand, Score(0, dict.fromkeys(line.table.seats, 0)), line.state.balances)
        return {**said, "hand": {**said["hand"], "void": True}}
    return answer(*scored(line), line.state.balances)


def step_json(step: Step) -> dict[str, Any]:
    """Return `{label, plus}` or `{label, times}`."""
    if step.times is not None:
        return {"label": step.label, "times": step.times}
    return {"label": step.label, "plus": step.plus or 0}


# -- the reports --------------------------------------------------------------------------------------


PEOPLE = "people"


def explain_report(
    line: Line, before: State, tariff: Tariff, text: str, was: Sequence[str] = (), *, recorded: bool = True
) -> Report:
    """Return why the hand of `line` cost what it cost. `before` is the state it was played in.

    `text` is its shorthand, `was` what was recorded first where it was fixed. A hand that was not `recorded`
    is explained as the next one. ValueError for an event, which has no price.
    """
    title = _("Hand {number}: {hand}", number=line.number, hand=text)
    if not recorded:
        title = _("Would be hand {number} (not recorded): {hand}", number=line.number, hand=text)
    facts = known(
        Fact("tariff", _("Tariff"), tariff.title or tariff.name),
        Fact("void", _("Void"), Struck(text) if isinstance(line.entry, Voided) else None),
        *(Fact("was", _("Was"), Struck(old)) for old in was),
        Fact("dealer", _("Dealer"), line.table.dealer, Kind.NAME),
    )
    if isinstance(line.entry, Voided):
        notes: tuple[str, ...] = (_("This hand is void: it counts as never dealt."),)
        sections: tuple[Section, ...] = (_people(line.entry.hand, line, before),)
    else:
        hand, made = scored(line)
        notes = tuple(remarks(hand, made, tariff))
        flow = payments("payments", _("Who pays whom"), Kind.PRICE, flows(made))
        parts = flow, _stock(made, line, before), _people(hand, line, before), _evening(line, before)
        sections = (*calculation(hand, line, before), *parts)
    return Report("explain", title, tariff.unit, facts, sections, notes, line_answer(line), PEOPLE)


def scored(line: Line) -> tuple[Hand, Score]:
    """Return a hand and its score; ValueError for anything else that stands in an evening."""
    if line.score is None or not isinstance(line.entry, (Played, Ramsch, Passed, Posting)):
        raise ValueError(f"{line.entry!r} is no hand with a score")
    return line.entry, line.score


# -- the calculation ----------------------------------------------------------------------------------


def calculation(hand: Hand, line: Line, before: State | None = None) -> tuple[Section, ...]:
    """Return a row for each step, with who said it where the table noted names, and the value as the last row.

    Nothing where there are no steps.
    """
    tariff, made = line.tariff, scored(line)[1]
    if not made.steps:
        return ()
    rows: list[Row] = []
    for place, step in enumerate(made.steps):
        plus = None if step.times is not None else step.plus or 0
        sign = "" if plus is None else "-" if plus < 0 else "+" if place else ""
        label, said_by = in_words(step.label, tariff.words), _by_whom(step, hand, line, before)
        rows.append((sign, label, plus and abs(plus), step.times, said_by))
    rows += [("", in_words(one, tariff.words), 0, None, None) for one in uncounted(hand, made, tariff)]
    rows.append(("=", _c("calculation", "value"), made.value, None, None))
    columns = (
        Column("sign", ""),
        Column("step", ""),
        Column("plus", "", Kind.PRICE),
        Column("times", "", Kind.FACTOR, optional=True),
        Column("by", "", Kind.PROSE, optional=True),
    )
    return (section("steps", _("Calculation"), columns, rows),)


def _by_whom(step: Step, hand: Hand, line: Line, before: State | None) -> str | None:
    """Return who knocked, who said which Kontra, where the table noted names; and what brought Bock."""
    outcome, tariff = line.score.outcome if line.score else None, line.tariff
    if step.times is None or outcome is None or not isinstance(hand, (Played, Ramsch)):
        return None
    doubling = tariff.doubling(step, outcome)
    kinds = tariff.doublings.together if doubling == TOGETHER else (doubling,)
    said = [
        ", ".join(hand.klopfer) if KLOPFEN in kinds and not isinstance(hand.klopfer, int) else None,
        _by_chain(hand, outcome, line) if KONTRA in kinds and outcome.kontra else None,
    ]
    if BOCK in kinds and outcome.bock:
        since = before and "; ".join(dict.fromkeys(map(because, before.bock_since)))
        said.append(since if hand.bock is None else _("as the table said"))
    if doubling == ROUND:
        since = before and before.round_since and because(before.round_since)
        said.append(since if hand.round is None else _("as the table said"))
    return ", ".join(filter(None, said)) or None


def _by_chain(hand: Played | Ramsch, outcome: Outcome | RamschOutcome, line: Line) -> str | None:
    """Return who said which Kontra, where the table noted names, or what round had one by itself.

    "Kontra: Dani, Re: Anna"; with one alone only who.
    """
    chain = line.tariff.chain_in(outcome.game)
    if not hand.kontra:  # nobody said it
        return line.table.round and round_title(line.table.round)
    if isinstance(hand.kontra, int) or chain is None:
        return None
    first = outcome.kontra - len(hand.kontra) + 1  # a Hadsch has its first Kontra without a word
    words = [f"{chain.level(level)}: {who}" for level, who in enumerate(hand.kontra, first)]
    return hand.kontra[0] if outcome.kontra == 1 else ", ".join(words)


# -- who pays whom ------------------------------------------------------------------------------------


def flows(made: Score) -> Iterator[tuple[str, str, int]]:
    """Yield (payer, payee, amount) of one hand: the game's own payments first, then what the Stock moves.

    Amounts are cents or points, above 0.
    """
    for part in parted(made):
        yield from _paired(part)
    for part in stock_parts(made):
        yield from _paired({**part, STOCK: -sum(part.values())})


def _paired(amounts: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """Yield payments that make these amounts, which sum to zero, in the order of the names."""
    left = dict(amounts)
    for payer in [name for name, amount in amounts.items() if amount < 0]:
        for payee in [name for name, amount in amounts.items() if amount > 0]:
            paid = min(-left[payer], left[payee])
            if paid > 0:
                yield payer, payee, paid
                left[payer] += paid
                left[payee] -= paid


def _stock(made: Score, line: Line, before: State) -> Section:
    """Return what the Stock held, who paid in and who took out, and what it holds; no rows where it did not move."""
    first, again = stock_parts(made)
    moved = [(_("paid in by") if amount < 0 else _("taken out by"), name, abs(amount))
             for name, amount in first.items() if amount]  # fmt: skip
    moved += [(_("paid in again by"), name, -amount) for name, amount in again.items()]
    held = (_("held before"), None, before.stock), (_("holds after"), None, line.state.stock)
    columns = (Column("what", ""), Column("who", "", Kind.NAME), Column("amount", "", Kind.PRICE))
    rows = (held[0], *moved, held[1]) if moved else ()
    return section("stock", line.tariff.words.get("stock", STOCK), columns, rows)


# -- people and the evening ---------------------------------------------------------------------------


def _people(hand: Hand, line: Line, before: State) -> Section:
    """Return everybody's part in the hand, the change, and the balance before and after."""
    moved = line.score.postings if line.score else {}
    fields: list[Field[str]] = [
        (Column("name", _("Name"), Kind.NAME), lambda name: name),
        (Column("part", _("Part")), lambda name: role(name, hand, line)),
        (Column("change", _("Change"), Kind.MONEY), lambda name: moved.get(name, 0)),
        (Column("before", _("Before"), Kind.MONEY), lambda name: before.balances.get(name, 0)),
        (Column("after", _("After"), Kind.MONEY), lambda name: line.state.balances[name]),
    ]
    names = [name for name in accounts(line.state.balances) if name in line.table.seats or moved.get(name)]
    return section_of(PEOPLE, _("Balances"), names, fields)


def role(name: str, hand: Hand, line: Line) -> str | None:
    """Return in a word what somebody was in this hand."""
    if name not in line.table.seats or not isinstance(hand, (Played, Ramsch, Passed)):
        return None
    if name not in line.table.active:
        return _("sits out")
    outcome = line.score.outcome if line.score else None
    if outcome is None:
        return None
    if isinstance(outcome, RamschOutcome):
        if outcome.winner is not None:
            return "Durchmarsch" if name == outcome.winner else None
        return _("lost") if name in outcome.losers else "Jungfrau" if name in outcome.jungfrauen else None
    if not outcome.declarers:
        return _("won") if name in outcome.winners else _("lost")
    if name in outcome.declarers:
        return _("declarer") if name == outcome.declarers[0] else _("partner")
    return _("opponent")


def _evening(line: Line, before: State) -> Section:
    """Return what the evening remembered before the hand and after it."""
    stock = line.tariff.words.get("stock", STOCK)
    fields: list[Field[tuple[str, State]]] = [
        (Column("when", ""), lambda row: row[0]),
        (Column("deals", _("Deals"), Kind.NAME), lambda row: row[1].dealer),
        (Column("stock", stock, Kind.PRICE, optional=True), lambda row: row[1].stock),
        (Column("bock", "Bock", Kind.PROSE, optional=True), lambda row: "; ".join(counter_words(row[1])) or None),
        (Column("round", _("Round"), Kind.PROSE, optional=True),
         lambda row: round_words(row[1]) if row[1].round else None),
    ]  # fmt: skip
    return section_of("evening", _("The evening"), [(_("before"), before), (_("after"), line.state)], fields)


def remarks(hand: Hand, made: Score, tariff: Tariff) -> Iterator[str]:
    """Yield what the figures do not say by themselves."""
    outcome = made.outcome
    if isinstance(outcome, Outcome) and not outcome.draw:
        if len(outcome.winners) != len(outcome.losers):
            yield _("One against all: the value is settled with each opponent.")
        if isinstance(hand, Played) and ties(hand, outcome.game):
            if tariff.kreuz.tie == TAKER and outcome.won:
                yield _("60:60 over Kreuz is won by the side that took the game over.")
            elif tariff.kreuz.tie == OTHERS and not outcome.won:
                yield _("60:60 over Kreuz is lost by the side that took the game over.")
        alone = outcome.laufende and tariff.laufende and tariff.laufende.callers_alone(outcome)
        game = [made.postings[name] - made.stock.get(name, 0) for name in outcome.declarers]
        if alone and len(set(game)) > 1:
            yield _("The opponents held the Laufende: only the caller pays or gets them.")
    if isinstance(outcome, RamschOutcome) and any(made.postings.values()):
        yield from _remarks_of_a_ramsch(hand, outcome, tariff)
    if note := getattr(hand, "note", ""):
        yield _("Note: {note}", note=note)


def _remarks_of_a_ramsch(hand: Hand, outcome: RamschOutcome, tariff: Tariff) -> Iterator[str]:
    one_lost = outcome.winner is None and len(outcome.losers) == 1
    if one_lost and isinstance(hand, Ramsch) and (tied := tied_by_seat(hand, tariff.ramsch.tie)):
        people, loser = _and(tied), outcome.losers[0]
        yield _("{people} tie: {loser} sits first from the dealer's left, and loses.", people=people, loser=loser)
    if outcome.ranking:
        yield _("Two lose: the player with the most pays the one with the fewest, the second pays the third.")
    elif len(outcome.losers) > 1 and outcome.winner is None:
        yield _("A shared loss: odd cents are paid by the first of them left of the dealer.")
    if outcome.shots:
        yield _n(
            "{people} doubled: pays and gets twice as much, up to a ceiling.",
            "{people} doubled: each pays and gets twice as much, up to a ceiling.",
            len(outcome.shots),
            people=_and(outcome.shots),
        )
