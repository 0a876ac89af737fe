"""From the words of a command to a hand: shorthand, or one canonical hand in JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sklog.cli.common import plain
from sklog.errors import HandError, InvalidHand
from sklog.notation import read
from sklog.scoring.evening import refusal, table_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.ledger.evenings import Evening
    from sklog.scoring.evening import Line, State
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

NO_TEXT = "that is no text in UTF-8"
WHAT_TO_TYPE = "say a hand, such as: sklog add s ac nl3 (sklog add --help shows the letters)"


def hand_from_words(words: Sequence[str], state: State, tariff: Tariff) -> Hand:
    """Return the hand that a line of shorthand says at this table; raise HandError with all problems."""
    if not words:
        raise InvalidHand(WHAT_TO_TYPE)
    table = table_for(state, None, tariff)
    active = [name for name in state.seats if name in table.active]
    try:
        return read(" ".join(words), state.seats, active, tariff, table.round)
    except HandError as error:
        raise refusal(error, state, tariff) from None


def json_text(words: Sequence[str]) -> str:
    """Return the JSON that was typed; `-` or nothing reads standard input, before a ledger is opened."""
    text = " ".join(words)
    if text not in ("", "-"):
        return text
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise InvalidHand(NO_TEXT) from None


def hand_from_json(words: Sequence[str], state: State, tariff: Tariff) -> Hand:
    """Return the canonical hand of a JSON text; raise HandError with all problems."""
    from sklog.scoring.canonical import from_json  # noqa: PLC0415

    data = parsed(" ".join(words))
    if not isinstance(data, dict):
        raise InvalidHand('a hand in JSON is an object, such as {"game": "wenz", "declarer": "Bene", "won": true}')
    try:
        return from_json(data, tuple(name for name in state.balances if name != "Stock"))
    except HandError as error:
        raise refusal(error, state, tariff) from None


def parsed(text: str | bytes) -> object:
    """Return what a JSON text holds; raise InvalidHand where it is none."""
    import json  # noqa: PLC0415  only with JSON

    try:
        return json.loads(text)
    except UnicodeDecodeError:
        raise InvalidHand(NO_TEXT) from None
    except RecursionError:
        raise InvalidHand("that is no hand: it is nested too deeply") from None
    except ValueError as error:
        raise InvalidHand(f"that is no JSON: {error}") from None


def understood(line: Line, evening: Evening, hand: Hand, *, dry_run: bool) -> str:
    """Return how a recorded hand was understood, and what it costs: the first line of the answer to `add`."""
    from sklog.notation import write  # noqa: PLC0415
    from sklog.reports.words import cost  # noqa: PLC0415

    text = write(hand, evening.state.seats, evening.tariff, line.table.active)
    worth = cost(line.score, evening.tariff) if line.score else ""
    number = f"Hand {line.number}" if not dry_run else f"Would be hand {line.number} (not stored)"
    return plain(f"{number}: {text}" + (f"  ·  {worth}" if worth else ""))
