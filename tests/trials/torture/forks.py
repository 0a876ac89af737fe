"""A process that has imported sklog already and forks for each command: many commands, without waiting for imports.

python -m tests.trials.torture.forks     with requests on descriptor 3 and answers on descriptor 4, a line of JSON each
"""

from __future__ import annotations

import ctypes
import json
import os
import pkgutil
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.trials.torture import scratch
from tests.trials.torture.scratch import Ran

SECONDS = 60
"""After so long a command is ended by a signal: it hangs."""


class Cost(NamedTuple):
    """What a command took: seconds of the processor, and megabytes at most."""

    seconds: float = 0.0
    megabytes: int = 0


class Forks:
    """The process that forks; `files` is a folder for what its children print, `preload` a library in front of all."""

    def __init__(self, files: Path, preload: Path | None = None) -> None:
        self.out, self.err = files / "out", files / "err"
        self.cost = Cost()  # of the last command
        theirs_in, self._to = os.pipe()
        ours, theirs_out = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.trials.torture.forks", str(theirs_in), str(theirs_out)],
            pass_fds=(theirs_in, theirs_out),
            env={**os.environ, "PYTHONUNBUFFERED": "1", **({"LD_PRELOAD": str(preload)} if preload else {})},
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

    def run(
        self,
        words: Sequence[str],
        typed: Path,
        place: Path,
        *,
        env: Mapping[str, str] | None = None,
        inside: Mapping[str, str] | None = None,
        seconds: int = 0,
    ) -> Ran:
        """Run sklog with these words in this folder, the file `typed` as its standard input.

        `inside` are values of `sklog` that are others there, such as `ledger.database.SYNCHRONOUS`. A process that
        stood still has the signal that stopped it as its exit code, below 0; `go_on` returns what came of it. After so
        many `seconds` of the processor it is killed.
        """
        request = {
            "words": words,
            "folder": str(place),
            "settings": scratch.environment(place, env or {}),
            "files": [str(typed), str(self.out), str(self.err)],
            "inside": dict(inside or {}),
            "seconds": seconds,
        }
        return self._answered(json.dumps(request))

    def go_on(self) -> Ran:
        """Let the process that stands still go on."""
        return self._answered("null")

    def _answered(self, request: str) -> Ran:
        os.write(self._to, f"{request}\n".encode())
        code, used, most = self._answers.readline().split()
        self.cost = Cost(float(used), int(most) // 1024)
        return Ran(int(code), *(file.read_bytes().decode(errors="replace") for file in (self.out, self.err)))


def main(requests: int, answers: int) -> None:
    """Answer requests until there is none any more."""
    import sklog  # noqa: PLC0415  before the first request, with everything in it

    for module in pkgutil.walk_packages(sklog.__path__, "sklog."):
        if module.name != "sklog.__main__":
            import_module(module.name)
    child = 0
    with os.fdopen(requests, "rb") as lines:
        for line in lines:
            request = json.loads(line)
            if request is None:
                os.kill(child, signal.SIGCONT)
            else:
                child = os.fork()
                if not child:
                    _command(request)
            __, status, used = os.wait4(child, os.WUNTRACED)
            code = -os.WSTOPSIG(status) if os.WIFSTOPPED(status) else os.waitstatus_to_exitcode(status)
            took = used.ru_utime + used.ru_stime
            os.write(answers, f"{code} {took:.3f} {used.ru_maxrss}\n".encode())


def _command(request: dict[str, Any]) -> None:
    """Be a process that runs sklog, as if it had just begun."""
    for descriptor, (name, how) in enumerate(
        zip(request["files"], (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT | os.O_TRUNC] * 2), strict=True)
    ):
        os.dup2(os.open(name, how), descriptor)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["settings"])
    for name, value in request["inside"].items():
        where, __, what = name.rpartition(".")
        module = import_module(f"sklog.{where}")
        setattr(module, what, type(getattr(module, what))(value))
    if request["seconds"]:
        resource.setrlimit(resource.RLIMIT_CPU, (request["seconds"],) * 2)
    signal.alarm(SECONDS)
    sys.argv = ["sklog", *request["words"]]
    if begin := getattr(ctypes.CDLL(None), "shim_begin", None):
        begin()
    code = 0
    try:
        import_module("sklog.__main__").main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else bool(end.code)
    except BaseException:  # noqa: BLE001  as the interpreter itself says it
        with suppress(OSError):
            traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:  # the same
            with suppress(OSError):
                sys.stderr.write(f"Exception ignored in: {stream.name}: {error}\n")
            code = 120
    os._exit(code)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
