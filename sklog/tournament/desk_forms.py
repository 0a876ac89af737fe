"""What is done at the desk of a tournament besides lists: a row each, from which form, right and facts follow.

    ROWS ─▶ possible(at, role, page) ─▶ a form (desk.html) ──fields──▶ done ──row.do──▶ Tournaments ─▶ facts

A form says how many facts its page knew: what is recorded since then, word for word, is there once. So a form that is
sent twice, or whose answer was lost, changes nothing more. The commands record the same facts.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import Ledger, find_tariff, tariff_names
from sklog.errors import Problem, Refused, SklogError
from sklog.language import N_, _
from sklog.phones import deeds
from sklog.phones.deeds import Deed, Field
from sklog.phones.entering import Answer
from sklog.phones.gate import first_of
from sklog.phones.pins import identified
from sklog.phones.rights import Rights
from sklog.rooms import load
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key, one_name
from sklog.scoring.tariff import CENTS
from sklog.tournament import typed
from sklog.tournament.facts import Entered, Paid, Penalized, Presence, PrizesSet, Reseated, RulesSet, Substitute
from sklog.tournament.model import CLASSES, FEES, GROUPS, REMAINDERS, SEATINGS, TIES, WINNERS, Entrant, Penalty, Rules
from sklog.tournament.prizes import due, fees, statutes
from sklog.tournament.tournaments import Held, Person, Tournaments
from sklog.tournament.words import COUNTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.phones.deeds import Do, Fields, Options
    from sklog.phones.entering import Writer
    from sklog.tournament.facts import Said

YES, NO = "yes", "no"
_KIND = re.compile(r"\.[A-Za-z]{1,5}$")


class At(NamedTuple):
    """What a form at the desk is about: how the tournament stands, and a start number where it is about one."""

    held: Held
    number: int = 0

    @property
    def one(self) -> Entrant:
        """Who has the number; raise NotFound."""
        return self.held.one(self.number)

    @property
    def owed(self) -> Mapping[int, int]:
        """What each still has to pay, in cents; below 0 it is given back."""
        owes = fees(self.held.tournament)
        return {number: owes.get(number, 0) - one.paid for number, one in self.held.tournament.entrants.items()}

    def found(self, said: str) -> set[int]:
        """Return whose number, name, town, club or team has each of these words."""
        words, entrants = name_key(said).split(), self.held.tournament.entrants
        known = {number: name_key(f"{number} {' '.join(one[1:5])}") for number, one in entrants.items()}
        return {number for number, text in known.items() if all(word in text for word in words)}

    @property
    def statutes(self) -> tuple[tuple[str, list[str]], ...]:
        """By what it is held, and what there is to win."""
        return statutes(self.held.tournament)

    @property
    def seatless(self) -> list[str]:
        """Who is here, and has neither a table in the newest round nor a bye."""
        return [*map(self.held.called, self.held.tournament.seatless)]

    @property
    def uid(self) -> str:
        """The identity of the tournament."""
        return self.held.evening.uid

    @property
    def seen(self) -> str:
        """How a page says what it knew: how many facts, and the newest."""
        return f"{len(self.held.tournament.facts)}.{self.held.evening.digest.hex()}"


def _known(fields: Fields) -> int:
    """Return how many facts the page of a form knew."""
    return int(first_of(fields, "seen").partition(".")[0] or 0)


def _recorded(command: str, make: Callable[[At, Fields], Said]) -> Do:
    """Return what records the fact that a form says, unless it came in since its page was shown."""

    def do(ledger: Ledger, at: At, fields: Fields) -> Sequence[str]:
        def new(held: Held) -> Sequence[Said]:
            said = make(at._replace(held=held), fields)
            return [] if said in [one.said for one in held.tournament.facts[_known(fields) :]] else [said]

        words = [str(at.number)] if at.number else []
        Tournaments(ledger).record(new, f"tournament {command}", words, identified(at.uid))
        return ()

    return do


def _text(name: str, label: str, value: Callable[[Any], str] = lambda _at: "", *, wanted: bool = True) -> Field:
    return Field(name, deeds.TEXT, label, value=value, wanted=wanted)


def _tick(name: str, label: str, said: Callable[[At], str], value: Callable[[At], str] = lambda _at: "") -> Field:
    """Return a field with one tick, beside which stands what is `said`; none where that is nothing."""
    return Field(name, deeds.SEVERAL, label, lambda at: [(YES, said(at))] if said(at) else (), value, wanted=False)


# -- who is there ---------------------------------------------------------------------------------------


def _of_somebody(field: str) -> Callable[[At], str]:
    return lambda at: str(getattr(at.one, field)) if at.number else ""


_ABOUT = (
    *(_text(name, label, _of_somebody(name), wanted=name == "name") for name, label in (
        ("name", N_("Name")), ("place", N_("From")), ("club", N_("Club")), ("team", N_("Team")))),
    Field("classes", deeds.SEVERAL, N_("Also competes for"), lambda _at: [(one, _(WINNERS[one])) for one in CLASSES],
          lambda at: "|".join(at.one.classes) if at.number else "", wanted=False),
    _tick("fills", N_("Standing substitute"), lambda _at: _("sits only where a player is missing"),
          lambda at: YES if at.number and at.one.fills else ""),
)  # fmt: skip


def _paid_words(at: At) -> str:
    return _("has paid {fee}", fee=money(at.held.rules.fee, CENTS)) if at.held.rules.fee else ""


def _who(fields: Fields) -> dict[str, Any]:
    said = {name: one_name(first_of(fields, name)) for name in ("name", "place", "club", "team")}
    return {**said, "fills": "fills" in fields, "classes": tuple(fields.get("classes", ()))}


def _enter(ledger: Ledger, at: At, fields: Fields) -> Sequence[str]:
    number = first_of(fields, "number")
    one = Person(number=_number(number) if number else None, paid="paid" in fields, **_who(fields))
    Tournaments(ledger).enter([one], identified(at.uid))
    return ()


def _change(at: At, fields: Fields) -> Said:
    return typed.not_turned(at.held.tournament, Entered(at.one.number, **_who(fields)))


def _pay(at: At, fields: Fields) -> Said:
    amount = first_of(fields, "amount")
    return Paid(at.one.number, due(at.held.tournament, at.number, deeds.amount_of(amount) if amount else None))


def _presence(at: At, fields: Fields, *, here: bool) -> Said:
    return Presence(at.number, here, first_of(fields, "reason"))


def _substitute(at: At, fields: Fields) -> Said:
    return typed.not_turned(at.held.tournament, Substitute(at.number, one_name(first_of(fields, "name"))))


def _penalty(at: At, fields: Fields) -> Said:
    points, of_round = _number(first_of(fields, "points")), first_of(fields, "round")
    taken = -points if first_of(fields, "way") == NO else points
    return Penalized(Penalty(at.number, taken, first_of(fields, "reason"), _number(of_round) if of_round else 0))


def _bring(ledger: Ledger, at: At, fields: Fields) -> Sequence[str]:
    """Enter everybody of a list who is new: of a file, or of a text."""
    kind = _KIND.search(first_of(fields, "called"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"list{kind[0] if kind else '.csv'}"
        file.write_bytes(deeds.content_of(fields))
        try:
            # imported here: the lists of others need Typer, which a browser has not
            read = load("sklog.tournament.entrants:read_entrants")(file, at.held.rules.fee)
        except SklogError as error:
            raise Refused(*by_lines(error.problems)) from None
    new, taken = typed.new_of(at.held.tournament, read.found, "")
    Refused.if_any(by_lines((*read.wrong, *taken)))
    if new:
        Tournaments(ledger).enter(new, identified(at.uid))
    return ()


def by_lines(problems: Iterable[Problem]) -> list[str]:
    """Return what is wrong with what was brought or typed, each with its line, where it has one."""
    words = N_("line {number}: {problem}")
    return [_(words, number=one.line, problem=one.message) if one.line else one.message for one in problems]


# -- who sits where ---------------------------------------------------------------------------------------


def _may_draw(at: At) -> bool:
    held = at.held
    return held.round < held.rules.rounds and not (held.round and held.tournament.missing(held.round))


def _no_list_yet(at: At) -> bool:
    return at.held.round > 0 and all(round_ != at.held.round for round_, _table in at.held.tournament.lists)


def _drawn(ledger: Ledger, at: At, fields: Fields, *, again: bool = False) -> Sequence[str]:
    if again or _known(fields) == len(at.held.tournament.facts):
        Tournaments(ledger).draw(identified(at.uid), again=again)
        return [_("The newest round is drawn again.")] if again else ()
    raise Refused(_("Something else was recorded meanwhile: look at it, then draw."))


def _swap(at: At, fields: Fields) -> Said:
    first, second = _number(first_of(fields, "one")), _number(first_of(fields, "other"))
    new = {first: second, second: first}
    tables = enumerate(at.held.tournament.rounds[-1].tables, 1)
    seated = {at_: tuple(new.get(one, one) for one in seats) for at_, seats in tables if {first, second} & {*seats}}
    if not seated:
        raise Refused(_("neither of them has a seat in this round"))
    return _reseated(at, fields, seated)


def _seat(at: At, fields: Fields) -> Said:
    table = _number(first_of(fields, "table"))
    return _reseated(at, fields, {table: tuple(typed.start_numbers(first_of(fields, "numbers")))})


def _reseated(at: At, fields: Fields, tables: Mapping[int, tuple[int, ...]]) -> Said:
    return Reseated(at.held.round, tables).wanted(at.held.tournament, correct="correct" in fields)


_CORRECT = _tick("correct", N_("The list"), lambda _at: _(
    "even if the list is in: other people sat there, and the points go with the seats"))  # fmt: skip

# -- how it is held ---------------------------------------------------------------------------------------


_YES_NO = ((YES, N_("yes")), (NO, N_("no")))
_RULES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "rounds": (N_("Rounds"), {}),
    "games": (N_("Games of a table of four in a round"), {}),
    "fee": (N_("Entry fee"), {}),
    "counts": (N_("What counts?"), COUNTED),
    "ties": (N_("What decides ties"), {"": N_("nothing more"), **TIES}),
    "remainder": (N_("If the players do not fill tables of four"), REMAINDERS),
    "seating": (N_("Seats"), SEATINGS),
    "apart": (N_("Keep apart members of the same"), dict(zip(GROUPS, (N_("Team"), N_("Club")), strict=True))),
    "same_games": (N_("Tables of five play as many games as the others"), dict(_YES_NO)),
    "double_entry": (N_("Every list is entered twice"), dict(_YES_NO)),
    "best": (N_("Best rounds of each player that count (0: all)"), {}),
    "final": (N_("Players in the final round (0: everybody)"), {}),
    "team_size": (N_("Team members who count"), {}),
    "team_fee": (N_("Additional fee per team"), {}),
    "bye": (N_("Points for a round without a table"), {}),
}
"""What is asked of the rules, and between which words is chosen: in an order, where nothing may stand as well."""


def _rule(name: str) -> Field:
    label, words = _RULES[name]

    def value(at: Any) -> str:
        now: Any = getattr(at.held.rules if isinstance(at, At) else Rules(), name)
        if isinstance(now, bool):
            return YES if now else NO
        if isinstance(now, tuple):
            return "|".join((*now, *[""] * (sum(map(bool, words)) - len(now))))
        return money(now, CENTS) if name in FEES else str(now)

    some = isinstance(getattr(Rules(), name), tuple)
    kind = deeds.ORDER if "" in words else deeds.SEVERAL if some else deeds.ONE if words else deeds.TEXT
    return Field(name, kind, label, lambda _at: [(one, _(said)) for one, said in words.items()], value, wanted=False)


def rules_of(rules: Rules, fields: Fields) -> Rules:
    """Return the rules as a form says them."""
    new: dict[str, Any] = {}
    for name in _RULES:
        was, said = getattr(rules, name), fields.get(name, [])
        if isinstance(was, bool):
            new[name] = said == [YES]
        elif isinstance(was, tuple):
            new[name] = tuple(filter(None, said))
        elif said and said[0]:
            read = deeds.amount_of if name in FEES else _number if isinstance(was, int) else str
            new[name] = read(said[0])
    return rules._replace(**new)


def _number(said: str) -> int:
    """Return a whole number that was typed; raise Refused."""
    text = said.replace("\N{MINUS SIGN}", "-")
    if not text.removeprefix("-").isdecimal() or len(text) > len("-1000000000"):
        raise Refused(_("{said!r} is not a whole number", said=said[:20]))
    return int(text)


# -- all of it ----------------------------------------------------------------------------------------------


def _close(ledger: Ledger, at: At, _fields: Fields) -> Sequence[str]:
    ledger.close_evening(identified(at.uid))
    return [_("The tournament is closed: nothing more comes in.")]


DOOR, DRAW, LISTS, RESULTS, RULES, OF = PAGES = ("door", "draw", "lists", "results", "rules", "of")
_ROWS: Mapping[str, tuple[Deed, ...]] = {
    DOOR: (
        Deed("enter", N_("Add a player"),
             (*_ABOUT[:4],
              _tick("paid", N_("Entry fee"), _paid_words),
              _text("number", N_("Start number (empty: the next one)"), wanted=False), *_ABOUT[4:]),
             _enter, "entrant"),
        Deed("bring", N_("Import a list of players"),
             (Field("text", deeds.FILE, N_("csv, xlsx or ods: a row for each"), wanted=False),), _bring, "entrant"),
    ),
    DRAW: (
        Deed("draw", N_("Draw the next round"), (), _drawn, there=_may_draw),
        Deed("swap", N_("Two people swap seats"),
             (_text("one", N_("Start number")), _text("other", N_("With whom? (start number)")), _CORRECT),
             _recorded("seat", _swap), there=lambda at: at.held.round),
        Deed("seat", N_("Change who sits at a table"),
             (_text("table", N_("Table (the next free number makes a new one)")),
              _text("numbers", N_("Start numbers clockwise, such as 5, 2, 7, 8")), _CORRECT),
             _recorded("seat", _seat), there=lambda at: at.held.round),
        Deed("again", N_("Draw this round again"), (), partial(_drawn, again=True), there=_no_list_yet, asks=True),
    ),
    RESULTS: (
        Deed("prizes", N_("Set the prizes"),
             (Field("prizes", deeds.LINES,
                    N_("One prize per line: 1: 500 € · 2-4: Schinken · team 1: 200 € · last: Brotzeit"),
                    value=lambda at: "\n".join(map(typed.prize_line, at.held.tournament.prizes)), wanted=False),),
             _recorded("prizes", lambda _at, fields: PrizesSet(
                 tuple(typed.prizes_of_lines(typed.prize_lines(first_of(fields, "prizes"))))))),
    ),
    RULES: (
        Deed("rules", N_("Change the rules"), tuple(map(_rule, _RULES)),
             _recorded("rules", lambda at, fields: RulesSet(rules_of(at.held.rules, fields)))),
        Deed("undo", N_("Take back the last entry"), (), deeds.take_back, asks=True),
        Deed("close", N_("Close the tournament"), (), _close, asks=True),
        Deed("reopen", N_("Continue the tournament"), (), deeds.open_again, states=(deeds.CLOSED,)),
    ),
    OF: (
        Deed("pay", N_("Payment"),
             (_text("amount", N_("Amount in euros, with a minus for a refund (empty: what is open)"), wanted=False),),
             _recorded("paid", _pay), "paid"),
        Deed("change", N_("Correct the entry"), _ABOUT, _recorded("change", _change), "entrant"),
        Deed("substitute", N_("Somebody takes over the number"),
             (_text("name", N_("Who plays from now on? The number and its points stay")),),
             _recorded("substitute", _substitute), "substitute"),
        Deed("withdraw", N_("Withdraw"), (_text("reason", N_("Reason"), wanted=False),),
             _recorded("withdraw", partial(_presence, here=False)), "presence", there=lambda at: at.one.here),
        Deed("back", N_("Back from the next draw on"), (),
             _recorded("withdraw", partial(_presence, here=True)), "presence", there=lambda at: not at.one.here),
        Deed("penalty", N_("Decision of the judges"),
             (Field("way", deeds.ONE, N_("Points"),
                    lambda _at: [(NO, _("taken away")), (YES, _("given"))], lambda _at: NO),
              _text("points", N_("How many?")), _text("reason", N_("Reason")),
              _text("round", N_("Round (empty: the whole day)"), wanted=False)),
             _recorded("penalty", _penalty)),
    ),
}  # fmt: skip


def _scales(_at: None) -> Options:
    every = {name: find_tariff(name) for name in tariff_names()}
    return [(name, f"{one.title or name} ({name})") for name, one in every.items() if not deeds.parts(one)]


def _new(ledger: Ledger, _after: Any, fields: Fields) -> Sequence[str]:
    said = {key: first_of(fields, key) for key in ("name", "tariff", "date", "place")}
    rules = rules_of(Rules(counts=find_tariff(said["tariff"]).counts), fields)
    held = Tournaments(ledger).begin(
        said["name"], said["tariff"], rules, date=said["date"] or None, place=said["place"]
    )
    return [str(held.evening.id)]


NEW = Deed(
    "new", N_("Begin a tournament"),
    (_text("name", N_("What is the tournament called?"), lambda _at: _("Schafkopfrennen")),
     Field("tariff", deeds.ONE, N_("How are points written down?"), _scales, lambda _at: "bsv"),
     _text("date", N_("Date, such as 19.11.2026 or yesterday; empty: today"), wanted=False),
     _text("place", N_("Place"), wanted=False),
     *(_rule(name) for name in _RULES if name != "counts")),
    _new,
)  # fmt: skip
UNFOLDED = ("enter", "draw", "prizes")
"""Whose forms are open: they are what the page is for."""
NEXT = {"enter": "#enter-name"}
"""Which field waits for whoever has done this: at the door the next one stands there."""


def possible(at: At, role: str, page: str) -> list[Deed]:
    """Return what may be done on a page of the desk as the tournament stands, by whoever has this role."""
    return [one for one in _ROWS.get(page, ()) if one.is_possible(at, role, closed=at.held.evening.closed)]


def done(writer: Writer, fields: Fields, page: str, name: str, number: int) -> Answer:
    """Do what a row of a page says, or say first what it would do; raise Refused where it cannot be done now."""
    at = At(Tournaments(Ledger(writer.path)).held(writer.which), number)
    deed = next((one for one in possible(at, writer.role, page) if one.name == name), None)
    if deed is None:
        raise Refused(_("That cannot be done as the tournament stands."))
    ledger = Ledger(writer.path, who=writer.who, judge=Rights(writer.role).require)
    if deed.asks:  # what was asked about has to be the last still; all else stands by itself
        ledger = writer.ledger(dry_run="sure" not in fields)
    told = deed.do(ledger, at, deeds.understood(deed, fields, at))
    return Answer(200, "would" if ledger.dry_run else "recorded", tuple(told), seen=first_of(fields, "seen"))


def begun(writer: Writer, fields: Fields) -> Answer:
    """Begin a tournament, if the page knew every evening that is there; `number` is its own."""
    ledger = Ledger(writer.path, who=writer.who)
    if str(writer.said) != deeds.newest(ledger).seen:
        raise Refused(_("Something else was recorded meanwhile: look at it, then do this again."))
    return Answer(200, "recorded", number=int(NEW.do(ledger, None, deeds.understood(NEW, fields, None))[0]))
