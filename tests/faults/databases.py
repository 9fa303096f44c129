"""The databases of the trials, each thrown away afterwards: an SQLite file, a PostgreSQL cluster, a Redis server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import redis

from tests.faults.processes import kill_family, listens, signal_family, unprivileged, wait_until
from tests.server import free_port


class Sqlite:
    """A file in the folder. It has no process of its own to kill."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'night.sqlite3'}"

    def stop(self) -> None:
        """Nothing runs."""


class Postgres:
    """A cluster made with initdb, on a port of its own."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self._bin = postgres_programs()
        self._data = folder / "cluster"
        self._port = free_port()
        self._as = unprivileged()
        self._data.mkdir()
        if self._as:
            # Its parents must let the other user through.
            folder.chmod(0o755)
            os.chown(self._data, self._as["user"], self._as["group"])
        subprocess.run(
            [self._bin / "initdb", "-D", self._data, "-U", "eventnight", "-A", "trust", "--no-instructions"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._data,
            **self._as,
        )
        self.url = f"postgres://eventnight@127.0.0.1:{self._port}/postgres"
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers, after a kill as well: then it recovers first."""
        options = ["-p", str(self._port), "-k", "", "-h", "127.0.0.1", "-c", "max_connections=100"]
        self._process = subprocess.Popen(
            [self._bin / "postgres", "-D", self._data, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._data,
            **self._as,
        )
        wait_until(self._answers, "PostgreSQL", self._process)

    def create(self, name: str, like: str = "template1") -> str:
        """A further database of the cluster, a copy of another. Returns its address."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return self.url.removesuffix("postgres") + name

    def kill(self, moment: Callable[[], None] = lambda: None) -> None:
        """SIGKILL the postmaster and every backend, once `moment` returns."""
        kill_family(self._process, moment)

    def freeze(self) -> None:
        """It keeps its connections and answers nothing."""
        signal_family(self._process, signal.SIGSTOP)

    def wake(self) -> None:
        signal_family(self._process, signal.SIGCONT)

    def stop_at_once(self) -> None:
        """As `pg_ctl stop -m immediate` does: what is under way breaks off, and the next start recovers."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


def postgres_programs() -> Path:
    """The folder with initdb and postgres. Raises FileNotFoundError."""
    found = shutil.which("postgres")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    if not folders:
        raise FileNotFoundError("PostgreSQL is not installed: neither postgres nor /usr/lib/postgresql/*/bin is there")
    return folders[-1]


class RedisServer:
    """A Redis that can be stopped, frozen and woken."""

    def __init__(self) -> None:
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        wait_until(lambda: listens(self._port), "Redis", self._process)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def flush(self) -> None:
        """Everything it knows is gone."""
        redis.Redis.from_url(self.url).flushall()

    def freeze(self) -> None:
        """It keeps its connections and answers nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A Redis server that ends with the block."""
    server = RedisServer()
    try:
        yield server
    finally:
        server.kill()
