"""Plays nights on SQLite and on PostgreSQL at once, each in a process of its own; what follows goes to `simulate`.

Steps that are played again, the score and the names of its faults are for the database of DATABASE_URL alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.everywhere import POSTGRES, postgres_answers
from tests.simulator.shrinking import SHELF

COMMAND = [sys.executable, "manage.py", "simulate", "--settings=tests.simulator.settings"]
ROOT = Path(__file__).resolve().parents[2]
ALONE = ("score", "faults", "--steps")


def main(arguments: list[str]) -> int:
    if any(each in arguments for each in ALONE):
        return subprocess.run([*COMMAND, *arguments], cwd=ROOT, check=False).returncode
    databases = [""]
    if postgres_answers():
        databases.append(POSTGRES)
    else:
        print("PostgreSQL does not answer: no night was played there.", flush=True)
        if os.environ.get("EVENTNIGHT_NO_SKIP") == "1":
            return 1
    return max(_played(arguments, databases))


def _played(arguments: list[str], databases: list[str]) -> list[int]:
    # Empty rather than absent: a .env file could fill in what is absent.
    with TemporaryDirectory(prefix="eventnight-short-nights-") as shelf:
        given = [{**os.environ, SHELF: shelf, "DATABASE_URL": database, "REDIS_URL": ""} for database in databases]
        running = [subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, env=environment) for environment in given]
        return [abs(process.wait()) for process in running]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
