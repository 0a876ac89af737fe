"""A price rule in a table's own tariff is known everywhere as soon as it is declared: nobody has to be told of it."""

from typing import Annotated, Any, NamedTuple

import pytest
from playing import sauspiel, scored

from sklog import tariffs
from sklog.reports.render import render
from sklog.reports.sentences import cost
from sklog.rulebook.file_schema import schema as file_schema
from sklog.rulebook.prices import aloud, prices_report
from sklog.rulebook.rules import SAYINGS, rule_rows
from sklog.scoring.outcome import Outcome, Step
from sklog.scoring.settings import settings_of
from sklog.scoring.tariff import GAMES, Settings, Tariff, adds, setting
from tests import catalogue, documents


@adds
class Trinkgeld(NamedTuple):
    """Trinkgeld: a sum on top for the landlady."""

    price: Annotated[int, setting("added to every hand that was won", least=0, amount=True)]
    rounded: Annotated[bool, setting("the landlady keeps the change")] = False
    tables: Annotated[int | None, setting("so many tables share it", least=1, off=True)] = None
    mood: Annotated[str, setting("how it is given", choices=("gladly", "hardly"))] = "gladly"
    games: GAMES = ()

    def step(self, hand: Outcome) -> Step | None:
        """Add the sum."""
        return Step("Trinkgeld", self.price) if hand.won else None


class Pfand(NamedTuple):
    """Pfand: what a glass costs that is not brought back."""

    glasses: Annotated[dict[str, int], setting("so much for a glass", keys="price", amount=True)] = {}  # noqa: RUF012


def wider(**more: Any) -> Any:
    """Return a class of tariffs with more settings than ours: what it would be with these fields in `Settings`."""
    fields = {**Settings.__new__.__annotations__, **more}
    defaults = {**Settings._field_defaults, **dict.fromkeys(more)}
    base: Any = NamedTuple("Wider", list(fields.items()))  # type: ignore[misc]
    base._field_defaults = defaults
    base.__new__.__defaults__ = tuple(defaults[name] for name in fields if name in defaults)
    own = {name: value for name, value in vars(Tariff).items() if name not in ("__dict__", "__weakref__")}
    return type("Tariff", (base,), own)


Wide = wider(
    trinkgeld=Annotated[Trinkgeld | None, setting("a tip", off=True)],
    pfand=Annotated[Pfand | None, setting("a deposit", off=True)],
)
PLAIN = Wide(**tariffs.find("sauspiel")._asdict())
GIVEN = PLAIN._replace(
    trinkgeld=Trinkgeld(5, rounded=True, tables=3, mood="hardly", games=("sauspiel",)),
    pfand=Pfand({"sauspiel": 15, "other": 10}),
)


def test_it_adds_to_the_price() -> None:
    """Its step is one of the steps, and said where a hand is explained."""
    hand = sauspiel(partner="Christl", won=True, schneider=True)
    assert scored(hand, PLAIN).value == 30
    made = scored(hand, GIVEN)
    assert (made.value, made.steps[-1]) == (35, Step("Trinkgeld", 5))
    assert cost(made, GIVEN) == "Sauspiel 0.20 + Schneider 0.10 + Trinkgeld 0.05 = 0.35 €"


def test_it_stands_on_the_price_list() -> None:
    """Its amount, and everything that does not go without saying; each amount of a mapping has a row."""
    rows = {row.rule: (row.amount, row.how) for row in rule_rows(GIVEN)}
    assert rows["a tip"] == (
        5,
        (
            "added to every hand that was won; the landlady keeps the change; so many tables share it: 3; "
            "how it is given: hardly; only in Sauspiel"
        ),
    )
    assert (rows["a deposit (Sauspiel)"][0], rows["a deposit (else)"][0]) == (15, 10)
    assert "a tip" in render(prices_report(GIVEN), "text")
    assert "a tip" not in {row.rule for row in rule_rows(PLAIN)}
    game, *others = prices_report(GIVEN).sections[0].rows
    assert (game[:4], others[0][:4]) == (("Sauspiel", 25, 20, 35), ("Solo", 50, None, 60))


def test_it_is_read_aloud() -> None:
    """What it adds is said as of any rule that adds."""
    assert "a tip: adds 0.05 €, added to every hand that was won." in [*aloud(PLAIN._replace(trinkgeld=Trinkgeld(5)))]


def test_it_is_shown_and_compared() -> None:
    """`tariff show` has each of its keys, `tariff diff` each that differs."""
    assert "trinkgeld:\n  price: 5\n" in tariffs.to_yaml(GIVEN) or "trinkgeld: {price: 5" in tariffs.to_yaml(GIVEN)
    assert ("trinkgeld.price", "5") in tariffs.settings(GIVEN)
    assert ("trinkgeld.mood", "none", "hardly") in tariffs.differences(PLAIN, GIVEN)


def test_it_is_in_the_schema() -> None:
    """Editors complete and explain it."""
    said = file_schema(Wide)
    assert said["properties"]["trinkgeld"]["description"] == "a tip"
    assert said["$defs"]["Trinkgeld"]["properties"]["price"]["description"] == "added to every hand that was won"


def test_it_is_in_the_guide() -> None:
    """The table of every setting has each of its keys."""
    text = "\n".join(documents.settings(Wide))
    assert "### `trinkgeld`" in text
    assert "| `trinkgeld.tables` | so many tables share it | a whole number from 1 or none | none |" in text


def test_it_wants_to_be_said_in_german() -> None:
    """The catalogue asks for its words."""
    said = {*catalogue.setting_texts(Wide)}
    assert {"a tip", "the landlady keeps the change", "Trinkgeld: a sum on top for the landlady."} <= said
    assert "a tip" not in {*catalogue.setting_texts()}


@pytest.mark.parametrize("path", SAYINGS)
def test_words_are_those_of_a_setting(path: str) -> None:
    """No words are left of a setting that is no more, nor of a value that a setting cannot have."""
    rule: Any = Tariff
    key = None
    for name in path.split("."):
        key = next((one for one in settings_of(rule) if one.key == name), None)
        assert key
        rule = key.block or key.item
    choices = key.metadata.get("choices", ()) if key else ()
    says = SAYINGS[path].says
    said = [one for one in says if isinstance(one, str)] if isinstance(says, dict) else []
    assert [one for one in (*SAYINGS[path].words, *said) if choices and one not in choices] == []


@pytest.mark.parametrize("part", [one.key for one in settings_of(Tariff) if one.block])
def test_every_value_has_words(part: str) -> None:
    """Of a setting with choices each one but the default has words of its own."""
    block = next(one for one in settings_of(Tariff) if one.key == part).block
    for key in settings_of(block):
        says = getattr(SAYINGS.get(f"{part}.{key.key}"), "says", None)
        if isinstance(says, dict) and key.metadata.get("choices"):
            assert {one for one in key.metadata["choices"] if one not in says} <= {key.default, "ramsch"}
