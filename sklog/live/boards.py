"""How an evening stands for everybody at its table, with its last hands; and what can be played next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.desk.table import COUNT, NUMBER, PEOPLE, Board, BoardHand, Flag, Playable, Standing
from sklog.language import _
from sklog.ledger import evenings, history
from sklog.ledger.open import somebody
from sklog.live.preview import hand_in_words
from sklog.notation import write
from sklog.notation.words import Letter
from sklog.reports.board import HANDS_FOR_ALL, leaders, on_board, seats_next
from sklog.reports.format import clean, in_words
from sklog.reports.sentences import in_force, result_words
from sklog.scoring.evening import table_for
from sklog.scoring.games import BETTEL, PARTNER, PASSED, RAMSCH, SOLO, THROWN_IN
from sklog.scoring.hand import DECLARERS, OPPONENTS, Posting
from sklog.scoring.payout import STOCK
from sklog.scoring.state import Voided
from sklog.scoring.tariff import holds_in

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sklog.desk.hands import Recorded as Made
    from sklog.ledger.evenings import Evening
    from sklog.ledger.history import Fold, Recorded
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Names
    from sklog.scoring.state import Line, State
    from sklog.scoring.tariff import Tariff

# -- the board ----------------------------------------------------------------------------------------


def board(ledger: sqlite3.Connection, evening: Evening, fold: Fold, count: int) -> Board:
    """Return how an evening stands that was folded to its end, with so many of its last hands.

    What a hand cost is folded, as of what is kept of a posting there is no seal.
    """
    state, tariff = evening.state, evening.tariff
    newest = zip(reversed(fold.recorded), reversed(fold.lines), strict=True)
    numbered = [(one, line) for one, line in newest if line.number is not None]
    hands = numbered[: max(count, 1)]
    who = history.recorders(ledger, [one.id for one, _line in hands])
    stock = _stock(state, tariff)
    people = evenings.in_order_of_arrival(ledger)
    shown = tuple(_hand(one, line, somebody(who.get(one.id, ""), people), stock) for one, line in hands)
    made = _board(evening, shown, _changes(hands[0][1]) if hands else {}, stock)
    return made._replace(hands=shown[: max(count, 0)])


def after(board: Board, made: Made, digest: str, who: str) -> Board:
    """Return the board behind a hand that was just recorded, as `Board.after` says."""
    line, before = made.line, board.evening
    if line.number is None or (before.uid, before.digest) != (made.before.uid, made.before.digest):
        raise ValueError(made)
    stock = _stock(line.state, line.tariff)
    newest = _hand(history.Recorded(0, line.entry, 0, line.entry), line, who, stock)
    evening = before._replace(
        state=line.state, tariff=line.tariff, position=before.position + 1, digest=bytes.fromhex(digest)
    )
    most = max(len(board.hands), HANDS_FOR_ALL)
    return _board(evening, (newest, *board.hands)[:most], _changes(line), stock)


def _board(evening: Evening, hands: tuple[BoardHand, ...], changes: Mapping[str, int], stock: str) -> Board:
    state, tariff = evening.state, evening.tariff
    force = tuple(map(clean, in_force(state, tariff)))
    return Board(evening, tuple(_standings(state, tariff, changes, stock)), hands, force, hands[0] if hands else None)


def _stock(state: State, tariff: Tariff) -> str:
    """Return what the Stock is called, unless somebody is called so."""
    word = clean(tariff.words.get("stock", STOCK))
    return STOCK if word in state.balances else word


def _standings(state: State, tariff: Tariff, changes: Mapping[str, int], stock: str) -> Sequence[Standing]:
    shown = on_board(state, tariff)
    words, first = seats_next(state, tariff), leaders(shown)
    seats = {name: seat for seat, name in enumerate(state.seats, 1)}
    return [
        Standing(
            stock if name == STOCK else name,
            balance,
            changes.get(name),
            0 if name == STOCK else state.dealt.get(name, 0),
            seats.get(name, 0),
            words.get(name, ""),
            name in first,
            name == STOCK,
        )
        for name, balance in shown.items()
    ]


def _changes(line: Line) -> dict[str, int]:
    """Return what a hand brought to everybody who had a part in it; nothing by one that is void."""
    if line.score is None:
        return {}
    part = () if isinstance(line.entry, Posting) else line.table.active
    return {name: moved for name, moved in line.score.postings.items() if moved or name in part}


def _hand(one: Recorded, line: Line, who: str, stock: str) -> BoardHand:
    void, tariff = isinstance(line.entry, Voided), line.tariff
    table = (line.table.seats, tariff, line.table.active)
    was = [_("was {hand}", hand=write(hand, *table)) for hand in one.was[-1:]] + [_("void")] * void
    words = result_words(one.hand, tariff) if void or isinstance(one.hand, Posting) else hand_in_words(line)
    postings = {stock if name == STOCK else name: moved for name, moved in _changes(line).items()}
    return BoardHand(
        line.number or 0,
        clean(write(one.typed, *table)),
        clean(words),
        line.score.value if line.score else 0,
        postings,
        clean(", ".join(was)),
        void,
        clean(who),
    )


# -- what can be played -------------------------------------------------------------------------------


def flags(game: Game, tariff: Tariff, people: int) -> dict[str, Flag]:
    """Return what can be said of this game under this tariff besides who won, by its key, with so many dealt in."""
    ramsch = game.shape == RAMSCH
    priced = game.shape not in (PASSED, RAMSCH, BETTEL)  # more makes it dearer than who won
    run = priced and tariff.laufende is not None and bool(game.trumps)
    longest = tariff.longest_run(game, people)
    paid_from = min(tariff.laufende.by_game.get(game.name, tariff.laufende.from_) if tariff.laufende else 1, longest)
    kontra, doublings = tariff.kontra, tariff.kontra.names if tariff.kontra else ("",)
    doubled = kontra and not ramsch and (not kontra.games or game.name in kontra.games)
    offered = (
        ("a", priced, Flag("Augen", "augen", NUMBER)),
        ("n", priced and tariff.schneider, Flag("Schneider", "schneider")),
        ("z", priced and tariff.schwarz, Flag("Schwarz", "schwarz")),
        ("l", run, Flag("Laufende", "laufende", NUMBER, longest, DECLARERS, paid_from)),
        ("o", run, Flag(_("Laufende of the opponents"), "laufende", NUMBER, longest, OPPONENTS, paid_from)),
        ("t", priced and tariff.tout and game.shape == SOLO, Flag("Tout", "tout")),
        ("i", priced and tariff.sie and game.sie, Flag("Sie", "sie")),
        ("m", priced and tariff.forced and holds_in(tariff.forced, game), Flag("Muss", "forced")),
        (Letter.WON, ramsch and tariff.ramsch.durchmarsch, Flag(_("it was a Durchmarsch"), "durchmarsch")),
        (Letter.JUNGFRAUEN, ramsch and tariff.ramsch.jungfrau != "none", Flag("Jungfrau", "jungfrauen", PEOPLE)),
        ("p", tariff.klopfen, Flag("Klopfer", "klopfer", COUNT, max(tariff.people))),
        ("k", doubled, Flag(doublings[0], "kontra", COUNT, len(doublings))),
    )
    return {key: flag for key, played, flag in offered if played and game.shape != PASSED}


def games_here(tariff: Tariff, active: Names) -> list[Game]:
    """Return what these people can play, in the order of the tariff; last that nobody did."""
    played = (game for game in tariff.games if game.shape != PASSED and (game.shape != PARTNER or len(active) == 4))
    return [*played, THROWN_IN]


def suits(game: Game) -> tuple[str | None, ...]:
    """Return the suits that are asked for, None for one that was not noted; () where none is asked for."""
    return (*game.suits, None) if game.suits and game.shape == SOLO else ()


def asks_partner(game: Game) -> bool:
    """Whether it is asked who the partner was."""
    return game.shape == PARTNER and not game.fixed_pairs


RARE = frozenset({"habicht", "perlmutt-habicht", "hawaii-habicht", "farbgeier", "farbhabicht", "bär", "mörtel"})
"""Games that hardly anybody plays: they are offered behind the others."""


def playable(evening: Evening) -> tuple[Playable, ...]:
    """Return what can be played next, in the order of the tariff; last a hand that is thrown in."""
    tariff = evening.tariff
    active = table_for(evening.state, None, tariff).active
    return tuple(
        Playable(
            game.name,
            _("thrown in") if game is THROWN_IN else in_words(game.title, tariff.words),
            game.shape,
            tuple(suit or "" for suit in suits(game)),
            asks_partner(game),
            tuple(
                one._replace(label=in_words(one.label, tariff.words))
                for one in flags(game, tariff, len(active)).values()
            ),
            game.name in RARE,
        )
        for game in games_here(tariff, active)
    )
