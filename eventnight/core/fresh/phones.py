"""Which phones are at their seats: the page of a seat says every few seconds that it is open, and staff can see it.

Nothing of it is stored: it is known for half a minute, in Redis or, where one process is all there is, in that process.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from eventnight.core.fresh.quiet_redis import QuietRedis, quiet_redis

SAID_EVERY = 10
"""Seconds."""
KNOWN_SECONDS = 35
"""So long after it was last heard of a phone counts as there: a word may be lost, and a line be slow."""
MOST_KNOWN = 100_000
"""In a process without Redis; whoever has been silent longest makes room."""

_here: dict[str, tuple[str, float]] = {}


def phone_name(link: str) -> str:
    """What a phone is called outside of its page: the link itself opens a seat, and is told nobody."""
    return hashlib.sha256(f"phone {link}".encode()).hexdigest()[:32]


def note_phone(name: str, network: str) -> None:
    """The phone of that name is there. network: where it asks from. Never raises and hardly waits."""
    store = _store()
    if store is not None:
        store.ask(lambda client: client.set(_key(name), network, ex=KNOWN_SECONDS))
        return
    _here.pop(name, None)
    _here[name] = (network, time.monotonic() + KNOWN_SECONDS)
    while len(_here) > MOST_KNOWN:
        _here.pop(next(iter(_here)), None)


@dataclass(frozen=True, slots=True)
class PhoneAt:
    """The phone of a seat. is_here: None while nobody can say. beside: the other seats whose phones ask from the same
    address, which is no more than a hint: a family shares one.
    """

    is_here: bool | None
    beside: tuple[int, ...] = ()


def phones_by_seat(links: Mapping[int, str]) -> dict[int, PhoneAt]:
    """The phones of some seats. links: of whoever sits there."""
    names = {seat: phone_name(link) for seat, link in links.items()}
    found = _networks_of([*names.values()])
    if found is None:
        return dict.fromkeys(links, PhoneAt(is_here=None))
    networks = {seat: found.get(name) for seat, name in names.items()}
    return {
        seat: PhoneAt(
            is_here=network is not None,
            beside=tuple(other for other, its in networks.items() if network and its == network and other != seat),
        )
        for seat, network in networks.items()
    }


def phones_change_at() -> datetime:
    """When whoever shows phones asks for them again."""
    return timezone.now() + timedelta(seconds=SAID_EVERY)


def _networks_of(names: Sequence[str]) -> dict[str, str] | None:
    """Where the phones that are there ask from, by their names; None while nobody can say."""
    store = _store()
    if store is None:
        return _in_this_process(names) if settings.CELERY_IS_EMBEDDED else None
    if not names:
        return {}
    answer = store.ask(lambda client: client.mget([_key(name) for name in names]))
    if answer is None:
        return None
    found = {name: network for name, network in zip(names, answer, strict=True) if network is not None}
    return {name: network if isinstance(network, str) else network.decode() for name, network in found.items()}


def _in_this_process(names: Sequence[str]) -> dict[str, str]:
    now = time.monotonic()
    known = {name: _here.get(name, ("", 0.0)) for name in names}
    return {name: network for name, (network, until) in known.items() if until > now}


def _store() -> QuietRedis | None:
    return quiet_redis("nobody sees which phones are at their seats")


def _key(name: str) -> str:
    return f"eventnight:phone:{name}"
