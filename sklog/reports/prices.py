"""The settings of a tariff in words, each with its amount or its factor: the lower half of a price list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.errors import HandError
from sklog.language import _, _n, _or
from sklog.reports.format import in_words, round_title
from sklog.reports.model import COUNT, FACTOR, PROSE, TEXT, WORTH, Column, Fact, Report, Section, without_empty
from sklog.scoring.games import BY_NAME, PARTNER, PASSED, RAMSCH, SHAPES, Game
from sklog.scoring.hand import OPPONENTS, Played, Ramsch
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME, Table
from sklog.scoring.payout import Score, score
from sklog.scoring.tariff import ALWAYS, CARRY, DOUBLES, HERZ_SOLO, POWER, ROUND, SHARED, SPLIT, WINNERS, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.tariff import Bock, Laufende, Stock

    RuleRow = tuple[str, int | None, int | None, str]
    from collections.abc import Mapping
    from typing import Any

    from sklog.reports.model import Row
    from sklog.scoring.hand import Hand
    from sklog.scoring.tariff import Tariff


def rule_rows(tariff: Tariff) -> Iterator[RuleRow]:
    """Yield (what, amount in cents or points, factor, how) for every setting that this tariff has."""
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


def _winning(tariff: Tariff) -> Iterator[RuleRow]:
    augen = _("with {declarers} Augen; the opponents with {opponents}")
    declarers = tariff.wins.declarers
    yield _("Won"), None, None, augen.format(declarers=declarers, opponents=121 - declarers)
    if tariff.schneider:
        ours, theirs = tariff.schneider.declarers, tariff.schneider.opponents
        yield _("Out of Schneider"), None, None, augen.format(declarers=ours, opponents=theirs)
    if forced := tariff.forced:
        words = [_("won with {augen} Augen", augen=forced.wins_from)]
        if forced.schneider_from:
            words.append(_("out of Schneider with {augen}", augen=forced.schneider_from))
        yield "Muss", None, None, ", ".join(words)


def _laufende(rule: Laufende, tariff: Tariff) -> Iterator[RuleRow]:
    others: dict[int, list[str]] = {}
    for name, first in rule.by_game.items():
        if tariff.game(name):
            others.setdefault(first, []).append(name)
    words = [_("from {number}", number=rule.from_)]
    words += [_("{games} from {number}", games=_titles(names, tariff), number=first) for first, names in others.items()]
    if rule.max is not None:
        words.append(_("at most {number}", number=rule.max))
    if rule.only_herren:
        words.append(_("Ober and Unter only"))
    if rule.paid != ALWAYS:
        words.append(_("only if the winners held them") if rule.paid == WINNERS else _("only if the losers held them"))
    if rule.ohne == "caller":
        words.append(_("those of the losers only when the caller's side won (partner games)"))
    if not rule.schedule:
        yield _("Laufende, each"), rule.price, None, "; ".join(words)
        return
    yield "Laufende", None, None, "; ".join(words)
    for count, amount in sorted(rule.schedule.items()):
        yield f"{count} Laufende", amount, None, _("all together")


def _announcements(tariff: Tariff) -> Iterator[RuleRow]:
    for name, rule in (("Tout", tariff.tout), ("Sie", tariff.sie)):
        if rule:
            counts = [what for what, true in (("Schneider, Schwarz", rule.schneider_schwarz),
                                              ("Laufende", rule.laufende)) if true]  # fmt: skip
            how = _("{what} count", what=", ".join(counts)) if counts else _("nothing else counts")
            yield name, None, rule.times, how
    if tariff.announced:
        for name, amount in (("Schneider", tariff.announced.schneider), ("Schwarz", tariff.announced.schwarz)):
            if amount is not None:
                yield _("{what} announced", what=name), amount, None, _("lost when missed")


def _doublings(tariff: Tariff) -> Iterator[RuleRow]:
    if kontra := tariff.kontra:
        chain = ", ".join(kontra.names)
        words = [_("each of {chain}, and on", chain=chain) if kontra.unlimited else _("each of {chain}", chain=chain)]
        if kontra.games:
            words.append(_("only in {games}", games=_titles(kontra.games, tariff)))
        if kontra.last_needs_61:
            words.append(_("who doubled last needs 61"))
        yield kontra.names[0], None, 2, "; ".join(words)
    if klopfen := tariff.klopfen:
        how = _("each who knocks") if klopfen.growth == POWER else _("the first; then × 3, × 4 and so on")
        most = [] if klopfen.max is None else [_("at most {number} people", number=klopfen.max)]
        yield "Klopfen", None, 2, ", ".join((how, *most))
    if tariff.bock and tariff.bock.after:
        yield "Bock", None, 2, _bock(tariff.bock)


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
    yield "Stock", rule.pay_in, None, _("from each dealt in after a throw-in")
    yield _("Stock won"), None, None, takes.format(games=_titles(rule.games, tariff))
    lost = _("Stock lost")
    if rule.lost == DOUBLES:
        doubles = _("the caller pays in what it holds") if caller else _("the declarers' side pays in what it holds")
        yield lost, None, None, doubles
    elif isinstance(rule.lost, int):
        yield lost, rule.lost, None, _("the caller pays in") if caller else _("the declarers' side pays in")
    else:
        yield lost, None, None, _("it stays")
    if rule.max_per_person is not None:
        yield _("Stock, at most"), rule.max_per_person, None, _("a person in one hand")
    if rule.multiplied:
        names = ", ".join(one.capitalize() for one in rule.multiplied)
        yield _("Stock doubled"), None, None, _("{what} count for paying in", what=names)
    yield _("Stock at the end"), None, None, _at_close(rule.at_close)


def _at_close(rule: str | None) -> str:
    if rule is None:
        return _("is asked for")
    said = {SPLIT: _("is shared out"), CARRY: _("stays for the next evening")}
    return said.get(rule) or _("goes to {name}", name=rule)


def _ramsch_rules(tariff: Tariff) -> Iterator[RuleRow]:
    if not tariff.game(RAMSCH):
        return
    rules = tariff.ramsch
    if march := rules.durchmarsch:
        words = [_("with every trick") if march.augen is None else _("from {augen} Augen on", augen=march.augen)]
        if march.pays == HERZ_SOLO:
            words.append(_("pays like a Herz-Solo with Schneider and Schwarz"))
        yield "Durchmarsch", None, None, ", ".join(words)
    ties = {
        "tricks": _("more tricks"),
        "trumps": _("more trumps in them"),
        "highest": _("the highest trump"),
        SHARED: _("if still tied they share it"),
    }
    how = _("the table says who lost")
    if rules.tie:
        how = _("loses who has {criteria}", criteria=_(", then ").join(ties[one] for one in rules.tie))
    yield _("Ramsch tied"), None, None, how


def _rest(tariff: Tariff) -> Iterator[RuleRow]:
    if rounds := tariff.rounds:
        yield _("Rounds"), None, None, ", ".join(map(round_title, rounds.kinds))
        if rounds.after_lost_solo:
            title = round_title(rounds.after_lost_solo)
            yield _("After a lost solo"), None, None, _("a round of {title}", title=title)
        if rounds.schieber_sum is not None:
            how = _("the first and the last lose it, the others gain it")
            yield _("Schieber not taken"), rounds.schieber_sum, None, how
    if tariff.thrown_in.same_dealer:
        yield _("Thrown in"), None, None, _("the same dealer deals again")
    if tariff.thrown_in.uses_bock:
        yield _("Thrown in"), None, None, _("uses up a Bock hand")
    if tariff.ceiling is not None:
        yield _("Ceiling"), tariff.ceiling, None, _("no hand is worth more")


# -- A tariff's price list, as a table for the wall ----------------------------------------------------


# Every price is that of a real hand, scored as any other: nothing here knows how a price is made.


PEOPLE = ("A", "B", "C", "D", "E", "F", "G")
EXTRAS: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "schneider": {"schneider": True},
    "schwarz": {"schwarz": True},
    "tout": {"tout": True},
    "sie": {"sie": True},
}


def prices_report(tariff: Tariff) -> Report:
    """Return the price list: each game's price with each extra, the Ramsch, and everything else in words.

    An empty cell is what this tariff does not play.
    """
    facts = (
        Fact("tariff", _("Tariff"), tariff.name),
        Fact("source", _("Source"), tariff.source or None, PROSE),
        Fact("people", _("Dealt in"), _or(map(str, tariff.people))),
    )
    tables = [_games(tariff), _ramsch(tariff), _rules(tariff)]
    return Report(
        key="prices",
        title=tariff.title or tariff.name,
        unit=tariff.unit,
        facts=tuple(fact for fact in facts if fact.value),
        sections=tuple(table for table in tables if table.rows),
        notes=(_("What each loser pays each winner. Who plays alone settles with every opponent."),),
    )


def _seats(tariff: Tariff) -> Table:
    """Return a table of as many people as this tariff usually deals to."""
    people = PEOPLE_OF_A_PARTNER_GAME if PEOPLE_OF_A_PARTNER_GAME in tariff.people else max(tariff.people)
    seats = PEOPLE[:people]
    return Table(seats, seats[-1], seats)


def _score(tariff: Tariff, kind: type[Played | Ramsch], facts: Mapping[str, Any]) -> Score | None:
    """Return what a hand with these facts costs; None where it is not played."""
    try:
        hand: Hand = kind(**facts)
        return score(hand, _seats(tariff), tariff)
    except HandError:
        return None


def _rows_of(tariff: Tariff) -> Iterator[tuple[Game, str | None]]:
    """Yield each game, and each suit of it that has a price of its own."""
    for game in sorted(tariff.games, key=lambda game: SHAPES.index(game.shape)):
        yield game, None
        for suit in game.suits:
            if f"{suit}-{game.name}" in tariff.prices:
                yield game, suit


def _declared(game: Game, suit: str | None, **facts: object) -> dict[str, Any]:
    partner = "B" if game.shape == PARTNER and not game.fixed_pairs else None
    return {"game": game.name, "suit": suit, "declarer": "A", "partner": partner, "won": True, **facts}


def _games(tariff: Tariff) -> Section:
    offered = {"schneider": tariff.schneider, "schwarz": tariff.schwarz, "tout": tariff.tout, "sie": tariff.sie}
    rows: list[Row] = []
    for game, suit in _rows_of(tariff):
        if game.shape in (RAMSCH, PASSED):
            continue
        values = [
            made.value if offered.get(extra, True) and (made := _score(tariff, Played, _declared(game, suit, **facts)))
            else None for extra, facts in EXTRAS.items()
        ]  # fmt: skip
        title = f"{suit.capitalize()}-{game.title}" if suit else game.title
        rows.append((title, *values, _first_run(tariff, game, suit)))
    columns = (
        Column("game", _("Game"), TEXT),
        *(
            Column(extra, _("Price") if extra == "plain" else in_words(extra.capitalize(), tariff.words), WORTH, "–")
            for extra in EXTRAS
        ),
        Column("laufende_from", in_words(_("Laufende from"), tariff.words), COUNT, "–"),
    )
    return without_empty(Section("games", _("Prices"), columns, tuple(rows)), keep=2)


def _first_run(tariff: Tariff, game: Game, suit: str | None) -> int | None:
    """Return the shortest run of Laufende that makes this game dearer, whoever held it."""
    plain = _score(tariff, Played, _declared(game, suit))
    people = len(_seats(tariff).seats)
    for run in range(1, game.longest_run(tariff.deck.get(people, "long")) + 1):
        for holders in (None, OPPONENTS):
            made = _score(tariff, Played, _declared(game, suit, laufende=run, laufende_of=holders))
            if made and plain and made.value > plain.value:
                return run
    return None


def _ramsch(tariff: Tariff) -> Section:
    """Return what a Ramsch costs, and what Jungfrauen and a Durchmarsch make of it."""
    rows: list[Row] = []
    if tariff.game(RAMSCH):
        people = _seats(tariff).seats
        others = people[1:]
        plain = _score(tariff, Ramsch, {"losers": ("A",), "jungfrauen": ()})
        rows.append((_("lost: to each of the others"), plain.value if plain else None))
        for virgins in range(1, len(others)):
            made = _score(tariff, Ramsch, {"losers": ("A",), "jungfrauen": others[:virgins]})
            if made and plain and made.postings != plain.postings:
                own = made.postings["B"] != made.postings[others[-1]]
                if own:
                    what = _n("to a Jungfrau ({n} Jungfrau)", "to a Jungfrau ({n} Jungfrauen)", virgins)
                else:
                    what = _n("with {n} Jungfrau, to each", "with {n} Jungfrauen, to each", virgins)
                rows.append((what, made.postings["B"]))
        made = _score(tariff, Ramsch, {"durchmarsch": "A"})
        if made:
            rows.append((_("Durchmarsch: from each of the others"), made.value))
    return Section("ramsch", "Ramsch", (Column("what", "", PROSE), Column("price", "", WORTH)), tuple(rows))


def _rules(tariff: Tariff) -> Section:
    columns = (
        Column("rule", _("Rule"), TEXT),
        Column("amount", _("Amount"), WORTH),
        Column("times", _("Times"), FACTOR),
        Column("how", _("How"), PROSE),
    )
    rows = ((in_words(rule, tariff.words), amount, times, in_words(how, tariff.words))
            for rule, amount, times, how in rule_rows(tariff))  # fmt: skip
    return Section("rules", _("Rules"), columns, tuple(rows))
