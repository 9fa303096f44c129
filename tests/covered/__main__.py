"""Runs the suite on SQLite, or what follows of it, and prints which share of the product's lines it ran.

The share of each part, the files of which most lines were not run, and the total in the last line.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.covered import FOLDER, ROOT, SOURCES
from tests.everywhere import on_sqlite

FILES_NAMED = 15


def main(arguments: list[str]) -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.environ["PYTEST_PLUGINS"] = "tests.covered.plugin"
    code = on_sqlite(arguments)
    for line in told(*seen()):
        print(line)
    return code


def seen() -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """The lines that there are and those that were run, by file; of all processes together."""
    there: dict[str, set[int]] = defaultdict(set)
    run: dict[str, set[int]] = defaultdict(set)
    for written in FOLDER.glob("*.json"):
        for name, lines in json.loads(written.read_text())["files"].items():
            there[name].update(lines["executed_lines"], lines["missing_lines"])
            run[name].update(lines["executed_lines"])
    return there, run


def told(there: dict[str, set[int]], run: dict[str, set[int]]) -> Iterator[str]:
    """A line for each part, for each of the files with most lines not run, and for all."""
    left = {name: len(there[name] - run[name]) for name in there}
    for name in sorted(left, key=lambda each: -left[each])[:FILES_NAMED]:
        yield f"{left[name]:6,} lines not run in {name}"
    for source in SOURCES:
        inside = [name for name in there if (ROOT / name).is_relative_to(source)]
        yield f"{share_of(inside, there, run)} of {source.name}"
    never = [path for source in SOURCES for path in source.rglob("*.py") if str(path.relative_to(ROOT)) not in there]
    yield f"{share_of(there, there, run)} of all; {_not_imported(never)}."


def share_of(names: list[str] | dict[str, set[int]], there: dict[str, set[int]], run: dict[str, set[int]]) -> str:
    lines = sum(len(there[name]) for name in names)
    return f"{sum(len(run[name]) for name in names) / max(lines, 1):6.1%} of {lines:,} lines"


def _not_imported(never: list[Path]) -> str:
    files = [path for path in never if path.name != "__init__.py" and path.stat().st_size]
    return f"{len(files)} files were never imported"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
