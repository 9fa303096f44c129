"""Clients that hold a place at a server and ask for little: open streams, idle sockets, requests that never end."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

PATIENCE = 10.0


class Crowd:
    """Some sockets at one server, all with the same beginning of a request."""

    def __init__(self, url: str, count: int, beginning: bytes) -> None:
        address = urlsplit(url)
        self._sockets: list[socket.socket] = []
        for _ in range(count):
            try:
                each = socket.create_connection((address.hostname or "", address.port or 80), timeout=PATIENCE)
                each.sendall(beginning)
            except OSError:
                continue
            self._sockets.append(each)

    def answers(self) -> list[int]:
        """The status of each answer, 0 for a socket that was closed without one. Waits until each has something; who is
        silent for too long is left out.
        """
        found: dict[socket.socket, int] = {}
        with selectors.DefaultSelector() as waiting:
            for each in self._sockets:
                waiting.register(each, selectors.EVENT_READ)
            while waiting.get_map() and (ready := waiting.select(timeout=PATIENCE)):
                for key, _ in ready:
                    each: socket.socket = key.fileobj
                    found[each] = _status(each)
                    waiting.unregister(each)
        return list(found.values())

    def close(self) -> None:
        for each in self._sockets:
            each.close()


def _status(each: socket.socket) -> int:
    try:
        answer = each.recv(64)
    except OSError:
        return 0
    return int(answer.split()[1]) if answer.startswith(b"HTTP/") else 0


@contextmanager
def crowd(url: str, count: int, beginning: bytes) -> Iterator[Crowd]:
    """So many clients until the block ends."""
    found = Crowd(url, count, beginning)
    try:
        yield found
    finally:
        found.close()


def stream(code: str) -> bytes:
    """The request of an open page."""
    return f"GET /live/{code}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


IDLE = b""
SLOW_HEADERS = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
SLOW_BODY = (
    b"POST /accounts/sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 1000\r\n\r\nusername=d"
)
