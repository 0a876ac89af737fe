"""What the pages in docs/ say about the program is taken from the program: `python -m tests.documents` writes it anew.

A page has a place for it, between two remarks that a reader does not see:

    <!-- made by python -m tests.documents: letters -->
    …
    <!-- end -->

`PARTS` says what there is to put into such a place.
"""

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, closing
from functools import cached_property
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType
from typing import Any, ForwardRef

import sklog
from sklog import cli, tariffs
from sklog.errors import SklogError
from sklog.files import described
from sklog.language import _, as_typed, speak, spoken, words_for
from sklog.ledger.open import in_memory
from sklog.phones.devices import KEEPER, WRITES
from sklog.phones.halls import AT_TABLE
from sklog.phones.rights import RIGHTS
from sklog.play.help import TABLE
from sklog.rulebook import source
from sklog.scoring.games import CATALOGUE, DECKS, PASSED
from sklog.scoring.settings import Setting, first_line, kept, settings_of
from sklog.scoring.tariff import Tariff
from sklog.tariffs import describe, stakes
from tests import asked, transcripts
from tests.typed_so import every_example

DOCS = transcripts.ROOT / "docs"
READMES = [transcripts.ROOT / name for name in ("README.md", "README.de.md")]
README = READMES[0]
CONTRIBUTING = transcripts.ROOT / "CONTRIBUTING.md"
PAGES = sorted(DOCS.rglob("*.md"))
ALL = [*READMES, CONTRIBUTING, transcripts.ROOT / "CHANGELOG.md", *PAGES]
DOWNLOAD = "](../../releases/latest)"
"""How a README leads to the program of one file, where the project is hosted: from there, no file of the project."""
PLACE = re.compile(r"(<!-- made by python -m tests\.documents: (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)


def named(page: Path) -> str:
    """Return how a page is called in the project: `docs/de/abend.md`."""
    return page.relative_to(transcripts.ROOT).as_posix()


def made(text: str, language: str = "en") -> str:
    """Return a page with every part of it as the program says it now."""
    speak(language)
    try:
        return PLACE.sub(lambda found: "\n".join((found[1], *PARTS[found[2]](), "", "")), text)
    finally:
        speak(None)


OWN = {
    "English": "Englisch",
    "German": "Deutsch",
    "written": "getippt",
    "means": "heißt",
    "name": "Name",
    "extra-Sauspiel-solo": "Aufschlag-Sauspiel-Solo",
    "title": "Titel",
    "where its rules come from": "woher die Regeln sind",
    "key": "Schlüssel",
    "what it means": "was er heißt",
    "possible values": "was da stehen darf",
    "default": "sonst",
    "required": "muss dastehen",
    "yes": "ja",
    "no": "nein",
    "none": "nichts",
    "nothing": "nichts",
    "The tariff itself": "Der Tarif selbst",
    "A game of your own": "Ein eigenes Spiel",
    "One entry of `games` that is a mapping.": "Ein Eintrag in `games`, der selbst aus Schlüsseln besteht.",
    "`{key}: none` switches it off.": "`{key}: none` schaltet es aus.",
    "`bock: none`: no event starts it, but the table can still order it.": (
        "`bock: none`: nichts löst ihn aus, aber der Tisch kann ihn ansagen."
    ),
    "By default there is none.": "Ohne Angabe gibt es das nicht.",
    "Your own entries in `{path}`": "Etwas Eigenes in `{path}`",
}
"""What the parts say themselves on a German page; all else has its German words in the catalogue."""


def _own(text: str, **values: str) -> str:
    return (OWN[text] if spoken() == "de" else text).format(**values)


# -- parts ----------------------------------------------------------------------------------------------


def letters() -> Iterator[str]:
    """Yield the letters of a line of shorthand."""
    return _table(("written", "means"), ((f"`{written}`", _(meaning)) for written, meaning in TABLE))


def shipped() -> Iterator[str]:
    """Yield the tariffs that come with sklog."""
    found = ((name, tariffs.find(name)) for name in tariffs.shipped())
    rows = ((f"`{name}`", stakes.of(one), one.title, source(one)) for name, one in found)
    return _table(("name", "extra-Sauspiel-solo", "title", "where its rules come from"), rows)


def rights() -> Iterator[str]:
    """Yield who may record what on the pages, and take it back: the value that the server judges by."""
    roles = {KEEPER: "keeper", WRITES: "writer", AT_TABLE: "tournament table"}

    def those(allowed: Iterable[str]) -> str:
        return ", ".join(word for role, word in roles.items() if role in allowed) or "nobody"

    rows = ((right.what, those(right.open), those(right.closed)) for right in RIGHTS)
    return _table(("recorded, or taken back", "while the evening is open", "once it is closed"), rows)


def games() -> Iterator[str]:
    """Yield the games that a tariff can name."""
    rows = (
        (f"`{game.name}`", ", ".join(f"`{alias}`" for alias in game.aliases), game.shape, _trumps(game.trumps))
        for game in CATALOGUE
        if game.shape != PASSED
    )
    return _table(("game", "also called", "kind", "trumps"), rows)


def _trumps(counts: tuple[int, ...]) -> str:
    if len(set(counts)) < 2:
        return str(counts[0]) if counts else "none"
    return ", ".join(f"{count} ({deck} deck)" for count, deck in zip(counts, DECKS, strict=True))


def settings(tariff: Any = Tariff) -> Iterator[str]:
    """Yield every key of a tariff: first those of the tariff itself, then each block, then a table's own game."""
    whole = settings_of(tariff)
    yield from (f"### {_own('The tariff itself')}", "", *_keys(one for one in whole if not one.block))
    for one in whole:
        if one.block:
            yield from _block(one)
    yield from ("", f"### {_own('A game of your own')}", "", _own("One entry of `games` that is a mapping."), "")
    yield from _keys(describe.OWN_GAME, "games.")


def _block(setting: Setting, path: str = "") -> Iterator[str]:
    """Yield a block of settings, and the blocks inside of it."""
    name = f"{path}{setting.key}"
    inner = settings_of(setting.block)
    said = [_(first_line(setting.block))]
    if name == "bock":
        said.append(_own("`bock: none`: no event starts it, but the table can still order it."))
    elif setting.optional or setting.metadata.get("off"):
        said.append(_own("`{key}: none` switches it off.", key=setting.key))
    if setting.default is None:
        said.append(_own("By default there is none."))
    yield from ("", f"### `{name}`", "", " ".join(said), "")
    yield from _keys((one for one in inner if not one.block), f"{name}.")
    for one in inner:
        if one.block:
            yield from _block(one, f"{name}.")
        elif one.collection is tuple and one.item:
            path = f"{name}.{one.key}"
            heading = _own("Your own entries in `{path}`", path=path)
            yield from ("", f"### {heading}", "", _(first_line(one.item)), "")
            yield from _keys(settings_of(one.item), f"{path}.")


def _keys(keys: Iterable[Setting], path: str = "") -> Iterator[str]:
    rows = ((f"`{path}{one.key}`", _(one.doc), describe.expected(one), _default(one)) for one in keys)
    return _table(("key", "what it means", "possible values", "default"), rows)


def _default(setting: Setting) -> str:
    if setting.required:
        return _own("required")
    plain: Any = kept(setting.default)
    if isinstance(plain, bool):
        return _own("yes" if plain else "no")
    if isinstance(plain, dict):
        return ", ".join(f"{key}: {value}" for key, value in plain.items()) or _own("none")
    return (", ".join(map(str, plain)) if isinstance(plain, list) else str(plain)) or _own("nothing")


def names() -> Iterator[str]:
    """Yield every public name with its parameters and what is said about it, then what a ledger can do."""
    yield ""
    for name in sklog.__all__:
        yield _about(name, getattr(sklog, name))
    for kind in (sklog.Ledger, sklog.Session, sklog.Tournaments):
        yield from ("", f"### What {'a ' * (kind is not sklog.Tournaments)}`{kind.__name__}` can do", "")
        for name, method in vars(kind).items():
            if isinstance(method, (FunctionType, cached_property)) and not name.startswith("_"):
                yield _about(name, method, f"{kind.__name__}.")


def _about(name: str, public: Any, within: str = "") -> str:
    """Return a row of a list: a name with its parameters and types, and what is said about it; of a union its types.

    Each can be linked to by its name, behind that of what it is `within`.
    """
    begun = f'- <a id="{within}{name}"></a>`{name}'
    words = " ".join((public.__doc__ or "").partition(">>>")[0].split())  # the page has examples of its own
    words = re.sub(r"docs/(\w+\.md)", r"[\1](\1)", words)
    if isinstance(public, cached_property):
        return f"{begun}`: {words}"
    if kinds := getattr(public, "__args__", None):
        return f"{begun}`: one of {', '.join(f'`{kind.__name__}`' for kind in kinds)}."
    if isinstance(public, type) and issubclass(public, SklogError):
        return f"{begun}`: {words}"
    found = signature(public)
    said = ", ".join(_parameters([one for one in found.parameters.values() if one.name != "self"], public))
    gives = found.return_annotation
    nothing = isinstance(public, type) or gives in {None, "None", found.empty}
    returned = "" if nothing else f" -> {_type(gives)}"
    return f"{begun}({said}){returned}`: {words}"


def _parameters(parameters: Sequence[Parameter], public: Any) -> Iterator[str]:
    """Yield parameters as they are said, with their types: behind a star by their name, and what each usually is."""
    starred = False
    for one in parameters:
        if one.kind is one.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        if one.kind is one.VAR_KEYWORD:
            yield f"**{one.name}"
            continue
        kind = one.annotation if one.annotation is not one.empty else _of_a_field(public, one.name)
        typed = f": {said}" if (said := _type(kind)) and '"' not in said else ""
        star = "*" if one.kind is one.VAR_POSITIONAL else ""
        equals = " = " if typed else "="
        usual = getattr(one.default, "__name__", None) or repr(one.default)  # a class by its name
        yield f"{star}{one.name}{typed}" + ("" if one.default is one.empty else f"{equals}{usual}")


def _type(annotation: Any) -> str:
    """Return a type as it is written, the union of all entries by its name."""
    if isinstance(annotation, ForwardRef):  # Python 3.11 makes one of each word in a named tuple
        annotation = annotation.__forward_arg__
    if isinstance(annotation, type):
        return annotation.__name__
    if isinstance(annotation, str) or annotation is None:
        return re.sub(r"\b(?!os\.)[a-z_]+\.(?=[A-Z])", "", annotation or "")
    every = " | ".join(kind.__name__ for kind in sklog.Entry.__args__)
    return re.sub(r"\w[\w.]*\.(?=\w)", "", str(annotation)).replace(every, "Entry")


def _of_a_field(record: Any, name: str) -> object:
    """Return what a class says of the type of a field, where that is a word or a plain type."""
    for kind in getattr(record, "__mro__", ()):
        if (found := vars(kind).get("__annotations__", {}).get(name)) is not None:
            plain = getattr(found, "__origin__", found) if hasattr(found, "__metadata__") else found
            if isinstance(plain, type):
                return plain.__name__
            inside = re.sub(r"Annotated\[([\w.]+), .*?\)\]", r"\1", str(plain))
            inside = re.sub(r"Annotated\[(.+?), '.*?'\]", r"\1", inside)
            return re.sub(r"[\w.]+\.(?=\w)|(?<=\[)'|'(?=, \.)", "", inside)
    return None


def commands() -> Iterator[str]:
    """Yield what `--help` says of every command, in the order of `sklog --help`."""
    for section, names in cli.COMMANDS.items():
        yield from ("", f"## {_(section)}")
        for name in names:
            yield from _help(name)


def words() -> Iterator[str]:
    """Yield the German words for every command, also inside of others."""
    rows = (
        (f"`{path}`", ", ".join(f"`{' '.join((*words_for(group, 'de')[:1], word))}`" for word in words_for(path, "de")))
        for path in every_example()
        for group in [path.partition(" ")[0] if " " in path else ""]
    )
    return _table(("English", "German"), rows)


def _help(*words: str) -> Iterator[str]:
    yield from ("", f"{'#' * (2 + len(words))} {as_typed(' '.join(words))}", "", "```text")
    yield from _printed(*words, "--help").rstrip("\n").split("\n")
    yield "```"
    for name in inner(*words):
        yield from _help(*words, name)


def inner(*words: str) -> list[str]:
    """Return the commands inside of a command, such as `tariff`; none where it is no group."""
    command: Any = cli.app_group()
    for word in words:
        command = command.commands[word]
    return list(getattr(command, "commands", ()))


def _printed(*words: str) -> str:
    """Return what a command prints where nothing of this machine is seen, in the language that is spoken."""
    language = spoken()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        ran = transcripts.run(words, env=transcripts.environment(Path(folder)) | {"SKLOG_LANG": language})
    speak(language)
    if ran.code:
        raise RuntimeError(ran.err)
    return ran.out


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(map(_own, heads))} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |".replace("\n", " ")


def views() -> Iterator[str]:
    """Yield the columns of the views that are made for questions."""
    with closing(in_memory()) as ledger:
        for name in ("hand", "hand_player"):
            yield from (f"### `{name}`", "", described.TABLES[name], "")
            of_it = described.columns(ledger, name)
            yield from _table(("column", "what it is"), ((f"`{key}`", said) for key, said in of_it.items()))
            yield ""


def questions() -> Iterator[str]:
    """Yield ten questions with their SQL, and what is answered of the ledger that `tests.asked` makes."""
    with tempfile.TemporaryDirectory() as folder, asked.in_bavaria():
        asked.made(Path(folder, "asked.db"))
        with closing(sqlite3.connect(Path(folder, "asked.db"))) as ledger:
            for name, one in described.QUERIES.items():
                found = ledger.execute(one.sql)
                yield from (
                    f"### {one.title}",
                    "",
                    one.trap,
                    "",
                    f"<!-- query: {name} -->",
                    "```sql",
                    one.sql.strip(),
                    "```",
                )
                yield ""
                yield from _table(
                    tuple(head for head, *_ in found.description), (tuple(map(str, row)) for row in found)
                )
                yield ""


PARTS: Mapping[str, Callable[[], Iterable[str]]] = {
    "letters": letters,
    "shipped": shipped,
    "rights": rights,
    "games": games,
    "settings": settings,
    "commands": commands,
    "words": words,
    "names": names,
    "views": views,
    "questions": questions,
}


def main() -> None:
    """Write every part anew."""
    for unseen in transcripts.UNSEEN:
        os.environ.pop(unseen, None)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(made(text, transcripts.spoken_on(page)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
