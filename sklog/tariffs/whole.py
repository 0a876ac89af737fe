"""What only a whole tariff shows: parts that do not go together, and games that no price is given for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import _, _or
from sklog.scoring.games import BETTEL, LONG, RAMSCH, SHORT, SOLO, THROWN_IN, named, tricks_in
from sklog.scoring.tariff import HERZ_SOLO
from sklog.yaml_text import Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sklog.errors import Problem
    from sklog.yaml_text import Mark


def contradictions(entries: Mapping[str, Node], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what does not go together; a part that could not be read is not judged."""
    if "prices" in values and "games" in values:
        yield from _unpriced(entries, values)
    for people in values.get("people", ()):
        deck = values["deck"][people]
        if not tricks_in(deck, people):
            mark = (entries.get("people") or entries["deck"]).mark
            other = SHORT if deck == LONG else LONG
            said = _(
                "people: nobody deals the {deck} deck to {people}; "
                "say deck: {{{people}: {other}}}, or leave {people} out",
                deck=deck,
                people=people,
                other=other,
            )
            yield mark.problem(said)
    rounds = values.get("rounds")
    if rounds and rounds.after_lost_solo and rounds.after_lost_solo not in rounds.kinds:
        said = _(
            "rounds.after_lost_solo: {round} is not among its kinds, {kinds}",
            round=rounds.after_lost_solo,
            kinds=", ".join(rounds.kinds),
        )
        yield entries["rounds"].mark.problem(said)


def _unpriced(entries: Mapping[str, Node], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the games, and the rules of a Ramsch, that no price is given for."""
    prices, games = values["prices"], values["games"]
    for game, mark in zip(games, _marks(entries["games"]), strict=False):
        classes = (BETTEL, SOLO) if game.shape == BETTEL else (game.shape,)
        if game.price is None and game.name not in prices and not any(kind in prices for kind in classes):
            keys = _or(f"{name}:" for name in dict.fromkeys((*classes, game.name)))
            yield mark.problem(_("{game} is played but has no price: add {keys} to prices", game=game.name, keys=keys))
    rules = values.get("ramsch")
    if rules is None or SOLO in prices or not any(game.shape == RAMSCH for game in games):
        return
    mark = entries["ramsch"].mark
    if rules.durchmarsch and rules.durchmarsch.pays == HERZ_SOLO and HERZ_SOLO not in prices:
        yield mark.problem(_("ramsch: a Durchmarsch pays a Herz-Solo: add solo: or herz-solo: to prices"))
    if rules.jungfrau == "solo_price":
        yield mark.problem(_("ramsch: a Jungfrau raises the price to a solo's: add solo: to prices"))


def _marks(games: Node) -> Iterator[Mark]:
    """Yield where each played game stands, throw-ins left out."""
    for item in games.value:
        if isinstance(item, Node) and not (isinstance(item.value, str) and named(item.value.strip()) is THROWN_IN):
            yield item.mark
