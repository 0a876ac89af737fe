"""YAML as text with positions."""

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog import yaml_text
from sklog.yaml_text import Node

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
trees = st.recursive(
    texts, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)


def said(text: str) -> yaml_text.Plain:
    """Return what a text says, as plain data, when nothing is wrong with it."""
    tree, problems = yaml_text.parse(text, "x.yaml")
    assert problems == []
    return yaml_text.plain(tree)


@pytest.mark.parametrize("written", ["null", "no", "93", "10:20", "~", "1e3", "2026-11-19", "'no'", '"93"', ""])
def test_every_scalar_is_text(written: str) -> None:
    """Quoted or not, a value is the text that was written: a Bettel is `null`, and a player may be called No."""
    assert said(f"key: {written}\n") == {"key": written.strip("'\"")}


def test_positions_count_from_one() -> None:
    """Values and keys know their line and column."""
    tree, _ = yaml_text.parse("a: 1\nb:\n  - x\n  - {c: y}\n", "x.yaml")
    assert isinstance(tree.value, dict)
    items = tree.value["b"].value
    assert isinstance(items, list)
    assert isinstance(items[1], Node)
    assert items[1].mark == ("x.yaml", 4, 5)
    assert items[1].key_marks["c"] == ("x.yaml", 4, 6)


def test_the_first_of_two_equal_keys_stays() -> None:
    """A repeated key is a problem at its place, and does not replace the first."""
    tree, problems = yaml_text.parse("a: 1\nb: 2\na: 3\n", "x.yaml")
    assert yaml_text.plain(tree) == {"a": "1", "b": "2"}
    assert [str(problem) for problem in problems] == ['x.yaml:3:1: "a" is here twice, first in line 1: keep one']


def test_reading_goes_on_after_a_problem() -> None:
    """Tags and keys that are no text hide nothing of what follows them."""
    _, problems = yaml_text.parse("a: 1\n? [c]\n: d\ne: !tag f\ng: 1\ng: 2\n", "x.yaml")
    assert [problem.line for problem in problems] == [2, 4, 6]


def test_aliases_do_not_multiply() -> None:
    """A text that would grow a billionfold is refused without growing, in one sentence."""
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    tree, problems = yaml_text.parse(bomb, "x.yaml")
    assert [str(problem) for problem in problems] == [
        (
            "x.yaml:1:5: anchors (&) and aliases (*) are not used here: write the value out, or put quotes around a "
            "text that begins with one"
        )
    ]
    assert len(str(yaml_text.plain(tree))) < 2000


def test_directives_are_refused() -> None:
    """A file with very many of them is refused at once: no two of them are compared."""
    directives = "".join(f"%TAG !a{number}! x\n" for number in range(100_000))
    _, problems = yaml_text.parse(f"# ours\n{directives}--- \nname: haus\n", "x.yaml")
    assert [str(problem) for problem in problems] == [
        "x.yaml:2:1: a directive (%TAG) is not used here: remove the line"
    ]


def test_a_percent_sign_within_a_line_is_text() -> None:
    """Only a line that begins so is a directive."""
    assert said("note: 5 %TAG\n") == {"note": "5 %TAG"}


@given(trees.filter(lambda tree: isinstance(tree, dict)))
@settings(max_examples=80, deadline=None)
def test_what_is_dumped_reads_the_same(tree: dict[str, Any]) -> None:
    """Any text survives being written and read."""
    assert said(yaml_text.dump(tree)) == tree


@given(trees.filter(lambda tree: isinstance(tree, dict) and len(str(tree)) < 500))
@settings(max_examples=60, deadline=None)
def test_other_readers_take_text_for_text(tree: dict[str, Any]) -> None:
    """What is written as text is text to any reader of YAML, save dates, and keys that are numbers."""
    other = yaml.load(yaml_text.dump(tree), Loader=yaml.BaseLoader)  # noqa: S506  the loader that makes text only
    assert other == tree


def test_long_values_are_broken_into_lines() -> None:
    """What does not fit into a line is written below its key, each item in its own."""
    assert yaml_text.dump({"a": ["x" * 60, {"b": "y" * 60, "c": ["z"]}], "d": {"e": 4}}) == (
        f"a:\n  - {'x' * 60}\n  - {{b: {'y' * 60}, c: [z]}}\nd: {{e: 4}}\n"
    )


def test_plain_data_keeps_its_meaning_as_text() -> None:
    """Numbers, truth and nothing become the words that a file would have for them."""
    tree = yaml_text.node_of({"a": [1, True, False, None, "x"]}, "x.json")
    assert yaml_text.plain(tree) == {"a": ["1", "yes", "no", "none", "x"]}


# -- what is wrong, in our words -----------------------------------------------------------------------


@pytest.mark.usefixtures("either_parser")
@pytest.mark.parametrize("text", ["---", "---\n# haus", "---\n "])
def test_a_document_without_anything_in_it(text: str) -> None:
    """A parser puts what is not there behind the last line: it is an empty text, and nothing is wrong with it."""
    assert said(text) == ""


@pytest.mark.usefixtures("either_parser")
def test_a_blank_is_missed_where_yaml_misses_nothing() -> None:
    """Inside brackets `a:1` is a key without a value to YAML: it is said, and read as it was meant to find more."""
    tree, problems = yaml_text.parse("{a:1, b: {c:x y, 'd:e'}, f:\"\", g: [h:1], http://i}\n", "x.yaml")
    assert [str(problem) for problem in problems] == [
        "x.yaml:1:2: a space is missing after the colon: write `a: 1`",
        "x.yaml:1:11: a space is missing after the colon: write `c: x y`",
        'x.yaml:1:26: a space is missing after the colon: write `f: ""`',
    ]
    assert yaml_text.plain(tree) == {"a": "1", "b": {"c": "x y", "d:e": ""}, "f": '""', "g": ["h:1"], "http://i": ""}


@pytest.mark.usefixtures("either_parser")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{a: 0,20}", 'x.yaml:1:5: a comma inside brackets splits 0,20 in two: write 20 or "0,20"'),
        ("{a: -2,40 €}", 'x.yaml:1:5: a comma inside brackets splits -2,40 € in two: write -240 or "-2,40 €"'),
        ("{a: 0,2}", "x.yaml:1:5: a comma inside brackets splits 0,2 in two: write whole cents"),
    ],
)
def test_amounts_that_a_comma_tears(text: str, said: str) -> None:
    """A comma between digits inside brackets is the end of an entry to YAML: the sentence says what to write."""
    assert [str(problem) for problem in yaml_text.parse(text, "x.yaml", decimals=True)[1]] == [said]
    (problem,) = yaml_text.parse(text, "x.yaml")[1]
    assert said.startswith(str(problem))


@pytest.mark.parametrize("text", ["{a: 0, 20}", "{a: '0',20}", "{a: x,20}", "{a: 0,b}", "{20}", "{a: [0],20}"])
def test_keys_without_a_value_are_no_amounts(text: str) -> None:
    """Only digits, a comma and digits, with nothing between them, were one amount."""
    assert yaml_text.parse(text, "x.yaml")[1] == []
