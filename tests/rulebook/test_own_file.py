"""What editors are told of tariff files, and the file of a table's own that one begins with."""

import json
import re
from typing import Any

import pytest
import tariff_strategies
import yaml
from hypothesis import HealthCheck, given, settings

from sklog import tariffs
from sklog.errors import TariffError
from sklog.language import speak
from sklog.rulebook.file_schema import schema
from sklog.rulebook.house_rules import new_text
from sklog.scoring.settings import settings_of, to_mapping
from sklog.scoring.tariff import Tariff

unhurried = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(params=tariffs.shipped())
def shipped(request: pytest.FixtureRequest) -> Tariff:
    """Each shipped tariff in turn."""
    return tariffs.find(request.param)


@pytest.mark.parametrize("name", tariffs.shipped())
def test_shipped_files_fit_the_schema(name: str) -> None:
    """What editors are told a tariff is, the shipped files are, as any reader of YAML reads them."""
    jsonschema = pytest.importorskip("jsonschema")
    text = tariffs.available()[name].read_text(encoding="utf-8")
    data = json.loads(json.dumps(yaml.safe_load(text)))
    jsonschema.Draft202012Validator(schema()).validate(data)


@pytest.mark.long
@given(tariff_strategies.tariffs())
@settings(unhurried, max_examples=15)
def test_every_tariff_fits_the_schema(tariff: Tariff) -> None:
    """Every tariff that can be written fits the schema."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(schema()).validate(to_mapping(tariff))


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "x"},
        {"extends": "wiki"},
        {"name": "x", "extends": "wiki", "schneidr": {}},
        {"name": "x", "extends": "wiki", "schneider": {"prize": 10}},
        {"name": "x", "extends": "wiki", "klopfen": {"growth": "cubic"}},
        {"name": "x", "extends": "wiki", "games": ["sauspeil"]},
        {"name": "x", "extends": "wiki", "people": [5]},
        {"name": "x", "extends": "wiki", "wins": "none"},
    ],
    ids=["no-games", "no-name", "unknown-key", "unknown-inner-key", "wrong-choice", "wrong-game", "five", "wins-off"],
)
def test_schema_refuses(wrong: dict[str, Any]) -> None:
    """What sklog refuses an editor marks while it is typed."""
    jsonschema = pytest.importorskip("jsonschema")
    assert not jsonschema.Draft202012Validator(schema()).is_valid(wrong)


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ({"schneider": False, "kontra": "keine", "laufende": {"by_game": {"wenz": "nein"}}}, True),
        ({"prices": {"solo": "0,50", "wenz": 0.5, "partner": "20 ct"}, "ceiling": "10 €"}, True),
        ({"prices": {"tout": {"wenz": 100, "other": "0,80"}, "sie": 200, "herz-solo-tout": 150}}, True),
        ({"prices": {"solo": {"wenz": 100}}}, False),
        ({"klopfen": {"growth": [2, 3, 3]}}, True),
        ({"stock": {"pay_in": 10, "games": ["solo", "solo"]}}, False),
        ({"prices": {"solo": "0,5"}}, False),
        ({"laufende": {"from": "0,20"}}, False),
        ({"wins": "nein"}, False),
    ],
)
def test_schema_knows_the_words_that_people_write(said: dict[str, Any], *, fits: bool) -> None:
    """What sklog reads an editor does not mark."""
    jsonschema = pytest.importorskip("jsonschema")
    assert jsonschema.Draft202012Validator(schema()).is_valid({"name": "x", "extends": "wiki", **said}) is fits


def test_schema_explains_every_key() -> None:
    """Every key of a tariff file is described."""
    said = schema()
    objects = [said, *said["$defs"].values()]
    assert all(entry["description"] for each in objects for entry in each["properties"].values())


@pytest.mark.usefixtures("german")
def test_the_schema_is_the_same_in_every_language() -> None:
    """It is for machines."""
    in_german = schema()
    speak(None)
    assert schema() == in_german


def test_new_tariff_begins_like_its_base(shipped: Tariff) -> None:
    """A new tariff reads as it is, and does what its base does."""
    begun = tariffs.read(new_text("haus", shipped.name), "haus.yaml")
    assert begun.name == "haus"
    assert tariffs.differences(begun, shipped) == []


def test_new_tariff_without_its_comment_marks_is_the_same(shipped: Tariff) -> None:
    """Every setting that a new tariff shows can be put into force as it stands."""
    text = new_text("haus", shipped.name)
    uncommented = re.sub(r"(?m)^# ", "", text)
    assert uncommented.count("\n## ") == text.count("\n## ")
    assert tariffs.read(uncommented, "haus.yaml") == tariffs.read(text, "haus.yaml")


def test_new_tariff_shows_and_explains_every_key() -> None:
    """A new tariff shows every part, and explains the keys of one that is switched off too."""
    text = new_text("haus", "p-seminar")
    for setting in settings_of(Tariff):
        keys = [setting, *(settings_of(setting.block) if setting.block else ())]
        assert all(re.search(rf"(?m)^##? +{key.key}:|^{key.key}:", text) for key in keys), setting.key


@pytest.mark.parametrize("name", ["", "a/b", " x", "x.yaml"])
def test_new_tariff_needs_a_name(name: str) -> None:
    """A name that `find` could not find is refused."""
    with pytest.raises(TariffError, match="is not a name for a tariff"):
        new_text(name, "wiki")


@pytest.mark.usefixtures("german")
def test_a_new_tariff_is_explained_in_german() -> None:
    """The file to begin with explains itself in German, and means the same."""
    text = new_text("haus", "sauspiel")
    assert "##   price: Aufschlag auf den Preis, zusätzlich zum Schneider (eine ganze Zahl ab 0," in text
    speak(None)
    english = new_text("haus", "sauspiel")
    assert not {line for line in text.splitlines() if line.startswith("## ")} & set(english.splitlines())
    assert tariffs.differences(tariffs.read(text, "haus.yaml"), tariffs.read(english, "haus.yaml")) == []
