"""player set: where the money of somebody goes. And whether GiroCodes can be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from sklog.bank import accounts
from sklog.bank.payments import require_extra
from sklog.cli import common, printing, usage
from sklog.desk.ledger import Account, Ledger
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import people
from sklog.reports.model import Column, Kind, listing, section

NOTHING = "none"  # said of an IBAN or a pay link, it deletes what is kept
CODES_DRAWN = ("text", "html", "json")

players = typer.Typer()


def require_codes(how: str) -> None:
    """Refuse GiroCodes in a format that has no place for them, or where they cannot be made."""
    if how not in CODES_DRAWN:
        formats = ", ".join(CODES_DRAWN)
        raise Refused(_("{format} cannot hold a GiroCode; choose from {formats}", format=how, formats=formats))
    require_extra()


@players.command("set")
def player_set(
    name: Annotated[str, common.person("The player.", "NAME")],
    iban: Annotated[str | None, typer.Option("--iban", metavar="IBAN|none", help="The account for payments.")] = None,
    holder: Annotated[
        str | None, typer.Option("--holder", metavar="TEXT", help="The account holder, as the bank knows it.")
    ] = None,
    pay_link: Annotated[
        str | None,
        typer.Option(
            "--pay-link", metavar="LINK|none", help="A web address for payments, such as https://paypal.me/anna."
        ),
    ] = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
    how: common.Format = "text",
    output: common.Output = None,
) -> None:
    """Store a player's IBAN or pay link, delete one with none, or show both without options."""
    if iban is None and holder is None and pay_link is None:
        _show(name, db, how, output)
        return
    ledger = Ledger(db, dry_run=dry_run)
    printing.tell(*_account_words(ledger.keep_account(name, _word_or_empty(iban), holder, _word_or_empty(pay_link))))
    if dry_run:
        typer.echo(_(common.NOT_STORED))


def _word_or_empty(said: str | None) -> str | None:
    """Return what a method of `Ledger` is told: "" for the word that deletes."""
    return "" if said and usage.word_meant(said, (NOTHING,)) == NOTHING else said


def _account_words(kept: Account) -> Iterator[str]:
    """Yield a sentence for what is kept of somebody's account from now on, and for what is deleted."""
    if kept.iban == "":
        yield _("The IBAN of {name} is deleted.", name=kept.name)
    elif kept.iban:
        yield _("The IBAN of {name} is kept; only GiroCodes and this command show it.", name=kept.name)
    if kept.link == "":
        yield _("The pay link of {name} is deleted.", name=kept.name)
    elif kept.link:
        yield _(
            "The pay link of {name} is stored: {link} is shown in settlements and on sheets; sklog never opens it.",
            name=kept.name,
            link=kept.link,
        )


def _show(name: str, db: Path | None, how: str, output: Path | None) -> None:
    """Print what is known of somebody's account: nowhere else the whole number is shown without a payment."""
    with Ledger(db).reading() as opened:
        name = people.person_called(opened, name)
        bank, link = accounts.known(opened).get(name), accounts.by_person(opened, accounts.LINKS).get(name)
    said = (Column("at", _("When"), Kind.TIME), Column("who", _("Who"), Kind.TEXT))
    columns = (
        Column("name", _("Name"), Kind.NAME),
        Column("iban", _("IBAN"), Kind.IBAN, empty=_("none")),
        Column("holder", _("Account holder"), Kind.TEXT),
        *said,
    )
    row = (name, bank.iban, bank.holder or None, bank.at, bank.who or None) if bank else (name, *[None] * 4)
    report = listing("player", "", columns, [row])
    if link:
        row = (link.link, link.at, link.who or None)
        links = section("pay_link", _("Pay link"), (Column("link", _("Link"), Kind.LINK), *said), [row])
        report = report._replace(sections=(*report.sections, links))
    printing.put(report, how, output)
