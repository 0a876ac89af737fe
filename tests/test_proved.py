"""Everything shown is proved: what somebody has changed is refused, or not printed, and steers no terminal."""

# ruff: noqa: S311, S608  the statements are our own words, and what is drawn is no secret

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from sklog import tariffs
from sklog.desk.ledger import Ledger
from sklog.errors import UNREADABLE, LedgerError
from sklog.ledger import chain, evenings, facts, personal
from sklog.ledger.open import LedgerFile, open_ledger
from sklog.scoring.settings import to_mapping
from sklog.vault import upgrade
from tests import transcripts
from tests.copied import OLDER
from tests.recorded import sealed_again
from tests.trials.torture import enemy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tests.conftest import Sklog

pytestmark = pytest.mark.long

PRINTING = tuple(
    tuple(words)
    for words in transcripts.commands("""
show
show --session 1 --format json
show --session 5 --format json
explain 2 --session 1
settle --session 1 --why
settle --session 4 --format json
settle --all --format json
settle --session 4 --girocode
settle --session 1 --girocode --format json
report session --session 1
report session --session 4 --format json
report standings
report standings --since 2026-11-20
report standings --good-points --format json
report records
report stats --format csv
report rating
whatif --tariff lamers --all
session list
session log --session 1
session log --session 4
player list
export
export 2 --format jsonl
""")
)
"""What prints something of a ledger: every evening of it, and what no word chooses."""

TABLES = (
    *("account", "session", "action", "entry_kind", "entry", "score", "posting", "payment", "state"),
    *("spelling", "bank", "arrival", "recorded", "overview"),
)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger in which something of every kind was recorded, as an upgrade has left it."""
    made = tmp_path_factory.mktemp("good") / transcripts.LEDGER
    shutil.copy(OLDER[-1], made)
    open_ledger(made).close()
    return made


@contextlib.contextmanager
def _changing(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a ledger as somebody does who knows how: nothing holds him up, and afterwards it looks as before."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as ledger:
        ledger.execute("PRAGMA synchronous = OFF")
        ledger.execute("BEGIN")
        triggers = ledger.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _sql in triggers:
            ledger.execute(f"DROP TRIGGER {name}")
        yield ledger
        for _name, sql in triggers:
            ledger.execute(sql)
        ledger.execute("COMMIT")


class Place(NamedTuple):
    """A value in the file: its table and column, in which row that is (its key), and what stands there."""

    table: str
    column: str
    key: tuple[int | str, ...]
    value: Any


def _key(ledger: sqlite3.Connection, table: str) -> str:
    return ", ".join(key for (key,) in ledger.execute("SELECT name FROM pragma_table_info(?) WHERE pk", (table,)))


def _places(ledger: sqlite3.Connection) -> Iterator[Place]:
    """Yield every value of every table."""
    for table in TABLES:
        key = _key(ledger, table)
        for (column,) in ledger.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall():
            rows = ledger.execute(f'SELECT "{column}", {key} FROM {table} ORDER BY {key}')
            yield from (Place(table, column, row, value) for value, *row in rows)


def _put(ledger: sqlite3.Connection, place: Place, value: object) -> bool:
    """Write another value there; return whether the database takes it."""
    marks = ", ".join("?" * len(place.key))
    change = f'UPDATE {place.table} SET "{place.column}" = ? WHERE ({_key(ledger, place.table)}) = ({marks})'
    try:
        ledger.execute(change, (value, *place.key))
    except (sqlite3.IntegrityError, OverflowError):
        return False
    return True


def _others(value: Any, there: Sequence[Any]) -> Iterator[Any]:
    """Yield what somebody may write instead; `there` are the values in the same column."""
    yield from dict.fromkeys(one for one in there if one != value and one is not None)
    if isinstance(value, bytes):
        yield bytes([value[0] ^ 1, *value[1:]])
    elif isinstance(value, int):
        yield from (value + 1, 1 - value, -value)
    elif value is None:
        yield from (1, "Dora")
    elif value[:1] in ("{", "["):
        yield from (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in _changed(json.loads(value)))
    else:
        yield from (f"{value}x", value.swapcase(), value.replace("1", "2"))


def _changed(value: Any) -> Iterator[Any]:
    """Yield a JSON value with one leaf of it changed, each in its turn."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: one} for one in _changed(item))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from ([*value[:place], one, *value[place + 1 :]] for one in _changed(item))
    elif isinstance(value, bool):
        yield not value
    else:
        yield value + 1 if isinstance(value, int) else f"{value}x"


HOSTILE = (
    "\x1b[31mrot\x07\u202e",
    None,
    [],
    -1,
    10**30,
    "NaN",
    float("inf"),
    True,
    {"\x1b[31m": {"x": [1.5]}},
    "x" * 100_000,
)
"""What an enemy writes where something else is meant."""


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every item of a JSON value, and behind it None where the key is meant."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (key,)
        if isinstance(value, dict):
            yield (key, None)
        yield from ((key, *path) for path in _paths(item))


def _instead(value: Any, path: Sequence[Any], hostile: Any) -> Any:
    """Return a JSON value with something else at the end of this way."""
    if not path:
        return hostile
    key, *rest = path
    if rest == [None]:
        return {(str(hostile) if one == key else one): item for one, item in value.items()}
    copied = value.copy()
    copied[key] = _instead(value[key], rest, hostile)
    return copied


def _hostile(value: Any, hostile: Any, rng: Random) -> Any:
    """Return what an enemy writes in the place of a stored value: in JSON mostly somewhere inside of it."""
    if not isinstance(value, str) or value[:1] not in ("{", "[") or not rng.randrange(10):
        return hostile if hostile is None or isinstance(hostile, (str, int)) else json.dumps(hostile)
    read = json.loads(value)
    changed = _instead(read, rng.choice([*_paths(read)] or [()]), hostile)
    return json.dumps(changed, ensure_ascii=False).replace("Infinity", "1e400")


def _fitting(ledger: sqlite3.Connection) -> None:
    """Give every fact the digest, and every other row the seal, that it would have if this had been recorded."""
    upgrade.link_all(ledger)
    for table, columns in (("arrival", facts.ORIGIN), ("overview", evenings.OVERVIEW.removesuffix(", seal"))):
        for row, *kept in ledger.execute(f"SELECT rowid, {columns} FROM {table}").fetchall():
            ledger.execute(f"UPDATE {table} SET seal = ? WHERE rowid = ?", (chain.sealed(*kept), row))
    for row, *kept in ledger.execute(f"SELECT rowid, {evenings.SCORE} FROM score").fetchall():
        ledger.execute("UPDATE score SET seal = ? WHERE rowid = ?", (chain.sealed_shortly(*kept), row))
    for row, name in ledger.execute("SELECT account_id, name FROM spelling").fetchall():
        ledger.execute("UPDATE spelling SET seal = ? WHERE account_id = ?", (chain.sealed(row, name), row))
    key = "(SELECT key FROM account WHERE account.id = account_id)"
    for row, *kept in ledger.execute(f"SELECT rowid, {personal.BANK.columns}, {key} FROM bank").fetchall():
        ledger.execute("UPDATE bank SET seal = ? WHERE rowid = ?", (chain.sealed(*kept), row))
    for (number,) in ledger.execute("SELECT session_id FROM state").fetchall():
        sealed_again(ledger, number)


@pytest.fixture
def here(folder: Path, good: Path) -> Path:
    """Return a copy of the good ledger in the current folder."""
    return Path(shutil.copy(good, folder / transcripts.LEDGER))


def _other_answers(good: Path, here: Path, changes: Iterable[tuple[Place, Any]], commands: int) -> Iterator[object]:
    """Yield what is printed otherwise, without a word, where one value was changed."""
    before = {words: transcripts.run(words) for words in PRINTING}
    assert all(ran.code == 0 for ran in before.values())
    rng = Random(0)
    for place, value in changes:
        shutil.copy(good, here)
        with _changing(here) as ledger:
            taken = _put(ledger, place, value)
        for words in rng.sample(PRINTING, commands) if taken else ():
            ran = transcripts.run(words)
            if ran != before[words] and not (ran.code and ran.err):
                yield place, value, words, ran


def _one_for_each_column(ledger: sqlite3.Connection, table: str) -> Iterator[tuple[Place, Any]]:
    rng = Random(table)
    columns: dict[str, list[Place]] = {}
    for place in _places(ledger):
        if place.table == table:
            columns.setdefault(place.column, []).append(place)
    for places in columns.values():
        one = rng.choice(places)
        yield one, rng.choice([*_others(one.value, [place.value for place in places])])


@pytest.mark.parametrize("table", TABLES)
def test_whatever_is_changed_is_refused_or_not_printed(good: Path, here: Path, table: str) -> None:
    """One value of every column: each command prints what it printed before, or says why not."""
    with contextlib.closing(sqlite3.connect(good)) as ledger:
        changes = list(_one_for_each_column(ledger, table))
    assert list(_other_answers(good, here, changes, 4)) == []


CHANGED = [
    pytest.param("UPDATE score SET value = 990 WHERE entry_id = 34", "show --session 5", id="what-a-hand-cost"),
    pytest.param("UPDATE score SET number = 9 WHERE entry_id = 34", "show --session 5", id="its-number"),
    pytest.param("DELETE FROM score WHERE entry_id = 34", "show --session 5", id="its-score-gone"),
    pytest.param("UPDATE overview SET date = '1999'", "report standings --since 2026", id="an-evening-out-of-sight"),
    pytest.param("UPDATE overview SET totals = '[{},{}]'", "report standings", id="what-it-came-to"),
    pytest.param("UPDATE overview SET apart = '{\"Anna\":5}'", "report standings", id="what-was-posted"),
    pytest.param("UPDATE overview SET kind = 'of tournament'", "report standings", id="of-which-kind"),
    pytest.param("UPDATE session SET id = 99 WHERE id = 5", "session list", id="an-evening-elsewhere"),
    pytest.param("DELETE FROM state WHERE session_id = 5", "session list", id="an-evening-without-state"),
    pytest.param("DELETE FROM state WHERE session_id = 5", "settle --all", id="its-debts-gone"),
    pytest.param("UPDATE action SET who = 'Bene' WHERE id = 3", "session log --session 1", id="who-said-it"),
    pytest.param("UPDATE arrival SET source = 'x.db'", "session log --session 4", id="where-it-came-from"),
    pytest.param("UPDATE arrival SET session_id = 2", "session log --session 4", id="what-came"),
    pytest.param("UPDATE bank SET account_id = 2", "settle --session 1 --girocode", id="whose-iban"),
    pytest.param("UPDATE bank SET account_id = -1", "player list", id="nobodys-iban"),
    pytest.param("UPDATE account SET key = 'dora' WHERE id = 1", "player list", id="who-somebody-is"),
    pytest.param(
        "UPDATE entry SET fact = replace(fact, 'Anna', 'Bene') WHERE kind = 'rename' AND session_id = 3",
        "settle --session 1 --girocode --format json",
        id="who-has-the-iban-now",
    ),
]


@pytest.mark.parametrize(("change", "words"), CHANGED)
def test_what_would_be_shown_otherwise_is_refused(run: Sklog, here: Path, change: str, words: str) -> None:
    """A sentence and no figure, where what was stored is not what is there."""
    with _changing(here) as ledger:
        ledger.executescript(change)
        ledger.execute("BEGIN")
    ran = run(*words.split())
    assert (ran.code, ran.out) == (1, "")
    assert "check" in ran.err or "damaged" in ran.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param("UPDATE account SET name = 'Dora' WHERE name = 'Eva'", "player list", id="the-name-of-an-account"),
        pytest.param("UPDATE posting SET amount = 5 * amount", "fix --session 3 2 w b", id="postings"),
    ],
)
def test_what_is_not_proved_is_not_printed(run: Sklog, good: Path, here: Path, change: str, words: str) -> None:
    """People and hands are told from the facts, whatever somebody has made of what only follows from them."""
    right = run(*words.split())
    shutil.copy(good, here)
    with _changing(here) as ledger:
        ledger.executescript(change)
        ledger.execute("BEGIN")
    assert run(*words.split()) == right


STATE: dict[str, Any] = {
    "seats": ["Anna", "Bene"],
    "dealer": "Anna",
    "balances": {"Anna": 5, "Bene": -5, "Stock": 0},
    "bock": [2],
    "round": "hadsch",
    "round_left": 1,
    "hands": 3,
    "dealt": {"Anna": 3, "Bene": 3},
    "bock_since": [["ordered", 1]],
    "round_since": ["lost_solo", 2],
    "thrown_in": 1,
    "void": 0,
    "posted": 0,
    "apart": {"Anna": -5, "Bene": 5},
}


def test_a_state_is_read_as_it_was_written() -> None:
    """Whatever an evening can remember is read back."""
    state = evenings.state_from_text(json.dumps(STATE))
    assert json.loads(evenings.state_to_text(state)) == STATE


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"seats": ["Anna", "Dora"]}, id="a-stranger-on-a-seat"),
        pytest.param({"dealer": "Dora"}, id="a-stranger-deals"),
        pytest.param({"dealt": {"Dora": 1}}, id="a-stranger-was-dealt-in"),
        pytest.param({"apart": {"Dora": 5}}, id="a-stranger-was-posted-to"),
        pytest.param({"apart": {"Anna": 5.5}}, id="half-a-cent-was-posted"),
        pytest.param({"apart": [1]}, id="no-names-of-postings"),
        pytest.param({"balances": {"Anna": 5.5, "Bene": 0, "Stock": 0}}, id="half-a-cent"),
        pytest.param({"balances": {"Anna": 2**63, "Bene": 0, "Stock": 0}}, id="more-than-a-ledger-holds"),
        pytest.param({"balances": {"Anna": True, "Bene": 0, "Stock": 0}}, id="yes-for-an-amount"),
        pytest.param({"balances": {"Anna": 5, "Bene": -5}}, id="no-stock"),
        pytest.param({"bock": ["\x1b[31m"]}, id="a-text-for-hands-of-bock"),
        pytest.param({"bock": [-1]}, id="less-than-no-bock"),
        pytest.param({"bock": []}, id="a-cause-without-bock"),
        pytest.param({"bock": [1] * 20_000, "bock_since": [["ordered", 1]] * 20_000}, id="bock-without-end"),
        pytest.param({"bock_since": [["\x1b[31m", 1]]}, id="no-cause"),
        pytest.param({"bock_since": [["ordered", "1"]]}, id="a-cause-of-no-hand"),
        pytest.param({"round": "\x1b[31m"}, id="no-round"),
        pytest.param({"round_left": None}, id="nothing-left"),
        pytest.param({"hands": 10**30}, id="hands-without-end"),
    ],
)
def test_a_state_that_no_evening_can_have_is_not_read(wrong: dict[str, Any]) -> None:
    """Whoever writes it can have sealed it as well: every value is looked at."""
    with pytest.raises(UNREADABLE):
        evenings.state_from_text(json.dumps({**STATE, **wrong}))


@pytest.mark.parametrize("start", range(4))
def test_no_enemys_value_ends_in_a_traceback_or_steers_a_terminal(good: Path, here: Path, start: int) -> None:
    """Digests and seals fit, and what they are of is no score: it is refused with a sentence, or seen as it is."""
    rng = Random(start)
    with contextlib.closing(sqlite3.connect(good)) as ledger:
        places = [one for one in _places(ledger) if one.column not in ("digest", "seal")]
    columns = sorted({(one.table, one.column) for one in places})
    for column in rng.sample(columns, 12):
        place = rng.choice([one for one in places if (one.table, one.column) == column])
        shutil.copy(good, here)
        with _changing(here) as ledger:
            taken = _put(ledger, place, _hostile(place.value, rng.choice(HOSTILE), rng))
            if taken:
                with contextlib.suppress(*evenings.DAMAGED):  # what cannot be digested has no digest that fits
                    _fitting(ledger)
        for words in rng.sample(PRINTING, 4) if taken else ():
            ran = transcripts.run(words)
            assert ran.code in (0, 1)
            assert ran.err or not ran.code
            assert f"{ran.out}{ran.err}".replace("\n", "").isprintable(), words


def _tariff(**other: object) -> str:
    """Return what is kept of a tariff, with other settings."""
    return json.dumps({**to_mapping(tariffs.find("wiki")), **other})


NEITHER_READ_NOR_FOLDED = [
    pytest.param("session.stock_in", "[]", "export --format journal", id="no-sum-in-the-stock"),
    pytest.param("session.stock_in", "[]", "show", id="no-sum-in-the-stock-of-the-newest"),
    pytest.param("state.position", float("inf"), "add s ac", id="a-place-without-end"),
    pytest.param("state.position", float("inf"), "close", id="a-last-place-without-end"),
    pytest.param("state.hands", 2**63 - 1, "add s ac", id="hands-without-end"),
    pytest.param("overview.totals", "[", "check", id="no-totals-to-check"),
    pytest.param("overview.apart", "[", "check", id="no-postings-to-check"),
    pytest.param("session.tariff", _tariff(prices={}), "explain --session 1 1", id="no-prices"),
    pytest.param("session.tariff", _tariff(people=[1]), "show", id="a-table-of-one"),
    pytest.param("session.tariff", _tariff(deck={"4": "Anna"}), "show", id="no-deck"),
    pytest.param("session.tariff", _tariff(bock={"after": "Anna"}), "show", id="letters-that-bring-bock"),
    pytest.param("session.tariff", _tariff(prices={}), "whatif --session 1 --tariff lamers", id="no-prices-to-compare"),
    pytest.param("score.value", "x", "show --session 1", id="a-hand-that-costs-a-letter"),
    pytest.param("payment.amount", 12.5, "settle --all", id="half-a-cent-paid"),
    pytest.param("entry.fact", '{"rename": "x"}', "settle --session 1 --girocode", id="a-rename-of-half"),
]


@pytest.mark.parametrize(("where", "value", "words"), NEITHER_READ_NOR_FOLDED)
def test_what_no_column_can_hold_is_refused_with_a_sentence(
    run: Sklog, here: Path, where: str, value: object, words: str
) -> None:
    """Somebody went past the kinds of the columns and made each digest fit: nobody sees a traceback."""
    table, column = where.split(".")
    parts = enemy.unguarded(here)
    with contextlib.closing(sqlite3.connect(here, isolation_level=None)) as ledger:
        ledger.execute("PRAGMA ignore_check_constraints = ON")
        ledger.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS NOT NULL", (value,))
        enemy.fitting(ledger)
    enemy.guarded(here, parts)
    ran = run(*words.split())
    assert ran.code == (3 if words == "check" else 1)
    assert "check" in ran.err or words == "check"


def test_a_mistake_of_sklogs_own_is_not_blamed_on_the_ledger(here: Path) -> None:
    """What `check` finds nothing wrong with is no damage: the error stays what it is."""
    with pytest.raises(KeyError), LedgerFile(here).reading():
        raise KeyError


def test_a_tariff_without_prices_ends_in_a_sentence(run: Sklog, here: Path) -> None:
    """It can be read, and no price can be worked out: that is the ledger's fault, and no traceback."""
    with _changing(here) as ledger:
        ledger.execute("UPDATE session SET tariff = ?", (_tariff(prices={}),))
        ledger.execute("UPDATE state SET tariff = NULL")
        _fitting(ledger)
    ran = run("report", "prices")
    assert (ran.code, ran.err.count("\n")) == (1, 1)


def test_a_csv_steers_no_terminal(run: Sklog, here: Path) -> None:
    """Such a letter is written as JSON has it, and read back."""
    with _changing(here) as ledger:
        ledger.execute("UPDATE session SET name = char(27) || ']0;owned' WHERE id = 1")
        _fitting(ledger)
    assert r"\u001b]0;owned" in run("export", "1", "--format", "csv").out


def test_what_was_folded_before_is_proved_again(good: Path, tmp_path: Path) -> None:
    """A board that is asked for again takes no older hand on trust: whichever is changed, it is refused."""
    path = Path(shutil.copy(good, tmp_path / "ledger.db"))
    board = Ledger(path)
    before = board.board(1)
    with _changing(path) as ledger:
        rows = ledger.execute("SELECT id, fact FROM entry WHERE session_id = 1 AND kind = 'hand'").fetchall()
    for row, fact in rows:
        with _changing(path) as ledger:
            ledger.execute("UPDATE entry SET fact = ? WHERE id = ?", (f"{fact} ", row))
        with pytest.raises(LedgerError, match="evening 1 is damaged"):
            board.board(1)
        with _changing(path) as ledger:
            ledger.execute("UPDATE entry SET fact = ? WHERE id = ?", (fact, row))
    assert rows
    assert board.board(1) == before
