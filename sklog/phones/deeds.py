"""What is done at a table besides hands: a row each, from which its form, its right and its fact follow.

    DEEDS ─▶ possible(evening, role) ─▶ a form (more.html) ──fields──▶ done ──row.do──▶ Ledger ─▶ Answer

A new deed is a new row; what becomes of it is decided by `Ledger` alone.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import sklog
from sklog.language import N_, _, as_typed
from sklog.phones.entering import Answer, seen_by
from sklog.phones.gate import first_of
from sklog.phones.pages import for_phones
from sklog.phones.pins import identified
from sklog.phones.rights import HAND, POSTING, may
from sklog.phones.tables import SeenState, seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog import Evening, Tariff
    from sklog.phones.entering import Writer

    Fields = Mapping[str, Sequence[str]]
    Options = Iterable[tuple[str, str]]
    Do = Callable[[sklog.Ledger, Any, Fields], Sequence[str]]

TEXT, COUNT, AMOUNT, ONE, SEVERAL, ORDER, EACH = "text", "count", "amount", "one", "several", "order", "each"
FILE, LINES = "file", "lines"
"""Kinds of fields: typed; one of the options, some, all in an order, an amount for each; a file, or its text; lines.

A value has those that are chosen with a | between them: of an order all places, "" where nothing stands.
"""
OPEN, CLOSED = False, True
STOCK, USUAL = "Stock", "Stammtisch"


class Field(NamedTuple):
    """What a form asks: `options` are values with their names; `value` is there already; it may be left out or not."""

    name: str
    kind: str
    label: str
    options: Callable[[Any], Options] = lambda _evening: ()
    value: Callable[[Any], str] = lambda _evening: ""
    wanted: bool = True


class Deed(NamedTuple):
    """A row. `right` is the kind by which the table of rights judges, `states` whether the evening may be closed.

    `there` says whether this evening knows such a thing. What would come of it is said first where it `asks`; once it
    is done, the page `onward` is shown.
    """

    name: str
    heading: str
    fields: tuple[Field, ...]
    do: Do
    right: str = ""
    states: tuple[bool, ...] = (OPEN,)
    there: Callable[[Any], Any] = lambda _evening: True
    asks: bool = False
    onward: str = "/t/{table}"

    def is_possible(self, thing: Any, role: str, *, closed: bool) -> bool:
        """Whether it may be done to such an evening as it stands, by whoever has this role."""
        return closed in self.states and may(role, self.right, closed=closed) and bool(self.there(thing))


# -- who, which, how much -------------------------------------------------------------------------------


def _seat_options(evening: Evening) -> Options:
    return [(name, name) for name in evening.state.seats]


def _person_options(evening: Evening) -> Options:
    return [(name, name) for name in evening.state.everybody]


def _account_options(evening: Evening) -> Options:
    return [*_person_options(evening), (STOCK, evening.tariff.words.get("stock", STOCK))]


def _place_options(evening: Evening) -> Options:
    return [("", _("on the last seat")), *((name, _("after {name}", name=name)) for name in evening.state.seats)]


def _round_options(evening: Evening) -> Options:
    named = [(name, name.replace("-", " ").title()) for name in evening.tariff.special]
    return [*named, ("off", _("it ends"))] if evening.state.round else named


def _stock_ways(_evening: Evening) -> Options:
    return [("in", _("into the Stock")), ("out", _("out of the Stock"))]


def _heirs(evening: Evening) -> Options:
    """Return what may become of the Stock, where anything is in it."""
    if evening.state.stock <= 0:
        return ()
    gets = [(name, _("{name} gets it", name=name)) for name in evening.state.everybody]
    return [("split", _("it is shared out")), ("carry", _("it waits for the next evening")), *gets]


def _heir(evening: Evening) -> str:
    return (evening.tariff.stock.at_close or "") if evening.tariff.stock else ""


def amount_of(text: str, unit: str = "ct") -> int:
    """Return an amount; beside a field in euros a number without a unit means euros."""
    plain = unit == "ct" and text.lstrip("+-−").isdecimal()
    return sklog.read_amount(f"{text} €" if plain else text, unit)


# -- what each does -------------------------------------------------------------------------------------


def _recording(make: Callable[[Fields, Evening], dict[str, Any]]) -> Do:
    """Return what records an entry, which is made in its JSON form."""

    def do(ledger: sklog.Ledger, evening: Evening, fields: Fields) -> Sequence[str]:
        entry = sklog.entry_from_json(make(fields, evening), evening.state.everybody, evening.tariff.games)
        made = ledger.record(entry, identified(evening.uid))
        return [sklog.happened(made.line, made.before.scene)]

    return do


def _join(fields: Fields, _evening: Evening) -> dict[str, Any]:
    after = first_of(fields, "after")
    return {"join": first_of(fields, "name"), **({"after": after} if after else {})}


def _stock_move(fields: Fields, evening: Evening) -> dict[str, Any]:
    amount = amount_of(first_of(fields, "amount"), evening.tariff.unit)
    if amount < 1:
        raise sklog.Refused(_("say an amount above 0, and below it whether it goes into the Stock or out of it"))
    signed = amount if first_of(fields, "way") == "out" else -amount
    return {"stock": dict.fromkeys(fields["names"], signed)}


def _post(fields: Fields, evening: Evening) -> dict[str, Any]:
    said = zip(fields.get("who", ()), fields.get("amounts", ()), strict=False)
    moved = {name: amount_of(text, evening.tariff.unit) for name, text in said if text}
    if left := sum(moved.values()):
        over = sklog.write_amount(left, evening.tariff.unit, signed=True, currency=True)
        raise sklog.Refused(_("plus and minus must add up to 0: now it is {amount}", amount=over))
    return {"game": "posting", "amounts": moved, "note": first_of(fields, "note")}


def _put_right(ledger: sklog.Ledger, evening: Evening, fields: Fields, *, what: str) -> Sequence[str]:
    now = ledger.put_right(what, first_of(fields, "said"), identified(evening.uid)).evening
    if what == "void":
        return [_("{name} is struck out and counts nowhere; on a laptop it can be brought back.", name=now.name)]
    return [", ".join(filter(None, (now.name, now.date, now.place)))]


def _close(ledger: sklog.Ledger, evening: Evening, fields: Fields) -> Sequence[str]:
    closed = ledger.close_evening(identified(evening.uid), first_of(fields, "stock") or None)
    state, unit = closed.evening.state, closed.evening.tariff.unit
    money = partial(sklog.write_amount, unit=unit, currency=True)
    stands = [f"{name} {sklog.write_amount(state.balances[name], unit, signed=True)}" for name in state.everybody]
    paying = [sklog.write_payment(one.payer, one.payee, money(one.amount)) for one in closed.left.transfers]
    waits = [_("The Stock of {held} waits for the next evening.", held=money(state.stock))] if state.stock else []
    owes = paying or [_("Nobody owes anybody anything.")]
    return [", ".join(stands), *waits, *owes, *filter(None, (closed.spared, closed.warning))]


def open_again(ledger: sklog.Ledger, evening: Evening, _fields: Fields) -> Sequence[str]:
    """Open an evening that is closed."""
    return [_("Open again: {name}.", name=ledger.reopen_evening(identified(evening.uid)).name)]


def take_back(ledger: sklog.Ledger, evening: Evening, _fields: Fields) -> Sequence[str]:
    """Take back what was recorded last in an evening."""
    return [_("Taken back: {what}", what=as_typed(one.words)) for one in ledger.undo(1, identified(evening.uid))]


_SAID = partial(Field, "said", TEXT)

_BOTH = (OPEN, CLOSED)
_ROWS = (
    Deed("join", N_("Somebody joins"),
         (Field("name", TEXT, N_("Who joins?")), Field("after", ONE, N_("Where?"), _place_options, wanted=False)),
         _recording(_join), "join"),
    Deed("leave", N_("Somebody leaves"), (Field("name", ONE, N_("Who leaves?"), _seat_options),),
         _recording(lambda fields, _evening: {"leave": first_of(fields, "name")}), "leave"),
    Deed("bock", N_("Order Bock"),
         (Field("hands", COUNT, N_("For how many hands? 0 ends it"), value=lambda one: str(len(one.state.seats))),),
         _recording(lambda fields, _evening: {"bock": first_of(fields, "hands")}), "bock"),
    Deed("round", N_("A special round"), (Field("round", ONE, N_("Which one?"), _round_options),),
         _recording(lambda fields, _evening: {"round": first_of(fields, "round")}), "round", there=_round_options),
    Deed("stock", N_("Money into the Stock, or out of it"),
         (Field("amount", AMOUNT, N_("How much each?")),
          Field("way", ONE, N_("Which way?"), _stock_ways, lambda _evening: "in"),
          Field("names", SEVERAL, N_("Who?"), _person_options)),
         _recording(_stock_move), "stock"),
    Deed("undo", N_("Take back the last entry"), (), take_back, HAND, asks=True),
    Deed("seats", N_("Change seats"), (Field("seats", ORDER, N_("Clockwise"), _seat_options),),
         _recording(lambda fields, _evening: {"seats": fields.get("seats", [])}),
         there=lambda evening: len(evening.state.seats) > 1),
    Deed("post", N_("Move money without a hand"),
         (Field("amounts", EACH, N_("Plus for those who get money, minus for those who pay"), _account_options),
          Field("note", TEXT, N_("What for?"), wanted=False)),
         _recording(_post), POSTING),
    Deed("close", N_("Close the evening"), (Field("stock", ONE, N_("What becomes of the Stock?"), _heirs, _heir),),
         _close, asks=True, onward="/t/{table}/settle"),
    Deed("reopen", N_("Continue the evening"), (), open_again, states=(CLOSED,)),
    Deed("rename", N_("Rename the evening"), (_SAID(N_("Name"), value=lambda evening: evening.name),),
         partial(_put_right, what="rename"), states=_BOTH),
    Deed("date", N_("Change the date"),
         (_SAID(N_("Date, such as 19.11.2026 or yesterday"), value=lambda evening: evening.date),),
         partial(_put_right, what="date"), states=_BOTH),
    Deed("place", N_("Change the place"), (_SAID(N_("Place"), value=lambda evening: evening.place, wanted=False),),
         partial(_put_right, what="place"), states=_BOTH),
    Deed("void", N_("Strike out the evening"), (),
         partial(_put_right, what="void"), states=_BOTH, asks=True, onward="/tables"),
)  # fmt: skip
DEEDS = {row.name: row for row in _ROWS}


def possible(evening: Evening, role: str) -> list[Deed]:
    """Return what may be done in an evening as it stands, by whoever has this role."""
    return [one for one in DEEDS.values() if one.is_possible(evening, role, closed=evening.closed)]


def do_deed(writer: Writer, fields: Fields, name: str) -> Answer:
    """Do what a row says, or say first what it would do; raise NotFound, and whatever `Ledger` refuses."""
    deed = DEEDS.get(name)
    if deed is None:
        raise sklog.NotFound(_("there is no such page here"))
    ledger = writer.ledger(dry_run=deed.asks and "sure" not in fields)
    evening = ledger.evening(writer.which)
    try:
        told = deed.do(ledger, evening, understood(deed, fields, evening))
    except sklog.Overtaken:
        # if it is the very same, as of a form that was sent twice, one sees it
        now = sklog.Ledger(writer.path, dry_run=True)
        last = _("The last entry: {what}", what=now.undo(1, writer.which)[0].words)
        said = _("Something else was recorded meanwhile: look at it, then enter yours again.")
        return Answer(409, "overtaken", (said, last), seen=seen(now.evening(writer.which)))
    if ledger.dry_run:
        return Answer(200, "would", tuple(told), seen=str(writer.said))
    return Answer(200, "recorded", tuple(told), seen=str(seen_by(ledger, evening.hands)))


def understood(deed: Deed, fields: Fields, evening: Any) -> Fields:
    """Return what a form says, without blanks around anything; raise Refused for what is missing."""
    as_it_is = {one.name for one in deed.fields if one.kind in (LINES, FILE)}
    said = {
        key: list(values) if key in as_it_is else [" ".join(one.split()) for one in values]
        for key, values in fields.items()
    }
    asked = [one for one in deed.fields if one.wanted and (one.kind in (TEXT, COUNT, AMOUNT) or one.options(evening))]
    missing = [_(one.label) for one in asked if not any(said.get(one.name, ()))]
    if missing:
        raise sklog.Refused(*(_("this is missing: {what}", what=one) for one in missing))
    return said


# -- an evening begins ----------------------------------------------------------------------------------


class Newest(NamedTuple):
    """What an evening begins after: the newest one, None where none is, and how many there are."""

    evening: Evening | None
    known: int

    @property
    def seen(self) -> str:
        """How a page says which evenings it knew."""
        return str(SeenState(self.known, "0"))


def newest(ledger: sklog.Ledger) -> Newest:
    """Return what the next evening begins after."""
    found = evenings_there(ledger)
    return Newest(max((one for one in found if one.players), key=lambda one: one.id, default=None), len(found))


def evenings_there(ledger: sklog.Ledger) -> list[Evening]:
    """Return every evening, none without a ledger."""
    return ledger.evenings() if ledger.is_there else []


def _tariff_in_a_line(tariff: Tariff, name: str = "") -> str:
    """Return a tariff in a line: its name, its title, and which of the four things it has that make tables differ."""
    return " · ".join(filter(None, (name or tariff.name, tariff.title, *parts(tariff))))


def parts(tariff: Tariff) -> list[str]:
    """Return which of the four things a tariff has that make tables differ: those of tournaments have none."""
    has = {"Ramsch": tariff.ramsch_game, "Stock": tariff.stock, "Bock": tariff.bock.after, "Klopfen": tariff.klopfen}
    return [name for name, part in has.items() if part]


def _tariffs(after: Newest) -> Options:
    """Return the tariffs of tables; first that of the last evening. Those of tournaments have none of the parts."""
    known = {name: sklog.find_tariff(name) for name in sklog.tariff_names()}
    last = [("", _("as last time: {tariff}", tariff=_tariff_in_a_line(after.evening.tariff)))] if after.evening else []
    return [*last, *((name, _tariff_in_a_line(one, name)) for name, one in known.items() if parts(one))]


def _begin_evening(ledger: sklog.Ledger, _after: Any, fields: Fields) -> Sequence[str]:
    said = {key: first_of(fields, key) for key in ("name", "players", "prices", "tariff", "date", "place")}
    tariff = said["prices"] or said["tariff"] or None
    made = ledger.start_evening(
        said["name"] or USUAL, said["players"], tariff, date=said["date"] or None, place=said["place"]
    )
    return [made.name]


BEGIN = Deed(
    "begin",
    N_("Begin an evening"),
    (
        Field("players", TEXT,
              N_("Who plays? Name them clockwise, the first dealer first (such as: Anna, Bene, Christl, Dani)"),
              value=lambda after: ", ".join(after.evening.state.seats) if after.evening else ""),
        Field("prices", TEXT, N_("Prices such as 10-20-50 or 10/50, or the name of a tariff; empty: one of these"),
              wanted=False),
        Field("tariff", ONE, N_("Tariff"), _tariffs, lambda after: "" if after.evening else "sauspiel", wanted=False),
        Field("name", TEXT, N_("What is the evening called?"), wanted=False,
              value=lambda after: after.evening.name if after.evening else USUAL),
        Field("date", TEXT, N_("Date, such as 19.11.2026 or yesterday; empty: today"), wanted=False),
        Field("place", TEXT, N_("Place"), wanted=False),
    ),
    _begin_evening,
)  # fmt: skip


def begin_evening(writer: Writer, fields: Fields) -> Answer:
    """Begin an evening, if the page knew every one that is there; `number` is its own."""
    ledger = sklog.Ledger(writer.path, who=writer.who)
    after = newest(ledger)
    if str(writer.said) != after.seen:
        meanwhile = _("An evening was begun meanwhile. If you want one more, say it once more.")
        return Answer(409, "overtaken", (meanwhile,), seen=after.seen)
    told = BEGIN.do(ledger, after, understood(BEGIN, fields, after))
    now = newest(ledger)
    return Answer(200, "recorded", tuple(told), now.evening.id if now.evening else 0, now.seen)


# -- evenings come in and leave ---------------------------------------------------------------------------


BRING = Deed(
    "bring",
    N_("Bring evenings in"),
    (Field("text", FILE, N_("An evening, or a whole ledger"), wanted=False),),
    lambda ledger, file, _fields: _bring_evenings(ledger, file),
)
SQLITE = b"SQLite format 3\0"


def content_of(fields: Fields) -> bytes:
    """Return what is in the file of a form, which the script sends as base64, or its text."""
    try:
        return b64decode(first_of(fields, "packed"), validate=True) or first_of(fields, "text").encode()
    except (Error, ValueError):
        raise sklog.Refused(_("that is no file: choose it once more")) from None


def bring_file(writer: Writer, fields: Fields) -> Answer:
    """Take in the evenings of a file, which the script sends as base64, or of a text."""
    ledger, content = sklog.Ledger(writer.path, who=writer.who), content_of(fields)
    if not content.strip():
        raise sklog.Refused(_("choose a file, or put the text of an evening in"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / (re.sub(r"[^\w.-]+|^\.+", "_", first_of(fields, "called"))[-60:] or "evening.yaml")
        file.write_bytes(content)
        try:
            return Answer(200, "recorded", tuple(BRING.do(ledger, file, fields)))
        except sklog.SklogError as error:
            said = for_phones(error.problems, file)
            raise sklog.Refused(*(one if file.name in one else f"{file.name}: {one}" for one in said)) from None


def _bring_evenings(ledger: sklog.Ledger, file: Path) -> Sequence[str]:
    """Return what became of each evening of a file."""
    before = ledger.digests() if ledger.is_there else {}
    with file.open("rb") as opened:
        is_ledger = opened.read(len(SQLITE)) == SQLITE
    came = ledger.merge(file) if is_ledger else ledger.import_(file)
    new = [one for one in came if before.get(one.uid) != one.digest.hex()]
    taken = {one.uid for one in new}
    told = [_("{name} came in: {hands}.", name=one.name, hands=one.state.counted.words) for one in new]
    there = sklog.Ledger(file).evenings() if is_ledger else came  # by now it is proved
    rest = [one for one in there if one.uid not in taken]
    return [*told, *(_("{name} stays as it is here.", name=one.name) for one in rest)]


def as_file(ledger: sklog.Ledger, uid: str) -> tuple[str, bytes]:
    """Return an evening as a file, which `import` reads, and what it is called."""
    evening = ledger.evening(identified(uid))
    name = "-".join(re.findall(r"[a-z0-9]+", f"{evening.name} {evening.date}".lower()))
    return f"{name or 'evening'}.jsonl", ledger.export(identified(uid), form="jsonl").encode()


def as_ledger(ledger: sklog.Ledger) -> tuple[str, bytes]:
    """Return a proved copy of the whole ledger as a file, and what it is called."""
    with TemporaryDirectory() as folder:
        return "sklog.db", ledger.backup(Path(folder) / "sklog.db").read_bytes()
