"""The command line around the table: calc and replay, files, reports, listings, tariffs."""

import contextlib
import csv
import io
import json
import re
import sqlite3
import stat
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sklog import tariffs
from tests import transcripts
from tests.conftest import Sklog
from tests.recorded import forged

GALLERY = sorted((Path(__file__).parent / "errors" / "cli").glob("*.txt"))
SAMPLES = transcripts.ROOT / "sample_sessions"
LAMERS = str(SAMPLES / "lamers-fuenf-spiele.yaml")
LONG = str(SAMPLES / "langer-abend.yaml")
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")
FORMATS = ("text", "markdown", "csv", "json", "html")


@pytest.mark.long
@pytest.mark.parametrize("file", GALLERY, ids=[file.stem for file in GALLERY])
def test_error_gallery(folder: Path, file: Path) -> None:
    """What sklog refuses, and in which sentences: each file of `tests/errors/cli` is replayed as it stands."""
    text = file.read_text(encoding="utf-8")
    assert transcripts.replayed(text, folder) == text


def test_every_refusal_of_the_gallery_has_its_own_exit_code() -> None:
    """The gallery shows refusals (1), wrong usage (2) and what does not agree (3), and no traceback."""
    text = "".join(file.read_text(encoding="utf-8") for file in GALLERY)
    assert set(re.findall(r"^\[(\d+)\]$", text, re.MULTILINE)) == {"1", "2", "3"}
    assert "Traceback" not in text


# -- calc ---------------------------------------------------------------------------------------------


def test_calc_needs_no_ledger(ok: Sklog, folder: Path) -> None:
    """A price, and nothing is stored."""
    said = ok("calc", "--tariff", "lamers", "w", "b").out
    assert "Wenz" in said
    assert list(folder.iterdir()) == []


def test_calc_answers_in_the_shape_of_the_contract(ok: Sklog) -> None:
    """hand, value, postings and steps; no balances, for there is no evening."""
    said = json.loads(ok("calc", "--format", "json", "--tariff", "sauspiel", "s", "ac", "k").out)
    assert said == {
        "hand": {"game": "sauspiel", "declarer": "A", "partner": "C", "won": True, "kontra": 1},
        "value": 40,
        "postings": {"A": 40, "B": -40, "C": 40, "D": -40, "Stock": 0},
        "steps": [{"label": "Sauspiel", "plus": 20}, {"label": "Kontra", "times": 2}],
    }


def test_calc_takes_people_and_stock(ok: Sklog) -> None:
    """--players and --stock describe the table; a canonical hand may come from a pipe."""
    hand = '{"game": "sauspiel", "declarer": "Eva", "partner": "Sepp", "won": true}'
    words = ("calc", "--tariff", "wiki", "--players", "Eva,Sepp,Kathi,Nora", "--stock", "0,40", "--format", "json")
    said = json.loads(ok(*words, "--json", "-", stdin=hand).out)
    assert said["postings"] == {"Eva": 30, "Sepp": 30, "Kathi": -10, "Nora": -10, "Stock": -40}


LINES = (
    b'{"players": ["A", "B", "C", "D"], "hand": {"game": "wenz", "declarer": "A", "won": true}}\n'
    b"\n"
    b"no json\n"
    b'{"hand": {}}\n'
    b'["players"]\n'
    b'{"players": ["A", "B", "C", "D"], "hand": {"game": "wenz", "declarer": "Z", "won": true}}\n'
    b'{"players": ["A", "A", "C", "D"], "hand": {"game": "wenz", "declarer": "A", "won": true}}\n'
    b'{"players": ["A", "B", "C", "D"], "hand": {"game": "geier", "declarer": "A", "won": true}}\n'
    b'{"players": ["A", "B", "C", "D"], "hand": {"game": "wenz", "declarer": "A", "won": true}, "stock": -1}\n'
    b"\xff\xfe\n" + b"[" * 100_000 + b"\n"
    b'{"players": ["A", "B", "C", "D"], "hand": {"game": "wenz", "declarer": "B", "won": true}, "stock": 40}\n'
)


def test_calc_jsonl_goes_on_after_broken_lines(run: Sklog) -> None:
    """Each line gets its answer, what cannot be scored an error; the exit code is 1."""
    ran = run("calc", "--tariff", "lamers", "--jsonl", "-", stdin=LINES)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (1, "")
    assert len(answers) == 11
    assert answers[0]["postings"] == {"A": 60, "B": -20, "C": -20, "D": -20, "Stock": 0}
    assert answers[-1]["postings"]["B"] == 60
    assert all(set(answer) == {"error"} for answer in answers[1:-1])


def test_calc_jsonl_reads_and_writes_files(ok: Sklog) -> None:
    """A file in, a file out, exit code 0 where every line could be scored."""
    Path("in.jsonl").write_bytes(LINES.splitlines()[0])
    assert ok("calc", "--tariff", "lamers", "--jsonl", "in.jsonl", "-o", "out.jsonl").out == ""
    assert json.loads(Path("out.jsonl").read_text())["value"] == 20


# -- replay -------------------------------------------------------------------------------------------


def test_replay_prints_the_balances_of_the_document(ok: Sklog) -> None:
    """The five hands of Lamers, with the running balances that the document prints."""
    said = json.loads(ok("replay", "--format", "json", LAMERS).out)
    assert list(said) == ["session", "tariff", "unit", "players", "hands", "balances", "transfers"]
    assert [list(hand["balances"].values())[:4] for hand in said["hands"]] == [
        [60, -60, -60, 60],
        [-60, 300, -180, -60],
        [100, 460, -660, 100],
        [-180, 180, -380, 380],
        [360, 0, -560, 200],
    ]
    assert said["transfers"] == [
        {"payer": "Christl", "payee": "Anna", "amount": 360},
        {"payer": "Christl", "payee": "Dani", "amount": 200},
    ]


def test_replay_exits_3_where_an_expectation_is_missed(run: Sklog) -> None:
    """The sheet is printed all the same; each wrong balance is named on stderr."""
    text = Path(LAMERS).read_text(encoding="utf-8").replace("Dani: 200", "Dani: 199")
    Path("wrong.yaml").write_text(text, encoding="utf-8")
    ran = run("replay", "wrong.yaml")
    assert ran.code == 3
    assert ran.err == "wrong.yaml: Dani was expected to have +199 but has +200\n"
    assert "Hand by hand" in ran.out


# -- import and export --------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("form", ["yaml", "jsonl", "csv"])
def test_export_and_import_lose_nothing(ok: Sklog, form: str) -> None:
    """An evening goes through a file of any format into another ledger and comes out as it was."""
    ok("import", LONG)
    ok("export", "1", "-o", f"first.{form}")
    ok("--db", "other.db", "import", f"first.{form}")
    assert ok("--db", "other.db", "export", "--format", form).out == ok("export", "--format", form).out
    assert ok("check", "--db", "other.db").code == 0


@pytest.mark.long
def test_many_evenings_are_exported_as_json_lines(ok: Sklog) -> None:
    """One file a command, twice the same changes nothing, and what is exported can be imported as a whole."""
    files = [str(path) for path in sorted(SAMPLES.glob("*.yaml"))]
    ok("import", *files)
    before = ok("export").out
    assert len(before.splitlines()) == len(files)
    said = ok("import", *files).out
    assert said.count("already here, unchanged") == len(files)
    assert ok("export").out == before
    ok("export", "-o", "all.jsonl")
    ok("--db", "other.db", "import", "all.jsonl")
    assert ok("--db", "other.db", "export").out == before


def test_of_several_files_all_are_imported_or_none(run: Sklog) -> None:
    """The second file is broken: the first is not imported either, and nothing says that it was."""
    Path("broken.yaml").write_text("session: Abend\n")
    ran = run("import", LAMERS, "broken.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert not Path("sklog.db").exists()


def test_files_belong_to_their_owner(ok: Sklog) -> None:
    """The ledger and what is written with -o can be read by nobody else."""
    ok(*START)
    ok("export", "-o", "evening.yaml")
    ok("show", "-o", "board.txt")
    for name in ("sklog.db", "evening.yaml", "board.txt"):
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600


# -- check --------------------------------------------------------------------------------------------


def test_check_exits_3_where_the_ledger_disagrees(ok: Sklog, run: Sklog) -> None:
    """Somebody changed a figure by hand: the hand is named."""
    ok("import", LAMERS)
    with contextlib.closing(sqlite3.connect("sklog.db", isolation_level=None)) as ledger:
        forged(ledger, "UPDATE posting SET amount = -amount")
    ran = run("check")
    assert (ran.code, ran.out) == (3, "")
    assert "evening 1 (Fünf Spiele nach Lamers): hand 1: the stored postings are not" in ran.err


# -- every report in every format ---------------------------------------------------------------------

REPORTS: dict[str, tuple[str, ...]] = {
    "show": ("show",),
    "explain": ("explain", "5"),
    "settle": ("settle", "--why"),
    "settle --all": ("settle", "--all"),
    "report session": ("report", "session"),
    "report prices": ("report", "prices", "--tariff", "wiki"),
    "session list": ("session", "list"),
    "player list": ("player", "list"),
    "tariff list": ("tariff", "list"),
    "tariff show": ("tariff", "show", "lamers"),
    "tariff diff": ("tariff", "diff", "lamers", "wiki"),
    "replay": ("replay", LAMERS),
    "calc": ("calc",),
}


class Page(HTMLParser):
    """Collects the tags that are opened and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tables = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Note an opened tag."""
        self.tables += tag == "table"
        if tag not in {"meta", "br", "link"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """A closed tag is the one that was opened last."""
        assert self.open.pop() == tag


def parse(text: str, form: str) -> None:
    """Fail where the text is not what its format promises."""
    if form == "json":
        json.loads(text)
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(text)))
        assert len({len(row) for row in rows}) == 1
    elif form == "html":
        page = Page()
        page.feed(text)
        assert page.open == []
        assert page.tables
    elif form == "markdown":
        assert "|" in text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("words", REPORTS.values(), ids=REPORTS)
def test_a_report_in_a_format(ok: Sklog, words: tuple[str, ...], form: str) -> None:
    """Everything that prints data prints it in every format, to a file as well, and each can be read."""
    ok("import", LAMERS)
    rest = ("w", "b") if words == ("calc",) else ()
    text = ok(*words, "--format", form, *rest).out
    parse(text, form)
    assert ok(*words, "--format", form, "-o", "out", *rest).out == ""
    assert Path("out").read_text(encoding="utf-8").rstrip("\n") == text.rstrip("\n")


def test_prices_of_the_evening_at_the_table(ok: Sklog) -> None:
    """Without --tariff the list is that of the newest evening."""
    ok(*START)
    assert "Schafkopf nach dem Wiki" in ok("report", "prices").out


def test_listings_name_evenings_and_people(ok: Sklog) -> None:
    """Every evening with its number and state, everybody with the balance."""
    ok("import", LAMERS)
    ok(*START)
    ok("close")
    evenings = json.loads(ok("session", "list", "--format", "json").out)["tables"]["sessions"]
    assert [(row["number"], row["tariff"], row["hands"], row["state"]) for row in evenings] == [
        (1, "lamers", 5, "open"),
        (2, "wiki", 0, "closed"),
    ]
    people = json.loads(ok("player", "list", "--format", "json").out)["tables"]["players"]
    assert {row["name"]: row["ct"] for row in people} == {"Anna": 360, "Bene": 0, "Christl": -560, "Dani": 200}


def test_the_balances_of_everybody_have_their_signs_in_points_as_in_cents(ok: Sklog) -> None:
    """Minus is written as everywhere, and who is above 0 has a plus."""
    ok("start", "Punkte", "--players", "Anna,Bene,Christl,Dani", "--tariff", "saukopf")
    ok("add", "s", "ac")
    assert ok("player", "list").out.splitlines()[4:6] == [
        "Anna            1               +1",
        "Bene            1               −1",
    ]


# -- tariffs ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_house_tariff_from_new_to_the_table(ok: Sklog) -> None:
    """What `tariff new` writes is a file that check finds right and start takes by its name."""
    said = ok("tariff", "new", "haus", "--extends", "wiki").out
    assert "tariff check" in said
    assert "haus" in ok("tariff", "check", "haus").out
    assert "your own" in next(line for line in ok("tariff", "list").out.splitlines() if line.startswith("haus"))
    assert "tariff haus" in ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "haus").out
    assert "haus and wiki" in ok("tariff", "diff", "haus", "wiki").out


def test_tariff_new_overwrites_nothing(ok: Sklog, run: Sklog) -> None:
    """A file that is there stays as it is."""
    ok("tariff", "new", "haus", "-o", "haus.yaml")
    before = Path("haus.yaml").read_bytes()
    ran = run("tariff", "new", "haus", "-o", "haus.yaml")
    assert (ran.code, ran.err) == (1, "haus.yaml already exists: choose another name, or -o FILE\n")
    assert Path("haus.yaml").read_bytes() == before


@pytest.mark.parametrize("name", tariffs.shipped())
def test_a_shipped_tariff_is_shown_as_yaml_that_reads_back(ok: Sklog, name: str) -> None:
    """What `tariff show` prints is the same tariff."""
    assert tariffs.read(ok("tariff", "show", name).out, "shown.yaml") == tariffs.find(name)


@pytest.mark.parametrize(("said", "remark"), [("none", True), ("{after: [thrown_in]}", False)])
def test_a_tariff_without_bock_says_that_the_table_can_order_it(ok: Sklog, said: str, *, remark: bool) -> None:
    """`bock: none` takes the events away; where there are any, nothing needs to be said."""
    Path("haus.yaml").write_text(f"name: haus\nextends: wiki\nbock: {said}\n", encoding="utf-8")
    assert ("\n# bock: no event starts it here; the table can" in ok("tariff", "show", "haus.yaml").out) is remark
    ok("start", "Bock", "--players", "Anna,Bene,Christl,Dani", "--tariff", "haus.yaml")
    assert "Bock for 4 hands." in ok("bock", "4").out


def test_the_schema_is_a_json_schema(ok: Sklog) -> None:
    """Editors complete and check with it."""
    assert json.loads(ok("tariff", "schema").out)["$schema"].startswith("https://json-schema.org/")
