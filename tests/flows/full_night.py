"""A night in which everything is open, in as many pieces as a test asks for."""

from __future__ import annotations

from uuid import uuid4

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import open_event
from eventnight.raffle.services import NewBucket, add_bucket, open_raffle, place_tickets, sell_tickets
from tests.built import built_once
from tests.factories import NOW, make_event, make_player
from tests.pressing import keyed
from tests.tables.evening import open_table, open_wheel, seat_people
from tests.tournaments.holdem_nights import make_holdem, running_flight
from tests.tournaments.nights import drawn_bracket

PLACES_OF_HOLDEM = {"advancing_count": 2, "advancing_share": 0, "final_seats": 8}


@built_once
def open_night(event: Event | None = None) -> Event:
    """A charity night whose doors are open."""
    event = event or make_event("wlia", name="Charity night", fund_name="Scholarship fund", fund_goal=300_000)
    open_event(event=event, press=Press(SYSTEM, NOW))
    return event


@built_once
def full_night(rows: int = 1) -> Event:
    """Of each kind that many: matches, card tables, wheels, buckets, players in a running flight, sales."""
    event = open_night()
    drawn_bracket(2 * rows, event, stations=rows)
    running_flight(2 + rows, make_holdem(event, **PLACES_OF_HOLDEM))
    for _ in range(rows):
        seat_people(open_table(event), {1: 200, 2: 200})
        open_wheel(event)
    common = {"event": event, "press": Press(SYSTEM, NOW)}
    open_raffle(**common, seed=bytes(32))
    for number in range(1, rows + 1):
        add_bucket(**common, new=NewBucket(item=f"Prize {number}", donor="A friend", value=10_000))
        buyer = make_player(event, checked_in=True)
        sell_tickets(**keyed(common, uuid4()), player_code=buyer.code, paid=1000)
        place_tickets(**keyed(common, uuid4()), player_code=buyer.code, counts={f"B{number}": 4})
    return event
