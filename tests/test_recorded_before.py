"""Hands that no cards can be: whoever says one is refused, whoever recorded one before keeps it."""

import json
from pathlib import Path

import pytest

from sklog.scoring import implied, possible
from sklog.tariffs.blocks import Reader
from tests.conftest import Sklog

IMPOSSIBLE = {
    "nine of eight cards": "es a l9",
    "119 Augen": "s ac 119",
    "a Ramsch with 119 and 1": "r 119 1 0 0 tricks:5,1,1,1",
    "all eight and lost": "hs a- 20l8",
    "four Unter without a trick": "w a- 0l4",
    "a Tout lost with the eight highest trumps": "es a- t l8",
    "a Ramsch lost with one trick beside seven": "r a tricks:a=1,b=7",
}
LAST = str(len(IMPOSSIBLE) + 1)  # of the hands recorded before, the one that can be
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
FILE = "session: Stammtisch\ndate: 2026-11-19\ntariff: sauspiel\nplayers: [Anna, Bene, Christl, Dani]\n"


@pytest.fixture
def before(ok: Sklog) -> Sklog:
    """Return sklog with an evening in which an earlier program recorded what no cards can be, and one hand more."""
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(possible, "problems", lambda *_said: ())
        earlier.setattr(implied, "QUESTIONS", ())
        ok(*START)
        for hand in IMPOSSIBLE.values():
            ok("add", *hand.split())
        ok("add", "s", "ac")
    return ok


@pytest.mark.parametrize("hand", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
@pytest.mark.parametrize("command", [("add",), ("explain",), ("fix", "1"), ("insert", "1")], ids=" ".join)
def test_a_hand_is_refused_wherever_it_is_typed(run: Sklog, ok: Sklog, command: tuple[str, ...], hand: str) -> None:
    """It is refused in a sentence, and nothing is stored."""
    ok(*START)
    ok("add", "s", "ac")
    refused = run(*command, *hand.split())
    assert refused.code == 1
    assert any(word in refused.err for word in ("possible", "Laufende", "cannot have lost"))
    assert json.loads(ok("show", "--format", "json").out)["tables"]["balances"][0]["balance"] == 20
    assert ok("check").out.count("everything agrees") == 1


@pytest.mark.parametrize("hand", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_a_price_is_refused_too(run: Sklog, hand: str) -> None:
    """What needs no ledger refuses it as well."""
    refused = run("calc", "--players", "Anna,Bene,Christl,Dani", *hand.split())
    assert refused.code == 1
    assert not refused.out


def test_a_hand_in_json_is_refused(run: Sklog, ok: Sklog) -> None:
    """The canonical form says the same."""
    ok(*START)
    hand = '{"game": "wenz", "declarer": "Anna", "augen": 0, "laufende": 4}'
    refused = run("add", "--json", stdin=hand)
    assert (refused.code, refused.out) == (1, "")
    assert "4 Laufende make at least 4 of 8 tricks and 8 Augen" in refused.err


@pytest.mark.parametrize("hand", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_a_file_that_somebody_wrote_is_refused(run: Sklog, hand: str) -> None:
    """It is named with its line, and nothing is imported."""
    Path("abend.yaml").write_text(f"{FILE}hands:\n  - s ac\n  - {hand}\n", encoding="utf-8")
    refused = run("import", "abend.yaml")
    assert refused.code == 1
    assert "abend.yaml:7:5: hand 2: " in refused.err


@pytest.mark.long
def test_what_was_recorded_is_shown_and_agrees(before: Sklog) -> None:
    """The evening costs what it cost, and nothing about it is to be mended."""
    shown = json.loads(before("show", "--format", "json").out)
    assert sum(row["balance"] for row in shown["tables"]["balances"]) == 0
    assert "everything agrees" in before("check").out
    before("check", "--repair")
    before("report", "session")
    before("explain", "1")
    before("whatif", "--tariff", "wiki")


@pytest.mark.long
@pytest.mark.parametrize("form", ["yaml", "jsonl", "csv"])
def test_what_was_recorded_is_exported_and_imported(before: Sklog, form: str) -> None:
    """An evening that was recorded is the same in another ledger, whatever it holds."""
    told = before("export", "1", "--format", form).out
    Path(f"abend.{form}").write_text(told, encoding="utf-8", newline="")
    before("--db", "other.db", "import", f"abend.{form}")
    assert before("--db", "other.db", "export", "1", "--format", form).out == told


@pytest.mark.long
def test_what_was_recorded_can_be_corrected_around(before: Sklog, run: Sklog) -> None:
    """Other hands are fixed, moved and voided beside it; only saying it once more is refused."""
    before("fix", LAST, "s", "bd")
    before("move", LAST, "1")
    before("void", "1")
    before("undo")
    before("fix", "2", "es", "a", "sie")
    assert run("fix", "2", "es", "a", "l9").code == 1


PAIR_ALONE = """\
name: haus
extends: sauspiel
games: [sauspiel, solo, {name: turm, title: "", shape: solo, price: 30, trumps: 4, sie: yes, fixed_pairs: yes}]
"""


@pytest.mark.long
def test_a_game_alone_in_pairs_keeps_what_it_cost(run: Sklog, ok: Sklog) -> None:
    """A tariff that contradicts itself is refused today; an evening that was played by it costs what it cost."""
    Path("haus.yaml").write_text(PAIR_ALONE, encoding="utf-8")
    assert run(*START, "--tariff", "haus.yaml").code == 1
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(Reader, "_own_game_agrees", lambda *_said: None)
        ok(*START, "--tariff", "haus.yaml")
    ok("add", "turm", "a")
    paid = {row["name"]: row["balance"] for row in balances(ok)}
    assert paid == {"Anna": 30, "Bene": -30, "Christl": 30, "Dani": -30}
    assert "everything agrees" in ok("check").out
    told = ok("export", "1").out
    Path("abend.yaml").write_text(told, encoding="utf-8", newline="")
    ok("--db", "other.db", "import", "abend.yaml")
    assert ok("--db", "other.db", "export", "1").out == told


def balances(ok: Sklog) -> list[dict[str, object]]:
    """Return what everybody has."""
    return json.loads(ok("show", "--format", "json").out)["tables"]["balances"]  # type: ignore[no-any-return]
