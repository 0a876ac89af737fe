"""What the command line says behind a text from below it: what is typed, or which option is meant."""

from __future__ import annotations

from sklog.language import N_

_WAYS = {
    N_(": sklog report session shows all"): ("{more}",),
    N_(": choose another --tariff, or add players"): (
        "{tariff} needs at least {fewest} players, but there are only {here}",
    ),
    N_(": --iban and --holder"): ("give the account holder together with the IBAN",),
    N_("; sklog check tells you more."): (
        "The ledger does not agree with itself, so no older copy was deleted.",
        "The evening is closed, but its copy could not be proved: {reason}",
    ),
    N_(". Once that is mended: sklog backup"): ("The evening is closed, but no copy was made: {reason}",),
    N_(": sklog fix last augen:{number}"): ("there is no hand {number}; {number} may be the Augen of the last hand",),
    N_(", or leave with quit"): ("{path} is gone: put the file back",),
    N_("; sklog check --signature tells you more."): (
        "Signed with the key {key}, on {when}, but the signed text has no digest of an evening.",
    ),
    N_("; sklog check --signature proves it."): ("Signed, as it is now, with the key {key}, on {when}.",),
    N_(", sklog player set --iban … --holder … {word}"): (
        "Banks cannot write the name {name}: give the account holder.",
    ),
    N_(" (--point)"): ("only evenings that count points have a value of a point; there are only cents here",),
    N_(": install sklog from its folder again, as '.[girocode]'"): (
        "IBANs and GiroCodes need two more packages, from the extra girocode",
    ),
    N_(", sklog settle --girocode --point CENTS"): ("a GiroCode is in euros: set the value of a point",),
    N_(": sklog player set --iban … {first}"): ("There is no IBAN for {people}.",),
    N_(": --all or --session"): ("choose either all evenings or one",),
    N_(" (--point or --round)"): ("choose either the value of a point or a coin: points are settled to the cent",),
    N_(": sklog close --stock carry"): (
        "the Stock is carried over when the evening is closed: close it first, then settle",
    ),
    N_(": sklog close --session {number} --stock carry"): ("The Stock of {name} keeps {held} for the next evening.",),
    N_(", with sklog settle"): ("somebody has recorded something since: look at the settlement again",),
    N_(": sklog close --session {number}"): (
        "The Stock of {name} still holds {held}, and nobody has decided who gets it.",
    ),
    N_(": sklog fix {number} {flags}, or sklog fix last {flags} augen:{number}"): (
        "{number} may be the number of a hand, or the Augen of the last hand",
    ),
    N_("; to share it out after all: sklog reopen --session {number}"): (
        "the evening {name!r} is closed, and its Stock waits for the next one",
    ),
    N_(", with --stock; sklog close --session {number} --stock split decides it for good"): (
        "{stock}: decide what happens to it: split, carry, or a name",
    ),
    N_(": sklog pay {word}"): ("{owed}; once that is paid, record the payment",),
    N_(" ({beside})"): (
        (
            "{path} was not opened: the file SQLite would use beside it is a link or not a regular file: move it "
            "elsewhere and try again"
        ),
    ),
    N_(" ({beside} names {named})"): (
        (
            "{path} was not opened: its journal names another file, which SQLite would delete: move the journal "
            "elsewhere and try again"
        ),
    ),
    N_(" that sklog backup has made ({log})"): (
        "{path} is in write-ahead mode, and its last changes are only in its log: ask its owner for a copy",
    ),
    N_(": sklog void --session {evening} {number}, and then sklog fix --session {evening} {number} …"): (
        "so nothing was changed: void each of these hands, repeat this, and then type each hand in full",
    ),
    N_(": sklog fix --session {evening} {number} …, or sklog void --session {evening} {number}"): (
        "so this correction cannot be made: first correct that hand or void it",
    ),
    N_(": sklog undo --session {evening}"): (
        "so this correction cannot be made: to take that entry back, first undo everything recorded after it",
    ),
    N_(": --keep-seats"): ("or, if only the dealers and those who sit out would change, keep the seats",),
    N_("; name another file with --db"): (
        "{path} is a database, but not a ledger of sklog",
        "{path} is not a database",
    ),
    N_(", with sklog restore"): (
        "{path} has more parts than sklog ever makes: go back to a copy",
        "{path} has a value larger than sklog ever writes: go back to a copy",
        "{path} cannot be read to its end: go back to a copy",
    ),
    N_(": sklog check tells you where, and sklog check --repair rebuilds it"): (
        "{path} does not have the structure of a ledger",
    ),
    N_(": check with sklog show what was stored"): ("{path}: the disk failed in the last step of writing",),
    N_("; for copies there is sklog backup"): (
        (
            "{path} has a second name (a hard link), under which half-done work could not be undone after a crash: "
            "nothing was stored; copy the file and put the copy in its place"
        ),
    ),
    N_("; begin with: sklog start NAME --players …"): ("{path} is empty, not a ledger yet",),
    N_(", with --db"): (
        "{path} is a folder, not a ledger: name a file in it",
        "{path} is not a regular file: name another one",
    ),
    N_(" at {path}; begin with: sklog start NAME --players Anna,Bene,Christl,Dani"): ("there is no ledger yet",),
    N_("; sklog reopen --session {number} continues it, sklog start NAME --players … begins a new one"): (
        "no evening is open; the last one was {name!r}",
    ),
    N_("; begin one with: sklog start NAME --players Anna,Bene,Christl,Dani"): ("there is no evening yet",),
    N_("; see sklog session list"): ("{name!r} can be several evenings: choose one by its number ({numbers})",),
    N_(": sklog check shows what differs"): (
        "evening {number} is damaged",
        "it is not clear which evening is meant",
        "some evenings are missing",
        "the spelling of {name} is not the one recorded",
        "there is already something stored of an evening that only begins now",
        "the record of the ledger an evening came from was changed",
        "{name} has no account any more",
    ),
    N_(" (sklog check shows what differs)"): ("the content of {path} does not agree with itself",),
    N_("; sklog session list shows them"): (
        "there is no evening {name!r}",
        "there is no evening {number}",
    ),
    N_("; sklog session list shows what there is"): ("there is no closed evening to continue",),
    N_(" (name another file with --db)"): ("{path} or its folder is read-only",),
    N_(" (sklog restore), or save what can be read: sqlite3 {file} .recover"): (
        "{path} is damaged, or its disk is failing: try again, or go back to a copy",
    ),
    N_(": sklog check tells you which, and sklog check --repair rebuilds it"): (
        "{path} lacks a part that every ledger has",
    ),
    N_(", sklog player set --iban … {word}"): ("the IBAN of {name} is damaged: enter it again",),
    N_(", sklog player set --pay-link … {word}"): ("the pay link of {name} is damaged: enter it again",),
    N_(": run sklog check, or go back to a copy (sklog restore)"): (
        "{path} was changed or damaged, and cannot be read",
    ),
    N_(": if that is the same person, sklog player merge {both}"): ("somebody is already called {other}",),
    N_(", with sklog player merge {both}"): ("every evening of {name} would be {new}'s: merge the two instead",),
    N_(", with sklog player rename {both}"): ("every evening of {name} would be {new}'s: rename that person instead",),
    N_("; if it was really played twice: sklog add --again …"): (
        "hand {number}, the last one recorded, is the same, and the clock has gone back since",
        "hand {number}, the last one recorded, is the same, and by the clock that was more than a day ago",
        "the same hand was recorded just before, as hand {number}",
    ),
    N_(", with sklog close --session {number}"): (
        "{name!r} begins with the Stock of {earlier!r}, which is still open: close that first",
    ),
    N_("; if it was really paid twice: sklog pay --again …"): ("{done}",),
    N_(", with sklog close --stock carry --session {number}"): (
        "{name!r} is still open: close it first, and carry its Stock over",
    ),
    N_("; to bring it back: sklog session restore {number}"): ("evening {number} ({name}) is struck out",),
    N_("; bring one back with: sklog session restore {number}"): ("every evening is struck out: {names}",),
    N_("; continue it first: sklog reopen --session {number}"): ("{name!r} was signed when it ended",),
    N_("; to continue it: sklog reopen --session {number}"): ("the evening {name!r} is closed",),
    N_(
        "; to correct it, strike out {later!r}: sklog session void {other}; then sklog reopen --session {number}, the "
        "correction, sklog close --session {number} --stock carry, and in the end sklog session restore {other}"
    ): ("the Stock of {name!r} was carried into {later!r}: {name!r} stays as it is",),
    N_("; compare with: sklog export {number}"): (
        (
            "{name!r} of {date} is already in the ledger as evening {number}, but differs from this file: nothing was "
            "imported"
        ),
    ),
    N_(" with --name; if it is the same, use --name {other!r} or leave it out"): (
        (
            "{name!r} of {date}: evening {number}, {other!r}, has the same day and the same people; if it is "
            "another one, give it a name of its own"
        ),
    ),
    N_(", sklog undo --session {number}"): ("first take that back",),
    N_(", sklog redo --session {number}"): ("first bring that back",),
    N_(", with sklog player rename"): (
        (
            "{name} also sits in evening {number} ({evening}), which that rename did not change: rename that "
            "person instead"
        ),
    ),
    N_(", with sklog player rename or sklog player part"): (
        "no other evening has {name} any more: rename that person, or separate the evenings",
    ),
    N_(": sklog report session"): ("only an evening can be drawn as a picture",),
    N_(": install sklog from its folder again, as '.[pictures]'"): (
        "a png needs one more package, from the extra pictures; svg needs none",
    ),
}

WAYS = {text: way for way, texts in _WAYS.items() for text in texts}
"""What stands behind a text where people type commands; it is filled in with the same fields."""


def way_to_go_on(text: str) -> str:
    """Return what is said behind a text, "" where it needs no more."""
    return WAYS.get(text, "")
