"""The reports of a tournament: how it stands, entrants, seats, the ranking, prizes and cash, and why.

    Tournament + Head (its name, day, place, scale) ──builder──▶ Report ──render──▶ any format

    explained   why somebody is where he is; every list of a table
    money       prizes, cash
    standing    the ranking, teams, clubs, a series
    overview    how it stands; entrants; seats
    head        what all of them share

Points are whole numbers, money is cents. Somebody is known by the start number, and called by the name it has now.
"""

from sklog.tournament.reports.explained import person_report, table_report
from sklog.tournament.reports.head import Head
from sklog.tournament.reports.money import awards_report, cash_report
from sklog.tournament.reports.overview import entrants, overview, seats
from sklog.tournament.reports.standing import bests_report, clubs_report, ranking_report, series_report, teams_report

__all__ = [
    "Head",
    "awards_report",
    "bests_report",
    "cash_report",
    "clubs_report",
    "entrants",
    "overview",
    "person_report",
    "ranking_report",
    "seats",
    "series_report",
    "table_report",
    "teams_report",
]
