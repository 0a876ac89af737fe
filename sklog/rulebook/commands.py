"""tariff check|new|schema, report prices: a tariff read aloud, a table's own, and its prices on the wall."""

from __future__ import annotations

import json
import os
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog import tariffs
from sklog.cli import asking, common, printing
from sklog.cli.printing import plain, say
from sklog.desk.ledger import Ledger
from sklog.errors import LedgerError, NotFound, Problem, Refused, SklogError, TariffError
from sklog.language import _, _n, behind_options
from sklog.ledger import evenings
from sklog.reports.model import Report
from sklog.rulebook import house_rules
from sklog.rulebook.file_schema import schema as file_schema
from sklog.rulebook.prices import aloud, prices_report
from sklog.rulebook.warnings import checked
from sklog.yaml_text import MOST_PROBLEMS

reports = typer.Typer()
tariff = typer.Typer()


@common.report(reports, "prices", "browser", reads=False)
def report_prices(tariff: common.MaybeTariff = None, db: common.Db = None) -> Report:
    """Print a price list for the wall. For a tariff, or the newest evening's."""
    if tariff is not None:
        return prices_report(common.tariff_named(tariff))
    try:
        with Ledger(db).reading() as ledger:  # nobody has proved the tariff before its prices are worked out
            return prices_report(evenings.meant(ledger).tariff)
    except (LedgerError, NotFound):
        raise NotFound(_("no evening shows which tariff is meant: name one with --tariff, such as sauspiel")) from None


@tariff.command("check")
def check(
    files: Annotated[
        list[str], typer.Argument(help="Names, prices such as 10-20-50, or YAML files.", metavar="TARIFF…")
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings are errors.")] = False,
) -> None:
    """List the rules of tariffs, with every error, and anything that can never happen, by line and column."""
    problems: list[list[Problem]] = []
    for one in dict.fromkeys(files):
        try:
            found, warnings = checked(one, Path.cwd())
            typer.echo(
                _n(
                    "{file}: no errors; {tariff} plays {n} game",
                    "{file}: no errors; {tariff} plays {n} games",
                    len(found.games) - 1,
                    file=plain(one),
                    tariff=found.name,
                )
            )
            for sentence in aloud(found):
                say(f"  {sentence}")
            if strict and warnings:
                problems.append([warning._replace(warning=False) for warning in warnings])
            else:
                say(*warnings, err=True)
        except SklogError as error:
            problems.append([*error.problems])
            if len(problems) >= MOST_PROBLEMS:
                break
    if problems:
        raise TariffError(*chain.from_iterable(problems))


@tariff.command("new")
def new(
    name: Annotated[str, typer.Argument(help="The name of your table's tariff, such as haus.", metavar="NAME")],
    base: Annotated[
        str,
        typer.Option(
            "--extends", metavar="T", help="The tariff it is based on.", autocompletion=common.complete_tariff
        ),
    ] = "sauspiel",
    output: common.Output = None,
) -> None:
    """Write a commented file for your table's own tariff (default: to your tariff folder), for you to edit.

    In a terminal it asks eight questions first and writes your answers into the file.
    """
    house_rules.require_free(name)
    if printing.is_stdout(output) and output is not None:
        printing.put_text(house_rules.new_text(name, base, _agreed(base)))
        return
    path = output or tariffs.own_folder() / f"{name}.yaml"
    if os.path.lexists(path):
        raise Refused(_("{path} already exists: choose another name, or -o FILE", path=path))
    if tariffs.is_path(base) and path.parent.resolve() != Path.cwd().resolve():
        base = str(Path(base).expanduser().resolve())  # in that folder it would begin somewhere else
    text = house_rules.new_text(name, base, _agreed(base))
    with printing.file_for_owner(path, folder=True) as file:
        file.write(text)
    where = plain(path)
    typer.echo(_("Wrote {path}; change it, then: sklog tariff check {file}", path=where, file=behind_options(where)))


def _agreed(base: str) -> dict[str, Any]:
    """Ask what a table's tariff says besides its `base`, where somebody can answer; raise Refused if nobody goes on."""
    tariffs.find(base)
    if not printing.can_ask():
        return {}
    count = len(house_rules.QUESTIONS)
    intro = _n(
        "{n} question; Enter keeps the value in brackets, Ctrl-C leaves without writing anything.",
        "{n} questions; Enter keeps the value in brackets, Ctrl-C leaves without writing anything.",
        count,
    )
    try:
        return asking.Interview(intro).ask_all(lambda asked: house_rules.asked(base, asked.ask_next))
    except (KeyboardInterrupt, EOFError):
        typer.echo()
        raise Refused(_("nothing was written: you left the questions")) from None


@tariff.command("schema")
def schema(output: common.Output = None) -> None:
    """Print the JSON Schema of tariff files, which editors use to complete and check them."""
    printing.put_text(json.dumps(file_schema(), ensure_ascii=False, indent=2), output)
