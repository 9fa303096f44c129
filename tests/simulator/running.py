"""A run of the simulator: the database, the world in it, and night after night."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType

import time_machine
from django.conf import settings
from django.db import connection

from tests.factories import NOW
from tests.fuzz.night import origin_of
from tests.migrated import copy_migrated
from tests.simulator.barrel import with_a_barrel
from tests.simulator.choosing import Begun, Chooser, is_known
from tests.simulator.deeds.catalogue import BY_NAME
from tests.simulator.ground import BARREL, EMPTY, LATE, READY, SELLING, ground
from tests.simulator.late import two_hours_on
from tests.simulator.playing import Breach, Notice, Player, Tally
from tests.simulator.quick import make_quick
from tests.simulator.selling import on_sale
from tests.simulator.shrinking import SHELF, Shelf, Short, shrunk
from tests.simulator.steps import Step, offered
from tests.simulator.telling import told_of, unit, written_as_test
from tests.simulator.world import World

SHRINKING = 120.0
"""Seconds at most for one breach."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """seed: of the first night. nights: so many, or 0 for as many as fit into the seconds. length: steps of a night.
    first: end at the first breach, and shorten nothing. about: the parts of which each night is about one, empty for
    whatever comes. computing: count only the seconds in which this program computes.
    """

    seed: int
    nights: int = 0
    seconds: float = 60.0
    length: int = 60
    first: bool = False
    about: Sequence[str] = ()
    computing: bool = False

    def goes_on(self, tally: Tally, seconds: float) -> bool:
        """Whether there is to be another night after so many seconds."""
        if self.first and tally.breaches:
            return False
        return tally.nights < self.nights if self.nights else seconds < self.seconds

    def now(self) -> float:
        """Seconds, from a moment that does not matter."""
        return time.process_time() if self.computing else time.perf_counter()


class NoNight(Exception):
    """What is done by services before the doors open was refused or broke."""


class Run:
    """Makes the database when it begins and throws it away at the end. Raises NoNight."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell, self.tally, self._shelf = tell, Tally(), Shelf(os.environ.get(SHELF, ""))

    def __enter__(self) -> Run:
        self._before = connection.settings_dict["NAME"]
        is_copied = connection.vendor == "sqlite" and settings.IS_SCHEMA_SOUND
        if is_copied:
            copy_migrated(Path(connection.settings_dict["TEST"]["NAME"]))
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False, keepdb=is_copied)
        self._ground = ground()
        self._ground.keep(EMPTY)
        try:
            world = self._world()
        except Exception as error:
            self.__exit__(None, None, None)
            raise NoNight(f"no night can be made: {origin_of(error)}") from error
        self._player = Player(world, self._ground, self.tally)
        make_quick()
        self._chooser = Chooser(self._player.operations, self.tally.presses, self.tally.novelty)
        return self

    def _world(self) -> World:
        with time_machine.travel(NOW, tick=False):
            world = World()
            self._ground.keep(READY)
            two_hours_on(world.night)
            self._ground.keep(LATE)
            self._ground.put_back(READY)
            with_a_barrel(world.night)
            self._ground.keep(BARREL)
            self._ground.put_back(READY)
            on_sale(world.night)
            self._ground.keep(SELLING)
        return world

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, where: TracebackType | None
    ) -> None:
        self._ground.clear()
        connection.creation.destroy_test_db(self._before, verbosity=0)

    def nights(self, wanted: Wanted) -> None:
        """Play night after night."""
        seed, begun = wanted.seed, wanted.now()
        self._chooser.about = wanted.about
        while wanted.goes_on(self.tally, wanted.now() - begun):
            self.tally.nights += 1
            played, offers = self._chooser.night(seed, wanted.length)
            breach = self._player.play(played, offers, self._noticing(played))
            if breach is not None and any(breach.kind == known.kind for known in self.tally.breaches):
                self.tally.breaches.append(breach)
                self._tell(f"Broken again in the night of seed {played}: {breach.law}")
            elif breach is not None:
                seconds = wanted.now() - begun
                self._tell(f"It broke after {self.tally.steps:,} steps, {seconds:.1f} seconds on {connection.vendor}.")
                short = Short(played, breach.steps) if wanted.first else self._shortened(played, breach)
                self.tally.breaches.append(breach)
                told = told_of(breach.law, short)
                # A run that stops at the first breach looks for a fault that somebody planted.
                told += [] if wanted.first else [written_as_test(breach.law, short)]
                # At once, so that two databases are not told of in turns.
                self._tell("\n".join(told))
            seed += 1

    def knows(self, step: Step) -> bool:
        """Whether there is such a step."""
        return is_known(step, self._player.operations)

    def again(self, seed: int, steps: Sequence[Step]) -> Breach | None:
        """One night as it was written down; each step and each press is told."""
        self._player.follow(self._tell)
        breach = self._player.play(seed, offered(steps))
        if breach is not None:
            self.tally.breaches.append(breach)
        return breach

    def told(self) -> str:
        """What was done and reached, as lines."""
        tally = self.tally
        counted = (
            unit(tally.nights, "night"),
            unit(tally.steps, "step"),
            unit(len(tally.breaches), "breach", "breaches"),
        )
        lines = [f"{connection.vendor}: {', '.join(counted)}"]
        lines.append("answers: " + "; ".join(f"{name}: {count:,}" for name, count in sorted(tally.requests.items())))
        lines.append(f"deeds that counted: {len(BY_NAME) - len(self.undone())} of {len(BY_NAME)}")
        return "\n".join([*lines, self._player.reach.told()])

    def undone(self) -> list[str]:
        """The deeds that never counted."""
        return [name for name in BY_NAME if not self.tally.presses[name]]

    def unreached(self) -> list[str]:
        """The functions of the services that no step has called."""
        return self._player.reach.unreached()

    def unrefused(self) -> list[str]:
        """The codes with which no step was refused."""
        return self._player.reach.unrefused()

    def _noticing(self, seed: int) -> Notice:
        return lambda steps: self._chooser.remember(Begun(seed, tuple(steps)))

    def _shortened(self, seed: int, breach: Breach) -> Short:
        def breaks(seed: int, steps: Sequence[Step]) -> bool:
            found = self._player.play(seed, offered(steps))
            return found is not None and found.kind == breach.kind

        for short in self._shelf.others(breach.kind):
            if len(short.steps) < len(breach.steps) and breaks(short.seed, short.steps):
                return short
        steps = shrunk(breach.steps, partial(breaks, seed), seconds=SHRINKING, likely=breach.likely)
        short = Short(seed, tuple(steps))
        self._shelf.leave(breach.kind, short)
        return short
