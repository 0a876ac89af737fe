"""What a ledger keeps of people that is no recorded fact: IBANs and pay links, as they stand in the file.

No log and no export has them, and they are really deleted. What keeps, shows and proves them is the room `bank`; they
stay where they are without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.ledger import chain
from sklog.ledger.database import insert, version_of
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator


class PersonalTable(NamedTuple):
    """A table of them: its columns but the seal, which is of these and of the key of the name that the account has.

    A ledger that is older than `since` has no such table.
    """

    name: str
    columns: str
    since: int


BANK = PersonalTable("bank", "id, account_id, iban, holder, behind, at, who", 3)
PAY_LINK = PersonalTable("pay_link", "id, account_id, link, behind, at, who", 7)


def intact(ledger: sqlite3.Connection, table: PersonalTable) -> Iterator[tuple[Any, ...]]:
    """Yield each row that is as it was kept, in their order, with the key of its account behind it."""
    if version_of(ledger) < table.since:
        return
    key = "(SELECT key FROM account WHERE account.id = account_id)"
    sealed = ledger.execute(f"SELECT seal, {table.columns}, {key} FROM {table.name} ORDER BY id")  # noqa: S608  our own words
    yield from (tuple(kept) for seal, *kept in sealed if chain.sealed(*kept) == seal)


def insert_sealed(ledger: sqlite3.Connection, table: PersonalTable, key: str, said: tuple[str | int, ...]) -> None:
    """Keep a row of the person whose name has this key: what stands in it behind the account."""
    (account,) = ledger.execute("SELECT id FROM account WHERE key = ?", (key,)).fetchone()
    (number,) = ledger.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table.name}").fetchone()  # noqa: S608  our own words
    row: tuple[str | int, ...] = (number, account, *said)
    insert(ledger, f"{table.name} ({table.columns}, seal)", [(*row, chain.sealed(*row, key))])
