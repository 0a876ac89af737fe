"""explain and the sheet on the command line: what was recorded, what was corrected, what would be."""

import json

import pytest
from conftest import Sklog
from report_samples import FOUR

pytestmark = pytest.mark.long


@pytest.fixture
def played(ok: Sklog) -> Sklog:
    """Return sklog with an evening: a throw-in, a Wenz that was fixed twice, and a void Sauspiel."""
    ok("start", "Abend", "--players", ",".join(FOUR), "--tariff", "wiki", "--date", "2026-11-19")
    for line in ("x", "w b-l2", "s bd"):
        ok("add", *line.split())
    ok("fix", "2", "w", "a-l2")
    ok("fix", "2", "w", "d-l2")
    ok("void", "3")
    return ok


def test_explain_says_what_a_fixed_hand_was(played: Sklog) -> None:
    """Every version that was replaced stands there, the oldest first."""
    said = played("explain", "2").out
    assert said.startswith("Hand 2: w d-l2\n")
    assert "\nWas     w b-l2\nWas     w a-l2\n" in said


def test_explain_takes_options_behind_the_number(played: Sklog) -> None:
    """A number is no hand: options may stand on either side of it."""
    before, behind = played("explain", "--format", "json", "1"), played("explain", "1", "--format", "json")
    assert before == behind
    assert json.loads(behind.out)["hand"] == {"game": "zusammengeworfen"}


def test_explain_of_a_line_says_what_it_would_cost_now(played: Sklog) -> None:
    """The next hand at this table, with the Stock as it is; nothing is recorded."""
    before = played("show").out
    said = played("explain", "s", "ac", "n").out
    assert said.startswith("Would be hand 4 (not recorded): s ac n\n")
    assert "taken out by  Anna     0.20\n" in said
    assert played("show").out == before


def test_explain_takes_the_words_of_a_hand_as_they_are(played: Sklog, run: Sklog) -> None:
    """Options stand before the hand; behind its first word nothing is an option."""
    assert json.loads(played("explain", "--format", "json", "w", "b-l2").out)["hand"]["won"] is False
    refused = run("explain", "w", "b", "--format", "json")
    assert (refused.code, refused.out) == (1, "")
    assert "options come before the hand" in refused.err


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        pytest.param(("9",), 1, "there is no hand 9 in 'Abend': the last is hand 3", id="no-such-hand"),
        pytest.param(("0",), 2, "'0' is not a whole number from 1 on", id="no-number"),
        pytest.param(("eins",), 1, '"eins" is not a game here', id="no-hand"),
    ],
)
def test_explain_refuses_what_it_cannot_explain(
    played: Sklog, run: Sklog, words: tuple[str, ...], code: int, error: str
) -> None:
    """A number without a hand, and words that are none, are told apart."""
    assert played("show").code == 0
    refused = run("explain", *words)
    assert refused.code == code
    assert error in refused.err


def test_sheet_shows_what_was_corrected(played: Sklog) -> None:
    """Both wrong versions stand before the hand that counts, the void hand in its place."""
    sheet = played("report", "session").out
    told = " ".join(sheet.split())
    assert "(was) Wenz: Bene lost, 2 Laufende (was) Wenz: Anna lost, 2 Laufende 2 Wenz: Dani lost, 2 Laufende" in told
    assert "   3  (void) Sauspiel: Bene and Dani\n      won\n" in sheet


def test_sheet_of_a_page_strikes_out(played: Sklog) -> None:
    """On the page and in markdown they are struck out."""
    assert "(was) <del>Wenz: Bene lost, 2 Laufende</del>" in played("report", "session", "--format", "html").out
    assert "(void) ~~Sauspiel: Bene and Dani won~~" in played("report", "session", "--format", "markdown").out


@pytest.mark.parametrize("words", [("explain", "2"), ("explain", "s", "ac"), ("report", "session"), ("show",)])
def test_german_on_the_command_line(played: Sklog, words: tuple[str, ...]) -> None:
    """SKLOG_LANG chooses the language of every report."""
    said = played(*words, env={"SKLOG_LANG": "de"}).out
    assert "Spiel" in said
    assert "Hand" not in said
