"""What commands share: their options, what Tab offers for them, the open ledger, who asks, and the words of a hand.

Completion imports this module, too, and `add` waits for it: what few commands need is imported where it is used.
Completion never fails and never writes.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache, partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from sklog.cli import printing, usage
from sklog.direct import screen
from sklog.errors import NotFound, Refused, Repeated, SklogError, UnclearAmount, UnclearHand
from sklog.language import _, as_typed, option_word, speak, suggest_about
from sklog.rooms import COMPLETING, CSV_FOR_PEOPLE, FORMATS, load
from sklog.scoring.amounts import decimal_mark
from sklog.scoring.names import name_key, one_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import ModuleType

    from sklog.desk.ledger import Ledger
    from sklog.reports.model import Report
    from sklog.reports.render import SpokenCsv
    from sklog.scoring.tariff import Tariff

Own = TypeVar("Own", bound="Callable[..., Any]")
T = TypeVar("T")
AT_PROMPT, NOT_STORED, UNDO_HINT, way_back = screen.AT_PROMPT, screen.NOT_STORED, screen.UNDO_HINT, screen.way_back
DISAGREES = 3  # the exit code for what is stored or expected and does not agree
INTERRUPTED = 130  # as any program that Ctrl-C ends
FOR_PROGRAMS = ("csv", "json")
FOR_PHONES = ("starlette", "uvicorn", "jinja2", "segno")
"""Packages that phones are served with."""
ENDINGS = {ending: name for name, one in FORMATS.items() for ending in one.endings}
"""How a report is printed into a file of this name, where nobody says it."""
OF_ANY_REPORT = tuple(name for name, one in FORMATS.items() if not one.picture)
"""The formats of any report; an evening can be a picture as well."""
PAGE_ON_PAPER = ".pdf"
NOT_WRITTEN = frozenset({".xls", ".docx", ".odt", ".rtf"})
"""Endings of files that no report is written as; with any other ending it is text."""
UNIT_KEYS = {"e": 0, "€": 0, "c": 1}
"""What is pressed where a number may be euros or cents."""
HAND_FROM_HERE = {"allow_interspersed_args": False}
"""For commands that end in a hand: options stand before it, from its first word on nothing is an option."""
WORDS_FROM_HERE = {**HAND_FROM_HERE, "ignore_unknown_options": True}
"""The same where the first word may be an amount below 0, such as `-40`."""


# -- what Tab offers ----------------------------------------------------------------------------------


def ledger_typed(ctx: typer.Context) -> Path | None:
    """Return what --db says in a line that somebody types: of the command, else before it; None for the usual one."""
    for typed in (ctx, ctx.parent):
        if typed and isinstance(said := typed.params.get("db"), Path):
            return said
    return None


def offering(
    found: Callable[[typer.Context, str], Iterable[object]],
) -> Callable[[typer.Context, str], list[str]]:
    """Return what completes a word by what is found for it; by nothing where that cannot be read."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        with suppress(SklogError):
            return [*map(str, found(ctx, incomplete))]
        return []

    return complete


def _completing(what: str) -> Callable[[typer.Context, str], list[str]]:
    """Return what completes a word by what there is of this, in the ledger that is typed if it is in one."""
    return offering(lambda ctx, incomplete: getattr(load(COMPLETING), what)(ledger_typed(ctx), incomplete))


complete_words, complete_people, complete_round = map(_completing, ("hand_words", "people", "rounds"))
"""A word of a hand; somebody at the table of the open evening, and a special round that it plays."""
complete_session, complete_tariff = map(_completing, ("evenings", "tariffs"))
"""The number of an evening in the ledger; the name of a tariff, of all that can be found."""


# -- how options are read ------------------------------------------------------------------------------


def one_of(words: Sequence[str]) -> Callable[[str | None], str | None]:
    """Return a callback that checks that an option, where it is given, is one of these words."""

    def required(said: str | None) -> str | None:
        said = said and usage.word_meant(said, words)
        if said is not None and said not in words:
            known = ", ".join(map(option_word, words))
            raise typer.BadParameter(_("{said!r} is not one of {words}", said=said, words=known))
        return said

    return required


def option_of(name: str, words: Sequence[str], *, help: str) -> Any:  # noqa: A002  Typer's word for it
    """Return an option that is one of these words, which Tab offers."""
    return typer.Option(
        name,
        metavar="|".join(words),
        help=help,
        callback=one_of(words),
        autocompletion=lambda: [*map(option_word, words)],
    )


def checked_option(name: str, metavar: str, words: Iterable[str], said: str) -> Any:
    """Return an option that is one of these words, of which the help names those of `metavar`."""
    return typer.Option(name, metavar=metavar, help=said, callback=one_of(tuple(words)))


def argument(said: str, metavar: str, complete: Callable[..., list[str]]) -> Any:
    """Return an argument that Tab completes, with what the help says of it."""
    return typer.Argument(help=said, metavar=metavar, autocompletion=complete)


def person(said: str, metavar: str) -> Any:
    """Return an argument that is somebody's name, with what the help says of it."""
    return argument(said, metavar, complete_people)


def tariff_argument(metavar: str) -> Any:
    """Return an argument that is a tariff, by name, by prices or by its file."""
    return argument("A tariff's name, prices such as 10-20-50, or a YAML file.", metavar, complete_tariff)


def number_option(name: str, said: str, metavar: str = "N") -> Any:
    """Return an option that takes a number from 1 on, with what the help says of it."""
    return typer.Option(name, metavar=metavar, help=said, parser=whole_number)


def whole_number(said: object) -> int:
    """Read a number that counts something, from 1 on."""
    text = str(said)
    if not (text.isascii() and text.isdigit() and len(text) < screen.MOST_DIGITS and int(text)):
        raise typer.BadParameter(_("{said!r} is not a whole number from 1 on", said=text))
    return int(text)


def who_is_who(said: Sequence[str]) -> dict[str, str]:
    """Return what `--as Gast=Anna,PcLinks=Bene` means; anything else is wrong usage."""
    people: dict[str, str] = {}
    for pair in (pair for text in said for pair in text.split(",")):
        printed, sign, name = pair.partition("=")
        printed, name = one_name(printed), one_name(name)
        if not (printed and sign and name):
            raise typer.BadParameter(_("{said!r} does not show who is who: write Gast=Anna", said=pair))
        if name_key(printed) in map(name_key, people):
            raise typer.BadParameter(_("{name} is given twice", name=printed))
        people[printed] = name
    return people


def _format(ctx: typer.Context, said: str) -> str:
    """Check how a report is printed, which its file's ending says as well; for programs in no language of people."""
    one_of(tuple(FORMATS))(said)
    people = _csv_for_people(ctx)
    source = ctx.get_parameter_source("how")
    if source is not None and source.name == "DEFAULT":
        ending = Path(ctx.params.get("output") or "").suffix.lower()
        if ending == PAGE_ON_PAPER:
            raise typer.BadParameter(
                _("for a pdf, print the page: write it with -o {name}.html, open that, and print it as a PDF",
                  name=Path(ctx.params["output"]).stem)
            )  # fmt: skip
        if ending in NOT_WRITTEN:
            known = ", ".join(ENDINGS)
            raise typer.BadParameter(
                _("no report can be {ending}; choose from {known}, or use --format", ending=ending, known=known)
            )
        said = ENDINGS.get(ending, "html" if ctx.params.get("browser") else people or said)
    if people:
        if said != people:
            raise typer.BadParameter(
                _("--excel, --decimal and --separator are for csv, and this is {format}: leave them out, or use "
                  "--format csv", format=said)
            )  # fmt: skip
        return people
    if said in FOR_PROGRAMS:
        speak(None)
    return said


# -- csv for people: options of every command that prints csv ----------------------------------------------

OF_CSV = "sklog.csv"
"""Where what was said of csv is kept until it is known how something is printed."""
LANGUAGES_OF_EXCEL = ("de", "en")
DECIMALS = {**dict.fromkeys(("comma", "komma"), ","), **dict.fromkeys(("point", "punkt"), ".")}
"""What parts decimals, in the words of both languages, which `import` knows as well."""
SEPARATORS = {";": ";", ",": ",", "tab": "\t"}


def _csv_option(name: str, offered: str, words: Iterable[str], said: str) -> Any:
    known = one_of(tuple(words))

    def keep(ctx: typer.Context, value: str | None) -> None:
        if (value := known(value)) is not None:
            ctx.meta.setdefault(OF_CSV, {})[name] = value

    return typer.Option(
        f"--{name}",
        metavar=offered,
        help=said,
        callback=keep,
        autocompletion=lambda: offered.split("|"),
        expose_value=False,
        is_eager=True,
        show_default=False,
    )


ForExcel = Annotated[
    str | None,
    _csv_option("excel", "de|en", LANGUAGES_OF_EXCEL, "A csv for Excel in this language, in euros, with headings."),
]
DecimalMark = Annotated[
    str | None,
    _csv_option(
        "decimal", "comma|point", DECIMALS, "A csv for people with this decimal mark, in euros, with headings."
    ),
]
Separator = Annotated[str | None, _csv_option("separator", ";|,|tab", SEPARATORS, "The same, with this separator.")]


def _csv(excel: ForExcel = None, decimal: DecimalMark = None, separator: Separator = None) -> None:
    """Take the options of csv for people, which are kept until it is known how something is printed."""


def with_csv_options(command: usage.AnyCommand) -> usage.AnyCommand:
    """Return a command that prints reports with the options of csv for people behind its --format, any other as it is.

    They are read before --format, which is csv where nothing else is said. Typer makes them of a function: how it calls
    their class changes from one to the next.
    """
    every = ("|".join(FORMATS), "|".join(OF_ANY_REPORT))
    places = [place for place, one in enumerate(command.params, 1) if getattr(one, "metavar", "") in every]
    for place in places[:1]:
        holder = typer.Typer(add_completion=False)
        holder.command()(_csv)
        command.params[place:place] = typer.main.get_command(holder).params
    return command


def _csv_for_people(ctx: typer.Context) -> SpokenCsv | None:
    """Return the csv that was asked for with its own options; None where none was, wrong usage where two contradict."""
    said = ctx.meta.get(OF_CSV)
    if not said:
        return None
    from sklog.reports.render import EXCEL, SpokenCsv  # noqa: PLC0415  only for csv of people

    load(CSV_FOR_PEOPLE)  # without it nothing is recorded either
    if "excel" in said:
        if len(said) > 1:
            raise typer.BadParameter(
                _("it sets the decimal mark and the separator as well: leave --decimal and --separator out"),
                param_hint="--excel",
            )
        return EXCEL[said["excel"]]
    separator = SEPARATORS.get(said.get("separator", ""))
    decimal = DECIMALS.get(said.get("decimal", ""), "." if separator == "," else decimal_mark())
    if decimal == separator:
        raise typer.BadParameter(
            _("a comma cannot separate euros from cents and also cells: use --separator ';'"), param_hint="--separator"
        )
    return SpokenCsv(decimal, separator or (";" if decimal == "," else ","))


HandNumber = Annotated[int, typer.Argument(help="The number of the hand.", metavar="N", parser=whole_number)]
_HAND = argument("The hand, such as: s ac nl3", "HAND…", complete_words)
HandWords = Annotated[list[str], _HAND]
MaybeHand = Annotated[list[str] | None, _HAND]
AsJson = Annotated[bool, typer.Option("--json", help="HAND is one canonical hand in JSON (- reads it).")]
Db = Annotated[
    Path | None, usage.ledger_option("The ledger (default: $SKLOG_DB, or a file in the platform's data folder).")
]


def about(option: str, commands: Sequence[str]) -> Callable[[typer.Context, str | None], str | None]:
    """Return what has suggested commands say the evening that was said, but for the one that the prompt means."""

    def suggest(ctx: typer.Context, which: str | None) -> str | None:
        if which is not None:
            suggest_about(option, None if which == AT_PROMPT.get() else which, commands)
            ctx.call_on_close(partial(suggest_about, option, None))
        return which

    return suggest


WhichSession = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="WHICH",
        help="Another evening than the newest open one, by number, name or date.",
        autocompletion=complete_session,
        callback=about("--session", screen.OF_AN_EVENING),
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would happen and store nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Record without asking.")]


def _format_option(formats: Iterable[str]) -> Any:
    """Return the option that says in which of these formats something is printed."""
    said, offered = "The output format (or by the ending of -o FILE).", list(formats)
    return typer.Option(
        "--format", metavar="|".join(offered), help=said, callback=_format, autocompletion=lambda: offered
    )


FormatOfSheet = Annotated[str, _format_option(FORMATS)]
Format = Annotated[str, _format_option(OF_ANY_REPORT)]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.", parser=usage.file_named)
]
Plot = Annotated[bool, typer.Option("--plot", help="Draw the charts below the tables (html always has them).")]
InBrowser = Annotated[bool, typer.Option("--open", help="Open it in the browser.")]
GiroCode = Annotated[
    bool, typer.Option("--girocode", help="Draw a GiroCode for each payment to somebody with a known IBAN.")
]
Share = Annotated[bool, typer.Option("--share", help="Print a short text for the group chat.")]
Copy = Annotated[bool, typer.Option("--copy", help="The same, and copy it to the clipboard.")]
StockRule = Annotated[
    str | None,
    typer.Option(
        "--stock",
        metavar="split|carry|NAME",
        help="What happens to the Stock (default: as the tariff says).",
        callback=lambda said: said and usage.word_meant(said, usage.STOCK),
    ),
]
_TARIFF = typer.Option(
    "--tariff",
    metavar="T",
    help="A tariff's name, prices such as 10-20-50, or a YAML file (see: sklog tariff list).",
    autocompletion=complete_tariff,
)
TariffName = Annotated[str, _TARIFF]
MaybeTariff = Annotated[str | None, _TARIFF]


def _shared(
    session: WhichSession = None,
    db: Db = None,
    dry_run: DryRun = False,
    how: Format = "text",
    output: Output = None,
    plot: Plot = False,
    browser: InBrowser = False,
) -> None:
    """Take the options that several commands end in, with what is meant where nobody says them."""


@cache
def _shared_options() -> Mapping[str, Parameter]:
    return signature(_shared, eval_str=True).parameters  # `add` has none of them, and does not wait


WRITING = ("session", "db", "dry_run")
GIVEN = ("ledger", "ledger_file", "which")
"""What a function may take that is no option: `run` gives it."""


def command(
    group: typer.Typer,
    name: str,
    run: Callable[..., None],
    shared: Iterable[str | Parameter],
    also: Iterable[Parameter] = (),
    **settings: Any,
) -> Callable[[Own], Own]:
    """Make a command with the options of a function, `also` others that it takes as `**`, and the shared ones behind.

    Those that the function takes by name alone stand behind the others.
    `run` gets the function and all options by name. So commands that differ in their own options alone say only those,
    and what to make of them.
    """

    def command_of(own: Own) -> Own:
        def run_own(**options: Any) -> None:
            run(own, **options)

        takes = (*signature(own, eval_str=True).parameters.values(), *also)
        options = [one for one in takes if one.name not in GIVEN and one.kind is not Parameter.VAR_KEYWORD]
        options.sort(key=lambda one: one.kind)
        options += [_shared_options()[option] if isinstance(option, str) else option for option in shared]
        run_own.__doc__ = own.__doc__
        run_own.__annotations__ = {one.name: one.annotation for one in options}
        keywords = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in options]  # in any order, with a default or not
        run_own.__signature__ = Signature(keywords)  # type: ignore[attr-defined]  # which `inspect` asks first
        group.command(name, **settings)(run_own)
        return own

    return command_of


def report(
    group: typer.Typer,
    name: str,
    *also: str,
    reads: bool = True,
    about: str | None = None,
    takes: Iterable[Parameter] = (),
    opened: Callable[[Path | None], Any] | None = None,
) -> Callable[[Own], Own]:
    """Make a command of what returns a report: it is printed as --format, -o and, of `also`, `plot` and `browser` say.

    What `reads` gets the ledger of --db, or as `ledger_file` what that is `opened` as. `about` is the help, else the
    function's docstring. `takes` are options more.
    """

    def print_report(own: Callable[..., Report], how: str, output: Path | None, **options: Any) -> None:
        shown = {option: options.pop(option) for option in also}
        if reads:
            db = options.pop("db")
            options |= {"ledger_file": opened(db)} if opened else {"ledger": ledger_of(db)}
        printing.put(own(**options), how, output, **shown)

    return command(group, name, print_report, (*(("db",) if reads else ()), "how", "output", *also), takes, help=about)


# -- what is typed, asked and answered --------------------------------------------------------------------


def ledger_of(db: Path | None) -> Ledger:
    """Return the ledger of --db."""
    from sklog.desk.ledger import Ledger  # noqa: PLC0415  completion records and reports nothing

    return Ledger(db)


def typed_hand(words: Sequence[str] | None, command: str, *, json: bool) -> str:
    """Return the line of a hand, or the JSON of one, which is read from standard input where none or `-` is typed.

    Called before a ledger is opened. Without any word of shorthand the command was used wrongly.
    """
    text = " ".join(words or ())
    if not json:
        if not words:
            said = _(
                "type a hand, such as: sklog {command} s ac nl3; sklog add --help shows the letters",
                command=as_typed(command),
            )
            raise typer.BadParameter(said)
        return text
    if text not in ("", "-"):
        return text
    from sklog.desk.hands import json_text  # noqa: PLC0415  only with JSON

    return json_text(sys.stdin.buffer)


def tariff_named(name: str | None) -> Tariff:
    """Return the tariff of this name or in this file, without a name the usual one; raise NotFound."""
    from sklog.tariffs import DEFAULT, chosen  # noqa: PLC0415  the same

    return chosen(DEFAULT if name is None else name, Path.cwd())


def disagree(*sentences: object) -> NoReturn:
    """End the command because something stored or expected does not agree, with sentences about it on stderr."""
    printing.say(*sentences, err=True)
    raise typer.Exit(DISAGREES)


def known_file(path: Path) -> Path:
    """Return a file that is there to be read; raise NotFound, or Refused for what is no file."""
    if path.is_dir():
        raise Refused(_("{path} is a folder, not a file", path=path))
    if not path.exists():
        raise NotFound(_("there is no file {path}", path=path))
    if not path.is_file():
        raise Refused(_("{path} is not a regular file: save it first, then name the file", path=path))
    return path


def asked_back(run: Callable[..., T], **said: Any) -> T:
    """Return what `run` makes of what was typed; what is not clear is asked back, with one key, then run again.

    That is an amount without a unit, or a line that can be several hands, or cost several prices. Raises UnclearHand
    where nobody can answer, or nothing was chosen.
    """
    try:
        return run(**said)
    except UnclearHand as error:
        unclear, place = error, _choose_meaning(error)

    def as_meant(typed: Any) -> Any:
        if isinstance(typed, list):
            return [*map(as_meant, typed)]
        return unclear.meant[typed][place] if typed in unclear.meant else typed

    return asked_back(run, **{name: as_meant(typed) for name, typed in said.items()})


def once_or_again(run: Callable[..., T], **said: Any) -> T:
    """Return what `run` makes of the one thing typed; one recorded already is recorded `again` where Enter says so.

    Raises Repeated where nobody can be asked, or nobody says so.
    """

    def run_once(**clear: Any) -> T:
        try:
            return run(**clear)
        except Repeated as error:
            [error.chosen] = zip(map(str, said.values()), map(str, clear.values()), strict=True)
            # the prompt has its own way to ask
            if AT_PROMPT.get() is not None or not printing.can_ask() or not _really_twice(error):
                raise
        return run(again=True, **clear)

    return asked_back(run_once, **said)


def _really_twice(error: Repeated) -> bool:
    """Ask whether it was done once more: Enter alone says so, if it was pressed behind the question."""
    printing.tell(error.problems[0])
    try:
        key = _terminal().one_key(_("Really twice? Enter:"))
    except KeyboardInterrupt:
        raise typer.Abort from None
    typer.echo()
    return bool(key in ("\r", "\n"))


def _terminal() -> ModuleType:
    from sklog.cli import terminal  # noqa: PLC0415  only where something is asked

    return terminal


def _choose_meaning(unclear: UnclearHand) -> int:
    """Return which of the meanings of what was typed somebody chooses; raise the error where that is none."""
    if not (unclear.meant and printing.can_ask()):
        raise unclear
    if isinstance(unclear, UnclearAmount):
        euros, cents = unclear.choices
        keys = UNIT_KEYS
        question = _("{euros} or {cents}? (e: euros, c: cents, Enter: neither)", euros=euros, cents=cents)
    else:
        keys = {str(number): number - 1 for number in range(1, len(unclear.choices) + 1)}
        lines = ", ".join(f"{key}: {line}" for key, line in zip(keys, unclear.choices, strict=True))
        question = _("{question} ({lines}, Enter: none of them)", question=unclear.question, lines=lines)
    typed: str = _terminal().one_key(question, "".join(keys))
    key, _enter, more = typed.replace("\r", "\n").partition("\n")
    place = keys.get(key.casefold())
    _terminal().leave_beside(typed if place is None else more)
    typer.echo(key if place is not None else "")
    if place is None:
        raise unclear
    return place


def confirmed(question: str, *, yes: bool) -> bool:
    """Ask before something is recorded; a script has to say --yes. Raise Refused where another line is the answer."""
    if yes:
        return True
    if not printing.can_ask():
        raise Refused(_("nothing was recorded, because nobody can be asked here; if you mean it, use --yes"))
    answer: bool | None = _terminal().yes_to(question)
    if answer is None:
        raise Refused(_("nothing was recorded"))
    return answer
