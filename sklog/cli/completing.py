"""Tab completion: games, people, words and tariffs; it never fails and never writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import SklogError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sklog.ledger.evenings import Evening


def words(incomplete: str) -> list[str]:
    """Return games, people of the open evening and flag words that begin so."""
    from sklog.notation import flag_words, game_words  # noqa: PLC0415

    evening = _open_evening()
    found = [*(evening.state.seats if evening else ()), *game_words(evening.tariff if evening else None), *flag_words()]
    return _beginning(incomplete, found)


def people(incomplete: str) -> list[str]:
    """Return the people of the open evening."""
    evening = _open_evening()
    return _beginning(incomplete, evening.state.seats if evening else ())


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin so; in small letters where it is typed in small letters: the shell compares."""
    typed = incomplete.casefold()
    found = [word for word in dict.fromkeys(words) if word.isprintable() and word.casefold().startswith(typed)]
    return [word.casefold() for word in found] if incomplete == typed else found


def tariffs() -> list[str]:
    """Return the names of all tariffs that can be found."""
    from sklog.tariffs import available  # noqa: PLC0415

    try:
        return list(filter(str.isprintable, available()))
    except SklogError:
        return []


def sessions() -> list[str]:
    """Return the numbers of the evenings in the ledger."""
    from sklog.cli import common  # noqa: PLC0415
    from sklog.ledger import evenings  # noqa: PLC0415

    try:
        with common.snapshot(None) as ledger:
            return [str(evening.id) for evening in evenings.all_evenings(ledger)]
    except SklogError:
        return []


def _open_evening() -> Evening | None:
    from sklog.cli import common  # noqa: PLC0415
    from sklog.ledger import evenings  # noqa: PLC0415

    try:
        with common.snapshot(None) as ledger:
            return evenings.find(ledger)
    except SklogError:
        return None
