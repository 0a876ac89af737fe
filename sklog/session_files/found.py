"""What is wrong in a file that is read line by line: it is all said at its end."""

from __future__ import annotations

from sklog.errors import Problem, SessionFileError
from sklog.session_files import in_order
from sklog.yaml_text import MOST_PROBLEMS


class Found:
    """What was wrong in a file that is read line by line."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.problems: list[Problem] = []

    @property
    def enough(self) -> bool:
        """Whether to go on is of no use."""
        return len(self.problems) >= MOST_PROBLEMS

    def say(self, line: int, message: str) -> None:
        """Note a problem of one line."""
        self.problems.append(Problem(message, self.where, line))

    def add(self, line: int, wrong: SessionFileError | ValueError) -> None:
        """Take over what was wrong with one line, with its number."""
        if not isinstance(wrong, SessionFileError):
            self.say(line, str(wrong))
            return
        for problem in wrong.problems:
            known = problem.line or problem.where not in ("", self.where)
            self.problems.append(problem if known else Problem(problem.message, self.where, line))

    def finish(self) -> None:
        """Raise what was found, if anything was."""
        if self.problems:
            raise SessionFileError(*in_order(self.problems))
