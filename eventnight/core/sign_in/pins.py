"""Four digits of staff: how a tablet of the hall goes from hand to hand without passwords typed in front of guests.

A PIN signs in only where somebody who was signed in has handed the tablet over, at that night alone, and nobody becomes
organiser by it.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.contrib.auth import login, logout
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from eventnight.core.errors import Forbidden, UserFacingError
from eventnight.core.models import StaffPin
from eventnight.core.roles import Role
from eventnight.core.sign_in.passwords import BACKEND
from eventnight.core.sign_in.tries import Counter, Patience, trying

LASTS = timedelta(hours=12)
"""How long a tablet may be taken over after it was handed on: a night."""
_TABLET, _BY_PIN = "tablet_of", "by_pin_at"

ON_A_TABLET = Patience(
    kind="pin on a tablet", free=5, first_wait=timedelta(minutes=1), longest_wait=timedelta(minutes=30)
)
_WAIT = "Too many wrong PINs for this name. Wait {wait} and try again, or sign in with the password."

_FOUR = re.compile(r"[0-9]{4}")
_YEAR = re.compile(r"(19|20)[0-9]{2}")
_RISING, _FALLING = "0123456789", "9876543210"


def choose_pin(*, user: User, digits: str, now: datetime) -> None:
    """From now on these four digits take a handed-over tablet over for the account.

    Raises UserFacingError("pin_form") for what is not four digits, "pin_too_easy" for what anybody tries first, and
    Forbidden("pin_not_for_you") for an account that runs the installation.
    """
    if user.is_staff or user.is_superuser:
        raise Forbidden(
            "pin_not_for_you", "This account runs the installation, so it signs in with its password everywhere."
        )
    if not _FOUR.fullmatch(digits):
        raise UserFacingError("pin_form", "A PIN has four digits.")
    if len(set(digits)) == 1 or digits in _RISING or digits in _FALLING or _YEAR.fullmatch(digits):
        raise UserFacingError(
            "pin_too_easy", f"{digits} is too easy to guess. Take no year, no row such as 1234, no digit four times."
        )
    StaffPin.objects.update_or_create(user=user, defaults={"hashed": make_password(digits), "chosen_at": now})


def forget_pin(*, user: User) -> None:
    """No tablet is taken over by the account's PIN any more."""
    StaffPin.objects.filter(user=user).delete()


def hand_over(request: HttpRequest, event_id: int) -> None:
    """Whoever is signed in leaves the tablet to the staff of that night."""
    logout(request)
    request.session[_TABLET] = event_id
    request.session.set_expiry(LASTS)


def is_handed_over(request: HttpRequest, event_id: int) -> bool:
    """Whether the night's staff may take this tablet over by PIN."""
    return bool(request.session.get(_TABLET) == event_id)


def takers(event_id: int) -> QuerySet[User]:
    """The staff of the night who have a PIN, by name."""
    found = User.objects.filter(
        role_grants__event=event_id, staff_pin__isnull=False, is_active=True, is_staff=False, is_superuser=False
    )
    return found.select_related("staff_pin").distinct().order_by("first_name", "last_name", "username")


def take_over(request: HttpRequest, *, event_id: int, user_id: int, digits: str, now: datetime) -> User:
    """Sign somebody of the night's staff in on a tablet that was handed over.

    Raises Forbidden("not_handed_over"), UserFacingError("wrong_pin", "unknown_taker"), TooManyTries.
    """
    if not is_handed_over(request, event_id):
        raise Forbidden(
            "not_handed_over", "This tablet was not handed over, or that is over 12 hours ago. Sign in with a password."
        )
    user = takers(event_id).filter(pk=user_id).first()
    if user is None:
        raise UserFacingError("unknown_taker", "That person has no PIN or no role at this night any more.")
    with trying(Counter(ON_A_TABLET, f"{event_id}|{user_id}"), message=_WAIT, now=now) as this:
        if not check_password(digits, user.staff_pin.hashed):
            raise UserFacingError("wrong_pin", f"This is not the PIN of {user.get_short_name() or user.username}.")
        this.was_right()
    login(request, user, backend=BACKEND)
    request.session[_TABLET] = request.session[_BY_PIN] = event_id
    request.session.set_expiry(LASTS)
    return user


def is_by_pin(request: HttpRequest) -> bool:
    """Whether whoever is signed in came by a PIN."""
    return _BY_PIN in request.session


def by_password(request: HttpRequest) -> None:
    """Whoever is signed in has typed their password, and has all their roles from now on."""
    request.session.pop(_BY_PIN, None)


def by_pin(request: HttpRequest, event_id: int, held: frozenset[Role]) -> frozenset[Role]:
    """The roles that the request has there: all that are held, unless it came by a PIN. Then those of that night alone,
    and for an organiser every helper's.
    """
    if not is_by_pin(request):
        return held
    if request.session[_BY_PIN] != event_id:
        return frozenset()
    return frozenset(Role) - {Role.ORGANISER} if Role.ORGANISER in held else held
