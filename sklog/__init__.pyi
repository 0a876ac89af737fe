# Where type checkers and editors find each public name; what imports them is the table in __init__.py. Each is imported
# `as` itself: so all of them take it for public, those as well that read no `__all__`

from sklog.desk.hands import Recorded as Recorded
from sklog.desk.hands import consequences as consequences
from sklog.desk.hands import happened as happened
from sklog.desk.ledger import Account as Account
from sklog.desk.ledger import Closed as Closed
from sklog.desk.ledger import Ledger as Ledger
from sklog.desk.ledger import Paid as Paid
from sklog.desk.settlement import Due as Due
from sklog.desk.settlement import Dues as Dues
from sklog.desk.settlement import Settlement as Settlement
from sklog.desk.settlement import Wish as Wish
from sklog.desk.table import Board as Board
from sklog.desk.table import BoardHand as BoardHand
from sklog.desk.table import Flag as Flag
from sklog.desk.table import Playable as Playable
from sklog.desk.table import Preview as Preview
from sklog.desk.table import Standing as Standing
from sklog.desk.typed import amount as read_amount
from sklog.errors import Damaged as Damaged
from sklog.errors import Disagreement as Disagreement
from sklog.errors import HandError as HandError
from sklog.errors import IllegalHand as IllegalHand
from sklog.errors import InvalidHand as InvalidHand
from sklog.errors import LedgerError as LedgerError
from sklog.errors import NewerProgram as NewerProgram
from sklog.errors import NoLedger as NoLedger
from sklog.errors import NotFound as NotFound
from sklog.errors import NotInstalled as NotInstalled
from sklog.errors import OpenStock as OpenStock
from sklog.errors import Overtaken as Overtaken
from sklog.errors import Problem as Problem
from sklog.errors import Refused as Refused
from sklog.errors import Repeated as Repeated
from sklog.errors import SessionFileError as SessionFileError
from sklog.errors import SklogError as SklogError
from sklog.errors import TariffError as TariffError
from sklog.errors import TurnedName as TurnedName
from sklog.errors import UnclearAmount as UnclearAmount
from sklog.errors import UnclearHand as UnclearHand
from sklog.errors import UnclearPrice as UnclearPrice
from sklog.files import write_yaml as write_session
from sklog.files.formats import read_path as read_sessions
from sklog.language import speak as speak
from sklog.ledger.correct import Change as Change
from sklog.ledger.correct import Revalued as Revalued
from sklog.ledger.evenings import Evening as Evening
from sklog.ledger.evenings import Player as Player
from sklog.ledger.evenings import Scene as Scene
from sklog.ledger.facts import Written as Written
from sklog.ledger.owed import Owed as Owed
from sklog.ledger.people import Namesake as Namesake
from sklog.ledger.people import Renamed as Renamed
from sklog.ledger.signatures import Signature as Signature
from sklog.ledger.undo import Undone as Undone
from sklog.notation import read_hand as read_hand
from sklog.notation import write_hand as write_hand
from sklog.pages.card import curve_svg as curve_svg
from sklog.pages.page import PageParts as PageParts
from sklog.pages.page import page_parts as page_parts
from sklog.pages.picture import code_svg as code_svg
from sklog.reports.model import Band as Band
from sklog.reports.model import Chapter as Chapter
from sklog.reports.model import Chart as Chart
from sklog.reports.model import Code as Code
from sklog.reports.model import Column as Column
from sklog.reports.model import Fact as Fact
from sklog.reports.model import Kind as Kind
from sklog.reports.model import Listing as Listing
from sklog.reports.model import Report as Report
from sklog.reports.model import Section as Section
from sklog.reports.model import Series as Series
from sklog.reports.render import render as render
from sklog.reports.sentences import paying as write_payment
from sklog.scoring.amounts import write_amount as write_amount
from sklog.scoring.evening import start as start
from sklog.scoring.evening import step as step
from sklog.scoring.games import Game as Game
from sklog.scoring.hand import Hand as Hand
from sklog.scoring.hand import Passed as Passed
from sklog.scoring.hand import Played as Played
from sklog.scoring.hand import Posting as Posting
from sklog.scoring.hand import Ramsch as Ramsch
from sklog.scoring.judge import Table as Table
from sklog.scoring.outcome import Outcome as Outcome
from sklog.scoring.outcome import RamschOutcome as RamschOutcome
from sklog.scoring.outcome import Step as Step
from sklog.scoring.payout import Score as Score
from sklog.scoring.session import Compared as Compared
from sklog.scoring.session import Comparison as Comparison
from sklog.scoring.session import Session as Session
from sklog.scoring.settlement import Plan as Plan
from sklog.scoring.settlement import Transfer as Transfer
from sklog.scoring.settlement import plan as settle
from sklog.scoring.state import BockOrder as BockOrder
from sklog.scoring.state import Cause as Cause
from sklog.scoring.state import Count as Count
from sklog.scoring.state import Entry as Entry
from sklog.scoring.state import Join as Join
from sklog.scoring.state import Leave as Leave
from sklog.scoring.state import Line as Line
from sklog.scoring.state import Payment as Payment
from sklog.scoring.state import RoundOrder as RoundOrder
from sklog.scoring.state import Seating as Seating
from sklog.scoring.state import State as State
from sklog.scoring.state import StockMove as StockMove
from sklog.scoring.state import TariffChange as TariffChange
from sklog.scoring.state import Voided as Voided
from sklog.scoring.state import entry_from_json as entry_from_json
from sklog.scoring.state import entry_to_json as entry_to_json
from sklog.scoring.tariff import Tariff as Tariff
from sklog.tariffs import available as tariff_names
from sklog.tariffs import find as find_tariff
from sklog.tariffs import read as read_tariff
from sklog.tournament.model import Entrant as Entrant
from sklog.tournament.model import Penalty as Penalty
from sklog.tournament.model import Prize as Prize
from sklog.tournament.model import Round as TournamentRound
from sklog.tournament.model import Row as ListRow
from sklog.tournament.model import Rules as TournamentRules
from sklog.tournament.model import TableList as TableList
from sklog.tournament.model import Tournament as Tournament
from sklog.tournament.ranking import Ranking as Ranking
from sklog.tournament.ranking import Standing as TournamentStanding
from sklog.tournament.tournaments import HandedIn as HandedIn
from sklog.tournament.tournaments import Held as Held
from sklog.tournament.tournaments import Person as Person
from sklog.tournament.tournaments import Tournaments as Tournaments

__all__ = [
    "Account",
    "Band",
    "Board",
    "BoardHand",
    "BockOrder",
    "Cause",
    "Change",
    "Chapter",
    "Chart",
    "Closed",
    "Code",
    "Column",
    "Compared",
    "Comparison",
    "Count",
    "Damaged",
    "Disagreement",
    "Due",
    "Dues",
    "Entrant",
    "Entry",
    "Evening",
    "Fact",
    "Flag",
    "Game",
    "Hand",
    "HandError",
    "HandedIn",
    "Held",
    "IllegalHand",
    "InvalidHand",
    "Join",
    "Kind",
    "Leave",
    "Ledger",
    "LedgerError",
    "Line",
    "ListRow",
    "Listing",
    "Namesake",
    "NewerProgram",
    "NoLedger",
    "NotFound",
    "NotInstalled",
    "OpenStock",
    "Outcome",
    "Overtaken",
    "Owed",
    "PageParts",
    "Paid",
    "Passed",
    "Payment",
    "Penalty",
    "Person",
    "Plan",
    "Playable",
    "Played",
    "Player",
    "Posting",
    "Preview",
    "Prize",
    "Problem",
    "Ramsch",
    "RamschOutcome",
    "Ranking",
    "Recorded",
    "Refused",
    "Renamed",
    "Repeated",
    "Report",
    "Revalued",
    "RoundOrder",
    "Scene",
    "Score",
    "Seating",
    "Section",
    "Series",
    "Session",
    "SessionFileError",
    "Settlement",
    "Signature",
    "SklogError",
    "Standing",
    "State",
    "Step",
    "StockMove",
    "Table",
    "TableList",
    "Tariff",
    "TariffChange",
    "TariffError",
    "Tournament",
    "TournamentRound",
    "TournamentRules",
    "TournamentStanding",
    "Tournaments",
    "Transfer",
    "TurnedName",
    "UnclearAmount",
    "UnclearHand",
    "UnclearPrice",
    "Undone",
    "Voided",
    "Wish",
    "Written",
    "code_svg",
    "consequences",
    "curve_svg",
    "entry_from_json",
    "entry_to_json",
    "find_tariff",
    "happened",
    "page_parts",
    "read_amount",
    "read_hand",
    "read_sessions",
    "read_tariff",
    "render",
    "settle",
    "speak",
    "start",
    "step",
    "tariff_names",
    "write_amount",
    "write_hand",
    "write_payment",
    "write_session",
]

__version__: str
