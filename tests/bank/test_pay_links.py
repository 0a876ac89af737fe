"""Pay links: what is one, where it is shown, and that nobody follows it; test_ibans.py has what holds for both."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog.bank import accounts
from sklog.bank.accounts import LONGEST_LINK, valid_link
from sklog.errors import Refused
from sklog.ledger.open import LedgerFile
from sklog.vault.check import disagreements
from tests import transcripts
from tests.recorded import forged

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Sklog

LINK, OTHER = "https://paypal.me/AnnaG", "https://revolut.me/bene"
LEDGER = transcripts.LEDGER
ANNAS = "DE89370400440532013000"


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an evening of four, in which Anna won a Wenz and has a pay link."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", "2026-11-19")
    ok("add", "w", "a")
    ok("player", "set", "anna", "--pay-link", LINK)
    return ok


def known() -> dict[str, str]:
    """Return the links that the ledger has."""
    with LedgerFile(LEDGER).reading() as ledger:
        return accounts.links(ledger)


# -- what is a pay link -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "link"),
    [
        pytest.param(f" {LINK} ", LINK, id="spaces-around"),
        pytest.param("HTTPS://PayPal.me/AnnaG", LINK, id="small-letters-of-the-host"),
        pytest.param("https://paypal.me:8443/x", "https://paypal.me:8443/x", id="port"),
        pytest.param("https://paypal.me", "https://paypal.me", id="host-alone"),
        pytest.param("https://xn--bruhaus-5wa.de/zahlen?an=anna&ct=1#x", None, id="punycode-stays"),
        pytest.param("https://revolut.me/@anna", None, id="at-behind-the-host"),
        pytest.param("https://a.de/" + "x" * (LONGEST_LINK - 13), None, id="longest"),
    ],
)
def test_a_link_is_kept_as_it_is_written(said: str, link: str | None) -> None:
    """Only the host is written in small letters; nothing is decoded or looked up."""
    assert valid_link(said) == (link or said)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        pytest.param("http://paypal.me/anna", "begins with https://", id="http"),
        pytest.param("paypal.me/anna", "begins with https://", id="no-scheme"),
        pytest.param("javascript://paypal.me/%0aalert(1)", "begins with https://", id="javascript"),
        pytest.param("", "begins with https://", id="nothing"),
        pytest.param("https://paypal.me@evil.example/", "must have no user", id="user"),
        pytest.param("https://a:b@paypal.me/", "must have no user", id="password"),
        pytest.param("https://paypal.me\\@evil.example", "must have no user", id="backslash"),
        pytest.param("https://paypal.me/an na", "no spaces", id="space"),
        pytest.param("https://paypal.me/an\tna", "no spaces", id="tab"),
        pytest.param("https://paypal.me/\x1b]0;x\x07", "no spaces", id="escape"),
        pytest.param("https://paypal.me/\N{RIGHT-TO-LEFT OVERRIDE}", "no spaces", id="direction"),
        pytest.param("https://päypal.me/anna", "xn--", id="umlaut-in-the-host"),
        pytest.param("https://p\N{CYRILLIC SMALL LETTER A}ypal.me/anna", "xn--", id="another-alphabet"),
        pytest.param("https://paypal.me/ä", "no spaces", id="umlaut-in-the-path"),
        pytest.param('https://paypal.me/"onclick="', "no spaces", id="quote"),
        pytest.param("https://paypal.me/<b>", "no spaces", id="html"),
        pytest.param("https:///anna", "needs a host", id="no-host"),
        pytest.param("https://localhost/anna", "needs a host", id="no-domain"),
        pytest.param("https://192.0.2.1/anna", "needs a host", id="address"),
        pytest.param("https://-a.de/", "needs a host", id="hyphen-first"),
        pytest.param("https://a..de/", "needs a host", id="empty-label"),
        pytest.param("https://paypal.me:x/", "needs a host", id="no-port"),
        pytest.param("https://a.de/" + "x" * 188, "at most 200 characters, and this one 201", id="too-long"),
    ],
)
def test_what_is_no_pay_link_is_refused(said: str, why: str) -> None:
    """With a sentence that says what is wrong."""
    with pytest.raises(Refused, match=why):
        valid_link(said)


@given(st.text(max_size=60), st.sampled_from(["", "https://", "https://a.de", "https://a.de/"]))
def test_what_is_kept_steers_nothing(rest: str, start: str) -> None:
    """Whatever is typed: what is taken is https, plain ASCII, without a space or a quote, and is taken again."""
    try:
        link = valid_link(start + rest)
    except Refused:
        return
    assert link.startswith("https://")
    assert link.isascii()
    assert link.isprintable()
    assert not set(link) & set(" \"'<>\\`{}|^")
    assert valid_link(link) == link
    assert "@" not in link.removeprefix("https://").partition("/")[0].partition("?")[0].partition("#")[0]


# -- where it is shown --------------------------------------------------------------------------------


@pytest.mark.long
def test_it_is_shown_with_who_said_so(table: Sklog) -> None:
    """`player set NAME` shows it, beside the IBAN."""
    table("player", "set", "Anna", "--iban", ANNAS)
    shown = table("player", "set", "Anna", env={"SKLOG_USER": "Bene"}).out
    assert LINK in shown
    assert "DE89 3704" in shown
    assert LINK not in table("player", "set", "Bene").out


@pytest.mark.long
def test_both_are_kept_in_one_command(table: Sklog) -> None:
    """An IBAN and a link, of which one alone can be deleted."""
    said = " ".join(table("player", "set", "Bene", "--iban", ANNAS, "--pay-link", OTHER).out.split())
    assert "The IBAN of Bene is kept" in said
    assert (
        f"The pay link of Bene is stored: {OTHER} is shown in settlements and on sheets; sklog never opens it." in said
    )
    assert table("player", "set", "Bene", "--iban", "none").out == "The IBAN of Bene is deleted.\n"
    assert known() == {"Anna": LINK, "Bene": OTHER}


@pytest.mark.long
def test_where_one_of_both_is_wrong_nothing_is_kept(table: Sklog, run: Sklog) -> None:
    """A command is there whole or not at all."""
    assert run("player", "set", "Bene", "--pay-link", OTHER, "--iban", "DE00").code == 1
    assert run("player", "set", "Bene", "--pay-link", OTHER, "--iban", "none").code == 1
    assert known() == {"Anna": LINK}
    assert table("check").code == 0


@pytest.mark.long
@pytest.mark.parametrize("words", [("settle",), ("report", "session")], ids=" ".join)
def test_it_stands_beside_the_payment(table: Sklog, words: tuple[str, ...]) -> None:
    """In text, and on the page as a link that tells the other side nothing and gets no hold of the page."""
    rows = [line.split() for line in table(*words).out.splitlines() if LINK in line]
    assert rows == [[name, "Anna", "0.50", LINK] for name in ("Bene", "Christl", "Dani")]
    page = table(*words, "--format", "html").out
    assert page.count(f'<a href="{LINK}" rel="noreferrer noopener">{LINK}</a>') == 3
    assert page.count("<a ") == 3


@pytest.mark.long
def test_programs_get_it_as_one_more_key(table: Sklog) -> None:
    """In json and csv a payment has its link where there is one, and no such key where nobody has one."""
    assert table("settle", "--format", "csv").out.splitlines()[:2] == [
        "payer,payee,amount,link",
        f"Bene,Anna,50,{LINK}",
    ]
    table("player", "set", "Anna", "--pay-link", "none")
    assert table("settle", "--format", "csv").out.splitlines()[0] == "payer,payee,amount"


# -- in the ledger ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        pytest.param("link = 'https://evil.example/'", id="elsewhere"),
        pytest.param("account_id = 2", id="another-person"),
        pytest.param("who = 'x'", id="who"),
    ],
)
def test_a_link_that_somebody_changed_in_the_file_is_not_shown(table: Sklog, run: Sklog, change: str) -> None:
    """`check` names it and does not print it, and nobody is sent there."""
    with closing(sqlite3.connect(LEDGER)) as ledger:
        ledger.execute(f"UPDATE pay_link SET {change}")  # noqa: S608  the test's own words
        ledger.commit()
    checked = run("check")
    assert checked.code == 3
    assert " is damaged: enter it again, sklog player set --pay-link … " in checked.err
    for words in (("settle",), ("settle", "--share"), ("report", "session"), ("player", "set", "Anna")):
        refused = run(*words)
        assert refused.code == 1
        assert "evil" not in refused.out + refused.err
    assert table("show").code == 0


def test_a_link_with_a_fitting_seal_is_still_a_link(table: Sklog, run: Sklog) -> None:
    """Whoever can seal a row can say where to pay, and not what a browser runs."""
    table("player", "set", "Anna", "--pay-link", "none")
    with LedgerFile(LEDGER).writing() as ledger:
        accounts.keep(
            ledger, accounts.LINKS, "Anna", ("javascript:alert(1)",), LedgerFile(LEDGER).command("player set")
        )
    assert "the pay link of Anna is damaged" in run("report", "session", "--format", "html").err


@pytest.mark.long
def test_copies_and_repairs_have_it(table: Sklog, folder: Path) -> None:
    """`backup`, `restore` and `check --repair` keep it as it was said; the copy with it is the newer one."""
    table("backup", "copy.db")
    table("player", "set", "Anna", "--pay-link", "none")
    table("restore", "copy.db", "--yes")
    assert known() == {"Anna": LINK}
    assert "nothing to repair" in table("check", "--repair").out
    assert "everything agrees" in table("verify", "copy.db").out
    assert (folder / "copy.db").stat().st_mode & 0o077 == 0


@pytest.mark.long
def test_a_merge_leaves_it_where_it_is(table: Sklog) -> None:
    """It is said in each ledger of its own, and that is said."""
    said = table("--db", "mine.db", "merge", LEDGER, "--yes").out
    assert "IBANs and pay links are not taken over" in said
    assert LINK not in table("--db", "mine.db", "settle").out


@pytest.mark.long
def test_what_is_lost_of_an_evening_leaves_it(table: Sklog) -> None:
    """Where a ledger is written anew without what is lost, it is kept as it was said."""
    table("start", "Revanche", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    with closing(sqlite3.connect(LEDGER)) as ledger:
        forged(ledger, "UPDATE entry SET fact = json_set(fact, '$.declarer', 'Bene')")
    table("check", "--repair", "--accept-loss", "1")
    assert known() == {"Anna": LINK}
    with LedgerFile(LEDGER).reading() as ledger:
        assert list(disagreements(ledger)) == []
