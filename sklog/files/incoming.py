"""What `import` is given: the evenings of all its files, one at a time, and everything that is wrong with them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from inspect import Parameter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sklog.cli import common
from sklog.errors import Disagreement, NotFound, NotInstalled, Problem, Refused, SklogError, first_of, reason
from sklog.files import formats, identity, journal, missed
from sklog.files.already_here import import_session
from sklog.files.reader import Tariffs
from sklog.language import _, _t, as_typed, in_shell
from sklog.ledger import record
from sklog.rooms import IMPORTS, LIST_OPTIONS, load
from sklog.scoring.amounts import EUROS
from sklog.scoring.names import name_key
from sklog.scoring.tariff import CENTS, POINTS

if TYPE_CHECKING:
    from os import PathLike

    from sklog.ledger.evenings import Evening
    from sklog.ledger.open import LedgerFile
    from sklog.reports.model import Report
    from sklog.scoring.session import Session
    from sklog.scoring.tariff import Tariff

LONG = 200_000  # bytes from which on a bar says how far it is
MOST_SAID = 50  # sentences about one file


PROTOCOL, WORKBOOK, LIST, OWN = "protocol", "workbook", "list", "own"  # kinds of `sklog.rooms`, and sklog's


# -- what may be said of a list -------------------------------------------------------------------------

EACH, RUNNING, BY_EVENING = "each", "running", "evening"
"""What a row of a list says: what it moved itself, or where everybody stood, in all or in its evening."""
DAY_FIRST, MONTH_FIRST = "day", "month"
DIFFERENCES, LOSSES, WINNER = "differences", "losses", "winner"
"""How points are settled that are not zero in sum: each with each, where more is won, or lost; or one got it all."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "amounts": {
        **dict.fromkeys(("euros", "euro"), EUROS),
        **dict.fromkeys(("cents", "cent"), CENTS),
        **dict.fromkeys(("points", "punkte"), POINTS),
    },
    "decimal": common.DECIMALS,
    "dates": {**dict.fromkeys(("day", "tag"), DAY_FIRST), **dict.fromkeys(("month", "monat"), MONTH_FIRST)},
    "rows": {
        **dict.fromkeys(("each", "einzeln"), EACH),
        **dict.fromkeys(("running", "laufend"), RUNNING),
        **dict.fromkeys(("evening", "abend"), BY_EVENING),
    },
    "points": {
        **dict.fromkeys((DIFFERENCES, "differenzen"), DIFFERENCES),
        **dict.fromkeys((LOSSES, "verluste"), LOSSES),
        **dict.fromkeys((WINNER, "gewinner"), WINNER),
    },
}
"""What may be said, by the option, and what it means."""


def _option(name: str, metavar: str, said: str) -> Parameter:
    """Return an option of a list, with what the help says of it."""
    words, kind = WORDS.get(name), list[str] if name == "sheet" else str
    option = (
        common.checked_option(f"--{name}", metavar, words, said)
        if words
        else typer.Option(f"--{name}", metavar=metavar, help=said)
    )
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=Annotated[kind | None, option])


OPTIONS = (
    _option("amounts", "euros|cents|points", "The unit of numbers in a list, if not stated there."),
    _option("decimal", "comma|point", "The decimal mark in a list, if not clear."),
    _option("dates", "day|month", "Which comes first in 03/04/2025, if not clear."),
    _option(
        "rows",
        "each|running|evening",
        "What each row of a list contains: its own amounts, or running totals (over all evenings, or from 0 in each).",
    ),
    _option(
        "points",
        f"{DIFFERENCES}|{LOSSES}|{WINNER}",
        "How to settle points that do not add up to zero: each player with each (losses: whoever has more pays), or "
        "all to the one who has none (winner).",
    ),
    _option("name", "NAME", "The name for the evenings of a list (default: the name of the file)."),
    _option("date", "D", "The date, for a list of one evening without dates; or the year, for dates without one."),
    _option("sheet", "SHEET", "A sheet of a workbook (default: all that are not hidden)."),
)


def of_lists(said: Mapping[str, Any]) -> Any:
    """Return what was said of lists with these options, as their room reads it; None where that is nothing.

    Raises Refused for what is no day, NotInstalled where the room is not here; a name that is none is wrong usage.
    """
    if all(one in (None, []) for one in said.values()):
        return None
    return load(LIST_OPTIONS)({**said, **{name: words.get(said[name] or "", "") for name, words in WORDS.items()}})


# -- the evenings -------------------------------------------------------------------------------------------


class ReadSession(NamedTuple):
    """An evening, its file, and how many bytes of that are behind it.

    `proved` is set where every printed price and balance was compared, and agrees. `listed` is set for an evening of a
    list whose name nobody said: it may be in the ledger under another one.
    """

    path: Path
    session: Session
    behind: int
    proved: bool = False
    listed: bool = False


class Incoming:
    """What is in the files: how many evenings, what is wrong with them, what does not agree, what the ledger refuses.

    `people` says who a name in a list or a protocol is, `tariff` stands instead of the one that a protocol's prices
    show, `asked` is what was said of lists (`of_lists`). With `keep_going` what can be read is wanted, else all or
    nothing; with `quiet` no bar is shown meanwhile. What reads a kind of file adds what it found: `names` of people,
    how it understood a table (`told` in sentences, `shown` as what makes a report), what is `noted`, the problems and
    disagreements. `answers` are the words that were said of lists, by their options; `open` has those that would answer
    what each file leaves open.
    """

    def __init__(
        self, people: Mapping[str, str], tariff: Tariff | None, asked: Any, *, keep_going: bool, quiet: bool = False
    ) -> None:
        self.people = people
        self.tariff = tariff
        self.asked = asked
        self.keep_going = keep_going
        self.quiet = quiet
        self.names: dict[str, None] = {}
        self.told: list[str] = []
        self.shown: list[Callable[[], Report]] = []
        self.noted: list[str] = []
        self.count = 0
        self.problems: list[Problem] = []
        self.disagreements: list[Problem] = []
        self.refused: list[Problem] = []
        self.answers: dict[str, str] = {}
        self.lists = self.as_before = False
        self.files: Sequence[Path] = ()
        self.open: dict[str, list[str]] = {}

    @property
    def words(self) -> list[str]:
        """What was said of lists, as it is typed behind their names: it is kept, and `--like` says it again."""
        who = [f"--as {in_shell(f'{name}={person}')}" for name, person in self.people.items()]
        return [*(f"--{name} {word}" for name, word in self.answers.items()), *who]

    def read_all(self, files: Sequence[Path]) -> Generator[ReadSession, None, None]:
        """Yield every evening that shall be stored, one in memory at a time.

        Behind a mistake it is read on, to say at the end all that is wrong. Raises Refused, or Disagreement, if nothing
        shall be stored.
        """
        self.files, known, size = files, self._with_readers(files), 0
        with suppress(Refused):  # it is said when its turn comes
            size = sum(size_of(path) for path, _reader in known)
        shown = not self.quiet and sys.stderr.isatty() and size >= LONG
        with typer.progressbar(length=size, label=_("Importing"), hidden=not shown, file=sys.stderr) as seen:
            for path, reader in known:
                behind = 0
                try:
                    if not size_of(path):
                        raise Refused(_("{path} is empty", path=path))
                    for evening in reader(path, self):
                        self.count += 1
                        if self.keep_going or not self.problems:
                            yield evening
                        seen.update(evening.behind - behind)
                        behind = evening.behind
                except NotInstalled:
                    raise
                except SklogError as wrong:
                    self.problems += wrong.problems
                with suppress(Refused):
                    seen.update(size_of(path) - behind)
        self._check_people()
        if self.refused or (self.problems and not (self.keep_going and self.count)):
            raise self.refusal()
        if self.disagreements and not self.keep_going:
            raise Disagreement(*self.sentences(), _t("Nothing was imported¦; --keep-going imports it all the same."))

    def _with_readers(self, files: Sequence[Path]) -> list[tuple[Path, Reader]]:
        """Return the files that can be read, each with what reads it.

        Raises Refused where none of them is what the options are for, NotInstalled where the room of one is not here.
        """
        known: list[Path] = []
        for path in files:
            try:
                known += map(common.known_file, _evenings_in(path) or [path])
            except SklogError as wrong:
                self.problems += wrong.problems
        kinds = [*map(_kind_of_file, known)]
        if (self.people or self.tariff) and not (self.problems or {PROTOCOL, WORKBOOK, LIST}.intersection(kinds)):
            raise Refused(
                _t(
                    "only a list or another program's protocol takes a tariff or people's names; none of these files "
                    "is either¦ (--tariff, --as)"
                )
            )
        if self.asked and not (self.problems or {WORKBOOK, LIST}.intersection(kinds)):
            said = ", ".join(f"--{option.name}" for option in OPTIONS)
            raise Refused(_("{options} are for lists from a spreadsheet; none of these files is one", options=said))
        self.lists = not {WORKBOOK, LIST}.isdisjoint(kinds)
        readers = [_own_evenings if kind == OWN else load(IMPORTS[kind].reads) for kind in kinds]
        return list(zip(known, readers, strict=True))

    def evenings(self, path: Path, read: Iterable[tuple[Session, int]]) -> Iterator[ReadSession]:
        """Yield the evenings of a file of sklog's own."""
        empty = True
        for session, behind in read:
            empty = False
            yield ReadSession(path, session, behind)
            self.noted += map(str, getattr(session, "unclear", ())[: max(0, MOST_SAID - len(self.noted))])
            if session.expect is not None:
                sentences = missed(session, session.end())
                self.disagreements += [Problem(sentence, str(path)) for sentence in sentences]
        if empty:
            raise Refused(_("{path} holds no evening", path=path))

    def refusal(self) -> Refused:
        """Return the error that nothing is stored, because of what is wrong or refused; and what would answer it."""
        return Refused(*self.sentences(problems_only=True), *self._way_on())

    def _way_on(self) -> Iterator[str]:
        """Yield the line that answers all that is open in the lists, or leaves out what is not understood."""
        if self.open:
            words = dict.fromkeys(chain(*self.open.values()))
            line = as_typed(" ".join(("import", *map(in_shell, self.files), *self.words, *words)))
            yield from filter(None, [_t("¦To answer all of these in one line: sklog {line}", line=line)])

    def sentences(self, *, problems_only: bool = False) -> Iterator[str]:
        """Yield what there is to say of each file, in its order; of very many only the first and how many more."""
        found = [*self.problems, *self.refused, *(() if problems_only else self.disagreements)]
        for where in dict.fromkeys(problem.where for problem in found):
            yield from first_of((str(problem) for problem in found if problem.where == where), MOST_SAID, where)

    def _check_people(self) -> None:
        """Refuse to say who somebody is that is in none of the files."""
        known = {name_key(name) for name in (*self.names, *IMPORTS[PROTOCOL].you)}
        unknown = [name for name in self.people if name_key(name) not in known]
        if self.names and unknown and not self.as_before:
            said = {"name": unknown[0], "people": ", ".join(self.names)}
            raise NotFound(_('there is no "{name}" in these files, only {people}', **said))


Reader = Callable[[Path, Incoming], Iterator[ReadSession]]
"""What reads a kind of file, and adds what it found to what is incoming."""


def take_in(
    ledger: LedgerFile, files: Sequence[str | PathLike[str]], people: Mapping[str, str], tariff: Tariff | None
) -> list[Evening]:
    """Import all these files into a ledger, or nothing; return the evenings in their order, also those there already.

    Raises Refused, and Disagreement, with everything that is wrong.
    """
    paths = [*map(Path, files)]
    with closing(Incoming(people, tariff, None, keep_going=False, quiet=True).read_all(paths)) as read:
        return _store_sessions(ledger, [one.session for one in read], [path.name for path in paths])


def bring_in(ledger: LedgerFile, session: Session) -> Evening:
    """Store an evening, looked at as one from a file is; raise SessionFileError, Refused."""
    (evening,) = _store_sessions(ledger, [formats.proved_session(session, session.name, Tariffs(None))], [session.name])
    return evening


def _store_sessions(file: LedgerFile, sessions: Sequence[Session], words: Sequence[str]) -> list[Evening]:
    command = file.command("import", words)
    with file.writing(create=True) as ledger:
        taken = [import_session(ledger, one, command, uid=identity(one)) for one in sessions]
        record.keep_kinds(ledger, all_told=True)
    return [one.evening for one in taken]


def _own_evenings(path: Path, incoming: Incoming) -> Iterator[ReadSession]:
    return incoming.evenings(path, formats.read_along(path))


def size_of(path: Path) -> int:
    """Return how large a file is; raise Refused where it cannot be read."""
    try:
        return path.stat().st_size
    except OSError as error:
        raise Refused(_("{path} cannot be read: {reason}", path=path, reason=reason(error))) from error


def _kind_of_file(path: Path) -> str:
    """Return which kind of file it is; where it cannot be read, its reader says why."""
    with suppress(OSError), path.open("rb") as file:
        return kind_of(file.read(formats.HEAD), path.suffix.casefold())
    return OWN


def kind_of(head: bytes, ending: str) -> str:
    """Return which kind of file begins and ends so: one of `rooms.IMPORTS`, or sklog's own."""
    lines = re.sub(rb"\r\n?", b"\n", head)
    for name, kind in IMPORTS.items():
        if kind.begins and re.search(kind.begins, lines):
            return name
        if ending in kind.endings and not (name == LIST and _begins_own(head)):
            return name
    return LIST if ending == ".txt" and not _is_ours(head) else OWN


def _is_ours(head: bytes) -> bool:
    """Whether a text is one that sklog can read without the lists: they have the days and amounts of people."""
    with suppress(SklogError):
        return bool(formats.recognise(head))
    rows = formats.text_of(head).splitlines()
    told = sum(len(re.findall("[0-9]+", row)) > 1 and not re.match(r"[ -]*\w+:(?: |$)", row) for row in rows)
    return told < 2 or rows[0].startswith(journal.TITLE)


def _begins_own(head: bytes) -> bool:
    """Whether a csv begins with the headings of sklog's own."""
    first = formats.text_of(head).partition("\n")[0]
    return formats.is_own(re.split("[,;]", first))


def _evenings_in(path: Path) -> list[Path]:
    """Return the files of evenings in a folder that `export` wrote; [] where it is none."""
    patterns = [kind.inside for kind in IMPORTS.values() if kind.inside] if path.is_dir() else []
    return sorted(found for pattern in patterns for found in path.glob(pattern))
