"""Who may do what at an event."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, Permission
from django.db import transaction

from eventnight.core.actors import staff_code
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.models import RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.sign_in.names import signs_in_as
from eventnight.events.models import Event


def known_role(text: str) -> Role:
    """The role of that key. Raises NotFound("unknown_role")."""
    if text not in Role.values:
        raise NotFound("unknown_role", f"No role is called {text}. Choose one of: {', '.join(Role.values)}.", role=text)
    return Role(text)


@transaction.atomic
def grant_role(*, event: Event, username: str, role: Role, press: Press) -> RoleGrant:
    """Give an account a role at the event; one it has already is left as it is.

    Raises NotFound("unknown_account").
    """
    lock_event(event.pk)
    user = get_user_model().objects.filter(signs_in_as(username), is_active=True).first()
    if user is None:
        raise NotFound(
            "unknown_account",
            f"Nobody signs in as {username}. Check the name, or invite them: they then make their own account.",
            username=username,
        )
    grant, is_new = RoleGrant.objects.get_or_create(event=event, user=user, role=Role(role))
    if is_new:
        record(event.pk, press=press, action="role.granted", subject=staff_code(user.pk, event), role=role)
    return grant


def allow_events(user: AbstractUser) -> None:
    """Let an account make nights of its own."""
    user.user_permissions.add(Permission.objects.get(content_type__app_label="events", codename="add_event"))


@transaction.atomic
def revoke_role(*, event: Event, user_id: int, role: Role, press: Press) -> None:
    """Take a role away; the last organiser stays.

    Raises NotFound("unknown_grant"), Conflict("last_organiser").
    """
    lock_event(event.pk)
    grant = RoleGrant.objects.filter(event=event, user_id=user_id, role=role).first()
    if grant is None:
        raise NotFound("unknown_grant", f"That person does not hold the role {Role(role).label}. Reload the page.")
    others = RoleGrant.objects.filter(event=event, role=Role.ORGANISER).exclude(pk=grant.pk)
    if grant.role == Role.ORGANISER and not others.exists():
        raise Conflict(
            "last_organiser",
            "An event keeps at least 1 organiser. Make somebody else organiser first, then remove this.",
        )
    grant.delete()
    record(event.pk, press=press, action="role.revoked", subject=staff_code(user_id, event), role=role)
