"""Which figures of a hand the rules read: numbers that note what was asked of them while a hand is scored.

    Played(…, augen=trace.number("augen", 74)) ──score──▶ trace.cuts: {("augen", 61), ("augen", 91)}

Every comparison of such a number, or of a sum of several, divides its values in two, at a cut; whatever else is done
with it reads the number itself, so that it stands between two cuts. Two hands between whose figures no cut lies are
scored alike, since the same functions would have been told the same. So what a tariff reads follows from its rules,
whatever they are: a new rule needs nothing here, and no list says which figures it reads.

`ByAnswers` keeps what hands cost that are the same but for their figures: the statistics of a season and the fold of
evenings by the million know by it that they need not score a hand again.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Value = TypeVar("Value")
Sum = tuple[tuple[str, int], ...]
"""A sum of figures, each with how often it is added, by their names; the first is added at least once."""


class Trace:
    """What was asked of the numbers of one hand.

    `asked` has each sum of figures and a bound, where it mattered whether the sum was as much. `figures` are those of
    the hand, by name.
    """

    __slots__ = ("asked", "figures")

    def __init__(self) -> None:
        self.asked: set[tuple[Sum, int]] = set()
        self.figures: dict[str, int] = {}

    def number(self, figure: str, value: int) -> Any:
        """Return a number that stands for a figure of the hand, wherever a whole number may stand."""
        self.figures[figure] = value
        return Noted(self, ((figure, 1),), value)

    @property
    def cuts(self) -> set[tuple[str, int]]:
        """Each figure and the least value on the upper side of a cut; the figures of a sum were read, as they are."""
        found = set()
        for terms, bound in self.asked:
            if len(terms) == 1 and terms[0][1] == 1:
                found.add((terms[0][0], bound))
                continue
            for figure, _times in terms:
                found |= {(figure, self.figures[figure]), (figure, self.figures[figure] + 1)}
        return found


class ByAnswers(Generic[Value]):
    """What was made of hands that are the same but for their figures: one value for all of which the answers are alike.

    An answer says between which bounds a sum of figures lies; `asked` are the sums and bounds of a trace.
    """

    __slots__ = ("_bounds", "_made")

    def __init__(self) -> None:
        self._bounds: dict[Sum, list[int]] = {}
        self._made: dict[tuple[int, ...], tuple[Mapping[str, int], Value]] = {}

    def get(self, figures: Mapping[str, int]) -> Value | None:
        """Return what was made of a hand with like figures; None where nothing was yet."""
        found = self._made.get(self._answers(figures))
        return found[1] if found else None

    def keep(self, figures: Mapping[str, int], asked: Iterable[tuple[Sum, int]], value: Value) -> None:
        """Keep what was made of a hand with these figures, and of which sums the rules asked for it."""
        divided = False
        for terms, bound in asked:
            bounds = self._bounds.setdefault(terms, [])
            if bound not in bounds:
                insort(bounds, bound)
                divided = True
        if divided:  # what was made before holds for fewer hands from now on
            self._made = {self._answers(known[0]): known for known in self._made.values()}
        self._made[self._answers(figures)] = figures, value

    def _answers(self, figures: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(
            [
                bisect_right(bounds, sum([figures[figure] * times for figure, times in terms]))
                for terms, bounds in self._bounds.items()
            ]
        )


class Noted:
    """A whole number, a sum of figures and `plus`: it notes what it is compared with, and is plain elsewhere."""

    __slots__ = ("now", "plus", "terms", "trace")
    __class__ = int  # type: ignore[assignment]  # for `isinstance`: functions ask whether a number or names were said

    def __init__(self, trace: Trace, terms: Sum, now: int, plus: int = 0) -> None:
        self.trace = trace
        self.terms = terms
        self.now = now
        self.plus = plus

    def _below(self, bound: int) -> bool:
        """Return whether the number is less than a bound, and note that this was asked."""
        terms, least = self.terms, bound - self.plus
        if terms[0][1] < 0:
            terms, least = tuple([(figure, -times) for figure, times in terms]), 1 - least
        self.trace.asked.add((terms, least))
        return self.now < bound

    def _less(self, other: Any, more: int) -> bool:
        """Return whether the number is less than another one and so much more."""
        if type(other) is int:
            return self._below(other + more)
        if type(other) is not Noted:
            return self._below(int(other) + more)
        difference = self - other
        return difference._below(more) if type(difference) is Noted else difference < more  # noqa: SLF001  of its kind

    def _is(self, value: int) -> bool:
        """Return whether the number is this one, and note that this was asked."""
        terms, asked, least = self.terms, self.trace.asked, value - self.plus
        if terms[0][1] < 0:
            terms, least = tuple([(figure, -times) for figure, times in terms]), -least
        asked.add((terms, least))
        asked.add((terms, least + 1))
        return self.now == value

    def _read(self) -> int:
        """Return the number, and note that nothing else would have been the same."""
        self._is(self.now)
        return self.now

    # -- comparisons ----------------------------------------------------------------------------------

    def __lt__(self, other: Any) -> bool:
        return self._less(other, 0) if isinstance(other, int) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return self._less(other, 1) if isinstance(other, int) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return not self._less(other, 0) if isinstance(other, int) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return not self._less(other, 1) if isinstance(other, int) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if type(other) is Noted:
            return bool(self - other == 0)
        return self._is(int(other)) if isinstance(other, int) else False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return not self._is(0)

    # -- sums stay numbers that note; all else reads the number -----------------------------------------

    def _plus(self, other: Any, sign: int) -> Any:
        """Return the number and another one so often."""
        if type(other) is not Noted:
            plus = sign * int(other)
            return Noted(self.trace, self.terms, self.now + plus, self.plus + plus)
        times = dict(self.terms)
        for figure, more in other.terms:
            times[figure] = times.get(figure, 0) + sign * more
        terms = tuple(sorted((figure, many) for figure, many in times.items() if many))
        now, plus = self.now + sign * other.now, self.plus + sign * other.plus
        return Noted(self.trace, terms, now, plus) if terms else now

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1) if isinstance(other, int) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1) if isinstance(other, int) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return (-self)._plus(other, 1) if isinstance(other, int) else NotImplemented

    def __neg__(self) -> Any:
        return Noted(self.trace, tuple([(figure, -times) for figure, times in self.terms]), -self.now, -self.plus)

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
