"""Runs every comparison, the engine's a second time compiled, prints a table and writes bench.json.

`large` runs those that need long books as well.

`--only WORD` runs the modules with that word in their names, and leaves bench.json as it is.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import tests.bench
from tests.bench.compiled import compiled_rows
from tests.bench.timing import Row


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m tests.bench")
    reader.add_argument("size", nargs="?", choices=["large"])
    reader.add_argument("--only", default="", help="a part of a module's name")
    given = reader.parse_args()
    kinds = ("bench_", "large_") if given.size else ("bench_",)
    found: list[Row] = []
    print(f"{'work':<48}{'peer':<30}{'ours':>14}{'peer':>14}{'ratio':>9}")
    for module in pkgutil.iter_modules(tests.bench.__path__, "tests.bench."):
        name = module.name.removeprefix("tests.bench.")
        if not name.startswith(kinds) or given.only not in name:
            continue
        for row in chain(importlib.import_module(module.name).rows(), compiled_rows(name)):
            found.append(row)
            print(
                f"{row.name:<48}{row.peer_name:<30}{row.ours:>14,.0f}{row.peer:>14,.0f}{row.ratio:>8.2f}x  {row.unit}",
                flush=True,
            )
    if not given.only:
        Path("bench.json").write_text(json.dumps([asdict(row) for row in found], indent=2) + "\n")


if __name__ == "__main__":
    main()
