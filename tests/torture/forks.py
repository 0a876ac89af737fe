"""A process that has imported sklog already and forks for each command: many commands, without waiting for imports.

python -m tests.torture.forks     with requests on descriptor 3 and answers on descriptor 4, a line of JSON each
"""

from __future__ import annotations

import ctypes
import json
import os
import pkgutil
import resource
import subprocess
import sys
import traceback
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sklog.ledger import database
from tests.torture import scratch
from tests.torture.scratch import Ran

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.torture.cases import Ready


class Cost(NamedTuple):
    """What a command took: seconds of the processor, and megabytes at most."""

    seconds: float = 0.0
    megabytes: int = 0


class Forks:
    """The process that forks; `files` is a folder for what its children print, `preload` a library in front of all."""

    def __init__(self, files: Path, preload: Path | None = None) -> None:
        self.out, self.err = files / "out", files / "err"
        self.cost = Cost()
        theirs_in, self._to = os.pipe()
        ours, theirs_out = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.torture.forks", str(theirs_in), str(theirs_out)],
            pass_fds=(theirs_in, theirs_out),
            env={**os.environ, **({"LD_PRELOAD": str(preload)} if preload else {})},
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._answers = os.fdopen(ours)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._to)
        self._answers.close()
        self._process.wait()

    def run(self, one: Ready, place: Path, *, synchronous: str = "", **env: str) -> Ran:
        """Run the command of a case in this folder; `synchronous` is asked of SQLite in place of what sklog asks."""
        return self.command(one.case.words, place, one.typed_file, synchronous=synchronous, **env)

    def command(
        self, words: Sequence[str], place: Path, typed: Path, *, synchronous: str = "", seconds: int = 0, **env: str
    ) -> Ran:
        """Run any command, with what is typed in a file; after so many seconds of the processor it is killed."""
        request = {
            "words": words,
            "folder": str(place),
            "settings": scratch.environment(place, env),
            "files": [str(typed), str(self.out), str(self.err)],
            "synchronous": synchronous,
            "seconds": seconds,
        }
        os.write(self._to, f"{json.dumps(request)}\n".encode())
        code, used, most = self._answers.readline().split()
        self.cost = Cost(float(used), int(most) // 1024)
        return Ran(int(code), *(file.read_bytes().decode(errors="replace") for file in (self.out, self.err)))


def main(requests: int, answers: int) -> None:
    """Answer requests until there is none any more."""
    import sklog  # noqa: PLC0415  before the first request, with everything in it

    for module in pkgutil.walk_packages(sklog.__path__, "sklog."):
        if module.name != "sklog.__main__":
            import_module(module.name)
    with os.fdopen(requests, "rb") as lines:
        for line in lines:
            child = os.fork()
            if not child:
                _command(json.loads(line))
            __, status, used = os.wait4(child, 0)
            took = used.ru_utime + used.ru_stime
            os.write(answers, f"{os.waitstatus_to_exitcode(status)} {took:.3f} {used.ru_maxrss}\n".encode())


def _command(request: dict[str, Any]) -> None:
    """Be a process that runs sklog, as if it had just begun."""
    for descriptor, (name, how) in enumerate(
        zip(request["files"], (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT | os.O_TRUNC] * 2), strict=True)
    ):
        os.dup2(os.open(name, how), descriptor)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["settings"])
    if request["seconds"]:
        resource.setrlimit(resource.RLIMIT_CPU, (request["seconds"],) * 2)
    if request["synchronous"]:
        database.SYNCHRONOUS = request["synchronous"]
    sys.argv = ["sklog", *request["words"]]
    if begin := getattr(ctypes.CDLL(None), "shim_begin", None):
        begin()
    code = 0
    try:
        import_module("sklog.__main__").main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else bool(end.code)
    except BaseException:  # noqa: BLE001  as the interpreter itself says it
        traceback.print_exc()
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
