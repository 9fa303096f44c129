"""The engine's rows once more, in a process of its own where the compiled engine stands before the sources."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from tests.bench.timing import Row

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ROOT / "var/engine/compiled"
OF_THE_ENGINE = ("bench_import", "bench_phh", "bench_poker_hands", "bench_ranking")


def compiled_rows(module: str) -> Iterator[Row]:
    """The rows of a module of comparisons with the engine that `make engine` compiled, named for it; none where the
    engine has no part in them.
    """
    if module not in OF_THE_ENGINE:
        return
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": f"{COMPILED}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tests.bench.compiled", module]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    for row in json.loads(done.stdout.splitlines()[-1]):
        yield replace(Row(**row), name=f"{row['name']}, compiled")


def main(module: str) -> None:
    """Print the rows as the last line of the output."""
    betting = importlib.import_module("engine.poker.betting")
    if not str(betting.__file__).endswith((".so", ".pyd")):
        raise SystemExit("The compiled engine is not there: run `make bench`, which builds it.")
    rows: Iterator[Row] = importlib.import_module(f"tests.bench.{module}").rows()
    print(json.dumps([asdict(row) for row in rows]))


if __name__ == "__main__":
    main(*sys.argv[1:])
