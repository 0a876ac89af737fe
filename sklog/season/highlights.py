"""What people will talk about: the dearest hand of an evening, who won or lost most hands in a row, every Sie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _, _and, _n
from sklog.reports.model import Column, Kind, section, section_of
from sklog.reports.sentences import result_words
from sklog.scoring.amounts import money
from sklog.scoring.outcome import Outcome
from sklog.season.outstanding import Season, records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.deals import Deal, Night
    from sklog.season.outstanding import Records

FEWEST = 2
"""Of so many hands on is it a run."""


def of_evening(night: Night, deals: Iterable[Deal]) -> tuple[Section, Section]:
    """Return the highlights of one evening in words, a row each, and every Sie.

    Of hands that cost the same the earliest counts, of runs of the same length the one that moved most.
    """
    found = records(Season(night.unit, (night,)), deals)
    columns = (Column("what", _("What")), Column("hand", _("No.")), Column("who", _("Who"), Kind.PROSE))
    return section("highlights", _("Highlights"), columns, _rows(found, night.unit)), sie_section(found.sie)


def _rows(found: Records, unit: str) -> Iterator[Row]:
    if found.dearest and found.dearest[0].score.value:
        deal = found.dearest[0]
        said = result_words(deal.hand, deal.tariff, deal.score)
        yield _("The hand of the evening"), str(deal.number), each(said, deal.score.value, unit)
    for title, runs in ((_("Winning streak"), found.won), (_("Losing streak"), found.lost)):
        if runs and runs[0].hands >= FEWEST:
            run = runs[0]
            numbers = "–".join(str(one.number) for one in (run.first, run.last) if one)
            yield title, numbers, run_words(run.name, run.hands, run.amount, unit)


def each(result: str, amount: int, unit: str) -> str:
    """Return a hand in words with what it cost each."""
    return _("{result}, {amount} each", result=result, amount=money(amount, unit))


def run_words(name: str, hands: int, amount: int, unit: str) -> str:
    """Return who won or lost so many hands in a row, and what they came to."""
    said = money(amount, unit, signed=True)
    return _n("{name}: {n} hand, {amount}", "{name}: {n} hands, {amount}", hands, name=name, amount=said)


def sie_section(deals: Iterable[Deal], when: Callable[[Deal], str | None] | None = None) -> Section:
    """Return every Sie, framed, with the name, the place and the time that document 000 demands, and its shame.

    The player, the dealer and the others at the table are honoured; who announced it as a Tout is ashamed. `when`
    says at what moment (UTC, ISO) a hand was recorded, where that is known.
    """
    fields: list[Field[Deal]] = [
        (Column("player", _("Name"), Kind.NAME), _sie_player),
        (Column("game", _("Game")), lambda deal: result_words(deal.hand, deal.tariff, deal.score)),
        (Column("evening", _("Evening")), lambda deal: deal.night.name),
        (Column("date", _("Date"), Kind.DATE), lambda deal: deal.night.date or None),
        (Column("time", _("Recorded"), Kind.TIME), lambda deal: when and when(deal)),
        (Column("place", _("Place")), lambda deal: deal.night.place or None),
        (Column("dealer", _("Dealer"), Kind.NAME), lambda deal: deal.table.dealer),
        (Column("others", _("At the table")), _others),
        (Column("hand", _("No."), Kind.COUNT), lambda deal: deal.number),
        (Column("value", _("Value"), Kind.PRICE), lambda deal: deal.score.value),
        (Column("shame", _("Shame"), Kind.PROSE), _shame),
    ]
    return section_of("sie", "Sie", deals, fields)._replace(framed=True)


def _sie_player(deal: Deal) -> str | None:
    outcome = deal.score.outcome
    return outcome.winners[0] if isinstance(outcome, Outcome) else None


def _others(deal: Deal) -> str | None:
    others = [name for name in deal.table.active if name not in (_sie_player(deal), deal.table.dealer)]
    return _and(others) if others else None


def _shame(deal: Deal) -> str | None:
    outcome = deal.score.outcome
    tout = isinstance(outcome, Outcome) and outcome.tout
    return _("announced as a Tout, with such cards!") if tout else None
