"""Rows measured in a process of its own: one process serves one set of settings, and `make bench` needs many."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from tests.bench.timing import Row
from tests.faults.databases import Postgres
from tests.server import ROOT, environment_of


def rows_apart(module: str, database_url: str, **extra: str) -> list[Row]:
    """The rows of `measured` in that module here, with Django on a migrated database."""
    command = [sys.executable, "-m", "tests.bench.apart", module]
    environment = environment_of(database_url, DJANGO_SETTINGS_MODULE="tests.faults.settings", **extra)
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return [Row(**row) for row in json.loads(done.stdout.splitlines()[-1])]


@contextmanager
def scratch_cluster() -> Iterator[Postgres]:
    """A PostgreSQL of its own, with its settings as they come, until the block ends."""
    with TemporaryDirectory(prefix="eventnight-bench-") as folder:
        cluster = Postgres(Path(folder))
        try:
            yield cluster
        finally:
            cluster.stop()


def main(module: str) -> None:
    """Print the rows as the last line of the output."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    rows: Iterator[Row] = importlib.import_module(f"tests.bench.{module}").measured()
    print(json.dumps([asdict(row) for row in rows]))


if __name__ == "__main__":
    main(*sys.argv[1:])
