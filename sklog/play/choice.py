"""Which tariff somebody means who sits down: by a name, or by prices in any spelling.

    everything     every tariff that is known by a name
    offers         those that so many people can play
    tariffs_meant  an answer -> the tariffs that it may mean, the likeliest first
    parts_had      which of Ramsch, Stock, Bock and Klopfen a tariff has

Nothing here knows a terminal.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sklog import tariffs
from sklog.errors import NotFound, Refused, SklogError
from sklog.language import _
from sklog.scoring.canonical import shown
from sklog.scoring.tariff import CENTS, POINTS
from sklog.tariffs import stakes
from sklog.tariffs.describe import nearest, suggested
from sklog.tariffs.spellings import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sklog.scoring.tariff import Tariff

PARTS = ("Ramsch", "Stock", "Bock", "Klopfen")
LEAST = 3  # letters by which a name is known that is not said whole
_BETWEEN = re.compile(r"\s*(?:[/&+;:–—-]|,(?!\d)|\b(?:und|and|u\.)(?=\W))\s*|(?<=[\w€.])\s+(?=\d)", re.IGNORECASE)
_PRICES_BESIDE_NAME = re.compile(r"(\D*[^\W\d]\D*?)[\s:,]+(\d.*)|(\d.*?)[\s:,]+([^\W\d]\D*)")  # wiki 5/20
_WHOLE = re.compile(r"[1-9]\d+(?:,[1-9]\d+)+")
_POINTS = re.compile(r"(?<=\d)\W*(?:points?|punkte?)$")  # in either language, whichever is spoken
_LABEL = re.compile(r"\b(?:sauspiel|rufspiel|ruf|solo|extra|aufschlag|tarif|um)\b:?|(?<=\d)er\b", re.IGNORECASE)


def parts_had(tariff: Tariff) -> list[str]:
    """Return which of Ramsch, Stock, Bock and Klopfen a tariff has."""
    there = (tariff.ramsch_game, tariff.stock, tariff.bock.after, tariff.klopfen)
    return [name for name, part in zip(PARTS, there, strict=True) if part]


def everything() -> list[Tariff]:
    """Return every tariff that can be found by its name and read, as it is found."""
    found = []
    for name in tariffs.available():
        with suppress(SklogError):
            found.append(tariffs.find(name)._replace(name=name))
    return found


def offers(known: Iterable[Tariff], people: int, usual: Tariff | None = None) -> list[Tariff]:
    """Return which of those that are known so many people can play: first the `usual` one, else sauspiel."""
    first = usual or tariffs.find(tariffs.DEFAULT)
    others = [one for one in known if one.name != first.name or tariffs.differences(one, first)]
    return [one for one in (first, *others) if min(one.people) <= people]


def is_strict(tariff: Tariff) -> bool:
    """Whether it comes with sklog and has no Ramsch, Stock, Bock or Klopfen, as those of tournaments."""
    return not parts_had(tariff) and tariff.name in tariffs.shipped()


def tariffs_meant(said: str, among: Sequence[Tariff], known: Sequence[Tariff]) -> list[Tariff]:
    """Return the tariffs that an answer may mean `among` those that can be played, the likeliest first.

    Prices mean the ordinary tariffs that cost so much, and the rules of the first one at these prices; where none costs
    so much, the rules of each. Raises NotFound and Refused.
    """
    if exact := [one for one in among if one.name == said]:
        return exact
    name, priced = ("", said) if (whole := _tariffs_called(said, among)) else _name_and_prices(said, known)
    count, prices = _prices(priced)
    if prices and not name:
        return _tariffs_at(prices, count, [one for one in among if not is_strict(one)] or among, known)
    if count == 1:
        raise Refused(
            _(
                "write three prices: extra, Sauspiel, solo, such as {example}; or two: basic price, solo, such as "
                "{two}",
                example=stakes.EXAMPLE,
                two=stakes.EXAMPLE_OF_TWO,
            )
        )
    if found := whole or _tariffs_called(name or said, among):
        return _tariffs_at(prices, count, found, known) if prices else found
    if few := _tariffs_called(name or said, known):
        raise Refused(_("{tariff} needs {fewest} people", tariff=few[0].name, fewest=min(few[0].people)))
    if tariffs.is_path(said) or stakes.mistaken(said):
        return [tariffs.find(said, Path.cwd())]
    wrong = _('there is no tariff "{word}"', word=shown(said))
    raise NotFound(suggested(wrong, nearest(said, [one.name for one in among])))


def _name_and_prices(said: str, known: Sequence[Tariff]) -> tuple[str, str]:
    """Return the name of a tariff, and the prices that stand beside it; for any other answer "", and the answer."""
    both = _PRICES_BESIDE_NAME.fullmatch(said)
    name, priced = (both[1] or both[4], both[2] or both[3]) if both else ("", said)
    # in "Sauspiel 20, Solo 50" it is no tariff's
    return (name, priced) if name and _tariffs_called(name, known) and not _LABEL.search(priced) else ("", said)


def extra_of_two(said: str, known: Sequence[Tariff]) -> int:
    """Return which extra two prices mean that say none; 0 for any other answer."""
    count, prices = _prices(_name_and_prices(said, known)[1])
    return prices.extra if prices and count == len(prices) - 1 else 0


def tariffs_chosen(said: str, found: Sequence[Tariff]) -> list[Tariff]:
    """Return which of those found an answer means: the one that has this number, from 1, or those called so."""
    numbered = [one for number, one in enumerate(found, 1) if said == str(number)]
    whose = [one for one in found if one.source.startswith(f"{said.casefold()},")]
    return numbered or _tariffs_called(said, found) or whose


def said_beside_name(tariff: Tariff) -> str:
    """Return what the title of a tariff says beside its name and its prices; "" where it says no more."""
    prices = stakes.of(tariff)
    title = tariff.title.removeprefix(f"{prices} (")
    title = title if title == tariff.title else title.removesuffix(")")
    base = _key(tariff.name.removesuffix(prices))
    return "" if base and base in _key(title) else title


def _tariffs_called(said: str, among: Iterable[Tariff]) -> list[Tariff]:
    """Return the tariffs that are called so, or cost so many points, else named or titled so in part.

    They are called as lists show them as well, with their prices.
    """
    key = _key(said)
    keys = [(one, _key(one.name), _key(one.title)) for one in among]
    shown_as = {one.name: [_key(stakes.beside(one)), _key(stakes.of(one))] for one, *_keys in keys if one.unit != CENTS}
    ways = (
        [one for one, name, title in keys if key in (name, title, *shown_as.get(one.name, ()))],
        [one for one, name, _title in keys if name.startswith(key) or re.fullmatch(rf"{name}\D*", key)],
        [one for one, _name, title in keys if key in title],
    )
    return next(filter(None, ways[: 3 if len(key) >= LEAST else 1]), [])


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, _POINTS.sub(POINTS, folded(text))))


# -- by prices ------------------------------------------------------------------------------------------


def _prices(said: str) -> tuple[int, stakes.Stakes | None]:
    """Return how many prices an answer says, and the stakes that they are; (0, None) for any other answer."""
    text = " ".join(_LABEL.sub(" ", said).split())
    text = text.replace(",", "-") if _WHOLE.fullmatch(text) else text
    words = [word for word in _BETWEEN.split(text) if word]
    if not words or not all(word[0].isdecimal() for word in words):
        return 0, None
    return len(words), stakes.read("-".join(words))


def _numbers(tariff: Tariff) -> stakes.Stakes | None:
    """Return what a tariff costs, whether in cents or in points."""
    return stakes.read(stakes.of(tariff._replace(unit=CENTS)))


def _tariffs_at(prices: stakes.Stakes, count: int, among: Sequence[Tariff], known: Sequence[Tariff]) -> list[Tariff]:
    """Return which of these tariffs cost so much, and what is made of the first one at these prices.

    Two prices may be the Sauspiel and the solo of a tariff with another extra.
    """
    costs = {one.name: cost for one in among if (cost := _numbers(one))}
    # of two prices none is the extra: it may be that of a tariff which costs so much otherwise
    alike = {
        cost for one in known if one.unit == CENTS and (cost := _numbers(one)) and cost[-count:] == prices[-count:]
    }

    def likely(one: Tariff) -> tuple[bool, bool, float]:
        return one != among[0], one.name != tariffs.DEFAULT, _distance(prices, costs[one.name])

    priced = sorted((one for one in among if one.name in costs), key=likely)
    found = [one for one in priced if costs[one.name][-count:] == prices[-count:]]
    bases = [one for one in priced if one.unit == CENTS and one in known][: 1 if found else None]
    made = [_at_prices(each, base) for base in bases for each in sorted({*alike, prices})]
    others = [one for one in made if all(tariffs.differences(one, other) for other in found)]
    is_usual = bool(found) and (found[0] == among[0] or found[0].name == tariffs.DEFAULT)
    return [*found, *others] if is_usual else [*others, *found]


def _distance(one: stakes.Stakes, other: stakes.Stakes) -> float:
    """Return how far the proportions of two stakes are apart."""
    return sum(abs(mine / one.solo - theirs / other.solo) for mine, theirs in zip(one, other, strict=True))


def _at_prices(prices: stakes.Stakes, base: Tariff) -> Tariff:
    """Return a tariff that can be found, at other prices; those of `DEFAULT` alone are called by the prices."""
    said = stakes.text(prices, base)
    if base.name != tariffs.DEFAULT:
        said |= {"name": f"{base.name}-{prices.name}", "title": f"{prices.name} ({base.title})"}
    return tariffs.read_mapping(said, "")
