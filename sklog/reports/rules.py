"""The settings of a tariff in words, each with its amount or its factor: the lower half of a price list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.reports.format import round_title
from sklog.scoring.games import BY_NAME, PARTNER, RAMSCH
from sklog.scoring.tariff import ALWAYS, DOUBLES, HERZ_SOLO, POWER, ROUND, SHARED, WINNERS, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sklog.scoring.tariff import Bock, Laufende, Stock

    RuleRow = tuple[str, int | None, int | None, str]

TRIGGER_WORDS = {
    "thrown_in": "a thrown-in deal",
    "lost_solo": "a lost solo",
    "herz_solo": "a Herz-Solo",
    "lost_kontra": "a Kontra that was lost",
    "schwarz": "a Schwarz",
    "tie_60": "60:60",
}
INSIDE_WORDS = {
    "ignored": "a new one within it is ignored",
    "extended": "a new one within it makes it longer",
    "stacked": "a new one within it doubles once more",
    "restarted": "a new one within it begins it again",
}
TIE_WORDS = {
    "tricks": "more tricks",
    "trumps": "more trumps in them",
    "highest": "the highest trump",
    SHARED: "if still tied they share it",
}
CLOSE_WORDS = {"split": "is shared out", "carry": "stays for the next evening", None: "is asked for"}


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
    declarers = tariff.wins.declarers
    yield "Won", None, None, f"with {declarers} Augen; the opponents with {121 - declarers}"
    if tariff.schneider:
        ours, theirs = tariff.schneider.declarers, tariff.schneider.opponents
        yield "Out of Schneider", None, None, f"with {ours} Augen; the opponents with {theirs}"
    if forced := tariff.forced:
        schneider = f", out of Schneider with {forced.schneider_from}" if forced.schneider_from else ""
        yield "Muss", None, None, f"won with {forced.wins_from} Augen{schneider}"


def _laufende(rule: Laufende, tariff: Tariff) -> Iterator[RuleRow]:
    others: dict[int, list[str]] = {}
    for name, first in rule.by_game.items():
        if tariff.game(name):
            others.setdefault(first, []).append(name)
    words = [f"from {rule.from_}", *(f"{_titles(names, tariff)} from {first}" for first, names in others.items())]
    if rule.max is not None:
        words.append(f"at most {rule.max}")
    if rule.only_herren:
        words.append("Ober and Unter only")
    if rule.paid != ALWAYS:
        words.append(f"only if the {'winners' if rule.paid == WINNERS else 'losers'} held them")
    if rule.ohne == "caller":
        words.append(f"those of the losers only when the caller's side won ({PARTNER} games)")
    if not rule.schedule:
        yield "Laufende, each", rule.price, None, "; ".join(words)
        return
    yield "Laufende", None, None, "; ".join(words)
    for count, amount in sorted(rule.schedule.items()):
        yield f"{count} Laufende", amount, None, "all together"


def _announcements(tariff: Tariff) -> Iterator[RuleRow]:
    for name, rule in (("Tout", tariff.tout), ("Sie", tariff.sie)):
        if rule:
            counts = [what for what, true in (("Schneider, Schwarz", rule.schneider_schwarz),
                                              ("Laufende", rule.laufende)) if true]  # fmt: skip
            yield name, None, rule.times, f"{', '.join(counts)} count" if counts else "nothing else counts"
    if tariff.announced:
        for name, amount in (("Schneider", tariff.announced.schneider), ("Schwarz", tariff.announced.schwarz)):
            if amount is not None:
                yield f"{name} announced", amount, None, "lost when missed"


def _doublings(tariff: Tariff) -> Iterator[RuleRow]:
    if kontra := tariff.kontra:
        chain = ", ".join(kontra.names) + (", and on" if kontra.unlimited else "")
        only = f"; only in {_titles(kontra.games, tariff)}" if kontra.games else ""
        last = "; who doubled last needs 61" if kontra.last_needs_61 else ""
        yield kontra.names[0], None, 2, f"each of {chain}{only}{last}"
    if klopfen := tariff.klopfen:
        most = f", at most {klopfen.max} people" if klopfen.max is not None else ""
        how = "each who knocks" if klopfen.growth == POWER else "the first; then × 3, × 4 and so on"
        yield "Klopfen", None, 2, how + most
    if tariff.bock and tariff.bock.after:
        yield "Bock", None, 2, _bock(tariff.bock)


def _bock(rule: Bock) -> str:
    after = ", ".join(TRIGGER_WORDS[trigger] for trigger in rule.after)
    length = "a full round" if rule.length == ROUND else "the next hand"
    return f"{length} after {after}; {INSIDE_WORDS[rule.inside]}"


def _stock(rule: Stock, tariff: Tariff) -> Iterator[RuleRow]:
    people = "the caller" if rule.to == "caller" else "the declarers' side"
    games = _titles(rule.games, tariff)
    yield "Stock", rule.pay_in, None, "from each dealt in after a throw-in"
    yield "Stock won", None, None, f"{people} takes it ({games})"
    if rule.lost == DOUBLES:
        yield "Stock lost", None, None, f"{people} pays in what it holds"
    elif isinstance(rule.lost, int):
        yield "Stock lost", rule.lost, None, f"{people} pays in"
    else:
        yield "Stock lost", None, None, "it stays"
    if rule.max_per_person is not None:
        yield "Stock, at most", rule.max_per_person, None, "a person in one hand"
    if rule.multiplied:
        names = {"klopfen": "Klopfen", "kontra": "Kontra", "bock": "Bock"}
        yield "Stock doubled", None, None, f"{', '.join(names[one] for one in rule.multiplied)} count for paying in"
    yield "Stock at the end", None, None, CLOSE_WORDS.get(rule.at_close) or f"goes to {rule.at_close}"


def _ramsch(tariff: Tariff) -> Iterator[RuleRow]:
    if not tariff.game(RAMSCH):
        return
    rules = tariff.ramsch
    if march := rules.durchmarsch:
        made = f"from {march.augen} Augen on" if march.augen is not None else "with every trick"
        pays = ", pays like a Herz-Solo with Schneider and Schwarz" if march.pays == HERZ_SOLO else ""
        yield "Durchmarsch", None, None, made + pays
    if rules.tie:
        yield "Ramsch tied", None, None, f"loses who has {', then '.join(TIE_WORDS[one] for one in rules.tie)}"
    else:
        yield "Ramsch tied", None, None, "the table says who lost"


def _rest(tariff: Tariff) -> Iterator[RuleRow]:
    if rounds := tariff.rounds:
        yield "Rounds", None, None, ", ".join(map(round_title, rounds.kinds))
        if rounds.after_lost_solo:
            yield "After a lost solo", None, None, f"a round of {round_title(rounds.after_lost_solo)}"
        if rounds.schieber_sum is not None:
            yield "Schieber not taken", rounds.schieber_sum, None, "the first and the last lose it, the others gain it"
    if tariff.thrown_in.same_dealer:
        yield "Thrown in", None, None, "the same dealer deals again"
    if tariff.thrown_in.uses_bock:
        yield "Thrown in", None, None, "uses up a Bock hand"
    if tariff.ceiling is not None:
        yield "Ceiling", tariff.ceiling, None, "no hand is worth more"
