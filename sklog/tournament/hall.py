"""What phones are shown of a tournament, and who may join it and record what: its row of `sklog.rooms.PAGES`.

    Tournaments(ledger) ──hall_of──▶ Hall: how it stands, the ranking, what is missing ──shown──▶ template
                                      └─▶ codes of the tables whose lists may come in

Nothing here needs an extra: the cards of tables have these codes, and which evening is meant is asked before it is said
that packages are missing. The pages themselves are in `phones`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import Ledger, Refused
from sklog.language import N_, _, _n
from sklog.phones.devices import KEEPER, WRITES
from sklog.phones.halls import ALL, AT_TABLE, WALL, Pages, Right
from sklog.phones.pins import identified, place_of
from sklog.tournament.ranking import ON_LISTS
from sklog.tournament.tournaments import Held, Tournaments, served
from sklog.tournament.words import beneath, namesakes, rows_words, runs, seats_of

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from sklog import Evening
    from sklog.phones.devices import Devices
    from sklog.phones.pins import Code
    from sklog.tournament.model import TableList
    from sklog.tournament.ranking import Ranking, Standing

ADDRESS = "/tournament"
BEGUN, LIST, LIST_AGAIN = "begun", "list", "list again"
IS_IN = N_("the list of this table is in: whoever runs the tournament can correct it")
FITS = 45  # people on a wall: three columns of fifteen
SAID = re.compile(r"[0-9]{1,4}/[0-9]{1,4}")
FIRST = 20
"""How many of the ranking are shown, where it is not all."""


class Hall(NamedTuple):
    """How a tournament stands, and the ranking that follows from it, which is made once for all who look.

    It can be looked at by a start number, which shows that one alone, and by a table ("2/17"): who sits there.
    """

    held: Held
    ranking: Ranking
    missing: Sequence[int]

    @property
    def evening(self) -> Evening:
        """The evening that it is."""
        return self.held.evening

    @property
    def number(self) -> int:
        """The round that was drawn last."""
        return self.held.round

    def terminal_words(self, *, shared: bool) -> Iterator[str]:
        """Yield which PIN is for what, and where those of the newest round are."""
        if shared:
            yield _("Phones can look with this PIN; to enter a list, use the PIN of its table.")
        if self.held.round:
            yield _n(
                "Round {round}: {n} table, with its own PIN on its card: sklog tournament print tables",
                "Round {round}: {n} tables, each with its own PIN on its card: sklog tournament print tables",
                len(self.held.tournament.rounds[-1].tables),
                round=self.held.round,
            )

    def orders(self) -> frozenset[str]:
        """Return every start number, and every table that is drawn."""
        tables = (f"{at}/{table}" for at, table in self.held.places.values())
        return frozenset((*map(str, self.held.tournament.entrants), *tables))

    def places(self) -> Mapping[str, str]:
        """Return where the evening of each table is played."""
        return {uid: place_of(self.evening.uid, *where) for uid, where in self.held.places.items()}

    def again(self, ledger: Ledger) -> Hall:
        """Return how it stands by now; raise NotFound."""
        return hall_of(ledger, identified(self.evening.uid))

    def home(self, within: str) -> str:
        """Return the address of a table, or of the ranking."""
        return {"": ADDRESS, WALL: f"{ADDRESS}/tv"}.get(within, f"{ADDRESS}/table/{within}")

    def onward(self, within: str) -> list[tuple[str, str]]:
        """Return where the list of a table is handed in, and the ranking."""
        return [(self.home(within), _("Hand in the list")), (ADDRESS, _("To the ranking"))]

    def codes(self, devices: Devices) -> dict[str, Code]:
        """Return the codes of the tables whose lists may come in, by place.

        Tables of the newest round are among them, and of earlier ones those whose list is missing.
        """
        found: dict[str, Code] = {}
        for number in range(1, self.held.round + 1):
            missing = self.held.tournament.missing(number)
            if number == self.held.round or missing:
                every = table_codes(devices, self.held, number).items()
                found |= {one.evening: one for table, one in every if number == self.held.round or table in missing}
        return found

    def require_open(self, path: str | os.PathLike[str], within: str, which: str) -> None:
        """Raise Refused where the list of a table is in, also where its sums were typed, or none comes in any more."""
        ledger, where = Ledger(path), map(int, within.split("/"))
        held = self.again(ledger).held
        is_in = held.evening.closed or held.tournament.counted(*where) is not None
        if is_in or ledger.evening(which).closed:
            raise Refused(_(IS_IN))

    def shown(self, order: str) -> tuple[str, dict[str, Any]]:
        """Return what the hall is told: which round it is in, what is missing, and who is first; or of one number."""
        told = {"held": self.held, "names": self.held.names, "how_far": self.how_far}
        told |= {"missing": self.missing, "missing_words": runs(self.missing)}
        if order.isdecimal():
            return "line", told | self._line(int(order))
        if "/" in order:
            return "seated", told | {"seated": Seated(self.held, *map(int, order.split("/")))}
        return "walls" if order == WALL else "ranking", told | {
            "standings": self.ranking.standings[: None if order in (ALL, WALL) else FIRST],
            "pages": list(self._pages()) if order == WALL else (),
            "ranked": len(self.ranking.standings),
        }

    def _pages(self) -> Iterator[list[tuple[Standing, list[str]]]]:
        """Yield what fits a wall, as evenly as that goes: each standing, and what stands beneath the name."""
        every, alike = self.ranking.standings, namesakes(self.ranking)
        each = -(-len(every) // max(-(-len(every) // FITS), 1)) or 1
        for first in range(0, len(every), each):
            yield [(one, [*beneath(one, alike.get(one.entrant.number))]) for one in every[first : first + each]]

    def next_of(self, done: str) -> tuple[int, int]:
        """Return the table whose list is missing next, behind the one that was done; the first where none is."""
        last = int(done.partition("/")[2]) if SAID.fullmatch(done) else 0
        behind = [table for table in self.missing if table > last]
        return self.held.round, next(iter([*behind, *self.missing]), 1)

    def done_words(self, done: str) -> str:
        """Return what came in for a table, of which nobody is shown the first of two entries."""
        if not SAID.fullmatch(done):
            return ""
        seated = Seated(self.held, *map(int, done.split("/")))
        said = rows_words(self.held.tournament, seated.seats, seated.lists[-1].rows if seated.lists else ())
        where = {"round": seated.round, "table": seated.table}
        return _("Round {round}, table {table} is in: {rows}", rows=said or "…", **where)

    def _line(self, number: int) -> dict[str, Any]:
        drawn = enumerate(self.held.tournament.rounds, 1)
        return {
            "number": number,
            "standing": self.ranking.of(number),
            "ranked": len(self.ranking.placed),
            "rounds": [(at, *seats_of(one).get(number, (0, 0))) for at, one in drawn][::-1],
        }

    @property
    def how_far(self) -> str:
        """The sentence how far the tournament is: how many lists are missing."""
        held, missing = self.held, len(self.missing)
        if not held.round:
            people = len(held.tournament.entrants)
            return _n("{n} has entered; no round is drawn yet.", "{n} have entered; no round is drawn yet.", people)
        rounds = {"round": held.round, "rounds": held.rules.rounds}
        if not missing:
            return _("Round {round} of {rounds}: all lists are in.", **rounds)
        return _n(
            "Round {round} of {rounds}: {n} list of {tables} is missing.",
            "Round {round} of {rounds}: {n} lists of {tables} are missing.",
            missing,
            tables=len(held.tournament.rounds[-1].tables),
            **rounds,
        )


class Seated(NamedTuple):
    """A table of a tournament as everybody sees it: who sits there, and its list."""

    held: Held
    round: int
    table: int

    @property
    def place(self) -> str:
        """The round and the table, as they are typed: "2/17"."""
        return f"{self.round}/{self.table}"

    @property
    def seats(self) -> tuple[int, ...]:
        """The start numbers, the first one deals first; () where there is no such table any more."""
        return self.held.tournament.seats(self.round, self.table)

    @property
    def is_in(self) -> bool:
        """Whether the list counts."""
        return self.held.tournament.counted(self.round, self.table) is not None

    @property
    def waits(self) -> bool:
        """Whether of two entries one is in, which nobody is shown before the other is."""
        return self.held.tournament.waits(self.round, self.table)

    @property
    def lists(self) -> Sequence[TableList]:
        """The lists that are shown: one, or two that differ."""
        every = () if self.waits else self.held.tournament.in_force(self.round, self.table)
        return every[-1:] if self.is_in else every

    @property
    def columns(self) -> list[tuple[str, str]]:
        """What a list says of each beside the sum, by its field: what counts, or decides between equals."""
        counts, ties = self.held.rules.counts, self.held.rules.ties
        words = {"good": _("Good points"), "solos": _("Solos won"), "herz_solos": _("of those in Herz")}
        named = {counts, *map(ON_LISTS.get, ties)}
        return [(field, word) for field, word in words.items() if field in named]


def hall_of(ledger: Ledger, which: str) -> Hall:
    """Return how the tournament that is meant stands; raise NotFound, and Refused for an evening that is none."""
    held = Tournaments(ledger).held(which)
    return Hall(held, held.ranking(), held.tournament.missing(held.round) if held.round else ())


def table_codes(devices: Devices, held: Held, round: int | None = None) -> dict[int, Code]:  # noqa: A002  as people say
    """Return the code of each table of a round, of the newest one without; none where it was not drawn.

    Raises NotJoined where the file, from whose secret they follow, cannot be written.
    """
    drawn = held.tournament.rounds
    number = len(drawn) if round is None else round
    tables = range(1, 1 + (len(drawn[number - 1].tables) if 1 <= number <= len(drawn) else 0))
    codes = devices.codes(place_of(held.evening.uid, number, table) for table in tables)
    return dict(zip(tables, codes, strict=True))


PAGES = Pages(
    meant=served,
    stands=hall_of,
    routes="sklog.tournament.phones:ROUTES",
    rights=(
        Right(BEGUN, "the evening of a tournament's table begins", (KEEPER, AT_TABLE)),
        Right(LIST, "the list of a tournament's table", (KEEPER, WRITES, AT_TABLE), closes=True),
        Right(LIST_AGAIN, "a list that puts another one right", (KEEPER,), closes=True),
        Right("entrant", "who enters a tournament, or is entered otherwise", (KEEPER, WRITES)),
        Right("paid", "an entry fee", (KEEPER, WRITES)),
        Right("presence", "somebody withdraws, or is here again", (KEEPER, WRITES)),
        Right("substitute", "somebody takes over a start number", (KEEPER, WRITES)),
    ),
    package="sklog.tournament",
    begins=(f"{ADDRESS}/new", N_("Begin a tournament")),
)
