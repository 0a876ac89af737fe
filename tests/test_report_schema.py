"""What reports print as json has the shape that `sklog report schema` documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tests import golden

if TYPE_CHECKING:
    from conftest import Sklog

JSON = [one.path for one in golden.goldens() if one.path.suffix == ".json"]


@pytest.fixture
def schema(ok: Sklog) -> dict[str, Any]:
    """Return the schema as it is printed."""
    found: dict[str, Any] = json.loads(ok("report", "schema").out)
    return found


def test_the_schema_is_one(schema: dict[str, Any]) -> None:
    """It follows the draft that it names."""
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", JSON, ids=lambda path: str(path.relative_to(golden.FOLDER)))
def test_every_report_has_the_documented_shape(schema: dict[str, Any], path: Any) -> None:
    """Every golden json is valid."""
    Draft202012Validator(schema).validate(json.loads(path.read_text(encoding="utf-8")))


def test_another_version_is_not_this_one(schema: dict[str, Any]) -> None:
    """A program can tell by `schema` that it does not know the shape."""
    data = json.loads(JSON[0].read_text(encoding="utf-8"))
    assert not Draft202012Validator(schema).is_valid({**data, "schema": 2})
