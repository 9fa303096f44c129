"""Redis gone in three ways while the desk sells: no sale waits for it, none is lost."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.faults.comparing import Row, compare
from tests.faults.databases import RedisServer
from tests.faults.desk import Desk
from tests.faults.hall import Hall
from tests.faults.web import WebProcess

SECONDS = 4
CLIENTS = 3
"""Few, so that a slow sale waits for Redis and not for the queue before the database."""
LONGEST_WAIT = 2.0
"""Seconds that the slowest sale may take beyond the slowest one with Redis well: the time-out is one."""


def without_redis(redis: RedisServer, web: list[WebProcess], folder: Path, chance: random.Random) -> Row:
    """Well, stopped, back, flushed, frozen, awake: a few seconds each."""
    hall = Hall()
    desk = Desk(hall, [process.url for process in web], folder, chance, clients=CLIENTS)
    desk.open()
    desk.wait_for(20)
    marks = []

    for name, action in (
        ("well", lambda: None),
        ("stopped", redis.kill),
        ("back", redis.start),
        ("flushed", redis.flush),
        ("frozen", redis.freeze),
        ("awake", redis.wake),
    ):
        action()
        begun = len(desk.answers)
        time.sleep(SECONDS)
        marks.append((name, desk.answers[begun:]))
    desk.close()

    row = compare("Redis stopped, flushed, frozen", hall, folder)
    broken = [answer.status for answer in desk.answers if answer.sequence is None and not answer.is_refusal]
    row.require(not broken, f"Requests failed: {broken[:5]}.")
    slowest = {name: max((answer.seconds for answer in answers), default=0.0) for name, answers in marks}
    waited = max(slowest.values()) - slowest["well"]
    row.require(waited < LONGEST_WAIT, f"The slowest sale took {waited:.1f} s longer than with Redis well.")
    for name, answers in marks:
        row.require(any(answer.sequence is not None for answer in answers), f"Nothing was sold with Redis {name}.")
    row.note = "sold (slowest): " + ", ".join(
        f"{name} {len(answers)} ({slowest[name]:.2f} s)" for name, answers in marks
    )
    return row
