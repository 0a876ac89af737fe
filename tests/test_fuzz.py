"""What the fuzz run found, and a short one."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from sklog import files as session_files
from sklog import netschafkopf
from sklog.errors import SklogError
from tests import netschafkopf_writer, transcripts
from tests.conftest import Sklog
from tests.trials.torture import fuzz, guided, targets

pytestmark = pytest.mark.long

START = ("start", "Stammtisch", "--players", "Anna,Bene,Christl,Dani", "--tariff", "wiki", "--date", "2026-11-19")


@pytest.mark.parametrize("said", ['dealer:""', 'active:"",b,c,d', 'kontra:" "'])
def test_an_empty_name_in_quotes_is_nobody(ok: Sklog, run: Sklog, said: str) -> None:
    """It was taken for somebody who is called nothing."""
    ok(*START)
    ran = run("add", "w", "a", said)
    assert ran.code == 1
    assert "nobody here is called" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("replay",),
        ("import",),
        ("tariff", "new", "x", "-o"),
        ("show", "--db"),
        ("calc", "--jsonl"),
        ("tariff", "check"),
    ],
)
def test_a_name_that_is_too_long_for_a_file(run: Sklog, words: tuple[str, ...]) -> None:
    """No file can be called so: one sentence, and not that an answer cannot be printed."""
    ran = run(*words, "x" * 5000 + ".yaml")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert "printed" not in ran.err


def test_a_file_that_is_named_again_is_read_once(ok: Sklog) -> None:
    """However often it is named."""
    text = (transcripts.ROOT / "sample_sessions/lamers-fuenf-spiele.yaml").read_text(encoding="utf-8")
    Path("x.yaml").write_text(text, encoding="utf-8")
    assert ok("import", *["x.yaml"] * 3).out.count("Evening 1") == 1


def test_of_very_many_unknown_tariffs_the_first_fifty_are_named(run: Sklog) -> None:
    """Whoever names thousands of tariffs that nobody knows does not wait for a sentence about each."""
    ran = run("tariff", "check", *(f"unbekannt{number}" for number in range(60)))
    assert (ran.code, ran.err.count("there is no tariff"), "unbekannt49" in ran.err) == (1, 50, True)


def test_a_tariff_that_is_named_again_is_checked_once(ok: Sklog) -> None:
    """However often it is named, it is read and said to be right once."""
    assert ok("tariff", "check", *["wiki"] * 3).out.count("no errors; wiki") == 1


def protocol_of(rules: netschafkopf_writer.Rules, games: tuple[str, ...], hands: int, title: str = "Regeln") -> str:
    """Return the text of an evening that nobody played."""
    table = netschafkopf_writer.Table(games=games, title=title)
    return netschafkopf_writer.write(Random(3), hands, rules, table).text  # noqa: S311  nothing secret


def test_an_evening_of_throw_ins_is_read_back_after_its_import() -> None:
    """A protocol in which nobody played a game has a tariff of none, which a session file can say."""
    lines_ = protocol_of(netschafkopf_writer.Rules(stock=10), ("Rufspiel",), 30).split("Geber: ")
    thrown_in = next(one for one in lines_ if "zusammengeworfen" in one)
    dealt = netschafkopf.read_protocol(lines_[0] + "Geber: " + thrown_in, "x.txt").session
    assert [game.name for game in dealt.tariff.games] == ["zusammengeworfen"]
    assert session_files.read_yaml(session_files.write_yaml(dealt), "y.yaml") == [dealt]


def test_a_long_title_of_a_protocol_is_cut() -> None:
    """The rules of a table are called in two hundred letters."""
    found = netschafkopf.read_protocol(
        protocol_of(netschafkopf_writer.Rules(), ("Rufspiel",), 2, "R" * 5000), "x.txt"
    ).session
    assert session_files.read_yaml(session_files.write_yaml(found), "y.yaml") == [found]


def test_a_price_that_no_tariff_has_is_refused() -> None:
    """A forged price is none that somebody plays by: what is imported can be exported."""
    text = protocol_of(netschafkopf_writer.Rules(), ("Solo",), 1)
    assert re.search(r"kostet \d+ ", text)
    with pytest.raises(SklogError, match="do not make a tariff"):
        netschafkopf.read_protocol(re.sub(r"kostet \d+ ", "kostet 99999999999999999 ", text), "x.txt")


def test_every_reader_gets_its_share_of_the_fuzz_run() -> None:
    """What reads files of others is tried by the run, and by the fuzzer that sees which lines it reaches."""
    assert {*fuzz.SHARES} == {*targets.READERS, "command", "play"}
    assert {*guided.KINDS} == {*targets.READERS}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="it needs the clocks of POSIX")
def test_a_short_fuzz_run(folder: Path) -> None:
    """A thousand inputs of every kind: none ends in an exception, takes long, or is accepted and impossible."""
    code = [sys.executable, "-m", "tests.trials.torture.fuzz", "1000", "--seed", "3"]
    env = {**os.environ, "TMPDIR": str(folder)}
    ran = subprocess.run(code, cwd=transcripts.ROOT, capture_output=True, text=True, check=False, env=env)
    assert ", 0 problems, " in ran.stdout, ran.stdout + ran.stderr
