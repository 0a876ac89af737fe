"""What a protocol prints, hand by hand: every line is understood, or named with its number.

    numbered, divided  the lines of a file; those above the first hand, and those of each hand, from "Geber:" on
    read_head          what stands above, or what is wrong with it
    read_printed_hand  one hand as it is printed, in the same way
    sentences          the prose behind the tricks: the program's own German, whatever its people are called

The program wraps its prose anywhere and leaves some full stops out, so the lines of a hand are joined first. What no
pattern knows ends the reading of a hand: nothing is skipped. Nothing is judged here: whether the cards can have been
played so is for `printed_hand`, whether prices and balances follow from them for `compare`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from datetime import date
from functools import cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem
from sklog.language import _
from sklog.netschafkopf.cards import NO_CARD, PEOPLE, Trick, clockwise, deck_of
from sklog.rooms import IMPORTS
from sklog.scoring.games import LONG, SUIT_NAMES, named
from sklog.scoring.names import parted
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.netschafkopf.cards import Cards

    Lines = Sequence[tuple[int, str]]  # with their numbers in the file

YOU = IMPORTS["protocol"].you
TIES = {"höheren Ober": "highest", "höheren Trumpf": "highest", "mehr Stiche": "tricks", "mehr Trümpfe": "trumps"}
WON = "gewinn"
_TOUT = ("tout", "du")

# -- sentences ----------------------------------------------------------------------------------------


UNKNOWN = "unknown"
BASE, SCHNEIDER, SCHWARZ, LAUFENDE = ADDED = ("base", "Schneider", "Schwarz", "Laufende")
KLOPFER, KONTRA, JUNGFRAUEN, ANNOUNCED = MULTIPLIED = ("Klopfer", "Kontra", "Jungfrauen", "Tout")
KINDS = (*ADDED, *MULTIPLIED)
"""The sentences with a step of the price; but for the first they are called as sklog labels its own steps."""
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
    BASE: r"(?:Das|Der|Die) (?P<what>[^\W\d]+(?:-[^\W\d]+)?) kostet {points}",
    SCHNEIDER: r"Mit Schneider {points}",
    SCHWARZ: r"Mit Schwarz {points}",
    LAUFENDE: r"(?P<side>Mit|Ohne) (?P<count>\d{{1,2}}) Laufenden? {points}",
    JUNGFRAUEN: r"Mit (?P<count>\d) mal Jungfrau {points}",
    KLOPFER: r"(?P<count>\d{{1,2}}) mal (?:(?:auf)?gedoppelt|verdoppelt|geklopft|gelegt|(?:auf)?gestellt) {points}",
    KONTRA: r"(?P<count>\d{{1,2}}) mal (?:gespritzt|gestoßen|geschossen|kontra|kontriert) {points}",
    ANNOUNCED: r"\w+ für (?P<what>Tout|Du|Sie) {points}",
    "stock": r"(?P<text>[^.]*\bStock\b[^.]*)",
}
GAME = r"Mit der [^\W\d_]+-(?:Ass?|Sau|Daus)|[^\W\d_]+(?:-[^\W\d_]+)?(?: (?:Tout|Du|Sie))?"


class PrintedSentence(NamedTuple):
    """What one sentence says: its kind, the words that vary, and the line of the file it begins in."""

    kind: str
    words: Mapping[str, str]
    line: int

    def as_number(self, word: str) -> int:
        """Return one of its words as a number."""
        return int(self.words[word])


class PrintedGame(NamedTuple):
    """A game as it is called: its name in the catalogue, its suit, and whether it is a Tout or Sie."""

    game: str
    suit: str | None = None
    tout: bool = False
    sie: bool = False


def sentences(text: str, people: Sequence[str]) -> Iterator[tuple[int, str, Mapping[str, str]]]:
    """Yield where each sentence of a text begins, its kind and its words; what the program does not print is UNKNOWN.

    That is the last one, for nobody knows where it ends.
    """
    place, patterns = 0, _patterns(tuple(people))
    while place < len(text):
        for kind, pattern in patterns.items():
            if found := pattern.match(text, place):
                yield place, kind, found.groupdict()
                place = found.end()
                break
        else:
            yield place, UNKNOWN, {"text": re.split(r"(?<=\.) ", text[place:], maxsplit=1)[0]}
            return


def _any_of(names: Iterable[str]) -> str:
    """Return the pattern of these names; a longer one is tried before its beginning."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


@cache
def _patterns(people: tuple[str, ...]) -> Mapping[str, re.Pattern[str]]:
    name = _any_of((*people, "Du", "dir", "dich"))
    parts = {
        "name": name,
        "many": f"(?:{name})(?:(?:, | und )(?:{name}))*",
        "game": GAME,
        "tie": "|".join(TIES),
        "points": _POINTS,
    }
    return {kind: re.compile(pattern.format(**parts) + r"(?:\. ?| |$)") for kind, pattern in _PATTERNS.items()}


def announced(text: str) -> PrintedGame | None:
    """Return the game that is called so, such as "Grün-Wenz Tout" or "Mit der Eichel-Ass"; None where none is."""
    if called := re.fullmatch(r"Mit der (\w+)-\w+", text):
        suit = SUIT_NAMES.get(called[1].casefold())
        return PrintedGame("sauspiel", suit) if suit else None
    words, _blank, extra = text.casefold().partition(" ")
    first, dash, second = words.partition("-")
    suit = SUIT_NAMES.get(first) if dash else None
    kind = second if suit else words
    game = named(f"farb{kind}" if suit else kind) or (named(kind) if suit else None)
    if game is None or (suit not in game.suits if game.suits else suit) or extra not in ("", "sie", *_TOUT):
        return None
    return PrintedGame(game.name, suit, tout=extra in _TOUT, sie=extra == "sie")


# -- the file -----------------------------------------------------------------------------------------


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
LONGEST_LINE = 2_000  # letters: who is called so becomes part of patterns, which take ten seconds a megabyte


class ProtocolHead(NamedTuple):
    """What stands above the first hand: the name of the rules, whose protocol it is, the day (ISO), the version."""

    rules: str
    you: str
    date: str
    version: str = ""


class PrintedHand(NamedTuple):
    """One hand as it is printed. `deal` begins on the dealer's left; `said` is None where it was thrown in.

    `prose` are the sentences behind the tricks. Below stands a row of a table: `price`, its column "Preis", and the
    `balances`, the Stock's included. `lines` says in which line of the file each person's cards stand, `first` is the
    hand's first line, `row_line` that of the row.
    """

    number: int
    dealer: str
    round: str | None
    deal: dict[str, Cards]
    said: PrintedGame | None
    declarer: str | None
    tricks: tuple[Trick, ...]
    prose: tuple[PrintedSentence, ...]
    price: int
    balances: dict[str, int]
    row_line: int
    lines: dict[str, int]
    first: int

    def of_kinds(self, *kinds: str) -> Iterator[PrintedSentence]:
        """Yield the sentences of these kinds."""
        return (sentence for sentence in self.prose if sentence.kind in kinds)

    def first_of_kind(self, kind: str) -> PrintedSentence | None:
        """Return the first sentence of a kind."""
        return next(self.of_kinds(kind), None)


def in_hand(number: int, line: int, message: str) -> Problem:
    """Return what is wrong with one hand; whoever knows the file adds its name."""
    return Problem(_("hand {number}", number=number) + f": {message}", line=line)


def numbered(text: str) -> Lines:
    """Return every line that says something, with its number and single spaces."""
    lines = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
    return [(number, words) for number, line in lines if (words := " ".join(line.split()))]


def divided(lines: Lines) -> list[Lines]:
    """Return the lines above the first hand, and those of each hand."""
    starts = [place for place, (_number, line) in enumerate(lines) if DEALER.fullmatch(line)]
    return [lines[start:end] for start, end in pairwise((0, *starts, len(lines)))]


def read_head(above: Lines) -> tuple[ProtocolHead | None, list[Problem]]:
    """Return what stands above the first hand, and what is wrong with it; the problems do not name the file."""
    found = next(((number, match) for number, line in above if (match := HEAD.fullmatch(line))), None)
    if found is None:
        return None, [Problem(_('"gespielt von … am 16.05.20" is missing above the first hand'), line=1)]
    number, match = found
    problems = [Problem(_not_understood(line), line=at) for at, line in above[1:] if at != number]
    if above[0][0] == number:
        problems.append(Problem(_("the name of the rules is missing above this line"), line=number))
    year = int(match["year"])
    day = ""
    try:
        day = date(year + (CENTURY if year < 100 else 0), int(match["month"]), int(match["day"])).isoformat()
    except ValueError:
        problems.append(Problem(_("this day is not in the calendar"), line=number))
    return ProtocolHead(above[0][1], match["you"], day, match["version"] or ""), problems


def _not_understood(text: str) -> str:
    return _('"{text}" is not understood', text=_short(text))


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


# -- one hand -----------------------------------------------------------------------------------------


def read_printed_hand(number: int, lines: Lines, you: str) -> tuple[PrintedHand | None, list[Problem]]:
    """Return the hand that these lines print, or None and everything about it that is not understood.

    `number` is its number if none is missing before it, `you` the person who is called "Du".
    """
    if len(lines) > MOST_LINES:
        return None, [in_hand(number, lines[0][0], _("more than {most} lines", most=MOST_LINES))]
    if endless := [in_hand(number, at, _not_understood(line)) for at, line in lines if len(line) > LONGEST_LINE]:
        return None, endless[:MOST_PROBLEMS]
    reader = _HandReader(number, lines, you)
    printed = reader.read_hand()
    return (None if reader.problems else printed), reader.problems[:MOST_PROBLEMS]


class _HandReader:
    """Reads one hand, line by line, and collects what is wrong with it; `line` is the line that was taken last."""

    def __init__(self, number: int, lines: Lines, you: str) -> None:
        self.number = number
        self.you = you
        self.problems: list[Problem] = []
        self.rest = deque(lines)
        self.line, self.last = lines[0][0], lines[-1][0]
        self.names: tuple[str, ...] = ()

    def read_hand(self) -> PrintedHand | None:
        """Return the hand as far as it can be read."""
        first, line = self.rest.popleft()
        kind = self._kind()
        lines: dict[str, int] = {}
        deal = self._deal(lines)
        self.names = tuple(deal)
        if len(deal) != PEOPLE:
            self._say_cut_off(_("the cards of four people are missing"))
            return None
        said, declarer = self._announcement()
        tricks = tuple(self._tricks())
        prose = tuple(self._prose())
        row = self._balance_row()
        if row is None:
            return None
        dealer = self._person(line.partition(":")[2].strip(), first)
        return PrintedHand(self.number, dealer, kind, deal, said, declarer, tricks, prose, *row, lines, first)

    def _say_cut_off(self, what: str) -> None:
        """Say once that the hand is not whole; where it is the rest of the file, that it breaks off."""
        if not self.problems:
            self._note(_("it breaks off here: {what}", what=what), self.last)

    def _note(self, message: str, line: int = 0) -> None:
        self.problems.append(in_hand(self.number, line or self.line, message))

    def _next_if(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take the next line if it is of this form."""
        match = pattern.fullmatch(self.rest[0][1]) if self.rest else None
        if match:
            self.line, _text = self.rest.popleft()
        return match

    def _person(self, name: str, line: int = 0) -> str:
        """Return who is named: "Du" is the one whose protocol it is."""
        found = self.you if name.casefold() in YOU and name not in self.names else name
        if self.names and found not in self.names:
            self._note(_("{name} is not dealt in; there are {people}", name=name, people=", ".join(self.names)), line)
        return found

    def _kind(self) -> str | None:
        match = self._next_if(KIND)
        if match and match["kind"].casefold() not in ROUNDS:
            self._note(_not_understood(match[0]))
        return match and match["kind"].casefold()

    def _deal(self, lines: dict[str, int]) -> dict[str, Cards]:
        """Return the cards of each person, and note the line of each in `lines`."""
        deal: dict[str, Cards] = {}
        while len(deal) < PEOPLE and (match := self._next_if(HELD)):
            cards = self._cards_of_line(match["cards"], NO_CARD)
            if match["name"] in deal:
                self._note(_("{name} is dealt in twice", name=match["name"]))
            deal[match["name"]], lines[match["name"]] = cards, self.line
        return deal

    def _cards_of_line(self, text: str, other: str = "") -> Cards:
        """Return the cards of a line; `other` may stand among them."""
        cards = tuple(text.split())
        if wrong := [card for card in cards if card not in deck_of(LONG) and card != other]:
            self._note(_("{card} is not a card", card=", ".join(wrong)))
        return cards

    def _announcement(self) -> tuple[PrintedGame | None, str | None]:
        """Return the game that was announced, and by whom; (None, None) where the deal was thrown in."""
        if self._next_if(RAMSCH):
            return PrintedGame("ramsch"), None
        if self.rest and LED.fullmatch(self.rest[0][1]):
            self._note(_("the game is missing above this line"), self.rest[0][0])
        elif match := self._next_if(PLAYS):
            game = announced(match["game"])
            if game is None:
                self._note(_('there is no game "{game}"', game=_short(match["game"])))
            return game, self._person(match["name"])
        return None, None

    def _tricks(self) -> Iterator[Trick]:
        while match := self._next_if(LED):
            cards = self._cards_of_line(match["cards"])
            if len(cards) != PEOPLE:
                self._note(_("a trick of {count} cards instead of {people}", count=len(cards), people=PEOPLE))
                continue
            leader = self._person(match["name"])
            if leader in self.names:
                yield Trick(dict(zip(clockwise(self.names, leader), cards, strict=True)), self.line)

    def _prose(self) -> Iterator[PrintedSentence]:
        """Yield the sentences up to the table's heading; the program breaks its lines anywhere."""
        prose: list[tuple[int, str]] = []
        while self.rest and not COLUMNS.fullmatch(self.rest[0][1]):
            prose.append(self.rest.popleft())
            if len(prose) > MOST_PROSE:
                number, line = prose[-1]
                self._note(_not_understood(line), number)
                return
        starts = [0, *accumulate(len(line) + 1 for _number, line in prose)]
        for place, kind, words in sentences(" ".join(line for _number, line in prose), self.names):
            at, _line = prose[bisect_right(starts, place) - 1]
            if kind != UNKNOWN:
                yield PrintedSentence(kind, self._with_names(words, at), at)
            elif self.rest:
                self._note(_not_understood(words["text"]), at)
            else:
                self._say_cut_off(_("the prices and balances are missing"))

    def _with_names(self, words: Mapping[str, str], line: int) -> dict[str, str]:
        """Return the words of a sentence, with the name of the person whose protocol it is instead of "Du"."""
        found = dict(words)
        for word in ("who", "partner"):
            if said := words.get(word):
                people = [said] if said in self.names else parted(said)
                found[word] = "\n".join(self._person(name, line) for name in people)
        return found

    def _balance_row(self) -> tuple[int, dict[str, int], int] | None:
        """Return the row of the table, which ends the hand: its price, the balances, and its line."""
        heading = self._next_if(COLUMNS)
        columns = heading and self._columns(heading["names"])
        if heading and columns is None:
            self._note(_not_understood(heading[0]))
            return None
        row = heading and self._next_if(ROW)
        if columns is None or (row is None and not self.rest):
            self._say_cut_off(_("the balances are missing"))
            return None
        for line, text in self.rest:
            self._note(_not_understood(text), line)
        if row is None:
            return None
        amounts = [int(amount) for amount in row["amounts"].split()]
        if len(amounts) != len(columns):
            self._note(_("{count} balances, but {all} columns", count=len(amounts), all=len(columns)))
            return None
        if int(row["number"]) != self.number:
            self._note(_("the column Spiel has {number}: a hand is missing or here twice", number=row["number"]))
        return int(row["price"]), dict(zip(columns, amounts, strict=True)), self.line

    def _columns(self, rest: str) -> tuple[str, ...] | None:
        """Return the names of the columns in their order, the Stock last; None where they are others."""
        # a long name leaves no blank before the next one
        found = re.fullmatch(" ?".join([f"({_any_of(self.names)})"] * PEOPLE), rest)
        return (*found.groups(), STOCK) if found and {*found.groups()} == {*self.names} else None
