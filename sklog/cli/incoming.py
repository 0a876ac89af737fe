"""The files of an import: the format of each, the evenings in it, and all that speaks against storing them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from sklog.cli import common
from sklog.errors import NotFound, Problem, Refused, SklogError
from sklog.importers import netschafkopf
from sklog.language import _, _and, _n
from sklog.scoring.names import name_key
from sklog.scoring.session import final_state
from sklog.session_files import missed
from sklog.session_files.formats import HEAD, read_along

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sklog.scoring.session import Session
    from sklog.scoring.tariff import Tariff

LONG = 200_000  # bytes from which on a bar says how far it is
MOST_SAID = 50  # sentences about one file


class Arrival(NamedTuple):
    """An evening, its file, and how many bytes of that are behind it.

    `proved` is set where every printed price and balance was compared, and agrees.
    """

    path: Path
    session: Session
    behind: int
    proved: bool = False


class Incoming:
    """What is in the files: how many evenings, what is wrong with them, and what does not agree.

    `people` says who a name in a protocol is, `tariff` is one to use instead of the one that its prices show.
    """

    def __init__(self, people: Mapping[str, str], tariff: Tariff | None) -> None:
        self.people = people
        self.tariff = tariff
        self.count = 0
        self.problems: list[Problem] = []
        self.disagreements: list[Problem] = []
        self._names: dict[str, None] = {}

    def read(self, files: Sequence[Path]) -> Generator[Arrival, None, None]:
        """Yield the evenings of every file, one in memory at a time; what is wrong with one keeps back no other."""
        with bar(_("Importing"), sum(map(_size, files)), files) as seen:
            for path in files:
                behind = 0
                try:
                    for evening in self._read(common.known_file(path)):
                        self.count += 1
                        yield evening
                        seen.update(evening.behind - behind)
                        behind = evening.behind
                except SklogError as wrong:
                    self.problems += wrong.problems
                seen.update(_size(path) - behind)
        self._check_people()

    def _read(self, path: Path) -> Iterator[Arrival]:
        if not _size(path):
            raise Refused(_("{path} is empty", path=path))
        if _is_protocol(path):
            yield self._protocol(path)
            return
        empty = True
        for session, behind in read_along(path):
            empty = False
            yield Arrival(path, session, behind)
            if session.expect is not None:
                sentences = missed(session, final_state(session, session.lines()))
                self.disagreements += [Problem(sentence, str(path)) for sentence in sentences]
        if empty:
            raise Refused(_("{path} holds no evening", path=path))

    def _protocol(self, path: Path) -> Arrival:
        where = str(path)
        if _size(path) > netschafkopf.MOST_BYTES:
            most = netschafkopf.MOST_BYTES // 1_000_000
            raise Refused(Problem(_("larger than {megabytes} MB: this is not the right file", megabytes=most), where))
        text = netschafkopf.text_of(_bytes(path))
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
        return Arrival(path, found.session, _size(path), proved=not (found.problems or found.disagreements))

    def sentences(self, *, problems_only: bool = False) -> Iterator[str]:
        """Yield what there is to say of each file, in its order; of very many only the first and how many more."""
        found = self.problems if problems_only else [*self.problems, *self.disagreements]
        for where in dict.fromkeys(problem.where for problem in found):
            here = [str(problem) for problem in found if problem.where == where]
            yield from here[:MOST_SAID]
            if len(here) > MOST_SAID:
                more = _("… and {count} more", count=len(here) - MOST_SAID)
                yield f"{where}: {more}" if where else more

    def _check_people(self) -> None:
        """Refuse to say who somebody is that is in none of the files."""
        if not self._names:
            if not self.problems and (self.people or self.tariff):
                raise Refused(_("--as and --tariff are for protocols of another program; none of these files is one"))
            return
        known = {name_key(name) for name in (*self._names, *netschafkopf.YOU)}
        for name in self.people:
            if name_key(name) not in known:
                there = ", ".join(self._names)
                raise NotFound(
                    _('there is no "{name}" in these protocols; there are {people}', name=name, people=there)
                )


def who_is_who(said: Sequence[str]) -> dict[str, str]:
    """Return what `--as Gast=Anna,PcLinks=Bene` means; anything else is wrong usage."""
    people: dict[str, str] = {}
    for pair in (pair for text in said for pair in text.split(",")):
        printed, sign, name = pair.partition("=")
        printed, name = common.one_name(printed), common.one_name(name)
        if not (printed and sign and name):
            raise typer.BadParameter(_("{said!r} does not say who is who: write Gast=Anna", said=pair))
        if name_key(printed) in map(name_key, people):
            raise typer.BadParameter(_("{name} is said twice", name=printed))
        people[printed] = name
    return people


def bar(label: str, length: int, files: Sequence[Path]) -> AbstractContextManager[Any]:
    """Return a bar on a terminal, where these files take long; nothing is shown elsewhere."""
    shown = sys.stderr.isatty() and sum(map(_size, files)) >= LONG
    return typer.progressbar(length=length, label=label, hidden=not shown, file=sys.stderr)


def bar_away() -> None:
    """Take a half-drawn bar off the terminal, and give back the cursor that it hid."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K\x1b[?25h")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _is_protocol(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return netschafkopf.recognise(file.read(HEAD))
    except OSError:
        return False  # the other reader says why


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as wrong:
        raise NotFound(Problem(_("cannot be read: {reason}", reason=wrong.strerror), str(path))) from None
