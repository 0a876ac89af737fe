"""The reports of a tournament: how it stands, entrants, seats, the ranking, prizes and cash, and why.

    Tournament + Head (its name, day, place, scale) ──builder──▶ Report ──render──▶ any format

    places   the ranking, teams, clubs, a series; why somebody is where he is; every list of a table
    day      how it stands; entrants; seats; prizes, cash
    shared   what both have

Points are whole numbers, money is cents. Somebody is known by the start number, and called by the name it has now.
"""
