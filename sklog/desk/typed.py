"""What people type besides hands: who, when, how much, what else happens, and what becomes of the Stock."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from sklog.errors import IllegalHand, NotFound, Refused, similar
from sklog.language import _, _or
from sklog.ledger import evenings, people
from sklog.ledger.evenings import Scene
from sklog.notation.parse import EUROS, cents
from sklog.reports.format import money
from sklog.scoring.evening import start
from sklog.scoring.hand import Posting
from sklog.scoring.names import LONGEST_TEXT, name_key, one_name
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import stock_at_close
from sklog.scoring.state import BockOrder, Join, Payment, Seating, StockMove, name_problems
from sklog.scoring.tariff import CARRY, POINTS, ROUND, SPLIT, Tariff

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from sklog.ledger.evenings import Evening

_WHOLE = re.compile(r"[+-]?[0-9]+")
_MOST_DIGITS = 16


# -- names and texts ----------------------------------------------------------------------------------


def names_of(players: str) -> list[str]:
    """Return the names of a comma-separated list."""
    return [one_name(name) for name in players.split(",")]


def person(word: str, known: Sequence[str]) -> str:
    """Return who is meant by a name or an unambiguous start of it; raise NotFound with who there is."""
    key = name_key(word)
    exact = [name for name in known if name_key(name) == key]
    found = exact or [name for name in known if key and name_key(name).startswith(key)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(_('"{word}" can be {people}: write more of the name', word=word, people=_or(found)))
    near = similar(word, known, 2, cutoff=0.5, key=name_key)
    said = {"word": word, "people": ", ".join(known)}
    if not near:
        raise NotFound(_('there is no "{word}" here; there are {people}', **said))
    raise NotFound(_('there is no "{word}" here, did you mean {near}? There are {people}', near=_or(near), **said))


def person_of_ledger(ledger: sqlite3.Connection, evening: Evening, word: str) -> str:
    """Return who is meant: somebody of this evening, or anybody in the ledger by the full name; raise NotFound."""
    try:
        return person(word, [*evening.state.everybody, STOCK])
    except NotFound:
        known = evenings.known_name(ledger, word)
        # somebody who was renamed has left a name behind that nobody has any more
        if known is None or next(people.with_person(ledger, known), None) is None:
            raise
        return known


def single_line(said: str, what: str, *, most: int = LONGEST_TEXT) -> str:
    """Return a text that fits on one line of a list; raise Refused for control characters and the endless.

    `what` names it in the refusal: "the note". `most` is how many letters it may have.
    """
    text = said.strip()
    if not text.isprintable():
        raise Refused(_("{what} has characters that cannot be printed: leave them out", what=what))
    if len(text) > most:
        words = {"what": what, "letters": len(text), "most": most}
        raise Refused(_("{what} has {letters} letters; at most {most} are possible", **words))
    return text


LAST = ("last", "letzte")
"""The last hand, in words."""


def hand_meant(words: Sequence[str]) -> tuple[int | None, list[str]]:
    """Return the number of the hand that a correction means, None for the last one, and the words behind it.

    A whole number that stands first is a hand's, whatever else it could be.
    """
    first, rest = (words[0].casefold(), list(words[1:])) if words else ("", [])
    if first.isascii() and first.isdigit() and len(first) <= _MOST_DIGITS:
        return int(first), rest
    return None, rest if first in LAST else list(words)


# -- amounts ------------------------------------------------------------------------------------------


def amount(word: str, unit: str = "ct") -> int:
    """Return cents (or points): `240` is 240, `2,40` and `2.40` are euros; raise Refused for anything else."""
    text = word.removesuffix("€").strip()
    whole, euros = _WHOLE.fullmatch(text), EUROS.fullmatch(text)
    if len(text) > _MOST_DIGITS and (whole or euros):
        raise Refused(_("{start}… has {digits} digits: no table ever moved so much", start=text[:8], digits=len(text)))
    if whole and text == word:
        return cents(text, unit)
    if unit == POINTS and euros:
        raise Refused(_("{word}: this evening counts points, whole numbers without a comma", word=word))
    if unit == POINTS:
        raise Refused(_("{word} is no number of points; say a whole number such as 24", word=word))
    if euros:
        return cents(text, unit)
    raise Refused(_("{word} is no amount; say whole cents (240), or euros with two decimals (2,40 or 2.40)", word=word))


def table(players: str, holds: str, tariff: Tariff) -> Scene:
    """Return a table in no ledger: who sits there, the first deals, and what its Stock holds; raise Refused."""
    stock_in = amount(holds, tariff.unit)
    if stock_in < 0:
        raise Refused(_("the Stock cannot hold {amount}: say 0 or more", amount=holds))
    return Scene(start(names_of(players), stock=stock_in), tariff)


def day(said: str | None) -> str:
    """Return a day in ISO form, without a word today; raise Refused for what is none."""
    if said is None:
        return date.today().isoformat()  # noqa: DTZ011  the table's own day is meant
    if [len(part) if part.isascii() and part.isdigit() else 0 for part in said.split("-")] != [4, 2, 2]:
        raise Refused(_('"{said}" is no date; say it as 2026-11-19', said=said))
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise Refused(_("{said} is a day that does not exist", said=said)) from None


# -- what else happens at a table -----------------------------------------------------------------------


def join(scene: Scene, name: str, after: str | None) -> Join:
    """Return the event that somebody sits down, on the seat behind `after` where one is named.

    Raises NotFound, and IllegalHand without a name.
    """
    behind, name = None if after is None else person(after, scene.state.seats), one_name(name)
    if not name:  # which no entry can hold; any other is refused with whatever else is wrong
        raise IllegalHand(*name_problems([name]))
    return Join(name, behind)


def seating(scene: Scene, names: str) -> Seating:
    """Return the new order of the seats, from a comma-separated list."""
    return Seating(tuple(person(name, scene.state.seats) for name in names_of(names)))


def posting(scene: Scene, amounts: Sequence[str], note: str) -> Posting:
    """Return what `anna:-50 bene:+50` moves; raise Refused and NotFound."""
    known = [*scene.state.everybody, STOCK]
    moved: dict[str, int] = {}
    for word in amounts:
        who, colon, how_much = word.rpartition(":")
        if not colon:
            raise Refused(_("{word} is no posting; say a name, a colon and an amount, such as anna:-50", word=word))
        name = person(who, known)
        moved[name] = moved.get(name, 0) + amount(how_much, scene.tariff.unit)
    return Posting(amounts=moved, note=single_line(note, _("the note")))


def bock(scene: Scene, hands: str | None) -> BockOrder:
    """Return the Bock that is ordered: for so many hands, `off`, or without a word as long as the tariff says."""
    if hands is None:
        return BockOrder(len(scene.state.seats) if scene.tariff.bock.length == ROUND else 1)
    if hands.casefold() == "off":
        return BockOrder(0)
    if not (hands.isascii() and hands.isdigit() and len(hands) < 4):
        raise Refused(_("{word} is no number of hands; say 1 to 999, or off", word=hands))
    return BockOrder(int(hands))


def stock(scene: Scene, how_much: str, names: Sequence[str]) -> StockMove:
    """Return what each of these people pays into the Stock (+40) or takes out of it (-40)."""
    payers = [person(word, scene.state.everybody) for word in names]
    moved = amount(how_much, scene.tariff.unit)
    if not moved:
        raise Refused(_("0 moves nothing: say how much goes into the Stock (+40) or out of it (-40)"))
    if len(set(payers)) != len(payers):
        raise Refused(_("name each person once"))
    return StockMove(dict.fromkeys(payers, -moved))


def payment(ledger: sqlite3.Connection, evening: Evening, payer: str, payee: str, how_much: str) -> Payment:
    """Return who paid whom how much."""
    paid, got = (person_of_ledger(ledger, evening, word) for word in (payer, payee))
    return Payment(paid, got, amount(how_much, evening.tariff.unit))


# -- the Stock at the end -------------------------------------------------------------------------------


def stock_move(evening: Evening, said: str | None) -> StockMove | None:
    """Return what becomes of the Stock: as said, else as the tariff says; None where nothing is to be decided.

    Raises Refused where nobody says it, and NotFound for somebody who is not there.
    """
    if said not in (None, SPLIT, CARRY):
        said = person(said, evening.state.everybody)
    if evening.closed and said and evening.state.stock > 0:
        raise Refused(
            _(
                "the evening {name!r} is closed, and its Stock waits for the next one; "
                "to divide it after all: sklog reopen --session {number}",
                name=evening.name,
                number=evening.id,
            )
        )
    if evening.closed or evening.state.stock <= 0:
        return None
    rule = said or (evening.tariff.stock.at_close if evening.tariff.stock else None)
    if rule is None:
        held = money(evening.state.stock, evening.tariff.unit)
        raise Refused(
            _("the Stock holds {held}: say what becomes of it, --stock split, --stock carry or --stock NAME", held=held)
        )
    if rule not in (SPLIT, CARRY) and rule not in evening.state.balances:
        raise Refused(
            _(
                "the tariff gives the Stock to {name}, who was not here: "
                "say --stock split, --stock carry or --stock NAME",
                name=rule,
            )
        )
    return stock_at_close(evening.state, rule)
