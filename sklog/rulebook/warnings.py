"""What a tariff says that contradicts itself, or can never happen. It can be played all the same.

    tariff ──CHECKS──▶ doubts ──tree──▶ warnings, where the file itself says so

A doubt is about a key, because of what other keys say. A file is warned of what it says itself, and of what makes
something senseless that it inherits. What it only inherits is not its fault, nor are rules for games it leaves out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sklog.language import N_, _, _and, _or
from sklog.rulebook.rules import multiplies, said_keys
from sklog.scoring.games import AUGEN, BY_NAME, ONE_AGAINST_ALL, PARTNER, PASSED, RAMSCH, SOLO, Game, named
from sklog.scoring.hand import HERREN
from sklog.scoring.judge import PEOPLE_OF_A_PARTNER_GAME
from sklog.scoring.outcome import ANNOUNCEMENTS, OTHER, POWER, SIE, TOUT, entry_for
from sklog.scoring.settings import settings_of
from sklog.scoring.tariff import (
    ALL,
    BLAUER_HABICHT,
    BOTH,
    DRAW,
    EXTENDED,
    HADSCH,
    HAND,
    HERZ_SOLO,
    KLOPFEN,
    KONTRA,
    LONG_FOR_ALL,
    LOSERS,
    PAYMENT,
    PAYS,
    PRICE_CLASSES,
    ROUNDS,
    SCHIEBER,
    SEAT,
    SHARED,
    SOLO_PRICE,
    STACKED,
    STAYS,
    TAKES,
    WINNERS,
    Laufende,
    RamschRules,
    Rounds,
    SpecialRound,
    Stock,
    Tariff,
    holds_in,
)
from sklog.tariffs import called, differences, find, stakes, with_trees
from sklog.tariffs.describe import price_key
from sklog.tariffs.spellings import OFF, folded
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Iterator

    from sklog.errors import Problem
    from sklog.yaml_text import Mark, Node

Path = tuple[str | int, ...]
"""The keys that lead to a value; the last may be an entry of a mapping, or an item of a list."""


class Doubt(NamedTuple):
    """A sentence about a key, and the keys because of which it is said."""

    path: Path
    message: str
    because: tuple[Path, ...] = ()


def _doubt(sentence: str, *because: str, item: str | int | None = None, **values: object) -> Doubt:
    """Return a doubt about the key that a sentence begins with, such as stock.lost, or about an `item` of it."""
    keys = [key.format(**values) for key in sentence.partition(":")[0].split(".")]
    path: Path = (*keys, *([] if item is None else [item]))
    return Doubt(path, _(sentence, **values), tuple(tuple(other.split(".")) for other in because))


def checked(name_or_path: str, near: pathlib.Path | None = None) -> tuple[Tariff, list[Problem]]:
    """Return a tariff as `find` does, and a warning for all in its file that contradicts itself or can never be."""
    tariff, own, whole = with_trees(name_or_path, near)
    return tariff, [*_misnamed(own, tariff), *doubts(whole, tariff, own.mark.where, own)]


def _misnamed(own: Node, tariff: Tariff) -> Iterator[Problem]:
    """Yield that a file is called like prices, and does not say what these mean everywhere else."""
    name = own.value.get("name") if isinstance(own.value, dict) else None
    if name and stakes.read(tariff.name) and differences(tariff, find(called(tariff.name))):
        said = _(
            "name: everywhere else {name} means these prices, with other rules; choose another name", name=tariff.name
        )
        yield name.mark.problem(said)._replace(warning=True)


def doubts(tree: Node, tariff: Tariff, where: str, own: Node) -> list[Problem]:
    """Return what the file `where` says in vain, from its first line on.

    `tree` has what it inherits as well; `own` is the file alone, in its own words.
    """
    found = {mark.problem(message)._replace(warning=True): None for mark, message in _misread(own, tariff)}
    for check in CHECKS:
        for path, message, because in check(tariff):
            marks = (_mark(tree, each) for each in (path, *because))
            if mark := next((mark for mark in marks if mark and mark.where == where), None):
                found[mark.problem(message)._replace(warning=True)] = None
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _mark(tree: Node, path: Path) -> Mark | None:
    """Return where a key, an entry or an item stands; None where nobody said it."""
    node, mark = tree, None
    for key in map(str, path):
        if isinstance(node.value, dict):
            entry = next((name for name in node.value if folded(name) == folded(key)), None)
            # a deck that is said for everybody says nothing of a number
            if entry is None or (path[0] == "deck" != key and len(node.value) == len(LONG_FOR_ALL)):
                return None
            node, mark = node.value[entry], node.key_marks[entry]
        elif isinstance(node.value, list):
            return next((item.mark for item in node.value if _means(item, key)), mark)
    return mark


def _means(item: Node, word: str) -> bool:
    """Whether an item of a list is this word, or this game."""
    if isinstance(item.value, dict):
        item = item.value.get("name", item)
    text = item.value if isinstance(item.value, str) else ""
    game = named(text.strip())
    return folded(word) in (folded(text), game.name if game else "")


# -- what somebody may have meant otherwise ------------------------------------------------------------


def _misread(own: Node, tariff: Tariff) -> Iterator[tuple[Mark, str]]:
    """Yield words of a file that mean more, or less, than some people mean by them, and where they stand."""
    for path, prices in _by_game(own, Tariff):
        yield from _of_a_kind(path, prices, tariff)
    ramsch = own.value.get(RAMSCH) if isinstance(own.value, dict) else None
    if ramsch and isinstance(ramsch.value, str) and folded(ramsch.value) in OFF and tariff.ramsch_game:
        yield ramsch.mark, _("ramsch: a Ramsch is played anyway, without rules of its own; leave it out of games")


def _by_game(own: Node, rule: Any, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield every mapping of prices by game in a block of a file."""
    for setting in settings_of(rule):
        held = own.value.get(setting.key) if isinstance(own.value, dict) else None
        if held and setting.block:
            yield from _by_game(held, setting.block, f"{path}{setting.key}.")
        elif held and isinstance(held.value, dict) and setting.metadata.get("keys") in ("price", "base price"):
            yield f"{path}{setting.key}", held


def _of_a_kind(path: str, prices: Node, tariff: Tariff) -> Iterator[tuple[Mark, str]]:
    """Yield prices under another name of a game, such as farbsolo, whose own name says all games of its kind."""
    words = {word: price_key(word) for word in prices.key_marks}
    for word, kind in words.items():
        if kind is None or kind not in PRICE_CLASSES or folded(word) == folded(kind):
            continue
        others = [game.title for game in tariff.games if game.name != kind and _costs(game, kind, path, tariff)]
        if others:
            said = _(
                "{path}.{word}: means {kind}, and is also the price of {games}; write {kind}, or name each of them",
                path=path,
                word=word,
                kind=kind,
                games=_and(others),
            )
            yield prices.key_marks[word], said


def _costs(game: Game, kind: str, path: str, tariff: Tariff) -> bool:
    """Whether the entry for a kind of games is what prices by game say of this one."""
    part, _dot, key = path.rpartition(".")
    if not part:
        return _priced_by(kind, game, tariff)
    rule: Any = getattr(tariff, part)
    return holds_in(rule, game) and _can_have(part, game) and entry_for(getattr(rule, key), game) == kind


# -- games --------------------------------------------------------------------------------------------

WITH_EXTRAS = (PARTNER, SOLO)
SHAPES_OF = {
    **dict.fromkeys(("schneider", "schwarz", "announced", "laufende", "bids"), WITH_EXTRAS),
    **dict.fromkeys((TOUT, SIE), (SOLO,)),
    **dict.fromkeys((KONTRA, "stock"), (PARTNER, *ONE_AGAINST_ALL)),
}
"""In which kinds of games a rule can be, where it cannot be in all of them."""


def _has(tariff: Tariff, shapes: Iterable[str]) -> bool:
    return any(game.shape in shapes for game in tariff.games)


def _prices(tariff: Tariff) -> Iterator[Doubt]:
    """Yield prices that nothing costs, and by what a Tout or a Sie multiplies that has a price of its own."""
    for price in tariff.prices:
        if price in tariff.said_prices:
            if message := _never_said(price, tariff):
                yield Doubt(("prices", price), message)
        elif not _concerned(price, tariff):
            yield Doubt(("prices", price), _not_played(f"prices.{price}"))
        elif price == OTHER and not any(_priced_by(OTHER, game, tariff) for game in _priced(tariff)):
            yield _doubt(N_("prices.other: every game that is played has another price"))
    for said in ANNOUNCEMENTS:
        if not multiplies(said, tariff):
            yield _doubt(N_("{said}.times: prices say what it costs, so it multiplies nothing"), said=said)


def _unplayed(tariff: Tariff) -> Iterator[Doubt]:
    """Yield what rules say of games that are not played, or that know no such thing."""
    for part in settings_of(Tariff):
        rule: Any = getattr(tariff, part.attribute)
        for key in settings_of(part.block) if part.block and rule is not None else ():
            said, kind = getattr(rule, key.attribute), key.metadata.get("items") or key.metadata.get("keys")
            if kind in ("game", "price") and isinstance(said, (tuple, dict)) and said != key.default:
                for word in said:
                    path = f"{part.key}.{key.key}{'.' if isinstance(said, dict) else ': '}{word}"
                    if message := _in_vain(part.key, word, path, tariff):
                        yield Doubt((part.key, key.key, word), message)


def _never_said(key: str, tariff: Tariff) -> str:
    """Return why a price of a Tout or a Sie is nobody's; "" where it is somebody's."""
    said = key.rpartition("-")[2]
    if getattr(tariff, said) is None:
        return _("prices.{key}: no {what} is played here", key=key, what=said.capitalize())
    if key not in said_keys(said, tariff):
        return _("prices.{key}: no {what} that is played has this price", key=key, what=said.capitalize())
    return ""


def _priced_by(key: str, game: Game, tariff: Tariff) -> bool:
    """Whether a game costs what this entry of the prices says."""
    return game.shape != PASSED and game.price is None and (entry_for(tariff.prices, game) or SOLO) == key


def _priced(tariff: Tariff) -> tuple[Game, ...]:
    """Return the games that are played, and the Solo where a Ramsch costs as much as one."""
    return (*tariff.games, BY_NAME[SOLO]) if _of_solo(tariff) else tariff.games


def _of_solo(tariff: Tariff) -> bool:
    """Whether a Ramsch is played that may cost as much as a Solo."""
    march = tariff.ramsch.durchmarsch
    pays = march.pays if march else None
    return bool(tariff.ramsch_game) and (tariff.ramsch.jungfrau == SOLO_PRICE or pays == HERZ_SOLO)


def _in_vain(part: str, word: str, path: str, tariff: Tariff) -> str:
    """Return why a rule names a game in vain; "" where it does not."""
    game = tariff.game(word)
    if not _concerned(word, tariff):
        return _not_played(path)
    if game and part in SHAPES_OF and not _can_have(part, game):
        return _("{path}: {game} has none", path=path, game=game.title)
    return ""


def _can_have(part: str, game: Game) -> bool:
    """Whether a rule can be in this game."""
    there = game.shape in SHAPES_OF[part]
    return there and (part != SIE or game.sie) and (part != "laufende" or bool(game.trumps))


def _concerned(key: str, tariff: Tariff) -> bool:
    """Whether anything that is played has to do with a game, a kind of games, or a suit and game."""
    if key in (SOLO, HERZ_SOLO) and _of_solo(tariff):
        return True
    if key == OTHER:
        return True
    if key in PRICE_CLASSES and _has(tariff, ONE_AGAINST_ALL if key == SOLO else (key,)):
        return True
    return any(key == game.name or key in {f"{suit}-{game.name}" for suit in game.suits} for game in tariff.games)


def _not_played(path: str) -> str:
    return _("{path}: that is not played here", path=path)


def _people(tariff: Tariff) -> Iterator[Doubt]:
    """Yield games that nobody can be dealt, people who can play nothing, and decks that nobody is dealt."""
    if PEOPLE_OF_A_PARTNER_GAME not in tariff.people:
        for game in tariff.games:
            if game.shape == PARTNER:
                said = N_("games: {game} needs four people, and four are never dealt in")
                yield _doubt(said, "people", item=game.name, game=game.title)
    for people in tariff.people:
        if people != PEOPLE_OF_A_PARTNER_GAME and not _has(tariff, (*ONE_AGAINST_ALL, RAMSCH)):
            said = N_("people: {people} people can play nothing here, partner games need four")
            yield _doubt(said, item=people, people=people)
    for people, deck in tariff.deck.items():
        if people not in tariff.people and deck != LONG_FOR_ALL[people]:
            yield _doubt(N_("deck: {people} people are never dealt in"), item=people, people=people)


def _announced(tariff: Tariff) -> Iterator[Doubt]:
    """Yield announcements that no game has, or for which there is nothing to announce."""
    if tariff.tout and not _has(tariff, (SOLO,)):
        yield _doubt(N_("tout: no game is played alone against all, so there is no Tout"))
    if tariff.sie and not any(game.sie for game in tariff.games):
        yield _doubt(N_("sie: no game is played that has a Sie"))
    elif tariff.sie and all(tariff.tricks(people) < HERREN for people in tariff.people):
        yield _doubt(N_("sie: a Sie needs eight cards in one hand, and nobody holds so many"), "deck", "people")
    for name in ("schneider", "schwarz"):
        if tariff.announced and getattr(tariff.announced, name) is not None and not getattr(tariff, name):
            said = N_("announced.{name}: {what} is not paid here at all")
            yield _doubt(said, name, name=name, what=name.capitalize())
    if tariff.bids and tariff.bids.price and not _has(tariff, WITH_EXTRAS):
        yield _doubt(N_("bids.price: no game is played in which it is paid"))


# -- limits -------------------------------------------------------------------------------------------


def _limits(tariff: Tariff) -> Iterator[Doubt]:
    """Yield limits of Augen that lie on the wrong side of each other."""
    wins, schneider, forced = tariff.wins.declarers, tariff.schneider, tariff.forced
    if schneider:
        for who, out, needed in (
            ("declarers", schneider.declarers, wins),
            ("opponents", schneider.opponents, AUGEN + 1 - wins),
        ):
            if out >= needed:
                said = N_("schneider.{who}: the loser is always Schneider, since {wins} Augen win")
                yield _doubt(said, "wins.declarers", who=who, wins=needed)
    if forced and forced.wins_from > wins:
        said = N_("forced.wins_from: {forced} Augen are more than anybody else needs ({wins})")
        yield _doubt(said, "wins.declarers", forced=forced.wins_from, wins=wins)
    if forced and forced.schneider_from is not None:
        because = ("forced.wins_from", "schneider")
        if not schneider:
            yield _doubt(N_("forced.schneider_from: no Schneider is paid here"), *because)
        elif forced.schneider_from >= forced.wins_from:
            said = N_("forced.schneider_from: the loser is always Schneider, since {wins} Augen win")
            yield _doubt(said, *because, wins=forced.wins_from)
    rounds = tariff.rounds
    if rounds and schneider and BLAUER_HABICHT in rounds.names and schneider.declarers >= rounds.pflichthabicht:
        said = N_("rounds.pflichthabicht: the loser is always Schneider, since {wins} Augen win")
        yield _doubt(said, wins=rounds.pflichthabicht)


def _kreuz(tariff: Tariff) -> Iterator[Doubt]:
    """Yield who wins at 60:60 over Kreuz where nobody plays so."""
    if tariff.kreuz.tie != DRAW and not any(game.fixed_pairs for game in tariff.games):
        yield _doubt(N_("kreuz.tie: no game over Kreuz is played here"))


def _laufende(tariff: Tariff) -> Iterator[Doubt]:
    """Yield Laufende that are never paid, or never held."""
    rule = tariff.laufende
    if rule is None:
        return
    longest = max((_longest(game, tariff) for game in tariff.games if game.shape in WITH_EXTRAS), default=0)
    if rule.max is not None and longest and rule.max > longest:
        yield _doubt(N_("laufende.max: there are never more than {longest}"), "laufende.only_herren", longest=longest)
    if rule.max is not None and rule.from_ > rule.max:
        said = N_("laufende.max: at most {most} are paid, and none below {least}")
        yield _doubt(said, "laufende.from", most=rule.max, least=rule.from_)
    elif rule.from_ > longest > 0:
        yield _doubt(N_("laufende.from: there are never more than {longest}"), "laufende.only_herren", longest=longest)
    if rule.ohne != ALL and not _has(tariff, (PARTNER,)):
        yield _doubt(N_("laufende.ohne: no partner game is played"))
    if rule.schedule and rule.price:
        yield _doubt(N_("laufende.price: schedule gives the amounts, so it is not used"))
    if rule.ohne_price is not None and rule.paid == LOSERS and rule.price:
        said = N_("laufende.price: those that the winners held are never paid, and ohne_price prices the others")
        yield _doubt(said, "laufende.paid", "laufende.ohne_price")
    if rule.ohne_price is not None and rule.paid == WINNERS:
        yield _doubt(N_("laufende.ohne_price: those that the losers held are never paid"), "laufende.paid")
    yield from _single_laufende(rule, longest, tariff)


def _single_laufende(rule: Laufende, longest: int, tariff: Tariff) -> Iterator[Doubt]:
    """Yield what is said of a game, or of a number of Laufende, that is never paid."""
    most = longest if rule.max is None else min(rule.max, longest)
    for name, least in rule.by_game.items():
        game = tariff.game(name)
        held = min(_longest(game, tariff), most) if game else 0
        if game and 0 < held < least:
            said = N_("laufende.by_game.{game}: at most {held} are paid there, and none below {least}")
            yield _doubt(said, "laufende.max", game=name, held=held, least=least)
    least = min(
        (rule.by_game.get(game.name, rule.from_) for game in tariff.games if game.shape in WITH_EXTRAS), default=0
    )
    for count in rule.schedule:
        if longest and not least <= count <= most:
            said = N_("laufende.schedule.{count}: that number is never paid")
            yield _doubt(said, "laufende.from", "laufende.max", count=count)


def _longest(game: Game, tariff: Tariff) -> int:
    """Return how many Laufende a game can have that count here."""
    run = max((tariff.longest_run(game, people) for people in tariff.people), default=0)
    return min(run, game.herren) if tariff.laufende and tariff.laufende.only_herren else run


# -- what doubles -------------------------------------------------------------------------------------


def _doublings(tariff: Tariff) -> Iterator[Doubt]:
    """Yield what cannot knock so often, and what is counted together with nothing."""
    klopfen, rule = tariff.klopfen, tariff.doublings
    knocks = max(tariff.people) * klopfen.per_person if klopfen else 0
    if klopfen and klopfen.max is not None and klopfen.max > knocks:
        yield _doubt(N_("klopfen.max: there are never more than {knocks} knocks"), "klopfen.per_person", knocks=knocks)
    for name in rule.together:
        if not getattr(tariff, name):
            yield Doubt(("doublings", "together", name), _not_played(f"doublings.together: {name}"), ((name,),))
        elif name in ANNOUNCEMENTS and not multiplies(name, tariff):
            said = N_("doublings.together: {name}: it has a price of its own, so it is not counted")
            yield _doubt(said, "prices", item=name, name=name)
        elif name in ANNOUNCEMENTS:
            yield _doubt(N_("{name}.times: counted together in doublings, so its own factor is not used"), name=name)
    if len(rule.together) == 1:
        yield _doubt(N_("doublings.together: {name} is alone, so nothing is counted together"), name=rule.together[0])
    for name in ("schneider", "schwarz"):
        extra = getattr(tariff, name)
        if extra and extra.times is not None and not extra.doubled:
            said = N_("{name}.doubled: it multiplies, so nothing of it is added after Klopfen and Kontra; set a price")
            yield _doubt(said, f"{name}.times", name=name)
    if not rule.together and (rule.growth != POWER or rule.times is not None):
        key = "growth" if rule.growth != POWER else "times"
        yield _doubt(N_("doublings.{key}: nothing is counted together, so set together as well"), key=key)


NEEDS = {"lost_solo": ONE_AGAINST_ALL, "schwarz": WITH_EXTRAS, "tie_60": WITH_EXTRAS}
"""The kinds of games of which one must be played for a trigger of Bock."""


def _never(path: str, after: Iterable[str], tariff: Tariff) -> Iterator[tuple[str, str]]:
    """Yield the triggers that can never be, and why."""
    for trigger in after:
        if trigger == "lost_kontra" and not tariff.kontra:
            yield trigger, _("{path}: no Kontra is played, so none can be lost", path=path)
        elif trigger in ("herz_solo", "lost_herz_solo") and not tariff.game(SOLO):
            yield trigger, _("{path}: no Solo is played, so there is no Herz-Solo", path=path)
        elif trigger in NEEDS and not _has(tariff, NEEDS[trigger]):
            yield trigger, _("{path}: no game is played that could bring {trigger}", path=path, trigger=trigger)


def _bock(tariff: Tariff) -> Iterator[Doubt]:
    """Yield triggers that can never be, and what is said of a Bock that nothing brings."""
    rule = tariff.bock
    for trigger, said in _never("bock.after", rule.after, tariff):
        yield Doubt(("bock", "after", trigger), said, ((KONTRA,),) if trigger == "lost_kontra" else ())
    for also in ("lost_solo", "herz_solo"):
        if {also, "lost_herz_solo"} <= {*rule.after} and rule.inside in (EXTENDED, STACKED):
            said = N_("bock.after: a lost Herz-Solo is also {also}, and brings Bock twice")
            yield _doubt(said, item="lost_herz_solo", also=also)
    for key, usual in (("length", HAND), ("inside", EXTENDED)):
        if not rule.after and getattr(rule, key) != usual:
            yield _doubt(N_("bock.{key}: nothing brings Bock, so set after as well"), "bock.after", key=key)
    if tariff.thrown_in.uses_bock and not rule.after:
        yield _doubt(N_("thrown_in.uses_bock: nothing brings Bock here"), "bock.after", "bock")


# -- the evening --------------------------------------------------------------------------------------


def _rounds(tariff: Tariff) -> Iterator[Doubt]:
    """Yield special rounds that cannot be played, and what is said of one that is not."""
    rounds = tariff.rounds
    if rounds is None:
        return
    for special in tariff.special.values():
        path: Path = ("rounds", "kinds", special.name)
        begun: tuple[Path, ...] = (("rounds", "after_lost_solo"),) if rounds.after_lost_solo == special.name else ()
        if what := _lacking(special, tariff):
            said = _("rounds.kinds: {kind}: no {what} is played here", kind=special.name, what=what)
            yield Doubt(path, said, (*(((KONTRA,),) if special.name == HADSCH else ()), *begun))
    if rounds.after_lost_solo and not _has(tariff, ONE_AGAINST_ALL):
        yield _doubt(N_("rounds.after_lost_solo: no game is played alone against all"))
    of_rounds = (
        ("schieber_sum", SCHIEBER, rounds.schieber_sum is not None),
        ("pflichthabicht", BLAUER_HABICHT, rounds.pflichthabicht != Rounds().pflichthabicht),
    )
    for key, kind, said_so in of_rounds:
        if said_so and kind not in rounds.names:
            yield _doubt(N_("rounds.{key}: {kind} is not among the kinds"), "rounds.kinds", key=key, kind=kind)
    if rounds.schieber_sum is not None and PEOPLE_OF_A_PARTNER_GAME not in tariff.people:
        yield _doubt(N_("rounds.schieber_sum: it is paid among four people, and four are never dealt in"), "people")


def _lacking(special: SpecialRound, tariff: Tariff) -> str:
    """Return what a special round needs and this table does not play; "" where it plays that."""
    if special.name == HADSCH and not tariff.kontra:
        return "Kontra"
    games = ("farbhabicht",) if special.name == BLAUER_HABICHT else special.games
    if not games or any(special._replace(games=games).obliges(game) for game in tariff.games):
        return ""
    return _or(BY_NAME[name].title if name in BY_NAME else name for name in games)


def _own_rounds(tariff: Tariff) -> Iterator[Doubt]:
    """Yield what is said in vain of a table's own rounds, and rounds that another one is always begun before."""
    begun: dict[str, str] = {}
    for special in tariff.special.values():
        own, name = special.name not in ROUNDS, special.name
        path: Path = ("rounds", "kinds", name) if own else ("rounds", "after_lost_solo")
        lacking = _lacking(special, tariff)
        for word in special.games if own and not lacking else ():
            if not _concerned(word, tariff):
                yield Doubt(path, _not_played(f"rounds.kinds: {name}: {word}"))
        declared = (game.shape not in (RAMSCH, PASSED) and special.obliges(game) for game in tariff.games)
        if own and special.forced and not lacking and not any(declared):
            yield Doubt(path, _("rounds.kinds: {kind}: somebody must play, and nobody declares a Ramsch", kind=name))
        for _trigger, said in _never(f"rounds.kinds: {name}", special.after if own else (), tariff):
            yield Doubt(path, said)
        for trigger in special.after:
            if (before := begun.setdefault(trigger, name)) != name:
                said = _("rounds.kinds: {kind}: it never begins after {trigger}, since {other} comes first", kind=name,
                         trigger=trigger, other=before)  # fmt: skip
                yield Doubt(path, said)


def _ramsch(tariff: Tariff) -> Iterator[Doubt]:
    """Yield rules of a Ramsch that is not played, and those that cannot hold."""
    rules, march = tariff.ramsch, tariff.ramsch.durchmarsch
    if not _has(tariff, (RAMSCH,)):
        for key in settings_of(RamschRules):
            if getattr(rules, key.attribute) != key.default:
                yield _doubt(N_("ramsch.{key}: no Ramsch is played here"), key=key.key)
        return
    for word, behind in pairwise(rules.tie):
        if word in (SHARED, SEAT):
            yield _doubt(N_("ramsch.tie: after {word} there is nothing left to decide"), item=behind, word=word)
            break
    if march and march.jungfrau and rules.jungfrau != ALL and not rules.jungfrau_adds:
        said = N_("ramsch.durchmarsch.jungfrau: a Jungfrau changes nothing there, use jungfrau: all or jungfrau_adds")
        yield _doubt(said, "ramsch.jungfrau")
    if rules.losers == BOTH and {*tariff.people} != {PEOPLE_OF_A_PARTNER_GAME}:
        people = _or(str(one) for one in tariff.people if one != PEOPLE_OF_A_PARTNER_GAME)
        said = N_("ramsch.losers: two of four lose, so {people} people cannot play a Ramsch")
        yield _doubt(said, "people", people=people)
    if rules.kontra == ALL and not tariff.kontra:
        yield _doubt(N_("ramsch.kontra: without kontra its chain has no words and no end"), "kontra")


def _stock(tariff: Tariff) -> Iterator[Doubt]:
    """Yield a Stock that never holds anything, or that nobody can win, and what is said of it in vain."""
    rule = tariff.stock
    if rule is None:
        return
    fixed = isinstance(rule.lost, int) or rule.lost_each is not None
    if not any(tariff.game(name) for name in rule.games):
        yield _doubt(N_("stock.games: none of these games is played, so nobody plays for the Stock"), "stock")
    for name in (KLOPFEN, KONTRA):
        if name in rule.multiplied and not getattr(tariff, name):
            yield Doubt(("stock", "multiplied", name), _not_played(f"stock.multiplied: {name}"), ((name,),))
    if rule.empty != PAYS and not fixed:
        yield _doubt(N_("stock.empty: it is about a fixed amount, and lost is not one"), "stock.lost")
    if not rule.pay_in and not fixed:
        yield _doubt(N_("stock.pay_in: nothing is ever paid into the Stock"), "stock.lost")
    if rule.won != TAKES and rule.lost == STAYS and not fixed:
        yield _doubt(N_("stock.won: neither a won game nor a lost one moves the Stock"), "stock.lost")
    yield from _stock_sums(rule)


def _stock_sums(rule: Stock) -> Iterator[Doubt]:
    """Yield sums of a Stock that are never paid, or only in part."""
    if rule.refill and (rule.won != TAKES or not rule.pay_in):
        said = N_("stock.refill: a won game takes nothing, so there is nothing to fill again")
        if rule.won == TAKES:
            said = N_("stock.refill: with a pay_in of 0 nothing is filled again")
        yield _doubt(said, "stock.won", "stock.pay_in")
    if rule.lost_each is not None and rule.to == "caller":
        yield _doubt(N_("stock.lost_each: the caller pays alone, so it is the same as lost"), "stock.to")
    for key in ("pay_in", "lost_each"):
        each = getattr(rule, key)
        if rule.max_per_person is not None and each is not None and rule.max_per_person < each:
            said = N_("stock.max_per_person: {most} is less than {key} ({each})")
            yield _doubt(said, f"stock.{key}", most=rule.max_per_person, key=key, each=each)


def _ceiling(tariff: Tariff) -> Iterator[Doubt]:
    """Yield a ceiling that is below what a game costs anyway, or none of which something is said."""
    if tariff.ceiling is None:
        if tariff.ceiling_of != PAYMENT:
            yield _doubt(N_("ceiling_of: there is no ceiling"), "ceiling")
        return
    if dear := _dearer(tariff.ceiling, tariff):
        yield _doubt(N_("ceiling: {game} alone costs {price}"), "prices", **dear)


def _dearer(most: int, tariff: Tariff) -> dict[str, Any] | None:
    """Return the first game that alone costs more than this, and its price; None where none does."""
    for game in tariff.games:
        suits = () if game.shape == PASSED else (None, *game.suits)
        price = max((tariff.price(game, suit, won=won) for suit in suits for won in (True, False)), default=0)
        if price > most:
            return {"game": game.title, "price": price}
    return None


def _cap(tariff: Tariff) -> Iterator[Doubt]:
    """Yield a cap of an evening that a single game goes beyond."""
    if tariff.cap and (dear := _dearer(tariff.cap.evening, tariff)):
        yield _doubt(N_("cap.evening: {game} alone costs {price}"), "prices", **dear)


CONCEPTS = {"klopfer": KLOPFEN}
"""The part of a tariff that a concept is about, where it is not called the same."""


def _words(tariff: Tariff) -> Iterator[Doubt]:
    """Yield words of the table's own for what it does not play."""
    for concept in tariff.words:
        part = CONCEPTS.get(concept, concept)
        if getattr(tariff, part) is None:
            yield Doubt(("words", concept), _not_played(f"words.{concept}"), ((part,),))


CHECKS = (_prices, _unplayed, _people, _announced, _limits, _kreuz, _laufende, _doublings, _bock,
          _rounds, _own_rounds, _ramsch, _stock, _ceiling, _cap, _words)  # fmt: skip
