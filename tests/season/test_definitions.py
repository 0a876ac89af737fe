"""Below each table of a season stands how its numbers are counted: in every format, and for every table of figures."""

import json
from collections.abc import Sequence

import pytest
from season_samples import evening, report_of, sauspiel, season_of, wenz

from sklog.reports.model import Column, Kind, Report, Section
from sklog.reports.render import render
from sklog.rooms import SEASON_REPORTS, load
from sklog.season.reports.stats import of_stats
from tests.golden import FOLDER, ON_THE_PAGE

EXPLAINED_ELSEWHERE = {"characters", "sie", "memorable"}
"""The characters have a table that says what their figures mean; a Sie is no figure, and records are words."""


def told(words: str, form: str) -> str:
    """Return a report of one table with this sentence below it."""
    table = Section("one", "One", (Column("name", "Name", Kind.NAME),), (("Anna",),), defined=words)
    return render(Report("any", "Any", sections=(table,)), form)


@pytest.mark.parametrize("report", sorted(set(SEASON_REPORTS) - EXPLAINED_ELSEWHERE))
def test_every_table_of_a_season_is_defined(report: str) -> None:
    """Whatever a report of a season counts is said below the table; of no other table is anything said."""
    place = "season" if report in ON_THE_PAGE else report
    whole = json.loads((FOLDER / "season" / f"{place}.json").read_text(encoding="utf-8"))
    assert set(whole["definitions"]) == set(whole["tables"]) - EXPLAINED_ELSEWHERE
    if report != "season":  # the page has those of the other reports
        assert set(load(f"sklog.season.reports.{report}:DEFINED")) <= set(whole["definitions"])


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("text", "Anna\n\n1. Counted <so>.\n"),
        ("markdown", "\n\n1\\. Counted &lt;so&gt;.\n"),
        ("html", '</div>\n<p class="note">1. Counted &lt;so&gt;.</p>\n</section>'),
        ("json", '"definitions": {\n    "one": "1. Counted <so>."\n  }'),
    ],
)
def test_it_stands_below_the_table(form: str, shown: str) -> None:
    """As a sentence of its own, whatever it begins with, and escaped as everything is."""
    assert shown in told("1. Counted <so>.", form)


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_without_one_there_is_nothing(form: str) -> None:
    """A table that says nothing of itself leaves no empty line, paragraph or key."""
    assert "definitions" not in told("", form)
    assert 'class="note"' not in told("", form)
    assert not told("", form).endswith("\n\n")


def test_csv_has_rows_alone() -> None:
    """Programs that read a table read nothing else."""
    assert told("Counted so.", "csv") == "name\nAnna\n"


def kontra_cells(*hands: Sequence[str]) -> dict[str, tuple[object, ...]]:
    """Return the Kontra table of Sauspiele of Anna with Christl, lost, each with these people's Kontra."""
    entries = [sauspiel(won=False, kontra=said) for said in hands]
    (table,) = (
        one for one in report_of(of_stats, *season_of(evening(*entries, wenz()))).sections if one.key == "kontra"
    )
    return {str(row[0]): row[1:3] for row in table.rows}


def test_kontra_is_counted_as_it_is_defined() -> None:
    """Given by who said it against the declarers, and won where these lost; an answer is none."""
    assert kontra_cells(("Bene",), ("Bene", "Anna"))["Bene"] == (2, 2)
    assert kontra_cells(("Bene", "Anna"))["Anna"] == (0, 0)
