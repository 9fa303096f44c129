"""A plugin of pytest for each of its processes: notes which lines of the product it runs, and writes them down.

A line is noted once and costs nothing afterwards. What processes of a test run is not seen.
"""

from __future__ import annotations

import json
import os

from slipcover import Slipcover
from slipcover.importer import FileMatcher, ImportManager

from tests.covered import FOLDER, SOURCES

_lines = Slipcover()
# As the plugin is loaded, before anything of the product is.
ImportManager(_lines, FileMatcher(sources=list(SOURCES))).__enter__()


def pytest_sessionfinish() -> None:
    """Write down what this process saw."""
    (FOLDER / f"{os.getpid()}.json").write_text(json.dumps(_lines.get_coverage()))
