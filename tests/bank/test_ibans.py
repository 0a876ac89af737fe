"""IBANs: who has one, what is one; that it, and a pay link, follow the person, are nowhere else and really gone."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from sklog.bank import accounts
from sklog.bank.accounts import valid
from sklog.errors import Refused
from tests import transcripts
from tests.recorded import SAID, WENZ, evening

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Sklog

ANNAS, BENES = "DE89370400440532013000", "AT611904300234573201"
LINK, OTHER = "https://paypal.me/AnnaG", "https://revolut.me/bene"
LEDGER = transcripts.LEDGER


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an evening of four, in which Anna won a Wenz and has an IBAN and a pay link."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", "2026-11-19")
    ok("add", "w", "a")
    ok("player", "set", "anna", "--iban", "de89 3704-0044 0532 0130 00", "--holder", "Anna Grüber")
    ok("player", "set", "Anna", "--pay-link", LINK)
    return ok


# -- what is an IBAN ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (" de89 3704 0044 0532 0130 00 ", ANNAS),
        ("AT61-1904-3002-3457-3201", BENES),
        ("NL91ABNA0417164300", "NL91ABNA0417164300"),
        ("MT84MALT011000012345MTLCAST001S", "MT84MALT011000012345MTLCAST001S"),
        ("NO9386011117947", "NO9386011117947"),
    ],
)
def test_an_iban_is_read_as_people_write_it(said: str, number: str) -> None:
    """Spaces, hyphens and small letters make no difference; every country has its own form."""
    assert valid(said) == number


@pytest.mark.parametrize(
    ("said", "why"),
    [
        pytest.param(ANNAS[:-1] + "1", "the check digits of this IBAN do not match", id="a-wrong-digit"),
        pytest.param("DE98370400440532013000", "the check digits", id="swapped-digits"),
        pytest.param(ANNAS[:-1], "an IBAN of DE has 22 characters; this one has 21", id="too-short"),
        pytest.param(ANNAS + "0", "an IBAN of DE has 22 characters; this one has 23", id="too-long"),
        pytest.param("DE06ABCDEFGHIJKLMNOPQR", "digits where this one has letters", id="letters"),
        pytest.param("XX89370400440532013000", "not with 'XX'", id="no-country"),
        pytest.param("CH9300762011623852957", "not with 'CH'", id="a-country-that-needs-a-bic"),
        pytest.param("", "such as DE89", id="nothing"),
        pytest.param("DE89 3704 0044 0532 0130 0?", "only letters and digits", id="other-characters"),
        pytest.param("DE٨٩370400440532013000", "only letters and digits", id="other-digits"),
    ],
)
def test_what_is_no_iban_is_refused(said: str, why: str) -> None:
    """The sentence says what is wrong, and does not repeat the number."""
    with pytest.raises(Refused, match=why) as refused:
        valid(said)
    assert not said or said not in str(refused.value)


# -- shown on request, and nowhere else ---------------------------------------------------------------


def test_it_is_shown_on_request(table: Sklog) -> None:
    """`player set NAME` shows it in groups of four, with whose account it is and who said so."""
    shown = table("player", "set", "Anna").out
    assert "DE89 3704 0044 0532 0130 00" in shown
    assert "Anna Grüber" in shown
    assert "none" in table("player", "set", "Bene").out


def test_the_list_says_only_that_it_is_known(table: Sklog) -> None:
    """`player list` has a column for it, without the number."""
    rows = table("player", "list", "--format", "csv").out.splitlines()
    assert rows[:3] == ["name,evenings,ct,points,iban_known", "Anna,1,150,,yes", "Bene,1,-50,,"]


COMMANDS = [
    *(("export", "--format", form) for form in ("yaml", "jsonl", "csv", "journal", "hands", "datasette-metadata")),
    *(("report", "session", "--format", form) for form in ("text", "markdown", "csv", "json", "html")),
    *(("settle", "--format", form) for form in ("text", "markdown", "csv", "json", "html")),
    *(("player", "list", "--format", form) for form in ("text", "markdown", "csv", "json", "html")),
    *(("report", "standings", "--format", form) for form in ("text", "json", "html")),
    *(("session", "log"), ("session", "list"), ("show",), ("explain", "1"), ("check",), ("undo", "--dry-run")),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nothing_else_shows_it(table: Sklog, words: tuple[str, ...]) -> None:
    """No export, no log, no report that was not asked for it; a pay link stands where it is said what is to be paid."""
    printed = table(*words).out.replace(" ", "")
    assert ANNAS[4:] not in printed
    assert "Grüber" not in printed
    assert words[0] == "settle" or words[:2] == ("report", "session") or "paypal" not in printed


def test_it_is_no_recorded_command(table: Sklog) -> None:
    """What was typed is kept of every command but this one: there is nothing to undo."""
    assert table("undo").out.startswith("Took back: add w a.")
    with closing(sqlite3.connect(LEDGER)) as ledger:
        typed = "".join(said for (said,) in ledger.execute("SELECT command || typed FROM action"))
    assert "player set" not in typed
    assert ANNAS not in typed
    assert LINK not in typed


def test_it_is_gone_from_the_file(table: Sklog, folder: Path) -> None:
    """Deleted or replaced, the number and the link are not in the ledger's file any more."""

    def found() -> list[str]:
        content = (folder / LEDGER).read_bytes()
        return [one for one in (ANNAS, BENES, "Grüber", "paypal", "revolut") if one.encode() in content]

    assert found() == [ANNAS, "Grüber", "paypal"]
    table("player", "set", "Anna", "--iban", BENES, "--pay-link", OTHER)
    assert found() == [BENES, "revolut"]
    assert table("player", "set", "Anna", "--iban", "none").out == "The IBAN of Anna is deleted.\n"
    assert table("player", "set", "Anna", "--pay-link", "none").out == "The pay link of Anna is deleted.\n"
    assert found() == []


@pytest.mark.long
def test_a_dry_run_keeps_nothing(table: Sklog) -> None:
    """--dry-run changes nothing, neither for something new nor for what is deleted."""
    for words in (("--iban", BENES), ("--pay-link", OTHER)):
        assert table("player", "set", "Bene", *words, "--dry-run").out.endswith("stored (--dry-run).\n")
        table("player", "set", "Anna", words[0], "none", "--dry-run")
    assert (known(), links()) == ({"Anna": ANNAS}, {"Anna": LINK})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("Eva", "--iban", BENES), "nobody in this ledger is called 'Eva'", id="stranger"),
        pytest.param(("Bene", "--iban", "none"), "no IBAN of Bene is known", id="nothing-to-delete"),
        pytest.param(("Bene", "--pay-link", "none"), "no pay link of Bene is known", id="no-link-to-delete"),
        pytest.param(
            ("Bene", "--holder", "B. Huber"),
            "give the account holder together with the IBAN: --iban and --holder",
            id="holder-alone",
        ),
        pytest.param(
            ("Bene", "--iban", "none", "--holder", "B"),
            "give the account holder together with the IBAN: --iban and --holder",
            id="holder-of-nothing",
        ),
        pytest.param(("Bene", "--iban", BENES, "--holder", "x" * 71), "at most 70 are possible", id="long-holder"),
    ],
)
def test_it_is_refused(table: Sklog, run: Sklog, words: tuple[str, ...], said: str) -> None:
    """What cannot be kept is one sentence, and what was there stays."""
    refused = run("player", "set", *words)
    assert (refused.code, refused.out) == (1, "")
    assert said in refused.err
    assert BENES not in refused.err
    assert "Anna Grüber" in table("player", "set", "Anna").out


@pytest.mark.parametrize("missing", ["segno", "stdnum"])
@pytest.mark.parametrize(
    "words", [("settle", "--girocode"), ("player", "set", "Bene", "--iban", BENES)], ids=["settle", "set"]
)
def test_without_the_extra(
    table: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], missing: str
) -> None:
    """Where a library is not installed, one sentence says how it is; all else works, deleting included."""
    monkeypatch.setitem(sys.modules, missing, None)
    wanted = "install sklog from its folder again, as '.[girocode]'"
    assert run(*words) == (1, "", f"IBANs and GiroCodes need two more packages, from the extra girocode: {wanted}\n")
    table("check")
    table("settle")
    table("player", "set", "Anna", "--iban", "none")


# -- it belongs to the person -------------------------------------------------------------------------


def known() -> dict[str, str]:
    """Return whose IBAN is known."""
    with closing(sqlite3.connect(LEDGER)) as ledger:
        return {name: bank.iban for name, bank in accounts.known(ledger).items()}


def links() -> dict[str, str]:
    """Return whose pay link is known."""
    with closing(sqlite3.connect(LEDGER)) as ledger:
        return accounts.links(ledger)


def test_a_rename_takes_it_along(table: Sklog) -> None:
    """And so does taking the rename back, and bringing it back."""
    table("player", "rename", "Anna", "Anni")
    assert (known(), links()) == ({"Anni": ANNAS}, {"Anni": LINK})
    table("undo")
    assert (known(), links()) == ({"Anna": ANNAS}, {"Anna": LINK})
    table("redo")
    assert known() == {"Anni": ANNAS}
    table("player", "set", "Anni", "--iban", "none")
    assert known() == {}


def test_another_spelling_is_the_same_person(table: Sklog) -> None:
    """A rename that changes capitals only leaves it where it is, under the new spelling."""
    table("player", "rename", "Anna", "ANNA")
    assert known() == {"ANNA": ANNAS}


def test_what_was_said_of_the_new_name_follows_an_undo(table: Sklog) -> None:
    """An IBAN that was said after the rename belongs to the same person when the rename is taken back."""
    table("player", "rename", "Bene", "Benedikt")
    table("player", "set", "Benedikt", "--iban", BENES)
    table("undo")
    assert known() == {"Anna": ANNAS, "Bene": BENES}


@pytest.mark.long
def test_somebody_new_with_an_old_name_does_not_get_it(table: Sklog) -> None:
    """Whoever is called Anna after Anna became Anni has another account, or none."""
    table("player", "rename", "Anna", "Anni")
    table("start", "Revanche", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    assert known() == {"Anni": ANNAS}
    table("player", "set", "Anna", "--iban", BENES)
    assert known() == {"Anni": ANNAS, "Anna": BENES}
    table("player", "set", "Anni", "--iban", "none")
    assert known() == {"Anna": BENES}


@pytest.fixture
def twice(table: Sklog) -> Sklog:
    """Return sklog with a second evening, in which Anna was written Ana and has another IBAN."""
    table("start", "Revanche", "--players", "Ana,Bene,Christl,Dani", "--tariff", "sauspiel")
    table("player", "set", "Ana", "--iban", BENES)
    return table


@pytest.mark.long
def test_a_merge_keeps_what_was_said_last(twice: Sklog) -> None:
    """Two people who turn out to be one have one account; taken back, each has the own one again."""
    twice("player", "merge", "Ana", "Anna")
    assert known() == {"Anna": BENES}
    twice("undo")
    assert known() == {"Anna": ANNAS, "Ana": BENES}


@pytest.mark.long
def test_what_one_person_of_two_says_holds_for_that_name_alone(twice: Sklog) -> None:
    """A number said after a merge stays with the name it was said of, and replaces both."""
    twice("player", "merge", "Ana", "Anna")
    twice("player", "set", "Anna", "--iban", "NO9386011117947")
    twice("undo")
    assert known() == {"Anna": "NO9386011117947"}


@pytest.mark.long
def test_deleting_after_a_merge_deletes_both(twice: Sklog) -> None:
    """Nothing lies hidden behind the name that is not used any more."""
    twice("player", "merge", "Ana", "Anna")
    twice("player", "set", "Anna", "--iban", "none")
    twice("undo")
    assert known() == {}


# -- proof, and older ledgers -------------------------------------------------------------------------


@pytest.mark.long
def test_check_names_a_damaged_one(table: Sklog, run: Sklog) -> None:
    """A number that somebody changed in the file is found, and whose it is; it is not printed."""
    with closing(sqlite3.connect(LEDGER)) as ledger:
        ledger.execute("UPDATE bank SET iban = replace(iban, '013000', '031000')")
        ledger.commit()
    assert run("check") == (3, "", "the IBAN of Anna is damaged: enter it again, sklog player set --iban … Anna\n")
    table("player", "set", "Anna", "--iban", ANNAS)
    table("check")


def test_a_changed_rename_is_no_traceback(ledger: sqlite3.Connection) -> None:
    """Where the facts of a rename were changed by hand, the proof says that it cannot be read."""
    from sklog.vault.check import disagreements  # noqa: PLC0415  only here

    evening(ledger, WENZ)
    accounts.keep(ledger, accounts.BANKS, "Anna", (ANNAS, ""), SAID)
    ledger.execute("INSERT INTO entry (session_id, action_id, kind, fact) VALUES (1, 2, 'rename', '{}')")
    assert any("it cannot be read who is who" in said for said in disagreements(ledger))


def postings() -> list[tuple[int, ...]]:
    """Return what every hand moved, as it is stored."""
    with closing(sqlite3.connect(LEDGER)) as ledger:
        return ledger.execute(
            "SELECT entry_id, account_id, amount FROM posting ORDER BY entry_id, account_id"
        ).fetchall()


@pytest.mark.parametrize(
    ("version", "proved"),
    [
        (1, "2 evenings, 5 hands (besides 1 thrown in, 1 void, 1 posting)"),
        (2, "3 evenings, 8 hands (besides 1 thrown in, 1 void, 1 posting)"),
    ],
    ids=["schema-1", "schema-2"],
)
def test_an_older_ledger_is_brought_up_to_date(ok: Sklog, version: int, proved: str) -> None:
    """Everything in it is there and proved, and its people may have an IBAN."""
    shutil.copy(transcripts.ROOT / "tests" / "ledgers" / f"schema-{version}.sqlite", LEDGER)
    before = postings()
    assert ok("check").out == f"{proved}: everything agrees with the recorded facts.\n"
    ok("player", "set", "Bene", "--iban", BENES)
    assert known() == {"Bene": BENES}
    assert postings() == before
    ok("undo", "--session", "2")
    ok("check")
