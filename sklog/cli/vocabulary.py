"""What people type where no command is called so, in German and English: what it runs, or what would be right.

    löschen, storno, delete …    ──▶ `void 3` where a number follows, else a sentence with what can be typed

Imported only where a word is no command. No word that runs something can be read as a hand; a sentence is said of the
others where they are none.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from sklog.cli.usage import folded
from sklog.language import N_, _, as_typed
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ANY = 1_000  # words
BEHIND = {"explain": (0, ANY), "undo": (0, 1), "void": (1, 1), "fix": (0, ANY), "join": (1, ANY), "pay": (2, ANY)}
"""How many words, at least and at most, belong to a command that is run; to the others none."""
NUMBERED = ("explain", "undo", "void", "fix")
"""Where the first of these words is a number: `edit wenz` is a Wenz of somebody called Edith."""
RUNS = {
    "show": (
        "bilanz, gewinn, verlust, punktestand, spielstand, zwischenstand, kontostand, guthaben, punkte, anzeigen, "
        "zeigen, tafel, übersicht, wer gibt, wer ist dran, wer führt, wer liegt vorne, wer gewinnt, wie steht es, wie "
        "stehts, geber, führt, score, scores, scoreboard, board, balance, balances, status, dealer, leader, who deals, "
        "who is dealing, who leads, who is winning, whose turn, endstand, ergebnis, ergebnisse, spiele, zeig, zeige, "
        "zeige stand, wer mischt, wer setzt aus, wer sitzt aus, wer spielt, wer hat gewonnen, wer ist vorn, wer liegt "
        "vorn, wer ist geber, wo stehen wir, wie stehen wir, wie ist der stand, wer sitzt wo, hands, who won, who sits "
        "out, who is next, what's the score, whats the score, how do we stand"
    ),
    "explain": "letztes spiel, letztes, letzte, last hand, last, wieso, weshalb, why",
    "session log": "verlauf, protokoll, chronik, mitschrift, log, history",
    "session list": "abende, evenings, sessions",
    "player list": "leute, people, players",
    "tariff list": "tarife, tariffs",
    "report prices": "preise, preisliste, prices, price list",
    "report stats": "statistik, statistiken, stats, statistics",
    "report standings": "rangliste, standings, ranking, gesamtstand, jahresstand, saisonstand",
    "report records": "rekorde, records",
    "help": (
        "befehle, kommandos, anleitung, menü, tasten, kürzel, buchstaben, commands, man, manual, menu, info, usage, "
        "keys, letters, hilf, befehl, kommando, beispiel, tutorial, was kann ich, was geht, command, example, how to"
    ),
    "report session --share": "teilen, whatsapp, telegram, signal, verschicken, senden, share, send",
    "undo": "rückgängig, widerrufen, widerruf, zurücknehmen, take back, revert, strg z, ctrl z",
    "void": (
        "löschen, lösche, lösch, storno, stornieren, storniere, stornierung, tilgen, entfernen, entferne, delete, del, "
        "remove, erase, strike"
    ),
    "fix": (
        "korrigieren, korrigiere, korrektur, verbessern, bearbeiten, änderung, correct, correction, edit, change, "
        "modify, repair"
    ),
    "join": (
        "hinzufügen, dazu, neuer spieler, mitspieler, mitspielen, einsteigen, dazukommen, new player, sit down, join "
        "in, joins"
    ),
    "settle": (
        "kasse, kassieren, kassensturz, abrechnung, auszahlen, auszahlung, ausgleich, zahltag, schulden, wer zahlt, "
        "wer zahlt wem, wer schuldet, settlement, payout, cash, bill, debts, who pays, who owes, who owes whom, "
        "rechnung, zusammenrechnen, zahlen bitte"
    ),
    "pay": "bezahlen, bezahlt, gezahlt, zahlung, überweisen, überweisung, paid, pays, payment, transfer",
    "start": "neuer abend, neue runde, beginnen, beginn, begin, new evening, new game, new session",
    "report session": "zusammenfassung, höhepunkte, spielbericht, summary, highlights",
    "check": "kontrolle, kontrollieren, checken, überprüfen, validate",
    "close": "end evening, close evening, finish evening",
}
"""By a command line, the words that mean exactly that."""
SAYS = {
    N_("sklog show is this evening, sklog report standings the season"): "tabelle, table, gesamt, total, totals",
    N_("sklog session list has the evenings, sklog player list the people, sklog tariff list the tariffs"): (
        "liste, list, ls, dir"
    ),
    N_("sklog tariff show wiki has a tariff's settings, sklog report prices its prices"): "regeln, rules",
    N_("sklog report session --plot draws how everybody's balance went"): "kurve, grafik, diagramm, graph, chart, plot",
    N_("sklog report session -o evening.html makes a page, which a browser prints"): (
        "drucken, ausdrucken, drucke, zettel, print, printout, pdf"
    ),
    N_("sklog report session -o evening.xlsx makes a workbook of this evening"): "excel, xlsx, csv",
    N_("sklog undo takes back the newest line, sklog void 3 strikes out hand 3"): (
        "löschen, lösche, lösch, storno, stornieren, storniere, stornierung, tilgen, entfernen, entferne, delete, del, "
        "remove, erase, strike, annullieren, ungültig, wegmachen, aufheben, letztes löschen, letztes spiel löschen, "
        "spiel löschen, cancel hand, delete last"
    ),
    N_("sklog fix corrects the last hand, sklog fix 3 hand 3, sklog undo takes back the newest line"): (
        "korrigieren, korrigiere, korrektur, verbessern, bearbeiten, änderung, correct, correction, edit, "
        "change, modify, repair, "
        "falsch, fehler, verschrieben, vertippt, irrtum, ups, hoppla, mist, quatsch, wrong, mistake, error, typo, "
        "oops, ups"
    ),
    N_("Ctrl-C clears the line, sklog undo takes back the newest one"): (
        "abbrechen, abbruch, back, cancel, abort, escape, esc, stop, stopp, halt"
    ),
    N_("sklog redo brings back what was taken back; a hand that was played twice is typed twice"): (
        "nochmal, nochmals, wiederholen, wiederherstellen, again, repeat"
    ),
    N_("sklog insert 3 s ac puts a forgotten hand in place 3"): (
        "vergessen, nachtragen, dazwischen, forgot, forgotten, missing"
    ),
    N_("nothing is ever erased: sklog undo takes back the newest line, sklog start begins another evening"): (
        "leeren, reset, neustart, restart, clear, cls"
    ),
    N_("sklog player rename Dani Daniel changes somebody's name from now on"): (
        "umbenennen, rename, umtaufen, name, namen, names"
    ),
    N_("sklog join Emil lets somebody sit down"): (
        "hinzufügen, dazu, neuer spieler, mitspieler, mitspielen, einsteigen, dazukommen, new player, sit down, join "
        "in, joins"
    ),
    N_("sklog leave Dani lets somebody get up, and sklog join Dani sit down again"): (
        "aussetzen, pause, weggehen, gehen, aussteigen, aufstehen, raus, weg, sit out, break, leaves, left, gone, away"
    ),
    N_("sklog seats Anna,Christl,Bene,Dani sets who sits where now"): (
        "tauschen, setzen, umsetzen, sitzordnung, sitzplatz, platz, platzwechsel, sitz, sitze, swap, seat, seating"
    ),
    N_("sklog post anna:-2,40 bene:+2,40 --note Bier moves an amount from one to another"): (
        "bier, getränk, getränke, trinkgeld, strafe, buchen, buchung, umlage, beer, drinks, tip, penalty, fine, booking"
    ),
    N_("sklog show has the Stock; sklog stock +0,40 anna pays into it, sklog stock -0,40 anna takes out"): (
        "topf, pott, einsatz, pot, kitty, jackpot, pool"
    ),
    N_("sklog bock orders Bock: the next hands count double"): "bockrunde, bockrunden",
    N_("sklog round begins a special round by its name"): "ramschrunde, solorunde, sonderrunde, runden, rounds",
    N_("sklog settle shows who pays whom, sklog pay Anna Bene 2,40 records a payment"): (
        "bezahlen, bezahlt, gezahlt, zahlung, überweisen, überweisung, paid, pays, payment, transfer, geld, money"
    ),
    N_("sklog player set Anna --iban IBAN keeps an account, sklog settle --girocode shows the codes"): (
        "iban, paypal, bank, girocode"
    ),
    N_("sklog close ends the evening; quit only leaves the prompt"): (
        "quit, exit, ende, q, logout, tschüss, beenden, beende, schließen, fertig, feierabend, aufhören, aus, heim, "
        "zumachen, ende des abends, end, finish, finished, done, stop playing, verlassen, zu, stop it"
    ),
    N_("sklog reopen goes on with a closed evening; in an open one type the next hand"): (
        "weitermachen, fortsetzen, wiederaufnehmen, continue, resume, go on, öffnen, open"
    ),
    N_("sklog start begins another evening, sklog join Emil lets somebody sit down"): (
        "neu, neue, neuer, neues, new, los"
    ),
    N_("everything is saved as soon as it is typed; sklog backup makes a copy of the ledger"): (
        "speichern, save, commit, sicherung, kopie, copy"
    ),
    N_("sklog restore brings back a copy of the ledger, sklog import reads a file"): "laden, load",
    N_("type sklog serve in another terminal: then phones can look on"): (
        "serve, handy, qr, website, telefon, phone, smartphone, tablet"
    ),
    N_("the language is that of the terminal; SKLOG_LANG=de or SKLOG_LANG=en sets another"): (
        "sprache, deutsch, englisch, language, german, english"
    ),
    N_("sklog session log has every line of this evening"): "suchen, suche, search, find",
    N_("type sklog --version in another terminal"): "version, update, about",
    N_("type the next hand; help shows how"): (
        "ok, okay, ja, nein, yes, no, danke, thanks, enter, play, spielen, spiel, nächstes, nächstes spiel, karten, "
        "geben, mischen, schreiben, notieren, aufschreiben, game, hand, next, next hand, deal, write, note"
    ),
    N_("sklog explain s ac shows what a hand would cost"): "was kostet, wieviel kostet, how much",
    N_("sklog report session -o evening.png makes a picture of this evening"): "bild, foto, picture, png, svg",
    N_("sklog session tariff wiki plays this evening by another tariff; sklog tariff list has all of them"): (
        "einstellungen, optionen, settings, options, config"
    ),
}
"""By what is said of them, the words that mean no one command, or not enough was typed behind them."""


class WordMeaning(NamedTuple):
    """The words that were `typed`, and what they mean: a command, and the line that runs it, or a sentence; else ""."""

    typed: str
    command: str = ""
    line: str = ""
    says: str = ""

    def in_a_sentence(self) -> str:
        """Return what is said of it, in the language that is spoken."""
        if self.line:
            return _('"{word}" is called {command} here.', word=self.typed, command=as_typed(self.command))
        return _('"{word}" is not a command: {instead}', word=self.typed, instead=_(self.says))


def _by_words(rows: Mapping[str, str]) -> Mapping[str, str]:
    return {folded(words): meant for meant, each in rows.items() for words in each.split(", ")}


RUN_BY, SAID_OF = _by_words(RUNS), _by_words(SAYS)
LONGEST = max(words.count(" ") for words in (*RUN_BY, *SAID_OF)) + 1


def meaning(words: Sequence[str]) -> WordMeaning | None:
    """Return what is meant by the first words of a line; None where nothing is known of them."""
    plain = [folded(word.rstrip("?!.,:")) for word in words]
    for number in range(min(LONGEST, len(words)), 0, -1):
        said, typed, rest = " ".join(plain[:number]), " ".join(words[:number]), words[number:]
        own = len(list(takewhile(lambda word: not word.startswith("--"), rest)))
        if command := RUN_BY.get(said):
            least, most = BEHIND.get(command, (0, 0))
            if least <= own <= most and (command not in NUMBERED or not own or rest[0].isdigit()):
                return WordMeaning(typed, command, " ".join((command, *rest)))
        if sentence := SAID_OF.get(said):
            return WordMeaning(typed, says=sentence)
    return None
