"""Which day is meant by what people write: 22.11.2026, 22 Nov 2026, gestern. No clock: who asks says what day it is."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import count

from sklog.errors import Refused
from sklog.language import _

_MONTHS = (
    "january januar jänner", "february februar feber", "march märz maerz mrz", "april aprui", "may mai", "june juni",
    "july juli", "august", "september", "october oktober oktoba", "november novemba", "december dezember dezemba",
)  # fmt: skip
_LEAP = "2000"  # has every day that any year has, and says what of a year is not said
_AGO = {"today": 0, "heute": 0, "yesterday": 1, "gestern": 1, "vorgestern": 2}
_NUMBER, _YEAR = "([0-9]{1,2})", "([0-9]{4}|[0-9]{2}|)"


def read(said: str, today: date) -> str | None:
    """Return the day that is meant, in ISO form; None for what is no day.

    A day is read as ISO writes it, as sklog does in any language (22 Nov 2026, 22.11.2026), and from `gestern`. Raises
    Refused for one that can be two, that does not exist, or that does not say its year.
    """
    text = " ".join(said.casefold().split())
    if text in _AGO:
        return (today - timedelta(_AGO[text])).isoformat()
    if found := re.fullmatch(f"([0-9]{{4}})([-/.]){_NUMBER}\\2{_NUMBER}", text):
        return _existing(said, today, found[1], [(found[3], found[4])])
    if found := re.fullmatch(rf"{_NUMBER}\. ?{_NUMBER}(?:\. ?{_YEAR})?", text):
        return _existing(said, today, found[3], [(found[2], found[1])])
    if found := re.fullmatch(f"{_NUMBER}([-/]){_NUMBER}\\2{_YEAR}", text):
        return _existing(said, today, found[4], [(found[3], found[1]), (found[1], found[3])])
    if found := re.fullmatch(rf"{_NUMBER}(?:\.|st|nd|rd|th)? ?([^\W\d]{{3,}})\.?,? ?{_YEAR}", text):
        number, word, year = found.groups()
    elif found := re.fullmatch(rf"([^\W\d]{{3,}})\.? {_NUMBER}(?:st|nd|rd|th)?(?:,? {_YEAR})?", text):
        word, number, year = found.groups()
    else:
        return None
    named = month(word)
    return _existing(said, today, year, [(named, number)]) if named else None


def month(word: str) -> str:
    """Return the number of the month that is called so, or whose name begins so, in English or German; else ""."""
    known = [place for place, names in enumerate(_MONTHS, 1) if any(name.startswith(word) for name in names.split())]
    return f"{known[0]:02}" if len(known) == 1 else ""


def _existing(said: str, today: date, year: str | None, pairs: list[tuple[str, str]]) -> str:
    """Return the one day, in ISO form, that these months and days can be; raise Refused for none, and for several."""
    year = year or ""
    found = {iso_day(_LEAP[: 4 - len(year)] + year, *pair) for pair in pairs} - {""}
    if not found:
        raise Refused(_("{said} is a day that does not exist", said=said))
    if len(found) > 1:
        raise Refused(_('"{said}" can be {one} or {other}: say which', said=said, one=min(found), other=max(found)))
    (day,) = found
    if len(year) == 4:
        return day
    raise Refused(_('"{said}" has no full year: write {day}', said=said, day=day if year else _last(day, today)))


def iso_day(year: int | str, month: int | str, number: int | str) -> str:
    """Return a day in ISO form, "" where there is none."""
    try:
        return date(int(year), int(month), int(number)).isoformat()
    except ValueError:
        return ""


def _last(day: str, today: date) -> str:
    """Return the last day that is called so and is not ahead of today: 29 February is not in every year."""
    _year, *rest = day.split("-")
    called = (iso_day(year, *rest) for year in count(today.year, -1))
    return next(one for one in called if one and one <= today.isoformat())
