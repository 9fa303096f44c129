"""A night of before used again: its set-up is copied to a new start, its people, money and results are not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from eventnight.core.changes import lock_event
from eventnight.core.models import RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.values.moments import require_usable
from eventnight.core.values.text import clean_text
from eventnight.events.models import Activity, Event
from eventnight.events.services.new_night import checked_code, keep_new_event

_COPIED = ("place", "time_zone", "currency", "house", "name_policy", "fund_name", "fund_goal", "settings")


@dataclass(frozen=True, slots=True, kw_only=True)
class NightAgain:
    """What is new about it. code: what stands in the addresses. starts_at: aware. with_roles: the staff keep theirs."""

    name: str
    code: str
    starts_at: datetime
    with_roles: bool = False


@transaction.atomic
def use_night_again(*, event: Event, new: NightAgain, press: Press) -> Event:
    """Make a night like this one: its place, fund, settings (prices, structures, rules, chips) and programme are
    copied, each line as long after the start as it was, and the staff's roles if chosen. Guests, books, results,
    buckets, tournaments and tables are not. Who presses becomes its organiser.

    Raises UserFacingError("event_code_form"), Conflict("event_code_taken").
    """
    before = lock_event(event.pk).event
    require_usable(new.starts_at)
    made = Event(
        code=checked_code(new.code),
        name=clean_text(new.name),
        starts_at=new.starts_at,
        **{field: getattr(before, field) for field in _COPIED},
    )
    programme = _moved(before, new.starts_at - before.starts_at)
    keep_new_event(made, programme, press=press, house=made.house, used=before.code, with_roles=new.with_roles)
    if new.with_roles:
        _give_roles(before, made, press)
    return made


def _moved(before: Event, shift: timedelta) -> list[Activity]:
    return [
        Activity(
            kind=line.kind,
            title=line.title,
            starts_at=line.starts_at + shift,
            ends_at=line.ends_at and line.ends_at + shift,
        )
        for line in before.activities.all()
    ]


def _give_roles(before: Event, made: Event, press: Press) -> None:
    """To everybody who had one and may still sign in; whoever presses is organiser already."""
    for grant in before.role_grants.filter(user__is_active=True).order_by("pk"):
        if (grant.user_id, grant.role) != (press.by.user_id, Role.ORGANISER):
            RoleGrant.objects.create(event=made, user_id=grant.user_id, role=grant.role)
