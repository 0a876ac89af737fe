"""Reports of an evening and of one hand: the sheet, the answer, the explanation."""

import json
import re
from dataclasses import replace

import pytest
from report_samples import FIVE_HANDS, FIVE_TEXTS, FOUR, LAMERS, PRINTED, WIKI, eventful_evening, lamers_evening

from sklog import tariffs
from sklog.reports.explain import answer, explain_report, flows, line_answer
from sklog.reports.model import Report, Section
from sklog.reports.render import FORMATS, render
from sklog.reports.sentences import cost
from sklog.reports.sheet import session_report
from sklog.scoring.evening import start, step
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, final_state
from sklog.scoring.settlement import Plan, fewest
from sklog.scoring.state import Cause, Seating, StockMove, TariffChange, Voided

WENZ_OF_BENE = Played(game="wenz", declarer="Bene", won=True)
FIVE_IN_WORDS = (
    "Sauspiel: Anna and Dani won, Schneider, Schwarz, 1 Klopfer",
    "Wenz: Bene won, Schneider, 3 Laufende, 1 Klopfer",
    "Solo: Christl lost, Tout, 1 Klopfer, Kontra",
    "Sauspiel: Christl and Dani won, Schneider, 5 Laufende, 2 Klopfer",
    "Solo: Anna won, Schneider, Schwarz, 5 Laufende, Tout",
)

# -- the sheet ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_sheet_prints_the_documents_running_balances(form: str) -> None:
    """The balances of document 003 stand in the sheet as printed there."""
    session, lines = lamers_evening()
    text = re.sub(r"[ |]+", " ", render(session_report(session, lines), form, width=200))
    for words, balances in zip(FIVE_IN_WORDS, PRINTED, strict=True):
        of_hand = text.partition(f"{words} ")[2].split("\n")[: 1 + (form == "text")]
        after = re.findall(r"<br>(\S+)", of_hand[0]) if form == "markdown" else of_hand[1].split()
        assert " ".join(after) == balances


def test_sheet_in_html_has_the_documents_running_balances() -> None:
    """On the page the same figures have a real minus sign."""
    session, lines = lamers_evening()
    after = re.findall("<small>(.*?)</small>", render(session_report(session, lines), "html"))
    assert after == " ".join(PRINTED).split()


def running(report: Report) -> Section:
    """Return the table of running balances, which is the main one."""
    return table_of(report, report.main)


def table_of(report: Report, key: str) -> Section:
    """Return the table of this key."""
    (found,) = [one for one in report.sections if one.key == key]
    return found


def test_sheet_without_a_plan_says_so_in_json() -> None:
    """Nobody planned: that is null, which is not the same as no debts."""
    session, lines = lamers_evening()
    assert json.loads(render(session_report(session, lines), "json"))["transfers"] is None


def test_sheet_shows_events_and_void_hands() -> None:
    """What else happened stands between the hands; a void hand keeps its number and has no price."""
    session, lines, _texts = eventful_evening()
    sheet = running(session_report(session, lines))
    words = [row[1] for row in sheet.rows]
    assert words[2:8] == [
        *("thrown in", "Bock for 4 hands", "round: Hadsch", "Kathi sits down after Eva", "Anna gets up", "thrown in")
    ]
    assert words[10:12] == ["paid into the Stock", "Anna pays Bene 0.40 €"]
    assert set(sheet.rows[2][2:]) == {None}


@pytest.mark.parametrize(
    ("form", "void", "was"),
    [
        pytest.param("text", "   3  (void) thrown in", "      (was) Wenz: Bene won\n", id="text"),
        pytest.param(
            "markdown", "|      3 | (void) ~~thrown in~~ ", "|        | (was) ~~Wenz: Bene won~~ ", id="markdown"
        ),
        pytest.param("html", "(void) <del>thrown in</del>", "(was) <del>Wenz: Bene won</del>", id="html"),
        pytest.param("csv", "\n3,(void) thrown in,", "\n,(was) Wenz: Bene won,,,,,,,,,\n2,", id="csv"),
    ],
)
def test_sheet_strikes_out_what_does_not_count(form: str, void: str, was: str) -> None:
    """A void hand, and what a fix replaced, stays visible; what counts stands behind it."""
    text = render(session_report(*eventful_evening()[:2], replaced={1: [WENZ_OF_BENE]}), form, width=120)
    assert void in text
    assert was in text


def test_replaced_hands_have_no_number_and_no_amount() -> None:
    """What was struck out is no hand: every version stands before the one that counts."""
    was = {1: [Passed(), WENZ_OF_BENE]}
    plain, sheet = (running(session_report(*eventful_evening()[:2], replaced=one)) for one in (None, was))
    assert [row[:2] for row in sheet.rows[:3]] == [*((1, "thrown in"), (None, "thrown in"), (None, "Wenz: Bene won"))]
    assert set(sheet.rows[1][2:]) == {None}
    assert (*sheet.rows[:1], *sheet.rows[3:]) == plain.rows


def test_sheet_has_words_for_new_seats_and_another_tariff() -> None:
    """Who changed seats, and from where on another tariff counts, stands between the hands."""
    entries = (Seating(("Anna", "Dani", "Bene", "Christl")), TariffChange(WIKI))
    session = Session("x", "2026-11-19", LAMERS, FOUR, entries)
    sheet = running(session_report(session, session.lines()))
    assert [row[1] for row in sheet.rows] == [
        "new seats, clockwise: Anna, Dani, Bene, Christl",
        "from here on the tariff is wiki",
    ]


def test_sheet_has_stock_and_bock_columns_only_where_used() -> None:
    """A table without Stock and Bock does not see them."""
    session, lines = lamers_evening()
    plain = [column.key for column in running(session_report(session, lines)).columns]
    used = [column.key for column in running(session_report(*eventful_evening()[:2])).columns]
    assert plain == ["hand", "what", *FOUR, "value"]
    assert used == ["hand", "what", "bock", *FOUR, "Eva", "Kathi", "Stock", "value"]


def test_running_balances_sum_to_zero_in_every_row() -> None:
    """With the Stock, whose start the evening may owe, each row of the sheet adds up to nothing."""
    sheet = running(session_report(*eventful_evening()[:2]))
    for row in sheet.rows:
        assert sum(amount or 0 for amount in row[3:-1]) == 0  # type: ignore[misc]  # columns of amounts


def test_changes_add_up_to_the_totals() -> None:
    """What each hand moved makes the final balances."""
    report = session_report(*eventful_evening()[:2])
    changes, totals = table_of(report, "changes"), table_of(report, "totals")
    for place, (name, _, balance, *_paid) in enumerate(totals.rows, 1):
        assert sum(row[place] or 0 for row in changes.rows) == balance, name  # type: ignore[misc]


def test_changes_are_empty_where_somebody_sat_out() -> None:
    """Who was not dealt in has an empty cell; who was dealt in and moved nothing has a 0."""
    changes = table_of(session_report(*eventful_evening()[:2]), "changes")
    assert changes.rows[1] == (2, -20, None, 40, 40, -20, None, -40)


def test_totals_count_the_hands_each_was_dealt_in() -> None:
    """Sitting out, postings, void hands and deals that were thrown in are no hands played."""
    totals = table_of(session_report(*eventful_evening()[:2]), "totals")
    assert [row[1] for row in totals.rows] == [1, 2, 3, 2, 2, 2, None]


def test_a_void_hand_was_not_declared() -> None:
    """Only hands in force count; where none is left that somebody declared, nothing is shown."""
    session = Session(
        "x", "2026-11-19", LAMERS, FOUR, (Voided(Played(game="solo", declarer="Anna", won=True)), Passed())
    )
    report = session_report(session, session.lines())
    assert "declared" not in [one.key for one in report.filled]


def test_nobody_declared_a_hand_that_notes_only_who_won() -> None:
    """It is said that its declarer is not known."""
    hand = Played(game="sauspiel", winners=("Anna", "Bene"))
    session = Session("x", "2026-11-19", LAMERS, FOUR, (hand,))
    report = session_report(session, session.lines())
    assert "declared" not in [one.key for one in report.filled]
    assert "1 hand notes only who won: nobody is counted as its declarer, partner or opponent." in report.notes


def test_sheet_says_that_the_stock_is_shared_out() -> None:
    """Where the settlement differs from the balances the sheet says why."""
    session, lines, _texts = eventful_evening()
    assert session.tariff.stock is not None
    plan = Plan((), exact=True)
    notes = session_report(session, lines, plan).notes
    assert notes[0] == "The settlement divides the Stock, as the tariff says."


def test_sheet_says_that_nobody_has_decided_about_the_stock() -> None:
    """The settlement leaves it where it is, which nobody has chosen."""
    stock = StockMove(amounts={"Anna": -40})
    session = Session("x", "2026-11-19", LAMERS, FOUR, (stock,))
    notes = session_report(session, session.lines(), Plan((), exact=True)).notes
    assert notes[0] == "The Stock of x still holds 0.40 €, and nobody has decided who gets it."


def test_a_player_may_be_called_like_a_column() -> None:
    """Value and Hand are names: the columns keep different keys."""
    people = ("Value", "Hand", "What", "Bock")
    session = Session("x", "2026-11-19", LAMERS, people, (Posting(amounts={"Value": -1, "Hand": 1}),))
    keys = [column.key for column in running(session_report(session, session.lines())).columns]
    assert len(set(keys)) == len(keys)


def test_points_are_whole_everywhere() -> None:
    """An evening in points knows no comma and no euro."""
    tariff = tariffs.find("saukopf")
    hand = Played(game="sauspiel", declarer="Anna", partner="Bene", won=True)
    session = Session("x", "2026-11-19", tariff, FOUR, (hand,))
    lines = session.lines()
    text = render(session_report(session, lines, fewest(final_state(session, lines).balances)), "text")
    assert "Hand by hand (points)" in text
    assert not re.search(r"\d[.,]\d|€", text)
    assert "€" not in text


def test_a_hand_of_one_point_costs_one_point() -> None:
    """Of one point nobody says points."""
    tariff = tariffs.find("saukopf")
    line = step(start(FOUR), Played(game="sauspiel", declarer="Anna", partner="Bene", won=True), tariff)
    assert line.score is not None
    assert cost(line.score, tariff) == "Sauspiel 1 point"


# -- one hand -----------------------------------------------------------------------------------------


def test_answer_has_the_contracts_shape() -> None:
    """A hand's answer: the hand, its value, postings with the Stock, steps that add or multiply."""
    hand = Played(game="sauspiel", declarer="Anna", partner="Bene", won=True, kontra=("Dani",))
    line = step(start(FOUR), hand, tariffs.find("sauspiel"))
    assert line.score is not None
    assert answer(hand, line.score) == {
        "hand": {"game": "sauspiel", "declarer": "Anna", "partner": "Bene", "won": True, "kontra": ["Dani"]},
        "value": 40,
        "postings": {"Anna": 40, "Bene": 40, "Christl": -40, "Dani": -40, "Stock": 0},
        "steps": [{"label": "Sauspiel", "plus": 20}, {"label": "Kontra", "times": 2}],
    }


def test_answer_of_a_void_hand() -> None:
    """A void hand says that it is void, and costs nothing."""
    _, lines, _ = eventful_evening()
    said = line_answer(lines[2])
    assert said["hand"] == {"game": "zusammengeworfen", "void": True}
    assert (said["value"], set(said["postings"].values()), said["steps"]) == (0, {0}, [])


def test_answer_of_an_event_is_a_mistake() -> None:
    """An event has no answer."""
    _, lines, _ = eventful_evening()
    with pytest.raises(ValueError, match="is no hand"):
        line_answer(lines[3])


def test_explanation_is_an_aligned_calculation() -> None:
    """The steps stand under each other, with who said them, and end with the value."""
    _, lines = lamers_evening()
    text = render(explain_report(lines[2], lines[1].state, LAMERS, FIVE_TEXTS[2]), "text")
    assert text.startswith("Hand 3: fs c- tpk\n")
    calculation = (
        "   Solo       0.20\n"
        "   Tout             × 2\n"
        "   1 Klopfer        × 2  Bene\n"
        "   Kontra           × 2  Dani\n"
        "=  value      1.60\n"
    )
    assert calculation in text


def test_explanation_names_everybodys_part() -> None:
    """Who declared, who sat out, what each had before and after."""
    _, lines, _ = eventful_evening()
    report = explain_report(lines[1], lines[0].state, WIKI, "s cd n")
    people = next(table for table in report.sections if table.key == "people")
    assert people.rows[:3] == (
        ("Anna", "opponent", -20, 0, -20),
        ("Bene", "sits out", 0, -10, -10),
        ("Christl", "declarer", 40, -10, 30),
    )
    assert people.rows[-1] == (STOCK, None, -40, 40, 0)


def test_explanation_tells_the_stocks_move_apart() -> None:
    """The losers pay the winners; what the winners take besides comes from the Stock."""
    _, lines, _ = eventful_evening()
    report = explain_report(lines[1], lines[0].state, WIKI, "s cd n")
    assert next(table for table in report.sections if table.key == "payments").rows == (
        ("Anna", "Christl", 20),
        ("Eva", "Dani", 20),
        (STOCK, "Christl", 20),
        (STOCK, "Dani", 20),
    )


def test_explanation_of_a_hadsch_names_the_chain() -> None:
    """In a Hadsch the first Kontra is said by nobody, or by an opponent; Re comes from the declarer."""
    _, lines, _ = eventful_evening()
    text = render(explain_report(lines[8], lines[7].state, WIKI, "x"), "text")
    assert "   Kontra, Re        × 4  Kontra: Christl, Re: Bene" in text


def test_explanation_says_what_brought_bock_and_kontra() -> None:
    """A doubling that nobody said has its reason: the Hadsch, or the hand that brought Bock."""
    state = start(FOUR)._replace(bock=(2,), bock_since=(Cause("thrown_in", 4),), round="hadsch", round_left=1,
                                 round_since=Cause("ordered", 4))  # fmt: skip
    line = step(state, Played(game="wenz", declarer="Bene", won=True), WIKI)
    text = render(explain_report(line, state, WIKI, "w b"), "text")
    assert "   Kontra        × 2  Hadsch\n" in text
    assert "   Bock          × 2  after hand 4 was thrown in\n" in text


def test_explanation_says_what_made_the_evening_another_one() -> None:
    """Before and after the hand: who deals, the Stock, and what is in force with its reason."""
    state = start(FOUR)._replace(bock=(2,), bock_since=(Cause("thrown_in", 4),))
    report = explain_report(step(state, Passed(), WIKI), state, WIKI, "x")
    assert report.sections[-1].rows == (
        ("before", "Anna", 0, "Bock, 2 hands left, after hand 4 was thrown in"),
        ("after", "Bene", 40, "Bock, 2 hands left, after hand 4 was thrown in"),
    )


def test_explanation_shows_how_the_stock_moved() -> None:
    """What the Stock held, who took it, what it holds: in the order of the table, in the table's word for it."""
    _, lines, _ = eventful_evening()
    tariff = WIKI._replace(words={"stock": "Topf"})
    line = lines[1]._replace(tariff=tariff)
    text = render(explain_report(line, lines[0].state, tariff, "s cd n"), "text")
    assert (
        "Topf (€)\n"
        "held before            0.40\n"
        "taken out by  Christl  0.20\n"
        "taken out by  Dani     0.20\n"
        "holds after            0.00\n"
    ) in text


REFILLED = tariffs.read("name: haus\nextends: sauspiel\nstock: {pay_in: 10, refill: true}\n", "haus.yaml")


def test_explanation_of_a_stock_that_is_filled_again() -> None:
    """Who took it has taken all of it, and pays in again like everybody."""
    hand = Played(game="sauspiel", declarer="Anna", partner="Christl", won=True)
    line = step(start(FOUR, stock=40), hand, REFILLED)
    stock = next(part for part in explain_report(line, start(FOUR, stock=40), REFILLED, "s ac").sections
                 if part.key == "stock")  # fmt: skip
    assert stock.rows == (
        ("held before", None, 40),
        ("taken out by", "Anna", 20),
        ("taken out by", "Christl", 20),
        *(("paid in again by", name, 10) for name in FOUR),
        ("holds after", None, 40),
    )


def test_who_takes_as_much_as_is_paid_in_again_is_named() -> None:
    """Of 20 in the Stock two take 10, and pay 10: nothing is left of it in the score, but it is explained."""
    hand = Played(game="sauspiel", declarer="Anna", partner="Christl", won=True)
    line = step(start(FOUR, stock=20), hand, REFILLED)
    assert line.score is not None
    assert [flow for flow in flows(line.score) if STOCK in flow] == [
        (STOCK, "Anna", 10),
        (STOCK, "Christl", 10),
        *((name, STOCK, 10) for name in FOUR),
    ]


def test_what_was_taken_and_paid_in_again_is_on_the_line_of_a_hand() -> None:
    """In one sum they would be nothing, or less than was won."""
    line = step(start(FOUR, stock=100), Played(game="sauspiel", declarer="Anna", partner="Bene", won=True), REFILLED)
    assert line.score is not None
    assert cost(line.score, REFILLED).endswith("; 1.00 € out of the Stock; 0.40 € into the Stock")


def test_explanation_leaves_out_a_stock_that_did_not_move() -> None:
    """A hand that has nothing to do with the Stock says nothing of it."""
    _, lines, _ = eventful_evening()
    report = explain_report(lines[8], lines[7].state, WIKI, "x")
    assert "stock" not in [table.key for table in report.filled]


@pytest.mark.parametrize(
    ("form", "was"),
    [
        pytest.param("text", "\nWas     s ac\n", id="text"),
        pytest.param("markdown", "- **Was:** ~~s ac~~\n", id="markdown"),
        pytest.param("html", "<dt>Was</dt><dd><del>s ac</del></dd>", id="html"),
    ],
)
def test_explanation_of_a_fixed_hand_says_what_it_was(form: str, was: str) -> None:
    """What a fix replaced stands struck out above the calculation."""
    _, lines = lamers_evening()
    assert was in render(explain_report(lines[1], lines[0].state, LAMERS, "w b", ["s ac"]), form)


def test_explanation_of_a_void_hand_strikes_it_out() -> None:
    """A void hand is struck out, and costs nobody anything."""
    line = step(start(FOUR), Voided(FIVE_HANDS[0]), LAMERS)
    report = explain_report(line, start(FOUR), LAMERS, "s ad zp")
    assert "- **Void:** ~~s ad zp~~\n" in render(report, "markdown")
    assert {row[2] for row in report.sections[0].rows} == {0}


def test_explanation_of_a_hand_that_is_not_recorded_says_so() -> None:
    """What a hand would cost is never taken for one that counts."""
    line = step(start(FOUR), FIVE_HANDS[0], LAMERS)
    text = render(explain_report(line, start(FOUR), LAMERS, "s ad zp", recorded=False), "text")
    assert text.startswith("Would be hand 1 (not recorded): s ad zp\n")


def test_explanation_speaks_the_tables_words() -> None:
    """A table that says Läufer and Stoß reads Läufer and Stoß."""
    grundzuege = tariffs.find("grundzuege")._replace(words={"laufende": "Läufer"})
    line = step(start(FOUR), Played(game="wenz", declarer="Bene", won=True, laufende=2, kontra=1), grundzuege)
    text = render(explain_report(line, start(FOUR), grundzuege, "w b l2k"), "text")
    assert "+  2 Läufer" in text
    assert "   Stoß" in text


def test_flows_make_the_postings() -> None:
    """Who pays whom, added up again, is what was posted: over every hand and event of an evening."""
    _, lines, _ = eventful_evening()
    for line in lines:
        if line.score is not None:
            made = dict.fromkeys(line.score.postings, 0)
            for payer, payee, amount in flows(line.score):
                assert amount > 0
                made[payer] -= amount
                made[payee] += amount
            assert made == dict(line.score.postings)


@pytest.mark.parametrize(
    ("augen", "shots", "paid"),
    [
        pytest.param((60, 40, 15, 5), (), [("Anna", "Dani", 20), ("Bene", "Christl", 20)], id="in-order"),
        pytest.param((60, 40, 15, 5), ("Anna",), [("Anna", "Dani", 40), ("Bene", "Christl", 20)], id="who-shot"),
        pytest.param((5, 15, 40, 60), (), [("Dani", "Anna", 20), ("Christl", "Bene", 20)], id="the-last-two"),
        pytest.param((50, 50, 10, 10), (), [("Anna", "Christl", 20), ("Bene", "Dani", 20)], id="who-tie-and-share"),
    ],
)
def test_two_who_lose_a_ramsch_pay_one_each(
    augen: tuple[int, ...], shots: tuple[str, ...], paid: list[tuple[str, str, int]]
) -> None:
    """Who has most pays who has fewest, the second the third."""
    tariff = tariffs.read("name: x\nextends: sauspiel\nramsch: {losers: 2, kontra: own, tie: [shared]}\n", "x.yaml")
    hand = Ramsch(augen=dict(zip(FOUR, augen, strict=True)), kontra=shots)
    line = step(start(FOUR), hand, tariff)
    assert line.score is not None
    assert sorted(flows(line.score)) == sorted(paid)


def test_flows_of_a_lost_game_that_doubles_the_stock() -> None:
    """Losing declarers pay the opponents the price, and into the Stock what it holds."""
    tariff = tariffs.find("grundzuege")
    hand = Played(game="sauspiel", declarer="Anna", partner="Bene", won=False)
    line = step(start(FOUR, stock=41), hand, tariff)
    assert line.score is not None
    assert sorted(flows(line.score)) == [
        ("Anna", "Christl", 10),
        ("Anna", STOCK, 21),
        ("Bene", "Dani", 10),
        ("Bene", STOCK, 20),
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_every_hand_is_explained_in_every_format(form: str) -> None:
    """Throw-ins, postings, void hands and a Ramsch have an explanation too."""
    session, lines, texts = eventful_evening()
    state = session.begin()
    for line, text in zip(lines, texts, strict=True):
        if text is not None:
            assert render(explain_report(line, state, WIKI, text), form)
        state = line.state


def test_a_long_hand_is_broken_at_its_spaces() -> None:
    """A line longer than the sheet allows goes on below; its words, hyphens included, stay whole."""
    session, _ = lamers_evening()
    hand = replace(FIVE_HANDS[0], note="jürgen-karl:5 " * 6)
    session = session._replace(entries=(hand,))
    text = render(session_report(session, session.lines()), "text")
    text = text.partition("Hand by hand")[2].partition("Who declared what")[0]
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("jürgen-karl:5") == 6
