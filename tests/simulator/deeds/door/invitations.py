"""Staff who are invited: a link that gives one role, once, at one night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils import timezone

from eventnight.core.models import RoleGrant
from eventnight.core.roles import Role
from eventnight.events.invitations import token_of
from eventnight.events.models import Invitation
from tests.simulator.deeds.deed import Deed, Deeds, Evening
from tests.simulator.deeds.door.people import is_logged
from tests.simulator.world import NO_ROLE, STRANGER

NAMES = ("Iris Vale", "Otto Brand", "Uma Sand")
"""Of nobody who plays."""
DAY_SECONDS = 86_400
HELPERS = [role.value for role in Role if role is not Role.ORGANISER]


def invite(night: Evening) -> Deed | None:
    """Somebody is invited; who is invited to that role already keeps the link."""
    name, role = night.chance.choice(NAMES), night.chance.choice(HELPERS)
    refused = ""
    if night.is_wrong(0.2):
        name, refused = night.chance.choice(("", "x" * 121)), "an invitation is for somebody with a name that fits"
    before = _open(night)
    is_known = (name, role) in before.values()
    by_form = night.chance.random() < 0.5
    fields = {"name": name, "role": role}
    press = (
        night.form("setup/people/", fields, beneath="organise")
        if by_form
        else night.program("POST", "invitations/", fields)
    )

    def promise() -> Iterator[str]:
        after = _open(night)
        made = [pk for pk in after if pk not in before]
        if len(made) != (0 if is_known else 1) or {after[pk] for pk in made} - {(name, role)}:
            yield f"invited are {after} after {name} was to be {role}; before they were {before}"
        if made:
            yield from is_logged(night, "organiser", "staff.invited", f"invitation {made[0]}", {"role": role})
        lasts = [one.valid_until for one in Invitation.objects.filter(event=night.event, name=name, role=role)]
        if (timezone.now() - max(lasts)).total_seconds() != -7 * DAY_SECONDS:
            yield f"the link of {name} is valid until {max(lasts)}"

    return Deed(press, refused, must_count=not refused, promise=promise)


def withdraw(night: Evening) -> Deed | None:
    """An invitation withdrawn before anybody used it."""
    one = night.one_of(Invitation.objects.filter(event=night.event).order_by("pk"))
    if one is None:
        return None
    refused = f"{one} was used" if one.is_used else ""
    before = _open(night)
    press = (
        night.program("DELETE", f"invitations/{one.pk}/")
        if night.chance.random() < 0.5
        else night.form(f"invitations/{one.pk}/withdraw/", {}, beneath="organise")
    )

    def promise() -> Iterator[str]:
        if _open(night) != {pk: named for pk, named in before.items() if pk != one.pk}:
            yield f"invited are {_open(night)} after {one} was withdrawn; before they were {before}"

    return Deed(press, refused, must_count=not refused, promise=promise)


def say_yes(night: Evening) -> Deed | None:
    """Whoever has the link takes the role, once; a link that is not whole, or of another night, opens nothing."""
    one = night.one_of(Invitation.objects.filter(event=night.event, role__in=HELPERS).order_by("pk"))
    if one is None:
        return None
    who, token, code, refused = NO_ROLE, token_of(one), night.event.code, ""
    if one.is_used:
        refused = f"{one} was used"
    elif one.valid_until <= timezone.now():
        refused = f"{one} was valid until {one.valid_until}"
    if night.is_wrong(0.4):
        way = night.chance.choice(("spoiled", "elsewhere", "unknown"))
        refused = f"the link is {way}"
        if way == "spoiled":
            token = token[:-1] + ("0" if token[-1] != "0" else "1")
        elif way == "elsewhere":
            code = night.world.other.code
        else:
            who = STRANGER
    before = _grants(night)
    press = replace(night.form("", {}, who=who), address=f"/accounts/invited/{code}/{token}/accept/")
    user = night.world.users[NO_ROLE]
    assert user is not None

    def promise() -> Iterator[str]:
        if _grants(night) != before | {(user.pk, one.role)}:
            yield f"the roles are {_grants(night)} after {one} was used by {user.pk}; they were {before}"
        used = Invitation.objects.get(pk=one.pk)
        if (used.used_at, used.used_by_id) != (timezone.now(), user.pk):
            yield f"{one} was used at {used.used_at} by {used.used_by_id}"

    return Deed(press, refused, must_count=not refused, promise=promise)


def _open(night: Evening) -> dict[int, tuple[str, str]]:
    rows = Invitation.objects.filter(event=night.event, used_at=None).values_list("pk", "name", "role")
    return {pk: (name, role) for pk, name, role in rows}


def _grants(night: Evening) -> set[tuple[int, str]]:
    return set(RoleGrant.objects.filter(event=night.event).values_list("user", "role"))


DEEDS: Deeds = {"invite": invite, "withdraw an invitation": withdraw, "use an invitation": say_yes}
