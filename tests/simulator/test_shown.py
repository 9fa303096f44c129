"""Every law of what is shown tells of an answer that is another, and of nothing on a sound night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.simulator.late import two_hours_on
from tests.simulator.shown import LAWS
from tests.simulator.shown.reader import Reader
from tests.simulator.world import World
from tournaments.models import Flight, FlightStatus
from tournaments.services.hands.opening import follow_hands

pytestmark = pytest.mark.django_db(transaction=True)

BY_NAME = {law.__name__: law for law in LAWS}

OTHERWISE: dict[str, Callable[[Any], object]] = {
    "accounts": lambda told: told[0].update(balance=-1),
    "entries": lambda told: told["results"].pop(0),
    "totals": lambda told: told["totals"]["chips"].update(player=-1),
    "fund": lambda told: told.update(taken=-1),
    "shifts": lambda told: told["expected"].update(cash=-1),
    "guests": lambda told: told["results"][0].update(is_minor=True),
    "staff": lambda told: told[0].update(roles=[]),
    "programme": lambda told: told[0].update(title="Bingo"),
    "tickets": lambda told: told["results"][0].update(holder="P002"),
    "overview": lambda told: told.update(unplaced=-1),
    "states": lambda told: told["prizes"][0].update(state="waiting"),
    "brackets": lambda told: told["teams"][0].update(seed=99),
    "flights": lambda told: told[0]["flights"][0]["entries"][0].update(chips=-1),
    "prizes": lambda told: told["places"].reverse(),
    "tonight": lambda told: told["flights"][0].update(players_left=-1),
    "rooms": lambda told: told[0].update(rounds=-1),
    "seats": lambda told: told["seats"][0].update(chips=-1),
    "seats_of_flights": lambda told: told["seats"][0].update(player_code="P999", chips=-1),
    "wheels": lambda told: told.update(tray=-1),
    "queue": lambda told: told["proposed"].append({"match": 0, "ready_since": ""}),
}
"""What is done to the answer of a program that a law reads."""
PROMISED = " 50/50 promised −$1.00 "


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    two_hours_on(world.night)
    with world.in_its_time(1):
        world.begin()
        follow_one_table(world)
        yield world


def follow_one_table(world: World) -> None:
    """The hands of one table of the flight under way are followed."""
    flight = Flight.objects.filter(tournament__event=world.event, status=FlightStatus.RUNNING).earliest("id")
    table = flight.entries.filter(bust_hand=None).exclude(table_number=None).earliest("id").table_number
    follow_hands(flight=flight, table=table, press=Press(SYSTEM, timezone.now(), uuid4()))


def test_every_law_holds_on_a_sound_night_and_notices_an_answer_that_is_another(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    assert {name: said(name, world) for name in BY_NAME if said(name, world)} == {}

    answer, file, page, paper = Reader._told, Reader.file, Reader.page, Reader.paper
    noticed = set()
    for name, change in OTHERWISE.items():

        def told(reader: Reader, address: str, change: Callable[[Any], object] = change) -> Any:
            given = answer(reader, address)
            change(given)
            return given

        monkeypatch.setattr(Reader, "_told", told)
        noticed |= {name} if said(name, world) else set()
    monkeypatch.setattr(Reader, "_told", answer)
    monkeypatch.setattr(Reader, "file", lambda reader, name: file(reader, name)[1:])
    noticed |= {name for name in ("lists", "tickets") if said(name, world)}

    def printed(reader: Reader, path: str) -> str:
        words = page(reader, path).replace("P0", "P9").replace("50/50", "").replace("left of", "of")
        return words + PROMISED

    monkeypatch.setattr(Reader, "page", printed)
    noticed |= {name for name in ("found", "pots", "felts") if said(name, world)}
    monkeypatch.setattr(Reader, "ways", lambda reader, path: set())
    noticed |= {name for name in ("undoing",) if said(name, world)}
    monkeypatch.setattr(Reader, "paper", lambda reader, path: paper(reader, path).replace("P0", "P9"))
    noticed |= {name for name in ("paper",) if said(name, world)}

    assert noticed == {*BY_NAME}


def said(name: str, world: World) -> list[str]:
    return [*BY_NAME[name](Reader(world))]
