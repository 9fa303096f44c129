"""Which moments a night may have: those that can be moved by hours and told in every time zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from eventnight.core.errors import UserFacingError

YEARS = range(2000, 2200)


def wall_time(moment: datetime, zone: ZoneInfo) -> datetime:
    """The moment as a clock in that zone shows it; as it is where no calendar reaches, as in a row that was edited."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def require_usable(*moments: datetime | None) -> None:
    """Let moments of these two centuries pass; None is not a moment. Raises UserFacingError("moment_out_of_range")."""
    for moment in moments:
        if moment is not None and moment.year not in YEARS:
            raise UserFacingError(
                "moment_out_of_range",
                f"{moment.day}/{moment.month}/{moment.year} is not a day for a night. Enter one from {YEARS[0]} to "
                f"{YEARS[-1]}.",
                year=moment.year,
            )
