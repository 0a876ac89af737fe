"""A line that changes a recorded hand: flags, keys and a note, each in place of what was recorded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sklog.errors import InvalidHand
from sklog.language import _
from sklog.notation.parse import Readings, default_won, game_of, name_durchmarsch, require_known_fields
from sklog.notation.words import FLAGS
from sklog.scoring.hand import DECLARERS, Played, Ramsch, count
from sklog.values import replace

if TYPE_CHECKING:
    from sklog.notation.parse import Reader
    from sklog.notation.words import Fields, Seats
    from sklog.scoring.games import Game
    from sklog.scoring.hand import Hand

TAKEN_AWAY: dict[str, Fields] = {
    f"{flag.letter}0": ((flag.field, None),) for flag in FLAGS if flag.letter and not flag.counts
}
"""What says in a change that a flag was none; with a number behind it, as in l0, the letter says so itself."""
_TAKEN_AWAY = re.compile(f"(?:{'|'.join(TAKEN_AWAY)})(?![0-9])")


def changes(reader: Reader, hand: Hand) -> Readings:
    """Return what a hand becomes where the line says only flags, keys or a note: each replaces what it says."""
    kind = type(hand)
    if reader.game_key is not None or not (reader.words or reader.keyed or reader.note is not None):
        return Readings([], [], [])
    try:
        keyed = reader.key_fields(kind)
    except InvalidHand as error:
        return Readings([], [], [error])
    found = Readings([], [], [])
    for line in (reader.words, *(reader.in_other_words() if reader.words else ())):
        words, taken = taken_away(reader, kind, line)
        for flags in reader.all_flags(kind, words):
            found.attempt(_changed, reader, hand, (*flags, *taken), keyed)
    return found


def taken_away(reader: Reader, kind: type, line: list[str]) -> tuple[list[str], Fields]:
    """Return the words without those that take a flag away, and what these say: n0 is no Schneider."""
    words: list[str] = []
    taken: list[tuple[str, Any]] = []
    for word in line:
        small = word.casefold()
        rest = _TAKEN_AWAY.sub("", small)
        if rest != small and (not rest or reader.flags(kind, rest)):
            taken += [field for found in _TAKEN_AWAY.findall(small) for field in TAKEN_AWAY[found]]
            words += [rest] if rest else []
        else:
            words.append(word)
    return words, tuple(taken)


def _changed(reader: Reader, hand: Hand, flags: Fields, keyed: dict[str, Any]) -> Hand:
    """Return a hand with what was said in place of what was recorded; raise InvalidHand."""
    said: Any = hand  # each kind has fields of its own
    doubles = any(key == "level" for key, _value in flags)
    kept = {"round": said.round} if doubles and said.round and "round" not in keyed else {}
    fields = reader.fields(kept, (*flags, *_recorded_before(said, flags)), keyed)
    if reader.note is not None:
        fields["note"] = reader.note
    for key in ("kontra", "klopfer"):
        _keep_who(key, getattr(said, key, 0), fields)
    game = game_of(hand, reader.tariff)
    if isinstance(hand, Ramsch):
        _change_ramsch(hand, fields, reader.seats)
    elif isinstance(hand, Played):
        _change_played(hand, game, fields, by_letter=any(key == "laufende" for key, _value in flags))
    require_known_fields(fields, type(hand), game)
    unsaid = hand._field_defaults
    changed: Hand = replace(said, **{key: unsaid[key] if value is None else value for key, value in fields.items()})
    return changed


def _recorded_before(hand: Any, flags: Fields) -> Fields:
    """Return the doublings that were recorded below the deepest that is said now: Re behind a Kontra goes on."""
    deepest = max((level for key, level in flags if key == "level"), default=0)
    recorded = min(count(getattr(hand, "kontra", 0)), deepest - 1)
    return tuple(field for level in range(1, recorded + 1) if (field := ("level", level)) not in flags)


def _keep_who(key: str, recorded: int | tuple[str, ...], fields: dict[str, Any]) -> None:
    """Keep the names of those who doubled or knocked where as many are said; raise InvalidHand where others are."""
    said = fields.get(key)
    if isinstance(recorded, tuple) and recorded and isinstance(said, int) and said:
        if said != len(recorded):
            example = f"{key}:{','.join((*recorded, '…'))}"
            raise InvalidHand(_("the old name is in it: say who it is now, such as {example}", example=example))
        del fields[key]


def _change_ramsch(hand: Ramsch, fields: dict[str, Any], seats: Seats) -> None:
    """Say in the fields of a change what a sign means in a Ramsch: a Durchmarsch of the loser, or none."""
    won = fields.get("won")
    if won is False and hand.durchmarsch:
        del fields["won"]
        fields |= {"losers": (hand.durchmarsch,), "durchmarsch": None}
        return
    if won:
        fields.setdefault("losers", hand.losers)
    name_durchmarsch(fields, seats)
    if won:
        fields["losers"] = ()


def _change_played(hand: Played, game: Game, fields: dict[str, Any], *, by_letter: bool) -> None:
    """Say in the fields of a change what follows from them.

    l3 is the declarers' run, also where o2 was recorded. Schneider and Schwarz stand for one another. What decides
    who won does so, unless that is said as well.
    """
    now = {key: fields.get(key, getattr(hand, key)) for key in hand._fields}
    if "laufende" in fields and (not fields["laufende"] or (by_letter and "laufende_of" not in fields)):
        fields["laufende_of"] = None
    if fields.get("laufende_of") == DECLARERS and not now["winners"]:
        fields["laufende_of"] = None
    for one, other in (("schneider", "schwarz"), ("schwarz", "schneider")):
        if fields.get(one) and other not in fields:
            fields[other] = None
    decides = fields.get("augen") is not None or fields.get("sie")
    if decides and "won" not in fields and not now["winners"] and default_won(now, game) is None:
        fields["won"] = None
    if hand.sie and not now["sie"] and "won" not in fields:
        fields["won"] = default_won(now, game)  # a Sie is won
