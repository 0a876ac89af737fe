"""What there is, on one page: each thing that people call, record, print or read, and where it stands.

    COMMANDS   by the word that is typed: the module of the command line that holds it
    EVENINGS   by the key of its JSON: what a room records at an evening of its own, remembers of it, and proves
    PAGES      by the same key: how such an evening is shown on phones

A room is a folder of `sklog` that knows the core, and that no other part knows: tournament, phones, platform, lists,
netschafkopf, sheets, play. Each can be deleted. Then everything else works, and whoever asks for it is told that this
part is not installed. So nothing is imported here: a row is `module:name`, looked up when it is asked for first.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from sklog.errors import NotInstalled
from sklog.language import N_, _


class OwnEvening(NamedTuple):
    """An evening at which nobody sits, because a room records there what it does: each row is `module:name`.

    `fact` reads what is recorded, from JSON; `words` says it in a sentence; `memory` reads, from JSON, what is
    remembered of such an evening; `proved` yields what is wrong with that. The sentences are those for whoever plays or
    sits there, and for what is kept otherwise than it comes out.
    """

    fact: str
    words: str
    memory: str
    proved: str
    nobody_plays: str
    somebody_sits: str
    differs: str


EVENINGS: Mapping[str, OwnEvening] = {
    "tournament": OwnEvening(
        fact="sklog.tournament.facts:fact_from_json",
        words="sklog.tournament.words:fact_words",
        memory="sklog.tournament.facts:tournament_from_json",
        proved="sklog.tournament.draw:not_as_drawn",
        nobody_plays=N_("this is a tournament: what is played belongs to the evening of a table"),
        somebody_sits=N_("people sit here to play: a tournament is begun with sklog tournament new"),
        differs=N_("what is kept of the tournament is not what comes out"),
    ),
}

PAGES: Mapping[str, str] = {"tournament": "sklog.tournament.hall:PAGES"}
"""What shows an evening of a room's own on phones, as `sklog.phones.halls.Pages` says it."""

COMMANDS: Mapping[str, Mapping[str, str]] = {
    N_("First of all"): {
        "start": "sklog.cli.evening",
        "play": "sklog.play",
        "add": "sklog.cli.hand",
        "show": "sklog.cli.hand",
        "explain": "sklog.cli.hand",
        "fix": "sklog.cli.correct",
        "undo": "sklog.cli.correct",
        "settle": "sklog.cli.settle",
        "close": "sklog.cli.evening",
        "report": "sklog.cli.report",
    },
    N_("Put right"): {
        "redo": "sklog.cli.correct",
        "void": "sklog.cli.correct",
        "insert": "sklog.cli.correct",
        "move": "sklog.cli.correct",
    },
    N_("At the table"): {
        "join": "sklog.cli.evening",
        "leave": "sklog.cli.evening",
        "seats": "sklog.cli.evening",
        "post": "sklog.cli.evening",
        "bock": "sklog.cli.evening",
        "round": "sklog.cli.evening",
        "stock": "sklog.cli.evening",
        "pay": "sklog.cli.settle",
        "reopen": "sklog.cli.evening",
    },
    N_("Look up"): {
        "calc": "sklog.cli.hand",
        "whatif": "sklog.cli.report",
        "serve": "sklog.phones.commands",
        "session": "sklog.cli.report",
        "player": "sklog.cli.settle",
        "tariff": "sklog.cli.tariff",
    },
    N_("A whole day"): {"tournament": "sklog.tournament.commands"},
    N_("Files"): {
        "replay": "sklog.cli.report",
        "import": "sklog.cli.exchange",
        "export": "sklog.cli.export",
        "verify": "sklog.cli.exchange",
        "merge": "sklog.cli.ledger",
        "check": "sklog.cli.ledger",
        "backup": "sklog.cli.ledger",
        "restore": "sklog.cli.ledger",
        "rescore": "sklog.platform.commands",
    },
}
"""Every command, by the sections of `sklog --help` and in its order, and the module that holds it.

The help describes those of the first section, and names the others.
"""

TOURNAMENTS = "sklog.tournament.tournaments:Tournaments"
"""What `Ledger.tournaments` is."""


def load(row: str) -> Any:
    """Return what a row names: a module, or `module:name` what stands in it. Raises NotInstalled without its room."""
    where, _colon, name = row.partition(":")
    try:
        module = import_module(where)
    except ModuleNotFoundError as error:
        if error.name and f"{where}.".startswith(f"{error.name}."):
            room = where.split(".")[1]
            raise NotInstalled(_("this part of sklog is not installed: {room}", room=room)) from None
        raise
    return getattr(module, name) if name else module
