"""The score: which planted faults are found within so many seconds on two cores, each by runs of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

from tests.simulator.choosing import shares
from tests.simulator.planted.fault import Planted

SETTINGS, SOUND = "tests.simulator.planted.settings", "tests.simulator.settings"
RUNS = 2
"""Of one fault at the same time, from other nights each."""
APART = 500_003
"""Between the first seeds of two runs."""
PATIENCE = 180.0
"""Seconds beyond those of the run, for the database, the last night and a slow machine."""
BUSY = 10
"""So many times as long a run may take on a machine that has other work."""
_LAW = re.compile(r"^Broken: (.*)", re.MULTILINE)
_AGAIN = re.compile(r"--seed \d+ --steps .*")
_BROKE = re.compile(r"It broke after (?P<steps>[\d,]+) steps, (?P<seconds>[\d.]+) seconds")
_PLAYED = re.compile(r"(?P<steps>[\d,]+) steps?, 0 breaches")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run with a fault came to. law: the first that broke, empty for none. steps, seconds: until then, or of the
    whole run. again: what plays it again, also without the fault, should it have broken of itself; empty where no night
    can be made. crash: how the run ended that told of nothing.
    """

    fault: Planted
    law: str = ""
    steps: int = 0
    seconds: float = 0.0
    again: str = ""
    crash: str = ""

    def __str__(self) -> str:
        verdict = "found" if self.law else "no run" if self.crash else "not found"
        line = f"{verdict:9} {self.seconds:6.1f} s {self.steps:6,} steps  {self.fault.name}"
        return f"{line}: {told}" if (told := self.law or self.crash) else line


@dataclass(frozen=True, slots=True)
class Asked:
    """seed: of the first night of the first run. seconds: how long each run is played at most. about: the parts of the
    nights; empty for a share of all to each run. computing: those seconds are of computing alone.
    """

    seed: int
    seconds: float
    length: int
    about: Sequence[str] = ()
    computing: bool = False


def score(faults: Sequence[Planted], asked: Asked, tell: Callable[[str], object]) -> None:
    """Run the faults, tell of each as it ends, then the table and the share that was found, also if it is broken
    off.
    """
    if broken := _broken_without_any(asked):
        tell(f"Nothing can be scored: without any fault, {broken}.")
        return
    outcomes: list[Outcome] = []
    try:
        with _migrated() as database:
            for fault in faults:
                outcomes.append(_outcome(fault, asked, migrated=database))
                tell(f"{outcomes[-1]}\n{outcomes[-1].again}".strip())
    finally:
        for line in _table(outcomes):
            tell(line)


@contextmanager
def _migrated() -> Iterator[str]:
    """The name of an empty database of PostgreSQL as the sound product makes it: migrating takes longer than many a
    fault is safe. Empty for SQLite, where each run copies a file.
    """
    if connection.vendor == "sqlite":
        yield ""
        return
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    try:
        yield str(connection.settings_dict["NAME"])
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def _outcome(fault: Planted, asked: Asked, *, migrated: str) -> Outcome:
    """Of the run that broke first; of both together where none did."""
    runs = [_begun(fault, asked, number, migrated) for number in range(RUNS)]
    outcomes = []
    with ThreadPoolExecutor(RUNS) as waiting:
        for end in as_completed([waiting.submit(_ended, fault, run, asked) for run in runs]):
            outcome = end.result()
            if outcome.law or outcome.crash:
                for run in runs:
                    run.terminate()
                return outcome
            outcomes.append(outcome)
    return Outcome(fault, steps=sum(each.steps for each in outcomes), seconds=asked.seconds)


def _begun(fault: Planted, asked: Asked, number: int, migrated: str) -> subprocess.Popen[str]:
    """The run of that number."""
    options = {"seed": asked.seed + APART * number, "seconds": asked.seconds, "length": asked.length}
    return subprocess.Popen(
        [
            *_command(SETTINGS, options),
            *(["--computing"] if asked.computing else []),
            *("--about", *(asked.about or shares(RUNS)[number])),
        ],
        env={**os.environ, "PLANTED": fault.name, "MIGRATED": migrated, "LOG_LEVEL": "CRITICAL"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _command(settings: str, options: Mapping[str, object]) -> list[str]:
    command = [sys.executable, "manage.py", "simulate", f"--settings={settings}", "--first"]
    return command + [f"--{name}={value}" for name, value in options.items()]


def _broken_without_any(asked: Asked) -> str:
    """What a short run of the sound product breaks on, such as that no night can be made; empty if all is well."""
    options = {"seed": asked.seed, "seconds": 1, "length": 1}
    environment = {**os.environ, "LOG_LEVEL": "CRITICAL"}
    run = subprocess.run(_command(SOUND, options), env=environment, capture_output=True, text=True, check=False)
    law = _LAW.search(run.stdout)
    return law[1] if law else ""


def _ended(fault: Planted, run: subprocess.Popen[str], asked: Asked) -> Outcome:
    """What the run came to."""
    begun = time.perf_counter()
    patience = asked.seconds + PATIENCE
    try:
        told, complaint = run.communicate(timeout=BUSY * patience if asked.computing else patience)
    except subprocess.TimeoutExpired:
        run.kill()
        return Outcome(fault, seconds=time.perf_counter() - begun, crash="the run does not end")
    law, broke = _LAW.search(told), _BROKE.search(told)
    again = _AGAIN.search(told)
    if law and broke:
        # Where no night can be made there is none to play again.
        return Outcome(fault, law[1], _number(broke["steps"]), float(broke["seconds"]), again[0] if again else "")
    if played := _PLAYED.search(told):
        return Outcome(fault, steps=_number(played["steps"]), seconds=asked.seconds)
    last = (complaint.strip() or told.strip() or "nothing was said").splitlines()[-1]
    return Outcome(fault, seconds=time.perf_counter() - begun, crash=last)


def _table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for title, some in (
        ("Found", [each for each in outcomes if each.law]),
        ("Ended without a word of it", [each for each in outcomes if each.crash]),
        ("Not found", [each for each in outcomes if not each.law and not each.crash]),
    ):
        yield f"\n{title}: {len(some)}"
        yield from map(str, sorted(some, key=lambda each: each.seconds))
    found = sum(bool(each.law) for each in outcomes)
    yield f"\n{found} of {len(outcomes)} planted faults found, {found / max(len(outcomes), 1):.0%}."


def _number(text: str) -> int:
    return int(text.replace(",", ""))
