"""What stands in a ledger, in words for other programs: each table and view with its columns, and ten questions in SQL.

`metadata` is what Datasette reads. The words are those of the language that is spoken; names of tables, columns and
questions are the same in every language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import N_, _
from sklog.ledger import evenings, history
from sklog.ledger.database import STEPS_TABLE
from sklog.ledger.evenings import Overview
from sklog.scoring.hand import Played, Posting, count
from sklog.scoring.outcome import DECLARER, PARTNER, ROLES
from sklog.scoring.payout import STOCK
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sklog.ledger.evenings import Evening

TABLES: Mapping[str, str] = {
    "hand": N_("Every hand that counts, with its result, as it is after corrections: played, thrown in, or a "
               "posting (money moved without a hand)."),
    "hand_player": N_("A row for each player in each hand that counts, including players who sat out; without the "
                      "Stock."),
    "balance": N_("The balances of each evening, without payments; the balance of the Stock is the money in it."),
    "running_balance": N_("The balances after each hand, and after each change of the Stock."),
    "change": N_("Every amount that moved, with names."),
    "person": N_("All players under their present names, and the Stock."),
    "session": N_("The evenings, as they were started."),
    "action": N_("The commands: who did what, and when. They never change."),
    "entry": N_("The facts: hands, other events, and corrections. They never change, and nothing marks those in "
                "force: query hand instead."),
    "score": N_("What each entry cost; derived from the facts."),
    "posting": N_("Who won or lost how much in each entry; the amounts of an entry add up to 0. Derived from the "
                  "facts."),
    "payment": N_("Valid payments, money handed over outside the game; and amounts dropped by rounding."),
    "account": N_("All players under the names first recorded, and the Stock."),
    "state": N_("The state of each evening after its last entry; derived from the facts."),
    "overview": N_("A summary of each evening for lists and seasons; derived from the facts."),
    "spelling": N_("The spelling of the names of players who were ever renamed."),
    "bank": N_("IBANs: personal data, so they can be deleted. Do not publish them."),
    "pay_link": N_("Pay links: personal data, so they can be deleted. Do not publish them."),
    "arrival": N_("Which evenings, or parts of evenings, came from other ledgers."),
    "signature": N_("Who has signed the result of an evening."),
    "entry_kind": N_("The contents of each kind of fact."),
    "recorded": N_("How many rows were recorded, so that a missing one is noticed."),
}  # fmt: skip
"""What each table and view has, those that other programs ask first at the top."""

SHOWN = frozenset(("hand", "hand_player", "balance", "running_balance", "change", "person", "session", "payment"))
"""Those of which questions are asked; the others are hidden."""

_NAME_OF_EVENING = N_("the name of the evening")
_NOW = N_("the player's present name, or Stock")
_HAND = N_("the number of the hand; NULL for a change of the Stock")
_AMOUNT = N_("the amount won, in the unit of the evening; negative if lost")
_AT = N_("the time, in UTC")
_NUMBER = N_("the number used in other tables")

COLUMNS: Mapping[str, str] = {
    # by its name alone, wherever it is
    "session_id": N_("the evening: a row in session"),
    "number": N_("the number of the hand in its evening, from 1; void hands keep their numbers but are not included"),
    "game": N_("the game in lower case: sauspiel, wenz, solo, ramsch, …; zusammengeworfen if the hand was thrown "
               "in, posting if money was moved without a hand"),
    "suit": N_("the suit of the called Sau in a Sauspiel, of the trumps in a Solo; NULL if not noted"),
    "declarer": N_("who played, under the present name; NULL for a Ramsch, a hand thrown in, a posting, and a "
                   "partner game with only the winners noted"),
    "partner": N_("who played with the declarer; NULL if the declarer played alone or there was none"),
    "augen": N_("the Augen of the declarer's side, 0 to 120; NULL if not noted, and for a Ramsch"),
    "klopfer": N_("the number of Klopfer; NULL for a posting"),
    "value": N_("the price of the hand, in the unit of the evening; 0 if nobody paid anybody"),
    "corrected": N_("1 if the hand was corrected with fix, else 0"),
    "unit": N_("the unit of the evening: ct (cents) or points; never add up the two"),
    "dealt_in": N_("1 if the player got cards; 0 if they sat out, and for a posting"),
    "session": _NAME_OF_EVENING, "date": N_("the date, such as 2026-11-19; empty if not given"),
    "player": _NOW,
    "position": N_("the place among all entries of the evening"),
    "hand": _HAND,
    "change": _AMOUNT, "kind": N_("player, or stock"),
    "amount": _AMOUNT,
    "began_with": N_("the money an earlier evening left in the Stock; 0 for players"),
    "name": _NOW,
    "key": N_("the name, ignoring upper and lower case"), "uid": N_("identifies the evening in every ledger"),
    "place": N_("the place; empty if not given"), "tariff_name": N_("the name of the first tariff"),
    "players": N_("the players, clockwise, as JSON; nobody for a tournament"),
    "stock_in": N_("the money an earlier evening left in the Stock"), "stock_from": N_("the uid of that evening"),
    "started_at": _AT, "imported": N_("1 if it came from a file or another ledger"),
    "digest": N_("fingerprint of this fact and of all earlier ones of its evening"), "at": _AT,
    "command": N_("the command"), "typed": N_("what was typed after it"),
    "undoes": N_("the command it takes back"),
    "command_of": N_("the first of several commands, if one applied to several evenings"),
    "who": N_("who typed it; empty if unknown"), "action_id": N_("the command that recorded this"),
    "target": N_("the fact this one corrects"), "before": N_("the hand that it was put before"),
    "entry_id": N_("the fact it is derived from: a row in entry"),
    "said_by": N_("the fact with the present version of the hand"),
    "seal": N_("fingerprint of this row, so that changes are noticed"),
    "dealer_id": N_("who dealt: a row in person; NULL if nothing was dealt"),
    "account_id": N_("the player, or the Stock: a row in person"), "payer_id": N_("who paid: a row in person"),
    "payee_id": N_("who was paid: a row in person"), "state": N_("seats, balances, Bock, round and dealer, as JSON"),
    "hands": N_("the number of the last hand"), "closed": N_("1 if the evening is closed"),
    "totals": N_("the balance and the number of hands of each player, as JSON"),
    "apart": N_("the part of these balances that did not come from hands, as JSON"), "id": N_("the number of the row"),
    "iban": N_("the IBAN"), "holder": N_("the account holder; empty if it is the player"),
    "behind": N_("the newest command then, so that it survives renaming"), "link": N_("the address, with https"),
    "source": N_("the file it came from"), "first": N_("the oldest command that came with it"),
    "upto": N_("the newest command that came with it"), "said": N_("what was signed"),
    "public_key": N_("the key of the signer"), "signed": N_("the signature"),
    "has_fact": N_("1 if it has content"), "has_target": N_("1 if it corrects a hand"),
    "has_place": N_("1 if it can be put before a hand"), "rows": N_("the number of rows"),
    # where it is something else: behind the name of its table or view
    "hand.date": N_("the date of the evening, such as 2026-11-19; NULL if not given"),
    "hand.won": N_("1 if the declarer won, 0 if not; NULL for a draw, and if there is no declarer"),
    "hand.kontra": N_("how often it was doubled by Kontra, Re and so on, including the automatic Kontra in a "
                      "Hadsch: 1 means the opponents doubled last, 2 the declarers; NULL for a posting"),
    "hand.bock": N_("the number of Bock in force, whether or not the tariff counts them for this game; NULL for a "
                    "posting"),
    "hand.dealer": N_("who dealt; NULL for a posting. If there are more players than get cards, the dealer sits out"),
    "hand.at": N_("when the hand was first recorded, in UTC; NULL if it was imported from a file, which has no times"),
    "hand_player.player": N_("the player's present name"),
    "hand_player.role": N_("declarer, partner, opponent or ramsch; other if the hand was thrown in or nobody noted "
                           "who played; NULL if dealt_in is 0"),
    "hand_player.won": N_("1 if the player's side won, 0 if it lost; NULL for a draw, a hand thrown in, a Ramsch in "
                          "which all tie, and if dealt_in is 0"),
    "hand_player.amount": N_("the amount won, including money from or to the Stock, in the unit of the evening; "
                             "negative if lost"),
    "balance.balance": _AMOUNT,
    "running_balance.balance": N_("the balance at that point, in the unit of the evening"),
    "person.id": _NUMBER, "session.id": N_("the number of the evening in this ledger"),
    "session.name": _NAME_OF_EVENING, "session.tariff": N_("the evening's own copy of it, as JSON"),
    "session.dealer": N_("who dealt first, if given"), "action.id": N_("the number of the command"),
    "entry.id": N_("the number of the fact"), "entry.kind": N_("hand, event, fix, void, move, …"),
    "entry.fact": N_("what happened, as JSON, with the names of that time"),
    "score.number": _HAND,
    "score.bock": N_("the number of Bock in force; NULL if nothing was dealt"),
    "score.kontra": N_("how often it was doubled by Kontra, Re and so on; NULL if nothing was dealt"),
    "posting.role": N_("0 declarer, 1 partner, 2 opponent, 3 ramsch, 4 other; NULL if the player got no cards"),
    "posting.won": N_("1 if the player's side won, 0 if it lost, NULL if neither"),
    "payment.amount": N_("the amount, in the unit of the evening"), "account.id": _NUMBER,
    "account.name": N_("the first name"), "state.position": N_("the number of entries"),
    "state.begun": N_("corrections of how the evening started, as JSON; NULL if there are none"),
    "state.tariff": N_("the tariff in force, as JSON; NULL if it is the first one"),
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
        N_("Who wins the most Wenz?"),
        N_("A recorded fact may have Augen, tricks or winners instead of the result, and old names. Use won and "
           "declarer, which are worked out. A draw has no winner and is not counted."),
        """
SELECT declarer, count(*) AS played, sum(won) AS won
FROM hand WHERE game = 'wenz' AND won IS NOT NULL
GROUP BY declarer ORDER BY won DESC, played, declarer
""",
    ),
    "dealt_in": Query(
        N_("How many hands did everybody play?"),
        N_("A player who sits out still has a row in every hand, and everybody has one in a posting. So add up "
           "dealt_in instead of counting rows. A hand thrown in does not count, as in report standings."),
        """
SELECT player, sum(dealt_in) AS hands, count(*) AS at_the_table
FROM hand_player JOIN hand USING (session_id, number, unit)
WHERE game NOT IN ('posting', 'zusammengeworfen')
GROUP BY player ORDER BY hands DESC, player
""",
    ),
    "hours": Query(
        N_("How expensive are hands, hour by hour?"),
        N_("Times are in UTC. Without localtime, an evening in Germany seems to begin two hours early in summer and "
           "one hour in winter. Imported hands have no time."),
        """
SELECT strftime('%H', "at", 'localtime') AS hour, count(*) AS hands, round(avg(value), 1) AS value
FROM hand WHERE "at" IS NOT NULL AND unit = 'ct' AND game NOT IN ('posting', 'zusammengeworfen')
GROUP BY hour ORDER BY hour
""",
    ),
    "dealer": Query(
        N_("Does it pay to deal?"),
        N_("With five at the table the dealer sits out and wins 0, so include only rows with dealt_in. A posting "
           "has no dealer, and a hand thrown in does not count."),
        """
SELECT CASE WHEN player = dealer THEN 'dealer' ELSE 'others' END AS who, count(*) AS hands,
       round(avg(amount), 1) AS amount
FROM hand JOIN hand_player USING (session_id, number, unit)
WHERE dealt_in = 1 AND game <> 'zusammengeworfen' AND unit = 'ct'
GROUP BY who ORDER BY who
""",
    ),
    "kontra": Query(
        N_("Which Kontras succeeded?"),
        N_("A Kontra succeeds if the side that doubled last wins: after 1 the opponents, after 2 the declarers. In a "
           "Ramsch, or if only the winners were noted, there is no declarer."),
        """
SELECT kontra, count(*) AS hands,
       sum(CASE WHEN won = kontra % 2 THEN 0 ELSE 1 END) AS succeeded
FROM hand WHERE kontra > 0 AND won IS NOT NULL
GROUP BY kontra ORDER BY kontra
""",
    ),
    "pairs": Query(
        N_("Who calls whom, and with what success?"),
        N_("The facts do not name the partner in a game across the table, and a Hochzeit has one too. The column "
           "partner includes both."),
        """
SELECT declarer, partner, count(*) AS hands, sum(won) AS won
FROM hand WHERE partner IS NOT NULL AND won IS NOT NULL
GROUP BY declarer, partner ORDER BY hands DESC, declarer, partner
""",
    ),
    "roles": Query(
        N_("What does everybody win in which role?"),
        N_("Never add up cents and points. If nobody noted who played, the role is other; it is also other in a hand "
           "thrown in, which does not count."),
        """
SELECT player, role, count(*) AS hands, sum(amount) AS amount
FROM hand_player JOIN hand USING (session_id, number, unit)
WHERE dealt_in = 1 AND game <> 'zusammengeworfen' AND unit = 'ct'
GROUP BY player, role ORDER BY player, role
""",
    ),
    "totals": Query(
        N_("How much did everybody win with their hands?"),
        N_("Group by unit, because cents and points are never added up. Postings, such as the total of an imported "
           "evening, and hands thrown in do not count. The division of the Stock at the end belongs to no hand. For "
           "the balances themselves, use the view balance."),
        """
SELECT player, unit, count(*) AS hands, sum(amount) AS amount, round(avg(amount), 1) AS per_hand
FROM hand_player JOIN hand USING (session_id, number, unit)
WHERE dealt_in = 1 AND game <> 'zusammengeworfen'
GROUP BY player, unit ORDER BY unit, amount DESC, player
""",
    ),
    "solos": Query(
        N_("In which suits are Solos won?"),
        N_("The suit of a Sauspiel is that of the called Sau, not of the trumps, so look at one game at a time. If "
           "no suit was noted it is NULL, a group of its own."),
        """
SELECT coalesce(suit, '?') AS suit, count(*) AS hands, sum(won) AS won
FROM hand WHERE game = 'solo'
GROUP BY suit ORDER BY hands DESC, suit
""",
    ),
    "corrected": Query(
        N_("Which evening had the most corrections?"),
        N_("A hand corrected twice is one hand, and a void hand is none; counting entries would get both wrong. "
           "Hands thrown in and postings can be corrected too, and count here."),
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
        "description": _("The ledger of a Schafkopf table: every hand and every amount."),
        "tables": tables,
        "queries": queries,
    }
    return {"title": "Schafkopf", "databases": {path.stem: described}}


# -- their rows, folded -------------------------------------------------------------------------------


def rows_of_hands(ledger: sqlite3.Connection, evening: Evening) -> Iterator[dict[str, Any]]:
    """Yield what the two views say of an evening, folded again from its facts: a hand, and in `players` who was there.

    Raises LedgerError where a fact is not what was recorded.
    """
    past = history.of_evening(ledger, evening)
    moments = dict(ledger.execute(_MOMENTS, (evening.id,)))
    for one, line in zip(past.recorded, past.session.lines(), strict=True):
        if line.number is None or line.score is None:
            continue
        hand, posted, deal = one.hand, evenings.posted(line), evenings.dealt(line)
        was = {ROLES[each.role]: (name, each.won) for name, each in posted.items() if each.role is not None}
        declarer, won = was.get(DECLARER, (None, None))
        players = [
            {
                "player": name,
                "role": None if each.role is None else ROLES[each.role],
                "dealt_in": int(each.role is not None),
                "won": each.won,
                "amount": each.amount,
            }
            for name, each in posted.items()
            if name != STOCK
        ]
        yield {
            "session_id": evening.id,
            "date": evening.date or None,
            "number": line.number,
            "game": hand.game,
            "suit": hand.suit if isinstance(hand, Played) else None,
            "declarer": declarer,
            "partner": was.get(PARTNER, (None,))[0],
            "won": won,
            "augen": hand.augen if isinstance(hand, Played) else None,
            "kontra": deal.kontra,
            "klopfer": None if isinstance(hand, Posting) else count(hand.klopfer),
            "bock": deal.bock,
            "dealer": deal.dealer,
            "value": line.score.value,
            "at": moments.get(one.id),
            "corrected": int(one.said_by != one.id),
            "unit": evening.tariff.unit,
            "players": players,
        }


_MOMENTS = """
    SELECT entry.id, at FROM entry JOIN action ON action.id = action_id
    WHERE entry.session_id = ? AND command <> 'import'
"""
