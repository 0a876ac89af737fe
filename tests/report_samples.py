"""Two evenings for the tests of reports: the five hands of document 003, and one where everything happens."""

from html.parser import HTMLParser

from sklog import tariffs
from sklog.reports.model import Kind
from sklog.scoring.hand import Passed, Played, Posting, Ramsch
from sklog.scoring.session import Session
from sklog.scoring.state import BockOrder, Join, Leave, Line, Payment, RoundOrder, StockMove, Voided

LAMERS = tariffs.find("lamers")
WIKI = tariffs.find("wiki")
FOUR = ("Anna", "Bene", "Christl", "Dani")
KINDS = tuple(kind for name, kind in vars(Kind).items() if name.isupper())
FIVE_HANDS = (
    Played(game="sauspiel", declarer="Anna", partner="Dani", won=True, schwarz=True, klopfer=1),
    Played(game="wenz", declarer="Bene", won=True, schneider=True, laufende=3, klopfer=1),
    Played(game="solo", declarer="Christl", won=False, tout=True, klopfer=("Bene",), kontra=("Dani",)),
    Played(game="sauspiel", declarer="Christl", partner="Dani", won=True, schneider=True, laufende=5, klopfer=2),
    Played(game="solo", declarer="Anna", won=True, tout=True, laufende=5),
)
FIVE_TEXTS = ["s ad zp", "w b nl3p", "fs c- tpk", "s cd nl5p2", "fs a tl5"]
PRINTED = (
    "+0.60 −0.60 −0.60 +0.60",
    "−0.60 +3.00 −1.80 −0.60",
    "+1.00 +4.60 −6.60 +1.00",
    "−1.80 +1.80 −3.80 +3.80",
    "+3.60 0.00 −5.60 +2.00",
)


def lamers_evening() -> tuple[Session, list[Line]]:
    """Return the five hands that document 003 prints."""
    session = Session("Lamers", "2003-03-03", LAMERS, FOUR, FIVE_HANDS, place="Post")
    return session, session.lines()


def eventful_evening() -> tuple[Session, list[Line], list[str | None]]:
    """Return an evening with five people, the Stock, Bock, a round, a void hand and every kind of event."""
    entries = (
        Passed(),
        Played(game="sauspiel", declarer="Christl", partner="Dani", won=True, schneider=True),
        Voided(Passed()),
        BockOrder(4),
        RoundOrder("hadsch"),
        Join("Kathi", "Eva"),
        Leave("Anna"),
        Passed(),
        Played(game="solo", declarer="Bene", won=True, kontra=("Christl", "Bene")),
        Posting(amounts={"Anna": -50, "Bene": 50}, note="Falsch gegeben"),
        StockMove({"Anna": -40}),
        Payment("Anna", "Bene", 40),
        Ramsch(losers=("Dani",), jungfrauen=("Kathi",)),
    )
    session = Session("Stammtisch", "2026-11-19", WIKI, (*FOUR, "Eva"), entries, place="Gasthof Post")
    lines = session.lines()
    return session, lines, [None if line.number is None else f"hand {line.number}" for line in lines]


class Tags(HTMLParser):
    """Checks that every tag is closed in order, and collects the texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  the parser's signature
        """Remember an open tag."""
        self.seen.append(tag)
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost tag."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Collect what people read."""
        self.texts.append(data)
