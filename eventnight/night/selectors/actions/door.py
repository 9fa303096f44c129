"""What waits at the door and the counter: people to check in, tills to open, and the night itself to be opened."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.selectors import tills_of
from eventnight.night.selectors.actions.action import NextAction, Urgency, address
from eventnight.night.selectors.tonight import Tonight


def door_actions(night: Tonight) -> Iterator[NextAction]:
    """Everybody who is expected and has not come."""
    if night.doors.missing:
        yield NextAction(
            urgency=Urgency.LATER if night.doors.checked_in else Urgency.SOON,
            badge="waiting",
            badge_text="Door",
            title=f"{night.doors.missing} expected",
            text=f"{night.doors.checked_in} of {night.doors.players} people are checked in.",
            button="Check in",
            url=f"{address(night.event, 'events:players')}?expected=1",
        )


def counter_actions(night: Tonight) -> Iterator[NextAction]:
    """The till to open before the first sale: one query."""
    if not tills_of(night.event.pk):
        yield NextAction(
            urgency=Urgency.SOON,
            badge="waiting",
            badge_text="Till",
            title="No till is open",
            text="Count the float into the drawer before the first sale.",
            button="Open the till",
            url=address(night.event, "bank:till"),
        )


def set_up_actions(night: Tonight) -> Iterator[NextAction]:
    """A night that is planned and nobody may enter yet."""
    if night.event.is_planned:
        yield NextAction(
            urgency=Urgency.NOW,
            badge="waiting",
            badge_text="Planned",
            title="The night is not open",
            text=f"{night.doors.players} people are on the list.",
            button="Last look and open",
            url=address(night.event, "night:setup"),
        )
