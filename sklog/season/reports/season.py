"""The page of a season: what a table asks first, and behind it the reports as chapters, cards and a calendar."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.language import _, _n, _t
from sklog.reports.model import Chapter, Column, Kind, people_columns, section, section_of
from sklog.rooms import PRICES, load
from sklog.scoring.amounts import money
from sklog.scoring.hand import Passed
from sklog.season.highlights import FEWEST, each, run_words
from sklog.season.reports import day_of, season_report
from sklog.season.reports.rating import EXTRA, installed
from sklog.season.reports.standings import standings
from sklog.season.selection import report_of
from sklog.season.statistics import DECLARER, FEWEST_HANDS, OPPONENT, PARTNER, statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sklog.reports.model import Cell, Chart, Field, Report, Row, Section
    from sklog.scoring.deals import Deal, Night
    from sklog.scoring.tariff import Tariff
    from sklog.season.outstanding import Season
    from sklog.season.selection import SeasonAsked

RATING = "rating"
SHOWN = ("standings", "stats", "partners", "records", "characters", RATING)
"""The reports that the page is made of, by their names; `season_page` gets each, but a rating only where it can be."""
YEAR = len("2026")
LAST, PAIRS = 5, 3
"""So many evenings and pairs stand before the fold."""
MOST_LISTS = 3
"""So many price lists stand on the page, those of the tariffs that most hands were played by."""
PRICED = {"games": "prices", "ramsch": "prices_ramsch"}
"""The tables of a price list that have prices, and what they are called on the page."""


class Plan(NamedTuple):
    """A chapter before it is filled: its title, and the reports' sections and charts in it: "REPORT.KEY …"."""

    key: str
    title: str
    parts: str
    folded: bool = True


def season_page(season: Season, deals: Sequence[Deal], reports: Mapping[str, Report], period: str = "") -> Report:
    """Return the whole season as one report of chapters; `reports` has those of `SHOWN`, over the same evenings.

    Only the rating may be missing: the page says so. `deals` are all of its hands. `period` is the day, month or year
    (ISO) that was asked for, "" where none was.
    """
    lists = _price_lists(deals)
    own = (_last_evenings(season), *_company(reports), _memorable(season, reports), _cards_section(reports), *lists)
    found = {f"own.{one.key}": one for one in (*own, _calendar(season, deals))}
    drawn: dict[str, Chart] = {}
    for name, report in reports.items():
        found |= {f"{name}.{one.key}": one._replace(title=one.title or report.title) for one in report.sections}
        drawn |= {f"{name}.{one.key}": one for one in report.charts()}
    chapters: list[Chapter] = []
    sections: list[Section] = []
    charts: list[Chart] = []
    for plan in _plans([one.key for one in lists]):
        taken = {one.key for one in sections}
        pictures = [drawn[part] for part in plan.parts.split() if part in drawn]
        tables = [found[part] for part in plan.parts.split() if part in found and found[part].rows]
        tables = [one._replace(title="" if one.title == plan.title else one.title) for one in tables]
        tables = [one._replace(key=f"{plan.key}_{one.key}") if one.key in taken else one for one in tables]
        if tables or pictures:
            keys = dict.fromkeys([*(one.key for one in tables), *(one.key for one in pictures)])
            chapters.append(Chapter(plan.key, plan.title, tuple(keys), plan.folded))
        sections += tables
        charts += pictures
    title = _("The year {year}", year=period) if len(period) == YEAR else _("The season")
    page = season_report("season", title, season, sections, defined={}, charts=lambda: tuple(charts))
    notes = [*page.notes, *(note for one in reports.values() for note in one.notes)]
    if RATING not in reports:
        missing = _t(
            "Ratings are left out: they need one more package.¦: install sklog from its folder again, as {extra}.",
            extra=EXTRA,
        )
        notes.append(missing)
    return page._replace(chapters=tuple(chapters), notes=tuple(dict.fromkeys(notes)))


def _plans(lists: Iterable[str]) -> tuple[Plan, ...]:
    """Return the chapters in their order; `lists` are the keys of the price lists.

    Of two sections with one key, the later gets its chapter's in front of it.
    """
    priced = " ".join(f"own.{key}" for key in lists)
    return (
        Plan("standings", _("Standings"), "standings.standings standings.season", folded=False),
        Plan("last", _("The last evenings"), "own.last", folded=False),
        Plan("company", _("Who with whom"), "own.together own.from_whom", folded=False),
        Plan("memorable", _("Records"), "own.memorable", folded=False),
        Plan("people", _("Everybody"), "own.cards"),
        Plan("form", _("Strength, luck and form"), "rating.rating stats.luck standings.streaks"),
        Plan("roles", _("Roles"), "stats.roles stats.by_role stats.declarer stats.partner stats.opponent stats.seats"),
        Plan("duels", _("Head to head"), "partners.flows partners.duels"),
        Plan("partners", _("Who calls whom"), "stats.partner_of partners.matrix partners.pairs"),
        Plan(
            "games",
            _("Games and prices"),
            "stats.games stats.declared stats.doubled stats.kontra stats.klopfer stats.schneider stats.laufende "
            f"stats.ramsch {priced}",
        ),
        Plan(
            "fame",
            _("Hall of fame"),
            "records.sie records.dearest records.laufende records.won records.lost records.droughts records.evenings "
            "characters.characters",
        ),
        Plan("calendar", _("Calendar"), "own.calendar"),
    )


# -- what a table asks first ---------------------------------------------------------------------------


def _last_evenings(season: Season) -> Section:
    """Return the last evenings, the newest first: who won most there, and who lost most; all of them if equal."""
    shown = [one for one in season.nights if any(map(season.shows, one.totals))]

    def at_end(night: Night, sign: int) -> tuple[str, int] | tuple[None, None]:
        totals = {name: total for name, total in night.totals.items() if season.shows(name)}
        most = sign * max(total * sign for total in totals.values())
        names = [name for name, total in totals.items() if total == most]
        return (", ".join(names), most) if most * sign > 0 else (None, None)

    fields: list[Field[Night]] = [
        (Column("date", _("Date"), Kind.DATE), day_of),
        (Column("won_by", _("Ahead"), Kind.NAME), lambda night: at_end(night, 1)[0]),
        (Column("won", _("with"), Kind.MONEY), lambda night: at_end(night, 1)[1]),
        (Column("lost_by", _("Behind"), Kind.NAME), lambda night: at_end(night, -1)[0]),
        (Column("lost", _("with"), Kind.MONEY), lambda night: at_end(night, -1)[1]),
    ]
    meaning = _("Ahead: most won that evening. Behind: most lost.")
    return section_of("last", "", shown[: -LAST - 1 : -1], fields)._replace(defined=meaning, excerpt=True)


def _company(reports: Mapping[str, Report]) -> tuple[Section, Section]:
    """Return the pairs that won most on one side, and who got most from whom, of those with enough hands."""
    both = _("Both: what the two won together in hands on one side.")
    got = _("Got from: what the first has got from the second in hands on opposite sides.")
    return (
        _best_pairs("together", _("Best together"), _section_of(reports, "partners", "pairs"), "total", both),
        _best_pairs("from_whom", _("Who got most from whom"), _section_of(reports, "partners", "duels"), "flow", got),
    )


def _best_pairs(key: str, title: str, table: Section, amount: str, meaning: str) -> Section:
    """Return of a table of pairs those with enough hands that won most in them."""
    keys = ("first", "second", "hands", amount)
    rows = [row for row in _by_key(table) if row["hands"] >= FEWEST_HANDS and row[amount] > 0]
    defined = f"{meaning} " + _("Only pairs with at least {fewest} such hands.", fewest=FEWEST_HANDS)
    shown = section(key, title, _columns(table, keys), ([row[one] for one in keys] for row in rows[:PAIRS]))
    return shown._replace(defined=defined, excerpt=True)


def _memorable(season: Season, reports: Mapping[str, Report]) -> Section:
    """Return the first of each table of records, in words."""
    columns = (Column("what", _("What")), Column("date", _("When"), Kind.DATE), Column("who", _("Who"), Kind.PROSE))
    rows = _records(season.unit, {one.key: _by_key(one)[0] for one in reports["records"].sections if one.rows})
    return section("memorable", "", columns, rows)._replace(excerpt=True)


def _records(unit: str, first: Mapping[str, Mapping[str, Any]]) -> Iterator[Row]:
    if sie := first.get("sie"):
        yield "Sie", sie["date"], sie["player"]
    if hand := first.get("dearest"):
        yield _("The dearest hand"), hand["date"], each(hand["what"], hand["value"], unit)
    for key, title in (("won", _("Winning streak")), ("lost", _("Losing streak"))):
        if (run := first.get(key)) and run["hands"] >= FEWEST:
            yield title, run["last_date"], run_words(run["name"], run["hands"], run["amount"], unit)
    if (evening := first.get("evenings")) and evening["total"] > 0:
        yield _("The best evening"), evening["date"], f"{evening['name']} {money(evening['total'], unit, signed=True)}"


# -- the tables of reports -----------------------------------------------------------------------------


def _section_of(reports: Mapping[str, Report], report: str, key: str) -> Section:
    return next(one for one in reports[report].sections if one.key == key)


def _columns(table: Section, keys: Iterable[str]) -> list[Column]:
    known = {column.key: column for column in table.columns}
    return [known[key] for key in keys]


def _by_key(table: Section) -> list[dict[str, Any]]:
    """Return the rows of a table by the keys of its columns."""
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]


def _of_names(table: Section, key: str, names: Sequence[Cell]) -> list[Any]:
    """Return what stands in this column in the first row of each name, None where the name has none."""
    found = {row["name"]: row[key] for row in reversed(_by_key(table))}
    return [found.get(one) for one in names]


# -- cards ---------------------------------------------------------------------------------------------


def _cards_section(reports: Mapping[str, Report]) -> Section:
    """Return a frame for each person: rank, role, best and worst evening, luck, as the reports say of them."""
    ranked = _section_of(reports, "standings", "standings")
    names = [row["name"] for row in _by_key(ranked)]
    columns: list[Column] = []
    values: list[list[Cell]] = []
    for report, key, wanted in (
        ("standings", "standings", ("name", "rank", "total")),
        ("characters", "characters", ("character",)),
        ("rating", "rating", ("rating", "margin")),
        ("standings", "evenings", ("best", "best_date", "worst", "worst_date")),
        ("stats", "luck", ("verdict",)),
    ):
        if report not in reports:
            continue
        table = _section_of(reports, report, key)
        columns += _columns(table, wanted)
        values += [_of_names(table, one, names) for one in wanted]
    columns.insert(3, Column("role", _("Most won")))
    values.insert(3, _best_roles(reports, names))
    meaning = _(
        "Most won: the role in which somebody won most in total, if that is above 0. ±: how far chance alone may "
        "have moved the rating so far."
    )
    found = section("cards", "", columns, zip(*values, strict=True))
    return found._replace(framed=True, defined=meaning, excerpt=True)


def _best_roles(reports: Mapping[str, Report], names: Sequence[Cell]) -> list[Cell]:
    """Return the role in which each won most altogether, as its table is called; None where nothing was won."""
    roles = [_section_of(reports, "stats", key) for key in (DECLARER, PARTNER, OPPONENT)]
    totals = [[total or 0 for total in _of_names(role, "total", names)] for role in roles]
    best = (max(zip(of_one, range(len(roles)), strict=True), key=itemgetter(0)) for of_one in zip(*totals, strict=True))
    return [roles[place].title if isinstance(total, int) and total > 0 else None for total, place in best]


# -- prices --------------------------------------------------------------------------------------------


def _price_lists(deals: Iterable[Deal]) -> list[Section]:
    """Return what each game costs by the tariffs that were played by most, as their own price lists say it."""
    played: list[Tariff] = []
    hands: Counter[int] = Counter()
    for tariff, some in groupby(deals, attrgetter("tariff")):
        if tariff not in played:
            played.append(tariff)
        hands[played.index(tariff)] += len(tuple(some))
    lists: list[Section] = []
    for number, (place, count) in enumerate(hands.most_common(MOST_LISTS), 1):
        tariff = played[place]
        said = _n(
            "Under {tariff} {n} hand was played. The price is what each loser pays each winner; a player alone "
            "settles with every opponent.",
            "Under {tariff} {n} hands were played. The price is what each loser pays each winner; a player alone "
            "settles with every opponent.",
            count,
            tariff=tariff.title or tariff.name,
        )
        for one in load(PRICES)(tariff).sections:
            if one.key in PRICED:
                key = f"{PRICED[one.key]}_{number}"
                lists.append(one._replace(key=key, title=f"{one.title}: {tariff.name}", defined=said))
    return lists


# -- the calendar --------------------------------------------------------------------------------------


def _calendar(season: Season, deals: Iterable[Deal]) -> Section:
    """Return every evening: its day, name and place, how many deals were played, and what everybody won."""
    hands = Counter(deal.night.id for deal in deals if not isinstance(deal.hand, Passed))
    names = [one.name for one in standings(season)]
    beside = (
        Column("date", _("Date"), Kind.DATE),
        Column("evening", _("Evening"), Kind.PROSE),
        Column("place", _("Place"), Kind.PROSE),
        Column("hands", _("Hands"), Kind.COUNT),
    )
    rows = (
        (night.date or None, night.name, night.place or None, hands[night.id], *map(night.totals.get, names))
        for night in season.nights
    )
    meaning = _(
        "Hands: deals that were played, without those thrown in. An amount is a balance at the end of the evening."
    )
    columns = (*beside, *people_columns(names, Kind.MONEY, beside))
    return section("calendar", "", columns, rows)._replace(defined=meaning)


def of_season(asked: SeasonAsked) -> Report:
    """Return the page of a season: every report of it, over deals that are folded once."""
    known = asked._replace(kept=tuple(asked.deals()))
    if not asked.season.people:
        known = known._replace(counted=statistics(known.deals(), asked.season))
    since, until = asked.selection.since, asked.selection.until
    period = since if since == until else ""
    shown = [name for name in SHOWN if name != RATING or installed()]
    return season_page(asked.season, known.kept or (), {name: report_of(name, known) for name in shown}, period)
