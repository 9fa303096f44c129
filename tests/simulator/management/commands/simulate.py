"""Plays nights crookedly, or one night again, on a database of its own that is thrown away."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import fields
from random import Random
from signal import SIGTERM, signal
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection

from tests.simulator.deeds.catalogue import NAMES
from tests.simulator.planted.catalogue import faults_with, names_by_part
from tests.simulator.running import NoNight, Run, Wanted
from tests.simulator.scoring import Asked, score
from tests.simulator.steps import Step, steps_of
from tests.simulator.telling import unit

TERMINATED = 128 + SIGTERM


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            nargs="?",
            default="nights",
            help="nights; score: which planted faults are found; faults: what they are called.",
        )
        parser.add_argument(
            "--only", default="", help="Of the planted faults, those of a part or with this in the name."
        )
        parser.add_argument("--number", type=int, help="So many of them, drawn by the seed, for a quick look.")
        parser.add_argument("--first", action="store_true", help="Stop at the first breach and shorten nothing.")
        parser.add_argument("--seed", type=int, default=1, help="Of the first night; each next night has the next.")
        parser.add_argument("--seconds", type=float, default=60.0, help="How long nights are played.")
        parser.add_argument("--nights", type=int, default=0, help="How many nights instead; 0: as the seconds allow.")
        parser.add_argument("--length", type=int, default=60, help="Steps of a night, after those it goes on from.")
        parser.add_argument(
            "--about", nargs="*", default=[], choices=NAMES, help="The parts of which each night is about one."
        )
        parser.add_argument(
            "--computing",
            action="store_true",
            help="Count the seconds in which the program computes, as on a machine that does nothing else (SQLite).",
        )
        parser.add_argument("--steps", help="The steps of one night, played again.")

    def handle(self, *args: Any, **asked: Any) -> None:
        steps = _must_play(asked)
        # As at any other end, what the run keeps on disk and in the database is thrown away.
        signal(SIGTERM, lambda *_: sys.exit(TERMINATED))
        match asked["what"]:
            case "nights":
                self._nights(steps, asked)
            case "score":
                faults = faults_with(asked["only"], connection.vendor)
                # Drawn, so that a score which is broken off is one of all parts.
                Random(f"score {asked['seed']}").shuffle(faults)
                score(
                    faults[: asked["number"]],
                    Asked(**{each.name: asked[each.name] for each in fields(Asked)}),
                    self._say,
                )
            case _:
                for part, names in names_by_part(asked["only"], connection.vendor).items():
                    self.stdout.write("\n  ".join([part, *names]))

    def _nights(self, steps: list[Step], asked: dict[str, Any]) -> None:
        try:
            self._play(steps, asked)
        except NoNight as broken:
            self.stdout.write(f"It broke after 0 steps, 0.0 seconds.\nBroken: {broken}")
            raise SystemExit(1) from broken

    def _play(self, steps: list[Step], asked: dict[str, Any]) -> None:
        with Run(self.stdout.write) as run:
            if unknown := [step for step in steps if not run.knows(step)]:
                raise CommandError(f"“{unknown[0].what}” is nothing that {unknown[0].who} does here.")
            if steps:
                breach = run.again(asked["seed"], steps)
                answers = ", ".join(f"{name}: {count}" for name, count in sorted(run.tally.requests.items()))
                self.stdout.write(f"{unit(len(steps), 'step')} on {connection.vendor}. Answers: {answers or 'none'}.")
                self.stdout.write(f"Broken: {breach.law}" if breach else "Every law holds.")
            else:
                run.nights(Wanted(**{each.name: asked[each.name] for each in fields(Wanted)}))
                self.stdout.write(run.told())
                if asked["verbosity"] > 1:
                    self.stdout.write("\n".join(["Never counted:", *run.undone()]))
                    self.stdout.write("\n".join(["Not reached:", *run.unreached()]))
                    self.stdout.write("\n".join(["Never refused as:", *run.unrefused()]))
            if run.tally.breaches:
                raise SystemExit(1)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _must_play(asked: dict[str, Any]) -> list[Step]:
    """The steps that are asked for. Raises CommandError for a run that would play nothing and find nothing wrong."""
    # Not left to the parser, which would ask for this where an option is misspelt.
    if asked["what"] not in ("nights", "score", "faults"):
        raise CommandError(f"“{asked['what']}” is not known here: nights, score or faults.")
    if asked["nights"] < 0:
        raise CommandError(f"--nights is {asked['nights']}. It is 1 or more, or 0 to play as long as --seconds says.")
    if not asked["nights"] and not asked["seconds"] > 0:
        raise CommandError(f"--seconds is {asked['seconds']:g}. It is above 0.")
    if asked["computing"] and connection.vendor != "sqlite":
        raise CommandError("--computing is for SQLite: what PostgreSQL computes is not counted.")
    if asked["length"] < 1:
        raise CommandError(f"--length is {asked['length']}. A night has at least 1 step.")
    try:
        steps = steps_of(asked["steps"] or "")
    except ValueError as error:
        raise CommandError(str(error)) from error
    if asked["steps"] is not None and not steps:
        raise CommandError("No steps are given.")
    return steps
