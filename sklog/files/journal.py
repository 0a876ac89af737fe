"""Evenings as a plain-text accounting journal, which hledger and ledger read; it is not read back.

Every hand is a transaction of its day, and so is whatever else moves money:

    players:Anna         what Anna won and lost: her balance in sklog
    players:Anna:paid    what she paid outside the game, or (below 0) was paid; and what was rounded away, or a cap
                         of the evening spares her
    table:Stock          what lies in the Stock
    equity:carried       where a Stock comes from that an evening began with

So `balance --depth 2` shows what is still open, and `balance 'not::.*:paid'` the balances of the game. A Stock stays
on the table between two evenings that are both in the journal; it comes from `equity:carried` where the earlier one is
not. Behind each evening stands what everybody has then: a program that reads the journal proves it.

Cents are written as EUR, points as points. In a name the letters that a journal would misread are written `%3A`, as in
a web address, so that no two people become one; in other texts something that looks alike stands for them. What is not
in the journal: who came and went, and everything that a hand was but its line of shorthand.

It is English, so that all journals go together; or its words, those of the accounts too, are what `say` makes of them.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sklog.language import N_
from sklog.likeness import models
from sklog.likeness.lines import shorthand
from sklog.scoring.payout import STOCK
from sklog.scoring.settlement import by_cap, debts
from sklog.scoring.state import Line, Payment, Rounding, StockMove, Voided, is_event
from sklog.scoring.tariff import CENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from sklog.likeness.models import Alike
    from sklog.scoring.hand import Names
    from sklog.scoring.session import Session
    from sklog.scoring.state import Entry

TITLE = "; A journal of sklog, for hledger and ledger; sklog does not read it back."
HEAD = """\
{title}
; {open}  hledger balance --depth 2
; {game}  hledger balance 'not::.*:{paid}'

commodity EUR
    format 1000.00 EUR
commodity points

"""
PLAYERS, TABLE, PAID, CARRIED = N_("players"), N_("table"), N_("paid"), N_("equity:carried")
VOID = N_("void")
OPEN, GAME = N_("What is still open:"), N_("Balances without payments:")
_IN_A_TEXT = str.maketrans({";": "；", "|": "｜"})
_IN_A_TAG = str.maketrans({";": "；", "|": "｜", ",": "，", ":": "：", "[": "［", "]": "］"})


def in_english(text: str, **values: object) -> str:
    """Return a text as it is, its {fields} filled in."""
    return text.format(**values)


def write_journal(
    sessions: Iterable[Session], together: Container[str] = (), say: Callable[..., str] = in_english
) -> Iterator[str]:
    """Yield the journal, bit by bit; only one evening is in memory at a time.

    The evenings come in the order of their days, and each has one. `together` are the identities of all of them.
    """
    still, game = say(OPEN), say(GAME)
    wide = max(len(still), len(game))
    yield HEAD.format(title=TITLE, open=still.ljust(wide), game=game.ljust(wide), paid=say(PAID))
    book = _Book(together, say)
    for session in sessions:
        yield from book.evening(session)


class _Book:
    """What a journal knows so far: which accounts there are, and what is on them in each unit."""

    def __init__(self, together: Container[str], say: Callable[..., str]) -> None:
        self.together, self.say = together, say
        self.players, self.table, self.paid = say(PLAYERS), say(TABLE), say(PAID)
        self.held: dict[str, Counter[str]] = {}
        self.models: models.Known = {}
        self.account = cache(self._account)

    def evening(self, session: Session) -> Iterator[str]:
        """Yield one evening: its accounts, what it began with, its hands, and the balances behind them."""
        unit, tag = session.tariff.unit, _safe(session.name, _IN_A_TAG) or "-"  # ledger refuses an empty one
        session = session._replace(date=_safe(session.date, {}))  # who writes a ledger may write anything
        begun, lines = session.begin(), models.dealt(session, None, self.models)
        seats, number = begun.seats, 0
        yield f"; {_safe(session.name, {})}, {session.date}, {_safe(session.tariff.name, {})}\n\n"
        if session.stock and session.stock_from not in self.together:
            opening = {self.account(STOCK): session.stock, self.say(CARRIED): -session.stock}
            yield from self._moved(session.date, self.say(N_("The Stock of an earlier evening")), tag, opening, unit)
        for entry, line, text in zip(session.entries, lines, shorthand(session, lines), strict=True):
            seats = line.state.seats if isinstance(line, Line) else seats
            number += (is_hand := not is_event(entry))
            what = _safe(self._what(entry, number, text), _IN_A_TEXT)
            if isinstance(entry, Voided):
                yield f"; {self.say(VOID)}: {what}\n\n"
            elif moved := self._moves(line, seats):
                yield from self._moved(session.date, what, f"{tag}, hand:{number}" if is_hand else tag, moved, unit)
        state = models.end(begun, lines)
        tariff = next((line.tariff for line in lines[-1:] if isinstance(line, Line)), session.tariff)
        spared = by_cap(debts(state.balances, session.stock), tariff)
        if spared:
            amounts = {f"{self.account(name)}:{self.paid}": amount for name, amount in spared.items() if amount}
            yield from self._moved(session.date, self.say(N_("The cap of the evening")), tag, amounts, unit)
        balances = [self.account(name) for name in state.balances]
        held = {name: self.held[name][unit] for name in balances if unit in self.held.get(name, ())}
        if held:
            nothing = _amount(0, unit)
            rows = {name: f"{nothing:>12} = {_amount(amount, unit)}" for name, amount in held.items()}
            yield _transaction(session.date, self.say(N_("The balances after this evening")), tag, rows)

    def _moved(self, date: str, what: str, tag: str, amounts: Mapping[str, int], unit: str) -> Iterator[str]:
        """Yield a transaction behind the accounts that are new with it."""
        for name, amount in amounts.items():
            if name not in self.held:
                self.held[name] = Counter()
                yield f"account {name}\n"
            self.held[name][unit] += amount
        rows = {name: _amount(amount, unit).rjust(12) for name, amount in amounts.items()}
        yield _transaction(date, what, tag, rows)

    def _what(self, entry: Entry, number: int, text: str | None) -> str:
        """Return what happened, on one line."""
        if isinstance(entry, Rounding):
            return self.say(N_("Rounded away: {payer} to {payee}"), payer=entry.payer, payee=entry.payee)
        if isinstance(entry, Payment):  # a name may begin as what hledger takes for a code
            return self.say(N_("Payment: {payer} pays {payee}"), payer=entry.payer, payee=entry.payee)
        if isinstance(entry, StockMove):
            return self.say(N_("Into the Stock") if sum(entry.amounts.values()) < 0 else N_("Out of the Stock"))
        hand = self.say(N_("Hand {number}"), number=number)
        return f"{hand}: {text}" if text else hand

    def _moves(self, line: Line | Alike, seats: Names) -> dict[str, int]:
        """Return what an entry moves, by account; {} for what moves nothing and is no hand."""
        if not isinstance(line, Line):
            active, amounts = line.active, line.model.amounts
            postings = {name: amounts[line.places[active.index(name)]] for name in seats if name in active}
        elif isinstance(line.entry, Payment):
            payer, payee, amount = line.entry
            return {f"{self.account(payer)}:{self.paid}": amount, f"{self.account(payee)}:{self.paid}": -amount}
        elif line.score is None:
            return {}
        else:
            active, postings = line.table.active, {**line.score.postings}
        moved = {self.account(name): amount for name, amount in postings.items() if amount}
        return moved or dict.fromkeys(map(self.account, active), 0)

    def _account(self, name: str) -> str:
        """Return the account of a person or of the Stock; no two have the same."""
        return f"{self.table}:{STOCK}" if name == STOCK else f"{self.players}:{_escaped(name)}"


def _escaped(name: str) -> str:
    """Return a name without what would end it in a journal."""
    escaped = name.replace("%", "%25").replace(":", "%3A").replace(";", "%3B")
    while "  " in escaped:  # two spaces end the name
        escaped = escaped.replace("  ", " %20")
    return escaped


def _transaction(date: str, what: str, tag: str, rows: Mapping[str, str]) -> str:
    """Return a transaction and an empty line; `rows` are what stands beside each account."""
    widest = max(map(len, rows))
    postings = "".join([f"    {name.ljust(widest)}  {said}\n" for name, said in rows.items()])
    return f"{date} {what}\n    ; evening:{tag}\n{postings}\n"


@lru_cache(maxsize=4096)  # a table moves the same few amounts all evening
def _amount(value: int, unit: str) -> str:
    if unit != CENTS:
        return f"{value} points"
    euros, cents = divmod(abs(value), 100)
    return f"{'-' if value < 0 else ''}{euros}.{cents:02d} EUR"


def _safe(said: str, instead: Mapping[int, str]) -> str:
    """Return a text on one line, without what a journal would take for something else."""
    one_line = said if said.isprintable() else "".join(letter if letter.isprintable() else " " for letter in said)
    return " ".join(one_line.translate(instead).split())
