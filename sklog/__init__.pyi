# Where type checkers and editors find each public name; what imports them is the table in __init__.py

from sklog.desk.hands import Recorded, consequences
from sklog.desk.ledger import Closed, Ledger, Paid
from sklog.desk.preview import Preview
from sklog.desk.settlement import Due, Dues, Settlement, Wish
from sklog.desk.table import Board, BoardHand, Flag, Playable, Standing
from sklog.errors import (
    Damaged,
    Disagreement,
    HandError,
    IllegalHand,
    InvalidHand,
    LedgerError,
    NewerProgram,
    NoLedger,
    NotFound,
    NotInstalled,
    OpenStock,
    Overtaken,
    Problem,
    Refused,
    Repeated,
    SessionFileError,
    SklogError,
    TariffError,
    TurnedName,
    UnclearAmount,
    UnclearHand,
    UnclearPrice,
)
from sklog.files import write_yaml as write_session
from sklog.files.formats import read_path as read_sessions
from sklog.language import speak
from sklog.ledger.correct import Change
from sklog.ledger.evenings import Evening
from sklog.ledger.facts import Written
from sklog.notation import read_hand, write_hand
from sklog.reports.card import curve_svg
from sklog.reports.model import Code, Report
from sklog.reports.page import PageParts, page_parts
from sklog.reports.picture import code_svg
from sklog.reports.render import render
from sklog.scoring.amounts import write_amount
from sklog.scoring.evening import start, step
from sklog.scoring.hand import Hand, Passed, Played, Posting, Ramsch
from sklog.scoring.outcome import Step
from sklog.scoring.payout import Score
from sklog.scoring.session import Session
from sklog.scoring.settlement import Plan, Transfer
from sklog.scoring.settlement import plan as settle
from sklog.scoring.state import (
    BockOrder,
    Entry,
    Join,
    Leave,
    Line,
    Payment,
    RoundOrder,
    Seating,
    State,
    StockMove,
    TariffChange,
    Voided,
    entry_from_json,
    entry_to_json,
)
from sklog.scoring.tariff import Tariff
from sklog.tariffs import available as tariff_names
from sklog.tariffs import find as find_tariff
from sklog.tariffs import read as read_tariff
from sklog.tournament.held import Held, Person
from sklog.tournament.model import Row as ListRow
from sklog.tournament.model import Rules as TournamentRules
from sklog.tournament.tournaments import Tournaments

__all__ = [
    "Board",
    "BoardHand",
    "BockOrder",
    "Change",
    "Closed",
    "Code",
    "Damaged",
    "Disagreement",
    "Due",
    "Dues",
    "Entry",
    "Evening",
    "Flag",
    "Hand",
    "HandError",
    "Held",
    "IllegalHand",
    "InvalidHand",
    "Join",
    "Leave",
    "Ledger",
    "LedgerError",
    "Line",
    "ListRow",
    "NewerProgram",
    "NoLedger",
    "NotFound",
    "NotInstalled",
    "OpenStock",
    "Overtaken",
    "PageParts",
    "Paid",
    "Passed",
    "Payment",
    "Person",
    "Plan",
    "Playable",
    "Played",
    "Posting",
    "Preview",
    "Problem",
    "Ramsch",
    "Recorded",
    "Refused",
    "Repeated",
    "Report",
    "RoundOrder",
    "Score",
    "Seating",
    "Session",
    "SessionFileError",
    "Settlement",
    "SklogError",
    "Standing",
    "State",
    "Step",
    "StockMove",
    "Tariff",
    "TariffChange",
    "TariffError",
    "TournamentRules",
    "Tournaments",
    "Transfer",
    "TurnedName",
    "UnclearAmount",
    "UnclearHand",
    "UnclearPrice",
    "Voided",
    "Wish",
    "Written",
    "code_svg",
    "consequences",
    "curve_svg",
    "entry_from_json",
    "entry_to_json",
    "find_tariff",
    "page_parts",
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
    "write_session",
]

__version__: str
