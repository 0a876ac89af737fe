"""A second opinion on an evening: its rules folded once more, independent of `sklog.scoring`.

Who deals, who sits out, the Stock, Bock counters and special rounds, in one plain loop.
"""

import second_opinion_rounds as rounds
from second_opinion import as_said, score
from second_opinion_scene import Map, part, refuse_if


def evening(
    tariff: Map, players: list[str], hands: list[Map], dealer: str | None = None, stock: int = 0, *, asks: bool = False
) -> list[tuple[int, dict[str, int]] | None]:
    """Return (value, postings) for each entry; None for a void hand and for events other than the Stock's.

    Of hands that are new it `asks` what they leave open. Raises Impossible for the first hand that cannot be.
    """
    table = Evening(tariff, players, dealer or players[0], stock, asks=asks)
    return [table.entry(entry) for entry in hands]


class Evening:
    """What the table remembers."""

    def __init__(self, tariff: Map, players: list[str], dealer: str, stock: int, *, asks: bool = True) -> None:
        self.score = score if asks else as_said
        self.tariff, self.seats, self.dealer, self.stock = tariff, list(players), dealer, stock
        self.counters: list[int] = []
        self.round: str | None = None
        self.deals_left = 0

    def entry(self, entry: Map) -> tuple[int, dict[str, int]] | None:
        """Fold one entry in."""
        if entry.get("void"):
            return None
        if "game" in entry:
            return self.hand(entry)
        return self.event(entry)

    def event(self, event: Map) -> tuple[int, dict[str, int]] | None:
        """Somebody joins or leaves, the table orders Bock or a round, money goes into or out of the Stock."""
        if "join" in event:
            name = event["join"].casefold()
            refuse_if(name in (*(one.casefold() for one in self.seats), "stock"), "is here already, or nobody")
            refuse_if(len(self.seats) == 7, "there is no seat")
            refuse_if(event.get("after") not in (None, *self.seats), "behind whom?")
            place = self.seats.index(event["after"]) + 1 if event.get("after") else len(self.seats)
            self.seats.insert(place, event["join"])
        elif "leave" in event:
            refuse_if(event["leave"] not in self.seats or len(self.seats) <= 2, "is not here, or has to stay")
            if self.dealer == event["leave"]:
                self.dealer = self.left_of(self.dealer)
            self.seats.remove(event["leave"])
        elif "bock" in event:
            refuse_if(not 0 <= event["bock"] <= 999, "no number of hands")
            self.counters = [event["bock"]] if event["bock"] else []
        elif "round" in event:
            refuse_if(event["round"] not in (*rounds.names(self.tariff), "none"), "a round not played here")
            self.begin(event["round"])
        elif "pay" in event:
            payer, payee, amount = event["pay"]
            refuse_if(payer == payee or amount < 1, "nothing is paid")
        elif "seats" in event:
            refuse_if(sorted(event["seats"]) != sorted(self.seats), "everybody has one seat")
            self.seats = list(event["seats"])
        elif "stock" in event:
            return 0, self.move_stock(event["stock"])
        return None

    def move_stock(self, amounts: dict[str, int]) -> dict[str, int]:
        """Let people pay into the Stock or take out of it; return the postings."""
        refuse_if(not set(amounts) <= set(self.seats), "who is that?")
        taken = sum(amounts.values())
        refuse_if(taken > self.stock, "so much is not in it")
        self.stock -= taken
        return {**dict.fromkeys(self.seats, 0), **amounts, "Stock": -taken}

    def left_of(self, name: str) -> str:
        """Return the next person clockwise."""
        return self.seats[(self.seats.index(name) + 1) % len(self.seats)]

    def order(self, dealer: str, dealt_in: list[str]) -> list[str]:
        """Return those dealt in from the dealer's left on."""
        first = self.seats.index(dealer) + 1
        return [name for name in self.seats[first:] + self.seats[:first] if name in dealt_in]

    def begin(self, kind: str | None) -> None:
        """Begin a special round; None ends one."""
        self.round = None if kind in (None, "none") else kind
        self.deals_left = rounds.deals(self.tariff, self.round, len(self.seats)) if self.round else 0

    def circumstances(self, hand: Map) -> Map:
        """Return the table as this hand finds it."""
        dealer = hand.get("dealer") or self.dealer
        refuse_if(dealer not in self.seats, "who deals?")
        most = max((int(n) for n in self.tariff["people"] if int(n) <= len(self.seats)), default=0)
        active, name = [], dealer
        for _ in range(most):
            name = self.left_of(name)
            active.append(name)
        return {
            "seats": self.seats,
            "dealer": dealer,
            "active": self.order(dealer, hand.get("active") or active),
            "stock": self.stock,
            "bock": len(self.counters),
            "round": self.round,
        }

    def hand(self, hand: Map) -> tuple[int, dict[str, int]]:
        """Score one hand and remember what it changes."""
        table = self.circumstances(hand)
        scored = self.score(self.tariff, table, hand)
        self.stock += scored["postings"]["Stock"]
        if hand["game"] != "posting":
            thrown_in = hand["game"] == "zusammengeworfen"
            rules = part(self.tariff, "thrown_in") or {}
            again = scored["again"]
            stays = again or (thrown_in and rules.get("same_dealer"))
            self.dealer = table["dealer"] if stays else self.left_of(table["dealer"])
            if not again and (not thrown_in or rules.get("uses_bock")):
                self.counters = [left - 1 for left in self.counters if left > 1]
            if self.round and not again:
                self.deals_left -= 1
                self.round = self.round if self.deals_left else None
            self.react(scored["triggers"])
        return scored["value"], scored["postings"]

    def react(self, triggers: set[str]) -> None:
        """Let Bock and a special round begin, if this tariff says so."""
        bock = part(self.tariff, "bock")
        for trigger in bock["after"] if bock else ():
            assert bock is not None
            if trigger not in triggers:
                continue
            length = len(self.seats) if bock["length"] == "round" else 1
            if not self.counters or bock["inside"] == "restarted":
                self.counters = [length]
            elif bock["inside"] == "extended":
                self.counters[-1] += length
            elif bock["inside"] == "stacked":
                self.counters.append(length)
        if not self.round and (begun := rounds.begun(self.tariff, triggers)):
            self.begin(begun)
