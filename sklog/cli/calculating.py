"""calc: the price of a hand, nothing stored; JSON Lines in and out for scripts."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TextIO

import typer

from sklog.cli import common, printing
from sklog.cli.common import Format, Output, TariffName
from sklog.cli.evening import DEFAULT_TARIFF, names_of
from sklog.errors import HandError, InvalidHand, NotFound, Refused, SklogError
from sklog.language import _, speak

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sklog.scoring.tariff import Tariff

app = typer.Typer()

DEFAULT_PLAYERS = "A,B,C,D"


@app.command("calc", context_settings=common.HAND_FROM_HERE)
def calc(
    hand: Annotated[
        list[str] | None, typer.Argument(help="A hand in shorthand; or the file of --jsonl.", metavar="HAND…")
    ] = None,
    tariff: TariffName = None,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B,C,D", help="Who sits there; the first deals.")
    ] = DEFAULT_PLAYERS,
    stock: Annotated[str, typer.Option("--stock", metavar="AMOUNT", help="What the Stock holds.")] = "0",
    json: Annotated[bool, typer.Option("--json", help="HAND is one canonical hand in JSON (- reads it).")] = False,
    jsonl: Annotated[
        str | None,
        typer.Option("--jsonl", metavar="FILE", help='Lines {"players": […], "hand": {…}, "stock": 0}; - reads stdin.'),
    ] = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Say what a hand costs; nothing is stored."""
    from sklog.tariffs import find  # noqa: PLC0415

    rules = find(DEFAULT_TARIFF if tariff is None else tariff, Path.cwd())
    if jsonl is not None:
        raise typer.Exit(1 if _answer_lines(jsonl, rules, output) else 0)
    from sklog.cli import hands  # noqa: PLC0415
    from sklog.notation import write  # noqa: PLC0415
    from sklog.reports.explaining import calc_report  # noqa: PLC0415
    from sklog.scoring.evening import start, step  # noqa: PLC0415

    holds = common.amount(stock, rules.unit)
    if holds < 0:
        raise Refused(_("the Stock cannot hold {amount}: say 0 or more", amount=stock))
    state = start(names_of(players), stock=holds)
    reader = hands.hand_from_json if json else hands.hand_from_words
    entry = reader([hands.json_text(hand or [])] if json else hands.said_hand(hand or [], "calc"), state, rules)
    line = step(state, entry, rules)
    printing.put(calc_report(line, rules, write(entry, state.seats, rules, line.table.active)), how, output)


def _answer_lines(source: str, tariff: Tariff, output: Path | None) -> int:
    """Answer each line with one line; return how many could not be scored."""
    from sklog.cli.hands import lines_of  # noqa: PLC0415
    from sklog.reports.render import dumped  # noqa: PLC0415

    refused = 0
    with _opened(source) as lines, _written(output) as answers:
        speak(None)  # what programs read is the same in every language
        for text in lines_of(lines):
            if not text.strip():
                continue
            answer = _answer(text, tariff)
            refused += "error" in answer
            answers.write(dumped(answer) + "\n")
            answers.flush()  # a script may wait for each answer before it asks on
    return refused


def _answer(text: bytes, tariff: Tariff) -> dict[str, Any]:
    """Return the answer to one line: the interface's object, or `{"error": …}`."""
    from sklog.reports.answers import answer  # noqa: PLC0415
    from sklog.scoring.canonical import from_json, require_short  # noqa: PLC0415
    from sklog.scoring.evening import refusal, start, step  # noqa: PLC0415

    try:
        asked = _asked(text)
        state = start(asked["players"], stock=asked.get("stock", 0))
        try:
            require_short(asked["hand"], tariff.games)
            hand = from_json(asked["hand"], asked["players"], tariff.games)
        except HandError as error:
            raise refusal(error, state, tariff) from None
        made = step(state, hand, tariff).score
        return answer(hand, made) if made else {}
    except SklogError as error:
        return {"error": "; ".join(problem.message for problem in error.problems)}


def _asked(text: bytes) -> dict[str, Any]:
    """Return the parsed line; raise InvalidHand with what is wrong with its form."""
    from sklog.cli.hands import parsed  # noqa: PLC0415

    asked = parsed(text)
    if not isinstance(asked, dict) or not isinstance(asked.get("hand"), dict):
        raise InvalidHand(_('a line is an object {"players": […], "hand": {…}, "stock": 0}'))
    players, stock = asked.get("players"), asked.get("stock", 0)
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise InvalidHand(_('"players" is a list of names, clockwise'))
    if not isinstance(stock, int) or isinstance(stock, bool) or not 0 <= stock < 2**62:
        raise InvalidHand(_('"stock" is what the Stock holds, a whole number from 0'))
    return asked


def _opened(source: str) -> AbstractContextManager[BinaryIO]:
    if source == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(source).open("rb")
    except OSError as error:
        raise NotFound(_("{path} cannot be read: {reason}", path=source, reason=error.strerror)) from None


def _written(output: Path | None) -> AbstractContextManager[TextIO]:
    return nullcontext(sys.stdout) if output is None or printing.is_stdout(output) else printing.made(output)
