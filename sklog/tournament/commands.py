"""tournament: how a Schafkopfrennen is held, and who is there; its tables and lists are in `commands_day`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog.cli import common, printing, terminal, usage
from sklog.desk import typed
from sklog.direct.commands import UNDO as UNDONE
from sklog.direct.commands import undone
from sklog.errors import Refused, SessionFileError, TurnedName
from sklog.language import N_, _, _n, as_typed, in_shell
from sklog.reports.format import day
from sklog.rooms import load
from sklog.scoring.amounts import money
from sklog.scoring.names import one_name
from sklog.scoring.tariff import CENTS, POINTS
from sklog.tournament import command_parts as parts
from sklog.tournament import commands_day, commands_results
from sklog.tournament.facts import Entered, Paid, Presence, RulesSet, Substitute
from sklog.tournament.held import Held, Person
from sklog.tournament.model import CHOICES, CLASSES, FEES, GROUPS, TIES, Rules
from sklog.tournament.prizes import cash, due, fees
from sklog.tournament.reports.shared import missing_notes
from sklog.tournament.typed import new_of, not_turned, one_person, start_numbers
from sklog.tournament.words import rules_words
from sklog.yaml_text import MOST_PROBLEMS

app = typer.Typer()
group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(
    group,
    name="tournament",
    help="A Schafkopfrennen: entrants, draw, lists, ranking, prizes; docs/tournament.md shows a whole day.",
)

NOTHING = N_("none")
WORDS: Mapping[str, Iterable[str]] = {"ties": TIES, "apart": GROUPS, "classes": CLASSES}
"""Of which words several may be said, in their order, by the rule."""
_recording = partial(parts.recording, group)


# -- how it is held -----------------------------------------------------------------------------------


_RULES: Mapping[str, tuple[str, str]] = {
    "rounds": ("N", "The number of rounds (2)."),
    "games": ("N", "The games a table of four plays in a round (32)."),
    "counts": ("", "The sum of a list, or only its good points."),
    "ties": ("A,B,…|none", f"What decides ties, in order: {', '.join(TIES)}."),
    "remainder": ("", "If four does not divide the players: tables of five, byes, or substitutes."),
    "seating": ("", "Seats drawn at random, by start number, or by place."),
    "apart": ("A,B|none", "Who is kept apart: team, club."),
    "same_games": ("more-games", "Whether a table of five plays as many games as one of four, or more."),
    "double_entry": ("single-entry", "Whether every list is entered twice."),
    "best": ("N", "How many rounds of each player count, the best ones (else all)."),
    "final": ("N", "The last round is a final of this many, the first until then."),
    "team_fee": ("AMOUNT", "An additional fee per team, such as 20€."),
    "fee": ("AMOUNT", "The entry fee, such as 10€."),
    "team_size": ("N", "How many members of a team count (4)."),
    "bye": ("POINTS", "The points for a round without a table (0)."),
    "seed": ("TEXT", "The seed of the draw (default: random)."),
}
"""What can be said of the rules, by the field of each: its value, or the flag that says the contrary, and the help."""


def _rule(name: str, value: str, about: str) -> Parameter:
    """Return the option of a rule: a flag, a number, one of its words, or a text that is read later."""
    typed_so, kind = f"--{name.replace('_', '-')}", type(getattr(Rules(), name))
    if kind is bool:
        made = parts.flag(f"{typed_so}/--{value}", about)
    elif value == "N":
        made = common.number_option(typed_so, about)
    elif value == "POINTS":
        made = typer.Option(typed_so, metavar=value, help=about, parser=lambda said: typed.amount(str(said), POINTS))
    else:
        words, kind = [*CHOICES.get(name, ())], str
        made = parts.text(typed_so, value, about) if value else common.option_of(typed_so, words, help=about)
    return parts.given(name, made, kind)


RULES = [_rule(name, *row) for name, row in _RULES.items()]


def _changed(rules: Rules, said: Mapping[str, Any]) -> Rules:
    """Return the rules with what was said; raise Refused, and UnclearAmount for the fee."""
    new = {what: value for what, value in said.items() if value is not None}
    new |= {what: _several(what, new[what]) for what in new.keys() & WORDS.keys()}
    for what in new.keys() & FEES:
        new[what] = typed.amount(new[what], CENTS)
    return rules._replace(**new)


def _several(what: str, said: str) -> tuple[str, ...]:
    """Return which of the `WORDS` of something are said; one that is none stays as it is, and is refused later."""
    words = [usage.folded(word) for word in re.split(r"[,;\s]+", said) if word]
    return () if words in ([NOTHING], [_(NOTHING)]) else tuple([usage.word_meant(word, WORDS[what]) for word in words])


def _rules_words(rules: Rules) -> list[str]:
    """Return what a tournament is held by."""
    return ["; ".join([*rules_words(rules), _("seed {seed}", seed=rules.seed)]) + "."]


@_recording(
    "new",
    "Herbstrennen --tariff bsv --games 32 --fee 10€",
    shared=("db", "dry_run"),
    hint=False,
    also=RULES,
    cls=parts.Signed,
    name=parts.words("NAME", "The name of the tournament."),
    date=parts.text("--date", "D", "19.11.2026, 2026-11-19 or yesterday (default: today)."),
    place=parts.text("--place", "P", "The place."),
)
def new(
    which: parts.Meant,
    name: list[str],
    tariff: common.TariffName,
    date: str | None = None,
    place: str = "",
    **said: Any,
) -> list[str]:
    """Start a tournament; its tables play by the tariff."""
    if len(name) > 1:
        new = f"{as_typed('tournament new')} {in_shell(' '.join(name))}"
        raise typer.BadParameter(_("quote words that belong together, such as: sklog {command}", command=new))
    scale = common.tariff_named(tariff)

    def begin(**fees: str | None) -> Held:
        rules = _changed(Rules(counts=scale.counts), {**said, **fees})
        return which.tournaments.begin(name[0], scale, rules, date=date, place=place)

    held = common.asked_back(begin, **{fee: said[fee] for fee in FEES})
    evening = held.evening
    about = {
        "number": evening.id,
        "what": ", ".join(filter(None, (evening.name, day(evening.date), evening.place))),
        "tariff": _("tariff {tariff}", tariff=evening.tariff.name),
    }
    dry_run = which.tournaments.ledger.dry_run
    begun = N_("Would begin {what}; {tariff}") if dry_run else N_("Tournament {number}: {what}; {tariff}")
    return [
        _(begun, **about),
        *_rules_words(held.rules),
        _('Now enter the players: sklog tournament enter "NAME", or a whole list: sklog tournament enter --from FILE'),
    ]


@_recording("rules", "", "--ties solos,lot", hint=False, also=RULES, cls=parts.Signed)
def rules_(which: parts.Meant, **said: Any) -> list[str]:
    """Change the rules you name; without any, show the rules."""
    if all(value is None for value in said.values()):
        return _rules_words(which.held.rules)

    def change(**fees: str | None) -> Held:
        words = [f"--{what.replace('_', '-')} {value}" for what, value in said.items() if value is not None]
        return which.record(lambda held: [RulesSet(_changed(held.rules, {**said, **fees}))], words)

    held = common.asked_back(change, **{fee: said[fee] for fee in FEES})
    wanting = [] if said["double_entry"] is None else missing_notes(held.ranking().missing)
    return [*_rules_words(held.rules), *wanting, *([] if which.tournaments.ledger.dry_run else [_(parts.UNDO)])]


# -- who is there -------------------------------------------------------------------------------------


_ABOUT = [
    parts.given(name, parts.text(*row))
    for name, *row in (
        ("place", "--place", "P", "The player's home town."),
        ("club", "--club", "CLUB", "The club."),
        ("team", "--team", "TEAM", "The team."),
        ("classes", "--as", "women,youth|none", "Which special prizes the player can win."),
    )
]
"""What is said of somebody, in entering and in correcting."""


def _details(**said: str | None) -> dict[str, Any]:
    """Return what is said of somebody, as a fact has it."""
    known = {what: text for what, text in said.items() if text is not None}
    return {what: _several(what, text) if what in WORDS else one_name(text) for what, text in known.items()}


@_recording(
    "enter",
    *("--from anmeldungen.csv", "Anna --place Augsburg --paid"),
    also=_ABOUT,
    cls=parts.MaybePaid,
    name=parts.words("[NAME]", "The player's name."),
    number=common.number_option("--number", "The start number (default: the next one).", "NR"),
    paid=parts.text("--paid", "[AMOUNT]", "The fee is paid, or this much of it."),
    fills=parts.flag("--fills", "A standing substitute, who fills empty seats."),
    file=usage.file_option("--from", "Or everybody on a list: csv, xlsx or ods."),
    keep_going=parts.flag("--keep-going", "Leave out the rows that are wrong."),
)
def enter(
    which: parts.Meant,
    name: list[str] | None = None,
    *,
    number: int | None = None,
    paid: str | None = None,
    fills: bool = False,
    file: Path | None = None,
    keep_going: bool = False,
    **about: str | None,
) -> list[str]:
    """Enter a player, or everybody on a list who has not been entered yet."""
    if file is not None:
        if name or any(value is not None for value in (*about.values(), number, paid)) or fills:
            raise typer.BadParameter(_("--from takes everything from its file: leave everything else out"))
        held = which.held
        people = _people_of(file, held, keep_going=keep_going)
        return _entered(_enter(which._replace(meant=held.evening), people), len(people))
    if not name:
        raise typer.BadParameter(_("say who enters, or use --from FILE: sklog tournament enter Anna --place Augsburg"))
    who = one_person(name)

    def entered(paid: str | None) -> Held:
        cents = True if paid == parts.FEE else 0 if paid is None else typed.amount(paid, CENTS)
        if cents < 0:
            raise Refused(_("{amount} cannot be paid: give an amount above 0", amount=money(cents, CENTS)))
        return _enter(which, [Person(who, number=number, paid=cents, fills=fills, **_details(**about))])

    return _entered(common.asked_back(entered, paid=paid), 1)


def _enter(at: parts.Meant, people: list[Person]) -> Held:
    """Enter people; ask whether somebody who is known by the same name in the other order is meant."""
    try:
        return at.tournaments.enter(people, at.meant)
    except TurnedName as error:
        if not printing.can_ask():
            raise
        meant = error.meant
    name, known = next(iter(meant.items()))
    question = _n(
        "{known} is known here: is {name} the same person?",
        "{n} people are known here with their names reversed, such as {known} for {name}: are they the same?",
        len(meant),
        name=printing.plain(name),
        known=printing.plain(known),
    )
    if terminal.yes_to(question):
        people = [one._replace(name=meant.get(one.name, one.name)) for one in people]
    return at.tournaments.enter(people, at.meant, turned=True)


def _people_of(file: Path, held: Held, *, keep_going: bool) -> list[Person]:
    """Return everybody of a list who is new, and say what is not read in it; raise NotFound, SessionFileError, Refused.

    Rows that are wrong are left out where it shall be gone on, or where that is agreed to at the terminal.
    """
    read = load("sklog.tournament.entrants:read_entrants")(common.known_file(file), held.rules.fee)
    new, taken = new_of(held.tournament, read.found, str(file))
    wrong = sorted([*read.wrong, *taken], key=lambda one: one.line)
    if wrong and not keep_going:
        if not (new and printing.can_ask()):
            left = [_("To leave these rows out: --keep-going")] if new else []
            raise SessionFileError(*wrong[:MOST_PROBLEMS], *left)
        printing.tell(*wrong)
        if not terminal.yes_to(_("Leave these rows out, and take the others?")):
            raise typer.Abort
    elif wrong:
        printing.say(*wrong, err=True)
    printing.say(*read.warnings, err=True)
    if not new:
        raise Refused(_("{file}: everybody in it has already entered", file=file))
    if known := len(read.found) - len(new) - len({one.line for one in taken}):
        printing.say(_n("{n} person has entered already", "{n} people have entered already", known), err=True)
    return new


def _entered(held: Held, people: int) -> list[str]:
    """Return who has entered just now, and what that means where a round was drawn already."""
    facts = (fact.said for fact in reversed(held.tournament.facts))
    new = sorted([fact.number for fact in facts if isinstance(fact, Entered)][:people])
    one, drawn = held.tournament.entrants[new[-1]], held.round
    said = [_("Entered: {person}", person=parts.person_words(one))]
    if people > 1:
        numbers = f"{new[0]}–{new[-1]}" if new[-1] - new[0] == people - 1 else ", ".join(map(str, new))
        said = [_("Entered: {people} people, start numbers {numbers}.", people=people, numbers=numbers)]
    elif one.fills:
        said.append(_("A standing substitute, who sits where somebody is missing, and is not ranked."))
    elif one.paid:
        said.append(_("Paid: {amount}", amount=money(one.paid, CENTS)))
    if drawn and not one.fills:
        missing = len(held.tournament.missing(drawn))
        words = N_("Round {round} has already been drawn: get a seat in it with sklog tournament seat.")
        if not missing:
            words = N_("Round {round} is over: anyone who missed a round is ranked, but gets no prize for a place.")
        elif missing == len(held.tournament.rounds[-1].tables):
            words = N_(
                "Round {round} has already been drawn: get a seat in it with sklog tournament seat, or draw --again."
            )
        said.append(_(words, round=drawn))
    return [*said, parts.here(held)]


@_recording(
    "change",
    "3 --team Gras",
    also=_ABOUT,
    name=parts.text("--name", "NAME", "The correct name."),
    fills=parts.flag("--fills/--plays", "Whether this is a standing substitute."),
)
def change(
    which: parts.Meant,
    number: parts.Number,
    name: str | None = None,
    *,
    fills: bool | None = None,
    **about: str | None,
) -> list[str]:
    """Correct a player's details; if somebody else takes over, use substitute."""
    new = _details(name=name, **about) | ({} if fills is None else {"fills": fills})
    if not new:
        raise typer.BadParameter(_("say what to change: --name, --place, --club, --team, --as, --fills"))
    of = parts.one_number(number)

    def changed(held: Held) -> list[Entered]:
        known = held.one(of)
        usual = Entered(of, known.name, known.place, known.club, known.team, known.fills, known.classes)
        said = usual._replace(**new)
        if name is not None:
            not_turned(held.tournament, said)
        if said == usual:
            raise Refused(_("{person}: that is already recorded", person=parts.person_words(known)))
        return [said]

    held = which.record(changed, [of])
    return [_("Now: {person}", person=parts.person_words(held.tournament.entrants[of]))]


@_recording(
    "withdraw",
    *("3 --reason krank", "3 --back"),
    reason=parts.text("--reason", "TEXT", "The reason."),
    back=parts.flag("--back", "The player is back, from the next draw on."),
)
def withdraw(which: parts.Meant, numbers: parts.Numbers, reason: str = "", back: bool = False) -> list[str]:
    """Withdraw a player, who then gets no seat from the next draw on; or bring one --back."""
    people, why = start_numbers(numbers), reason.strip()
    words = [numbers, *(["--reason", why] if why else []), *(["--back"] if back else [])]
    held = which.record(lambda _held: [Presence(number, back, why) for number in people], words)
    said, over = [], dict(cash(held.tournament).over)  # who has played owes the fee
    for number in people:
        about = {"person": held.called(number), "number": number, "round": held.round}
        said.append(_("Here again: {person}", **about) if back else _("Withdrawn: {person}", **about))
        if back:
            continue
        if table := held.tournament.waiting_at(number):
            told = N_(
                "{person} sits at table {table} of round {round}: seat others there with sklog tournament seat "
                "{round}/{table} NR,NR,NR,NR, or name who plays instead: sklog tournament substitute {number} NAME"
            )
            said.append(_(told, table=table, **about))
        elif number in over:
            amount = money(over[number], CENTS)
            told = N_("{amount} was paid; to refund it: sklog tournament paid {number} -{typed}")
            said.append(_(told, amount=amount, typed=amount.replace(" ", ""), **about))
    return [*said, parts.here(held)]


@_recording("substitute", "3 Emil", name=parts.words("NAME", "The name of the substitute."))
def substitute(which: parts.Meant, number: parts.Number, name: list[str]) -> list[str]:
    """Give a start number, with its points, to another player."""
    of, who = parts.one_number(number), one_person(name)
    held = which.record(lambda held: [not_turned(held.tournament, Substitute(of, who))], [of, who])
    one = held.tournament.entrants[of]
    return [_("{person} plays from now on, in place of {before}; number and points stay.",
              person=held.called(of), before=one.before[-1])]  # fmt: skip


@_recording(
    "paid",
    *("3", "4 5€"),
    cls=parts.Signed,
    amount=parts.words("[AMOUNT]", "10€ · 500ct; negative for a refund (default: what is still open)."),
)
def paid(which: parts.Meant, numbers: parts.Numbers, amount: list[str] | None = None) -> list[str]:
    """Record the entry fee of a player."""
    people = start_numbers(numbers)
    if amount and len(amount) > 1 and all(word.isdigit() for word in amount):
        words = N_("write commas between several start numbers: sklog tournament paid {numbers}")
        raise Refused(_(words, numbers=",".join((numbers, *amount))))

    def pay(amount: str | None) -> Held:
        cents = None if amount is None else typed.amount(amount, CENTS)

        def payments(held: Held) -> list[Paid]:
            return [Paid(held.one(number).number, due(held.tournament, number, cents)) for number in people]

        return which.record(payments, [numbers, *([] if amount is None else [amount])])

    held = common.asked_back(pay, amount=" ".join(amount or ()).replace("\N{MINUS SIGN}", "-") or None)
    every = held.tournament.entrants
    said = [
        _("{person} has paid {amount}", person=held.called(one), amount=money(every[one].paid, CENTS)) for one in people
    ]
    still_open = sum(every[number].here and every[number].paid < owed for number, owed in fees(held.tournament).items())
    if not still_open:
        return [*said, _("Everybody has paid.")]
    return [*said, _n("{n} person still has to pay.", "{n} people still have to pay.", still_open)]


parts.typed_so("undo", ("",))


@group.command("undo")
def undo(
    steps: Annotated[
        int, typer.Argument(help="The number of commands.", metavar="[N]", parser=common.whole_number)
    ] = 1,
    tournament: parts.WhichTournament = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Take back the last thing recorded for the tournament, or the last N."""
    tournaments = parts.there(db, dry_run=dry_run)
    taken = tournaments.ledger.undo(steps, tournaments.held(tournament).evening)
    printing.put_each(undone(tournaments.ledger, taken, *UNDONE))


group.registered_commands += [
    *commands_day.commands.registered_commands,
    *commands_results.commands.registered_commands,
]
OLDER = parts.OLDER
_NAMES = [f"tournament {one.name}" for one in group.registered_commands]
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "tournament": ("new Herbstrennen --tariff bsv", "enter --from anmeldungen.csv", "draw"),
    **{name: parts.EXAMPLES[name] for name in _NAMES},
}
"""How each command is typed, behind its name, in the order of the help."""
