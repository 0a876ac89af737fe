"""What Tab offers, for each shell.

Typer writes it as if no word could mean anything to a shell, and reads what was typed as if all shells quoted alike:
`complete` stands between the two.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import TYPE_CHECKING, Any

from sklog.direct.screen import COMPLETE
from sklog.errors import SklogError
from sklog.language import in_powershell
from sklog.ledger.open import LedgerFile
from sklog.values import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from typer.core import TyperGroup

    from sklog.ledger.evenings import Evening

_VARIABLE = r"\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})"
_NOTHING = "(?!)"
_POSIX = (r"\\", r"[^']*", r"'()", r'(?:\\.?|[^"\\])*', r'\\([$`"\\])', _VARIABLE)
_BACKTICK = ("`", r"(?:''|[^'])*", r"'(')", r'(?:`.?|""|[^"`])*', r'[`"](.)', _NOTHING)
_QUOTES = {
    "bash": _POSIX,
    "zsh": _POSIX,
    "fish": (r"\\", r"(?:\\.?|[^'\\])*", r"\\(['\\])", r'(?:\\.?|[^"\\])*', r'\\(["$\\])', _VARIABLE),
    "powershell": _BACKTICK,
    "pwsh": _BACKTICK,
}
"""How each shell quotes: with what a letter; what may stand between single quotes, and which of that is one letter;
the same between double quotes; and in what place, but for single quotes, it puts what a variable holds."""
_SIGNS = re.compile(r"[=:@]+\Z")
"""What parts a word on the line for bash, but not in the command."""


class _Typed(NamedTuple):
    """A word that was typed, without its quotes; `quote` is one that is still open.

    `meant` is the word as the program would get it: with the user's folder for a `~`, and what those variables hold
    that are known here. `before` is what of the text stands before the part that the shell completes.
    """

    text: str = ""
    meant: str = ""
    quote: str = ""
    before: str = ""


Offered = list[tuple[str, str]]
"""Words, and the help of each."""


def complete(offer: Callable[[list[str]], tuple[Offered, Any] | None], say: Callable[[str], None]) -> None:
    """Say what the word may become that somebody types, quoted as the shell needs it that reads the answer, and end.

    `offer` returns what the last of some words may become, and the exit code. Returns where it does not know, or where
    Typer alone has the answer.
    """
    asked, _sign, shell = os.environ[COMPLETE].partition("_")
    if asked != "complete" or shell not in _QUOTES:
        return
    for *typed, last in _typed_in_bash() if shell == "bash" else [_typed_in(shell)]:
        words = [*(word.meant for word in typed), last.text]
        if (found := offer(words)) is None:
            return
        offered, code = found
        if offered:
            break
    if said := _FOR_SHELLS[shell](offered, last):
        say(said)
    sys.exit(code)


def _ask_for(words: list[str]) -> None:
    """Have Typer asked what the last of these words may become: in words without any quoting."""
    import shlex  # noqa: PLC0415  a word of a hand is completed without

    asked = shlex.join(words) if words[-1] else f"{shlex.join(words[:-1])} "
    shell = os.environ[COMPLETE].partition("_")[2]
    if shell == "bash":
        os.environ |= {"COMP_WORDS": asked, "COMP_CWORD": str(len(words) - 1)}
    else:
        os.environ |= {COMPLETE: "complete_fish", "_TYPER_COMPLETE_ARGS": asked}
        if shell != "fish":
            os.environ["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"


def offered_by_typer(program: TyperGroup, words: list[str]) -> tuple[Offered, Any]:
    """Return what Typer offers for the last of these words, and with which code it ended.

    It answers with a word a line, for fish with its help.
    """
    _ask_for(words)
    answer, code = StringIO(), None
    try:
        with redirect_stdout(answer):
            program.main(prog_name="sklog", standalone_mode=False)
    except SystemExit as ended:
        code = ended.code
    found = [line.partition("\t") for line in answer.getvalue().split("\n")]
    return _replacing(words, [(word, about) for word, _tab, about in found if word]), code


def _replacing(words: Sequence[str], offered: Offered) -> Offered:
    """Return words that stand in place of the whole last one: behind `--option=` Typer offers the values alone."""
    *before, begun = words
    option, sign, _value = begun.partition("=")
    if not (sign and option.startswith("-")):
        return offered
    found = [one for one in offered if one[0].casefold().startswith(begun.casefold())]
    return found if found or "--" in before else [(f"{option}={word}", about) for word, about in offered]


def of_a_hand(words: list[str]) -> tuple[Offered, int] | None:
    """Return what the last word of a plain `add` may become; None where Typer knows it."""
    command, *hand = words[1:] or [""]
    *_before, begun = hand or ["-"]
    fish = os.environ[COMPLETE].endswith("fish") and os.environ.get("_TYPER_COMPLETE_FISH_ACTION") != "get-args"
    if command != "add" or fish or "=" in begun or any(word.startswith("-") for word in (*hand, begun)):
        return None
    return [(word, "") for word in hand_words(None, begun) if word.startswith(begun)], 0


def hand_words(path: Path | None, incomplete: str) -> list[str]:
    """Return what a word of a hand may become: games, people of the open evening and flag words that begin so."""
    from sklog.notation import flag_words, game_words  # noqa: PLC0415  only where a hand is completed

    evening = open_evening(path)
    tariff = evening.tariff if evening else None
    found = [*(evening.state.seats if evening else ()), *game_words(tariff), *flag_words(tariff)]
    return _beginning(incomplete, found)


def people(path: Path | None, incomplete: str) -> list[str]:
    """Return who sits at the table of the open evening and begins so."""
    evening = open_evening(path)
    return _beginning(incomplete, evening.state.seats if evening else ())


def rounds(path: Path | None, incomplete: str) -> list[str]:
    """Return the special rounds that the table of the open evening plays and that begin so."""
    evening = open_evening(path)
    return _beginning(incomplete, (*evening.tariff.special, "off") if evening else ())


def evenings(path: Path | None, _incomplete: str) -> list[int]:
    """Return the number of each evening in the ledger."""
    from sklog.ledger.evenings import all_evenings  # noqa: PLC0415  brings all of scoring; most completions know none

    with LedgerFile(path).reading() as ledger:
        return [evening.id for evening in all_evenings(ledger)]


def tariffs(_path: Path | None, _incomplete: str) -> list[str]:
    """Return the name of each tariff that can be found."""
    from sklog.tariffs import available  # noqa: PLC0415  completion of a hand needs none

    return list(filter(str.isprintable, available()))


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin so; in small letters where it is typed in small letters: the shell compares."""
    typed = incomplete.casefold()
    found = [word for word in dict.fromkeys(words) if word.isprintable() and word.casefold().startswith(typed)]
    return [word.casefold() for word in found] if incomplete == typed else found


def open_evening(path: Path | None) -> Evening | None:
    """Return the evening that is open in the ledger at `path`; None where none is, or it cannot be read."""
    from sklog.ledger.evenings import find  # noqa: PLC0415  the same

    with suppress(SklogError), LedgerFile(path).reading() as ledger:
        return find(ledger)
    return None


def _typed_in(shell: str) -> list[_Typed]:
    """Return the words that were typed up to the one that is completed, which is the last."""
    words = _typed_words(os.environ.get("_TYPER_COMPLETE_ARGS", ""), shell)
    begun = shell in ("zsh", "fish") or os.environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE")
    return words if begun or not words[-1].text else [*words, _Typed()]  # PowerShell drops the space at the end


def _typed_in_bash() -> Iterator[list[_Typed]]:
    """Yield the same where bash asks, which hands over words as they were typed, a line each.

    It has parted them at = : and @ as well, and does not say where a space stood. So they are taken for one word, and
    where nothing can become of that, for two, of which the second begins with the sign.
    """
    said, at = os.environ.get("COMP_WORDS", ""), os.environ.get("COMP_CWORD", "")
    pieces = said.split("\n" if "\n" in said else " ")
    upto = int(at) if at.isdecimal() else len(pieces) - 1
    program, *pieces = [*pieces[: upto + 1], *([] if upto < len(pieces) else [""])]
    words, before, parted = [program], "", False
    for piece in pieces:
        parting = bool(_SIGNS.fullmatch(piece))
        begun = words.pop() if len(words) > 1 and piece and (parted or parting) else ""
        words.append(begun + piece)
        before, parted = words[-1] if parting else begun, parting
    yield _read_in_bash(words, before)
    if (sign := _SIGNS.search(before)) and (first := before[: sign.start()]):
        yield _read_in_bash([*words[:-1], first, words[-1].removeprefix(first)], sign[0])


def _read_in_bash(words: Sequence[str], before: str) -> list[_Typed]:
    """Return words without their quotes; `before` is what stands in the last one before what bash replaces."""
    *typed, last = [_typed_words(word, "bash")[-1] for word in words]
    kept = _typed_words(before.removesuffix("@"), "bash")[-1].text  # an @ is replaced as well
    return [*typed, last if last.quote else last._replace(before=kept)]


def _typed_words(line: str, shell: str) -> list[_Typed]:
    """Take a line apart as the shell does; behind a space at its end an empty word begins."""
    escape, single, one_of_single, double, one_of_double, variable = _QUOTES[shell]
    pieces = re.compile(
        rf"(?P<gap>\s+)|{escape}(?P<letter>.?)|(?P<home>(?<!\S)~[^\s'\"`\\/$]*(?=[\s/]|\Z))"
        rf"|(?P<variable>{variable})|(?P<plain>[^\s'\"])"
        rf"|(?P<quote>['\"])(?:(?<=')(?P<single>{single})|(?<=\")(?P<double>{double}))(?P<end>(?P=quote)?)",
        re.DOTALL,
    )
    words = [_Typed()]
    for piece in pieces.finditer(line):
        if piece["gap"]:
            words.append(_Typed())
            continue
        text, meant, *_quote = words[-1]
        if quote := piece["quote"]:
            said, filled = re.sub(one_of_single, r"\1", piece["single"] or ""), piece["double"] or ""
            meant += said + re.sub(f"{one_of_double}|{variable}", lambda found: found[1] or _value_of(found[0]), filled)
            said += re.sub(one_of_double, r"\1", filled)
            words[-1] = _Typed(text + said, meant, "" if piece["end"] else quote, text)
            continue
        said = piece["letter"] or piece["home"] or piece["variable"] or piece["plain"] or ""
        if piece["home"] and not text:
            meant += os.path.expanduser(said)  # noqa: PTH111  a Path refuses a user that is none
        else:
            meant += _value_of(said) if piece["variable"] else said
        words[-1] = _Typed(text + said, meant)
    return words


def _value_of(variable: str) -> str:
    """Return what a variable holds; one that only the shell knows stays as it was typed."""
    return os.environ.get(variable.strip("${}"), variable)


def _for_bash(offered: Offered, typed: _Typed) -> str:
    """Return what bash puts into the line as it stands; behind an open quote, which it closes itself."""

    def escaped_for_bash(word: str) -> str:
        rest = word[len(typed.before) :]
        if not typed.quote:
            return re.sub(r"[^\w%+,./-]", r"\\\g<0>", rest)
        if typed.quote == "'":
            rest = rest.replace("'", r"'\''")
        else:  # between double quotes nothing protects a ! but their end
            rest = re.sub(r"!(?=.)", r'"\!"', re.sub(r'[\\"$`]', r"\\\g<0>", rest))
        # bash takes a quote at the end for the closing one
        return re.sub(r"'\\''\Z", r"'\'", rest) if typed.quote == "'" else re.sub(r'\\"\Z', r'"\"', rest)

    begun = typed.before.casefold()
    return "\n".join(escaped_for_bash(word) for word, _help in offered if word[: len(typed.before)].casefold() == begun)


def _for_zsh(offered: Offered, _typed: _Typed) -> str:
    """Return a command for zsh, which evaluates it, and itself quotes what it inserts."""

    def escaped_for_zsh(text: str) -> str:
        return re.sub(r"[^\w.,/-]", lambda found: f"\\x{ord(found[0]):02x}" if found[0].isascii() else found[0], text)

    if not offered:
        return "_files"
    words = ((re.sub(r"[\\:]", r"\\\g<0>", word), about) for word, about in offered)
    found = " ".join(f"$'{escaped_for_zsh(':'.join(filter(None, word)))}'" for word in words)
    return f"local -a _sklog_found; _sklog_found=({found}); _describe sklog _sklog_found"


def _for_fish(offered: Offered, _typed: _Typed) -> str:
    """Return words for fish, a line each, which itself quotes what it inserts."""
    return "\n".join(f"{word}\t{about}" if about else word for word, about in offered)


def _for_powershell(offered: Offered, _typed: _Typed) -> str:
    """Return words for PowerShell, which puts them into the line as they stand; ::: parts them from their help."""
    plain = re.compile(r"--?[\w-]+|\w[\w.-]*")
    words = ((word if plain.fullmatch(word) else in_powershell(word), about) for word, about in offered)
    return "\n".join(f"{word}:::{about or ' '}" for word, about in words if ":::" not in word)


_FOR_SHELLS: Mapping[str, Callable[[Offered, _Typed], str]] = {
    "bash": _for_bash,
    "zsh": _for_zsh,
    "fish": _for_fish,
    "powershell": _for_powershell,
    "pwsh": _for_powershell,
}
