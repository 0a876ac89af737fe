"""serve: the table on everybody's phone."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sklog.cli import common, printing, usage
from sklog.errors import Refused
from sklog.language import _
from sklog.ledger import evenings
from sklog.ledger.open import staying_open
from sklog.pages.picture import code_blocks
from sklog.phones import halls
from sklog.reports.model import Code

if TYPE_CHECKING:
    from sklog.desk.ledger import Ledger
    from sklog.ledger.evenings import Evening
    from sklog.phones.server import Invitation

NEEDED = common.FOR_PHONES
HIGHEST_PORT = 65_535

app = typer.Typer()
EXAMPLES: Mapping[str, tuple[str, ...]] = {"serve": ("", "--lan")}
"""How each command is typed, behind its name."""


def _port(said: object) -> int:
    """Read a port's number."""
    text = str(said)
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_PORT)) and int(text) <= HIGHEST_PORT):
        raise typer.BadParameter(_("{said!r} is not a port (1 to {highest})", said=text, highest=HIGHEST_PORT))
    return int(text)


Port = Annotated[
    int,
    typer.Option(
        "--port", metavar="N", parser=_port, show_default=False, help="The port (default: 8765); 0 picks a free one."
    ),
]
Certificate = Annotated[Path | None, usage.file_option("--tls-cert", "Serve https with this certificate.")]
Key = Annotated[Path | None, usage.file_option("--tls-key", "Its key, if not in the same file.")]


@app.command("serve")
def serve(
    lan: Annotated[bool, typer.Option("--lan", help="Let everybody in the same network join.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="All open evenings, each table with its own PIN.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Phones can look, and nobody can write.")] = False,
    keeper_only: Annotated[
        bool, typer.Option("--keeper-only", help="Only this machine can write, and devices it allows.")
    ] = False,
    port: Port = 8765,
    host: Annotated[
        str, typer.Option("--host", metavar="NAME", help="A name or address of this machine that phones can reach.")
    ] = "",
    tls_cert: Certificate = None,
    tls_key: Key = None,
    session: common.WhichSession = None,
    db: common.Db = None,
) -> None:
    """Show the table on everybody's phone, where hands can be entered too, until Ctrl-C.

    Without options, only this machine can open it; --lan shows a QR code and a PIN for the room. For a tournament it
    shows the ranking, and each table enters its own list.
    """
    if all_ and session is not None:
        raise typer.BadParameter(_("--all already means every open evening: leave --session out"), param_hint="--all")
    ledger = common.ledger_of(db)
    every = ledger.evenings() if session is None and ledger.is_there else []
    is_over = all(one.closed for one in every) and not all(one.players for one in every)  # the next tournament comes
    is_empty = session is None and (is_over or (db is None and not every))
    which = None if is_empty else str(_evening_meant(ledger, session).id)
    if not all(map(find_spec, NEEDED)):
        raise Refused(_("to serve phones takes some more packages: install sklog from its folder again, as '.[serve]'"))
    from sklog.phones import program, server  # noqa: PLC0415  an extra, which may not be there

    if is_empty:
        printing.tell(_("Nothing is open: begin an evening or a tournament in the browser."))
    options = program.Options(which, all_ or is_empty, port, host, lan, read_only, keeper_only, tls_cert, tls_key)
    with staying_open():
        server.serve(ledger.path, options, printing.tell, invite)


def _evening_meant(ledger: Ledger, session: str | None) -> Evening:
    """Return the evening that is meant; without a word that of a room that has one."""
    if session is None:
        for evening, said in filter(None, (one.meant(ledger) for one in halls.pages_of_rooms())):
            if said:
                printing.tell(said)
            return evening
    with ledger.reading() as opened:
        return evenings.find(opened, session)


def invite(invitation: Invitation) -> None:
    """Print how phones join: a QR code, and the address and the PIN for whoever types."""
    words = (*invitation.addresses, _("PIN {pin}", pin=invitation.pin))
    code = Code(invitation.evening, invitation.link, words)
    typer.echo(f"\n{code_blocks(code, printing.columns(), colour=printing.colour())}\n")
