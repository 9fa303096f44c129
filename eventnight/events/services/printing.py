"""What was printed that cannot be taken back: paper with an address on it."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPrinted:
    """A file of cards. is_all: it has every guest's. part: which of several files, 0 where it is none of several."""

    cards: int
    is_all: bool
    part: int = 0


def note_cards_printed(*, event: Event, printed: CardsPrinted, address: str, press: Press) -> None:
    """Somebody took cards with links and PINs. address: what their codes lead to."""
    facts: dict[str, object] = {"printed": printed.cards, "is_all": printed.is_all, "address": address}
    if printed.part:
        facts["part"] = printed.part
    record(event.pk, press=press, action="cards.printed", subject=event.code, **facts)
