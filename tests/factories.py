"""Nights, players and staff for tests, made by the same services as in the evening."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from eventnight.core.actors import SYSTEM, Actor, account_of
from eventnight.core.models import EventHead, RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from eventnight.events.services import (
    NewEvent,
    NewPlayer,
    add_player,
    add_players,
    allow_events,
    check_in,
    create_event,
)
from tests.built import built_once
from tests.pressing import together

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
"""Doors of every night in the tests."""

# No digits: a test that looks for a sum on a page never finds it in the name of a night or a player.
_letters = (str(number).translate(str.maketrans("0123456789", "ABCDEFGHIJ")) for number in count(1))


def after(minutes: float = 0, seconds: float = 0) -> datetime:
    """That long after the doors opened."""
    return NOW + timedelta(minutes=minutes, seconds=seconds)


def make_user(username: str = "", *, is_superuser: bool = False) -> User:
    """An account that can sign in with the password "card-night"."""
    username = username or f"user{next(_letters)}"
    make = get_user_model().objects.create_superuser if is_superuser else get_user_model().objects.create_user
    return make(username=username, password="card-night")


def make_event_maker(username: str = "") -> User:
    """An account that may make nights."""
    user = make_user(username)
    allow_events(user)
    return user


@built_once
def make_event(house: str = "wlia", **facts: object) -> Event:
    """A night started from a house; `facts` replace what a new event is given, and parts of the press."""
    letters = next(_letters)
    own = {"code": f"NIGHT-{letters}", "name": f"Card night {letters}", "starts_at": NOW, "house": house}
    pressed = together({"press": Press(SYSTEM, NOW), **facts})
    press = pressed.pop("press")
    return create_event(new=NewEvent(**{**own, **pressed}), press=press)


def make_player(event: Event, name: str = "", *, checked_in: bool = False, **facts: object) -> Player:
    """A player of the event; checked in, with the ID seen, when asked."""
    name = name or f"Pat Player{next(_letters)}"
    player = add_player(event=event, new=NewPlayer(full_name=name, **facts), press=Press(SYSTEM, NOW))
    return at_the_door(player) if checked_in else player


def at_the_door(player: Player) -> Player:
    """The player checked in, with the ID seen."""
    door, _ = get_user_model().objects.get_or_create(username="door")
    return check_in(player=player, id_seen=True, conditions_met=True, press=Press(Actor.of(door), NOW))


def make_players(event: Event, number: int, *, checked_in: bool = False) -> list[Player]:
    """That many players with names of their own."""
    people = [NewPlayer(full_name=f"Pat Player{next(_letters)}") for _ in range(number)]
    players = add_players(event=event, people=people, press=Press(SYSTEM, NOW))
    return [at_the_door(player) for player in players] if checked_in else players


def make_staff(event: Event, role: Role | str = Role.ORGANISER) -> User:
    """An account with that role at the event."""
    user = make_user()
    RoleGrant.objects.create(event=event, user=user, role=Role(role))
    return user


def current_version(event_id: int) -> int:
    """How often the event has changed so far."""
    return EventHead.objects.values_list("version", flat=True).get(pk=event_id)


def employ(event: Event, actor: Actor, role: Role = Role.DESK) -> None:
    """Give an actor that stands for somebody an account and a role at the event, so that they can sign."""
    user_id = account_of(actor.code, event)
    get_user_model().objects.get_or_create(pk=user_id, defaults={"username": f"signer{user_id}"})
    RoleGrant.objects.get_or_create(event=event, user_id=user_id, role=role)


def actor_with(event: Event, role: Role | str = Role.ORGANISER) -> Actor:
    """Somebody with that role at the event, as services see them."""
    return Actor.of(make_staff(event, role))
