"""The ledger: all the SQL of sklog, and nothing else.

    commands ──record──▶ action ─▶ entry (facts, never overwritten)
                                     └─fold──▶ score ─▶ posting, payment, state (derived, can be rebuilt)

`connection` opens the file, `schema` builds and migrates it, `guards` is what the database itself promises.
`evenings` and `accounts` read, `recording`, `correcting` and `importing` write, `checking` proves. Reading and
writing one hand goes through the standard `sqlite3`; sqlite-utils carries the migrations.
"""
