"""One line of shorthand <-> hand: GAME PEOPLE FLAGS [// note].

    read        line of a file -> Hand; in every way it can be read, and counts only if exactly one hand comes out
    read_hand   the same of what is typed at a table of an evening, which says who sits there and who is dealt in
    read_correction  what is typed, and the hand that was recorded -> Hand: a whole hand, or a change of that one
    write       Hand -> line as it is printed; it reads as the same hand, typed and in a file
    write_hand  the same at a table of an evening
    shortest    Hand -> line with the fewest keystrokes; it reads as the same hand

Each module knows those before it: what single words mean (`words`), what people say between them (`spoken`), how a line
is put together (`parse`), a hand as a line (`writing`), and what is said of a line that is no hand (`refusals`). What a
line says as a sentence says a room of its own (`sklog.rooms.SPEECH`).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from sklog.errors import HandError, InvalidHand, NotInstalled, UnclearAmount, UnclearHand
from sklog.language import _
from sklog.notation.parse import LONGEST, Reader, Readings
from sklog.notation.words import AUGEN_WORDS, BETWEEN, BOCK, COUNTED, GO_ON, Letter, flag_words, game_words, is_few
from sklog.notation.writing import shortest, write
from sklog.rooms import SPEECH, load
from sklog.scoring import names
from sklog.scoring.amounts import EUROS
from sklog.scoring.evening import refusal, table_for
from sklog.scoring.games import PARTNER
from sklog.scoring.hand import MOST_CARDS, MOST_TRUMPS, Played
from sklog.scoring.tariff import CENTS
from sklog.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand, Names
    from sklog.scoring.state import State
    from sklog.scoring.tariff import Tariff

__all__ = [
    "LONGEST",
    "flag_words",
    "game_words",
    "read",
    "read_correction",
    "read_hand",
    "shortest",
    "write",
    "write_hand",
]

_COUNTS = {**COUNTED, BOCK: BOCK}
"""What a figure may stand before by mistake, and the field that it then says: 2p."""


def read(
    line: str,
    people: Sequence[str],
    active: Sequence[str] | None,
    tariff: Tariff,
    round: str | None = None,  # noqa: A002 - the word of the interface
    *,
    bare: str | None = CENTS,
) -> Hand:
    """Return the one hand that a line of a file means.

    `people` are the seats in order, which numbers and initials refer to; `active` those dealt in (None:
    all); `round` the special round in force; `bare` what a whole number without a unit counts in an amount,
    None where nobody knows. Raise `InvalidHand` where it is no hand, `IllegalHand` where this tariff does not
    play the game or the Kontra word, `UnclearHand` where somebody is missing or several hands can be meant.
    """
    return _meant(Reader(line, people, active, tariff, round, bare=bare))


def _typed(line: str, state: State, tariff: Tariff, dealt_in: Names, corrected: Hand | None = None) -> Hand:
    """Return the one hand that was typed at a table, or corrected there; raise HandError with all problems."""
    table = table_for(state, None, tariff)
    active = [name for name in state.seats if name in (dealt_in or table.active)]

    def said(bare: str | None) -> Hand:
        return _meant(Reader(line, state.seats, active, tariff, table.round, bare=bare), corrected)

    try:
        return said(None)
    except UnclearAmount as unclear:
        with suppress(HandError):
            euros, cents = (write(said(unit), state.seats, tariff, active) for unit in (EUROS, CENTS))
            unclear.meant = {line: (euros, cents)}
        raise
    except UnclearHand as unclear:
        unclear.meant = {line: unclear.choices} if unclear.choices else {}
        raise
    except HandError as error:
        raise refusal(error, state, tariff) from None


def _meant(reader: Reader, corrected: Hand | None = None) -> Hand:
    """Return the one hand that a line means, or makes of the one that it corrects; raise HandError."""
    found = reader.readings()
    hands, changes, said = found.hands, None, None
    if corrected:
        from sklog.notation.changes import changes as changed  # noqa: PLC0415  few lines correct one

        changes = changed(reader, corrected)
        hands = [*hands, *(each for each in changes.hands if each not in hands)]
    hands, is_change = _held(hands), bool(changes and (changes.hands or changes.wrong))
    if len(hands) == 1:
        [hand] = hands
        if reader.bare is None:  # it was typed
            _require_clear(hand, reader, corrected)
        if reader.bare is not None or is_change or not reader.may_be_spoken:
            return hand
        said = _said(reader, hands)
        if not said:
            return hand
        found = found._replace(hands=[hand, *said.hands])
    elif not is_change:
        said = _said(reader, hands)
        if said and len(said.hands) == 1:
            [hand] = said.hands
            return cast("Hand", hand)
    from sklog.notation import refusals  # noqa: PLC0415  0.2 ms, which only a wrong line has to wait

    whole = said.hands if said else None
    if corrected and changes:
        error = refusals.no_correction(reader, found, changes, corrected, whole)
    else:
        error = refusals.refusal(reader, found, whole)
    try:
        raise error if found.hands or is_change else load(SPEECH).refused(reader, said, error, _meant)
    except NotInstalled as missing:
        sentence = len(reader.words) > len(("game", "people")) and not reader.games(reader.words)
        kind = InvalidHand if isinstance(error, InvalidHand) else type(error)
        raise (kind(*error.problems, *missing.problems) if sentence else error) from None


def _held(hands: list[Hand]) -> list[Hand]:
    """Return those whose Laufende somebody may hold, where there are such: mit 61 are Augen."""
    return [hand for hand in hands if getattr(hand, "laufende", 0) <= MOST_TRUMPS] or hands


def _said(reader: Reader, hands: Sequence[Hand]) -> Any:
    """Return the line as a sentence, where it says something else than these hands, and sentences are read here."""
    with suppress(NotInstalled):
        return load(SPEECH).said(reader, hands)
    return None


def _require_clear(hand: Hand, reader: Reader, corrected: Hand | None) -> None:
    """Refuse what was typed, and may have been meant otherwise: a small figure, or the one word of all who pass."""
    # beside a figure are only those Laufende that were typed with it
    if isinstance(hand, Played) and is_few(hand.augen) and not (_says_run(reader) if corrected else hand.laufende):
        _require_letter(hand, reader)
    if [word for word in map(str.casefold, reader.words) if word not in BETWEEN] == [GO_ON]:
        text = _('"{word}": if everybody passed, write {line}; to go on, type the next hand', word=GO_ON, line="x")
        raise UnclearHand(text)


def _says_run(reader: Reader) -> bool:
    return any(key == "laufende" for word in reader.words for said in reader.flags(Played, word) for key, _n in said)


def _require_letter(hand: Played, reader: Reader) -> None:
    """Refuse a small figure behind the people: it may be Laufende, of which the letter was forgotten.

    A letter that says Schneider or Schwarz stands behind Augen; the others say nothing of them.
    """
    said = {*(key for key, _value in reader.keyed), *map(str.casefold, reader.words)}
    if not said.isdisjoint(AUGEN_WORDS):
        return
    alone = re.compile(rf"(?:[^\W_]*[+-]|[^\W\d_]+)?,?0*{hand.augen}([^\W\d_nzNZ]*)")
    place, word, behind = next(
        ((place, word, found[1]) for place, word in enumerate(reader.words) if (found := alone.fullmatch(word))),
        (0, "", ""),
    )
    if not word:
        return
    game = reader.tariff.game(hand.game)
    run, augen = f"{Letter.RUN}{hand.augen}", f"augen:{hand.augen}"
    if not game or min(max(game.trumps, default=0), _most_held(game, reader)) < (hand.augen or 0):
        raise UnclearHand(_('"{word}": so few Augen? Then write {augen}', word=word, augen=augen))
    counted = (behind or "".join(reader.words[place + 1 : place + 2])).casefold()
    if counted in _COUNTS:  # 2p, 2 bock
        from sklog.notation import refusals  # noqa: PLC0415  only a line that is refused waits for it

        rest = replace(hand, augen=None, won=hand.won is not False)
        others = (replace(rest, laufende=hand.augen), replace(rest, **{_COUNTS[counted]: hand.augen}))
        raise refusals.refusal(reader, Readings([hand, *others], [], []))
    raise UnclearHand(_('"{word}": Laufende or Augen? Write {run} or {augen}', word=word, run=run, augen=augen))


def _most_held(game: Game, reader: Reader) -> int:
    """Return how many cards the declarers hold."""
    return (2 if game.shape == PARTNER else 1) * (reader.tariff.tricks(len(reader.seats.active)) or MOST_CARDS)


def read_hand(line: str, state: State, tariff: Tariff, dealt_in: Names = ()) -> Hand:
    """Return the hand that a line of shorthand means at this table; raise HandError with all problems.

    `dealt_in` are the players who get cards, if the table did not deal as usual. A whole number that could be euros or
    cents raises UnclearAmount, with a line for each meaning. See docs/shorthand.md.

    >>> sklog.read_hand("s ac nl3", table, lamers).partner
    'Christl'
    """
    try:
        return _typed(names.line(line), state, tariff, dealt_in)
    except HandError as error:
        if not isinstance(error, UnclearAmount) and any(word.startswith("--") for word in line.split()):
            raise InvalidHand(*error.problems, _("options come before the hand")) from None
        raise


def read_correction(line: str, hand: Hand, state: State, tariff: Tariff, dealt_in: Names = ()) -> Hand:
    """Return what a hand that was played at this table really was: the line is a whole hand, or changes this one.

    A change is made of flags, keys and a note, each in place of what was recorded. What reads as both is refused with
    both. Raise HandError with all problems.
    """
    return _typed(line, state, tariff, dealt_in, hand)


def write_hand(hand: Hand, state: State, tariff: Tariff, dealt_in: Names = ()) -> str:
    """Return a hand at this table as a line of shorthand; `read_hand` reads it back.

    `dealt_in` are the players who get cards, if the table did not deal as usual. See docs/shorthand.md.

    >>> sklog.write_hand(sklog.Played(game="wenz", declarer="Bene", won=False), table, lamers)
    'w b-'
    """
    return write(hand, state.seats, tariff, dealt_in or table_for(state, hand, tariff).active)
