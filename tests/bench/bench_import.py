"""Importing the poker engine in a fresh interpreter, the interpreter's own start included."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from tests.bench.timing import Row, compare


def rows() -> Iterator[Row]:
    yield compare(
        "importing the poker engine", "imports/s", 1, lambda: _import("engine.poker.hand"), "PokerKit", _import_peer
    )


def _import(module: str) -> None:
    # Compiled modules are kept, as on every machine that starts the engine a second time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True, env=environment)


def _import_peer() -> None:
    _import("pokerkit")
