"""The views for whoever asks the ledger questions of their own: every hand, and everybody in it, as it was judged.

No command reads them. Game, suit, Augen and Klopfer are facts, which the chain proves; who was what, who won, how often
it was doubled and who dealt follow from them, as `score` and `posting` keep it, and `check` folds that again. People
are called as they are now.
"""

from __future__ import annotations

from sklog.scoring.outcome import DECLARER, PARTNER, ROLES

_WHO_WAS = """
    (SELECT {column} FROM posting JOIN person ON person.id = account_id
     WHERE posting.entry_id = score.entry_id AND role = {role})
"""
_DECLARER, _PARTNER = map(ROLES.index, (DECLARER, PARTNER))
_ROLE = " ".join(f"WHEN {place} THEN '{role}'" for place, role in enumerate(ROLES))

EIGHTH_VERSION = (
    "ALTER TABLE score ADD COLUMN dealer_id INTEGER REFERENCES account (id)",  # NULL where nothing was dealt
    "ALTER TABLE score ADD COLUMN bock INTEGER",  # how many were in force
    "ALTER TABLE score ADD COLUMN kontra INTEGER",  # how often it was doubled by Kontra and what follows it
    "ALTER TABLE posting ADD COLUMN role INTEGER",  # a place in `outcome.ROLES`; NULL where somebody was not dealt in
    "ALTER TABLE posting ADD COLUMN won INTEGER",  # whether his side won; NULL where nobody did
    "DROP TRIGGER IF EXISTS score_stays",
    """
    CREATE TRIGGER score_stays
    BEFORE UPDATE OF entry_id, session_id, position, number, value, said_by, dealer_id, bock, kontra ON score
    WHEN OLD.seal IS NOT NULL BEGIN SELECT RAISE(ABORT, 'a sealed hand is not touched'); END
    """,
    f"""
    CREATE VIEW hand AS                                 -- every hand that counts, as it was judged
    SELECT score.session_id, nullif(session.date, '') AS date, score.number,
           json_extract(said.fact, '$.game') AS game, json_extract(said.fact, '$.suit') AS suit,
           {_WHO_WAS.format(column="person.name", role=_DECLARER)} AS declarer,
           {_WHO_WAS.format(column="person.name", role=_PARTNER)} AS partner,
           {_WHO_WAS.format(column="won", role=_DECLARER)} AS won,
           iif(json_type(said.fact, '$.augen') = 'integer', json_extract(said.fact, '$.augen'), NULL) AS augen,
           score.kontra,
           CASE WHEN dealer_id IS NULL THEN NULL
                WHEN json_type(said.fact, '$.klopfer') = 'array' THEN json_array_length(said.fact, '$.klopfer')
                ELSE coalesce(json_extract(said.fact, '$.klopfer'), 0) END AS klopfer,
           score.bock, dealer.name AS dealer, score.value,
           iif(action.command = 'import', NULL, action.at) AS at,
           said.id <> score.entry_id AS corrected, session.unit
    FROM score
    JOIN session ON session.id = score.session_id
    JOIN entry ON entry.id = score.entry_id
    JOIN action ON action.id = entry.action_id
    JOIN entry said ON said.id = score.said_by
    LEFT JOIN person dealer ON dealer.id = dealer_id
    WHERE score.number IS NOT NULL
    """,  # noqa: S608  our own words
    f"""
    CREATE VIEW hand_player AS                          -- everybody at the table in every hand that counts
    SELECT score.session_id, score.number, person.name AS player, CASE role {_ROLE} END AS role,
           role IS NOT NULL AS dealt_in, posting.won, posting.amount, session.unit
    FROM score
    JOIN session ON session.id = score.session_id
    JOIN posting ON posting.entry_id = score.entry_id
    JOIN person ON person.id = posting.account_id
    WHERE score.number IS NOT NULL AND person.kind = 'player'
    """,  # noqa: S608  the same
)
