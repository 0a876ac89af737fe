"""Protocols in the form of the program Netschafkopf, of evenings that nobody played.

    write(Random(1), 20, Rules(), Table()) -> Written(text, rows)

Cards are dealt and played at random within the rules; winners, prices and balances are worked out here, from the
rules of the game alone. Nothing is taken from sklog: a mistake would have to be made twice to go unseen.
"""

import textwrap
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

SUITS = {"E": "Eichel", "G": "Grün", "H": "Herz", "S": "Schellen"}
RANKS = "AZKOU987"
AUGEN = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2}
GAMES = ("Rufspiel", "Rufspiel", "Rufspiel", "Solo", "Wenz", "Geier", "Farbwenz", "Farbgeier", "Ramsch")
MORE_GAMES = (*GAMES, "Bettel", "Hochzeit")
HEADS = {"Wenz": "U", "Farbwenz": "U", "Geier": "O", "Farbgeier": "O", "Bettel": ""}
PARTNERS = ("Rufspiel", "Hochzeit")
TIES = {"highest": "den höheren Ober", "tricks": "mehr Stiche", "trumps": "mehr Trümpfe"}
WIDTH = 64


@dataclass(frozen=True)
class Rules:
    """The options of the program: prices, and how they are made. `own` are minima of Laufende by game."""

    partner: int = 10
    solo: int = 50
    ramsch: int = 10
    schneider: int = 10
    schwarz: int = 10
    laufende: int = 10
    least: int = 3
    own: dict[str, int] = field(default_factory=dict)
    out: tuple[int, int] = (31, 30)
    linear: bool = False
    jungfrau: bool = True
    tie: str = "highest"
    schieber: int = 0
    stock: int = 0
    stock_doubles: bool = False
    tout: int = 2
    tout_schwarz: bool = False
    short: bool = False


@dataclass(frozen=True)
class Table:
    """Who sits there clockwise, the last of them is "Du"; and the words of the program's version."""

    names: tuple[str, str, str, str] = ("Anna", "Bene", "Christl", "Dani")
    title: str = "Stammtischregeln"
    day: str = "19.11.26"
    ace: str = "Ass"
    knocked: str = "aufgedoppelt"
    doubled: str = "gespritzt"
    games: tuple[str, ...] = GAMES


class Row(NamedTuple):
    """What is printed below a hand: the price, and the balances with the Stock's."""

    price: int
    balances: dict[str, int]


class Written(NamedTuple):
    """A protocol, and what it prints after every hand."""

    text: str
    rows: list[Row]


class Trick(NamedTuple):
    """Who led, the cards in their order, and who took them."""

    leader: str
    cards: list[str]
    taker: str


class Step(NamedTuple):
    """A sentence of the price, and what it adds or multiplies."""

    words: str
    plus: int = 0
    times: int = 1


def write(rng: Random, hands: int, rules: Rules, table: Table, last: Rules | None = None) -> Written:
    """Return an evening of so many hands; `last` are other rules for the last one."""
    lines = [table.title, f"gespielt von {table.names[-1]} am {table.day} mit Version 8.00, Update 01.01.26.", " "]
    balances = dict.fromkeys((*table.names, "Stock"), 0)
    rows: list[Row] = []
    for number in range(1, hands + 1):
        dealer = table.names[number % 4]
        evening = Hand(rng, last if last and number == hands else rules, table, dealer, balances["Stock"])
        evening.play()
        for name, amount in evening.paid.items():
            balances[name] += amount
        rows.append(Row(evening.price, dict(balances)))
        heading = "Spiel    Preis" + "".join(f"{name:>13}" for name in table.names) + "    Stock"
        amounts = "".join(f"{balances[name]:>+13}" for name in table.names)
        lines += [*evening.lines, heading, f"{number:>5}{evening.price:>9}{amounts}{balances['Stock']:>9}", " "]
    return Written("\n".join(lines) + "\n", rows)


class Hand:
    """One hand: dealt, played, priced and put into words."""

    def __init__(self, rng: Random, rules: Rules, table: Table, dealer: str, stock: int) -> None:
        self.rng, self.rules, self.table, self.stock = rng, rules, table, stock
        place = table.names.index(dealer) + 1
        self.seats = table.names[place:] + table.names[:place]
        self.deck = [suit + rank for suit in SUITS for rank in (RANKS[:6] if rules.short else RANKS)]
        self.lines = [f"Geber: {dealer}"]
        self.paid = dict.fromkeys((*table.names, "Stock"), 0)
        self.price = 0
        self.married: tuple[str, ...] = ()

    def play(self) -> None:
        """Deal and play; thrown in now and then where that costs something."""
        rules, rng = self.rules, self.rng
        if rules.schieber and not rules.short and rng.random() < 0.2:
            self.schieber()
        elif rules.stock and rng.random() < 0.3:
            self.deal({}, 0)
            self.thrown_in()
        else:
            while not self.one_game(rng.choice(self.table.games)):
                pass

    # -- cards

    def deal(self, first: dict[str, list[str]], blind: int) -> list[str]:
        """Deal at random, after everybody got what is meant for them; return the cards that nobody got: the Alten."""
        each, taken = len(self.deck) // 4, {card for cards in first.values() for card in cards}
        aside = ["EO", "GO"][:blind]
        rest = [card for card in self.deck if card not in taken and card not in aside]
        self.rng.shuffle(rest)
        self.held: dict[str, list[str]] = {}
        for name in self.seats:
            own = list(first.get(name, ()))
            missing = each - len(own) - (blind if name == self.seats[-1] else 0)
            self.held[name], rest = own + rest[:missing], rest[missing:]
            self.rng.shuffle(self.held[name])
        return rest + aside

    def printed_deal(self) -> list[str]:
        """Return the lines with everybody's cards."""
        full = len(self.deck) // 4
        cards = {name: [*held, *["DU"] * (full - len(held))] for name, held in self.held.items()}
        return [f"{name:>12} hat: {' '.join(cards[name])}" for name in self.seats]

    def trumps(self, game: str, suit: str) -> list[str]:
        """Return the trumps, the highest first."""
        heads = HEADS.get(game, "OU")
        suit = "H" if game in (*PARTNERS, "Ramsch") else suit if game not in ("Wenz", "Geier", "Bettel") else ""
        high = [letter + head for head in heads for letter in SUITS]
        return high + [suit + rank for rank in RANKS if suit and rank not in heads and suit + rank in self.deck]

    def tricks(self, trumps: list[str]) -> list[Trick]:
        """Play all cards at random, following suit."""
        held = {name: list(cards) for name, cards in self.held.items()}
        leader, tricks = self.seats[0], []
        while held[leader]:
            place = self.seats.index(leader)
            people = self.seats[place:] + self.seats[:place]
            cards: list[str] = []
            for name in people:
                wanted = cards and (cards[0] in trumps, cards[0][0])
                following = [card for card in held[name] if cards and self.same(card, wanted, trumps)]
                cards.append(self.rng.choice(following or held[name]))
                held[name].remove(cards[-1])
            best = 0
            for other in range(1, 4):
                if self.beats(cards[other], cards[best], trumps):
                    best = other
            tricks.append(Trick(leader, cards, people[best]))
            leader = people[best]
        return tricks

    @staticmethod
    def same(card: str, wanted: object, trumps: list[str]) -> bool:
        """Whether a card is a trump like the first one, or of its suit."""
        is_trump, suit = wanted  # type: ignore[misc]
        return (card in trumps) if is_trump else (card not in trumps and card[0] == suit)

    @staticmethod
    def beats(card: str, best: str, trumps: list[str]) -> bool:
        """Whether a card beats the best one so far."""
        if card in trumps:
            return best not in trumps or trumps.index(card) < trumps.index(best)
        return best not in trumps and card[0] == best[0] and RANKS.index(card[1]) < RANKS.index(best[1])

    # -- games

    def one_game(self, game: str) -> bool:
        """Play one game; return whether the cards allowed it, in which case it is printed."""
        suit = self.rng.choice([*SUITS])
        trumps = self.trumps(game, suit)
        declarer = self.rng.choice(self.seats)
        tout = game not in (*PARTNERS, "Ramsch", "Bettel") and self.rng.random() < 0.15
        first = self.a_good_hand(game, trumps, declarer, tout=tout)
        self.deal(first, 0)
        if game == "Ramsch":
            return self.a_ramsch(trumps)
        if game == "Rufspiel":
            called = [letter for letter in "EGS" if self.may_call(declarer, letter, trumps)]
            if not called:
                return False
            suit = self.rng.choice(called)
        self.lines += self.printed_deal()
        if game == "Hochzeit":
            self.marry(declarer, trumps)
        self.a_game(game, suit, declarer, tout=tout)
        return True

    def a_good_hand(self, game: str, trumps: list[str], declarer: str, *, tout: bool) -> dict[str, list[str]]:
        """Return cards that make Laufende, or win a Tout, more often than chance does."""
        chance = self.rng.random()
        if game == "Hochzeit":
            plain = [card for card in self.deck if card not in trumps]
            return {declarer: [self.rng.choice(trumps), *self.rng.sample(plain, len(self.deck) // 4 - 1)]}
        if game == "Bettel":
            return {declarer: [card for card in self.deck if card[1] in "78"]} if chance < 0.5 else {}
        if tout and game == "Wenz" and chance < 0.7:
            return {declarer: [*trumps, *("EA", "GA", "HA", "SA")][: len(self.deck) // 4]}
        if chance < 0.5 and game != "Ramsch":
            run = min(self.rng.randint(1, 6), len(trumps), len(self.deck) // 4)
            holder = self.rng.choice([declarer, declarer, *self.seats])
            return {holder: trumps[:run]}
        return {}

    def marry(self, declarer: str, trumps: list[str]) -> None:
        """Let the declarer of a Hochzeit exchange the only trump for a card that is none."""
        willing = [
            name for name in self.seats if name != declarer and any(card not in trumps for card in self.held[name])
        ]
        self.married = (self.rng.choice(willing),)
        own, other = self.held[declarer], self.held[self.married[0]]
        given = next(card for card in own if card in trumps)
        back = next(card for card in other if card not in trumps)
        own[own.index(given)], other[other.index(back)] = back, given

    def may_call(self, declarer: str, suit: str, trumps: list[str]) -> bool:
        """Whether somebody holds a card of the suit and not its Ass."""
        held = self.held[declarer]
        return suit + "A" not in held and any(card[0] == suit and card not in trumps for card in held)

    def a_game(self, game: str, suit: str, declarer: str, *, tout: bool) -> None:
        """Play a game with a declarer, and put it into words."""
        trumps, people = self.trumps(game, suit), (declarer, *self.married)
        name = {"Rufspiel": f"Mit der {SUITS[suit]}-{self.table.ace}", "Solo": f"{SUITS[suit]}-Solo"}.get(game, game)
        if game.startswith("Farb"):
            name = f"{SUITS[suit]}-{game.removeprefix('Farb').capitalize()}"
        if game == "Rufspiel":
            partner = next(seat for seat in self.seats if suit + "A" in self.held[seat])
            people = (declarer, partner)
        name += " Tout" if tout else ""
        self.lines.append(f"{declarer} spielt {name}")
        played = self.played(trumps)
        ours = {card for seat in people for card in self.held[seat]}
        augen = sum(AUGEN.get(card[1], 0) for trick in played if trick.taker in people for card in trick.cards)
        made = sum(trick.taker in people for trick in played)
        won = made == len(played) if tout else made == 0 if game == "Bettel" else augen > 60
        self.say_result(name, people, 120 - augen, won=won, tout=tout)
        losers_tricks, losers_augen = (len(played) - made, 120 - augen) if won else (made, augen)
        steps = [Step(f"Das {'Rufspiel' if game in PARTNERS else 'Einzelspiel'} kostet", self.base(game))]
        if game != "Bettel" and (not tout or self.rules.tout_schwarz):
            if losers_tricks == 0 or losers_augen < self.rules.out[won]:
                steps.append(Step("Mit Schneider", self.rules.schneider))
            if losers_tricks == 0:
                steps.append(Step("Mit Schwarz", self.rules.schwarz))
        steps += self.laufende(game, trumps, ours)
        steps += self.doublings(kontra=True)
        if tout:
            word = {2: "Doppelt", 3: "Dreifach", 4: "Vierfach"}[self.rules.tout]
            steps.append(Step(f"{word} für Tout", times=self.rules.tout))
        self.say_price(steps)
        for seat in self.seats:
            share = 3 if len(people) == 1 and seat in people else 1
            self.paid[seat] += self.price * share * (1 if (seat in people) == won else -1)
        if len(people) == 2:
            self.move_stock(people, won=won)

    def base(self, game: str) -> int:
        """Return the price of a game."""
        return self.rules.partner if game in PARTNERS else self.rules.solo

    def laufende(self, game: str, trumps: list[str], ours: set[str]) -> list[Step]:
        """Return the step for the run from the top."""
        if game == "Bettel":
            return []
        mine = trumps[0] in ours
        run = 0
        while run < len(trumps) and (trumps[run] in ours) == mine:
            run += 1
        if run < self.rules.own.get(game, self.rules.least) or not self.rules.laufende:
            return []
        return [Step(f"Mit {run} Laufenden" if mine else f"Ohne {run} Laufende", run * self.rules.laufende)]

    def doublings(self, *, kontra: bool) -> list[Step]:
        """Return what the people at the table said before the cards fell."""
        knocks = self.rng.choice([0, 0, 0, 1, 1, 2, 3])
        chain = self.rng.choice([0, 0, 0, 0, 1, 2]) if kontra else 0
        growth = knocks + 1 if self.rules.linear else 2**knocks
        steps = [Step(f"{knocks} mal {self.table.knocked}", times=growth)] if knocks else []
        return steps + ([Step(f"{chain} mal {self.table.doubled}", times=2**chain)] if chain else [])

    def a_ramsch(self, trumps: list[str]) -> bool:
        """Play a Ramsch; return whether it has one loser."""
        before = list(self.lines)
        self.lines += [*self.printed_deal(), "Es wurde Ramsch gespielt."]
        played = self.played(trumps)
        took = {name: [card for trick in played if trick.taker == name for card in trick.cards] for name in self.seats}
        augen = {name: sum(AUGEN.get(card[1], 0) for card in cards) for name, cards in took.items()}
        tied = [name for name in self.seats if augen[name] == max(augen.values())]
        figures = {
            "highest": {
                name: -min((trumps.index(card) for card in took[name] if card in trumps), default=99) for name in tied
            },
            "tricks": {name: len(took[name]) for name in tied},
            "trumps": {name: sum(card in trumps for card in took[name]) for name in tied},
        }[self.rules.tie]
        losers = [name for name in tied if figures[name] == max(figures.values())]
        idle = [name for name in self.seats if not took[name]]
        if len(losers) > 1 or len(idle) == 3:
            self.lines = before
            return False
        loser = losers[0]
        said = [f"{self.who(loser)} {self.verb(loser, 'verlierst', 'verliert')} den Ramsch"]
        said.append(f"{self.who(loser)} {self.verb(loser, 'hast', 'hat')} {augen[loser]} Augen")
        if len(tied) > 1:
            said.append(f"Bei Augengleichheit verliert, wer {TIES[self.rules.tie]} hatte")
        said += [f"{self.who(name)} {self.verb(name, 'bist', 'ist')} Jungfrau" for name in idle]
        self.wrap(". ".join(said))
        steps = [Step("Der Ramsch kostet", self.rules.ramsch), *self.doublings(kontra=False)]
        if idle and self.rules.jungfrau:
            steps.append(Step(f"Mit {len(idle)} mal Jungfrau", times=2 ** len(idle)))
        self.say_price(steps)
        for name in self.seats:
            self.paid[name] += -3 * self.price if name == loser else self.price
        return True

    def schieber(self) -> None:
        """Deal thirty cards; two go round, and somebody plays alone, or nobody does."""
        self.lines.append("Spielart: Schieber")
        blind = self.deal({}, 2)
        self.lines += self.printed_deal()
        if self.rng.random() < 0.4:
            self.lines.append("Es wurde zusammengeworfen.")
            self.price = self.rules.schieber
            self.wrap(
                f"Der Erste und der Letzte zahlen an die beiden anderen Spieler {points(self.price)}, "
                "weil sie nicht gespielt haben."
            )
            for name, sign in zip(self.seats, (-1, 1, 1, -1), strict=True):
                self.paid[name] += sign * self.price
            return
        handed = blind
        for name in self.seats:
            has = [*self.held[name], *handed]
            self.rng.shuffle(has)
            handed, self.held[name] = ([], has) if name == self.seats[-1] else (has[:2], has[2:])
        self.a_game(
            self.rng.choice(["Solo", "Wenz", "Farbgeier"]),
            self.rng.choice([*SUITS]),
            self.rng.choice(self.seats),
            tout=False,
        )

    def thrown_in(self) -> None:
        """Nobody plays: everybody pays into the Stock."""
        self.lines += [*self.printed_deal(), "Es wurde zusammengeworfen."]
        self.price = self.rules.stock
        for name in self.seats:
            self.paid[name] -= self.price
        self.paid["Stock"] += 4 * self.price
        self.wrap(f"Im Stock sind {points(self.stock + 4 * self.price)}.")

    def move_stock(self, people: tuple[str, ...], *, won: bool) -> None:
        """Let the declarers take the Stock, or double it where that is the rule."""
        if not self.stock or not (won or self.rules.stock_doubles):
            return
        odd = self.stock % 2
        shares = [self.stock // 2] * 2 if won else [self.stock // 2 + odd, self.stock // 2]
        for name, share in zip(people, shares, strict=True):
            self.paid[name] += share if won else -share
            self.paid["Stock"] -= share if won else -share

    # -- words

    def played(self, trumps: list[str]) -> list[Trick]:
        """Play, and print the tricks."""
        tricks = self.tricks(trumps)
        self.lines += [f"{trick.leader:>12} spielt aus: {' '.join(trick.cards)}" for trick in tricks]
        return tricks

    def who(self, name: str) -> str:
        """Return how somebody is called at the beginning of a sentence."""
        return "Du" if name == self.table.names[-1] else name

    def verb(self, name: str, yours: str, others: str) -> str:
        """Return the form of a verb."""
        return yours if name == self.table.names[-1] else others

    def say_result(self, name: str, people: tuple[str, ...], opponents: int, *, won: bool, tout: bool) -> None:
        """Print who won."""
        verb = self.verb(people[0], "gewinnst", "gewinnt") if won else self.verb(people[0], "verlierst", "verliert")
        what = (
            f"das Rufspiel: {name}"
            if name.startswith("Mit")
            else "die Hochzeit"
            if len(people) == 2
            else f"{'das' if 'Solo' in name else 'den'} {name}"
        )
        with_whom = "" if len(people) == 1 else f" mit {'dir' if people[1] == self.table.names[-1] else people[1]}"
        augen = "" if tout else f". Die Gegner haben {opponents} Augen"
        self.wrap(f"{self.who(people[0])} {verb} {what}{with_whom}{augen}")

    def say_price(self, steps: list[Step]) -> None:
        """Print the price step by step, each with the sum so far."""
        said = []
        for step in steps:
            self.price = (self.price + step.plus) * step.times
            said.append(f"{step.words} {points(self.price)}")
        self.wrap(". ".join(said) + ".")

    def wrap(self, text: str) -> None:
        """Print prose as the program breaks it: a blank stays at the end of a line."""
        *lines, last = textwrap.wrap(text, WIDTH, break_on_hyphens=False)
        self.lines += [*(f"{line} " for line in lines), last]


def points(amount: int) -> str:
    """Return an amount in words."""
    return "1 Punkt" if amount == 1 else f"{amount} Punkte"
