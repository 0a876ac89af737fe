"""Lines that move an amount by hand: posting Anna:-50 Bene:50 // note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.notation.words import (
    JUNGFRAUEN,
    KEY_WORDS,
    LONGEST_LETTERS,
    LOST,
    SUIT_LETTERS,
    Facts,
    first_name,
    letters,
    parts,
    quoted_length,
    signed,
    split,
    unquoted,
    vocabulary,
)
from sklog.scoring.canonical import (
    FIGURES,
    FORMS,
    KEYS,
    NAME,
    NAMES,
    NAMES_OR_NUMBER,
    Unreadable,
    integer,
    kind_of_game,
)
from sklog.scoring.games import BETTEL, PARTNER, PASSED, RAMSCH, SUIT_NAMES
from sklog.scoring.hand import DECLARERS, Played, Posting, Ramsch
from sklog.scoring.tariff import HADSCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sklog.notation.words import Said, Seats, Vocabulary
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff

POSTING_WORDS = ("posting", "post")


def is_posting(reader: Reader) -> bool:
    """Whether the line is a posting, which no tariff has to play."""
    first = reader.game_key() or next(iter(reader.words), "")
    word = first.strip('"').casefold()
    return word in POSTING_WORDS and not reader.vocabulary.games(word)


def posting(reader: Reader) -> Posting:
    """Return the posting that the line says; raise InvalidHand with everything that is wrong."""
    problems: list[str] = []
    try:
        fields = reader.key_facts(Posting)
    except InvalidHand as wrong:
        fields = {}
        problems.extend(problem.message for problem in wrong.problems)
    amounts: dict[str, int] = fields.pop("amounts", {})
    for name, amount in _amounts(reader.words[1 if reader.game_key() is None else 0 :]):
        try:
            who, moved = reader.person(name), cents(amount, reader.vocabulary.tariff.unit)
        except (Unreadable, InvalidHand) as wrong:
            problems.append(f"{name}: {wrong}")
            continue
        if who in amounts:
            problems.append(_("{name} is named twice: add the amounts up", name=who))
        amounts[who] = moved
    if reader.note and "note" in fields:
        problems.append(_("the note is said twice"))
    if problems:
        raise InvalidHand(*dict.fromkeys(problems))
    return Posting(amounts=amounts, note=fields.get("note") or reader.note or "")


def _amounts(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each name and what stands behind its colon; names may have spaces."""
    before: list[str] = []
    for word in words:
        end = quoted_length(word)
        name, __, amount = (word[:end], word[end : end + 1], word[end + 1 :]) if end else word.rpartition(":")
        if not name:
            before.append(word)
            continue
        yield " ".join((*before, name)), amount
        before.clear()
    if before:
        yield " ".join(before), ""


def cents(amount: str, unit: str) -> int:
    """Return whole cents or points: 240, or euros with two decimals where cents are counted."""
    if unit == "ct" and re.fullmatch(r"[+-]?[0-9]+[.,][0-9][0-9]", amount):
        return integer(re.sub("[.,]", "", amount))
    if not amount:
        raise Unreadable(_("say an amount behind the name, such as Anna:-50"))
    return integer(amount)


# -- Every way to read a line: which game, which people, which flags; and the hand that comes out ------


MOST_READINGS = 64
AUGEN_DIGITS = 3
_KEYS = {**{key: key for keys in KEYS.values() for key in keys}, **KEY_WORDS}
_FIELDS = {kind: frozenset(keys) for kind, keys in KEYS.items()}
_NOBODY = ("none", "keine")


class Reader:
    """Reads one line at one table: `words` without the key:value forms, which are in `keyed`."""

    __slots__ = ("broken", "hadsch", "keyed", "note", "seats", "vocabulary", "words")

    def __init__(self, line: str, seats: Seats, tariff: Tariff, round_: str | None) -> None:
        said, self.note = split(line)
        self.seats = seats
        self.vocabulary = vocabulary(tariff)
        self.hadsch = round_ == HADSCH
        self.broken: InvalidHand | None = None
        self.keyed: list[tuple[str, str]] = []
        self.words: list[str] = []
        for word in said:
            head, colon, value = word.partition(":")
            key = _KEYS.get(head.casefold()) if colon else None
            if key is None:
                self.words.append(word)
            else:
                self.keyed.append((key, value))

    # -- which game ----------------------------------------------------------------------------------

    def games(self) -> list[tuple[Said, list[str]]]:
        """Return every game that is played here which the line can mean, with the words behind it."""
        named = self.game_key()
        if named is not None:
            name = _plain(named).casefold()
            exactly = name != named.casefold()  # in quotes it is the name itself, no letter and no alias
            return [
                ((game, suit), self.words)
                for game, suit in self.vocabulary.games(name)
                if not exactly or (suit is None and game.name.casefold() == name)
            ]
        found = []
        for stop in range(1, min(self.vocabulary.longest, len(self.words)) + 1):
            word = " ".join(self.words[:stop]).casefold()
            for game, suit in self.vocabulary.games(word):
                left = self.words[stop:]
                found.append(((game, suit), left))
                called = SUIT_NAMES.get(left[0].casefold()) if left and suit is None else None
                if called:
                    # a Wenz, Geier or Habicht with a suit is the Farbwenz, Farbgeier or Farbhabicht
                    suited = [] if game.suits else self.vocabulary.games(f"farb{game.name}")
                    found += [((each, called), left[1:]) for each, __ in suited or [(game, None)]]
        return found or list(self._stuck())

    def _stuck(self) -> Iterator[tuple[Said, list[str]]]:
        """Yield each game whose letters, and those of all its people, the first word can be: sac, wb-l2, hsa, rd.

        Two letters that begin with a suit are never a game and one person: gs is a Gras-Solo, whoever sits there.
        """
        for said, begun, rest in self.glued(self.vocabulary) if self.words else ():
            head = first_name(rest)
            suited = len(head) == 1 and begun in SUIT_LETTERS
            if len(head) == people_of(said[0]) and not suited and self.seats.initials(head):
                yield said, [rest, *self.words[1:]]

    def glued(self, vocabulary: Vocabulary) -> Iterator[tuple[Said, str, str]]:
        """Yield each game with whose letters the first word begins, these letters, and what sticks to them."""
        word = self.words[0]
        for stop in range(1, min(LONGEST_LETTERS, len(word) - 1) + 1):
            begun, rest = word[:stop].casefold(), word[stop:]
            yield from ((said, begun, rest) for said in vocabulary.letters.get(begun, ()))

    def game_key(self) -> str | None:
        """Return what stands behind game:, quotes kept."""
        for key, value in self.keyed:
            if key == "game":
                return value
        return None

    # -- what is behind the keys ---------------------------------------------------------------------

    def key_facts(self, kind: type) -> dict[str, Any]:
        """Return what the key:value forms say; raise InvalidHand with everything that is wrong in them."""
        facts: dict[str, Any] = {}
        problems = []
        for key, value in self.keyed:
            if key == "game":
                continue
            if key in facts:
                problems.append(_("{key} is said twice: leave one of them out", key=key))
                continue
            if key not in KEYS[kind]:
                problems.append(
                    _("{key} does not belong here; there may be {keys}", key=key, keys=", ".join(KEYS[kind][1:]))
                )
                continue
            try:
                facts[key] = self._value(key, value, kind)
            except (Unreadable, InvalidHand) as wrong:
                problems.append(f"{key}: {wrong}")
        if problems:
            raise InvalidHand(*problems)
        return facts

    def _value(self, key: str, value: str, kind: type) -> object:
        """Return what one key says; raise Unreadable or InvalidHand."""
        if not value:
            raise Unreadable(_("nothing stands behind the colon; write it without a space"))
        form = FORMS[kind][key]
        if form is FIGURES:
            return self._figures(value)
        if value.casefold() in _NOBODY and key not in ("round", "note"):
            return () if form is NAMES else 0 if form is NAMES_OR_NUMBER else None
        if form is NAME:
            return self.person(value)
        if form is NAMES or (form is NAMES_OR_NUMBER and not _number(value)):
            return self._people(value)
        return form.plain(_plain(value)) if form.plain else integer(value)

    def person(self, word: str) -> str:
        """Return the one person that is meant; raise Unreadable."""
        found = self.seats.find(word)
        if len(found) == 1:
            return found[0]
        from sklog.notation.refusals import nobody  # noqa: PLC0415  only where something is wrong

        raise Unreadable(nobody(word, found, self.seats))

    def _people(self, value: str) -> tuple[str, ...]:
        people: list[str] = []
        for word in parts(value, ","):
            together = None if self.seats.find(word) else self.seats.initials(word)
            people.extend(together or (self.person(word),))
        return tuple(people)

    def _figures(self, value: str) -> dict[str, int]:
        if value.casefold() in _NOBODY:
            return {}
        said = parts(value, ",")
        active = self._active()
        if all(_number(each) for each in said) and len(said) == len(active):
            return dict(zip(active, map(integer, said), strict=True))
        figures: dict[str, int] = {}
        for each in said:
            *name, number = parts(each, "=")
            if not name:
                raise Unreadable(
                    _('a number for each name is wanted, such as Anna=48,Bene=72, not "{said}"', said=each)
                )
            who = self.person("=".join(name))
            if who in figures:
                raise Unreadable(_("{name} is named twice", name=who))
            figures[who] = integer(number)
        return figures

    def _active(self) -> tuple[str, ...]:
        """Return who is dealt in, by the line itself or by the table, in the order of the seats."""
        for key, value in self.keyed:
            if key == "active":
                try:
                    return self.seats.in_order(self._people(value))
                except (Unreadable, InvalidHand):
                    break  # `key_facts` reports it
        return self.seats.active

    # -- every way to read the words -----------------------------------------------------------------

    def ways(self, game: Game, words: list[str], keyed: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Yield each way in which the words say people (or the Augen of a Ramsch), and the flags left over."""
        if game.shape == PASSED:
            yield {}, words
        elif game.shape == RAMSCH:
            yield from self._ramsch(words, keyed)
        else:
            slots = open_slots(game)
            if keyed:
                slots = () if keyed.get("winners") else tuple(slot for slot in slots if slot not in keyed)
            for people, left in self.seats.several(words, len(slots)):
                yield dict(zip(slots, people, strict=True)), left

    def _ramsch(self, words: list[str], keyed: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
        if any(keyed.get(key) for key in ("augen", "losers", "durchmarsch")):
            yield {}, words
            return
        active = self._active()
        figures = words[: len(active)]
        if len(figures) == len(active) > 1 and all(
            word.isascii() and word.isdigit() and len(word) <= AUGEN_DIGITS for word in figures
        ):
            yield {"augen": dict(zip(active, map(int, figures), strict=True))}, words[len(active) :]
        for person, left in self.seats.first(words):
            yield {"losers": (person,)}, left
        yield from (({"losers": people}, left) for people, left in self.seats.together(words))

    def flags(self, kind: type, word: str) -> list[Facts]:
        """Return everything that one word can say as flags; nothing where it is no flag."""
        ways = self.vocabulary.flags(word)
        return [*ways, *self._ramsch_flags(word)] if kind is Ramsch else ways

    def _ramsch_flags(self, word: str) -> Iterator[Facts]:
        sign, small = signed(word)
        if small == "durchmarsch":
            yield (*sign, ("won", True))
        at = small.find(JUNGFRAUEN)
        before = letters(small[:at]) if at > 0 else ()
        if at >= 0 and before is not None:
            yield from ((*sign, *before, ("jungfrauen", people)) for people in self._jungfrauen(small[at + 1 :]))

    def _jungfrauen(self, word: str) -> list[tuple[str, ...]]:
        one, together = self.seats.find(word), self.seats.initials(word) if len(word) > 1 else None
        return [*([(one[0],)] if len(one) == 1 else []), *([together] if together else [])]

    def facts(self, kind: type, words: list[str]) -> list[Facts]:
        """Return everything that the flags can say together; nothing where one of them is none."""
        ways: list[Facts] = [()]
        for word in words:
            more = self.flags(kind, word)
            if len(ways) == len(more) == 1:
                ways = [ways[0] + more[0]]
                continue
            ways = [(*facts, *each) for facts in ways for each in more]
            if not ways or len(ways) > MOST_READINGS:
                return []
        return ways

    # -- the hand ------------------------------------------------------------------------------------

    def hand(self, said: Said, people: dict[str, Any], facts: Facts, keyed: dict[str, Any]) -> Hand:
        """Return the hand that was said; raise InvalidHand."""
        game, suit = said
        kind = kind_of_game(game)
        fields = self._fields(facts, {"suit": suit, **people} if suit else people, keyed)
        if kind is Ramsch:
            _settle_ramsch(fields)
        elif kind is Played:
            _settle_played(fields, game)
        if not _FIELDS[kind].issuperset(fields):
            surplus = (key for key in fields if key not in _FIELDS[kind])
            raise InvalidHand(*(_("{key} does not belong to {game}", key=key, game=game.title) for key in surplus))
        built: Hand = kind(game=game.name, **{key: value for key, value in fields.items() if value is not None})
        return built

    def _fields(self, facts: Facts, begun: dict[str, Any], keyed: dict[str, Any]) -> dict[str, Any]:
        """Return all facts by the field they belong to; raise InvalidHand for what is said twice."""
        fields: dict[str, Any] = dict(begun)
        levels: list[int] = []
        again = [key for key in begun if key in keyed] if keyed else []
        for key, value in facts:
            if key == "level" and value not in levels:
                levels.append(value)
            elif key == "level" or key in fields or key in keyed:
                again.append("kontra" if key == "level" else key)
            else:
                fields[key] = value
        if levels and ("kontra" in fields or "kontra" in keyed):
            again.append("kontra")
        if self.note and "note" in keyed:
            again.append("note")
        if again:
            raise InvalidHand(
                *(_("{key} is said twice: leave one of them out", key=key) for key in dict.fromkeys(again))
            )
        fields.update(keyed)
        if levels:
            fields["kontra"] = self._chain(levels, fields.get("round"))
        if self.note:
            fields["note"] = self.note
        return fields

    def _chain(self, levels: list[int], round_: str | None) -> int:
        """Return how long the chain of these Kontra words is; in a Hadsch the first one needs no word."""
        deepest = max(levels)
        hadsch = round_ == HADSCH if round_ else self.hadsch
        missing = [level for level in range(2 if hadsch else 1, deepest + 1) if level not in levels]
        if missing:
            kontra = self.vocabulary.tariff.kontra
            word = [kontra.level(level) if kontra else str(level) for level in (deepest, missing[0])]
            raise InvalidHand(
                _(
                    "{word} without {missing}: say every word of the chain, or its length, such as k3",
                    word=word[0],
                    missing=word[1],
                )
            )
        return deepest

    def readings(self) -> tuple[list[Hand], list[InvalidHand]]:
        """Return the distinct hands that the line can mean, and what was wrong with other complete readings."""
        if is_posting(self):
            return [posting(self)], []
        hands: list[Hand] = []
        wrong: list[InvalidHand] = []
        for said, words in self.games():
            kind = kind_of_game(said[0])
            try:
                keyed = self.key_facts(kind) if self.keyed else {}
            except InvalidHand as error:
                self.broken = error
                continue
            for people, left in self.ways(said[0], words, keyed):
                for facts in self.facts(kind, left):
                    try:
                        hand = self.hand(said, people, facts, keyed)
                    except InvalidHand as error:
                        wrong.append(error)
                    else:
                        if hand not in hands:
                            hands.append(hand)
        return hands, wrong


def open_slots(game: Game) -> tuple[str, ...]:
    """Return the people that a line of this game names, in their order."""
    return ("declarer", "partner") if game.shape == PARTNER and not game.fixed_pairs else ("declarer",)


def people_of(game: Game) -> int:
    """Return how many people are named in a line of this game; in a Ramsch it is the loser."""
    return 0 if game.shape == PASSED else len(open_slots(game))


def _plain(value: str) -> str:
    """Return a value without its quotes."""
    return unquoted(value) if value and quoted_length(value) == len(value) else value


def _number(word: str) -> bool:
    return word.isascii() and word.lstrip("-").isdigit()


def _settle_ramsch(fields: dict[str, Any]) -> None:
    """Turn the sign behind the loser into a Durchmarsch."""
    won = fields.pop("won", None)
    if isinstance(fields.get("augen"), int):
        raise InvalidHand(_("the Augen of a Ramsch are one number for each person dealt in, such as r 48 30 22 20"))
    if won:
        losers = fields.pop("losers", ())
        if len(losers) != 1:
            raise InvalidHand(_("one person makes a Durchmarsch, such as r a+"))
        fields["durchmarsch"] = losers[0]
    elif won is False and "losers" not in fields:
        raise InvalidHand(_("{sign} stands behind the loser of a Ramsch, such as r d", sign=LOST))


def _settle_played(fields: dict[str, Any], game: Game) -> None:
    """Add what is not said: won, unless the figures decide; Laufende are the declarers'."""
    if "won" not in fields:
        fields["won"] = default_won(fields, game)
    if fields.get("laufende_of") == DECLARERS and not fields.get("winners"):
        del fields["laufende_of"]


def default_won(fields: Mapping[str, Any], game: Game) -> bool | None:
    """Return who won where the line does not say it: None where other facts decide, else the declarers."""
    if fields.get("sie") or fields.get("winners") or fields.get("tricks") is not None:
        return None
    only_tricks = game.shape == BETTEL or fields.get("tout") or fields.get("announced") == "schwarz"
    return True if only_tricks or fields.get("augen") is None else None
