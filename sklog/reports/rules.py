"""The settings of a tariff in words, each with its amount or its factor: the lower half of a price list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import _
from sklog.reports.format import round_title
from sklog.scoring.games import BY_NAME, RAMSCH
from sklog.scoring.tariff import ALWAYS, CARRY, DOUBLES, HERZ_SOLO, POWER, ROUND, SHARED, SPLIT, WINNERS, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.tariff import Bock, Laufende, Stock

    RuleRow = tuple[str, int | None, int | None, str]


def rule_rows(tariff: Tariff) -> Iterator[RuleRow]:
    """Yield (what, amount in cents or points, factor, how) for every setting that this tariff has."""
    yield from _winning(tariff)
    if tariff.laufende:
        yield from _laufende(tariff.laufende, tariff)
    yield from _announcements(tariff)
    yield from _doublings(tariff)
    if tariff.stock:
        yield from _stock(tariff.stock, tariff)
    yield from _ramsch(tariff)
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


def _ramsch(tariff: Tariff) -> Iterator[RuleRow]:
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
