"""`sklog verify`: files that others made are proved and compared, and stay as they are."""

import contextlib
import errno
import itertools
import os
import shutil
import sys
from pathlib import Path

import pytest

import sklog
from sklog.cli import common
from sklog.ledger import chain, correct, people, record
from sklog.ledger.facts import RENAME, Command, Recording
from sklog.vault import commands_check, signing
from tests import transcripts
from tests.conftest import Sklog
from tests.copied import OLDER
from tests.recorded import forged
from tests.vault.test_signatures import made, opened

pytestmark = pytest.mark.long

LEDGER = transcripts.LEDGER
PAGES = ("sheet.txt", "sheet.md", "sheet.html", "sheet.json", "sheet.csv")


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with a closed evening, and a copy of the ledger from before its last hand."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
    ok("add", "s", "ac")
    shutil.copy(LEDGER, "before.db")
    ok("add", "w", "b-")
    ok("close")
    return ok


def digest(path: str = LEDGER) -> str:
    """Return the short digest of a ledger's newest evening."""
    return chain.short(sklog.Ledger(path).evening().digest)


# -- one ledger ---------------------------------------------------------------------------------------


def test_what_a_ledger_holds(table: Sklog) -> None:
    """A line says how much there is, the newest evening and its digest, and that everything agrees."""
    assert table("verify", LEDGER).out == (
        f"{LEDGER}: a ledger, 1 evening, 2 hands; the newest is Stammtisch, 19 Nov 2026, digest {digest()};"
        " everything agrees with the recorded facts\n"
    )


def test_a_ledger_without_an_evening(ok: Sklog, folder: Path) -> None:
    """It is named as what it is."""
    with contextlib.suppress(sklog.Refused), sklog.Ledger(folder / "made.db").writing(create=True):
        raise sklog.Refused
    assert ok("verify", "made.db").out == "made.db: a ledger without an evening; it is built as sklog makes it\n"


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_an_older_ledger_stays_of_its_version(ok: Sklog, file: Path) -> None:
    """It is proved as any other, and not one byte of it changes; nothing is made beside it."""
    shutil.copy(file, "old.db")
    before = Path("old.db").read_bytes()
    assert "everything agrees with the recorded facts" in ok("verify", "old.db").out
    assert Path("old.db").read_bytes() == before
    assert [path.name for path in Path().iterdir()] == ["old.db"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param("UPDATE posting SET amount = amount * 2", "the stored postings are not", id="money"),
        pytest.param(
            "UPDATE entry SET fact = replace(fact, 'Anna', 'Bene')", "the chain of facts is broken", id="fact"
        ),
        pytest.param("DROP VIEW balance; CREATE VIEW balance AS SELECT 1", "not as sklog makes it", id="view"),
        pytest.param("CREATE TRIGGER x AFTER INSERT ON entry BEGIN SELECT 1; END", "trigger x", id="trigger"),
        pytest.param("PRAGMA user_version = 99", "was written by a newer sklog", id="newer"),
        pytest.param("PRAGMA application_id = 1", "is a database, but not a ledger of sklog", id="foreign"),
    ],
)
def test_a_ledger_that_does_not_prove(table: Sklog, run: Sklog, change: str, said: str) -> None:
    """Exit 3, what is wrong on stderr, and every other file is looked at all the same."""
    shutil.copy(LEDGER, "wrong.db")
    with opened(Path("wrong.db")) as ledger:
        forged(ledger, change)
    ran = run("verify", "wrong.db", LEDGER)
    assert ran.code == 3
    assert said in ran.err
    assert all("wrong.db" in line for line in ran.err.splitlines())
    assert ran.out.startswith(f"{LEDGER}: a ledger, 1 evening")
    table("check")


def test_a_ledger_that_was_cut_off_is_named_once(table: Sklog, run: Sklog) -> None:
    """In our words, not in SQLite's."""
    Path("cut.db").write_bytes(Path(LEDGER).read_bytes()[:3000])
    ran = run("verify", "cut.db", LEDGER)
    assert (ran.code, ran.err) == (3, "cut.db is damaged, or its disk is failing\n")
    table("check")


@pytest.mark.parametrize("name", ["nowhere.db", "."], ids=["missing", "folder"])
def test_what_is_no_file(run: Sklog, name: str) -> None:
    """A name that is wrong is said before anything is proved."""
    assert (run("verify", name).code, run("verify", name).out) == (1, "")


@pytest.mark.parametrize("fails", [0, 1, 2], ids=["first", "second", "third"])
def test_a_disk_that_cannot_look_is_no_missing_file(table: Sklog, monkeypatch: pytest.MonkeyPatch, fails: int) -> None:
    """Whichever look at a file fails: what the system said is told."""
    table("show")
    looks, look = itertools.count(), os.stat

    def failing(path: Path, **kinds: bool) -> os.stat_result:
        if next(looks) == fails:
            raise OSError(errno.EIO, "Input/output error", str(path))
        return look(path, **kinds)

    monkeypatch.setattr(os, "stat", failing)
    monkeypatch.setattr(Path, "stat", failing)
    with pytest.raises(OSError, match="Input/output error"):
        common.known_file(Path(LEDGER))


# -- several ----------------------------------------------------------------------------------------


def compared(ran: transcripts.Ran) -> str:
    """Return what is said of two ledgers beside one another."""
    return (ran.err or ran.out).splitlines()[-1]


def test_which_of_two_is_newer(table: Sklog) -> None:
    """By what is recorded in them; a file's date says nothing."""
    shutil.copy(LEDGER, "same.db")
    assert compared(table("verify", LEDGER, "same.db")) == f"same.db and {LEDGER} have the same evenings"
    newer = f"{LEDGER} is newer: it has everything in before.db, and more"
    assert compared(table("verify", "before.db", LEDGER)) == newer
    assert (
        compared(table("verify", LEDGER, "before.db")) == f"before.db is older: {LEDGER} has everything in it, and more"
    )


def test_each_may_hold_more(table: Sklog) -> None:
    """Neither is newer where each has an evening of its own."""
    table("--db", "before.db", "start", "Verein", "--players", "Anna,Bene,Christl,Dani")
    said = f"before.db and {LEDGER} each have something that the other does not"
    assert compared(table("verify", LEDGER, "before.db")) == said


def test_two_versions_of_an_evening(table: Sklog, run: Sklog) -> None:
    """They are named: exit 3."""
    table("--db", "before.db", "add", "g", "a")
    ran = run("verify", LEDGER, "before.db")
    assert ran.code == 3
    assert compared(ran) == f"before.db: these evenings are other versions of those in {LEDGER}: 1 (Stammtisch)"


def test_two_people_who_have_changed_their_names(table: Sklog, run: Sklog) -> None:
    """Under the word of a merge, which only says names: the money of one stands beside the name of the other."""
    shutil.copy(LEDGER, "other.db")
    with opened(Path("other.db")) as ledger:
        said = Recording(ledger, 1, Command("merge", "x.db", "2026-11-20T20:00:00.000+00:00"))
        for names in (("Anna", "x"), ("Bene", "Anna"), ("x", "Bene")):
            said.add(RENAME, fact={"rename": names, "merge": False})
        record.make_accounts(ledger, ["x"])
        people.respell(ledger)
        correct.rebuild(ledger, 1)
    ran = run("verify", LEDGER, "other.db")
    assert ran.code == 3
    assert compared(ran) == f"other.db: these evenings are other versions of those in {LEDGER}: 1 (Stammtisch)"
    assert "the same" in table("merge", "other.db").out


# -- pages and digests --------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_compared_by_its_digest(table: Sklog, run: Sklog, page: str) -> None:
    """With the ledger that is named: which evening it is, and how that stands there."""
    table("report", "session", "-o", page)
    if page.endswith(".csv"):  # which has its table alone
        assert run("verify", page, LEDGER).code == 3
        return
    said = table("verify", page, LEDGER).out.splitlines()[1]
    assert said.startswith(
        f"{page}: {digest()} is evening 1 of {LEDGER} (Stammtisch, 19 Nov 2026) as it is there, after 2"
    )
    assert said.endswith("after 2 hands: Anna +0.70 €; Bene −1.70 €; Christl +0.70 €; Dani +0.30 €; Stock 0.00 €")


def test_a_page_alone_is_compared_with_ones_own_ledger(table: Sklog, run: Sklog) -> None:
    """Which is only read for that, as any other file; without one, that is said."""
    table("report", "session", "-o", "sheet.html")
    before = Path(LEDGER).read_bytes()
    assert f"sheet.html: {digest()} is evening 1 of " in table("verify", "sheet.html").out
    assert Path(LEDGER).read_bytes() == before
    ran = run("verify", "sheet.html", "--db", "before.db")
    assert ran.code == 3
    assert f"sheet.html: no evening of these ledgers has had the digest {digest()}" in ran.err


def test_an_older_page(table: Sklog, run: Sklog) -> None:
    """Where more was recorded since, the page is of before: exit 3, as `check --digest` says it."""
    table("report", "session", "-o", "sheet.txt")
    noted = digest()
    table("reopen")
    ran = run("verify", "sheet.txt", LEDGER)
    assert ran.code == 3
    assert f"sheet.txt: {noted} was evening 1 of {LEDGER} (Stammtisch, 19 Nov 2026); more was recorded" in ran.err


def test_a_digest_that_somebody_noted(table: Sklog, run: Sklog) -> None:
    """Is looked for in every ledger; one that is none is wrong usage."""
    assert f"--digest: {digest()} is evening 1 of {LEDGER}" in table("verify", LEDGER, "--digest", digest()).out
    ran = run("verify", "before.db", "--digest", digest())
    assert ran.code == 3
    assert f"--digest: no evening of these ledgers has had the digest {digest()}" in ran.err
    assert run("verify", LEDGER, "--digest", "x").code == 2


def test_more_digests_than_are_compared(table: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of which a part was compared with nothing is not called proved."""
    table("start", "Verein", "--players", "Anna,Bene,Christl,Dani")
    for number in ("1", "2"):
        table("report", "session", "--session", number, "-o", f"{number}.txt")
    Path("both.txt").write_text(Path("1.txt").read_text("utf-8") + Path("2.txt").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(commands_check, "MOST_NOTED", 2)
    assert table("verify", "both.txt").out.count("both.txt: ") == 2
    monkeypatch.setattr(commands_check, "MOST_NOTED", 1)
    ran = run("verify", "both.txt")
    assert (ran.code, ran.out.count("both.txt: ")) == (3, 1)
    assert ran.err == "both.txt: it has more digests than the 1 compared here\n"


def test_a_page_that_is_not_read_to_its_end(table: Sklog, run: Sklog) -> None:
    """What stands behind the first 5 MB is compared with nothing, so the page is not called proved."""
    table("report", "session", "-o", "sheet.txt")
    page = Path("sheet.txt").read_bytes().ljust(5_000_000)
    Path("sheet.txt").write_bytes(page)
    table("verify", "sheet.txt")
    said = "sheet.txt: only its first 5 MB were read, and no digest after them is compared\n"
    for text in (page + b" ", b" " * 5_000_000 + page):
        Path("sheet.txt").write_bytes(text)
        ran = run("verify", "sheet.txt")
        assert (ran.code, ran.err) == (3, said)


@pytest.mark.parametrize(
    "data", [b"", b"hello\n", b"\xff\xfe\0", b"SQLite format 3\0"], ids=["empty", "text", "bytes", "head"]
)
def test_what_is_neither(table: Sklog, run: Sklog, data: bytes) -> None:
    """No ledger, and no page with a digest: exit 3, and nothing else is missed."""
    Path("other").write_bytes(data)
    ran = run("verify", "other", LEDGER)
    assert ran.code == 3
    assert "other" in ran.err
    assert "everything agrees" in ran.out
    table("check")


def test_what_is_quoted_cannot_steer_the_terminal(table: Sklog, run: Sklog) -> None:
    """A file's name is hostile as well."""
    table("report", "session", "-o", "sheet.txt")
    Path("sheet.txt").rename("\x1b[2Jsheet.txt")
    ran = run("verify", "\x1b[2Jsheet.txt", LEDGER)
    assert ran.code == 0
    assert "\x1b" not in ran.out + ran.err


# -- signatures ---------------------------------------------------------------------------------------


def test_who_signed_it(table: Sklog, run: Sklog) -> None:
    """Signatures are proved with everything else, and with --signers nobody else's count."""
    table("close", "--sign", str(made("anna")), "--session", "1")
    made("bene")
    assert f"{LEDGER}: evening 1 (Stammtisch): signed by SHA256:" in table("verify", LEDGER).out
    assert '(which calls itself "anna@laptop"); it is' in table("verify", LEDGER, "--signers", "anna.pub").out
    assert run("verify", LEDGER, "--signers", "bene.pub").code == 3
    assert run("verify", "before.db", "--signers", "anna.pub").code == 3


def test_what_is_suggested_names_the_file(table: Sklog, run: Sklog) -> None:
    """What came since somebody signed is asked of the file that was sent, not of one's own ledger."""
    table("close", "--sign", str(made("anna")), "--session", "1")
    table("reopen")
    shutil.copy(LEDGER, "sent to me.db")
    said = run("verify", "sent to me.db").err
    assert "it is not as it was signed: sklog --db 'sent to me.db' check --digest " in said


def test_without_the_library(table: Sklog, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """All else is proved, and one sentence says what was not; who asks for signers is refused."""
    table("close", "--sign", str(made("anna")), "--session", "1")
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    ran = run("verify", LEDGER)
    assert (ran.code, "everything agrees" in ran.out) == (0, True)
    assert "signatures need one more package" in ran.err
    assert run("verify", LEDGER, "--signers", "anna.pub").code == 1


def test_the_documents_state_the_limits_of_signatures_and_pages() -> None:
    """The figures in the table of `docs/trust.md` are those of the code."""
    page = (transcripts.ROOT / "docs" / "trust.md").read_text(encoding="utf-8").partition("### Limits\n")[2]
    stated = {
        f"| signatures of an evening | {signing.MOST} |",
        f"| digests on a page that `verify` compares | {commands_check.MOST_NOTED} |",
    }
    assert {figure for figure in stated if figure not in page} == set()
