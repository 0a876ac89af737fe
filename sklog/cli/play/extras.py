"""What can be said of a hand besides who won: a key for each, as the shorthand has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sklog.language import _
from sklog.notation.words import JUNGFRAUEN, WON
from sklog.scoring.games import BETTEL, PASSED, RAMSCH, SOLO
from sklog.scoring.hand import DECLARERS, OPPONENTS

if TYPE_CHECKING:
    from sklog.scoring.games import Game
    from sklog.scoring.tariff import Tariff

NUMBER, COUNT, YES, PEOPLE = "number", "count", "yes", "people"


class Extra(NamedTuple):
    """One thing that can be said of a hand besides who won: what its key does to which field.

    `kind`: NUMBER is typed, COUNT goes up to `most` and back to none, YES is switched, PEOPLE are added or removed.
    """

    label: str
    field: str
    kind: str = YES
    most: int = 1
    who: str = ""


def extras(game: Game, tariff: Tariff) -> dict[str, Extra]:
    """Return what can be said of this game under this tariff, by its key."""
    if game.shape == PASSED:
        return {}
    knocks = {"p": Extra("Klopfer", "klopfer", COUNT, max(tariff.people))} if tariff.klopfen else {}
    if game.shape == RAMSCH:
        return {**_ramsch_extras(tariff), **knocks}
    priced = _priced_extras(game, tariff) if game.shape != BETTEL else {}
    return priced | knocks | _kontra_extras(game, tariff)


def _kontra_extras(game: Game, tariff: Tariff) -> dict[str, Extra]:
    kontra = tariff.kontra
    if kontra is None or (kontra.games and game.name not in kontra.games):
        return {}
    return {"k": Extra(kontra.names[0], "kontra", COUNT, len(kontra.names))}


def _priced_extras(game: Game, tariff: Tariff) -> dict[str, Extra]:
    """Return what makes a game dearer, or decides it, where this tariff knows it."""
    runs = tariff.laufende is not None and bool(game.trumps)
    offered = (
        ("a", True, Extra("Augen", "augen", NUMBER)),
        ("n", tariff.schneider, Extra("Schneider", "schneider")),
        ("z", tariff.schwarz, Extra("Schwarz", "schwarz")),
        ("l", runs, Extra("Laufende", "laufende", NUMBER, who=DECLARERS)),
        ("o", runs, Extra(_("Laufende of the opponents"), "laufende", NUMBER, who=OPPONENTS)),
        ("t", tariff.tout and game.shape == SOLO, Extra("Tout", "tout")),
        ("i", tariff.sie and game.sie, Extra("Sie", "sie")),
        ("m", tariff.forced, Extra("Muss", "forced")),
    )
    return {key: extra for key, played, extra in offered if played}


def _ramsch_extras(tariff: Tariff) -> dict[str, Extra]:
    found: dict[str, Extra] = {}
    if tariff.ramsch.durchmarsch:
        found[WON] = Extra(_("it was a Durchmarsch"), "durchmarsch")
    if tariff.ramsch.jungfrau != "none":
        found[JUNGFRAUEN] = Extra("Jungfrau", "jungfrauen", PEOPLE)
    return found
