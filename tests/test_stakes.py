"""Tariffs by three prices: what says them, what they mean, and the prices that stand beside other names."""

import re
from pathlib import Path

import pytest
import tariff_strategies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog import tariffs, yaml_text
from sklog.errors import NotFound, TariffError
from sklog.scoring.settings import from_mapping, to_mapping
from sklog.scoring.tariff import Tariff
from sklog.tariffs import stakes
from tests.conftest import Sklog
from tests.terminal import Terminal

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19")
BASE = "name: x\nextends: sauspiel\n"
unhurried = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# -- what says stakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("10-20-50", (10, 20, 50)),
        ("10/20/50", (10, 20, 50)),
        ("50-10-20", (10, 20, 50)),
        ("20/50/10", (10, 20, 50)),
        ("10-10-50", (10, 10, 50)),
        ("5-5-5", (5, 5, 5)),
        ("20-0-50", (0, 20, 50)),
        ("999999-1-2", (1, 2, 999_999)),
        (" 10 – 20 – 50", (10, 20, 50)),
        ("10 20 50", (10, 20, 50)),
        ("10/20/50 ct", (10, 20, 50)),
        ("10 Cent - 20 Cent - 50 Cent", (10, 20, 50)),
        ("0,20/0,50/0,10", (10, 20, 50)),
        ("0.10-0.20-0.50 €", (10, 20, 50)),
        ("0/0,20/0,50", (0, 20, 50)),
        ("1/2/5 €", (100, 200, 500)),
        ("10/50", (10, 10, 50)),
        ("5/20", (5, 5, 20)),
        ("10-50", (10, 10, 50)),
        ("50-10", (10, 10, 50)),
        ("10 / 50", (10, 10, 50)),
        ("10 50", (10, 10, 50)),
        ("10ct/50ct", (10, 10, 50)),
        ("10 cent / 50 cent", (10, 10, 50)),
        ("0,10/0,50", (10, 10, 50)),
        ("0,10 € – 0,50 €", (10, 10, 50)),
        ("1€/5€", (100, 100, 500)),
    ],
)
def test_two_or_three_prices_are_a_tariff(said: str, meant: tuple[int, int, int]) -> None:
    """Whatever their order: the least is the extra, the most the solo, and the Sauspiel the other one, or the least."""
    extra, sauspiel, solo = meant
    found = tariffs.find(said)
    assert found.name == f"{extra}-{sauspiel}-{solo}"
    assert found.title == f"{found.name} (wie online gespielt)"
    assert found.prices == {"partner": sauspiel, "solo": solo, "ramsch": sauspiel}
    assert [rule and rule.price for rule in (found.schneider, found.schwarz, found.laufende)] == [extra] * 3


def test_the_usual_prices_are_the_usual_tariff() -> None:
    """10-20-50 is `sauspiel` by another name."""
    assert tariffs.differences(tariffs.find("10-20-50"), tariffs.find("sauspiel")) == []


NO_TARIFF = (
    "is not a tariff; three prices in cents are one (extra, Sauspiel, solo), such as 10-20-50, or two (basic price, "
    "solo), such as 10/50"
)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("5-10-20-50", NO_TARIFF),
        ("0,1/0,2/0,5", NO_TARIFF),
        ("0,1/0,5", NO_TARIFF),
        ("10-20/50", "is not a tariff, did you mean 10-20-50?"),
        ("05-10-20", "is not a tariff, did you mean 5-10-20?"),
        ("05/20", "is not a tariff, did you mean 5-5-20?"),
    ],
)
def test_what_only_looks_like_stakes_is_told_what_is_one(said: str, sentence: str) -> None:
    """It is neither a name nor a file, and the sentence says what would be right."""
    with pytest.raises(NotFound) as refused:
        tariffs.find(said)
    assert str(refused.value) == f'"{said}" {sentence}'


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("1000000-20-10", "a price has at most 6 digits"),
        ("10/20/" + "9" * 30, "a price has at most 6 digits"),
        ("0-0-50", "a Sauspiel and a solo must cost something; only the extra may be 0"),
        ("0/0/0", "a Sauspiel and a solo must cost something; only the extra may be 0"),
        ("0/50", "a Sauspiel and a solo must cost something; only the extra may be 0"),
        ("1/5,00", "euros or cents? Give all prices in the same unit, such as 10/50"),
        ("1€/5", "euros or cents? Give all prices in the same unit, such as 10/50"),
    ],
)
def test_prices_that_nobody_plays_for(said: str, sentence: str) -> None:
    """What is too much, or nothing, is named."""
    with pytest.raises(NotFound) as refused:
        tariffs.find(said)
    assert str(refused.value) == f'"{said}": {sentence}'


@given(st.text("0123456789-/.,–  ctx€", max_size=12))
@unhurried
def test_any_word_is_stakes_or_is_refused(word: str) -> None:
    """No word ends in anything but a tariff or a sentence."""
    meant = stakes.read(word)
    if meant is None:
        with pytest.raises((NotFound, TariffError)):
            tariffs.find(word)
    else:
        assert tariffs.find(word).name == meant.name
        assert stakes.read(meant.name) == meant


def test_two_prices_are_three_in_other_words() -> None:
    """A Sauspiel costs the basic price, and an extra as well."""
    assert tariffs.find("0,10/0,50") == tariffs.find("10-10-50")


def test_a_file_that_two_prices_are_the_name_of_is_found(ok: Sklog, run: Sklog, tmp_path: Path) -> None:
    """What somebody has called so for long goes on meaning his file; elsewhere, and for a new file, it means prices."""
    own = tariffs.own_folder()
    own.mkdir(parents=True)
    (own / "2026-11.yaml").write_text(BASE, encoding="utf-8")
    assert (tariffs.find("2026-11").name, tariffs.find("2026/11").name) == ("x", "11-11-2026")
    assert "2026-11" in tariffs.available()
    assert "extends: 2026-11\n" in ok("tariff", "new", "wir", "--extends", "2026-11", "-o", "-").out
    assert "means a tariff at these prices everywhere" in run("tariff", "new", "10-50").err
    assert tmp_path.exists()


@pytest.mark.parametrize("said", ["Wiki", "WIKI", "SELF-Bar"])
def test_capitals_make_no_difference_to_a_name(said: str, ok: Sklog, run: Sklog) -> None:
    """A shipped tariff is found in any letters, wherever a tariff is named."""
    assert tariffs.find(said) == tariffs.find(said.casefold())
    assert tariffs.read(f"name: x\nextends: {said}\n", "x.yaml").games == tariffs.find(said).games
    assert f"tariff {said.casefold()} " in ok(*START, "--tariff", said).out
    assert "is a shipped tariff" in run("tariff", "new", said).err


def test_capitals_make_no_difference_to_a_name_of_ones_own(ok: Sklog) -> None:
    """One file is found in any letters; of two the very one, else neither; and one that is called Wiki is not wiki."""
    own = tariffs.own_folder()
    own.mkdir(parents=True)
    (own / "Wiki.yaml").write_text("name: mine\nextends: bsv\n", encoding="utf-8")
    (own / "Haus.yaml").write_text("name: haus\nextends: bsv\n", encoding="utf-8")
    assert (tariffs.find("haus").name, tariffs.find("Wiki").name) == ("haus", "wiki")
    assert "Wiki.yaml is not found by its name" in " ".join(ok("tariff", "list").out.split())
    (own / "haus.yaml").write_text("name: other\nextends: bsv\n", encoding="utf-8")
    assert (tariffs.find("Haus").name, tariffs.find("haus").name) == ("haus", "other")
    with pytest.raises(NotFound, match=r"^HAUS may be Haus and haus: say which$"):
        tariffs.find("HAUS")


# -- the same everywhere --------------------------------------------------------------------------------


def test_stakes_mean_the_same_on_every_machine(ok: Sklog, run: Sklog, folder: Path) -> None:
    """An own file that is called so goes by its path, as one does that is called as a shipped tariff is."""
    own = tariffs.own_folder()
    own.mkdir(parents=True)
    (own / "10-20-50.yaml").write_text("name: 10-20-50\nextends: wiki\n", encoding="utf-8")
    (folder / "10" / "20").mkdir(parents=True)
    (folder / "10" / "20" / "50").write_text("name: deep\nextends: wiki\n", encoding="utf-8")
    assert {tariffs.find(said).game("hochzeit") for said in ("10-20-50", "10/20/50")} == {None}
    assert tariffs.find(str(own / "10-20-50.yaml")).game("hochzeit")
    assert tariffs.find("./10/20/50").name == "deep"
    assert "10-20-50" not in tariffs.available()
    said = " ".join(ok("tariff", "list").out.split())
    assert "10-20-50.yaml is not found by its name, which means another tariff: use its path, or rename it" in said
    assert run("tariff", "new", "50-20-10").err == (
        "50-20-10 means a tariff at these prices everywhere: use another name, such as haus\n"
    )


@pytest.mark.long
def test_stakes_are_known_wherever_a_tariff_is_named(ok: Sklog, folder: Path) -> None:
    """Commands, `extends:` and session files understand them, and all write 5-10-20."""
    (folder / "haus.yaml").write_text("name: haus\nextends: 20/10/5\nklopfen: none\n", encoding="utf-8")
    assert tariffs.find("haus.yaml").prices["solo"] == 20
    assert "5-10-20 (wie online gespielt)" in ok("calc", "--tariff", "20/10/5", "s", "ac").out
    assert ok("report", "prices", "--tariff", "5/10/20").out.startswith("5-10-20 (wie online gespielt)\n")
    assert ok("tariff", "check", "20/10/5").out.startswith("20/10/5: no errors; 5-10-20 plays 7 games\n")
    assert "name: 5-10-20\n" in ok("tariff", "show", "20/10/5").out
    assert ok("tariff", "diff", "20/10/5", "sauspiel").out.startswith("5-10-20 and sauspiel\n")
    assert "\nextends: 5-10-20\n" in ok("tariff", "new", "wir", "--extends", "20/10/5", "-o", "-").out
    (folder / "evening.yaml").write_text(
        "session: Abend\ntariff: 10/20/50\nplayers: [Anna, Bene, Christl, Dani]\n"
        "hands: [s ac nl3, {tariff: 20-10-5}, w b]\nexpect: {Anna: 40, Bene: 0, Christl: 40, Dani: -80}\n",
        encoding="utf-8",
    )
    assert "from here on the tariff is 5-10-20" in ok("replay", "evening.yaml").out


@pytest.mark.long
def test_an_evening_for_stakes(ok: Sklog, folder: Path) -> None:
    """It keeps their name, shows them once, and is the same after export and import."""
    assert ok(*START, "--tariff", "50/10/20").out.startswith("Evening 1: Stammtisch, 19 Nov 2026, tariff 10-20-50\n")
    assert "Anna     +0.50" in ok("add", "s", "ac", "l3").out
    assert "Stammtisch under 20-40-100" in ok("whatif", "--tariff", "20/40/100").out
    ok("session", "tariff", "20/40/100")
    assert "20-40-100" in ok("session", "list").out
    assert "session tariff 20-40-100" in " ".join(ok("session", "log").out.split())
    ok("export", "-o", "first.yaml")
    ok("import", "first.yaml", "--db", "other.db")
    ok("export", "-o", "second.yaml", "--db", "other.db")
    first = (folder / "first.yaml").read_text(encoding="utf-8")
    assert first == (folder / "second.yaml").read_text(encoding="utf-8")
    assert "  name: 20-40-100\n" in first


# -- the prices of any tariff ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "prices"),
    [
        ("bsv", "10-10-50"),
        ("donau-ries", "1-1-5 points"),
        ("grossreuth", "1-1-2 points"),
        ("grundzuege", "10-10-50"),
        ("heilsbronn", "1-4 points"),
        ("lamers", "10-10-20"),
        ("niederfuellbach", "5-20 points"),
        ("p-seminar", "10-20-50"),
        ("saukopf", "1-1-2 points"),
        ("sauspiel", "10-20-50"),
        ("self-bar", "1-1-5 points"),
        ("wiki", "10-10-20"),
    ],
)
def test_shipped_tariffs_have_their_prices_beside_their_names(name: str, prices: str) -> None:
    """Extra, Sauspiel and solo; what is no money says so."""
    assert stakes.of(tariffs.find(name)) == prices
    assert f"{name} {prices}" in tariffs.with_prices()


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        pytest.param("schneider: none\nschwarz: none\nlaufende: none\n", "0-20-50", id="no-extra"),
        pytest.param("schneider: none\n", "10-20-50", id="the-extra-of-laufende"),
        pytest.param("laufende: none\n", "10-20-50", id="the-extra-of-schneider"),
        pytest.param("laufende: {paid: losers}\n", "10-20-50", id="laufende-of-the-losers-alone"),
        pytest.param("laufende: {schedule: {3: 50}}\n", "10-20-50", id="a-sum-is-no-extra"),
        pytest.param("laufende: {price: 5}\n", "20-50", id="two-extras"),
        pytest.param("schneider: {price: {sauspiel: 20, other: 10}}\n", "20-50", id="an-extra-by-game"),
        pytest.param("schneider: {times: 2}\n", "20-50", id="an-extra-that-multiplies"),
        pytest.param("laufende: {ohne_price: 5}\n", "10-20-50", id="laufende-of-the-losers-are-cheaper"),
        pytest.param("prices: {partner: {won: 10, lost: 20}}\n", "", id="a-price-by-result"),
        pytest.param("prices: {wenz: {won: 10, lost: 20}}\n", "10-20-50", id="a-wenz-by-result"),
        pytest.param("ceiling: 55\nlaufende: none\n", "20-50", id="a-ceiling-cuts-one"),
        pytest.param("prices: {wenz: 40, herz-solo: 60}\n", "10-20-50", id="other-games-cost-otherwise"),
        pytest.param("games: [solo, wenz]\n", "", id="no-sauspiel"),
        pytest.param("games: [sauspiel, wenz]\n", "", id="no-solo"),
        pytest.param("people: [3]\n", "", id="no-partner"),
    ],
)
def test_prices_of_a_tariff_of_ones_own(text: str, prices: str) -> None:
    """What is not one number is left out."""
    found = tariffs.read(BASE + text, "x.yaml")
    assert stakes.of(found) == prices
    assert stakes.beside(found) == f"x {prices}".rstrip()


def test_prices_are_said_once() -> None:
    """A tariff that is called by its prices shows them once, and both where they are others."""
    found = tariffs.find("10/20/50")
    assert stakes.beside(found) == "10-20-50"
    assert stakes.beside(found._replace(prices={"partner": 10, "solo": 50})) == "10-20-50 10-10-50"


@pytest.mark.long
@given(tariff_strategies.tariffs())
@unhurried
def test_every_tariff_has_prices_or_none(tariff: Tariff) -> None:
    """Whatever a table plays, its name can be shown, and it can be played at other prices."""
    assert stakes.beside(tariff).startswith(tariff.name)
    kept = from_mapping({**to_mapping(tariff), **_merged(tariff, stakes.settings(stakes.Stakes(1, 3, 7), tariff))})
    assert (kept.prices["partner"], kept.prices["solo"]) == (3, 7)
    assert stakes.beside(kept).startswith(tariff.name)


@pytest.mark.parametrize(
    ("text", "prices", "schneider"),
    [
        ("schneider: {price: {sauspiel: 20, other: 10}}\n", "1-3-7", "{price: 1, declarers: 31, opponents: 30"),
        ("schneider: {times: 2}\n", "3-7", "{price: none, declarers: 31, opponents: 30, times: 2"),
        ("prices: {partner: {won: 10, lost: 20}}\n", "1-3-7", "{price: 1, declarers: 31, opponents: 30"),
    ],
)
def test_other_prices_for_a_tariff_of_ones_own(text: str, prices: str, schneider: str) -> None:
    """An extra of several prices has one then, and what multiplies goes on multiplying."""
    found = tariffs.read(BASE + text, "x.yaml")
    said = stakes.settings(stakes.Stakes(1, 3, 7), found)
    dear = tariffs.read_mapping({**to_mapping(found), **_merged(found, said)}, "x.json")
    assert stakes.of(dear) == prices
    assert yaml_text.flow(to_mapping(dear)["schneider"]).startswith(schneider)


def _merged(tariff: Tariff, said: dict[str, dict[str, object]]) -> dict[str, object]:
    plain = to_mapping(tariff)
    return {key: {**plain[key], **value} for key, value in said.items()}


def test_a_tariff_that_cannot_be_read_has_a_name_without_prices(
    ok: Sklog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's list breaks because of one file, or of a folder that is called like one."""
    monkeypatch.setenv("SKLOG_TARIFFS", str(tmp_path))
    (tmp_path / "broken.yaml").write_text("name: [\n", encoding="utf-8")
    (tmp_path / "lost.yaml").write_text("name: lost\nextends: nothing\n", encoding="utf-8")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    (tmp_path / "haus.yaml").write_text("name: anything\nextends: wiki\n", encoding="utf-8")
    assert tariffs.with_prices()[-5:] == ["broken", "folder", "gone", "haus 10-10-20", "lost"]
    assert ok("tariff", "list").out.count("cannot be read (1 problem)") == 4


@pytest.mark.long
def test_whoever_begins_an_evening_sees_prices(ok: Sklog, run: Sklog) -> None:
    """`start` says what the chosen tariff costs, and what all cost where the chosen one is not there."""
    assert "tariff bsv 10-10-50\n" in ok(*START, "--tariff", "bsv").out
    assert "The names are bsv 10-10-50, donau-ries 1-1-5 points, " in run(*START, "--tariff", "wikki").err
    assert "tariff wiki 10-10-20" in ok(*START, "--tariff", "wiki", "--dry-run").out
    assert re.search("^bsv +10-10-50 +Turnier", ok("tariff", "list").out, re.MULTILINE)


@pytest.mark.long
def test_the_first_questions_show_prices(folder: Path, ok: Sklog) -> None:
    """Beside every name, so that nobody has to know them; three prices are an answer as well."""
    with Terminal("play", env={"NO_COLOR": "1"}, columns=200) as terminal:
        terminal.asked("sklog>")
        terminal.type("\r")
        terminal.until("What is the evening called?")
        terminal.type("Abend\r")
        terminal.until("Who plays")
        terminal.type("Anna Bene Christl Dani\r")
        terminal.until("[sauspiel 10-20-50]")
        for shown in (
            "bsv 10-10-50, ",
            "grundzuege 10-10-50 ",
            "saukopf 1-1-2 points ",
            "prices such as 10-20-50 or 10/50",
        ):
            assert shown in terminal.text
        terminal.type("10/20/30/40\r")
        terminal.until("three prices in cents are one")
        terminal.until(lambda: terminal.line.endswith("[sauspiel 10-20-50] 10/20/30/40"))
        terminal.type("50/10/20\r")
        terminal.until("Which of these for 50/10/20? Its number, or its name [1]")
        terminal.type("\r")
        terminal.asked("hand 1>")
    assert folder.exists()
    assert "Abend         sauspiel" in ok("session", "list").out


@pytest.mark.long
def test_stakes_in_german(ok: Sklog, run: Sklog) -> None:
    """The tariff is the same one; what is wrong is said in German."""
    env = {"SKLOG_LANG": "de"}
    assert "Tarif 10-20-50\n" in ok(*START, "--tariff", "50/20/10", env=env).out
    assert "Tarif saukopf 1-1-2 Punkte\n" in ok(*START, "--tariff", "saukopf", env=env).out
    assert "Tarif 10-10-50\n" in ok(*START, "--tariff", "0,10 / 0,50 €", env=env).out
    assert run(*START, "--tariff", "1/2/3/4", env=env).err == (
        "„1/2/3/4“ ist kein Tarif; drei Preise in Cent sind einer (Aufschlag, Sauspiel, Solo), etwa 10-20-50, oder "
        "zwei (Grundpreis, Solo), etwa 10/50\n"
    )
