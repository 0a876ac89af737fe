"""The gallery of broken tariffs, and of contradictory ones: what is said of each file, in every language.

`python -m tests.gallery` writes the sentences anew, beside each file, and lists those that changed: read them.
"""

from contextlib import chdir
from contextvars import copy_context
from pathlib import Path

from sklog import tariffs
from sklog.errors import TariffError
from sklog.language import speak
from sklog.rooms import YAML_CAUSES, load

FOLDER = Path(__file__).resolve().parent / "errors" / "tariffs"
ENDINGS = {"en": ".txt", "de": ".de.txt"}
CASES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
CONTRADICTORY = FOLDER / "contradictory"
WARNED = sorted(path.stem for path in CONTRADICTORY.glob("*.yaml"))


def sentences(case: str, spoken: str) -> str:
    """Return what is said of a broken tariff in a language, each problem in its line; "" where nothing is wrong."""
    load(YAML_CAUSES)  # some are no YAML

    def read() -> str:
        speak(spoken)
        try:
            tariffs.read(Path(f"{case}.yaml").read_text(encoding="utf-8"), f"{case}.yaml")
        except TariffError as wrong:
            return f"{wrong}\n"
        return ""

    with chdir(FOLDER):
        return copy_context().run(read)


def warnings(case: str, spoken: str) -> str:
    """Return what a contradictory tariff is warned of in a language, each warning in its line."""

    def check() -> str:
        speak(spoken)
        _tariff, found = load("sklog.rulebook.warnings:checked")(f"{case}.yaml")
        return "".join(f"{one}\n" for one in found)

    with chdir(CONTRADICTORY):
        return copy_context().run(check)


def main() -> None:
    """Write the sentences of every tariff of the gallery."""
    said = {FOLDER / case: sentences for case in CASES} | {CONTRADICTORY / case: warnings for case in WARNED}
    for place, say in said.items():
        for spoken, ending in ENDINGS.items():
            path, text = place.with_name(f"{place.name}{ending}"), say(place.name, spoken)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(path.name, text, sep="\n")  # noqa: T201  it is a program


if __name__ == "__main__":
    main()
