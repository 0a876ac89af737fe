"""What a part of the torture run has to tell: how often it ran, what went wrong, and figures for the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

COLUMNS = ("lost", "corrupted", "undetected", "untrue", "unclear", "left beside", "longest wait")
"""The figures that have a column of their own; a part leaves out what it does not look for."""


@dataclass(frozen=True)
class Outcome:
    """One part: `runs` is how often something was tried, each problem is one sentence that says how to see it again.

    The part has met its target if there is no problem; `skipped` says why it could not be run here.
    """

    part: str
    runs: int
    problems: tuple[str, ...] = ()
    figures: Mapping[str, str | int] = field(default_factory=dict)
    skipped: str = ""

    @property
    def met(self) -> bool:
        """Whether nothing went wrong; what was skipped has missed nothing."""
        return not self.problems
