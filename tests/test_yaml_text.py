"""YAML as text with positions."""

import re
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
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

PARSERS = ["libyaml", "pure Python"]
"""Either may read a file; neither's own words are for people."""


@pytest.fixture(params=PARSERS)
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read with libyaml, and without."""
    if request.param == "pure Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


FAULTS = {
    "a text and then a key": ("title: one\n two: x\n", "2:2: this line is further right than the one above"),
    "a list behind a list": ("a:\n  - x\n - y\n", "3:2: this line begins in column 2, and the ones it belongs with"),
    "a key below an item": ("a:\n  - x\n    b: c\n", "3:5: this line is further right than the one above"),
    "a quoted key": ('"a":"b"\n"c": d\n', '1:1: a space is missing after the colon: write `"a": "b"`'),
    "a comment stuck on": ("a: b\nc:#d\n", "2:1: a space is missing after the colon: write `c: #d`"),
    "a comment behind it": ("a:b # c\nd: e\n", "1:1: a space is missing after the colon: write `a: b`"),
    "a comment between": ("a b\n# c\n\nd: e\n", "1:1: a colon is missing: write `a: b`"),
    "a dash in a list": ("a:\n  - x\n  -y z\n", "3:3: a space is missing after the dash: write `- y z`"),
    "an item alone": ("-x\n", "1:1: a space is missing after the dash: write `- x`"),
    "an equals sign": ("a: b\nc = d\ne: f\n", "2:1: a colon is missing: write `c: d`"),
    "a tab behind a dash": ("a:\n-\tx\n", "2:2: a tab: YAML is indented with spaces"),
    "a tab behind blanks": ("a:\n  \tb: c\n", "2:3: a tab: YAML is indented with spaces"),
    "an apostrophe that opens": ("a: b's\nc: 'd\n", "2:4: the quote that begins here is never closed: put another '"),
    "three dashes in a quote": ('a: "b\n---\n', '1:4: the quote that begins here is never closed: put another "'),
    "a quote in two lines": ('a: 1\n"b\nc": d\n', "3:3: the text goes on after its closing quote"),
    "an escape": ('a: "\\xZZ"\n', "1:5: \\x means nothing between double quotes"),
    "an escape of one letter": ('a: "b\\p"\n', "1:6: \\p means nothing between double quotes"),
    "a percent sign": ("a: %5\n", "1:4: a text cannot begin with %: put it in quotes"),
    "a percent sign at the top": ("%5\na: b\n", "1:1: a directive (%5) is not used here"),
    "a backtick": ("a: `b`\n", "1:4: a text cannot begin with `"),
    "a lone star": ("a: *\n", "1:4: a text cannot begin with *"),
    "a lone ampersand": ("a: & b\n", "1:4: a text cannot begin with &"),
    "exclamation marks": ("a: !! b\n", "1:4: a text cannot begin with !"),
    "a tag of nobody's": ("a: !b!c d\n", "1:4: a text cannot begin with !"),
    "a bar": ("a: |b\n", "1:4: a text cannot begin with |"),
    "a greater sign": ("a: > b c\n", "1:4: a text cannot begin with >"),
    "a bar and a zero": ("a: |0\n  b\n", "1:4: a text cannot begin with |"),
    "a question mark": ("a: ? b\n", "1:4: a text cannot begin with ?"),
    "a comma at the front": ("a: , b\n", "1:4: there is nothing before this comma"),
    "a comma in a brace": ("a: {, b: c}\n", "1:5: there is nothing before this comma"),
    "a bracket that only closes": ("a: ]\n", "1:4: this ] closes nothing: remove it, or put its [ first"),
    "a brace too many": ("a: {b: 1}}\n", "1:10: this } closes nothing: remove it, or put its { first"),
    "a bracket for a brace": ("a: {b: 1]\n", "1:9: { is closed with }, not with ]"),
    "a brace in a brace": ("a: {b: {c: 1}\nd: 2\n", "1:4: the { that begins here is never closed: put }"),
    "a brace in a comment": ("a: {b: 1, # }\nc: d\n", "1:4: the { that begins here is never closed: put }"),
    "a brace in a quote": ("a: [\"]\", 'b]'\nc: d\n", "1:4: the [ that begins here is never closed: put ]"),
    "a semicolon": ("a: {b: 1; c: 2}\n", "1:12: a comma is missing between two entries"),
    "lines without a comma": ("a: {\n  b: 1\n  c: 2\n}\n", "3:4: a comma is missing between two entries"),
    "two colons in a list": ("a: [b: c: d]\n", "1:9: a comma is missing between two entries"),
    "a colon in a text": ("a: b: c\n", "1:5: a second colon in this line"),
    "a colon in front of a key": ("a: {:b: 1}\n", "1:5: a colon without a key"),
    "a colon behind a comma": ("a: {b,: 1}\n", "1:7: a colon without a key"),
    "a list stuck to its key": ("a:[x]\nb: c\n", "1:1: a space is missing after the colon: write `a: [x]`"),
    "a colon and nothing": (": a\n", "1:1: a colon without a key"),
    "a very long key": (f"{'x' * 2000}: a\n", "1:2001: not readable as YAML from here on"),
    "dashes and a key": ("--- a: b\n", "1:1: `---` is not needed here: remove it"),
    "an unfinished version": ("%YAML x\n---\na: b\n", "1:1: a directive (%YAML) is not used here"),
    "a merge key": ("a: b\n<<: {c: d}\n", "2:1: a merge key (<<) is not used here"),
    "another blank": ("a: b\n\u00a0c: d\n", '2:1: an unusual space (U+00A0) beside "c"'),
    "a lone surrogate": ("a: \ud800\n", "1:4: the character U+D800 cannot be in a text file"),
}


@pytest.mark.usefixtures("either_parser")
@pytest.mark.parametrize(("text", "said"), FAULTS.values(), ids=list(FAULTS))
def test_what_is_wrong_is_said_with_its_cause(text: str, said: str) -> None:
    """A text that is no YAML is answered with one sentence, at the place of the likely cause, by whichever parser."""
    _, problems = yaml_text.parse(text, "x.yaml")
    assert [str(problem)[: len(f"x.yaml:{said}")] for problem in problems] == [f"x.yaml:{said}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: {b:[x], c: d}\n", "x.yaml:1:5: a space is missing after the colon: write `b: [x], c: d}`"),
        ("a: [b:{c: d}]\n", "x.yaml:1:5: a space is missing after the colon: write `b: {c: d}]`"),
        ("a: {b:}\n", "x.yaml:1:6: a colon without a value: write the value after it"),
    ],
)
def test_what_libyaml_alone_refuses(text: str, said: str) -> None:
    """A bracket behind a colon is read by one parser, and not by the other: where it is not, the sentence helps."""
    _, problems = yaml_text.parse(text, "x.yaml")
    assert [str(problem) for problem in problems] == [said]


OTHER_WORDS = re.compile(
    "while (scanning|parsing)|(did|could) not find|expected|allowed|scalar|token|flow|simple key|stream|mapping values"
)


@pytest.mark.long
@pytest.mark.usefixtures("either_parser")
@given(text=st.text("ab:-\n \t[]{},\"'#&*!|>%@`?\\=0.", max_size=40) | st.text(max_size=20))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_parser_is_heard(text: str) -> None:
    """Whatever a text is, a parser's own words never reach anybody, and each problem has a place in it."""
    _, problems = yaml_text.parse(text, "x.yaml")
    assert not any(OTHER_WORDS.search(re.sub('`.*`|".*"', "", problem.message)) for problem in problems)
    assert all(problem.line and problem.column for problem in problems)


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
