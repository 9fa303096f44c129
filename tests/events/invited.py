"""An invitation and who uses it."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from eventnight.core.models import RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events import services
from eventnight.events.invitations import token_of
from eventnight.events.models import Event, Invitation
from tests.factories import NOW, actor_with

PASSWORD = "three blind mice run"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def invite(event: Event, role: Role = Role.DESK, name: str = "Dan Weiss") -> Invitation:
    press = Press(actor_with(event), NOW)
    return services.invite_staff(event=event, name=name, role=role, press=press)


def link(invitation: Invitation) -> str:
    return f"/accounts/invited/{invitation.event.code}/{token_of(invitation)}/"


def roles_of(event: Event, username: str) -> set[str]:
    return set(RoleGrant.objects.filter(event=event, user__username=username).values_list("role", flat=True))
