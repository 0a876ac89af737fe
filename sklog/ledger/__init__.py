"""The ledger: all the SQL of sklog, and nothing else.

    commands ──record──▶ action ─▶ entry (facts, never overwritten, each with a digest of all before it)
                                     └─fold──▶ score ─▶ posting, payment, state (derived, can be rebuilt)

`open` is the one door. From the bottom: `database` knows the file, `chain` the digests of facts, `evenings` reads how
an evening stands; `facts` is the only place that adds facts, `history` reads those in force, `record` stores what
follows from them. `correct`, `people` and `undo` are what commands do, and `schema` builds a ledger. Each knows only
those before it. All of it goes through the standard `sqlite3`.
"""
