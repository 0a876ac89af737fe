"""Several evenings in one ledger: the Stock between them, settling them together, undoing, importing."""

import csv
import json
import re
import sqlite3
from pathlib import Path

import pytest

from sklog.ledger import database
from tests.conftest import Sklog

pytestmark = pytest.mark.long

FOUR = ("--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
NOBODY = "Nobody owes anybody anything."


@pytest.fixture
def two(ok: Sklog) -> Sklog:
    """Return sklog with two evenings under wiki; the first left 40 in the Stock, which the second one won."""
    ok("start", "Erster", *FOUR, "--tariff", "wiki")
    ok("add", "hs", "a")
    ok("add", "x")
    ok("close", "--stock", "carry")
    ok("start", "Zweiter", *FOUR)
    ok("add", "s", "bd")
    return ok


def owed(ok: Sklog, *words: str) -> list[tuple[str, str, int]]:
    """Return the payments that `settle` plans."""
    planned = json.loads(ok("settle", "--format", "json", *words).out)
    return [tuple(row.values()) for row in planned["tables"]["transfers"]]


# -- settling -----------------------------------------------------------------------------------------


def test_what_is_settled_together_is_owed_nowhere(two: Sklog, run: Sklog) -> None:
    """After `settle --all --record` neither evening has open debts, and both together have none."""
    assert owed(two, "--all")
    run("settle", "--all", "--record", "--yes")
    assert [owed(two, "--session", "1"), owed(two, "--session", "2"), owed(two, "--all")] == [[], [], []]


def test_one_undo_takes_back_what_settled_several_evenings(two: Sklog, run: Sklog) -> None:
    """The payments of all evenings were one command."""
    before = [owed(two, "--session", "1"), owed(two, "--session", "2"), owed(two, "--all")]
    run("settle", "--all", "--record", "--yes")
    two("undo")
    assert [owed(two, "--session", "1"), owed(two, "--session", "2"), owed(two, "--all")] == before
    assert two("check").code == 0


def test_debts_that_cancel_out_are_closed_as_well(ok: Sklog, run: Sklog) -> None:
    """Where nobody has to pay, the evenings still record that they are even."""
    for winners in ("ac", "bd"):
        ok("start", "Abend", *FOUR, "--tariff", "lamers")
        ok("add", "s", winners)
    assert owed(ok, "--all") == []
    run("settle", "--all", "--record", "--yes")
    assert owed(ok, "--session", "1") == []


def test_points_are_worth_something_beside_an_evening_of_cents(ok: Sklog) -> None:
    """`--all --point` values the points and leaves the cents alone."""
    ok("start", "Cent", *FOUR, "--tariff", "lamers")
    ok("add", "s", "ac")
    ok("start", "Punkte", *FOUR, "--tariff", "saukopf")
    ok("add", "s", "ac")
    cents, points = json.loads(ok("settle", "--all", "--point", "5ct", "--format", "json").out)
    assert [row["amount"] for row in cents["tables"]["transfers"]] == [10, 10]
    assert [(row["amount"], points["unit"]) for row in points["tables"]["transfers"]] == [(5, "ct"), (5, "ct")]


@pytest.mark.parametrize(
    ("paid", "coin", "planned"),
    [
        pytest.param([("a", 5), ("a", 15)], "50ct", [], id="less than a coin is open"),
        pytest.param([("c", 20)], "10ct", [("Bene", "Anna", 20)], id="another sum was paid"),
        pytest.param([], "10ct", [("Bene", "Anna", 20), ("Dani", "Christl", 20)], id="nothing was paid"),
    ],
)
def test_rounding_never_asks_for_money_back(
    ok: Sklog, paid: list[tuple[str, int]], coin: str, planned: list[tuple[str, str, int]]
) -> None:
    """Only what is open is rounded, to whole coins."""
    ok("start", "Abend", *FOUR, "--tariff", "sauspiel")
    ok("add", "s", "ac")
    for payee, amount in paid:
        ok("pay", "d", payee, f"{amount}ct")
    assert owed(ok, "--round", coin) == planned


UNEVEN = {"Anna": "-1,23", "Bene": "+1,01", "Christl": "+0,13", "Dani": "+0,09"}


def posted(ok: Sklog, name: str, amounts: dict[str, str]) -> None:
    """Begin an evening in which everybody has so much."""
    ok("start", name, *FOUR, "--tariff", "sauspiel")
    ok("post", *(f"{who}:{amount}" for who, amount in amounts.items()))


def test_rounding_says_who_gives_or_gets_too_much(ok: Sklog) -> None:
    """Nothing of it stays open: it is named."""
    posted(ok, "Abend", UNEVEN)
    said = " ".join(ok("settle", "--round", "0,05").out.split())
    assert (
        "Rounded to 0.05 €: Anna pays 0.02 € too much, Bene gets 0.01 € too little, Christl gets 0.02 € too much, "
        "Dani gets 0.01 € too much." in said
    )
    assert "stays open" not in said


def test_who_is_rounded_by_more_than_half_a_coin_is_named(ok: Sklog) -> None:
    """Of three who owe 0.15 one pays 0.50, since it would not come out even otherwise."""
    posted(ok, "Abend", {"Anna": "-0,15", "Bene": "-0,15", "Christl": "+0,45", "Dani": "-0,15"})
    said = ok("settle", "--round", "0,50").out
    assert "Dani pays 0.35 € too much" in said
    assert "For Dani this is more than half a coin" in said


def test_what_comes_out_even_in_coins_is_not_rounded(ok: Sklog) -> None:
    """Where every sum is whole coins nobody is named."""
    posted(ok, "Abend", {"Anna": "-0,50", "Bene": "+0,50"})
    assert "Everything can be paid exactly in coins of 0.10 €." in ok("settle", "--round", "0,10").out


def test_all_evenings_together_let_go_where_people_sat(ok: Sklog, run: Sklog) -> None:
    """What rounding leaves open stands in the evening of those whom it is between, and nobody pays a stranger."""
    ok("start", "E1", "--players", "Anna,Bene,Christl,Dani", "--tariff", "10-20-50")
    ok("post", "Anna:-1,23", "Bene:1,00", "Christl:0,23")
    ok("start", "E2", "--players", "Eva,Sepp,Kathi,Toni", "--tariff", "10-20-50")
    ok("post", "Eva:-1,17", "Sepp:1,00", "Kathi:0,17")
    run("settle", "--all", "--round", "0,50", "--record", "--yes")
    first, second = (ok("export", number).out for number in ("1", "2"))
    assert "  - {pay: [Anna, Bene, 100]}\n  - {rounded: [Anna, Christl, 23]}\n" in first
    assert "  - {pay: [Eva, Sepp, 100]}\n  - {rounded: [Eva, Kathi, 17]}\n" in second
    assert [ok("settle", "--session", number).out.count("Nobody owes anybody") for number in ("1", "2")] == [1, 1]


def test_a_rounded_settlement_that_is_recorded_settles_the_evening(ok: Sklog, run: Sklog) -> None:
    """No cent of it comes back: not in a second settlement, not when the evening is closed or comes from a file."""
    posted(ok, "Abend", UNEVEN)
    run("settle", "--round", "0,05", "--record", "--yes")
    assert NOBODY in ok("settle").out
    rows = json.loads(ok("settle", "--format", "json").out)["tables"]["balances"]
    assert rows[0] == {"name": "Anna", "balance": -123, "paid": 125, "rounding": -2, "open": 0}
    assert NOBODY in ok("close").out
    sheet = json.loads(ok("report", "session", "--format", "json").out)
    assert [one["amount"] for one in sheet["payments"]] == [100, 15, 10]
    assert [(one["payer"], one["payee"], one["amount"]) for one in sheet["rounded"]] == [
        ("Christl", "Anna", 2),
        ("Dani", "Bene", 1),
    ]
    ok("export", "1", "-o", "abend.yaml")
    assert ok("--db", "other.db", "import", "abend.yaml").code == 0
    assert NOBODY in ok("--db", "other.db", "settle").out
    assert ok("check").code == 0


def test_a_rounded_settlement_is_taken_back_as_a_whole(ok: Sklog, run: Sklog) -> None:
    """The payments and what was let go with them were one command."""
    posted(ok, "Abend", UNEVEN)
    before = owed(ok)
    run("settle", "--round", "0,05", "--record", "--yes")
    ok("undo")
    assert owed(ok) == before


def test_what_is_less_than_a_coin_can_be_let_go(ok: Sklog, run: Sklog) -> None:
    """Where nobody pays anything, it can be recorded that it is settled so."""
    posted(ok, "Abend", {"Anna": "-0,15", "Bene": "+0,15"})
    assert "Nobody owes as much as 0.50 €." in run("settle", "--round", "0,50", "--record", "--yes").out
    assert NOBODY in ok("settle").out


def test_evenings_that_are_rounded_together_are_owed_nowhere(ok: Sklog, run: Sklog) -> None:
    """In all everybody pays whole coins; each evening is settled, and says what was let go."""
    posted(ok, "Erster", UNEVEN)
    posted(ok, "Zweiter", {"Anna": "-0,17", "Bene": "+0,12", "Christl": "+0,22", "Dani": "-0,17"})
    planned = owed(ok, "--all", "--round", "0,10")
    run("settle", "--all", "--round", "0,10", "--record", "--yes")
    paid: dict[str, int] = {}
    for number in ("1", "2"):
        found = json.loads(ok("settle", "--session", number, "--format", "json").out)
        assert found["notes"] == [NOBODY]
        for row in found["tables"]["balances"]:
            paid[row["name"]] = paid.get(row["name"], 0) + row["paid"]
    due = dict.fromkeys(paid, 0)
    for payer, payee, amount in planned:
        due[payer], due[payee] = due[payer] + amount, due[payee] - amount
    assert paid == due
    assert NOBODY in ok("settle", "--all").out


# -- paying twice -------------------------------------------------------------------------------------


def test_the_same_payment_twice_is_refused(ok: Sklog, run: Sklog) -> None:
    """Who has paid does not become a creditor by a slip; it says how to record that it was really paid twice."""
    ok("start", "Abend", *FOUR, "--tariff", "sauspiel")
    ok("add", "s", "bd")
    ok("pay", "christl", "bene", "0,20")
    ok("pay", "anna", "dani", "0,20")
    refused = run("pay", "christl", "bene", "20ct")
    assert (refused.code, refused.err) == (
        1,
        "Christl has already paid Bene 0.20 €; if it was really paid twice: sklog pay --again …\n",
    )
    assert owed(ok) == []
    ok("pay", "--again", "christl", "bene", "0,20")
    assert owed(ok) == [("Bene", "Christl", 20)]


def test_a_payment_that_was_taken_back_can_be_made(ok: Sklog) -> None:
    """It was never paid."""
    ok("start", "Abend", *FOUR, "--tariff", "sauspiel")
    ok("add", "s", "bd")
    for words in (("pay", "christl", "bene", "0,20"), ("undo",), ("pay", "christl", "bene", "0,20")):
        ok(*words)


def test_a_debt_may_be_paid_in_equal_parts(ok: Sklog) -> None:
    """What is still owed is paid, once the same payment is not the newest command of a moment ago."""
    ok("start", "Abend", *FOUR, "--tariff", "sauspiel")
    ok("add", "s", "bd")
    for payer, payee in (("christl", "bene"), ("anna", "dani"), ("christl", "bene")):
        ok("pay", payer, payee, "0,10")
    assert owed(ok) == [("Anna", "Dani", 10)]


# -- a Stock that waits -------------------------------------------------------------------------------

OTHERS = ("--players", "Anna,Bene,Eva,Franz", "--date", "2026-11-20")


def waiting(ok: Sklog) -> None:
    """Leave 40 in the Stock of an evening for the next one."""
    ok("start", "Erster", *FOUR, "--tariff", "wiki")
    ok("add", "x")
    ok("close", "--stock", "carry")


def test_start_says_which_stock_stays_where_it_is(ok: Sklog) -> None:
    """Half of the people are new: how much waits, where and why, and what takes it over or shares it out."""
    waiting(ok)
    said = " ".join(ok("start", "Zweiter", *OTHERS).out.split())
    assert (
        "The Stock of evening 1 (Erster, 19 Nov 2026) holds 0.40 €. It is not taken over: "
        "only 2 of the 4 people here sat there, not most of them." in said
    )
    assert "To take it over: sklog close --session 2, because this evening is still empty, then sklog start …" in said
    assert "sklog reopen --session 1, then sklog close --session 1 --stock split" in said


def test_a_stock_that_moved_on_is_not_divided(ok: Sklog, run: Sklog) -> None:
    """Only a Stock that still waits can be divided after all: nobody is told to do what is refused then."""
    waiting(ok)
    assert (
        "to share it out after all: sklog reopen --session 1" in run("close", "--session", "1", "--stock", "split").err
    )
    ok("start", "Zweiter", *FOUR)
    refused = run("close", "--session", "1", "--stock", "split")
    assert (refused.code, refused.err.partition(";")[0]) == (
        1,
        "the Stock of 'Erster' was carried into 'Zweiter': 'Erster' stays as it is",
    )


def test_a_stock_is_taken_over_by_name(ok: Sklog, run: Sklog) -> None:
    """--stock-from takes it over, once."""
    waiting(ok)
    assert (
        "The Stock holds 0.40 €, carried over from Erster." in ok("start", "Zweiter", *OTHERS, "--stock-from", "1").out
    )
    assert run("start", "Dritter", *OTHERS, "--stock-from", "1").err == (
        "the Stock of 'Erster' has already been taken over by 'Zweiter'\n"
    )
    assert "is not taken over" not in ok("start", "Dritter", *OTHERS).out
    assert ok("check").code == 0


def test_a_stock_in_another_unit_is_never_taken_over(ok: Sklog, run: Sklog) -> None:
    """Money and points are not mixed: it is said where it waits, and how it is shared out."""
    waiting(ok)
    said = " ".join(ok("start", "Punkte", *FOUR, "--tariff", "saukopf").out.split())
    assert "The Stock of evening 1" in said
    assert "money and points are never mixed" in said
    assert "--stock-from" not in said
    refused = run("start", "Punkte", *FOUR, "--tariff", "saukopf", "--stock-from", "1")
    assert "is in another unit" in refused.err


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (("start", "Offen", *FOUR, "--tariff", "wiki"), "'Offen' is still open"),
        (("start", "Leer", *FOUR, "--tariff", "wiki", "close"), "the Stock of 'Leer' is empty"),
    ],
)
def test_a_stock_that_does_not_wait_is_refused(ok: Sklog, run: Sklog, before: tuple[str, ...], why: str) -> None:
    """Nothing begins then."""
    ok(*(word for word in before if word != "close"))
    if "close" in before:
        ok("close")
    refused = run("start", "Neu", *OTHERS, "--stock-from", "1")
    assert (refused.code, why in refused.err) == (1, True)
    assert len(json.loads(ok("session", "list", "--format", "json").out)["tables"]["sessions"]) == 1


def test_a_payment_needs_no_rule_for_the_stock(ok: Sklog, folder: Path) -> None:
    """Where the tariff gives the Stock to somebody who is not here, people can still pay."""
    (folder / "haus.yaml").write_text("name: haus\nextends: wiki\nstock: {at_close: Kathi}\n", encoding="utf-8")
    ok("start", "Abend", *FOUR, "--tariff", "./haus.yaml")
    ok("add", "x")
    assert "Anna paid Bene 0.10 €" in ok("pay", "anna", "bene", "10ct").out


# -- the newest command, the last tariff --------------------------------------------------------------


def test_undo_after_start_leaves_the_evening_before_alone(two: Sklog, run: Sklog) -> None:
    """The newest command was `start`, which alone is taken back."""
    before = run("session", "list").out
    two("start", "Dritter", *FOUR)
    assert "Took back: start Dritter" in two("undo").out
    assert run("session", "list").out == before


def test_the_last_tariff_deals_to_as_many_as_before(ok: Sklog) -> None:
    """Without --tariff the last evening's is taken, also where the usual one would not do."""
    ok("start", "Erster", "--players", "Anna,Bene,Christl", "--tariff", "wiki")
    assert "tariff wiki" in ok("start", "Zweiter", "--players", "Anna,Bene,Christl").out


@pytest.mark.parametrize("tariff", [("--tariff", "wiki"), ()], ids=["said", "asked-of-the-ledger"])
def test_an_evening_begins_in_an_empty_file(ok: Sklog, tariff: tuple[str, ...]) -> None:
    """Who was killed while the ledger was made says the same once more."""
    Path("sklog.db").touch()
    assert "Evening 1" in ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", *tariff).out


def test_a_voided_hand_may_keep_the_seats(ok: Sklog) -> None:
    """With five people a void moves the dealers of later hands, unless they keep their seats."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    for line in ("s bc", "s ca", "w b"):
        ok("add", *line.split())
    ok("void", "--keep-seats", "1")
    shown = json.loads(ok("show", "--format", "json").out)
    assert (shown["facts"]["dealer"], shown["tables"]["balances"][4]) == (
        "Dani",
        {"name": "Eva", "balance": -30, "hands": 2, "part": None},
    )


def test_reopening_gives_the_stock_back(ok: Sklog) -> None:
    """What closing did with the Stock is taken back with it."""
    ok("start", "Abend", *FOUR, "--tariff", "wiki")
    ok("add", "x")
    ok("close")
    ok("reopen")
    shown = json.loads(ok("show", "--format", "json").out)
    assert shown["tables"]["balances"][-1]["balance"] == 40


@pytest.fixture
def imported(ok: Sklog) -> Sklog:
    """Return sklog with an evening of two hands that came closed from a file."""
    ok("--db", "a.db", "start", "Abend", *FOUR, "--tariff", "wiki")
    for hand in (("s", "ac"), ("x",)):
        ok("--db", "a.db", "add", *hand)
    ok("--db", "a.db", "close")
    ok("--db", "a.db", "export", "1", "-o", "abend.yaml")
    ok("import", "abend.yaml")
    return ok


def test_an_evening_from_a_file_goes_on_after_reopen(imported: Sklog) -> None:
    """Its hands came with its closing, and stay."""
    before = imported("show", "--session", "1").out
    imported("reopen")
    assert imported("show").out == before
    assert imported("add", "w", "b").out.startswith("Hand 3")
    assert "Closed: Abend" in imported("close").out
    assert "everything agrees" in imported("check").out


def test_a_reopened_evening_from_a_file_is_closed_again_by_undo(imported: Sklog) -> None:
    """Opening it is a command like any other."""
    imported("reopen")
    imported("undo", "--session", "1")
    assert imported("session", "list").out.splitlines()[-1].endswith("closed")
    imported("redo", "--session", "1")
    assert imported("session", "list").out.splitlines()[-1].endswith("open")


# -- the database -------------------------------------------------------------------------------------


def test_the_view_has_who_sat_out_and_what_the_stock_began_with(ok: Sklog, folder: Path) -> None:
    """`running_balance` shows everybody seated after every hand, and the Stock's content, not its change."""
    ok("start", "Erster", "--players", "Anna,Bene,Christl,Dani,Eva", "--tariff", "wiki")
    ok("add", "x")
    ok("close", "--stock", "carry")
    ok("start", "Zweiter", "--players", "Anna,Bene,Christl,Dani,Eva")
    ok("add", "s", "bc")
    ledger = sqlite3.connect(folder / "sklog.db")
    rows = ledger.execute("SELECT player, balance FROM running_balance WHERE session_id = 2 ORDER BY player")
    assert dict(rows.fetchall()) == {"Anna": 0, "Bene": 30, "Christl": 30, "Dani": -10, "Eva": -10, "Stock": 0}
    ledger.close()


@pytest.mark.parametrize(
    "change",
    [
        "INSERT OR REPLACE INTO entry (id, session_id, action_id, kind, fact) VALUES (1, 1, 2, 'hand', '{}')",
        "INSERT OR REPLACE INTO account (id, name, key, kind) VALUES (1, 'X', 'x', 'player')",
        "INSERT OR REPLACE INTO score (entry_id, position, value, seal) VALUES (1, 1, 999, x'00')",
        "INSERT OR REPLACE INTO state (session_id, state) VALUES (1, '{}')",
        "UPDATE entry_kind SET has_fact = 0",
        "DELETE FROM score",
        "UPDATE posting SET amount = 0",
    ],
)
def test_no_program_changes_what_is_recorded(two: Sklog, folder: Path, change: str) -> None:
    """The database itself refuses, as the sqlite3 shell opens it: without foreign keys."""
    two("show")
    ledger = sqlite3.connect(folder / "sklog.db")
    with pytest.raises(sqlite3.IntegrityError):
        ledger.execute(change)
    ledger.close()


# -- in and out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("1", "2"), ("2", "1")])
def test_a_carried_stock_comes_along_once(two: Sklog, order: tuple[str, str]) -> None:
    """Both evenings in another ledger, in any order: the next evening there begins with an empty Stock."""
    for number in order:
        two("export", number, "-o", f"{number}.yaml")
    for number in order:
        two("--db", "other.db", "import", f"{number}.yaml")
    assert "carried over" not in two("--db", "other.db", "start", "Neu", *FOUR).out
    assert two("--db", "other.db", "check").code == 0


@pytest.mark.parametrize("uid", ["2", "ABC", "Wirtshaus 7"])
def test_a_carried_stock_comes_from_any_identity(two: Sklog, folder: Path, uid: str) -> None:
    """A file may give an evening any identity, also one that is too short to be typed, or is another one's number."""
    exported = two("export", "1").out
    (folder / "1.yaml").write_text(re.sub(r"(?m)^id: .*$", f'id: "{uid}"', exported), encoding="utf-8")
    two("--db", "other.db", "import", "1.yaml")
    assert "carried over from Erster." in two("--db", "other.db", "start", "Neu", *FOUR).out


@pytest.mark.parametrize("uid", ["ABC", "Wirtshaus 7", "Ärger-Abend"])
def test_an_evening_is_meant_by_its_whole_identity(two: Sklog, run: Sklog, folder: Path, uid: str) -> None:
    """In its own letters, however short it is; where another evening is called so, it is asked which one is meant."""
    exported = two("export", "1").out
    (folder / "1.yaml").write_text(re.sub(r"(?m)^id: .*$", f'id: "{uid}"', exported), encoding="utf-8")
    two("--db", "other.db", "import", "1.yaml")
    assert two("--db", "other.db", "show", "--session", uid).out.startswith("Erster · ")
    two("--db", "other.db", "start", uid, *FOUR)
    ran = run("--db", "other.db", "show", "--session", uid)
    said = f"{uid!r} can be several evenings: choose one by its number (1, 2); see sklog --db other.db session list\n"
    assert (ran.code, ran.err) == (1, said)
    assert two("--db", "other.db", "show", "--session", f"id:{uid}").out.startswith("Erster · ")


def test_a_stock_that_was_never_left_is_refused_in_either_order(two: Sklog, run: Sklog, folder: Path) -> None:
    """An evening that began with another sum than the earlier one left: money from nowhere."""
    two("export", "1", "-o", "1.yaml")
    two("export", "2", "-o", "2.yaml")
    forged = (folder / "2.yaml").read_text(encoding="utf-8").replace("stock: 40", "stock: 70")
    (folder / "2.yaml").write_text(forged, encoding="utf-8")
    for order in (("1", "2"), ("2", "1")):
        run("--db", f"{order[0]}.db", "import", f"{order[0]}.yaml")
        refused = run("--db", f"{order[0]}.db", "import", f"{order[1]}.yaml")
        assert (refused.code, "70 in the Stock" in refused.err) == (1, True)


def test_an_import_that_was_undone_can_be_made_again(two: Sklog) -> None:
    """One undo leaves an empty, open evening, which the same file fills and closes again."""
    two("export", "1", "-o", "1.yaml")
    for command in (("import", "1.yaml"), ("undo",), ("import", "1.yaml")):
        two("--db", "other.db", *command)
    two("--db", "other.db", "export", "1", "-o", "again.yaml")
    assert Path("again.yaml").read_bytes() == Path("1.yaml").read_bytes()


def test_an_evening_comes_again_only_as_people_are_written_here(two: Sklog, run: Sklog) -> None:
    """Somebody was renamed after its import was undone: that is said, and the ledger agrees with itself."""
    Path("join.jsonl").write_text(
        '{"session": "Gast", "id": "0123456789", "date": "2026-11-01", "tariff": "wiki", "players": '
        '["Anna", "Bene", "Christl", "Dani"], "hands": [{"join": "eva"}]}\n',
        encoding="utf-8",
    )
    two("import", "join.jsonl")
    two("undo", "--session", "Gast")
    two("start", "Mit Eva", "--players", "Anna,Bene,Christl,eva")
    two("player", "rename", "eva", "Eva")
    said = run("import", "join.jsonl")
    assert (said.code, "eva is Eva in this ledger" in said.err) == (1, True)
    two("check")


def test_a_number_means_the_evening_before_a_name_does(two: Sklog) -> None:
    """An evening may be called as another one is counted; a number that none has is a name like any other."""
    two("start", "1", *FOUR)
    two("start", "007", *FOUR)
    assert not two("show", "--session", "1").out.startswith("1 ")
    assert two("show", "--session", "007").out.startswith("007")


def test_an_imported_evening_is_not_what_the_table_plays(two: Sklog) -> None:
    """Later commands mean the evening that was begun here."""
    two("export", "2", "-o", "2.yaml")
    two("--db", "other.db", "start", "Hier", *FOUR)
    two("--db", "other.db", "import", "2.yaml")
    assert two("--db", "other.db", "show").out.startswith("Hier")


def test_an_import_that_breaks_its_promise_stores_nothing(two: Sklog, run: Sklog, folder: Path) -> None:
    """A file whose `expect` does not agree: exit code 3, and no ledger."""
    two("export", "1", "-o", "1.yaml")
    with (folder / "1.yaml").open("a", encoding="utf-8") as file:
        file.write("expect: {Anna: 1}\n")
    assert run("--db", "other.db", "import", "1.yaml").code == 3
    assert not (folder / "other.db").exists()


def test_one_name_in_two_ways_of_storing_an_accent(ok: Sklog, run: Sklog) -> None:
    """é is one letter or two: the same person, in commands and in the ledger."""
    one, other = "Ren\u00e9", "Rene\u0301"
    ok("start", "Abend", "--players", f"{one},Bene,Christl,Dani", "--tariff", "sauspiel")
    ok("add", "w", other)
    ok("post", f"{other}:-50ct", "bene:50ct")
    refused = run("start", "Noch", "--players", f"{one},{other},Christl,Dani")
    assert (refused.code, "two people are called" in refused.err) == (1, True)


def test_an_output_never_takes_the_place_of_a_ledger(two: Sklog, run: Sklog, folder: Path) -> None:
    """`-o sklog.db` is refused and the ledger is as it was."""
    before = (folder / "sklog.db").read_bytes()
    refused = run("show", "--format", "csv", "-o", "sklog.db")
    assert (refused.code, "is a database: nothing was written" in refused.err) == (1, True)
    assert (folder / "sklog.db").read_bytes() == before
    two("check")


def test_an_output_through_a_link_is_written_where_it_points(two: Sklog, folder: Path) -> None:
    """The link stays a link."""
    (folder / "link.csv").symlink_to(folder / "real.csv")
    two("show", "--format", "csv", "-o", "link.csv")
    assert (folder / "link.csv").is_symlink()
    assert len(list(csv.reader((folder / "real.csv").read_text(encoding="utf-8").splitlines()))) == 6


def test_a_refused_first_command_leaves_what_somebody_else_began_meanwhile(
    run: Sklog, ok: Sklog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs find no ledger; one begins an evening in it, the other is refused and must not take it away."""
    text = "session: Abend\ndate: 2026-11-19\ntariff: wiki\nplayers: [Anna, Bene, Christl, Dani]\nhands: [{}]\n"
    Path("one.yaml").write_text(text.format("s ac"))
    Path("two.yaml").write_text(text.format("s bd"))
    connect = database.connect

    def beaten_to_it(path: Path, *, wait: float | None = None, **more: bool) -> sqlite3.Connection:
        monkeypatch.setattr(database, "connect", connect)
        ok("start", "Stammtisch", *FOUR)
        return connect(path, wait=wait, **more)

    monkeypatch.setattr(database, "connect", beaten_to_it)
    assert run("import", "one.yaml", "two.yaml").code == 1
    assert ok("show").out.startswith("Stammtisch")
