"""How often the API may be asked, by account or by the client's own address."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from eventnight.core.web.addresses import client_network


class _ByClient(SimpleRateThrottle):
    """The framework's own would believe any X-Forwarded-For, and count each spelling apart."""

    def get_ident(self, request: Request) -> str:
        """What an anonymous client is told by."""
        return client_network(request._request)


class AddressThrottle(_ByClient, AnonRateThrottle):
    """Clients without an account."""


class AccountThrottle(_ByClient, UserRateThrottle):
    """Accounts, so that a script that runs wild slows down nobody else."""
