"""Tournaments for tests, as plain values: small ones said in few words, and any at all for properties."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from sklog.scoring.tariff import COUNTS
from sklog.tournament.model import TIES, WINNERS, Entrant, Penalty, Prize, Round, Row, Rules, TableList, Tournament

BACKWARDS = "Herz 117"
"""A seed whose lots come with the highest start number first, for ties and for prizes, where four enter."""
NAMES = ("Anna", "Bene", "Christl", "Dani", "Eva")


def entrants(people: int, **details: Mapping[int, object]) -> dict[int, Entrant]:
    """Give start numbers from 1 on; `details` say of some numbers what is not as usual: team={1: "Gras"}."""
    names = [*NAMES, *(f"Gast {number}" for number in range(len(NAMES) + 1, people + 1))]
    found = {number: Entrant(number, names[number - 1]) for number in range(1, people + 1)}
    for field, values in details.items():
        for number, value in values.items():
            found[number] = found[number]._replace(**{field: value})
    return found


def row(said: int | tuple[int | None, ...]) -> Row:
    """Give a row of points alone, or of (points, good, solos, Herz-Solos)."""
    return Row(said) if isinstance(said, int) else Row(*said)  # type: ignore[arg-type]


def played(
    *rounds: Sequence[int | tuple[int | None, ...] | None], rules: Rules | None = None, **details: Mapping[int, object]
) -> Tournament:
    """Give a tournament in which tables of four sit in the order of the numbers, with what each got in each round.

    A None among them is a bye where the round has no table of his, and makes his table's list missing where it has.
    """
    people = len(rounds[0])
    tables = tuple(tuple(range(first, first + 4)) for first in range(1, people - people % 4, 4))
    byes = tuple(range(people - people % 4 + 1, people + 1))
    lists = {}
    for at, said in enumerate(rounds, 1):
        for table, numbers in enumerate(tables, 1):
            mine = [said[number - 1] for number in numbers]
            if None not in mine:
                lists[at, table] = (TableList(tuple(row(one) for one in mine if one is not None)),)
    drawn = tuple(Round(tables, byes) for _ in rounds)
    return Tournament(rules or Rules(rounds=len(rounds), seed=BACKWARDS), entrants(people, **details), drawn, lists)


# -- any at all -------------------------------------------------------------------------------------

few = st.integers(-6, 6)  # so that many have the same
perhaps = st.none() | st.integers(0, 3)
rows = st.builds(Row, st.none() | few, perhaps, perhaps, perhaps)


@st.composite
def _rounds(draw: st.DrawFn, numbers: Sequence[int]) -> Round:
    """Seat some of these at tables of four and five, give some a bye, and leave some out."""
    order = draw(st.permutations(numbers))
    tables: list[tuple[int, ...]] = []
    while len(order) >= 4 and draw(st.integers(0, 9)):
        size = draw(st.sampled_from([4, 4, 5]))
        if len(order) < size:
            break
        tables.append(tuple(order[:size]))
        order = order[size:]
    byes = tuple(order[: draw(st.integers(0, len(order)))])
    return Round(tuple(tables), byes)


_rules = st.builds(
    Rules,
    rounds=st.integers(1, 3),
    counts=st.sampled_from(COUNTS),
    ties=st.lists(st.sampled_from([*TIES]), unique=True).map(tuple),
    double_entry=st.booleans(),
    fee=st.sampled_from([0, 1_000]),
    team_size=st.integers(1, 3),
    bye=few,
    seed=st.sampled_from(["", "Eichel", "Gras"]),
    best=st.integers(0, 3),
    final=st.integers(0, 1),
    team_fee=st.sampled_from([0, 2_000]),
)
_prizes = st.lists(
    st.builds(
        Prize,
        st.sampled_from([*WINNERS]),
        st.integers(1, 5),
        st.sampled_from(["Schinken", "Brotzeit", "Pokal"]),
        st.none() | st.integers(1, 200),
    ),
    max_size=8,
)
_shares = st.lists(
    st.builds(Prize, st.sampled_from([*WINNERS]), st.integers(1, 3), st.sampled_from(["5 %", "12%"]), st.none()),
    max_size=3,
)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Give any tournament: some lists missing or entered twice, people who left, fill in, or have a penalty."""
    people = {}
    for number in range(1, draw(st.integers(4, 13)) + 1):
        people[number] = Entrant(
            number,
            draw(st.sampled_from([f"Gast {number}", f"gast {number % 3}", "Anna"])),
            place=draw(st.sampled_from(["", "Oberdorf", "unterdorf"])),
            club=draw(st.sampled_from(["", "SC Süd", "sc süd"])),
            team=draw(st.sampled_from(["", "Eichel", "EICHEL", "Gras"])),
            paid=draw(st.sampled_from([0, 500, 1_000, 1_500])),
            here=draw(st.integers(0, 4)) > 0,
            fills=draw(st.integers(0, 7)) == 0,
            classes=draw(st.sampled_from([(), (), ("women",), ("youth", "women")])),
        )
    drawn = draw(st.lists(_rounds(tuple(people)), max_size=3))
    lists = {}
    for at, one in enumerate(drawn, 1):
        for table, numbers in enumerate(one.tables, 1):
            lines = st.lists(rows, min_size=len(numbers), max_size=len(numbers)).map(tuple)
            entered = draw(st.lists(st.builds(TableList, lines, corrects=st.booleans()), max_size=2))
            if entered:
                lists[at, table] = tuple(entered)
    penalties = st.lists(st.builds(Penalty, st.sampled_from(tuple(people)), few, st.just(""), st.integers(0, 3)))
    return Tournament(
        draw(_rules), people, tuple(drawn), lists, tuple(draw(penalties)), (*draw(_prizes), *draw(_shares))
    )
