"""What stands in a ledger, in words for other programs: each table and view with its columns, and ten questions in SQL.

`metadata` is what Datasette reads. The words are those of the language that is spoken; names of tables, columns and
questions are the same in every language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import N_, _
from sklog.ledger.database import STEPS_TABLE
from sklog.ledger.evenings import Overview
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

TABLES: Mapping[str, str] = {
    "hand": N_("Every hand that counts, as it was judged and as it is now: played, thrown in, or an amount moved by "
               "hand."),
    "hand_player": N_("Everybody at the table in every hand that counts, also who sat out; without the Stock."),
    "balance": N_("The balances of every evening, payments left out; the Stock's is what it holds."),
    "running_balance": N_("The balances after every hand, and after every move of the Stock."),
    "change": N_("Every amount that moved, with names."),
    "person": N_("Everybody as they are called now, and the Stock."),
    "session": N_("The evenings as they began."),
    "action": N_("The commands: who said what when. None is ever changed."),
    "entry": N_("The facts: hands, what else happened, and corrections. None is ever changed, and those in force are "
                "not marked: ask hand."),
    "score": N_("What each entry cost; it follows from the facts."),
    "posting": N_("Who won or lost how much by each entry; those of one entry sum to 0. It follows from the facts."),
    "payment": N_("Payments in force, money that was handed over outside of the game; and what was let go by "
                  "rounding."),
    "account": N_("People under the names under which they were first recorded, and the Stock."),
    "state": N_("How each evening stands after its last entry; it follows from the facts."),
    "overview": N_("What lists and seasons read of each evening; it follows from the facts."),
    "spelling": N_("How the names of people are written who were ever renamed."),
    "bank": N_("IBANs: personal, so they can be deleted. Do not publish them."),
    "pay_link": N_("Where somebody can be paid: personal, so it can be deleted. Do not publish it."),
    "arrival": N_("Which evenings, or parts of them, came from other ledgers."),
    "signature": N_("Who has signed how an evening ended."),
    "entry_kind": N_("What a fact of each kind carries."),
    "recorded": N_("How many rows were recorded: so a lost one shows."),
}  # fmt: skip
"""What each table and view has, those that other programs ask first at the top."""

SHOWN = frozenset(("hand", "hand_player", "balance", "running_balance", "change", "person", "session", "payment"))
"""Those of which questions are asked; the others are hidden."""

_NAME_OF_EVENING = N_("what the evening is called")
_NOW = N_("somebody's name as it is now; the Stock is called so, too")
_HAND = N_("the number of the hand; NULL for a move of the Stock")
_AMOUNT = N_("what was won, in the unit of the evening; below 0 it was lost")
_AT = N_("when that was, in UTC")
_NUMBER = N_("the number that other tables have")

COLUMNS: Mapping[str, str] = {
    # by its name alone, wherever it is
    "session_id": N_("the evening: a row of session"),
    "number": N_("the number of the hand in its evening, from 1; a void hand keeps its number and is not here"),
    "game": N_("the game in small letters: sauspiel, wenz, solo, ramsch, …; zusammengeworfen where it was thrown in, "
               "posting where an amount was moved by hand"),
    "suit": N_("the suit: of the called Sau in a Sauspiel, of the trumps in a Solo; NULL where none was noted"),
    "declarer": N_("who played, as he is called now; NULL in a Ramsch, a throw-in, a posting, and where a partner game "
                   "notes only who won"),
    "partner": N_("who played with the declarer; NULL where he played alone, or there was no declarer"),
    "augen": N_("the Augen of the declarer's side, 0 to 120; NULL where nobody noted them, and in a Ramsch"),
    "klopfer": N_("how many Klopfer there were; NULL in a posting"),
    "value": N_("the price of the hand, in the unit of the evening; 0 where nobody paid anybody"),
    "corrected": N_("1 where a fix says what the hand is instead, else 0"),
    "unit": N_("what the evening counts: ct (cents) or points; the two are never added up"),
    "dealt_in": N_("1 where somebody got cards, 0 where he sat out, and in a posting"),
    "session": _NAME_OF_EVENING, "date": N_("the day, as 2026-11-19; empty where none was said"),
    "player": _NOW,
    "position": N_("the place among all entries of the evening"),
    "hand": _HAND,
    "change": _AMOUNT, "kind": N_("player, or stock"),
    "amount": _AMOUNT,
    "began_with": N_("what an earlier evening left in the Stock; 0 for people"),
    "name": _NOW,
    "key": N_("the name without regard to case"), "uid": N_("the same evening in every ledger"),
    "place": N_("where; empty where nobody said"), "tariff_name": N_("the name of the first tariff"),
    "players": N_("who sat there, clockwise, as JSON; nobody did in a tournament"),
    "stock_in": N_("what an earlier evening left in the Stock"), "stock_from": N_("which evening that was: its uid"),
    "started_at": _AT, "imported": N_("1 where it came from a file or another ledger"),
    "digest": N_("fingerprint of this fact and of all before it in its evening"), "at": _AT,
    "command": N_("the command"), "typed": N_("what was typed behind it"),
    "undoes": N_("the command that it takes back"),
    "command_of": N_("the first command, where one was about several evenings"),
    "who": N_("who was at the keys; empty where nobody said"), "action_id": N_("the command that recorded it"),
    "target": N_("the fact that it corrects"), "before": N_("the hand before which it stands"),
    "entry_id": N_("the fact that it follows from: a row of entry"),
    "said_by": N_("the fact that says what the hand is now"),
    "seal": N_("fingerprint of what stands in this row: it shows that somebody changed it"),
    "dealer_id": N_("who dealt: a row of person; NULL where nothing was dealt"),
    "account_id": N_("the person, or the Stock: a row of person"), "payer_id": N_("who paid: a row of person"),
    "payee_id": N_("who was paid: a row of person"), "state": N_("seats, balances, Bock, round and dealer, as JSON"),
    "hands": N_("the number of the last hand"), "closed": N_("1 where the evening is closed"),
    "totals": N_("who took part, as JSON: balances, and hands dealt in"),
    "apart": N_("the part of these balances that no played hand brought, as JSON"), "id": N_("the number of the row"),
    "iban": N_("the IBAN"), "holder": N_("whose account it is; empty where it is the person's"),
    "behind": N_("the newest command then: who is renamed later keeps it"), "link": N_("the address, https"),
    "source": N_("the file that they came from"), "first": N_("the oldest command that came along"),
    "upto": N_("the newest command that came along"), "said": N_("what was signed"),
    "public_key": N_("the key of whoever signed"), "signed": N_("the signature"),
    "has_fact": N_("1 where it says something"), "has_target": N_("1 where it corrects a hand"),
    "has_place": N_("1 where it may stand before a hand"), "rows": N_("how many it was given"),
    # where it is something else: behind the name of its table or view
    "hand.date": N_("the day of the evening, as 2026-11-19; NULL where none was said"),
    "hand.won": N_("1 where the declarer won, 0 where he lost; NULL in a draw, and where there is no declarer"),
    "hand.kontra": N_("how often it was doubled by Kontra, Re and so on, a Hadsch's own Kontra included: after 1 the "
                      "opponents doubled last, after 2 the declarers; NULL in a posting"),
    "hand.bock": N_("how many Bock were in force, whether or not the tariff lets them count in this game; NULL in a "
                    "posting"),
    "hand.dealer": N_("who dealt; NULL in a posting. Where more people sit there than get cards, the dealer gets none"),
    "hand.at": N_("when the hand was recorded first, in UTC; NULL where it was imported from a file, which does not "
                  "say when"),
    "hand_player.player": N_("somebody's name as it is now"),
    "hand_player.role": N_("declarer, partner, opponent, ramsch; other in a throw-in, and where nobody noted who "
                           "played; NULL where dealt_in is 0"),
    "hand_player.won": N_("1 where his side won, 0 where it lost; NULL in a draw, a throw-in, a Ramsch in which all "
                          "tie, and where dealt_in is 0"),
    "hand_player.amount": N_("what the hand brought, with what went into the Stock or came out of it, in the unit of "
                             "the evening; below 0 it was lost"),
    "balance.balance": _AMOUNT,
    "running_balance.balance": N_("what somebody has then, in the unit of the evening"),
    "person.id": _NUMBER, "session.id": N_("the number of the evening in this ledger"),
    "session.name": _NAME_OF_EVENING, "session.tariff": N_("the evening's own copy of it, as JSON"),
    "session.dealer": N_("who dealt first, if that was said"), "action.id": N_("the number of the command"),
    "entry.id": N_("the number of the fact"), "entry.kind": N_("hand, event, fix, void, move, …"),
    "entry.fact": N_("what happened, as JSON, with names as they were then"),
    "score.number": _HAND,
    "score.bock": N_("how many Bock were in force; NULL where nothing was dealt"),
    "score.kontra": N_("how often it was doubled by Kontra and what follows it; NULL where nothing was dealt"),
    "posting.role": N_("0 declarer, 1 partner, 2 opponent, 3 ramsch, 4 other; NULL where somebody was not dealt in"),
    "posting.won": N_("1 where his side won, 0 where it lost, NULL where nobody did"),
    "payment.amount": N_("how much, in the unit of the evening"), "account.id": _NUMBER,
    "account.name": N_("the first name"), "state.position": N_("how many entries there are"),
    "state.tariff": N_("the tariff in force, as JSON; NULL where it is the first one"),
    "overview.name": _NAME_OF_EVENING,
    "overview.kind": N_("empty for an ordinary evening; else tournament, or of tournament"),
    "entry_kind.kind": N_("the kind"), "recorded.fact": N_("the table"),
}  # fmt: skip
"""What each column is."""


class Query(NamedTuple):
    """A question in SQL: what is asked, and what goes wrong where the views are not asked, or not so."""

    title: str
    trap: str
    sql: str


QUERIES: Mapping[str, Query] = {
    "wenz": Query(
        N_("Who wins most Wenz?"),
        N_("A fact may say Augen, tricks or the winners instead of who won, and names as they were then: ask won and "
           "declarer, which were judged. A draw has no winner and is not counted."),
        """
SELECT declarer, count(*) AS played, sum(won) AS won
FROM hand WHERE game = 'wenz' AND won IS NOT NULL
GROUP BY declarer ORDER BY won DESC, played, declarer
""",
    ),
    "dealt_in": Query(
        N_("How many hands was everybody dealt in?"),
        N_("Who sits out has a row of 0 in every hand, and everybody has one in a posting: count dealt_in, not rows. A "
           "deal that was thrown in is no hand, here as in report standings."),
        """
SELECT player, sum(dealt_in) AS hands, count(*) AS at_the_table
FROM hand_player JOIN hand USING (session_id, number, unit)
WHERE game NOT IN ('posting', 'zusammengeworfen')
GROUP BY player ORDER BY hands DESC, player
""",
    ),
    "hours": Query(
        N_("How does it go, hour by hour?"),
        N_("Times are in UTC: without localtime an evening in summer begins two hours early, one in winter one. Hands "
           "that were imported have no time."),
        """
SELECT strftime('%H', "at", 'localtime') AS hour, count(*) AS hands, round(avg(value), 1) AS value
FROM hand WHERE "at" IS NOT NULL AND unit = 'ct' AND game NOT IN ('posting', 'zusammengeworfen')
GROUP BY hour ORDER BY hour
""",
    ),
    "dealer": Query(
        N_("Does it pay to deal?"),
        N_("With five at the table the dealer is not dealt in and wins 0: only hands in which somebody was dealt in "
           "tell. A posting has no dealer, and a deal that was thrown in is no hand."),
        """
SELECT CASE WHEN player = dealer THEN 'dealer' ELSE 'others' END AS who, count(*) AS hands,
       round(avg(amount), 1) AS amount
FROM hand JOIN hand_player USING (session_id, number, unit)
WHERE dealt_in = 1 AND game <> 'zusammengeworfen' AND unit = 'ct'
GROUP BY who ORDER BY who
""",
    ),
    "kontra": Query(
        N_("Which Kontra succeeded?"),
        N_("Whether a Kontra pays is judged by who won, and who doubled last follows from how often: after 1 the "
           "opponents, after 2 the declarers. In a Ramsch, and where only the winners were noted, nobody declared."),
        """
SELECT kontra, count(*) AS hands,
       sum(CASE WHEN won = kontra % 2 THEN 0 ELSE 1 END) AS succeeded
FROM hand WHERE kontra > 0 AND won IS NOT NULL
GROUP BY kontra ORDER BY kontra
""",
    ),
    "pairs": Query(
        N_("Who calls whom, and how does it end?"),
        N_("The partner of a game across the table is in no fact, and a Hochzeit has one as well: partner is as it was "
           "judged."),
        """
SELECT declarer, partner, count(*) AS hands, sum(won) AS won
FROM hand WHERE partner IS NOT NULL AND won IS NOT NULL
GROUP BY declarer, partner ORDER BY hands DESC, declarer, partner
""",
    ),
    "roles": Query(
        N_("What does everybody win as what?"),
        N_("Cents and points must not be added up. Where nobody noted who played the role is other; a deal that was "
           "thrown in has that role as well, and is no hand."),
        """
SELECT player, role, count(*) AS hands, sum(amount) AS amount
FROM hand_player JOIN hand USING (session_id, number, unit)
WHERE dealt_in = 1 AND game <> 'zusammengeworfen' AND unit = 'ct'
GROUP BY player, role ORDER BY player, role
""",
    ),
    "totals": Query(
        N_("What did the hands bring everybody?"),
        N_("By unit, for cents and points are never added up. A posting, such as the sum of an imported evening, is no "
           "hand, and neither is a deal that was thrown in; what the Stock moves at the end is in no hand. For what "
           "somebody has ask the view balance."),
        """
SELECT player, unit, count(*) AS hands, sum(amount) AS amount, round(avg(amount), 1) AS per_hand
FROM hand_player JOIN hand USING (session_id, number, unit)
WHERE dealt_in = 1 AND game <> 'zusammengeworfen'
GROUP BY player, unit ORDER BY unit, amount DESC, player
""",
    ),
    "solos": Query(
        N_("Which Solo is won in which suit?"),
        N_("The suit of a Sauspiel is that of the called Sau, and no trump: ask one game at a time. Where no suit was "
           "noted it is NULL, which is a group of its own."),
        """
SELECT coalesce(suit, '?') AS suit, count(*) AS hands, sum(won) AS won
FROM hand WHERE game = 'solo'
GROUP BY suit ORDER BY hands DESC, suit
""",
    ),
    "corrected": Query(
        N_("In which evening was most put right?"),
        N_("A hand that was put right twice is one hand, a void one is none: entries tell neither. Throw-ins and "
           "postings are put right as well, and count here."),
        """
SELECT session_id, count(*) AS hands, sum(corrected) AS corrected
FROM hand
GROUP BY session_id ORDER BY corrected DESC, session_id
""",
    ),
}  # fmt: skip
"""The questions of docs/queries.md, by the names that Datasette has for them."""


def columns(ledger: sqlite3.Connection, table: str) -> dict[str, str]:
    """Return what each column of a table or a view is, in their order."""
    names = [name for _place, name, *_kind in ledger.execute(f"PRAGMA table_info({table})")]
    if table == "overview":  # as programs read it: what later versions added stands before the seal
        names = [*Overview._fields]
    return {name: _(COLUMNS.get(f"{table}.{name}") or COLUMNS[name]) for name in names}


def metadata(ledger: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """Return what Datasette shows of the ledger at this path: it knows a database by its file's name."""
    tables: dict[str, dict[str, Any]] = {}
    for name, said in TABLES.items():
        tables[name] = {"description": _(said), "columns": columns(ledger, name)}
        if name not in SHOWN:
            tables[name]["hidden"] = True
    queries = {
        name: {"title": _(one.title), "description": _(one.trap), "sql": one.sql.strip()}
        for name, one in QUERIES.items()
    }
    tables[STEPS_TABLE] = {"hidden": True}
    described = {
        "description": _("A ledger of sklog: every hand and every amount of a Schafkopf table."),
        "tables": tables,
        "queries": queries,
    }
    return {"title": "Schafkopf", "databases": {path.stem: described}}
