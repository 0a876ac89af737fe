"""A Schafkopfrennen: entrants, draws, lists, penalties and prizes, and the ranking that follows from them.

    facts ──apply──▶ Tournament ──ranking──▶ Standing of everybody, of teams and clubs, prizes
              ▲
    draw ─────┘  (lots from the seed: who sits where in a round)

    model     what a tournament is: its rules, and what is known of it so far
    facts     what is recorded of it, and how each fact is said in JSON, proved and applied
    lots      lots that anybody can draw again from the printed seed, in any version
    draw      who meets whom in a round: nobody twice, where that is possible
    ranking   places, ties, teams, clubs, and who gets which prize

Pure: it knows neither a ledger nor a table's evening. Points are whole numbers, entry fees and prizes of money cents.
"""
