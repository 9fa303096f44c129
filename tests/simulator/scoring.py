"""The score: which planted faults a run of so many seconds finds, each in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from django.db import connection

from tests.simulator.planted.fault import Planted

SETTINGS = "tests.simulator.planted.settings"
AT_ONCE = 2
PATIENCE = 180.0
"""Seconds beyond those of the run, for the database, the last night and a slow machine."""
_LAW = re.compile(r"^Broken: (.*)", re.MULTILINE)
_BROKE = re.compile(r"It broke after (?P<steps>[\d,]+) steps, (?P<seconds>[\d.]+) seconds")
_PLAYED = re.compile(r"(?P<steps>[\d,]+) steps, 0 breaches")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run with a fault came to. law: the first that broke, empty for none. steps, seconds: until then, or of the
    whole run. crash: how the run ended that could not be played at all.
    """

    fault: Planted
    law: str = ""
    steps: int = 0
    seconds: float = 0.0
    crash: str = ""

    def __str__(self) -> str:
        verdict = "found" if self.law else "no night" if self.crash else "not found"
        line = f"{verdict:9} {self.seconds:6.1f} s {self.steps:6,} steps  {self.fault.name}"
        return f"{line}: {told}" if (told := self.law or self.crash) else line


def score(faults: Sequence[Planted], asked: Sequence[str], seconds: float, tell: Callable[[str], object]) -> None:
    """Run the faults, tell of each as it ends, then the table and the share that was found, also if it is broken off.

    asked: further options of each run. seconds: how long each is played at most.
    """
    outcomes: list[Outcome] = []
    try:
        with _migrated() as database, ThreadPoolExecutor(AT_ONCE) as several:
            for outcome in several.map(partial(_outcome, asked=asked, seconds=seconds, migrated=database), faults):
                tell(str(outcome))
                outcomes.append(outcome)
    finally:
        for line in _table(outcomes):
            tell(line)


@contextmanager
def _migrated() -> Iterator[str]:
    """The name of an empty database as the sound product makes it: migrating takes longer than many a fault is safe."""
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    try:
        yield str(connection.settings_dict["NAME"])
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def _outcome(fault: Planted, *, asked: Sequence[str], seconds: float, migrated: str) -> Outcome:
    command = [sys.executable, "manage.py", "simulate", f"--settings={SETTINGS}", "--first"]
    environment = {**os.environ, "PLANTED": fault.name, "MIGRATED": migrated, "LOG_LEVEL": "CRITICAL"}
    begun = time.perf_counter()
    try:
        run = subprocess.run(
            [*command, "--seconds", str(seconds), *asked],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds + PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return Outcome(fault, seconds=time.perf_counter() - begun, crash="the run does not end")
    law, broke = _LAW.search(run.stdout), _BROKE.search(run.stdout)
    if law and broke:
        return Outcome(fault, law[1], _number(broke["steps"]), float(broke["seconds"]))
    if played := _PLAYED.search(run.stdout):
        return Outcome(fault, steps=_number(played["steps"]), seconds=seconds)
    last = (run.stderr.strip() or run.stdout.strip() or "nothing was said").splitlines()[-1]
    return Outcome(fault, seconds=time.perf_counter() - begun, crash=last)


def _table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for title, some in (
        ("Found", [each for each in outcomes if each.law]),
        ("Stopped the night from being made", [each for each in outcomes if each.crash]),
        ("Not found", [each for each in outcomes if not each.law and not each.crash]),
    ):
        yield f"\n{title}: {len(some)}"
        yield from map(str, sorted(some, key=lambda each: each.seconds))
    found = sum(bool(each.law) for each in outcomes)
    yield f"\n{found} of {len(outcomes)} planted faults found, {found / max(len(outcomes), 1):.0%}."


def _number(text: str) -> int:
    return int(text.replace(",", ""))
