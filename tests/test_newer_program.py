"""A later version knows one field more: every ledger from before is as sound as it was, and goes on."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import newer, transcripts

if TYPE_CHECKING:
    from collections.abc import Callable

    Newer = Callable[..., str]

pytestmark = pytest.mark.long

LEDGERS = sorted((transcripts.ROOT / "tests" / "ledgers").glob("*.sqlite"))
RECORDED = """
    import sample_sessions/langer-abend.yaml
    start Stammtisch --players Anna,Bene,Christl,Dani --tariff wiki
    add s ac nl3
    add x
    add hs b- k
    join Eva
    add s ba
    session tariff sauspiel --from 4
    add r d
    post --note 'Falsch gegeben' Anna:-50ct Bene:50ct
    pay Anna Bene 20ct
    fix 1 s ad
    void --keep-seats 2
"""
"""Everything that an evening may hold: what comes along, people, another tariff, corrections, a payment."""


@pytest.fixture(scope="module")
def later(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a sklog that knows one field more: of each kind of value, or of the one that a test asks for."""
    names = [request.param] if hasattr(request, "param") else [*newer.FIELDS]
    return newer.program(tmp_path_factory.mktemp("newer") / "-".join(names), names)


@pytest.fixture
def do(folder: Path, later: Path, monkeypatch: pytest.MonkeyPatch) -> Newer:
    """Return what runs the later version in an empty folder; it succeeds, and on stderr names only files it wrote."""
    monkeypatch.delenv("SKLOG_BACKUPS")

    def do(*words: str, program: Path = later) -> str:
        ran = newer.run([*words], program=program, folder=folder)
        said = [line for line in ran.err.splitlines() if not line.startswith("Written: ")]
        assert (ran.code, said) == (0, []), f"sklog {' '.join(words)}"
        return ran.out

    return do


@pytest.fixture(scope="module")
def of_today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger recorded with the program of today."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "sample_sessions").symlink_to(transcripts.ROOT / "sample_sessions")
    ledger = str(folder / "sklog.db")
    for words in transcripts.commands(RECORDED.replace("    ", "").strip()):
        assert newer.run(["--db", ledger, *words], folder=folder).code == 0, words
    return Path(ledger)


@pytest.fixture
def recorded(folder: Path, of_today: Path) -> None:
    """Have a ledger that was recorded with the program of today."""
    shutil.copy(of_today, folder / "sklog.db")


@pytest.mark.usefixtures("recorded")
def test_a_ledger_from_before_is_proved_copied_and_closed(do: Newer, folder: Path) -> None:
    """`check`, `backup`, `close` and `restore` find nothing wrong with it."""
    shown = do("show", program=transcripts.ROOT)
    assert "everything agrees" in do("check")
    do("backup", "copy.db")
    assert do("show") == shown
    do("add", "x")
    do("undo")
    do("close", "--stock", "split")
    do("restore", "copy.db", "--yes")
    assert do("show") == shown
    assert "everything agrees" in do("check")
    assert len(list((folder / "sklog-backups").iterdir())) == 2  # at the close, and before the restore


@pytest.mark.usefixtures("recorded")
def test_ledgers_from_before_are_united(do: Newer) -> None:
    """`merge` takes what an older program wrote, and knows again what it has taken."""
    do("--db", "other.db", "start", "Anderswo", "--players", "Anna,Bene,Christl,Dani", program=transcripts.ROOT)
    do("merge", "other.db", "--yes")
    assert "everything agrees" in do("check")
    do("--db", "third.db", "merge", "sklog.db", "--yes")
    assert "everything agrees" in do("--db", "third.db", "check")


@pytest.mark.usefixtures("recorded")
def test_evenings_from_before_come_back_as_they_were(do: Newer) -> None:
    """What `export` writes is what is there: importing it changes nothing."""
    do("export", "-o", "all.jsonl")
    assert "imported" not in do("import", "all.jsonl").replace("unchanged", "")
    do("--db", "other.db", "import", "all.jsonl")
    do("--db", "other.db", "export", "-o", "again.jsonl")
    assert do("export") == do("--db", "other.db", "export")


@pytest.mark.usefixtures("recorded")
def test_what_an_older_program_exported_is_what_is_there(do: Newer) -> None:
    """A file from before means the same evenings."""
    do("export", "-o", "all.jsonl", program=transcripts.ROOT)
    assert "imported" not in do("import", "all.jsonl")


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)
def test_ledgers_of_every_schema_are_brought_up_to_date(do: Newer, folder: Path, ledger: Path) -> None:
    """A ledger of an older schema becomes one of today's, with what it had."""
    shutil.copy(ledger, folder / "sklog.db")
    shown = do("show", program=transcripts.ROOT)
    shutil.copy(ledger, folder / "sklog.db")
    assert do("show") == shown
    assert "everything agrees" in do("check")


SAID = {"rule": "schwarz: {more: 1}", "tariff": "more: 1"}
"""How a tariff says the field that only a later version knows."""
REFUSED = [["show"], ["explain", "1"], ["settle"], ["check"], ["add", "s", "ac"]]


@pytest.mark.parametrize("later", newer.FIELDS, indirect=True)
@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_an_older_program_says_that_it_is_older(do: Newer, later: Path, folder: Path, words: list[str]) -> None:
    """What only a later version understands is refused with a sentence, and never left out in silence."""
    in_a_hand = "hand" in later.name
    if in_a_hand and words[0] in ("add", "settle"):
        pytest.skip("these build upon the balances, not upon the hand")
    (folder / "haus.yaml").write_text(f"name: haus\nextends: wiki\n{SAID.get(later.name, '')}\n", encoding="utf-8")
    do("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "haus.yaml")
    more = ', "more": 1' if in_a_hand else ""
    do("add", "--json", f'{{"game": "wenz", "declarer": "Anna", "won": true{more}}}')
    ran = newer.run(words)
    assert "which only a newer sklog can read" in ran.out + ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("later", SAID, indirect=True)
@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_an_older_program_goes_on_with_a_tariff_that_says_nothing_new(do: Newer, words: list[str]) -> None:
    """A tariff is kept as an older program kept it, where that says the same."""
    do("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    do("add", "w", "a")
    ran = newer.run(words)
    assert (ran.code, ran.err) == (0, "")
