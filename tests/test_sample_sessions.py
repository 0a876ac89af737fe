"""The golden evenings: every file in `sample_sessions/` keeps its promise, and two scorers agree on it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sklog import files as session_files
from sklog import tariffs
from sklog.files import formats as session_formats
from sklog.files.reader import FoldedSession
from sklog.likeness.lines import shorthand
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import entry_to_json
from tests import second_opinion_evening

FOLDER = Path(__file__).parent.parent / "sample_sessions"
FILES = sorted(FOLDER.rglob("*.yaml"))  # lists of tournaments lie in a folder of their own
LAMERS = (
    {"Anna": 60, "Bene": -60, "Christl": -60, "Dani": 60},
    {"Anna": -60, "Bene": 300, "Christl": -180, "Dani": -60},
    {"Anna": 100, "Bene": 460, "Christl": -660, "Dani": 100},
    {"Anna": -180, "Bene": 180, "Christl": -380, "Dani": 380},
    {"Anna": 360, "Bene": 0, "Christl": -560, "Dani": 200},
)

golden = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def evening(path: Path) -> Session:
    """Return the evening of a sample file, which leaves no price open."""
    [session] = session_formats.read_path(path)
    assert isinstance(session, FoldedSession)
    assert not session.unclear
    return session


def test_there_is_an_evening_for_each_shipped_tariff() -> None:
    """Every shipped tariff has a golden evening of its own."""
    assert set(tariffs.shipped()) <= {evening(path).tariff.name for path in FILES}


@golden
def test_it_ends_as_expected(path: Path) -> None:
    """The balances at the end are those the file promises, and it promises them for everybody."""
    session = evening(path)
    state = final_state(session, session.lines())
    assert session.expect is not None
    assert set(session.expect) | {STOCK} == set(state.balances)
    assert session_files.missed(session, state) == []


@golden
def test_a_second_opinion_agrees(path: Path) -> None:
    """The scorer that was written a second time posts the same amounts for every entry."""
    session = evening(path)
    mapping = to_mapping(session.tariff)
    entries = [entry_to_json(entry) for entry in session.entries]
    lines = session.lines()
    second = second_opinion_evening.evening(mapping, list(session.players), entries, session.dealer, session.stock)
    first = [None if line.score is None else (line.score.value, nonzero(line.score.postings)) for line in lines]
    assert first == [None if each is None else (each[0], nonzero(each[1])) for each in second]


def nonzero(postings: Mapping[str, int]) -> dict[str, int]:
    """Return the accounts that move."""
    return {account: amount for account, amount in postings.items() if amount}


@golden
def test_every_line_sums_to_zero(path: Path) -> None:
    """Nobody's money comes or goes: after each entry the balances and the Stock add up to nothing."""
    assert all(sum(line.state.balances.values()) == 0 for line in evening(path).lines())


@golden
def test_it_is_written_and_read_back(path: Path) -> None:
    """Written as a session file it reads back the same, and is written the same again."""
    session = evening(path)._replace(expect=None)
    text = session_files.write_yaml(session)
    assert session_files.read_yaml(text, "again.yaml") == [session]
    assert session_files.write_yaml(session_files.read_yaml(text, "again.yaml")[0]) == text


@golden
def test_its_hands_are_lines_of_shorthand(path: Path) -> None:
    """Every hand of the golden evenings has a line of shorthand: only events stay mappings."""
    session = evening(path)
    lines = zip(session.entries, shorthand(session), strict=True)
    hands = [line for entry, line in lines if "game" in entry_to_json(entry)]
    assert hands
    assert None not in hands


def test_the_five_hands_of_lamers() -> None:
    """The running balances are the ones which the note of 2003 prints."""
    session = evening(FOLDER / "lamers-fuenf-spiele.yaml")
    running = [dict(line.state.balances) for line in session.lines()]
    assert running == [{**balances, STOCK: 0} for balances in LAMERS]


def test_the_long_evening_has_everything() -> None:
    """The long evening has 60 to 70 hands and all kinds of entries that a table can make but a round."""
    session = evening(FOLDER / "langer-abend.yaml")
    kinds = {type(entry).__name__ for entry in session.entries}
    assert kinds >= {"Played", "Ramsch", "Passed", "Posting", "Voided", "Join", "Leave", "StockMove", "Payment"}
    assert 60 <= sum(line.number is not None for line in session.lines()) <= 70


@pytest.mark.parametrize(
    ("name", "n", "balances"),
    [
        pytest.param("grundzuege-stock", 3, {"Anna": -70, "Bene": -10, STOCK: 160}, id="a lost game doubles the Stock"),
        pytest.param("grundzuege-stock", 4, {"Bene": 80, "Dani": 80, STOCK: 0}, id="the Muss is won at 60"),
        pytest.param("grundzuege-stock", 5, {"Christl": 1480}, id="a Sie of 4 × (SE + 8 GE)"),
        pytest.param("wiki-zu-fuenft", 2, {"Christl": -120, "Dani": 120}, id="Kontra, Re, Supra: ×8"),
        pytest.param("wiki-zu-fuenft", 6, {"Bene": 120, "Anna": -20}, id="a Hadsch has a Kontra of its own"),
        pytest.param("wiki-zu-fuenft", 13, {"Bene": 200}, id="a Pflichthabicht is won from 44"),
        pytest.param("wiki-zu-fuenft", 15, {"Dani": 240}, id="a Durchmarsch is a Herz-Solo with all"),
        pytest.param("p-seminar-sie", 1, {"Anna": 780}, id="a Sie at ×2"),
        pytest.param("p-seminar-sie", 4, {"Anna": 280, "Dani": 120}, id="Durchmarsch from 91, no Jungfrauen"),
        pytest.param("bsv-turnier", 2, {"Bene": 500}, id="a Tout pays no Schneider or Schwarz"),
    ],
)
def test_balances_on_the_way(name: str, n: int, balances: dict[str, int]) -> None:
    """Worked by hand: these are the balances after hand n."""
    line = next(line for line in evening(FOLDER / f"{name}.yaml").lines() if line.number == n)
    assert {account: line.state.balances[account] for account in balances} == balances
