"""Nothing is misread silently: at tables whose names begin alike, a line is recorded only if it can mean one hand.

`meanings` is a reader of its own, written from docs/shorthand.md: it takes every way to part a line into a game, people
and flags, and everybody whom a word can mean.
"""

import os
import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random

import pytest

from sklog.errors import HandError, UnclearHand
from sklog.notation import read, write
from sklog.scoring.hand import Played
from tests import spellings
from tests.hand_strategies import TARIFFS

pytestmark = pytest.mark.long

TARIFF = TARIFFS["haus"]
SEPP = ("Sepp", "Toni", "Vroni", "Sabine")
PEOPLE = (
    *("Sepp", "Sabine", "Susi", "Toni", "Tina", "Vroni", "Anna", "Andi", "Nora", "Hans", "Herta", "Emil", "Eva"),
    *("Klaus", "Karl", "Peter", "Paula", "Zenzi", "Walter", "Gerd", "Bene", "Rosi"),
)
GAMES = {"s": 2, "h": 2, "w": 1, "b": 1, "g": 1} | {suit + game: 1 for suit, game in product("eghsf", "swgh")}
FLAGS = ("n", "z", "t", "k", "p", "l3", "o2", "61", "90", "kr", "p2", "nl3", "74n", "l2k", "3")
_FLAG = re.compile(r"[0-9]{1,3}|kr|[klop][0-9]+|[nztkp]")
_COUNT = re.compile(r"[klop][0-9](?![0-9])")
SHARDS = 4
LINES = int(os.environ.get("SKLOG_LINES") or 6_000) // SHARDS


def flags_in(word: str) -> tuple[str, ...] | None:
    """Return the flags that a word says, in an order of their own; None where it is no such word."""
    sign, rest = re.fullmatch(r"([+-]?)(.*)", word).groups()  # type: ignore[union-attr]
    found = _FLAG.findall(rest)
    if "".join(found) != rest or any(each.isdigit() for each in found[1:]):
        return None
    kinds = [each.rstrip("0123456789") or "augen" for each in found]
    plain = ["k" if kind == "kr" else kind for kind in kinds]
    return None if len({*plain}) < len(plain) else tuple(sorted([*found, *filter(None, [sign])]))


def people_in(word: str, seats: Sequence[str]) -> set[str]:
    """Return everybody whom a word can mean, by the start of a name or a seat."""
    same = {name for name in seats if name.casefold() == word}
    seated = {seats[int(word) - 1]} if word.isdigit() and 0 < int(word) <= len(seats) else set()
    return (same or {name for name in seats if word and name.casefold().startswith(word)}) | seated


def said(words: Sequence[str], number: int, seats: Sequence[str]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield every way in which these words begin with so many people, with the flags behind them."""
    if not words:
        return
    head, sign, behind = re.fullmatch(r"([^+-]*)([+-]?)(.*)", words[0]).groups()  # type: ignore[union-attr]
    rest = [*filter(None, [sign + behind]), *words[1:]]
    if len(head) == number:
        yield from ((people, rest) for people in product(*(people_in(letter, seats) for letter in head)))
    elif (
        len(head) > number
        and re.search("[0-9]", head[number:])
        and not people_in(head, seats)
        and not _COUNT.match(head[number - 1 :])
    ):
        stuck = [head[number:] + sign + behind, *words[1:]]
        if not (head[number - 1].isdigit() and head[number].isdigit()):
            yield from ((people, stuck) for people in product(*(people_in(letter, seats) for letter in head[:number])))
    if number == 1:
        yield from (((person,), rest) for person in people_in(head, seats))
    elif not sign:
        for person in people_in(head, seats):
            yield from (((person, *others), left) for others, left in said(words[1:], number - 1, seats))


def meanings(line: str, seats: Sequence[str]) -> set[tuple[object, ...]]:
    """Return every hand that a line of letters can mean: the game's letters, its people and the flags."""
    first, *words = line.split()
    parts = [(first, said(words, GAMES[first], seats))] if first in GAMES else []
    for length in (1, 2) if not parts else ():
        game, rest = first[:length], first[length:]
        number, head = GAMES.get(game, 0), re.split("[+-]", rest)[0]
        if not number or (len(game + head) == 2 and game in "eghs"):
            continue
        if len(head) == number:
            parts.append((game, said([rest, *words], number, seats)))
        elif (
            len(head) > number
            and not people_in(head, seats)
            and not re.match("[0-9]{2}", head[number - 1 :])
            and not _COUNT.match(head[number - 1 :])
        ):
            who = [people for people, __ in said([rest[:number]], number, seats)]
            parts.append((game, iter([(people, [rest[number:], *words]) for people in who])))
    found = set()
    for game, ways in parts:
        for people, left in ways:
            flags = [flags_in(word) for word in left]
            together = [flag for each in flags if each is not None for flag in each]
            kinds = [re.sub("[0-9]|r$", "", flag) or "augen" for flag in together]
            if "t" in together and (len(people) > 1 or any(flag.isdigit() for flag in together)):
                continue  # no Tout of two, and none that Augen decide
            if None not in flags and len({*people}) == len(people) and len({*kinds}) == len(kinds):
                found.add((game, people, tuple(sorted(together))))
    return found


def a_line(random: Random, seats: Sequence[str]) -> str:
    """Return a line of letters for people at this table, parted somehow."""
    game = random.choice((*"sswwhhbg", *GAMES))
    who = random.sample(seats, GAMES[game])
    keys = [random.choice((name[0], name[0], name[:2], str(seats.index(name) + 1))).lower() for name in who]
    people = random.choice(("", " ")).join(keys)
    flags = random.choice(("", "-", *FLAGS))
    return f"{game}{random.choice(('', '', ' '))}{people}{random.choice(('', ' ', '-'))}{flags}".rstrip()


@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_line_of_two_readings_is_never_recorded(shard: int) -> None:
    """Whoever sits there, and however the keys are parted: what is read is the only hand that they can mean."""
    random = Random(shard)  # noqa: S311  nothing secret
    refused = 0
    for _ in range(LINES):
        seats = tuple(random.sample(PEOPLE, random.randint(4, 7)))
        line = a_line(random, seats)
        possible = meanings(line, seats)
        try:
            hand = read(line, seats, None, TARIFF)
        except HandError:
            refused += len(possible) > 1
            continue
        assert len(possible) == 1, (line, seats, possible, hand)
    assert refused > LINES * 0.02


@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_sentence_is_the_hand_that_it_says_or_is_refused(shard: int) -> None:
    """In whatever order it is said, with und and mit and figures apart: never another hand."""
    random = Random(shard)  # noqa: S311  nothing secret
    understood = 0
    for _ in range(LINES // 2):
        seats, active = spellings.table(random)
        game, hand = spellings.hand(random, active)
        line = spellings.sentence(random, game, hand)
        try:
            assert read(line, seats, active, TARIFF) == hand, (line, seats)
            understood += 1
        except HandError:
            continue
    assert understood > LINES // 2 * 0.5


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("sst", ("ss t", "s se t", "s sa t")),
        ("sstn", ("ss t n", "s se t n", "s sa t n")),
        ("sst-", ("ss t-", "s se t-", "s sa t-")),
        ("hst", ("hs t", "h se t", "h sa t")),
        ("ssv 74", ("ss v 74", "s se v 74", "s sa v 74")),
    ],
)
def test_somebody_who_is_not_clear_is_another_reading(line: str, readings: tuple[str, ...]) -> None:
    """A Schellen-Solo of Toni may be a Sauspiel of Sepp or of Sabine: all three are said, and none is recorded."""
    with pytest.raises(UnclearHand) as refused:
        read(line, SEPP, None, TARIFF)
    assert [part.strip() for part in re.split(": |,  | or ", str(refused.value))[1:]] == [*readings]


@pytest.mark.parametrize("line", ["ss t", "s vt", "svt", "stv", "s 14", "s14", "s se t", "w sa", "g t"])
def test_a_line_of_one_reading_is_read_at_a_table_of_equal_initials(line: str) -> None:
    """What only one hand can be meant by stays a hand."""
    hand = read(line, SEPP, None, TARIFF)
    assert read(write(hand, SEPP, TARIFF), SEPP, None, TARIFF) == hand


@pytest.mark.parametrize("said", ["w v kontra:se", "w a active:se,a,v,e"])
def test_a_name_behind_a_key_that_can_be_initials_too(said: str) -> None:
    """`se` is Sepp, or Sepp and Emil: nobody is taken for two people, nor two for one."""
    with pytest.raises(HandError, match='"se" can be Sepp, or Sepp, Emil'):
        read(said, ("Sepp", "Emil", "Anna", "Vroni"), None, TARIFF)


ANNA = ("Anna", "Bene", "Christl", "Dani")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sac61", "s ac 61"),
        ("sacl3", "s ac l3"),
        ("sac-59", "s ac-59"),
        ("sacn", "s ac n"),
        ("sacnl3k", "s ac nl3k"),
        ("hsa-59", "hs a-59"),
        ("hsa61", "hs a 61"),
        ("hsal3", "hs a l3"),
        ("wbn", "w b n"),
        ("wb61n", "w b 61n"),
        ("s13n", "s ac n"),
        ("s ac61", "s ac 61"),
        ("s acl3", "s ac l3"),
        ("w bl2", "w b l2"),
        ("s a c61", "s ac 61"),
        ("rdjb", "r d jb"),
        ("rdp2jb", "r d p2 jb"),
    ],
)
def test_flags_stick_to_initials(typed: str, meant: str) -> None:
    """With a sign and without one, and whether or not the people stick to the game."""
    assert read(typed, ANNA, None, TARIFF) == read(meant, ANNA, None, TARIFF)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("wan", '"wan" is not a game: write w an or w a n'),
        ("s1361", '"s1361" is not a game: write s 13 61'),
        ("w bn", 'nobody here is called "bn"'),
    ],
)
def test_what_does_not_stick(typed: str, said: str) -> None:
    """The start of a name may go on, figures behind a seat may be more seats, and a letter may be a name's."""
    with pytest.raises(HandError) as refused:
        read(typed, ANNA, None, TARIFF)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("s ac 3 laufende", "s ac l3"),
        ("s ac laufende 3", "s ac l3"),
        ("s ac mit 3", "s ac l3"),
        ("s ac with 3 matadors", "s ac l3"),
        ("s ac ohne 3 Laufenden", "s ac o3"),
        ("s ac schneider und 3 laufende", "s ac nl3"),
        ("sauspiel anna und christl", "s ac"),
        ("sauspiel anna and christl lost", "s ac-"),
        ("sauspiel anna mit christl", "s ac"),
        ("sauspiel anna mit 3", "s ac"),
        ("sauspiel 1 und 3", "s ac"),
        ("s a,c", "s ac"),
        ("sauspiel anna, christl, schneider", "s ac n"),
        ("s a & c", "s ac"),
        ("anna und christl sauspiel", "s ac"),
        ("anna sauspiel mit christl", "s ac"),
        ("anna sauspiel christl schneider 3 laufende", "s ac nl3"),
        ("ac sauspiel", "s ac"),
        ("anna wenz", "w a"),
        ("1 wenz", "w a"),
        ("Anna spielt Wenz", "w a"),
        ("anna verliert wenz", "w a-"),
        ("anna wenz verloren", "w a-"),
        ("wenz schneider anna", "w a n"),
        ("anna herz-solo tout", "hs a t"),
        ("anna herz solo 3 laufende", "hs a l3"),
        ("blau solo a", "gs a"),
        ("pik solo a", "gs a"),
        ("rot solo b", "hs b"),
        ("kreuz-solo b", "es b"),
        ("diamonds solo b", "ss b"),
        ("karo wenz c", "sw c"),
        ("sauspiel blau a c", "sauspiel gras ac"),
        ("dani ramsch", "r d"),
        ("ramsch d jungfrau bene", "r d jb"),
        ("ramsch d jungfrau bene und christl", "r d jbc"),
        ("ramsch d jungfrauen bc", "r d jbc"),
        ("ramsch durchmarsch anna", "r a+"),
        ("bene und christl hochzeit", "h bc"),
        ("s ac 74 klopfer", "s ac 74p"),
        ("w b 61 bock", "w b 61 bock"),
        ("s anna+christl", "s ac"),
        ("s ac\u2013", "s ac-"),
        ("s ac 61 augen", "s ac 61"),
        ("w a 2 bock", "w a augen:2 bock:1"),
        ("rab", "r ab"),
    ],
)
def test_words_that_people_say(typed: str, meant: str) -> None:
    """A sentence is the hand that it says."""
    tariff = TARIFFS["haus"]
    assert read(typed, ANNA, None, tariff) == read(meant, ANNA, None, tariff)


@pytest.mark.parametrize(
    ("typed", "people", "readings"),
    [
        ("s ac 2 klopfer", ANNA, ("s ac p augen:2", "s ac p2")),
        ("w b bock 2", ANNA, ("w b augen:2 bock", "w b bock2")),
        ("anna wenz 2 bock", ANNA, ("w a augen:2 bock", "w a bock2")),
        ("s 1 3 2 klopfer", ANNA, ("s ac p augen:2", "s ac p2")),
        ("s ac k 3", ANNA, ("s ac k augen:3", "s ac k3")),
        ("s ac kontra 2", ANNA, ("s ac k augen:2", "s ac kr")),
        ("s ac p 2", ANNA, ("s ac p augen:2", "s ac p2")),
        ("rkp", ("Zenzi", "Karl", "Peter", "Nora"), ("r kp", "r k p")),
        ("wenz mit 2", ANNA, ()),
        ("geier gras 1 klopfer n", ("Bene", "Christl", "Nora", "Anna"), ("gg b np", "gg n p")),
        ("s a and", ("Anna", "Andi", "Bene", "Dani"), ()),
        ("w wenz", ("Walter", "Wenzel", "Bene", "Dani"), ("w we", "w wa")),
    ],
)
def test_a_sentence_of_two_readings_is_refused(typed: str, people: tuple[str, ...], readings: tuple[str, ...]) -> None:
    """Two Klopfer, or two Augen and one Klopfer: both are said."""
    with pytest.raises(UnclearHand) as refused:
        read(typed, people, None, TARIFF)
    assert all(f"{reading} " in f"{refused.value} " for reading in readings)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wenz 2 kontra", "w 2 kontra:1"),
        ("wenz 3 klopfer", "w 3 klopfer:1"),
        ("sauspiel 1 4 mit 3", "s 14 laufende:3"),
        ("sauspiel 2 3 ohne 3", "s 23 laufende:3 laufende_of:opponents"),
    ],
)
def test_a_word_of_a_sentence_is_nobodys_key(typed: str, meant: str) -> None:
    """Kathi is not meant by Kontra, nor Lisa by Laufende, where only their initials would agree."""
    people = ("Lisa", "Otto", "Paul", "Kathi")
    assert read(typed, people, None, TARIFF) == read(meant, people, None, TARIFF)


@pytest.mark.parametrize("typed", ["wenz mit 3", "w l3", "wenz o3", "s k l3", "wl3", "skl3"])
def test_laufende_alone_are_of_nobody_by_initial(typed: str) -> None:
    """A Wenz with three, at Lisa's table: who played it was not said."""
    with pytest.raises(HandError, match=r"who (played|was the partner)"):
        read(typed, ("Lisa", "Otto", "Paul", "Kathi"), None, TARIFF)


@pytest.mark.parametrize("seats", [*permutations(SEPP)][::6])
def test_what_is_suggested_is_said_in_the_words_of_this_table(seats: tuple[str, ...]) -> None:
    """An example names people who sit there, in a way that is read."""
    with pytest.raises(UnclearHand, match="such as") as refused:
        read("s", seats, None, TARIFF)
    example = str(refused.value).rpartition("such as ")[2]
    assert isinstance(read(example, seats, None, TARIFF), Played)
