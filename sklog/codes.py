"""What programs go by: a code for each thing that is often wrong, whatever sentence says it, in whatever language.

A sentence may be said in other words; its code stays. One that has none of its own here has the code of its error's
class. This is read when somebody asks for a code.
"""

from __future__ import annotations

_CODES = {
    "no-such-person": (
        "nobody in this ledger is called {name!r}",
        "nobody in this ledger is called {name!r}, only {people}",
        "{name} is not at this table; there are {people}",
        "{name} was never at this table; there are {people}",
        'nobody here is called "{word}", only {people}',
        "nobody here is called {words}. Did you mean this hand? Then write {line}",
        'nobody here is called "{word}", did you mean {near}? Names here: {people}',
        'there is no "{word}" here, only {people}',
    ),
    "several-people": ('"{word}" can be {people}: write more of the name',),
    "no-such-evening": ("there is no evening {name!r}", "there is no evening {number}"),
    "no-evening-yet": ("there is no evening yet",),
    "evenings-struck-out": ("every evening is struck out: {names}",),
    "no-open-evening": ("no evening is open; the last one was {name!r}",),
    "evening-struck-out": ("evening {number} ({name}) is struck out",),
    "evening-signed": ("{name!r} was signed when it ended",),
    "several-evenings": ("{name!r} can be several evenings: choose one by its number ({numbers})",),
    "no-such-hand": (
        "there is no hand {number} in {name!r}: none has been recorded yet",
        "there is no hand {number} in {name!r}: the last is hand {last}",
    ),
    "no-such-report": ("there is no report {name!r}; choose from {known}",),
    "no-such-game": (
        '"{word}" is not a game here, only {games}',
        '"{word}" is not a game here, did you mean "{near}"? Games: {games}',
        "{tariff} does not have {game}; it has {games}",
    ),
    "two-readings": ("this can mean several hands; choose one of them: {hands}",),
    "who-played": (
        "who played? {game} needs a declarer, such as {line}",
        "who played? {game} needs a declarer and a partner, such as {line}",
        "who played? Name the declarer (or the winners)",
    ),
    "who-was-the-partner": ("who was the partner? {game} needs a declarer and a partner, such as {line}",),
    "who-won": (
        "who won? Add won or lost, or the declarers' Augen",
        "who won? {game} is decided by tricks: add won or lost, or the declarers' tricks",
        "who won? a Tout is decided by tricks: add won or lost, or the declarers' tricks",
        "who won? an announced Schwarz is decided by tricks: add won or lost, or the declarers' tricks",
    ),
    "evening-closed": (
        "the evening {name!r} is closed",
        "the evening {name!r} is already closed",
        "the evening {name!r} is closed, and its Stock waits for the next one",
    ),
    "evening-open": ("the evening {name!r} is not closed",),
    "nothing-owed": (
        "{payer} owes nothing: say how much was paid",
        "{payer} owes {payee} nothing, but owes {whom}: say how much was paid",
        "{owed}; once that is paid, record the payment",
    ),
    "name-taken": ("somebody is already called {other}",),
    "extra-missing": (
        "IBANs and GiroCodes need two more packages, from the extra girocode",
        "a png needs one more package, from the extra pictures; svg needs none",
    ),
    "locked": (
        "somebody else is writing to {path}",
        "somebody keeps reading {path}: nothing was stored",
    ),
    "read-only": ("{path} or its folder is read-only",),
}

CODES = {sentence: code for code, sentences in _CODES.items() for sentence in sentences}
"""The code of a sentence, which is named by its English text."""
