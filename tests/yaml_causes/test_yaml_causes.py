"""Why a text is no YAML: one sentence at the place of the likely cause, whichever parser read it."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog import yaml_text

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
