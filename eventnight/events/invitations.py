"""The link of an invitation: who has it may use it once."""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from eventnight.core.errors import NotFound
from eventnight.events.models import Event, Invitation
from eventnight.events.phones import phone_links

_TOKEN = re.compile(r"([1-9][0-9]{0,17})-([0-9a-f]{32})")


def token_of(invitation: Invitation) -> str:
    """What stands in the link. It is made with the installation's key, so a copy of the database opens nothing."""
    return f"{invitation.pk}-{_secret(invitation)}"


def invitation_by_token(event: Event, token: str) -> Invitation:
    """The invitation to the event with that token, used or not.

    Raises NotFound("unknown_invitation"), also for one that was withdrawn.
    """
    found = _TOKEN.fullmatch(token)
    invitation = Invitation.objects.filter(event=event, pk=int(found[1])).first() if found else None
    if found is None or invitation is None or not constant_time_compare(found[2], _secret(invitation)):
        raise NotFound(
            "unknown_invitation",
            "This link opens nothing: it is not complete, or the invitation was withdrawn. Ask the organiser for a new "
            "one.",
        )
    return invitation


def link_of(invitation: Invitation, request: HttpRequest) -> str:
    """The whole address, where the hall's phones reach the night."""
    links = phone_links(request, invitation.event)
    return links.to("events:invited", code=invitation.event.code, token=token_of(invitation))


def _secret(invitation: Invitation) -> str:
    return salted_hmac("eventnight.invitation", invitation.serial, algorithm="sha256").hexdigest()[:32]
