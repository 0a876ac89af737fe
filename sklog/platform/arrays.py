"""A table of evenings as arrays of numbers, one place an entry, and what tells its hands apart.

    table ──arrays_of──▶ EveningArrays ──told_apart──▶ a key for each hand, and who is what in it

A key is a whole number: the game and all that was said, people as whoever is named first, second, …, and of each figure
only between which cuts it lies (see `trace`). Hands with the same key cost the same, whoever sits where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sklog.platform import columns
from sklog.platform.results import in_one_piece, lengths, numbers
from sklog.scoring.canonical import MOST_SEATS
from sklog.scoring.games import SUITS
from sklog.scoring.hand import OPPONENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOST_PEOPLE = 8  # of an evening that is folded in arrays; one with more is folded by hand
MOST_NAMED = 4  # who knocked, or doubled; a longer list is read by hand
REST, AWAY = MOST_PEOPLE, MOST_PEOPLE + 1
"""What somebody is in a hand who is not named in it: dealt in, or not."""

SUIT_AT = (None, *SUITS)
MOST_GAMES = 64
MOST_OF = {"augen": 126, "tricks": 30, "laufende": 15, "klopfer": 126, "kontra": 126}
"""The most that a figure can be in arrays; a hand that says more is read by hand."""

FIGURES = tuple(MOST_OF)
_WIDTHS = {
    "game": 6, "suit": 3, "won": 2, "schneider": 2, "schwarz": 2, "tout": 1, "sie": 1, "opponents": 1, "partner": 1,
    "augen": 7, "tricks": 5, "laufende": 4, "klopfer": 13, "kontra": 13,
}  # fmt: skip
_ROLE_BITS = 3
"""How many bits each part of a key has, 61 together, and each role of those who knocked or doubled in their order."""

_SHIFTS = {name: sum(list(_WIDTHS.values())[:place]) for place, name in enumerate(_WIDTHS)}
_NAMES = 1 << (MOST_NAMED * _ROLE_BITS)


class EveningArrays(NamedTuple):
    """Evenings, and all their entries one behind the other.

    `starts` says where the entries of each evening begin, `evening` which one an entry is of. Of `columns`, -1 is what
    nobody said. `by` has, for those who knocked and those who doubled, who did, and where the names of each entry end.
    `person` numbers people by `names`, `places` where those of each evening begin. `hard` are those that are to be
    folded by hand.
    """

    starts: Any
    evening: Any
    columns: Mapping[str, Any]
    by: Mapping[str, tuple[Any, Any]]
    games: Sequence[str]
    more: Any
    said: Sequence[str]
    names: Sequence[str]
    person: Any
    places: Any
    players: Any
    dealer: Any
    stock: Any
    hard: Any

    @property
    def count(self) -> Any:
        """How many people there are in each evening."""
        return np.diff(self.places)

    def facts(self, entry: int) -> dict[str, int]:
        """Return what the columns say of an entry."""
        return {name: int(column[entry]) for name, column in self.columns.items()}

    def places_of(self, entry: int, what: str) -> list[int]:
        """Return the places of those who knocked, or doubled, in the order in which they did."""
        places, ends = self.by[what]
        found: list[int] = places[ends[entry] : ends[entry + 1]].tolist()
        return found


def arrays_of(evenings: pa.Table) -> EveningArrays:
    """Return a table of evenings (see `columns`) as arrays; what does not fit in them is `hard`."""
    hands, people = (in_one_piece(evenings[name]) for name in ("hands", "people"))
    starts, inside = _inside(hands)
    places, folk = _inside(people)
    fields = dict(zip(inside.type.names, inside.flatten(), strict=True))
    evening = np.repeat(np.arange(len(hands)), np.diff(starts))
    person = pc.dictionary_encode(pc.fill_null(folk, ""))
    more = _in_columns(fields, pc.dictionary_encode(fields["more"]))
    game = pc.dictionary_encode(fields["game"])
    said = {name: _plain(fields[name]) for name in _PLAIN}
    said["game"] = _plain(game.indices)
    said["suit"] = _plain(pc.index_in(fields["suit"], pa.array(SUIT_AT)))
    said["opponents"] = _plain(pc.equal(fields["laufende_of"], OPPONENTS)).clip(0)
    by = {name: _listed_places(fields[f"{name}_by"]) for name in ("klopfer", "kontra")}
    for name in by:
        said[f"{name}_by"] = _plain(fields[f"{name}_by"].is_valid())
    made = EveningArrays(
        starts,
        evening,
        said,
        by,
        game.dictionary.to_pylist(),
        _plain(more.indices),
        more.dictionary.to_pylist(),
        person.dictionary.to_pylist(),
        _plain(person.indices),
        places,
        _plain(in_one_piece(evenings["players"])),
        _plain(in_one_piece(evenings["dealer"])),
        numbers(pc.fill_null(in_one_piece(evenings["stock"]), 0)),
        np.zeros(len(hands), bool),
    )
    hard = _hard_evenings(made, evenings) | _hard_entries(made, fields)
    # keys are made of all entries at once: also of those that say more than can be, which nobody asks for theirs
    within = {name: said[name].clip(-1, most) for name, most in MOST_OF.items()}
    return made._replace(columns=said | within, hard=hard)


_PLAIN = ("declarer", "partner", "dealer", "won", "schneider", "schwarz", "tout", "sie", *FIGURES)
_FIGURE = ":(?:0|[1-9][0-9]{0,2})([,}])"
_SAYING_DEALER = pa.struct([*columns.HAND, (columns.DEALER, pa.int8())])


def _in_columns(fields: dict[str, pa.Array], more: pa.DictionaryArray) -> pa.DictionaryArray:
    """Move into the columns what only says who dealt besides; return what is still to be read in `more`."""
    fields["dealer"] = pa.nulls(len(more), pa.int8())
    texts, which = more.dictionary, more.indices
    # what is alike but for its figures is read once
    alike = pc.dictionary_encode(pc.replace_substring_regex(texts, _FIGURE, r":0\1"))
    rows = [columns.but_for_dealer(text) if '"dealer"' in text else None for text in alike.dictionary.to_pylist()]
    if not any(rows):
        return more
    found = pa.array(rows, _SAYING_DEALER).take(alike.indices)
    said = dict(zip(found.type.names, found.flatten(), strict=True))
    fits = found.is_valid()
    for name, most in MOST_OF.items():
        figure = pc.struct_field(pc.extract_regex(texts, f'"{name}":(?P<said>[0-9]{{1,3}})[,}}]'), "said").cast(
            pa.int16()
        )
        fits = pc.and_(fits, pc.fill_null(pc.less_equal(figure, most), True))  # noqa: FBT003  pyarrow's
        said[name] = pc.coalesce(pc.if_else(fits, figure, None).cast(pa.int8()), said[name])
    moved = fits.take(which).fill_null(False)  # noqa: FBT003  the same
    for name in said.keys() - {"paid"}:  # and `more` says nothing of it then
        fields[name] = pc.if_else(moved, said[name].take(which), fields[name])
    return pc.dictionary_encode(fields["more"])


def _inside(lists: pa.Array) -> tuple[Any, pa.Array]:
    """Return where the items of each list begin, and all of them one behind the other."""
    return np.concatenate(([0], np.cumsum(lengths(lists), dtype=np.int64))), lists.flatten()


def _listed_places(lists: pa.Array) -> tuple[Any, Any]:
    """Return the places that are listed, all of them, and where those of each entry begin."""
    ends, values = _inside(lists)
    return _plain(values), ends


def _plain(array: pa.Array) -> Any:
    """Return the numbers of an array, or 0 and 1; -1 for what is null."""
    if pa.types.is_boolean(array.type):
        array = array.cast(pa.int8())
    if array.null_count:
        array = pc.fill_null(array, -1)
    return numbers(array)


def _yes(array: pa.Array) -> Any:
    """Return where an array is true, and not null."""
    return numbers(pc.fill_null(array, False))  # noqa: FBT003  pyarrow's


def _hard_evenings(made: EveningArrays, evenings: pa.Table) -> Any:
    """Return which evenings do not fit: by how many people there are, who deals, and what is null."""
    count = made.count
    hard = (count > MOST_PEOPLE) | (made.players > count) | (made.players < 2) | (made.players > MOST_SEATS)
    hard |= _yes(pc.less(in_one_piece(evenings["dealer"]), 0)) | (made.dealer >= made.players)
    for name in columns.NEEDED:
        hard |= numbers(in_one_piece(evenings[name]).is_null())
    return hard


def _hard_entries(made: EveningArrays, fields: Mapping[str, pa.Array]) -> Any:
    """Return which evenings have an entry that is no plain hand, and has no `more` that says what it is."""
    columns, count = made.columns, made.count[made.evening]
    wrong = (columns["game"] < 0) | (columns["declarer"] < 0) | (columns["declarer"] >= count)
    wrong |= (columns["dealer"] >= count) | (columns["partner"] >= count) | (columns["partner"] == columns["declarer"])
    wrong |= (columns["suit"] < 0) | (columns["game"] >= MOST_GAMES)
    for name, most in MOST_OF.items():
        wrong |= columns[name] > most
    for name in (*MOST_OF, "partner"):  # -1 stands for what nobody said
        wrong |= _yes(pc.less(fields[name], 0))
    for name in ("tout", "sie", "laufende", "klopfer", "kontra"):
        wrong |= numbers(fields[name].is_null())
    wrong |= _yes(pc.not_equal(fields["laufende_of"], OPPONENTS))
    for name, (places, ends) in made.by.items():
        wrong |= np.diff(ends) > MOST_NAMED
        wrong |= (columns[f"{name}_by"] > 0) & (np.diff(ends) != columns[name])
        outside = (places < 0) | (places >= np.repeat(count, np.diff(ends)))
        if outside.any():
            wrong[np.repeat(np.arange(len(wrong)), np.diff(ends))[outside]] = True
    wrong &= made.more < 0
    hard = np.zeros(len(made.starts) - 1, bool)
    hard[made.evening[wrong]] = True
    return hard


# -- what tells hands apart -----------------------------------------------------------------------------


class Apart(NamedTuple):
    """What tells hands apart: `key` is without the figures; `roles` has what each place of the evening is in the hand.

    That is 0, 1, … for whoever is named first, second, …, and `REST` for the others, who only knocked among them: how
    many did is what counts. `mentioned` has a bit for each place that is named. `by_name` says of those who knocked,
    and of those who doubled, whether it is their names that count.
    """

    key: Any
    roles: Any
    mentioned: Any
    by_name: Mapping[str, Any]

    def keys(self, made: EveningArrays, classes: Mapping[str, Any], rows: Any = slice(None)) -> Any:
        """Return the keys of entries with their figures; `classes` has for each figure what is alike, by its value."""
        key = self.key[rows].copy()
        for name in FIGURES:
            alike = classes[name][made.columns[name][rows]]
            if name in self.by_name:
                alike = np.where(self.by_name[name][rows], 0, alike)
            key |= alike << _SHIFTS[name]
        return key


def told_apart(made: EveningArrays, games: Any, suits: Any) -> Apart:
    """Return what tells the plain hands apart beside their figures; for other entries it says nothing.

    `games` has a number for each of the table's games, `suits` for each suit in each of them. Evenings with a hand that
    names too many are `hard` from now on.
    """
    columns, many = made.columns, len(made.evening)
    plain = np.flatnonzero((made.more < 0) & ~made.hard[made.evening])
    roles = np.full((many, MOST_PEOPLE), REST, np.int8)
    following = np.ones(many, np.int8)
    roles[plain, columns["declarer"][plain]] = 0
    paired = plain[columns["partner"][plain] >= 0]
    roles[paired, columns["partner"][paired]] = 1
    following[paired] = 2
    mentioned, twice = _who_knocked(made, plain)
    by_name = {"kontra": columns["kontra_by"] > 0, "klopfer": twice}
    key = np.zeros(many, np.int64)
    for name, named in by_name.items():
        key |= _roles_of(made, name, plain[named[plain]], roles, following) << _SHIFTS[name]
    key |= np.append(games, 0)[columns["game"]] << _SHIFTS["game"]
    key |= (columns["partner"] >= 0).astype(np.int64) << _SHIFTS["partner"]
    key |= suits[columns["game"].clip(0), columns["suit"].clip(0)] << _SHIFTS["suit"]
    for name in ("won", "schneider", "schwarz", "tout", "sie", "opponents"):
        key |= (columns[name].astype(np.int64) & ((1 << _WIDTHS[name]) - 1)) << _SHIFTS[name]
    made.hard[made.evening[following > MOST_PEOPLE - 1]] = True
    for place in range(MOST_PEOPLE):
        mentioned |= (roles[:, place] < REST).astype(np.int64) << place
    return Apart(key, roles, mentioned, by_name)


def _who_knocked(made: EveningArrays, plain: Any) -> tuple[Any, Any]:
    """Return who knocked, a bit for each place, and where somebody did so more than once."""
    knocked = np.zeros(len(made.evening), np.int64)
    twice = np.zeros(len(made.evening), bool)
    places, ends = made.by["klopfer"]
    many = np.diff(ends)
    for turn in range(MOST_NAMED if len(places) else 0):
        rows = plain[many[plain] > turn]
        bit = np.int64(1) << places[ends[rows] + turn]
        twice[rows] |= (knocked[rows] & bit) > 0
        knocked[rows] |= bit
    return knocked, twice


def _roles_of(made: EveningArrays, name: str, named: Any, roles: Any, following: Any) -> Any:
    """Return the roles of those who knocked, or doubled, in their order, as one number; 0 where nobody is named."""
    found = np.zeros(len(made.evening), np.int64)
    places, ends = made.by[name]
    many = np.diff(ends)
    for turn in range(MOST_NAMED if len(named) else 0):
        rows = named[many[named] > turn]
        person = places[ends[rows] + turn]
        new = roles[rows, person] == REST
        roles[rows[new], person[new]] = following[rows[new]]
        following[rows[new]] += 1
        # no role is 0 here: a list that ends sooner is another number
        found[rows] = (found[rows] << _ROLE_BITS) | np.minimum(roles[rows, person] + 1, 7)
    return np.where(found > 0, found | _NAMES, 0)


def classes(cuts: Mapping[str, Iterable[int]]) -> dict[str, Any]:
    """Return for each figure which of its values are alike: the least of them, by value; the last one is nobody's."""
    made = {}
    for name, most in MOST_OF.items():
        values = np.arange(most + 2)
        bounds = np.array(sorted({0, *(cut for cut in cuts.get(name, ()) if 0 < cut <= most)}))
        alike = bounds[np.searchsorted(bounds, values, side="right") - 1]
        alike[-1] = most + 1  # which -1 finds: nobody said it
        made[name] = alike.astype(np.int64)
    return made
