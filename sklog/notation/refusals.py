"""What is said about a line that is no hand: what was understood, what was not, and what would be right.

Imported only when something is wrong.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand
from sklog.language import _, _or
from sklog.notation.parse import open_slots
from sklog.notation.words import (
    FLAG_WORDS,
    JUNGFRAUEN,
    KLOPFER,
    KONTRA,
    KONTRA_AND_RE,
    KONTRA_WORDS,
    LOST,
    RUN,
    RUN_OF_OPPONENTS,
    SCHNEIDER,
    SCHWARZ,
    SIGNS,
    TOUT,
    WON,
    everywhere,
    first_name,
    letters,
)
from sklog.scoring.canonical import KEYS, kind_of_game, shown, unknown_key
from sklog.scoring.games import PASSED, RAMSCH, SUIT_NAMES
from sklog.scoring.hand import Played, Ramsch
from sklog.scoring.judge import not_played

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sklog.notation.parse import Reader
    from sklog.notation.words import Said, Seats, Vocabulary
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

_LETTERS = (SCHNEIDER, SCHWARZ, f"{RUN}3", f"{RUN_OF_OPPONENTS}3", KLOPFER, KONTRA, KONTRA_AND_RE, TOUT)
_LONG_ENOUGH_TO_GUESS = 4
_MOST_NAMED = 2  # by what sticks to the letters of a game


def several(hands: Sequence[Hand], reader: Reader) -> UnclearHand:
    """Return the question which of several hands is meant, each as the line that says only this."""
    from sklog.notation import write  # noqa: PLC0415  it imports this module

    seats = reader.seats
    said = [write(hand, seats.people, reader.vocabulary.tariff, seats.active) for hand in hands]
    return UnclearHand(
        _("this can mean several hands; say one of them: {hands}", hands=_or(f" {line} " for line in said).strip())
    )


def what_is_wrong(reader: Reader, wrong: Sequence[InvalidHand]) -> HandError:
    """Return the error about a line that no hand came out of."""
    found = _Findings()
    if reader.broken:
        found.invalid.extend(problem.message for problem in reader.broken.problems)
    games = reader.games()
    if not games:
        _no_game(reader, found)
    elif wrong:
        messages = {str(error): error for error in wrong}
        if len(messages) == 1 and not found.invalid:
            return wrong[0]
        found.invalid.extend(problem.message for error in messages.values() for problem in error.problems)
    else:
        attempts = [_attempt(said, words, reader) for said, words in games]
        found.add(min(attempts, key=_Findings.number))
    return found.error()


class _Findings:
    """What is wrong with one way to read a line, by the kind of no that it is."""

    __slots__ = ("illegal", "invalid", "unclear")

    def __init__(self) -> None:
        self.invalid: list[str] = []
        self.illegal: list[str] = []
        self.unclear: list[str] = []

    def number(self) -> int:
        return len(self.invalid) + len(self.illegal) + len(self.unclear)

    def add(self, other: _Findings) -> None:
        self.invalid.extend(other.invalid)
        self.illegal.extend(other.illegal)
        self.unclear.extend(other.unclear)

    def error(self) -> HandError:
        problems = tuple(dict.fromkeys((*self.invalid, *self.illegal, *self.unclear)))
        if not problems:
            return UnclearHand(_("this line can be read in too many ways: use key:value forms, such as declarer:Anna"))
        kind = InvalidHand if self.invalid else IllegalHand if self.illegal else UnclearHand
        return kind(*problems)


# -- the game -----------------------------------------------------------------------------------------


def _no_game(reader: Reader, found: _Findings) -> None:
    vocabulary = reader.vocabulary
    by_key = reader.game_key()
    words = reader.words if by_key is None else [by_key.strip('"')]
    if not words:
        found.invalid.append(_("nothing was said: a line is GAME PEOPLE FLAGS, such as s ac n"))
        return
    known = everywhere(vocabulary.tariff)
    for stop in range(min(known.longest, len(words)), 0, -1):
        said = known.games(" ".join(words[:stop]).casefold())
        if said:
            found.illegal.append(not_played(said[0][0].title, vocabulary.tariff))
            return
    attempts = list(_stuck(words, reader, known)) if by_key is None else []
    if attempts:
        found.add(min(attempts, key=_Findings.number))
        return
    first = words[0].casefold()
    near = [f"{first} solo"] if first in SUIT_NAMES else get_close_matches(first, list(vocabulary.names), 1)
    first_word, games = shown(words[0]), ", ".join(vocabulary.spoken())
    found.invalid.append(
        _(
            '"{word}" is no game here, did you mean "{near}"? There are {games}',
            word=first_word,
            near=near[0],
            games=games,
        )
        if near
        else _('"{word}" is no game here; there are {games}', word=first_word, games=games)
    )


def _stuck(words: list[str], reader: Reader, known: Vocabulary) -> Iterator[_Findings]:
    """Yield what is wrong where the people stick to the letters of a game: not played, or who is missing or unknown."""
    for said, begun, rest in reader.glued(known):
        head = first_name(rest)
        if len(head) <= _MOST_NAMED and reader.seats.find(head[0]):
            found = _attempt(said, [rest, *words[1:]], reader)
            if begun not in reader.vocabulary.letters:
                found.illegal.append(not_played(said[0].title, reader.vocabulary.tariff))
            elif not found.number():
                line = f"{begun} {shown(rest)}"
                found.invalid.append(_('"{word}" is no game here: write {line}', word=shown(words[0]), line=line))
            yield found


# -- the people ---------------------------------------------------------------------------------------


def nobody(word: str, found: Sequence[str], seats: Seats) -> str:
    """Return the sentence that a word names nobody, or does not say which of several people."""
    if found:
        return _('"{word}" can be {people}: write more of the name', word=shown(word), people=_or(found))
    folded = {person.casefold(): person for person in seats.people}
    near = [folded[name] for name in get_close_matches(word.casefold(), list(folded), 2)]
    said, people = shown(word), ", ".join(seats.people)
    if not near:
        return _('nobody here is called "{word}"; there are {people}', word=said, people=people)
    return _(
        'nobody here is called "{word}", did you mean {near}? There are {people}',
        word=said,
        near=_or(near),
        people=people,
    )


def _attempt(said: Said, words: list[str], reader: Reader) -> _Findings:
    """Return what is wrong when the line is read as this game."""
    found = _Findings()
    game = said[0]
    kind = kind_of_game(game)
    keyed: dict[str, object] = {key: value for key, value in reader.keyed if key != "game"}
    ways = list(reader.ways(game, words, keyed))
    if ways:
        left = min((left for __, left in ways), key=lambda left: sum(not reader.flags(kind, word) for word in left))
    elif game.shape == RAMSCH:
        left = _losers(words, reader, found)
    else:
        slots = [slot for slot in open_slots(game) if slot not in keyed]
        left = _people(slots, words, said, reader, found)
    for word in left:
        _flag(word, said, reader, found)
    return found


def _losers(words: list[str], reader: Reader, found: _Findings) -> list[str]:
    figures = [word for word in words if word.isascii() and word.isdigit()]
    active = reader.seats.active
    if len(figures) > 1:
        found.invalid.append(
            _(
                "{count} numbers: the Augen of a Ramsch are {wanted}, of {people} in this order",
                count=len(figures),
                wanted=len(active),
                people=", ".join(active),
            )
        )
        return words[len(figures) :]
    if not words or _says_something(words[0], reader, RAMSCH):
        found.unclear.append(_("who lost the Ramsch? Say the loser, such as r d, or the Augen of everybody dealt in"))
        return words
    _unknown(words[0], reader, found)
    return words[1:]


def _says_something(word: str, reader: Reader, shape: str) -> bool:
    return bool(reader.flags(Ramsch if shape == RAMSCH else Played, word))


def _people(slots: Sequence[str], words: list[str], said: Said, reader: Reader, found: _Findings) -> list[str]:
    """Say who is missing or unknown; return the words behind the people."""
    game, seats = said[0], reader.seats
    left, missing = words, []
    for number, slot in enumerate(slots):
        person, behind = next(seats.first(left), ("", left))
        if person:
            left = behind
        elif not left or (_says_something(left[0], reader, game.shape) and not seats.find(left[0])):
            missing.append(slot)
        elif number == 0 and not seats.find(left[0]) and _all_initials(left[0], len(slots), reader, found):
            return left[1:]
        else:
            _unknown(left[0], reader, found)
            left = left[1:]
    if missing:
        found.unclear.append(_who(missing, game, _begun(said, words, reader)))
    return left


def _who(missing: list[str], game: Game, begun: str) -> str:
    """Return the question who played, with an example that begins as the line does."""
    if len(open_slots(game)) == 1:
        return _("who played? {game} needs a declarer, such as {line}", game=game.title, line=f"{begun} a")
    line = f"{begun} ac"
    if missing == ["partner"]:
        return _(
            "who was the partner? {game} needs a declarer and a partner, such as {line}", game=game.title, line=line
        )
    return _("who played? {game} needs a declarer and a partner, such as {line}", game=game.title, line=line)


def _begun(said: Said, words: list[str], reader: Reader) -> str:
    """Return how the line says its game, in words of its own, stuck to these words, or by key."""
    before = reader.words[: len(reader.words) - len(words)]
    return " ".join(before) or (reader.words[0].removesuffix(words[0]) if words else "") or said[0].name


def _all_initials(word: str, number: int, reader: Reader, found: _Findings) -> bool:
    """Say which initials of a word are nobody's; return whether it is a word of initials at all."""
    head = first_name(word)
    people = [(character, reader.seats.find(character)) for character in head if character != '"']
    if number == 1 and len(people) > 1 and all(len(each) == 1 for __, each in people):
        count = len(people)
        found.invalid.append(
            _('"{word}" are {count} people; this game is played by one alone', word=shown(head), count=count)
        )
        return True
    if number != len(people) or not any(each for __, each in people):
        return False
    for character, each in people:
        if len(each) > 1:
            found.unclear.append(nobody(character, each, reader.seats))
        elif not each:
            found.invalid.append(nobody(character, each, reader.seats))
    return True


def _unknown(word: str, reader: Reader, found: _Findings) -> None:
    head = first_name(word)
    people = reader.seats.find(head)
    (found.unclear if people else found.invalid).append(nobody(head, people, reader.seats))


# -- the flags ----------------------------------------------------------------------------------------


def _flag(word: str, said: Said, reader: Reader, found: _Findings) -> None:
    """Say why a word is no flag; nothing if it is one."""
    game = said[0]
    kind = kind_of_game(game)
    if reader.flags(kind, word):
        return
    small = word.casefold().lstrip("".join(SIGNS))
    tariff = reader.vocabulary.tariff
    head, colon = word.partition(":")[:2]
    people = reader.seats.find(word)
    if small in KONTRA_WORDS:
        found.illegal.append(_no_kontra(shown(word), tariff))
    elif word[-1] in SIGNS and len(word) > 1:
        found.invalid.append(
            _(
                '"{word}": {won} or {lost} stands behind the people, such as {line}',
                word=shown(word),
                won=WON,
                lost=LOST,
                line=f"ac{LOST}",
            )
        )
    elif colon and head:
        found.invalid.append(unknown_key(head, KEYS[kind]))
    elif len(people) == 1:
        found.invalid.append(_one_too_many(people[0], game))
    else:
        found.invalid.append(_no_flag(word, small, game, reader))


def _no_kontra(word: str, tariff: Tariff) -> str:
    if not tariff.kontra:
        return _('{tariff} does not play "{word}"; it knows no Kontra at all', tariff=tariff.name, word=word)
    chain = ", ".join(tariff.kontra.names)
    return _('{tariff} does not play "{word}"; it knows {chain}', tariff=tariff.name, word=word, chain=chain)


def _one_too_many(name: str, game: Game) -> str:
    said = {
        PASSED: _("{name} is one too many: {game} names nobody"),
        RAMSCH: _("{name} is one too many: {game} names the loser alone"),
    }
    both = _("{name} is one too many: {game} names declarer and partner")
    alone = _("{name} is one too many: {game} names declarer")
    text = said.get(game.shape, both if len(open_slots(game)) > 1 else alone)
    return text.format(name=name, game=game.title)


def _no_flag(word: str, small: str, game: Game, reader: Reader) -> str:
    """Return the sentence that a word is no flag, what may be meant or which part of it was understood."""
    flags = _flags_of(game)
    if len(small) >= _LONG_ENOUGH_TO_GUESS:
        for near in get_close_matches(small, [*FLAG_WORDS, *reader.vocabulary.levels], 1):
            return _('"{word}" is no flag, did you mean "{near}"?; {flags}', word=shown(word), near=near, flags=flags)
    for end in range(len(small) - 1, 0, -1):
        if letters(small[:end]):
            return _(
                '"{word}" is no flag ("{known}" is, "{rest}" is not); {flags}',
                word=shown(word),
                known=small[:end],
                rest=shown(small[end:]),
                flags=flags,
            )
    return _('"{word}" is no flag; {flags}', word=shown(word), flags=flags)


def _flags_of(game: Game) -> str:
    if game.shape == RAMSCH:
        return _(
            "in a Ramsch there are {jungfrau} (Bene is Jungfrau), {klopfer} (Klopfer), bock and {won}",
            jungfrau=f"{JUNGFRAUEN}b",
            klopfer=KLOPFER,
            won=WON,
        )
    return _(
        "a flag is the Augen, {letters}, {won} or {lost}, or a word such as sie, muss, bock, bid75",
        letters=", ".join(_LETTERS),
        won=WON,
        lost=LOST,
    )
