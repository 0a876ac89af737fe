"""A table's own special rounds, as people use them: named everywhere, exported and read again, completed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import PEOPLE, solo, tariff

from sklog import files as session_files
from sklog import notation
from sklog.cli import app_group, common
from sklog.ledger import evenings
from sklog.play.shell import completions
from sklog.scoring import evening
from sklog.scoring.canonical import from_json, to_json
from sklog.scoring.settings import from_mapping, stored, to_mapping
from sklog.scoring.state import RoundOrder
from sklog.scoring.tariff import BLAUER_HABICHT, ROUNDS, SpecialRound
from tests.conftest import Sklog

OWN = "rounds: {kinds: [schieber, {name: Langer Dachs, length: 2, games: [solo, wenz], times: 3, after: [schwarz]}]}"
DACHS = "langer-dachs"


@pytest.fixture
def table(ok: Sklog, folder: Path) -> Sklog:
    """Return sklog with an evening in whose tariff there is a round of its own."""
    (folder / "haus.yaml").write_text(f"name: haus\nextends: wiki\n{OWN}\n", encoding="utf-8")
    ok("start", "Abend", "--players", ",".join(PEOPLE[:4]), "--tariff", "haus.yaml", "--date", "2026-11-19")
    return ok


def test_it_is_read_with_all_that_is_not_said() -> None:
    """What a round does not say is as it is for others: a full round, any game, nobody must play, nothing doubles."""
    assert tariff(OWN).special == {
        "schieber": SpecialRound("schieber"),
        DACHS: SpecialRound(DACHS, 2, ("solo", "wenz"), times=3, after=("schwarz",)),
    }
    assert tariff("rounds: {kinds: [{name: igel}]}").special["igel"] == SpecialRound("igel")


@pytest.mark.parametrize("words", ["Langer Dachs", "langer-dachs", "LANGER DACHS"])
def test_its_name_is_read_in_any_spelling(table: Sklog, words: str) -> None:
    """Capitals and blanks make no difference."""
    assert "Round: Langer Dachs, 2 deals left" in table("round", words).out


@pytest.mark.parametrize("length", ["hand", "round", 7])
def test_a_tariff_that_is_kept_is_the_same_tariff(length: str | int) -> None:
    """What a ledger holds of it, and what a file says, is read as the same rounds."""
    rules = tariff(OWN.replace("length: 2", f"length: {length}"))
    assert from_mapping(json.loads(json.dumps(stored(rules)))) == rules
    assert from_mapping(json.loads(json.dumps(to_mapping(rules)))) == rules


def test_older_tariffs_are_kept_as_before() -> None:
    """Rounds that an older sklog knew are kept without any key that it did not know."""
    assert "cap" not in stored(tariff("rounds: {kinds: [hadsch], after_lost_solo: hadsch}"))
    assert stored(tariff(OWN)) == to_mapping(tariff(OWN))


def test_a_hand_names_it_in_shorthand_and_in_json() -> None:
    """It is written as `round:…` and read again."""
    rules, state = tariff(OWN), evening.start(PEOPLE[:4])
    hand = notation.read_hand("hs a round:langer-dachs", state, rules)
    assert hand.round == to_json(hand)["round"] == DACHS
    assert from_json(to_json(hand), PEOPLE) == hand
    assert notation.read_hand(notation.write_hand(hand, state, rules), state, rules) == hand
    assert evening.step(state, hand, rules).score == evening.step(state, from_json(to_json(hand)), rules).score


def test_a_ledger_holds_a_state_in_it() -> None:
    """What is kept of an evening names the round, with what began it."""
    rules = tariff(OWN)
    state = evening.step(evening.start(PEOPLE[:4]), from_json(solo(won=True, schwarz=True)), rules).state
    assert (state.round, state.round_left) == (DACHS, 2)
    assert evenings.state_from_text(evenings.state_to_text(state)) == state
    with pytest.raises(ValueError, match="Dachs"):
        evenings.state_from_text(evenings.state_to_text(state._replace(round="Langer Dachs")))


@pytest.mark.long
def test_an_evening_comes_back_from_its_file(table: Sklog, folder: Path) -> None:
    """Export, import into another ledger and export again is the same file, with the round and the tariff in it."""
    table("round", "langer dachs")
    table("add", "hs", "a", "z")
    table("add", "s", "ab", "round:none")
    text = table("export").out
    (folder / "abend.yaml").write_text(text, encoding="utf-8")
    assert f"- {{round: {DACHS}}}" in text
    table("import", "abend.yaml", "--db", "other.db")
    assert table("export", "--db", "other.db").out == text
    [read] = session_files.read_yaml(text, "abend.yaml")
    assert RoundOrder(DACHS) in read.entries
    assert read.lines()[-1].state.balances["Anna"] == 3 * 3 * 40 + 10


def test_explain_names_its_factor_and_why_it_is_played(table: Sklog) -> None:
    """The step has the name of the round, and beside it stands what began it."""
    table("add", "hs", "a", "z")
    table("add", "w", "b")
    explained = table("explain", "2").out
    assert "Langer Dachs        × 3  after hand 1, a Schwarz" in explained
    assert json.loads(table("explain", "2", "--format", "json").out)["steps"][-1] == {
        "label": "Langer Dachs",
        "times": 3,
    }


@pytest.mark.long
def test_the_price_list_says_what_it_is(table: Sklog) -> None:
    """Each round of the table's own has a row."""
    rows = json.loads(table("report", "prices", "--tariff", "haus.yaml", "--format", "json").out)["tables"]["rules"]
    [row] = [row for row in rows if row["rule"] == "Langer Dachs"]
    assert (row["how"], row["times"]) == ("2 deals; after a Schwarz; only in Solo, Wenz", 3)


def test_tab_offers_what_this_table_plays(table: Sklog) -> None:
    """In the prompt and in a shell: behind `round`, and as `round:…` in a hand."""
    rules = tariff(OWN)
    open_ = common.ledger_of(None).evening()
    group = app_group()
    assert completions("round lan", open_, group) == [DACHS]
    assert completions("hs a round:l", open_, group) == [f"round:{DACHS}"]
    assert {"round:schieber", "round:none"} <= {*notation.flag_words(rules)}
    assert not [word for word in notation.flag_words() if word.startswith("round:") and word != "round:"]
    assert table("show").out


def test_another_tariff_ends_it(table: Sklog) -> None:
    """Where the table goes on by a tariff without it, it is over."""
    table("round", "langer dachs")
    table("session", "tariff", "wiki", "--from", "1")
    assert "Langer Dachs" not in table("show").out


@pytest.mark.parametrize("kind", ROUNDS)
def test_those_that_are_known_are_such_values_as_well(kind: str) -> None:
    """The rounds of the Grundzüge last a full round, cost nothing more, and begin as the tariff says."""
    special = tariff(f"rounds: {{after_lost_solo: {kind}}}").special
    assert [each for each, one in special.items() if one.after == ("lost_solo",)] == [kind]
    assert (special[kind].deals(5), special[kind].times) == (5, 1)
    assert bool(special[kind].games or special[kind].forced) == (kind not in ("schieber", BLAUER_HABICHT))
