"""Signatures: people sign how an evening ended; nobody else can, and everybody can prove it."""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncssh
import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sklog
from sklog.cli import printing
from sklog.ledger import chain, evenings, signatures
from sklog.reports.format import clean
from sklog.vault import backup, signing, upgrade
from tests import transcripts
from tests.conftest import Sklog
from tests.recorded import dump, forged, sealed_again
from tests.trials.torture.enemy import guarded, unguarded

pytestmark = pytest.mark.long

LEDGER = Path(transcripts.LEDGER)
KINDS = {"ed25519": "ssh-ed25519", "ecdsa": "ecdsa-sha2-nistp256", "rsa": "ssh-rsa"}
SECRET = "Eichel sticht"  # noqa: S105  of a key that lives as long as a test


def made(name: str, kind: str = "ssh-ed25519", passphrase: str | None = None, **size: int) -> Path:
    """Put a private key and its public one into the current folder; return the private one."""
    key = asyncssh.generate_private_key(kind, comment=f"{name}@laptop", **size)
    path = Path(name)
    path.write_bytes(key.export_private_key("openssh", passphrase, rounds=50))  # bcrypt warns of fewer; 128 are usual
    path.with_name(f"{name}.pub").write_bytes(key.export_public_key("openssh"))
    return path


def shown(name: str, comment: str | None = None) -> str:
    """Return a key as people are told of it, with the fingerprint that its library knows."""
    key = asyncssh.read_public_key(f"{name}.pub").get_fingerprint()
    return f'{key} (which calls itself "{comment or f"{name}@laptop"}")'


def signer(*names: str) -> Path:
    """Write the keys of these people into a file, as ssh-keygen reads them; return it."""
    file = Path("signers")
    lines = (f"{name} {' '.join(Path(f'{name}.pub').read_text('utf-8').split()[:2])}\n" for name in names)
    file.write_text("".join(lines), "utf-8")
    return file


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an evening of two hands, and the keys of Anna and Bene beside it."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "s", "ac")
    ok("add", "w", "b-")
    made("anna")
    made("bene")
    return ok


@pytest.fixture
def signed(table: Sklog) -> Sklog:
    """Return the same, closed and signed by Anna."""
    table("close", "--sign", "anna")
    return table


@contextlib.contextmanager
def opened(path: Path = LEDGER) -> Iterator[sqlite3.Connection]:
    """Open a ledger as it is."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as ledger:
        yield ledger


def kept(path: Path = LEDGER) -> list[signatures.Signature]:
    """Return the signatures of the first evening."""
    with opened(path) as ledger:
        return signatures.of_evening(ledger, 1)


# -- signing ------------------------------------------------------------------------------------------


def test_what_is_signed_is_shown(table: Sklog) -> None:
    """The text names the evening, its digest, and how it ended: people can read what they sign."""
    answer = table("close", "--sign", "anna").out
    [signature] = kept()
    evening = sklog.Ledger(LEDGER).evening()
    assert signature.said.splitlines() == [
        "sklog evening v1",
        f'evening: "{evening.uid}"',
        'name: "Stammtisch"',
        'date: "2026-11-19"',
        f"digest: {evening.digest.hex()} ({chain.short(evening.digest)})",
        "hands: 2",
        'unit: "ct"',
        *(f'balance: {amount} "{name}"' for name, amount in evening.state.balances.items() if name != "Stock"),
        "stock: 0",
    ]
    assert f"Signed by {shown('anna')}:\n" in answer
    assert "".join(f"  {line}\n" for line in signature.said.splitlines()) in answer


def test_a_name_cannot_say_a_line_of_its_own(folder: Path) -> None:
    """Names are quoted: none ends its line, so none says what was not played."""
    ledger = sklog.Ledger(folder / LEDGER)
    ledger.start_evening('A"\\', ["Anna", 'B"', "Christl", "Dani"], date="2026-11-19")
    ledger.close_evening(sign=made("anna"))
    [signature] = kept()
    assert json.loads(signature.said.splitlines()[2].removeprefix("name: ")) == 'A"\\'
    assert 'balance: 0 "B\\""' in signature.said.splitlines()


def test_a_second_one_signs_what_is_closed(signed: Sklog) -> None:
    """Several people sign the same evening: it is not closed again, and each signature is of the same text."""
    before = sklog.Ledger(LEDGER).evening().digest
    signed("close", "--sign", "bene")
    anna, bene = kept()
    assert (anna.comment, bene.comment) == ("anna@laptop", "bene@laptop")
    assert anna.said == bene.said
    assert sklog.Ledger(LEDGER).evening().digest == before


def test_one_key_signs_once(signed: Sklog, run: Sklog) -> None:
    """The same signature twice says nothing more, and is refused."""
    assert run("close", "--sign", "anna").err == "the evening 'Stammtisch' is signed with this key as it is\n"
    assert len(kept()) == 1
    signed("check")


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        pytest.param(lambda: Path("nowhere"), "there is no file nowhere", id="missing"),
        pytest.param(Path, "is not a regular file", id="folder"),
        pytest.param(lambda: Path("anna.pub"), "anna.pub is a public key, which cannot sign", id="public"),
        pytest.param(lambda: _file(b"hello"), "key is not a private SSH key\n", id="no-key"),
        pytest.param(lambda: _file(b""), "key is not a private SSH key", id="empty"),
        pytest.param(lambda: _file(b"x" * 100_001), "key is too large for a file of keys", id="large"),
        pytest.param(lambda: made("dss", "ssh-dss"), "signatures by ssh-dss are not possible", id="dsa"),
        pytest.param(lambda: made("goldilocks", "ssh-ed448"), "signatures by ssh-ed448 are not possible", id="ed448"),
        pytest.param(lambda: made("short", "ssh-rsa", key_size=1024), "an RSA key needs 2048 bits", id="short-rsa"),
        pytest.param(lambda: made("short", "ssh-rsa", key_size=2047), "an RSA key needs 2048 bits", id="a-bit-short"),
        pytest.param(lambda: Path("~nosuchuser/key"), "there is no file ~nosuchuser/key\n", id="nobodys-home"),
        pytest.param(lambda: made("locked", passphrase=SECRET), "locked is protected by a passphrase", id="locked"),
    ],
)
def test_a_key_that_signs_nothing(table: Sklog, run: Sklog, prepare: Callable[[], Path], said: str) -> None:
    """One sentence says what is wrong with it; nothing is signed, and nothing is closed."""
    before = sklog.Ledger(LEDGER).evening()
    refused = run("close", "--sign", str(prepare()))
    assert (refused.code, refused.out) == (1, "")
    assert said in refused.err
    assert sklog.Ledger(LEDGER).evening() == before
    table("check")


def _file(data: bytes) -> Path:
    Path("key").write_bytes(data)
    return Path("key")


class _OnAToken:
    """A key as ssh-keygen -t ed25519-sk makes one."""

    public_data = b""

    def get_algorithm(self) -> str:
        """Return its kind."""
        return "sk-ssh-ed25519@openssh.com"


def test_a_key_on_a_token(table: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """It never leaves its token, so it is named and refused."""
    monkeypatch.setattr(asyncssh, "import_private_key", lambda *_: _OnAToken())
    assert "a key on a token (sk-ssh-ed25519@openssh.com) does not work here" in run("close", "--sign", "anna").err
    table("show")


@pytest.mark.parametrize(
    ("typed", "code"), [(SECRET, 0), ("Schell sticht", 1), ("", 1)], ids=["right", "wrong", "none"]
)
def test_a_passphrase_is_asked_for(
    table: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch, typed: str, code: int
) -> None:
    """At a terminal, unseen, and only where the key is protected; with another one nothing is closed."""
    made("locked", passphrase=SECRET)
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(printing, "is_terminal", lambda _stream: True)
    monkeypatch.setattr("typer.prompt", lambda *words, **how: asked.append((*words, how["hide_input"])) or typed)
    ran = run("close", "--sign", "locked")
    assert (ran.code, asked) == (code, [("Passphrase", True)])
    assert typed == "" or typed not in ran.out + ran.err
    assert sklog.Ledger(LEDGER).evening().closed == (code == 0)
    if code:
        assert ran.err == "that is not the passphrase of locked\n"
    table("close", "--sign", "anna")
    assert len(asked) == 1


@pytest.mark.skipif(os.name == "nt", reason="no terminal of its own")
def test_a_passphrase_is_not_seen(table: Sklog) -> None:
    """What is typed does not stand on the terminal, and Ctrl-C leaves the evening open."""
    made("locked", passphrase=SECRET)
    words = ["-m", "sklog", "close", "--sign", "locked"]
    with pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60) as terminal:
        terminal.expect("Passphrase: ")
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
    assert not sklog.Ledger(LEDGER).evening().closed
    with pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60) as terminal:
        terminal.expect("Passphrase: ")
        terminal.sendline(SECRET)
        terminal.expect(pexpect.EOF)
        assert SECRET not in str(terminal.before)
    table("check", "--signature")


def test_without_the_extra(signed: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the library is not installed, one sentence says how it is; all else works."""
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    wanted = "signatures need one more package: install sklog from its folder again, as '.[sign]'\n"
    assert run("close", "--sign", "bene") == (1, "", wanted)
    assert run("check", "--signature") == (1, "", wanted)
    assert run("check", "--signers", "anna.pub").err == wanted
    signed("check")
    signed("report", "session")
    ran = run("verify", transcripts.LEDGER)
    assert (ran.code, ran.err) == (0, wanted)


def test_the_library_is_imported_by_who_signs_alone(signed: Sklog, process: Sklog) -> None:
    """No other command waits for it, those that show who signed included."""
    signed("reopen")
    for words in (("add", "x"), ("close",), ("report", "session"), ("session", "log"), ("check",)):
        program = f"import sys; from sklog.cli import main; sys.argv = {['sklog', *words]!r}\ntry: main()\n"
        program += "finally: assert 'asyncssh' not in sys.modules"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, b""), words
    assert process("check", "--signature").code == 3


def test_no_program_is_run_for_it(signed: Sklog) -> None:
    """The library would start a compiler to look for others; what looks for a library afterwards finds it as before."""
    program = (
        "import sys, ctypes.util; find = ctypes.util.find_library\n"
        "watch = lambda event, _args: event.startswith(('subprocess', 'os.exec', 'os.posix')) and sys.exit(9)\n"
        "sys.addaudithook(watch)\n"
        f"from sklog.vault import signing\nsigning.private_key({str(Path('anna').resolve())!r})\n"
        "assert ctypes.util.find_library is find"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    signed("check", "--signature")


def test_a_dry_run_signs_nothing(table: Sklog) -> None:
    """It shows what would be signed."""
    assert "Would be signed:\n  sklog evening v1\n" in table("close", "--sign", "anna", "--dry-run").out
    assert kept() == []
    assert not sklog.Ledger(LEDGER).evening().closed


def test_a_program_signs(table: Sklog) -> None:
    """With the file of a key, and its passphrase or what asks for it; the answer has the signature."""
    ledger = sklog.Ledger(LEDGER)
    first = ledger.close_evening(sign=made("locked", passphrase=SECRET), passphrase=lambda: SECRET)
    second = ledger.close_evening(sign="anna", passphrase="not needed")  # noqa: S106  it is not
    assert [first.signature, second.signature] == kept()
    assert ledger.evening().closed
    table("check", "--signature")


def test_with_a_stock_to_share_it_is_closed(signed: Sklog, run: Sklog) -> None:
    """Who says what becomes of the Stock means to close: what is closed already is not signed in passing."""
    assert run("close", "--stock", "split", "--sign", "bene").code == 1
    assert len(kept()) == 1
    signed("check")


# -- what becomes of it -------------------------------------------------------------------------------


def fate(ran: transcripts.Ran) -> str:
    """Return what is said of the one signature."""
    return (ran.out if not ran.code else ran.err).splitlines()[0].rpartition("; ")[2]


def test_it_holds(signed: Sklog) -> None:
    """Who signed which evening, by the key's fingerprint, and whether it is still so."""
    answer = signed("check", "--signature").out.splitlines()
    assert answer[0] == f"evening 1 (Stammtisch): signed by {shown('anna')}; it is as it was signed"
    assert signed("check").out.splitlines()[-1] == "Who signed which evening: sklog check --signature"


def test_nobody_has_signed(table: Sklog, run: Sklog) -> None:
    """That is no fault, unless somebody says who should have."""
    assert table("check", "--signature").out.startswith("nobody has signed an evening\n")
    assert run("check", "--signers", "anna.pub").code == 3


def test_a_payment_leaves_it_as_it_is(signed: Sklog) -> None:
    """Hands and balances are what was signed: people pay after they have signed."""
    signed("pay", "Bene", "Anna", "10ct")
    assert (
        fate(signed("check", "--signature"))
        == "the hands and balances are those that were signed, and more has been recorded since"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("undo",),
        ("reopen",),
        ("session", "tariff", "lamers"),
        ("fix", "1", "s", "ab"),
        ("player", "rename", "Anna", "Anni"),
    ],
    ids=lambda words: words[0],
)
def test_what_changes_an_evening(signed: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Nothing is lost of what was signed, and `check --digest` says what came since; signed again, it holds."""
    [signature] = kept()
    if words[0] in ("session", "fix"):
        signed("reopen")
    signed(*words)
    said = f"it is not as it was signed: sklog check --digest {chain.short(signature.digest)} shows what came since"
    ran = run("check", "--signature")
    assert (ran.code, fate(ran)) == (3, said)
    assert kept() == [signature]
    signed("close", "--sign", "anna", "--session", "1")
    answer = signed("check", "--signature").out.splitlines()
    assert [line.rpartition("; ")[2] for line in answer[:-1]] == ["it is as it was signed"]
    assert len(kept()) == 2


WITHOUT_MONEY = {
    "fix": [("fix", "1", "s", "ca")],
    "fix-and-back": [("fix", "1", "s", "ca"), ("fix", "1", "s", "ac")],
    "event": [("bock", "2")],
}


@pytest.mark.parametrize("corrections", WITHOUT_MONEY.values(), ids=WITHOUT_MONEY)
def test_a_correction_that_moves_no_money(signed: Sklog, run: Sklog, corrections: list[tuple[str, ...]]) -> None:
    """Who played what was signed as well: the same balances under other hands are not what was signed."""
    before = sklog.Ledger(LEDGER).evening().state.balances
    for words in (("reopen",), *corrections, ("close",)):
        signed(*words)
    assert sklog.Ledger(LEDGER).evening().state.balances == before
    ran = run("check", "--signature")
    assert ran.code == 3
    assert fate(ran).startswith("it is not as it was signed: ")


BESIDE = {
    "closed again": [("reopen",), ("close",)],
    "taken back and brought back": [("undo",), ("undo",), ("redo",), ("redo",)],
    "a payment taken back": [("pay", "Bene", "Anna", "10ct"), ("undo",)],
    "an event taken back": [("reopen",), ("bock", "2"), ("undo",), ("close",)],
}


@pytest.mark.parametrize("commands", BESIDE.values(), ids=BESIDE)
def test_what_leaves_an_evening_as_it_was(signed: Sklog, commands: list[tuple[str, ...]]) -> None:
    """What is in force counts, not what was done meanwhile."""
    for words in commands:
        signed(*words)
    assert (
        fate(signed("check", "--signature"))
        == "the hands and balances are those that were signed, and more has been recorded since"
    )


@pytest.fixture
def respelled(ok: Sklog) -> Sklog:
    """Return sklog with a second evening that ANNA has signed, who is Anna again since the first one was respelled."""
    ok("start", "Gestern", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-18")
    ok("player", "rename", "Anna", "ANNA")
    ok("start", "Stammtisch", "--players", "ANNA,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "s", "ac")
    made("anna")
    ok("close", "--sign", "anna")
    ok("undo", "--session", "1")
    assert "Anna" in sklog.Ledger(LEDGER).evening(2).state.balances
    return ok


def test_a_name_that_is_spelled_otherwise(respelled: Sklog) -> None:
    """Names are unique without regard to case: how somebody is written is the same person's business, and no fact."""
    assert fate(respelled("check", "--signature")) == "it is as it was signed"


@pytest.mark.usefixtures("respelled")
def test_a_name_that_is_spelled_otherwise_is_signed_once(run: Sklog) -> None:
    """What one key has signed is the same under another spelling: signing it again says nothing more."""
    assert "is signed with this key as it is" in run("close", "--sign", "anna", "--session", "2").err


def test_a_name_that_is_spelled_otherwise_by_a_command(signed: Sklog) -> None:
    """Also where the evening itself says how somebody is written, that is no other hand and no other balance."""
    signed("player", "rename", "Anna", "ANNA")
    assert (
        fate(signed("check", "--signature"))
        == "the hands and balances are those that were signed, and more has been recorded since"
    )


def test_a_payment_from_before_may_go(table: Sklog) -> None:
    """Payments are not what is signed: one that was there is taken back, and hands and balances stay."""
    for words in (("pay", "Bene", "Anna", "10ct"), ("close", "--sign", "anna"), ("undo",), ("undo",), ("close",)):
        table(*words)
    assert sklog.Ledger(LEDGER).session().payments() == ()
    assert (
        fate(table("check", "--signature"))
        == "the hands and balances are those that were signed, and more has been recorded since"
    )


@pytest.mark.parametrize(("rule", "same"), [("split", True), ("carry", False)])
def test_a_stock_that_is_settled_again(table: Sklog, run: Sklog, rule: str, *, same: bool) -> None:
    """What closing does with the Stock is no entry of its own: closed again by the same rule, all is as it was."""
    table("stock", "+40ct", "anna")
    table("close", "--stock", "split", "--sign", "anna")
    table("reopen")
    table("close", "--stock", rule)
    assert (run("check", "--signature").code == 0) is same


@pytest.mark.parametrize(("words", "code"), [((), 0), (("bock", "2"), 3)], ids=["nothing", "event"])
def test_who_signed_the_beginning(ok: Sklog, run: Sklog, words: tuple[str, ...], code: int) -> None:
    """The digest of an evening's row stands before its first command: nothing was in force."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    made("anna")
    if words:
        ok(*words)
    ok("close", "--sign", "anna")
    [one] = kept()
    with opened() as ledger:
        ((begun,),) = ledger.execute("SELECT digest FROM session").fetchall()
    said = one.said.replace(one.digest.hex(), begun.hex()).replace(chain.short(one.digest), chain.short(begun))
    rewritten(said=said, signed=by("anna", said))
    assert run("check", "--signature").code == code


def test_reopen_says_so(signed: Sklog) -> None:
    """Whose signature no longer fits is named once, and what is recorded from now on is signed by nobody."""
    signed("close", "--sign", "bene", "--session", "1")
    for _again in range(2):
        keys = (shown("anna"), shown("bene"))
        said = [f"The signature by {key} does not count while the evening is open again." for key in keys]
        said.append("It was signed as it ended: anything recorded now is unsigned until somebody signs again.")
        assert signed("reopen").out.splitlines()[-3:] == said
        signed("close", "--sign", "anna")
    assert len(kept()) == 4


def test_the_sheet_and_the_log_name_it(signed: Sklog) -> None:
    """Who signed, and when; that it is so says the proof alone."""
    for words in (("report", "session"), ("session", "log")):
        text = " ".join(signed(*words).out.split())
        assert f"Signed, as it is now, with the key {shown('anna')}, on " in text
    digest = chain.short(kept()[0].digest)
    signed("reopen")
    text = " ".join(signed("session", "log").out.split())
    assert f"when its digest was {digest}: more has come since." in text


# -- whose key it is ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param("anna {key}", "anna", id="name"),
        pytest.param("anna@example.org,an* {key} a comment", "anna@example.org", id="names"),
        pytest.param('anna namespaces="sklog,file" {key}', "anna", id="namespace"),
        pytest.param('anna namespaces="*,!git" {key}', "anna", id="all-but-one"),
        pytest.param("* {key}", "*", id="anybody"),
        pytest.param('anna valid-after="20200101" {key}', "anna", id="since"),
        pytest.param("anna {key}\nanni {key}\nanna {key}", "anna, anni", id="two-names"),
    ],
)
def test_signers_are_named(signed: Sklog, line: str, name: str) -> None:
    """A file as ssh-keygen reads it says whose key it is."""
    Path("known.keys").write_text(line.format(key=" ".join(Path("anna.pub").read_text("utf-8").split()[:2])), "utf-8")
    answer = signed("check", "--signers", "known.keys").out.splitlines()
    key = shown("anna").split()[0]
    assert answer[0] == f"evening 1 (Stammtisch): signed by {key}, the key of {name}; it is as it was signed"


@pytest.mark.parametrize("comment", ["", " Bene"], ids=["without-a-comment", "under-another-name"])
def test_a_public_key_names_nobody(signed: Sklog, comment: str) -> None:
    """A public key by itself counts, and what it calls itself does not say whose it is."""
    key = " ".join(Path("anna.pub").read_text("utf-8").split()[:2])
    Path("known.keys").write_text(f"# whose\n\n{key}{comment}\n", "utf-8")
    answer = signed("check", "--signers", "known.keys").out.splitlines()
    assert answer[0] == f"evening 1 (Stammtisch): signed by {shown('anna')}; it is as it was signed"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("bene {bene}", id="another-key"),
        pytest.param('anna valid-before="20200101" {anna}', id="until-then"),
    ],
)
def test_who_is_no_signer(signed: Sklog, run: Sklog, line: str) -> None:
    """A signature by a key that counts for nothing here is named, and does not hold."""
    keys = {name: " ".join(Path(f"{name}.pub").read_text("utf-8").split()[:2]) for name in ("anna", "bene")}
    Path("signers").write_text(line.format(**keys), "utf-8")
    ran = run("check", "--signers", "signers")
    assert ran.code == 3
    assert "which is not the key of any signer" in ran.err
    signed("check", "--signature")


def test_who_has_not_signed_is_named(signed: Sklog) -> None:
    """For each evening that is closed: whoever is among the signers and has not signed it. That alone is no fault."""
    for day, last in (("20", ("close",)), ("21", ("show",))):
        signed("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", f"2026-11-{day}")
        signed(*last)
    answer = signed("check", "--signers", str(signer("anna", "bene"))).out.splitlines()
    assert answer[1:3] == [
        "evening 1 (Stammtisch): not signed by bene",
        "evening 2 (Stammtisch): not signed by anna, bene",
    ]
    assert len(answer) == 4


def test_who_has_to_sign(signed: Sklog, run: Sklog) -> None:
    """With --require it is a fault that somebody has not signed, as long as that is so."""
    words = ("check", "--require", "--signers", str(signer("anna", "bene")))
    ran = run(*words)
    assert (ran.code, ran.err) == (3, "evening 1 (Stammtisch): not signed by bene\n")
    signed("close", "--sign", "bene", "--session", "1")
    assert "not signed" not in signed(*words).out


def test_who_has_to_sign_is_said(table: Sklog, run: Sklog) -> None:
    """Nobody is required to sign where no signer is named."""
    ran = run("check", "--require")
    assert (ran.code, ran.out) == (2, "")
    assert "say who has to sign: sklog check --require --signers FILE" in ran.err
    table("check")


def test_one_of_two_keys_is_enough(signed: Sklog) -> None:
    """Who has two keys signs with one of them."""
    Path("signers").write_text(signer("anna", "bene").read_text("utf-8").replace("bene ", "anna "), "utf-8")
    assert "not signed" not in signed("check", "--require", "--signers", "signers").out


def test_a_public_key_that_has_not_signed(signed: Sklog, run: Sklog) -> None:
    """It is named by its fingerprint, and in quotes by what it calls itself."""
    ran = run("check", "--require", "--signers", "anna.pub", "--signers", "bene.pub")
    assert (ran.code, ran.err) == (3, f"evening 1 (Stammtisch): not signed by {shown('bene')}\n")
    assert signed is not None


def test_an_evening_that_is_open_again_was_to_be_signed(signed: Sklog, run: Sklog) -> None:
    """As long as somebody has signed it, whoever has not is named."""
    signed("reopen")
    assert "evening 1 (Stammtisch): not signed by bene\n" in run("check", "--signers", str(signer("anna", "bene"))).out


def test_a_table_of_a_tournament_is_not_to_be_signed(ok: Sklog, run: Sklog) -> None:
    """There people sign their list on paper."""
    made("anna")
    ok("tournament", "new", "Rennen", "--tariff", "bsv")
    for name in ("Anna", "Bene", "Christl", "Dani"):
        ok("tournament", "enter", name)
    ok("tournament", "draw")
    ok("tournament", "table", "1", "--begin")
    for evening in ("2", "1"):
        ok("close", "--session", evening)
    ran = run("check", "--signers", "anna.pub")
    assert (ran.code, ran.err) == (3, "nobody has signed an evening\n")
    assert "not signed" not in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "signers names no signer", id="empty"),
        pytest.param("anna", "signers, line 1: that is not a signer", id="no-key"),
        pytest.param("# whose\nanna ssh-ed25519 AAAA", "signers, line 2: that is not a signer", id="broken-key"),
        pytest.param('anna namespace="git" {key}', "signers, line 1: that is not a signer", id="unknown-option"),
        pytest.param('anna Namespaces="git" {key}', "signers, line 1: that is not a signer", id="capitals"),
        pytest.param(
            'anna namespaces="git",namespaces="sklog" {key}', "signers, line 1: that is not a signer", id="twice"
        ),
        pytest.param(
            'anna {key}\nanna namespaces="git" {key}',
            'signers, line 2: that line can sign nothing here: namespaces="git" leaves out sklog\n',
            id="for-another-program",
        ),
        pytest.param(
            'anna namespaces="*,!sklog",valid-before="20200101" {key}', '="*,!sklog" leaves out sklog', id="for-others"
        ),
        pytest.param(
            'anna namespaces="sklog",cert-authority {key}',
            "signers, line 1: that line can sign nothing here: cert-authority is for certificates only\n",
            id="for-certificates",
        ),
        pytest.param("!anna {key}", "signers, line 1: that is not a signer", id="nobody"),
        pytest.param("\0\1\2", "signers, line 1: that is not a signer", id="binary"),
    ],
)
def test_a_file_of_signers_that_cannot_be_read(signed: Sklog, run: Sklog, text: str, said: str) -> None:
    """A line that is not understood is named: passed over, it could let a stranger in."""
    Path("signers").write_text(text.format(key=Path("anna.pub").read_text("utf-8").strip()), "utf-8")
    ran = run("check", "--signers", "signers")
    assert ran.code == 1
    assert said in ran.err
    signed("check")


# -- forgery ------------------------------------------------------------------------------------------


def rewritten(path: Path = LEDGER, *, sealed: bool = True, **columns: str) -> None:
    """Change the one signature as somebody would who knows how; `sealed` gives it the seal that fits."""
    with opened(path) as ledger:
        [(trigger,)] = ledger.execute("SELECT sql FROM sqlite_master WHERE name = 'signature_is_never_updated'")
        ledger.execute("DROP TRIGGER signature_is_never_updated")
        for column, value in columns.items():
            ledger.execute(f"UPDATE signature SET {column} = ?", (value,))  # noqa: S608  our own words
        row = ledger.execute("SELECT id, session_id, at, who, said, public_key, signed FROM signature").fetchone()
        if sealed:
            ledger.execute("UPDATE signature SET seal = ?", (chain.sealed(*row),))
        ledger.execute(trigger)


def by(name: str, said: str, namespace: str = "sklog") -> str:
    """Return what somebody's key makes of a text."""
    return asyncssh.create_sshsig(asyncssh.read_private_key(name), said.encode(), namespace=namespace).decode()


FORGERIES: dict[str, Callable[[signatures.Signature], dict[str, str]]] = {
    "text": lambda one: {"said": one.said.replace("hands: 2", "hands: 3")},
    "signature": lambda one: {"signed": one.signed.replace("A", "B")},
    "no signature": lambda _one: {"signed": ""},
    "no key": lambda _one: {"public_key": "ssh-ed25519 AAAA anna@laptop"},
    "for another program": lambda one: {"signed": by("anna", one.said, "git")},
    "somebody else under that key": lambda one: {"signed": by("bene", one.said)},
    "a short key": lambda one: {"public_key": _short_key(), "signed": by("short", one.said)},
}


def _short_key() -> str:
    return made("short", "ssh-rsa", key_size=2040).with_suffix(".pub").read_text("utf-8").strip()


@pytest.mark.parametrize("how", FORGERIES)
def test_a_changed_signature(signed: Sklog, run: Sklog, how: str) -> None:
    """It proves nothing, also under a seal that fits; without one, `check` alone sees it."""
    changed = FORGERIES[how](kept()[0])
    rewritten(sealed=False, **changed)
    assert "the stored data of its signatures was changed" in run("check").err
    rewritten()
    signed("check")
    ran = run("check", "--signature")
    assert ran.code == 3
    assert "but it was not: it was forged" in ran.err


SHOWN = {
    "sheet": ("report", "session"),
    "log": ("session", "log"),
    "reopen": ("reopen",),
    "sign": ("close", "--sign", "bene", "--session", "1"),
}
DAMAGED = (1, "", "evening 1 is damaged: sklog check shows what differs\n")


@pytest.mark.parametrize("words", SHOWN.values(), ids=SHOWN)
def test_what_a_disk_changed_is_not_shown(signed: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Who signed, and when, is shown as it was kept, or not at all; nothing is stored behind that."""
    rewritten(sealed=False, at="2020-01-01T12:00:00.000+00:00", public_key=Path("bene.pub").read_text("utf-8"))
    before = LEDGER.read_bytes()
    assert run(*words) == DAMAGED
    assert LEDGER.read_bytes() == before
    signed("show")


@pytest.mark.usefixtures("signed")
def test_what_a_disk_changed_is_not_judged(run: Sklog) -> None:
    """A key's name that somebody wrote beside a signature is not said of it, though the signature would hold."""
    rewritten(sealed=False, public_key=f"{' '.join(kept()[0].public_key.split()[:2])} Bene")
    ran = run("check", "--signature")
    assert (ran.code, ran.out) == (3, "")
    assert "evening 1 (Stammtisch): none of its signatures counts: their stored data was changed\n" in ran.err
    assert "Bene" not in ran.err


def test_what_is_no_text_under_a_seal_that_fits(signed: Sklog, run: Sklog) -> None:
    """Who goes past the kinds of the columns ends no command in a traceback."""
    parts = unguarded(LEDGER)
    with opened() as ledger:
        ledger.execute("UPDATE signature SET at = x'3230'")
        row = ledger.execute("SELECT id, session_id, at, who, said, public_key, signed FROM signature").fetchone()
        ledger.execute("UPDATE signature SET seal = ?", (chain.sealed(*row),))
    guarded(LEDGER, parts)
    assert run("session", "log") == DAMAGED
    assert run("check", "--signature").code == 3
    signed("show")


def test_a_text_that_names_no_digest(signed: Sklog, run: Sklog) -> None:
    """It may be a newer sklog's: none is made up for it."""
    said = kept()[0].said.replace("sklog evening v1", "sklog evening v2")
    rewritten(said=said, signed=by("anna", said))
    for words in (("report", "session"), ("session", "log")):
        answer = " ".join(signed(*words).out.split())
        assert "but the signed text has no digest of an evening; sklog check --signature tells you more." in answer
        assert "0000-0000" not in answer
    assert "the signed text is not about this evening, or this sklog" in run("check", "--signature").err


def test_an_evening_without_an_identity(signed: Sklog, run: Sklog) -> None:
    """Where the text names none either, that is no text about this evening."""
    parts = unguarded(LEDGER)
    with opened() as ledger:
        ledger.execute("UPDATE session SET uid = ''")
        upgrade.link_all(ledger)
        sealed_again(ledger, 1)
    guarded(LEDGER, parts)
    said = signing.signed_text(sklog.Ledger(LEDGER).evening()._replace(digest=b""))
    rewritten(said=said, signed=by("anna", said))
    ran = run("check", "--signature")
    assert ran.code == 3
    assert "the signed text is not about this evening, or this sklog does not know its form" in ran.err
    signed("show")


def test_a_key_with_a_second_line(signed: Sklog, run: Sklog) -> None:
    """Whose fingerprint is shown is whose signature was proved: a second key behind the first one is not asked."""
    anna, bene = (Path(f"{name}.pub").read_text("utf-8").strip() for name in ("anna", "bene"))
    rewritten(public_key=f"{bene}\nsigner {anna}")
    assert run("check", "--signature").code == 3
    signed("check")


def test_what_was_signed_is_changed(signed: Sklog, run: Sklog) -> None:
    """Who writes a whole evening anew, with digests that fit, has no signature to go with it."""
    [signature] = kept()
    other = sklog.Ledger("forged.db")
    other.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], date="2026-11-19")
    other.record("w a")
    other.close_evening(sign="bene")
    rewritten(Path("forged.db"), **signature._asdict())
    signed("--db", "forged.db", "check")
    ran = run("--db", "forged.db", "check", "--signature")
    assert ran.code == 3
    assert "the signed text is not about this evening, or this sklog does not know its form" in ran.err


def test_a_digest_that_never_was(signed: Sklog, run: Sklog) -> None:
    """What was signed of a ledger that went on otherwise is not what is here."""
    said = kept()[0].said.replace(kept()[0].digest.hex(), "00" * 16)
    rewritten(said=said, signed=by("anna", said))
    ran = run("check", "--signature")
    assert ran.code == 3
    assert "the signed text has the digest 0000-0000-0000-0000, which this evening never had" in ran.err
    signed("check")


@pytest.mark.parametrize(
    ("right", "wrong"), [("hands: 2", "hands: 20"), ('"Anna"', '"Anne"'), ("balance: ", "balance: 1"), ("Stam", "stam")]
)
def test_other_balances_under_a_right_digest(signed: Sklog, run: Sklog, right: str, wrong: str) -> None:
    """What somebody signed is compared with what was recorded, not its digest alone."""
    assert right in kept()[0].said
    said = kept()[0].said.replace(right, wrong)
    rewritten(said=said, signed=by("anna", said))
    ran = run("check", "--signature")
    assert ran.code == 3
    assert "the signed text has other hands or balances than recorded" in ran.err
    signed("check")


def test_a_signature_that_was_removed(signed: Sklog, run: Sklog) -> None:
    """Rows are counted: one that is gone shows."""
    with opened() as ledger:
        forged(ledger, "DELETE FROM signature")
    assert "1 rows of signature were recorded, and 0 are there" in run("check").err
    signed("show")


def test_a_name_with_umlauts(table: Sklog) -> None:
    """A key may be called as its owner is, and a signer as well."""
    key = asyncssh.generate_private_key("ssh-ed25519", comment="Jörg Müller")
    Path("jörg").write_bytes(key.export_private_key("openssh"))
    assert '(which calls itself "Jörg Müller"):' in table("close", "--sign", "jörg").out
    assert '"Jörg Müller"); it is as it was signed' in table("check", "--signature").out
    Path("signers").write_text(f"Jörg {key.export_public_key('openssh').decode()}", "utf-8")
    assert ", the key of Jörg; it is as it was signed" in table("check", "--signers", "signers").out


WHERE = [("check", "--signature"), ("report", "session"), ("session", "log"), ("verify", LEDGER.name), ("reopen",)]


@pytest.mark.parametrize("words", WHERE, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("comment", "called"),
    [
        pytest.param("\x1b[2J<b>evil\u202e", r"\u{1b}[2J<b>evil\u{202e}", id="letters that steer"),
        pytest.param("Anna\u201d\u02ba\\", r"Anna\u{201d}\u{2ba}\u{5c}", id="quotes"),
        pytest.param('" proved', r"\u{22} proved", id="a quote"),
        pytest.param("\u0410nna", r"\u{410}nna", id="a letter that only looks alike"),
        pytest.param("SHA256:abc…", r"SHA256:abc\u{2026}", id="a fingerprint"),
        pytest.param("x" * 9_000, f"{'x' * 40}…", id="long"),
    ],
)
def test_a_key_with_a_hostile_name(signed: Sklog, words: tuple[str, ...], comment: str, called: str) -> None:
    """What a key calls itself stands in quotes behind its fingerprint, short, and as Latin letters alone."""
    rewritten(public_key=f"{' '.join(kept()[0].public_key.split()[:2])} {comment}")
    assert shown("anna", called) in " ".join(signed(*words).out.split())


@given(st.text())
def test_what_a_key_calls_itself_ends_with_its_quote(comment: str) -> None:
    """Whatever it is, the fingerprint stands first, two quotes are there, and nothing that steers or hides."""
    key = f"ssh-ed25519 AAAA {comment}"
    said = signatures.shown(key)
    called = r' \(which calls itself "[^"]{1,41}"\)'
    assert re.fullmatch(rf"{re.escape(signatures.fingerprint(key))}({called})?", said)
    assert clean(said) == said


def test_a_key_with_a_hostile_name_on_a_page(signed: Sklog) -> None:
    """It is text there, whatever is written in it."""
    rewritten(public_key=f"{' '.join(kept()[0].public_key.split()[:2])} <b>evil</b>")
    page = signed("report", "session", "--format", "html").out
    assert "(which calls itself &quot;&lt;b&gt;evil&lt;/b&gt;&quot;), on " in page
    assert "<b>evil" not in page


def test_programs_are_told_who_signed(signed: Sklog) -> None:
    """The sheet as JSON has the fingerprint, what the key calls itself, when that was, and which digest was signed."""
    [one] = kept()
    answer = json.loads(signed("report", "session", "--format", "json").out)
    assert answer["signatures"] == [
        {
            "fingerprint": asyncssh.read_public_key("anna.pub").get_fingerprint(),
            "calls_itself": "anna@laptop",
            "at": one.at,
            "digest": answer["digest"],
        }
    ]


@pytest.mark.parametrize("kind", KINDS.values())
def test_the_fingerprint_is_that_of_ssh_keygen(folder: Path, kind: str) -> None:
    """Of each kind of key; what is no key has none."""
    key = asyncssh.generate_private_key(kind)
    assert signatures.fingerprint(key.export_public_key("openssh").decode()) == key.get_fingerprint()
    assert folder


@pytest.mark.parametrize("text", ["", "ssh-ed25519", "ssh-ed25519 A", "ssh-ed25519 Ä"])
def test_what_is_no_key_has_no_fingerprint(text: str) -> None:
    """Nothing is made up for it that could be somebody's."""
    assert signatures.shown(text) == "SHA256:?"


def test_so_many_signatures_and_no_more(signed: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening takes a hundred: a file with more was made to keep somebody busy."""
    signed("close", "--sign", "bene", "--session", "1")
    monkeypatch.setattr(signing, "MOST", 1)
    made("eva")
    refused = run("close", "--sign", "eva")
    assert (refused.code, refused.err) == (1, "the evening 'Stammtisch' has 2 signatures and takes no more\n")
    ran = run("verify", LEDGER.name)
    assert ran.code == 3
    assert "evening 1 has more than 1 signatures" in ran.err


def test_a_signature_by_no_key_is_not_taken_over(signed: Sklog) -> None:
    """A hundred of them would leave no place for those of the table."""
    shutil.copy(LEDGER, "other.db")
    with opened(Path("other.db")) as ledger:
        said = signing.signed_text(evenings.by_number(ledger, 1))
        for number in range(3):
            row = (2 + number, 1, "2026-11-19T20:00:00+00:00", "eve", said, f"ssh-ed25519 AAAA anna{number}", "x")
            ledger.execute("INSERT INTO signature VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, chain.sealed(*row)))
    signed("merge", "other.db", "--yes")
    assert len(kept()) == 1


def test_a_damaged_evening_is_not_as_it_was_signed(signed: Sklog, run: Sklog) -> None:
    """Nothing is said about it that the facts do not prove."""
    with opened() as ledger:
        forged(ledger, "UPDATE entry SET fact = replace(fact, 'Anna', 'Bene') WHERE id = 1")
    ran = run("check", "--signature")
    assert ran.code == 3
    assert "the evening is damaged, and nothing proves that it is what was signed" in ran.err
    assert signed is not None


# -- elsewhere ----------------------------------------------------------------------------------------


def test_merge_brings_it(signed: Sklog) -> None:
    """An evening comes with its signatures, once."""
    answer = signed("--db", "mine.db", "merge", transcripts.LEDGER, "--yes").out
    assert "Taken over: 1 evening.\nTaken over: 1 signature.\n" in answer
    assert kept(Path("mine.db")) == kept()
    assert fate(signed("--db", "mine.db", "check", "--signature")) == "it is as it was signed"
    assert "There is nothing to take over" in signed("--db", "mine.db", "merge", transcripts.LEDGER, "--yes").out
    assert len(kept(Path("mine.db"))) == 1


def test_merge_brings_a_signature_of_an_evening_that_is_here(signed: Sklog, run: Sklog) -> None:
    """Bene signs his copy of the evening, and Anna takes that over: nothing else changes."""
    shutil.copy(LEDGER, "benes.db")
    signed("--db", "benes.db", "close", "--sign", "bene")
    assert run("merge", "benes.db").code == 1  # nobody can be asked
    assert "Taken over: 1 signature.\n" in signed("merge", "benes.db", "--yes").out
    assert kept() == kept(Path("benes.db"))
    assert signed("check", "--signature").out.count("it is as it was signed") == 2
    assert "There is nothing to take over" in signed("merge", "benes.db", "--yes").out


def test_merge_leaves_a_signature_of_what_is_not_here(signed: Sklog, run: Sklog) -> None:
    """One of a digest that the evening has not had here would say nothing about it."""
    shutil.copy(LEDGER, "benes.db")
    signed("--db", "benes.db", "reopen")
    signed("--db", "benes.db", "add", "x")
    signed("--db", "benes.db", "close", "--sign", "bene")
    assert "signature" not in run("merge", "benes.db", "--yes").out
    assert len(kept()) == 1
    assert "Taken over: 1 signature.\n" in signed("merge", "benes.db", "--forward", "--yes").out
    assert len(kept()) == 2


def test_copies_hold_it(signed: Sklog) -> None:
    """A copy, and what is restored from it, has what people signed."""
    signed("backup", "copy.db")
    LEDGER.unlink()
    signed("restore", "copy.db", "--yes")
    assert fate(signed("check", "--signature")) == "it is as it was signed"


def test_a_copy_with_a_signature_is_not_given_up(signed: Sklog, run: Sklog) -> None:
    """It holds what the ledger has not: `backup` puts no other in its place."""
    shutil.copy(LEDGER, "copy.db")
    signed("--db", "copy.db", "close", "--sign", "bene")
    assert "copy.db is not an earlier copy of this ledger, and is kept" in run("backup", "copy.db").err
    signed("merge", "copy.db", "--yes")
    signed("backup", "copy.db")
    assert backup.holding(Path("copy.db")).evenings == 1


def test_nothing_else_is_stored(table: Sklog) -> None:
    """Signing what is closed adds one row, and counts it; no command, no entry."""
    table("close")
    with opened() as ledger:
        before = set(dump(ledger))
    table("close", "--sign", "anna")
    with opened() as ledger:
        added = sorted(line.partition("(")[0] for line in set(dump(ledger)) - before)
    assert added == ['INSERT INTO "recorded" VALUES', 'INSERT INTO "signature" VALUES']


# -- ssh-keygen ---------------------------------------------------------------------------------------


needs_ssh_keygen = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")


def keygen(*words: str, stdin: str = "") -> str:
    """Run ssh-keygen; return what it says."""
    program = shutil.which("ssh-keygen") or "ssh-keygen"
    ran = subprocess.run([program, *words], input=stdin, capture_output=True, text=True, check=True)
    return ran.stdout


@needs_ssh_keygen
@pytest.mark.parametrize("kind", KINDS)
def test_ssh_keygen_proves_ours(table: Sklog, kind: str) -> None:
    """The text and the signature are what `ssh-keygen -Y verify` reads, with a key that ssh-keygen made."""
    keygen("-q", "-t", kind, "-N", SECRET, "-C", "eva@laptop", "-f", "eva")
    sklog.Ledger(LEDGER).close_evening(sign="eva", passphrase=SECRET)
    [one] = kept()
    Path("evening.sig").write_text(one.signed, "utf-8")
    words = ("-Y", "verify", "-f", str(signer("eva")), "-I", "eva", "-n", "sklog", "-s", "evening.sig")
    assert keygen(*words, stdin=one.said).startswith('Good "sklog" signature for eva with ')
    assert ", the key of eva; it is as it was signed" in table("check", "--signers", "signers").out


@needs_ssh_keygen
@pytest.mark.parametrize(
    ("options", "good"),
    [
        pytest.param('namespaces="file,sk*" ', True, id="pattern"),
        pytest.param('namespaces="*,!git" ', True, id="all-but-one"),
        pytest.param('namespaces="git" ', False, id="another"),
        pytest.param('namespaces="*,!sklog" ', False, id="all-but-ours"),
        pytest.param('namespaces="" ', False, id="none"),
        pytest.param('namespaces="git, sklog" ', False, id="space"),
        pytest.param('namespaces="git",namespaces="sklog" ', False, id="twice"),
        pytest.param("cert-authority ", False, id="certificates"),
    ],
)
def test_we_read_options_as_ssh_keygen_does(signed: Sklog, run: Sklog, options: str, *, good: bool) -> None:
    """A line with which it proves nothing is refused here, and no other one."""
    Path("evening.sig").write_text(kept()[0].signed, "utf-8")
    Path("signers").write_text(f"anna {options}{Path('anna.pub').read_text('utf-8')}", "utf-8")
    words = ("-Y", "verify", "-f", "signers", "-I", "anna", "-n", "sklog", "-s", "evening.sig")
    with contextlib.nullcontext() if good else pytest.raises(subprocess.CalledProcessError):
        keygen(*words, stdin=kept()[0].said)
    assert run("check", "--signers", "signers").code == (0 if good else 1)
    signed("check", "--signature")


@needs_ssh_keygen
@pytest.mark.parametrize("kind", KINDS)
def test_we_prove_what_ssh_keygen_signed(signed: Sklog, kind: str) -> None:
    """A signature that ssh-keygen made of the same text holds as well."""
    keygen("-q", "-t", kind, "-N", "", "-C", "eva@laptop", "-f", "eva")
    Path("text").write_text(kept()[0].said, "utf-8")
    keygen("-q", "-Y", "sign", "-n", "sklog", "-f", "eva", "text")
    proof, key = Path("text.sig").read_text("utf-8"), Path("eva.pub").read_text("utf-8").strip()
    rewritten(signed=proof, public_key=key)
    assert ", the key of eva; it is as it was signed" in signed("check", "--signers", str(signer("eva"))).out
