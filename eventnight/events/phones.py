"""Links for phones: what a card, slip, ticket or QR code leads to, at the address that the hall's phones reach."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import reverse

from eventnight.core.web.addresses import client_address
from eventnight.core.web.reach import (
    addresses_of_this_computer,
    answers_at,
    in_address,
    is_served,
    is_this_computer_alone,
)
from eventnight.events.facts import USUAL_PORTS, checked_address
from eventnight.events.models import Event, PhoneAddress


@dataclass(frozen=True, slots=True)
class PhoneLinks:
    """address: scheme, name and port of every link. is_chosen: by the organiser; else it is the one of the request.
    opened_at: when a phone first opened a chosen one.
    """

    address: str
    is_chosen: bool = False
    opened_at: datetime | None = None

    @property
    def lead_nowhere(self) -> bool:
        """Whether a phone that follows one looks for the night on itself."""
        return is_this_computer_alone(urlsplit(self.address).hostname or "")

    def to(self, page: str, **place: object) -> str:
        """The link to the page of that name. place: what the page's address takes."""
        return self.address + reverse(page, kwargs=place)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An address that phones may reach. answers: whether the night is served there; a proxy's is taken at its word."""

    address: str
    answers: bool


def phone_links(request: HttpRequest, event: Event) -> PhoneLinks:
    """At the address that the organiser chose; where none was, at the one by which the page was opened."""
    chosen = PhoneAddress.objects.filter(event=event).first()
    if chosen is None:
        return PhoneLinks(opened_by(request))
    return PhoneLinks(chosen.address, is_chosen=True, opened_at=chosen.opened_at)


def opened_by(request: HttpRequest) -> str:
    """The address by which the page was opened."""
    return f"{request.scheme}://{request.get_host().lower()}"


def suggestions(request: HttpRequest) -> list[Suggestion]:
    """Addresses to choose from, the likeliest first: that of the request where phones may use it, then those that this
    computer has in its network, at the same port; where the night is served at some of them, only those.
    """
    here = opened_by(request)
    parts = urlsplit(here)
    found = [] if is_this_computer_alone(parts.hostname or "") else [Suggestion(here, answers=True)]
    if request.is_secure():
        # A certificate is for a name, not for a number in the hall's network.
        return found
    port = parts.port or USUAL_PORTS["http"]
    for each in filter(is_served, addresses_of_this_computer()):
        address = checked_address(f"http://{in_address(each)}:{port}")
        if address != here:
            found.append(Suggestion(address, answers=answers_at(each, port)))
    return [one for one in found if one.answers] or found


def has_moved(request: HttpRequest, links: PhoneLinks) -> bool:
    """Whether the chosen address is a number that this computer does not have, as far as it can tell: after joining
    another network, say. A name is taken at its word, and so is the address by which the page itself was opened.
    """
    host = urlsplit(links.address).hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return False
    return links.is_chosen and links.address != opened_by(request) and host not in addresses_of_this_computer()


def is_from_elsewhere(request: HttpRequest) -> bool:
    """Whether another computer or a phone sent the request, not a browser on this one."""
    client = client_address(request)
    return bool(client) and not ip_address(client).is_loopback and client not in addresses_of_this_computer()
