"""A tariff's price list, as a table for the wall: what each game costs, and every other setting in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import HandError
from sklog.language import _, _n, _or
from sklog.reports.format import in_words, round_title
from sklog.reports.model import Column, Fact, Kind, Report, known, section, section_of, without_empty
from sklog.scoring.games import BY_NAME, PARTNER, PASSED, RAMSCH, SHAPES, Game
from sklog.scoring.hand import OPPONENTS, Played, Ramsch
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME, Table
from sklog.scoring.payout import Score, score
from sklog.scoring.tariff import CARRY, DOUBLES, HERZ_SOLO, LOSERS, POWER, ROUND, SHARED, SPLIT, WINNERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sklog.reports.model import Field, Row, Section
    from sklog.scoring.tariff import Bock, Laufende, Stock, Tariff

PEOPLE = ("A", "B", "C", "D", "E", "F", "G")
EXTRAS = ("schneider", "schwarz", "tout", "sie")


def prices_report(tariff: Tariff) -> Report:
    """Return the price list: each game's price with each extra, the Ramsch, and everything else in words.

    Amounts are cents or points. An empty cell is what this tariff does not play.
    """
    facts = known(
        Fact("tariff", _("Tariff"), tariff.name),
        Fact("source", _("Source"), tariff.source or None, Kind.PROSE),
        Fact("people", _("Dealt in"), _or(map(str, tariff.people))),
    )
    sections = tuple(one for one in (_games(tariff), _ramsch(tariff), _rules(tariff)) if one.rows)
    notes = (_("What each loser pays each winner. Who plays alone settles with every opponent."),)
    return Report("prices", tariff.title or tariff.name, tariff.unit, facts, sections, notes)


# -- prices --------------------------------------------------------------------------------------------

# Every price is that of a real hand, scored as any other: nothing here knows how a price is made.


def _table(tariff: Tariff) -> Table:
    """Return a table of as many people as this tariff usually deals to."""
    people = PEOPLE_OF_A_PARTNER_GAME if PEOPLE_OF_A_PARTNER_GAME in tariff.people else max(tariff.people)
    seats = PEOPLE[:people]
    return Table(seats, seats[-1], seats)


def _score(tariff: Tariff, hand: type[Played | Ramsch], facts: Mapping[str, Any]) -> Score | None:
    """Return what a hand with these facts costs; None where it is not played."""
    try:
        return score(hand(**facts), _table(tariff), tariff)
    except HandError:
        return None


def _price(tariff: Tariff, game: Game, suit: str | None, **facts: object) -> int | None:
    """Return what a game costs that was won with these facts; None where it is not played."""
    partner = "B" if game.shape == PARTNER and not game.fixed_pairs else None
    declared = {"game": game.name, "suit": suit, "declarer": "A", "partner": partner, "won": True}
    made = _score(tariff, Played, {**declared, **facts})
    return made and made.value


def _games(tariff: Tariff) -> Section:
    """Return the price of each game, and of each suit of it that has a price of its own, with each extra."""
    found = [
        (game, suit)
        for game in sorted(tariff.games, key=lambda game: SHAPES.index(game.shape))
        if game.shape not in (RAMSCH, PASSED)
        for suit in (None, *(suit for suit in game.suits if f"{suit}-{game.name}" in tariff.prices))
    ]
    columns = (
        Column("game", _("Game")),
        Column("plain", _("Price"), Kind.WORTH, "–"),
        *(Column(extra, in_words(extra.capitalize(), tariff.words), Kind.WORTH, "–") for extra in EXTRAS),
        Column("laufende_from", in_words(_("Laufende from"), tariff.words), Kind.COUNT, "–"),
    )
    rows = (
        (
            f"{suit.capitalize()}-{game.title}" if suit else game.title,
            _price(tariff, game, suit),
            *(_price(tariff, game, suit, **{extra: True}) if getattr(tariff, extra) else None for extra in EXTRAS),
            _first_run(tariff, game, suit),
        )
        for game, suit in found
    )
    return without_empty(section("games", _("Prices"), columns, rows), keep=2)


def _first_run(tariff: Tariff, game: Game, suit: str | None) -> int | None:
    """Return the shortest run of Laufende that makes this game dearer, whoever held it."""
    plain = _price(tariff, game, suit)
    longest = tariff.longest_run(game, len(_table(tariff).seats))
    for run in range(1, longest + 1):
        for holders in (None, OPPONENTS):
            dearer = _price(tariff, game, suit, laufende=run, laufende_of=holders)
            if plain is not None and dearer is not None and dearer > plain:
                return run
    return None


def _ramsch(tariff: Tariff) -> Section:
    """Return what a Ramsch costs, and what Jungfrauen and a Durchmarsch make of it."""
    rows: list[Row] = []
    if tariff.game(RAMSCH):
        _loser, *others = _table(tariff).seats
        plain = _score(tariff, Ramsch, {"losers": ("A",), "jungfrauen": ()})
        rows.append((_("lost: to each of the others"), plain and plain.value))
        for virgins in range(1, len(others)):
            made = _score(tariff, Ramsch, {"losers": ("A",), "jungfrauen": tuple(others[:virgins])})
            if made and plain and made.postings != plain.postings:
                if made.postings["B"] != made.postings[others[-1]]:
                    what = _n("to a Jungfrau ({n} Jungfrau)", "to a Jungfrau ({n} Jungfrauen)", virgins)
                else:
                    what = _n("with {n} Jungfrau, to each", "with {n} Jungfrauen, to each", virgins)
                rows.append((what, made.postings["B"]))
        if made := _score(tariff, Ramsch, {"durchmarsch": "A"}):
            rows.append((_("Durchmarsch: from each of the others"), made.value))
    return section("ramsch", "Ramsch", (Column("what", "", Kind.PROSE), Column("price", "", Kind.WORTH)), rows)


# -- the other settings -------------------------------------------------------------------------------


class RuleRow(NamedTuple):
    """One setting in words: what it is, how it works, and its amount in cents or points, or what it multiplies by."""

    rule: str
    how: str
    amount: int | None = None
    times: int | None = None


def _rules(tariff: Tariff) -> Section:
    fields: list[Field[RuleRow]] = [
        (Column("rule", _("Rule")), lambda row: in_words(row.rule, tariff.words)),
        (Column("amount", _("Amount"), Kind.WORTH), lambda row: row.amount),
        (Column("times", _("Times"), Kind.FACTOR), lambda row: row.times),
        (Column("how", _("How"), Kind.PROSE), lambda row: in_words(row.how, tariff.words)),
    ]
    return section_of("rules", _("Rules"), rule_rows(tariff), fields)


def rule_rows(tariff: Tariff) -> Iterator[RuleRow]:
    """Yield a row for every setting that this tariff has."""
    yield from _winning(tariff)
    if tariff.laufende:
        yield from _laufende(tariff.laufende, tariff)
    yield from _announcements(tariff)
    yield from _doublings(tariff)
    if tariff.stock:
        yield from _stock(tariff.stock, tariff)
    yield from _ramsch_rules(tariff)
    yield from _rest(tariff)


def _titles(names: Iterable[str], tariff: Tariff) -> str:
    games = ((name, tariff.game(name) or BY_NAME.get(name)) for name in names)
    return ", ".join(game.title if game else name.capitalize() for name, game in games)


def _joined(between: str, *words: str) -> str:
    """Return these words as one text, without those that are empty."""
    return between.join(filter(None, words))


def _winning(tariff: Tariff) -> Iterator[RuleRow]:
    augen = _("with {declarers} Augen; the opponents with {opponents}")
    declarers = tariff.wins.declarers
    yield RuleRow(_("Won"), augen.format(declarers=declarers, opponents=121 - declarers))
    if tariff.schneider:
        ours, theirs = tariff.schneider.declarers, tariff.schneider.opponents
        yield RuleRow(_("Out of Schneider"), augen.format(declarers=ours, opponents=theirs))
    if forced := tariff.forced:
        won = _("won with {augen} Augen", augen=forced.wins_from)
        out = _("out of Schneider with {augen}", augen=forced.schneider_from) if forced.schneider_from else ""
        yield RuleRow("Muss", _joined(", ", won, out))


def _laufende(rule: Laufende, tariff: Tariff) -> Iterator[RuleRow]:
    others: dict[int, list[str]] = {}
    for name, first in rule.by_game.items():
        if tariff.game(name):
            others.setdefault(first, []).append(name)
    paid = {WINNERS: _("only if the winners held them"), LOSERS: _("only if the losers held them")}
    how = _joined(
        "; ",
        _("from {number}", number=rule.from_),
        *(_("{games} from {number}", games=_titles(names, tariff), number=first) for first, names in others.items()),
        "" if rule.max is None else _("at most {number}", number=rule.max),
        _("Ober and Unter only") if rule.only_herren else "",
        paid.get(rule.paid, ""),
        _("those of the losers only when the caller's side won (partner games)") if rule.ohne == "caller" else "",
    )
    if not rule.schedule:
        yield RuleRow(_("Laufende, each"), how, rule.price)
        return
    yield RuleRow("Laufende", how)
    for count, amount in sorted(rule.schedule.items()):
        yield RuleRow(f"{count} Laufende", _("all together"), amount)


def _announcements(tariff: Tariff) -> Iterator[RuleRow]:
    for name, rule in (("Tout", tariff.tout), ("Sie", tariff.sie)):
        if rule:
            counts = [what for what, true in (("Schneider, Schwarz", rule.schneider_schwarz),
                                              ("Laufende", rule.laufende)) if true]  # fmt: skip
            how = _("{what} count", what=", ".join(counts)) if counts else _("nothing else counts")
            yield RuleRow(name, how, times=rule.times)
    if tariff.announced:
        for name, amount in (("Schneider", tariff.announced.schneider), ("Schwarz", tariff.announced.schwarz)):
            if amount is not None:
                yield RuleRow(_("{what} announced", what=name), _("lost when missed"), amount)


def _doublings(tariff: Tariff) -> Iterator[RuleRow]:
    if kontra := tariff.kontra:
        chain = ", ".join(kontra.names)
        each = _("each of {chain}, and on", chain=chain) if kontra.unlimited else _("each of {chain}", chain=chain)
        only = _("only in {games}", games=_titles(kontra.games, tariff)) if kontra.games else ""
        last = _("who doubled last needs 61") if kontra.last_needs_61 else ""
        yield RuleRow(kontra.names[0], _joined("; ", each, only, last), times=2)
    if klopfen := tariff.klopfen:
        how = _("each who knocks") if klopfen.growth == POWER else _("the first; then × 3, × 4 and so on")
        most = "" if klopfen.max is None else _("at most {number} people", number=klopfen.max)
        yield RuleRow("Klopfen", _joined(", ", how, most), times=2)
    if tariff.bock and tariff.bock.after:
        yield RuleRow("Bock", _bock(tariff.bock), times=2)


def _bock(rule: Bock) -> str:
    triggers = {
        "thrown_in": _("a thrown-in deal"),
        "lost_solo": _("a lost solo"),
        "herz_solo": _("a Herz-Solo"),
        "lost_kontra": _("a Kontra that was lost"),
        "schwarz": _("a Schwarz"),
        "tie_60": "60:60",
    }
    inside = {
        "ignored": _("a new one within it is ignored"),
        "extended": _("a new one within it makes it longer"),
        "stacked": _("a new one within it doubles once more"),
        "restarted": _("a new one within it begins it again"),
    }
    what = ", ".join(triggers[trigger] for trigger in rule.after)
    length = _("a full round after {what}") if rule.length == ROUND else _("the next hand after {what}")
    return f"{length.format(what=what)}; {inside[rule.inside]}"


def _stock(rule: Stock, tariff: Tariff) -> Iterator[RuleRow]:
    caller = rule.to == "caller"
    takes = _("the caller takes it ({games})") if caller else _("the declarers' side takes it ({games})")
    yield RuleRow("Stock", _("from each dealt in after a throw-in"), rule.pay_in)
    yield RuleRow(_("Stock won"), takes.format(games=_titles(rule.games, tariff)))
    lost = _("Stock lost")
    if rule.lost == DOUBLES:
        doubles = _("the caller pays in what it holds") if caller else _("the declarers' side pays in what it holds")
        yield RuleRow(lost, doubles)
    elif isinstance(rule.lost, int):
        yield RuleRow(lost, _("the caller pays in") if caller else _("the declarers' side pays in"), rule.lost)
    else:
        yield RuleRow(lost, _("it stays"))
    if rule.max_per_person is not None:
        yield RuleRow(_("Stock, at most"), _("a person in one hand"), rule.max_per_person)
    if rule.multiplied:
        names = ", ".join(one.capitalize() for one in rule.multiplied)
        yield RuleRow(_("Stock doubled"), _("{what} count for paying in", what=names))
    at_close = {None: _("is asked for"), SPLIT: _("is shared out"), CARRY: _("stays for the next evening")}
    yield RuleRow(_("Stock at the end"), at_close.get(rule.at_close) or _("goes to {name}", name=rule.at_close))


def _ramsch_rules(tariff: Tariff) -> Iterator[RuleRow]:
    if not tariff.game(RAMSCH):
        return
    rules = tariff.ramsch
    if march := rules.durchmarsch:
        won = _("with every trick") if march.augen is None else _("from {augen} Augen on", augen=march.augen)
        pays = _("pays like a Herz-Solo with Schneider and Schwarz") if march.pays == HERZ_SOLO else ""
        yield RuleRow("Durchmarsch", _joined(", ", won, pays))
    ties = {
        "tricks": _("more tricks"),
        "trumps": _("more trumps in them"),
        "highest": _("the highest trump"),
        SHARED: _("if still tied they share it"),
    }
    how = _("the table says who lost")
    if rules.tie:
        how = _("loses who has {criteria}", criteria=_(", then ").join(ties[one] for one in rules.tie))
    yield RuleRow(_("Ramsch tied"), how)


def _rest(tariff: Tariff) -> Iterator[RuleRow]:
    if rounds := tariff.rounds:
        yield RuleRow(_("Rounds"), ", ".join(map(round_title, rounds.kinds)))
        if rounds.after_lost_solo:
            title = round_title(rounds.after_lost_solo)
            yield RuleRow(_("After a lost solo"), _("a round of {title}", title=title))
        if rounds.schieber_sum is not None:
            how = _("the first and the last lose it, the others gain it")
            yield RuleRow(_("Schieber not taken"), how, rounds.schieber_sum)
    if tariff.thrown_in.same_dealer:
        yield RuleRow(_("Thrown in"), _("the same dealer deals again"))
    if tariff.thrown_in.uses_bock:
        yield RuleRow(_("Thrown in"), _("uses up a Bock hand"))
    if tariff.ceiling is not None:
        yield RuleRow(_("Ceiling"), _("no hand is worth more"), tariff.ceiling)
