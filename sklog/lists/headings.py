"""The words of lists, German and English: what a heading says of its column, and a label of its row."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sklog.language import N_
from sklog.lists.cells import FOREIGN, unit_in
from sklog.lists.words import words_of
from sklog.scoring.names import one_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


class Role:
    """What a column is, as it is shown to people."""

    PERSON, STANDING, FLAG = "person", "standing", "flag"  # shown with whose or which it is
    DAY, STOCK, NOTE, PLACE = N_("days"), N_("amounts of the Stock"), N_("notes"), N_("where it was")
    GAME, DECLARER, PARTNER = N_("the game"), N_("who played"), N_("with whom")
    WON, LOST, TOTAL = N_("whether it was won"), N_("whether it was lost"), N_("a total, compared")
    CURRENCY, CLOCK, YEAR = N_("currencies"), N_("times"), N_("years")
    UNREAD, LEFT_OUT = N_("not read"), N_("left out, as you said")


WORDS: dict[str, str] = {word: role for kind, role in vars(Role).items() if kind.isupper() for word in words_of(kind)}
FLAGS = words_of("SAYS")
"""What else a heading may say of a hand, and the key of it."""
NAMES, AMOUNTS, OWN_WORDS, STANDING_WORDS = map(words_of, ("NAMES", "AMOUNTS", "OWN", "STOOD"))
WON_WORDS, LOST_WORDS, _OF, _LAST = map(words_of, ("PLUS", "MINUS", "OF", "LAST"))
OWED_WORDS = words_of("OWED")
SIDES = WON_WORDS | LOST_WORDS | OWED_WORDS
TOTAL_WORDS = words_of("SUM") | STANDING_WORDS
TOTAL, CARRIED, STATISTIC = "total", "carried", "statistic"
_CARRY = words_of("CARRY")
_KINDS = words_of("ROW") | dict.fromkeys(_CARRY, CARRIED) | dict.fromkeys(TOTAL_WORDS, TOTAL)
_PAYS, _PAYMENT, HOW_WORDS, _HAS_PAID, _ALL_PAID = map(words_of, ("PAYS", "PAYMENT", "HOW", "HAS_PAID", "ALL_PAID"))
EVENINGS, _PERIODS, WINNERS, EVERYBODY, _WHEN = map(words_of, ("EVENING", "PERIOD", "GETS", "EVERYBODY", "WHEN"))
_TO = re.compile(r"\b(?:an|to) (?:de[nr] |die )?(\w+)", re.IGNORECASE)
_COUNTED = {"": "", **words_of("COUNTED"), **EVENINGS}
_UNIT_BEHIND = re.compile(
    r"(?P<name>.*?\S)[\s,]*(?:[(\[]\s*|\bin\s+|(?<![0-9])\s|(?<=20[0-9]{2})\s|_)(?P<unit>€|eur|euros?|ct\.?|cents?|punkten?|pkt\.?|points|pts\.?"
    rf"|(?-i:{FOREIGN.pattern}))\s*[)\]]?",
    re.IGNORECASE,
)


def word_key(text: str) -> str:
    """Return what all spellings of a word in a heading have in common."""
    return " ".join(text.casefold().replace("_", " ").split()).strip(" .:?")


def role_of(heading: str) -> str:
    """Return what a heading says of its column; "" where it is none of the words for that: session_id is one of id."""
    key = word_key(heading)
    first, _blank, last = key.partition(" ")
    if kind_of(first) == STATISTIC and last in OWN_WORDS | WON_WORDS | LOST_WORDS:  # "max. Gewinn"; Max is a person
        return Role.UNREAD
    if key not in WORDS and (WORDS.get(first) or first in _OF):
        asked = first in _WHEN and re.search(r"spiel|abend|played|evening", last)
        return Role.DAY if asked or last in _WHEN else Role.UNREAD if last in _LAST else ""
    return WORDS.get(key, "")


def key_of(heading: str) -> str:
    """Return the key of a heading without its unit; one that asks what was won or lost is that of an amount."""
    key = word_key(bare(heading))
    words = {*re.findall(r"[^\W\d_]+", key)}
    return "betrag" if words & WON_WORDS.keys() and words & LOST_WORDS.keys() else key


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


def unit_said(text: str) -> str:
    """Return the same, also of a text that is a unit; one letter is rather somebody."""
    return unit_behind(text) or (unit_in(text) if len(text) > 1 or text == "€" else "")


def units_said(title: str, others: Collection[str]) -> Iterator[str]:
    """Yield the units that the parts of a title say, without those of `others`, which are headings of other columns.

    "Gewinn in Cent, Zeche in Euro" says cents where there is a column of the Zeche, and both where there is none.
    """
    words = set[str]()
    for part in map(str.strip, re.split(r"[,;|/()\[\]]|[.:](?= |$)| und | and ", title)):
        words = words if unit_in(part) else {*word_key(part).split()}
        if (unit := unit_said(part)) and not words & {*others}:
            yield unit


def says_all(text: str) -> bool:
    """Whether a note says something of all amounts: "Alle Beträge in Cent"."""
    words = {word_key(word.strip("()[]")) for word in text.split()}
    return bool(words & words_of("ALL").keys()) and words <= (words_of("ALL") | words_of("UNIT") | AMOUNTS).keys()


def who_pays(heading: str) -> str | None:
    """Return a heading without its words of paying: "Anna zahlt" is Anna's; None where it has none."""
    words = heading.split()
    rest = [word for word in words if word_key(word.strip("()[]")) not in _PAYS]
    return None if len(rest) == len(words) else " ".join(rest)


@lru_cache(maxsize=20_000)  # every cell of a file is looked at several times
def kind_of(label: str, *, whole: bool = False) -> str:
    """Return which kind of row calls itself so: a total, what is carried over, a statistic; "" for any other.

    `whole` wants that nothing else is said but a number.
    """
    words = [word_key(word.strip("()[],;")) for word in label.split()] or [""]
    rest = (word for word in words if not (word in AMOUNTS | _PERIODS or re.fullmatch("20[0-9]{2}", word)))
    firsts = [words[0], *rest][:2]  # "Punkte gesamt"
    kind = _KINDS.get(" ".join(words)) or next(filter(None, map(_KINDS.get, firsts)), "")
    kind = kind or (TOTAL if words[0].startswith("gesamt") else "")
    more = "".join(word for word in words[1:] if not unit_in(word))  # "Summe Cent" says no more
    return kind if not (kind and whole and " ".join(words) not in _KINDS) or not more or more.isdigit() else ""


def carries_over(text: str) -> bool:
    """Whether a text begins with a word that says nothing else than that something is carried over."""
    return word_key(text).partition(" ")[0].strip(",;:.") in _CARRY


def is_payment(text: str, people: Collection[str], *, of_kinds: bool = False) -> bool:
    """Whether a row calls itself a payment: "Überweisung an Anna", or "Anna paid Bene", of these people.

    `of_kinds` says that the text stands where each row says of which kind it is: "bezahlt" says it there.
    """
    key = word_key(text) if text[:1] > "9" else ""  # it begins with a word
    said = {key, key.partition(" ")[0].strip(".:,;!")}
    return bool(key and (said & _PAYMENT.keys() or who_paid(text, people) or (of_kinds and _says_paid(key))))


def titles_payments(titles: Iterable[str]) -> bool:
    """Whether a title says that all below it was paid, and no more but a year: "Zahlungen 2024"."""
    return any(re.sub(" ?(?:19|20)[0-9]{2}$", "", word_key(title)) in _PAYMENT for title in titles)


def speaks_of_payment(text: str) -> bool:
    """Whether a text has a word of payments anywhere, or says no more than that something was paid."""
    words = {*re.split(r"\W+", text.casefold())} - {"ausgleich"}  # one may be with a Solo
    return bool(words & _PAYMENT.keys()) or _says_paid(word_key(text))


def _says_paid(key: str) -> bool:
    """Whether a text says that something was paid, and no more: "alle bezahlt"."""
    words = {*key.split()}
    return bool(words & _HAS_PAID.keys()) and words <= {*_HAS_PAID, *_ALL_PAID, *EVERYBODY}


def payees(text: str, people: Collection[str]) -> set[str]:
    """Return the keys of those to whom something was paid, as a note says: "an Irmi überwiesen", "Anna paid Bene"."""
    return {*map(word_key, _TO.findall(text)), *who_paid(text, people)[1:]}


def who_paid(text: str, people: Collection[str]) -> list[str]:
    """Return who paid whom, where a text says that and no more; [] of any other, such as "Zeche zahlt Bene"."""
    words = [key for word in text.split() if len(key := word_key(word)) > 1 or key in people]  # not "Anna H." 's H
    both, verbs = [word for word in words if word in people], {word for word in words if word not in people}
    sure = (
        len(both) == 2 and words[0] == both[0] and verbs & _HAS_PAID.keys() and verbs <= {*_HAS_PAID, "hat", "an", "to"}
    )
    return both if sure else []
