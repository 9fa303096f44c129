"""Tables at which chips lie. The bank knows none itself: a function of the parts above tells it."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class ChipPlace:
    """An open table by its code in the books.

    has_own_tray: its tray changes by filling, emptying and making change alone, so that its colours are known; at a
    wheel they mix with the players'. busy: why its chips cannot be counted now, empty when they can.
    """

    code: str
    name: str
    has_own_tray: bool
    busy: str = ""


def chip_places(event_id: int) -> list[ChipPlace]:
    """The open tables, in their order."""
    places: list[ChipPlace] = import_string(settings.CHIP_PLACES)(event_id)
    return places
