"""What the raffle waits for: to be opened, buckets, the freeze, dice, draws, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from eventnight.core.values.formats import counted_text
from eventnight.events.models import ActivityKind
from eventnight.events.selectors import programme_of
from eventnight.night.selectors.actions.action import NextAction, Urgency, address
from eventnight.night.selectors.tonight import Tonight


def raffle_actions(night: Tonight) -> Iterator[NextAction]:
    """The next step of the raffle, where the night has one."""
    if night.raffle is None:
        if any(activity.kind == ActivityKind.RAFFLE for activity in programme_of(night.event)):
            text = "Its promise is published before the first ticket is sold."
            yield _action(night, "waiting", "The raffle is not open", text, "Open the raffle")
        return
    if night.raffle.is_open:
        yield from _on_sale(night)
    elif night.raffle.is_frozen:
        text = "The list is published; the draw needs dice or a beacon now."
        yield _action(night, "ready", "Sales are closed", text, "Go to the draw")
    elif night.raffle.is_drawing:
        left = night.raffle.prizes - night.raffle.prizes_won
        text = f"{night.raffle.prizes_won} of {night.raffle.prizes} are handed over."
        title = f"{counted_text(left, 'prize')} to draw" if left else "Every prize is handed over"
        yield _action(night, "playing", title, text, "Draw" if left else "Finish the raffle")


def _on_sale(night: Tonight) -> Iterator[NextAction]:
    if not night.buckets:
        yield _action(night, "waiting", "No bucket yet", "Tickets need a bucket to be placed in.", "Add a bucket")
    elif night.raffle and night.raffle.unplaced:
        number = night.raffle.unplaced
        text = "Tickets in hand take no part in the draw. Close sales once everybody has placed theirs."
        title = f"{counted_text(number, 'ticket')} not placed"
        yield replace(_action(night, "waiting", title, text, "Raffle"), urgency=Urgency.LATER)


def _action(night: Tonight, badge: str, title: str, text: str, button: str) -> NextAction:
    """badge: play goes on for a while without what is "waiting"; for the others people stand and wait."""
    return NextAction(
        urgency=Urgency.SOON if badge == "waiting" else Urgency.NOW,
        badge=badge,
        badge_text="Raffle",
        title=title,
        text=text,
        button=button,
        url=address(night.event, "raffle:staff"),
    )
