"""A step of a simulated night: who does what, and the chance that decides the rest; as text and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

ENDS_STEP = " / "


@dataclass(frozen=True, slots=True)
class Step:
    """who: an actor of the world. what: a door. chance: a seed of its own, so that a step stays what it is when others
    are left out.
    """

    who: str
    what: str
    chance: int

    def __str__(self) -> str:
        return f"{self.who}: {self.what}: {self.chance:x}"

    def random(self) -> Random:
        return Random(self.chance)


Offer = tuple[Step, ...]
"""Several steps, of which one is taken."""


def offered(steps: Iterable[Step]) -> list[Offer]:
    """Each step alone, as it was taken before."""
    return [(step,) for step in steps]


def text_of(steps: Iterable[Step]) -> str:
    """The steps as one line."""
    return ENDS_STEP.join(map(str, steps))


def steps_of(text: str) -> list[Step]:
    """The steps of such a line. Raises ValueError that names the part that is none."""
    return [_step_of(part) for part in text.split(ENDS_STEP) if part.strip()]


def _step_of(text: str) -> Step:
    who, _, rest = text.strip().partition(": ")
    what, _, chance = rest.rpartition(": ")
    try:
        number = int(chance, 16)
    except ValueError:
        number = -1
    if not what or number < 0:
        raise ValueError(f"“{text.strip()}” is no step. A step is “who: what: chance”.")
    return Step(who, what, number)
