"""The facts of a tournament: what each changes and refuses, and that any sequence of them is read again as it was."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklog.errors import IllegalHand, InvalidHand, NewerProgram, SklogError
from sklog.language import speak
from sklog.scoring.canonical import Unreadable
from sklog.scoring.state import OfRoom, entry_from_json, entry_to_json
from sklog.scoring.tariff import COUNTS
from sklog.tournament.facts import (
    FACTS,
    MOST_LISTS,
    MOST_PRIZES,
    Fact,
    tournament_from_json,
)
from sklog.tournament.model import (
    MOST_NUMBER,
    MOST_POINTS,
    TIES,
    WINNERS,
    Entrant,
    Penalty,
    Prize,
    Round,
    Row,
    Rules,
    TableList,
    Tournament,
)
from tests.session_strategies import many

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Said = dict[str, Any]
SEED: Said = {"seed": "Eichel"}
BEGUN: list[Said] = [{"rules": SEED}]


def rules(**said: Any) -> Said:
    """Say the rules that are not as usual."""
    return {"rules": SEED | said}


def entrant(number: int, name: str, **said: Any) -> Said:
    """Say who enters."""
    return {"entrant": {"number": number, "name": name, **said}}


def draw(number: int, *tables: Sequence[int], byes: Sequence[int] = ()) -> Said:
    """Say who sits where in a round."""
    return {"draw": {"round": number, "tables": [list(table) for table in tables], "byes": list(byes)}}


def came_in(table: int, *rows: Sequence[int | None], number: int = 1, **said: Any) -> Said:
    """Say a list."""
    return {"list": {"round": number, "table": table, "rows": [list(row) for row in rows], **said}}


def presence(number: int, *, here: bool) -> Said:
    """Say who is here, or has left."""
    return {"presence": {"number": number, "here": here}}


def paid(number: int, cents: int) -> Said:
    """Say what somebody paid."""
    return {"paid": {"number": number, "cents": cents}}


def substitute(number: int, name: str) -> Said:
    """Say who plays in the place of another."""
    return {"substitute": {"number": number, "name": name}}


def seats(tables: Said, number: int = 1) -> Said:
    """Say who sits where at some tables of a round."""
    return {"seats": {"round": number, "tables": tables}}


ENTERED = [
    *BEGUN,
    *(entrant(number, name) for number, name in enumerate(("Anna", "Bene", "Christl", "Dani"), 1)),
    *(entrant(number, f"Gast {number}") for number in range(5, 9)),
]
DRAWN = [*ENTERED, draw(1, (1, 2, 3, 4), (5, 6, 7, 8))]
EVEN = ((23,), (-5,), (-20,), (2,))
LISTED = [*DRAWN, came_in(1, *EVEN)]
LEFT = presence(8, here=False)
TWICE = [rules(double_entry=True), *DRAWN[1:]]


def fold(facts: Sequence[Mapping[str, Any]]) -> Tournament:
    """Return the tournament of these facts."""
    found = tournament_from_json(list(facts))
    assert found is not None
    return found


def as_text(said: Any) -> Any:
    """Return the same lists and mappings with nothing but texts in them, as a session file has them."""
    if isinstance(said, dict):
        return {key: as_text(value) for key, value in said.items()}
    if isinstance(said, list):
        return [as_text(value) for value in said]
    return "" if said is None else str(said).lower() if isinstance(said, bool) else str(said)


def test_of_two_entries_that_agree_all_counts_that_either_says() -> None:
    """Sums were typed, and hands know the good points and the solos as well."""
    hands = ((23, 60, 2, 0), (-5, 12, 0, 0), (-20, 4, 0, 0), (2, 30, 0, 0))
    for first, second in ((hands, EVEN), (EVEN, hands)):
        counted = fold([*TWICE, came_in(1, *first), came_in(1, *second)]).counted(1, 1)
        assert counted is not None
        assert tuple(map(tuple, counted.rows)) == hands


# -- what each changes ----------------------------------------------------------------------------------


def change(before: list[Said], said: Said, where: str, there: object) -> tuple[list[Said], Said, str, object]:
    """Return a row: what was known before, the fact, where it is seen, and what is there then."""
    return before, said, where, there


CHANGES = {
    "rules begin it": change([], rules(rounds=3), "rules", Rules(rounds=3, seed="Eichel")),
    "rules are all said anew": change([rules(rounds=3)], rules(fee=500), "rules", Rules(fee=500, seed="Eichel")),
    "rules after a draw": change(DRAWN, rules(ties=["lot"]), "rules.ties", ("lot",)),
    "as many rounds as were drawn": change(DRAWN, rules(rounds=1), "rules.rounds", 1),
    "an entrant": change(BEGUN, entrant(7, "Anna", club="SC Süd"), "entrants", {7: Entrant(7, "Anna", club="SC Süd")}),
    "an entrant put right keeps what he paid": change(
        [*ENTERED, paid(1, 500)],
        entrant(1, "Anna", place="Hof"),
        "entrants.1",
        Entrant(1, "Anna", "Hof", paid=500),
    ),
    "two of one name from two places": change(
        [*BEGUN, entrant(1, "Anna", place="Hof")], entrant(2, "anna", place="Au"), "entrants.2.name", "anna"
    ),
    "somebody comes late, after the draw": change(DRAWN, entrant(9, "Eva"), "entrants.9.here", True),
    "somebody withdraws": change(ENTERED, LEFT, "entrants.8.here", False),
    "somebody comes back": change([*ENTERED, LEFT], presence(8, here=True), "entrants.8.here", True),
    "a payment is added": change(
        [*ENTERED, paid(1, 500)],
        paid(1, 700),
        "entrants.1.paid",
        1200,
    ),
    "a payment is given back": change([*ENTERED, paid(1, 500)], paid(1, -500), "entrants.1.paid", 0),
    "a substitute has the number": change(
        LISTED, substitute(1, "Eva"), "entrants.1", Entrant(1, "Eva", before=("Anna",))
    ),
    "a substitute for a substitute": change(
        [*ENTERED, substitute(1, "Eva")],
        substitute(1, "Gast 99"),
        "entrants.1.before",
        ("Anna", "Eva"),
    ),
    "a substitute of one who left is here": change([*ENTERED, LEFT], substitute(8, "Eva"), "entrants.8.here", True),
    "a draw": change(ENTERED, draw(1, range(1, 5), range(5, 9)), "rounds", (Round(((1, 2, 3, 4), (5, 6, 7, 8))),)),
    "a draw with byes": change(ENTERED, draw(1, range(1, 8), byes=[8]), "rounds.0.byes", (8,)),
    "a draw once more, before a list is in": change(DRAWN, draw(1, range(1, 5), range(5, 9)), "rounds.0.tables.0.0", 1),
    "a draw without who left": change([*ENTERED, LEFT], draw(1, range(1, 5), range(5, 8)), "rounds.0.byes", ()),
    "the next draw, though a list is missing": change(
        LISTED, draw(2, range(1, 5), range(5, 9)), "rounds.1.tables.1.0", 5
    ),
    "who stands in may sit or not": change(
        [*ENTERED, entrant(9, "Eva", fills=True)], draw(1, range(1, 5), range(5, 9)), "rounds.0.byes", ()
    ),
    "two change their seats": change(
        DRAWN,
        seats({"1": [5, 2, 3, 4], "2": [1, 6, 7, 8]}),
        "rounds.0.tables",
        ((5, 2, 3, 4), (1, 6, 7, 8)),
    ),
    "who is named nowhere has no table": change(DRAWN, seats({"1": [1, 2, 3]}), "rounds.0.byes", (4,)),
    "who stood in and stands up is no bye": change(
        [*ENTERED, entrant(9, "Eva", fills=True), draw(1, (1, 2, 3, 4), (5, 6, 7, 8, 9))],
        seats({"2": [5, 6, 7, 8]}),
        "rounds.0.byes",
        (),
    ),
    "one more table": change(
        [*ENTERED, entrant(9, "Eva"), draw(1, (1, 2, 3, 4, 9), (5, 6, 7, 8))],
        seats({"1": [1, 2, 3], "3": [4, 9]}),
        "rounds.0.tables",
        ((1, 2, 3), (5, 6, 7, 8), (4, 9)),
    ),
    "seats change though somebody has left another table": change(
        [*LISTED, presence(1, here=False)],
        seats({"2": [8, 7, 6, 5]}),
        "rounds.0.tables.1",
        (8, 7, 6, 5),
    ),
    "seats change though somebody came late": change(
        [*DRAWN, entrant(9, "Eva")], seats({"2": [8, 7, 6, 5]}), "rounds.0.byes", ()
    ),
    "who came late gets a seat": change(
        [*DRAWN, entrant(9, "Eva")],
        seats({"2": [5, 6, 7, 8, 9]}),
        "rounds.0.tables.1",
        (5, 6, 7, 8, 9),
    ),
    "who had no table and left keeps his bye": change(
        [*ENTERED, draw(1, (1, 2, 3, 4), (5, 6, 7), byes=[8]), LEFT],
        seats({"2": [7, 6, 5]}),
        "rounds.0.byes",
        (8,),
    ),
    "a list of sums": change(
        DRAWN, came_in(1, *EVEN), "lists", {(1, 1): (TableList((Row(23), Row(-5), Row(-20), Row(2))),)}
    ),
    "a list with everything": change(
        DRAWN,
        came_in(1, (3, 5, 2, 1), (1, 1, 0, 0), (-2, 0, 0, 0), (-2, 3, 0, 0), who="Eva", evening="ab", digest="cd"),
        "lists",
        {
            (1, 1): (
                TableList((Row(3, 5, 2, 1), Row(1, 1, 0, 0), Row(-2, 0, 0, 0), Row(-2, 3, 0, 0)), "Eva", "ab", "cd"),
            )
        },
    ),
    "a list of good points alone": change(
        [rules(counts="good"), *DRAWN[1:]], came_in(1, (None, 5), (None, 6), (None, 0), (None, 1)), "missing 1", (2,)
    ),
    "a list counts as soon as it is in": change(DRAWN, came_in(1, *EVEN), "missing 1", (2,)),
    "a first one of two does not count": change(TWICE, came_in(1, *EVEN), "missing 1", (1, 2)),
    "two that agree count": change([*TWICE, came_in(1, *EVEN)], came_in(1, *EVEN), "missing 1", (2,)),
    "two that differ do not count": change(
        [*TWICE, came_in(1, *EVEN)], came_in(1, (22,), (-5,), (-20,), (3,)), "missing 1", (1, 2)
    ),
    "sums agree with hands, which say more": change(
        [*TWICE, came_in(1, (23, 60, 2, 0), (-5, 12, 0, 0), (-20, 4, 0, 0), (2, 30, 0, 0))],
        came_in(1, *EVEN),
        "missing 1",
        (2,),
    ),
    "a correction counts by itself": change(
        [*TWICE, came_in(1, *EVEN), came_in(1, (22,), (-5,), (-20,), (3,))],
        came_in(1, (22,), (-5,), (-20,), (3,), corrects=True),
        "missing 1",
        (2,),
    ),
    "a corrected list keeps the one before": change(
        LISTED,
        came_in(1, (22,), (-5,), (-20,), (3,), corrects=True),
        "lists",
        {
            (1, 1): (
                TableList((Row(23), Row(-5), Row(-20), Row(2))),
                TableList((Row(22), Row(-5), Row(-20), Row(3)), corrects=True),
            )
        },
    ),
    "the newest of two corrections is in force": change(
        [*LISTED, came_in(1, (22,), (-5,), (-20,), (3,), corrects=True)],
        came_in(1, *EVEN, corrects=True),
        "in force 1",
        (TableList((Row(23), Row(-5), Row(-20), Row(2)), corrects=True),),
    ),
    "a penalty": change(
        DRAWN,
        {"penalty": {"number": 1, "points": -10, "reason": "saß falsch", "round": 1}},
        "penalties",
        (Penalty(1, -10, "saß falsch", 1),),
    ),
    "a penalty of the day, before a draw": change(
        ENTERED,
        {"penalty": {"number": 1, "points": 5, "reason": "verzählt"}},
        "penalties",
        (Penalty(1, 5, "verzählt"),),
    ),
    "prizes": change(
        BEGUN,
        {"prizes": [["all", 1, "", 50_000], ["last", 1, "Brotzeit"]]},
        "prizes",
        (Prize("all", 1, "", 50_000), Prize("last", 1, "Brotzeit")),
    ),
    "prizes are all said anew": change([*BEGUN, {"prizes": [["all", 1, "Schinken"]]}], {"prizes": []}, "prizes", ()),
}


@pytest.mark.parametrize(("before", "said", "where", "there"), CHANGES.values(), ids=CHANGES)
def test_what_a_fact_changes(before: list[Said], said: Said, where: str, there: object) -> None:
    """A row for each rule; nothing else of the tournament is another one than before."""
    facts = [*before, said]
    found: Any = fold(facts)
    if where in ("missing 1", "in force 1"):
        assert (found.missing(1) if where == "missing 1" else found.in_force(1, 1)) == there
        return
    part, *steps = where.split(".")
    if before:
        was = fold(before)
        # the entrants' numbers follow from the entrants, the facts are what was said
        assert found._replace(**{part: getattr(was, part)}, facts=was.facts, numbers=was.numbers) == was
    found = getattr(found, part)
    for step in steps:
        found = found[int(step)] if step.isdigit() else getattr(found, step)
    assert found == there


# -- what is refused ------------------------------------------------------------------------------------


def refuse(before: list[Said], said: Said, *sentences: str) -> tuple[list[Said], Said, list[str]]:
    """Return a row: what was known before, the fact, and every sentence that says why it cannot be."""
    return before, said, [*sentences]


REFUSED = {
    "it begins with its rules": refuse([], entrant(1, "Anna"), "a tournament begins with its rules"),
    "rules that cannot be, all at once": refuse(
        [],
        {"rules": {"rounds": 0, "games": 201, "fee": -1, "counts": "x", "ties": ["lot", "lot"]}},
        "rounds: 1 to 20, not 0",
        "games: 1 to 200, not 201",
        "fee: 0 to 1000000000000, not -1",
        "counts: use sum, good, not 'x'",
        "ties: one is named twice",
        "seed: 1 to 100 letters that can be printed",
    ),
    "a team of nobody": refuse([], rules(team_size=0), "team-size: 1 to 50, not 0"),
    "a bye without an end": refuse([], rules(bye=10**13), f"bye: -1000000000000 to 1000000000000, not {10**13}"),
    "another remainder": refuse([], rules(remainder="x"), "remainder: use fives, byes, filled, not 'x'"),
    "other seats": refuse([], rules(seating="x"), "seating: use lots, cards, places, not 'x'"),
    "other groups": refuse([], rules(apart=["x"]), "apart: use team, club, not 'x'"),
    "another tie": refuse([], rules(ties=["x"]), f"ties: use {', '.join(TIES)}, not 'x'"),
    "a seed that cannot be printed": refuse([], rules(seed="a\x1b"), "seed: 1 to 100 letters that can be printed"),
    **{
        f"{rule} after a draw": refuse(
            DRAWN,
            rules(**{rule: value}),
            f"{rule.replace('_', '-')} cannot be changed any more: a round was drawn by it; first take back the draw",
        )
        for rule, value in {
            "games": 20,
            "counts": "good",
            "seating": "cards",
            "same_games": True,
            "seed": "Gras",
        }.items()
    },
    "fewer rounds than were drawn": refuse(
        [*DRAWN, draw(2, range(1, 5), range(5, 9))], rules(rounds=1), "2 rounds have already been drawn"
    ),
    "no number": refuse(BEGUN, entrant(0, "Anna"), "a start number is 1 to 9999, not 0"),
    "a number beyond all": refuse(BEGUN, entrant(10_000, "Anna"), "a start number is 1 to 9999, not 10000"),
    "no name": refuse(BEGUN, entrant(1, " "), "' ' is not a name: it is empty, or begins or ends with a space"),
    "a name that cannot be seen": refuse(
        BEGUN, entrant(1, "An\u034fna"), "'An\u034fna' is not a name: it has characters that cannot be printed"
    ),
    "the Stock": refuse(BEGUN, entrant(1, "Stock"), "Stock is not a player's name: it is the pot"),
    "texts without an end": refuse(
        BEGUN,
        entrant(1, "Anna", place="x" * 201, club="a\x1b"),
        f"'{'x' * 39}…': at most 200 letters that can be printed",
        "'a\\x1b': at most 200 letters that can be printed",
    ),
    "somebody twice": refuse(
        [*BEGUN, entrant(1, "Anna", place="Bad T\u00f6lz")],
        entrant(2, "ANNA", place="bad to\u0308lz"),
        "ANNA has already entered as number 1: if it is somebody else, give another place or club",
    ),
    "who stands in is said before he sits": refuse(
        DRAWN, entrant(1, "Anna", fills=True), "number 1 already has a seat: name substitutes earlier"
    ),
    "presence of nobody": refuse(ENTERED, presence(99, here=False), "nobody has number 99"),
    "withdrawn twice": refuse([*ENTERED, LEFT], LEFT, "Gast 8 has withdrawn already"),
    "here already": refuse(ENTERED, presence(1, here=True), "Anna is here already"),
    "a reason without an end": refuse(
        ENTERED,
        {"presence": {"number": 1, "here": False, "reason": "x" * 201}},
        f"'{'x' * 39}…': at most 200 letters that can be printed",
    ),
    "payment of nobody": refuse(ENTERED, paid(99, 1), "nobody has number 99"),
    "a payment of nothing": refuse(ENTERED, paid(1, 0), "Anna has paid 0 cents: 0 more are not possible"),
    "more given back than was paid": refuse(ENTERED, paid(1, -1), "Anna has paid 0 cents: -1 more are not possible"),
    "a substitute of nobody": refuse(ENTERED, substitute(99, "Eva"), "nobody has number 99"),
    "a substitute of himself": refuse(ENTERED, substitute(1, "anna"), "number 1 is Anna's own number"),
    "a substitute who plays already": refuse(
        ENTERED,
        substitute(1, "Bene"),
        "Bene is here with number 2: if it is somebody else, write more of the name",
    ),
    "round 0": refuse(ENTERED, draw(0, range(1, 5), range(5, 9)), "round 0 cannot be drawn: the next one is 1"),
    "a round too early": refuse(
        ENTERED, draw(2, range(1, 5), range(5, 9)), "round 2 cannot be drawn: the next one is 1"
    ),
    "a round too many": refuse(
        [rules(rounds=1), *DRAWN[1:]], draw(2, range(1, 5), range(5, 9)), "the tournament has 1 round"
    ),
    "a round of which a list is in": refuse(
        LISTED, draw(1, range(1, 5), range(5, 9)), "lists of round 1 are in: it cannot be drawn again"
    ),
    "a round long ago": refuse(
        [*DRAWN, draw(2, range(1, 5), range(5, 9))],
        draw(1, range(1, 5), range(5, 9)),
        "round 1 cannot be drawn: the next one is 3",
    ),
    "a draw of strangers, twice, and without others": refuse(
        ENTERED,
        draw(1, (1, 1, 99, 2), (3,)),
        "number 1 has two seats",
        "nobody has number 99",
        "table 2: 2 to 7 people, not 1",
        "these numbers have no seat: 4, 5, 6, 7, 8",
    ),
    "a draw of who left": refuse([*ENTERED, LEFT], draw(1, range(1, 5), range(5, 9)), "these numbers are not here: 8"),
    "a draw of eight at a table": refuse(ENTERED, draw(1, range(1, 9)), "table 1: 2 to 7 people, not 8"),
    "a draw without a table": refuse(ENTERED, draw(1, byes=range(1, 9)), "nobody is seated at a table"),
    "seats of a round to come": refuse(DRAWN, seats({}, 2), "round 2 was not drawn"),
    "seats of a table that is not there": refuse(DRAWN, seats({"4": [1, 2, 3, 4]}), "round 1 has tables 1 to 2, not 4"),
    "seats of a table whose list is in": refuse(
        LISTED, seats({"1": [3, 2, 1]}), "the list of table 1 is in: its seats stay"
    ),
    "a seat at two tables": refuse(DRAWN, seats({"1": [1, 2, 3, 5]}), "number 5 has two seats"),
    "a seat for who left": refuse(
        [*ENTERED, draw(1, (1, 2, 3, 4), (5, 6, 7), byes=[8]), LEFT],
        seats({"2": [5, 6, 7, 8]}),
        "these numbers are not here: 8",
    ),
    "a seat for nobody": refuse(DRAWN, seats({"1": [1, 2, 99]}), "nobody has number 99"),
    "a table of one": refuse(DRAWN, seats({"1": [1]}), "table 1: 2 to 7 people, not 1"),
    "a list of a round to come": refuse(DRAWN, came_in(1, *EVEN, number=2), "round 2 was not drawn"),
    "a list of round 0": refuse(DRAWN, came_in(1, *EVEN, number=0), "round 0 was not drawn"),
    "a list of a table that is not there": refuse(DRAWN, came_in(3, *EVEN), "round 1 has tables 1 to 2, not 3"),
    "a list of three": refuse(DRAWN, came_in(1, *EVEN[:3]), "the list has 3 rows for 4 people"),
    "a point too many": refuse(DRAWN, came_in(1, (24,), *EVEN[1:]), "the sum is not 0: 1 point too many"),
    "points too few": refuse(DRAWN, came_in(1, (20,), *EVEN[1:]), "the sum is not 0: 3 points are missing"),
    "a list without somebody's points": refuse(
        DRAWN, came_in(1, (23,), (-5,), (-18,), (None, 2)), "the list does not give everybody's points"
    ),
    "good points are not said where they count": refuse(
        [rules(counts="good"), *DRAWN[1:]],
        came_in(1, *EVEN),
        "good points count here, but the list does not give them for everybody",
    ),
    "fewer good points than the sum": refuse(
        DRAWN,
        came_in(1, (23, 22), (-5, -1), *EVEN[2:]),
        "seat 1: 22 good points are not possible with a sum of 23",
        "seat 2: -1 good points are not possible with a sum of -5",
    ),
    "more Herz-Solos than solos": refuse(
        DRAWN, came_in(1, (23, None, 1, 2), *EVEN[1:]), "seat 1: 1 solos cannot include 2 Herz-Solos"
    ),
    "fewer solos than none": refuse(
        DRAWN, came_in(1, (23, None, -1), *EVEN[1:]), "seat 1: -1 solos cannot include 0 Herz-Solos"
    ),
    "a number without an end": refuse(
        DRAWN, came_in(1, (MOST_POINTS + 1,), (-MOST_POINTS - 1,), (0,), (0,)), "a number of the list is too large"
    ),
    "a list that is in already": refuse(
        LISTED, came_in(1, *EVEN), "the list of table 1 in round 1 is already in: mark this one as a correction"
    ),
    "a third entry of a list that is entered twice": refuse(
        [*TWICE, came_in(1, *EVEN), came_in(1, *EVEN)],
        came_in(1, *EVEN),
        "the list of table 1 in round 1 is already in: mark this one as a correction",
    ),
    "a correction of nothing": refuse(
        DRAWN, came_in(1, *EVEN, corrects=True), "table 1 in round 1 has no list that could be corrected"
    ),
    "lists without an end": refuse(
        [*LISTED, *[came_in(1, *EVEN, corrects=True)] * (MOST_LISTS - 1)],
        came_in(1, *EVEN, corrects=True),
        "20 lists of this table have already been entered",
    ),
    "who entered it cannot be printed": refuse(
        DRAWN, came_in(1, *EVEN, who="\x1b"), "'\\x1b': at most 200 letters that can be printed"
    ),
    "a penalty of nobody": refuse(
        ENTERED, {"penalty": {"number": 99, "points": -1, "reason": "x"}}, "nobody has number 99"
    ),
    "a penalty of nothing, for nothing, in no round": refuse(
        ENTERED,
        {"penalty": {"number": 1, "points": 0, "reason": " ", "round": 1}},
        "give the reason as well",
        "a penalty cannot be 0 points",
        "round 1 was not drawn",
    ),
    "a prize of nobody": refuse(BEGUN, {"prizes": [["x", 1, "Schinken"]]}, f"'x' is not one of {', '.join(WINNERS)}"),
    "a prize for no place": refuse(BEGUN, {"prizes": [["all", 0, "Schinken"]]}, "place 0 can have no prize: Schinken"),
    "a prize of no money": refuse(BEGUN, {"prizes": [["all", 1, "", 0]]}, "a prize cannot be 0 cents"),
    "a prize of nothing": refuse(BEGUN, {"prizes": [["all", 1, " "]]}, "the prize for place 1: say what it is"),
    "prizes without an end": refuse(
        BEGUN, {"prizes": [["all", 1, "Schinken"]] * (MOST_PRIZES + 1)}, "at most 500 prizes are possible"
    ),
}


@pytest.mark.parametrize(("before", "said", "sentences"), REFUSED.values(), ids=REFUSED)
def test_what_a_fact_refuses(before: list[Said], said: Said, sentences: list[str]) -> None:
    """A row for each rule; everything that is wrong is said at once."""
    tournament = tournament_from_json(before)
    with pytest.raises(IllegalHand) as refused:
        Fact.from_json(said).apply(tournament)
    assert [problem.message for problem in refused.value.problems] == sentences


UNREADABLE: dict[str, tuple[Any, str]] = {
    "no mapping": ([], "tournament: expected a mapping"),
    "two facts": ({**LEFT, **SEED}, f"tournament: choose one of {', '.join(FACTS)}"),
    "nothing": ({}, f"tournament: choose one of {', '.join(FACTS)}"),
    "no rules": ({"rules": 3}, "tournament: expected a mapping"),
    "a rule that is no number": ({"rules": {"rounds": 2.0}}, "expected a whole number, not 2.0"),
    "a rule that is neither yes nor no": ({"rules": {"same_games": 1}}, "expected yes or no, not 1"),
    "a rule that is no list": ({"rules": {"ties": "lot"}}, "tournament: expected a list"),
    "an entrant without a name": ({"entrant": {"number": 1}}, "tournament: name is missing"),
    "a name that is none": (entrant(1, 5), "expected a text, not 5"),  # type: ignore[arg-type]
    "half a letter": (entrant(1, "\ud800"), "half a character (a lone surrogate) cannot be stored"),
    "tables that are none": ({"draw": {"round": 1, "tables": 5}}, "tournament: expected a list"),
    "a table named twice": (
        seats({"1": [1, 2], "01": [3, 4]}),
        "tournament: table 1 is named twice",
    ),
    "a row of nothing": (came_in(1, []), "tournament: a row has points, good points, solos and Herz-Solos"),
    "a row too long": (came_in(1, [1] * 5), "tournament: a row has points, good points, solos and Herz-Solos"),
    "a prize of two": ({"prizes": [["all", 1]]}, "tournament: a prize has a category, a place, a text, and cents"),
}


@pytest.mark.parametrize(("said", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_fact(said: Any, sentence: str) -> None:
    """Whatever a file has there ends in a sentence."""
    with pytest.raises((Unreadable, InvalidHand)) as refused:
        Fact.from_json(said)
    assert str(refused.value) == sentence
    with pytest.raises(InvalidHand) as of_entry:
        entry_from_json({"tournament": said})
    assert str(of_entry.value) == sentence


NEWER: dict[str, Said] = {
    "a fact": {"raffle": {}},
    "a rule": rules(jackpot=True),
    "something of an entrant": entrant(1, "Anna", born=1950),
    "something of a presence": {"presence": {"number": 1, "here": True, "since": "noon"}},
    "something of a payment": {"paid": {"number": 1, "cents": 1, "by": "card"}},
    "something of a substitute": {"substitute": {"number": 1, "name": "Eva", "place": "Hof"}},
    "something of a draw": {"draw": {"round": 1, "tables": [], "rooms": 2}},
    "something of the seats": {"seats": {"round": 1, "tables": {}, "why": "late"}},
    "something of a list": came_in(1, *EVEN, photo="x"),
    "something of a penalty": {"penalty": {"number": 1, "points": 1, "reason": "x", "judge": "Eva"}},
}


@pytest.mark.parametrize("said", NEWER.values(), ids=NEWER)
def test_what_a_newer_program_says(said: Said) -> None:
    """To leave it out could change the ranking."""
    with pytest.raises(NewerProgram, match=r"a tournament has \w+, which only a newer sklog can read: update sklog"):
        Fact.from_json(said)


# -- any sequence of facts ------------------------------------------------------------------------------

few = st.integers(0, 6)
words = st.sampled_from(["", "Hof", "hof", "SC Süd"])
seatings = st.lists(st.integers(1, 8), min_size=2, max_size=8).map(
    lambda numbers: [numbers[at : at + 4] for at in range(0, len(numbers), 4)]
)
evenly = st.lists(st.integers(-9, 9), min_size=3, max_size=3).map(lambda points: [*points, -sum(points)])
lines = evenly.flatmap(
    lambda points: st.sampled_from(
        [[[one] for one in points], [[one, abs(one)] for one in points], [[one, abs(one), 1, 0] for one in points]]
    )
)


@st.composite
def whole_seatings(draw_: st.DrawFn) -> Said:
    """Seat all eight at two tables, or leave some without."""
    order = draw_(st.permutations(range(1, 9)))
    tables = draw_(st.sampled_from([1, 2]))
    return {
        "round": draw_(st.integers(1, 3)),
        "tables": [list(order[at * 4 : at * 4 + 4]) for at in range(tables)],
        "byes": list(order[tables * 4 :]),
        **draw_(st.sampled_from([{}, {"seed": "Eichel", "method": 1}])),
    }


facts = st.one_of(
    st.fixed_dictionaries(
        {"seed": st.just("Eichel")},
        optional={
            "rounds": few,
            "counts": st.sampled_from(COUNTS),
            "ties": st.lists(st.sampled_from([*TIES]), unique=True),
            "double_entry": st.booleans(),
            "fee": few,
        },
    ).map(lambda said: {"rules": said}),
    st.fixed_dictionaries(
        {"number": st.integers(1, 9), "name": st.sampled_from(["Anna", "anna", "Bene", "Eva", "Gast 9"])},
        optional={"place": words, "club": words, "team": words, "fills": st.booleans()},
    ).map(lambda said: {"entrant": said}),
    st.fixed_dictionaries({"number": st.integers(1, 9), "here": st.booleans()}, optional={"reason": words}).map(
        lambda said: {"presence": said}
    ),
    st.fixed_dictionaries({"number": st.integers(1, 9), "cents": st.integers(-5, 9)}).map(lambda said: {"paid": said}),
    st.fixed_dictionaries({"number": st.integers(1, 9), "name": st.sampled_from(["Eva", "Gast 99", "Nora"])}).map(
        lambda said: {"substitute": said}
    ),
    whole_seatings().map(lambda said: {"draw": said}),
    st.fixed_dictionaries(
        {
            "round": st.integers(1, 2),
            "tables": st.dictionaries(st.sampled_from("123"), st.permutations(range(1, 9)).map(lambda all_: all_[:4])),
        }
    ).map(lambda said: {"seats": said}),
    st.fixed_dictionaries(
        {"round": st.integers(1, 2), "table": st.integers(1, 2), "rows": lines},
        optional={"who": words, "evening": words, "digest": words, "corrects": st.booleans()},
    ).map(lambda said: {"list": said}),
    st.fixed_dictionaries(
        {"number": st.integers(1, 9), "points": st.integers(-9, 9), "reason": words}, optional={"round": few}
    ).map(lambda said: {"penalty": said}),
    st.lists(
        st.tuples(st.sampled_from([*WINNERS]), st.integers(0, 3), words, st.none() | st.integers(0, 9)).map(list),
        max_size=3,
    ).map(lambda said: {"prizes": said}),
)
"""Facts of a tournament of eight or nine: about half of them are admitted where they come."""


STARTS = (ENTERED, DRAWN, [*LISTED, draw(2, range(1, 5), range(5, 9))], TWICE)
histories = st.tuples(st.sampled_from(STARTS), st.lists(facts, max_size=20)).map(lambda parts: [*parts[0], *parts[1]])


def admitted(said: Sequence[Said]) -> list[Tournament]:
    """Return the tournament behind each of the facts that are admitted; what is refused changes nothing."""
    behind: list[Tournament] = []
    for one in said:
        before = behind[-1] if behind else None
        as_it_was = repr(before)
        with suppress(IllegalHand):
            behind.append(Fact.from_json(one).apply(before))
        assert repr(before) == as_it_was
    return behind


@given(said=histories)
@many
def test_any_facts_are_read_as_they_were_written(said: list[Said]) -> None:
    """The tournament is the fold of its facts: written, read, and folded again it is the same one."""
    tournament = admitted(said)[-1]
    written = tournament.to_json()
    assert tournament_from_json(json.loads(json.dumps(written))) == tournament
    assert fold(written).to_json() == written


@given(said=histories)
@many
def test_values_may_all_be_text(said: list[Said]) -> None:
    """A session file has nothing but texts, in the same lists and mappings."""
    tournament = admitted(said)[-1]
    assert tournament_from_json(as_text(tournament.to_json())) == tournament


@given(said=histories)
@many
def test_taken_back_it_is_what_it_was(said: list[Said]) -> None:
    """Without its newest facts a tournament is what it was before them, and with them again what it is."""
    behind = admitted(said)
    written = behind[-1].to_json()
    assert [fold(written[:facts_]) for facts_ in range(1, len(written) + 1)] == behind


@given(said=histories)
@many
def test_everybody_has_one_place_in_a_round(said: list[Said]) -> None:
    """Whatever is admitted: nobody sits twice, each list has a row for each seat, and comes out even."""
    for tournament in admitted(said):
        for drawn in tournament.rounds:
            named = [*drawn.byes, *(number for table in drawn.tables for number in table)]
            assert len(set(named)) == len(named)
            assert tournament.entrants.keys() >= set(named)
        for (number, table), every in tournament.lists.items():
            for one in every:
                assert len(one.rows) == len(tournament.seats(number, table))
                assert sum(row.points or 0 for row in one.rows) == 0
            assert len(tournament.in_force(number, table)) <= 2


@given(said=histories)
@many
def test_an_entry_is_a_fact_of_a_tournament(said: list[Said]) -> None:
    """As an entry of an evening it is read as itself."""
    for fact in admitted(said)[-1].facts:
        entry = OfRoom("tournament", fact)
        assert entry_from_json(json.loads(json.dumps(entry_to_json(entry)))) == entry


leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["1", "01", "", "Anna", "\ud800", "٣", "1e9", "yes", MOST_NUMBER, -1, 0, 1, 2]),
)
keys = st.sampled_from([*FACTS, *Rules._fields, *Entrant._fields, *Round._fields, *Penalty._fields, "list", "rows"])
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys | st.text(max_size=3), inner, max_size=5)
)


@st.composite
def spoilt(draw_: st.DrawFn) -> object:
    """Take a fact, and put anything at one place of it."""
    said: Any = json.loads(json.dumps(draw_(facts)))
    inside = said
    while True:
        places = list(inside) if isinstance(inside, dict) else range(len(inside))
        place = draw_(st.sampled_from(list(places)))
        deeper = inside[place]
        if not (isinstance(deeper, (dict, list)) and deeper and draw_(st.booleans())):
            inside[place] = draw_(anything)
            return said
        inside = deeper


@given(said=spoilt() | st.dictionaries(st.sampled_from(list(FACTS)), anything, min_size=1, max_size=1) | anything)
@many
def test_whatever_is_said_ends_in_sentences(said: object) -> None:
    """A fact is read, or refused with a sentence; a fact that is read is written again, or cannot be here."""
    for tournament in (None, fold(ENTERED), fold(LISTED)):
        try:
            entry = entry_from_json({"tournament": said})
            assert isinstance(entry, OfRoom)
            after = entry.fact.apply(tournament)
        except SklogError:  # which is never without a sentence
            continue
        assert tournament_from_json(after.to_json()) == after


def test_a_rule_is_called_as_its_option_in_the_language_that_is_spoken() -> None:
    """A secretary who reads German is not told of `rounds` and `sum`."""
    speak("de")
    assert [*Rules(rounds=0, counts="x", seed="Eichel").problems()] == [
        "runden: 1 bis 20, nicht 0",
        "wertung: „x“ ist keines von summe, gut",
    ]
