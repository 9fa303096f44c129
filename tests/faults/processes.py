"""Processes that are killed without warning."""

from __future__ import annotations

import os
import pwd
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

START_SECONDS = 120


def unprivileged() -> dict[str, object]:
    """Popen arguments that leave root: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("root needs a user named postgres or nobody to run PostgreSQL as")


def children_of(pid: int) -> list[int]:
    """The ids of its direct children."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, stdout=subprocess.PIPE, text=True).stdout
    pairs = (line.split() for line in listed.splitlines())
    return [int(child) for child, parent in pairs if int(parent) == pid]


def kill_family(process: subprocess.Popen[bytes], moment: Callable[[], None] = lambda: None) -> None:
    """SIGKILL the process and its children, all at once as far as can be. moment: returns when it is time."""
    family = [process.pid, *children_of(process.pid)]
    moment()
    for pid in family:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()
    for pid in family[1:]:
        _wait_gone(pid)


def signal_family(process: subprocess.Popen[bytes], sign: signal.Signals) -> None:
    """Send a signal to the process and its children."""
    for pid in (process.pid, *children_of(process.pid)):
        with suppress(ProcessLookupError):
            os.kill(pid, sign)


def wait_until(ready: Callable[[], bool], what: str, process: subprocess.Popen[bytes] | None = None) -> None:
    """Return once `ready` says so. Raises RuntimeError when the process ends first or takes too long."""
    end = time.monotonic() + START_SECONDS
    while not ready():
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"{what} ended with {process.returncode} before it answered")
        if time.monotonic() > end:
            raise RuntimeError(f"{what} did not answer within {START_SECONDS} s")
        time.sleep(0.05)


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _wait_gone(pid: int) -> None:
    # No longer ours to wait for: init takes it over.
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
