"""What is valid, as bytes: the inputs that the fuzz run starts from.

The strategies of the other tests draw them, the files of the project join them; every list is the same for a seed.
"""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from sklog import files as session_files
from sklog import notation, tariffs
from sklog.files import formats
from sklog.rulebook.house_rules import new_text
from sklog.scoring.canonical import to_json
from sklog.scoring.hand import Hand
from sklog.scoring.judge import Table
from sklog.scoring.tariff import Tariff
from tests import (
    hand_strategies,
    lists_samples,
    netschafkopf_writer,
    session_strategies,
    tariff_strategies,
    transcripts,
)

T = TypeVar("T")
ROOT = Path(__file__).parents[3]
TABLES: tuple[tuple[Tariff, Table], ...] = tuple(
    (tariff, Table(seats[: max(tariff.people)], seats[0], (*seats[1 : max(tariff.people)], seats[0])))
    for tariff in hand_strategies.TARIFFS.values()
    for seats in (hand_strategies.PEOPLE, ("93", "No", "Nora Anna", "Jörg"), ("Herz", "n z", "Re", "ac"))
)
"""Tables at which hands are said: the first byte of a hand chooses one."""


def drawn(strategy: SearchStrategy[T], number: int, start: int) -> list[T]:
    """Return so many examples of a strategy, the same ones for the same start."""
    found: list[T] = []

    @seed(start)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(one: T) -> None:
        found.append(one)

    collect()
    return found


def hands(start: int) -> list[tuple[int, Hand]]:
    """Return hands that can have been played, each with the number of its table."""
    return [
        (place, hand)
        for place, (tariff, table) in enumerate(TABLES)
        for hand in drawn(hand_strategies.hands(tariff, table), 40, start)
    ]


def shorthand(start: int) -> list[bytes]:
    """Return lines of shorthand behind the number of their table."""
    said = [
        (place, write(hand, table.seats, tariff, table.active))
        for place, hand in hands(start)
        for tariff, table in [TABLES[place]]
        for write in (notation.write, notation.shortest)
    ]
    postings = [(0, "post Anna:-50ct Bene:+50ct // Bier"), (0, "r 48 30 22 20"), (0, "hs a 93l4k"), (0, "wb-l2")]
    return [bytes([place]) + line.encode() for place, line in [*said, *postings]]


def json_values(start: int) -> list[tuple[int, dict[str, Any]]]:
    """Return canonical hands as plain data, each with the number of its table."""
    return [(place, to_json(hand)) for place, hand in hands(start)]


def tariff_files(start: int) -> list[bytes]:
    """Return tariffs as YAML: the shipped ones, generated ones, and a new one with its comments."""
    made = [tariffs.to_yaml(one).encode() for one in drawn(tariff_strategies.tariffs(), 60, start)]
    return [*_files("tariffs/*.yaml"), *_files("tests/errors/tariffs/*.yaml"), new_text("neu", "wiki").encode(), *made]


def session_texts(start: int) -> list[bytes]:
    """Return session files."""
    made = [session_files.write_yaml(one).encode() for one in drawn(session_strategies.sessions(), 60, start)]
    own = [*_files("sample_sessions/*.yaml"), *_files("tests/errors/sessions/*.yaml")]
    return [*own, *own, *made]


def evenings(start: int) -> list[bytes]:
    """Return evenings as csv and JSON Lines."""
    sessions = drawn(session_strategies.sessions(), 40, start)
    return ["".join(write([one])).encode() for one in sessions for write in (formats.write_csv, formats.write_jsonl)]


def protocols(start: int) -> list[bytes]:
    """Return short protocols of Netschafkopf."""
    rng = Random(start)
    ways = [netschafkopf_writer.Rules(), netschafkopf_writer.Rules(stock=10, schieber=50, tie="tricks")]
    ways.append(replace(ways[0], short=True, linear=True))
    table = netschafkopf_writer.Table(games=netschafkopf_writer.MORE_GAMES)
    return [
        netschafkopf_writer.write(rng, rng.randrange(1, 4), rng.choice(ways), table).text.encode() for _ in range(60)
    ]


def lists(_start: int) -> list[bytes]:
    """Return lists from a spreadsheet: csv as people save it, xlsx and ods."""
    found: list[bytes] = []
    for sample in lists_samples.SAMPLES.values():
        for rows in sample.sheets.values():
            found += [lists_samples.as_csv(rows).encode(), lists_samples.as_csv(rows, "\t").encode("cp1252")]
        book = io.BytesIO()
        lists_samples.workbook(sample.sheets, book)
        found += [*found[-2:], book.getvalue(), lists_samples.as_ods(sample.sheets)]
    return found


def columns(start: int) -> list[bytes]:
    """Return evenings as columns: their rows as JSON, and Parquet files, some of which hide nothing from a mutation."""
    from pyarrow import BufferOutputStream, parquet  # noqa: PLC0415  an extra

    from sklog.platform import columns as platform  # noqa: PLC0415  the same

    found = []
    for number, evening in enumerate(drawn(session_strategies.sessions(), 60, start)):
        table, _tariffs = platform.table_of([evening, evening])
        stream, plain = BufferOutputStream(), number % 2
        parquet.write_table(table, stream, compression="none" if plain else "zstd", use_dictionary=not plain)
        found += [json.dumps(table.to_pylist(), ensure_ascii=False).encode()] * 2 + [stream.getvalue().to_pybytes()]
    return found


COMMANDS: tuple[tuple[str, ...], ...] = tuple(
    tuple(words)
    for words in transcripts.commands("""
start Stammtisch --players Anna,Bene,Christl,Dani --tariff wiki --date 2026-11-19 --place Post
start Neu --players Anna,Bene,Christl,Dani --db new/ledger.db
start Dritte --players Anna,Bene,Christl,Dani --stock-from 1
start Zweite --players Anna,Bene,Christl,Dani,Eva --dealer Bene --tariff saukopf
add s ac nl3
add w b-l2
add s ac 74
add hs a 93 l4 k
add r d jb
add x
add s cd p2 // Bier
add --json '{"game": "wenz", "declarer": "Bene", "won": false, "laufende": 2}'
add --json -
add --again --session 1 w b
fix 1 w b
insert 2 s bd-
void 2
move 3 1
fix --keep-seats 1 x
undo
undo 3
redo
show
show --format json
explain 1
explain s ac n
join Eva --after Bene
leave Dani
seats Dani,Anna,Bene,Christl
bock 4
bock off
round hadsch
stock +40ct anna
stock -40ct anna
post anna:-50ct bene:+50ct --note Bier
settle
settle --record --yes
settle --all --point 10ct --round 5ct
settle --round 5ct --record --yes
settle --all --round 10ct --record --yes
settle --why
settle --point 0,025 --why
pay Anna Bene 240ct
pay Bene Anna 2,40
pay --again Bene Anna 2,40
close
close --stock split
reopen
play
calc --tariff lamers s ad zp
calc --players A,B,C,D --stock 40ct s ac
replay evening.yaml
import evening.yaml
import evening.csv --keep-going
import list.csv --dry-run --as Anna=Kathi --amounts euros --decimal comma --dates day --rows each --name Liste
import list.csv --tariff sauspiel --keep-going --date 2026-11-19 --sheet 2024
export 1
export --format csv
export --format journal
export --format jsonl -o out.jsonl
report session
report session --format html
report session --plot
report prices
report standings --since 2026-11 --plot
report stats --group Stammtisch --unit ct
report partners --players Anna,Bene,Eva
report records --format markdown
report schema
report characters --until 2026-12-31
report rating --year 2026
report prices --tariff own.yaml -o prices.html
session list
session log
session log --session Stammtisch
session tariff lamers
session tariff wiki --from 2
player list
player rename Anna Änna
player merge Eva Anna
player part Anna 'Anna Huber' --session 2
player set Anna --iban DE89370400440532013000 --holder 'Anna Gruber'
tariff list
tariff show own.yaml
tariff check haus
tariff diff wiki own.yaml
tariff new haus --extends wiki
tariff new x -o x.yaml
tariff schema
whatif --tariff lamers
whatif --tariff own.yaml --session 1
whatif --tariff lamers --all
serve --tls-cert nobody.pem
web -o site
rescore sklog.db -o again --tariff wiki
check
check --repair
check --digest ABCD-1234
check --signature --signers nobody.pub
close --sign nobody
verify sklog.db copy.db --digest ABCD-1234-ABCD-1234
backup
backup copy.db
backup --list
backup --keep 1
restore
restore copy.db
merge other.db --yes
tournament new Rennen --tariff bsv --games 4 --seed gras --fee 10€ --date 2026-11-19
tournament rules --ties solos,lot --team-size 2
tournament enter Anna --place Augsburg --club Ober --team Gras --paid
tournament enter Bene -t Rennen
tournament enter Christl
tournament enter Dani --paid 5€
tournament enter --from list.csv --dry-run
tournament change 2 --team Gras
tournament paid 2,3
tournament paid 3 -10€
tournament withdraw 4 --reason krank
tournament back 4
tournament substitute 4 Eva
tournament draw
tournament draw --again
tournament seat 1/1 4,3,2,1
tournament table 1 --begin
tournament list 1 23 -5 -20 2
tournament list 1/1 --correct 4:23 3:-5 2:-20 1:2 --solos 1,0,0,0
tournament penalty 1 -10 wrong seat
tournament prizes '1: 500 €' '2-3: Schinken' 'last: Brotzeit'
tournament show
tournament entrants --format csv
tournament seats
tournament ranking --round 1 --format json
tournament teams
tournament clubs
tournament bests --round 1
tournament awards
tournament cash -o cash.xlsx
tournament explain 1
tournament explain 1/1
tournament print sheets -o sheets.html
tournament series
--version
add --help
--db other.db show
show --db evening.yaml
report session -o sklog.db
""")
)
"""Command lines, as words; the folder has what they name."""


def commands(_start: int) -> list[bytes]:
    """Return command lines, their words joined by NUL as the system has them."""
    return [b"\0".join(word.encode() for word in words) for words in COMMANDS]


def play(start: int) -> list[bytes]:
    """Return what is typed at the prompt, line by line."""
    rng = Random(start)
    typed = [" ".join(words) for words in COMMANDS if words[0] not in ("import", "replay", "export", "tariff", "calc")]
    typed += [" ".join(words[1:]) for words in COMMANDS if words[0] == "add"] * 4
    return ["\n".join(rng.choices(typed, k=rng.randrange(1, 5))).encode() for _ in range(200)]


def _files(pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(ROOT.glob(pattern))]
