"""rescore: files of evenings ──begin_job──▶ partitions ──fold_partition──▶ files, one by one ──finish──▶ standings.

    job = begin_job(["history"], "again", tariff)        everything that can be refused without work is refused here
    for hands in job.fold_waiting("dask", workers=2): …  hands that are done now; what was done before is not done again
    job.finish()                                         the output is there, whole; what it is, is returned

What comes out does not depend on who did the work, or how it was divided: `digest` is the sum of one for each evening.
A part is a function of a small value and of what lies in the job's folder, so that any engine can map it.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from sklog import __version__
from sklog.language import speak, spoken
from sklog.platform import by_hand, columns, engines, fold, results, storage
from sklog.platform.by_hand import Row
from sklog.platform.columns import fields_of
from sklog.platform.results import numbers
from sklog.platform.storage import WORK, Folder, Partition

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from sklog.platform.by_hand import Judged
    from sklog.scoring.tariff import Tariff

SCORES, REFUSED, DIFFERENCES = "scores", "refused", "differences"
TARIFFS, STANDINGS = "tariffs.parquet", "standings.parquet"
_FACTS = b"facts"
_ROWS = 200_000  # of standings that are added up at one time
_AT_ONCE = 5_000  # differing entries that are Python's at one time

COMPARED = pa.schema(
    [
        *fields_of(pa.string(), "id", "date"),
        *fields_of(pa.int32(), "entry", "number"),
        ("people", pa.list_(pa.string())),
        *fields_of(pa.string(), "unit_before", "unit_now"),
        *fields_of(pa.list_(pa.int64()), "paid_before", "paid_now"),
        *fields_of(pa.int64(), "value_before", "value_now"),
        *fields_of(results.STEPS, "steps_before", "steps_now"),
        ("sentences", pa.list_(pa.string())),
    ]
)
"""An entry that moves other amounts than before, or is refused: `sentences` say why; an evening that is has entry −1.

What was paid before is what the input says, else what the evening's own tariff makes. `value_before` and `steps_before`
are null where its own tariff does not make what was paid: nothing explains that.
"""


class Totals(NamedTuple):
    """What a part is, or all of them: how many evenings and hands, how many entries are refused or differ; a digest.

    `unfolded` is how many evenings are refused whole.
    """

    evenings: int = 0
    hands: int = 0
    thrown_in: int = 0
    void: int = 0
    posted: int = 0
    refused: int = 0
    unfolded: int = 0
    differences: int = 0
    digest: int = 0

    def plus(self, other: Totals) -> Totals:
        """Return both together."""
        made = Totals(*map(sum, zip(self, other, strict=True)))
        return made._replace(digest=made.digest % results.ALL_DIGESTS)

    def mapping(self) -> dict[str, int | str]:
        """Return them as JSON keeps them: a digest is too large for a number there."""
        return {**self._asdict(), "digest": f"{self.digest:064x}"}

    @classmethod
    def from_mapping(cls, said: Mapping[str, Any]) -> Totals:
        """Return what `mapping` wrote."""
        return cls(**{**said, "digest": int(said["digest"], 16)})


class JobRules(NamedTuple):
    """What holds for every part of a job: the tariffs by their digests, and under which one all are folded, if any."""

    tariffs: Mapping[str, Tariff]
    under: str | None
    compares: bool
    language: str

    @property
    def tariff(self) -> Tariff | None:
        """The tariff under which all evenings are folded; None: each under its own."""
        return self.tariffs[self.under] if self.under else None


class RescoreJob(NamedTuple):
    """What was begun: where it writes, what it is made of, which parts were there already, and what it is."""

    output: str
    folder: Folder
    partitions: Sequence[Partition]
    before: frozenset[str]
    described: Mapping[str, Any]

    @property
    def about_hands(self) -> int:
        """About how many hands there are, to show how far it is."""
        return sum(one.about_hands for one in self.partitions)

    @property
    def hands_before(self) -> int:
        """About how many of them were there already."""
        return sum(one.about_hands for one in self.partitions if one.file_name in self.before)

    def waiting(self) -> list[Partition]:
        """Return what is not done yet."""
        return [one for one in self.partitions if one.file_name not in self.before]

    def fold_waiting(
        self, engine: str = "here", workers: int | None = None, scheduler: str | None = None
    ) -> Generator[int, None, None]:
        """Do what is not done yet; yield about how many hands each part has, as they are done. Raises Refused."""
        waiting = self.waiting()
        if waiting:
            for place, _facts in engines.run_partitions(engine, fold_partition, waiting, workers, scheduler):
                yield waiting[place].about_hands

    def finish(self) -> dict[str, Any]:
        """Make the output whole, and return what it is, as `rescored.json` says it. Raises Refused."""
        with storage.refusing(self.output, "{path} cannot be written: {reason}", far=not self.folder.is_local):
            facts, standings = _gather_parts(self.folder, self.partitions)
            self.folder.write_table(STANDINGS, standings)
            whole = {**self.described, **facts.mapping(), "standings": standings.num_rows}
            if not whole["compared"]:
                del whole["differences"]
            storage.finish_work(self.folder, self.output, whole)
        return whole


def begin_job(
    inputs: Sequence[str],
    output: str,
    under: Tariff | None = None,
    *,
    compares: bool = False,
    hands: int = storage.HANDS,
) -> RescoreJob:
    """Return the job of folding all evenings of these folders and files, each under its own tariffs or all under one.

    One that was stopped goes on where it was. `hands` is about how many a part has. Raises NotFound, Refused or
    SessionFileError where there is nothing to be read, something else is at `output`, or a tariff is unknown.
    """
    _be_frugal()
    storage.require_apart(inputs, output)
    found, tariffs = storage.sources(inputs)
    digest = columns.digest_of(under) if under else None
    if under and digest:
        tariffs[digest] = under
    described = {
        "format": columns.VERSION,
        "sklog": __version__,
        "tariff": digest,
        "compared": compares,
        "inputs": [{"file": one.shown, "size": one.size} for one in found],
    }
    rules = {"under": digest, "compares": compares, "language": spoken()}
    said = {**described, **rules, "hands": hands, "files": [[one.address, one.size, one.mark] for one in found]}
    folder = storage.work_at(output)
    key = sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    partitions = list(storage.cut(found, (folder.address, key), tariffs, hands))
    parts = (DIFFERENCES if compares else SCORES, REFUSED)
    storage.begin_work(folder, output, said, parts)
    with storage.refusing(output, "{path} cannot be written: {reason}", far=not folder.is_local):
        folder.write_table(TARIFFS, columns.tariffs_table(tariffs))
        before = storage.parts_done(folder, parts)
    return RescoreJob(output, folder, partitions, frozenset(before), described)


def _be_frugal() -> None:
    """Take memory from the system: pyarrow's own way keeps 80 MiB more for later, and is no faster here."""
    pa.set_memory_pool(pa.system_memory_pool())


# -- one part -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _rules(job: tuple[str, str]) -> JobRules:
    """Return what holds for every part; the key beside the address says which job of all that ever were there."""
    folder = storage.folder_at(job[0])
    said = json.loads(folder.read_file(storage.JOB))
    tariffs = columns.tariffs_of(pq.read_table(BytesIO(folder.read_file(TARIFFS))))
    return JobRules(tariffs, said["under"], said["compares"], said["language"])


def fold_partition(partition: Partition) -> Totals:
    """Fold the evenings of a partition, and write what comes out into the job's folder. Raises Refused.

    It may be done several times, also at the same time: what comes out is the same. Its facts are written last.
    """
    _be_frugal()
    folder = storage.folder_at(partition.job[0])
    with storage.refusing(folder.address, "{path} cannot be written: {reason}", far=not folder.is_local):
        rules = _rules(partition.job)
        speak(rules.language)
        facts, standings = Totals(), results.STANDINGS.empty_table()
        with ExitStack() as files:
            wanted = (DIFFERENCES, COMPARED) if rules.compares else (SCORES, results.SCORES)
            main, refused = (
                _writer(files, folder, f"{name}/{partition.file_name}", schema)
                for name, schema in (wanted, (REFUSED, results.REFUSED))
            )
            for evenings in storage.evenings_in(partition):
                made = fold.fold(evenings, rules.tariffs, rules.tariff)
                scores = results.SCORES.empty_table() if made.scores is None else made.scores
                differing = 0
                for rows in _differences(evenings, scores, rules) if rules.compares else [scores]:
                    main.write_table(rows)
                    differing += rows.num_rows if rules.compares else 0
                refused.write_table(made.refused)
                unfolded = pc.sum(pc.equal(made.refused["entry"], by_hand.WHOLE)).as_py() or 0
                refusals = made.refused.num_rows - unfolded, unfolded
                counted = evenings.num_rows, *made.counted, *refusals, differing
                facts = facts.plus(Totals(*counted, made.digest))
                standings = results.sum_standings([standings, made.standings])
        noted = {_FACTS: json.dumps(facts.mapping()).encode()}
        folder.write_table(f"{WORK}/{partition.file_name}", standings.replace_schema_metadata(noted))
    return facts


def _writer(files: ExitStack, folder: Folder, name: str, schema: pa.Schema) -> pq.ParquetWriter:
    """Open a file for tables of a schema; it is there when all that was opened is closed."""
    file = files.enter_context(folder.new_file(name))
    return files.enter_context(pq.ParquetWriter(file, schema, compression="zstd"))


def _gather_parts(folder: Folder, partitions: Iterable[Partition]) -> tuple[Totals, pa.Table]:
    """Return what all parts are together, and the standings of them all."""
    facts, kept = Totals(), [results.STANDINGS.empty_table()]
    for partition in partitions:
        table = pq.read_table(BytesIO(folder.read_file(f"{WORK}/{partition.file_name}")))
        facts = facts.plus(Totals.from_mapping(json.loads(table.schema.metadata[_FACTS])))
        kept.append(table.replace_schema_metadata(None))
        if sum(one.num_rows for one in kept[1:]) > max(_ROWS, kept[0].num_rows):
            kept = [results.sum_standings(kept)]
    return facts, results.sum_standings(kept)


# -- compared -----------------------------------------------------------------------------------------


def _differences(evenings: pa.Table, scores: pa.Table, rules: JobRules) -> Iterator[pa.Table]:
    """Yield the entries of these evenings that move other amounts than before, or are refused, as tables (`COMPARED`).

    Which evenings have any is found in the columns; those alone are folded by hand.
    """
    rows = list[Row]()
    for _place, row in by_hand.plain_rows(evenings, _evenings_that_differ(evenings, scores, rules)):
        rows += _rows_compared(row, rules)
        if len(rows) > _AT_ONCE:
            yield pa.Table.from_pylist(rows, COMPARED)
            rows = []
    yield pa.Table.from_pylist(rows, COMPARED)


def _evenings_that_differ(evenings: pa.Table, scores: pa.Table, rules: JobRules) -> Any:
    """Return the places of the evenings that have an entry which differs or is refused."""
    whole = numbers(pc.is_valid(scores["hands"].combine_chunks()))
    places = np.flatnonzero(whole)
    read, made = evenings.take(places), scores["hands"].combine_chunks().take(places)
    entries, said = made.flatten(), read["hands"].combine_chunks().flatten().field("paid")
    now = entries.field("paid")
    silent = ~numbers(pc.is_valid(said))
    differs = _lists_that_differ(said, now) & ~silent
    if rules.under and bool((silent & numbers(pc.is_valid(now))).any()):
        own = fold.fold(read, rules.tariffs).scores
        if own is not None:
            differs |= _lists_that_differ(own["hands"].combine_chunks().flatten().field("paid"), now) & silent
    differs |= numbers(pc.fill_null(entries.field("refused"), fill_value=False))
    evening = np.repeat(places, numbers(pc.list_value_length(made)))
    return np.unique(np.concatenate((evening[differs], np.flatnonzero(~whole))))


def _lists_that_differ(ours: pa.Array, theirs: pa.Array) -> Any:
    """Return for each place of two arrays of lists of numbers whether they differ there; null is like naught alone."""
    lengths = [results.lengths(one, -1) for one in (ours, theirs)]
    differs = lengths[0] != lengths[1]
    alike = np.flatnonzero(~differs & (lengths[0] > 0))
    left, right = (one.take(alike).flatten() for one in (ours, theirs))
    owner = np.repeat(alike, lengths[0][alike])
    differs[owner[numbers(pc.fill_null(pc.not_equal(left, right), fill_value=True))]] = True
    return differs & (_move_anything(ours) | _move_anything(theirs))


def _move_anything(paid: pa.Array) -> Any:
    """Return for each list of numbers whether it moves anything: null does not, nor does one that has nothing but 0."""
    owner = np.repeat(np.arange(len(paid)), results.lengths(paid))
    moves = np.zeros(len(paid), bool)
    moves[owner[numbers(pc.fill_null(pc.not_equal(paid.flatten(), 0), fill_value=True))]] = True
    return moves


def _rows_compared(row: Row, rules: JobRules) -> Iterator[Row]:
    """Yield a row of COMPARED for each entry that differs or is refused, with the steps of both: all of it by hand."""
    now = by_hand.fold_row(row, rules.tariffs, rules.tariff, rules.under)
    about = {"id": row["id"], "date": row["date"], "people": row["people"]}
    if now.why:
        yield {**about, "entry": by_hand.WHOLE, "sentences": now.why}
        return
    own = by_hand.fold_row(row, rules.tariffs) if rules.under else now
    units = {"unit_before": own.unit, "unit_now": now.unit}
    for place, (hand, ours, theirs) in enumerate(zip(row["hands"], own.entries, now.entries, strict=True)):
        paid = [one.line and one.line.score and now.by_place(one.line.score.postings) for one in (ours, theirs)]
        before = paid[0] if hand["paid"] is None else hand["paid"]
        moved = any(amount != 0 for one in (before, paid[1]) for amount in one or ())
        if (before == paid[1] or not moved) and not theirs.why:
            continue
        explained = ours if before == paid[0] else None
        yield {
            **about,
            **units,
            "entry": place,
            "number": theirs.number,
            "paid_before": before,
            "paid_now": paid[1],
            **_value_and_steps("before", explained),
            **_value_and_steps("now", theirs),
            "sentences": theirs.why or None,
        }


def _value_and_steps(when: str, entry: Judged | None) -> Row:
    """Return the value of an entry and its steps, both null where it has none."""
    made = entry.line.score if entry and entry.line else None
    steps = made and [{"label": one.label, "plus": one.plus, "times": one.times} for one in made.steps]
    return {f"value_{when}": made and made.value, f"steps_{when}": steps}
