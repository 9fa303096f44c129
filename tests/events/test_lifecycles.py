"""A night refuses a move exactly where its lifecycle says that it may not be made."""

from __future__ import annotations

import pytest

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.lifecycles import EVENT
from eventnight.events.models import EventStatus
from eventnight.events.services import move_event
from eventnight.events.services.night import MOVES
from tests.factories import NOW, make_event
from tests.lifecycles import differences

pytestmark = pytest.mark.django_db


def test_staff_make_every_move_of_a_night():
    assert MOVES.keys() == EVENT.moves.keys()


@pytest.mark.parametrize("move", MOVES)
def test_a_night_refuses_what_its_lifecycle_does_not_allow(move):
    found = differences(
        EVENT,
        move,
        make_event(),
        lambda event: move_event(event=event, move=move, reason="A late player", press=Press(SYSTEM, NOW)),
        situations=[{"status": status} for status in EventStatus],
        refusals={"event_status"},
    )

    assert found == []
