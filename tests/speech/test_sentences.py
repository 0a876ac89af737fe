"""A hand that is said in a sentence, in German, dialect and English, is the hand that it says, or is asked about."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import sklog.speech.words
from sklog import tariffs
from sklog.errors import HandError, InvalidHand, UnclearHand
from sklog.notation import read, read_hand, write
from sklog.scoring.evening import admit, start
from sklog.scoring.hand import Played
from tests.speech.sentence_writer import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sklog.scoring.hand import Hand

WIKI = tariffs.find("wiki")
ANNA = ("Anna", "Bene", "Christl", "Dani")
SEPP = ("Sepp", "Sabine", "Toni", "Vroni")
KATHI = ("Kathi", "Lisa", "Max", "Paul")
TABLES = (
    *(ANNA, SEPP, KATHI, ("Anna Lena", "Bertl", "Änne", "Öse")),
    ("Resi", "Karl-Heinz", "Dana", "Inge"),
)
XAVER = ("Xaver", "Toni", "Hilde", "Moni")
LONG = ("Georg", "Josef", "Theresa", "Andreas")
SECTION = (Path(__file__).parents[2] / "docs" / "shorthand.md").read_text(encoding="utf-8").split("\n## ")[2]
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "table_lines.jsonl"
SENTENCES = int(os.environ.get("SKLOG_SENTENCES") or 2_000)
SHARDS = 4
SAID = (
    ("dea Wenz vom Paul war nix, 40 hod a ghabt", "w p-40", KATHI),
    ("Bene und Christl verlieren das Sauspiel gegen Anna und Dani", "s bc-", ANNA),
    ("Anna und Bene gwinna Sauspui mit drei", "s ab l3", ANNA),
    ("Sauspiel Bene Dani verloren mit Schneider", "s bd-n", ANNA),
    ("Wenz Dani verloren schwarz", "w d-z", ANNA),
    ("Herz Solo Christl gewonnen", "hs c", ANNA),
    ("Christl Herz-Solo verloren", "hs c-", ANNA),
    ("Christl hat das Herzsolo verloren", "hs c-", ANNA),
    ("Rotes Solo Dani mit vier Laufenden", "hs d l4", ANNA),
    ("Schellensolo von Dani, Kontra von Bene", "ss d kontra:Bene", ANNA),
    ("Solo Gras Anna, Kontra Bene, Re Anna", "gs a kontra:Bene,Anna", ANNA),
    ("Anna lost her Wenz", "w a-", ANNA),
    ("Anna's Wenz was lost", "w a-", ANNA),
    ("Bene won a Wenz with two", "w b l2", ANNA),
    ("Bene and Dani win, Sauspiel, schneider", "s bd n", ANNA),
    ("Dani and Christl lost a Sauspiel, black", "s dc-z", ANNA),
    ("Acorn solo Anna, schwarz", "es a z", ANNA),
    ("acorns solo by Anna, lost", "es a-", ANNA),
    ("nobody played", "x", ANNA),
    ("alle passen", "x", ANNA),
    ("alle weiter", "x", ANNA),
    ("keiner spielt", "x", ANNA),
    ("zusammengeworfen", "x", ANNA),
    ("Christl verliert den Ramsch", "r c", ANNA),
    ("Ramsch, Christl verliert", "r c", ANNA),
    ("Ramsch, verloren hat Christl", "r c", ANNA),
    ("Den Ramsch hat Dani verloren, Anna war Jungfrau", "r d ja", ANNA),
    ("Ramsch Durchmarsch Bene", "r b+", ANNA),
    ("Bene macht Durchmarsch", "r b+", ANNA),
    ("Bene macht einen Durchmarsch im Ramsch", "r b+", ANNA),
    ("Hochzeit Anna mit Bene", "h ab", ANNA),
    ("Hochzeit von Anna und Bene, gewonnen", "h ab", ANNA),
    ("Anna hat Hochzeit mit Christl und verliert", "h ac-", ANNA),
    ("Geier Bene Tout gewonnen", "g b t", ANNA),
    ("Geier Tout Bene verloren", "g b-t", ANNA),
    ("Bettel von Dani, verloren", "b d-", ANNA),
    ("Dani spielt Bettel und verliert", "b d-", ANNA),
    ("Farbwenz Herz Christl", "hw c", ANNA),
    ("Herzwenz Christl", "hw c", ANNA),
    ("Christl spielt einen Farbwenz in Gras und gewinnt mit 3", "gw c l3", ANNA),
    ("Graswenz Anna verloren", "gw a-", ANNA),
    ("Sauspiel auf die Eichel Anna mit Bene", "s ab suit:eichel", ANNA),
    ("Sauspiel auf die Schellensau, Anna und Bene gewinnen", "s ab suit:schellen", ANNA),
    ("Anna sucht die Alte, Partner Dani, verloren", "s ad- suit:eichel", ANNA),
    ("Anna spielt mit Dani Sauspiel, gewonnen mit 75", "s ad 75", ANNA),
    ("Sauspiel Anna Dani 75 Augen", "s ad 75", ANNA),
    ("Sauspiel Anna Dani mit 75 Augen gewonnen", "s ad+75", ANNA),
    ("Sauspiel Anna und Dani haben 45 Augen", "s ad 45", ANNA),
    ("Sauspiel Anna Dani 61 zu 59", "s ad 61", ANNA),
    ("Sauspiel Anna Dani, einundsechzig zu neunundfünfzig", "s ad 61", ANNA),
    ("Sauspiel Anna Dani 59-61", "s ad 59", ANNA),
    ("Sauspiel Anna Christl, Bene und Dani haben geklopft", "s ac klopfer:Bene,Dani", ANNA),
    ("Sauspiel Anna Christl, Bene hat geklopft", "s ac klopfer:Bene", ANNA),
    ("Bene klopft, Dani klopft, Sauspiel Anna mit Christl", "s ac klopfer:Bene,Dani", ANNA),
    ("Sauspiel Anna Christl, zwei haben geklopft", "s ac p2", ANNA),
    ("Sauspiel Anna Christl, einer klopft", "s ac p", ANNA),
    ("Sauspiel Anna mit Christl, keiner geklopft", "s ac", ANNA),
    ("Sauspiel Anna mit Christl, nicht geklopft", "s ac", ANNA),
    ("Sauspiel Anna mit Christl ohne Schneider", "s ac", ANNA),
    ("Sauspiel Anna mit Christl schneiderfrei verloren", "s ac-", ANNA),
    ("Sauspiel Anna mit Christl kein Schneider", "s ac", ANNA),
    ("Sauspiel Anna mit Christl, Dani gibt Kontra", "s ac kontra:Dani", ANNA),
    ("Sauspiel Anna mit Christl, Dani sagt Kontra, Anna Re", "s ac kontra:Dani,Anna", ANNA),
    ("Sauspiel Anna mit Christl Spritze von Bene", "s ac kontra:Bene", ANNA),
    ("Wenz Bene, Stoß Dani", "w b kontra:Dani", ANNA),
    ("Wenz Bene Kontra Re verloren", "w b-kr", ANNA),
    ("Wenz Bene ohne zwei", "w b o2", ANNA),
    ("Wenz Bene ohne zwei verloren", "w b-o2", ANNA),
    ("Solo Dani mit drei Herren", "fs d l3", ANNA),
    ("Eichel Solo Dani Sie", "es d sie", ANNA),
    ("Dani spielt einen Sie", "fs d sie", ANNA),
    ("Sie von Dani", "fs d sie", ANNA),
    ("Muss Anna und Christl verloren", "s ac- forced:yes", ANNA),
    ("Mußspiel Anna mit Christl", "s ac forced:yes", ANNA),
    ("Bock: Sauspiel Anna mit Christl", "s ac bock", ANNA),
    ("Sauspiel im Bock Anna Christl", "s ac bock", ANNA),
    ("im Bock Wenz Dani verloren", "w d- bock", ANNA),
    ("Doppelbock Wenz Dani", "w d bock2", ANNA),
    ("a Wenz vom Dani", "w d", ANNA),
    ("an Wenz hod da Dani gwonna", "w d", ANNA),
    ("da Dani hat an Wenz verlorn", "w d-", ANNA),
    ("d'Christl hod a Solo gspuit und verlorn", "fs c-", ANNA),
    ("De Anna hod a Herzsolo gwonna", "hs a", ANNA),
    ("Anna und Bene ham des Sauspui verlorn", "s ab-", ANNA),
    ("Sauspui Anna Bene gwunna", "s ab", ANNA),
    ("Rufspiel Anna Bene", "s ab", ANNA),
    ("Anna + Bene Sauspiel", "s ab", ANNA),
    ("Anna & Bene Sauspiel verloren", "s ab-", ANNA),
    ("Anna, Bene: Sauspiel verloren", "s ab-", ANNA),
    ("Sauspiel: Anna, Bene", "s ab", ANNA),
    ("SAUSPIEL ANNA BENE VERLOREN", "s ab-", ANNA),
    ("sauspiel anna bene!", "s ab", ANNA),
    ("Verloren: Wenz Bene", "w b-", ANNA),
    ("Wenz (Bene) verloren", "w b-", ANNA),
    ("Anna gewinnt mit Bene das Sauspiel", "s ab", ANNA),
    ("Bene spielt Wenz", "w b", ANNA),
    ("Bene Wenz", "w b", ANNA),
    ("Bene: Wenz", "w b", ANNA),
    ("wenz von bene gewonnen mit schneider", "w b n", ANNA),
    ("Wenz Bene, Gegner Schneider", "w b n", ANNA),
    ("Wenz Bene, alle Gegner schwarz", "w b z", ANNA),
    ("Wenz Bene, die anderen waren schneider", "w b n", ANNA),
    ("Bene Geier, Schneider verloren", "g b-n", ANNA),
    ("Bene gewinnt das Gras-Solo mit 5 Laufenden und schwarz", "gs b zl5", ANNA),
    ("Sauspiel Anna Christl, vier Laufende, Kontra", "s ac l4k", ANNA),
    ("Sauspiel Anna mit Christl, Kontra, verloren", "s ac-k", ANNA),
    ("Bene hat Solo gewonnen, Kontra von Dani", "fs b kontra:Dani", ANNA),
    ("sixty one to fifty nine, Sauspiel Anna with Bene", "s ab 61", ANNA),
    ("Anna played Wenz and won with three", "w a l3", ANNA),
    ("Anna called spades, partner Bene, lost", "s ab- suit:gras", ANNA),
    ("Anna and Bene, Sauspiel, three runners, lost", "s ab-l3", ANNA),
    ("Sauspiel Anna Bene, schneider, 3 laufende, verloren", "s ab-nl3", ANNA),
    ("Laub-Solo Anna", "gs a", ANNA),
    ("Blattsolo Anna", "gs a", ANNA),
    ("Schelln Solo Anna verlorn", "ss a-", ANNA),
    ("Eichel-Wenz Anna", "ew a", ANNA),
    ("Wenz in Eichel von Anna", "ew a", ANNA),
    ("Anna Tout gewonnen Wenz", "w a t", ANNA),
    ("Anna Wenz Tout verloren", "w a-t", ANNA),
    ("Tout Wenz von Anna, geschafft", "w a t", ANNA),
    ("Anna hat den Wenz nicht gewonnen", "w a-", ANNA),
    ("Anna Wenz nicht geschafft", "w a-", ANNA),
    ("Wenz Anna 90 zu 30", "w a 90", ANNA),
    ("Wenz Anna 90:30 gewonnen", "w a+90", ANNA),
    ("Wenz Anna mit neunzig Augen", "w a 90", ANNA),
    ("toni und vroni gewinnen sauspiel", "s tv", SEPP),
    ("sauspiel toni und vroni verlieren", "s tv-", SEPP),
    ("Wenz Sabine verloren", "w sabine-", SEPP),
    ("Sepp heiratet Toni und verliert", 'h "Sepp" "Toni" -', SEPP),
    ("Sepp Solo mit 4", "fs sepp l4", SEPP),
    ("Vroni Jungfrau, Ramsch Toni", "r t jv", SEPP),
    ("Ramsch Toni, Vroni und Sepp Jungfrauen", "r t jungfrauen:Vroni,Sepp", SEPP),
    ("Kontra Toni, Wenz Sabine", "w sabine kontra:Toni", SEPP),
    ("Toni klopft Sepp klopft Sauspiel Sabine mit Vroni", "s sabine v klopfer:Toni,Sepp", SEPP),
    ("Sauspiel Anna mit Bene, Anna und Bene sind Schneider", "s ab-n", ANNA),
    ("Anna und Bene sind Schneider beim Sauspiel", "s ab-n", ANNA),
    ("Sauspiel Anna mit Bene, Christl und Dani gewinnen", "s ab-", ANNA),
    ("Sauspiel Anna mit Bene, Christl und Dani sind Schneider", "s ab n", ANNA),
    ("Anna mit Bene, Sauspiel, 3er Lauf", "s ab l3", ANNA),
    ("Anna Bene Sauspiel mit Lauf drei", "s ab l3", ANNA),
    ("Sauspiel Anna Bene, Laufende 4", "s ab l4", ANNA),
    ("Sauspiel Anna Bene gewonnen drei laufende schneider kontra", "s ab nl3k", ANNA),
    ("Sauspiel Anna Bene, gedoppelt von Christl", "s ab klopfer:Christl", ANNA),
    ("Sauspiel Anna Bene, Christl gedoppelt", "s ab klopfer:Christl", ANNA),
    ("Sauspiel Anna Bene, 1 Klopfer", "s ab p", ANNA),
    ("Sauspiel Anna Bene, Klopfer: Christl, Dani", "s ab klopfer:Christl,Dani", ANNA),
    ("Klopfer Christl, Sauspiel Anna mit Bene", "s ab klopfer:Christl", ANNA),
    ("Habicht Anna", "habicht a", ANNA),
    ("Spieler Anna, Partner Bene, Sauspiel, verloren", "s ab-", ANNA),
    ("Sauspiel gewonnen Anna und Bene", "s ab", ANNA),
    ("Wenz, Verlierer Anna", "w a-", ANNA),
    ("Wenz, Anna gewinnt", "w a", ANNA),
    ("Anna gewinnt Herzsolo", "hs a", ANNA),
    ("Herzsolo gewonnen von Anna", "hs a", ANNA),
    ("Solo auf Herz von Anna", "hs a", ANNA),
    ("Anna Solo auf Gras", "gs a", ANNA),
    ("Anna hat mit Christl gewonnen, Sauspiel", "s ac", ANNA),
    ("Sauspiel mit Anna und Bene", "s ab", ANNA),
    ("ein Sauspiel von Anna und Bene, verloren", "s ab-", ANNA),
    ("verlorenes Sauspiel Anna Bene", "s ab-", ANNA),
    ("gewonnenes Solo Anna", "fs a", ANNA),
    ("Anna und Bene haben Sauspiel gespielt und verloren", "s ab-", ANNA),
    ("Bene hat Wenz gespielt", "w b", ANNA),
    ("Bene hat einen Wenz gespielt und gewonnen", "w b", ANNA),
    ("Der Bene hat seinen Wenz verloren", "w b-", ANNA),
    ("Dani hat an Geier vaspuit", "g d-", ANNA),
    ("Da Dani hod sei Solo verlorn", "fs d-", ANNA),
    ("Christl: Eichel-Solo, verloren, Schneider", "es c-n", ANNA),
    ("Christl Eichelsolo Schneider schwarz", "es c nz", ANNA),
    ("Christl spielt Eichelsolo schwarz gewonnen", "es c z", ANNA),
    ("Sauspiel Anna Bene, mit 3, Schneider, Kontra", "s ab nl3k", ANNA),
    ("Sauspiel Anna Bene mit drei Laufenden Schneider gewonnen", "s ab nl3", ANNA),
    ("Sauspiel Anna Bene Schneider mit drei", "s ab nl3", ANNA),
    ("Sauspiel Anna u. Bene", "s ab", ANNA),
    ("Sauspiel, Anna mit der Christl", "s ac", ANNA),
    ("Sauspiel Anna mit'm Bene", "s ab", ANNA),
    ("Sauspiel Anna/Bene 70:50", "s ab 70", ANNA),
    ("Sauspiel Anna/Bene (70:50)", "s ab 70", ANNA),
    ("Sauspiel Anna Bene, 70 Augen, drei Laufende", "s ab 70l3", ANNA),
    ("Sauspiel Anna Bene 30 Augen verloren", "s ab-30", ANNA),
    ("Sauspiel Anna Bene verloren mit 30 Augen", "s ab-30", ANNA),
    ("Anna und Bene machen 45 Augen im Sauspiel", "s ab 45", ANNA),
    ("Wenz von der Anna, verloren, Kontra von Dani", "w a- kontra:Dani", ANNA),
    ("Wenz Anna Kontra Dani verloren", "w a- kontra:Dani", ANNA),
    ("Wenz Anna, kontriert von Dani", "w a kontra:Dani", ANNA),
    ("Wenz Anna, Dani kontriert", "w a kontra:Dani", ANNA),
    ("Dani spritzt Annas Wenz", "w a kontra:Dani", ANNA),
    ("Wenz Anna Spritze", "w a k", ANNA),
    ("Wenz Anna Stoß", "w a k", ANNA),
    ("Wenz Anna Kontra gegeben", "w a k", ANNA),
    ("Wenz Anna mit Kontra", "w a k", ANNA),
    ("Wenz Anna mit Kontra und Re", "w a kr", ANNA),
    ("Solo Anna Kontra und Retour", "fs a kr", ANNA),
    ("Sauspiel Anna mit Christl einmal geklopft", "s ac p", ANNA),
    ("Sauspiel Anna mit Christl, geklopft", "s ac p", ANNA),
    ("Sauspiel Anna mit Christl, zwei geklopft", "s ac p2", ANNA),
    ("Sauspiel Anna mit Christl, drei Klopfer", "s ac p3", ANNA),
    ("Sauspiel Anna mit Christl mit zwei Klopfern", "s ac p2", ANNA),
    ("Anna und Bene legen, Sauspiel Christl mit Dani verloren", "s cd- klopfer:Anna,Bene", ANNA),
    ("gelegt haben Anna und Bene, Wenz Dani", "w d klopfer:Anna,Bene", ANNA),
    ("Ramsch Anna", "r a", ANNA),
    ("Ramsch, Anna", "r a", ANNA),
    ("Anna hat den Ramsch verloren", "r a", ANNA),
    ("Anna verliert Ramsch, Bene Jungfrau", "r a jb", ANNA),
    ("Ramsch an Anna", "r a", ANNA),
    ("Ramsch: Anna 50, Bene 30, Christl 20, Dani 20", "r 50 30 20 20", ANNA),
    ("Ramsch Anna 50 Augen, Bene 30, Christl 20, Dani 20", "r 50 30 20 20", ANNA),
    ("Durchmarsch von Dani", "r d+", ANNA),
    ("Dani Ramsch Durchmarsch", "r d+", ANNA),
    ("niemand hat gespielt", "x", ANNA),
    ("keiner hat gespielt", "x", ANNA),
    ("alle haben gepasst", "x", ANNA),
    ("alle vier weiter", "x", ANNA),
    ("nobody plays", "x", ANNA),
    ("all passed", "x", ANNA),
    ("Anna won a heart solo with five", "hs a l5", ANNA),
    ("Anna wins heart solo", "hs a", ANNA),
    ("Heart solo by Anna, schneider", "hs a n", ANNA),
    ("Anna and Christl won the Sauspiel with 91", "s ac+91", ANNA),
    ("Anna and Christl lost Sauspiel, 45 points", "s ac-45", ANNA),
    ("Anna and Christl lost the call game", "s ac-", ANNA),
    ("Anna played alone, Wenz, lost", "w a-", ANNA),
    ("Wenz by Bene, contra by Anna, lost", "w b- kontra:Anna", ANNA),
    ("Sauspiel Anna Christl, Bene knocked", "s ac klopfer:Bene", ANNA),
    ("Bene's leaf solo, four runners, black", "gs b zl4", ANNA),
    ("spades solo Bene", "gs b", ANNA),
    ("clubs solo Bene lost", "es b-", ANNA),
    ("diamonds solo Bene", "ss b", ANNA),
    ("hearts solo Bene with contra", "hs b k", ANNA),
    ("Bettel Anna gewonnen", "b a", ANNA),
    ("Anna Bettel verloren", "b a-", ANNA),
    ("Hochzeit Anna Bene verloren", "h ab-", ANNA),
    ("Anna und Bene Hochzeit", "h ab", ANNA),
    ("Farbgeier Herz Anna", "hg a", ANNA),
    ("Farbwenz Anna Gras", "gw a", ANNA),
    ("Herz-Geier von Dani verloren", "hg d-", ANNA),
    ("Wenz Eichel Dani", "ew d", ANNA),
    ("Muss Solo Dani", "fs d forced:yes", ANNA),
    ("Dani muss, verliert Sauspiel mit Anna", "s da- forced:yes", ANNA),
    ("Bockrunde: Wenz Anna verloren", "w a- bock", ANNA),
    ("Wenz Anna im Bock gewonnen", "w a bock", ANNA),
    ("Sauspiel mit Bock Anna Bene", "s ab bock", ANNA),
    ("Sie Anna Herz", "hs a sie", ANNA),
    ("Anna Herz Sie", "hs a sie", ANNA),
    ("Anna Solo-Tout Eichel", "es a t", ANNA),
    ("Anna Eichel-Solo-Tout gewonnen", "es a t", ANNA),
    ("Eichel Solo Tout Anna verloren", "es a-t", ANNA),
    ("Anna Wenz tout gemacht", "w a t", ANNA),
    ("Wenz du Anna", "w a t", ANNA),
    ("Sabine Wenz gwonna", "w sa", SEPP),
    ("d'Vroni hod mim Toni s'Sauspui gwonna", "s vt", SEPP),
    ("Toni Vroni Sauspiel zwei Klopfer verloren", "s tv-p2", SEPP),
    ("t wenz mit 2", "w t l2", SEPP),
    ("t und v sauspiel", "s tv", SEPP),
    ("s t v mit drei", "s tv l3", SEPP),
    ("s t v schneider kontra sepp", "s tv n kontra:Sepp", SEPP),
    ("Sabine und Vroni gewinnen Sauspiel mit 3 Laufenden und Schneider", "s sa v nl3", SEPP),
    ("Kathi und Max Sauspiel gewonnen Schneider", "s km n", KATHI),
    ("Max spielt mit Paul auf die Blaue, verloren, 55 Augen", "s mp-55 suit:gras", KATHI),
    ("Lisa Geier mit zwei, Kontra Max, verloren", "g l-l2 kontra:Max", KATHI),
    ("Paul solo gras 4 laufende", "gs p l4", KATHI),
    ("Wenz Anna, die Gegner haben gewonnen", "w a-", ANNA),
    ("Dani hat beim Ramsch einen Durchmarsch gewonnen", "r d+", ANNA),
    ("Sauspiel Anna Bene ein und sechzig", "s ab 61", ANNA),
    ("Sauspiel Anna Bene mit drei und sechzig Augen", "s ab 63", ANNA),
    ("Sauspiel Anna Bene mit drei und neunzig", "s ab 93", ANNA),
    ("Wenz Anna mit zwei und sechzig", "w a 62", ANNA),
    ("Anna spielt Wenz, Bene gibt Kontra und gewinnt", "w a- kontra:Bene", ANNA),
    ("Anna spielt Wenz, Bene spritzt und gewinnt", "w a- kontra:Bene", ANNA),
    ("Bene gibt Kontra und gewinnt, Wenz Anna", "w a- kontra:Bene", ANNA),
    ("Sauspiel Anna mit Bene, Dani schießt und gewinnt", "s ab- kontra:Dani", ANNA),
    ("Wenz Anna, Bene said contra and lost", "w a kontra:Bene", ANNA),
    ("Sauspiel Anna Bene, Christl gewinnt", "s ab-", ANNA),
    ("Christl ruft die Alte, Bene hat sie", "s cb suit:eichel", ANNA),
    ("Wenz Gewinner Bene, Spieler Anna", "w a-", ANNA),
    ("zwei Klopfer Bene Christl Wenz Anna", "w a klopfer:Bene,Christl", ANNA),
    ("zusammengeworfen.", "x", ANNA),
    ("Karten zusammengeworfen", "x", ANNA),
    ("nix, zamgschmissn", "x", ANNA),
    ("no game, thrown in", "x", ANNA),
    ("passed out", "x", ANNA),
    ("w anna.", "w a", ANNA),
    ("Sauspiel Anna-Bene", "s ab", ANNA),
    ("Wenz Anna lauf. 3", "w a l3", ANNA),
    ("Wenz Anna verl.", "w a-", ANNA),
    ("Wenz Anna oanasechzg Augn", "w a 61", ANNA),
    ("Sauspeil Anna Bene gewonen", "s ab", ANNA),
    ("suaspiel anna bene verlohren", "s ab-", ANNA),
    ("Sauspiel Anna mit Bene ohne Laufende", "s ab", ANNA),
    ("Kontra Bene gewinnt, Wenz Anna", "w a- kontra:Bene", ANNA),
    ("Anna spielt mit Bene, 3 Laufende", "s ab l3", ANNA),
    ("Christl verliert mit Dani", "s cd-", ANNA),
    ("s ac - kontra bene", "s ac- kontra:Bene", ANNA),
    ("Ramsch, der Bene hat die meisten", "r b", ANNA),
    ("Anna spielt auf Benes Eichelsau", "s ab suit:eichel", ANNA),
    ("Wenz Anna, Bene klopft, Christl auch", "w a klopfer:Bene,Christl", ANNA),
    ("Wenz von Anna, Bene klopft, Christl auch", "w a klopfer:Bene,Christl", ANNA),
    ("Herzsolo Anna, Bene legt, Christl auch, verloren", "hs a- klopfer:Bene,Christl", ANNA),
    ("Wenz Anna, Bene und Christl haben geklopft, Dani auch", "w a klopfer:Bene,Christl,Dani", ANNA),
    ("Sauspiel Anna Bene, Christl klopft, Dani auch", "s ab klopfer:Christl,Dani", ANNA),
    ("Ramsch Anna, Bene klopft, Christl auch", "r a klopfer:Bene,Christl", ANNA),
    ("Bene klopft. Anna Sauspiel mit Christl. Gewonnen.", "s ac klopfer:Bene", ANNA),
    ("Christl hat geklopft und Dani auch, Sauspiel Anna Bene", "s ab klopfer:Christl,Dani", ANNA),
    ("Ramsch Anna, Bene Jungfrau, Christl auch", "r a jbc", ANNA),
    ("Wenz Sabine gegen alle anderen gewonnen", "w sa", SEPP),
    ("Geier Lisa, Gegner haben Kontra gegeben, gewonnen", "g l k", KATHI),
    ("Max ruft die Gras-Sau, Lisa geht mit, 67 Augen", "s ml 67 suit:gras", KATHI),
    ("Anna's Wenz went down", "w a-", ANNA),
    ("also Anna hat dann mit Bene das Sauspiel gewonnen", "s ab", ANNA),
    ("Dani mal wieder mit Solo, glatt verloren", "fs d-", ANNA),
    ("Mei, d'Anna hod scho wieda mim Bene gwonna, Sauspui", "s ab", ANNA),
    ("nächstes Spiel: Wenz Dani, verloren", "w d-", ANNA),
    ("Bene hat jetzt n Wenz verloren", "w b-", ANNA),
    ("Dani hat'n Wenz verloren", "w d-", ANNA),
    ("es wurde zweimal geklopft, Wenz von Bene", "w b p2", ANNA),
    ("[Sauspiel] Anna & Bene - verloren", "s ab-", ANNA),
    ("Anna hat mit der Eichel gerufen, Dani lief mit, verloren", "s ad- suit:eichel", ANNA),
    ("Anna hat gerufen, Christl ist mitgegangen, 80 Augen", "s ac 80", ANNA),
    ("Anna: Sauspiel. Bene mit dabei. Verloren.", "s ab-", ANNA),
    ("Sauspiel Dani, Christl hat die Sau, gewonnen", "s dc", ANNA),
    ("Dani sucht die Eichel-Sau und findet Christl, verloren", "s dc- suit:eichel", ANNA),
    ("Anna spielt mit der Eichelsau mit Bene, gewonnen", "s ab suit:eichel", ANNA),
    ("Ruf Eichel Anna Bene gewonnen", "s ab suit:eichel", ANNA),
    ("Hochzeit: Anna nimmt Bene, gewonnen", "h ab", ANNA),
    ("Spieler: Dani, Mitspieler: Bene, Spiel: Sauspiel, gewonnen", "s db", ANNA),
    ("Sauspiel Dani Bene, Anna und Christl waren die Gegner, 70 Augen", "s db 70", ANNA),
    ("die Anna und der Bene haben gegen die Christl und den Dani verloren, Sauspiel", "s ab-", ANNA),
    ("Dani gegen den Rest, Wenz, verloren", "w d-", ANNA),
    ("Solo für Dani gewonnen", "fs d", ANNA),
    ("Das Sauspiel ging verloren für Anna und Christl", "s ac-", ANNA),
    ("Sieg für Bene im Wenz mit zwei Laufenden", "w b l2", ANNA),
    ("Wenz von Bene nicht erfolgreich", "w b-", ANNA),
    ("Wenz Bene, hat nicht gereicht", "w b-", ANNA),
    ("Bene ist mit dem Eichelsolo baden gegangen", "es b-", ANNA),
    ("Bene hat das Eichelsolo in den Sand gesetzt", "es b-", ANNA),
    ("Anna gewinnt das Herzsolo nicht", "hs a-", ANNA),
    ("Dani hat ein Solo probiert und verloren", "fs d-", ANNA),
    ("Herz ist Trumpf, Solo von Bene, gewonnen", "hs b", ANNA),
    ("Anna gewinnt Eichelsolo als Tout", "es a t", ANNA),
    ("Anna Eichelsolo mit Tout angesagt, verloren", "es a-t", ANNA),
    ("Sauspiel Anna Bene, raus aus dem Schneider, aber verloren", "s ab-", ANNA),
    ("Anna und Bene kommen auf 62 Augen im Sauspiel", "s ab 62", ANNA),
    ("Sauspiel Anna Bene, Spieler 95, Gegner 25", "s ab 95", ANNA),
    ("Sauspiel Anna Bene, 95 Augen für die Spieler", "s ab 95", ANNA),
    ("Sauspiel Anna Bene, Gegner bekamen 25 Augen", "s ab 95", ANNA),
    ("Solo Christl, 58 gegen 62", "fs c 58", ANNA),
    ("Anna and Bene Sauspiel 85 35", "s ab 85", ANNA),
    ("Wenz Christl mit allen vier", "w c l4", ANNA),
    ("Sauspiel Anna Bene mit 3 von oben", "s ab l3", ANNA),
    ("Sauspiel Anna Bene, Laufende: 3", "s ab l3", ANNA),
    ("Sauspiel Anna Bene dreier Laufende", "s ab l3", ANNA),
    ("Wenz Anna 2 Laufende für die Gegner", "w a o2", ANNA),
    ("Wenz Bene, drei Laufende der Gegner", "w b o3", ANNA),
    ("Dani verliert trotz vier Laufenden ihr Solo", "fs d-l4", ANNA),
    ("wenz dani gew. m. 2 lfd", "w d l2", ANNA),
    ("Sauspiel Anna und Christl, Bene legt, Dani legt auch", "s ac klopfer:Bene,Dani", ANNA),
    ("Sauspiel Anna und Christl. Bene und Dani haben beide gelegt. Verloren.", "s ac- klopfer:Bene,Dani", ANNA),
    ("Sauspiel Bene mit Anna, beide Gegner klopfen", "s ba klopfer:Christl,Dani", ANNA),
    ("Bene Wenz, all opponents knocked", "w b klopfer:Anna,Christl,Dani", ANNA),
    ("Geklopft: Bene, Dani. Sauspiel: Anna, Christl. Verloren.", "s ac- klopfer:Bene,Dani", ANNA),
    ("Bene war Klopfer, Wenz Anna", "w a klopfer:Bene", ANNA),
    ("Bene hat einmal geklopft, Wenz Anna", "w a klopfer:Bene", ANNA),
    ("Sauspiel Anna Bene und der Dani hat geklopft", "s ab klopfer:Dani", ANNA),
    ("Dani hat geklopft und spielt Wenz, gewonnen", "w d klopfer:Dani", ANNA),
    ("Nachdem Bene geklopft hat, verliert Anna ihren Wenz", "w a- klopfer:Bene", ANNA),
    ("Annas Solo verloren, Kontra kam von Christl", "fs a- kontra:Christl", ANNA),
    ("Nach Kontra von Bene verliert Anna ihren Geier", "g a- kontra:Bene", ANNA),
    ("Kontra durch Anna, Wenz Dani verloren", "w d- kontra:Anna", ANNA),
    ("Anna gewinnt ihr Herzsolo gegen Danis Kontra", "hs a kontra:Dani", ANNA),
    ("Bene kontriert Annas Wenz und verliert", "w a kontra:Bene", ANNA),
    ("Wenz Dani, Anna ruft Kontra", "w d kontra:Anna", ANNA),
    ("Anna und Dani haben trotz Kontra gewonnen, Sauspiel", "s ad k", ANNA),
    ("Wenz Dani, die Anna stößt", "w d kontra:Anna", ANNA),
    ("Ramsch, Bene hatte die meisten Augen", "r b", ANNA),
    ("Ramsch Bene mit zwei Jungfrauen, Anna und Dani", "r b jad", ANNA),
    ("Ramsch verliert die Christl und die Anna ist Jungfrau", "r c ja", ANNA),
    ("Ramsch, Dani macht keinen Stich, Christl verliert", "r c jd", ANNA),
    ("Ramsch: 60 Anna, 30 Bene, 20 Christl, 10 Dani", "r 60 30 20 10", ANNA),
    ("niemand spielt, Ramsch, Christl verliert", "r c", ANNA),
    ("Ramsch to Bene, Christl virgin", "r b jc", ANNA),
    ("Durchmarsch für Christl", "r c+", ANNA),
    ("wir haben alle gepasst", "x", ANNA),
    ("keiner wollte spielen, also zusammengeworfen", "x", ANNA),
    ("wird nicht gespielt", "x", ANNA),
    ("pass, pass, pass, pass", "x", ANNA),
    ("keiner hatte ein Spiel", "x", ANNA),
    ("Wenz by Dani, didn't make it", "w d-", ANNA),
    ("Anna called the acorn ace, Bene had it, they won 71 to 49", "s ab 71 suit:eichel", ANNA),
    ("Dani had to play, with Anna, lost", "s da- forced:yes", ANNA),
    ("Bene won Wenz w/ 2", "w b l2", ANNA),
    ("an Wenz hod d'Vroni valorn, da Toni hod Kontra gebm", "w v- kontra:Toni", SEPP),
    ("d Vroni hod auf d Blaue gsuacht, mitganga is da Toni, verlorn", "s vt- suit:gras", SEPP),
    ("Aenne und Oese gewinnen ein Sauspiel", "s än ös", TABLES[3]),
    ("anne wenz verloren", "w än-", TABLES[3]),
    ("Öses Wenz gewonnen", "w ös", TABLES[3]),
    ("Felix' Wenz ging verloren", "w f-", ("Felix", "Anna", "Bene", "Dani")),
    # who played follows from who won or lost, and from whoever declared
    ("Dani hat auf die Blaue gespielt, gewonnen haben Anna und Christl", "s db- suit:gras", ANNA),
    ("Sauspiel, verloren haben Bene und Dani, gespielt hat Dani", "s db-", ANNA),
    ("Sauspiel verlieren Bene und Dani, gespielt von Dani", "s db-", ANNA),
    ("Gewinner: Anna, Dani. Verlierer: Bene, Christl. Sauspiel mit 3 Laufenden", "s winners:Anna,Dani l3", ANNA),
    ("Sauspiel Christl mit Dani, Bene hat Kontra gegeben und mit Anna gewonnen", "s cd- kontra:Bene", ANNA),
    ("Anna und Dani gewinnen als Gegner gegen Bene und Christl das Sauspiel", "s bc-", ANNA),
    ("Annas Sau war bei Bene, verloren", "s ab-", ANNA),
    ("die Gegner haben im Wenz von Bene 61 gemacht", "w b 59", ANNA),
    ("Christl called the green one, Dani was with her, 4 runners", "s cd l4 suit:gras", ANNA),
    # who pays has lost
    ("Bene und Dani müssen das Sauspiel zahlen", "s bd-", ANNA),
    ("da Dani muass sein Geier zoin", "g d-", ANNA),
    ("Wenz Bene, jeder zahlt ihm", "w b", ANNA),
    # sounds of dialect
    ("da Bene hod an Geier ogsogt und hibrocht", "g b", ANNA),
    ("Christl hodd an Wenz gschbield und gwunna", "w c", ANNA),
    ("d Anna hot s Sauspui mim Bene in Sand gsetzt", "s ab-", ANNA),
    ("Bettel Christl is aufganga", "b c", ANNA),
    ("Sauspiel Anna Bene zwoarafuchzg Augn", "s ab 52", ANNA),
    ("Anna mit Dani auf d'Schejnsau, gwonna", "s ad suit:schellen", ANNA),
    ("da Dani hods ned packt mitm Geier", "g d-", ANNA),
    ("Dani hod an Bettel gspuit und an Stich macha miassn", "b d-", ANNA),
    ("keiner wollte, Dani musste mit Bene, verloren", "s db- muss", ANNA),
    ("Anna passt, die andern passen auch, zusammengeworfen", "x", ANNA),
    ("s Anna hat einen Wenz gewonnen", "w a", ANNA),
    # names for short, and slips of the keys
    ("Schorsch Wenz verloren", "w g-", LONG),
    ("Resi und da Sepp gewinnen s Sauspiel", "s tj", LONG),
    ("Andi Geier gewonnen mit zwei", "g a l2", LONG),
    ("Dani wnez verlroen", "w d-", ANNA),
    # whoever it can only be
    ("Kontra und Re beim Wenz von Dani, er verliert", "w d-kr", ANNA),
    ("Dani Wenz, Bene spritzt, gwonna hat er trotzdem", "w d kontra:Bene", ANNA),
    ("Sauspiel Anna mit Bene, the others didn't take a single trick", "s ab z", ANNA),
    ("Wenz Dani, koan Stich ham de Gegner gmacht", "w d z", ANNA),
    ("Christl verliert den Wenz, keinen einzigen Stich", "w c-z", ANNA),
    ("Anna and Bene lost the sauspiel, schneider too", "s ab-n", ANNA),
    ("Dani hat sein Herzsolo verloren und Schneider ist er auch", "hs d-n", ANNA),
    ("Christl Herzsolo, die anderen drei haben alle geklopft", "hs c klopfer:Anna,Bene,Dani", ANNA),
    ("nach dreimal Klopfen gewinnt Bene den Wenz", "w b p3", ANNA),
    ("Wenz Bene, 1x Kontra", "w b k", ANNA),
    ("Wenz Bene, all four unters", "w b l4", ANNA),
    ("Christl announced Tout in her Wenz and took every trick", "w c t", ANNA),
    # who won beside whom, which side a figure is of, and endings of adjectives
    ("Sieg für Anna mit Dani, Sauspiel auf die Alte", "s ad suit:eichel", ANNA),
    ("Sauspiel, 63:57 für Bene und Christl", "s bc 63", ANNA),
    ("Anna/Dani vs Bene/Christl Sauspiel 61:59", "s ad 61", ANNA),
    ("Kontra auf Danis Wenz von Bene, verloren mit 50", "w d 50 kontra:Bene", ANNA),
    ("Bene called Dani with the ace of acorns, lost", "s bd- suit:eichel", ANNA),
    ("Das war ein sehr knapper Wenz von Christl, konnte aber gewinnen", "w c", ANNA),
    ("Herz Solo Dani gewonnen mit Schneider und oam Klopfer", "hs d n p", ANNA),
)
"""What is said, the same in shorthand, and who sits there."""
BY_RULE = {
    "a-suit-that-is-called-alone": ("Christl, Dani, Schellen gerufen, 3 Lfd., Schn.", "s cd nl3 suit:schellen"),
    "who-played-are-two": ("Gspuit ham da Dani und d'Anna, Sauspui, valorn", "s da-"),
    "a-bock-that-is-a-blunder": ("Dani hat mit dem Schellensolo einen Bock geschossen, verloren", "ss d-"),
    "nobody-calls-hearts": ("d'Anna is auf Herz ganga und hod gwunna", "hs a"),
    "schneider-were-the-others": ("Geier Bene, Schneider warn de andern", "g b n"),
    "the-opponents-of-whom": ("Die Gegner von Dani und Anna kommen nur auf 29, Sauspiel", "s da 91"),
    "who-teams-up": ("Bene teams up with Christl in a sauspiel and wins", "s bc"),
    "who-alone-says-re": ("Bene Wenz, Kontra von der Anna, Re von ihm, gewonnen", "w b kontra:Anna,Bene"),
    "he-where-only-one-is-a-man": ("Bene contra, Anna's wenz, he won it", "w a- kontra:Bene"),
    "er-where-only-one-is-a-man": ("Wenz Bene, Anna hod gschossn, gwunna hod er", "w b kontra:Anna"),
    "she-where-men-knocked": ("Anna played alone on acorns, Bene knocked, she lost", "es a- klopfer:Bene"),
    "who-plays-is-named-again-with-has": (
        "anna und bene gegen christl und dani, sauspiel, anna hat gerufen, 82",
        "s ab 82",
    ),
    "who-knocks-as-a-noun": ("Dani mit Bene, Sauspiel gewonnen, drei Leger, Kontra", "s db p3k"),
    "who-does-not-make-a-game": ("Bene macht sein Schellensolo net, 59", "ss b 59"),
    "the-two-were-schneider": ("Sauspiel Anna mit Bene, die zwei sind Schneider worden", "s ab-n"),
    "jungfrau-was-nobody": ("Ramsch: verloren hat Dani, Jungfrau war keine", "r d"),
    "who-pays-was-the-player": ("Anna und Dani zahlen, warn die Spieler im Sauspiel", "s ad-"),
    "who-pays-for-a-game": ("Bene had to pay for his bells solo, 2 knocks", "ss b-p2"),
    "for-which-somebody-collects": ("Dani kassiert fürs Herzsolo", "hs d"),
    "a-figure-for-who-is-named": (
        "Dani Solo mit vier und Anna hat Kontra gesagt, 71 für Dani",
        "fs d 71 l4 kontra:Anna",
    ),
    "not-a-single-trick": ("Ramsch, Anna loses and Dani didnt take a single trick", "r a jd"),
    "a-tout-that-dropped-a-trick": ("Bene announced tout, leaves solo, but dropped a trick", "gs b-t"),
    "by-one-trick": ("Bene solo tout in acorns, failed by one trick", "es b-t"),
    "a-tout-on-a-suit": ("Bene announced tout on acorns and got every trick", "es b t"),
    "no-runners": ("Dani lost a Wenz, no runners", "w d-"),
    "who-went-solo": ("Bene went solo in hearts, six runners, schneider", "hs b l6 n"),
    "not-even-out": ("Anna & Dani sauspiel lost, didn't even get out of schneider", "s ad-n"),
    "sounds-of-franconia-in-words-of-the-game": ("da Dani had an Wenz gschbilld und gwunna mid dreia", "w d l3"),
    "who-passes-in-franconian": ("alle hom baßd, zammgschmissn", "x"),
    "who-knocks-in-franconian": ("zwaa ham gleecht, Wenz Dani, verlorn", "w d-p2"),
    "an-ending-of-swabia": ("dr Dani hot an Geier gschpielt ond verlore", "g d-"),
    "a-game-with-a-sound-of-swabia": ("d'Anna ond dr Dani hend gwonna, Sauschpiel uff d'Blaue", "s ad suit:gras"),
    "an-end-of-a-verb-in-dialect": ("da Bene sogt Sauspui o, d'Christl hod d'Sau, valorn hams", "s bc-"),
    "no-trick-for-the-others": ("Koa oanziga Stich fia d'Gegna, Wenz Christl", "w c z"),
    "a-trick-that-had-to-be-in-dialect": ("Bettl vo da Christl, oan Stich hods macha miassn", "b c-"),
    "the-help-of-somebody": ("sauspiel won by Dani with Anna's help", "s da"),
    "a-clause-that-only-says-how-it-was": ("Dani Wenz verloren, das wird teuer", "w d-"),
    "who-had-no-trump": ("Bene verliert mit Dani das Sauspiel, weil der Dani keinen Trumpf nicht gehabt hat", "s bd-"),
    "a-kontra-that-went-wrong": ("Kontra von der Dani ist danebengegangen, Anna gewinnt den Wenz", "w a kontra:Dani"),
    "who-knocked-and-lost-a-game": ("Dani hat geklopft und ihr Herz Solo verloren", "hs d- klopfer:Dani"),
    "so-many-and-no-more": ("im Geier hat Bene nur 44 Augen geschafft", "g b 44"),
    "two-play-two-schneider": ("Anna und Dani spielen Bene und Christl Schneider, Sauspiel", "s ad n"),
    "two-are-played-schneider": (
        "Anna und Dani wurden von Bene und Christl Schneider gespielt, Sauspiel Anna",
        "s ad-n",
    ),
    "caught-in-a-bettel": ("Dani beim Bettel erwischt", "b d-"),
    "both-are-virgins": ("ramsch: bene lost, anna and dani both virgins", "r b jad"),
    "a-figure-for-who-plays": ("75 points for Dani in hearts solo", "hs d 75"),
    "a-clause-that-says-nothing-of-the-hand": ("Oh je, Ramsch verliert die Anna", "r a"),
    "an-adverb-that-is-not-known": ("Christl hat den Geier hirnverbrannt verloren", "g c-"),
    "an-adjective-that-is-not-known": ("Bene had a hideous geier and lost", "g b-"),
    "a-manner-that-is-not-known": ("Bene gewinnt den Geier gemütlich mit 66", "g b+66"),
    "and-cut-to-a-letter": ("Anna n Bene lost the sauspiel w/ 3 runners", "s ab-l3"),
    "with-cut-to-a-letter": ("sauspiel Dani w Christl, everybody knocked", "s dc klopfer:Anna,Bene,Christl,Dani"),
    "opponents-who-are-not-out": (
        "Dani hat die Kugel gerufen, Anna war dabei, die andern sind ned ausm Schneider kemma",
        "s da n suit:schellen",
    ),
    "who-fell-for-it-in-dialect": ("Ramsch, an Bene hods dawischt", "r b"),
    "a-bettel-with-a-trick-that-had-to-be": ("Christl spielt Bettel und muss einen Stich nehmen", "b c-"),
    "a-plus-between-words": ("Geier Dani verl. Kontra+Re", "g d-kr"),
    "where-the-ace-is": ("Bene ruft die Grassau, die liegt bei Dani, 66:54", "s bd 66 suit:gras"),
    "who-swapped-for-a-hochzeit": ("Hochzeit Anna, der Dani hat die Karte getauscht", "h ad"),
    "three-opponents-who-all-knocked": (
        "Bene spielt Geier, die drei Gegner haben alle geklopft",
        "g b klopfer:Anna,Christl,Dani",
    ),
    "who-was-taken-as-partner": ("Dani took Anna as partner in a sauspiel, 72", "s da 72"),
    "a-number-for-two": ("sixty-six for Anna and Dani in a sauspiel", "s ad 66"),
    "the-others-play": ("Anna und Bene gegen Christl und Dani, Dani ruft die Alte", "s dc suit:eichel"),
    "and-cut-to-a-letter-before-somebody": ("Anna won her wenz n Bene knocked", "w a klopfer:Bene"),
    "who-lies-with-whom": ("Die Alte liegt bei Bene, Anna spielt, gewonnen", "s ab suit:eichel"),
    "for-short-against": ("Anna und Bene gg Christl und Dani, Sauspiel, 80:40", "s ab 80"),
    "two-letters-turned-round": ("Geier Anna, kotnra von Bene", "g a kontra:Bene"),
    "a-figure-says-who-is-schneider": ("Anna hat ein Grassolo probiert und ist mit 29 Schneider geworden", "gs a 29 n"),
    "two-others-are-schwarz": ("Sauspiel Anna Bene, Christl und Dani schwarz", "s ab z"),
    "who-was-doubled-in-a-game": ("Anna wird von Bene im Geier kontriert und gewinnt trotzdem", "g a kontra:Bene"),
    "who-is-taken-along-on-an-ace": ("der Bene hat die Anna mit auf die Blaue genommen, 68", "s ba 68 suit:gras"),
    "who-beats-with-whom": ("it was a Sauspiel: Anna (with Bene) beat Christl and Dani 77-43", "s ab 77"),
    "partners": ("Christl and Dani were partners, won schneider in the sauspiel", "s cd n"),
    "those-who-play-are-schneider": ("Sauspiel Anna mit Bene, Anna und Bene Schneider", "s ab-n"),
    "several-are-not-who-plays-alone": ("Bene played leaves solo and they were schneider", "gs b n"),
    "a-sign-for-a-suit": ("Christl \N{BLACK HEART SUIT} solo, 4 runners, won", "hs c l4"),
    "no-partner-found": ("Dani found no partner so heart solo, won", "hs d"),
    "without-as-a-sign": ("Dani wenz w/o two lost", "w d-o2"),
    "a-bettel-broken-by-a-trick": ("Bene's Bettel was broken, he had to take a trick", "b b-"),
    "a-bettel-without-a-trick": ("Christl won the Bettel, no tricks", "b c"),
    "who-had-it": ("Christl called the acorn ace, Bene had it, lost", "s cb- suit:eichel"),
    "to-whom-a-muss-fell": ("the Muss fell to Dani, he played with Bene and lost", "s db- forced:yes"),
    "people-who-took-a-game": ("Christl and Dani took the Sauspiel 66:54", "s cd 66"),
    "a-pot-for-which-all-pay": ("Eingeworfen, alle zahlen in den Stock", "x"),
    "schneider-and-not-schwarz": ("Sauspiel Dani/Anna; Gegner Schneider, schwarz nicht", "s da n schwarz:no"),
    "as-far-as-a-supra": ("Geier Bene bis zum Supra, verloren", "g b-k3"),
    "two-who-played-two-schwarz": ("Bene und Dani haben Anna und Christl schwarz gespielt, Sauspiel", "s bd z"),
    "what-the-opponents-come-to": ("Sauspiel Bene mit Dani, die Gegner kommen auf 64", "s bd 56"),
    "who-laid-and-won": ("Bene laid, then won the geier", "g b klopfer:Bene"),
    "nothing-good-and-thrown-in": ("Koa gscheids Blattl ned, ois eigschmissn", "x"),
    "a-kontra-that-is-named-twice": ("Kontra und Re, das Kontra war von Bene, Geier Dani", "g d kontra:Bene,Dani"),
    "the-others-are-shut-out": ("Anna and Dani shut out the other two in a sauspiel", "s ad z"),
    "who-is-out-of-schneider": ("Geier Bene, opponents out of schneider", "g b"),
    "who-became-schwarz-in-a-game": ("Der Dani und die Anna wurden im Sauspiel schwarz gespielt", "s da-z"),
    "schneider-was-she": ("Anna hat ihren Wenz nicht heimgebracht, Schneider war sie auch", "w a-n"),
    "a-name-in-dialect": ("da Donerl valiad an Wenz, Stoß vom Xare", "w t- kontra:Xaver"),
    "with-somebody-as-partner": ("Anna hat mit Dani als Partner das Sauspiel verloren", "s ad-"),
    "a-partner-who-is-found": ("Bene sucht die Blaue, gefunden bei Dani, gewonnen", "s bd suit:gras"),
    "what-the-opponents-made": ("heart solo from Christl, lost it, opponents made 70", "hs c-50"),
    "a-double-of-a-double": ("Bene doubled, Dani redoubled, geier by Dani, lost", "g d- kontra:Bene,Dani"),
    "augen-for-two": ("75 Augen für Christl und Bene im Sauspiel", "s cb 75"),
    "out-of-it-behind-schneider": ("Wenz Dani ausm Schneider raus, verloren", "w d-"),
    "who-accepts-a-hochzeit": ("Dani bietet Hochzeit, Bene nimmt an, gewonnen", "h db"),
    "sounds-of-swabia-in-a-number": ("zwoi Klopfer, d'Christl hot s Schellasolo hoimbrocht", "ss c p2"),
    "a-trial-that-went-badly": ("da Dani hod an Wenz gwogt, is ned guad ganga", "w d-"),
    "nobody-had-anything-behind-there": ("do hod koana wos ghabt", "x"),
    "the-opponents-win-with-their-figure-first": ("Sauspiel Anna mit Dani, die Gegner gewinnen 66:54", "s ad-54"),
    "the-opponents-lose-with-the-lesser-figure": (
        "Sauspiel Anna mit Dani, die anderen haben verloren, 45:75",
        "s ad+75",
    ),
    "a-double-of-a-game-that-is-somebodys": (
        "Kontra von Dani gegen das Solo von Christl, die Spieler verlieren",
        "fs c- kontra:Dani",
    ),
    "the-players-behind-the-verb": (
        "Kontra von Christl, Sauspiel Anna Bene, verlorn ham d'Spieler",
        "s ab- kontra:Christl",
    ),
    "a-partner-in-brackets": ("Bene (Partner Dani), Sauspiel, verloren", "s bd-"),
    "who-is-with-somebody": ("Christl spielt aufd Alte, mit is da Dani", "s cd suit:eichel"),
    "a-tout-in-a-suit-is-a-solo": ("Bene hod an Du gspuit in Gras, valorn", "gs b-t"),
    "a-ramsch-goes-on-somebody": ("der Ramsch ging auf Christl", "r c"),
    "took-the-most": ("Ramsch, Bene took the most", "r b"),
    "lost-to-a-contra": ("Dani lost his geier to a contra from Anna", "g d- kontra:Anna"),
    "they-had-the-last-word": ("gras solo Dani, contra by Anna, re by Dani, he won it", "gs d kontra:Anna,Dani"),
    "they-where-others-only-knocked": ("Bene klopft, Anna spielt Geier, sie gewinnt", "g a klopfer:Bene"),
    "a-game-with-its-suit-that-is-not-won": ("Bene packt sein Grassolo nicht", "gs b-"),
    "not-won-cut-short": ("Dani + Bene Rufspiel n.gew.", "s db-"),
    "they-made-the-others-schwarz": ("Wenz Dani, schwarz gmacht hod er de andern", "w d z"),
    "nobody-had-anything-behind-a-pass": ("weida, koana hod wos", "x"),
    "nothing-was-there": ("nix gwen, weida", "x"),
    "nothing-to-play": ("nix zum spuin", "x"),
    "sounds-of-swabia": ("dr Dani ond d'Anna hent s Sauspiel verlora, Schneider au no", "s da-n"),
    "sounds-of-franconia": ("da Dani hod an Geier gschbielt und hambracht mit zwaa Laffade", "g d l2"),
    "a-prefix-without-ge": ("Bene Geier durchbracht", "g b"),
    "went-through": ("Christl's wenz tout went through", "w c t"),
    "a-particle-that-ends-the-sentence": ("Anna holt den Wenz heim", "w a"),
    "a-particle-behind-not": ("Anna bringt den Wenz nicht heim", "w a-"),
    "a-verb-in-two-parts-that-loses": ("Anna gibt mit Bene das Sauspiel her", "s ab-"),
    "a-verb-in-two-parts-before-and": ("Anna geht ein, Wenz", "w a-"),
    "a-verb-in-two-parts-is-no-tout": ("Anna bringt den Wenz mit drei durch, Kontra Bene", "w a l3 kontra:Bene"),
    "a-verb-in-two-parts-behind-not": ("Anna kommt mit dem Wenz nicht durch", "w a-"),
    "a-verb-in-two-parts-in-english": ("Anna gave her Wenz away", "w a-"),
    "an-end-of-a-verb-that-says-nothing": ("Dani sagt einen Wenz an und verliert", "w d-"),
    "a-double-in-two-parts": ("Bene schießt den Wenz von Anna an", "w a kontra:Bene"),
    "sau-is-short-for-sauspiel": ("Sau Anna Bene 72:48", "s ab 72"),
    "sau-and-initials": ("Sau A+C gew", "s ac"),
    "no-sau-that-is-held": ("Bene hat die Sau, Sauspiel Anna", "s ab"),
    "the-letter-of-a-suit-before-a-game": ("E-Solo Bene verl. K", "es b-k"),
    "letters-of-a-suited-game-behind-a-name": ("Dani HS 4L schn", "hs d nl4"),
    "a-count-with-m": ("Herzsolo Dani m5 schwarz", "hs d zl5"),
    "a-trick-of-a-bettel": ("Beim Bettel hat Anna einen Stich machen müssen", "b a-"),
    "as-many-tricks-as-there-are": ("Anna made all eight tricks in her Wenz", "w a z"),
    "who-knocks-and-doubles": ("Solo Anna, Bene klopft und gibt Kontra", "fs a kontra:Bene klopfer:Bene"),
    "who-passes-does-not-play": ("Anna passt, Bene weiter, Christl spielt Wenz", "w c"),
    "the-blue-one-is-called": ("Anna spielt mit der Blauen, Bene war dabei", "s ab suit:gras"),
    "both-of-them-lose": ("Sauspiel Anna mit Bene, verlieren beide", "s ab-"),
    "the-old-one-who-had-to": ("Da Oide hot miassn, da Dani mit da Anna, valorn", "s da- forced:yes"),
    "the-others-without-a-trick": ("Beim Wenz vo da Anna hams koan Stich gmacht, de andern", "w a z"),
    "who-knocked-behind-a-colon": (
        "Sauspiel Anna/Bene gewonnen; geklopft: Christl und Dani",
        "s ab klopfer:Christl,Dani",
    ),
    "nothing-and-all-pass": ("nix, alle weiter", "x"),
    "an-arrow": ("ramsch -> dani", "r d"),
    "who-took-the-hochzeit": ("Hochzeit hot Anna ghabt, d Christl hots gnomma, gwunna", "h ac"),
    "an-apostrophe-of-dialect": ("Anna und Bene ham 66 g'macht im Sauspiel", "s ab 66"),
    "a-sign-for-lost": ("Dani solo herz \N{CROSS MARK}", "hs d-"),
    "a-sign-that-says-nothing": ("Dani solo herz gewonnen \N{PARTY POPPER}", "hs d"),
    "both-of-them": ("Anna spielt mit Bene und die zwei gewinnen", "s ab"),
    "who-holds-the-ace-is-the-partner": ("Bene war die Sau, Anna spielt, verloren", "s ab-"),
    "the-ace-had-somebody": ("Sauspiel Anna, die Sau hatte Bene", "s ab"),
    "who-was-found": ("Da Dani hod d'Oide gsuacht und d'Christl gfundn, gwunna", "s dc suit:eichel"),
    "who-was-called": ("Anna hat Bene gerufen, Christl klopft", "s ab klopfer:Christl"),
    "the-ace-of-somebody": ("Anna called Bene's ace, won", "s ab"),
    "who-goes-along-with-whom": ("Anna geht mit Bene auf die Alte und verliert mit 57", "s ab-57 suit:eichel"),
    "who-plays-is-named-again": ("Anna und Bene gegen Christl und Dani, Sauspiel, Bene spielt", "s ba"),
    "the-one-who-calls-is-named-again": ("Anna und Bene gegen Christl und Dani, Anna ruft die Blaue", "s ab suit:gras"),
    "a-role-behind-a-name": ("Sauspiel: Anna (Spieler), Bene (Partner). Verloren.", "s ab-"),
    "who-plays-in-the-genitive": ("the sauspiel of Anna and Bene was won with 66", "s ab+66"),
    "two-beat-two": ("Anna and Bene beat Christl and Dani in a sauspiel", "s ab"),
    "two-lose-to-two": ("Anna and Bene lost to Christl and Dani, sauspiel", "s ab-"),
    "somebody-beats-all": ("Anna beats everyone with her wenz", "w a"),
    "the-opponents-win-a-game": ("die Gegner haben das Sauspiel von Anna und Bene gewonnen", "s ab-"),
    "the-others-lose": ("Anna hat Geier gespielt, verloren haben die andern", "g a"),
    "a-suit-that-is-played": ("Anna spielt Eichel, gewonnen mit fünf", "es a l5"),
    "a-suit-that-was-played": ("Anna hat Eichel gespielt und verloren", "es a-"),
    "a-suit-alone": ("Anna war allein auf Herz und hat gewonnen", "hs a"),
    "a-suit-of": ("Anna lost a solo of hearts", "hs a-"),
    "a-suit-as-trumps": ("Anna plays a solo with acorns as trumps, wins", "es a"),
    "the-suit-that-is-called-with": ("Rufspiel mit der Alten, Anna und Bene gewinnen 65 zu 55", "s ab 65 suit:eichel"),
    "all-tricks-are-a-schwarz": ("Anna hat im Wenz alle Stiche gemacht", "w a z"),
    "all-tricks-of-a-ramsch": ("Ramsch, Anna hat alle Stiche", "r a+"),
    "opponents-without-a-trick": ("Wenz Anna, Gegner ohne Stich", "w a z"),
    "the-others-and-how-many": ("Wenz Anna und die anderen drei wurden schwarz", "w a z"),
    "not-out-of-schneider": ("Sauspiel Anna Bene, nicht aus dem Schneider gekommen", "s ab-n"),
    "the-players-are-schneider": ("Sauspiel Anna Bene, die Spieler waren Schneider", "s ab-n"),
    "the-stock-is-won": ("Anna und Bene gewinnen das Sauspiel und holen den Stock", "s ab"),
    "the-stock-stays": ("Anna mit Bene Sauspiel, Stock bleibt", "s ab-"),
    "who-dealt": ("Dani hat gegeben, Wenz Anna", "w a dealer:Dani"),
    "augen-of-the-loser": ("Ramsch, Anna hat verloren mit 50 Augen", "r a"),
    "who-takes-a-ramsch": ("Anna took the ramsch", "r a"),
    "who-takes-a-hochzeit": ("Anna hat Hochzeit, Bene nimmt, verloren", "h ab-"),
    "a-double-of-somebodys-game": ("Bene hat Annas Wenz geschossen", "w a kontra:Bene"),
    "who-doubled-and-lost": ("Bene hat Annas Wenz geschossen und verloren", "w a kontra:Bene"),
    "a-kontra-given-to-somebody": ("Bene gibt Anna Kontra im Wenz und verliert", "w a kontra:Bene"),
    "a-kontra-against-a-game": ("Bene hatte Kontra gegen Annas Wenz, Anna verliert", "w a- kontra:Bene"),
    "who-was-doubled-and-lost": ("Anna wurde von Bene gespritzt und verlor, Wenz", "w a- kontra:Bene"),
    "a-kontra-that-was-got": ("Anna hat im Wenz Kontra bekommen von Bene und verloren", "w a- kontra:Bene"),
    "a-kontra-and-a-klopfer-of-one": (
        "Wenz Anna gegen Kontra und Klopfer von Bene verloren",
        "w a- kontra:Bene klopfer:Bene",
    ),
    "re-after-kontra": ("Herz-Solo Anna, Re nach Kontra von Bene", "hs a kontra:Bene,Anna"),
    "re-says-who-plays": ("Anna hat Re gesagt nach Kontra von Bene und sein Solo verloren", "fs a- kontra:Bene,Anna"),
    "a-kontra-that-is-counted": ("Wenz Anna 1 Klopfer 1 Kontra", "w a kp"),
    "a-kontra-before-a-colon": ("Bock und Kontra. Wenz Anna verloren", "w a-k bock"),
    "nobody-doubled": ("Wenz Anna, koana hod gschossn", "w a"),
    "twice-doubled": ("Wenz Anna zweimal gespritzt", "w a kr"),
    "everybody-else-knocked": ("Anna spielt Wenz, alle drei haben geklopft", "w a p3"),
    "both-knock": ("beide klopfen: Bene und Christl. Anna Eichelsolo", "es a klopfer:Bene,Christl"),
    "who-knocks-and-loses": ("Anna klopft und verliert dann den Wenz", "w a- klopfer:Anna"),
    "doubly-knocked": ("Sauspiel Anna Bene doppelt geklopft", "s ab p2"),
    "had-to-lose": ("Anna musste den Wenz verlieren", "w a-"),
    "had-to-say-kontra": ("Bene musste Kontra sagen, Wenz Anna", "w a kontra:Bene"),
    "had-to-play": ("Anna hat müssen, mit Bene, verloren", "s ab- forced:yes"),
    "through-a-kontra": ("Anna verliert durch Kontra von Bene ihr Solo", "fs a- kontra:Bene"),
    "a-particle-or-somebody": ("Anna sagt Tout an, Herzsolo, verloren", "hs a-t"),
    "there-or-somebody": ("Wenz Anna, da hat Bene Kontra gegeben", "w a kontra:Bene"),
    "a-verb-and-it": ("Anna packts Eichelsolo ned", "es a-"),
    "dialect-inside-a-word": ("Da Dani hod an Wenz heimgspuit", "w d"),
    "letters-turned-round": ("Wenz Anna mti drei", "w a l3"),
    "a-slip-in-a-suited-game": ("Herzslo Anna verloren", "hs a-"),
    "a-figure-and-its-word-in-one": ("Sauspiel Anna Bene 4lauf 75Augen", "s ab l4 75"),
    "who-knocked-and-lost": ("Anna knocked and lost her geier", "g a- klopfer:Anna"),
    "the-partner-of-somebody": ("Partner von Anna war Bene, Sauspiel, verloren", "s ab-"),
    "the-loser-of-a-game": ("Verlierer vom Ramsch: Anna", "r a"),
    "a-letter-for-laufende": ("Sauspiel Anna/Bene gew 3L", "s ab l3"),
    "opponents-who-win": ("Sauspiel, Christl und Dani gewinnen als Gegner", "s winners:Christl,Dani"),
    "a-letter-for-lost": ("wenz a v", "w a-"),
    "a-letter-for-laufende-behind-its-number": ("es dani 4 l", "es d l4"),
    "the-letters-of-a-chain-apart": ("w dani k r", "w d kr"),
    "a-figure-with-an-ending": ("Solo Bene gepackt mit 4e", "fs b l4"),
    "laufende-that-opponents-had": ("Anna verliert Wenz, Gegner hatten zwei", "w a-o2"),
    "a-suit-of-which-a-game-is": ("Graser Solo Bene mit drei verloren", "gs b-l3"),
    "without-one": ("Wenz Bene ohne einen verloren", "w b-o1"),
    "a-sign-before-a-pause": ("Anna: Wenz, +, schneider", "w a n"),
    "passes-and-all-pass": ("passt, alle weiter", "x"),
    "doubled-by-somebodys-kontra": ("Wenz Dani, doubled by Bene's contra", "w d kontra:Bene"),
    "laufende-with-the-opponents": ("Sauspiel Anna mit Bene, Laufende drei bei den Gegnern", "s ab o3"),
    "all-eight-are-a-sie": ("Anna hat alle acht, Sie!", "fs a sie"),
    "a-score-for-who-plays": ("61 zu 59 für Anna im Wenz", "w a 61"),
    "a-partner-behind-with": ("Anna mit ihrer Partnerin Christl Sauspiel gewonnen", "s ac"),
    "who-is-the-declarer": ("Dani's the declarer, Wenz, won", "w d"),
    "opponents-not-free-of-schneider": ("Sauspiel Anna Bene, Gegner nicht schneiderfrei", "s ab n"),
    "who-is-left-hanging": ("Dani bleibt im Wenz hängen", "w d-"),
    "who-is-scolded-has-no-tout": ("Bene, du Depp, Wenz verloren", "w b-"),
    "an-accent-for-a-sound": ("Da Bene håd an Wenz gwånna", "w b"),
    "who-knocks-in-two-parts": ("Bene und Dani stellen auf, Wenz Anna", "w a klopfer:Bene,Dani"),
    "by-whom-she-was-partnered": ("Anna was partnered by Bene, sauspiel, lost", "s ab-"),
    "what-another-wins-of-whom": ("Bene gewinnt, Wenz Anna", "w a-"),
    "who-doubled-may-have-lost": ("Wenz Anna, Bene spritzt, Anna verliert", "w a- kontra:Bene"),
    "a-game-brought-in": ("Dani hod sei Solo eigfahrn", "fs d"),
    "four-times-passed": ("viermal weiter", "x"),
    "a-kontra-to-a-game": ("Bene said contra to Anna's wenz, Anna won", "w a kontra:Bene"),
    "who-dealt-as-a-noun": ("Wenz Bene, Geber war Anna", "w b dealer:Anna"),
    "augen-that-were-missing": ("Sauspiel Anna Bene, 2 Augen haben gefehlt", "s ab-"),
    "by-so-many": ("Sauspiel Anna Bene um 3 Augen verloren", "s ab-"),
    "a-kontra-that-was-given": ("Wenz Anna verloren, weil der Bene Kontra gegeben hat", "w a- kontra:Bene"),
    "who-is-named-for-a-reason": ("Wenz Anna verloren, obwohl Bene geklopft hat", "w a- klopfer:Bene"),
    "where-the-called-ace-is": ("Die Blaue ist bei Bene, Anna spielt, verloren", "s ab- suit:gras"),
    "a-verb-in-two-parts-before-its-game": ("Anna und Bene gehen unter im Sauspiel", "s ab-"),
    "a-letter-typed-twice": ("Wenz Anna, kontrra von Bene, two knnocks, lost", "w a- kontra:Bene p2"),
    "letters-turned-round-in-any-word": ("Sauspiel Anna mit Bene, 80 poitns", "s ab 80"),
    "a-slip-where-nobody-is-named": ("alle weeiter, eingewofren", "x"),
    "a-letter-left-out-of-what-costs": ("Wenz Anna gewonnen, Schneidr", "w a n"),
    "a-verb-in-two-parts-behind-not-in-english": ("Bene couldn't get his Wenz home", "w b-"),
    "a-game-that-we-had": ("Mia ham an Ramsch ghabt, da Dani hod'n", "r d"),
    "whose-partner-it-was": ("Sauspiel, Dani was Anna's partner, lost", "s ad-"),
    "letters-in-brackets": ("Bene Wenz (K)", "w b k"),
    "a-verb-that-only-says-that-it-was-tried": ("Bene had a go at a Wenz and lost", "w b-"),
    "whose-kontra-on-whose-game": ("Spritzn vom Dani aufn Bene sein Wenz, Bene gwinnt trotzdem", "w b kontra:Dani"),
    "opponents-who-are-beaten": ("Dani beats the others with his geier", "g d"),
    "who-is-with-him": ("Sauspiel for Bene, Christl with him, lost", "s bc-"),
    "doubled-once": ("Wenz Bene, contra'd once", "w b k"),
    "who-became-schwarz": ("Anna und Dani sind im Sauspiel schwarz geworden, gespielt hat Anna", "s ad-z"),
    "which-they-called": ("Anna and Dani won the Sauspiel they called", "s ad"),
    "so-many-too-few": ("Sauspiel Anna Bene, 2 Augen zu wenig", "s ab-"),
}
"""What one rule reads, by its name, and the same in shorthand."""
BESIDE_A_RULE = {
    "opponents-who-win": "Sauspiel, Christl gewinnt als Gegner",
    "a-letter-for-lost": "wenz a v bene",
    "a-letter-for-laufende-behind-its-number": "es dani 9 l",
    "the-letters-of-a-chain-apart": "w dani r",
    "a-figure-with-an-ending": "Solo Bene gepackt 4e",
    "laufende-that-opponents-had": "Anna gewinnt Wenz, Gegner hatten zwei",
    "a-suit-of-which-a-game-is": "Grober Solo Bene mit drei verloren",
    "without-one": "Wenz Bene ohne einen Partner verloren",
    "a-sign-before-a-pause": "Anna: Wenz, ++, schneider",
    "passes-and-all-pass": "passt, Anna weiter",
    "doubled-by-somebodys-kontra": "Wenz Dani, doubled by Bene's ace",
    "laufende-with-the-opponents": "Sauspiel Anna mit Bene, drei bei den Gegnern",
    "all-eight-are-a-sie": "Anna hat alle acht",
    "a-score-for-who-plays": "61 zu 58 für Anna im Wenz",
    "a-partner-behind-with": "Anna mit ihrer Partnerin Sauspiel gewonnen",
    "who-is-the-declarer": "the declarer, Wenz, won",
    "opponents-not-free-of-schneider": "Sauspiel Anna Bene, nicht schneiderfrei",
    "who-is-left-hanging": "Bene lässt Danis Wenz hängen",
    "who-is-scolded-has-no-tout": "Bene, du Ass, Wenz verloren",
    "an-accent-for-a-sound": "Da Bene häd an Wenz gwonna",
    "who-knocks-in-two-parts": "Bene und Dani stellen sich auf, Wenz Anna",
    "by-whom-she-was-partnered": "Anna was partnered, sauspiel, lost",
    "what-another-wins-of-whom": "Bene gewinnt Annas Wenz",
    "who-doubled-may-have-lost": "Wenz Anna, Bene spritzt, verliert",
    "a-game-brought-in": "Dani is mid seim Solo eigfahrn",
    "four-times-passed": "dreimal weiter",
    "a-kontra-to-a-game": "Bene said contra to Anna",
    "who-dealt-as-a-noun": "Geber Anna, Bene verliert",
    "augen-that-were-missing": "Sauspiel Anna Bene, 50 Cent haben gefehlt",
    "by-so-many": "Sauspiel Anna Bene um 22 Uhr verloren",
    "a-kontra-that-was-given": "Wenz Anna, Bene hat das Kontra verpennt",
    "who-is-named-for-a-reason": "Anna verliert Wenz weil Bene den letzten Stich macht",
    "where-the-called-ace-is": "Die Blaue ist weg, Anna spielt, verloren",
    "a-verb-in-two-parts-before-its-game": "Anna und Bene gehen unter die Dusche, Sauspiel",
    "a-letter-typed-twice": "Wenz Anna, Bene had two knnacks",
    "letters-turned-round-in-any-word": "Sauspiel Anna mit Bene, 80 paints",
    "a-slip-where-nobody-is-named": "alle weinter",
    "a-letter-left-out-of-what-costs": "Wenz Anna gewonnen, schneiden",
    "a-verb-in-two-parts-behind-not-in-english": "Bene won't get his Wenz home",
    "a-game-that-we-had": "Mia ham an Ramsch ghabt",
    "whose-partner-it-was": "Sauspiel, Dani was Anna's lawyer, lost",
    "letters-in-brackets": "Bene Wenz (Q)",
    "a-verb-that-only-says-that-it-was-tried": "Bene had a go at a Wenz",
    "whose-kontra-on-whose-game": "Spritzn vom Dani aufn Bene, Wenz gwonna",
    "opponents-who-are-beaten": "the others beat Dani with his geier",
    "who-is-with-him": "Sauspiel for Bene, Christl against him, lost",
    "doubled-once": "Wenz Bene, contra'd thrice",
    "who-became-schwarz": "Anna ist im Sauspiel schwarz geworden",
    "which-they-called": "Anna won the Sauspiel they called",
    "so-many-too-few": "Sauspiel Anna Bene, 2 Augen zu viel",
}
"""What one of these rules must not read: it is asked or refused."""
ASKED = (
    ("Wenz verloren, Kontra war vom Bene", "who played?"),
    ("Wenz, lost, contra was Anna's", "who played?"),
    ("Geier oder Wenz, Anna hats gewonnen", "Geier or Wenz: say which of them"),
    ("Herzsolo Dani mit 3 oder 4 Laufenden", "3 or 4: say which of them"),
    (
        "Dani hat der Anna Kontra gegeben, die verliert den Wenz",
        "choose one of them: w d- kontra:Anna  or  w a- kontra:Dani",
    ),
    ("Dani contra, Anna's wenz, she won it", "who won? Add won or lost"),
    ("Wenz Dani, Bene sagt Kontra, Kontra hat gewonnen", "choose one of them: w d- kontra:Bene  or  w d kontra:Bene"),
    ("Wenz Anna gewonnen, ungültig", '"ungültig": not understood'),
    ("Wenz Anna gewonnen (Renonce)", '"Renonce": not understood'),
    ("Wenz Anna gewonnen, Hadsch", '"Hadsch": not understood'),
    ("Wenz Anna gewonnen, Sebi", '"Sebi": not understood'),
    ("Wenz Anna aufgedonnert gewonnen", '"aufgedonnert": not understood'),
    ("Wenz Anna gewonnen, achzig", '"achzig": not understood'),
    ("Sie von Anna, Mannomann", '"Mannomann": not understood. Did you mean this hand?'),
    ("Sauspiel Anna verliert, Bene und Christl gewinnen", "choose one of them: s ad-  or  s bc"),
    ("Sauspiel, Anna und Dani verlieren, Kontra war von Bene, Anna oder Dani", "Anna or Dani: say which of them"),
    ("anna bene", "which game did Anna and Bene play?"),
    ("Anna Solo, Dani Kontra, Sie gewonnen", "who won? Add won or lost"),
    ("Dani Wenz, Gegner gewonnen 30", "choose one of them: w d-30  or  w d 90"),
    ("Bene spielt Wenz, Anna schießt, sie verliert", "who won? Add won or lost"),
    ("Wenz Bene, Dani hod gschossn, gwunna hod er", "who won? Add won or lost"),
    ("Sauspiel Anna mit Bene oder Dani", "Bene or Dani: say which of them"),
    ("Ramsch mit zwei Jungfrauen, Bene verliert", "who is Jungfrau?"),
    ("Dani hat im Wenz alle 120", "120 Augen: Schwarz or not?"),
    ("Bene und Dani klopfen, they won, Sauspiel Anna Christl", "who won? Add won or lost"),
    (
        "Sauspiel hat Anna mit Bene verwunschen",
        '"verwunschen": not understood. Did you mean this hand? Then write s ab or s ab-',
    ),
    ("Wenz Anna gewonnen, löschen", '"löschen": not understood. Did you mean this hand?'),
    ("Wenz Anna vllt verloren", '"vllt": not understood. Did you mean this hand?'),
    ("Wenz Anna verloren, gratis", '"gratis": not understood. Did you mean this hand?'),
    ("Wenz Anna, Emil verloren", '"Emil": not understood. Did you mean this hand?'),
    ("Anna must have won the Wenz", '"must": not understood. Did you mean this hand?'),
    ("Wenz Anna geschlossen", '"geschlossen": not understood. Did you mean this hand? Then write w a or w a-'),
    ("Solo Christl, bei 58 war Schluss", '"Schluss": not understood'),
    ("Du Bene verloren", "which game did Bene play?"),
    ("Anna Christl gegen Bene Dani", "which game"),
    ("doppelt Sauspiel Anna Christl", "choose one of them: s ac k ,  s ac p  or  s ac bock"),
    ("Anna Wenz doubled", "choose one of them: w a k ,  w a p  or  w a bock"),
    ("Anna oder Bene Wenz verloren", "Anna or Bene: say which of them"),
    ("Ramsch Anna und Bene", "did Anna and Bene lose the Ramsch together? Then write r ab"),
    ("Ramsch eine Jungfrau, Dani verliert", "who is Jungfrau?"),
    ("Sauspiel Anna mit Bene 3", "Laufende or Augen? Write l3 or augen:3"),
    ("Anna spielt Solo, sie gewinnt", "this can mean several hands"),
    ("Sauspiel mit drei gewonnen", "who played?"),
    ("Ramsch, Anna Jungfrau, Bene verliert", "this can mean several hands; choose one of them: r a jb  or  r b ja"),
    ("Sauspiel - Anna/Bene", "this can mean several hands; choose one of them: s ab-  or  s ab"),
    ("Christl lost a Sauspiel", "who was the partner of Christl?"),
    ("Sauspiel Anna mit 3", "who was the partner of Anna?"),
    ("Ramsch Jungfrauen Anna und Bene", "who lost the Ramsch?"),
    ("Wenz - Anna", "this can mean several hands; choose one of them: w a-  or  w a"),
    ("Wenz Bene gelegt Anna", "this can mean several hands"),
    ("Bene Kontra Anna Wenz", "this can mean several hands"),
    ("Sauspiel Anna Bene, Christl und Dani gewinnen mit drei Laufenden", "this can mean several hands"),
    ("Ramsch Anna, Bene verliert", "did Anna and Bene lose the Ramsch together?"),
    ("Dani wird im Wenz schneider", "who is Schneider? Add won or lost"),
    ("Solo Dani schneider geworden", "who is Schneider? Add won or lost"),
    ("Wenz, Anna klopft", "who played?"),
    ("Solo, Anna Kontra", "who played?"),
    ("Sauspiel Anna, Bene spritzt", "who was the partner of Anna?"),
    ("Bene hat die Alte, Anna spielt, verloren", "this can mean several hands"),
    ("Anna versucht Solo, Schneider", "who won? Add won or lost"),
    ("Wenz Anna, Bene auch", "Bene: say who did what"),
    ("Bene nimmt Anna", "which game did Bene and Anna play?"),
    ("Wenz gewonnen durch Bene", "this can mean several hands"),
    ("Wenz Anna trotz 3 Laufenden der Gegner verloren", "this can mean several hands"),
    ("Wenz Anna und Bene haben geklopft", "who played?"),
    ("Herz von Anna verloren", "choose one of them: hs a- ,  hw a- ,  hg a-  or  hh a-"),
    ("Anna und Bene verlieren gegen Christl und Dani", "choose one of them: s ab-  or  h ab"),
    ("Wenz durch Anna", "choose one of them: w a t  or  w a"),
    ("Wenz Anna, Bene haut rein", "choose one of them: w a kontra:Bene  or  w a klopfer:Bene"),
    ("Chrsitl Wenz verloren", 'nobody here is called "Chrsitl". Did you mean this hand? Then write w c-'),
    ("Kristl Wenz verloren", 'nobody here is called "Kristl". Did you mean this hand? Then write w c-'),
    ("s christk bene", 'nobody here is called "christk". Did you mean this hand? Then write s cb'),
    ("hart solo anna bene klopft", '"hart": not understood'),
    ("Anna schießt und verliert den Wenz", "who played?"),
    ("Bene hat das Solo von Anna geschossen", "choose one of them: fs b kontra:Anna  or  fs a kontra:Bene"),
)
"""What is said, and the question about it."""
REFUSED = (
    ("Wenz Anna schätzungsweise 75", "these words are known, but not in this combination"),
    ("Wenz Anna angeblich gewonnen", "these words are known, but not in this combination"),
    ("Wenz Bene, Anna zahlt dann 20", "these words are known, but not in this combination"),
    ("Wenz Anna, Anna zahlt dann 40", "these words are known, but not in this combination"),
    ("Gewinner: Anna, Bene. Verlierer: Anna, Christl. Sauspiel", "won and lost are both given"),
    ("Beni Wenz gewonnen", 'nobody here is called "Beni", did you mean Bene?'),
    ("Sauspiel Anna mit Bene 61:58", "61 and 58 are 119 Augen; together there are 120"),
    ("Sauspiel Anna mit Bene gewonnen und verloren", "won is given twice"),
    ("Wenz Anna mit Bene", "Bene is one too many"),
    ("Solo hat Anna gespielt, einen Wenz", "the game is given twice"),
    ("Sauspiel Anna mit drei ohne zwei mit Bene", "Laufende is given twice"),
    ("Sauspiel Anna allein mit Bene", "nobody played alone"),
    ("Sauspiel Anna mit Bene gegen Anna und Dani", "cannot play against themselves"),
    (
        "Sauspiel Anna mit Bene, Anna und Christl gewinnen",
        "Anna and Christl: name everybody on one side, or both sides in full",
    ),
    ("Wenz hat Anna, Durchmarsch", "Durchmarsch does not belong to Wenz"),
    ("Wenz auf die Alte Anna", "the suit does not belong to Wenz"),
    ("Herz Solo Anna in Gras", "the suit is given twice"),
    ("Sauspiel Anna mit Bene, Re von Dani", "say who said each word of the chain"),
    ("Anna hat den Ramsch gewonnen", "everybody plays alone: say who lost"),
    ("Ramsch hat Dani mit Bene verloren", "everybody plays alone"),
    ("Sauspiel Anna mit Bende gewonnen", 'nobody here is called "Bende", did you mean Bene?'),
    ("Anna hat gegen das Solo gespritzt", "these words are known, but not in this combination"),
    ("Ramsch Anna Durchmarsch nicht geschafft", "nobody loses with a Durchmarsch"),
    ("Wenz Dani, Dani schneider", "Dani is one too many"),
    ("Bene gewinnt gegen Annas Wenz", "these words are known, but not in this combination"),
    ("Anna hätte den Wenz gewonnen", "these words are known, but not in this combination"),
    ("w a kontra bene dani", "Bene is one too many"),
    ("kein Kontra Kontra Wenz Anna", "Kontra is given twice"),
    ("Anna hat den Wenz und Re gewonnen", "Re without Kontra"),
    ("Wenz Anna noch nicht verloren", "these words are known, but not in this combination"),
    ("Sauspiel Anna Bene, Christl hat 70 Augen", "Christl: name everybody on one side"),
    ("Sauspiel Anna mit Bene, sie und Eva klopfen", '"Eva"'),
    ("Wenz Anna, alle außer Bene klopfen", '"außer"'),
    ("wegen Bene verliert Anna Wenz", "these words are known, but not in this combination"),
    ("Wenz Anna, Bene legt Herz", "these words are known, but not in this combination"),
    ("Bene takes Kontra, Wenz Anna", "these words are known, but not in this combination"),
    ("Anna schlägt Bene im Wenz", "these words are known, but not in this combination"),
    ("Wenz Bene, Anna gibt", "these words are known, but not in this combination"),
    ("Wenz Anna, Anna macht Kontra", "Anna is one too many"),
    ("Wenz Anna, Bene sitzt aus", "Bene did not sit out; dealt in: Anna, Bene, Christl, Dani"),
    ("Solo Anna, Stock geholt", "Stock does not belong to Solo"),
    ("Sauspiel Anna Bene verloren, Stock geholt", "won and lost are both given"),
    ("alle Stiche verloren, Wenz Anna", "won and lost are both given"),
    ("Wenz Anna, gibt nur einen Stich her", "these words are known, but not in this combination"),
    ("Ramsch Anna 95 Augen", "the Augen of a Ramsch for each person dealt in"),
)
"""What is said, and what is wrong with it."""


def recorded(line: str, people: Sequence[str]) -> Hand:
    """Return what an evening would record of a line that is typed."""
    state = start(people)
    entry: Any = admit(state, read_hand(line, state, WIKI), WIKI).entry
    return entry


def plain(hand: Hand) -> Hand:
    """Return a hand without what says nothing more: who won beside the Augen, and that there was no Schneider."""
    if not isinstance(hand, Played):
        return hand
    return replace(hand, won=None if hand.augen is not None else hand.won, schneider=hand.schneider or None)


@pytest.mark.parametrize(
    ("said", "line", "people"),
    [
        *(pytest.param(*row, id=row[0]) for row in SAID),
        *(pytest.param(*row, XAVER if "Xare" in row[0] else ANNA, id=rule) for rule, row in BY_RULE.items()),
    ],
)
def test_a_sentence_is_the_hand_of_its_shorthand(said: str, line: str, people: Sequence[str]) -> None:
    """Who says a hand and who writes it record the same."""
    assert plain(recorded(said, people)) == plain(recorded(line, people))


@pytest.mark.parametrize("rule", BESIDE_A_RULE)
def test_what_stands_beside_a_rule_is_not_read_by_it(rule: str) -> None:
    """Nearly the same words, of which one says something else."""
    assert rule in BY_RULE
    with pytest.raises(HandError):
        recorded(BESIDE_A_RULE[rule], ANNA)


@pytest.mark.parametrize(("said", "question"), ASKED, ids=[said for said, _question in ASKED])
def test_what_two_people_would_mean_differently_is_asked(said: str, question: str) -> None:
    """A game that nobody said, or a word for several things."""
    with pytest.raises(UnclearHand) as caught:
        recorded(said, ANNA)
    assert question in str(caught.value)


@pytest.mark.parametrize(("said", "reason"), REFUSED, ids=[said for said, _reason in REFUSED])
def test_a_sentence_is_refused_for_its_true_cause(said: str, reason: str) -> None:
    """What contradicts itself, or a word that is not known."""
    with pytest.raises(InvalidHand) as caught:
        recorded(said, ANNA)
    assert reason in str(caught.value)


def test_an_article_before_the_opponents_is_nobodys_name() -> None:
    """Where Dieter sits, and is named in full."""
    people = ("Alfred", "Burgi", "Conny", "Dieter")
    assert recorded("Alfred spielt mit Dieter, die Gegner machen 40 Augen", people) == recorded("s ad 80", people)


def test_what_only_one_game_here_can_be_is_that_game() -> None:
    """Where no Hochzeit is played two who win have played a Sauspiel, and without a Farbwenz a suit is a Solo."""
    for tariff, said, line in (("sauspiel", "Anna und Bene gewinnen", "s ab"), ("lamers", "Eichel Anna", "es a")):
        plays = tariffs.find(tariff)
        assert read(said, ANNA, None, plays) == read(line, ANNA, None, plays)


def test_who_sits_out_may_be_said() -> None:
    """Of five it says nothing more: the others are dealt in."""
    five = ("Eva", *ANNA)
    assert recorded("Eva sitzt aus, Anna Wenz verloren", five) == recorded("w a-", five)


def agrees(hand: Hand, said: dict[str, Any]) -> bool:
    """Whether a hand has the facts of a case, and no other that costs."""
    facts = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
    costs = ("schneider", "schwarz", "tout", "sie", "kontra", "klopfer", "laufende", "bock", "forced", "suit", "augen")
    have = {key: getattr(hand, key, None) for key in (*facts, *costs)}
    same = all(
        sorted(have[key]) == sorted(value)
        if isinstance(value, tuple) and isinstance(have[key], tuple)
        else have[key] == value
        for key, value in facts.items()
    )
    return same and not any(have[key] for key in costs if key not in facts)


def test_shorthand_is_read_however_many_ways_a_sentence_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many to compare them all, the shorthand counts."""
    monkeypatch.setattr("sklog.speech.grammar._MOST_WAYS", 0)
    assert recorded("Wenz Anna Kontra", ANNA) == recorded("w a k", ANNA)


def test_each_kind_of_words_is_one_that_sentences_have() -> None:
    """A list under a kind that is misspelt would say nothing."""
    code = "".join(path.read_text("utf-8") for path in Path(sklog.speech.words.__file__).parent.glob("*.py"))
    listed = {kind for kind, *_said in sklog.speech.words.listed()}
    assert listed
    assert {kind for kind in listed if not re.search(rf"\b{kind}\b", code)} == set()


@pytest.mark.skipif(not SHARED.exists(), reason="the cases are not beside the project")
def test_the_lines_of_a_table() -> None:
    """Each line as people say it at a table has its one right reading, or is asked about, or refused."""
    wrong = []
    for case in map(json.loads, SHARED.read_text(encoding="utf-8").splitlines()):
        try:
            hand = recorded(case["line"], case["players"])
        except HandError:
            right = "hand" not in case
        else:
            right = "hand" in case and any(agrees(hand, said) for said in [case["hand"], *case.get("also", [])])
        if not right:
            wrong.append(case["line"])
    assert wrong == []


def check_generated(seed: int, number: int) -> None:
    """Read so many sentences: none is another hand, hardly one is refused, and each reads again as it is printed."""
    random, refused = Random(seed), []  # noqa: S311  the same sentences each time
    for _number in range(number):
        seats = random.choice(TABLES)
        said, hand = sentence(random, seats)
        try:
            found = read(said, seats, None, WIKI)
        except HandError:
            refused.append(said)
            continue
        assert plain(found) == plain(hand), said
        assert read(write(found, seats, WIKI, seats), seats, None, WIKI) == found, said
    assert len(refused) <= number // 100, refused


def test_generated_sentences_are_read_as_they_were_meant() -> None:
    """A few of them, each time the same."""
    check_generated(46, 100)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_many_generated_sentences_are_read_as_they_were_meant(shard: int) -> None:
    """As many as `SKLOG_SENTENCES` says."""
    check_generated(100 + shard, SENTENCES // SHARDS)


@pytest.mark.parametrize(("said", "line"), re.findall(r"^\| ([^|`]+) \| `([^`]+)` \|$", SECTION, re.MULTILINE))
def test_the_manual_has_the_shorthand_of_its_sentences(said: str, line: str) -> None:
    """Each row of its table."""
    for each in said.split("; "):
        assert plain(recorded(each, ANNA)) == plain(recorded(line, ANNA))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Anna und Bene gewinnen Sauspiel", "s ab"),
        ("s ab n l3", ""),
        ("wenz anna", ""),
    ],
)
def test_a_sentence_is_shown_with_its_shorthand(
    said: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that people learn the short form; who types it sees what it means."""
    monkeypatch.setenv("SKLOG_BACKUPS", "off")
    ledger = sklog.Ledger(tmp_path / "ledger.db")
    ledger.start_evening("Probe", ANNA, "wiki")
    assert ledger.preview(said).short == shown
