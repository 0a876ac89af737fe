"""The chain of facts: what is changed, removed or moved breaks it, and a noted digest tells."""

import json
import sqlite3
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog.ledger import chain, correct, database, evenings, people, record, undo
from sklog.ledger.open import in_memory
from sklog.scoring.hand import Passed
from sklog.scoring.state import Payment
from sklog.vault import check
from sklog.vault.check import disagreements
from sklog.vault.commands_check import as_noted
from tests.recorded import SAID, SAUSPIEL, WENZ, evening, forged

A_HAND = '{"game":"wenz","note":"Grüß \\"Gott\\" 🂡"}'
DIGEST_OF_A_HAND = "bb75068d64c3c5f5663e3775bbb660b4"
DIGEST_OF_THE_REST = "c1baf7ae56ad31af2986f24332c0eecc"


def _eventful(ledger: sqlite3.Connection) -> None:
    """Record an evening with a correction, a payment, an undo, a new name and a closing."""
    begun = evening(ledger, WENZ, Passed(), SAUSPIEL, Payment("Anna", "Bene", 20))
    begun = correct.fix(ledger, begun, 1, SAUSPIEL, SAID).evening
    begun = correct.move(ledger, begun, 3, 1, SAID).evening
    begun = undo.undo(ledger, begun, SAID).change.evening
    people.rename(ledger, "Dani", "Daniela", SAID)
    record.close(ledger, evenings.find(ledger, "1"), [], SAID)


@pytest.mark.parametrize(
    ("fact", "digest"),
    [
        pytest.param(
            ("entry", "hand", '{"game":"wenz","note":"Grüß \\"Gott\\" 🂡"}', None, None), DIGEST_OF_A_HAND, id="hand"
        ),
        pytest.param((7, 0, -240, b"\x00\xff", "", None), DIGEST_OF_THE_REST, id="numbers-and-bytes"),
    ],
)
def test_a_digest_is_what_it_was_in_every_version(fact: tuple[str | int | bytes | None, ...], digest: str) -> None:
    """Ledgers and noted digests live longer than the code: no letter of what is digested may ever change."""
    assert chain.link(b"before", *fact).hex() == digest


@given(st.binary(), st.text(), st.text())
def test_an_entry_that_names_no_other_has_the_same_digest(before: bytes, kind: str, fact: str) -> None:
    """That it is made in a shorter way changes no letter of what is digested."""
    try:
        usual = chain.link(before, "entry", kind, fact, None, None)
    except UnicodeEncodeError:  # half a character is in no database
        return
    assert chain.link_alone(before, kind, fact) == usual


def _broken(ledger: sqlite3.Connection) -> tuple[str, int] | None:
    found = check.up_to_broken(ledger, 1)[-1]
    return None if found.fits else (found.table, found.row)


def test_an_evening_of_every_kind_of_command_is_a_whole_chain(ledger: sqlite3.Connection) -> None:
    """Whatever is recorded, each fact fits behind the one before."""
    _eventful(ledger)
    assert all(one.fits for one in chain.links(ledger, 1))


def test_the_digest_of_an_evening_is_that_of_its_newest_fact(ledger: sqlite3.Connection) -> None:
    """An evening is known by the end of its chain."""
    _eventful(ledger)
    *_, last = chain.links(ledger, 1)
    assert evenings.by_number(ledger, 1).digest == last.digest


def test_every_command_changes_the_digest(ledger: sqlite3.Connection) -> None:
    """No two moments of an evening have the same digest, not even before and behind an undo and a redo."""
    begun = evening(ledger, WENZ)
    there_and_back = (undo.undo, undo.redo, undo.undo, undo.redo)
    digests = {do(ledger, begun, SAID).change.evening.digest for do in there_and_back}
    assert len(digests | {begun.digest}) == 5


BREAKS = [
    pytest.param("UPDATE session SET place = 'Bräu'", ("session", 1), id="place-of-the-evening"),
    pytest.param("UPDATE session SET stock_in = 500", ("session", 1), id="stock-brought-in"),
    pytest.param(
        "UPDATE session SET tariff = json_set(tariff, '$.prices.solo', 70)", ("session", 1), id="price-of-the-tariff"
    ),
    pytest.param("UPDATE action SET who = 'Bene' WHERE id = 3", ("action", 3), id="who-said-it"),
    pytest.param("UPDATE action SET at = '2026-11-19T19:00' WHERE id = 3", ("action", 3), id="when"),
    pytest.param("UPDATE action SET undoes = 3 WHERE undoes = 7", ("action", 8), id="what-was-undone"),
    pytest.param("UPDATE action SET undoes = NULL WHERE undoes = 7", ("action", 8), id="undo-made-void"),
    pytest.param(
        "UPDATE entry SET fact = json_set(fact, '$.won', json('false')) WHERE id = 1", ("entry", 1), id="hand"
    ),
    pytest.param("UPDATE entry SET fact = replace(fact, ',', ', ') WHERE id = 1", ("entry", 1), id="only-spaces"),
    pytest.param("UPDATE entry SET kind = 'event' WHERE id = 2", ("entry", 2), id="kind"),
    pytest.param("UPDATE entry SET target = 2 WHERE id = 5", ("entry", 5), id="what-is-corrected"),
    pytest.param('UPDATE entry SET "before" = 2 WHERE id = 6', ("entry", 6), id="where-it-stands"),
    pytest.param("DELETE FROM entry WHERE id = 2", ("action", 4), id="removed"),
    pytest.param("UPDATE entry SET action_id = 2 WHERE id = 2", ("entry", 2), id="of-another-command"),
    pytest.param(
        "UPDATE entry SET id = -2 WHERE id = 2; UPDATE entry SET id = 2 WHERE id = 3;"
        "UPDATE entry SET id = 3 WHERE id = -2",
        ("action", 4),
        id="reordered",
    ),
    pytest.param("UPDATE entry SET digest = x'00' WHERE id = 3", ("entry", 3), id="digest"),
    pytest.param("UPDATE entry SET digest = NULL WHERE id = 3", ("entry", 3), id="digest-lost"),
]


@pytest.mark.parametrize(("change", "where"), BREAKS)
def test_the_chain_breaks_at(ledger: sqlite3.Connection, change: str, where: tuple[str, int]) -> None:
    """The first fact that does not fit is the one that was changed, or the next one behind a gap."""
    _eventful(ledger)
    forged(ledger, change)
    assert _broken(ledger) == where


@pytest.mark.long
@pytest.mark.parametrize("others", [1, 3])
def test_an_evening_has_the_same_digests_in_every_ledger(ledger: sqlite3.Connection, others: int) -> None:
    """Facts name each other by digest: what else is in the ledger, and so other rows, change nothing."""
    alone = in_memory()
    for number in range(others):
        evening(ledger, WENZ, SAUSPIEL, name=f"Anderer {number}")
    digests = []
    for one in (ledger, alone):
        begun = evening(one, WENZ, Passed(), SAUSPIEL, uid="same")
        begun = correct.move(one, begun, 3, 1, SAID).evening
        begun = correct.fix(one, begun, 2, SAUSPIEL, SAID).evening
        digests.append(undo.undo(one, begun, SAID).change.evening.digest)
    alone.close()
    assert digests[0] == digests[1]


@given(st.binary(min_size=chain.DIGEST_SIZE, max_size=chain.DIGEST_SIZE))
def test_a_noted_digest_is_read_back(digest: bytes) -> None:
    """The short form is the beginning of the digest, however it is typed."""
    short = chain.short(digest)
    assert as_noted(short) == digest[:10]
    assert as_noted(short.lower().replace("-", " ")) == digest[:10]


def test_letters_that_look_alike_are_read_as_what_was_meant() -> None:
    """O is 0, and I and L are 1: a note may be taken down by hand."""
    assert as_noted("OIL0-1111-0000-1111") == as_noted("0110-1111-0000-1111")


@pytest.mark.parametrize(
    "said", ["", "ABCD", "ABCD-ABCD-ABCD-ABC", "ABCD-ABCD-ABCD-ABCDE", "UUUU-UUUU-UUUU-UUUU", "ÄBCD"]
)
def test_what_is_no_digest(said: str) -> None:
    """Anything but sixteen of the letters is none."""
    assert as_noted(said) is None


def test_every_kind_of_command_keeps_the_overview(ledger: sqlite3.Connection) -> None:
    """What lists and seasons read of an evening is what its state says, after each of them."""
    _eventful(ledger)
    begun = evenings.by_number(ledger, 1)
    assert check.overview_fits(ledger, 1, begun.state, closed=True)
    undo.undo(ledger, begun, SAID)
    assert check.overview_fits(ledger, 1, evenings.by_number(ledger, 1).state, closed=False)


@pytest.mark.long
@pytest.mark.parametrize("hands", [database.MANY, database.MANY + 1, 2 * database.MANY])
def test_rows_written_many_at_once_are_all_there(ledger: sqlite3.Connection, hands: int) -> None:
    """Full blocks and what is left behind them."""
    evening(ledger, *[WENZ] * hands)
    assert ledger.execute("SELECT count(*) FROM entry").fetchone() == (hands,)
    assert list(disagreements(ledger)) == []


@pytest.mark.parametrize(
    "text",
    [
        *(as_text for value in (0, -7, 1.5, True, None, "Grüß \\u00e4\n", {"a": [{}, {"b": ""}]}, [])
          for as_text in (chain.as_json(value), json.dumps(value, indent=1), f" {json.dumps(value)}\n")),
        *("", "{", '{"a":1}}', '{"a":1,"a":2}', "[NaN, Infinity, -Infinity]", "1" * 5000, '"\n"', "nul", '{"a" 1}'),
        *("[" * 100_000, b'{"a":1}', None),
    ],
)  # fmt: skip
def test_a_stored_text_is_read_as_json_reads_it(text: str) -> None:
    """Whatever stands there: also a text that the ledger did not write is read, or refused, in the same way."""
    assert _read_by(chain.loads, text) == _read_by(json.loads, text)


def _read_by(loads: Callable[[str], object], text: str) -> str:
    """Return what comes of a text, or what is said of it."""
    try:
        return repr(loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        return f"{type(error).__name__}: {error}"
