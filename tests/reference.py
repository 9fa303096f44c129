"""Finds the reference data from outside, or skips the test and says so.

ORACLE names its folder. Without it the full set beside the project is taken, and where there is none the slice in
`tests/oracle`. With ORACLE_FULL=1 a test takes every record of the folder instead of its sample.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[1]
SLICE = PROJECT / "tests" / "oracle"
"""What the project itself keeps: the first of the generated records, and no real hands."""


def reference_folder() -> Path:
    """Where the reference data is taken from."""
    if named := os.environ.get("ORACLE"):
        return Path(named)
    full = PROJECT.parent / "shared" / "oracle"
    return full if full.is_dir() else SLICE


def reference_file(name: str) -> Path:
    """Where a reference file lies."""
    path = reference_folder() / name
    if not path.exists():
        pytest.skip(f"reference data {name} is not here; point ORACLE at its folder")
    return path


def reference_text(name: str) -> str:
    """A reference file as text, unpacked."""
    path = reference_file(name)
    packed = path.read_bytes()
    return (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode()


def reference_json(name: str) -> Any:
    """A reference file of one JSON value."""
    return json.loads(reference_text(name))


def reference_records(name: str, *, sample: int | None = None) -> Iterator[dict[str, Any]]:
    """The records of a packed file of lines: all, or the first ``sample`` unless ORACLE_FULL is 1."""
    with gzip.open(reference_file(name), "rt", encoding="utf-8") as lines:
        most = None if os.environ.get("ORACLE_FULL") == "1" else sample
        yield from map(json.loads, islice(lines, most))
