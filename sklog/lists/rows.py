"""The rows of a list -> what each of them moved, on which day: totals checked, running totals taken apart, zero in sum.

    Rows  Layout, and what the sheets before it came to -> what each row moved

Whether a row says what it moved or where everybody stood is decided by its numbers: a total at the end, the shape that
amounts of one hand have (all the same, or one against all), how far rows lie apart. Where both fit, that is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import groupby, pairwise, takewhile, zip_longest
from math import log
from typing import TYPE_CHECKING, NamedTuple

from sklog.errors import Problem
from sklog.files.incoming import BY_EVENING, DAY_FIRST, DIFFERENCES, EACH, LOSSES, RUNNING, WINNER
from sklog.language import N_, _, _t
from sklog.lists import headings
from sklog.lists.cells import CENTS, EMPTY, POINTS, amount_of, cents_of, likely, meant, nothing_in
from sklog.lists.headings import Role, bare, kind_of, word_key
from sklog.lists.layout import KNOWN, NOBODY, Findings, counts_foreign, currency_of, label_of, unit_of_row
from sklog.lists.shapes import adds_up, names_game
from sklog.scoring.amounts import money
from sklog.scoring.names import name_key, shown
from sklog.scoring.payout import LARGEST, STOCK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal

    from sklog.lists.cells import Amount, DayRead, GridRow
    from sklog.lists.layout import Column, Layout

BREAK, LATE = timedelta(hours=6), 8
"""How long an evening may pause over midnight, and the hour at which another day has begun."""
MIDNIGHT, MORNING, NOON = "00:00", "05:00", "12:00"  # exactly midnight is a program's word for no time
CLOCK = re.compile("([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
SURE = 4.0
"""How much likelier rows must be amounts than running totals (as a logarithm: 50 times) where nothing else says it."""
MOST_PROBLEMS = 1_000
SUM_OF_ALL = N_(
    "this row is the sum of those above: if it is a total, write Summe in it; if not, write its day and a note"
)
NO_SMALLER_DEBTS = N_(
    "this payment would not make debts smaller: the payer's amount must be above 0, the payee's below 0"
)
MAY_BE_PAID = N_(
    "this may be a payment, or an evening with a note of one: if it is a payment, begin its note with Zahlung; if not, "
    "delete the word"
)
ALL_AT_0 = N_("after this row everybody is at 0: if it is a payment, begin its note with Zahlung, else with Abend")
MOST_ODD = N_(
    "the amounts add up to {total}, and most rows do not add up to 0¦: if everybody settles the difference with "
    "everybody, use --points differences; else somebody is missing"
)
ALL_ABOVE = N_(
    "the amounts add up to {total}, and none is below 0¦: if everybody settles the difference with everybody, use "
    "--points differences (more is better) or --points losses (less is better); else somebody is missing"
)
ONE_ABOVE = N_(
    "the amounts add up to {total}, none is below 0, and in every row one person has none¦: if that one won it, use "
    "--points winner; if everybody settles the difference with everybody, use --points differences (more is better) or "
    "--points losses (less is better)"
)
ALL_LOST = N_(
    "the amounts add up to {total}: the list has the losses, but not who won them¦. If everybody settles the "
    "difference with everybody, use --points differences; if the one without a loss won it all, --points winner; else "
    "add what the winners got"
)
ONE_WON = N_(
    "in every row one person has nothing, and the others lost {total}: if that one won it¦, use --points winner. If it "
    'went into the Stock, use --as "{stock}=Stock"'
)
CARRIED_OVER = N_(
    '"{label}" carries over an amount from elsewhere: give it a day, or delete it¦; to leave it out, use '
    '--as "{first}=-"'
)
BEGINS = N_("running totals may begin at 0 here, or go on from the sheet before: put a row Übertrag above")
TWICE = N_("the days from row {row} on are here again with other amounts: delete the rows that do not count")
MOST_AT_A_TABLE = 4  # of more people one may be missing, and an empty cell says that
FEW_ROWS, SOME_ROWS = 2, 5  # by chance the last one is the sum of the others: often, and hardly ever
SAID_SO = {
    EACH: N_("Each row is the change: {why}."),
    RUNNING: N_("Each row is a running total: {why}."),
    BY_EVENING: N_("Each row is a running total, and every evening begins at 0: {why}."),
}
Amounts = dict[str, int]
Sums = Counter[str]
"""Amounts of several rows; whoever has none has 0."""


class ListedRow(NamedTuple):
    """A row: `amounts` in cents or points, of those who have a number in it, and of the Stock.

    First they are those that stand there, in the end what the row moved. `words` are its texts, by what their column
    is; `label` is what a total calls itself, `dated` says that its own day is there,
    `paid` that it calls itself a payment.
    """

    number: int
    day: str
    amounts: Amounts
    words: Mapping[str, str]
    label: str = ""
    dated: bool = True
    broken: bool = False
    paid: bool = False

    @property
    def moved(self) -> Amounts:
        """The amounts other than 0."""
        return {name: amount for name, amount in self.amounts.items() if amount}


class Rows(Findings):
    """The `rows` of a list, in the `unit` of a ledger; `before` is what the lists above it came to.

    `left_out` are those that move nothing and why; `standing` is what it all came to, `ended` the same with what it
    carries over. A carry-over is proved where it is `before`, or what the table `above` came to. `carried` is what
    those call themselves that carry something over, `totals` what those say that are wrong unless other lists are in
    them. `reading` is how rows are meant, here or else in the table above.
    """

    carries: tuple[Sums, ...]
    standing: Sums
    ended: Sums

    def __init__(self, layout: Layout, before: Sums, above: Rows | None = None) -> None:
        super().__init__(layout.grid.where, layout.header.number, layout.found.asked)
        self.layout, self.carries, self.reading = layout, (before,), ""
        if above:
            self.carries, self.reading = (before, above.standing, above.ended), above.reading
        self.accounts = layout.accounts
        self.texts = layout.all(*_SAID, Role.FLAG)
        winners = [one for one in layout.columns if word_key(one.heading) in headings.WINNERS]
        self.winners = winners if len(winners) == 1 and winners[0] not in self.accounts else []
        # how a debt was paid, in cash or by a payment
        how = [one.place for one in layout.columns if word_key(one.heading) in headings.HOW_WORDS]
        self.how = [at for at in how if 2 * sum(bool(row.at(at).text) for row in layout.rows) > len(layout.rows)]
        self.pays = headings.titles_payments(layout.titles) and any(before.values())
        self.kinds = {*_places_of_kinds(layout.rows)}
        firsts = {word_key(one.name.split()[0]): one.name for one in self.accounts}
        self.names = firsts | {word_key(one.name): one.name for one in self.accounts}
        self.by_number = {row.number: row for row in layout.rows}
        self.before = before
        self.unit = POINTS if POINTS in (layout.unit, *(column.unit for column in self.accounts)) else CENTS
        self.left_out: list[Problem] = []
        self.totals: dict[Problem, Amounts] = {}
        raws = self._all()
        labels = [raw.label for raw in raws if _carries(raw)]
        self.carried = *labels, *map(_first_word, labels)
        self.owed = Sums(before)
        self.owed.update(_sums(raw for raw in _opening(raws) if not self._is_known(raw)))
        self.some_read = any(not (raw.label or raw.broken) for raw in raws)  # which an answer may make evenings
        self.rows = self._kept(raws)
        self.standing = _sums(self.rows)
        self.ended = _sums((*_opening(raws), *self.rows))
        self._leave_out_standstills()
        self.wrong.sort(key=lambda problem: problem.line)

    def _all(self) -> list[ListedRow]:
        """Return the rows as they stand there, the oldest first."""
        others = [one for one in self.layout.columns if one not in self.accounts and one.role != Role.NOTE]
        said = {row.number: {at.place for at in others if row.at(at.place) != EMPTY} for row in self.layout.rows}
        raws = self._without_running_sums(list(self._raws()))
        return _oldest_first(_with_totals(raws, said, own_days=self.layout.one(Role.DAY) is not None))

    def _without_running_sums(self, raws: list[ListedRow]) -> list[ListedRow]:
        """Return rows without the half that adds up the other one from row to row, below it or between.

        The same days again with any other amounts are wrong: they would count twice.
        """
        hands = [raw for raw in raws if not kind_of(raw.label)]
        nothing = [raw for raw in hands if not raw.moved][: len(hands) % 2]
        hands = [raw for raw in hands if raw not in nothing]
        many, names = len(hands) // 2, {name for raw in hands for name in raw.amounts}
        for firsts, sums in ((hands[:many], hands[many:]), (hands[::2], hands[1::2])):
            days, again = ([raw.day for raw in half if raw.dated] for half in (firsts, sums))
            twice = days == again and len({*days}) == len(firsts) > 1
            own = len({*days}) == len(firsts) > 1  # of one evening, some may be the sum of others by chance
            both = [[[raw.amounts.get(name) for raw in half] for half in (sums, firsts)] for name in names]
            differ = own and len(sums) == len(firsts) >= 3 - twice and any(has != of for has, of in both)
            if differ and all(adds_up(has, of) for has, of in both):
                self.layout.found.adds_up = _("row {row} adds them up", row=sums[-1].number)
                for raw in (*nothing, *sums):
                    self._leave(raw.number, _('"{label}" is a total, and it is right', label=raw.label or raw.day))
            elif twice and firsts == hands[:many] and {*firsts[0].amounts} & {*sums[0].amounts}:
                self.say(_(TWICE, row=firsts[0].number), sums[0].number)
            else:
                continue
            return [raw for raw in raws if raw not in (*nothing, *sums)]
        return raws

    def _kept(self, raws: Sequence[ListedRow]) -> list[ListedRow]:
        """Return what those moved of which nothing is wrong."""
        hands = [raw for raw in raws if not raw.label]
        reading = self._reading(raws, hands) or EACH
        moved = self._with_payments(list(self._moved(raws, reading)))
        kept = self._settled(moved, reading) if self.asked.points else self._zero_in_sum(moved)
        self._check_totals(raws, moved)
        self._check_columns(moved)
        for number in self._unnamed_totals(hands) if reading == EACH else ():
            self.say(_(SUM_OF_ALL), number)
        self._check_payments(kept)
        named = {problem.line for problem in self.wrong}
        return [row for row in kept if row.number not in named]

    def summing_up(self, before: Sums) -> set[Problem]:
        """Return what was said to be wrong of totals that are right of all lists together."""
        return {problem for problem, said in self.totals.items() if _agrees(said, before)}

    def _with_payments(self, moved: Sequence[ListedRow]) -> list[ListedRow]:
        """Return rows; one after which all are at 0 is a payment if a word in it says so: "bar ausgezahlt".

        Where all come only nearer to 0, such a word may be a note of somebody's payment; and an evening that brings
        three people or more to 0 at once is hardly one.
        """
        found = dict[int, ListedRow]()
        spoken = self._which_speak_of_payment(moved)
        evenings = len({row.day for row in moved}) == len(moved) and self.unit == CENTS
        for row, owed, stood in self._standings(moved):
            nearer = len(row.moved) > 1 and all(abs(stood[name]) < abs(owed[name]) for name in row.moved)
            free = nearer and not (row.paid or STOCK in row.moved)
            said = free and row.number in spoken
            if said and any(stood.values()):
                self.say(_(MAY_BE_PAID), row.number)
            even = free and evenings and len(row.moved) > 2 and len(found) > 2 and not any(stood.values())
            called = {word_key(_first_word(text)) for text in row.words.values()}
            if even and not said and not called & headings.EVENINGS.keys():
                self.say(_(ALL_AT_0), row.number)
            found[row.number] = row._replace(paid=row.paid or bool(said))
        return [found[row.number] for row in moved]

    def _which_speak_of_payment(self, moved: Sequence[ListedRow]) -> set[int]:
        """Return the numbers of the rows with a word of payments; none where most, or the first one, have it."""
        told = [row for row in moved if row.words]
        spoken = {row.number for row in told if any(map(headings.speaks_of_payment, row.words.values()))}
        usual = 2 * len(spoken) > len(told) > 1 or any(row.number in spoken for row in moved[:1])
        return set() if usual and not any(self.owed.values()) else spoken

    def _leave_out_standstills(self) -> None:
        """Name the days on which nobody's total changed: nothing says who was there, if anybody was."""
        changed = {row.day for row in self.rows if row.amounts}
        for row in self.rows:
            if row.day not in changed:
                self._leave(row.number, _("nobody's total changed on this day"))
        self.left_out.sort(key=lambda problem: problem.line)

    def _leave(self, number: int, message: str) -> None:
        self.left_out.append(Problem(message, self.where, number))

    def _money(self, amount: int) -> str:
        return money(amount, self.unit, signed=True)

    # -- as they stand there

    def _raws(self) -> Iterator[ListedRow]:
        column, day, first = self.layout.one(Role.DAY), self.layout.day, True
        for row, found in zip(self.layout.rows, self._days(), strict=True):
            if len(self.wrong) >= MOST_PROBLEMS:
                self.say(_("too many mistakes above: the rest is not read"), row.number)
                return
            dated, wrong, its, label = column is None, "", day, label_of(self.layout, row)
            cell = row.at(column.place) if column else EMPTY
            if found and not found.wrong:
                its, dated = found.day_first, True
            elif not nothing_in(cell) and not headings.is_payment(cell.text, self.names):
                wrong = found.wrong if found else cell.fault
                label = label or ("" if wrong else cell.text)  # it may be a total, which its amounts say
            raw = self._raw(row, its, label, dated=dated, wrong=wrong)
            if raw and column and dated and first and _carries(raw) and not self._is_known(raw):
                raw = raw._replace(label="")  # it is a posting
            if not label and dated:
                day = its
            if raw:
                first = first and bool(raw.label)
                yield raw

    def _is_known(self, raw: ListedRow) -> bool:
        """Whether a row says what the lists above it came to, or the one before it."""
        return any(_agrees(raw.amounts, sums) for sums in self.carries)

    def _day(self, row: GridRow) -> DayRead | None:
        """Return the day of a row, in the order that was decided, and the time of its own column."""
        found = self.layout.day_in(row, self.asked.today)
        if found and self.layout.order not in ("", DAY_FIRST):
            found = found._replace(day_first=found.month_first)
        clock = CLOCK.match(self.layout.text(Role.CLOCK, row))
        return found._replace(clock=f"{clock[1]:0>2}:{clock[2]}") if found and clock else found

    def _days(self) -> list[DayRead | None]:
        """Return the day of each row; of a moment soon behind midnight, that of the evening which lasted until then."""
        read = [self._day(row) for row in self.layout.rows]
        moments = {(one.day_first, one.clock) for one in read if one and one.clock and one.day_first}
        evenings: dict[tuple[str, str], str] = {}
        at_night = any(clock >= NOON for _day, clock in moments)
        for earlier, later in pairwise([("1900-01-01", NOON), *sorted(moments)]):
            begun, until = (datetime.fromisoformat(f"{day} {clock}") for day, clock in (earlier, later))
            if until - begun <= BREAK and until.hour < LATE:
                evenings[later] = evenings.get(earlier, earlier[0])
            elif at_night and MIDNIGHT < later[1] < MORNING:  # a chat says only when it was over
                evenings[later] = (until - timedelta(days=1)).date().isoformat()
        if any(day != own for (own, _clock), day in evenings.items()):
            self.reasons.append(_("Hands played shortly after midnight belong to the evening before."))
        return [one and one._replace(day_first=evenings.get((one.day_first, one.clock), one.day_first)) for one in read]

    def _raw(self, row: GridRow, day: str, label: str, *, dated: bool, wrong: str) -> ListedRow | None:
        """Return a row; None where it has no amounts, or is none of the list."""
        # a total that no program has computed is no amount
        here = {one: row.at(one.place) for one in self.accounts}
        kind = kind_of(label)
        filled = [one for one in here if not (nothing_in(here[one]) or (here[one].fault and kind == headings.TOTAL))]
        in_words = len(filled) < 2 and not any(here[one].fault or re.search("[0-9]", here[one].text) for one in filled)
        if kind == headings.STATISTIC or in_words:
            if kind == headings.STATISTIC:
                self._leave(row.number, _('"{label}" is not an evening', label=shown(label)))
            elif any(cell.text for cell in row.cells[1:]):
                self._leave(row.number, _("it has no amounts"))
            return None
        unit = unit_of_row(self.layout, row)
        unit = "" if unit == POINTS and self.layout.worth != 1 else unit  # plain numbers are points, then
        if unit and (unit == POINTS) != (self.unit == POINTS):
            self._leave(row.number, _('"{label}" is in another unit and is not compared', label=shown(label)))
            return None
        before = len(self.wrong)
        if foreign := currency_of(self.layout, row):
            self.say(_('"{text}": {why}', text=shown(foreign), why=counts_foreign(foreign)), row.number)
        read = {one.name: self._value(row, one._replace(unit=unit) if unit else one) for one in filled}
        self._take_absences(row, filled, read)
        if not label and (wrong or not day):
            self.say(wrong or _("there is no day here, and none above it"), row.number)
        elif not label and not "1900" <= day <= self.asked.today.isoformat():
            self.say(_("nobody can have played on {day}", day=day), row.number)
        values, words = {name: value for name, value in read.items() if value is not None}, self._words(row)
        told = {at: cell.text for at, cell in enumerate(row.cells) if at not in self.how}
        says_so = (headings.is_payment(text, self.names, of_kinds=at in self.kinds) for at, text in told.items())
        paid = not values.get(STOCK) and (self.pays or any(says_so))
        return ListedRow(row.number, day, values, words, label, dated, len(self.wrong) > before, paid)

    def _take_absences(self, row: GridRow, filled: Sequence[Column], read: Mapping[str, int | None]) -> None:
        """Take words for no amounts in a row that is zero in sum without them: whoever has one was not there."""
        words = [row.at(one.place) for one in filled if read[one.name] is None]
        values = [value or 0 for value in read.values()]
        if not any(values) or sum(values) != 0 or any(cell.fault or re.search("[0-9]", cell.text) for cell in words):
            return
        del self.wrong[len(self.wrong) - len(words) :]
        for cell in words:
            said = _('"{word}" instead of an amount says that somebody was not there.', word=shown(cell.text))
            self.reasons += [said][: said not in self.reasons]

    def _words(self, row: GridRow) -> dict[str, str]:
        """Return the texts of a row, by what their column is."""
        words: dict[str, str] = {}
        for one in self.texts:
            cell = row.at(one.place)
            if cell.fault and not (cell.truth and one.role == Role.FLAG):
                self.say(f"{one.heading}: {cell.fault}", row.number)
            elif text := cell.text:
                key = one.name or one.role
                words[key] = f"{words[key]}, {text}" if key in words else text
        return words

    def _value(self, row: GridRow, column: Column) -> int | None:
        """Return the amount of a cell; None where it is none, which is said."""
        cell = row.at(column.place)
        amount, text = amount_of(cell), shown(cell.text)
        unit = (amount and amount.unit) or column.unit or self.layout.unit
        if amount is None:
            wrong = cell.fault or _('"{text}" is not an amount', text=text)
        elif unit not in KNOWN:
            wrong = _('"{text}": {why}', text=text, why=counts_foreign(unit))
        elif (unit == POINTS) != (self.unit == POINTS):
            wrong = _('"{text}" does not count the same thing as the others', text=text)
        elif (found := self._cents(likely(amount, self.layout.mark), amount, column)) is None:
            whole = _('"{text}" is not a whole number of cents', text=text)
            wrong = _('"{text}" is not a whole number of points', text=text) if unit == POINTS else whole
        elif abs(found) <= LARGEST:
            return found
        else:
            wrong = _("no table ever moved so much")
        self.say(f"{column.heading}: {wrong}", row.number)
        return None

    # -- amounts, or running totals

    def _reading(self, raws: Sequence[ListedRow], hands: Sequence[ListedRow]) -> str:
        """Return how rows are meant; where both are possible, that is asked."""
        if self.asked.rows:
            return self._because(self.asked.rows, _("as you said"))
        if self.layout.found.adds_up:
            return self._because(EACH, self.layout.found.adds_up)
        whole = [raw for raw in hands if not raw.broken]
        sound = [raw for raw in whole if not sum(raw.amounts.values())]
        if self.asked.points or 2 * len(sound) < len(whole):  # points that are settled by their differences
            sound = whole
        sound = [*_opening(raws), *sound]
        if sum(bool(raw.moved) for raw in sound) < 2:  # one row alone is the same in both
            return self.reading
        steps = list(_steps(sound))
        signs = {amount > 0 for raw in sound for amount in raw.moved.values()}
        changes = {change > 0 for _row, step in steps for change in step.values() if change}
        if len(signs) == 1 and changes - signs:
            return self._because(EACH, _("as running totals they would go back"))
        apart = any(sum(step.values()) for _row, step in _by_evenings(sound))
        if apart and not any(sum(raw.amounts.values()) for raw in sound):
            return self._because(EACH, _("as running totals they would not add up to 0"))
        words = self._by_words(likely_running=_likelihood(steps) >= 0)  # they alone are not enough
        evidence = words | self._by_totals(raws, sound) | _by_shape(sound)
        if not evidence and self.reading:
            return self._because(self.reading, _("as in the table before"))
        if len(evidence) == 1 and self.reading in ("", *evidence, *[BY_EVENING][: RUNNING in evidence]):
            ((reading, why),) = evidence.items()
            return self._over_evenings(sound, why) if reading == RUNNING else self._because(reading, why)
        day = self.layout.one(Role.DAY)
        stood = day is not None and word_key(day.heading) in headings.STANDING_WORDS
        if not (evidence or stood) and _likelihood(steps) <= -SURE:
            return self._because(EACH, _("as running totals they would jump"))
        why_not = " ({reasons})".format(reasons="; ".join(evidence.values())) if evidence else ""
        said = _t("the rows may be single amounts or running totals¦: use --rows each or --rows running")
        return self.ask(said + why_not, "rows", EACH, RUNNING, row=sound[1].number)

    def _because(self, reading: str, why: str) -> str:
        self.reading = reading
        self.reasons.append(_(SAID_SO[reading], why=why))
        return reading

    def _by_words(self, *, likely_running: bool) -> dict[str, str]:
        """Return what titles and headings say: they speak of running totals, of amounts, or say nothing."""
        for title in (*self.layout.titles, *(one.heading for one in self.layout.all(Role.PERSON))):
            said = {word_key(word.strip("()[]")) for word in title.replace("-", " ").split()}
            own = {*map(word_key, bare(title).split()), word_key(title)} & headings.OWN_WORDS.keys()
            if said & headings.STANDING_WORDS.keys() if likely_running else own:
                reading = RUNNING if likely_running else EACH
                return {reading: _('it is called "{title}"', title=shown(title))}
        return {}

    def _by_totals(self, raws: Sequence[ListedRow], sound: Sequence[ListedRow]) -> dict[str, str]:
        """Return what totals say that are the sum of all rows, or of those since another, or their last."""
        told: dict[str, str] = {}
        for raw, sums in _labelled(raws, sound, self.before):
            said = {"label": shown(raw.label), "row": raw.number}
            added = _agrees(raw.amounts, sums.whole) or _agrees(raw.amounts, sums.since)
            if kind_of(raw.label) == headings.TOTAL and added != _agrees(raw.amounts, sums.last):
                summed = {EACH: _('"{label}" in row {row} is their sum', **said)}
                told |= summed if added else {RUNNING: _('"{label}" in row {row} is the latest of them', **said)}
        return told

    def _over_evenings(self, sound: Sequence[ListedRow], why: str) -> str:
        """Return whether running totals go on from evening to evening, or begin anew; where it is not clear, ask."""
        both = zip(sound, sound[1:], _steps(sound), strict=False)
        firsts = [(raw, *step) for before, raw, step in both if raw.day != before.day]
        if len(firsts) in (0, len(sound) - 1):
            return self._because(RUNNING, why)
        anew = all(_of_one_hand(row.values()) for _raw, row, _step in firsts)
        goes_on = all(_of_one_hand(step.values()) for _raw, _row, step in firsts)
        if anew == goes_on:
            said = _t(
                "running totals may go on from evening to evening, or begin at 0 in each¦: use --rows "
                "running or --rows evening"
            )
            return self.ask(said, "rows", RUNNING, BY_EVENING, row=firsts[0][0].number)
        return self._because(BY_EVENING if anew else RUNNING, why)

    # -- what each moved

    def _moved(self, raws: Sequence[ListedRow], reading: str) -> Iterator[ListedRow]:
        """Yield what each row moved. Behind one that is broken, running totals do not say it."""
        levels: Amounts = {}
        day, first, broken, told = "", True, False, False
        for raw in raws:
            if raw.label:
                broken = broken or not (kind_of(raw.label) or _agrees(raw.amounts, levels))
                told = _carries(raw) and reading == RUNNING
                if told and (first or not raw.moved):
                    levels = dict(raw.amounts)
                continue
            values = dict(raw.amounts)
            if reading != EACH:
                if reading == RUNNING and (said := _goes_on_wrong(raw, day, levels, told=told)):
                    self.say(said, raw.number)
                if reading == BY_EVENING and raw.day != day:
                    levels, broken = {}, False
                elif first and not levels and reading == RUNNING:
                    levels = self._base(raw)
                anew = self.asked.points or (reading == BY_EVENING and not levels)  # whoever has a number was there
                values = {name: apart for name, apart in _apart(raw.amounts, levels).items() if apart or anew}
                levels |= raw.amounts
                if broken and not raw.broken:
                    self.say(_("the change is not known: the row before it cannot be read"), raw.number)
            day, first, told = raw.day, False, False
            if not raw.broken and not (broken and reading != EACH):
                yield raw._replace(amounts=values)
            broken = raw.broken

    def _base(self, raw: ListedRow) -> Amounts:
        """Return where everybody stood above the first row of running totals: at 0, or where other sheets ended."""
        if not any(self.before.values()):
            return {}
        goes_on = _of_one_hand(_apart(raw.amounts, self.before).values())
        if _of_one_hand(raw.amounts.values()) == goes_on:
            self.say(_(BEGINS), raw.number)
        return dict(self.before) if goes_on else {}

    # -- what is said of them besides

    def _check_totals(self, raws: Sequence[ListedRow], moved: Sequence[ListedRow]) -> None:
        """Compare every total with the rows; one that agrees is left out, any other is wrong."""
        whole, first_wrong = _sums(moved), min((problem.line for problem in self.wrong), default=None)
        for raw, sums in _labelled(raws, moved, self.before):
            name, kind = shown(raw.label), kind_of(raw.label)
            right = any(_agrees(raw.amounts, found) for found in (*sums.parts, sums.unpaid, whole))
            if sums.begins_with(raw):
                if self._is_known(raw) or not raw.moved:
                    self._leave(raw.number, _('"{label}" is the total of the lists above', label=name))
                elif NOBODY in (self.people.get(name_key(one)) for one in (raw.label, _first_word(raw.label))):
                    self._leave(raw.number, _("left out, as you said"))
                else:
                    first = _first_word(raw.label)
                    self.ask(_t(CARRIED_OVER, label=name, first=first), "as", f"{first}={NOBODY}", row=raw.number)
            elif right and (kind or sums.many >= FEW_ROWS):
                self._leave(raw.number, _('"{label}" is a total, and it is right', label=name))
            elif not kind:
                self.say(_('"{said}" is not a day', said=name), raw.number)
            elif first_wrong is not None and first_wrong < raw.number:
                self._leave(raw.number, _('"{label}" is a total of rows that are wrong', label=name))
            else:
                both = ((who, self._money(has), self._money(sums.whole[who])) for who, has in raw.amounts.items())
                said = N_("{name} has {total}, the rows make {sum}")
                told = [_(said, name=who, total=has, sum=due) for who, has, due in both if has != due]
                wrong = _('"{label}" is not the total of the rows above: {told}', label=name, told="; ".join(told[:3]))
                self.say(wrong, raw.number)
                self.totals[self.wrong[-1]] = raw.amounts

    def _check_columns(self, moved: Sequence[ListedRow]) -> None:
        """Compare columns of totals, and of somebody's running total, with the others."""
        found = {column: list[tuple[int, int, list[int]]]() for column in self.layout.all(Role.TOTAL, Role.STANDING)}
        sums = _Totals(self.before)
        carried = [row for row in self.layout.rows if kind_of(label_of(self.layout, row)) == headings.CARRIED]
        began = {column: next((self._number_in(row, column) or 0 for row in carried), 0) for column in found}
        for one in moved if found else ():
            sums.take(one)
            has, stood = one.amounts.values(), (sums.whole, sums.evening, sums.all_lists)
            won = [sum(has), sum(amount for amount in has if amount > 0), sum(map(abs, has))]
            for column, said in found.items():
                if (value := self._number_in(self.by_number[one.number], column)) is not None:
                    goes_on = began[column] + sums.whole[column.name]
                    ways = won if column.role == Role.TOTAL else [*(part[column.name] for part in stood), goes_on]
                    said.append((one.number, value, ways))
        for column, said in found.items():
            if said and not any(all(value == ways[at] for _row, value, ways in said) for at in range(len(said[0][2]))):
                row, value, (due, *_others) = next(one for one in said if one[1] != one[2][0])
                told = {"column": column.called, "heading": column.heading}
                told |= {"value": self._money(value), "due": self._money(due)}
                wrong = N_('{column} is {value}, the others make {due}¦; to leave it out, use --as "{heading}=-"')
                self.say(_t(wrong, **told), row)

    def _number_in(self, row: GridRow, column: Column) -> int | None:
        """Return what a cell of a total has, in cents or points; None where it is no amount."""
        amount = amount_of(row.at(column.place))
        number = amount and meant(amount, self.layout.mark)
        return self._cents(number, amount, column) if amount and number is not None else None

    def _cents(self, number: Decimal, amount: Amount, column: Column) -> int | None:
        """Return whole cents or points; where a number has no unit of its own, each counts what a point is worth."""
        unit = amount.unit or column.unit
        return cents_of(number, unit) if unit else cents_of(number * self.layout.worth, self.layout.unit)

    def _check_payments(self, kept: Sequence[ListedRow]) -> None:
        """Name payments that take people further from 0: what is above 0 there may be what somebody was given."""
        for row, before, after in self._standings(kept):
            keys = set[str]().union(*(headings.payees(text, self.names) for text in row.words.values()))
            sure = any(row.amounts.get(self.names.get(key, ""), 0) < 0 for key in keys)
            if row.paid and not sure and sum(map(abs, after.values())) >= sum(map(abs, before.values())):
                self.say(_(NO_SMALLER_DEBTS), row.number)

    def _standings(self, rows: Sequence[ListedRow]) -> Iterator[tuple[ListedRow, Sums, Sums]]:
        """Yield rows, the oldest day first, each with where everybody stood before and behind it."""
        after = self.owed
        for row in sorted(rows, key=lambda row: row.day):
            before, after = after, Sums(after)
            after.update(row.amounts)
            yield row, before, after

    def _unnamed_totals(self, hands: Sequence[ListedRow]) -> set[int]:
        """Return the rows that are the sum of what stands above, without the word for it: each a total, or a hand.

        One with a day is so only at the end of a longer list, one with a note only where a whole list has such rows.
        """
        added = {*_sum_rows(hands, 1)}
        last = hands[FEW_ROWS + 1 :][-1:]
        doubtful = [raw for raw in hands if raw.number in added and not raw.words and (raw in last or not raw.dated)]
        found = {raw.number for raw in doubtful}
        longer = [rows for rows in by_evening(hands) if len(rows) > FEW_ROWS]
        ends = [rows for rows in longer if rows[-1].number in added]
        if 1 < len(longer) == len(ends):
            return found.union(*(takewhile(added.__contains__, (raw.number for raw in rows[::-1])) for rows in ends))
        alone = [rows[-1] for rows in ends if len(rows) > SOME_ROWS]
        return found | {raw.number for raw in alone if not (raw.dated and raw.words)}

    def _zero_in_sum(self, moved: Sequence[ListedRow]) -> list[ListedRow]:
        """Return the rows whose amounts are zero in sum; say which are not, or what makes all of them so."""
        moved = list(_one_a_day(moved))
        won = bool(moved) and all(map(self._winner, moved))
        stock = next((one.heading for one in self.accounts if one.role == Role.STOCK), STOCK)
        pot = word_key(stock) != word_key(STOCK) and name_key(stock) not in self.people
        if won and pot and all(row.amounts.get(STOCK) for row in moved):
            total = money(abs(moved[0].amounts[STOCK]), self.unit)
            self.ask(_t(ONE_WON, total=total, stock=stock), "points", WINNER, row=moved[0].number)
            return []
        odd = [row for row in moved if sum(row.amounts.values())]
        signs = {amount > 0 for row in moved for amount in row.moved.values()}
        if odd and won and signs == {False} and self.winners:
            said = _("In each row {column} says who won what the others paid.", column=self.winners[0].called)
            return self._won_by_one(moved, said)
        if odd and (len(signs) == 1 or (len(odd) > 1 and 2 * len(odd) > len(moved))):
            total = self._money(sum(odd[0].amounts.values()))
            above = ONE_ABOVE if won else ALL_ABOVE
            said = ALL_LOST if True not in signs else MOST_ODD if False in signs else above
            answers = DIFFERENCES, *[LOSSES][: said == above], *[WINNER][: said in (ALL_LOST, ONE_ABOVE)]
            self.ask(_t(said, total=total), "points", *answers, row=odd[0].number)
            return []
        for row in odd:
            total = self._money(sum(row.amounts.values()))
            self.say(_("the amounts add up to {total}; they must add up to 0", total=total), row.number)
        return [row for row in moved if not sum(row.amounts.values())]

    def _settled(self, moved: Sequence[ListedRow], reading: str) -> list[ListedRow]:
        """Return the rows where each settles the difference with each: people × own - the sum of all."""
        if self.asked.points == WINNER:
            return self._won_by_one(moved, _("In each row one person won what the others lost, as you said."))
        if any(one.role == Role.STOCK for one in self.accounts):
            self.say(_("the Stock takes no part in differences: leave its column out"))
        if not any(sum(row.amounts.values()) for row in moved):
            self.say(_t("every row adds up to zero¦: leave --points differences out"), moved[0].number if moved else 0)
        moved = self._with_zeros(moved)
        found, sign = [], -1 if self.asked.points == LOSSES else 1
        for row in moved:
            if reading != EACH and not all(row.amounts.values()):
                self.say(_("somebody's total did not change: it is not known whether they were there"), row.number)
            many, total = len(row.amounts), sum(row.amounts.values())
            settled = {name: sign * (many * own - total) for name, own in row.amounts.items()}
            found.append(row if row.paid else row._replace(amounts=settled))
        self.reasons.append(_("Everybody settles the difference with each of the others, as you said."))
        return found

    def _winner(self, row: ListedRow) -> str:
        """Return the one person who has nothing in a row where all others lost, or won; "" where that is not one.

        That is whom the one column of winners names, else a 0, else an empty cell, else a mark: a longer word says
        that somebody was not there.
        """
        if {False, True} <= {amount > 0 for name, amount in row.moved.items() if name != STOCK}:
            return ""
        if self.winners:
            named = self.names.get(word_key(self.by_number[row.number].at(self.winners[0].place).text), "")
            return "" if row.amounts.get(named) else named
        said = {one.name: self.by_number[row.number].at(one.place).text for one in self.layout.all(Role.PERSON)}
        none = [name for name in said if not row.amounts.get(name)]
        ways = [name for name in none if name in row.amounts], [name for name in none if not said[name]], none
        found = next(filter(None, ways), [])
        return found[0] if len(found) == 1 and len(said[found[0]]) < 3 else ""

    def _won_by_one(self, moved: Sequence[ListedRow], why: str) -> list[ListedRow]:
        """Return the rows where whoever lost nothing got what the others lost."""
        found, sign = [], 1 if any(amount < 0 for row in moved for amount in row.amounts.values()) else -1
        for row in moved:
            lost = {name: sign * amount for name, amount in row.amounts.items() if name != STOCK}
            if not sum(lost.values()):
                found.append(row)
            elif row.amounts.get(STOCK, total := -sum(lost.values())) != total:
                told = {"pot": self._money(row.amounts[STOCK]), "total": self._money(total)}
                self.say(_("the pot has {pot}, but the others lost {total}", **told), row.number)
            elif winner := self._winner(row):
                found.append(row._replace(amounts={**lost, winner: -sum(lost.values())}))
            else:
                self.say(_("it is not clear who won: not exactly one person lost nothing"), row.number)
        self.reasons.append(why)
        return found

    def _with_zeros(self, moved: Sequence[ListedRow]) -> Sequence[ListedRow]:
        """Return rows of which those alone that have points are written: nobody plays alone, so no cell is a 0."""
        alone = next((row for row in moved if len(row.amounts) == 1), None)
        written = any(0 in row.amounts.values() for row in moved)
        if not alone or written or len(self.accounts) > MOST_AT_A_TABLE:
            return moved
        self.reasons.append(_("An empty cell is 0: in row {row} one person alone has a number.", row=alone.number))
        cells = [self.by_number[row.number] for row in moved]
        zeros = [{one.name: 0 for one in self.accounts if row.at(one.place) == EMPTY} for row in cells]
        return [row._replace(amounts={**has, **row.amounts}) for row, has in zip(moved, zeros, strict=True)]


def _carries(row: ListedRow) -> bool:
    """Whether a row carries something over where it stands above all others: it says that, or is a standing."""
    return kind_of(row.label) == headings.CARRIED or word_key(_first_word(row.label)) in headings.STANDING_WORDS


def _opening(raws: Iterable[ListedRow]) -> list[ListedRow]:
    """Return the rows above all evenings that carry something over."""
    return [raw for raw in takewhile(lambda raw: raw.label, raws) if raw.moved and not raw.broken and _carries(raw)]


def _first_word(label: str) -> str:
    return label.partition(" ")[0].strip(",;:.")


def _oldest_first(raws: list[ListedRow]) -> list[ListedRow]:
    """Return rows that go back from day to day in the other order, and totals behind them.

    What the last one carries over comes first, then.
    """
    hands = [raw for raw in raws if not raw.label]
    if len(hands) < 2 or not all(later.day > earlier.day for later, earlier in pairwise(hands)):
        return raws
    begins = [raw for raw in raws if _carries(raw) and raw.number > hands[-1].number]
    return [*begins, *reversed(hands), *(raw for raw in raws if raw.label and raw not in begins)]


_NO_GAMES = {"", *headings.AMOUNTS, *headings.TOTAL_WORDS}


def _with_totals(raws: list[ListedRow], said: Mapping[int, set[int]], *, own_days: bool) -> list[ListedRow]:
    """Return rows; those without a day of their own are totals that are a sum and lack what all others say.

    `said` has the columns in which a row says something beside amounts, `own_days` that one is for days.
    """
    hands = [raw for raw in raws if not raw.label]
    sums = {*_sum_rows(hands)}
    usual = [said[raw.number] for raw in hands if raw.number not in sums]
    needed = set.intersection(*usual) if usual else set()
    sums -= {raw.number for raw in hands if own_days and raw.dated}
    lacking = {raw.number for raw in hands if raw.number in sums and needed - said[raw.number]}
    played = {raw.number for raw in hands if not own_days and word_key(raw.words.get(Role.GAME, "")) not in _NO_GAMES}
    doubtful = {raw.number for raw in hands if raw.number in lacking & played and not names_game(raw.words[Role.GAME])}
    raws = [raw._replace(label="Σ") if raw.number in lacking - played else raw for raw in raws]
    return [raw._replace(words={}) if raw.number in doubtful else raw for raw in raws]  # so it is asked what it is


def _sum_rows(hands: Sequence[ListedRow], few: int = FEW_ROWS) -> Iterator[int]:
    """Yield the rows that are the sum of those above them in their evening, or of all."""
    whole, all_of_it = Sums(), 0
    for of_day in by_evening(hands):
        evening, many = Sums(), 0
        for raw in of_day:
            said = Sums(raw.amounts)
            if raw.moved and ((many > 1 and said == evening) or (all_of_it > few and said == whole)):
                yield raw.number
                continue
            many, all_of_it = many + 1, all_of_it + 1
            evening.update(said)
            whole.update(said)


def _places_of_kinds(rows: Sequence[GridRow]) -> Iterator[int]:
    """Yield the columns that say of which kind a row is: each has a word there, most of them that for an evening."""
    for at, column in enumerate(zip_longest(*(row.cells for row in rows), fillvalue=EMPTY)):
        words = Counter(word_key(cell.text) for cell in column)
        usual = max(words, key=words.__getitem__)
        if all(words) and len(words) > 1 and 2 * words[usual] > len(rows) and usual in headings.EVENINGS:
            yield at


def _one_a_day(moved: Sequence[ListedRow]) -> Iterator[ListedRow]:
    """Yield rows; those of a day that are zero in sum only together are one, as where each person has his own."""
    for rows in by_evening(moved):
        sums = _sums(rows)
        if any(sum(row.amounts.values()) for row in rows) and not sum(sums.values()):
            words = {key: text for row in reversed(rows) for key, text in row.words.items()}
            yield rows[0]._replace(amounts=dict(sums), words=words)
        else:
            yield from rows


_SAID = (Role.GAME, Role.DECLARER, Role.PARTNER, Role.WON, Role.LOST, Role.NOTE, Role.PLACE)


def _goes_on_wrong(raw: ListedRow, day: str, levels: Mapping[str, int], *, told: bool) -> str:
    """Return why running totals cannot go on from that day; `told` says that a row says what is carried over."""
    if raw.day < day:
        return _("running totals go on from day to day, but the row above is later: sort the list, oldest first")
    sizes = [sum(map(abs, amounts.values())) for amounts in (raw.amounts, _apart(raw.amounts, levels))]
    if "" < day[:4] < raw.day[:4] and not told and sizes[0] < sizes[1]:
        return _("running totals may begin at 0 with a new year, or go on: put a row Übertrag above where they begin")
    return ""


class _Totals:
    """What the rows above a total came to, in each way in which it may add them up: `parts`; `last` is the last one."""

    def __init__(self, before: Sums) -> None:
        self.whole, self.since, self.evening, self.year, self.stood = (Sums() for _part in range(5))
        self.all_lists, self.unpaid = Sums(before), Sums()
        self.parts = self.whole, self.since, self.evening, self.year, self.stood, self.all_lists
        self.last, self.day, self.many = dict[str, int](), "", 0

    def take(self, row: ListedRow) -> None:
        """Take one more row."""
        if row.day != self.day:
            self.evening.clear()
        if row.day[:4] != self.day[:4]:
            self.year.clear()
        self.last = row.amounts | self.last if row.day < self.day else self.last | row.amounts
        self.day, self.many = row.day, self.many + 1
        for sums in (*self.parts, *[self.unpaid] * (not row.paid)):
            sums.update(row.amounts)

    def begins_with(self, row: ListedRow) -> bool:
        """Whether a row carries over what the rows below it begin with."""
        return _carries(row) and not (self.many and (row.moved or kind_of(row.label) == headings.TOTAL))


def _labelled(
    raws: Sequence[ListedRow], rows: Iterable[ListedRow], before: Sums
) -> Iterator[tuple[ListedRow, _Totals]]:
    """Yield each row that is no evening, and what those of the `rows` above it in the file came to."""
    sums, by_number = _Totals(before), {row.number: row for row in rows}
    begins = list(takewhile(_carries, raws))
    as_filed = [*begins, *sorted(raws[len(begins) :], key=lambda raw: raw.number)]
    last = max((at for at, raw in enumerate(as_filed, 1) if raw.label), default=0)
    for raw in as_filed[:last]:
        if raw.label and not raw.broken:
            yield raw, sums
            carries = sums.begins_with(raw)
            sums.since.clear()
            for part in (sums.since, sums.stood) if carries else ():
                part.update(raw.amounts)
        elif not raw.label and raw.number in by_number:
            sums.take(by_number[raw.number])


def by_evening(rows: Iterable[ListedRow]) -> list[list[ListedRow]]:
    """Return rows that are in the order of their days, those of each day together."""
    return [list(of_day) for _day, of_day in groupby(rows, key=lambda row: row.day)]


def _sums(rows: Iterable[ListedRow]) -> Sums:
    found = Sums()
    for row in rows:
        found.update(row.amounts)
    return found


def _agrees(total: Amounts, sums: Mapping[str, int]) -> bool:
    """Whether a total says these sums, of everybody that it names."""
    return not any(_apart(total, sums).values())


def _apart(values: Amounts, levels: Mapping[str, int]) -> Amounts:
    return {name: value - levels.get(name, 0) for name, value in values.items()}


def _steps(sound: Sequence[ListedRow]) -> Iterator[tuple[Amounts, Amounts]]:
    """Yield every row behind the first one as it is, and how far it lies from where everybody stood before."""
    levels = dict(sound[0].amounts)
    for raw in sound[1:]:
        yield raw.amounts, _apart(raw.amounts, levels)
        levels |= raw.amounts


def _by_evenings(sound: Sequence[ListedRow]) -> list[tuple[Amounts, Amounts]]:
    """Return the same inside of evenings, where they have several rows: running totals may begin anew with each."""
    return [step for rows in by_evening(sound) for step in _steps(rows)] or list(_steps(sound))


def _of_one_hand(values: Iterable[int]) -> bool:
    """Whether amounts have the shape of one hand: all the same, or one person's is that of all others together."""
    sizes = sorted(abs(value) for value in values if value)
    return len(sizes) > 2 and sizes[0] == sizes[-2] and sizes[-1] in (sizes[0], sum(sizes[:-1]))


def _by_shape(sound: Sequence[ListedRow]) -> dict[str, str]:
    """Return what the shape of hands says, where nearly all rows, or all differences, have it."""
    steps = [(row, step) for row, step in _by_evenings(sound) if any(step.values())]  # two such hands, or nothing moved
    if not steps:
        return {}
    found = ([_of_one_hand(one.values()) for one in of_kind] for of_kind in zip(*steps, strict=True))
    as_they_are, apart = (sum(hands) / len(hands) for hands in found)
    if as_they_are >= 0.8 and apart <= 0.5:
        return {EACH: _("as they are, each is the amount of one hand")}
    difference = _("from one to the next, the difference is one hand")
    return {RUNNING: difference} if apart >= 0.8 and as_they_are <= 0.5 else {}


def _likelihood(steps: Sequence[tuple[Amounts, Amounts]]) -> float:
    """Return how much likelier rows are running totals than amounts, as a logarithm; below 0: amounts."""
    pairs = [(abs(row[name]), abs(step[name])) for row, step in steps for name in row]
    here, apart = sum(one for one, _other in pairs), sum(other for _one, other in pairs)
    people = max((len(row) for row, _step in steps), default=1)
    return len(pairs) * (people - 1) / people * log(here / apart) if here and apart else 0.0
