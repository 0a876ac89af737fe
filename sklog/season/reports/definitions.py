"""What the numbers in the tables of a season mean, a line below each table: what counts, as what, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.format import written
from sklog.reports.model import Kind
from sklog.scoring.deals import MOST
from sklog.season import statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sklog.reports.model import Section


def defined(report: str, sections: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections of a report, each with what its numbers mean."""
    words = DEFINITIONS[report]() if report in DEFINITIONS else {}
    for one in sections:
        yield one._replace(defined=words.get(one.key, one.defined))


def _standings() -> Mapping[str, str]:
    return {
        "standings": _(
            "Evenings: those at which somebody sat, whatever came of it. Total: what these evenings came to, with what"
            " was posted and moved without a hand, without payments and without the Stock. Per evening: the total,"
            " divided by these evenings. Hands: those that were dealt to somebody and played. Per hand: what these"
            " hands alone brought, divided by them. Who has the same shares a rank."
        ),
        "evenings": _("An evening counts as it ended. A best one ended above 0, a worst one below 0."),
        "streaks": _(
            "An evening that ended above 0 is won, one below 0 is lost; one at 0 ends a run. In a row now: above 0 won"
            " ones, below 0 lost ones."
        ),
    }


def _stats() -> Mapping[str, str]:
    return {
        "people": _(
            "A hand counts for everybody to whom it was dealt; a deal that was thrown in is none. It is won by the side"
            " that won it; a Ramsch is lost by who paid for it, and won by the others. A draw and a Ramsch in which all"
            " tie are neither won nor lost. Success: won, of those that were won or lost."
        ),
        "declarer": _(
            "Declarer: who played, alone or with a partner. Share: of the hands dealt to somebody of which it was noted"
            " who played. Value: the mean price of these hands."
        ),
        "partner": _("Partner: who stood by somebody else who declared, whether called, found or married."),
        "opponent": _("Opponent: who played against the declarer, and against the partner where there was one."),
        "games": _(
            "Won and lost: by the declarers. A hand of which only the winners were noted is neither. Share: of all"
            " deals, those that were thrown in with them. A Ramsch and a deal that was thrown in have no declarers."
        ),
        "declared": _("Hands in which somebody was the declarer, by game. The total is the declarer's own."),
        "partner_of": _("Hands in which the first was the partner and the second declared. The total is the first's."),
        "kontra": _(
            "Given: hands in which somebody said Kontra against the declarers and was noted by name; won where the"
            " declarers lost. Re: hands in which somebody of the declarers' side answered. Got: hands with a Kontra in"
            " which somebody was on the declarers' side."
        ),
        "klopfer": _("Hands in which somebody knocked and was noted by name, on whichever side."),
        "doubled": _(
            "Won and lost: by the declarers, whoever doubled. A hand that was doubled by several things stands in each"
            " of their rows. Klopfer and Bock count where the tariff doubles that game for them."
        ),
        "schneider": _(
            "Made: by everybody on the side that won. Suffered: by everybody on the side that lost. Schwarz: the side"
            " that lost took no trick, or it was noted so."
        ),
        "laufende": _(
            "Hands with Laufende on somebody's own side, whoever held them and whether the tariff pays them or not."
            " Others': hands with Laufende on the other side."
        ),
        "ramsch": _(
            "Lost: hands in which somebody was one of those who paid. A Durchmarsch is lost by nobody here; it is"
            " counted for who made it."
        ),
        **_chance(),
    }


def _chance() -> Mapping[str, str]:
    """Return what is said where a mean or a total is measured by what chance makes."""
    return {
        "by_role": _(
            "Caller: who declared with a partner. Soloist: who declared alone against everybody else. The table: the"
            " mean of everybody in this role in these hands, shown or not. ±: half of the 95% interval of somebody's"
            " own mean, 1.96 times its standard error; a difference within it may be chance. It takes the"
            " table's mean for certain, and is rather too wide than too narrow for it. – stands for fewer than {fewest}"
            " hands, which say nothing.",
            fewest=statistics.FEWEST_FOR_AN_INTERVAL,
        ),
        "seats": _(
            "What a hand brought who dealt, or who sat so far from the dealer's left; who sits out has no seat. ±: half"
            " of the 95% interval of the mean. Where 0 lies within it the seat makes no difference that can be seen."
        ),
        "luck": _(
            "Luck: suppose that a coin decides, for each hand alone, whether its amount is won or lost. The swing is"
            " how far from 0 such a season typically ends. A chance of 47% means that 47 of 100 such seasons end at"
            " least as far from 0 as the total did: chance alone explains it. Below {hardly} it was hardly luck. The"
            " cards are not known, and fewer than {fewest} hands say nothing.",
            hardly=written(statistics.HARDLY, Kind.RATE, ""),
            fewest=statistics.FEWEST_HANDS,
        ),
    }


def _partners() -> Mapping[str, str]:
    return {
        "matrix": _(
            "What somebody won in hands on one side with somebody else. Only partner games count (Sauspiel, Hochzeit"
            " and the like), the declarers' side and their opponents'. The three against a solo did not choose each"
            " other."
        ),
        "flows": _(
            "What went from the column to the line in hands in which they were on opposite sides, without the Stock."
            " One against all, and who alone loses a Ramsch, settles with each; two who lose to two pay each of them"
            " half, so that no seat decides who paid whom. Halves are added up and then rounded."
        ),
        "duels": _(
            "Hands that two were on opposite sides in; a Ramsch sets those who paid against the others. Won and lost:"
            " by the first of the two. Got from: what went from the second to the first in these hands, as in the table"
            " before. What was thrown in sets nobody against anybody."
        ),
        "pairs": _("Both: what the two won together in these hands. Each, per hand: half of that, for each hand."),
    }


def _records() -> Mapping[str, str]:
    runs = _(
        "A hand is won by whom it brought something, and lost by whom it cost something. A deal that was thrown in, and"
        " one that moved nothing, is passed over. A run goes on over the end of an evening."
    )
    return {
        "dearest": _(
            "The {most} dearest by their value, doublings included; of equal ones the first.",
            most=MOST,
        ),
        "laufende": _("The longest runs, whoever held them and whatever of them was paid; of equal ones the first."),
        "won": runs,
        "lost": runs,
        "droughts": _(
            "Hands in a row that were dealt to somebody who declared none alone against everybody else: no solo of any"
            " kind, no Wenz, no Bettel. Of equal runs the first. It goes on over the end of an evening; what was thrown"
            " in is passed over. Now: the run up to the last hand. Since: the hand with which that began."
        ),
        "evenings": _("An evening counts as it ended, with what was posted without a hand."),
    }


def _rating() -> Mapping[str, str]:
    return {
        "rating": _(
            "What somebody can do, reckoned by openskill (Bradley-Terry) from who won against whom, hand after hand;"
            " everybody begins at 1000, and no amount counts. Two sides meet in a game, and what its cards are worth to"
            " who declares it is reckoned beside them, so that nobody gains by declaring much. In a Ramsch who paid"
            " lost to each of the others, or who made a Durchmarsch won against them. Where nobody won no hand counts."
            " ±: half of the 95% interval. At least: three deviations below the rating, which is nearly certain; the"
            " rank goes by it. A side that leads by 100 wins about 64 of 100 hands."
        ),
    }


def _whatif() -> Mapping[str, str]:
    return {
        "totals": _(
            "What these evenings came to, and what they would have come to, with what was posted and moved without a"
            " hand. A hand that is left out counts as never dealt."
        ),
        "evenings": _(
            "Dealt: deals that were played or thrown in. Cost otherwise: those that would move other amounts. Left"
            " out: those that cannot be under the other tariff, or say too little for their price there."
        ),
        "differences": _(
            "How much more or less each evening would have come to for everybody; in another unit what it would have"
            " come to."
        ),
        "refused": _(
            "Hands, and what was said between them, that cannot be under the other tariff, or say too little for their"
            " price there; of many reasons those that are most often true."
        ),
    }


DEFINITIONS: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "standings": _standings,
    "stats": _stats,
    "partners": _partners,
    "records": _records,
    "rating": _rating,
    "whatif": _whatif,
}
"""By report: what is said below each of its tables, by the table's key."""
