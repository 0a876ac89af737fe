"""A second opinion on an evening: its rules folded once more, independent of `sklog.scoring`.

Who deals, who sits out, the Stock, Bock counters and special rounds, in one plain loop.
"""

import second_opinion_rounds as rounds
from second_opinion import as_said, score
from second_opinion_scene import Map, is_across, part, refuse_if


def evening(
    tariff: Map, players: list[str], hands: list[Map], dealer: str | None = None, stock: int = 0, *, asks: bool = False
) -> list[tuple[int, dict[str, int]] | None]:
    """Return (value, postings) for each entry; None for a void hand and for events other than the Stock's.

    Of hands that are new it `asks` what they leave open. Raises Impossible for the first hand that cannot be.
    """
    table = Evening(tariff, players, dealer or players[0], stock, asks=asks)
    return [table.entry(entry) for entry in hands]


def dealt_again(hand: Map, tariff: Map) -> bool:
    """Whether the same dealer deals again after a hand, whether it can be or not."""
    if hand["game"] == "zusammengeworfen":
        return bool((part(tariff, "thrown_in") or {}).get("same_dealer"))
    decided = hand.get("sie") or hand.get("announced") or hand.get("bid") is not None
    sixty_all = is_across(hand["game"], tariff) and hand.get("augen") == 60 and not decided
    return sixty_all and (part(tariff, "kreuz") or {}).get("tie") == "again"


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
            if entry["void"] == "keep-seats" and entry["game"] != "posting":
                self.pass_the_deal_on(entry)
            return None
        if "game" in entry:
            return self.hand(entry)
        return self.event(entry)

    def pass_the_deal_on(self, hand: Map) -> None:
        """Let the next one deal after a hand that does not count."""
        dealer = hand.get("dealer") or self.dealer
        if dealer in self.seats:
            self.dealer = dealer if dealt_again(hand, self.tariff) else self.left_of(dealer)

    def event(self, event: Map) -> tuple[int, dict[str, int]] | None:
        """Somebody comes or goes, the table orders Bock, a round or other rules, money goes into the Stock or out."""
        if "join" in event:
            self.join(event["join"], event.get("after"))
        elif "leave" in event:
            self.leave(event["leave"])
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
        elif "tariff" in event:
            refuse_if(event["tariff"]["unit"] != self.tariff["unit"], "another unit")
            self.tariff = event["tariff"]
            if self.round not in rounds.names(self.tariff):
                self.begin(None)
        elif "stock" in event:
            return 0, self.move_stock(event["stock"])
        return None

    def join(self, name: str, after: str | None) -> None:
        """Let somebody sit down, behind somebody or behind the last."""
        refuse_if(name.casefold() in (*(one.casefold() for one in self.seats), "stock"), "is here already, or nobody")
        refuse_if(len(self.seats) == 7, "there is no seat")
        refuse_if(after not in (None, *self.seats), "behind whom?")
        self.seats.insert(self.seats.index(after) + 1 if after else len(self.seats), name)

    def leave(self, name: str) -> None:
        """Let somebody go; the next one deals for a dealer who goes."""
        refuse_if(name not in self.seats or len(self.seats) <= 2, "is not here, or has to stay")
        if self.dealer == name:
            self.dealer = self.left_of(name)
        self.seats.remove(name)

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
