"""How the command line says what below it is said without a command: with what is typed, or which file is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_

if TYPE_CHECKING:
    from collections.abc import Mapping


def _both(one: str, many: str) -> tuple[str, str]:
    """Return a text of one and of many as they are, for the catalogues."""
    return one, many


MORE_HANDS = _both(
    "and {n} more hand: sklog report session shows all", "and {n} more hands: sklog report session shows all"
)

WAYS: Mapping[str, str] = {
    "and {n} more hand": MORE_HANDS[0],
    "and {n} more hands": MORE_HANDS[1],
    "{tariff} deals to {fewest} people, and {here} are here": N_(
        "{tariff} deals to {fewest} people, and {here} are here: say another --tariff, or who joins"
    ),
    "The ledger does not agree with itself, so no older copy was deleted.": N_(
        "The ledger does not agree with itself, so no older copy was deleted: sklog check says more."
    ),
    "a holder is said together with the IBAN of the account": N_(
        "--holder says whose account it is: say its --iban as well"
    ),
    "The evening is closed, but its copy does not prove: {reason}": N_(
        "The evening is closed, but its copy does not prove: {reason}; sklog check says more."
    ),
    "The evening is closed, but no copy was made: {reason}": N_(
        "The evening is closed, but no copy was made: {reason}. When that is right: sklog backup"
    ),
    "there is no hand {number}; {number} may be the Augen of the last hand": N_(
        "the number behind fix is a hand's; {number} Augen of the last hand are: sklog fix last augen:{number}"
    ),
    "the ledger is not there any more: put the file back": N_(
        "{path} is not there any more: put the file back, or leave with quit"
    ),
    "the ledger cannot be used: {reason}": N_("{path} cannot be used: {reason}"),
    "Signed with the key {key}, on {when}, but what was signed names no digest of an evening.": N_(
        "Signed with the key {key}, on {when}, but what was signed names no digest of an evening; sklog "
        "check --signature says more."
    ),
    "Signed, as it is now, with the key {key}, on {when}.": N_(
        "Signed, as it is now, with the key {key}, on {when}; sklog check --signature proves it."
    ),
    "A bank cannot write {name}: say whose account it is.": N_(
        "A bank cannot write {name}: say whose account it is, sklog player set --iban … --holder … {word}"
    ),
    "what a point is worth is said of evenings that count points; there are only cents here": N_(
        "--point is for evenings that count points; there are only cents here"
    ),
    "IBANs and GiroCodes need two more packages, those of the extra girocode": N_(
        "IBANs and GiroCodes need two more packages: install sklog from its folder again, as '.[girocode]'"
    ),
    "a GiroCode is in euros: say what a point is worth": N_(
        "a GiroCode is in euros: say what a point is worth, sklog settle --girocode --point CENTS"
    ),
    "No IBAN of {people} is known.": N_("No IBAN of {people} is known: sklog player set --iban … {first}"),
    "say either all evenings, or one": N_("--all settles every evening: leave --session out"),
    "say either what a point is worth, or a coin: points are settled to the cent": N_(
        "say either --point or --round: with --point it is settled to the cent"
    ),
    "the Stock is carried over when the evening is closed: close it first, then settle": N_(
        "the Stock is carried over when the evening ends: first sklog close --stock carry, then settle"
    ),
    "somebody has recorded something since: look at the settlement again": N_(
        "somebody has recorded something since: look at sklog settle again"
    ),
    "In the Stock of {name} lie {held}, and nobody has said whose they are.": N_(
        "In the Stock of {name} lie {held}: sklog close --session {number} says whose they are."
    ),
    "{number} may be the hand, or Augen of the last one": N_(
        "{number} may be the hand, or Augen: sklog fix {number} {flags}, or sklog fix last {flags} augen:{number}"
    ),
    "the evening {name!r} is closed, and its Stock waits for the next one": N_(
        "the evening {name!r} is closed, and its Stock waits for the next one; to divide it after all: sklog "
        "reopen --session {number}"
    ),
    "{stock}: say what becomes of them: split, carry, or a name": N_(
        "{stock}: say what becomes of them, --stock split, --stock carry or --stock NAME; sklog close "
        "--session {number} --stock split settles that for good"
    ),
    "{owed}; when that is paid, it is recorded as a payment": N_("{owed}; when that is paid: sklog pay {word}"),
    "the ledger is no regular file: name another": N_("{path} is no regular file: name another"),
    (
        "the ledger is not opened: what SQLite would use beside it is a link or no file: move it elsewhere, "
        "and try again"
    ): N_(
        "{path} is not opened: {beside}, which SQLite would use, is a link or no file: move it elsewhere, and try again"
    ),
    (
        "the ledger is not opened: its journal names another file, which SQLite would delete: move it "
        "elsewhere, and try again"
    ): N_(
        "{path} is not opened: {beside} names another file ({named}), which SQLite would delete; no sklog "
        "has written that: move it elsewhere, and try again"
    ),
    "the ledger is in write-ahead mode, and what was written last is in its log alone: ask its owner for a copy": N_(
        "{path} is in write-ahead mode, and what was written last is in {log} alone: ask its owner for a "
        "copy that backup has made"
    ),
    "so nothing was changed: void each of these hands, do this again, and then say each hand whole": N_(
        "so nothing was changed: void each of these hands (sklog void --session {evening} {number}), do this "
        "again, and then say each hand whole (sklog fix --session {evening} {number} …)"
    ),
    "so this correction cannot be made: first correct that hand or void it": N_(
        "so this correction cannot be made: first correct that hand (sklog fix --session {evening} {number} "
        "…) or void it (sklog void --session {evening} {number})"
    ),
    "so this correction cannot be made: to take that entry back, first undo everything recorded after it": N_(
        "so this correction cannot be made: to take that entry back, first undo everything recorded after "
        "it: sklog undo --session {evening}"
    ),
    "or, where only the dealers and those who sit out would move, keep the seats": N_(
        "or, where only the dealers and those who sit out would move, say --keep-seats"
    ),
    "the file is a database, but no ledger of sklog": N_(
        "{path} is a database, but no ledger of sklog; name another file with --db"
    ),
    "the ledger was written by a newer sklog (schema {newer}; this one knows {known}): update sklog": N_(
        "{path} was written by a newer sklog (schema {newer}; this one knows {known}): update sklog"
    ),
    "the ledger is made of more than sklog ever makes: go back to a copy": N_(
        "{path} is made of more than sklog ever makes: go back to a copy, with sklog restore"
    ),
    "the ledger is not made as sklog makes one: repair it": N_(
        "{path} is not made as sklog makes a ledger: sklog check says where, and with --repair builds it anew"
    ),
    "somebody is reading the ledger and does not end: nothing was stored": N_(
        "somebody is reading {path} and does not end: nothing was stored"
    ),
    "the disk of the ledger failed when everything was written: look what is there": N_(
        "{path}: the disk failed when everything was written: see with sklog show what is there"
    ),
    "the file is larger than {megabytes} MB: this is no ledger": N_(
        "{path} is larger than {megabytes} MB: this is no ledger"
    ),
    (
        "the ledger has a second name (a hard link), under which nobody finds what a crash has to take back: "
        "nothing was stored; copy the file, and let the copy take its place"
    ): N_(
        "{path} has a second name (a hard link), under which nobody finds what a crash has to take back: "
        "nothing was stored; copy the file, and let the copy take its place; for copies there is sklog backup"
    ),
    (
        "the ledger is in write-ahead mode, in which sklog does not write, and another program has it open: "
        "end that one first; nothing was stored"
    ): N_(
        "{path} is in write-ahead mode, in which sklog does not write, and another program has it open: end "
        "that one first; nothing was stored"
    ),
    "the file is empty and no ledger yet: begin an evening": N_(
        "{path} is empty and no ledger yet; begin with: sklog start NAME --players …"
    ),
    "the ledger would be a folder: name a file in it": N_("{path} is a folder, no ledger: name a file in it with --db"),
    "the ledger would be no regular file: name another": N_("{path} is no regular file: name another with --db"),
    "there is no ledger yet: begin an evening": N_(
        "there is no ledger at {path}; begin with: sklog start NAME --players Anna,Bene,Christl,Dani"
    ),
    "no evening is open; the last one was {name!r}": N_(
        "no evening is open; go on with {name!r}: sklog reopen --session {number}, or begin one with: sklog "
        "start NAME --players Anna,Bene,Christl,Dani"
    ),
    "there is no evening yet": N_(
        "there is no evening yet; begin one with: sklog start NAME --players Anna,Bene,Christl,Dani"
    ),
    "every evening is struck out: {names}": N_(
        "every evening is struck out: {names}; bring one back with: sklog session restore {number}"
    ),
    "several evenings are {name!r}: say one by its number ({numbers})": N_(
        "several evenings are {name!r}: say one by its number ({numbers}); see sklog session list"
    ),
    "evening {number} is damaged": N_("evening {number} is damaged: sklog check says what differs"),
    "there is no evening {name!r}": N_("there is no evening {name!r}; sklog session list shows them"),
    "there is no closed evening to go on with": N_(
        "there is no closed evening to go on with; sklog session list shows what there is"
    ),
    "there is no evening {number}": N_("there is no evening {number}; sklog session list shows them"),
    "which evening is meant cannot be told: the ledger was changed": N_(
        "which evening is meant cannot be told: sklog check says what differs"
    ),
    "the evenings are not all there": N_("the evenings are not all there: sklog check says what differs"),
    "how {name} is written is not what was recorded": N_("how {name} is written is not what was recorded: sklog check"),
    "something is kept already of an evening that begins only now": N_(
        "something is kept already of an evening that begins only now: see what sklog check says"
    ),
    "from which ledger an evening came was changed": N_(
        "from which ledger an evening came was changed: sklog check says more"
    ),
    "the ledger or its folder is read-only": N_("{path} or its folder is read-only (name another file with --db)"),
    "the ledger or its folder cannot be opened": N_("{path} or its folder cannot be opened"),
    "what the ledger holds does not agree": N_("what {path} holds does not agree (sklog check says what differs)"),
    "somebody else is writing to the ledger": N_("somebody else is writing to {path}"),
    "the file is no database": N_("{path} is no database; name another file with --db"),
    "the ledger is damaged, or its disk fails: try again, then go back to a copy": N_(
        "{path} is damaged, or its disk fails: try again, then go back to a copy (sklog restore), or save "
        "what can be read: sqlite3 {file} .recover"
    ),
    "the ledger lacks a part: repair it": N_(
        "{path} lacks a part of a ledger: sklog check says which, and with --repair builds it anew"
    ),
    "the ledger holds more in one place than sklog ever writes: go back to a copy": N_(
        "{path} holds more in one place than sklog ever writes: go back to a copy, with sklog restore"
    ),
    "the ledger cannot be read to its end: go back to a copy": N_(
        "{path} cannot be read to its end: go back to a copy, with sklog restore"
    ),
    "the disk of the ledger is full": N_("the disk of {path} is full"),
    "the ledger cannot be read or written (disk error)": N_("{path} cannot be read or written (disk error)"),
    "the ledger: {reason}": N_("{path}: {reason}"),
    "the IBAN of {name} is damaged: say it again": N_(
        "the IBAN of {name} is damaged: say it again, sklog player set --iban … {word}"
    ),
    "the pay link of {name} is damaged: say it again": N_(
        "the pay link of {name} is damaged: say it again, sklog player set --pay-link … {word}"
    ),
    "the ledger was changed or damaged, and cannot be read": N_(
        "{path} was changed or damaged, and cannot be read: see what sklog check says, or go back to a copy "
        "(sklog restore)"
    ),
    "somebody is called {other} already": N_(
        "somebody is called {other} already: if that is the same person, sklog player merge {both}"
    ),
    "every evening of {name} would be {new}'s: merge the two instead": N_(
        "every evening of {name} would be {new}'s: sklog player merge {both}"
    ),
    "every evening of {name} would be {new}'s: rename that person instead": N_(
        "every evening of {name} would be {new}'s: sklog player rename {both}"
    ),
    "the same hand was recorded last, as hand {number}, and the clock went back since": N_(
        "the same hand was recorded last, as hand {number}, and the clock went back since; if it was really "
        "played twice: sklog add --again …"
    ),
    "the same hand was recorded last, as hand {number}, and the clock says that this was more than a day ago": N_(
        "the same hand was recorded last, as hand {number}, and the clock says that this was more than a day "
        "ago; if it was really played twice: sklog add --again …"
    ),
    "the same hand was recorded just before, as hand {number}": N_(
        "the same hand was recorded just before, as hand {number}; if it was really played twice: sklog add --again …"
    ),
    "{name!r} begins with the Stock of {earlier!r}, which is still open: close that first": N_(
        "{name!r} begins with the Stock of {earlier!r}, which is still open: close that first, with sklog "
        "close --session {number}"
    ),
    "{done}": N_("{done}; if it was really paid twice: sklog pay --again …"),
    "{name!r} is still open: close it first, and carry its Stock over": N_(
        "{name!r} is still open: close it first, with sklog close --stock carry --session {number}"
    ),
    "evening {number} ({name}) is struck out": N_(
        "evening {number} ({name}) is struck out; to bring it back: sklog session restore {number}"
    ),
    "{name!r} was signed as it ended": N_(
        "{name!r} was signed as it ended; go on with it first: sklog reopen --session {number}"
    ),
    "the evening {name!r} is closed": N_(
        "the evening {name!r} is closed; go on with it after all: sklog reopen --session {number}"
    ),
    "{name!r} of {date} is in the ledger as evening {number}, and differs from this file: nothing was imported": N_(
        "{name!r} of {date} is in the ledger as evening {number}, and differs from this file: nothing was "
        "imported; compare with: sklog export {number}"
    ),
    (
        "{name!r} of {date}: evening {number}, {other!r}, has the same day and the same people; if it is "
        "another one, give it a name of its own"
    ): N_(
        "{name!r} of {date}: evening {number}, {other!r}, has the same day and the same people; if it is the "
        "same, say --name {other!r} or leave it out, if it is another, say --name with its own name"
    ),
    "{name} has no account any more": N_("{name} has no account any more: sklog check says what differs"),
    "first take that back": N_("first take that back, sklog undo --session {number}"),
    "first bring that back": N_("first bring that back, sklog redo --session {number}"),
    (
        "{name} sits in evening {number} ({evening}) as well, which that rename did not touch: rename that "
        "person instead"
    ): N_(
        "{name} sits in evening {number} ({evening}) as well, which that rename did not touch: use sklog "
        "player rename instead"
    ),
    "no other evening has {name} any more: rename that person, or part the evenings": N_(
        "no other evening has {name} any more: say whose evenings these are with sklog player rename or "
        "sklog player part"
    ),
    "only an evening is drawn as a picture": N_("only an evening is drawn as a picture: sklog report session"),
    "a png needs one more package, that of the extra pictures; svg needs none": N_(
        "a png needs one more package: install sklog from its folder again, as '.[pictures]'; svg needs none"
    ),
}
"""A text as a program hears it, and as somebody does who types commands. Both have the same fields to fill in."""


def way(text: str) -> str:
    """Return a text with the way to do what it says."""
    return WAYS.get(text, text)
