"""add, show, explain: a hand in, the board out; and what a hand costs.

Completion imports this, too: what a hand needs is imported with it.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing
from sklog.language import _
from sklog.ledger.open import LedgerFile

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
