"""Which figures of a hand the rules read: numbers that note what was asked of them while a hand is scored.

    Played(…, augen=trace.number("augen", 74)) ──score──▶ trace.cuts: {("augen", 61), ("augen", 91)}

Every comparison of such a number divides its values in two, at a cut; whatever else is done with it reads the number
itself, so that it stands between two cuts. Two hands between whose figures no cut lies are scored alike, since the same
functions would have been told the same. So what a tariff reads follows from its rules, whatever they are.
"""

from __future__ import annotations

from typing import Any


class Trace:
    """What was asked of the numbers of one hand: `cuts` has the figure and the least value on the upper side."""

    __slots__ = ("cuts",)

    def __init__(self) -> None:
        self.cuts: set[tuple[str, int]] = set()

    def number(self, figure: str, value: int) -> Any:
        """Return a number that stands for a figure of the hand, wherever a whole number may stand."""
        return Noted(self, figure, value)

    def between(self, figure: str, value: int) -> tuple[int | None, int | None]:
        """Return between which cuts a value of a figure lies: the least that is alike, and the first that is not."""
        cuts = [cut for name, cut in self.cuts if name == figure]
        below, above = [cut for cut in cuts if cut <= value], [cut for cut in cuts if cut > value]
        return max(below, default=None), min(above, default=None)


class Noted:
    """A whole number, `sign` times a figure and `plus`: it notes what it is compared with, and is plain elsewhere."""

    __slots__ = ("figure", "plus", "sign", "trace", "value")

    def __init__(self, trace: Trace, figure: str, value: int, sign: int = 1, plus: int = 0) -> None:
        self.trace = trace
        self.figure = figure
        self.value = value
        self.sign = sign
        self.plus = plus

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """What `isinstance` sees: functions ask whether somebody said a number or names."""
        return int

    def _now(self) -> int:
        return self.sign * self.value + self.plus

    def _cut(self, bound: int) -> None:
        """Note that values whose number is below the bound were told apart from the others."""
        self.trace.cuts.add((self.figure, bound - self.plus if self.sign > 0 else self.plus - bound + 1))

    def _read(self) -> int:
        """Return the number, which is all that was read of it."""
        now = self._now()
        self._cut(now)
        self._cut(now + 1)
        return now

    def _other(self, sign: int, plus: int) -> Noted:
        return Noted(self.trace, self.figure, self.value, sign, plus)

    # -- comparisons ----------------------------------------------------------------------------------

    def __lt__(self, other: Any) -> bool:
        if not isinstance(other, int):
            return NotImplemented
        self._cut(bound := int(other))
        return self._now() < bound

    def __ge__(self, other: Any) -> bool:
        if not isinstance(other, int):
            return NotImplemented
        self._cut(bound := int(other))
        return self._now() >= bound

    def __le__(self, other: Any) -> bool:
        if not isinstance(other, int):
            return NotImplemented
        self._cut((bound := int(other)) + 1)
        return self._now() <= bound

    def __gt__(self, other: Any) -> bool:
        if not isinstance(other, int):
            return NotImplemented
        self._cut((bound := int(other)) + 1)
        return self._now() > bound

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int):
            return False
        self._cut(bound := int(other))
        self._cut(bound + 1)
        return self._now() == bound

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    # -- sums stay numbers that note; all else reads the number -----------------------------------------

    def __add__(self, other: Any) -> Any:
        if type(other) is int:
            return self._other(self.sign, self.plus + other)
        return self._read() + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is int:
            return self._other(self.sign, self.plus - other)
        return self._read() - other

    def __rsub__(self, other: Any) -> Any:
        if type(other) is int:
            return self._other(-self.sign, other - self.plus)
        return other - self._read()

    def __neg__(self) -> Any:
        return self._other(-self.sign, -self.plus)

    def __int__(self) -> int:
        return self._read()

    __index__ = __int__

    def __hash__(self) -> int:
        return hash(self._read())

    def __str__(self) -> str:
        return str(self._read())

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return format(self._read(), form)


def _reading(name: str) -> Any:
    def read(self: Noted, *others: Any) -> Any:
        return getattr(self._read(), name)(*[int(other) for other in others])

    return read


for _name in ("abs", "pos", "mul", "rmul", "floordiv", "rfloordiv", "mod", "rmod", "divmod", "rdivmod", "pow", "rpow",
              "lshift", "rlshift", "rshift", "rrshift", "truediv", "rtruediv"):  # fmt: skip
    setattr(Noted, f"__{_name}__", _reading(f"__{_name}__"))
