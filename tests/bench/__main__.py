"""Runs every comparison, prints a table and writes bench.json."""

from __future__ import annotations

import importlib
import json
import pkgutil
from dataclasses import asdict
from pathlib import Path

import tests.bench
from tests.bench.timing import Row


def main() -> None:
    found: list[Row] = []
    print(f"{'work':<44}{'peer':<28}{'ours':>14}{'peer':>14}{'ratio':>9}")
    for module in pkgutil.iter_modules(tests.bench.__path__, "tests.bench."):
        if not module.name.startswith("tests.bench.bench_"):
            continue
        for row in importlib.import_module(module.name).rows():
            found.append(row)
            print(
                f"{row.name:<44}{row.peer_name:<28}{row.ours:>14,.0f}{row.peer:>14,.0f}{row.ratio:>8.2f}x  {row.unit}"
            )
    Path("bench.json").write_text(json.dumps([asdict(row) for row in found], indent=2) + "\n")


if __name__ == "__main__":
    main()
