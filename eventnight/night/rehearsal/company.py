"""Sets the stage of a scripted evening: the event from a house or after another event, and two people of staff."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings import HouseSettings
from eventnight.events.services import NewEvent, allow_events, create_event, grant_role, update_settings
from eventnight.night.rehearsal.stage import Stage, Tell

FUND_GOAL = 300_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """The sign-in names of the two who run the evening. password: None for accounts that cannot sign in."""

    names: tuple[str, str]
    password: str | None = None


NOBODY_SIGNS_IN = Staff(names=("rehearsal-ruth", "rehearsal-nora"))


def make_stage(
    new: NewEvent,
    *,
    plan: Callable[[HouseSettings], HouseSettings],
    chance: Random,
    tell: Tell,
    staff: Staff = NOBODY_SIGNS_IN,
) -> Stage:
    """Create the event and its organiser. plan: the settings of the evening, made of the house's."""
    organiser, second = (account(username, staff.password) for username in staff.names)
    starts_at = new.starts_at
    allow_events(organiser)
    by = Actor.of(organiser)
    event = create_event(new=replace(new, fund_goal=FUND_GOAL), press=Press(by, starts_at))
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
