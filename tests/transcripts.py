r"""Transcripts: what somebody types and what sklog answers, as text that people read and tests replay.

    $ sklog add s ac          a command, run without a shell; $'\x1b' is the shell's way to write a control letter
    Hand 1: s ac …            what it prints, stdout and stderr together
    …                         alone as its last line: it prints more than the page shows
    [1]                       its exit code, where that is not 0
    hand 3> s ac              a line at the prompt of the open evening (Spiel 3> in German), and what it prints
    % write notes.txt hello   what is there before: a file with a text,
    % append notes.txt hello  one more line of it,
    % copy tests/x/y.yaml       a copy of a file of this repository,
    % edit x.yaml this => that  with a text in it changed,
    % cut x.yaml 120            its beginning alone,
    % hole x.bin 2000000000     a file of so many zero bytes, which takes no place on the disk,
    % sql sklog.db PRAGMA …     or what somebody did to a database
    % speak de                  the language from here on; pages below `de/` and `….de.md` are German from the start
    # …                       a remark
    # The day goes on.        as the first line of a block of a page: it follows the block before it; in German
                              # Der Tag geht weiter.

`replayed` runs a transcript again and returns it as it is now; a test compares the two.
`python -m tests.transcripts FILE…` writes it back, for people to read what changed: whole `.txt` files, in Markdown
every console block below a `<!-- transcript -->`, and every `pycon` block: examples in Python, of which all of a page
follow each other.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple, TextIO

from sklog import cli
from sklog.direct import straight

ROOT = Path(__file__).parent.parent
LEDGER = "sklog.db"
COMMAND, SETUP, REMARK, MORE = "$ sklog ", "% ", "# ", "…"
BELL = "\a"
PROMPT = re.compile(r"^(?:(?:hand|Spiel) [0-9]+|closed|beendet|sklog)> ?", re.MULTILINE)
BLOCK = re.compile(r"(?<=<!-- transcript -->\n```console\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)
GOES_ON = ("# The day goes on.\n", "# Der Tag geht weiter.\n")
EXAMPLES = re.compile(r"(?<=^```pycon\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)
_DIGEST = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")
_CONTROL_LETTERS = re.compile(r"\$'([ -&(-~]*)'")


class Ran(NamedTuple):
    """What a command did: its exit code and what it printed."""

    code: int
    out: str
    err: str


def run(
    words: Sequence[str], *, stdin: str | bytes = "", env: Mapping[str, str] | None = None, whole: bool = False
) -> Ran:
    """Run `sklog` with these words inside this process; the environment is as before afterwards.

    As outside of tests the most usual commands go past Typer, unless the `whole` program is asked for.
    """
    out, err = _stream(), _stream()
    code = copy_context().run(_run, words, out, err, stdin, env or {}, whole=whole)  # nobody speaks so afterwards
    return Ran(code, _text(out), _text(err))


def commands(text: str) -> list[list[str]]:
    """Return the words of each command of a text that has one in each line."""
    return [shlex.split(line) for line in text.splitlines() if line]


def together(words: Sequence[str]) -> tuple[int, str]:
    """Run it with stdout and stderr in one stream, as on a terminal."""
    stream = _stream()
    return copy_context().run(_run, words, stream, stream, "", {}), _text(stream)


def environment(folder: Path) -> dict[str, str]:
    """Return the settings in which nothing of the machine is seen: home, ledger and tariffs are in `folder`.

    An evening is one file: whoever tests the automatic copies says so.
    """
    return {"HOME": str(folder), "SKLOG_DB": LEDGER, "SKLOG_BACKUPS": "off", "COLUMNS": "80", "LANG": "C.UTF-8"}


UNSEEN = (
    *("SKLOG_DB", "SKLOG_TARIFFS", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "NO_COLOR", "FORCE_COLOR", "TERM"),
    *("SKLOG_LANG", "LC_ALL", "LC_MESSAGES", "SKLOG_BACKUPS", "SKLOG_KEEP_BACKUPS"),
)


def spoken_on(page: Path) -> str:
    """Return the language of a page."""
    return "de" if page.parent.name == "de" or page.name.endswith(".de.md") else "en"


def undated(printed: str) -> str:
    """Return what was printed with one digest for all: it depends on when a command was given."""
    return _DIGEST.sub("7K2M-X9QF-0B4T-WZ61", printed)


def replayed(text: str, folder: Path, language: str | None = None) -> str:
    """Return a transcript as it is when its commands are run now, one after the other, in `folder`."""
    spoken = os.environ.get("SKLOG_LANG", "en")
    os.environ["SKLOG_LANG"] = language or spoken
    with contextlib.chdir(folder):
        try:
            return "".join(_replayed(text))
        finally:
            os.environ["SKLOG_LANG"] = spoken


def stories(page: str) -> list[str]:
    """Return the transcripts of a page; blocks that go on with the one before are one."""
    found: list[str] = []
    for block in BLOCK.findall(page):
        if found and block.startswith(GOES_ON):
            found[-1] += block
        else:
            found.append(block)
    return found


def _page_replayed(page: str, language: str) -> str:
    told = [_in_a_folder(lambda text, folder: replayed(text, folder, language), story) for story in stories(page)]
    blocks = [block for story in told for block in re.split(f"(?m)(?=^(?:{'|'.join(GOES_ON)}))", story) if block]
    now = iter(blocks)
    return BLOCK.sub(lambda _found: next(now), page)


def examples_replayed(page: str, folder: Path) -> str:
    """Return a page with what its examples in Python print when they are run now, one after the other, in `folder`."""
    names: dict[str, object] = {}
    with contextlib.chdir(folder):
        return EXAMPLES.sub(lambda found: "".join(_examples(found[1], names)), page)


def _examples(text: str, names: dict[str, object]) -> Iterator[str]:
    for example in doctest.DocTestParser().get_examples(text):
        first, *more = example.source.splitlines()
        yield f">>> {first}\n"
        yield from (f"... {line}".rstrip() + "\n" for line in more)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(example.source, "<example>", "single"), names)  # noqa: S102  our own page
        yield undated(printed.getvalue())


def _replayed(text: str) -> Iterator[str]:
    lines = text.splitlines()
    place = 0
    while place < len(lines):
        line, place = lines[place], place + 1
        if line.startswith(COMMAND) or PROMPT.match(line):
            behind = place
            while behind < len(lines) and not _begins(lines[behind]):
                behind += 1
            blank = sum(1 for _ in _last_blanks(lines[place:behind]))
            answer = _answered(line) if line.startswith(COMMAND) else _prompted(PROMPT.sub("", line))
            if MORE in (shown := lines[place : behind - blank])[-1:]:
                answer = "".join([*answer.splitlines(keepends=True)[: len(shown)], f"{MORE}\n"])
            yield answer + "\n" * blank
            place = behind
            continue
        yield f"{line}\n"
        if line.startswith(SETUP):
            _set_up(line.removeprefix(SETUP))


def _begins(line: str) -> bool:
    return line.startswith((COMMAND, SETUP, REMARK)) or PROMPT.match(line) is not None


def _last_blanks(lines: Sequence[str]) -> Iterator[str]:
    for line in reversed(lines):
        if line:
            return
        yield line


def at_the_prompt(typed: str) -> str:
    """Return the prompt, a line behind it, and what it prints, with the bell where it is refused."""
    stream = _stream()
    copy_context().run(_run, ["play"], stream, stream, AtTerminal(f"{typed}\n"), {"TERM": "dumb"})
    printed = undated(_text(stream)).replace(BELL, f"{BELL}\n")
    first, *more = PROMPT.finditer(printed)
    return printed[first.start() : more[0].start() if more else None]


def _prompted(typed: str) -> str:
    return f"{at_the_prompt(typed).replace(BELL, '').rstrip()}\n"


def _answered(line: str) -> str:
    """Return a command behind the dollar, and what it prints."""
    plain = _CONTROL_LETTERS.sub(
        lambda found: shlex.quote(found[1].encode().decode("unicode_escape")), line.removeprefix(COMMAND)
    )
    code, printed = together(shlex.split(plain))
    answer = "".join(f"{line}\n" for line in undated(printed).rstrip("\n").split("\n") if printed)
    return f"{line}\n{answer}" + f"[{code}]\n" * bool(code)


def _set_up(said: str) -> None:
    verb, target, *rest = said.split(" ", 2)
    if verb == "write":
        Path(target).write_text("".join(f"{text}\n" for text in rest), encoding="utf-8")
    elif verb == "append":
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(f"{rest[0]}\n")
    elif verb == "copy":
        shutil.copy(ROOT / target, ".")
    elif verb == "edit":
        text, (old, new) = Path(target).read_text(encoding="utf-8"), rest[0].split(" => ")
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in {target}")
        Path(target).write_text(text.replace(old, new), encoding="utf-8")
    elif verb in ("cut", "hole"):
        if verb == "hole":
            Path(target).touch()
        os.truncate(target, int(rest[0]))
    elif verb == "speak":
        os.environ["SKLOG_LANG"] = target
    elif verb == "sql":
        with contextlib.closing(sqlite3.connect(target)) as database:
            database.executescript(rest[0])
    else:
        raise ValueError(f"{verb!r} is not one of write, append, copy, edit, cut, hole, sql, speak")


class AtTerminal(io.StringIO):
    """Lines that somebody types at a terminal, which shows each of them."""

    def isatty(self) -> bool:
        """Say that somebody is asked here."""
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """Return the next line, once it is shown."""
        line = super().readline(-1 if size is None else size)
        sys.stdout.write(line)
        return line


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _run(
    words: Sequence[str],
    out: io.TextIOWrapper,
    err: io.TextIOWrapper,
    stdin: str | bytes | AtTerminal,
    env: Mapping[str, str],
    *,
    whole: bool = False,
) -> int:
    typed: TextIO = (
        stdin
        if isinstance(stdin, AtTerminal)
        else io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), encoding="utf-8")
    )
    before = sys.stdin, sys.argv, sys.excepthook, dict(os.environ)
    os.environ.update(env)
    sys.stdin, sys.argv = typed, ["sklog", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            if not whole and (run := straight(words)) and run():
                return 0
            cli.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    else:
        return 0
    finally:
        sys.stdin, sys.argv, sys.excepthook, environ = before
        os.environ.clear()
        os.environ.update(environ)


def _in_a_folder(replay: Callable[[str, Path], str], text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(environment(Path(folder)))
        return replay(text, Path(folder))


def main(files: Sequence[str]) -> None:
    """Write the transcripts back as they are now."""
    for name in UNSEEN:
        os.environ.pop(name, None)
    for path in map(Path, files):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            now = _in_a_folder(examples_replayed, _page_replayed(text, spoken_on(path)))
        else:
            now = _in_a_folder(replayed, text)
        path.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
