"""How staff come to an account and a role by themselves: an invitation, and a way back in for a forgotten password.

Nobody types another's password, and nobody but the person knows it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from eventnight.core.actors import Actor, staff_code
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, Forbidden, NotFound
from eventnight.core.models import RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.sign_in.names import sign_in_name, signs_in_as
from eventnight.core.values.formats import day_text
from eventnight.core.web.access import may_create_events
from eventnight.events.models import Event, Invitation

LASTS = timedelta(days=7)
BACK_IN_LASTS = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """What somebody chooses for themselves: the name that others see, the one they sign in with, a password."""

    name: str
    username: str
    password: str


@transaction.atomic
def invite_staff(*, event: Event, name: str, role: Role, press: Press) -> Invitation:
    """Invite somebody to work at the night in that role. One who is invited to it already keeps the same link, from now
    valid as long as a new one.
    """
    lock_event(event.pk)
    until = press.at + LASTS
    open_one = Invitation.objects.filter(event=event, name=name, role=role, used_at=None, valid_until__gt=press.at)
    if (known := open_one.first()) is not None:
        open_one.filter(pk=known.pk).update(valid_until=until)
        known.valid_until = until
        return known
    made = Invitation.objects.create(
        event=event, name=name, role=role, serial=secrets.token_urlsafe(32), made_at=press.at, valid_until=until
    )
    record(event.pk, press=press, action="staff.invited", subject=f"invitation {made.pk}", role=role)
    return made


@transaction.atomic
def let_back_in(*, event: Event, user_id: int, press: Press) -> Invitation:
    """A link with which somebody of the staff chooses a new password; the one before it opens nothing any more.

    Raises NotFound("unknown_grant") for somebody without a role here, Forbidden("account_of_others") for an account
    that also opens what is not this organiser's.
    """
    lock_event(event.pk)
    grant = RoleGrant.objects.select_related("user").filter(event=event, user_id=user_id).first()
    if grant is None:
        raise NotFound("unknown_grant", "That person holds no role at this night. Reload the page.")
    giver = User.objects.get(pk=press.by.account_id)
    _require_own(grant.user, giver)
    Invitation.objects.filter(event=event, account=grant.user, used_at=None).delete()
    made = Invitation.objects.create(
        event=event,
        name=grant.user.get_full_name() or grant.user.get_username(),
        account=grant.user,
        made_by=giver,
        serial=secrets.token_urlsafe(32),
        made_at=press.at,
        valid_until=press.at + BACK_IN_LASTS,
    )
    record(event.pk, press=press, action="staff.let_back_in", subject=staff_code(user_id, event))
    return made


@transaction.atomic
def withdraw_invitation(*, event: Event, invitation_id: int, press: Press) -> None:
    """From this moment its link opens nothing.

    Raises NotFound("unknown_invitation"), Conflict("invitation_used").
    """
    lock_event(event.pk)
    found = Invitation.objects.filter(event=event, pk=invitation_id).first()
    if found is None:
        raise NotFound("unknown_invitation", "There is no such invitation any more. Reload the page.")
    if found.is_used:
        raise Conflict(
            "invitation_used", f"{found.name} has used this invitation. Take the role away instead.", name=found.name
        )
    found.delete()
    record(event.pk, press=press, action="staff.invitation_withdrawn", subject=f"invitation {invitation_id}")


@transaction.atomic
def accept_with_new_account(*, invitation: Invitation, account: NewAccount, now: datetime) -> User:
    """The invited person makes an account and has the role.

    Raises Conflict("invitation_used", "invitation_expired", "sign_in_name_taken").
    """
    # The password is made ready before anything is locked: it takes its time on purpose.
    first, _, rest = account.name.partition(" ")
    user = User(
        username=sign_in_name(account.username),
        first_name=first,
        last_name=rest,
        password=make_password(account.password),
    )
    invitation = _locked(invitation, now, gives_role=True)
    if User.objects.filter(signs_in_as(user.username)).exists():
        raise _taken(user.username)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        raise _taken(user.username) from error
    _use(invitation, user, now)
    return user


@transaction.atomic
def accept_with_account(*, invitation: Invitation, user: User, now: datetime) -> None:
    """Somebody who has an account takes the role with it.

    Raises Conflict("invitation_used", "invitation_expired").
    """
    _use(_locked(invitation, now, gives_role=True), user, now)


@transaction.atomic
def choose_new_password(*, invitation: Invitation, password: str, now: datetime) -> User:
    """Whoever was let back in chooses a password; wherever else the account is signed in, it is no more.

    Raises Conflict("invitation_used", "invitation_expired"), Forbidden("account_switched_off", "way_back_closed").
    """
    hashed = make_password(password)
    invitation = _locked(invitation, now, gives_role=False)
    user = User.objects.select_for_update(no_key=True).get(ways_back_in=invitation)
    if not user.is_active:
        raise Forbidden("account_switched_off", "This account is switched off. Ask the organiser.")
    _require_still_open(invitation, user)
    user.password = hashed
    user.save(update_fields=["password"])
    _note_use(invitation, user, now)
    record(
        invitation.event_id,
        press=Press(Actor.of(user, invitation.event), now),
        action="staff.password_chosen",
        subject=staff_code(user.pk, invitation.event),
    )
    return user


def _use(invitation: Invitation, user: User, now: datetime) -> None:
    _note_use(invitation, user, now)
    event, role = invitation.event, Role(invitation.role)
    RoleGrant.objects.get_or_create(event=event, user=user, role=role)
    press = Press(Actor.of(user, event), now)
    record(event.pk, press=press, action="staff.joined", subject=staff_code(user.pk, event), role=role)


def _note_use(invitation: Invitation, user: User, now: datetime) -> None:
    invitation.used_at, invitation.used_by_id = now, user.pk
    invitation.save(update_fields=["used_at", "used_by"])


def _locked(invitation: Invitation, now: datetime, *, gives_role: bool) -> Invitation:
    """The invitation as it is under the event's lock, still to be used."""
    lock_event(invitation.event_id)
    found = Invitation.objects.select_related("event").filter(pk=invitation.pk, account__isnull=gives_role).first()
    if found is None or found.is_used:
        raise Conflict(
            "invitation_used",
            "This link was used already, or withdrawn. If it was you, sign in; else ask the organiser for a new one.",
        )
    if found.valid_until <= now:
        raise Conflict(
            "invitation_expired",
            f"This link was valid until {day_text(found.valid_until, found.event)}. Ask the organiser for a new one.",
        )
    return found


def _opens_no_more_than(giver: User, user: User) -> bool:
    """Whether the account opens nothing that is not the giver's already."""
    if giver.is_superuser or giver.pk == user.pk:
        return True
    own = RoleGrant.objects.filter(user=giver, role=Role.ORGANISER).values("event")
    may_do_more = user.is_superuser or user.is_staff or (may_create_events(user) and not may_create_events(giver))
    return not may_do_more and not RoleGrant.objects.filter(user=user).exclude(event__in=own).exists()


def _require_still_open(invitation: Invitation, user: User) -> None:
    """What the link was made upon holds still: the person works here, and whoever made it may let them in."""
    giver = invitation.made_by
    works_here = RoleGrant.objects.filter(event=invitation.event, user=user).exists()
    if giver is None or not giver.is_active or not works_here or not _opens_no_more_than(giver, user):
        raise Forbidden(
            "way_back_closed",
            f"What {user.get_username()} or the maker of this link may do has changed since, so it sets no password "
            "any more. Ask the organiser for a new one.",
            username=user.get_username(),
        )


def _require_own(user: User, giver: User) -> None:
    """Let an organiser hand out the way into an account only where it opens nothing that is not theirs already."""
    if not _opens_no_more_than(giver, user):
        raise Forbidden(
            "account_of_others",
            f"The account {user.get_username()} opens more than your nights, so you cannot let anybody into it. Ask "
            "whoever runs this installation for a new password.",
            username=user.get_username(),
        )


def _taken(username: str) -> Conflict:
    return Conflict(
        "sign_in_name_taken",
        f"Somebody signs in as {username} already. Choose another name, or sign in if it is you.",
        username=username,
    )
