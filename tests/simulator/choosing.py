"""Chooses the steps of nights: what was reached least comes up most, and a night that got further is gone on from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from eventnight.core.roles import Role
from tests.simulator.deeds.catalogue import BY_NAME, NAMES
from tests.simulator.steps import Offer, Step
from tests.simulator.strikes import STRIKES
from tests.simulator.together import by_chance, is_together
from tests.simulator.world import GUEST, NO_ROLE, OTHER, STRANGER

COMPUTER, ON_PURPOSE = "the computer", "somebody"
HAND, AGAIN = "a form", "once more"
TIME, TICK, SET, RESTART = "time passes", "tick", "time is set", "restart"
WORKERS, UNSEEN = "two workers tick", "time passes and no worker looks"
HOUSE = "the night moves house"
"""Its archive is restored, and the night goes on with that."""
STRIKE, MANY, DEED = "a strike", "many", "a deed"
MOVES = (TIME, TICK, SET, RESTART, HOUSE, WORKERS, UNSEEN)
SOMEBODY_ELSE = [*(role.value for role in Role if role is not Role.ORGANISER), NO_ROLE, STRANGER, OTHER]
BY_ANOTHER = 0.12
"""How often a deed is sent by somebody whose work it may not be."""
ACTORS = [Role.ORGANISER.value] * 40 + [role.value for role in Role] + [NO_ROLE, STRANGER, OTHER, GUEST]
HANDS = [Role.ORGANISER.value] * 12 + [role.value for role in Role] + [GUEST, GUEST]
KINDS = {
    DEED: 140.0,
    AGAIN: 6.0,
    HAND: 7.0,
    TIME: 5.0,
    TICK: 3.0,
    RESTART: 1.0,
    SET: 0.2,
    HOUSE: 0.4,
    WORKERS: 2.0,
    UNSEEN: 1.0,
    STRIKE: 3.0,
    MANY: 3.0,
    "": 7.0,
}
"""How often each kind of step comes; the last is a request of a program."""
OF_ITS_PART = 0.7
"""How often a deed is one of the part that the night is about."""
OFFERED, WAYS = 7, 2
"""So many deeds, and so many ways to do each of them, of which one is done."""
READS = 0.08
"""How often a program reads."""
MOST_KNOWN = 400
GOES_ON = 0.2
"""How often a night begins as another one did that reached something new."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A night so far: its seed, and the steps that counted."""

    seed: int
    steps: tuple[Step, ...]


@dataclass
class Chooser:
    """operations: of the API. counted: how often each kind of press did something. novelty: how likely a deed of that
    name is of a kind that never came. about: the parts of which each night is about one; empty for whatever comes.
    """

    operations: list[str]
    counted: Counter[str]
    novelty: Callable[[str], float]
    about: Sequence[str] = ()
    _known: list[Begun] = field(default_factory=list)
    _parts: dict[str, list[str]] = field(
        default_factory=lambda: {part: names for part, names in NAMES.items() if names}
    )

    def remember(self, begun: Begun) -> None:
        """Its last step reached something new."""
        if begun.steps:
            self._known = [*self._known[1 - MOST_KNOWN :], begun]

    def night(self, seed: int, length: int) -> tuple[int, Iterator[Offer]]:
        """The night of that seed: the seed it is played with, and its steps, each made when it is asked for."""
        chance = Random(f"steps {seed}")
        part = self._part(chance, self.about)
        if self._known and chance.random() < GOES_ON:
            begun = chance.choice(self._known)
            return begun.seed, self._steps(chance, length, part, begun.steps)
        return seed, self._steps(chance, length, part)

    def _steps(self, chance: Random, length: int, part: str, first: tuple[Step, ...] = ()) -> Iterator[Offer]:
        yield from ((step,) for step in first)
        for _ in range(length):
            yield self._offer(chance, part)

    def _offer(self, chance: Random, part: str) -> Offer:
        [what] = chance.choices(list(KINDS), list(KINDS.values()))
        names = self._parts[part if chance.random() < OF_ITS_PART else self._part(chance)]
        if what != DEED:
            return (self._step(what, names, chance),)
        who = chance.choice(SOMEBODY_ELSE) if chance.random() < BY_ANOTHER else ON_PURPOSE
        deeds = chance.choices(names, [self.novelty(name) for name in names], k=OFFERED)
        return tuple(Step(who, deed, chance.getrandbits(32)) for deed in deeds for _ in range(WAYS))

    def _step(self, what: str, names: list[str], chance: Random) -> Step:
        bits = chance.getrandbits(32)
        if what in MOVES:
            return Step(COMPUTER, what, bits)
        if what == STRIKE:
            return Step(COMPUTER, chance.choice(STRIKES), bits)
        if what == MANY:
            return Step(chance.choice(HANDS), by_chance(chance, self._doors(names, chance)), bits)
        if what == HAND:
            return Step(chance.choice(HANDS), what, bits)
        return Step(chance.choice(ACTORS), what or self._operation(chance), bits)

    def _part(self, chance: Random, among: Sequence[str] = ()) -> str:
        """One part, or one of some; where more is new, more often."""
        parts = among or list(self._parts)
        [part] = chance.choices(parts, [sum(map(self.novelty, self._parts[each])) for each in parts])
        return part

    def _doors(self, names: list[str], chance: Random) -> list[str]:
        """Work of one part, where people are in each other's way; now and then whatever has counted so far."""
        if chance.random() < OF_ITS_PART:
            return names
        deeds = [each for each in BY_NAME if self.counted[each]]
        return [HAND, AGAIN, *deeds, *(each for each in self.operations if self.counted[each])]

    def _operation(self, chance: Random) -> str:
        is_read = chance.random() < READS
        some = [each for each in chance.sample(self.operations, 12) if each.startswith("GET ") == is_read]
        return min(some or self.operations[:1], key=lambda each: self.counted[each])


def shares(count: int) -> list[list[str]]:
    """All parts dealt to so many runs, the parts with most deeds first."""
    parts = sorted((part for part, names in NAMES.items() if names), key=lambda part: -len(NAMES[part]))
    return [parts[number::count] for number in range(count)]


def is_known(step: Step, operations: Collection[str]) -> bool:
    """Whether somebody does such a step. operations: of the API."""
    who = {*ACTORS, *HANDS, *SOMEBODY_ELSE, COMPUTER, ON_PURPOSE}
    done = {HAND, AGAIN, *MOVES, *STRIKES, *BY_NAME, *operations}
    return step.who in who and (is_together(step.what) or step.what in done)
