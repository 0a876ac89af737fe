"""What kinds of facts there are: the words in the column `kind` of the ledger's entries.

A hand and an event are what happened. All others say that something was otherwise than it was recorded: what a hand
was instead, where it stands, that it keeps its seats or counts as never dealt, what somebody is called, by which
tariff the whole evening is played, that it was closed and goes on after all.
"""

from __future__ import annotations

HAND, EVENT, FIX, MOVE, PIN, RENAME, TARIFF = ("hand", "event", "fix", "move", "pin", "rename", "tariff")
VOID, VOID_KEEPING_SEATS = VOIDS = ("void", "void_keeping_seats")
CLOSE, REOPEN = ("close", "reopen")
