"""The second opinion on special rounds, a table's own as well: what begins them, how long they last, what they cost."""

from typing import Any

Map = dict[str, Any]


def kinds(tariff: Map) -> list[Map | str]:
    """Return the special rounds of a tariff as they stand there."""
    rounds = tariff.get("rounds")
    return list(rounds["kinds"]) if isinstance(rounds, dict) else []


def names(tariff: Map) -> list[str]:
    """Return what they are called."""
    return [kind["name"] if isinstance(kind, dict) else kind for kind in kinds(tariff)]


def own(tariff: Map, name: str | None) -> Map:
    """Return what the table says of a round of its own; nothing of any other."""
    return next((kind for kind in kinds(tariff) if isinstance(kind, dict) and kind["name"] == name), {})


def factor(tariff: Map, name: str | None) -> int:
    """Return what a round multiplies every price by."""
    return int(own(tariff, name).get("times", 1))


def deals(tariff: Map, name: str, people: int) -> int:
    """Return how many deals a round lasts."""
    length = own(tariff, name).get("length", "round")
    return {"hand": 1, "round": people}.get(length) or int(length)


def begun(tariff: Map, triggers: set[str]) -> str | None:
    """Return the first round that begins after a hand that was all of this."""
    after_lost_solo = tariff["rounds"]["after_lost_solo"] if kinds(tariff) else None
    for kind, name in zip(kinds(tariff), names(tariff), strict=True):
        begins = kind.get("after", ()) if isinstance(kind, dict) else ["lost_solo"] * (name == after_lost_solo)
        if triggers & set(begins):
            return name
    return None


def triggers(tariff: Map) -> set[str]:
    """Return what begins any round."""
    found = {trigger for kind in kinds(tariff) if isinstance(kind, dict) for trigger in kind.get("after", ())}
    after_lost_solo = tariff["rounds"]["after_lost_solo"] if kinds(tariff) else "none"
    return found | ({"lost_solo"} if after_lost_solo in names(tariff) else set())


def wrong_game(tariff: Map, name: str | None, game: str, shape: str) -> bool:
    """Whether a round of the table's own does not allow a game; a Ramsch of another name is a Ramsch."""
    allowed = own(tariff, name).get("games") or ()
    return bool(allowed) and game not in allowed and not (shape == "ramsch" and "ramsch" in allowed)


def must_play(tariff: Map, name: str | None, active: list[str]) -> str | None:
    """Return who has to play; None where nobody has to."""
    if name in ("hadsch", "allgäuer"):
        return active[0]
    return {"first": active[0], "last": active[-1]}.get(str(own(tariff, name).get("forced")))
