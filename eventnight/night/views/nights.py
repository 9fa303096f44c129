"""The nights of an account, and one of before used again."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from eventnight.core.forms import status_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import may_create_events, require_event_maker, signed_in_page, staff_page
from eventnight.core.web.requests import SignedInRequest, StaffRequest
from eventnight.events.forms.night import AgainForm
from eventnight.events.models import Event
from eventnight.events.selectors import events_of
from eventnight.events.services import use_night_again
from eventnight.night.selectors.nights import again_proposed, night_list


@signed_in_page
def nights(request: SignedInRequest) -> HttpResponse:
    """The nights at which I have a role, with what each needs next."""
    return render(request, "night/nights.html", _context(request))


@staff_page(Permission.SET_UP)
def again(request: StaffRequest, event: Event) -> HttpResponse:
    """A night of before, used again: what is copied and what is not, and the new one's name and start."""
    require_event_maker(request)
    proposed = again_proposed(event, timezone.now())
    form = AgainForm(request.POST or None, initial=proposed, zone=event.zone)
    return press_form(
        request,
        form,
        lambda press: use_night_again(event=event, new=form.night(), press=press),
        said=lambda made: f"{made.name} is made. Nothing of {event.name} has changed.",
        back=lambda made: redirect("night:setup", code=made.code),
    ) or render(
        request,
        "night/nights.html",
        _context(request) | {"again": event.pk, "again_form": form},
        status=status_of(form),
    )


def _context(request: SignedInRequest) -> dict[str, Any]:
    user = request.user
    may_create = may_create_events(user)
    listed = night_list(events_of(user), user.pk, now=timezone.now(), may_create=may_create, is_all=user.is_superuser)
    return {"nights": listed, "may_create": may_create, "who": user.get_full_name() or user.get_username()}
