"""Seasons for tests: evenings that were folded, as the reports of a season take them."""

from collections.abc import Callable, Iterable
from typing import Any

from sklog import tariffs
from sklog.reports.model import Report
from sklog.scoring.deals import Deal, Night, deals
from sklog.scoring.hand import Played
from sklog.scoring.session import Session, final_state
from sklog.scoring.state import Entry
from sklog.season.outstanding import Season
from sklog.season.selection import SeasonAsked, Selection

FOUR = ("Anna", "Bene", "Christl", "Dani")
KREUZ = tariffs.read("name: kreuz\nextends: sauspiel\ngames: [sauspiel, kreuz]\n", "kreuz.yaml")


def evening(*entries: Entry, tariff: str = "sauspiel", name: str = "Stammtisch", date: str = "2026-11-19",
            players: tuple[str, ...] = FOUR, stock: int = 0) -> Session:  # fmt: skip
    """Return an evening of these entries; Anna deals first, so that Bene, Christl, Dani, Anna is the order."""
    return Session(name, date, KREUZ if tariff == "kreuz" else tariffs.find(tariff), players, entries, stock=stock)


def night_of(number: int, session: Session) -> Night:
    """Return what an evening came to."""
    state = final_state(session, session.lines())
    totals = {name: state.balances[name] for name in state.took_part}
    about = session.name, session.date, session.place, session.tariff.unit
    return Night(number, *about, totals, state.dealt, state.apart)


def season_of(*sessions: Session, people: tuple[str, ...] = ()) -> tuple[Season, list[Deal]]:
    """Return these evenings as a season, and all of its hands."""
    nights = tuple(night_of(number, session) for number, session in enumerate(sessions, 1))
    played = [deal for night, session in zip(nights, sessions, strict=True) for deal in deals(night, session.lines())]
    return Season(nights[0].unit, nights, people), played


def report_of(make: Callable[[SeasonAsked], Report], season: Season, played: Iterable[Deal]) -> Report:
    """Return a report of a season whose hands are these, whatever a ledger would have."""
    nowhere: Any = None
    return make(SeasonAsked(nowhere, Selection(), season, kept=tuple(played)))


def totals(**amounts: int) -> Night:
    """Return an evening of which nothing but the totals is known; everybody was dealt ten hands."""
    return Night(1, "Stammtisch", "2026-11-19", "", "ct", amounts, dict.fromkeys(amounts, 10))


def sauspiel(declarer: str = "Anna", partner: str = "Christl", **facts: Any) -> Played:
    """Return a Sauspiel that is won, unless it is said otherwise."""
    decided = facts if {"won", "augen"} & set(facts) else {"won": True, **facts}
    return Played(game="sauspiel", declarer=declarer, partner=partner, **decided)


def wenz(declarer: str = "Bene", **facts: Any) -> Played:
    """Return a Wenz that is won, unless it is said otherwise."""
    return Played(game="wenz", declarer=declarer, **{"won": True, **facts})


def hands_of(declarer: str, count: int) -> tuple[Entry, ...]:
    """Return so many games of somebody, every second one won."""
    return tuple(wenz(declarer, won=number % 2 == 0) for number in range(count))
