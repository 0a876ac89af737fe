"""What stands beside a payment: a pay link, and a GiroCode, which a banking app reads.

Codes need the extra `girocode`, and so does keeping an IBAN.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from sklog.bank import accounts
from sklog.bank.accounts import known, links
from sklog.desk.ledger import Account
from sklog.desk.typed import single_line
from sklog.errors import Refused
from sklog.language import _, _and, _t, behind_options
from sklog.reports.format import clean, day
from sklog.reports.format import iban as grouped
from sklog.reports.model import Code, Column, Kind
from sklog.reports.settlement import TRANSFERS
from sklog.scoring.amounts import money
from sklog.scoring.payout import STOCK
from sklog.scoring.tariff import CENTS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sklog.bank.accounts import Bank
    from sklog.desk.ledger import Ledger
    from sklog.ledger.evenings import Evening
    from sklog.reports.model import Report
    from sklog.scoring.session import Session
    from sklog.scoring.settlement import Transfer

    Payable = Evening | Session | None
    """What is paid: an evening, or all of them."""


def beside(
    ledger: sqlite3.Connection, report: Report, transfers: Sequence[Transfer], evening: Payable, *, codes: bool
) -> Report:
    """Return a report with the pay link of each payee, and with a code for each transfer where `codes` are wanted."""
    banks, found = known(ledger) if codes else {}, links(ledger)
    return with_links(with_codes(report, transfers, banks, purpose(evening)) if codes else report, found)


def purpose(evening: Payable) -> str:
    """Return what transfers are for: those of an evening, or of all."""
    return f"{evening.name} {day(evening.date)}".rstrip() if evening else "Schafkopf"


def codes_of_dues(
    ledger: sqlite3.Connection, transfers: Sequence[Transfer], evening: Evening
) -> tuple[dict[Transfer, Code], list[str]]:
    """Return the code of each payment in cents, and whose is missing; none where the extra is not installed."""
    if not has_extra():
        return {}, []
    return codes_of([one for one in transfers if one.amount <= MOST_CENTS], known(ledger), purpose(evening))


def with_links(report: Report, links: Mapping[str, str]) -> Report:
    """Return a report with the pay link of each payee beside his payments, where one of them has one."""
    column = Column("link", _("Link"), Kind.LINK)
    sections = tuple(
        one._replace(columns=(*one.columns, column), rows=tuple((*row, links.get(str(row[1]))) for row in one.rows))
        if one.key == TRANSFERS and any(row[1] in links for row in one.rows)
        else one
        for one in report.sections
    )
    return report._replace(sections=sections)


def keep_account(ledger_file: Ledger, name: str, iban: str | None, holder: str | None, link: str | None) -> Account:
    """Do what `Ledger.keep_account` says."""
    if holder is not None and not iban:
        raise Refused(_t("give the account holder together with the IBAN"))
    if iban:
        require_extra()
        iban = accounts.valid(iban)
    link = accounts.valid_link(link) if link else link
    whose = single_line(holder or "", _("the account holder"), most=accounts.LONGEST_HOLDER)
    command = ledger_file.command("player set")
    with ledger_file.writing() as ledger:
        for kind, said in ((accounts.BANKS, iban and (iban, whose)), (accounts.LINKS, link and (link,))):
            if said:
                name = accounts.keep(ledger, kind, name, said, command)
            elif said is not None:
                name = accounts.forget(ledger, kind, name)
    return Account(name, iban, link)


# -- GiroCodes: those of payments ----------------------------------------------------------------------


def has_extra() -> bool:
    """Whether the libraries for IBANs and codes are installed."""
    return all(map(find_spec, ("segno", "stdnum")))


def require_extra() -> None:
    """Refuse where the libraries for IBANs and codes are not installed, with how they are."""
    if not has_extra():
        raise Refused(_t("IBANs and GiroCodes need two more packages, from the extra girocode"))


def with_codes(report: Report, transfers: Sequence[Transfer], known: Mapping[str, Bank], what_for: str) -> Report:
    """Return the report with a code for each transfer, and a sentence about those whose IBAN is missing.

    The Stock lies on the table and has no account. Raises Refused for what is not in cents.
    """
    if report.unit != CENTS:
        raise Refused(_t("a GiroCode is in euros: set the value of a point"))
    codes, notes = codes_of(transfers, known, what_for)
    return report._replace(codes=tuple(codes.values()), notes=(*report.notes, *notes))


def codes_of(
    transfers: Sequence[Transfer], known: Mapping[str, Bank], what_for: str
) -> tuple[dict[Transfer, Code], list[str]]:
    """Return the code of each transfer to somebody whose IBAN is known, and a sentence about all others."""
    due = [one for one in transfers if STOCK not in (one.payer, one.payee)]
    payees = dict.fromkeys(one.payee for one in due)
    holders = {name: known[name].holder or name for name in payees if name in known}
    writable = {name for name, holder in holders.items() if cleaned(holder, LONGEST_NAME)}
    codes = {
        one: girocode(one, known[one.payee].iban, holders[one.payee], f"{what_for}, {one.payer}")
        for one in due
        if one.payee in writable
    }
    notes = []
    if missing := [name for name in payees if name not in known]:
        first = behind_options(clean(missing[0]))
        people = _and(map(clean, missing))
        notes.append(_t("There is no IBAN for {people}.", people=people, first=first))
    notes += [
        _t(
            "Banks cannot write the name {name}: give the account holder.",
            name=clean(name),
            word=behind_options(clean(name)),
        )
        for name in holders
        if name not in writable
    ]
    return codes, notes


# -- what one says (EPC069-12, version 002) ------------------------------------------------------------

# A European transfer knows few letters: umlauts are written out, accents fall away, anything else becomes a space.
LONGEST_NAME = 70
LONGEST_TEXT = 140
MOST_CENTS = 99_999_999_999
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS",
                              "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
                              "đ": "d", "Đ": "D", "–": "-", "—": "-", "’": "'"})  # fmt: skip
_UNKNOWN = re.compile(r"[^A-Za-z0-9/?:().,'+ -]")


def girocode(transfer: Transfer, iban: str, holder: str, purpose: str) -> Code:
    """Return the code of a transfer in cents to the account of `holder`; `purpose` says what it is for.

    Raises Refused for more money than a transfer can move.
    """
    if transfer.amount > MOST_CENTS:
        raise Refused(_("a GiroCode holds at most {most}", most=money(MOST_CENTS, "ct")))
    title = _(
        "{payer} pays {payee} {amount}", payer=transfer.payer, payee=transfer.payee, amount=money(transfer.amount, "ct")
    )
    name, text = cleaned(holder, LONGEST_NAME), cleaned(purpose, LONGEST_TEXT)
    return Code(title, payload(name, iban, transfer.amount, text), (name, grouped(iban), text))


def payload(name: str, iban: str, cents: int, text: str) -> str:
    """Return what the code says, one fact a line; all of it are letters that `cleaned` leaves."""
    euros, rest = divmod(cents, 100)
    tag, version, utf8, transfer, bic, purpose, reference = "BCD", "002", "1", "SCT", "", "", ""
    return "\n".join(
        (tag, version, utf8, transfer, bic, name, iban, f"EUR{euros}.{rest:02d}", purpose, reference, text)
    )


def cleaned(text: str, longest: int) -> str:
    """Return a text in the letters that every bank knows, cut where it is too long; "" if none are left."""
    plain = "".join(letter for letter in normalize("NFKD", normalize("NFC", text).translate(_WRITTEN_OUT))
                    if not combining(letter))  # fmt: skip
    known = re.sub("//+", "/", _UNKNOWN.sub(" ", plain))
    return " ".join(known.split())[:longest].strip(" /")
