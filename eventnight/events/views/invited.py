"""What the link of an invitation opens: an account of one's own, or a new password."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.text import slugify

from eventnight.core.forms import refusing, status_of
from eventnight.core.roles import Role
from eventnight.core.sign_in.devices import remember_device
from eventnight.core.sign_in.forms import PasswordForm
from eventnight.core.sign_in.passwords import BACKEND
from eventnight.core.sign_in.pins import by_password
from eventnight.core.web.access import event_by_code, open_page, require_password
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import is_signed_in
from eventnight.events import services
from eventnight.events.forms.staff import AccountForm
from eventnight.events.invitations import invitation_by_token, token_of
from eventnight.events.models import Event, Invitation

DUTIES = {
    Role.ORGANISER: ("Set the night up and change it", "Give roles, see the books, close the night"),
    Role.DESK: ("Check guests in and sell chips", "Sell raffle tickets and pay out"),
    Role.MATCHES: ("Call euchre matches and enter results",),
    Role.FLOOR: ("Seat hold'em players and run the clock", "Enter bust-outs, counts and hands"),
    Role.TABLES: ("Run card tables and roulette", "Enter hands and spins"),
    Role.RAFFLE: ("Sell tickets, draw and hand prizes over",),
}
"""What whoever holds a role does, as they are asked."""


@open_page
def invited(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """What the person is asked, and the form with which they say yes."""
    event = event_by_code(code)
    invitation = invitation_by_token(event, token)
    if invitation.account_id is not None:
        return _password(request, event, invitation)
    form = AccountForm(request.POST or None, initial={"name": invitation.name, "username": slugify(invitation.name)})
    if form.is_valid():
        with refusing(form):
            user = services.accept_with_new_account(invitation=invitation, account=form.account(), now=timezone.now())
            return _signed_in(request, event, user)
    return _page(request, event, invitation, form)


@require_POST
@open_page
def accept(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Somebody who is signed in takes the role with the account they have."""
    event = event_by_code(code)
    invitation = invitation_by_token(event, token)
    if not is_signed_in(request):
        return redirect_to_login(reverse("events:invited", kwargs={"code": event.code, "token": token}))
    require_password(request)
    services.accept_with_account(invitation=invitation, user=request.user, now=timezone.now())
    return redirect("night:staff_home", code=event.code)


def _password(request: HttpRequest, event: Event, invitation: Invitation) -> HttpResponse:
    form = PasswordForm(request.POST or None)
    if form.is_valid():
        with refusing(form):
            user = services.choose_new_password(
                invitation=invitation, password=form.cleaned_data["password"], now=timezone.now()
            )
            return _signed_in(request, event, user)
    return _page(request, event, invitation, form)


def _signed_in(request: HttpRequest, event: Event, user: User) -> HttpResponse:
    login(request, user, backend=BACKEND)
    by_password(request)
    answer = redirect("night:staff_home", code=event.code)
    remember_device(request, answer, user.get_username().casefold())
    return answer


def _page(request: HttpRequest, event: Event, invitation: Invitation, form: PasswordForm) -> HttpResponse:
    context = {
        "event": event,
        "invitation": invitation,
        "token": token_of(invitation),
        "form": form,
        "duties": DUTIES[Role(invitation.role)] if invitation.role else (),
        "has_expired": invitation.valid_until <= timezone.now(),
        "signed_in": request.user if is_signed_in(request) else None,
    }
    answer = render(request, "events/invited.html", context, status=status_of(form))
    patch_cache_control(answer, no_store=True)
    return answer
