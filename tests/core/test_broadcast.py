"""Telling the screens through Redis: a sale meets a Redis that hangs once, and the next ones go past it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from eventnight.core.fresh import quiet_redis
from eventnight.core.fresh.broadcast import broadcast


@pytest.fixture
def frozen(settings: Any) -> Iterator[socket.socket]:
    """A Redis that takes connections, as a stopped process does, and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        yield server


def callers(server: socket.socket) -> list[bytes]:
    """What each connection since has sent."""
    heard = []
    with suppress(BlockingIOError):
        while True:
            connection, _ = server.accept()
            heard.append(connection.recv(1000))
            connection.close()
    return heard


def test_a_redis_that_hangs_is_left_alone_for_a_while(frozen: socket.socket):
    for version in range(1, 6):
        broadcast("NIGHT-1", version)

    (message,) = callers(frozen)
    assert b"PUBLISH" in message


def test_the_first_word_is_the_message_so_that_one_wait_is_all(frozen: socket.socket):
    broadcast("NIGHT-1", 7)

    (message,) = callers(frozen)
    assert message.startswith(b"*3\r\n$7\r\nPUBLISH\r\n")
    assert b'{"event": "NIGHT-1", "version": 7}' in message


def test_after_a_while_redis_is_tried_again(frozen: socket.socket, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quiet_redis, "QUIET_SECONDS", 0.0)

    for version in (1, 2):
        broadcast("NIGHT-1", version)

    assert len(callers(frozen)) == 2
