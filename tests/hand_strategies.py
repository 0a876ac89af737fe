"""Hypothesis strategies for hands that can have been played: whatever they make, `judge` accepts.

    tables(tariff)          who sits, deals and is dealt in
    hands(tariff, table)    any deal at that table: a game, a Ramsch, a throw-in
    played, ramsch, passed  one kind of it;  postings(table) an amount moved by hand
    TARIFFS                 every shipped tariff, and one that plays what none of them does
    IN_PRINT                tariffs that play what is printed elsewhere, as much of it as goes together

Facts are derived from the deck and the tariff's limits here, not by asking the judge.
"""

from collections.abc import Sequence
from textwrap import dedent
from typing import Any

from hypothesis import strategies as st

from sklog import tariffs
from sklog.scoring.games import BETTEL, BY_NAME, PARTNER, RAMSCH, SOLO, Game
from sklog.scoring.hand import OPPONENTS, Hand, Passed, Played, Posting, Ramsch, count
from sklog.scoring.judge import Table
from sklog.scoring.tariff import ALL, BOTH, OWN, ROUNDS, Announced, Bids, Forced, Rounds, SpecialRound, Tariff

PEOPLE = ("Anna", "Bene", "Christl", "Dani", "Eva", "Sepp", "Kathi")
AWKWARD = (
    *("Solo", "Re", "93", "1", "2", "n", "Nora Anna", "Nora", "Sepp-Bene", "Sepp", "K-n", "Jörg", "Öse", "ß"),
    *("🦊", "A:b", "won:no", "a,b", "a+b", "+", "-", 'Zi"ta', "B//c", "none", "null", "Eichel", "ac", "c\\d", "= x"),
    *("Herz Ass", "n z", "x", "posting", "note", "Ä Ö", "e\u0301mile", "yes", "48"),
)
AUGEN = 120


def _own_table() -> Tariff:
    """Return a tariff with what no shipped one plays: own games, über Kreuz, announcements, special limits."""
    wiki = tariffs.find("wiki")
    own = (
        Game("nullouvert", "Nullouvert", BETTEL, aliases=("ouvert",), price=60),
        Game("doppelwenz", "Doppelwenz", SOLO, (4, 4), 4, ("herz", "gras"), price=80),
        Game("stille hochzeit", "Stille Hochzeit", PARTNER, (14, 12), 8, price=30),
    )
    return wiki._replace(
        name="haus",
        games=(*wiki.games, BY_NAME["kreuz"], *own),
        announced=Announced(20, 40),
        forced=Forced(60, 30),
        rounds=Rounds((*ROUNDS, SpecialRound("mungo", length=2, times=3, after=("schwarz",)))),
        bids=Bids(10),
        deck={2: "long", 3: "short", 4: "long"},
        klopfen=wiki.klopfen and wiki.klopfen._replace(per_person=2, max=None),
        ramsch=wiki.ramsch._replace(kontra=ALL),
    )


TARIFFS = {name: tariffs.find(name) for name in tariffs.available()} | {"haus": _own_table()}

IN_PRINT = {
    name: tariffs.read(f"name: {name}\nextends: wiki\n{dedent(settings)}", f"{name}.yaml")
    for name, settings in {
        "caller": """
            prices: {partner: {won: 10, lost: 20}, herz-solo: {won: 50, lost: 70}}
            laufende: {ohne: caller, ohne_price: {sauspiel: 15, other: 5}}
            ramsch: {jungfrau: own_each, kontra: own, losers: 2, tie: [tricks, shared]}
            people: [4]
            ceiling: 300
        """,
        "outside": """
            laufende: {doubled: no, price: {wenz: 20, other: 5}, schedule: none}
            doublings: {growth: linear, together: [klopfen, kontra, tout]}
            klopfen: {per_person: 3, max: none}
            schwarz: {times: 2}
            tout: {schneider: no, schwarz: yes}
            bids: {price: {solo: 20, other: 10}, step: 5}
            stock: {games: [sauspiel, solo], lost_each: 20, empty: nothing, refill: yes, multiplied: [klopfen, kontra]}
            ramsch: {jungfrau: none, jungfrau_adds: 5, durchmarsch: {augen: 45, pays: ramsch, jungfrau: yes}}
            deck: {2: long}
        """,
        "growing": """
            klopfen: {growth: [2, 3, 5, 8]}
            kontra: {times: 3}
            bock: {times: 3, after: [lost_herz_solo, thrown_in], length: round, inside: stacked}
            schneider: {price: {sauspiel: 20, other: 10}, games: [sauspiel, solo]}
            stock: {won: stays, lost: 30, games: [solo]}
            ramsch: {jungfrau: own, kontra: own, tie: [tricks, shared], durchmarsch: {augen: none, jungfrau: yes}}
            ceiling: 200
            ceiling_of: value
        """,
    }.items()
}


def names() -> st.SearchStrategy[str]:
    """Names of people, most of them awkward to write."""
    letters = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)
    return st.one_of(st.sampled_from(PEOPLE), st.sampled_from(AWKWARD), letters.filter(str.strip))


def people(number: int, names: st.SearchStrategy[str] | None = None) -> st.SearchStrategy[tuple[str, ...]]:
    """So many names, unique without regard to case; the sample names by default."""
    if names is None:
        return st.just(PEOPLE[:number])
    several = st.lists(names, min_size=number, max_size=number, unique_by=lambda name: name.strip().casefold())
    return several.map(tuple)


@st.composite
def tables(draw: st.DrawFn, tariff: Tariff, names: st.SearchStrategy[str] | None = None) -> Table:
    """A table of this tariff: at most seven seats, no Stock, no Bock, no special round."""
    dealt = draw(st.sampled_from(tariff.people))
    seats = draw(people(dealt + (draw(st.integers(0, 3)) if dealt == 4 else 0), names))
    dealer = draw(st.integers(0, len(seats) - 1))
    clockwise = seats[dealer + 1 :] + seats[: dealer + 1]
    return Table(seats, seats[dealer], clockwise[:dealt])


def hands(tariff: Tariff, table: Table) -> st.SearchStrategy[Hand]:
    """Any deal at this table."""
    games: st.SearchStrategy[Hand] = played(tariff, table) | passed(tariff, table)
    enough = tariff.ramsch.losers != BOTH or len(table.active) == 4
    return games | ramsch(tariff, table) if tariff.game(RAMSCH) and enough else games


# -- what belongs to every deal -----------------------------------------------------------------------


@st.composite
def _deal(draw: st.DrawFn, tariff: Tariff, table: Table) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "klopfer": draw(_klopfer(tariff, table)),
        "bock": draw(st.none() | st.integers(0, 3)),
        "note": draw(st.just("") | _notes()),
    }
    if draw(st.booleans()):
        facts |= {"dealer": table.dealer, "active": table.active}
    if tariff.rounds and draw(st.integers(0, 4)) == 0:
        facts["round"] = draw(st.sampled_from(("none", *sorted({"schieber", "mungo"} & tariff.special.keys()))))
    return facts


def _notes() -> st.SearchStrategy[str]:
    awkward = (" x ", "//", 'a "b" c', "two\nlines", "\\", "s ac", "note:x", "\x07", "tab\there")
    return st.sampled_from(awkward) | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def _klopfer(tariff: Tariff, table: Table) -> st.SearchStrategy[int | tuple[str, ...]]:
    if tariff.klopfen is None:
        return st.just(0)
    knocks = table.active * tariff.klopfen.per_person
    most = min(len(knocks), tariff.klopfen.max or len(knocks))
    who = st.lists(st.sampled_from(range(len(knocks))), min_size=1, max_size=most, unique=True)
    return st.just(0) | st.integers(0, most) | who.map(lambda places: tuple(knocks[place] for place in places))


def _plays(rule: Any, game: Game) -> bool:
    """Whether a rule that may be one of some games only is one of this game."""
    return rule is not None and (not rule.games or game.name in rule.games)


@st.composite
def passed(draw: st.DrawFn, tariff: Tariff, table: Table) -> Passed:
    """A deal that was thrown in."""
    return Passed(**draw(_deal(tariff, table)))


@st.composite
def postings(draw: st.DrawFn, table: Table) -> Posting:
    """An amount moved between people at this table."""
    who = draw(st.lists(st.sampled_from(table.seats), min_size=2, unique=True))
    amounts = [draw(st.integers(-500, 500)) for _ in who[1:]]
    if not any(amounts):
        amounts[0] = 10
    return Posting(amounts=dict(zip(who, (-sum(amounts), *amounts), strict=True)), note=draw(_notes()))


# -- games with declarers -----------------------------------------------------------------------------


@st.composite
def played(draw: st.DrawFn, tariff: Tariff, table: Table) -> Played:
    """A game that somebody played, in every form in which it can be noted."""
    dealt = len(table.active)
    games = [game for game in tariff.games if game.shape in (SOLO, BETTEL) or (game.shape == PARTNER and dealt == 4)]
    game = draw(st.sampled_from(games))
    facts = draw(_deal(tariff, table)) | {"game": game.name}
    if game.suits:
        facts["suit"] = draw(st.none() | st.sampled_from(game.suits))
    shape = "partner" if game.shape == PARTNER else "alone"
    by_winners = draw(st.integers(0, 4)) == 0 and (shape == "partner" or dealt > 2)
    sides = draw(_people(game, table, by_winners))
    facts |= sides
    if game.shape != BETTEL:
        longest = tariff.longest_run(game, dealt)
        facts["laufende"] = draw(st.just(0) | st.integers(0, longest))
        if not by_winners:
            facts["laufende_of"] = draw(st.none() | st.just(OPPONENTS))
    facts["kontra"] = draw(_kontra(tariff, game, facts, table))
    facts |= draw(_winners_facts(tariff, game) if by_winners else _result(tariff, game, facts, table))
    return Played(**facts)


def _opposite(person: str, table: Table) -> str:
    return table.active[(table.active.index(person) + 2) % 4]


@st.composite
def _people(draw: st.DrawFn, game: Game, table: Table, by_winners: bool) -> dict[str, Any]:
    order = draw(st.permutations(table.active))
    if game.shape != PARTNER:
        alone = draw(st.booleans())
        return {"winners": tuple(order[:1] if alone else order[1:])} if by_winners else {"declarer": order[0]}
    other = _opposite(order[0], table) if game.fixed_pairs else order[1]
    if by_winners:
        return {"winners": (order[0], other)}
    partner = None if game.fixed_pairs and draw(st.booleans()) else other
    return {"declarer": order[0], "partner": partner}


@st.composite
def _kontra(draw: st.DrawFn, tariff: Tariff, game: Game, facts: dict[str, Any], table: Table) -> int | tuple[str, ...]:
    rule = tariff.kontra
    if rule is None or not _plays(rule, game):
        return 0
    depth = draw(st.just(0) | st.integers(0, len(rule.names)))
    if "winners" in facts or draw(st.booleans()):
        return depth
    pairs = game.fixed_pairs and len(table.active) == 4  # with fewer nobody sits opposite
    partner = facts.get("partner") or (_opposite(facts["declarer"], table) if pairs else None)
    declarers = [person for person in (facts["declarer"], partner) if person]
    others = [person for person in table.active if person not in declarers]
    said = tuple(draw(st.sampled_from(others if level % 2 else declarers)) for level in range(1, depth + 1))
    return said or 0


@st.composite
def _winners_facts(draw: st.DrawFn, tariff: Tariff, game: Game) -> dict[str, Any]:
    """What may be noted beside the winners alone."""
    if game.shape == BETTEL:
        return {}
    facts: dict[str, Any] = dict(draw(st.sampled_from(_UNMEASURED)))
    if game.shape == SOLO and _plays(tariff.tout, game) and not facts and draw(st.booleans()):
        facts["tout"] = True
    return facts


_UNMEASURED: tuple[dict[str, Any], ...] = (
    *({}, {}, {"schneider": True}, {"schneider": False}, {"schwarz": True}, {"schwarz": False}),
    *(
        {"schneider": True, "schwarz": True},
        {"schneider": True, "schwarz": False},
        {"schneider": False, "schwarz": False},
    ),
)


@st.composite
def _result(draw: st.DrawFn, tariff: Tariff, game: Game, facts: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return who won and how it is known."""
    total = tariff.tricks(len(table.active))
    if game.shape == BETTEL:
        return draw(_bettel(total))
    if game.sie and _plays(tariff.sie, game) and total >= 8 and draw(st.integers(0, 5)) == 0:
        figures = {"augen": draw(st.sampled_from((None, 120))), "tricks": draw(st.sampled_from((None, total)))}
        return {"sie": True, "laufende": 0, "laufende_of": None, "won": draw(st.sampled_from((None, True))), **figures}
    said: dict[str, Any] = {}
    if _plays(tariff.forced, game) and draw(st.integers(0, 3)) == 0:
        said["forced"] = True
    if _plays(tariff.bids, game) and draw(st.integers(0, 3)) == 0:
        said["bid"] = draw(st.integers(1, 120))
    rule = tariff.announced if _plays(tariff.announced, game) else None
    announced = [what for what in ("schneider", "schwarz") if rule and rule.price(what) is not None]
    if announced and draw(st.integers(0, 2)) == 0:
        said["announced"] = draw(st.sampled_from(announced))
    elif game.shape == SOLO and _plays(tariff.tout, game) and draw(st.integers(0, 3)) == 0:
        said["tout"] = True
    return said | draw(_figures(tariff, game, facts | said, total))


@st.composite
def _bettel(draw: st.DrawFn, total: int) -> dict[str, Any]:
    tricks = draw(st.none() | st.integers(0, total))
    if tricks is not None:
        return {"tricks": tricks, "won": draw(st.sampled_from((None, tricks == 0)))}
    return {"won": draw(st.booleans())}


@st.composite
def _figures(draw: st.DrawFn, tariff: Tariff, game: Game, facts: dict[str, Any], total: int) -> dict[str, Any]:
    """Return Augen and tricks, as far as they were counted, and what follows from them."""
    all_or_nothing = facts.get("tout") or facts.get("announced") == "schwarz"
    tricks = draw(st.none() | st.integers(0, total))
    augen = draw(st.none() | st.integers(0, AUGEN) | st.sampled_from((0, 30, 60, 61, 90, 91, 120)))
    if augen is not None and tricks in (0, total):
        augen = AUGEN if tricks else 0
    if all_or_nothing:
        decided = None if tricks is None else tricks == total
    elif tricks in (0, total):
        decided = tricks == total
    elif augen is None:
        decided = None
    elif game.fixed_pairs and augen == AUGEN // 2 and "bid" not in facts:
        return {"augen": augen, "tricks": tricks}  # a draw
    else:
        decided = _reached(tariff, facts, augen)
    won = draw(st.booleans()) if decided is None else decided
    if facts.get("tout") and won and augen is not None:
        augen = AUGEN
    if facts.get("announced") == "schwarz" and won and augen is not None:
        augen = AUGEN
    said = won if decided is None else draw(st.sampled_from((None, won)))
    losers = draw(_losing_side(tariff, facts, (won, augen, tricks, total)))
    return {"won": said, "augen": augen, "tricks": tricks, **losers}


def _reached(tariff: Tariff, facts: dict[str, Any], augen: int) -> bool:
    """Whether these Augen win, by the limit that counts for this hand."""
    if facts.get("announced") == "schneider":
        out = tariff.schneider.opponents if tariff.schneider else 30
        return AUGEN - augen < out and augen >= facts.get("bid", 0)
    limit = tariff.wins.declarers
    if facts.get("forced") and tariff.forced:
        limit = tariff.forced.wins_from
    depth = count(facts["kontra"])
    if depth and tariff.kontra and tariff.kontra.last_needs_61:
        limit = 60 if depth % 2 else 61
    return augen >= (facts.get("bid") or limit)


@st.composite
def _losing_side(
    draw: st.DrawFn, tariff: Tariff, facts: dict[str, Any], result: tuple[bool, int | None, int | None, int]
) -> dict[str, Any]:
    """Return Schneider and Schwarz of the losing side, said or left to the figures."""
    won, augen, tricks, total = result
    theirs = None if augen is None else AUGEN - augen if won else augen
    made = None if tricks is None else total - tricks if won else tricks
    certain = (won and (facts.get("tout") or facts.get("announced") == "schwarz")) or made == 0
    if certain:
        return dict(draw(st.sampled_from(({}, {"schwarz": True}, {"schneider": True, "schwarz": True}))))
    if won and facts.get("announced") == "schneider":
        return {"schneider": draw(st.sampled_from((None, True)))}
    if theirs is None:
        return dict(draw(st.sampled_from([each for each in _UNMEASURED if made is None or not each.get("schwarz")])))
    rule = tariff.schneider
    limit = 30 if rule is None else rule.opponents if won else rule.declarers
    if not won and facts.get("forced") and tariff.forced and tariff.forced.schneider_from is not None:
        limit = tariff.forced.schneider_from
    schneider = theirs < limit
    possible = [{}, {"schneider": schneider}, {"schneider": schneider, "schwarz": False}]
    if theirs == 0 and made is None:
        possible.append({"schwarz": True})
    return dict(draw(st.sampled_from(possible)))


# -- Ramsch -------------------------------------------------------------------------------------------


@st.composite
def ramsch(draw: st.DrawFn, tariff: Tariff, table: Table) -> Ramsch:
    """A Ramsch: by its losers, by a Durchmarsch, or by everybody's Augen, where a tie names its loser."""
    facts = draw(_deal(tariff, table))
    order = draw(st.permutations(table.active))
    forms = ["losers", "augen", "figures"] + (["durchmarsch"] if tariff.ramsch.durchmarsch else [])
    form = draw(st.sampled_from(forms))
    if form == "durchmarsch":
        facts["durchmarsch"] = order[0]
    elif form == "losers":
        two = tariff.ramsch.losers == BOTH
        losers = 2 if two else draw(st.integers(1, max(1, len(order) - 1)))
        virgins = draw(st.none() | st.integers(0, max(0, min(len(order) - losers, len(order) - 2))))
        facts["losers"] = tuple(order[:losers])
        facts["jungfrauen"] = None if virgins is None else tuple(order[len(order) - virgins :])
    else:
        facts |= draw(_counted(tariff, table.active, order, everything=form == "figures"))
    facts["kontra"] = draw(_ramsch_kontra(tariff, table, facts))
    return Ramsch(**facts)


@st.composite
def _ramsch_kontra(draw: st.DrawFn, tariff: Tariff, table: Table, facts: dict[str, Any]) -> int | tuple[str, ...]:
    """Return who doubled in a Ramsch: for all, again and again, or each once for himself."""
    mode = tariff.ramsch.kontra
    if mode == ALL:
        most = len(tariff.kontra.names) if tariff.kontra else 3
        said = st.lists(st.sampled_from(table.active), min_size=1, max_size=most).map(tuple)
        return draw(st.just(0) | st.integers(0, most) | said)
    losers = facts.get("losers", ())
    together = losers if len(losers) > 1 and tariff.ramsch.losers != BOTH else ()  # nobody of those shot
    alone = [person for person in table.active if person not in together]
    if mode != OWN or not alone or (tariff.ramsch.losers == BOTH and "augen" not in facts):
        return 0
    return draw(st.lists(st.sampled_from(alone), unique=True).map(tuple)) or 0


@st.composite
def _counted(
    draw: st.DrawFn, tariff: Tariff, active: Sequence[str], order: Sequence[str], *, everything: bool
) -> dict[str, Any]:
    total = tariff.tricks(len(active))
    augen = dict(zip(order, draw(_shares(AUGEN, len(order))), strict=True))
    tied = [person for person in order if augen[person] == max(augen.values())]
    facts: dict[str, Any] = {"augen": augen}
    if everything or 0 in augen.values():
        takers = [person for person in order if augen[person]]
        tricks = dict.fromkeys(order, 0) | dict.fromkeys(takers, 1)
        for person, more in zip(order, draw(_shares(total - len(takers), len(order))), strict=True):
            tricks[person] += more
        facts["tricks"] = tricks
    if everything and draw(st.booleans()):
        trumps = tariff.longest_run(BY_NAME["ramsch"], len(active))
        # a trump needs a trick it lies in, and the highest trump needs a trump
        takers = [person for person in order if facts["tricks"][person]]
        facts["trumps"] = dict.fromkeys(order, 0) | {person: draw(st.integers(1, 2)) for person in takers}
        facts["highest"] = dict(zip(takers, draw(st.permutations(range(1, trumps + 1))), strict=False))
    rule = tariff.ramsch.durchmarsch
    marching = rule is not None and rule.augen is not None and max(augen.values()) >= rule.augen
    if marching:
        facts |= {"durchmarsch": tied[0]} if len(tied) > 1 else {}
    elif tariff.ramsch.losers == BOTH:
        facts["losers"] = tuple(sorted(order, key=lambda person: -augen[person])[:BOTH])
    elif len(tied) > 1:
        facts["losers"] = tuple(tied[: draw(st.integers(1, len(tied)))])
    return facts


@st.composite
def _shares(draw: st.DrawFn, whole: int, number: int) -> list[int]:
    """So many numbers that add up to the whole; equal ones and nothing at all are not rare."""
    if draw(st.integers(0, 3)) == 0:
        some = draw(st.integers(1, number))
        return [whole // some + (place < whole % some) if place < some else 0 for place in range(number)]
    cuts = sorted(draw(st.lists(st.integers(0, whole), min_size=number - 1, max_size=number - 1)))
    return [end - start for start, end in zip((0, *cuts), (*cuts, whole), strict=True)]
