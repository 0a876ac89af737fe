"""What is said about a line that is no hand: what was understood, what was not, and what would be right.

Imported only when something is wrong.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand, similar
from sklog.language import N_, _, _or
from sklog.notation.changes import taken_away
from sklog.notation.parse import Reader, slots_of
from sklog.notation.spoken import TOO_MANY
from sklog.notation.words import (
    FLAG_WORDS,
    KONTRA_WORDS,
    SIGNS,
    SUIT_WORDS,
    Letter,
    every_game,
    first_name,
    is_count,
    letters,
    quoted,
)
from sklog.notation.writing import write
from sklog.scoring.canonical import KEYS, kind_of_game, shown, unknown_key
from sklog.scoring.games import BY_NAME, PASSED, RAMSCH, Game
from sklog.scoring.hand import Played, Posting, Ramsch
from sklog.scoring.judge import Table, illegalities, not_played
from sklog.scoring.ramsch import ramsch_illegalities
from sklog.scoring.tariff import HADSCH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sklog.notation.parse import Readings
    from sklog.notation.words import Seats, SuitedGame, Vocabulary
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

_LETTERS = (
    f"{Letter.SCHNEIDER}, {Letter.SCHWARZ}, {Letter.RUN}3, {Letter.RUN_OF_OPPONENTS}3, {Letter.KLOPFER}, "
    f"{Letter.KONTRA}, {Letter.KONTRA_AND_RE}, {Letter.TOUT}"
)
_WORST_FIRST = (InvalidHand, IllegalHand, UnclearHand)
LONG_ENOUGH_TO_GUESS = 4
_MOST_NAMED = 2  # by what sticks to the letters of a game
_MOST_SHOWN = 6  # hands that a line can mean
_TURNED = re.compile(rf"([0-9]{{1,2}})({Letter.RUN}|{Letter.RUN_OF_OPPONENTS})")


def refusal(reader: Reader, found: Readings, said: Sequence[Hand] | None = None) -> HandError:
    """Return the error about a line that does not mean exactly one hand, also not one `said` in a sentence."""
    if hands := found.hands or said:
        return _several(hands, reader, spoken=said is not None)
    return _of_shorthand(reader, found)


def _of_shorthand(reader: Reader, found: Readings) -> HandError:
    """Return what is wrong with a line of shorthand."""
    broken = found.broken[:1]
    games = [game for words in (*reader.in_other_words(), reader.words) for game in reader.games(words)]
    if not games:
        return _as_one([*broken, *_no_game(reader)])
    if found.wrong:
        different = {str(error): error for error in found.wrong}
        return found.wrong[0] if len(different) == 1 and not broken else _as_one([*broken, *different.values()])
    attempts = [_attempt(said, [*map(quoted, stuck), *words], reader) for said, words, stuck in games]
    # s eichel a: eichel is no person; who is missing is the better answer
    best = min(attempts, key=lambda wrong: (len(wrong), not all(isinstance(one, UnclearHand) for one in wrong)))
    return _as_one([*broken, *best])


def no_correction(
    reader: Reader, found: Readings, changes: Readings, hand: Hand, whole: Sequence[Hand] | None = None
) -> HandError:
    """Return the error about a line that is not exactly one hand, nor exactly one change of the hand it corrects.

    `whole` are the hands that it says in a sentence.
    """
    if changes.hands:
        return _several([*found.hands, *(each for each in changes.hands if each not in found.hands)], reader)
    if found.hands or whole:
        return refusal(reader, found, whole)
    kind, words = type(hand), reader.words
    said, _taken = taken_away(reader, kind, words)
    if changes.broken and not words:
        return changes.broken[0]
    short = refusal(reader, found)
    names_game = reader.game_key is not None or any(map(reader.games, (words, *reader.in_other_words())))
    if names_game or isinstance(short, IllegalHand) or not (words or changes.wrong):
        return short
    game = reader.tariff.game(hand.game) or BY_NAME.get(hand.game) or Game(hand.game, hand.game, PASSED)
    unread = [word for word in said if not reader.flags(kind, word)]
    if kind is Posting:
        line = write(hand, reader.seats.people, reader.tariff, reader.seats.active)
        return InvalidHand(_("this is a posting, which has no flags: write all of it, such as {line}", line=line))
    problems: list[HandError] = [*changes.broken[:1]]
    if not unread:
        return _as_one([*problems, *changes.wrong])
    problems += [_no_flag(word, game, reader) for word in unread]
    if words[0] in unread:
        problems.append(InvalidHand(_("type the whole hand, or only what was wrong, such as {line}", line=_CHANGE)))
    return _as_one(problems)


_CHANGE = f"{Letter.LOST}, {Letter.RUN}3, {Letter.SCHNEIDER}, {Letter.SCHNEIDER}0, kontra:none"


def _several(hands: Sequence[Hand], reader: Reader, *, spoken: bool = False) -> UnclearHand:
    """Return the question which of several hands is meant, each as the line that says only this.

    What cannot be played here is not offered, where several are left. A sentence has a choice, which one key answers:
    shorthand is typed again sooner than it is read.
    """
    possible = [hand for hand in hands if _can_be(hand, reader)]
    lines = lines_of(possible if len(possible) > 1 else hands, reader)
    said = [*(f" {line} " for line in lines[:_MOST_SHOWN]), *(["…"] if len(lines) > _MOST_SHOWN else [])]
    problem = _("this can mean several hands; choose one of them: {hands}", hands=_or(said).strip())
    return UnclearHand(problem, question=_("Which hand is it?"), choices=lines[:_MOST_SHOWN] if spoken else ())


def _can_be(hand: Hand, reader: Reader) -> bool:
    """Whether a hand can be played at this table; one that says itself who was dealt in is not looked at."""
    seats = reader.seats
    if getattr(hand, "active", ()):
        return True
    table = Table(seats.people, seats.people[0], seats.active, round=HADSCH if reader.hadsch else None)
    if isinstance(hand, Played):
        return not illegalities(hand, table, reader.tariff)
    return not (isinstance(hand, Ramsch) and [*ramsch_illegalities(hand, table, reader.tariff)])


def lines_of(hands: Iterable[Hand], reader: Reader) -> tuple[str, ...]:
    """Return each of these hands as its line of shorthand, once."""
    people, active = reader.seats.people, reader.seats.active
    return tuple(dict.fromkeys(write(hand, people, reader.tariff, active) for hand in hands))


def _as_one(found: Sequence[HandError]) -> HandError:
    """Return all problems as one error: those of a hand that is none first, then what is not played, then questions."""
    ordered = [(kind, error) for kind in _WORST_FIRST for error in found if isinstance(error, kind)]
    if not ordered:
        return UnclearHand(_(TOO_MANY))
    worst = ordered[0][0]
    return worst(*dict.fromkeys(problem.message for __, error in ordered for problem in error.problems))


# -- the game -----------------------------------------------------------------------------------------


def _no_game(reader: Reader) -> Sequence[HandError]:
    """Return what is wrong with a line that begins with no game of this tariff."""
    vocabulary = reader.vocabulary
    words = reader.words if reader.game_key is None else [reader.game_key.strip('"')]
    if not words:
        line = f"s {reader.seats.example(2)} n"
        return [InvalidHand(_("the line is empty: a line is GAME PEOPLE FLAGS, such as {line}", line=line))]
    known = every_game()
    for stop in range(min(known.longest, len(words)), 0, -1):
        if said := known.games(" ".join(words[:stop]).casefold()):
            return [IllegalHand(not_played(said[0][0].name, reader.tariff))]
    attempts = list(_glued(words, reader, known)) if reader.game_key is None else []
    if attempts:
        return min(attempts, key=len)
    no_people = (word for word in words if word and not reader.seats.find(first_name(word)))
    word = next(no_people, words[0])  # Anna Nullouvert
    first = word.casefold()
    near = [f"{first} solo"] if first in SUIT_WORDS else similar(first, vocabulary.names)
    facts = {"word": shown(word), "games": ", ".join(vocabulary.titles())}
    if not near:
        return [InvalidHand(_('"{word}" is not a game here, only {games}', **facts))]
    return [InvalidHand(_('"{word}" is not a game here, did you mean "{near}"? Games: {games}', near=near[0], **facts))]


def _glued(words: list[str], reader: Reader, known: Vocabulary) -> Iterator[Sequence[HandError]]:
    """Yield what is wrong where the people stick to the letters of a game: not played, or who is missing or unknown."""
    for said, begun, rest in known.glued(words[0]):
        head, number = first_name(rest), len(slots_of(said[0]))
        stuck = 0 < number < len(head) and reader.flags(kind_of_game(said[0]), rest[number:])
        if stuck and is_count(rest[number - 1 :]):  # wl3: three Laufende of somebody
            number -= 1
        apart = [rest] if not stuck else [part for part in (rest[:number], rest[number:]) if part]
        if head and (stuck or len(head) <= _MOST_NAMED) and reader.seats.find(head[0]):
            found = _attempt(said, [*apart, *words[1:]], reader)
            if begun not in reader.vocabulary.letters:
                if found:  # herz is no Hochzeit of Eva
                    continue
                found.append(IllegalHand(not_played(said[0].name, reader.tariff)))
            elif not found:
                whole = [rest] if stuck and number == 1 and reader.seats.find(head) else []
                lines = _or(f"{begun} {shown(each)}" for each in (*whole, " ".join(apart)))
                found.append(InvalidHand(_('"{word}" is not a game: write {line}', word=shown(words[0]), line=lines)))
            yield found


# -- the people ---------------------------------------------------------------------------------------


def _attempt(said: SuitedGame, words: list[str], reader: Reader) -> list[HandError]:
    """Return what is wrong when the line is read as this game."""
    game = said[0]
    kind = kind_of_game(game)
    keyed: dict[str, object] = dict(reader.keyed)
    found: list[HandError] = []
    ways = [left for __, left in reader.ways(game, words, keyed)]
    if ways:
        left = min(ways, key=lambda left: sum(not reader.flags(kind, word) for word in left))
    elif kind is Ramsch:
        error, left = _no_loser(words, reader)
        found.append(error)
    else:
        found, left = _people([slot for slot in slots_of(game) if slot not in keyed], words, said, reader)
    return [*found, *(_no_flag(word, game, reader) for word in left if not reader.flags(kind, word))]


def _no_loser(words: list[str], reader: Reader) -> tuple[HandError, list[str]]:
    """Return what is wrong where a Ramsch should say who lost, and the words behind it."""
    figures = [word for word in words if word.isascii() and word.isdigit()]
    active = reader.seats.active
    if len(figures) > 1:
        said = _(
            "{count} numbers: the Augen of a Ramsch are {wanted}, of {people} in this order",
            count=len(figures),
            wanted=len(active),
            people=", ".join(active),
        )
        return InvalidHand(said), words[len(figures) :]
    if not words or reader.flags(Ramsch, words[0]):
        line = f"r {reader.seats.example(1)}"
        question = _(
            "who lost the Ramsch? Name the loser, such as {line}, or give the Augen of everybody dealt in", line=line
        )
        return UnclearHand(question), words
    return _not_found(first_name(words[0]), reader), words[1:]


def _people(
    slots: Sequence[str], words: list[str], said: SuitedGame, reader: Reader
) -> tuple[list[HandError], list[str]]:
    """Return who is missing or unknown, and the words behind the people."""
    seats, flags = reader.seats, partial(reader.flags, kind_of_game(said[0]))
    found: list[HandError] = []
    left, missing = words, []
    for number, slot in enumerate(slots):
        person, behind = next(iter(seats.first(left)), ("", left))
        if person:
            left = behind
        elif not left or (flags(left[0]) and not seats.find(left[0])):
            missing.append(slot)
        else:
            initials = None if number or seats.find(left[0]) else _wrong_initials(left[0], len(slots), reader)
            if initials is not None:
                return initials, left[1:]
            found.append(_not_found(first_name(left[0]), reader))
            left = left[1:]
    if missing:
        found.append(_who(missing, said[0], _begun(said, words, reader), reader.seats))
    return found, left


def _who(missing: list[str], game: Game, begun: str, seats: Seats) -> UnclearHand:
    """Return the question who played, with an example that begins as the line does."""
    people = len(slots_of(game))
    question = N_("who played? {game} needs a declarer and a partner, such as {line}")
    if people == 1:
        question = N_("who played? {game} needs a declarer, such as {line}")
    elif missing == ["partner"]:
        question = N_("who was the partner? {game} needs a declarer and a partner, such as {line}")
    return UnclearHand(_(question, game=game.title, line=f"{begun} {seats.example(people)}"))


def _begun(said: SuitedGame, words: list[str], reader: Reader) -> str:
    """Return how the line says its game, in words of its own, stuck to these words, or by key."""
    typed = reader.words
    before = typed[: len(typed) - len(words)]
    first = typed[0] if typed else ""
    for head, rest in ((first.removesuffix(stuck), stuck) for stuck in ("".join(words[:2]), "".join(words[:1]))):
        if rest and first == head + rest:
            return head or said[0].name
    if typed != before + words:  # said in other words: only the game itself begins the example
        games = (typed[:stop] for stop in range(len(before), 0, -1))
        before = next((each for each in games if said in reader.vocabulary.games(" ".join(each).casefold())), [])
    return " ".join(before) or said[0].name


def _wrong_initials(word: str, number: int, reader: Reader) -> list[HandError] | None:
    """Return which initials of a word are nobody's; None where it is no word of so many initials."""
    head = first_name(word)
    people = [(character, reader.seats.find(character)) for character in head if character != '"']
    count = len(people)
    if number == 1 and count > 1 and all(len(each) == 1 for __, each in people):
        return [InvalidHand(_('"{word}" are {count} people; this game is played alone', word=shown(head), count=count))]
    if number != count or not any(each for __, each in people):
        return None
    return [_not_found(character, reader) for character, each in people if len(each) != 1]


def _not_found(word: str, reader: Reader) -> HandError:
    """Return the error about a word that is to be one person: it may be nobody, or several."""
    return (UnclearHand if reader.seats.find(word) else InvalidHand)(reader.seats.not_found(word))


# -- the flags ----------------------------------------------------------------------------------------


def _no_flag(word: str, game: Game, reader: Reader) -> HandError:
    """Return why a word is no flag."""
    small = word.casefold().lstrip("".join(SIGNS))
    head, colon = word.partition(":")[:2]
    people = reader.seats.find(word)
    if small in KONTRA_WORDS:
        return IllegalHand(_no_kontra(shown(word), reader.tariff))
    if word[-1] in SIGNS and len(word) > 1:
        text = _(
            '"{word}": {won} or {lost} comes after the people, such as {line}',
            word=shown(word),
            won=Letter.WON,
            lost=Letter.LOST,
            line=f"{reader.seats.example(min(len(slots_of(game)), 2) or 1)}{Letter.LOST}",
        )
    elif colon and head:
        text = unknown_key(head, KEYS[kind_of_game(game)])
    elif len(people) == 1:
        text = one_too_many(people[0], game, reader.seats)
    else:
        text = _unknown_flag(word, small, game, reader)
    return InvalidHand(text)


def _no_kontra(word: str, tariff: Tariff) -> str:
    if not tariff.kontra:
        return _('{tariff} does not have "{word}"; it has no Kontra at all', tariff=tariff.name, word=word)
    chain = ", ".join(tariff.kontra.names)
    return _('{tariff} does not have "{word}"; it has {chain}', tariff=tariff.name, word=word, chain=chain)


def one_too_many(name: str, game: Game, seats: Seats) -> str:
    """Return the sentence that somebody is named beside as many as a game takes."""
    question = N_("{name} is one too many: {game} takes a declarer")
    if game.shape == PASSED:
        question = N_("{name} is one too many: {game} takes nobody")
    elif game.shape == RAMSCH:
        question = N_("{name} is one too many: {game} takes the loser, or those who share the loss in one word: {line}")
    elif len(slots_of(game)) > 1:
        question = N_("{name} is one too many: {game} takes a declarer and a partner")
    return _(question, name=name, game=game.title, line=f"r {seats.example(2)}")


def _unknown_flag(word: str, small: str, game: Game, reader: Reader) -> str:
    """Return the sentence that a word is no flag, what may be meant or which part of it was understood."""
    said = {"word": shown(word), "flags": _flags_of(game, reader.seats)}
    if turned := _TURNED.fullmatch(small):  # 3l
        return _('"{word}" is not a flag, did you mean "{near}"?; {flags}', near=turned[2] + turned[1], **said)
    if len(small) >= LONG_ENOUGH_TO_GUESS:
        for near in similar(small, (*FLAG_WORDS, *reader.vocabulary.levels)):
            return _('"{word}" is not a flag, did you mean "{near}"?; {flags}', near=near, **said)
    for end in range(len(small) - 1, 0, -1):
        if letters(small[:end]):
            parts = {"known": small[:end], "rest": shown(small[end:])}
            return _('"{word}" is not a flag ("{known}" is, "{rest}" is not); {flags}', **parts, **said)
    return _('"{word}" is not a flag; {flags}', **said)


def _flags_of(game: Game, seats: Seats) -> str:
    said = {"won": Letter.WON, "lost": Letter.LOST, "klopfer": Letter.KLOPFER, "letters": _LETTERS}
    if game.shape == RAMSCH:
        virgin = {"name": seats.active[-1], "jungfrau": f"{Letter.JUNGFRAUEN}{seats.key(seats.active[-1])}"}
        return _("a Ramsch can have {jungfrau} ({name} is Jungfrau), {klopfer} (Klopfer), bock and {won}",
                 **virgin, **said)  # fmt: skip
    return _("a flag is the Augen, {letters}, {won} or {lost}, or a word such as sie, muss, bock, bid75", **said)
