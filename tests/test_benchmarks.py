"""The benchmarks can be run: nobody measures in a test, but what the README names has to begin."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "benchmarks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_benchmark_can_be_imported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that it takes from sklog is still there."""
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    assert "main" in runpy.run_path(str(path), run_name="benchmark")
