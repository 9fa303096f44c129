"""How many connections a process may have: what its file limit leaves beside the desk's own needs."""

from __future__ import annotations

import resource
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

MOST_DESCRIPTORS = 65_536
"""Asked for at most: a limit of millions costs memory and is never used."""
STANDING = 48
"""Standard streams, the log, the event loop, listening sockets, Redis, the embedded worker's pipes."""
FOR_A_THREAD = 5
"""A connection to SQLite with its two side files, a file that is sent, and one that is written."""
AT_ONCE = 32
"""Connections that arrive in one breath are there before any can be turned away."""

MOST_STREAMS = 20_000
FEWEST_REQUESTS = 32
"""So many connections are never given to streams, however small the limit."""
SHARE_OF_REQUESTS = 4
"""Where there is room, one connection in so many is kept from the streams."""
MOST_REQUESTS = 1024


@dataclass(frozen=True, slots=True)
class Room:
    """How many connections there may be, and how many of them may be streams."""

    connections: int
    streams: int


def raise_file_limit() -> int:
    """Let this process open as many files as the machine allows it. Returns the limit then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft if soft != resource.RLIM_INFINITY else MOST_DESCRIPTORS
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def room_within(limit: int) -> Room:
    """What a file limit leaves for connections. Raises ImproperlyConfigured where that is too little to serve."""
    # Pages for staff and for everybody, the live stream's reader, worker and beat.
    threads = settings.PAGE_THREADS + settings.READ_THREADS + 4
    reserve = STANDING + FOR_A_THREAD * threads + AT_ONCE
    connections = limit - reserve
    if connections < 2 * FEWEST_REQUESTS:
        raise ImproperlyConfigured(
            f"This process may open {limit} files at once, and EventNight needs {reserve + 2 * FEWEST_REQUESTS}. "
            "Raise the limit: ulimit -n 1024."
        )
    kept = min(max(connections // SHARE_OF_REQUESTS, FEWEST_REQUESTS), MOST_REQUESTS)
    return Room(connections=connections, streams=min(connections - kept, MOST_STREAMS))
