"""What the commands of a tournament share: how they are made, what they are told, and how they say who is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand

from sklog.cli import common, printing
from sklog.desk.ledger import Ledger
from sklog.errors import NotFound, Refused, SklogError
from sklog.language import N_, _, _n, option_word
from sklog.ledger.evenings import Which
from sklog.reports.model import Report
from sklog.tournament.facts import Said
from sklog.tournament.model import WINNERS, Entrant
from sklog.tournament.tournaments import Held, Tournaments
from sklog.tournament.typed import start_numbers

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


def _offering(found: Callable[[typer.Context], Iterable[object]]) -> Callable[[typer.Context], list[str]]:
    """Return what completes a word by what is found, by nothing where there is no ledger or no tournament."""

    def complete(ctx: typer.Context) -> list[str]:
        with suppress(SklogError):
            return [*map(str, found(ctx))]
        return []

    return complete


def _tournaments(ctx: typer.Context) -> Tournaments:
    return Tournaments(common.ledger_of(common.ledger_typed(ctx)))


complete_tournament = _offering(lambda ctx: (one.evening.id for one in _tournaments(ctx).all()))
"""Completes the number of a tournament in the ledger."""
EXAMPLES: dict[str, tuple[str, ...]] = {}
"""How each command is typed, behind its name, in the order in which they are made."""
OF_A_TOURNAMENT: list[str] = []
"""The commands that take -t: what is suggested of them says the same tournament."""


def word(said: str, about: str = "What to list.") -> Any:
    """Return an argument that is one of the words of "fives|byes", which Tab offers."""
    every = said.split("|")
    return typer.Argument(
        metavar=said, help=about, callback=common.one_of(every), autocompletion=lambda: [*map(option_word, every)]
    )


def words(metavar: str, about: str) -> Any:
    """Return an argument of words that are read later."""
    return typer.Argument(help=about, metavar=metavar)


def text(name: str, metavar: str, about: str) -> Any:
    """Return an option that takes a text."""
    return typer.Option(name, metavar=metavar, help=about)


def flag(name: str, about: str) -> Any:
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
    group: typer.Typer,
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


def _missing(ctx: typer.Context) -> Iterable[str]:
    held = _tournaments(ctx).held(ctx.params.get("tournament"))
    return (f"{held.round}/{table}" for table in held.tournament.missing(held.round)) if held.round else ()


complete_numbers = _offering(lambda ctx: _tournaments(ctx).held(ctx.params.get("tournament")).tournament.entrants)
"""Completes a start number."""
complete_tables = _offering(_missing)
"""Completes a table of the newest round whose list is missing."""


Number = Annotated[str, common.argument("The start number.", "NR", complete_numbers)]
Numbers = Annotated[str, common.argument("The start number, or several: 17,18.", "NR", complete_numbers)]


def one_number(said: str) -> int:
    """Return one start number; raise Refused for several."""
    first, *more = start_numbers(said)
    if more:
        raise Refused(_("give one start number, not {numbers}", numbers=said))
    return first


def person_words(one: Entrant) -> str:
    """Return the number and the name, and behind them where somebody comes from: "17 Anna (Augsburg; team Gras)"."""
    team = _("team {team}", team=one.team) if one.team else ""
    classes = ", ".join(_(WINNERS[each]) for each in one.classes)
    about = "; ".join(filter(None, (", ".join(filter(None, (one.place, one.club))), team, classes)))
    return f"{one.number} {one.name}" + (f" ({about})" if about else "")


def here(held: Held) -> str:
    """Return how many people are here."""
    return _n("{n} person is here.", "{n} people are here.", held.here)


RoundTable = Annotated[
    str,
    common.argument(
        "Round and table, such as 2/17; 17 is table 17 of the newest round.", "[ROUND/]TABLE", complete_tables
    ),
]
