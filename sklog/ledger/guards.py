"""What the database itself promises: facts stay as they were recorded, sealed hands sum to zero.

The triggers hold for every program that writes to the file, the `sqlite3` shell included.
"""

from __future__ import annotations

FACTS = {
    "account": "id = NEW.id OR name = NEW.name OR key = NEW.key",
    "session": "id = NEW.id OR uid = NEW.uid OR stock_from = NEW.stock_from",
    "action": "id = NEW.id",
    "entry_kind": "kind = NEW.kind",
    "entry": "id = NEW.id",
}
"""The tables of facts, and which row an INSERT OR REPLACE would take the place of without a word."""


COUNTED = ("session", "action", "entry", "arrival")
"""The tables of which is kept how many rows they were given, since version 4."""


def counting(table: str) -> str:
    """Return the trigger that counts the rows a table is given; none of them ever goes."""
    return f"""
        CREATE TRIGGER {table}_is_counted AFTER INSERT ON {table}
        BEGIN UPDATE recorded SET rows = rows + 1 WHERE fact = '{table}'; END
    """  # noqa: S608  our own words


def _refused(table: str) -> str:
    return f"BEGIN SELECT RAISE(ABORT, 'recorded facts are never changed: {table}'); END"


def never_updated(table: str) -> str:
    """Return the trigger that holds every row of a table as it was recorded."""
    return f"CREATE TRIGGER {table}_is_never_updated BEFORE UPDATE ON {table} {_refused(table)}"


def never_changed(table: str, same: str) -> tuple[str, ...]:
    """Return the triggers of a table of facts; `same` says which row a REPLACE would take the place of."""
    refuse = _refused(table)
    taken = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608  our own words
    return (
        never_updated(table),
        f"CREATE TRIGGER {table}_is_never_deleted BEFORE DELETE ON {table} {refuse}",
        # the one above does not see the DELETE inside a REPLACE
        f"CREATE TRIGGER {table}_is_never_replaced BEFORE INSERT ON {table} WHEN {taken} {refuse}",
    )


ENTRY_FITS = """
    CREATE TRIGGER entry_fits BEFORE INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'an entry carries what its kind says') FROM entry_kind
        WHERE kind = NEW.kind
          AND (has_fact <> (NEW.fact IS NOT NULL) OR has_target <> (NEW.target IS NOT NULL)
               OR has_place < (NEW."before" IS NOT NULL));
        SELECT RAISE(ABORT, 'an entry, its action and what it names belong to one evening')
        WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.action_id)
           OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.target)
           OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW."before");
        SELECT RAISE(ABORT, 'only a hand can be corrected')
        WHERE (SELECT kind FROM entry WHERE id = NEW.target) <> 'hand';
        SELECT RAISE(ABORT, 'an entry stands before a hand')
        WHERE (SELECT kind FROM entry WHERE id = NEW."before") <> 'hand';
    END
"""
"""Since version 2; it takes the place of `entry_has_its_shape`."""

SCORE_STAYS = """
    CREATE TRIGGER score_stays BEFORE UPDATE OF entry_id, session_id, position, number, value, said_by ON score
    WHEN OLD.sealed BEGIN SELECT RAISE(ABORT, 'a sealed hand is not touched'); END
"""
"""Since version 2; it takes the place of `score_update`."""

_FIT_TOGETHER = (
    """
    CREATE TRIGGER entry_has_its_shape BEFORE INSERT ON entry
    BEGIN
        SELECT RAISE(ABORT, 'an entry carries what its kind says') FROM entry_kind
        WHERE kind = NEW.kind
          AND (has_fact <> (NEW.fact IS NOT NULL) OR has_target <> (NEW.target IS NOT NULL));
        SELECT RAISE(ABORT, 'an entry, its action and its target belong to one evening')
        WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.action_id)
           OR NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.target);
        SELECT RAISE(ABORT, 'only a hand can be void')
        WHERE (SELECT kind FROM entry WHERE id = NEW.target) <> 'hand';
    END
    """,
    """
    CREATE TRIGGER action_undoes_its_own BEFORE INSERT ON action WHEN NEW.undoes IS NOT NULL
    BEGIN
        SELECT RAISE(ABORT, 'an action undoes one of its own evening')
        WHERE NEW.session_id <> (SELECT session_id FROM action WHERE id = NEW.undoes);
    END
    """,
    *(
        f"""
        CREATE TRIGGER {table}_is_of_its_evening BEFORE INSERT ON {table}
        BEGIN
            SELECT RAISE(ABORT, 'what follows from an entry belongs to its evening')
            WHERE NEW.session_id <> (SELECT session_id FROM entry WHERE id = NEW.entry_id);
        END
        """  # noqa: S608  our own words
        for table in ("score", "payment")
    ),
    """
    CREATE TRIGGER state_is_never_deleted BEFORE DELETE ON state
    BEGIN SELECT RAISE(ABORT, 'every evening has its state'); END
    """,
    """
    CREATE TRIGGER state_is_never_replaced BEFORE INSERT ON state
    WHEN EXISTS (SELECT 1 FROM state WHERE session_id = NEW.session_id)
    BEGIN SELECT RAISE(ABORT, 'every evening has its state'); END
    """,
)

_SEALED = "BEGIN SELECT RAISE(ABORT, 'a sealed hand is not touched'); END"
_SEALED_POSTING = "EXISTS (SELECT 1 FROM score WHERE sealed AND entry_id IN ({rows}))"
_SCORE_TAKEN = """
    EXISTS (SELECT 1 FROM score WHERE entry_id = NEW.entry_id OR (session_id = NEW.session_id
            AND (position = NEW.position OR number = NEW.number)))
"""
_SEALS = (
    """
    CREATE TRIGGER score_seal BEFORE UPDATE OF sealed ON score WHEN NEW.sealed = 1
    BEGIN
        SELECT RAISE(ABORT, 'the postings of a hand must sum to zero')
        WHERE (SELECT sum(amount) FROM posting WHERE entry_id = NEW.entry_id) <> 0;
    END
    """,
    """
    CREATE TRIGGER score_begins_open BEFORE INSERT ON score WHEN NEW.sealed
    BEGIN SELECT RAISE(ABORT, 'a hand is sealed after its postings'); END
    """,
    f"CREATE TRIGGER score_is_not_replaced BEFORE INSERT ON score WHEN {_SCORE_TAKEN} {_SEALED}",
    f"CREATE TRIGGER score_delete BEFORE DELETE ON score WHEN OLD.sealed {_SEALED}",
    f"""
    CREATE TRIGGER score_update BEFORE UPDATE OF entry_id, session_id, position, number, value ON score
    WHEN OLD.sealed {_SEALED}
    """,
    *(
        f"CREATE TRIGGER posting_{verb.lower()} BEFORE {verb} ON posting"
        f" WHEN {_SEALED_POSTING.format(rows=rows)} {_SEALED}"
        for verb, rows in (
            ("INSERT", "NEW.entry_id"),
            ("UPDATE", "OLD.entry_id, NEW.entry_id"),
            ("DELETE", "OLD.entry_id"),
        )
    ),
)

_IS_SEALED = "(SELECT sealed FROM score WHERE entry_id = {row}.entry_id)"  # by its key: EXISTS takes twice as long
POSTINGS_STAY = tuple(
    (
        f"DROP TRIGGER IF EXISTS posting_{verb.lower()}",
        (
            f"CREATE TRIGGER posting_{verb.lower()} BEFORE {verb} ON posting"
            f" WHEN {' OR '.join(_IS_SEALED.format(row=row) for row in rows)} {_SEALED}"
        ),
    )
    for verb, rows in {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}.items()
)
"""Since version 5: each trigger, and before it what it takes the place of."""

TRIGGERS = (
    *(trigger for table, same in FACTS.items() for trigger in never_changed(table, same)),
    *_FIT_TOGETHER,
    *_SEALS,
)
