"""The night itself: changed in the set-up, opened and closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import BadRequest, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.moments import require_usable
from eventnight.core.values.text import clean_text
from eventnight.events.facts import checked_currency, checked_zone
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.bounds import require_bounds_of
from eventnight.events.house_settings.tonight import rules_changed
from eventnight.events.lifecycles import EVENT
from eventnight.events.models import Activity, ActivityKind, Event, NamePolicy
from eventnight.events.selectors import activity_of

MOVES = {"open": "event.opened", "close": "event.closed", "reopen": "event.reopened"}
"""The moves of a night that staff make, and what the log calls each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewActivity:
    """A line of the programme. Times are aware; no end where it is open."""

    kind: str
    title: str
    starts_at: datetime
    ends_at: datetime | None = None


@transaction.atomic
def update_event(*, event: Event, press: Press, **changes: object) -> Event:
    """Change the night's own facts: name, place, starts_at, time_zone, currency, name_policy, fund_name, fund_goal.

    If the start changes, the programme moves with it. Raises UserFacingError("unknown_time_zone", "currency_form",
    "unknown_name_policy"); ValueError for a field that is not one of those.
    """
    if unknown := sorted(set(changes) - _CHANGEABLE):
        raise ValueError(f"an event has no changeable field {', '.join(unknown)}")
    lock_event(event.pk)
    event.refresh_from_db()
    _require_sound_facts(changes)
    changes |= {field: clean_text(str(changes[field])) for field in _TEXTS & changes.keys()}
    old_start = event.starts_at
    changed = {field: value for field, value in changes.items() if getattr(event, field) != value}
    for field, value in changed.items():
        setattr(event, field, value)
    event.save(update_fields=[*changed] or ["name"])
    if event.starts_at != old_start:
        _move_programme(event, event.starts_at - old_start)
    record(event.pk, press=press, action="event.updated", subject=event.code, fields=sorted(changed))
    return event


@transaction.atomic
def update_settings(*, event: Event, settings: HouseSettings, press: Press) -> Event:
    """Replace the event's prices, rates and structures. What was sold keeps the rate it was sold at.

    A tournament, bracket or table already made keeps what it copied; a table has changed poker rules from its
    next hand on. Which rules changed is told on the rulebook page (CAN-26).

    Raises UserFacingError("house_settings") for stakes that a posted limit contradicts, and for seats and blinds beyond
    the house. Rules: CAN-26, ANG-39, BIS-3, BIS-5, WAS-3, WAS-5.
    """
    lock_event(event.pk)
    event.refresh_from_db()
    was = event.house_settings
    before, after = was.as_json(), settings.as_json()
    require_fit(event.house, was, settings)
    event.settings = after
    event.save(update_fields=["settings"])
    changed = sorted(section for section in after if before[section] != after[section])
    changed_rules = rules_changed(event.house, was, settings)
    told = {"rules": changed_rules} if changed_rules else {}
    record(event.pk, press=press, action="settings.updated", subject=event.code, sections=changed, **told)
    return event


def require_fit(house: str, before: HouseSettings, after: HouseSettings) -> None:
    """What is changed agrees with itself and with the house. Raises as `update_settings` does."""
    if before.tables != after.tables:
        after.tables.require_one_line()
    if any(getattr(before, section) != getattr(after, section) for section in ("tables", "holdem", "poker")):
        require_bounds_of(house, after)


@transaction.atomic
def change_settings(*, event: Event, change: Callable[[HouseSettings], HouseSettings], press: Press) -> Event:
    """Change the settings as they stand under the lock, so that two people who change two of them at once both count.

    Raises what change raises.
    """
    locked = lock_event(event.pk).event
    return update_settings(event=event, settings=change(locked.house_settings), press=press)


@transaction.atomic
def move_event(*, event: Event, move: str, press: Press, reason: str = "") -> Event:
    """Move the night's status; move is a key of MOVES. reason: why a closed night is reopened.

    Raises NotFound("unknown_move"), BadRequest("reason_missing"), Conflict("event_status"), and what
    settings.CLOSING_GUARD raises for a night that may not be closed yet.
    """
    if move not in MOVES:
        raise NotFound("unknown_move", f"A night cannot {move}. Choose one of: {', '.join(MOVES)}.", move=move)
    lock_event(event.pk)
    event.refresh_from_db()
    EVENT.require(move, event)
    facts: dict[str, object] = {}
    if move == "close":
        facts = import_string(settings.CLOSING_GUARD)(event, press.at)
    if move == "reopen":
        facts = {"reason": _checked_reason(event, reason)}
    EVENT.make(move, event)
    event.save(update_fields=["status"])
    if move == "close":
        for ends in settings.ENDS_WITH_NIGHT:
            import_string(ends)(event=event, press=press)
    record(event.pk, press=press, action=MOVES[move], subject=event.code, **facts)
    return event


def open_event(*, event: Event, press: Press) -> Event:
    """The doors open. Raises Conflict("event_status")."""
    return move_event(event=event, move="open", press=press)


def close_event(*, event: Event, press: Press) -> Event:
    """The night is over. Raises what `move_event` raises."""
    return move_event(event=event, move="close", press=press)


@counted_once
def reopen_event(*, event: Event, reason: str, press: Press) -> None:
    """The night goes on after it was closed. Raises what `move_event` raises, and UserFacingError("key_reused")."""
    move_event(event=event, move="reopen", press=press, reason=reason)


@transaction.atomic
def add_activity(*, event: Event, new: NewActivity, press: Press) -> Activity:
    """Add a line to the programme. Raises UserFacingError("activity_ends_before_start")."""
    lock_event(event.pk)
    _require_times_in_order(new.title, new.starts_at, new.ends_at)
    activity = Activity.objects.create(
        event=event,
        kind=ActivityKind(new.kind),
        title=clean_text(new.title),
        starts_at=new.starts_at,
        ends_at=new.ends_at,
    )
    record(event.pk, press=press, action="programme.added", subject=activity.title)
    return activity


@transaction.atomic
def update_activity(*, event: Event, activity_id: int, press: Press, **changes: Any) -> Activity:
    """Change a line of the programme: its kind, title, start or end; what is not named stays as it is.

    Raises NotFound("unknown_activity"), UserFacingError("activity_ends_before_start").
    """
    unknown = changes.keys() - _CHANGEABLE_OF_ACTIVITY
    if unknown:
        raise ValueError(f"no part of an activity: {sorted(unknown)}")
    lock_event(event.pk)
    activity = activity_of(event, activity_id)
    for field, value in changes.items():
        setattr(activity, field, clean_text(value) if field == "title" else value)
    activity.kind = ActivityKind(activity.kind)
    _require_times_in_order(activity.title, activity.starts_at, activity.ends_at)
    activity.save()
    record(event.pk, press=press, action="programme.updated", subject=activity.title)
    return activity


@transaction.atomic
def remove_activity(*, event: Event, activity_id: int, press: Press) -> None:
    """Take a line off the programme. Raises NotFound("unknown_activity")."""
    lock_event(event.pk)
    activity = activity_of(event, activity_id)
    activity.delete()
    record(event.pk, press=press, action="programme.removed", subject=activity.title)


def _move_programme(event: Event, shift: timedelta) -> None:
    for activity in event.activities.all():
        activity.starts_at += shift
        if activity.ends_at is not None:
            activity.ends_at += shift
        activity.save(update_fields=["starts_at", "ends_at"])


def _require_sound_facts(changes: dict[str, Any]) -> None:
    require_usable(changes.get("starts_at"))
    if "time_zone" in changes:
        checked_zone(str(changes["time_zone"]))
    if "currency" in changes:
        checked_currency(str(changes["currency"]))
    policy = changes.get("name_policy", NamePolicy.FULL)
    if policy not in NamePolicy.values:
        raise UserFacingError(
            "unknown_name_policy",
            f"{policy} is not a way to show names. Choose one of: {', '.join(NamePolicy.values)}.",
        )


def _checked_reason(event: Event, reason: str) -> str:
    reason = clean_text(reason)
    if not reason:
        raise BadRequest("reason_missing", f"Say why {event.name} is reopened: its report may have been filed already.")
    return reason


def _require_times_in_order(title: str, starts_at: datetime, ends_at: datetime | None) -> None:
    require_usable(starts_at, ends_at)
    if ends_at is not None and ends_at <= starts_at:
        raise UserFacingError(
            "activity_ends_before_start", f"{title} would end before it starts. Enter a later end, or leave it open."
        )


_TEXTS = frozenset({"name", "place", "fund_name"})
_CHANGEABLE = frozenset(
    {"name", "place", "starts_at", "time_zone", "currency", "name_policy", "fund_name", "fund_goal"}
)
_CHANGEABLE_OF_ACTIVITY = frozenset({"kind", "title", "starts_at", "ends_at"})
