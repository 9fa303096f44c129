"""Sets the stage of a scripted evening: the event from a house or after another event, and two people of staff."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings import HouseSettings
from eventnight.events.services import allow_events, create_event, grant_role, update_settings
from eventnight.night.rehearsal.stage import Stage, Tell

STAFF = ("rehearsal-ruth", "rehearsal-nora")
"""Accounts of a rehearsal, with which nobody can sign in."""
FUND_GOAL = 300_000


def make_stage(
    *,
    house: str,
    starts_at: datetime,
    chance: Random,
    tell: Tell,
    plan: Callable[[HouseSettings], HouseSettings],
    code: str,
    name: str = "",
    place: str = "",
    time_zone: str = "UTC",
    currency: str = "USD",
    fund_name: str = "",
    staff: tuple[str, str] = STAFF,
    password: str | None = None,
) -> Stage:
    """Create the event and its organiser. plan: the settings of the evening, made of the house's. staff: sign-in names
    of the two; password: None for accounts that cannot sign in.
    """
    organiser, second = (account(username, password) for username in staff)
    allow_events(organiser)
    by = Actor.of(organiser)
    event = create_event(
        code=code,
        name=name or f"Rehearsal ({house})",
        place=place,
        time_zone=time_zone,
        currency=currency,
        starts_at=starts_at,
        house=house,
        fund_name=fund_name,
        fund_goal=FUND_GOAL,
        press=Press(by, starts_at),
    )
    grant_role(event=event, username=second.username, role=Role.ORGANISER, press=Press(by, starts_at))
    event = update_settings(event=event, settings=plan(event.house_settings), press=Press(by, starts_at))
    return Stage(event=event, now=starts_at, chance=chance, by=by, second=Actor.of(second), tell=tell)


def account(username: str, password: str | None) -> User:
    """The account of that name, made with that password when there is none."""
    first_name = username.rpartition("-")[2].capitalize()
    user, is_new = get_user_model().objects.get_or_create(username=username, defaults={"first_name": first_name})
    if is_new:
        user.set_password(password)
        user.save()
    return user
