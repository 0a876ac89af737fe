"""Two ledgers become one: evenings keep their digests, two versions are never mixed, and people are who they are."""

from __future__ import annotations

import contextlib
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from sklog import tariffs
from sklog.bank import accounts
from sklog.errors import HandError, IllegalHand, LedgerError, NotFound, Refused
from sklog.files.already_here import import_session
from sklog.ledger import chain, database, evenings, facts, history, record, undo
from sklog.ledger import correct as ledger_correct
from sklog.ledger import people as ledger_people
from sklog.ledger.facts import RENAME, Recording
from sklog.ledger.open import in_memory
from sklog.scoring.hand import Passed, Played, Posting
from sklog.scoring.names import name_key
from sklog.scoring.session import Session
from sklog.scoring.state import Count, Join, Leave, Payment
from sklog.season import selection
from sklog.vault import check, merge, repair
from sklog.vault.check import came_from_elsewhere, disagreements
from tests.recorded import SAID, WENZ, add, dump, evening, forged, sealed_again

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from sklog.ledger.evenings import Evening
    from sklog.vault.merge import Merged

MERGE = SAID._replace(name="merge", typed="other.db", at="2026-12-24T18:00:00.000+00:00", who="eva")
TABLE = ("Anna", "Bene", "Christl", "Dani")


@pytest.fixture
def other() -> Iterator[sqlite3.Connection]:
    """Return another empty ledger."""
    with contextlib.closing(in_memory()) as opened:
        yield opened


def begun(
    ledger: sqlite3.Connection,
    players: Sequence[str] = TABLE,
    *,
    name: str = "Abend",
    tariff: str = "wiki",
    **more: Any,
) -> Evening:
    """Begin an evening with these people."""
    session = Session(name, "2026-11-20", tariffs.find(tariff), tuple(players), **more)
    return record.start(ledger, session, SAID._replace(name="start"), uid=uuid4().hex)


def won(player: str) -> Played:
    """Return a Wenz that somebody won."""
    return Played(game="wenz", declarer=player, won=True)


def merge_in(ledger: sqlite3.Connection, other: sqlite3.Connection, *, forward: bool = False, **called: str) -> Merged:
    """Take what can be taken from the other ledger; the words say who is called how here. Both agree afterwards."""
    with database.transaction(ledger, Path("ours.db")):
        done = merge.merge(ledger, other, MERGE, people=called, forward=forward)
    assert list(disagreements(ledger)) == []
    return done


def copied(ledger: sqlite3.Connection) -> sqlite3.Connection:
    """Return a copy of a ledger, as of a file that was carried to another laptop."""
    copy = in_memory()
    ledger.backup(copy)
    return copy


def digests(ledger: sqlite3.Connection) -> dict[str, bytes]:
    """Return the digest of every evening, by its identity."""
    return {one.uid: one.digest for one in evenings.all_evenings(ledger)}


def balances(ledger: sqlite3.Connection) -> dict[str, tuple[int | None, ...]]:
    """Return what everybody won, by the key of the name: the order of merging decides how it is written."""
    return {name_key(one.name): one[1:] for one in evenings.people(ledger)}


def fates(done: Merged) -> list[str]:
    """Return what became of every evening."""
    return [one.fate for one in done.met]


# -- what comes ---------------------------------------------------------------------------------------


def test_an_evening_comes_as_it_was_recorded(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """All its facts have the digests that they had, and everything that follows from them is stored anew."""
    evening(ledger, WENZ)
    there = evening(other, Passed(), WENZ, Payment("Anna", "Bene", 20))
    ledger_correct.fix(other, there, 2, won("Dani"), SAID)
    [met] = merge_in(ledger, other).met
    assert (met.fate, met.taken, met.here and met.here.id) == (merge.NEW, True, 2)
    here, there = evenings.by_number(ledger, 2), evenings.by_number(other, 1)
    assert [one.digest for one in chain.links(ledger, 2)] == [one.digest for one in chain.links(other, 1)]
    assert here._replace(id=1) == there
    assert check.stored_postings(ledger, 2).values() != {}


def test_merging_twice_changes_nothing(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """What came is known the second time, also where somebody is written otherwise here."""
    evening(ledger, WENZ)
    add(other, begun(other, ("anna", "BENE", "Eva", "Sepp")), won("Eva"))
    assert fates(merge_in(ledger, other)) == [merge.NEW]
    before = dump(ledger)
    done = merge_in(ledger, other)
    assert (fates(done), done.both, done.new) == ([merge.SAME], (), ())
    assert dump(ledger) == before


def test_both_ledgers_have_the_same_evenings_in_the_end(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """One into the other and back: every evening has the same digest in both, whatever its number is."""
    evening(ledger, WENZ)
    evening(other, Passed(), name="Anderer")
    evening(other, won("Dani"))
    merge_in(ledger, other)
    merge_in(other, ledger)
    assert digests(ledger) == digests(other)
    assert len(digests(ledger)) == 3
    assert balances(ledger) == balances(other)


@pytest.mark.long
def test_an_evening_goes_through_three_ledgers(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """What came from a second ledger goes on to a third one, which says the second as where it came from."""
    evening(other, WENZ)
    with contextlib.closing(in_memory()) as third:
        merge_in(ledger, other)
        merge_in(third, ledger)
        assert digests(third) == digests(other)
        assert facts.origins(third, 1) == [facts.Origin(MERGE.at, MERGE.who, "other.db", 1, 2)]


def test_an_evening_in_which_nothing_was_ever_said_comes_too(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """An imported evening without a hand has a command all the same: it can be taken back, and says where from."""
    session = Session("Leer", "", tariffs.find("wiki"), TABLE)
    import_session(other, session, SAID, uid="0123456789")
    assert fates(merge_in(ledger, other)) == [merge.NEW]
    assert len(facts.origins(ledger, 1)) == 1
    assert fates(merge_in(ledger, other)) == [merge.SAME]


def test_the_evening_of_the_table_stays_the_one_that_is_meant(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """An open evening that came along is newer, and yet commands mean the one that was begun here."""
    here = evening(ledger, WENZ)
    evening(other, WENZ)
    merge_in(ledger, other)
    assert evenings.find(ledger).id == here.id


def test_when_a_hand_was_played_is_known_in_the_other_ledger_too(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """The moment at which a hand was typed comes along with it."""
    evening(other, WENZ)
    merge_in(ledger, other)
    night = selection.season(ledger, selection.Selection()).nights[0]
    assert selection.moment(ledger, night, 1) == SAID.at


def test_commands_keep_their_order_and_what_they_are_about(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """What takes something back, and what corrects a hand or stands before one, names the same here."""
    there = evening(other, WENZ, Passed())
    ledger_correct.insert(other, there, 1, won("Anna"), SAID)
    undo.undo(other, None, SAID)
    undo.redo(other, None, SAID)
    evening(ledger, WENZ, WENZ)
    merge_in(ledger, other)
    here, there = evenings.by_number(ledger, 2), evenings.by_number(other, 1)
    logs = [[(one.words, one.in_force) for one in undo.log(*one)] for one in ((ledger, here), (other, there))]
    assert logs[0] == logs[1]
    assert history.of_evening(ledger, here).session == history.of_evening(other, there).session


# -- versions -----------------------------------------------------------------------------------------


@pytest.fixture
def shared(ledger: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Return a second ledger that has the evening of the first."""
    evening(ledger, WENZ)
    with contextlib.closing(copied(ledger)) as copy:
        yield copy


def goes_on(ledger: sqlite3.Connection, *hands: Any, number: int = 1) -> Evening:
    """Record more in an evening."""
    now = evenings.by_number(ledger, number)
    for hand in hands:
        now = add(ledger, now, hand)
    return now


def test_what_went_on_here_stays(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """An evening that has more commands here than there is left alone."""
    goes_on(ledger, Passed())
    before = dump(ledger)
    done = merge_in(ledger, shared, forward=True)
    assert fates(done) == [merge.FURTHER_HERE]
    assert not done.met[0].left_out
    assert dump(ledger) == before


def test_what_went_on_there_is_shown(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """An evening that has more commands there is not touched unless somebody says so."""
    goes_on(shared, Passed(), won("Anna"))
    before = dump(ledger)
    [met] = merge_in(ledger, shared).met
    assert (met.fate, met.taken, met.left_out) == (merge.FURTHER_THERE, False, True)
    ours, theirs = met.versions
    assert (ours.commands, sum(ours.counted), theirs.commands, sum(theirs.counted), theirs.number) == (2, 1, 4, 3, 3)
    assert dump(ledger) == before


def test_what_went_on_there_goes_on_here_if_it_shall(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """With `forward` only what is missing is added, so that both are the same again."""
    there = goes_on(shared, Passed(), won("Anna"))
    ledger_correct.void(shared, there, 2, SAID)
    undo.undo(shared, None, SAID)
    [met] = merge_in(ledger, shared, forward=True).met
    assert (met.taken, met.left_out) == (True, False)
    assert digests(ledger) == digests(shared)
    assert balances(ledger) == balances(shared)
    assert fates(merge_in(ledger, shared, forward=True)) == [merge.SAME]


def test_an_evening_that_goes_on_was_still_begun_here(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """What came to it from elsewhere is kept as that, and does not make it an evening from elsewhere."""
    goes_on(shared, Passed())
    merge_in(ledger, shared, forward=True)
    assert [(one.first, one.upto) for one in facts.origins(ledger, 1)] == [(3, 3)]
    assert not came_from_elsewhere(ledger, 1)


def test_two_versions_are_never_mixed(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """Where both went on, neither is changed, and both say with which command they part; others are taken."""
    goes_on(ledger, Passed(), Passed())
    record.add(shared, evenings.by_number(shared, 1), [won("Anna")], SAID._replace(who="bene", typed="w a"))
    new = evening(shared, won("Dani"), name="Anderer")
    before = digests(ledger)
    for forward in (False, True):
        differs, taken = merge_in(ledger, shared, forward=forward).met
        assert (differs.fate, differs.taken, differs.left_out) == (merge.DIFFERS, False, True)
        ours, theirs = differs.versions
        assert (ours.commands, sum(ours.counted), ours.number, ours.words) == (4, 3, 3, "add as typed")
        assert theirs == merge.EveningVersion(3, Count(2), 3, SAID.at, "bene", "add w a")
        assert taken.there.uid == new.uid
    assert digests(ledger) == {**before, new.uid: new.digest}


def test_two_laptops_at_one_table_may_say_the_same(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """The same hands, typed by two people at two moments, are no difference."""
    goes_on(ledger, Passed())
    record.add(shared, evenings.by_number(shared, 1), [Passed()], SAID._replace(who="bene"))
    before = dump(ledger)
    assert fates(merge_in(ledger, shared)) == [merge.SAME]
    assert dump(ledger) == before


def test_an_evening_that_began_otherwise_differs(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """The same identity with other people at the table is another version from its very beginning."""
    for book, players in ((ledger, TABLE), (other, ("Anna", "Bene", "Christl", "Eva"))):
        record.start(book, Session("Abend", "", tariffs.find("wiki"), players), SAID, uid="0123456789")
    [met] = merge_in(ledger, other).met
    assert (met.fate, [one.number for one in met.versions]) == (merge.DIFFERS, [0, 0])


def test_the_same_evening_from_the_same_file_is_the_same(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Two ledgers that imported one file have other commands and the same hands: there is nothing to decide."""
    session = Session("Abend", "2026-11-19", tariffs.find("wiki"), TABLE, (WENZ, Passed()))
    import_session(ledger, session, SAID, uid="0123456789")
    import_session(other, session, SAID._replace(at="2026-11-25T20:00:00.000+00:00"), uid="0123456789")
    before = dump(ledger)
    assert fates(merge_in(ledger, other)) == [merge.SAME]
    assert dump(ledger) == before


HAND = {"game": "wenz", "declarer": "Dani", "won": False}
UNDER_THE_WORD: dict[str, Callable[[Recording], object]] = {
    "fix": lambda said: said.add(facts.FIX, fact=HAND, target=1),
    "hand": lambda said: said.add(facts.HAND, fact=HAND),
    "payment": lambda said: said.add(facts.EVENT, fact={"pay": ["Anna", "Bene", 500]}),
    "void": lambda said: said.add(facts.VOID, target=1),
    "rename-and-fix": lambda said: (
        said.add(facts.RENAME, fact={"rename": ["Anna", "Anni"], "merge": False}),
        said.add(facts.FIX, fact=HAND, target=1),
    ),
    "nothing": lambda _said: None,
}


@pytest.mark.parametrize("add_to", UNDER_THE_WORD.values(), ids=UNDER_THE_WORD)
def test_what_a_command_is_says_all_that_it_recorded(
    ledger: sqlite3.Connection, shared: sqlite3.Connection, add_to: Callable[[Recording], object]
) -> None:
    """Under the word of a merge only names are left out: anything else is more than here."""
    add_to(Recording(shared, 1, MERGE))
    sealed_again(shared, 1)
    [met] = merge.what_is_there(ledger, shared)
    assert met.fate == merge.FURTHER_THERE
    [met] = merge.what_is_there(shared, ledger)
    assert met.fate == merge.FURTHER_HERE


def test_what_is_taken_back_under_the_word_of_a_merge_is_more(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """A rename beside it hides nothing."""
    (last,) = shared.execute("SELECT max(id) FROM action").fetchone()
    Recording(shared, 1, MERGE, undoes=last).add(RENAME, fact={"rename": ["Anna", "Anni"], "merge": False})
    sealed_again(shared, 1)
    [met] = merge.what_is_there(ledger, shared)
    assert met.fate == merge.FURTHER_THERE


@pytest.mark.parametrize(
    ("changes", "otherwise"),
    [
        pytest.param((("Anna", "Anni"),), False, id="a-name"),
        pytest.param((("Anna", "x"), ("Bene", "Anna"), ("x", "Bene")), True, id="swapped"),
        pytest.param((("Anna", "x"), ("Christl", "Anna"), ("x", "Christl")), False, id="swapped-with-the-same-money"),
    ],
)
def test_a_name_that_somebody_else_has_there_is_other_money(
    ledger: sqlite3.Connection, shared: sqlite3.Connection, changes: Sequence[tuple[str, str]], *, otherwise: bool
) -> None:
    """Names are every ledger's own business, until the money of one stands beside the name of another."""
    recording = Recording(shared, 1, MERGE)
    for names_ in changes:
        recording.add(RENAME, fact={"rename": names_, "merge": False})
    record.make_accounts(shared, [name for names_ in changes for name in names_])
    ledger_people.respell(shared)
    ledger_correct.rebuild(shared, 1)
    [met] = merge.what_is_there(ledger, shared)
    assert met.fate == merge.SAME
    assert merge.is_told_otherwise(ledger, shared, met) == otherwise


# -- commands on several evenings ---------------------------------------------------------------------


def test_a_command_on_two_evenings_comes_whole(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """A rename over two evenings is one command here as well: taken back on both, or on none."""
    evening(ledger, WENZ)
    for _turn in range(2):
        begun(other, ("Anna", "Bene", "Eva", "Sepp"))
    ledger_people.rename(other, "Sepp", "Josef", SAID)
    merge_in(ledger, other)
    assert digests(ledger).items() >= digests(other).items()
    undo.undo(ledger, evenings.by_number(ledger, 3), SAID)
    assert ["Sepp" in one.state.balances for one in evenings.all_evenings(ledger)] == [False, True, True]
    assert list(disagreements(ledger)) == []


def test_an_evening_waits_for_the_one_that_a_command_changed_with_it(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """Where one of two evenings differs, the other one is not taken with half of a command, and says so."""
    goes_on(ledger, Passed())
    evening(shared, won("Dani"), name="Zweiter")
    evening(shared, won("Dani"), name="Dritter")
    records = [(one, [Payment("Anna", "Bene", 30)]) for one in evenings.all_evenings(shared)[:2]]
    record.add_everywhere(shared, records, SAID._replace(name="settle --all"))
    done = merge_in(ledger, shared)
    assert fates(done) == [merge.DIFFERS, merge.WAITS, merge.NEW]
    assert done.met[1].why == (
        "evening 2 there (Zweiter) has to wait: a command changed it together with evening 1 there (Stammtisch)"
    )
    assert done.met[1].left_out


def test_an_evening_that_goes_on_brings_the_ones_it_was_changed_with(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """With `forward` a settlement over an evening that is here and a new one comes as one command."""
    evening(shared, won("Dani"), name="Zweiter")
    records = [(one, [Payment("Anna", "Bene", 30)]) for one in evenings.all_evenings(shared)]
    record.add_everywhere(shared, records, SAID)
    assert fates(merge_in(ledger, shared)) == [merge.FURTHER_THERE, merge.WAITS]
    assert [one.taken for one in merge_in(ledger, shared, forward=True).met] == [True, True]
    assert digests(ledger) == digests(shared)
    assert ledger.execute("SELECT count(*) FROM action WHERE command_of IS NOT NULL").fetchone() == (1,)


@pytest.mark.long
def test_evenings_that_wait_in_a_row_are_looked_at_a_few_times_each(
    ledger: sqlite3.Connection, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one differs, and each waits for the next: a file of thousands of them keeps nobody busy."""
    evening(ledger, WENZ, uid="last")
    row = [evening(other, WENZ) for _place in range(20)]
    for pair in pairwise([*row, evening(other, Passed(), uid="last")]):
        record.add_everywhere(other, [(one, [Payment("Anna", "Bene", 30)]) for one in pair], SAID)
    looked: list[str] = []
    later = record.otherwise_later
    monkeypatch.setattr(record, "otherwise_later", lambda book, one: looked.append(one.uid) or later(book, one))
    done = merge_in(ledger, other)
    assert fates(done) == [*[merge.WAITS] * 20, merge.DIFFERS]
    assert [f"with evening {one.there.id + 1} there (" in one.why for one in done.met] == [*[True] * 20, False]
    assert len(looked) <= 3 * len(row)


@pytest.mark.long
def test_evenings_of_the_same_people_are_compared_by_their_day(
    ledger: sqlite3.Connection, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sat there is looked at once for each evening, not for each two of them."""
    for book in (ledger, other):
        for _turn in range(10):
            evening(book, WENZ)
    keys: list[str] = []
    monkeypatch.setattr(merge, "name_key", lambda name: keys.append(name) or name_key(name))
    assert len(merge_in(ledger, other).alike) == 100
    assert len(keys) <= 500


# -- Stocks -------------------------------------------------------------------------------------------


def _left(ledger: sqlite3.Connection, number: int = 1) -> Evening:
    """Close an evening that leaves its Stock to the next one."""
    return record.close(ledger, evenings.by_number(ledger, number), [], SAID)


def test_a_stock_is_taken_over_once(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Two tables that both began with the Stock of one evening: the second one is refused, and says why."""
    evening(ledger, Passed())
    first = _left(ledger)
    merge_in(other, ledger)
    for book, name in ((ledger, "Zweiter"), (other, "Dritter")):
        begun(book, name=name, stock=40, stock_from=first.uid)
    same, refused = merge_in(ledger, other).met
    assert (same.fate, refused.fate, refused.taken) == (merge.SAME, merge.REFUSED, False)
    assert refused.why == "'Dritter' begins with a Stock that 'Zweiter' has taken over already"


def test_a_stock_that_the_evening_here_did_not_leave_is_refused(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """A later evening does not come before the end of the one whose Stock it began with; with `forward` both come."""
    goes_on(shared, Passed())
    first = _left(shared)
    begun(shared, name="Zweiter", stock=40, stock_from=first.uid)
    done = merge_in(ledger, shared)
    assert fates(done) == [merge.FURTHER_THERE, merge.REFUSED]
    assert done.met[1].why == "'Zweiter' begins with 40 in the Stock, but 'Stammtisch' left 0"
    assert [one.taken for one in merge_in(ledger, shared, forward=True).met] == [True, True]


@pytest.mark.long
def test_an_evening_whose_stock_went_on_as_another_sum_is_refused(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """The same in the other order: the later evening is here, and the earlier one went on there."""
    goes_on(ledger, Passed())
    first = _left(ledger)
    with contextlib.closing(copied(ledger)) as further:
        begun(ledger, name="Zweiter", stock=40, stock_from=first.uid)
        undo.reopen(further, evenings.by_number(further, 1), SAID)
        goes_on(further, Passed())
        _left(further)
        [met] = merge_in(ledger, further, forward=True).met
    assert (met.fate, met.why) == (merge.REFUSED, "'Zweiter' began with 40 in the Stock, but 'Stammtisch' left 80")
    assert [one.taken for one in merge_in(ledger, shared, forward=True).met] == [False]


# -- people -------------------------------------------------------------------------------------------


def names(ledger: sqlite3.Connection) -> list[str]:
    """Return everybody of a ledger, as they are written."""
    return [one.name for one in evenings.people(ledger)]


def test_it_says_who_is_who(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """People of evenings that come are in both ledgers, or new; who is in neither of them is not named."""
    evening(ledger, WENZ)
    add(other, begun(other, ("Anna", "Bene", "Eva", "Sepp")), Payment("Kathi", "Bene", 50))
    done = merge_in(ledger, other)
    assert (done.both, done.new, done.called) == (("Anna", "Bene"), ("Eva", "Sepp", "Kathi"), ())


@pytest.mark.parametrize(
    ("people", "hands", "alike"),
    [
        pytest.param(TABLE, [Passed()], [(1, 1)], id="same-people"),
        pytest.param(TABLE[::-1], [Passed()], [(1, 1)], id="another-order"),
        pytest.param(("Sepp", *TABLE[1:]), [Passed()], [], id="another-table"),
        pytest.param(TABLE, [], [], id="nothing-played"),
    ],
)
def test_an_evening_that_may_have_been_typed_twice_is_named(
    ledger: sqlite3.Connection,
    other: sqlite3.Connection,
    people: Sequence[str],
    hands: Sequence[Passed],
    alike: list[tuple[int, int]],
) -> None:
    """Two evenings of one day with hands of the same people may be one, typed on two laptops."""
    add(ledger, begun(ledger), Passed())
    add(other, begun(other, people, name="Anders"), *hands)
    done = merge_in(ledger, other)
    assert fates(done) == [merge.NEW]
    assert [(there.id, here.id) for there, here in done.alike] == alike


def test_an_evening_typed_twice_is_known_by_the_names_of_here(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """Who is called otherwise there is the same person."""
    add(ledger, begun(ledger), Passed())
    add(other, begun(other, ("Sepp", *TABLE[1:])), Passed())
    assert len(merge_in(ledger, other, Sepp="Anna").alike) == 1


def test_a_name_is_written_as_this_ledger_writes_it(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """`anna` there is `Anna` here: that is recorded, so that the digests of what came hold on."""
    evening(ledger, WENZ)
    there = add(other, begun(other, ("anna", "BENE", "Eva", "Sepp")), won("anna"))
    done = merge_in(ledger, other)
    assert done.called == (("anna", "Anna"), ("BENE", "Bene"))
    assert names(ledger) == ["Anna", "Bene", "Christl", "Dani", "Eva", "Sepp"]
    assert [one.digest for one in chain.links(ledger, 2)][:-3] == [one.digest for one in chain.links(other, there.id)]


def test_a_rename_there_does_not_rename_anybody_here(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Neither another spelling that was said there nor a name that somebody had for a while is written here."""
    evening(ledger, WENZ)
    add(other, begun(other, ("Anna", "Bene", "Eva", "Sepp")), won("Anna"))
    ledger_people.rename(other, "Anna", "ANNA", SAID)
    ledger_people.rename(other, "Sepp", "DANI", SAID)
    ledger_people.rename(other, "DANI", "Josef", SAID)
    merge_in(ledger, other)
    assert names(ledger) == ["Anna", "Bene", "Christl", "Dani", "Eva", "Josef"]


@pytest.mark.long
def test_who_was_written_otherwise_there_is_written_so_here(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """An evening that comes alone, with a name that another one there has spelled anew, is written as here."""
    evening(ledger, WENZ)
    first = begun(other, ("Anna", "Bene", "Eva", "sepp"))
    with contextlib.closing(copied(other)) as earlier:
        merge_in(ledger, earlier)
    ledger_people.rename(other, "sepp", "Sepp", SAID)
    goes_on(ledger, Passed(), number=2)
    begun(other, ("Anna", "Bene", "Eva", "Sepp"), name="Zweiter")
    assert fates(merge_in(ledger, other)) == [merge.DIFFERS, merge.NEW]
    assert names(ledger)[-1] == "sepp"
    assert evenings.find(ledger, first.uid).players[3] == "sepp"


def test_somebody_is_called_otherwise_here(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Who is called Nanni there and Anna here is one person here."""
    evening(ledger, WENZ)
    for _turn in range(2):
        add(other, begun(other, ("Nanni", "Bene", "Eva", "Sepp")), won("Nanni"))
    done = merge_in(ledger, other, Nanni="anna")
    assert (done.called, done.both) == ((("Nanni", "Anna"),), ("Anna", "Bene"))
    [anna] = [one for one in evenings.people(ledger) if one.name == "Anna"]
    assert anna.evenings == 3
    assert "Nanni" not in names(ledger)


def test_two_people_of_one_name_are_kept_apart(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """The other Sepp gets a name of his own, and neither has the other's money."""
    add(ledger, begun(ledger, ("Sepp", "Bene", "Eva", "Dani")), won("Sepp"))
    add(other, begun(other, ("Sepp", "Bene", "Eva", "Dani")), won("Eva"))
    before = balances(ledger)["sepp"]
    merge_in(ledger, other, Sepp="Sepp M.")
    assert balances(ledger)["sepp"] == before
    assert balances(ledger)["sepp m."] == balances(other)["sepp"]
    assert fates(merge_in(ledger, other, Sepp="Sepp M.")) == [merge.SAME]


def test_a_name_may_be_given_on(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Sepp becomes Sepp M., and Sepp H. becomes Sepp, in whichever order that is said."""
    add(other, begun(other, ("Sepp", "Sepp H.", "Eva", "Dani")), won("Sepp"))
    merge_in(ledger, other, **{"Sepp H.": "Sepp", "Sepp": "Sepp M."})
    assert evenings.by_number(ledger, 1).state.balances == {
        "Sepp M.": 60,
        "Sepp": -20,
        "Eva": -20,
        "Dani": -20,
        "Stock": 0,
    }


@pytest.mark.parametrize(
    ("called", "error", "said"),
    [
        ({"Eva": "Dani", "Dani": "Eva"}, Refused, "Eva, Dani cannot swap their names"),
        ({"Robert": "Eva"}, NotFound, 'there is no "Robert" in that ledger, only Anna, Bene, Dani, Eva'),
        ({"Eva": "Stock"}, IllegalHand, "Stock is not a player's name"),
        ({"Eva": "x" * 41}, IllegalHand, "at most 40 are possible"),
        ({"Eva": "Dani"}, Refused, r"so two people of evening 2 \(Abend\) would be one"),
    ],
    ids=["in-a-circle", "nobody", "the-stock", "too-long", "two-at-one-table"],
)
def test_nobody_can_be_called_so(
    ledger: sqlite3.Connection, other: sqlite3.Connection, called: dict[str, str], error: type[Exception], said: str
) -> None:
    """A name that cannot be is refused with a sentence, and nothing was taken."""
    evening(ledger, WENZ)
    add(other, begun(other, ("Anna", "Bene", "Eva", "Dani")), won("Anna"))
    before = dump(ledger)
    with pytest.raises(error, match=said):
        merge_in(ledger, other, **called)
    assert dump(ledger) == before


def test_who_sat_here_before_stays_who_that_is(ledger: sqlite3.Connection, shared: sqlite3.Connection) -> None:
    """In an evening that goes on only who joined there is called otherwise; the others are the same people."""
    goes_on(shared, Join("Sepp"), Leave("Dani"), Passed())
    done = merge_in(ledger, shared, forward=True, Anna="Nanni", Sepp="Josef")
    assert done.called == (("Sepp", "Josef"),)
    assert names(ledger) == ["Anna", "Bene", "Christl", "Dani", "Josef"]
    assert (done.both, done.new) == ((), ("Josef",))


def test_who_was_renamed_there_is_named(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """An evening that goes on under another name makes two people of one who sat in other evenings here, too."""
    begun(other)
    merge_in(ledger, other)
    begun(ledger)
    ledger_people.rename(other, "Dani", "Eva", SAID)
    ledger_people.rename(other, "Eva", "Josef", SAID)
    assert merge_in(ledger, other, forward=True).renamed == ((1, "Dani", "Josef"),)


def test_a_rename_that_was_taken_back_there_is_not_named(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Everybody is called as before."""
    begun(other)
    merge_in(ledger, other)
    ledger_people.rename(other, "Dani", "Josef", SAID)
    undo.undo(other, None, SAID)
    assert merge_in(ledger, other, forward=True).renamed == ()


def test_how_somebody_is_called_here_is_no_difference(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Seen from where it came from, an evening whose people are called otherwise here is the same."""
    add(other, begun(other, ("Nanni", "Bene", "Eva", "Sepp")), won("Nanni"))
    merge_in(ledger, other, Nanni="Anna")
    assert fates(merge_in(other, ledger, forward=True)) == [merge.SAME]
    assert names(other) == ["Bene", "Eva", "Nanni", "Sepp"]


def test_who_had_another_name_here_once_is_asked_for(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Christl was renamed here and not there: she would be two people, so it says that the name is known."""
    evening(ledger, WENZ)
    evening(other, WENZ)
    ledger_people.rename(ledger, "Christl", "Christa", SAID)
    done = merge_in(ledger, other)
    assert (done.new, done.once) == (("Christl",), ("Christl",))
    assert merge_in(ledger, other).once == ()


@pytest.mark.long
def test_names_that_were_set_right_keep_no_evening_from_a_third_ledger(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """A ledger that has one of two evenings from where they were played takes the other one from elsewhere."""
    players = ("anna", "Bene", "Eva", "Sepp")
    begun(other, players)
    with contextlib.closing(copied(other)) as third:
        evening(ledger, WENZ)
        begun(other, players)
        merge_in(ledger, other)
        assert fates(merge_in(third, ledger)) == [merge.NEW, merge.SAME, merge.NEW]


def test_an_iban_stays_with_who_gave_it(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Neither a rename that came along nor the new name of another Anna takes it away, and none comes along."""
    evening(ledger, WENZ)
    accounts.keep(ledger, accounts.BANKS, "Anna", ("DE89370400440532013000", ""), SAID)
    accounts.keep(ledger, accounts.BANKS, "Bene", ("DE02120300000000202051", ""), SAID)
    add(other, begun(other, ("Anna", "Bene", "Eva", "Sepp")), won("Anna"))
    accounts.keep(other, accounts.BANKS, "Eva", ("DE02500105170137075030", ""), SAID)
    ledger_people.rename(other, "Bene", "Benedikt", SAID)
    done = merge_in(ledger, other, Anna="Anna H.")
    assert {name: one.iban[-4:] for name, one in accounts.known(ledger).items()} == {"Anna": "3000", "Bene": "2051"}
    assert done.ibans == 1


def test_a_rename_that_an_evening_went_on_with_moves_no_iban(
    ledger: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """Sepp there is Robert since then; Sepp here, who plays another evening, keeps what is his."""
    add(ledger, begun(ledger, ("Anna", "Bene", "Eva", "Sepp")), won("Sepp"))
    evening(other, WENZ, Join("Sepp"))
    merge_in(ledger, other)
    accounts.keep(ledger, accounts.BANKS, "Sepp", ("DE89370400440532013000", ""), SAID)
    ledger_people.rename(other, "Sepp", "Robert", SAID)
    merge_in(ledger, other, forward=True)
    assert set(accounts.known(ledger)) == {"Sepp"}


def test_a_rename_of_here_that_was_taken_back_elsewhere_gives_an_iban_back(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """What was said here of somebody is taken back here too, IBAN and all."""
    accounts.keep(ledger, accounts.BANKS, "Bene", ("DE89370400440532013000", ""), SAID)
    ledger_people.rename(ledger, "Bene", "Benedikt", SAID)
    ledger.backup(shared)
    undo.undo(shared, None, SAID)
    merge_in(ledger, shared, forward=True)
    assert names(ledger) == ["Anna", "Bene", "Christl", "Dani"]
    assert set(accounts.known(ledger)) == {"Bene"}


# -- what is kept of it -------------------------------------------------------------------------------


@pytest.fixture
def came_twice(ledger: sqlite3.Connection, other: sqlite3.Connection) -> sqlite3.Connection:
    """Return a ledger with an evening that the other one had from a file, and more of it that came later."""
    import_session(other, Session("Abend", "", tariffs.find("wiki"), TABLE, (WENZ,)), SAID, uid="0123456789")
    merge_in(ledger, other)
    goes_on(other, Passed())
    merge_in(ledger, other, forward=True)
    return ledger


@pytest.mark.parametrize(
    ("row", "said"),
    [
        pytest.param(1, "the rows of arrival are not complete: 1 is missing", id="first"),
        pytest.param(2, "2 rows of arrival were recorded, and 1 are there", id="last"),
    ],
)
def test_an_arrival_that_is_gone_is_missed(came_twice: sqlite3.Connection, row: int, said: str) -> None:
    """Nothing else would tell that nobody gave these commands here."""
    forged(came_twice, f"DELETE FROM arrival WHERE id = {row}")  # noqa: S608  our own words
    assert list(disagreements(came_twice)) == [said]


@pytest.mark.parametrize("change", ["session_id = 2", "at = ''", "who = ''", "source = ''", "first = 1", "upto = 3"])
def test_an_arrival_that_was_changed_is_named(came_twice: sqlite3.Connection, change: str) -> None:
    """Its seal is of all that it says."""
    begun(came_twice)
    forged(came_twice, f"UPDATE arrival SET {change} WHERE id = 2")  # noqa: S608  our own words
    assert any("somebody changed which ledger it came from" in one for one in disagreements(came_twice))


# -- undo ---------------------------------------------------------------------------------------------


@pytest.fixture
def arrived(ledger: sqlite3.Connection, other: sqlite3.Connection) -> sqlite3.Connection:
    """Return a ledger with an evening of its own and one that came, with its names as they are written here."""
    evening(ledger, WENZ, Passed())
    evening(other, won("Dani"), won("Anna"))
    add(other, begun(other, ("anna", "Bene", "Eva", "Sepp")), won("Eva"))
    merge_in(ledger, other)
    return ledger


def test_undo_means_what_was_said_here(arrived: sqlite3.Connection) -> None:
    """Commands that came along are newer and yet not meant, nor what the merge said about names."""
    undone = undo.undo(arrived, None, SAID)
    assert undone.change.evening.id == 1
    assert undo.redo(arrived, None, SAID).change.evening.id == 1
    assert [one.hands for one in evenings.all_evenings(arrived)] == [2, 2, 1]


ASKING = {
    "undo": lambda ledger: undo.undo(ledger, None, SAID),
    "redo": lambda ledger: undo.redo(ledger, None, SAID),
    "log": lambda ledger: facts.origins(ledger, 1),
}


@pytest.mark.parametrize("ask", ASKING.values(), ids=ASKING)
def test_nobody_is_told_what_was_said_here_where_an_arrival_is_gone(
    arrived: sqlite3.Connection, ask: Callable[[sqlite3.Connection], object]
) -> None:
    """A hand of an evening from elsewhere would be taken back as one's own."""
    forged(arrived, "DELETE FROM arrival WHERE id = 1")
    with pytest.raises(LedgerError, match="the record of the ledger an evening came from was changed"):
        ask(arrived)


def test_repair_does_not_make_an_evening_ones_own(arrived: sqlite3.Connection) -> None:
    """Where it is not known any more what came from elsewhere, it stays kept so."""
    forged(arrived, "DELETE FROM arrival WHERE id = 1")
    repair.repair(arrived)
    assert arrived.execute("SELECT imported FROM session WHERE id = 2").fetchone() == (1,)


def test_undo_means_what_was_done_since_to_an_evening_that_came(arrived: sqlite3.Connection) -> None:
    """A command given here about an evening from elsewhere is the newest one."""
    goes_on(arrived, Passed(), number=2)
    assert undo.undo(arrived, None, SAID).change.evening.id == 2
    assert undo.redo(arrived, None, SAID).change.evening.id == 2
    assert list(disagreements(arrived)) == []


def test_undo_of_that_evening_goes_further_back(arrived: sqlite3.Connection) -> None:
    """Who names the evening can take back what came along, and bring it back."""
    undo.undo(arrived, evenings.by_number(arrived, 2), SAID)
    assert evenings.by_number(arrived, 2).hands == 1
    undo.redo(arrived, evenings.by_number(arrived, 2), SAID)
    assert evenings.by_number(arrived, 2).hands == 2
    assert list(disagreements(arrived)) == []


@pytest.mark.long
def test_undo_does_not_mean_what_an_evening_from_elsewhere_went_on_with(
    arrived: sqlite3.Connection, other: sqlite3.Connection
) -> None:
    """What came later is as little meant as what came first."""
    goes_on(other, Passed())
    merge_in(arrived, other, forward=True)
    assert undo.undo(arrived, None, SAID).change.evening.id == 1
    assert [one.hands for one in evenings.all_evenings(arrived)] == [1, 3, 1]


def test_what_went_on_elsewhere_is_undone_where_its_evening_is_named(
    ledger: sqlite3.Connection, shared: sqlite3.Connection
) -> None:
    """An evening of this table went on on another laptop: named it is undone as there, otherwise that is said."""
    there = goes_on(shared, Passed(), won("Anna"))
    merge_in(ledger, shared, forward=True)
    with pytest.raises(Refused, match="something else has been done since: first take that back"):
        undo.undo(ledger, None, SAID)
    undo.undo(ledger, evenings.by_number(ledger, 1), SAID)
    undo.undo(shared, None, SAID)
    assert digests(ledger) == digests(shared) != {there.uid: there.digest}


def test_what_was_undone_elsewhere_is_not_undone_again(ledger: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """The newest hand here was taken back on another laptop: the one before it is meant, and none is brought back."""
    evening(ledger, WENZ, WENZ, Passed())
    ledger.backup(other)
    undo.undo(other, None, SAID)
    merge_in(ledger, other, forward=True)
    with pytest.raises(undo.NothingLeft):
        undo.redo(ledger, None, SAID)
    undo.undo(ledger, None, SAID)
    assert evenings.by_number(ledger, 1).hands == 1


def test_a_name_that_the_merge_has_set_right_can_be_taken_back_there(arrived: sqlite3.Connection) -> None:
    """Taking it back changes nobody's name: the ledger writes everybody in one way."""
    undo.undo(arrived, evenings.by_number(arrived, 3), SAID)
    assert names(arrived) == ["Anna", "Bene", "Christl", "Dani", "Eva", "Sepp"]
    assert list(disagreements(arrived)) == []


# -- many ledgers -------------------------------------------------------------------------------------


PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi", "Robert")


class Laptops:
    """Several people keep lists, and now and then one takes over what another one has."""

    def __init__(self, seed: int, many: int) -> None:
        self.random = Random(seed)  # noqa: S311  (tables, not secrets)
        self.ledgers = [in_memory() for _ in range(many)]

    def somebody_does_something(self) -> None:
        """Somebody begins an evening, plays on, corrects, renames, or takes another ledger over."""
        ledger = self.random.choice(self.ledgers)
        deed = self.random.choice([self.begin, self.play, self.play, self.play, self.correct, self.name, self.take])
        with contextlib.suppress(HandError, Refused, NotFound), database.transaction(ledger, Path("any.db")):
            deed(ledger)

    def begin(self, ledger: sqlite3.Connection) -> None:
        """An evening begins, with names in any spelling."""
        spell: Callable[[str], str] = self.random.choice([str, str, str.upper, str.lower])
        people = record.known_spelling(ledger, map(spell, self.random.sample(PEOPLE, 4)))
        begun(ledger, people, tariff=self.random.choice(["wiki", "sauspiel"]))

    def play(self, ledger: sqlite3.Connection) -> None:
        """A hand, a posting, a payment or somebody new."""
        now = self.random.choice(evenings.all_evenings(ledger) or [begun(ledger, record.known_spelling(ledger, TABLE))])
        one, two = self.random.sample(now.state.everybody, 2)
        entries = (won(one), Passed(), Posting(amounts={one: 5, two: -5}), Payment(one, two, 10), Join("Nora"))
        record.add(ledger, now, [self.random.choice(entries)], SAID)

    def correct(self, ledger: sqlite3.Connection) -> None:
        """A hand is void, or the newest command is taken back."""
        now = self.random.choice(evenings.all_evenings(ledger) or [begun(ledger, record.known_spelling(ledger, TABLE))])
        if self.random.random() < 0.5:
            undo.undo(ledger, self.random.choice([now, None]), SAID)
        else:
            ledger_correct.void(ledger, now, 1, SAID)

    def name(self, ledger: sqlite3.Connection) -> None:
        """Somebody is called otherwise, in all evenings of this ledger."""
        new = self.random.choice(["Andi", "ANNA", "bene", "Sepp"])
        ledger_people.rename(ledger, self.random.choice(PEOPLE), new, SAID)

    def take(self, ledger: sqlite3.Connection) -> None:
        """What another ledger has is taken over."""
        other = self.random.choice([one for one in self.ledgers if one is not ledger])
        merge.merge(ledger, other, MERGE, people={}, forward=self.random.random() < 0.3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_ten_ledgers_in_any_order(seed: int) -> None:
    """Whatever was done in ten ledgers, each takes over all others without a word from check, and twice is once."""
    laptops = Laptops(seed, 10)
    for _turn in range(120):
        laptops.somebody_does_something()
    ledger, *others = laptops.random.sample(laptops.ledgers, 10)
    came = 1
    while came:  # what waits for another evening may come when a third ledger has brought that
        came = 0
        for other in others:
            came += sum(one.taken for one in merge_in(ledger, other, forward=laptops.random.random() < 0.5).met)
    before = dump(ledger)
    for other in laptops.random.sample(others, 9):
        merge_in(ledger, other)
    assert dump(ledger) == before
    for opened in laptops.ledgers:
        opened.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_merging_is_all_the_same(seed: int) -> None:
    """Ledgers of different tables, taken over in two orders, make the same balances and the same digests."""
    laptops = Laptops(seed, 5)
    for ledger in laptops.ledgers:
        for _turn in range(15):
            with contextlib.suppress(HandError, Refused, NotFound), database.transaction(ledger, Path("any.db")):
                laptops.random.choice([laptops.begin, laptops.play, laptops.play, laptops.correct])(ledger)
    found = []
    for _turn in range(2):
        with contextlib.closing(in_memory()) as all_of_it:
            for other in laptops.random.sample(laptops.ledgers, 5):
                merge_in(all_of_it, other)
            found.append((balances(all_of_it), len(digests(all_of_it))))
    assert found[0] == found[1]
    assert found[0][1] == sum(len(digests(ledger)) for ledger in laptops.ledgers)
    for opened in laptops.ledgers:
        opened.close()
