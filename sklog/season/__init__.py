"""A season: evenings one after the other, and what became of everybody in them. Pure, like the scoring.

    Night (an evening's totals)                ──▶ standings
    Night + Line (each hand as it was folded)  ──▶ Deal ──▶ statistics, partners, records, characters

All amounts are whole cents or points; a season counts one of them.
"""
