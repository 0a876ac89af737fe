"""explain, replay, report: looking at an evening."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common
from sklog.cli.common import Db, Format, HandNumber, Output, TariffName, WhichSession
from sklog.errors import LedgerError, NotFound, Refused
from sklog.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.evening import Line
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Plan

app = typer.Typer()
reports = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(reports, name="report", help="Print a report: session, prices.")


@app.command("explain")
def explain(
    number: HandNumber,
    session: WhichSession = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Say why hand N cost what it cost, step by step."""
    from sklog.ledger import evenings, history  # noqa: PLC0415
    from sklog.reports.explaining import explain_report  # noqa: PLC0415
    from sklog.session_files import line_of  # noqa: PLC0415

    with common.snapshot(db) as ledger:
        evening = common.newest_of(ledger, session)
        whole = history.of_evening(ledger, evening).session
    before = whole.begin()
    for line in whole.lines():
        if line.number == number:
            text = line_of(line.entry, before, line.tariff) or ""
            common.put(explain_report(line, before, line.tariff, text), how, output)
            return
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


def _put_sheet(session: Session, lines: Sequence[Line], how: str, output: Path | None) -> None:
    from sklog.reports.sheet import session_report  # noqa: PLC0415
    from sklog.session_files import texts  # noqa: PLC0415

    common.put(session_report(session, lines, texts(session, lines), _open_plan(session, lines)), how, output)


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
        whole = history.of_evening(ledger, common.newest_of(ledger, session)).session
    _put_sheet(whole, whole.lines(), how, output)


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
    common.put(prices_report(rules), how, output)
