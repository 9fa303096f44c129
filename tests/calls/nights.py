"""Tables from which the floor is called, in tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from eventnight.calls import services
from eventnight.calls.models import FloorCall
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from tests.factories import NOW

FINN, GRETA = Actor("staff-71", "Finn"), Actor("staff-72", "Greta")


def at(seconds: float) -> datetime:
    """That long after the doors opened."""
    return NOW + timedelta(seconds=seconds)


def by(who: Player | Actor, seconds: float = 0) -> Press:
    """A press of its own, by a guest or by staff."""
    actor = Actor.player(who.code) if isinstance(who, Player) else who
    return Press(actor, at(seconds), uuid4())


def call(player: Player, seconds: float = 0) -> FloorCall:
    """The guest calls the floor."""
    return services.call_from_seat(event=player.event, player=player, press=by(player, seconds))


def cancel(called: FloorCall, player: Player, seconds: float = 0) -> FloorCall:
    """A guest at the table cancels its call."""
    return services.cancel_call(event=player.event, call_id=called.pk, press=by(player, seconds), player=player)


def answer(service: Any, called: FloorCall, who: Actor = FINN, seconds: float = 0) -> FloorCall:
    """Somebody of the staff presses one of the answers."""
    return service(event=called.event, call_id=called.pk, press=by(who, seconds))


def fresh(called: FloorCall) -> FloorCall:
    """The call as it is now."""
    return FloorCall.objects.select_related("event").get(pk=called.pk)


def player_of(event: Event, code: str) -> Player:
    """A player as a page just read it."""
    return event.players.select_related("person", "event").get(code=code)
