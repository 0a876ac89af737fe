"""Where the command `sklog` and `python -m sklog` begin."""

from __future__ import annotations

import gc
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTS = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # it may be ignored, as below `nohup`
if INTERRUPTS:  # while this imports nothing is to be put in order: Ctrl-C ends it without a word
    signal.signal(signal.SIGINT, signal.SIG_DFL)

REPLACED = (
    "another program called sklog was installed over this one; remove both, then install this one alone:"
    " pip uninstall sklog sklog-schafkopf; pip install sklog-schafkopf"
)
"""Said where files of ours are those of that program: so in English, whatever is spoken."""


def _whole_program() -> Callable[[], object]:
    """Return the whole program, with all its commands and options."""
    from sklog.cli import main as run  # noqa: PLC0415  the commands that are given most do without

    return run


def main() -> None:
    """Run one command."""
    # a command is over before the collector finds anything, and looking takes a twentieth of `add`'s time
    gc.set_threshold(100_000)
    try:
        from sklog.direct import straight  # noqa: PLC0415  so that Ctrl-C ends the import as quietly as the command

        run = straight(sys.argv[1:]) or _whole_program()
        if INTERRUPTS:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if run() is False:
            _whole_program()()
    except KeyboardInterrupt:
        sys.exit(130)  # as any program that Ctrl-C ends
    except ImportError as error:
        if not (error.name or "").startswith("sklog"):
            raise
        sys.exit(REPLACED)
    finally:
        if INTERRUPTS:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        # on its way out the interpreter looks through everything for garbage, a fifth of `add`'s time; what is
        # frozen it leaves out
        gc.freeze()


if __name__ == "__main__":
    main()
