"""What is printed of a tournament: a page for each table, everybody once, nothing cut, every name escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from browser import CHROMIUM, Browser
from hypothesis import given, settings
from hypothesis import strategies as st
from tournament_days import HEAD, RULES, day, made, names

from sklog import tariffs
from sklog.desk.ledger import Ledger
from sklog.errors import NotFound
from sklog.rulebook.prices import prices_report
from sklog.scoring.tariff import GOOD
from sklog.tournament.draw import cards
from sklog.tournament.facts import Drawn, Entered, ListIn, PrizesSet, RulesSet
from sklog.tournament.model import CARDS, GOOD_POINTS, Penalty, Prize, Round, Row, Rules, TableList, Tournament
from sklog.tournament.printouts import PRINTOUTS, Job, printout
from sklog.tournament.tournaments import Person

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCALE = prices_report(tariffs.find("self-bar"))
LONGEST = "Maximiliane-Wilhelmine Oberhinterleitner"
VOID = {"meta", "link", "br", "col", "path"}


class Words(HTMLParser):
    """What a page says, element by element; whatever is no proper page fails here."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[tuple[str, str, str]] = []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        assert tag != "script"
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last."""
        if tag not in VOID:
            assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        """Note a text with its element and class."""
        if data.strip() and self.open and self.open[-1][0] != "style":
            tag, attributes = self.open[-1]
            self.said.append((tag, attributes.get("class") or "", data.strip()))

    def of(self, tag: str, looks: str | None = None) -> list[str]:
        """Give the texts of these elements."""
        return [text for name, kind, text in self.said if name == tag and looks in (None, kind)]


def printed(what: str, tournament: Tournament | None = None, round: int | None = None, **asked: Any) -> str:  # noqa: A002
    """Give a printout of a tournament, by default of the day with nearly everything."""
    tournament = seated_for(what, tournament or day())
    return printout(what, Job(HEAD, tournament, names(tournament))._replace(**{"scale": SCALE, **asked}), round)


def seated_for(what: str, tournament: Tournament) -> Tournament:
    """Give the tournament as it is where this is printed: start cards are for one that is seated by them."""
    return tournament._replace(rules=tournament.rules._replace(seating=CARDS)) if what == "start-cards" else tournament


def many(people: int, *, rules: Rules = RULES, name: str = "Gast {}", place: str = "Mühldorf am Inn") -> Tournament:
    """Give so many people at tables in their order, four at each and five at the last ones, with all their lists."""
    fives = people % 4
    tables = []
    numbers = list(range(1, people + 1))
    while numbers:
        size = 5 if len(numbers) <= 5 * fives else 4
        tables.append(tuple(numbers[:size]))
        numbers = numbers[size:]
    lists = (ListIn(1, at, TableList(tuple(Row(9 if not seat else -3 if seat < 4 else 0, 9)
                                           for seat in range(len(table)))))
             for at, table in enumerate(tables, 1))  # fmt: skip
    return made(
        RulesSet(rules),
        *(Entered(number, name.format(number), place.format(number), "SV Übersee") for number in range(1, people + 1)),
        Drawn(1, Round(tuple(tables), seed="abc", method=1)),
        *lists,
    )


# -- any of them ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", PRINTOUTS)
def test_printout_needs_nothing_else(what: str) -> None:
    """No file is loaded and no script is run; it is a whole page on A4 with its own policy."""
    page = printed(what)
    assert Words(page).said
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    assert "@page { size: A4 " in page
    assert not re.search(r"<script|src=|@import|url\(", page)
    assert set(re.findall(r'href="([^"]*)"', page)) == {"data:,"}


@given(st.sampled_from(list(PRINTOUTS)), st.text(min_size=1, max_size=40))
@settings(deadline=None)
def test_any_name_is_escaped(what: str, name: str) -> None:
    """Whatever somebody, a club or the tournament is called, the page has the same elements."""
    tournament = day()
    entrants = {
        number: one._replace(name=name, place=name, club=name, team=name) for number, one in tournament.entrants.items()
    }
    other = seated_for(what, tournament._replace(entrants=entrants))
    page = printed(what, other, head=HEAD._replace(name=name, place=name, tariff=name))
    allowed = {"html", "head", "title", "style", "body", "section", "header", "footer", "div", "span", "b", "p", "h1",
               "h2", "ul", "ol", "li", "small", "strong", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "del",
               "colgroup", "col", "br", "meta", "link"}  # fmt: skip
    assert set(re.findall(r"<([a-z0-9]+)", page)) <= allowed
    Words(page)


@pytest.mark.parametrize(("what", "asked"), [
    ("plakat", {}),
    ("slips", {"round": 3}),
    ("slips", {"round": 0}),
    ("start-list", {"round": 3}),
])  # fmt: skip
def test_what_is_not_there_is_not_printed(what: str, asked: dict[str, int]) -> None:
    """Another word, and a round that was not drawn."""
    with pytest.raises(NotFound):
        printed(what, **asked)


@pytest.mark.parametrize("what", [what for what in PRINTOUTS if PRINTOUTS[what].seated])
def test_before_the_first_draw_there_are_no_seats(what: str) -> None:
    """Only the start list and the start cards can be printed then."""
    begun = made(RulesSet(RULES), Entered(1, "Anna"))
    with pytest.raises(NotFound, match="no round has been drawn yet"):
        printed(what, begun)
    assert "Anna" in printed("start-list", begun)


# -- one each ---------------------------------------------------------------------------------------


def test_start_list_has_everybody_once_by_name() -> None:
    """In the order of the alphabet, each with the number; who withdrew is struck out."""
    page = Words(printed("start-list"))
    assert page.of("b") == ["1", "2", "3", "5", "6", "4", "10", "7", "9", "8"]
    assert page.of("h2") == ["A", "B", "C", "E", "F", "H", "I", "O", "Q", "Z"]
    assert page.of("del") == ["Christl"]


def test_start_list_of_a_round_has_the_seats() -> None:
    """Who looks for a name finds the table and the seat."""
    page = Words(printed("start-list", round=1))
    by_number = dict(zip(page.of("b")[::2], page.of("b")[1::2], strict=False))
    assert by_number["1"] == "1"
    assert "Seats of round 1" in page.of("h1")[0]


def test_table_cards_are_one_for_each_table() -> None:
    """The number, who sits there in the order of the seats, and the PIN."""
    text = printed("tables", pins={1: "1234 5678", 2: "8765 4321"}, address="http://192.0.2.7:8000")
    page = Words(text)
    assert text.count('<section class="page card') == 2
    assert page.of("strong") == ["1", "2"]
    assert page.of("span", "big") == ["1", "6", "2", "7", "10", "5", "8", "4", "9"]
    assert [pin for pin in page.of("b") if "5" in pin] == ["1234 5678", "8765 4321"]
    assert text.count("http://192.0.2.7:8000") == 2


def test_table_cards_have_a_qr_code_where_a_link_is_given() -> None:
    """The phone opens the table's list without typing."""
    pytest.importorskip("segno")
    text = printed("tables", links={1: "http://192.0.2.7:8000/j/abc"})
    assert text.count("<svg ") == 1


def test_slips_are_one_for_each_start_number() -> None:
    """By start number, ten to a page: table and seat, or that there is none in this round."""
    tournament = day()
    rounds = (*tournament.rounds[:1], tournament.rounds[1]._replace(tables=((1, 6, 2, 7, 10),), byes=(5, 8, 4, 9)))
    text = printed("slips", tournament._replace(rounds=rounds, lists={}))
    page = Words(text)
    assert page.of("b")[1::2] == ["1", "2", "4", "5", "6", "7", "8", "9", "10"]
    assert text.count('<section class="sheet">') == 1
    assert text.count("no table in this round") == 4
    assert page.of("div", "seat") == ["Seat 1 · you deal first", "Seat 3", "Seat 2", "Seat 4", "Seat 5"]


def test_start_cards_say_where_each_number_sits_in_every_round() -> None:
    """They are what the draw does, and can be printed for more numbers than have entered."""
    tournament = many(16)
    page = Words(printed("start-cards", tournament, first=17))
    assert page.of("b") == [str(number) for number in range(1, 18)]
    said = [words for words in page.of("li") if words.startswith("Table")]
    seats = iter(said)
    drawn = cards(17, tournament.rules.rounds)
    for number in range(1, 18):
        for one in drawn:
            [(table, seated)] = [(at, seated) for at, seated in enumerate(one.tables, 1) if number in seated]
            assert next(seats) == f"Table {table}, seat {seated.index(number) + 1}"


def test_with_lots_no_card_says_a_seat_beforehand() -> None:
    """The sentence says what would be right."""
    with pytest.raises(NotFound, match="if seats are drawn, no card can show a seat"):
        printout("start-cards", Job(HEAD, many(16), names(many(16))))


def test_slips_go_on_with_the_next_page() -> None:
    """Eleven people are two pages."""
    assert printed("slips", many(41)).count('<section class="sheet">') == 5


def lines(page: str) -> Iterator[list[str]]:
    """Yield for each sheet the numbers of its lines."""
    for sheet in page.split('<section class="page score"')[1:]:
        yield re.findall(r'<th scope="row">(\d+)</th>', sheet)


def test_score_sheet_has_a_line_for_each_game() -> None:
    """32 at a table of four, 40 at one of five, where who sits out is grey."""
    text = printed("sheets", round=1)
    assert [len(found) for found in lines(text)] == [40, 32]
    five, four = text.split('<section class="page score"')[1:]
    assert five.count('class="deals out"') == 40
    assert "out" not in re.findall(r'<td class="([^"]*)">', four)
    assert five.count("</td></tr>") >= 40


def test_whoever_sits_out_changes_with_the_dealer() -> None:
    """At a table of five it is the dealer, of six also who dealt before."""
    tournament = made(
        RulesSet(RULES), *(Entered(n, f"Gast {n}") for n in range(1, 7)), Drawn(1, Round(((1, 2, 3, 4, 5, 6),)))
    )
    row = printed("sheets", tournament).split('<th scope="row">2</th>')[1].split("</tr>")[0]
    assert re.findall(r"<td[^>]*>", row)[1:] == ['<td class="out">', '<td class="deals out">', *["<td>"] * 4]


def test_score_sheet_has_numbers_names_and_the_scale() -> None:
    """Everybody's column, what decides ties, the check of the sum, and what each game counts."""
    page = Words(printed("sheets", round=1))
    assert [number for number in page.of("b") if number.isdigit()] == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert page.of("th").count("Solos won") == 2
    assert page.of("th").count("Herz-Solos") == 0
    assert page.of("span", "check") == ["together 0", "together 0"]
    assert page.of("td").count("Sauspiel") == 2
    assert any("Laufende, each: 1, from 3" in said for said in page.of("p"))


def test_score_sheet_asks_for_good_points_alone_where_they_count() -> None:
    """Nobody writes a minus there: no sum has to be 0, and what is written is said below."""
    page = Words(printed("sheets", many(4, rules=RULES._replace(counts=GOOD))))
    assert page.of("th").count("Good points") == 1
    assert (page.of("span", "check"), [said for said in page.of("p") if "must add up" in said]) == ([], [])
    assert any("Nothing is subtracted." in said for said in page.of("p"))
    assert "Good points" not in Words(printed("sheets")).of("th")


def test_score_sheet_asks_for_good_points_beside_the_sum_where_they_decide_ties() -> None:
    """The sum still has to be 0."""
    page = Words(printed("sheets", many(4, rules=RULES._replace(ties=(GOOD_POINTS,)))))
    assert (page.of("th").count("Good points"), page.of("span", "check")) == (1, ["together 0"])


def test_ranking_has_everybody_and_what_is_missing() -> None:
    """Places, numbers, names and points; real minus signs; the missing list above all."""
    text = printed("ranking")
    page = Words(text)
    assert page.of("td", "number total") == ["+14", "+14", "0", "−2", "−2", "−3", "−3", "−8", "−9", "−21"]
    assert "1 list of round 2 is missing: table 2." in page.of("b")
    assert page.of("td", "number place")[:2] == ["1.", "2."]


def test_ranking_of_an_earlier_round() -> None:
    """It has no column for a single round, and its title says which it is."""
    page = Words(printed("ranking", round=1))
    assert page.of("td", "number total")[0] == "+10"
    assert "after round 1 of 2" in page.of("h1")[0]


def test_ranking_says_what_its_points_and_places_rest_on() -> None:
    """On the wall everybody adds up his rounds: a penalty stands below the name, what decides ties below all."""
    plain = over()._replace(prizes=())
    assert not any("Penalty" in said for said in Words(printed("ranking", plain)).of("small"))
    page = Words(printed("ranking", plain._replace(penalties=(Penalty(1, -5, "late"),))))
    assert any("Penalty −5" in said for said in page.of("small"))
    assert any("Ties are decided by" in note for note in Words(printed("ranking")).of("p"))


def over() -> Tournament:
    """Give a tournament that is over, with prizes for two places, the last, and every table's best."""
    tournament = many(8, rules=RULES._replace(rounds=1, ties=(), team_size=1))
    entrants = {number: one._replace(team="Gras") for number, one in tournament.entrants.items()}
    prizes = (
        Prize("all", 1, "", 10000),
        Prize("all", 2, "", 5000),
        Prize("last", 1, "Brotzeit"),
        Prize("table", 1, "Schnaps"),
        Prize("teams", 1, "Fass Bier"),
    )
    return PrizesSet(prizes).apply(tournament._replace(entrants=entrants))


def test_certificates_are_for_those_who_get_prizes() -> None:
    """Each with the place and the prize; a table's best gets none."""
    page = Words(printed("certificates", over()))
    assert page.of("p", "who")[:2] == ["Gast 1", "Gast 5"]
    assert page.of("p", "prize")[:2] == ["Prize: 75.00\N{NO-BREAK SPACE}€"] * 2
    assert "Team Gras" in page.of("p", "who")
    assert "Gast 1, Gast 2, Gast 3, Gast 4, Gast 5, Gast 6, Gast 7, Gast 8" in map(sorted_names, page.of("p", "from"))
    assert "Prize: Brotzeit" in page.of("p", "prize")
    assert not any("Schnaps" in said for said in page.of("p"))


def test_a_certificate_says_what_a_prize_is_for_that_the_place_does_not() -> None:
    """The best woman may be second of all, and whoever has the best round in any place."""
    tournament = over()
    entrants = {**tournament.entrants, 5: tournament.entrants[5]._replace(classes=("women",))}
    prizes = (Prize("women", 1, "Blumen"), Prize("round", 1, "", 1000))
    page = Words(printed("certificates", tournament._replace(entrants=entrants, prizes=prizes)))
    assert page.of("p", "prize") == [
        "Prize: 5.00\N{NO-BREAK SPACE}€ (Best round)",
        "Prize: 5.00\N{NO-BREAK SPACE}€ (Best round)",
        "Prize: Blumen (Women, Place 1)",
    ]


def sorted_names(said: str) -> str:
    """Give people in the order of their names."""
    return ", ".join(sorted(said.split(", ")))


def test_a_certificate_says_the_first_name_first() -> None:
    """Also of who was entered with the surname first."""
    tournament = over()
    entrants = {**tournament.entrants, 1: tournament.entrants[1]._replace(name="Huber, Anna")}
    assert "Anna Huber" in Words(printed("certificates", tournament._replace(entrants=entrants))).of("p", "who")


def cells(what: str, game: str, **asked: Any) -> list[str]:
    """Give what stands behind a game on the scale."""
    row = printed(what, **asked).split(f"<td>{game}</td>")[1].split("</tr>")[0]
    return re.findall(r">([^<]+)</td>", row)


@pytest.mark.parametrize("what", ["sheets", "statutes"])
@pytest.mark.parametrize(("counts", "game", "written"), [
    ("sum", "Sauspiel", ["1", "−1"]),
    ("sum", "Solo", ["15", "−5"]),
    ("good", "Solo", ["15", "5"]),
])  # fmt: skip
def test_the_scale_says_what_is_written(what: str, counts: str, game: str, written: list[str]) -> None:
    """For who plays, and for each of the others; where good points count what each writes who wins."""
    tournament = many(4, rules=RULES._replace(counts=counts))
    assert cells(what, game, tournament=tournament, alone={"Solo": 3})[:2] == written


def test_a_sheet_may_have_plus_and_minus_columns() -> None:
    """Two for everybody, and one sum below them."""
    tournament = many(4)
    row = printed("sheets", tournament, parted=True).split('<th scope="row">1</th>')[1].split("</tr>")[0]
    assert (row.count("<td"), row.count(">D<")) == (1 + 2 * 4, 1)
    assert Words(printed("sheets", tournament, parted=True)).of("th").count("+") == 4


def test_statutes_say_rules_and_prizes() -> None:
    """Before anybody has entered."""
    said = Words(printed("statutes", made(RulesSet(RULES), PrizesSet((Prize("all", 1, "Schinken"),))))).of("li")
    assert {"2 rounds", "fee 10.00\N{NO-BREAK SPACE}€", "place 1: Schinken"} <= {*said}


def test_the_ranking_says_what_decided_and_where_namesakes_are_from() -> None:
    """Below the name; who has a name of his own, and his place by points alone, has nothing there."""
    tournament = day()
    entrants = {number: one._replace(name="Anna", place=f"Dorf {number}") for number, one in tournament.entrants.items()
                if number < 7}  # fmt: skip
    lists = {**tournament.lists, (1, 2): (TableList((Row(10, None, 1), Row(-5), Row(-3), Row(-2))),)}
    said = Words(printed("ranking", tournament._replace(entrants={**tournament.entrants, **entrants}, lists=lists)))
    assert "Dorf 6, TSV Öd; solos won 1" in said.of("small")


def test_certificates_of_the_first_so_many() -> None:
    """Who shares a place gets one as well; without prizes it is the first three places."""
    assert Words(printed("certificates", over(), first=1)).of("p", "who") == ["Gast 1", "Gast 5"]
    bare = Words(printed("certificates", day(RULES)._replace(prizes=())))
    assert bare.of("p", "who") == ["Franzi", "Anna"]


def test_printout_is_asked_of_the_ledger(tmp_path: Path) -> None:
    """The tournament's own scale is on its sheets, the house's names are at its tables."""
    ledger = Ledger(tmp_path / "t.db")
    ledger.tournaments.begin("Herbstrennen", "self-bar", Rules(seed="abc"), place="Post")
    ledger.tournaments.enter([Person("Anna"), Person("Anna", place="Au"), Person("Bene"), Person("Dani")])
    ledger.tournaments.draw()
    sheet = Words(ledger.tournaments.printout("sheets"))
    assert "Sauspiel" in sheet.of("td")
    assert {"Anna (1)", "Anna (2)", "Bene", "Dani"} <= set(sheet.of("span"))
    assert ledger.tournaments.printout("tables", pins={1: "12 34"}).count("12 34") == 1
    with pytest.raises(NotFound):
        ledger.tournaments.printout("plakat")


# -- on paper ---------------------------------------------------------------------------------------

ON_PAPER = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
PAGES = re.compile(rb"/Type\s*/Page\b(?!s)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give one browser for all pages that are printed."""
    with Browser() as browser:
        yield browser


def pages(browser: Browser, path: Path, page: str) -> int:
    """Print a page, and count the sheets of paper; nothing is asked of anybody else meanwhile."""
    file = path / "page.html"
    file.write_text(page, "utf-8")
    opened = browser.open(file)
    assert opened.complaints == []
    assert len(opened.requests) == 1
    return len(PAGES.findall(opened.pdf()))


HALL = many(431, rules=RULES._replace(rounds=1, ties=("solos", "herz-solos")))
"""107 tables: 104 of four, and three of five."""


@pytest.mark.long
@ON_PAPER
@pytest.mark.parametrize(("what", "least", "most"), [
    ("start-list", 6, 8),
    ("tables", 107, 107),
    ("slips", 44, 44),
    ("start-cards", 44, 44),
    ("sheets", 107, 107),
    ("ranking", 3, 4),
])  # fmt: skip
def test_large_tournament_comes_on_so_many_pages(
    browser: Browser, tmp_path: Path, what: str, least: int, most: int
) -> None:
    """A card and a sheet for each table, ten slips to a page, lists that are not a book."""
    assert least <= pages(browser, tmp_path, printed(what, HALL)) <= most


@pytest.mark.long
@ON_PAPER
def test_a_ranking_of_150_stands_in_two_columns(browser: Browser, tmp_path: Path) -> None:
    """On one page, or on two where everybody has a namesake and needs the town."""
    rules = RULES._replace(rounds=1)
    page = printed("ranking", many(150, rules=rules, name="Maximilian Oberhuber", place="Mühldorf {}"))
    assert page.count('<table class="wall">') == 2
    assert pages(browser, tmp_path, page) <= 2


@pytest.mark.long
@ON_PAPER
@pytest.mark.parametrize("what", ["tables", "sheets"])
def test_the_longest_names_at_tables_of_five_stay_on_one_page(browser: Browser, tmp_path: Path, what: str) -> None:
    """Names of forty letters, a tournament of many words, a scale with every rule: hardly more than a page a table."""
    tournament = many(15)
    called = dict.fromkeys(tournament.entrants, LONGEST)
    assert len(LONGEST) == 40
    head = HEAD._replace(name="Großes Preis-Schafkopfrennen der Freiwilligen Feuerwehr und des Sportvereins " * 2,
                         place="Gasthof zur Alten Post, großer Saal im ersten Stock")  # fmt: skip
    asked = {"head": head, "names": called, "pins": {1: "1234 5678"}, "address": "http://192.0.2.7:8000"}
    page = printed(what, tournament, **asked)
    assert 3 <= pages(browser, tmp_path, page) <= 4


CUT = """[...document.querySelectorAll('{}')].filter(one =>
    one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).length"""


@pytest.mark.long
@ON_PAPER
@pytest.mark.parametrize("people", [4, 5, 6, 7])
@pytest.mark.parametrize(("what", "frame"), [
    ("tables", ".card"),
    ("slips", ".slip"),
    ("start-cards", ".slip"),
    ("certificates", ".certificate"),
    ("sheets", ".games thead span"),
])  # fmt: skip
def test_nothing_is_cut(browser: Browser, tmp_path: Path, what: str, frame: str, people: int) -> None:
    """The longest names, a number of four digits and all else that can stand there fit into their frames."""
    seats = (9999, *range(2, people + 1))
    far = "Sankt Wolfgang im Salzkammergut"
    prizes = (Prize("all", 1, "Fahrt nach Südtirol für zwei Personen, mit Übernachtung und Frühstück"),)
    people_ = (Entered(number, f"{LONGEST[:-5]}{number:05}", far, far) for number in seats)
    sums = TableList(tuple(Row(points) for points in (people - 1, *[-1] * (people - 1))), "Anna")
    facts = (*people_, Drawn(1, Round((seats,))), ListIn(1, 1, sums), PrizesSet(prizes))
    tournament = made(RulesSet(RULES._replace(rounds=1)), *facts)
    head = HEAD._replace(name="Großes Preis-Schafkopfrennen der Freiwilligen Feuerwehr", place=f"Gasthof Post, {far}")
    links = {1: "http://192.0.2.7:8000/j/0123456789abcdefghijklmnopqrstuv"}
    asked = {"pins": {1: "1234 5678"}, "links": links, "address": "http://192.0.2.7:8000"}
    page = printed(what, tournament, head=head, **asked)
    file = tmp_path / "page.html"
    file.write_text(page, "utf-8")
    opened = browser.open(file)
    assert opened.value(f"document.querySelectorAll('{frame}').length") >= 1
    assert opened.value(CUT.format(frame)) == 0
    assert len(PAGES.findall(opened.pdf())) == page.count('<section class="')


@pytest.mark.long
@ON_PAPER
def test_scale_that_is_too_long_has_a_page_of_its_own(browser: Browser, tmp_path: Path) -> None:
    """Each sheet stays on one page; the scale is printed once, behind them."""
    scale = prices_report(tariffs.find("wiki"))
    tournament = many(15)
    page = printed("sheets", tournament, scale=scale)
    assert page.count('<div class="scale">') == 1
    assert '<td>Sauspiel</td><td class="number">10</td>' in page  # what a list counts are points, a cent each
    assert "Ramsch" in page
    assert pages(browser, tmp_path, page) == 3 + 1


@pytest.mark.long
@ON_PAPER
def test_each_certificate_has_a_page(browser: Browser, tmp_path: Path) -> None:
    """And only one, with the longest name."""
    page = printed("certificates", over())
    assert pages(browser, tmp_path, page) == page.count('<section class="page certificate">')
