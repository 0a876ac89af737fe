"""Evenings from before the rules in print, recorded or exported by an older sklog: each is what it was."""

import contextlib
import csv
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from sklog import tariffs, yaml_text
from sklog.ledger import evenings, history
from sklog.ledger.open import open_ledger
from sklog.vault.check import disagreements
from tests.conftest import Sklog

LEDGERS = Path(__file__).parent / "ledgers"
BEFORE = LEDGERS / "schema-6-older-rules.sqlite"
"""Recorded with the last program that knew none of them; so were the exported files beside it."""

EVENINGS = {
    # what everybody has at the end, and the Stock, as the program said that recorded them
    "Ohne für den Spieler": (-370, 670, -150, -150, 0),
    "Obergrenze mit Jungfrauen": (80, 140, 60, -280, 0),
    "Perlmutt und Hawaii": (30, -210, 110, 70, 0),
    "Klopfen und Bock": (-30, 450, 30, -450, 0),
    "Steigern": (490, -190, -150, -150, 0),
    "Ohne Steigern": (70, -130, 30, 30, 0),
    "Sonderrunden": (220, -60, 100, -340, 80),
    "Durchmarsch": (242, -178, -99, 35, 0),
}
POSTINGS = "SELECT entry_id, account_id, amount FROM posting ORDER BY entry_id, account_id"
FORMS = ["older-rules.jsonl", "older-rules.yaml"]


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return a ledger that an older sklog recorded."""
    return Path(shutil.copy(BEFORE, tmp_path / "ledger.db"))


def ends(path: Path) -> dict[str, tuple[int, ...]]:
    """Return what everybody has at the end of each evening when it is scored again, and the Stock."""
    with contextlib.closing(open_ledger(path, create=False)) as opened:
        recorded = [history.of_evening(opened, one).session for one in evenings.all_evenings(opened)]
    return {session.name: tuple(session.end().balances.values()) for session in recorded}


def test_an_evening_from_before_is_scored_as_it_was(ledger: Path) -> None:
    """Every evening ends with the amounts that were paid."""
    assert ends(ledger) == EVENINGS


def test_every_hand_from_before_moves_what_it_moved(ledger: Path) -> None:
    """Each posting is what it was, and everything agrees with the facts."""
    with contextlib.closing(sqlite3.connect(ledger)) as old:
        recorded = old.execute(POSTINGS).fetchall()
    with contextlib.closing(open_ledger(ledger, create=False)) as new:
        assert list(disagreements(new)) == []
        assert new.execute(POSTINGS).fetchall() == recorded


@pytest.mark.parametrize("file", FORMS)
def test_an_evening_exported_before_is_the_same_elsewhere(ok: Sklog, file: str) -> None:
    """A file that an older sklog wrote is imported with its amounts."""
    ok("import", str(LEDGERS / file))
    assert ends(Path("sklog.db")).items() <= EVENINGS.items()
    assert "everything agrees" in ok("check").out


@pytest.mark.parametrize("file", FORMS)
def test_an_evening_exported_before_is_there_already(ok: Sklog, ledger: Path, file: str) -> None:
    """A file that an older sklog wrote of an evening that is there changes nothing."""
    shutil.copy(ledger, "sklog.db")
    said = ok("import", str(LEDGERS / file)).out
    assert "imported" not in said.replace("unchanged", "")
    assert said.count("unchanged") == (1 if file.endswith("yaml") else len(EVENINGS))


@pytest.mark.parametrize(("form", "which"), [("yaml", "1"), ("jsonl", "2"), ("csv", "7")])
def test_an_evening_from_before_goes_through_a_file_of_today(ok: Sklog, ledger: Path, form: str, which: str) -> None:
    """Exported by this sklog it is the same evening, in the ledger that it came from and in another one."""
    shutil.copy(ledger, "sklog.db")
    ok("export", which, "--format", form, "-o", f"one.{form}")
    assert "unchanged" in ok("import", f"one.{form}").out
    ok("--db", "other.db", "import", f"one.{form}")
    assert ends(Path("other.db")).items() <= EVENINGS.items()


@pytest.mark.parametrize(
    ("said", "caller"),
    [
        pytest.param("{extends: sauspiel, name: haus, laufende: {ohne: caller}}", 80, id="inherited"),
        pytest.param("{%s}", 80, id="exported-today"),
    ],
)
def test_a_file_of_today_means_what_it_says_today(ok: Sklog, said: str, caller: int) -> None:
    """An identity alone makes no older file: where the opponents held three, the caller alone is paid them."""
    ok("start", "Heute", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    whole = Path("heute.yaml")
    ok("add", "s", "ab", "o3")
    ok("export", "-o", str(whole))
    text = whole.read_text(encoding="utf-8").replace("ohne: all", "ohne: caller")
    if "%s" not in said:
        tariff, hands = text.index("tariff:"), text.index("players:")
        text = f"{text[:tariff]}tariff: {said}\n{text[hands:]}"
    whole.write_text(text, encoding="utf-8")
    replayed = json.loads(ok("replay", str(whole), "--format", "json").out)
    assert replayed["balances"]["Anna"] == caller


@pytest.mark.long
@pytest.mark.parametrize("form", ["yaml", "jsonl", "csv"])
def test_a_tariff_within_an_evening_is_exported_whole(ok: Sklog, form: str) -> None:
    """Like the one at the top: what a ledger keeps in older words means something else in a file without identity."""
    Path("haus.yaml").write_text("name: haus\nextends: sauspiel\nlaufende: {ohne: caller_won}\n", encoding="utf-8")
    ok("start", "Heute", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    ok("session", "tariff", "haus.yaml", "--from", "1")
    ok("add", "s", "ab")
    ok("session", "tariff", "haus.yaml", "--from", "2")
    text = ok("export", "--format", form).out
    if form == "yaml":
        changed = yaml_text.plain(yaml_text.parse(text, "heute.yaml")[0])["hands"][-1]
    elif form == "jsonl":
        changed = json.loads(text)["hands"][-1]
    else:
        changed = json.loads(list(csv.DictReader(text.splitlines()))[-1]["entry"])
    assert tariffs.read_mapping(changed["tariff"], "heute.yaml") == tariffs.find("haus.yaml", Path())


def test_an_evening_from_before_can_go_on(ok: Sklog, ledger: Path) -> None:
    """One more hand is scored by what the tariff meant when the evening began."""
    shutil.copy(ledger, "sklog.db")
    ok("add", "--session", "1", "s", "ab-", "l3")
    shown = json.loads(ok("show", "--session", "1", "--format", "json").out)["tables"]["balances"]
    assert {row["name"]: row["balance"] for row in shown}["Anna"] == -370 - 20
