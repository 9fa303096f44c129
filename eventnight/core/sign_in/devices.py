"""Which devices an account has signed in from: a signed cookie that says nothing else and opens nothing.

It tells the account's own tablets from a stranger's, so that the stranger's wrong passwords slow down only the stranger
(OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "eventnight_device"
KEPT_FOR = timedelta(days=400)
"""As long as browsers keep a cookie."""
MOST_ACCOUNTS = 20
_SALT = "eventnight.device"


@dataclass(frozen=True, slots=True)
class Device:
    """A browser and the accounts that have signed in there, newest last, as hashes."""

    number: str
    accounts: tuple[str, ...] = ()

    def knows(self, username: str) -> bool:
        """Whether that account has signed in here before."""
        return _hashed(username) in self.accounts

    def with_account(self, username: str) -> Device:
        """The same device after a sign-in."""
        account = _hashed(username)
        others = [each for each in self.accounts if each != account]
        return Device(self.number, (*others, account)[-MOST_ACCOUNTS:])


def device_of(request: HttpRequest) -> Device | None:
    """The device of the request's cookie; None where there is none, or one that we did not sign."""
    try:
        number, *accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return None
    return Device(number, tuple(accounts))


def remember_device(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Note on the answer that the account has signed in on this device."""
    device = (device_of(request) or Device(secrets.token_urlsafe(12))).with_account(username)
    response.set_cookie(
        COOKIE,
        signing.dumps([device.number, *device.accounts], salt=_SALT, compress=True),
        max_age=KEPT_FOR,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _hashed(username: str) -> str:
    return salted_hmac(_SALT, username).hexdigest()[:16]
