"""Evenings as columns: each comes back as it was, whoever wrote the file; what is none is said to be none."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog import tariffs
from sklog.errors import SessionFileError
from sklog.scoring.hand import InvalidHandOf, Passed, Played, Posting, Ramsch
from sklog.scoring.session import Session, renamed
from sklog.scoring.state import (
    MOST_ENTRIES,
    BockOrder,
    Entry,
    Join,
    Leave,
    Payment,
    Rounding,
    RoundOrder,
    Seating,
    StockMove,
    TariffChange,
    Voided,
    entry_from_json,
    entry_to_json,
)
from tests.session_strategies import many, sessions

pytestmark = pytest.mark.long

MISSING = "pyarrow is not installed: pip install '.[platform]'"
pa: Any = pytest.importorskip("pyarrow", reason=MISSING)
files: Any = pytest.importorskip("pyarrow.parquet", reason=MISSING)
columns: Any = pytest.importorskip("sklog.platform.columns", reason=MISSING)
parquet: Any = pytest.importorskip("sklog.platform.parquet", reason=MISSING)

FOUR = ("Anna", "Bene", "Christl", "Dani")
SAUSPIEL, LAMERS = tariffs.find("sauspiel"), tariffs.find("lamers")
FIGURES = {"Anna": 60, "Bene": 20, "Christl": 30, "Dani": 10}

IN_COLUMNS: dict[str, Entry] = {
    "Sauspiel": Played(game="sauspiel", suit="eichel", declarer="Anna", partner="Bene", augen=93, laufende=3),
    "who won": Played(game="solo", suit="herz", declarer="Dani", won=False, schneider=True, schwarz=False),
    "Tout": Played(game="wenz", declarer="Bene", won=True, tout=True),
    "Sie": Played(game="solo", suit="eichel", declarer="Bene", won=True, sie=True),
    "tricks": Played(game="bettel", declarer="Bene", tricks=0),
    "Laufende of the others": Played(game="wenz", declarer="Bene", won=True, laufende=2, laufende_of="opponents"),
    "counted": Played(game="wenz", declarer="Bene", won=True, klopfer=2, kontra=1),
    "by name": Played(game="wenz", declarer="Bene", won=True, klopfer=("Dani", "Anna"), kontra=("Anna", "Bene")),
    "a note": Played(game="wenz", declarer="Bene", won=True, note='"Ä"\n\0🃏'),
    "a game of one's own": Played(game="kreuz", declarer="Bene", won=True),
}
TOLD: dict[str, Entry] = {
    "a fixed dealer": Played(game="wenz", declarer="Bene", won=True, dealer="Dani", active=("Anna", "Bene", "Dani")),
    "Bock": Played(game="wenz", declarer="Bene", won=True, bock=0),
    "a round": Played(game="wenz", declarer="Bene", won=True, round="none"),
    "announced": Played(game="wenz", declarer="Bene", won=True, announced="schwarz"),
    "a bid": Played(game="wenz", declarer="Bene", augen=80, bid=70),
    "forced": Played(game="wenz", declarer="Bene", won=True, forced=True),
    "winners": Played(game="sauspiel", winners=("Anna", "Dani"), laufende=3),
    "many Klopfer": Played(game="wenz", declarer="Bene", won=True, klopfer=128),
    "much Kontra": Played(game="wenz", declarer="Bene", won=True, kontra=2**40),
    "void": Voided(Played(game="wenz", declarer="Bene", won=True)),
    "void, with its seats": Voided(Passed(), keeps_seats=True),
    "thrown in": Passed(klopfer=("Anna",), note="x"),
    "Ramsch": Ramsch(losers=("Dani", "Anna"), jungfrauen=("Bene",), kontra=("Anna",)),
    "nobody a Jungfrau": Ramsch(losers=("Dani",), jungfrauen=()),
    "Durchmarsch": Ramsch(durchmarsch="Christl", klopfer=1),
    "figures": Ramsch(augen=FIGURES, tricks={"Anna": 8}, trumps={"Anna": 14}, highest={"Anna": 1, "Bene": 2}),
    "a posting": Posting(amounts={"Anna": -50, "Stock": 20, "Dani": 30}, note="beer"),
    "join": Join("Nora", "Anna"),
    "join last": Join("Sepp"),
    "leave": Leave("Anna"),
    "seats": Seating(("Dani", "Anna", "Christl", "Bene")),
    "tariff": TariffChange(LAMERS),
    "order Bock": BockOrder(4),
    "no Bock": BockOrder(0),
    "order a round": RoundOrder("hadsch"),
    "end a round": RoundOrder(None),
    "the Stock": StockMove({"Anna": -40, "Bene": 10}),
    "a payment": Payment("Wirt", "Anna", 2**40),
    "what was rounded away": Rounding("Anna", "Wirt", 2),
}
EVERY = {**IN_COLUMNS, **TOLD}


def evening(*entries: Entry, **said: Any) -> Session:
    """Return an evening with these entries, which need not be possible at any table."""
    header: dict[str, Any] = {"name": "Stammtisch", "date": "2026-11-19", "tariff": SAUSPIEL, "players": FOUR}
    return Session(entries=entries, **(header | said))


def as_rows(*evenings: Session) -> tuple[list[dict[str, Any]], Mapping[str, Any]]:
    """Return evenings as plain rows, and their tariffs."""
    table, named = columns.table_of(evenings)
    return table.to_pylist(), named


# -- what comes back ----------------------------------------------------------------------------------


@many
@given(st.lists(sessions(), max_size=3))
def test_every_evening_comes_back(found: list[Session]) -> None:
    """From the table, from a Parquet file, and from a row of plain data; the tariffs as well."""
    table, named = columns.table_of(found)
    table.validate(full=True)
    kept = columns.tariffs_of(columns.tariffs_table(named))
    assert kept == named
    stream = pa.BufferOutputStream()
    files.write_table(table, stream)
    again = files.read_table(pa.BufferReader(stream.getvalue()))
    assert list(columns.sessions_of(table, kept)) == list(columns.sessions_of(again, kept)) == found
    assert [columns.evening_of(row, kept) for row in again.to_pylist()] == found


@pytest.mark.parametrize("kind", EVERY)
def test_every_entry_comes_back(kind: str) -> None:
    """Whatever is said of a hand, and whatever else happens at a table; `more` only where the columns lack it."""
    entry = EVERY[kind]
    (row,), named = as_rows(evening(entry))
    (hand,) = row["hands"]
    assert columns.entry_of(hand, row["people"], named) == entry
    assert (hand["more"] is None) == (kind in IN_COLUMNS)
    assert list(columns.sessions_of(columns.table_of([evening(entry)])[0], named)) == [evening(entry)]


@pytest.mark.parametrize("kind", TOLD)
def test_what_is_told_stands_nowhere_else(kind: str) -> None:
    """Beside `more` only the game is filled: whoever counts games counts void ones, and no event."""
    (row,), _tariffs = as_rows(evening(TOLD[kind]))
    (hand,) = row["hands"]
    assert {name for name, value in hand.items() if value not in (None, False, 0)} <= {"game", "more"}
    assert (hand["game"] is None) == ("game" not in json.loads(hand["more"]))


def test_people_are_places() -> None:
    """The players stand first, then whoever is named, in that order; the Stock is nobody."""
    session = evening(TOLD["join"], TOLD["a posting"], TOLD["a payment"], dealer="Christl")
    (row,), _tariffs = as_rows(session)
    assert row["people"] == [*FOUR, "Nora", "Wirt"]
    assert (row["players"], row["dealer"]) == (4, 2)
    assert [hand["more"] for hand in row["hands"]] == [
        '{"join":"4","after":"0"}',
        '{"game":"posting","amounts":{"0":-50,"Stock":20,"3":30},"note":"beer"}',
        '{"pay":["5","0",1099511627776]}',
    ]


HARD = ("1", "none", "0", "null"), ("Stocks", '"', "ä́", "=1+1"), ("🂡", "Anna, Bene", "no", "{}")


@pytest.mark.parametrize("names", HARD)
@pytest.mark.parametrize("kind", EVERY)
def test_names_may_be_anything(kind: str, names: tuple[str, ...]) -> None:
    """Digits, words that mean nobody elsewhere, and what has a meaning in JSON."""
    called = dict(zip(FOUR, names, strict=True))
    said = renamed(entry_to_json(EVERY[kind]), lambda name: called.get(name, name))
    entry = EVERY[kind] if kind == "tariff" else entry_from_json(said, names)
    (row,), named = as_rows(evening(entry, players=names))
    assert columns.evening_of(row, named) == evening(entry, players=names)


def test_more_people_than_a_place_holds() -> None:
    """Whoever is the 129th person of an evening stands in `more`."""
    crowd = [Payment(f"Gast {number}", "Anna", 10) for number in range(200)]
    late = Played(game="wenz", declarer="Gast 199", won=True)
    session = evening(*crowd, late, IN_COLUMNS["Sauspiel"])
    (row,), named = as_rows(session)
    assert row["hands"][-2]["more"] == '{"game":"wenz","declarer":"203","won":true}'
    assert columns.evening_of(row, named) == session


@pytest.mark.parametrize("expect", [None, {}, {"Anna": 240, "Stock": -5}])
def test_the_rest_of_an_evening_comes_back(expect: dict[str, int] | None) -> None:
    """Its names, promises, its Stock and where that came from."""
    session = evening(
        place="Gasthof\nPost",
        date="",
        dealer=None,
        stock=2**62,
        stock_from="ab" * 16,
        closed=True,
        id="0f",
        expect=expect,
    )
    table, named = columns.table_of([session, evening(dealer="Dani", tariff=LAMERS)])
    assert list(columns.sessions_of(table, named)) == [session, evening(dealer="Dani", tariff=LAMERS)]


def test_a_hand_is_kept_in_its_normal_form() -> None:
    """An empty list of Klopfer is none, and Laufende are the declarers' unless it says otherwise."""
    said = Played(game="wenz", declarer="Bene", won=True, klopfer=(), laufende=2, laufende_of="declarers")
    (row,), named = as_rows(evening(said))
    assert columns.evening_of(row, named).entries == (Played(game="wenz", declarer="Bene", won=True, laufende=2),)


def test_what_was_paid_stands_beside_a_hand() -> None:
    """By place, for everybody; nothing where an entry moves nothing. The Stock's part is what is left."""
    hands = IN_COLUMNS["Sauspiel"], TOLD["join last"], Voided(IN_COLUMNS["Tout"]), TOLD["the Stock"]  # type: ignore[arg-type]
    session = evening(*hands, stock=100)
    postings = columns.paid_in(session.lines())[0]
    table, _tariffs = columns.table_of([session], lambda one: columns.paid_in(one.lines()))
    (row,) = table.to_pylist()
    paid = [hand["paid"] for hand in row["hands"]]
    assert paid[1:3] == [None, None]
    assert paid[3] == [-40, 10, 0, 0, 0]
    assert paid[0] == [postings.get(name, 0) for name in row["people"]]
    assert any(paid[0])


def test_a_contradiction_keeps_its_hand() -> None:
    """Whoever folds what others wrote has the hand that cannot be, and every sentence about it."""
    (row,), named = as_rows(evening(IN_COLUMNS["tricks"]))
    (hand,) = row["hands"]
    with pytest.raises(InvalidHandOf, match="without a trick is won") as caught:
        columns.entry_of({**hand, "won": False}, row["people"], named)
    assert isinstance(caught.value.hand, Played)
    assert caught.value.hand.declarer == "Bene"
    told = {**hand, "more": '{"game":"ramsch","losers":["0","0"]}'}
    with pytest.raises(InvalidHandOf, match="Anna is named twice"):
        columns.entry_of(told, row["people"], named)


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (evening(stock=2**63), "does not fit in the columns"),
        (evening(players=tuple(map(str, range(200)))), "does not fit in the columns"),
    ],
)
def test_what_no_column_holds_is_refused(session: Session, said: str) -> None:
    """Numbers beyond 64 bit, more players than places."""
    with pytest.raises(SessionFileError, match=said):
        columns.table_of([session])


# -- what is none -------------------------------------------------------------------------------------


def _hand(**said: Any) -> Callable[[dict[str, Any]], object]:
    return lambda row: row["hands"][0].update(said)


def _row(**said: Any) -> Callable[[dict[str, Any]], object]:
    return lambda row: row.update(said)


NONE_OF_ITS_OWN = {
    "evening 2 (Stammtisch): hand 1: 4 is not a place among 4 people": _hand(declarer=4),
    "evening 2 (Stammtisch): hand 1: -1 is not a place among 4 people": _hand(partner=-1),
    "evening 2 (Stammtisch): hand 1: 9 is not a place": _hand(klopfer=1, klopfer_by=[9]),
    "evening 2 (Stammtisch): hand 1: There are 2 Klopfer or Kontra, but 1 people are": _hand(kontra=2, kontra_by=[1]),
    "evening 2 (Stammtisch): hand 1: There are 1 Klopfer or Kontra, but 1 people": _hand(klopfer=1, klopfer_by=[None]),
    "evening 2 (Stammtisch): hand 1: without more, declarer must not be null": _hand(declarer=None),
    "evening 2 (Stammtisch): before hand 1: without more, game must not be null": _hand(game=None),
    "evening 2 (Stammtisch): hand 1: without more, tout and laufende must": _hand(tout=None, laufende=None),
    "evening 2 (Stammtisch): hand 1: there is no suit pik": _hand(suit="pik"),
    "evening 2 (Stammtisch): hand 1: the side kibitzers has no Laufende": _hand(laufende_of="kibitzers"),
    "evening 2 (Stammtisch): hand 1: 121 Augen: there are 0 to 120 in the deck": _hand(augen=121),
    "evening 2 (Stammtisch): hand 1: more is not an entry in JSON: {": _hand(more="{"),
    "evening 2 (Stammtisch): hand 1: more is not an entry in JSON: [1]": _hand(more="[1]"),
    "evening 2 (Stammtisch): hand 1: more is not an entry in JSON: [[[": _hand(more="[" * 100_000),
    "evening 2 (Stammtisch): hand 1: 7 is not a place": _hand(more='{"leave":"7"}'),
    "evening 2 (Stammtisch): hand 1: Anna is not a place": _hand(more='{"leave":"Anna"}'),
    "evening 2 (Stammtisch): hand 1: ² is not a place": _hand(more='{"leave":"²"}'),
    'evening 2 (Stammtisch): hand 1: unknown key "geber"': _hand(more='{"game":"wenz","declarer":"0","geber":"1"}'),
    "evening 2 (Stammtisch): hand 1: no tariff here has the digest 00": _hand(more='{"tariff":"00"}'),
    "evening 2 (Stammtisch): hand 1: no tariff here has the digest {'a'": _hand(more='{"tariff":{"a":1}}'),
    "evening 2 (Stammtisch): no tariff here has the digest 00": _row(tariff="00"),
    "evening 2 (None): name and closed must not be null": _row(name=None, closed=None),
    "evening 2 (Stammtisch): people must not be null": _row(people=["Anna", None]),
    "evening 2 (Stammtisch): hands must not be null": _row(hands=None),
    "evening 2 (Stammtisch): 5 players, but 4 people are named": _row(players=5),
    "evening 2 (Stammtisch): -1 players, but 4 people are named": _row(players=-1),
    "evening 2 (Stammtisch): 4 is not a place among 4 people": _row(dealer=4),
    "evening 2 (Stammtisch): expect is not JSON with balances by name: [": _row(expect="["),
    'evening 2 (Stammtisch): expect is not JSON with balances by name: {"Anna":0.5}': _row(expect='{"Anna":0.5}'),
}


@pytest.mark.parametrize("said", NONE_OF_ITS_OWN)
def test_an_evening_that_is_none_is_named(said: str) -> None:
    """The evening and the hand are said, and what is wrong; those around it are read."""
    rows, named = as_rows(evening(IN_COLUMNS["Sauspiel"]), evening(IN_COLUMNS["Sauspiel"]), evening(name="last"))
    NONE_OF_ITS_OWN[said](rows[1])
    table = pa.Table.from_pylist(rows, schema=columns.EVENINGS)
    with pytest.raises(SessionFileError) as caught:
        list(columns.sessions_of(table, named))
    assert str(caught.value).startswith(said)
    first, broken, last = columns.read_along(table, named)
    assert (first, str(broken), last.name) == (  # type: ignore[union-attr]
        evening(IN_COLUMNS["Sauspiel"]),
        str(caught.value),
        "last",
    )
    with pytest.raises(SessionFileError):
        columns.evening_of(rows[1], named)


def test_everything_that_is_wrong_in_an_evening_is_said() -> None:
    """Each hand with its number; events have that of the hand before them."""
    (row,), named = as_rows(evening(*[IN_COLUMNS["Sauspiel"]] * 3, TOLD["leave"]))
    row["hands"][1]["suit"] = row["hands"][2]["suit"] = "karo"
    row["hands"][3]["more"] = "?"
    with pytest.raises(SessionFileError) as caught:
        columns.evening_of(row, named)
    assert str(caught.value).splitlines() == [
        "hand 2: there is no suit karo",
        "hand 3: there is no suit karo",
        "after hand 3: more is not an entry in JSON: ?",
    ]


def test_an_evening_longer_than_any_is_refused_unread() -> None:
    """It is said how long one may be, and the others are read."""
    table, named = columns.table_of([evening(name="first"), evening(TOLD["leave"]), evening(name="last")])
    rows = table.to_pylist()
    rows[1]["hands"] *= MOST_ENTRIES + 1
    first, broken, last = columns.read_along(pa.Table.from_pylist(rows, schema=columns.EVENINGS), named)
    assert (first.name, last.name) == ("first", "last")  # type: ignore[union-attr]
    assert str(broken) == (  # type: ignore[union-attr]
        "evening 2 (Stammtisch): more than 20000 entries: divide the evening"
    )


def _table() -> pa.Table:
    return columns.table_of([evening(IN_COLUMNS["Sauspiel"])])[0]


def _without(*fields: str) -> pa.Table:
    """Return a table whose hands lack these fields."""
    kind = pa.list_(pa.struct([field for field in columns.HAND if field.name not in fields]))
    hands = [[{key: hand[key] for key in hand if key not in fields} for hand in _table()["hands"][0].as_py()]]
    return _table().drop_columns(["hands"]).append_column("hands", pa.array(hands, kind))


WRONG_TABLES: dict[str, Callable[[], pa.Table]] = {
    "the column hands is missing": lambda: _table().drop_columns(["hands"]),
    "the columns stock and closed are missing": lambda: _table().drop_columns(["stock", "closed"]),
    "the column hands.schneider is missing": lambda: _without("schneider"),
    "the columns hands.won and hands.tout are missing": lambda: _without("won", "tout"),
    "the column id is there twice": lambda: _table().append_column("id", [["x"]]),
    "the column stock contains something": lambda: _table().drop_columns(["stock"]).append_column("stock", [["x"]]),
    "the column players contains something": lambda: (
        _table().drop_columns(["players"]).append_column("players", [[400]])
    ),
    "the column hands contains something": lambda: _table().drop_columns(["hands"]).append_column("hands", [["s ac"]]),
    "the column hands contains something it cannot contain here, or is of another type: list": lambda: (
        _table().drop_columns(["hands"]).append_column("hands", pa.array([[]], pa.list_(pa.null())))
    ),
    "the column name contains something": lambda: (
        _table().drop_columns(["name"]).append_column("name", pa.array([b"\xff"]).view(pa.string()))
    ),
    "its format is 2, which only a newer sklog can read": lambda: _table().replace_schema_metadata({"sklog": "2"}),
    "its format is x, which": lambda: _table().replace_schema_metadata({"sklog": "x"}),
}


@pytest.mark.parametrize("said", WRONG_TABLES)
def test_a_table_of_something_else_is_refused(said: str) -> None:
    """Columns that are missing, of another type, or of a newer format."""
    with pytest.raises(SessionFileError, match=said):
        list(columns.sessions_of(WRONG_TABLES[said](), {}))


def test_what_was_paid_need_not_be_there() -> None:
    """It is folded anew: a table without it is as good."""
    named = {columns.digest_of(SAUSPIEL): SAUSPIEL}
    assert list(columns.sessions_of(_without("paid"), named)) == [evening(IN_COLUMNS["Sauspiel"])]


def test_one_name_at_two_places_is_refused() -> None:
    """Also beside the players: amounts by name would count twice."""
    table, named = columns.table_of([evening(IN_COLUMNS["Sauspiel"])])
    (row,) = table.to_pylist()
    twice = pa.Table.from_pylist([row | {"people": [*row["people"], row["people"][1]]}], columns.EVENINGS)
    with pytest.raises(SessionFileError, match=rf"two people are called {row['people'][1]}"):
        list(columns.sessions_of(twice, named))


def test_who_wrote_the_table_does_not_matter() -> None:
    """Wider types, another order, further columns and no version are as good."""
    table, named = columns.table_of([evening(*EVERY.values())])
    wide = [
        table[name].cast(pa.large_string() if table.schema.field(name).type == pa.string() else table[name].type)
        for name in reversed(table.column_names)
    ]
    other = pa.table([*wide, [["x"]]], names=[*reversed(table.column_names), "mine"])
    assert list(columns.sessions_of(other, named)) == [evening(*EVERY.values())]


def test_a_tariff_that_was_changed_is_refused() -> None:
    """Its digest is that of its text; another text, or none that can be read, is said by its name."""
    table = columns.tariffs_table({columns.digest_of(SAUSPIEL): SAUSPIEL})
    (row,) = table.to_pylist()
    for text in (row["tariff"].replace('"herz"', '"gras"').replace(":20", ":21"), "{", "[]", None, '{"name":1}'):
        changed = pa.Table.from_pylist([{**row, "tariff": text}], schema=columns.TARIFFS)
        with pytest.raises(SessionFileError, match=r"^tariff sauspiel: it"):
            columns.tariffs_of(changed)
    with pytest.raises(SessionFileError, match="only a newer sklog can read"):
        columns.tariffs_of(table.replace_schema_metadata({"sklog": "99"}))


def test_equal_tariffs_have_one_digest() -> None:
    """In whatever order the keys of a mapping stand, and none that differs has the same."""
    other = SAUSPIEL._replace(prices=dict(reversed(SAUSPIEL.prices.items())))
    assert list(other.prices) != list(SAUSPIEL.prices)
    assert columns.digest_of(other) == columns.digest_of(SAUSPIEL)
    every = [tariffs.find(name) for name in tariffs.shipped()]
    assert len({columns.digest_of(one) for one in every}) == len(every)


# -- every hand, for questions ------------------------------------------------------------------------


def test_every_hand_that_counts_has_a_row() -> None:
    """With people by name and what each of them got; void hands and events have none."""
    hands = IN_COLUMNS["by name"], TOLD["leave"], Voided(IN_COLUMNS["Tout"]), TOLD["a posting"]  # type: ignore[arg-type]
    session = evening(hands[0], hands[2], hands[3], TOLD["thrown in"], id="0f", stock=40)
    rows = parquet.hands_table([(session, session.lines())]).to_pylist()
    assert [(row["number"], row["game"]) for row in rows] == [(1, "wenz"), (3, "posting"), (4, "zusammengeworfen")]
    wenz, posting, _thrown_in = rows
    assert (wenz["evening"], str(wenz["date"]), wenz["declarer"], wenz["won"]) == ("0f", "2026-11-19", "Bene", True)
    assert (wenz["klopfer"], wenz["klopfer_by"], wenz["kontra_by"]) == (2, ["Dani", "Anna"], ["Anna", "Bene"])
    assert (wenz["winners"], sorted(wenz["losers"])) == (["Bene"], ["Anna", "Christl", "Dani"])
    assert sum(one["amount"] for one in wenz["paid"]) == 0
    assert {one["person"]: one["amount"] for one in posting["paid"]} == {
        "Anna": -50,
        "Bene": 0,
        "Christl": 0,
        "Dani": 30,
    }
    assert (posting["stock"], posting["dealer"], posting["klopfer"]) == (20, None, None)
