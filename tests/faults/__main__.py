"""Runs every scenario on SQLite and on PostgreSQL and prints one table; ends with 1 if anything did not hold.

`sqlite` or `postgresql` runs it there alone; `--only WORD` runs some of it, `--seed N` repeats the
moments of a run.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from typing import Any

from tests.server import ROOT

COLUMNS = ("intents", "acknowledged", "present", "lost", "doubled", "partial")
HEAD = (
    f"{'scenario':<32}{'database':<11}" + "".join(f"{name:>{len(name) + 2}}" for name in COLUMNS) + "  books  seconds"
)


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.faults")
    reader.add_argument("database", nargs="?", choices=["sqlite", "postgresql"], help="both unless told")
    reader.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    reader.add_argument("--only", default="", help="a part of a scenario's function name")
    given = reader.parse_args()
    databases = [given.database] if given.database else ["sqlite", "postgresql"]
    begun = time.monotonic()
    print(f"What bank and clocks must survive (seed {given.seed})\n\n{HEAD}", flush=True)
    hold = [_run(name, given.seed, given.only) for name in databases]
    print(f"\n{'Everything held' if all(hold) else 'NOT everything held'}, {time.monotonic() - begun:.0f} s")
    return 0 if all(hold) else 1


def _run(database: str, seed: int, only: str) -> bool:
    """Print the rows of one database as they come. Returns whether all of them hold."""
    command = [sys.executable, "-m", "tests.faults.one_database", database, str(seed), only]
    all_hold = True
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            row = json.loads(line)
            print(_line_of(row), flush=True)
            all_hold &= _holds(row)
    if running.returncode:
        print(f"The trials on {database} broke off: {running.returncode}.")
    return all_hold and not running.returncode


def _holds(row: dict[str, Any]) -> bool:
    return row["books_are_clean"] and not (row["lost"] or row["doubled"] or row["partial"] or row["wrong"])


def _line_of(row: dict[str, Any]) -> str:
    numbers = "".join(f"{row[name]:>{len(name) + 2}}" for name in COLUMNS)
    books = "clean" if row["books_are_clean"] else "WRONG"
    line = f"{row['scenario']:<32}{row['database']:<11}{numbers}  {books}  {row['seconds']:7.1f}  {row['note']}"
    return "\n    ".join([line, *row["wrong"]])


if __name__ == "__main__":
    raise SystemExit(main())
