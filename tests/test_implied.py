"""What a hand implies, what it leaves open, and what it says in vain; each row is named by its rule."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sklog import tariffs
from sklog.errors import IllegalHand, UnclearHand, UnclearPrice
from sklog.notation import read, read_hand, write_hand
from sklog.reports.sentences import uncounted
from sklog.rooms import UNDER, load
from sklog.scoring.canonical import from_json, to_json
from sklog.scoring.evening import admit, play, start
from sklog.scoring.hand import Played
from sklog.scoring.state import Line
from tests.conftest import Sklog

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
SIE = "eight Laufende in one hand: a Sie?"
THREE = """\
name: drei
games: [solo, wenz]
people: [3]
prices: {solo: 50}
schneider: {price: 10}
schwarz: {price: 10}
laufende: {price: 10}
sie: {}
"""


def typed(line: str, tariff: str = "sauspiel", people: tuple[str, ...] = PEOPLE) -> Line:
    """Return what a hand comes to that is typed at a table, as it is recorded."""
    rules = tariffs.find(tariff) if "\n" not in tariff else tariffs.read(tariff)
    state = start(people)
    return admit(state, read_hand(line, state, rules), rules)


def recorded(line: Line) -> str:
    """Return the line of a hand as it is recorded."""
    return write_hand(line.entry, start(PEOPLE), line.tariff)  # type: ignore[arg-type]  # it is a hand


ASKED: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "eight Laufende alone are a Sie": ("sauspiel", "hs a l8", SIE, ("hs a sie", "hs a zl8 sie:no")),
    "with all Augen": ("wiki", "hs a 120l8", SIE, ("hs a sie", "hs a 120zl8 sie:no")),
    "with all tricks": ("lamers", "hs a l8 tricks:8", SIE, ("hs a sie", "hs a l8 tricks:8 sie:no")),
    "with Schwarz": ("grundzuege", "hs a zl8", SIE, ("hs a sie", "hs a zl8 sie:no")),
    "by the winner alone": (
        "wiki", "game:solo suit:herz winners:Anna l8", SIE,
        ("hs winners:Anna sie", "hs winners:Anna zl8 sie:no"),
    ),
    "a Tout that may have been one": ("wiki", "hs a l8t", SIE, ("hs a sie", "hs a zl8t sie:no")),
    "by the winner, and whose they are": (
        "wiki", "game:solo suit:herz winners:Anna l8 laufende_of:declarers", SIE,
        ("hs winners:Anna sie", "hs winners:Anna zl8 sie:no laufende_of:declarers"),
    ),
    "120 Augen: Schwarz or not": (
        "sauspiel", "s ac 120", "120 Augen: Schwarz or not?", ("s ac 120z", "s ac 120 schwarz:no"),
    ),
    "0 Augen: Schwarz or not": (
        "sauspiel", "s ac 0", "0 Augen: Schwarz or not?", ("s ac 0z", "s ac 0 schwarz:no"),
    ),
    "a suit has a price of its own": (
        "niederfuellbach", "fs a", "which suit was it?", ("es a", "gs a", "hs a", "ss a"),
    ),
    "after what costs nothing there": (
        "niederfuellbach", "fs a 120", "which suit was it?", ("es a 120", "gs a 120", "hs a 120", "ss a 120"),
    ),
    "said to be Schneider": (
        "wiki", "w b 120n", "120 Augen: Schwarz or not?", ("w b 120nz", "w b 120n schwarz:no"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tariff", "line", "question", "lines"), ASKED.values(), ids=ASKED)
def test_what_changes_the_price_is_asked(tariff: str, line: str, question: str, lines: tuple[str, ...]) -> None:
    """Where two prices remain, nothing is guessed: the question has the hands that can be meant."""
    with pytest.raises(UnclearPrice) as asked:
        typed(line, tariff)
    assert (asked.value.question, tuple(recorded(one) for _words, one in asked.value.lines)) == (question, lines)


@pytest.mark.parametrize(("tariff", "line", "question", "lines"), ASKED.values(), ids=ASKED)
def test_each_answer_is_a_hand_of_its_own(tariff: str, line: str, question: str, lines: tuple[str, ...]) -> None:
    """Whoever types one of the lines of a question is asked nothing more, and they differ in price."""
    assert question
    prices = [typed(one, tariff).score for one in lines]
    assert len({made and made.value for made in prices}) > 1, line


SETTLED = {
    "a Sie": ("sauspiel", "hs a sie", "hs a sie", 260),
    "a Sie, with its Laufende": ("wiki", "hs a l8 sie", "hs a l8 sie", 480),
    "a Sie of the Grundzüge": ("grundzuege", "hs a sie", "hs a sie", 520),
    "eight Laufende that were no Sie are all tricks": ("sauspiel", "hs a l8 sie:no", "hs a zl8 sie:no", 150),
    "no Sie is played: eight Laufende are all tricks": ("saukopf", "hs a l8", "hs a zl8", 12),
    "all tricks are said": ("saukopf", "hs a l8 tricks:8", "hs a l8 tricks:8", 12),
    "a Tout with eight Laufende costs the same as a Sie": ("sauspiel", "hs a l8t", "hs a l8t", 260),
    "seven Laufende imply nothing": ("sauspiel", "hs a l7", "hs a l7", 120),
    "eight Laufende of two people imply nothing": ("sauspiel", "s ac l8", "s ac l8", 100),
    "eight Laufende of three opponents imply nothing": ("sauspiel", "hs a-o8", "hs a-o8", 130),
    "Schwarz was said": ("sauspiel", "s ac 120z", "s ac 120z", 40),
    "no Schwarz was said": ("sauspiel", "s ac 120 schwarz:no", "s ac 120 schwarz:no", 30),
    "tricks decide": ("sauspiel", "s ac 120 tricks:7", "s ac 120 tricks:7", 30),
    "a Tout that is won is Schwarz": ("wiki", "hs a+120t", "hs a 120t", 80),
    "118 Augen": ("sauspiel", "s ac 118", "s ac 118", 30),
}


@pytest.mark.parametrize(("tariff", "line", "as_recorded", "value"), SETTLED.values(), ids=SETTLED)
def test_what_follows_is_recorded(tariff: str, line: str, as_recorded: str, value: int) -> None:
    """What the facts imply stands in the hand that is recorded, and in its price."""
    made = typed(line, tariff)
    assert (recorded(made), made.score and made.score.value) == (as_recorded, value)


def test_nothing_is_asked_where_nothing_is_paid() -> None:
    """A tariff in which Schwarz costs nothing needs not know."""
    rules = "name: leicht\ngames: [sauspiel]\nprices: {partner: 10}\nschneider: {price: 10}\n"
    assert recorded(typed("s ac 120", rules)) == "s ac 120"


def test_schwarz_is_asked_where_it_brings_bock() -> None:
    """What a hand brings to the next ones is part of its price."""
    rules = "name: leicht\ngames: [sauspiel]\nprices: {partner: 10}\nbock: {after: [schwarz]}\n"
    with pytest.raises(UnclearPrice):
        typed("s ac 120", rules)


def test_the_suit_is_asked_where_it_brings_bock() -> None:
    """A Herz-Solo that brings Bock is another hand than a Gras-Solo of the same price."""
    rules = "name: leicht\ngames: [solo]\nprices: {solo: 50}\nbock: {after: [herz_solo]}\n"
    with pytest.raises(UnclearPrice, match="which suit"):
        typed("fs a", rules)
    assert recorded(typed("fs a", rules.replace("herz_solo", "lost_solo"))) == "fs a"


DEARER_IF_LOST = """\
name: haus
games: [sauspiel, solo]
prices: {partner: 10, solo: 50, eichel-sauspiel: {won: 10, lost: 20}}
"""


def test_winners_alone_do_not_tell_the_price_of_a_suit_that_is_dearer_if_lost() -> None:
    """Without the suit it may be the one that has two prices: none is chosen."""
    with pytest.raises(IllegalHand, match="give the declarer, the partner and who won"):
        typed("sauspiel winners:Anna,Bene", DEARER_IF_LOST)
    made = typed("sauspiel gras winners:Anna,Bene", DEARER_IF_LOST)
    assert made.score
    assert made.score.value == 10


def test_a_suit_that_is_dearer_if_lost_is_asked() -> None:
    """Where the declarers are known, the suit alone is missing; won, it costs what others do."""
    with pytest.raises(UnclearPrice, match="which suit"):
        typed("s ab-", DEARER_IF_LOST)
    assert recorded(typed("s ab", DEARER_IF_LOST)) == "s ab"


def test_who_is_out_of_schneider_made_a_trick() -> None:
    """Nothing is asked of few Augen, where Schneider needs fewer: Schwarz is Schneider."""
    made = typed("hs a 15 schneider:no", ULM.replace("{price: 10}", "{price: 10, declarers: 12}", 1), PEOPLE[:3])
    assert made.score
    assert made.score.value == 50


@pytest.mark.parametrize("said", ["15 z", "15 tricks:0", "22 z"])
def test_schwarz_is_schneider_whatever_lies_aside(said: str) -> None:
    """Who made no trick is Schneider, also where the two cards laid aside count more than Schneider needs."""
    made = typed(f"hs a {said}", ULM.replace("{price: 10}", "{price: 10, declarers: 12}", 1), PEOPLE[:3])
    assert made.score
    assert made.score.value == 70


def test_of_a_hand_of_ten_cards_eight_laufende_leave_two_open() -> None:
    """With three people and the long deck eight Laufende are neither all tricks nor a Sie."""
    made = typed("hs a l8", THREE, PEOPLE[:3])
    assert made.score
    assert made.score.value == 130


def test_what_is_open_behind_what_follows_is_asked() -> None:
    """All tricks are implied, and the suit is asked."""
    rules = "name: leicht\ngames: [solo]\nprices: {solo: 50, herz-solo: 60}\nschwarz: {price: 10}\n"
    with pytest.raises(UnclearPrice) as asked:
        typed("fs a l8", rules)
    assert [recorded(one) for _words, one in asked.value.lines] == [f"{suit}s a zl8" for suit in "eghs"]


def test_a_sie_says_all_there_is_to_say() -> None:
    """Where a tariff plays it in this game: nothing else stands beside it."""
    rules = "name: leicht\ngames: [solo]\nprices: {solo: 50}\nschwarz: {price: 10}\nsie: {games: [solo]}\n"
    with pytest.raises(UnclearPrice) as asked:
        typed("hs a nl8", rules)
    assert recorded(asked.value.lines[0][1]) == "hs a sie"


def test_of_a_hand_of_six_cards_six_laufende_are_all_tricks() -> None:
    """With four people and the short deck; a Sie they are not."""
    short = "name: kurz\ngames: [solo]\nprices: {solo: 50}\nschwarz: {price: 10}\nsie: {}\ndeck: short\n"
    assert [recorded(typed(f"hs a l{run}", short)) for run in (5, 6)] == ["hs a l5", "hs a zl6"]


ULM = THREE + "deck: long\n"


@pytest.mark.parametrize("augen", [15, 22])
def test_what_lies_aside_leaves_schwarz_open(augen: int) -> None:
    """With three people and the long deck a soloist can have Augen without a trick, so Schwarz is asked about."""
    with pytest.raises(UnclearPrice) as asked:
        typed(f"hs a {augen}", ULM, PEOPLE[:3])
    assert asked.value.question == f"{augen} Augen: Schwarz or not?"
    assert [words for words, _line in asked.value.lines] == ["schwarz", "schwarz:no"]


@pytest.mark.parametrize("line", ["hs a 16", "hs a 23", "hs a 15 tricks:1", "hs a 15 schwarz:no", "hs a 120z"])
def test_nothing_is_asked_where_it_cannot_be_schwarz_or_is_said(line: str) -> None:
    """Two cards laid aside make no 16 or 23 Augen; else tricks or a word decide."""
    assert typed(line, ULM, PEOPLE[:3]).score


def test_where_nothing_lies_aside_few_augen_are_no_schwarz() -> None:
    """Four people, or three with the short deck, need a trick for 15 Augen."""
    assert typed("hs a 15").score
    assert typed("hs a 15", THREE + "deck: short\n", PEOPLE[:3]).score


def test_what_was_recorded_folds_as_it_did() -> None:
    """Facts of an evening, and lines of a session file, are asked nothing."""
    rules, state = tariffs.find("sauspiel"), start(PEOPLE)
    hands = [read(line, PEOPLE, None, rules) for line in ("hs a l8", "s ac 120", "s ac 3")]
    values = [line.score.value for line in play(hands, state, rules) if line.score]
    assert values == [130, 30, 30]


@pytest.mark.parametrize(("laufende", "kept"), [(8, False), (7, None), (0, None)])
def test_no_sie_is_kept_where_it_says_something(laufende: int, kept: bool | None) -> None:
    """`sie: false` of a hand that can be none is the same as nothing."""
    facts: dict[str, Any] = {"game": "solo", "declarer": "Anna", "won": True, "laufende": laufende, "sie": False}
    hand = from_json(facts, PEOPLE)
    assert isinstance(hand, Played)
    assert hand.sie is kept
    assert from_json(to_json(hand), PEOPLE) == hand


# -- a small figure alone ---------------------------------------------------------------------------------

FEW = {
    "behind the people": ("s ac 3", "l3 or augen:3"),
    "stuck to them": ("s ac3", "l3 or augen:3"),
    "stuck to the game": ("sac3", "l3 or augen:3"),
    "behind a sign": ("s ac-3", "l3 or augen:3"),
    "behind seats and a sign": ("s 13-3", "l3 or augen:3"),
    "behind a seat and a sign": ("w 2-4", "l4 or augen:4"),
    "behind seats that won": ("s 13+3", "l3 or augen:3"),
    "behind two seats apart": ("s 1 3-3", "l3 or augen:3"),
    "behind flags": ("s ac n 3", "l3 or augen:3"),
    "with a nought before": ("s ac 03", "l3 or augen:3"),
    "with Kontra and Re behind": ("s ac3KR", "l3 or augen:3"),
    "of a seat": ("w 2 3", "l3 or augen:3"),
    "in a sentence": ("anna und christl sauspiel 12", "l12 or augen:12"),
    "the most": ("s ac 14", "l14 or augen:14"),
    "more than the trumps there are": ("w b 12", "Then write augen:12"),
    "more than the cards in a hand": ("hs a 14", "Then write augen:14"),
}


@pytest.mark.parametrize(("line", "hint"), FEW.values(), ids=FEW)
def test_a_small_figure_alone_is_refused_with_its_readings(line: str, hint: str) -> None:
    """Nobody notes 3 Augen: the letter of the Laufende was forgotten."""
    with pytest.raises(UnclearHand, match=hint):
        typed(line)


COUNTS = {
    "before a Klopfer": ("s ac 2p", ("s ac p augen:2", "s ac l2p", "s ac p2")),
    "before a Kontra": ("s ac- 2k", ("s ac-k augen:2", "s ac-l2k", "s ac-kr")),
    "before a Bock": ("w b 2 bock", ("w b augen:2 bock", "w b l2 bock", "w b bock2")),
    "more than the chain has": ("s ac 3k", ("s ac k augen:3", "s ac l3k")),
    "more than can knock": ("s ac 5p", ("s ac p augen:5", "s ac l5p")),
}


@pytest.mark.parametrize(("line", "readings"), COUNTS.values(), ids=COUNTS)
def test_a_small_figure_before_what_is_counted_may_say_how_many(line: str, readings: tuple[str, ...]) -> None:
    """Who types 2p means p2 at least as often as l2: all are offered, and each of them is one hand."""
    with pytest.raises(UnclearHand) as refused:
        typed(line)
    [problem] = refused.value.problems
    offered = [each.strip() for each in problem.message.partition(": ")[2].replace(" or ", ",").split(",")]
    assert tuple(offered) == readings
    assert len({typed(each).entry for each in offered}) == len(offered)


@pytest.mark.parametrize(
    ("line", "augen"),
    [("s ac 15", 15), ("s ac augen:3", 3), ("s ac 3 augen", 3), ("s ac 3n", 3), ("s ac 12l2", 12), ("s ac 0z", 0)],
)
def test_other_figures_are_augen(line: str, augen: int) -> None:
    """15 and more, with the key or the word, beside Laufende, or with letters behind: Augen as ever."""
    hand = typed(line).entry
    assert isinstance(hand, Played)
    assert hand.augen == augen


def test_few_augen_are_printed_with_their_key() -> None:
    """What is printed can be typed."""
    rules, state = tariffs.find("sauspiel"), start(PEOPLE)
    hand = read("s ac 3n", PEOPLE, None, rules)
    line = write_hand(hand, state, rules)
    assert line == "s ac n augen:3"
    assert read_hand(line, state, rules) == hand


# -- what is said in vain -----------------------------------------------------------------------------------

RULES = """\
name: haus
games: [sauspiel, solo, wenz, ramsch]
prices: {{partner: 10, solo: 20, ramsch: 10}}
klopfen: {{games: [solo]}}
schneider: {{price: 10, games: [sauspiel]}}
tout: {{}}
{more}
"""
VAIN = {
    "fewer than the minimum": ("laufende: {price: 10}", "s ac l2", ["2 Laufende (count from 3)"]),
    "the minimum of a game": ("laufende: {price: 10, by_game: {wenz: 2}}", "w b l1", ["1 Laufende (count from 2)"]),
    "more than the most": ("laufende: {price: 10, max: 4}", "s ac l6", ["2 more Laufende (at most 4 count)"]),
    "only Ober and Unter": (
        "laufende: {price: 10, only_herren: yes}", "s ac l9", ["1 more Laufende (at most 8 count)"],
    ),
    "no Laufende": ("", "s ac l3", ["3 Laufende (not paid here)"]),
    "none in this game": ("laufende: {price: 10, games: [solo]}", "s ac l3", ["3 Laufende (not paid here)"]),
    "none in a Tout": (
        "tout: {laufende: no}\nlaufende: {price: 10}", "hs a l3t", ["3 Laufende (not paid here)"],
    ),
    "of the losers": (
        "laufende: {price: 10, paid: winners}", "s ac-l3", ["3 Laufende (count where the winners held them)"],
    ),
    "of the winners": (
        "laufende: {price: 10, paid: losers}", "s ac l3", ["3 Laufende (count where the losers held them)"],
    ),
    "Schneider elsewhere": ("", "hs a n", ["Schneider (not paid here)"]),
    "no Schwarz": ("", "s ac z", ["Schwarz (not paid here)"]),
    "Klopfen elsewhere": ("", "s ac p", ["Klopfen (not in this game)"]),
    "Jungfrau": ("", "r d jb", ["Jungfrau (not paid here)"]),
    "Schneider that a Tout alone multiplies": (
        "schneider: {price: 10, doubled: no}\ntout: {schneider: yes}", "hs a+tn", [],
    ),
    "all is paid": ("laufende: {price: 10}", "s ac nl3", []),
    "a Tout is Schwarz by itself": ("schwarz: {price: 10}", "hs a t", []),
}  # fmt: skip


@pytest.mark.parametrize(("more", "line", "said"), VAIN.values(), ids=VAIN)
def test_what_is_noted_in_vain_is_named(more: str, line: str, said: list[str]) -> None:
    """What is noted and costs nothing is said with the reason."""
    rules = "\n".join(line for line in RULES.splitlines() if line.split(":")[0] not in re.findall(r"(?m)^\w+", more))
    made = typed(line, rules.format(more=f"{more}\n"))
    assert made.score
    assert [*uncounted(made.entry, made.score, made.tariff)] == said


def test_explain_and_preview_name_it(ok: Sklog) -> None:
    """Both show a row that costs nothing."""
    assert "2 Laufende (count from 3)  0.00" in ok("calc", "--tariff", "wiki", "s", "ac", "l2").out


# -- at the command line --------------------------------------------------------------------------------------


def test_add_refuses_with_both_lines_and_their_prices(ok: Sklog, run: Sklog) -> None:
    """Where nobody can be asked, nothing is stored, and each line that can be meant is there to copy."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    refused = run("add", "s", "ac", "120")
    assert (refused.code, refused.err) == (
        1, "120 Augen: Schwarz or not? Write s ac 120z (0.30 €) or s ac 120 schwarz:no (0.20 €)\n",
    )  # fmt: skip
    assert "hand 1" in ok("show").out


def test_a_correction_is_asked_as_well(ok: Sklog, run: Sklog) -> None:
    """`fix` and `insert` record new facts: they are asked what a new hand is asked."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki")
    ok("add", "hs", "a", "l7")
    for words in (("fix", "1", "l8"), ("insert", "1", "hs", "a", "l8")):
        refused = run(*words)
        assert (refused.code, refused.err.partition(" Write ")[0]) == (1, SIE), words
    assert "hs a sie" in ok("fix", "1", "hs", "a", "sie").out


def test_a_correction_records_what_follows(ok: Sklog) -> None:
    """Without a Sie in the tariff eight Laufende are Schwarz in a correction, too."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "saukopf")
    ok("add", "hs", "a", "l7")
    assert "hs a zl8" in ok("fix", "1", "l8").out


# -- another tariff, and files --------------------------------------------------------------------------------

PLAIN = "extends: sauspiel\nname: plain\nschwarz: none\nsie: none\n"


@pytest.fixture
def plain(ok: Sklog, folder: Path) -> Sklog:
    """Return sklog with an evening whose tariff asks for neither Schwarz nor a Sie."""
    (folder / "plain.yaml").write_text(PLAIN, encoding="utf-8")
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "plain.yaml")
    return ok


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "question"),
    [("s ac 120", "120 Augen: Schwarz or not? Write schwarz or schwarz:no"), ("hs a l8", f"{SIE} Write sie or sie:no")],
)
def test_another_tariff_asks_for_what_the_first_did_not(plain: Sklog, run: Sklog, line: str, question: str) -> None:
    """No price is guessed: the hand has to be completed first."""
    plain("add", "s", "ac")
    plain("add", *line.split())
    for words in ((), ("--from", "2")):
        refused = run("session", "tariff", "sauspiel", *words)
        assert (refused.code, refused.err.splitlines()[0]) == (1, f"hand 2: {question}")
        assert "sklog void --session 1 2, and then sklog fix --session 1 2 …" in refused.err
    assert "plain" in plain("show").out.splitlines()[0]


@pytest.mark.long
def test_every_hand_that_has_to_be_completed_is_named_at_once(plain: Sklog, run: Sklog) -> None:
    """Also one that no correction can complete under its own tariff: void, it can be inserted again."""
    plain("add", "s", "ac", "120")
    plain("add", "hs", "a", "l8")
    said = run("session", "tariff", "sauspiel").err.splitlines()
    assert [line.partition(":")[0] for line in said] == ["hand 1", "hand 2", "so nothing was changed"]
    plain("fix", "1", "schwarz")
    plain("void", "2")
    plain("session", "tariff", "sauspiel")
    assert "Hand 2 is now: hs a sie" in plain("fix", "2", "hs", "a", "sie").out


@pytest.mark.long
def test_a_hand_that_moves_under_another_tariff_is_asked(plain: Sklog, run: Sklog) -> None:
    """It comes under the tariff of its new place, as if that were changed; it is named as it stands today."""
    for line in ("s ac 120", "s bd", "s ac"):
        plain("add", *line.split())
    plain("session", "tariff", "sauspiel", "--from", "2")
    for words in (("1", "3"), ("1", "3", "--keep-seats")):
        refused = run("move", *words)
        assert (refused.code, refused.err.splitlines()[0].partition(" Write")[0]) == (
            1, "hand 1: 120 Augen: Schwarz or not?",
        )  # fmt: skip
    plain("fix", "1", "schwarz:no")
    assert "Hand 1 is now 3." in plain("move", "1", "3").out


def test_what_another_tariff_does_not_play_is_named_at_once_too(ok: Sklog, run: Sklog) -> None:
    """Ramsch hands and open prices in one answer, in their order."""
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "saukopf")
    for line in ("r d", "hs a", "r a"):
        ok("add", *line.split())
    refused = run("session", "tariff", "donau-ries")
    assert [line.partition(":")[0] for line in refused.err.splitlines()] == [
        "hand 1", "hand 3", "so nothing was changed",
    ]  # fmt: skip


def test_a_completed_hand_gets_its_price_by_another_tariff(plain: Sklog) -> None:
    """What its line says is enough."""
    load(UNDER)  # what it changes is printed where that is here
    plain("add", "s", "ac", "120")
    plain("fix", "1", "schwarz")
    assert " 0.30      0.40  Schwarz – / 0.10" in plain("session", "tariff", "sauspiel").out


def test_from_a_hand_on_only_later_hands_are_asked(plain: Sklog) -> None:
    """A hand that stays under its own tariff costs what it cost."""
    load(UNDER)  # what it changes is printed where that is here
    plain("add", "s", "ac", "120")
    plain("add", "s", "ac")
    assert "Every hand costs the same." in plain("session", "tariff", "sauspiel", "--from", "2").out


def test_a_hand_under_another_tariff_says_all_it_means(ok: Sklog, run: Sklog, folder: Path) -> None:
    """What follows for certain is not added in silence to what was recorded."""
    rules = "name: {}\ngames: [solo]\nprices: {{solo: 50}}\nlaufende: {{price: 10}}\n"
    (folder / "ohne.yaml").write_text(rules.format("ohne"), encoding="utf-8")
    (folder / "mit.yaml").write_text(rules.format("mit") + "schwarz: {price: 10}\n", encoding="utf-8")
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "ohne.yaml")
    ok("add", "hs", "a", "l8")
    refused = run("session", "tariff", "mit.yaml")
    assert "hand 1: under mit it contains more than its line shows: hs a zl8" in refused.err
    assert "1.30  1.40  Schwarz – / 0.10" in ok("whatif", "--tariff", "mit.yaml").out


def test_whatif_leaves_out_what_it_would_have_to_guess(plain: Sklog) -> None:
    """The hand is named with its question, and counts as never dealt."""
    plain("add", "s", "ac", "120")
    told = json.loads(plain("whatif", "--tariff", "sauspiel", "--format", "json").out)
    [hand] = told["tables"]["hands"]
    assert (hand.get("other"), hand["why"]) == (
        None,
        "left out: 120 Augen: Schwarz or not? Write schwarz or schwarz:no",
    )
    assert [one["other"] for one in told["tables"]["totals"]] == [0, 0, 0, 0]


def test_under_its_own_tariff_nothing_is_asked(ok: Sklog, run: Sklog, folder: Path) -> None:
    """An evening of before folds as it did, also where it is compared with itself."""
    (folder / "abend.yaml").write_text(ABEND, encoding="utf-8")
    run("import", "abend.yaml")
    assert "Every hand costs the same." in ok("whatif", "--tariff", "sauspiel").out


ABEND = """\
session: Abend
tariff: sauspiel
players: [Anna, Bene, Christl, Dani]
hands:
  - s ac 120
  - s ac 120 schwarz:no
  - hs a l8
  - s ac
expect: {Anna: 470, Bene: -210, Christl: -50, Dani: -210}
"""
OPEN = [
    (
        "abend.yaml:5:5: hand 1: 120 Augen: Schwarz or not? Write schwarz or schwarz:no; "
        "as the list stands it costs 0.30 €"
    ),
    f"abend.yaml:7:5: hand 3: {SIE} Write sie or sie:no; as the list stands it costs 1.30 €",
]


def test_a_session_file_names_the_hands_that_leave_their_price_open(ok: Sklog, run: Sklog, folder: Path) -> None:
    """It folds as it stands; what was recorded, and exported, is asked nothing more."""
    (folder / "abend.yaml").write_text(ABEND, encoding="utf-8")
    for command in ("replay", "import"):
        told = run(command, "abend.yaml")
        assert [line for line in told.err.splitlines() if "hand" in line] == OPEN, command
    ok("export", "-o", "recorded.yaml")
    assert "Schwarz or not" not in run("replay", "recorded.yaml").err


def test_a_session_file_names_a_hand_that_means_more_than_it_says(run: Sklog, folder: Path) -> None:
    """Where only one hand can be meant, its whole line is there."""
    (folder / "abend.yaml").write_text(ABEND.replace("sauspiel", "saukopf"), encoding="utf-8")
    said = "hand 3: it contains more than a line can show: hs a zl8; as the list stands it costs 10 points"
    assert f"abend.yaml:7:5: {said}" in run("replay", "abend.yaml").err


def test_whatif_asks_by_the_tariff_that_a_hand_was_played_by(ok: Sklog, folder: Path) -> None:
    """Also where the evening began under the very tariff that it is compared with."""
    (folder / "plain.yaml").write_text(PLAIN, encoding="utf-8")
    ok("start", "Abend", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel")
    ok("add", "s", "ac")
    ok("session", "tariff", "plain.yaml", "--from", "2")
    ok("add", "s", "ac", "120")
    told = json.loads(ok("whatif", "--tariff", "sauspiel", "--format", "json").out)
    assert [hand["hand"] for hand in told["tables"]["hands"]] == [2]
