"""The reports of a tournament: how it stands, entrants, seats, the ranking, prizes and cash, and why.

    Tournament + Head (its name, day, place, scale) ──builder──▶ Report ──render──▶ any format

    explained   why somebody is where he is; every list of a table
    money       prizes, cash
    standing    the ranking, teams, clubs, a series
    overview    how it stands; entrants; seats
    head        what all of them share

Points are whole numbers, money is cents. Somebody is known by the start number, and called by the name it has now.
"""
