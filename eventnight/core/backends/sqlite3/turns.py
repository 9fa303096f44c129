"""A lock that is handed on in the order of asking; Python's own may be taken by whoever comes next."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """One holder at a time; the others wait in a queue."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, timeout: float) -> bool:
        """Wait for the turn, in seconds at most. Returns whether it came."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if turn not in self._waiting:
                return True  # It came in the very moment of giving up.
            self._waiting.remove(turn)
            return False

    def give(self) -> None:
        """Hand the turn to whoever waits longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
