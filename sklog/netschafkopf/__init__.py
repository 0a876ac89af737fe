"""Protocols of the Windows program Netschafkopf: evenings with every card, price and balance printed.

    text ──protocol──▶ printed hands: every line understood, or named with its number
      ──printed_hand──▶ what happened, by the cards alone
      ──deduce──▶ the one tariff that the prices of all hands show (or a given one is taken)
      ──compare──▶ a Session; sklog's own prices and balances against those printed after every hand

The cards are believed, prose and prices are not: they name the game, and are compared. A hand that cannot be read is
void in the evening, so that the others keep their numbers. Problems are found without the file's name, which
`read_protocol` adds.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sklog import tariffs
from sklog.errors import IllegalHand, Problem, Refused, SessionFileError, TariffError
from sklog.language import _, _and
from sklog.netschafkopf import compare, deduce, protocol
from sklog.netschafkopf.cards import clockwise, deck_of
from sklog.netschafkopf.printed_hand import check_hand
from sklog.netschafkopf.protocol import YOU, in_hand
from sklog.scoring.names import name_key
from sklog.scoring.session import Session
from sklog.scoring.settings import to_mapping
from sklog.scoring.state import MOST_HANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sklog.netschafkopf.printed_hand import CheckedHand
    from sklog.netschafkopf.protocol import ProtocolHead
    from sklog.scoring.state import State
    from sklog.scoring.tariff import Tariff

ALTEN = ("EO", "GO")
NAME = "Netschafkopf"


class Protocol(NamedTuple):
    """An evening as it was read. `names` are the printed ones.

    `problems` are what is not understood or cannot be: without them every hand is in the evening. `disagreements`
    are what is understood, and printed otherwise than the cards make it. `left_out` are the numbers of the hands that
    are void.
    """

    session: Session
    names: tuple[str, ...]
    problems: tuple[Problem, ...]
    disagreements: tuple[Problem, ...]
    left_out: tuple[int, ...]


def read_protocol(
    text: str, where: str, *, people: Mapping[str, str] | None = None, given: Tariff | None = None
) -> Protocol:
    """Return the evening of a protocol; `where` names the file to people.

    `people` says who a printed name is ("Du" is whose protocol it is), `given` is a tariff to use instead of the
    one that the prices show. Raises SessionFileError where there is no evening in it at all, Refused where people
    cannot be called so.
    """

    def in_file(problems: Iterable[Problem]) -> tuple[Problem, ...]:
        return tuple(Problem(one.message, where, one.line) for one in problems)

    above, *hands = protocol.divided(protocol.numbered(text))
    head, problems = protocol.read_head(above)
    if not hands:
        problems.append(Problem(_("there is no hand in it")))
    if head is None or not hands:
        raise SessionFileError(*in_file(problems))
    if len(hands) > MOST_HANDS:
        raise SessionFileError(Problem(_("more than {most} hands: divide the evening", most=MOST_HANDS), where))
    checked = _with_one_pair(_checked(hands, head, problems), problems)
    if not checked:
        raise SessionFileError(*in_file(problems))
    tariff = given or _possible(deduce.deduced_tariff(checked, head), where)
    first = checked[0]
    # clockwise, as the table's columns list them where they do so clockwise
    players = clockwise(tuple(first.printed.deal), next(iter(first.printed.balances)))
    # who deals hand 1 sits so many seats before the dealer of the first hand that can be read
    dealer = players[(players.index(first.printed.dealer) - (first.printed.number - 1)) % len(players)]
    begun = Session(NAME, head.date, tariff, players, dealer=dealer, id=_identity(head, first))
    state = _state_at_start(begun, where)
    lines, scored = compare.score_all({one.printed.number: one for one in checked}, len(hands), state, tariff, problems)
    problems.sort(key=lambda problem: problem.line)
    if not scored:
        raise SessionFileError(*in_file(problems))
    session = begun._replace(entries=tuple(line.entry for line in lines))
    return Protocol(
        _with_names_of_people(session, head, people or {}, where),
        players,
        in_file(problems),
        in_file(compare.misprints(scored.values())),
        tuple(number for number in range(1, len(hands) + 1) if number not in scored),
    )


def _possible(tariff: Tariff, where: str) -> Tariff:
    """Return the tariff if a file could say it; a forged price may be none that anybody plays by."""
    try:
        return tariffs.read_mapping(to_mapping(tariff), where)
    except TariffError as wrong:
        said = _("the printed prices do not make a tariff: {reason}", reason=wrong.problems[0].message)
        raise SessionFileError(Problem(said, where)) from None


def _checked(hands: Sequence[protocol.Lines], head: ProtocolHead, problems: list[Problem]) -> list[CheckedHand]:
    """Return every hand whose cards can be, all of one table; add what is wrong with the others to the problems."""
    printed = [protocol.read_printed_hand(number, lines, head.you) for number, lines in enumerate(hands, 1)]
    problems += [problem for _hand, wrong in printed for problem in wrong]
    found: list[CheckedHand] = []
    before: Mapping[str, int] | None = {}
    for hand, _wrong in printed:
        if hand is not None:
            one, wrong = check_hand(hand, before)
            problems += wrong
            if one and found and (message := _another_table(found[0], one)):
                problems.append(in_hand(hand.number, hand.first, message))
            elif one:
                found.append(one)
        before = hand and hand.balances
    return found


def _another_table(first: CheckedHand, other: CheckedHand) -> str:
    """Return why a hand cannot be of the same evening as the first; "" where it can."""
    seats, others = tuple(first.printed.deal), tuple(other.printed.deal)
    if first.deck != other.deck:
        return _("it is dealt with another deck than the first hand")
    if seats[0] not in others or clockwise(others, seats[0]) != seats:
        return _("other people sit here than in the first hand, or in another order")
    return ""


def _with_one_pair(hands: Sequence[CheckedHand], problems: list[Problem]) -> list[CheckedHand]:
    """Return the hands without a Schieber in which other cards were left out of the deal than in most of them.

    They are the two Alten as far as is known; another program's pair shows in more than one hand.
    """
    pairs = [tuple(sorted(deck_of(one.deck).difference(*one.printed.deal.values()))) for one in hands]
    counted = Counter(filter(None, pairs)).most_common(1)
    usual = next((pair for pair, count in counted if count > 1), ALTEN)
    kept = []
    for one, pair in zip(hands, pairs, strict=True):
        if pair in ((), usual):
            kept.append(one)
        else:
            said = _("{cards} are not dealt, elsewhere it is {usual}", cards=_and(pair), usual=_and(usual))
            problems.append(in_hand(one.printed.number, one.printed.first, said))
    return kept


def _identity(head: ProtocolHead, first: CheckedHand) -> str:
    """Return what makes an evening the same whatever its people are called here: the day and the first deal."""
    known = json.dumps([NAME, head.date, head.you, first.printed.number, list(first.printed.deal.items())])
    return hashlib.sha256(known.encode()).hexdigest()[:32]


def _state_at_start(session: Session, where: str) -> State:
    """Return the state before the first hand; raise Refused where people cannot be called so."""
    try:
        return session.begin()
    except IllegalHand as wrong:
        raise Refused(*wrong.at(where).problems) from None


def _with_names_of_people(session: Session, head: ProtocolHead, people: Mapping[str, str], where: str) -> Session:
    """Return the evening with the names of people instead of printed ones."""
    printed = {**dict.fromkeys(YOU, head.you), **{name_key(name): name for name in session.players}}
    now = {printed[key]: name for said, name in people.items() if (key := name_key(said)) in printed}
    people_now = [now.get(name, name) for name in session.players]
    keys = [*map(name_key, people_now)]
    if twice := [one for one in people_now if keys.count(name_key(one)) > 1]:
        raise Refused(Problem(_("{name} cannot be two people of this evening", name=twice[0]), where))
    called = session.called(lambda said: now.get(said, said))
    _state_at_start(called, where)
    return called
