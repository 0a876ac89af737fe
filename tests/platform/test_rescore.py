"""Rescoring: the fold by hand is a comparison's other side, and what comes out depends on nobody who did it."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from sklog import files as session_files
from sklog import tariffs
from sklog.errors import NotFound, Refused, SessionFileError, SklogError
from sklog.language import speak
from sklog.scoring.hand import Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.session import Comparison, Session, compare
from sklog.scoring.state import Entry, Join, Leave, Line, StockMove, TariffChange
from sklog.scoring.tariff import Tariff
from tests import session_strategies
from tests.conftest import Sklog

pytestmark = pytest.mark.long

EXTRA = "the extra `platform` is not installed: pip install 'sklog-schafkopf[platform]'"
pa = pytest.importorskip("pyarrow", reason=EXTRA)
fsspec = pytest.importorskip("fsspec", reason=EXTRA)

import pyarrow.parquet as pq  # noqa: E402  it is there

from sklog.platform import by_hand, columns, fold, results, storage  # noqa: E402  the same
from sklog.platform import rescore as rescoring  # noqa: E402  the same

ROOT = Path(__file__).parents[2]
SHIPPED = tariffs.shipped()
UNDER = pytest.mark.parametrize("under", [None, *SHIPPED])
PEOPLE = ("Anna", "Bene", "Christl", "Dani")
SAUSPIEL = {"game": "sauspiel", "declarer": 0, "partner": 1, "won": True}


@cache
def samples() -> tuple[Session, ...]:
    """Return the sample evenings, each with an identity."""
    files = sorted((ROOT / "sample_sessions").glob("*.yaml"))
    read = [one for path in files for one in session_files.read_yaml(path.read_text("utf-8"), path.name, path.parent)]
    return tuple(one._replace(id=f"{place:032x}") for place, one in enumerate(read))


def named(tariff: str | None) -> Tariff | None:
    """Return a tariff by its name, if there is one."""
    return tariffs.find(tariff) if tariff else None


def paid(session: Session) -> list[Any]:
    """Return what every entry moved."""
    return columns.paid_in(session.lines())


def evening(*hands: dict[str, Any], **said: Any) -> Any:
    """Return a table of one evening under a tariff, with hands as its columns have them."""
    table, _named = columns.table_of([Session("Stammtisch", "2026-11-19", tariffs.find("wiki"), PEOPLE, id="e")])
    row = table.to_pylist()[0] | said
    plain = dict.fromkeys(field.name for field in columns.HAND)
    empty = plain | {"tout": False, "sie": False, "laufende": 0, "klopfer": 0, "kontra": 0}
    return pa.Table.from_pylist([row | {"hands": [empty | hand for hand in hands]}], columns.EVENINGS)


WIKI = {columns.digest_of(tariffs.find("wiki")): tariffs.find("wiki")}


# -- by hand ------------------------------------------------------------------------------------------


@UNDER
def test_by_hand_is_the_other_side_of_a_comparison(under: str | None) -> None:
    """Every amount, refusal and state of the sample evenings, under their own and every other tariff."""
    table, own = columns.table_of(samples())
    made = by_hand.fold(table, own, named(under))
    refused = made.refused.to_pylist()
    for session, row in zip(samples(), made.scores.to_pylist(), strict=True):
        expected = compare(session, named(under) or session.tariff)
        assert row["hands"] == [scored(one, row["people"]) for one in sides(expected, changes=under is None)]
        why = {place: list(one.why) for place, one in enumerate(expected.entries) if one.why}
        assert {one["entry"]: one["sentences"] for one in refused if one["id"] == session.id} == why
        state, people = expected.other, row["people"]
        assert row["state"]["balances"] == [state.balances.get(name, 0) for name in people]
        assert row["state"]["stock"] == state.balances[STOCK]
        assert row["state"]["dealt"] == [state.dealt.get(name, 0) for name in people]
        assert [people[place] for place in row["state"]["seats"]] == list(state.seats)
        assert people[row["state"]["dealer"]] == state.dealer
        counted = [row["state"][key] for key in ("hands", "thrown_in", "void", "posted")]
        assert counted == [state.hands, state.thrown_in, state.void, state.posted]
    numbers = sum(row["state"]["hands"] for row in made.scores.to_pylist())
    assert sum(made.counted) == numbers


def sides(expected: Comparison, *, changes: bool) -> Iterator[tuple[Line, Line | None, bool]]:
    """Yield for each entry its line, what it is on the other side, and whether it is refused there."""
    for one in expected.entries:
        other = one.line if changes and isinstance(one.line.entry, TariffChange) else one.other
        yield one.line, other, bool(one.why)


def scored(side: tuple[Line, Line | None, bool], people: Sequence[str]) -> dict[str, Any]:
    """Return what stands in `scores` for an entry."""
    line, other, refused = side
    made = other.score if other else None
    moved = [made.postings.get(name, 0) for name in people] if made else None
    return {"number": line.number, "value": made.value if made else None, "paid": moved, "refused": refused}


@session_strategies.many
@given(session_strategies.sessions())
def test_by_hand_makes_what_the_evening_made(session: Session) -> None:
    """Whatever can be played: under its own tariffs each line, and the balances at the end."""
    table, own = columns.table_of([session])
    row = by_hand.fold(table, own).scores.to_pylist()[0]
    lines = session.lines()
    assert row["hands"] == [scored((line, line, False), row["people"]) for line in lines]
    assert row["state"]["balances"] == [session.end().balances.get(name, 0) for name in row["people"]]


def test_a_hand_that_contradicts_itself_is_refused_and_the_deal_moves_on() -> None:
    """It counts as never dealt; the next hand has the next dealer."""
    table = evening(SAUSPIEL | {"augen": 125, "won": None}, SAUSPIEL)
    made = by_hand.fold(table, WIKI)
    first, second = made.scores.to_pylist()[0]["hands"]
    assert first == {"number": 1, "value": None, "paid": None, "refused": True}
    assert (second["number"], second["refused"]) == (2, False)
    assert made.refused.to_pylist() == [
        {"id": "e", "entry": 0, "number": 1, "sentences": ["125 Augen: there are 0 to 120 in the deck"]}
    ]
    assert made.scores.to_pylist()[0]["state"]["dealer"] == 2


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"people": ["Anna", "Anna", "Bene", "Christl"]}, "two people are called Anna"),
        ({"tariff": "0" * 64}, "tariff"),
        ({"players": 1}, "2 to 7 people"),
    ],
)
def test_an_evening_that_cannot_begin_is_refused_whole(said: dict[str, Any], words: str) -> None:
    """It has no hands and no state, and the evening beside it is folded all the same."""
    table = pa.concat_tables([evening(SAUSPIEL, **said), evening(SAUSPIEL, id="other")])
    made = by_hand.fold(table, WIKI)
    (refused,) = made.refused.to_pylist()
    assert (refused["id"], refused["entry"], refused["number"]) == ("e", -1, None)
    assert words in refused["sentences"][0]
    whole, other = made.scores.to_pylist()
    assert (whole["hands"], whole["state"]) == (None, None)
    assert len(other["hands"]) == made.counted.played == 1


def test_amounts_in_another_unit_are_refused() -> None:
    """What an earlier evening left in the Stock, postings and what is moved by hand mean nothing in points."""
    entries: tuple[Entry, ...] = (StockMove({"Anna": -30}),)
    session = Session("S", "", tariffs.find("grundzuege"), PEOPLE, entries, stock=50, stock_from="ab", id="e")
    table, own = columns.table_of([session])
    made = by_hand.fold(table, own, tariffs.find("saukopf"))
    assert made.refused.to_pylist()[0]["sentences"] == ["its amounts are in another unit"]
    assert made.scores.to_pylist()[0]["state"]["stock"] == 0


def test_more_people_than_any_table_has_are_folded() -> None:
    """A file may have what no ledger takes: 140 people who come and go, one after the other."""
    names = [f"Gast {number}" for number in range(140)]
    entries: list[Entry] = [entry for name in names for entry in (Join(name), Leave(name))]
    session = Session("S", "", tariffs.find("wiki"), PEOPLE, (*entries, Join("Eva")), id="e")
    table, own = columns.table_of([session])
    for folds in (by_hand.fold, fold.fold):
        (row,) = folds(table, own).scores.to_pylist()
        assert [row["people"][place] for place in row["state"]["seats"]] == [*PEOPLE, "Eva"]


def test_a_total_that_no_longer_fits_is_a_sentence() -> None:
    """A file may have amounts that no table has; their sum is never another number."""
    posting = Posting(amounts={"Anna": 2**62, "Bene": -(2**62)})
    session = Session("S", "", tariffs.find("wiki"), PEOPLE, (posting,))
    table, own = columns.table_of([session, session])
    for folds in (by_hand.fold, fold.fold):
        with pytest.raises(Refused, match="no longer fits"):
            folds(table, own)
    alone = by_hand.fold(table.slice(0, 1), own).standings
    with pytest.raises(Refused, match="no longer fits"):
        results.sum_standings([alone, alone])


def test_standings_count_evenings_hands_and_totals() -> None:
    """Of everybody who ever sat there, for each unit."""
    made = by_hand.fold(pa.concat_tables([evening(SAUSPIEL, SAUSPIEL), evening(SAUSPIEL, id="f")]), WIKI)
    each = compare(session_of(evening(SAUSPIEL)), tariffs.find("wiki")).state.balances
    assert made.standings.to_pylist() == [
        {"person": name, "unit": "ct", "evenings": 2, "hands": 3, "total": 3 * each[name]} for name in PEOPLE
    ]


def session_of(table: Any) -> Session:
    """Return the one evening of a table."""
    return next(columns.sessions_of(table, WIKI))


def test_without_postings_there_are_standings_alone() -> None:
    """The same ones."""
    table, own = columns.table_of(samples())
    whole, alone = by_hand.fold(table, own), by_hand.fold(table, own, postings=False)
    assert (alone.scores, alone.digest) == (None, 0)
    assert alone.standings == whole.standings
    assert alone.counted == whole.counted


# -- whole jobs ---------------------------------------------------------------------------------------


@pytest.fixture
def history(folder: Path) -> Path:
    """Return a folder with the sample evenings in files of several row groups, and what was paid."""
    return written(folder / "history", samples())


def written(at: Path, sessions: Sequence[Session], *, group: int = 3, files: int = 1, said: bool = True) -> Path:
    """Write evenings as so many files, with so many evenings in a row group."""
    at.mkdir()
    table, own = columns.table_of(sessions, paid if said else None)
    each = -(-table.num_rows // files)
    for number in range(files):
        pq.write_table(table.slice(number * each, each), at / f"evenings-{number}.parquet", row_group_size=group)
    pq.write_table(columns.tariffs_table(own), at / "tariffs.parquet")
    return at


def done(inputs: Sequence[Path | str], output: Path | str, under: str | None = None, **how: Any) -> dict[str, Any]:
    """Run a whole job in this process; return what `rescored.json` says."""
    job = rescoring.begin_job([*map(str, inputs)], str(output), named(under), **how)
    assert sum(job.fold_waiting(workers=1)) + job.hands_before == job.about_hands
    return job.finish()


def parts(output: Path, kind: str) -> list[dict[str, Any]]:
    """Return the rows of all parts, in their order."""
    return [row for path in sorted((output / kind).iterdir()) for row in pq.read_table(path).to_pylist()]


@UNDER
def test_what_comes_out_is_the_fold_by_hand(history: Path, under: str | None) -> None:
    """Scores, refused entries, standings, tariffs, and what it is, in a folder that has nothing else."""
    table, own = columns.table_of(samples())
    made = by_hand.fold(table, own, named(under))
    whole = done([history], history.parent / "out", under, hands=20)
    out = history.parent / "out"
    assert parts(out, "scores") == made.scores.to_pylist()
    assert parts(out, "refused") == made.refused.to_pylist()
    assert pq.read_table(out / "standings.parquet") == made.standings
    assert set(columns.tariffs_of(pq.read_table(out / "tariffs.parquet"))) == {*own} | {whole["tariff"]} - {None}
    assert json.loads((out / "rescored.json").read_text("utf-8")) == whole
    counted = {key: whole[key] for key in ("evenings", "hands", "refused", "digest")}
    digest, many = f"{results.digest(made.scores):064x}", made.refused.num_rows
    assert counted == {"evenings": len(samples()), "hands": made.counted.played, "refused": many, "digest": digest}
    assert {path.name for path in out.iterdir()} == {
        "scores", "refused", "standings.parquet", "tariffs.parquet", "rescored.json"
    }  # fmt: skip


@pytest.mark.parametrize(("group", "files", "hands"), [(1, 1, 1), (8, 1, 10), (8, 1, 25), (2, 4, 30), (3, 2, 1000)])
def test_the_result_does_not_depend_on_how_the_work_is_divided(
    history: Path, group: int, files: int, hands: int
) -> None:
    """Other row groups, other files, other partitions, and evenings of one row group in several: every row is there."""
    reference = done([history], history.parent / "reference", "saukopf")
    other = written(history.parent / "other", samples(), group=group, files=files)
    whole = done([other], history.parent / "out", "saukopf", hands=hands)
    same = ("digest", "evenings", "hands", "refused", "standings", "tariff")
    assert [whole[key] for key in same] == [reference[key] for key in same]
    for kind in ("scores", "refused"):
        assert parts(history.parent / "out", kind) == parts(history.parent / "reference", kind)
    standings = [pq.read_table(history.parent / name / "standings.parquet") for name in ("reference", "out")]
    assert standings[0] == standings[1]


def test_partitions_are_small_and_never_share_an_evening(history: Path) -> None:
    """A row group that is too large is divided by evenings; what is read of each partition is all of it, once."""
    other = written(history.parent / "one", samples(), group=100)
    found, own = storage.sources([str(other)])
    partitions = list(storage.cut(found, ("nowhere", "key"), own, 20))
    assert len(partitions) > 3
    read = [
        one["id"] for partition in partitions for table in storage.evenings_in(partition) for one in table.to_pylist()
    ]
    assert read == [one.id for one in samples()]
    assert max(len(repr(one)) for one in partitions) < 1000


def test_few_evenings_are_folded_together(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many a partition has: memory has room for some."""
    monkeypatch.setattr(storage, "AT_ONCE", 30)
    table, _own = columns.table_of(samples(), paid)
    found, own = storage.sources([str(history)])
    (partition,) = storage.cut(found, ("nowhere", "key"), own)
    tables = list(storage.evenings_in(partition))
    most = max(len(one.entries) for one in samples())
    assert max(sum(map(len, one["hands"].to_pylist())) for one in tables) <= max(30, most)
    assert pa.concat_tables(tables) == table


def test_several_processes_make_the_same_in_the_language_that_is_spoken(history: Path) -> None:
    """Two workers, who say in German why a hand is refused."""
    alone = done([history], history.parent / "alone", "bsv", hands=20)
    speak("de")
    try:
        job = rescoring.begin_job([str(history)], str(history.parent / "two"), named("bsv"), hands=20)
        assert sum(job.fold_waiting("dask", workers=2)) == job.about_hands
        together = job.finish()
    finally:
        speak(None)
    assert together == alone
    ours, theirs = (parts(history.parent / name, "refused") for name in ("alone", "two"))
    assert [one["entry"] for one in ours] == [one["entry"] for one in theirs]
    assert all(one["sentences"] != other["sentences"] for one, other in zip(ours, theirs, strict=True))


def test_an_evening_counts_as_often_as_it_is_there(history: Path) -> None:
    """The same one in two folders counts twice; who wants it once gives one folder."""
    once = done([history], history.parent / "once")
    copy = written(history.parent / "copy", samples())
    twice = done([history, copy], history.parent / "twice")
    assert (twice["evenings"], twice["hands"]) == (2 * once["evenings"], 2 * once["hands"])
    assert int(twice["digest"], 16) == 2 * int(once["digest"], 16) % results.ALL_DIGESTS


# -- what was stopped ---------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from sklog.platform import fold, rescore
made, folds = fold.fold, []
def dies(*told, **how):
    folds.append(made(*told, **how))
    if len(folds) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return folds[-1]
fold.fold = dies
job = rescore.begin_job(["history"], "out", hands=20)
list(job.fold_waiting(workers=1))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed so on Windows")
def test_what_was_killed_goes_on_where_it_was(history: Path) -> None:
    """Nothing was there as the output, what was done is not done again, and nothing is left of what was begun."""
    folder, out = history.parent, history.parent / "out"
    reference = done([history], folder / "reference", hands=20)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-c", KILLED], cwd=folder, env=environment, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not out.exists()
    begun = list((folder / "out.partial").rglob(".*"))
    assert begun, "it was killed while it wrote"
    job = rescoring.begin_job(["history"], "out", hands=20)
    assert len(job.before) == 2
    assert len(job.waiting()) == len(job.partitions) - 2
    assert sum(job.fold_waiting(workers=1)) == job.about_hands - job.hands_before
    whole = job.finish()
    assert {**whole, "inputs": []} == {**reference, "inputs": []}
    assert parts(out, "scores") == parts(folder / "reference", "scores")
    assert list(out.rglob(".*")) == []
    assert not (folder / "out.partial").exists()


def test_a_part_that_lacks_a_file_is_done_again(history: Path) -> None:
    """Whoever removed it: what is not whole does not count as done."""
    job = rescoring.begin_job([str(history)], "out", hands=20)
    assert sum(job.fold_waiting(workers=1)) == job.about_hands
    removed = sorted((history.parent / "out.partial/scores").iterdir())[1]
    removed.unlink()
    again = rescoring.begin_job([str(history)], "out", hands=20)
    assert [one.file_name for one in again.waiting()] == [removed.name]


def test_a_worker_that_comes_too_late_changes_nothing(history: Path) -> None:
    """The output has its name: there is no folder any more for what somebody forgot to end."""
    job = rescoring.begin_job([str(history)], "out", hands=20)
    assert sum(job.fold_waiting(workers=1)) == job.about_hands
    job.finish()
    before = {path: path.read_bytes() for path in Path("out").rglob("*.*")}
    with pytest.raises(Refused, match="cannot be written: No such file or directory"):
        rescoring.fold_partition(job.partitions[0])
    assert {path: path.read_bytes() for path in Path("out").rglob("*.*")} == before
    assert not Path("out.partial").exists()


@pytest.mark.parametrize("other", ["tariff", "compare", "hands", "input"])
def test_the_beginning_of_another_job_is_left_alone(history: Path, other: str) -> None:
    """Other rules, other parts, or an input that was written anew: it could not be one result."""
    rescoring.begin_job([str(history)], "out", hands=20)
    if other == "input":
        path = history / "evenings-0.parquet"
        pq.write_table(pq.read_table(path), path, compression="none")
    how: dict[str, Any] = {"compares": other == "compare", "hands": 30 if other == "hands" else 20}
    with pytest.raises(Refused, match="the beginning of another job"):
        rescoring.begin_job([str(history)], "out", named("wiki" if other == "tariff" else None), **how)


def test_another_language_goes_on(history: Path) -> None:
    """It is no other job: sentences are in the language that was spoken when it began."""
    begun = rescoring.begin_job([str(history)], "out", hands=20)
    assert len(begun.waiting()) > 1
    next(begun.fold_waiting(workers=1))
    speak("de")
    try:
        job = rescoring.begin_job([str(history)], "out", hands=20)
        assert len(job.before) == 1
        list(job.fold_waiting(workers=1))
        whole = job.finish()
    finally:
        speak("en")
    assert whole["digest"] == done([history], "reference")["digest"]


@pytest.mark.parametrize("when", range(1, 12, 3))
def test_a_full_disk_is_a_sentence_and_nothing_is_there(
    history: Path, monkeypatch: pytest.MonkeyPatch, when: int
) -> None:
    """Whenever it is full; with room again the same job ends as if nothing had been."""
    reference = done([history], "reference", hands=20)
    synced, real = Counter[str](), os.fsync

    def fsync(number: int) -> None:
        synced["times"] += 1
        if synced["times"] == when:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(Refused, match="cannot be written: No space left on device"):
        done([history], "out", hands=20)
    assert not Path("out").exists()
    assert list(Path("out.partial").rglob(".*")) == []
    assert done([history], "out", hands=20) == reference


def test_ctrl_c_is_one_sentence_and_the_same_words_go_on(
    history: Path, run: Sklog, ok: Sklog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 130, as of any program."""
    words = ("rescore", history.name, "-o", "out", "--workers", "1")
    monkeypatch.setattr(storage, "HANDS", 20)
    monkeypatch.setattr(rescoring.begin_job, "__kwdefaults__", {"compares": False, "hands": 20})
    real = rescoring.fold_partition
    calls = Counter[str]()

    def part(partition: Any) -> Any:
        calls["times"] += 1
        if calls["times"] == 2:
            raise KeyboardInterrupt
        return real(partition)

    monkeypatch.setattr(rescoring, "fold_partition", part)
    ran = run(*words)
    assert (ran.code, ran.out) == (130, "")
    assert ran.err == "Interrupted: type the same command again to continue.\n"
    assert not Path("out").exists()
    ok(*words)
    whole = json.loads(Path("out/rescored.json").read_text("utf-8"))
    assert calls["times"] == 2 + len(list(Path("out/scores").iterdir())) - 1
    assert whole["digest"] == done([history], "reference")["digest"]


# -- elsewhere ----------------------------------------------------------------------------------------


@pytest.fixture
def bucket() -> Iterator[str]:
    """Return the address of an empty place that is no folder of this machine."""
    files = fsspec.filesystem("memory")
    yield "memory://bucket"
    if files.exists("/bucket"):
        files.rm("/bucket", recursive=True)


def test_an_address_is_read_and_written_as_a_folder_is(history: Path, bucket: str) -> None:
    """There the output is whole as soon as rescored.json is in it, which comes last."""
    files = fsspec.filesystem("memory")
    files.put(str(history), "/bucket/history", recursive=True)
    reference = done([history], "reference", "wiki", hands=20)
    job = rescoring.begin_job([f"{bucket}/history"], f"{bucket}/out", named("wiki"), hands=20)
    for _hands in job.fold_waiting(workers=1):
        assert not files.exists("/bucket/out/rescored.json")
        break
    again = rescoring.begin_job([f"{bucket}/history"], f"{bucket}/out", named("wiki"), hands=20)
    assert len(again.before) == 1
    assert sum(again.fold_waiting(workers=1)) == again.about_hands - again.hands_before
    whole = again.finish()
    assert {**whole, "inputs": []} == {**reference, "inputs": []}
    assert sorted(path.rpartition("/")[2] for path in files.ls("/bucket/out", detail=False)) == [
        "refused", "rescored.json", "scores", "standings.parquet", "tariffs.parquet"
    ]  # fmt: skip
    with pytest.raises(Refused, match="already exists"):
        rescoring.begin_job([f"{bucket}/history"], f"{bucket}/out", named("wiki"), hands=20)


def test_what_lies_at_an_address_is_left_alone(history: Path, bucket: str) -> None:
    """Whatever it is."""
    fsspec.filesystem("memory").pipe_file("/bucket/out/letters.txt", b"dear")
    with pytest.raises(Refused, match="is something else"):
        rescoring.begin_job([str(history)], f"{bucket}/out")


# -- compared -----------------------------------------------------------------------------------------


def steps(line: Line | None) -> list[dict[str, Any]] | None:
    """Return the steps of a line, as `differences` has them."""
    made = line.score if line else None
    return None if made is None else [{"label": a, "plus": b, "times": c} for a, b, c in made.steps]


@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize("under", SHIPPED)
def test_what_differs_is_what_a_comparison_finds(history: Path, under: str, said: bool) -> None:
    """With the amounts, the values and the steps of both; what was not said to be paid is what its tariff makes."""
    other = written(history.parent / "input", samples(), said=said)
    whole = done([other], "out", under, compares=True, hands=40)
    expected = []
    for session in samples():
        people = columns.table_of([session])[0].to_pylist()[0]["people"]
        for place, one in enumerate(compare(session, tariffs.find(under)).entries):
            moved = [made and [made.postings.get(name, 0) for name in people] for made in scores_of(one)]
            if not one.why and moved[0] == moved[1]:
                continue
            values = [made.value if made else None for made in scores_of(one)]
            row = {"id": session.id, "entry": place, "number": one.line.number}
            row |= dict(zip(("paid_before", "paid_now"), moved, strict=True))
            row |= dict(zip(("value_before", "value_now"), values, strict=True))
            expected.append(row | {"steps_before": steps(one.line), "steps_now": steps(one.other)})
    found = parts(Path("out"), "differences")
    assert [{key: row[key] for key in expected[0]} for row in found] == expected
    assert whole["differences"] == len(expected) > 0
    plain = done([other], "plain", under)
    assert (whole["digest"], whole["refused"]) == (plain["digest"], plain["refused"])


def scores_of(one: Any) -> tuple[Any, Any]:
    """Return both scores of a compared entry."""
    return one.line.score, one.other.score if one.other else None


def test_a_hand_that_was_paid_wrongly_is_found(history: Path) -> None:
    """Under its own tariff: the amounts that were paid, which nothing explains, and those that should have been."""
    path = history / "evenings-0.parquet"
    rows = pq.read_table(path).to_pylist()
    right = rows[4]["hands"][2]["paid"]
    rows[4]["hands"][2]["paid"] = wrong = [-amount for amount in right]
    rows[5]["hands"][0]["paid"] = None
    pq.write_table(pa.Table.from_pylist(rows, columns.EVENINGS), path)
    whole = done([history], "out", compares=True)
    (found,) = parts(Path("out"), "differences")
    assert whole["differences"] == 1
    assert (found["id"], found["entry"], found["paid_before"], found["paid_now"]) == (samples()[4].id, 2, wrong, right)
    line = samples()[4].lines()[2]
    assert (found["value_before"], found["steps_before"]) == (None, None)
    assert (found["value_now"], found["steps_now"]) == (line.score and line.score.value, steps(line))


@pytest.mark.parametrize("nothing", [[], [0, 0, 0, 0], [0]])
def test_nothing_that_was_paid_is_like_none(history: Path, nothing: list[int]) -> None:
    """Null, no numbers and 0 for everybody move the same: an entry that moves nothing does not differ."""
    path = history / "evenings-0.parquet"
    rows = pq.read_table(path).to_pylist()
    silent = [hand for row in rows for hand in row["hands"] if not any(hand["paid"] or ())]
    assert len(silent) > 5
    for hand in silent:
        hand["paid"] = nothing
    rows[0]["hands"][0]["paid"] = [0] * len(rows[0]["people"])
    pq.write_table(pa.Table.from_pylist(rows, columns.EVENINGS), path)
    assert done([history], "out", compares=True)["differences"] == 1


def test_the_hand_for_which_an_evening_is_refused_is_named(folder: Path) -> None:
    """Else nobody finds it among sixty."""
    at = folder / "history"
    at.mkdir()
    pq.write_table(evening(SAUSPIEL, SAUSPIEL | {"suit": "Eichel"}), at / "evenings.parquet")
    pq.write_table(columns.tariffs_table(WIKI), at / "tariffs.parquet")
    done([at], "out")
    (found,) = parts(Path("out"), "refused")
    assert (found["entry"], found["sentences"]) == (by_hand.WHOLE, ["hand 2: there is no suit Eichel"])


def test_one_name_at_two_places_is_refused() -> None:
    """Also beside the players, where the fold by hand would not see it: amounts by name would count twice."""
    twice = evening(SAUSPIEL, people=[*PEOPLE, "Anna"])
    made = [each(twice, WIKI) for each in (by_hand.fold, fold.fold)]
    assert made[0].digest == made[1].digest
    for one in made:
        assert "two people are called Anna" in one.refused.to_pylist()[0]["sentences"][0]
        assert one.standings.num_rows == 0


def test_an_evening_that_is_refused_whole_stands_among_the_differences(folder: Path) -> None:
    """Once, as entry -1, with why; what is right beside it does not."""
    at = folder / "history"
    at.mkdir()
    broken = evening(SAUSPIEL, people=["Anna", "Anna", "Bene", "Christl"])
    pq.write_table(pa.concat_tables([broken, evening(SAUSPIEL, id="f")]), at / "evenings.parquet")
    pq.write_table(columns.tariffs_table(WIKI), at / "tariffs.parquet")
    done([at], "out", "sauspiel", compares=True)
    first, *others = parts(Path("out"), "differences")
    assert (first["id"], first["entry"], first["paid_before"], first["paid_now"]) == ("e", -1, None, None)
    assert "two people are called Anna" in first["sentences"][0]
    assert [(one["id"], one["entry"]) for one in others] == [("f", 0)]


# -- what is refused ----------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_before_anything_is_there(history: Path) -> None:
    """A sentence for each, and no folder."""
    (history.parent / "empty").mkdir()
    (history.parent / "file.txt").write_text("dear", "utf-8")
    before = sorted(history.parent.rglob("*"))
    for inputs, output, words in (
        (["nowhere"], "out", "there is no file or folder nowhere"),
        (["empty"], "out", "empty has no evenings: there is no file evenings*.parquet in it"),
        (["history", "history"], "out", "history/evenings-0.parquet is named twice: name it once"),
        (["history", "history/evenings-0.parquet"], "out", "history/evenings-0.parquet is named twice: name it once"),
        (["history"], "history/out", "history/out is inside history, which is being read: name another place"),
        (["history"], "history", "history is inside history, which is being read: name another place"),
        (["history"], "file.txt", "file.txt already exists: name another place for the results"),
        (["history"], "empty", "empty already exists: name another place for the results"),
        (["history"], "file.txt/out", "file.txt/out cannot be used: Not a directory"),
        (["nobody://knows"], "out", "nobody://knows cannot be used: Protocol not known: nobody"),
        (["file.txt"], "out", f"file.txt cannot be read: {BROKEN}"),
    ):
        with pytest.raises((Refused, NotFound)) as wrong:
            rescoring.begin_job(inputs, output)
        assert str(wrong.value) == words
    assert sorted(history.parent.rglob("*")) == before


BROKEN = "this is not a readable Parquet file: was it cut or changed while it was copied?"


@pytest.mark.parametrize("kept", [0.3, 0.95, 0.999])
def test_a_file_that_was_cut_is_refused(history: Path, kept: float) -> None:
    """Before any work."""
    path = history / "evenings-0.parquet"
    contents = path.read_bytes()
    path.write_bytes(contents[: int(len(contents) * kept)])
    with pytest.raises(Refused, match=r"history/evenings-0.parquet cannot be read: this is not a readable Parquet"):
        rescoring.begin_job(["history"], "out")
    assert not Path("out.partial").exists()


def test_a_file_that_is_broken_inside_is_a_sentence(history: Path) -> None:
    """Wherever it is: while it is read, or before; nothing is there as the output then."""
    path = history / "evenings-0.parquet"
    contents = path.read_bytes()
    said = Counter[str]()
    for place in range(100, len(contents) - 5_000, len(contents) // 30):
        path.write_bytes(
            contents[:place] + bytes(byte ^ 255 for byte in contents[place : place + 40]) + contents[place + 40 :]
        )
        try:
            done(["history"], f"out-{place}")
        except SklogError as wrong:
            said[str(wrong).partition(": ")[0].rpartition("/")[2]] += 1
            assert not Path(f"out-{place}").exists()
    assert set(said) == {"evenings-0.parquet cannot be read"}


def test_a_newer_format_and_a_tariff_that_is_nowhere_are_refused(history: Path) -> None:
    """Before any work, and with what would help."""
    path = history / "evenings-0.parquet"
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({"sklog": "2"}), path)
    with pytest.raises(SessionFileError, match="only a newer sklog can read: update sklog"):
        rescoring.begin_job(["history"], "out")
    pq.write_table(table, path)
    (history / "tariffs.parquet").unlink()
    with pytest.raises(Refused, match=r"names the tariff [0-9a-f]{64}, which is in no tariffs"):
        rescoring.begin_job(["history"], "out")
    pq.write_table(columns.tariffs_table(WIKI).slice(0, 1).drop_columns(["tariff"]), history / "tariffs.parquet")
    with pytest.raises(SessionFileError, match=r"history/tariffs.parquet: the column tariff is missing"):
        rescoring.begin_job(["history"], "out")
    assert not Path("out.partial").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_a_file_that_is_named_twice_by_a_link_is_found(history: Path) -> None:
    """It would count twice."""
    Path("link").symlink_to(history)
    with pytest.raises(Refused, match=r"link/evenings-0.parquet is named twice"):
        rescoring.begin_job(["history", "link"], "out")
    assert done(["link"], "linked")["digest"] == done(["history"], "plain")["digest"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
@pytest.mark.parametrize("name", ["evenings-0", "tariffs"])
def test_a_pipe_is_not_waited_for(history: Path, name: str) -> None:
    """Nobody may ever write into it."""
    (history / f"{name}.parquet").unlink()
    os.mkfifo(history / f"{name}.parquet")
    with pytest.raises(Refused, match="this is not a regular file"):
        rescoring.begin_job(["history"], "out")


@pytest.mark.parametrize("name", ["years [2026]", "a*b?", "{x,y}", "ä ö"])
def test_a_folder_may_be_called_anything(history: Path, name: str) -> None:
    """What other programs take as a pattern is a name here."""
    if sys.platform == "win32" and "*" in name:
        pytest.skip("no name there")
    history.rename(name)
    assert done([name], f"{name} out")["evenings"] == len(samples())


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="whoever runs this may write everywhere")
def test_a_folder_that_nobody_may_write_is_a_sentence(history: Path) -> None:
    """Its reason is the system's."""
    closed = history.parent / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(Refused, match="closed/out cannot be written: Permission denied"):
        rescoring.begin_job([str(history)], "closed/out")


# -- the command --------------------------------------------------------------------------------------


def test_the_command_says_what_came_out(history: Path, ok: Sklog, run: Sklog) -> None:
    """In sentences, or as JSON; where it is, on stderr."""
    ran = ok("rescore", history.name, "-o", "out", "--tariff", "wiki", "--workers", "1")
    whole = json.loads(Path("out/rescored.json").read_text("utf-8"))
    counted = "112 hands (besides 11 thrown in, 3 void, 2 postings)"
    refused = "1 entry is refused. A refused hand counts as void; the folder refused has the\nreasons."
    assert ran.out == f"{counted} in 8 evenings.\n{refused}\nDigest {whole['digest']}\n"
    assert ran.err == "Written: out\n"
    words = ("rescore", history.name, "--tariff", "wiki", "--workers", "1", "--compare")
    assert "\n89 entries differ.\n" in ok(*words, "-o", "compared").out
    assert json.loads(ok(*words, "-o", "again", "--format", "json").out)["differences"] == 89
    assert run("rescore", history.name, "-o", "out").err == ("out already exists: name another place for the results\n")
    assert run("rescore", history.name, "-o", "").code == 2


def test_without_the_extra_it_says_how_to_get_it(history: Path, run: Sklog, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, no traceback."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = run("rescore", history.name, "-o", "out")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "Parquet needs some more packages: install sklog from its folder again, as '.[platform]'\n"
