"""The attacks that need a night, on one database; a process of its own for each, because Django serves one."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from tests.faults.databases import Postgres, Sqlite
from tests.server import manage

if TYPE_CHECKING:
    from tests.attacks.counting import Tally

PLACES = {"sqlite": Sqlite, "postgresql": Postgres}


def rounds(seed: str, repeats: int, *, is_quick: bool) -> Iterator[Callable[[], Tally]]:
    """Each attack, ready to run that many times."""
    # Models can be imported only now that Django knows the database.
    from tests.attacks import editing, reading, steering
    from tests.attacks.counting import Tally

    def run(name: str) -> Tally:
        chance, tally = Random(f"{seed} {name}"), Tally(name, "the night")
        for number in range(repeats):
            for step, ending in enumerate((steering.ATTACKS | editing.ATTACKS)[name](chance)):
                tally.count(ending, f"step {step} of night {number}, seed {seed}")
        return tally

    for name in steering.ATTACKS | editing.ATTACKS:
        yield lambda name=name: run(name)
    if is_quick:
        yield lambda: reading.by_address(
            Random(seed), reading.STAGES[-1:], (reading.NOBODY, reading.SUPERUSER), ("get",)
        )
    else:
        yield lambda: reading.by_address(Random(seed))
    yield lambda: reading.by_command(Random(seed))


def main(name: str, seed: str, repeats: str, quick: str) -> None:
    """Print one line of JSON for each attack."""
    with ExitStack() as stack:
        place = PLACES[name](Path(stack.enter_context(TemporaryDirectory(prefix="eventnight-attacks-"))))
        stack.callback(place.stop)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.attacks.settings", "DATABASE_URL": place.url, "REDIS_URL": ""}
        manage("migrate", "--verbosity", "0", database_url=place.url)
        django.setup()
        for attack in rounds(seed, int(repeats), is_quick=quick == "quick"):
            begun = time.monotonic()
            row = attack().as_row()
            print(json.dumps(row | {"place": place.name, "seconds": time.monotonic() - begun}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
