"""What phones write: once, never past what was seen, and with both shown where two phones disagree."""

from pathlib import Path

import pytest

from sklog import Ledger
from sklog.phones import entering
from sklog.phones.entering import Answer, Writer
from sklog.phones.pins import identified
from sklog.phones.tables import SeenState, seen

PEOPLE = ["Anna", "Bene", "Christl", "Dani"]
SAUSPIEL = {"game": ["sauspiel"], "declarer": ["Anna"], "partner": ["Christl"], "won": ["yes"]}
WENZ = {"line": ["w b"]}


class Table:
    """A ledger with an evening, and phones that have seen it at some time."""

    def __init__(self, path: Path) -> None:
        self.ledger = Ledger(path)
        self.uid = self.ledger.start_evening("Stammtisch", PEOPLE, "sauspiel", date="2026-11-19").uid

    def phone(self, who: str) -> Writer:
        """Return a phone that has seen how the table stands now."""
        evening = self.ledger.evening()
        return Writer(self.ledger.path, who, self.uid, SeenState(evening.hands + 1, evening.digest.hex()))

    @property
    def hands(self) -> list[str]:
        """The hands in force, as they are printed, the newest first."""
        return [one.line for one in self.ledger.board().hands]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """An evening before its first hand."""
    return Table(tmp_path / "ledger.db")


def entered(phone: Writer, **fields: list[str]) -> Answer:
    """Return what a phone is told that has entered a hand."""
    return entering.answered(entering.record_hand, phone, fields)


def test_facts_are_recorded_as_the_line_that_says_them(table: Table) -> None:
    """What is tapped and what is typed are one hand."""
    assert entered(table.phone("Resi"), **SAUSPIEL).result == "recorded"
    assert table.hands == ["s ac"]


def test_a_repeated_request_is_recorded_once(table: Table) -> None:
    """The answer was lost: the same request says that the hand is there."""
    phone = table.phone("Anna")
    answers = [entered(phone, **SAUSPIEL), entered(phone, **SAUSPIEL)]
    assert [one.result for one in answers] == ["recorded", "again"]
    assert table.hands == ["s ac"]


def test_who_repeats_a_request_has_not_seen_what_came_since(table: Table) -> None:
    """The next hand of that phone is asked about, and not recorded on top of another one's."""
    phone = table.phone("Anna")
    entered(phone, **SAUSPIEL)
    entered(table.phone("Bene"), **WENZ)
    said = entering.what_was_seen(entered(phone, **SAUSPIEL).seen)
    assert said is not None
    answer = entered(phone._replace(said=said), line=["w d"])
    assert (answer.result, answer.said) == ("overtaken", ("Hand 2, by Bene: Wenz, Bene won",))


def test_two_phones_that_enter_one_hand_record_it_once(table: Table) -> None:
    """Neither has seen the other's: typed or tapped, it is the same hand."""
    one, other = table.phone("Anna"), table.phone("Bene")
    assert [entered(one, **SAUSPIEL).result, entered(other, line=["s a c"]).result] == ["recorded", "again"]
    assert table.hands == ["s ac"]


def test_a_late_hand_is_shown_what_is_there_instead(table: Table) -> None:
    """Both are shown, and nothing is recorded on top of what was not seen."""
    one, late = table.phone("Anna"), table.phone("Bene")
    entered(one, **SAUSPIEL)
    answer = entered(late, **WENZ)
    assert (answer.status, answer.result, answer.yours) == (409, "overtaken", "w b")
    assert answer.said == ("Hand 1, by Anna: Sauspiel, Anna + Christl won",)
    assert table.hands == ["s ac"]


def test_what_was_overtaken_is_recorded_once_it_was_seen(table: Table) -> None:
    """The answer says what has to be seen the next time."""
    one, late = table.phone("Anna"), table.phone("Bene")
    entered(one, **SAUSPIEL)
    said = entering.what_was_seen(entered(late, **WENZ).seen)
    assert said is not None
    assert entered(late._replace(said=said), **WENZ).result == "recorded"
    assert table.hands == ["w b", "s ac"]


def test_the_same_hand_once_more_is_asked_about(table: Table) -> None:
    """Who has seen it and enters the same within seconds is asked whether it is the same one."""
    entered(table.phone("Anna"), **SAUSPIEL)
    answer = entered(table.phone("Bene"), **SAUSPIEL)
    assert (answer.result, answer.said) == (
        "twice",
        ("Anna has just entered hand 1: Sauspiel, Anna + Christl won. Is yours the same?",),
    )
    assert entered(table.phone("Bene"), **SAUSPIEL, again=["1"]).result == "recorded"
    assert table.hands == ["s ac", "s ac"]


def test_a_hand_is_not_recorded_behind_one_that_was_taken_back_and_replaced(table: Table) -> None:
    """The number is the same, and what it follows is not."""
    entered(table.phone("Anna"), **SAUSPIEL)
    late = table.phone("Bene")
    table.ledger.undo()
    table.ledger.record("w d")
    assert entered(late, **WENZ).result == "overtaken"
    assert table.hands == ["w d"]


def test_what_is_no_hand_is_refused_with_every_reason(table: Table) -> None:
    """The sentences are those that `add` says."""
    answer = entered(table.phone("Anna"), line=["s a"])
    assert (answer.status, answer.result) == (422, "refused")
    assert "partner" in answer.said[0]
    assert table.hands == []


def test_undo_takes_back_only_what_was_seen_last(table: Table) -> None:
    """Once somebody else has entered a hand, it is corrected in the list."""
    entered(table.phone("Anna"), **SAUSPIEL)
    anna = table.phone("Anna")
    table.ledger.record("w d")
    assert entering.answered(entering.take_back_newest, anna, {}).result == "overtaken"
    assert table.hands == ["w d", "s ac"]


def test_an_undo_that_is_repeated_takes_back_one_hand(table: Table) -> None:
    """The answer was lost: the second one says that it is done."""
    table.ledger.record("w d")
    entered(table.phone("Anna"), **SAUSPIEL)
    anna = table.phone("Anna")
    answers = [entering.answered(entering.take_back_newest, anna, {}) for _time in range(2)]
    assert [one.result for one in answers] == ["recorded", "again"]
    assert table.hands == ["w d"]


@pytest.mark.parametrize(
    ("kind", "line", "after"), [("fix", "l3", ["s ac l3"]), ("void", "", ["s ac"]), ("insert", "w b", ["s ac", "w b"])]
)
def test_a_correction_says_what_would_change_before_it_is_stored(
    table: Table, kind: str, line: str, after: list[str]
) -> None:
    """First what would change, and only then it is so."""
    entered(table.phone("Anna"), **SAUSPIEL)
    seen_first = entering.answered(entering.correct, table.phone("Bene"), {"line": [line]}, kind, 1)
    assert seen_first.result == "would"
    assert table.hands == ["s ac"]
    sure = entering.answered(entering.correct, table.phone("Bene"), {"line": [line], "sure": ["1"]}, kind, 1)
    assert sure.result == "recorded"
    assert seen_first.said == sure.said
    assert table.hands == after


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("fix", "l3", "In total: Anna +0.30, Bene −0.30, Christl +0.30, Dani −0.30"),
        ("void", "", "In total: Anna −0.20, Bene +0.20, Christl −0.20, Dani +0.20"),
        ("insert", "w b", "In total: Anna −0.50, Bene +1.50, Christl −0.50, Dani −0.50"),
        ("insert", "x", "No amount changes."),
    ],
)
def test_a_correction_says_what_it_brings_everybody(table: Table, kind: str, line: str, told: str) -> None:
    """Also where no other hand costs anything else."""
    entered(table.phone("Anna"), **SAUSPIEL)
    assert entering.answered(entering.correct, table.phone("Bene"), {"line": [line]}, kind, 1).said[-1] == told


@pytest.mark.parametrize(
    ("kind", "line", "after"), [("fix", "s ac l3", 1), ("void", "", 1), ("insert", "w b", 2), ("insert", "s ac", 2)]
)
def test_a_correction_that_is_repeated_is_made_once(table: Table, kind: str, line: str, after: int) -> None:
    """The answer was lost: the same request says that it is so."""
    entered(table.phone("Anna"), **SAUSPIEL)
    phone, said = table.phone("Anna"), {"line": [line], "sure": ["1"]}
    answers = [entering.answered(entering.correct, phone, said, kind, 1) for _time in range(2)]
    assert [one.result for one in answers] == ["recorded", "again"]
    assert len(table.hands) == after


def test_a_missing_hand_is_not_taken_for_another_one_that_was_the_same(table: Table) -> None:
    """It was played before the same one, and something else was corrected meanwhile."""
    entered(table.phone("Anna"), **SAUSPIEL)
    phone = table.phone("Anna")
    table.ledger.fix(1, "n")
    table.ledger.fix(1, "s ac")
    answer = entering.answered(entering.correct, phone, {"line": ["s ac"], "sure": ["1"]}, "insert", 1)
    assert (answer.result, table.hands) == ("overtaken", ["s ac"])


def test_what_would_change_is_recorded_only_on_top_of_what_was_shown(table: Table) -> None:
    """Whatever others write between."""
    entered(table.phone("Anna"), **SAUSPIEL)
    phone = table.phone("Bene")
    assert entering.answered(entering.correct, phone, {"line": ["l3"]}, "fix", 1).seen == str(phone.said)


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [("fix", "l3", "Hand 1 is now: s ac l3"), ("void", "", "Hand 1 is void."), ("insert", "w b", "New hand 1: w b")],
)
def test_a_correction_says_what_the_hand_is_then(table: Table, kind: str, line: str, said: str) -> None:
    """As it would be printed."""
    entered(table.phone("Anna"), **SAUSPIEL)
    told = entering.answered(entering.correct, table.phone("Bene"), {"line": [line]}, kind, 1).said
    assert told[0] == said


def test_a_correction_that_was_looked_at_is_not_recorded_on_top_of_anything_newer(table: Table) -> None:
    """What the page sends back is what its reader had seen."""
    entered(table.phone("Anna"), **SAUSPIEL)
    bene = table.phone("Bene")
    looked = entering.answered(entering.correct, bene, {}, "void", 1)
    table.ledger.fix(1, "l3")
    sure = bene._replace(said=entering.what_was_seen(looked.seen))
    assert entering.answered(entering.correct, sure, {"sure": ["1"]}, "void", 1).result == "overtaken"


def test_a_page_that_slept_is_asked_about_an_old_hand_of_somebody_else(table: Table) -> None:
    """Others followed it: the same people may have won once more. Who repeats his own is told that it is there."""
    anna, slept = table.phone("Anna"), table.phone("Bene")
    entered(anna, **SAUSPIEL)
    table.ledger.record("w d")
    assert entered(anna, **SAUSPIEL).result == "again"
    asked = entered(slept, **SAUSPIEL)
    assert (asked.result, asked.yours, len(asked.said)) == ("overtaken", "s ac", 2)
    assert table.hands == ["w d", "s ac"]


@pytest.mark.long
@pytest.mark.parametrize(("who", "result"), [("Anna", "again"), ("Bene", "overtaken")])
def test_whose_an_old_hand_is_counts_however_many_followed(table: Table, who: str, result: str) -> None:
    """Also where it stands on no board any more."""
    first = table.phone("Anna")
    entered(first, **SAUSPIEL)
    for number in range(20):
        table.ledger.record("w d" if number % 2 else "w a")
    assert entered(first._replace(who=who), **SAUSPIEL).result == result


def test_two_alike_that_waited_on_one_phone_are_two(table: Table) -> None:
    """The second says the number behind the first: it is asked about, and not taken for the first one repeated."""
    first = table.phone("Anna")
    entered(first, **SAUSPIEL)
    second = first._replace(said=first.said._replace(number=first.said.number + 1))
    asked = entered(second, **SAUSPIEL)
    assert (asked.result, asked.said[-1]) == ("overtaken", "Hand 1, by Anna: Sauspiel, Anna + Christl won")
    newer = second._replace(said=entering.what_was_seen(asked.seen))
    assert entered(newer, **SAUSPIEL, again=["1"]).result == "recorded"
    assert table.hands == ["s ac", "s ac"]


def test_a_payment_is_recorded_once(table: Table) -> None:
    """Paid is tapped twice, or by two phones."""
    entered(table.phone("Anna"), **SAUSPIEL)
    phone = table.phone("Anna")
    due = table.ledger.dues().dues[0]
    fields = {"payer": [due.payer], "payee": [due.payee], "amount": [str(due.amount)]}
    answers = [entering.answered(entering.record_paid, phone, fields) for _time in range(2)]
    assert [one.result for one in answers] == ["recorded", "again"]
    assert len(table.ledger.dues().dues) == 1


@pytest.mark.parametrize(("payee", "amount"), [("Bene", "9999999"), ("Stock", "1"), ("Bene", "21")])
def test_only_what_is_open_is_paid(table: Table, payee: str, amount: str) -> None:
    """Nor does a phone hear that something is paid that is open with another amount by now."""
    table.ledger.record("w b")
    answer = entering.answered(
        entering.record_paid, table.phone("Anna"), {"payer": ["Anna"], "payee": [payee], "amount": [amount]}
    )
    assert (answer.status, answer.result) == (409, "overtaken")
    assert len(table.ledger.dues().dues) == 3


def test_a_payment_is_not_taken_for_paid_because_the_amounts_have_changed(table: Table) -> None:
    """Another hand was entered meanwhile: nothing was paid, and that is said."""
    entered(table.phone("Anna"), **SAUSPIEL)
    phone, due = table.phone("Anna"), table.ledger.dues().dues[0]
    entered(table.phone("Bene"), **WENZ)
    fields = {"payer": [due.payer], "payee": [due.payee], "amount": [str(due.amount)]}
    assert entering.answered(entering.record_paid, phone, fields).result == "overtaken"
    assert table.ledger.session().payments() == ()


def test_who_wrote_stands_in_the_log(table: Table) -> None:
    """The log names the device."""
    entered(table.phone("Resis Handy"), **SAUSPIEL)
    assert table.ledger.board().hands[0].who == "Resis Handy"


def test_what_was_seen_is_read_back(table: Table) -> None:
    """A page says it as one word."""
    evening = table.ledger.evening(identified(table.uid))
    assert entering.what_was_seen(seen(evening)) == SeenState(1, evening.digest.hex())
    assert [entering.what_was_seen(word) for word in ("", "1", "1.xyz", "-1.ab", "99999999.ab")] == [None] * 5
