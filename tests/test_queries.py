"""Questions of one's own: what the views of the ledger hold, and ten answers, each counted once more elsewhere."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
from collections import Counter, defaultdict
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sklog.files.described import COLUMNS, QUERIES, TABLES, columns, metadata
from sklog.files.formats import read_path
from sklog.ledger import evenings
from sklog.ledger.open import open_ledger
from sklog.scoring.hand import Passed, Played, Posting, count
from tests import asked, transcripts
from tests.asked import require_same, rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Sklog

    Answers = dict[str, list[tuple[Any, ...]]]

LEDGERS = sorted((transcripts.ROOT / "tests" / "ledgers").glob("*.sqlite"))
SAMPLES = sorted((transcripts.ROOT / "sample_sessions").glob("*.yaml"))
VIEWS = ("hand", "hand_player")
PAGE = (transcripts.ROOT / "docs" / "queries.md").read_text(encoding="utf-8")
HOUR = "strftime('%H', \"at\", 'localtime')"
HOUR_IN_DUCKDB = "strftime(\"at\" AT TIME ZONE 'Europe/Berlin', '%H')"


def shown(name: str) -> str:
    """Return the block of the page that stands behind the remark of this name."""
    return PAGE.partition(f"<!-- {name} -->")[2].partition("\n")[2].partition("\n")[2].partition("```")[0]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger with four evenings."""
    made = tmp_path_factory.mktemp("asked") / "asked.db"
    asked.made(made)
    return made


@pytest.fixture
def exported(path: Path, ok: Sklog, folder: Path) -> Path:
    """Return a folder with all of the ledger as evenings.jsonl, and with its hands as hands.jsonl."""
    ok("--db", str(path), "export", "-o", "evenings.jsonl")
    ok("--db", str(path), "export", "--format", "hands", "-o", "hands.jsonl")
    return folder


# -- what the views hold ------------------------------------------------------------------------------


def test_the_views_hold_what_the_facts_say(path: Path) -> None:
    """Corrections, renames, points, five people, winners alone, an import and a posting included."""
    with closing(open_ledger(path)) as ledger:
        require_same(ledger)
        assert len(rows(ledger, "hand")) == 30


@pytest.mark.parametrize("file", LEDGERS, ids=lambda file: file.stem)
def test_the_views_of_an_older_ledger_are_filled(tmp_path: Path, file: Path) -> None:
    """A ledger of every version has them after its upgrade, as the facts say."""
    shutil.copy(file, tmp_path / "old.db")
    with closing(open_ledger(tmp_path / "old.db")) as ledger:
        require_same(ledger)
        assert rows(ledger, "hand")


def test_the_views_hold_every_sample_evening(ok: Sklog) -> None:
    """Every tariff that is shipped: Stock, Bock, Ramsch, special rounds, people who come and go."""
    ok("import", *map(str, SAMPLES))
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        require_same(ledger)
        found = rows(ledger, "hand")
        assert {one["at"] for one in found} == {None}
        dealt = Counter[str]()
        for evening in evenings.all_evenings(ledger):
            dealt.update(evening.state.dealt)
        played = """
            SELECT player, sum(dealt_in) FROM hand_player JOIN hand USING (session_id, number)
            WHERE game <> 'zusammengeworfen' GROUP BY player
        """
        assert dict(ledger.execute(played)) == dealt


def test_amounts_in_the_views_are_the_balances(path: Path) -> None:
    """Together with what the Stock moved without a hand they are what everybody has."""
    with closing(sqlite3.connect(path)) as ledger:
        by_hands = dict(ledger.execute("SELECT player, sum(amount) FROM hand_player WHERE session_id = 1 GROUP BY 1"))
        balances = dict(
            ledger.execute("SELECT player, balance FROM balance WHERE session_id = 1 AND player <> 'Stock'")
        )
    assert by_hands == balances


WHAT_IS_WHAT = {
    "s ac": ("Anna", "Christl", 1, {"Anna": "declarer", "Christl": "partner", "Bene": "opponent", "Dani": "opponent"}),
    "s ac- 60": (
        "Anna",
        "Christl",
        0,
        {"Anna": "declarer", "Christl": "partner", "Bene": "opponent", "Dani": "opponent"},
    ),
    "w winners:Dani": (
        "Dani",
        None,
        1,
        {"Dani": "declarer", "Anna": "opponent", "Bene": "opponent", "Christl": "opponent"},
    ),
    "w winners:Anna,Bene,Christl": (
        *("Dani", None, 0),
        {"Dani": "declarer", "Anna": "opponent", "Bene": "opponent", "Christl": "opponent"},
    ),
    "s winners:Anna,Bene": (None, None, None, dict.fromkeys(("Anna", "Bene", "Christl", "Dani"), "other")),
    "r d": (None, None, None, dict.fromkeys(("Anna", "Bene", "Christl", "Dani"), "ramsch")),
    "r a+": (None, None, None, dict.fromkeys(("Anna", "Bene", "Christl", "Dani"), "ramsch")),
    "x": (None, None, None, dict.fromkeys(("Anna", "Bene", "Christl", "Dani"), "other")),
}


@pytest.mark.parametrize("line", WHAT_IS_WHAT)
def test_everybody_is_what_was_judged(ok: Sklog, line: str) -> None:
    """Declarer, partner, result and roles, whatever a hand notes of them."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    ok("add", *line.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        (hand,) = rows(ledger, "hand")
        roles = {one["player"]: one["role"] for one in rows(ledger, "hand_player")}
    assert (hand["declarer"], hand["partner"], hand["won"], roles) == WHAT_IS_WHAT[line]


@pytest.mark.parametrize(
    ("line", "kontra", "klopfer"),
    [("s ac", 0, 0), ("s ac k", 1, 0), ("s ac kontra:Bene,Anna", 2, 0), ("s ac p2", 0, 2), ("s ac klopfer:Dani", 0, 1)],
)
def test_kontra_and_klopfer_are_counted(ok: Sklog, line: str, kontra: int, klopfer: int) -> None:
    """Whether a hand names the people or says only how many."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    ok("add", *line.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        (hand,) = rows(ledger, "hand")
    assert (hand["kontra"], hand["klopfer"]) == (kontra, klopfer)


def test_a_hadsch_begins_with_a_kontra(ok: Sklog) -> None:
    """Nobody says it, and it counts; so does who deals, and Bock that somebody has ordered."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--dealer", "Christl")
    for words in ("round hadsch", "bock 2", "add s da", "add s ac kontra:Bene,Anna"):
        ok(*words.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        found = [(one["kontra"], one["bock"], one["dealer"]) for one in rows(ledger, "hand")]
    assert found == [(1, 1, "Christl"), (2, 1, "Dani")]


DRAWN = "name: kreuz\nextends: sauspiel\ngames: [kreuz]\n"
WHO_WON = {
    "kreuz a 60": dict.fromkeys(("Anna", "Bene", "Christl", "Dani")),
    "kreuz a 61": {"Anna": 1, "Bene": 0, "Christl": 1, "Dani": 0},
}


@pytest.mark.parametrize("line", WHO_WON)
def test_nobody_wins_a_draw(ok: Sklog, line: str) -> None:
    """The partner is who sits opposite, whom no fact names."""
    Path("kreuz.yaml").write_text(DRAWN)
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "kreuz.yaml")
    ok("add", *line.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        (hand,) = rows(ledger, "hand")
        won = {one["player"]: one["won"] for one in rows(ledger, "hand_player")}
    assert (hand["declarer"], hand["partner"], hand["won"], won) == (
        "Anna",
        "Christl",
        WHO_WON[line]["Anna"],
        WHO_WON[line],
    )


@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("r d", {"Anna": 1, "Bene": 1, "Christl": 1, "Dani": 0}),
        ("r a+", {"Anna": 1, "Bene": 0, "Christl": 0, "Dani": 0}),
        ("r losers:Anna,Bene,Christl,Dani", dict.fromkeys(("Anna", "Bene", "Christl", "Dani"))),
    ],
)
def test_a_ramsch_is_lost_by_who_pays(ok: Sklog, line: str, won: dict[str, int | None]) -> None:
    """A Durchmarsch is won by one; where all tie nobody wins."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    ok("add", *line.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        assert {one["player"]: one["won"] for one in rows(ledger, "hand_player")} == won


def test_who_sits_out_is_not_dealt_in(ok: Sklog) -> None:
    """With five the dealer gets no cards, unless a hand says otherwise."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    for line in ("s bc", "s bc dealer:Eva", "w a active:Anna,Bene,Christl,Dani"):
        ok("add", *line.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        out = [(one["number"], one["player"]) for one in rows(ledger, "hand_player") if not one["dealt_in"]]
        assert [one["role"] for one in rows(ledger, "hand_player") if not one["dealt_in"]] == [None] * 3
    assert out == [(1, "Anna"), (2, "Eva"), (3, "Eva")]


def test_a_void_hand_is_in_no_view(ok: Sklog) -> None:
    """It keeps its number, and whoever counts hands does not count it."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    for words in ("add s ac", "add w b", "void 1"):
        ok(*words.split())
    with closing(open_ledger(Path(transcripts.LEDGER))) as ledger:
        assert [[one["number"] for one in rows(ledger, view)] for view in VIEWS] == [[2], [2, 2, 2, 2]]


# -- what is said of them -----------------------------------------------------------------------------


def test_every_column_is_described(path: Path) -> None:
    """Each table and view of a ledger has its words, and each of their columns; nothing else has."""
    with closing(sqlite3.connect(path)) as ledger:
        names = ledger.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '%sqlite%'"
        )
        found = {name: {column for _, column, *_ in ledger.execute(f"PRAGMA table_info({name})")} for (name,) in names}
        assert {name: set(columns(ledger, name)) for name in TABLES} == found
    every = {(name, column) for name, its_columns in found.items() for column in its_columns}
    said_apart = {f"{name}.{column}" for name, column in every} & COLUMNS.keys()
    assert COLUMNS.keys() == said_apart | {one for name, one in every if f"{name}.{one}" not in said_apart}


def test_the_description_is_written_for_datasette(ok: Sklog, path: Path) -> None:
    """It is JSON, by the name of the file, in the language that is spoken; names stay as they are."""
    said = json.loads(ok("--db", str(path), "export", "--format", "datasette-metadata").out)
    with closing(open_ledger(path)) as ledger:
        assert said == metadata(ledger, path)
    assert list(said["databases"]) == ["asked"]
    german = json.loads(ok("--db", str(path), "export", "--format", "datasette-metadata", env={"SKLOG_LANG": "de"}).out)
    here, there = said["databases"]["asked"], german["databases"]["asked"]
    assert list(there["queries"]) == list(here["queries"]) == list(QUERIES)
    assert there["queries"]["wenz"]["title"] == "Wer gewinnt die meisten Wenz?"
    assert there["queries"]["wenz"]["sql"] == here["queries"]["wenz"]["sql"]


def test_a_description_is_of_the_whole_ledger(run: Sklog, path: Path) -> None:
    """Whoever names evenings is told so."""
    refused = run("--db", str(path), "export", "--format", "datasette-metadata", "1")
    assert (refused.code, refused.err) == (1, "datasette-metadata is about the whole ledger: leave the evenings out\n")


def test_hands_are_not_taken_for_evenings(exported: Path, run: Sklog) -> None:
    """What was exported for questions does not hold everything, and import says what does."""
    assert exported
    refused = run("import", "hands.jsonl")
    assert refused.code == 1
    assert refused.err.startswith("hands.jsonl: these are hands for your own questions, and do not hold everything")


def test_the_hands_of_one_evening_are_exported(ok: Sklog, path: Path) -> None:
    """As for every other format, evenings may be named."""
    printed = ok("--db", str(path), "export", "--format", "hands", "3").out.splitlines()
    assert [json.loads(line)["number"] for line in printed] == [1, 2, 3, 4, 5]


# -- ten answers --------------------------------------------------------------------------------------


@pytest.fixture
def answers(path: Path) -> Answers:
    """Return what SQLite answers from the views."""
    with closing(sqlite3.connect(path)) as ledger, asked.in_bavaria():
        return {name: ledger.execute(one.sql).fetchall() for name, one in QUERIES.items()}


def test_every_answer_is_the_one_that_was_counted_by_hand(answers: Answers, exported: Path, path: Path) -> None:
    """The exported evenings, scored again and counted in Python: who won is told by who got money."""
    counted = dict(_counted(exported / "evenings.jsonl", path))
    assert list(counted) == list(QUERIES)
    assert {name: sorted(rows) for name, rows in answers.items()} == {
        name: sorted(rows) for name, rows in counted.items()
    }


def test_hands_are_counted_as_in_the_reports(answers: Answers, ok: Sklog, path: Path) -> None:
    """Who was dealt in how often says the table of a season as well, and what it pays to deal that of seats."""
    hands = Counter[str]()
    for unit in ("ct", "points"):
        season = json.loads(ok("--db", str(path), "report", "standings", "--unit", unit, "--format", "json").out)
        hands.update({one["name"]: one["hands"] for one in season["tables"]["standings"]})
    assert {name: count for name, count, _rows in answers["dealt_in"]} == hands
    stats = json.loads(ok("--db", str(path), "report", "stats", "--unit", "ct", "--format", "json").out)
    dealer, *_others = stats["tables"]["seats"]
    assert answers["dealer"][0] == ("dealer", dealer["hands"], round(dealer["per_hand"], 1))


def _in_duckdb(database: Any) -> Answers:
    """Return what DuckDB answers from hands.jsonl, as the page shows it."""
    database.execute(shown("duckdb"))
    return {name: database.execute(one.sql.replace(HOUR, HOUR_IN_DUCKDB)).fetchall() for name, one in QUERIES.items()}


def test_duckdb_answers_the_same(answers: Answers, exported: Path) -> None:
    """From the exported JSON Lines, with the same SQL; only the hour is asked for otherwise."""
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: pip install 'sklog-schafkopf[questions]'")
    assert exported
    with duckdb.connect() as database:
        assert _in_duckdb(database) == answers


def test_duckdb_is_asked_of_imported_hands_alone(ok: Sklog, path: Path) -> None:
    """Nothing says what a column holds that is empty in every line."""
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: pip install 'sklog-schafkopf[questions]'")
    ok("--db", str(path), "export", "--format", "hands", "4", "-o", "hands.jsonl")
    with duckdb.connect() as database:
        found = _in_duckdb(database)
    assert found["hours"] == []
    assert found["corrected"] == [(4, 3, 0)]


def test_pandas_reads_the_views(
    answers: Answers, path: Path, exported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the page shows it; the exported hands as well."""
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: pip install 'sklog-schafkopf[questions]'")
    shutil.copy(path, transcripts.LEDGER)
    exec(shown("pandas"), {})  # noqa: S102  our own page
    printed = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert {(name, int(played), int(float(won))) for name, played, won in printed} == set(answers["wenz"])
    assert len(pandas.read_json(exported / "hands.jsonl", lines=True)) == 30


def test_datasette_shows_it(path: Path) -> None:
    """Titles, descriptions of columns, and the ten questions with their answers."""
    app = pytest.importorskip(
        "datasette.app", reason="Datasette is not installed: pip install 'sklog-schafkopf[questions]'"
    )

    with closing(open_ledger(path)) as ledger:
        described = metadata(ledger, path)

    async def pages(*asked_for: str) -> list[Any]:
        shown = app.Datasette([], immutables=[str(path)], metadata=described)
        await shown.invoke_startup()
        return [await shown.client.get(f"/asked{one}") for one in asked_for]

    view, home, answer = asyncio.run(pages("/hand", "", "/wenz.json?_shape=arrays"))
    assert [one.status_code for one in (view, home, answer)] == [200, 200, 200]
    assert TABLES["hand"] in view.text
    assert "NULL for a draw" in view.text
    assert all(one.title in home.text for one in QUERIES.values())
    assert answer.json()["rows"][0] == ["Bene", 6, 4]


def _counted(file: Path, path: Path) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """Yield the ten answers, counted from the exported evenings by nothing that the ledger says of them."""
    tallies: dict[str, defaultdict[Any, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    moments, fixed = _noted(path)
    for number, session in enumerate(read_path(file), 1):
        for line in session.lines():
            hand, made, unit = line.entry, line.score, session.tariff.unit
            if line.number is None or made is None:
                continue
            _add(tallies["corrected"], number, int((number, line.number) in fixed))
            amounts = {name: amount for name, amount in made.postings.items() if name != "Stock"}
            played = not isinstance(hand, (Passed, Posting))
            for name, amount in amounts.items():
                dealt_in = not isinstance(hand, Posting) and name in line.table.active
                if played:
                    _add(tallies["dealt_in"], name, int(dealt_in))
                if played and dealt_in:
                    _add(tallies["totals"], (name, unit), amount)
                    if unit == "ct":
                        _add(tallies["roles"], (name, _role(hand, name)), amount)
                        _add(tallies["dealer"], "dealer" if name == line.table.dealer else "others", amount)
            at = moments.get((number, line.number))
            if at and unit == "ct" and played:
                _add(tallies["hours"], f"{at:%H}", made.value)
            if isinstance(hand, Played) and hand.declarer:
                _declared(tallies, hand, hand.declarer, won=amounts[hand.declarer] > 0)
    yield "wenz", [(name, *tally[:2]) for name, tally in tallies["wenz"].items()]
    yield "dealt_in", [(name, hands, rows) for name, (rows, hands, _) in tallies["dealt_in"].items()]
    yield "hours", [(hour, hands, round(value / hands, 1)) for hour, (hands, value, _) in tallies["hours"].items()]
    yield "dealer", [(who, hands, round(won / hands, 1)) for who, (hands, won, _) in tallies["dealer"].items()]
    yield "kontra", [(depth, *tally[:2]) for depth, tally in tallies["kontra"].items()]
    yield "pairs", [(*pair, *tally[:2]) for pair, tally in tallies["pairs"].items()]
    yield "roles", [(*one, *tally[:2]) for one, tally in tallies["roles"].items()]
    yield "totals", [(*one, *tally[:2], round(tally[1] / tally[0], 1)) for one, tally in tallies["totals"].items()]
    yield "solos", [(suit, *tally[:2]) for suit, tally in tallies["solo"].items()]
    yield "corrected", [(number, *tally[:2]) for number, tally in tallies["corrected"].items()]


def _declared(tallies: dict[str, defaultdict[Any, list[int]]], hand: Played, declarer: str, *, won: bool) -> None:
    _add(tallies[hand.game], declarer if hand.game == "wenz" else hand.suit, won)
    if hand.partner:
        _add(tallies["pairs"], (declarer, hand.partner), won)
    if depth := count(hand.kontra):
        _add(tallies["kontra"], depth, won == (depth % 2 == 0))


def _add(tally: defaultdict[Any, list[int]], key: object, amount: int) -> None:
    tally[key][0] += 1
    tally[key][1] += amount


def _role(hand: Any, name: str) -> str:
    if hand.game == "ramsch":
        return "ramsch"
    if not isinstance(hand, Played) or not hand.declarer:
        return "other"
    return {hand.declarer: "declarer", hand.partner: "partner"}.get(name, "opponent")


def _noted(path: Path) -> tuple[dict[tuple[int, int], datetime], set[tuple[int, int]]]:
    """Return when each hand was recorded, in Bavaria, and which were fixed: hands here have the order of their rows."""
    facts = """
        SELECT entry.session_id, entry.id, target, kind, at, command FROM entry JOIN action ON action.id = action_id
        WHERE kind IN ('hand', 'fix') ORDER BY entry.id
    """
    numbers, moments, fixed, played = dict[int, tuple[int, int]](), {}, set[tuple[int, int]](), Counter[int]()
    with closing(sqlite3.connect(path)) as ledger:
        for session, entry, target, kind, at, command in ledger.execute(facts):
            if kind == "fix":
                fixed.add(numbers[target])
                continue
            played[session] += 1
            numbers[entry] = (session, played[session])
            if command != "import":
                moment = datetime.fromisoformat(at)
                moments[numbers[entry]] = moment + timedelta(hours=2 if moment.month == 10 else 1)
    return moments, fixed


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps its time zone to itself"),
]
