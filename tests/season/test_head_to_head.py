"""What sets people apart: who wins from whom, in which role and on which seat, how long without a solo, how strong."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist, stdev
from typing import Any

import pytest
from season_samples import FOUR, evening, hands_of, report_of, sauspiel, season_of, wenz

from sklog import tariffs
from sklog.scoring.deals import Deal
from sklog.scoring.hand import Passed, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session
from sklog.season.outstanding import records
from sklog.season.reports.partners import company, duels, from_quarters, of_partners, quarters
from sklog.season.reports.rating import FEWEST, match, of_rating, ratings_of
from sklog.season.reports.records import records_report
from sklog.season.reports.stats import of_stats
from sklog.season.statistics import FEWEST_FOR_AN_INTERVAL, SOLOIST, margin, statistics


def flows(*entries: Any, tariff: str = "sauspiel", **about: Any) -> Mapping[tuple[str, str], int]:
    """Return what the last of these hands moved, by (payer, payee), in quarters."""
    _whole, played = season_of(evening(*entries, tariff=tariff, **about))
    return quarters(played[-1].score)


def against(*entries: Any, people: tuple[str, ...] = (), **about: Any) -> dict[tuple[str, str], tuple[int, ...]]:
    """Return hands, won, lost and amount of every two opponents."""
    whole, played = season_of(evening(*entries, **about), people=people)
    found = duels(company(played, whole)[1])
    return {(one.first, one.second): (one.tally.hands, one.tally.won, one.tally.lost, one.amount) for one in found}


def table(report: Any, key: str) -> list[dict[str, Any]]:
    """Return a table's rows by the keys of its columns."""
    (found,) = [one for one in report.sections if one.key == key]
    return [dict(zip((column.key for column in found.columns), row, strict=True)) for row in found.rows]


# -- head to head --------------------------------------------------------------------------------------


def test_of_two_against_two_each_pays_both_a_half() -> None:
    """A Sauspiel of 20 cents: 10 from each who lost to each who won, whoever sits where."""
    assert flows(sauspiel("Anna", "Christl")) == dict.fromkeys(
        [("Bene", "Anna"), ("Bene", "Christl"), ("Dani", "Anna"), ("Dani", "Christl")], 4 * 10
    )


def test_who_plays_alone_settles_with_each() -> None:
    """A Wenz of 50 cents goes to every opponent as a whole, and comes from every one."""
    assert flows(wenz("Bene")) == {(name, "Bene"): 4 * 50 for name in FOUR if name != "Bene"}
    assert flows(wenz("Bene", won=False)) == {("Bene", name): 4 * 50 for name in FOUR if name != "Bene"}


def test_a_ramsch_is_paid_by_who_lost_it() -> None:
    """One pays each of the others; between those nothing flows."""
    assert flows(Ramsch(losers=("Dani",))) == {("Dani", name): 4 * 20 for name in FOUR if name != "Dani"}


def test_two_who_lose_a_ramsch_pay_who_they_have_to() -> None:
    """Where the Augen say who is first and last, the first pays the last and the second the third, and nobody else."""
    augen = {"Anna": 60, "Bene": 40, "Christl": 15, "Dani": 5}
    two = tariffs.read("name: two\nextends: wiki\nramsch: {losers: 2}\n", "two.yaml")
    whole, played = season_of(evening(Ramsch(augen=augen))._replace(tariff=two))
    assert set(quarters(played[0].score)) == {("Anna", "Dani"), ("Bene", "Christl")}
    assert company(played, whole)[1]["Dani"]["Bene"].hands == 1  # opponents they were all the same


def test_two_who_lose_a_ramsch_and_tie_pay_both() -> None:
    """Where nothing says which of the two pays whom, each pays a half to each."""
    two = tariffs.read("name: two\nextends: wiki\nramsch: {losers: 2}\n", "two.yaml")
    _whole, played = season_of(evening(Ramsch(losers=("Anna", "Bene")))._replace(tariff=two))
    assert len(set(quarters(played[0].score).values())) == 1
    assert len(quarters(played[0].score)) == 4


def test_flows_are_what_everybody_won_without_the_stock() -> None:
    """Added up, what came and went is each one's amount, less what the Stock moved."""
    _whole, played = season_of(evening(Passed(), wenz("Bene", won=False), sauspiel(), tariff="grundzuege"))
    for deal in played:
        moved = quarters(deal.score)
        for name in FOUR:
            flow = sum(amount * ((name == payee) - (name == payer)) for (payer, payee), amount in moved.items())
            assert flow == 4 * (deal.amount(name) - deal.score.stock.get(name, 0))
    assert any(deal.score.postings[STOCK] for deal in played)


def test_opponents_are_counted_from_the_one_who_got_more() -> None:
    """Hands, won, lost and what flowed are the first's, who has got something from the second."""
    assert against(wenz("Bene"), wenz("Bene"), wenz("Bene", won=False))["Bene", "Anna"] == (3, 2, 1, 50)


def test_who_was_on_one_side_is_no_opponent() -> None:
    """A partner of every hand is in no pair."""
    assert ("Anna", "Christl") not in against(sauspiel("Anna", "Christl"))


def test_what_was_thrown_in_sets_nobody_against_anybody() -> None:
    """A deal without a game has no sides."""
    assert not against(Passed())


def test_only_two_who_are_shown_are_a_pair() -> None:
    """With --players everybody else is left out of both tables."""
    assert list(against(wenz("Bene"), people=("Bene", "Dani"))) == [("Bene", "Dani")]


@pytest.mark.parametrize(("amount", "rounded"), [(4, 1), (5, 1), (6, 2), (2, 0), (-2, 0), (-6, -2), (-7, -2)])
def test_a_half_is_rounded_alike_for_both(amount: int, rounded: int) -> None:
    """What one gets is what the other pays."""
    assert (from_quarters(amount), from_quarters(-amount)) == (rounded, -rounded)


def test_the_matrix_is_the_same_from_both_sides() -> None:
    """What one line won from a column, that line lost to it."""
    whole, played = season_of(evening(sauspiel(), wenz("Bene"), wenz("Dani", won=False), wenz("Anna")))
    rows = {row.pop("name"): row for row in table(report_of(of_partners, whole, played), "flows")}
    assert all(rows[one][other] == -rows[other][one] for one in FOUR for other in FOUR if one != other)


# -- roles and seats ----------------------------------------------------------------------------------


def by_role(session: Session, people: tuple[str, ...] = ()) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the rows of the roles, by role and name."""
    whole, played = season_of(session, people=people)
    return {(row["role"], row["name"]): row for row in table(report_of(of_stats, whole, played), "by_role")}


def test_who_calls_is_told_from_who_plays_alone() -> None:
    """A Sauspiel has a caller and a partner, a Wenz a soloist."""
    rows = by_role(evening(sauspiel("Anna", "Christl"), wenz("Anna")))
    assert {role for role, name in rows if name == "Anna"} == {"Caller", "Soloist"}
    assert {role for role, name in rows if name == "Christl"} == {"Partner", "Opponent"}


def test_a_role_is_compared_with_everybody_in_it() -> None:
    """The table's mean is of all soloists, those who are not shown as well."""
    rows = by_role(evening(wenz("Anna"), wenz("Anna"), wenz("Bene", won=False)), people=("Anna",))
    anna = rows["Soloist", "Anna"]
    assert (anna["per_hand"], anna["table"], anna["difference"]) == (150, 50, 100)


def test_an_interval_is_that_of_the_mean() -> None:
    """Half of it is 1.96 deviations of the mean, which the library says as well."""
    whole, played = season_of(evening(*hands_of("Bene", FEWEST_FOR_AN_INTERVAL + 1)))
    alone = statistics(played, whole).people["Bene"].roles[SOLOIST]
    amounts = [deal.amount("Bene") for deal in played]
    exact = NormalDist().inv_cdf(0.975) * stdev(amounts) / sqrt(len(amounts))
    assert margin(alone) == pytest.approx(exact, rel=1e-12)


def test_too_few_hands_have_no_interval() -> None:
    """Of one hand less than are needed nothing is said."""
    rows = by_role(evening(*hands_of("Bene", FEWEST_FOR_AN_INTERVAL - 1)))
    assert rows["Soloist", "Bene"]["margin"] is None
    assert by_role(evening(*hands_of("Bene", FEWEST_FOR_AN_INTERVAL)))["Soloist", "Bene"]["margin"] is not None


def seats(*entries: Any, players: tuple[str, ...] = FOUR) -> dict[str, dict[str, Any]]:
    """Return the rows of the seats."""
    whole, played = season_of(evening(*entries, players=players))
    return {row["seat"]: row for row in table(report_of(of_stats, whole, played), "seats")}


def test_seats_go_on_with_the_deal() -> None:
    """Anna deals first and Bene plays first, who wins; then Bene deals."""
    rows = seats(wenz("Bene"), wenz("Bene"))
    assert {seat: row["hands"] for seat, row in rows.items()} == {
        "Dealer": 2, "plays first": 2, "plays second": 2, "plays third": 2,
    }  # fmt: skip
    assert (rows["plays first"]["won"], rows["Dealer"]["won"]) == (1, 1)


def test_a_dealer_who_sits_out_has_no_seat() -> None:
    """Of five people four play: the last of them has not dealt."""
    rows = seats(wenz("Bene"), players=(*FOUR, "Eva"))
    assert "Dealer" not in rows
    assert rows["plays last, the dealer sits out"]["hands"] == 1


# -- droughts ------------------------------------------------------------------------------------------


def droughts(*sessions: Session) -> dict[str, dict[str, Any]]:
    """Return the rows of the droughts by name."""
    whole, played = season_of(*sessions)
    report = records_report(whole, records(whole, played), lambda _deal: None)
    return {row["name"]: row for row in table(report, "droughts")}


def test_a_drought_ends_with_a_solo_of_any_kind() -> None:
    """A Wenz ends Bene's, a Sauspiel does not; the longest is told from when to when, and the one up to now."""
    bene = droughts(evening(sauspiel("Bene", "Dani"), sauspiel(), wenz("Bene"), sauspiel()))["Bene"]
    assert (bene["hands"], bene["first_hand"], bene["last_hand"]) == (2, 1, 2)
    assert (bene["now"], bene["since_hand"]) == (1, 4)


def test_a_deal_that_was_thrown_in_is_no_hand_of_a_drought() -> None:
    """It neither ends one nor makes it longer."""
    bene = droughts(evening(sauspiel(), Passed(), sauspiel()))["Bene"]
    assert (bene["hands"], bene["first_hand"], bene["last_hand"]) == (2, 1, 3)


def test_a_drought_goes_on_over_the_end_of_an_evening() -> None:
    """It is counted in hands, not in evenings."""
    two = evening(wenz("Bene"), date="2026-01-02"), evening(sauspiel(), sauspiel(), date="2026-02-06")
    anna = droughts(*two)["Anna"]
    assert (anna["hands"], anna["first_date"], anna["last_date"]) == (3, "2026-01-02", "2026-02-06")


def test_who_always_plays_alone_has_no_drought() -> None:
    """Nothing is counted, and there is no day to tell."""
    bene = droughts(evening(wenz("Bene"), wenz("Bene")))["Bene"]
    assert [bene[key] for key in ("hands", "first_date", "now", "since_date")] == [0, None, 0, None]


# -- the rating ----------------------------------------------------------------------------------------


def deals_of(*entries: Any) -> list[Deal]:
    """Return the hands of one evening."""
    return season_of(evening(*entries))[1]


def ratings(*entries: Any) -> dict[str, tuple[int, int]]:
    """Return everybody's rating and margin."""
    return {one.name: (round(one.rating), round(one.margin)) for one in ratings_of(deals_of(*entries))}


def test_who_wins_rises_and_who_loses_falls() -> None:
    """Everybody begins at 1000, and with each hand more is known."""
    once, often = ratings(sauspiel()), ratings(*[sauspiel()] * 20)
    assert once["Anna"] == once["Christl"] > (1000, 0) > once["Bene"] == once["Dani"]
    assert often["Anna"][1] < once["Anna"][1]


def test_a_game_is_one_of_those_who_declare_it() -> None:
    """It stands beside them, so that the cards do not make the player; who was not noted is rated without."""
    ((first, second), ranks), *_more = map(match, deals_of(sauspiel(won=False)))
    assert [name for _kind, name in first] == ["Bene", "Dani"]
    assert second[-1] == ("game", "sauspiel")
    assert ranks == [1.0, 2.0]


def test_in_a_ramsch_everybody_plays_for_himself() -> None:
    """Who paid is behind all others, who share the first place."""
    ((teams, ranks),) = map(match, deals_of(Ramsch(losers=("Dani",))))
    assert [[name for _kind, name in team] for team in teams] == [["Bene"], ["Christl"], ["Anna"], ["Dani"]]
    assert ranks == [1.0, 1.0, 1.0, 2.0]


def test_where_nobody_won_no_hand_counts() -> None:
    """A deal that was thrown in rates nobody."""
    assert not ratings_of(deals_of(Passed()))
    assert {one.hands for one in ratings_of(deals_of(Passed(), sauspiel()))} == {1}


def test_to_declare_much_is_no_strength() -> None:
    """Anna declares ten times as often as Bene, and both win four of five: nobody is far ahead of the other."""
    entries = [wenz("Bene" if place % 11 == 0 else "Anna", won=place % 5 != 0) for place in range(220)]
    found = ratings(*entries)
    assert abs(found["Anna"][0] - found["Bene"][0]) < sum(found[name][1] for name in ("Anna", "Bene"))


def test_the_rank_goes_by_what_is_nearly_certain() -> None:
    """Each line has at most what the one before it has."""
    hands = [sauspiel(), sauspiel("Bene", "Anna"), sauspiel("Dani", "Anna"), wenz(won=False)] * FEWEST
    people = table(report_of(of_rating, *season_of(evening(*hands))), "rating")
    assert [one["rank"] for one in people] == sorted(one["rank"] for one in people)
    assert [one["certain"] for one in people] == sorted((one["certain"] for one in people), reverse=True)
    assert people[0]["verdict"] == "surely more"


def test_few_hands_have_no_rank() -> None:
    """A rating, its interval and a place are said of nobody with too few hands: the words say why."""
    people = table(report_of(of_rating, *season_of(evening(*[wenz()] * (FEWEST - 1)))), "rating")
    assert [one["name"] for one in people] == list(FOUR)
    for one in people:
        assert (one["rank"], one["rating"], one["margin"], one["certain"]) == (None,) * 4
        assert one["verdict"] == "too few hands"
