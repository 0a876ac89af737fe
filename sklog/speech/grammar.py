"""A hand said in a sentence: Anna und Bene haben das Sauspiel gewonnen, 85:35; Wenz Christl, Anna hat gespritzt.

`sentence` takes every way to read a line whole by the rows of the grammar, each of which states facts, and makes a hand
of the facts of each way. What is said twice in different ways is no hand; of several hands none is taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand
from sklog.language import N_, _, _and, _or
from sklog.notation.parse import slots_of
from sklog.notation.refusals import one_too_many
from sklog.notation.spoken import TOO_MANY
from sklog.notation.words import GO_ON, SUITED_LETTERS, Letter, by_seat, folded
from sklog.scoring.games import AUGEN, BETTEL, BY_NAME, EICHEL, HEADS, PARTNER, PASSED, RAMSCH, SOLO, THROWN_IN
from sklog.scoring.hand import MOST_TRUMPS, OPPONENTS, count
from sklog.scoring.judge import Table, not_played, people_problems
from sklog.scoring.names import name_key
from sklog.scoring.state import clockwise_from
from sklog.speech.words import Heard, heard, listed_as
from sklog.values import NamedTuple, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sklog.notation.parse import Reader
    from sklog.notation.words import SuitedGame
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand

Fact = tuple[str, Any]
"""What a row of the grammar states, and of whom or how many."""


class Row(NamedTuple):
    """Kinds of words that stand behind one another, and the facts that they state by the values of these words.

    A | parts kinds of which one stands there, and ? is behind what may be missing; fillers may stand between them. A /
    parts several of the same facts.
    PEOPLE are one person, or several with an "and"; in a LIST commas or nothing part them, too. `unless` kinds stand
    right behind it, to which it would belong; what is `closed` has a pause or nothing there. What is `bare` says of
    nobody that he did it: it does not stand behind a person who has, as in Anna hat geklopft, nor behind one with whom
    a clause begins.
    """

    words: str
    facts: Callable[..., tuple[Fact, ...] | None]
    unless: tuple[str, ...] = ()
    bare: bool = False
    closed: bool = False


def _states(fact: str, value: Any = None) -> Callable[..., tuple[Fact, ...]]:
    """Return what states one fact: of the one value that its words say, or always this."""
    return lambda *said: ((fact, value if value is not None else said[0] if said else None),)


def _each(*facts: str) -> Callable[..., tuple[Fact, ...]]:
    """Return what states a fact of each value that its words say."""
    return lambda *said: tuple(zip(facts, said, strict=False))


def _players(people: Iterable[str]) -> tuple[Fact, ...]:
    """Return what states that these people play."""
    return tuple(("player", one) for one in people)


def _dealt_in(people: tuple[str, ...]) -> tuple[Fact, ...] | None:
    """Return what "Anna, Bene, Christl und Dani spielen" states; of two it is that they play a Sauspiel."""
    return (("dealt in", people),) if len(people) > _TWO else None


def _with_number(number: int) -> tuple[Fact, ...]:
    """Return what "mit vier" or "mit 60" says: Laufende, or Augen where nobody can have so many."""
    return (("laufende", number),) if number <= MOST_TRUMPS else (("augen", number),)


def _ended(people: tuple[str, ...], won: bool) -> tuple[Fact, ...]:  # noqa: FBT001  as the words stand
    """Return what "Anna und Bene gewinnen" states."""
    return (("winners" if won else "losers", people),)


def _pay(people: tuple[str, ...], *game: Any) -> tuple[Fact, ...]:
    """Return what "Anna und Bene zahlen das Sauspiel" states."""
    return *_ended(people, won=False), ("whole side", people), *_played("", game)[1:]


def _ended_with(people: tuple[str, ...], won: bool, number: int) -> tuple[Fact, ...]:  # noqa: FBT001
    """Return what "Anna und Bene gewinnen mit vier" states: how it ended for them, and what they had."""
    return *_ended(people, won), ("run of" if number <= MOST_TRUMPS else "augen of", (people, number))


def _named(won: bool, people: tuple[str, ...]) -> tuple[Fact, ...]:  # noqa: FBT001
    """Return what "Gewinner: Anna und Bene" states: of a table that notes only who won it does not say who played."""
    return (("named_winners" if won else "named_losers", people),)


def _not_won(won: bool) -> tuple[Fact, ...]:  # noqa: FBT001
    return (("won", not won),)


def _run_of(number: int) -> tuple[Fact, ...] | None:
    """Return what "Laufende 4" states; of more it is something else: unter 30."""
    return (("laufende", number),) if number <= MOST_TRUMPS else None


def _alone(number: int) -> tuple[Fact, ...]:
    """Return what a number says that belongs to nothing: Augen, or what has to be asked."""
    return (("augen" if number > MOST_TRUMPS else "number", number),)


def _theirs(number: int) -> tuple[Fact, ...]:
    """Return what opponents with so many Laufende, or with so many Augen, state."""
    return (("theirs", number) if number <= MOST_TRUMPS else ("augen", AUGEN - number),)


def _made(*said: Any) -> tuple[Fact, ...]:
    """Return what opponents who are Schneider state, or schwarz: the last of these words."""
    return (said[-1], True), ("won", True)


def _augen_against(*said: Any) -> tuple[Fact, ...] | None:
    """Return what "die Gegner haben im Wenz von Anna 61 gemacht" states."""
    *game, player, number = said
    return (*_played(player, game), ("augen", AUGEN - number)) if number > MOST_TRUMPS else None


def _score_against(won: bool, score: tuple[int, int]) -> tuple[Fact, ...]:  # noqa: FBT001
    """Return what "die Gegner gewinnen 70:50" states."""
    return *_not_won(won), ("score", tuple(sorted(score, reverse=not won)))


def _score_for_opponents(score: tuple[int, int]) -> tuple[Fact, ...] | None:
    """Return what "66:54 für die Gegner" states; of 54:66 one cannot know whose the first figure is."""
    return (("score", score[::-1]),) if score[0] > AUGEN // 2 else None


def _game_against(*said: Any) -> tuple[Fact, ...]:
    """Return what "gegen das Sauspiel von Anna und Bene" states."""
    *game, people = said
    return tuple(fact for one in people for fact in _played(one, game))


def _score_for(score: tuple[int, int], people: tuple[str, ...]) -> tuple[Fact, ...] | None:
    """Return what "66:54 für Anna und Bene" states."""
    return _ended_with(people, score[0] > AUGEN // 2, score[0]) if sum(score) == AUGEN else None


def _augen_for(number: int, people: tuple[str, ...]) -> tuple[Fact, ...] | None:
    """Return what "66 für Anna und Bene" states."""
    two = len(people) == _TWO and number > MOST_TRUMPS
    return _ended_with(people, number > AUGEN // 2, number) if two else None


def _augen_of_opponents(number: int) -> tuple[Fact, ...]:
    return (("augen", AUGEN - number) if number > MOST_TRUMPS else ("number", number),)


def _declared(who: str) -> tuple[Fact, ...]:
    """Return what "gespielt hat Anna" states."""
    return ("player", who), ("plays", who)


def _doubled(level: int, who: str | None = None) -> tuple[Fact, ...]:
    return (("kontra", (level, who)),)


def _knocked_and_doubled(who: str, level: int) -> tuple[Fact, ...]:
    return ("knocked", (who,)), *_doubled(level, who)


def _knocked_and_ended(who: str, *said: Any) -> tuple[Fact, ...]:
    """Return what "Anna klopft und gewinnt den Wenz" states."""
    ends, *game = sorted(said, key=lambda one: not isinstance(one, bool))
    return ("knocked", (who,)), ("won", ends), *_played(who, game)


def _doubles(who: str, *levels: int) -> tuple[Fact, ...]:
    return _doubled(levels[-1], who)


def _played(player: str, said: Sequence[Any]) -> tuple[Fact, ...]:
    """Return who plays which game: the words of it are its suit, where that is said apart, and the game."""
    return ("player", player), *(("game" if isinstance(one, tuple) else "suit", one) for one in said)


def _doubled_game(level: int, who: str, player: str, said: Sequence[Any]) -> tuple[Fact, ...]:
    """Return what "Bene hat Annas Herzsolo gespritzt" states: who doubled whom, and in which game."""
    return (*_doubled(level, who), *_played(player, said))


def _two_against_two(one: Sequence[str], other: Sequence[str], *, won: bool = True) -> tuple[Fact, ...] | None:
    """Return what "Anna und Bene schlagen Christl und Dani" states; of one person it does not say who played."""
    return (*_ended(tuple(one), won), ("against", other)) if len(one) == len(other) == _TWO else None


def _made_of_two(one: Sequence[str], other: Sequence[str], which: str, *, won: bool = True) -> tuple[Fact, ...]:
    """Return what "Anna und Bene haben Christl und Dani Schneider gespielt" states."""
    return *(_two_against_two(one, other, won=won) or ()), (which, True)


def _lost_by(*said: Any) -> tuple[Fact, ...]:
    """Return what "die Gegner haben das Sauspiel von Anna und Bene gewonnen" states."""
    return ("won", False), *_game_against(*said[:-1])


_ALL_CARDS, _ALL = 8, 4  # of one hand; who are dealt in
_MOST_MARGIN = 30  # Augen by which somebody is said to win: nearly Schneider
_PLAYER = "BY? PERSON"
_GAME = "IN|ON|WITH|GIVE|FOR? COLON? GAME GIVE?"
_OWNER = "ON|IN? OWNER"
_DOUBLED_WHOM, _SCHWARZ = _CLAUSES = ("PERSON AUX PERSON KONTRA|DOUBLE GIVE?", "PEOPLE SCHNEIDER|SCHWARZ")
"""What is said only where a clause begins."""
_ENDS = "WON|WINS|LOST|LOSES"
_SUCCEEDS, _FAILS, _GOES_TO = "PEOPLE WINS|LOSES", "PEOPLE WINS NOT", "BE TO PERSON"
_OWN = (_SUCCEEDS, "PEOPLE AUX? WON|LOST")
_LEADING = ("WITHOUT PEOPLE PLAY?", "PEOPLE AUX|BE|PLAY? ABSENT ALSO?", "PLAY PEOPLE SITS|ABSENT ALSO?")
"""What is said only where the line begins: behind a game it may say that somebody was no partner, or went out then."""
_LOST_TO = ("TO LIST", "TO PERSON WITH PERSON")
_WHO = ("PERSON", "BY")
_COUNTED = ("KNOCK", "KNOCKER", "TIMES")
_OF_ONE = ("KNOCKER", "KONTRA", "TRICK", "RUN", "AUGEN", "SCHNEIDER", "PARTNER", "TO", "ALSO", "GAME", "PERSON")
_ALIKE = (
    # which game
    Row(_GAME, _states("game")),
    Row("WE AUX|PLAY GAME PLAY?", _states("game")),
    Row(
        "CALL SAU? / SAU AUX? FOUND / FIND|FOUND|AUX NOT PARTNER FOUND? / BE DECLARER / SEVERAL CALL / "
        "ALL PAYS IN|ON STOCK PAYS? / WITHOUT|NOT RUN / NOT|WITHOUT JUNGFRAU / JUNGFRAU BE? NOT|NOBODY",
        lambda: (),
    ),
    Row("ALL PAYS|KNOCKS|GIVE N IN|ON STOCK PAYS?", _states("pays in")),
    Row("STOCK BE TO? DECLARER", lambda: (("stock", True), ("won", True))),
    Row("STOCK BE TO? SEVERAL", lambda: (("stock", True), ("several", True))),
    Row("GAME FOR PEOPLE", lambda game, people: (("game", game), *_players(people))),
    Row("IN|WITH|OF|GIVE? SUIT / TRUMP BE|COLON? SUIT / WITH? SUIT BE? TRUMP", _states("suit")),
    Row("IN|WITH? SUIT PLAY", lambda suit: (("suit", suit), ("plays", None))),
    Row("ON|CALL|WITH? CALLED SAU?", _states("called"), unless=("BE",)),
    Row("ON|CALL SUIT CALL?", _states("on")),
    Row("ON|CALL|WITH OWNER CALLED", _each("partner", "called")),
    Row("ON|CALL|WITH OWNER SUIT SAU?", _each("partner", "called")),
    Row("CALL OWNER SAU OF SUIT", _each("partner", "called")),
    Row("SAU SUIT / ON|CALL|WITH? SUIT SAU / WITH? SUIT CALL / ON|CALL|WITH? SAU OF SUIT", _states("called")),
    Row("ALL? PASSED / WE AUX? PASSED|PASS / NOBODY|NOT PLAY|BE|NOT? PAUSE? ALL? PASSED|PASS", _states("passed")),
    Row("WE? AUX? REDEAL", _states("redeal")),
    Row("NOBODY AUX|WANT? PLAY|WANT|CALL|TRY|GIVE|TAKE|ANYTHING WANT?", _states("nobody"), unless=("KONTRA",)),
    Row(
        "PASS PAUSE? NOBODY AUX PLAY|ANYTHING / PLAY NOBODY / PASS PAUSE? PASS PAUSE? PASS PAUSE? PASS / "
        "PASS PAUSE ALL N? AUX? PASS / BE? NOT TO? PLAY / WE? AUX? ALL N? AUX|GIVE? PASS GIVE? / WANT NOBODY",
        _states("nobody"),
    ),
    Row("N TIMES PASS / OFTEN PASS", lambda number: (("nobody", None),) if number == _ALL else None),
    Row("PEOPLE AUX|BE? PASS ALSO?", _states("passes")),
    Row("OPPONENTS AUX|BE? PASS ALSO?", lambda: (("passes", None),)),
    Row("GAME INITIALS", lambda said, people: (("game", said), *_players(people))),
    # who plays
    Row(_PLAYER, _states("player")),
    Row("OF PERSON / BE ON PERSON", _states("player")),
    Row("DECLARER BE|COLON? PERSON", _declared),
    Row("PERSON|OWNER BE|COLON? DECLARER", _declared),
    Row(_OWNER, _states("player")),
    Row("PLAY|GIVE AUX|BY PERSON", _declared),
    Row("BY PERSON GIVE", _declared),
    Row("OWNER|PERSON SAU BE|AUX PERSON", _each("player", "partner")),
    Row(
        "WITH PERSON / PARTNER BE|COLON? PERSON / PERSON BE|AUX? ALONG|GOES / PERSON AUX|BE SAU / "
        "FIND|FOUND IN? PERSON PARTNER? / PERSON LIES THEY|SIE / WITH PERSON PARTNER / WITH PARTNER PERSON / "
        "WITH OWNER ALONG / SAU AUX PERSON / PERSON FOUND / PERSON CALL AND FOUND / CALL OWNER SAU / "
        "PERSON BE? PARTNER / WITH BE PERSON / PERSON TAKE SIE|THEY|SEVERAL",
        _states("partner"),
    ),
    Row("PARTNER BY|OF PERSON BE PERSON", _each("player", "partner")),
    Row("PERSON BE OWNER PARTNER / PERSON BE PERSON ALONG", _each("partner", "player")),
    Row("ALONG BE|AUX? PERSON", _states("partner"), unless=("AUX", "PLAY")),
    Row("PERSON BE? WITH THEY|SEVERAL / PERSON COLON PARTNER", _states("partner"), closed=True),
    Row("CALLED SAU? BE PERSON", _each("called", "partner")),
    Row("SAU? LIES PERSON", _states("partner"), bare=True),
    Row("PERSON AUX PERSON CALL", _each("player", "partner")),
    Row("PERSON CALL PERSON", _each("player", "partner")),
    Row("PEOPLE BEAT LIST / PEOPLE AUX LIST BEAT", _two_against_two),
    Row("PERSON PAUSE? WITH PERSON PAUSE? BEAT LIST", lambda *said: _two_against_two(said[:2], said[2])),
    Row("BEAT ALL|OPPONENTS / ALL? N? OPPONENTS|ALL AUX? PAYS THEY|SEVERAL?", _states("won", value=True)),
    Row("PEOPLE BE? PARTNER", lambda people: _players(people) if len(people) == _TWO else None),
    Row("MARRY", _states("married", value=True)),
    Row("PERSON TAKE PERSON ALONG|PARTNER?", _each("player", "player")),
    Row("PEOPLE TAKE GAME", lambda who, said: _game_against(said, who)),
    Row("PERSON AUX PERSON ALONG|WITH? ON CALLED SAU? TAKE", _each("player", "partner", "called")),
    Row("OFFER", lambda: (), bare=True),
    Row("PERSON AUX? OFFER / OFFER BY PERSON", lambda who: (*_players((who, who)), ("plays", who))),
    Row("PERSON AUX|HOLDS? TAKE", lambda who: (("partner", who), ("married", True)), closed=True),
    Row("PERSON AUX|BE? DEAL", _states("dealer"), closed=True),
    Row("DEALER BE|COLON? PERSON / PERSON BE DEALER", _states("dealer")),
    Row("PEOPLE BE|PLAY? SITS ALSO? / SITS|ABSENT COLON LIST", _states("out")),
    Row("PEOPLE AUX|PLAY? SAT ALSO? / PEOPLE AUX SITS ALSO? / SITS AUX PEOPLE", _states("sat out")),
    Row("PERSON AUX? DEAL AND PLAY? SITS|ABSENT", lambda who: (("dealer", who), ("out", (who,)))),
    Row("PEOPLE ONLOOKER", _states("looks on")),
    *(Row(words, _states("out"), closed=words.startswith("WITHOUT")) for words in _LEADING),
    Row("LIST AUX? PLAY / PLAY AUX? LIST", _dealt_in, closed=True),
    Row(
        "WON|WINS|PLAY|TAKE? STOCK WON|WINS|PLAY|TAKE?",
        lambda *_won: (("stock", True), ("won", True)),
        unless=("BE", "DOUBLED"),
    ),
    Row("STOCK BE? STAYS|DOUBLED|LOST|LOSES / LOST|LOSES STOCK", lambda *_lost: (("stock", True), ("won", False))),
    Row("AGAINST LIST", _states("against"), unless=("GAME", "SUIT")),
    Row(_LOST_TO[0], _states("against"), unless=("GAME", "SUIT", "WITH")),
    Row(_LOST_TO[1], lambda *people: (("against", people),)),
    Row("AGAINST PERSON WITH|AND PERSON", lambda *people: (("against", people),)),
    Row("OPPONENTS AGAINST LIST", _players),
    Row("OPPONENTS AGAINST PERSON WITH PERSON", _each("player", "partner")),
    Row("OPPONENTS BE|COLON LIST", _states("against"), unless=("WON", "LOST", "WINS", "LOSES", "AUX")),
    Row("PEOPLE BE OPPONENTS", _states("against")),
    Row(f"PEOPLE AUX? {_ENDS} OPPONENTS", lambda who, won: _named(won, who), closed=True),
    Row("PERSON AUX SIE|THEY / PERSON HADIT", _states("holder")),
    Row("PERSON HOLDS", _states("holder"), closed=True),
    Row("PERSON AUX|HOLDS CALLED SAU?", _each("holder", "called"), unless=("CALL", "PLAY")),
    Row("FORCED AFTER CALLED", lambda called: (("forced", True),) if called == EICHEL else None),
    Row("AGAINST SUIT? GAME BY|OF PEOPLE", _game_against),
    Row("AGAINST ALL N?", lambda *_number: (), unless=("OPPONENTS",)),
    Row("AGAINST ALL? OPPONENTS N?", lambda *_number: ()),
    Row("WITH? PERSON|GAME|N OR PERSON|GAME|N RUN|AUGEN?", lambda *said: (("either", said),)),
    Row("ALONE / WITHOUT PARTNER", _states("alone", value=True)),
    # how it ended
    Row(_ENDS, _states("won"), unless=("NOTRICK",)),
    Row("NOT WON|LOST|WINS / WINS NOT / WON|LOST AUX|BE OPPONENTS", _not_won),
    Row("NOT PLAY SUIT? GAME WON", lambda *said: (*_not_won(said[-1]), *_played("", said[:-1])[1:])),
    Row("WON|LOST BY|UM N AUGEN|TRICK?", lambda won, margin: (("won", won),) if margin <= _MOST_MARGIN else None),
    Row("WITH|BY|UM? N AUGEN|TRICK AUX? MISSED / MISSED AUX? N AUGEN|TRICK", lambda _number: (("won", False),)),
    Row("BY|UM N AUGEN|TRICK? WON|LOST", lambda margin, won: (("won", won),) if margin <= _MOST_MARGIN else None),
    Row("KONTRA BY? PERSON? AUX|BE WON|LOST", lambda *said: (*_doubled(*said[:-1]), ("won", said[-1] != said[0] % 2))),
    Row("OWNER KONTRA AUX|BE? WON|LOST", lambda who, n, won: (*_doubled(n, who), ("won", won != n % 2))),
    Row(_FAILS, lambda people, won: _ended(people, not won)),
    Row("PEOPLE MAKES SUIT? GAME NOT / PEOPLE AUX? TO? PAYS FOR SUIT? GAME / PAYS AUX PEOPLE", _pay),
    Row("WINS SUIT? GAME TOUT NOT", lambda won, *said: (*_not_won(won), ("tout", True), *_played("", said)[1:])),
    Row("PEOPLE WINS SUIT? GAME NOT", lambda who, w, *s: (*_ended(who, not w), *_played("", s)[1:]), unless=("WITH",)),
    Row("PEOPLE AUX? WON|LOST", lambda who, won: (*_ended(who, won), ("whole side", who)), unless=("OWNER", "NOTRICK")),
    Row(_SUCCEEDS, _ended, unless=("OWNER", "NOTRICK")),
    Row(f"PEOPLE AUX? {_ENDS} WITH N RUN|AUGEN?", _ended_with),
    Row("WON|LOST AUX|FOR PEOPLE", lambda won, people: _ended(people, won)),
    Row("PEOPLE LOST|LOSES TO LIST", lambda one, won, other: _two_against_two(one, other, won=won)),
    Row("OPPONENTS AUX SUIT? GAME BY? PEOPLE WON", _lost_by),
    Row("OPPONENTS AUX IN? SUIT? GAME BY PERSON N AUGEN?", _augen_against),
    Row("OPPONENTS AUX IN? OWNER SUIT? GAME N AUGEN?", lambda who, *said: _augen_against(*said[:-1], who, said[-1])),
    Row("WON|LOST AUX? THEY|SEVERAL STILL / WON|LOST AUX|BE DECLARER", _states("won")),
    Row(f"THEY|SEVERAL AUX? STILL {_ENDS}", _states("won")),
    Row(f"THEY AUX? {_ENDS}", _states("they")),
    Row(f"{_ENDS} AUX? THEY", _states("they")),
    Row(f"SEVERAL AUX? {_ENDS}", _states("several")),
    Row(f"{_ENDS} AUX? SEVERAL", _states("several")),
    Row(f"HE|SHE AUX? {_ENDS}", _each("gender", "one")),
    Row(f"{_ENDS} AUX? HE|SHE", _each("one", "gender")),
    Row("THEY BE SCHNEIDER|SCHWARZ", lambda which: ((which, True), ("they", False))),
    Row("SEVERAL BE SCHNEIDER|SCHWARZ", lambda which: ((which, True), ("several", False))),
    Row("PEOPLE AUX? FOR? SUIT? GAME? PAYS", _pay, unless=("PERSON",)),
    Row("AUX PAYS", _states("won", value=False)),
    Row("TRY", _states("tried", value=True)),
    Row("WANT SUIT? GAME", lambda *said: (("tried", True), *_played("", said)[1:]), unless=("WON", "LOST")),
    Row("FAILS GAME?", lambda *game: (("won", False), *_played("", game)[1:]), unless=("SCHNEIDER", "SCHWARZ")),
    Row(f"DECLARER AUX? {_ENDS}", _states("won")),
    Row(f"OPPONENTS AUX? {_ENDS}", _not_won, unless=("SCORE",)),
    Row("OPPONENTS AUX? WON|LOST|WINS|LOSES PAUSE|WITH? SCORE AUGEN?", _score_against),
    Row(f"OPPONENTS AUX? {_ENDS} WITH N RUN|AUGEN?", lambda won, number: (*_not_won(won), *_theirs(number))),
    Row("WINNERS|LOSERS BE? COLON? LIST", _named),
    Row("WINNERS|LOSERS BY|OF? GAME BE? COLON? LIST", lambda won, game, people: (("game", game), *_named(won, people))),
    Row("PEOPLE BE WINNERS|LOSERS", _ended),
    Row(_GOES_TO, _states("player")),
    Row("GAME BE? TO|ON PERSON", lambda said, who: _played(who, [said]) if said[0].shape == RAMSCH else None),
    # Augen, Schneider, Schwarz
    Row("WITH? SCORE AUGEN?", _states("score")),
    Row("SCORE AUGEN? FOR PEOPLE", _score_for),
    Row("SCORE AUGEN? FOR OPPONENTS", _score_for_opponents),
    Row("N TO|AGAINST N AUGEN? FOR OPPONENTS", lambda *score: _score_for_opponents(score)),
    Row("PAUSE MISSED", _states("too few", value=True), closed=True),
    Row("N AUGEN? FOR PEOPLE", _augen_for),
    Row("N TO|AGAINST N AUGEN? FOR PEOPLE", lambda *said: _score_for(said[:2], said[2])),
    Row("WITH|BY? N TO|AGAINST N AUGEN?", lambda one, other: (("score", (one, other)),)),
    Row("WITH? N AUGEN MADE?", _states("augen"), unless=("MISSED",)),
    Row("ON|LIES N AUGEN? / AUGEN COLON? N", _states("augen")),
    Row("N", _alone, unless=("TRICK", "JUNGFRAU")),
    Row("N N AUGEN?", lambda one, other: (("score", (one, other)),) if one + other == AUGEN else None),
    Row("OPPONENTS AUX|WITH|BE|PLAY? ON? N AUGEN", lambda number: (("augen", AUGEN - number),)),
    Row("OPPONENTS AUX|BE|PLAY? ON? N / N AUGEN? FOR OPPONENTS", _augen_of_opponents),
    Row("OPPONENTS BY|OF PEOPLE AUX|BE|PLAY? ON? N AUGEN?", lambda who, n: (*_augen_of_opponents(n), *_players(who))),
    Row("N PIPS FOR OPPONENTS", lambda number: (("augen", AUGEN - number),)),
    Row("OPPONENTS WON N AUGEN?", lambda _won, number: _augen_of_opponents(number)),
    Row("DECLARER AUX|WITH? N AUGEN?", lambda number: (("augen", number),) if number > MOST_TRUMPS else None),
    Row("N AUGEN? FOR DECLARER", lambda number: (("augen", number),) if number > MOST_TRUMPS else None),
    Row("IN|WITH|BY? SCHNEIDER|SCHWARZ ALSO?", lambda which: ((which, True),)),
    Row("NOT|WITHOUT SCHNEIDER|SCHWARZ", lambda which: ((which, False),)),
    Row("SCHNEIDER|SCHWARZ NOT", lambda which: ((which, False),), closed=True),
    Row("OPPONENTS BE? NOT SCHNEIDER|SCHWARZ", lambda which: ((which, False), ("be", True))),
    Row("ALMOST SCHNEIDER", lambda which: ((which, False), ("be", True)), unless=("FREE",)),
    Row("BE SELF SCHNEIDER|SCHWARZ", lambda which: ((which, True), ("they", False))),
    Row("PEOPLE AUX|PLAY LIST SCHNEIDER|SCHWARZ PLAY?", _made_of_two),
    Row("OPPONENTS? BE? OUT OUT|OF? SCHNEIDER OUT?", lambda which: ((which, False),)),
    Row("OPPONENTS? BE? SCHNEIDER FREE", lambda which: ((which, False),)),
    Row("NOT PLAY|BE? OUT OF? SCHNEIDER", lambda which: ((which, True), ("won", False))),
    Row("DECLARER BE? SCHNEIDER|SCHWARZ", lambda which: ((which, True), ("won", False))),
    Row("OPPONENTS AUX|BE? NOT PLAY? OUT OF? SCHNEIDER", _made),
    Row("OPPONENTS AUX|BE? NOT SCHNEIDER FREE", _made),
    Row("WITH? ALL|N? OPPONENTS N? BE? SCHNEIDER|SCHWARZ", _made),
    Row("ALL N? SCHNEIDER|SCHWARZ", _made),
    Row("ALL|OPPONENTS IN? SUIT? GAME SCHNEIDER|SCHWARZ", lambda *s: (*_made(s[-1]), *_played("", s[:-1])[1:])),
    Row(_SCHWARZ, lambda who, which: ((which, True), ("losers", who)) if len(who) > 1 else None),
    Row("OPPONENTS BE|AUX|PLAY? JUNGFRAU", lambda: _made("schwarz")),
    Row("LOSERS BE|AUX|PLAY? JUNGFRAU", _states("schwarz", value=True)),
    Row("JUNGFRAU AUX OPPONENTS PLAY?", lambda: _made("schwarz")),
    Row("NOT TRICK FOR OPPONENTS / NOBODY BY|OF OPPONENTS AUX? TRICK PLAY|WON?", lambda *_won: _made("schwarz")),
    Row("SCHNEIDER|SCHWARZ PLAY AUX THEY|SEVERAL? OPPONENTS", _made),
    Row("SCHNEIDER|SCHWARZ FOR|BE? OPPONENTS", _made),
    Row("PEOPLE BE BY LIST SCHNEIDER|SCHWARZ PLAY", lambda *said: _made_of_two(*said, won=False)),
    Row("JUNGFRAU PLAY? PAUSE|FOR? OPPONENTS", lambda: _made("schwarz")),
    Row("WITH|PLAY|TAKE? TRICKS", _states("tricks", value=True)),
    Row("BE SCHNEIDER|SCHWARZ", lambda which: ((which, True), ("be", True))),
    Row("SCHNEIDER|SCHWARZ BE THEY|SEVERAL? ALSO? BE?", lambda which: ((which, True), ("be", True))),
    Row("PEOPLE BE SCHNEIDER|SCHWARZ", lambda people, which: ((which, True), ("losers", people))),
    Row("PEOPLE BE IN? GAME SCHNEIDER|SCHWARZ PLAY|BE", lambda *said: (*_pay(*said[:2]), (said[2], True))),
    # Laufende
    Row("WITH N", _with_number, unless=_COUNTED),
    Row("WITH|BY|AFTER? COLON? N RUN / WITH ALL N RUN? / ALL N RUN", _states("laufende")),
    Row("ALL N AUGEN?", lambda number: _with_number(number) if number in (_ALL_CARDS, AUGEN) else None),
    Row("WITH? RUN OF|BY|COLON? N", _run_of, unless=("OPPONENTS",)),
    Row("RUN COLON? N FOR|BY|OF? OPPONENTS", _states("theirs")),
    Row("WITH|AFTER? N RUN FOR|BY|OF? OPPONENTS", _states("theirs")),
    Row("WITH SCHNEIDER AND N", lambda which, number: ((which, True), *_with_number(number)), unless=_COUNTED),
    Row("WITHOUT N RUN?", _states("theirs")),
    Row("WITHOUT ONE", _states("theirs", value=1), unless=(*_OF_ONE, "FILLER", "SUIT")),
    Row("OPPONENTS AUX|WITH? N RUN", _states("theirs")),
    Row("OPPONENTS WITH N", _theirs),
    # die Gegner hatten zwei: Laufende, or Augen where that may be
    Row("OPPONENTS AUX N", lambda n: _theirs(n) if n <= MOST_TRUMPS else None),
    Row("OPPONENTS AUX N", lambda n: (("augen", AUGEN - n),) if n <= MOST_TRUMPS else None),
    Row("PEOPLE PLAY|AUX|BE ON? N AUGEN?", lambda who, n: (("augen of", (who, n)),) if n > MOST_TRUMPS else None),
    Row("PEOPLE GETS N", lambda who, _number: _ended(who, won=True)),  # Augen, or cents
    Row("PEOPLE AUX N RUN", lambda people, number: (("run of", (people, number)),)),
    Row("AGAINST N RUN", _states("theirs")),
    # who knocked, and who doubled
    Row("BY|BOTH? PEOPLE AUX? BOTH|ALSO? KNOCK|KNOCKS BOTH|ALSO?", _states("knocked"), unless=("BY", "CARD")),
    Row("BOTH|ALL? N? OPPONENTS AUX? BOTH|ALL? KNOCK|KNOCKS", _states("their opponents knocked", value=True)),
    Row("OPPONENTS N? AUX? BOTH|ALL KNOCK|KNOCKS", _states("their opponents knocked", value=True)),
    Row("OPPONENTS KNOCKS BOTH|ALL", _states("their opponents knocked", value=True)),
    Row("WITH? KNOCK|KNOCKS AUX|BE? BY|COLON? PEOPLE", _states("knocked")),
    Row("BOTH? KNOCK|KNOCKS COLON LIST", _states("knocked")),
    Row(f"PERSON KNOCK|KNOCKS AND|PAUSE {_ENDS} SUIT? GAME", _knocked_and_ended),
    Row("PERSON AUX KNOCK AND SUIT? GAME WON|LOST", _knocked_and_ended),
    Row(
        "PERSON AUX|GIVE KONTRA GIVE? AND WITH PERSON WON|WINS",
        lambda a, n, b, w: (*_doubled(n, a), *_ended((a, b), w)),
    ),
    Row("PERSON AUX? KNOCK|KNOCKS AND AUX|GIVE? KONTRA GIVE?", _knocked_and_doubled),
    Row("PERSON AUX|GIVE? KONTRA GIVE? AND AUX? KNOCK|KNOCKS", _knocked_and_doubled),
    Row("WITH? KNOCKER BY|BE? COLON? LIST", _states("knocked")),
    Row("N KNOCKER BY|BE? COLON? LIST", _each("klopfer", "knocked")),
    Row("PEOPLE BE? KNOCKER", _states("knocked"), unless=_WHO),
    Row("WITH? KNOCK|KNOCKER", _states("klopfer", value=1), unless=(*_WHO, "COLON"), bare=True),
    Row("WITH|AFTER? N AUX? KNOCK|KNOCKS|KNOCKER", _states("klopfer")),
    Row("PERSON AUX OFTEN KNOCK", lambda who, times: (("knocked", (who,)),) if times == 1 else None),
    Row("KNOCK|KNOCKER COLON? N TIMES?", _states("klopfer")),
    Row("AFTER? OFTEN KNOCK|KNOCKS|KNOCKER", _states("klopfer")),
    Row("KNOCK OFTEN", _states("klopfer")),
    Row("ALL AUX? KNOCK|KNOCKS", _states("everybody knocked", value=True)),
    Row("ALL N AUX? KNOCK|KNOCKS", _states("klopfer")),
    Row(
        "ALL EXCEPT PEOPLE AUX? KNOCK|KNOCKS / EXCEPT PEOPLE AUX ALL KNOCK / ALL AUX? KNOCK|KNOCKS EXCEPT PEOPLE",
        _states("all knocked but"),
    ),
    Row("KNOCK AUX? ALL EXCEPT PEOPLE", _states("all knocked but")),
    Row("NOBODY AUX? KNOCK|KNOCKS / NOT|WITHOUT KNOCK|KNOCKS|KNOCKER", _states("klopfer", value=0)),
    Row("PERSON ALSO", _states("also")),
    Row("WITH? KONTRA GIVE? COLON?", _doubled, unless=(*_WHO, "COLON", "AGAINST"), bare=True),
    Row("UNTIL TO? KONTRA", lambda level: tuple(("kontra", (each, None)) for each in range(1, level + 1))),
    Row("AFTER|AGAINST KONTRA GIVE? / KONTRA BE GIVE", _doubled, unless=_WHO),
    Row("DOUBLE", _doubled, unless=("BY",), bare=True),
    Row("DOUBLE|DOUBLES OFTEN", lambda level, times: _doubled(level) if times == 1 else None),
    Row("OFTEN DOUBLE", lambda times, level: tuple(("kontra", (level + more, None)) for more in range(times))),
    Row(
        "WITH|AFTER|AGAINST|TO? KONTRA GIVE|PLAY? BY|AUX? PERSON GIVE? / KONTRA BE BY PERSON / KONTRA BE OWNER / "
        "OPPONENTS AUX|GIVE? KONTRA GIVE? / KONTRA COLON PERSON / DOUBLE|DOUBLES BY|AUX? PERSON",
        _doubled,
    ),
    Row("WITH|AFTER|AGAINST? KONTRA AND KNOCKER BY PERSON", lambda level, who: _knocked_and_doubled(who, level)),
    Row("N|OFTEN KONTRA", lambda number, level: _doubled(level) if number == level == 1 else None, unless=_WHO),
    Row("PERSON GIVE PERSON KONTRA", lambda who, player, level: (*_doubled(level, who), ("player", player))),
    Row(
        "PERSON AUX|GIVE KONTRA GIVE? AGAINST|ON|TO OWNER SUIT? GAME GIVE?",
        lambda who, level, player, *said: _doubled_game(level, who, player, said),
        unless=("WON", "LOST"),
    ),
    Row("KONTRA ON|AGAINST OWNER SUIT? GAME BY PERSON", lambda n, *s: _doubled_game(n, s[-1], s[0], s[1:-1])),
    Row("KONTRA BY PERSON ON|AGAINST|TO OWNER|PERSON SUIT? GAME", lambda n, *s: _doubled_game(n, s[0], s[1], s[2:])),
    Row("KONTRA GIVE? ON|AFTER KONTRA BY? PERSON", lambda re, level, who: (*_doubled(level, who), *_doubled(re))),
    Row("WITH|AFTER|AGAINST? OWNER KONTRA / PERSON DOUBLES KONTRA / BY PERSON BE KONTRA", _doubles),
    Row("PERSON AUX? DOUBLE|DOUBLES", _doubles, unless=("BY",)),
    Row("BY PERSON IN? SUIT? GAME? DOUBLE", lambda who, *said: (*_doubled(said[-1], who), *_played("", said[:-1])[1:])),
    Row(_DOUBLED_WHOM, lambda who, player, level: (*_doubled(level, who), ("player", player))),
    Row("PERSON AUX ON? OWNER|PERSON SUIT? GAME DOUBLE", lambda who, *s: _doubled_game(s[-1], who, s[0], s[1:-1])),
    Row("PERSON AUX ON? SUIT? GAME BY PERSON DOUBLE", lambda who, *s: _doubled_game(s[-1], who, s[-2], s[:-2])),
    Row("DOUBLE|DOUBLED BY OWNER KONTRA", lambda *said: _doubled(said[-1], said[-2])),
    Row("PERSON AUX? ALSO? GIVE|COLON? KONTRA GIVE?", _doubles, unless=_WHO),
    Row("PERSON AUX|GIVE? NOT KNOCK|DOUBLE|KONTRA GIVE? / PERSON KNOCKS|DOUBLES NOT", lambda *_who: ()),
    Row("NOT|WITHOUT KONTRA", lambda _level: (("no kontra", True),)),
    Row("NOBODY AUX|GIVE? KONTRA GIVE?", lambda _level: (("no kontra", True),)),
    Row("NOBODY|NOT AUX? DOUBLE|DOUBLES", lambda _level: (("no kontra", True),)),
    # what was announced or said of the deal
    Row("WITH|GIVE? TOUT GIVE?", _states("tout", value=True)),
    Row("WITH? SIE", _states("sie", value=True)),
    Row("FORCED", _states("forced", value=True)),
    Row("FORCED FOR|TO|ON|BY PEOPLE", lambda people: (("forced", True), *_players(people))),
    Row("IN|WITH? BOCK", _states("bock")),
    # what was doubled may be so by a Kontra, by who knocked, or by a Bock: each is a hand of its own, and it is asked
    Row("DOUBLED", lambda: _doubled(1), unless=(*_WHO, "KNOCK", "AFTER")),
    Row("DOUBLED", _states("klopfer", value=1), unless=(*_WHO, "KNOCK", "AFTER")),
    Row("DOUBLED", _states("bock", value=1), unless=(*_WHO, "KNOCK", "AFTER")),
    Row("DOUBLED AFTER KONTRA", _doubled, unless=_WHO),
    Row("DOUBLED AFTER KONTRA BY? PERSON", _doubled),
    Row("DOUBLED AFTER KNOCK|KNOCKER", _states("klopfer", value=1)),
    Row("DOUBLED AFTER BOCK", _states("bock", value=1)),
    Row("DOUBLED KNOCK", _states("klopfer", value=2)),
    Row("PERSON AUX? DOUBLED WITH? KONTRA?", lambda who, *_level: _doubled(1, who), unless=_WHO),
    Row("PERSON AUX? DOUBLED", lambda who: (("knocked", (who,)),), unless=(*_WHO, "WITH", "KONTRA", "OWNER")),
    Row("DOUBLED BY? PERSON", lambda who: _doubled(1, who)),
    Row("DOUBLED BY? PERSON", lambda who: (("knocked", (who,)),)),
    # a Ramsch
    Row("WITH|TAKE? MOST AUGEN?", _states("most", value=True)),
    Row("WITH? JUNGFRAU BE|FOR? COLON? LIST", _states("jungfrauen")),
    Row("PEOPLE BE|AUX|PLAY|WITH|TAKE|BOTH? JUNGFRAU", _states("jungfrauen"), unless=_WHO),
    Row("WITH? N JUNGFRAU COLON|PAUSE? LIST", lambda n, who: (("jungfrauen", who),) if n == len(who) else None),
    Row("PERSON AUX? NOT TAKE|PLAY|WON N? TRICK PLAY?", lambda who, *_one: (("jungfrauen", (who,)),)),
    Row("PERSON AUX? NOT TRUMP NOT? AUX?", lambda _who: ()),
    Row("WITH|TO? PLAY|AUX? N? TRICK PLAY|TAKE?", lambda number=1: (("a trick", number), ("won", False))),
    Row("TO? TAKE|LOST|DROP N? TRICK", lambda *_number: (("gave a trick", True), ("won", False))),
    Row("ALL N? TRICK PLAY?", lambda *_number: (("tricks", True),)),
    Row("WITH? N? JUNGFRAU", _states("some jungfrauen", value=True), unless=_WHO),
    Row("PERSON N AUGEN?", lambda who, number: (("has", (who, number)),), unless=("TRICK", "JUNGFRAU")),
    Row("N AUGEN? FOR? PERSON", lambda number, person: (("has", (person, number)),)),
    Row("REST FOR? PERSON / PERSON AUX? REST", _states("rest")),
    Row("WITH? DURCHMARSCH BY|FOR?", _states("durchmarsch", value=True)),
    Row("FLAGS", lambda fields: (("flags", fields),)),
)
_ROWS = tuple(row._replace(words=words) for row in _ALIKE for words in row.words.split(" / "))
_TO_ALL = {
    "game",
    "klopfer",
    "knocked",
    "everybody knocked",
    "all knocked but",
    "their opponents knocked",
    "bock",
    "flags",
    "kontra",
}
_TO_RAMSCH = frozenset(("most", "durchmarsch", "jungfrauen", "some jungfrauen", "has", "rest"))
_LOSING = {"player", "partner", "won", "winners", "losers", "named_winners", "named_losers", "did win", "did lose"}
_NO_PLAY = frozenset(("passed", "nobody", "redeal"))
_BELONG = {PASSED: _TO_ALL | _NO_PLAY, RAMSCH: _TO_ALL | _TO_RAMSCH | _LOSING | {"nobody"}}
"""What can be stated of a deal that was thrown in, and of a Ramsch; of any other game all but what is of a Ramsch."""
_WON = N_("who won")
_THEY = ("they", "several")
_TITLES = {
    **dict.fromkeys(("augen", "augen of", "score", "has", "rest", "too few"), "Augen"),
    **dict.fromkeys(("laufende", "theirs", "run of"), "Laufende"),
    **dict.fromkeys(("suit", "called", "on"), N_("the suit")),
    **dict.fromkeys(("won", *_THEY, "winners", "losers", "named_winners", "named_losers", "did win", "did lose"), _WON),
    **dict.fromkeys(("player", "partner", "against", "holder", "alone"), N_("who plays")),
    **dict.fromkeys(("jungfrauen", "some jungfrauen"), "Jungfrau"),
    **dict.fromkeys(("game", "passed", "nobody", "redeal", "most"), N_("the game")),
    **dict.fromkeys(("a trick", "gave a trick"), N_("a trick")),
    "married": "Hochzeit",
    "forced": "Muss",
}
"""What is said twice, or does not belong to a game, as it is named to people."""
START, DOES, DOES_AND, PLAYS, NAMED = "start", "does ", "does-and ", "plays ", "named "
_RESULT = frozenset(("WON", "LOST", "WINS", "LOSES"))
_MADE = frozenset(("SCHNEIDER", "SCHWARZ", "KONTRA"))
_PERSON, _AND, _PAUSE, _A_GAME = (frozenset((kind,)) for kind in ("PERSON", "AND", "PAUSE", "GAME"))
_ONE_DOES = "hat hod hot has ist is war was bleibt blieb klopft klopfte legt legte gibt gab"
_GOES = "went goes going geht ging gehd got kam kommt"
_DOUBLED = frozenset(("KONTRA", "DOUBLE", "DOUBLES", "KNOCK", "KNOCKS"))
_SEVERAL = frozenset(("PEOPLE", "LIST"))
_ONE = (DOES, DOES_AND, PLAYS, NAMED)
"""What may stand before a place: the begin of a clause; one who doubled or knocked, and what he does besides."""
WITH, WITH_AND = "with", "with and"
_SETS = {_PLAYER: "person", "WITH PERSON": WITH}
_OBJECTS = (_GAME, _OWNER)
"""What somebody may double, before "and": Bene spritzt Annas Wenz und verliert."""
_ALSO = ("knocked", "jungfrauen", "out", "sat out")
_ONCE = ("schneider", "schwarz", "tout", "sie", "bock", "laufende", "theirs", "klopfer")
_NO_FACTS = frozenset(("be", "goes", "whole side", "tried", "plays", "calls", "tricks", "dealer", "passes"))
_SEATED = frozenset(("dealer", "out", "sat out", "looks on", "dealt in"))
"""What is said of the table rather than of the hand."""
_NO_FACTS |= {"beside", "aside", "own", "works", *_SEATED}
_UNSEATED = _SEATED - {"dealt in"}
_BEFORE_HAND = _SEATED | {"be", "goes", "beside", "aside", "also"}
"""What may be said before the hand, beside who sits out."""
_SKIPPED = frozenset(("FILLER", "AUX", "BE", "PLAY", "PAUSE", "COLON", "AND", "ALSO"))
_ANYBODY = frozenset(("PERSON", "OWNER", "OPPONENTS", "NOBODY", "ALL", "BOTH", "THEY", "SEVERAL", "HE", "SHE"))
_OTHERS = frozenset(("KONTRA", "DOUBLE", "DOUBLED", "DOUBLES", "KNOCK", "KNOCKS", "KNOCKER", "AGAINST", "OPPONENTS"))
"""What is said of others than those who play: where it is, "they" may be either side."""
_OF_ANYBODY = {"AUX", "BE", "PLAY", "WITH", "WITHOUT", "FILLER", "ANYTHING", "N", "RUN", "AUGEN", "NOT", "TRICK", "ALL"}
_OF_ANYBODY |= {"PIPS", "TRICKS", "JUNGFRAU", "TRUMP", "ON"}
"""What may be said of somebody who need not play: Anna hatte zwei Ober."""
_SEVERAL_HAVE = re.compile(
    r"\b(?:they|sie|die|de|dia) (?:have|had|got|get|made|make|haben|hatten|hobn|ham|hamm|hom|hend|machen|machten"
    r"|machan|kriegen|kriegten|kriagn|bekommen|bekamen)\b([^,;.]*)"
)
"""What "they" got, in English or with the verb of several in German: sie hatten, but not sie hat."""
_RESULTS_SAID = re.compile(r"\b(?:verlor\w*|gewonn\w*|gwonn\w*|gwunn\w*|lost|won)\b")
_RANKS = {"O": "OBERS", "U": "UNTERS", "K": "KINGS"}
"""The words for cards that may be Laufende, by their ranks."""
_MOST_WAYS = 400
_PLAYS = (("PLAY", "plays"), ("CALL", "calls"))  # what stands behind somebody who plays
_TWO = 2  # on a side
_RESULTS = ("won", "winners", "losers", "augen", "augen of", "score")
_OF_PLAY = ("called", "on", "calls", "plays", "kontra", "laufende", "run of", "score", "schneider", "schwarz")
_LEAST_OF_LOSER, _MOST_OF_LOSER = 31, 90
"""Augen: fewer than nobody of four can have most, with more it is a Durchmarsch."""


@cache
def _parts(words: str) -> tuple[tuple[frozenset[str], bool], ...]:
    """Return the kinds of which one stands at each place of a row, and whether it may be missing."""
    return tuple((frozenset(word.rstrip("?").split("|")), word.endswith("?")) for word in words.split())


@cache
def _begins(words: str) -> frozenset[str]:
    """Return the kinds of words with which a row can begin."""
    found: set[str] = set()
    for kinds, may_miss in _parts(words):
        found |= kinds if kinds.isdisjoint(_SEVERAL) else {"PERSON"}
        if not may_miss:
            break
    return frozenset(found)


@cache
def _needs(words: str) -> tuple[frozenset[str], ...]:
    """Return the kinds of each word that no line of a row lacks."""
    return tuple(kinds if kinds.isdisjoint(_SEVERAL) else _PERSON for kinds, may_miss in _parts(words) if not may_miss)


@cache
def _rows(kinds: frozenset[str]) -> tuple[Row, ...]:
    """Return the rows that can begin with a word of these kinds."""
    return tuple(row for row in _ROWS if not kinds.isdisjoint(_begins(row.words)))


class _Grammar:
    """Takes a line apart by the rows, in every way that leaves no word over."""

    def __init__(self, line: Heard) -> None:
        self.words, self.items = line.words, line.items
        self.told = {item.kind for items in line.items for item in items}
        people = {item.value for items in line.items for item in items if item.kind in ("PERSON", "OWNER")}
        one_side = not self.told & _OTHERS or len(people) == 1
        self.skipped = _SKIPPED | {"THEY", "SEVERAL", "BOTH"} if one_side else _SKIPPED
        self.found: dict[tuple[int, str], list[tuple[Fact, ...]]] = {}
        said = f" {' '.join(map(folded, line.words))} "
        self.last: tuple[Fact, ...] = (("tried", True),) if any(f" {one} " in said for one in listed_as("MOOD")) else ()

    def ways(self, place: int = 0, before: str = START) -> list[tuple[Fact, ...]]:
        """Return the facts of every way to read the words from a place on.

        `before` is what stands before it: the `START` of a clause, a "person", an "and" or a "has" behind one, somebody
        who `DOES` something, or nothing that matters.
        """
        if place == len(self.items):
            return [self.last]
        if place == 0 and self._asks():
            raise UnclearHand(_("this reads as a question: begin with the game, or with who played"))
        key = (place, before)
        if key not in self.found:
            ways: dict[tuple[Fact, ...], None] = {}
            for facts, stop, after in self._steps(place, before):
                for rest in self.ways(stop, after):
                    ways[(*facts, *rest)] = None
                    if len(ways) > _MOST_WAYS:
                        raise UnclearHand(_(TOO_MANY))
            self.found[key] = list(ways)
        return self.found[key]

    def _steps(self, place: int, before: str) -> Iterator[tuple[tuple[Fact, ...], int, str]]:
        """Yield what the words from here on state by one row, or that they state nothing, and the place behind."""
        doubled = self._has("BE", place - 1) and any(self._has("KONTRA", place - back) for back in (2, 3))
        # Anna zahlt 40: no Augen; the contra was Anna's: she does not play
        no = (
            ({"N"} if "PAYS" in self.told else set())
            | ({_PLAYER, _OWNER} if doubled else set())
            | (set() if before == START else {*_CLAUSES})
            | (set() if self._leads(place) else {*_LEADING})
            | (set() if self.told & {"LOST", "LOSES"} else {*_LOST_TO})
        )
        rows = [row for row in _rows(frozenset(item.kind for item in self.items[place])) if row.words not in no]
        for row in (row for row in rows if not any(map(self.told.isdisjoint, _needs(row.words)))):
            plain, begins = row.words == _PLAYER, _begins(row.words)
            # Anna, Bene und Dani klopfen: Bene is one of them
            if before in ("has", "first") and row.bare:
                continue
            apart = before == (WITH_AND if plain else "and") and "PERSON" in begins and not self._does_alone(place)
            if apart or (plain and self._explains(place)):
                continue
            for values, stop in self._matches(_parts(row.words), place):
                # Bene Kontra Anna Wenz: who begins a clause may have said it
                left = _WHO if before == START and "PERSON" in begins and row.facts is not _pay else ()
                facts = row.facts(*values) if self._ends(row, stop, left) else None
                if facts is None or self._denied(place, stop, facts):
                    continue
                facts = *facts, *self._of_them(row, values, place, stop, before)
                if row.words == _ENDS:
                    yield from self._ended_otherwise(place, stop, facts)
                    facts = self._ended_for(before, place, stop, facts)
                if before.startswith(PLAYS) and row.words == _GAME:
                    facts = *facts, ("player", _who(before))
                does = before.startswith(DOES) and row.words in _OBJECTS
                after = _SETS.get(row.words) or (before if does else _does(facts, row))
                yield facts, stop, "first" if plain and before == START else after
        yield from self._skipped(place, before)

    def _of_them(self, row: Row, values: tuple[Any, ...], place: int, stop: int, before: str) -> Iterator[Fact]:
        """Yield what a row states of people besides: that one plays or calls, or need not; that no opponent does so."""
        if row.words == _PLAYER:
            at = stop + self._has("AUX", stop)  # Anna ruft, Anna hat gerufen
            yield from ((fact, values[0]) for kind, fact in _PLAYS if self._has(kind, at))
        if row.words in (_PLAYER, _GOES_TO):
            yield from ((fact, values[0]) for fact in self._beside(place, stop, before))
        works = self._ending(stop) & _RESULT and not listed_as("WORKS").isdisjoint(map(folded, self.words[place:stop]))
        if works and any(self._kinds(at) & _DOUBLED for at in range(stop)):
            yield "works", True
        if row.words in _OWN and any(self._taken(_A_GAME | {"SUIT"}, stop)) and not self.told & {"OWNER", "BY", "OF"}:
            yield "own", values[0]
        verbs = map(folded, self.words[place + 1 : stop] if row.words in (_SUCCEEDS, _FAILS) else ())
        if any(verb.startswith(tuple(listed_as("MANAGES"))) for verb in verbs):
            yield "whole side", values[0]

    def _denied(self, place: int, stop: int, facts: tuple[Fact, ...]) -> bool:
        """Whether it is no game that ended by these words, but what is right before: Schneider hat nicht gereicht.

        A Schneider is lost with a game, and by no other word: Schneider verschenkt. Nor is a trick that nobody lost.
        """
        if facts[:1] and facts[0][0] in ("out", "sat out"):
            return not self._leads(place) and self._is_next(place, stop)
        before, lost = self._ending(self._back_over(place, "FILLER", "AUX", "BE")), ("won", False) in facts
        wasted = lost and not folded(self.words[stop - 1]).startswith(("verl", "val", "lo"))
        if ("some jungfrauen", True) in facts:  # who took no trick is not who lost
            return "PERSON" in self._ending(self._back_over(place, "FILLER", "AUX", "BE", "PLAY"))
        if before & {"JUNGFRAU"}:
            return bool(self._kinds(place) & {"LOST", "LOSES"})
        if not lost and ("won", True) not in facts:
            return False
        nothing = not listed_as("NOT").isdisjoint(map(folded, self.words[place:stop]))
        return bool(before & _MADE) and (nothing or (wasted and not before & {"KONTRA"}))

    def _leads(self, place: int) -> bool:
        """Whether nothing was said before a place."""
        return all(self._kinds(at) <= {"FILLER", "PAUSE", "AND"} for at in range(place))

    def _is_next(self, place: int, stop: int) -> bool:
        """Whether it may be of the next hand that this is said: dann setzt Bene aus; Bene setzt jetzt aus."""
        articles = listed_as("ARTICLE")
        when = any(self._has("FILLER", at) and folded(self.words[at]) not in articles for at in range(place, stop))
        while place and folded(self.words[place - 1]) in articles:
            place -= 1
        return when or not self._has("PAUSE", place - 1)

    def _ends(self, row: Row, stop: int, left: tuple[str, ...]) -> bool:
        """Whether a row may end before a place: nothing that it would belong to is there, but for what is `left`."""
        if row.closed and stop < len(self.items) and not self._kinds(stop) & {"PAUSE", "COLON"}:
            return False
        return not any(self._has(kind, stop) for kind in row.unless if kind not in left)

    def _skipped(self, place: int, before: str) -> Iterator[tuple[tuple[Fact, ...], int, str]]:
        """Yield that a word here states nothing, and the place behind it."""
        for item in self.items[place]:
            left_over = item.kind == "AND" and item.stop == len(self.items)
            schneider = self._has("SCHNEIDER", item.stop) or self._has("SCHWARZ", item.stop)
            also = item.kind == "ALSO" and before != START and not any(self._taken(_A_GAME, item.stop))
            also = also and not self._says_also(place, item.stop)
            if item.kind in self.skipped and not (left_over or also or (item.kind == "BE" and schneider)):
                be = self.words[place].casefold() not in _GOES.split()  # Bob went solo, schneider
                facts = (("be" if be else "goes", True),) if item.kind == "BE" else ()
                yield facts, item.stop, _behind(before, item.kind)

    def _says_also(self, place: int, stop: int) -> bool:
        """Whether "also" ends a clause of what was done, and of nobody: Kontra war auch; und sie gewinnt ihn auch."""
        done = self._ending(self._back_over(place, "FILLER", "BE", "GIVE")) & (_RESULT | _DOUBLED | {"KNOCKER"})
        start = next((at for at in range(place, 0, -1) if self._kinds(at - 1) & {"PAUSE", "AND", "COLON"}), 0)
        who = _ANYBODY - ({"THEY", "SEVERAL"} if done & _RESULT else set())
        named = any(self._kinds(at) & who for at in range(start, place))
        return bool(done) and not named and (stop == len(self.items) or self._has("PAUSE", stop))

    def _ended_for(self, before: str, place: int, stop: int, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """Return how it ended: for the one who doubled or knocked, where "and", or the verb's form, says so of him."""
        if not before.startswith(_ONE):
            return facts
        finite = self._has("WINS", place) or self._has("LOSES", place)
        another = any(self._taken(_PERSON, stop))  # nach Kontra von Lisa verliert Max
        if another or not (finite or before.startswith(DOES_AND)):
            return facts
        (_won, won), *others = facts
        return ("did win" if won else "did lose", (_who(before),)), *others

    def _ended_otherwise(self, place: int, stop: int, facts: tuple[Fact, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield how it ended for who doubled in the clause before: Toni schießt beim Wenz von Anna, verliert aber."""
        pause = self._back_over(place, "FILLER", "AND", "AUX") - 1
        clause = self.items[:pause] if self._has("PAUSE", pause) else []
        start = max((at + 1 for at, items in enumerate(clause) if any(one.kind == "PAUSE" for one in items)), default=0)
        said = [one for items in clause[start:] for one in items]
        who = [one.value for one in said if one.kind == "PERSON"]
        joined = any(self._kinds(at) & {"AND", "AUX"} and not self._has("FILLER", at) for at in range(pause + 1, place))
        if who and not {one.kind for one in said}.isdisjoint(_DOUBLED):
            yield self._ended_for(f"{DOES_AND if joined else DOES}{who[0]}", place, stop, facts), stop, ""

    def _asks(self) -> bool:
        """Whether a verb comes first, and then who does it: Hat Anna den Wenz gewonnen."""
        at = next((at for at in range(len(self.items)) if not self._kinds(at) <= {"FILLER", "AND", "PAUSE"}), 0)
        first = (at == 0 or self._has("PAUSE", at - 1)) and self._kinds(at) & {"AUX", "BE", "PLAY", "WINS", "LOSES"}
        return bool(first) and any(self._taken(frozenset(("PERSON", "OWNER")), at + 1))

    def _explains(self, place: int) -> bool:
        """Whether somebody here is no player, but in a clause that says why: Anna verliert, weil Bene sticht."""
        why = any(folded(word) in listed_as("WHY") for word in self.words[self._back_over(place, "FILLER") : place])
        return why and any(one.kind in ("PERSON", "OWNER") for items in self.items[:place] for one in items)

    def _does_alone(self, place: int) -> bool:
        """Whether the verb behind somebody says that it was he alone: Toni und die Vroni hat geklopft."""
        verbs = [word for _who, stop in self._taken(_PERSON, place) for word in self.words[stop : stop + 1]]
        return any(verb.casefold() in _ONE_DOES.split() for verb in verbs)

    def _beside(self, place: int, stop: int, before: str) -> list[str]:
        """Return whether somebody is named who need not play: gewonnen von Bene; Anna hatte zwei Ober, Sauspiel Bene.

        Or of whom a clause says nothing: bravo Bene.
        """
        joined = any(self._has(kind, stop) for kind in ("AND", "WITH", "PAUSE")) and any(self._taken(_PERSON, stop + 1))
        if joined or self._has("BE", place):  # gewonnen von Anna und Bene; Annas Sauspiel geht an Bene
            return ["beside"] * (not joined)
        if self._has("BY", place):
            return ["beside"] * (self._has("WON", place - 1) or self._has("LOST", place - 1))
        end = next((at for at in range(stop, len(self.items)) if self._has("PAUSE", at)), len(self.items))
        here = {one.kind for items in self.items[stop:end] for one in items}
        games = [at + 1 for at in range(len(self.items)) if self._has("GAME", at)]
        verb = self._kinds(stop)
        had = verb & {"AUX", "BE", "WITH", "WITHOUT"} or here == {"FILLER"} or ("PLAY" in verb and "N" in here)
        quiet = "FILLER" in self._ending(place) and folded(self.words[place - 1]) not in listed_as("ARTICLE")
        if before == START and (had or quiet) and here <= _OF_ANYBODY:
            plays = any(any(self._matches(_parts(_PLAYER), at)) or self._has("PERSON", at - 2) for at in games)
            return ["beside" if had and plays else "aside"]
        owned = "OWNER" in self.told or any(self._has("BY", at) or self._has("OF", at) for at in games)
        ended = here & {"WON", "LOST", "WINS", "LOSES"}  # Annas Sauspiel, Bene gewinnt
        return ["beside"] * (owned and bool(ended) and (before == START or self._has("AUX", place - 1)))

    def _back_over(self, place: int, *kinds: str) -> int:
        """Return the place behind what is no article, nor of these kinds, before a place."""
        while place and self._kinds(place - 1) & {*kinds} and self.words[place - 1] not in ("der", "die", "das"):
            place -= 1
        return place

    def _ending(self, place: int) -> set[str]:
        """Return the kinds of what ends before a place."""
        return {item.kind for items in self.items[:place] for item in items if item.stop == place}

    def _kinds(self, place: int) -> set[str]:
        return {item.kind for item in self.items[place]} if 0 <= place < len(self.items) else set()

    def _has(self, kind: str, place: int) -> bool:
        return kind in self._kinds(place)

    def _matches(
        self, parts: tuple[tuple[frozenset[str], bool], ...], place: int
    ) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield the values of the words that stand here as a row says, and the place behind them."""
        if not parts:
            yield (), place
            return
        (kinds, may_miss), *_others = parts
        if may_miss:
            yield from self._matches(parts[1:], place)
        for value, stop in self._taken(kinds, place):
            for values, end in self._matches(parts[1:], stop):
                yield ((value, *values) if value is not None else values), end

    def _taken(self, kinds: frozenset[str], place: int) -> Iterator[tuple[Any, int]]:
        """Yield the value of one word of these kinds that stands here, perhaps behind fillers, and the place behind."""
        if not kinds.isdisjoint(_SEVERAL):
            yield from self._people(place, loose="LIST" in kinds)
            return
        for item in self.items[place] if place < len(self.items) else ():
            if item.kind in kinds:
                yield item.value, item.stop
            elif item.kind == "FILLER":
                yield from self._taken(kinds, item.stop)

    def _people(self, place: int, *, loose: bool) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield one person or several, and the place behind them; only in a `loose` list no "and" is needed."""
        for person, stop in self._taken(_PERSON, place):
            joined = {at for _and, at in self._taken(_AND, stop) if any(self._taken(_PERSON, at))}
            if not joined and not self._goes_on(stop):
                yield (person,), stop
            for at in joined or {stop, *(behind for _value, behind in self._taken(_PAUSE, stop))}:
                for others, end in self._people(at, loose=loose):
                    listed = joined or loose or (at != stop and any(self._has("AND", each) for each in range(at, end)))
                    if person not in others and listed:
                        yield (person, *others), end

    def _goes_on(self, place: int) -> bool:
        """Whether a list of people goes on here and ends a clause: gewonnen haben Anna, Bene und Christl."""
        number = 0
        while True:
            while self._kinds(place) & {"PAUSE", "AND"}:
                place += 1
            stop = next((stop for _who, stop in self._taken(_PERSON, place)), None)
            if stop is None:
                return False
            place, number = stop, number + 1
            if number > 1 and (place == len(self.items) or self._has("PAUSE", place)):
                return True


def _who(before: str) -> str:
    """Return who doubled or knocked before a place."""
    return before.partition(" ")[2]


def _does(facts: tuple[Fact, ...], row: Row) -> str:
    """Return who does what a row says, where one person doubled or knocked."""
    (fact, value), *others = (*facts, ("", None))
    who = value[1] if fact == "kontra" else value[0] if fact == "knocked" and len(value) == 1 else None
    passive = "BY" in row.words.split()  # Resi wurde von Hans kontriert und verlor
    if not who or passive or any(other not in ("", "player", "game", "suit") for other, _value in others):
        return ""
    return f"{DOES}{who}" if _begins(row.words) & {"PERSON", "BY"} else f"{NAMED}{who}"


def _behind(before: str, kind: str) -> str:
    """Return what matters of a skipped word and what stands before it."""
    if kind in ("PAUSE", "COLON"):
        return START
    if kind in ("FILLER", "ALSO") or (kind == "AUX" and before.startswith(DOES_AND)):
        return before
    if before.startswith(DOES) and kind == "AND":
        return DOES_AND + _who(before)
    if kind == "PLAY" and before.startswith(DOES_AND):
        return PLAYS + _who(before)
    if before.startswith(_ONE) or before == START:
        return ""
    if before == "first" and kind != "AND":
        return {"AUX": "has"}.get(kind, "")
    if before == WITH and kind == "AND":
        return WITH_AND
    return {"AND": "and", "AUX": "has"}.get(kind, "") if before else ""


class Missing(UnclearHand):
    """Somebody who has to be named is not."""


class Whose(UnclearHand):
    """They won or lost, and may be either side."""


class TooMany(InvalidHand):
    """More people are named than a game has declarers."""


LESS_WELL = (Missing, TooMany)
"""What is said of a way to read the line that another one may read better."""


def _title(fact: str) -> str:
    """Return how a fact is named to people."""
    return _(_TITLES.get(fact, fact.capitalize()))


def _named_in(value: Any, people: Sequence[str]) -> Iterator[str]:
    """Yield the people that the value of a fact names."""
    if isinstance(value, str):
        yield from (value,) if value in people else ()
    elif isinstance(value, tuple):
        yield from (name for each in value for name in _named_in(each, people))


def _not_whole(people: Sequence[str]) -> InvalidHand:
    return InvalidHand(_("{people}: name everybody on one side, or both sides in full", people=_and(people)))


def not_together(reader: Reader) -> InvalidHand:
    """Return the error about a sentence whose words are known."""
    text = N_("these words are known, but not in this combination: write game, people and the rest, such as {line}")
    return InvalidHand(_(text, line=f"s {reader.seats.example(2)} n"))


def _twice(fact: str) -> InvalidHand:
    return InvalidHand(_("{key} is given twice: leave one of them out", key=_title(fact)))


class _Way:
    """The facts of one way to read a line, and the hand that they are."""

    def __init__(self, facts: Sequence[Fact], reader: Reader) -> None:
        self.said, self.reader = facts, reader
        self.facts: dict[str, list[Any]] = defaultdict(list)
        before = ""
        for fact, value in facts:
            if fact == "also" and before:  # Lena klopft, Uwe auch
                self.facts[before].append((value,))
            else:
                self.facts[fact].append(value)
            before = fact if fact in _ALSO else before
        if self.facts["sie"] and self.facts["laufende"] == [_ALL_CARDS]:  # alle acht, Sie
            self.facts["laufende"] = []

    def one(self, fact: str) -> Any:
        """Return the one value of a fact, None where it was not stated; raise InvalidHand where it has several."""
        values = self.facts[fact] if fact in _ONCE else list(dict.fromkeys(self.facts[fact]))
        if len(values) > 1:
            raise _twice(fact)
        return values[0] if values else None

    def likely(self) -> Iterator[_Way]:
        """Yield this way for each game that it can be where none was said: Lena spielt Eichel, Anna und Bene siegen."""
        if self.facts["game"]:
            return
        people, games = self._people(), self.reader.tariff.games
        found = []
        if self.facts["suit"] and len(people) == 1 and not self.facts["calls"]:
            found = [game for game in games if game.name in SUITED_LETTERS.values()]
            found = found[:1] if self.facts["plays"] or self.facts["tout"] else found
        elif len(people) == _TWO and not self.facts["suit"] and any(self.facts[fact] for fact in _RESULTS):
            found = [game for game in games if len(slots_of(game)) == _TWO]
        for game in found:
            yield _Way([*self.said, ("game", (game, None))], self.reader)

    def hand(self) -> Hand:
        """Return the hand; raise UnclearHand for what is missing, InvalidHand for what contradicts itself."""
        if self.facts["forced"]:  # nobody wanted to, so somebody had to
            self.facts["nobody"] = []
        self.active = self._dealt_in()
        self._require_dealt_in()
        self._require_clear()
        for gender, won in zip(self.facts.pop("gender", ()), self.facts.pop("one", ()), strict=True):
            others = {name for _level, name in self.facts["kontra"]}.union(*self.facts["knocked"]) - {None}
            named = {*self.facts["player"], *self.facts["partner"], *others}
            may = {name for name in named if name_key(name) not in listed_as("WOMEN" if gender == "he" else "MEN")}
            if len(may) != 1:
                raise Whose(_("who won? Add won or lost"))
            self.facts["did win" if won else "did lose"].append(tuple(may))
        game, suit = self._game()
        self._require_of(game)
        people = self._losers() if game.shape == RAMSCH else self._declarers(game)
        side = {name for name in people.values() if isinstance(name, str)}
        flags = [*self._flags(side), *(each for fields in self.facts["flags"] for each in fields)]
        if game.shape == RAMSCH:
            flags = [each for each in flags if each[0] != "won"]
        else:
            flags += self._won(people, flags)
        ended = self.facts["won"] or {"won", "augen", "sie"} & {key for key, _value in flags}
        if self.facts["tried"] and side and not ended:
            raise UnclearHand(_("who won? Add won or lost"))
        said: SuitedGame = self.reader.vocabulary.with_suit(game, suit) if suit else (game, None)
        return self.reader.hand(said, {key: value for key, value in people.items() if value}, tuple(flags), {})

    def _dealt_in(self) -> tuple[str, ...]:
        """Return who is dealt in: as the line says it, else by the turn of the table.

        Who sits out next by the turn is no such person where it is said behind the hand: it may be the next one.
        """
        seats, turn = self.reader.seats, self._by_turn()
        first = [fact for fact, _value in takewhile(lambda each: each[0] in _BEFORE_HAND, self.said)]
        out = {name for fact in ("out", "sat out") for people in self.facts[fact] for name in people}
        following = zip(seats.people, (*seats.people[1:], seats.people[0]), strict=True)
        if "out" not in first and self.facts["out"]:
            out -= {behind for person, behind in following if person not in turn}
        sides = [name for fact in ("winners", "losers", "against") for side in self.facts[fact] for name in side]
        both = {*self.facts["player"], *self.facts["partner"], *sides} if self.facts["against"] else set()
        has = {who for who, _number in self.facts["has"]}
        for said in (*self.facts["dealt in"], {*seats.people} - out if out else (), both, has):
            if len(said) == len(turn):
                return by_seat(said, seats.people)
        return turn

    def _by_turn(self) -> tuple[str, ...]:
        """Return who is dealt in by the turn of the table, also where the line says who dealt."""
        seats = self.reader.seats
        dealt = (
            clockwise_from(seats.people, self.facts["dealer"][0])[: len(seats.active)] if self.facts["dealer"] else ()
        )
        return by_seat(dealt, seats.people) or seats.active

    def _require_dealt_in(self) -> None:
        """Raise IllegalHand for somebody who sits out, unless just that is said."""
        people = self.reader.seats.people
        if any(len(said) != len(self.active) for said in self.facts["dealt in"]):
            raise _not_whole(self.facts["dealt in"][0])
        if len(self.active) < len(people):
            said = [value for fact, values in self.facts.items() if fact not in _UNSEATED for value in values]
            named = [name for value in said for name in _named_in(value, people)]
            IllegalHand.if_any(people_problems(named, Table(people, people[0], self.active)))
        said = [each for fact in ("out", "sat out", "looks on") for each in self.facts[fact]]
        if out := {name for each in said for name in each} & {*self.active}:
            raise InvalidHand(_("{people} did not sit out; dealt in: {active}", people=_and(sorted(out)),
                                active=", ".join(self.active)))  # fmt: skip

    def _require_clear(self) -> None:
        """Raise UnclearHand for what two people would understand differently."""
        if either := self.facts["either"]:
            said = [one[0].title if isinstance(one, tuple) else str(one) for one in either[0]]
            raise UnclearHand(_("{people}: say which of them", people=_or(said)))
        if self.facts["also"]:
            raise UnclearHand(_("{people}: say who did what", people=_and(self.facts["also"])))
        ended = [fact for fact, title in _TITLES.items() if title == _WON and self.facts[fact]]
        figures = self.facts["augen"] or self.facts["score"] or self.facts["augen of"]
        if self.facts["too few"] and not figures:
            raise not_together(self.reader)
        self.facts["won"] += [False] * len(self.facts["too few"])
        if self.facts["be"] and (self.facts["schneider"] or self.facts["schwarz"]) and not (ended or figures):
            raise UnclearHand(_("who is Schneider? Add won or lost"))
        if self.facts["works"] and sum(len(self.facts[fact]) for fact in ended) == 1:  # it may be the Kontra that does
            raise Whose(_("who won? Add won or lost"))
        if self.facts["number"]:
            number = self.facts["number"][0]
            raise UnclearHand(_('"{word}": Laufende or Augen? Write {run} or {augen}', word=number, run=f"l{number}",
                                augen=f"augen:{number}"))  # fmt: skip

    def _require_of(self, game: Game) -> None:
        """Raise InvalidHand for what does not belong to this game."""
        if self.facts["tricks"]:
            schwarz = () if self.facts["tout"] else ("schwarz",)
            for fact in ("durchmarsch",) if game.shape == RAMSCH else (*schwarz, "won"):
                self.facts[fact] = [True, *self.facts[fact]]
        if game.shape == BETTEL:
            self._require_of_bettel()
        if game.shape in (PARTNER, SOLO):
            self._take_side_without_a_trick()
        figures = [*self.facts["augen"], *(number for _who, number in self.facts["has"])]
        if game.shape == RAMSCH and len(figures) == 1 and _LEAST_OF_LOSER <= figures[0] <= _MOST_OF_LOSER:
            self.facts["player"] += [who for who, _number in self.facts["has"]]  # who lost is said, and how many he had
            self.facts["augen"], self.facts["has"] = [], []
        mine = game.shape != RAMSCH and {who for who, _number in self.facts["has"]} >= {*self.facts["player"]}
        has = self.facts["has"] if mine else []
        if len(has) == len(figures) == 1 and figures[0] > MOST_TRUMPS:
            self.facts["player"], self.facts["augen"] = map(list, zip(*self.facts.pop("has"), strict=True))
        if self.facts["tout"]:  # with a trick for the others it is lost
            self.facts["gave a trick"] = []
        for fact in self.facts:
            if self.facts[fact] and fact not in _NO_FACTS and not self._belongs(fact, game):
                no_game = fact in ("nobody", "pays in") or (
                    game.shape == PASSED and _TITLES.get(fact) == _TITLES["player"]
                )
                # Anna did not play is no hand thrown in
                raise not_together(self.reader) if no_game else self._surplus(fact, game)

    def _belongs(self, fact: str, game: Game) -> bool:
        """Whether a fact can be stated of this game; to the Stock everybody pays what the tariff says."""
        stock = self.reader.tariff.stock
        if fact == "stock":
            return bool(stock and game.name in stock.games)
        if fact == "pays in":
            return bool(stock and game.shape == PASSED and {*self.facts[fact]} == {stock.pay_in})
        return _belongs(fact, game.shape)

    def _take_side_without_a_trick(self) -> None:
        """Take several who took no trick as those who lost: everybody of a side is schwarz."""
        ended = self.facts["losers"] or self.facts["winners"] or self.facts["won"]
        if self.facts["some jungfrauen"] and ended:
            self.facts |= {"some jungfrauen": [], "schwarz": [True]}
        people = tuple(name for each in self.facts["jungfrauen"] for name in each)
        if len(people) > 1:
            self.facts |= {"jungfrauen": [], "schwarz": [True]}
            self.facts["losers"].append(people)
            self.facts["whole side"].append(people)

    def _require_of_bettel(self) -> None:
        """Take what is said of its tricks as how it ended: not a single trick; caught."""
        without = self.facts.pop("jungfrauen", [])  # Bettel Anna kein Stich
        self.facts["player"] += [name for people in without for name in people]
        self.facts["won"] += [True] * bool(without or self.facts.pop("some jungfrauen", []))
        self.facts["won"] += [False] * bool(self.facts.pop("most", []))

    def _surplus(self, fact: str, game: Game) -> HandError:
        """Return what is said of a fact that does not belong to a game: tricks may, written by their key."""
        if fact == "a trick" and game.shape in (PARTNER, SOLO):
            [number, *_more] = self.facts[fact]
            return UnclearHand(_("whose tricks? Those of the declarers are written tricks:{number}", number=number))
        return InvalidHand(_("{key} does not belong to {game}", key=_title(fact), game=game.title))

    # -- which game ----------------------------------------------------------------------------------

    def _game(self) -> SuitedGame:
        """Return the game that was said or that follows from what was said, and its suit."""
        said: SuitedGame | None = self.one("game")
        game, suit = said or (self._followed(), None)
        called = self.one("called")
        suits = {each for each in (suit, self.one("suit"), self.one("on"), called) if each}
        if len(suits) > 1:
            raise _twice("suit")
        if called and game.shape != PARTNER:
            raise InvalidHand(_("{key} does not belong to {game}", key=_title("suit"), game=game.title))
        return game, next(iter(suits), None)

    def _people(self) -> list[str]:
        """Return everybody who may play, by what was said of them."""
        sides = [name for fact in ("winners", "losers") for side in self.facts[fact] for name in side]
        return list(dict.fromkeys([*self.facts["player"], *sides, *self.facts["partner"]]))

    def _followed(self) -> Game:
        """Return the game that only one can be, by what else was said; raise UnclearHand where it may be several."""
        people, alone = self._people(), self.facts["alone"] or self.facts["tout"] or "herz" in self.facts["on"]
        # Anna kommt mit Bene, Anna und Bene müssen heim: nobody said that they played
        played = any(self.facts[fact] for fact in (*_RESULTS, *_OF_PLAY))
        paired = played or not (self.facts["be"] or self.facts["goes"])
        for name, stated in (
            (THROWN_IN.name, self.facts["passed"] or self.facts["nobody"]),
            ("ramsch", self.facts["durchmarsch"] or self.facts["jungfrauen"]),
            ("hochzeit", self.facts["married"]),
            ("solo", self.facts["sie"] or (alone and (self.facts["on"] or self.facts["suit"]))),
            ("sauspiel", paired and any(self.facts[fact] for fact in ("partner", "called", "on"))),
            ("sauspiel", played and self.facts["forced"] and len(people) > 1),
        ):
            if stated:
                if name != THROWN_IN.name and not self.reader.tariff.game(name):
                    raise IllegalHand(not_played(name, self.reader.tariff))
                return BY_NAME[name]
        if self.facts["redeal"]:
            raise UnclearHand(_("after a misdeal nothing is written down; if everybody passed, write {line}", line="x"))
        games = ", ".join(self.reader.vocabulary.titles())
        raise UnclearHand(_("which game did {people} play? The games are {games}", people=_and(people), games=games)
                          if people else _("which game was it? The games are {games}", games=games))  # fmt: skip

    # -- who -----------------------------------------------------------------------------------------

    def _declarers(self, game: Game) -> dict[str, Any]:
        """Return who plays, by slot; or the winners where a Sauspiel was noted by these alone."""
        slots = slots_of(game)
        if self.facts["holder"] and not (self.facts["called"] or self.facts["on"]):
            raise InvalidHand(_("{key} does not belong here", key=_title("called")))
        people = self._players(len(slots))
        if not people and len(slots) > 1 and (noted := self._noted()):
            return {"winners": noted}
        if not people and len(slots) == 1:  # Re says who plays
            people = [who for level, who in self.facts["kontra"] if who and not level % 2][:1]
        for fact in ("winners", "losers", "named_winners", "named_losers") if not people else ():
            people = [*people, *(self.facts[fact][0] if self.facts[fact] else ())]
        if not slots:
            return {}
        if len(people) > len(slots):
            raise TooMany(one_too_many(people[len(slots)], game, self.reader.seats))
        people += self._partner(people) if len(people) == 1 < len(slots) else ()
        if len(people) < len(slots):
            raise Missing(_("who was the partner of {name}?", name=people[0]) if people else _("who played?"))
        if self.facts["alone"] and len(slots) > 1:
            raise InvalidHand(_("{people} are two: nobody played alone", people=_and(people)))
        self._require_others(people)
        return dict(zip(slots, people, strict=True))

    def _require_others(self, people: Sequence[str]) -> None:
        """Raise HandError where those who play are said to play against themselves, or it may be that other one."""
        against = self.one("against") or ()
        if not set(against) <= set(self._others(people)):
            raise InvalidHand(_("{people} cannot play against themselves", people=_and(against)))
        before = [fact for fact, _value in takewhile(lambda each: each[0] != "against", self.said)]
        other = len(people) == len(against) == 1 and "game" not in before and not self.facts["plays"]
        others = self.facts["winners"] or self.facts["losers"]
        beside = others and {*people} <= {*self.facts["beside"], *self.facts["aside"]}
        # Bene verliert gegen Anna, Wenz; Bene hat recht, Dani gewinnt den Wenz
        if other or beside or any(people and set(people).isdisjoint(each) for each in self.facts["own"]):
            raise Whose(_("who played?"))

    def _players(self, number: int) -> list[str]:
        """Return who was named as one who plays, in this order; first who is said to play beside having been named.

        Of so many as the game has there is none who was named beside it alone.
        """
        sides = [side for fact in ("winners", "losers", "did win", "did lose") for side in self.facts[fact]]
        # Sieg für Anna mit Bene
        one = [name for side in sides if len(side) == 1 for name in side] if self.facts["partner"] else []
        people = [*(self.facts["player"] or one), *self.facts["partner"], *self.facts["holder"]]
        for side in self.facts["against"]:  # Anna und Bene gegen Christl und Dani, Dani ruft
            if len(side) == _TWO and (first := {*side} & {*self.facts["plays"], *self.facts["calls"]}):
                people = [*first, *({*side} - first)]
        self.facts["against"] = [side for side in self.facts["against"] if {*side} != {*people}]
        unnamed = any(not who for _level, who in self.facts["kontra"])  # Anna macht Kontra, in ihrem eigenen Wenz
        for name in (*self.facts["plays"], *self.facts["calls"]) if not unnamed else ():
            # Ulla hats, Xaver ruft sie
            ace = name in self.facts["calls"] and (self.facts["called"] or self.facts["on"])
            people = [name, *(each for each in people if each != name)] if ace or people.count(name) > 1 else people
        if len(people) == number > 1 and not self.facts["partner"] and not self.facts["forced"]:
            people = [who for who in people if who not in self.facts["beside"] or self.facts["player"].count(who) > 1]
        return people

    def _partner(self, people: Sequence[str]) -> Iterable[str]:
        """Return who plays beside somebody who declared, where two are said to have won or lost, or to play against."""
        facts = ("winners", "losers", "named_winners", "named_losers", "against")
        sides = [side for fact in facts for side in self.facts[fact] if len(side) == _TWO]
        pairs = {frozenset(side if people[0] in side else self._others(side)) for side in sides}
        others = any(self.facts[fact] for fact in ("kontra", "klopfer", "knocked"))  # may be said of whoever is named
        alone = any(len(side) == 1 for fact in facts for side in self.facts[fact])
        declared = people[0] in (*self.facts["plays"], *self.facts["calls"]) or not (others or alone)
        return next(iter(pairs)) - {*people} if declared and len(pairs) == 1 else ()

    def _noted(self) -> tuple[str, ...]:
        """Return who won where a table noted only that: Gewinner Anna und Bene; () where it did not."""
        winners, losers = self.one("named_winners"), self.one("named_losers")
        return winners or (self._others(losers) if losers else ())

    def _others(self, people: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in self.active if name not in people)

    def _losers(self) -> dict[str, Any]:
        """Return how a Ramsch ended: who lost it, or the Augen of everybody, or a Durchmarsch."""
        if self.facts["some jungfrauen"]:
            raise UnclearHand(_("who is Jungfrau? Add the name, such as j{key}",
                                key=self.reader.seats.key(self.reader.seats.active[-1])))  # fmt: skip
        jungfrauen = tuple(dict.fromkeys(name for each in self.facts["jungfrauen"] for name in each))
        found: dict[str, Any] = {"jungfrauen": jungfrauen} if jungfrauen else {}
        if has := self.facts["has"]:
            rest = AUGEN - sum(number for _who, number in has)
            if self.facts["rest"] and (rest < 0 or len(has) != len(self.active) - 1):
                raise not_together(self.reader)
            return {**found, "augen": dict([*has, *((who, rest) for who in self.facts["rest"])])}
        stated = [name for fact in ("losers", "named_losers") for side in self.facts[fact] for name in side]
        people = list(dict.fromkeys([*self.facts["player"], *stated]))
        won = self.facts["winners"] or self.facts["named_winners"] or True in self.facts["won"]
        if (won and not self.facts["durchmarsch"]) or self.facts["partner"]:
            raise InvalidHand(_("in a Ramsch everybody plays alone: say who lost"))
        if self.facts["durchmarsch"]:
            if False in self.facts["won"] or stated:
                raise InvalidHand(_("nobody loses with a Durchmarsch: say who lost the Ramsch"))
            if len(people) != 1:
                raise Missing(_("who made the Durchmarsch?"))
            return {**found, "durchmarsch": people[0]}
        if not people:
            raise Missing(_("who lost the Ramsch?"))
        if len(people) > 1:
            keys = "".join(map(self.reader.seats.key, people))
            text = _("did {people} lose the Ramsch together? Then write {line}", people=_and(people), line=f"r {keys}")
            raise UnclearHand(text)
        return {**found, "losers": tuple(people)}

    # -- how it ended, and what else was said ----------------------------------------------------------

    def _won(self, people: dict[str, Any], flags: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Return whether the declarers won where that was said; raise InvalidHand where both are."""
        side = list(people.get("winners") or filter(None, people.values()))
        said = {*self.facts["won"], *(value for key, value in flags if key == "won")}
        alone = len(side) == 1  # several are not who plays alone
        if (self.facts["they"] or (self.facts["several"] and not alone)) and not self._they_play():
            raise Whose(_("who won? Add won or lost"))
        said |= {*self.facts["they"], *(won != alone for won in self.facts["several"])}
        sides = ((("winners", "named_winners", "did win"), True), (("losers", "named_losers", "did lose"), False))
        for facts, winning in sides:
            for who in (each for fact in facts for each in self.facts[fact]):
                if set(who) <= set(side):
                    said.add(winning)
                elif not set(who) & set(side) and self._plays_there(who, self._others(side)):
                    said.add(not winning)
                else:
                    raise _not_whole(who)
        if len(said) > 1:
            raise InvalidHand(_("won and lost are both given: leave one of them out"))
        known = any(key == "won" for key, _value in flags) or people.get("winners")
        return [] if known else [("won", won) for won in said]

    def _they_play(self) -> bool:
        """Whether "they" can only be those who play: who were named last before it, and had the last word."""
        people = [each for each in self.said if each[0] in ("player", "partner", "kontra", "knocked", *_THEY)]
        fact, value = people[[fact in _THEY for fact, _value in people].index(True) - 1]
        return value[0] % 2 == 0 if fact == "kontra" else fact in ("player", "partner") and not self.facts["kontra"]

    def _plays_there(self, who: tuple[str, ...], others: tuple[str, ...]) -> bool:
        """Whether these are those people, or some of them where that is enough: Bene gewinnt."""
        return set(who) == set(others) or (set(who) < set(others) and who not in self.facts["whole side"])

    def _flags(self, side: set[str]) -> list[tuple[str, Any]]:
        """Return the fields that were stated beside people and result; raise InvalidHand for contradictions.

        `side` are the declarers.
        """
        fields = {key: self.one(key) for key in ("schneider", "schwarz", "tout", "sie", "forced", "bock", "augen")}
        if score := self.one("score"):
            if sum(score) != AUGEN:
                said = {"one": score[0], "other": score[1], "sum": sum(score), "all": AUGEN}
                raise InvalidHand(_("{one} and {other} are {sum} Augen; together there are {all}", **said))
            if fields["augen"] not in (None, score[0]):
                raise _twice("augen")
            fields["augen"] = score[0]
        if self.facts["dealer"]:
            fields["dealer"] = self.one("dealer")
        if self.active != self._by_turn():
            fields["active"] = self.active
        for people, number in self.facts["augen of"]:
            if not set(people) <= side and set(people) < set(self._others([*side])):
                raise _not_whole(people)
            self.facts["augen"].append(number if set(people) <= side else AUGEN - number)
        for people, number in self.facts["run of"]:
            self.facts["laufende" if set(people) <= side else "theirs"].append(number)
        fields["augen"] = self.one("augen") if fields["augen"] is None else fields["augen"]
        run, theirs = self.one("laufende"), self.one("theirs")
        if run is not None and theirs is not None:
            raise _twice("laufende")
        fields |= {"laufende": theirs if run is None else run, "laufende_of": None if theirs is None else OPPONENTS}
        fields["klopfer"] = self._klopfer(side)
        return [*((key, value) for key, value in fields.items() if value is not None), *self._kontra(side)]

    def _klopfer(self, side: set[str]) -> Any:
        knocked = [name for people in self.facts["knocked"] for name in people]
        number = self.one("klopfer")
        if self.facts["everybody knocked"]:
            knocked = list(self.active)
        for people in self.facts["all knocked but"]:
            knocked += [*self._others(people)]
        if self.facts["their opponents knocked"]:
            knocked = [*self._others([*side])]
        if knocked and number not in (None, len(knocked)):
            raise _twice("klopfer")
        return tuple(knocked) or number

    def _kontra(self, side: set[str]) -> list[tuple[str, Any]]:
        """Return the words of the chain, or who said them where each is named; they may stand in any order."""
        named = {level for level, name in self.facts["kontra"] if name}  # Kontra und Re, das Kontra war von Anna
        alone = next(iter(side)) if named and len(side) == 1 else None  # who says Re, where nobody is named
        said = [(n, name or (None if n % 2 else alone)) for n, name in self.facts["kontra"] if name or n not in named]
        said.sort(key=lambda each: int(each[0]))
        levels, who = [level for level, _who in said], tuple(name for _level, name in said)
        if levels and self.facts["no kontra"]:
            raise _twice("kontra")
        # who doubles is against what was said before: the declarers never say Kontra, nor their opponents Re
        if any(name and (name in side) == bool(level % 2) for level, name in said):
            raise InvalidHand(_("say who said each word of the chain, Kontra first, and each once"))
        if not levels or not all(who):
            return [("level", level) for level in levels]
        if levels != list(range(1, len(levels) + 1)):
            raise InvalidHand(_("say who said each word of the chain, Kontra first, and each once"))
        return [("kontra", who)]


def _belongs(fact: str, shape: str) -> bool:
    if fact.endswith("a trick"):  # it says that a Bettel was lost
        return shape == BETTEL
    return fact in _BELONG[shape] if shape in _BELONG else fact not in _TO_RAMSCH | _NO_PLAY


class Sentence(NamedTuple):
    """Every hand that a line can be as a sentence, what is wrong with its other ways, and whether it is one at all."""

    hands: list[Hand]
    wrong: list[HandError]
    heard: Heard

    def agrees(self, known: Hand) -> bool:
        """Whether it is no other hand than this one: it says nothing whole, or the same in every way."""
        return all(_alike(known, hand) for hand in self.hands) if self.hands else not self.wrong

    def add(self, ways: Iterable[_Way]) -> None:
        """Add the hands of these ways, each once, and what is wrong with the others."""
        for way in ways:
            try:
                hand = way.hand()
            except HandError as error:
                self.wrong.append(error)
            else:
                self.hands.extend([hand] if hand not in self.hands else ())

    @property
    def problem(self) -> HandError:
        """What is wrong with it: of several ways to read it the one that reads it best, and rather a question."""
        return min(self.wrong, key=lambda one: (isinstance(one, LESS_WELL), not isinstance(one, UnclearHand)))


def _alike(one: Hand, other: Hand) -> bool:
    """Whether two readings of a line differ at most in who doubled or knocked, and in what Augen say again."""

    def plain(hand: Any) -> Any:
        fields = {key: count(getattr(hand, key)) for key in ("kontra", "klopfer") if hasattr(hand, key)}
        return replace(hand, **fields, **({"won": None} if getattr(hand, "augen", None) is not None else {}))

    return bool(type(one) is type(other) and plain(one) == plain(other))


def _says_again(hand: Any, hands: Sequence[Hand]) -> bool:
    """Whether a hand has who won beside the Augen that say so, and is among these without: Anna + Bene 75.

    Or beside Augen that say otherwise, where these are several: Gegner gewinnen, 70:50.
    """
    augen, won = getattr(hand, "augen", None), getattr(hand, "won", None)
    if not isinstance(augen, int) or won is None:
        return False
    return replace(hand, won=None) in hands if won == (augen > AUGEN // 2) else len(hands) > 1


def _of_the_others(hand: Any, line: str) -> Any:
    """Return the hand that it is where "they" are those against whom somebody plays alone: Wenz Anna, they got 61.

    None where nothing is said of several, or the line says who won as well.
    """
    said = _SEVERAL_HAVE.search(line)
    if not said or getattr(hand, "partner", None) or not getattr(hand, "declarer", None):
        return None
    if _RESULTS_SAID.search(said[1]):
        return replace(hand, won=not hand.won) if hand.augen is None and not hand.sie else None
    if hand.augen is not None:
        return replace(hand, augen=AUGEN - hand.augen) if hand.won is None else None
    side = None if hand.laufende_of == OPPONENTS else OPPONENTS
    return replace(hand, laufende_of=side) if hand.laufende else None


def _counted_cards(line: Heard) -> Iterator[tuple[str, str]]:
    """Yield the words behind a number that say cards, and their rank: drei Unter."""
    for word, items, before in zip(line.words[1:], line.items[1:], line.items, strict=False):
        if {"N", "RUN"} <= {*(one.kind for one in items if one.kind == "RUN"), *(one.kind for one in before)}:
            yield from ((word, rank) for rank, words in _RANKS.items() if folded(word) in listed_as(words))


def _other_cards(hand: Any, word: str) -> UnclearHand:
    """Return the question about Laufende that are counted by cards which are not the highest trumps of the game."""
    run = f"{Letter.RUN_OF_OPPONENTS if hand.laufende_of == OPPONENTS else Letter.RUN}{hand.laufende}"
    text = N_("the Laufende of a {game} do not begin with {word}: if there were {number} of them, write {run}")
    return UnclearHand(_(text, game=BY_NAME[hand.game].title, word=word, number=hand.laufende, run=run))


def sentence(reader: Reader, line: Heard | None = None) -> Sentence:
    """Return what a line says as a sentence; raise UnclearHand where it can be read in too many ways.

    `line` is what is heard of it, where that is known.
    """
    line = line or heard(reader.said, reader.seats, reader.vocabulary)
    found = Sentence([], [], line)
    said = [word.casefold() for word, items in zip(line.words, line.items, strict=True)
            if not _SKIPPED.issuperset(one.kind for one in items)]  # fmt: skip
    if line.unknown or said == [GO_ON]:
        return found
    ways = [_Way(facts, reader) for facts in dict.fromkeys(_Grammar(line).ways())]
    found.add(ways)
    for plays in (True, False):  # who is said to play a suit plays a Solo
        if not found.hands:
            found.add(one for way in ways if bool(way.facts["plays"]) == plays for one in way.likely())
    if any(isinstance(one, Whose) for one in found.wrong):  # sie gewinnt: she rather than a Sie
        found.hands[:] = [hand for hand in found.hands if not getattr(hand, "sie", None)]
    found.hands[:] = [hand for hand in found.hands if not _says_again(hand, found.hands)]
    text = " ".join(map(folded, reader.said))
    others = [_of_the_others(hand, text) for hand in found.hands]
    found.hands.extend(other for other in dict.fromkeys(others) if other and other not in found.hands)
    for word, rank in _counted_cards(line):
        runs: list[Any] = [hand for hand in found.hands if getattr(hand, "laufende", 0)]
        wrong = [hand for hand in runs if not HEADS.get(hand.game, rank).startswith(rank)]
        found.wrong.extend(_other_cards(hand, word) for hand in wrong)
        found.hands[:] = [hand for hand in found.hands if hand not in wrong]
    for key in ("klopfer", "kontra"):  # who it was says more than how many
        named: list[Any] = [hand for hand in found.hands if isinstance(getattr(hand, key, 0), tuple)]
        less = [replace(hand, **{key: len(getattr(hand, key))}) for hand in named]
        found.hands[:] = [hand for hand in found.hands if hand not in less]
    return found
