"""A text for a group chat: the result, who pays whom and where to, and of one evening its dearest hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sklog.bank.accounts import links
from sklog.desk.settlement import Shown, share_notes, spared_notes
from sklog.language import _, _n
from sklog.ledger import evenings, history
from sklog.reports.format import clean, day
from sklog.reports.sentences import paying, result_words
from sklog.reports.settlement import moved_by, plan_notes, rounding_notes
from sklog.scoring.amounts import Worth, money
from sklog.scoring.deals import Deal, Night, deals
from sklog.scoring.payout import STOCK
from sklog.scoring.state import altogether
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.scoring.settlement import Transfer


def of_accounts(ledger: sqlite3.Connection, accounts: Iterable[Shown]) -> str:
    """Return what is told of each account, one below the other."""
    known = links(ledger)
    return "\n".join(chat_text(_chat_of(ledger, one, known)) for one in accounts)


def _chat_of(ledger: sqlite3.Connection, shown: Shown, links: Mapping[str, str]) -> Told:
    """Return what is told of one account: the result, who pays whom, and of one evening its dearest hand."""
    account, one, coin = shown.account, shown.alone, shown.coin
    counted = altogether(evening.state.counted for evening in account.evenings)
    hands = counted.played
    left = [evening for evening in account.evenings if evening.id not in account.moves]
    held = sum(evening.state.stock for evening in left if one or not evening.closed)
    notes = [] if shown.plan.transfers else [*plan_notes(shown.plan, shown.unit, coin)]
    notes += rounding_notes(account.balances, account.paid, shown.planned, shown.unit, coin)
    notes += [*shown.notes, *spared_notes(account), *share_notes(account)]
    if held > 0:
        notes.append(_("In the Stock: {amount}", amount=money(held, account.unit)))
    if one:
        title, played = (one.name, day(one.date)), one.tariff.title or one.tariff.name
        said = counted.hands if one.closed or not hands else _n("{n} hand so far", "{n} hands so far", hands)
    else:
        dates = sorted(filter(None, (evening.date for evening in account.evenings)))
        title, said = (_("All evenings"), " – ".join(map(day, dict.fromkeys(dates[:1] + dates[-1:])))), ""
        count = _n("{n} evening", "{n} evenings", len(account.evenings))
        played = f"{count}, {counted.hands}"
    dearest = _dearest(ledger, one) if one else None
    return Told(
        " · ".join(filter(None, title)),
        " · ".join(filter(None, (played, said))),
        shown.unit,
        {name: amount + shown.caps.get(name, 0) for name, amount in shown.balances.items()},
        shown.plan.transfers,
        shown.paid,
        notes,
        links,
        dearest,
        dearest.score.value * shown.times if dearest else 0,
        shown.worth,
    )


def _dearest(ledger: sqlite3.Connection, evening: evenings.Evening) -> Deal | None:
    """Return the hand of an evening that cost each most, and together; of equals the first. None where nothing did."""
    night = Night(evening.id, evening.name, evening.date, evening.place, evening.tariff.unit, {}, {})
    played = deals(night, history.of_evening(ledger, evening).session.lines())
    priced = (deal for deal in played if deal.score.outcome and deal.score.value)
    return max(priced, default=None, key=lambda one: (one.score.value, sum(map(abs, one.score.postings.values()))))


class Told(NamedTuple):
    """What a text for a group chat tells of an evening, or of several: amounts as they are settled, in one unit.

    `about` stands below the title, `notes` below the transfers; `links` are pay links, `dearest` is the hand of the
    evening, None where there is none, and `cost` what it cost each. With a `worth` all but the transfers is in points.
    """

    title: str
    about: str
    unit: str
    balances: Mapping[str, int]
    transfers: Sequence[Transfer]
    paid: Sequence[Transfer]
    notes: Sequence[str]
    links: Mapping[str, str]
    dearest: Deal | None = None
    cost: int = 0
    worth: Worth | None = None

    def words(self, amount: int, *, signed: bool = False) -> str:
        """Return an amount that is no transfer as people read it."""
        if self.worth is None:
            return money(amount, self.unit, signed=signed)
        return self.worth.words(amount, signed=signed)


# what a messenger would take for bold, italics, struck out, code, a secret or a quotation, and what is shown instead
_MARKS = str.maketrans({"*": "∗", "_": "ˍ", "~": "∼", "`": "ʹ", "|": "¦", ">": "›", "<": "‹"})
_LIST = re.compile(r"^[-+•](?=\s)")


def chat_text(told: Told) -> str:
    """Return the result, who pays whom, and the hand of the evening, in lines that a phone may break where it wants.

    No table, nothing aligned; no name or title is taken for markup, and a pay link stands at the end of its line.
    """
    blocks = [map(_unmarked, (told.title, told.about)), map(_unmarked, _ranking(told)), _payments(told)]
    if told.dearest:
        hand = told.dearest
        words = result_words(replace(hand.hand, note=""), hand.tariff, hand.score)
        lines = (
            _("Hand of the evening, No. {number}:", number=hand.number),
            _("{result}, {amount} each", result=words, amount=told.words(told.cost)),
        )
        blocks.append(map(_unmarked, lines))
    return "\n\n".join(filter(None, ("\n".join(filter(None, block)) for block in blocks))) + "\n"


def _unmarked(line: str) -> str:
    """Return a line so that no messenger takes anything in it for markup."""
    return _LIST.sub("–", clean(" ".join(line.split())).translate(_MARKS))


def _ranking(told: Told) -> Iterator[str]:
    """Yield everybody with the balance, the best first; who has the same shares a place."""
    people = {name: amount for name, amount in told.balances.items() if name != STOCK}
    for name, amount in sorted(people.items(), key=lambda one: -one[1]):
        place = 1 + sum(other > amount for other in people.values())
        yield f"{place}) {name} {told.words(amount, signed=True)}"


def _payments(told: Told) -> Iterator[str]:
    """Yield what was paid already, who pays whom, and where to, and what else is to be known of the money."""
    paid = moved_by([one for one in told.paid if not one.rounding])
    if already := [f"{name} {told.words(moved)}" for name, moved in paid.items() if moved > 0]:
        yield _unmarked(_("Paid so far: {payments}", payments=", ".join(already)))
    for one in told.transfers:
        said, link = paying(one.payer, one.payee, money(one.amount, told.unit)), told.links.get(one.payee)
        yield _unmarked(said) + (f" – {link}" if link else "")
    yield from map(_unmarked, told.notes)
