"""The programs of examples/ do what they say: each is imported as it stands, and run."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import sklog

EXAMPLES = Path(__file__).parent.parent / "examples"
FOUR = ["Anna", "Bene", "Christl", "Dani"]


def program(name: str) -> dict[str, Any]:
    """Return what a program defines; what it does when it is called is left out."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sklog.Ledger:
    """Return a ledger with an evening."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    made = sklog.Ledger(tmp_path / "ledger.db", who="Anna")
    made.start_evening("Stammtisch", FOUR, "sauspiel", date="2026-11-19")
    return made


def test_each_is_tried() -> None:
    """None stands there unread."""
    tried = {name.removeprefix("test_the_") for name in globals() if name.startswith("test_the_")}
    assert {path.stem for path in EXAMPLES.glob("*.py")} == tried


def test_the_bot(ledger: sklog.Ledger) -> None:
    """It answers in sentences that name no command, and records nothing that is not clear."""
    answer = program("bot")["answer"]
    assert answer(ledger, "w a") == "Hand 1. Anna +1.50, Bene -0.50, Christl -0.50, Dani -0.50"
    assert answer(ledger, "w a").startswith("That was recorded just before.")
    assert answer(ledger, "w a!").startswith("Hand 2.")
    assert answer(ledger, "s a").startswith("who was the partner?")
    assert answer(ledger, "undo") == "Took back: add w a"
    assert answer(ledger, "settle").splitlines()[0] == "Bene pays Anna 0.50 €"
    ledger.close_evening()
    assert answer(ledger, "w b") == "no evening is open; the last one was 'Stammtisch'"
    assert "sklog" not in answer(ledger, "w b")


def test_the_endpoint(ledger: sklog.Ledger) -> None:
    """The same board is not sent twice; what is not there is 404, with a code."""
    app, told = program("endpoint")["app"](ledger), list[Any]()

    def get(path: str, tag: str = "") -> Any:
        body = b"".join(app({"PATH_INFO": path, "HTTP_IF_NONE_MATCH": tag}, lambda *said: told.append(said)))
        return json.loads(body) if body else None

    ledger.record("w a")
    assert get("/")["balances"] == {"Anna": 150, "Bene": -50, "Christl": -50, "Dani": -50}
    tag = dict(told[-1][1])["ETag"]
    assert (get("/stammtisch", tag), told[-1][0]) == (None, "304 Not Modified")
    ledger.record("w b")
    assert get("/", tag)["hands"][0] == {"number": 2, "line": "w b", "value": 50}
    assert get("/kirchweih")["code"] == "no-such-evening"
    assert told[-1][0] == "404 Not Found"


@pytest.mark.long
def test_the_season(ledger: sklog.Ledger) -> None:
    """What everybody won by game adds up to the balances."""
    pytest.importorskip("pandas", reason="pandas is not installed: pip install 'sklog-schafkopf[questions]'")
    season = program("season")
    for line in ("w a", "s bd n", "w c-"):
        ledger.record(line)
    table = season["by_game"](season["hands"](ledger))
    balances = ledger.evening().state.balances
    assert {name: int(table.loc[name, "all"]) for name in FOUR} == {name: balances[name] for name in FOUR}


def test_the_optimiser(ledger: sklog.Ledger) -> None:
    """The fairest prices stand first; cheaper ones keep people closer together."""
    for line in ("w a", "w a n", "s bd"):
        ledger.record(line)
    found = program("optimiser")["fairest"](ledger)
    assert len(found) == 9
    assert found == sorted(found)


CSV = """date,players,game,declarer,partner,won,schneider,laufende
2026-01-09,Anna Bene Christl Dani,sauspiel,Anna,Christl,yes,no,2
2026-01-09,Anna Bene Christl Dani,wenz,Bene,,no,no,
2026-01-16,Anna Bene Christl Dani,wenz,Dani,,yes,yes,2
"""


def test_the_migration(tmp_path: Path) -> None:
    """All evenings come in, and once; a row that cannot be is named, and nothing is stored."""
    migrate, file = program("migration")["migrate"], tmp_path / "hands.csv"
    ledger = sklog.Ledger(tmp_path / "new.db")
    file.write_text(CSV, "utf-8")
    assert [migrate(file, ledger, "sauspiel") for _ in range(2)] == [2, 2]
    assert [(one.date, one.hands, one.closed) for one in ledger.evenings()] == [
        ("2026-01-09", 2, True),
        ("2026-01-16", 1, True),
    ]
    file.write_text(f"{CSV}2026-01-23,Anna Bene Christl Dani,wenz,Dani,Anna,yes,no,\n", "utf-8")
    with pytest.raises(sklog.InvalidHand, match=r"hands\.csv:5: Wenz is played alone: leave Anna out"):
        migrate(file, ledger, "sauspiel")
    assert len(ledger.evenings()) == 2
