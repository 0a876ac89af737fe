"""The second opinion on what a special round obliges to: who must play, what, and with how many Laufende."""

from __future__ import annotations

from second_opinion_games import soloist_of_winners
from second_opinion_scene import Scene, refuse_if

FIRST_MUST_PLAY = ("hadsch", "allgäuer")


def obliged(scene: Scene) -> None:
    """Refuse a hand that the round does not allow; a deal can always be thrown in."""
    if scene.shape == "passed":
        return
    refuse_if(scene.round == "ramsch" and scene.shape != "ramsch", "only a Ramsch in this round")
    if scene.round not in FIRST_MUST_PLAY:
        return
    hand = scene.hand
    refuse_if(scene.shape == "ramsch", "the first must play")
    refuse_if(hand.get("winners") and scene.shape == "partner", "did the first play?")
    declarer = soloist_of_winners(scene)["declarer"] if hand.get("winners") else hand.get("declarer")
    refuse_if(declarer != scene.active[0], "the first must play")
    if scene.round == "allgäuer":
        run = 8 if hand.get("sie") else hand.get("laufende") or 0
        refuse_if(scene.name != "solo", "only a Farbsolo")
        refuse_if(hand.get("laufende_of") == "opponents" or (run != 2 and run < 5), "two Ober, or five and more")
