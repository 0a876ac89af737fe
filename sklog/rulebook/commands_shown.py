"""tariff list|show|diff, report schema: which tariffs there are, what they say, and the shape of a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sklog import tariffs
from sklog.cli import common, printing
from sklog.errors import SklogError
from sklog.language import _, _n, behind_options
from sklog.reports.model import Column, Kind, Report, listing
from sklog.rulebook import source
from sklog.scoring.settings import to_mapping
from sklog.tariffs import stakes

reports = typer.Typer()
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
            rows.append((name, stakes.of(found), found.title, source(found), where))
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
        by_hand = _("# bock: no event starts it here; the table can still order it, with sklog bock")
        text = tariffs.to_yaml(found)
        printing.put_text(text if found.bock.after else f"{text}{by_hand}\n", output)
        return
    columns = (Column("setting", _("Setting"), Kind.TEXT), Column("value", _("Value"), Kind.PROSE))
    report = listing("tariff", _("Tariff {name}", name=found.name), columns, tariffs.settings(found))
    printing.put(report._replace(data=to_mapping(found)), how, output)


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
    return listing("difference", _("{one} and {other}", one=left.name, other=right.name), columns, rows, notes=notes)


@reports.command("schema")
def report_schema(output: common.Output = None) -> None:
    """Print the JSON Schema of reports. The output of --format json conforms to it."""
    from sklog.reports.render import dumped  # noqa: PLC0415  no other command waits for it
    from sklog.rulebook.report_schema import schema  # noqa: PLC0415  the same

    printing.put_text(dumped(schema(), indent=2), output)
