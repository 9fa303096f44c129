"""A night whose tables call."""

from __future__ import annotations

import pytest

from eventnight.events.models import Event
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.tournaments.floors import floor_of
from tests.tournaments.holdem_nights import make_holdem
from tournaments.models import Flight


@pytest.fixture
def flight() -> Flight:
    """A running flight: table 1 with players on seats 1 to 3, table 2 with two."""
    return floor_of([3, 2], make_holdem(open_night(), **PLACES_OF_HOLDEM))


@pytest.fixture
def event(flight: Flight) -> Event:
    return flight.tournament.event
