"""The catalogues of other languages: which texts there are, and what is said for each.

    texts()          every text of the code, of the commands' help and of a tariff's settings
    unsaid(path)     what a catalogue does not say
    problems(path)   what it says with other {fields}, or in vain

`python -m tests.catalogue [FILE.po …]` brings every catalogue up to date, with what the files named have to add,
compiles it, and lists what is still missing.
"""

import re
import string
import sys
from collections.abc import Iterator
from gettext import c2py  # type: ignore[attr-defined]
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from sklog import cli, tariffs
from sklog.cli.usage import STOCK, AnyCommand
from sklog.language import BETWEEN, COMMAND, DOMAIN, FORM, LOCALE, OF, OPTION, ROUND, RULE
from sklog.live.vocabulary import SAYS
from sklog.rulebook import rules
from sklog.scoring.settings import first_line, rules_of, settings_of
from sklog.scoring.tariff import Tariff
from sklog.tariffs.describe import OWN_GAME
from sklog.tournament.commands import OLDER, WORDS
from sklog.tournament.typed import PRIZE_WORDS
from tests.typed_so import every_example

PACKAGE = Path(cli.__file__).parent.parent
METHODS = [("**.py", "python"), ("*/templates/**.html", "jinja2")]
"""In which files texts stand, and how they are found there."""
KEYWORDS = {"_": None, "_n": (1, 2), "_t": None, "_c": ((1, "c"), 2), "N_": None}
METAVAR = re.compile("[A-Z]{3}")  # what stands for a word is translated, a letter is not
WIDTH = 100
HEADER = """\
# The texts of sklog in another language; `python -m tests.catalogue` keeps it complete.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: nplurals={forms}; plural={rule};\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

Key = tuple[str | None, str | tuple[str, ...]]
"""The context of a text, where it has one, and the text; of a plural both forms."""


def catalogues() -> list[Path]:
    """Return the catalogue of every language but English."""
    return sorted(Path(LOCALE).glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def texts() -> list[Key]:
    """Return every text that a catalogue has to say, in a fixed order."""
    found = {
        (context, message)
        for _, _, message, _, context in extract_from_dir(PACKAGE, METHODS, keywords=KEYWORDS, comment_tags=())
    }
    found |= {(None, text) for text in (*_help_texts(), *setting_texts(), *_sources(), *SAYS)}
    found |= {(COMMAND, name) for name in (*every_example(), *(f"tournament {older}" for older in OLDER))}
    found |= {(OPTION, word) for word in option_words()}
    return sorted(found, key=lambda key: (str(key[1]), key[0] or ""))


def _help_texts() -> Iterator[str]:
    program = cli.app_group()
    yield from _texts_of(program)
    for name in cli.MODULES:
        yield from _texts_of(program.commands[name])


def every_command() -> Iterator[AnyCommand]:
    """Yield the program, every command, and every command of a group."""
    program = cli.app_group()
    yield program
    for name in cli.MODULES:
        command = program.commands[name]
        yield command
        yield from getattr(command, "commands", {}).values()


def words_offered(parameter: Any) -> list[str]:
    """Return the words of which an option takes one; none where something else can be said as well."""
    words = (getattr(parameter, "metavar", None) or "").split("|")
    return words if len(words) > 1 and all(map(str.islower, words)) else []


def option_words() -> set[str]:
    """Return the words for options, and those that can be said with them."""
    parameters = [one for command in every_command() for one in command.params]
    names = {name[2:] for one in parameters for name in (*one.opts, *one.secondary_opts) if name.startswith("--")}
    several = (word for words in (*WORDS.values(), PRIZE_WORDS.values()) for word in words if word)
    return {*names, *several, "none", "off", *STOCK, *(word for one in parameters for word in words_offered(one))}


def _texts_of(command: AnyCommand) -> Iterator[str]:
    yield from filter(None, (command.help, *(getattr(one, "help", None) for one in command.params)))
    yield from (one.metavar for one in command.params if METAVAR.search(getattr(one, "metavar", None) or ""))
    if command.name in cli.MODULES:
        for one in getattr(command, "commands", {}).values():
            yield from _texts_of(one)


def _sources() -> Iterator[str]:
    """Yield what shipped tariffs say of where their rules come from."""
    yield from (tariffs.find(name).source for name in tariffs.shipped())


def setting_texts(whole: Any = Tariff) -> Iterator[str]:
    """Yield what is said of each setting of a tariff, and on its price list."""
    yield from map(first_line, rules_of(whole))
    for keys in (OWN_GAME, *map(settings_of, (whole, *rules_of(whole)))):
        yield from (setting.doc for setting in keys)
    yield from rules.texts()


def read(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, domain=DOMAIN)


def unsaid(path: Path) -> list[Key]:
    """Return each text that a catalogue does not say."""
    said = _by_key(path)
    return [key for key in texts() if not _complete(said.get(key))]


def problems(path: Path) -> list[str]:
    """Return a sentence for each text that a catalogue says with other fields, or in vain."""
    said, wanted = _by_key(path), set(texts())
    wrong = [f"there is no text {key} any more" for key in said if key not in wanted]
    return wrong + [f"other fields in {key}" for key, message in said.items() if not _same_fields(message)]


def _by_key(path: Path) -> dict[Key, Message]:
    return {_key(message): message for message in read(path) if message.id}


def _key(message: Message) -> Key:
    found = message.id
    return message.context, tuple(found) if isinstance(found, (list, tuple)) else found


def _complete(message: Message | None) -> bool:
    return message is not None and not message.fuzzy and all(_forms(message.string))


def _forms(said: object) -> tuple[str, ...]:
    return tuple(said) if isinstance(said, (list, tuple)) else (str(said or ""),)


def _same_fields(message: Message) -> bool:
    """Whether a text has the same {fields} in both languages; one form of a plural may leave the number out."""
    wanted = {name for text in _forms(message.id) for name in _fields(text)}
    found = [set(_fields(text)) for text in _forms(message.string) if text]
    return all(fields | {"n"} == wanted | {"n"} for fields in found)


def _fields(text: str) -> Iterator[str]:
    try:
        yield from (name for _, name, _, _ in string.Formatter().parse(text) if name)
    except ValueError:
        return  # a text with braces of its own, which is never filled in


def updated(path: Path, more: list[Path]) -> Catalog:
    """Return the catalogue with every text there is, and what is said so far for each."""
    old = read(path)
    said = {_key(message): message.string for one in (old, *map(read, more)) for message in one if message.id
            and all(_forms(message.string))}  # fmt: skip
    new = Catalog(locale=old.locale, domain=DOMAIN, fuzzy=False)
    for key in texts():
        new.add(key[1], said.get(key) or "", context=key[0])
    return new


def written(catalogue: Catalog) -> str:
    """Return a catalogue as people edit it."""
    out = BytesIO()
    write_po(out, catalogue, width=WIDTH, no_location=True, omit_header=True)
    head = HEADER.format(language=catalogue.locale, forms=catalogue.num_plurals, rule=catalogue.plural_expr)
    return head + out.getvalue().decode()


def compiled(path: Path) -> bytes:
    """Return what the program reads of a catalogue: each text, and what is said for it."""
    catalogue = read(path)
    form_of = c2py(catalogue.plural_expr)
    said = [RULE, "".join(str(form_of(n)) for n in range(2 * ROUND))]
    for (context, text), message in sorted(_by_key(path).items(), key=str):
        if _complete(message):
            key, forms = (f"{context}{OF}" if context else "") + FORM.join(_forms(text)), _forms(message.string)
            said += [key, FORM.join(forms)]
            if len(forms) > 1:  # the text for one of something may be said by itself
                said += [_forms(text)[0], forms[form_of(1)]]
    return BETWEEN.join(said).encode()


def main() -> None:
    """Bring every catalogue up to date."""
    more = [Path(name) for name in sys.argv[1:]]
    for path in catalogues():
        path.write_text(written(updated(path, more)), encoding="utf-8")
        path.with_suffix(".texts").write_bytes(compiled(path))
        for problem in (*(f"nothing is said for {key}" for key in unsaid(path)), *problems(path)):
            sys.stdout.write(f"{path.parent.parent.name}: {problem}\n")


if __name__ == "__main__":
    main()
