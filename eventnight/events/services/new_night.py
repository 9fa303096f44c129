"""A night is made from a house: what it copies, what it leaves out, and the code in its addresses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import EventHead, RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.values.moments import require_usable
from eventnight.core.values.text import clean_text
from eventnight.events.facts import checked_currency, checked_zone
from eventnight.events.house_settings.house_templates import HouseTemplate, house_template
from eventnight.events.models import Activity, ActivityKind, Event
from eventnight.events.selectors import PLAYED
from eventnight.events.services.night import require_fit

CODE = re.compile(r"[A-Z0-9][A-Z0-9-]{1,19}")
AFTER_DOORS = timedelta(hours=1)
"""When an activity begins that the house has not on its programme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A night to be made from a house. code: what stands in the addresses; letters, figures and hyphens, kept in
    capitals. starts_at: aware. fund_goal: cents, 0 for none. activities: kinds of
    what is played, None for those of the house. settings: where they differ from the house's.
    """

    code: str
    name: str
    starts_at: datetime
    house: str
    place: str = ""
    time_zone: str = "UTC"
    currency: str = "USD"
    fund_name: str = ""
    fund_goal: int = 0
    activities: Collection[str] | None = None
    settings: Mapping[str, object] = field(default_factory=dict)


@transaction.atomic
def create_event(*, new: NewEvent, press: Press) -> Event:
    """Make a night: the settings and the programme of its house are copied, the creator becomes organiser.

    Raises UserFacingError("event_code_form", "unknown_time_zone", "currency_form", "nothing_on", "house_settings"),
    Conflict("event_code_taken"), NotFound("unknown_house").
    """
    template = house_template(new.house)
    require_usable(new.starts_at)
    settings = template.settings.changed(new.settings)
    require_fit(template.key, template.settings, settings)
    programme = _programme(template, new)
    event = Event(
        code=checked_code(new.code),
        name=clean_text(new.name),
        place=clean_text(new.place),
        starts_at=new.starts_at,
        time_zone=checked_zone(new.time_zone),
        currency=checked_currency(new.currency),
        house=template.key,
        fund_name=clean_text(new.fund_name),
        fund_goal=new.fund_goal,
        settings=settings.as_json(),
    )
    keep_new_event(event, programme, press=press, house=template.key)
    return event


def keep_new_event(event: Event, programme: Iterable[Activity], *, press: Press, **facts: object) -> None:
    """Store a night that was put together, with its programme; who presses becomes its organiser.

    Raises Conflict("event_code_taken").
    """
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict(
            "event_code_taken", f"Another event has the code {event.code}. Choose a different one.", event=event.code
        ) from error
    EventHead.objects.create(event=event)
    for line in programme:
        line.event = event
        line.save(force_insert=True)
    if press.by.user_id is not None:
        RoleGrant.objects.create(event=event, user_id=press.by.user_id, role=Role.ORGANISER)
    record(event.pk, press=press, action="event.created", subject=event.code, **facts)


def checked_code(code: str) -> str:
    """The code as it is kept, in capitals. Raises UserFacingError("event_code_form")."""
    code = code.strip().upper()
    if not CODE.fullmatch(code):
        raise UserFacingError(
            "event_code_form",
            f"“{code}” cannot be part of an address. Use 2 to 20 letters, figures and hyphens, such as SPRING-26.",
        )
    return code


def _programme(template: HouseTemplate, new: NewEvent) -> list[Activity]:
    """The lines of the house, without what is not played tonight, and with what it has not."""
    own = [
        Activity(kind=line.kind, title=line.title, starts_at=new.starts_at + timedelta(minutes=line.after_minutes))
        for line in template.settings.programme
    ]
    if new.activities is None:
        return own
    chosen = {ActivityKind(kind) for kind in new.activities} & PLAYED
    if not chosen:
        raise UserFacingError("nothing_on", f"{new.name} would have nothing on. Choose at least one activity.")
    had = {line.kind for line in own}
    added = [
        Activity(kind=kind, title=kind.label, starts_at=new.starts_at + AFTER_DOORS)
        for kind in ActivityKind
        if kind in chosen and kind not in had
    ]
    return [line for line in own if line.kind in chosen or line.kind not in PLAYED] + added
