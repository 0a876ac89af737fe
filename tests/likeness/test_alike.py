"""Hands that are alike: a model costs whoever plays it what the hand costs, and counts as the hand does."""

import io
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog import tariffs
from sklog.errors import HandError
from sklog.files.already_here import import_session
from sklog.files.formats import read_jsonl, write_jsonl
from sklog.ledger import evenings
from sklog.ledger.open import in_memory
from sklog.likeness.models import MARKS, Alike, Models, dealt, end
from sklog.scoring.canonical import to_json
from sklog.scoring.deals import Deal, deals
from sklog.scoring.games import BETTEL, PARTNER, SOLO
from sklog.scoring.hand import Played, Ramsch
from sklog.scoring.judge import Table
from sklog.scoring.outcome import Outcome, role_of, sides
from sklog.scoring.payout import score
from sklog.scoring.session import Session
from sklog.scoring.state import Join, Leave, Payment, Voided, entry_to_json
from sklog.scoring.tariff import Tariff
from sklog.season.statistics import Statistics, deals_or_alike, statistics
from sklog.vault.check import disagreements
from tests.hand_strategies import played, tables
from tests.recorded import SAID, dump
from tests.season_samples import night_of, season_of
from tests.session_strategies import sessions
from tests.tariff_strategies import tariffs as any_tariff

pytestmark = pytest.mark.long

many = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
of_a_tariff = st.sampled_from([tariffs.find(name) for name in tariffs.shipped()]) | any_tariff()
RAMSCH_WITHOUT_MEMORY = [
    tariff
    for tariff in map(tariffs.find, tariffs.shipped())
    if tariff.ramsch_game and not (tariff.stock or tariff.triggers)
]
PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Eva")


def told(made: Any, active: Sequence[str], called: Any) -> list[Any]:
    """Return what a score says of everybody who was dealt in, by place: without a name."""
    outcome = made.outcome
    winners, losers = sides(outcome, [*map(called, active)])
    of_ramsch = [] if isinstance(outcome, Outcome) else [outcome.jungfrauen, outcome.shots, (outcome.winner,)]
    people = [
        (made.postings[name], role_of(name, outcome), *(name in some for some in (winners, losers, *of_ramsch)))
        for name in map(called, active)
    ]
    nobody = {"declarers": (), "winners": ()} if isinstance(outcome, Outcome) else {}
    facts = outcome._replace(**(nobody or {"jungfrauen": (), "shots": (), "winner": None}), losers=())
    return [made.value, made.steps, facts, people]


def as_model(one: Alike) -> list[Any]:
    """Return the same of a model, for the people of the hand that it stands for."""
    return told(one.model.score, one.active, lambda name: MARKS[one.places[one.active.index(name)]])


def variants(draw: st.DrawFn, hand: Played, active: Sequence[str]) -> list[Played]:
    """Return a hand as others play it, and with other figures."""
    people = dict(zip(active, draw(st.permutations(active)), strict=True))
    facts: dict[str, Any] = {}
    for key in ("declarer", "partner", "klopfer", "kontra", "winners"):
        said = getattr(hand, key)
        facts[key] = people[said] if isinstance(said, str) else said
        if isinstance(said, tuple):
            facts[key] = tuple(people[name] for name in said)
    found = [hand]
    for augen in (hand.augen, *draw(st.lists(st.integers(0, 120), max_size=4))):
        for tricks in (hand.tricks, draw(st.none() | st.integers(0, 8))):
            try:
                found.append(replace(hand, **facts, augen=augen if hand.augen is not None else None, tricks=tricks))
            except HandError:
                continue
    return found


@many
@given(st.data())
def test_a_model_costs_what_the_hand_costs(data: st.DataObject) -> None:
    """Over any tariff: amounts, roles, steps and outcome are those of the hand, and what cannot be is refused."""
    tariff = data.draw(of_a_tariff)
    models = Models(tariff)
    for _ in range(4):
        table = data.draw(tables(tariff))
        shapes = {SOLO, BETTEL, PARTNER} if len(table.active) == 4 else {SOLO, BETTEL}
        if shapes.isdisjoint(game.shape for game in tariff.games):
            continue  # nobody can play here
        drawn = data.draw(played(tariff, table))
        for hand in variants(data.draw, drawn, table.active):  # type: ignore[arg-type]  # it draws
            alone = Table(table.seats, table.dealer, table.active)
            try:
                right = told(score(hand, alone, tariff), table.active, str)
            except HandError:
                with pytest.raises(HandError):
                    refused(models, hand, table)
                continue
            if not models.remembers and (one := models.of(to_json(hand), table.active, table.dealer)):
                assert as_model(one) == right


def refused(models: Models, hand: Played, table: Table) -> None:
    """Raise HandError for a hand that is refused, or that has no model."""
    if models.of(to_json(hand), table.active, table.dealer) is None:
        raise HandError


def compared(session: Session, known: dict[int, Models], *, as_json: bool) -> None:
    """Compare what was dealt with the lines of the whole fold."""
    facts = [entry_to_json(entry) for entry in session.entries] if as_json else None
    whole = list(deals(night_of(1, session), session.lines()))
    found = list(dealt(session._replace(entries=()) if as_json else session, facts, known))
    last, right = end(session.begin(), found), session.end()
    assert (last, [*last.balances], [*last.dealt]) == (right, [*right.balances], [*right.dealt])
    assert [one.entry for one in found] == list(session.entries)
    alike = [(one.said, entry) for one, entry in zip(found, session.entries, strict=True) if isinstance(one, Alike)]
    assert all(list(said.items()) == list(entry_to_json(entry).items()) for said, entry in alike)
    made = list(deals_or_alike(night_of(1, session), found))
    assert len(made) == len(whole)
    for one, deal in zip(made, whole, strict=True):
        if isinstance(one, Alike):
            assert (one.active, one.dealer) == (deal.table.active, deal.table.dealer)
            assert as_model(one) == told(deal.score, deal.table.active, str)
        else:
            assert one[2:4] == deal[2:4]
            assert one.score == deal.score


@many
@given(st.data())
def test_a_ramsch_costs_what_its_model_does(data: st.DataObject) -> None:
    """Where one loser is noted or a Durchmarsch, whoever of the others doubled, knocked, or took no trick."""
    tariff = data.draw(st.sampled_from(RAMSCH_WITHOUT_MEMORY))
    table, models = data.draw(tables(tariff)), Models(tariff)
    for _ in range(6):
        first, *others = data.draw(st.permutations(table.active))
        some = st.lists(st.sampled_from(others), unique=True, max_size=3).map(tuple) if others else st.just(())
        marched = {"durchmarsch": first} if data.draw(st.booleans()) else {"losers": (first,)}
        said = {data.draw(st.sampled_from(("jungfrauen", "klopfer", "kontra"))): data.draw(some) for _ in range(2)}
        alone = Table(table.seats, table.dealer, table.active)
        try:
            hand = Ramsch(**marched, **{key: names for key, names in said.items() if names})  # type: ignore[arg-type]
            right = told(score(hand, alone, tariff), table.active, str)
        except HandError:
            continue
        if one := models.of(to_json(hand), table.active, table.dealer):
            assert as_model(one) == right


@many
@given(sessions(), sessions(), st.booleans())
def test_what_was_dealt_is_what_the_fold_says(first: Session, second: Session, as_json: bool) -> None:
    """Whatever happens in an evening: events, void hands, Stock, rounds."""
    known: dict[int, Models] = {}
    for session in (first, second, first):
        compared(session, known, as_json=as_json)


@st.composite
def plain(draw: st.DrawFn) -> Session:
    """Draw an evening of hands that are much alike, with people who come, go and pay."""
    tariff: Tariff = draw(st.sampled_from([tariffs.find(name) for name in ("sauspiel", "wiki", "lamers")]))
    players = PEOPLE[: draw(st.integers(4, 5))]
    session = Session("Stammtisch", "2026-11-19", tariff, players)
    for _ in range(draw(st.integers(1, 12))):
        state = session.end()
        if len(state.seats) < 4:
            break
        declarer, partner, other, *_ = draw(st.permutations(state.seats))
        solo = draw(st.booleans())
        facts: dict[str, Any] = {
            "game": "wenz" if solo else "sauspiel",
            "partner": None if solo else partner,
            "augen": draw(st.integers(20, 120)),
            "klopfer": draw(st.sampled_from([0, 1, (other,), (declarer, other)])),
            "kontra": draw(st.sampled_from([0, 1, (other,), (other, declarer)])),
            "schneider": draw(st.sampled_from([None, None, True])),
            "note": draw(st.sampled_from(["", "", "beer", "two\nlines"])),
        }
        events = [Payment(declarer, partner, 20), Leave(other), Join("Sepp")]
        try:
            hand = Played(declarer=declarer, **facts)
            entry: Any = draw(st.sampled_from([hand, hand, hand, hand, Voided(hand, keeps_seats=True), *events]))
            longer = session.with_entries(entry)
            longer.lines()
        except HandError:
            continue
        session = longer
    return session


@pytest.fixture(scope="module")
def empty() -> Iterator[sqlite3.Connection]:
    """Return a ledger of which whoever writes there takes all back."""
    with closing(in_memory()) as ledger:
        yield ledger


@many
@given(session=plain(), rng=st.randoms(use_true_random=False), spelled=st.booleans())
def test_an_evening_from_a_file_is_kept_as_one_that_is_folded(
    empty: sqlite3.Connection, session: Session, rng: Random, *, spelled: bool
) -> None:
    """In whatever order a file has the keys of a hand, and however it writes names: all rows are the same."""
    session = session._replace(id="5" * 32, closed=True)
    data = json.loads(next(write_jsonl([session])))
    for place, hand in enumerate(data["hands"]):
        keys = rng.sample(list(hand), len(hand))
        data["hands"][place] = {key: hand[key] for key in keys}
        if spelled and "declarer" in hand and place % 3 == 0:
            data["hands"][place]["declarer"] = hand["declarer"].lower()
    [read] = read_jsonl(io.StringIO(json.dumps(data)), "file")
    kept = []
    for one in (session, read):
        empty.execute("BEGIN")
        try:
            taken = import_session(empty, one, SAID, uid=session.id)
            assert taken.evening == evenings.by_number(empty, taken.evening.id)
            assert not any(disagreements(empty))
            kept.append(dump(empty))
        finally:
            empty.execute("ROLLBACK")
    assert kept[0] == kept[1]


def counts(found: Statistics) -> Any:
    """Return everything that was counted, in its order, as plain data."""

    def of(value: Any) -> Any:
        if isinstance(value, dict):
            return [(key, of(item)) for key, item in value.items()]
        if hasattr(value, "__slots__") and not isinstance(value, tuple):
            return [getattr(value, name) for name in value.__slots__]
        if hasattr(value, "__dict__"):
            return {key: of(item) for key, item in vars(value).items()}
        return value

    def unordered(value: Any) -> Any:
        return sorted(value, key=repr)

    made = of(found)
    made["doubled"] = unordered(made["doubled"])  # every reader sorts it
    for _name, person in made["people"]:
        person["declared"], person["partner_of"] = map(unordered, (person["declared"], person["partner_of"]))
    made["games"] = [(name, of(tally)) for name, (_game, tally) in made["games"]]
    return made


@many
@given(st.lists(plain(), min_size=1, max_size=3), st.sampled_from([(), ("Anna",), ("Eva", "Dani")]), st.booleans())
def test_counting_what_is_alike_counts_every_hand(
    evenings: list[Session], people: tuple[str, ...], as_json: bool
) -> None:
    """Statistics of models are those of the hands, one by one; nobody and nothing stands in another order."""
    season, whole = season_of(*evenings, people=people)
    known: dict[int, Models] = {}

    def each() -> Iterator[Deal | Alike]:
        for night, session in zip(season.nights, evenings, strict=True):
            facts = [entry_to_json(entry) for entry in session.entries] if as_json else None
            yield from deals_or_alike(night, dealt(session._replace(entries=()) if as_json else session, facts, known))

    assert counts(statistics(each(), season)) == counts(statistics(whole, season))


def test_most_of_a_season_has_a_model() -> None:
    """It is worth it: games with declarers are alike, whoever plays them and with whatever Augen of their class."""
    hands_ = [
        Played(game="sauspiel", declarer=declarer, partner=partner, augen=augen)
        for declarer, partner, augen in (("Anna", "Bene", 61), ("Bene", "Dani", 70), ("Dani", "Anna", 89))
    ]
    session = Session("Stammtisch", "", tariffs.find("sauspiel"), PEOPLE[:4], tuple(hands_))
    found = dealt(session, None, {})
    assert len({id(one.model) for one in found if isinstance(one, Alike)}) == 1
    assert all(isinstance(one, Alike) for one in found)
