"""What is counted of a season: standings, statistics, luck, partners, characters."""

from math import isfinite
from typing import Any

import pytest
from season_samples import FOUR, evening, hands_of, sauspiel, season_of, totals, wenz

from sklog.scoring.deals import Night, declared
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.state import Entry, Join, Leave, Payment, RoundOrder, StockMove, Voided
from sklog.scoring.tariff import Rounds
from sklog.season.outstanding import Season
from sklog.season.reports.characters import (
    BOLD,
    CHARACTERS,
    EXPERT,
    FAIR,
    FIXED,
    OBSESSED,
    UNLUCKY,
    WALL,
    WINNER,
    _returned,
    characters_report,
    fits,
    gallery,
)
from sklog.season.reports.partners import by_total, company, pairs
from sklog.season.reports.standings import good_points, run_after, standings, standings_report
from sklog.season.statistics import (
    DECLARER,
    OPPONENT,
    OTHER,
    PARTNER,
    RAMSCH,
    ROLES,
    SOLOIST,
    Statistics,
    Tally,
    luck,
    statistics,
)


def season(*nights: Night, people: tuple[str, ...] = ()) -> Season:
    """Return evenings as a season."""
    return Season("ct", nights, people)


def counted(*entries: Entry, tariff: str = "sauspiel", people: tuple[str, ...] = ()) -> Statistics:
    """Return the statistics of one evening."""
    whole, played = season_of(evening(*entries, tariff=tariff), people=people)
    return statistics(played, whole)


def facts(tally: Tally) -> tuple[int, int, int, int]:
    """Return hands, won, lost and amount."""
    return tally.hands, tally.won, tally.lost, tally.amount


NOTHING = (0, 0, 0, 0)


# -- standings ----------------------------------------------------------------------------------------


def test_the_highest_total_stands_first() -> None:
    """Totals are added over the evenings; who has the same stands in the order of names."""
    found = standings(season(totals(Dani=50, Bene=10, Anna=-60), totals(Dani=-40, anna=0, Anna=60, Eva=-20)))
    assert [(one.name, one.total) for one in found] == [
        ("Bene", 10),
        ("Dani", 10),
        ("Anna", 0),
        ("anna", 0),
        ("Eva", -20),
    ]


def test_means_are_of_ones_own_evenings_and_hands() -> None:
    """Who missed an evening is not measured by it."""
    anna = standings(season(totals(Anna=30, Bene=-30), totals(Bene=5, Dani=-5), totals(Anna=-5, Bene=5)))[0]
    assert (len(anna.nights), anna.hands_dealt, anna.total) == (2, 20, 25)


def test_a_mean_of_hands_is_of_hands_alone() -> None:
    """What was posted, thrown in, or moved by the Stock alone is in the total, and in no hand's amount."""
    session = evening(
        sauspiel("Bene", "Christl"),  # 10 for each of the two
        Passed(),  # 40 into the Stock
        Posting(amounts={"Anna": -500, "Bene": 500}),
        StockMove({"Anna": 40}),
        Voided(Posting(amounts={"Anna": 7, "Bene": -7})),
        tariff="wiki",
    )
    found = {one.name: (one.total, one.by_hands, one.hands_dealt) for one in standings(season_of(session)[0])}
    assert found == {"Bene": (500, 10, 1), "Christl": (0, 10, 1), "Dani": (-20, -10, 1), "Anna": (-480, -10, 1)}


@pytest.mark.parametrize(
    "entry",
    [wenz(), Passed(), Posting(amounts={"Anna": -5, "Bene": 5}), StockMove({"Anna": -5})],
    ids=["a hand", "thrown in", "posted", "paid in"],
)
def test_everybody_who_sat_there_took_part(entry: Entry) -> None:
    """Whatever it came to: who sat out, and who came for nothing, has an evening at 0."""
    session = evening(entry, players=(*FOUR, "Eva")).with_entries(Join("Franzi"), Leave("Dani"))
    assert {one.name for one in standings(season_of(session)[0])} == {*FOUR, "Eva", "Franzi"}


@pytest.mark.parametrize(
    "entry", [Voided(wenz()), Payment("Anna", "Bene", 5), Join("Eva")], ids=["void", "paid", "joined"]
)
def test_nobody_took_part_where_nothing_happened(entry: Entry) -> None:
    """An evening at which nothing was played, posted or paid into the Stock is none yet."""
    assert standings(season_of(evening(entry))[0]) == []


def test_an_evening_at_0_ends_a_run() -> None:
    """Also where nothing of it is known but its sums."""
    nights = [evening(Posting(amounts={"Anna": amount, "Bene": -amount})) for amount in (50, 50, 0)]
    assert [(len(one.nights), one.runs[-1], max(one.runs)) for one in standings(season_of(*nights)[0])] == [
        (3, 0, 2), (3, 0, 0), (3, 0, 0), (3, 0, 0),
    ]  # fmt: skip


def test_best_and_worst_evening() -> None:
    """The first of equal ones stays; an evening that was not won is no best one."""
    nights = [totals(Anna=amount)._replace(id=number) for number, amount in enumerate((0, -5, -9, -9))]
    (anna,) = standings(season(*nights))
    assert anna.best is None
    assert anna.worst is nights[2]


@pytest.mark.parametrize(
    ("before", "amount", "after"),
    [(0, 5, 1), (2, 5, 3), (-2, 5, 1), (0, -5, -1), (-2, -5, -3), (2, -5, -1), (2, 0, 0), (-2, 0, 0)],
)
def test_a_run_goes_on_or_begins_anew(before: int, amount: int, after: int) -> None:
    """Gains after gains, losses after losses; nothing ends both."""
    assert run_after(before, amount) == after


def test_streaks_and_form() -> None:
    """The run at the end, the longest ones of the season, and the last five evenings."""
    report = standings_report(season(*(totals(Anna=amount) for amount in (1, 2, 3, -1, -1, 4, 0, 5))))
    (streaks,) = (one for one in report.sections if one.key == "streaks")
    assert streaks.rows == (("Anna", 1, 3, 2, "- - + 0 +", 7),)


def test_good_points_are_what_was_won() -> None:
    """Hand by hand, the Stock included and nothing subtracted; what is posted, void or taken out by hand is none."""
    first = evening(
        sauspiel("Bene", "Christl"),  # 10 for each of the two
        wenz("Dani", won=False),  # 20 for each of the others
        Passed(),  # 40 into the Stock
        StockMove({"Christl": 10}),
        sauspiel("Anna", "Dani"),  # 10 for each of the two, and 15 out of the Stock
        Posting(amounts={"Anna": -500, "Bene": 500}),
        Voided(wenz("Christl")),
        Payment("Anna", "Dani", 100),
        tariff="wiki",
    )
    second = evening(wenz("Bene"), tariff="wiki", players=(*FOUR, "Eva"))  # Anna deals and sits out
    whole, played = season_of(first, second)
    good = good_points(played)
    assert good == {
        1: {"Anna": 45, "Bene": 30, "Christl": 30, "Dani": 25},
        2: {"Bene": 60, "Christl": 0, "Dani": 0, "Eva": 0},
    }
    found = standings(whole._replace(good=good))
    assert [(one.name, one.good) for one in found] == [
        ("Bene", 90),
        ("Anna", 45),
        ("Christl", 30),
        ("Dani", 25),
        ("Eva", 0),
    ]
    assert {one.name: one.total for one in found} == {one.name: one.total for one in standings(whole)}
    assert {one.good for one in standings(whole)} == {None}


def test_who_came_and_was_dealt_no_hand_has_no_good_points() -> None:
    """Nothing is 0, not missing."""
    whole, played = season_of(evening(Posting(amounts={"Anna": -50, "Bene": 50})))
    assert [one.good for one in standings(whole._replace(good=good_points(played)))] == [0] * 4


def test_a_schieber_that_nobody_took_may_bring_good_points() -> None:
    """The two between got the sum in that deal."""
    session = evening(RoundOrder("schieber"), Passed(), tariff="wiki")
    rounds = Rounds(schieber_sum=50)
    _whole, played = season_of(session._replace(tariff=session.tariff._replace(rounds=rounds)))
    assert good_points(played) == {1: {"Anna": 0, "Bene": 0, "Christl": 50, "Dani": 50}}


def test_standings_of_some_people() -> None:
    """Where people are named nobody else stands there."""
    found = standings(season(totals(Anna=1, Bene=-1), people=("Bene",)))
    assert [one.name for one in found] == ["Bene"]


# -- statistics ---------------------------------------------------------------------------------------


def test_everybody_has_one_role_in_a_hand() -> None:
    """Declarer, partner, opponents; what each won with it."""
    people = counted(sauspiel(augen=75)).people
    assert facts(people["Anna"].roles[DECLARER]) == (1, 1, 0, 20)
    assert facts(people["Christl"].roles[PARTNER]) == (1, 1, 0, 20)
    assert facts(people["Dani"].roles[OPPONENT]) == (1, 0, 1, -20)
    assert all(facts(people[name].all) == facts(sum_of(people[name].roles)) for name in FOUR)


def sum_of(roles: dict[str, Tally]) -> Tally:
    """Return all roles together."""
    added = Tally()
    for tally in map(roles.__getitem__, ROLES):
        added.hands += tally.hands
        added.won += tally.won
        added.lost += tally.lost
        added.amount += tally.amount
    return added


def test_who_sits_out_has_no_hand() -> None:
    """With five people the dealer, Anna, is not counted in the first hand."""
    whole, played = season_of(evening(wenz(), players=(*FOUR, "Eva")))
    assert set(statistics(played, whole).people) == {"Bene", "Christl", "Dani", "Eva"}


def test_what_is_no_deal_is_not_counted() -> None:
    """Void hands, penalties and payments are no hands of anybody."""
    posting = Posting(amounts={"Anna": -50, "Bene": 50})
    found = counted(wenz(), Voided(wenz()), posting, Payment("Anna", "Bene", 10))
    assert found.deals == 1
    assert facts(found.people["Bene"].all) == (1, 1, 0, 150)


def test_a_thrown_in_deal_is_nobodys_hand() -> None:
    """It stands among the games, and what it costs is no result of a hand."""
    found = counted(Passed(), wenz(), tariff="wiki")
    assert (found.deals, found.games["zusammengeworfen"][1].hands) == (2, 1)
    assert facts(found.people["Bene"].all)[:3] == (1, 1, 0)


def test_a_draw_is_neither_won_nor_lost() -> None:
    """60:60 in Kreuz is worth nothing to anybody; it was declared all the same."""
    anna = counted(Played(game="kreuz", declarer="Anna", augen=60), tariff="kreuz").people["Anna"]
    assert facts(anna.all) == facts(anna.roles[DECLARER]) == (1, 0, 0, 0)


def test_games_are_won_by_their_declarers() -> None:
    """Each game by its own name, and whoever declared it."""
    found = counted(sauspiel(), sauspiel(won=False), wenz(won=False), Ramsch(losers=("Anna",)), Passed())
    assert {name: facts(tally)[:3] for name, (_, tally) in found.games.items()} == {
        "sauspiel": (2, 1, 1),
        "wenz": (1, 0, 1),
        "ramsch": (1, 0, 0),
        "zusammengeworfen": (1, 0, 0),
    }


def test_a_games_value_is_added_up() -> None:
    """The mean value of a game comes from it."""
    found = counted(wenz(), wenz(laufende=2))
    assert found.games["wenz"][1].value == 50 + 70


def test_what_somebody_declared() -> None:
    """By game, and how many of them alone."""
    anna = counted(sauspiel(), wenz("Anna"), wenz("Anna", won=False)).people["Anna"]
    assert {game: facts(tally)[:3] for game, tally in anna.declared.items()} == {
        "sauspiel": (1, 1, 0),
        "wenz": (2, 1, 1),
    }
    assert anna.roles[SOLOIST].hands == 2


def test_who_has_declared_what() -> None:
    """How often and with what success; nobody has where only the winners are known, and nobody has won a draw."""
    noted, draw = Played(game="sauspiel", winners=("Bene", "Dani")), Played(game="kreuz", declarer="Anna", augen=60)
    first = (Passed(), noted, sauspiel(), noted, draw, Played(game="kreuz", declarer="Bene", won=True))
    second = (Ramsch(losers=("Anna",)), wenz("Anna"), wenz("Anna", won=False))
    _season, played = season_of(evening(*first, tariff="kreuz"), evening(*second))
    found = declared(played)
    assert list(found.games) == ["sauspiel", "kreuz", "ramsch", "wenz"]
    assert +found.hands == {("Anna", "sauspiel"): 1, ("Anna", "kreuz"): 1, ("Bene", "kreuz"): 1, ("Anna", "wenz"): 2}
    assert +found.won == {("Anna", "sauspiel"): 1, ("Bene", "kreuz"): 1, ("Anna", "wenz"): 1}
    assert found.unsaid == 2
    assert [name for name in FOUR if found.alone(name)] == ["Anna"]
    assert not declared(played[:5]).alone("Anna")
    assert (played[2].amount("Anna"), played[2].amount("Nobody")) == (20, 0)


def test_whose_partner_somebody_was() -> None:
    """Of the declarer, and with what success; not the other way round."""
    people = counted(sauspiel(), sauspiel(won=False), sauspiel("Christl", "Anna")).people
    assert {name: facts(tally)[:3] for name, tally in people["Christl"].partner_of.items()} == {"Anna": (2, 1, 1)}
    assert {name: facts(tally)[:3] for name, tally in people["Anna"].partner_of.items()} == {"Christl": (1, 1, 0)}


def test_winners_alone_say_nobodys_role() -> None:
    """Won and lost is known, who declared is not."""
    found = counted(Played(game="sauspiel", winners=("Anna", "Bene"), schneider=True, laufende=3))
    anna = found.people["Anna"]
    assert found.no_declarer == 1
    assert facts(anna.roles[OTHER])[:3] == facts(anna.schneider)[:3] == (1, 1, 0)
    assert facts(anna.laufende) == facts(anna.against) == NOTHING
    assert facts(found.games["sauspiel"][1])[:3] == (1, 0, 0)


def test_winners_of_a_solo_tell_the_declarer() -> None:
    """Three winners have beaten the fourth."""
    found = counted(Played(game="wenz", winners=("Anna", "Bene", "Dani")))
    assert found.no_declarer == 0
    assert facts(found.people["Christl"].roles[DECLARER])[:3] == (1, 0, 1)


def test_augen_alone_are_schneider() -> None:
    """Nobody has to say it: the tariff knows from how many Augen on one is out of it."""
    people = counted(sauspiel(augen=93)).people
    assert facts(people["Anna"].schneider)[:3] == (1, 1, 0)
    assert facts(people["Bene"].schneider)[:3] == (1, 0, 1)
    assert facts(people["Bene"].schwarz) == NOTHING


def test_schwarz_is_schneider_too() -> None:
    """Both are counted, for the side that made it and the side that suffered it."""
    people = counted(wenz(won=False, schwarz=True)).people
    assert facts(people["Bene"].schwarz)[:3] == facts(people["Bene"].schneider)[:3] == (1, 0, 1)
    assert facts(people["Anna"].schwarz)[:3] == facts(people["Anna"].schneider)[:3] == (1, 1, 0)


def test_kontra_is_given_by_who_said_it_and_got_by_a_side() -> None:
    """Dani said it and won, Christl and Anna got it, and Anna said Re."""
    people = counted(sauspiel(won=False, kontra=("Dani", "Anna"))).people
    assert facts(people["Dani"].kontra)[:3] == (1, 1, 0)
    assert facts(people["Anna"].re)[:3] == (1, 0, 1)
    assert facts(people["Anna"].doubled)[:3] == facts(people["Christl"].doubled)[:3] == (1, 0, 1)
    assert [facts(people[name].kontra) for name in ("Anna", "Bene", "Christl")] == [NOTHING] * 3
    assert facts(people["Dani"].doubled) == NOTHING


def test_a_kontra_without_a_name_is_given_by_nobody() -> None:
    """The declarers' side got it all the same, and the hand is remembered for a note."""
    found = counted(wenz(kontra=1), wenz())
    assert found.no_kontra == 1
    assert facts(found.people["Bene"].doubled)[:3] == (1, 1, 0)
    assert [facts(found.people[name].kontra) for name in FOUR] == [NOTHING] * 4


def test_a_kontra_without_a_name_is_in_no_share() -> None:
    """Of hands in which nobody knows who said it, a share of those who say it cannot be."""
    hands = (*hands_of("Bene", 50), *[wenz(kontra=("Dani",))] * 2, *[wenz(kontra=1)] * 10)
    whole, played = season_of(evening(*hands))
    found = gallery(statistics(played, whole).people, whole).figures
    assert found["Dani"]
    assert found["Dani"]["kontra"] == 2 / 52


def test_a_kontra_among_winners_alone_is_got_by_nobody() -> None:
    """Nobody knows whose game was doubled; the hand is one of those without a declarer."""
    found = counted(Played(game="sauspiel", winners=("Anna", "Bene"), kontra=1))
    assert (found.no_declarer, found.no_kontra) == (1, 0)
    assert [facts(found.people[name].doubled) for name in FOUR] == [NOTHING] * 4


def test_the_kontra_of_a_hadsch_is_given_by_nobody() -> None:
    """It is there before anybody speaks; nothing is missing either."""
    found = counted(RoundOrder("hadsch"), wenz(), tariff="wiki")
    assert found.no_kontra == 0
    assert facts(found.people["Bene"].doubled)[:3] == (1, 1, 0)


def test_klopfer_count_for_who_knocked() -> None:
    """In any hand: a game or a Ramsch; a deal that was thrown in is none."""
    hands = (wenz(klopfer=("Anna",)), Ramsch(losers=("Bene",), klopfer=("Anna", "Dani")), Passed(klopfer=("Anna",)))
    found = counted(*hands)
    assert facts(found.people["Anna"].knocked)[:3] == (2, 1, 1)
    assert facts(found.people["Dani"].knocked)[:3] == (1, 1, 0)
    assert found.no_klopfer == 0


def test_klopfer_without_names_count_for_nobody() -> None:
    """The hand is remembered for a note."""
    found = counted(wenz(klopfer=2), wenz())
    assert found.no_klopfer == 1
    assert [facts(found.people[name].knocked) for name in FOUR] == [NOTHING] * 4


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("of", ["declarers", "opponents"])
def test_laufende_belong_to_a_side(of: str, won: bool) -> None:
    """Whoever won, and as many as were held, whatever the tariff pays."""
    people = counted(sauspiel(won=won, laufende=2, laufende_of=of)).people
    having, other = ("Anna", "Bene") if of == "declarers" else ("Bene", "Anna")
    assert (facts(people[having].laufende)[0], people[having].run, people[having].longest) == (1, 2, 2)
    assert (facts(people[other].laufende)[0], facts(people[other].against)[0]) == (0, 1)


def test_a_ramsch_has_a_loser_and_jungfrauen() -> None:
    """All others have won it."""
    people = counted(Ramsch(losers=("Anna",), jungfrauen=("Bene",))).people
    assert facts(people["Anna"].roles[RAMSCH])[:3] == (1, 0, 1)
    assert facts(people["Dani"].roles[RAMSCH])[:3] == (1, 1, 0)
    assert [people[name].ramsch_lost.hands for name in FOUR] == [1, 0, 0, 0]
    assert [people[name].jungfrau.hands for name in FOUR] == [0, 1, 0, 0]


def test_a_durchmarsch_is_nobodys_lost_ramsch() -> None:
    """The others pay, but none of them had too many Augen."""
    people = counted(Ramsch(durchmarsch="Dani")).people
    assert [facts(people[name].all)[1:3] for name in FOUR] == [(0, 1), (0, 1), (0, 1), (1, 0)]
    assert [people[name].ramsch_lost.hands for name in FOUR] == [0, 0, 0, 0]
    assert [people[name].durchmarsch.hands for name in FOUR] == [0, 0, 0, 1]


def test_a_ramsch_in_which_all_tie_is_lost_by_nobody() -> None:
    """Nobody pays anybody."""
    people = counted(Ramsch(losers=FOUR)).people
    assert [facts(people[name].all) for name in FOUR] == [(1, 0, 0, 0)] * 4
    assert [people[name].ramsch_lost.hands for name in FOUR] == [0, 0, 0, 0]


def test_only_hands_of_those_who_are_shown() -> None:
    """A hand in which none of them was dealt in does not count; the others of their hands do."""
    whole, played = season_of(evening(wenz(), wenz("Christl"), players=(*FOUR, "Eva")), people=("Anna",))
    found = statistics(played, whole)
    assert found.deals == 1
    assert facts(found.people["Anna"].all)[:3] == (1, 0, 1)


# -- luck ---------------------------------------------------------------------------------------------


def test_luck_of_somebody_who_never_won_or_lost() -> None:
    """Without any amount there is nothing to say."""
    assert luck(0, 0, 60) == (0.0, None, None)


def test_one_swing_is_one_standard_deviation() -> None:
    """Three of ten coin-toss seasons end at least so far from 0, on either side."""
    for total in (50, -50):
        found = luck(total, 2500, 40)
        assert (found.swing, found.ratio) == (50, total / 50)
        assert found.chance == pytest.approx(0.3173, abs=0.0001)


def test_a_total_of_nothing_is_what_every_season_reaches() -> None:
    """All seasons end at least as far from 0 as 0."""
    assert luck(0, 2500, 40).chance == 1


def test_few_hands_say_nothing() -> None:
    """From twenty hands on there is a chance."""
    assert luck(50, 2500, 19).chance is None
    assert luck(50, 2500, 20).chance is not None


@pytest.mark.parametrize("total", [0, 90, -270, 480])
def test_the_chance_is_that_of_real_coin_tosses(total: int) -> None:
    """Every way that 40 coins can fall, counted, gives nearly the same share."""
    amounts = [20 + 7 * number % 90 for number in range(40)]
    ways = {0: 1}
    for amount in amounts:
        tossed: dict[int, int] = {}
        for so_far, count in ways.items():
            for after in (so_far + amount, so_far - amount):
                tossed[after] = tossed.get(after, 0) + count
        ways = tossed
    reached = sum(count for end, count in ways.items() if abs(end) >= abs(total)) / 2 ** len(amounts)
    assert luck(total, sum(amount**2 for amount in amounts), 40).chance == pytest.approx(reached, abs=0.015)


# -- partners -----------------------------------------------------------------------------------------


def earned(*entries: Entry, tariff: str = "sauspiel", people: tuple[str, ...] = (), stock: int = 0) -> dict[str, Any]:
    """Return what everybody won with everybody, by name and partner."""
    whole, played = season_of(evening(*entries, tariff=tariff, stock=stock), people=people)
    return {name: {mate: facts(tally) for mate, tally in mates.items()}
            for name, mates in company(played, whole)[0].items()}  # fmt: skip


def test_both_sides_of_a_partner_game_are_partners() -> None:
    """The opponents as well as the declarers, and nobody is his own partner."""
    assert earned(sauspiel()) == {
        "Anna": {"Christl": (1, 1, 0, 20)},
        "Christl": {"Anna": (1, 1, 0, 20)},
        "Bene": {"Dani": (1, 0, 1, -20)},
        "Dani": {"Bene": (1, 0, 1, -20)},
    }


@pytest.mark.parametrize("hand", [wenz(), Ramsch(losers=("Anna",)), Passed()], ids=["solo", "ramsch", "thrown in"])
def test_only_partner_games_have_partners(hand: Entry) -> None:
    """The three against a solo did not choose each other."""
    assert earned(hand) == {}


def test_winners_alone_are_partners_too() -> None:
    """Who was on which side is known, whoever declared."""
    assert earned(Played(game="sauspiel", winners=("Anna", "Bene")))["Dani"] == {"Christl": (1, 0, 1, -20)}


def test_the_stock_goes_to_each_as_it_was_paid() -> None:
    """An odd cent falls on the caller: the two did not win the same."""
    found = earned(sauspiel(won=False), tariff="grundzuege", stock=41)
    assert found["Anna"]["Christl"] == (1, 0, 1, -31)
    assert found["Christl"]["Anna"] == (1, 0, 1, -30)


def test_a_draw_was_played_together() -> None:
    """It counts as a hand of both pairs, and as nothing else."""
    found = earned(Played(game="kreuz", declarer="Anna", augen=60), tariff="kreuz")
    assert found["Anna"] == {"Christl": (1, 0, 0, 0)}
    assert found["Bene"] == {"Dani": (1, 0, 0, 0)}


def test_a_pair_needs_two_who_are_shown() -> None:
    """Where people are named nobody else is anybody's partner."""
    hands = (sauspiel(), sauspiel("Anna", "Bene"))
    assert set(earned(*hands, people=("Anna", "Bene"))) == {"Anna", "Bene"}
    assert earned(*hands, people=("Anna",)) == {}


def test_pairs_are_listed_once_the_best_first() -> None:
    """By what both won together; each pair in the order of its names."""
    whole, played = season_of(evening(sauspiel("Christl", "Anna"), sauspiel("Dani", "Anna", won=False)))
    found, _against = company(played, whole)
    listed = [(one.first, one.second, one.tally.hands, one.amount) for one in pairs(found)]
    assert listed == [("Anna", "Christl", 1, 40), ("Bene", "Christl", 1, 40), ("Anna", "Dani", 1, -40),
                      ("Bene", "Dani", 1, -40)]  # fmt: skip
    assert by_total(found) == ["Christl", "Anna", "Bene", "Dani"]


# -- characters ---------------------------------------------------------------------------------------

AVERAGE: dict[str, float | None] = {
    "declared": 0.2, "won": 0.5, "alone": 0.3, "kontra": 0.1, "ramsch": 0.25, "balance": 0.0, "evenings": 0.5,
    "top": 0.5, "laufende": 0.4, "with_them": 0.6, "returned": 0.8, "games": 4.0, "groups": 2.0, "hands": 100.0,
}  # fmt: skip
LIKE = {
    FAIR: {"declared": 0.181, "balance": -0.5},
    BOLD: {"declared": 0.231, "alone": 0.3, "won": 0.5},
    WALL: {"declared": 0.169, "kontra": 0.116, "ramsch": 0.25},
    WINNER: {"balance": 1.0, "evenings": 0.6, "top": 0.9},
    UNLUCKY: {"balance": -1.0, "laufende": 0.4, "with_them": 0.6},
    EXPERT: {"groups": 2, "games": 4, "won": 0.551},
    OBSESSED: {"hands": 120, "returned": 0.8},
}
UNLIKE = {"declared": 0.15, "won": 0.52, "kontra": 0.05, "balance": 0.7, "laufende": 0.3, "groups": 1, "hands": 90}
NOBODY = AVERAGE | UNLIKE


def test_there_are_seven_characters() -> None:
    """Those of the book, and each is tested here."""
    assert set(LIKE) == set(CHARACTERS)
    assert len(CHARACTERS) == 7


def test_nobody_is_forced_into_a_character() -> None:
    """Figures near the average are nothing that stands out."""
    assert [one for one in CHARACTERS if fits(one, NOBODY, AVERAGE)] == []


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_fits_who_has_its_figures(character: str) -> None:
    """What every condition asks is enough, whatever else there is."""
    assert fits(character, NOBODY | LIKE[character], AVERAGE)


def usual(figure: str) -> float:
    """Return what the limits of a figure are multiples of."""
    return 1 if figure in FIXED else AVERAGE[figure] or 0


@pytest.mark.parametrize(
    ("character", "figure", "beyond"),
    [
        pytest.param(character, figure, limit * usual(figure) + off, id=f"{character}-{figure}-{limit}")
        for character, conditions in CHARACTERS.items()
        for figure, limits in conditions.items()
        for limit, off in zip(limits, (-0.001, 0.001), strict=True)
        if isfinite(limit)
    ],
)
def test_every_condition_of_a_character_is_needed(character: str, figure: str, beyond: float) -> None:
    """One figure beyond its limit, and it fits no longer."""
    assert not fits(character, NOBODY | LIKE[character] | {figure: beyond}, AVERAGE)


def test_what_nobody_plays_is_left_out() -> None:
    """Where there is no Ramsch a Maurer is known by the rest."""
    own = NOBODY | {**LIKE[WALL], "ramsch": None}
    assert not fits(WALL, own, AVERAGE)
    assert fits(WALL, own, AVERAGE | {"ramsch": None})


def test_what_nobody_does_is_left_out() -> None:
    """Where nobody ever says Kontra, nobody says it more often than the others."""
    own = NOBODY | {**LIKE[WALL], "kontra": 0.0, "ramsch": None}
    assert not fits(WALL, own, AVERAGE | {"kontra": 0.0, "ramsch": None})


def test_an_average_of_nothing_is_a_figure_where_nobody_is_compared_with_it() -> None:
    """A fixed limit is asked for whatever the others have."""
    own = NOBODY | LIKE[FAIR]
    assert fits(FAIR, own, AVERAGE | {"balance": 0.0})
    assert not fits(FAIR, own | {"balance": 0.6}, AVERAGE | {"balance": 0.0})


def test_one_condition_is_not_enough() -> None:
    """Without Ramsch and without Kontra nobody is called a Maurer."""
    own = NOBODY | {**LIKE[WALL], "ramsch": None, "kontra": None}
    assert not fits(WALL, own, AVERAGE | {"ramsch": None, "kontra": None})


def test_somebody_may_be_several() -> None:
    """Obsessed and bold is no contradiction."""
    own = NOBODY | LIKE[BOLD] | LIKE[OBSESSED]
    assert [one for one in CHARACTERS if fits(one, own, AVERAGE)] == [BOLD, OBSESSED]


def test_a_condition_without_a_figure_does_not_hold() -> None:
    """Who never declared has no share of games won."""
    assert not fits(BOLD, NOBODY | LIKE[BOLD] | {"won": None}, AVERAGE)


def test_few_hands_make_no_character() -> None:
    """Below the minimum there are no figures, and the others are compared without them."""
    whole, played = season_of(
        evening(*hands_of("Anna", 30), *hands_of("Bene", 20)), evening(*hands_of("Eva", 49), players=("Eva", *FOUR[1:]))
    )
    found = gallery(statistics(played, whole).people, whole)
    assert {name: own is None for name, own in found.figures.items()} == {
        "Anna": False, "Bene": False, "Christl": False, "Dani": False, "Eva": True
    }  # fmt: skip
    assert found.average is not None
    assert found.average["hands"] == (50 + 3 * 99) / 4


def test_two_people_are_no_group() -> None:
    """With fewer than three nobody can be compared with an average."""
    whole, played = season_of(
        evening(*hands_of("Anna", 30)), evening(*hands_of("Anna", 30), players=("Anna", "Bene", "Eva", "Nora"))
    )
    assert gallery(statistics(played, whole).people, whole).average is None
    who, *_others = characters_report(whole, played).sections
    assert [row[1:] for row in who.rows] == [(None, None)] * 2 + [(None, "too few hands: 30 of 50")] * 4


def test_the_average_is_everybodys_whoever_is_shown() -> None:
    """Only the rows are those of the people who were named."""
    whole, played = season_of(evening(*hands_of("Anna", 60)))
    people = statistics(played, whole).people
    shown = gallery(people, whole._replace(people=("Anna",)))
    assert [*shown.figures] == ["Anna"]
    assert shown.average == gallery(people, whole).average


def test_figures_come_from_hands_and_evenings() -> None:
    """What somebody declared, alone and won, and what the evenings came to."""
    first = evening(*hands_of("Anna", 30), *(sauspiel("Anna", "Bene", laufende=3) for _ in range(10)))
    second = evening(*(sauspiel("Bene", "Dani", kontra=("Anna",)) for _ in range(10)), name="Kranzl", date="2026-11-26")
    whole, played = season_of(first, second)
    anna = gallery(statistics(played, whole).people, whole).figures["Anna"]
    assert anna is not None
    assert [anna[key] for key in ("declared", "alone", "won", "kontra")] == [40 / 50, 30 / 40, 25 / 40, 1.0]
    assert [anna[key] for key in ("laufende", "with_them", "ramsch")] == [1.0, 1.0, None]
    assert [anna[key] for key in ("evenings", "games", "groups", "hands")] == [0.5, 2, 2, 50]
    assert anna["top"] == (500 - 400) / 500
    assert anna["balance"] == luck(100, sum(deal.amount("Anna") ** 2 for deal in played), 50).ratio


def test_a_season_that_ends_below_nothing_has_no_peak() -> None:
    """A share of the highest total is only said of a total above 0."""
    whole, played = season_of(evening(*hands_of("Anna", 51)), evening(*(wenz("Anna", won=False) for _ in range(9))))
    anna = gallery(statistics(played, whole).people, whole).figures["Anna"]
    assert anna is not None
    assert anna["top"] is None


def test_who_comes_back_after_a_lost_evening() -> None:
    """To the next evening of the same name; the last one of a name is followed by none."""
    nights = [
        totals(Anna=-5, Bene=-1, Eva=6),
        totals(Anna=-9, Bene=9)._replace(name="Kranzl"),
        totals(Anna=-5, Eva=5)._replace(name="STAMMTISCH"),
        totals(Bene=-5, Eva=5),
    ]
    assert _returned(nights) == {"Anna": 0.5, "Bene": 0.0}
