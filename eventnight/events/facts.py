"""What a night's facts may be, whichever way they come: by the set-up, the API or an archive."""

from __future__ import annotations

import re

from eventnight.core.errors import UserFacingError
from eventnight.core.values.zones import zone_names

CURRENCY = re.compile(r"[A-Z]{3}")


def checked_zone(time_zone: str) -> str:
    """The zone by its name. Raises UserFacingError("unknown_time_zone")."""
    if time_zone not in zone_names():
        raise UserFacingError(
            "unknown_time_zone", f"No time zone is called {time_zone}. Use a name such as America/Chicago."
        )
    return time_zone


def checked_currency(currency: str) -> str:
    """The currency by its code. Raises UserFacingError("currency_form")."""
    if not CURRENCY.fullmatch(currency):
        raise UserFacingError("currency_form", f"“{currency}” is no currency. Use three capitals such as USD.")
    return currency
