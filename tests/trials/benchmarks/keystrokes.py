"""How many keys a hand takes, Enter included, when it is typed in its shortest shorthand.

Each hand of the protocols in ../shared/protocols (where they are) and of sample_sessions/ is reduced to the
facts that change the payout, written, and read again: only a line that is the same hand counts.

    python tests/trials/benchmarks/keystrokes.py [FOLDER OF PROTOCOLS]
"""

from __future__ import annotations

import re
import statistics
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklog import files as session_files
from sklog import tariffs
from sklog.desk.typed import hand_meant
from sklog.errors import HandError
from sklog.notation import read, read_correction, read_hand, shortest
from sklog.play.shell import normalized
from sklog.scoring.evening import start, step, table_for
from sklog.scoring.hand import OPPONENTS, Passed, Played, Ramsch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.hand import Dealt
    from sklog.scoring.state import State
    from sklog.scoring.tariff import Tariff

ROOT = Path(__file__).parents[3]
PROTOCOLS = ROOT.parent / "shared" / "protocols"
SESSIONS = ROOT / "sample_sessions"
PLAYERS = ("Gast", "PcLinks", "PcOben", "PcRechts")
TABLES = {
    ("Anna", "Bene", "Christl", "Dani"): 5.5,
    ("Sepp", "Sabine", "Toni", "Vroni"): 6.5,
    ("Sepp", "Sabine", "Susi", "Toni"): 6.5,
}
"""Who sits at the table, and how many keys a hand may take on average: more where names begin alike."""
TARIFF = tariffs.find("p-seminar")  # plays every game of the protocols
GAMES = {"Rufspiel": "sauspiel", "Solo": "solo", "Wenz": "farbwenz", "Geier": "farbgeier"}
SUITS = {"Eichel": "eichel", "Grün": "gras", "Herz": "herz", "Schellen": "schellen"}
MOST_FOR_A_SAUSPIEL = 5


def main(protocols_in: Path) -> None:
    """Measure and print one table."""
    print("Keystrokes for each hand, Enter included")
    print(f"{'':<34}{'hands':>6}{'mean':>7}{'median':>8}{'95 %':>6}")
    met = []
    for people, most in TABLES.items():
        print("the players of the protocols are called", *people)
        named = dict(zip(PLAYERS, people, strict=True))
        typed = partial(_typed_in_a_protocol, named)
        if keys := _print_files(protocols_in, "*.txt", lambda path, typed=typed: map(typed, _deals(path))):
            met.append(f"mean at most {most}: {_verdict(statistics.mean(keys) <= most)}  ({', '.join(people)})")
    _print_files(SESSIONS, "*.yaml", _typed_in_an_evening)
    seats = next(iter(TABLES))
    plain = _keys(Played(game="sauspiel", declarer=seats[0], partner=seats[2], won=True), seats, TARIFF)
    print(f"plain Sauspiel won: {plain}, at most {MOST_FOR_A_SAUSPIEL}: {_verdict(plain <= MOST_FOR_A_SAUSPIEL)}")
    _print_corrections(seats)
    print(*met, sep="\n")


CORRECTIONS = ("fix -", "fix n", "fix n0", "fix kr", "fix l3", "fix19-", "fix19n", "fix19l3")
MOST_FOR_A_FLAG = 8


def _print_corrections(seats: Sequence[str]) -> None:
    """Print how many keys it takes at the prompt to say one flag of a recorded hand otherwise, Enter included."""
    state = start(tuple(seats))
    for line in CORRECTIONS:
        _number, words = hand_meant(normalized(line).split()[1:])
        was = read_hand("s ac nl2" if words == ["n0"] else "s ac l2", state, TARIFF)
        if read_correction(" ".join(words), was, state, TARIFF) == was:
            raise SystemExit(f"{line!r} changes nothing")
    keys = {line: len(line) + 1 for line in CORRECTIONS}
    most = max(keys.values())
    print("a correction of one flag:", ", ".join(f"{line} {count}" for line, count in keys.items()))
    print(f"at most {MOST_FOR_A_FLAG}: {_verdict(most <= MOST_FOR_A_FLAG)}")


def _verdict(met: bool) -> str:
    return "met" if met else "missed"


def _print_files(folder: Path, pattern: str, typed: Callable[[Path], Iterable[int]]) -> list[int]:
    """Print a row for each file of a folder, and one for all of them; return the keys of every hand."""
    files = {path.name: list(typed(path)) for path in sorted(folder.glob(pattern))}
    together = [keys for each in files.values() for keys in each]
    for name, keys in (*files.items(), (f"all of {folder.name}", together)):
        if keys:
            high = sorted(keys)[max(0, -(-len(keys) * 95 // 100) - 1)]
            print(f"{name:<34}{len(keys):>6}{statistics.mean(keys):>7.2f}{statistics.median(keys):>8.1f}{high:>6}")
    if not together:
        print(f"{folder}: no {pattern} is there, so nothing of it was measured")
    return together


def _keys(hand: Dealt, seats: Sequence[str], tariff: Tariff, active: Sequence[str] | None = None) -> int:
    """Return the keys of a hand; its line must read as the same hand."""
    line = shortest(hand, seats, tariff, active)
    if read(line, seats, active, tariff) != hand:
        raise SystemExit(f"{line!r} is not read as {hand}")
    return len(line) + 1


# -- protocols ----------------------------------------------------------------------------------------


def _deals(path: Path) -> Iterator[str]:
    """Yield what a protocol says of each deal besides its cards, on one line and without the second person."""
    raw = path.read_bytes()
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("cp1252")
    for deal in re.split(r"(?m)^Geber: ", text)[1:]:
        said = [line for line in deal.splitlines() if not re.search(r" hat: | spielt aus: ", line)]
        result = " ".join(" ".join(said).partition("Preis ")[0].split())
        yield re.sub(r"\bDu\b", "Gast", result.replace("mit dir", "mit Gast"))


def _typed_in_a_protocol(people: Mapping[str, str], deal: str) -> int:
    return _keys(_hand(deal, people), [*people.values()], TARIFF)


def _hand(deal: str, people: Mapping[str, str]) -> Dealt:
    """Return the hand of a deal: its result, and whatever a price line prices."""
    klopfer = _number(r"(\d+) mal aufgedoppelt", deal)
    if "zusammengeworfen" in deal:
        return Passed(klopfer=klopfer)
    if found := re.search(r"(\w+) verlier\w+ den Ramsch", deal):
        virgins = tuple(people[name] for name in re.findall(r"(\w+) (?:ist|bist) Jungfrau", deal))
        return Ramsch(losers=(people[found[1]],), jungfrauen=virgins or None, klopfer=klopfer)
    found = re.search(r"(\w+) (gewinn|verlier)\w+ (?:das|den) (?:(\w+)-)?(\w+)(?:: [^.]* mit (\w+))?", deal)
    if not found:
        raise SystemExit(f"this deal has no result: {deal}")
    declarer, result, suit, game, partner = found.groups()
    schwarz = "Mit Schwarz" in deal
    return Played(
        game=GAMES[game] if suit or game in ("Rufspiel", "Solo") else game.casefold(),
        suit=SUITS[suit] if suit else None,
        declarer=people[declarer],
        partner=people[partner] if partner else None,
        won=result == "gewinn",
        schneider=True if "Mit Schneider" in deal and not schwarz else None,  # Schwarz is Schneider too
        schwarz=True if schwarz else None,
        laufende=_number(r"(?:Mit|Ohne) (\d+) Laufende", deal),
        laufende_of=OPPONENTS if re.search(r"Ohne \d+ Laufende", deal) else None,
        tout="Tout" in deal,
        kontra=_number(r"(\d+) mal gespritzt", deal),
        klopfer=klopfer,
    )


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


# -- evenings -----------------------------------------------------------------------------------------


def _typed_in_an_evening(path: Path) -> Iterator[int]:
    """Yield the keys of each hand that counted."""
    (session,) = session_files.read_yaml(path.read_text(encoding="utf-8"), path.name)
    state = session.begin()
    for entry, line in zip(session.entries, session.lines(), strict=True):
        if isinstance(entry, (Played, Ramsch, Passed)):
            table = table_for(state, None, session.tariff)
            yield _keys(_what_counts(entry, state, session.tariff), table.seats, session.tariff, table.active)
        state = line.state


def _what_counts(hand: Dealt, state: State, tariff: Tariff) -> Dealt:
    """Return the hand with its result instead of its figures, and without whatever leaves the evening the same."""
    made = step(state, hand, tariff)
    outcome: Any = made.score.outcome if made.score else None
    for facts in _plainer(hand, outcome):
        try:
            plainer = replace(hand, **facts)
            if step(state, plainer, tariff).state == made.state:
                hand = plainer
        except HandError:
            continue  # this fact is needed
    return hand


def _plainer(hand: Dealt, outcome: Any) -> Iterator[Mapping[str, Any]]:
    """Yield what may be said instead, one after the other."""
    if isinstance(hand, Ramsch):
        if outcome.winner:
            yield {"augen": None, "losers": (), "jungfrauen": None, "durchmarsch": outcome.winner}
        else:
            yield {"losers": outcome.losers, "jungfrauen": outcome.jungfrauen or None, "augen": None, **_NO_FIGURES}
            yield {"jungfrauen": None}
    elif isinstance(hand, Played):
        result = {"won": outcome.won, "schneider": outcome.schneider or None, "schwarz": outcome.schwarz or None}
        yield {"augen": None, "tricks": None, "kontra": outcome.kontra, **result}
        yield from ({key: None} for key in ("schneider", "schwarz", "suit", "bid"))
        yield from ({"laufende": 0, "laufende_of": None}, {"forced": False}, {"kontra": 0})
    yield from ({"klopfer": 0}, {"bock": None}, {"round": None}, {"dealer": None}, {"active": ()}, {"note": ""})


_NO_FIGURES = dict.fromkeys(("tricks", "trumps", "highest"))

if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PROTOCOLS)
