"""What became of a hand, in words: "Sauspiel: Anna and Christl won, 93 Augen, Schneider, 3 Laufende"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _and, _n
from sklog.reports.format import amount, currency, in_words
from sklog.scoring.hand import OPPONENTS, Played, Posting, Ramsch, count
from sklog.scoring.judge import Outcome
from sklog.scoring.ramsch import RamschOutcome
from sklog.scoring.tariff import BOCK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.scoring.hand import Hand
    from sklog.scoring.payout import Score
    from sklog.scoring.tariff import Tariff


def result_words(hand: Hand, tariff: Tariff, made: Score | None = None, *, bock: bool = True) -> str:
    """Return what became of a hand: who won or lost what, and everything that made it dearer.

    With its score that is what the tariff paid; without one, as for a void hand, what was said of it. Without `bock`
    the Bock is left out, where a column of its own tells it.
    """
    if isinstance(hand, Posting):
        each = (f"{name} {amount(moved, tariff.unit, signed=True)}" for name, moved in hand.amounts.items())
        moved = f"{', '.join(each)} {currency(tariff.unit)}"
        return f"{hand.note}: {moved}" if hand.note else moved
    if isinstance(hand, Played):
        said = _played(hand, tariff, made)
    elif isinstance(hand, Ramsch):
        said = _ramsch(hand, tariff, made)
    else:
        said = _("thrown in")
    extras = [in_words(label, tariff.words) for label in (_paid(made, tariff, bock=bock) if made else _facts(hand))]
    words = ", ".join([said, *extras])
    return f"{words} ({hand.note})" if hand.note else words


def _paid(made: Score, tariff: Tariff, *, bock: bool) -> Iterator[str]:
    """Yield what was added and multiplied behind the game itself; the words of a Ramsch tell its Jungfrauen."""
    outcome = made.outcome
    for step in made.steps[1:]:
        doubling = tariff.doubling(step, outcome) if outcome else ""
        if (bock or doubling != BOCK) and (doubling or not isinstance(outcome, RamschOutcome)):
            yield step.label


def _facts(hand: Hand) -> Iterator[str]:
    if isinstance(hand, Posting):
        return
    if isinstance(hand, Played):
        said = {"Schwarz": hand.schwarz, "Schneider": hand.schneider and not hand.schwarz, "Tout": hand.tout,
                "Sie": hand.sie}  # fmt: skip
        yield from (word for word, holds in said.items() if holds)
        if hand.laufende:
            of_whom = "{n} Laufende" if hand.laufende_of != OPPONENTS else _("{n} Laufende of the opponents")
            yield of_whom.format(n=hand.laufende)
    if count(hand.klopfer):
        yield f"{count(hand.klopfer)} Klopfer"
    if isinstance(hand, Played) and count(hand.kontra):
        yield f"{count(hand.kontra)} × Kontra"


def _played(hand: Played, tariff: Tariff, made: Score | None) -> str:
    game = tariff.game(hand.game)
    title = game.title if game else hand.game
    if hand.suit:
        title = f"{hand.suit.capitalize()}-{title}"
    outcome = made.outcome if made and isinstance(made.outcome, Outcome) else None
    if outcome and outcome.draw:
        return _("{game}: 60:60, nobody pays", game=in_words(title, tariff.words))
    won = hand.won if outcome is None else outcome.won
    people = (
        (outcome.declarers if outcome else ()) or hand.winners or tuple(filter(None, (hand.declarer, hand.partner)))
    )
    said = _became(in_words(title, tariff.words), people, won=True if hand.winners else won)
    return said if hand.augen is None else _("{result} with {augen} Augen", result=said, augen=hand.augen)


def _became(game: str, people: Sequence[str], *, won: bool | None) -> str:
    """Return who won a game or lost it; where nobody knows that, who played it."""
    names, many = {"game": game, "people": _and(people)}, len(people)
    if won is None:
        return _n("{game}: {people} played", "{game}: {people} played", many, **names)
    if won:
        return _n("{game}: {people} won", "{game}: {people} won", many, **names)
    return _n("{game}: {people} lost", "{game}: {people} lost", many, **names)


def _ramsch(hand: Ramsch, tariff: Tariff, made: Score | None) -> str:
    outcome = made.outcome if made and isinstance(made.outcome, RamschOutcome) else None
    game = in_words("Ramsch", tariff.words)
    marched = outcome.winner if outcome else hand.durchmarsch
    if marched:
        return _("{game}: Durchmarsch of {name}", game=game, name=marched)
    losers = outcome.losers if outcome else hand.losers
    if not losers:
        return game
    said = _became(game, losers, won=False)
    augen = {hand.augen[name] for name in losers if name in hand.augen} if hand.augen else set()
    if len(augen) == 1:
        said = _("{result} with {augen} Augen", result=said, augen=augen.pop())
    virgins = outcome.jungfrauen if outcome else hand.jungfrauen or ()
    if not virgins:
        return said
    named = _and(virgins)
    return _n("{result}, {people} Jungfrau", "{result}, {people} Jungfrauen", len(virgins), result=said, people=named)
