"""tariff list|show|check|diff|new|schema."""

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
from sklog.desk import house_rules
from sklog.errors import Problem, Refused, SklogError, TariffError
from sklog.language import _, _n, behind_options
from sklog.reports.model import Column, Kind, Report, listing
from sklog.reports.prices import aloud
from sklog.scoring.settings import to_mapping
from sklog.tariffs import describe, stakes
from sklog.yaml_text import MOST_PROBLEMS

tariff = typer.Typer()

Which = Annotated[str, common.tariff_argument("TARIFF")]


@common.report(tariff, "list", reads=False)
def list_() -> Report:
    """List the tariffs that can be used by name: shipped ones and your own."""
    columns = (
        Column("name", _("Name"), Kind.TEXT),
        Column("prices", _("Prices"), Kind.TEXT),
        Column("title", _("Title"), Kind.TEXT),
        Column("source", _("Source"), Kind.PROSE),
        Column("from", _("From"), Kind.TEXT),
    )
    shipped, rows = tariffs.shipped(), []
    for name in tariffs.available():
        where = _("shipped") if name in shipped else _("your own")
        try:
            found = tariffs.find(name)
            rows.append((name, stakes.of(found), found.title, stakes.source(found), where))
        except SklogError as error:
            why = _n(
                "cannot be read ({n} problem): sklog tariff check {name}",
                "cannot be read ({n} problems): sklog tariff check {name}",
                len(error.problems),
                name=behind_options(name),
            )
            rows.append((name, "", "", why, where))
    notes = (
        _(
            "Prices: extra-Sauspiel-solo; you can use three such prices as a tariff: --tariff {example}; or two, the "
            "basic price and a solo: --tariff {two}",
            example=stakes.EXAMPLE,
            two=stakes.EXAMPLE_OF_TWO,
        ),
        _("Your own tariffs: YAML files in {folder}", folder=tariffs.own_folder()),
        *(
            _("{file} is not found by its name, which means another tariff: use its path, or rename it", file=path)
            for path in tariffs.not_found()
        ),
    )
    return listing("tariffs", _("Tariffs"), columns, rows, notes=notes)


@tariff.command("show")
def show(which: Which, how: common.Format = "text", output: common.Output = None) -> None:
    """Show every setting of a tariff, inherited ones included, as YAML (or --format)."""
    found = tariffs.find(which, Path.cwd())
    if how == "text":
        printing.put_text(tariffs.to_yaml(found), output)
        return
    columns = (Column("setting", _("Setting"), Kind.TEXT), Column("value", _("Value"), Kind.PROSE))
    report = listing("tariff", _("Tariff {name}", name=found.name), columns, tariffs.settings(found))
    printing.put(report._replace(data=to_mapping(found)), how, output)


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
            found, warnings = tariffs.checked(one, Path.cwd())
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


@common.report(tariff, "diff", reads=False)
def diff(one: Which, other: Which) -> Report:
    """Show where two tariffs differ, setting by setting."""
    left, right = tariffs.find(one, Path.cwd()), tariffs.find(other, Path.cwd())
    columns = (
        Column("setting", _("Setting"), Kind.TEXT),
        Column("left", left.name, Kind.PROSE),
        Column("right", right.name, Kind.PROSE),
    )
    rows = tariffs.differences(left, right)
    notes = () if rows else (_("The two tariffs do not differ."),)
    title = _("{one} and {other}", one=left.name, other=right.name)
    return listing("difference", title, columns, rows, notes=notes)


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
        printing.put_text(tariffs.new_text(name, base, _agreed(base)))
        return
    path = output or tariffs.own_folder() / f"{name}.yaml"
    if os.path.lexists(path):
        raise Refused(_("{path} already exists: choose another name, or -o FILE", path=path))
    if tariffs.is_path(base) and path.parent.resolve() != Path.cwd().resolve():
        base = str(Path(base).expanduser().resolve())  # in that folder it would begin somewhere else
    text = tariffs.new_text(name, base, _agreed(base))
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
    printing.put_text(json.dumps(describe.schema(), ensure_ascii=False, indent=2), output)
