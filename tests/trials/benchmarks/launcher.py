"""Runs the command that it is told and prints its seconds, those of the processor, its KiB at most and its exit code.

A program of its own, run with no more than the interpreter: a process begins with the memory of the one that
starts it in its figures, and this one is smaller than anything that is measured. It imports only what is built in.
"""

from __future__ import annotations

import os
import sys
import time


def main(words: list[str]) -> None:
    """Run a command without its answers; what it complains of goes where this program's complaints go."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    begun = time.perf_counter()
    number = os.posix_spawnp(words[0], words, os.environ, file_actions=silent)
    _number, status, used = os.wait4(number, 0)
    seconds = time.perf_counter() - begun
    print(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(sys.argv[1:])
