"""explain, replay: why a hand cost what it cost, and an evening without a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing
from sklog.cli.common import Db, Format, InBrowser, Output, Plot, WhichSession
from sklog.cli.completing import words as complete_words
from sklog.errors import Refused
from sklog.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typer._click import Context

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import History
    from sklog.reports.model import Report

app = typer.Typer()


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
    from sklog.reports.explaining import explain_report  # noqa: PLC0415
    from sklog.scoring.evening import step  # noqa: PLC0415

    state, tariff = evening.state, evening.tariff
    line = step(state, hand_from_words(words, state, tariff), tariff)
    text = write(line.entry, line.table.seats, tariff, line.table.active)  # type: ignore[arg-type]  # it is a hand
    return explain_report(line, state, tariff, text, recorded=False)


def _explained_hand(evening: Evening, whole: History, number: int) -> Report:
    """Return why a recorded hand cost what it cost, and what was recorded first where it was fixed."""
    from sklog.ledger import evenings  # noqa: PLC0415
    from sklog.reports.explaining import explain_report  # noqa: PLC0415
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
    from sklog.cli.sheets import sheet  # noqa: PLC0415
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
