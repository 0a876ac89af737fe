"""The gallery of broken tariffs: what is said of each file in `tests/errors/tariffs`, in every language.

`python -m tests.gallery` writes the sentences anew, beside each file, and lists those that changed: read them.
"""

from __future__ import annotations

from contextlib import chdir
from contextvars import copy_context
from pathlib import Path

from sklog import tariffs
from sklog.errors import TariffError
from sklog.language import speak

FOLDER = Path(__file__).resolve().parent / "errors" / "tariffs"
ENDINGS = {"en": ".txt", "de": ".de.txt"}
CASES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def sentences(case: str, spoken: str) -> str:
    """Return what is said of a broken tariff in a language, each problem in its line; "" where nothing is wrong."""

    def read() -> str:
        speak(spoken)
        try:
            tariffs.read(Path(f"{case}.yaml").read_text(encoding="utf-8"), f"{case}.yaml")
        except TariffError as wrong:
            return f"{wrong}\n"
        return ""

    with chdir(FOLDER):
        return copy_context().run(read)


def main() -> None:
    """Write the sentences of every broken tariff."""
    for case in CASES:
        for spoken, ending in ENDINGS.items():
            path, said = FOLDER / f"{case}{ending}", sentences(case, spoken)
            if not path.exists() or path.read_text(encoding="utf-8") != said:
                path.write_text(said, encoding="utf-8")
                print(path.name, said, sep="\n")  # noqa: T201  it is a program


if __name__ == "__main__":
    main()
