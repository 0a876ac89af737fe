"""What people type for a command: what it runs, or what it is told; no comic suggestion, and no sentence of Typer's."""

import re

import pytest

from sklog.cli import usage
from sklog.language import speak
from sklog.live.vocabulary import RUNS, SAYS, meaning
from sklog.play.shell import COMMANDS, HELP, LEAVE, is_hand, look, normalized
from tests.conftest import Sklog

GERMAN = {"SKLOG_LANG": "de"}
START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--date", "2026-11-19", "--tariff", "wiki")

ANSWERS: dict[str | None, str] = {
    "say undo, void": "löschen, loeschen, lösche, delete, del, storno, stornieren, storniere, remove, entfernen",
    "void 3": "löschen 3, delete 3",
    "void 7": "storno 7",
    "say fix, undo": (
        "war falsch, das stimmt nicht, that was wrong, falsch, fehler, verschrieben, vertippt, ups, mist, oops, "
        "scheiße, damn, nonsense, "
        "wrong, mistake, typo"
    ),
    "undo": (
        "mach das rückgängig, undo that, undo last, take it back, undo!, zurück, zurueck, rückgängig, "
        "rueckgaengig, widerrufen, revert, undo"
    ),
    "redo": "redo",
    "say fix": (
        "kontra vergessen, forgot schneider, actually lost, war doch gewonnen, andersrum, the other way round, "
        "das letzte war verloren"
    ),
    "say undo": (
        "weg damit, vergiss das, letzte weg, letztes spiel weg, scratch that, never mind, abbrechen, abbruch, cancel, "
        "stop, escape, back"
    ),
    "say show, fix": "geber falsch, falscher geber, wrong dealer, change dealer",
    "say settle": "alle haben gezahlt, everybody paid, quitt",
    "say leave, join": "weg, raus, weggehen, pause, aussetzen",
    "report session --share": "teilen, share, whatsapp",
    "leave": "q, quit, exit, bye, tschüss, logout, geht",
    "say close": (
        "gute nacht, das war's, that's it, beenden, schließen, schliessen, feierabend, fertig, aus, aufhören, "
        "ende, Ende, end, finish"
    ),
    None: "asdf, sort, drei, zwei, morgen, heute, held, kalt, john, snow",
    "show": (
        "rangliste, standings, kassenstand, who is ahead, who's ahead?, wer führt gerade, stand bitte, "
        "stand, stand?, wie ist der stand?, wie steht's, whose deal, whose turn is it, who leads, spielstand, "
        "punktestand, punkte, score, scores, status, board, balance, wer gibt, wer gibt?, wer ist dran, wer führt, "
        "who deals, gewinner, loser, geber, dealer, führt, bilanz, gewinn, verlust"
    ),
    "say show": "wer spielt aus, wer kommt raus, who starts, alle spiele, wieviele spiele, list hands, how many hands",
    "say show, report": "tabelle, table",
    "settle": (
        "settle up, cash up, wer schuldet wem, who owes what, kasse machen, abrechnen, abrechnung, kasse, kassensturz, "
        "auszahlen, wer zahlt, wer zahlt wem, who pays, schulden, debts"
    ),
    "say settle, pay": "alle zahlen, all pay, bezahlen, bezahlt, zahlung, paid, payment, überweisen",
    "pay anna bene 2": "bezahlt anna bene 2",
    "pay": "pay",
    "…": (
        "prost, cheers, was, wer, who, hallo, hello, test, wie geht das, next game, los geht's, next, nächstes, "
        "ok, ja, nein, yes, no, danke, sprache, deutsch, english, version, update, play, schreiben, notieren, "
        "mischen, geben, deal, karten, spiel"
    ),
    "say add": (
        "weiter, weida, weiter!, weiter geht's, also weiter, pass, passt, keiner, nix, on, go on, nobody, nothing, "
        "neu geben, nochmal geben, neu mischen, falsch gegeben, vergeben, new deal, deal again, bad deal"
    ),
    "say add, fix": "// anna war sauer, note, notiz, comment",
    "say reopen": "continue, weitermachen, öffnen, open",
    "hilfe": "hilfe",
    "help": "help, befehle, commands, man, anleitung, menü",
    "say backup": "speichern, save",
    "backup": "sichern, backup",
    "export": "export, exportieren",
    "import": "import",
    "say session, player, tariff": "liste, list, ls, dir",
    "player": "spieler",
    "player list": "players, leute",
    "say start, join": "neu, new, los",
    "join emil": "neuer spieler emil, hinzufügen emil, dazu emil",
    "start": "neuer abend, new game",
    "say join": "hinzufügen, jemand kommt dazu",
    "join": "kommt",
    "say seats": "tauschen, sitzordnung, platz, setzen",
    "seats": "seats, plätze tauschen, spieler tauschen",
    "fix": "korrigieren, korrektur, ändern, aendern, edit, bearbeiten, verbessern, correct, change, fix",
    "fix 3": "korrigieren 3, edit 3",
    "say redo": "wiederherstellen, wiederholen, nochmal, again, repeat",
    "say undo, start": "clear, cls, neustart, restart, reset",
    "close": "close",
    "session log": "log, verlauf, history, protokoll",
    "explain": "letztes spiel, letzte, last, previous, erklären, wieso, warum, why, explain",
    "tariff": "tarif",
    "tariff list": "tarife",
    "report prices": "preise, prices, regel, regeln, rules",
    "report stats": "statistik, stats",
    "report records": "rekorde, records, rekord",
    "say report": "record, drucken, ausdrucken, print, pdf, excel, csv, kurve, graph, grafik, chart",
    "say post": "bier, getränke, trinkgeld, strafe, beer, buchen",
    "explain 3": "wieso 3, explain 3",
    "post": "umbuchen",
    "say show, stock": "pot, topf, pott",
    "stock": "stock",
    "bock": "bock",
    "say bock": "bockrunde",
    "say round": "ramschrunde, runden",
    "round": "runde",
    "say player, settle": "iban, paypal",
    "say player": "umbenennen, rename, name",
    "say serve": "handy, phone, qr, serve",
    "say restore, import": "load, laden",
    "merge": "merge",
    "say session": "suchen, find",
    "session": "abend",
    "say insert": "vergessen, nachtragen",
    "insert": "insert",
    "tournament": "turnier",
    "add": "eintragen",
}
"""What is run; "say" and the commands that a sentence names, "…" for a sentence without one; None: no suggestion."""
WORDS = {word: answer for answer, words in ANSWERS.items() for word in words.split(", ")}


def answered(word: str) -> str | None:
    """Return what becomes of a word at the prompt, as ANSWERS say it; what is near by its spelling ends in "?"."""
    line = look(word).line
    if normalized(word) in LEAVE:
        return "leave"
    if not is_hand(line):
        return line
    if meant := meaning(word.split()):
        commands = dict.fromkeys(re.findall(r"\bsklog (\w+)", meant.says))
        return f"say {', '.join(commands)}" if commands else "…"
    near = re.search("(?:did you mean|gemeint ist vielleicht) ([^?]*)", usage.no_command(word, (*COMMANDS, *HELP[:2])))
    return f"{near[1]}?" if near else None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("word", "answer"), WORDS.items(), ids=WORDS)
def test_what_becomes_of_a_word(word: str, answer: str | None, language: str) -> None:
    """The same in either language: a command that does just that, a sentence with what can be typed, or no guess."""
    speak(language)
    assert answered(word) == answer


TABLE = ("Anna", "Bene", "Christl", "Anna Lena")
SENTENCES = {
    "type sklog pay Anna Bene 2": "anna zahlt bene 2, Anna pays Bene 2, anna paid bene 2, anna hat bene 2 gegeben",
    "type sklog pay Anna Bene 2€": "anna zahlt bene 2 euro, anna paid bene 2 euros, bene got 2€ from anna",
    "type sklog pay Bene Christl 2,50": "b hat c 2,50 gegeben, Bene gives 2,50 to Christl.",
    'type sklog pay "Anna Lena" Bene 3': "anna lena zahlt bene 3",
    "type sklog pay Anna Bene 50ct": "anna zahlt bene 50 cent, Anna pays Bene 50 cents",
    "type sklog join Max --after Anna": (
        "max setzt sich neben anna, Max sits next to Anna, max sits between anna and bene"
    ),
    "type sklog leave Anna, then sklog join Max": "max statt anna, Max instead of Anna, replace anna with Max",
    "type sklog explain 2": "spiel 2, zeig spiel 2, hand 2, what did hand 2 cost?",
    "sklog show has everybody's balance, sklog settle who pays whom": "wieviel hat anna?, how much does Anna owe",
    "a hand says who played what, such as sklog add s ac; sklog pay WHO WHOM 2.40 records a payment": (
        "anna bekommt 1,50, anna gets 1.50, Anna gewinnt 50 cent, bene won 50 cents"
    ),
    "sklog explain shows why the last hand cost what it did, sklog explain 3 hand 3": "wieso 20 cent, why 20 cents?",
    "type sklog join Max": "max kommt, Max kommt dazu, max joins, Max is here, jetzt kommt Max, add max",
    "type sklog leave Bene": "bene geht, Bene leaves, bene geht heim, Bene leaves at once, bene setzt aus, skip bene",
    "type sklog fix 3 and what was wrong, or the whole hand": (
        "spiel 3 falsch, 3 war falsch, hand 3 is wrong, bene won hand 3"
    ),
    "type sklog void 3": "3 löschen, spiel 3 weg, delete hand 3, undo hand 3, how do i delete hand 3",
    (
        "sklog show says who deals next; dealer:Anna behind a hand says that Anna dealt it, sklog fix dealer:Anna of"
        " the last one"
    ): "anna gibt, gibt anna, Anna deals, dealer anna",
    "sklog pay Bene Anna 2€ records that it is paid, sklog post Bene:-2€ Anna:+2€ that it is still owed": (
        "bene owes anna 2 euros, Bene schuldet Anna 2€, anna lends bene 2€, Anna gets 2€ from Bene"
    ),
    "sklog pay Anna WHOM 2€ records that Anna paid, sklog pay WHO Anna 2€ that Anna was paid": "anna 2 euro, Anna 2€",
    "type sklog leave Anna": "anna muss aufs klo, Anna needs a break, die anna geht jetzt heim, anna's away",
    "": (
        "bene zahlt bene 2, anna 2, "
        "wer geht, das kommt, wenz kommt, x zahlt bene 2, da geht, es ist weg, niemand kommt, anna zahlt max 2, "
        "bene geht unter"
    ),
}
"""What is said of whole lines about people at this table, newcomers and numbers; "" of those that are about no such."""


@pytest.mark.parametrize(
    ("says", "lines"), SENTENCES.items(), ids=[lines.split(",")[0] for lines in SENTENCES.values()]
)
def test_what_is_typed_for_a_sentence_about_people(says: str, lines: str) -> None:
    """The line with their names as they are written here; nothing where one is nobody, several, or no name."""
    for line in lines.split(", "):
        meant = meaning(line.split(), TABLE)
        assert (meant.in_a_sentence().partition(": ")[2] if meant and meant.named else "") == says, line


def test_there_are_enough_of_them() -> None:
    """The measure: 200 words at least."""
    assert len(WORDS) >= 200


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("setle", "settle?", "settle?"),
        ("zurük", None, "zurück?"),
        ("abrechne", None, "abrechnen?"),
        ("reprot", "report?", "report?"),
        ("hlep", "help?", "help?"),
        ("stnad", None, "stand?"),
        ("vodi", "void?", "void?"),
        ("schlus", None, "schluss?"),
    ],
)
def test_a_slip_is_known_by_its_spelling(typed: str, english: str | None, german: str | None) -> None:
    """Among the words of the language that is spoken, and the English ones."""
    for language, near in (("en", english), ("de", german)):
        speak(language)
        assert answered(typed) == near


@pytest.mark.long
def test_what_a_row_names_can_be_typed(ok: Sklog) -> None:
    """Every command that is run, or that a sentence names, has a help page."""
    named = {command.split(" --")[0] for command in RUNS if command != "help"}
    named |= {name for sentence in SAYS for name in re.findall(r"\bsklog (\w+)", sentence)}
    for name in sorted(named):
        ok(*name.split(), "--help")


# -- outside, and at the prompt -----------------------------------------------------------------------


def test_other_words_outside(ok: Sklog, run: Sklog) -> None:
    """What is run is named on stderr, in the language that is spoken; a sentence is an error, and nothing is done."""
    ok(*START)
    ok("add", "s", "ac")
    said = run("wer", "gibt?", "--format", "json")
    assert (said.out, said.err) == (ok("show", "--format", "json").out, '"wer gibt?" is called show here.\n')
    assert run("löschen").code == 2
    assert "sklog undo takes back the newest line, sklog void 3 strikes out hand 3\n" in run("löschen").err
    assert "Hand 1 is void." in run("storno", "1").out
    assert run("befehle").out == ok("--help").out


def test_other_words_at_the_prompt(ok: Sklog, run: Sklog) -> None:
    """The same; a name that is such a word is read as it was before."""
    ok(*START)
    said = run("play", "--keep-going", stdin="s ac\nwer gibt?\nlöschen\nstorno 1\nlösche 1 2\nfalsch\n")
    assert '"wer gibt?" is called show here.\nStammtisch' in said.out
    assert '"storno" is called void here.\nHand 1 is void.' in said.out
    assert [line.partition(":")[0] for line in said.err.splitlines()] == ["line 3", "line 5", "line 6"]
    assert "no game" not in said.err


def test_somebody_called_so_plays(ok: Sklog) -> None:
    """Only what is no hand is looked up."""
    ok("start", "Stammtisch", "--players", "Bier,Core,Edith,Dani", "--tariff", "wiki")
    said = ok("play", stdin="Bier Wenz\nCore und Dani Sauspiel\nedit wenz\n")
    assert [line.partition("  ")[0] for line in said.out.splitlines() if line.startswith("Hand ")] == [
        "Hand 1: w b",
        "Hand 2: s cd",
        "Hand 3: w e",
    ]


def test_after_close_what_works_is_said(ok: Sklog, run: Sklog) -> None:
    """Of a hand that the evening is closed, of other words what there is now; commands work as ever."""
    ok(*START)
    typed = "close", "s ac", "foooo", "löschen", "score", "anna zahlt bene 0,50", "bene geht", "next"
    said = run("play", "--keep-going", stdin="\n".join(typed) + "\n")
    hand, reopen, unknown, works, *others = (line.partition(": ")[2] for line in said.err.splitlines())
    assert (hand, reopen) == ("the evening is closed", "reopen goes on with it")
    assert '"foooo" is neither a hand nor a command' in unknown
    assert works == (
        "The evening is closed. Now there are: settle (who pays whom), pay, show, report, reopen (it goes on), start"
        " (another one) and quit."
    )
    pays = '"anna zahlt bene 0,50" is not a command: type pay Anna Bene 0,50'
    assert others == [works, pays, works, works]  # what cannot be obeyed now is not said
    assert '"score" is called show here.' in said.out


def test_a_payment_that_is_told_is_not_recorded(ok: Sklog, run: Sklog) -> None:
    """What would record it is said, also where the line is nearly a hand."""
    ok(*START)
    ok("add", "s", "ac")
    said = run("play", "--keep-going", stdin="anna paid bene 2 euros\nbene leaves\nmax joins\n1 löschen\nanna gibt\n")
    assert [line.partition(" command: ")[2] for line in said.err.splitlines()] == [
        "type pay Anna Bene 2€",
        "type leave Bene",
        "type join Max",
        "type void 1",
        "show says who deals next; dealer:Anna behind a hand says that Anna dealt it, fix dealer:Anna of the last one",
    ]
    assert "hand 2" in ok("show").out


def test_what_moves_an_amount_names_nobody(ok: Sklog, run: Sklog) -> None:
    """Who paid for the beer is not known by a word, so the line that is said moves nothing as it stands."""
    ok(*START)
    said = run("play", "--keep-going", stdin="beer\nChristl zahlt das Bier\n")
    assert said.err.count(": post NAME:-2.40 NAME:+2.40 --note beer moves an amount from one to another\n") == 2


def test_a_misdeal_is_no_hand(ok: Sklog, run: Sklog) -> None:
    """The same dealer deals again and nobody pays; both that and how all pass is said."""
    ok(*START)
    typed = "neu geben\nnochmal geben\nredeal\nmisdeal\ndeal again\nhand void\nfalsch gegeben\n"
    said = run("play", "--keep-going", stdin=typed)
    assert "Hand " not in said.out
    assert said.err.count("after a misdeal nothing is written down; ") == said.err.count("\n") - 1
    assert "Hand 1: x" in ok("play", stdin="alle passen, neu geben\n").out


def test_what_cannot_be_obeyed_is_not_said(ok: Sklog, run: Sklog) -> None:
    """Why it cannot is said instead: who sits there does not come, and a hand that is not there has no fault."""
    ok(*START)
    ok("add", "s", "ac")
    said = run(
        "play", "--keep-going", stdin="Bene kommt\nhand 7 wrong\ndelete hand 7\nwhat was hand 7?\nhand 1 wrong\n"
    )
    assert [line.partition(": ")[2] for line in said.err.splitlines()] == [
        "Bene sits at the table already",
        *["there is no hand 7 in 'Stammtisch': the last is hand 1"] * 3,
        '"hand 1 wrong" is not a command: type fix 1 and what was wrong, or the whole hand',
    ]


NO_GAMES = (
    "noch so ein abend",
    "what is a wenz",
    "wie ist das wetter",
    "you idiot",
    "der alte",
    "na dann",
    "i feel lucky",
    "61",
    "prost anna",
    "bravo anna",
    "keiner kennt den witz",
    "passt zu mir",
)


@pytest.mark.parametrize("line", NO_GAMES)
def test_a_line_without_a_game_is_told_of_none(ok: Sklog, run: Sklog, line: str) -> None:
    """What it is taken for is said instead, and what helps; no command is guessed that only looks like a word."""
    ok(*START)
    neither = f'line 1: "{line}" is neither a hand nor a command: help shows the letters and the commands\n'
    assert run("play", stdin=f"{line}\n").err == neither


@pytest.mark.parametrize("line", ["q a", "kw ac", "wnz a", "souspiel ac", "herz a", "fremd wenz anna"])
def test_a_slip_in_a_game_is_told_of_the_games(ok: Sklog, run: Sklog, line: str) -> None:
    """Letters in front of people, nearly a game, or a line with a game behind it."""
    ok(*START)
    assert "neither" not in run("play", stdin=f"{line}\n").err


def test_a_question_about_a_hand_is_told_that_it_is_one(ok: Sklog, run: Sklog) -> None:
    """With its mark as without."""
    ok(*START)
    asked = [run("play", stdin=f"{line}\n").err for line in ("hat anna den wenz gewonnen", "spielt anna wenz?")]
    assert all("this reads as a question" in said for said in asked), asked


@pytest.mark.parametrize(("line", "game"), [("Bene ramsch", "Ramsch"), ("bettel anna won", "Bettel")])
def test_a_game_that_is_not_played_here_is_told_so(ok: Sklog, run: Sklog, line: str, game: str) -> None:
    """Wherever it stands in the line."""
    ok(*START[:-1], "lamers")
    assert f"lamers does not have {game}" in run("play", stdin=f"{line}\n").err


@pytest.mark.parametrize("line", ["serve", "handy", "pay up", "zahlt up", "sklog pay up"])
def test_what_was_typed_is_quoted_as_it_was(ok: Sklog, run: Sklog, line: str) -> None:
    """Also where a command of another language stands in it."""
    ok(*START)
    assert f"„{line.removeprefix('sklog ')}“ ist kein Befehl" in run("play", stdin=f"{line}\n", env=GERMAN).err


@pytest.mark.parametrize("word", ["pause", "bier", "bezahlt", "aussetzen", "umbenennen", "iban"])
def test_a_word_without_a_name_names_nobody(ok: Sklog, run: Sklog, word: str) -> None:
    """Nobody gets up, pays or is renamed who was not meant."""
    ok(*START)
    assert not re.search("Anna|Bene|Christl|Dani", run("play", stdin=f"{word}\n").err)


def test_what_nothing_else_is_understood_of_is_known_by_a_word(ok: Sklog, run: Sklog) -> None:
    """Wherever it stands; a line with a game in it is a hand, whose own fault is said."""
    ok(*START)
    said = run("play", "--keep-going", stdin="hab mich vertippt\nspiel davor falsch\nadd player\nWenz Emil falsch\n")
    first, second, player, *hand = said.err.splitlines()
    assert '"vertippt" is not a command: fix corrects the last hand' in first
    assert '"falsch" is not a command: fix corrects the last hand' in second
    assert '"add player" is not a command: join Emil lets somebody sit down' in player
    assert any('"Emil"' in line for line in hand)


# -- what Typer says itself ---------------------------------------------------------------------------

TYPER = re.compile(
    r"Got unexpected|Missing (argument|option|command|parameter)|No such (command|option)|Invalid value|"
    r"requires an? argument|does not take a value|is not a valid|is not in the range|values? (is|are) required|"
    r"Possible options|Could not open file"
)
WRONG = {
    "one too many": ("pay", "anna", "bene", "2€", "after"),
    "two too many": ("undo", "1", "after", "Sue"),
    "nothing": ("join",),
    "a missing option": ("whatif",),
    "no such option": ("show", "--zzz"),
    "nearly an option": ("settle", "--recrod"),
    "an option without its value": ("show", "--format"),
    "a value for a flag": ("settle", "--why=3"),
    "a wrong value": ("void", "x"),
    "a wrong choice": ("show", "--format", "pdf"),
    "no command": ("xyzzy",),
    "no command of a group": ("tariff", "lst"),
    "a wrong short option": ("show", "-z"),
    "no value of a short option": ("report", "session", "-o"),
    "a group alone": ("tariff",),
}


@pytest.mark.parametrize("env", [{}, GERMAN], ids=["english", "german"])
@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG)
def test_typer_does_not_speak(ok: Sklog, run: Sklog, words: tuple[str, ...], env: dict[str, str]) -> None:
    """Outside and at the prompt our own sentences say what is wrong with a command line, in both languages."""
    ok(*START)
    for said in (run(*words, env=env), run("play", stdin=" ".join(words), env=env)):
        assert not TYPER.search(said.out + said.err), said.out + said.err
        assert said.out + said.err


def test_names_with_braces_stand_in_an_example_as_they_are() -> None:
    """They are no places of ours."""
    meant = meaning(["tauschen"])
    assert meant is not None
    assert "An{x}na" in meant.in_a_sentence(lambda said: said.replace("Anna", "An{x}na"))
