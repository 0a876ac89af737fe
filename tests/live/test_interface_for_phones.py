"""What phones at a table ask of the public interface: the board, what can be played, who owes whom."""

from __future__ import annotations

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sklog

if TYPE_CHECKING:
    from collections.abc import Callable

FOUR = ["Anna", "Bene", "Christl", "Dani"]


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sklog.Ledger:
    """Return a ledger in which an evening has begun."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    made = sklog.Ledger(tmp_path / "ledger.db", who="Anna")
    made.start_evening("Stammtisch", FOUR, "sauspiel", date="2026-11-19")
    return made


def test_only_the_public_interface_is_asked() -> None:
    """What phones need has a public name."""
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name.startswith("sklog")} == {"sklog"}


# -- the board ----------------------------------------------------------------------------------------


def test_a_board_before_the_first_hand(ledger: sklog.Ledger) -> None:
    """Everybody has a seat and nothing; nobody leads, and no hand was the last."""
    board = ledger.board()
    assert [(one.name, one.balance, one.change, one.seat, one.leads) for one in board.accounts] == [
        (name, 0, None, seat, False) for seat, name in enumerate(FOUR, 1)
    ]
    assert (board.hands, board.last, board.force) == ((), None, ())
    assert board.evening == ledger.evening()


def test_a_board_says_how_all_stand(ledger: sklog.Ledger) -> None:
    """Balances, the last change, hands dealt in, who deals and who leads."""
    ledger.record("s ac nl3")
    ledger.record("w b-")
    found = [(one.name, one.balance, one.change, one.dealt, one.part, one.leads) for one in ledger.board().accounts]
    assert found == [
        ("Anna", 110, 50, 2, "", True),
        ("Bene", -210, -150, 2, "", False),
        ("Christl", 110, 50, 2, "deals", True),
        ("Dani", -10, 50, 2, "", False),
    ]


def test_who_sits_out_and_who_has_left_stand_on_the_board(ledger: sklog.Ledger) -> None:
    """Of five the dealer sits out; who has gone with a balance has no seat any more, who has nothing no row."""
    ledger.record("w a")
    ledger.record(sklog.Join("Eva"))
    ledger.record("s ac")
    found = {one.name: (one.seat, one.part, one.change) for one in ledger.board().accounts}
    assert (found["Bene"], found["Christl"]) == ((2, "", None), (3, "deals, sits out", 20))
    for event in (sklog.Leave("Bene"), sklog.Join("Franz"), sklog.Leave("Franz")):
        ledger.record(event)
    found = {one.name: (one.seat, one.part, one.change) for one in ledger.board().accounts}
    assert list(found) == ["Anna", "Christl", "Dani", "Eva", "Bene"]
    assert found["Bene"] == (0, "has left", None)


def test_a_stock_is_an_account_of_the_board(ledger: sklog.Ledger) -> None:
    """It stands behind all others, is called as the tariff calls it, in postings as well, and never leads."""
    ledger.start_evening("Zweiter", FOUR, sklog.find_tariff("sauspiel")._replace(words={"stock": "Topf"}))
    ledger.record(sklog.Posting(amounts={"Anna": -50, "Stock": 50}))
    board = ledger.board()
    assert [(one.name, one.balance, one.is_stock, one.leads, one.seat) for one in board.accounts[-1:]] == [
        ("Topf", 50, True, False, 0)
    ]
    assert board.hands[0].postings == {"Anna": -50, "Topf": 50}


def test_the_last_hands_stand_on_the_board(ledger: sklog.Ledger) -> None:
    """The newest first, each with its line, its words, what it cost and brought, and who recorded it."""
    ledger.record("s ac nl3")
    sklog.Ledger(ledger.path, who="Christl's phone").record("w b-")
    [newest, first] = ledger.board().hands
    assert newest == (
        2,
        "w b-",
        "Wenz, Bene lost",
        50,
        {"Anna": 50, "Bene": -150, "Christl": 50, "Dani": 50},
        "",
        False,
        "Christl's phone",
    )
    assert (first.number, first.words, first.who) == (1, "Sauspiel, Anna + Christl won, Schneider, 3 Laufende", "Anna")


def test_so_many_hands_are_shown(ledger: sklog.Ledger) -> None:
    """As many as were asked for; the last one is known in any case."""
    for line in ("w a", "w b", "w c"):
        ledger.record(line)
    assert [one.number for one in ledger.board(hands=2).hands] == [3, 2]
    board = ledger.board(hands=0)
    assert (board.hands, board.last and board.last.number) == ((), 3)
    assert {one.name: one.change for one in board.accounts}["Christl"] == 150


def test_a_corrected_hand_says_what_it_was(ledger: sklog.Ledger) -> None:
    """The board has the line as it counts, and beside it the old one; one that is void brought nothing."""
    ledger.record("s ac")
    ledger.record("w b")
    sklog.Ledger(ledger.path, who="Dani").fix(1, "s ad")
    ledger.void(2)
    [void, fixed] = ledger.board().hands
    assert (fixed.line, fixed.was, fixed.void, fixed.who) == ("s ad", "was s ac", False, "Anna")
    assert (void.line, void.was, void.void, void.value, void.postings) == ("w b", "void", True, 0, {})
    assert [one.change for one in ledger.board().accounts] == [None] * 4


def test_a_hand_that_keeps_its_seats_is_shown_as_it_was_typed(ledger: sklog.Ledger) -> None:
    """What a correction keeps of a later hand is no part of its line."""
    ledger.record("w a")
    ledger.record("w b")
    ledger.void(1, keep_seats=True)
    ledger.insert(1, "x", keep_seats=True)
    assert ledger.board().hands[0].line == "w b"


def test_what_moved_an_amount_says_so(ledger: sklog.Ledger) -> None:
    """A posting has its note, and brings something to those alone whom it names."""
    ledger.record(sklog.Posting(amounts={"Anna": -50, "Bene": 50}, note="beer"))
    [hand] = ledger.board().hands
    assert (hand.words, hand.postings) == ("beer: Anna −0.50, Bene +0.50 €", {"Anna": -50, "Bene": 50})
    assert [one.change for one in ledger.board().accounts] == [-50, 50, None, None]


def test_what_is_in_force_stands_on_the_board(ledger: sklog.Ledger) -> None:
    """Each Bock and the round, with the reason."""
    ledger.record(sklog.BockOrder(2))
    assert ledger.board().force == ("Bock, 2 hands left, ordered before hand 1",)


def test_a_board_speaks_the_language(ledger: sklog.Ledger) -> None:
    """Words and amounts are said in the language of whoever asks, from the same ledger."""
    ledger.record("w b-")
    assert ledger.board().hands[0].words == "Wenz, Bene lost"
    with ThreadPoolExecutor(1) as other:
        other.submit(sklog.speak, "de").result()
        german = other.submit(ledger.board).result()
        assert other.submit(sklog.write_amount, -60, "ct").result() == "−0,60"
    assert german.hands[0].words == "Wenz, Bene verloren"
    assert ledger.board().hands[0].words == "Wenz, Bene lost"


def test_letters_that_steer_a_terminal_are_not_shown(ledger: sklog.Ledger) -> None:
    """Neither in the name of who recorded something, nor in a note."""
    shown = sklog.Ledger(ledger.path, who="\x1b[31mBene")
    shown.record(sklog.Played(game="wenz", declarer="Anna", won=True))
    [hand] = shown.board().hands
    assert "\x1b" not in f"{hand.who}{hand.line}{hand.words}"


STEPS: dict[str, Callable[[sklog.Ledger], object]] = {
    "hand": lambda ledger: ledger.record("s ac"),
    "two-hands": lambda ledger: [ledger.record("w a"), ledger.record("w b-")],
    "thrown-in": lambda ledger: ledger.record("x"),
    "join": lambda ledger: ledger.record(sklog.Join("Eva")),
    "hand-of-five": lambda ledger: ledger.record("s bd"),
    "leave": lambda ledger: ledger.record(sklog.Leave("Eva")),
    "payment": lambda ledger: ledger.pay("Bene", "Anna", 20),
    "tariff": lambda ledger: ledger.record(sklog.TariffChange(sklog.find_tariff("wiki"))),
    "hand-of-wiki": lambda ledger: ledger.record("s ac"),
    "fix": lambda ledger: ledger.fix(1, "s ad"),
    "void": lambda ledger: ledger.void(2, keep_seats=True),
    "insert": lambda ledger: ledger.insert(2, "w c", keep_seats=True),
    "hand-behind": lambda ledger: ledger.record("w d"),
    "move": lambda ledger: ledger.move(3, 1, keep_seats=True),
    "undo": lambda ledger: ledger.undo(),
    "undo-twice": lambda ledger: ledger.undo(2),
    "redo": lambda ledger: ledger.redo(),
    "posting": lambda ledger: ledger.record(sklog.Posting(amounts={"Anna": -50, "Bene": 50})),
    "close": lambda ledger: ledger.close_evening(copy=False),
    "reopen": lambda ledger: ledger.reopen_evening(),
    "hand-at-the-end": lambda ledger: ledger.record("w c-"),
}


@pytest.mark.long
def test_a_board_is_the_same_whether_it_was_asked_for_before_or_not(ledger: sklog.Ledger) -> None:
    """What a ledger keeps folded from one board to the next is what folding everything says."""
    assert ledger.board().last is None
    for step in STEPS.values():
        step(sklog.Ledger(ledger.path, who="Bene"))
        assert ledger.board() == sklog.Ledger(ledger.path).board()


@pytest.mark.long
def test_threads_share_a_board(ledger: sklog.Ledger) -> None:
    """Each sees an evening as it stood at some moment."""

    def both(_number: int) -> tuple[int, int]:
        ledger.record(sklog.Played(game="wenz", declarer="Anna", won=True))
        board = ledger.board()
        return board.evening.hands, board.hands[0].number

    with ThreadPoolExecutor(4) as pool:
        assert all(hands == newest for hands, newest in pool.map(both, range(12)))


# -- what has changed ---------------------------------------------------------------------------------


def test_digests_say_which_evenings_have_changed(ledger: sklog.Ledger) -> None:
    """Each evening has its newest fact's; another one comes with the next command."""
    first = ledger.evening()
    second = ledger.start_evening("Zweiter", FOUR)
    before = ledger.digests()
    assert before == {first.uid: first.digest.hex(), second.uid: second.digest.hex()}
    ledger.record("x", second)
    after = ledger.digests()
    assert (after[first.uid], after[second.uid] == before[second.uid]) == (before[first.uid], False)


def test_a_stamp_changes_with_the_file(ledger: sklog.Ledger, tmp_path: Path) -> None:
    """It is the same while nothing is written, and there is none without a file."""
    before = ledger.stamp()
    ledger.board()
    assert ledger.stamp() == before
    ledger.record("x")
    assert ledger.stamp() != before
    assert sklog.Ledger(tmp_path / "none.db").stamp() != before


AMOUNTS: list[tuple[int, str, dict[str, Any], str]] = [
    (50, "ct", {}, "0.50"),
    (50, "ct", {"signed": True}, "+0.50"),
    (-50, "ct", {"signed": True}, "−0.50"),
    (0, "ct", {"signed": True}, "0.00"),
    (50, "ct", {"currency": True}, "0.50 €"),
    (50, "points", {}, "50"),
    (50, "points", {"signed": True, "currency": True}, "+50 points"),
]


@pytest.mark.parametrize(("value", "unit", "how", "written"), AMOUNTS)
def test_an_amount_is_written(value: int, unit: str, how: dict[str, Any], written: str) -> None:
    """As people read it, of cents or points."""
    assert sklog.write_amount(value, unit, **how) == written


# -- several write ------------------------------------------------------------------------------------


def seen(ledger: sklog.Ledger) -> tuple[str, str]:
    """Return what somebody says who has seen an evening as it is now."""
    evening = ledger.evening()
    return evening.uid, evening.digest.hex()


WRITES: dict[str, Callable[[sklog.Ledger], object]] = {
    "record": lambda ledger: ledger.record("x"),
    "event": lambda ledger: ledger.record(sklog.BockOrder(2)),
    "fix": lambda ledger: ledger.fix(1, "w b"),
    "void": lambda ledger: ledger.void(1),
    "insert": lambda ledger: ledger.insert(1, "x"),
    "undo": lambda ledger: ledger.undo(),
    "pay": lambda ledger: ledger.pay("Bene", "Anna", 10),
    "close": lambda ledger: ledger.close_evening(copy=False),
    "another-evening": lambda ledger: ledger.start_evening("Zweiter", FOUR),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("dry_run", [False, True])
def test_what_was_overtaken_stores_nothing(ledger: sklog.Ledger, write: str, dry_run: bool) -> None:
    """Whoever has not seen what somebody else recorded meanwhile records nothing, whatever it is."""
    ledger.record("w a")
    late = sklog.Ledger(ledger.path, who="Bene", expect=seen(ledger), dry_run=dry_run)
    ledger.record("w c")
    before = ledger.digests()
    with pytest.raises(sklog.Overtaken, match="somebody else has written to this evening meanwhile"):
        WRITES[write](late)
    assert ledger.digests() == before


@pytest.mark.parametrize("write", WRITES)
def test_what_was_seen_is_recorded(ledger: sklog.Ledger, write: str) -> None:
    """Where nothing came between, and also behind what the same one has recorded."""
    ledger.record("w a")
    known = sklog.Ledger(ledger.path, who="Bene", expect=seen(ledger))
    known.record("w c")
    before = ledger.digests()
    WRITES[write](known)
    assert ledger.digests() != before


def test_another_evening_overtakes_nobody(ledger: sklog.Ledger) -> None:
    """Tables of one room do not wait for each other."""
    one = ledger.evening()
    other = ledger.start_evening("Zweiter", FOUR)
    phone = sklog.Ledger(ledger.path, expect=(one.uid, one.digest.hex()))
    ledger.record("x", other)
    assert phone.record("w a", one).line.number == 1


@pytest.mark.parametrize(
    "wrong", [("", ""), ("0" * 32, "00" * 16), (None, "no digits"), (None, ""), (None, "ab")], ids=str
)
def test_what_nobody_can_have_seen_records_nothing(ledger: sklog.Ledger, wrong: tuple[str | None, str]) -> None:
    """An identity that no evening has, or what is no digest at all."""
    evening = ledger.evening()
    uid, digest = wrong
    late = sklog.Ledger(ledger.path, expect=(evening.uid if uid is None else uid, digest))
    with pytest.raises(sklog.Overtaken):
        late.record("x", evening)
    assert ledger.evening() == evening


def test_reading_expects_nothing(ledger: sklog.Ledger) -> None:
    """Whoever was overtaken still sees what is there."""
    late = sklog.Ledger(ledger.path, expect=seen(ledger))
    ledger.record("w a")
    assert late.board().hands[0].line == "w a"


def test_the_same_line_within_seconds_says_who_recorded_it(ledger: sklog.Ledger) -> None:
    """Two phones that enter the same hand are told of each other; nothing is recorded unless it was played twice."""
    sklog.Ledger(ledger.path, who="Resi").record("w a")
    other = sklog.Ledger(ledger.path, who="Christl")
    with pytest.raises(sklog.Repeated) as twice:
        other.record("w a")
    assert (twice.value.number, twice.value.who, ledger.evening().hands) == (1, "Resi", 1)
    assert other.record("w a", again=True).line.number == 2


def test_the_same_payment_is_refused_unless_it_was_made_again(ledger: sklog.Ledger) -> None:
    """Of two who note one payment the second is told that it is there, by whom it was paid, and how much."""
    ledger.record("w a")
    ledger.pay("Bene", "Anna", 50)
    with pytest.raises(sklog.Repeated) as twice:
        ledger.pay("Bene", "Anna", 50)
    assert (twice.value.number, twice.value.paid) == (0, "Bene has already paid Anna 0.50 €")
    left = ledger.pay("Bene", "Anna", 50, again=True).left
    assert ("Anna", "Bene", 50) not in [(one.payer, one.payee, one.amount) for one in left.transfers]
    assert sum(one.amount for one in left.transfers if one.payee == "Bene") == 50


# -- what can be played -------------------------------------------------------------------------------


def test_what_the_tariff_plays_can_be_played(ledger: sklog.Ledger) -> None:
    """In its order, and last that nobody played."""
    shapes = {one.name: one.shape for one in ledger.playable()}
    assert list(shapes) == ["sauspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier", "ramsch", "zusammengeworfen"]
    assert set(shapes.values()) == {"partner", "solo", "ramsch", "passed"}


def test_only_four_play_with_a_partner(ledger: sklog.Ledger) -> None:
    """Where three are dealt in, nobody can be called."""
    ledger.start_evening("Zu dritt", FOUR[:3], "wiki")
    assert "sauspiel" not in [one.name for one in ledger.playable()]


def test_only_what_the_tariff_pays_is_asked(ledger: sklog.Ledger) -> None:
    """Suits of games alone, a partner of a Sauspiel, Laufende where they are paid, nothing of a hand thrown in."""
    games = {one.name: one for one in ledger.playable()}
    assert games["solo"].suits == ("eichel", "gras", "herz", "schellen", "")
    assert [games[name].suits for name in ("sauspiel", "wenz", "ramsch")] == [(), (), ()]
    assert [name for name, one in games.items() if one.asks_partner] == ["sauspiel"]
    assert games["zusammengeworfen"].flags == ()
    assert {flag.field: (flag.kind, flag.who) for flag in games["ramsch"].flags} == {
        "durchmarsch": ("yes", ""),
        "jungfrauen": ("people", ""),
        "klopfer": ("count", ""),
    }
    laufende = [(flag.kind, flag.who) for flag in games["wenz"].flags if flag.field == "laufende"]
    assert laufende == [("number", "declarers"), ("number", "opponents")]
    none = sklog.find_tariff("sauspiel")._replace(laufende=None, kontra=None)
    ledger.start_evening("Ohne", FOUR, none)
    fields = {flag.field for one in ledger.playable() for flag in one.flags}
    assert fields.isdisjoint({"laufende", "kontra"})


def test_a_table_reads_its_own_words(ledger: sklog.Ledger) -> None:
    """What is asked is called as the tariff calls it; its field in a hand stays."""
    ledger.start_evening("Eigen", FOUR, sklog.find_tariff("sauspiel")._replace(words={"klopfer": "Leger"}))
    assert {flag.field: flag.label for flag in ledger.playable()[0].flags}["klopfer"] == "Leger"


def test_every_field_of_a_flag_is_one_of_a_hand(ledger: sklog.Ledger) -> None:
    """What a pad says of a hand is what a canonical hand says."""
    ledger.start_evening("Alles", FOUR, "wiki")
    for one in ledger.playable():
        for flag in one.flags:
            assert hasattr(sklog.Ramsch if one.shape == "ramsch" else sklog.Played, flag.field)


# -- reports in a page --------------------------------------------------------------------------------


def full(ledger: sklog.Ledger) -> sklog.Ledger:
    """Return a ledger with an evening that has all that a page can show."""
    for line in ("s ac nl3", "w b-", "hs c", "r d", "x", "w a // <b onclick=x>&</b>"):
        ledger.record(line)
    ledger.fix(2, "w b- n")
    ledger.pay("Dani", "Anna", 10)
    for name in FOUR:
        ledger.keep_account(name, "DE02120300000000202051", link="https://paypal.me/x")
    return ledger


REPORTS: dict[str, Callable[[sklog.Ledger], sklog.Report]] = {
    "explain": lambda ledger: ledger.explain(2),
    "session": lambda ledger: ledger.report("session"),
    "show": lambda ledger: ledger.report("show"),
    "log": lambda ledger: ledger.report("log"),
    "declared": lambda ledger: ledger.report("declared"),
    "settlement-with-codes": lambda ledger: ledger.settlement(sklog.Wish(codes=True, why=True)).reports[0],
    "standings": lambda ledger: ledger.report("standings"),
    "season": lambda ledger: ledger.report("season"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", REPORTS)
def test_the_body_of_a_page_has_no_style_and_no_script(ledger: sklog.Ledger, name: str) -> None:
    """A policy may forbid whatever stands inside: no attribute of style, no handler, no address that runs."""
    report = REPORTS[name](full(ledger))
    style, body, script = sklog.page_parts(report)
    tags = re.findall(r"<[a-z][^>]*>", body)
    assert tags
    assert [tag for tag in tags if re.search(r"[\s\"']style\s*=|[\s\"']on\w+\s*=|javascript:", tag)] == []
    assert not re.search("<(style|script|link|base|iframe|object|meta)", body)
    assert (style, script) == sklog.page_parts(ledger.report("show"))[::2]
    assert f"\n<main>\n{body}\n</main>\n" in sklog.render(report, "html")
    assert "<main" not in body


def test_what_a_correction_changed_is_said(ledger: sklog.Ledger) -> None:
    """Which hands have another number, and what each that costs something else cost before and costs now."""
    ledger.record("w a")
    ledger.record("w b")
    told = sklog.consequences(sklog.Ledger(ledger.path, dry_run=True).insert(1, "x", keep_seats=True))
    assert told == ["Hands 1–2 are now 2–3."]
    assert sklog.consequences(ledger.fix(1, "w a-")) == [
        "Hand 1 now: Anna −1.50, Bene +0.50, Christl +0.50, Dani +0.50 €",
        "  before: Anna +1.50, Bene −0.50, Christl −0.50, Dani −0.50 €",
    ]


# -- the curve, and one person ------------------------------------------------------------------------


def test_the_curve_of_an_evening(ledger: sklog.Ledger) -> None:
    """Everybody's line over the hands, beside what each has in the end."""
    ledger.record("s ac")
    ledger.record("w b")
    report = ledger.report("curve")
    [chart] = report.drawn
    assert {one.name: one.values for one in chart.series} == {
        "Anna": (0, 20, -30),
        "Bene": (0, -20, 130),
        "Christl": (0, 20, -30),
        "Dani": (0, -20, -70),
    }
    assert "curve" in sklog.page_parts(report).body


def test_an_evening_without_a_hand_has_no_curve(ledger: sklog.Ledger) -> None:
    """There is nothing to draw yet, and a page of it all the same."""
    assert ledger.report("curve").drawn == ()
    assert "<h1" in sklog.page_parts(ledger.report("curve")).body


def test_a_person_has_a_curve_and_hands(ledger: sklog.Ledger) -> None:
    """Each hand with its number, words, what it brought and the balance after it; who sat out had no part in it."""
    ledger.record("s ac")
    ledger.record(sklog.Join("Eva"))
    ledger.record("w c")  # Bene deals, and sits out
    ledger.record(sklog.Posting(amounts={"Bene": -50, "Anna": 50}, note="beer"))
    ledger.record("w b-")
    ledger.void(4)
    report = ledger.report("person", name="bene")
    (table,) = report.sections
    assert [column.key for column in table.columns] == ["hand", "what", "amount", "balance"]
    assert [row[::2] + row[3:] for row in table.rows] == [(1, -20, -20), (3, -50, -70)]
    assert table.rows[0][1] == "Sauspiel: Anna and Christl won"
    assert {one.key: one.value for one in report.facts} == {
        "evening": "Stammtisch",
        "date": "2026-11-19",
        "hands": 1,
        "balance": -70,
    }
    assert [(one.name, one.values[-1]) for one in report.drawn[0].series] == [("Bene", -70)]


def test_a_person_has_the_same_colour_as_on_the_sheet(ledger: sklog.Ledger) -> None:
    """Everywhere in a ledger a name has one."""
    ledger.record("s ac")
    ledger.record("w b")
    assert ledger.report("person", name="Christl").people == ledger.report("session").people


ASKED_WRONGLY: dict[str, tuple[dict[str, str], str]] = {
    "nobody": ({}, "whose hands"),
    "a-stranger": ({"name": "Zoe"}, "Zoe"),
    "the-stock": ({"name": "Stock"}, "Stock"),
    "of-a-season": ({"name": "Anna", "since": "2026"}, "is a report of one evening"),
}


@pytest.mark.parametrize("asked", ASKED_WRONGLY)
def test_only_who_sat_there_is_a_person(ledger: sklog.Ledger, asked: str) -> None:
    """Anybody else is refused with a sentence."""
    words, said = ASKED_WRONGLY[asked]
    with pytest.raises(sklog.SklogError, match=said):
        ledger.report("person", **words)


def test_a_report_may_be_named_by_a_keyword(ledger: sklog.Ledger) -> None:
    """As programs may do that were written before one was about somebody."""
    assert ledger.report(name="log") == ledger.report("log")
    with pytest.raises(sklog.NotFound, match="there is no report"):
        ledger.report()


# -- the end ------------------------------------------------------------------------------------------

IBANS = {"Anna": "DE02120300000000202051", "Christl": "DE02500105170137075030"}


def test_who_pays_whom(ledger: sklog.Ledger) -> None:
    """In the fewest payments, with the payee's link; what was paid is not to be paid again."""
    ledger.record("s ac")
    ledger.keep_account("Anna", link="https://paypal.me/anna")
    found = ledger.dues()
    assert (found.unit, found.dues) == (
        "ct",
        (sklog.Due("Bene", "Anna", 20, "https://paypal.me/anna", None), sklog.Due("Dani", "Christl", 20, "", None)),
    )
    assert found.notes == ("No other way needs fewer payments.",)
    assert "Bene pays Anna 0.20 € – https://paypal.me/anna" in found.shared
    ledger.pay("Bene", "Anna", 20)
    assert [one.payer for one in ledger.dues().dues] == ["Dani"]


def test_nobody_owes_anything_before_the_first_hand(ledger: sklog.Ledger) -> None:
    """A sentence says so."""
    assert (ledger.dues().dues, ledger.dues().notes) == ((), ("Nobody owes anybody anything.",))


def test_a_payment_has_a_code_for_a_banking_app(ledger: sklog.Ledger) -> None:
    """Where the payee's IBAN is known; a note names those of whom none is."""
    ledger.record("s ac")
    ledger.keep_account("Anna", IBANS["Anna"], "Anna Huber")
    [to_anna, to_christl] = ledger.dues(codes=True).dues
    assert to_anna.code is not None
    assert to_anna.code.payload.splitlines()[5:8] == ["Anna Huber", IBANS["Anna"], "EUR0.20"]
    assert to_christl.code is None
    assert any("There is no IBAN for Christl" in note for note in ledger.dues(codes=True).notes)
    assert [one.code for one in ledger.dues().dues] == [None, None]


def test_codes_are_of_cents(ledger: sklog.Ledger) -> None:
    """An evening that counts points has none."""
    ledger.start_evening("Punkte", FOUR, "saukopf")
    ledger.record("s ac")
    ledger.keep_account("Anna", IBANS["Anna"])
    found = ledger.dues(codes=True)
    assert found.unit == "points"
    assert found.dues
    assert all(one.code is None for one in found.dues)


def test_codes_need_the_extra(ledger: sklog.Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the payments are there all the same."""
    ledger.record("s ac")
    ledger.keep_account("Anna", IBANS["Anna"])
    monkeypatch.setattr("sklog.bank.payments.find_spec", lambda _name: None)
    assert [one.code for one in ledger.dues(codes=True).dues] == [None, None]


def test_an_open_stock_stays_where_it_is(ledger: sklog.Ledger) -> None:
    """What lies in it goes to nobody until somebody says so, and a note says how much it is."""
    tariff = sklog.find_tariff("grundzuege")
    ledger.start_evening(
        "Mit Stock", FOUR, tariff._replace(stock=tariff.stock and tariff.stock._replace(at_close=None))
    )
    ledger.record(sklog.StockMove(dict.fromkeys(FOUR, -50)))
    found = ledger.dues()
    assert {one.payee for one in found.dues} == {"Stock"}
    assert any("The Stock of Mit Stock still holds 2.00 €" in note for note in found.notes)


def test_a_code_is_drawn_for_a_page() -> None:
    """As a picture with a name, without a style or a script, whatever stands in its title."""
    drawn = sklog.code_svg(sklog.Code('<b title="x">', "https://example.org/"))
    assert drawn.startswith('<svg role="img" aria-label="&lt;b title=&quot;x&quot;&gt;"')
    assert not re.search("style|script|class|http|xmlns", drawn)


@pytest.mark.long
@pytest.mark.parametrize("line", ["s ac n", "w b-l2", "r d", "x", "hs a k2"])
@pytest.mark.parametrize("tariff", ["sauspiel", "wiki"])
def test_the_board_behind_a_hand_is_what_would_be_read(tmp_path: Path, tariff: str, line: str) -> None:
    """Made of the board before it and of what was recorded, without the ledger."""
    ledger = sklog.Ledger(tmp_path / "ledger.db", who="Resi")
    ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani", "Eva"], tariff, date="2026-11-19")
    for _hand in range(14):
        ledger.record("x", again=True)
    before = ledger.board()
    writer = sklog.Ledger(ledger.path, who="Resi", expect=(before.evening.uid, before.evening.digest.hex()))
    made = writer.record(line, again=True)
    assert writer.expect
    assert before.after(made, writer.expect[1], "Resi") == sklog.Ledger(ledger.path).board()


def test_no_board_is_made_of_another_one(tmp_path: Path) -> None:
    """Somebody else has written between."""
    ledger = sklog.Ledger(tmp_path / "ledger.db")
    ledger.start_evening("Stammtisch", ["Anna", "Bene", "Christl", "Dani"], "sauspiel", date="2026-11-19")
    before = ledger.board()
    ledger.record("w b")
    with pytest.raises(ValueError, match="Recorded"):
        before.after(ledger.record("w d"), "00", "Resi")
