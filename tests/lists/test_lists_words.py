"""Evenings in words: the notes of a phone, a chat, a notebook typed off. Each comes in with its balances."""

from __future__ import annotations

from time import process_time

import pytest

from sklog import lists
from sklog.errors import SessionFileError
from sklog.files.incoming import LIST, OWN, kind_of
from sklog.lists import grids
from tests.lists.test_lists_shapes import CAME_TO, GERMAN, TODAY, Shape, came_to, conversed, wide

SAID = (
    "Anna +0,50, Bene -1,30, Christl +2,10, Dani -1,30",
    "Anna -0,70 / Bene +0,40 / Christl -0,90 / Dani +1,20",
    "Anna +1,60; Bene -0,20; Christl -2,40 und Dani +1,00",
)
STAMPS = ("22.11.24, 23:10", "29.11.24, 22:48", "06.12.24, 23:31")
BELOW = [line.replace(" / ", "\n").replace("; ", "\n").replace(", ", "\n").replace(" und ", "\n") for line in SAID]


def days_above(*days: str, between: str = "\n") -> str:
    """Return the three evenings, each with a line a person below its day."""
    return between.join(f"{day}\n{below}\n" for day, below in zip(days, BELOW, strict=True))


def chat(stamp: str, *stamps: str) -> str:
    """Return a chat with the three evenings and what else is written there; `stamp` is how a line begins."""
    lines = ["Messages are encrypted.", "Bene: Komm 10 Min später", "Christl: 39 Fieber", "Dani: \N{THUMBS UP SIGN}"]
    written = (f"{stamp.format(day)}Anna: Abrechnung: {said}" for day, said in zip(stamps, SAID, strict=True))
    told = (stamp.format(day) + line for day, line in zip((stamps[0], *stamps), lines, strict=True))
    return "\n".join(line for both in zip(told, (*written, ""), strict=True) for line in both)


SHAPES = {
    "a chat": Shape(chat("{} - ", *STAMPS)),
    "a chat with brackets": Shape(chat("[{}:07] ", *STAMPS)),
    "a chat, a line a person": Shape(
        "".join(
            f"{day} - Anna: Endstand\n{below}\n{day} - Bene: Schee wars\n"
            for day, below in zip(STAMPS, BELOW, strict=True)
        ),
        answers={"rows": "each"},
    ),
    "a chat in which everybody says what they had, each in their own way": Shape(
        "".join(
            f"{day} - Anna: heute {a}\n{day} - Bene: {b} 😭\n{day} - {c}\n{day} - Dani: {d}\n"
            for day, (a, b, c, d) in zip(
                STAMPS,
                (
                    ("+0,50€", "minus 1,30", "Christl Meier: +2,10", "-1,30"),
                    ("-0,70", "plus 0,40", "Dani: Christl hat -0,90, Handy leer", "plus 1,20"),
                    ("+1,60 €", "-0,20", "Anna: christl hat -2,40", "plus 1"),
                ),
                strict=True,
            )
        ),
        {"Anna": 140, "Bene": -110, "Christl Meier": -120, "Dani": 90},
        answers={"rows": "each"},
    ),
    "a sentence behind the last amount": Shape(
        "".join(f"{day} - Anna: Ergebnis: {said}. Schee wars\n" for day, said in zip(STAMPS, SAID, strict=True))
    ),
    "where it was, who was ill, and what else there is": Shape(
        f"Runde 2024\n\n22.11. beim Wirt: {SAID[0]}\nFr 29.11. {SAID[1]} (Eva krank)\n6.12. {SAID[2]} -> Dani zahlt\n"
        "\nPizza vom 29.11. hat Bene gezahlt\n"
    ),
    "a standing and a total between": Shape(
        f"2024\n22.11. {SAID[0]}\n29.11. {SAID[1]}\nStand November: Anna -0,20, Bene -0,90, Christl +1,20, Dani -0,10\n"
        f"6.12. {SAID[2]}\n\nZusammen:\nAnna +1,40, Bene -1,10, Christl -1,20, Dani +0,90\n"
    ),
    "a notebook": Shape(
        "Aus dem Heft\n\n"
        + days_above(
            "Freitag, 22. November 2024, beim Wirt", "Freitag, 29. November 2024 (Advent)", "Fr, 6. Dezember 2024"
        )
        + "\nEndstand\nAnna +1,40\nBene -1,10\nChristl -1,20\nDani +0,90\n\nstimmt, Eva\n"
    ),
    "leaders of points, and the currency": Shape(
        days_above(*GERMAN).replace(" +", " ....... + ").replace(" -", " ....... \N{EN DASH} ").replace("0\n", "0 €\n")
    ),
    "marks before each line": Shape(
        "\n".join("- " + line if line.startswith(tuple(CAME_TO)) else line for line in days_above(*GERMAN).splitlines())
    ),
    "somebody who was not there, and a remark": Shape(
        "22.11.2024\nAnna +0,50\nBene hat gefehlt\nChristl -0,50\nDani hat den Tout vergeigt\n\n"
        "29.11.2024\nAnna -0,20\nBene +0,20\n",
        {"Anna": 30, "Bene": 20, "Christl": -50},
        2,
        {"rows": "each"},
    ),
    "verbs": Shape(
        "Am 22.11.2024: Anna hat 0,50 € gewonnen, Bene hat 0,30 € verloren, Christl zahlt 0,20\n"
        "Am 29.11.2024: Anna verliert 1,00, Bene bekommt 0,40 und Christl gewinnt 0,60\n",
        {"Anna": -50, "Bene": 10, "Christl": 40},
        2,
        {"rows": "each"},
    ),
    "names of several words, and words before them": Shape(
        "1.3.2024 Opa Hans 1,50, d'Leni -0,50, Huber S. -1,00\n8.3.2024 beim Wirt Opa Hans -0,40, d'Leni 0,40\n",
        {"Opa Hans": 110, "d'Leni": -10, "Huber S.": -100},
        2,
        {"rows": "each"},
    ),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_evenings_in_words_come_in(shape: Shape) -> None:
    """With their balances, after one run that asks at most; what else is written is nobody's amount."""
    found, _asked = conversed([grids.of_text(shape.text.encode(), shape.file, "x.txt")], shape.file, shape.answers)
    assert [str(one) for one in found.problems] == []
    assert (came_to(found), len(found.sessions)) == (dict(shape.came_to), shape.evenings)


def test_what_a_chat_says_after_midnight_is_of_the_evening_before() -> None:
    """It was written when the evening was over."""
    text = chat("{} - ", "22.11.24, 23:10", "30.11.24, 00:20", "07.12.24, 01:31")
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.txt")], "x", {})
    assert [one.date for one in found.sessions] == ["2024-11-22", "2024-11-29", "2024-12-06"]


def test_two_amounts_of_one_person_in_a_note_are_named() -> None:
    """Neither takes the place of the other, however the name is written."""
    text = "12.1.2024: Anna +1,00, Bene -1,00, anna +1,00\n19.1.2024: Anna +1,00, Bene -1,00\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.txt")], "x", {"rows": "each"})
    assert "are the same person" in str(found.problems)


def test_a_remark_is_no_correction() -> None:
    """It was real fun: nothing is put right by that."""
    text = "12.1.2024 richtig lustig: Anna +1,10, Bene -1,10\n19.1.2024: Anna +1,00, Bene -1,00\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.txt")], "x", {"rows": "each"})
    assert came_to(found) == {"Anna": 210, "Bene": -210}


def test_a_total_in_words_that_is_wrong_is_named() -> None:
    """It is compared with what stands above."""
    text = f"2024\n22.11. {SAID[0]}\n29.11. {SAID[1]}\nStand: Anna +0,20, Bene -0,90, Christl +1,20, Dani -0,50\n"
    found = lists.read_lists([grids.of_text(text.encode(), "x", "x.txt")], lists.Asked(TODAY, rows="each"), "x", "x")
    assert "is not the total of the rows above: Anna has +0.20 €, the rows make −0.20 €" in str(found.problems[0])


@pytest.mark.parametrize("odd", ["Bene minus 3 Wenz 7", "Bene -0,50 doppelt 2 mal"])
def test_numbers_that_are_nobody_s_are_named(odd: str) -> None:
    """Nothing of a line is dropped that may be money."""
    text = f"22.11.2024: Anna 0,50, {odd}\n29.11.2024: Anna 0,20, Bene -0,20\n"
    found = lists.read_lists([grids.of_text(text.encode(), "x", "x.txt")], lists.Asked(TODAY, rows="each"), "x", "x")
    assert found.problems
    assert [one.date for one in found.sessions] in ([], ["2024-11-29"])


def test_somebody_whose_name_ends_like_another_s_is_somebody_else() -> None:
    """A guest called Huber Anna is not Anna."""
    text = "1.3.2024 Anna 0,50, Bene -0,50\n8.3.2024 Anna -0,20, Bene 0,20\n15.3.2024 Huber Anna 0,30, Bene -0,30\n"
    found, _asked = conversed([grids.of_text(text.encode(), "x", "x.txt")], "x", {"rows": "each"})
    assert came_to(found) == {"Anna": 30, "Bene": -60, "Huber Anna": 30}


@pytest.mark.parametrize("mark", [";", "\t", " | "])
def test_a_table_is_one_whatever_its_notes_say(mark: str) -> None:
    """Somebody's games are no amounts."""
    notes = ("Notiz", "Anna 2 Solo, Bene 1", "Anna 1, Bene 3 Wenz", "Bene 2, Anna 2")
    text = "\n".join(f"{row};{note}" for row, note in zip(wide(*GERMAN).splitlines(), notes, strict=True))
    found, _asked = conversed([grids.of_text(text.replace(";", mark).encode(), "x", "x.txt")], "x", {})
    assert ([str(one) for one in found.problems], came_to(found)) == ([], CAME_TO)


def test_what_somebody_owes_somebody_is_no_evening() -> None:
    """Two names stand before the amount: it is nobody's."""
    text = "22.11.2024\nAnna an Bene: 1,50 €\nChristl an Bene: 0,50 €\n\n29.11.2024\nBene an Anna: 0,20 €\n"
    with pytest.raises(SessionFileError, match="not a list of evenings"):
        SessionFileError.if_any(
            lists.read_lists([grids.of_text(text.encode(), "x", "x")], lists.Asked(TODAY), "x", "x").wrong
        )


def test_a_text_with_a_name_before_each_amount_is_a_list() -> None:
    """Whatever parts its columns; a text that says something else is none."""
    assert kind_of(days_above(*GERMAN).encode(), ".txt") == LIST
    assert kind_of(b"name: Stammtisch\ndate: 2024-11-22\n", ".txt") == OWN


def test_a_table_in_markdown_is_a_list() -> None:
    """Its marks of bold, and the row below the headings, are no cells."""
    text = wide(*GERMAN, behind="**Summe**;**1,40**;**-1,10**;**-1,20**;**0,90**").replace(
        "\n", "\n:--;--:;-:;:-:;---\n", 1
    )
    text = "# Runde\n\n" + "".join(f"| {line.replace(';', ' | ')} |\n" for line in text.splitlines())
    assert kind_of(text.encode(), ".md") == LIST
    found, asked = conversed([grids.of_text(text.encode(), "x", "x.md")], "x", {})
    assert ([str(one) for one in found.problems], asked) == ([], 0)
    assert came_to(found) == CAME_TO


LONG = {
    "a word that owes": "22.11.2024\n" + "A" * 90_000 + " schuldet Anna 1,10\n" + "Bene schuldet Anna 1,10\n" * 500,
    "a legend without an end": "Datum;Anna;Bene\n" + "A = " + "b-" * 40_000 + ";1;-1\n22.11.2024;1;-1\n",
    "a season of many days": "Datum;Anna;Bene\n" + "22.11.;1,00;-1,00\n" * 3_000,
}


@pytest.mark.long
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_what_is_long_takes_no_longer_than_it_is(text: str) -> None:
    """Twice as much takes about twice as long, and not four times: here that would be minutes."""
    began = process_time()
    lists.read_lists([grids.of_text(text.encode(), "Saison 2023/24", "x")], lists.Asked(TODAY), "Saison 2023/24", "x")
    assert process_time() - began < 20
