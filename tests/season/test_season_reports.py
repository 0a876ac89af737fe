"""The reports of a season: what people read, what stands in their charts, and the same in German."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from season_samples import FOUR, evening, hands_of, report_of, sauspiel, season_of, wenz

from sklog.reports.model import BARS, Kind, Report
from sklog.reports.render import render
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.state import Entry
from sklog.season.reports.characters import characters_report, told_apart
from sklog.season.reports.partners import BEST, of_partners
from sklog.season.reports.rating import of_rating
from sklog.season.reports.standings import good_points, standings_report
from sklog.season.reports.stats import of_stats
from sklog.season.statistics import FEWEST_HANDS


def stats(*entries: Entry, tariff: str = "sauspiel", people: tuple[str, ...] = ()) -> Report:
    """Return the statistics of one evening."""
    return report_of(of_stats, *season_of(evening(*entries, tariff=tariff), people=people))


def cells(report: Report, table: str, column: str) -> list[object]:
    """Return one column of a table."""
    [found] = [one for one in report.sections if one.key == table]
    place = [one.key for one in found.columns].index(column)
    return [row[place] for row in found.rows]


# -- standings ----------------------------------------------------------------------------------------


def test_who_has_the_same_total_has_the_same_place() -> None:
    """Two firsts are followed by a third."""
    report = standings_report(season_of(evening(sauspiel()))[0])
    assert cells(report, "standings", "rank") == [1, 1, 3, 3]


def test_good_points_decide_the_place() -> None:
    """Who has won most stands first, whatever was lost; the totals stand beside it, and a note says what counts."""
    whole, played = season_of(
        evening(wenz("Bene"), wenz("Bene", won=False), sauspiel("Anna", "Dani"), tariff="wiki", date="2026-01-02"),
        evening(wenz("Anna"), wenz("Christl", won=False), tariff="wiki", date="2026-01-09"),
    )
    report = standings_report(whole._replace(good=good_points(played)))
    assert cells(report, "standings", "name") == ["Anna", "Bene", "Dani", "Christl"]
    assert cells(report, "standings", "good_points") == [110, 80, 50, 20]
    assert cells(report, "standings", "total") == [90, -10, 10, -90]
    assert cells(report, "standings", "rank") == [1, 2, 3, 4]
    assert report.notes[-1].startswith("Good points: what somebody won, hand by hand.")
    (chart,) = report.charts()
    assert chart.title == "The course of the season: good points"
    assert {one.name: one.values for one in chart.series}["Bene"] == (60, 80)


def test_who_has_the_same_good_points_has_the_same_place() -> None:
    """Three firsts, in the order of their names, are followed by a fourth."""
    whole, played = season_of(evening(sauspiel("Bene", "Anna"), wenz("Bene", won=False), sauspiel("Christl", "Dani")))
    report = standings_report(whole._replace(good=good_points(played)))
    assert cells(report, "standings", "name") == ["Anna", "Christl", "Dani", "Bene"]
    assert cells(report, "standings", "good_points") == [70, 70, 70, 20]
    assert cells(report, "standings", "rank") == [1, 1, 1, 4]


def test_without_good_points_nothing_of_them_is_shown() -> None:
    """The table, the notes and the curve are what they always were."""
    report = standings_report(season_of(evening(sauspiel()), evening(wenz(), date="2026-11-20"))[0])
    assert "good_points" not in [one.key for one in report.sections[0].columns]
    assert not report.notes
    assert report.charts()[0].title == "The course of the season"


def test_what_the_stock_holds_is_said() -> None:
    """Totals that do not sum to zero are told why, of evenings that filled the Stock and of those that emptied it."""
    filled, emptied = evening(Passed(), tariff="wiki"), evening(sauspiel(), tariff="wiki", stock=40)
    in_it, out = (
        "0.40 € from these evenings is still in the Stock.",
        "0.40 € came out of the Stock of earlier evenings.",
    )
    assert standings_report(season_of(filled)[0]).notes == (in_it,)
    assert standings_report(season_of(emptied)[0]).notes == (out,)
    assert standings_report(season_of(filled, emptied)[0]).notes == ()


def test_the_season_is_a_curve() -> None:
    """A line for each person, a place for each evening."""
    whole, _ = season_of(evening(wenz(), date="2026-01-02"), evening(wenz("Anna"), date="2026-01-09"))
    (chart,) = standings_report(whole).charts()
    assert chart.places == ("2026-01-02", "2026-01-09")
    assert {one.name: one.values for one in chart.series}["Anna"] == (-50, 100)


# -- statistics ---------------------------------------------------------------------------------------


def test_people_stand_in_the_order_of_their_totals() -> None:
    """In every table, so that a line is found again."""
    report = stats(wenz("Dani"), sauspiel("Anna", "Dani"))
    assert cells(report, "people", "name") == ["Dani", "Anna", "Bene", "Christl"]
    assert cells(report, "luck", "name") == cells(report, "opponent", "name") == cells(report, "people", "name")


def test_games_stand_in_the_order_of_how_often_they_were_played() -> None:
    """Who won a Ramsch as its declarer is no question."""
    report = stats(wenz(), sauspiel(), sauspiel(won=False), Ramsch(losers=("Anna",)), Passed())
    assert cells(report, "games", "game") == ["Sauspiel", "Wenz", "Ramsch", "thrown in"]
    assert cells(report, "games", "won") == [1, 1, None, None]
    assert cells(report, "games", "mean_value") == [20.0, 50.0, 20.0, None]


def test_success_is_a_share_of_what_was_decided() -> None:
    """A deal thrown in makes nobody less successful."""
    assert cells(stats(wenz("Anna"), Passed()), "people", "won_share") == [1.0, 0.0, 0.0, 0.0]


def test_the_share_declared_is_of_the_hands_of_which_it_is_known() -> None:
    """Where only the winners are noted somebody may have declared."""
    report = stats(wenz("Anna"), Passed(), Played(game="sauspiel", winners=("Anna", "Bene")))
    assert cells(report, "declarer", "share")[0] == 1


def test_tables_of_what_never_happened_are_left_out() -> None:
    """Without Kontra, Klopfer, Schneider, Laufende and Ramsch there is nothing to read of them."""
    report = stats(sauspiel())
    assert {table.key for table in report.filled} == {"people", "declarer", "partner", "opponent", "by_role", "seats",
                                                      "games", "declared", "partner_of", "luck"}  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "note"),
    [
        (Played(game="sauspiel", winners=("Anna", "Bene")), "1 hand notes only who won: nobody is counted as its"),
        (sauspiel(klopfer=2), "In 1 hand nobody noted who knocked: it counts as nobody's Klopfer."),
        (sauspiel(kontra=1), "In 1 hand nobody noted who said Kontra: it counts as got, but not as given."),
    ],
    ids=["winners", "klopfer", "kontra"],
)
def test_what_is_not_known_is_said(hand: Entry, note: str) -> None:
    """A note counts the hands of which not everything is noted; without any there is none."""
    assert any(one.startswith(note) for one in stats(hand).notes)
    assert len(stats(hand).notes) == 1


def test_luck_is_explained() -> None:
    """The assumption stands below the table, with the share that is hardly luck."""
    report = stats(sauspiel())
    (note,) = (one.defined for one in report.sections if one.key == "luck")
    assert not report.notes
    assert note.startswith("Suppose a coin decided for each hand whether its amount is won or lost.")
    assert "Below 5% it was hardly luck." in note


def test_luck_has_a_word_for_everybody() -> None:
    """By the share of coin-toss seasons that end so far from 0, where there are hands enough."""
    report = stats(*(wenz("Anna") for _ in range(30)))
    assert cells(report, "luck", "verdict") == ["hardly"] * 4
    assert cells(stats(*hands_of("Anna", 30)), "luck", "verdict") == ["quite possibly"] * 4
    assert cells(stats(*hands_of("Anna", 22), *[wenz("Anna")] * 6), "luck", "verdict")[0] == "perhaps"
    assert cells(stats(wenz()), "luck", "verdict") == ["too few hands"] * 4
    assert cells(stats(Ramsch(losers=FOUR)), "luck", "verdict") == [""] * 4


def test_mean_prices_have_no_sign() -> None:
    """A price is no gain: 0.50, where a mean of gains is +0.50."""
    rows = [" ".join(line.split()) for line in render(stats(wenz()), "text").splitlines()]
    assert "Wenz 1 100% 1 0 100% 0.50" in rows
    assert "Bene 1 1 0 100% +1.50 +1.50" in rows


def test_bars_of_games() -> None:
    """How often each was played: won, lost, and neither, which together are its hands."""
    chart = stats(wenz(), wenz(won=False), wenz(), sauspiel(), Passed()).charts()[0]
    assert (chart.shape, chart.kind, chart.places) == (BARS, Kind.COUNT, ("Wenz", "Sauspiel", "thrown in"))
    assert [one.values for one in chart.series] == [(2, 1, None), (1, None, None), (None, None, 1)]


def test_bars_of_what_everybody_won_as_what() -> None:
    """The roles that moved anything, in one order; each person's bars add up to the total."""
    report = stats(wenz("Dani"), sauspiel("Anna", "Dani"))
    chart = report.charts()[1]
    assert (chart.shape, chart.kind) == (BARS, Kind.MONEY)
    assert [one.name for one in chart.series] == ["As declarer", "As partner", "As opponent"]
    assert chart.places == tuple(cells(report, "people", "name"))
    assert [sum(filter(None, bars)) for bars in zip(*(one.values for one in chart.series), strict=True)] == cells(
        report, "people", "total"
    )


# -- partners -----------------------------------------------------------------------------------------


def test_the_matrix_has_everybody_twice() -> None:
    """Lines and columns in one order, nothing in between where a line meets itself."""
    report = report_of(of_partners, *season_of(evening(sauspiel(), sauspiel("Anna", "Bene"))))
    matrix = report.sections[0]
    names = [row[0] for row in matrix.rows]
    assert [column.key for column in matrix.columns[1:]] == names
    assert [row[1 + place] for place, row in enumerate(matrix.rows)] == [None] * 4


def test_somebody_called_name_has_a_column() -> None:
    """A person's column never takes the key of another one."""
    people = ("name", "Bene", "Christl", "Dani")
    matrix = report_of(of_partners, *season_of(evening(sauspiel("name", "Bene"), players=people))).sections[0]
    assert sorted(column.key for column in matrix.columns) == ["Bene", "Christl", "Dani", "name", "player name"]


def test_the_best_pairs_are_drawn() -> None:
    """At most so many as can be read, the best one first; a pair of few hands is in the table alone."""
    people = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp")
    hands = [sauspiel(one, other, active=tuple(name for name in people if name not in out))
             for one in people for other in people if one < other
             for out in [[name for name in people if name not in (one, other)][:2]]]  # fmt: skip
    assert not report_of(of_partners, *season_of(evening(*hands, players=people))).charts()
    report = report_of(of_partners, *season_of(evening(*hands * FEWEST_HANDS, players=people)))
    (chart,) = report.charts()
    assert len(cells(report, "pairs", "first")) > BEST == len(chart.places)
    assert list(chart.series[0].values) == cells(report, "pairs", "total")[:BEST]
    assert chart.places[0] == f"{cells(report, 'pairs', 'first')[0]} + {cells(report, 'pairs', 'second')[0]}"


# -- characters ---------------------------------------------------------------------------------------


@pytest.fixture
def obsessed() -> Report:
    """Return the report of a season: Anna plays 120 hands and comes back, Eva and Nora only 30."""
    first = evening(*hands_of("Bene", 61), date="2026-01-09")
    second = evening(*hands_of("Bene", 60), date="2026-01-16", players=("Anna", "Bene", "Eva", "Nora"))
    return characters_report(*season_of(first, second))


def test_a_character_is_shown_with_its_figures(obsessed: Report) -> None:
    """What made somebody one, and what is usual here."""
    shown = dict(zip(cells(obsessed, "characters", "name"), cells(obsessed, "characters", "character"), strict=True))
    why = dict(zip(cells(obsessed, "characters", "name"), cells(obsessed, "characters", "why"), strict=True))
    assert shown["Anna"] == "Der Besessene"
    assert why["Anna"] == "Hands 121 (average 80.67), Returns 100% (average 33%)"
    assert shown["Eva"] is None
    assert why["Eva"] == "nothing that stands out"


@pytest.mark.parametrize(
    ("figure", "own", "usual", "shown"),
    [
        pytest.param("declared", 0.44, 0.20, ("44%", "20%"), id="as usual"),
        pytest.param("declared", 0.441, 0.438, ("44.1%", "43.8%"), id="one digit more"),
        pytest.param("declared", 0.44004, 0.44001, ("44.004%", "44.001%"), id="three digits more"),
        pytest.param("declared", 0.44, 0.44, ("44%", "44%"), id="equal"),
        pytest.param("hands", 80.671, 80.667, ("80.671", "80.667"), id="a mean"),
    ],
)
def test_a_reason_has_the_digits_that_decide(figure: str, own: float, usual: float, shown: tuple[str, str]) -> None:
    """What differs is shown so that one sees which is more."""
    assert told_apart(figure, own, usual) == shown


def test_the_average_of_counts_is_no_amount(obsessed: Report) -> None:
    """80.67 hands are not 0.807 €."""
    assert re.search(r"^Average .* 80\.7$", render(obsessed, "text"), re.MULTILINE)


def test_too_few_hands_are_said() -> None:
    """How many there are, and how many it takes."""
    report = characters_report(*season_of(evening(*hands_of("Anna", 49))))
    assert cells(report, "characters", "why") == ["too few hands: 49 of 50"] * 4
    assert report.notes == ("Fewer than 3 people have 50 hands: there is no group for comparison.",)


@pytest.mark.parametrize("report", [of_stats, of_rating], ids=["stats", "rating"])
def test_amounts_without_hands_are_said(report: Callable[[Any], Report]) -> None:
    """Of an old list that notes no more than amounts nothing can be counted; with one hand something can."""
    posted = Posting(amounts={"Anna": -50, "Bene": 50})
    said = "Only amounts were noted in these evenings, no hands: there is nothing to count."
    assert report_of(report, *season_of(evening(posted))).notes == (said,)
    assert said not in report_of(report, *season_of(evening(posted, *hands_of("Anna", 1)))).notes


def test_the_average_is_the_last_line_of_the_figures(obsessed: Report) -> None:
    """It has no name for programs: somebody may be called Average."""
    assert cells(obsessed, "season", "name") == ["Anna", "Bene", "Christl", "Dani", "Eva", "Nora", None]
    assert cells(obsessed, "season", "hands")[-1] == pytest.approx(80.667, abs=0.001)
    assert "\nAverage " in render(obsessed, "text")


def test_every_figure_has_its_meaning(obsessed: Report) -> None:
    """Each column of the figures stands in the legend."""
    titles = [column.title for key in ("hands", "season") for table in obsessed.sections if table.key == key
              for column in table.columns[1:]]  # fmt: skip
    assert sorted(titles) == sorted(map(str, cells(obsessed, "legend", "figure")))


def test_only_those_who_are_shown_have_figures() -> None:
    """They are compared with everybody all the same."""
    whole, played = season_of(evening(*hands_of("Bene", 60)), people=("Anna", "Bene"))
    report = characters_report(whole, played)
    assert cells(report, "hands", "name") == ["Anna", "Bene", None]
    assert cells(report, "hands", "declared") == [0.0, 1.0, 0.25]


def test_people_are_listed_by_their_names() -> None:
    """Four people, four lines, nobody twice."""
    report = characters_report(*season_of(evening(wenz("Dani"))))
    assert cells(report, "characters", "name") == list(FOUR)


def test_the_form_stays_together_on_a_page() -> None:
    """Signs of five evenings stand on one line, with the minus that amounts have; programs read them as before."""
    season, _deals = season_of(evening(wenz()), evening(wenz(won=False)), evening(wenz()))
    report = standings_report(season)
    assert ">\N{MINUS SIGN}\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}\N{MINUS SIGN}<" in render(report, "html")
    assert '"form": "- + -"' in render(report, "json")
