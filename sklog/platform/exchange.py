"""Evenings as columns, for `import` and `export`; neither waits for the packages of the extra, which may be missing."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from sklog.errors import Refused, SessionFileError
from sklog.files import formats
from sklog.files.incoming import size_of
from sklog.files.reader import Problems, Tariffs
from sklog.language import _t
from sklog.scoring.session import Session
from sklog.yaml_text import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sklog.files.incoming import Incoming, ReadSession


def require_extra() -> None:
    """Refuse where the packages for evenings as columns are not installed, with how they are."""
    if not all(map(find_spec, ("pyarrow", "numpy", "fsspec"))):
        raise Refused(_t("Parquet needs some more packages¦: install sklog from its folder again, as '.[platform]'"))


def folder_writer() -> Callable[..., None]:
    """Return what writes evenings into a folder; raise Refused where nothing can, before a folder is made."""
    require_extra()
    from sklog.platform import parquet  # noqa: PLC0415  an extra

    return parquet.write_folder


def read(path: Path, incoming: Incoming) -> Iterator[ReadSession]:
    """Yield the evenings of a Parquet file."""
    return incoming.evenings(path, _columns(path))


def _columns(path: Path) -> Iterator[tuple[Session, int]]:
    """Yield the same, each with how many bytes are behind it; raise SessionFileError at the end."""
    require_extra()
    from sklog.platform import columns, parquet  # noqa: PLC0415  an extra

    mark, size = Mark(str(path)), size_of(path)
    problems, known = Problems(), Tariffs(None)
    try:
        for number, (evening, behind) in enumerate(parquet.read_evenings(path), 1):
            if isinstance(evening, Session):
                try:
                    proved = formats.proved_session(evening, "", known)
                except SessionFileError as wrong:
                    problems.add_error(mark, columns.naming_evening(wrong, number, evening.name))
                else:
                    yield proved, int(size * behind)
            else:
                problems.add_error(mark, evening)
            if problems.enough:
                break
    except SessionFileError as wrong:
        problems.add_error(mark, wrong)
    if problems:
        raise problems.error()
