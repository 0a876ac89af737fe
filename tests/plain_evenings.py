"""Plain evenings by the million, straight as columns: for figures of speed and memory, not for rare rules.

Four people of a hundred thousand, thirty hands an evening: Sauspiele mostly, Solo, Wenz, Geier, a Ramsch told by its
loser, throw-ins; Augen and Laufende, Klopfer and Kontra as numbers or by who said them. `counted` evenings say every
card: tricks and Augen of everybody, so that hardly two hands are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from sklog import tariffs
from sklog.platform.columns import EVENINGS, HAND, digest_of, tariffs_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from sklog.scoring.tariff import Tariff

    Numbers = NDArray[Any]

POOL = 100_000  # people that there are
SEATS = 4
HANDS = 30  # of an evening
AT_ONCE = 10_000  # evenings of a row group
GAMES = ("sauspiel", "solo", "wenz", "geier", "ramsch", "zusammengeworfen")
SAUSPIEL, SOLO, WENZ, GEIER, RAMSCH, THROWN_IN = range(len(GAMES))
OFTEN = (0.70, 0.10, 0.06, 0.04, 0.05, 0.05)
SUITS = ("eichel", "gras", "schellen", "herz")
MORE = (*(f'{{"game":"ramsch","losers":["{place}"]}}' for place in range(SEATS)), '{"game":"zusammengeworfen"}')
SEED = 19


def without_memory() -> Tariff:
    """Return a tariff under which an evening remembers nothing, and everything that is drawn here can be played."""
    return tariffs.read_mapping(
        {"extends": "sauspiel", "name": "ohne", **_PLAYED, "stock": "none", "bock": {"after": []}}, ""
    )


def with_stock_and_bock() -> Tariff:
    """Return the same with a Stock, and Bock after what happens often."""
    stock = {"pay_in": 10, "games": ["sauspiel"], "lost": "doubles"}
    bock = {"after": ["thrown_in", "lost_solo", "schwarz"], "length": "round", "inside": "extended"}
    return tariffs.read_mapping({"extends": "sauspiel", "name": "mit", **_PLAYED, "stock": stock, "bock": bock}, "")


_PLAYED: Mapping[str, Any] = {
    "games": ["sauspiel", "solo", "wenz", "geier", "ramsch"],
    "prices": {"partner": 20, "solo": 50, "ramsch": 20},
    "klopfen": {"max": 4},
    "kontra": {"names": ["Kontra", "Re"]},
    "rounds": "none",
}


def written(folder: Path, hands: int, tariff: Tariff, *, counted: bool = False, seed: int = SEED) -> Path:
    """Write about so many hands into a folder, as `sklog rescore` reads one; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with pq.ParquetWriter(folder / "evenings.parquet", EVENINGS) as writer:
        for table in streamed(hands, tariff, counted=counted, seed=seed):
            writer.write_table(table)
    pq.write_table(tariffs_table({digest_of(tariff): tariff}), folder / "tariffs.parquet")
    return folder


def streamed(hands: int, tariff: Tariff, *, counted: bool = False, seed: int = SEED) -> Iterator[pa.Table]:
    """Yield tables of evenings with so many hands in all, rounded up to a whole evening."""
    evenings = -(-hands // HANDS)
    for first in range(0, evenings, AT_ONCE):
        many = min(AT_ONCE, evenings - first)
        yield plain_evenings(many, tariff, first=first, counted=counted, seed=seed)


def plain_evenings(many: int, tariff: Tariff, *, first: int = 0, counted: bool = False, seed: int = SEED) -> pa.Table:
    """Return a table of so many evenings, numbered from `first` on; the same for the same seed and `first`."""
    rng = np.random.default_rng((seed, first))
    numbers = pa.array(np.arange(first, first + many))
    text = pc.utf8_lpad(numbers.cast(pa.string()), width=32, padding="0")
    days = pa.array((np.arange(first, first + many) // 40 % 5000).astype("datetime64[D]") + 14_000)
    columns: dict[str, pa.Array] = {
        "id": text,
        "name": pa.repeat("", many),
        "date": pc.strftime(days, format="%Y-%m-%d"),
        "place": pa.repeat("Wirt", many),
        "tariff": pa.repeat(digest_of(tariff), many),
        "people": _people(rng, many),
        "players": pa.repeat(pa.scalar(SEATS, pa.int8()), many),
        "dealer": pa.nulls(many, pa.int8()),
        "stock": pa.repeat(pa.scalar(0, pa.int64()), many),
        "stock_from": pa.repeat("", many),
        "closed": pa.repeat(pa.scalar(value=True), many),
        "expect": pa.nulls(many, pa.string()),
        "hands": _lists(_hands(rng, many * HANDS, counted=counted), many),
    }
    return pa.Table.from_arrays([columns[name] for name in EVENINGS.names], schema=EVENINGS)


def _people(rng: np.random.Generator, many: int) -> pa.Array:
    """Return four people for each evening, no one twice."""
    drawn = rng.integers(0, POOL, (many, SEATS))
    ordered = np.sort(drawn, axis=1)
    twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    drawn[twice] = (drawn[twice, :1] + np.arange(SEATS)) % POOL
    names = pc.binary_join_element_wise("Spieler", pa.array(np.arange(POOL)).cast(pa.string()), " ")
    return _flat_lists(names.take(pa.array(drawn.ravel())), many, SEATS, EVENINGS.field("people").type)


def _lists(hands: pa.Array, many: int) -> pa.Array:
    return _flat_lists(hands, many, HANDS, EVENINGS.field("hands").type)


def _flat_lists(values: pa.Array, many: int, each: int, kind: pa.DataType) -> pa.Array:
    return pa.ListArray.from_arrays(pa.array(np.arange(many + 1, dtype=np.int32) * each), values, type=kind)


# -- hands ---------------------------------------------------------------------------------------------


def _hands(rng: np.random.Generator, many: int, *, counted: bool) -> pa.Array:
    """Return so many hands as the struct of an evening's list."""
    game = rng.choice(len(GAMES), many, p=OFTEN).astype(np.int8)
    declared = game < RAMSCH
    declarer = rng.integers(0, SEATS, many, dtype=np.int8)
    partner = (declarer + rng.integers(1, SEATS, many, dtype=np.int8)) % SEATS
    augen = np.clip(rng.normal(68, 22, many), 0, 120).astype(np.int8)
    columns: dict[str, pa.Array] = {
        "game": pa.array(GAMES).take(pa.array(game)),
        "suit": _suits(rng, game),
        "declarer": _known(declarer, declared),
        "partner": _known(partner, game == SAUSPIEL),
        "augen": _known(augen, declared),
        "tricks": _known(_tricks(rng, augen), declared & counted),
        "tout": pa.repeat(pa.scalar(value=False), many),
        "sie": pa.repeat(pa.scalar(value=False), many),
        **_laufende(rng, game),
        **_knocks(rng, declared),
        **_chains(rng, game, declarer, partner),
        "more": _ramsch_counted(rng, game) if counted else _more(rng, game),
    }
    arrays = [columns.get(field.name, pa.nulls(many, field.type)) for field in HAND]
    return pa.StructArray.from_arrays(arrays, fields=list(HAND))


def _known(values: Numbers, where: Numbers) -> pa.Array:
    return pa.array(values, pa.int8(), mask=~where)


def _suits(rng: np.random.Generator, game: Numbers) -> pa.Array:
    suit = np.where(game == SAUSPIEL, rng.integers(0, 3, len(game)), rng.integers(0, 4, len(game)))
    return pa.array(SUITS).take(pa.array(suit, mask=game > SOLO))


def _tricks(rng: np.random.Generator, augen: Numbers) -> Numbers:
    """Return tricks that may have made these Augen, of eight."""
    near = augen.astype(np.int16) * 8 // 120 + rng.integers(-1, 2, len(augen))
    inside: Numbers = np.clip(near, 1, 7).astype(np.int8)
    return np.where(augen == 0, 0, np.where(augen == 120, 8, inside)).astype(np.int8)


def _laufende(rng: np.random.Generator, game: Numbers) -> dict[str, pa.Array]:
    """Return Laufende of four hands in ten, of the opponents three times in ten; a Wenz has four at most."""
    run = np.minimum(rng.geometric(0.4, len(game)), np.where(game >= WENZ, 4, 8))
    there = (rng.random(len(game)) < 0.4) & (game < RAMSCH)
    theirs = there & (rng.random(len(game)) < 0.3)
    return {
        "laufende": pa.array(np.where(there, run, 0).astype(np.int8)),
        "laufende_of": pa.array(["opponents"]).take(pa.array(np.zeros(len(game), np.int8), mask=~theirs)),
    }


def _knocks(rng: np.random.Generator, declared: Numbers) -> dict[str, pa.Array]:
    """Return one or two Klopfer of a quarter of the hands, by name in half of those."""
    many = len(declared)
    count = np.where(declared & (rng.random(many) < 0.25), rng.integers(1, 3, many), 0)
    first = rng.integers(0, SEATS, many)
    by = np.stack([first, (first + rng.integers(1, SEATS, many)) % SEATS], axis=1)
    return _said_by("klopfer", count, by, (count > 0) & (rng.random(many) < 0.5))


def _chains(rng: np.random.Generator, game: Numbers, declarer: Numbers, partner: Numbers) -> dict[str, pa.Array]:
    """Return a Kontra, and now and then a Re, of an eighth of the hands, by name in half of those."""
    many = len(game)
    count = np.where((game < RAMSCH) & (rng.random(many) < 0.125), 1 + (rng.random(many) < 0.2), 0)
    other = (declarer + rng.integers(1, SEATS, many)) % SEATS
    beside = (game == SAUSPIEL) & (other == partner)
    other = np.where(beside, (other + 1) % SEATS, other)
    other = np.where(beside & (other == declarer), (other + 1) % SEATS, other)
    return _said_by("kontra", count, np.stack([other, declarer], axis=1), (count > 0) & (rng.random(many) < 0.5))


def _said_by(name: str, count: Numbers, by: Numbers, named: Numbers) -> dict[str, pa.Array]:
    """Return how often something was said, and by whom where that is known; `by` has a column for each time."""
    long = np.where(named, count, 0)
    offsets = np.concatenate([[0], np.cumsum(long)]).astype(np.int32)
    places = by[np.arange(by.shape[1]) < long[:, None]].astype(np.int8)
    lists = pa.ListArray.from_arrays(pa.array(offsets), pa.array(places), mask=pa.array(~named))
    return {name: pa.array(count.astype(np.int8)), f"{name}_by": lists.cast(pa.list_(pa.int8()))}


def _more(rng: np.random.Generator, game: Numbers) -> pa.Array:
    """Return the JSON of what no column says: who lost a Ramsch, and that nobody played."""
    loser = rng.integers(0, SEATS, len(game))
    return pa.array(MORE).take(pa.array(np.where(game == RAMSCH, loser, SEATS), mask=game < RAMSCH))


def _ramsch_counted(rng: np.random.Generator, game: Numbers) -> pa.Array:
    """Return the same with Augen and tricks of everybody for a Ramsch; nobody ties with the most."""
    many = int((game == RAMSCH).sum())
    augen = (rng.dirichlet([1.5] * SEATS, many) * 112).astype(np.int64) + 2
    augen[:, 0] += 120 - augen.sum(axis=1)
    ordered = np.sort(augen, axis=1)
    augen[ordered[:, -1] == ordered[:, -2]] = (50, 40, 20, 10)
    tricks = 1 + rng.multinomial(SEATS, [0.25] * SEATS, many)
    said = pc.binary_join_element_wise(
        '{"game":"ramsch","augen":', _figures(augen), ',"tricks":', _figures(tricks), "}", ""
    )
    place = np.where(game == RAMSCH, np.cumsum(game == RAMSCH), 0)
    return pa.concat_arrays([pa.array(MORE[-1:]), said]).take(pa.array(place, mask=game < RAMSCH))


def _figures(numbers: Numbers) -> pa.Array:
    """Return a number for each place, as JSON."""
    parts: list[Any] = []
    for place in range(SEATS):
        figures = pa.array(np.ascontiguousarray(numbers[:, place])).cast(pa.string())
        parts += [f'{"," if place else "{"}"{place}":', figures]
    return pc.binary_join_element_wise(*parts, "}", "")
