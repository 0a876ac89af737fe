"""The ledger: all the SQL of sklog, and nothing else.

    commands ──record──▶ action ─▶ entry (facts, never overwritten, each with a digest of all before it)
                                     └─fold──▶ score ─▶ posting, payment, state (derived, can be rebuilt)

`connection` opens the file, `schema` builds and migrates it (`upgrading` what it holds), `guards` is what the database
itself promises. `facts` and `deriving` are the two places that write, `chain` links and seals what they do. `evenings`,
`history` and `seasons` read; `recording`, `correcting`, `undoing`, `naming` and `importing` are what commands do, and
`uniting` takes evenings out of another ledger, which `foreign` opens and proves (`arriving` keeps where from).
`structure` and `checking` prove, `repairing` mends. Reading and writing one hand goes through the standard `sqlite3`;
sqlite-utils carries the migrations.
"""
