"""whatif: the same evening under another tariff."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TextIO

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing
from sklog.cli.common import Db, Format, InBrowser, Output, Plot, TariffName, WhichSession, complete_tariff
from sklog.cli.common import words as complete_words
from sklog.cli.evening import DEFAULT_TARIFF, names_of
from sklog.errors import HandError, InvalidHand, NotFound, Refused, SklogError
from sklog.language import _, speak

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from typer._click import Context

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import History
    from sklog.reports.model import Report
    from sklog.scoring.session import Session
    from sklog.scoring.tariff import Tariff

app = typer.Typer()


@app.command("whatif")
def whatif(
    tariff: Annotated[
        str,
        typer.Option(
            "--tariff",
            metavar="T",
            help="A tariff's name, or a YAML file (see: sklog tariff list).",
            autocompletion=complete_tariff,
        ),
    ],
    session: WhichSession = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Show the same evening under another tariff, side by side; nothing is stored."""
    from sklog.ledger import history  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    other = find(tariff, Path.cwd())
    with common.snapshot(db) as ledger:
        whole = history.of_evening(ledger, common.newest_of(ledger, session)).session
    put_comparison(whole, other, how=how, output=output)


def put_comparison(
    session: Session, tariff: Tariff, *, first: int = 1, how: str = "text", output: Path | None = None
) -> None:
    """Print an evening beside the same one under another tariff from hand `first` on."""
    from sklog.reports.whatif import whatif_report  # noqa: PLC0415
    from sklog.scoring.whatif import compare  # noqa: PLC0415
    from sklog.session_files import shorthand  # noqa: PLC0415

    comparison = compare(session, tariff, first=first)
    lines = [one.line for one in comparison.entries]
    printing.put(whatif_report(comparison, shorthand(session, lines)), how, output)


# -- explain, replay: why a hand cost what it cost, and an evening without a ledger --------------------


class _NumberOrHand(TyperCommand):
    """A command that takes a hand's number, with options before or behind it, or the words of a hand."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Take the words of a hand as they are: from the first one on nothing is an option."""
        ctx.allow_interspersed_args = False
        said, *_rest = self.make_parser(ctx).parse_args(list(args))
        words = said.get("hand") or ("",)
        ctx.allow_interspersed_args = words[0].isdigit()
        return super().parse_args(ctx, args)


@app.command("explain", cls=_NumberOrHand)
def explain(
    hand: Annotated[
        list[str],
        typer.Argument(
            help="The hand's number; or a hand that is not recorded yet, such as: s ac n",
            metavar="N|HAND…",
            autocompletion=complete_words,
        ),
    ],
    session: WhichSession = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Say why hand N cost what it cost, step by step; or what a hand would cost now."""
    number = common.whole_number(hand[0]) if len(hand) == 1 and hand[0].isdigit() else None
    with common.snapshot(db) as ledger:
        evening = common.newest_of(ledger, session)
        if number is not None:
            from sklog.ledger import history  # noqa: PLC0415

            whole = history.of_evening(ledger, evening)
    report = _explained_line(evening, hand) if number is None else _explained_hand(evening, whole, number)
    printing.put(report, how, output)


def _explained_line(evening: Evening, words: Sequence[str]) -> Report:
    """Return what a hand would cost if it were the next one."""
    from sklog.cli.hands import hand_from_words  # noqa: PLC0415
    from sklog.notation import write  # noqa: PLC0415
    from sklog.reports.explain import explain_report  # noqa: PLC0415
    from sklog.scoring.evening import step  # noqa: PLC0415

    state, tariff = evening.state, evening.tariff
    line = step(state, hand_from_words(words, state, tariff), tariff)
    text = write(line.entry, line.table.seats, tariff, line.table.active)  # type: ignore[arg-type]  # it is a hand
    return explain_report(line, state, tariff, text, recorded=False)


def _explained_hand(evening: Evening, whole: History, number: int) -> Report:
    """Return why a recorded hand cost what it cost, and what was recorded first where it was fixed."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.reports.explain import explain_report  # noqa: PLC0415
    from sklog.session_files import line_of  # noqa: PLC0415

    before = whole.session.begin()
    lines = whole.session.lines()
    for place, line in enumerate(lines):
        if line.number == number:
            text = line_of(line.entry, before, line.tariff) or ""
            was = [line_of(hand, before, line.tariff) or hand.game for hand in whole.recorded[place].was]
            return explain_report(line, before, line.tariff, text, was)
        before = line.state
    raise evenings.no_hand(evening, number)


@app.command("replay")
def replay(
    file: Annotated[Path, typer.Argument(help="A session file.", metavar="FILE")],
    how: Format = "text",
    output: Output = None,
    plot: Plot = False,
    browser: InBrowser = False,
) -> None:
    """Score a session file without a ledger and print its report; exit 3 if `expect` does not agree."""
    from sklog.cli.report import sheet  # noqa: PLC0415
    from sklog.scoring.session import final_state  # noqa: PLC0415
    from sklog.session_files import missed  # noqa: PLC0415
    from sklog.session_files.formats import read_path  # noqa: PLC0415

    sessions = list(read_path(common.known_file(file)))
    if len(sessions) != 1:
        raise Refused(_("{path} holds {count} evenings; replay takes one", path=file, count=len(sessions)))
    (session,) = sessions
    lines = session.lines()
    printing.put(sheet(session, lines), how, output, plot=plot, browser=browser)
    disagreements = missed(session, final_state(session, lines))
    for sentence in disagreements:
        typer.echo(common.plain(f"{file}: {sentence}"), err=True)
    if disagreements:
        raise typer.Exit(common.DISAGREES)


# -- calc: the price of a hand, nothing stored; JSON Lines in and out for scripts ----------------------


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
    from sklog.reports.explain import calc_report  # noqa: PLC0415
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
    from sklog.reports.explain import answer  # noqa: PLC0415
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
