"""Sets the stage of a scripted evening: the event from a house, and two people of staff."""

from __future__ import annotations

from datetime import datetime
from random import Random

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.events.services import create_event, grant_role, update_settings
from eventnight.night.evening.stage import Stage, Tell
from eventnight.night.evening.whole import with_flights

ORGANISER, SECOND = "ruth", "nora"
PASSWORD = "card-night"  # noqa: S105  of the demo's accounts, printed on its first screen
FUND_GOAL = 300_000


def make_stage(
    *,
    house: str,
    starts_at: datetime,
    chance: Random,
    tell: Tell,
    code: str = "",
    name: str = "",
    place: str = "",
    time_zone: str = "UTC",
    fund_name: str = "",
) -> Stage:
    """Create the event and its organiser. An empty code is chosen: REHEARSAL-1 and so on."""
    organiser, second = (account(username) for username in (ORGANISER, SECOND))
    by = Actor.of(organiser)
    event = create_event(
        code=code or f"REHEARSAL-{Event.objects.count() + 1}",
        name=name or f"Rehearsal ({house})",
        place=place,
        time_zone=time_zone,
        starts_at=starts_at,
        house=house,
        fund_name=fund_name,
        fund_goal=FUND_GOAL,
        by=by,
        now=starts_at,
    )
    grant_role(event=event, username=second.username, role=Role.ORGANISER, by=by, now=starts_at)
    settings = with_flights(event.house_settings)
    event = update_settings(event=event, settings=settings, by=by, now=starts_at)
    return Stage(event=event, now=starts_at, chance=chance, by=by, second=Actor.of(second), tell=tell)


def account(username: str) -> User:
    """The account of that name, made with the demo's password when there is none."""
    user, is_new = get_user_model().objects.get_or_create(
        username=username, defaults={"first_name": username.capitalize()}
    )
    if is_new:
        user.set_password(PASSWORD)
        user.save()
    return user
