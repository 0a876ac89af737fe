"""A program: a report of a ledger for which every hand is folded, as if none were like another.

    python counting.py report stats

It is `sklog` with these words in all but that, and stands for what a report took that knew of no such hands.
"""

from __future__ import annotations

from sklog.__main__ import main
from sklog.season import selection

if __name__ == "__main__":
    selection.SeasonAsked.dealt = selection.SeasonAsked.deals  # type: ignore[assignment]  # which yields deals alone
    main()
