"""A tariff of a table's own: eight questions, what answers mean, and the file of it.

    QUESTIONS   the tariff so far -> Question: its text, what holds now, and how an answer is read
    answered    what was said so far, and one answer more -> what is said now, as a tariff's file has it
    asked       all of them, one after the other
    new_text    the file of a tariff: every setting explained, and what was answered written in
    own_tariff  a tariff of all answers, by the name that is asked for, and its file

Answers are words that people write: `ja`, `nein`, `10`, `0,10`, names of games. Nothing here knows a terminal.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from sklog import yaml_text
from sklog.errors import Refused, TariffError
from sklog.language import _
from sklog.rulebook.rules import multiplies
from sklog.scoring.canonical import shown as cut_off
from sklog.scoring.games import BETTEL, BY_NAME, CATALOGUE, PARTNER, PASSED, RAMSCH, Game, named
from sklog.scoring.names import LONGEST_NAME
from sklog.scoring.outcome import ANNOUNCEMENTS
from sklog.scoring.settings import NONE, NOT_INHERITED, Setting, first_line, kept, settings_of, to_mapping
from sklog.scoring.tariff import CENTS, POINTS, Tariff
from sklog.tariffs import called, find, is_elsewhere, read, read_mapping, shipped, stakes
from sklog.tariffs.describe import expected, is_short_name, nearest, suggested, whole_number
from sklog.tariffs.spellings import OFF, ON, cents
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    Ask = Callable[[str, str, Callable[[str], object]], str]

Said = dict[str, Any]
"""What a tariff's file says, as plain data."""

NOT = frozenset((*OFF, "n", "keinen", "nie", "nothing", "nobody"))
SURE = frozenset((*ON, "j", "y"))
EVERYWHERE = ("sauspiel", "solo", "wenz")  # what nearly every table plays
LIKE_A_WENZ = ("wenz", "geier")  # where nothing says which games have as short runs of Laufende
CHAIN = ("Kontra", "Re", "Supra", "Resupra", "Sub", "Steinmetz")
AND_ON = ("…", "...", "usw", "usw.", "etc", "etc.")
THROWN_IN = "thrown_in"
OWN_NAME = "haus"

_BEFORE_A_UNIT = re.compile(r"\s+(?=(?:€|euros?|ct|cents?|c)(?:\W|$))", re.IGNORECASE)
_BETWEEN_PRICES = re.compile(r"(?:[\s/;–&+-]|,\s|\b(?:und|and)\b)+")
_BETWEEN_WORDS = re.compile(r"[\s,;]+")


class Question(NamedTuple):
    """One question: what is asked, what holds if nobody answers, and what an answer means; `read` raises Refused.

    Where they are answers, `no` is what No alone means, and `yes` what Yes alone means.
    """

    text: str
    now: str
    read: Callable[[str], Said]
    no: Said | None = None
    yes: Said | None = None

    def meaning(self, answer: str) -> Said:
        """Return what an answer means; raise Refused where it means nothing."""
        for said, words in ((self.no, NOT), (self.yes, SURE)):
            if said is not None and answer.strip(" .!").casefold() in words:
                return said
        return self.read(answer)


def answered(base: str, said: Mapping[str, Any], question: Question, answer: str) -> Said:
    """Return what is said now; an empty answer says nothing.

    Raises Refused for an answer that means nothing, TariffError for what no tariff can say that extends `base`.
    """
    now = dict(said)
    for key, value in (question.meaning(answer) if answer else {}).items():
        if value == {}:
            continue  # it is as it was
        both = isinstance(value, dict) and isinstance(now.get(key), dict)
        now[key] = {**now[key], **value} if both else value
    changed(base, now)
    return now


def asked(base: str, ask: Ask) -> Said:
    """Return what a table's tariff says besides its `base`; `ask` returns the answer to a question, "" for what holds.

    It is given the question, what holds now, and what refuses an answer.
    """
    said: Said = {}
    for number, make in enumerate(QUESTIONS, 1):
        question = make(changed(base, said))
        text, check = f"{number}/{len(QUESTIONS)} {question.text}", partial(answered, base, said, question)
        said = answered(base, said, question, ask(text, question.now, check))
    return said


def own_tariff(base: str, ask: Ask, taken: Container[str]) -> tuple[Tariff, str]:
    """Ask what is played, beginning with a tariff that is known; return the new one, and the text of its file."""
    rules = asked(base, ask)

    def new(answer: str) -> None:
        require_free(answer)
        if answer in taken:
            raise Refused(_("there is already a tariff {name}: choose another name", name=answer))

    names = (OWN_NAME if number == 1 else f"{OWN_NAME}-{number}" for number in count(1))
    free = next(name for name in names if name not in taken)
    text = new_text(ask(_("What should these rules be called?"), free, new) or free, base, rules)
    return read(text), text


def require_free(name: str) -> None:
    """Refuse what no tariff of one's own can be called: what is no name, or means another tariff everywhere."""
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > LONGEST_NAME:
        raise Refused(
            _("{name!r} is not a name for a tariff; use letters, digits and hyphens, such as haus-2026", name=name)
        )
    if name.casefold() in shipped():
        raise Refused(
            _(
                "{name} is a shipped tariff, and its name means that one everywhere: choose another, such as haus",
                name=name,
            )
        )
    if stakes.read(name) is not None or is_elsewhere(name):
        raise Refused(_("{name} means a tariff at these prices everywhere: use another name, such as haus", name=name))


def changed(base: str, said: Mapping[str, Any]) -> Tariff:
    """Return the tariff that extends `base` (a name or a path) and says this; raises as `find` does."""
    return read_mapping({"name": find(base).name, "extends": base, **said}, "")


# -- words ----------------------------------------------------------------------------------------------


def _words(answer: str) -> list[str]:
    return [word for word in _BETWEEN_WORDS.split(answer) if word]


def _no() -> str:
    return _("no")


def _number(word: str) -> int:
    number = whole_number(word)
    if number is None:
        raise Refused(_('"{word}" is not a whole number; write one such as 3, or no', word=cut_off(word)))
    return number


def _numbers(answer: str, most: int) -> list[int]:
    words = _words(answer.replace("/", " "))
    if not 0 < len(words) <= most:
        two = _("write one number or two, such as {example}, or no", example="3 2")
        raise Refused(_("write one number such as {example}, or no", example="3") if most == 1 else two)
    return [_number(word) for word in words]


def _price(word: str, unit: str) -> int:
    """Return cents or points; raise Refused."""
    price = whole_number(word)
    if price is None and unit == CENTS:
        price = cents(word)
    if price is not None and price >= 0:
        return price
    if unit == POINTS:
        raise Refused(_('"{word}" is not a price; write whole points such as 2', word=cut_off(word)))
    raise Refused(
        _('"{word}" is not a price; write whole cents (10), or euros with two decimals (0,10)', word=cut_off(word))
    )


def _extra(tariff: Tariff) -> int:
    """Return what an extra costs that a tariff has not had yet."""
    said = [rule.price for rule in (tariff.schneider, tariff.schwarz, tariff.laufende) if rule]
    return _first_whole([*said, tariff.prices.get(PARTNER)])


def _first_whole(prices: Iterable[object]) -> int:
    """Return the first that is one number for all."""
    return next((price for price in prices if isinstance(price, int)), 0)


# -- the questions --------------------------------------------------------------------------------------


def prices(tariff: Tariff) -> Question:
    """Ask for the extra, the Sauspiel and the solo."""

    def read(answer: str) -> Said:
        words = [word for word in _BETWEEN_PRICES.split(_BEFORE_A_UNIT.sub("", answer.strip())) if word]
        if not 1 < len(words) <= len(stakes.Stakes._fields):
            raise Refused(
                _(
                    "write three prices: extra, Sauspiel, solo, such as {example}; or two: basic price, solo, such "
                    "as {two}",
                    example=stakes.EXAMPLE,
                    two=stakes.EXAMPLE_OF_TWO,
                )
            )
        found = stakes.ordered(_price(word, tariff.unit) for word in words)
        if found is None:
            raise Refused(_("a Sauspiel and a solo must cost something; only the extra may be 0"))
        return stakes.settings(found, tariff)

    text = _("What do you play for, in cents: extra (Schneider, Laufende), Sauspiel, solo?")
    if tariff.unit == POINTS:
        text = _("What do you play for, in points: extra (Schneider, Laufende), Sauspiel, solo?")
    now = stakes.of(tariff._replace(unit=CENTS))
    return Question(text, now if stakes.read(now) else _("as in {name}", name=tariff.name), read, yes={})


def games(tariff: Tariff) -> Question:
    """Ask which games there are besides those that everybody plays."""
    everywhere = [game for game in tariff.games if game.name in EVERYWHERE]
    others = [game for game in tariff.games if game not in everywhere and game.shape not in (PASSED, RAMSCH)]
    ramsch = [game for game in tariff.games if game.shape == RAMSCH]

    def read(answer: str) -> Said:
        known = [game for game in (*CATALOGUE, *others) if game.shape != PASSED]
        wanted = [_game(word, known, everywhere) for word in _words(answer)]
        return _playing([*everywhere, *wanted, *ramsch], tariff)

    usual = ", ".join(game.title for game in everywhere)
    text = _("Which games besides {games}?", games=usual) if usual else _("Which games?")
    now = ", ".join(game.name for game in others) or _no()
    return Question(text, now, read, no=_playing([*everywhere, *ramsch], tariff), yes={})


def _game(word: str, known: Sequence[Game], there: Container[Game]) -> Game:
    if game := named(word, tuple(known)):
        return game
    names = dict.fromkeys(game.name for game in known if game not in there)
    said = _('there is no game "{word}"', word=cut_off(word))
    raise Refused(suggested(said, nearest(word, (*names, *(alias for game in known for alias in game.aliases))), names))


def _playing(played: Iterable[Game], tariff: Tariff) -> Said:
    """Return that these games are played; a Ramsch costs a Sauspiel until somebody says more, and others nothing."""
    each = {game.name: game for game in played if game.shape != PASSED}
    shapes = {game.shape for game in each.values()}
    gone = {game.name for game in tariff.games} - each.keys() | {BETTEL, RAMSCH} - shapes
    off = {key: NONE for key in tariff.prices if key in gone - shapes}
    ramsch = {RAMSCH: _ramsch_price(tariff)} if RAMSCH in each and RAMSCH not in tariff.prices else {}
    priced = {"prices": {**off, **ramsch}} if off or ramsch else {}
    return {"games": kept(tuple(each.values())), **priced}


def _ramsch_price(tariff: Tariff) -> int:
    return _first_whole([tariff.prices.get(RAMSCH), tariff.prices.get(PARTNER), _extra(tariff)])


def schneider(tariff: Tariff) -> Question:
    """Ask for the limits of Schneider."""
    rule = tariff.schneider
    price = {} if rule else {"price": _extra(tariff)}

    def read(answer: str) -> Said:
        return {"schneider": {**price, **dict(zip(("declarers", "opponents"), _numbers(answer, 2), strict=False))}}

    text = _("Out of Schneider with how many Augen: the declarers, and their opponents?")
    now = f"{rule.declarers} {rule.opponents}" if rule else _no()
    return Question(text, now, read, no={"schneider": NONE, "schwarz": NONE}, yes={"schneider": price})


def laufende(tariff: Tariff) -> Question:
    """Ask from how many Laufende are paid."""
    rule = tariff.laufende
    own = {name: least for name, least in rule.by_game.items() if tariff.game(name)} if rule else {}
    alike = [name for name in own if own[name] == own.get("wenz")] or [
        name for name in LIKE_A_WENZ if tariff.game(name)
    ]

    price = {} if rule else {"price": _extra(tariff)}

    def read(answer: str) -> Said:
        first, *wenz = _numbers(answer, 2)
        by_game = {name: first for name in own if not wenz or (rule and own[name] == rule.from_)}
        by_game |= dict.fromkeys(alike, wenz[0]) if wenz else {}
        return {"laufende": {**price, "from": first, **({"by_game": by_game} if by_game else {})}}

    now = " ".join(map(str, filter(None, (rule.from_, own.get("wenz"))))) if rule else _no()
    text = _("From how many Laufende do you pay, and from how many in a Wenz?")
    return Question(text, now, read, no={"laufende": NONE}, yes={"laufende": price})


def klopfen(tariff: Tariff) -> Question:
    """Ask how many people may knock."""
    rule = tariff.klopfen
    most = {"max": max(tariff.people)} if rule is None else {}

    def read(answer: str) -> Said:
        return {"klopfen": NONE if answer.strip() == "0" else {"max": _numbers(answer, 1)[0]}}

    now, text = _no() if rule is None else str(rule.max or _("yes")), _("How many people may knock (Klopfen)?")
    return Question(text, now, read, no={"klopfen": NONE}, yes={"klopfen": most})


def kontra(tariff: Tariff) -> Question:
    """Ask for the words of the chain."""
    rule = tariff.kontra

    def read(answer: str) -> Said:
        if answer.strip() == "0":
            return {"kontra": NONE}
        words = _words(answer)
        number = whole_number(answer)
        if number is not None:
            if not 0 < number <= len(CHAIN):
                said = _("write the words of the chain, or how many there are, from 1 to {most}", most=len(CHAIN))
                raise Refused(said)
            return {"kontra": {"names": list(CHAIN[:number]), "unlimited": False}}
        endless = bool(words) and words[-1].casefold() in AND_ON
        words = words[: -1 if endless else None]
        if not words or not all(word.replace("-", "").isalpha() for word in words):
            raise Refused(_("write the words of the chain, such as {example}, or no", example="Kontra Re"))
        return {"kontra": {"names": words, "unlimited": endless}}

    now = " ".join((*rule.names, *("…" if rule.unlimited else ()))) if rule else _no()
    usual = {"kontra": kept(rule) if rule else list(CHAIN[:2])}
    return Question(_("Which words does the Kontra chain have?"), now, read, no={"kontra": NONE}, yes=usual)


def all_pass(tariff: Tariff) -> Question:
    """Ask what a deal does that is thrown in."""
    stock, bock = tariff.stock, THROWN_IN in tariff.bock.after

    def read(answer: str) -> Said:
        word, *sums = _BEFORE_A_UNIT.sub("", answer).split() or [""]
        word = word.casefold()
        if word not in ("stock", "topf", "pott", "bock", *NOT) or len(sums) > (word in ("stock", "topf", "pott")):
            raise Refused(
                _("type Stock, with what each pays in (Stock 10), or Bock, or nothing; a Ramsch is asked for next")
            )
        others = [trigger for trigger in tariff.bock.after if trigger != THROWN_IN]
        if word == "bock":
            return {"stock": NONE, "bock": {"after": [THROWN_IN, *others]}}
        without = {"bock": {"after": others or NONE}} if bock else {}
        if word in NOT:
            return {"stock": NONE, **without}
        usual = stock.pay_in if stock else _extra(tariff) or _first_whole([tariff.prices.get(PARTNER)])
        pay_in = _price(sums[0], tariff.unit) if sums else usual
        return {"stock": {"pay_in": pay_in}, **without}

    now = f"Stock {stock.pay_in}" if stock else "Bock" if bock else _("nothing")
    return Question(_("When all pass: Stock (and what each pays in), Bock for the next hand, or nothing?"), now, read)


def ramsch(tariff: Tariff) -> Question:
    """Ask whether there is a Ramsch, and what it costs."""
    played = tariff.ramsch_game
    name, now = (played.name, tariff.price(played)) if played else (RAMSCH, _ramsch_price(tariff))

    begun = {} if played else _playing([*tariff.games, BY_NAME[RAMSCH]], tariff)

    def read(answer: str) -> Said:
        return {**begun, "prices": {name: _price(_BEFORE_A_UNIT.sub("", answer.strip()), tariff.unit)}}

    no, yes = (
        _playing([game for game in tariff.games if game.shape != RAMSCH], tariff),
        {**begun, "prices": {name: now}},
    )
    return Question(_("What does a Ramsch cost?"), str(now) if played else _no(), read, no=no, yes=yes)


QUESTIONS: tuple[Callable[[Tariff], Question], ...] = (
    *(prices, games, schneider, laufende),
    *(klopfen, kontra, all_pass, ramsch),
)
"""In the order in which they are asked; each knows what those before it were answered."""


# -- the file ------------------------------------------------------------------------------------------


def new_text(name: str, base: str, said: Mapping[str, Any] | None = None) -> str:
    """Return a file for a tariff of one's own that extends `base` (a name or a path): every setting explained.

    Their present values are commented out: explanations begin with `##`, settings with `# `; without that mark a line
    counts, as it does for what was `said` of some keys, as plain data. Raises TariffError for a name that is none, and
    what `changed` raises.
    """
    said = said or {}
    tariff = changed(base, said)
    present: dict[str, Any] = to_mapping(tariff)
    for announced in ANNOUNCEMENTS:
        if not multiplies(announced, tariff):  # its price is among the prices
            del present[announced]["times"]
    base = called(base)
    if not is_short_name(name):
        raise TariffError(
            _('"{name}" is not a name for a tariff: it must be short and have no slashes, such as haus', name=name)
        )
    lines = [
        "## " + _("{name}: all settings that are not here are as in {base}.", name=name, base=yaml_text.scalar(base)),
        "## " + _('To change a setting, remove the "# " from its lines; `none` switches a part off.'),
        f"name: {yaml_text.scalar(name)}",
        f"title: {yaml_text.scalar(name[:1].upper() + name[1:])}",
        "source: " + yaml_text.scalar(_("our own agreement")),
        f"extends: {yaml_text.scalar(base)}",
    ]
    for setting in settings_of(Tariff):
        if setting.key not in NOT_INHERITED:
            lines += ["", *_explained(setting), *_said(setting.key, said, present)]
    return "\n".join(lines) + "\n"


def _said(key: str, said: Mapping[str, Any], present: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of what was said of a key, and as comments what else of it is so at present."""
    value, whole = said.get(key), present[key]
    if value and isinstance(value, dict) and isinstance(whole, dict):
        yield f"{key}:"
        for inner, one in {**whole, **value}.items():
            yield from _lines({inner: one}, "  " if inner in value else "#   ")
    else:
        yield from _lines({key: whole}, "" if key in said else "# ")


def _lines(plain: Any, mark: str) -> Iterator[str]:
    return (f"{mark}{line}" for line in yaml_text.dump(plain).splitlines())


def _explained(setting: Setting, indent: str = "") -> Iterator[str]:
    """Yield the explanation of a key and of the keys in it."""
    if rule := setting.block:
        yield f"## {indent}{setting.key}: {_(first_line(rule))}"
        for inner in settings_of(rule):
            yield from _explained(inner, indent + "  ")
    else:
        yield f"## {indent}{setting.key}: {_(setting.doc)} ({expected(setting)})"
