"""Passwords as they are tried at any door: wrong ones slow down the next, but no device of the account, no signature.

Every door asks `django.contrib.auth.authenticate`, and that asks here; a new door is guarded without knowing it.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django.utils import timezone

from eventnight.core.sign_in.devices import device_of
from eventnight.core.sign_in.tries import Counter, Patience, trying
from eventnight.core.web.addresses import client_address, client_network

if TYPE_CHECKING:
    from django.contrib.auth.models import User

log = logging.getLogger(__name__)

BACKEND = "eventnight.core.sign_in.passwords.GuardedBackend"

_SECONDS, _MINUTE = timedelta(seconds=2), timedelta(minutes=1)

ON_OWN_DEVICE = Patience(kind="sign-in on a known device", free=8, first_wait=_SECONDS, longest_wait=_MINUTE)
FROM_A_PLACE = Patience(kind="sign-in from a place", free=5, first_wait=_SECONDS, longest_wait=timedelta(minutes=5))
FROM_ANYWHERE = Patience(kind="sign-in from anywhere", free=30, first_wait=_SECONDS, longest_wait=_MINUTE)
"""All devices that the account does not know, wherever they are: whoever changes addresses is slowed down too."""

IN_A_SESSION = Patience(
    kind="signature in a session", free=5, first_wait=_SECONDS, longest_wait=_MINUTE, is_cleared=False
)
BY_AN_ACCOUNT = Patience(
    kind="signature by an account", free=20, first_wait=_SECONDS, longest_wait=_MINUTE, is_cleared=False
)

WAIT_TO_SIGN_IN = (
    "Too many wrong passwords for this name. Wait {wait} and try again, or use a device on which you have signed in "
    "before: strangers' tries do not count there."
)
WAIT_TO_SIGN = "Too many wrong passwords were typed here for a signature. Wait {wait}, then let them type it again."


class GuardedBackend(ModelBackend):
    """Django's accounts and permissions; each password tried at a request is counted until it is known to be right."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        *,
        second_of: AbstractUser | None = None,
        **other: Any,
    ) -> User | None:
        """The account with that name and password. second_of: who is signed in, where a colleague signs beside them.

        Raises TooManyTries.
        """
        if request is None or not username or password is None:
            return super().authenticate(request, username=username, password=password, **other)
        if second_of is None:
            counters, message = _of_sign_in(request, username), WAIT_TO_SIGN_IN
        else:
            counters, message = _of_signature(request, second_of), WAIT_TO_SIGN
        with trying(*counters, message=message, now=timezone.now()) as this:
            user = super().authenticate(request, username=username, password=password, **other)
            if user is not None:
                this.was_right()
            else:
                log.warning("a wrong password came from %s", client_address(request) or "a Unix socket")
        return user


def _of_sign_in(request: HttpRequest, username: str) -> list[Counter]:
    name = username.casefold()
    device = device_of(request)
    if device is not None and device.knows(name):
        return [Counter(ON_OWN_DEVICE, f"{name}|{device.number}")]
    return [Counter(FROM_A_PLACE, f"{name}|{client_network(request)}"), Counter(FROM_ANYWHERE, name)]


def _of_signature(request: HttpRequest, signed_in: AbstractUser) -> list[Counter]:
    """Whose password is tried makes no difference, so that strangers' sign-ins do not stop a signature, nor a signature
    a sign-in. A session that is left and begun again counts for its account.
    """
    by_account = Counter(BY_AN_ACCOUNT, str(signed_in.pk))
    session = getattr(request, "session", None)
    return [Counter(IN_A_SESSION, session.session_key), by_account] if session and session.session_key else [by_account]
