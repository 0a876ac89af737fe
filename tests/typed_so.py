"""How every command is typed that is here, those of rooms as well, in the order of the help."""

from collections.abc import Mapping
from contextlib import suppress

from sklog.cli import MODULES, ROWS
from sklog.errors import NotInstalled
from sklog.rooms import load


def every_example() -> Mapping[str, tuple[str, ...]]:
    """Return what is typed behind the name of each command."""
    known = {path: row[1:] for path, row in ROWS.items() if row[1:]}
    for module in dict.fromkeys(MODULES.values()):
        with suppress(NotInstalled):
            known |= getattr(load(module), "EXAMPLES", {})
    order = list(MODULES)
    return dict(sorted(known.items(), key=lambda one: order.index(one[0].split()[0])))
