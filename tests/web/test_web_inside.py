"""The table in a browser, as far as it needs none: what is kept before an answer, and what a phone that died finds."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="what serves phones is not installed")

from sklog import Ledger
from sklog.web.inside import HEAD, Inside, Slots

ROOT = "/somewhere/at"
PEOPLE = ["Anna", "Bene", "Christl", "Dani"]


class Phone:
    """Two files in memory; a write may be cut off after so many bytes, as by a phone that dies."""

    def __init__(self) -> None:
        self.files = [b"", b""]
        self.dies_after: int | None = None
        self.full = False

    def read(self, slot: int) -> bytes:
        """Return all that a file holds."""
        return self.files[slot]

    def write(self, slot: int, content: bytes) -> None:
        """Take the place of what a file holds, or of its beginning."""
        if self.full:
            raise OSError("no space")
        self.files[slot] = content[: self.dies_after]


class Table:
    """A page that asks."""

    def __init__(self, folder: Path, phone: Phone) -> None:
        self.path = folder / "sklog.db"
        self.path.unlink(missing_ok=True)
        self.inside = Inside(str(self.path), phone, ROOT, "en")

    def ask(self, method: str, address: str, **fields: str) -> tuple[int, dict[str, str], str]:
        """Return the status, the headers and the body of an answer."""
        said: list[Any] = []
        body = "&".join(f"{key}={value}" for key, value in fields.items()).encode()
        headers = {"accept": "text/html"}
        if body:
            headers |= {"content-type": "application/x-www-form-urlencoded", "content-length": str(len(body))}
        asyncio.run(self.inside.answer(method, ROOT + address, headers, body, lambda *one: said.append(one)))
        ((status, told, content, more),) = said
        assert not more
        return status, json.loads(told), content.decode()

    def key(self) -> str:
        """Return what each form has to say."""
        found = re.search('data-key="([0-9a-f]+)"', self.ask("GET", "/t/1")[2])
        assert found
        return found[1]

    def record(self, line: str) -> int:
        """Record a hand, and return the status of the answer."""
        seen = re.search('data-seen="([^"]+)"', self.ask("GET", "/t/1")[2])
        assert seen
        return self.ask("POST", "/t/1/hands", line=line, key=self.key(), seen=seen[1])[0]


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    """Return a phone with one evening on it."""
    ledger = Ledger(tmp_path / "before.db")
    ledger.start_evening("Stammtisch", PEOPLE, "sauspiel", date="2026-11-20")
    found = Phone()
    Slots(found).save((tmp_path / "before.db").read_bytes())
    return found


@pytest.fixture
def table(tmp_path: Path, phone: Phone) -> Iterator[Table]:
    """Return its page."""
    opened = Table(tmp_path, phone)
    yield opened
    opened.inside.close_ledger()


def test_a_hand_is_kept_before_it_is_answered(tmp_path: Path, phone: Phone, table: Table) -> None:
    """A page that is loaded anew has it."""
    assert table.record("s+ab") == 303
    (tmp_path / "kept.db").write_bytes(Slots(phone).content)
    assert Ledger(tmp_path / "kept.db").evening().hands == 1


def test_no_answer_says_that_a_hand_is_recorded_which_could_not_be_kept(phone: Phone, table: Table) -> None:
    """What is in memory is not what a new start finds: nothing more is answered as if it were."""
    phone.full = True
    with pytest.raises(OSError, match="no space"):
        table.record("s+ab")
    with pytest.raises(OSError, match="no space"):
        table.ask("GET", "/t/1")


@pytest.mark.parametrize("kept", [0, 1, HEAD.size - 1, HEAD.size, HEAD.size + 1, HEAD.size + 100], ids=str)
def test_a_write_that_was_cut_off_leaves_what_was_kept_before(phone: Phone, kept: int) -> None:
    """Whatever byte a phone dies at."""
    slots = Slots(phone)
    slots.save(b"first" * 100)
    phone.dies_after = kept
    slots.save(b"second" * 100)
    assert Slots(phone).content == b"first" * 100


def test_the_newer_of_two_slots_counts(phone: Phone) -> None:
    """Also after many."""
    slots = Slots(phone)
    for number in range(5):
        slots.save(b"%d" % number)
    assert Slots(phone).content == b"4"


def test_what_is_kept_already_is_not_written_again(phone: Phone) -> None:
    """A refused hand takes no room."""
    slots, before = Slots(phone), list(phone.files)
    slots.save(slots.content)
    assert phone.files == before


def test_addresses_stand_below_the_folder_of_the_page(table: Table) -> None:
    """A host may give it out anywhere."""
    status, headers, _body = table.ask("GET", "/")
    assert (status, headers["location"]) == (303, f"{ROOT}/t/1")
    _status, _headers, body = table.ask("GET", "/t/1")
    assert f'href="{ROOT}/t/1/settle"' in body
    assert not re.findall(r'(?:href|action|src)="/(?!somewhere/at/)[^"]*', body)
    assert f"`{ROOT}/t/" in table.ask("GET", "/static/app.js")[2]


def test_pages_may_stand_in_our_frame_and_in_no_other(table: Table) -> None:
    """The policy is that of the phones otherwise."""
    _status, headers, _body = table.ask("GET", "/t/1")
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]


def test_a_new_phone_is_asked_to_begin_an_evening(tmp_path: Path) -> None:
    """There is no ledger yet."""
    table = Table(tmp_path, Phone())
    assert table.ask("GET", "/")[1]["location"] == f"{ROOT}/begin"
    table.inside.close_ledger()


@pytest.mark.long
def test_nothing_of_the_command_line_is_needed() -> None:
    """A browser has Python and what serves pages: neither Typer nor a list's reader, which asks for it."""
    program = (
        "import asyncio, sys; sys.modules['typer'] = None; from sklog.web.warm import warm; asyncio.run(warm());"
        "print(*[one for one in sys.modules if one.split('.')[:2] in (['sklog', 'cli'], ['sklog', 'lists'])])"
    )
    ran = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.strip()) == (0, ""), ran.stderr
