"""sklog: a score-keeping and settlement ledger for Schafkopf.

    tariff ─▶ start(players) ─▶ read_hand(line, state, tariff) ─▶ step(state, hand, tariff) ─▶ Line: score, next state

    Ledger(path) .start_evening(…) .record("s ac nl3") .fix(1, "s ac n") .settlement() .report("session")

What `__all__` names is the interface for other programs; docs/api.md shows it. It stays as it is: a change that could
break a program comes with a new minor version before 1.0 and a new major one after it, and CHANGELOG.md says how to
follow. Everything else may move. Each name is imported when it is asked for first.
"""

TYPE_CHECKING = False  # which type checkers take for True; to import `typing` takes longer than all the rest

if TYPE_CHECKING:
    from sklog.desk.hands import Recorded, consequences
    from sklog.desk.ledger import Closed, Ledger, Paid
    from sklog.desk.preview import Preview
    from sklog.desk.settlement import Due, Dues, Settlement, Wish
    from sklog.desk.table import Board, BoardHand, Flag, Playable, Standing
    from sklog.desk.tournament import Held, Person, Tournaments
    from sklog.errors import (
        Disagreement,
        HandError,
        IllegalHand,
        InvalidHand,
        LedgerError,
        NewerProgram,
        NotFound,
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
    from sklog.scoring.tournament.model import Row as ListRow
    from sklog.scoring.tournament.model import Rules as TournamentRules
    from sklog.session_files import write as write_session
    from sklog.session_files.formats import read_path as read_sessions
    from sklog.tariffs import available as tariff_names
    from sklog.tariffs import find as find_tariff
    from sklog.tariffs import read as read_tariff

__version__ = "0.2.0"

__all__ = [
    "Board",
    "BoardHand",
    "BockOrder",
    "Change",
    "Closed",
    "Code",
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
    "NotFound",
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

_FROM = {
    "sklog.tariffs": "find_tariff=find read_tariff=read tariff_names=available",
    "sklog.scoring.outcome": "Step",
    "sklog.scoring.tariff": "Tariff",
    "sklog.notation": "read_hand write_hand",
    "sklog.scoring.hand": "Hand Played Ramsch Passed Posting",
    "sklog.scoring.state": "Entry Join Leave Seating TariffChange BockOrder RoundOrder StockMove Payment Voided"
    " State Line entry_to_json entry_from_json",
    "sklog.scoring.amounts": "write_amount",
    "sklog.scoring.evening": "start step",
    "sklog.scoring.payout": "Score",
    "sklog.scoring.session": "Session",
    "sklog.session_files": "write_session=write",
    "sklog.session_files.formats": "read_sessions=read_path",
    "sklog.scoring.settlement": "settle=plan Plan Transfer",
    "sklog.desk.ledger": "Ledger Paid Closed",
    "sklog.desk.hands": "Recorded consequences",
    "sklog.desk.preview": "Preview",
    "sklog.desk.table": "Board BoardHand Standing Playable Flag",
    "sklog.desk.settlement": "Wish Settlement Due Dues",
    "sklog.desk.tournament": "Tournaments Held Person",
    "sklog.scoring.tournament.model": "TournamentRules=Rules ListRow=Row",
    "sklog.ledger.correct": "Change",
    "sklog.ledger.evenings": "Evening",
    "sklog.ledger.facts": "Written",
    "sklog.reports.model": "Report Code",
    "sklog.reports.card": "curve_svg",
    "sklog.reports.render": "render",
    "sklog.reports.page": "PageParts page_parts",
    "sklog.reports.picture": "code_svg",
    "sklog.language": "speak",
    "sklog.errors": "SklogError Problem HandError InvalidHand IllegalHand UnclearHand UnclearAmount UnclearPrice"
    " TariffError TurnedName SessionFileError NotFound Refused OpenStock Repeated Overtaken LedgerError NewerProgram"
    " Disagreement",
}
"""Where each public name is from; `public=name` where it is called otherwise there."""

_PUBLIC = {
    public: (module, name or public)
    for module, names in _FROM.items()
    for public, _sign, name in (one.partition("=") for one in names.split())
}


if not TYPE_CHECKING:  # else no name would be unknown to a type checker

    def __getattr__(name: str) -> object:
        """Import a public name when it is asked for first, and keep it."""
        if name not in _PUBLIC:
            raise AttributeError(f"module 'sklog' has no attribute {name!r}")
        module, there = _PUBLIC[name]
        found = globals()[name] = getattr(__import__(module, fromlist=[there]), there)
        return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
