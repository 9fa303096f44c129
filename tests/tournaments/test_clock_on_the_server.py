"""The tick on the real server: beat, worker and live stream in its one process."""

from __future__ import annotations

import urllib.request
from pathlib import Path

from tests.core.test_live import read_event
from tests.server import new_night, running_server

NIGHT = """
from datetime import timedelta
from django.utils import timezone
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.factories import make_event, make_player
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.tournament import NewHoldem, create_holdem
from tournaments.services.seating.seats import draw_seats
from uuid import uuid4
now = timezone.now()
event = make_event("washburn", code="TICK-1", starts_at=now - timedelta(hours=1))
flight = create_holdem(event=event, new=NewHoldem(), press=Press(SYSTEM, now)).flights.first()
for _ in range(3):
    player = make_player(event, checked_in=True)
    enter_flight(player=player, flight=flight, press=Press(SYSTEM, now, uuid4()))
draw_seats(flight=flight, press=Press(SYSTEM, now, uuid4()))
start_clock(flight=flight, press=Press(SYSTEM, now - timedelta(minutes=20) + timedelta(seconds=12)))
"""


def test_a_level_that_begins_reaches_the_open_page(tmp_path: Path) -> None:
    with running_server(new_night(tmp_path)) as server:
        server.manage("shell", "-v", "0", "-c", NIGHT)
        with urllib.request.urlopen(f"{server.url}/live/TICK-1/", timeout=25) as stream:
            before = int(read_event(stream)["data"])
            after = before
            while after == before:
                after = int(read_event(stream)["data"])

    assert after == before + 1
