"""What a season is remembered for."""

import pytest
from conftest import Sklog

from sklog import tariffs
from sklog.reports.model import Report
from sklog.reports.render import render
from sklog.scoring.deals import Deal, Night, deals
from sklog.scoring.hand import Passed, Played
from sklog.scoring.session import Session
from sklog.season.highlights import sie_section
from sklog.season.outstanding import MOST, Season, records
from sklog.season.reports.records import extremes

FOUR = ("Anna", "Bene", "Christl", "Dani")
TARIFF = tariffs.find("p-seminar")


def night(number: int, date: str = "2026-01-01", **totals: int) -> Night:
    """Return an evening by its totals."""
    return Night(number, f"evening {number}", date, "Post", "ct", totals, dict.fromkeys(totals, 1))


def dealt(first: Night, *hands: Played | Passed) -> list[Deal]:
    """Return the deals of an evening of four."""
    return list(deals(first, Session("x", first.date, TARIFF, FOUR, hands).lines()))


def wenz(declarer: str, *, won: bool = True, laufende: int = 0) -> Played:
    """Return a Wenz."""
    return Played(game="wenz", declarer=declarer, won=won, laufende=laufende)


ONE = night(1)
SEASON = Season("ct", (ONE, night(2)))


def test_the_dearest_hands_come_first_and_are_few() -> None:
    """Of many hands the five dearest are told, the earlier of two equal ones first."""
    played = dealt(ONE, *(wenz("Anna", laufende=count) for count in (0, 2, 3, 0, 4, 2, 3)))
    dearest = records(SEASON, played).dearest
    assert len(dearest) == MOST
    assert [deal.number for deal in dearest] == [5, 3, 7, 2, 6]


def test_a_run_goes_on_over_the_end_of_an_evening() -> None:
    """Two hands of the first evening and one of the second are three in a row."""
    played = [*dealt(ONE, wenz("Bene"), wenz("Anna"), wenz("Anna")), *dealt(night(2), wenz("Anna"), wenz("Bene"))]
    run = records(SEASON, played).won[0]
    assert (run.name, run.hands, run.amount) == ("Anna", 3, 450)
    assert (run.first.night.id, run.first.number, run.last.night.id, run.last.number) == (1, 2, 2, 1)


def test_a_hand_that_nobody_won_is_no_part_of_a_run() -> None:
    """A deal that was thrown in neither ends a run nor makes it longer, whatever it pays into the Stock."""
    tariff = tariffs.find("wiki")
    session = Session("x", "2026-01-01", tariff, FOUR, (wenz("Anna"), Passed(), wenz("Anna"), Passed()))
    found = records(SEASON, list(deals(ONE, session.lines())))
    assert [(run.name, run.hands, run.first.number, run.last.number) for run in found.won] == [("Anna", 2, 1, 3)]
    assert {run.hands for run in found.lost} == {2}


def test_only_the_people_who_are_meant_have_runs() -> None:
    """With --players the others are left out."""
    found = records(SEASON._replace(people=("Bene",)), dealt(ONE, wenz("Anna"), wenz("Bene")))
    assert {run.name for run in (*found.won, *found.lost)} == {"Bene"}


def test_most_laufende_are_told_whoever_held_them() -> None:
    """A run of four stands before one of three."""
    found = records(SEASON, dealt(ONE, wenz("Anna", laufende=3), wenz("Anna", won=False, laufende=4), wenz("Anna")))
    assert [deal.number for deal in found.laufende] == [2, 1]


def test_the_best_and_the_worst_evening_of_all() -> None:
    """Whose they were, and which."""
    season = Season("ct", (night(1, Anna=50, Bene=-50), night(2, Anna=-80, Bene=80)))
    assert [(name, one.id) for name, one in extremes(season)] == [("Bene", 2), ("Anna", 2)]


def test_a_best_evening_ended_above_0_and_a_worst_one_below() -> None:
    """Of one who only lost there is no best one, and none of an evening at 0."""
    season = Season("ct", (night(1, Anna=0, Bene=0), night(2, Anna=80, Bene=-80)))
    assert [name for name, _night in extremes(season._replace(people=("Bene",)))] == ["Bene"]
    assert extremes(season._replace(nights=season.nights[:1])) == []


SIE = Played(game="solo", suit="herz", declarer="Bene", sie=True)


def test_a_sie_is_framed_with_name_place_and_time() -> None:
    """Document 000 demands it, and honours the dealer and the others at the table too."""
    played = [deal for deal in dealt(ONE, SIE) if getattr(deal.score.outcome, "sie", False)]
    text = render(Report("x", "", sections=(sie_section(played, lambda _: "2026-01-01T20:00:00"),)), "text")
    first, *rows, last = text.splitlines()
    assert (first[0], first[-1], last[0], last[-1]) == ("╔", "╗", "╚", "╝")
    assert {row[0] + row[-1] for row in rows} == {"║║"}
    told = " ".join(text.split())
    for words in ("Name Bene", "Place Post", "Recorded 1 Jan 2026", "Dealer Anna", "At the table Christl and Dani"):
        assert words in told
    assert "Shame" not in told


def test_a_sie_announced_as_a_tout_is_shameful() -> None:
    """That is told as well."""
    played = dealt(ONE, Played(game="solo", suit="herz", declarer="Bene", sie=True, tout=True))
    assert "Shame" in render(Report("x", "", sections=(sie_section(played),)), "text")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_frame_fits_the_terminal(width: int) -> None:
    """However long the names of the evening and the place are."""
    long = ONE._replace(name="An evening with a very long name indeed " * 3)
    text = render(Report("x", "", sections=(sie_section(dealt(long, SIE)),)), "text", width=width)
    assert max(map(len, text.splitlines())) <= width


def test_a_recorded_sie_says_when(ok: Sklog) -> None:
    """The moment it was typed stands in the frame; of an evening from a file nobody knows it."""
    ok("start", "Kranzl", "--players", "Anna,Bene,Christl,Dani", "--tariff", "p-seminar", "--place", "Post")
    ok("add", "hs", "b", "sie")
    assert "Recorded" in ok("report", "records").out
    assert "║ Name " in ok("report", "session").out


@pytest.mark.long
def test_what_is_left_out_of_the_records_is_told(ok: Sklog) -> None:
    """Where more hands are like the last of a table than stand in it, it says how many there are."""
    ok("start", "Stammtisch", "--players", ",".join(FOUR), "--tariff", "wiki")
    for hand in ("a l4", "a l3", "b l3", "a l3", "b l3", "a l3", "b l3"):
        ok("add", "w", *hand.split())
    assert "6 hands have 3 Laufende: the earliest of them are shown." in ok("report", "records").out


def test_records_that_are_all_told_leave_nothing_out() -> None:
    """As many hands are counted as the table has of the size of its last, where none is missing."""
    found = records(SEASON, dealt(ONE, wenz("Anna", laufende=4), wenz("Bene", laufende=3), wenz("Anna", laufende=3)))
    assert (len(found.laufende), found.as_long, found.as_dear) == (3, 2, 2)


@pytest.mark.parametrize("name", ["records", "characters"])
def test_what_has_no_chart_offers_none(run: Sklog, name: str) -> None:
    """A report without charts does not know --plot."""
    assert run("report", name, "--plot").code == 2
