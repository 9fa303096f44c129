"""The night's web processes, started as the Procfile says and killed at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.processes import kill_family, listens, signal_family, wait_until
from tests.server import ROOT, environment_of, free_port, procfile_command, with_files

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "eventnight.settings.production",
    "SECRET_KEY": "only-for-the-trials-only-for-the-trials-only-for-the-trials",
    "ALLOWED_HOSTS": "127.0.0.1",
    "SECURE_SSL_REDIRECT": "false",
}


class WebProcess:
    """One process that serves pages on a port of its own, the same one after each start."""

    def __init__(self, command: list[str], environment: dict[str, str], port: int, *, files: int = 0) -> None:
        """files: how many it may open, 0 for what is usual."""
        self._command, self._environment, self._port = command, environment, port
        self._files = files
        self.url = f"http://127.0.0.1:{port}"
        self.begin()

    def begin(self) -> None:
        """Start it; `wait` says when it answers."""
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=with_files(self._files),
        )

    def wait(self) -> None:
        wait_until(lambda: listens(self._port), self._command[1], self._process)

    def kill(self, moment: Callable[[], None] = lambda: None) -> None:
        """SIGKILL it with all its children, once `moment` returns."""
        kill_family(self._process, moment)

    def freeze(self) -> None:
        """It keeps everything and does nothing."""
        signal_family(self._process, signal.SIGSTOP)

    def wake(self) -> None:
        signal_family(self._process, signal.SIGCONT)


def one_process(database_url: str, *, files: int = 0, **extra: str) -> WebProcess:
    """`manage.py serve`: the whole night in one process."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    return WebProcess(command, environment_of(database_url, **extra), port, files=files)


def one_process_shifted(database_url: str, shift: Path) -> WebProcess:
    """The same with a time of day that is off by the seconds in that file; see `shifted`."""
    return shifted(database_url, shift, "manage", "serve", "--port")


def shifted(database_url: str, shift: Path, program: str, *arguments: str, **extra: str) -> WebProcess:
    """That program and its arguments with that time of day; a port follows where they end with `--port`."""
    port = free_port()
    where = [str(port)] if arguments[-1] == "--port" else []
    command = [sys.executable, "-m", "tests.faults.shifted", str(shift), program, *arguments, *where]
    return WebProcess(command, environment_of(database_url, **extra), port)


def uvicorn(application: str) -> WebProcess:
    """Another ASGI application than the night's under the night's own server."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--log-level", "warning"]
    return WebProcess(command, dict(os.environ), port)


def granian(database_url: str, **extra: str) -> WebProcess:
    """The line `web` of the Procfile, with the production settings."""
    return procfile_process("web", database_url, **extra)


def procfile_process(name: str, database_url: str, **extra: str) -> WebProcess:
    """That line of the Procfile, with the production settings."""
    port = free_port()
    command = procfile_command(name, HOST="127.0.0.1", PORT=str(port), LIVE_PORT=str(port))
    return WebProcess(command, environment_of(database_url, **PRODUCTION, **extra), port)


@contextmanager
def serving(database_url: str, **extra: str) -> Iterator[list[WebProcess]]:
    """The processes of a night: one on SQLite, two beside each other on PostgreSQL. They end with the block."""
    if database_url.startswith("sqlite"):
        processes = [one_process(database_url, **extra)]
    else:
        processes = [granian(database_url, **extra) for _ in range(2)]
    try:
        for process in processes:
            process.wait()
        yield processes
    finally:
        for process in processes:
            process.kill()
