"""Where a request came from: the client's own address, told only by proxies that the settings name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

UNIX = "unix"
"""What a proxy that speaks through a Unix socket is called: such a connection has no address."""

LONGEST_CHAIN = 32
"""So many proxies are followed from the right; what stands further left is never looked at."""

Address = IPv4Address | IPv6Address


def client_address(request: HttpRequest) -> str:
    """The address that sent the request, in its shortest spelling; "" where it came through a Unix socket unnamed.

    Proxies of TRUSTED_PROXIES are believed what they append to X-Forwarded-For, from the right, until an address that
    is none of them. Whatever else stands in the header was written by the client itself.
    """
    return address_behind(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def client_network(request: HttpRequest) -> str:
    """What limits count by: an IPv4 address, or the /64 that one household or hall has of IPv6."""
    return network_of(client_address(request))


def address_behind(peer: str, forwarded_for: str) -> str:
    """The client's address, from that of the connection and the header X-Forwarded-For."""
    proxies = trusted_proxies(tuple(settings.TRUSTED_PROXIES))
    nearest = _parsed(peer)
    if not proxies.include(nearest):
        return _spelled(nearest)
    for hop in reversed(forwarded_for.rsplit(",", LONGEST_CHAIN)[-LONGEST_CHAIN:]):
        address = _parsed(hop)
        if address is None:
            # No proxy of ours writes that; who wrote it is not known, the proxy before it is.
            break
        nearest = address
        if not proxies.include(nearest):
            break
    return _spelled(nearest)


def network_of(address: str) -> str:
    """The address itself for IPv4, its /64 for IPv6."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address


@dataclass(frozen=True, slots=True)
class Proxies:
    """The networks whose word counts, and whether that of Unix sockets does."""

    networks: tuple[IPv4Network | IPv6Network, ...]
    unix: bool

    def include(self, address: Address | None) -> bool:
        """Whether a connection from there is a proxy of ours; None: no address, a Unix socket."""
        if address is None:
            return self.unix
        return any(address in network for network in self.networks)


@cache
def trusted_proxies(names: Sequence[str]) -> Proxies:
    """The proxies of the setting. Raises ImproperlyConfigured for a name that is not an address, network or "unix"."""
    networks = []
    for name in names:
        if name == UNIX:
            continue
        try:
            networks.append(ip_network(name, strict=False))
        except ValueError as error:
            raise ImproperlyConfigured(
                f"TRUSTED_PROXIES names {name!r}. Give addresses, networks such as 10.0.0.0/8, or {UNIX}."
            ) from error
    return Proxies(networks=tuple(networks), unix=UNIX in names)


def _parsed(text: str) -> Address | None:
    """The address of a hop: 192.0.2.7, 192.0.2.7:4711, 2001:db8::7 or [2001:db8::7]:4711; None if it has none."""
    text = text.strip()
    if text.startswith("["):
        text, closing, _ = text[1:].partition("]")
        if not closing:
            return None
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _spelled(address: Address | None) -> str:
    return "" if address is None else str(address)
