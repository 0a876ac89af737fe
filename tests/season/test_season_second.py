"""Standings, statistics, records and ratings of random seasons against `second_season.py`: every number, twice."""

import ast
import json
from copy import deepcopy
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
import second_season
from conftest import Sklog
from second_opinion_evening import Evening
from second_opinion_scene import Impossible, Map
from second_season import Told, rows_by

from sklog import tariffs
from sklog.scoring.settings import to_mapping
from tests.many_evenings import PEOPLE, Ways, an_entry

pytestmark = pytest.mark.long

EVENINGS, ENTRIES, LISTED = 6, 60, 3
SHOWN = ["Bene", "Kathi", "Anna"]
OTHERS = {"ct": ("lamers", "grundzuege"), "points": ("saukopf", "self-bar")}  # of no shorter deck: cards are not asked
SEASONS = {
    "played online": ["sauspiel"],
    "with the Stock": ["wiki", "grundzuege", "wiki"],
    "in points": ["saukopf"],
    "of all kinds": ["p-seminar", "bsv", "wiki", "lamers", "kreuz"],
    "of tournaments": ["donau-ries", "grossreuth", "heilsbronn", "niederfuellbach", "self-bar"],
}
KEYS = {
    "doubled": ("what", "times"),
    "games": ("game",),
    "declared": ("name", "game"),
    "partner_of": ("name", "declarer"),
    "pairs": ("first", "second"),
    "duels": ("first", "second"),
    "by_role": ("role", "name"),
    "seats": ("seat",),
}


def mapping_of(name: str) -> Map:
    """Return a tariff's mapping: shipped, or with Kreuz."""
    if name == "kreuz":
        wiki = to_mapping(tariffs.find("wiki"))
        return {**wiki, "name": "kreuz", "games": ["sauspiel", "kreuz", "solo", "ramsch"], "stock": "none",
                "laufende": {**wiki["laufende"], "by_game": {}}}  # fmt: skip
    return to_mapping(tariffs.find(name))


def an_evening(rng: Random, number: int, mapping: Map) -> Map:
    """Return an evening as a line of a file: all of its entries can be."""
    most = max(int(people) for people in mapping["people"])
    players = rng.sample(PEOPLE[:7], min(most + rng.choice([0, 0, 1, 2]), 7))
    table, ways = Evening(mapping, players, players[0], 0), Ways.under(tariffs.read_mapping(mapping, "its.yaml"))
    entries: list[Map] = []
    while len(entries) < ENTRIES:
        entry, trial = an_entry(rng, ways, table.seats, table.dealer), deepcopy(table)
        try:
            if entry.get("void"):
                deepcopy(table).entry({**entry, "void": False})
            trial.entry(entry)
        except Impossible:
            continue
        table = trial
        entries.append(entry)
    day = date(2026, 1, 9) + timedelta(days=7 * rng.randint(0, 5))
    return {
        "session": rng.choice(["Stammtisch", "Kranzl"]),
        "id": f"{number:032x}",
        "date": rng.choice(["", str(day), str(day), str(day)]),
        "tariff": mapping,
        "players": players,
        "hands": entries,
    }


def listed(rng: Random, number: int, mapping: Map) -> Map:
    """Return an evening of a list, as a line of a file: its sums, which are 0 for one of five, or for all of them."""
    players = rng.sample(PEOPLE[:7], 5)
    moved = rng.choice([0, 30, 250])
    amounts = dict(zip(players, (-2 * moved, moved, 0, moved, 0), strict=True))
    return {
        "session": "Liste",
        "id": f"{number:032x}",
        "date": f"2026-01-{rng.randint(9, 30):02}",
        "tariff": mapping,
        "players": players,
        "hands": [{"game": "posting", "amounts": amounts}],
    }


def told(ok: Sklog) -> list[Told]:
    """Return all evenings as sklog prints them: the entries as exported, an answer for each hand, the balances."""
    found = []
    for number, line in enumerate(ok("export", "--format", "jsonl").out.splitlines(), 1):
        exported = json.loads(line)
        sheet = json.loads(ok("report", "session", "--session", str(number), "--format", "json").out)
        found.append(Told(number, exported["session"], exported.get("date", ""), sheet["unit"], exported["tariff"],
                          exported["players"], exported["hands"], sheet["hands"], sheet["balances"]))  # fmt: skip
    return found


@pytest.fixture(scope="module")
def kept() -> dict[str, tuple[bytes, list[Told]]]:
    """Return each season that was made: its ledger, and what it tells."""
    return {}


@pytest.fixture(params=SEASONS.values(), ids=SEASONS)
def season(
    request: pytest.FixtureRequest, ok: Sklog, folder: Path, kept: dict[str, tuple[bytes, list[Told]]]
) -> list[Told]:
    """Return a random season, which is in the ledger."""
    name, ledger = " ".join(request.param), folder / "sklog.db"
    if name not in kept:
        _import(ok, folder, request.param)
        kept[name] = ledger.read_bytes(), told(ok)
    content, found = kept[name]
    ledger.write_bytes(content)
    return found


def _import(ok: Sklog, folder: Path, names: list[str]) -> None:
    """Record a random season by these tariffs."""
    rng = Random(" ".join(names))  # noqa: S311  (hands, not secrets)
    lines = [json.dumps(an_evening(rng, number, mapping_of(rng.choice(names))))
             for number in range(EVENINGS)]  # fmt: skip
    lines += [json.dumps(listed(rng, number, mapping_of(rng.choice(names))))
              for number in range(EVENINGS, EVENINGS + LISTED)]  # fmt: skip
    (folder / "season.jsonl").write_text("\n".join(lines), encoding="utf-8")
    ok("import", "season.jsonl")


def tables(ok: Sklog, report: str, unit: str, shown: list[str], *options: str) -> dict[str, list[Map]]:
    """Return the tables of a report as sklog prints them, without what is said in words."""
    only = ["--players", ",".join(shown)] if shown else []
    printed = ok("report", report, "--unit", unit, *only, *options, "--format", "json").out
    found: dict[str, list[Map]] = json.loads(printed)["tables"]
    return {
        table: [{key: cell for key, cell in row.items() if key != "verdict"} for row in rows]
        for table, rows in found.items()
    }


def meant(season: list[Told], unit: str, shown: list[str]) -> list[Told]:
    """Return the evenings of this unit to which one of these people came."""
    return [
        one for one in season if one.unit == unit and (not shown or second_season.standings([one], shown)["streaks"])
    ]


def compare(first: dict[str, list[Map]], second: dict[str, list[Map]]) -> None:
    """Fail unless both have the same rows with the same numbers."""
    assert set(first) == set(second)
    for table, rows in second.items():
        keys = KEYS.get(table, ("name",))
        assert len(first[table]) == len(rows)
        assert rows_by(first[table], *keys) == rows_by(rows, *keys), table


@pytest.mark.parametrize("shown", [[], SHOWN], ids=["everybody", "some"])
def test_two_opinions_on_a_season(ok: Sklog, season: list[Told], shown: list[str]) -> None:
    """Every number of standings, statistics, partners, droughts and rating agrees; only sentences are not compared."""
    for unit in {one.unit for one in season}:
        evenings = meant(season, unit, shown)
        compare(tables(ok, "standings", unit, shown), second_season.standings(evenings, shown))
        rated = tables(ok, "standings", unit, shown, "--good-points")
        compare(rated, second_season.standings(evenings, shown, good_points=True))
        found = tables(ok, "stats", unit, shown)
        compare(found, second_season.statistics(evenings, shown))
        together = tables(ok, "partners", unit, shown)
        matrix, pairs = second_season.partners(evenings, shown)
        flows, duels = second_season.duels(evenings, shown)
        compare({key: together[key] for key in ("pairs", "duels")}, {"pairs": pairs, "duels": duels})
        assert (filled(together["matrix"]), filled(together["flows"])) == (matrix, flows)
        driest = {"droughts": tables(ok, "records", unit, shown)["droughts"]}
        compare(driest, {"droughts": second_season.droughts(evenings, shown)})
        compare(tables(ok, "rating", unit, shown), {"rating": second_season.rating(evenings, shown)})


def filled(rows: list[Map]) -> dict[str, dict[str, int]]:
    """Return a matrix by line and column, without what is empty."""
    return {row.pop("name"): {name: cell for name, cell in row.items() if cell is not None} for row in rows}


@pytest.mark.parametrize("shown", [[], SHOWN], ids=["everybody", "some"])
def test_two_opinions_on_another_tariff(ok: Sklog, season: list[Told], shown: list[str]) -> None:
    """Every total, every evening and every hand that is not played agrees, under a tariff with a Stock and without."""
    for unit, other in ((one, other) for one in {told.unit for told in season} for other in OTHERS[one]):
        only = ["--players", ",".join(shown)] if shown else ["--all"]
        words = ("whatif", "--tariff", other, "--unit", unit, *only, "--format", "json")
        found = json.loads(ok(*words).out)["tables"]
        totals, nights = second_season.whatif(meant(season, unit, shown), to_mapping(tariffs.find(other)), shown)
        compare({"totals": found["totals"]}, {"totals": totals})
        assert [found["evenings"], found["differences"]] == nights


def test_random_seasons_have_everything(ok: Sklog, season: list[Told]) -> None:
    """The comparison means something: hands, people who sit out, and most kinds of rows are there."""
    deals = [deal for one in season for deal in second_season.dealt(one)]
    assert len(deals) > EVENINGS * ENTRIES / 2
    assert any(len(deal.active) < len(deal.amounts) - 1 for deal in deals)
    assert any(deal.run and deal.losers for deal in deals)
    found = {name for name, rows in tables(ok, "stats", season[-1].unit, []).items() if rows}
    assert {"people", "declarer", "partner", "games", "declared", "schneider", "luck"} <= found


def test_the_second_opinion_is_one() -> None:
    """It imports nothing of sklog, and what it is built on neither."""
    for path in [Path(second_season.__file__), *Path(second_season.__file__).parent.glob("second_opinion*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found = [one.name for one in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "")]
            assert not [name for name in found if name and name.startswith("sklog")], path.name
