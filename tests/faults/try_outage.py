"""The database away for longer than a minute while staff and guests keep asking, and how soon all is well again."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from django.db import connection

from tests.faults.comparing import Row, compare
from tests.faults.databases import Postgres
from tests.faults.desk import Answer, Notes, ask
from tests.faults.hall import Hall, rebuy
from tests.faults.web import WebProcess

AWAY_SECONDS = 68
"""Long enough for every wait that doubles to have grown to half a minute."""
SALES = 30
PAGES = 6
"""Asked for while the database is away, at once and of one event, from each process."""
BACK_SECONDS = 5.0
"""What Retry-After promises."""
PAGE_SECONDS = 11.0
"""Twice the wait for a connection: whoever comes while others wait may wait for one more try."""


def long_outage(place: Postgres, web: list[WebProcess], folder: Path) -> Row:
    """Sales and pages in its first second, then nobody, until the database has been back for a moment."""
    hall = Hall()
    for process in web:
        _read(process, hall)
    place.stop_at_once()
    connection.close()
    begun = time.monotonic()
    with ThreadPoolExecutor(SALES + PAGES * len(web)) as threads:
        pages = [threads.submit(_read, process, hall) for process in web for _ in range(PAGES)]
        sales = [threads.submit(_sell, hall, web[number % len(web)], number, folder) for number in range(SALES)]
        refused = [sale.result().status for sale in sales]
        slowest = max(page.result() for page in pages)
    time.sleep(max(0.0, AWAY_SECONDS - (time.monotonic() - begun)))
    place.start()
    with ThreadPoolExecutor(len(web)) as threads:
        back = list(
            threads.map(lambda pair: _seconds_until_sold(hall, pair[1], SALES + pair[0], folder), enumerate(web))
        )

    row = compare(f"database away for {AWAY_SECONDS} s", hall, folder)
    row.require(any(status >= 500 for status in refused), "No sale was refused: the outage met no work.")
    row.require(max(back) <= BACK_SECONDS, f"A process sold nothing for {max(back):.1f} s after the database was back.")
    row.require(slowest <= PAGE_SECONDS, f"A page was answered after {slowest:.1f} s.")
    row.note = f"sold again after {max(back):.1f} s; slowest page of the outage {slowest:.1f} s"
    return row


def _read(process: WebProcess, hall: Hall) -> float:
    """The public page of the night, whatever it answers. Returns the seconds it took."""
    begun = time.monotonic()
    asked = http.client.HTTPConnection(urlsplit(process.url).netloc, timeout=60)
    asked.request("GET", f"/e/{hall.event.code}/")
    asked.getresponse().read()
    asked.close()
    return time.monotonic() - begun


def _sell(hall: Hall, process: WebProcess, number: int, folder: Path) -> Answer:
    """One re-buy, asked for once. Each number is another guest until all have been."""
    notes, key, wish = Notes(folder / f"{number}.notes"), str(uuid4()), rebuy(hall.codes[number % len(hall.codes)])
    notes.write(key=key, wish=wish.as_json())
    answer = ask(process.url, hall, hall.tokens[number % len(hall.tokens)], wish, key)
    if answer.sequence is not None:
        notes.write(key=key, sequence=answer.sequence)
    elif answer.is_refusal:
        notes.write(key=key, refused=answer.body.get("code", str(answer.status)))
    return answer


def _seconds_until_sold(hall: Hall, process: WebProcess, number: int, folder: Path) -> float:
    begun = time.monotonic()
    while _sell(hall, process, number, folder).sequence is None:
        time.sleep(0.2)
    return time.monotonic() - begun
