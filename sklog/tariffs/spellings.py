"""Words that people write in a tariff file: what switches a part off or on, amounts, and German for what is English.

says_off, truth     nein, aus, keine -> off;  yes, ja, an -> on
cents, no_amount    0,20 and 20 ct -> 20;  why a text is no amount
meant               doppelt -> doubles, preis -> price: for "did you mean", never taken for it in silence
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.scoring import amounts
from sklog.scoring.canonical import NO, YES, Unreadable, shown
from sklog.scoring.settings import NONE, Setting, settings_of
from sklog.scoring.tariff import CENTS, POINTS
from sklog.yaml_text import Node

if TYPE_CHECKING:
    from collections.abc import Collection

_PLAIN_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", " ": "-", "_": "-"})


def folded(text: str) -> str:
    """Return a word without regard to case, Umlaut and kind of blank."""
    return text.strip().casefold().translate(_PLAIN_LETTERS)


# -- off and on ---------------------------------------------------------------------------------------

NOT = (*NO, "aus", "kein", "keine", "keiner", "keines", "nichts")
OFF = (NONE, *NOT)
"""What switches a part off; where a key is itself yes or no, those beside `none` are no."""
ON = (*YES, "an", "ein")


def says_off(text: str, setting: Setting) -> bool:
    """Return whether a text switches a key off: of one that is yes or no, or is a text, only `none` does."""
    word = folded(text)
    if bool in setting.types or (str in setting.types and "choices" not in setting.metadata):
        return word == NONE
    return word in OFF


def truth(text: str) -> bool | None:
    """Return yes or no; None for any other word."""
    word = folded(text)
    return word in ON if word in (*ON, *NOT) else None


def opened(node: Node, keys: tuple[Setting, ...]) -> Node:
    """Return a mapping in which `yes`, said of a block, is that block with nothing in it: its defaults."""
    if not isinstance(node.value, dict):
        return node
    blocks = {setting.key: setting.block for setting in keys if setting.block and len(setting.types) == 1}
    entries = dict(node.value)
    for key in blocks.keys() & entries.keys():
        said = entries[key]
        on = isinstance(said.value, str) and truth(said.value)
        entries[key] = Node({}, said.mark) if on else opened(said, settings_of(blocks[key]))
    return Node(entries, node.mark, node.key_marks)


# -- amounts ------------------------------------------------------------------------------------------


def cents(text: str) -> int | None:
    """Return the whole cents of an amount that says its unit, in `ct` or by two decimals; None for anything else."""
    try:
        return amounts.read(text, CENTS)
    except Unreadable:
        return None


def no_amount(text: str, path: str, unit: str) -> str | None:
    """Return the sentence about a text that was meant for an amount and is none; None where it was not."""
    found = amounts.parts(text)
    if not found:
        return None
    word = shown(text.strip())
    if unit == POINTS:
        return _('{path}: this tariff counts points, whole numbers without a unit, not "{word}"', path=path, word=word)
    sign, whole, decimals, said = (part or "" for part in found)
    cents_said = said.casefold().startswith("c")
    if not cents_said and (either := amounts.one_decimal(sign + whole, decimals, word)):
        return f"{path}: {either}"
    return _('{path}: "{word}" is not an amount: write whole cents (20), or euros (0,20)', path=path, word=word)


# -- words for words ----------------------------------------------------------------------------------

_SAID_FOR = {
    # what a setting may be
    "doubles": "doppelt verdoppelt verdoppeln doubled double",
    "stays": "bleibt bleibt_stehen bleiben stehen",
    "takes": "nimmt gewinnt bekommt",
    "pays": "zahlt bezahlt",
    "nothing": "nichts",
    "split": "aufteilen aufgeteilt teilen geteilt verteilen verteilt",
    "carry": "mitnehmen übertragen behalten aufheben bleibt stehenlassen",
    "shared": "geteilt teilen zusammen",
    "winners": "gewinner sieger",
    "losers": "verlierer",
    "always": "immer",
    "round": "runde",
    "hand": "spiel blatt ein_spiel",
    "ct": "cent cents euro eur €",
    "points": "punkte punkt",
    "long": "lang lange langes",
    "short": "kurz kurze kurzes",
    "declarers": "ansager spieler spielerpartei",
    "caller": "ansager rufer rufspieler spieler",
    "caller_won": "ansager_gewinnt",
    "ignored": "ignoriert ignorieren verfällt",
    "extended": "verlängert verlängern länger",
    "stacked": "gestapelt stapeln",
    "restarted": "neu neu_begonnen von_vorn",
    "power": "potenz hoch verdoppelnd exponential",
    "linear": "gerade einfach",
    "all": "alle allen jeder",
    "own": "eigene eigen selbst selber",
    "own_each": "eigene_je",
    "solo_price": "solopreis",
    "none": "keine kein keiner niemand nichts",
    "payment": "zahlung",
    "value": "spielwert wert",
    "sum": "summe",
    "good": "gute gutpunkte nur_gute",
    "tricks": "stiche stich",
    "trumps": "trümpfe trumpf",
    "seat": "sitz sitzplatz platz reihenfolge",
    "highest": "höchster höchste höchster_trumpf",
    "thrown_in": "eingeworfen zusammengeworfen zusammenwerfen weiter einwurf",
    "lost_solo": "verlorenes_solo solo_verloren",
    "lost_herz_solo": "verlorenes_herz_solo herz_solo_verloren",
    "herz_solo": "herzsolo",
    "lost_kontra": "verlorenes_kontra kontra_verloren",
    "tie_60": "60 60:60 unentschieden gleichstand 60_60 spaltarsch",
    "first": "erster erste vorhand vorderster",
    "last": "letzter letzte hinterster",
    # keys
    "name": "kurzname",
    "title": "titel",
    "source": "quelle herkunft",
    "extends": "erweitert basis grundlage wie erbt",
    "unit": "einheit währung",
    "games": "spiele spielarten nur_bei",
    "people": "leute personen spieler mitspieler",
    "deck": "karten kartenspiel",
    "prices": "preise tarife tarif preis grundpreise",
    "wins": "gewinn gewonnen_ab",
    "announced": "ansagen angesagt ansage",
    "laufende": "läufer laufer herren",
    "tout": "du durch",
    "kontra": "stoß stoss contra schuss spritze",
    "klopfen": "legen klopfer doppeln stellen aufstellen",
    "stock": "topf pott",
    "forced": "muss mussspiel zwangsspiel",
    "bids": "steigern bieten reizen",
    "rounds": "runden sonderrunden",
    "doublings": "verdoppelungen verdopplungen",
    "ceiling": "obergrenze höchstwert deckel grenze",
    "ceiling_of": "obergrenze_von",
    "counts": "zählt gezählt wertung",
    "cap": "verlustgrenze höchstverlust",
    "evening": "abend",
    "words": "wörter worte",
    "price": "preis aufschlag betrag",
    "ohne_price": "ohne_preis preis_ohne",
    "opponents": "gegner nichtspieler gegenpartei",
    "from": "ab",
    "by_game": "je_spiel pro_spiel nach_spiel",
    "max": "höchstens maximal maximum",
    "only_herren": "nur_herren",
    "paid": "bezahlt gezahlt zahlen",
    "schedule": "staffel staffelung tabelle",
    "times": "mal faktor multiplikator",
    "names": "namen wörter kette",
    "unlimited": "unbegrenzt unbeschränkt",
    "last_needs_61": "letzter_braucht_61",
    "growth": "wachstum steigerung",
    "per_person": "je_person pro_person",
    "after": "nach auslöser",
    "length": "länge dauer",
    "inside": "innerhalb währenddessen",
    "together": "gemeinsam zusammen",
    "pay_in": "einzahlung einzahlen einsatz einlage",
    "lost": "verloren",
    "lost_each": "verloren_je",
    "won": "gewonnen",
    "empty": "leer",
    "refill": "auffüllen nachfüllen",
    "to": "an wer",
    "max_per_person": "höchstens_je_person höchstens_pro_person",
    "multiplied": "vervielfacht multipliziert",
    "at_close": "am_ende ende schluss",
    "wins_from": "gewinnt_ab gewonnen_ab ab",
    "schneider_from": "schneider_ab schneiderfrei_ab",
    "step": "schritt stufe",
    "jungfrau_adds": "jungfrau_aufschlag je_jungfrau",
    "durchmarsch": "durch",
    "augen": "ab",
    "tie": "gleichstand",
    "kinds": "arten welche",
    "after_lost_solo": "nach_verlorenem_solo",
    "schieber_sum": "schiebersumme schieber_summe",
    "same_dealer": "gleicher_geber selber_geber",
    "uses_bock": "verbraucht_bock",
    "aliases": "aliase andere_namen",
    "shape": "form art",
    "suits": "farben farbe",
    "fixed_pairs": "feste_paare",
    "partner": "sauspiel rufspiel partnerspiel",
    "other": "sonst andere übrige rest sonstige",
    "klopfer": "legen klopfen",
}
"""What people write for a word of a tariff. One that stands for several means the first of them that belongs there."""

_MEANT: dict[str, list[str]] = {}
for _word, _others in _SAID_FOR.items():
    for _other in _others.split():
        _MEANT.setdefault(folded(_other), []).append(_word)


_FACTORS = {2: "doppelt verdoppelt double doubled", 3: "dreifach verdreifacht triple tripled", 4: "vierfach"}


def factor_meant(text: str) -> int | None:
    """Return by what a word multiplies, such as verdoppelt; None where it is no such word."""
    return next((factor for factor, words in _FACTORS.items() if folded(text) in words.split()), None)


def meant(text: str, known: Collection[str]) -> str | None:
    """Return which of the known words another word, mostly a German one, stands for; None where it is none of them."""
    return next((word for word in _MEANT.get(folded(text), ()) if word in known), None)
