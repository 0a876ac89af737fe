"""What a release is made of, and what it waits for.

python .ci/release.py check v0.3.0     says everything that is still missing, and ends with 1 then
python .ci/release.py notes v0.3.0     prints what changed, for the page of the release
python .ci/release.py contents DIST    looks into what was built: what must not be there, and what must
"""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
SECTION = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?\n((?:(?!^## ).*\n)*)", re.MULTILINE)
RELATIVE = re.compile(r"\]\((?!https?://|#)([^)]+)\)")
MOST_LINES = 5  # that tell users what a release brings
NEEDED = ("sklog/__init__.py", "sklog/__init__.pyi", "sklog/py.typed", "sklog/locale/de/LC_MESSAGES/sklog.texts")
ONLY_IN_WHEEL = ("sklog/_tariffs/sauspiel.yaml",)
UNWANTED = re.compile(r"\.po$|/\.(?:ci|github)/|\.db$|__pycache__")


def sections() -> dict[str, tuple[str, str]]:
    """Return the day of each version in the changelog, and its text."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    return {version: (day or "", told) for version, day, told in SECTION.findall(text)}


def notes(version: str) -> list[str]:
    """Return the lines of a version in the changelog that tell users what it brings: those above its first heading."""
    told = sections().get(version, ("", ""))[1].partition("\n### ")[0]
    return [line for line in told.splitlines() if line.strip()]


def missing(tag: str) -> Iterator[str]:
    """Yield what a release of this tag still waits for."""
    version = tag.removeprefix("v")
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "sklog" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if not tag.startswith("v") or found is None or found[1] != version:
        yield f"the tag is {tag}, and sklog/__init__.py says {found and found[1]}"
    day, told = sections().get(version, ("", ""))
    if not (day and told.strip()):
        yield f"CHANGELOG.md has no heading ## [{version}] with its day and what changed"
    if sections().get("Unreleased", ("", ""))[1].strip():
        yield "CHANGELOG.md still has something under [Unreleased]"
    if told and not 1 <= len(notes(version)) <= MOST_LINES:
        yield f"CHANGELOG.md: below ## [{version}] stand 1 to {MOST_LINES} lines for users, before its first ###"


def contents(dist: Path) -> Iterator[str]:
    """Yield what is wrong with what was built."""
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        in_wheel = opened.namelist()
        (told,) = (opened.read(name).decode("utf-8") for name in in_wheel if name.endswith(".dist-info/METADATA"))
    with tarfile.open(sdist) as opened:
        in_sdist = [f"/{name.partition('/')[2]}" for name in opened.getnames()]
    for name in (*in_wheel, *in_sdist):
        if UNWANTED.search(name):
            yield f"{name} is not meant to be shipped"
    yield from (f"{wheel.name} lacks {name}" for name in (*NEEDED, *ONLY_IN_WHEEL) if name not in in_wheel)
    yield from (f"{sdist.name} lacks {name}" for name in NEEDED if f"/{name}" not in in_sdist)
    yield from (f"{wheel.name}: {link} is no link where the package is shown" for link in RELATIVE.findall(told))
    if "\nProject-URL: " not in told:
        yield f"{wheel.name} says nowhere where the project is: it was built without SITE_SOURCE (see hatch_build.py)"
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, {sdist.name}: {sdist.stat().st_size:,} bytes")


def main() -> None:
    """Do what was asked; end with 1 where something is missing."""
    what, named = sys.argv[1:]
    if what == "notes":
        print("\n".join(notes(named.removeprefix("v"))))
        return
    wrong = list(contents(Path(named)) if what == "contents" else missing(named))
    print("\n".join(wrong or ["ready"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
