"""Evenings in words -> rows of a table: the notes of a phone, a chat, a notebook typed off.

    noted   lines -> a row for each day, with what everybody had; () of a text that is none

    12.1. beim Hias: Sepp +1,80 / Gabi -1,80 (Bene krank)     everybody in one line, as in a chat as well
    Freitag, 5. Jänner 2024                                   a line a person below the day
      Sepp ....... + 1,15 €

Lines with everybody and no day are totals, which the rows are compared with. What else was written is a remark.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from sklog.lists.cells import LATE, WEEKDAY, Cell, GridRow, day_of
from sklog.lists.headings import CARRIED, LOST_WORDS, OWN_WORDS, TOTAL, WON_WORDS, Role, kind_of, role_of, word_key
from sklog.scoring import days
from sklog.scoring.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_LONGEST, _LONGEST_NAME = 300, 60
_DASH = "\N{MINUS SIGN}\N{EN DASH}-"
_WORD = r"[^\W\d_](?:[^\W\d_]|['’.\N{HYPHEN}-](?=[^\W\d_]))*\.?"
_LOSES = "verloren|verliert|zahlt|zoit|verspielt|verspuit|vaspuit|valorn|im minus|minus|lost|loses|pays"
_VERBS = f"gewonnen|gewinnt|gwinnt|gwunna|kriegt|kriagt|griagt|bekommt|im plus|plus|won|wins|gets|{_LOSES}"
_LOST = re.compile(_LOSES, re.IGNORECASE)
_CLOCK = r"(?:,? \d\d?:\d\d(?::\d\d)?(?: ?[AP]M)?)?"
_STAMP = re.compile(
    rf"(?:(?:{_WORD} ){{0,2}}{_WORD}, (?=\[))?\[?((?:{_WORD},? (?:den )?)?"
    rf"(?:\d{{1,4}}[-./] ?\d\d?(?:[-./] ?(?:\d{{4}}|\d\d)?)?|\d\d?\.? {_WORD}(?: \d{{4}})?"
    rf"|{_WORD} \d\d?(?:st|nd|rd|th)?,? \d{{4}}){_CLOCK})\]?(?=[ :,;)]|$)[ :,;{_DASH}]*"
)
_BETWEEN = r"\b(?:an|to|von|from|schuldet|owes)\b"
_NAME = re.compile(
    rf"(?<![^\W\d_])(?!{_BETWEEN})((?:{_WORD} (?!{_BETWEEN})){{0,2}}?{_WORD}) ?(?:[.…_·]+|[:=])? ?"
    rf"(?:(hat|{_VERBS}) )?$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    rf"(?<!\d)(?<!\d[.,])((?:\( ?)?(?:[+±{_DASH}] ?)?(?:€ ?)?\d(?:[\d.,]*\d)?(?:,-)?"
    rf"(?: ?€| ?(?:ct|cents?|euros?|eur|pkt|punkte|p)\b\.?)?\)?)"
    rf"(?![\d%])(?: ({_VERBS})\b)?(?:[ ,;/|·]+(?:und |and )?|\. |\.? ?$)",
    re.IGNORECASE,
)
_ROW = re.compile(r"[|] ?[+-]?\d|\d")  # an amount behind the day: of a table, whatever its notes say
_SOME = re.compile(rf"[^\W\d_] ?[.…_·:=]* ?\(?(?:[+±{_DASH}] ?)?(?:€ ?)?\d")
_PLACE = re.compile(r"(?:.* )?(?:beim?|im|in|at|am|zum|auf)(?: der| dem| da)? \S+ (?=\S)", re.IGNORECASE)
_AMONG = re.compile(r"^(?:und|and) |^(?:(?!(?:da|de|der|die|van|von) )[a-zäöüß]+ )+(?=[A-ZÄÖÜ])")
_OWN = re.compile(
    rf"({_WORD}(?: {_WORD}){{0,2}})[^\w:]*: (?:({_WORD}) (?:hat|has) )?"
    r"(?:(?:bei mir|ich habe?|i hob|ich|i|mir|(heute?|heit|today))[:,]? )*"
    rf"((?:plus |minus |[+{_DASH}] ?)(?:€ ?)?\d[\d.,]*|(?:€ ?)?\d+[.,]\d\d?)"
    r"( ?(?:€|ct|cents?|euros?|eur))?((?:, \D*)?)\W*",
    re.IGNORECASE,
)
"""What somebody writes in a chat who tells no more than their own amount."""
_MONEY = re.compile(
    rf"(?:plus |minus |[+±{_DASH}] ?)(?:€ ?)?\d|\d[.,]\d\d?(?![\d.:])|\d ?(?:€|ct|cents?|euros?|eur)\b", re.IGNORECASE
)
_ODD = re.compile(rf"\d|{_BETWEEN}")
_BEFORE = re.compile(
    rf"((?:[+{_DASH}] ?\d+(?:[.,]\d+)?|\d+[.,]\d\d)(?: ?(?:€|ct|cents?|euros?|eur)\b)?(?: ?€)?) ({_WORD})(?=[ ,;/|]|$)",
    re.IGNORECASE,
)
"""An amount before its name."""
_QUOTED = re.compile("^>[> ]*")
_NO_TEXT = re.compile(r"\*\*|[\u200e\u200f\u202a-\u202e]|^[#=~*•·\N{EN DASH}-]+ (?=[\w*])| [#=~*-]+$")
_OWES = re.compile(
    rf"((?=[A-ZÄÖÜ]){_WORD}) (?:schuldet|zahlt|gibt|owes|pays|->|→) (?:an )?((?=[A-ZÄÖÜ]){_WORD})[:=]? "
    r"(\d(?:[\d.,]*\d)? ?€?)(?=[ ,;.]|$)"
)
_CORRECTS = re.compile(
    "korrektur|korrigier|correct|berichtig|falsch|vertan|verrechn|"
    "richtig(?:ge|stell|[ :]*$| (?:ist|sind|war|wär|heiß|muss))",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()]*\)|(?:->|→).*")


class _Entry(NamedTuple):
    """What one line, or a day and the lines below it, say. `day` stands before the amounts, `said` between."""

    number: int
    day: str
    has: dict[str, str]
    said: str = ""


def noted(text: str) -> tuple[GridRow, ...]:
    """Return the rows of a text in words, the headings above them; () of any other."""
    if not (_SOME.search(text) or _BEFORE.search(text)):
        return ()
    lines = [" ".join(line.split()) for line in text.splitlines()]
    if len({line[:1] == ">" for line in lines if _MONEY.search(line)}) > 1:
        return ()  # what was answered may be there again, or corrected
    lines = [_NO_TEXT.sub("", _QUOTED.sub("", line)) for line in lines]
    if any(line.count(";") > 1 and role_of(line.partition(";")[0]) == Role.DAY for line in lines):
        return ()  # a table, whatever its amounts are called
    spelt, entries = dict[str, str](), [*_entries(lines)]
    found = [
        one._replace(has={spelt.setdefault(name_key(name), name): amount for name, amount in one.has.items()})
        if len({*map(name_key, one.has)}) == len(one.has)
        else one
        for one in (*entries, *_own_amounts(lines, entries))
        if len(one.has) > 1 or _CORRECTS.search(one.said)
    ]
    often = Counter(name for one in found for name in one.has)
    found = [one for one in found if _of_money(one) or sum(often[name] > 1 for name in one.has) > 1]
    dated = sum(_STAMP.match(one.day) is not None for one in found)
    stamps = ((line, _STAMP.match(line)) for line in lines)
    tabular = sum(bool(stamp and _ROW.match(line, stamp.end()) and _is_day(stamp[1])) for line, stamp in stamps)
    if len(owed := _debts(lines)) > sum(len(one.has) > 1 for one in found):
        made = [(owed[0][0], ("Datum", "Verlierer", "Gewinner", "Betrag")), *owed]
        return tuple(GridRow(number, tuple(map(Cell, cells))) for number, cells in made)
    if tabular >= dated or (dated == 1 and sum(map(bool, lines)) > 3 * len(found[0].has)):
        return ()
    if all(amount[0] == "(" for one in found for amount in one.has.values()):  # which are no losses, then
        found = [one._replace(has={name: amount.strip("() ") for name, amount in one.has.items()}) for one in found]
    names = dict.fromkeys(name for one in found for name in one.has)
    totals = sum(kind_of(one.said) == TOTAL for one in found)
    some = {TOTAL} if 2 * totals < len(found) else set()  # else its evenings are standings
    odd = [kind_of(one.said) in some or _CORRECTS.search(one.said) for one in found]
    found = [one._replace(day=one.said) if is_odd else one for one, is_odd in zip(found, odd, strict=True)]
    rows = {one.number: (one.day, *(one.has.get(name, "") for name in names)) for one in found}
    first = min(rows)
    above = [(at, line, _STAMP.match(line)) for at, line in enumerate(lines[: first - 1], 1) if line]
    titles = [(at, (line,)) for at, line, stamp in above if not (stamp and _is_day(stamp[1]))]
    titles += [(first, (one.said,)) for one in found if word_key(one.said) in OWN_WORDS][:1]
    made = [*titles, (first, ("Datum", *names)), *sorted(rows.items())]
    return tuple(GridRow(number).put(map(Cell, cells)) for number, cells in made)


def _debts(lines: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Return who owes whom, each with the day before or above it: "Bene schuldet Anna 1,10"; [] where more is said."""
    day, found = "", list[tuple[int, tuple[str, ...]]]()
    for number, line in enumerate(lines, 1):
        stamp = _STAMP.match(line)
        day = stamp[1] if stamp and _is_day(stamp[1]) else day
        rest = line[stamp.end() :] if stamp else line
        found += [(number, (day, *said)) for said in _OWES.findall(rest[:_LONGEST]) if day]
        if len(line) > _LONGEST or (day and re.search("[0-9]", _OWES.sub("", rest))):
            return []
    return found


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    """Yield what the lines say: those that have everybody, and those below which a line a person stands."""
    block, gap = _Entry(0, "", {}), True
    for number, line in _a_line_each(lines):
        stamp = None if len(line) > _LONGEST else _STAMP.match(line)
        if stamp and not _is_day(stamp[1]):
            stamp = None
        rest = line[stamp.end() :] if stamp else line[:_LONGEST]
        if len(_BEFORE.findall(rest)) > 1 and not re.search(r"[^ ,;/|]", _BEFORE.sub("", rest)):
            rest = _BEFORE.sub(r"\2 \1", rest)
        writer, colon, said = rest.rpartition(": ")
        what, _blank, others = said.partition(" ")  # Ergebnis Anna +1
        pairs, before, behind = _read(f"{writer}{colon}{what}: {others}" if word_key(what) in OWN_WORDS else rest)
        before = "" if len(pairs) == 1 and re.fullmatch(r"\d\d?[.)]", before) else before  # which place it was
        one = len(pairs) == 1 and not before and not behind
        if stamp or len(pairs) > 1:
            if block.has:
                yield block
            has = dict(_left(pairs, before, behind)) if len(pairs) > 1 or (pairs and _CORRECTS.search(before)) else {}
            label = stamp[1] if stamp else before.strip(" :") or block.day
            block = _Entry(number, label, has, before.strip(" :").rpartition(": ")[2])
            if not stamp or has:
                yield block
                block = _Entry(number, "", {})
        elif one and block.day:
            name, amount = pairs[0]
            block.has[name] = f"{block.has[name]} {amount}" if name in block.has else amount
        elif line and (gap or kind_of(line) == TOTAL):
            if block.has:
                yield block
            block = block._replace(said=line) if _is_remark(line, block) else _Entry(number, line.strip(" :"), {})
        gap = not line
    yield block


def _a_line_each(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers; of one that says who won, or lost, one for each: "verloren: Anna 1, Bene 2"."""
    for number, line in enumerate(lines, 1):
        side, _colon, rest = line[:_LONGEST].partition(":")
        sign = "+" if word_key(side) in WON_WORDS else "-" if word_key(side) in LOST_WORDS else ""
        pairs, before, behind = _read(rest.strip()) if sign else ([], "", "")
        if pairs and not (before or behind) and all(amount[0].isdigit() for _name, amount in pairs):
            yield from ((number, f"{name} {sign}{amount}") for name, amount in pairs)
        else:
            yield number, line


def _is_remark(line: str, block: _Entry) -> bool:
    """Whether a line stands below a day and above the first amounts, and says nothing else of them."""
    if not _STAMP.match(block.day) or block.has or block.said or line.endswith(":"):
        return False
    words = [word_key(word) for word in line.split()]
    months = any(len(word) > 2 and days.month(word) for word in words)
    ends = any(word.endswith(("stand", "schulden", "sagt", "fallen")) for word in words)
    return not (months or ends or any(kind_of(one) in {TOTAL, CARRIED} or WEEKDAY.match(f"{one} ") for one in words))


def _own_amounts(lines: Sequence[str], others: Sequence[_Entry]) -> Iterator[_Entry]:
    """Yield what a chat says in which everybody writes their own amount, from noon on until five in the morning.

    An evening of the `others`, of which a message has everybody, is none of these. What else has an amount is said.
    """
    evenings, odd = dict[str, _Entry](), dict[str, list[str]]()
    told = {_evening_of(one.day) for one in others if len(one.has) > 1}
    stamps = ((number, line, _STAMP.match(line)) for number, line in enumerate(lines, 1))
    messages = [(number, line, stamp, _OWN.fullmatch(line, stamp.end())) for number, line, stamp in stamps if stamp]
    writers = {own[1] for *_message, own in messages if own}
    for number, line, stamp, own in messages:
        evening = _evening_of(stamp[1])
        if len(line) > _LONGEST or not evening or evening in told or not _MONEY.search(line, stamp.end()):
            continue
        if own and (who := _whose(own, writers)):
            one = evenings.setdefault(evening, _Entry(number, stamp[1], {}))
            said = own[4].lower().replace("minus ", "-").replace("plus ", "+") + (own[5] or "")
            one.has[who] = f"{one.has[who]} {said}" if who in one.has else said
        else:
            odd.setdefault(evening, []).append(line[stamp.end() :])
    for evening, one in evenings.items():
        last = [*one.has][-1]
        one.has[last] = " ".join((one.has[last], *odd.get(evening, ())))
        yield one


def _whose(own: re.Match[str], writers: Collection[str]) -> str:
    """Return who a message says has an amount: its writer, or another one of them; "" where it may say something else.

    A time has no sign, and a whole number before more words may be about anything.
    """
    plain = own[3] and own[4][0].isdigit()
    if plain or (own[6] and not (own[5] or re.search(r"[.,]\d", own[4]))):
        return ""
    named = [name for name in writers if name_key(name.split()[0]) == name_key(own[2] or "")]
    return own[1] if not own[2] else named[0] if len(named) == 1 else ""


def _evening_of(stamp: str) -> str:
    """Return the day of the evening of a message; "" of what has no time."""
    read = day_of(Cell(stamp), "", "", LATE)
    if not (read and read.clock and read.day_first):
        return ""
    return (datetime.fromisoformat(f"{read.day_first} {read.clock}") - timedelta(hours=5)).date().isoformat()


def _of_money(one: _Entry) -> bool:
    """Whether all amounts of a line look like such: others may count something, and need names that stand elsewhere."""
    return all(re.search(r"^\D|\d\D", amount) for amount in one.has.values())


def _is_day(text: str) -> bool:
    found = day_of(Cell(text), "2000", "", LATE)
    return found is not None and (not found.wrong or bool(re.search("[0-9]{4}", text)))


def _read(text: str) -> tuple[list[tuple[str, str]], str, str]:
    """Return who has what, and what is said before that, and between and behind; a verb says whether it was lost."""
    aside = _ASIDE.sub("", text)
    for said in (aside, text) if _SOME.search(text) else ():
        pairs, others, end = list[tuple[str, str]](), list[str](), 0
        for amount in _AMOUNT.finditer(said):
            name = _NAME.search(said, max(end, amount.start() - _LONGEST_NAME), amount.start())
            if name:
                lost = amount[1][0].isdigit() and _LOST.search(f"{name[2]} {amount[2]}")
                pairs.append((name[1], "-"[: bool(lost)] + amount[1]))
                others.append(said[end : name.start()].strip())
                end = amount.end()
        if len(pairs) > 1 or (pairs and said == text):
            if place := _PLACE.match(whole := f"{others[0]} {pairs[0][0]}".rpartition(": ")[2]):
                pairs[0] = whole[place.end() :], pairs[0][1]
            return pairs, others[0], " ".join((*others[1:], said[end:])).strip()
    return [], text, ""


def _left(pairs: Sequence[tuple[str, str]], before: str, behind: str) -> Iterator[tuple[str, str]]:
    """Yield who has what; where numbers are left that are nobody's, the last one has them too, so that it is said."""
    left = [behind] * bool(_ODD.search(behind)) + [before] * bool(_ODD.search(before.rpartition(":")[2]))
    *others, (name, amount) = ((_AMONG.sub("", name), amount) for name, amount in pairs)
    yield from (*others, (name, " ".join((amount, *left))))
