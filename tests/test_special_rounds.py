"""What special rounds oblige to: a hand that contradicts its own is refused when it is recorded; stored ones stay."""

from __future__ import annotations

from typing import Any

import pytest
from playing import PEOPLE, Facts, ramsch, sauspiel, solo, tariff

from sklog.errors import HandError, IllegalHand, UnclearHand
from sklog.scoring import evening
from sklog.scoring.canonical import from_json
from sklog.scoring.hand import Passed
from sklog.scoring.state import Line, RoundOrder, Voided

Row = tuple[Any, ...]

WAY_OUT = "; if the hand was not part of that round, add round:none"
RUNS = "in an Allgäuer the soloist holds two, or with the Herz-Ober five or more"
EVERYTHING = "games: [sauspiel, kreuz, solo, wenz, farbhabicht, bettel, ramsch]"
OWN = "games: [solo, {name: eigen, shape: ramsch, price: 5, trumps: 14}, {name: mein-solo, shape: solo, price: 5}]"
FOR_THREE = "people: [3]\ndeck: short"
WON, OPPONENTS = {"won": True}, {"laufende_of": "opponents"}
CALLED = sauspiel(**WON)
BY_BENE = {**CALLED, "declarer": "Bene", "partner": "Anna"}


def said(settings: str, in_round: str | None, hand: Facts) -> tuple[evening.State, evening.Entry, evening.Tariff]:
    """Return the table, its last one dealing so that Anna is first, in a special round; the hand; and the tariff."""
    rules = tariff(settings)
    people = PEOPLE[: max(rules.people)]
    state = evening.start(people, people[-1])._replace(round=in_round, round_left=4 if in_round else 0)
    return state, from_json(hand, people, rules.games), rules


def admitted(settings: str, in_round: str | None, hand: Facts) -> Line:
    """Return what comes of a hand that is new."""
    return evening.admit(*said(settings, in_round, hand))


def of(in_round: str | None, hand: Facts, *words: str, settings: str = "") -> Row:
    """Return a row: the tariff's settings, a round, a hand in it, and why it cannot be."""
    return settings, in_round, hand, *words


FIRST = "in the Hadsch round the first must play"
ALLGAEUER: dict[str, Row] = {
    "no Sauspiel": of("allgäuer", CALLED, "in the Allgäuer round only Solo is played, not Sauspiel"),
    "no Wenz": of("allgäuer", solo("wenz", laufende=2, **WON), "in the Allgäuer round only Solo is played, not Wenz"),
    "no Bettel": of("allgäuer", solo("bettel", **WON), "in the Allgäuer round only Solo is played, not Bettel"),
    "no Ramsch": of("allgäuer", ramsch(losers=["Anna"]), "in the Allgäuer round only Solo is played, not Ramsch"),
    "no solo of the table's own": of(
        "allgäuer", solo("mein-solo", **WON), "in the Allgäuer round only Solo is played, not Mein-solo", settings=OWN
    ),
    "no winners of a Sauspiel": of(
        "allgäuer",
        {"game": "sauspiel", "winners": ["Anna", "Bene"]},
        "in the Allgäuer round only Solo is played, not Sauspiel",
    ),
    "nobody else plays": of(
        "allgäuer",
        solo(declarer="Bene", laufende=2, **WON),
        "in the Allgäuer round the first must play: Anna, not Bene",
    ),
    "nobody else won": of(
        "allgäuer",
        {"game": "solo", "winners": ["Bene"], "laufende": 2},
        "in the Allgäuer round the first must play: Anna, not Bene",
    ),
    "nobody else lost": of(
        "allgäuer",
        {"game": "solo", "winners": ["Anna", "Bene", "Christl"], "laufende": 2},
        "in the Allgäuer round the first must play: Anna, not Dani",
    ),
    **{
        f"{laufende} Laufende": of("allgäuer", solo(laufende=laufende, **WON), f"{laufende} Laufende: {RUNS}")
        for laufende in (0, 1, 3, 4)
    },
    "Laufende of the opponents": of(
        "allgäuer", solo(laufende=2, **WON, **OPPONENTS), f"Laufende of the opponents: {RUNS}"
    ),
    "many Laufende of the opponents": of(
        "allgäuer", solo(laufende=6, won=False, **OPPONENTS), f"Laufende of the opponents: {RUNS}"
    ),
    "two things at once": of(
        "allgäuer",
        solo(declarer="Bene", laufende=3, **WON),
        f"in the Allgäuer round the first must play: Anna, not Bene\n3 Laufende: {RUNS}",
    ),
    "three people": of("allgäuer", solo(**WON), f"0 Laufende: {RUNS}", settings=FOR_THREE),
}
HADSCH: dict[str, Row] = {
    "nobody else plays": of("hadsch", solo(declarer="Dani", **WON), f"{FIRST}: Anna, not Dani"),
    "nobody else calls": of("hadsch", BY_BENE, f"{FIRST}: Anna, not Bene"),
    "nobody else of the pair": of(
        "hadsch", {"game": "kreuz", "declarer": "Christl", **WON}, f"{FIRST}: Anna, not Christl", settings=EVERYTHING
    ),
    "nobody else lost": of(
        "hadsch", {"game": "wenz", "winners": ["Anna", "Bene", "Dani"]}, f"{FIRST}: Anna, not Christl"
    ),
    "no Ramsch": of("hadsch", ramsch(losers=["Bene"]), f"{FIRST}, Anna: Ramsch is not possible"),
    "no Ramsch of the table's own": of(
        "hadsch", {"game": "eigen", "losers": ["Bene"]}, f"{FIRST}, Anna: Eigen is not possible", settings=OWN
    ),
    "winners do not say who called": of(
        "hadsch",
        {"game": "sauspiel", "winners": ["Anna", "Bene"]},
        f"{FIRST}, Anna: give the declarer, the partner and who won",
        settings="stock: none",
    ),
    "who is first is said": of("hadsch", solo(dealer="Anna", **WON), f"{FIRST}: Bene, not Anna"),
    "the round is said": of(None, solo(declarer="Dani", round="hadsch", **WON), f"{FIRST}: Anna, not Dani"),
}
RAMSCH_ROUND: dict[str, Row] = {
    "no Sauspiel": of("ramsch", CALLED, "in the Ramsch round only Ramsch is played, not Sauspiel"),
    "no Bettel": of("ramsch", solo("bettel", **WON), "in the Ramsch round only Ramsch is played, not Bettel"),
    "no Solo": of("ramsch", solo(sie=True), "in the Ramsch round only Ramsch is played, not Solo"),
}
MUNGO = "rounds: {kinds: [{name: mungo, games: [solo, ramsch], forced: last}, {name: dachs, games: [wenz, sauspiel]}]}"
FUCHS = "games: [solo, {name: eigen, shape: solo, price: 5}]\nrounds: {kinds: [{name: fuchs, games: [eigen, geier]}]}"
OWN_ROUNDS: dict[str, Row] = {
    "a game of the table's own, and one that it does not play": of(
        "fuchs", solo(**WON), "in the Fuchs round only Eigen or Geier is played, not Solo", settings=FUCHS
    ),
    "another game": of(
        "dachs", solo(**WON), "in the Dachs round only Wenz or Sauspiel is played, not Solo", settings=MUNGO
    ),
    "no Ramsch": of(
        "dachs",
        ramsch(losers=["Bene"]),
        "in the Dachs round only Wenz or Sauspiel is played, not Ramsch",
        settings=MUNGO,
    ),
    "the last plays": of(
        "mungo", solo(declarer="Bene", **WON), "in the Mungo round the last must play: Dani, not Bene", settings=MUNGO
    ),
    "and something else": of(
        "mungo",
        solo("wenz", **WON),
        (
            "in the Mungo round only Solo or Ramsch is played, not Wenz\n"
            "in the Mungo round the last must play: Dani, not Anna"
        ),
        settings=MUNGO,
    ),
    "a Ramsch that nobody plays": of(
        "mungo",
        ramsch(losers=["Bene"]),
        "in the Mungo round the last must play, Dani: Ramsch is not possible",
        settings=MUNGO,
    ),
}
REFUSED = {
    f"{title}: {what}": row
    for title, rows in {"Allgäuer": ALLGAEUER, "Hadsch": HADSCH, "Ramsch": RAMSCH_ROUND, "own": OWN_ROUNDS}.items()
    for what, row in rows.items()
}


@pytest.mark.parametrize(("settings", "in_round", "hand", "words"), REFUSED.values(), ids=list(REFUSED))
def test_what_contradicts_the_round_is_refused(settings: str, in_round: str | None, hand: Facts, words: str) -> None:
    """A hand that is new is refused with what the round obliges to, and with the way out of the round."""
    with pytest.raises(IllegalHand) as refused:
        admitted(settings, in_round, hand)
    assert str(refused.value) == words + WAY_OUT


@pytest.mark.parametrize(("settings", "in_round", "hand", "_words"), REFUSED.values(), ids=list(REFUSED))
def test_the_same_outside_of_the_round_is_recorded(
    settings: str, in_round: str | None, hand: Facts, _words: str
) -> None:
    """The hand says that this deal was none of the round: then it costs what it costs elsewhere."""
    beside = admitted(settings, in_round, {**hand, "round": "none"})
    outside = admitted(settings, None, {**hand, "round": None})
    assert beside.score == outside.score


@pytest.mark.parametrize(("settings", "in_round", "hand", "_words"), REFUSED.values(), ids=list(REFUSED))
def test_what_was_recorded_folds_as_before(settings: str, in_round: str | None, hand: Facts, _words: str) -> None:
    """A hand that stands in an evening already keeps its price, also among others."""
    state, recorded, rules = said(settings, in_round, hand)
    first, second = evening.play([recorded, recorded], state, rules)
    assert first.score
    assert second.score
    assert second.state.round_left == max(state.round_left - 2, 0)


@pytest.mark.parametrize(("settings", "in_round", "hand", "_words"), REFUSED.values(), ids=list(REFUSED))
def test_what_does_not_count_is_not_asked(settings: str, in_round: str | None, hand: Facts, _words: str) -> None:
    """A void hand may contradict its round."""
    state, recorded, rules = said(settings, in_round, hand)
    assert evening.admit(state, Voided(recorded), rules).score is None


ACCEPTED: dict[str, Row] = {
    **{f"Allgäuer: {laufende} Laufende": of("allgäuer", solo(laufende=laufende, **WON)) for laufende in (2, 5, 6, 7)},
    "Allgäuer: two, and lost": of("allgäuer", solo(laufende=2, won=False)),
    "Allgäuer: said to be the declarers'": of("allgäuer", solo(laufende=2, won=False, laufende_of="declarers")),
    "Allgäuer: a Sie": of("allgäuer", solo(sie=True)),
    "Allgäuer: a Sie, with its Laufende": of("allgäuer", solo(sie=True, laufende=8)),
    "Allgäuer: by the winner": of("allgäuer", {"game": "solo", "winners": ["Anna"], "laufende": 5}),
    "Allgäuer: by the winners": of("allgäuer", {"game": "solo", "winners": ["Bene", "Christl", "Dani"], "laufende": 2}),
    "Allgäuer: three people": of("allgäuer", solo(laufende=6, **WON), settings=FOR_THREE),
    "Allgäuer: another deals": of("allgäuer", solo(declarer="Bene", laufende=2, dealer="Anna", **WON)),
    "Allgäuer: the first sits out": of(
        "allgäuer",
        solo(declarer="Bene", laufende=2, active=["Bene", "Christl", "Dani"], **WON),
        settings="people: [3, 4]",
    ),
    "Hadsch: a Sauspiel": of("hadsch", CALLED),
    "Hadsch: any other game": of("hadsch", solo("wenz", **WON)),
    "Hadsch: a Bettel": of("hadsch", solo("bettel", **WON)),
    "Hadsch: by the winner": of("hadsch", {"game": "solo", "winners": ["Anna"]}),
    "Hadsch: by the winners": of("hadsch", {"game": "solo", "winners": ["Bene", "Christl", "Dani"]}),
    "Hadsch: across": of("hadsch", {"game": "kreuz", "declarer": "Anna", **WON}, settings=EVERYTHING),
    "Ramsch: a Ramsch": of("ramsch", ramsch(losers=["Bene"])),
    "Ramsch: without figures, under a tariff by which somebody always makes a Durchmarsch": of(
        "ramsch", ramsch(losers=["Bene"]), settings=f"{FOR_THREE}\nramsch: {{durchmarsch: {{augen: 31}}}}"
    ),
    "Ramsch: one of the table's own": of("ramsch", {"game": "eigen", "losers": ["Bene"]}, settings=OWN),
    "own: one of its games": of("dachs", solo("wenz", **WON), settings=MUNGO),
    "own: whoever plays": of("dachs", BY_BENE, settings=MUNGO),
    "own: the last": of("mungo", solo(declarer="Dani", **WON), settings=MUNGO),
    "own: thrown in": of("mungo", {"game": "zusammengeworfen"}, settings=MUNGO),
    "own: a Ramsch of another name": of(
        "mungo",
        {"game": "eigen", "losers": ["Bene"]},
        settings=f"{OWN}\nrounds: {{kinds: [{{name: mungo, games: [ramsch]}}]}}",
    ),
    "Schieber: whoever plays": of("schieber", solo(declarer="Dani", **WON)),
    "Schieber: a Ramsch": of("schieber", ramsch(losers=["Bene"])),
    "Blauer Habicht: the Pflichthabicht": of("blauer-habicht", solo("farbhabicht", declarer="Dani", augen=44)),
    "Blauer Habicht: another game": of("blauer-habicht", CALLED),
    **{
        f"{kind}: thrown in": of(kind, {"game": "zusammengeworfen"})
        for kind in ("allgäuer", "hadsch", "ramsch", "schieber", "blauer-habicht")
    },
    **{
        f"{kind}: a posting": of(kind, {"game": "posting", "amounts": {"Anna": -50, "Bene": 50}})
        for kind in ("allgäuer", "hadsch", "ramsch")
    },
}


@pytest.mark.parametrize(("settings", "in_round", "hand"), ACCEPTED.values(), ids=list(ACCEPTED))
def test_what_goes_with_the_round_is_recorded(settings: str, in_round: str, hand: Facts) -> None:
    """What the round allows costs what it always did."""
    state, new, rules = said(settings, in_round, hand)
    assert evening.admit(state, new, rules) == evening.step(state, new, rules)


AT_ONCE: dict[str, Row] = {
    "what the tariff does not know": of(
        "hadsch",
        solo(declarer="Bene", tout=True, **WON),
        "haus has no Tout; leave it out\nin the Hadsch round the first must play: Anna, not Bene",
        settings="tout: none",
    ),
    "what the tariff does not know of a hand that says who deals": of(
        "hadsch",
        solo(dealer="Anna", tout=True, **WON),
        "haus has no Tout; leave it out\nin the Hadsch round the first must play: Bene, not Anna",
        settings="tout: none",
    ),
    "what no cards can be": of(
        "allgäuer",
        solo(laufende=3, augen=119),
        f"no cards make 119 Augen: 118 or 120 would be possible\n3 Laufende: {RUNS}",
    ),
    "more Laufende than trumps": of(
        "allgäuer",
        solo(declarer="Bene", laufende=15, **WON),
        "15 Laufende: Solo has only 14 trumps\nin the Allgäuer round the first must play: Anna, not Bene",
    ),
    "a stranger": of(
        "hadsch",
        solo(declarer="Robert", **WON),
        (f"Robert is not at this table; there are Anna, Bene, Christl, Dani\n{FIRST}: Anna, not Robert"),
    ),
    "a question that is idle": of("hadsch", solo(declarer="Bene"), f"{FIRST}: Anna, not Bene"),
}


@pytest.mark.parametrize(("settings", "in_round", "hand", "words"), AT_ONCE.values(), ids=list(AT_ONCE))
def test_all_is_said_at_once(settings: str, in_round: str, hand: Facts, words: str) -> None:
    """The round stands behind whatever else is refused of a hand."""
    with pytest.raises(IllegalHand) as refused:
        admitted(settings, in_round, hand)
    assert str(refused.value) == words + WAY_OUT


def test_a_hand_that_cannot_be_built_hears_of_its_round() -> None:
    """What contradicts itself is refused together with what contradicts the round."""
    state, _hand, rules = said("", "hadsch", CALLED)
    with pytest.raises(HandError) as built:
        from_json(solo(declarer="Bene", partner="Anna", **WON), PEOPLE, rules.games)
    told = [problem.message for problem in evening.refusal(built.value, state, rules).problems]
    assert told == [
        "Solo is played alone: leave Anna out",
        f"{FIRST}: Anna, not Bene{WAY_OUT}",
    ]


@pytest.mark.parametrize("in_round", [None, "hadsch"])
def test_a_question_stays_one(in_round: str | None) -> None:
    """What goes with the round, and is not clear, is asked."""
    with pytest.raises(UnclearHand):
        admitted("", in_round, solo())


UNPLAYED: dict[str, Row] = {
    "a game": of(
        "hadsch", solo(declarer="Bene", **WON), "haus does not have Solo", settings="games: [sauspiel, ramsch]"
    ),
    "a round": of(
        "allgäuer", solo(**WON), "haus has no round Allgäuer; it has hadsch", settings="rounds: {kinds: [hadsch]}"
    ),
}


@pytest.mark.parametrize(("settings", "in_round", "hand", "words"), UNPLAYED.values(), ids=list(UNPLAYED))
def test_what_is_not_played_obliges_to_nothing(settings: str, in_round: str, hand: Facts, words: str) -> None:
    """That the tariff plays it not is all that is said."""
    with pytest.raises(IllegalHand) as refused:
        admitted(settings, in_round, hand)
    assert str(refused.value).startswith(words)
    assert len(refused.value.problems) == 1


def test_each_deal_of_a_round_has_its_first() -> None:
    """The first is whoever sits on the left of the dealer of that deal; a deal thrown in moves on."""
    state, _hand, rules = said("", None, CALLED)
    state = evening.admit(state, RoundOrder("hadsch"), rules).state
    for first in ("Anna", "Bene", "Christl"):
        for other in set(PEOPLE[:4]) - {first}:
            with pytest.raises(IllegalHand, match=f"the first must play: {first}, not {other}"):
                evening.admit(state, from_json(solo(declarer=other, **WON), PEOPLE, rules.games), rules)
        state = evening.admit(state, from_json(solo(declarer=first, **WON), PEOPLE, rules.games), rules).state
    state = evening.admit(state, Passed(), rules).state
    assert state.round is None
    assert evening.admit(state, from_json(solo(declarer="Dani", **WON), PEOPLE, rules.games), rules).score


def test_a_lost_solo_begins_a_round_that_obliges() -> None:
    """A round that nobody ordered obliges as well."""
    state, lost, rules = said("rounds: {after_lost_solo: ramsch}", None, solo(won=False))
    state = evening.admit(state, lost, rules).state
    with pytest.raises(IllegalHand, match="only Ramsch is played"):
        evening.admit(state, lost, rules)
    assert evening.admit(state, from_json(ramsch(losers=["Anna"]), PEOPLE, rules.games), rules).state.round == "ramsch"
