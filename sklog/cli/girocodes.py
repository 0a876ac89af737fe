"""Codes for the payments of a settlement: of whom an IBAN is known, a banking app can read the transfer."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from sklog.errors import Refused
from sklog.language import _, _and
from sklog.reports.format import clean, day
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import CENTS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sklog.ledger.banking import Bank
    from sklog.reports.model import Report
    from sklog.scoring.settlement import Transfer

HELP = "Draw a GiroCode for each payment whose payee's IBAN is known."
DRAWN_AS = ("text", "html", "json")


def require_extra() -> None:
    """Refuse where the libraries for IBANs and codes are not installed, with how they are."""
    if not all(find_spec(name) for name in ("segno", "stdnum")):
        raise Refused(_("IBANs and GiroCodes need two more packages: pip install 'sklog[girocode]'"))


def require(how: str) -> None:
    """Refuse codes in a format that has no place for them, or where they cannot be made."""
    if how not in DRAWN_AS:
        formats = ", ".join(DRAWN_AS)
        raise Refused(_("{format} has no place for a GiroCode; there are {formats}", format=how, formats=formats))
    require_extra()


def banks(ledger: sqlite3.Connection) -> Mapping[str, Bank]:
    """Return the IBANs that are known, by name."""
    from sklog.ledger import banking  # noqa: PLC0415  seldom asked

    return banking.known(ledger)


def purpose(name: str, date: str) -> str:
    """Return what the transfers of an evening are for."""
    return f"{name} {day(date)}".rstrip()


def with_codes(report: Report, transfers: Sequence[Transfer], known: Mapping[str, Bank], what_for: str) -> Report:
    """Return the report with a code for each transfer, and a sentence about those whose IBAN is missing.

    The Stock lies on the table and has no account.
    """
    if report.unit != CENTS:
        raise Refused(_("a GiroCode is in euros: say what a point is worth, sklog settle --girocode --point CENTS"))
    from sklog.reports.girocode import LONGEST_NAME, cleaned, girocode  # noqa: PLC0415  seldom asked

    codes, missing, unwritable = [], [], []
    for one in transfers:
        bank = known.get(one.payee)
        if STOCK in (one.payer, one.payee):
            continue
        if bank is None:
            missing.append(one.payee)
        elif not cleaned(bank.holder or one.payee, LONGEST_NAME):
            unwritable.append(one.payee)
        else:
            codes.append(girocode(one, bank.iban, bank.holder or one.payee, f"{what_for}, {one.payer}"))
    notes = (*report.notes, *_missing(list(dict.fromkeys(missing))), *_unwritable(list(dict.fromkeys(unwritable))))
    return report._replace(codes=tuple(codes), notes=notes)


def _missing(people: Sequence[str]) -> list[str]:
    if not people:
        return []
    first = repr(people[0]) if " " in people[0] else clean(people[0])
    return [
        _(
            "No IBAN of {people} is known: sklog player set {first} --iban …",
            people=_and(map(clean, people)),
            first=first,
        )
    ]


def _unwritable(people: Sequence[str]) -> list[str]:
    return [
        _(
            "A bank cannot write {name}: say whose account it is, sklog player set {name!r} --iban … --holder …",
            name=clean(name),
        )
        for name in people
    ]
