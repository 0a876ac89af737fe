"""sklog: a score-keeping and settlement ledger for Schafkopf.

    tariff ─▶ start(players) ─▶ read_hand(line, state, tariff) ─▶ step(state, hand, tariff) ─▶ Line: score, next state

    Ledger(path) .start_evening(…) .record("s ac nl3") .fix(1, "s ac n") .settlement() .report("session")

What `__all__` names is the interface for other programs; docs/api.md shows it. It stays as it is: a change that could
break a program comes with a new minor version before 1.0 and a new major one after it, and CHANGELOG.md says how to
follow. Everything else may move. Each name is imported when it is asked for first.
"""

__version__ = "0.3.0"

_FROM = {
    "sklog.tariffs": "find_tariff=find read_tariff=read tariff_names=available",
    "sklog.scoring.outcome": "Step Outcome RamschOutcome",
    "sklog.scoring.tariff": "Tariff",
    "sklog.notation": "read_hand write_hand",
    "sklog.scoring.hand": "Hand Played Ramsch Passed Posting",
    "sklog.scoring.state": "Entry Join Leave Seating TariffChange BockOrder RoundOrder StockMove Payment Voided"
    " State Line Cause Count entry_to_json entry_from_json",
    "sklog.scoring.amounts": "write_amount",
    "sklog.scoring.evening": "start step",
    "sklog.scoring.payout": "Score",
    "sklog.scoring.games": "Game",
    "sklog.scoring.judge": "Table",
    "sklog.scoring.session": "Session Comparison Compared",
    "sklog.files": "write_session=write_yaml",
    "sklog.files.formats": "read_sessions=read_path",
    "sklog.scoring.settlement": "settle=plan Plan Transfer",
    "sklog.desk.ledger": "Ledger Paid Closed Account",
    "sklog.desk.hands": "Recorded consequences happened",
    "sklog.desk.typed": "read_amount=amount",
    "sklog.desk.table": "Board BoardHand Standing Playable Flag Preview",
    "sklog.desk.settlement": "Wish Settlement Due Dues",
    "sklog.tournament.tournaments": "Tournaments HandedIn Held Person",
    "sklog.tournament.model": "TournamentRules=Rules ListRow=Row Tournament Entrant Penalty Prize"
    " TournamentRound=Round TableList",
    "sklog.tournament.ranking": "Ranking TournamentStanding=Standing",
    "sklog.ledger.correct": "Change Revalued",
    "sklog.ledger.owed": "Owed",
    "sklog.ledger.evenings": "Evening Scene Player",
    "sklog.ledger.people": "Namesake Renamed",
    "sklog.ledger.signatures": "Signature",
    "sklog.ledger.undo": "Undone",
    "sklog.ledger.facts": "Written",
    "sklog.reports.model": "Report Section Chapter Chart Fact Column Kind Listing Band Series Code",
    "sklog.pages.card": "curve_svg",
    "sklog.reports.sentences": "write_payment=paying",
    "sklog.reports.render": "render",
    "sklog.pages.page": "PageParts page_parts",
    "sklog.pages.picture": "code_svg",
    "sklog.language": "speak",
    "sklog.errors": "SklogError Problem HandError InvalidHand IllegalHand UnclearHand UnclearAmount UnclearPrice"
    " TariffError TurnedName SessionFileError NotFound NotInstalled Refused OpenStock Repeated Overtaken LedgerError"
    " NoLedger Damaged NewerProgram Disagreement",
}
"""Where each public name is from, for type checkers in `__init__.pyi`; `public=name`: it is called otherwise there."""

_PUBLIC = {
    public: (module, name or public)
    for module, names in _FROM.items()
    for one in names.split()
    for public, _sign, name in [one.partition("=")]
}
__all__ = [*sorted(_PUBLIC)]  # noqa: PLE0604  one table, not two


def __getattr__(name: str) -> object:
    """Import a public name when it is asked for first, and keep it; raise NotInstalled without its room."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'sklog' has no attribute {name!r}")
    from sklog.rooms import load  # noqa: PLC0415  which knows errors, whose texts are spoken

    found = globals()[name] = load("sklog.scoring.arguments:at_the_door")(name, load(":".join(_PUBLIC[name])))
    if name in {"Ledger", "read_sessions"}:
        __getattr__("Session")  # which they return
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
