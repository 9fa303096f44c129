"""Spins by chance, for evenings without a ball: a stored seed says where it stopped, and says the same years later."""

from __future__ import annotations

from collections.abc import Iterator

from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError, quoted
from engine.roulette.wheel import Wheel


def spin(wheel: Wheel, source: SeededDraw) -> str:
    """The pocket in which the ball stops, each equally likely. Takes one number from ``source``.

    Rules: WLIA-17.
    """
    return wheel.pockets[source.below(len(wheel.pockets))]


@door(own=("count",))
def spins(wheel: Wheel, source: SeededDraw, count: int) -> Iterator[str]:
    """``count`` spins in a row, each drawn when it is asked for, so that a long row takes no room.

    Raises RuleError: "spins_out_of_range".
    Rules: WLIA-17.
    """
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise RuleError(
            "spins_out_of_range",
            f"The {wheel.name} cannot be spun {quoted(count)} times. Ask for a whole number of spins from 1.",
            rules=wheel.rules,
            wheel=wheel.key,
        )
    return (spin(wheel, source) for _ in range(count))
