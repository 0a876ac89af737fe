"""Tab completion: games, people, words and tariffs; it never fails and never writes."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sklog.errors import NotFound, Refused, SklogError
from sklog.language import _, _or, speak
from sklog.ledger import database
from sklog.ledger.open import in_memory, open_ledger
from sklog.scoring.names import LONGEST_NAME, LONGEST_TEXT, name_key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command
    from sklog.scoring.state import StockMove


def words(incomplete: str) -> list[str]:
    """Return games, people of the open evening and flag words that begin so."""
    from sklog.notation import flag_words, game_words  # noqa: PLC0415

    evening = _open_evening()
    found = [*(evening.state.seats if evening else ()), *game_words(evening.tariff if evening else None), *flag_words()]
    return _beginning(incomplete, found)


def people(incomplete: str) -> list[str]:
    """Return the people of the open evening."""
    evening = _open_evening()
    return _beginning(incomplete, evening.state.seats if evening else ())


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin so; in small letters where it is typed in small letters: the shell compares."""
    typed = incomplete.casefold()
    found = [word for word in dict.fromkeys(words) if word.isprintable() and word.casefold().startswith(typed)]
    return [word.casefold() for word in found] if incomplete == typed else found


def tariffs() -> list[str]:
    """Return the names of all tariffs that can be found."""
    from sklog.tariffs import available  # noqa: PLC0415

    try:
        return list(filter(str.isprintable, available()))
    except SklogError:
        return []


def sessions() -> list[str]:
    """Return the numbers of the evenings in the ledger."""
    from sklog.ledger import evenings  # noqa: PLC0415

    try:
        with snapshot(None) as ledger:
            return [str(evening.id) for evening in evenings.all_evenings(ledger)]
    except SklogError:
        return []


def _open_evening() -> Evening | None:
    from sklog.ledger import evenings  # noqa: PLC0415

    try:
        with snapshot(None) as ledger:
            return evenings.find(ledger)
    except SklogError:
        return None


# -- What commands share: their options, the open ledger, the evening that is meant, people, amounts, output


DISAGREES = 3  # the exit code for what is stored or expected and does not agree
INTERRUPTED = 130  # as any program that Ctrl-C ends
FORMATS = ("text", "markdown", "csv", "json", "html")
FOR_PROGRAMS = ("csv", "json")
ENDINGS = {
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".csv": "csv",
    ".json": "json",
    ".html": "html",
    ".htm": "html",
}
"""How a report is printed into a file of this name, where nobody says it."""
NOT_WRITTEN = frozenset({".pdf", ".xlsx", ".xls", ".ods", ".docx", ".odt", ".rtf", ".png", ".svg"})
"""Endings of files that no report is written as; with any other ending it is text."""
HAND_FROM_HERE = {"allow_interspersed_args": False}
"""For commands that end in a hand: options stand before it, from its first word on nothing is an option."""
WORDS_FROM_HERE = {**HAND_FROM_HERE, "ignore_unknown_options": True}
"""The same where the first word may be an amount below 0, such as `-40`."""


def one_of(words: Sequence[str]) -> Callable[[str | None], str | None]:
    """Return what checks that an option is one of these words, where it is said; anything else is wrong usage."""

    def required(said: str | None) -> str | None:
        if said is not None and said not in words:
            raise typer.BadParameter(_("{said!r} is none of {words}", said=said, words=", ".join(words)))
        return said

    return required


def whole_number(said: object) -> int:
    """Read a number that counts something; what is none is wrong usage."""
    text = str(said)
    if not (text.isascii() and text.isdigit() and len(text) < _MOST_DIGITS and int(text)):
        raise typer.BadParameter(_("{said!r} is no whole number from 1 on", said=text))
    return int(text)


def cents(said: object) -> int:
    """Read an amount above 0, in cents or in euros; what is none is wrong usage."""
    try:
        found = amount(str(said))
    except Refused as error:
        raise typer.BadParameter(str(error)) from None
    if found <= 0:
        raise typer.BadParameter(_("{said} is not above 0", said=said))
    return found


def _format(ctx: typer.Context, said: str) -> str:
    """Check how a report is printed, which its file's ending says as well; for programs in no language of people."""
    one_of(FORMATS)(said)
    source = ctx.get_parameter_source("how")
    if source is not None and source.name == "DEFAULT":
        ending = Path(ctx.params.get("output") or "").suffix.lower()
        if ending in NOT_WRITTEN:
            known = ", ".join(ENDINGS)
            raise typer.BadParameter(
                _("no report is written as {ending}; there are {known}, or say --format", ending=ending, known=known)
            )
        said = ENDINGS.get(ending, "html" if ctx.params.get("browser") else said)
    if said in FOR_PROGRAMS:
        speak(None)
    return said


def _complete_format() -> list[str]:
    return list(FORMATS)


def complete_session() -> list[str]:
    """Complete the number of an evening."""
    return sessions()


def complete_people(incomplete: str) -> list[str]:
    """Complete somebody at the table."""
    return people(incomplete)


def complete_tariff() -> list[str]:
    """Complete the name of a tariff."""
    return tariffs()


HandNumber = Annotated[int, typer.Argument(help="The hand's number.", metavar="N", parser=whole_number)]
Db = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", help="The ledger (else $SKLOG_DB, else the platform's data folder)."),
]
WhichSession = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="WHICH",
        help="Another evening than the newest open one: its number, name or date.",
        autocompletion=complete_session,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would happen, store nothing.")]
Format = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="|".join(FORMATS),
        help="How to print it (else as the ending of -o FILE says).",
        callback=_format,
        autocompletion=_complete_format,
    ),
]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")]
Plot = Annotated[bool, typer.Option("--plot", help="Draw its charts below the tables (html has them anyway).")]
InBrowser = Annotated[bool, typer.Option("--open", help="Show it as a page in the browser.")]
StockRule = Annotated[
    str | None,
    typer.Option("--stock", metavar="split|carry|NAME", help="What becomes of the Stock (else as the tariff says)."),
]
TariffName = Annotated[
    str | None,
    typer.Option(
        "--tariff",
        metavar="T",
        help="A tariff's name, or a YAML file (see: sklog tariff list).",
        autocompletion=complete_tariff,
    ),
]


def path_of(db: Path | None) -> Path:
    """Return where the ledger is."""
    return db if db is not None else database.default_path()


@contextmanager
def snapshot(db: Path | None, wait: float | None = None) -> Iterator[sqlite3.Connection]:
    """Open an existing ledger to read from: one consistent picture, even while others write.

    `wait` is how many seconds a writer is waited for, where it is not as long as usual.
    """
    path = path_of(db)
    ledger = open_ledger(path, wait=wait)
    try:
        with database.snapshot(ledger, path):
            yield ledger
    finally:
        ledger.close()


@contextmanager
def writing(db: Path | None, *, dry_run: bool = False, create: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the ledger for one command: everything it does is stored, or nothing."""
    path = path_of(db)
    only_shown = dry_run and create and not (path.exists() and path.stat().st_size)
    # a refused command leaves the ledger it made: it is empty, or somebody else has begun an evening in it
    ledger = in_memory() if only_shown else open_ledger(path, create=create)
    try:
        with database.transaction(ledger, path, keep=not dry_run):
            yield ledger
    finally:
        ledger.close()


def known_file(path: Path) -> Path:
    """Return a file that is there to be read; raise NotFound, or Refused for what is no file."""
    if path.is_dir():
        raise Refused(_("{path} is a folder, not a file", path=path))
    if not os.path.exists(path):  # noqa: PTH110  the one that raises nothing where a name is too long
        raise NotFound(_("there is no file {path}", path=path))
    if not path.is_file():
        raise Refused(_("{path} is no regular file: save it first, then name the file", path=path))
    return path


def said(command: str, typed: Sequence[str] | str = "") -> Command:
    """Return who says what now."""
    from datetime import UTC, datetime  # noqa: PLC0415  only writers ask

    from sklog.ledger.facts import Command  # noqa: PLC0415

    words = (typed if isinstance(typed, str) else " ".join(typed)).encode(errors="replace").decode()
    return Command(command, words, datetime.now(UTC).isoformat(timespec="milliseconds"), who())


def who() -> str:
    """Return who sits at the keys: $SKLOG_USER, else the name that the system knows, else nobody."""
    names = (os.environ.get(name, "").strip() for name in ("SKLOG_USER", "USER", "LOGNAME", "USERNAME"))
    found = (next(filter(None, names), "") or _account())[:LONGEST_NAME]
    return found.encode(errors="replace").decode()  # a system may hand over what is no UTF-8


def _account() -> str:
    """Return the name of the account that runs this; "" where the system has none."""
    try:
        import pwd  # noqa: PLC0415  not on every system, and seldom asked

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return ""


def newest_of(ledger: sqlite3.Connection, which: str | None) -> Evening:
    """Return the newest open evening, else the newest one: what a correction means."""
    from sklog.ledger import evenings  # noqa: PLC0415  with all of scoring; help and completion know no evening

    try:
        return evenings.find(ledger, which)
    except NotFound:
        newest = evenings.newest(ledger) if which is None else None
        if newest is None:
            raise
        return newest


def one_name(said: str) -> str:
    """Return a name as it is kept: single spaces, each letter written in one way."""
    from unicodedata import normalize  # noqa: PLC0415  é may be one letter or two

    return normalize("NFC", " ".join(said.split())) if said.isprintable() else said


def person(word: str, people: Sequence[str]) -> str:
    """Return who is meant by a name or an unambiguous start of it; raise NotFound with who there is."""
    key = name_key(word)
    exact = [name for name in people if name_key(name) == key]
    found = exact or [name for name in people if key and name_key(name).startswith(key)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(_('"{word}" can be {people}: write more of the name', word=word, people=_or(found)))
    near, everybody = _nearest(word, people), ", ".join(people)
    if near:
        said = _(
            'there is no "{word}" here, did you mean {near}? There are {people}',
            word=word,
            near=_or(near),
            people=everybody,
        )
    else:
        said = _('there is no "{word}" here; there are {people}', word=word, people=everybody)
    raise NotFound(said)


def _nearest(word: str, people: Sequence[str]) -> list[str]:
    from difflib import get_close_matches  # noqa: PLC0415  only for a wrong name

    folded = {name_key(name): name for name in people}
    return [folded[name] for name in get_close_matches(name_key(word), list(folded), n=2, cutoff=0.5)]


_WHOLE = re.compile(r"[+-]?[0-9]+")
_EUROS = re.compile(r"[+-]?[0-9]+[,.][0-9]{2}")
_MOST_DIGITS = 16


def amount(word: str, unit: str = "ct") -> int:
    """Return cents (or points): `240` is 240, `2,40` and `2.40` are euros; raise Refused for anything else."""
    text = word.removesuffix("€").strip()
    if len(text) > _MOST_DIGITS and (_WHOLE.fullmatch(text) or _EUROS.fullmatch(text)):
        raise Refused(_("{start}… has {digits} digits: no table ever moved so much", start=text[:8], digits=len(text)))
    if _WHOLE.fullmatch(text) and text == word:
        return int(text)
    if _EUROS.fullmatch(text):
        if unit == "points":
            raise Refused(_("{word}: this evening counts points, whole numbers without a comma", word=word))
        return int(text.replace(",", "").replace(".", ""))
    if unit == "points":
        raise Refused(_("{word} is no number of points; say a whole number such as 24", word=word))
    raise Refused(_("{word} is no amount; say whole cents (240), or euros with two decimals (2,40 or 2.40)", word=word))


def not_stored() -> str:
    """Return the sentence behind everything that --dry-run shows."""
    return _("Nothing was stored (--dry-run).")


def undo_hint() -> str:
    """Return how a correction is taken back, which is said instead of asking before it."""
    return _("To take that back: sklog undo")


def can_ask() -> bool:
    """Whether somebody sits at a terminal who can answer."""
    return sys.stdin is not None and sys.stdin.isatty()


def confirmed(question: str, *, yes: bool) -> bool:
    """Ask before something is recorded; a script has to say --yes."""
    if yes:
        return True
    if not can_ask():
        raise Refused(_("nothing was recorded: nobody can be asked here; say --yes if it is meant"))
    from sklog.cli.usage import yes_to  # noqa: PLC0415  only where somebody is asked

    return yes_to(question)


def postings(amounts: Mapping[str, int], unit: str) -> str:
    """Return who got what, in words: `Anna +0.60, Bene -0.60 €`."""
    from sklog.reports.format import amount as written  # noqa: PLC0415
    from sklog.reports.format import clean, currency  # noqa: PLC0415

    said = ", ".join(f"{clean(name)} {written(value, unit, signed=True)}" for name, value in amounts.items() if value)
    return f"{said} {currency(unit)}" if said else _("nobody pays")


def shared_out(move: StockMove, unit: str) -> str:
    """Return the sentence that says who got what of the Stock at the end of an evening."""
    return _("The Stock is shared out: {shares}", shares=postings(move.amounts, unit))


def single_line(said: str, what: str, *, most: int = LONGEST_TEXT) -> str:
    """Return a text that fits on one line of a list; raise Refused for control characters and the endless.

    `what` names it in the refusal: "the note". `most` is how many letters it may have.
    """
    text = said.strip()
    if not text.isprintable():
        raise Refused(_("{what} has characters that cannot be printed: leave them out", what=what))
    if len(text) > most:
        letters = len(text)
        raise Refused(
            _(
                "{what} has {letters} letters; at most {most} are possible",
                what=what,
                letters=letters,
                most=most,
            )
        )
    return text


def plain(value: Any) -> str:
    """Return text that cannot steer a terminal: control and direction characters are shown as �."""
    from sklog.reports.format import clean  # noqa: PLC0415

    return clean(str(value))
