"""The fast fold makes what the fold by hand makes: every amount, every refusal, every state, to the last cent."""

import io
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from sklog.files.formats import text_of
from sklog.scoring.tariff import Tariff

pytest.importorskip("pyarrow", reason="sklog[platform] is not installed")

import pyarrow as pa
import pyarrow.parquet as pq

from sklog import netschafkopf, tariffs
from sklog.errors import HandError, Refused
from sklog.files import formats
from sklog.language import speak
from sklog.platform import by_hand, columns, fold, results, walk
from sklog.scoring.evening import triggers
from sklog.scoring.games import BY_NAME
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.judge import Table
from sklog.scoring.payout import score
from sklog.scoring.session import Session, compare
from sklog.scoring.settings import stored
from sklog.scoring.state import BockOrder, Entry, Leave, RoundOrder, StockMove, Voided, altogether
from sklog.scoring.tariff import BLAUER_HABICHT, SCHIEBER, Bock, Kreuz, Rounds, Stock
from tests import plain_evenings, transcripts, two_folds
from tests.many_evenings import random_evenings
from tests.many_tariffs import random_tariffs, shipped
from tests.two_folds import disagreements

pytestmark = pytest.mark.long

REAL = Path(__file__).parents[3] / "shared/protocols"
SAMPLES = sorted((transcripts.ROOT / "sample_sessions").glob("*.yaml"))
BATCHES, ENTRIES = 12, 3_000  # under ten tariffs each; `python -m tests.two_folds` draws 10,000,000


@pytest.fixture(autouse=True)
def _in_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave nothing to the fold by hand only because it is little."""
    monkeypatch.setattr(fold, "FEW", 0)


@pytest.mark.parametrize("seed", range(BATCHES))
def test_random_evenings_are_folded_alike(seed: int) -> None:
    """Under their own random tariffs and under another: scores, refusals with their sentences, standings, digest."""
    made = two_folds.check(seed, ENTRIES)
    assert not made.found, made.found[0]
    assert made.entries >= ENTRIES
    assert made.refused


def _alike(sessions: Iterable[Session], unders: Iterable[Tariff | None]) -> None:
    evenings, named = columns.table_of(sessions)
    for under in unders:
        found = disagreements(evenings, named, under)
        assert not found, str(found[0])


@pytest.mark.skipif(not REAL.is_dir(), reason=f"the real protocols are not there: {REAL}")
def test_real_protocols_are_folded_alike() -> None:
    """Evenings that were really played, under the prices they print and under every shipped tariff."""
    texts = [text_of(path.read_bytes()) for path in sorted(REAL.glob("*.txt"))]
    sessions = [netschafkopf.read_protocol(text, "protocol").session for text in texts]
    assert sum(len(session.entries) for session in sessions) > 100
    _alike(sessions, [None, *shipped()])


def test_samples_are_folded_alike() -> None:
    """The recorded samples, under their own tariffs and under every shipped one."""
    sessions = [session for path in SAMPLES for session in formats.read_path(path)]
    assert sessions
    _alike(sessions, [None, *shipped()])


def test_evenings_under_a_tariff_of_another_deck_are_folded_alike() -> None:
    """What its cards cannot be is refused, as a comparison leaves it out."""
    tariff, people = tariffs.find("wiki"), ("Anna", "Bene", "Christl", "Dani")
    solo = Played(game="solo", suit="herz", declarer="Anna", won=True, laufende=7)
    evening = Session("Kurz", "2026-11-19", tariff, people, (solo, replace(solo, laufende=3)))
    short = tariff._replace(name="kurz", deck=dict.fromkeys(tariff.deck, "short"))
    _alike([evening], [None, short])
    made = fold.fold(*columns.table_of([evening]), short)
    assert made.refused["sentences"].to_pylist() == [list(compare(evening, short).entries[0].why)] != [[]]


@pytest.mark.parametrize("counted", [False, True])
def test_plain_evenings_are_folded_alike(counted: bool) -> None:
    """What figures of speed are taken of is folded alike, with and without a memory; every hand of it can be."""
    for tariff in (plain_evenings.without_memory(), plain_evenings.with_stock_and_bock()):
        evenings = plain_evenings.plain_evenings(100, tariff, counted=counted)
        found = disagreements(evenings, {columns.digest_of(tariff): tariff})
        assert not found, str(found[0])
        assert fold.fold(evenings, {columns.digest_of(tariff): tariff}).refused.num_rows == 0


@pytest.mark.parametrize("seed", [3, 4])
def test_evenings_whose_hands_name_their_dealer_are_folded_alike(seed: int) -> None:
    """Nearly every hand says who dealt, some say somebody who has left; five sit, under rules that remember or not."""
    rng, sessions = Random(seed), []  # noqa: S311  (evenings, not secrets)
    for tariff in (plain_evenings.without_memory(), plain_evenings.with_stock_and_bock(), *shipped()):
        plain = plain_evenings.plain_evenings(3, tariff, seed=seed)
        for session in columns.sessions_of(plain, {columns.digest_of(tariff): tariff}):
            people = (*session.players, "Eva")
            entries: list[Entry] = [
                replace(hand, dealer=rng.choice(people)) if rng.random() < 0.9 else hand for hand in session.entries
            ]
            entries.insert(rng.randrange(40), Leave(people[rng.randrange(5)]))
            players = people if rng.random() < 0.7 else people[:4]
            sessions.append(session._replace(players=players, entries=tuple(entries)))
    _alike(sessions, [None, plain_evenings.without_memory()])


# -- what holds of any evenings --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many() -> two_folds.Batch:
    """Return evenings under several tariffs."""
    return two_folds.batch(404, 3_000)


def test_parts_make_the_whole(many: two_folds.Batch) -> None:
    """However a table is divided, the parts' scores, standings, digests and hands make those of the whole."""
    whole = fold.fold(many.evenings, many.tariffs)
    rng = Random(1)  # noqa: S311  the same every time
    cuts = sorted(rng.randint(0, many.evenings.num_rows) for _ in range(7))
    bounds = zip([0, *cuts], [*cuts, many.evenings.num_rows], strict=True)
    parts = [fold.fold(many.evenings.slice(low, high - low), many.tariffs) for low, high in bounds]
    assert pa.concat_tables(part.scores for part in parts if part.scores).equals(whole.scores)
    assert pa.concat_tables(part.refused for part in parts).equals(whole.refused)
    assert results.sum_standings(part.standings for part in parts).equals(whole.standings)
    assert sum(part.digest for part in parts) % 2**256 == whole.digest
    assert altogether(part.counted for part in parts) == whole.counted


def test_chunks_do_not_matter(many: two_folds.Batch) -> None:
    """A table that is read in pieces from Parquet makes the same as the same table in one."""
    written = io.BytesIO()
    pq.write_table(many.evenings, written, row_group_size=7)
    pieces = pq.read_table(written)
    whole, again = fold.fold(many.evenings.combine_chunks(), many.tariffs), fold.fold(pieces, many.tariffs)
    assert whole.scores
    assert again.scores
    assert again.scores.combine_chunks().equals(whole.scores.combine_chunks())
    assert again[1:] == whole[1:]


def test_order_of_evenings_does_not_matter(many: two_folds.Batch) -> None:
    """Evenings in another order have the same standings and the same digest, and each has its own scores."""
    order = list(range(many.evenings.num_rows))
    Random(2).shuffle(order)  # noqa: S311  the same every time
    whole, mixed = fold.fold(many.evenings, many.tariffs), fold.fold(many.evenings.take(order), many.tariffs)
    assert mixed.standings.equals(whole.standings)
    assert mixed.digest == whole.digest
    assert whole.scores
    assert mixed.scores
    assert mixed.scores.equals(whole.scores.take(order))


def test_standings_alone_are_those_beside_scores(many: two_folds.Batch) -> None:
    """Where only the standings are wanted they are the same, and so are the refusals; there are no scores."""
    whole, alone = fold.fold(many.evenings, many.tariffs), fold.fold(many.evenings, many.tariffs, postings=False)
    assert alone.scores is None
    assert alone.digest == 0
    assert alone.standings.equals(whole.standings)
    assert alone.refused.equals(whole.refused)
    assert alone.counted == whole.counted


def test_nothing_is_folded_to_nothing() -> None:
    """No evening makes no score, no refusal, no standing, and a digest of 0."""
    empty = columns.EVENINGS.empty_table()
    assert list(two_folds.differences(by_hand.fold(empty, {}), fold.fold(empty, {}))) == []
    assert fold.fold(empty, {}).digest == 0


# -- what is rare ------------------------------------------------------------------------------------------

FOUR = ("Anna", "Bene", "Christl", "Dani")
FIVE = ("Christl", "Eva", "Anna", "Dani", "Bene")
MARK, OTHER_MARK = "\U00013000", "\U00013001"  # what a fold may call people by


def _evening(*entries: Entry, tariff: Tariff | None = None, players: tuple[str, ...] = FOUR, stock: int = 0) -> Session:
    return Session("", "", tariff or tariffs.find("sauspiel"), players, entries, stock=stock, id="0f")


def _with_a_stock(pay_in: int = 10) -> Tariff:
    return tariffs.find("sauspiel")._replace(name="stock", stock=Stock(pay_in))


def _over_kreuz(**more: Any) -> Tariff:
    games = (*tariffs.find("sauspiel").games, BY_NAME["kreuz"])
    return tariffs.find("sauspiel")._replace(name="kreuz", games=games, kreuz=Kreuz("again"), **more)


SIXTY = Played(game="kreuz", declarer="Anna", augen=60)
CALLED = Played(game="sauspiel", declarer="Anna", partner="Bene", won=True)
WON = Played(game="solo", declarer=OTHER_MARK, won=True)
RARE = {
    "people are called by letters that nobody is called by": _evening(
        WON,
        Played(game="sauspiel", declarer=MARK, partner=OTHER_MARK, tricks=3),
        Leave("Eva"),
        Ramsch(augen={MARK: 60, OTHER_MARK: 60, "Anna": 0, "Bene": 0}),
        players=(OTHER_MARK, MARK, "Anna", "Bene"),
    ),
    "a round is called so": _evening(RoundOrder(OTHER_MARK)),
    "a game is called so": _evening(Played(game=OTHER_MARK, declarer="Anna", won=True)),
    "a Ramsch is called so": _evening(Ramsch(game=OTHER_MARK, losers=("Anna",))),
    "a note says so": _evening(Played(game="solo", declarer="Anna", won=False, note=OTHER_MARK)),
    "nothing happens": _evening(),
    "nobody has a place any more": _evening(Leave("Anna"), Leave("Bene"), Leave("Christl"), Leave("Dani"), Passed()),
    "two are left": _evening(Leave("Anna"), Leave("Bene"), Played(game="wenz", declarer="Dani", won=True)),
    "the Stock holds nearly all there is": _evening(Passed(), tariff=_with_a_stock(), stock=2**63 - 40),
    "the Stock holds as much as there can be": _evening(Passed(), Passed(), tariff=_with_a_stock(), stock=2**63 - 41),
    "the Stock gets more than there can be": _evening(*[Passed()] * 3, tariff=_with_a_stock(2**60)),
    "the Stock owes as much as there can be": _evening(
        Played(game="sauspiel", declarer="Anna", partner="Bene", won=False), tariff=_with_a_stock(), stock=-(2**63)
    ),
    "the Stock is given more at once than there can be": _evening(
        StockMove({"Anna": -(2**62), "Bene": -(2**62)}), tariff=_with_a_stock(), stock=-(2**20)
    ),
    "60:60 is played again by the same dealer": _evening(
        CALLED,
        SIXTY,
        SIXTY,
        replace(SIXTY, won=True),
        replace(SIXTY, bid=61),
        CALLED,
        tariff=_over_kreuz(),
        players=FIVE,
    ),
    "it is played again in a round and in a Bock": _evening(
        BockOrder(2),
        RoundOrder("schieber"),
        *[SIXTY, CALLED] * 5,
        tariff=_over_kreuz(rounds=Rounds(), bock=Bock(("tie_60",))),
        players=FIVE,
    ),
    "it is played again after a void one whose seats are kept": _evening(
        Voided(SIXTY, keeps_seats=True),
        CALLED,
        replace(SIXTY, dealer="Eva"),
        CALLED,
        tariff=_over_kreuz(),
        players=FIVE,
    ),
    "Bock is ordered for long": _evening(BockOrder(999), Played(game="solo", declarer="Anna", won=True)),
}


@pytest.mark.parametrize("what", RARE)
def test_what_is_rare_is_folded_alike(what: str) -> None:
    """It may be rare, but it is folded as by hand."""
    _alike([RARE[what]], [None, *shipped()])


SOLO = '{"game":"solo","suit":"herz","declarer":"0","augen":%s,"bock":0}'
DEALT = '{"game":"solo","suit":"herz","declarer":"0","augen":%s,"dealer":"2"}'
NOTED = '{"note":"x:%s","game":"solo","suit":"herz","declarer":"0","augen":%s,"bock":0}'
TWICE = '{"note":":%s","game":"solo","suit":"herz","declarer":"0","augen":%s,"bock": 5}'
SPELLED = {
    "a number begins with 0": [SOLO % 70, SOLO % "070"],
    "a figure is spelled otherwise, or told twice": [
        DEALT % said for said in ("70", "070", " 70", '7,"augen":70', "999")
    ],
    "somebody deals who is nobody": [(DEALT % 70).replace('"2"', said) for said in ('"4"', '"9"', '"02"', "2", "null")],
    "a number has other digits": [SOLO % 7, SOLO % "\N{ARABIC-INDIC DIGIT SEVEN}"],
    "a sign stands for a number": [SOLO % 70, SOLO % "#"],
    "a note has numbers": [NOTED % said for said in (("#", 70), (70, 0), (0, 70))],
    "a note has the hand's numbers": [TWICE % said for said in ((5, 5), (9, 70), (9, 10), (9, 95))],
    "a tariff is said whole": [json.dumps({"tariff": stored(tariffs.find("lamers"))}), SOLO % 70],
    "a tariff says what nobody knows": ['{"tariff":{"0":3}}', SOLO % 70],
    "who doubled is called 0": ['{"game":"solo","suit":"herz","declarer":"1","won":true,"kontra":"0","bock":0}'],
}


@pytest.mark.parametrize("what", SPELLED)
def test_what_is_nearly_spelled_alike_is_read_as_by_hand(what: str) -> None:
    """Texts are alike where they differ in numbers of the hand alone, and in nothing that only looks like one.

    What is no entry at all, though it might be one elsewhere, is none to either.
    """
    evenings, named = columns.table_of([_evening(players=("0", *FOUR[1:]))])
    [row] = evenings.to_pylist()
    unsaid = dict.fromkeys(field.name for field in columns.HAND)
    # an evening each: in one, somebody else would deal
    rows = [row | {"hands": [unsaid | {"more": text}]} for text in SPELLED[what]]
    found = disagreements(pa.Table.from_pylist(rows, columns.EVENINGS), named)
    assert not found, str(found[0])


def test_sentences_are_those_of_the_language_that_is_spoken() -> None:
    """Refusals are the same in German, also where the same hand was refused in English before."""
    drawn = two_folds.batch(8, 2_500)
    fold.fold(drawn.evenings, drawn.tariffs)
    speak("de")
    try:
        found = disagreements(drawn.evenings, drawn.tariffs)
        assert not found, str(found[0])
        said = str(fold.fold(drawn.evenings, drawn.tariffs).refused["sentences"].to_pylist())
    finally:
        speak("en")
    assert "gewonnen" in said


@pytest.mark.parametrize("name", [name for name in columns.EVENINGS.names if name not in ("dealer", "expect")])
def test_nothing_where_something_is_needed_is_refused_alike(name: str) -> None:
    """An evening whose head lacks what it must have is refused by both."""
    drawn = two_folds.batch(9, 1_500)
    place = columns.EVENINGS.get_field_index(name)
    without = pa.nulls(drawn.evenings.num_rows, columns.EVENINGS.field(name).type)
    found = disagreements(drawn.evenings.set_column(place, columns.EVENINGS.field(name), without), drawn.tariffs)
    assert not found, str(found[0])


@pytest.mark.parametrize("name", [field.name for field in columns.HAND])
def test_nothing_in_a_column_of_a_hand_is_read_alike(name: str) -> None:
    """Whatever a column of a hand does not say, both read the same of it."""
    drawn = two_folds.batch(9, 1_500)
    rows = drawn.evenings.to_pylist()
    for row in rows:
        for hand in row["hands"][:2]:
            hand[name] = None
    found = disagreements(pa.Table.from_pylist(rows, columns.EVENINGS), drawn.tariffs)
    assert not found, str(found[0])


@pytest.mark.parametrize("amount", [2**62, 2**61])
def test_a_sum_that_no_column_holds_is_refused(amount: int) -> None:
    """Standings beyond 64 bit are refused in the same words, whichever fold adds them up, and of parts as well."""
    session = _evening(Posting(amounts={"Anna": amount, "Bene": -amount}))
    evenings, named = columns.table_of([session._replace(id=str(number)) for number in range(5)])
    found = disagreements(evenings, named)
    assert not found, str(found[0])
    with pytest.raises(Refused):
        fold.fold(evenings, named)
    parts = [fold.fold(evenings.slice(row, 1), named).standings for row in range(5)]
    with pytest.raises(Refused):
        results.sum_standings(parts)


@pytest.mark.parametrize(
    ("room", "name", "size"),
    [(walk, "AHEAD", 3), (walk, "MANY", 2), (fold, "MOST_KEPT", 40), (fold, "MOST_NAMES", 3), (fold, "FEW", 9)],
)
def test_how_much_is_looked_at_at_once_does_not_matter(
    monkeypatch: pytest.MonkeyPatch, room: ModuleType, name: str, size: int
) -> None:
    """However little is looked at ahead, kept, or left to the fold by hand, the same is found."""
    monkeypatch.setattr(room, name, size)
    for seed in (601, 602):
        drawn = two_folds.batch(seed, 3_000)
        found = disagreements(drawn.evenings, drawn.tariffs, fast=fold.fold)
        assert not found, str(found[0])


@pytest.mark.parametrize("said", [127, 20, -1, -128])
@pytest.mark.parametrize("more", [None, '{"game":"passed"}'])
def test_a_figure_that_cannot_be_stops_nobody(monkeypatch: pytest.MonkeyPatch, said: int, more: str | None) -> None:
    """An evening that says what there cannot be, also beside the text that counts, leaves the others as they are."""
    monkeypatch.setattr(walk, "MANY", 2)
    for tariff in (_with_a_stock(), None):
        evenings, named = columns.table_of([_evening(WON, players=(OTHER_MARK, *FOUR[1:]), tariff=tariff)] * 6)
        rows = evenings.to_pylist()
        for name in ("laufende", "augen", "tricks", "klopfer", "kontra"):
            rows[3]["hands"][0][name] = said
        rows[3]["hands"][0]["more"] = more
        found = disagreements(pa.Table.from_pylist(rows, columns.EVENINGS), named)
        assert not found, str(found[0])


# -- what the comparison itself is worth -----------------------------------------------------------------


def test_a_fold_that_is_wrong_by_a_cent_is_found() -> None:
    """One amount that is another is told with the shortest evening that shows it."""
    drawn = two_folds.batch(8)

    def wrong(*said: Any, **named: Any) -> results.Folded:
        made = by_hand.fold(*said, **named)
        assert made.scores
        rows = made.scores.to_pylist()
        for row in rows:
            for hand in row["hands"] or ():
                if hand["value"] in (20, 30, 60):
                    hand["value"] += 1
        return made._replace(scores=pa.Table.from_pylist(rows, results.SCORES))

    [found] = disagreements(drawn.evenings, drawn.tariffs, fast=wrong)
    assert found.evenings.num_rows == 1
    assert re.search(r"value: by hand (20|30|60), fast (21|31|61)", str(found))
    assert len(found.evenings["hands"].to_pylist()[0]) < 4


def test_every_part_of_what_a_fold_makes_is_compared() -> None:
    """Scores, refusals, standings, the digest, and how many hands: whatever differs is told."""
    drawn = two_folds.batch(6, 2_000)
    made = by_hand.fold(drawn.evenings, drawn.tariffs)
    assert list(two_folds.differences(made, made)) == []
    others = {
        "scores": results.SCORES.empty_table(),
        "refused": made.refused.slice(1),
        "standings": made.standings.slice(1),
        "digest": made.digest + 1,
        "counted": made.counted._replace(void=made.counted.void + 1),
    }
    for what, other in others.items():
        assert any(one.startswith(what) for one in two_folds.differences(made, made._replace(**{what: other}))), what


# -- what the fast fold takes for granted ----------------------------------------------------------------


def _paid(hand: Played | Passed, table: Table, tariff: Tariff) -> tuple[Any, ...] | None:
    """Return what a hand costs and brings, by name and in no order; None where it cannot be."""
    try:
        hand.__post_init__()
        made = score(hand, table, tariff)
    except HandError:
        return None
    return made.value, sorted(made.postings.items()), triggers(made, passed=isinstance(hand, Passed))


def test_a_hand_that_asks_no_seats_costs_the_same_however_they_sit() -> None:
    """It pays the same people the same, or cannot be; only fixed pairs and a Blauer Habicht ask who sits where."""
    rng = Random(11)  # noqa: S311  the same every time
    compared, asked = 0, 0
    for session in random_evenings(rng, random_tariffs(11, 60), 20_000):
        tariff = session.tariff
        dealt_in = list(session.players[: max(tariff.people)])
        for hand in session.entries:
            if not isinstance(hand, (Played, Passed)):
                continue
            kind = rng.choice((None, *tariff.special))
            facts = rng.choice((0, 7, 250)), rng.choice((0, 0, 1, 3)), kind
            paid = []
            for _ in range(3):
                rng.shuffle(dealt_in)
                seats = tuple(dealt_in)
                paid.append(_paid(hand, Table(seats, seats[-1], seats, *facts), tariff))
            same = paid[0] == paid[1] == paid[2]
            game = tariff.game(hand.game)
            asks = kind == BLAUER_HABICHT or (game and game.fixed_pairs)
            if asks or (kind == SCHIEBER and isinstance(hand, Passed)):
                asked += not same
            else:
                assert same, f"{hand} in {kind}: {paid} under {tariff}"
                compared += paid[0] is not None
    assert compared > 1_000
    assert asked > 10


def test_the_long_run_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    """What compares ten million hands by hand works with a few of them, too."""
    words = ["--hands", "1", "--processes", "1", "--seed", "3"]
    assert two_folds.main(words) == 0
    assert "; 0 disagreements;" in capsys.readouterr().out
