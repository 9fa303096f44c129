"""Numbers and times as people read them: one way for pages, messages and paper."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from eventnight.core.values.moments import wall_time

MINUS = "−"
SECONDS_OF_A_MINUTE = 60
SYMBOLS = {"USD": "$", "CAD": "$", "AUD": "$", "NZD": "$", "EUR": "€", "GBP": "£"}


class Night(Protocol):
    """The part of an event that its times need."""

    starts_at: datetime

    @property
    def zone(self) -> ZoneInfo: ...


def chips_text(chips: int) -> str:
    """1250 becomes "1,250"; a loss carries a true minus sign."""
    return f"{chips:,}".replace("-", MINUS)


def multiples_text(chips: int, unit: int) -> str:
    """The amounts next to one that no whole number of chips makes: "15 or 20", or "5" where there is none below."""
    below = chips - chips % unit
    return f"{chips_text(below)} or {chips_text(below + unit)}" if below else chips_text(unit)


def signed_text(chips: int) -> str:
    """A gain or loss: "+260", "−85", or "0"."""
    return f"+{chips:,}" if chips > 0 else chips_text(chips)


def money_text(cents: int, currency: str, *, short: bool = False) -> str:
    """2000 in USD becomes "$20.00", or "$20" when short and whole. An unlisted currency follows: "20.00 XYZ"."""
    units, hundredths = divmod(abs(cents), 100)
    figure = f"{units:,}" if short and not hundredths else f"{units:,}.{hundredths:02}"
    sign = MINUS if cents < 0 else ""
    symbol = SYMBOLS.get(currency)
    return f"{sign}{symbol}{figure}" if symbol else f"{sign}{figure} {currency}"


def clock_text(moment: datetime, event: Night) -> str:
    """The time of day where the event is held: "8:42 PM"."""
    local = local_time(moment, event)
    return f"{local.hour % 12 or 12}:{local:%M %p}"


def clock_seconds_text(moment: datetime, event: Night) -> str:
    """The same to the second: "8:42:05 PM"."""
    local = local_time(moment, event)
    return f"{local.hour % 12 or 12}:{local:%M:%S %p}"


def start_text(event: Night) -> str:
    """When the event begins: "Saturday 21 November, 6 PM"."""
    return day_text(event.starts_at, event)


def day_text(moment: datetime, event: Night) -> str:
    """The day and the time of day where the event is held: "Saturday 21 November, 6 PM"."""
    local = local_time(moment, event)
    time = clock_text(moment, event).replace(":00 ", " ")
    return f"{local:%A} {local.day} {local:%B}, {time}"


def countdown_text(seconds: int) -> str:
    """Time left as a clock shows it: "12:34", or "1:02:03" above an hour. Below zero it stays at "0:00"."""
    hours, rest = divmod(max(seconds, 0), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def spoken_time(seconds: int) -> str:
    """The same for a screen reader: "12 minutes 34 seconds"."""
    minutes, seconds = divmod(max(seconds, 0), 60)
    parts = [counted_text(minutes, "minute")] if minutes else []
    return " ".join([*parts, counted_text(seconds, "second")])


def counted_text(number: int, one: str, many: str = "") -> str:
    """How many there are of something: "1 match", "1,200 tickets". many: where it is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def ago_text(seconds: int) -> str:
    """How long ago something was: "20 s ago", from a minute on "12 min ago"."""
    seconds = max(seconds, 0)
    return f"{seconds} s ago" if seconds < SECONDS_OF_A_MINUTE else f"{seconds // SECONDS_OF_A_MINUTE} min ago"


def local_time(moment: datetime, event: Night) -> datetime:
    """The moment as a clock shows it where the event is held."""
    return wall_time(moment, event.zone)
