"""A desk that sells the same to the same guest twice within a minute, because the guest wants it twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eventnight.core.errors import Conflict
from tests.pressing import pressed


def meaning_it(service: Callable[..., Any], /, **given: Any) -> Any:
    """Sell, and confirm where the service asks whether that is meant. Who puts a press together takes `again` too."""
    try:
        return service(**given)
    except Conflict as asked:
        if asked.code != "sold_just_now":
            raise
        told = asked.facts["sequence"]
        return service(**(pressed(given, again=told) if "press" in given else given | {"again": told}))
