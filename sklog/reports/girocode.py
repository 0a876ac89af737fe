"""The GiroCode of a payment: what a banking app reads to fill in a transfer (EPC069-12, version 002).

A European transfer knows few letters: umlauts are written out, accents fall away, anything else becomes a space.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from sklog.errors import Refused
from sklog.language import _
from sklog.reports.format import iban as grouped
from sklog.reports.format import money
from sklog.reports.model import Code

if TYPE_CHECKING:
    from sklog.scoring.settlement import Transfer

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
        raise Refused(_("a GiroCode carries at most {most}", most=money(MOST_CENTS, "ct")))
    title = _(
        "{payer} pays {payee} {amount}",
        payer=transfer.payer,
        payee=transfer.payee,
        amount=money(transfer.amount, "ct"),
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


def cleaned(said: str, longest: int) -> str:
    """Return a text in the letters that every bank knows, cut where it is too long; "" if none are left."""
    plain = "".join(letter for letter in normalize("NFKD", normalize("NFC", said).translate(_WRITTEN_OUT))
                    if not combining(letter))  # fmt: skip
    known = re.sub("//+", "/", _UNKNOWN.sub(" ", plain))
    return " ".join(known.split())[:longest].strip(" /")
