"""What the raffle waits for: to be opened, buckets, the freeze, dice, draws, the end."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.events.models import ActivityKind
from eventnight.events.selectors import programme_of
from eventnight.night.selectors.actions.action import NextAction, Urgency, address
from eventnight.night.selectors.tonight import Tonight


def raffle_actions(night: Tonight) -> Iterator[NextAction]:
    """The next step of the raffle, where the night has one."""
    if night.raffle is None:
        if any(activity.kind == ActivityKind.RAFFLE for activity in programme_of(night.event)):
            text = "Its promise is published before the first ticket is sold."
            yield _action(night, Urgency.SOON, "waiting", "The raffle is not open", text, "Open the raffle")
        return
    if night.raffle.is_open:
        yield from _on_sale(night)
    elif night.raffle.is_frozen:
        text = "The list is published; the draw needs dice or a beacon now."
        yield _action(night, Urgency.NOW, "ready", "Sales are closed", text, "Go to the draw")
    elif night.raffle.is_drawing:
        left = night.raffle.prizes - night.raffle.prizes_won
        text = f"{night.raffle.prizes_won} of {night.raffle.prizes} are handed over."
        title = f"{left} prize{'' if left == 1 else 's'} to draw" if left else "Every prize is handed over"
        yield _action(night, Urgency.NOW, "playing", title, text, "Draw" if left else "Finish the raffle")


def _on_sale(night: Tonight) -> Iterator[NextAction]:
    if not night.buckets:
        yield _action(
            night, Urgency.SOON, "waiting", "No bucket yet", "Tickets need a bucket to be placed in.", "Add a bucket"
        )
    elif night.raffle and night.raffle.unplaced:
        number = night.raffle.unplaced
        text = "Tickets in hand take no part in the draw. Close the sales when everybody has placed theirs."
        yield _action(
            night, Urgency.LATER, "waiting", f"{number} ticket{'' if number == 1 else 's'} not placed", text, "Raffle"
        )


def _action(night: Tonight, urgency: Urgency, badge: str, title: str, text: str, button: str) -> NextAction:
    return NextAction(
        urgency=urgency,
        badge=badge,
        badge_text="Raffle",
        title=title,
        text=text,
        button=button,
        url=address(night.event, "raffle:staff"),
    )
