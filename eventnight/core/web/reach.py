"""By which addresses this computer is reached: by itself alone, or by others in the same network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from ipaddress import ip_address

import psutil
from django.conf import settings
from django.http.request import validate_host

_FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that exist in documents only. The way there begins at the address that others reach this computer by."""
PATIENCE_SECONDS = 0.3


def is_this_computer_alone(host: str) -> bool:
    """Whether the name or address means the computer that asks, so that a phone would look for the night on itself."""
    name = host.strip("[]").lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        address = ip_address(name)
        return address.is_loopback or address.is_unspecified
    return False


def in_address(host: str) -> str:
    """The name or number as an address has it: a number of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def is_served(host: str) -> bool:
    """Whether this installation answers under the name or number, by ALLOWED_HOSTS."""
    return validate_host(in_address(host), settings.ALLOWED_HOSTS)


def addresses_of_this_computer() -> tuple[str, ...]:
    """Those by which others in the network reach it, the likeliest first; none where it is in no network."""
    return tuple(dict.fromkeys(each for each in _found() if _is_for_others(each)))


def answers_at(host: str, port: int) -> bool:
    """Whether something on this computer takes connections there."""
    with suppress(OSError):
        socket.create_connection((host, port), timeout=PATIENCE_SECONDS).close()
        return True
    return False


def _found() -> Iterator[str]:
    for family, far in _FAR:
        # Connecting such a socket sends nothing: it only looks up the way.
        with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as way:
            way.connect((far, 9))
            yield way.getsockname()[0]
    for addresses in psutil.net_if_addrs().values():
        yield from (each.address for each in addresses if each.family in (socket.AF_INET, socket.AF_INET6))


def _is_for_others(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)
