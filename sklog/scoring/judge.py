"""From what was said of a game to what it means here: who won, and with what.

`judge` is the only way to an `Outcome`. It names everything that these people, under this tariff, cannot have
played, all at once; what is merely not decided is a question back to the table. A Ramsch, which nobody declares, is
judged in `sklog.scoring.ramsch`.
"""

from collections.abc import Iterable, Iterator, Sequence

from sklog.errors import IllegalHand, InvalidHand, UnclearHand
from sklog.language import N_, _, _n, _or
from sklog.scoring.games import AUGEN, BETTEL, BY_NAME, PARTNER, Game
from sklog.scoring.hand import HALF, HERREN, OPPONENTS, Dealt, Names, Played, count, shape_contradictions
from sklog.scoring.outcome import Outcome
from sklog.scoring.tariff import (
    AGAIN,
    BLAUER_HABICHT,
    HADSCH,
    OTHERS,
    ROUNDS,
    TAKER,
    ByResult,
    Kontra,
    Tariff,
    holds_in,
)
from sklog.values import NamedTuple, replace

PEOPLE_OF_A_PARTNER_GAME = 4
SCHNEIDER_LIMIT = 30
LAST_DOUBLER_NEEDS = 61
SELDOM_SAID = frozenset({"tricks", "sie", "tout", "forced", "bid", "announced"})


class Table(NamedTuple):
    """The circumstances of one deal, including everything the table stated about it.

    `seats` is everybody present, clockwise; `active` are those dealt in, from the dealer's left on. `stock` is what the
    Stock holds (cents or points), `bock` the doublings in force, `round` the special round.
    """

    seats: Names
    dealer: str
    active: Names
    stock: int = 0
    bock: int = 0
    round: str | None = None


class Verdict(NamedTuple):
    """What figures and words say of the result, and the sentences about what contradicts itself in them.

    `won` is the declarers' result, None where nothing decides it; `schneider` and `schwarz` describe the losing side.
    """

    won: bool | None = None
    draw: bool = False
    schneider: bool = False
    schwarz: bool = False
    wrong: Sequence[str] = ()


UNDECIDED = Verdict()


def judge(hand: Played, table: Table, tariff: Tariff) -> Outcome:
    """Return what the hand means at this table; raise HandError with everything that is wrong.

    `IllegalHand` where something cannot be, `UnclearHand` where a fact is missing.
    """
    active, declarer, partner = table.active, hand.declarer, hand.partner
    wrong = deal_problems(table, tariff)
    if hand.winners or declarer not in active or (partner and partner not in active):
        wrong += people_problems(filter(None, (declarer, partner, *hand.winners)), table)
    if hand.klopfer:
        wrong += klopfer_problems(hand, table, tariff)
    game = tariff.game(hand.game)
    if game is None:
        raise IllegalHand(*wrong, not_played(hand.game, tariff))
    depth = kontra_depth(hand, table, game) if hand.kontra or table.round == HADSCH else 0
    total, tricks, augen = tariff.tricks(len(active)), hand.tricks, hand.augen
    wrong += _game_problems(hand, game, table, tariff, depth)
    found = UNDECIDED
    if total and (tricks is None or 0 <= tricks <= total) and (augen is None or 0 <= augen <= AUGEN):
        try:
            if hand.winners and (soloist := _soloist(hand, game, table)):
                hand = replace(hand, winners=(), declarer=soloist, won=soloist in hand.winners)
        except InvalidHand as error:
            wrong += [problem.message for problem in error.problems]
        else:
            if depth:  # whose Kontra the first one was, is known with the declarer
                depth = kontra_depth(hand, table, game)
            found = verdict(hand, game, table, tariff, depth)
    wrong += found.wrong
    if wrong:
        raise IllegalHand(*wrong)
    made = _outcome(hand, game, table, depth, found)
    return made._replace(round=dearer) if table.round and (dearer := tariff.dearer_in(table.round)) else made


def _outcome(hand: Played, game: Game, table: Table, depth: int, found: Verdict) -> Outcome:
    """Return the outcome of a hand that can be; raise UnclearHand where nothing says who won."""
    won, draw, schneider, schwarz, _wrong = found
    if won is None and not draw and not hand.winners:
        raise UnclearHand(_undecided(hand, game))
    declarers = declarers_of(hand, game, table)
    ahead = hand.winners or declarers
    behind = tuple([person for person in table.active if person not in ahead])
    lost = won is False
    return Outcome(  # in the order of its fields: with their names it takes twice the time
        game,
        hand.suit,
        behind if lost else ahead,
        ahead if lost else behind,
        declarers,
        won,
        draw,
        schneider,
        schwarz,
        hand.tout,
        bool(hand.sie),
        hand.announced,
        max(hand.laufende, HERREN) if hand.sie else hand.laufende,
        (hand.laufende_of == OPPONENTS) == lost,
        count(hand.klopfer),
        depth,
        table.bock,
        hand.augen == HALF,
        hand.bid,
    )


def illegalities(hand: Played, table: Table, tariff: Tariff) -> list[str]:
    """Return everything that `judge` would refuse; a fact that is merely missing is not among it."""
    try:
        judge(hand, table, tariff)
    except IllegalHand as refused:
        return [problem.message for problem in refused.problems]
    except UnclearHand:
        pass
    return []


# -- what is not allowed here -------------------------------------------------------------------------


def _game_problems(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> list[str]:
    """Return what does not go with the game; each part is judged only where the hand says something of it."""
    wrong: list[str] = []
    if game.name not in BY_NAME:
        wrong += shape_contradictions(hand, game)
    if hand.suit is not None and hand.suit not in game.suits:
        wrong.append(_no_suit(hand.suit, game))
    people = len(table.active)
    if game.shape == PARTNER and people != PEOPLE_OF_A_PARTNER_GAME:
        wrong.append(_("{game} needs four people, not {people}", game=game.title, people=people))
    across = opposite(hand.declarer, table) if game.fixed_pairs and hand.partner else None
    if across and hand.partner != across:
        pair = {"name": hand.declarer, "partner": across}
        wrong.append(_("in {game} {name} plays with {partner}, who sits opposite", game=game.title, **pair))
    if game.shape == BETTEL or not SELDOM_SAID.isdisjoint(vars(hand)):
        wrong += _figures_problems(hand, game, tariff, people)
        wrong += _announcement_problems(hand, game, tariff)
    if hand.kontra or table.round == HADSCH:
        wrong += _kontra_problems(hand, game, table, tariff, depth)
    of_a_sie = hand.sie and game.sie  # it has eight, whatever a tariff says of the trumps of a game of its own
    counted = 0 if of_a_sie or game.shape == BETTEL else hand.laufende
    if counted and counted > (longest := tariff.longest_run(game, people)):
        run = {"laufende": hand.laufende, "trumps": longest}
        wrong.append(_("{laufende} Laufende: {game} has only {trumps} trumps", game=game.title, **run))
    if hand.winners:
        wrong += _winners_problems(hand, game, table, tariff, depth)
    return wrong


def _figures_problems(hand: Played, game: Game, tariff: Tariff, people: int) -> Iterator[str]:
    total = tariff.tricks(people)
    if not total:
        return  # nobody deals so: that is said already
    said = {"tricks": hand.tricks, "total": total, "people": people, "augen": hand.augen}
    if hand.tricks is not None and hand.tricks > total:
        yield _("{tricks} tricks: there are {total} with these cards and {people} people", **said)
    if hand.tricks == total and hand.augen not in (None, AUGEN):
        yield _("all {total} tricks make 120 Augen, not {augen}", **said)
    if hand.augen is not None and (hand.tricks == 0 or (game.shape == BETTEL and hand.won and hand.tricks is None)):
        yield from _no_trick_problems(hand, hand.augen, game, tariff.aside(people))
    if hand.sie and total < HERREN:
        yield _("a Sie needs eight cards in one hand; here everybody holds {total}", **said)


def _no_trick_problems(hand: Played, augen: int, game: Game, aside: int) -> Iterator[str]:
    """Yield why there are no such Augen without a trick: more than the cards laid aside can count."""
    if augen <= aside:
        return
    if hand.tricks is None:
        yield _("{game} is won without a trick, but {augen} Augen were taken: it is lost", game=game.title, augen=augen)
    else:
        yield _("{augen} Augen without a trick: say how many tricks the declarers took", augen=augen)


def _no_suit(suit: str, game: Game) -> str:
    if not game.suits:
        return _("{suit} is not a suit of a {game}, which has none", suit=suit, game=game.title)
    suits = ", ".join(game.suits)
    return _("{suit} is not a suit of a {game}; choose from {suits}", suit=suit, game=game.title, suits=suits)


def _announcement_problems(hand: Played, game: Game, tariff: Tariff) -> Iterator[str]:
    leave_out = N_("{tariff} has no {what}; leave it out")
    said = (
        ("Tout", hand.tout and not hand.sie, tariff.tout, leave_out),
        ("Sie", hand.sie, tariff.sie, leave_out),
        ("Steigern", hand.bid is not None, tariff.bids, leave_out),
        ("Muss", hand.forced, tariff.forced, N_("{tariff} has no forced play (Muss)")),
    )
    for what, there, rule, unknown in said:
        if there and rule is None:
            yield _(unknown, tariff=tariff.name, what=what)
        elif there and not holds_in(rule, game):
            yield _knows_none(tariff, what, game)
    if hand.announced is not None:
        yield from _announced_problems(hand, hand.announced, game, tariff)


def _announced_problems(hand: Played, announced: str, game: Game, tariff: Tariff) -> Iterator[str]:
    what = announced.capitalize()
    if tariff.announced is None or tariff.announced.price(announced) is None:
        yield _("{tariff} has no announced {what}", tariff=tariff.name, what=what)
    elif not holds_in(tariff.announced, game):
        yield _("{tariff} has no announced {what} in {game}", tariff=tariff.name, what=what, game=game.title)
    elif game.shape == BETTEL:
        yield _("in {game} {what} cannot be announced", game=game.title, what=what)
    elif hand.winners:
        yield _("with only winners, nobody knows who announced: give declarer and won instead")


def _knows_none(tariff: Tariff, what: str, game: Game) -> str:
    return _("{tariff} has no {what} in {game}", tariff=tariff.name, what=what, game=game.title)


def _kontra_problems(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> Iterator[str]:
    kontra = tariff.kontra
    unsaid = table.round == HADSCH  # its first Kontra is there before anybody speaks
    if kontra is None:
        if unsaid:
            yield _("{tariff} has no Kontra; a Hadsch begins with one: round:none for this hand", tariff=tariff.name)
        else:
            yield _("{tariff} has no Kontra; leave it out", tariff=tariff.name)
        return
    if depth > unsaid and not holds_in(kontra, game):
        yield _knows_none(tariff, kontra.names[0], game)
    yield from chain_problems(depth, kontra, tariff)
    if not isinstance(hand.kontra, int):
        yield from _doubler_problems(hand.kontra, depth, declarers_of(hand, game, table), table, kontra)


def chain_problems(depth: int, kontra: Kontra, tariff: Tariff) -> tuple[str, ...]:
    """Return that a chain is longer than this table's; () where it is not."""
    if depth <= len(kontra.names) or kontra.unlimited:
        return ()
    chain = ", ".join(kontra.names)
    return (_("a chain of {depth}; {tariff} has only {chain}", depth=depth, tariff=tariff.name, chain=chain),)


def _doubler_problems(said: Names, depth: int, declarers: Names, table: Table, kontra: Kontra) -> Iterator[str]:
    """Yield who cannot have said a word of the chain."""
    yield from people_problems(said, table)
    if not declarers:
        return
    first = depth - len(said)  # 1 where a Hadsch has said the first Kontra itself
    for level, person in enumerate(said, first + 1):
        if person not in table.active or (person in declarers) != bool(level % 2):
            continue
        word = kontra.level(level)
        if level % 2:
            yield _("{word} is for the opponents; {name} cannot have said it", word=word, name=person)
        else:
            yield _("{word} is for the declarers' side; {name} cannot have said it", word=word, name=person)


def _winners_problems(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> Iterator[str]:
    """Yield what a hand with winners alone leaves open that this tariff needs."""
    said = {"game": game.title, "tariff": tariff.name, "name": hand.winners[0], "count": len(hand.winners)}
    if game.shape != PARTNER:
        if len(table.active) == 2:
            yield _("with two people dealt in, the winners do not show who played: name the declarer")
        elif len(hand.winners) not in (1, len(table.active) - 1):
            yield _("{game} is won by one player, or by all the others: {count} winners are not possible", **said)
        return
    across = opposite(hand.winners[0], table)
    if game.fixed_pairs and len(hand.winners) == 2 and across and hand.winners[1] != across:
        yield _("in {game} {name} wins with {partner}, who sits opposite", partner=across, **said)
    stock = tariff.stock
    if stock and game.name in stock.games and (table.stock or stock.paid_for_lost(table.stock) is not None):
        yield _("this game is played for the Stock: give the declarer, the partner and who won")
    laufende = tariff.laufende
    if hand.laufende and laufende and laufende.asks_who_held and holds_in(laufende, game):
        yield _("{tariff} asks who held the Laufende: give the declarer, the partner and who won", **said)
    if isinstance(tariff.base(game, hand.suit), ByResult):
        yield another_price_if_lost(game, tariff)
    if depth and "lost_kontra" in tariff.bock.after:
        yield _("a lost Kontra brings Bock in {tariff}: give the declarer, the partner and who won", **said)


def another_price_if_lost(game: Game, tariff: Tariff) -> str:
    """Return the sentence that winners alone do not tell what a game costs."""
    said = {"game": game.title, "tariff": tariff.name}
    return _("{game} has a different price if lost in {tariff}: give the declarer, the partner and who won", **said)


# -- the deal itself: people, round, Klopfer ----------------------------------------------------------


def not_played(name: str, tariff: Tariff) -> str:
    """Return the sentence that the game of this name is not in this tariff, and what is."""
    game, games = BY_NAME.get(name), ", ".join(game.title for game in tariff.games)
    title = game.title if game else name
    return _("{tariff} does not have {game}; it has {games}", tariff=tariff.name, game=title, games=games)


def unknown_round(kind: str, tariff: Tariff) -> str | None:
    """Return the sentence that this tariff does not play a special round; None where it does."""
    if kind in tariff.special:
        return None
    round_ = kind.capitalize() if kind in ROUNDS else repr(kind)
    if not tariff.special:
        return _("{tariff} has no round {round}; it has no special rounds", tariff=tariff.name, round=round_)
    rounds = ", ".join(tariff.special)
    return _("{tariff} has no round {round}; it has {rounds}", tariff=tariff.name, round=round_, rounds=rounds)


def deal_problems(table: Table, tariff: Tariff) -> list[str]:
    """Return what cannot be about the deal itself: who deals, who is dealt in, and the special round."""
    seats, active = table.seats, table.active
    wrong = [stranger(person, seats) for person in (table.dealer, *active) if person not in seats]
    if len(active) not in tariff.people:
        wanted, people = _or(map(str, tariff.people)), len(active)
        said = _("{tariff} deals to {wanted} people, not to {people}", tariff=tariff.name, wanted=wanted, people=people)
        wrong.append(said)
    if table.round and (unknown := unknown_round(table.round, tariff)):
        wrong.append(unknown)
    return wrong


def people_problems(people: Iterable[str], table: Table) -> Iterator[str]:
    """Yield who is not at the table, or sits out in this deal."""
    for person in dict.fromkeys(people):
        if person not in table.seats:
            yield stranger(person, table.seats)
        elif person not in table.active:
            yield _("{name} sits out; dealt in: {people}", name=person, people=", ".join(table.active))


def stranger(name: str, seats: Names) -> str:
    """Return the sentence that somebody is not at this table, and who is."""
    return _("{name} is not at this table; there are {people}", name=name, people=", ".join(seats))


def klopfer_problems(hand: Dealt, table: Table, tariff: Tariff) -> Iterator[str]:
    """Yield what cannot be about the Klopfer of any kind of hand."""
    klopfer, rule = hand.klopfer, tariff.klopfen
    if not klopfer:
        return
    if rule is None:
        yield _("{tariff} has no Klopfen", tariff=tariff.name)
        return
    if not isinstance(klopfer, int):
        yield from people_problems(klopfer, table)
        for name in dict.fromkeys(klopfer) if len(set(klopfer)) != len(klopfer) else ():
            if klopfer.count(name) > rule.per_person:
                yield _n("{name} can knock only once", "{name} can knock only {n} times", rule.per_person, name=name)
    knocked, most = count(klopfer), len(table.active) * rule.per_person
    if rule.max is not None:
        most = min(most, rule.max)
    if knocked > most:
        yield _("{count} Klopfer, but at most {most} can knock", count=knocked, most=most)


# -- who played ---------------------------------------------------------------------------------------


def opposite(person: str | None, table: Table) -> str | None:
    """Return who sits opposite among the four dealt in; None where that is nobody."""
    active = table.active
    if person not in active or len(active) != PEOPLE_OF_A_PARTNER_GAME:
        return None
    return active[active.index(person) - 2]


def kontra_depth(hand: Played, table: Table, game: Game) -> int:
    """Return how often was doubled; a Hadsch begins with a Kontra that nobody needs to say."""
    depth = count(hand.kontra)
    if table.round != HADSCH:
        return depth
    if isinstance(hand.kontra, int):
        return max(depth, 1)
    return depth + 1 if not hand.kontra or hand.kontra[0] in declarers_of(hand, game, table) else depth


def declarers_of(hand: Played, game: Game, table: Table) -> Names:
    """Return the declarers' side, the caller first; () where nothing tells who that was."""
    if hand.winners:
        soloist = _soloist(hand, game, table)
        return (soloist,) if soloist else ()
    partner = opposite(hand.declarer, table) if game.fixed_pairs else hand.partner
    return (hand.declarer, partner) if hand.declarer and partner else tuple(filter(None, (hand.declarer, partner)))


def _soloist(hand: Played, game: Game, table: Table) -> str | None:
    """Return who played alone, where the winners tell it: one, or everyone else dealt in."""
    if game.shape == PARTNER or len(table.active) == 2:
        return None
    if len(hand.winners) == 1:
        return hand.winners[0]
    others = [person for person in table.active if person not in hand.winners]
    return others[0] if len(others) == 1 else None


# -- what Augen and tricks decide ----------------------------------------------------------------------


def verdict(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> Verdict:
    """Return who won, and with what, as far as anything decides it; `depth` is that of the Kontra chain."""
    people = len(table.active)
    total = tariff.tricks(people)
    by_tricks = hand.tout or hand.announced == "schwarz"
    if by_tricks and hand.won is None and hand.tricks is None and not (hand.sie or hand.winners):
        return UNDECIDED  # tricks decide these announcements, whatever the Augen are
    limit = wins_from(hand, game, table, tariff, depth)
    draw = ties(hand, game) and tariff.kreuz.tie not in (TAKER, OTHERS)
    won = None
    wrong: list[str] = []
    if draw:
        if hand.won is not None:
            if tariff.kreuz.tie == AGAIN:
                wrong.append(_("60:60 in {game} is played again: leave out who won", game=game.title))
            else:
                wrong.append(_("60:60 in {game} is a draw: leave out who won", game=game.title))
    elif hand.sie:
        won = True
        if hand.tricks not in (None, total):
            wrong.append(_("a Sie takes all {total} tricks, not {tricks}", total=total, tricks=hand.tricks))
    else:
        decided, why = _by_figures(hand, game, tariff, limit, total)
        won = hand.won if decided is None else decided
        if hand.won not in (None, won):
            why = _(why, game=game.title, tricks=hand.tricks, total=total, augen=hand.augen, limit=limit)
            wrong.append(_("{why}: it is won, not lost", why=why) if won else _("{why}: it is lost, not won", why=why))
    if game.shape == BETTEL:
        return Verdict(won, wrong=wrong)
    schneider, schwarz, against = _schneider_schwarz(hand, tariff, people, won=won is not False)
    # whichever of the two is mended, or said later: only what contradicts both
    if (wrong or (won is None and not draw)) and against:
        against = against if _schneider_schwarz(hand, tariff, people, won=won is False)[-1] else []
        wrong += against
    return Verdict(won, draw, schneider and not draw, schwarz and not draw, wrong or against)


def ties(hand: Played, game: Game) -> bool:
    """Whether a game in fixed pairs came to 60:60, and nothing was bid or announced that decides it."""
    return game.fixed_pairs and hand.augen == HALF and not (hand.sie or hand.bid is not None or hand.announced)


def played_again(hand: object, tariff: Tariff) -> bool:
    """Whether a deal came to 60:60 that this table plays again, as if it had not been dealt."""
    if tariff.kreuz.tie != AGAIN or not isinstance(hand, Played):
        return False
    game = tariff.game(hand.game)
    return game is not None and ties(hand, game)


def _undecided(hand: Played, game: Game) -> str:
    """Return the question back to the table that nobody said who won."""
    if game.shape == BETTEL:
        return _("who won? {game} is decided by tricks: add won or lost, or the declarers' tricks", game=game.title)
    if hand.tout:
        return _("who won? a Tout is decided by tricks: add won or lost, or the declarers' tricks")
    if hand.announced == "schwarz":
        return _("who won? an announced Schwarz is decided by tricks: add won or lost, or the declarers' tricks")
    return _("who won? Add won or lost, or the declarers' Augen")


def wins_from(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> int:
    """Return from how many Augen the declarers win this hand."""
    if hand.bid is not None:
        return hand.bid
    least = tariff.wins.declarers
    if table.round == BLAUER_HABICHT and game.name == "farbhabicht" and hand.declarer == table.active[-1]:
        least = tariff.rounds.pflichthabicht if tariff.rounds else least
    elif depth and tariff.kontra and tariff.kontra.last_needs_61:
        # the opponents say Kontra, the declarers Re, and so on
        least = AUGEN + 1 - LAST_DOUBLER_NEEDS if depth % 2 else LAST_DOUBLER_NEEDS
    elif hand.forced and tariff.forced:
        least = tariff.forced.wins_from
    if game.fixed_pairs and tariff.kreuz.tie in (TAKER, OTHERS):
        return min(least, HALF) if tariff.kreuz.tie == TAKER else max(least, HALF + 1)
    return least


def _by_figures(hand: Played, game: Game, tariff: Tariff, limit: int, total: int) -> tuple[bool | None, str]:
    """Return what Augen and tricks decide, and the words for it, not filled in; None where they decide nothing."""
    tricks, augen = hand.tricks, hand.augen
    if game.shape == BETTEL:
        return None if tricks is None else tricks == 0, N_("{game} with {tricks} of {total} tricks")
    if hand.tout:
        return None if tricks is None else tricks == total, N_("Tout with {tricks} of {total} tricks")
    if hand.announced == "schwarz":
        return None if tricks is None else tricks == total, N_("announced Schwarz with {tricks} of {total} tricks")
    if tricks is not None and tricks in (0, total):
        return tricks == total, N_("{tricks} of {total} tricks")
    if hand.announced == "schneider" and augen is not None and augen >= limit:
        return (AUGEN - augen < out_of_schneider(hand, tariff, won=True)), N_("announced Schneider with {augen} Augen")
    return None if augen is None else augen >= limit, N_("the declarers win from {limit} Augen and made {augen}")


def _schneider_schwarz(hand: Played, tariff: Tariff, people: int, *, won: bool) -> tuple[bool, bool, list[str]]:
    """Return (Schneider, Schwarz, contradictions) of the losing side, if the declarers won (or lost)."""
    tricks, augen = hand.tricks, hand.augen
    if won:
        tricks = None if tricks is None else tariff.tricks(people) - tricks
        augen = None if augen is None else AUGEN - augen
    schwarz = hand.schwarz or False
    if hand.sie or (won and (hand.tout or hand.announced == "schwarz")):
        schwarz = True
    if tricks is not None and not hand.sie:
        schwarz = tricks == 0
    limit = out_of_schneider(hand, tariff, won=won)
    claimed = hand.schneider or (won and hand.announced == "schneider") or False
    schneider = schwarz or (claimed if augen is None else augen < limit)
    wrong: list[str] = []
    if schwarz or hand.schwarz:
        wrong += _against_schwarz(hand, tricks, augen, schwarz=schwarz, most=0 if won else tariff.aside(people))
    if hand.schneider is not None and hand.schneider != schneider:
        wrong.append(_against_schneider(augen, limit))
    return schneider, schwarz, wrong


def _against_schwarz(hand: Played, tricks: int | None, augen: int | None, *, schwarz: bool, most: int) -> Iterator[str]:
    """Yield what contradicts Schwarz, or no Schwarz; figures are the losers', `most` their Augen without a trick."""
    if hand.schwarz is not None and hand.schwarz != schwarz:
        if tricks is None:
            yield _("after a won announced Schwarz the losers have no trick: correct one of the two")
        elif schwarz:
            yield _("the losers took {tricks} tricks: that is Schwarz", tricks=tricks)
        else:
            yield _("the losers took {tricks} tricks: that is not Schwarz", tricks=tricks)
    if not schwarz or augen is None or augen <= most:
        return
    if hand.schwarz or tricks is not None:
        yield _("Schwarz means no trick, but the losers have {augen} Augen", augen=augen)
    elif hand.announced == "schwarz":
        yield _("a won announced Schwarz takes all 120 Augen; the losers have {augen}", augen=augen)


def _against_schneider(augen: int | None, limit: int) -> str:
    """Return why Schneider cannot be what was said of it."""
    if augen is None:
        return _("that always includes Schneider: leave schneider out or say yes")
    return _(
        "the losers have {augen} Augen and are out of Schneider from {limit}: correct one of the two",
        augen=augen,
        limit=limit,
    )


def out_of_schneider(hand: Played, tariff: Tariff, *, won: bool) -> int:
    """Return from how many Augen the losing side is out of Schneider."""
    if not won and hand.forced and tariff.forced and tariff.forced.schneider_from is not None:
        return tariff.forced.schneider_from
    if tariff.schneider is None:
        return SCHNEIDER_LIMIT
    return tariff.schneider.opponents if won else tariff.schneider.declarers
