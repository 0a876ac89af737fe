"""Deals that were played by the rules: nothing people note of them is refused, and everything noted has one price.

`DEALS=36000 python -m pytest tests/test_dealing.py -rP` plays as many, and says how many hands were noted.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from dealing import BETTEL, GAMES, PAIRS, PEOPLE, PLAIN, RANKS, TABLES, Happened, Rules, dealt_and_played, trumps_of
from noting import Facts, asks, note_of, parts_of
from second_opinion import Impossible, score
from test_second_opinion import SHIPPED, TOURNAMENTS

from sklog import tariffs
from sklog.errors import HandError, UnclearHand
from sklog.scoring import evening
from sklog.scoring.canonical import from_json
from sklog.scoring.settings import to_mapping
from sklog.scoring.tariff import Tariff

pytestmark = pytest.mark.long

DEALS = int(os.environ.get("DEALS", "3200"))
TARIFFS = 100 if "DEALS" in os.environ else 1  # at most so many for each deal, of those that play it
NOTES = 3  # of a deal, under each tariff
EVERY_GAME = ", ".join(GAMES)
HOUSES = (
    "bids: yes\nannounced: {schneider: 20, schwarz: 40}\nforced: {wins_from: 60, schneider_from: 30}",
    "ramsch: {jungfrau: none, durchmarsch: none}\nschneider: none\nschwarz: none",
    "ramsch: {jungfrau: own, durchmarsch: {augen: 61}, tie: [highest]}\nsie: none\ntout: none",
    "ramsch: {durchmarsch: {augen: 91}, tie: [shared]}\nwins: {declarers: 60}",
)
"""Tables of their own, which play every game there is."""

Answer = tuple[int, dict[str, int]]
TariffAndMapping = tuple["Tariff", "Facts"]


@cache
def rules_at(deck: str, people: int) -> list[TariffAndMapping]:
    """Return the tariffs, dealt from this deck to so many people, and their mappings."""
    shipped = [(name, "") for name in (*SHIPPED, *TOURNAMENTS)]
    own = [("wiki", f"games: [{EVERY_GAME}]\n{house}\n") for house in HOUSES]
    read = [
        tariffs.read(f"name: haus\nextends: {name}\npeople: [{people}]\ndeck: {deck}\n{settings}", "haus.yaml")
        for name, settings in [*shipped, *own]
    ]
    return [(tariff, to_mapping(tariff)) for tariff in read]


@cache
def deals_of(game: str) -> list[Happened]:
    """Return the deals of a game, as many at each table that can play it."""
    rng = Random(f"deals of {game}")  # noqa: S311  (cards, not secrets)
    tables = [table for table in TABLES if table[1] == 4 or game not in PAIRS]
    return [dealt_and_played(rng, tables[number % len(tables)], game) for number in range(DEALS // len(GAMES))]


def recorded(hand: Facts, people: int, tariff: Tariff) -> Answer:
    """Return what a new hand costs; the last one deals."""
    seats = PEOPLE[:people]
    made = evening.admit(evening.start(seats, seats[-1]), from_json(hand, seats, tariff.games), tariff).score
    assert made
    return made.value, dict(made.postings)


def second_opinion(hand: Facts, people: int, mapping: Facts) -> Answer | None:
    """Return what it costs by the plain scorer; None where it does not know."""
    seats = PEOPLE[:people]
    table = {"seats": seats, "dealer": seats[-1], "active": seats, "stock": 0, "bock": 0, "round": None}
    try:
        made = score(mapping, table, hand)
    except Impossible:
        return None
    return made["value"], made["postings"]


def what_is_wrong(rng: Random, happened: Happened, rules: TariffAndMapping, counts: Counter[str]) -> Iterator[str]:
    """Yield what is wrong with what comes of a deal that is noted under these rules."""
    people, (tariff, mapping) = len(happened.hands), rules
    note = note_of(rng, happened, mapping)
    for what, hand in [("everything", note.everything), *parts_of(rng, note, NOTES)]:
        second = second_opinion(hand, people, mapping)
        try:
            first = recorded(hand, people, tariff)
        except HandError as error:
            counts["asked"] += 1
            if second or what == "everything" or not isinstance(error, UnclearHand) or not asks(note, hand):
                yield f"{what}: {hand}\nof {note.everything}\n{type(error).__name__}: {error}\n{second}"
        else:
            counts["recorded"] += 1
            if first != second:
                yield f"{what}: {hand}\nof {note.everything}\n{first}, but {second}"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_noted_of_a_played_deal_can_be_recorded(game: str) -> None:
    """Everything about a deal has the price that the plain scorer says; so has a part, or it is merely asked about."""
    rng, counts = Random(f"notes of {game}"), Counter[str]()  # noqa: S311  (hands, not secrets)
    for happened in deals_of(game):
        deck, people = happened.deck, len(happened.hands)
        counts[f"{deck} {people}"] += 1
        playing = [rules for rules in rules_at(deck, people) if rules[0].game(game)]
        for rules in rng.sample(playing, min(TARIFFS, len(playing))):
            counts["noted"] += 1
            wrong = [*what_is_wrong(rng, happened, rules, counts)]
            assert not wrong, "\n".join((*wrong, f"{deck} {people}: {happened}", f"{rules[1]}"))
    sys.stdout.write(f"{game}: {dict(counts)}\n")


# -- the deals themselves -----------------------------------------------------------------------------


def happenings(happened: Happened) -> Iterator[str]:
    """Yield what is rare about a deal."""
    if happened.game == "ramsch":
        yield from happenings_of_a_ramsch(happened)
        return
    places, every = happened.declarers, len(happened.hands[0])
    tricks, augen = (sum(made[place] for place in places) for made in (happened.tricks, happened.augen))
    kind = "a Bettel" if happened.game in BETTEL else "a pair" if happened.game in PAIRS else "a soloist"
    yield f"{kind}: {'all tricks' if tricks == every else 'some tricks' if tricks else 'no trick'}"
    yield f"{kind}: {'Schneider' if augen < 30 else '60' if augen == 60 else 'over 90' if augen > 90 else 'between'}"
    if augen in (0, 120) and 0 < tricks < every:
        yield "120 Augen without all tricks" if augen else "0 Augen with a trick"
    if augen and not tricks:
        yield "Augen without a trick"
    held = {card for place in places for card in happened.hands[place]}
    if happened.game == "solo" and set(happened.order[:8]) <= held:
        yield f"all Ober and Unter among {every} cards"
    yield f"the called Sau: {happened.called}"


def happenings_of_a_ramsch(happened: Happened) -> Iterator[str]:
    """Yield what is rare about a Ramsch."""
    yield f"Ramsch: {happened.tricks.count(0)} without a trick"
    if happened.augen.count(max(happened.augen)) > 1:
        yield "Ramsch: a tie"


RARE = (
    *(f"{who}: {what}" for who in ("a pair", "a soloist") for what in ("Schneider", "60", "over 90")),
    *(f"{who}: {what}" for who in ("a pair", "a soloist", "a Bettel") for what in ("all tricks", "no trick")),
    *(f"the called Sau: {what}" for what in ("searched", "ran away", "unsearched")),
    *(f"Ramsch: {what}" for what in ("1 without a trick", "2 without a trick", "3 without a trick", "a tie")),
    *("120 Augen without all tricks", "0 Augen with a trick", "Augen without a trick"),
    *(f"all Ober and Unter among {cards} cards" for cards in (8, 10, 12, 16)),
)


def test_what_is_rare_at_a_table_happens_often_enough() -> None:
    """Among the deals are those that a scorer could mistake."""
    counts = Counter(what for game in GAMES for happened in deals_of(game) for what in happenings(happened))
    sys.stdout.writelines(f"{counts[what]:6} {what}\n" for what in RARE)
    assert not [what for what in RARE if not counts[what]]


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_is_played_by_the_rules(game: str) -> None:
    """Every card is played once, and whoever has a card of what was led follows; all that counts adds up."""
    for happened in deals_of(game):
        ranks, left = RANKS if happened.deck == "long" else RANKS[:6], [set(hand) for hand in happened.hands]
        for number, trick in enumerate(happened.played):
            herz = game == "sauspiel" or (game == "hawaii-habicht" and number < 4)
            trumps = set(trumps_of(game, ranks, "H" if herz else happened.suit or "H"))
            led = trick[0][1]
            same = trumps if led in trumps else {led[0] + rank for rank in ranks} - trumps
            for place, card in trick:
                assert card in same or not left[place] & same
                left[place].remove(card)
        assert not any(left)
        assert sum(happened.augen) == 120
        assert sum(happened.tricks) == len(happened.played)


def test_the_called_sau_has_its_duties() -> None:
    """It falls where its suit is led, unless its holder ran away before, and is thrown into no other suit till then."""
    for happened in deals_of("sauspiel"):
        sau, suit, free = f"{happened.suit}A", happened.suit, False
        holder = happened.declarers[1]
        assert sau in happened.hands[holder]
        for trick in happened.played[:-1]:
            (leader, led), cards = trick[0], dict(trick)
            searched = led[0] == suit and led[1] not in "OU"
            ran_away = searched and leader == holder and led != sau
            assert free or ran_away or searched == (cards[holder] == sau)
            free = free or searched


ORDERS: dict[str, tuple[str, str, list[str]]] = {
    "Solo": ("solo", "S", ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU", "SA", "SZ", "SK", "S9", "S8", "S7"]),
    "Sauspiel": ("sauspiel", "H", ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU", "HA", "HZ", "HK", "H9", "H8", "H7"]),
    "Wenz": ("wenz", "H", ["EU", "GU", "HU", "SU"]),
    "Farbgeier": ("farbgeier", "E", ["EO", "GO", "HO", "SO", "EA", "EZ", "EK", "EU", "E9", "E8", "E7"]),
    "Habicht": ("habicht", "H", ["EK", "GK", "HK", "SK"]),
    "Bär": ("bär", "H", ["EA", "GA", "HA", "SA", "EZ", "GZ", "HZ", "SZ"]),
    "Bettel": ("bettel", "H", []),
}


@pytest.mark.parametrize(("game", "suit", "order"), ORDERS.values(), ids=list(ORDERS))
def test_the_trumps_are_those_of_the_documents(game: str, suit: str, order: list[str]) -> None:
    """A game has its trumps, the highest first."""
    assert trumps_of(game, RANKS, suit) == order


TAKES: dict[str, tuple[str, str, str]] = {
    "the Sau of a plain suit": ("solo", "EZ EA SK", "EA"),
    "any trump over the Sau": ("sauspiel", "EA H7 EZ", "H7"),
    "the Unter, in a Wenz": ("wenz", "EA SU EO", "SU"),
    "the Ober over the Neun alone, in a Wenz": ("wenz", "E9 EO HA", "EO"),
    "the Unter over the Zehner, in a Bettel": ("bettel", "EZ EU E9", "EU"),
    "the Sieben over the Sau, in a Perlmutt-Habicht": ("perlmutt-habicht", "EA E7 SO", "E7"),
    "the lowest König over all plain cards, in a Hawaii-Habicht": ("hawaii-habicht", "EA SK EZ", "SK"),
    "the lowest Zehner over an Ober, in a Bär": ("bär", "EO SZ EK", "SZ"),
}


@pytest.mark.parametrize(("game", "trick", "best"), TAKES.values(), ids=list(TAKES))
def test_a_trick_is_taken_as_the_documents_say(game: str, trick: str, best: str) -> None:
    """Of the cards on the table one takes the trick: it is a trump, or of the suit that was led."""
    cards = trick.split()
    rules = Rules(trumps_of(game, RANKS), PLAIN.get(game, RANKS))
    assert min(cards, key=lambda card: rules.weakness(card, rules.suit(cards[0]))) == best
