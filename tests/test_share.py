"""The text for a group chat: what it tells, that it can be broken anywhere, and that nothing in it steers anything."""

import base64
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog.bank.chat import Told, chat_text
from sklog.cli import terminal as in_a_terminal
from sklog.errors import Refused
from sklog.reports.format import clean
from sklog.scoring.settlement import open_plan
from tests.conftest import Sklog
from tests.terminal import Terminal

START = ("--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff")
COMMANDS = [("settle", "--share"), ("report", "session", "--share")]
LINK = "https://paypal.me/annag"
PHONE = 35  # letters of a line

both = pytest.mark.parametrize("words", COMMANDS, ids=" ".join)


@pytest.fixture
def table(ok: Sklog) -> Sklog:
    """Return sklog with an open evening of two hands, in which Anna has a pay link."""
    ok("start", "Stammtisch", *START, "sauspiel")
    ok("add", "s", "ab", "nl3")
    ok("add", "w", "a")
    ok("player", "set", "Anna", "--pay-link", LINK)
    return ok


# -- what it tells ------------------------------------------------------------------------------------


@both
def test_an_evening_in_ten_lines(table: Sklog, words: tuple[str, ...]) -> None:
    """Both commands tell the same: the evening, the result, who pays whom and where to, the hand of the evening."""
    assert table(*words).out == (
        "Stammtisch · 19 Nov 2026\n"
        "Wie online gespielt · 2 hands so far\n"
        "\n"
        "1) Anna +2.10 €\n"
        "2) Bene +0.10 €\n"
        "3) Christl −1.10 €\n"
        "3) Dani −1.10 €\n"
        "\n"
        f"Christl pays Anna 1.10 € – {LINK}\n"
        f"Dani pays Anna 1.00 € – {LINK}\n"
        "Dani pays Bene 0.10 €\n"
        "\n"
        "Hand of the evening, No. 1:\n"
        "Sauspiel: Anna and Bene won, Schneider, 3 Laufende, 0.60 € each\n"
    )


def test_in_german(table: Sklog) -> None:
    """With the words and the marks of the language that is spoken."""
    said = table("settle", "--share", env={"SKLOG_LANG": "de"}).out
    assert "Wie online gespielt · 2 Spiele bisher" in said
    assert "1) Anna +2,10 €" in said
    assert f"Christl zahlt Anna 1,10 € – {LINK}" in said
    assert "Spiel des Abends, Nr. 1:\nSauspiel: Anna und Bene gewinnen" in said


@both
def test_a_closed_evening_is_not_so_far(table: Sklog, words: tuple[str, ...]) -> None:
    """What is over is said as it ended."""
    table("close")
    assert table(*words).out.splitlines()[1] == "Wie online gespielt · 2 hands"


@both
def test_an_evening_of_postings_says_what_it_has(ok: Sklog, words: tuple[str, ...]) -> None:
    """Amounts from an old list are no hands, and nobody reads that there were none."""
    ok("start", "Stammtisch", *START, "sauspiel")
    ok("post", "A:-0,50", "B:+0,50", "--note", "Liste")
    assert ok(*words).out.splitlines()[1] == "Wie online gespielt · 1 posting"


@both
def test_what_was_paid_stands_above_what_is_open(table: Sklog, words: tuple[str, ...]) -> None:
    """The result is that of the game; who has paid owes less."""
    table("pay", "Christl", "Anna", "1,10")
    lines = table(*words).out.splitlines()
    assert "3) Christl −1.10 €" in lines
    assert "Paid so far: Christl 1.10 €" in lines
    assert not [line for line in lines if line.startswith("Christl pays")]


@both
def test_nobody_owes_anything(ok: Sklog, words: tuple[str, ...]) -> None:
    """An evening without a hand has no hand of the evening."""
    ok("start", "Stammtisch", *START, "sauspiel")
    said = ok(*words).out
    assert said.endswith("\n\nNobody owes anybody anything.\n")
    assert "Hand of the evening" not in said


@both
def test_points_are_points(ok: Sklog, words: tuple[str, ...]) -> None:
    """In an evening for points nothing is in euros."""
    ok("start", "Punkte", *START, "saukopf")
    ok("add", "w", "a")
    said = ok(*words).out
    assert "1) Anna +6 points" in said
    assert said.endswith("Wenz: Anna won, 2 points each\n")
    assert "€" not in said


def test_what_a_point_is_worth_is_counted(ok: Sklog) -> None:
    """With --point all of it is in euros, the hand of the evening as well."""
    ok("start", "Punkte", *START, "saukopf")
    ok("add", "w", "a")
    said = ok("settle", "--share", "--point", "0.05").out
    assert "1) Anna +0.30 €" in said
    assert said.endswith("Wenz: Anna won, 0.10 € each\n")


@both
def test_the_stock_that_is_shared_out_is_said(ok: Sklog, words: tuple[str, ...]) -> None:
    """Whoever reads the balances knows why they are other than on the board."""
    ok("start", "Stammtisch", *START, "wiki")
    ok("add", "x")
    ok("add", "s", "ab")
    ok("add", "x")
    assert "The Stock is shared out: " in ok(*words).out


@both
def test_a_stock_that_stays_is_said(ok: Sklog, words: tuple[str, ...]) -> None:
    """What lies in it is nobody's, and has no place in the result."""
    ok("start", "Stammtisch", *START, "wiki")
    ok("add", "x")
    ok("close", "--stock", "carry")
    said = ok(*words).out
    assert "In the Stock: 0.40 €" in said
    assert ") Stock" not in said


def test_five_people(ok: Sklog) -> None:
    """Who sat out the only hand has a place as well, and equals share theirs."""
    ok("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani,Emil", "--date", "2026-11-19")
    ok("add", "w", "b")
    places = re.findall(r"^(\d\) \w+)", ok("settle", "--share").out, re.MULTILINE)
    assert places == ["1) Bene", "2) Anna", "3) Christl", "3) Dani", "3) Emil"]


def test_all_evenings_are_one_result(table: Sklog) -> None:
    """With --all the totals and the transfers of all of them, and no hand of one evening."""
    table("start", "Revanche", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-26", "--tariff", "sauspiel")
    table("add", "w", "b")
    said = table("settle", "--all", "--share").out
    assert said.startswith("All evenings · 19 Nov 2026 – 26 Nov 2026\n2 evenings, 3 hands\n\n1) Anna +1.60 €\n")
    assert "Hand of the evening" not in said


def test_a_note_stays_at_the_table(table: Sklog) -> None:
    """What somebody noted of a hand was not said to the group."""
    table("add", "hs", "a", "z", "//", "Dani war müde")
    said = table("settle", "--share").out
    assert "No. 3" in said
    assert "müde" not in said


def test_it_can_be_written_to_a_file(table: Sklog, folder: Path) -> None:
    """With -o, the same text."""
    table("settle", "--share", "-o", "abend.txt")
    assert (folder / "abend.txt").read_text(encoding="utf-8") == table("settle", "--share").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("settle", "--share", "--format", "json"), "plain text, not json", id="json"),
        pytest.param(("settle", "--share", "-o", "x.md"), "plain text, not markdown", id="ending"),
        pytest.param(("settle", "--share", "--why"), "leave --why out", id="why"),
        pytest.param(("settle", "--copy", "--girocode"), "leave --girocode out", id="girocode"),
        pytest.param(("report", "session", "--share", "--plot"), "leave --plot out", id="plot"),
        pytest.param(("report", "session", "--share", "--open"), "leave --open out", id="open"),
        pytest.param(("settle", "--copy"), "--copy hands the text to a terminal", id="no-terminal"),
        pytest.param(("report", "session", "--copy"), "--copy hands the text to a terminal", id="no-terminal-2"),
    ],
)
@pytest.mark.usefixtures("table")
def test_it_is_refused_with_a_sentence(run: Sklog, words: tuple[str, ...], said: str) -> None:
    """It has one form; nothing else is written."""
    refused = run(*words)
    assert (refused.code, refused.out) == (1, "")
    assert said in refused.err


# -- what is in it can be of anybody ------------------------------------------------------------------

MARKS = "*_~`|<>"
names = st.text(min_size=1, max_size=40).filter(lambda name: name.strip() == name and name != "Stock")


@st.composite
def told(draw: st.DrawFn) -> Told:
    """Return a settlement of people who may be called anything."""
    people = draw(st.lists(names, min_size=2, max_size=7, unique=True))
    amounts = [draw(st.integers(-100_000, 100_000)) for _ in people[1:]]
    balances = dict(zip(people, [-sum(amounts), *amounts], strict=True))
    links = {name: LINK for name in people if draw(st.booleans())}
    return Told(
        draw(names),
        "",
        draw(st.sampled_from(["ct", "points"])),
        balances,
        open_plan(balances, ()).transfers,
        (),
        (),
        links,
    )


@given(told())
def test_every_line_stands_alone(what: Told) -> None:
    """No markup, no letter that steers, nothing aligned, no list; a link is as it was kept, at the end of its line."""
    lines = chat_text(what).removesuffix("\n").split("\n")
    for line in lines:
        said, _mark, link = line.partition(f" – {LINK}")
        assert not set(said) & set(MARKS)
        assert "  " not in said
        assert line == line.strip()
        assert not link
        assert not re.match(r"[-+•#>] ", said)
        assert clean(line) == line
    assert len(lines) == 1 + 1 + len(what.balances) + (1 + len(what.transfers) if what.transfers else 0)


@given(told())
def test_the_amounts_agree(what: Told) -> None:
    """The result sums to zero, and the transfers settle it."""
    moved = dict.fromkeys(what.balances, 0)
    for one in what.transfers:
        moved[one.payer] += one.amount
        moved[one.payee] -= one.amount
    assert all(balance + moved[name] == 0 for name, balance in what.balances.items())
    printed = re.findall(r"^\d\) .*? ([+−]?)([\d.]+) (?:€|points)$", chat_text(what), re.MULTILINE)
    assert sum(int(digits.replace(".", "")) * (-1 if sign == "−" else 1) for sign, digits in printed) == 0


def test_lines_fit_into_a_phone(table: Sklog) -> None:
    """With usual names nothing has to be broken but a link and the words of a hand."""
    lines = table("settle", "--share").out.splitlines()
    assert all(
        len(line.partition(" – https")[0]) <= PHONE for line in lines if "won" not in line and "online" not in line
    )


def test_names_are_no_markup(ok: Sklog) -> None:
    """A messenger makes nothing bold because somebody is called so."""
    ok("start", "--players", "*Anna*,_Bene_,~Cy~,`Dani`", "--date", "2026-11-19", "--", "- *Abend*")
    ok("add", "w", "1")
    said = ok("settle", "--share").out
    assert said.startswith("– ∗Abend∗ · 19 Nov 2026\n")
    assert "1) ∗Anna∗ +" in said
    assert not set(said) & set("*_~`")


def test_a_title_cannot_name_a_link_of_its_own(ok: Sklog) -> None:
    """Only behind a payment stands a link that was kept."""
    ok("start", "Abend – https://evil.example/a_b", *START, "sauspiel")
    assert ok("settle", "--share").out.startswith("Abend – https://evil.example/aˍb · ")


# -- the clipboard ------------------------------------------------------------------------------------


def copied(raw: str) -> str:
    """Return what was handed to the terminal's clipboard."""
    (coded,) = re.findall("\x1b\\]52;c;([A-Za-z0-9+/=]*)\a", raw)
    return base64.b64decode(coded).decode()


@pytest.mark.long
@pytest.mark.parametrize("words", [("settle", "--copy"), ("report", "session", "--copy")], ids=" ".join)
def test_it_is_handed_to_the_terminal(table: Sklog, words: tuple[str, ...]) -> None:
    """In one sequence of letters that steer nothing, and what was done is said."""
    text = table("settle", "--share").out
    with Terminal(*words) as terminal:
        assert terminal.ended() == 0
        assert copied(terminal.raw) == text.rstrip("\n")
        assert terminal.raw.count("\x1b") == 1
        assert "Handed to the terminal's clipboard; not every terminal takes it." in terminal.text
        assert text.splitlines()[0] in terminal.text


@pytest.mark.long
def test_it_is_handed_to_the_terminal_in_the_prompt(table: Sklog) -> None:
    """At the prompt as outside, and the prompt stands below."""
    text = table("settle", "--share").out
    with Terminal("play") as terminal:
        terminal.asked("hand 3>")
        terminal.say("settle --copy", "hand 3>")
        assert copied(terminal.raw) == text.rstrip("\n")
        assert "Handed to the terminal's clipboard" in terminal.text
        assert "1) Anna +2.10 €" in terminal.text


@pytest.mark.long
@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_takes_no_orders_gets_none(table: Sklog, term: str) -> None:
    """Where only lines can be printed it is refused, and nothing is written."""
    assert table("show").code == 0
    with Terminal("settle", "--copy", env={"TERM": term}) as terminal:
        assert terminal.ended() == 1
        assert "\x1b" not in terminal.raw
        assert "use --share" in terminal.text


def test_more_than_terminals_take_is_refused() -> None:
    """A text that would be cut off is not handed over at all."""
    with pytest.raises(Refused, match="too long for a terminal's clipboard"):
        in_a_terminal.put_chat("x" * in_a_terminal.MOST_COPIED, None, copy=True)
