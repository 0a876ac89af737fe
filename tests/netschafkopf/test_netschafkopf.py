"""Protocols of Netschafkopf: real ones, and evenings written by `netschafkopf_writer` with its own arithmetic."""

import io
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from netschafkopf_writer import MORE_GAMES, TIES, Rules, Table, Written, write

from sklog import files as session_files
from sklog import netschafkopf, tariffs
from sklog.errors import Problem, Refused, SessionFileError, SklogError
from sklog.files import formats, incoming
from sklog.files.formats import text_of
from sklog.netschafkopf import Protocol, cards
from sklog.netschafkopf.protocol import PrintedGame, announced
from sklog.scoring.hand import Passed
from sklog.scoring.payout import STOCK
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import Voided

REAL = Path(__file__).parents[3] / "shared/protocols"
OWN = Path(__file__).parents[1] / "protocols/stammtisch.txt"
NAMES = st.sampled_from(
    [
        ("Anna", "Bene", "Christl", "Dani"),
        ("PcLinks", "PcOben", "PcRechts", "Gast"),
        ("Frau Dr. Huber", "Jörg", "Eva und Sepp", "Kathi"),
        ("Anna", "Anna-Maria", "Du-Du", "Robert der Lange"),
    ]
)


def seeded(seed: int) -> Random:
    """Return a generator that is the same in every run."""
    return Random(seed)  # noqa: S311  (hands, not secrets)


def read(text: str, **said: object) -> Protocol:
    """Read a protocol."""
    return netschafkopf.read_protocol(text, "x.txt", **said)  # type: ignore[arg-type]


def shows(text: str) -> bool:
    """Whether something about a protocol is refused, or does not agree."""
    try:
        found = read(text)
    except SklogError:
        return True
    return bool(found.problems or found.disagreements)


def told(found: Protocol) -> str:
    """Return everything that is said against a protocol."""
    return "\n".join(map(str, (*found.problems, *found.disagreements)))


def balances(found: Protocol, written: Written) -> list[dict[str, int]]:
    """Return sklog's balances after every hand, for those and in the order that the protocol prints them."""
    states = [line.state.balances for line in found.session.lines()]
    return [{name: state[name] for name in row.balances} for state, row in zip(states, written.rows, strict=True)]


# -- real evenings ------------------------------------------------------------------------------------


real = pytest.mark.skipif(not REAL.is_dir(), reason=f"the real protocols are not there: {REAL}")
EVENINGS = {
    "netschafkopf_2020-05-16.txt": (32, {"partner": 10, "solo": 50, "ramsch": 10}, 10, {}),
    "netschafkopf_2022-12-14.txt": (40, {"partner": 10, "solo": 50, "ramsch": 10}, 10, {"wenz": 2, "farbwenz": 2}),
    "netschafkopf_2023-10-05.txt": (99, {"partner": 2, "solo": 5, "ramsch": 1}, 1, {}),
}
ROW = re.compile(r"^ +(\d+) +\d+((?: +[+-]?\d+){5})\s*$", re.MULTILINE)


def real_evening(name: str) -> tuple[str, Protocol]:
    """Return the text of a real protocol, and what is read of it."""
    text = text_of((REAL / name).read_bytes())
    return text, netschafkopf.read_protocol(text, name)


@real
@pytest.mark.parametrize("name", EVENINGS)
def test_every_balance_of_a_real_evening_is_as_printed(name: str) -> None:
    """After every hand of a program no one here wrote, sklog has the balances that it printed."""
    text, found = real_evening(name)
    assert told(found) == ""
    columns = (*found.session.players, STOCK)
    printed = [dict(zip(columns, map(int, row[2].split()), strict=True)) for row in ROW.finditer(text)]
    assert [dict(line.state.balances) for line in found.session.lines()] == printed
    assert len(printed) == EVENINGS[name][0]


@real
@pytest.mark.parametrize("name", EVENINGS)
def test_the_tariff_of_a_real_evening_is_found(name: str) -> None:
    """Prices, extras and the minimum of Laufende are those that the folder's own description names."""
    _hands, prices, extra, minima = EVENINGS[name]
    tariff = real_evening(name)[1].session.tariff
    assert tariff.prices == prices
    assert tariff.schneider
    assert tariff.laufende
    found = (tariff.schneider.price, tariff.laufende.price, tariff.laufende.from_, tariff.laufende.by_game)
    assert found == (extra, extra, 3, minima)


# -- evenings of our own ------------------------------------------------------------------------------


def written_rules() -> st.SearchStrategy[Rules]:
    """Return strategies for the options of the program."""
    price, extra = st.integers(2, 60), st.integers(1, 15)
    minimum = st.integers(2, 5)
    own = st.dictionaries(st.sampled_from(["Wenz", "Geier", "Farbwenz", "Farbgeier"]), minimum)
    return st.builds(
        Rules,
        partner=price,
        solo=price,
        ramsch=price,
        schneider=extra,
        schwarz=extra,
        laufende=st.integers(0, 15),
        least=minimum,
        own=own,
        out=st.sampled_from([(31, 30), (30, 30), (31, 31), (30, 31)]),
        linear=st.booleans(),
        jungfrau=st.booleans(),
        tie=st.sampled_from([*TIES]),
        schieber=st.sampled_from([0, 50, 13]),
        stock=st.sampled_from([0, 0, 10, 5]),
        stock_doubles=st.booleans(),
        tout=st.sampled_from([2, 3]),
        tout_schwarz=st.booleans(),
        short=st.booleans(),
    )


TABLES = st.builds(
    Table,
    names=NAMES,
    ace=st.sampled_from(["As", "Ass"]),
    knocked=st.sampled_from(["aufgedoppelt", "gelegt"]),
    doubled=st.sampled_from(["gespritzt", "gestoßen"]),
    games=st.sampled_from([Table().games, MORE_GAMES]),
)
SEEDS = st.integers(0, 10**6)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(rules=written_rules(), table=TABLES, seed=SEEDS, hands=st.integers(1, 30))
def test_any_protocol_reads_and_has_the_balances_it_prints(rules: Rules, table: Table, seed: int, hands: int) -> None:
    """Whatever people are called, and whatever the options: a tariff is found that makes exactly what is printed."""
    written = write(seeded(seed), hands, rules, table)
    found = read(written.text)
    assert told(found) == ""
    assert balances(found, written) == [row.balances for row in written.rows]


def test_a_tout_lost_at_the_limit_says_nothing_against_its_schneider() -> None:
    """What a Tout pays for and where Schneider begins are found together: a lost one with 30 Augen may be out of it."""
    written = write(seeded(52516), 12, Rules(out=(30, 30), tout_schwarz=True, schieber=50, stock=10), Table())
    found = read(written.text)
    tariff = found.session.tariff
    assert told(found) == ""
    assert tariff.schneider
    assert tariff.tout
    assert (tariff.schneider.declarers, tariff.tout.schneider_schwarz) == (30, True)


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(rules=written_rules(), table=TABLES, seed=SEEDS)
def test_a_protocol_comes_back_from_every_format(rules: Rules, table: Table, seed: int) -> None:
    """YAML, JSON Lines and csv of it read back as the same evening, its tariff and identity included."""
    session = read(write(seeded(seed), 8, rules, table).text).session
    assert tariffs.read_mapping(to_mapping(session.tariff), "found") == session.tariff
    assert session_files.read_yaml(session_files.write_yaml(session), "x.yaml") == [session]
    for writing, reading in ((formats.write_jsonl, formats.read_jsonl), (formats.write_csv, formats.read_csv)):
        assert list(reading(io.StringIO("".join(writing([session]))), "x")) == [session]


# -- one thing altered --------------------------------------------------------------------------------


PRICE = re.compile(r"\d+(?= Punkt)")
CARD = re.compile(r"(?<= )[EGHS][AZKOU987](?= |$)", re.MULTILINE)
NUMBER = re.compile(r"[+-]?\d+")
AMOUNTS = st.integers(-100, 100).filter(bool)
LONG_EVENING = write(seeded(5), 16, Rules(), Table())


def altered(text: str, match: re.Match[str], by: int) -> str:
    """Return the text with a number changed; its sign stays where it has one."""
    now = int(match[0]) + by
    return text[: match.start()] + (f"{now:+d}" if match[0][0] in "+-" else str(abs(now))) + text[match.end() :]


@pytest.mark.long
def test_every_single_price_shows() -> None:
    """In an evening in which hands say everything more than once, no price can be altered unseen."""
    text = LONG_EVENING.text
    assert [match[0] for match in PRICE.finditer(text) if not shows(altered(text, match, 1))] == []


@pytest.mark.long
def test_every_single_balance_shows() -> None:
    """Nor a balance, the Stock's, or the price in its column."""
    text = LONG_EVENING.text
    rows = [match for row in ROW.finditer(text) for match in NUMBER.finditer(text, row.start(), row.end())]
    assert [match[0] for match in rows if not shows(altered(text, match, 10))] == []


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(rules=written_rules(), seed=SEEDS, hands=st.integers(1, 12), data=st.data(), by=AMOUNTS)
def test_an_altered_price_shows_or_is_all_that_is_known(
    rules: Rules, seed: int, hands: int, data: st.DataObject, by: int
) -> None:
    """A price that agrees with everything else in the file is the only one that says so: the tariff is another one.

    What the column "Preis" means behind a deal that was thrown in shows where there is a second one. A sentence about
    the Stock may say what was in it, is in it, or moved.
    """
    text = write(seeded(seed), hands, rules, Table()).text
    match = data.draw(st.sampled_from([*PRICE.finditer(text)] or [None]))
    if match is None or abs(int(match[0]) + by) == int(match[0]):
        return
    changed, session = altered(text, match, by), read(text).session
    thrown_in = [number for number, entry in enumerate(session.entries, 1) if isinstance(entry, Passed)]
    hand = text.count("Geber:", 0, match.start())
    line = session.lines()[hand - 1]
    of_stock = "Im Stock" in text[text.rindex("\n", 0, match.start()) : match.start()]
    said_so = of_stock and abs(int(match[0]) + by) in {line.table.stock, line.state.balances[STOCK]}
    assert shows(changed) or thrown_in == [hand] or said_so or read(changed).session.tariff != session.tariff


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(rules=written_rules(), seed=SEEDS, hands=st.integers(1, 12), data=st.data(), by=AMOUNTS)
def test_an_altered_balance_shows(rules: Rules, seed: int, hands: int, data: st.DataObject, by: int) -> None:
    """Balances add up to 0 and move by what the hand costs, so none can be altered alone."""
    text = write(seeded(seed), hands, rules, Table()).text
    row = data.draw(st.sampled_from([*ROW.finditer(text)]))
    match = data.draw(st.sampled_from([*NUMBER.finditer(text, row.start(2), row.end(2))]))
    assert shows(altered(text, match, by))


@settings(max_examples=100, deadline=None)
@given(rules=written_rules(), seed=SEEDS, data=st.data())
def test_an_altered_card_shows(rules: Rules, seed: int, data: st.DataObject) -> None:
    """Every card is dealt once and played once; a Schieber alone has two that nobody was dealt."""
    text = write(seeded(seed), 3, rules, Table()).text
    match = data.draw(st.sampled_from([*CARD.finditer(text)]))
    other = data.draw(st.sampled_from(sorted(cards.deck_of("long") - {match[0]})))
    line = text[text.rindex("\n", 0, match.start()) : match.end()]
    schieber = "Schieber" in text[text.rindex("Geber:", 0, match.start()) : match.start()]
    changed = text[: match.start()] + other + text[match.end() :]
    assert shows(changed) or (schieber and " hat: " in line)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), noise=st.text(max_size=12))
def test_no_file_ends_in_anything_but_sentences(data: st.DataObject, noise: str) -> None:
    """Cut anywhere, with anything in between: there is an evening, or an error of ours."""
    text = OWN.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 200, len(text))))
    try:
        said = ", ".join(read(text[:start] + noise + text[end:]).session.players)
    except SklogError as error:
        said = str(error)
    assert said


# -- likely reasons -----------------------------------------------------------------------------------


def test_hands_that_contradict_one_another_are_both_named() -> None:
    """Where the last hand pays Schneider otherwise, its sentence names it and the hands that say so."""
    rufspiele = Table(games=("Rufspiel",))
    evenings = (write(seeded(seed), 10, Rules(), rufspiele, Rules(schneider=15)).text for seed in range(200))
    text = next(text for text in evenings if text.count("Mit Schneider") > 3 and "Mit Schneider" in text[-500:])
    reason = (
        r"hand 10: the printed price is \d+; by the cards it is \d+: Schneider makes \+15 here but \+10 in hands \d"
    )
    assert re.search(reason, told(read(text)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("2      100", "2      110", "the sentences give 100, the column Preis has 110", id="column"),
        pytest.param(
            "Die Gegner haben 110", "Die Gegner haben 100", "the printed Augen of the opponents are", id="augen"
        ),
        pytest.param(
            "Du verlierst den Schellen", "Du gewinnst den Schellen", "noted as won, but was lost", id="result"
        ),
        pytest.param("Grün-Ass mit dir", "Grün-Ass mit PcOben", "PcOben is noted as the partner", id="partner"),
        pytest.param("Du gewinnst den Wenz Tout\n", "", "the sentence with the result is missing", id="no-result"),
        pytest.param("Mit 5 \n", "Ohne 5 \n", "those of the other side", id="side"),
        pytest.param(
            "Gast spielt Wenz Tout", "Gast spielt Wenz", "names a different game from the one announced", id="game"
        ),
    ],
)
def test_what_is_printed_otherwise_than_the_cards_is_named(old: str, new: str, said: str) -> None:
    """Sentences are compared like prices, and each difference says what the cards make of it."""
    text = OWN.read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert said in told(read(text.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("EZ EA EO S9", "EZ EA EO SK", "", id="another-card-of-the-same-hand"),
        pytest.param("Geber: PcRechts", "Geber: PcOben", "PcOben deals, but PcRechts is dealt in last", id="dealer"),
        pytest.param("Geber: PcRechts", "Geber: Sepp", "Sepp is not dealt in", id="stranger"),
        pytest.param("    2      100", "    3      100", "a hand is missing or here twice", id="number"),
        pytest.param("Gast spielt Wenz Tout\n", "", "the game is missing above this line", id="no-game"),
        pytest.param("H9 HK SA HZ", "H9 HK SA", "a trick of 3 cards instead of 4", id="short-trick"),
        pytest.param("H9 HK SA HZ", "H9 HK SA XX", "XX is not a card", id="no-card"),
    ],
)
def test_what_cannot_have_been_is_refused(old: str, new: str, said: str) -> None:
    """Cards and lines that make no hand are problems that name the line, not differences."""
    text = OWN.read_text(encoding="utf-8")
    found = read(text.replace(old, new, 1))
    if said:
        assert said in "\n".join(map(str, found.problems))
    else:
        assert found.problems
    assert found.left_out


# -- the file and its people --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(lambda text: text.encode("cp1252"), id="windows-1252"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode("cp1252"), id="windows-1252-crlf"),
        pytest.param(lambda text: text.encode("utf-8-sig"), id="bom"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="utf-8-crlf"),
    ],
)
def test_encoding_and_line_ends_are_found(data: object) -> None:
    """One evening is the same in every encoding that the program has used."""
    written = data(LONG_EVENING.text)  # type: ignore[operator]
    assert incoming.kind_of(written[:1000], ".txt") == incoming.PROTOCOL
    assert read(text_of(written)) == read(LONG_EVENING.text)


def test_a_line_that_does_not_end_is_named() -> None:
    """Whoever has a name as long as a book is not looked for in the sentences: the line is not understood."""
    text = OWN.read_text(encoding="utf-8")
    name = "PcOben " * 100_000
    [problem] = read(text.replace("PcOben hat:", f"{name} hat:", 1)).problems
    assert problem.message.startswith('hand 1: "PcOben PcOben ')
    assert problem.message.endswith('…" is not understood')


@pytest.mark.long
def test_people_are_called_as_they_are_said_to_be() -> None:
    """Everybody has the name given; who is not named keeps the printed one, and "Du" is whose protocol it is."""
    said = {"du": "Anna", "pclinks": "Bene"}
    session = read(OWN.read_text(encoding="utf-8"), people=said).session
    assert session.players == ("Bene", "PcOben", "PcRechts", "Anna")
    balances = session.lines()[-1].state.balances
    printed = read(OWN.read_text(encoding="utf-8")).session.lines()[-1].state.balances
    assert (balances["Anna"], balances["Bene"]) == (printed["Gast"], printed["PcLinks"])


def test_two_names_are_never_one_person() -> None:
    """One name for two people is refused."""
    with pytest.raises(Refused, match="Anna cannot be two people"):
        read(OWN.read_text(encoding="utf-8"), people={"Gast": "Anna", "PcOben": "Anna"})


def test_an_evening_is_the_same_whatever_its_people_are_called() -> None:
    """Its identity is that of the day and the first deal: not of names here, nor of what comes later."""
    text = OWN.read_text(encoding="utf-8")
    whole, called = read(text).session, read(text, people={"Gast": "Anna"}).session
    begun = read(text[: text.index("Geber: Gast")]).session
    assert whole.id == called.id == begun.id
    assert len({whole.id, read(LONG_EVENING.text).session.id}) == 2


def test_a_given_tariff_is_used_and_compared() -> None:
    """Prices of another tariff disagree with those printed, hand by hand."""
    found = read(LONG_EVENING.text, given=tariffs.find("sauspiel"))
    assert found.session.tariff == tariffs.find("sauspiel")
    assert "the game makes +10 here, not +20" in told(found)


def test_the_tariff_of_an_evening_explains_the_same_evening() -> None:
    """The tariff that is found, given, changes nothing."""
    found = read(LONG_EVENING.text)
    assert read(LONG_EVENING.text, given=found.session.tariff) == found


def test_a_hand_that_is_left_out_is_void() -> None:
    """The others keep their numbers, dealers and prices; the difference is said once."""
    text = OWN.read_text(encoding="utf-8").replace("Gast spielt Schellen-Geier", "Gast spielt Schach")
    found = read(text)
    assert found.left_out == (2,)
    assert [isinstance(entry, Voided) for entry in found.session.entries] == [False, True, *[False] * 6]
    assert len(found.disagreements) == 1


def test_what_was_thrown_in_is_a_deal() -> None:
    """A Schieber that nobody took moves its sum, and the deal goes on."""
    [thrown_in] = [
        line for line in read(OWN.read_text(encoding="utf-8")).session.lines() if line.entry == Passed(round="schieber")
    ]
    assert thrown_in.score
    assert sorted(thrown_in.score.postings.values()) == [-50, -50, 0, 50, 50]


@pytest.mark.parametrize("text", ["", "\n\n", "session: Abend\nplayers: [Anna]\n", '{"session": "Abend"}\n'])
def test_other_files_are_not_taken_for_protocols(text: str) -> None:
    """What is no protocol is for the other readers."""
    assert incoming.kind_of(text.encode(), ".txt") == incoming.OWN


def test_a_protocol_without_a_hand_is_refused() -> None:
    """A head alone is no evening."""
    with pytest.raises(SessionFileError, match="there is no hand in it"):
        read("Regeln\ngespielt von Gast am 19.11.26 mit Version 8.00\n")


# -- cards and words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "suit", "trick", "taker"),
    [
        ("sauspiel", None, "E7 EA EZ EK", 1),
        ("sauspiel", None, "E7 EA H7 EK", 2),
        ("sauspiel", None, "SU EU SO H7", 2),
        ("wenz", None, "HO HK SU HA", 2),
        ("wenz", None, "HO HK SO HA", 3),
        ("geier", None, "EU EK EZ SO", 3),
        ("farbgeier", "gras", "EO GA G7 GO", 0),
        ("farbwenz", "schellen", "E7 EA S7 EU", 3),
        ("bettel", None, "H7 HO HU E7", 1),
    ],
)
def test_who_takes_a_trick(game: str, suit: str | None, trick: str, taker: int) -> None:
    """The highest trump takes it, else the highest card of the suit that was led."""
    played = cards.Trick(dict(zip("ABCD", trick.split(), strict=True)), 5)
    assert played.taker(cards.trumps(game, suit, "long")) == "ABCD"[taker]


@pytest.mark.parametrize(
    ("game", "suit", "held", "run"),
    [
        ("sauspiel", None, "EO GO HO", (3, True)),
        ("sauspiel", None, "HO SO", (2, False)),
        ("wenz", None, "EU GU HU SU EA", (4, True)),
        ("wenz", None, "EA GA", (4, False)),
        ("farbgeier", "gras", "EO GO HO SO GA GZ GU", (6, True)),
        ("bettel", None, "EO", (0, True)),
    ],
)
def test_the_run_from_the_top(game: str, suit: str | None, held: str, run: tuple[int, bool]) -> None:
    """Laufende are the unbroken run of the highest trumps, held by these people or by the others."""
    assert cards.run_from_top(cards.trumps(game, suit, "long"), held.split()) == run


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("Grün-Wenz", PrintedGame("farbwenz", "gras")),
        ("Herz-Solo Tout", PrintedGame("solo", "herz", tout=True)),
        ("Wenz", PrintedGame("wenz")),
        ("Mit der Schellen-As", PrintedGame("sauspiel", "schellen")),
        ("Hochzeit", PrintedGame("hochzeit")),
        ("Solo", None),
        ("Eichel-Ramsch", None),
        ("Wenz Vielleicht", None),
        ("Schach", None),
    ],
)
def test_a_game_is_known_by_its_name(text: str, game: PrintedGame | None) -> None:
    """Games are those of the catalogue; what needs a suit has one."""
    assert announced(text) == game


def test_who_does_not_follow_suit_is_named() -> None:
    """A card of another suit is only played by who holds none of the first."""
    held = {"Anna": ["E9"], "Bene": ["E8", "S7"], "Christl": ["EA"], "Dani": ["HO"]}
    trick = cards.Trick({"Anna": "E9", "Bene": "S7", "Christl": "EA", "Dani": "HO"}, 5)
    order = cards.trumps("wenz", None, "long")
    assert list(cards.wrong_tricks([trick], held, order)) == [
        Problem("Bene plays S7 and could have followed E9", line=5)
    ]


@pytest.mark.parametrize("repeated", ["Die Gegner haben", "gewinnt"], ids=["the Augen of the opponents", "the result"])
def test_a_sentence_that_stands_twice_shows(repeated: str) -> None:
    """What the program says once belongs there once."""
    text = OWN.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(repeated) or f" {repeated} " in line)
    assert shows(text.replace(line, f"{line}\n{line}", 1))


def test_the_cards_that_a_schieber_leaves_out_are_the_alten() -> None:
    """A card that is dealt in their place shows, also where nobody played."""
    text = OWN.read_text(encoding="utf-8")
    hand = text.index("Spielart: Schieber")
    card = CARD.search(text, text.index(" hat: ", hand))
    assert card is not None
    changed = text[: card.start()] + "EO" + text[card.end() :]
    assert shows(changed)


def test_a_protocol_of_an_old_machine() -> None:
    """Carriage returns alone end a line, and a control character the text."""
    data = OWN.read_text(encoding="utf-8").replace("\n", "\r").encode("cp1252") + b"\x1a"
    assert incoming.kind_of(data, ".txt") == incoming.PROTOCOL
    assert not netschafkopf.read_protocol(text_of(data), "x.txt").problems
