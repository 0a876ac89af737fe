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
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from sklog.errors import UNREADABLE, HandError, Problem, SessionFileError, SklogError
from sklog.language import _, _and, _n
from sklog.scoring.canonical import shown
from sklog.scoring.games import SUITS
from sklog.scoring.hand import OPPONENTS, SIDES, InvalidHandOf, Played, count
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, renamed
from sklog.scoring.settings import from_mapping, to_mapping
from sklog.scoring.state import MOST_ENTRIES, TariffChange, entry_from_json, entry_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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

_SAID = tuple(field.name for field in HAND)[:-1]  # all but what was paid
NEEDED = tuple(name for name in EVENINGS.names if name not in ("dealer", "expect"))
_UNSAID = dict.fromkeys(_SAID) | {"tout": False, "sie": False, "laufende": 0, "klopfer": 0, "kontra": 0}
_BESIDE_MORE = tuple(_UNSAID[name] for name in _SAID[1:-1])
_TARIFFS_KEPT = 100  # whose digests are known while evenings are written


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
                problems.append(_("tariff {name}: its text is not the one that its digest is of", **said))
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

    def of(self, tariff: Tariff) -> str:
        """Return the digest of a tariff."""
        known = self._known.get(id(tariff))  # whoever is kept here is nobody else's id
        if known is None:
            if len(self._known) == _TARIFFS_KEPT:
                self._known.clear()
            known = self._known[id(tariff)] = (tariff, digest_of(tariff))
            self.tariffs.setdefault(known[1], tariff)
        return known[1]


# -- writing ------------------------------------------------------------------------------------------


class _People:
    """Who is named in an evening, each with a place: its players first, then whoever comes, as they are named."""

    def __init__(self, players: Iterable[str]) -> None:
        self.names = list(players)
        self._places: dict[str, int] = {}
        for place, name in enumerate(self.names):
            self._places.setdefault(name, place)

    def at(self, name: str) -> int:
        """Return somebody's place, a new one where he has none yet."""
        place = self._places.get(name)
        if place is None:
            place = self._places[name] = len(self.names)
            self.names.append(name)
        return place

    def text(self, name: str) -> str:
        """Return a place as it stands in JSON; the Stock is nobody and has none."""
        return name if name == STOCK else str(self.at(name))


def table_of(
    sessions: Iterable[Session], paid: Callable[[Session], Paid] | None = None
) -> tuple[pa.Table, dict[str, Tariff]]:
    """Return the table of these evenings, and the tariffs that it names, by their digests.

    `paid` says what each entry of an evening moved. Raises SessionFileError for what no column holds: half a
    character, a number beyond 64 bit, more than 127 players.
    """
    digests = _Digests()
    evenings: list[tuple[Any, ...]] = []
    hands: list[tuple[Any, ...]] = []
    offsets = [0]
    for session in sessions:
        people = _People(session.players)
        dealer = None if session.dealer is None else people.at(session.dealer)
        said = [_row(entry, people, digests) for entry in session.entries]
        moved = _paid_by_place(paid(session) if paid else (), people.names, len(said))
        hands += [(*row, amounts) for row, amounts in zip(said, moved, strict=True)]
        offsets.append(len(hands))
        expect = None if session.expect is None else _dumped(dict(session.expect))
        header = session.id, session.name, session.date, session.place, digests.of(session.tariff), people.names
        evenings.append((*header, len(session.players), dealer, *_money(session), session.closed, expect))
    try:
        columns = _arrays(evenings, list(EVENINGS)[:-1])
        struct = pa.StructArray.from_arrays(_arrays(hands, list(HAND)), fields=list(HAND))
        entries = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), struct, type=EVENINGS.field("hands").type)
    except (pa.ArrowException, OverflowError, UnicodeError) as error:
        raise SessionFileError(_("an evening holds what no column can: {reason}", reason=str(error))) from None
    return pa.Table.from_arrays([*columns, entries], schema=EVENINGS), digests.tariffs


def _money(session: Session) -> tuple[int, str]:
    return session.stock, session.stock_from


def _arrays(rows: Sequence[tuple[Any, ...]], fields: Sequence[pa.Field]) -> list[pa.Array]:
    columns = zip(*rows, strict=True) if rows else ((),) * len(fields)
    return [pa.array(values, field.type) for values, field in zip(columns, fields, strict=True)]


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _paid_by_place(moved: Paid, people: Sequence[str], entries: int) -> list[list[int] | None]:
    if not moved:
        return [None] * entries
    return [None if one is None else [one.get(name, 0) for name in people] for one in moved]


def paid_in(lines: Iterable[Line]) -> list[Mapping[str, int] | None]:
    """Return what each folded entry of an evening moved, as `table_of` asks for it."""
    return [line.score.postings if line.score else None for line in lines]


def _row(entry: Entry, people: _People, digests: _Digests) -> tuple[Any, ...]:
    """Return an entry as the columns of `HAND` say it, but for what was paid."""
    if isinstance(entry, Played) and (row := _in_columns(entry, people)):
        return row
    if isinstance(entry, TariffChange):
        data: dict[str, Any] = {"tariff": digests.of(entry.tariff)}
    else:
        data = renamed(entry_to_json(entry), people.text)
    return (data.get("game"), *_BESIDE_MORE, _dumped(data))


def _in_columns(hand: Played, people: _People) -> tuple[Any, ...] | None:
    """Return a game in columns; None where they cannot say all of it."""
    declarer, klopfer, kontra = hand.declarer, hand.klopfer, hand.kontra
    if declarer is None or hand.winners or hand.announced is not None or hand.bid is not None or hand.forced:
        return None
    if hand.bock is not None or hand.round is not None or hand.dealer is not None or hand.active:
        return None
    if hand.sie is False:
        return None  # a column says yes, or nothing
    knocked_by, doubled_by = (None if isinstance(said, int) or not said else said for said in (klopfer, kontra))
    if STOCK in (declarer, hand.partner, *(knocked_by or ()), *(doubled_by or ())):
        return None  # who is no person has no place
    places = people.at(declarer), None if hand.partner is None else people.at(hand.partner)
    knocked, doubled = (None if names is None else [*map(people.at, names)] for names in (knocked_by, doubled_by))
    counts = count(klopfer), count(kontra)
    if len(people.names) > MOST or max(*counts, hand.laufende) > MOST:
        return None
    return (
        *(hand.game, hand.suit, *places, hand.won, hand.augen, hand.tricks, hand.schneider, hand.schwarz),
        *(hand.tout, bool(hand.sie), hand.laufende, OPPONENTS if hand.laufende_of == OPPONENTS else None),
        *(counts[0], knocked, counts[1], doubled),
        *(hand.note or None, None),
    )


# -- reading ------------------------------------------------------------------------------------------


def evenings_in(table: pa.Table) -> pa.Table:
    """Return a table as `EVENINGS` has it, whoever wrote it; raise SessionFileError where it is none."""
    return _as(table, EVENINGS)


def require_version(schema: pa.Schema) -> None:
    """Refuse a schema of a newer format than this one: raise SessionFileError."""
    said = (schema.metadata or {}).get(MARK, _METADATA[MARK]).decode(errors="replace")
    if not (said.isascii() and said.isdigit() and int(said[:9]) <= VERSION):
        raise SessionFileError(
            _("its format is {version}, which only a newer sklog knows: update sklog", version=shown(said))
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
        raise SessionFileError(_("the column {column} stands twice", column=twice[0]))
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
        _("the column {column} holds what it cannot hold here, or is of another type: {found}", **said)
    )


class Broken(NamedTuple):
    """An evening that cannot be read; `error` says which one, and why."""

    error: SessionFileError


def sessions_of(evenings: pa.Table, tariffs: Mapping[str, Tariff]) -> Iterator[Session]:
    """Yield the evenings of a table in its order; raise SessionFileError, naming the evening, at one that is none."""
    for one in read_along(evenings, tariffs):
        if isinstance(one, Broken):
            raise one.error
        yield one


def read_along(evenings: pa.Table, tariffs: Mapping[str, Tariff], before: int = 0) -> Iterator[Session | Broken]:
    """Yield each evening of a table, and what is wrong with one that cannot be read: those behind it still can be.

    `before` is how many evenings stand before this table, for the sentences. Raises SessionFileError where the table is
    none of evenings.
    """
    for batch in evenings_in(evenings).to_batches(max_chunksize=AT_ONCE):
        rows = list(zip(*(batch.column(name).to_pylist() for name in EVENINGS.names[:-1]), strict=True))
        lengths = batch.column("hands").value_lengths().to_pylist()
        alone = max(filter(None, lengths), default=0) > MOST_ENTRIES
        hands = iter(()) if alone else _hands(batch.column("hands"))
        for place, (values, length) in enumerate(zip(rows, lengths, strict=True)):
            row = dict(zip(EVENINGS.names, values, strict=False))
            if alone and (length or 0) <= MOST_ENTRIES:
                hands = _hands(batch.column("hands").slice(place, 1))
            before += 1
            if (length or 0) > MOST_ENTRIES:
                wrong = SessionFileError(_("more than {most} entries: divide the evening", most=MOST_ENTRIES))
                yield Broken(named(wrong, before, row["name"]))
                continue
            try:
                yield _session(row, None if length is None else list(islice(hands, length)), tariffs)
            except SessionFileError as wrong:
                yield Broken(named(wrong, before, row["name"]))


def _hands(column: pa.ListArray) -> Iterator[tuple[Any, ...]]:
    """Yield the entries of some evenings, one after the other, each as the values of `HAND` in their order."""
    return zip(*(values.to_pylist() for values in column.flatten().flatten()[:-1]), strict=True)


def named(wrong: SessionFileError, number: int, name: object) -> SessionFileError:
    """Return the error whose sentences say which evening they are about."""
    said = {"number": number, "name": shown(str(name))}
    return SessionFileError(
        *(_("evening {number} ({name}): {what}", what=problem, **said) for problem in wrong.problems)
    )


def evening_of(row: Mapping[str, Any], tariffs: Mapping[str, Tariff]) -> Session:
    """Return the evening of one row, as plain Python data; raise SessionFileError with all that is wrong with it."""
    hands = row["hands"]
    return _session(row, None if hands is None else list(map(_values, hands)), tariffs)


def _values(hand: Mapping[str, Any] | None) -> tuple[Any, ...]:
    return (None,) * len(_SAID) if hand is None else tuple([hand[name] for name in _SAID])


def entry_of(
    hand: Mapping[str, Any], people: Sequence[str], tariffs: Mapping[str, Tariff], games: Sequence[Game] = ()
) -> Entry:
    """Return the entry of one `HAND`, as plain Python data; `games` are the own ones of the tariff in force.

    Raises InvalidHandOf where it contradicts itself, as the constructors do, and SessionFileError where it is none.
    """
    return _entry(_values(hand), people, tariffs, games)


def _session(row: Mapping[str, Any], hands: Sequence[tuple[Any, ...]] | None, tariffs: Mapping[str, Tariff]) -> Session:
    missing = [name for name in NEEDED[:-1] if row[name] is None] + ([] if hands is not None else ["hands"])
    if missing or hands is None:
        raise SessionFileError(_("{columns} must not be null", columns=_and(missing)))
    people, players, dealer = row["people"], row["players"], row["dealer"]
    if None in people:
        raise SessionFileError(_("{columns} must not be null", columns="people"))
    if twice := [name for place, name in enumerate(people) if name in people[:place]]:
        name = shown(twice[0])
        raise SessionFileError(_("two people are called {name}: names are unique without regard to case", name=name))
    if not 0 <= players <= len(people):
        said = {"players": players, "people": len(people)}
        raise SessionFileError(_("{players} players, and {people} people are named", **said))
    tariff = _tariff(row["tariff"], tariffs)
    return Session(
        name=row["name"],
        date=row["date"],
        tariff=tariff,
        players=tuple(people[:players]),
        entries=tuple(_entries(hands, people, tariffs, tariff)),
        place=row["place"],
        dealer=None if dealer is None else _person(dealer, people),
        stock=row["stock"],
        closed=row["closed"],
        expect=None if row["expect"] is None else _expected(row["expect"]),
        id=row["id"],
        stock_from=row["stock_from"],
    )


def _entries(
    hands: Sequence[tuple[Any, ...]], people: Sequence[str], tariffs: Mapping[str, Tariff], tariff: Tariff
) -> list[Entry]:
    """Return all entries of an evening; raise SessionFileError with what is wrong with any of them."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    number = 0
    for hand in hands:
        number += hand[0] is not None
        try:
            entry = _entry(hand, people, tariffs, tariff.games)
        except SklogError as wrong:
            problems += wrong.at(place_of(number, event=hand[0] is None)).problems
            continue
        if isinstance(entry, TariffChange):
            tariff = entry.tariff
        entries.append(entry)
    SessionFileError.if_any(problems[:MOST])
    return entries


def place_of(number: int, *, event: bool) -> str:
    """Return where in an evening something stands, as the evening itself says it."""
    if not event:
        return _("hand {number}", number=number)
    return _("after hand {number}", number=number) if number else _("before hand 1")


def _tariff(digest: object, tariffs: Mapping[str, Tariff]) -> Tariff:
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
    return SessionFileError(_("{place} is no place of one of the {people} people", **said))


def _entry(hand: tuple[Any, ...], people: Sequence[str], tariffs: Mapping[str, Tariff], games: Sequence[Game]) -> Entry:
    """Return the entry of a `HAND`, of which `hand` has the values in their order, without what was paid."""
    (game, suit, declarer, partner, won, augen, tricks, schneider, schwarz, tout, sie, laufende, laufende_of) = hand[
        :13
    ]
    klopfer, klopfer_by, kontra, kontra_by, note, more = hand[13:]
    if more is not None:
        return _told(more, people, tariffs, games)
    if None in (game, declarer, tout, sie, laufende, klopfer, kontra):
        raise _half_said(hand)
    if suit is not None and suit not in SUITS:
        raise SessionFileError(_("there is no suit {suit}", suit=shown(suit)))
    if laufende_of is not None and laufende_of not in SIDES:
        raise SessionFileError(_("nobody has Laufende as {side}", side=shown(laufende_of)))
    return Played(
        game=game,
        suit=suit,
        declarer=_person(declarer, people),
        partner=None if partner is None else _person(partner, people),
        won=won,
        augen=augen,
        tricks=tricks,
        schneider=schneider,
        schwarz=schwarz,
        tout=tout,
        sie=sie or None,
        laufende=laufende,
        laufende_of=OPPONENTS if laufende_of == OPPONENTS else None,
        klopfer=klopfer if not klopfer_by else _several(klopfer, klopfer_by, people),
        kontra=kontra if not kontra_by else _several(kontra, kontra_by, people),
        note=note or "",
    )


def _half_said(hand: tuple[Any, ...]) -> SessionFileError:
    missing = [name for name, value in zip(_SAID, hand, strict=True) if value is None and name in _ALWAYS]
    return SessionFileError(_("without more, {columns} must not be null", columns=_and(missing)))


_ALWAYS = ("game", "declarer", "tout", "sie", "laufende", "klopfer", "kontra")


def _several(many: int, places: Sequence[int], people: Sequence[str]) -> tuple[str, ...]:
    """Return who knocked or doubled, where names were said."""
    if len(places) != many or None in places:
        said = {"many": many, "named": len(places)}
        raise SessionFileError(_("Klopfer or Kontra are {many}, and {named} people are named for them", **said))
    return tuple([_person(place, people) for place in places])


def _told(text: str, people: Sequence[str], tariffs: Mapping[str, Tariff], games: Sequence[Game]) -> Entry:
    """Return an entry that is told as JSON."""

    def called(place: str) -> str:
        if place == STOCK:
            return STOCK
        number = int(place) if place.isascii() and place.isdigit() and len(place) < 7 else len(people)
        if number >= len(people):
            raise _nobody(place, people)
        return people[number]

    try:
        data = json.loads(text)
        if isinstance(data, dict) and set(data) == {"tariff"}:
            return TariffChange(_tariff(data["tariff"], tariffs))
        return entry_from_json(with_names(data, called), people, games)
    except InvalidHandOf:
        raise
    except HandError as wrong:
        raise SessionFileError(*wrong.problems) from None
    except UNREADABLE:
        raise SessionFileError(_("more is no entry in JSON: {text}", text=shown(text))) from None


def with_names(data: Mapping[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON form of an entry with names for its places: `called` says who has one."""
    # one who knocked or doubled alone stays a name, whatever it is: as a text "3" would be how often
    alone = {key: [data[key]] for key in ("klopfer", "kontra") if isinstance(data.get(key), str)}
    return renamed({**data, **alone}, called)


def _expected(text: str) -> dict[str, int]:
    """Return the balances that an evening promises."""
    with suppress(*UNREADABLE):
        said = json.loads(text)
        if isinstance(said, dict) and all(type(amount) is int for amount in said.values()):
            return said
    raise SessionFileError(_("expect is no JSON of balances by name: {text}", text=shown(text)))
