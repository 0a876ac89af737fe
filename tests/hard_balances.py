"""Balances of twenty people for whom the fewest payments are hard to find, for the tests and the benchmarks."""

from collections.abc import Iterable, Sequence

TWENTY = {
    "one pays all": [1] * 19,
    "one receives all": [-1] * 19,
    "powers of two": [2**place for place in range(19)],
    "powers of minus two": [(-2) ** place for place in range(19)],
    "powers of minus three": [(-3) ** place for place in range(19)],
    "threes and twos": [3] * 8 + [-2] * 11,
    "fives and threes": [5] * 9 + [-3] * 10,
    "two unequal halves": [1000 + 2**n for n in range(10)] + [-1000 - 3**n for n in range(9)],
    "1 to 20": [-1, 2, 3, 4, -5, -6, -7, 8, -9, 10, -11, 12, -13, 14, 15, -16, 17, -18, -19],
    "many threes": [1, 2, -3, 4, 5, -9, 6, 8, -14, 7, 11, -18, 10, 12, -22, 13, 16, -29, 19],
    "threes that block each other": [43, -48, -24, 3, -8, 67, 27, -13, -32, -10, -5, 18, 46, 11, 19, -42, -16, -21, 14],
    "few receive": [16, -120, 12, 1, 7, 20, -2, 9, 15, 7, 18, 3, 10, 5, -49, 6, 13, 14, 4],
    "few pay": [-12, -10, 84, -20, -5, -15, -6, -11, -21, -22, -28, -19, 1, -16, -25, -17, -27, -31, -9],
    "sixty-four bits": [(-1) ** n * (2**63 - 7**n) for n in range(19)],
}
"""Amounts of nineteen; `closed` seats the twentieth."""


def seated(amounts: Iterable[int]) -> dict[str, int]:
    """Give the amounts to P00, P01 and so on."""
    return {f"P{place:02}": amount for place, amount in enumerate(amounts)}


def closed(amounts: Sequence[int]) -> dict[str, int]:
    """Seat the amounts, and one more person who makes them sum to zero."""
    return seated([*amounts, -sum(amounts)])
