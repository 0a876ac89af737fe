"""Phones, and whatever goes wrong below them: killed servers, held ledgers, full disks, and requests that nobody means.

Short runs of what `python -m tests.trials.torture --only phones,requests --long` does at length.
"""

import asyncio
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.trials.torture import disk, phones, requests

SEED = 1

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="a process cannot be killed as a power cut would there"),
]


def test_a_killed_server_loses_nothing_that_a_phone_was_told() -> None:
    """What was told is there, once; phones stay joined, ask again, and their streams come back by themselves."""
    outcome = phones.run(SEED, kills=6)
    assert outcome.problems == ()
    assert outcome.figures["requests that were cut"]


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_ledger_that_another_program_holds_is_waited_for(home: Path, how: str) -> None:
    """For three seconds nobody can write, or read either: the request is answered as soon as it can be."""
    found = asyncio.run(phones.held(home, 3, how=how))
    assert (found.answer.status, found.answer.result, found.early) == (200, "recorded", False)
    assert (found.board.status, found.shown) == (200, how == "IMMEDIATE")


@pytest.mark.skipif(phones.resource is None, reason="no limit can be set here")
@pytest.mark.skipif(not hasattr(phones.resource, "prlimit"), reason="no limit of another process can be set here")
def test_a_file_that_cannot_grow(home: Path) -> None:
    """The phone is told what `sklog add` says; once there is room the same request is recorded, once."""
    judge(asyncio.run(phones.limited(home)))


def test_a_full_disk(home: Path) -> None:
    """The same on a file system without a byte left."""
    if reason := disk.no_small_disk(home) or ("" if shutil.which("nsenter") else "there is no nsenter"):
        pytest.skip(reason)
    found = asyncio.run(phones.filled(home))
    assert "is full" in found.add
    judge(found)


def judge(found: phones.Full) -> None:
    """Compare what a phone was told with what `add` says, and what is there with what was told."""
    assert found.answer.said["said"] == [
        re.sub(r"/\S+", "the ledger", found.add)
    ]  # a phone is not told where the ledger lies
    assert found.answer.status in (503, 507)
    assert (found.later.status, found.later.result) == (200, "recorded")
    assert found.hands == found.shown == found.later.said["number"]
    assert found.differs == ""


def test_whatever_is_sent_only_who_may_writes() -> None:
    """No request is answered with a mistake of ours, none writes that may not, and none beside what it was told."""
    outcome = requests.run(SEED, count=400)
    assert outcome.problems == ()
    assert outcome.figures["written"]
