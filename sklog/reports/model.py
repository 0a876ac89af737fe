"""What a report is made of: sections of typed cells, facts, charts and codes; nothing in it is text for people yet.

A cell is a raw Python value, None where it is empty; the kind of its column says how people will read it, and is all
that writing the value has to know. Nothing heavy is imported here: `sklog add` writes amounts, and does not wait.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

from sklog.language import _
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import CENTS
from sklog.values import NamedTuple

T = TypeVar("T")
Cell = str | int | float | None
Row = tuple[Cell, ...]
Field = tuple["Column", Callable[[T], Cell]]
"""A column, and how its cell is made from the thing that a row is about."""


class Kind:
    """The kind of the cells in a column, which decides how they are written for people."""

    TEXT = "text"
    """Words that users or builders wrote, on one line."""
    PROSE = "prose"
    """Words that may be broken over several lines."""
    NAME = "name"
    """A person, or the Stock."""
    DATE = "date"
    """A day, as ISO text (2026-11-19)."""
    TIME = "time"
    """A moment, as ISO text in UTC (2026-11-19T20:15:02.000+00:00); people read it in their own time zone."""
    COUNT = "count"
    """How many, or which number."""
    TREND = "trend"
    """A signed count: above 0 in one direction, below 0 in the other."""
    RATIO = "ratio"
    """How many times as much, or a mean of counts, as a float; people read two decimals."""
    IBAN = "iban"
    """Where money goes; people read groups of four."""
    LINK = "link"
    """Where somebody can be paid in a browser (https://…); a page makes a link of it."""
    RATE = "rate"
    """A share of 1, as a float."""
    FACTOR = "factor"
    """What multiplies."""
    MONEY = "money"
    """A signed amount in cents or points; people read euros."""
    PRICE = "price"
    """An amount without a sign in cents or points; people read euros."""
    MEAN = "mean"
    """A signed amount in cents or points that was divided, as a float; people read whole cents."""


WORDS = frozenset({Kind.TEXT, Kind.PROSE, Kind.NAME, Kind.DATE, Kind.TIME, Kind.IBAN, Kind.LINK})
"""Kinds that stand on the left; all others are numbers."""
PAYER = "payer"
"""The key of the first column of payments."""
AMOUNTS = frozenset({Kind.MONEY, Kind.PRICE, Kind.MEAN})
SIGNED = frozenset({Kind.MONEY, Kind.MEAN, Kind.TREND})
DIGITS, DIGITS_OF_A_RATE = 2, 4
"""To how many digits programs get what was divided."""


class _Beside(str):
    """A text with something beside it, which each kind calls by its own name: the one slot that it has."""

    __slots__: tuple[str, ...] = ()

    def __new__(cls, text: str, beside: str = "") -> Self:
        """Put it beside a text."""
        made = super().__new__(cls, text)
        setattr(made, cls.__slots__[0], beside)
        return made


class Struck(_Beside):
    """Words that no longer hold: people see them struck out, behind `mark`, a word that says why ("was", "void")."""

    __slots__ = ("mark",)
    mark: str

    @property
    def before(self) -> str:
        """What stands before the text in every format for people: the mark, where there is one."""
        return f"({self.mark}) " if self.mark else ""


class Unfolding(_Beside):
    """Words of which a page shows more once they are opened: `more`, on one line."""

    __slots__ = ("more",)
    more: str


class Known(_Beside):
    """A value for programs that people know by another name: `called`."""

    __slots__ = ("called",)
    called: str


class Changed(int):
    """An amount and by how much it has just `changed`, None where that did not concern it: a page shows both."""

    changed: int | None

    def __new__(cls, amount: int, changed: int | None) -> Self:
        """Say of an amount by how much it changed."""
        both = super().__new__(cls, amount)
        both.changed = changed
        return both


class About(_Beside):
    """A note about the section of this `key`: people read it right below that, where it is shown."""

    __slots__ = ("key",)
    key: str


class Column(NamedTuple):
    """One column: `key` is its name for programs, `title` for people, `kind` the kind of its cells.

    `empty` is shown to people in a cell that holds None; for programs the cell is empty. `unit` is the unit of its
    amounts, if not the report's. Amounts that are not `coloured` are neither won nor lost. An `optional` column is left
    out if it holds nothing but None and 0.
    """

    key: str
    title: str
    kind: str = Kind.TEXT
    empty: str = ""
    unit: str = ""
    coloured: bool = True
    optional: bool = False


class Listing(NamedTuple):
    """The title of a section that lists events, and how to read its rows: on a page, and in text (`in_text`).

    On a phone each of its rows is a card, and the whole list is folded.
    """

    title: str
    reading: str
    in_text: str


class Section(NamedTuple):
    """Rows of raw values, one for each column. Without any column title it has no heading row.

    A `framed` section is not shown as a grid: each row has a frame of its own, with a line for each filled cell. A
    `newest_first` section is shown from its last row up. `defined` is the note below it on how its numbers are counted.
    A `listed` section lists events; its `Changed` cells have a balance and its change. An `elsewhere` section is only
    in workbooks, csv and json. An `excerpt` repeats rows of other sections, so workbooks leave it out.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    framed: bool = False
    newest_first: bool = False
    defined: str = ""
    listed: Listing | None = None
    elsewhere: bool = False
    excerpt: bool = False


class Fact(NamedTuple):
    """One value shown above the sections, such as the date; or, with `foot`, at the foot of a page."""

    key: str
    title: str
    value: Cell
    kind: str = Kind.TEXT
    foot: bool = False


CURVE, BARS = ("curve", "bars")
"""What a chart is: lines over the course of something, or bars side by side."""


class Series(NamedTuple):
    """One line or one colour of bars: a value for each place on the axis, None if there is no value."""

    name: str
    values: tuple[int | float | None, ...]


class Band(NamedTuple):
    """A shaded stretch of an axis: its `first` and `last` place, counted from 0 and both included, and the reason."""

    first: int
    last: int
    title: str


class Chart(NamedTuple):
    """A picture of figures that are also in a table: a `CURVE` (`sklog.reports.curve` makes them) or `BARS`.

    `axis` names what the places are ("Hand"); `places` are their labels, of the kind `labels`. `kind` is the kind of
    the values, as in a column. `said` is what happened at each place, if anything.
    """

    key: str
    title: str
    shape: str
    axis: str
    places: tuple[str, ...]
    series: tuple[Series, ...]
    bands: tuple[Band, ...] = ()
    kind: str = Kind.MONEY
    labels: str = Kind.TEXT
    said: tuple[str, ...] = ()


class Code(NamedTuple):
    """A QR code: the text a phone reads (`payload`), and a title for people.

    `words` are lines for somebody who cannot scan it.
    """

    title: str
    payload: str
    words: tuple[str, ...] = ()


class Chapter(NamedTuple):
    """A part of a long page: its title, and the keys of the sections and charts in it; `key` is its anchor.

    On a page all `folded` chapters come last, together in one part that readers can open.
    """

    key: str
    title: str
    keys: tuple[str, ...]
    folded: bool = False


class Report(NamedTuple):
    """A report for `render`. `main` is the key of the section that csv writes, by default the first one.

    `unit` is "ct" or "points". `notes` are sentences below the sections. `charts` makes the charts, and is called only
    by formats that can draw. `codes` are drawn too, if they were asked for. `result` has the keys of the sections that
    people see first: the outcome of the evening, before its course. `chapters` divide a long page, with each section
    and chart in one of them. `people` is everybody in the ledger, in the order they came: the place of a name decides
    its colour on every page. `data` is the whole answer in json, instead of the generic shape (that of `calc` and
    `replay` is fixed).
    """

    key: str
    title: str
    unit: str = CENTS
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    data: Mapping[str, Any] | None = None
    main: str = ""
    charts: Callable[[], tuple[Chart, ...]] = tuple
    codes: tuple[Code, ...] = ()
    result: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()

    @property
    def tables(self) -> tuple[Section, ...]:
        """The sections with a row, as people read them: the `result` first."""
        shown = sorted((one for one in self.sections if one.rows), key=lambda one: one.key not in self.result)
        return tuple(one._replace(rows=one.rows[::-1]) if one.newest_first else one for one in shown)

    @property
    def filled(self) -> tuple[Section, ...]:
        """Those of the tables that have something to show people that no other has, with what the notes say of them."""
        notes = [note for note in self.notes if isinstance(note, About)]
        return tuple(
            one._replace(
                defined=" ".join(filter(None, (one.defined, *(note for note in notes if note.key == one.key))))
            )
            for one in self.tables
            if not one.elsewhere
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes that are about none of the sections that are shown."""
        shown = {one.key for one in self.filled}
        return tuple(note for note in self.notes if not (isinstance(note, About) and note.key in shown))

    def heading(self, section: Section) -> str:
        """Return what a section is called; one without a title of its own as the chapter that it is the heart of."""
        chapters = (one.title for one in self.chapters if section.key in one.keys)
        return section.listed.title if section.listed else section.title or next(chapters, "")

    @property
    def drawn(self) -> tuple[Chart, ...]:
        """The charts that have something to show people."""
        return tuple(
            chart for chart in self.charts() if any(value is not None for one in chart.series for value in one.values)
        )


def section(key: str, title: str, columns: Iterable[Column], rows: Iterable[Sequence[Cell]]) -> Section:
    """Return a section of these rows, which may be made one by one; of these columns without optional empty ones."""
    every, whole = tuple(columns), tuple(map(tuple, rows))
    used = [place for place, column in enumerate(every) if not column.optional or any(row[place] for row in whole)]
    if len(used) < len(every):
        whole = tuple(tuple(row[place] for place in used) for row in whole)
    return Section(key, title, tuple(every[place] for place in used), whole)


def section_of(key: str, title: str, things: Iterable[T], fields: Sequence[Field[T]]) -> Section:
    """Return a section with a row for each of these things, and a column for each of the fields."""
    return section(key, title, [column for column, _get in fields], ([get(one) for _, get in fields] for one in things))


def listing(
    key: str, title: str, columns: Iterable[Column], rows: Iterable[Sequence[Cell]], notes: Iterable[str] = ()
) -> Report:
    """Return a report of one section: the lists of tariffs, evenings and players, the difference of two tariffs."""
    return Report(key, title, sections=(section(key, "", columns, rows),), notes=tuple(notes))


def known(*facts: Fact) -> tuple[Fact, ...]:
    """Return those of these facts that have a value."""
    return tuple(fact for fact in facts if fact.value is not None)


def payments(key: str, title: str, kind: str, rows: Iterable[tuple[str, str, int]]) -> Section:
    """Return a section of who pays whom how much; `kind` is how the amounts are read."""
    columns = (
        Column(PAYER, _("Who pays"), Kind.NAME),
        Column("payee", _("Whom"), Kind.NAME),
        Column("amount", _("How much"), kind),
    )
    return section(key, title, columns, rows)


def people_columns(names: Iterable[str], kind: str, beside: Iterable[Column]) -> tuple[Column, ...]:
    """Return a column for each name. A person called like one of the columns `beside` gets another key."""
    taken = {column.key for column in beside}
    return tuple(Column(f"player {name}" if name.casefold() in taken else name, name, kind) for name in names)


def accounts(amounts: Mapping[str, int]) -> dict[str, int]:
    """Return amounts by name with the Stock as the last account, 0 where it does not appear."""
    people = {name: amount for name, amount in amounts.items() if name != STOCK}
    return {**people, STOCK: amounts.get(STOCK, 0)}
