"""The JSON Schema of what reports print with `--format json`."""

from __future__ import annotations

from typing import Any

from sklog.reports.render import SCHEMA, SESSION_SCHEMA
from sklog.rulebook.file_schema import DRAFT
from sklog.scoring.tariff import UNITS

# `schema` in the data is the version of its shape. Within a version keys are only added: a program that reads the
# ones it knows goes on working.
STRING = {"type": "string"}
PLACE = {"type": "integer"}
AMOUNT = {"type": "integer", "description": "cents or points"}
ACCOUNTS = {"type": "object", "additionalProperties": AMOUNT, "description": "by person, the Stock last"}
VALUES = {"type": "object", "additionalProperties": {"type": ["string", "integer", "number", "null"]}}


def schema() -> dict[str, Any]:
    """Return the schema: the sheet of an evening has a shape of its own, every other report the general one.

    `settle --all` answers with several reports where evenings count in several units.
    """
    several = {**_list({"$ref": "#/$defs/report"}), "minItems": 2, "description": "a settlement for each unit"}
    return {
        "$schema": DRAFT,
        "title": "sklog report",
        "$defs": {"report": _general()},
        "oneOf": [_session(), {"$ref": "#/$defs/report"}, several],
    }


def _object(description: str, required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    described = {"description": description} if description else {}
    return {"type": "object", **described, "properties": {**required, **optional}, "required": list(required)}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _by_key(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


def _head(version: int, report: dict[str, Any]) -> dict[str, Any]:
    return {"schema": {"const": version}, "report": report, "unit": {"enum": list(UNITS)}}


def _codes() -> dict[str, Any]:
    """Return the shape of GiroCodes, which stand where they were asked for."""
    payload = {"type": "string", "description": "what a banking app reads"}
    return _list(_object("a code", {"title": STRING, "words": _list(STRING), "payload": payload}))


def _general() -> dict[str, Any]:
    stretch = {"first": PLACE, "last": PLACE, "title": STRING}
    chart = {
        "axis": STRING,
        "places": _list(STRING),
        "series": _by_key(_list({"type": ["number", "null"]})),
        "bands": _list(_object("a stretch of the axis, both ends included, counted from 0", stretch)),
    }
    return _object(
        "any report: facts above its tables, the tables row by row, sentences below; raw values, English words",
        {
            **_head(SCHEMA, {"type": "string", "not": {"const": "session"}}),
            "title": STRING,
            "facts": VALUES,
            "tables": _by_key(_list({**VALUES, "description": "a value by the column's key"})),
            "notes": _list(STRING),
        },
        charts=_by_key(_object("a picture's figures: a value for each place", chart)),
        definitions=_by_key({"type": "string", "description": "how the numbers of this table are counted"}),
        codes=_codes(),
    )


def _session() -> dict[str, Any]:
    plus, times = {"label": STRING, "plus": AMOUNT}, {"label": STRING, "times": {"type": "integer"}}
    step = {"oneOf": [{"properties": one, "required": list(one)} for one in (plus, times)]}
    transfer = _object("", {"payer": STRING, "payee": STRING, "amount": AMOUNT})
    noted = {"type": ["string", "null"]}
    still = "what each has still to get (or, below 0, to pay), which the transfers settle; the Stock last"
    hand = _object(
        "a hand, as `calc` answers it, and the balances after it",
        {
            "hand": {"type": "object", "description": "the canonical hand; `void` where it does not count"},
            "value": AMOUNT,
            "postings": ACCOUNTS,
            "steps": _list(step),
            "balances": ACCOUNTS,
        },
    )
    return _object(
        "the sheet of an evening: what `replay` answers, and more",
        {
            **_head(SESSION_SCHEMA, {"const": "session"}),
            "session": STRING,
            "date": {**noted, "description": "as ISO 8601 writes it"},
            "place": noted,
            "tariff": STRING,
            "players": _list(STRING),
            "hands": _list(hand),
            "balances": ACCOUNTS,
            "payments": _list(transfer),
            "open": {**ACCOUNTS, "description": still},
            "transfers": {"type": ["array", "null"], "items": transfer},
        },
        declared=_list(
            {**VALUES, "description": "who declared what how often, and won it, in each game; alone in all"}
        ),
        rounded=_list({**transfer, "description": "what was let go when sums were rounded: nobody owes it any more"}),
        digest={"type": "string", "description": "what `check --digest` compares; of an evening in a ledger"},
        codes=_codes(),
    )
