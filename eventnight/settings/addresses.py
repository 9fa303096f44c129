"""The addresses of Redis and of Celery's broker: refused at the start where nothing could ever answer at them."""

from __future__ import annotations

import kombu
import redis
from django.core.exceptions import ImproperlyConfigured


def redis_url(url: str) -> str:
    """The address of Redis, empty for none. Raises ImproperlyConfigured with one sentence."""
    if url:
        try:
            redis.ConnectionPool.from_url(url)
        except ValueError as error:
            raise _refused("REDIS_URL", url, "redis://, rediss:// or unix://", "redis://localhost:6379/0") from error
    return url


def broker_url(url: str) -> str:
    """The address of Celery's broker, or several between semicolons. Raises ImproperlyConfigured with one sentence."""
    for each in url.split(";"):
        try:
            if "://" not in each:
                raise ValueError("an address without a scheme")
            # Makes what would connect, and fails where the broker's library is missing; it does not connect.
            kombu.Connection(each).transport  # noqa: B018
        except (KeyError, ImportError, ValueError) as error:
            known = "a scheme that Celery can use here"
            raise _refused("CELERY_BROKER_URL", each, known, "redis://localhost:6379/1") from error
    return url


def _refused(name: str, url: str, wanted: str, example: str) -> ImproperlyConfigured:
    # The rest of an address may hold a password.
    scheme, is_address, _ = url.strip().partition("://")
    begins = f"begins with {scheme[:20]!r}" if is_address else "has no scheme"
    return ImproperlyConfigured(
        f"{name} cannot be used: it {begins}. It must be an address with {wanted}, as in {example}."
    )
