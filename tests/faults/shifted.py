"""A program of the night in a process whose time of day is off by the seconds in a file: a computer whose clock is set
while the night runs. How long the computer itself has been running stays true.
"""

from __future__ import annotations

import runpy
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone


def main(shift: str, program: str, *arguments: str) -> None:
    """Run the module of that name, such as manage or celery, there."""
    real_now, real_time = timezone.now, time.time_ns

    def off() -> float:
        return float(Path(shift).read_text())

    def now() -> datetime:
        return real_now() + timedelta(seconds=off())

    def time_ns() -> int:
        return real_time() + int(off() * 1_000_000_000)

    timezone.now, time.time_ns = now, time_ns
    sys.argv = [program, *arguments]
    runpy.run_module(program, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
