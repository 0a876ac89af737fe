"""Evenings as columns, as Parquet keeps them: one row an evening, its hands and events a list in it.

    sessions ──table_of──▶ EVENINGS, tariffs ──tariffs_table──▶ TARIFFS
    sessions ◀─sessions_of── EVENINGS, tariffs ◀──tariffs_of──── TARIFFS
    sessions, their lines ──hands_table──▶ HANDS: one row a hand, for questions; nobody reads it back

In an evening people are places in its `people`; amounts are whole cents or points. An entry that the columns cannot
say stands in `more`, as canonical JSON. What comes back is what was written, each hand in its one normal form: no
Klopfer are 0, and Laufende are the declarers' unless it says otherwise.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sklog.errors import UNREADABLE, HandError, Problem, SessionFileError, SklogError
from sklog.language import _, _and, _n
from sklog.scoring.canonical import kind_of_game, shown
from sklog.scoring.games import BY_NAME, SUITS
from sklog.scoring.hand import OPPONENTS, SIDES, InvalidHandOf, Played
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, renamed
from sklog.scoring.settings import from_mapping, to_mapping
from sklog.scoring.state import MOST_ENTRIES, TariffChange, entry_from_json, entry_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.state import Entry, Line
    from sklog.scoring.tariff import Tariff

    Paid = Sequence[Mapping[str, int] | None]
    """What each entry of an evening moved, by name; None where it moved nothing, or nobody says it."""

VERSION = 1
MARK = b"sklog"
"""Behind this key of its metadata a schema says the version of the format."""
_METADATA = {MARK: str(VERSION).encode()}
MOST = 127  # of what int8 holds
AT_ONCE = 16  # evenings that are Python's at one time
_PLACE, _PLACES, _SMALL = pa.int8(), pa.list_(pa.int8()), pa.int8()


def fields_of(kind: pa.DataType, *names: str) -> list[tuple[str, pa.DataType]]:
    """Return columns of one kind."""
    return [(name, kind) for name in names]


HAND = pa.struct(
    [
        *fields_of(pa.string(), "game", "suit"),
        *fields_of(_PLACE, "declarer", "partner"),
        ("won", pa.bool_()),
        *fields_of(_SMALL, "augen", "tricks"),
        *fields_of(pa.bool_(), "schneider", "schwarz", "tout", "sie"),
        ("laufende", _SMALL),
        ("laufende_of", pa.string()),
        ("klopfer", _SMALL),
        ("klopfer_by", _PLACES),
        ("kontra", _SMALL),
        ("kontra_by", _PLACES),
        *fields_of(pa.string(), "note", "more"),
        ("paid", pa.list_(pa.int64())),
    ]
)
"""A hand or an event. Where `more` is null, the columns say all of a game with a declarer; else `more` says it all."""

EVENINGS = pa.schema(
    [
        *fields_of(pa.string(), "id", "name", "date", "place", "tariff"),
        ("people", pa.list_(pa.string())),
        *fields_of(_PLACE, "players", "dealer"),
        ("stock", pa.int64()),
        ("stock_from", pa.string()),
        ("closed", pa.bool_()),
        ("expect", pa.string()),
        ("hands", pa.list_(HAND)),
    ],
    metadata=_METADATA,
)
TARIFFS = pa.schema(fields_of(pa.string(), "digest", "name", "title", "unit", "tariff"), metadata=_METADATA)
"""A tariff a row: `tariff` is all of it as JSON, `digest` the SHA-256 of that text with its keys sorted."""

NEEDED = tuple(name for name in EVENINGS.names if name not in ("dealer", "expect"))
_AS_IT_IS = ("id", "name", "date", "place", "stock", "stock_from", "closed")
"""What a column has of an evening as `Session` has it."""

_SAID = tuple(field.name for field in HAND)[:-1]  # all but what was paid
_NOBODY_SAID: Mapping[str, Any] = dict.fromkeys(_SAID)
_UNSAID = {"tout": False, "sie": False, "laufende": 0, "klopfer": 0, "kontra": 0}
_ALWAYS = ("game", "declarer", *_UNSAID)
"""What every game in columns says; an entry that stands in `more` has all but these two as nobody said it."""

_BY_NAME = ("klopfer", "kontra")
_OF_A_GAME = frozenset(_SAID) & {*Played._fields}
_GAME_AS_IT_IS = tuple(sorted(_OF_A_GAME - {"declarer", "partner", "sie", "laufende_of", *_BY_NAME, "note"}))
"""The fields of a game that have a column; those of them that it has as `Played` has them."""


# -- tariffs ------------------------------------------------------------------------------------------


def digest_of(tariff: Tariff) -> str:
    """Return by what a tariff is named in a table of evenings: the SHA-256 of its JSON with sorted keys, in hex."""
    return _hashed(to_mapping(tariff))


def _hashed(plain: object) -> str:
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()


def tariffs_table(tariffs: Mapping[str, Tariff]) -> pa.Table:
    """Return the table of these tariffs, by their digests."""
    rows = [
        {"digest": digest, "name": one.name, "title": one.title, "unit": one.unit, "tariff": _dumped(to_mapping(one))}
        for digest, one in tariffs.items()
    ]
    return pa.Table.from_pylist(rows, schema=TARIFFS)


def tariffs_of(table: pa.Table) -> dict[str, Tariff]:
    """Return the tariffs of a table by their digests; raise SessionFileError with all that cannot be read."""
    table = _as(table, TARIFFS)
    found: dict[str, Tariff] = {}
    problems: list[str] = []
    for name, digest, text in zip(*(table[key].to_pylist() for key in ("name", "digest", "tariff")), strict=True):
        said = {"name": shown(str(name))}
        try:
            plain = json.loads(text)
            if _hashed(plain) == digest:
                found[digest] = from_mapping(plain)
            else:
                problems.append(_("tariff {name}: its text does not match its digest", **said))
        except SklogError as wrong:
            problems += [_("tariff {name}: {problem}", problem=problem, **said) for problem in wrong.problems]
        except UNREADABLE:
            problems.append(_("tariff {name}: it cannot be read", **said))
    SessionFileError.if_any(problems)
    return found


class _Digests:
    """The digests of tariffs, of which most evenings share a few; and all tariffs that were asked for."""

    def __init__(self) -> None:
        self.tariffs: dict[str, Tariff] = {}
        self._known: dict[int, tuple[Tariff, str]] = {}

    def digest(self, tariff: Tariff) -> str:
        """Return the digest of a tariff."""
        if id(tariff) not in self._known:
            digest = digest_of(tariff)
            self._known[id(tariff)] = tariff, digest  # whoever is kept here is nobody else's id
            self.tariffs.setdefault(digest, tariff)
        return self._known[id(tariff)][1]


# -- writing ------------------------------------------------------------------------------------------


def table_of(
    sessions: Iterable[Session], paid: Callable[[Session], Paid] | None = None
) -> tuple[pa.Table, dict[str, Tariff]]:
    """Return the table of these evenings, and the tariffs that it names, by their digests.

    `paid` says what each entry of an evening moved. Raises SessionFileError for what no column holds: half a
    character, a number beyond 64 bit, more than 127 players.
    """
    digests = _Digests()
    rows = [_evening_row(session, digests, paid(session) if paid else ()) for session in sessions]
    try:
        return pa.Table.from_pylist(rows, schema=EVENINGS), digests.tariffs
    except (pa.ArrowException, OverflowError, UnicodeError) as error:
        raise SessionFileError(_("an evening does not fit in the columns: {reason}", reason=str(error))) from None


def _evening_row(session: Session, digests: _Digests, paid: Paid) -> dict[str, Any]:
    """Return the row of an evening. Its players have the first places, then whoever comes, as they are named."""
    places = {name: place for place, name in enumerate(session.players)}

    def place_for(name: str) -> int:
        return places.setdefault(name, len(places))

    dealer = None if session.dealer is None else place_for(session.dealer)
    hands = [_hand_row(entry, places, place_for, digests) for entry in session.entries]
    for hand, moved in zip(hands, paid, strict=bool(paid)):
        hand["paid"] = None if moved is None else [moved.get(name, 0) for name in places]
    return {
        **{name: getattr(session, name) for name in _AS_IT_IS},
        "tariff": digests.digest(session.tariff),
        "people": list(places),
        "players": len(session.players),
        "dealer": dealer,
        "expect": None if session.expect is None else _dumped(dict(session.expect)),
        "hands": hands,
    }


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def paid_in(lines: Iterable[Line]) -> list[Mapping[str, int] | None]:
    """Return what each folded entry of an evening moved, as `table_of` asks for it."""
    return [line.score.postings if line.score else None for line in lines]


def _hand_row(
    entry: Entry, places: Mapping[str, int], place_for: Callable[[str], int], digests: _Digests
) -> dict[str, Any]:
    """Return an entry as the fields of `HAND` say it, but for what was paid."""
    if isinstance(entry, TariffChange):
        return {**_UNSAID, "more": _dumped({"tariff": digests.digest(entry.tariff)})}
    data = entry_to_json(entry)
    if isinstance(entry, Played) and _has_columns(data):
        row = _in_columns(data, place_for)
        if max(len(places), row["klopfer"], row["kontra"], row["laufende"]) <= MOST:
            return row
    more = renamed(data, lambda name: name if name == STOCK else str(place_for(name)))  # the Stock has no place
    return {**_UNSAID, "game": data.get("game"), "more": _dumped(more)}


def _has_columns(data: Mapping[str, Any]) -> bool:
    """Whether the columns can say all of a game: its declarer, no fact without a column, nobody without a place."""
    if "declarer" not in data or not data.keys() <= _OF_A_GAME:
        return False
    listed = [data[name] for name in _BY_NAME if isinstance(data.get(name), list)]
    # of a Sie a column says yes, or nothing
    return data.get("sie") is not False and STOCK not in (data["declarer"], data.get("partner"), *chain(*listed))


def _in_columns(data: Mapping[str, Any], place_for: Callable[[str], int]) -> dict[str, Any]:
    """Return a game in columns, of its canonical JSON."""
    row = {**_UNSAID, **data}
    for name in ("declarer", "partner", DEALER):
        if name in row:
            row[name] = place_for(row[name])
    for name in _BY_NAME:
        if isinstance(row[name], list):
            row[f"{name}_by"] = [*map(place_for, row[name])]
            row[name] = len(row[name])
    if row.get("laufende_of") != OPPONENTS:
        row["laufende_of"] = None
    return row


DEALER = "dealer"
_PLACES_SAID = frozenset(map(str, range(MOST)))
_TOLD: Mapping[str, tuple[type, Container[Any]]] = {
    "game": (str, {name for name, game in BY_NAME.items() if kind_of_game(game) is Played}),
    "suit": (str, SUITS),
    "laufende_of": (str, (OPPONENTS,)),
    **dict.fromkeys(("won", "schneider", "schwarz"), (bool, (True, False))),
    **dict.fromkeys(("tout", "sie"), (bool, (True,))),
    **dict.fromkeys(("augen", "tricks", "laufende", *_BY_NAME), (int, range(MOST))),
    **dict.fromkeys(("declarer", "partner", DEALER), (str, _PLACES_SAID)),
}
"""What a game says, by its type, that is kept out of the columns by its dealer alone."""


def but_for_dealer(text: str) -> dict[str, Any] | None:
    """Return a game that stands in `more` as the columns have it, and who dealt; None where they could not."""
    with suppress(*UNREADABLE):
        data = json.loads(text)
        plain = _dumped(data) == text and {"game", "declarer", DEALER} <= data.keys()
        if plain and all(_is_told(*said) for said in data.items()):
            return _in_columns(data, int)
    return None


def _is_told(key: str, said: object) -> bool:
    if type(said) is list:
        return key in _BY_NAME and bool(said) and all(type(one) is str and one in _PLACES_SAID for one in said)
    kind, known = _TOLD.get(key, (None, ()))
    return type(said) is kind and said in known


# -- reading ------------------------------------------------------------------------------------------


def evenings_in(table: pa.Table) -> pa.Table:
    """Return a table as `EVENINGS` has it, whoever wrote it; raise SessionFileError where it is none."""
    return _as(table, EVENINGS)


def require_version(schema: pa.Schema) -> None:
    """Refuse a schema of a newer format than this one: raise SessionFileError."""
    said = (schema.metadata or {}).get(MARK, _METADATA[MARK]).decode(errors="replace")
    if not (said.isascii() and said.isdigit() and int(said[:9]) <= VERSION):
        raise SessionFileError(
            _("its format is {version}, which only a newer sklog can read: update sklog", version=shown(said))
        )


def require_columns(schema: pa.Schema, wanted: pa.Schema = EVENINGS) -> None:
    """Refuse a schema of a newer format, or that lacks a column, or a field of hands: raise SessionFileError.

    A field that is not there is no fact that nobody said: somebody may have called it otherwise.
    """
    require_version(schema)
    missing = [name for name in wanted.names if name not in schema.names]
    if wanted is EVENINGS and not missing:
        kind = schema.field(schema.names.index("hands")).type
        hand = getattr(kind, "value_type", None)
        if not isinstance(hand, pa.StructType):
            raise _another("hands", kind)
        told = {field.name for field in hand}
        missing = [f"hands.{name}" for name in _SAID if name not in told]
    if missing:
        what = _and(missing)
        raise SessionFileError(
            _n("the column {columns} is missing", "the columns {columns} are missing", len(missing), columns=what)
        )


def _as(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Return the columns of a schema, in its types; further ones are left out. Raises SessionFileError."""
    require_columns(table.schema, schema)
    names = table.schema.names
    if twice := [name for name in schema.names if names.count(name) > 1]:
        raise SessionFileError(_("the column {column} is there twice", column=twice[0]))
    columns = []
    for field in schema:
        try:
            column = table[field.name].cast(field.type)
            column.validate(full=True)  # what is no UTF-8, or points beyond its end
        except (pa.ArrowException, OverflowError):
            raise _another(field.name, table.schema.field(field.name).type) from None
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=schema)


def _another(column: str, kind: pa.DataType) -> SessionFileError:
    said = {"column": column, "found": shown(str(kind))}
    return SessionFileError(
        _("the column {column} contains something it cannot contain here, or is of another type: {found}", **said)
    )


def sessions_of(evenings: pa.Table, tariffs: Mapping[str, Tariff]) -> Iterator[Session]:
    """Yield the evenings of a table in its order; raise SessionFileError, naming the evening, at one that is none."""
    for one in read_along(evenings, tariffs):
        if isinstance(one, SessionFileError):
            raise one
        yield one


def read_along(
    evenings: pa.Table, tariffs: Mapping[str, Tariff], before: int = 0
) -> Iterator[Session | SessionFileError]:
    """Yield each evening of a table, and what is wrong with one that cannot be read: those behind it still can be.

    `before` is how many evenings stand before this table, for the sentences. Raises SessionFileError where the table is
    none of evenings.
    """
    for batch in evenings_in(evenings).to_batches(max_chunksize=AT_ONCE):
        heads = batch.drop_columns(["hands"]).to_pylist()
        for head, hands in zip(heads, batch.column("hands"), strict=True):
            before += 1
            try:
                yield evening_of({**head, "hands": _hand_rows(hands.values)}, tariffs)
            except SessionFileError as wrong:
                yield naming_evening(wrong, before, head["name"])


def _hand_rows(hands: pa.StructArray | None) -> list[dict[str, Any]] | None:
    """Return the entries of an evening as plain data; raise SessionFileError for too many.

    Column by column: pyarrow's own way, row by row, takes several times as long.
    """
    if hands is None:
        return None
    if len(hands) > MOST_ENTRIES:
        raise SessionFileError(_("more than {most} entries: divide the evening", most=MOST_ENTRIES))
    columns = (values.to_pylist() for values in hands.flatten()[:-1])
    return [dict(zip(_SAID, values, strict=True)) for values in zip(*columns, strict=True)]


def naming_evening(wrong: SessionFileError, number: int, name: object) -> SessionFileError:
    """Return the error whose sentences say which evening they are about."""
    said = {"number": number, "name": shown(str(name))}
    return SessionFileError(
        *(_("evening {number} ({name}): {what}", what=problem, **said) for problem in wrong.problems)
    )


def evening_of(row: Mapping[str, Any], tariffs: Mapping[str, Tariff]) -> Session:
    """Return the evening of one row, as plain Python data; raise SessionFileError with all that is wrong with it."""
    missing = [name for name in NEEDED if row[name] is None]
    if missing:
        raise SessionFileError(_("{columns} must not be null", columns=_and(missing)))
    people, players, dealer = row["people"], row["players"], row["dealer"]
    if None in people:
        raise SessionFileError(_("{columns} must not be null", columns="people"))
    if twice := [name for place, name in enumerate(people) if name in people[:place]]:
        name = shown(twice[0])
        raise SessionFileError(_("two people are called {name}: names must be unique, ignoring case", name=name))
    if not 0 <= players <= len(people):
        said = {"players": players, "people": len(people)}
        raise SessionFileError(_("{players} players, but {people} people are named", **said))
    tariff = _tariff_with_digest(row["tariff"], tariffs)
    return Session(
        **{name: row[name] for name in _AS_IT_IS},
        tariff=tariff,
        players=tuple(people[:players]),
        entries=tuple(_entries(row["hands"], people, tariffs, tariff)),
        dealer=None if dealer is None else _person(dealer, people),
        expect=None if row["expect"] is None else _expected(row["expect"]),
    )


def _entries(
    hands: Iterable[Mapping[str, Any] | None], people: Sequence[str], tariffs: Mapping[str, Tariff], tariff: Tariff
) -> Iterator[Entry]:
    """Yield all entries of an evening; raise SessionFileError with what is wrong with any of them."""
    problems: list[Problem] = []
    for where, entry in entries_along(hands, people, tariffs, tariff):
        if isinstance(entry, SklogError):
            problems += entry.at(where()).problems
        else:
            yield entry
    SessionFileError.if_any(problems[:MOST])


def entries_along(
    hands: Iterable[Mapping[str, Any] | None], people: Sequence[str], tariffs: Mapping[str, Tariff], tariff: Tariff
) -> Iterator[tuple[Callable[[], str], Entry | InvalidHandOf | SessionFileError]]:
    """Yield each entry of an evening that begins under a tariff, or what is wrong with it; first what says where."""
    number = 0
    entry: Entry | InvalidHandOf | SessionFileError
    for hand in hands:
        number += _is_hand(hand)
        try:
            entry = entry_of(hand, people, tariffs, tariff.games)
        except (InvalidHandOf, SessionFileError) as wrong:
            entry = wrong
        if isinstance(entry, TariffChange):
            tariff = entry.tariff
        yield partial(_place_of, number, hand), entry


def _is_hand(hand: Mapping[str, Any] | None) -> bool:
    return hand is not None and hand["game"] is not None


def _place_of(number: int, hand: Mapping[str, Any] | None) -> str:
    """Return where in an evening a hand or an event stands, behind so many hands, as the evening itself says it."""
    if _is_hand(hand):
        return _("hand {number}", number=number)
    return _("after hand {number}", number=number) if number else _("before hand 1")


def _tariff_with_digest(digest: object, tariffs: Mapping[str, Tariff]) -> Tariff:
    if not isinstance(digest, str) or digest not in tariffs:
        raise SessionFileError(_("no tariff here has the digest {digest}", digest=shown(str(digest))))
    return tariffs[digest]


def _person(place: int, people: Sequence[str]) -> str:
    """Return who has this place; raise SessionFileError where nobody does."""
    if not 0 <= place < len(people):
        raise _nobody(str(place), people)
    return people[place]


def _nobody(place: str, people: Sequence[str]) -> SessionFileError:
    said = {"place": shown(place), "people": len(people)}
    return SessionFileError(_("{place} is not a place among {people} people", **said))


def entry_of(
    hand: Mapping[str, Any] | None, people: Sequence[str], tariffs: Mapping[str, Tariff], games: Sequence[Game] = ()
) -> Entry:
    """Return the entry of one `HAND`, as plain Python data; `games` are the own ones of the tariff in force.

    Raises InvalidHandOf where it contradicts itself, as the constructors do, and SessionFileError where it is none.
    """
    hand = hand or _NOBODY_SAID
    if hand["more"] is not None:
        return _entry_from_json(hand["more"], people, tariffs, games)
    if missing := [name for name in _ALWAYS if hand[name] is None]:
        raise SessionFileError(_("without more, {columns} must not be null", columns=_and(missing)))
    suit, side, partner = hand["suit"], hand["laufende_of"], hand["partner"]
    if suit is not None and suit not in SUITS:
        raise SessionFileError(_("there is no suit {suit}", suit=shown(suit)))
    if side is not None and side not in SIDES:
        raise SessionFileError(_("the side {side} has no Laufende", side=shown(side)))
    return Played(
        **{name: hand[name] for name in _GAME_AS_IT_IS},
        declarer=_person(hand["declarer"], people),
        partner=None if partner is None else _person(partner, people),
        sie=hand["sie"] or None,
        laufende_of=OPPONENTS if side == OPPONENTS else None,
        klopfer=_how_often(hand["klopfer"], hand["klopfer_by"], people),
        kontra=_how_often(hand["kontra"], hand["kontra_by"], people),
        note=hand["note"] or "",
    )


def _how_often(many: int, places: Sequence[int] | None, people: Sequence[str]) -> int | tuple[str, ...]:
    """Return Klopfer or Kontra: how many, or who said so, where names were said."""
    if not places:
        return many
    if len(places) != many or None in places:
        said = {"many": many, "named": len(places)}
        raise SessionFileError(_("There are {many} Klopfer or Kontra, but {named} people are named for them", **said))
    return tuple([_person(place, people) for place in places])


def _entry_from_json(text: str, people: Sequence[str], tariffs: Mapping[str, Tariff], games: Sequence[Game]) -> Entry:
    """Return an entry that is told as JSON."""

    def account_at(place: str) -> str:
        if place == STOCK:
            return STOCK
        number = int(place) if place.isascii() and place.isdigit() and len(place) < 7 else len(people)
        if number >= len(people):
            raise _nobody(place, people)
        return people[number]

    try:
        data = json.loads(text)
        if isinstance(data, dict) and set(data) == {"tariff"}:
            return TariffChange(_tariff_with_digest(data["tariff"], tariffs))
        return entry_from_json(with_names(data, account_at), people, games)
    except InvalidHandOf:
        raise
    except HandError as wrong:
        raise SessionFileError(*wrong.problems) from None
    except UNREADABLE:
        raise SessionFileError(_("more is not an entry in JSON: {text}", text=shown(text))) from None


def with_names(data: Mapping[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON form of an entry with names for its places: `called` says who has one."""
    # one who knocked or doubled alone stays a name, whatever it is: as a text "3" would be how often
    alone = {key: [data[key]] for key in _BY_NAME if isinstance(data.get(key), str)}
    return renamed({**data, **alone}, called)


def _expected(text: str) -> dict[str, int]:
    """Return the balances that an evening promises."""
    with suppress(*UNREADABLE):
        said = json.loads(text)
        if isinstance(said, dict) and all(type(amount) is int for amount in said.values()):
            return said
    raise SessionFileError(_("expect is not JSON with balances by name: {text}", text=shown(text)))
