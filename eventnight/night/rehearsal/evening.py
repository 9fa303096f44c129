"""Where it is evening: the demo night is held there, so that it looks like a night at any hour."""

from __future__ import annotations

from datetime import datetime

from eventnight.core.values.zones import zone_of

BEGINS, ENDS = 20, 22
"""Hours between which a night that began two and a half hours ago is in full swing."""
ZONES = (
    *("America/Chicago", "America/New_York", "America/Denver", "America/Los_Angeles", "America/Anchorage"),
    *("Pacific/Honolulu", "Pacific/Pago_Pago", "America/Halifax", "America/Sao_Paulo", "Atlantic/South_Georgia"),
    *("Atlantic/Azores", "Europe/London", "Europe/Paris", "Europe/Helsinki", "Europe/Moscow", "Asia/Dubai"),
    *("Asia/Karachi", "Asia/Dhaka", "Asia/Bangkok", "Asia/Singapore", "Asia/Tokyo", "Australia/Brisbane"),
    *("Pacific/Noumea", "Pacific/Auckland", "Pacific/Tarawa", "Pacific/Apia"),
)
"""All hours of the day, those where such nights are held first."""


def evening_zone(now: datetime, here: str) -> str:
    """The zone in which the demo night is held: the computer's own when it is evening there, else the first of ZONES in
    which it is.
    """
    return next(zone for zone in (here, *ZONES) if BEGINS <= now.astimezone(zone_of(zone)).hour < ENDS)
