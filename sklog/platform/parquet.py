"""Evenings as a folder of Parquet files: what `export` writes of a ledger, and `import` reads.

    DIR/evenings.parquet   `columns.EVENINGS`, some 100,000 hands a row group
    DIR/tariffs.parquet    `columns.TARIFFS`
    DIR/hands.parquet      `HANDS`: one row a hand that counts, as it was judged; for questions, nobody reads it back

A file of any length is written and read with some row groups in memory.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import compute, parquet

from sklog.errors import Problem, SessionFileError, reason
from sklog.language import N_, _
from sklog.platform import MANY_TARIFFS
from sklog.platform import columns as layout
from sklog.scoring.hand import Passed, Played, Posting, Ramsch, count
from sklog.scoring.outcome import Outcome, sides
from sklog.scoring.payout import STOCK
from sklog.scoring.state import MOST_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence
    from pathlib import Path

    from sklog.scoring.session import Session
    from sklog.scoring.state import Line
    from sklog.scoring.tariff import Tariff

EVENINGS_FILE, TARIFFS_FILE, HANDS_FILE = "evenings.parquet", "tariffs.parquet", "hands.parquet"
GROUP = 100_000  # entries of a row group
AT_ONCE = 64  # evenings that are made to columns together
READ_AT_ONCE = 8  # evenings that are read together: so many that are as long as one may be fit into little memory
MOST_ROWS, MOST_TARIFFS, MOST_BYTES = 1_000_000, 10_000, 1_000_000_000  # of a row group that is read
MOST_AT_ONCE = READ_AT_ONCE * MOST_ENTRIES  # entries that are read together
MOST_LETTERS = 40_000_000  # bytes of their texts

# -- every hand, for questions ------------------------------------------------------------------------

_NAMES = pa.list_(pa.string())
PAID = pa.list_(pa.struct([("person", pa.string()), ("amount", pa.int64())]))
HANDS = pa.schema(
    [
        *layout.fields_of(pa.string(), "evening", "name"),
        ("date", pa.date32()),
        ("number", pa.int32()),
        *layout.fields_of(pa.string(), "unit", "game", "suit", "declarer", "partner"),
        ("won", pa.bool_()),
        *layout.fields_of(pa.int32(), "augen", "tricks"),
        *layout.fields_of(pa.bool_(), "schneider", "schwarz", "tout", "sie"),
        ("laufende", pa.int32()),
        ("laufende_of", pa.string()),
        ("klopfer", pa.int64()),
        ("klopfer_by", _NAMES),
        ("kontra", pa.int64()),
        ("kontra_by", _NAMES),
        ("bock", pa.int64()),
        *layout.fields_of(pa.string(), "round", "dealer"),
        *layout.fields_of(_NAMES, "dealt_in", "winners", "losers"),
        ("note", pa.string()),
        ("value", pa.int64()),
        ("paid", PAID),
        ("stock", pa.int64()),
    ],
    metadata=layout.EVENINGS.metadata,
)
"""Every hand that counts, with its people by name. `paid` is what each of them got, and `stock` what the Stock did."""


def hands_table(folded: Iterable[tuple[Session, Sequence[Line]]]) -> pa.Table:
    """Return a row for every hand that counts of these evenings: played, thrown in, or an amount moved by hand."""
    rows: list[dict[str, Any]] = []
    for session, lines in folded:
        evening = {"evening": session.id, "name": session.name, "date": _day(session.date), "unit": session.tariff.unit}
        rows += [evening | _row_of_hand(line) for line in lines if line.number is not None and line.score]
    return pa.Table.from_pylist(rows, schema=HANDS)


def _day(said: str) -> date | None:
    try:
        return date.fromisoformat(said)
    except ValueError:
        return None


def _row_of_hand(line: Line) -> dict[str, Any]:
    """Return what a hand was, as it was judged; what belongs to no such hand is left out."""
    hand, made = line.entry, line.score
    if made is None or not isinstance(hand, (Played, Ramsch, Passed, Posting)):
        raise TypeError(line)
    paid = [{"person": name, "amount": amount} for name, amount in made.postings.items() if name != STOCK]
    row: dict[str, Any] = {"number": line.number, "game": hand.game, "note": hand.note or None, "value": made.value}
    row |= {"paid": paid, "stock": made.postings.get(STOCK, 0)}
    if isinstance(hand, Posting):
        return row
    winners, losers = sides(made.outcome, line.table.active)
    row |= {"klopfer": count(hand.klopfer), "klopfer_by": _names_said(hand.klopfer), "bock": line.table.bock}
    row |= {"dealer": line.table.dealer, "dealt_in": line.table.active, "round": line.table.round}
    row |= {"winners": winners, "losers": losers, "kontra": 0}
    if isinstance(hand, (Played, Ramsch)):
        row |= {"kontra": count(hand.kontra), "kontra_by": _names_said(hand.kontra)}
    if isinstance(hand, Played) and isinstance(made.outcome, Outcome):
        row |= {key: getattr(hand, key) for key in ("suit", "augen", "tricks", "laufende", "laufende_of")}
        judged = made.outcome
        row |= {key: getattr(judged, key) for key in ("won", "schneider", "schwarz", "tout", "sie", "kontra")}
        row |= dict(zip(("declarer", "partner"), judged.declarers, strict=False))
    return row


def _names_said(said: int | tuple[str, ...]) -> tuple[str, ...] | None:
    return None if isinstance(said, int) else said


# -- writing ------------------------------------------------------------------------------------------


def write_folder(folder: Path, sessions: Iterable[Session]) -> None:
    """Write the three files of these evenings into a folder, with what was paid as each of them makes it.

    Raises OSError, SessionFileError for what no column holds, HandError where an evening cannot be folded.
    """
    tariffs: dict[str, Tariff] = {}
    with (
        _groups(folder / EVENINGS_FILE, layout.EVENINGS) as add_evenings,
        _groups(folder / HANDS_FILE, HANDS) as add_hands,
    ):
        for some in _batched(sessions):
            table, named, rows = _tables(some)
            tariffs |= named
            add_evenings(table, sum(len(session.entries) for session in some))
            add_hands(rows, rows.num_rows)
    named = layout.tariffs_table(tariffs)
    parquet.write_table(named, folder / TARIFFS_FILE, compression="zstd", row_group_size=MOST_TARIFFS)


def _tables(some: Sequence[Session]) -> tuple[pa.Table, dict[str, Tariff], pa.Table]:
    """Return evenings as their table, its tariffs, and their hands."""
    lines = [session.lines() for session in some]
    moved = map(layout.paid_in, lines)
    table, tariffs = layout.table_of(some, lambda _session: next(moved))
    return table, tariffs, hands_table(zip(some, lines, strict=True))


def _batched(sessions: Iterable[Session]) -> Iterator[list[Session]]:
    """Yield the evenings some at a time: few where they are long."""
    some: list[Session] = []
    entries = 0
    for session in sessions:
        some.append(session)
        entries += len(session.entries)
        if len(some) == AT_ONCE or entries >= MOST_ENTRIES:
            yield some
            some, entries = [], 0
    if some:
        yield some


@contextmanager
def _groups(path: Path, schema: pa.Schema) -> Iterator[Callable[[pa.Table, int], None]]:
    """Open a Parquet file for tables, of which row groups of some `GROUP` entries are made; yield what adds a table."""
    waiting: list[pa.Table] = []
    entries = 0

    def write_group() -> None:
        if waiting:
            table = pa.concat_tables(waiting).combine_chunks()
            writer.write_table(table, row_group_size=max(table.num_rows, 1))

    def add_table(table: pa.Table, more: int) -> None:
        nonlocal waiting, entries
        waiting.append(table)
        entries += more
        if entries >= GROUP:
            write_group()
            waiting, entries = [], 0

    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        yield add_table
        write_group()


# -- reading ------------------------------------------------------------------------------------------


_IN_HANDS = frozenset(field.name for field in layout.HAND)
_WANTED = _IN_HANDS.union(layout.EVENINGS.names) - {"hands", "paid"}
"""What is read of evenings: all but what was paid, which is folded anew."""


def read_evenings(path: Path) -> Iterator[tuple[Session | SessionFileError, float]]:
    """Yield the evenings of a file, one after the other, under the tariffs in the files beside it.

    Each, or why it cannot be read, has beside it the part of the file that is behind it then, from 0 to 1. Raises
    SessionFileError where it is no such file, or one of a newer format, and OSError.
    """
    tariffs = _tariffs_beside(path)
    with _open_parquet(path) as file:
        done, rows = 0, max(file.metadata.num_rows, 1)
        layout.require_version(file.schema_arrow)
        if {*HANDS.names}.issubset(file.schema_arrow.names):
            said = _("these are hands for your own questions, and do not hold everything: import evenings.parquet")
            raise SessionFileError(said)
        layout.require_columns(file.schema_arrow)
        for some in _some_at_a_time(file, _WANTED, MOST_ROWS):
            for evening in layout.read_along(some, tariffs, done):
                done += 1
                yield evening, done / rows


def _some_at_a_time(file: parquet.ParquetFile, wanted: Container[str], most: int) -> Iterator[pa.Table]:
    """Yield these columns of some rows at a time; raise SessionFileError where there is too much in them.

    A few bytes may stand for any number of hands, or repeat a long text: hands are counted before they are read, and
    each text is read once. A row group has at most so many rows.
    """
    groups = range(file.num_row_groups)
    for group in groups:
        _require_room(file.metadata.row_group(group), most)
    paths, counted = _leaves(file, wanted)
    for group in groups:  # nothing that spans two of them can be read along with its dictionaries
        batches, *counts = (_batches(file, group, columns) for columns in (paths, *([path] for path in counted)))
        while True:
            for one in counts:
                if (counting := next(one, None)) is not None and _elements(counting.column(0)) > MOST_AT_ONCE:
                    said = _("more than {most:,} entries: this is not the right file", most=MOST_AT_ONCE)
                    raise SessionFileError(said)
            batch = next(batches, None)
            if batch is None:
                break
            if sum(map(_letters, batch.columns)) > MOST_LETTERS:
                raise SessionFileError(_("more than {most:,} letters: this is not the right file", most=MOST_LETTERS))
            yield pa.Table.from_batches([batch])


def _leaves(file: parquet.ParquetFile, wanted: Container[str]) -> tuple[list[str], list[str]]:
    """Return the paths of the columns that are read of a file, where structs and lists are taken apart.

    Beside them are those that say how much there is in a list; of hands one of the fields does, as good as any.
    """
    paths, counted = [], []
    for place in range(len(file.schema)):
        path = file.schema.column(place).path
        first, *others = path.split(".")
        name = next((part for part in others if part in _IN_HANDS), None) if first == "hands" else first
        if name in wanted:
            paths.append(path)
            if name == "tout" or path.rpartition(".")[2] != name:
                counted.append(path)
    return paths, counted


def _batches(file: parquet.ParquetFile, group: int, paths: list[str]) -> Iterator[pa.RecordBatch]:
    yield from file.iter_batches(batch_size=READ_AT_ONCE, row_groups=[group], columns=paths, use_threads=False)


def _elements(values: pa.Array) -> int:
    """Return how many values a column of lists, and of what is in them, holds."""
    while values.type.num_fields:
        values = values.field(0) if pa.types.is_struct(values.type) else values.flatten()
    return len(values)


def _letters(values: pa.Array) -> int:
    """Return how many bytes the texts of a column take, where each of them stands once, and is meant many times."""
    kind = values.type
    if pa.types.is_dictionary(kind):
        lengths = compute.binary_length(values.dictionary)
        return compute.sum(lengths.take(values.indices).cast(pa.int64())).as_py() or 0
    if pa.types.is_struct(kind):
        return sum(map(_letters, values.flatten()))
    return _letters(values.flatten()) if kind.num_fields else 0


def _tariffs_beside(path: Path) -> dict[str, Tariff]:
    """Return all tariffs in the files beside a file of evenings; raise SessionFileError where there are none."""
    found: dict[str, Tariff] = {}
    files = sorted(path.parent.glob(MANY_TARIFFS))
    if not files:
        said = _("the file {file} with the tariffs of its evenings is not beside it", file=TARIFFS_FILE)
        raise SessionFileError(said)
    for one in files:
        try:
            with _open_parquet(one) as file:
                for some in _some_at_a_time(file, layout.TARIFFS.names, MOST_TARIFFS):
                    found |= layout.tariffs_of(some)
        except SessionFileError as wrong:
            raise wrong.at(str(one)) from None
    return found


@contextmanager
def _open_parquet(path: Path) -> Iterator[parquet.ParquetFile]:
    """Open a Parquet file; raise SessionFileError where it is none, or turns out to be broken."""
    try:
        if not path.is_file():  # a pipe may never end
            raise SessionFileError(_("this is not a regular file"))
        with path.open("rb") as opened:
            schema = parquet.ParquetFile(opened).schema
            columns = [schema.column(place) for place in range(len(schema))]
            texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
            yield parquet.ParquetFile(opened, read_dictionary=texts)
    except OSError as wrong:
        if wrong.errno is None:  # pyarrow calls it so, whatever is wrong in a file
            raise SessionFileError(_(BROKEN)) from None
        raise SessionFileError(Problem(_("cannot be read: {reason}", reason=reason(wrong)))) from None
    except (pa.ArrowException, MemoryError, OverflowError, UnicodeError):
        raise SessionFileError(_(BROKEN)) from None


BROKEN = N_("this is not a readable Parquet file: was it cut or changed while it was copied?")


def _require_room(group: Any, most: int) -> None:
    """Refuse a row group that does not fit into memory.

    Its columns are not asked: of a damaged one pyarrow ends the whole program.
    """
    if group.num_rows > most or group.total_byte_size > MOST_BYTES:
        said = _("a row group of more than {most:,} rows, or of 1 GB: write smaller ones", most=most)
        raise SessionFileError(said)
