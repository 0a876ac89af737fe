"""The board that `add`, `show` and every other change print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing
from sklog.cli.common import Db, DryRun, Format, Output, WhichSession
from sklog.cli.common import words as complete_words
from sklog.language import _

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.reports.board import Recent
    from sklog.scoring.hand import Hand
    from sklog.scoring.state import Line

RECENT_HANDS = 5


def show_board(
    evening: Evening, line: Line | None = None, recent: Sequence[Recent] = (), output: Path | None = None
) -> None:
    """Print how the evening stands, with the change of `line` and the last hands.

    Printed when the ledger is closed again: what is said is on disk, and a pager keeps nobody waiting.
    """
    from sklog.reports.board import WIDTH, board  # noqa: PLC0415
    from sklog.reports.format import day  # noqa: PLC0415

    state, tariff = (line.state, line.tariff) if line else (evening.state, evening.tariff)
    heading = " · ".join(filter(None, (evening.name, day(evening.date), tariff.name)))
    colour = output is None and printing.colour()
    columns = min(printing.columns(), WIDTH) if output is None else WIDTH
    printing.put_text(board(heading, state, tariff, line, recent, colour=colour, columns=columns), output)


def last_hands(ledger: sqlite3.Connection, evening: Evening, count: int) -> list[Recent]:
    """Return the last scored hands."""
    from sklog.ledger import history  # noqa: PLC0415  only with hands to show
    from sklog.notation import write  # noqa: PLC0415  the same
    from sklog.reports.board import Recent  # noqa: PLC0415

    state = evening.state
    people = (*state.seats, *(name for name in state.everybody if name not in state.seats))  # also who has left

    def line(hand: Hand) -> str:
        augen = getattr(hand, "augen", None)  # of a Ramsch: in the order of the seats, if all of them still sit there
        dealt = tuple(augen) if isinstance(augen, dict) and set(augen) <= set(state.seats) else None
        return write(hand, people, evening.tariff, dealt)

    return [
        Recent(last.number, line(last.hand), last.value, _struck(list(map(line, last.was)), void=last.void))
        for last in history.last_hands(ledger, evening, count)
    ]


def _struck(was: list[str], *, void: bool) -> str:
    """Return what became of a hand that was corrected."""
    said = [_("was {hand}", hand=hand) for hand in was[-1:]]
    return ", ".join([*said, *([_("void")] if void else [])])


# -- add and show: one hand in, the board out. Completion imports this, too: what a hand needs is imported with it


app = typer.Typer()


@app.command("add", context_settings=common.HAND_FROM_HERE)
def add(
    hand: Annotated[
        list[str] | None,
        typer.Argument(help="The hand, such as: s ac nl3", metavar="HAND…", autocompletion=complete_words),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="HAND is one canonical hand in JSON (- reads it).")] = False,
    again: Annotated[bool, typer.Option("--again", help="The same hand was really played twice.")] = False,
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
) -> None:
    """Record one hand: GAME PEOPLE FLAGS [// note].

    GAME   s Sauspiel, w Wenz, g Geier, h Hochzeit, r Ramsch, b Bettel, x thrown in; a suit (e g h s, f =
    not noted) with s Solo, w Wenz, g Geier, h Habicht: hs = Herz-Solo; or the full name.

    PEOPLE the declarer (and partner): names, their starts, seat numbers, or initials in one word: ac.
    + won (the default) or - lost may stick to it: ac-
    Initials and seats may stick to the game: sac = s ac, wb-, hsa, rd; but gs is a Gras-Solo.

    In a Ramsch: r d (Dani lost), r d jb (Bene is Jungfrau), r a+ (Anna's Durchmarsch), or everybody's Augen
    in seat order: r 48 30 22 20.

    FLAGS  a number = the declarers' Augen, n Schneider, z Schwarz, l3 Laufende (o3 the opponents'),
    p Klopfer, p2 two, k Kontra, kr Kontra and Re, k3, t Tout, sie, muss, bock, bid75, key:value.
    """
    from sklog.cli import hands  # noqa: PLC0415
    from sklog.ledger import evenings, record  # noqa: PLC0415

    typed = [hands.json_text(hand or [])] if json else hands.said_hand(hand or [], "add")
    with common.writing(db, dry_run=dry_run) as ledger:
        evening = evenings.find(ledger, session)
        reader = hands.hand_from_json if json else hands.hand_from_words
        entry = reader(typed, evening.state, evening.tariff)
        said = common.said("add --json" if json else "add", typed)
        if not (json or again):
            record.refuse_repetition(ledger, evening, entry, said)
        line = record.add(ledger, evening, [entry], said)[0]
    typer.echo(hands.understood(line, dry_run=dry_run))
    show_board(evening, line)


@app.command("show")
def show(
    session: WhichSession = None,
    db: Db = None,
    how: Format = "text",
    output: Output = None,
) -> None:
    """Show running balances, Stock, Bock, special round, who deals next, and the last hands."""
    with common.snapshot(db) as ledger:
        evening = common.newest_of(ledger, session)
        recent = last_hands(ledger, evening, RECENT_HANDS)
    if how == "text":
        show_board(evening, None, recent, output)
        return
    from sklog.reports.board import show_report  # noqa: PLC0415  reports only for the other formats

    report = show_report(evening.name, evening.state, evening.tariff, recent, number=evening.hands + 1)
    printing.put(report, how, output)
