"""What `import` is given: the evenings of all its files, one at a time, and everything that is wrong with them."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import typer

from sklog import lists, netschafkopf
from sklog.cli import common
from sklog.errors import Disagreement, NotFound, Problem, Refused, SessionFileError, SklogError, first_of, reason
from sklog.language import _, _and, _n
from sklog.platform import MANY_EVENINGS
from sklog.scoring.names import name_key
from sklog.scoring.session import Session, final_state
from sklog.session_files import formats, missed
from sklog.session_files.reader import Problems, Tariffs
from sklog.yaml_text import Mark

LONG = 200_000  # bytes from which on a bar says how far it is
MOST_SAID = 50  # sentences about one file


class ReadSession(NamedTuple):
    """An evening, its file, and how many bytes of that are behind it.

    `proved` is set where every printed price and balance was compared, and agrees. `listed` is set for an evening of a
    list, which may be in the ledger under another name.
    """

    path: Path
    session: Session
    behind: int
    proved: bool = False
    listed: bool = False


class Incoming:
    """What is in the files: how many evenings, what is wrong with them, what does not agree, what the ledger refuses.

    `asked` is what was said of lists and protocols: who a name is, and the tariff, instead of the one that a protocol's
    prices show. With `keep_going` what can be read is wanted, else all or nothing. `sheets` are the lists as they were
    understood.
    """

    def __init__(self, asked: lists.Asked, *, keep_going: bool) -> None:
        self.asked = asked
        self.people = asked.people
        self.tariff = asked.tariff
        self.keep_going = keep_going
        self.sheets: list[lists.Sheet] = []
        self.noted: list[str] = []
        self.count = 0
        self.problems: list[Problem] = []
        self.disagreements: list[Problem] = []
        self.refused: list[Problem] = []
        self._names: dict[str, None] = {}

    def read(self, files: Sequence[Path]) -> Generator[ReadSession, None, None]:
        """Yield every evening that shall be stored, one in memory at a time.

        Behind a mistake it is read on, to say at the end all that is wrong. Raises Refused, or Disagreement, if nothing
        shall be stored.
        """
        files, size = self._known(files), 0
        with suppress(Refused):  # it is said when its turn comes
            size = sum(map(_size, files))
        shown = sys.stderr.isatty() and size >= LONG
        with typer.progressbar(length=size, label=_("Importing"), hidden=not shown, file=sys.stderr) as seen:
            for path in files:
                behind = 0
                try:
                    for evening in self._read(path):
                        self.count += 1
                        if self.keep_going or not self.problems:
                            yield evening
                        seen.update(evening.behind - behind)
                        behind = evening.behind
                except SklogError as wrong:
                    self.problems += wrong.problems
                with suppress(Refused):
                    seen.update(_size(path) - behind)
        self._check_people()
        if self.refused or (self.problems and not (self.keep_going and self.count)):
            raise self.refusal()
        if self.disagreements and not self.keep_going:
            raise Disagreement(*self.sentences(), _("Nothing was imported; --keep-going imports it all the same."))

    def _known(self, files: Sequence[Path]) -> list[Path]:
        """Return the files that can be read; raise Refused where none of them is what the options are for."""
        known: list[Path] = []
        for path in files:
            try:
                known += map(common.known_file, _evenings_in(path) or [path])
            except SklogError as wrong:
                self.problems += wrong.problems
        kinds = set(map(_kind, known))
        if (self.people or self.tariff) and not (self.problems or kinds & {PROTOCOL, LIST}):
            raise Refused(
                _("--as and --tariff are for lists, and for protocols of another program; none of these files is one")
            )
        if self.asked._replace(people={}, tariff=None) != lists.Asked(self.asked.today) and not (
            self.problems or LIST in kinds
        ):
            said = "--amounts, --decimal, --dates, --rows, --name, --date, --sheet"
            raise Refused(_("{options} are for lists from a spreadsheet; none of these files is one", options=said))
        return known

    def _read(self, path: Path) -> Iterator[ReadSession]:
        if not _size(path):
            raise Refused(_("{path} is empty", path=path))
        kind = _kind(path)
        if kind == PROTOCOL:
            yield self._protocol(path)
        elif kind == LIST:
            yield from self._list(path)
        elif kind == COLUMNS:
            yield from self._evenings(path, _columns(path))
        else:
            yield from self._evenings(path, formats.read_along(path))

    def _evenings(self, path: Path, read: Iterable[tuple[Session, int]]) -> Iterator[ReadSession]:
        """Yield the evenings of a file of sklog's own."""
        empty = True
        for session, behind in read:
            empty = False
            yield ReadSession(path, session, behind)
            self.noted += map(str, getattr(session, "unclear", ())[: max(0, MOST_SAID - len(self.noted))])
            if session.expect is not None:
                sentences = missed(session, final_state(session, session.lines()))
                self.disagreements += [Problem(sentence, str(path)) for sentence in sentences]
        if empty:
            raise Refused(_("{path} holds no evening", path=path))

    def _list(self, path: Path) -> Iterator[ReadSession]:
        """Yield the evenings of a list, or those that `export` wrote into a workbook."""
        size = _size(path)
        tables = lists.grids.read(path)
        own = next((one for one in tables if one.title == lists.OWN_SHEET and _is_own(one)), None)
        if own:
            read = formats.read_csv(lists.grids.as_csv(own), own.where, path)
            yield from self._evenings(path, ((session, size) for session in read))
            return
        found = lists.read(tables, self.asked, path.stem, str(path))
        self._names |= dict.fromkeys(found.names)
        self.sheets += found.sheets
        self.problems += found.problems
        for title in found.passed:
            self.noted.append(
                _(
                    "{path}: the hidden sheet {title} is not read; --sheet names one that shall be",
                    path=path,
                    title=title,
                )
            )
        for session in found.sessions:
            yield ReadSession(path, session, size, listed=True)

    def _protocol(self, path: Path) -> ReadSession:
        where = str(path)
        if _size(path) > netschafkopf.MOST_BYTES:
            most = netschafkopf.MOST_BYTES // 1_000_000
            raise Refused(Problem(_("larger than {megabytes} MB: this is not the right file", megabytes=most), where))
        try:
            text = netschafkopf.text_of(path.read_bytes())
        except OSError as wrong:
            raise NotFound(Problem(_("cannot be read: {reason}", reason=reason(wrong)), where)) from None
        found = netschafkopf.read(text, where, people=self.people, given=self.tariff)
        self._names |= dict.fromkeys(found.names)
        self.problems += found.problems
        self.disagreements += found.disagreements
        if found.left_out:
            numbers = _and(map(str, found.left_out))
            left = _n(
                "hand {numbers} is left out, and void in the evening: balances cannot be those printed from there on",
                "hands {numbers} are left out, and void in the evening: balances cannot be those printed from there on",
                len(found.left_out),
                numbers=numbers,
            )
            self.disagreements.append(Problem(left, where))
        return ReadSession(path, found.session, _size(path), proved=not (found.problems or found.disagreements))

    def refusal(self) -> Refused:
        """Return the error that nothing is stored, because of what is wrong or refused."""
        return Refused(*self.sentences(problems_only=True))

    def sentences(self, *, problems_only: bool = False) -> Iterator[str]:
        """Yield what there is to say of each file, in its order; of very many only the first and how many more."""
        found = [*self.problems, *self.refused, *(() if problems_only else self.disagreements)]
        for where in dict.fromkeys(problem.where for problem in found):
            yield from first_of((str(problem) for problem in found if problem.where == where), MOST_SAID, where)

    def _check_people(self) -> None:
        """Refuse to say who somebody is that is in none of the files."""
        known = {name_key(name) for name in (*self._names, *netschafkopf.YOU)}
        unknown = [name for name in self.people if name_key(name) not in known]
        if self._names and unknown:
            said = {"name": unknown[0], "people": ", ".join(self._names)}
            raise NotFound(_('there is no "{name}" in these files; there are {people}', **said))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise Refused(_("{path} cannot be read: {reason}", path=path, reason=reason(error))) from error


PROTOCOL, LIST, COLUMNS, OWN = "protocol", "list", "columns", "own"
PARQUET = b"PAR1"  # begins such a file


def _kind(path: Path) -> str:
    """Return which kind of file it is; where it cannot be read, its reader says why."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(formats.HEAD)
        if netschafkopf.recognise(head):
            return PROTOCOL
        if head.startswith(PARQUET) or path.suffix.casefold() == ".parquet":
            return COLUMNS
        if lists.is_workbook(path) or (lists.is_list(path) and not _begins_own(head)):
            return LIST
    return OWN


def _evenings_in(path: Path) -> list[Path]:
    """Return the files of evenings in a folder that `export` wrote; [] where it is none."""
    return sorted(path.glob(MANY_EVENINGS)) if path.is_dir() else []


def _columns(path: Path) -> Iterator[tuple[Session, int]]:
    """Yield the evenings of a Parquet file, each with how many bytes are behind it; SessionFileError at the end."""
    common.require_platform()
    from sklog.platform import columns, parquet  # noqa: PLC0415  an extra

    mark, size = Mark(str(path)), _size(path)
    problems, known = Problems(), Tariffs(None)
    try:
        for number, (evening, behind) in enumerate(parquet.read(path), 1):
            if isinstance(evening, Session):
                try:
                    proved = formats.proved(evening, "", known)
                except SessionFileError as wrong:
                    problems.add(mark, columns.named(wrong, number, evening.name))
                else:
                    yield proved, int(size * behind)
            else:
                problems.add(mark, evening.error)
            if problems.enough:
                break
    except SessionFileError as wrong:
        problems.add(mark, wrong)
    if problems:
        raise problems.error()


def _begins_own(head: bytes) -> bool:
    """Whether a csv begins with the headings of sklog's own."""
    first = lists.grids.text_of(head).partition("\n")[0]
    return formats.is_own(re.split("[,;]", first))


def _is_own(table: lists.Grid) -> bool:
    return bool(table.rows) and formats.is_own(cell.text for cell in table.rows[0].cells)
