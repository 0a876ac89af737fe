"""Where evenings lie and results go: folders and files, on this machine or at any address that fsspec knows.

    addresses ──sources──▶ files ──cut──▶ partitions ──evenings_in──▶ tables of some 100,000 hands
    Work: what is made by and by ──finish_work──▶ the output, which is there whole or not at all

On this machine a job writes into `OUT.partial`, which is renamed at its end. Elsewhere nothing can be renamed: there an
output is whole as soon as `rescored.json` is in it. What a job needs for itself lies in the folder `work` of its output
until then: `job.json`, and a file for each part that is done.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from itertools import groupby
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import fsspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from fsspec.implementations.local import LocalFileSystem

from sklog.errors import NotFound, Refused, SessionFileError, SklogError, reason
from sklog.language import _
from sklog.platform import MANY_EVENINGS, MANY_TARIFFS, columns
from sklog.platform.parquet import BROKEN
from sklog.platform.results import lengths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.tariff import Tariff

HANDS = 200_000
"""About how many hands a partition has: some seconds of work, so that a worker that is killed costs little."""
AT_ONCE = 100_000  # hands that a worker folds together
DECODED = 20_000  # hands that are read from a file in one go
FETCHED = 2 * HANDS  # of a row group that is fetched from afar in one go
WHOLE = "rescored.json"
"""What an output has that is whole."""
WORK = "work"
JOB = f"{WORK}/job.json"
PARTIAL = ".partial"
_LENGTH = "hands.list.element.won"  # one bit a hand: enough to count them


# -- addresses ----------------------------------------------------------------------------------------


class Folder(NamedTuple):
    """A folder where files are read and written: its file system, and its path there."""

    files: Any
    path: str

    @property
    def is_local(self) -> bool:
        """Whether it lies on this machine, where files can be renamed."""
        return isinstance(self.files, LocalFileSystem)

    @property
    def address(self) -> str:
        """The address that finds it again, from any machine that sees it."""
        return self.path if self.is_local else str(self.files.unstrip_protocol(self.path))

    def path_of(self, name: str) -> str:
        """Return the path of a file in it."""
        return f"{self.path}/{name}" if self.path else name

    def file_names(self, folder: str) -> set[str]:
        """Return the names of the files in a folder of it; none where there is no such folder."""
        self.files.invalidate_cache()
        try:
            found = self.files.ls(self.path_of(folder), detail=False)
        except FileNotFoundError:
            return set()
        return {str(path).rpartition("/")[2] for path in found}

    def read_file(self, name: str) -> bytes:
        """Return what a file has; raise OSError."""
        return bytes(self.files.cat_file(self.path_of(name)))

    def make(self, *folders: str) -> None:
        """Make folders in it, where there are any; they may be there already. Raises OSError."""
        for name in folders if self.is_local else ():
            os.makedirs(self.path_of(name), exist_ok=True)  # noqa: PTH103  fsspec's paths are texts

    @contextmanager
    def new_file(self, name: str) -> Iterator[IO[bytes]]:
        """Write a file, which is there whole or not at all, whoever else writes it; raise OSError.

        An object store shows a file as it is closed; on this machine it gets its name then, and is on disk. Its folder
        has to be there: whoever writes too late finds none.
        """
        if not self.is_local:
            with self.files.open(self.path_of(name), "wb") as file:
                yield file
            return
        folder, _slash, last = self.path_of(name).rpartition("/")
        part = f"{folder}/.{last}.{uuid4().hex}"
        try:
            with open(part, "xb") as file:  # noqa: PTH123  fsspec's paths are texts
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path_of(name))  # noqa: PTH105  the same
        except BaseException:
            with suppress(OSError):
                os.remove(part)  # noqa: PTH107  the same
            raise

    def write_file(self, name: str, contents: bytes) -> None:
        """Write a file whole."""
        with self.new_file(name) as file:
            file.write(contents)

    def write_table(self, name: str, table: pa.Table) -> None:
        """Write a table as a Parquet file."""
        with self.new_file(name) as file:
            pq.write_table(table, file, compression="zstd")


def folder_at(address: str) -> Folder:
    """Return the folder or file at an address; raise Refused where nothing knows how to get there."""
    try:
        files, path = fsspec.url_to_fs(address)
    except (ImportError, ValueError, OSError) as error:
        raise Refused(_("{path} cannot be used: {reason}", path=address, reason=reason(error))) from None
    return Folder(files, str(path).rstrip("/"))


@contextmanager
def refusing(shown: str, words: str, *, far: bool = True) -> Iterator[None]:
    """Raise Refused with these words where a file system refuses; one that is `far` has errors of its own library."""
    try:
        yield
    except SklogError:
        raise
    except Exception as error:
        if not far and not isinstance(error, (OSError, pa.ArrowException)):
            raise
        why = BROKEN if isinstance(error, pa.ArrowException) or _is_arrows(error) else reason(error)
        raise Refused(_(words, path=shown, reason=_(why))) from None


def _is_arrows(error: Exception) -> bool:
    """Whether it is what pyarrow calls an error of the system, whatever is wrong in a file."""
    return type(error) is OSError and error.errno is None


# -- what is read -------------------------------------------------------------------------------------


class SourceFile(NamedTuple):
    """A file with evenings: where it is, as somebody named it, how big, and what changes when it is written anew."""

    address: str
    shown: str
    size: int
    mark: str


class Piece(NamedTuple):
    """Evenings of one row group of a file, from `first` on; about how many hands they have."""

    file: str
    group: int
    first: int
    evenings: int
    hands: int


class Partition(NamedTuple):
    """What is folded at one go, wherever: the job's folder says under which rules. Small, and of plain values.

    `job` is the address of that folder, and a key that no other job has.
    """

    job: tuple[str, str]
    number: int
    pieces: tuple[Piece, ...]

    @property
    def about_hands(self) -> int:
        """About how many hands it has."""
        return sum(piece.hands for piece in self.pieces)

    @property
    def file_name(self) -> str:
        """The name of the files that it becomes."""
        return part_name(self.number)


def part_name(number: int) -> str:
    """Return the name of the files of a partition."""
    return f"part-{number:05d}.parquet"


def sources(addresses: Sequence[str]) -> tuple[list[SourceFile], dict[str, Tariff]]:
    """Return the files with evenings at these addresses, and the tariffs beside them by their digests.

    Raises NotFound or Refused where there are none, SessionFileError for tariffs that cannot be read.
    """
    found: dict[str, SourceFile] = {}
    tariffs: dict[str, Tariff] = {}
    for said in addresses:
        at = folder_at(said)
        with refusing(said, "{path} cannot be read: {reason}"):
            files, folder = _files(at, said)
            for path in files:
                _require_no_pipe(at, path)
                source = _source(at, path, said)
                really = os.path.realpath(path) if at.is_local else source.address
                if really in found:
                    raise Refused(_("{path} is named twice: name it once", path=source.shown))
                found[really] = source
            for path in _files_like(Folder(at.files, folder), MANY_TARIFFS):
                _require_no_pipe(at, path)
                with at.files.open(path, "rb") as file:
                    tariffs |= _tariffs(file, f"{said.rstrip('/')}/{path.rpartition('/')[2]}")
    return list(found.values()), tariffs


def _files(at: Folder, said: str) -> tuple[list[str], str]:
    """Return the files with evenings at an address, and the folder in which they lie."""
    if at.files.isdir(at.path):
        files = _files_like(at, MANY_EVENINGS)
        if not files:
            raise Refused(_("{path} has no evenings: there is no file evenings*.parquet in it", path=said))
        return files, at.path
    if not at.files.exists(at.path):
        raise NotFound(_("there is no file or folder {path}", path=said))
    return [at.path], at.path.rpartition("/")[0]


def _files_like(folder: Folder, pattern: str) -> list[str]:
    """Return the paths of the files in a folder whose names are like a pattern; the folder may be called anything."""
    return [folder.path_of(name) for name in sorted(folder.file_names("")) if fnmatchcase(name, pattern)]


def _require_no_pipe(at: Folder, path: str) -> None:
    """Refuse what is neither file nor folder: a pipe may never end. Raises Refused."""
    if at.is_local and not os.path.isfile(path) and not os.path.isdir(path):  # noqa: PTH112, PTH113  fsspec's
        raise Refused(_("{path} cannot be read: {reason}", path=path, reason=_("this is not a regular file")))


def _source(at: Folder, path: str, said: str) -> SourceFile:
    last = path.rpartition("/")[2]
    shown = said if path == at.path else f"{said.rstrip('/')}/{last}"
    try:
        mark = str(at.files.ukey(path))
    except (NotImplementedError, AttributeError):  # not every store has one
        mark = ""
    return SourceFile(Folder(at.files, path).address, shown, int(at.files.size(path) or 0), mark)


def _tariffs(file: IO[bytes], shown: str) -> dict[str, Tariff]:
    with refusing(shown, "{path} cannot be read: {reason}"):
        try:
            return columns.tariffs_of(pq.read_table(file))
        except SessionFileError as error:
            raise error.at(shown) from None


@contextmanager
def open_parquet(address: str, *, far: bool = False) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file, of which little is in memory at a time; with `far` its row groups are fetched ahead."""
    files, path = fsspec.url_to_fs(address)
    with files.open(path, "rb") as file, pq.ParquetFile(file, pre_buffer=far, buffer_size=1 << 18) as parquet:
        yield parquet


# -- partitions ---------------------------------------------------------------------------------------


def cut(
    found: Iterable[SourceFile], job: tuple[str, str], tariffs: Iterable[str], hands: int = HANDS
) -> Iterator[Partition]:
    """Yield partitions of about so many hands each, in the order of the files; no evening is in two of them.

    A row group that is much larger is divided by evenings. Raises Refused for what is no table of evenings, or is of a
    newer format, or names a tariff that is not beside it.
    """
    known, number = set(tariffs), 0
    kept: list[Piece] = []
    for source in found:
        for piece in _pieces(source, known, hands):
            if kept and sum(one.hands for one in kept) + piece.hands > hands:
                yield Partition(job, number, tuple(kept))
                number, kept = number + 1, []
            kept.append(piece)
    if kept:
        yield Partition(job, number, tuple(kept))


def _pieces(source: SourceFile, known: set[str], hands: int) -> Iterator[Piece]:
    with refusing(source.shown, "{path} cannot be read: {reason}"), open_parquet(source.address) as file:
        try:
            columns.evenings_in(file.schema_arrow.empty_table())
        except SessionFileError as error:
            raise error.at(source.shown) from None
        for group in range(file.num_row_groups):
            _require_tariffs(file, group, known, source.shown)
            ends = _ends(file, group)
            if not len(ends):
                continue
            for first, last in _bounds(ends, hands) if ends[-1] > 2 * hands else [(0, len(ends))]:
                many = int(ends[last - 1] - (ends[first - 1] if first else 0))
                yield Piece(source.address, group, first, last - first, many)


def _require_tariffs(file: pq.ParquetFile, group: int, known: set[str], shown: str) -> None:
    """Refuse evenings whose tariff is nowhere."""
    for batch in file.iter_batches(1 << 16, row_groups=[group], columns=["tariff"], use_threads=False):
        if missing := set(pc.unique(batch.column(0)).to_pylist()) - known:
            word = min(map(str, missing))
            raise Refused(
                _(
                    "{path} names the tariff {digest}, which is in no tariffs*.parquet beside it",
                    path=shown,
                    digest=word,
                )
            )


def _ends(file: pq.ParquetFile, group: int) -> Any:
    """Return how many hands there are up to the end of each evening of a row group.

    They are counted: what the metadata of a damaged file say of a column can end the whole process.
    """
    batches = file.iter_batches(1 << 14, row_groups=[group], columns=[_LENGTH], use_threads=False)
    counts = [lengths(one.column(0)) for one in batches]
    return np.cumsum(np.concatenate(counts)) if counts else np.zeros(0, np.int64)


def _bounds(ends: Any, hands: int) -> list[tuple[int, int]]:
    """Return the first evening of each stretch of about so many hands, and the one behind it; `ends` counts hands."""
    bounds, first, total = [], 0, len(ends)
    while first < total:
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + hands, "right")), first + 1)
        bounds.append((first, last))
        first = last
    return bounds


def evenings_in(partition: Partition) -> Iterator[pa.Table]:
    """Yield the evenings of a partition in order, as tables of at most some 100,000 hands, if no evening has more.

    Raises Refused where a file cannot be read, or is another one than when the job began.
    """
    kept: list[pa.Table] = []
    waiting = 0
    for table in _tables_of(partition):
        ends = np.cumsum(lengths(table["hands"]))
        for first, last in _bounds(ends, AT_ONCE):
            many = int(ends[last - 1] - (ends[first - 1] if first else 0))
            if kept and waiting + many > AT_ONCE:
                yield pa.concat_tables(kept).combine_chunks()
                kept, waiting = [], 0
            kept.append(table.slice(first, last - first))
            waiting += many
    if kept:
        yield pa.concat_tables(kept).combine_chunks()


def _tables_of(partition: Partition) -> Iterator[pa.Table]:
    for address, grouped in groupby(partition.pieces, key=lambda piece: piece.file):
        pieces = list(grouped)
        small = max(piece.hands for piece in pieces) <= FETCHED
        with (
            refusing(address, "{path} cannot be read: {reason}"),
            open_parquet(address, far=small and not folder_at(address).is_local) as file,
        ):
            for piece in pieces:
                yield from _evenings(file, piece)


def _evenings(file: pq.ParquetFile, piece: Piece) -> Iterator[pa.Table]:
    """Yield the evenings of a piece in small tables: what stands before it is passed over."""
    rows = max(DECODED * piece.evenings // max(piece.hands, 1), 16)
    place, last = 0, piece.first + piece.evenings
    for batch in file.iter_batches(rows, row_groups=[piece.group], use_threads=False):
        first, behind = max(piece.first - place, 0), min(last - place, batch.num_rows)
        if first < behind:
            yield columns.evenings_in(pa.Table.from_batches([batch])).slice(first, behind - first)
        place += batch.num_rows
        if place >= last:
            return


# -- what is written ----------------------------------------------------------------------------------


def require_apart(inputs: Iterable[str], output: str) -> None:
    """Refuse an output inside a folder that is read: it would be read the next time."""
    out = folder_at(output).address
    for said in inputs:
        if f"{out}/".startswith(f"{folder_at(said).address}/"):
            raise Refused(_("{out} is inside {path}, which is being read: name another place", out=output, path=said))


def work_at(output: str) -> Folder:
    """Return the folder in which an output is made; raise Refused where something is there already."""
    out = folder_at(output)
    with refusing(output, "{path} cannot be used: {reason}", far=not out.is_local):
        if WHOLE in out.file_names("") or (out.is_local and os.path.lexists(out.path)):
            raise Refused(_("{path} already exists: name another place for the results", path=output))
    return Folder(out.files, out.path + PARTIAL) if out.is_local else out


def begin_work(work: Folder, output: str, job: Mapping[str, Any], folders: Sequence[str]) -> None:
    """Begin a job in its folder, with `folders` in it, or go on with it; raise Refused where anything else is there."""
    shown = output.rstrip("/") + PARTIAL if work.is_local else output
    text = json.dumps(job, ensure_ascii=False, indent=1).encode()
    with refusing(output, "{path} cannot be written: {reason}", far=not work.is_local):
        begun = work.file_names(WORK)
        if JOB.rpartition("/")[2] in begun:
            if not _is_same_job(work.read_file(JOB), text):
                words = _("{path} has the beginning of another job: remove it, or name another place", path=shown)
                raise Refused(words)
        elif work.file_names("") - {WORK} or any(not name.startswith(".") for name in begun):
            raise Refused(_("there is something else in {path}: name another place", path=shown))
        else:
            work.make(WORK)
            work.write_file(JOB, text)
        work.make(*folders)


def _is_same_job(begun: bytes, said: bytes) -> bool:
    """Whether two jobs are one, whatever language was spoken: that which was when it began is gone on with."""
    try:
        jobs = json.loads(begun), json.loads(said)
    except ValueError:
        return False
    return all(isinstance(job, dict) and job.pop("language", None) for job in jobs) and jobs[0] == jobs[1]


def parts_done(work: Folder, folders: Sequence[str]) -> set[str]:
    """Return the names of the parts that are there already, in each of these folders and among the job's own facts."""
    return set.intersection(*(work.file_names(folder) for folder in (WORK, *folders)))


def finish_work(work: Folder, output: str, facts: dict[str, Any]) -> None:
    """Make the output whole: write what it is into it, give it its name, and take away what was there for the job."""
    out = folder_at(output)
    work.write_file(WHOLE, (json.dumps(facts, ensure_ascii=False, indent=2) + "\n").encode())
    if work.is_local:
        _sweep(work.path)
        try:
            os.rename(work.path, out.path)  # noqa: PTH104  fsspec's paths are texts
        except OSError as error:
            raise Refused(_("{path} cannot be written: {reason}", path=output, reason=reason(error))) from None
    with suppress(Exception):  # it would do no harm there
        out.files.rm(out.path_of(WORK), recursive=True)


def _sweep(folder: str) -> None:
    """Remove what workers that were killed had begun."""
    for place, _folders, names in os.walk(folder):
        for name in names:
            if name.startswith("."):
                os.remove(f"{place}/{name}")  # noqa: PTH107  fsspec's paths are texts
