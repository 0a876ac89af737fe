"""The pictures in README.md and docs/: what sklog shows, drawn as SVG. `python -m tests.pictures` draws them again.

    board.svg    the screen of `play` while a hand is typed; in German as well
    sheet.svg    the curve of an evening's page, and below it what `report session` prints; in German as well
    floors.svg   the layers of `pyproject.toml`, which `lint-imports` checks

The same program draws the same bytes, so that a test can compare them. A picture loads nothing: letters are those of
whoever looks at it, and each stretch of text says how wide it is, so that columns stay columns in any of them.
"""

import os
import re
import tempfile
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from pyte import Screen

from tests import transcripts

FOLDER = transcripts.ROOT / "docs"
EVENING = """
session: Stammtisch
date: 2026-11-19
tariff: sauspiel
players: [Anna, Bene, Christl, Dani]
hands: [s ac nl3, w b-l2, s bc 50, hs a 93l4k, r d jb, s cd p2, s ab 74, gs d- k, s bc nl3, w d l2, s ad-, r c, es b 88,
  s da 61, s cb l3, w c p]
"""
TYPED = ("s ac nl3", "w b-l2", "hs a 93k")
BEGUN = "s cd-p2"
ROWS, COLUMNS = 24, 80

LETTER, LINE, SIZE = 8.4, 20, 14  # how wide, how far apart and how large terminal text is
EDGE = 20
BOLD = 0.62  # the width of a bold letter beside its height
SMALL = 6.6  # the width of a letter in the picture of the floors
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
SANS = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif"
WORDS: Mapping[str, Mapping[str, Any]] = {
    "en": {
        "prompt": "hand {}>",
        "meant": "Dani −0.80",
        "board": "The board after three hands: who has won and lost what. Below it, what {} would change.",
        "sections": ("Balances (€)", "Settlement (€)"),
        "sheet": "The sheet of an evening: the curve of each player's balance, the balances, and who pays whom.",
    },
    "de": {
        "prompt": "Spiel {}>",
        "meant": "Dani −0,80",
        "board": "Der Stand nach drei Spielen, und darunter, was {} daran ändern würde.",
        "sections": ("Stand (€)", "Abrechnung (€)"),
        "sheet": "Das Blatt eines Abends: die Kurve jedes Spielers, der Stand und wer wem zahlt.",
    },
}
"""What is waited for, looked for and said of a picture, in each language."""
SCREEN = {"default": "#e9e6df", "green": "#7fd69c", "red": "#ff9c90", "brown": "#f2d43a"}  # pyte's names
DARK = "#1c1f23"


class Run(NamedTuple):
    """Letters that stand side by side on a line: the column of the first, what they are, their colour and weight."""

    column: int
    text: str
    colour: str = "default"
    bold: bool = False


def pictures() -> dict[str, Callable[[], str]]:
    """Return what draws each picture, by the name of its file."""
    german = {f"de/pictures/{draw.__name__}.svg": partial(draw, "de") for draw in (board, sheet)}
    return {"pictures/board.svg": board, "pictures/sheet.svg": sheet, "pictures/floors.svg": floors, **german}


# -- the board ------------------------------------------------------------------------------------------


def board(language: str = "en") -> str:
    """Return the screen of `play` after three hands, while the fourth is typed; the current folder is empty."""
    from tests.terminal import Terminal  # noqa: PLC0415  not every system has such a terminal

    _ran("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "sauspiel", "--date", "2026-11-19")
    words = WORDS[language]
    with Terminal("play", rows=ROWS, columns=COLUMNS, env={"SKLOG_LANG": language}) as terminal:
        terminal.asked(words["prompt"].format(1))
        for number, line in enumerate(TYPED, 2):
            terminal.say(line, words["prompt"].format(number))
        terminal.type(BEGUN)
        terminal.until(words["meant"])
        terminal.rest()
        lines = [list(_runs(terminal.screen, row)) for row in range(ROWS)]
    while lines and not lines[-1]:
        lines.pop()
    width, height = COLUMNS * LETTER + 2 * EDGE, len(lines) * LINE + 2 * EDGE
    return _svg(width, height, words["board"].format(BEGUN), [
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{DARK}"/>',
        *_typed(EDGE, EDGE + SIZE, lines, SCREEN),
    ])  # fmt: skip


def _runs(screen: Screen, row: int) -> Iterator[Run]:
    """Yield the stretches of one row of a screen; two spaces end one, so that no column depends on a letter's width."""
    letters = [screen.buffer[row][column] for column in range(screen.columns)]
    text = "".join(letter.data for letter in letters)
    for found in re.finditer(r"\S+(?: \S+)*", text):
        begin = found.start()
        for column in range(found.start(), found.end()):
            following = letters[column + 1] if column + 1 < found.end() else None
            first = letters[begin]
            if following is None or (following.fg, following.bold) != (first.fg, first.bold):
                yield Run(begin, text[begin : column + 1], first.fg, first.bold)
                begin = column + 1


# -- the sheet ------------------------------------------------------------------------------------------


def sheet(language: str = "en") -> str:
    """Return the head of the evening's page: its curve, its balances, its settlement; the current folder is empty."""
    Path("evening.yaml").write_text(EVENING, encoding="utf-8")
    _ran("import", "evening.yaml")
    page = _ran("report", "session", "--format", "html", language=language)
    text = _ran("report", "session", language=language)
    style = page.partition("<style>\n")[2].partition("</style>")[0]
    found = re.search(r'<svg (viewBox="0 0 (\d+) (\d+)"[^>]*)>(.*?)</svg>', page, re.DOTALL)
    if not found:
        raise ValueError("the page has no curve")
    attributes, width, height, drawn = found[1], int(found[2]), int(found[3]), found[4]
    sections = dict(block.split("\n", 1) for block in text.split("\n\n") if "\n" in block)
    balances, settlement = (_section(name, sections[name].splitlines()) for name in WORDS[language]["sections"])
    across = max(len(line) for line in balances) + 6
    below = 84 + height + 28
    whole = below + max(len(balances), len(settlement)) * LINE + EDGE
    return _svg(width + 2 * EDGE, whole, WORDS[language]["sheet"], [
        f"<style>{_small(style)}</style>",
        f'<rect width="{width + 2 * EDGE}" height="{whole}" rx="8" fill="var(--paper)" stroke="var(--line)"/>',
        f'<rect x="{EDGE}" y="{EDGE}" width="{width}" height="4" fill="var(--accent)"/>',
        _text(EDGE, 58, text.partition("\n")[0], 'font-size="26" font-weight="700" fill="var(--ink)"'),
        f'<svg x="{EDGE}" y="84" width="{width}" height="{height}" {attributes}>{drawn}</svg>',
        *_typed(EDGE, below, map(_words, balances), SHEET),
        *_typed(EDGE + across * LETTER, below, map(_words, settlement), SHEET),
    ])  # fmt: skip


SHEET = {"default": "var(--ink)", "green": "var(--gain)", "red": "var(--loss)", "brown": "var(--soft)"}


def _section(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, "", *(line for line in lines if not line.startswith("-"))]


def _words(line: str) -> list[Run]:
    """Return the columns of a printed line: what was won green, what was lost red."""
    found = ((word.start(), word[0]) for word in re.finditer(r"\S+(?: \S+)*", line))
    return [Run(at, word, {"+": "green", "−": "red"}.get(word[0], "default")) for at, word in found]


def _small(style: str) -> str:
    """Return the colours of a page by day, and what its style sheet says of charts: the rest is not in the picture."""
    by_day = re.sub(r"/\*.*?\*/|@[a-z]+[^{]*\{(?:[^{}]|\{[^{}]*\})*\}", "", style, flags=re.DOTALL)
    wanted = re.compile(r":root|\.(chart|axis|curve|series|place|[sd][0-3])\b")
    rules = (" ".join(rule.split()) for rule in re.findall(r"[^{}]+\{[^{}]*\}", by_day))
    return "\n".join(rule for rule in rules if wanted.match(rule))


# -- the floors -----------------------------------------------------------------------------------------


def floors() -> str:
    """Return the floors of the package: siblings side by side, in each the order of its own modules."""
    settings = tomllib.loads((transcripts.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = {
        one["containers"][0]: [layer.split(" | ") for layer in one["layers"]]
        for one in settings["tool"]["importlinter"]["contracts"]
        if one["type"] == "layers"
    }
    width, top, drawn = 960, EDGE, []
    for floor in layers["sklog"]:
        share = (width - EDGE * (len(floor) + 1)) / len(floor)
        boxes = [(name, list(_inner(f"sklog.{name}", layers, int((share - 24) / SMALL)))) for name in floor]
        height = 34 + 16 * max(len(inner) for _, inner in boxes)
        for place, (name, inner) in enumerate(boxes):
            drawn += _box(EDGE + place * (share + EDGE), top, f'width="{share:g}" height="{height}"')
            drawn += _named(EDGE + place * (share + EDGE) + 12, top + 22, name, share - 16, inner)
        top += height + 10
    said = "The floors of the package. Each floor imports only from those below it."
    return _svg(
        width, top + EDGE - 10, said, [f'<rect width="{width}" height="{top + EDGE - 10}" fill="#fff"/>', *drawn]
    )


def _box(left: float, top: float, size: str) -> Iterator[str]:
    yield f'<rect x="{left:g}" y="{top:g}" {size} rx="4" fill="#f4f7f4" stroke="#2f6b46"/>'


def _named(left: float, top: float, name: str, width: float, inner: Iterable[str]) -> Iterator[str]:
    size = min(15, width / len(name) / BOLD)
    yield _text(left, top, name, f'font-size="{size:g}" font-weight="700" fill="{DARK}"')
    yield f'<g font-family="{MONO}">'
    for number, line in enumerate(inner, 1):
        yield _columns(left, top + 2 + 16 * number, line, SMALL, 'font-size="11" fill="#5b6067"')
    yield "</g>"


def _inner(room: str, layers: Mapping[str, Sequence[Sequence[str]]], letters: int) -> Iterator[str]:
    """Yield the order of the modules in a room, and in the rooms inside of it, from the top down."""
    for name, order in layers.items():
        if name == room or name.startswith(f"{room}."):
            inside = name.removeprefix(room).removeprefix(".")
            said = " > ".join(", ".join(names) for names in order)
            yield from textwrap.wrap(f"{inside}: {said}" if inside else said, letters, break_on_hyphens=False)


# -- what they share ------------------------------------------------------------------------------------


def _svg(width: float, height: float, said: str, inner: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
    return "\n".join(
        [f'{head} role="img" font-family="{SANS}">', f"<title>{escape(said)}</title>", *inner, "</svg>", ""]
    )


def _typed(left: float, top: float, lines: Iterable[Iterable[Run]], colours: dict[str, str]) -> Iterator[str]:
    """Yield lines of terminal text; each stretch stands in its column, whatever letters are there."""
    yield f'<g font-family="{MONO}" font-size="{SIZE}" xml:space="preserve">'
    for row, runs in enumerate(lines):
        for run in runs:
            x, y = left + run.column * LETTER, top + row * LINE
            weight = ' font-weight="700"' if run.bold else ""
            yield _columns(x, y, run.text, LETTER, f'fill="{colours[run.colour]}"{weight}')
    yield "</g>"


def _columns(x: float, y: float, text: str, letter: float, style: str) -> str:
    """Return text that is as wide as its letters are many, in whatever letters there are."""
    return _text(x, y, text, f'textLength="{len(text) * letter:g}" lengthAdjust="spacingAndGlyphs" {style}')


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def _ran(*words: str, language: str = "en") -> str:
    ran = transcripts.run(words, env={"SKLOG_LANG": language})
    if ran.code:
        raise RuntimeError(ran.err)
    return transcripts.undated(ran.out)


def main() -> None:
    """Draw every picture again."""
    for unseen in transcripts.UNSEEN:
        os.environ.pop(unseen, None)
    for name, draw in pictures().items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ |= transcripts.environment(Path(folder))
            with chdir(folder):
                drawn = draw()
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(drawn, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
