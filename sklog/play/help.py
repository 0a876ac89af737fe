"""What `help` shows at the prompt: the letters and the commands, with the people and the games of the table there.

The first page of a small terminal has what an evening needs; behind it stands everything.
"""

from __future__ import annotations

import re
from copy import copy
from functools import partial
from itertools import cycle, islice
from typing import TYPE_CHECKING

from typer.core import TyperArgument

from sklog.cli import AT_THE_TABLE, usage
from sklog.language import N_, _, as_typed
from sklog.notation.words import (
    GAME_LETTERS,
    NOTE,
    SUIT_LETTERS,
    SUITED_LETTERS,
    Letter,
    every_game,
    one_word,
    seats,
    vocabulary,
)
from sklog.reports.format import filled, left, width
from sklog.scoring.evening import table_for
from sklog.scoring.games import HERZ

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from typer.core import TyperGroup

    from sklog.cli.usage import AnyCommand
    from sklog.ledger.evenings import Evening
    from sklog.notation.words import Seats
    from sklog.scoring.tariff import Tariff

AFTERWARDS = ("reopen", "settle", "pay", "report", "show", "undo", "start")
"""What there is for an evening that is closed."""
TABLE: tuple[tuple[str, str], ...] = (
    *((letter, name.capitalize()) for letter, name in GAME_LETTERS.items()),
    *((f"h{letter}", f"Herz-{name.removeprefix('farb').capitalize()}") for letter, name in SUITED_LETTERS.items()),
    *(
        (f"{letter}s", f"{suit.capitalize()}-Solo" if suit else N_("a Solo, suit not noted"))
        for letter, suit in SUIT_LETTERS.items()
        if suit != HERZ
    ),
    ("ac", N_("Anna and Christl, the declarer first: initials, seats (13), names or their beginnings")),
    (
        "sac",
        N_("the same as s ac: initials or seats may stick to the game, as in wb, hsa or rd (but gs is a Gras-Solo)"),
    ),
    ("sacn", N_("the same as s ac n: flags may stick to initials, as in hsa61, s acl3 or sac-59")),
    (
        "anna wenz",
        N_("a sentence: und, mit 3 Laufenden, jungfrau bene, blau solo a; people first where a game is named"),
    ),
    (Letter.WON, N_("won (the default)")),
    (Letter.LOST, N_("lost")),
    ("74", N_("the declarers' Augen, first in its word; up to 14 of them by key: augen:3")),
    (Letter.SCHNEIDER, "Schneider"),
    (Letter.SCHWARZ, "Schwarz"),
    (f"{Letter.RUN}3", N_("three Laufende of the declarers")),
    (f"{Letter.RUN_OF_OPPONENTS}3", N_("three Laufende of the opponents")),
    (Letter.KLOPFER, N_("one Klopfer")),
    (f"{Letter.KLOPFER}2", N_("two Klopfer")),
    (Letter.KONTRA, "Kontra"),
    (Letter.KONTRA_AND_RE, N_("Kontra and Re")),
    (f"{Letter.KONTRA}3", N_("a Kontra chain of three")),
    (Letter.TOUT, "Tout"),
    ("sie", "Sie"),
    ("muss", N_("forced play (Muss)")),
    ("bock", N_("Bock: the hand counts double")),
    ("bock2", N_("two doublings by Bock")),
    ("bid75", N_("a bid of 75 Augen (Steigern)")),
    ("r d", N_("Ramsch: Dani lost")),
    (f"r d {Letter.JUNGFRAUEN}bc", N_("Ramsch: Dani lost, Bene and Christl are Jungfrauen")),
    (f"r a{Letter.WON}", N_("Ramsch: Anna's Durchmarsch")),
    ("r 48 30 22 20", N_("Ramsch: the Augen in seat order")),
    ("tricks:7", N_("any field of the canonical hand, such as kontra:Bene,Anna or dealer:Bene")),
    (f"{NOTE} …", N_("a note, to the end of the line")),
)
"""What can be written, and what it means: in English, to be shown through `_`."""
GAP = 2
SAMPLES = ("Anna", "Bene", "Christl", "Dani")
"""Who sits at the table of `TABLE`."""
GUESTS = ("Emil", "Eva", "Sepp", "Vroni", "Xaver")
_FIXED_SPACE = "\N{NO-BREAK SPACE}"


def overview(program: TyperGroup, columns: int, evening: Evening | None = None) -> list[str]:
    """Return the letters of a hand and the commands at the table in rows for a terminal of so many columns.

    Where the evening is closed it is what there is then.
    """
    here = as_here(evening)
    letters = ((here(written), here(meaning)) for written, meaning in _letters(evening))
    commands = (
        (usage.with_english(name), here(program.commands[name].get_short_help_str()))
        for name in (AFTERWARDS if evening and evening.closed else AT_THE_TABLE)
        if name != "play"
    )
    if evening and evening.closed:
        return [*_wrap(_("The evening is closed. Now there are (more with help COMMAND):"), columns),
                *_two_columns(commands, columns)]  # fmt: skip
    return [
        *(_first_page(evening, columns) if evening else ()),
        _("A hand is a line: GAME PEOPLE FLAGS [// note]"),
        *_two_columns(letters, columns),
        "",
        *_wrap(_("Commands, the same as outside (more with help COMMAND or sklog --help):"), columns),
        *_two_columns(commands, columns),
        "",
        *_wrap(_("Enter on an empty line asks question by question; Ctrl-C clears the line; Ctrl-D leaves."), columns),
    ]


def explained(command: AnyCommand, typed: str, evening: Evening | None) -> list[str]:
    """Return what a command is for and what goes behind it, but for what makes sense in a shell alone."""
    shown = copy(command)
    shown.params = [one for one in command.params if one.name != "db"]
    context = shown.context_class(shown, info_name=typed, help_option_names=[])
    page = context.make_formatter()
    page.write(f"{' '.join((typed, *arguments(command)))}\n")
    for part in (shown.format_help_text, shown.format_options, shown.format_epilog):
        part(context, page)
    return as_here(evening)(page.getvalue().rstrip()).split("\n")


def arguments(command: AnyCommand) -> list[str]:
    """Return what stands for each argument of a command."""
    return [one.metavar or str(one.name).upper() for one in command.params if isinstance(one, TyperArgument)]


def _first_page(evening: Evening, columns: int) -> Iterator[str]:
    """Yield what is needed in an evening, with this table's own people, in the fewest rows."""
    tariff, here = evening.tariff, _seats(evening)
    two, (first, _second, third, *_fourth) = here.example(2), _four_people(here)
    played = vocabulary(tariff)
    games, flags = (
        ", ".join(one.replace(" ", _FIXED_SPACE) for one in each)
        for each in (played.titles(), (f"{letter} {meaning}" for letter, meaning in _flags(tariff)))
    )
    yield from _wrap(_("A hand: the game, who played, what happened. Games: {games}", games=games), columns)
    yield from _two_columns(
        (
            (two, _("{declarer} and {partner}, the declarer first; names work as well", declarer=first, partner=third)),
            ("s " * ("s" in played.letters) + f"{two} {Letter.SCHNEIDER}", flags),
            (f"{as_typed('fix')} 3 {Letter.LOST}", _("hand 3 was lost: type only what was wrong")),
            (as_typed("undo"), _("takes back the newest line")),
            (f"{as_typed('join')} {_guest(evening)}", _("one more person sits down")),
            (as_typed("settle"), _("who pays whom")),
            (as_typed("close"), _("ends the evening")),
        ),
        columns,
    )
    yield ""


def _flags(tariff: Tariff) -> Iterator[tuple[str, str]]:
    """Yield the letters of the flags that this tariff plays, in the words of the game."""
    yield from ((Letter.LOST, _("lost")), ("74", _("the declarers' Augen")))
    for letter, word, rules in (
        (Letter.SCHNEIDER, "Schneider", tariff.schneider),
        (Letter.SCHWARZ, "Schwarz", tariff.schwarz),
        (f"{Letter.RUN}3", "3 Laufende", tariff.laufende),
        (Letter.KLOPFER, "Klopfer", tariff.klopfen),
        (Letter.KONTRA, "Kontra", tariff.kontra),
        (Letter.TOUT, "Tout", tariff.tout),
    ):
        if rules is not None:
            yield letter, word


def _letters(evening: Evening | None) -> Iterator[tuple[str, str]]:
    """Yield the letters of a hand and what they mean, but for games that are not played."""
    every, played = every_game(), vocabulary(evening.tariff) if evening else every_game()
    for letters, meaning in TABLE:
        first, last = letters.split()[0], letters.split()[-1]
        is_refused = (first in every.letters and first not in played.letters) or (
            last in every.names and last not in played.names
        )
        if not is_refused:
            yield letters, _(meaning)


def as_here(evening: Evening | None) -> Callable[[str], str]:
    """Return what says of this table what a text says of the sample table."""
    if evening is None:
        return str
    people, seated = _seats(evening), [*map(one_word, evening.state.seats)]
    four = _four_people(people)
    named = [*map(one_word, four)]
    a, b, c, d = map(people.key, four)
    typed = [key if " " in name else name for key, name in zip((a, b), four, strict=False)]
    alone = "w" if a.isdigit() else "hs"  # an s before the number of a seat may be somebody, too
    loses = "r" if "r" in vocabulary(evening.tariff).letters else "w"
    own = {
        **{sample.casefold(): name.casefold() for sample, name in zip(SAMPLES, named, strict=True)},
        **dict(zip(SAMPLES, named, strict=True)),
        "kontra:Bene,Anna": f"kontra:{typed[1]},{typed[0]}",
        "dealer:Bene": f"dealer:{typed[1]}",
        "jungfrau bene": f"jungfrau {typed[1].casefold()}",
        "solo a": f"solo {a}",
        "Anna,Christl,Bene,Dani": ",".join((*seated[:1], *reversed(seated[1:]))),
        "Emil": _guest(evening),
        "13": people.seat(four[0]) + people.seat(four[2]),
        "ac": people.example(2),
        "sac": f"s{a}{c}",
        "sacn": f"s{a}{c}n",
        "acl3": f"{a}{c}l3",
        "sac-59": f"s{a}{c}-59",
        "wb": f"w{b}",
        "w b": f"w {b}",
        "hsa": f"{alone}{a}",
        "hsa61": f"{alone}{a}n" if a.isdigit() else f"hs{a}61",  # and no figure sticks to one
        "rd": f"{loses}{d}",
        "r d": f"r {d}",
        "r d jbc": f"r {d} j{b}{c}",
        "r a+": f"r {a}+",
    }
    longest_first = "|".join(map(re.escape, sorted(own, key=len, reverse=True)))
    return partial(re.sub, rf"(?<!\w)(?:{longest_first})(?!\w)", lambda found: own[found[0]])


def _seats(evening: Evening) -> Seats:
    """Return the table of the next hand."""
    return seats(evening.state.seats, table_for(evening.state, None, evening.tariff).active)


def _guest(evening: Evening) -> str:
    """Return somebody who is not there."""
    return next((name for name in GUESTS if name not in evening.state.seats), GUESTS[0])


def _four_people(people: Seats) -> list[str]:
    """Return four of those who are dealt in; where fewer are, the first ones again."""
    return list(islice(cycle(people.active), len(SAMPLES)))


def _wrap(text: str, columns: int) -> list[str]:
    """Return a text in lines, broken between words; a letter stays beside what it means."""
    return filled(text, columns).replace(_FIXED_SPACE, " ").split("\n")


def _two_columns(pairs: Iterable[tuple[str, str]], columns: int) -> Iterator[str]:
    """Yield a row for each pair, its second part beside the widest first one, broken where it is too long."""
    rows = list(pairs)
    first = max(width(word) for word, _meaning in rows)
    for word, meaning in rows:
        start, *more = _wrap(meaning, max(columns - first - 2 * GAP, first))
        yield f"{'':{GAP}}{left(word, first)}{'':{GAP}}{start}"
        yield from (f"{'':{first + 2 * GAP}}{part}" for part in more)
