"""A run of the simulator: the database, the world in it, and night after night."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

import time_machine
from django.db import connection

from tests.factories import NOW
from tests.simulator.choosing import Begun, Chooser
from tests.simulator.ground import EMPTY, LATE, READY, ground
from tests.simulator.late import two_hours_on
from tests.simulator.playing import Breach, Notice, Player, Tally
from tests.simulator.shrinking import shrunk
from tests.simulator.steps import Step, text_of
from tests.simulator.world import World

SHRINKING = 60.0
"""Seconds at most for one breach."""


class Run:
    """Makes the database when it begins and throws it away at the end."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell, self.tally = tell, Tally()

    def __enter__(self) -> Run:
        self._before = connection.settings_dict["NAME"]
        is_migrated = connection.vendor == "sqlite" and Path(connection.settings_dict["TEST"]["NAME"]).exists()
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False, keepdb=is_migrated)
        self._ground = ground()
        self._ground.keep(EMPTY)
        with time_machine.travel(NOW, tick=False):
            world = World()
            self._ground.keep(READY)
            two_hours_on(world.night)
            self._ground.keep(LATE)
        self._player = Player(world, self._ground, self.tally)
        self._chooser = Chooser(self._player.operations, self.tally.presses)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, where: TracebackType | None
    ) -> None:
        self._ground.clear()
        connection.creation.destroy_test_db(self._before, verbosity=0)

    def nights(self, seed: int, number: int, length: int, until: float) -> None:
        """Play night after night, to that number of them or that moment of the process's clock."""
        while self.tally.nights < number if number else time.perf_counter() < until:
            self.tally.nights += 1
            played, steps = self._chooser.night(seed, length)
            breach = self._player.play(played, steps, self._noticing(played))
            if breach is not None:
                self._report(played, breach)
            seed += 1

    def to_first_breach(self, seed: int, length: int, until: float) -> None:
        """Play night after night until a law breaks; nothing is shortened."""
        begun = time.perf_counter()
        while not self.tally.breaches and time.perf_counter() < until:
            self.tally.nights += 1
            if breach := self._player.play(seed, self._player.steps_by_chance(seed, length)):
                self.tally.breaches.append(breach)
                steps, seconds = self.tally.steps, time.perf_counter() - begun
                self._tell_of(seed, breach)
                self._tell(f"  It broke after {steps:,} steps, {seconds:.1f} seconds.")
            seed += 1

    def again(self, seed: int, steps: Sequence[Step]) -> Breach | None:
        """One night as it was written down."""
        breach = self._player.play(seed, steps)
        if breach is not None:
            self.tally.breaches.append(breach)
        return breach

    def told(self) -> str:
        """What was done and reached, as lines."""
        tally = self.tally
        lines = [f"{connection.vendor}: {tally.nights} nights, {tally.steps:,} steps, {len(tally.breaches)} breaches"]
        lines.append("answers: " + ", ".join(f"{name} {count:,}" for name, count in sorted(tally.requests.items())))
        lines.append(f"kinds of press that counted: {len(tally.presses)}")
        return "\n".join([*lines, self._player.reach.told()])

    def _noticing(self, seed: int) -> Notice:
        return lambda steps: self._chooser.remember(Begun(seed, tuple(steps)))

    def _report(self, seed: int, breach: Breach) -> None:
        def breaks(steps: Sequence[Step]) -> bool:
            found = self._player.play(seed, steps)
            return found is not None and found.kind == breach.kind

        few = shrunk(breach.steps, breaks, seconds=SHRINKING)
        shortest = Breach(breach.law, tuple(few))
        self.tally.breaches.append(shortest)
        self._tell_of(seed, shortest)

    def _tell_of(self, seed: int, breach: Breach) -> None:
        self._tell(f"Broken: {breach.law}")
        steps = text_of(breach.steps)
        self._tell(f'  manage.py simulate --settings=tests.simulator.settings --seed {seed} --steps "{steps}"')
