"""Web processes and the whole database killed without warning while the desk sells."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

from django.db import connection

from eventnight.bank.models import Books
from tests.faults.comparing import Row, compare
from tests.faults.databases import Postgres
from tests.faults.desk import Desk
from tests.faults.hall import Hall
from tests.faults.web import WebProcess

WEB_KILLS = 6
DATABASE_KILLS = 4
SALES_BETWEEN = 12
"""So many must go through before the next kill, so that each kill meets work under way."""
MOMENT_SECONDS = 5


def web_processes(web: list[WebProcess], folder: Path, chance: random.Random) -> Row:
    """kill -9 of one web process, or of all of them."""
    hall = Hall()
    desk = Desk(hall, [process.url for process in web], folder, chance)
    desk.open()

    for number in range(WEB_KILLS):
        desk.wait_for(SALES_BETWEEN)
        victims = chance.sample(web, chance.randint(1, len(web)))
        victims[0].kill(_moment(number, hall, chance))
        for process in victims[1:]:
            process.kill()
        for process in victims:
            process.begin()
        for process in victims:
            process.wait()
    desk.wait_for(SALES_BETWEEN)
    desk.close()

    row = compare("kill -9 of web processes", hall, folder)
    _require_trouble(row, desk, WEB_KILLS)
    errors = [answer.status for answer in desk.answers if answer.status >= 500]
    row.require(not errors, f"Processes that were not killed failed: {errors[:10]}.")
    return row


def database(cluster: Postgres, web: list[WebProcess], folder: Path, chance: random.Random) -> Row:
    """kill -9 of postmaster and backends. Nobody touches the web processes: they must find the way back."""
    hall = Hall()
    desk = Desk(hall, [process.url for process in web], folder, chance)
    desk.open()

    for number in range(DATABASE_KILLS):
        desk.wait_for(SALES_BETWEEN)
        cluster.kill(_moment(number, hall, chance))
        connection.close()
        cluster.start()
    desk.wait_for(SALES_BETWEEN * 2)
    desk.close()

    row = compare("kill -9 of the database", hall, folder)
    _require_trouble(row, desk, DATABASE_KILLS)
    for process in web:
        # One that never recovers must not hide behind the other.
        row.require(desk.sold_last_by(process.url), f"{process.url} sold nothing after the last kill.")
    return row


def _moment(number: int, hall: Hall, chance: random.Random) -> Callable[[], None]:
    """Every other kill comes at any moment; the rest right after a commit, before its answer is on the way."""
    if number % 2:
        return lambda: time.sleep(chance.random() / 4)
    return lambda: _next_commit(hall)


def _next_commit(hall: Hall) -> None:
    def last() -> int:
        return Books.objects.values_list("last_sequence", flat=True).get(event=hall.event)

    end, begun = time.monotonic() + MOMENT_SECONDS, last()
    while last() == begun and time.monotonic() < end:
        pass


def _require_trouble(row: Row, desk: Desk, kills: int) -> None:
    """A trial in which nothing broke proves nothing."""
    broken = sum(answer.status == 0 or answer.status >= 500 for answer in desk.answers)
    replays = sum(answer.is_replay for answer in desk.answers)
    row.require(broken > 0, "No request was cut off: the kills met no work.")
    row.note = f"{kills} kills, {broken} requests broken, {replays} replays"
