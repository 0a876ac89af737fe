"""The sentences of a protocol: the program's own German, whatever the people at its table are called.

    sentences("Du gewinnst das Rufspiel: …", people, you) -> Sentence(kind, words, place), one after the other

The program wraps its prose anywhere and leaves some full stops out, so the lines of a hand are joined first.
What no pattern knows ends the reading with `NotUnderstood`: nothing is skipped.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem
from sklog.importers.netschafkopf.cards import NO_CARD, PEOPLE, Trick, is_card
from sklog.language import _
from sklog.scoring.games import SUIT_NAMES, named
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.importers.netschafkopf.cards import Cards

YOU = ("du", "dir", "dich")
KLOPFEN = ("aufgedoppelt", "gedoppelt", "verdoppelt", "geklopft", "gelegt", "gestellt", "aufgestellt")
KONTRA = ("gespritzt", "gestoßen", "geschossen", "kontra", "kontriert")
TIES = {"höheren Ober": "highest", "höheren Trumpf": "highest", "mehr Stiche": "tricks", "mehr Trümpfe": "trumps"}
TOUT, SIE = "tout", "sie"
WON = "gewinn"
ANNOUNCED = {"tout": TOUT, "du": TOUT, "sie": SIE}

_POINTS = r"(?P<total>\d{1,18}) (?P<unit>Punkte?|Cents?|Ct)"
_PATTERNS: Mapping[str, str] = {
    "result": (
        r"(?P<who>{many}) (?P<verb>gewinn|verlier)(?:t|st|en|e) (?:den|das|die) "
        r"(?:Rufspiel: )?(?P<game>{game})(?: mit (?P<partner>{name}))?"
    ),
    "against": r"Die Gegner haben (?P<augen>\d{{1,3}}) Augen?",
    "augen": r"(?P<who>{name}) (?:hat|hast) (?P<augen>\d{{1,3}}) Augen?",
    "tie": r"Bei Augengleichheit verliert, wer (?:den |die )?(?P<rule>{tie}) hatte",
    "jungfrau": r"(?P<who>{name}) (?:ist|bist) Jungfrau",
    "passed": r"Es wurde zusammengeworfen",
    "schieber": (
        r"Der Erste und der Letzte zahlen an die beiden anderen Spieler {points}, weil sie nicht gespielt haben"
    ),
    "base": r"(?:Das|Der|Die) (?P<what>[^\W\d]+(?:-[^\W\d]+)?) kostet {points}",
    "schneider": r"Mit Schneider {points}",
    "schwarz": r"Mit Schwarz {points}",
    "laufende": r"(?P<side>Mit|Ohne) (?P<count>\d{{1,2}}) Laufenden? {points}",
    "jungfrauen": r"Mit (?P<count>\d) mal Jungfrau {points}",
    "klopfer": r"(?P<count>\d{{1,2}}) mal (?:{klopfen}) {points}",
    "kontra": r"(?P<count>\d{{1,2}}) mal (?:{kontra}) {points}",
    "announced": r"\w+ für (?P<what>Tout|Du|Sie) {points}",
    "stock": r"(?P<text>[^.]*\bStock\b[^.]*)",
}
GAME = r"Mit der [^\W\d_]+-(?:Ass?|Sau|Daus)|[^\W\d_]+(?:-[^\W\d_]+)?(?: (?:Tout|Du|Sie))?"


class Sentence(NamedTuple):
    """What one sentence says: its kind, the words that vary, and where it stands in the text."""

    kind: str
    words: Mapping[str, str]
    place: int

    def number(self, word: str) -> int:
        """Return one of its words as a number."""
        return int(self.words[word])


class NotUnderstood(Exception):
    """From this place on nothing is known."""

    def __init__(self, place: int, text: str) -> None:
        super().__init__(text)
        self.place = place
        self.text = text


class Announced(NamedTuple):
    """A game as it is called: its name in the catalogue, its suit, and a Tout or Sie."""

    game: str
    suit: str | None = None
    extra: str | None = None


def sentences(text: str, people: Sequence[str]) -> Iterator[Sentence]:
    """Yield the sentences of a text; raise NotUnderstood at the first that is none the program prints."""
    place, patterns = 0, _patterns(tuple(people))
    while place < len(text):
        for kind, pattern in patterns.items():
            if found := pattern.match(text, place):
                yield Sentence(kind, found.groupdict(), place)
                place = found.end()
                break
        else:
            raise NotUnderstood(place, re.split(r"(?<=\.) ", text[place:], maxsplit=1)[0])


@cache
def _patterns(people: tuple[str, ...]) -> Mapping[str, re.Pattern[str]]:
    names = sorted((*map(re.escape, people), "Du", "dir", "dich"), key=len, reverse=True)
    name = "|".join(names)
    parts = {
        "name": name,
        "many": f"(?:{name})(?:(?:, | und )(?:{name}))*",
        "game": GAME,
        "tie": "|".join(TIES),
        "klopfen": "|".join(KLOPFEN),
        "kontra": "|".join(KONTRA),
        "points": _POINTS,
    }
    return {kind: re.compile(pattern.format(**parts) + r"(?:\. ?| |$)") for kind, pattern in _PATTERNS.items()}


def announced(text: str) -> Announced | None:
    """Return the game that is called so, such as "Grün-Wenz Tout" or "Mit der Eichel-Ass"; None where none is."""
    if called := re.fullmatch(r"Mit der (\w+)-\w+", text):
        suit = SUIT_NAMES.get(called[1].casefold())
        return Announced("sauspiel", suit) if suit else None
    words, _, extra = text.partition(" ")
    first, dash, second = words.partition("-")
    suit = SUIT_NAMES.get(first.casefold()) if dash else None
    kind = second.casefold() if suit else words.casefold()
    game = named(f"farb{kind}" if suit else kind) or (named(kind) if suit else None)
    if (
        game is None
        or (suit not in game.suits if game.suits else suit)
        or (extra and extra.casefold() not in ANNOUNCED)
    ):
        return None
    return Announced(game.name, suit, ANNOUNCED.get(extra.casefold()))


# -- From the text of a protocol to what it prints, hand by hand; every line is understood or named ----


#     text ──lines──▶ head, segments (one a hand, from "Geber:" on) ──▶ Printed, or problems
#
# Nothing is judged here: whether the cards can have been played so, and whether prices and balances follow
# from them, is for `facts` and `comparing`.


HEAD = re.compile(
    r"gespielt von (?P<you>.+) am (?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d\d(?:\d\d)?)"
    r"(?: mit Version (?P<version>[^,]*).*)?"
)
DEALER = re.compile(r"Geber: ?(?P<name>.+)")
KIND = re.compile(r"Spielart: ?(?P<kind>.+)")
HELD = re.compile(r"(?P<name>.+) hat: ?(?P<cards>.*)")
LED = re.compile(r"(?P<name>.+) spielt aus: ?(?P<cards>.*)")
PLAYS = re.compile(r"(?P<name>.+?) spiels?t (?P<game>.+)")
RAMSCH = re.compile(r"Es wurde Ramsch gespielt\.?")
COLUMNS = re.compile(rf"Spiel +Preis *(?P<names>.+?) *{STOCK}")
ROW = re.compile(r"(?P<number>\d{1,6}) +(?P<price>\d{1,18})(?P<amounts>(?: +[+-]?\d{1,18})+)")
CENTURY = 2000
MOST_PROBLEMS = 50
MOST_PROSE = 100  # lines of sentences behind one hand
MOST_LINES = 1_000  # of one hand


class Head(NamedTuple):
    """What stands above the first hand: the name of the rules, whose protocol it is, the day (ISO), the version."""

    rules: str
    you: str
    date: str
    version: str = ""


class Printed(NamedTuple):
    """One hand as it is printed. `deal` begins on the dealer's left; `said` is None where it was thrown in.

    `prose` are the sentences behind the tricks, with the line each begins in; `price` is the column "Preis",
    `balances` those after the hand, the Stock's included. `lines` says in which line of the file each person's
    cards stand, `first` and `row` are the hand's first line and that of the table.
    """

    number: int
    dealer: str
    round: str | None
    deal: dict[str, Cards]
    said: Announced | None
    declarer: str | None
    tricks: tuple[Trick, ...]
    prose: tuple[tuple[int, Sentence], ...]
    price: int
    balances: dict[str, int]
    lines: dict[str, int]
    first: int
    row: int

    def all(self, *kinds: str) -> Iterator[tuple[int, Sentence]]:
        """Yield the sentences of these kinds, with their lines."""
        return ((line, sentence) for line, sentence in self.prose if sentence.kind in kinds)

    def one(self, kind: str) -> Sentence | None:
        """Return the first sentence of a kind."""
        return next((sentence for _line, sentence in self.all(kind)), None)


class Segment(NamedTuple):
    """The lines of one hand: `expected` is its number if none is missing before it."""

    expected: int
    lines: tuple[tuple[int, str], ...]


class Read(NamedTuple):
    """One segment read: its hand, or what is wrong."""

    segment: Segment
    printed: Printed | None
    problems: tuple[Problem, ...]


# -- the file -----------------------------------------------------------------------------------------


def lines_of(text: str) -> list[tuple[int, str]]:
    """Return every line that says something, with its number and single spaces."""
    numbered = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
    return [(number, words) for number, line in numbered if (words := " ".join(line.split()))]


def head(lines: Sequence[tuple[int, str]], where: str) -> tuple[Head | None, list[Problem]]:
    """Return what stands above the first hand, and what is wrong with it."""
    above = [(number, line) for number, line in lines[: _first_hand(lines)]]
    found = [(number, match) for number, line in above if (match := HEAD.fullmatch(line))]
    if not found:
        return None, [Problem(_('"gespielt von … am 16.05.20" is missing above the first hand'), where, 1)]
    number, match = found[0]
    problems = [_not_understood(line, where, at) for at, line in above[1:] if at != number]
    if above[0][0] == number:
        problems.append(Problem(_("the name of the rules is missing above this line"), where, number))
    date = _date(match)
    if date is None:
        problems.append(Problem(_("this is no day of the calendar"), where, number))
    return Head(above[0][1], match["you"], date or "", match["version"] or ""), problems


def _date(match: re.Match[str]) -> str | None:
    from datetime import date  # noqa: PLC0415  only here

    year = int(match["year"])
    try:
        return date(year + (CENTURY if year < 100 else 0), int(match["month"]), int(match["day"])).isoformat()
    except ValueError:
        return None


def _first_hand(lines: Sequence[tuple[int, str]]) -> int:
    return next((place for place, (_number, line) in enumerate(lines) if DEALER.fullmatch(line)), len(lines))


def segments(lines: Sequence[tuple[int, str]]) -> list[Segment]:
    """Return the lines of each hand."""
    starts = [place for place, (_number, line) in enumerate(lines) if DEALER.fullmatch(line)]
    hands = pairwise([*starts, len(lines)])
    return [Segment(number, tuple(lines[start:end])) for number, (start, end) in enumerate(hands, 1)]


def _not_understood(text: str, where: str, line: int) -> Problem:
    return Problem(_('"{text}" is not understood', text=_short(text)), where, line)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


# -- one hand -----------------------------------------------------------------------------------------


def read(segment: Segment, head: Head, where: str) -> Read:
    """Return the hand of one segment, or everything about it that is not understood."""
    if len(segment.lines) > MOST_LINES:
        said = _("hand {number}", number=segment.expected) + ": " + _("more than {most} lines", most=MOST_LINES)
        return Read(segment, None, (Problem(said, where, segment.lines[0][0]),))
    reader = _Reader(segment, head.you, where)
    printed = reader.hand()
    if reader.problems:
        printed = None
    return Read(segment, printed, tuple(reader.problems[:MOST_PROBLEMS]))


class _Reader:
    """Reads one hand, line by line, and collects what is wrong with it."""

    def __init__(self, segment: Segment, you: str, where: str) -> None:
        self.segment = segment
        self.you = you
        self.where = where
        self.problems: list[Problem] = []
        self.rest = deque(segment.lines)
        self.last = segment.lines[-1][0]
        self.names: tuple[str, ...] = ()

    def hand(self) -> Printed | None:
        """Return the hand as far as it can be read."""
        first, line = self.rest.popleft()
        dealer = DEALER.fullmatch(line)
        kind = self._kind()
        lines: dict[str, int] = {}
        deal = self._deal(lines)
        self.names = tuple(deal)
        if len(deal) != PEOPLE:
            self._broken(_("the cards of four people are missing"))
            return None
        said, declarer = self._said()
        tricks = tuple(self._tricks())
        prose = tuple(self._prose())
        row = self._row()
        if row is None or dealer is None:
            return None
        number, price, balances, at = row
        name = self._person(dealer["name"], first)
        return Printed(number, name, kind, deal, said, declarer, tricks, prose, price, balances, lines, first, at)

    def _broken(self, what: str) -> None:
        """Say once that the hand is not whole; where it is the rest of the file, that it breaks off."""
        if not self.problems:
            self._say(self.last, _("it breaks off here: {what}", what=what))

    def _say(self, line: int, message: str) -> None:
        text = _("hand {number}", number=self.segment.expected)
        self.problems.append(Problem(f"{text}: {message}", self.where, line))

    def _not_understood(self, line: int, text: str) -> None:
        self._say(line, _('"{text}" is not understood', text=_short(text)))

    def _next(self, *patterns: re.Pattern[str]) -> tuple[int, re.Match[str]] | None:
        """Take the next line if it is of this form."""
        if not self.rest:
            return None
        number, line = self.rest[0]
        for pattern in patterns:
            if match := pattern.fullmatch(line):
                self.rest.popleft()
                return number, match
        return None

    def _person(self, name: str, line: int) -> str:
        """Return who is named: "Du" is the one whose protocol it is."""
        found = self.you if name.casefold() in YOU and name not in self.names else name
        if self.names and found not in self.names:
            self._say(line, _("{name} is not dealt in; there are {people}", name=name, people=", ".join(self.names)))
        return found

    def _kind(self) -> str | None:
        found = self._next(KIND)
        if found is None:
            return None
        number, match = found
        kind = match["kind"].casefold()
        if kind not in ROUNDS:
            self._not_understood(number, match[0])
        return kind

    def _deal(self, lines: dict[str, int]) -> dict[str, Cards]:
        deal: dict[str, Cards] = {}
        while len(deal) < PEOPLE and (found := self._next(HELD)):
            number, match = found
            cards = self._cards(number, match["cards"], NO_CARD)
            if match["name"] in deal:
                self._say(number, _("{name} is dealt in twice", name=match["name"]))
            deal[match["name"]], lines[match["name"]] = cards, number
        return deal

    def _cards(self, line: int, text: str, other: str = "") -> Cards:
        cards = tuple(text.split(" ")) if text else ()
        if wrong := [card for card in cards if not is_card(card) and card != other]:
            self._say(line, _("{card} is no card", card=", ".join(wrong)))
        return cards

    def _said(self) -> tuple[Announced | None, str | None]:
        """Return the game that was announced, and by whom; (None, None) where the deal was thrown in."""
        if found := self._next(RAMSCH):
            return Announced("ramsch"), None
        if self.rest and LED.fullmatch(self.rest[0][1]):
            self._say(self.rest[0][0], _("the game is missing above this line"))
        elif found := self._next(PLAYS):
            number, match = found
            game = announced(match["game"])
            if game is None:
                self._say(number, _('there is no game "{game}"', game=_short(match["game"])))
            return game, self._person(match["name"], number)
        return None, None

    def _tricks(self) -> Iterator[Trick]:
        while found := self._next(LED):
            number, match = found
            cards = self._cards(number, match["cards"])
            if len(cards) != PEOPLE:
                self._say(number, _("a trick of {count} cards instead of {people}", count=len(cards), people=PEOPLE))
                continue
            leader = self._person(match["name"], number)
            if leader in self.names:
                yield Trick(leader, cards, number)

    def _prose(self) -> Iterator[tuple[int, Sentence]]:
        """Yield the sentences up to the table's heading; the program breaks its lines anywhere."""
        text, starts, numbers = "", list[int](), list[int]()
        while self.rest and not COLUMNS.fullmatch(self.rest[0][1]):
            number, line = self.rest.popleft()
            if len(numbers) == MOST_PROSE:
                self._not_understood(number, line)
                return
            starts.append(len(text))
            numbers.append(number)
            text += f"{line} "
        text = text.rstrip()

        def line_at(place: int) -> int:
            return numbers[bisect_right(starts, place) - 1]

        try:
            for sentence in sentences(text, self.names):
                yield line_at(sentence.place), self._with_names(sentence, line_at(sentence.place))
        except NotUnderstood as wrong:
            if self.rest:
                self._not_understood(line_at(wrong.place), wrong.text)
            else:
                self._broken(_("the prices and balances are missing"))

    def _with_names(self, sentence: Sentence, line: int) -> Sentence:
        """Return the sentence with the name of the person whose protocol it is instead of "Du"."""
        words = dict(sentence.words)
        for word in ("who", "partner"):
            if words.get(word):
                people = re.split(r", | und ", words[word]) if words[word] not in self.names else [words[word]]
                words[word] = "\n".join(self._person(name, line) for name in people)
        return sentence._replace(words=words)

    def _row(self) -> tuple[int, int, dict[str, int], int] | None:
        """Return number, price, balances and the line of the table's row."""
        heading = self._next(COLUMNS)
        if heading is None:
            self._broken(_("the balances are missing"))
            return None
        number, match = heading
        columns = self._columns(match["names"])
        if columns is None:
            self._not_understood(number, match[0])
            return None
        found = self._next(ROW)
        if found is None and not self.rest:
            self._broken(_("the balances are missing"))
            return None
        for at, line in self.rest:
            self._not_understood(at, line)
        if found is None:
            return None
        at, row = found
        amounts = [int(amount) for amount in row["amounts"].split()]
        if len(amounts) != len(columns):
            self._say(at, _("{count} balances, but {all} columns", count=len(amounts), all=len(columns)))
            return None
        if int(row["number"]) != self.segment.expected:
            self._say(at, _("the column Spiel says {number}: a hand is missing or twice here", number=row["number"]))
        return int(row["number"]), int(row["price"]), dict(zip(columns, amounts, strict=True)), at

    def _columns(self, text: str) -> list[str] | None:
        """Return the names of the columns in their order, the Stock last; None where they are others."""
        left, found = list(self.names), []
        rest = text
        while left:
            # a long name leaves no blank before the next one
            name = max((name for name in left if rest.startswith(name)), key=len, default=None)
            if name is None:
                return None
            left.remove(name)
            found.append(name)
            rest = rest[len(name) :].lstrip()
        return None if rest else [*found, STOCK]
