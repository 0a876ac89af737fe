"""The journal: hledger and ledger accept it, and find the balances and debts that sklog finds."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog import tariffs
from sklog.files import formats, journal
from sklog.likeness import lines
from sklog.notation import write
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state
from tests import transcripts
from tests.conftest import Sklog
from tests.likeness.test_alike import plain
from tests.recorded import WENZ
from tests.session_strategies import FORMULAS, many, sessions

pytestmark = pytest.mark.long

SAMPLES = sorted((transcripts.ROOT / "sample_sessions").glob("*.yaml"))
DAY = "2026-11-19"
GAME = "not::.*:paid"
UNITS = {"ct": ("EUR", 2), "points": ("points", 0)}

needs_hledger = pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed")
needs_ledger = pytest.mark.skipif(shutil.which("ledger") is None, reason="ledger is not installed")
some = settings(many, max_examples=40)
every_sample = pytest.mark.parametrize("file", SAMPLES, ids=[file.stem for file in SAMPLES])

Balances = dict[tuple[str, str], int]
"""By account and unit, without those that are 0."""


def read(program: str, written: str, *words: str) -> str:
    """Return what a program answers about a journal; it has nothing to complain about."""
    ran = subprocess.run([program, "-f", "-", *words], input=written.encode(), capture_output=True, check=False)
    assert (ran.returncode, ran.stderr.decode()) == (0, ""), written
    return ran.stdout.decode()


def accepted(written: str) -> None:
    """Fail unless hledger accepts it at its strictest, with days in order."""
    read("hledger", written, "check", "--strict", "ordereddates")


def balances(written: str, *query: str) -> Balances:
    """Return hledger's balances of people and Stock, by their names in sklog."""
    accounts, _total = json.loads(read("hledger", written, "balance", "-O", "json", *query))
    found: Balances = {}
    for account, _name, _depth, amounts in accounts:
        kind, _, name = account.partition(":")
        for amount in amounts:
            unit = next(unit for unit, (commodity, _places) in UNITS.items() if commodity == amount["acommodity"])
            quantity = amount["aquantity"]
            scale = 10 ** (UNITS[unit][1] - quantity["decimalPlaces"])
            if kind != "equity":
                found[unquote(name), unit] = quantity["decimalMantissa"] * scale
    return without_zeros(found)


def without_zeros(found: Balances) -> Balances:
    """Return the accounts that hold something."""
    return {account: amount for account, amount in found.items() if amount}


def of_the_game(evenings: Sequence[Session]) -> Balances:
    """Return sklog's balances, added over the evenings; a Stock that is carried from one to another is there once."""
    found: Balances = {}
    for session in evenings:
        unit = session.tariff.unit
        for name, amount in final_state(session, session.lines()).balances.items():
            found[name, unit] = found.get((name, unit), 0) + amount
        if session.stock_from in {one.id for one in evenings} - {""}:
            found[STOCK, unit] -= session.stock
    return found


def still_open(evenings: Sequence[Session]) -> Balances:
    """Return what everybody still gets or owes: the balances, with the payments."""
    found = of_the_game(evenings)
    for session in evenings:
        for payer, payee, amount in session.payments():
            for name, moved in ((payer, amount), (payee, -amount)):
                account = (name, session.tariff.unit)
                found[account] = found.get(account, 0) + moved
    return found


def written(*evenings: Session) -> str:
    """Return the journal of some evenings."""
    return "".join(journal.write_journal(evenings, {one.id for one in evenings} - {""}))


def dated(evenings: Sequence[Session]) -> list[Session]:
    """Return the evenings with a day each, and an identity of their own."""
    return [one._replace(date=f"2026-11-{day:02}", id=f"{day}") for day, one in enumerate(evenings, 1)]


# -- accepted, and the same balances ------------------------------------------------------------------


class NoneAlike:
    """What writes lines, each by itself."""

    @staticmethod
    def of(hand: Any, people: Any, tariff: Any, active: Any, money: Any) -> str:
        """Return what is written."""
        return write(hand, people, tariff, active, money=money)


@given(plain() | sessions())
@some
def test_a_hand_is_written_as_if_none_were_alike(session: Session) -> None:
    """Whoever came or went between: the journal is the one of an evening that is folded, with each line read back."""
    (session,) = dated([session])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(journal.models, "dealt", lambda one, *_facts: one.lines())
        patched.setattr(lines, "_lines_of", lambda _words: NoneAlike)
        folded = written(session)
    assert written(session) == folded


@needs_hledger
@every_sample
def test_a_sample_evening_in_hledger(ok: Sklog, file: Path) -> None:
    """Through the ledger and the command line: hledger's balances are those that sklog shows."""
    ok("import", str(file))
    text = ok("export", "--format", "journal").out
    accepted(text)
    shown = json.loads(ok("show", "--format", "json").out)
    expected = {(row["name"], shown["unit"]): row["balance"] for row in shown["tables"]["balances"]}
    assert balances(text, GAME) == without_zeros(expected)


@needs_hledger
def test_all_sample_evenings_in_hledger(ok: Sklog) -> None:
    """Many evenings in one journal, cents and points: hledger's sums are those of `player list`."""
    ok("import", *map(str, SAMPLES))
    text = ok("export", "--format", "journal").out
    accepted(text)
    people = json.loads(ok("player", "list", "--format", "json").out)["tables"]["players"]
    expected = {(row["name"], unit): row[unit] or 0 for row in people for unit in UNITS}
    found = {account: amount for account, amount in balances(text, GAME).items() if account[0] != STOCK}
    assert found == without_zeros(expected)


@needs_hledger
@some
@given(st.lists(sessions(), min_size=1, max_size=3).map(dated))
def test_any_evenings_in_hledger(evenings: list[Session]) -> None:
    """Whatever happened, and whatever people are called: hledger accepts it and has the same balances and debts."""
    text = written(*evenings)
    accepted(text)
    assert balances(text, GAME) == without_zeros(of_the_game(evenings))
    assert balances(text, "--depth", "2") == without_zeros(still_open(evenings))


@needs_ledger
@some
@given(st.lists(sessions(), min_size=1, max_size=3).map(dated))
def test_any_evenings_in_ledger(evenings: list[Session]) -> None:
    """The other program accepts the same files, and proves the balances behind each evening."""
    read("ledger", written(*evenings), "--pedantic", "balance")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("hledger", "check"), id="hledger", marks=needs_hledger),
        pytest.param(("ledger", "balance"), id="ledger", marks=needs_ledger),
    ],
)
def test_a_changed_amount_is_found_by_the_program(words: tuple[str, str]) -> None:
    """The balances behind an evening are proved: 20 cents more for one and less for another do not pass."""
    [session] = formats.read_path(transcripts.ROOT / "sample_sessions" / "lamers-fuenf-spiele.yaml")
    text = written(session).replace("   0.60 EUR", "   0.80 EUR", 1).replace("  -0.60 EUR", "  -0.80 EUR", 1)
    program, *rest = words
    ran = subprocess.run([program, "-f", "-", *rest], input=text.encode(), capture_output=True, check=False)
    assert ran.returncode != 0
    assert b"assert" in ran.stderr


# -- the Stock, and payments --------------------------------------------------------------------------


@pytest.fixture
def carried(ok: Sklog) -> Sklog:
    """Return sklog with two evenings: the second began with the Stock of the first, and left it."""
    for name, day in (("Erster", "2026-11-18"), ("Zweiter", DAY)):
        ok("start", name, "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", day)
        ok("add", "x")
        ok("close", "--stock", "carry")
    return ok


@needs_hledger
def test_a_carried_stock_is_there_once(carried: Sklog) -> None:
    """With both evenings in the journal the Stock just stays on the table."""
    text = carried("export", "--format", "journal").out
    accepted(text)
    assert journal.CARRIED not in text
    assert balances(text)[STOCK, "ct"] == 80


@needs_hledger
def test_a_stock_from_elsewhere_has_a_source(carried: Sklog) -> None:
    """Of the second evening alone the Stock is the same, and comes from `equity:carried`."""
    text = carried("export", "Zweiter", "--format", "journal").out
    accepted(text)
    assert balances(text)[STOCK, "ct"] == 80
    assert re.search("equity:carried +-0.40 EUR", text)


@needs_hledger
def test_payments_are_beside_the_balances(ok: Sklog) -> None:
    """A payment settles what is open and leaves the balance of the game as it is."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", DAY)
    ok("add", "w", "a")
    ok("pay", "Bene", "Anna", "50ct")
    text = ok("export", "--format", "journal").out
    assert balances(text, GAME)["Bene", "ct"] == -50
    assert ("Bene", "ct") not in balances(text, "--depth", "2")


# -- what it looks like -------------------------------------------------------------------------------


def test_an_evening_as_it_is_written(ok: Sklog) -> None:
    """Head, accounts as they come, a transaction a hand, a void one as a remark, payments, the balances."""
    ok("start", "Post; [am] See", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", DAY)
    for line in ("add s ac nl3", "add w b // wirklich; ja", "void 1", "pay Anna Bene 1,50"):
        ok(*line.split())
    text = ok("export", "--format", "journal").out
    assert "; Post" + text.partition("; Post")[2] == (
        """\
; Post; [am] See, 2026-11-19, sauspiel

; void: Hand 1: s ac nl3

account players:Anna
account players:Bene
account players:Christl
account players:Dani
2026-11-19 Hand 2: w b // wirklich； ja
    ; evening:Post； ［am］ See, hand:2
    players:Anna        -0.50 EUR
    players:Bene         1.50 EUR
    players:Christl     -0.50 EUR
    players:Dani        -0.50 EUR

account players:Anna:paid
account players:Bene:paid
2026-11-19 Payment: Anna pays Bene
    ; evening:Post； ［am］ See
    players:Anna:paid      1.50 EUR
    players:Bene:paid     -1.50 EUR

2026-11-19 The balances after this evening
    ; evening:Post； ［am］ See
    players:Anna         0.00 EUR = -0.50 EUR
    players:Bene         0.00 EUR = 1.50 EUR
    players:Christl      0.00 EUR = -0.50 EUR
    players:Dani         0.00 EUR = -0.50 EUR

"""
    )


names = st.sampled_from([*FORMULAS, "A  B", "A   B", "A %20B", "A;B", "A:paid", "%3A", ":", "Anna"]) | st.text(
    st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1
)


@given(names, names)
def test_no_two_people_have_one_account(one: str, other: str) -> None:
    """A name can be read back from its account; its account has no two spaces and no further level."""
    book = journal._Book((), journal.in_english)  # noqa: SLF001  whose accounts all of them are
    accounts = book.account(one), book.account(other)
    assert (accounts[0] == accounts[1]) == (one == other)
    assert unquote(accounts[0]) == f"players:{one}"
    assert accounts[0].count(":") == 1
    assert "  " not in accounts[0]


def test_a_journal_is_written_evening_by_evening() -> None:
    """The first evening is there before the second is asked for, so that memory stays small."""
    asked = []
    [session] = formats.read_path(SAMPLES[0])

    def evenings() -> Iterator[Session]:
        for number in range(3):
            asked.append(number)
            yield session._replace(id=str(number))

    bits = journal.write_journal(evenings())
    next(bit for bit in bits if bit.startswith(f"{session.date} Hand 1"))
    assert asked == [0]


# -- the command --------------------------------------------------------------------------------------


def test_no_day_steers_a_terminal() -> None:
    """Nor the name of a tariff: a ledger by somebody else may say anything."""
    tariff = tariffs.find("sauspiel")._replace(name="\u202esauspiel\n")
    session = Session("x", "\u202eanna\n\u202c", tariff, ("Anna", "Bene", "Christl", "Dani"), (WENZ,))
    text = "".join(journal.write_journal([session]))
    assert "; x, anna, sauspiel\n" in text
    assert all(letter.isprintable() or letter == "\n" for letter in text)


@pytest.mark.parametrize("ending", ["journal", "hledger", "ledger"])
def test_the_ending_says_the_format(ok: Sklog, folder: Path, ending: str) -> None:
    """`export -o x.journal` writes one."""
    ok("import", str(SAMPLES[0]))
    ok("export", "-o", f"abend.{ending}")
    assert (folder / f"abend.{ending}").read_text(encoding="utf-8").startswith(journal.TITLE)


@needs_hledger
def test_evenings_stand_in_the_order_of_their_days(ok: Sklog) -> None:
    """An older evening that was imported later comes first, as both programs want it."""
    ok("import", *map(str, reversed(SAMPLES)))
    text = ok("export", "--format", "journal").out
    days = [line[:10] for line in text.splitlines() if line[:2] == "20"]
    assert all(earlier <= later for earlier, later in pairwise(days))
    accepted(text)


def test_an_evening_that_is_named_twice_is_there_once(ok: Sklog) -> None:
    """Its money would be counted twice."""
    ok("import", str(SAMPLES[0]))
    assert ok("export", "1", "1", "--format", "journal").out == ok("export", "--format", "journal").out


def test_evenings_without_a_day_are_refused(ok: Sklog, run: Sklog, folder: Path) -> None:
    """A journal is made of days: every evening that has none is named, and nothing is written."""
    for name in ("Erster", "Zweiter"):
        players = "players: [Anna, Bene, Christl, Dani]"
        (folder / f"{name}.yaml").write_text(f"session: {name}\ntariff: wiki\n{players}\nhands: [s ac]\n")
        ok("import", f"{name}.yaml")
    refused = run("export", "-o", "x.journal")
    assert refused.code == 1
    assert refused.err.splitlines() == [
        "evening 1 (Erster) has no date, and a journal needs one",
        "evening 2 (Zweiter) has no date, and a journal needs one",
        "name the other evenings, or choose another format",
    ]
    assert not (folder / "x.journal").exists()


@pytest.mark.parametrize("name", ["abend.journal", "abend.txt"])
def test_a_journal_is_not_read_back(ok: Sklog, run: Sklog, name: str) -> None:
    """It does not hold everything, which import says, whatever the file is called."""
    ok("import", str(SAMPLES[0]))
    ok("export", "--format", "journal", "-o", name)
    refused = run("import", name)
    assert refused.code == 1
    said = "a journal is for hledger and ledger and does not hold everything: import yaml, jsonl or csv"
    assert refused.err == f"{name}: {said}\n"
