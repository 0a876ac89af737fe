"""sklog: a score-keeping and settlement ledger for Schafkopf."""

__version__ = "0.1.0"
