"""A ledger as one object: what the command line, a page or a program asks of it, and what they record there.

    Ledger(path) ──opened for each call──▶ one picture, or one transaction ──▶ evening, line, change, settlement, report

Between two calls nothing is locked, so threads may share one, and processes the file. What was recorded is on disk
when a call returns; else it raises SklogError, and nothing is stored.

`which` says everywhere which evening is meant: by its number, identity, name or date. Without it that is the newest
open one, and for what only looks, or pays, the newest of all where none is open; for that, and to close one, never a
table of a tournament. Amounts are whole cents, or points.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from sklog import rooms
from sklog.desk import hands, typed
from sklog.errors import Disagreement, HandError, LedgerError, NotFound, NotInstalled, Refused
from sklog.language import _, _n, _t
from sklog.ledger import correct, evenings, history, record, undo
from sklog.ledger import people as people_of
from sklog.ledger.open import LedgerFile
from sklog.notation import read_correction, read_hand, write_hand
from sklog.notation.words import is_few
from sklog.reports.board import HANDS_FOR_ALL
from sklog.reports.format import clean
from sklog.scoring.evening import start
from sklog.scoring.games import AUGEN
from sklog.scoring.names import Unreadable, one_name, require_visible, text, whole
from sklog.scoring.session import Session
from sklog.scoring.state import Voided, is_event
from sklog.values import NamedTuple

if TYPE_CHECKING:
    import os
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import Literal

    from sklog.desk import table
    from sklog.desk.settlement import Dues, Settlement, Wish
    from sklog.ledger.correct import Change
    from sklog.ledger.evenings import Evening, Player, Scene, Which
    from sklog.ledger.facts import Command
    from sklog.ledger.people import Namesake, Renamed
    from sklog.ledger.undo import Undone
    from sklog.reports.model import Report

    Passphrase = str | Callable[[], str] | None
    """What opens a protected key, or what asks for it."""
    from sklog.ledger.signatures import Signature
    from sklog.scoring.hand import Hand
    from sklog.scoring.settlement import Plan
    from sklog.scoring.state import Payment, StockMove
    from sklog.scoring.tariff import Tariff

    SaidHand = Hand | str | Callable[[Scene], Hand]
    ReportName = Literal[
        "show", "declared", "session", "log", "curve", "person",
        "standings", "stats", "partners", "records", "characters", "rating", "season",
    ]  # fmt: skip
    """Every report of an evening, then those of a season."""


MOST_FOLDS = 64
"""Evenings that a ledger keeps folded for the next board of each."""


class Paid(NamedTuple):
    """A payment that was recorded, its evening, and the plan of what is still to be paid there."""

    evening: Evening
    payment: Payment
    left: Plan


class Closed(NamedTuple):
    """An evening that was closed.

    `move` is what happened to its Stock, None if nothing; `warning` is what is wrong with the copy, or "". `signature`
    is the new one, None unless one was asked for. `left` is who still pays whom, and `spared` a sentence about what the
    cap changes, or "".
    """

    evening: Evening
    move: StockMove | None
    warning: str
    signature: Signature | None
    left: Plan
    spared: str = ""


class Account(NamedTuple):
    """The IBAN and pay link that were stored for `name`: "" for one that was deleted, None for one not changed."""

    name: str
    iban: str | None
    link: str | None


class Ledger(LedgerFile):
    """A ledger file, which `start_evening` creates if there is none.

    `path` is the file; by default $SKLOG_DB, or one in the platform's data folder. `who` is recorded with every
    command; by default $SKLOG_USER, or the login name. With `dry_run` everything is done and nothing is stored.
    `expect` is the identity of an evening and the digest of its newest fact, in hexadecimal: if the evening has another
    digest by then, recording raises Overtaken and stores nothing. Anything this object records updates `expect`.
    `require` is called as soon as no other program can write, and raises if nothing may be recorded; `judge` gets a
    list of `Written` before a command is stored, and raises if it is not allowed. Every method raises LedgerError if
    the file cannot be used.
    """

    @cached_property
    def _folds(self) -> dict[str, history.Fold]:
        """Evenings as they were folded for their last board, by identity; what was asked for last stands last."""
        return {}

    @cached_property
    def tournaments(self) -> Any:
        """The tournaments in this ledger, as `sklog.Tournaments`; raises NotInstalled."""
        return rooms.load(rooms.TOURNAMENTS)(self)

    # -- looked at ------------------------------------------------------------------------------------

    def evenings(self) -> list[Evening]:
        """Return every evening that is not struck out, oldest first.

        >>> [one.name for one in ledger.evenings()]
        ['Stammtisch']
        """
        with self.reading() as ledger:
            return evenings.all_evenings(ledger)

    def evening(self, which: Which = None) -> Evening:
        """Return an evening: its state with the balances, its tariff, its players; raise NotFound.

        >>> ledger.evening().state.balances["Anna"]
        70
        """
        with self.reading() as ledger:
            return evenings.meant(ledger, which)

    def closed_at(self, which: Which = None) -> str:
        """Return when an evening was closed (UTC, ISO), "" while it is open; raise NotFound.

        >>> ledger.closed_at()
        ''
        """
        with self.reading() as ledger:
            closing = history.closing(ledger, evenings.meant(ledger, which).id)
            return closing.at if closing else ""

    def digests(self) -> dict[str, str]:
        """Return each evening's digest in hexadecimal, by identity, without evenings that are struck out.

        >>> list(ledger.digests()) == [ledger.evening().uid]
        True
        """
        with self.reading() as ledger:
            return evenings.digests(ledger)

    def board(self, which: Which = None, *, hands: int = HANDS_FOR_ALL) -> table.Board:
        """Return the board that everybody at the table sees, with this many of the last hands; raise NotFound.

        Its amounts are in the unit of the tariff: cents or points. A later call, even from another thread, only adds
        what is new.

        >>> ledger.board().last.line
        'w b-l2'
        """
        with self.reading() as ledger:
            evening = evenings.meant(ledger, which)
            fold = history.folded(ledger, evening, self._folds.get(evening.uid))
            self._folds.pop(evening.uid, None)
            self._folds[evening.uid] = fold
            for uid in list(self._folds)[:-MOST_FOLDS]:  # those that were asked for longest ago
                self._folds.pop(uid, None)
            board: table.Board = rooms.load(rooms.LIVE).board(ledger, evening, fold, hands)
            return board

    def session(self, which: Which = None) -> Session:
        """Return a whole evening as a value, with every entry in force; raise NotFound.

        >>> len(ledger.session("Stammtisch").entries)
        2
        """
        with self.reading() as ledger:
            session = history.of_evening(ledger, evenings.meant(ledger, which)).session
            session.lines()  # what cannot be folded is refused here, where it is known of which ledger it is
            return session

    def people(self) -> list[Player]:
        """Return everybody who plays or pays, by name, with evenings and balances in cents and in points.

        >>> [(one.name, one.ct) for one in ledger.people()][:2]
        [('Anna', 70), ('Bene', -110)]
        """
        with self.reading() as ledger:
            return evenings.people(ledger)

    def namesakes(self, which: Which = None, people: Sequence[str] | None = None) -> list[Namesake]:
        """Return players of an evening, or of `people`, who may be namesakes of known people.

        Fewer than half of the others there have ever played with the known person. Raises NotFound.

        >>> ledger.namesakes()
        []
        """
        with self.reading() as ledger:
            evening = which if isinstance(which, evenings.Evening) else evenings.meant(ledger, which)
            seats = evening.state.seats
            return people_of.namesakes(ledger, evening, seats if people is None else people, seats)

    def turned(self, which: Which = None, people: Sequence[str] | None = None) -> list[tuple[str, Namesake]]:
        """Return new players of an evening, or of `people`, who may be known by the same name in the other order.

        Each has the known person: ("Huber Anna", who is "Anna Huber"). Raises NotFound.

        >>> ledger.turned()
        []
        """
        with self.reading() as ledger:
            evening = which if isinstance(which, evenings.Evening) else evenings.meant(ledger, which)
            return people_of.turned(ledger, evening, evening.state.seats if people is None else people)

    def preview(self, line: str, which: Which = None) -> table.Preview:
        """Return how a line is understood while it is typed, and what it would cost; raise NotFound.

        A space at the end means that the last word is complete.

        >>> ledger.preview("w b n").line.score.value
        30
        """
        understood: table.Preview = rooms.load(rooms.PREVIEW).preview_hand(text(line), self.evening(which))
        return understood

    def completions(self, line: str, which: Which = None) -> list[str]:
        """Return possible completions of the last word of a line, in this evening; raise NotFound.

        >>> ledger.completions("w b sc")
        ['schneider', 'schwarz', 'schuss']
        """
        words: list[str] = rooms.load(rooms.PREVIEW).completions(text(line), self.evening(which))
        return words

    def playable(self, which: Which = None) -> tuple[table.Playable, ...]:
        """Return the games that can be played at the table now, and what can be stated about them; raise NotFound.

        >>> [one.name for one in ledger.playable()][:2]
        ['sauspiel', 'solo']
        """
        games: tuple[table.Playable, ...] = rooms.load(rooms.LIVE).playable(self.evening(which))
        return games

    def explain(self, hand: int | str | None = None, which: Which = None) -> Report:
        """Return why the hand with this number (default: the last) cost what it did, or what a line would cost.

        The steps are the rules of docs/tariffs.md. Raises NotFound, HandError.

        >>> ledger.explain(1).title
        'Hand 1: s ac nl3'
        """
        from sklog.desk import explaining  # noqa: PLC0415  no other command has to wait for it

        with self.reading() as ledger:
            evening = evenings.meant(ledger, which)
            if isinstance(hand, str):
                return explaining.explained_line(evening, hand)
            return explaining.explained(ledger, evening, evening.hand_number(hand))

    def settlement(self, wish: Wish | None = None) -> Settlement:
        """Return who pays whom, in the fewest payments, a plan for cents and one for points; raise NotFound, Refused.

        See docs/guide.md.

        >>> [one.amount for one in ledger.settlement().plans[0].transfers]
        [70, 40, 30]
        """
        from sklog.desk import settlement  # noqa: PLC0415  3 ms, which no other command has to wait

        wish = wish or settlement.Wish()
        wish.require_possible()
        with self.reading() as ledger:
            return settlement.settlement(ledger, wish)

    def dues(self, which: Which = None, *, codes: bool = False) -> Dues:
        """Return who pays whom in an evening as it stands, with the text for a group chat; raise NotFound.

        If nothing decides what happens to the Stock, it is left alone, and a note says so. With `codes` each payment in
        cents to somebody with a known IBAN has a code, if the extra `girocode` is installed. See docs/guide.md.

        >>> ledger.dues().dues[0].amount
        70
        """
        from sklog.desk import settlement  # noqa: PLC0415  the same

        with self.reading() as ledger:
            return settlement.dues(ledger, evenings.meant(ledger, which), codes=codes)

    def report(
        self,
        report: ReportName | None = None,
        /,
        which: Which = None,
        *,
        good_points: bool = False,
        **asked: str | None,
    ) -> Report:
        """Return a report of an evening, or of a season; raise NotFound, Refused.

        For an evening there are show, declared, session, log, curve, and person, for the player with the `name` in
        `asked`; for a season standings, stats, partners, records, characters and rating, for the evenings selected in
        `asked`: since, until (a year, a month or a day), group, players, unit. With `good_points` the standings count
        only what was won. See docs/reports.md.

        >>> ledger.report("person", name="Anna").title
        'Anna'
        """
        from sklog.desk import reporting  # noqa: PLC0415  8 ms, which no other command has to wait

        if report is None:  # said by its old name, as a keyword
            report = asked.pop("name", None)  # type: ignore[assignment]
        with self.reading() as ledger:
            return reporting.report(ledger, report or "", which, good_points=good_points, **asked)

    # -- recorded -------------------------------------------------------------------------------------

    def start_evening(
        self,
        name: str,
        players: str | Sequence[str],
        tariff: Tariff | str | None = None,
        *,
        date: str | None = None,
        place: str = "",
        dealer: str | None = None,
        stock_from: Which = None,
    ) -> Evening:
        """Start an evening; it takes over a Stock that waits for most of these players, or that of `stock_from`.

        `players` sit clockwise, and `dealer` deals first, by default the first of them. The `tariff`, or the one with
        this name, is checked and copied into the evening; the default is that of the newest evening. `date` is ISO, or
        as people write it; by default today. Raises IllegalHand, NotFound, Refused, TariffError.

        >>> ledger.start_evening("Kranzl", ["Anna", "Bene", "Christl", "Eva"], "wiki").state.dealer
        'Anna'
        """
        if isinstance(players, str):
            players = typed.names_of(players, self._known)
        people = list(map(one_name, players))
        name = typed.single_line(name, _("the name of an evening"))
        if not name:
            raise Refused(_("an evening needs a name, such as: Stammtisch"))
        session = Session(
            name=name,
            date=typed.day(date),
            tariff=hands.tariff_meant(tariff),
            players=tuple(people),
            place=typed.single_line(place, _("the place")),
            dealer=typed.person(dealer, people) if dealer is not None else None,
        )
        if tariff is not None or not self.is_there:  # else the last evening's tariff is taken
            _require_enough(session)
        start(people, session.dealer)  # refuses people who cannot sit so before a ledger is made for them
        require_visible(people)
        with self.writing(create=True) as ledger:
            session = _as_known_here(ledger, session, last_tariff=tariff is None)
            _require_enough(session)
            unit = session.tariff.unit
            if stock_from is None:
                carried = record.carried_stock(ledger, unit, session.players)
            else:
                carried = record.stock_meant(ledger, unit, stock_from)
            if carried:
                session = session._replace(stock=carried.left, stock_from=carried.uid)
            words = [session.name, "--players", ",".join(session.players), "--tariff", session.tariff.name]
            return record.start(ledger, session, self.command("start", words))

    def _known(self) -> list[str]:
        """Return the names of everybody in the ledger, if there is one."""
        return [one.name for one in self.people()] if self.is_there else []

    def record(self, said: hands.Said, which: Which = None, *, noted: str = "", again: bool = False) -> hands.Recorded:
        """Record a hand or an event: a value, a line of shorthand, or a function of the scene that returns one.

        The log shows it as `noted`, by default as it would be typed. Raises HandError, NotFound, Refused for a closed
        evening, and Repeated for a line with the same hand as just before, unless it really was played `again`.

        >>> ledger.record("s ac nl3").line.score.value
        50
        """
        name, _space, words = noted.partition(" ")
        return hands.record_entry(self, said, which, (name, [words]) if noted else None, again=again)

    def pay(
        self, payer: str, payee: str, amount: int | str | None = None, which: Which = None, *, again: bool = False
    ) -> Paid:
        """Record a payment; the balances of the game do not change.

        `amount` is in cents or points; a text is what people type: "2,40", "20 €", "20ct", and whole points. By default
        it is what the payer still owes the payee in the settlement of the evening. Raises NotFound, Refused,
        UnclearAmount for euros or cents, and Repeated for a payment that is already recorded and not owed again, or was
        recorded seconds ago, unless it really was made `again`.

        >>> ledger.pay("Bene", "Anna", "0,50").payment.amount
        50
        """
        from sklog.desk import settlement  # noqa: PLC0415  the same

        try:
            amount = amount if amount is None or isinstance(amount, str) else whole(amount)
        except Unreadable:
            raise Refused(_("{amount!r} is neither a whole number nor a text", amount=amount)) from None
        with self.writing() as ledger:
            evening = evenings.meant(ledger, which)
            due = partial(settlement.due, ledger, evening)
            payment = typed.payment(ledger, evening, payer, payee, how_much=amount, due=due)
            words = [amount] if isinstance(amount, str) else hands.as_typed(payment, evening.scene)[1][2:]
            command = self.command("pay", [payer, payee, *words])
            if not again:
                owed = partial(settlement.still_owed, ledger, evening, payment.payer, payment.payee)
                record.refuse_paid_twice(ledger, evening, payment, command, owed)
            record.add(ledger, evening, [payment], command)
            return Paid(evening, payment, settlement.still_open(ledger, evening))

    def record_settlement(self, seen: Settlement) -> int:
        """Record that everything in a settlement made with `record` was paid; return the number of payments.

        Raises Refused if anything was recorded since, and for a settlement that was made without `record`.

        >>> ledger.record_settlement(ledger.settlement(sklog.Wish(record=True)))
        3
        """
        with self.writing() as ledger:
            seen.record(ledger, self.command("settle --record"))
        return sum(len(planned.transfers) for planned in seen.plans)

    def keep_account(
        self, name: str, iban: str | None = None, holder: str | None = None, link: str | None = None
    ) -> Account:
        """Store a player's IBAN or pay link, replacing an earlier one; "" deletes it, None keeps it as it is.

        `holder` is the account holder, as the bank knows it. Neither IBAN nor link is in a log or an export, and undo
        does not bring them back. Raises NotFound, Refused; an IBAN needs the extra `girocode`.

        >>> ledger.keep_account("Anna", link="https://paypal.me/AnnaG").link
        'https://paypal.me/AnnaG'
        """
        kept: Account = rooms.load(rooms.BANK).keep_account(self, name, iban, holder, link)
        return kept

    # -- evenings that come in and leave, and copies ------------------------------------------------------

    def add(self, session: Session) -> Evening:
        """Import a whole evening, as if from a file; an evening that is already here changes nothing.

        Its identity is `session.id`, or else follows from name, date, place and players. It is one command, which one
        `undo` takes back. Raises SessionFileError with every impossible hand, Refused. See docs/files.md.

        >>> sklog.Ledger("history.db").add(evening).name
        'Stammtisch'
        """
        found: Evening = rooms.load(rooms.ADD)(self, session)
        return found

    def import_(
        self,
        *files: str | os.PathLike[str],
        people: Mapping[str, str] | None = None,
        tariff: Tariff | str | None = None,
    ) -> list[Evening]:
        """Import the evenings of files of any kind that `sklog import` reads, all or nothing; return them in order.

        `people` maps the names in lists and protocols to persons, and `tariff` is the one by which a list is scored.
        Evenings that are already here change nothing. Raises Refused with everything that is wrong, NotFound,
        TariffError, Disagreement. See docs/files.md.

        >>> _ = Path("evenings.jsonl").write_text(ledger.export(form="jsonl"), "utf-8")
        >>> [one.name for one in sklog.Ledger("history.db").import_("evenings.jsonl")]
        ['Stammtisch']
        """
        by = None if tariff is None else hands.tariff_meant(tariff)
        found: list[Evening] = rooms.load(rooms.IMPORT)(self, files, people or {}, by)
        return found

    def merge(self, file: str | os.PathLike[str]) -> list[Evening]:
        """Take over the evenings of another ledger with everything recorded there; return those that were taken over.

        An evening that is already here is continued as it was there; if both ledgers continued it, it stays as it is
        here. Raises NotFound, Refused, Disagreement if the other ledger does not agree with its facts, LedgerError if
        it is no ledger. See docs/trust.md.

        >>> [one.name for one in ledger.merge("rennen.db")]
        ['Herbstrennen']
        """
        found: list[Evening] = rooms.load(rooms.MERGE)(self, self._beside(file))
        return found

    def export(self, *which: Which, form: Literal["yaml", "jsonl", "csv", "journal"] = "jsonl") -> str:
        """Return these evenings, or all, as the text of a file; yaml holds only one. Raises NotFound, Refused.

        `import_` reads every format but the journal, which is for hledger and ledger. See docs/files.md.

        >>> ledger.export(1, form="yaml").splitlines()[0]
        'session: Stammtisch'
        """
        if form not in (known := ("yaml", "jsonl", "csv", "journal")):
            raise NotFound(_("there is no format {form!r}; choose from {formats}", form=form, formats=", ".join(known)))
        if form == "yaml" and len(which) != 1:
            raise Refused(_("yaml holds one evening: say which one"))
        with self.reading() as ledger:
            wanted = [evenings.find(ledger, one) for one in which] or evenings.all_evenings(ledger)
            found = (history.of_evening(ledger, evening).session for evening in wanted)
            return "".join(rooms.load(rooms.WRITTEN)(found, form, {evening.uid for evening in wanted}))

    def check(self) -> list[str]:
        """Return a sentence for each stored value that does not follow from the recorded facts; [] if all do.

        Raises NoLedger, and Damaged if the ledger cannot even be read. See docs/trust.md.

        >>> ledger.check()
        []
        """
        with self.reading() as ledger:
            return list(rooms.load(rooms.CHECK).disagreements(ledger))

    def backup(self, file: str | os.PathLike[str] | None = None) -> Path:
        """Copy the ledger, even while others write to it; check the copy, and return where it is.

        Without a `file` the copy goes to the folder of copies, where the oldest ones are then deleted. Raises
        Disagreement if the copy does not agree with its facts, LedgerError if none can be made. See docs/trust.md.

        >>> str(ledger.backup("copy.db"))
        'copy.db'
        """
        copies = rooms.load(rooms.COPIES)
        if file is None:
            return copies.by_hand(self.path, datetime.now(UTC)).path  # type: ignore[no-any-return]
        return copies.to_file(self.path, type(self.path)(file)).path  # type: ignore[no-any-return]

    def restore(self, file: str | os.PathLike[str]) -> Path | None:
        """Go back to a copy; return the copy of what was there before, None if there was nothing.

        Others wait meanwhile, and never see a mixture. Raises Disagreement if the copy cannot be proved or is of
        another ledger, NotFound, LedgerError if it is no ledger. See docs/trust.md.

        >>> copy = ledger.backup("copy.db")
        >>> _ = ledger.record("x")
        >>> _ = ledger.restore(copy)
        >>> ledger.evening().hands
        2
        """
        restoring, copy, now = rooms.load(rooms.RESTORE), self._beside(file), datetime.now(UTC)
        with restoring.taken(self.path, copy, now) as part:
            Disagreement.if_any(restoring.wrong_with(self.path, copy, part))
            if self.dry_run:
                return None
            before = restoring.restore(self.path, part, now)
        return before.copy or before.remains  # type: ignore[no-any-return]

    def _beside(self, file: str | os.PathLike[str]) -> Path:
        """Return another file; raise NotFound where it is not there."""
        if not (path := type(self.path)(file)).exists():
            raise NotFound(_("there is no file {path}", path=file))
        return path

    # -- ended --------------------------------------------------------------------------------------------

    def close_evening(
        self,
        which: Which = None,
        stock: str | None = None,
        *,
        copy: bool = True,
        sign: str | os.PathLike[str] | None = None,
        passphrase: Passphrase = None,
    ) -> Closed:
        """End an evening, and `copy` the ledger.

        `stock` says what happens to the Stock (split, carry, or who gets it); by default the tariff decides. If the
        copy fails, the evening is still closed. `sign` is the file of a private SSH key that signs the result; a closed
        evening is signed as it is. `passphrase` is the key's, or a function that asks for it. See docs/trust.md.
        Raises NotFound, Refused.

        >>> ledger.close_evening().evening.closed
        True
        """
        from sklog.desk import settlement  # noqa: PLC0415  the same

        signing = None if sign is None else rooms.load(rooms.SIGNING)
        key = signing and signing.private_key(sign, passphrase)  # nobody waits while it is asked for
        with self.writing() as ledger:
            command, move = self.command("close"), None
            evening = evenings.find(ledger, which, evenings.ORDINARY) if key is None else evenings.meant(ledger, which)
            if key is None or stock is not None or not evening.closed:
                if stock is not None:
                    record.require_stock_here(ledger, evening)
                move = typed.stock_move(evening, stock)
                evening = record.close(ledger, evening, [move] if move else [], command)
            signature = signing and signing.sign(ledger, evening, key, command)
            left, spared = settlement.still_open(ledger, evening), settlement.spared(evening)
        return Closed(evening, move, self.copy_closed(evening) if copy else "", signature, left, spared)

    def copy_closed(self, evening: Evening) -> str:
        """Copy the ledger after an evening was closed; return what is wrong with the copy, or "".

        If the part of sklog that makes copies is not installed, none is made.

        >>> ledger.copy_closed(ledger.close_evening(copy=False).evening)
        ''
        """
        try:
            if self.dry_run or rooms.load(rooms.COPIES).after_close(self.path, datetime.now(UTC), evening.id):
                return ""
            return _t("The ledger does not agree with itself, so no older copy was deleted.")
        except Disagreement as error:
            why = clean(str(error.problems[0]))
            return _t("The evening is closed, but its copy could not be proved: {reason}", reason=why)
        except NotInstalled:
            return ""
        except (LedgerError, OSError) as error:
            why = clean(str(error))
            return _t("The evening is closed, but no copy was made: {reason}", reason=why)

    def reopen_evening(self, which: Which = None) -> Evening:
        """Continue a closed evening, by default the newest one; raise NotFound, Refused.

        >>> _ = ledger.close_evening()
        >>> ledger.reopen_evening().closed
        False
        """
        with self.writing() as ledger:
            return undo.reopen(ledger, evenings.to_reopen(ledger, which), self.command("reopen"))

    def put_right(self, what: str, said: str | Sequence[str] = "", which: Which = None) -> Change:
        """Correct how an evening was started: rename, date, place, seats or dealer, as the commands do.

        `void` strikes it out, and `restore` brings it back; these need no value. Raises NotFound, IllegalHand, and
        Refused if nothing would change, or it is impossible.

        >>> _ = ledger.put_right("date", "2026-11-20")
        >>> ledger.evening().date
        '2026-11-20'
        """
        with self.writing() as ledger:
            evening = evenings.meant(ledger) if which is None else evenings.find_any(ledger, which)
            if evening.kind == evenings.VOID and what != "restore":
                evenings.find(ledger, evening)  # says how it is brought back
            if evening.kind not in (evenings.ORDINARY, evenings.VOID) and what not in typed.OF_ANY_EVENING:
                raise Refused(_(rooms.own_evening(evening.kind).put_right, **evening.said))
            fact = typed.put_right(history.of_evening(ledger, evening).session, what, said)
            words = [] if "void" in fact else [",".join(one) if isinstance(one, list) else one for one in fact.values()]
            return correct.put_right(ledger, evening, fact, self.command(f"session {what}", [evening.id, *words]))

    def rename_person(self, old: str, new: str) -> Renamed:
        """Rename somebody in every evening; raise NotFound, IllegalHand, and Refused if another person has that name.

        >>> ledger.rename_person("Anna", "Annamirl").new
        'Annamirl'
        """
        return self._rename("rename", people_of.rename, old, one_name(new))

    def merge_people(self, old: str, into: str) -> Renamed:
        """Merge two names of one person into the second; raise NotFound, and Refused if both sat at one table.

        >>> _ = ledger.start_evening("Kranzl", ["Anna", "Bene", "Christl", "Toni"])
        >>> ledger.merge_people("Toni", "Dani").new
        'Dani'
        """
        return self._rename("merge", people_of.merge, old, into)

    def part_person(self, name: str, new: str, which: Sequence[Which]) -> Renamed:
        """Give these evenings of a player to a namesake, who is called `new`; the others stay that player's.

        If `new` exists, they get them. Raises NotFound, IllegalHand, Refused with everything that is impossible.

        >>> begun = ledger.start_evening("Kranzl", ["Anna", "Bene", "Christl", "Dani"])
        >>> ledger.part_person("Dani", "Daniel", [begun]).new
        'Daniel'
        """
        words = ["--session", ",".join(str(one.id if isinstance(one, evenings.Evening) else one) for one in which)]
        return self._rename("part", partial(people_of.part, meant=which), name, one_name(new), *words)

    def _rename(self, word: str, rename: Callable[..., Renamed], old: str, new: str, *words: str) -> Renamed:
        with self.writing() as ledger:
            return rename(ledger, old, new, command=self.command(f"player {word}", [old, new, *words]))

    # -- corrected ------------------------------------------------------------------------------------

    def fix(
        self, number: int | None, said: SaidHand, which: Which = None, *, noted: str = "", keep_seats: bool = False
    ) -> Change:
        """Correct the hand with this number (default: the last); the old version stays visible.

        A line is the whole hand, or only what was wrong: `n`, `-`, `l3`, `kontra:none`. Later hands are scored again.
        The log shows the hand as `noted`, by default as it would be typed. With `keep_seats` later hands keep their
        recorded dealers and players. Raises HandError, NotFound, Refused.

        >>> [one.now["Bene"] for one in ledger.fix(2, "w b-l3").revalued]
        [-150]
        """
        return self._put(correct.fix, number, said, which, noted=noted, keep_seats=keep_seats)

    def hand_line(self, number: int | None = None, which: Which = None) -> tuple[int, str]:
        """Return the number of a hand (default: the last) and its line as printed; raise NotFound.

        >>> ledger.hand_line(2)
        (2, 'w b-l2')
        """
        with self.reading() as ledger:
            evening = evenings.find_played(ledger, which)
            number = evening.hand_number(number)
            if 0 < evening.hands < number <= AUGEN and not is_few(number):
                last = _t("there is no hand {number}; {number} may be the Augen of the last hand", number=number)
                raise NotFound(*evenings.no_hand(evening, number).problems, last)
            hand, scene, _counts = correct.place(ledger, evening, number)
            return number, write_hand(hand, *scene)

    def insert(
        self, number: int, said: SaidHand, which: Which = None, *, noted: str = "", keep_seats: bool = False
    ) -> Change:
        """Insert a forgotten hand with this number; later hands move up by one.

        Raises HandError, NotFound, Refused.

        >>> ledger.insert(1, "x").evening.hands
        3
        """
        return self._put(correct.insert, number, said, which, noted=noted, keep_seats=keep_seats)

    def _put(
        self,
        put: Callable[..., Change],
        number: int | None,
        said: SaidHand,
        which: Which,
        *,
        noted: str,
        keep_seats: bool,
    ) -> Change:
        """Put a hand at a place of an evening, as it is said at the table that was there, or of the hand there."""
        typed = said
        with self.writing() as ledger:
            evening = evenings.find_played(ledger, which)
            number = evening.hand_number(number)
            if put is correct.fix:
                was, scene, counts = correct.place(ledger, evening, number)
                said = _corrected(said, number, was, scene, counts=counts) if isinstance(said, str) else said
            else:
                scene = correct.scene(ledger, evening, number)
            hand = hands.said_at(hands.said_of(said, scene), scene)
            if is_event(hand) or isinstance(hand, Voided):
                raise TypeError(f"{put.__name__}() takes a hand, not {type(hand).__name__}")
            hand = hands.settled(hand, scene, typed)
            words = noted or " ".join(hands.as_typed(hand, scene)[1])
            command = self._correcting(put, number, words, keep_seats=keep_seats)
            return put(ledger, evening, number, hand, command, keep_seats=keep_seats)

    def void(self, number: int, which: Which = None, *, keep_seats: bool = False) -> Change:
        """Count a hand as never dealt; it keeps its number.

        Raises HandError, NotFound, Refused.

        >>> [one.number for one in ledger.void(2).revalued]
        []
        """
        return self._corrected(correct.void, number, which=which, keep_seats=keep_seats)

    def move(self, number: int, to: int, which: Which = None, *, keep_seats: bool = False) -> Change:
        """Give a hand another number, because it was played earlier or later.

        Raises HandError, NotFound, Refused.

        >>> _ = ledger.move(2, 1)
        >>> ledger.hand_line(1)
        (1, 'w b-l2')
        """
        return self._corrected(correct.move, number, to, which=which, keep_seats=keep_seats)

    def _corrected(self, change: Callable[..., Change], *numbers: int, which: Which, keep_seats: bool) -> Change:
        with self.writing() as ledger:
            evening = evenings.find_played(ledger, which)
            command = self._correcting(change, *numbers, keep_seats=keep_seats)
            return change(ledger, evening, *numbers, command, keep_seats=keep_seats)

    def _correcting(self, change: Callable[..., Change], *words: object, keep_seats: bool) -> Command:
        """Return the command that is noted of a correction, which is called as its function."""
        return self.command(change.__name__, [*(["--keep-seats"] if keep_seats else []), *words])

    def undo(self, steps: int = 1, which: Which = None) -> list[Undone]:
        """Take back the newest commands of any kind, of this evening or of all.

        Raises NotFound, and Refused if there are not so many.

        >>> [undone.words for undone in ledger.undo()]
        ['add w b-l2']
        """
        return self._step_by_step("undo", undo.undo, steps, which)

    def redo(self, steps: int = 1, which: Which = None) -> list[Undone]:
        """Bring back what was taken back last; raise NotFound, and Refused if there was a new command since.

        >>> _ = ledger.undo()
        >>> [undone.words for undone in ledger.redo()]
        ['add w b-l2']
        """
        return self._step_by_step("redo", undo.redo, steps, which)

    def _step_by_step(self, name: str, take: Callable[..., Undone], steps: int, which: Which) -> list[Undone]:
        """Take so many commands back, or bring them back, one each time: all of them or none."""
        if steps < 1:
            raise Refused(_("{said!r} is not a whole number from 1 on", said=steps))
        done: list[Undone] = []
        with self.writing() as ledger:
            evening = evenings.find_any(ledger, which) if which is not None else None
            try:
                while len(done) < steps:
                    done.append(take(ledger, evening, self.command(name)))
            except undo.NothingLeft:
                if not done:
                    raise
                so_many = _n(
                    "there is only {n} command: nothing was changed",
                    "there are only {n} commands: nothing was changed",
                    len(done),
                )
                raise Refused(so_many) from None
        return done


def _corrected(line: str, number: int, was: Hand, scene: Scene, *, counts: bool) -> Hand:
    """Return what a hand really was; a void one counts again only where all of it is said."""
    corrected = read_correction(line, was, *scene)
    if not counts:
        try:
            read_hand(line, *scene)
        except HandError:
            raise Refused(_("hand {number} is void: type the whole hand, and it counts again", number=number)) from None
    return corrected


def _require_enough(session: Session) -> None:
    """Refuse a table to which this tariff never deals."""
    fewest = min(session.tariff.people)
    if 1 < len(session.players) < fewest:
        said = {"tariff": session.tariff.name, "fewest": fewest, "here": len(session.players)}
        raise Refused(_t("{tariff} needs at least {fewest} players, but there are only {here}", **said))


def _as_known_here(ledger: sqlite3.Connection, session: Session, *, last_tariff: bool) -> Session:
    """Return the evening with names as the ledger spells them, and with the last evening's tariff if wanted."""
    players = record.known_spelling(ledger, session.players)
    dealer = session.dealer and players[session.players.index(session.dealer)]
    last = evenings.newest(ledger, evenings.ORDINARY) if last_tariff else None
    return session._replace(players=tuple(players), dealer=dealer, tariff=last.tariff if last else session.tariff)
