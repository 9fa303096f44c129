"""The page of one's own account: its password, and its PIN for the tablets of the hall."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from eventnight.core.forms import refusing, status_of
from eventnight.core.models import StaffPin
from eventnight.core.sign_in import pins
from eventnight.core.sign_in.forms import OwnPasswordForm, OwnPinForm
from eventnight.core.web.access import signed_in_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import SignedInRequest


@signed_in_page
def account(request: SignedInRequest) -> HttpResponse:
    """What can be changed."""
    return _page(request)


@require_POST
@signed_in_page
def change_password(request: SignedInRequest) -> HttpResponse:
    """A new password; wherever else the account is signed in, it is no more."""
    form = OwnPasswordForm(request, request.POST)
    if not form.is_valid():
        return _page(request, password=form)
    request.user.set_password(form.cleaned_data["password"])
    request.user.save(update_fields=["password"])
    update_session_auth_hash(request, request.user)
    messages.success(request, "New password saved.")
    return redirect("account")


@require_POST
@signed_in_page
def choose_pin(request: SignedInRequest) -> HttpResponse:
    """Four digits for the tablets of the hall."""
    form = OwnPinForm(request, request.POST)
    if form.is_valid():
        with refusing(form):
            pins.choose_pin(user=request.user, digits=form.cleaned_data["digits"], now=timezone.now())
            messages.success(request, "PIN saved.")
            return redirect("account")
    return _page(request, pin=form)


@require_POST
@signed_in_page
def forget_pin(request: SignedInRequest) -> HttpResponse:
    """No tablet is taken over by it any more."""
    pins.forget_pin(user=request.user)
    messages.success(request, "PIN removed.")
    return redirect("account")


def _page(
    request: SignedInRequest, password: OwnPasswordForm | None = None, pin: OwnPinForm | None = None
) -> HttpResponse:
    context = {
        "password": password or OwnPasswordForm(request),
        "pin": pin or OwnPinForm(request),
        "has_pin": StaffPin.objects.filter(user=request.user).exists(),
        "is_by_pin": pins.is_by_pin(request),
    }
    return render(request, "registration/account.html", context, status=status_of(password, pin))
