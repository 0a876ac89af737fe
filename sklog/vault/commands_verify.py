"""verify: files that others made, ledgers, copies and pages that carry a digest, are proved and left as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sklog.cli import common, printing, usage
from sklog.errors import Problem, Refused, SklogError
from sklog.language import N_, _, _n, in_shell, suggest_with
from sklog.ledger import evenings, signatures
from sklog.ledger.chain import as_noted, short
from sklog.ledger.chain import find as find_digest
from sklog.ledger.open import LedgerFile
from sklog.reports.format import day
from sklog.scoring.amounts import money
from sklog.vault import backup, merge, signing

if TYPE_CHECKING:
    import sqlite3

    Opened = Mapping[Path, sqlite3.Connection]
    """Ledgers that prove, each as a copy in memory."""

app = typer.Typer()
MOST_NOTED = 50  # digests on one page
_DIGEST = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")
_MOST_BYTES = 5_000_000  # of a page


@app.command("verify")
def verify(
    files: Annotated[list[Path], usage.file_argument("Ledgers, copies, and pages that carry a digest.", "FILE…")],
    digest: Annotated[
        list[str] | None, typer.Option("--digest", metavar="ABCD-…", help="A digest that somebody noted.")
    ] = None,
    signers: common.Signers = None,
    db: common.Db = None,
) -> None:
    """Prove files that others made, and leave them as they are; exit 3 if one does not prove.

    Each ledger is compared with the first, and each digest with all of them; if there are only pages, with one's own.
    """
    paths = list(dict.fromkeys(map(common.known_file, files)))
    ledgers = [path for path in paths if printing.is_a_database(path)]
    noted = [_digests_on(path) for path in paths if path not in ledgers]
    for one in digest or []:
        common.digest(one, as_noted(one))
    if digest:
        noted.append(_Noted("--digest", digest))
    ledgers = ledgers or [common.known_file(LedgerFile(db).path)]
    known = signing.signers(signers)
    with ExitStack() as stack:
        said = [_printed(one) for one in _found(stack, ledgers, noted, known)]
    if not all(said):
        raise typer.Exit(common.DISAGREES)


class _Found(NamedTuple):
    """A sentence, and whether what it is about is as it should be; `aside` is one on stderr all the same."""

    sentence: object
    good: bool = True
    aside: bool = False


def _printed(one: _Found) -> bool:
    printing.say(one.sentence, err=one.aside or not one.good)
    return one.good


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
        left.append(_("{path}: there are more digests on it than the {most} compared here", path=path, most=MOST_NOTED))
    if len(read) > _MOST_BYTES:
        said = {"path": path, "most": _MOST_BYTES // 1_000_000}
        left.append(_("{path}: only its first {most} MB were read, and no digest behind them is compared", **said))
    return _Noted(str(path), found[:MOST_NOTED], left)


def _found(
    stack: ExitStack, ledgers: Sequence[Path], noted: Sequence[_Noted], known: Sequence[signing.Signer] | None
) -> Iterator[_Found]:
    """Yield what is found of the ledgers, each alone and beside the first that proves, and of what was noted."""
    opened: dict[Path, sqlite3.Connection] = {}
    for path in ledgers:
        try:
            opened[path] = stack.enter_context(merge.opened(path))
        except SklogError as error:
            yield from (_Found(_of(path, problem), good=False) for problem in error.problems)
    for path, ledger in opened.items():
        yield _Found(_holding(path, ledger))
        yield from _signed(path, ledger, known)
    for other in list(opened.items())[1:]:
        yield _compared(*next(iter(opened.items())), *other)
    for one in noted:
        if not (one.digests or one.left):
            yield _Found(_("{path}: this is no ledger, and no page with a digest on it", path=one.place), good=False)
        yield from (_stands(one.place, digest, opened) for digest in one.digests)
        yield from (_Found(sentence, good=False) for sentence in one.left)


def _of(path: Path, problem: Problem) -> Problem:
    """Return a problem that says of which file it is."""
    said = problem.where or str(path) in problem.message
    return problem if said else problem._replace(where=str(path))


def _holding(path: Path, ledger: sqlite3.Connection) -> str:
    """Return the sentence with what a ledger holds that was proved."""
    held, newest = backup.held(ledger), evenings.newest(ledger)
    if newest is None:
        return _("{path}: a ledger without an evening; it is as sklog makes it", path=path)
    return _(
        "{path}: a ledger, {evenings}, {hands}; the newest is {last}, digest {digest}; everything agrees with the"
        " recorded facts",
        path=path,
        evenings=_n("{n} evening", "{n} evenings", held.evenings),
        hands=held.counted.words,
        last=_name_and_day(newest),
        digest=short(newest.digest),
    )


def _name_and_day(evening: evenings.Evening) -> str:
    return ", ".join(filter(None, (evening.name, day(evening.date))))


def _signed(path: Path, ledger: sqlite3.Connection, known: Sequence[signing.Signer] | None) -> Iterator[_Found]:
    """Yield what became of each signature in a ledger."""
    if not signatures.count(ledger) and known is None:
        return
    try:
        verdicts = copy_context().run(_verdicts, path, ledger, known)
    except Refused as error:  # without the library the rest is proved all the same
        yield from (_Found(problem, good=known is None, aside=True) for problem in error.problems)
        return
    yield from (_Found(f"{path}: {one.sentence}", one.good) for one in verdicts)


def _verdicts(path: Path, ledger: sqlite3.Connection, known: Sequence[signing.Signer] | None) -> list[signing.Verdict]:
    """Return what became of all signatures in a ledger that need not be one's own: what is suggested names it."""
    suggest_with(f"--db {in_shell(path)}", ["check"])
    return list(signing.verdicts(ledger, known))


_WHICH_HOLDS_MORE = {
    (True, True): N_("{other} and {first} each hold something that the other has not"),
    (True, False): N_("{other} is newer: it holds all that {first} holds, and more"),
    (False, True): N_("{other} is older: {first} holds all of it, and more"),
    (False, False): N_("{other} and {first} hold the same evenings"),
}
"""By whether the other ledger, and the first one, hold something that is not in the one beside it."""


def _compared(first: Path, ledger: sqlite3.Connection, path: Path, other: sqlite3.Connection) -> _Found:
    """Return which of two ledgers holds more, or which evenings are there in two versions."""
    met = merge.what_is_there(ledger, other)
    differing = [one.there for one in met if one.fate == merge.DIFFERS or merge.is_told_otherwise(ledger, other, one)]
    if differing:
        which = ", ".join(f"{one.id} ({one.name})" for one in differing)
        said = {"other": path, "first": first, "which": which}
        return _Found(_("{other}: these evenings are other versions of those in {first}: {which}", **said), good=False)
    there = any(one.fate in (merge.NEW, merge.FURTHER_THERE) for one in met)
    uids = {one.there.uid for one in met if one.fate != merge.FURTHER_HERE}
    here = any(one.uid not in uids for one in evenings.all_evenings(ledger))
    return _Found(_(_WHICH_HOLDS_MORE[there, here], other=path, first=first))


def _stands(place: str, digest: str, opened: Opened) -> _Found:
    """Return of which evening a digest is that stands somewhere: it should be as it is now."""
    beginning = as_noted(digest) or b""
    for path, ledger in opened.items():
        if (found := find_digest(ledger, beginning)) is None:
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
