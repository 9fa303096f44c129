"""Tables that call the floor all evening, and who goes there."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from datetime import datetime, timedelta
from random import Random

from eventnight.calls import services
from eventnight.calls.models import About, FloorCall
from eventnight.calls.places import Kind
from eventnight.calls.selectors.seats import seats_now
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.night.rehearsal.stage import Script, Stage

FIRST_AFTER = 45
TAKEN_WITHIN = (0.15, 1.2)
"""Minutes until somebody goes."""
SETTLED_WITHIN = (1, 4)
APART = (9, 24)
JUST_NOW = timedelta(seconds=40)
RUN_BY_THE_FLOOR = (Kind.FLIGHT, Kind.TABLE)


def answer_calls(stage: Stage, by: Actor) -> Script:
    """Somebody at a table calls now and then, and the floor goes there. Its chance is its own: the rest of the evening
    is the same without it.
    """
    chance = _own_chance(stage)
    yield FIRST_AFTER
    while True:
        called = _call(stage, chance, stage.now)
        if called is not None:
            yield chance.uniform(*TAKEN_WITHIN)
            services.take_call(event=stage.event, call_id=called.pk, press=Press(by, stage.now))
            yield chance.uniform(*SETTLED_WITHIN)
            services.finish_call(event=stage.event, call_id=called.pk, press=Press(by, stage.now))
        yield chance.uniform(*APART)


def leave_one_open(stage: Stage, by: Actor) -> None:
    """As the evening goes on, the floor is on the way to one table."""
    if stage.event.floor_calls.filter(ended_at__isnull=True).exists():
        return
    called = _call(stage, _own_chance(stage), stage.now - JUST_NOW)
    if called is not None:
        services.take_call(event=stage.event, call_id=called.pk, press=Press(by, stage.now - JUST_NOW / 2))


def _call(stage: Stage, chance: Random, at: datetime) -> FloorCall | None:
    """Somebody who sits at a table that the floor runs calls; None where nobody does."""
    sitting = sorted(_sitting(stage))
    if not sitting:
        return None
    player = stage.event.players.get(pk=chance.choice(sitting))
    by_them = Press(Actor.player(player.code), at)
    called = services.call_from_seat(event=stage.event, player=player, press=by_them)
    about = chance.choice((*About, About.RULING))
    return services.say_about(event=stage.event, call_id=called.pk, about=about, press=by_them, player=player)


def _own_chance(stage: Stage) -> Random:
    return copy(stage.chance)


def _sitting(stage: Stage) -> Iterator[int]:
    seats = seats_now(stage.event.pk)
    yield from (player for player, seat in seats.items() if seat.place.kind in RUN_BY_THE_FLOOR)
