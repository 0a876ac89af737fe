"""People of one name: who is said to be known already, parting them by evening, and one name in two orders."""

import json
from pathlib import Path

import asyncssh
import pytest

import sklog
from sklog.errors import Refused
from tests.conftest import Sklog
from tests.terminal import Terminal

pytestmark = pytest.mark.long

MONDAY = ("start", "Montag", "--players", "Anna,Bene,Christl,Max", "--date", "2026-11-16", "--tariff", "sauspiel")
FRIDAY = ("start", "Freitag", "--players", "Max,Dani,Eva,Emil", "--date", "2026-11-20")
PART = ("player", "part", "Max", "Max Huber")


@pytest.fixture
def two(ok: Sklog) -> Sklog:
    """Return sklog after a Monday at which one Max won 1.50, and a Friday at which another one lost as much."""
    ok(*MONDAY)
    ok("post", "max:+1,50", "anna:-1,50")
    ok("close")
    ok(*FRIDAY)
    ok("post", "max:-1,50", "eva:+1,50")
    ok("close")
    return ok


def balances(ok: Sklog) -> dict[str, int]:
    """Return everybody's balance over all evenings, where it is not 0."""
    found = json.loads(ok("player", "list", "--format", "json").out)["tables"]["players"]
    return {row["name"]: row["ct"] for row in found if row["ct"]}


def owed(ok: Sklog) -> list[tuple[str, str, int]]:
    """Return the payments that `settle --all` plans."""
    planned = json.loads(ok("settle", "--all", "--format", "json").out)
    return [tuple(row.values()) for row in planned["tables"]["transfers"]]


# -- who is known already -------------------------------------------------------------------------------


def said(ran: str) -> str:
    """Return an answer in one line."""
    return " ".join(ran.split())


def test_start_says_who_is_known_from_elsewhere(ok: Sklog) -> None:
    """Since when, with whom, and what to do if that is somebody else."""
    ok(*MONDAY)
    ok("post", "max:+1,50", "anna:-1,50")
    told = "Max is known here: 1 evening, 16 Nov 2026 with Anna, Bene, Christl. Another Max? "
    assert told + "sklog player part Max NEW --session 2" in said(ok(*FRIDAY).out)


def test_several_evenings_have_a_first_and_a_last_one(two: Sklog) -> None:
    """Their number, since when, and who was there the last time."""
    told = "Max is known here: 2 evenings since 16 Nov 2026, the last on 20 Nov 2026 with Dani, Eva, Emil."
    assert told in said(two("start", "Neu", "--players", "Max,Otto,Paul,Karl").out)


@pytest.mark.parametrize(
    "players",
    ["Anna,Bene,Christl,Max", "max,christl,bene,anna", "Anna,Bene,Otto,Max", "Otto,Paul,Karl,Rosi"],
    ids=["the-same", "other-seats", "half-of-them", "nobody-known"],
)
def test_where_a_circle_plays_again_nothing_is_said(two: Sklog, players: str) -> None:
    """A table that meets every week has nothing to read."""
    assert "known here" not in two("start", "Montag", "--players", players).out


def test_an_evening_without_a_hand_makes_nobody_known(ok: Sklog) -> None:
    """Somebody who began one by mistake has played with nobody."""
    ok(*MONDAY)
    assert "known here" not in ok(*FRIDAY).out


def test_who_sits_down_later_is_known_as_well(two: Sklog) -> None:
    """And who comes back to the same evening is not asked about."""
    two("start", "Neu", "--players", "Otto,Paul,Karl,Rosi")
    assert "Max is known here: 2 evenings" in two("join", "Max").out
    two("leave", "Max")
    assert "known here" not in two("join", "Max").out


def test_with_dry_run_nothing_is_advised(two: Sklog) -> None:
    """There is no evening yet that could be somebody else's."""
    told = two("start", "Neu", "--players", "Max,Otto,Paul,Karl", "--dry-run").out
    assert "Max is known here" in told
    assert "player part" not in told


def test_an_import_says_who_is_known(ok: Sklog) -> None:
    """With all the evenings that came, of this person alone."""
    ok(*MONDAY)
    ok("post", "max:+1,50", "anna:-1,50")
    ok("export", "-o", "montag.yaml")
    ok(*FRIDAY, "--db", "other.db")
    ok("post", "max:-1,50", "eva:+1,50", "--db", "other.db")
    told = said(ok("import", "montag.yaml", "--db", "other.db").out)
    assert "Max is known here: 1 evening, 20 Nov 2026 with Dani, Eva, Emil." in told
    assert "sklog --db other.db player part Max NEW --session 2" in told or "player part Max NEW --session 2" in told
    assert "known here" not in ok("import", "montag.yaml", "--db", "new.db").out


def test_a_merge_says_since_when_both_are_known(ok: Sklog) -> None:
    """Beside the names that are in both ledgers."""
    ok(*MONDAY)
    ok("post", "max:+1,50", "anna:-1,50")
    ok(*FRIDAY, "--db", "other.db")
    ok("post", "max:-1,50", "eva:+1,50", "--db", "other.db")
    assert "Max is known here: 1 evening, 16 Nov 2026" in ok("merge", "other.db", "--dry-run").out


def test_who_is_new_may_be_known_in_the_other_order(ok: Sklog) -> None:
    """The one who is known and how both become one."""
    ok("start", "Montag", "--players", "Anna Huber,Bene,Christl,Dani")
    ok("add", "s", "ac")
    told = said(ok("start", "Freitag", "--players", "Huber Anna,Eva,Emil,Max").out)
    assert "Anna Huber is known here: 1 evening" in told
    assert "Is Huber Anna the same person? sklog player merge 'Huber Anna' 'Anna Huber'" in told
    ok("player", "merge", "Huber Anna", "Anna Huber")
    assert "same person" not in ok("start", "Neu", "--players", "Anna Huber,Bene,Christl,Dani").out


def test_who_is_known_in_the_other_order_comes_in_a_list(ok: Sklog, folder: Path) -> None:
    """Once, however many evenings come."""
    ok("start", "Montag", "--players", "Anna Huber,Bene,Christl,Dani")
    ok("add", "s", "ac")
    rows = "Datum;Huber Anna;Bene\n1.10.2026;1,00 €;-1,00 €\n8.10.2026;2,00 €;-2,00 €\n"
    (folder / "liste.csv").write_text(rows, encoding="utf-8")
    told = said(ok("import", "liste.csv", "--rows", "each").out)
    assert told.count("Is Huber Anna the same person? sklog player merge 'Huber Anna' 'Anna Huber'") == 1


def test_a_merge_asks_for_who_is_known_in_the_other_order(ok: Sklog) -> None:
    """With what makes one person of both before anything is taken over."""
    ok("start", "Montag", "--players", "Anna Huber,Bene,Christl,Dani")
    ok("add", "s", "ac")
    ok("start", "Freitag", "--players", "Huber Anna,Bene,Christl,Dani", "--db", "other.db")
    ok("add", "--db", "other.db", "s", "hc")
    told = said(ok("merge", "other.db", "--dry-run").out)
    assert "Is Huber Anna the same person? --as 'Huber Anna=Anna Huber'" in told
    assert "same person?" not in said(ok("merge", "other.db", "--as", "Huber Anna=Anna Huber", "--yes").out)


@pytest.mark.parametrize(
    "words",
    [
        ("start", "Neu", "--players", "Anna Huber,Bene,Christl,Huber Anna"),
        ("join", "Huber Anna"),
        ("import", "abend.yaml"),
    ],
)
def test_both_orders_at_one_table_are_asked_about(ok: Sklog, folder: Path, words: tuple[str, ...]) -> None:
    """One person who was typed twice, or two: nobody knows, so it is said."""
    abend = "session: A\ntariff: wiki\nplayers: [Anna Huber, Bene, Huber Anna, Dani]\nhands: []\n"
    (folder / "abend.yaml").write_text(abend, encoding="utf-8")
    ok("start", "Montag", "--players", "Anna Huber,Bene,Christl,Dani")
    told = said(ok(*words).out)
    assert told.count("Anna Huber and Huber Anna sit at one table: is that one person?") == 1


def test_a_new_name_may_be_somebody_in_the_other_order(ok: Sklog) -> None:
    """Who is renamed is looked for as well."""
    ok("start", "Montag", "--players", "Anna Huber,Bene,Christl,Dani")
    ok("add", "s", "ac")
    ok("start", "Freitag", "--players", "Anna,Eva,Emil,Max")
    ok("add", "s", "am")
    told = said(ok("player", "rename", "Anna", "Huber Anna").out)
    assert "Is Huber Anna the same person? sklog player merge 'Huber Anna' 'Anna Huber'" in told


def test_a_hyphen_makes_no_other_name(ok: Sklog) -> None:
    """Some write it, some do not."""
    ok("start", "Montag", "--players", "Karl-Heinz Maier,Bene,Christl,Dani")
    ok("add", "s", "kc")
    assert "Is Maier Karl Heinz the same" in said(ok("start", "Neu", "--players", "Maier Karl Heinz,Eva,Emil,Max").out)


@pytest.mark.parametrize("name", ["Anna und Bene", "Eva u. Gabi"])
def test_one_person_of_two_names_is_said(ok: Sklog, folder: Path, name: str) -> None:
    """Commas part people, so an "und" between them parts none: whoever meant two reads it."""
    told = said(ok("start", "Montag", "--players", f"{name},Christl,Dani,Hans von und zu Berg").out)
    assert f"{name} is counted as one person; to name two, put a comma between them." in told
    assert told.count("as one person") == 1
    (folder / "liste.csv").write_text(f"Datum;{name};Emil\n1.10.2026;1,00 €;-1,00 €\n", encoding="utf-8")
    assert f"{name} is counted as one person" in said(ok("import", "liste.csv", "--rows", "each").out)


def test_commas_and_semicolons_do_not_part_together(run: Sklog) -> None:
    """Two people, or two halves of one: nobody knows."""
    refused = run("start", "Montag", "--players", "Huber, Max; Maier, Gabi")
    assert (refused.code, said(refused.err)) == (
        1,
        '"Huber, Max; Maier, Gabi": separate people with commas or semicolons, not both; "Huber, Max" is Max Huber',
    )


def test_an_advice_names_the_ledger(ok: Sklog, run: Sklog) -> None:
    """Who obeys it changes the ledger that was asked."""
    ok(*MONDAY, "--db", "here.db")
    refused = run("player", "part", "Max", "Sepp", "--session", "1", "--db", "here.db")
    assert refused.err.endswith(
        "would be Sepp's: rename that person instead, with sklog --db here.db player rename Max Sepp\n"
    )


# -- parting them -----------------------------------------------------------------------------------------


def test_evenings_are_given_to_a_namesake(two: Sklog) -> None:
    """Balances and settlements follow, and nobody pays somebody he never met."""
    assert balances(two) == {"Anna": -150, "Eva": 150}
    assert "Freitag: −1.50 € Max keeps 1 evening." in said(two(*PART, "--session", "2").out)
    assert balances(two) == {"Anna": -150, "Eva": 150, "Max": 150, "Max Huber": -150}
    assert owed(two) == [("Anna", "Max", 150), ("Max Huber", "Eva", 150)]
    assert two("check").code == 0


def test_parting_is_taken_back_and_brought_back(two: Sklog) -> None:
    """By `undo` and `redo`, as one command on all its evenings."""
    two("start", "Dritter", "--players", "Max,Dani,Eva,Emil")
    two("post", "max:-0,50", "eva:+0,50")
    two(*PART, "--session", "2,3")
    parted_so = balances(two)
    assert parted_so["Max Huber"] == -200
    assert "Took back: player part Max Max Huber --session 2,3." in two("undo").out
    assert "Max Huber" not in balances(two)
    two("redo")
    assert balances(two) == parted_so
    assert two("check").code == 0


def test_an_open_evening_goes_on_with_the_other_name(ok: Sklog) -> None:
    """As `start` advises it: the next hands are the namesake's."""
    ok(*MONDAY)
    ok("add", "s", "am")
    ok(*FRIDAY)
    ok(*PART, "--session", "2")
    ok("post", "max:-0,40", "eva:+0,40")
    assert balances(ok)["Max Huber"] == -40


def test_evenings_go_to_somebody_who_is_known_already(two: Sklog) -> None:
    """The name is kept as it is spelled here."""
    two("start", "Dritter", "--players", "Max Huber,Otto,Paul,Karl")
    two("add", "s", "mp")
    two("player", "part", "max", "max huber", "--session", "Freitag")
    found = {row.name: row.evenings for row in sklog.Ledger("sklog.db").people()}
    assert (found["Max"], found["Max Huber"]) == (1, 2)


def test_a_dry_run_parts_nobody(two: Sklog) -> None:
    """It says what would be."""
    assert "It was Max Huber, not Max, in 1 evening." in two(*PART, "--session", "2", "--dry-run").out
    assert "Max Huber" not in two("player", "list").out


@pytest.mark.parametrize(
    "words",
    [(*PART, "--session", "2"), ("player", "rename", "Eva", "Evi"), ("player", "merge", "Emil", "Bene")],
    ids=["part", "rename", "merge"],
)
def test_what_was_said_of_names_is_a_report_as_well(two: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """For programs: each evening with the balance there; what else is said goes to stderr."""
    ran = run(*words, "--dry-run", "--format", "json")
    [row] = json.loads(ran.out)["tables"]["renamed"]
    found = sklog.Ledger("sklog.db").evening(2).state.balances[words[2]]
    assert row == {"session": 2, "name": "Freitag", "date": "2026-11-20", "ct": found, "points": None}
    assert ran.err == "Nothing was stored (--dry-run).\n"
    assert two("session", "log", "--session", "2").out.count("player") == 1  # the option of `start`


def test_the_iban_stays_with_the_first(two: Sklog) -> None:
    """Whose it is was said of the one, not of the namesake, before and after it is taken back."""
    two("player", "set", "Max", "--pay-link", "https://paypal.me/max")
    two(*PART, "--session", "2")
    assert "paypal.me" in two("player", "set", "Max").out
    assert "paypal.me" not in two("player", "set", "Max Huber").out
    two("undo", "--session", "2")
    assert "paypal.me" in two("player", "set", "Max").out


def test_parted_names_come_along(two: Sklog) -> None:
    """With a merge, a copy that is restored, and an export."""
    two(*PART, "--session", "2")
    parted_so = balances(two)
    two("backup", "copy.db")
    two("undo")
    two("restore", "copy.db", "--yes")
    assert balances(two) == parted_so
    two("merge", "copy.db", "--db", "new.db", "--yes")
    found = {row.name: row.ct for row in sklog.Ledger("new.db").people() if row.ct}
    assert found == parted_so
    two("export", "2", "-o", "freitag.yaml")
    [friday] = sklog.read_sessions("freitag.yaml")
    assert "Max Huber" in friday.players
    assert "unchanged" in two("import", "freitag.yaml").out


def test_a_repair_keeps_namesakes_parted(two: Sklog, run: Sklog) -> None:
    """All that follows from the facts is made anew."""
    two(*PART, "--session", "2")
    parted_so = balances(two)
    run("check", "--repair", "--yes")
    assert balances(two) == parted_so


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Anna", "Änne", "--session", "2"), "Anna was not there in evening 2 (Freitag)"),
        (("Max", "Eva", "--session", "2"), "Max and Eva were both there in evening 2 (Freitag): they are two people"),
        (("Max", "max", "--session", "2"), "Max already has this name"),
        (
            ("Max", "Moritz", "--session", "1,2"),
            "every evening of Max would be Moritz's: rename that person instead, with sklog player rename Max Moritz",
        ),
        (
            ("Eva", "Anna", "--session", "2"),
            "every evening of Eva would be Anna's: merge the two instead, with sklog player merge Eva Anna",
        ),
        (("Moritz", "Max", "--session", "2"), "nobody in this ledger is called 'Moritz'"),
        (("Max", "Stock", "--session", "2"), "Stock is not a player's name"),
        (("Max", "Moritz", "--session", "9"), "there is no evening '9'"),
    ],
)
def test_who_cannot_be_parted(two: Sklog, run: Sklog, words: tuple[str, ...], sentence: str) -> None:
    """One sentence says why, and nothing is stored."""
    before = two("player", "list").out
    ran = run("player", "part", *words)
    assert (ran.code, sentence in ran.err) == (1, True)
    assert two("player", "list").out == before


def test_the_evenings_have_to_be_said(two: Sklog, run: Sklog) -> None:
    """Those that there are stand in the answer."""
    before, ran = two("player", "list").out, run(*PART)
    assert ran.code == 2
    assert two("player", "list").out == before
    assert "Max was at 1 (Montag, 16 Nov 2026), 2 (Freitag, 20 Nov 2026)" in said(ran.err)


def test_two_who_paid_each_other_are_two(two: Sklog, run: Sklog) -> None:
    """Also where one of them only paid in that evening."""
    two("start", "Dritter", "--players", "Max Huber,Otto,Paul,Karl")
    two("pay", "Max", "Max Huber", "1€", "--session", "2")
    assert "were both there in evening 2" in run(*PART, "--session", "2").err


def test_a_table_of_a_tournament_parts_nobody(ok: Sklog, run: Sklog) -> None:
    """There people go by their start numbers."""
    ok(*MONDAY)
    ok("add", "s", "am")
    ok("tournament", "new", "Rennen", "--tariff", "bsv")
    for name in ("Max", "Dani", "Eva", "Emil"):
        ok("tournament", "enter", name)
    ok("tournament", "draw")
    ok("tournament", "table", "1/1", "--begin")
    assert "is a table of a tournament" in run(*PART, "--session", "3").err
    assert "is a tournament" in run(*PART, "--session", "2").err


def test_nobody_gets_evenings_back_who_has_another_name(two: Sklog, run: Sklog) -> None:
    """Taking the parting back would make one person two."""
    two(*PART, "--session", "2")
    two("player", "rename", "Max", "Maxl")
    assert "no other evening has Max any more" in run("undo", "--session", "2").err
    two("undo")
    two("undo")
    assert balances(two) == {"Anna": -150, "Eva": 150}


def test_a_signed_evening_says_that_more_came_since(two: Sklog, run: Sklog) -> None:
    """As after any rename; taken back, it has what was signed."""
    asyncssh.generate_private_key("ssh-ed25519").write_private_key("key")
    two("close", "--sign", "key", "--session", "2")
    parted_so = two(*PART, "--session", "2").out
    assert "The signature of evening 2 no longer matches; to sign it again: sklog close --sign KEYFILE" in said(
        parted_so
    )
    assert "it is not as it was signed" in run("check", "--signature").err
    two("undo", "--session", "2")
    assert "hands and balances are those that were signed" in two("check", "--signature").out


# -- lists of people --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["start", "seats", "calc", "report"])
def test_every_list_of_people_is_read_so(ok: Sklog, command: str) -> None:
    """One person is seated, not two."""
    people = "Hans von und zu Berg, Anna, Bene, Christl"
    begun = ok("start", "Berg", "--players", people)
    ok("add", "s", "hb")
    found = {
        "start": lambda: begun.out,
        "seats": lambda: ok("seats", "Anna, Hans von und zu Berg, Bene, Christl").out,
        "calc": lambda: ok("calc", "--players", people, "s", "hb").out,
        "report": lambda: ok("report", "standings", "--players", "Hans von und zu Berg, Anna").out,
    }[command]()
    assert "Hans von und zu Berg" in said(found)


def test_a_list_says_one_person_in_a_cell(ok: Sklog, folder: Path) -> None:
    """Who played stands there as everywhere."""
    head = "Datum;Spiel;Spieler;Hans von und zu Berg;Anna;Bene;Christl\n"
    folder.joinpath("list.csv").write_text(
        head + "19.11.2026;Sauspiel;Hans von und zu Berg und Bene;0,20;-0,20;0,20;-0,20\n", "utf-8"
    )
    assert "1 hand." in ok("import", "list.csv", "--tariff", "sauspiel").out


@pytest.mark.parametrize("name", ["Anna und Bene", "Anna, Bene", "Huber, Anna"])
def test_one_person_at_a_time_joins(two: Sklog, run: Sklog, name: str) -> None:
    """A list where one is meant would be one person of many names."""
    two("reopen")
    assert f'"{name}" can be one person or 2' in run("join", name).err


# -- one name in two orders -------------------------------------------------------------------------------


@pytest.fixture
def entered(ok: Sklog, folder: Path) -> Sklog:
    """Return sklog with a tournament of four from a list with two columns of names."""
    folder.joinpath("list.csv").write_text(
        "Vorname;Nachname;Ort\nAnna;Huber;Wemding\nBene;Zeller;\nHans;von und zu Berg;\nDani;Adler;\n", "utf-8"
    )
    ok("tournament", "new", "Winter", "--tariff", "bsv", "--rounds", "1")
    ok("tournament", "enter", "--from", "list.csv")
    return ok


def names(ok: Sklog, report: str, table: str, *words: str) -> list[str]:
    """Return the names of a report of the tournament, in its order."""
    found = json.loads(ok("tournament", report, *words, "--format", "json").out)
    return [row["name"] for row in found["tables"][table]]


def test_two_columns_are_vorname_nachname(entered: Sklog) -> None:
    """So it is stored and printed; lists by name go by the surname."""
    assert names(entered, "entrants", "entrants") == ["Anna Huber", "Bene Zeller", "Hans von und zu Berg", "Dani Adler"]
    entered("tournament", "draw")
    assert names(entered, "seats", "people") == ["Dani Adler", "Hans von und zu Berg", "Anna Huber", "Bene Zeller"]


def test_before_a_comma_stands_the_surname(ok: Sklog, run: Sklog, folder: Path) -> None:
    """Which is said once."""
    folder.joinpath("list.csv").write_text('Name;Ort\n"Huber, Anna";Wemding\n"Zeller, Bene";\n', "utf-8")
    ok("tournament", "new", "Winter", "--tariff", "bsv")
    warned = run("tournament", "enter", "--from", "list.csv").err
    assert warned == 'list.csv:2: warning: the surname comes before a comma: "Huber, Anna" is Anna Huber\n'
    assert names(ok, "entrants", "entrants") == ["Anna Huber", "Bene Zeller"]


@pytest.mark.parametrize("words", [("Huber", "Anna"), ("Huber Anna", "--place", "Wemding")])
def test_the_other_order_is_found(entered: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """And refused with both where nobody can be asked."""
    ran, there = run("tournament", "enter", *words), names(entered, "entrants", "entrants")
    assert len(there) == 4
    assert (ran.code, '"Huber Anna" may be Anna Huber, who has already entered as number 1' in ran.err) == (1, True)


def test_another_place_is_another_person(entered: Sklog) -> None:
    """As it is for two of one name."""
    entered("tournament", "enter", "Huber Anna", "--place", "Harburg")
    assert "Huber Anna" in names(entered, "entrants", "entrants")


@pytest.mark.parametrize(("answer", "person"), [("y", "Anna Huber"), ("n", "Huber Anna")])
def test_at_a_terminal_it_is_asked(entered: Sklog, answer: str, person: str) -> None:
    """A name that an earlier tournament knows is taken from there, or somebody else has the other."""
    entered("tournament", "new", "Herbst", "--tariff", "bsv")
    with Terminal("tournament", "enter", "Huber Anna", "-t", "Herbst", columns=100) as terminal:
        terminal.until("Anna Huber is known here: is Huber Anna the same person? [y/N]:")
        terminal.type(f"{answer}\r")
        terminal.until(f"Entered: 1 {person}")


def test_an_earlier_tournament_knows_names(entered: Sklog, run: Sklog) -> None:
    """Outside a terminal the sentence says how to go on, either way."""
    entered("tournament", "new", "Herbst", "--tariff", "bsv")
    ran = run("tournament", "enter", "Huber", "Anna", "-t", "Herbst")
    sentence = (
        '"Huber Anna" may be Anna Huber of Winter: if so, write Anna Huber; if it is somebody else, give another '
        "place or club"
    )
    assert (ran.code, ran.err.strip()) == (1, sentence)
    entered("tournament", "enter", "Huber", "Anna", "--place", "Harburg", "-t", "Herbst")


def test_a_list_has_nobody_in_two_orders(ok: Sklog, run: Sklog, folder: Path) -> None:
    """The second line is refused."""
    folder.joinpath("list.csv").write_text("Name\nAnna Huber\nHuber Anna\n", "utf-8")
    ok("tournament", "new", "Winter", "--tariff", "bsv")
    assert "list.csv:3: Anna Huber is already in line 2" in run("tournament", "enter", "--from", "list.csv").err


@pytest.mark.parametrize("words", [("substitute", "2", "Huber Anna"), ("change", "2", "--name", "Huber Anna")])
def test_no_number_gets_the_other_order_of_somebody_here(entered: Sklog, run: Sklog, words: tuple[str, ...]) -> None:
    """Who substitutes, or is spelled anew, is not somebody else of the tournament."""
    assert '"Huber Anna" may be Anna Huber, who has number 1' in run("tournament", *words).err
    assert names(entered, "entrants", "entrants")[1] == "Bene Zeller"


def test_a_name_may_be_turned(entered: Sklog) -> None:
    """One's own."""
    assert "1 Huber Anna" in entered("tournament", "change", "1", "--name", "Huber Anna").out


def test_two_names_in_quotes_are_no_entrant(entered: Sklog, run: Sklog) -> None:
    """Each of them is a name of its own."""
    refused = run("tournament", "enter", "Emil Maier", "Eva Huber")
    assert refused.code == 1
    assert refused.err == (
        '"Emil Maier Eva Huber" can be one name or several people: put quotes around one name, or enter several one '
        "by one\n"
    )
    assert "Emil" not in entered("tournament", "entrants").out


@pytest.mark.parametrize("names", ["Anna, Bene, Christl", "Anna, Bene und Christl"])
def test_three_names_are_nobody_turned(entered: Sklog, run: Sklog, names: str) -> None:
    """Only one comma can stand behind a surname."""
    refused = run("tournament", "enter", names)
    assert (refused.code, refused.err) == (1, f'"{names}" are several people: enter them one at a time\n')
    assert "Christl" not in entered("tournament", "entrants").out


def test_several_people_are_no_entrant(entered: Sklog, run: Sklog) -> None:
    """With a comma or an "und"."""
    assert '"Anna und Bene" are several people' in run("tournament", "enter", "Anna und Bene").err
    assert len(names(entered, "entrants", "entrants")) == 4


OLD = ("Huber Anna", "Zeller Bene", "Berg Christl", "Adler Dani")


@pytest.fixture
def old(ok: Sklog, folder: Path) -> Sklog:
    """Return sklog with a tournament that was recorded when names began with the surname."""
    facts = [
        {"tournament": {"rules": {"rounds": 1, "seed": "a"}}},
        *({"tournament": {"entrant": {"number": number, "name": name}}} for number, name in enumerate(OLD, 1)),
        {"tournament": {"draw": {"round": 1, "tables": [[1, 2, 3, 4]]}}},
        {"tournament": {"list": {"round": 1, "table": 1, "rows": [[60], [-20], [-20], [-20]]}}},
    ]
    folder.joinpath("alt.yaml").write_text(
        json.dumps({"session": "Alt", "date": "2025-10-10", "tariff": "bsv", "players": [], "hands": facts}), "utf-8"
    )
    ok("import", "alt.yaml")
    return ok


def test_a_tournament_of_before_is_sorted_as_before(old: Sklog) -> None:
    """By the whole name."""
    assert names(old, "seats", "people", "-t", "Alt") == sorted(OLD)


def test_an_old_spelling_is_no_model(old: Sklog) -> None:
    """Who enters as names are written now is not asked for the other order."""
    old("tournament", "new", "Neu", "--tariff", "bsv")
    assert "Entered: 1 Anna Huber" in old("tournament", "enter", "Anna Huber", "-t", "Neu").out


def test_a_series_counts_either_order_as_one(old: Sklog, entered: Sklog) -> None:
    """And says so; the newest spelling is printed."""
    entered("tournament", "draw", "-t", "Winter")
    entered("tournament", "list", "1/1", "1:30", "2:-10", "3:-10", "4:-10", "-t", "Winter")
    found = json.loads(old("tournament", "series", "Alt", "Winter", "--format", "json").out)
    rows = {row["name"]: row["total"] for row in found["tables"]["series"]}
    assert rows["Anna Huber"] == 90
    assert "Huber Anna" not in rows
    assert any(note.startswith("Counted as one person: Huber Anna and Anna Huber") for note in found["notes"])


def test_a_program_says_that_they_are_two(entered: Sklog) -> None:
    """Whoever has asked already."""
    rennen = sklog.Ledger("sklog.db").tournaments
    with pytest.raises(Refused, match="may be Anna Huber"):
        rennen.enter([sklog.Person("Huber Anna")])
    assert 5 in rennen.enter([sklog.Person("Huber Anna")], turned=True).tournament.entrants
    assert entered("check").code == 0
