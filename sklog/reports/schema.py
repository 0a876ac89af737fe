"""The JSON Schema of what reports print with `--format json`; `schema` in the data is its version.

Within a version keys are only added: a program that reads the ones it knows goes on working.
"""

from __future__ import annotations

from typing import Any

from sklog.reports.render import SCHEMA
from sklog.scoring.tariff import UNITS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
AMOUNT = {"type": "integer", "description": "cents or points"}
ACCOUNTS = {"type": "object", "additionalProperties": AMOUNT, "description": "by person, the Stock last"}
VALUE = {"type": ["string", "integer", "number", "null"]}
STEP = {
    "oneOf": [
        {"properties": {"label": {"type": "string"}, "plus": AMOUNT}, "required": ["label", "plus"]},
        {"properties": {"label": {"type": "string"}, "times": {"type": "integer"}}, "required": ["label", "times"]},
    ]
}
TRANSFER = {
    "type": "object",
    "properties": {"payer": {"type": "string"}, "payee": {"type": "string"}, "amount": AMOUNT},
    "required": ["payer", "payee", "amount"],
}


def schema() -> dict[str, Any]:
    """Return the schema: the sheet of an evening has a shape of its own, every other report the general one."""
    return {"$schema": DRAFT, "title": "sklog report", "oneOf": [_session(), _general()]}


def _object(description: str, required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": {**required, **optional},
        "required": list(required),
    }


def _head(report: dict[str, Any]) -> dict[str, Any]:
    return {"schema": {"const": SCHEMA}, "report": report, "unit": {"enum": list(UNITS)}}


def _general() -> dict[str, Any]:
    row = {"type": "object", "additionalProperties": VALUE, "description": "a value by the column's key"}
    band = _object(
        "a stretch of the axis, both ends included, counted from 0",
        {"first": {"type": "integer"}, "last": {"type": "integer"}, "title": {"type": "string"}},
    )
    chart = _object(
        "a picture's figures: a value for each place",
        {
            "axis": {"type": "string"},
            "places": {"type": "array", "items": {"type": "string"}},
            "series": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": ["number", "null"]}},
            },
            "bands": {"type": "array", "items": band},
        },
    )
    return _object(
        "any report: facts above its tables, the tables row by row, sentences below; raw values, English words",
        {
            **_head({"type": "string", "not": {"const": "session"}}),
            "title": {"type": "string"},
            "facts": {"type": "object", "additionalProperties": VALUE},
            "tables": {"type": "object", "additionalProperties": {"type": "array", "items": row}},
            "notes": {"type": "array", "items": {"type": "string"}},
        },
        charts={"type": "object", "additionalProperties": chart},
        codes=_codes(),
    )


def _codes() -> dict[str, Any]:
    """Return the shape of GiroCodes, which stand where they were asked for."""
    words = {"type": "array", "items": {"type": "string"}}
    payload = {"type": "string", "description": "what a banking app reads"}
    return {
        "type": "array",
        "items": _object("a code", {"title": {"type": "string"}, "words": words, "payload": payload}),
    }


def _session() -> dict[str, Any]:
    hand = _object(
        "a hand, as `calc` answers it, and the balances after it",
        {
            "hand": {"type": "object", "description": "the canonical hand; `void` where it does not count"},
            "value": AMOUNT,
            "postings": ACCOUNTS,
            "steps": {"type": "array", "items": STEP},
            "balances": ACCOUNTS,
        },
    )
    return _object(
        "the sheet of an evening, as `replay` answers it",
        {
            **_head({"const": "session"}),
            "session": {"type": "string"},
            "tariff": {"type": "string"},
            "players": {"type": "array", "items": {"type": "string"}},
            "hands": {"type": "array", "items": hand},
            "balances": ACCOUNTS,
            "transfers": {"type": ["array", "null"], "items": TRANSFER},
        },
        digest={"type": "string", "description": "what `check --digest` compares; of an evening in a ledger"},
        codes=_codes(),
    )
