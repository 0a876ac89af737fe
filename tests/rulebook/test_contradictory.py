"""`tariff check` reads a tariff aloud and warns of what contradicts itself, or can never happen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tariff_strategies
from conftest import Sklog
from hypothesis import HealthCheck, given, settings

from sklog import tariffs, yaml_text
from sklog.language import speak
from sklog.reports.render import render
from sklog.rulebook.house_rules import new_text
from sklog.rulebook.prices import aloud, prices_report
from sklog.rulebook.warnings import checked, doubts
from sklog.scoring.settings import to_mapping
from sklog.scoring.tariff import Tariff
from tests.gallery import CONTRADICTORY, ENDINGS, WARNED, warnings


@pytest.fixture(params=ENDINGS)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak each language in turn, and English again afterwards."""
    speak(request.param)
    yield request.param
    speak(None)


OR_EACH = "write solo, or name each of them"


def warned(text: str) -> list[str]:
    """Return the warnings about a file."""
    _tariff, found = checked(text)
    return [str(one) for one in found]


@pytest.fixture
def haus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where `haus.yaml` is to be written."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "haus.yaml"


# -- warnings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", WARNED)
@pytest.mark.parametrize("language", ENDINGS)
def test_gallery(case: str, language: str) -> None:
    """Each tariff can be played, and is warned of all that makes no sense, at its line and column, in these words."""
    said = warnings(case, language)
    assert said == (CONTRADICTORY / f"{case}{ENDINGS[language]}").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", WARNED)
def test_every_warning_has_german_words(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two languages warn of the same places, and not in the same words."""
    monkeypatch.chdir(CONTRADICTORY)
    english, german = (Path(f"{case}{ending}").read_text(encoding="utf-8").splitlines() for ending in ENDINGS.values())
    place = re.compile(r"[^ ]+:\d+:\d+: (?=warning|Warnung)")
    assert [place.match(line) is not None for line in english] == [True] * len(german)
    assert [place.match(line)[0] for line in english] == [place.match(line)[0] for line in german]  # type: ignore[index]
    assert not {place.sub("", line).partition(": ")[2] for line in english} & {
        place.sub("", line).partition(": ")[2] for line in german
    }


@pytest.mark.parametrize("name", tariffs.shipped())
def test_shipped_tariffs_make_sense(name: str) -> None:
    """Nothing that comes with sklog is said in vain."""
    assert warned(name) == []


@pytest.mark.parametrize("name", tariffs.shipped())
def test_a_new_tariff_makes_sense(name: str, haus: Path) -> None:
    """A new tariff has no warnings, with every one of its settings put into force as well."""
    text = new_text("haus", name)
    for said in (text, re.sub(r"(?m)^# ", "", text)):
        haus.write_text(said, encoding="utf-8")
        assert warned("haus.yaml") == []


@pytest.mark.parametrize("name", ["grundzuege", "wiki"])
def test_the_bock_that_a_shipped_file_offers_makes_sense(name: str, haus: Path) -> None:
    """What stands there commented out can be put into force."""
    haus.write_text(f"name: haus\nextends: {name}\nstock: none\nbock: {{after: [thrown_in], length: hand}}\n", "utf-8")
    assert warned("haus.yaml") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("extends: wiki\ngames: [sauspiel, solo]", [], id="fewer-games-leave-rules-at-rest"),
        pytest.param("extends: ./faulty.yaml", [], id="what-is-inherited-as-it-is"),
        pytest.param("extends: ./faulty.yaml\nlaufende: {price: 20}", [], id="another-key-of-the-same-part"),
        pytest.param(
            "extends: ./faulty.yaml\nlaufende: {from: 4}",
            ["haus.yaml:3:12: warning: laufende.max: at most 2 are paid, and none below 4"],
            id="the-combination-is-new",
        ),
        pytest.param(
            "extends: wiki\ngames: [sauspiel, solo]\nrounds: {after_lost_solo: ramsch}",
            ["haus.yaml:4:10: warning: rounds.kinds: ramsch: no Ramsch is played here"],
            id="a-round-that-cannot-be",
        ),
        pytest.param("extends: ./wenz.yaml\nprices: {farbsolo: 60}", [], id="all-others-have-a-price"),
        pytest.param(
            "extends: ./wenz.yaml\ngames: [sauspiel, solo, bettel]\nprices: {farbsolo: 60}",
            [f"haus.yaml:4:10: warning: prices.farbsolo: means solo, and is also the price of Bettel; {OR_EACH}"],
            id="a-bettel-costs-as-much",
        ),
        pytest.param(
            "extends: wiki\nschneider: {price: {farbsolo: 20}, games: [solo]}", [], id="no-schneider-elsewhere"
        ),
        pytest.param(
            "extends: ./wenz.yaml\ngames: [sauspiel, ramsch]\nprices: {solo: none, wenz: none, ramsch: 10, other: 50}\n"
            "ramsch: {jungfrau: solo_price}",
            [],
            id="other-is-what-a-jungfrau-costs",
        ),
        pytest.param(
            "extends: wiki\nbock: {after: [lost_solo, lost_herz_solo], inside: ignored}", [], id="one-bock-for-a-hand"
        ),
    ],
)
def test_what_is_inherited_is_not_its_fault(text: str, said: list[str], haus: Path) -> None:
    """A file is warned of what it says, and of what it makes senseless."""
    faulty = "name: faulty\nextends: sauspiel\nlaufende: {max: 2}\nbock: {length: round}\n"
    haus.with_name("faulty.yaml").write_text(faulty, encoding="utf-8")
    wenz = "name: wenz\ngames: [sauspiel, solo, wenz]\nprices: {partner: 10, solo: 50, wenz: 30}\n"
    haus.with_name("wenz.yaml").write_text(wenz, encoding="utf-8")
    haus.write_text(f"name: haus\n{text}\n", encoding="utf-8")
    assert warned("haus.yaml") == said


def test_a_file_that_is_called_like_prices_says_what_they_mean(haus: Path) -> None:
    """They mean the same everywhere; a file of such a name that says so too is right."""
    haus.write_text("name: 10-20-60\nextends: sauspiel\n", encoding="utf-8")
    assert warned("./haus.yaml") == [
        (
            "haus.yaml:1:7: warning: name: everywhere else 10-20-60 means these prices, with other rules; "
            "choose another name"
        )
    ]
    haus.write_text("name: 10-20-60\nextends: sauspiel\nprices: {solo: 60}\n", encoding="utf-8")
    assert warned("./haus.yaml") == []


@pytest.mark.long
@given(tariff_strategies.tariffs())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_tariff_can_be_read_aloud(tariff: Tariff) -> None:
    """Every tariff has a price list, sentences and warnings, in any combination of settings."""
    assert render(prices_report(tariff), "text")
    assert all(sentence.endswith(".") for sentence in aloud(tariff))
    tree = yaml_text.node_of(to_mapping(tariff), "x.yaml")
    assert all(one.warning and one.where == "x.yaml" for one in doubts(tree, tariff, "x.yaml", tree))


# -- the command --------------------------------------------------------------------------------------


def test_check_warns_on_stderr_and_is_content(run: Sklog, haus: Path) -> None:
    """What was understood is on stdout, warnings on stderr; they are no errors unless they are asked to be."""
    haus.write_text("name: haus\nextends: bsv\nceiling: 40\n", encoding="utf-8")
    ran = run("tariff", "check", "haus.yaml", "wiki")
    assert (ran.code, ran.err) == (0, "haus.yaml:3:1: warning: ceiling: Solo alone costs 50\n")
    assert ran.out.startswith(
        "haus.yaml: no errors; haus plays 3 games\n  4 people are dealt in.\n  Sauspiel costs 0.10 €.\n"
    )
    assert "\nwiki: no errors; wiki plays 15 games\n  2, 3 or 4 people are dealt in.\n" in ran.out
    ran = run("tariff", "check", "--strict", "wiki", "haus.yaml")
    assert (ran.code, ran.err) == (1, "haus.yaml:3:1: ceiling: Solo alone costs 50\n")
    assert run("tariff", "check", "--strict", "wiki").code == 0


def test_other_commands_do_not_warn(run: Sklog, haus: Path) -> None:
    """Who plays with it has decided to."""
    haus.write_text("name: haus\nextends: bsv\nceiling: 40\n", encoding="utf-8")
    assert run("calc", "--tariff", "haus.yaml", "s", "ab").err == ""
    assert run("report", "prices", "--tariff", "haus.yaml").err == ""


# -- read aloud ---------------------------------------------------------------------------------------

IN_ENGLISH = """\
4 people are dealt in.
Sauspiel costs 0.10 €.
Solo and Wenz cost 0.50 €.
Won: with 61 Augen; the opponents with 60.
Schneider: adds 0.10 €.
Out of Schneider: with 31 Augen; the opponents with 30.
Schwarz: adds 0.10 €, on top of Schneider.
Laufende, each: adds 0.10 €, from 3; Wenz from 2.
Tout: times 2; Laufende count.
Sie: times 4; Laufende count.
Stoß: times 2; each of Stoß, Gegenstoß.
Bock: times 2; a full round after a lost solo, 60:60; a new one during it makes it longer.
Stock: 0.10 €, from each player dealt in after a throw-in.
Stock won: the declarers' side takes it (Sauspiel).
Stock lost: it stays.
Stock at the end: is shared out.
"""
IN_GERMAN = """\
4 Personen spielen mit.
Sauspiel kostet 0,10 €.
Solo und Wenz kosten 0,50 €.
Gewonnen: mit 61 Augen; die Gegner mit 60.
Schneider: 0,10 € dazu.
Schneiderfrei: mit 31 Augen; die Gegner mit 30.
Schwarz: 0,10 € dazu, zusätzlich zum Schneider.
Laufende, je: 0,10 € dazu, ab 3; Wenz ab 2.
Tout: mal 2; Laufende zählen.
Sie: mal 4; Laufende zählen.
Stoß: mal 2; je Stoß, Gegenstoß.
Bock: mal 2; eine ganze Runde nach verlorenem Solo, 60:60; ein neuer darin verlängert ihn.
Stock: 0,10 €, von jedem, der Karten hatte, wenn zusammengeworfen wird.
Stock gewonnen: die Spielerpartei nimmt ihn (Sauspiel).
Stock verloren: er bleibt.
Stock am Ende: wird verteilt.
"""


def test_read_aloud(language: str) -> None:
    """A tariff in plain sentences, in the language that is spoken."""
    text = "name: haus\nextends: bsv\nbock: {after: [lost_solo, tie_60], length: round}\nstock: {pay_in: 10}"
    said = "".join(f"{sentence}\n" for sentence in aloud(tariffs.read(text, "haus.yaml")))
    assert said == {"en": IN_ENGLISH, "de": IN_GERMAN}[language]


RAMSCH_AGAIN = "{name: schieberamsch, shape: ramsch, price: 40}"
TRUE_SENTENCES: dict[str, tuple[str, str, list[str]]] = {
    "every Ramsch": (
        f"games: [sauspiel, ramsch, {RAMSCH_AGAIN}]\nramsch: {{jungfrau: none, durchmarsch: none}}",
        "(?i).*ramsch, lost",
        ["Ramsch, lost: to each of the others 0.20 €.", "Schieberamsch, lost: to each of the others 0.40 €."],
    ),
    "what the others get beside a Jungfrau": (
        "ramsch: {jungfrau: own, jungfrau_adds: 10, durchmarsch: none}",
        "Ramsch, lost",
        [
            (
                "Ramsch, lost: to each of the others 0.20 €; to a Jungfrau (1 Jungfrau) 0.60 €; "
                "to anybody else (1 Jungfrau) 0.30 €; to a Jungfrau (2 Jungfrauen) 0.80 €; "
                "to anybody else (2 Jungfrauen) 0.40 €."
            )
        ],
    ),
    "Bock trebles": (
        "bock: {after: [lost_solo], inside: stacked, times: 3}",
        "Bock",
        ["Bock: times 3; the next hand after a lost solo; a new one during it counts once more."],
    ),
    "Kontra trebles in a Ramsch": (
        "kontra: {times: 3}\nramsch: {kontra: all}",
        "Kontra in",
        ["Kontra in a Ramsch: each one counts for all."],
    ),
    "Kontra trebles, and the last needs 61": (
        "kontra: {times: 3, last_needs_61: true}",
        "Kontra",
        ["Kontra: times 3; each of Kontra, Re; the side that said the last one needs 61."],
    ),
    "Klopfen trebles for the Stock": (
        "klopfen: {times: 3}\nstock: {pay_in: 10, multiplied: [klopfen]}",
        "Stock (doubled|multiplied)",
        ["Stock multiplied: Klopfen count for paying in."],
    ),
    "a price of a game without the rule": (
        "schneider: {price: {sauspiel: 20, wenz: 10}, games: [sauspiel]}",
        "Schneider",
        ["Schneider: only in Sauspiel.", "Schneider (Sauspiel): adds 0.20 €."],
    ),
    "a price of all other games, of which none has the rule": (
        "schwarz: {price: {sauspiel: 20, other: 10}, games: [sauspiel]}",
        r"Schwarz \(",
        ["Schwarz (Sauspiel): adds 0.20 €, on top of Schneider."],
    ),
    "a price that only a Ramsch would have": (
        "schneider: {price: {partner: 20, solo: 10, other: 5}}",
        r"Schneider \(",
        ["Schneider (partner games): adds 0.20 €.", "Schneider (solo games): adds 0.10 €."],
    ),
    "a price that a Durchmarsch has": (
        (
            "games: [sauspiel, ramsch]\nramsch: {durchmarsch: {pays: herz-solo}}\n"
            "schneider: {price: {partner: 20, solo: 5}}"
        ),
        r"Schneider \(",
        ["Schneider (partner games): adds 0.20 €.", "Schneider (solo games): adds 0.05 €."],
    ),
    "Laufende of a game without them": (
        "laufende: {price: {solo: 10, sauspiel: 20}, games: [solo], by_game: {wenz: 2}}",
        "Laufende",
        ["Laufende, each: from 3; only in Solo.", "Laufende, each (solo games): adds 0.10 €."],
    ),
    "Laufende of a game without trumps": (
        "games: [sauspiel, {name: mord, shape: solo, price: 50}]\nlaufende: {price: {sauspiel: 10, other: 20}}",
        r"Laufende.*\(|Tout",
        ["Laufende, each (Sauspiel): adds 0.10 €.", "Tout: times 2; nothing else counts."],
    ),
    "an announcement in one game": (
        "announced: {schneider: {solo: 10, partner: 20}, games: [wenz]}",
        r"Schneider announced",
        ["Schneider announced (solo games): adds 0.10 €, lost when missed."],
    ),
    "bids in one game": (
        "bids: {price: {partner: 20, solo: 10}, games: [sauspiel]}",
        r"Steigern \(",
        ["Steigern (partner games): adds 0.20 €."],
    ),
    "a Tout without Laufende": ("laufende: none", "Tout", ["Tout: times 2; nothing else counts."]),
    "a Sie, which only a Solo has": (
        "schneider: {games: [wenz]}\nlaufende: {games: [sauspiel]}\nsie: {times: 4, schneider_schwarz: true}",
        "Sie:",
        ["Sie: times 4; Schwarz counts."],
    ),
    "a Stock without games": (
        "stock: {pay_in: 10, lost: 50, refill: true, games: []}",
        "Stock (won|lost)",
        ["Stock won: no game is played for it."],
    ),
    "a Stock without the game that plays for it": (
        "games: [sauspiel, solo]\nstock: {pay_in: 10, games: [sauspiel, hochzeit]}",
        "Stock won",
        ["Stock won: the declarers' side takes it (Sauspiel)."],
    ),
}


IN_GERMAN_AS_WELL = {
    "bock: {after: [lost_solo], inside: stacked, times: 3}": (
        "Bock: mal 3; das nächste Spiel nach verlorenem Solo; ein neuer darin zählt noch einmal."
    ),
    "kontra: {times: 3}\nramsch: {kontra: all}": "Kontra im Ramsch: jedes zählt für alle.",
    "kontra: {times: 3, last_needs_61: true}": "Kontra: mal 3; je Kontra, Re; wer zuletzt stößt, braucht 61.",
    "klopfen: {times: 3}\nstock: {pay_in: 10, multiplied: [klopfen]}": (
        "Stock vervielfacht: Klopfen zählen beim Einzahlen."
    ),
    "schwarz: none\nlaufende: none\ntout: {schneider_schwarz: true}": "Tout: mal 2; Schneider zählt.",
    "stock: {pay_in: 10, games: []}": "Stock gewonnen: in keinem Spiel geht es um ihn.",
}


@pytest.mark.parametrize("text", IN_GERMAN_AS_WELL)
@pytest.mark.parametrize("language", ["de"], indirect=True)
def test_what_is_read_aloud_is_true_in_german(language: str, text: str) -> None:
    """Nobody reads of doubling where a table trebles, or of what it does not play."""
    assert language == "de"
    assert IN_GERMAN_AS_WELL[text] in [*aloud(tariffs.read(f"name: haus\nextends: sauspiel\n{text}", "haus.yaml"))]


@pytest.mark.parametrize("case", TRUE_SENTENCES)
def test_what_is_read_aloud_is_true(case: str) -> None:
    """Nothing is said that this tariff does not do, and nothing is missing."""
    text, about, said = TRUE_SENTENCES[case]
    sentences = aloud(tariffs.read(f"name: haus\nextends: sauspiel\n{text}", "haus.yaml"))
    assert [one for one in sentences if re.match(about, one)] == said


@pytest.mark.parametrize("name", tariffs.shipped())
def test_no_key_is_read_aloud(name: str, language: str) -> None:
    """Every shipped tariff is said in words for people: no key of a file is among them."""
    sentences = list(aloud(tariffs.find(name)))
    assert language in ENDINGS
    assert not [one for one in sentences if re.search(r"[a-z]_[a-z]|: none|\{|\}", one)]
