"""add, show, explain, calc: a hand in, the board out; and what a hand costs.

Completion imports this, too: what a hand needs is imported with it.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TextIO

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing, usage
from sklog.errors import NotFound, reason
from sklog.language import _, speak
from sklog.ledger.open import LedgerFile

if TYPE_CHECKING:
    from sklog.scoring.tariff import Tariff

DEFAULT_PLAYERS = "A,B,C,D"
ALL = ("all", "alle")

app = typer.Typer()


@app.command("add", context_settings=common.HAND_FROM_HERE)
def add(
    hand: common.MaybeHand = None,
    json: common.AsJson = False,
    again: Annotated[bool, typer.Option("--again", help="The same hand really was played twice.")] = False,
    session: common.WhichSession = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
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
    from sklog.desk import hands  # noqa: PLC0415  completion needs no hand
    from sklog.direct import commands  # noqa: PLC0415  the same

    ledger = LedgerFile(db, dry_run=dry_run)
    command = "add --json" if json else "add"

    def record_typed(typed: str, *, again: bool = again) -> hands.Recorded:
        said = partial(hands.hand_from_json, typed) if json else typed
        return hands.record_entry(ledger, said, session, (command, [typed]), again=again)

    evening, line = common.once_or_again(record_typed, typed=common.typed_hand(hand, "add", json=json))
    printing.put_each(commands.added(evening, line, ledger))


def _how_many(said: object) -> int:
    """Read how many hands are asked for; `all` are more than any evening has."""
    return sys.maxsize if str(said).casefold() in ALL else common.whole_number(said)


@app.command("show")
def show(
    last: Annotated[
        int | None, typer.Argument(help="How many of the last hands, or all.", metavar="[N|all]", parser=_how_many)
    ] = None,
    declared: Annotated[
        bool, typer.Option("--declared", help="Who has declared what, and who has not played a solo yet.")
    ] = False,
    session: common.WhichSession = None,
    db: common.Db = None,
    how: common.Format = "text",
    output: common.Output = None,
) -> None:
    """Show the balances, Stock, Bock, special round, next dealer, and the last hands."""
    from sklog.desk import hands  # noqa: PLC0415  completion needs no hand

    if declared and last:
        raise typer.BadParameter(_("--declared counts all hands: leave the number out"))
    if declared:
        printing.put(common.ledger_of(db).report("declared", session), how, output)
        return
    room = printing.rows_left() if how == "text" and output is None else None
    seen = hands.seen(LedgerFile(db), session, last or room or hands.RECENT_HANDS)
    if how == "text":
        printing.show_board(*seen, output=output, fit=not last)
    else:
        printing.put(hands.shown(*seen), how, output)


class _NumberOrHand(TyperCommand):
    """A command that takes a hand's number, with options before or behind it, or the words of a hand."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the words of a hand as they are: from the first one on nothing is an option."""
        ctx.allow_interspersed_args = False
        said, *_rest = self.make_parser(ctx).parse_args(list(args))
        ctx.allow_interspersed_args = (said.get("hand") or ("",))[0].isdigit()
        return super().parse_args(ctx, args)


@app.command("explain", cls=_NumberOrHand)
def explain(
    hand: Annotated[
        list[str] | None,
        common.argument(
            "The number of a hand (default: the last), or a hand not recorded yet, such as: s ac n",
            "[N|HAND…]",
            common.complete_words,
        ),
    ] = None,
    session: common.WhichSession = None,
    db: common.Db = None,
    how: common.Format = "text",
    output: common.Output = None,
) -> None:
    """Explain step by step why hand N (default: the last) cost what it did, or what a hand would cost now."""
    from sklog.desk.typed import hand_meant  # noqa: PLC0415  completion needs no hand

    number, line = hand_meant(hand or [])
    said = " ".join(hand or ()) if line else number if number is None else common.whole_number(number)
    printing.put(common.asked_back(partial(common.ledger_of(db).explain, which=session), hand=said), how, output)


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
    from sklog.desk import explaining, hands, typed  # noqa: PLC0415  completion needs no hand

    rules = common.tariff_named(tariff)
    if jsonl is not None:
        raise typer.Exit(1 if _answer_lines(jsonl, rules, output) else 0)
    table = common.asked_back(partial(typed.table, players, tariff=rules), holds=stock)
    text = common.typed_hand(hand, "calc", json=json)
    if json:
        report = explaining.priced(hands.hand_from_json(text, table), table)
    else:
        report = common.asked_back(partial(explaining.priced, scene=table), said=text)
    printing.put(report, how, output)


def _answer_lines(source: str, tariff: Tariff, output: Path | None) -> int:
    """Answer each line with one line; return how many could not be scored."""
    from sklog.desk import explaining, hands  # noqa: PLC0415  completion needs no hand
    from sklog.reports.render import dumped  # noqa: PLC0415  the same

    refused = 0
    with _source_opened(source) as lines, _output_opened(output) as answers:
        speak(None)  # what programs read is the same in every language
        for text in hands.lines_of(lines):
            if not text.strip():
                continue
            answer = explaining.answered(text, tariff)
            refused += "error" in answer
            answers.write(dumped(answer) + "\n")
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
