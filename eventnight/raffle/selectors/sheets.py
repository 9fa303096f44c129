"""The published list of a raffle: a sheet; or tickets alone, for a barrel and for nights before the sheet."""

from __future__ import annotations

from functools import lru_cache

from engine.raffle import DrawTicket, Sheet, first, is_sheet, parse_sheet
from eventnight.raffle.models import Raffle


def sheet_of(raffle: Raffle) -> Sheet | None:
    """The sheet of a raffle; None before sales close, for a barrel, and for a night of the first method."""
    return _read(raffle.frozen_list) if is_sheet(raffle.frozen_list.encode()) else None


def frozen_tickets(raffle: Raffle) -> tuple[DrawTicket, ...]:
    """The tickets of the published list: what is drawn from, whatever the rows say."""
    sheet = sheet_of(raffle)
    return sheet.tickets if sheet else first.parse_list(raffle.frozen_list.encode())


# A published list never changes, and every look at a draw reads it; the text itself is the key.
@lru_cache(maxsize=8)
def _read(text: str) -> Sheet:
    return parse_sheet(text.encode())
