"""Makes any number of odd requests of pages and API, on the database of DATABASE_URL, and prints what was answered.

    python -m tests.fuzz --cases 100000 --seed 7

The same seed makes the same requests. Exit code 0: no fault of the server, and books that verify.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000, help="about how many requests (default: 100,000)")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="makes the same requests again")
    asked = parser.parse_args()
    print(f"About {asked.cases:,} requests, seed {asked.seed}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:randomly", "tests/fuzz"]
    # A line for each refusal would hide what is told at the end.
    asked_for = {
        "FUZZ_CASES": str(asked.cases),
        "FUZZ_SEED": asked.seed,
        "LOG_LEVEL": "CRITICAL",
        "EVENTNIGHT_DEEP": "1",
    }
    return subprocess.run(command, env={**os.environ, **asked_for}, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
