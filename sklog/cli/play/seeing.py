"""What is seen of the evening while lines are typed: how it stands, and what the table was like before each hand."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from sklog.cli import common
from sklog.errors import NotFound, SklogError
from sklog.language import _
from sklog.ledger import evenings, history
from sklog.ledger.correcting import Scene, scenes
from sklog.ledger.evenings import DAMAGED

if TYPE_CHECKING:
    from pathlib import Path

    from sklog.ledger.evenings import Evening

MOST_SECONDS = 0.05  # that a key waits for somebody who is writing just now


class View:
    """One evening of one ledger as it stood when it was read last: `evening`, None where none is open.

    `which` is the evening that is meant: the first that is found stays it, by its identity, also when another begins
    elsewhere, or takes its number. `gone` says that it was found once and is not there any more. `trouble` is why it
    could not be read again, else "".
    """

    def __init__(self, path: Path, which: str | None) -> None:
        self.path = path
        self.which = which
        self.evening: Evening | None = None
        self.gone = False
        self.trouble = ""
        self._seen: tuple[int, ...] | None = None
        self._scenes: list[Scene] | None = None
        self._folding = Lock()

    def read(self, wait: float | None = None) -> Evening | None:
        """Read the evening again if the file has changed, and return it.

        Raises NotFound for a wrong --session, and LedgerError.
        """
        seen = self._stamp()
        if seen != self._seen:
            evening = self._found(wait) if seen else None
            self.which = evening.uid if evening else self.which
            with self._folding:
                self.evening, self._seen, self._scenes = evening, seen, None
        self.trouble = ""
        return self.evening

    def look(self) -> Evening | None:
        """Do the same without keeping anybody waiting: what cannot be read now leaves the evening as it was."""
        try:
            return self.read(MOST_SECONDS)
        except SklogError as error:
            self.trouble = common.plain(error.problems[0])
            return self.evening

    def mean(self, uid: str) -> None:
        """Mean this evening from now on."""
        self.which, self._seen = uid, None

    def _stamp(self) -> tuple[int, ...]:
        """Return what changes with the file; () where there is none."""
        try:
            found = self.path.stat()
        except OSError:
            return ()
        return (found.st_mtime_ns, found.st_size, found.st_ino)

    def _found(self, wait: float | None) -> Evening | None:
        self.gone = False
        try:
            with common.snapshot(self.path, wait) as ledger:
                return evenings.find(ledger, self.which)
        except NotFound:
            if self.which is None:
                return None
            if self.evening is None or self.evening.uid != self.which:
                raise
            self.gone = True
            raise NotFound(
                _(
                    "the evening {name!r} is not in this ledger any more, as where an older copy was restored:"
                    " leave with quit and begin play again, or start another evening",
                    name=self.evening.name,
                )
            ) from None

    # -- before each hand -----------------------------------------------------------------------------

    @property
    def folded(self) -> bool:
        """Whether every scene of this evening is known, so that asking for one costs nothing."""
        return self._scenes is not None

    def fold(self) -> None:
        """Find out what the table was like before each hand, once for each version of the evening."""
        with self._folding:
            if self._scenes is None and self.evening is not None:
                try:
                    with common.snapshot(self.path, MOST_SECONDS) as ledger:
                        self._scenes = scenes(history.of_evening(ledger, self.evening))
                except DAMAGED:  # the command itself says what is wrong
                    self._scenes = []

    def known(self, number: int) -> Scene | None:
        """Return the same where it costs nothing, else None."""
        evening = self.evening
        return self.scene(number) if self.folded or (evening and number > evening.hands) else None

    def scene(self, number: int) -> Scene | None:
        """Return the table before hand `number`, or before the next one; None where there is no such hand."""
        evening = self.evening
        if evening is None or not 1 <= number <= evening.hands + 1:
            return None
        if number == evening.hands + 1:
            return Scene(evening.state, evening.tariff)
        self.fold()
        known = self._scenes or []
        return known[number - 1] if number <= len(known) else None
