"""Evenings for property tests: any entry that a table accepts, with names and texts as bad as they can be."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sklog import tariffs
from sklog.errors import HandError
from sklog.scoring.evening import admit, start, table_for
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.names import visible
from sklog.scoring.session import Session
from sklog.scoring.state import (
    BockOrder,
    Entry,
    Join,
    Leave,
    Payment,
    Rounding,
    RoundOrder,
    Seating,
    StockMove,
    TariffChange,
    Voided,
)

many = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))

FORMULAS = [
    "=1+1",
    "+49",
    "-5",
    "@sum",
    "'s Kathi",
    "'=x",
    '"q"',
    "a,b",
    "x: y",
    "# no",
    "no",
    "null",
    "93",
    "1",
    "Ä ß",
]
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [*FORMULAS, "a\nb", "\r", "\t="]
)
line = text.filter(lambda said: "\0" not in said)  # a database would end it there
people = st.lists(
    st.sampled_from(["Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi", *FORMULAS])
    | st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=6).filter(visible),
    min_size=4,
    max_size=6,
    unique_by=str.casefold,
).filter(lambda names: "stock" not in map(str.casefold, names))
shipped = st.sampled_from([tariffs.find(name) for name in tariffs.shipped()])


@st.composite
def hands(draw: st.DrawFn, active: tuple[str, ...]) -> Played | Ramsch | Passed:
    """Draw a hand of these people, which a tariff may still refuse."""
    declarer, partner, third, *_ = draw(st.permutations(active))
    said: dict[str, Any] = {
        "note": draw(st.just("") | text),
        "klopfer": draw(st.sampled_from([0, 0, 1, 2, (third,), (partner, third)])),
        "bock": draw(st.sampled_from([None, None, None, 0, 2])),
        "round": draw(st.sampled_from([None, None, None, "none", "hadsch"])),
    }
    kind = draw(
        st.sampled_from(["sauspiel", "sauspiel", "hochzeit", "solo", "wenz", "farbwenz", "bettel", "r", "r", "x"])
    )
    if kind == "x":
        return Passed(**said)
    if kind == "r":
        virgins = draw(st.sampled_from([None, (), (partner,)]))
        figures = {declarer: 60, third: 60, **{name: 0 for name in active if name not in (declarer, third)}}
        decided: dict[str, Any] = draw(
            st.sampled_from([{"losers": (declarer,)}, {"durchmarsch": declarer}, {"augen": figures}])
        )
        if "durchmarsch" in decided:
            return Ramsch(**said, **decided)
        return Ramsch(**said, **decided, jungfrauen=virgins, tricks=draw(st.sampled_from([None, {declarer: 4}])))
    if kind in ("sauspiel", "hochzeit"):
        said["partner"] = partner
    elif kind in ("solo", "farbwenz"):
        said["suit"] = draw(st.sampled_from([None, "herz", "eichel"]))
    result: dict[str, Any] = draw(
        st.sampled_from([{"won": True}, {"won": False}, {"augen": 93}, {"augen": 60}, {"won": True, "schneider": True}])
    )
    extras: dict[str, Any] = draw(
        st.sampled_from([{}, {"laufende": 3}, {"laufende": 4, "laufende_of": "opponents"}, {"tout": True}])
    )
    kontra: Any = draw(st.sampled_from([0, 0, 1, 2, (third,), (third, declarer)]))
    return Played(game=kind, declarer=declarer, kontra=kontra, **said, **result, **extras)


@st.composite
def entries(draw: st.DrawFn, seats: tuple[str, ...], active: tuple[str, ...]) -> Entry:
    """Draw any entry of an evening, which the table may still refuse."""
    if draw(st.integers(0, 3)):
        hand = draw(hands(active))
        return Voided(hand) if draw(st.integers(0, 5)) == 0 else hand
    first, second, *_ = draw(st.permutations(seats))
    posting = Posting(amounts={first: 50, second: -50}, note=draw(text))
    events: list[Entry] = [
        Join("Nora", first),
        Join("Robert"),
        Leave(first),
        BockOrder(2),
        BockOrder(0),
        RoundOrder("hadsch"),
    ]
    more: list[Entry] = [
        RoundOrder(None),
        StockMove({first: -30, second: 10}),
        Payment(first, second, 120),
        Rounding(first, second, 2),
        Rounding(second, first, 2),
        Seating(tuple(draw(st.permutations(seats)))),
        TariffChange(draw(shipped)),
        posting,
        Voided(posting),
    ]
    return draw(st.sampled_from([*events, *more]))


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """Draw an evening that can be folded, with names and texts as bad as they can be."""
    players, tariff = tuple(draw(people)), draw(shipped)
    dealer, stock = draw(st.none() | st.sampled_from(players)), draw(st.sampled_from([0, 0, 40]))
    state = start(players, dealer, stock)
    now, played = tariff, list[Entry]()
    for _ in range(draw(st.integers(0, 6))):
        table = table_for(state, None, now)
        if len(table.active) < 4:
            break
        try:
            entry = draw(entries(table.seats, table.active))
            made = admit(state, entry, now)
        except HandError:
            continue
        state, now = made.state, made.tariff
        played.append(entry)
    return Session(
        name=draw(line.filter(str.strip)),
        date=draw(st.sampled_from(["", "2026-11-19"])),
        tariff=tariff,
        players=players,
        entries=tuple(played),
        place=draw(line),
        dealer=dealer,
        stock=stock,
        stock_from="ab" * 16 if stock > 0 else "",
        closed=draw(st.booleans()),
        id=draw(st.sampled_from(["", "0f", "=7"])),
    )
