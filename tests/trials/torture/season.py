"""A ledger with everything in it: several evenings, corrections, payments, other names, two tariffs, a merge."""

from __future__ import annotations

from pathlib import Path

from tests.trials.torture import cases, scratch

FIRST = """
start Stammtisch --players Anna,Bene,Christl,Dani --date 2026-11-12 --tariff wiki --place "Gasthof Post"
x
s ac
w b-l2
hs a 93l4k // with a note
r d jb
fix 3 w c l3
insert 2 s bd-
void 4
move 5 2
undo
redo
join Eva --after Bene
w e
bock 1
s ad-
seats Anna,Bene,Christl,Dani,Eva
leave Eva
post Anna:-50ct Bene:50ct --note "Falsch gegeben"
session tariff sauspiel --from 8
s dc p2
pay Bene Anna 1,20
undo 2
redo 1
settle --record --yes --stock split
close --stock split
"""
SECOND = """
start Revanche --players Anna,Bene,Christl,Dani --date 2026-11-19 --tariff wiki --dealer Bene
x
s bd
hw c
x
void 2 --keep-seats
close --stock carry
reopen
close --stock carry
"""
THIRD = """
start Zweiter --players Anna,Bene,Christl,Sepp --date 2026-11-20 --tariff wiki
s ab
es s t
round hadsch
s sa
player rename Christl Christa
player rename Sepp Josef
player set Anna --iban DE89370400440532013000
"""


def made(place: Path) -> None:
    """Make it in this folder; the last evening is open, and one is of another ledger."""
    scratch.told(["import", cases.SAMPLES[1]], place)
    (place / "other").mkdir()
    cases.elsewhere(place / "other")
    scratch.told(["merge", f"other/{scratch.LEDGER}", "--yes"], place)
    for lines in (FIRST, SECOND, THIRD):
        scratch.told(["play"], place, stdin=lines)
