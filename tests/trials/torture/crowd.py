"""Crowd: eight writers at once, in one evening and in several, while two readers look at the sums.

Every hand that was answered is there, with the number that was answered; no number is missing or there twice; no
reader sees an evening that does not sum to zero. No writer is refused: who has waited longest writes next.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sklog.ledger.database import WAIT_SECONDS
from tests.trials.torture import scratch
from tests.trials.torture.outcome import Outcome
from tests.trials.torture.reader import BUSY
from tests.trials.torture.scratch import LEDGER, SKLOG

WRITERS, READERS = 8, 2
EVENINGS = (1, 1, 1, 1, 2, 3, 4, 5)  # where each writer writes
BOUND = 3 * WAIT_SECONDS  # to open the ledger, to begin, to end: each waits for others at most so long
ANSWER = re.compile(r"^Hand (\d+): .*// (\S+)")
MOST_TRIES = 50


class Wrote(NamedTuple):
    """What came of one writer: the number and the note of each answered hand, its waits in seconds, and the rest."""

    hands: list[tuple[int, str]]
    waits: list[float]
    busy: int
    refused: list[str]


def run(seed: int, *, hands: int, by_add: int) -> Outcome:
    """Let each writer record so many hands, the first `by_add` each as a process of its own, the rest at a prompt."""
    with scratch.folder() as home:
        for evening in range(1, max(EVENINGS) + 1):
            words = ["start", f"Abend {evening}", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki"]
            scratch.told(words, home)
        readers = [_reader(home) for _ in range(READERS)]
        begun = time.monotonic()
        with ThreadPoolExecutor(WRITERS) as pool:
            wrote = list(pool.map(lambda writer: _write(home, writer, seed, hands, by_add), range(WRITERS)))
        seconds = time.monotonic() - begun
        seen = [json.loads(reader.communicate()[0]) for reader in readers]
        problems = [*lost(home, wrote, hands), *_wrong_sums(home)]
        problems += [sentence for reader in seen for sentence in reader["wrong"]]
        problems += [f"refused: {said}" for one in wrote for said in one.refused]
        problems += [
            f"{one.busy} hands of a writer waited in vain, for {WAIT_SECONDS:.0f} s" for one in wrote if one.busy
        ]
        if differs := scratch.differs(home / LEDGER):
            problems.append(differs)
    longest = max(wait for one in wrote for wait in one.waits)
    if longest > BOUND:
        problems.append(f"somebody waited {longest:.1f} s, more than {BOUND:.0f} s")
    return Outcome(
        "crowd",
        sum(len(one.hands) for one in wrote),
        tuple(problems),
        {
            "lost": WRITERS * hands - sum(len(one.hands) for one in wrote),
            "longest wait": f"{longest:.2f} s",
            "told to wait, and said again": sum(one.busy for one in wrote),
            "reads": sum(reader["reads"] for reader in seen),
            "readers told to wait": sum(reader["busy"] for reader in seen),
            "longest wait of a reader": f"{max(reader['longest'] for reader in seen):.2f} s",
            "hands a second": f"{WRITERS * hands / seconds:.1f}",
        },
    )


def _reader(home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.trials.torture.reader", home / LEDGER]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


# -- a writer -----------------------------------------------------------------------------------------


def _write(home: Path, writer: int, seed: int, hands: int, by_add: int) -> Wrote:
    """Record the hands of one writer, each until it is answered; its note says whose it is."""
    dice = random.Random(f"crowd {seed} {writer}")
    lines = [f"{dice.choice('wg')} {dice.choice('abcd')} // {writer}-{hand}" for hand in range(hands)]
    wrote = Wrote([], [], 0, [])
    where = ("--session", str(EVENINGS[writer]))
    for line in lines[:by_add]:
        wrote = _until_answered(wrote, line, lambda said: _added(home, where, said))
    if lines[by_add:]:
        command = [*SKLOG, "play", "--keep-going", *where]
        with subprocess.Popen(
            command,
            cwd=home,
            env=scratch.environment(home, {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        ) as prompt:
            for line in lines[by_add:]:
                wrote = _until_answered(wrote, line, lambda said: _typed(prompt, said))
            prompt.communicate()
    return wrote


def _until_answered(wrote: Wrote, line: str, say: Callable[[str], str]) -> Wrote:
    """Say a line until it is answered; who is told that somebody else is writing says it again."""
    for _try in range(MOST_TRIES):
        begun = time.monotonic()
        said = say(line)
        wrote.waits.append(time.monotonic() - begun)
        answer = ANSWER.match(said)
        if answer:
            wrote.hands.append((int(answer[1]), answer[2]))
            return wrote
        if BUSY not in said:
            break
        wrote = wrote._replace(busy=wrote.busy + 1)
    wrote.refused.append(f"{line}: {said}")
    return wrote


def _added(home: Path, where: Sequence[str], line: str) -> str:
    return scratch.run([*SKLOG, "add", *where, *line.split()], home).said


def _typed(prompt: subprocess.Popen[str], line: str) -> str:
    """Type a line at the prompt and return the line that answers or refuses it."""
    if prompt.stdin is None or prompt.stdout is None:
        raise AssertionError("a prompt without pipes")
    prompt.stdin.write(f"{line}\n")
    for said in prompt.stdout:
        if said.startswith(("Hand ", "line ")):
            return said
    return "the prompt has ended"


# -- afterwards, without sklog ------------------------------------------------------------------------


def lost(home: Path, wrote: list[Wrote], hands: int) -> Iterator[str]:
    """Yield where the hands that are there are not those that were answered, with the same numbers."""
    with closing(sqlite3.connect(home / LEDGER)) as ledger:
        for evening in sorted(set(EVENINGS)):
            rows = ledger.execute(
                "SELECT number, fact ->> 'note' FROM score JOIN entry ON entry.id = entry_id"
                " WHERE session_id = ? ORDER BY number",
                (evening,),
            ).fetchall()
            mine = [writer for writer in range(WRITERS) if EVENINGS[writer] == evening]
            if [number for number, __ in rows] != list(range(1, len(rows) + 1)):
                yield f"evening {evening}: the numbers of its hands have gaps"
            if sorted(note for __, note in rows) != sorted(f"{one}-{hand}" for one in mine for hand in range(hands)):
                yield f"evening {evening}: its hands are not those that were said, each once"
            if rows != sorted(answered for one in mine for answered in wrote[one].hands):
                yield f"evening {evening}: its hands do not have the numbers that were answered"


def _wrong_sums(home: Path) -> Iterator[str]:
    with closing(sqlite3.connect(home / LEDGER)) as ledger:
        for entry, total in ledger.execute(
            "SELECT entry_id, sum(amount) AS total FROM posting GROUP BY entry_id HAVING total <> 0"
        ):
            yield f"entry {entry} sums to {total}"
