"""What was printed that cannot be taken back: paper with an address on it."""

from __future__ import annotations

from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.events.models import Event


def note_cards_printed(*, event: Event, cards: int, is_all: bool, address: str, press: Press) -> None:
    """Somebody took cards with links and PINs. address: what their codes lead to; is_all: not one guest's alone."""
    record(
        event.pk, press=press, action="cards.printed", subject=event.code, printed=cards, is_all=is_all, address=address
    )
