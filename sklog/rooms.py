"""What there is, on one page: each thing that people call, record, print or read, and where it stands.

    COMMANDS   by the word that is typed: the module of the command line that holds it
    EVENINGS   by the key of its JSON: what a room records at an evening of its own, remembers of it, and proves
    FORMATS    by its name: how a report is written
    IMPORTS    by its name: a kind of file that `import` reads beside sklog's own
    PAGES      by the same key: how such an evening is shown on phones

A room is a folder of `sklog` that knows the core; nothing else imports it. `ROOMS` lists them. Each can be deleted.
Then everything else works, and whoever asks for it is told that this part is not installed. So nothing is imported
here: a row is `module:name`, looked up when it is asked for first.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from sklog.errors import NotInstalled
from sklog.language import N_, _
from sklog.values import NamedTuple

ROOMS = (
    *("tournament", "web", "phones", "platform", "season", "speech", "vault", "rulebook", "pages"),
    *("files", "lists", "netschafkopf", "sheets", "play", "live", "completion", "bank", "likeness", "yaml_causes"),
)
"""Folders that may be deleted."""


class OwnEvening(NamedTuple):
    """An evening at which nobody sits, because a room records there what it does: each row is `module:name`.

    `fact` reads what is recorded, from JSON; `words` says it in a sentence; `memory` reads what is remembered of such
    an evening, from the list of all its facts; `proved` yields what is wrong with that. `begins` is the command by
    which an evening that is played for it begins. `again` is what a fact says that takes the place of an earlier one.

    Of the sentences one is for whoever plays there (`nobody_plays`), one for whoever means an evening to play
    (`not_played`), one for whoever holds it where people sit (`somebody_sits`), and one says that the memory which is
    kept is another one (`differs`). `stands` are the words for an open one, and for a closed one. Three are about the
    evenings that are played for it: that there are `only_these`, that they are in no season (`no_season`), and how
    people are called there (`renamed`). What is `put_right` of either is one for whoever wants more.
    """

    fact: str
    words: str
    memory: str
    proved: str
    begins: str
    again: str
    nobody_plays: str
    not_played: str
    somebody_sits: str
    differs: str
    stands: tuple[str, str]
    only_these: str
    no_season: str
    renamed: str
    put_right: str


EVENINGS: Mapping[str, OwnEvening] = {
    "tournament": OwnEvening(
        fact="sklog.tournament.facts:fact_from_json",
        words="sklog.tournament.facts:fact_words",
        memory="sklog.tournament.facts:tournament_from_json",
        proved="sklog.tournament.draw:not_as_drawn",
        begins="tournament table",
        again="list.corrects",
        nobody_plays=N_("this is a tournament: anything played belongs to the evening of a table"),
        not_played=N_("{name!r} is a tournament: choose one of its tables¦, or see sklog tournament show -t {number}"),
        somebody_sits=N_("this is an evening of play, not a tournament¦: begin one with sklog tournament new"),
        differs=N_("the stored data of the tournament is not what its facts give"),
        stands=(N_("tournament, open"), N_("tournament, closed")),
        only_these=N_(
            "there are only tables of a tournament here, and nobody owes their points¦: choose one with --session, "
            "or begin an evening with: sklog start NAME --players Anna,Bene,Christl,Dani"
        ),
        no_season=N_("only tables of a tournament have played¦: for the ranking, type sklog tournament ranking"),
        renamed=N_(
            "evening {number} ({name}) is a table of a tournament, where people go by their start numbers¦:"
            " sklog tournament change NR --name NAME"
        ),
        put_right=N_(
            "evening {number} ({name}) belongs to a tournament: only its name, day and place can be corrected"
        ),
    ),
}

FIRST = "tournament"
"""What an evening is at which nobody sits, before its first fact: older ones do not say it otherwise."""
PLAYED_FOR: Mapping[str, str] = {key: f"of {key}" for key in EVENINGS}
"""By the key of a room's own evening: the kind of the evenings that are played for it."""


def own_evening(kind: str) -> OwnEvening:
    """Return the row of an evening of this kind: of a room's own, or played for one."""
    return EVENINGS[kind.removeprefix("of ")]


PAGES: Mapping[str, str] = {"tournament": "sklog.tournament.hall:PAGES"}
"""What shows an evening of a room's own on phones, as `sklog.phones.halls.Pages` says it."""

Row = tuple[str, ...]
"""Where a command stands, and how it is typed: what stands behind its name in each example. A room may say that itself.
"""
COMMANDS: Mapping[str, Mapping[str, Row]] = {
    N_("The essentials"): {
        "start": ("sklog.cli.evening", "Stammtisch --players Anna,Bene,Christl,Dani --tariff sauspiel"),
        "play": ("sklog.play", ""),
        "add": ("sklog.cli.hand", "s ac nl3", "w b- // 2 Stiche"),
        "show": ("sklog.cli.hand", ""),
        "explain": ("sklog.cli.hand", "3", "s ac n"),
        "fix": ("sklog.cli.correct", "3 s ac-"),
        "undo": ("sklog.cli.correct", ""),
        "settle": ("sklog.cli.settle", "", "--record"),
        "close": ("sklog.cli.evening", ""),
        "report": ("sklog.cli.report", "session", "standings"),
    },
    N_("Correct"): {
        "redo": ("sklog.cli.correct", ""),
        "void": ("sklog.cli.correct", "3"),
        "insert": ("sklog.cli.correct", "3 w b"),
        "move": ("sklog.cli.correct", "3 2"),
    },
    N_("At the table"): {
        "join": ("sklog.cli.evening", "Emil --after Anna"),
        "leave": ("sklog.cli.evening", "Dani"),
        "seats": ("sklog.cli.evening", "Anna,Christl,Bene,Dani"),
        "post": ("sklog.cli.evening", "anna:-0,50 bene:+0,50 --note Bier"),
        "bock": ("sklog.cli.evening", "4", "off"),
        "round": ("sklog.cli.evening", "hadsch"),
        "stock": ("sklog.cli.evening", "+0,40 anna"),
        "pay": ("sklog.cli.settle", "Anna Bene 2,40"),
        "reopen": ("sklog.cli.evening", ""),
    },
    N_("Look up"): {
        "calc": ("sklog.rulebook.commands_calc", "--tariff wiki s ac nl3"),
        "whatif": ("sklog.season.commands", "--tariff wiki", "--tariff wiki --all"),
        "serve": ("sklog.phones.commands",),
        "web": ("sklog.web.commands",),
        "session": ("sklog.cli.session", "list", "log"),
        "player": ("sklog.cli.settle", "list", "rename Dani Daniel"),
        "tariff": ("sklog.rulebook.commands", "list", "show wiki"),
    },
    N_("Whole day"): {"tournament": ("sklog.tournament.commands",)},
    N_("Files"): {
        "replay": ("sklog.files.commands_replay", "stammtisch.yaml"),
        "import": ("sklog.files.commands_import", "stammtisch.yaml"),
        "export": ("sklog.files.commands_export", "Stammtisch -o stammtisch.yaml"),
        "verify": ("sklog.vault.commands_check", "laptop.db"),
        "merge": ("sklog.vault.commands", "laptop.db"),
        "check": ("sklog.vault.commands_check", ""),
        "backup": ("sklog.vault.commands", ""),
        "restore": ("sklog.vault.commands", ""),
        "rescore": ("sklog.platform.commands",),
    },
}
"""Every command, by the sections of `sklog --help` and in its order, with the module that holds it.

The help describes those of the first section, and names the others.
"""


class Group(NamedTuple):
    """Commands behind one word: what they are for, and where the Typer of each stands."""

    about: str
    commands: Mapping[str, Row]


class SeasonReport(NamedTuple):
    """A report of many evenings: its help, how it is typed behind its name, and whether it has charts to be drawn."""

    about: str
    typed: str = ""
    drawn: bool = False


SEASON_REPORTS: Mapping[str, SeasonReport] = {
    "standings": SeasonReport(
        N_("Print the table of a season. Totals, averages, best and worst evenings, streaks and form."),
        "--since 2026-01",
        drawn=True,
    ),
    "stats": SeasonReport(
        N_("Print what everybody did. Games, partners, Kontra, Klopfer, Schneider, Laufende, Ramsch, luck."),
        "--players Anna,Bene",
        drawn=True,
    ),
    "partners": SeasonReport(
        N_("Print who earns with whom. What everybody won with each partner, and from each opponent."),
        drawn=True,
    ),
    "records": SeasonReport(
        N_("Print the records. The dearest hands, the longest runs, and every Sie."),
        "--group Stammtisch",
    ),
    "characters": SeasonReport(
        N_("Print who plays like which character. Seven characters from an old book, and the figures that decide."),
    ),
    "rating": SeasonReport(
        N_("Print how strong everybody is. A rating with its uncertainty, based on who won against whom."),
        "--year 2026",
    ),
    "season": SeasonReport(
        N_("Print everything about a season on one page, best with -o season.html. Players, pairs, games, records."),
        "--year 2026 -o saison.html",
    ),
}
"""The reports of a season, in the order of the help; `season/reports` has a module of each name."""
_OWN, _SHOWN = "sklog.rulebook.commands:tariff", "sklog.rulebook.commands_shown:tariff"
_RIGHT = "sklog.cli.correct:sessions"
GROUPS: Mapping[str, Group] = {
    "report": Group(
        N_("Print a report: session, standings, stats, partners, records, characters, rating, season, prices, schema."),
        {
            "session": ("sklog.cli.report:reports", "-o stammtisch.html"),
            **{name: ("sklog.season.commands:reports", one.typed) for name, one in SEASON_REPORTS.items()},
            "prices": ("sklog.rulebook.commands:reports", "--tariff wiki -o preise.html"),
            "schema": ("sklog.rulebook.commands_shown:reports", "-o report.schema.json"),
        },
    ),
    "session": Group(
        N_("Evenings: list, log, tariff, rename, date, place, seats, dealer, void, restore."),
        {
            "list": ("sklog.cli.session:sessions", "", "--void"),
            "log": ("sklog.cli.session:sessions", ""),
            "tariff": ("sklog.cli.report:sessions", "wiki --from 2"),
            "rename": (_RIGHT, '2 "Bei Vroni"'),
            "date": (_RIGHT, "2 2026-11-18"),
            "place": (_RIGHT, '2 "Gasthof Post"'),
            "seats": (_RIGHT, "2 Anna,Christl,Bene,Dani"),
            "dealer": (_RIGHT, "2 Bene"),
            "void": (_RIGHT, "2"),
            "restore": (_RIGHT, "2"),
        },
    ),
    "player": Group(
        N_("People: list, rename, merge, part, set."),
        {
            "list": ("sklog.cli.settle:players", ""),
            "rename": ("sklog.cli.settle:players", "Dani Daniel"),
            "merge": ("sklog.cli.settle:players", "Beni Bene"),
            "part": ("sklog.cli.settle:players", "Max Moritz --session 2"),
            "set": ("sklog.bank.commands:players", "Anna --iban DE02120300000000202051"),
        },
    ),
    "tariff": Group(
        N_("Tariffs: list, show, check, diff, new, schema."),
        {
            "list": (_SHOWN, ""),
            "show": (_SHOWN, "wiki"),
            "check": (_OWN, "haus.yaml"),
            "diff": (_SHOWN, "sauspiel wiki"),
            "new": (_OWN, "haus"),
            "schema": (_OWN, "-o tariff.schema.json"),
        },
    ),
}
"""The groups of which one command does not wait for another; those of a room's own stand in its module."""


SPEECH = "sklog.speech"
"""What reads a hand that is said in a sentence."""
PRICES, OWN_TARIFF = "sklog.rulebook.prices:prices_report", "sklog.rulebook.house_rules:own_tariff"
"""What makes a price list, and what asks for the rules of a table's own."""
PROMPT, LINE = "sklog.play:sit_down", "sklog.play.prompt:edit_answer"
"""What shows the prompt of an evening, and what asks for the answer to one question in a line that can be edited."""
COMPLETING = "sklog.completion"
"""What tells a shell what a word may become."""
LIVE, PREVIEW = "sklog.live.boards", "sklog.live.preview"
"""What makes the board of an evening, and what can be played; what says how a line is understood while it is typed."""
OTHER_WORDS = "sklog.live.vocabulary:meaning"
"""What says which command is meant by words that are none."""
YAML_CAUSES = "sklog.yaml_causes:explained"
"""What says why a text is no YAML."""
FIRST_QUESTIONS = "sklog.play.first"
"""What asks for all that an evening begins with."""


class Format(NamedTuple):
    """How a report is written: the endings of its files, and what makes one of a report; each row is `module:name`.

    Where there is a `book`, it makes a file of sheets, `report` the sheets of a report, `evenings` those of evenings. A
    `picture` is one of an evening: no other report can be written so, and no help offers it.
    """

    endings: tuple[str, ...]
    report: str
    evenings: str = ""
    book: str = ""
    picture: bool = False


_SHEETS = ("sklog.sheets.workbook:workbook", "sklog.sheets.every_hand:evenings_book")
FORMATS: Mapping[str, Format] = {
    "text": Format((".txt",), "sklog.reports.render:to_text"),
    "markdown": Format((".md", ".markdown"), "sklog.pages.markdown:to_markdown"),
    "csv": Format((".csv",), "sklog.reports.render:to_csv"),
    "json": Format((".json",), "sklog.reports.render:to_json"),
    "html": Format((".html", ".htm"), "sklog.pages.page:page"),
    "svg": Format((".svg",), "sklog.pages.card:svg", picture=True),
    "png": Format((".png",), "sklog.pages.card:png", picture=True),
    "xlsx": Format((".xlsx",), *_SHEETS, "sklog.sheets.xlsx:xlsx"),
    "ods": Format((".ods",), *_SHEETS, "sklog.sheets.ods:ods"),
}
PLOT, CODE_IN_TEXT = "sklog.pages.chart:plot", "sklog.pages.picture:code_blocks"
"""What draws a chart, and a code, with letters."""
CODES = "sklog.pages.leafing:leafed_through"
"""What shows the codes of a report one at a time."""
CSV_FOR_PEOPLE = "sklog.sheets.workbook:csv_for_people"
"""What writes a table as the csv that options of the command line ask for."""
PARQUET = "sklog.platform.exchange:folder_writer"
"""What returns, where it can be done, what writes evenings into a folder."""


class FileKind(NamedTuple):
    """A kind of file that `import` reads: what reads it, as `module:name`, and by what it is known.

    That is an ending, or a pattern (`begins`) found in its first kilobytes once a line feed alone ends each line. Of a
    folder the files are read that are called as `inside` says. `you` are names for whoever kept the file.
    """

    reads: str
    endings: tuple[str, ...] = ()
    begins: bytes = b""
    inside: str = ""
    you: tuple[str, ...] = ()


IMPORTS: Mapping[str, FileKind] = {
    "protocol": FileKind(
        "sklog.netschafkopf.incoming:read",
        begins=rb"(?m)^[ \t]*gespielt von .+ am \d\d?\.\d\d?\.\d\d|^Geber: .+\n(?:Spielart: .+\n)? *\S.* hat: ",
        you=("du", "dir", "dich"),
    ),
    "columns": FileKind("sklog.platform.exchange:read", (".parquet",), rb"\APAR1", "evenings*.parquet"),
    "workbook": FileKind("sklog.lists.incoming:read", (".xlsx", ".xlsm", ".ods")),
    # some programs call a csv xls
    "list": FileKind("sklog.lists.incoming:read", (".csv", ".tsv", ".tab", ".md", ".markdown", ".xls")),
}
"""In this order; a csv that begins with the headings of sklog's own is no list."""
LIST_OPTIONS = "sklog.lists.incoming:asked"
"""What checks what was said of lists with options of `import`."""

TOURNAMENTS = "sklog.tournament.tournaments:Tournaments"
"""What `Ledger.tournaments` is."""
BANK, ACCOUNTS, GIROCODES = "sklog.bank.payments", "sklog.bank.accounts:damaged", "sklog.bank.commands:require_codes"
"""What says where a payment goes, which IBANs and pay links are damaged, and what refuses codes where none can be."""
CHAT = "sklog.bank.chat:of_accounts"
"""What tells a group chat who pays whom."""
SEASON = "sklog.season.selection"
UNDER = "sklog.season.reports.whatif:evening_under"
"""What selects evenings, and what shows one beside the same under another tariff."""
HIGHLIGHTS = "sklog.season.highlights:of_evening"
"""What makes the highlights of an evening, and every Sie in it."""
LIKENESS = "sklog.likeness.models"
"""What knows hands that are alike, so that a season scores one of them for all."""
ADD, IMPORT, WRITTEN = "sklog.files.incoming:bring_in", "sklog.files.incoming:take_in", "sklog.files.formats:texts_of"
"""What stores an evening, those of files, and what writes evenings as the text of a file."""
RESTORE, MERGE = "sklog.vault.restore", "sklog.vault.merge:taken_over"
CHECK, COPIES, SIGNING = "sklog.vault.check", "sklog.vault.backup", "sklog.vault.signing"
"""What proves a ledger that cannot be read, copies one that is older or was played to the end, and signs an evening."""


def load(row: str) -> Any:
    """Return what a row names: a module, or `module:name` what stands in it.

    Raises NotInstalled where its room is not here, or another one that it uses.
    """
    where, _colon, name = row.partition(":")
    try:
        module = import_module(where)
    except ModuleNotFoundError as error:
        room = (error.name or "").removeprefix("sklog.").split(".")[0]
        if room in ROOMS:
            raise NotInstalled(_("this part of sklog is not installed: {room}", room=room)) from None
        raise
    return getattr(module, name) if name else module


def if_here(row: str) -> Any | None:
    """Return what a row names, None where its room is not here."""
    try:
        return load(row)
    except NotInstalled:
        return None


WAY = "sklog.cli.ways:way_to_go_on"
"""How the command line says what is said below it without a command."""

ELSEWHERE = "sklog.commands"
"""The entry points of other distributions: the word that is typed, and a Typer that holds the command of this name."""


DISTRIBUTION = "sklog-schafkopf"
"""What is installed of sklog; `sklog` itself is another program on the index."""


def _metadata() -> Any:
    from importlib import metadata  # noqa: PLC0415  20 ms, for a version and for a word that nobody knows

    return metadata


def another() -> str:
    """Return the version of that other program where it is installed as well, and replaces our files; else ""."""
    metadata = _metadata()
    try:
        told = metadata.metadata("sklog")
    except metadata.PackageNotFoundError:
        return ""
    return "" if "Schafkopf" in (told["Summary"] or "") else told["Version"]  # as we were called before the index


def elsewhere(word: str) -> Any:
    """Return what another distribution has for a word that is none of ours, None where there is none."""
    return next((one.load() for one in _metadata().entry_points(group=ELSEWHERE, name=word)), None)
