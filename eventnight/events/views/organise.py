"""My nights, and a new one from a house."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render

from eventnight.core.forms import status_of
from eventnight.core.press_form import press_form
from eventnight.core.web.access import may_create_events, require_event_maker, signed_in_page
from eventnight.core.web.requests import SignedInRequest
from eventnight.events.forms.night import NewEventForm
from eventnight.events.selectors import events_of
from eventnight.events.services import NewEvent, create_event


@signed_in_page
def organise(request: SignedInRequest) -> HttpResponse:
    """The nights at which I have a role; a form for the next one."""
    if request.method == "POST":
        require_event_maker(request.user)
    form = NewEventForm(request.POST or None)
    return press_form(
        request,
        form,
        lambda press: create_event(new=NewEvent(**form.facts()), press=press),
        back=lambda event: redirect("events:setup", code=event.code),
    ) or render(
        request,
        "events/organise.html",
        {"form": form, "events": events_of(request.user), "may_create": may_create_events(request.user)},
        status=status_of(form),
    )
