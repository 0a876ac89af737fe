"""What the command line says behind a text from below it: what is typed, or which option is meant."""

from __future__ import annotations

from sklog.language import N_

_WAYS = {
    N_(": sklog report session shows all"): ("{more}",),
    N_(": say another --tariff, or who joins"): ("{tariff} deals to {fewest} people, and {here} are here",),
    N_(": --iban and --holder"): ("a holder is said together with the IBAN of the account",),
    N_("; sklog check says more."): (
        "The ledger does not agree with itself, so no older copy was deleted.",
        "The evening is closed, but its copy does not prove: {reason}",
    ),
    N_(". When that is right: sklog backup"): ("The evening is closed, but no copy was made: {reason}",),
    N_(": sklog fix last augen:{number}"): ("there is no hand {number}; {number} may be the Augen of the last hand",),
    N_(", or leave with quit"): ("{path} is not there any more: put the file back",),
    N_("; sklog check --signature says more."): (
        "Signed with the key {key}, on {when}, but what was signed names no digest of an evening.",
    ),
    N_("; sklog check --signature proves it."): ("Signed, as it is now, with the key {key}, on {when}.",),
    N_(", sklog player set --iban … --holder … {word}"): ("A bank cannot write {name}: say whose account it is.",),
    N_(" (--point)"): ("what a point is worth is said of evenings that count points; there are only cents here",),
    N_(": install sklog from its folder again, as '.[girocode]'"): (
        "IBANs and GiroCodes need two more packages, those of the extra girocode",
    ),
    N_(", sklog settle --girocode --point CENTS"): ("a GiroCode is in euros: say what a point is worth",),
    N_(": sklog player set --iban … {first}"): ("No IBAN of {people} is known.",),
    N_(": --all or --session"): ("say either all evenings, or one",),
    N_(" (--point or --round)"): ("say either what a point is worth, or a coin: points are settled to the cent",),
    N_(": sklog close --stock carry"): (
        "the Stock is carried over when the evening is closed: close it first, then settle",
    ),
    N_(", with sklog settle"): ("somebody has recorded something since: look at the settlement again",),
    N_(": sklog close --session {number}"): ("In the Stock of {name} lie {held}, and nobody has said whose they are.",),
    N_(": sklog fix {number} {flags}, or sklog fix last {flags} augen:{number}"): (
        "{number} may be the hand, or Augen of the last one",
    ),
    N_("; to divide it after all: sklog reopen --session {number}"): (
        "the evening {name!r} is closed, and its Stock waits for the next one",
    ),
    N_(", with --stock; sklog close --session {number} --stock split settles that for good"): (
        "{stock}: say what becomes of them: split, carry, or a name",
    ),
    N_(": sklog pay {word}"): ("{owed}; when that is paid, it is recorded as a payment",),
    N_(" ({beside})"): (
        "{path} is not opened: what SQLite would use beside it is a link or no file: move it elsewhere, and try again",
    ),
    N_(" ({beside} names {named})"): (
        (
            "{path} is not opened: its journal names another file, which SQLite would delete: move it elsewhere, "
            "and try again"
        ),
    ),
    N_(" that sklog backup has made ({log})"): (
        "{path} is in write-ahead mode, and what was written last is in its log alone: ask its owner for a copy",
    ),
    N_(": sklog void --session {evening} {number}, and then sklog fix --session {evening} {number} …"): (
        "so nothing was changed: void each of these hands, do this again, and then say each hand whole",
    ),
    N_(": sklog fix --session {evening} {number} …, or sklog void --session {evening} {number}"): (
        "so this correction cannot be made: first correct that hand or void it",
    ),
    N_(": sklog undo --session {evening}"): (
        "so this correction cannot be made: to take that entry back, first undo everything recorded after it",
    ),
    N_(": --keep-seats"): ("or, where only the dealers and those who sit out would move, keep the seats",),
    N_("; name another file with --db"): (
        "{path} is a database, but no ledger of sklog",
        "{path} is not a database",
    ),
    N_(", with sklog restore"): (
        "{path} is made of more than sklog ever makes: go back to a copy",
        "{path} holds more in one place than sklog ever writes: go back to a copy",
        "{path} cannot be read to its end: go back to a copy",
    ),
    N_(": sklog check says where, and with --repair builds it anew"): ("{path} is not made as sklog makes a ledger",),
    N_(": see with sklog show what is there"): ("{path}: the disk failed when everything was written",),
    N_("; for copies there is sklog backup"): (
        (
            "{path} has a second name (a hard link), under which nobody finds what a crash has to take back: "
            "nothing was stored; copy the file, and let the copy take its place"
        ),
    ),
    N_("; begin with: sklog start NAME --players …"): ("{path} is empty and no ledger yet",),
    N_(", with --db"): (
        "{path} is a folder, no ledger: name a file in it",
        "{path} is no regular file: name another",
    ),
    N_(" at {path}; begin with: sklog start NAME --players Anna,Bene,Christl,Dani"): ("there is no ledger yet",),
    N_("; sklog reopen --session {number} goes on with it, or sklog start NAME --players … begins one"): (
        "no evening is open; the last one was {name!r}",
    ),
    N_("; begin one with: sklog start NAME --players Anna,Bene,Christl,Dani"): ("there is no evening yet",),
    N_("; see sklog session list"): ("several evenings are {name!r}: say one by its number ({numbers})",),
    N_(": sklog check says what differs"): (
        "evening {number} is damaged",
        "which evening is meant cannot be told",
        "the evenings are not all there",
        "how {name} is written is not what was recorded",
        "something is kept already of an evening that begins only now",
        "from which ledger an evening came was changed",
        "{name} has no account any more",
    ),
    N_(" (sklog check says what differs)"): ("what {path} holds does not agree",),
    N_("; sklog session list shows them"): (
        "there is no evening {name!r}",
        "there is no evening {number}",
    ),
    N_("; sklog session list shows what there is"): ("there is no closed evening to go on with",),
    N_(" (name another file with --db)"): ("{path} or its folder is read-only",),
    N_(" (sklog restore), or save what can be read: sqlite3 {file} .recover"): (
        "{path} is damaged, or its disk fails: try again, then go back to a copy",
    ),
    N_(": sklog check says which, and with --repair builds it anew"): ("{path} lacks a part of a ledger",),
    N_(", sklog player set --iban … {word}"): ("the IBAN of {name} is damaged: say it again",),
    N_(", sklog player set --pay-link … {word}"): ("the pay link of {name} is damaged: say it again",),
    N_(": see what sklog check says, or go back to a copy (sklog restore)"): (
        "{path} was changed or damaged, and cannot be read",
    ),
    N_(": if that is the same person, sklog player merge {both}"): ("somebody is called {other} already",),
    N_(", with sklog player merge {both}"): ("every evening of {name} would be {new}'s: merge the two instead",),
    N_(", with sklog player rename {both}"): ("every evening of {name} would be {new}'s: rename that person instead",),
    N_("; if it was really played twice: sklog add --again …"): (
        "the same hand was recorded last, as hand {number}, and the clock went back since",
        "the same hand was recorded last, as hand {number}, and the clock says that this was more than a day ago",
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
    N_("; go on with it first: sklog reopen --session {number}"): ("{name!r} was signed as it ended",),
    N_("; go on with it after all: sklog reopen --session {number}"): ("the evening {name!r} is closed",),
    N_("; compare with: sklog export {number}"): (
        "{name!r} of {date} is in the ledger as evening {number}, and differs from this file: nothing was imported",
    ),
    N_(" with --name; if it is the same, say --name {other!r} or leave it out"): (
        (
            "{name!r} of {date}: evening {number}, {other!r}, has the same day and the same people; if it is "
            "another one, give it a name of its own"
        ),
    ),
    N_(", sklog undo --session {number}"): ("first take that back",),
    N_(", sklog redo --session {number}"): ("first bring that back",),
    N_(", with sklog player rename"): (
        (
            "{name} sits in evening {number} ({evening}) as well, which that rename did not touch: rename that "
            "person instead"
        ),
    ),
    N_(", with sklog player rename or sklog player part"): (
        "no other evening has {name} any more: rename that person, or part the evenings",
    ),
    N_(": sklog report session"): ("only an evening is drawn as a picture",),
    N_(": install sklog from its folder again, as '.[pictures]'"): (
        "svg needs no package; a png needs one more, that of the extra pictures",
    ),
}

WAYS = {text: way for way, texts in _WAYS.items() for text in texts}
"""What stands behind a text where people type commands; it is filled in with the same fields."""


def way(text: str) -> str:
    """Return what is said behind a text, "" where it needs no more."""
    return WAYS.get(text, "")
