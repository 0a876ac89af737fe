"""A hand that is said in a sentence: Anna und Bene gewinnen das Sauspiel; Wenz Christl, Bene hat gespritzt.

    said      a line, and the hands that it is as shorthand -> what it says as a sentence
    refused   what is wrong with a line that is no hand, in the words of a sentence, or a question that one key answers

Each module knows those below it: how kinds of words go together (`grammar`), what single words mean (`words`).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand, similar, slips
from sklog.language import N_, _, _or
from sklog.notation.parse import Reader
from sklog.notation.refusals import LONG_ENOUGH_TO_GUESS, lines_of
from sklog.notation.words import NOTE, folded, one_word
from sklog.scoring.canonical import shown
from sklog.scoring.hand import Passed, Played, Ramsch
from sklog.scoring.judge import not_played
from sklog.scoring.tariff import HADSCH
from sklog.speech.grammar import not_together, sentence
from sklog.speech.words import A_GAME, heard
from sklog.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sklog.scoring.hand import Hand
    from sklog.speech.grammar import Sentence
    from sklog.speech.words import Heard


def said(reader: Reader, hands: Sequence[Hand]) -> Sentence | None:
    """Return what a line says as a sentence; None where it is none, or only says the hand that it is as shorthand.

    Of several `hands` shorthand has to choose, unless the line names everybody. Raise HandError where one is another.
    """
    if reader.game_key or any(value for _key, value in reader.keyed):
        return None
    try:
        found = sentence(reader)
    except UnclearHand:  # a sentence of too many ways does not hide what shorthand says
        if len(hands) == 1:
            return None
        raise
    line = found.heard
    says = line.spoken or line.names_opponents or (line.ends and line.names_somebody)
    passed = bool(found.hands) and isinstance(found.hands[0], Passed)
    if not hands and found.hands and not passed and (doubt := line.doubt):
        text = N_("{words}: that may be another hand, or take this one back. Did you mean this hand?")
        raise _did_you_mean(text, [doubt], found.hands, reader)
    if hands and line.thing:
        text = N_("{words}: an article, or somebody? Did you mean this hand?")
        raise _did_you_mean(text, line.words[:1], hands, reader)
    letter = "".join(line.words[:1]).casefold() in reader.vocabulary.letters  # of shorthand: with a slip it is none
    only = not hands and len(found.hands) == 1 and ((line.parted and not letter) or _is_counted(found.hands[0]))
    if not (line.thing or line.names_all or only or (len(hands) < 2 and (says or passed))):
        return None
    if len(hands) == 1:
        if not line.names_somebody or found.agrees(hands[0]):
            return None
        if not found.hands:
            raise found.problem
    return found


def _is_counted(hand: Hand) -> bool:
    """Whether it is a Ramsch of which everybody's Augen are said."""
    return isinstance(hand, Ramsch) and bool(hand.augen)


def refused(reader: Reader, found: Sentence | None, short: HandError, meant: Callable[[Reader], Hand]) -> HandError:
    """Return the error about a line that is no hand: as shorthand it is wrong for what `short` says.

    Where names are misspelt, and the line is one hand by them as it is `meant`, that hand is asked about.
    """
    if names := _misspelt(reader):
        with suppress(HandError):
            text = N_("nobody here is called {words}. Did you mean this hand?")
            then = N_("nobody here is called {words}. Did you mean this hand? Then write {line}")
            return _did_you_mean(text, names, [meant(_renamed(names, reader))], reader, then)
    return _of_a_sentence(found, short, reader) if found and not found.hands else short


def _sound(name: str) -> str:
    return folded(name).replace("ph", "f").replace("th", "t")


def _misspelt(reader: Reader) -> dict[str, str]:
    """Return each longer word that says nothing and is one slip from the name of one person here, and that name."""
    found = {}
    for word in heard(reader.said, reader.seats, reader.vocabulary).unknown:
        near = [name for name in reader.seats.people if len(name) > LONG_ENOUGH_TO_GUESS
                and slips(_sound(word), _sound(name)) in (0, 1)]  # fmt: skip
        if len(near) == 1 and word.isalpha() and len(word) >= LONG_ENOUGH_TO_GUESS:
            found[word] = one_word(near[0])
    return found


def _renamed(names: Mapping[str, str], reader: Reader) -> Reader:
    """Return the reader of the same line with these names in place of what was typed."""
    line = " ".join(re.sub(r"[^\W\d_]+", lambda word: names.get(word[0], word[0]), word) for word in reader.said)
    round_ = HADSCH if reader.hadsch else None
    found = Reader(line, reader.seats.people, reader.seats.active, reader.tariff, round_, bare=reader.bare)
    found.note = reader.note
    return found


def _did_you_mean(
    text: str,
    words: Iterable[str],
    hands: Sequence[Hand],
    reader: Reader,
    then: str = N_("{question} Then write {lines}"),
) -> UnclearHand:
    """Return the question about these words whether one of these hands is meant; `then` says what to write as well."""
    lines, said = lines_of(hands, reader), ", ".join(_('"{text}"', text=shown(word)) for word in words)
    question = _(text, words=said)
    problem = _(then, question=question, words=said, line=lines[0], lines=_or(lines))
    return UnclearHand(problem, question=question, choices=lines)


def _of_a_sentence(said: Sentence, short: HandError, reader: Reader) -> HandError:
    """Return what is wrong with a line that is a sentence; as a line of shorthand it is wrong for what `short` says."""
    unknown, kinds = said.heard.unknown, {one.kind for items in said.heard.items for one in items}
    if kinds.isdisjoint(("GAME", "PERSON", "UNPLAYED", "REDEAL")):
        return short
    if unknown and ("?" in unknown or "UNREAL" in kinds):
        return UnclearHand(_("this reads as a question or a guess: begin with the game, or with who played"))
    if said.wrong:
        problem = said.problem
        asked = isinstance(problem, (UnclearHand, IllegalHand)) and not isinstance(short, (UnclearHand, IllegalHand))
        return problem if said.heard.spoken or asked else short
    for one in (one for items in said.heard.items for one in items):
        if one.kind == "UNPLAYED":
            return IllegalHand(not_played(one.value.name, reader.tariff))
    if unknown and (said.heard.spoken or said.heard.names_all) and (question := _without(said.heard, reader)):
        return question
    if not said.heard.spoken or any(len(word) < LONG_ENOUGH_TO_GUESS or not word.isalpha() for word in unknown):
        return short
    if not unknown:
        return not_together(reader)
    people = {word: similar(word, reader.seats.people, 1, key=str.casefold) for word in unknown}
    text = N_('"{word}" is not understood: say it in other words, or put it after {note} as a note')
    each = (
        reader.seats.not_found(one) if near else _(text, word=shown(one), note=NOTE) for one, near in people.items()
    )
    return InvalidHand(*each)


def _without(heard: Heard, reader: Reader) -> UnclearHand | None:
    """Return the question whether a line is the hand that is left without the words that are not understood.

    Such a word may say how it ended: where nothing else does, both ends are asked. None where no single hand is left,
    or a word is nearly somebody's name, or stands behind a number: 50 Cent are no Augen.
    """
    unknown = heard.unknown
    if not any(one.kind in A_GAME for items in heard.items for one in items):
        return None  # Anna und Bene gehen heim
    counts = any(word in unknown and any(one.kind == "N" for one in before)
                 for word, before in zip(heard.words[1:], heard.items, strict=False))  # fmt: skip
    if counts or any(similar(word, reader.seats.people, 1, key=str.casefold) for word in unknown):
        return None
    left = None
    with suppress(UnclearHand):  # in too many ways
        left = sentence(reader, heard.but(unknown))
    if not left or len(left.hands) != 1:
        return None
    [hand] = left.hands
    if isinstance(hand, Played) and hand.augen is None and not hand.sie and not left.heard.ended:
        left.hands[:] = [replace(hand, won=won) for won in (True, False)]
    text = N_("{words}: not understood. Did you mean this hand?")
    return _did_you_mean(text, dict.fromkeys(unknown), left.hands, reader)
