"""Signatures: people sign with their SSH keys how an evening ended, and nobody else can do that for them.

    closed evening ─▶ text ──SSH key──▶ signature ─▶ kept beside the text and the public key ─▶ judged by the evening

A signature is no fact: it changes nothing of the evening, and undo does not mean it. What is signed is a text that
people can read. It names the digest of the newest fact, and so all that was recorded before. The signature is what
`ssh-keygen -Y sign -n sklog` writes, and what `ssh-keygen -Y verify` proves.
"""

from __future__ import annotations

import re
import sqlite3
from ctypes import util
from os.path import expanduser
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sklog.errors import LedgerError, NotFound, Refused, reason
from sklog.language import _, _t
from sklog.ledger import chain, evenings, history, signatures
from sklog.ledger.chain import as_json
from sklog.ledger.database import insert
from sklog.ledger.signatures import COLUMNS, VERSION, Signature, fingerprint
from sklog.scoring.names import name_key
from sklog.scoring.payout import STOCK

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from sklog.desk.ledger import Passphrase
    from sklog.ledger.evenings import Evening
    from sklog.ledger.facts import Command

NAMESPACE = "sklog"
"""What a signature is for: one that somebody made for another program is none of an evening."""
_BALANCE = "balance: "
KEYS = ("ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa")
_LEAST_RSA = 2048  # bits
_ON_A_TOKEN = "sk-"  # noqa: S105  such a key never leaves its token
_FOR_CERTIFICATES = "cert-authority"
_OPTION = rf'(?:(?:namespaces|valid-after|valid-before)="[^"]*"|{_FOR_CERTIFICATES})'
_SIGNER = re.compile(
    rf'(?P<line>(?!!)[^\s"]+ (?:(?P<options>{_OPTION}(?:,{_OPTION})*) )?(?P<key>[\w.@-]+ [\w+/=]+))(?: .*)?'
)
"""A line of allowed_signers: names, options, the kind of key, the key; a comment."""
MOST = 100  # signatures of one evening
MOST_BYTES = 100_000  # of a key, or of a file of signers


def signed_text(evening: Evening) -> str:
    """Return what people sign: which evening, its newest fact's digest, and how it ended, in cents or points."""
    balances = {name: amount for name, amount in evening.state.balances.items() if name != STOCK}
    lines = (
        VERSION,
        f"evening: {as_json(evening.uid)}",
        f"name: {as_json(evening.name)}",
        f"date: {as_json(evening.date)}",
        f"digest: {evening.digest.hex()} ({chain.short(evening.digest)})",
        f"hands: {evening.hands}",
        f"unit: {as_json(evening.tariff.unit)}",
        *(f"{_BALANCE}{amount} {as_json(name)}" for name, amount in balances.items()),
        f"stock: {evening.state.stock}",
        "",
    )
    return "\n".join(lines)


def _say_the_same(said: str, other: str) -> bool:
    """Whether two such texts differ at most in how people are written, which another evening may have changed."""
    # a name has no end of a line in it, and JSON adds no letter that has two cases
    one, two = (
        [name_key(line) if line.startswith(_BALANCE) else line for line in each.split("\n")] for each in (said, other)
    )
    return one == two


# -- taken over ---------------------------------------------------------------------------------------


def copy(ledger: sqlite3.Connection, other: sqlite3.Connection, evenings_there: Mapping[int, int]) -> int:
    """Take over the signatures of these evenings, by their rows there and here; return how many were not here yet.

    One of a digest that the evening has not had here says nothing about it, and stays there; so does one that is by no
    key, where the library is there to see that.
    """
    many = 0
    for there, here in evenings_there.items():
        known = {(one.said, one.signed) for one in signatures.of_evening(ledger, here)}
        for one in signatures.of_evening(other, there):
            found = find(ledger, one.digest) if one.digest else None
            is_of_it = found is not None and found.evening == here
            if is_of_it and (one.said, one.signed) not in known and len(known) < MOST and _may_prove(one):
                known.add((one.said, one.signed))
                keep_signature(ledger, here, one)
                many += 1
    return many


def _may_prove(one: Signature) -> bool:
    try:
        return _is_proved(one)
    except Refused:  # without the library nobody can tell
        return True


# -- signing ------------------------------------------------------------------------------------------


def _ssh() -> Any:
    """Return the library that knows SSH keys; raise Refused where it is not installed, with how it is.

    While it is imported, it looks for libraries that encrypt connections, by way of ldconfig, gcc and ld. No program is
    run for a signature, so nothing is found.
    """
    find, util.find_library = util.find_library, lambda name: None  # noqa: ARG005  it is called so
    try:
        import asyncssh  # noqa: PLC0415  160 ms, and an extra: only who signs, or proves signatures
    except ImportError:
        raise Refused(
            _t("signatures need one more package¦: install sklog from its folder again, as '.[sign]'")
        ) from None
    finally:
        util.find_library = find
    return asyncssh


def private_key(file: str | os.PathLike[str], passphrase: Passphrase = None) -> Any:
    """Return the key in a file; raise NotFound, or Refused with what is wrong with it.

    `passphrase` is only asked for where the key is protected by one.
    """
    ssh, path = _ssh(), Path(expanduser(file))  # noqa: PTH111  a ~ of nobody stays, and no file is called so
    data = _bytes_of(path)
    if data.startswith((*map(str.encode, KEYS), _ON_A_TOKEN.encode())):
        raise Refused(_("{path} is a public key, which cannot sign: use the private one", path=path))
    try:
        key = ssh.import_private_key(data)
    except ValueError as error:
        if "assphrase" not in str(error):
            raise Refused(_("{path} is not a private SSH key", path=path)) from None
        key = _protected_key(ssh, data, path, passphrase)
    if wrong := _wrong_with(key):
        raise Refused(_("{path} cannot sign: {reason}", path=path, reason=wrong))
    return key


def _protected_key(ssh: Any, data: bytes, path: Path, passphrase: Passphrase) -> Any:
    """Return a protected key; raise Refused where its passphrase is not known."""
    word = passphrase() if callable(passphrase) else passphrase
    if word is None:
        raise Refused(_("{path} is protected by a passphrase, and nobody can be asked for it here", path=path))
    try:
        return ssh.import_private_key(data, word)
    except ValueError:
        raise Refused(_("that is not the passphrase of {path}", path=path)) from None


def _wrong_with(key: Any) -> str:
    """Return why a key signs nothing here, "" where it does."""
    kind = key.get_algorithm()
    if kind.startswith(_ON_A_TOKEN):
        return _("a key on a token ({kind}) does not work here: make one with ssh-keygen -t ed25519", kind=kind)
    if kind not in KEYS:
        return _("signatures by {kind} are not possible: make a key with ssh-keygen -t ed25519", kind=kind)
    if kind == "ssh-rsa" and key.pyca_key.key_size < _LEAST_RSA:
        return _("an RSA key needs 2048 bits: make a key with ssh-keygen -t ed25519")
    return ""


def _bytes_of(path: Path) -> bytes:
    try:
        if not path.exists():
            raise NotFound(_("there is no file {path}", path=path))
        if not path.is_file():
            raise Refused(_("{path} is not a regular file: save it first, then name the file", path=path))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused(_("{path} cannot be read: {reason}", path=path, reason=reason(error))) from None
    if len(data) > MOST_BYTES:
        raise Refused(_("{path} is too large for a file of keys", path=path))
    return data


def sign(ledger: sqlite3.Connection, evening: Evening, key: Any, command: Command) -> Signature:
    """Sign how a closed evening ended, and keep that; raise Refused where it is open, or signed so already."""
    if not evening.closed:
        raise Refused(_("the evening {name!r} is not closed", name=evening.name))
    if (many := len(signatures.of_evening(ledger, evening.id))) >= MOST:
        raise Refused(_("the evening {name!r} has {many} signatures and takes no more", name=evening.name, many=many))
    evenings.proved(ledger, evening.id)  # nothing is signed that was changed
    said = signed_text(evening)
    public_key = " ".join(key.export_public_key("openssh").decode(errors="replace").split())
    same = (one for one in signatures.of_evening(ledger, evening.id) if _say_the_same(one.said, said))
    if any(one.public_key.split()[:2] == public_key.split()[:2] for one in same):
        raise Refused(_("the evening {name!r} is signed with this key as it is", name=evening.name))
    signed = _ssh().create_sshsig(key, said.encode(), namespace=NAMESPACE).decode()
    signature = Signature(command.at, command.who, said, public_key, signed)
    keep_signature(ledger, evening.id, signature)
    return signature


# -- judging ------------------------------------------------------------------------------------------


class Signer(NamedTuple):
    """Somebody whose key is known: the first name in a line of allowed_signers, the line, and whom people are told of.

    That is the name; where a public key stands without one, the key.
    """

    name: str
    line: str
    said: str


def signers(files: Sequence[Path] | None) -> list[Signer] | None:
    """Return whose keys these files hold, None where none is named; raise NotFound, Refused."""
    return [one for file in files for one in _signers(file)] if files else None


def _signers(file: Path) -> list[Signer]:
    """Return whose keys a file holds: lines as in allowed_signers, or public keys."""
    ssh, found = _ssh(), []
    for number, line in enumerate(_bytes_of(file).decode(errors="replace").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(_signer(ssh, line.split()))
            except Refused as error:
                raise Refused(_("{path}, line {line}: {reason}", path=file, line=number, reason=error)) from None
    if not found:
        raise Refused(_("{path} names no signer: write a name and a public key on each line", path=file))
    return found


def _signer(ssh: Any, words: Sequence[str]) -> Signer:
    """Return whose key is in the words of a line; raise Refused for one that is not understood, or never signs."""
    said, not_understood = "", Refused(_("that is not a signer: write a name and a public key"))
    if words[0].startswith((*KEYS, _ON_A_TOKEN)):  # a file id_ed25519.pub: what its key calls itself is no name
        words, said = ["signer", *words[:2]], signatures.shown(" ".join(words))
    line = _SIGNER.fullmatch(" ".join(words))  # the library passes over an option that it does not know
    options = re.findall(_OPTION, line["options"] or "") if line else []
    # of an option that is said twice the library takes the last one, and ssh-keygen refuses such a line
    if line is None or len({option.partition("=")[0] for option in options}) < len(options):
        raise not_understood
    try:
        ssh.import_allowed_signers(line["line"])
    except ValueError:
        raise not_understood from None
    for option in options:  # with some a key never signs an evening, be it at another time
        if option == _FOR_CERTIFICATES:
            raise Refused(_("that line can sign nothing here: {option} is for certificates only", option=option))
        if option.startswith("namespaces="):
            only = ssh.import_allowed_signers(f"signer {option} {line['key']}")
            if not only.validate(ssh.import_public_key(line["key"]), "signer", NAMESPACE):
                left_out = {"option": option, "namespace": NAMESPACE}
                raise Refused(_("that line can sign nothing here: {option} leaves out {namespace}", **left_out))
    name = next(name for name in words[0].split(",") if not name.startswith("!"))
    return Signer(name, line["line"], said or name)


HOLDS, MOVED_ON, FALSE = ("holds", "moved on", "false")
"""What became of what was signed: it is in force; something else is; or it proves nothing."""


class Signed(NamedTuple):
    """What became of one signature, by the fingerprint of its key: one of the words above, and the sentence.

    `said` are those of the known signers whose key it is, as people are told of them.
    """

    key: str
    fate: str
    sentence: str
    said: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether this key signed it, and hands and balances are still what it signed."""
        return self.fate == HOLDS


_EVENINGS = f"""
    SELECT id, {evenings.NAME_NOW},
        (SELECT closed AND kind = '{evenings.ORDINARY}' FROM overview WHERE session_id = session.id)
    FROM session JOIN state ON state.session_id = id ORDER BY id
"""  # noqa: S608  our own words
"""Every evening, and whether it is one to be signed: it is closed, and people play there for themselves."""


def verdicts(
    ledger: sqlite3.Connection, known: Sequence[Signer] | None = None, *, required: bool = False
) -> Iterator[Signed]:
    """Yield what became of every signature, or that there is none; with `known` signers nobody else's key counts.

    Where somebody signed an evening again, and that holds, the older signature was of what it was then. Which of the
    `known` signers have not signed an evening that is closed, or that somebody has signed, is said as well; where they
    are `required` to, that is FALSE. Raises Refused without the library.
    """
    if not count(ledger):
        yield Signed("", HOLDS if known is None else FALSE, _("nobody has signed an evening"))
    for number, name, ended in ledger.execute(_EVENINGS).fetchall():
        for one in _verdicts_of(ledger, number, known, required=required, ended=ended):
            sentence = _("evening {number} ({name}): {what}", number=number, name=name, what=one.sentence)
            yield one._replace(sentence=sentence)


def _verdicts_of(
    ledger: sqlite3.Connection, number: int, known: Sequence[Signer] | None, *, required: bool, ended: bool
) -> Iterator[Signed]:
    """Yield the same of one evening, in sentences that do not name it; `ended` is one to be signed."""
    try:
        there = signatures.of_evening(ledger, number)
    except LedgerError:
        yield Signed("", FALSE, _("none of its signatures counts: their stored data was changed"))
        return
    judged = [_judge_signature(ledger, number, one, known) for one in there]
    for place, one in enumerate(judged):
        again = any(later.good and later.key == one.key for later in judged[place + 1 :])
        if not again or one.fate == FALSE:
            yield one
    signed = {said for one in judged for said in one.said}
    missing = dict.fromkeys(one.said for one in known or () if one.said not in signed)
    if missing and (ended or there):
        words = _("not signed by {people}", people=", ".join(missing))
        yield Signed("", FALSE if required else HOLDS, words)


def _judge_signature(ledger: sqlite3.Connection, number: int, one: Signature, known: Sequence[Signer] | None) -> Signed:
    """Return what became of one signature; its sentence does not say of which evening."""
    key, whom = fingerprint(one.public_key), signatures.shown(one.public_key)
    if not _is_proved(one):
        return Signed("", FALSE, _("a signature is stored as made with {key}, but it was not: it was forged", key=whom))
    by = [signer for signer in known or () if _is_by(one, signer)]
    if known is not None and not by:
        return Signed(key, FALSE, _("signed by {whom}, which is not the key of any signer", whom=whom))
    if named := dict.fromkeys(signer.name for signer in by if signer.name == signer.said):
        whom = _("{key}, the key of {people}", key=key, people=", ".join(named))
    fate, words = _what_became_of(ledger, number, one)
    return Signed(key, fate, _("signed by {whom}; {what}", whom=whom, what=words), tuple(one.said for one in by))


def _what_became_of(ledger: sqlite3.Connection, number: int, one: Signature) -> tuple[str, str]:
    """Return what became of what was signed, by the evening as it is now."""
    try:
        evening = evenings.by_number(ledger, number)
        evenings.proved(ledger, number)
        found = find(ledger, one.digest) if one.digest else None
        then = history.rows_of(ledger, number, found.action or 0) if found else ()
        changed = found is not None and history.played(then) != history.played(history.rows_of(ledger, number))
    except evenings.DAMAGED as error:
        if evenings.is_no_damage(error, sqlite3.SQLITE_CORRUPT):  # of the file, or its disk: no evening is to blame
            raise
        return FALSE, _("the evening is damaged, and nothing proves that it is what was signed")
    if not one.digest or one.uid != evening.uid:
        return FALSE, _("the signed text is not about this evening, or this sklog does not know its form")
    noted = chain.short(one.digest)
    if found is None or found.evening != number:
        return FALSE, _(
            "the signed text has the digest {digest}, which this evening never had: it was changed, or signed before "
            "a copy was restored",
            digest=noted,
        )
    now = signed_text(evening._replace(digest=one.digest))
    if _say_the_same(now, one.said) and evening.closed and not changed:
        if evening.digest == one.digest:
            return HOLDS, _("it is as it was signed")
        return HOLDS, _("the hands and balances are those that were signed, and more has been recorded since")
    if evening.digest == one.digest:
        return FALSE, _("the signed text has other hands or balances than recorded")
    return MOVED_ON, _t(
        "it is not as it was signed¦: sklog check --digest {digest} shows what came since", digest=noted
    )


def _is_proved(one: Signature) -> bool:
    """Return whether a signature is by the key that it is kept with; raise Refused without the library."""
    ssh = _ssh()
    try:
        # the key alone: what is kept may hold more than one line, or options
        key = " ".join(one.public_key.split()[:2])
        # where nobody says for what a signature has to be, the library takes that from the signature
        ours = Signer("signer", f'signer namespaces="{NAMESPACE}" {key}', "")
        return not _wrong_with(ssh.import_public_key(key)) and _is_by(one, ours)
    except Exception:  # noqa: BLE001  whatever a forged key or signature makes of the library, it proves nothing
        return False


def _is_by(one: Signature, signer: Signer) -> bool:
    said, signed = one.said.encode(), one.signed.encode()
    return bool(_ssh().validate_sshsig(said, signed, signer.name, signer.line.encode()))


class NotedFact(NamedTuple):
    """Where a noted digest stands: the evening, and the action that made it the newest (None: the evening's row)."""

    evening: int
    action: int | None


def find(ledger: sqlite3.Connection, noted: bytes) -> NotedFact | None:
    """Return where the digest with this beginning stands; None where no fact has it."""
    asked = """
        SELECT session_id, action_id FROM entry WHERE substr(digest, 1, ?2) = ?1
        UNION ALL SELECT session_id, id FROM action WHERE substr(digest, 1, ?2) = ?1
        UNION ALL SELECT id, NULL FROM session WHERE substr(digest, 1, ?2) = ?1
    """
    row = ledger.execute(asked, (noted, len(noted))).fetchone()
    return NotedFact(*row) if row else None


def keep_signature(ledger: sqlite3.Connection, evening: int, signature: Signature) -> None:
    """Keep a signature of an evening, sealed."""
    (number,) = ledger.execute("SELECT coalesce(max(id), 0) + 1 FROM signature").fetchone()
    row = (number, evening, *signature)
    insert(ledger, f"signature (id, {COLUMNS}, seal)", [(*row, chain.sealed(*row))])


def count(ledger: sqlite3.Connection) -> int:
    """Return how many signatures there are."""
    (many,) = ledger.execute("SELECT count(*) FROM signature").fetchone()
    return int(many)
