"""Whether tickets are still sold: the raffle, which lies above the bank, says so."""

from __future__ import annotations

from collections.abc import Callable

from eventnight.events.models import Event

WhyClosed = Callable[[Event], str]
_asked: list[WhyClosed] = []


def ask_for_ticket_sales(why_closed: WhyClosed) -> None:
    """Name who knows. why_closed: a sentence, or "" while tickets are sold."""
    _asked[:] = [why_closed]


def why_tickets_are_closed(event: Event) -> str:
    """Why nobody gets a ticket any more, for money or for chips; "" while the desk gives some."""
    return _asked[0](event) if _asked else ""
