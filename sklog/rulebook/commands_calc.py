"""calc: what a hand costs by a tariff, at a table in no ledger."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TextIO

import typer

from sklog.cli import common, printing, usage
from sklog.desk import hands, typed
from sklog.errors import InvalidHand, NotFound, Refused, SklogError, reason
from sklog.language import _, speak
from sklog.ledger.evenings import Scene
from sklog.notation import write_hand
from sklog.reports.explain import PEOPLE, answer, calculation, remarks, scored
from sklog.reports.model import Column, Fact, Kind, Report, accounts, section
from sklog.reports.render import dumped
from sklog.scoring.evening import admit, start
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff

DEFAULT_PLAYERS = "A,B,C,D"

app = typer.Typer()


@app.command("calc", context_settings=common.HAND_FROM_HERE)
def calc(
    hand: Annotated[
        list[str] | None, typer.Argument(help="A hand in shorthand; or the file for --jsonl.", metavar="HAND…")
    ] = None,
    tariff: common.MaybeTariff = None,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B,C,D", help="The players; the first one deals.")
    ] = DEFAULT_PLAYERS,
    stock: Annotated[str, typer.Option("--stock", metavar="AMOUNT", help="The money in the Stock.")] = "0",
    json: common.AsJson = False,
    jsonl: Annotated[
        str | None,
        typer.Option("--jsonl", metavar="FILE", help='Lines {"players": […], "hand": {…}, "stock": 0}; - reads stdin.'),
    ] = None,
    how: common.Format = "text",
    output: common.Output = None,
) -> None:
    """Show what a hand costs; nothing is stored."""
    rules = common.tariff_named(tariff)
    if jsonl is not None:
        raise typer.Exit(1 if _answer_lines(jsonl, rules, output) else 0)
    scene = common.asked_back(partial(_table, players, tariff=rules), holds=stock)
    text = common.typed_hand(hand, "calc", json=json)
    said = hands.hand_from_json(text, scene) if json else text
    printing.put(common.asked_back(partial(priced, scene=scene), said=said), how, output)


def _table(players: str, holds: str, tariff: Tariff) -> Scene:
    """Return a table in no ledger: who sits there, the first deals, and what its Stock holds; raise Refused."""
    stock_in = typed.amount(holds, tariff.unit)
    if stock_in < 0:
        raise Refused(_("the Stock cannot hold {amount}: write 0 or more", amount=holds))
    return Scene(start(typed.names_of(players), stock=stock_in), tariff)


def priced(said: Hand | str, scene: Scene) -> Report:
    """Return what a hand costs at a table that is in no ledger; raise HandError."""
    with hands.spelled(scene, said):
        line = admit(scene.state, hands.said_at(said, scene), scene.tariff)
    return calc_report(line, scene.tariff, write_hand(line.entry, *scene))  # type: ignore[arg-type]  # it is a hand


def _answer_lines(source: str, tariff: Tariff, output: Path | None) -> int:
    """Answer each line with one line; return how many could not be scored."""
    refused = 0
    with _source_opened(source) as lines, _output_opened(output) as answers:
        speak(None)  # what programs read is the same in every language
        for text in hands.lines_of(lines):
            if not text.strip():
                continue
            said = answered(text, tariff)
            refused += "error" in said
            answers.write(dumped(said) + "\n")
            answers.flush()  # a script may wait for each answer before it asks on
    return refused


def _source_opened(source: str) -> AbstractContextManager[BinaryIO]:
    if source == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return usage.file_named(source).open("rb")
    except OSError as error:
        raise NotFound(_("{path} cannot be read: {reason}", path=source, reason=reason(error))) from None


def _output_opened(output: Path | None) -> AbstractContextManager[TextIO]:
    return nullcontext(sys.stdout) if output is None or printing.is_stdout(output) else printing.new_file(output)


def answered(text: bytes, tariff: Tariff) -> dict[str, Any]:
    """Return the answer to one line `{"players": […], "hand": {…}, "stock": 0}`: what it costs, or `{"error": …}`."""
    try:
        asked = _asked(text)
        state = start(asked["players"], stock=asked.get("stock", 0))
        line = admit(state, hands.canonical_hand(asked["hand"], state, asked["players"], tariff), tariff)
        return answer(line.entry, line.score) if line.score else {}  # type: ignore[arg-type]  # it is a hand
    except SklogError as error:
        return {"error": "; ".join(problem.message for problem in error.problems)}


def _asked(text: bytes) -> dict[str, Any]:
    """Return the parsed line; raise InvalidHand with what is wrong with its form."""
    asked = hands.parsed(text)
    if not isinstance(asked, dict) or not isinstance(asked.get("hand"), dict):
        raise InvalidHand(_('a line is an object {"players": […], "hand": {…}, "stock": 0}'))
    players, stock = asked.get("players"), asked.get("stock", 0)
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise InvalidHand(_('"players" must be a list of names, clockwise'))
    if not isinstance(stock, int) or isinstance(stock, bool) or not 0 <= stock < 2**62:
        raise InvalidHand(_('"stock" is the amount in the Stock, a whole number from 0'))
    return asked


def calc_report(line: Line, tariff: Tariff, text: str) -> Report:
    """Return what the hand of `line` costs outside any evening: the calculation, and what each wins or pays."""
    hand, made = scored(line)
    facts = (Fact("tariff", _("Tariff"), tariff.title or tariff.name),)
    columns = (Column("name", _("Name"), Kind.NAME), Column("change", _("Change"), Kind.MONEY))
    rows = ((name, amount) for name, amount in accounts(made.postings).items() if name != STOCK or amount)
    sections = (*calculation(hand, line), section(PEOPLE, _("Who wins and who pays"), columns, rows))
    notes = tuple(remarks(hand, made, tariff))
    return Report("calc", text, tariff.unit, facts, sections, notes, answer(hand, made), PEOPLE)
