"""rescore: evenings by the million, folded again."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sklog.cli import common, printing
from sklog.language import _, _n
from sklog.platform.exchange import require_extra
from sklog.scoring.state import Count

if TYPE_CHECKING:
    from sklog.platform.rescore import RescoreJob

app = typer.Typer()
EXAMPLES: Mapping[str, tuple[str, ...]] = {"rescore": ("history -o again --tariff wiki",)}
"""How each command is typed, behind its name."""

ENGINES = ("dask", "ray")
FORMATS = ("text", "json")


def _folder_named(word: str) -> str:
    if not word:
        raise typer.BadParameter(_("name a folder: this one is empty"))
    return word


Inputs = Annotated[
    list[str], typer.Argument(help="Folders and Parquet files of evenings; also s3://… and others.", metavar="IN…")
]
Output = Annotated[
    str,
    typer.Option(
        "-o",
        "--output",
        metavar="FOLDER",
        help="The folder for the results, written completely or not at all.",
        parser=_folder_named,
    ),
]
Compare = Annotated[
    bool, typer.Option("--compare", help="Only entries that differ from what was paid, with the steps of both.")
]
Engine = Annotated[
    str | None, common.option_of("--engine", ENGINES, help="The engine for more than one process (default: dask).")
]
Workers = Annotated[
    int | None, common.number_option("--workers", "The number of processes (default: one, or all of a cluster).")
]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="The scheduler of your own cluster.")
]
Format = Annotated[str, common.option_of("--format", FORMATS, help="The output format.")]


@app.command("rescore")
def rescore(
    inputs: Inputs,
    output: Output,
    tariff: common.MaybeTariff = None,
    compare: Compare = False,
    engine: Engine = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    how: Format = "text",
) -> None:
    """Score evenings again, by the million, each under its own tariff or all under another one.

    Scores, states, refused hands and standings are written to a new folder as Parquet. No ledger is changed. To
    continue an interrupted job, type the same command again.
    """
    require_extra()
    from sklog.platform import rescore as rescoring  # noqa: PLC0415  an extra

    under = common.tariff_named(tariff) if tariff else None
    try:
        job = rescoring.begin_job(inputs, output, under, compares=compare)
        _run(job, engine or ("dask" if scheduler or (workers or 1) > 1 else "here"), workers, scheduler)
        whole = job.finish()
    except KeyboardInterrupt:
        printing.take_bar_away()
        printing.say(_("Interrupted: type the same command again to continue."), err=True)
        raise typer.Exit(common.INTERRUPTED) from None
    if how == "json":
        typer.echo(json.dumps(whole, ensure_ascii=False, indent=2))
    else:
        printing.tell(*_outcome_in_sentences(whole))
    printing.say(_("Written: {path}", path=output), err=True)


def _run(job: RescoreJob, engine: str, workers: int | None, scheduler: str | None) -> None:
    """Do what is not done yet, under a bar where somebody sees it."""
    hidden = not printing.is_terminal(sys.stderr)
    with (
        typer.progressbar(length=job.about_hands, label=_("Rescoring"), hidden=hidden, file=sys.stderr) as seen,
        closing(job.fold_waiting(engine, workers, scheduler)) as done,
    ):
        seen.update(job.hands_before)
        for hands in done:
            seen.update(hands)


def _outcome_in_sentences(whole: dict[str, Any]) -> list[str]:
    """Return what came out, in sentences."""
    counted = Count(*[whole[key] for key in ("hands", "thrown_in", "void", "posted")])
    evenings = _n("{n:,} evening", "{n:,} evenings", whole["evenings"])
    said = [
        _("{hands} in {evenings}.", hands=counted.words, evenings=evenings),
        _n("{n:,} entry is refused.", "{n:,} entries are refused.", whole["refused"]),
    ]
    if whole["refused"]:
        said[-1] += " " + _("A refused hand counts as void; the folder refused has the reasons.")
    if whole["unfolded"]:
        said.append(_n("{n:,} evening is refused entirely.", "{n:,} evenings are refused entirely.", whole["unfolded"]))
    if whole["compared"]:
        said.append(_n("{n:,} entry differs.", "{n:,} entries differ.", whole["differences"]))
    return [*said, _("Digest {digest}", digest=whole["digest"])]
