"""A tournament's pages: the ranking for everybody in the hall, everybody's own line, and the page of each table.

    /tournament          who is first, and how many lists are missing; it changes as each list comes in
    /tournament/tv       the same for the wall
    /tournament/17       the place, the points, the next table and seat of start number 17
    /tournament/table/2/17   who sits there, and its list: sums that are typed, or what its hands came to

Who has joined the hall, or any table, looks at all of it. A table's list is entered by who has joined that table, and
put right by who keeps the tournament alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse
from starlette.routing import Route

from sklog import Held, Ledger, NotFound
from sklog.language import _
from sklog.serve.routes import device_of, home_of, order_of, page_for, read, room_of
from sklog.serve.tables import ALL, SEAT, WALL, hall, identified, seen

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from sklog.serve.tables import Table

MOST_NUMBER = 9_999


async def _held(request: Request) -> tuple[Table, Held]:
    """Return the tournament that is served, and how it stands; raise NotFound."""
    device_of(request)
    table = room_of(request).tables.hall
    return table, await read(request, _of, table.uid)


def _of(ledger: Ledger, uid: str) -> Held:
    return ledger.tournaments.held(identified(uid))


# -- for everybody in the hall ------------------------------------------------------------------------


async def hall_page(request: Request) -> Response:
    """Show how the tournament stands: the first ones, or all."""
    return await _ranking(request, "tournament", ALL if order_of(request) == ALL else SEAT)


async def wall_page(request: Request) -> Response:
    """Show it large, with nothing to press."""
    return await _ranking(request, "wall", WALL)


async def _ranking(request: Request, template: str, order: str) -> Response:
    table, held = await _held(request)
    home = home_of(device_of(request))
    told = hall(held, order)
    return page_for(request, template, table=table.number, seen=seen(held.evening), home=home, **told, order=order)


async def asked_page(request: Request) -> Response:
    """Lead to the page of the start number that was typed."""
    said = request.query_params.get("number", "").strip()
    number = int(said) if said.isascii() and said.isdigit() and len(said) <= len(str(MOST_NUMBER)) else 0
    if not number:
        raise NotFound(_("a start number is 1 to {most}", most=MOST_NUMBER))
    return RedirectResponse(f"/tournament/{number}", 303)


async def person_page(request: Request) -> Response:
    """Show what a start number has, and where it sits next."""
    _table, held = await _held(request)
    number = request.path_params["number"]
    if number not in held.tournament.entrants:
        raise NotFound(_("nobody has number {number}", number=number))
    found = held.ranking()
    return page_for(
        request,
        "entrant",
        held=held,
        number=number,
        name=held.names[number],
        standing=found.of(number),
        ranked=len(found.standings),
        rounds=[_seat(held, round_, number) for round_ in range(1, held.round + 1)],
    )


def _seat(held: Held, round_: int, number: int) -> dict[str, Any]:
    """Return where a start number sits in a round, and with whom; table 0 is none."""
    for table, seats in enumerate(held.tournament.rounds[round_ - 1].tables, 1):
        if number in seats:
            counted = held.tournament.counted(round_, table) is not None
            return {"round": round_, "table": table, "seat": seats.index(number) + 1, "seats": seats, "in": counted}
    return {"round": round_, "table": 0, "seat": 0, "seats": (), "in": False}


ROUTES = (
    Route("/tournament", hall_page),
    Route("/tournament/tv", wall_page),
    Route("/tournament/of", asked_page),
    Route("/tournament/{number:int}", person_page),
)
