"""check, verify: prove the ledger, and files that others made, ledgers, copies and pages that carry a digest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from contextvars import copy_context
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common, printing, usage
from sklog.desk import evening_reports
from sklog.errors import Problem, Refused, SklogError
from sklog.language import N_, _, in_shell, suggest_with
from sklog.ledger import chain, evenings
from sklog.ledger.database import Unsound, added_by_others
from sklog.ledger.facts import passed
from sklog.ledger.open import LedgerFile
from sklog.reports.format import day
from sklog.scoring.amounts import money
from sklog.scoring.state import altogether
from sklog.vault import backup, merge, repair, restore, signing
from sklog.vault import check as checking

if TYPE_CHECKING:
    import sqlite3

    from sklog.reports.model import Report

    Opened = Mapping[Path, sqlite3.Connection]
    """Ledgers that prove, each as a copy in memory."""

app = typer.Typer()
MOST_NOTED = 50  # digests on one page
_DIGEST = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")
_MOST_BYTES = 5_000_000  # of a page
_MISREAD = str.maketrans("OIL", "011", " -–—‑.")  # and what only parts the groups
Signers = Annotated[
    list[Path] | None, usage.file_option("--signers", "Signers: names and public keys in ssh-keygen's format.")
]


NOT_READ = N_(
    "Nothing else was read: it could run something. sklog check --repair keeps a copy and removes what is not "
    "sklog's; then the rest is proved"
)
NOT_MENDED = N_("Nothing else was read: facts may be elsewhere in the file. Go back to a copy, with sklog restore")


# -- check ---------------------------------------------------------------------------------------------


@app.command("check")
def check(
    digest: Annotated[
        str | None,
        typer.Option("--digest", metavar="ABCD-…", help="Whether an evening still has the digest you noted."),
    ] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild everything from the recorded facts.")] = False,
    accept_loss: Annotated[
        list[int] | None,
        common.number_option(
            "--accept-loss", "Give up what is lost of evening N, if nobody has it any more; the rest is rewritten."
        ),
    ] = None,
    signature: Annotated[
        bool, typer.Option("--signature", help="Prove who signed which evening, and whether it has changed since.")
    ] = False,
    signers: Signers = None,
    require: Annotated[
        bool,
        typer.Option(
            "--require", help="Exit 3 if anybody in --signers has not signed every evening that is closed or signed."
        ),
    ] = False,
    db: common.Db = None,
    dry_run: common.DryRun = False,
) -> None:
    """Prove the ledger: every stored figure must follow from the recorded facts; exit 3 if not."""
    noted = None if digest is None else _noted(digest)
    if accept_loss and not repair:
        raise typer.BadParameter(
            _("that belongs to a repair: sklog check --repair --accept-loss N"), param_hint="--accept-loss"
        )
    if require and not signers:
        raise typer.BadParameter(_("say who has to sign: sklog check --require --signers FILE"), param_hint="--require")
    known = signing.signers(signers)
    judge = partial(signing.verdicts, known=known, required=require) if signature or signers else None
    try:
        if repair:
            _repair(db, accept_loss or [], dry_run=dry_run)
        answer = [_Found(what, good=False) for what in _built_otherwise(db)]
        if not answer:
            with LedgerFile(db).reading() as ledger:
                answer = list(_answer(ledger, noted, digest or "", judge))
    except Unsound as error:
        answer = [_Found(problem, good=False) for problem in error.problems]
    if not _print_found(answer):
        common.disagree(*_second_name(db))


class _Found(NamedTuple):
    """A sentence, and whether what it is about is as it should be; `aside` is one on stderr all the same.

    `log` is what came since a digest was noted.
    """

    sentence: object
    good: bool = True
    aside: bool = False
    log: Report | None = None


def _print_found(found: Iterable[_Found]) -> bool:
    """Print what was found; return whether all is as it should be."""
    good = True
    for one in found:
        printing.say(one.sentence, err=one.aside or not one.good)
        if one.log:
            printing.put(one.log, "text", None)
        good = good and one.good
    return good


def _answer(
    ledger: sqlite3.Connection,
    noted: bytes | None,
    digest: str,
    judge: Callable[[sqlite3.Connection], Iterator[signing.Signed]] | None,
) -> Iterator[_Found]:
    """Yield what disagrees, who has signed, and what became of a noted digest, or that everything agrees."""
    found = list(checking.disagreements(ledger))
    yield from map(_Found, added_by_others(ledger))
    yield from (_Found(sentence, good=False) for sentence in found)
    if judge:
        yield from (_Found(one.sentence, one.good) for one in judge(ledger))
    if noted is not None:
        yield _since_noted(ledger, noted, digest, damaged=bool(found))
    elif not found:
        yield from map(_Found, _agreed(ledger, signed=judge is not None))


def _agreed(ledger: sqlite3.Connection, *, signed: bool) -> Iterator[str]:
    """Yield what a ledger holds that agrees with itself, and unless it was said that somebody has signed of it."""
    known = evenings.all_evenings(ledger)
    hands = altogether(evening.state.counted for evening in known)
    many = backup.Holding(len(known), hands, "", "").counts_in_words
    yield _("{evenings}, {hands}: everything agrees with the recorded facts.", **many)
    for one in known:
        if _clock_went_back(ledger, one):
            yield _(
                "The clock went back in evening {number}: for when, see sklog session log --session {number}",
                number=one.id,
            )
    if signing.count(ledger) and not signed:
        yield _("Who signed which evening: sklog check --signature")


def _second_name(db: Path | None) -> Iterator[str]:
    """Yield what may be behind a ledger that looks damaged."""
    if (path := LedgerFile(db).path).exists() and path.stat().st_nlink > 1:
        yield _(
            "the file has a second name (a hard link): if a command under that name was interrupted, any command "
            "under that name puts it right, such as sklog check --db NAME"
        )


def _built_otherwise(db: Path | None) -> list[str]:
    """Return a sentence for everything of which the ledger is made otherwise than sklog makes one, and what to do."""
    with LedgerFile(db).reading(as_it_is=True) as ledger:
        wrong = list(checking.built_otherwise(ledger))
        return [*wrong, _(NOT_MENDED if checking.facts_elsewhere(ledger) else NOT_READ)] if wrong else []


def _repair(db: Path | None, accept_loss: Sequence[int], *, dry_run: bool) -> None:
    """Mend what can be mended, with a copy of what was there before."""
    file, unlike = LedgerFile(db), bool(_built_otherwise(db))
    accepted = {number: file.command("check", ["--repair", "--accept-loss", number]) for number in accept_loss}
    if not unlike:
        with file.reading() as ledger:
            agrees = not any(checking.disagreements(ledger))
        if agrees:  # said when nobody waits for the ledger any more
            typer.echo(_("There was nothing to repair."))
            return
    with LedgerFile(db, dry_run=True).writing(as_it_is=True) as ledger:
        done, kept = repair.repair(ledger, accepted), None
    if done.mended and not dry_run:
        with file.writing(as_it_is=True) as ledger:  # nobody writes between the copy and the repair
            # what is not sklog's, and what is left of a loss, is in that copy alone afterwards
            kept = backup.automatic(file.path, backup.BEFORE_REPAIR, datetime.now(UTC), always=unlike or bool(accepted))
            done = repair.repair(ledger, accepted)
    printing.say(*done.mended, *done.left)
    if dry_run:
        typer.echo(_(common.NOT_STORED))
    if kept:
        typer.echo(restore.way_back(file.path, kept))


def _since_noted(ledger: sqlite3.Connection, noted: bytes, digest: str, *, damaged: bool) -> _Found:
    """Return what became of the noted evening; in a damaged ledger as far as that can be said."""
    if not damaged:
        return _since_digest(ledger, noted, digest)
    with suppress(*evenings.DAMAGED):
        found = signing.find(ledger, noted)
        if found is None or next(checking.of_evening(ledger, found.evening), None) is None:
            return _since_digest(ledger, noted, digest)
    words = _("the evening with the digest {digest} is itself damaged: nothing proves it is as noted", digest=digest)
    return _Found(words, good=False)


def _since_digest(ledger: sqlite3.Connection, noted: bytes, digest: str) -> _Found:
    """Return what became of the evening since its digest was noted."""
    found = signing.find(ledger, noted)
    if found is None:
        words = _(
            "no evening of this ledger has ever had the digest {digest}: it was noted after everything recorded here "
            "(was a copy restored, or something removed?), or in another ledger, or something before it was changed",
            digest=digest,
        )
        return _Found(words, good=False)
    evening = evenings.by_number(ledger, found.evening)
    if evening.digest.startswith(noted):
        return _Found(_("Evening {number} ({name}) is as you noted it.", **evening.said))
    said = _(
        "evening {number} ({name}) was as you noted it, and nothing before that was changed; since then:",
        **evening.said,
    )
    return _Found(said, good=False, log=evening_reports.log(ledger, evening, since=found.action or 0))


# -- verify --------------------------------------------------------------------------------------------


@app.command("verify")
def verify(
    files: Annotated[list[Path], usage.file_argument("Ledgers, copies, and pages with a digest.", "FILE…")],
    digest: Annotated[list[str] | None, typer.Option("--digest", metavar="ABCD-…", help="A digest you noted.")] = None,
    signers: Signers = None,
    db: common.Db = None,
) -> None:
    """Prove files from other people without changing them; exit 3 if one cannot be proved.

    Each ledger is compared with the first, and each digest with all of them, or with your own ledger if you only name
    pages.
    """
    paths = list(dict.fromkeys(map(common.known_file, files)))
    ledgers = [path for path in paths if printing.is_a_database(path)]
    noted = [_digests_on(path) for path in paths if path not in ledgers]
    for one in digest or []:
        _noted(one)
    if digest:
        noted.append(_Noted("--digest", digest))
    ledgers = ledgers or [common.known_file(LedgerFile(db).path)]
    with ExitStack() as stack:
        good = _print_found(_found_in(stack, ledgers, noted, signing.signers(signers)))
    if not good:
        raise typer.Exit(common.DISAGREES)


class _Noted(NamedTuple):
    """The digests that stand somewhere, each once; `left` are sentences on what of it is compared with nothing."""

    place: str
    digests: Sequence[str]
    left: Sequence[str] = ()


def _digests_on(path: Path) -> _Noted:
    """Return the digests that a page carries."""
    with path.open("rb") as file:
        read = file.read(_MOST_BYTES + 1)
    found = list(dict.fromkeys(_DIGEST.findall(read[:_MOST_BYTES].decode(errors="replace"))))
    left = []
    if len(found) > MOST_NOTED:
        left.append(_("{path}: it has more digests than the {most} compared here", path=path, most=MOST_NOTED))
    if len(read) > _MOST_BYTES:
        said = {"path": path, "most": _MOST_BYTES // 1_000_000}
        left.append(_("{path}: only its first {most} MB were read, and no digest after them is compared", **said))
    return _Noted(str(path), found[:MOST_NOTED], left)


def _found_in(
    stack: ExitStack, ledgers: Sequence[Path], noted: Sequence[_Noted], known: Sequence[signing.Signer] | None
) -> Iterator[_Found]:
    """Yield what is found of the ledgers, each alone and beside the first that proves, and of what was noted."""
    opened: dict[Path, sqlite3.Connection] = {}
    for path in ledgers:
        try:
            opened[path] = stack.enter_context(merge.open_proved(path))
        except SklogError as error:
            yield from (_Found(_problem_in_file(path, problem), good=False) for problem in error.problems)
    for path, ledger in opened.items():
        yield _Found(_holding(path, ledger))
        yield from _signed(path, ledger, known)
    for other in list(opened.items())[1:]:
        yield _how_they_differ(*next(iter(opened.items())), *other)
    for one in noted:
        if not (one.digests or one.left):
            yield _Found(_("{path}: this is not a ledger, or a page with a digest on it", path=one.place), good=False)
        yield from (_place_of_digest(one.place, digest, opened) for digest in one.digests)
        yield from (_Found(sentence, good=False) for sentence in one.left)


def _problem_in_file(path: Path, problem: Problem) -> Problem:
    """Return a problem that says of which file it is."""
    said = problem.where or str(path) in problem.message
    return problem if said else problem._replace(where=str(path))


def _holding(path: Path, ledger: sqlite3.Connection) -> str:
    """Return the sentence with what a ledger holds that was proved."""
    held, newest = backup.what_it_holds(ledger), evenings.newest(ledger)
    if newest is None:
        return _("{path}: a ledger without an evening; it is built as sklog makes it", path=path)
    return _(
        "{path}: a ledger, {evenings}, {hands}; the newest is {last}, digest {digest}; everything agrees with the"
        " recorded facts",
        path=path,
        **held.counts_in_words,
        last=_name_and_day(newest),
        digest=chain.short(newest.digest),
    )


def _name_and_day(evening: evenings.Evening) -> str:
    return ", ".join(filter(None, (evening.name, day(evening.date))))


def _signed(path: Path, ledger: sqlite3.Connection, known: Sequence[signing.Signer] | None) -> Iterator[_Found]:
    """Yield what became of each signature in a ledger."""
    if not signing.count(ledger) and known is None:
        return
    try:
        verdicts = copy_context().run(_verdicts, path, ledger, known)
    except Refused as error:  # without the library the rest is proved all the same
        yield from (_Found(problem, good=known is None, aside=True) for problem in error.problems)
        return
    yield from (_Found(f"{path}: {one.sentence}", one.good) for one in verdicts)


def _verdicts(path: Path, ledger: sqlite3.Connection, known: Sequence[signing.Signer] | None) -> list[signing.Signed]:
    """Return what became of all signatures in a ledger that need not be one's own: what is suggested names it."""
    suggest_with(f"--db {in_shell(path)}", ["check"])
    return list(signing.verdicts(ledger, known))


_WHICH_HOLDS_MORE = {
    (True, True): N_("{other} and {first} each have something that the other does not"),
    (True, False): N_("{other} is newer: it has everything in {first}, and more"),
    (False, True): N_("{other} is older: {first} has everything in it, and more"),
    (False, False): N_("{other} and {first} have the same evenings"),
}
"""By whether the other ledger, and the first one, hold something that is not in the one beside it."""


def _how_they_differ(first: Path, ledger: sqlite3.Connection, path: Path, other: sqlite3.Connection) -> _Found:
    """Return which of two ledgers holds more, or which evenings are there in two versions."""
    met = merge.what_is_there(ledger, other)
    differing = [one.there for one in met if one.fate == merge.DIFFERS or merge.is_told_otherwise(ledger, other, one)]
    if differing:
        which = ", ".join(f"{one.id} ({one.name})" for one in differing)
        said = {"other": path, "first": first, "which": which}
        return _Found(_("{other}: these evenings are other versions of those in {first}: {which}", **said), good=False)
    there = any(one.fate in (merge.NEW, merge.FURTHER_THERE) for one in met)
    uids = {one.there.uid for one in met if one.fate != merge.FURTHER_HERE}
    here = any(one.uid not in uids for one in evenings.with_void(ledger))
    return _Found(_(_WHICH_HOLDS_MORE[there, here], other=path, first=first))


def _place_of_digest(place: str, digest: str, opened: Opened) -> _Found:
    """Return of which evening a digest is that stands somewhere: it should be as it is now."""
    beginning = as_noted(digest) or b""
    for path, ledger in opened.items():
        if (found := signing.find(ledger, beginning)) is None:
            continue
        evening = evenings.by_number(ledger, found.evening)
        said = {"path": place, "digest": digest, "number": evening.id, "what": _name_and_day(evening), "ledger": path}
        if not evening.digest.startswith(beginning):
            words = _(
                "{path}: {digest} was evening {number} of {ledger} ({what}); more was recorded there since", **said
            )
            return _Found(words, good=False)
        balances = "; ".join(
            f"{name} {money(won, evening.tariff.unit, signed=True)}" for name, won in evening.state.balances.items()
        )
        words = _(
            "{path}: {digest} is evening {number} of {ledger} ({what}) as it is there, after {hands}: {balances}",
            hands=evening.state.counted.words,
            balances=balances,
            **said,
        )
        return _Found(words)
    words = _("{path}: no evening of these ledgers has had the digest {digest}", path=place, digest=digest)
    return _Found(words, good=False)


def as_noted(text: str) -> bytes | None:
    """Return the beginning of a digest that somebody noted in its short form; None where that is none."""
    letters = text.upper().translate(_MISREAD)
    if len(letters) != chain.SHORT // 5 or set(letters) - set(chain.LETTERS):
        return None
    number = sum(chain.LETTERS.index(letter) << 5 * place for place, letter in enumerate(reversed(letters)))
    return number.to_bytes(chain.SHORT // 8)


def _noted(said: str) -> bytes:
    """Return the beginning of a digest that somebody noted; where that is none, it is wrong usage."""
    if (noted := as_noted(said)) is None:
        words = _("{said!r} is not a digest; the sheet of an evening shows one, such as 7K2M-X9QF-0B4T-WZ61", said=said)
        raise typer.BadParameter(words, param_hint="--digest")
    return noted


def _clock_went_back(ledger: sqlite3.Connection, evening: evenings.Evening) -> bool:
    """Return whether any command of an evening says an earlier time than the one before it."""
    moments = [at for (at,) in ledger.execute("SELECT at FROM action WHERE session_id = ? ORDER BY id", (evening.id,))]
    return any(passed(*two) <= -1 for two in pairwise(moments))
