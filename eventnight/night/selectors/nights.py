"""The nights of this server, as its first page lists them."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.events.models import Event


@dataclass(frozen=True, slots=True)
class Nights:
    """now: under way, the latest first. to_come: planned, the next first. past: closed, the latest first."""

    now: list[Event]
    to_come: list[Event]
    past: list[Event]

    @property
    def is_empty(self) -> bool:
        return not (self.now or self.to_come or self.past)


def nights() -> Nights:
    """Every night by its state: one query."""
    found = list(Event.objects.all())
    return Nights(
        now=[event for event in found if event.is_open],
        to_come=[event for event in reversed(found) if event.is_planned],
        past=[event for event in found if event.is_closed],
    )
