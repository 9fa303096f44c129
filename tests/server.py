"""Starts the real server of a night in a process of its own, against a database of its own."""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.db import connection

from tests.migrated import copy_migrated

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 40


def environment_of(database_url: str, **extra: str) -> dict[str, str]:
    """What a process of the night is started with: no Redis and no broker, unless `extra` names them."""
    night = {"DJANGO_SETTINGS_MODULE": "eventnight.settings.base", "DATABASE_URL": database_url}
    return {**os.environ, **night, "REDIS_URL": "", "CELERY_BROKER_URL": "", **extra}


def manage(*arguments: str, database_url: str, **extra: str) -> str:
    """The output of a management command. Raises CalledProcessError when it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment_of(database_url, **extra),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


@dataclass(frozen=True, slots=True)
class NightServer:
    """A running server."""

    url: str
    database_url: str
    process: subprocess.Popen[bytes]

    def manage(self, *arguments: str) -> str:
        """The output of a management command on the server's database."""
        return manage(*arguments, database_url=self.database_url)

    def kill(self) -> None:
        """SIGKILL, as the lid of a laptop that runs dry."""
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def new_night(folder: Path) -> str:
    """The address of a new database in that folder, with its tables and nothing in them."""
    return f"sqlite:///{copy_migrated(folder / 'night.sqlite3')}"


def with_files(limit: int) -> Callable[[], None] | None:
    """What a process does first to be allowed only so many open files; None for 0, which leaves the machine's limit."""
    return partial(resource.setrlimit, resource.RLIMIT_NOFILE, (limit, limit)) if limit else None


@contextmanager
def running_server(database_url: str, *, files: int = 0, **extra: str) -> Iterator[NightServer]:
    """Serve a migrated database until the block ends. files: how many the server may open, 0 for what is usual."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment_of(database_url, **extra),
        preexec_fn=with_files(files),
    )
    server = NightServer(f"http://127.0.0.1:{port}", database_url, process)
    try:
        _wait_for(f"{server.url}/live/time", process)
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode} before it answered")
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"{url} did not answer within {START_SECONDS} s")


def database_url() -> str:
    """The address of the database that the suite itself uses, for a process that must see the same rows."""
    config = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{config['NAME']}"
    user = f"{config['USER']}:{config['PASSWORD']}@" if config["USER"] else ""
    port = f":{config['PORT']}" if config["PORT"] else ""
    return f"postgres://{user}{config['HOST']}{port}/{config['NAME']}"


def procfile_command(name: str, **variables: str) -> list[str]:
    """That line of the Procfile as a command, its variables filled in as a shell would."""
    line = next(line for line in (ROOT / "Procfile").read_text().splitlines() if line.startswith(f"{name}: "))
    filled = re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: variables.get(found[1], found[2]), line)
    program, *options = filled.removeprefix(f"{name}: ").split()
    return [str(Path(sys.executable).parent / program), *options]
