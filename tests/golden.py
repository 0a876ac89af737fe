"""Golden files: every report over the sample evenings, as somebody last read it.

Every evening is there as text and as JSON, the longest one and the page of a season in every format, and whatever has
words of its own in German as well. No table is there twice.

`python -m tests.golden` writes them anew, for people to read what changed; a test compares.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

from sklog import tariffs
from sklog.rooms import SEASON_REPORTS
from tests import transcripts

FOLDER = Path(__file__).parent / "golden"
EVENINGS = sorted((transcripts.ROOT / "sample_sessions").glob("*.yaml"))
ENDINGS = {"text": "txt", "markdown": "md", "csv": "csv", "json": "json", "html": "html"}
IN_EVERY_FORMAT = frozenset({"langer-abend/session", "season/season"})
"""An evening with everything in it, and the page with all tables of a season."""
AS_JSON = IN_EVERY_FORMAT | {"langer-abend/settle", "prices/wiki"}
"""Beside evenings and seasons: a settlement with payments, and a price list with every section."""
ON_THE_PAGE = frozenset({"partners", "rating", "records"})
"""Reports of a season that consist of tables of its page, where they are read in both languages."""
SAME = re.compile("<(style|script)>.*?(?=</)", re.DOTALL)
GERMAN = {"SKLOG_LANG": "de"}


class Golden(NamedTuple):
    """One file, and the command that prints it from a ledger with all sample evenings."""

    path: Path
    words: tuple[str, ...]
    language: dict[str, str]


def goldens() -> Iterator[Golden]:
    """Yield every file that there should be."""
    longest = [path.stem for path in EVENINGS].index("langer-abend") + 1
    for number, evening in enumerate(EVENINGS, 1):
        for name, words in {"session": ("report", "session"), "settle": ("settle",)}.items():
            yield from _formats(evening.stem, name, *words, "--session", str(number))
    for tariff in tariffs.shipped():
        yield from _formats("prices", tariff, "report", "prices", "--tariff", tariff)
    for report in SEASON_REPORTS:
        if report in ON_THE_PAGE:
            continue
        yield from _formats("season", report, "report", report)
        if report != "standings":  # its words are those of the good points
            yield Golden(FOLDER / "season" / f"{report}.de.txt", ("report", report), GERMAN)
    good = ("standings", "--good-points")
    yield from _formats("season", "good-points", "report", *good)
    yield Golden(FOLDER / "season" / "good-points.de.txt", ("report", *good), GERMAN)
    plotted = {
        "langer-abend/session": ("session", "--session", str(longest)),
        "season/standings": ("standings",),
        "season/good-points": good,
    }
    for name, words in plotted.items():
        yield Golden(FOLDER / f"{name}.plot.txt", ("report", *words, "--plot"), {})
    german = ("report", "session", "--session", str(longest))
    yield Golden(FOLDER / "langer-abend" / "session.de.txt", german, GERMAN)


def _formats(folder: str, name: str, *words: str) -> Iterator[Golden]:
    whole = f"{folder}/{name}"
    for form, ending in ENDINGS.items():
        as_json = form == "json" and (name == "session" or folder == "season" or whole in AS_JSON)
        if form == "text" or as_json or whole in IN_EVERY_FORMAT:
            yield Golden(FOLDER / folder / f"{name}.{ending}", (*words, "--format", form), {})


def fill() -> None:
    """Import the sample evenings into the ledger of the current folder, in the order of their names."""
    filled = transcripts.run(["import", *map(str, EVENINGS)])
    if filled.code:
        raise RuntimeError(filled.err)


def printed(golden: Golden) -> str:
    """Return what the command prints now; a page without its style and script, which are the same in all of them."""
    return transcripts.undated(SAME.sub(r"<\1>", transcripts.run(golden.words, env=golden.language).out))


def main() -> None:
    """Write every file anew."""
    for written in {golden.path.parent for golden in goldens()}:
        shutil.rmtree(written, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for unseen in transcripts.UNSEEN:
            os.environ.pop(unseen, None)
        os.environ |= transcripts.environment(folder)
        with chdir(folder):
            fill()
            for golden in goldens():
                golden.path.parent.mkdir(parents=True, exist_ok=True)
                golden.path.write_text(printed(golden), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
