"""explain, replay, report: looking at an evening."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing
from sklog.cli.common import Db, Format, Output, TariffName, WhichSession
from sklog.cli.completing import words as complete_words
from sklog.cli.reporting import reports
from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typer._click import Context

    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import History
    from sklog.reports.model import Report
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Line

app = typer.Typer()
app.add_typer(
    reports, name="report", help="Print a report: session, standings, stats, partners, characters, records, prices."
)


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
            was = dict(_replaced(whole, lines)).get(place, [])
            return explain_report(line, before, line.tariff, text, was)
        before = line.state
    raise evenings.no_hand(evening, number)


@app.command("replay")
def replay(
    file: Annotated[Path, typer.Argument(help="A session file.", metavar="FILE")],
    how: Format = "text",
    output: Output = None,
) -> None:
    """Score a session file without a ledger and print its report; exit 3 if `expect` does not agree."""
    from sklog.scoring.session import final_state  # noqa: PLC0415
    from sklog.session_files import missed  # noqa: PLC0415
    from sklog.session_files.formats import read_path  # noqa: PLC0415

    sessions = list(read_path(common.known_file(file)))
    if len(sessions) != 1:
        raise Refused(_("{path} holds {count} evenings; replay takes one", path=file, count=len(sessions)))
    (session,) = sessions
    lines = session.lines()
    _put_sheet(session, lines, how, output)
    disagreements = missed(session, final_state(session, lines))
    for sentence in disagreements:
        typer.echo(f"{file}: {sentence}", err=True)
    if disagreements:
        raise typer.Exit(common.DISAGREES)


def _put_sheet(
    session: Session,
    lines: Sequence[Line],
    how: str,
    output: Path | None,
    replaced: Mapping[int, Sequence[str]] | None = None,
) -> None:
    from sklog.reports.sheet import session_report  # noqa: PLC0415
    from sklog.session_files import texts  # noqa: PLC0415

    plan = _open_plan(session, lines)
    printing.put(session_report(session, lines, texts(session, lines), plan, replaced), how, output)


def _open_plan(session: Session, lines: Sequence[Line]) -> Plan:
    """Return who still has to pay whom, the Stock divided as the tariff says."""
    from sklog.scoring.closing import debts, rule_at_close, stock_at_close  # noqa: PLC0415
    from sklog.scoring.evening import step  # noqa: PLC0415
    from sklog.scoring.session import final_state, final_tariff  # noqa: PLC0415
    from sklog.scoring.settlement import Transfer, plan  # noqa: PLC0415

    state = final_state(session, lines)
    tariff = final_tariff(session, lines)
    rule = rule_at_close(state, tariff)
    if rule and not session.closed:
        move = stock_at_close(state, rule)
        state = step(state, move, tariff).state if move else state
    return plan(debts(state.balances, session.stock), [Transfer(*payment) for payment in session.payments()])


@reports.command("session")
def report_session(
    session: WhichSession = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Print the sheet of an evening: every hand, running balances, totals, settlement."""
    from sklog.ledger import history  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        whole = history.of_evening(ledger, common.newest_of(ledger, session))
    lines = whole.session.lines()
    _put_sheet(whole.session, lines, how, output, dict(_replaced(whole, lines)))


def _replaced(whole: History, lines: Sequence[Line]) -> Iterator[tuple[int, list[str]]]:
    """Yield the place of each hand that was fixed, and the shorthand of what was recorded there before."""
    from sklog.session_files import line_of  # noqa: PLC0415

    before = whole.session.begin()
    for place, (line, recorded) in enumerate(zip(lines, whole.recorded, strict=True)):
        if recorded.was:
            yield place, [line_of(hand, before, line.tariff) or hand.game for hand in recorded.was]
        before = line.state


@reports.command("prices")
def report_prices(
    tariff: TariffName = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Print a tariff's price list for the wall (else that of the newest evening)."""
    from sklog.reports.prices import prices_report  # noqa: PLC0415
    from sklog.tariffs import find  # noqa: PLC0415

    if tariff is not None:
        rules = find(tariff, Path.cwd())
    else:
        try:
            with common.snapshot(db) as ledger:
                rules = common.newest_of(ledger, None).tariff
        except (LedgerError, NotFound):
            raise NotFound(
                _("no evening says which tariff is meant: name one with --tariff, such as sauspiel")
            ) from None
    printing.put(prices_report(rules), how, output)
