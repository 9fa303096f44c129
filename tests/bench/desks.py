"""Eight desks that sell at once, each a process with a connection of its own, under one Django.

A process of its own for each Django, because one process serves one set of settings. It reads seconds from its input,
a line for each run, and answers with the entries that all desks wrote in that time.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier

import django

from tests.server import ROOT

CLIENTS = 8


class Desks:
    """The desks of one contender, seen from the comparison."""

    def __init__(self, contender: str, settings: str, database_url: str) -> None:
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": settings, "DATABASE_URL": database_url, "REDIS_URL": ""}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.desks", contender],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def sell(self, seconds: float) -> float:
        """Entries a second of all eight."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(seconds, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=60)


@contextmanager
def open_desks(contender: str, settings: str, database_url: str) -> Iterator[Desks]:
    """Eight desks until the block ends. contender: a module here with a function `desk`."""
    desks = Desks(contender, settings, database_url)
    try:
        yield desks
    finally:
        desks.close()


def _client(contender: str, start: Barrier, wanted: multiprocessing.Queue, sold: multiprocessing.Queue) -> None:
    sell = importlib.import_module(f"tests.bench.{contender}").desk()
    while (seconds := wanted.get()) is not None:
        start.wait()
        begun, count = time.perf_counter(), 0
        while time.perf_counter() < begun + seconds:
            sell()
            count += 1
        sold.put(count / (time.perf_counter() - begun))


def main(contender: str) -> None:
    """Serve the runs that are asked for on standard input."""
    django.setup()
    context = multiprocessing.get_context("fork")
    start, wanted, sold = context.Barrier(CLIENTS), context.Queue(), context.Queue()
    clients = [context.Process(target=_client, args=(contender, start, wanted, sold)) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    for line in sys.stdin:
        for _ in clients:
            wanted.put(float(line))
        print(sum(sold.get() for _ in clients), flush=True)
    for _ in clients:
        wanted.put(None)
    for client in clients:
        client.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
