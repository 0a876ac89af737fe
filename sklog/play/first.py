"""The first questions: what the evening is called, who plays, and which tariff, or what is played."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

import typer

from sklog import tariffs
from sklog.cli import AT_THE_TABLE, HELP, app_group, printing
from sklog.cli.printing import plain
from sklog.cli.terminal import BESIDE
from sklog.desk import typed
from sklog.desk.ledger import Ledger
from sklog.errors import NotFound, Refused, SklogError
from sklog.language import N_, _, _and, as_typed
from sklog.ledger.people import last_here
from sklog.play import choice
from sklog.play.shell import COMMANDS, DONE_CLOSED, SEEN_SECONDS, command_named, is_hand, leaves, look, meaning
from sklog.reports.format import clean, cut, day, left, width
from sklog.reports.sentences import as_one, turned_words
from sklog.rooms import OWN_TARIFF, load
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME
from sklog.tariffs import stakes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sklog.cli.asking import Interview
    from sklog.cli.evening import NewEvening
    from sklog.ledger.evenings import Evening
    from sklog.scoring.tariff import Tariff

DEFAULT_NAME = "Stammtisch"
OWN = ("own", "eigene", "?", *map(str.casefold, choice.PARTS))  # words in an answer: what is played is asked


def ask_missing(interview: Interview, ledger: Ledger, last: Evening | None, told: NewEvening) -> NewEvening:
    """Ask for what was not told.

    The last evening is what the next one is most like. Its tariff is that evening's own copy, which is taken where none
    is named. Raises KeyboardInterrupt and EOFError where somebody leaves.
    """
    known = choice.everything()
    name, people, tariff, file = told.name, told.players, told.tariff, told.file
    check = partial(_answer, last=last, asked={})
    if not name:
        usual, what = last.name if last else DEFAULT_NAME, _("What is the evening called?")
        name = interview.ask_next(what, usual, lambda answer: typed.single_line(check(answer), what)) or usual
    plays = tariff or min(known, key=lambda one: min(one.people))
    table = _ask_who_plays(interview, ledger, last, plays, told.dealer, check) if people is None else None
    seats = table.players if table else typed.names_of(people) if isinstance(people, str) else people or ()
    if tariff is None:
        offered = choice.offers(known, len(seats), last.tariff if last else None)

        def above() -> None:
            _say_known(ledger, last, table)
            _say_offered(offered, len(seats))

        tariff, file = _ask_tariff(interview, known, offered, above, partial(check, table=table))
    return told._replace(name=name, players=people or seats, tariff=tariff, file=file)


def _answer(answer: str, last: Evening | None, asked: dict[str, float], table: Evening | None = None) -> str:
    """Return what is answered. A hand of those who played last, or would now, is kept; it is refused, as is a command.

    Where it needs an open evening it is `asked` whether it is the answer: when that was, by a clock nobody sets.
    """
    words = look(answer).line.split() or [""]
    says_hand = meaning(answer, table or last) is not None and is_hand(answer)
    beside, ways = BESIDE.get(), []
    if says_hand and beside:
        beside.kept += [answer] * (answer not in beside.kept)
        ways.append(_("Kept for later: {lines}", lines=plain(" · ".join(beside.kept))))
    if _is_done(answer, last) or says_hand or any(word.startswith("--") for word in words):
        said = _("{said!r} is a hand or a command, and no answer here. Ctrl-C leaves.", said=answer)
    elif words[0] in AT_THE_TABLE and monotonic() - asked.setdefault(answer, monotonic()) < SEEN_SECONDS:
        said = _(
            "Is {said!r} the answer here, or the command {command}? To give it as the answer, enter it once more; "
            "Ctrl-C leaves.",
            said=answer,
            command=as_typed(words[0]),
        )
    else:
        return answer
    if last and last.closed:
        way = N_("{name} goes on with sklog reopen --session {number}")
        ways.append(_(way, name=plain(last.name), number=last.id))
    raise Refused(said, *ways)


def _is_done(answer: str, last: Evening | None) -> bool:
    """Whether an answer is a command that needs no open evening; at the prompt it is done instead."""
    line = look(answer).line
    if not (leaves(line, None) or line in HELP or _is_done_closed(line.split())):
        return False
    if last and (beside := BESIDE.get()):
        beside.line = answer
        raise typer.Exit
    return True


def _is_done_closed(words: list[str]) -> bool:
    """Whether words are a command that needs no open evening, and would not be called so: the whole of it."""
    command, depth = command_named(words, app_group())
    if any(word.startswith("--") for word in words):
        return words[0] in COMMANDS
    if not {*words[:1]} & {*DONE_CLOSED} or (words[0] == "start" and words[2:]):
        return False
    try:
        command.make_context(words[0], words[depth:]).close()
    except (typer.TyperException, SklogError):
        return False
    return True


# -- who plays ------------------------------------------------------------------------------------------


def _ask_who_plays(
    interview: Interview,
    ledger: Ledger,
    last: Evening | None,
    plays: Tariff | str,
    dealer: str | None,
    check: Callable[[str], str],
) -> Evening | None:
    """Ask who plays until they can sit so, and return the evening that would begin.

    Enter alone means those of the last evening, as they sat at its end.
    """
    tried = Ledger(ledger.path, dry_run=True)

    def would_begin(people: str) -> Evening | None:
        return tried.start_evening(DEFAULT_NAME, people, plays, dealer=dealer) if people else None

    if last is None:
        who = _("Who plays? Name them clockwise, the first dealer first (such as: Anna, Bene, Christl, Dani)")
    else:
        who = _("Who plays? Name them clockwise, the first dealer first")
    usual = ", ".join(last.state.seats) if last else ""
    try:
        would_begin(usual)
    except SklogError:
        usual = ""
    return would_begin(interview.ask_next(who, usual, lambda answer: would_begin(check(answer))) or usual)


def _say_known(ledger: Ledger, last: Evening | None, table: Evening | None) -> None:
    """Say when those who were just named sat here last, who is new, and who may be somebody by another name.

    Of those who were offered nothing is said.
    """
    if last is None or table is None or table.players == last.state.seats:
        return
    people = table.players
    with ledger.reading() as opened:
        here = last_here(opened, people)
    days = {date: [clean(name) for name in here if here[name] == date] for date in here.values()}
    known = [f"{_and(names)} ({day(date) if date else _('no date')})" for date, names in days.items()]
    new = [clean(name) for name in people if name not in here]
    if known:
        printing.tell(_("Last time: {people}.", people=", ".join(known)))
    if new:
        printing.tell(_("New here: {people}.", people=", ".join(new)))
    way = _("If so, go back one question.")
    printing.tell(*(turned_words(*one, way) for one in ledger.turned(table, people)), *as_one(people))


# -- which tariff ---------------------------------------------------------------------------------------


def _ask_tariff(
    interview: Interview,
    known: Sequence[Tariff],
    offered: Sequence[Tariff],
    say_above: Callable[[], None],
    check: partial[str],
) -> tuple[Tariff, str]:
    """Ask which of those that are `offered` is played, or what is; where nothing is said it is the first.

    Returned with it is the text of its file, where it is a new one.
    """
    usual, own = offered[0], _("own")

    def tariffs_meant(answer: str) -> Sequence[Tariff]:
        words = answer.casefold().replace(",", " ").split()
        if {own, *OWN}.isdisjoint(words):
            return choice.tariffs_meant(answer, offered, known)
        load(OWN_TARIFF)  # where nobody can ask what is played, another answer is
        return ()

    said = {"example": stakes.EXAMPLE, "two": stakes.EXAMPLE_OF_TWO, "own": own}

    def meant(answer: str) -> Sequence[Tariff]:
        try:
            return tariffs_meant(answer)
        except NotFound as error:
            check(answer, asked={answer: -SEEN_SECONDS})  # it is no tariff's name, however often it is entered
            way = _("Type a name, prices such as {example}, or {own}.", **said)
            raise NotFound(*error.problems, f"{way} {interview.ways}") from None

    question = _("Which tariff? A name, prices such as {example} or {two}, or {own}: what you play", **said)
    answer = interview.ask_next(question, stakes.beside(usual), meant, say_above)
    found = meant(answer) if answer else (usual,)
    while len(found) > 1:
        answer, found = _ask_which(interview, answer, found, offered, meant)
    if not found:
        base = next(one.name for one in offered if one in known)
        made: tuple[Tariff, str] = load(OWN_TARIFF)(base, interview.ask_next, {one.name for one in known})
        return made
    if found[0] not in offered and (extra := choice.extra_of_two(answer, known)):
        told = _(
            "{tariff}: Schneider costs {extra} ct, and so does each of the Laufende.", tariff=found[0].name, extra=extra
        )
        printing.tell(told)
    return found[0], ""


def _ask_which(
    interview: Interview,
    said: str,
    found: Sequence[Tariff],
    offered: Sequence[Tariff],
    meant: Callable[[str], Sequence[Tariff]],
) -> tuple[str, Sequence[Tariff]]:
    """Ask which of those found is played; return the answer, and what it means: other prices may mean others again."""

    def say_several() -> None:
        if not any(one in offered for one in found):
            printing.tell(
                _(
                    "No tariff here has exactly these prices. At these prices you can play by one of these rules; the "
                    "first price is that of an extra (Schneider, Laufende):"
                )
            )
        _show(found, numbered=True)

    def chosen(answer: str) -> Sequence[Tariff]:
        several = choice.tariffs_chosen(answer, found) or meant(answer)
        if list(several) == list(found):
            raise Refused(_("type a number from 1 to {most}, or a name", most=len(found)), interview.ways)
        return several

    question = _("Which of these for {said}? Its number, or its name", said=plain(said))
    answer = interview.ask_next(question, "1", chosen, say_several) or "1"
    return answer, chosen(answer)


def _say_offered(offered: Sequence[Tariff], people: int) -> None:
    """Say which tariffs there are for so many people, with prices and what is in them; last those of tournaments."""
    strict = [one for one in offered[1:] if choice.is_strict(one)]
    if people < PEOPLE_OF_A_PARTNER_GAME:
        printing.tell(_("A Sauspiel takes four people. These tariffs can be played by {people}:", people=people))
    else:
        printing.tell(_("Tariffs, with the prices of an extra (Schneider, Laufende), a Sauspiel and a solo:"))
    _show([one for one in offered if one not in strict])
    if strict:
        names = ", ".join(map(stakes.beside, strict))
        printing.tell(_("Without {parts}, as at tournaments: {names}.", parts=_and(choice.PARTS), names=names))


def _show(offered: Sequence[Tariff], *, numbered: bool = False) -> None:
    """Print a row for each tariff: its name with its prices, what is in it, and its title.

    Where there is no room for a title it stands below, unless it says no more than the name.
    """
    cells = [(stakes.beside(one), ", ".join(choice.parts_had(one)) or "–", plain(one.title)) for one in offered]
    names, parts = (max(width(row[place]) for row in cells) for place in range(2))
    for number, (one, (name, has, title)) in enumerate(zip(offered, cells, strict=True), 1):
        start = f"  {f'{number}  ' * numbered}{left(name, names)}"
        if width(f"{start}  {left(has, parts)}  {title}") <= (room := printing.columns()):
            typer.echo(f"{start}  {left(has, parts)}  {title}")
        else:
            below = plain(choice.said_beside_name(one))
            rows = [f"{start}  {has}", *([f"{'':{width(start)}}  {below}"] if below else [])]
            typer.echo("\n".join(cut(row, room) for row in rows))


def write_tariff_file(name: str, text: str) -> None:
    """Write the file of a tariff that was made; where that is not possible the evening has its copy all the same."""
    path = tariffs.own_folder() / f"{name}.yaml"
    try:
        with printing.file_for_owner(path, folder=True) as file:
            file.write(text)
    except SklogError as error:
        printing.tell(*error.problems)
    else:
        printing.tell(_("Your rules are the tariff {name}: {path}", name=name, path=path))
