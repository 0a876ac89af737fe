"""tournament: how a Schafkopfrennen is held, and who is there; its tables and lists are in `commands_day`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer

from sklog.cli import common, printing, terminal, usage
from sklog.desk import typed
from sklog.desk.ledger import Ledger
from sklog.errors import NotFound, Refused, TurnedName
from sklog.language import N_, _, _n, as_typed, in_shell
from sklog.ledger.evenings import Which
from sklog.reports.format import day
from sklog.rooms import load
from sklog.scoring.amounts import money
from sklog.scoring.names import one_name
from sklog.scoring.tariff import CENTS, COUNTS, POINTS
from sklog.tournament import command_parts, commands_day, commands_results
from sklog.tournament.command_parts import FEE, MaybePaid, Number, Numbers, Signed, one_number, person_words, undo_hint
from sklog.tournament.facts import Entered, Paid, Presence, RulesSet, Substitute
from sklog.tournament.held import Held, Person
from sklog.tournament.model import GROUPS, REMAINDERS, SEATINGS, TIES, Entrant, Rules
from sklog.tournament.prizes import cash
from sklog.tournament.tournaments import Tournaments
from sklog.tournament.typed import one_person, require_new, require_not_turned, start_numbers
from sklog.tournament.words import rules_words

app = typer.Typer()
group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(
    group,
    name="tournament",
    help="A Schafkopfrennen: entrants, draw, lists, ranking, prizes; docs/tournament.md shows a whole day.",
)

NOTHING = "none"
_recording = partial(command_parts.recording, group)


# -- how it is held -----------------------------------------------------------------------------------


def _points(said: object) -> int:
    return typed.amount(str(said), POINTS)


_RULES: Mapping[str, tuple[Any, Any]] = {
    "rounds": (int, common.number_option("--rounds", "Rounds (2).")),
    "games": (int, common.number_option("--games", "Games of a table of four (32).")),
    "counts": (str, common.option_of("--counts", COUNTS, help="The sum of a list, or its good points alone.")),
    "ties": (
        str,
        typer.Option("--ties", metavar="A,B,…|none", help=f"What decides ties, in this order: {', '.join(TIES)}."),
    ),
    "remainder": (
        str,
        common.option_of("--remainder", tuple(REMAINDERS), help="Where four does not divide: fives, none, fillers."),
    ),
    "seating": (
        str,
        common.option_of("--seating", tuple(SEATINGS), help="Seats by lot, or by the start number alone."),
    ),
    "apart": (
        str,
        typer.Option("--apart", metavar="A,B|none", help=f"Who does not sit together: {', '.join(GROUPS)}."),
    ),
    "same_games": (
        bool,
        typer.Option("--same-games/--more-games", help="A table of five plays as many games as one of four, or more."),
    ),
    "double_entry": (bool, typer.Option("--double-entry/--single-entry", help="Every list is entered twice, or once.")),
    "fee": (str, typer.Option("--fee", metavar="AMOUNT", help="The entry fee, such as 10€.")),
    "team_size": (int, common.number_option("--team-size", "How many of a team count (4).")),
    "bye": (
        int,
        typer.Option("--bye", metavar="POINTS", help="What a round without a table brings (0).", parser=_points),
    ),
    "seed": (str, typer.Option("--seed", metavar="TEXT", help="What the lots are drawn from (else drawn itself).")),
}
"""What can be said of the rules, by the field of each: what is typed, and its option."""
RULES = [
    Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option])
    for name, (kind, option) in _RULES.items()
]


def _changed(rules: Rules, said: Mapping[str, Any]) -> Rules:
    """Return the rules with what was said; raise Refused, and UnclearAmount for the fee."""
    new = {what: value for what, value in said.items() if value is not None}
    for what in ("ties", "apart"):
        if what in new:
            words = [word for word in re.split(r"[,;\s]+", new[what].casefold()) if word]
            words = [usage.meant(word, (*TIES, *GROUPS, NOTHING)) for word in words]
            new[what] = () if words == [NOTHING] else tuple(words)
    if "fee" in new:
        new["fee"] = typed.amount(new["fee"], CENTS)
    return rules._replace(**new)


def _rules_words(rules: Rules) -> list[str]:
    """Return what a tournament is held by."""
    seed = _("seed of the lots {seed}", seed=rules.seed)
    return ["; ".join([*rules_words(rules), seed]) + "."]


@_recording(
    "new",
    "Herbstrennen --tariff bsv --games 32 --fee 10€",
    shared=("db", "dry_run"),
    hint=False,
    also=RULES,
    cls=Signed,
)
def new(
    ledger: Ledger,
    which: str | None,  # noqa: ARG001  every command is given it
    name: Annotated[list[str], typer.Argument(help="What the tournament is called.", metavar="NAME")],
    tariff: common.TariffName,
    date: Annotated[
        str | None, typer.Option("--date", metavar="D", help="19.11.2026, 2026-11-19 or yesterday (else today).")
    ] = None,
    place: Annotated[str, typer.Option("--place", metavar="P", help="Where it is.")] = "",
    **said: Any,
) -> list[str]:
    """Begin a tournament, whose tables play by the tariff."""
    if len(name) > 1:
        new = f"{as_typed('tournament new')} {in_shell(' '.join(name))}"
        raise typer.BadParameter(_("put quotes around what belongs together, such as: sklog {command}", command=new))
    scale = common.tariff_named(tariff)

    def begin(fee: str | None) -> Held:
        rules = _changed(Rules(counts=scale.counts), {**said, "fee": fee})
        return Tournaments(ledger).begin(name[0], scale, rules, date=date, place=place)

    held = common.asked_back(begin, fee=said["fee"])
    evening = held.evening
    about = {
        "number": evening.id,
        "what": ", ".join(filter(None, (evening.name, day(evening.date), evening.place))),
        "tariff": _("tariff {tariff}", tariff=evening.tariff.name),
    }
    begun = N_("Would begin {what}; {tariff}") if ledger.dry_run else N_("Tournament {number}: {what}; {tariff}")
    return [
        _(begun, **about),
        *_rules_words(held.rules),
        _('Now the people: sklog tournament enter "NAME", or all of a list: sklog tournament enter --from FILE'),
    ]


@_recording("rules", "", "--ties solos,lot", hint=False, also=RULES, cls=Signed)
def rules_(ledger: Ledger, which: str | None, **said: Any) -> list[str]:
    """Change the rules that are said; without any of them, show how it is held."""
    tournaments = Tournaments(ledger)
    if all(value is None for value in said.values()):
        return _rules_words(tournaments.held(which).rules)

    def change(fee: str | None) -> Held:
        words = [f"--{what.replace('_', '-')} {value}" for what, value in said.items() if value is not None]
        return tournaments.record(
            lambda held: [RulesSet(_changed(held.rules, {**said, "fee": fee}))], "tournament rules", words, which
        )

    held = common.asked_back(change, fee=said["fee"])
    wanting = [] if said["double_entry"] is None else commands_day.every_missing(held)
    return [*_rules_words(held.rules), *wanting, *([] if ledger.dry_run else [undo_hint(held)])]


# -- who is there -------------------------------------------------------------------------------------


Team = Annotated[str | None, typer.Option("--team", metavar="TEAM", help="The team.")]
Club = Annotated[str | None, typer.Option("--club", metavar="CLUB", help="The club.")]
Home = Annotated[str | None, typer.Option("--place", metavar="P", help="Where somebody comes from.")]


@_recording("enter", "--from anmeldungen.csv", "Anna --place Augsburg --paid", cls=MaybePaid)
def enter(
    ledger: Ledger,
    which: str | None,
    name: Annotated[list[str] | None, typer.Argument(help="Who enters.", metavar="[NAME]")] = None,
    place: Home = None,
    club: Club = None,
    team: Team = None,
    number: Annotated[int | None, common.number_option("--number", "The start number (else the next).", "NR")] = None,
    paid: Annotated[
        str | None, typer.Option("--paid", metavar="[AMOUNT]", help="The fee is paid, or so much of it.")
    ] = None,
    fills: Annotated[
        bool, typer.Option("--fills", help="A standing substitute, who sits where somebody is missing.")
    ] = False,
    file: Annotated[Path | None, usage.file_option("--from", "Everybody of a list instead: csv, xlsx or ods.")] = None,
) -> list[str]:
    """Enter somebody, or everybody of a list."""
    if file is not None:
        if name or any(value is not None for value in (place, club, team, number, paid)) or fills:
            raise typer.BadParameter(_("--from has everything in its file: say nothing else with it"))
        held = Tournaments(ledger).held(which)
        people = _people_of(file, held)
        return _entered(_enter(ledger, people, held.evening), len(people))
    if not name:
        raise typer.BadParameter(_("say who enters, or --from FILE: sklog tournament enter Anna --place Augsburg"))
    who = one_person(name)

    def entered(paid: str | None) -> Held:
        cents = True if paid == FEE else 0 if paid is None else typed.amount(paid, CENTS)
        if cents < 0:
            raise Refused(_("{amount} cannot be paid: say an amount above 0", amount=money(cents, CENTS)))
        where, of, mates = (one_name(text or "") for text in (place, club, team))
        return _enter(ledger, [Person(who, where, of, mates, number, cents, fills)], which)

    return _entered(common.asked_back(entered, paid=paid), 1)


def _enter(ledger: Ledger, people: list[Person], which: Which) -> Held:
    """Enter people; ask whether somebody who is known by the same name in the other order is meant."""
    try:
        return Tournaments(ledger).enter(people, which)
    except TurnedName as error:
        if not printing.can_ask():
            raise
        meant = error.meant
    name, known = next(iter(meant.items()))
    question = _n(
        "{known} is known here: is {name} the same person?",
        "{n} people are known here by the other order of their names, such as {known} for {name}: are they the same?",
        len(meant),
        name=printing.plain(name),
        known=printing.plain(known),
    )
    if terminal.yes_to(question):
        people = [one._replace(name=meant.get(one.name, one.name)) for one in people]
    return Tournaments(ledger).enter(people, which, turned=True)


def _people_of(file: Path, held: Held) -> list[Person]:
    """Return everybody of a list, and say what is not read in it; raise NotFound, SessionFileError, Refused."""
    found, warnings = load("sklog.tournament.entrants:read_entrants")(common.known_file(file))
    people = [Person(one.name, one.place, one.club, one.team, one.number, one.paid) for one in found]
    if not held.rules.fee:  # a list may say who has paid where nothing is to be paid
        people = [one._replace(paid=0) if one.paid is True else one for one in people]
    require_new(held.tournament, people, str(file), [one.line for one in found])
    printing.say(*warnings, err=True)
    return people


def _entered(held: Held, people: int) -> list[str]:
    """Return who has entered just now, and what that means where a round was drawn already."""
    facts = (fact.said for fact in reversed(held.tournament.facts))
    new = sorted([fact.number for fact in facts if isinstance(fact, Entered)][:people])
    one, drawn = held.tournament.entrants[new[-1]], held.round
    said = [_("Entered: {person}", person=person_words(one))]
    if people > 1:
        numbers = f"{new[0]}–{new[-1]}" if new[-1] - new[0] == people - 1 else ", ".join(map(str, new))
        said = [_("Entered: {people} people, start numbers {numbers}.", people=people, numbers=numbers)]
    elif one.fills:
        said.append(_("A standing substitute, who sits where somebody is missing, and is not ranked."))
    elif one.paid:
        said.append(_("Paid: {amount}", amount=money(one.paid, CENTS)))
    if drawn and not one.fills:
        missing = len(held.tournament.missing(drawn))
        words = N_("Round {round} was drawn before: a seat in it comes with sklog tournament seat.")
        if not missing:
            words = N_("Round {round} is over: who missed a round is ranked, and gets no prize for a place.")
        elif missing == len(held.tournament.rounds[-1].tables):
            words = N_(
                "Round {round} was drawn before: a seat in it comes with sklog tournament seat, or draw --again."
            )
        said.append(_(words, round=drawn))
    return [*said, command_parts.here(held)]


@_recording("change", "3 --team Gras")
def change(
    ledger: Ledger,
    which: str | None,
    number: Number,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The name, as it is spelled.")] = None,
    place: Home = None,
    club: Club = None,
    team: Team = None,
    fills: Annotated[bool | None, typer.Option("--fills/--plays", help="A standing substitute, or none.")] = None,
) -> list[str]:
    """Put right what is known of somebody; who comes instead of somebody is a substitute."""
    told = {"name": name, "place": place, "club": club, "team": team}
    new: dict[str, Any] = {what: one_name(text) for what, text in told.items() if text is not None}
    if fills is not None:
        new["fills"] = fills
    if not new:
        raise typer.BadParameter(_("say what is otherwise: --name, --place, --club, --team, --fills"))
    of = one_number(number)

    def changed(held: Held) -> list[Entered]:
        known = _required(held, of)
        usual = Entered(of, known.name, known.place, known.club, known.team, known.fills)
        if name is not None:
            require_not_turned(held.tournament, new["name"], of)
        if usual._replace(**new) == usual:
            raise Refused(_("{person}: so it is known already", person=person_words(known)))
        return [usual._replace(**new)]

    held = Tournaments(ledger).record(changed, "tournament change", [of], which)
    return [_("Now: {person}", person=person_words(held.tournament.entrants[of]))]


def _required(held: Held, number: int) -> Entrant:
    """Return who has a start number; raise NotFound."""
    if number not in held.tournament.entrants:
        raise NotFound(_("nobody has number {number}", number=number))
    return held.tournament.entrants[number]


def _present(ledger: Ledger, which: str | None, said: str, reason: str = "", *, here: bool) -> Held:
    """Record that people are here, or not."""
    facts = [Presence(number, here, reason) for number in start_numbers(said)]
    words = [said, *(["--reason", reason] if reason else [])]
    name = "tournament back" if here else "tournament withdraw"
    return Tournaments(ledger).record(lambda _held: facts, name, words, which)


@_recording("withdraw", "3 --reason krank")
def withdraw(
    ledger: Ledger,
    which: str | None,
    numbers: Numbers,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")] = "",
) -> list[str]:
    """Somebody withdraws, or did not come: from the next draw on there is no seat for the number."""
    held = _present(ledger, which, numbers, reason.strip(), here=False)
    said, over = [], dict(cash(held.tournament).over)  # who has played owes the fee
    for number in start_numbers(numbers):
        about = {"person": held.called(number), "number": number, "round": held.round}
        said.append(_("Withdrawn: {person}", **about))
        if table := command_parts.seated_now(held, number):
            words = N_(
                "{person} sits at table {table} of round {round}: seat others there with"
                " sklog tournament seat {round}/{table} NR,NR,NR,NR, or say who plays: sklog tournament substitute"
                " {number} NAME"
            )
            said.append(_(words, table=table, **about))
        elif number in over:
            amount = money(over[number], CENTS)
            words = N_("{amount} were paid; to give them back: sklog tournament paid {number} -{typed}")
            said.append(_(words, amount=amount, typed=amount.replace(" ", ""), **about))
    return [*said, command_parts.here(held)]


@_recording("back", "3")
def back(ledger: Ledger, which: str | None, numbers: Numbers) -> list[str]:
    """Somebody who had withdrawn is here after all, from the next draw on."""
    held = _present(ledger, which, numbers, here=True)
    said = [_("Here again: {person}", person=held.called(number)) for number in start_numbers(numbers)]
    return [*said, command_parts.here(held)]


@_recording("substitute", "3 Emil")
def substitute(
    ledger: Ledger,
    which: str | None,
    number: Number,
    name: Annotated[list[str], typer.Argument(help="Who comes.", metavar="NAME")],
) -> list[str]:
    """Somebody takes over a start number, with its points."""
    of, who = one_number(number), one_person(name)

    def replaced(held: Held) -> list[Substitute]:
        require_not_turned(held.tournament, who, of)
        return [Substitute(of, who)]

    held = Tournaments(ledger).record(replaced, "tournament substitute", [of, who], which)
    one = held.tournament.entrants[of]
    return [_("{person} plays from now on, in place of {before}; number and points stay.",
              person=held.called(of), before=one.before[-1])]  # fmt: skip


@_recording("paid", "3", "4 5€", cls=Signed)
def paid(
    ledger: Ledger,
    which: str | None,
    numbers: Numbers,
    amount: Annotated[
        list[str] | None,
        typer.Argument(help="10€ · 500ct; below 0: given back; without it what is still open.", metavar="[AMOUNT]"),
    ] = None,
) -> list[str]:
    """Somebody pays the entry fee."""
    people = start_numbers(numbers)
    if amount and len(amount) > 1 and all(word.isdigit() for word in amount):
        words = N_("several start numbers have commas between them: sklog tournament paid {numbers}")
        raise Refused(_(words, numbers=",".join((numbers, *amount))))

    def pay(amount: str | None) -> Held:
        cents = None if amount is None else typed.amount(amount, CENTS)

        def payments(held: Held) -> list[Paid]:
            return [Paid(number, _due(held, number, cents)) for number in people]

        words = [numbers, *([] if amount is None else [amount])]
        return Tournaments(ledger).record(payments, "tournament paid", words, which)

    held = common.asked_back(pay, amount=" ".join(amount or ()).replace("\N{MINUS SIGN}", "-") or None)
    every = held.tournament.entrants
    said = [
        _("{person} has paid {amount}", person=held.called(one), amount=money(every[one].paid, CENTS)) for one in people
    ]
    still_open = sum(one.here and not one.fills and one.paid < held.rules.fee for one in every.values())
    if not still_open:
        return [*said, _("Everybody has paid.")]
    return [*said, _n("{n} person has still to pay.", "{n} people have still to pay.", still_open)]


def _due(held: Held, number: int, cents: int | None) -> int:
    """Return what somebody pays, in cents: as said, else what is still open. Raises Refused where that cannot be."""
    one, fee = _required(held, number), held.rules.fee
    said = {"person": held.called(number), "paid": money(one.paid, CENTS)}
    if cents is not None:
        if one.paid + cents < 0:
            back = money(-cents, CENTS)
            raise Refused(_("{person} has paid {paid}: {back} cannot be given back", back=back, **said))
        return cents
    if not fee:
        raise Refused(_("the tournament has no entry fee: say an amount"))
    if one.paid >= fee:
        raise Refused(_("{person} has paid already: say an amount if there is more", **said))
    return fee - one.paid


group.registered_commands += [
    *commands_day.commands.registered_commands,
    *commands_results.commands.registered_commands,
]
_NAMES = [f"tournament {one.name}" for one in group.registered_commands]
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "tournament": ("new Herbstrennen --tariff bsv", "enter --from anmeldungen.csv", "draw"),
    **{name: command_parts.EXAMPLES[name] for name in _NAMES},
}
"""How each command is typed, behind its name, in the order of the help."""
