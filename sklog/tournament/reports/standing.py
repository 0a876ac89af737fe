"""Who is where in a tournament: the ranking, teams, clubs, and a series of tournaments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sklog.language import _, _and, _n
from sklog.reports.model import Column, Kind, Report, Struck, section_of
from sklog.scoring.amounts import signed_number
from sklog.scoring.tariff import GOOD, POINTS
from sklog.tournament.model import GOOD_POINTS, HERZ_SOLOS, LOT, SOLOS
from sklog.tournament.ranking import DECIDING, ON_LISTS, at_table, clubs, ranking, teams
from sklog.tournament.reports.head import (
    entrant_fields,
    fields_of,
    missing_notes,
    points_column,
    signed,
    ties_note,
    title_upto,
    tournament_report,
    unsaid_notes,
)
from sklog.tournament.words import tie_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.reports.model import Field
    from sklog.tournament.model import Rules, Tournament
    from sklog.tournament.ranking import GroupStanding, Ranking, Standing
    from sklog.tournament.reports.head import Head
    from sklog.tournament.series import Series, SeriesStanding


# -- everybody --------------------------------------------------------------------------------------


def ranking_report(head: Head, tournament: Tournament, upto: int | None = None) -> Report:
    """Return everybody's place after round `upto`, or after all that were drawn; points are whole numbers."""
    found = ranking(tournament, upto)
    # of the round that is played the note below says which lists are missing: everybody's would be
    overdue = {number for at, table in found.missing if at < found.upto for number in tournament.seats(at, table)}
    shown = [one if one.entrant.number in overdue else one._replace(missing=0) for one in found.standings]
    sections = (
        section_of("ranking", _("Ranking"), shown, _fields(tournament.rules, found)),
        section_of("out", _("Withdrew before they played"), found.out, entrant_fields()[:2]),
    )
    title = title_upto(head, _("ranking"), found, tournament.rules)
    return tournament_report("ranking", title, head, sections, _ranking_notes(tournament, found))


def _fields(rules: Rules, found: Ranking) -> list[Field[Standing]]:
    """Return the columns of the ranking: the place, who and with what first, then each round, ties, and where from."""
    number, name, *about = fields_of(lambda one: one.entrant, entrant_fields())
    titles = {SOLOS: _("Solos"), HERZ_SOLOS: _("Herz-Solos"), GOOD_POINTS: _("Good points")}
    ties = [tie for tie in rules.ties if tie in ON_LISTS and (tie, rules.counts) != (GOOD_POINTS, GOOD)]

    def points(key: str, title: str) -> Column:
        return points_column(rules, key, title)._replace(empty="–")

    return [
        (Column("place", _("Rank"), Kind.COUNT, "–"), lambda one: one.place),
        number,
        name,
        (points("total", _("Total")), lambda one: one.points if one.place else None),
        *((points(f"round_{at}", _("Round {round}", round=at)), partial(_round_points, at - 1))
          for at in range(1, found.upto + 1)),
        (Column("penalties", _("Penalties"), Kind.MONEY, optional=True), lambda one: one.penalties or None),
        *((Column(ON_LISTS[tie], titles[tie], Kind.PRICE if tie == GOOD_POINTS else Kind.COUNT, "–"), DECIDING[tie])
          for tie in ties),
        (Column("decided", _("Tie decided by"), optional=True), lambda one: tie_words(one.decided) or None),
        *about,
        (Column("remark", _("Remark"), Kind.PROSE, optional=True), lambda one: remark(one) or None),
    ]  # fmt: skip


def _round_points(at: int, one: Standing) -> int | None:
    result = one.rounds[at]
    return None if result is None else result.points


def remark(one: Standing) -> str:
    """Return what is to be known of somebody in the ranking: a list that is missing, a round, who he stands for."""
    words = [] if one.place else [_("no list yet")]
    if one.entrant.before:
        words.append(_("took over from {people}", people=_and(one.entrant.before)))
    if not one.entrant.here:
        words.append(_("withdrew"))
    if byes := [result.round for result in one.rounds if result and result.bye]:
        words.append(_n("a bye in round {rounds}", "byes in rounds {rounds}", len(byes), rounds=_and(map(str, byes))))
    if one.missing:
        words.append(_n("{n} list is missing", "{n} lists are missing", one.missing))
    if one.rounds and not one.complete and one.entrant.here:
        words.append(_("missed a round"))
    return ", ".join(words)


def _ranking_notes(tournament: Tournament, found: Ranking) -> Iterator[str]:
    """Yield what the places rest on, and what is still open."""
    rules = tournament.rules
    yield from missing_notes(found.missing)
    if found.upto < rules.rounds:
        left = rules.rounds - found.upto
        yield _n("{n} round is still to come.", "{n} rounds are still to come.", left)
    if rules.counts == GOOD:
        yield _("Good points count: what was won, without subtracting what was lost.")
    yield ties_note(rules)
    if LOT in rules.ties and any(one.decided == LOT for one in found.standings):
        yield _("The lots are drawn with the seed {seed}.", seed=rules.seed)
    yield from unsaid_notes(found)
    if any(one.rounds and not one.complete for one in found.standings):
        yield _("Anyone who missed a round gets no prize for a place.")


# -- teams and clubs --------------------------------------------------------------------------------


def teams_report(head: Head, tournament: Tournament, upto: int | None = None) -> Report:
    """Return the places of the teams: the sum of their best."""
    return _groups(head, tournament, "teams", teams(tournament, upto), ranking(tournament, upto))


def clubs_report(head: Head, tournament: Tournament, upto: int | None = None) -> Report:
    """Return the places of the clubs, counted as teams are."""
    return _groups(head, tournament, "clubs", clubs(tournament, upto), ranking(tournament, upto))


def _groups(head: Head, tournament: Tournament, key: str, found: Sequence[GroupStanding], everybody: Ranking) -> Report:
    what, said = {"teams": (_("Team"), _("teams")), "clubs": (_("Club"), _("clubs"))}[key]
    points = {one.entrant.number: one.points for one in everybody.placed}
    fields: list[Field[GroupStanding]] = [
        (Column("place", _("Rank"), Kind.COUNT, "–"), lambda one: one.place),
        (Column("name", what), lambda one: one.name),
        (
            points_column(tournament.rules, "total", _("Total"))._replace(empty="–"),
            lambda one: one.points if one.best else None,
        ),
        (Column("best", _("Whose points count"), Kind.PROSE), lambda one: _people(tournament, one.best, points)),
        (
            Column("others", _("The others"), Kind.PROSE, optional=True),
            lambda one: _people(tournament, one.others, points) or None,
        ),
    ]
    size = tournament.rules.team_size
    notes = [*missing_notes(everybody.missing)]
    notes.append(_("The best {n} players' points count.", n=size) if size > 1 else _("The best player's points count."))
    if any(one.place is None for one in found):
        notes.append(_("A team or club needs a list from that many people to get a place."))
    if not found:
        notes.append(_("Nobody entered belongs to one."))
    table = section_of(key, "", found, fields)
    title = title_upto(head, said, everybody, tournament.rules)
    return tournament_report(key, title, head, (table,), notes)


def _people(tournament: Tournament, who: Sequence[int], points: Mapping[int, int]) -> str:
    said = {one: signed(tournament.rules, points[one]) if one in points else _("no list yet") for one in who}
    return ", ".join(f"{tournament.called(one)} {words}" for one, words in said.items())


# -- each table's best --------------------------------------------------------------------------------


def bests_report(head: Head, tournament: Tournament, round: int) -> Report:  # noqa: A002  as it is called
    """Return who has the most points of each table in a round; several, where they have the same. No penalty counts."""
    tables = range(1, len(tournament.rounds[round - 1].tables) + 1)
    found = [(table, *best) for table in tables for best in at_table(tournament, round, table)[:1]]
    fields: list[Field[tuple[int, tuple[int, ...], int]]] = [
        (Column("table", _("Table"), Kind.COUNT), lambda one: one[0]),
        (Column("best", _("The best"), Kind.PROSE), lambda one: _and(map(tournament.called, one[1]))),
        (points_column(tournament.rules, "points", _("Points")), lambda one: one[2]),
    ]
    title = _("{name}: the best of each table, round {round}", name=head.name, round=round)
    notes = missing_notes([(round, table) for table in tournament.missing(round)])
    return tournament_report("bests", title, head, (section_of("bests", "", found, fields),), notes)


# -- a series ---------------------------------------------------------------------------------------


def series_report(found: Series, *, good: bool = False) -> Report:
    """Return several tournaments as one ranking, of which everybody's best count; good points alone have no sign."""
    points = Kind.PRICE if good else Kind.MONEY
    fields: list[Field[SeriesStanding]] = [
        (Column("place", _("Rank"), Kind.COUNT), lambda one: one.place),
        (Column("name", _("Name"), Kind.NAME), lambda one: one.name),
        (Column("home", _("From"), optional=True), lambda one: one.home or None),
        (Column("total", _("Total"), points), lambda one: one.total),
    ]
    for at, title in enumerate(found.titles):
        fields.append((Column(f"tournament_{at + 1}", title, points, "–"), partial(_series_points, at)))
    fields += [
        (Column("dropped", _("Does not count"), Kind.PROSE, optional=True), partial(_dropped, found.titles)),
        (Column("played", _("Played"), Kind.COUNT), lambda one: one.played),
        (Column("mean_place", _("Mean place"), Kind.RATIO), lambda one: one.mean_place),
        (Column("won", _("Won"), Kind.COUNT), lambda one: one.won),
        (Column("top", _("Best"), points), lambda one: one.top),
    ]
    notes = [
        _("Everybody's best tournament counts.")
        if found.best == 1
        else _("Everybody's best {n} tournaments count.", n=found.best),
        _("Players with the same total are placed by tournaments won, then by their best tournament."),
    ]
    if found.unclear:
        notes.append(_("Two people have the same name and place: {people}.", people=_and(found.unclear)))
    if found.turned:
        pairs = (_("{one} and {other}", one=one, other=other) for one, other in found.turned)
        notes.append(_("Counted as one person: {people}.", people=", ".join(pairs)))
    table = section_of("series", "", found.standings, fields)
    title = _("Series: {titles}", titles=_and(found.titles))
    return Report("series", title, POINTS, sections=(table,), notes=tuple(notes))


def _series_points(at: int, one: SeriesStanding) -> int | None:
    return one.points[at]


def _dropped(titles: Sequence[str], one: SeriesStanding) -> str | None:
    left_out = [
        f"{title} {signed_number(points)}"
        for title, points, counts in zip(titles, one.points, one.counts, strict=True)
        if points is not None and not counts
    ]
    return Struck(", ".join(left_out)) if left_out else None
