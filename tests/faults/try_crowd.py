"""More viewers, idle sockets and slow senders than the usual 1,024 descriptors allow, while the desk sells."""

from __future__ import annotations

import random
import time
from pathlib import Path

from eventnight.serving.descriptors import room_within
from tests.faults.comparing import Row, compare
from tests.faults.desk import Desk
from tests.faults.hall import Hall
from tests.faults.web import WebProcess
from tests.slow_clients import IDLE, SLOW_BODY, SLOW_HEADERS, crowd, stream

FILES = 1024
MANY = 1500
SECONDS = 8
CLIENTS = 4
LONGEST_WAIT = 5.0
"""Seconds that a sale may take at most while the door is crowded."""


def crowd_at_the_door(web: WebProcess, folder: Path, chance: random.Random) -> Row:
    """Eight seconds of each crowd; every sale goes through, and as many viewers as fit have their stream."""
    hall = Hall()
    desk = Desk(hall, [web.url], folder, chance, clients=CLIENTS)
    desk.open()
    desk.wait_for(CLIENTS)
    sold, streams = [], 0
    for name, beginning in (
        ("viewers", stream(hall.event.code)),
        ("idle", IDLE),
        ("slow headers", SLOW_HEADERS),
        ("slow bodies", SLOW_BODY),
    ):
        begun = len(desk.answers)
        with crowd(web.url, MANY, beginning) as clients:
            time.sleep(SECONDS)
            if name == "viewers":
                streams = clients.answers().count(200)
        sold.append((name, desk.answers[begun:]))
    desk.close()

    row = compare(f"{MANY:,} at {FILES:,} descriptors", hall, folder)
    broken = [answer.status for answer in desk.answers if answer.sequence is None and not answer.is_refusal]
    row.require(not broken, f"Requests failed: {broken[:5]}.")
    slowest = max(answer.seconds for answer in desk.answers)
    row.require(slowest < LONGEST_WAIT, f"The slowest sale took {slowest:.1f} s.")
    row.require(streams == room_within(FILES).streams, f"{streams} viewers had a stream.")
    row.note = f"{streams} streams; sold: " + ", ".join(f"{name} {len(answers)}" for name, answers in sold)
    return row
