"""How a raffle goes through the night: which step is allowed when, and the lock that every step takes first."""

from __future__ import annotations

from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict
from eventnight.events.models import Event
from eventnight.raffle.models import Raffle, RaffleStatus
from eventnight.raffle.selectors import raffle_of, why_sales_are_closed

S = RaffleStatus

ALLOWED: dict[str, tuple[frozenset[RaffleStatus], RaffleStatus]] = {
    "renew_promise": (frozenset({S.OPEN}), S.OPEN),
    "freeze": (frozenset({S.OPEN}), S.FROZEN),
    "reopen_sales": (frozenset({S.FROZEN}), S.OPEN),
    "enter_entropy": (frozenset({S.FROZEN}), S.DRAWING),
    "begin_barrel": (frozenset({S.FROZEN}), S.DRAWING),
    "finish": (frozenset({S.DRAWING}), S.DONE),
}
"""From which statuses each step goes, and where it ends."""

_WAYS_OUT = {
    S.OPEN: "Close the sales first.",
    S.FROZEN: "Enter the chance that guests bring first.",
    S.DRAWING: "Go on with the prizes.",
    S.DONE: "The results are final, as they were published.",
}


def locked_raffle(event: Event) -> Raffle:
    """The raffle, with the event and its row locked. Raises NotFound("no_raffle")."""
    lock_event(event.pk)
    raffle_of(event)
    return Raffle.objects.select_related("event").select_for_update(of=("self",), no_key=True).get(event=event)


def require_step(raffle: Raffle, step: str) -> RaffleStatus:
    """The status in which the step ends. Raises Conflict("raffle_status") when it is not its turn."""
    froms, to = ALLOWED[step]
    if raffle.status not in froms:
        now = RaffleStatus(raffle.status)
        raise Conflict(
            "raffle_status",
            f'The raffle is at "{now.label}", so this step is not open. {_WAYS_OUT[now]}',
            rules=("WLIA-16",),
            status=raffle.status,
        )
    return to


def require_on_sale(raffle: Raffle) -> None:
    """Refuse a change of tickets or buckets once sales are closed. Raises Conflict("raffle_frozen")."""
    if raffle.is_open:
        return
    assert raffle.frozen_at is not None
    raise Conflict(
        "raffle_frozen",
        f"{why_sales_are_closed(raffle.event)} Tickets can no longer be sold, placed, moved or taken back.",
        rules=("WLIA-16",),
        status=raffle.status,
        frozen_at=raffle.frozen_at.isoformat(),
    )


def require_drawing(raffle: Raffle) -> None:
    """Refuse to draw before its turn, or after the end. Raises Conflict("raffle_status")."""
    if raffle.status != S.DRAWING:
        now = RaffleStatus(raffle.status)
        raise Conflict(
            "raffle_status",
            f'The raffle is at "{now.label}", so no prize can be drawn now. {_WAYS_OUT[now]}',
            rules=("WLIA-16",),
            status=raffle.status,
        )
