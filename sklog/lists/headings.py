"""The words of lists, German and English: what a heading says of its column, and a label of its row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sklog.language import N_
from sklog.lists.cells import FOREIGN, unit_in
from sklog.scoring.names import one_name

if TYPE_CHECKING:
    from collections.abc import Mapping


class Role:
    """What a column is, as it is shown to people."""

    PERSON, STANDING, FLAG = "person", "standing", "flag"  # shown with whose or which it is
    DAY, STOCK, NOTE, PLACE = N_("days"), N_("amounts of the Stock"), N_("notes"), N_("where it was")
    GAME, DECLARER, PARTNER = N_("the game"), N_("who played"), N_("with whom")
    WON, LOST, TOTAL = N_("whether it was won"), N_("whether it was lost"), N_("a total, compared")
    CURRENCY, CLOCK, YEAR = N_("currencies"), N_("times"), N_("years")
    UNREAD, LEFT_OUT = N_("not read"), N_("left out, as you said")


def words_in(text: str) -> frozenset[str]:
    """Return the words of a line."""
    return frozenset(text.split())


_WORDS_OF: Mapping[str, str] = {
    Role.DAY: "datum date tag day dog termin abend spieltag spielabend evening wann when zeilenbeschriftungen "
    "row_labels",
    Role.GAME: "spiel game spielart ansage",
    Role.DECLARER: "spieler spielerin player declarer spielmacher ansager rufer caller wer who",
    Role.PARTNER: "partner partnerin mitspieler gerufen mit with",
    Role.WON: "gewonnen won gew sieg ergebnis result gewonnen? won?",
    Role.LOST: "verloren lost verl",
    Role.NOTE: "bemerkung bemerkungen notiz notizen kommentar anmerkung anmerkungen anlass note notes comment comments "
    "remark remarks what was wos text beschreibung description details titel title betreff zweck verwendungszweck",
    Role.PLACE: "ort wirtshaus lokal wo place location where bei",
    Role.TOTAL: "summe total sum gesamt kontrolle check prüfsumme kontrollsumme differenz diff gesamtergebnis "
    "grand_total zeilensumme gesamtsumme σ ∑",
    Role.STOCK: "stock topf pot kasse kitty",
    Role.UNREAD: "nr no nummer number # lfd lfd._nr hand runde round rang rank spiel_nr kw woche week monat month "
    "saison season spiele games hands anzahl count wert value preis price wochentag weekday cost "
    "kosten betrag amount gspuit gspielt spui category kategorie id schnitt durchschnitt average ø "
    "anwesend anwesende teilnehmerzahl abende siege niederlagen teilnahmen zeche zech essen trinken getränke "
    "bier brotzeit verzehr food drinks",
    Role.CURRENCY: "currency währung waehrung",
    Role.CLOCK: "uhrzeit zeit time beginn",
    Role.YEAR: "jahr year",
}
_COUNTED = {"", *words_in("runde spiel partie hand serie durchgang round game abend spieltag termin treffen evening")}
_OF = frozenset(("session", "match", "entry", "row", "round"))
_LAST = {**dict.fromkeys(("id", "nr", "no", "number", "nummer"), Role.UNREAD), "date": Role.DAY, "datum": Role.DAY}
WORDS = {word.replace("_", " "): role for role, words in _WORDS_OF.items() for word in words.split()}
FLAGS: Mapping[str, str] = {
    **dict.fromkeys(("laufende", "läufer", "laufende herren", "matadors"), "laufende"),
    **dict.fromkeys(("klopfer", "geklopft", "gelegt"), "klopfer"),
    **dict.fromkeys(("kontra", "contra"), "kontra"),
    **{word: word for word in ("schneider", "schwarz", "tout", "sie", "augen", "bock")},
}
"""What else a heading may say of a hand, and the key of it."""
NAMES = frozenset(
    ("name", "names", "namen", "person", "teilnehmer", "mitglied", "participant", "player name", "spielername")
)
"""What a column of people is called, beside what one is called of who played."""
AMOUNTS = words_in(
    "betrag amount ergebnis result score punkte points gewinn saldo net netto geld wert value cents cent euro € eur"
)
"""What the one column of amounts is called where each row is one person's."""
OWN_WORDS = words_in("betrag amount ergebnis result gewinn netto net") | {"gewinn/verlust", "gewinn / verlust"}
"""What amounts are called that are those of an evening or a hand."""
WON_WORDS = words_in(
    "gewinn gewinne gewonnen gwunna gwonna plus + einnahme einnahmen haben guthaben won win wins winnings credit"
)
LOST_WORDS = words_in("verlust verluste verloren verlorn verspuit minus - ausgabe ausgaben soll lost loss losses debit")
"""What two columns of amounts are called, of what was won and what was lost."""
SIDES = WON_WORDS | LOST_WORDS
STANDING_WORDS = words_in(
    "stand zwischenstand kontostand kumuliert kum laufend saldo gesamtstand endstand running balance balances "
    "cumulative standing standings konto spielstand spielstände stände kontostände gesamtstände"
)
TOTAL_WORDS = words_in("summe saldo stand total totals sum gesamt ges σ ∑") | STANDING_WORDS
PAYS_WORDS = words_in(
    "zahlt zahlen bezahlt gezahlt schuldet schulden schuld verlust verluste verloren pays paid owes debt debts loss "
    "losses lost"
)
"""What in a heading says that a number above 0 may be what somebody lost."""
PAYMENT_WORDS = words_in(
    "zahlung zahlungen bezahlung überweisung überwiesen auszahlung ausgezahlt einzahlung ausgleich ausgeglichen "
    "beglichen begleichung payment payments settlement settled"
)
"""What a row calls itself in which money changed hands outside the game."""
_LABELS: Mapping[str, str] = {
    "statistic": "durchschnitt schnitt mittelwert average mean ø min max minimum maximum anzahl count platz rang rank "
    "abende spiele evenings games teilnahmen bester beste schlechtester schlechteste best worst höchster "
    "niedrigster siege niederlagen wins losses",
    "total": "zwischensumme gesamtsumme endsumme tagessumme abendsumme monatssumme jahressumme tagesergebnis "
    "abendergebnis jahresergebnis subtotal gesamtergebnis endergebnis grand_total total_balance "
    "gesamtsaldo gesamtpunkte",
    "carried": "übertrag uebertrag vortrag anfangsstand startstand start anfang carried carry-over brought opening",
}
TOTAL, CARRIED, STATISTIC = "total", "carried", "statistic"
_KINDS = {word.replace("_", " "): kind for kind, words in _LABELS.items() for word in words.split()}
_KINDS |= dict.fromkeys(TOTAL_WORDS, TOTAL)
_UNIT_BEHIND = re.compile(
    r"(?P<name>.*\S)[\s,]*(?:[(\[]\s*|\bin\s+|\s)(?P<unit>€|eur|euros?|ct\.?|cents?|punkten?|pkt\.?|points|pts\.?"
    rf"|(?-i:{FOREIGN.pattern}))\s*[)\]]?",
    re.IGNORECASE,
)


def word_key(text: str) -> str:
    """Return what all spellings of a word in a heading have in common."""
    return " ".join(text.casefold().replace("_", " ").split()).strip(" .:")


def role_of(heading: str) -> str:
    """Return what a heading says of its column; "" where it is none of the words for that: session_id is one of id."""
    key = word_key(heading)
    first, _blank, last = key.partition(" ")
    if kind_of(first) == STATISTIC and last in OWN_WORDS | WON_WORDS | LOST_WORDS:  # "max. Gewinn"; Max is a person
        return Role.UNREAD
    return WORDS.get(key) or ((_LAST.get(last, "") if WORDS.get(first) or first in _OF else "") or "")


def numbered(heading: str, *words: str) -> bool:
    """Whether a heading counts something, one of these words or what evenings consist of: "Runde 1", "2. Spiel", 3."""
    found = re.fullmatch(r"([^\W\d]*)[. ]*[0-9]{1,2}[. ]*([^\W\d]*)", word_key(heading))
    return found is not None and (found[1] or found[2]) in (words or _COUNTED)


def bare(heading: str) -> str:
    """Return a heading without the unit that stands behind it: "Anna (€)" is Anna, and so is "Anna +/-"."""
    heading = heading.removesuffix("+/-").removesuffix("±").rstrip()
    split = _UNIT_BEHIND.fullmatch(heading)
    return one_name(split["name"].rstrip(" ,([-") if split else heading)


def unit_behind(heading: str) -> str:
    """Return the unit that stands behind a heading; "" where there is none."""
    split = _UNIT_BEHIND.fullmatch(heading)
    return unit_in(split["unit"]) if split else ""


def who_pays(heading: str) -> str | None:
    """Return a heading without its words of paying: "Anna zahlt" is Anna's; None where it has none."""
    words = heading.split()
    rest = [word for word in words if word_key(word.strip("()[]")) not in PAYS_WORDS]
    return None if len(rest) == len(words) else " ".join(rest)


def kind_of(label: str, *, whole: bool = False) -> str:
    """Return which kind of row calls itself so: a total, what is carried over, a statistic; "" for any other.

    `whole` wants that nothing else is said but a number.
    """
    words = [word_key(word.strip("()[]")) for word in label.split()] or [""]
    kind = _KINDS.get(" ".join(words)) or _KINDS.get(words[0], "")
    more = "".join(words[1:]) if kind and whole and " ".join(words) not in _KINDS else ""
    return kind if not more or more.isdigit() else ""


def is_payment(text: str) -> bool:
    """Whether a row calls itself a payment: "Überweisung an Anna", "Anna paid Bene"."""
    words = [word_key(word) for word in text.split()]
    return bool(words) and (words[0] in PAYMENT_WORDS or (len(words) == 3 and words[1] in ("paid", "zahlt", "bezahlt")))
