"""The reports of a season: standings, records, statistics, ratings, another tariff, and all of it on one page."""
