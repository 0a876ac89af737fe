"""The fast fold beside the fold by hand: what they do not agree in, and the smallest evening that shows it.

python -m tests.many_evenings [--hands 10000000] [--processes 2] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from sklog.errors import SklogError
from sklog.platform import by_hand, columns, fold, results
from sklog.scoring.settings import to_mapping
from tests.many_evenings import random_evenings
from tests.many_tariffs import random_tariffs, shipped
from tests.plain_evenings import HANDS, plain_evenings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sklog.scoring.tariff import Tariff

    Fold = Callable[..., results.Folded]
    Told = results.Folded | str
    """What a fold made; the error where it made nothing."""

TARIFFS = (12, 1, 24, 4)  # of a batch of evenings, in turn: few have many hands each, and many have few
PLAIN = 40  # evenings of a batch that are plain: hands that are alike, of which each different one is scored once
OTHERS = 1  # that the same evenings are folded under besides their own
AT_ONCE = 5_000  # entries of a batch, about
MOST_IN_STOCK = 12  # at the beginning of the plain ones: sums that lie side by side
SHOWN = 12  # differences of one evening


class Disagreement(NamedTuple):
    """Evenings, as few and as short as can be, and what two folds make of them that differs."""

    evenings: pa.Table
    tariffs: Mapping[str, Tariff]
    under: Tariff | None
    differences: tuple[str, ...]

    def __str__(self) -> str:
        """Return all that is needed to see it again."""
        used = {row["tariff"] for row in self.evenings.to_pylist()}
        named = {f"tariff {digest[:8]}": self.tariffs[digest] for digest in sorted(used & set(self.tariffs))}
        if self.under:
            named[f"folded under {columns.digest_of(self.under)[:8]}"] = self.under
        said = [f"{what}: {json.dumps(to_mapping(tariff), ensure_ascii=False)}" for what, tariff in named.items()]
        return "\n".join((*self.differences, *map(_evening, self.evenings.to_pylist()), *said))


def _evening(row: Mapping[str, Any]) -> str:
    head = {key: value for key, value in row.items() if key not in ("hands", "id", "name") and value not in (None, "")}
    lines = [hand["more"] or str(_said(hand)) for hand in row["hands"]]
    return "\n".join((f"evening {row['id']}: {head}", *(f"  {place}: {line}" for place, line in enumerate(lines))))


def _said(hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the columns of a hand say beside what most hands do not."""
    usual = dict.fromkeys(("tout", "sie"), False) | dict.fromkeys(("laufende", "klopfer", "kontra"), 0)
    return {key: value for key, value in hand.items() if value != usual.get(key)}


# -- what differs --------------------------------------------------------------------------------------


def disagreements(
    evenings: pa.Table, tariffs: Mapping[str, Tariff], under: Tariff | None = None, *, fast: Fold | None = None
) -> list[Disagreement]:
    """Return what the folds do not agree in, for the first evening that shows it; [] where they agree in everything."""
    fast = fast or in_arrays

    def differ(rows: pa.Table) -> tuple[str, ...]:
        return tuple(differences(_told(by_hand.fold, rows, tariffs, under), _told(fast, rows, tariffs, under)))

    found = differ(evenings)
    if not found:
        return []
    smallest = _fewest_entries(_fewest_evenings(evenings, differ), differ)
    return [Disagreement(smallest, tariffs, under, differ(smallest)[:SHOWN])]


def in_arrays(*said: Any, **named: Any) -> results.Folded:
    """Return what the fast fold makes, also of evenings so few that it would leave them to the fold by hand."""
    few, fold.FEW = fold.FEW, 0
    try:
        return fold.fold(*said, **named)
    finally:
        fold.FEW = few


def _told(by: Fold, rows: pa.Table, tariffs: Mapping[str, Tariff], under: Tariff | None) -> Told:
    """Return what a fold makes; an error is told, too: where one fold refuses a table, the other has to."""
    try:
        return by(rows, tariffs, under)
    except SklogError as error:
        return f"{type(error).__name__}: {error}"
    except Exception as error:  # noqa: BLE001  whatever it is, it is a finding
        import traceback  # noqa: PLC0415  only then

        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"


def differences(slow: Told, fast: Told) -> Iterator[str]:
    """Yield what two folds of the same table make that is not the same, each in a line."""
    if isinstance(slow, str) or isinstance(fast, str):
        if slow != fast or not str(slow).startswith("Refused"):  # which is a sum that no column holds
            told = (one if isinstance(one, str) else "folded" for one in (slow, fast))
            yield "by hand: {}; fast: {}".format(*told)
        return
    assert slow.scores is not None
    if fast.scores is None:
        yield "fast: no scores"
        return
    for what in ("scores", "refused", "standings"):
        ours, theirs = getattr(slow, what), getattr(fast, what)
        if ours.schema != theirs.schema:
            yield f"{what}: another schema: {theirs.schema}"
        elif not ours.equals(theirs):
            yield from _unlike(what, ours.to_pylist(), theirs.to_pylist())
    if slow.digest != fast.digest:
        yield f"digest: by hand {slow.digest:064x}, fast {fast.digest:064x}"
    if slow.counted != fast.counted:
        yield f"counted: by hand {slow.counted}, fast {fast.counted}"


def _unlike(where: str, slow: Any, fast: Any) -> Iterator[str]:
    """Yield where two values differ, as deep inside as it can be told."""
    if isinstance(slow, dict) and isinstance(fast, dict):
        for key in slow:
            yield from _unlike(f"{where}.{key}", slow[key], fast[key])
    elif isinstance(slow, list) and isinstance(fast, list) and len(slow) == len(fast):
        for place, (one, other) in enumerate(zip(slow, fast, strict=True)):
            yield from _unlike(f"{where}[{place}]", one, other)
    elif slow != fast:
        yield f"{where}: by hand {slow!r}, fast {fast!r}"


def _fewest_evenings(evenings: pa.Table, differ: Callable[[pa.Table], object]) -> pa.Table:
    """Return one evening that shows it; else as few as show it together."""
    for first in range(0, evenings.num_rows, 50):
        part = evenings.slice(first, 50)
        if not differ(part):
            continue
        for row in range(part.num_rows):
            if differ(part.slice(row, 1)):
                return part.slice(row, 1)
    kept = fewest(list(range(evenings.num_rows)), lambda rows: bool(differ(evenings.take(pa.array(rows, pa.int64())))))
    return evenings.take(pa.array(kept, pa.int64()))


def _fewest_entries(evenings: pa.Table, differ: Callable[[pa.Table], object]) -> pa.Table:
    """Return the evenings without the entries that it takes none of."""
    rows = evenings.to_pylist()
    for row in rows:

        def still(hands: list[Any], row: dict[str, Any] = row) -> bool:
            before, row["hands"] = row["hands"], hands
            found = bool(differ(pa.Table.from_pylist(rows, columns.EVENINGS)))
            row["hands"] = before
            return found

        row["hands"] = fewest(row["hands"], still)
    return pa.Table.from_pylist(rows, columns.EVENINGS)


def fewest(items: list[Any], still: Callable[[list[Any]], bool]) -> list[Any]:
    """Return as few of these items as `still` show it, in their order; larger parts are left out first."""
    size = len(items)
    while size:
        place = 0
        while place < len(items):
            fewer = items[:place] + items[place + size :]
            if still(fewer):
                items = fewer
            else:
                place += size
        size //= 2
    return items


# -- batches -------------------------------------------------------------------------------------------


class Batch(NamedTuple):
    """Random evenings, their tariffs, and under what they are folded: None is each under its own."""

    evenings: pa.Table
    tariffs: Mapping[str, Tariff]
    unders: Sequence[Tariff | None]


class Checked(NamedTuple):
    """How many entries of a batch both folds were given, how many they refused, and what they do not agree in."""

    entries: int
    folded: int
    refused: int
    found: Sequence[str]


def batch(seed: int, hands: int = AT_ONCE) -> Batch:
    """Return random evenings under some tariffs, among them those that sklog comes with, and others beside them."""
    drawn = random_tariffs(seed, TARIFFS[seed % len(TARIFFS)])
    if seed % 4 == 0:
        drawn += shipped()
    rng = Random(seed)  # noqa: S311  the same again with the same seed
    evenings, named = columns.table_of(random_evenings(rng, drawn, hands - PLAIN * HANDS))
    plain = plain_evenings(PLAIN, drawn[0], counted=seed % 3 == 0, seed=seed)
    stocks = pa.array([int(rng.random() * MOST_IN_STOCK) for _ in range(PLAIN)], pa.int64())
    plain = plain.set_column(columns.EVENINGS.get_field_index("stock"), columns.EVENINGS.field("stock"), stocks)
    named[columns.digest_of(drawn[0])] = drawn[0]
    whole = pa.concat_tables([spoilt(rng, evenings), plain])
    return Batch(whole, named, [None, *random_tariffs(-1 - seed, OTHERS)])


def check(seed: int, hands: int = AT_ONCE) -> Checked:
    """Compare both folds over a batch."""
    drawn = batch(seed, hands)
    entries = sum(pc.list_value_length(drawn.evenings["hands"]).to_pylist())
    refused, found = 0, list[str]()
    for under in drawn.unders:
        slow, fast = (_told(by, drawn.evenings, drawn.tariffs, under) for by in (by_hand.fold, in_arrays))
        if any(differences(slow, fast)):
            told = disagreements(drawn.evenings, drawn.tariffs, under)
            found += [f"seed {seed}: {one}" for one in told]
        elif not isinstance(slow, str):
            refused += slow.refused.num_rows
    return Checked(entries, entries * len(drawn.unders), refused, found)


def spoilt(rng: Random, evenings: pa.Table) -> pa.Table:
    """Return the evenings with an entry, or the head, of some of them as no sklog writes it."""
    rows = {int(rng.random() * evenings.num_rows) for _ in range(evenings.num_rows // 60)}
    changed = [evenings.slice(row, 1).to_pylist()[0] for row in sorted(rows)]
    for row in changed:
        if rng.random() < 0.2:
            row.update(rng.choice(HEADS))
        if row["hands"]:
            hand = rng.choice(row["hands"])
            hand.update(rng.choice(COLUMNS) if hand["more"] is None else {"more": rng.choice(MORE)})
    kept = evenings.filter(pa.array([row not in rows for row in range(evenings.num_rows)]))
    return pa.concat_tables([kept, pa.Table.from_pylist(changed, columns.EVENINGS)])


HEADS: tuple[dict[str, Any], ...] = (
    {"tariff": "00" * 32},
    {"players": 100},
    {"players": 0},
    {"players": 1},
    {"dealer": 100},
    {"dealer": -1},
    {"people": ["Anna", "Bene", "anna", "Dani", "Eva", "Sepp", "Kathi"]},
    {"stock": -(2**63)},
    {"stock": 2**63 - 1},
)
COLUMNS: tuple[dict[str, Any], ...] = (
    {"declarer": 100},
    {"partner": -1},
    {"declarer": None},
    {"klopfer": 2, "klopfer_by": [0, 0]},
    {"klopfer": 3, "klopfer_by": [1]},
    {"klopfer": 1, "klopfer_by": [100]},
    {"kontra": 1, "kontra_by": [0, 1]},
    {"kontra": 0, "kontra_by": []},
    {"game": "rufspiel"},
    {"game": "SOLO"},
    {"game": "ramsch"},
    {"game": "zusammengeworfen"},
    {"game": "posting"},
    {"game": "quatsch"},
    {"game": ""},
    {"suit": "blau"},
    {"suit": "gruen"},
    {"laufende_of": "nobody"},
    {"laufende_of": "declarers"},
    {"laufende": 0, "laufende_of": "opponents"},
    {"tricks": 0, "augen": 5},
    {"note": ""},
    {"note": "ein Wort"},
)
MORE = (
    '{"game":"ramsch"',
    "[]",
    "null",
    "{}",
    '{"tanz":1}',
    '{"tariff":"abc"}',
    '{"join":""}',
    '{"join":"0"}',
    '{"join":"0","after":"1"}',
    '{"join":"0","leave":"1"}',
    '{"game":5}',
    '{"bock":"viel"}',
    '{"bock":"2"}',
    '{"bock":true}',
    '{"round":"off"}',
    '{"round":7}',
    '{"pay":["0","1"]}',
    '{"pay":["0","1",1.5]}',
    '{"seats":"0"}',
    '{"seats":[]}',
    '{"stock":{}}',
    '{"stock":{"0":"-5"}}',
    '{"game":"posting","amounts":{"0":5,"1":-4}}',
    '{"game":"posting","amounts":{"0":0}}',
    '{"game":"posting","amounts":{"0":7,"Stock":-7}}',
    '{"game":"posting"}',
    '{"game":"zusammengeworfen","void":"maybe"}',
    '{"game":"zusammengeworfen","void":"keep-seats"}',
    '{"game":"zusammengeworfen","declarer":"0"}',
    '{"game":"ramsch","losers":["99"]}',
    '{"game":"ramsch","losers":"0"}',
    '{"game":"ramsch","losers":["0","0"]}',
    '{"game":"ramsch","augen":{"0":"60","1":60,"2":0,"3":0},"losers":["1"],"jungfrauen":[]}',
    '{"game":"ramsch","augen":{"0":120,"1":0,"2":0,"3":0},"jungfrauen":[]}',
    '{"game":"solo","declarer":"0","won":"yes"}',
    '{"game":"Farbsolo","declarer":"0","won":true,"suit":"grün"}',
    '{"game":"solo","declarer":"0","won":true,"klopfer":"1"}',
    '{"game":"solo","declarer":"0","won":true,"colour":"red"}',
    '{"game":"solo","declarer":"0","won":true,"declarer":"1"}',
    '{"game":"solo","declarer":"0","augen":1e2}',
    '{"game":"solo","declarer":"0","augen":99999999999999999999}',
    '{"game":"solo","declarer":"0","partner":"1","won":true,"sie":true}',
    '{"game":"sauspiel","declarer":"0","partner":"0","won":true}',
    '{"game":"wenz","winners":["0","1"],"won":true}',
)
"""What may stand in a file all the same, by hand or by another program."""


def main(arguments: Sequence[str]) -> int:
    """Compare the folds over many hands; print what they do not agree in; 1 where there is anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.many_evenings", description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=10_000_000, metavar="N", help="that are drawn (10000000)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="that compare (2)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first batch (0)")
    said = parser.parse_args(arguments)
    seeds = range(said.seed, said.seed + -(-said.hands // AT_ONCE))
    begun, entries, folded, refused, wrong = time.monotonic(), 0, 0, 0, 0
    with ProcessPoolExecutor(said.processes) as pool:
        for one in pool.map(check, seeds):
            entries, folded, refused = entries + one.entries, folded + one.folded, refused + one.refused
            wrong += len(one.found)
            sys.stdout.writelines(f"{found}\n\n" for found in one.found)
            sys.stdout.flush()
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{entries:,} entries, {wrong} disagreements ")
    tariffs = sum(TARIFFS[seed % len(TARIFFS)] + OTHERS for seed in seeds)
    sys.stdout.write(
        f"{entries:,} random entries of evenings, under {tariffs:,} random tariffs and those shipped:"
        f" folded {folded:,} times by hand and fast, {refused:,} times refused by both; {wrong} disagreements;"
        f" {time.monotonic() - begun:.0f} s\n"
    )
    return bool(wrong)
