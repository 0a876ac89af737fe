"""tournament show … print: what a tournament comes to, as it stands, on the screen, in a file, on paper."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import typer

from sklog.cli import common, printing
from sklog.language import _
from sklog.reports.model import Report
from sklog.rooms import load
from sklog.tournament import command_parts as parts
from sklog.tournament.tournaments import Tournaments
from sklog.tournament.typed import round_and_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

commands = typer.Typer()

PRINTS = "start-list|tables|slips|start-cards|sheets|statutes|ranking|certificates"
PRINTOUTS = tuple(PRINTS.split("|"))
"""What can be printed: those of `sklog.tournament.printouts`, which no other command waits for."""
CARDS = "tables"
PHONES = "sklog.phones"  # a room, which may not be here
JOIN = "?join"  # what opens the page on which a phone joins

AFTER_ROUND = common.number_option("--round", "After this round (default: now).")
OF_ROUND = common.number_option("--round", "For this round (default: the newest).")


_report = partial(common.report, commands, opened=parts.there)


def _report_command(
    name: str, about: str, *examples: str, of_round: Any = None, words: str = "", reports: Sequence[str] = ()
) -> None:
    """Make a command of a report that may be asked for a round: its help, and what is typed behind its name.

    `words` are those of which one may be typed: for each there is one of the `reports`.
    """
    parts.typed_so(name, examples or ("",))
    known: Mapping[str | None, str] = dict(zip(words.split("|"), reports, strict=bool(words)))
    takes = [parts.given("part", parts.word(words))] if words else []
    takes += [parts.given("round", of_round, int)] if of_round else []

    @_report(name, "browser", about=about, takes=[*takes, parts.WHICH])
    def build(ledger_file: Tournaments, **asked: Any) -> Report:
        return ledger_file.report(known.get(asked.pop("part", None), name), asked.pop("tournament"), **asked)


_report_command("show", "Show the rules, the rounds, and which lists are missing.")
_report_command(
    "entrants",
    "List everybody by start number, with home town, fee, and who is here; or only the cash.",
    *("", "-o teilnehmer.csv"),
    words="all|cash",
    reports=("entrants", "cash"),
)
_report_command("seats", "List who sits at which table of a round.", of_round=OF_ROUND)
_report_command(
    "ranking",
    "Print the ranking, now or after a round: of players, teams or clubs, or the best of each table.",
    *("", "--round 1 -o rangliste.html", "teams"),
    of_round=AFTER_ROUND,
    words="all|teams|clubs|tables",
    reports=("ranking", "teams", "clubs", "bests"),
)


parts.typed_so("explain", ("3", "1/2"))


@parts.typed_as(
    _report("explain", "browser"),
    what=common.argument("A start number, or a table such as 2/17.", "NR|ROUND/TABLE", parts.complete_numbers),
)
def explain(ledger_file: Tournaments, what: str, tournament: parts.WhichTournament = None) -> Report:
    """Explain the place of a start number, or show all lists of a table (2/17), even corrected ones."""
    if "/" not in what:
        return ledger_file.report("person", tournament, number=parts.one_number(what))
    round_, table = round_and_table(what, ledger_file.held(tournament).tournament)
    return ledger_file.report("table", tournament, round=round_, table=table)


parts.typed_so("series", ("Winterrennen Herbstrennen --best 1",), of_one=False)


@parts.typed_as(
    _report("series", "browser"),
    names=parts.words("[TOURNAMENT…]", "Tournaments by number, name or date (default: all)."),
    best=common.number_option("--best", "How many results of each player count (default: all)."),
)
def series(ledger_file: Tournaments, names: list[str] | None = None, best: int | None = None) -> Report:
    """Print several tournaments as one ranking, such as those of a year."""
    every = names or [str(held.evening.id) for held in ledger_file.all()]
    return ledger_file.report("series", None, names=every, best=best)


parts.typed_so("print", ("slips -o zettel.html", "tables -o karten.html", "sheets -o listen.html"))


@parts.typed_as(
    commands.command("print"),
    what=parts.word(PRINTS, "What to print."),
    round_=OF_ROUND,
    first=common.number_option(
        "--first", "Certificates for this many places (default: all prizes); start cards up to this number."
    ),
    parted=parts.flag("--plus-minus", "Score sheets with a column of plus and one of minus for everybody."),
    pins=parts.flag("--pins/--no-pins", "Whether table cards have PINs for phones (default: if phones can be served)."),
    address=parts.text("--address", "URL", "The address for phones, printed on each card as a QR code."),
)
def print_(
    what: str,
    round_: int | None = None,
    first: int | None = None,
    parted: bool = False,
    pins: bool | None = None,
    address: str | None = None,
    output: common.Output = None,
    browser: common.InBrowser = False,
    tournament: parts.WhichTournament = None,
    db: common.Db = None,
) -> None:
    """Make a page for printing. The browser prints it or saves it as a PDF."""
    if output is None and not browser:
        raise typer.BadParameter(_("choose where the page goes: --open in the browser, or -o {what}.html", what=what))
    tournaments, asked = parts.there(db), {"round": round_, "first": first, "parted": parted}
    if what == CARDS:
        asked |= _joining(tournaments, tournament, round_, pins=pins, address=address)
    page = tournaments.printout(what, tournament, **asked)
    if not browser:
        printing.put_text(page, output)
        return
    printing.show_page(page, f"tournament-{what}", output)


def _joining(
    tournaments: Tournaments, which: str | None, round_: int | None, *, pins: bool | None, address: str | None
) -> dict[str, Any]:
    """Return what a phone needs to join each table: its PIN, and the link of its QR code where the address is known."""
    if pins is None:
        pins = address is not None or all(map(find_spec, (*common.FOR_PHONES, PHONES)))
    if not pins:
        return {}
    devices = load(f"{PHONES}.devices:Devices").beside(tournaments.ledger.path)  # only the cards of tables wait for it
    if devices.problem:
        printing.say(devices.problem, err=True)
    codes = load("sklog.tournament.hall:table_codes")(devices, tournaments.held(which), round_)
    where = (address or "").rstrip("/")
    return {
        "pins": {table: code.typed for table, code in codes.items()},
        "links": {table: f"{where}/{JOIN}#{code.token}" for table, code in codes.items()} if where else {},
        "address": where,
    }
