"""What people type where no command is called so, in German and English: what it runs, or what would be right.

    löschen, storno, delete …    a row ──▶ `void 3` where a number follows, else a sentence with what can be typed

Imported only where a word is no command. No word that runs something can be read as a hand; a sentence is said of the
others where they are none.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from sklog.cli.usage import folded
from sklog.language import N_, _, as_typed
from sklog.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

ANY = 1_000  # words


class Row(NamedTuple):
    """Words, with commas between them, and the command that does exactly what they say, or a sentence.

    It runs where from `least` to `most` words follow, which belong to it. Else the sentence says what would be right.
    """

    words: str
    runs: str = ""
    least: int = 0
    most: int = 0
    says: str = ""


ROWS = (
    # -- looking
    Row(
        "bilanz, gewinn, verlust, punktestand, spielstand, zwischenstand, kontostand, guthaben, punkte, "
        "anzeigen, zeigen, tafel, übersicht, "
        "wer gibt, wer ist dran, wer führt, wer liegt vorne, wer gewinnt, wie steht es, wie stehts, geber, führt, "
        "score, scores, scoreboard, board, balance, balances, status, dealer, leader, "
        "who deals, who is dealing, who leads, who is winning, whose turn",
        runs="show",
    ),
    Row("letztes spiel, letztes, letzte, last hand, last, wieso, weshalb, why", runs="explain", most=ANY),
    Row("verlauf, protokoll, chronik, mitschrift, log, history", runs="session log"),
    Row("abende, evenings, sessions", runs="session list"),
    Row("leute, people, players", runs="player list"),
    Row("tarife, tariffs", runs="tariff list"),
    Row("preise, preisliste, prices, price list", runs="report prices"),
    Row("statistik, statistiken, stats, statistics", runs="report stats"),
    Row("rangliste, standings, ranking", runs="report standings"),
    Row("rekorde, records", runs="report records"),
    Row(
        "befehle, kommandos, anleitung, menü, tasten, kürzel, buchstaben, "
        "commands, man, manual, menu, info, usage, keys, letters",
        runs="help",
    ),
    Row("tabelle, table", says=N_("sklog show is this evening, sklog report standings the season")),
    Row(
        "liste, list, ls, dir",
        says=N_("sklog session list has the evenings, sklog player list the people, sklog tariff list the tariffs"),
    ),
    Row("regeln, rules", says=N_("sklog tariff show wiki has a tariff's settings, sklog report prices its prices")),
    Row(
        "kurve, grafik, diagramm, graph, chart, plot",
        says=N_("sklog report session --plot draws how everybody's balance went"),
    ),
    Row(
        "drucken, ausdrucken, drucke, zettel, print, printout, pdf",
        says=N_("sklog report session -o evening.html makes a page, which a browser prints"),
    ),
    Row("excel, xlsx, csv", says=N_("sklog report session -o evening.xlsx makes a workbook of this evening")),
    Row(
        "teilen, whatsapp, telegram, signal, verschicken, senden, share, send",
        runs="report session --share",
    ),
    # -- putting right
    Row("rückgängig, widerrufen, widerruf, zurücknehmen, take back, revert, strg z, ctrl z", runs="undo", most=1),
    Row(
        "löschen, lösche, lösch, storno, stornieren, storniere, stornierung, tilgen, entfernen, entferne, "
        "delete, del, remove, erase, strike",
        runs="void",
        least=1,
        most=1,
        says=N_("sklog undo takes back the newest line, sklog void 3 strikes out hand 3"),
    ),
    Row(
        "korrigieren, korrigiere, korrektur, verbessern, bearbeiten, änderung, "
        "correct, correction, edit, change, modify, repair",
        runs="fix",
        most=ANY,
    ),
    Row(
        "falsch, fehler, verschrieben, vertippt, irrtum, ups, hoppla, mist, quatsch, "
        "wrong, mistake, error, typo, oops, ups",
        says=N_("sklog fix corrects the last hand, sklog fix 3 hand 3, sklog undo takes back the newest line"),
    ),
    Row(
        "abbrechen, abbruch, back, cancel, abort, escape, esc, stop, stopp, halt",
        says=N_("Ctrl-C clears the line, sklog undo takes back the newest one"),
    ),
    Row(
        "nochmal, nochmals, wiederholen, wiederherstellen, again, repeat",
        says=N_("sklog redo brings back what was taken back; a hand that was played twice is typed twice"),
    ),
    Row(
        "vergessen, nachtragen, dazwischen, forgot, forgotten, missing",
        says=N_("sklog insert 3 s ac puts a forgotten hand in place 3"),
    ),
    Row(
        "leeren, reset, neustart, restart, clear, cls",
        says=N_("nothing is ever erased: sklog undo takes back the newest line, sklog start begins another evening"),
    ),
    Row(
        "umbenennen, rename, umtaufen, name, namen, names",
        says=N_("sklog player rename Dani Daniel says how somebody is called from now on"),
    ),
    # -- the table
    Row(
        "hinzufügen, dazu, neuer spieler, mitspieler, mitspielen, einsteigen, dazukommen, "
        "new player, sit down, join in, joins",
        runs="join",
        least=1,
        most=ANY,
        says=N_("sklog join Emil lets somebody sit down"),
    ),
    Row(
        "aussetzen, pause, weggehen, gehen, aussteigen, aufstehen, raus, weg, sit out, break, leaves, left, gone, away",
        says=N_("sklog leave Dani lets somebody get up, and sklog join Dani sit down again"),
    ),
    Row(
        "tauschen, setzen, umsetzen, sitzordnung, sitzplatz, platz, platzwechsel, sitz, sitze, swap, seat, seating",
        says=N_("sklog seats Anna,Christl,Bene,Dani says who sits where now"),
    ),
    Row(
        "bier, getränk, getränke, trinkgeld, strafe, buchen, buchung, umlage, "
        "beer, drinks, tip, penalty, fine, booking",
        says=N_("sklog post anna:-2,40 bene:+2,40 --note Bier moves an amount from one to another"),
    ),
    Row(
        "topf, pott, einsatz, pot, kitty, jackpot, pool",
        says=N_("sklog show has the Stock; sklog stock +0,40 anna pays into it, sklog stock -0,40 anna takes out"),
    ),
    Row("bockrunde, bockrunden, double, doubles", says=N_("sklog bock orders Bock: the next hands count double")),
    Row(
        "ramschrunde, solorunde, sonderrunde, runden, rounds", says=N_("sklog round begins a special round by its name")
    ),
    # -- the money, the end, another evening
    Row(
        "kasse, kassieren, kassensturz, abrechnung, auszahlen, auszahlung, ausgleich, zahltag, schulden, wer zahlt, "
        "wer zahlt wem, wer schuldet, settlement, payout, cash, bill, debts, who pays, who owes, who owes whom",
        runs="settle",
    ),
    Row(
        "bezahlen, bezahlt, gezahlt, zahlung, überweisen, überweisung, paid, pays, payment, transfer",
        runs="pay",
        least=2,
        most=ANY,
        says=N_("sklog settle says who pays whom, sklog pay Anna Bene 2,40 records a payment"),
    ),
    Row(
        "iban, paypal, bank, girocode",
        says=N_("sklog player set Anna --iban IBAN keeps an account, sklog settle --girocode shows the codes"),
    ),
    Row(
        "quit, exit, ende, q, logout, tschüss, "
        "beenden, beende, schließen, fertig, feierabend, aufhören, aus, heim, zumachen, ende des abends, "
        "end, finish, finished, done, stop playing",
        says=N_("sklog close ends the evening; quit only leaves the prompt"),
    ),
    Row(
        "weitermachen, fortsetzen, wiederaufnehmen, continue, resume, go on, öffnen, open",
        says=N_("sklog reopen goes on with a closed evening; in an open one type the next hand"),
    ),
    Row("neuer abend, neue runde, beginnen, beginn, begin, new evening, new game, new session", runs="start"),
    Row(
        "neu, neue, neuer, neues, new, los",
        says=N_("sklog start begins another evening, sklog join Emil lets somebody sit down"),
    ),
    # -- the program
    Row(
        "speichern, save, commit",
        says=N_("everything is kept as soon as it is typed; sklog backup makes a copy of the ledger"),
    ),
    Row("laden, load", says=N_("sklog restore brings back a copy of the ledger, sklog import reads a file")),
    Row(
        "serve, handy, qr, web, website, telefon, phone, smartphone, tablet",
        says=N_("type sklog serve in another terminal: then phones can look on"),
    ),
    Row(
        "sprache, deutsch, englisch, language, german, english",
        says=N_("the language is that of the terminal; SKLOG_LANG=de or SKLOG_LANG=en says another"),
    ),
    Row("suchen, suche, search, find", says=N_("sklog session log has every line of this evening")),
    Row("version, update, about", says=N_("type sklog --version in another terminal")),
    Row(
        "ok, okay, ja, nein, yes, no, danke, thanks, enter, play, spielen, spiel, nächstes, nächstes spiel, karten, "
        "geben, mischen, schreiben, notieren, aufschreiben, game, hand, next, next hand, deal, write, note",
        says=N_("type the next hand; help shows how"),
    ),
)
BY_WORDS = {folded(phrase.strip()): row for row in ROWS for phrase in row.words.split(",")}
LONGEST = max(phrase.count(" ") for phrase in BY_WORDS) + 1


class Meaning(NamedTuple):
    """The words that were typed, which are a row's, and the command line that is meant by them; "" where none is."""

    typed: str
    row: Row
    line: str

    def sentence(self) -> str:
        """Return what is said of it, in the language that is spoken."""
        if self.line:
            return _('"{word}" is called {command} here.', word=self.typed, command=as_typed(self.row.runs))
        return _('"{word}" is no command: {instead}', word=self.typed, instead=_(self.row.says))


def meaning(words: Sequence[str]) -> Meaning | None:
    """Return what is meant by the first words of a line; None where no row has them, or has an answer."""
    plain = [folded(word.rstrip("?!.,:")) for word in words]
    for number in range(min(LONGEST, len(words)), 0, -1):
        if row := BY_WORDS.get(" ".join(plain[:number])):
            typed, rest = " ".join(words[:number]), words[number:]
            own = len(list(takewhile(lambda word: not word.startswith("--"), rest)))
            runs = row.runs and row.least <= own <= row.most
            if runs or row.says:
                return Meaning(typed, row, " ".join((row.runs, *rest)) if runs else "")
    return None
