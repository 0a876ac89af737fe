"""What reports print as json has the shape that `sklog report schema` documents."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import Sklog
from jsonschema import Draft202012Validator

from tests import golden

JSON = [one.path for one in golden.goldens() if one.path.suffix == ".json"]


@pytest.fixture
def schema(ok: Sklog) -> dict[str, Any]:
    """Return the schema as it is printed."""
    found: dict[str, Any] = json.loads(ok("report", "schema").out)
    return found


def test_the_schema_is_one(schema: dict[str, Any]) -> None:
    """It follows the draft that it names."""
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", JSON, ids=lambda path: str(path.relative_to(golden.FOLDER)))
def test_every_report_has_the_documented_shape(schema: dict[str, Any], path: Any) -> None:
    """Every golden json is valid."""
    Draft202012Validator(schema).validate(json.loads(path.read_text(encoding="utf-8")))


def test_another_version_is_not_this_one(schema: dict[str, Any]) -> None:
    """A program can tell by `schema` that it does not know the shape."""
    data = json.loads(JSON[0].read_text(encoding="utf-8"))
    assert not Draft202012Validator(schema).is_valid({**data, "schema": data["schema"] + 1})


def test_settlements_in_two_units_have_the_documented_shape(ok: Sklog, schema: dict[str, Any]) -> None:
    """Several reports are a list of them."""
    for tariff in ("saukopf", "wiki"):
        ok("start", tariff, "--players", "Anna,Bene,Christl,Dani", "--tariff", tariff)
        ok("add", "w", "b")
    said = json.loads(ok("settle", "--all", "--format", "json").out)
    assert [one["unit"] for one in said] == ["ct", "points"]
    Draft202012Validator(schema).validate(said)


# -- the sheet of an evening: `date`, `place`, `payments`, `open`, and `transfers` that follow -----------------------

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
STOCK = "{extends: wiki, name: stockhaus, stock: {pay_in: 10, at_close: %s}}"


def _sheet(ok: Sklog) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ok("report", "session", "--format", "json").out)
    return found


def _settled(said: dict[str, Any]) -> Counter[str]:
    """Return what each gets (or, below 0, pays) by the transfers."""
    moved: Counter[str] = Counter()
    for one in said["transfers"]:
        moved.update({one["payee"]: one["amount"], one["payer"]: -one["amount"]})
    return moved


@pytest.mark.parametrize("place", ["Gasthof Post", None])
def test_a_sheet_says_when_and_where(ok: Sklog, place: str | None) -> None:
    """What nobody noted is null."""
    ok(*START, *(("--place", place) if place else ()))
    said = _sheet(ok)
    assert (said["schema"], said["date"], said["place"]) == (2, "2026-11-19", place)


def test_a_sheet_says_what_was_paid_and_what_is_open(ok: Sklog) -> None:
    """What is open is the balance and what was paid, and the transfers settle it."""
    ok(*START)
    ok("add", "w", "b")
    ok("pay", "Anna", "Bene", "10ct")
    said = _sheet(ok)
    assert said["payments"] == [{"payer": "Anna", "payee": "Bene", "amount": 10}]
    assert said["open"] == {
        **said["balances"],
        "Anna": said["balances"]["Anna"] + 10,
        "Bene": said["balances"]["Bene"] - 10,
    }
    assert _settled(said) == Counter(said["open"])


@pytest.mark.parametrize("at_close", ["split", "carry", "Dani"])
def test_transfers_settle_what_is_open_with_a_stock(ok: Sklog, tmp_path: Path, at_close: str) -> None:
    """An open Stock counts in what is open as it does in the transfers, whatever becomes of it."""
    tariff = tmp_path / "stockhaus.yaml"
    tariff.write_text(STOCK % at_close, encoding="utf-8")
    ok(*START[:-1], str(tariff))
    ok("add", "x")
    ok("pay", "Anna", "Bene", "10ct")
    said = _sheet(ok)
    assert said["balances"]["Stock"] > 0
    assert _settled(said) == Counter(said["open"])
    assert (said["open"]["Stock"] > 0) == (at_close == "carry")


@pytest.mark.parametrize("at_close", ["split", "carry", "Dani"])
@pytest.mark.parametrize("paid", [True, False])
def test_the_sheet_shows_what_its_transfers_settle(ok: Sklog, tmp_path: Path, at_close: str, paid: bool) -> None:
    """Beside a balance stands what the Stock gives and what was paid; where neither is, the balance is open."""
    tariff = tmp_path / "stockhaus.yaml"
    tariff.write_text(STOCK % at_close, encoding="utf-8")
    ok(*START[:-1], str(tariff))
    ok("add", "x")
    if paid:
        ok("pay", "Anna", "Bene", "10ct")
    said = _sheet(ok)
    heading, _line, *rows = ok("report", "session").out.partition("Balances (€)\n")[2].partition("\n\n")[0].splitlines()
    shown = {row.split()[0]: round(float(row.split()[-1].replace("−", "-")) * 100) for row in rows}
    assert shown == said["open"]
    assert ("From the Stock" in heading, "Paid" in heading) == (at_close != "carry", paid)
