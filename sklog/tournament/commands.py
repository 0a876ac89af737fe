"""tournament: the commands of a Schafkopfrennen: how they are made and say who is meant, then each of them."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing, terminal, usage
from sklog.desk.ledger import Ledger
from sklog.desk.typed import amount as amount_of
from sklog.direct.commands import UNDO as UNDONE
from sklog.direct.commands import undone
from sklog.errors import IllegalHand, NotFound, Refused, SessionFileError, TurnedName
from sklog.language import N_, _, _n, as_typed, in_shell, option_word
from sklog.ledger.evenings import Which
from sklog.reports.format import day
from sklog.reports.model import Report
from sklog.rooms import load
from sklog.scoring.amounts import money
from sklog.scoring.names import one_name
from sklog.scoring.tariff import CENTS, GOOD, POINTS
from sklog.tournament import model, typed
from sklog.tournament.draw import meetings
from sklog.tournament.facts import Entered, Paid, Penalized, Presence, PrizesSet, Reseated, RulesSet, Said, Substitute
from sklog.tournament.model import CHOICES, CLASSES, FEES, GROUPS, TIES, Entrant, Rules
from sklog.tournament.prizes import all_words, cash, due, fees
from sklog.tournament.tournaments import HandedIn, Held, Person, Tournaments
from sklog.tournament.words import differences, missing_notes, once_words, rows_words, rules_words, still_missing
from sklog.yaml_text import MOST_PROBLEMS, text_of

app = typer.Typer()
group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(
    group,
    name="tournament",
    help="A Schafkopfrennen: entrants, draw, lists, ranking, prizes; docs/tournament.md shows a whole day.",
)

MOST_NAMED = 20  # tables whose lists are missing, in one sentence
MOST_TYPED = 1_000_000  # letters of what is piped
PRINTS = "start-list|tables|slips|start-cards|sheets|statutes|ranking|certificates"
PRINTOUTS = tuple(PRINTS.split("|"))
"""What can be printed: those of `sklog.tournament.printouts`, which no other command waits for."""
CARDS = "tables"
PHONES = "sklog.phones"  # a room, which may not be here
JOIN = "?join"  # what opens the page on which a phone joins
NOTHING = N_("none")
WORDS: Mapping[str, Iterable[str]] = {"ties": TIES, "apart": GROUPS, "classes": CLASSES}
"""Of which words several may be said, in their order, by the rule."""
FEE = "fee"
"""What --paid means without an amount: the whole entry fee."""
BEGINS = "new"
"""The command that makes a ledger where there is none."""
OLDER: Mapping[str, str] = {
    "back": "withdraw --back",
    "teams": "ranking teams",
    "clubs": "ranking clubs",
    "bests": "ranking tables",
    "awards": "prizes",
    "cash": "entrants cash",
}
"""Words of older versions, and what is typed for each now: they go on working."""


def _tournaments(ctx: typer.Context) -> Tournaments:
    return Tournaments(common.ledger_of(common.ledger_typed(ctx)))


complete_tournament = common.offering(lambda ctx, _word: (one.evening.id for one in _tournaments(ctx).all()))
"""Completes the number of a tournament in the ledger."""
EXAMPLES: dict[str, tuple[str, ...]] = {
    "tournament": ("new Herbstrennen --tariff bsv", "enter --from anmeldungen.csv", "draw")
}
"""How each command is typed, behind its name, in the order of the help: in which they are made."""
OF_A_TOURNAMENT: list[str] = []
"""The commands that take -t: what is suggested of them says the same tournament."""


def one_word(said: str, about: str = "What to list.") -> Any:
    """Return an argument that is one of the words of "fives|byes", which Tab offers."""
    every = said.split("|")
    return typer.Argument(
        metavar=said, help=about, callback=common.one_of(every), autocompletion=lambda: [*map(option_word, every)]
    )


def words_typed(metavar: str, about: str) -> Any:
    """Return an argument of words that are read later."""
    return typer.Argument(help=about, metavar=metavar)


def text_option(name: str, metavar: str, about: str) -> Any:
    """Return an option that takes a text."""
    return typer.Option(name, metavar=metavar, help=about)


def flag_option(name: str, about: str) -> Any:
    """Return an option that says yes, or no behind a stroke."""
    return typer.Option(name, help=about)


def typed_so(name: str, examples: Sequence[str], *, of_one: bool = True) -> None:
    """Note how a command is typed, and whether it is of one tournament (-t)."""
    EXAMPLES[f"tournament {name}"] = tuple(examples)
    if of_one:
        OF_A_TOURNAMENT.append(f"tournament {name}")


WhichTournament = Annotated[
    str | None,
    typer.Option(
        "-t",
        "--tournament",
        metavar="TOURNAMENT",
        help="Another tournament than the newest open one, by number, name or date.",
        autocompletion=complete_tournament,
        callback=common.about("-t", OF_A_TOURNAMENT),
    ),
]


def given(name: str, said: Any, kind: type = str) -> Parameter:
    """Return a parameter of this name that is typed as an option or an argument says, None where it is not."""
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=Annotated[kind | None, said])


WHICH = Parameter("tournament", Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=WhichTournament)
WRITING = (WHICH, "db", "dry_run")
SHOWN = ("how", "output", "browser")
UNDO = N_("To take that back: sklog tournament undo")


class Signed(TyperCommand):
    """A command with numbers below 0 among its words: `list 2/17 23 -5 -20 2`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write them with a minus sign, which begins no option."""
        below = re.compile(r"-[0-9][0-9.,;:+-]*(?:€|eur|euros?|ct|cents?)?", re.IGNORECASE)
        signed = ["\N{MINUS SIGN}" + word[1:] if below.fullmatch(word) else word for word in args]
        rest: list[str] = super().parse_args(ctx, [self.full(signed, place) for place in range(len(signed))])
        return rest

    def full(self, args: Sequence[str], place: int) -> str:
        """Return a word as it is meant."""
        return args[place]


class MaybePaid(Signed):
    """The same where `--paid` may stand alone: the whole fee was paid."""

    def full(self, args: Sequence[str], place: int) -> str:
        """Say the fee where no amount stands behind `--paid`."""
        behind = args[place + 1] if place + 1 < len(args) else ""
        paid = next(option.opts for option in self.params if option.name == "paid")
        alone = args[place] in paid and not (behind == FEE or re.match("[+−]?[0-9]", behind))
        return f"--paid={FEE}" if alone else args[place]


class Meant(NamedTuple):
    """The tournament that a command is about, which may be the usual one, and what the command is called."""

    tournaments: Tournaments
    command: str
    meant: Which

    @property
    def held(self) -> Held:
        """How it stands; raise NotFound."""
        return self.tournaments.held(self.meant)

    def record(self, said: Said | Callable[[Held], Sequence[Said]], words: Sequence[object] = ()) -> Held:
        """Record facts, which the log shows as the command with these words."""
        return self.tournaments.record(said, self.command, words, self.meant)


def recording(
    name: str,
    /,
    *examples: str,
    shared: Sequence[str | Parameter] = WRITING,
    hint: bool = True,
    also: Iterable[Parameter] = (),
    cls: type[TyperCommand] | None = None,
    **options: Any,
) -> Callable[[common.Own], common.Own]:
    """Make a command of what records something and returns sentences: what became of it, and what comes next.

    `examples` are what is typed behind its name, `options` how its parameters are typed.
    """
    typed_so(name, examples, of_one=WHICH in shared)

    def run(
        own: Callable[..., Sequence[str] | Report],
        db: Path | None,
        tournament: str | None = None,
        *,
        dry_run: bool,
        **options: Any,
    ) -> None:
        tournaments = Tournaments(Ledger(db, dry_run=dry_run)) if name == BEGINS else there(db, dry_run=dry_run)
        if name != BEGINS and tournament is None and (held := tournaments.guessed()):
            printing.tell(_("In {name!r}; for another open tournament use -t NUMBER", **held.evening.said))
            tournament = str(held.evening.id)  # also where another one begins meanwhile
        shown = {option: options.pop(option) for option in SHOWN if option in options}
        said = own(which=Meant(tournaments, f"tournament {name}", tournament), **options)
        if isinstance(said, Report):
            printing.put(said, **shown)
            return
        printing.tell(*said)
        if dry_run:
            typer.echo(_(common.NOT_STORED))
        elif hint:
            typer.echo(_(UNDO))

    return typed_as(common.command(group, name, run, shared, also, cls=cls), **options)


def typed_as(command: Callable[[common.Own], common.Own], **options: Any) -> Callable[[common.Own], common.Own]:
    """Return what makes such a command of a function whose parameters are typed as these options and arguments say."""

    def made(own: common.Own) -> common.Own:
        types = get_type_hints(own)
        own.__annotations__ |= {name: Annotated[types[name], said] for name, said in options.items()}
        return command(own)

    return made


def there(db: Path | None, *, dry_run: bool = False) -> Tournaments:
    """Return the tournaments of a ledger; raise NotFound where there is none yet, with how a tournament begins."""
    ledger = Ledger(db, dry_run=dry_run)
    if not ledger.is_there:
        raise NotFound(_("there is no tournament yet; begin one with: sklog tournament new NAME --tariff TARIFF"))
    return Tournaments(ledger)


# -- who and where ------------------------------------------------------------------------------------


def _missing(ctx: typer.Context, _word: str) -> Iterable[str]:
    held = _tournaments(ctx).held(ctx.params.get("tournament"))
    return (f"{held.round}/{table}" for table in held.tournament.missing(held.round)) if held.round else ()


complete_numbers = common.offering(
    lambda ctx, _word: _tournaments(ctx).held(ctx.params.get("tournament")).tournament.entrants
)
"""Completes a start number."""
complete_tables = common.offering(_missing)
"""Completes a table of the newest round whose list is missing."""


Number = Annotated[str, common.argument("The start number.", "NR", complete_numbers)]
Numbers = Annotated[str, common.argument("The start number, or several: 17,18.", "NR", complete_numbers)]


def one_number(said: str) -> int:
    """Return one start number; raise Refused for several."""
    first, *more = typed.start_numbers(said)
    if more:
        raise Refused(_("give one start number, not {numbers}", numbers=said))
    return first


def person_words(one: Entrant) -> str:
    """Return the number and the name, and behind them where somebody comes from: "17 Anna (Augsburg; team Gras)"."""
    team = _("team {team}", team=one.team) if one.team else ""
    classes = ", ".join(_(model.WINNERS[each]) for each in one.classes)
    about = "; ".join(filter(None, (", ".join(filter(None, (one.place, one.club))), team, classes)))
    return f"{one.number} {one.name}" + (f" ({about})" if about else "")


def here_words(held: Held) -> str:
    """Return how many people are here."""
    return _n("{n} person is here.", "{n} people are here.", held.here)


RoundTable = Annotated[
    str,
    common.argument(
        "Round and table, such as 2/17; 17 is table 17 of the newest round.", "[ROUND/]TABLE", complete_tables
    ),
]


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
        made = flag_option(f"{typed_so}/--{value}", about)
    elif value == "N":
        made = common.number_option(typed_so, about)
    elif value == "POINTS":
        made = typer.Option(typed_so, metavar=value, help=about, parser=lambda said: amount_of(str(said), POINTS))
    else:
        words, kind = [*CHOICES.get(name, ())], str
        made = text_option(typed_so, value, about) if value else common.option_of(typed_so, words, help=about)
    return given(name, made, kind)


RULES = [_rule(name, *row) for name, row in _RULES.items()]


def _changed(rules: Rules, said: Mapping[str, Any]) -> Rules:
    """Return the rules with what was said; raise Refused, and UnclearAmount for the fee."""
    new = {what: value for what, value in said.items() if value is not None}
    new |= {what: _several(what, new[what]) for what in new.keys() & WORDS.keys()}
    for what in new.keys() & FEES:
        new[what] = amount_of(new[what], CENTS)
    return rules._replace(**new)


def _several(what: str, said: str) -> tuple[str, ...]:
    """Return which of the `WORDS` of something are said; one that is none stays as it is, and is refused later."""
    words = [usage.folded(word) for word in re.split(r"[,;\s]+", said) if word]
    return () if words in ([NOTHING], [_(NOTHING)]) else tuple([usage.word_meant(word, WORDS[what]) for word in words])


def _rules_words(rules: Rules) -> list[str]:
    """Return what a tournament is held by."""
    return ["; ".join([*rules_words(rules), _("seed {seed}", seed=rules.seed)]) + "."]


@recording(
    "new",
    "Herbstrennen --tariff bsv --games 32 --fee 10€",
    shared=("db", "dry_run"),
    hint=False,
    also=RULES,
    cls=Signed,
    name=words_typed("NAME", "The name of the tournament."),
    date=text_option("--date", "D", "19.11.2026, 2026-11-19 or yesterday (default: today)."),
    place=text_option("--place", "P", "The place."),
)
def new(
    which: Meant,
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


@recording("rules", "", "--ties solos,lot", hint=False, also=RULES, cls=Signed)
def rules_(which: Meant, **said: Any) -> list[str]:
    """Change the rules you name; without any, show the rules."""
    if all(value is None for value in said.values()):
        return _rules_words(which.held.rules)

    def change(**fees: str | None) -> Held:
        words = [f"--{what.replace('_', '-')} {value}" for what, value in said.items() if value is not None]
        return which.record(lambda held: [RulesSet(_changed(held.rules, {**said, **fees}))], words)

    held = common.asked_back(change, **{fee: said[fee] for fee in FEES})
    wanting = [] if said["double_entry"] is None else missing_notes(held.ranking().missing)
    return [*_rules_words(held.rules), *wanting, *([] if which.tournaments.ledger.dry_run else [_(UNDO)])]


# -- who is there -------------------------------------------------------------------------------------


_ABOUT = [
    given(name, text_option(*row))
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


@recording(
    "enter",
    *("--from anmeldungen.csv", "Anna --place Augsburg --paid"),
    also=_ABOUT,
    cls=MaybePaid,
    name=words_typed("[NAME]", "The player's name."),
    number=common.number_option("--number", "The start number (default: the next one).", "NR"),
    paid=text_option("--paid", "[AMOUNT]", "The fee is paid, or this much of it."),
    fills=flag_option("--fills", "A standing substitute, who fills empty seats."),
    file=usage.file_option("--from", "Or everybody on a list: csv, xlsx or ods."),
    keep_going=flag_option("--keep-going", "Leave out the rows that are wrong."),
)
def enter(
    which: Meant,
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
    who = typed.one_person(name)

    def entered(paid: str | None) -> Held:
        cents = True if paid == FEE else 0 if paid is None else amount_of(paid, CENTS)
        if cents < 0:
            raise Refused(_("{amount} cannot be paid: give an amount above 0", amount=money(cents, CENTS)))
        return _enter(which, [Person(who, number=number, paid=cents, fills=fills, **_details(**about))])

    return _entered(common.asked_back(entered, paid=paid), 1)


def _enter(at: Meant, people: list[Person]) -> Held:
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
    new, taken = typed.new_of(held.tournament, read.found, str(file))
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
        words = N_("Round {round} has already been drawn: get a seat in it with sklog tournament seat.")
        if not missing:
            words = N_("Round {round} is over: anyone who missed a round is ranked, but gets no prize for a place.")
        elif missing == len(held.tournament.rounds[-1].tables):
            words = N_(
                "Round {round} has already been drawn: get a seat in it with sklog tournament seat, or draw --again."
            )
        said.append(_(words, round=drawn))
    return [*said, here_words(held)]


@recording(
    "change",
    "3 --team Gras",
    also=_ABOUT,
    name=text_option("--name", "NAME", "The correct name."),
    fills=flag_option("--fills/--plays", "Whether this is a standing substitute."),
)
def change(
    which: Meant,
    number: Number,
    name: str | None = None,
    *,
    fills: bool | None = None,
    **about: str | None,
) -> list[str]:
    """Correct a player's details; if somebody else takes over, use substitute."""
    new = _details(name=name, **about) | ({} if fills is None else {"fills": fills})
    if not new:
        raise typer.BadParameter(_("say what to change: --name, --place, --club, --team, --as, --fills"))
    of = one_number(number)

    def changed(held: Held) -> list[Entered]:
        known = held.one(of)
        usual = Entered(of, known.name, known.place, known.club, known.team, known.fills, known.classes)
        said = usual._replace(**new)
        if name is not None:
            typed.not_turned(held.tournament, said)
        if said == usual:
            raise Refused(_("{person}: that is already recorded", person=person_words(known)))
        return [said]

    held = which.record(changed, [of])
    return [_("Now: {person}", person=person_words(held.tournament.entrants[of]))]


@recording(
    "withdraw",
    *("3 --reason krank", "3 --back"),
    reason=text_option("--reason", "TEXT", "The reason."),
    back=flag_option("--back", "The player is back, from the next draw on."),
)
def withdraw(which: Meant, numbers: Numbers, reason: str = "", back: bool = False) -> list[str]:
    """Withdraw a player, who then gets no seat from the next draw on; or bring one --back."""
    people, why = typed.start_numbers(numbers), reason.strip()
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
    return [*said, here_words(held)]


@recording("substitute", "3 Emil", name=words_typed("NAME", "The name of the substitute."))
def substitute(which: Meant, number: Number, name: list[str]) -> list[str]:
    """Give a start number, with its points, to another player."""
    of, who = one_number(number), typed.one_person(name)
    held = which.record(lambda held: [typed.not_turned(held.tournament, Substitute(of, who))], [of, who])
    one = held.tournament.entrants[of]
    return [_("{person} plays from now on, in place of {before}; number and points stay.",
              person=held.called(of), before=one.before[-1])]  # fmt: skip


@recording(
    "paid",
    *("3", "4 5€"),
    cls=Signed,
    amount=words_typed("[AMOUNT]", "10€ · 500ct; negative for a refund (default: what is still open)."),
)
def paid(which: Meant, numbers: Numbers, amount: list[str] | None = None) -> list[str]:
    """Record the entry fee of a player."""
    people = typed.start_numbers(numbers)
    if amount and len(amount) > 1 and all(word.isdigit() for word in amount):
        words = N_("write commas between several start numbers: sklog tournament paid {numbers}")
        raise Refused(_(words, numbers=",".join((numbers, *amount))))

    def pay(amount: str | None) -> Held:
        cents = None if amount is None else amount_of(amount, CENTS)

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


typed_so("undo", ("",))


@group.command("undo")
def undo(
    steps: Annotated[
        int, typer.Argument(help="The number of commands.", metavar="[N]", parser=common.whole_number)
    ] = 1,
    tournament: WhichTournament = None,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Take back the last thing recorded for the tournament, or the last N."""
    tournaments = there(db, dry_run=dry_run)
    taken = tournaments.ledger.undo(steps, tournaments.held(tournament).evening)
    printing.put_each(undone(tournaments.ledger, taken, *UNDONE))


def _text(file: Path) -> str:
    """Return the text of a file, or of standard input for `-`; raise NotFound, Refused."""
    if str(file) != "-":
        return text_of(file, Refused)
    try:
        return sys.stdin.buffer.read(MOST_TYPED).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(_("that is not text in UTF-8")) from None


# -- who sits where -----------------------------------------------------------------------------------


@recording(
    "draw",
    "",
    again=flag_option("--again", "Draw the newest round again, while none of its lists is in."),
    file=usage.file_option(
        "--from", "Use a draw made by hand: a line of start numbers for each table (- reads stdin)."
    ),
)
def draw(which: Meant, again: bool = False, file: Path | None = None) -> list[str]:
    """Draw the tables and seats of the next round from the seed; anybody can reproduce the draw."""
    if file is None:
        held = which.tournaments.draw(which.meant, again=again)
    else:
        tables = typed.tables_of_text(_text(file), str(file))
        held = which.tournaments.seat_all(tables, which.meant, again=again)
    return [
        *drawn_words(held),
        *missing_notes(held.ranking(held.round - 1).missing),
        _("To print it: sklog tournament print slips --open; on the screen: sklog tournament seats"),
    ]


def drawn_words(held: Held) -> Iterator[str]:
    """Yield how the newest round was drawn: how many tables, who meets again, who has none."""
    drawn, number = held.tournament.rounds[-1], held.round
    said = [_n("{n} table", "{n} tables", len(drawn.tables))]
    for people, count in sorted(Counter(map(len, drawn.tables)).items()):
        if people != model.TABLE:
            said.append(_("{count} of them with {people} people", count=count, people=people))
    repeated, together = meetings(held.tournament, number)
    if repeated:
        said.append(_n("{n} pair meets again", "{n} pairs meet again", repeated))
    elif number > 1:
        said.append(_("nobody meets again"))
    if together:
        said.append(_n("{n} pair to keep apart sits together", "{n} pairs to keep apart sit together", together))
    lots = _("; seed {seed}", seed=drawn.seed) if drawn.seed else ""
    yield _("Round {round} drawn: {what}{lots}.", round=number, what=", ".join(said), lots=lots)
    yield from _without_table(held)


def _without_table(held: Held) -> Iterator[str]:
    byes = held.tournament.rounds[-1].byes
    if byes:
        people = ", ".join(held.called(number) for number in byes)
        yield _("Without a table in round {round}: {people}", round=held.round, people=people)


@recording(
    "seat",
    "1/1 1,6,3,4 1/2 5,2,7,8",
    said=words_typed("[ROUND/]TABLE NR,NR,NR,NR…", "Each table and its start numbers, clockwise."),
    correct=flag_option("--correct", "Even if a list is in: other players sat there, and the points are theirs."),
)
def seat(which: Meant, said: list[str], correct: bool = False) -> list[str]:
    """Change seats: all tables that change, in one command, such as 2/17 1,6,3,4 2/18 5,2,7,8."""
    held = which.record(lambda held: [Reseated(*_seating(said, held)).wanted(held.tournament, correct=correct)], said)
    round_, tables = _seating(said, held)
    seated_so, lists = [], []
    for table, seats in tables.items():
        people = ", ".join(map(held.called, seats))
        seated_so.append(_("Round {round}, table {table}: {people}", round=round_, table=table, people=people))
        entered = held.tournament.in_force(round_, table)
        if entered and not held.tournament.waits(round_, table):
            rows = rows_words(held.tournament, seats, entered[-1].rows)
            lists.append(_("The list of table {table} is now: {rows}", table=table, rows=rows))
    return [*seated_so, *lists, *(_without_table(held) if round_ == held.round else ())]


def _seating(said: Sequence[str], held: Held) -> tuple[int, dict[int, tuple[int, ...]]]:
    """Return the round, and who sits at which of its tables; raise Refused."""
    unclear = _("name each table and its start numbers, with commas between them: 2/17 1,6,3,4 2/18 5,2,7,8")
    Refused.if_any([unclear] if len(said) % 2 else [])
    places = [typed.round_and_table(word, held.tournament) for word in said[::2]]
    if len({round_ for round_, _table in places}) > 1:
        raise Refused(_("these tables are from several rounds: one command can seat only one round"))
    tables: dict[int, tuple[int, ...]] = {}
    for (round_, table), numbers in zip(places, map(typed.start_numbers, said[1::2]), strict=True):
        Refused.if_any([unclear] if len(numbers) < 2 else [])
        if table in tables:
            raise Refused(_("table {table} of round {round} is given twice", table=table, round=round_))
        tables[table] = tuple(numbers)
    return places[0][0], tables


# -- a table ------------------------------------------------------------------------------------------


@recording("table", "1/2", hint=False, begin=flag_option("--begin", "Start an evening in which to enter its hands."))
def table(which: Meant, place: RoundTable, begin: bool = False) -> list[str]:
    """Show who sits at a table, and which of its lists are in."""
    held = which.held
    round_, number = typed.round_and_table(place, held.tournament)
    seats = held.tournament.seats(round_, number)
    lists = held.tournament.lists.get((round_, number), ())
    evening = which.tournaments.evening_of(round_, number, which.meant) if seats else None
    if begin and not evening:
        evening = which.tournaments.table(round_, number, which.meant)
    games, about = held.rules.games_of(len(seats)), {"round": round_, "table": number, "place": f"{round_}/{number}"}
    said = [
        _n("Round {round}, table {table}: {n} game", "Round {round}, table {table}: {n} games", games, **about),
        *(_("Seat {seat}: {person}", seat=at, person=held.called(one)) for at, one in enumerate(seats, 1)),
    ]
    struck = len(lists) - len(held.tournament.in_force(round_, number))
    waits = held.tournament.waits(round_, number)
    said += [
        once_words(one.who) if waits and at == struck else _list_words(held, seats, one, struck=at < struck)
        for at, one in enumerate(lists)
    ]
    if evening and not evening.closed:
        said.append(_("To enter its hands: sklog play --session {number} (evening {name})", **evening.said))
    elif not (evening or lists):
        said.append(_("To enter its hands: sklog tournament table {place} --begin", **about))
    if not lists:
        said.append(_("To enter its list: sklog tournament list {place} POINT POINT …, in this order", **about))
    return said


def _list_words(held: Held, seats: Sequence[int], entered: model.TableList, *, struck: bool = False) -> str:
    """Return what a list says, and who entered it."""
    said = N_("List: {rows} (from its hands, by {who})") if entered.evening else N_("List: {rows} (entered by {who})")
    said = N_("Struck out: {rows} (entered by {who})") if struck else said
    return _(said, rows=rows_words(held.tournament, seats, entered.rows), who=entered.who)


# -- lists --------------------------------------------------------------------------------------------


@recording(
    "list",
    *("1/2 23 -5 -20 2", "1/2 24 -5 -20 1 --correct"),
    cls=Signed,
    points=words_typed(
        "[POINTS…]", "The points in seat order, or by start number: 17:23 (default: from the table's hands)."
    ),
    good=text_option("--good", "N,N,N,N", "Good points, in seat order."),
    solos=text_option("--solos", "N,N,N,N", "Solo games won, in seat order."),
    herz_solos=text_option("--herz-solos", "N,N,N,N", "Herz-Solos among them."),
    lines=usage.file_option("--lines", "The list game by game: a line with a number for each seat (- reads stdin)."),
    correct=flag_option("--correct", "Replace what was entered before."),
    short=flag_option("--short", "Accept fewer or more games than the rules say."),
)
def list_(
    which: Meant,
    place: RoundTable,
    points: list[str] | None = None,
    good: str | None = None,
    solos: str | None = None,
    herz_solos: str | None = None,
    lines: Path | None = None,
    correct: bool = False,
    short: bool = False,
) -> list[str]:
    """Enter the list of a table, and show which are still missing."""
    before = which.held
    round_, number = typed.round_and_table(place, before.tournament)
    more = {"good": good, "solos": solos, "herz_solos": herz_solos}
    text = None if lines is None else (_text(lines), str(lines))  # read before anybody has to wait

    def rows(held: Held) -> Sequence[model.Row] | None:
        everybody = held.names
        names = {one: everybody[one] for one in held.tournament.seats(round_, number)}
        _require_wanted(held, (round_, number), correct=correct, newest_round="/" not in place)
        found: Sequence[model.Row] | None = None
        if text is not None:
            found = _added(text, points, more, held, names, short=short)
        elif points or any(more.values()):
            with _at_table(round_, number):
                found = _what_counts(typed.rows_of_list(points or (), names, **more), held.rules)
        return _kept(held, (round_, number), found) if found and correct else found

    try:
        done = which.tournaments.hand_in(round_, number, rows, before.evening, corrects=correct, short=short)
    except IllegalHand as error:
        with _at_table(round_, number):
            raise error from None
    return list(handed_in_words(done, round_, number))


def _what_counts(rows: list[model.Row], rules: Rules) -> list[model.Row]:
    """Return the rows of a list that says one number for each: where good points count it is these, without a minus."""
    if rules.counts != GOOD or any(row.good is not None or row.points is None for row in rows):
        return rows
    if any((row.points or 0) < 0 for row in rows):
        raise Refused(
            _("good points count here: what each player won, without losses; if the list has sums as well, use --good")
        )
    return [row._replace(points=None, good=row.points) for row in rows]


@contextmanager
def _at_table(round: int, table: int) -> Iterator[None]:  # noqa: A002  as it is called
    """Say at which table it is that a list is refused."""
    try:
        yield
    except (IllegalHand, Refused) as error:
        words, at = N_("round {round}, table {table}: {problem}"), {"round": round, "table": table}
        said = (one._replace(message=_(words, problem=one.message, **at)) for one in error.problems)
        raise type(error)(*said) from None


def _require_wanted(held: Held, place: tuple[int, int], *, correct: bool, newest_round: bool) -> None:
    """Refuse a list that would be one too many, with the one that counts, or a correction of none.

    Where the table alone was said it is of the `newest_round`, and a correction may be of one before.
    """
    tournament, valid = held.tournament, held.tournament.in_force(*place)
    at = {"round": place[0], "table": place[1], "place": "/".join(map(str, place))}
    if correct and not valid:
        before = [one for one in range(1, place[0]) if tournament.in_force(one, place[1])]
        if not (newest_round and before):
            raise Refused(_("no list of round {round}, table {table} is in yet: leave --correct out", **at))
        last = {"round": before[-1], "place": f"{before[-1]}/{place[1]}"}
        raise Refused(
            _("no list of round {round}, table {table} is in yet", **at),
            _("to correct that of round {round}: sklog tournament list {place} --correct POINT POINT …", **last),
            _("to enter that of round {round}: sklog tournament list {place} POINT POINT …", **at),
        )
    if valid and not (correct or tournament.waits(*place)):
        rows = rows_words(tournament, tournament.seats(*place), valid[-1].rows)
        said = [_("the list of round {round}, table {table} is already in", **at), _("it says: {rows}", rows=rows)]
        if tournament.counted(*place) is None:
            said = [_("the two entries of the list of round {round}, table {table} differ, so neither counts", **at)]
        raise Refused(*said, _("to correct it: sklog tournament list {place} --correct POINT POINT …", **at))


def _kept(held: Held, place: tuple[int, int], rows: Sequence[model.Row]) -> Sequence[model.Row]:
    """Return the rows of a correction: solos that it does not say stay as they were, and points where it says none.

    Of two entries that differ nothing stays: nobody knows yet which of them is right.
    """
    before, *others = {one.rows for one in held.tournament.in_force(*place)}
    if others:
        return rows
    pairs = [(new, new.filled(old)) for new, old in zip(rows, before, strict=True)]
    return [
        full if new.points is None and new.good is None else full._replace(points=new.points, good=new.good)
        for new, full in pairs
    ]


def _added(
    text: tuple[str, str],
    points: Sequence[str] | None,
    more: dict[str, str | None],
    held: Held,
    names: dict[int, str],
    *,
    short: bool,
) -> list[model.Row]:
    """Return the rows of a list that is entered game by game; raise Refused."""
    if points or more["good"]:
        raise Refused(_("--lines gives the points and the good points: leave them out, or leave --lines out"))
    rows = typed.rows_of_games(*text, len(names), held.rules, short=short)
    said = typed.rows_of_list((), names, **more)
    return [one._replace(points=row.points, good=row.good) for one, row in zip(said, rows, strict=True)]


def handed_in_words(done: HandedIn, round: int, table: int) -> Iterator[str]:  # noqa: A002  as it is called
    """Yield what became of a list, what two people entered differently, and which lists are missing."""
    held, tournament = done.held, done.held.tournament
    seats, every = tournament.seats(round, table), tournament.lists[round, table]
    newest, valid = every[-1], tournament.in_force(round, table)
    rows = once_words(newest.who) if tournament.waits(round, table) else rows_words(tournament, seats, newest.rows)
    yield _("Round {round}, table {table}: {rows}", round=round, table=table, rows=rows)
    if newest.corrects:
        yield _("The earlier entry is struck out.")
    elif len(valid) > 1 and not done.differs:
        yield _("Entered twice with the same result: it counts.")
    if done.differs:
        yield _("The two entries differ, so neither counts:")
        for number, one, other in done.differs:
            what = "; ".join(differences(one, other))
            about = {"seat": seats.index(number) + 1, "person": held.called(number), "what": what}
            yield _("  seat {seat}, {person}: {what}", **about)
        both = {"first": valid[0].who, "second": valid[-1].who, "place": f"{round}/{table}"}
        yield _("  (the first was entered by {first}, the second by {second})", **both)
        yield _("Look at the paper list, then: sklog tournament list {place} --correct POINT POINT …", **both)
    yield missing_words(held, round, done.missing)


def missing_words(held: Held, round: int, missing: Sequence[int]) -> str:  # noqa: A002  as it is called
    """Return which lists of a round are missing, or what comes next."""
    many = len(missing)
    if many > MOST_NAMED:
        return _n("{n} list of round {round} is missing.", "{n} lists of round {round} are missing.", many, round=round)
    if missing:
        return still_missing(round, missing) + "."
    if held.round < held.rules.rounds:
        return _("All lists of round {round} are in. For the next round: sklog tournament draw", round=round)
    return _("All lists of round {round} are in. For the ranking: sklog tournament ranking", round=round)


# -- penalties and prizes -----------------------------------------------------------------------------


@recording(
    "penalty",
    "3 -10 Renonce",
    cls=Signed,
    points=words_typed("POINTS", "With a sign: -10 takes points away, +10 gives some."),
    reason=words_typed("REASON…", "The reason."),
    round_=common.number_option("--round", "For this round (default: the whole day)."),
)
def penalty(which: Meant, number: Number, points: str, reason: list[str], round_: int | None = None) -> list[str]:
    """Give a player points, or take some away, by decision of the judges."""
    of, moved, why = one_number(number), typed.penalty_points(points), " ".join(reason).strip()
    words = [of, f"{moved:+d}", why, *(["--round", round_] if round_ else [])]
    held = which.record(Penalized(model.Penalty(of, moved, why, round_ or 0)), words)
    said = {"person": held.called(of), "reason": why}
    if moved < 0:
        return [_n("{person} loses {n} point: {reason}", "{person} loses {n} points: {reason}", -moved, **said)]
    return [_n("{person} gets {n} point: {reason}", "{person} gets {n} points: {reason}", moved, **said)]


@recording(
    "prizes",
    *('"1: 500 €" "2-4: Schinken"', "", "-o gewinner.html"),
    shared=(*WRITING, *SHOWN),
    said=words_typed(
        '["PLACE: PRIZE"…]', 'All prizes: "1: 500 €" "2-4: Schinken" "team 1: 200 €" "club 1: …" "last: …" "table: …"'
    ),
    file=usage.file_option("--from", "A file with a prize in each line (- reads stdin)."),
    none=flag_option("--none", "There are no prizes."),
)
def prizes(
    which: Meant, said: list[str] | None = None, file: Path | None = None, none: bool = False
) -> list[str] | Report:
    """Set the list of prizes; without arguments, show who gets which prize."""
    if bool(said) + (file is not None) + none > 1:
        raise typer.BadParameter(_("list the prizes, or use --from FILE or --none"))
    if not (said or file or none):
        return which.tournaments.report("awards", which.meant)
    lines = typed.prize_lines(_text(file)) if file is not None else list(said or ())
    if not (lines or none):
        raise Refused(_("there are no prizes in it: write one on each line, such as 1: 500 €"))

    def set_out(lines: list[str]) -> Held:
        words = [_n("{n} prize", "{n} prizes", len(lines))]
        return which.record(PrizesSet(tuple(typed.prizes_of_lines(lines))), words)

    tournament = common.asked_back(set_out, lines=lines).tournament
    return [f"{PrizesSet(tournament.prizes).sentence()}.", *all_words(tournament)]


# -- what it comes to ---------------------------------------------------------------------------------


AFTER_ROUND = common.number_option("--round", "After this round (default: now).")
OF_ROUND = common.number_option("--round", "For this round (default: the newest).")


_report = partial(common.report, group, opened=there)


def _report_command(
    name: str, about: str, *examples: str, of_round: Any = None, words: str = "", reports: Sequence[str] = ()
) -> None:
    """Make a command of a report that may be asked for a round: its help, and what is typed behind its name.

    `words` are those of which one may be typed: for each there is one of the `reports`.
    """
    typed_so(name, examples or ("",))
    known: Mapping[str | None, str] = dict(zip(words.split("|"), reports, strict=bool(words)))
    takes = [given("part", one_word(words))] if words else []
    takes += [given("round", of_round, int)] if of_round else []

    @_report(name, "browser", about=about, takes=[*takes, WHICH])
    def build(ledger_file: Tournaments, **asked: Any) -> Report:
        return ledger_file.report(known.get(asked.pop("part", None), name), asked.pop("tournament"), **asked)


_report_command("show", "Show the rules, the rounds, and which lists are missing.")
_report_command(
    "entrants",
    "List everybody by start number, with home town, fee, and who is here; or only the cash.",
    *("", "-o teilnehmer.csv"),
    words="all|cash",
    reports=("entrants", "cash"),
)
_report_command("seats", "List who sits at which table of a round.", of_round=OF_ROUND)
_report_command(
    "ranking",
    "Print the ranking, now or after a round: of players, teams or clubs, or the best of each table.",
    *("", "--round 1 -o rangliste.html", "teams"),
    of_round=AFTER_ROUND,
    words="all|teams|clubs|tables",
    reports=("ranking", "teams", "clubs", "bests"),
)


typed_so("explain", ("3", "1/2"))


@typed_as(
    _report("explain", "browser"),
    what=common.argument("A start number, or a table such as 2/17.", "NR|ROUND/TABLE", complete_numbers),
)
def explain(ledger_file: Tournaments, what: str, tournament: WhichTournament = None) -> Report:
    """Explain the place of a start number, or show all lists of a table (2/17), even corrected ones."""
    if "/" not in what:
        return ledger_file.report("person", tournament, number=one_number(what))
    round_, table = typed.round_and_table(what, ledger_file.held(tournament).tournament)
    return ledger_file.report("table", tournament, round=round_, table=table)


typed_so("series", ("Winterrennen Herbstrennen --best 1",), of_one=False)


@typed_as(
    _report("series", "browser"),
    names=words_typed("[TOURNAMENT…]", "Tournaments by number, name or date (default: all)."),
    best=common.number_option("--best", "How many results of each player count (default: all)."),
)
def series(ledger_file: Tournaments, names: list[str] | None = None, best: int | None = None) -> Report:
    """Print several tournaments as one ranking, such as those of a year."""
    every = names or [str(held.evening.id) for held in ledger_file.all()]
    return ledger_file.report("series", None, names=every, best=best)


typed_so("print", ("slips -o zettel.html", "tables -o karten.html", "sheets -o listen.html"))


@typed_as(
    group.command("print"),
    what=one_word(PRINTS, "What to print."),
    round_=OF_ROUND,
    first=common.number_option(
        "--first", "Certificates for this many places (default: all prizes); start cards up to this number."
    ),
    parted=flag_option("--plus-minus", "Score sheets with a column of plus and one of minus for everybody."),
    pins=flag_option(
        "--pins/--no-pins", "Whether table cards have PINs for phones (default: if phones can be served)."
    ),
    address=text_option("--address", "URL", "The address for phones, printed on each card as a QR code."),
)
def print_(
    what: str,
    round_: int | None = None,
    first: int | None = None,
    parted: bool = False,
    pins: bool | None = None,
    address: str | None = None,
    output: common.Output = None,
    browser: common.InBrowser = False,
    tournament: WhichTournament = None,
    db: common.Db = None,
) -> None:
    """Make a page for printing. The browser prints it or saves it as a PDF."""
    if output is None and not browser:
        raise typer.BadParameter(_("choose where the page goes: --open in the browser, or -o {what}.html", what=what))
    tournaments, asked = there(db), {"round": round_, "first": first, "parted": parted}
    if what == CARDS:
        asked |= _joining(tournaments, tournament, round_, pins=pins, address=address)
    page = tournaments.printout(what, tournament, **asked)
    if not browser:
        printing.put_text(page, output)
        return
    printing.show_page(page, f"tournament-{what}", output)


def _joining(
    tournaments: Tournaments, which: str | None, round_: int | None, *, pins: bool | None, address: str | None
) -> dict[str, Any]:
    """Return what a phone needs to join each table: its PIN, and the link of its QR code where the address is known."""
    if pins is None:
        pins = address is not None or all(map(find_spec, (*common.FOR_PHONES, PHONES)))
    if not pins:
        return {}
    devices = load(f"{PHONES}.devices:Devices").beside(tournaments.ledger.path)  # only the cards of tables wait for it
    if devices.problem:
        printing.say(devices.problem, err=True)
    codes = load("sklog.tournament.hall:table_codes")(devices, tournaments.held(which), round_)
    where = (address or "").rstrip("/")
    return {
        "pins": {table: code.typed for table, code in codes.items()},
        "links": {table: f"{where}/{JOIN}#{code.token}" for table, code in codes.items()} if where else {},
        "address": where,
    }
