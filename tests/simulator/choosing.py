"""Chooses the steps of nights: what was reached least comes up most, and a night that got further is gone on from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from eventnight.core.roles import Role
from tests.simulator.steps import Step
from tests.simulator.strikes import STRIKES
from tests.simulator.together import by_chance
from tests.simulator.world import GUEST, NO_ROLE, OTHER, STRANGER

COMPUTER = "the computer"
HAND, AGAIN = "a form", "once more"
TIME, TICK, SET, RESTART = "time passes", "tick", "time is set", "restart"
STRIKE, MANY = "a strike", "many"
MOVES = (TIME, TICK, SET, RESTART)
ACTORS = [Role.ORGANISER.value] * 40 + [role.value for role in Role] + [NO_ROLE, STRANGER, OTHER, GUEST]
HANDS = [Role.ORGANISER.value] * 12 + [role.value for role in Role] + [GUEST, GUEST]
KINDS = {AGAIN: 8.0, HAND: 40.0, TIME: 6.0, TICK: 4.0, RESTART: 1.0, SET: 0.3, STRIKE: 4.0, MANY: 4.0, "": 40.0}
"""How often each kind of step comes; the last is a request of a program."""
READS = 0.08
"""How often a program reads."""
MOST_KNOWN = 400
GOES_ON = 0.6
"""How often a night begins as another one did that reached something new."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A night so far: its seed, and the steps that counted."""

    seed: int
    steps: tuple[Step, ...]


@dataclass
class Chooser:
    """operations: of the API. counted: how often each kind of press did something."""

    operations: list[str]
    counted: Counter[str]
    _known: list[Begun] = field(default_factory=list)

    def remember(self, begun: Begun) -> None:
        """Its last step reached something new."""
        if begun.steps:
            self._known = [*self._known[1 - MOST_KNOWN :], begun]

    def night(self, seed: int, length: int) -> tuple[int, Iterator[Step]]:
        """The night of that seed: the seed it is played with, and its steps, each made when it is asked for."""
        chance = Random(f"steps {seed}")
        if self._known and chance.random() < GOES_ON:
            begun = chance.choice(self._known)
            return begun.seed, self._steps(chance, length, begun.steps)
        return seed, self._steps(chance, length, ())

    def _steps(self, chance: Random, length: int, first: tuple[Step, ...]) -> Iterator[Step]:
        yield from first
        for _ in range(length):
            yield self._step(chance)

    def _step(self, chance: Random) -> Step:
        [what] = chance.choices(list(KINDS), list(KINDS.values()))
        bits = chance.getrandbits(32)
        if what in MOVES:
            return Step(COMPUTER, what, bits)
        if what == STRIKE:
            return Step(COMPUTER, chance.choice(STRIKES), bits)
        if what == MANY:
            return Step(chance.choice(HANDS), by_chance(chance, self._doors()), bits)
        if what == HAND:
            return Step(chance.choice(HANDS), what, bits)
        return Step(chance.choice(ACTORS), what or self._operation(chance), bits)

    def _doors(self) -> list[str]:
        """Forms, and what has counted so far."""
        return [HAND, HAND, AGAIN, *(each for each in self.operations if self.counted[each])]

    def _operation(self, chance: Random) -> str:
        is_read = chance.random() < READS
        some = [each for each in chance.sample(self.operations, 12) if each.startswith("GET ") == is_read]
        return min(some or self.operations[:1], key=lambda each: self.counted[each])
