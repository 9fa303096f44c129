"""What the floor costs the database: moving somebody takes the same few queries in a small field and in a large one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.floors import at, floor_of
from tests.tournaments.holdem_nights import BY
from tournaments.models import Flight
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db


def test_moving_a_seat_costs_the_same_for_eight_players_and_five_hundred_and_twelve():
    costs = [_queries_of_a_move(floor_of(sizes)) for sizes in ((4, 4), (7,) * 73 + (1,))]

    assert costs[0] == costs[1] <= 30


def _queries_of_a_move(flight: Flight) -> int:
    with CaptureQueriesContext(connection) as captured:
        move_player(flight=flight, player_code=at(flight, 1, 1), to=Place(table=2, seat=8), **BY)
    return len(captured)
