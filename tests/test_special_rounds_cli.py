"""What contradicts a special round on the command line and in files: refused where it is said, kept where it stands."""

import json
from pathlib import Path

import pytest

from sklog.scoring import possible
from tests.conftest import Sklog

pytestmark = pytest.mark.long

WAY_OUT = "; if the hand was not part of that round, add round:none"
START = ("start", "Stammtisch", "--players", "Dani,Anna,Bene,Christl", "--tariff", "wiki", "--date", "2026-11-19")
CONTRADICTING = {"allgäuer": "s ac", "hadsch": "w b", "ramsch": "hs a"}
FILE = """
session: Stammtisch
date: 2026-11-19
tariff: wiki
players: [Dani, Anna, Bene, Christl]
hands:
  - {round: RING}
  - HAND
"""


@pytest.mark.parametrize(("kind", "hand"), CONTRADICTING.items())
def test_a_hand_is_refused_wherever_it_is_typed(ok: Sklog, run: Sklog, kind: str, hand: str) -> None:
    """Recorded, asked for, fixed or inserted it is refused in a sentence, and nothing is stored."""
    ok(*START)
    ok("round", kind)
    ok("add", "x")
    ok("undo")
    before = ok("show").out
    for command in (("add",), ("explain",)):
        refused = run(*command, *hand.split())
        assert (refused.code, refused.out) == (1, "")
        assert refused.err.endswith(f"{WAY_OUT}\n")
    ok("add", "x")
    for command in (("fix", "1"), ("insert", "1")):
        refused = run(*command, *hand.split())
        assert (refused.code, refused.out) == (1, "")
        assert WAY_OUT in refused.err
    ok("fix", "1", *hand.split(), "round:none")
    ok("undo", "2")
    assert ok("show").out == before


def test_a_fix_says_all_at_once(ok: Sklog, run: Sklog) -> None:
    """Also where the evening cannot be folded with it."""
    ok(*START)
    ok("round", "hadsch")
    ok("add", "x")
    refused = run("fix", "1", "w", "b", "klopfer:9")
    assert "9 Klopfer, but at most 4 can knock" in refused.err
    assert f"in the Hadsch round the first must play: Anna, not Bene{WAY_OUT}" in refused.err


@pytest.mark.parametrize(("kind", "hand"), CONTRADICTING.items())
def test_a_price_is_refused_too(run: Sklog, kind: str, hand: str) -> None:
    """What needs no ledger refuses it as well, and so does a file that somebody wrote, with its line."""
    priced = run("calc", "--tariff", "wiki", "--players", "Dani,Anna,Bene,Christl", *hand.split(), f"round:{kind}")
    assert priced.code == 1
    assert WAY_OUT in priced.err
    Path("abend.yaml").write_text(FILE.replace("RING", kind).replace("HAND", hand), encoding="utf-8")
    for command in ("import", "replay"):
        refused = run(command, "abend.yaml")
        assert refused.code == 1
        assert "abend.yaml:8:5: hand 1: in the " in refused.err


@pytest.fixture
def before(ok: Sklog) -> Sklog:
    """Return sklog with an evening in which an earlier program recorded what contradicts its rounds."""
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(possible, "round_problems", lambda *_said: ())
        ok(*START)
        for kind, hand in CONTRADICTING.items():
            ok("round", kind)
            ok("add", *hand.split())
    return ok


def test_what_was_recorded_is_shown_and_agrees(before: Sklog) -> None:
    """The evening costs what it cost, and nothing about it is to be mended."""
    shown = json.loads(before("report", "session", "--format", "json").out)
    assert [hand["value"] for hand in shown["hands"]] == [10, 40, 20]
    assert "everything agrees" in before("check").out
    before("check", "--repair")
    before("whatif", "--tariff", "wiki")


@pytest.mark.parametrize("form", ["yaml", "jsonl", "csv"])
def test_what_was_recorded_is_exported_and_imported(before: Sklog, form: str) -> None:
    """An evening that was recorded is the same in another ledger, whatever it holds."""
    told = before("export", "1", "--format", form).out
    Path(f"abend.{form}").write_text(told, encoding="utf-8", newline="")
    before("--db", "other.db", "import", f"abend.{form}")
    assert before("--db", "other.db", "export", "1", "--format", form).out == told


def test_what_was_recorded_can_be_corrected_around(before: Sklog, run: Sklog) -> None:
    """A correction of another hand asks nothing of those that were recorded; only what is said anew is refused."""
    before("void", "1")
    before("undo")
    before("fix", "3", "r", "b")
    assert run("fix", "3", "w", "b").code == 1


def test_a_round_of_two_words_needs_no_quotes(ok: Sklog) -> None:
    """What is typed is what is said."""
    ok(*START)
    ok("round", "Blauer", "Habicht")
    assert "Round: Blauer Habicht, 4 deals left" in ok("show").out
    assert "Took back: round Blauer Habicht." in ok("undo").out
