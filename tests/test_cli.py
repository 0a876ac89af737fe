"""The command line, as somebody at the table uses it."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from sklog.cli import common
from sklog.ledger import database, record
from tests import transcripts
from tests.conftest import Sklog, set_clock
from tests.transcripts import ROOT

GALLERY = sorted((Path(__file__).parent / "errors" / "cli").glob("*.txt"))
SAMPLES = ROOT / "sample_sessions"
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
LEDGER = Path("sklog.db")
SPLIT = [("Anna", "Bene", 10), ("Christl", "Bene", 30), ("Dani", "Bene", 30)]
FORMATS = ("text", "markdown", "csv", "json", "html")


def balances(run: Sklog, *words: str) -> dict[str, int]:
    """Return the balances that `show` prints for scripts."""
    shown = json.loads(run("show", "--format", "json", *words).out)
    return {row["name"]: row["balance"] for row in shown["tables"]["balances"]}


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an open evening under the tariff `wiki`."""
    ok(*START, "--tariff", "wiki")
    return ok


@pytest.fixture
def played(table: Sklog) -> Sklog:
    """Return sklog with three hands: Anna -20, Bene +60, Christl and Dani -40 each, 40 in the Stock."""
    table("add", "w", "b")
    table("add", "s", "ab")
    table("add", "x")
    return table


# -- at the table -------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_evening_from_beginning_to_end(ok: Sklog) -> None:
    """Begin, record, look, correct, settle, close: the way of the README."""
    assert "Evening 1: Stammtisch, 19 Nov 2026, tariff sauspiel" in ok(*START, "--tariff", "sauspiel").out
    assert ok("add", "s", "ac", "nl3").out.startswith("Hand 1: s ac nl3  ·  Sauspiel 0.20 + Schneider 0.10")
    assert "Bene     −2.10      −1.50" in ok("add", "w", "b-").out
    assert "Took back: add w b-." in ok("undo").out
    assert balances(ok) == {"Anna": 60, "Bene": -60, "Christl": 60, "Dani": -60}
    assert ok("settle").out.count("0.60") >= 2
    assert "Closed: Stammtisch." in ok("close").out
    assert ok("check").out == "1 evening, 1 hand: everything agrees with the recorded facts.\n"


def test_the_tariff_of_the_last_evening_is_the_default(ok: Sklog) -> None:
    """A table does not say its tariff every week."""
    assert "tariff sauspiel" in ok(*START).out
    assert "tariff lamers" in ok(*START, "--tariff", "lamers").out
    assert "tariff lamers" in ok(*START).out


def test_start_spells_names_as_the_ledger_knows_them(ok: Sklog) -> None:
    """`anna` is the Anna of last week, at the table and as the dealer."""
    ok(*START)
    said = ok("start", "Zweiter", "--players", " christl ,ANNA,Eva,Dani", "--dealer", "an").out
    assert "clockwise: Christl, Anna, Eva, Dani; Anna deals first." in said


@pytest.mark.long
def test_start_carries_the_stock_over(played: Sklog) -> None:
    """What a closed evening left in the Stock lies in the next one."""
    assert "the Stock of 0.40 € is kept for the next evening" in played("close", "--stock", "carry").out
    assert "The Stock holds 0.40 €, carried over from Stammtisch." in played(*START).out
    assert balances(played)["Stock"] == 40


@pytest.mark.parametrize(
    ("words", "line"),
    [
        pytest.param(("s", "ac", "n"), "s ac n", id="shorthand"),
        pytest.param(("s ac n",), "s ac n", id="in-one-word"),
        pytest.param(("w", "b", "-", "l2"), "w b-l2", id="a-minus-of-its-own"),
        pytest.param(("w", "b-"), "w b-", id="a-minus-that-sticks"),
        pytest.param(("sauspiel", "anna", "christl"), "s ac", id="in-full"),
        pytest.param(("s", "ac", "--", "n"), None, id="two-hyphens-are-no-flag"),
        pytest.param(("w", "b", "//", "--dry-run"), "w b // --dry-run", id="a-note-that-looks-like-an-option"),
        pytest.param(("--json", '{"game": "wenz", "declarer": "bene", "won": true}'), "w b", id="json"),
        pytest.param(("--json", "-"), "g c", id="json-from-stdin"),
        pytest.param(("--json",), "g c", id="json-from-a-pipe"),
    ],
)
def test_add_understands(table: Sklog, run: Sklog, words: tuple[str, ...], line: str | None) -> None:
    """A hand in any of the ways it can be said; options stand before it, and from its first word on none is."""
    ran = run("add", *words, stdin='{"game": "geier", "declarer": "Christl", "won": true}')
    if line is None:
        assert ran.code == 1
        return
    assert ran.out.partition("\n")[0].removeprefix("Hand 1: ").partition("  ·")[0] == line
    assert balances(table) != {"Anna": 0, "Bene": 0, "Christl": 0, "Dani": 0}


def test_a_repeated_line_is_refused_unless_it_is_meant(table: Sklog, run: Sklog) -> None:
    """The same hand at once is refused with a hint; --again, --json and another hand are not."""
    table("add", "w", "b")
    again = run("add", "w", "b")
    assert (again.code, again.out) == (1, "")
    assert again.err == (
        "the same hand was recorded just before, as hand 1; if it was really played twice: sklog add --again …\n"
    )
    table("add", "--again", "w", "b")
    for _ in range(2):
        table("add", "--json", '{"game": "wenz", "declarer": "Bene", "won": true}')
    table("add", "w", "c")
    assert balances(table)["Bene"] == 60 * 4 - 20


@pytest.mark.parametrize("words", [("add", "w", "b"), ("join", "Eva")], ids=["hand", "event"])
def test_a_command_is_given_when_its_turn_has_come(
    table: Sklog, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Who waits for another one is later than that one: else the same hand twice would seem to be two."""
    turns: list[datetime] = []
    transaction = database.transaction

    @contextmanager
    def waiting(*given: Any, **how: Any) -> Iterator[None]:
        with transaction(*given, **how):
            turns.append(datetime.now(UTC))
            sleep(0.002)  # stored are whole milliseconds
            yield

    monkeypatch.setattr(database, "transaction", waiting)
    table(*words)
    log = json.loads(table("session", "log", "--format", "json").out)["tables"]["log"]
    assert datetime.fromisoformat(log[-1]["at"]) >= turns[-1]


def test_ten_seconds_later_it_is_another_hand(table: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a line within seconds is a repetition."""
    table("add", "w", "b")
    monkeypatch.setattr(record, "REPETITION_SECONDS", 0)
    table("add", "w", "b")


BACK, AHEAD = timedelta(minutes=-1), timedelta(days=365)


@pytest.mark.parametrize(
    ("jump", "said"),
    [
        pytest.param(BACK, "the clock has gone back since", id="a-minute-back"),
        pytest.param(timedelta(days=-1), "the clock has gone back since", id="a-day-back"),
        pytest.param(AHEAD, "by the clock that was more than a day ago", id="a-year-ahead"),
    ],
)
def test_the_same_hand_by_a_clock_that_cannot_be_right(
    table: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch, jump: timedelta, said: str
) -> None:
    """It is refused as within seconds, and the clock is named; another hand, and --again, are not."""
    table("add", "w", "b")
    set_clock(monkeypatch, datetime.now(UTC) + jump)
    refused = run("add", "w", "b")
    assert refused.code == 1
    assert refused.err == (
        f"hand 1, the last one recorded, is the same, and {said}; if it was really played twice: sklog add --again …\n"
    )
    table("add", "w", "c")
    table("add", "w", "b")
    table("add", "--again", "w", "b")


@pytest.mark.long
def test_a_clock_that_went_back_is_named(table: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log says before which command, check says in which evening; neither finds anything wrong with that."""
    said = "The clock went back"
    table("add", "w", "b")
    assert said not in table("session", "log").out + table("check").out
    set_clock(monkeypatch, datetime.now(UTC) + AHEAD)
    table("add", "w", "c")
    assert said not in table("session", "log").out + table("check").out
    set_clock(monkeypatch, datetime.now(UTC) + BACK)
    table("add", "w", "d")
    table("add", "w", "a")
    assert "The clock went back before No. 4: the order here is what counts." in table("session", "log").out
    assert f"{said} in evening 1: for when, see sklog session log --session 1" in table("check").out


@pytest.mark.long
def test_a_clock_that_went_back_takes_nothing_out_of_its_order(table: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """What undo takes back, which evening is meant, and how the evenings are listed goes by what was recorded."""
    table("add", "w", "b")
    set_clock(monkeypatch, datetime.now(UTC) - AHEAD)
    table("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-20")
    table("add", "w", "c")
    assert "Zweiter" in table("show").out
    assert "w c" in table("undo").out
    assert "hand 1" in table("show").out
    listed = json.loads(table("session", "list", "--format", "json").out)["tables"]["sessions"]
    assert [one["name"] for one in listed][-1] == "Zweiter"


def test_explain_says_why(played: Sklog) -> None:
    """The calculation, who paid whom, and what came before and after."""
    said = played("explain", "1").out
    assert "Hand 1: w b" in said
    assert "Wenz" in said
    assert "+0.60" in said


def test_explain_of_a_void_hand(played: Sklog) -> None:
    """A void hand is explained as what it is."""
    played("void", "1")
    assert "This hand is void: it counts as never dealt." in played("explain", "1").out


def test_void_says_which_later_hands_cost_something_else(table: Sklog) -> None:
    """Without the throw-in there is no Stock to win: hand 2 is named with its price before and now."""
    table("add", "x")
    table("add", "s", "ac")
    said = table("void", "1").out
    assert "Hand 1 is void." in said
    assert "Hand 2 now: Anna +0.10, Bene −0.10, Christl +0.10, Dani −0.10 €\n  before: Anna +0.30, Bene" in said


def test_post_moves_money(played: Sklog) -> None:
    """A posting is a hand of its own, with a note; the Stock is an account like a player."""
    played("post", "an:-2,40", "b:+200ct", "stock:+40ct", "--note", "Runde Bier")
    assert balances(played) == {"Anna": -260, "Bene": 260, "Christl": -40, "Dani": -40, "Stock": 80}


@pytest.mark.parametrize(
    ("words", "left"),
    [((), 4), (("2",), 2), (("1",), 1), (("off",), None), (("0",), None)],
    ids=["a-round", "two", "one", "off", "none"],
)
def test_bock_is_ordered(ok: Sklog, words: tuple[str, ...], left: int | None) -> None:
    """For so many hands, for as long as the tariff says, or off."""
    Path("haus.yaml").write_text("name: haus\nextends: wiki\nbock: {after: [lost_solo], length: round}\n")
    ok(*START, "--tariff", "haus.yaml")
    ok("bock", *words)
    first = ok("add", "w", "b").out
    assert ("× 2" in first) == (left is not None)


def test_a_special_round_is_begun_and_ended(table: Sklog, run: Sklog) -> None:
    """A round that the tariff plays, by its name."""
    assert "Hadsch" in table("round", "hadsch").out
    assert "Hadsch" not in table("round", "off").out
    assert run("round", "polka").code == 1


@pytest.mark.long
def test_stock_by_hand(played: Sklog) -> None:
    """`+40 anna` pays in, `-40 anna` takes out; options stand before the amount."""
    before = balances(played)
    played("stock", "+40ct", "anna", "bene")
    assert balances(played)["Stock"] == before["Stock"] + 80
    played("stock", "-80ct", "anna")
    played("stock", "--dry-run", "-40ct", "anna")
    assert balances(played) == {**before, "Anna": before["Anna"] + 40, "Bene": before["Bene"] - 40}


@pytest.mark.parametrize(
    ("typed", "said", "logged"),
    [
        ("join Eva --after Bene", "Eva sits down after Bene.", "join Eva --after Bene"),
        ("leave dani", "Dani gets up.", "leave dani"),
        ("seats Bene,Anna,Christl,Dani", "New seats, clockwise: Bene, Anna, Christl, Dani.",
         "seats Bene,Anna,Christl,Dani"),
        ("post an:-50ct be:+50ct --note Bier", "Posted: Anna −0.50, Bene +0.50 € (Bier).",
         'post an:-50ct be:+50ct --note "Bier"'),
        ("bock 2", "Bock for 2 hands.", "bock 2"),
        ("round hadsch", "Round: Hadsch.", "round hadsch"),
        ("stock +40ct anna", "Paid into the Stock: Anna −0.40 €.", "stock +40ct anna"),
        ("stock -10ct anna", "Taken out of the Stock: Anna +0.10 €.", "stock -10ct anna"),
    ],
)  # fmt: skip
def test_what_happens_at_the_table_is_said_in_a_sentence(ok: Sklog, typed: str, said: str, logged: str) -> None:
    """First what was done, then the board, then how it is taken back; the log has the words with their options."""
    ok(*START, "--tariff", "wiki")
    ok("stock", "+40ct", "dani")
    dry = ok(*typed.split()[:1], "--dry-run", *typed.split()[1:]).out.splitlines()
    assert (dry[0], dry[-1]) == (said, "Nothing was stored (--dry-run).")
    answer = ok(*typed.split()).out.splitlines()
    assert (answer[0], answer[-1]) == (said, "To take that back: sklog undo")
    log = json.loads(ok("session", "log", "--format", "json").out)
    assert logged in json.dumps(log, ensure_ascii=False).replace('\\"', '"')


def test_bock_says_what_it_replaces(ok: Sklog) -> None:
    """An order takes the place of the one before."""
    ok(*START)
    ok("bock", "2")
    assert ok("bock", "3").out.startswith("Bock for 3 hands, instead of Bock for 2 hands.\n")
    assert ok("bock", "off").out.startswith("Bock ends, instead of Bock for 3 hands.\n")


@pytest.mark.long
def test_a_closed_evening_goes_on_after_reopen(played: Sklog) -> None:
    """What close ended goes on; undo takes a close back, too."""
    played("close", "--stock", "split")
    played("reopen")
    played("add", "w", "c")
    played("close", "--stock", "dani")
    played("undo")
    played("add", "g", "c")
    assert played("check").code == 0


@pytest.mark.long
def test_undo_means_the_evening_of_the_newest_command(table: Sklog) -> None:
    """Who closes an evening by mistake takes that back, and no hand of an older one that was left open."""
    table("add", "w", "b")
    table("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani")
    table("close")
    assert table("undo").out.startswith("Took back: close.\nZweiter")
    assert balances(table, "--session", "1")["Bene"] == 60


CHANGES = {
    "start": START,
    "add": ("add", "--dry-run", "w", "c"),
    "add json": ("add", "--dry-run", "--json", '{"game": "wenz", "declarer": "Bene", "won": true}'),
    "undo": ("undo",),
    "void": ("void", "1"),
    "post": ("post", "anna:-50ct", "bene:+50ct"),
    "bock": ("bock", "--dry-run", "2"),
    "round": ("round", "hadsch"),
    "stock": ("stock", "--dry-run", "+40ct", "anna"),
    "pay": ("pay", "christl", "bene", "10ct"),
    "settle": ("settle", "--record", "--yes"),
    "close": ("close",),
    "import": ("import", str(SAMPLES / "langer-abend.yaml")),
}


@pytest.mark.long
@pytest.mark.parametrize("words", CHANGES.values(), ids=CHANGES)
def test_a_dry_run_stores_nothing(played: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Every command that changes the ledger can be tried; the file stays the same, and the answer is an answer."""
    before = _dump()
    ran = run(*words) if "--dry-run" in words else run(*words, "--dry-run")
    assert ran.code == 0
    assert ran.out
    assert _dump() == before
    assert played("check").code == 0


@pytest.mark.long
def test_a_dry_run_of_reopen(played: Sklog) -> None:
    """It says what would be, and the evening stays closed."""
    played("close")
    before = _dump()
    assert played("reopen", "--dry-run").out.endswith("Would be open again: Stammtisch.\n")
    assert _dump() == before


def test_a_dry_run_makes_no_ledger(ok: Sklog, folder: Path) -> None:
    """Trying `start` or `import` in an empty folder leaves it empty."""
    assert "Would begin Stammtisch" in ok(*START, "--dry-run").out
    assert "would be imported, 5 hands" in ok("import", "--dry-run", str(SAMPLES / "lamers-fuenf-spiele.yaml")).out
    assert list(folder.iterdir()) == []


def _dump() -> list[str]:
    database = sqlite3.connect(LEDGER)
    try:
        return list(database.iterdump())
    finally:
        database.close()


def test_a_refused_start_makes_no_ledger(run: Sklog, folder: Path) -> None:
    """What is refused leaves no file behind."""
    assert run("start", "Abend", "--players", "Anna,anna,Bene,Dani").code == 1
    assert list(folder.iterdir()) == []


# -- which evening ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("which", ["1", "Erster", "erster", "2026-11-12"], ids=["number", "name", "case", "date"])
@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("add", "w", "b"),
        ("post", "anna:-5ct", "bene:5ct"),
        ("bock", "1"),
        ("stock", "+5ct", "anna"),
        ("settle", "--stock", "carry"),
        ("pay", "anna", "bene", "5ct"),
        ("close",),
        ("explain", "1"),
        ("void", "1"),
        ("undo",),
        ("report", "session"),
    ],
    ids=lambda words: words[0],
)
def test_session_means_another_evening(ok: Sklog, words: tuple[str, ...], which: str) -> None:
    """--session by number, name or date; without it the newest open evening is meant."""
    ok("start", "Erster", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-12", "--tariff", "wiki")
    ok("add", "x")
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    before = balances(ok)
    head, *rest = words
    group = [head, rest.pop(0)] if head == "report" else [head]
    said = ok(*group, "--session", which, *rest).out
    assert "Erster" in said or head in {"explain", "pay"}
    assert balances(ok, "--session", "Zweiter") == before


@pytest.mark.long
def test_two_ledgers(ok: Sklog, folder: Path) -> None:
    """--db before or behind the command names the file, else $SKLOG_DB, else the data folder."""
    ok("--db", "a.db", *START)
    ok("add", "--db", "a.db", "w", "b")
    ok("--db", "a.db", "show")
    ok(*START, env={"SKLOG_DB": "b.db"})
    ok(*START, env={"SKLOG_DB": ""})
    assert sorted(path.name for path in folder.glob("*.db")) == ["a.db", "b.db"]
    assert list(folder.glob("**/sklog/sklog.db"))


# -- settling -----------------------------------------------------------------------------------------


def transfers(run: Sklog, *words: str) -> list[tuple[str, str, int]]:
    """Return who pays whom, as `settle` prints it for scripts."""
    said = json.loads(run("settle", "--format", "json", *words).out)
    return [(row["payer"], row["payee"], row["amount"]) for row in said["tables"]["transfers"]]


def test_settle_divides_the_stock_as_the_tariff_or_the_table_says(played: Sklog) -> None:
    """The tariff's rule, split, carry, or one person."""
    assert transfers(played) == transfers(played, "--stock", "split") == SPLIT
    assert transfers(played, "--stock", "dani") == [("Anna", "Bene", 20), ("Christl", "Bene", 40)]
    carried = transfers(played, "--stock", "carry")
    assert carried
    assert "Stock" not in {name for payer, payee, _amount in carried for name in (payer, payee)}


def test_what_settle_suggests_for_a_stock_that_is_kept_keeps_it(played: Sklog) -> None:
    """The tariff would share it out: whoever closes as suggested keeps it all the same."""
    said = " ".join(played("settle", "--stock", "carry").out.split())
    assert "keeps 0.40 € for the next evening" in said
    _before, _sklog, suggested = said.rpartition("sklog ")
    assert "the Stock of 0.40 € is kept for the next evening" in played(*suggested.split()).out


def test_a_closed_evening_need_not_be_closed_first(ok: Sklog, run: Sklog) -> None:
    """Nothing is left to carry: its payments are recorded."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "w", "b")
    ok("close")
    ran = run("settle", "--record", "--yes", "--session", "1", "--stock", "carry")
    assert (ran.code, ran.err) == (0, "Recorded; to take it back: sklog undo --session 1\n")


def test_settle_says_the_fewest_payments(ok: Sklog) -> None:
    """Two pairs that owe each other need two payments."""
    ok(*START, "--tariff", "sauspiel")
    ok("post", "anna:-50ct", "bene:+50ct", "christl:-30ct", "dani:+30ct")
    assert transfers(ok) == [("Anna", "Bene", 50), ("Christl", "Dani", 30)]


@pytest.mark.long
def test_a_part_payment_keeps_the_other_transfers(ok: Sklog) -> None:
    """Who pays a part owes the rest, and nobody else's payment changes."""
    ok(*START, "--tariff", "sauspiel")
    ok("add", "w", "b")
    assert transfers(ok) == [("Anna", "Bene", 50), ("Christl", "Bene", 50), ("Dani", "Bene", 50)]
    said = ok("pay", "christl", "bene", "0,20").out
    assert said.startswith("Christl paid Bene 0.20 €.\nStill open: Anna to Bene 0.50 €\n")
    assert transfers(ok) == [("Anna", "Bene", 50), ("Christl", "Bene", 30), ("Dani", "Bene", 50)]
    assert balances(ok) == {"Anna": -50, "Bene": 150, "Christl": -50, "Dani": -50}
    ok("undo")
    assert transfers(ok)[1] == ("Christl", "Bene", 50)


def test_settle_rounds_to_coins(ok: Sklog) -> None:
    """--round 50: what is paid is a multiple of 50, and still sums to zero."""
    ok(*START, "--tariff", "sauspiel")
    ok("post", "anna:-70ct", "bene:+110ct", "christl:-40ct")
    assert sum(amount for _, _, amount in transfers(ok, "--round", "50ct")) == 100
    assert {amount % 50 for _, _, amount in transfers(ok, "--round", "50ct")} == {0}


def test_points_are_worth_cents(ok: Sklog, run: Sklog) -> None:
    """--point 10ct for an evening of points; for one of cents it is refused."""
    ok(*START, "--tariff", "saukopf")
    ok("add", "s", "ac")
    assert {amount for _, _, amount in transfers(ok, "--point", "10ct")} == {10}
    assert "€" in ok("settle", "--point", "10ct").out
    assert {amount for _, _, amount in transfers(ok)} == {1}
    ok(*START, "--tariff", "wiki")
    refused = run("settle", "--point", "10ct")
    assert (refused.code, refused.out) == (1, "")


@pytest.mark.long
def test_settle_all_keeps_cents_and_points_apart(ok: Sklog) -> None:
    """Debts of all evenings together, one settlement a unit."""
    for tariff in ("saukopf", "wiki", "wiki"):
        ok(*START, "--tariff", tariff)
        ok("add", "w", "b")
    cents, points = json.loads(ok("settle", "--all", "--format", "json").out)
    assert (cents["unit"], points["unit"]) == ("ct", "points")
    assert {row["amount"] for row in cents["tables"]["transfers"]} == {40}
    assert {row["amount"] for row in points["tables"]["transfers"]} == {2}


def test_settle_why_names_the_hands(ok: Sklog) -> None:
    """Each debt with the hands it comes from, and over all evenings with the evenings."""
    ok(*START, "--tariff", "wiki")
    ok("add", "w", "b")
    assert "w b" in ok("settle", "--why").out
    assert "Stammtisch" in ok("settle", "--all", "--why").out


@pytest.mark.long
def test_settle_records_only_when_it_is_meant(played: Sklog, run: Sklog) -> None:
    """In a script --record needs --yes; then nothing is open, and undo takes it back."""
    before = _dump()
    refused = run("settle", "--record")
    assert (refused.code, refused.err) == (
        1,
        "nothing was recorded, because nobody can be asked here; if you mean it, use --yes\n",
    )
    assert _dump() == before
    done = run("settle", "--record", "--yes")
    assert (done.code, done.err) == (0, "Recorded; to take it back: sklog undo --session 1\n")
    assert transfers(played) == []
    assert run("settle", "--record", "--yes").err == "There is nothing to record.\n"
    played("undo")
    assert transfers(played) == SPLIT
    assert played("check").code == 0


@pytest.mark.usefixtures("played")
def test_settle_does_not_record_what_was_not_shown(run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the question was asked somebody else paid: nothing is recorded twice."""

    def meanwhile(_: str, *, yes: bool) -> bool:
        monkeypatch.undo()
        return transcripts.run(["settle", "--record", "--yes", "--db", str(ledger)]).code == 0 and yes

    ledger = LEDGER.resolve()
    monkeypatch.setattr(common, "confirmed", meanwhile)
    second = run("settle", "--record", "--yes", "--db", str(ledger))
    assert second.code == 1
    assert second.err.splitlines()[-1].startswith(
        "somebody has recorded something since: look at the settlement again, with sklog"
    )


def test_show_says_who_has_played_nothing_alone_yet(ok: Sklog) -> None:
    """Where everybody has to play a solo it stands there who has not; who has left need not any more."""
    ok("start", "x", "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki", "--date", "2026-11-19")
    for line in ("s bc", "hs c", "w d-"):
        ok("add", line)
    ok("leave", "Eva")
    shown = ok("show", "--declared").out
    assert re.search(r"^Bene +1 +1 +0 +0 +0 +0 +0 +0$", shown, re.MULTILINE)
    assert "Nothing solo yet: Anna, Bene\n" in shown
    assert json.loads(ok("show", "--declared", "--format", "json").out)["tables"]["declared"][2]["alone"] == 1
    assert json.loads(ok("report", "session", "--format", "json").out)["declared"][1] == {
        "name": "Bene",
        "declared_sauspiel": 1,
        "declared_sauspiel_won": 1,
        "declared_solo": 0,
        "declared_solo_won": 0,
        "declared_wenz": 0,
        "declared_wenz_won": 0,
        "alone": 0,
        "alone_won": 0,
    }
