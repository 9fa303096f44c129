"""Reads what strangers upload in a process apart, with limits that the operating system keeps: seconds and memory.

A file can be made so that reading it takes for ever or fills the memory, whatever is checked before. A thread cannot be
stopped and shares its memory with every page; a process can. A module that reads uploads ends with `serve(work)`.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import BoundedSemaphore, Thread

from django.conf import settings

from eventnight.core.errors import Conflict, UserFacingError

SECONDS = 10
"""Of a processor."""
MOST_MEMORY = 1024**3
"""Bytes of addresses, of which the program itself takes a good part."""
AT_ONCE = 2
"""Uploads that one server process has read at the same time; further ones are asked to wait, not kept waiting."""

_ROOT = Path(__file__).resolve().parents[3]
_REFUSED = 3
_places = BoundedSemaphore(AT_ONCE)


def read_apart(module: str, name: str, content: bytes) -> bytes:
    """What the module's work makes of the content. name: what the sentences of refusals call the file.

    Raises what the work refuses, UserFacingError("upload_too_heavy") where it needs more than the limits,
    Conflict("uploads_busy").
    """
    return begin_apart(module, name, content).result()


def begin_apart(module: str, name: str, content: bytes) -> Future[bytes]:
    """As `read_apart`, and without waiting: what it returns or raises comes with the future.

    Raises Conflict("uploads_busy").
    """
    if not _places.acquire(blocking=False):
        raise Conflict(
            "uploads_busy",
            f"{AT_ONCE} other uploads are being read at the moment. Send {name} again in a few seconds.",
            at_once=AT_ONCE,
        )
    told: Future[bytes] = Future()

    def work() -> None:
        try:
            told.set_result(_read(module, name, content))
        except BaseException as error:
            told.set_exception(error)

    # A server that ends does not wait for it: what was being read is sent again.
    Thread(target=work, name="upload", daemon=True).start()
    return told


def _read(module: str, name: str, content: bytes) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603  our own program, and the name is an argument, never a command
            [sys.executable, "-m", module, name],
            input=content,
            capture_output=True,
            timeout=settings.UPLOAD_SECONDS_IN_ALL,
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_heavy(name) from error
    finally:
        _places.release()
    if done.returncode == _REFUSED:
        told = json.loads(done.stdout)
        raise UserFacingError(told["code"], told["message"], **told["facts"])
    if done.returncode:
        raise _too_heavy(name)
    return done.stdout


def serve(work: Callable[[str, bytes], bytes]) -> None:
    """The whole life of the process apart: read the name and the content, work, answer."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        made = work(sys.argv[1], sys.stdin.buffer.read())
    except UserFacingError as refused:
        told = {"code": refused.code, "message": refused.message, "facts": refused.facts}
        sys.stdout.buffer.write(json.dumps(told).encode())
        sys.exit(_REFUSED)
    sys.stdout.buffer.write(made)


def _too_heavy(name: str) -> UserFacingError:
    return UserFacingError(
        "upload_too_heavy",
        f"{name} takes more than {SECONDS} seconds or too much memory to read. Make a smaller file, and upload that.",
        seconds=SECONDS,
    )
