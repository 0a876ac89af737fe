"""What people type besides hands: who, when, how much, what else happens, and what becomes of the Stock."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from sklog.errors import HandError, IllegalHand, NotFound, OpenStock, Refused, UnclearAmount, similar
from sklog.language import N_, _, _and, _or, _t, behind_options
from sklog.ledger import evenings, people
from sklog.notation.words import letters, signed
from sklog.reports.format import clean
from sklog.reports.format import day as day_shown
from sklog.scoring import amounts, days
from sklog.scoring.amounts import Worth, money
from sklog.scoring.canonical import Unreadable, shown
from sklog.scoring.evening import refusal
from sklog.scoring.hand import Posting
from sklog.scoring.names import LONGEST_TEXT, name_key, name_problems, one_name, parted, printable
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import stock_at_close
from sklog.scoring.state import BockOrder, Join, Payment, Seating, StockMove
from sklog.scoring.tariff import CARRY, CENTS, ROUND, SPLIT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from sklog.ledger.evenings import Evening, Scene
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Plan

T = TypeVar("T")
_MOST_YEARS_AHEAD = 10
_BELOW_ZERO = re.compile("[-\N{MINUS SIGN}][0-9]")


# -- names and texts ----------------------------------------------------------------------------------


def names_of(players: str, known: Callable[[], Iterable[str]] = tuple) -> list[str]:
    """Return the names of people, parted as `names.parted` says; three and more also by blanks alone.

    Raises Refused where that can be other people: for two words, and where somebody `known` has a blank in the name.
    """
    if "," in players and "; " in players:  # one that stands inside a name parts nothing beside commas
        raise Refused(
            _('"{said}": separate people with commas or semicolons, not both; "Huber, Max" is Max Huber',
              said=shown(players))
        )  # fmt: skip
    names = parted(players)
    words = names[0].split()
    if len(names) > 1 or len(words) < 2:
        return names
    for name in names if len(words) == 2 else known():
        length, key = len(name.split()), name_key(name)
        for first in range(len(words) - length + 1) if length > 1 else ():
            before, one, behind = words[:first], " ".join(words[first : first + length]), words[first + length :]
            if name_key(one) == key:
                said = {"said": names[0], "one": ", ".join(words), "other": ", ".join([*before, one, *behind])}
                text = N_('"{said}" is not clear: put commas between people, "{one}" or "{other}"')
                if len(words) == length:
                    text = N_('"{said}" can be one person or two: "{one}" are two, and for one the others are missing')
                raise Refused(_(text, **said))
    return words


def require_one(name: str) -> None:
    """Refuse a list of people where one is meant, and a name that is turned: "Huber, Josef"."""
    people = [one for one in parted(name) if one]
    if len(people) > 1:
        raise Refused(
            _('"{name}" can be one person or {n}: write one without a comma or an "and", or enter them one at a time',
              name=name, n=len(people))
        )  # fmt: skip


def person(word: str, known: Sequence[str]) -> str:
    """Return who is meant by a name or an unambiguous start of it; raise NotFound with who there is."""
    key = name_key(word)
    exact = [name for name in known if name_key(name) == key]
    found = exact or [name for name in known if key and name_key(name).startswith(key)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(_('"{word}" can be {people}: write more of the name', word=word, people=_or(found)))
    near = similar(word, known, 2, key=name_key)
    said = {"word": word, "people": ", ".join(known)}
    if not near:
        raise NotFound(_('there is no "{word}" here, only {people}', **said))
    raise NotFound(_('there is no "{word}" here, did you mean {near}? Names here: {people}', near=_or(near), **said))


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
    if not printable(text):
        raise Refused(_("{what} has characters that cannot be printed: leave them out", what=what))
    if len(text) > most:
        words = {"what": what, "letters": len(text), "most": most}
        raise Refused(_("{what} has {letters} letters; at most {most} are possible", **words))
    return text


OF_ANY_EVENING = ("rename", "date", "place")
"""What can be put right of an evening of a room as well: it moves nothing."""


def put_right(session: Session, what: str, said: str | Sequence[str]) -> dict[str, Any]:
    """Return the fact that an evening began otherwise, by the word of the command that says so.

    Raises NotFound, and Refused for what cannot be.
    """
    seated = session.players
    text = said if isinstance(said, str) else ""
    if what == "rename":
        if name := single_line(text, _("the name of an evening")):
            return {"name": name}
        raise Refused(_("an evening needs a name, such as: Stammtisch"))
    if what == "date":
        return {"date": day(text)}
    if what == "place":
        return {"place": single_line(text, _("the place"))}
    if what == "dealer":
        return {"dealer": person(text, seated)}
    if what == "seats":
        order = [person(name, seated) for name in (names_of(text, lambda: seated) if text else said)]
        if sorted(order) != sorted(seated):
            everybody = N_("name everybody who sat there first, each once, clockwise: {people}")
            raise Refused(_(everybody, people=", ".join(seated)))
        return {"players": order}
    if what in ("void", "restore"):
        return {"void": what == "void"}
    words = ", ".join((*OF_ANY_EVENING, "seats", "dealer", "void"))
    raise Refused(_("{what} of an evening cannot be corrected; {words} can", what=what, words=words))


LAST = ("last", "letzte", "letztes")
"""The last hand, in words."""


def hand_meant(words: Sequence[str]) -> tuple[int | None, list[str]]:
    """Return the number of the hand that a correction means, None for the last one, and the words behind it.

    A whole number that stands first is a hand's, whatever else it could be. Raises Refused where one stands behind
    flags: lost, and 2, is said of hand 2, or of 2 Augen.
    """
    first, rest = (words[0].casefold(), list(words[1:])) if words else ("", [])
    if _is_number(first):
        return int(first), rest
    if first in LAST:
        return None, rest
    *flags, last = words or [""]
    if flags and _is_number(last) and all(letters(signed(word)[1]) is not None for word in flags):
        said = {"number": last, "flags": " ".join(flags)}
        raise Refused(_t("{number} may be the number of a hand, or the Augen of the last hand", **said))
    return None, list(words)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= amounts.MOST_DIGITS


# -- amounts ------------------------------------------------------------------------------------------


def amount(word: str, unit: str = CENTS) -> int:
    """Return the cents or points that somebody typed; raise Refused, or UnclearAmount if it could be euros or cents.

    >>> sklog.read_amount("2,40")
    240
    """
    return _understood(word, lambda: amounts.read(word, unit))


def above_zero(said: str | int, unit: str = CENTS) -> int:
    """Return a number as it is, and a text as the cents or points that it says; raise Refused for 0 and below."""
    found = amount(said, unit) if isinstance(said, str) else said
    _require_above_zero(found, said)
    return found


def worth(said: str | int) -> Worth:
    """Return what a point is worth in cents, perhaps no whole ones; raise as `above_zero` does."""
    found = _understood(said, lambda: amounts.read_worth(said)) if isinstance(said, str) else Worth(said)
    _require_above_zero(found.value, said)
    return found


def _understood(word: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except amounts.NoUnit:
        raise amounts.unclear([word]) from None
    except Unreadable as wrong:
        raise Refused(str(wrong)) from None


def _require_above_zero(found: int, said: str | int) -> None:
    if found < 1:
        raise Refused(_("a coin, and the value of a point, must be amounts above 0, not {said}", said=said))


def day(said: str | None) -> str:
    """Return the day of an evening in ISO form, without a word today; raise Refused for what is none, or far ahead."""
    today = date.today()  # noqa: DTZ011  the table's own day is meant
    if said is None:
        return today.isoformat()
    if (found := days.read(said, today)) is None:
        raise Refused(_('"{said}" is not a date; write 2026-11-19, 19.11.2026 or yesterday', said=said))
    if int(found[:4]) > today.year + _MOST_YEARS_AHEAD:
        shown = day_shown(today.isoformat())
        raise Refused(_("{said} is far ahead of today ({today}): check the date", said=said, today=shown))
    return found


# -- what else happens at a table -----------------------------------------------------------------------


def join(scene: Scene, name: str, after: str | None) -> Join:
    """Return the event that somebody sits down, on the seat behind `after` where one is named.

    Raises NotFound, and IllegalHand without a name.
    """
    behind, name = None if after is None else person(after, scene.state.seats), one_name(name)
    if not name:  # which no entry can hold; any other is refused with whatever else is wrong
        raise IllegalHand(*name_problems([name]))
    require_one(name)
    return Join(name, behind)


def seating(scene: Scene, names: str) -> Seating:
    """Return the new order of the seats, from a list of names."""
    seated = scene.state.seats
    return Seating(tuple(person(name, seated) for name in names_of(names, lambda: seated)))


def posting(scene: Scene, moves: Sequence[str], note: str) -> Posting:
    """Return what `anna:-0,50 bene:+0,50` moves; raise Refused, NotFound and UnclearAmount."""
    known = [*scene.state.everybody, STOCK]
    moved: dict[str, int] = {}
    unclear: list[str] = []
    for word in moves:
        who, colon, how_much = word.rpartition(":")
        if not colon:
            raise Refused(_("{word} is not a posting; write name, colon and amount, such as anna:-0,50", word=word))
        name = person(who, known)
        try:
            moved[name] = moved.get(name, 0) + amount(how_much, scene.tariff.unit)
        except UnclearAmount:
            unclear.append(word)
    if unclear:
        raise amounts.unclear(unclear)
    text = single_line(note, _("the note"))
    try:
        return Posting(amounts=moved, note=text)
    except HandError as error:
        raise refusal(error, scene.state, scene.tariff) from None


OFF = ("off", "aus")
"""What ends a Bock and a special round."""


def bock(scene: Scene, hands: str | None) -> BockOrder:
    """Return the Bock that is ordered: for so many hands, `off`, or without a word as long as the tariff says."""
    if hands is None:
        return BockOrder(len(scene.state.seats) if scene.tariff.bock.length == ROUND else 1)
    if hands.casefold() in OFF:
        return BockOrder(0)
    if not (hands.isascii() and hands.isdigit() and len(hands) < 4):
        raise Refused(_("{word} is not a number of hands; write 1 to 999, or off", word=hands))
    return BockOrder(int(hands))


def stock(scene: Scene, how_much: str, names: Sequence[str]) -> StockMove:
    """Return what each of these people pays into the Stock (+0,40) or takes out of it (-0,40)."""
    payers = [person(word, scene.state.everybody) for word in names]
    if not payers:
        raise Refused(_("say who pays that into the Stock, or takes it out: {amount} anna", amount=how_much))
    moved = amount(how_much, scene.tariff.unit)
    if not moved:
        raise Refused(_("0 moves nothing: say how much goes into the Stock (+0,40) or comes out (-0,40)"))
    if len(set(payers)) != len(payers):
        raise Refused(_("name each person once"))
    return StockMove(dict.fromkeys(payers, -moved))


def payment(
    ledger: sqlite3.Connection,
    evening: Evening,
    payer: str,
    payee: str,
    *,
    how_much: int | str | None,
    due: Callable[[], Plan],
) -> Payment:
    """Return who paid whom how much: without an amount what is `due`, Refused where that is nothing."""
    paid, got = (person_of_ledger(ledger, evening, word) for word in (payer, payee))
    unit = evening.tariff.unit
    if isinstance(how_much, str) and _BELOW_ZERO.match(how_much):  # whatever its unit is
        raise Refused(_("a payment of {amount}: it must be more than 0", amount="\N{MINUS SIGN}" + how_much[1:]))
    if how_much is not None:
        return Payment(paid, got, amount(how_much, unit) if isinstance(how_much, str) else how_much)
    transfers = due().transfers
    owed = [one for one in transfers if one.payer == paid]
    for transfer in owed:
        if transfer.payee == got:
            return Payment(paid, got, transfer.amount)
    said = {"payer": clean(paid), "payee": clean(got)}
    if back := next((one for one in transfers if (one.payer, one.payee) == (got, paid)), None):
        sentence = _("{payee} owes {payer} {amount}, not the other way round", **said, amount=money(back.amount, unit))
        word = behind_options(clean(got), clean(paid))
        raise Refused(_t("{owed}; once that is paid, record the payment", owed=sentence, word=word))
    if not owed:
        raise Refused(_("{payer} owes nothing: say how much was paid", **said))
    whom = _and(f"{clean(one.payee)} {money(one.amount, unit)}" for one in owed)
    raise Refused(_("{payer} owes {payee} nothing, but owes {whom}: say how much was paid", whom=whom, **said))


# -- the Stock at the end -------------------------------------------------------------------------------


def stock_move(evening: Evening, said: str | None) -> StockMove | None:
    """Return what becomes of the Stock: as said, else as the tariff says; None where nothing is to be decided.

    Raises Refused where nobody says it, and NotFound for somebody who is not there.
    """
    if said not in (None, SPLIT, CARRY):
        said = person(said, evening.state.everybody)
    if evening.closed and said and evening.state.stock > 0:
        raise Refused(_t("the evening {name!r} is closed, and its Stock waits for the next one", **evening.said))
    if evening.closed or evening.state.stock <= 0:
        return None
    rule = said or (evening.tariff.stock.at_close if evening.tariff.stock else None)
    here = rule in (SPLIT, CARRY) or rule in evening.state.balances
    if rule is None or not here:
        words = {"name": clean(evening.name), "held": money(evening.state.stock, evening.tariff.unit)}
        lies = _("the Stock of {name} holds {held}", **words)
        if rule is not None:
            lies = _("{stock}; the tariff gives it to {name}, who was not here", stock=lies, name=rule)
        undecided = _t("{stock}: decide what happens to it: split, carry, or a name", stock=lies, number=evening.id)
        raise OpenStock(undecided, evening=evening.id)
    return stock_at_close(evening.state, rule)
