"""Session files: what is read is what was written, and what is wrong is said where."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from sklog import files as session_files
from sklog.errors import SessionFileError
from sklog.files import formats as session_formats
from sklog.scoring.hand import Passed, Played
from sklog.scoring.session import Session, final_state
from sklog.scoring.state import Voided
from tests.session_strategies import many, sessions

GALLERY = sorted((Path(__file__).parents[1] / "errors" / "sessions").glob("*.yaml"))
SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "bsv-turnier.yaml"

CONTRACT = """
session: Stammtisch Gasthof Post
date: 2026-11-19
tariff: p-seminar            # a shipped or own tariff's name, a path relative to this file, or a whole mapping
players: [Anna, Bene, Christl, Dani]
hands:
  - s ac nl3
  - {game: wenz, declarer: Bene, won: false, laufende: 2, klopfer: 1}
  - r d ja
expect: {Anna: 240, Bene: -440, Christl: 240, Dani: -40}   # optional
"""


def evening(hands: str, players: str = "[Anna, Bene, Christl, Dani]", tariff: str = "p-seminar", more: str = "") -> str:
    """Return the text of a session file with these hands, each a line of YAML."""
    listed = "".join(f"  - {hand}\n" for hand in hands.split("\n"))
    return f"session: Stammtisch\ntariff: {tariff}\nplayers: {players}\n{more}hands:\n{listed}"


def read(text: str) -> Session:
    """Return the one evening of a text."""
    [session] = session_files.read_yaml(text, "abend.yaml")
    return session


def problems(text: str) -> list[str]:
    """Return what is said of a text that cannot be read."""
    with pytest.raises(SessionFileError) as caught:
        session_files.read_yaml(text, "abend.yaml")
    return [str(problem) for problem in caught.value.problems]


def sample() -> Session:
    """Return a golden evening."""
    return next(session_formats.read_path(SAMPLE))._replace(expect=None)


@many
@given(sessions())
def test_yaml_reads_back_what_it_writes(session: Session) -> None:
    """A session file reads back as the same evening, and is written the same again."""
    written = session_files.write_yaml(session)
    assert read(written) == session
    assert session_files.write_yaml(read(written)) == written


# -- YAML ---------------------------------------------------------------------------------------------


def test_the_example_of_the_contract() -> None:
    """The session file that the interface prints ends with the balances it promises."""
    session = read(CONTRACT)
    assert session_files.missed(session, final_state(session, session.lines())) == []


@pytest.mark.parametrize("path", GALLERY, ids=[path.stem for path in GALLERY])
def test_gallery(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken session file is refused with exactly these sentences, each at its place."""
    monkeypatch.setenv("SKLOG_TARIFFS", str(tmp_path))  # no tariffs but the shipped ones
    with pytest.raises(SessionFileError) as caught:
        session_files.read_yaml(path.read_text(encoding="utf-8"), path.name, path)
    assert str(caught.value) + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_scalars_are_text() -> None:
    """Where names stand, no, null and 93 are names: nothing is taken for a truth value or a number."""
    session = read(evening("{game: sauspiel, declarer: no, partner: null, won: yes}", "[no, null, 93, on]"))
    assert session.players == ("no", "null", "93", "on")
    assert session.entries == (Played(game="sauspiel", declarer="no", partner="null", won=True),)


def test_null_as_a_game_is_a_bettel() -> None:
    """`game: null` is the Bettel that is called Null."""
    session = read(evening("{game: null, declarer: Anna, won: yes}", tariff="grundzuege"))
    assert session.entries == (Played(game="bettel", declarer="Anna", won=True),)


def test_shorthand_knows_who_has_joined() -> None:
    """Initials mean those who sit there at that moment: with Eva, five, and the dealer sits out."""
    session = read(evening("{join: Eva, after: Bene}\ns be\n{leave: Bene}\ns ae"))
    assert session.lines()[1].table.active == ("Bene", "Eva", "Christl", "Dani")
    assert session.entries[3] == Played(game="sauspiel", declarer="Anna", partner="Eva", won=True)


def test_shorthand_knows_the_round() -> None:
    """In a Hadsch nobody needs to say the first Kontra, and Re stands alone."""
    session = read(evening("{round: hadsch}\ns bd re", tariff="wiki"))
    score = session.lines()[1].score
    assert score is not None
    assert score.value == 40


def test_a_void_line() -> None:
    """`void: true` stands beside a line as beside a canonical hand, and both have their number."""
    session = read(evening("{line: s ac, void: true}\n{game: wenz, declarer: Anna, won: no, void: true}\ns ac"))
    assert [type(entry) for entry in session.entries] == [Voided, Voided, Played]
    assert [line.number for line in session.lines()] == [1, 2, 3]


def test_a_broken_hand_hides_no_later_one() -> None:
    """Behind a broken hand the reading goes on, with the number and the dealer which that hand has."""
    found = problems(evening("s aa\ns ae\ns cb 200", "[Anna, Bene, Christl, Dani, Eva]"))
    assert {problem.split(": ")[1] for problem in found} == {"hand 1", "hand 3"}


def test_a_broken_join_hides_no_hand() -> None:
    """Who could not be seated where the file says is known to the later hands all the same."""
    assert len(problems(evening("{join: Eva, after: Robert}\n{leave: Bene}\ns ae"))) == 1


def test_a_hand_that_contradicts_itself_and_the_tariff() -> None:
    """What the table would refuse as well is said together with what contradicts itself."""
    found = problems(evening("{game: sauspiel, declarer: Anna, partner: Anna, won: yes, klopfer: 1}", tariff="bsv"))
    assert len(found) == 2
    assert all(problem.startswith("abend.yaml:5:5: hand 1: ") for problem in found)


def test_a_tariff_beside_the_file(tmp_path: Path) -> None:
    """A path is relative to the session file."""
    (tmp_path / "haus.yaml").write_text("name: haus\nextends: p-seminar\nprices: {solo: 60}\n", encoding="utf-8")
    (tmp_path / "abend.yaml").write_text(evening("es a", tariff="./haus.yaml"), encoding="utf-8")
    [session] = session_formats.read_path(tmp_path / "abend.yaml")
    assert session.tariff.prices["solo"] == 60


def test_a_tariff_in_the_file_extends_one_beside_it(tmp_path: Path) -> None:
    """What a mapping extends is found beside the session file too, or in the folder that is named."""
    (tmp_path / "haus.yaml").write_text("name: haus\nextends: p-seminar\nprices: {solo: 60}\n", encoding="utf-8")
    text = evening("es a", tariff="{name: dahoam, extends: ./haus.yaml}")
    for near in (tmp_path, tmp_path / "abend.yaml"):
        assert session_files.read_yaml(text, "-", near)[0].tariff.prices["solo"] == 60


def test_a_game_of_the_tables_own() -> None:
    """A game that only this tariff knows is read by its name, and the evening is written with it."""
    tariff = "{name: haus, extends: p-seminar, games: [sauspiel, solo, {name: nullouvert, shape: bettel, price: 60}]}"
    session = read(evening("{game: nullouvert, declarer: Anna, won: yes}", tariff=tariff))
    assert final_state(session, session.lines()).balances["Anna"] == 180
    assert read(session_files.write_yaml(session)) == session


def test_closed_dealer_stock_and_id() -> None:
    """What else is known of an evening is read, with names as they are spelt at the table."""
    session = read(
        evening("s ac", more="id: 0f\nclosed: yes\ndealer: bene\nstock: 40\nplace: Post\ndate: 2026-11-19\n")
    )
    assert (session.id, session.closed, session.dealer, session.stock) == ("0f", True, "Bene", 40)
    assert (session.place, session.date) == ("Post", "2026-11-19")


def test_an_evening_without_hands() -> None:
    """An evening that has only begun is a file too."""
    session = sample()._replace(entries=())
    assert session_files.write_yaml(session).endswith("hands: []\n")
    assert read(session_files.write_yaml(session)) == session


@pytest.mark.parametrize("date", ["2026-02-30", "20261119", "2026-W01-1", "19.11.2026", "2026-1-1", "٢٠٢٦-١١-١٩"])
def test_a_date_that_is_none(date: str) -> None:
    """Only days of the calendar, written with dashes, are dates."""
    assert problems(evening("s ac", more=f"date: {date}\n"))[0].startswith("abend.yaml:4:7: date: ")


@pytest.mark.long
def test_too_many_hands() -> None:
    """Beyond 10,000 hands the file is refused, at the first one too many."""
    [problem] = problems(evening("\n".join(["x"] * 10_001), tariff="saukopf"))
    assert problem == "abend.yaml:10005:5: more than 10000 hands: divide the evening"


def test_a_file_that_is_too_large() -> None:
    """Beyond 5 MB the file is refused unread."""
    assert "larger than 5 MB" in problems(evening("s ac") + "#" * 5_000_000)[0]


def test_shorthand_where_it_is_the_same_hand() -> None:
    """Hands are written as lines, events as mappings in one line, and a voided line beside its mark."""
    session = read(evening("s ac nl3\n{line: w b, void: yes}\n{join: Eva}\nr d ja"))
    lines = session_files.write_yaml(session).splitlines()[-4:]
    assert lines == ["  - s ac nl3", "  - {line: w b, void: yes}", "  - {join: Eva}", "  - r d ja"]


def test_an_evening_that_cannot_be_folded_is_written_all_the_same() -> None:
    """Nothing recorded is lost: from the hand on that cannot be, hands are mappings."""
    session = sample()._replace(entries=(Played(game="nirgends", declarer="Anna", won=True), Passed()))
    assert "game: nirgends" in session_files.write_yaml(session)


# -- what is expected, and which evening it is --------------------------------------------------------


def test_missed_expectations() -> None:
    """Each balance that is not as promised is one sentence; the Stock can be promised too."""
    session = read(evening("s ac", more="expect: {Anna: 20, bene: 0, Stock: 40}\n"))
    assert session_files.missed(session, final_state(session, session.lines())) == [
        "Bene was expected to have 0 but has −20",
        "the Stock was expected to have +40 but has 0",
    ]


def test_identity_is_the_id() -> None:
    """An evening that has an id is that one, whatever it is called."""
    assert session_files.identity(sample()._replace(id="abc")) == "abc"


@pytest.mark.parametrize(
    "other",
    [{"name": "Kirta"}, {"date": "2026-11-20"}, {"place": "Bräu"}, {"players": ("Anna", "Bene", "Christl", "Eva")}],
    ids=["name", "date", "place", "players"],
)
def test_identity_of_an_evening_without_id(other: dict[str, Any]) -> None:
    """Without an id name, date, place and players make one, always the same 32 hex digits."""
    session = sample()
    mine = session_files.identity(session)
    assert len(mine) == 32
    assert int(mine, 16) >= 0
    assert mine == session_files.identity(session._replace(entries=()))
    assert mine != session_files.identity(session._replace(**other))


def test_what_was_folded_while_it_was_read_is_not_folded_again() -> None:
    """The lines are those of a fold; with another hand they are folded anew."""
    [session] = session_formats.read_path(SAMPLE)
    plain = Session(*session)
    assert session.lines() is session.lines()
    assert session.lines() == plain.lines()
    shorter = session._replace(entries=session.entries[:2])
    assert shorter.lines() == plain._replace(entries=plain.entries[:2]).lines()


def test_a_recorded_evening_keeps_what_its_stock_was() -> None:
    """One with an identity was recorded before such a Stock was refused: it is read as it was exported."""
    text = (GALLERY[0].parent / "less-than-none-in-the-stock.yaml").read_text(encoding="utf-8")
    assert read(f"id: {'ab' * 16}\n{text}").stock == -240
