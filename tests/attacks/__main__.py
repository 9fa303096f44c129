"""Attacks the draw and prints one table; ends with 1 if anything that was tried went unseen.

Forged publications are judged by the verifier alone, a million of them; nights on SQLite and on PostgreSQL are attacked
through services, rows, archives, addresses and commands. `quick` does some of it, `--seed N` repeats a run,
`--only WORD` runs the attacks with that word in their names, `--files` leaves the databases out.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from tests.attacks import publishing
from tests.attacks.counting import Ending, Tally
from tests.server import ROOT

TRIES, QUICK_TRIES = 1_000_000, 10_000
SLOW_TRIES, QUICK_SLOW_TRIES = 200, 10
NIGHTS, QUICK_NIGHTS = 10, 1
SHARE = 5_000
"""Tries that one process makes at a time."""

HEAD = f"{'attack':<32}{'place':<15}{'tried':>10}" + "".join(f"{ending:>12}" for ending in Ending) + "  seconds"


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.attacks")
    reader.add_argument("size", nargs="?", choices=["quick", "whole"], default="whole")
    reader.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    reader.add_argument("--only", default="", help="a part of an attack's name")
    reader.add_argument("--files", action="store_true", help="forged publications only")
    given = reader.parse_args()
    is_quick, begun = given.size == "quick", time.monotonic()
    print(f"Attacks on the draw (seed {given.seed})\n\n{HEAD}", flush=True)
    tallies = list(_on_files(given.seed, given.only, is_quick=is_quick))
    clean = True
    for name in () if given.files else ("sqlite", "postgresql"):
        done, went_through = _on_nights(name, given.seed, is_quick=is_quick)
        tallies += done
        clean &= went_through
    tried, undetected = sum(tally.tried for tally in tallies), sum(tally.undetected for tally in tallies)
    print(f"\n{tried:,} tried, {undetected:,} undetected, {time.monotonic() - begun:.0f} s")
    return 0 if clean and not undetected else 1


def _on_files(seed: int, only: str, *, is_quick: bool) -> Iterator[Tally]:
    """Every attack on the two files, in as many processes as there are cores."""
    names = [name for name in publishing.ATTACKS if only in name]
    fast = [name for name in names if name != publishing.SLOW]
    slow_tries = QUICK_SLOW_TRIES if is_quick else SLOW_TRIES
    each = ((QUICK_TRIES if is_quick else TRIES) - slow_tries) // max(len(fast), 1) + 1
    with ProcessPoolExecutor() as pool:
        for name in names:
            begun = time.monotonic()
            tries = slow_tries if name == publishing.SLOW else each
            share = SHARE if name != publishing.SLOW else max(slow_tries // 8, 1)
            parts = [
                pool.submit(publishing.run_named, name, min(share, tries - first), seed * 1_000_003 + first)
                for first in range(0, tries, share)
            ]
            tally = _sum(name, parts)
            _print(tally, time.monotonic() - begun)
            yield tally


def _sum(name: str, parts: list[Future[Tally]]) -> Tally:
    tally = Tally(name, "the two files")
    for part in as_completed(parts):
        tally.add(part.result())
    return tally


def _on_nights(database: str, seed: int, *, is_quick: bool) -> tuple[list[Tally], bool]:
    """The attacks on one database as they come, and whether all of them ran."""
    nights = str(QUICK_NIGHTS if is_quick else NIGHTS)
    size = "quick" if is_quick else "whole"
    command = [sys.executable, "-m", "tests.attacks.one_database", database, str(seed), nights, size]
    tallies = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            row = json.loads(line)
            tallies.append(Tally.of_row(row))
            _print(tallies[-1], row["seconds"])
    if running.returncode:
        print(f"The attacks on {database} broke off: {running.returncode}.")
    return tallies, not running.returncode


def _print(tally: Tally, seconds: float) -> None:
    numbers = "".join(f"{tally.endings[ending]:>12,}" for ending in Ending)
    line = f"{tally.attack:<32}{tally.place:<15}{tally.tried:>10,}{numbers}  {seconds:7.1f}"
    print("\n    ".join([line, *tally.found]), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
