"""Plays a whole evening through the services on a simulated clock and checks what must hold at its end."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventnight.events.house_templates import house_templates
from eventnight.night.evening.checks import faults_of
from eventnight.night.evening.company import make_stage
from eventnight.night.evening.whole import play_evening

DOORS = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


class Command(BaseCommand):
    help = "Play an evening from the doors to the fund and check that everything adds up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--house", choices=list(house_templates()), default="wlia")
        parser.add_argument("--players", type=int, default=200)
        parser.add_argument("--seed", type=int, default=7)

    def handle(self, *args: Any, house: str, players: int, seed: int, **options: Any) -> None:
        started = time.monotonic()
        chance = Random(seed)  # noqa: S311  an evening that can be repeated
        stage = make_stage(house=house, starts_at=DOORS, chance=chance, tell=self._tell(started))
        try:
            play_evening(stage, players)
            faults = faults_of(stage.event, taken=stage.taken)
        except Exception:
            self.stderr.write(
                f"The evening broke off. Repeat it with --house {house} --players {players} --seed {seed}"
            )
            raise
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults. Repeat with --house {house} --players {players} --seed {seed}")
        self._tell(started)(f"All holds: event {stage.event.code}, seed {seed}")

    def _tell(self, started: float) -> Any:
        def tell(line: str) -> None:
            self.stdout.write(f"{time.monotonic() - started:6.1f} s  {line}")
            self.stdout.flush()

        return tell
