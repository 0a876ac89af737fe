"""The board of an evening as JSON over HTTP, with an ETag: whoever has the newest one is answered 304 and nothing else.

python examples/endpoint.py ledger.db     serves http://127.0.0.1:8000/ and /STAMMTISCH
"""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import make_server

import sklog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

STATUS = {"not-found": HTTPStatus.NOT_FOUND, "no-ledger": HTTPStatus.NOT_FOUND, "no-such-evening": HTTPStatus.NOT_FOUND}


def board(ledger: sklog.Ledger, which: str | None) -> dict[str, Any]:
    """Return what everybody at the table looks at; raise SklogError."""
    shown = ledger.board(which, hands=5)
    return {
        "evening": shown.evening.name,
        "balances": {one.name: one.balance for one in shown.accounts},
        "hands": [{"number": one.number, "line": one.line, "value": one.value} for one in shown.hands],
    }


def app(ledger: sklog.Ledger) -> Callable[[dict[str, Any], Callable[..., object]], Iterable[bytes]]:
    """Return the WSGI application of a ledger."""

    def respond(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        which, headers = environ["PATH_INFO"].strip("/") or None, [("Content-Type", "application/json")]
        try:
            tag = f'"{ledger.evening(which).digest.hex()}"'
            if environ.get("HTTP_IF_NONE_MATCH") == tag:
                start("304 Not Modified", [("ETag", tag)])
                return []
            status, answer = HTTPStatus.OK, board(ledger, which)
            headers += [("ETag", tag)]
        except sklog.SklogError as error:
            problem = error.problems[0]
            status = STATUS.get(problem.code, HTTPStatus.CONFLICT)
            answer = {"code": problem.code, "message": problem.message, "data": problem.data}
        start(f"{status.value} {status.phrase}", headers)
        return [json.dumps(answer).encode()]

    return respond


if __name__ == "__main__":
    make_server("127.0.0.1", 8000, app(sklog.Ledger(sys.argv[1]))).serve_forever()
