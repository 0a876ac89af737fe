"""Reports of a season, each in a module of its own; here is what all of them share.

A module has `of_…`, which makes its report of what was asked, and `DEFINED`, which says of each of its tables what its
numbers count: as what, and what does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklog.language import _, _t
from sklog.reports.model import Column, Fact, Kind, Report, known
from sklog.scoring.tariff import CENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sklog.reports.model import Cell, Chart, Field, Section
    from sklog.scoring.deals import Night
    from sklog.season.outstanding import Season
    from sklog.season.statistics import Tally

ENDED = ("won", "lost", "won_share")
"""Of `tally_fields` those that say how hands of one kind ended; success is the share of those that were decided."""


def season_report(
    key: str,
    title: str,
    season: Season,
    sections: Iterable[Section],
    notes: Iterable[str] = (),
    *,
    defined: Mapping[str, str],
    limits: Mapping[str, Mapping[str, object]] = {},
    charts: Callable[[], tuple[Chart, ...]] = tuple,
    main: str = "",
) -> Report:
    """Return a report of a season: which evenings it is about stands above these sections, what was left out below.

    Below each table stands how it is `defined`; `limits` are what is filled in there.
    """
    days = [night.date for night in season.nights if night.date]
    names = {night.name for night in season.nights}
    facts = known(
        Fact("group", _("Evenings of"), names.pop() if len(names) == 1 else None),
        Fact("first", _("First day"), days[0] if days else None, Kind.DATE),
        Fact("last", _("Last day"), days[-1] if days else None, Kind.DATE),
        Fact("evenings", _("Evenings"), len(season.nights), Kind.COUNT),
    )
    said = {key: _(text, **limits.get(key, {})) for key, text in defined.items()}
    shown = tuple(one._replace(defined=said.get(one.key, one.defined)) for one in sections)
    every = (*_left_out(season), *notes)
    if not every and not any(one.rows for one in shown):
        every = (_("Only amounts were noted in these evenings, no hands: there is nothing to count."),)
    return Report(key, title, season.unit, facts, shown, every, main=main, charts=charts)


def _left_out(season: Season) -> tuple[str, ...]:
    """Return how many evenings of the other unit are not in the report."""
    if not season.others:
        return ()
    if season.unit == CENTS:
        return (_t("Evenings in points are left out: {n}.¦; --unit points shows them.", n=season.others),)
    return (_t("Evenings for money are left out: {n}.¦; --unit ct shows them.", n=season.others),)


def day_of(night: Night) -> str:
    """Return the day of an evening, its name where nobody noted one."""
    return night.date or night.name


def ratio(part: int, whole: int) -> float | None:
    """Return `part` divided by `whole`; None where `whole` is 0."""
    return part / whole if whole else None


def beyond(difference: float, margin: float | None) -> str:
    """Return in words whether a difference is more than chance; without a margin there are too few hands."""
    if margin is None:
        return _("too few hands")
    if abs(difference) <= margin:
        return _("may be chance")
    return _("surely more") if difference > 0 else _("surely less")


def verdict() -> Column:
    """Return the column in which that stands."""
    return Column("verdict", _("Which means"))


def tally_fields(tally: Callable[[Any], Tally], *keys: str) -> list[Field[Any]]:
    """Return these columns of what was counted; `tally` finds it in the thing that a row is about."""
    fields: dict[str, Field[Tally]] = {
        "hands": (Column("hands", _("Hands"), Kind.COUNT), lambda one: one.hands),
        "won": (Column("won", _("Won"), Kind.COUNT), lambda one: one.won),
        "lost": (Column("lost", _("Lost"), Kind.COUNT), lambda one: one.lost),
        "won_share": (Column("won_share", _("Success"), Kind.RATE), lambda one: ratio(one.won, one.won + one.lost)),
        "mean_value": (Column("mean_value", _("Value"), Kind.PRICE), lambda one: ratio(one.value, one.hands)),
        "total": (Column("total", _("Total"), Kind.MONEY), lambda one: one.amount),
        "per_hand": (Column("per_hand", _("Per hand"), Kind.MEAN), lambda one: ratio(one.amount, one.hands)),
    }

    def of_thing(get: Callable[[Tally], Cell]) -> Callable[[Any], Cell]:
        return lambda thing: get(tally(thing))

    return [(column, of_thing(get)) for column, get in map(fields.__getitem__, keys)]
