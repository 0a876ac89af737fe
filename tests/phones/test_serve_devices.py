"""Who may come in to the table's phones: devices and their tokens, the codes to join with, and who guesses them."""

import json
import os
import stat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklog.phones import devices as these
from sklog.phones.devices import KEEPER, LOOKS, USUAL, WRITES, Device, Devices, Door, NotJoined, clean_name
from sklog.phones.pins import Wait

HERE, ROOM = "127.0.0.1", "192.168.178.21"
DAY = 24 * 3600.0
EVENING, OTHER = "5f0c", "77aa"


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def __call__(self) -> float:
        """Return it, in seconds."""
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    """Return the time that all of this goes by."""
    return Clock()


@pytest.fixture
def devices(tmp_path: Path, clock: Clock) -> Devices:
    """Return nobody yet."""
    return Devices(tmp_path / "sklog.db.devices.json", now=clock)


@pytest.fixture
def door(devices: Devices, clock: Clock) -> Door:
    """Return a door that is open for one evening."""
    made = Door(devices, now=clock)
    made.open(EVENING)
    return made


def pin_of(door: Door, evening: str = EVENING) -> str:
    """Return the PIN of an evening."""
    code = door.code(evening)
    assert code is not None
    return code.pin


def wrong_pin(door: Door) -> str:
    """Return a PIN that is not the one."""
    return f"{(int(pin_of(door)) + 1) % 1_000_000:06}"


# -- devices and their file ---------------------------------------------------------------------------


def test_of_a_token_only_its_hash_is_kept_and_only_the_owner_reads_it(devices: Devices) -> None:
    """Whoever reads the file can join nowhere."""
    _device, token = devices.let_in("Resi", WRITES, EVENING)
    assert token not in devices.path.read_text("utf-8")
    if os.name != "nt":
        assert stat.S_IMODE(devices.path.stat().st_mode) == 0o600
    assert [file.name for file in devices.path.parent.iterdir()] == [devices.path.name]


def test_a_phone_stays_joined_when_the_server_is_begun_again(devices: Devices, clock: Clock) -> None:
    """Its token counts there as well."""
    device, token = devices.let_in("Resi", WRITES, EVENING)
    again = Devices(devices.path, now=clock)
    assert again.device_with(token) == device
    assert again.device_with(token[:-1]) is again.device_with("") is None


def test_the_file_stands_beside_the_ledger(tmp_path: Path) -> None:
    """Two ledgers in a folder have a file each."""
    names = {Devices.beside(tmp_path / name).path.name for name in ("a.db", "a.sqlite")}
    assert names == {"a.db.devices.json", "a.sqlite.devices.json"}


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Resi", "Resi"),
        ("  Resi \n Huber\t", "Resi Huber"),
        ("Re\u202esi\u200b", "Resi"),
        ("\x1b[31mRot\x07", "[31mRot"),
        ("\u2800\u3164", "Phone"),
        ("", "Phone"),
        ("\u0301\u0301x", "x"),
        ("Ä" * 50, "Ä" * 40),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("A\ud800", "A"),
    ],
)
def test_a_name_is_one_line_of_letters_that_can_be_seen(devices: Devices, said: str, name: str) -> None:
    """At most forty of them; who says none is a phone."""
    assert devices.let_in(said, WRITES, EVENING)[0].name == name
    assert clean_name(name) == name


def test_no_two_devices_of_a_table_have_one_name(devices: Devices) -> None:
    """Resi, Resi 2; those of another table do not matter."""
    names = [devices.let_in(name, WRITES, EVENING)[0].name for name in ("Resi", "resi", "Resi", "x" * 40, "x" * 40)]
    assert names == ["Resi", "resi 2", "Resi 3", "x" * 40, "x" * 38 + " 2"]
    other = devices.let_in("Resi", WRITES, OTHER)[0]
    assert other.name == "Resi"
    assert devices.rename(other.id, "Laptop").name == "Laptop"
    assert devices.rename(other.id, " laptop ").name == "laptop"


def test_a_device_is_out_a_day_after_its_evening_was_closed(devices: Devices, clock: Clock) -> None:
    """Until then whoever pays sees what; if the evening goes on, so does the device."""
    token, other = devices.let_in("Resi", WRITES, EVENING)[1], devices.let_in("Xaver", WRITES, OTHER)[1]
    keeper = devices.let_in("Laptop", KEEPER, "")[1]
    devices.note_ended(EVENING, closed=True)
    clock.seconds += DAY - 1
    assert Devices(devices.path, now=clock).device_with(token)
    devices.note_ended(EVENING, closed=False)
    clock.seconds += 2
    assert devices.device_with(token)
    devices.note_ended(EVENING, closed=True)
    clock.seconds += DAY
    assert devices.device_with(token) is None
    assert devices.device_with(other)
    assert devices.device_with(keeper)
    assert [device.name for device in devices.everybody()] == ["Xaver", "Laptop"]


def test_a_device_that_was_not_seen_for_a_month_is_out(devices: Devices, clock: Clock) -> None:
    """One that comes every week stays."""
    token, weekly = devices.let_in("Resi", WRITES, EVENING)[1], devices.let_in("Xaver", WRITES, EVENING)[1]
    for _week in range(5):
        clock.seconds += 7 * DAY
        assert devices.device_with(weekly)
    assert devices.device_with(token) is None
    assert Devices(devices.path, now=clock).device_with(weekly)


def _file(**said: object) -> str:
    device = {"token": "x", "id": "1", "evening": "", "joined": "", "seen": "", "at": 1, **said}
    return json.dumps({"devices": [device], "ended": {}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"devices": 1, "ended": {}}',
        '{"devices": [1], "ended": {}}',
        '{"devices": [], "ended": []}',
        "[" * 100_000,
        _file(name="A\u202e", role="writes"),
        _file(name="A", role="root"),
        "x" * 2_000_000,
        "[]" + " " * 2_000_000,
        _file(name="A", role="writes", at=float("nan")),
        _file(name="A", role="writes", at=float("inf")),
        _file(name="A", role="writes", at=10**400),
        _file(name="A", role="writes", at=True),
        _file(name="A", role="writes", seen=7),
        _file(name="A", role="writes", evening="\ud800"),
        '{"devices": [], "ended": {"a": 1e999}}',
        '{"devices": [], "ended": {}, "secret": "Ü"}',
        '{"devices": [], "ended": {}, "renewed": {"a": [1]}}',
        '{"devices": [], "ended": {}, "secret": 7}',
    ],
)
def test_a_file_that_cannot_be_read_is_nobody(tmp_path: Path, text: str) -> None:
    """The keeper is told so, it is kept under another name, and whoever joins then is kept as ever."""
    path = tmp_path / "devices.json"
    path.with_name("devices.json.damaged-1").write_text("of last week", "utf-8")
    path.write_text(text, "utf-8")
    devices = Devices(path)
    assert devices.everybody() == []
    assert "everybody has to join again" in devices.problem
    assert devices.problem.endswith("is kept as devices.json.damaged-2")
    token = devices.let_in("Resi", WRITES, EVENING)[1]
    assert Devices(path).device_with(token)
    assert path.with_name("devices.json.damaged-2").read_text("utf-8") == text
    assert path.with_name("devices.json.damaged-1").read_text("utf-8") == "of last week"


NUMBERS = st.floats() | st.integers() | st.integers(10**300, 10**420)
TEXTS = st.text(st.characters(exclude_categories=[])) | st.sampled_from(["", "writes", "A", "00", EVENING])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
DEVICES = st.fixed_dictionaries(dict.fromkeys(("token", *Device._fields), TEXTS | VALUES) | {"at": VALUES | NUMBERS})
FILES = st.fixed_dictionaries(
    {"devices": VALUES | st.lists(DEVICES | VALUES, max_size=3), "ended": VALUES | st.dictionaries(TEXTS, NUMBERS)},
    optional={"secret": VALUES | st.just("00ff"), "renewed": VALUES | st.dictionaries(TEXTS, NUMBERS)},
)


@given(FILES | VALUES)
@settings(max_examples=300, deadline=None)
def test_whatever_is_in_the_file_somebody_can_join(said: object) -> None:
    """Of what it holds all can be written again, or nothing of it is believed."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "devices.json")
        path.write_text(json.dumps(said), "utf-8")
        devices = Devices(path)
        devices.note_ended(EVENING, closed=False)
        token = devices.let_in("Resi", WRITES, EVENING)[1]
        devices.hall_code(OTHER)
        devices.renew(OTHER)
        devices.note_ended(EVENING, closed=True)
        again = Devices(path)
        assert (again.device_with(token) or Device(*"x" * 6)).name == devices.everybody()[-1].name
        assert again.problem == ""
        if devices.problem:
            assert Path(f"{path}.damaged-1").read_text("utf-8") == json.dumps(said)


def test_what_a_killed_server_left_is_cleared_away(devices: Devices) -> None:
    """What another one is just writing stays."""
    old, new = (devices.path.with_name(f".{name}{these.PART}") for name in ("old", "new"))
    old.touch()
    new.touch()
    os.utime(old, (0, 0))
    devices.let_in("Resi", WRITES, EVENING)
    assert (old.exists(), new.exists()) == (False, True)


def test_a_folder_in_the_place_of_the_file_is_set_aside(devices: Devices) -> None:
    """With all that is in it."""
    Path(devices.path, "photos").mkdir(parents=True)
    assert devices.device_with(devices.let_in("Resi", WRITES, EVENING)[1])
    assert Path(f"{devices.path}.damaged-1", "photos").is_dir()


def test_a_file_that_cannot_be_set_aside_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody joins before somebody has moved it elsewhere."""
    path = tmp_path / "devices.json"
    path.write_text("[]", "utf-8")

    def refused(*_paths: object) -> None:
        raise OSError(1, "Operation not permitted")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refused)
        devices = Devices(path)
    with pytest.raises(NotJoined, match=r"Operation not permitted.*before you move it elsewhere"):
        devices.let_in("Resi", WRITES, EVENING)
    assert path.read_text("utf-8") == "[]"
    path.unlink()
    assert devices.device_with(devices.let_in("Resi", WRITES, EVENING)[1])


def test_a_system_without_another_file_to_open_throws_nobody_out(
    devices: Devices, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """What was known of the file stays known, and the file where it is."""
    token = devices.let_in("Resi", WRITES, EVENING)[1]
    Devices(devices.path, now=clock).let_in("Xaver", WRITES, EVENING)

    def full(*_words: object) -> None:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", full)
        assert devices.device_with(token)
    assert [one.name for one in devices.everybody()] == ["Resi", "Xaver"]


def test_a_file_that_cannot_be_opened_when_serving_begins_stays(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody joins meanwhile; once it can be read, everybody is there, and nothing is said any more."""
    token = devices.let_in("Resi", WRITES, EVENING)[1]

    def full(*_words: object) -> None:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", full)
        again = Devices(devices.path)
        with pytest.raises(NotJoined, match="Too many open files"):
            again.let_in("Xaver", WRITES, EVENING)
    assert (again.device_with(token) is not None, again.problem) == (True, "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipe has a name here")
def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(devices: Devices) -> None:
    """In a shared folder somebody else may have put it there."""
    os.mkfifo(devices.path)
    assert Devices(devices.path).everybody() == []
    assert Path(f"{devices.path}.damaged-1").is_fifo()
    assert devices.device_with(devices.let_in("Resi", WRITES, EVENING)[1])


def test_who_cannot_be_written_down_has_not_joined(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: the sentence says so, and everybody else stays."""
    token = devices.let_in("Resi", WRITES, EVENING)[1]
    before = devices.path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(NotJoined, match="No space left on device"):
            devices.let_in("Xaver", WRITES, EVENING)
    assert devices.path.read_bytes() == before
    assert [device.name for device in devices.everybody()] == ["Resi"]
    assert devices.device_with(token)
    assert len(list(devices.path.parent.iterdir())) == 1


def test_devices_are_bounded(devices: Devices, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """When there is no place the next one is refused; those that are out make room."""
    monkeypatch.setattr(these, "MOST_DEVICES", 3)
    for name in ("Anna", "Bene", "Christl"):
        devices.let_in(name, WRITES, EVENING)
    with pytest.raises(NotJoined, match="too many devices"):
        devices.let_in("Dani", WRITES, EVENING)
    devices.note_ended(EVENING, closed=True)
    clock.seconds += DAY
    devices.let_in("Dani", WRITES, OTHER)


def test_another_server_of_the_same_ledger_changes_the_same_file(devices: Devices, clock: Clock) -> None:
    """What one of them has changed the other one knows."""
    other = Devices(devices.path, now=clock)
    first, token = devices.let_in("Resi", WRITES, EVENING)
    second, _token = other.let_in("Xaver", WRITES, EVENING)
    assert [device.name for device in devices.everybody()] == ["Resi", "Xaver"]
    other.remove(first.id)
    assert devices.device_with(token) is None
    assert devices.everybody() == [second]
    with pytest.raises(NotJoined, match="no such device"):
        devices.rename(first.id, "Theres")


def test_what_the_keeper_has_said_of_a_device_stays_whatever_the_server_says_of_others(devices: Devices) -> None:
    """Of the others it is said anew with each start."""
    usual, allowed, forbidden = (devices.let_in(name, USUAL, EVENING) for name in ("Anna", "Bene", "Christl"))
    devices.set_role(allowed[0].id, WRITES)
    devices.set_role(forbidden[0].id, LOOKS)
    roles: list[list[str | None]] = []
    for role in (WRITES, LOOKS):
        again = Devices(devices.path, usual=role)
        roles.append([(again.device_with(token) or usual[0]).role for _device, token in (usual, allowed, forbidden)])
    assert roles == [[WRITES, WRITES, LOOKS], [LOOKS, WRITES, LOOKS]]


# -- the door -----------------------------------------------------------------------------------------


def test_one_joins_with_the_pin_or_the_code(door: Door) -> None:
    """The PIN may be typed in two halves; the device is of that evening, and may write."""
    code = door.code(EVENING)
    assert code
    first, token = door.join(f" {code.pin[:3]} {code.pin[3:]} ", "Resi", ROOM)
    second, other = door.join(code.token, "Xaver", ROOM)
    assert (first.evening, first.role, second.name) == (EVENING, WRITES, "Xaver")
    assert door.devices.device_with(token) == first
    assert token != other
    assert door.admits(first)


@pytest.mark.parametrize("code", ["", "12345", "1234567", "١٢٣٤٥٦", "x" * 100_000, "abc def", "\ud800"])
def test_what_is_no_code_is_refused(door: Door, code: str) -> None:
    """However it looks."""
    with pytest.raises(NotJoined, match="is no longer valid"):
        door.join(code, "Resi", ROOM)


def test_the_keepers_code_counts_on_this_machine_alone(door: Door) -> None:
    """It stands on a screen that everybody sees."""
    with pytest.raises(NotJoined):
        door.join(door.keeper, "Resi", ROOM)
    device, token = door.join(door.keeper, "Laptop", HERE)
    assert (device.role, device.evening) == (KEEPER, "")
    assert door.admits(device)
    assert door.join(pin_of(door), "Laptop", HERE, token=token) == (device, token), "the PIN takes nothing away"


def test_every_table_has_its_own_pin(door: Door) -> None:
    """Whoever types one sees that table."""
    pins = {door.open(f"{number}").pin for number in range(200)}
    assert len(pins) == 200
    assert door.join(pin_of(door, "7"), "Resi", ROOM)[0].evening == "7"


def test_a_code_ends_with_its_evening_and_with_the_server(door: Door, devices: Devices, clock: Clock) -> None:
    """A photograph of the screen is worth nothing afterwards; who has joined may look for one more day."""
    code = door.code(EVENING)
    assert code
    device, token = door.join(code.token, "Resi", ROOM)
    door.close(EVENING)
    for said in (code.pin, code.token):
        with pytest.raises(NotJoined):
            door.join(said, "Thief", ROOM)
    assert devices.device_with(token)
    assert door.admits(device)
    clock.seconds += DAY
    assert devices.device_with(token) is None

    again = Door(devices, now=clock)
    anew = again.open(EVENING)
    assert (anew.pin, anew.token) != (code.pin, code.token)
    assert again.keeper != door.keeper
    with pytest.raises(NotJoined):
        again.join(code.token, "Thief", ROOM)


def test_a_device_of_an_evening_that_is_not_served_does_not_come_in(devices: Devices, clock: Clock) -> None:
    """It is known, and comes in again once its evening is served."""
    device, _token = devices.let_in("Resi", WRITES, OTHER)
    door = Door(devices, now=clock)
    door.open(EVENING)
    assert not door.admits(device)
    door.open(OTHER)
    assert door.admits(device)


def test_who_was_thrown_out_does_not_join_again(door: Door) -> None:
    """The token ends at once, and the code is another one, which is told."""
    told: list[Any] = []
    door.renewed = told.append
    code = door.code(EVENING)
    assert code
    device, token = door.join(code.token, "Thief", ROOM)
    assert door.out(device.id) == device
    assert door.devices.device_with(token) is None
    with pytest.raises(NotJoined):
        door.join(code.token, "Thief", ROOM)
    assert told == [door.code(EVENING)]
    with pytest.raises(NotJoined):
        door.out(device.id)


def test_who_joins_once_more_stays_the_same_device(door: Door) -> None:
    """It has one entry, and may do at this table what the keeper has said; at another one what everybody may.

    Its token is new: whoever put his own on it, or has its old one, does not come along.
    """
    told: list[Device] = []
    door.joined = told.append
    device, token = door.join(pin_of(door), "Resi", ROOM)
    door.devices.set_role(device.id, LOOKS)
    again, second = door.join(pin_of(door), "Theres", ROOM, token=token)
    assert (again.id, again.name, again.role) == (device.id, "Theres", LOOKS)
    door.open(OTHER)
    moved, third = door.join(pin_of(door, OTHER), "", ROOM, token=second)
    assert (moved.id, moved.name, moved.role, moved.evening) == (device.id, "Theres", WRITES, OTHER)
    assert [door.devices.device_with(one) for one in (token, second)] == [None, None]
    assert door.devices.device_with(third) is not None
    assert len(door.devices.everybody()) == 1
    assert [one.name for one in told] == ["Resi", "Theres", "Theres"]


# -- guessing -----------------------------------------------------------------------------------------


def guess(door: Door, clock: Clock, address: str, times: int, *, patient: bool) -> int:
    """Type a wrong PIN so often; return how many of them were compared. The patient wait as long as they are told."""
    compared = 0
    for _time in range(times):
        try:
            door.join(wrong_pin(door), "Thief", address)
        except Wait as wait:
            clock.seconds += wait.seconds if patient else 0
        except NotJoined:
            compared += 1
    return compared


@pytest.mark.long
def test_of_10_000_pins_five_are_compared(door: Door, clock: Clock) -> None:
    """After five wrong ones from an address the next is not even looked at, also the right one."""
    assert guess(door, clock, ROOM, 10_000, patient=False) == 5
    with pytest.raises(Wait):
        door.join(pin_of(door), "Thief", ROOM)
    assert door.join(pin_of(door), "Resi", "192.168.178.22")


@pytest.mark.long
def test_who_waits_gets_on_ever_more_slowly(door: Door, clock: Clock) -> None:
    """10,000 PINs from one address take more than three weeks."""
    begun = clock.seconds
    tried = guess(door, clock, ROOM, 10_000, patient=True)
    assert (clock.seconds - begun) / tried > 800
    assert tried < 5_100


def test_many_addresses_help_no_guesser(door: Door, clock: Clock) -> None:
    """In eight hours fewer than 150 PINs are compared in all: a chance of one in 6,000."""
    begun, compared, place = clock.seconds, 0, 0
    while clock.seconds - begun < 8 * 3600:
        place += 1
        address = f"10.{place // 65536}.{place // 256 % 256}.{place % 256}"
        compared += guess(door, clock, address, 3, patient=True)
    assert 20 < compared < 150


def test_who_scans_the_code_does_not_wait_for_a_guesser(door: Door, clock: Clock) -> None:
    """Nobody keeps the table from joining."""
    for place in range(30):
        guess(door, clock, f"10.0.0.{place}", 6, patient=False)
    with pytest.raises(Wait, match="wait"):
        door.join(pin_of(door), "Resi", ROOM)
    code = door.code(EVENING)
    assert code
    assert door.join(code.token, "Resi", ROOM)


def test_a_pause_ends(door: Door, clock: Clock) -> None:
    """Who mistypes a few times waits some seconds; half a day later all is forgotten."""
    assert guess(door, clock, ROOM, 5, patient=False) == 5
    with pytest.raises(Wait) as refused:
        door.join(pin_of(door), "Resi", ROOM)
    assert refused.value.seconds == 1
    clock.seconds += 1
    assert door.join(pin_of(door), "Resi", ROOM)
    clock.seconds += DAY
    assert guess(door, clock, ROOM, 5, patient=False) == 5


@pytest.mark.parametrize(
    "addresses",
    [
        ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:1"),
        ("192.168.1.7", "::ffff:192.168.1.7", "192.168.1.7"),
        ("fe80::1%eth0", "fe80::2%wlan0", "fe80::3"),
    ],
)
def test_one_network_is_one_address(door: Door, clock: Clock, addresses: tuple[str, ...]) -> None:
    """Of IPv6 a single phone has more addresses than there are PINs."""
    assert sum(guess(door, clock, address, 4, patient=False) for address in addresses) == 5


def test_one_address_does_not_fill_the_list(door: Door, clock: Clock) -> None:
    """Twenty devices an hour; this machine's own are not counted."""
    code = door.code(EVENING)
    assert code
    for _place in range(20):
        door.join(code.token, "Phone", ROOM)
    with pytest.raises(Wait, match="too many devices have joined from here: wait 60 minutes"):
        door.join(code.token, "Phone", ROOM)
    for _place in range(25):
        door.join(code.token, "Phone", HERE)
    clock.seconds += 3600
    door.join(code.token, "Phone", ROOM)
    assert len(json.loads(door.devices.path.read_text("utf-8"))["devices"]) == 46
