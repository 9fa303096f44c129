"""Which lines of the product the suite runs."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = tuple(ROOT / name for name in ("engine", "eventnight", "tables", "tournaments"))
FOLDER = ROOT / "var" / "coverage"
"""What each process of the suite has seen."""
