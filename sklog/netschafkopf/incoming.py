"""Protocols, for `import`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog import netschafkopf
from sklog.errors import Problem
from sklog.files import formats
from sklog.files.incoming import ReadSession, size_of
from sklog.language import _and, _n
from sklog.yaml_text import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sklog.files.incoming import Incoming


def read(path: Path, incoming: Incoming) -> Iterator[ReadSession]:
    """Yield the evening of a protocol."""
    where, size = str(path), size_of(path)
    text = formats.text_of(formats.bytes_of(path, MOST_BYTES))
    found = netschafkopf.read_protocol(text, where, people=incoming.people, given=incoming.tariff)
    incoming.names |= dict.fromkeys(found.names)
    incoming.problems += found.problems
    incoming.disagreements += found.disagreements
    if found.left_out:
        numbers = _and(map(str, found.left_out))
        left = _n(
            "hand {numbers} is left out and void in the evening: from there on the balances cannot be those printed",
            "hands {numbers} are left out and void in the evening: from there on the balances cannot be those printed",
            len(found.left_out),
            numbers=numbers,
        )
        incoming.disagreements.append(Problem(left, where))
    yield ReadSession(path, found.session, size, proved=not (found.problems or found.disagreements))
