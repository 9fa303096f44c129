"""One thing to do, with the one button that does it or leads to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from django.urls import reverse

from eventnight.events.models import Event


class Urgency(IntEnum):
    """NOW: people stand and wait. SOON: play goes on without it for a while. LATER: before the night ends."""

    NOW = 0
    SOON = 1
    LATER = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """badge: one of the badges' states, with its words. is_post: the button does it at once, posting `fields`."""

    urgency: Urgency
    badge: str
    badge_text: str
    title: str
    text: str
    button: str
    url: str
    is_post: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)


def address(event: Event, name: str, **kwargs: object) -> str:
    """The address of a page of the event."""
    return reverse(name, kwargs={"code": event.code, **kwargs})
