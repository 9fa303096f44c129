"""Deeds at flights."""

from __future__ import annotations

from tests.simulator.deeds import (
    flights_entries,
    flights_final,
    flights_floor,
    flights_laws,
    flights_play,
    flights_prizes,
    flights_purchases,
    flights_seats,
)
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {
    **flights_entries.DEEDS,
    **flights_purchases.DEEDS,
    **flights_seats.DEEDS,
    **flights_floor.DEEDS,
    **flights_play.DEEDS,
    **flights_final.DEEDS,
    **flights_prizes.DEEDS,
}
ALWAYS: Always = flights_laws.ALWAYS
