"""How many taps a recorded hand takes on the pad of a phone.

    python -m tests.trials.benchmarks.taps

    line of an evening ──least──▶ the fewest facts that bring everybody the same ──taps──▶ ["who:Anna", …, "result:won"]

Each tap is what the button is called in the page (`data-tap`). On the first screen a name is a Sauspiel of that person,
and a suit the Solo in it; the tap on the result records.
"""

from __future__ import annotations

import itertools
import tempfile
from collections import Counter
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog import Ledger, Passed, Ramsch, entry_from_json, entry_to_json, netschafkopf, step
from sklog.errors import HandError
from sklog.files.formats import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog import Hand, Line, Session, State, Tariff

PROTOCOLS = Path(__file__).parents[4] / "shared/protocols"
NOT_ASKED = ("augen", "tricks", "trumps", "highest", "note", "dealer", "active", "bock", "suit")
"""What a hand may have noted that the pad does not ask, or only where it costs something."""
OPTIONAL = (
    "schneider",
    "schwarz",
    "laufende",
    "tout",
    "sie",
    "forced",
    "klopfer",
    "kontra",
    "jungfrauen",
    "durchmarsch",
)


class Tapped(NamedTuple):
    """A hand of an evening: its number, the facts that have to be said, and the hand that they make."""

    number: int
    facts: dict[str, Any]
    hand: Hand
    line: Line
    before: State


def evenings() -> Iterator[tuple[str, Session]]:
    """Yield every real protocol: its name, and the evening as it was imported."""
    for path in sorted(PROTOCOLS.glob("*.txt")):
        yield path.name, netschafkopf.read_protocol(text_of(path.read_bytes()), path.name).session


def hands(session: Session) -> Iterator[Tapped]:
    """Yield every hand of an evening with the fewest facts by which everybody gets the same.

    One of a special round that nobody has ordered is typed, and left out.
    """
    before = session.begin()
    for line in session.lines():
        if line.score and not getattr(line.entry, "round", None):
            facts = least(line, before)
            yield Tapped(line.number or 0, facts, hand_of(facts, before, line.tariff), line, before)
        before = line.state


def least(line: Line, before: State) -> dict[str, Any]:
    """Return the fewest facts of a hand that cost the same: what the pad does not ask is said by what it asks."""
    entry: Any = line.entry
    if isinstance(entry, Passed):  # thrown in
        return {"game": entry.game}
    said = {key: value for key, value in entry_to_json(entry).items() if key not in NOT_ASKED}
    game = line.tariff.game(said["game"])
    if game and game.suits and game.shape == "solo":
        said["suit"] = entry_to_json(entry).get("suit")
    kept = {key: said.pop(key) for key in OPTIONAL if key in said}
    of = {"laufende_of": said.pop("laufende_of")} if "laufende_of" in said else {}
    for extras in _extras(kept, entry):
        more = {**extras, **(of if "laufende" in extras else {})}
        for facts in _results({**said, **more}, line):
            if _costs(facts, before, line.tariff) == line.score.postings:  # type: ignore[union-attr]  # it has a score
                return facts
    raise AssertionError(f"the pad cannot say {entry}")


def _extras(kept: Mapping[str, Any], entry: Any) -> Iterator[dict[str, Any]]:
    """Yield what may have to be said beside who won, the least first."""
    offered = [(key, value) for key, value in kept.items() if value]
    if not isinstance(entry, Ramsch):
        offered += [(key, True) for key in ("schneider", "schwarz") if key not in kept]
    elif "jungfrauen" not in kept and entry.tricks:
        offered += [("jungfrauen", [name for name, tricks in entry.tricks.items() if not tricks])]
    for number in range(len(offered) + 1):
        for some in itertools.combinations(offered, number):
            yield dict(some)


def _results(facts: dict[str, Any], line: Line) -> Iterator[dict[str, Any]]:
    """Yield the facts with who won; of a Ramsch with who lost it."""
    if facts["game"] == "ramsch":
        people = [name for name, amount in line.score.postings.items() if amount < 0]  # type: ignore[union-attr]
        yield {**facts, "losers": facts.get("losers", people)}
    elif "won" in facts or "winners" in facts:
        yield facts
    else:
        yield {**facts, "won": True}
        yield {**facts, "won": False}


def hand_of(facts: Mapping[str, Any], before: State, tariff: Tariff) -> Hand:
    """Return the hand that facts say."""
    hand: Any = entry_from_json(facts, before.everybody, tariff.games)
    return hand


def _costs(facts: Mapping[str, Any], before: State, tariff: Tariff) -> Mapping[str, int] | None:
    try:
        score = step(before, hand_of(facts, before, tariff), tariff).score
    except HandError:
        return None
    return score.postings if score else None


MOST_GAMES, MOST_RUN = 9, 7
"""So many keys stand there before one says that there are more."""


def taps(facts: Mapping[str, Any], pad: Sequence[Any]) -> list[str]:
    """Return what is tapped for these facts on this pad, in order; AssertionError where a fact has no button."""
    game = next(one for one in pad if one.name == facts["game"])
    called = next((one for one in pad if one.asks_partner), None)
    solo = next((one for one in pad if one.shape == "solo" and one.suits), None)
    suit = [f"suit:{facts['suit']}"] if game.suits and facts.get("suit") else []
    found = [] if game is called or (game is solo and suit) else [f"game:{game.name}"]
    others = [one for one in pad if one not in (called, solo)]
    found = ["more:games"] * (game.rare and len(others) > MOST_GAMES) + found + suit
    found += [f"who:{name}" for name in (facts.get("declarer"), *facts.get("losers", ())) if name]
    found += [f"partner:{facts['partner']}"] if game.asks_partner else []
    rest = {key: value for key, value in facts.items() if key in OPTIONAL and value}
    for flag in game.flags:
        value = rest.get(flag.field)
        if value is None or flag.who == "opponents":
            continue
        del rest[flag.field]
        found += _flagged(flag, value)
        found += ["flag:laufende_of"] * (flag.field == "laufende" and facts.get("laufende_of") == "opponents")
    assert not rest, f"no button says {rest}"
    result = "record" if game.shape in ("ramsch", "passed") else "won" if facts["won"] else "lost"
    return [*found, f"result:{result}"]


def _flagged(flag: Any, value: Any) -> list[str]:
    if flag.kind == "number":
        folded = flag.field == "laufende" and flag.most - flag.least >= MOST_RUN <= value - flag.least + 1
        return [*["more:run"] * folded, f"flag:{flag.field}:{value}"]
    if flag.kind == "people":
        return [f"flag:{flag.field}:{name}" for name in value]
    return [f"flag:{flag.field}"] * (value if flag.kind == "count" and isinstance(value, int) else 1)


# -- counted ------------------------------------------------------------------------------------------


def counted(folder: Path, *, suits: bool) -> list[tuple[str, int]]:
    """Return the game of every real hand, and how many taps it takes; ledgers are begun in the folder.

    Without `suits` those that cost nothing are left out where that is less: of a Solo, of a Farbwenz.
    """
    found = []
    for number, (_name, session) in enumerate(evenings()):
        pad = begun(folder / f"{number}.db", session).playable()
        for one in hands(session):
            said = [one.facts] if suits else [one.facts, {**one.facts, "suit": None}]
            found.append((one.facts["game"], min(len(taps(facts, pad)) for facts in said)))
    return found


def begun(path: Path, session: Session) -> Ledger:
    """Begin an evening of the same people under the same tariff in a new ledger."""
    ledger = Ledger(path)
    ledger.start_evening("Protokoll", session.players, session.tariff, dealer=session.dealer)
    return ledger


def main() -> None:
    """Print a table for what has to be tapped, and one for every suit as well."""
    for suits, what in ((False, "What costs"), (True, "Every suit as well")):
        with tempfile.TemporaryDirectory() as folder:
            found = counted(Path(folder), suits=suits)
        print(f"{what:<20}{'hands':>6}{'mean':>7}{'median':>8}{'95 %':>6}{'most':>6}")
        names = [name for name, _times in Counter(game for game, _taps in found).most_common()]
        for name in (*names, "all"):
            some = sorted(taken for game, taken in found if name in (game, "all"))
            high = some[-(-len(some) * 95 // 100) - 1]
            print(f"{name:<20}{len(some):>6}{mean(some):>7.2f}{median(some):>8.1f}{high:>6}{some[-1]:>6}")


if __name__ == "__main__":
    main()
