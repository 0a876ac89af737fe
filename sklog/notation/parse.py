"""Every way to read a line: which game, which people, which flags; and the hand that comes out.

A line that begins with `posting` moves amounts by hand and is read here as well: posting Anna:-50 Bene:50 // note.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand
from sklog.language import _, _or
from sklog.notation.words import (
    COUNTED,
    FLAG_WORDS,
    KEY_WORDS,
    NOTE,
    SUIT_LETTERS,
    SUIT_WORDS,
    Letter,
    by_seat,
    first_name,
    forbidden,
    is_count,
    letters,
    parts,
    quoted,
    quoted_length,
    seats,
    signed,
    split,
    unquoted,
    vocabulary,
)
from sklog.scoring import amounts
from sklog.scoring.canonical import (
    EVERY_KEY,
    FIGURES,
    FORMS,
    KEYS,
    NAME,
    NAMES,
    NAMES_OR_NUMBER,
    Unreadable,
    integer,
    kind_of_game,
    shown,
)
from sklog.scoring.games import BETTEL, BY_NAME, PARTNER, PASSED, RAMSCH, Game
from sklog.scoring.hand import Played, Posting, Ramsch
from sklog.scoring.names import name_key
from sklog.scoring.tariff import CENTS, HADSCH
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sklog.notation.words import Fields, Seats, SuitedGame
    from sklog.scoring.hand import Hand, Names
    from sklog.scoring.tariff import Tariff

    Way = tuple[dict[str, Any], list[str]]
    """The people that words say, by what each was, and the flags left over."""

LONGEST = 2_000
MOST_WORDS = 60
MOST_READINGS = 64
AUGEN_DIGITS = 3
_KEYS = {**{key: key for key in EVERY_KEY}, **KEY_WORDS}
BOTH = 2  # who share the loss of a Ramsch may stick to it; not more, for redo and runde are no losers
NOBODY = ("none", "keine")  # what stands behind a key where nobody is meant
_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
"""What a phone makes of a minus."""
POSTING_WORDS = ("posting", "post")


class Readings(NamedTuple):
    """The distinct hands that a line can mean.

    `wrong` says why other complete readings are no hand, `broken` what is wrong with the line's key:value forms.
    """

    hands: list[Hand]
    wrong: list[InvalidHand]
    broken: list[InvalidHand]

    def attempt(self, build: Callable[..., Hand], *said: Any) -> None:
        """Add the hand that is built of what was said, or why it is none."""
        try:
            hand = build(*said)
        except InvalidHand as error:
            self.wrong.append(error)
        else:
            if hand not in self.hands:
                self.hands.append(hand)

    def add(self, others: Readings) -> None:
        """Read the line in other ways as well."""
        self.hands.extend(hand for hand in others.hands if hand not in self.hands)
        self.wrong.extend(others.wrong)
        self.broken.extend(others.broken)


class Reader:
    """Reads one line at one table, with the names of `read`; InvalidHand where it cannot be a hand.

    `words` are those without a key, `keyed` the key:value forms, and `game_key` is what stands behind game:, quotes
    kept. `bare` is what a whole number without a unit counts in an amount, None where nobody knows.
    """

    __slots__ = ("bare", "game_key", "hadsch", "keyed", "note", "said", "seats", "tariff", "vocabulary", "words")

    def __init__(
        self,
        line: str,
        people: Sequence[str],
        active: Sequence[str] | None,
        tariff: Tariff,
        round_: str | None,
        *,
        bare: str | None = CENTS,
    ) -> None:
        line = line.strip(" \t\r\n")
        if len(line) > LONGEST:
            raise InvalidHand(
                _("a line has at most {most:,} characters; this one has {length:,}", most=LONGEST, length=len(line))
            )
        if not line.isprintable() and any(map(forbidden, line)):
            raise InvalidHand(_("there is a control character in this line: type it again"))
        said, self.note = split(line)
        if not line.isascii():
            said = [word if '"' in word else word.translate(_MINUS) for word in said]
        self.said = said
        self.seats = seats(people, active)
        self.tariff = tariff
        self.bare = bare
        self.vocabulary = vocabulary(tariff)
        self.hadsch = round_ == HADSCH
        self.game_key: str | None = None
        self.keyed: list[tuple[str, str]] = []
        self.words: list[str] = [] if ":" in line else said
        for word in said if ":" in line else ():
            head, colon, value = word.partition(":")
            key = _KEYS.get(head.casefold()) if colon else None
            if key is None:
                self.words.append(word)
            elif key != "game":
                self.keyed.append((key, value))
            elif self.game_key is None:
                self.game_key = value
        if (count := len(self.words)) > MOST_WORDS:
            raise InvalidHand(_("{count} words are not a hand; put a note after {mark}", count=count, mark=NOTE))

    # -- which game ----------------------------------------------------------------------------------

    def games(self, words: list[str]) -> list[tuple[SuitedGame, list[str], Names]]:
        """Return every game that is played here which these words can mean, with the words behind it.

        Those who stick to its letters, as flags stick to them, are people already.
        """
        if self.game_key is not None:
            name = _plain(self.game_key).casefold()
            exactly = name != self.game_key.casefold()  # in quotes it is the name itself, no letter and no alias
            return [
                ((game, suit), words, ())
                for game, suit in self.vocabulary.games(name)
                if not exactly or (suit is None and game.name.casefold() == name)
            ]
        found: list[tuple[SuitedGame, list[str], Names]] = []
        for stop, word in enumerate(words[: self.vocabulary.longest], 1):
            if stop > 1 and word.casefold().lstrip("-") not in self.vocabulary.parts:
                break
            for said in self.vocabulary.games((word if stop == 1 else " ".join(words[:stop])).casefold()):
                left = words[stop:]
                found.append((said, left, ()))
                called = SUIT_WORDS.get(left[0].casefold()) if left and said[1] is None else None
                if called:
                    found.append((self.vocabulary.with_suit(said[0], called), left[1:], ()))
        return found or list(self._glued_people(words))

    def _glued_people(self, words: list[str]) -> Iterator[tuple[SuitedGame, list[str], Names]]:
        """Yield each game whose letters, and those of all its people, the first word can be: sac, wb-l2, hsa, rd, sacn.

        Two letters that begin with a suit are never a game and one person: gs is a Gras-Solo, whoever sits there.
        """
        for said, begun, rest in self.vocabulary.glued(words[0]) if words else ():
            head, number = first_name(rest), len(slots_of(said[0]))
            numbers = (number, BOTH) if said[0].shape == RAMSCH else (number,)
            suited = len(head) == 1 and begun in SUIT_LETTERS
            if len(head) in numbers and not suited and self.seats.initials(head):
                yield said, [rest, *words[1:]], ()
            # nothing sticks to the start of a name, and l3 are Laufende
            if 0 < number < len(head) and not self.seats.find(head) and not is_count(rest[number - 1 :]):
                flags = rest[number:]
                if self.flags(kind_of_game(said[0]), flags) and not (rest[number - 1] + flags[0]).isdigit():
                    for people in self.seats.initials(rest[:number]):
                        yield said, [flags, *words[1:]], people

    # -- what is behind the keys ---------------------------------------------------------------------

    def key_fields(self, kind: type) -> dict[str, Any]:
        """Return what the key:value forms say; raise InvalidHand with everything that is wrong in them."""
        fields: dict[str, Any] = {}
        problems = []
        for key, value in self.keyed:
            if key in fields:
                problems.append(_("{key} is given twice: leave one of them out", key=key))
                continue
            if key not in KEYS[kind]:
                problems.append(
                    _("{key} does not belong here; allowed are {keys}", key=key, keys=", ".join(KEYS[kind][1:]))
                )
                continue
            try:
                fields[key] = self._value(key, value, kind)
            except (Unreadable, InvalidHand) as wrong:
                problems.append(f"{key}: {wrong}")
        if problems:
            raise InvalidHand(*problems)
        return fields

    def _value(self, key: str, value: str, kind: type) -> object:
        """Return what one key says; raise Unreadable or InvalidHand."""
        if not value:
            raise Unreadable(_("there is nothing after the colon; write it without a space"))
        form = FORMS[kind][key]
        if form is FIGURES:
            return self._figures(value, self._amount if kind is Posting else integer)
        if value.casefold() in NOBODY and key not in ("round", "note"):
            return () if form is NAMES else 0 if form is NAMES_OR_NUMBER else None
        if form is NAME:
            return self.person(value)
        if form is NAMES or (form is NAMES_OR_NUMBER and not _number(value)):
            return self._people(value)
        return form.plain(_plain(value))

    def person(self, word: str) -> str:
        """Return the one person that is meant; raise Unreadable."""
        found = self.seats.find(word)
        if len(found) != 1:
            raise Unreadable(self.seats.not_found(word))
        return found[0]

    def _people(self, value: str) -> tuple[str, ...]:
        people: list[str] = []
        for word in parts(value, ","):
            one = self.seats.find(word)
            unlike = one and len(word) > 1 and name_key(one[0]) != name_key(word)
            together = (self.seats.in_doubt or self.seats).initials(word) if unlike else ()
            if together and together != [tuple(one)]:
                said = {"word": shown(word), "one": _or(one), "people": ", ".join(together[0])}
                raise Unreadable(_('"{word}" can be {one}, or {people}: write more of the name', **said))
            several = [] if one else self.seats.initials(word)
            people.extend(several[0] if several else (self.person(word),))
        return tuple(people)

    def _amount(self, text: str) -> int:
        """Return an amount in whole cents or points; raise Unreadable."""
        if not text:
            raise Unreadable(_("write an amount after the name, such as Anna:-0,50"))
        return amounts.read(text, self.tariff.unit, self.bare)

    def _figures(self, value: str, number: Callable[[str], int]) -> dict[str, int]:
        if value.casefold() in NOBODY:
            return {}
        said = parts(value, ",")
        active = self._active()
        if all(_number(each) for each in said) and len(said) == len(active):
            return dict(zip(active, map(number, said), strict=True))
        figures: dict[str, int] = {}
        for each in said:
            *name, last = parts(each, "=")
            if not name:
                example = ",".join(f"{person}={figure}" for person, figure in zip(active, (48, 72), strict=False))
                raise Unreadable(
                    _('expected a number for each name, such as {example}, not "{said}"', example=example, said=each)
                )
            who = self.person("=".join(name))
            if who in figures:
                raise Unreadable(_("{name} is named twice", name=who))
            figures[who] = number(last)
        return figures

    def _active(self) -> tuple[str, ...]:
        """Return who is dealt in, by the line itself or by the table, in the order of the seats."""
        for key, value in self.keyed:
            if key == "active":
                try:
                    return by_seat(self._people(value), self.seats.people)
                except (Unreadable, InvalidHand):
                    break  # `key_fields` reports it
        return self.seats.active

    # -- every way to read the words -----------------------------------------------------------------

    def ways(self, game: Game, words: list[str], keyed: dict[str, Any], stuck: Names = ()) -> Iterable[Way]:
        """Return each way in which the words say people (or the Augen of a Ramsch), and the flags left over.

        Before the words come those who are `stuck` to the game.
        """
        if game.shape == RAMSCH:
            return self._ramsch([*map(quoted, stuck), *words], keyed)
        slots = slots_of(game)
        if keyed:
            slots = () if keyed.get("winners") else tuple([slot for slot in slots if slot not in keyed])
        if stuck and len(stuck) != len(slots):
            words, stuck = [*map(quoted, stuck), *words], ()
        found = [(stuck, words)] if stuck else self.seats.several(words, len(slots))
        return [(dict(zip(slots, people, strict=True)), left) for people, left in found]

    def _ramsch(self, words: list[str], keyed: dict[str, Any]) -> Iterator[Way]:
        active = self._active()
        figures = words[: len(active)]
        in_order = len(figures) == len(active) > 1 and all(
            word.isascii() and word.isdigit() and len(word) <= AUGEN_DIGITS for word in figures
        )
        if in_order and not keyed.get("augen"):
            yield {"augen": dict(zip(active, map(int, figures), strict=True))}, words[len(active) :]
        if any(keyed.get(key) for key in ("augen", "losers", "durchmarsch")):
            yield {}, words
            return
        for person, left in self.seats.first(words):
            yield {"losers": (person,)}, left
        for people, left in self.seats.together(words):
            yield {"losers": people}, left

    def flags(self, kind: type, word: str) -> list[Fields]:
        """Return everything that one word can say as flags; nothing where it is no flag."""
        ways = self.vocabulary.flags(word)
        return [*ways, *self._ramsch_flags(word)] if kind is Ramsch else ways

    def _ramsch_flags(self, word: str) -> Iterator[Fields]:
        sign, small = signed(word)
        if small == "durchmarsch":
            yield (*sign, ("won", True))
        at = small.find(Letter.JUNGFRAUEN)
        before = letters(small[:at]) if at > 0 else ()
        if at >= 0 and before is not None:
            who = small[at + 1 :]
            yield from ((*sign, *before, ("jungfrauen", (one,))) for one in self.seats.meant(who))
            if len(who) > 1:
                yield from ((*sign, *before, ("jungfrauen", some)) for some in self.seats.initials(who))

    def all_flags(self, kind: type, words: list[str]) -> list[Fields]:
        """Return everything that the flags can say together; nothing where one of them is none."""
        ways: list[Fields] = [()]
        for word in words:
            more = self.flags(kind, word)
            if len(ways) == len(more) == 1:
                ways = [ways[0] + more[0]]
                continue
            ways = [(*before, *each) for before in ways for each in more]
            if not ways or len(ways) > MOST_READINGS:
                return []
        return ways

    # -- the hand ------------------------------------------------------------------------------------

    def hand(self, said: SuitedGame, people: dict[str, Any], flags: Fields, keyed: dict[str, Any]) -> Hand:
        """Return the hand that was said, with what is understood where the line does not say it; raise InvalidHand."""
        game, suit = said
        kind: Any = kind_of_game(game)
        fields = self.fields({"suit": suit, **people} if suit else people, flags, keyed)
        if kind is Ramsch:
            name_durchmarsch(fields, self.seats)
        elif kind is Played and "won" not in fields and default_won(fields, game):
            fields["won"] = True
        require_known_fields(fields, kind, game)
        fields["game"] = game.name
        built: Hand = kind.told(fields)  # each is of its kind: letters, forms and seats made it so
        return built

    def fields(self, people: dict[str, Any], flags: Fields, keyed: dict[str, Any]) -> dict[str, Any]:
        """Return all fields that were said; raise InvalidHand for what is said twice."""
        fields = dict(people)
        levels: list[int] = []
        again = [key for key in people if key in keyed] if keyed else []
        for key, value in flags:
            if key == "level" and value not in levels:
                levels.append(value)
            elif key == "won" and fields.get(key, value) != value:
                raise InvalidHand(_("won and lost are both given: leave one of them out"))
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
                *(_("{key} is given twice: leave one of them out", key=key) for key in dict.fromkeys(again))
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
            kontra = self.tariff.kontra
            word = [kontra.level(level) if kontra else str(level) for level in (deepest, missing[0])]
            raise InvalidHand(
                _(
                    "{word} without {missing}: write every word of the chain, or its length, such as k3",
                    word=word[0],
                    missing=word[1],
                )
            )
        return deepest

    def readings(self) -> Readings:
        """Return everything that the line can mean; raise InvalidHand for a posting that cannot be read."""
        first = (self.game_key or next(iter(self.words), "")).strip('"').casefold()
        if first in POSTING_WORDS and not self.vocabulary.games(first):  # no tariff has to play it
            return Readings([self._posting()], [], [])
        found = self._read(self.words)
        if not found.hands or not self.vocabulary.spoken.isdisjoint(map(str.casefold, self.words[1:])):
            for words in self.in_other_words():
                found.add(self._read(words))
        if len(found.hands) == 1 and (in_doubt := self.seats.in_doubt):
            self.seats = in_doubt
            found.add(self.readings())
        return found

    @property
    def may_be_spoken(self) -> bool:
        """Whether words of the line, or a dash that stands alone, may say something else in a sentence."""
        words = self.words[1:]
        signs = ("-", "+", "\N{EN DASH}")
        said = (word if word in signs else word.casefold().strip(",;.:") for word in words)
        return any(word in signs or word in self.vocabulary.spoken or word in FLAG_WORDS for word in said)

    def in_other_words(self) -> list[list[str]]:
        """Return the words of the line as shorthand has them, in every way in which they can be those of a sentence."""
        if len(self.words) == 2 and self.words[1].casefold() in COUNTED and self.words[0] in self.vocabulary.letters:
            return []  # somebody, no Klopfer and no Kontra: no number is beside it
        from sklog.notation.spoken import in_shorthand  # noqa: PLC0415  few lines are said in a sentence

        return in_shorthand(self.words, self.seats, self.vocabulary)

    def _read(self, words: list[str]) -> Readings:
        """Return everything that these words can mean, with the key:value forms of the line."""
        found = Readings([], [], [])
        for said, rest, stuck in self.games(words):
            kind = kind_of_game(said[0])
            try:
                keyed = self.key_fields(kind) if self.keyed else {}
            except InvalidHand as error:
                found.broken.append(error)
                continue
            for people, left in self.ways(said[0], rest, keyed, stuck):
                for flags in self.all_flags(kind, left):
                    found.attempt(self.hand, said, people, flags, keyed)
        return found

    # -- postings ------------------------------------------------------------------------------------

    def _posting(self) -> Posting:
        """Return the posting that the line says; raise InvalidHand with everything that is wrong, or UnclearAmount."""
        problems: list[str] = []
        unclear: list[str] = []
        try:
            fields = self.key_fields(Posting)
        except InvalidHand as wrong:
            fields = {}
            problems.extend(problem.message for problem in wrong.problems)
        moved: dict[str, int] = fields.pop("amounts", {})
        for name, text in _amounts(amounts.with_units(self.words[1 if self.game_key is None else 0 :])):
            try:
                who = self.person(name)
                amount = self._amount(text)
            except amounts.NoUnit:
                amount = 0
                unclear.append(f"{name}:{text}")
            except (Unreadable, InvalidHand) as wrong:
                problems.append(f"{name}: {wrong}")
                continue
            if who in moved:
                problems.append(_("{name} is named twice: add the amounts up", name=who))
            moved[who] = amount
        if self.note and "note" in fields:
            problems.append(_("the note is given twice"))
        question = amounts.unclear(unclear) if unclear else None
        if problems:
            asked = question.problems if question else ()
            raise InvalidHand(*dict.fromkeys(problems), *asked)
        if question:
            raise question
        return Posting(amounts=moved, note=fields.get("note") or self.note or "")


def require_known_fields(fields: Mapping[str, Any], kind: type, game: Game) -> None:
    """Refuse fields that hands of this kind do not have."""
    if not fields.keys() <= FORMS[kind].keys():
        surplus = [key for key in fields if key not in FORMS[kind]]
        raise InvalidHand(*(_("{key} does not belong to {game}", key=key, game=game.title) for key in surplus))


def game_of(hand: Hand, tariff: Tariff) -> Game:
    """Return the game of a hand, whether it is played here or not; of one that nobody knows two declare."""
    return tariff.game(hand.game) or BY_NAME.get(hand.game) or Game(hand.game, hand.game, PARTNER)


def slots_of(game: Game) -> tuple[str, ...]:
    """Return the people that a line of this game names, in their order; the one of a Ramsch is its loser."""
    if game.shape == PASSED:
        return ()
    return ("declarer", "partner") if game.shape == PARTNER and not game.fixed_pairs else ("declarer",)


def _plain(value: str) -> str:
    """Return a value without its quotes."""
    return unquoted(value) if value and quoted_length(value) == len(value) else value


def _number(word: str) -> bool:
    return word.isascii() and word.lstrip("-").isdigit()


def name_durchmarsch(fields: dict[str, Any], seats: Seats) -> None:
    """Turn the sign behind the loser into a Durchmarsch."""
    won = fields.pop("won", None)
    if isinstance(fields.get("augen"), int):
        raise InvalidHand(_("give the Augen of a Ramsch for each person dealt in, such as r 48 30 22 20"))
    if won:
        losers = fields.pop("losers", ())
        if len(losers) != 1:
            raise InvalidHand(_("one person makes a Durchmarsch, such as {line}", line=f"r {seats.example(1)}+"))
        fields["durchmarsch"] = losers[0]
    elif won is False and "losers" not in fields:
        line = f"r {seats.example(1)}{Letter.LOST}"
        raise InvalidHand(_("{sign} comes after the loser of a Ramsch, such as {line}", sign=Letter.LOST, line=line))


def default_won(fields: Mapping[str, Any], game: Game) -> bool | None:
    """Return who won where the line does not say it: None where other facts decide, else the declarers."""
    if fields.get("sie") or fields.get("winners") or fields.get("tricks") is not None:
        return None
    only_tricks = game.shape == BETTEL or fields.get("tout") or fields.get("announced") == "schwarz"
    return True if only_tricks or fields.get("augen") is None else None


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
