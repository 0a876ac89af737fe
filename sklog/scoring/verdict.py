"""Who won, and with what: what Augen and tricks decide, and where they contradict what was said.

Facts about the table are settled before: `sklog.scoring.judge` asks here last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklog.language import N_, _
from sklog.scoring.games import BETTEL, Game
from sklog.scoring.hand import AUGEN, HALF
from sklog.scoring.lookup import lookup
from sklog.scoring.tariff import BLAUER_HABICHT, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sklog.scoring.hand import Played
    from sklog.scoring.judge import Table

SCHNEIDER_LIMIT = 30
LAST_DOUBLER_NEEDS = 61


Verdict = tuple[bool | None, bool, bool, bool]
"""The declarers' result (None where nothing decides it); whether it is a draw; Schneider and Schwarz of the losers."""

UNDECIDED: Verdict = (None, False, False, False)


def verdict(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> tuple[Verdict, list[str]]:
    """Return the verdict, and the sentences about what contradicts it; `depth` is that of the Kontra chain."""
    total = lookup(tariff).tricks[len(table.active)]
    if (hand.tout or hand.announced == "schwarz") and _open(hand):
        return UNDECIDED, []
    won, draw, wrong = _result(hand, game, tariff, _limit(hand, game, table, tariff, depth), total)
    if game.shape == BETTEL:
        return (won, draw, False, False), wrong
    schneider, schwarz, against = _schneider_schwarz(hand, tariff, won=won is not False, total=total)
    # whichever of the two is mended: only what contradicts both
    if wrong and against and _schneider_schwarz(hand, tariff, won=won is False, total=total)[-1]:
        wrong += against
    elif not wrong:
        wrong = against
    return (won, draw, schneider and not draw, schwarz and not draw), wrong


def _open(hand: Played) -> bool:
    """Whether nothing that was said decides an announcement that tricks decide."""
    return not (hand.won is not None or hand.tricks is not None or hand.sie or hand.winners)


def undecided(hand: Played, game: Game) -> str:
    """Return the question back to the table that nobody said who won."""
    if game.shape == BETTEL:
        return _("who won? {game} is decided by tricks: say won or lost, or the declarers' tricks", game=game.title)
    if hand.tout:
        return _("who won? a Tout is decided by tricks: say won or lost, or the declarers' tricks")
    if hand.announced == "schwarz":
        return _("who won? an announced Schwarz is decided by tricks: say won or lost, or the declarers' tricks")
    return _("who won? Say won or lost, or the declarers' Augen")


def _limit(hand: Played, game: Game, table: Table, tariff: Tariff, depth: int) -> int:
    """Return from how many Augen the declarers win this hand."""
    if hand.bid is not None:
        return hand.bid
    if table.round == BLAUER_HABICHT and game.name == "farbhabicht" and hand.declarer == table.active[-1]:
        return tariff.rounds.pflichthabicht if tariff.rounds else tariff.wins.declarers
    if depth and tariff.kontra and tariff.kontra.last_needs_61:
        # the opponents say Kontra, the declarers Re, and so on
        return AUGEN + 1 - LAST_DOUBLER_NEEDS if depth % 2 else LAST_DOUBLER_NEEDS
    if hand.forced and tariff.forced:
        return tariff.forced.wins_from
    return tariff.wins.declarers


def _result(hand: Played, game: Game, tariff: Tariff, limit: int, total: int) -> tuple[bool | None, bool, list[str]]:
    """Return (won, draw, contradictions): the declarers' result as the figures and the table say it."""
    wrong: list[str] = []
    if hand.sie:
        if hand.tricks not in (None, total):
            wrong.append(_("a Sie makes all {total} tricks, not {tricks}", total=total, tricks=hand.tricks))
        return True, False, wrong
    if game.fixed_pairs and hand.augen == HALF and hand.bid is None and hand.announced is None:
        if hand.won is not None:
            wrong.append(_("60:60 in {game} is a draw: leave out who won", game=game.title))
        return None, True, wrong
    decided, why = _by_figures(hand, game, tariff, limit, total)
    if decided is None:
        return hand.won, False, wrong
    if hand.won not in (None, decided):
        why = _(why, game=game.title, tricks=hand.tricks, total=total, augen=hand.augen, limit=limit)
        wrong.append(_("{why}: it is won, not lost", why=why) if decided else _("{why}: it is lost, not won", why=why))
    return decided, False, wrong


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
        made = AUGEN - augen < _out_of_schneider(hand, tariff, won=True)
        return made, N_("announced Schneider with {augen} Augen")
    return None if augen is None else augen >= limit, N_("the declarers win from {limit} Augen and made {augen}")


def _schneider_schwarz(hand: Played, tariff: Tariff, *, won: bool, total: int) -> tuple[bool, bool, list[str]]:
    """Return (Schneider, Schwarz, contradictions) of the losing side."""
    tricks, augen = hand.tricks, hand.augen
    if won:
        tricks = None if tricks is None else total - tricks
        augen = None if augen is None else AUGEN - augen
    schwarz = hand.schwarz or False
    if hand.sie or (won and (hand.tout or hand.announced == "schwarz")):
        schwarz = True
    if tricks is not None and not hand.sie:
        schwarz = tricks == 0
    limit = _out_of_schneider(hand, tariff, won=won)
    claimed = hand.schneider or (won and hand.announced == "schneider") or False
    schneider = schwarz or (claimed if augen is None else augen < limit)
    wrong: list[str] = []
    if schwarz or hand.schwarz:
        wrong += _against_schwarz(hand, tricks, augen, schwarz=schwarz)
    if hand.schneider is not None and hand.schneider != schneider:
        wrong.append(_against_schneider(augen, limit))
    return schneider, schwarz, wrong


def _against_schwarz(hand: Played, tricks: int | None, augen: int | None, *, schwarz: bool) -> Iterator[str]:
    """Yield what contradicts Schwarz, or no Schwarz; the figures are the losing side's."""
    if hand.schwarz is not None and hand.schwarz != schwarz:
        if tricks is None:
            yield _("an announced Schwarz that is won leaves the losers without a trick: mend one of the two")
        elif schwarz:
            yield _("the losers made {tricks} tricks: that is Schwarz", tricks=tricks)
        else:
            yield _("the losers made {tricks} tricks: that is not Schwarz", tricks=tricks)
    if not schwarz or not augen:
        return
    if hand.schwarz or tricks is not None:
        yield _("Schwarz means no trick, but the losers have {augen} Augen", augen=augen)
    elif hand.announced == "schwarz":
        yield _("an announced Schwarz that is won makes all 120 Augen; the losers have {augen}", augen=augen)


def _against_schneider(augen: int | None, limit: int) -> str:
    """Return why Schneider cannot be what was said of it."""
    if augen is None:
        return _("that is always Schneider too: leave schneider out or say yes")
    return _(
        "the losers have {augen} Augen and are out of Schneider from {limit}: mend one of the two",
        augen=augen,
        limit=limit,
    )


def _out_of_schneider(hand: Played, tariff: Tariff, *, won: bool) -> int:
    """Return from how many Augen the losing side is out of Schneider."""
    if not won and hand.forced and tariff.forced and tariff.forced.schneider_from is not None:
        return tariff.forced.schneider_from
    if tariff.schneider is None:
        return SCHNEIDER_LIMIT
    return tariff.schneider.opponents if won else tariff.schneider.declarers
