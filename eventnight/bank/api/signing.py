"""The second person of a request to the API: somebody of the event's staff, by name and password."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.http import HttpRequest

from eventnight.core.actors import Actor
from eventnight.core.errors import Forbidden
from eventnight.events.models import Event
from eventnight.events.selectors import staff_of


def signer_of(request: HttpRequest, event: Event, username: str, password: str) -> Actor | None:
    """Who signs; None where no name is given. Raises Forbidden("second_person"), TooManyTries."""
    if not username:
        return None
    user = authenticate(request, username=username, password=password, second_of=request.user)
    if user is None or user.pk not in {member.user_id for member in staff_of(event)}:
        raise Forbidden(
            "second_person",
            "The second person's name and password do not fit, or they are not of this event's staff. "
            "Let them enter both again.",
        )
    return Actor.of(user, event)
