"""Finds the reference data of brackets, euchre and roulette, or skips the test and says so."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]


def reference_text(name: str) -> str:
    """A reference file as text, unpacked."""
    path = Path(os.environ.get("ORACLE", PROJECT.parent / "shared" / "oracle")) / name
    if not path.exists():
        pytest.skip(f"reference data {name} is not here; point ORACLE at its folder")
    packed = path.read_bytes()
    return (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode()


def reference_json(name: str) -> Any:
    """A reference file of one JSON value."""
    return json.loads(reference_text(name))
