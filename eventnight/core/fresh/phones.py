"""Which phones are at their seats: an open stream says so every few seconds, and each process of the night can ask.

Nothing of it is stored: it is known for half a minute, in Redis or, without one, in this process.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from eventnight.core.fresh.quiet_redis import QuietRedis, quiet_redis

KNOWN_SECONDS = 35
"""So long after it was last heard of a phone counts as there: two heartbeats, and a slow line."""
TOLD_EVERY = 10.0
MOST_KNOWN = 10_000
"""In this process; whatever is older makes room."""

_here: dict[str, tuple[str, float]] = {}


def note_phone(link: str, network: str) -> None:
    """The phone that opened a link is there. network: where it asks from. Never raises and hardly waits."""
    store = _store()
    key = _key(link)
    if store is not None:
        store.ask(lambda client: client.set(key, network, ex=KNOWN_SECONDS))
        return
    _here.pop(key, None)
    _here[key] = (network, time.monotonic() + KNOWN_SECONDS)
    for old in [*_here][: max(len(_here) - MOST_KNOWN, 0)]:
        _here.pop(old, None)


@dataclass(frozen=True, slots=True)
class PhoneAt:
    """The phone of a seat. is_here: None while nobody can say. beside: the other seats whose phones ask from the same
    address, which is no more than a hint: a family shares one.
    """

    is_here: bool | None
    beside: tuple[int, ...] = ()


def phones_by_seat(links: Mapping[int, str]) -> dict[int, PhoneAt]:
    """The phones of some seats. links: of whoever sits there."""
    found = _networks_of([*links.values()])
    if found is None:
        return dict.fromkeys(links, PhoneAt(is_here=None))
    networks = {seat: found.get(link) for seat, link in links.items()}
    return {
        seat: PhoneAt(
            is_here=network is not None,
            beside=tuple(other for other, its in networks.items() if network and its == network and other != seat),
        )
        for seat, network in networks.items()
    }


def phones_change_at() -> datetime:
    """When whoever shows phones asks for them again."""
    return timezone.now() + timedelta(seconds=TOLD_EVERY)


def _networks_of(links: Sequence[str]) -> dict[str, str] | None:
    """Where the phones that are there ask from, by their links; None while nobody can say."""
    store = _store()
    if store is None:
        now = time.monotonic()
        known = {link: _here.get(_key(link)) for link in links}
        return {link: found[0] for link, found in known.items() if found is not None and found[1] > now}
    if not links:
        return {}
    answer = store.ask(lambda client: client.mget([_key(link) for link in links]))
    if answer is None:
        return None
    found = zip(links, answer, strict=True)
    return {link: str(network, "ascii") for link, network in found if isinstance(network, bytes)}


def _store() -> QuietRedis | None:
    return quiet_redis("nobody sees which phones are at their seats")


def _key(link: str) -> str:
    """The link itself opens a seat, and is kept nowhere."""
    return f"eventnight:phone:{hashlib.sha256(link.encode()).hexdigest()[:32]}"
