"""What people and programs read of a night is what its rows say, worked out from the rows once more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from tests.simulator.shown import money, people, raffle, tables, tournaments, waiting
from tests.simulator.shown.reader import Law, Reader, Unreadable
from tests.simulator.world import World

LAWS: tuple[Law, ...] = (
    *money.LAWS,
    *people.LAWS,
    *raffle.LAWS,
    *tournaments.LAWS,
    *tables.LAWS,
    *waiting.LAWS,
)


ASKED = 9
"""So many of the laws, after each night."""


def is_shown(world: World, chance: Random) -> Iterator[str]:
    """A sentence for each thing that is shown otherwise."""
    for law in chance.sample(LAWS, ASKED):
        with suppress(Unreadable):
            yield from (f"shown, {law.__name__}: {fault}" for fault in law(Reader(world)))
