"""When everybody may know what came up: the drum turns, then the number is told, then the name."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import IntEnum
from typing import Protocol

from eventnight.raffle.models import Outcome

DRUM_TURNS = timedelta(seconds=6)
"""From the press to the number. A real drum has turned before its number is typed."""
NAME_WAITS = timedelta(seconds=2)
"""From the number to the name."""


class Told(IntEnum):
    """How much of a number that came up everybody may know."""

    NOTHING = 0
    NUMBER = 1
    NAME = 2


class Drawn(Protocol):
    """A number that came up. index: empty for a barrel."""

    @property
    def outcome(self) -> str: ...

    @property
    def index(self) -> int | None: ...

    @property
    def at(self) -> datetime: ...


def told_of(drawn: Drawn, now: datetime | None) -> Told:
    """How much is told of it by then; everything where no moment is given. What is decided is told: somebody has come,
    or was called in vain.
    """
    if now is None or drawn.outcome != Outcome.DRAWN or now >= name_told_at(drawn):
        return Told.NAME
    if now < drawn.at - DRUM_TURNS:
        # The computer's clock was set back; that hides nothing for longer.
        return Told.NAME
    return Told.NUMBER if now >= number_told_at(drawn) else Told.NOTHING


def number_told_at(drawn: Drawn) -> datetime:
    """When its number is told. A barrel's lies on the table already."""
    return drawn.at if drawn.index is None else drawn.at + DRUM_TURNS


def name_told_at(drawn: Drawn) -> datetime:
    """When its holder's name is told."""
    return number_told_at(drawn) + NAME_WAITS


def more_told_at(drawn: Drawn, now: datetime) -> datetime | None:
    """When more of it is told; None where all is told."""
    told = told_of(drawn, now)
    if told == Told.NAME:
        return None
    return name_told_at(drawn) if told == Told.NUMBER else number_told_at(drawn)
