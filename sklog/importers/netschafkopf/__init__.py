"""Protocols of the Windows program Netschafkopf: evenings with every card, price and balance printed.

    bytes ──text_of──▶ text ──protocol──▶ printed hands: every line understood, or named with its number
      ──facts──▶ what happened, by the cards alone
      ──tariff──▶ the one tariff that the prices of all hands show (or a given one is taken)
      ──comparing──▶ a Session; sklog's own prices and balances against those printed after every hand

The cards are believed, prose and prices are not: they name the game, and are compared. A hand that cannot be read is
void in the evening, so that the others keep their numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sklog import tariffs
from sklog.errors import IllegalHand, Problem, Refused, SessionFileError, TariffError
from sklog.importers.netschafkopf import compare, deduce, protocol
from sklog.importers.netschafkopf import hands as netschafkopf_hands
from sklog.importers.netschafkopf.cards import NO_CARD, clockwise, whole
from sklog.importers.netschafkopf.protocol import YOU
from sklog.language import _, _and
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Session, entry_from_json, entry_to_json, renamed
from sklog.scoring.state import MOST_HANDS
from sklog.yaml_text import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sklog.importers.netschafkopf.hands import Facts
    from sklog.importers.netschafkopf.protocol import Head, Read
    from sklog.scoring.state import State
    from sklog.scoring.tariff import Tariff

ALTEN = ("EO", "GO")
_HEAD = re.compile(rb"^[ \t]*gespielt von .+ am \d\d?\.\d\d?\.\d\d", re.MULTILINE)
_HAND = re.compile(rb"^Geber: .+\n(?:Spielart: .+\n)? *\S.* hat: ", re.MULTILINE)
NAME = "Netschafkopf"

__all__ = ["MOST_BYTES", "YOU", "Protocol", "read", "recognise", "text_of"]


class Protocol(NamedTuple):
    """An evening as it was read. `names` are the printed ones.

    `problems` are what is not understood or cannot be: without them every hand is in the evening. `disagreements`
    are what is understood, and printed otherwise than the cards make it.
    """

    session: Session
    names: tuple[str, ...]
    problems: tuple[Problem, ...]
    disagreements: tuple[Problem, ...]
    left_out: tuple[int, ...]


def recognise(head: bytes) -> bool:
    """Whether a file that begins so is a protocol of this program; a few kilobytes are enough."""
    lines = head.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return bool(_HEAD.search(lines) or _HAND.search(lines))


def text_of(data: bytes) -> str:
    """Return the text of a protocol: UTF-8, else Windows-1252; what stands there for no letter is not understood."""
    data = data.rstrip(b"\x1a")  # how old programs end a text
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str, where: str, *, people: Mapping[str, str] | None = None, given: Tariff | None = None) -> Protocol:
    """Return the evening of a protocol; `where` names the file to people.

    `people` says who a printed name is ("Du" is whose protocol it is), `given` is a tariff to use instead of the
    one that the prices show. Raises SessionFileError where there is no evening in it at all.
    """
    lines = protocol.lines_of(text)
    head, problems = protocol.head(lines, where)
    segments = protocol.segments(lines)
    if head is None or not segments:
        raise SessionFileError(*problems, *([] if segments else [Problem(_("there is no hand in it"), where)]))
    if len(segments) > MOST_HANDS:
        raise SessionFileError(Problem(_("more than {most} hands: divide the evening", most=MOST_HANDS), where))
    hands = [protocol.read(segment, head, where) for segment in segments]
    problems += [problem for hand in hands for problem in hand.problems]
    known = _facts(hands, where, problems)
    known = _with_one_pair(known, where, problems)
    if not known:
        raise SessionFileError(*problems)
    rows = {hand.printed.number: hand.printed.balances for hand in hands if hand.printed}
    moves = compare.moves(known, rows)
    rules = given or _possible(deduce.found(moves, head), where)
    players = _players(known[0])
    begun = Session(
        NAME, head.date, rules, players, dealer=_first_dealer(known[0], players), id=_identity(head, known[0])
    )
    state = _begin(begun, where)
    folded, refused = compare.fold({one.number: one for one in moves}, len(segments), state, rules, where)
    problems = sorted([*problems, *refused], key=lambda problem: problem.line)
    if not any(one.moved for one in folded):
        raise SessionFileError(*problems)
    session = begun._replace(entries=tuple(one.entry for one in folded))
    return Protocol(
        _called(session, head, people or {}, where),
        players,
        tuple(problems),
        tuple(compare.differences(folded, where)),
        tuple(one.number for one in folded if one.moved is None),
    )


def _possible(rules: Tariff, where: str) -> Tariff:
    """Return the tariff if a file could say it; a forged price may be none that anybody plays by."""
    try:
        return tariffs.read_mapping(tariffs.to_mapping(rules), where)
    except TariffError as wrong:
        said = _("the prices that it prints make no tariff: {reason}", reason=wrong.problems[0].message)
        raise SessionFileError(Problem(said, where)) from None


def _facts(hands: Sequence[Read], where: str, problems: list[Problem]) -> list[Facts]:
    """Return what the cards say of every hand that can be; add what is wrong to the problems."""
    known: list[Facts] = []
    for hand in hands:
        if hand.printed is None:
            continue
        found, wrong = netschafkopf_hands.facts(hand.printed, where)
        problems += wrong
        if found is None:
            continue
        if known and (message := _another_table(known[0], found)):
            text = _("hand {number}", number=hand.printed.number)
            problems.append(Problem(f"{text}: {message}", where, hand.printed.first))
        else:
            known.append(found)
    return known


def _with_one_pair(known: Sequence[Facts], where: str, problems: list[Problem]) -> list[Facts]:
    """Return the hands without a Schieber in which other cards were left out of the deal than in most of them.

    They are the two Alten as far as is known; another program's pair shows in more than one hand.
    """
    pairs = {found.printed.number: left for found in known if (left := undealt(found))}
    if not pairs:
        return list(known)
    usual, count = Counter(pairs.values()).most_common(1)[0]
    usual = usual if count > 1 else ALTEN
    for found in known:
        pair = pairs.get(found.printed.number, usual)
        if pair != usual:
            text = _("hand {number}", number=found.printed.number)
            said = _("{cards} are not dealt, elsewhere it is {usual}", cards=_and(pair), usual=_and(usual))
            problems.append(Problem(f"{text}: {said}", where, found.printed.first))
    return [found for found in known if pairs.get(found.printed.number, usual) == usual]


def undealt(found: Facts) -> tuple[str, ...]:
    """Return the cards that the first player of a Schieber takes up."""
    dealt = {card for held in found.printed.deal.values() for card in held}
    return tuple(sorted(whole(found.deck) - dealt)) if NO_CARD in dealt else ()


def _another_table(first: Facts, found: Facts) -> str:
    """Return why a hand cannot be of the same evening as the first; "" where it can."""
    seats, others = tuple(first.printed.deal), tuple(found.printed.deal)
    if first.deck != found.deck:
        return _("it is dealt with another deck than the first hand")
    if seats[0] not in others or clockwise(others, seats[0]) != seats:
        return _("others sit here than in the first hand, or in another order")
    return ""


def _players(first: Facts) -> tuple[str, ...]:
    """Return the people clockwise, as the table's columns list them where they do so clockwise."""
    columns = tuple(name for name in first.printed.balances if name != STOCK)
    return clockwise(tuple(first.printed.deal), columns[0])


def _first_dealer(first: Facts, players: tuple[str, ...]) -> str:
    """Return who deals hand 1: the one so many seats before the dealer of the first hand that can be read."""
    place = players.index(first.printed.dealer) - (first.printed.number - 1)
    return players[place % len(players)]


def _identity(head: Head, first: Facts) -> str:
    """Return what makes an evening the same whatever its people are called here: the day and the first deal."""
    import hashlib  # noqa: PLC0415  only here
    import json  # noqa: PLC0415  the same

    printed = first.printed
    known = json.dumps([NAME, head.date, head.you, printed.number, list(printed.deal.items())])
    return hashlib.sha256(known.encode()).hexdigest()[:32]


def _begin(session: Session, where: str) -> State:
    """Return the state before the first hand; raise Refused where people cannot be called so."""
    try:
        return session.begin()
    except IllegalHand as wrong:
        raise Refused(*wrong.at(where).problems) from None


def _called(session: Session, head: Head, people: Mapping[str, str], where: str) -> Session:
    """Return the evening with the names of people instead of printed ones."""
    printed = {**dict.fromkeys(YOU, head.you), **{name_key(name): name for name in session.players}}
    now = {printed[key]: name for said, name in people.items() if (key := name_key(said)) in printed}
    if not now:
        return session

    def name(said: str) -> str:
        return now.get(said, said)

    players = tuple(map(name, session.players))
    keys = [name_key(one) for one in players]
    twice = [one for one, key in zip(players, keys, strict=True) if keys.count(key) > 1]
    if twice:
        raise Refused(Problem(_("{name} cannot be two people of this evening", name=twice[0]), where))
    games = session.tariff.games
    entries = tuple(entry_from_json(renamed(entry_to_json(entry), name), players, games) for entry in session.entries)
    called = session._replace(players=players, dealer=name(session.dealer or players[0]), entries=entries)
    _begin(called, where)
    return called
