"""A tournament in a ledger: drawn, handed in, taken back, corrected, carried elsewhere, and what check says of it."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_tournament_facts import facts as FACTS  # noqa: N812  any fact, by the same strategy

from sklog.desk.ledger import Ledger
from sklog.desk.settlement import Wish
from sklog.errors import IllegalHand, LedgerError, NotFound, Refused
from sklog.ledger import chain, evenings, record
from sklog.ledger.open import open_ledger
from sklog.reports.render import render
from sklog.scoring.hand import Passed, Played
from sklog.scoring.state import Join
from sklog.tournament.facts import (
    Drawn,
    Fact,
    Penalized,
    Presence,
    PrizesSet,
    Reseated,
    RulesSet,
    Substitute,
)
from sklog.tournament.model import Penalty, Prize, Round, Row, Rules
from sklog.tournament.ranking import ranking
from sklog.tournament.tournaments import Person
from sklog.vault import check
from tests import transcripts
from tests.recorded import forged, linked_again, sealed_again

if TYPE_CHECKING:
    from pathlib import Path

    from sklog.ledger.evenings import Evening
    from sklog.tournament.tournaments import Held
    from tests.conftest import Sklog

RULES = Rules(rounds=2, games=2, seed="Eichel")
PEOPLE = [Person(name) for name in ("Anna", "Bene", "Christl", "Dani", "Eva", "Gast 6", "Gast 7")]
TABLES = [(1, 2, 3, 4), (5, 6, 7, 8)]
EVEN = [Row(23), Row(-5), Row(-20), Row(2)]


@pytest.fixture
def ledger(folder: Path) -> Ledger:
    """Return a ledger with a tournament of eight at two tables, of whom two are called Anna; round 1 is drawn."""
    ledger = Ledger(folder / "ledger.db", who="Eva")
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES, date="2026-11-21")
    ledger.tournaments.enter([*PEOPLE, Person("anna", place="Hof")])
    ledger.tournaments.seat_all(TABLES)
    return ledger


def wenz(player: str) -> Played:
    """Return a Wenz that somebody won: 50 ct from each."""
    return Played(game="wenz", declarer=player, won=True)


def herz(player: str) -> Played:
    """Return a Herz-Solo that somebody won: the same."""
    return Played(game="solo", suit="herz", declarer=player, won=True)


def entered(ledger: Ledger, table: int = 1) -> Evening:
    """Play both games of a table in round 1, one for each of the first two, and return its evening."""
    begun = ledger.tournaments.table(1, table)
    ledger.record(wenz(begun.players[0]), begun.id)
    ledger.record(herz(begun.players[1]), begun.id)
    return begun


PLAYED = (Row(100, 150, 1, 0), Row(100, 150, 1, 1), Row(-100, 0, 0, 0), Row(-100, 0, 0, 0))
"""What those two games come to."""


def wrong(ledger: Ledger) -> list[str]:
    """Return what check finds: nothing, if everything agrees."""
    with contextlib.closing(open_ledger(ledger.path, create=False)) as opened:
        found = list(check.disagreements(opened))
        assert found or kinds(opened) == kinds_as_they_were_told(opened)
        return found


def kinds(opened: sqlite3.Connection) -> dict[int, str]:
    """Return of which kind every evening is kept."""
    return {one.id: one.kind for one in evenings.all_evenings(opened)}


def kinds_as_they_were_told(opened: sqlite3.Connection) -> dict[int, str]:
    """Return the same by the rule from before kinds were kept: from names, logs, and what every tournament says."""
    every = evenings.all_evenings(opened)
    held = [(one.uid, one.state.memory) for one in every if not one.players]
    named = {uid for tournament, memory in held if memory for uid in memory.evenings(tournament)}
    begun = "SELECT command FROM action WHERE session_id = ? ORDER BY id LIMIT 1"
    table = [
        one.id
        for one in every
        if one.uid in named
        or ("/" in one.name and opened.execute(begun, (one.id,)).fetchone() == ("tournament table",))
    ]
    told = {one.id: "of tournament" if one.id in table else "" for one in every}
    return {one.id: told[one.id] if one.players else "tournament" for one in every}


def everything(ledger: Ledger) -> tuple[object, ...]:
    """Return all tournaments as facts, and the hands of all other evenings, whatever their numbers are here."""
    held = [(one.evening.uid, one.evening.name, one.tournament.to_json()) for one in ledger.tournaments.all()]
    others = [
        (one.uid, one.name, one.closed, ledger.session(one.id).entries) for one in ledger.evenings() if one.players
    ]
    return held, sorted(others, key=lambda one: one[0])


def newest(held: Held, table: int = 1) -> tuple[Row, ...]:
    """Return the rows of a table's newest list in round 1."""
    return held.tournament.in_force(1, table)[-1].rows


# -- a day ----------------------------------------------------------------------------------------------


def test_a_table_is_an_ordinary_evening(ledger: Ledger) -> None:
    """It has a name, the day and the scale of the tournament, and those who sit there; asked again it is the same."""
    begun = ledger.tournaments.table(1, 2)
    assert (begun.name, begun.date, begun.tariff.name) == ("Herbstrennen 1/2", "2026-11-21", "bsv")
    assert begun.players == ("Eva", "Gast 6", "Gast 7", "anna (8)")
    assert ledger.tournaments.table(1, 2).uid == begun.uid
    found = ledger.tournaments.evening_of(1, 2)
    assert found is not None
    assert found.uid == begun.uid
    assert ledger.tournaments.evening_of(1, 1) is None
    assert wrong(ledger) == []


def test_a_list_follows_from_the_hands_of_its_table(ledger: Ledger) -> None:
    """Sum, good points, solos and Herz-Solos of everybody; it names the evening and its newest fact."""
    evening = entered(ledger)
    done = ledger.tournaments.hand_in(1, 1)
    assert newest(done.held) == PLAYED
    assert done.missing == (2,)
    closed = ledger.evening(evening.id)
    assert closed.closed
    entered_list = done.held.tournament.counted(1, 1)
    assert entered_list is not None
    assert (entered_list.who, entered_list.evening, entered_list.digest) == ("Eva", evening.uid, closed.digest.hex())
    assert wrong(ledger) == []


@pytest.mark.long
def test_one_undo_takes_back_a_list_and_the_closing_of_its_table(ledger: Ledger) -> None:
    """A list that was handed in is one command on two evenings; redo brings both back."""
    evening = entered(ledger)
    before = everything(ledger)
    ledger.tournaments.hand_in(1, 1)
    after = everything(ledger)
    [undone] = ledger.undo()
    assert undone.words == "tournament list 1/1"
    assert everything(ledger) == before
    assert not ledger.evening(evening.id).closed
    assert wrong(ledger) == []
    ledger.redo()
    assert everything(ledger) == after
    assert wrong(ledger) == []


@pytest.mark.parametrize("which", ["the tournament", "the table"])
def test_it_is_taken_back_from_either_evening(ledger: Ledger, which: str) -> None:
    """Whichever of the two is named, both are as they were."""
    evening = entered(ledger)
    before = everything(ledger)
    ledger.tournaments.hand_in(1, 1)
    ledger.undo(which=evening.id if which == "the table" else ledger.tournaments.held().evening.id)
    assert everything(ledger) == before
    assert wrong(ledger) == []


@pytest.mark.long
def test_everything_is_taken_back_and_brought_back(ledger: Ledger) -> None:
    """Down to the first command, and up to the last: at each step the ledger proves."""
    entered(ledger)
    ledger.tournaments.hand_in(1, 1)
    ledger.tournaments.hand_in(1, 2, EVEN)
    ledger.tournaments.draw()
    after = everything(ledger)
    commands = [1, 1, 1, 2, 2, 1, 1, 1]  # of which evening: drawn, two lists, two hands; seated, entered, begun
    for which in commands:
        ledger.undo(which=which)
        assert wrong(ledger) == []
    for which in reversed(commands):
        ledger.redo(which=which)
        assert wrong(ledger) == []
    assert everything(ledger) == after


def test_a_tournament_without_rules_says_how_to_go_on(ledger: Ledger) -> None:
    """Who has taken back its beginning is told how to bring it back."""
    ledger.undo(3)
    with pytest.raises(Refused) as refused:
        ledger.tournaments.held()
    assert str(refused.value) == "the rules of 'Herbstrennen' were taken back"


def test_a_list_that_is_not_even_stores_nothing(ledger: Ledger) -> None:
    """It is refused with the sentence by how much."""
    before = everything(ledger)
    with pytest.raises(IllegalHand) as refused:
        ledger.tournaments.hand_in(1, 1, [Row(24), *EVEN[1:]])
    assert str(refused.value) == "the sum is not 0: 1 point too many"
    assert everything(ledger) == before


def test_a_list_of_fewer_games_is_handed_in_if_that_is_said(ledger: Ledger) -> None:
    """One game of two is entered: the sentence names the option, and with it the list is in."""
    begun = ledger.tournaments.table(1, 1)
    ledger.record(wenz("Anna (1)"), begun.id)
    with pytest.raises(Refused) as refused:
        ledger.tournaments.hand_in(1, 1)
    assert str(refused.value) == "1 of 2 games of table 1 are entered"
    assert ledger.tournaments.hand_in(1, 1, short=True).missing == (2,)


def test_a_list_of_no_hands_is_not_handed_in(ledger: Ledger) -> None:
    """Where no evening was begun the sentence says what can be done."""
    with pytest.raises(NotFound) as refused:
        ledger.tournaments.hand_in(1, 1)
    assert str(refused.value) == "no hand of table 1 has been entered: enter its points"


def test_where_somebody_sat_down_later_the_points_are_said(ledger: Ledger) -> None:
    """Whose points are whose cannot be told from such an evening."""
    evening = entered(ledger)
    ledger.record(Join("Nora"), evening.id)
    ledger.record(Passed(), evening.id)
    with pytest.raises(Refused, match=r"Nora sat there as well: give the points of each number instead"):
        ledger.tournaments.hand_in(1, 1, short=True)
    ledger.tournaments.hand_in(1, 1, EVEN)
    assert wrong(ledger) == []


@pytest.mark.long
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(FACTS | st.sampled_from(["undo", "redo"]), min_size=5, max_size=25))
def test_any_commands_are_taken_back_and_brought_back(folder: Path, steps: list[Any]) -> None:
    """The tournament is always what the commands in force say, and the ledger proves."""
    ledger = Ledger(folder / f"{uuid4().hex}.db")
    before = [ledger.tournaments.begin("Herbstrennen", "bsv", RULES).tournament.to_json()]
    before.append(ledger.tournaments.enter(PEOPLE).tournament.to_json())
    place = 1  # in what was, the newest last; behind it is what can be brought back
    for step in steps:
        if isinstance(step, str):
            to = place + (1 if step == "redo" else -1)
            if not 0 <= to < len(before):
                continue
            getattr(ledger, step)()
            place = to
        else:
            with contextlib.suppress(IllegalHand):
                held = ledger.tournaments.record(Fact.from_json(step).said, "tournament")
                before[place + 1 :] = [held.tournament.to_json()]
                place += 1
        assert ledger.tournaments.held().tournament.to_json() == before[place]
    # seats of any kind were drawn by nobody
    assert [said for said in wrong(ledger) if "gives other seats" not in said] == []


_TABLES = st.permutations(range(1, 9)).map(lambda seats: [tuple(seats[:4]), tuple(seats[4:])])
_STEPS = st.one_of(
    st.sampled_from(["undo", "redo", "begin", "list", "merge", "import", "import reversed", "export"]),
    _TABLES.map(lambda tables: ("seat", tables)),
)


@pytest.mark.long
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(_STEPS, min_size=3, max_size=15))
def test_evenings_are_always_of_the_kind_that_tournaments_and_logs_say(
    folder: Path, run: Sklog, steps: list[Any]
) -> None:
    """Whatever is drawn, seated anew, taken back, brought from a file or from another ledger, and in which order."""
    here, there = (Ledger(folder / f"{uuid4().hex}.db", who="Eva") for _ledger in range(2))
    here.tournaments.begin("Herbstrennen", "bsv", RULES, date="2026-11-21")
    here.tournaments.enter([*PEOPLE, Person("anna", place="Hof")])
    there.start_evening("Anderswo", ["Anna", "Bene", "Christl", "Dani"], tariff="bsv")
    files = 0
    for step in steps:
        with contextlib.suppress(IllegalHand, Refused, NotFound):
            if step in ("undo", "redo"):
                getattr(here, step)()
            elif step == "begin":
                here.tournaments.table(1, 1)
            elif step == "list":
                entered(here)
                here.tournaments.hand_in(1, 1)
            elif step == "merge":
                run("merge", str(here.path), "--yes", "--forward", "--db", str(there.path))
            elif step == "export":
                files += 1
                run("export", "--format", "jsonl", "-o", f"{here.path.stem}-{files}.jsonl", "--db", str(here.path))
            elif step in ("import", "import reversed"):
                for number in range(files, 0, -1):
                    lines = (folder / f"{here.path.stem}-{number}.jsonl").read_text().splitlines(keepends=True)
                    (folder / "in.jsonl").write_text("".join(lines if step == "import" else reversed(lines)))
                    run("import", "in.jsonl", "--db", str(there.path))
            else:
                here.tournaments.seat_all(step[1], again=bool(here.tournaments.held().round))
        assert wrong(here) == wrong(there) == []


@pytest.mark.parametrize("kind", ["", "tournament", "of tournament", "x"])
def test_a_kind_that_was_changed_is_found_and_mended(day: Ledger, run: Sklog, ok: Sklog, kind: str) -> None:
    """Also where it is sealed: it follows from the facts."""
    with contextlib.closing(open_ledger(day.path)) as opened:
        before = kinds(opened)
        for one in evenings.all_evenings(opened):
            shown = record.overview(opened, one.id, one.state, closed=one.closed)._replace(kind=kind)
            opened.execute(record.KEEP_OVERVIEW, shown._replace(seal=chain.sealed(*shown[:-1])))
    found = run("check", "--db", str(day.path))
    assert found.err.count("the figures for lists and seasons are") == sum(kind != other for other in before.values())
    ok("check", "--repair", "--db", str(day.path))
    assert wrong(day) == []


def test_kinds_are_kept_of_what_an_older_sklog_recorded(folder: Path) -> None:
    """Of tables that were begun there, also where others sit since; and of one from a file, by its tournament."""
    older = transcripts.ROOT / "tests" / "ledgers" / "schema-10-tournaments.sqlite"
    ledger = Ledger(shutil.copy(older, folder / "old.db"))
    assert wrong(ledger) == []
    table, own = "of tournament", "tournament"
    assert [one.kind for one in ledger.evenings()] == [*[""] * 13, own, table, table, own, table, ""]


# -- corrected ------------------------------------------------------------------------------------------


def test_hands_that_are_corrected_later_are_found(ledger: Ledger) -> None:
    """The list stays as it came in until it is handed in again; the old one is kept."""
    evening = entered(ledger)
    ledger.tournaments.hand_in(1, 1)
    assert ledger.tournaments.unlike() == []
    ledger.reopen_evening(evening.id)
    assert ledger.tournaments.unlike() == []
    ledger.fix(1, wenz("Christl"), evening.id)
    ledger.close_evening(evening.id)
    assert ledger.tournaments.unlike() == [(1, 1)]
    done = ledger.tournaments.hand_in(1, 1, corrects=True)
    assert newest(done.held) == (Row(-100, 0, 0, 0), Row(100, 150, 1, 1), Row(100, 150, 1, 0), Row(-100, 0, 0, 0))
    assert done.held.tournament.lists[1, 1][0].rows == PLAYED
    assert ledger.tournaments.unlike() == []
    assert wrong(ledger) == []


def test_seats_that_no_draw_has_given_are_named_by_check(tmp_path: Path) -> None:
    """Whoever writes them with a seed has not drawn them; by hand they are taken as they are."""
    tournaments = Ledger(tmp_path / "other.db").tournaments
    tournaments.begin("Herbstrennen", "bsv", Rules(seed="Eichel"))
    tournaments.enter([Person(f"Gast {number}") for number in range(1, 9)])
    tournaments.record(Drawn(1, Round(tuple(TABLES), seed="Eichel", method=1)), "tournament draw")
    [said] = wrong(tournaments.ledger)
    assert "the draw of round 1 gives other seats than those recorded" in said
    tournaments.draw(again=True)
    assert wrong(tournaments.ledger) == []


def test_sums_that_are_not_what_the_hands_came_to_are_named(ledger: Ledger) -> None:
    """Both are there, and one of them is wrong."""
    entered(ledger)
    ledger.tournaments.hand_in(1, 1, EVEN)
    assert ledger.tournaments.unlike() == [(1, 1)]


def test_somebody_who_joined_after_the_list_came_in_hides_no_other_table(ledger: Ledger) -> None:
    """Which lists are no longer what was played can be asked in any case."""
    evening = entered(ledger)
    ledger.tournaments.hand_in(1, 1)
    ledger.reopen_evening(evening.id)
    ledger.record(Join("Nora"), evening.id)
    assert ledger.tournaments.unlike() == [(1, 1)]


def test_a_list_is_not_taken_back_below_what_came_later(ledger: Ledger) -> None:
    """The table's evening went on since: the sentence says so, and nothing is half taken back."""
    evening = entered(ledger)
    ledger.tournaments.hand_in(1, 1)
    ledger.reopen_evening(evening.id)
    ledger.fix(1, wenz("Christl"), evening.id)
    before = everything(ledger)
    with pytest.raises(Refused):
        ledger.undo(which=ledger.tournaments.held().evening.id)
    assert everything(ledger) == before
    assert wrong(ledger) == []


def test_sums_are_corrected(ledger: Ledger) -> None:
    """A wrong list stays struck out below the right one."""
    ledger.tournaments.hand_in(1, 1, EVEN)
    right = [Row(22), Row(-5), Row(-20), Row(3)]
    done = ledger.tournaments.hand_in(1, 1, right, corrects=True)
    assert [one.rows for one in done.held.tournament.lists[1, 1]] == [tuple(EVEN), tuple(right)]
    assert ranking(done.held.tournament).of(1).points == 22  # type: ignore[union-attr]


def test_two_people_enter_a_list(ledger: Ledger) -> None:
    """What they wrote differently is said by seat, and the list counts when they agree."""
    ledger.tournaments.record(RulesSet(RULES._replace(double_entry=True)), "tournament rules")
    assert ledger.tournaments.hand_in(1, 1, EVEN).missing == (1, 2)
    done = ledger.tournaments.hand_in(1, 1, [Row(22), Row(-5), Row(-20), Row(3)], who="Nora")
    assert done.differs == ((1, Row(23), Row(22)), (4, Row(2), Row(3)))
    assert done.missing == (1, 2)
    assert ledger.tournaments.hand_in(1, 1, EVEN, corrects=True).missing == (2,)


# -- seats, people --------------------------------------------------------------------------------------


def test_a_round_is_drawn_once_more_before_its_lists(ledger: Ledger) -> None:
    """A table that was begun without a hand is left alone; who sits there now begins another evening."""
    evening = ledger.tournaments.table(1, 1)
    ledger.tournaments.seat_all([(1, 5, 3, 7), (2, 6, 4, 8)], again=True)
    assert ledger.tournaments.evening_of(1, 1) is None
    assert ledger.tournaments.table(1, 1).players == ("Anna (1)", "Eva", "Christl", "Gast 7")
    ledger.tournaments.seat_all(TABLES, again=True)
    found = ledger.tournaments.evening_of(1, 1)
    assert found is not None
    assert found.uid == evening.uid
    entered(ledger)
    ledger.tournaments.hand_in(1, 1)
    with pytest.raises(IllegalHand, match="lists of round 1 are in: it cannot be drawn again"):
        ledger.tournaments.seat_all(TABLES, again=True)
    assert wrong(ledger) == []


def test_a_table_at_which_others_sit_after_all(ledger: Ledger) -> None:
    """Two change their seats: their tables begin anew, and a list is of those who sit there."""
    ledger.tournaments.table(1, 1)
    swap = Reseated(1, {1: (5, 2, 3, 4), 2: (1, 6, 7, 8)})
    ledger.tournaments.record(swap, "tournament seat")
    assert ledger.tournaments.table(1, 1).players == ("Eva", "Bene", "Christl", "Dani")
    held = ledger.tournaments.hand_in(1, 1, EVEN).held
    assert ranking(held.tournament).of(5).points == 23  # type: ignore[union-attr]
    assert wrong(ledger) == []


def test_a_substitute_and_a_withdrawal_between_the_rounds(ledger: Ledger) -> None:
    """Number and points go over; who left has no seat in the next draw, and stays in the ranking."""
    ledger.tournaments.hand_in(1, 1, EVEN)
    ledger.tournaments.hand_in(1, 2, EVEN)
    ledger.tournaments.record(Substitute(1, "Nora"), "tournament substitute", which="Herbstrennen")
    ledger.tournaments.record(Presence(5, False, "müde"), "tournament withdraw")
    held = ledger.tournaments.draw()
    seated = sorted(number for table in held.tournament.rounds[1].tables for number in table)
    assert seated == [1, 2, 3, 4, 6, 7, 8]
    assert held.names[1] == "Nora"
    assert held.names[8] == "anna"  # the other Anna is not here any more
    of = ranking(held.tournament).of
    assert [of(number).points for number in (1, 5)] == [23, 23]  # type: ignore[union-attr]
    assert wrong(ledger) == []


def test_the_next_round_waits_for_the_lists(ledger: Ledger) -> None:
    """The sentence says which are missing."""
    ledger.tournaments.hand_in(1, 1, EVEN)
    with pytest.raises(Refused) as refused:
        ledger.tournaments.draw()
    assert str(refused.value) == "1 list of round 1 is missing: table 2"


def test_somebody_the_ledger_knows_in_another_spelling(ledger: Ledger) -> None:
    """At the table he is who he was; in the tournament he is called as he entered."""
    ledger.start_evening("Stammtisch", ["EVA", "gast 6", "Nora", "Otto"], "bsv", date="2026-11-20")
    evening = ledger.tournaments.table(1, 2)
    assert evening.players == ("EVA", "gast 6", "Gast 7", "anna (8)")
    ledger.record(wenz("EVA"), evening.id)
    ledger.record(wenz("EVA"), evening.id)
    done = ledger.tournaments.hand_in(1, 2)
    assert newest(done.held, 2)[0] == Row(300, 300, 2, 0)
    assert done.held.names[5] == "Eva"
    assert wrong(ledger) == []


@pytest.mark.parametrize("name", ["Anna (1)", "ANNA (8)"])
def test_somebody_who_is_called_like_a_name_with_its_number(folder: Path, name: str) -> None:
    """Whoever sits at a table is called otherwise than everybody else there."""
    ledger = Ledger(folder / "ledger.db")
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES)
    ledger.tournaments.enter([*PEOPLE[:6], Person(name), Person("anna", place="Hof")])
    ledger.tournaments.seat_all([(1, 7, 8, 2), (3, 4, 5, 6)])
    assert len({one.casefold() for one in ledger.tournaments.table(1, 1).players}) == 4


def test_the_ordinary_evening_stays_the_one_that_is_meant(ledger: Ledger) -> None:
    """A hand that is typed without a word goes to a table, never to the tournament."""
    assert ledger.start_evening("Stammtisch", ["Eva", "Nora", "Otto", "Paul"], "bsv").id == 2
    ledger.tournaments.enter([Person("Quirin")])
    assert ledger.record("x").before.name == "Stammtisch"
    with pytest.raises(Refused, match="is a tournament"):
        ledger.record("x", "Herbstrennen")


# -- carried elsewhere ----------------------------------------------------------------------------------


@pytest.fixture
def day(ledger: Ledger) -> Ledger:
    """Return a ledger in which much has happened: everything that a tournament may have."""
    entered(ledger)
    ledger.tournaments.hand_in(1, 1)
    ledger.tournaments.hand_in(1, 2, [Row(23, 30, 1, 0), Row(-5), Row(-20, 0), Row(2)])
    ledger.tournaments.hand_in(1, 2, EVEN, corrects=True, who="Nora")
    ledger.tournaments.record(Substitute(1, "Nora"), "tournament substitute")
    ledger.tournaments.record(Presence(5, False, "müde"), "tournament withdraw")
    ledger.tournaments.record(Penalized(Penalty(2, -10, "saß falsch", 1)), "tournament penalty")
    prizes = (Prize("all", 1, "", 50_000), Prize("last", 1, "Brotzeit"))
    ledger.tournaments.record(PrizesSet(prizes), "tournament prizes")
    ledger.tournaments.draw()
    ledger.tournaments.record(Reseated(2, {1: ledger.tournaments.held().tournament.seats(2, 1)[::-1]}), "seat")
    ledger.tournaments.table(2, 1)
    return ledger


def elsewhere(folder: Path) -> Ledger:
    """Return another ledger."""
    return Ledger(folder / "elsewhere.db")


WHOLE = ("jsonl", "csv", "xlsx")
"""Files of many evenings; a yaml has one."""


@pytest.mark.parametrize("form", [WHOLE[0], *(pytest.param(one, marks=pytest.mark.long) for one in WHOLE[1:])])
def test_what_is_exported_is_imported_as_it_was(day: Ledger, ok: Sklog, folder: Path, form: str) -> None:
    """Every fact and every hand."""
    ok("export", "--db", str(day.path), "--format", form, "-o", f"out.{form}")
    ok("import", f"out.{form}", "--db", "elsewhere.db")
    assert everything(elsewhere(folder)) == everything(day)
    assert wrong(elsewhere(folder)) == []


@pytest.mark.long
def test_a_tournament_as_yaml(day: Ledger, ok: Sklog, folder: Path) -> None:
    """A file that somebody can read has the same facts; imported twice it changes nothing."""
    ok("export", "1", "--db", str(day.path), "-o", "out.yaml")
    for _twice in range(2):
        ok("import", "out.yaml", "--db", "elsewhere.db")
    assert everything(elsewhere(folder))[0] == everything(day)[0]
    assert wrong(elsewhere(folder)) == []


@pytest.mark.long
def test_lists_of_good_points_alone_as_yaml(folder: Path, ok: Sklog) -> None:
    """What a list does not say stays unsaid, also where everything is text."""
    ledger = Ledger(folder / "ledger.db")
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES._replace(counts="good"))
    ledger.tournaments.enter(PEOPLE[:4])
    ledger.tournaments.seat_all([(1, 2, 3, 4)])
    ledger.tournaments.hand_in(1, 1, [Row(None, 5), Row(None, 0, 1), Row(None, 3, None, 1), Row(None, 2)])
    for form in ("yaml", "csv", "jsonl"):
        ok("export", "1", "--db", str(ledger.path), "--format", form, "-o", f"out.{form}")
        ok("import", f"out.{form}", "--db", f"{form}.db")
        assert everything(Ledger(folder / f"{form}.db")) == everything(ledger)


@pytest.mark.long
def test_a_tournament_as_parquet(day: Ledger, ok: Sklog, folder: Path) -> None:
    """The folder has every evening, and `import` takes them; `rescore` folds them without a difference."""
    pytest.importorskip("pyarrow")
    ok("export", "--db", str(day.path), "--format", "parquet", "-o", "history")
    ok("import", "history", "--db", "elsewhere.db")
    assert everything(elsewhere(folder)) == everything(day)
    ok("rescore", "history", "-o", "again")
    assert wrong(day) == []


@pytest.mark.long
def test_what_is_carried_to_another_laptop_and_back(day: Ledger, ok: Sklog, folder: Path) -> None:
    """A merge takes a tournament with all its tables, and later what went on there; both agree in the end."""
    there = elsewhere(folder)
    ok("start", "Anderswo", "--players", "Anna,Bene,Eva,Nora", "--db", "elsewhere.db")
    ok("merge", str(day.path), "--yes", "--db", "elsewhere.db")
    assert everything(there)[0] == everything(day)[0]
    seats = there.tournaments.held().tournament.seats(2, 1)
    there.tournaments.hand_in(2, 1, [Row(len(seats) - 1), *[Row(-1)] * (len(seats) - 1)])
    ok("merge", "elsewhere.db", "--yes", "--forward", "--db", str(day.path))
    assert everything(day) == everything(there)
    assert wrong(day) == wrong(there) == []


@pytest.mark.long
def test_hands_entered_at_another_laptop_are_never_mixed(day: Ledger, run: Sklog, folder: Path) -> None:
    """Where both went on with the tournament, each keeps its own, and it is said."""
    shutil.copy(day.path, folder / "elsewhere.db")
    there = elsewhere(folder)
    there.tournaments.enter([Person("Quirin")])
    day.tournaments.enter([Person("Rosa")])
    before = everything(day)
    said = run("merge", "elsewhere.db", "--yes", "--db", str(day.path))
    assert everything(day) == before
    assert "Herbstrennen" in said.out + said.err
    assert wrong(day) == []


@pytest.mark.long
def test_a_copy_is_gone_back_to(day: Ledger, ok: Sklog) -> None:
    """What is restored has the tournament as it was when it was copied."""
    before = everything(day)
    ok("backup", "copy.db", "--db", str(day.path))
    day.tournaments.enter([Person("Quirin")])
    ok("restore", "copy.db", "--yes", "--db", str(day.path))
    assert everything(day) == before
    assert wrong(day) == []


# -- beside ordinary evenings ----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("report", ["standings", "stats", "partners", "records", "characters", "season"])
def test_a_season_does_not_know_the_tournament_itself(ok: Sklog, folder: Path, report: str) -> None:
    """What people have, and every figure of a season, is the same with a tournament in the ledger."""
    sample = transcripts.ROOT / "sample_sessions" / "langer-abend.yaml"
    ok("import", str(sample), "--db", "a.db")
    before = ok("report", report, "--db", "a.db").out
    ledger = Ledger(folder / "a.db")
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES)
    ledger.tournaments.enter(PEOPLE)
    ledger.tournaments.seat_all([(1, 2, 3, 4, 5, 6, 7)])
    assert ok("report", report, "--db", "a.db").out == before
    assert wrong(ledger) == []


def test_people_of_a_tournament_owe_nothing_by_it(ledger: Ledger) -> None:
    """Entrants who sat at no table are nobody to the ledger's accounts."""
    assert ledger.people() == []
    ledger.tournaments.hand_in(1, 1, EVEN)
    assert ledger.people() == []


@pytest.mark.long
def test_a_ledger_of_the_schema_before_gets_a_tournament(folder: Path) -> None:
    """It is brought up to date with everything that it had, and takes a tournament."""
    ledger = Ledger(shutil.copy(transcripts.ROOT / "tests" / "ledgers" / "schema-8.sqlite", folder / "old.db"))
    before = everything(ledger)
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES)
    ledger.tournaments.enter(PEOPLE)
    ledger.tournaments.draw()
    assert everything(ledger)[1] == before[1]
    assert wrong(ledger) == []


# -- damaged --------------------------------------------------------------------------------------------


def facts_of(ledger: Ledger, kind: str) -> list[tuple[int, str]]:
    """Return the rows of a tournament's facts of one kind, each with its text."""
    with contextlib.closing(sqlite3.connect(ledger.path)) as opened:
        rows = opened.execute("SELECT id, fact FROM entry WHERE session_id = 1 ORDER BY id").fetchall()
    return [(number, fact) for number, fact in rows if kind in json.loads(fact).get("tournament", {})]


def forge(ledger: Ledger, statements: str, *, linked: bool = False) -> None:
    """Change the ledger behind its back; `linked` makes every digest fit as well."""
    with contextlib.closing(sqlite3.connect(ledger.path)) as opened:
        forged(opened, statements)
        if linked:
            linked_again(opened)
            for number in (1, 2):
                sealed_again(opened, number)
        opened.commit()


@pytest.mark.long
def test_a_changed_list_is_found_and_not_read(day: Ledger, run: Sklog) -> None:
    """Somebody gives himself ten points more, and takes them from another."""
    row, fact = facts_of(day, "list")[-1]
    changed = fact.replace("[23]", "[33]").replace("[-20]", "[-30]")
    assert changed != fact
    forge(day, f"UPDATE entry SET fact = '{changed}' WHERE id = {row}")  # noqa: S608  our own words
    with pytest.raises(LedgerError):
        day.tournaments.hand_in(2, 1, EVEN)
    said = run("check", "--db", str(day.path))
    assert said.code
    assert "Herbstrennen" in said.out + said.err or "evening 1" in said.out + said.err


@pytest.mark.long
def test_what_is_kept_of_a_tournament_is_found_and_mended(day: Ledger, run: Sklog, ok: Sklog) -> None:
    """Only what follows from the facts was changed: reading refuses it, check says so, repair folds it anew."""
    before = everything(day)
    forge(day, """UPDATE state SET state = replace(state, '"Anna"', '"Nadja"') WHERE session_id = 1""")
    with pytest.raises(LedgerError):
        day.tournaments.held()
    assert run("check", "--db", str(day.path)).code
    ok("check", "--repair", "--db", str(day.path))
    assert everything(day) == before
    assert wrong(day) == []


KEPT = {
    "another name": ('"Anna"', '"Nadja"'),
    "a fact that is none": ('"name":"Bene"', '"name":[]'),
    "a fact that cannot be": ('"Bene"', '""'),
    "a number that is none": ('"number":1', '"number":"x"'),
}


@pytest.mark.long
def test_a_forgery_of_nothing_is_none(day: Ledger) -> None:
    """Whatever is made to fit anew without a change fits."""
    forge(day, "", linked=True)
    assert wrong(day) == []


@pytest.mark.long
@pytest.mark.parametrize(("old", "new"), KEPT.values(), ids=KEPT)
def test_what_is_kept_and_sealed_anew_is_found(day: Ledger, old: str, new: str) -> None:
    """Who knows how a seal is made can make one: then check folds the facts, and says what comes out."""
    forge(day, f"UPDATE state SET state = replace(state, '{old}', '{new}') WHERE session_id = 1", linked=True)  # noqa: S608
    assert any("Herbstrennen" in str(one) or "evening 1" in str(one) for one in wrong(day))


@pytest.mark.long
@pytest.mark.parametrize(("old", "new"), KEPT.values(), ids=KEPT)
def test_facts_that_fit_and_cannot_be_end_in_a_sentence(day: Ledger, run: Sklog, old: str, new: str) -> None:
    """A ledger of somebody who knows how digests are made: check has a sentence, and no traceback."""
    forge(day, f"UPDATE entry SET fact = replace(fact, '{old}', '{new}') WHERE session_id = 1", linked=True)  # noqa: S608
    assert wrong(day)
    said = run("check", "--db", str(day.path))
    assert (said.code, "Traceback" in said.err) == (3, False)


def test_games_are_counted_by_the_rules(folder: Path) -> None:
    """A table of five plays more games, so that everybody plays as many; what was thrown in is none."""
    ledger = Ledger(folder / "ledger.db")
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES._replace(games=4))
    ledger.tournaments.enter(PEOPLE[:5])
    ledger.tournaments.seat_all([(1, 2, 3, 4, 5)])
    begun = ledger.tournaments.table(1, 1)
    for player in ("Bene", "Christl", "Dani", "Eva"):  # Anna deals first
        ledger.record(wenz(player), begun.id)
    ledger.record(Passed(), begun.id)
    with pytest.raises(Refused, match="4 of 5 games of table 1 are entered"):
        ledger.tournaments.hand_in(1, 1)


def test_a_file_with_what_only_a_newer_program_knows(run: Sklog, folder: Path) -> None:
    """It is said in which file and line, beside whatever else is wrong, and nothing is stored."""
    head = "session: Rennen\ndate: 2026-11-21\ntariff: bsv\nplayers: []\nhands:\n"
    facts = ["{rules: {seed: x, jackpot: 3}}", "{rules: {seed: x}}", "{raffle: {}}", "{paid: {number: 3, cents: x}}"]
    (folder / "rennen.yaml").write_text(head + "".join(f"  - {{tournament: {one}}}\n" for one in facts))
    ran = run("import", "rennen.yaml", "--db", "new.db")
    assert (ran.code, ran.err.splitlines()) == (
        1,
        [
            "rennen.yaml:6:5: before hand 1: a tournament has jackpot, which only a newer sklog can read: update sklog",
            "rennen.yaml:8:5: before hand 1: a tournament has raffle, which only a newer sklog can read: update sklog",
            'rennen.yaml:9:5: before hand 1: expected a whole number, not "x"',
        ],
    )
    assert not (folder / "new.db").exists()


# -- nobody's money --------------------------------------------------------------------------------------


def _with_a_round_of_their_own(ledger: Ledger) -> None:
    """Have four people play one game for money, in the ledger of a tournament one table of which has played."""
    entered(ledger)
    evening = ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], tariff="bsv", date="2026-11-20")
    ledger.record(wenz("Christl"), evening.id)


def _owed(ledger: Ledger) -> list[dict[str, int]]:
    """Return what is owed over all evenings, in each unit."""
    return [dict(account.balances) for account in ledger.settlement(Wish(together=True)).accounts]


MONEY = {"Anna": -50, "Bene": -50, "Christl": 150, "Dani": -50}


def test_points_of_a_tournament_are_nobodys_money(ledger: Ledger) -> None:
    """Its scale may count cents: what its tables come to is no debt, in no balance, and no evening of the season."""
    _with_a_round_of_their_own(ledger)
    assert _owed(ledger) == [{**MONEY, "Stock": 0}]
    assert {one.name: one.ct for one in ledger.people() if one.ct} == MONEY
    assert "Herbstrennen" not in render(ledger.report("standings"), "text")


@pytest.mark.long
def test_they_are_not_when_they_come_from_a_file(ledger: Ledger, run: Sklog, folder: Path) -> None:
    """A table's evening is known by its tournament, or by the list that its hands came to."""
    _with_a_round_of_their_own(ledger)
    assert run("export", "-o", "all.jsonl", "--db", str(ledger.path)).code == 0
    elsewhere = Ledger(folder / "elsewhere.db")
    assert run("import", "all.jsonl", "--db", str(elsewhere.path)).code == 0
    assert _owed(elsewhere) == _owed(ledger)
    journal = run("export", "--format", "journal", "--db", str(elsewhere.path)).out
    assert "evening:Stammtisch" in journal
    assert "evening:Herbstrennen 1/1" not in journal


def test_where_only_tables_of_a_tournament_played_there_is_no_season(ledger: Ledger) -> None:
    """The ranking is what they play for; a table is looked at by its name."""
    entered(ledger)
    with pytest.raises(NotFound, match="only tables of a tournament have played"):
        ledger.report("standings")
    assert ledger.report("standings", group="Herbstrennen 1/1").sections


def test_a_table_of_a_tournament_is_played_at_last_and_paid_never(ledger: Ledger) -> None:
    """A phone may begin it while others play their own evening; hands are its own where nothing else is open."""
    own = ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], tariff="wiki", date="2026-11-20")
    table = entered(ledger)
    assert ledger.evening().id == own.id
    ledger.close_evening(own.id)
    assert ledger.evening().id == own.id
    assert ledger.record("x").before.id == table.id  # the only one that is open
    assert ledger.reopen_evening().id == own.id
    ledger.close_evening(own.id)
    assert ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"]).tariff.name == "wiki"


@pytest.mark.parametrize(
    "words",
    [
        *(("settle",), ("pay", "Anna", "Bene", "0,20"), ("close",), ("show",), ("report", "session")),
        ("session", "tariff", "wiki"),
    ],
    ids=" ".join,
)
def test_only_by_its_number_a_table_is_meant_where_money_is(ledger: Ledger, run: Sklog, words: tuple[str, ...]) -> None:
    """Its newest table is no debt of anybody: where nothing else was played it says so, and how one is looked at."""
    table = entered(ledger)
    refused = run(*words, "--db", str(ledger.path))
    assert refused.code == 1
    assert (
        "there are only tables of a tournament here, and nobody owes their points: choose one with --session"
        in refused.err
    )
    if words in (("settle",), ("show",)):
        assert run(*words, "--session", str(table.id), "--db", str(ledger.path)).code == 0


def test_what_cannot_be_undone_names_the_tournament(folder: Path) -> None:
    """Where nothing else was played, there is an evening all the same."""
    ledger = Ledger(folder / "only.db")
    ledger.tournaments.begin("Herbstrennen", "bsv", RULES)
    with pytest.raises(Refused, match="nothing undone in 'Herbstrennen"):
        ledger.redo()
