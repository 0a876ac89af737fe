"""What "did you mean" offers: a slip of the fingers is found, and a word that only looks a little alike is not."""

import pytest

from sklog.errors import similar

KNOWN = (
    "wenz",
    "geier",
    "sauspiel",
    "ramsch",
    "re",
    "sub",
    "schneider",
    "settle",
    "sichern",
    "ändern",
    "Christl",
    "Anna",
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("wnz", "wenz", id="a letter too few"),
        pytest.param("wentz", "wenz", id="a letter too many"),
        pytest.param("wens", "wenz", id="another letter"),
        pytest.param("wezn", "wenz", id="two that changed places"),
        pytest.param("ewnz", "wenz", id="the first two changed places"),
        pytest.param("sauspeil", "sauspiel", id="in a long word"),
        pytest.param("shneidr", "schneider", id="two slips in a long word"),
        pytest.param("Banna", "Anna", id="the first letter was the only slip"),
        pytest.param("Kristl", "Christl", id="k and ch"),
        pytest.param("enz", None, id="another beginning of a short word"),
        pytest.param("drei", None, id="drei is no Re"),
        pytest.param("er", None, id="two letters say too little"),
        pytest.param("weiter", None, id="weiter is no Geier"),
        pytest.param("falsch", None, id="falsch is no Ramsch"),
        pytest.param("löschen", None, id="löschen is not sichern"),
        pytest.param("beenden", None, id="beenden is not ändern"),
        pytest.param("settlement", None, id="much longer"),
        pytest.param("s" * 10_000, None, id="endless"),
    ],
)
def test_what_is_near(typed: str, meant: str | None) -> None:
    """A few slips, and the same beginning: of short words fewer than of long ones."""
    assert similar(typed, KNOWN, key=str.casefold) == ([meant] if meant else [])


def test_only_what_is_equally_near_stands_together() -> None:
    """Two words are offered where the same number of slips makes both of them."""
    assert similar("Tani", ["Toni", "Tini", "Toxi"], 2) == ["Tini", "Toni"]
    assert similar("dnai", ["Dani", "Anna"], 2, key=str.casefold) == ["Dani"]
