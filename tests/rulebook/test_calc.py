"""What a hand costs at a table in no ledger."""

from __future__ import annotations

import json

import pytest
from report_samples import FIVE_HANDS, FOUR, LAMERS

from sklog import tariffs
from sklog.errors import UnclearPrice
from sklog.ledger.evenings import Scene
from sklog.reports.render import render
from sklog.rulebook.commands_calc import answered, calc_report, priced
from sklog.scoring.evening import start, step


def test_calculation_outside_an_evening_has_no_balances() -> None:
    """`calc` answers with the interface's object without balances, and csv with who wins and who pays."""
    line = step(start(FOUR), FIVE_HANDS[0], LAMERS)
    report = calc_report(line, LAMERS, "s ad zp")
    assert list(json.loads(render(report, "json"))) == ["hand", "value", "postings", "steps"]
    assert render(report, "csv") == "name,change\nAnna,60\nBene,-60\nChristl,-60\nDani,60\n"


def test_a_program_is_told_what_to_say() -> None:
    """A canonical hand that leaves its price open is answered with the words that decide it."""
    asked = {"players": FOUR, "hand": {"game": "solo", "declarer": "Anna", "won": True, "laufende": 8}}
    said = answered(json.dumps(asked).encode(), tariffs.find("wiki"))
    assert said == {"error": "eight Laufende in one hand: a Sie? Write sie or sie:no"}


def test_an_answer_says_what_it_brings() -> None:
    """Where the price is the same the Bock behind it is what is asked for."""
    rules = "name: haus\ngames: [solo]\nprices: {solo: 50}\nbock: {after: [herz_solo]}\n"
    with pytest.raises(UnclearPrice) as asked:
        priced("fs a", Scene(start(FOUR), tariffs.read(rules)))
    assert asked.value.choices[1:3] == ("gs a (0.50 €)", "hs a (0.50 €, then Bock)")


def test_an_answer_to_which_more_is_asked_has_no_price_yet() -> None:
    """A Sie of a suit that was not noted may cost this or that."""
    rules = "name: haus\ngames: [solo]\nprices: {solo: 50, herz-solo: 60}\nschwarz: {price: 10}\nsie: {}\n"
    scene = Scene(start(FOUR), tariffs.read(rules))
    with pytest.raises(UnclearPrice) as asked:
        priced("fs a l8", scene)
    assert asked.value.choices == ("fs a sie", "fs a zl8 sie:no")
    with pytest.raises(UnclearPrice) as asked:
        priced("fs a sie", scene)
    assert asked.value.choices == ("es a sie (2.00 €)", "gs a sie (2.00 €)", "hs a sie (2.40 €)", "ss a sie (2.00 €)")
