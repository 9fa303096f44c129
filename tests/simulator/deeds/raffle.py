"""Deeds in the raffle."""

from __future__ import annotations

from tests.simulator.deeds import raffle_draw, raffle_laws, raffle_placing, raffle_set_up, raffle_tickets
from tests.simulator.deeds.deed import Always, Deeds

DEEDS: Deeds = {
    **raffle_tickets.DEEDS,
    **raffle_placing.DEEDS,
    **raffle_set_up.DEEDS,
    **raffle_draw.DEEDS,
}
ALWAYS: Always = raffle_laws.ALWAYS
