"""From the words of a command to a hand: shorthand, or one canonical hand in JSON."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

import typer

from sklog.cli.common import plain
from sklog.errors import HandError, InvalidHand
from sklog.language import N_, _
from sklog.notation import read
from sklog.scoring.evening import refusal, table_for
from sklog.scoring.state import Voided, is_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from sklog.scoring.hand import Hand, Names
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

LONGEST_LINE = 1_000_000  # bytes: of a hand in JSON, and of a line that is piped in
NO_TEXT = N_("that is no text in UTF-8")


def hand_from_words(words: Sequence[str], state: State, tariff: Tariff, dealt_in: Names = ()) -> Hand:
    """Return the hand that a line of shorthand says at this table; raise HandError with all problems.

    `dealt_in` are those dealt in where that is not as the evening would have it.
    """
    table = table_for(state, None, tariff)
    active = [name for name in state.seats if name in (dealt_in or table.active)]
    try:
        return read(" ".join(words), state.seats, active, tariff, table.round)
    except HandError as error:
        wrong = refusal(error, state, tariff)
        if any(word.startswith("--") for word in words):
            raise InvalidHand(*wrong.problems, _("options stand before the hand")) from None
        raise wrong from None


def said_hand(words: Sequence[str], command: str) -> list[str]:
    """Return the words of a hand; without any the command was used wrongly."""
    if not words:
        raise typer.BadParameter(
            _("say a hand, such as: sklog {command} s ac nl3; sklog add --help shows the letters", command=command)
        )
    return list(words)


def json_text(words: Sequence[str]) -> str:
    """Return the JSON that was typed; `-` or nothing reads standard input, before a ledger is opened."""
    text = " ".join(words)
    if text not in ("", "-"):
        return text
    said = sys.stdin.buffer.read(LONGEST_LINE + 1)
    if len(said) > LONGEST_LINE:
        raise InvalidHand(_too_long())
    try:
        return said.decode()
    except UnicodeDecodeError:
        raise InvalidHand(_(NO_TEXT)) from None


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream, one in memory at a time; raise InvalidHand at one that is longer than any hand."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise InvalidHand(_too_long())
        yield line


def _too_long() -> str:
    return _("more than {most:,} bytes in one line: that is no hand", most=LONGEST_LINE)


def hand_from_json(words: Sequence[str], state: State, tariff: Tariff) -> Hand:
    """Return the canonical hand of a JSON text; raise HandError with all problems."""
    from sklog.scoring.canonical import from_json, require_short  # noqa: PLC0415

    data = parsed(" ".join(words))
    if not isinstance(data, dict):
        raise InvalidHand(_('a hand in JSON is an object, such as {"game": "wenz", "declarer": "Bene", "won": true}'))
    try:
        require_short(data, tariff.games)
        return from_json(data, state.everybody, tariff.games)
    except HandError as error:
        raise refusal(error, state, tariff) from None


def parsed(text: str | bytes) -> object:
    """Return what a JSON text holds; raise InvalidHand where it is none."""
    import json  # noqa: PLC0415  only with JSON

    try:
        return json.loads(text, object_pairs_hook=_without_twins)
    except UnicodeDecodeError:
        raise InvalidHand(_(NO_TEXT)) from None
    except RecursionError:
        raise InvalidHand(_("that is no hand: it is nested too deeply")) from None
    except json.JSONDecodeError as error:
        raise InvalidHand(_("that is no JSON: {reason}", reason=error)) from None
    except ValueError:  # what the interpreter says of a number with thousands of digits
        raise InvalidHand(_("a number in it is too large to be kept (64 bit)")) from None


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    twins = [key for key, count in Counter(key for key, __ in pairs).items() if count > 1]
    if twins:
        raise InvalidHand(_("{keys} stands there twice: which one is meant?", keys=", ".join(map(repr, twins))))
    return dict(pairs)


def described(line: Line) -> str:
    """Return the shorthand of a hand and what it costs, on one line."""
    from sklog.notation import write  # noqa: PLC0415
    from sklog.reports.sentences import cost  # noqa: PLC0415

    hand = line.entry.hand if isinstance(line.entry, Voided) else line.entry
    if is_event(hand):
        raise TypeError(f"{hand!r} is no hand")
    text = write(hand, line.table.seats, line.tariff, line.table.active)  # type: ignore[arg-type]  # no event
    worth = cost(line.score, line.tariff) if line.score else ""
    return f"{text}  ·  {worth}" if worth else text


def understood(line: Line, *, dry_run: bool) -> str:
    """Return how a recorded hand was understood, and what it costs: the first line of the answer to `add`."""
    if dry_run:
        return plain(_("Would be hand {number} (not stored): {hand}", number=line.number, hand=described(line)))
    return plain(_("Hand {number}: {hand}", number=line.number, hand=described(line)))
