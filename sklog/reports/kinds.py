"""What a cell can be: its kind says how people read it, and is all that writing a value has to know.

Nothing is imported here: `sklog add` writes amounts, and does not wait for tables and charts.
"""

from __future__ import annotations

TEXT = "text"
"""Words that users or builders wrote, on one line."""
PROSE = "prose"
"""Words that may be broken over several lines."""
NAME = "name"
"""A person, or the Stock."""
DATE = "date"
"""A day, as ISO text (2026-11-19)."""
TIME = "time"
"""A moment, as ISO text in UTC (2026-11-19T20:15:02.000+00:00); people read it in their own time zone."""
COUNT = "count"
"""How many, or which number."""
TREND = "trend"
"""A signed count: above 0 in one direction, below 0 in the other."""
RATIO = "ratio"
"""How many times as much, or a mean of counts, as a float; people read two decimals."""
IBAN = "iban"
"""Where money goes; people read groups of four."""
RATE = "rate"
"""A share of 1, as a float."""
FACTOR = "factor"
"""What multiplies."""
MONEY = "money"
"""A signed amount in cents or points; people read euros."""
PRICE = "price"
"""An amount without a sign in cents or points; people read euros."""
CHANGE = "change"
"""A signed amount in cents or points; people read whole cents, as a score sheet writes them."""
WORTH = "worth"
"""An amount without a sign in cents or points; people read whole cents."""
MEAN = "mean"
"""A signed amount in cents or points that was divided, as a float; people read one decimal."""

KINDS = (TEXT, PROSE, NAME, DATE, TIME, COUNT, TREND, RATIO, IBAN, RATE, FACTOR, MONEY, PRICE, CHANGE, WORTH, MEAN)
WORDS = frozenset({TEXT, PROSE, NAME, DATE, TIME, IBAN})
"""Kinds that stand on the left; all others are numbers."""
IN_EUROS = frozenset({MONEY, PRICE})
WHOLE_UNITS = frozenset({CHANGE, WORTH, MEAN})
SIGNED = frozenset({MONEY, CHANGE, MEAN, TREND})
DIGITS, DIGITS_OF_A_RATE = 2, 4
"""To how many digits programs get what was divided."""
