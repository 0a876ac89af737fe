"""What keeps a ledger safe: it is proved, copied, restored, repaired, merged with another one, and evenings are signed.

check, backup, merge    all that is stored follows from the facts; copies beside the ledger; evenings of another one
restore, repair         a copy instead of the ledger; what follows written anew, without what is gone and given up
signing                 how an evening ended, signed with an SSH key
upgrade                 the steps that an older ledger lacks, and what fills its new tables
commands                backup, restore, merge; commands_check: the ledger, and files that others made, proved
"""
