"""The ledger: all the SQL of sklog, and nothing else.

    commands ──record──▶ action ─▶ entry (facts, never overwritten, each with a digest of all before it)
                                     └─fold──▶ score ─▶ posting, payment, state (derived, can be rebuilt)

`open` is the one door. From the bottom: `database` knows the file, `chain` the digests of facts, `evenings` reads how
an evening stands; `facts` is the only place that adds facts, `history` reads those in force, `record` stores what
follows from them. `correct`, `people` and `undo` are what commands do; `season` reads many evenings at once.
`schema` builds a ledger and `upgrade` fills what an older one lacks. `check` proves, `repair` mends, `backup` copies,
`restore` goes back to a copy, and `merge` takes evenings out of another ledger. Each knows only those before it.
A new ledger, and each hand, goes through the standard `sqlite3`; sqlite-utils upgrades an older ledger.
"""
